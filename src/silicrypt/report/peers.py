"""Our results beside those of open peers, and beside the limits of the feedback loops."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from silicrypt import catalog
from silicrypt.metrics import fmax, per_area, per_slice, slices
from silicrypt.papers.data import Peer
from silicrypt.report.limits import Limit
from silicrypt.report.records import in_flight
from silicrypt.results.result import Result


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
        row: our design with the highest throughput per LUT, or the highest on one message.
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
        return ours / self.one.throughput_mbps if self.one else None

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

    A family has the core with the highest throughput per LUT and, if it is a different one, the
    core with the highest throughput on one message.
    """
    shares = {n.row.run_id: n.share for n in near if n.row}
    theirs: dict[str | None, list[Peer]] = {}
    for peer in filter(comparable, peers):
        theirs.setdefault(family(peer.algorithm, peer.cycles_per_block), []).append(peer)
    ours: dict[str | None, list[Result]] = {}
    alone = [r for r in rows if compared(r) and _alone(r)]
    for r in sorted(alone, key=lambda r: COMPARED.index(r.algorithm)):
        ours.setdefault(family(r.algorithm, r.cycles_per_block), []).append(r)
    found = []
    for group, designs in ours.items():
        if not (rivals := theirs.get(group)):
            continue
        fastest = max(rivals, key=lambda p: p.throughput_mbps)
        densest = max(rivals, key=lambda p: p.mbps_per_lut)
        fullest = max(rivals, key=peer_per_slice)
        # A peer that takes a block in every cycle has many blocks in flight. Its throughput on one
        # message is not known.
        single = [p for p in rivals if p.cycles_per_block > 1]
        one = max(single, key=lambda p: p.throughput_mbps, default=None)
        best = max(designs, key=lambda r: per_area(r) or 0.0)
        shown = {best.run_id: best}
        if any(in_flight(row) > 1 for row in designs):
            lone = max(designs, key=lambda r: r.throughput_one_message_mbps or 0.0)
            shown[lone.run_id] = lone
        found += [
            PeerComparison(row, fastest, densest, fullest, one, shares.get(row.run_id))
            for row in shown.values()
        ]
    return tuple(found)


def _alone(row: Result) -> bool:
    """Returns whether the throughput is that of one message, as it is for peers.

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
