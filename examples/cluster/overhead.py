# SPDX-FileCopyrightText: 2026 The silicrypt authors
# SPDX-License-Identifier: Apache-2.0
"""Measures the processor time of silicrypt beside that of the tools that it starts.

    python examples/cluster/overhead.py md5-binary --target ecp5-85k --seeds 1,2,3

The run starts with an empty cache: it verifies the configuration, maps it, verifies the netlist,
and places and routes it with each seed. The tools are all processes that it starts: compiler,
simulator, Yosys and nextpnr. silicrypt is the process of this script, with the start of Python and
all imports.
"""

from __future__ import annotations

import os
import resource
import tempfile
from typing import Annotated

import typer

from silicrypt.paths import cache_dir


def seconds(who: int) -> float:
    """Returns the processor time of this process or of its children."""
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def main(
    configuration: Annotated[str, typer.Argument(help="A configuration, as md5-binary.")],
    target: Annotated[str, typer.Option("--target", "-t")] = "ecp5-85k",
    seeds: Annotated[str, typer.Option(help="Seeds of the placement.")] = "1,2,3",
) -> None:
    """Measures a configuration with an empty cache, and prints both processor times."""
    cache_dir().mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache_dir()) as empty:
        os.environ["SILICRYPT_CACHE"] = empty
        from silicrypt.flow.implement import implement

        result = implement(
            configuration, target, [int(seed) for seed in seeds.split(",")], committed=False
        )
    own, tools = seconds(resource.RUSAGE_SELF), seconds(resource.RUSAGE_CHILDREN)
    area = f"{result.lut} LUT4, " if result.lut else ""
    typer.echo(
        f"{configuration} on {target} ({area}{len(result.seeds)} seeds): silicrypt {own:.1f} s, "
        f"tools {tools:.1f} s, {100 * own / (own + tools):.1f} % of the processor time"
    )


if __name__ == "__main__":
    typer.run(main)
