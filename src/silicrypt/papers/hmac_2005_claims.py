"""The claims of ``hmac-2005``, compared with our measurements and with its own tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from silicrypt.catalog import Level
from silicrypt.papers.arithmetic import gain_percent, rate_of
from silicrypt.papers.data import Published
from silicrypt.papers.judge import Bank, Ratio, judged, verdict
from silicrypt.papers.model import Claim, place_of

PERF, AREA = "hmac-md5-sha1-perf", "hmac-md5-sha1-area"
#: Designs with one hash that precompute as many sums as the two forms with both hashes.
SHA1_ALONE, MD5_ALONE = "hmac-sha1-fast", "hmac-md5-fast"
#: The paper's kind of technology comes first, because the verdicts follow from it.
JUDGE = "ecp5-85k"
TIMED = (JUDGE, "nangate45")
#: The family of the paper's board comes first.
FAMILIES = ("virtex-e", "virtex", "virtex-2", "spartan-3")


@dataclass(frozen=True)
class Pair:
    """Two of our designs that a claim compares."""

    new: str
    old: str
    level: Level = "stream"

    def ratio(self, bank: Bank, target: str, what: str) -> Ratio:
        """Returns a figure of the new design divided by that of the old one."""
        return bank.ratio(self.new, self.old, place_of(target, self.level), what)


#: Designs with and without the pre-computation stage.
PRECOMPUTED: Mapping[str, tuple[Pair, ...]] = {
    "SHA-1": (Pair("hmac-sha1", "hmac-sha1-u1"), Pair("sha1-u1-pre", "sha1-u1", "core")),
    "MD5": (Pair("hmac-md5", "hmac-md5-u1"), Pair("md5-u1-pre", "md5-u1", "core")),
}
#: Designs with four pipeline stages, and rolled designs that precompute as many sums. Designs that
#: are not in the catalogue are left out.
PIPELINED = (
    Pair("hmac-sha1-pipe4", SHA1_ALONE),
    Pair("hmac-md5-pipe4", MD5_ALONE),
    Pair("sha1-pipe4", "sha1-fast", "core"),
    Pair("md5-pipe4", "md5-fast", "core"),
)
#: Designs with four pipeline stages, and the paper's own rolled form, which precomputes fewer sums.
PIPELINED_OVER_BASE = (
    Pair("hmac-sha1-pipe4", "hmac-sha1"),
    Pair("hmac-md5-pipe4", "hmac-md5"),
    Pair("sha1-pipe4", "sha1-u1-pre", "core"),
    Pair("md5-pipe4", "md5-u1-pre", "core"),
)
_BASE = (
    "Held against rolled cores with as many sums formed ahead (Precompute 2); beside them the "
    "paper's own base (Precompute 1)."
)
SHARED = Pair(AREA, PERF)

#: Number of stages of the pipelined designs in table II. The paper compares one of the stages.
STAGES = {"[7]": 4}


# Claims compared with our measurements


def measured_claims(bank: Bank) -> tuple[Claim, ...]:
    """Returns the paper's claims about its designs, judged by our designs."""
    return (
        *(_precomputed(bank, name, pairs) for name, pairs in PRECOMPUTED.items()),
        judged(
            "One operation block for both hashes saves 19 % to 29 % of the area of two cores.",
            "x0.71 (Virtex, Virtex-E), x0.72 (Virtex-II), x0.81 (Spartan-3)",
            [SHARED.ratio(bank, on, "area") for on in (*FAMILIES, *TIMED)],
            lambda ratio: ratio <= 0.81,
            "Of the whole HMAC unit. Slices are an estimate by mapping.",
        ),
        judged(
            "One operation block for both hashes costs little clock.",
            "x0.94 (Virtex-E), x0.96 (Virtex), x0.84 (Virtex-II), x0.69 (Spartan-3)",
            [SHARED.ratio(bank, on, "fmax_mhz") for on in TIMED],
            lambda ratio: ratio >= 0.93,
            "Held against Virtex-E, the family of the paper's board; two of the paper's own "
            "families do not bear it out.",
        ),
        judged(
            "Four stages bring four times the throughput.",
            "x4",
            _pipelined(bank, TIMED, "throughput_mbps"),
            lambda ratio: ratio >= 3.8,
            f"{_BASE} With as many messages in flight. Borne out from x3.8 on: less than what "
            "another seed does to two clocks.",
        ),
        judged(
            "Four stages take 3.21 times the area.",
            "x3.21, an average",
            _pipelined(bank, (FAMILIES[0], *TIMED), "area"),
            lambda ratio: ratio <= 3.21,
            f"{_BASE} The paper prints no table of it.",
        ),
        _critical(bank),
    )


def _pipelined(bank: Bank, targets: Sequence[str], what: str) -> list[Ratio]:
    """Returns the ratios of four stages over one: first like for like, then the paper's base."""
    pairs = (*PIPELINED, *PIPELINED_OVER_BASE)
    return [pair.ratio(bank, on, what) for on in targets for pair in pairs]


