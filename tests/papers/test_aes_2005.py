from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from invented import InventedSource, sheet_of, verdicts_of

from silicrypt.papers import Reproduction, counted, reproduce
from silicrypt.papers.aes_2005 import CORES, JUDGE, UNIT
from silicrypt.papers.counted import SIZES, WHOLE, CountedRun
from silicrypt.papers.software import Times
from silicrypt.report import plots

SEQ, PAR = CORES[128]
#: Invented clocks in MHz and areas in LUTs.
CLOCK = {SEQ: 150.0, PAR: 120.0, UNIT: 100.0}
AREA = {SEQ: 900, PAR: 4000, UNIT: 6400}
#: Invented times: plain C, and a library with a slow call and fast blocks.
PLAIN = Times("plain C", "a compiler", "a processor", 400, 500, 900, 500, 900)
LIBRARY = Times("library 1", "parts", "a processor", 6000, 200, 200, 2, 2)


def found(**how: Any) -> Reproduction:
    """Returns the paper with invented figures."""

    def change(point: str, on: str) -> dict[str, Any]:
        figures = {"mhz": CLOCK.get(point, 100.0), "area": AREA.get(point, 1000), "ff": 300}
        return figures | {"bram": 1 if on == JUDGE else None}

    source = InventedSource(change, **{"powers": False, "times": (PLAIN, LIBRARY), **how})
    return reproduce("aes-2005", source=source)


def verdicts(**figures: Any) -> dict[str, str]:
    return verdicts_of(found(**figures))


def test_table_2_has_every_printed_row_and_ours_at_the_clock_of_the_unit() -> None:
    rows = {(row[0], row[1]): row for row in sheet_of(found(), "table-2").rows}
    printed = [row for (whose, _), row in rows.items() if whose.startswith("printed")]
    assert len(printed) == 7
    _, _, cycles, us, rate, again = rows["printed, Virtex at 74.4 MHz", "Cipher PAR"]
    assert (us, rate) == (0.70, 182.86)
    assert cycles == pytest.approx(52.08)
    assert again == pytest.approx(182.857, abs=1e-3)
    ours = "ours, at 100.0 MHz, the complete unit routed on ecp5-85k"
    assert rows[ours, "Cipher PAR"][2:5] == (80, pytest.approx(0.8), pytest.approx(128 / 0.8))
    assert rows[ours, "DMA transfer, in"][2:5] == (8, pytest.approx(0.08), None)
    assert rows[ours, "sending control and status messages"][2] == 38
    srams = "ours, banks in SRAMs outside, at 100.0 MHz, routed on ecp5-85k"
    assert rows[srams, "Cipher PAR"][2:5] == (82, pytest.approx(0.82), pytest.approx(128 / 0.82))
    assert rows[srams, "DMA transfer, in"][2:5] == (8, pytest.approx(0.08), None)


def test_a_printed_throughput_follows_from_its_time() -> None:
    for name in ("table-2", "table-3"):
        one = sheet_of(found(), name)
        names = [heading.text for heading in one.headings]
        rate, again = names.index("Mbit/s"), names.index("recom- puted")
        for row in one.rows:
            if row[again] is not None:
                assert row[again] == pytest.approx(row[rate], abs=0.0101)


def test_without_the_unit_the_slower_core_gives_the_clock_and_says_so() -> None:
    cores = found(kept=(SEQ, PAR), executes=False)
    whose = {row[0] for row in sheet_of(cores, "table-2").rows}
    assert "ours, at 120.0 MHz, the slower core alone on ecp5-85k: the unit is not routed" in whose
    alone = found(kept=(PAR,), executes=False)
    rows = [
        row for row in sheet_of(alone, "table-2").rows if row[0] == "ours, not routed in this run"
    ]
    assert rows and all(row[2] and row[3] is None for row in rows)
    assert alone.plot is None


def test_the_papers_ratios_are_recomputed() -> None:
    rows = {row[0]: row for row in sheet_of(found(), "ratios").rows}
    assert rows["Cipher, PAR over SEQ"][1:3] == ("110 % faster", "x32.7")
    assert rows["break-even of hardware and software"][1:3] == ("100 kB", "330 bytes")
    flagged = {name for name, row in rows.items() if row[3]}
    assert flagged == {
        "Cipher, PAR over SEQ",
        "Inverse Cipher, PAR over SEQ",
        "break-even of hardware and software",
    }


def test_verdicts_follow_the_figures() -> None:
    said = verdicts()
    assert said["parallel-cycles"] == "direction only"
    assert said["each-function"] == "reproduced"
    slow = counted.committed()
    worse = {**slow, CountedRun("CIPHER_SEQ"): 10}
    assert verdicts(cycles=worse)["parallel-cycles"] == "undecided"


def test_with_the_bus_of_2005_each_chunk_takes_messages_and_two_transfers() -> None:
    (plot,) = found().more_plots
    assert plot.curves[0].points[0][1] == pytest.approx(578.0 + 0.7)
    assert plot.curves[0].points[-1][1] == pytest.approx(578.0 / 16384 + 0.7)


def test_break_even_follows_from_whole_messages() -> None:
    rows = {row[1]: row for row in sheet_of(found(), "break-even").rows}
    assert rows["printed"][5] == "from 330 bytes on"
    cycles = {run.blocks: n for run, n in counted.committed().items() if run.function == WHOLE}
    # 100 MHz: 567 cycles of 4 blocks are 5.67 us, 816 of 16 are 8.16 us; plain C takes 0.4 + n / 2.
    ahead = {n: 0.4 + n / 2 - cycles[n] / 100 for n in (4, 16)}
    blocks = 4 + 12 * -ahead[4] / (ahead[16] - ahead[4])
    assert rows["plain C"][5] == f"from {16 * blocks:.0f} bytes on"
    # 531 cycles of one block are 5.31 us, 1707 of 64 are 17.07 us; the library takes 6.2 us on.
    assert str(rows["library 1"][5]).startswith("up to ")


@pytest.mark.parametrize(
    ("times", "told"),
    [
        (replace(PLAIN, key_ns=1e6), "at every length"),
        (replace(LIBRARY, key_ns=1), "at no length"),
    ],
)
def test_one_may_be_ahead_at_every_length(times: Times, told: str) -> None:
    rows = {row[1]: row for row in sheet_of(found(times=(times, times)), "break-even").rows}
    assert rows[times.who][5] == told


def test_the_plot_is_of_whole_messages() -> None:
    plot = found().plot
    assert plot and plot.logarithmic
    assert [curve.name for curve in plot.curves] == [
        *("hardware (2005)", "software (2005)", "unit, 100 MHz", "plain C here", "library here"),
    ]
    assert all(len(curve.points) == len(SIZES) for curve in plot.curves)
    assert plot.curves[0].points[0] == (16.0, pytest.approx(330.91))
    drawn = json.dumps(plots.curves(plot, 520, 300))
    assert '"type": "log"' in drawn


def test_area_is_ours_to_give() -> None:
    rows = {(row[0], row[1]): row for row in sheet_of(found(), "area").rows}
    assert rows[JUDGE, UNIT][2:7] == (6400, "LUT4", 300, 1, 100.0)
    assert rows["virtex", SEQ][2:6] == (900, "slices", 300, None)
    names = ["table-2", "rates", "table-3", "ratios", "break-even", "area"]
    assert [one.name for one in found().sheets] == names
