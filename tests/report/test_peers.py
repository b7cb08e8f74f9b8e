from __future__ import annotations

from dataclasses import replace

import pytest

from silicrypt.flow import query
from silicrypt.metrics import area, area_unit, fmax, per_area, slices, slices_of
from silicrypt.papers import data
from silicrypt.report.limits import limits
from silicrypt.report.records import (
    command,
    comparable,
    compared,
    family,
    in_flight,
    kind,
    limit_shares,
    most_seeds,
    operations_per_second,
    peer_comparisons,
    results,
)
from silicrypt.results.result import Range, Result


def faster(result: Result) -> Result:
    """Returns a result with twice the clock."""
    clock = 2 * (fmax(result) or 0)
    return replace(result, fmax_mhz=Range(clock, clock, clock))


def find(samples: list[Result], point: str, target: str, level: str = "core") -> Result:
    return next(r for r in samples if (r.config, r.target, r.level) == (point, target, level))


def test_area_is_what_the_target_counts_in(samples: list[Result]) -> None:
    units = {r.target: (area_unit(r), kind(r)) for r in samples}
    assert units["ecp5-85k"] == ("LUT4", "placed and routed")
    assert units["nangate45"] == ("GE", "static timing, ideal clock, no wires")
    assert units["virtex-e"] == ("slices", "mapped only, an estimate")


def test_throughput_per_area_is_a_quotient(samples: list[Result]) -> None:
    fast = find(samples, "sha512-fast", "ecp5-85k")
    size = area(fast)
    assert fast.throughput_mbps and size
    assert per_area(fast) == pytest.approx(fast.throughput_mbps / size)
    assert per_area(find(samples, "sha512-fast", "virtex-e")) is None


def test_the_command_makes_the_row_again(samples: list[Result]) -> None:
    assert command(find(samples, "sha512-u1", "ecp5-85k", "stream")) == (
        "silicrypt implement sha512-u1 -t ecp5-85k --level stream --seeds 1,2,3"
    )
    assert "--seeds" not in command(find(samples, "sha512-u1", "nangate45"))


def test_nearness_counts_operations_of_one_message(samples: list[Result]) -> None:
    near = {n.limit.name: n for n in limit_shares(limits(), samples)}
    loop = near["sha512"]
    assert loop.row is not None and loop.share is not None
    assert loop.share == pytest.approx(operations_per_second(loop.row) / loop.limit.fmax_mhz)
    assert loop.row.config != "sha512-pipe2"
    half = near["sha256"]
    assert half.row is not None and half.row.algorithm == "SHA-256"
    step = near["md5"]
    assert step.row is not None and step.row.algorithm == "MD5"


def test_a_limit_counts_for_the_algorithm_that_it_is_named_for(samples: list[Result]) -> None:
    """SHA-384 is the same core with other initial hash values; it must not count for SHA-512."""
    lucky = [faster(r) if r.config == "sha384-fast" else r for r in samples]
    near = {n.limit.name: n for n in limit_shares(limits(), lucky)}
    best = near["sha512"].row
    assert best is not None and best.algorithm == "SHA-512"


def test_a_limit_without_a_core_stands_alone() -> None:
    assert all(n.row is None and n.share is None for n in limit_shares(limits(), []))


def test_a_comparison_has_the_densest_of_ours_beside_the_best_peers(samples: list[Result]) -> None:
    comparisons = peer_comparisons(data.peers(), samples, limit_shares(limits(), samples))
    found = {s.row.algorithm: s for s in comparisons if in_flight(s.row) == 1}
    best = found["SHA-1"]
    assert (best.fastest.name, best.densest.name) == ("xcrypt_sha1_core", "opencores_sha1")
    assert per_area(best.row) == max(
        per_area(r) or 0
        for r in samples
        if compared(r) and r.algorithm == "SHA-1" and "-pipe" not in r.config
    )
    assert best.row.throughput_mbps
    assert best.faster == pytest.approx(best.row.throughput_mbps / 530.8)
    assert best.denser == pytest.approx((per_area(best.row) or 0) / 0.3155)
    # A slice has two tables and two flip-flops: 1 682 and 893 fill 841 slices.
    size = (max(best.row.lut or 0, best.row.ff or 0) + 1) // 2
    ours, theirs = best.row.throughput_mbps / size, 530.7 / 841
    assert best.fullest.name == "opencores_sha1"
    assert best.denser_by_slice == pytest.approx(ours / theirs)
    many, one = found["SHA-512"].fastest, found["SHA-512"].one
    assert (many.name, many.in_flight) == ("john_sha512_core", 4)
    assert one and one.name == "betrusted_sha512"
    assert found["SHA-256"].fastest.name == "apingis_sha256core"
    assert "SHA-384" not in found and "HMAC-MD5" not in found


