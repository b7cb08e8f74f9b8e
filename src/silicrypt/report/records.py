"""The stored results that page, terminal and README show, and the figures that follow from them.

Results also stand beside open peers, and beside the limits of feedback loops. Nothing is measured.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from silicrypt import catalog, targets
from silicrypt.errors import BadInput
from silicrypt.measure.core_result import CoreResult
from silicrypt.measure.core_result import stored as measured_cores
from silicrypt.metrics import fmax, per_area, per_slice, slices
from silicrypt.papers.data import Peer
from silicrypt.report.limits import Limit
from silicrypt.results import imported
from silicrypt.results.imported import ImportedResult
from silicrypt.results.result import PowerAt, PowerResult, Result
from silicrypt.results.store import Store

#: The clock at which the power of all designs is shown.
POWER_MHZ = 100.0
#: A power result, and the power at a frequency.
PoweredAt = tuple[PowerResult, PowerAt]

_AnyResult = TypeVar("_AnyResult", bound=Result)


def results(store: Store | None = None) -> list[Result]:
    """Returns the results that are not stale, one per design point, target and level.

    Args:
        store: the store whose results are taken beside the committed ones; the cache by default.
    """
    from silicrypt.flow import query

    return most_seeds(query.of(store=store))


def measured(folder: Path) -> tuple[list[CoreResult], list[ImportedResult]]:
    """Returns the results of measured cores below a folder, and the imported ones.

    Raises:
        BadInput: the folder has no result.
    """
    found, others = list(measured_cores(folder)), list(imported.stored(folder))
    if not found and not others:
        raise BadInput(f"there is no result of 'silicrypt measure' or 'import-result' in {folder}")
    return most_seeds(found), others


def powers(store: Store | None = None) -> list[PoweredAt]:
    """Returns the power results that are not stale, with the power at `POWER_MHZ`.

    Args:
        store: as with `results`.
    """
    from silicrypt.flow import query

    return [(r, r.at(POWER_MHZ)) for r in query.power(store) if r.fmax_mhz >= POWER_MHZ]


def most_seeds(found: Iterable[_AnyResult]) -> list[_AnyResult]:
    """Returns results without those that differ from another one only in having fewer seeds.

    The order does not change.
    """
    chosen: dict[tuple[str, str, str], _AnyResult] = {}
    for r in found:
        key = (r.config, r.target, r.level)
        if key not in chosen or len(chosen[key].seeds) < len(r.seeds):
            chosen[key] = r
    return list(chosen.values())


def kind(result: Result) -> str:
    """Returns the kind of the figures of area and clock, such as placed and routed."""
    return targets.get(result.target).kind


def in_flight(result: Result) -> int:
    """Returns the number of blocks or messages in flight at which the throughput is reached."""
    if isinstance(result, CoreResult):
        return result.in_flight
    return catalog.get(result.config).stages


def origin(result: object) -> str:
    """Returns where a measured core comes from; empty for a design point of the catalogue.

    The origin is repository and commit, or the hash of the sources.
    """
    if not isinstance(result, CoreResult):
        return ""
    name = result.repository.removesuffix(".git").split("://")[-1]
    return f"{name} @ {result.commit}" if result.commit else f"sources {result.source_hash}"


def verified_by(result: Result) -> str:
    """Returns the verification that a result records."""
    record = result.verification
    return f"{record.suite} suite: {record.checks} checks, {record.cases:,} cases"


def command(result: Result) -> str:
    """Returns the command that measures a result again."""
    words = ["silicrypt", "implement", result.config, "-t", result.target, "--level", result.level]
    if isinstance(result, CoreResult):
        words = ["silicrypt", "measure", f"{result.config}.toml", "-t", result.target]
    if result.seeds:
        words += ["--seeds", ",".join(map(str, result.seeds))]
    return shlex.join(words)


@dataclass(frozen=True)
class LimitShare:
    """The share that one of our designs reaches of the loop that bounds its algorithm.

    Attributes:
        limit: the loop.
        row: our fastest design with one message at a time, if one is measured.
        share: its rounds per second divided by those of the loop, 0 to 1.
    """

    limit: Limit
    row: Result | None
    share: float | None


#: The algorithms that are compared with peers, in the order of the tables. The others of a family
#: are the same core with other initial hash values or a longer key.
COMPARED = ("SHA-512", "SHA-256", "SHA-1", "MD5", "AES-128")


@dataclass(frozen=True)
class PeerComparison:
    """A comparison of one of our designs with the open peers of its family.

    Attributes:
        row: our design with the highest throughput per LUT, with one or with several messages in
            flight, or that with the highest throughput on one message.
        fastest: the peer with the highest throughput.
        densest: the peer with the highest throughput per LUT.
        fullest: the peer with the highest throughput per slice.
        one: the peer with the highest throughput on one message; None if no peer's is known.
        share: share of the loop that bounds the algorithm, 0 to 1, if `row` reaches the largest.
    """

    row: Result
    fastest: Peer
    densest: Peer
    fullest: Peer
    one: Peer | None
    share: float | None

    @property
    def faster(self) -> float:
        """Our throughput divided by that of the fastest peer."""
        return (self.row.throughput_mbps or 0.0) / self.fastest.throughput_mbps

    @property
    def faster_one(self) -> float | None:
        """Our throughput on one message divided by that of the peer `one`."""
        ours = self.row.throughput_one_message_mbps or 0.0
        theirs = self.one.throughput_one_message_mbps if self.one else None
        return ours / theirs if theirs else None

    @property
    def denser(self) -> float:
        """Our throughput per LUT divided by that of the densest peer."""
        return (per_area(self.row) or 0.0) / self.densest.mbps_per_lut

    @property
    def denser_by_slice(self) -> float:
        """Our throughput per slice divided by that of the peer `fullest`."""
        return (per_slice(self.row) or 0.0) / peer_per_slice(self.fullest)


def peer_per_slice(peer: Peer) -> float:
    """Returns the throughput of a peer per slice, Mbit/s."""
    return peer.throughput_mbps / (slices(peer.lut4, peer.ff) or 1)


def limit_shares(limits: Iterable[Limit], rows: Iterable[Result]) -> tuple[LimitShare, ...]:
    """Returns each limit with the fastest of our cores that it bounds, if there is one."""
    candidates = [r for r in rows if r.target == "ecp5-85k" and r.level == "core" and r.fmax_mhz]
    found = []
    for limit in limits:
        bounded = [
            (operations_per_second(r), r)
            for r in candidates
            if r.algorithm == limit.bounds and catalog.get(r.config).stages == 1
        ]
        rate, best = max(bounded, key=lambda pair: pair[0], default=(0.0, None))
        found.append(LimitShare(limit, best, rate / limit.fmax_mhz if best else None))
    return tuple(found)


def operations_per_second(row: Result) -> float:
    """Returns millions of rounds (MD5: steps) per second of one message."""
    return (fmax(row) or 0.0) * catalog.get(row.config).unroll


def peer_comparisons(
    peers: Iterable[Peer], rows: Sequence[Result], near: Iterable[LimitShare]
) -> tuple[PeerComparison, ...]:
    """Compares our routed cores with the peers of each family, in the order of `COMPARED`.

    A family has the core with the highest throughput per LUT. If it is another one, it also has the
    core with the highest throughput on one message. A hash also has the core with the highest
    throughput per LUT on several messages, if that is more than with one.
    """
    shares = {n.row.run_id: n.share for n in near if n.row}
    theirs: dict[str | None, list[Peer]] = {}
    for peer in filter(comparable, peers):
        theirs.setdefault(family(peer.algorithm, peer.cycles_per_block), []).append(peer)
    ours: dict[str | None, list[Result]] = {}
    for r in sorted(filter(compared, rows), key=lambda r: COMPARED.index(r.algorithm)):
        ours.setdefault(family(r.algorithm, r.cycles_per_block), []).append(r)
    found = []
    for group, designs in ours.items():
        if not (rivals := theirs.get(group)):
            continue
        fastest = max(rivals, key=lambda p: p.throughput_mbps)
        densest = max(rivals, key=lambda p: p.mbps_per_lut)
        fullest = max(rivals, key=peer_per_slice)
        single = [p for p in rivals if p.in_flight]
        one = max(single, key=lambda p: p.throughput_one_message_mbps or 0.0, default=None)
        found += [
            PeerComparison(row, fastest, densest, fullest, one, shares.get(row.run_id))
            for row in _shown(designs)
        ]
    return tuple(found)


def _shown(designs: Sequence[Result]) -> list[Result]:
    """Returns the designs of a family that are compared."""
    alone = [row for row in designs if _alone(row)]
    found = [max(some, key=_density) for some in (alone, designs) if some]
    if any(in_flight(row) > 1 for row in alone):
        found.append(max(alone, key=lambda r: r.throughput_one_message_mbps or 0.0))
    return list({row.run_id: row for row in found}.values())


def _density(row: Result) -> float:
    return per_area(row) or 0.0


def _alone(row: Result) -> bool:
    """Returns whether the throughput is that of one message.

    All blocks of a cipher count as one message.
    """
    return catalog.get(row.config).stages == 1 or row.algorithm.startswith("AES")


def compared(row: Result) -> bool:
    """Returns whether a row is compared: a verified, routed core of an algorithm in `COMPARED`."""
    routed = (row.target, row.level) == ("ecp5-85k", "core")
    return routed and row.verified and row.algorithm in COMPARED and bool(per_area(row))


def family(algorithm: str, cycles_per_block: int = 0) -> str | None:
    """Returns the family that a core or peer is plotted in. The word size decides its area.

    Ciphers that take a block in every cycle are a separate family.
    """
    if algorithm.startswith(("SHA-224", "SHA-256")):
        return "SHA-256"
    if algorithm.startswith(("SHA-384", "SHA-512")):
        return "SHA-512"
    if algorithm.startswith("AES"):
        return "AES, one block per cycle" if cycles_per_block == 1 else "AES"
    return next((name for name in ("SHA-1", "MD5") if algorithm.startswith(name)), None)


def comparable(peer: Peer) -> bool:
    """Returns whether a peer is comparable: it has one of the families and any message length."""
    return family(peer.algorithm) is not None and "fixed length" not in peer.algorithm
