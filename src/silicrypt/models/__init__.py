"""Algorithms in Python that no library has, made without a look at the hardware."""
