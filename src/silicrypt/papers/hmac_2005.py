"""``hmac-2005``: HMAC-MD5, HMAC-SHA-1, and two forms that compute either, chosen per message.

Efficient Small-Sized Implementation of the Keyed-Hash Message Authentication Code, 2005.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence

from silicrypt import catalog
from silicrypt.catalog import DesignPoint
from silicrypt.catalog.merkle_damgard import MD5, SHA1
from silicrypt.papers.data import (
    Published,
    cell,
    message_throughput,
    named,
    published,
    recompute,
    throughput,
)
from silicrypt.papers.judge import reproduction
from silicrypt.papers.model import Cells, Reproduction, Row, Sheet, path_of
from silicrypt.papers.plan import PaperResults, stated_tables

NAME = "hmac-2005"
#: The two forms that compute either hash: two cores and a multiplexer, and one shared block.
PERF, AREA = "hmac-md5-sha1-perf-pre", "hmac-md5-sha1-area-pre"
#: These forms, each with its title in the paper.
FORMS = {PERF: "SHA-1 & MD5 (perf.)", AREA: "SHA-1 & MD5 (area)"}
TABLE_I = ("hmac-sha1", "hmac-md5", *FORMS)
JUDGE = "ecp5-85k"
#: The device on the paper's board.
BOARD = "Virtex-E (-8)"
#: The families, each with the device as the paper names it.
FAMILIES: Mapping[str, str] = {
    "virtex-e": BOARD,
    "virtex": "Virtex (-6)",
    "virtex-2": "Virtex-II (-6)",
    "spartan-3": "Spartan-3 (-4)",
}
#: Cycles per block as the paper counts them: one for each round.
STEPS = {"SHA-1": int(named(NAME)["sha1_cycles"]), "MD5": int(named(NAME)["md5_cycles"])}
ALGORITHMS = {one.name: one for one in (MD5, SHA1)}
BLOCK_BYTES = 64
#: Lengths of complete messages in bytes: one block, two common packet sizes, and a long message.
SIZES = (64, 576, 1500, 1 << 20)
#: Length of a key that is loaded with each message. All keys up to one block take the same time.
KEY_BYTES = 20
KEPT, LOADED = "kept", "with each"


def evaluate(results: PaperResults) -> Reproduction:
    """Returns tables I and II and the claims of the paper, beside our figures."""
    printed = [row for row in published(NAME) if row.table != "text"]
    rows = {row.key: shown for row, shown in zip(printed, _printed_rows(printed), strict=True)}
    return reproduction(
        NAME,
        results,
        _computed(results, printed),
        tables=stated_tables(NAME, results, lambda row: rows[row.key]),
        sheets=(_slices(results), _messages(printed, results)),
    )


# Tables


def _printed_rows(printed: Sequence[Published]) -> Iterator[Row]:
    """Yields the printed rows with their errors; table I is recomputed from rounds per block."""
    checked = [recompute(row, STEPS[hash_of(row)] if row.is_proposed else None) for row in printed]
    sound = [row for row, (_, slip) in zip(printed, checked, strict=True) if slip is None]
    for row, (recomputed, slip) in zip(printed, checked, strict=True):
        if slip:
            rate = row.cells["throughput_mbps"]
            same = next(
                s for s in sound if (s.cells["throughput_mbps"], hash_of(s)) == (rate, hash_of(row))
            )
            slip += f" {rate} is that of {title_of(same)}, {same.device}, in table {same.table}."
        if row.cells["source"].endswith(TWICE):
            slip = "The row above once more."
        yield Row(
            title_of(row), "printed", _computes(row), row.device, row.printed, recomputed, slip
        )


def _computes(row: Published) -> str:
    return f"HMAC-{hash_of(row)}" if row.algorithm == "HMAC" else hash_of(row)


# Slices: what tables and flip-flops allow, without a packer

#: Tables, and flip-flops, of a slice of Virtex, Virtex-E, Virtex-II and Spartan-3 (Xilinx DS003,
#: DS022, DS031, DS099).
_PER_SLICE = 2


def bounds(luts: float, registers: float) -> tuple[float, float]:
    """Returns the fewest and the most slices of tables and flip-flops.

    The fewest: each slice is full of tables or of flip-flops, and the others share its slices. The
    most: no slice has both. Clock, enable and reset, which a slice has once, and carry chains keep
    a packer between the two.
    """
    tables, flip_flops = (-(-count // _PER_SLICE) for count in (luts, registers))
    return max(tables, flip_flops), tables + flip_flops


def _slices(results: PaperResults) -> Sheet:
    """Returns the bounds on the slices of the two forms with both hashes, and on their ratio."""
    rows = list[Cells]()
    for family, device in FAMILIES.items():
        found = [results.get(name, f"{family} stream") for name in FORMS]
        counts = [(one.lut, one.ff) for one in found if one and one.lut and one.ff]
        if len(counts) < len(found):
            continue
        spans = [bounds(*both) for both in counts]
        (few, many), (few_shared, many_shared) = spans
        given = [cell(NAME, f"I/{device}/{title}/MD5:area") for title in FORMS.values()]
        ratio = f"x{few_shared / many:.2f} to x{many_shared / few:.2f}"
        told = (None, f"{ratio}, printed x{given[1] / given[0]:.2f}")
        rows += [
            (family, name, *count, *span, printed, text)
            for name, count, span, printed, text in zip(
                FORMS, counts, spans, given, told, strict=True
            )
        ]
    return Sheet.of(
        "slices",
        "slices by mapping: the fewest and the most that tables and flip-flops allow. A packer "
        "decides, and the paper's is not open",
        "target | design | LUT4:0 | FF:0 | slices, fewest:0 | slices, most:0 | printed:0"
        " | shared over two cores",
        rows,
        grouped=True,
    )


# Complete messages


def _messages(printed: Sequence[Published], results: PaperResults) -> Sheet:
    """Returns the rates of the paper's designs with one hash on its board's family, and of ours."""
    rows = [
        row
        for row in printed
        if row.is_proposed and row.device == BOARD and "&" not in title_of(row)
    ]
    ours = [
        (choice, one.fmax_mhz.median)
        for one in results.measured.values()
        if one.config in TABLE_I and one.target == JUDGE and one.fmax_mhz
        for choice in catalog.get(one.config).choices
    ]
    return Sheet.of(
        "messages",
        "complete messages, Mbit/s: padding, key blocks and outer hash included",
        "clock of | design | algorithm | key | one block:0 | 64 bytes:0 | 576 bytes:0 | "
        "1500 bytes:0 | 1 MiB:0",
        (
            *(cells for row in rows for cells in _printed_rates(row)),
            *(cells for choice, fmax in ours for cells in _our_rates(choice, fmax)),
        ),
        grouped=True,
    )


def _printed_rates(row: Published) -> Iterator[Cells]:
    """Yields Mbit/s if a block takes one cycle per round and nothing else takes time."""
    algorithm, fmax, steps = ALGORITHMS[hash_of(row)], row.value("fmax_mhz"), STEPS[hash_of(row)]
    block = throughput(8 * BLOCK_BYTES, fmax, steps)
    # With a loaded key the inner hash has one block less, and the outer hash has one block.
    for key, more in ((KEPT, 0), (LOADED, 2)):
        blocks = {size: algorithm.blocks(BLOCK_BYTES + size) + more for size in SIZES}
        rates = (throughput(8 * size, fmax, n * steps) for size, n in blocks.items())
        yield BOARD, title_of(row), _computes(row), key, block, *rates


def _our_rates(choice: DesignPoint, fmax: float) -> Iterator[Cells]:
    block = throughput(choice.hash.block_bits, fmax, choice.cycles_per_block)
    for key, key_bytes in ((KEPT, None), (LOADED, KEY_BYTES)):
        rates = (message_throughput(choice, fmax, size, key_bytes) for size in SIZES)
        yield JUDGE, choice.name, choice.computes, key, block, *rates


# Figures for claims


def _computed(results: PaperResults, printed: Sequence[Published]) -> dict[str, float | None]:
    """Returns the figures of claims that no formula gives, by their identifiers."""
    compared = _gains(printed)
    gains = [gain for _, gain in compared]
    sold = [gain for row, gain in compared if row.cells["is_research"] == "0"]
    rows = zip(printed, _printed_rows(printed), strict=True)
    as_printed = _as_printed(b"\x0b" * 20, b"Hi There")
    return {
        "smallest_commercial_gain": min(sold),
        "largest_commercial_gain": max(sold),
        "smallest_gain": min(gains),
        "largest_gain": max(gains),
        "small_gains": float(sum(gain < named(NAME)["least_gain"] for gain in gains)),
        "wrong_rates": float(sum(bool(of.is_proposed and row.slip) for of, row in rows)),
        # RFC 2202, test case 1 of HMAC-SHA1.
        "equation_1": float(as_printed == hmac.digest(b"\x0b" * 20, b"Hi There", "sha1")),
        "equation_2": float(_sha1(b"abc", with_e=False) == hashlib.sha1(b"abc").digest()),
        "equation_2_with_e": float(_sha1(b"abc", with_e=True) == hashlib.sha1(b"abc").digest()),
        "paths_in_core": _inside(results, JUDGE),
        "paths_in_core_cells": _inside(results, "nangate45"),
    }


def _as_printed(key: bytes, text: bytes) -> bytes:
    """Returns the tag by equation 1 as the paper prints it."""
    padded = key.ljust(BLOCK_BYTES, b"\0")
    ipad, opad = (bytes(byte ^ pad for byte in padded) for pad in (0x36, 0x5C))
    return hashlib.sha1(ipad + hashlib.sha1(opad + text).digest()).digest()


#: FIPS 180-2: the initial hash value, and the constants of the four rounds (5.3.1, 4.2.1).
_SHA1_INITIAL = (0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0)
_SHA1_K = (0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6)


def _sha1(text: bytes, with_e: bool) -> bytes:
    """Returns the digest of a text of one block by equation 2, as printed or with e added."""

    def left(word: int, by: int) -> int:
        return (word << by | word >> 32 - by) & 0xFFFFFFFF

    block = (text + b"\x80").ljust(BLOCK_BYTES - 8, b"\0") + (8 * len(text)).to_bytes(8, "big")
    words = [int.from_bytes(block[n : n + 4], "big") for n in range(0, BLOCK_BYTES, 4)]
    for t in range(16, STEPS["SHA-1"]):
        words.append(left(words[t - 3] ^ words[t - 8] ^ words[t - 14] ^ words[t - 16], 1))
    a, b, c, d, e = _SHA1_INITIAL
    for t, word in enumerate(words):
        f = (b & c | ~b & d, b ^ c ^ d, b & c | b & d | c & d, b ^ c ^ d)[t // 20]
        total = left(a, 5) + (f & 0xFFFFFFFF) + _SHA1_K[t // 20] + word + (e if with_e else 0)
        a, b, c, d, e = total & 0xFFFFFFFF, a, left(b, 30), c, d
    sums = zip(_SHA1_INITIAL, (a, b, c, d, e), strict=True)
    return b"".join(((x + y) & 0xFFFFFFFF).to_bytes(4, "big") for x, y in sums)


def _inside(results: PaperResults, target: str) -> float | None:
    """Returns the share of the units whose slowest path lies in the hash core throughout."""
    found = [results.get(name, f"{target} stream") for name in TABLE_I]
    paths = [path_of(one) for one in found if one and path_of(one)]
    if len(paths) < len(found):
        return None
    return sum(all("u_core" in at.split(".") for at in path) for path in paths) / len(paths)


def _gains(printed: Sequence[Published]) -> list[tuple[Published, float]]:
    """Returns each other design with the rate of the proposed one of its family and hash over it.

    The paper compares one stage of a pipelined design.
    """
    best: dict[tuple[str, str, bool], float] = {}
    for row in printed:
        if row.is_proposed:
            best[_kind(row)] = max(row.value("throughput_mbps"), best.get(_kind(row), 0.0))
    return [
        (row, best[_kind(row)] * (row.number("stages") or 1) / row.value("throughput_mbps"))
        for row in printed
        if not row.is_proposed
    ]


def _kind(row: Published) -> tuple[str, str, bool]:
    """Returns what compared rows share: family, hash, and whether there is a second hash."""
    return row.device, hash_of(row), "&" in title_of(row)


#: Suffix of the source of a row that the paper prints twice.
TWICE = " (printed twice)"


def title_of(row: Published) -> str:
    """Returns the title of a printed row: its design and its source."""
    design = row.cells["design"].removeprefix("HMAC ")
    return f"{design} {row.cells['source'].removesuffix(TWICE)}".strip()


def hash_of(row: Published) -> str:
    """Returns the hash that a printed row is about."""
    return row.cells["function_or_mode"]
