from __future__ import annotations

import pytest

from silicrypt.papers import PAPERS, data
from silicrypt.papers.claims import load

NUMBERS = (
    "area",
    "area2",
    "clk_constraint_ns",
    "slack_ns",
    "fmax_mhz",
    "throughput_mbps",
    "time_us",
)


@pytest.mark.parametrize("paper", PAPERS)
def test_every_printed_row_is_there(paper: str) -> None:
    rows = data.published(paper)
    assert len({row.key for row in rows}) == len(rows) == load(paper).printed_rows
    for row in rows:
        assert all(row.number(column) is None or row.slack(column) > 0 for column in NUMBERS)


def test_slack_is_half_the_last_printed_digit() -> None:
    proposed = next(r for r in data.published("sha512-2005") if r.is_proposed and r.table == "I")
    assert proposed.slack("fmax_mhz") == pytest.approx(0.05)
    assert proposed.slack("throughput_mbps") == pytest.approx(0.5)


@pytest.mark.parametrize("peer", data.peers(), ids=lambda peer: peer.name)
def test_a_peer_follows_from_its_own_clock(peer: data.Peer) -> None:
    rate = data.throughput(peer.block_bits, peer.fmax_mhz, peer.cycles_per_block)
    assert peer.throughput_mbps == pytest.approx(rate, rel=2e-3)
    assert peer.mbps_per_lut == pytest.approx(rate / peer.lut4, rel=2e-3, abs=1e-4)
    assert "/" in peer.repository and peer.commit


def test_the_loop_of_sha512_bounds_one_round_per_cycle() -> None:
    loop = next(limit for limit in data.limits() if limit.name == "sha512_loop")
    assert loop.fmax_mhz == pytest.approx(139.4)
