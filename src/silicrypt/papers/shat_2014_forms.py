"""The restructured rounds of ``shat-2014``, and the delay of a STEP as the slope of a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import correlation, linear_regression

from silicrypt import catalog
from silicrypt.papers.bank import Bank
from silicrypt.papers.power import Powers
from silicrypt.papers.shat_2014_figures import (
    CLOCK_MHZ,
    FACTORS,
    FORMED,
    FORMS,
    PATHS,
    form,
)
from silicrypt.papers.sheets import Heading, Sheet


def two_steps(bank: Bank, powers: Mapping[str, Powers], about: str) -> Sheet:
    """Returns the forms of two STEPs per cycle on every mapping, with their power.

    Args:
        bank: the measured designs.
        powers: the measured power, by target.
        about: what holds for all figures.
    """
    headings = (
        Heading("target"),
        Heading("design"),
        Heading("Pre- compute", 0),
        Heading("delay, ns", 3),
        Heading("%", 1),
        Heading("GE", 0),
        Heading("%", 1),
        Heading("dynamic, uW", 1),
        Heading("%", 1),
    )
    rows = []
    for target in FORMED:
        base = bank.by_target.get((FORMS[0], target))
        for config in FORMS:
            one = bank.by_target.get((config, target))
            if one is None or base is None:
                continue
            taken = [powers[target].by_scenario.get((c, "saturated")) for c in (config, FORMS[0])]
            power, base_power = (r.at(CLOCK_MHZ).dynamic_uw if r else None for r in taken)
            kind = float(catalog.get(config).parameters["Precompute"])
            rows.append(
                (
                    *(target, config, kind, one.delay_ns, more(one.delay_ns, base.delay_ns)),
                    *(one.area, more(one.area, base.area)),
                    *(power, more(power, base_power)),
                )
            )
    text = (
        "two STEPs per cycle: chained (0), figure 7 of the paper (3), the counter one cycle "
        f"earlier (1), re-associated (2); power at {CLOCK_MHZ:g} MHz; {about}"
    )
    return Sheet("two-steps", text, headings, tuple(rows), grouped=True)


def restructured(bank: Bank, about: str) -> Sheet:
    """Returns delay and area of every unfolding factor, chained and restructured.

    Args:
        bank: the measured designs.
        about: what holds for all figures.
    """
    headings = (
        Heading("STEPs per cycle", 0),
        Heading("chained, ns", 3),
        Heading("GE", 0),
        *(
            Heading(text, digits)
            for name in ("figure 7", "ours")
            for text, digits in ((f"{name}, ns", 3), ("%", 1), ("GE", 0), ("%", 1))
        ),
    )
    rows = []
    for steps in FACTORS[1:]:
        base, *others = (bank.by_target.get((form(steps, kind), FORMED[0])) for kind in PATHS)
        if base is None:
            continue
        cells: list[float | None] = [float(steps), base.delay_ns, base.area]
        for one in others:
            cells += (
                [one.delay_ns, more(one.delay_ns, base.delay_ns)] if one else [None, None]
            ) + ([one.area, more(one.area, base.area)] if one else [None, None])
        rows.append(tuple(cells))
    text = f"every unfolding factor on {FORMED[0]}: chained, figure 7, one XOR less; {about}"
    return Sheet("restructured", text, headings, tuple(rows))


def fitted(bank: Bank, about: str) -> Sheet:
    """Returns the straight line of delay over STEPs per cycle for each form.

    Args:
        bank: the measured designs.
        about: what holds for all figures.
    """
    headings = (
        Heading("form"),
        Heading("path of n STEPs"),
        Heading("ns per STEP", 4),
        Heading("ns at n = 0", 4),
        Heading("R2", 5),
        Heading("factors", 0),
    )
    rows: list[tuple[str | float | None, ...]] = []
    for kind, (name, path) in PATHS.items():
        line = fit(bank, kind)
        if line:
            rows.append((name, path, *line))
    text = (
        f"delay against the number n of STEPs per cycle on {FORMED[0]}, least squares; the paper: "
        f"three XOR and one G for each STEP; {about}"
    )
    return Sheet("delay-fit", text, headings, tuple(rows))


def fit(bank: Bank, kind: str) -> tuple[float, float, float, float] | None:
    """Returns slope, intercept, R^2 and number of points of the delay of a form; None below three.

    Args:
        bank: the measured designs.
        kind: the ending of the form's names.
    """
    known = {steps: bank.by_target.get((form(steps, kind), FORMED[0])) for steps in FACTORS[1:]}
    points = [(float(n), one.delay_ns) for n, one in known.items() if one and one.delay_ns]
    if len(points) < 3:
        return None
    x, y = ([point[axis] for point in points] for axis in (0, 1))
    line = linear_regression(x, y)
    return line.slope, line.intercept, correlation(x, y) ** 2, float(len(points))


def more(new: float | None, old: float | None) -> float | None:
    """Returns the increase in percent."""
    return 100 * (new / old - 1) if new and old else None


def designs() -> Sequence[str]:
    """Returns every unfolding factor in each form."""
    return [form(steps, kind) for kind in PATHS for steps in FACTORS[1:]]
