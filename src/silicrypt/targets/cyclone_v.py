"""Intel Cyclone V, mapped by Yosys."""

from __future__ import annotations

from silicrypt.targets.base import Mapped, Target

TARGETS: tuple[Target, ...] = (
    # Sums of three or more operands are first made into 3:2 compressors and one carry chain. The
    # command maps the carry chain alone to adders, and would build such a sum from tables.
    Mapped(
        "cyclone-v",
        "Intel Cyclone V",
        "synth_intel_alm -family cyclonev -nobram -nolutram",
        "alut",
        lut_inputs=6,
        prepare=("opt", "wreduce", "alumacc", "maccmap"),
    ),
)
