"""Searches design points and synthesis recipes for the best trade-offs on a target."""