@pytest.mark.parametrize("factor", [0.01, 9.0])
def test_a_core_with_several_messages_is_compared_if_it_is_denser(
    factor: float, samples: list[Result]
) -> None:
    rows = [
        replace(r, throughput_mbps=factor * (area(r) or 0)) if in_flight(r) > 1 else r
        for r in samples
    ]
    found = [s.row for s in peer_comparisons(data.peers(), rows, ()) if s.row.algorithm == "MD5"]
    assert [in_flight(row) for row in found] == ([1, 4] if factor > 1 else [1])


def test_a_peer_with_several_messages_counts_with_one_of_them_on_one_message(
    samples: list[Result],
) -> None:
    peers = [p for p in data.peers() if p.algorithm == "MD5"]
    alone = max((p for p in peers if p.in_flight == 1), key=lambda p: p.throughput_mbps)
    fast = replace(alone, name="four", throughput_mbps=1600.0, in_flight=4)
    (one, *_) = peer_comparisons([*peers, fast], samples, ())
    assert one.fastest.name == "four" and one.one == alone
    slower = replace(fast, throughput_mbps=1800.0)
    (one, *_) = peer_comparisons([*peers, slower], samples, ())
    assert one.one == slower
    assert one.faster_one == pytest.approx((one.row.throughput_mbps or 0) / 450)


@pytest.mark.parametrize(
    ("lut4", "ff", "expected"), [(455, 1003, 502), (822, 542, 411), (3, 3, 2), (None, 4, None)]
)
def test_a_slice_has_two_tables_and_two_flip_flops(
    lut4: int | None, ff: int, expected: int | None
) -> None:
    assert slices(lut4, ff) == expected


def test_only_what_is_placed_on_an_ecp5_has_its_slices(samples: list[Result]) -> None:
    assert {r.target for r in samples if slices_of(r) is not None} == {"ecp5-85k"}


def test_one_message_stands_beside_many(samples: list[Result]) -> None:
    found = [s for s in peer_comparisons(data.peers(), samples, ()) if s.row.algorithm == "AES-128"]
    looped = [s for s in found if s.row.cycles_per_block > 1]
    assert {s.one.name for s in looped if s.one} == {"asicsws_aes128_enc"}
    for comparison in looped:
        row = comparison.row
        one, many = row.throughput_one_message_mbps, row.throughput_mbps
        assert one and many and many == pytest.approx(one * in_flight(row))
        assert comparison.faster_one == pytest.approx(one / 1040.0)
    best = max(
        r.throughput_one_message_mbps or 0
        for r in samples
        if compared(r) and r.algorithm == "AES-128" and r.cycles_per_block > 1
    )
    assert best in [s.row.throughput_one_message_mbps for s in looped]
    (line,) = [s for s in found if s.row.cycles_per_block == 1]
    assert line.one is None and line.faster_one is None


def test_a_cipher_with_a_block_a_cycle_has_peers_of_its_own() -> None:
    peers = [p for p in data.peers() if family(p.algorithm, p.cycles_per_block) == "AES"]
    assert "opencores_tiny_aes_128" not in {p.name for p in peers}
    assert family("AES-128", 1) == family("AES-128 encrypt, fully pipelined", 1)


def test_peers_of_another_kind_are_not_drawn() -> None:
    drawn = {p.name for p in data.peers() if comparable(p)}
    assert {"betrusted_sha512", "opencores_sha256", "secworks_md5_core"} <= drawn
    assert not {"btcminer_sha256_transform", "opentitan_sha3_unmasked"} & drawn
    assert family("SHA-256 (with padding)") == "SHA-256"
    assert family("SHA3-512") is None


def test_the_run_with_the_most_seeds_stands_for_a_design_point(samples: list[Result]) -> None:
    whole = find(samples, "sha512-u1", "ecp5-85k")
    quick = replace(whole, seeds=(1,), run_id="quick")
    other = find(samples, "sha512-u2", "ecp5-85k")
    assert most_seeds([quick, other, whole]) == [whole, other]
    assert most_seeds([whole, other, quick]) == [whole, other]


def test_the_store_is_read(samples: list[Result], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(query, "of", lambda **_: [replace(samples[0], seeds=()), *samples])
    assert results() == samples
