from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from invented import InventedSource, claim_of, verdicts_of

from silicrypt import catalog
from silicrypt.papers import Reproduction, reproduce
from silicrypt.papers.hmac_2005 import AREA, FAMILIES, PERF, SIZES, bounds
from silicrypt.results.result import PathStep

#: The forms with both hashes that form more sums ahead.
FAST_PERF, FAST_AREA = "hmac-md5-sha1-perf", "hmac-md5-sha1-area"
SHA1_ALONE, MD5_ALONE = "hmac-sha1-fast", "hmac-md5-fast"
ROLLED = ("hmac-sha1", "hmac-md5")
PIPES = ("hmac-sha1-pipe4-pre", "hmac-md5-pipe4-pre")
FAST_PIPES = ("hmac-sha1-pipe4", "hmac-md5-pipe4")
#: Invented clocks and areas, with the paper's ratios.
CLOCK = {
    "sha1-u1": 100.0,
    "sha1-u1-pre": 132.0,
    "md5-u1": 70.0,
    "md5-u1-pre": 92.0,
    "hmac-sha1-u1": 95.0,
    "hmac-sha1": 125.0,
    "hmac-md5-u1": 66.0,
    "hmac-md5": 87.0,
    SHA1_ALONE: 150.0,
    MD5_ALONE: 105.0,
    PERF: 90.0,
    AREA: 86.0,
    FAST_PERF: 104.0,
    FAST_AREA: 99.0,
    "sha1-fast": 155.0,
    "md5-fast": 108.0,
    **dict(zip(PIPES, (125.0, 87.0), strict=True)),
    **dict(zip(FAST_PIPES, (150.0, 105.0), strict=True)),
}
AREAS = {
    PERF: 1100,
    AREA: 780,
    FAST_PERF: 1150,
    FAST_AREA: 800,
    **dict.fromkeys((*PIPES, *FAST_PIPES), 1926),
}
#: Invented flip-flops.
REGISTERS = {PERF: 1200, AREA: 900}
INSIDE = "{}.gen_single.u_rounds.a_q_TRELLIS_FF_Q"


def found(
    clock: Mapping[str, float] = CLOCK,
    areas: Mapping[str, int] = AREAS,
    path: str = "u_core",
    registers: Mapping[str, int] = REGISTERS,
) -> Reproduction:
    """Returns the paper with invented figures."""
    clocks, sizes = {**CLOCK, **clock}, {**AREAS, **areas}

    def change(point: str, _: str) -> dict[str, Any]:
        cycles, area = 85 if "sha1" in point else 68, sizes.get(point, 600)
        if "pipe4" in point:
            cycles //= 4
        figures = {"mhz": clocks.get(point, 100.0), "cycles": cycles, "area": area}
        figures |= {"lut": 2 * area, "ge": 10 * area, "ff": registers.get(point, 900)}
        through = tuple(PathStep("logic", 0.2, INSIDE.format(at)) for at in path.split())
        return figures | {"critical_path": through, "seeds": (1, 2, 3)}

    return reproduce("hmac-2005", source=InventedSource(change, powers=False))


def verdicts(**figures: Any) -> dict[str, str]:
    return verdicts_of(found(**figures))


def test_verdicts_follow_the_figures() -> None:
    said = verdicts()
    assert said["shorter-paths"] == "reproduced"  # 1 / 92 over 1 / 70 MHz
    assert said["pipeline-throughput"] == "reproduced"
    assert said["pipeline-area"] == "reproduced"
    assert said["shared-luts"] == said["shared-slices"] == "reproduced"
    assert said["shared-clock"] == "reproduced"  # -4.4 %
    assert said["no-extra-area"] == "undecided"  # not over our form, but over cores of others
    assert said["critical-md5"] == "reproduced"
    assert said["sha1-faster"] == "reproduced"
    assert said["critical-core"] == "reproduced"


