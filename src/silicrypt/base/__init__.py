"""What every layer may use: sources as tools read them, hashes of code, and progress."""
