"""The checks of messages under keys (HMAC), which the bench of hashes runs."""