@pytest.mark.parametrize(
    ("more", "area", "holds"),
    [
        (31, 600, False),
        (32, 600, True),
        (32, 611, True),
        (33, 600, False),
        (32, 613, False),  # one register, and other logic
    ],
)
def test_one_register_is_a_word_and_no_other_area(more: int, area: int, holds: bool) -> None:
    change = {"areas": {"sha1-u1-pre": area}, "registers": {"sha1-u1-pre": 900 + more}}
    claim = claim_of(found(**change), "one-register")
    assert claim.verdict == "undecided"  # the control of the paper's form is not stated
    assert (next(iter(claim.figures.values())) == 1) == holds


def test_verdicts_change_with_the_figures() -> None:
    said = verdicts(
        clock={"hmac-sha1-u1": 130.0, "sha1-u1": 140.0, AREA: 140.0, FAST_AREA: 140.0},
        areas={AREA: 1045},
        path="u_engine",
    )
    assert said["shorter-paths"] == "not borne out"
    assert said["shared-luts"] == "reproduced"
    assert said["shared-slices"] == "direction only"
    assert said["shared-clock"] == "better than claimed"
    assert said["critical-core"] == "not borne out"
    assert said["sha1-faster"] == "undecided"  # hmac-sha1-fast is faster than its like
    assert verdicts(path="u_engine u_core")["critical-core"] == "not borne out"  # a part is outside
    assert verdicts(clock={PIPES[0]: 90.0})["pipeline-throughput"] == "direction only"


def test_the_papers_gains_are_held_against_its_tables() -> None:
    claims = {claim.id: claim for claim in found().claims}
    assert claims["equation-2"].figures["the same with e added"] == 1
    assert claims["gain-highest"].figures == {
        "largest gain over a commercial core": pytest.approx(2.0815, abs=1e-4),
        "largest gain over any other design": pytest.approx(4.8941, abs=1e-4),
    }
    assert claims["gain-lowest"].figures["smallest gain over a commercial core"] < 1
    assert claims["rates"].figures == {
        "rates of table I that do not follow from 80 or 64 cycles": 5
    }


def test_four_stages_differ_from_the_rolled_form_in_their_stages_alone() -> None:
    for pipe, alone in zip(FAST_PIPES, (SHA1_ALONE, MD5_ALONE), strict=True):
        new, old = (dict(catalog.get(name).parameters) for name in (pipe, alone))
        assert {**new, "PipelineStages": 1} == old
    for pipe, alone in zip(PIPES, ROLLED, strict=True):
        forms = [catalog.get(name).formulas for name in (pipe, alone)]
        assert [one.parameters["Precompute"] for one in forms] == [1, 1]
        assert [one.stages for one in forms] == [4, 1]


def test_the_combined_forms_have_a_row_for_each_hash() -> None:
    rows = [row for row in found().tables[0].ours if row.name in (PERF, AREA)]
    assert [(row.name, row.algorithm) for row in rows] == [
        (name, f"HMAC-{algorithm}") for name in (PERF, AREA) for algorithm in ("MD5", "SHA-1")
    ]
    targets = {f"{on} stream" for on in (*FAMILIES, "ecp5-85k")}
    for row in rows:
        assert set(row.ours) == targets
        routed = row.ours["ecp5-85k stream"]
        assert routed.fmax_mhz is not None
        rate = 512 * routed.fmax_mhz.median / routed.cycles_per_block
        assert routed.throughput_mbps == rate
    cycles = [next(iter(row.ours.values())).cycles_per_block for row in rows]
    assert cycles == [68, 85, 69, 85]