def _precomputed(bank: Bank, name: str, pairs: Sequence[Pair]) -> Claim:
    return judged(
        f"Pre-computation brings {name} 30 % more throughput or more.",
        "x1.30",
        [pair.ratio(bank, on, "throughput_mbps") for on in TIMED for pair in pairs],
        lambda ratio: ratio >= 1.3,
    )


def _critical(bank: Bank) -> Claim:
    """Judges whether MD5 limits the clock: by the slowest path, or else by the clocks alone."""
    faster = Pair(SHA1_ALONE, MD5_ALONE), Pair(SHA1_ALONE, AREA), Pair(SHA1_ALONE, PERF)
    nearer = Pair(AREA, MD5_ALONE).ratio(bank, JUDGE, "fmax_mhz").value
    claim = judged(
        "The slowest path of the core with both hashes is MD5's: SHA-1 alone is faster.",
        "MD5 alone and both in two cores have one clock in every family; SHA-1 alone x1.40 to "
        "x1.71 of it",
        [
            pair.ratio(bank, on, "fmax_mhz")
            for on in TIMED
            for pair in (*faster, Pair("hmac-sha1", "hmac-md5"))
        ],
        lambda ratio: ratio > 1,
        f"{AREA} has x{nearer:.2f} of the clock of {MD5_ALONE}." if nearer else "",
    )
    place = place_of(JUDGE, "stream")
    pair = bank.by_place.get((PERF, place))
    cores = {core for at in (pair.path if pair else ()) for core in _CORES if core in at.split(".")}
    if len(cores) != 1:
        return claim
    (core,) = cores
    return replace(
        claim,
        verdict=verdict(_CORES[core] == "MD5"),
        why=f"Verdict by the slowest path of {PERF} on {place}: it lies in the core of "
        f"{_CORES[core]}. By the clocks alone: {claim.verdict}. {claim.why}",
    )


#: The two cores of `PERF`, by instance name.
_CORES = {"u_md5": "MD5", "u_sha1": "SHA-1"}


# Claims compared with the paper's own tables


def table_claims(printed: Sequence[Published]) -> tuple[Claim, ...]:
    """Returns the paper's claims about its own tables."""
    gains = _gains(printed)
    lowest = min(gains, key=lambda name: gains[name])
    highest = max(gains, key=lambda name: gains[name])
    ends = f"{gains[lowest]:+.0f} % over {lowest}; {gains[highest]:+.0f} % over {highest}"
    below = sum(gain < 30 for gain in gains.values())
    figures = {f"gain over {name}, %": round(gain, 1) for name, gain in gains.items()}
    return (
        Claim(
            claim="The smallest gain in throughput over the other designs is 30 %.",
            verdict=verdict(round(gains[lowest]) >= 30),
            printed="+30 %",
            measured=f"{gains[lowest]:+.0f} % over {lowest}",
            why=f"By the paper's own tables, family by family: {below} of {len(gains)} gains are "
            "below 30 %, those over [12] on Spartan-3 among them, whose rates it prints as its own "
            "(see the slips).",
            figures=figures,
        ),
        Claim(
            claim="The largest gain in throughput over the other designs is 390 %.",
            verdict=verdict(round(gains[highest], -1) == 390),
            printed="+390 %",
            measured=f"{gains[highest]:+.0f} % over {highest}",
            why="The quotient is right. The abstract has it over commercial cores; the row is "
            "research work, a processor for the whole MD4 family with 185 cycles a block.",
            figures={f"gain over {highest}, %": round(gains[highest], 1)},
        ),
        Claim(
            claim="The gains in throughput are 30 % to 100 %.",
            verdict=verdict(gains[lowest] >= 30 and gains[highest] <= 100),
            printed="+30 % to +100 %",
            measured=ends,
            why="So the conclusion has it; the abstract has 30 % to 390 %, and the tables neither.",
            figures=figures,
        ),
    )


def _gains(printed: Sequence[Published]) -> dict[str, float]:
    """Returns the printed gains in percent over other designs of the same family and hash."""
    best: dict[tuple[str, str, bool], float] = {}
    for row in printed:
        if row.is_proposed:
            best[_kind(row)] = max(_rate(row), best.get(_kind(row), 0.0))
    return {
        f"{title_of(row)}, {hash_of(row)}, {row.device}": gain_percent(best[_kind(row)], _rate(row))
        for row in printed
        if not row.is_proposed
    }


def _kind(row: Published) -> tuple[str, str, bool]:
    """Returns what compared rows share: family, hash, and whether there is a second hash."""
    return row.device, hash_of(row), "&" in title_of(row)


def _rate(row: Published) -> float:
    """Returns the throughput of one stage, Mbit/s."""
    return rate_of(row) / STAGES.get(row.cells["source"], 1)


#: Suffix of the source of a row that the paper prints twice.
TWICE = " (printed twice)"


def title_of(row: Published) -> str:
    """Returns the title of a printed row: its design and its source."""
    design = row.cells["design"].removeprefix("HMAC ")
    return f"{design} {row.cells['source'].removesuffix(TWICE)}".strip()


def hash_of(row: Published) -> str:
    """Returns the hash that a printed row is about."""
    return row.cells["function_or_mode"]
