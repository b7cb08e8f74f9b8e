"""TupleHash and TupleHashXOF (NIST SP 800-185 5) in Python."""

from __future__ import annotations

from collections.abc import Iterable

from silicrypt.models.kmac import cshake, encode_string, right_encode


def tuplehash(
    strength: int,
    elements: Iterable[bytes],
    size: int,
    customisation: bytes = b"",
    *,
    xof: bool = False,
) -> bytes:
    """Returns ``size`` bytes of TupleHash, or of TupleHashXOF (5.3).

    Args:
        strength: 128 or 256.
        elements: the strings of the tuple X.
        size: bytes of the output.
        customisation: the customisation string S.
        xof: whether it is TupleHashXOF, whose bytes do not depend on ``size``.
    """
    text = b"".join(map(encode_string, elements)) + right_encode(0 if xof else 8 * size)
    return cshake(strength, text, size, b"TupleHash", customisation)
