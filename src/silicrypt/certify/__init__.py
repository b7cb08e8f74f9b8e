"""Certifies which outputs of a core depend on its secrets: `certificate` is the way in."""
