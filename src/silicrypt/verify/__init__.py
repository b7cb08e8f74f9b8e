"""Proof that a design point does what its standard and its contract say."""
