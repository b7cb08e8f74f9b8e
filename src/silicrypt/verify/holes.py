"""Checks that a beat whose valid bytes have a hole is refused, wherever the hole is.

The suites choose holes at random. Here each byte of a beat but the last is the only one that is not
valid, on each port that has ``tkeep``. So each pair of neighbours decides alone.
"""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

from silicrypt.catalog import BlockCipher, DesignPoint
from silicrypt.catalog.aead import Aead
from silicrypt.verify.aead_wire import AeadJob, AeadSubject, Key, Message, Port
from silicrypt.verify.cipher_wire import CipherJob, CipherSubject, Item
from silicrypt.verify.kdf_suite import KdfJob, KdfSubject


def failures(point: DesignPoint, program: Path) -> list[str]:
    """Returns what is wrong with beats that have a hole.

    Args:
        point: a design point with a cipher, authenticated encryption or key derivation. For another
            one nothing is checked.
        program: its stream with the bench of its quick suite, compiled.
    """
    if isinstance(point.algorithm, Aead):
        return _of_aead(AeadSubject(point, "stream", program))
    if isinstance(point.algorithm, BlockCipher):
        return _of_cipher(CipherSubject(point, "stream", program))
    if point.unit.interface == "kdf":
        return _of_packets(KdfSubject(point, "stream", program))
    return []


def _holes(size: int) -> list[int]:
    """Returns all values of ``tkeep`` in which one byte, but not the last, is not valid."""
    return [(1 << size) - 1 ^ 1 << at for at in range(size - 1)]


def _of_aead(subject: AeadSubject) -> list[str]:
    right = Message(bytes(subject.algorithm.iv_bytes[0]), bytes(32), bytes(32))
    ports = (Port.IV, Port.DATA, Port.TEXT)
    broken = [replace(right, port=port, keep=keep) for port in ports for keep in _holes(16)]
    items: tuple[Key | Message, ...] = (Key(bytes(16)), right, *broken, right)
    return subject.failures([AeadJob(items)], "message", checked=False)


def _of_cipher(subject: CipherSubject) -> list[str]:
    right = Item(bytes(32), mode=subject.modes[0])
    broken = [replace(right, keep=keep) for keep in _holes(16)]
    items = (Item(bytes(16), key=True), right, *broken, right)
    return subject.failures([CipherJob(items)], "message", checked=False)


def _of_packets(subject: KdfSubject) -> list[str]:
    point = subject.point
    size, rng = point.data_bits // 8, random.Random(1)
    legal = list(subject.function.some(point, rng, 40))
    jobs = list[KdfJob]()
    for one in legal:
        beats = sum(max(1, -(-len(packet) // size)) for packet in one.packets)
        asked = (replace(one, keep=keep, keep_at=rng.randrange(beats)) for keep in _holes(size))
        jobs.append(KdfJob((*asked, one)))
    return subject.failures(jobs, "request", checked=False)
