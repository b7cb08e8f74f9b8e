"""``bitstream``: the self-test of a design point for a board."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from silicrypt import catalog, targets
from silicrypt.cli.console import ConfigName, Json, progress, say_json
from silicrypt.errors import BadInput

BoardName = Annotated[str, typer.Option("--board", "-b", help="For instance ulx3s-85f.")]
Out = Annotated[Path, typer.Option("--out", "-o", help="The file to write.")]


def bitstream(config: ConfigName, board: BoardName, out: Out, as_json: Json = False) -> None:
    """Build the bitstream of a machine that tests a design point on a board."""
    from silicrypt.flow import bitstream as flow
    from silicrypt.results.store import write_atomic

    known, place = catalog.get(config), targets.board(board)
    _demand_writable(out)
    with progress(quiet=as_json) as report:
        made = flow.build(known, place, report)
    content = made.path.read_bytes()
    write_atomic(out, content)
    if as_json:
        say_json(
            {
                "bitstream": str(out),
                "bytes": len(content),
                "config": known.name,
                "board": place.name,
                "clock_mhz": place.clock_mhz,
                "fmax_mhz": round(made.routing.fmax_mhz, 2),
                "cells": dict(made.routing.cells),
            }
        )
        return
    typer.echo(
        f"wrote {out}: {len(content)} bytes; {made.routing.fmax_mhz:.1f} MHz where the clock of "
        f"{place.name} has {place.clock_mhz:g} MHz"
    )


def _demand_writable(out: Path) -> None:
    """Says so before minutes of work, not after."""
    if out.is_dir():
        raise BadInput(f"cannot write {out}: it is a folder; name a file")
    try:
        with (out.parent / f".{out.name}.try").open("wb") as attempt:
            Path(attempt.name).unlink()
    except OSError as error:
        raise BadInput(f"cannot write {out}: {error.strerror}") from error
