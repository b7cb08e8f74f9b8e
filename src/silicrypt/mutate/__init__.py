"""Measures how many small changes of a design its tests notice: `score.measure` is the way in."""
