"""The bench of block ciphers: keys and blocks at the core, keys and messages at the stream."""

from silicrypt.verify.cipher.reference import apply

__all__ = ["apply"]
