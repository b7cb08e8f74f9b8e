"""A beat whose valid bytes have a hole is refused, wherever the hole is.

The suites choose holes at random. Here each byte of a beat but the last is the only one that is not
valid, on each port that has ``tkeep``. So each pair of neighbours decides alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from planted import Change, replaced
from silicrypt import catalog
from silicrypt.catalog import DesignPoint
from silicrypt.tools import verilator
from silicrypt.verify import aead_wire, cipher_wire, kdf_suite
from silicrypt.verify.aead_wire import AeadJob, AeadSubject, Key, Message, Port
from silicrypt.verify.cipher_wire import CipherJob, CipherSubject, Item
from silicrypt.verify.kdf_suite import KdfJob, KdfSubject

#: Ignores the pair of the third and the fourth byte.
MISTAKE = Change(
    "sil_axis_framing.sv", "~keep_i[Bytes-2:0])", "~keep_i[Bytes-2:0] & ~(Bytes - 1)'(4))"
)
#: Checks a design point with sources, and returns what is wrong.
Holes = Callable[[DesignPoint, tuple[Path, ...]], list[str]]


def holes(size: int) -> list[int]:
    """Returns all values of ``tkeep`` in which one byte, but not the last, is not valid."""
    return [(1 << size) - 1 ^ 1 << at for at in range(size - 1)]


def of_aead(point: DesignPoint, sources: tuple[Path, ...]) -> list[str]:
    program = verilator.executable(aead_wire.build(point, "stream", sources))
    subject = AeadSubject(point, "stream", program)
    right = Message(bytes(subject.algorithm.iv_bytes[0]), bytes(32), bytes(32))
    ports = (Port.IV, Port.DATA, Port.TEXT)
    broken = [replace(right, port=port, keep=keep) for port in ports for keep in holes(16)]
    items: tuple[Key | Message, ...] = (Key(bytes(16)), right, *broken, right)
    return subject.failures([AeadJob(items)], "message", checked=False)


def of_cipher(point: DesignPoint, sources: tuple[Path, ...]) -> list[str]:
    program = verilator.executable(cipher_wire.build(point, "stream", sources))
    subject = CipherSubject(point, "stream", program)
    right = Item(bytes(32), mode=subject.modes[0])
    broken = [replace(right, keep=keep) for keep in holes(16)]
    items = (Item(bytes(16), key=True), right, *broken, right)
    return subject.failures([CipherJob(items)], "message", checked=False)


def of_packets(point: DesignPoint, sources: tuple[Path, ...]) -> list[str]:
    program = verilator.executable(kdf_suite.build(point, "stream", sources))
    subject = KdfSubject(point, "stream", program)
    size, rng = point.data_bits // 8, random.Random(1)
    legal = list(subject.function.some(point, rng, 40))
    jobs = list[KdfJob]()
    for one in legal:
        beats = sum(max(1, -(-len(packet) // size)) for packet in one.packets)
        asked = (replace(one, keep=keep, keep_at=rng.randrange(beats)) for keep in holes(size))
        jobs.append(KdfJob((*asked, one)))
    return subject.failures(jobs, "request", checked=False)


KINDS: dict[str, Holes] = {
    "ascon-aead128-fast": of_aead,
    "aes128-gcm-small": of_aead,
    "aes128-ccm-small": of_aead,
    "sm4-u1": of_cipher,
    "kmac128-fast": of_packets,
    "hkdf-hmac-sha256-fast": of_packets,
}


@pytest.mark.parametrize("name", KINDS)
def test_a_beat_with_a_hole_is_refused(name: str) -> None:
    point = catalog.get(name)
    assert KINDS[name](point, tuple(point.sources("stream"))) == []


@pytest.mark.usefixtures("broken_hardware")
@pytest.mark.parametrize("name", ["ascon-aead128-fast", "kmac128-fast"])
def test_a_pair_of_bytes_that_is_ignored_is_found(name: str, tmp_path: Path) -> None:
    point = catalog.get(name)
    changed = replaced(tuple(point.sources("stream")), MISTAKE, tmp_path)
    found = KINDS[name](point, changed)
    assert found
    assert "refused" in found[0] or "instead of" in found[0], found[0]
