"""Verification: whether a design point does what its standard and its contract say."""
