"""Results: the store they are kept in, what one says, and tables over many."""
