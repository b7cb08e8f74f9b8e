"""Both front ends on every design point, with warnings as errors: Verilator and slang."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from silicrypt.catalog import Config
from silicrypt.errors import ToolFailed
from silicrypt.flow.progress import Progress, silent
from silicrypt.targets import PRIMITIVES
from silicrypt.tools import verilator, yosys


def lint(configs: Sequence[Config], progress: Progress = silent) -> list[str]:
    """What the front ends complain of.

    Args:
        configs: the design points; each is looked at whole, as a stream.
        progress: called as (done, total, label).

    Returns:
        a complaint an entry, with the tool's own words; empty where all is well.
    """
    complaints: list[str] = []
    for done, config in enumerate(configs):
        progress(done, len(configs), config.name)
        for name, check in (("verilator", _verilator), ("slang", _slang)):
            if said := check(config):
                complaints.append(f"{config.name}: {name}: {said}")
    progress(len(configs), len(configs), "done")
    return complaints


def _verilator(config: Config) -> str:
    home = verilator.root()
    command = [str(home / "bin" / "verilator_bin"), "--lint-only", "-Wall"]
    command += ["--top-module", config.top("stream"), *config.verilator_args()]
    command += [str(path) for path in config.sources("stream")]
    environment = {**os.environ, "VERILATOR_ROOT": str(home)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    return done.stderr.strip() if done.returncode else ""


def _slang(config: Config) -> str:
    with tempfile.TemporaryDirectory() as folder:
        said = ""
        for primitives in PRIMITIVES:
            sources = [str(path) for path in config.sources("stream", primitives)]
            words = ["read_slang", "-Werror", "--top", config.top("stream")]
            words += [*config.slang_args(primitives), *sources]
            try:
                yosys.run(" ".join(words) + "\n", Path(folder))
            except ToolFailed as error:
                said += str(error)
        return said
