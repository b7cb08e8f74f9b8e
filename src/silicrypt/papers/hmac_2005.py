"""``hmac-2005``: HMAC-MD5, HMAC-SHA-1, and two forms that compute either, chosen per message.

Efficient Small-Sized Implementation of the Keyed-Hash Message Authentication Code, 2005.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from silicrypt import catalog
from silicrypt.catalog import Config, Level, md5, sha1
from silicrypt.flow.progress import Progress
from silicrypt.papers.arithmetic import message_throughput, recompute, throughput
from silicrypt.papers.bench import Bench, Task, carry_out, our_rows
from silicrypt.papers.data import Published, published
from silicrypt.papers.hmac_2005_claims import (
    AREA,
    FAMILIES,
    JUDGE,
    MD5_ALONE,
    PERF,
    PIPELINED,
    PIPELINED_OVER_BASE,
    PRECOMPUTED,
    SHA1_ALONE,
    TIMED,
    TWICE,
    Pair,
    hash_of,
    measured_claims,
    table_claims,
    title_of,
)
from silicrypt.papers.judge import Bank
from silicrypt.papers.model import Measured, MessageRate, Reproduction, Row, Table

NAME = "hmac-2005"
TITLE = "Efficient Small-Sized Implementation of the Keyed-Hash Message Authentication Code (2005)"
TABLE_I = ("hmac-sha1", "hmac-md5", PERF, AREA)
#: The hash cores without HMAC. Most rows of table II are such cores.
HASHES = ("sha1-u1-pre", "md5-u1-pre")
#: Rounds (MD5: steps) per block. The paper counts them as the cycles per block.
STEPS = {"SHA-1": 80, "MD5": 64}
ALGORITHMS = {one.name: one for one in (md5.ALGORITHM, sha1.ALGORITHM)}
BLOCK_BYTES = 64
#: The device on the paper's board.
BOARD = "Virtex-E (-8)"
#: Lengths of complete messages in bytes: one block, two common packet sizes, and a long message.
SIZES = (64, 576, 1500, 1 << 20)
#: Length of a key that is loaded with each message. All keys up to one block take the same time.
KEY_BYTES = 20
KEPT, LOADED = "kept", "with each"

_NOTES = (
    "Ratios travel between technologies, absolutes do not: a clock on Virtex-E is not compared "
    "with one on ECP5 or in 45 nm.",
    "Equation 1 prints ipad and opad the wrong way round; it is H((K0 xor opad) | H((K0 xor ipad) "
    "| text)) in RFC 2104 and FIPS 198-1, and so it is in our cores.",
    "The paper fills a key up to mod32(n) bytes. By the standard it is filled up to a block, 64 "
    "bytes here, and a longer one is hashed first; ours do both.",
    "The printed rates are those of one block, 80 cycles for SHA-1 and 64 for MD5. HMAC's two "
    "blocks of key, its outer hash and the padding are not in them: see the whole messages, where "
    "the printed clock is taken with those cycles and none between blocks.",
    "Our cycles a block include the addition of the chaining value. Our cores keep the states "
    "behind the two blocks of key, so that messages under a loaded key do not pay them.",
    "Slices are an estimate by mapping: half the larger of LUTs and flip-flops. The paper's are a "
    "synthesis tool's. Level stream takes bytes: padding, control and tags are in it, too.",
    "The two forms with both hashes form more sums ahead than hmac-sha1 and hmac-md5 (Precompute "
    "2, not 1): one operation block for both needs it. Each is compared with its like: "
    f"{AREA} with {PERF}, both with {SHA1_ALONE} and {MD5_ALONE}.",
    "Table II has the caption of table I, though its designs are those of others. A star marks a "
    "hash without HMAC. [7] has four stages: 334.8 Mbit/s each.",
)
_PARTIAL = (
    "Quick run: only part of our designs is measured, placed with one seed where the store had "
    "none. Another seed moves a clock by about 4 %: run without --quick for all of it."
)


def reproduce(bench: Bench, quick: bool, progress: Progress) -> Reproduction:
    """Returns tables I and II and the claims of the paper, beside our figures.

    Args:
        bench: source of the measurements.
        quick: run at most the hashes with and without pre-computation and the area of the two
            combined forms, placed with one seed; show other results if they are stored.
        progress: called before each measurement.
    """
    tasks = _tasks(quick)
    found = carry_out(bench, tasks, progress)
    shown = [m for m in found if m.level == "stream" and m.target in (*FAMILIES, JUDGE)]
    printed = [row for row in published(NAME) if row.table != "text"]
    return Reproduction(
        paper=NAME,
        title=TITLE,
        tables=(
            _table("I", "four Xilinx families", printed, our_rows(TABLE_I, shown)),
            _table("II", "the designs of others", printed, our_rows((*HASHES, *TABLE_I), shown)),
        ),
        claims=(*measured_claims(Bank.of(found)), *table_claims(printed)),
        notes=(*_NOTES, *((_PARTIAL,) if quick and len(found) < len(tasks) else ())),
        messages=tuple(_messages(printed, found)),
    )


def _tasks(quick: bool) -> list[Task]:
    pairs = [pair for both in PRECOMPUTED.values() for pair in both]
    both = (*PIPELINED, *PIPELINED_OVER_BASE)
    piped = [pair for pair in both if pair.new in catalog.load()]
    wanted: list[tuple[str, str, Level]] = [
        *((config, on, "stream") for on in (*FAMILIES, *TIMED) for config in TABLE_I),
        *((config, on, "stream") for on in (*FAMILIES, JUDGE) for config in HASHES),
        *((config, on, "stream") for on in TIMED for config in (SHA1_ALONE, MD5_ALONE)),
        *_both(pairs, TIMED),
        *_both(piped, (FAMILIES[0], *TIMED)),
    ]
    quickly = {
        *((config, FAMILIES[0], "stream") for config in (AREA, PERF)),
        *_both([pair for pair in pairs if pair.level == "core"], (JUDGE,)),
    }
    return [
        Task(
            config,
            target,
            seeds=(1,) if quick else (1, 2, 3),
            run=not quick or (config, target, level) in quickly,
            level=level,
        )
        for config, target, level in dict.fromkeys(wanted)
    ]


def _both(pairs: Sequence[Pair], on: Sequence[str]) -> list[tuple[str, str, Level]]:
    return [(name, t, pair.level) for t in on for pair in pairs for name in (pair.new, pair.old)]


# Tables


def _table(number: str, about: str, printed: Sequence[Published], ours: Sequence[Row]) -> Table:
    rows = zip(printed, _printed_rows(printed), strict=True)
    return Table(number, about, (*(row for of, row in rows if of.table == number), *ours))


def _printed_rows(printed: Sequence[Published]) -> Iterator[Row]:
    """Yields the printed rows with their errors; table I is recomputed from rounds per block."""
    checked = [recompute(row, STEPS[hash_of(row)] if row.is_proposed else None) for row in printed]
    sound = [row for row, (_, slip) in zip(printed, checked, strict=True) if slip is None]
    for row, (recomputed, slip) in zip(printed, checked, strict=True):
        if slip:
            rate = row.cells["throughput_mbps"]
            twin = next(
                s for s in sound if (s.cells["throughput_mbps"], hash_of(s)) == (rate, hash_of(row))
            )
            slip += f" {rate} is that of {title_of(twin)}, {twin.device}, in table {twin.table}."
        if row.cells["source"].endswith(TWICE):
            slip = "The row above once more."
        yield Row(
            title_of(row), "printed", _computes(row), row.device, row.printed, recomputed, slip
        )


def _computes(row: Published) -> str:
    return f"HMAC-{hash_of(row)}" if row.algorithm == "HMAC" else hash_of(row)


# Whole messages


def _messages(printed: Sequence[Published], found: Sequence[Measured]) -> Iterator[MessageRate]:
    """Yields the paper's designs with one hash on its board's family, and ours on ecp5-85k."""
    for row in printed:
        if row.is_proposed and row.device == BOARD and "&" not in title_of(row):
            fmax = row.number("fmax_mhz") or 0.0
            block = throughput(8 * BLOCK_BYTES, fmax, STEPS[hash_of(row)])
            for key in (KEPT, LOADED):
                rates = {size: _printed_rate(hash_of(row), fmax, size, key) for size in SIZES}
                yield MessageRate(
                    title_of(row), "printed", _computes(row), BOARD, key, block, rates
                )
    for measured in found:
        if measured.config in TABLE_I and measured.target == JUDGE and measured.fmax_mhz:
            for choice in catalog.get(measured.config).choices:
                yield from _our_rates(choice, measured.fmax_mhz)


def _printed_rate(name: str, fmax: float, size: int, key: str) -> float:
    """Returns Mbit/s if a block takes one cycle per round and nothing else takes time."""
    algorithm = ALGORITHMS[name]
    # With a loaded key the inner hash has one block less, and the outer hash has one block.
    blocks = algorithm.blocks(BLOCK_BYTES + size) + (2 if key == LOADED else 0)
    return throughput(8 * size, fmax, blocks * STEPS[name])


def _our_rates(choice: Config, fmax: float) -> Iterator[MessageRate]:
    block = throughput(choice.hash.block_bits, fmax, choice.cycles_per_block)
    for key, key_bytes in ((KEPT, None), (LOADED, KEY_BYTES)):
        rates = {size: message_throughput(choice, fmax, size, key_bytes) for size in SIZES}
        yield MessageRate(choice.name, "ours", choice.computes, JUDGE, key, block, rates)
