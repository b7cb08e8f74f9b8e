from __future__ import annotations

from itertools import combinations

from silicrypt.report.labels import arrange, box, overlap, spread


def test_names_of_near_points_do_not_hide_each_other() -> None:
    points = [(100.0, 100.0, "sha512-u1"), (104.0, 103.0, "sha512-u2"), (98.0, 108.0, "sha512-u4")]
    placed = arrange(points, 300, 200)
    boxes = [box(x, y, name, at) for (x, y, name), at in zip(points, placed, strict=True)]
    assert all(overlap(a, b) == 0 for a, b in combinations(boxes, 2))


def test_a_name_stays_inside_the_panel() -> None:
    (position,) = arrange([(290.0, 100.0, "opencores_sha512")], 300, 200)
    assert position.align == "right"


def test_spread_moves_no_further_than_needed() -> None:
    assert spread([50.0, 10.0, 52.0], gap=13) == [50.0, 10.0, 63.0]
    assert spread([], gap=13) == []
