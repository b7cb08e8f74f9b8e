"""The bench of hashes: messages to digests, and the rules of the streams."""