def test_exactly_the_five_inconsistent_cells_of_table_1_are_flagged() -> None:
    flagged = {
        (row.device, row.name, row.algorithm): row.slip
        for row in found().tables[0].printed
        if row.slip
    }
    spartan = "Spartan-3 (-4)"
    assert set(flagged) == {
        ("Virtex-E (-8)", "SHA-1 & MD5 (area)", "HMAC-MD5"),
        (spartan, "SHA-1", "HMAC-SHA-1"),
        (spartan, "MD5", "HMAC-MD5"),
        (spartan, "SHA-1 & MD5 (perf.)", "HMAC-SHA-1"),
        (spartan, "SHA-1 & MD5 (perf.)", "HMAC-MD5"),
    }
    assert flagged["Virtex-E (-8)", "SHA-1 & MD5 (area)", "HMAC-MD5"] == (
        "64 cycles per block at 61 MHz are 488.0 Mbit/s, not 424.0. "
        "424.0 is that of SHA-1 & MD5 (area), Virtex (-6), in table I."
    )
    assert flagged[spartan, "SHA-1", "HMAC-SHA-1"] == (
        "80 cycles per block at 87 MHz are 556.8 Mbit/s, not 543.0. "
        "543.0 is that of *SHA-1 [12] Helion, Spartan-3 (-4), in table II."
    )
    assert all("[12] Helion" in (slip or "") for (on, *_), slip in flagged.items() if on == spartan)


def test_table_2_is_recomputed_from_its_own_clocks() -> None:
    rows = found().tables[1].printed
    cycles = {
        (row.name, row.device, row.algorithm): row.recomputed.cycles_per_block
        for row in rows
        if row.recomputed
    }
    assert len(cycles) == len(rows) - 1  # [6] is printed twice
    assert cycles["*SHA-1 [12] Helion", "Spartan-3 (-4)", "SHA-1"] == 82
    assert cycles["SHA-1 & MD5 [12] Helion", "Spartan-3 (-4)", "HMAC-MD5"] == 66
    assert cycles["*SHA-1 [7]", "Virtex (-6)", "SHA-1"] == 21
    assert cycles["*SHA-1 [6]", "Virtex (-6)", "SHA-1"] == 185
    assert [(row.name, row.slip) for row in rows if row.slip] == [
        ("*SHA-1 [6]", "The row above once more.")
    ]


def test_whole_messages_pay_for_keys_and_the_outer_hash() -> None:
    _, sheet = found().sheets
    rates = {row[1:4]: (row[4], dict(zip(SIZES, row[5:], strict=True))) for row in sheet.rows}
    assert len(rates) == 2 * (2 + 6)
    block, printed = rates["SHA-1", "HMAC-SHA-1", "with each"]
    assert block == pytest.approx(710.4)
    # Two key blocks, the message, its padding, and the outer hash: five blocks.
    assert printed[64] == pytest.approx(710.4 / 5)
    assert rates["SHA-1", "HMAC-SHA-1", "kept"][1][64] == pytest.approx(710.4 / 3)
    assert rates["hmac-sha1", "HMAC-SHA-1", "kept"][1][64] == pytest.approx(512 * 125 / 278)
    loaded = rates["hmac-sha1", "HMAC-SHA-1", "with each"][1]
    assert loaded[64] == pytest.approx(512 * 125 / (278 + 209))
    for block, by_bytes in rates.values():
        speeds = [*by_bytes.values(), block]
        assert speeds == sorted(speeds)  # type: ignore[type-var]


def test_the_report_says_what_the_standard_has() -> None:
    assert any("Equation 1" in note and "RFC 2104" in note for note in found().notes)


def test_slices_are_bounded_by_tables_and_flip_flops() -> None:
    assert bounds(101, 60) == (51, 81)
    sheet, _ = found().sheets
    assert [row[0] for row in sheet.rows] == [name for name in FAMILIES for _ in range(2)]
    rows = {(row[0], row[1]): row for row in sheet.rows}
    assert rows["virtex-2", AREA][6] == 982
    assert str(rows["spartan-3", AREA][7]).endswith("printed x0.81")
    for row in sheet.rows:
        luts, registers, fewest, most = row[2:6]
        assert fewest == max(-(-luts // 2), -(-registers // 2)) <= most  # type: ignore[operator]
