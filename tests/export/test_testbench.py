"""Each design point, at each level and with registers on each bus, has a testbench."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import pytest

from exports import ONE_OF_EACH_UNIT
from silicrypt import catalog
from silicrypt.catalog import DesignPoint, machines
from silicrypt.export import ExportRequest, testbench


def requests(unit: str) -> Iterator[ExportRequest]:
    for point in catalog.load().values():
        if point.unit.name == unit:
            yield from (ExportRequest(point, level) for level in point.levels)
            buses = (machines.with_registers(point, bus) for bus in catalog.BUSES)
            yield from (ExportRequest(one, one.complete_level) for one in buses if one)


@pytest.mark.parametrize("unit", sorted({one.unit.name for one in catalog.load().values()}))
def test_each_design_point_has_a_testbench(unit: str) -> None:
    for request in requests(unit):
        text = testbench.render(request)
        assert f"module {request.module}_tb" in text, request.module


def test_a_point_of_each_unit_is_listed() -> None:
    points = catalog.load()
    units = {one.unit.name for one in points.values()}
    assert sorted(points[name].unit.name for name in ONE_OF_EACH_UNIT) == sorted(units)


@pytest.mark.parametrize(
    "family",
    [machines.stations, machines.storages, machines.words, machines.self_tests],
    ids=lambda family: family.__name__,
)
def test_each_machine_has_a_testbench(family: Callable[[], Mapping[str, DesignPoint]]) -> None:
    for point in family().values():
        request = ExportRequest(point, point.complete_level)
        assert f"module {request.module}_tb" in testbench.render(request)
