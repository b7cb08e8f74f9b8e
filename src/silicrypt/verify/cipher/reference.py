"""The reference of AES: what a key, a mode and data give, by Python's library."""

from __future__ import annotations

from silicrypt.verify.cipher_wire import Mode

#: Bytes of a block.
BLOCK = 16


def apply(
    key: bytes,
    data: bytes,
    decrypt: bool,
    mode: Mode = Mode.ECB,
    initial: bytes = bytes(BLOCK),
    tweak_key: bytes = b"",
) -> bytes:
    """Returns the expected result of a message, computed by Python's library."""
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    how: modes.ECB | modes.CTR | modes.XTS = modes.ECB()
    if mode == Mode.CTR:
        how = modes.CTR(initial)
    elif mode == Mode.XTS:
        key, how = key + tweak_key, modes.XTS(initial)
    cipher = Cipher(algorithms.AES(key), how)
    return (cipher.decryptor() if decrypt else cipher.encryptor()).update(data)


def fit(key: bytes, tweak_key: bytes) -> bool:
    """Returns whether the two keys are a valid pair for XTS (IEEE 1619 5.1, NIST SP 800-38E)."""
    return key != tweak_key and len(key) == len(tweak_key) and len(key) in (16, 32)
