"""Results: their format, the store that keeps them, and tables over many of them."""
