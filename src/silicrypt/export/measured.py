"""What was measured of an exported design: the reference results that hold for its sources.

Results in the user's cache are left out, so that an export is the same on every machine.
"""

from __future__ import annotations

from silicrypt import targets
from silicrypt.export.request import Request
from silicrypt.flow.implement import holds
from silicrypt.flow.synth import Design
from silicrypt.paths import reference_path
from silicrypt.results.result import Result, load_if_sound


def results(request: Request) -> list[Result]:
    """Returns the reference results of the design point: those at its level come first."""
    config = request.config
    levels = sorted(config.levels, key=lambda level: level != request.level)
    pairs = [(level, target) for level in levels for target in targets.TARGETS.values()]
    found = list[Result]()
    for level, target in pairs:
        result = load_if_sound(Result, reference_path(target.name, config.name, level))
        if result is not None and holds(result, Design(config, level, target)):
            found.append(result)
    return found
