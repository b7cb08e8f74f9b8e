"""``bitstream``: the self-test of a design point, or a system, for a board."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from silicrypt import catalog, targets
from silicrypt.cli.console import ConfigName, Json, progress, say_json
from silicrypt.errors import BadInput

BoardName = Annotated[str, typer.Option("--board", "-b", help="For instance ulx3s-85f.")]
Out = Annotated[Path, typer.Option("--out", "-o", help="The file to write.")]


def bitstream(config: ConfigName, board: BoardName, out: Out, as_json: Json = False) -> None:
    """Verify a design point or a system and write the bitstream of its machine for a board.

    The machine of a design point is its self-test. The systems are the hash stations, the storage
    units, and 'soc', the processor of 'silicrypt demo soc' with its units and its firmware. The
    routed netlists of stations and storage units are simulated.
    """
    from silicrypt.boards import bitstream as flow
    from silicrypt.boards import soc_board

    chosen = targets.board(board)
    known = None if config == soc_board.NAME else catalog.stream_of(config)
    _demand_writable(out)
    with progress(quiet=as_json) as report:
        made = flow.build(known, chosen, report) if known else soc_board.build(chosen, report)
    content = made.path.read_bytes()
    _write(out, content)
    if as_json:
        say_json(
            {
                "bitstream": str(out),
                "bytes": len(content),
                "config": made.name,
                "board": chosen.name,
                "clock_mhz": chosen.clock_mhz,
                "fmax_mhz": round(made.routing.fmax_mhz, 2),
                "cells": dict(made.routing.cells),
                "simulated_cases": made.cases,
            }
        )
        return
    simulated = f"; its routed netlist passed {made.cases} cases" if made.cases else ""
    if made.simulated:
        simulated = f"; its sources passed {made.simulated} examples in simulation"
    typer.echo(
        f"wrote {out}: {len(content)} bytes; {made.routing.fmax_mhz:.1f} MHz where the clock of "
        f"{chosen.name} has {chosen.clock_mhz:g} MHz{simulated}"
    )


def _write(out: Path, content: bytes) -> None:
    """Writes a file that is either complete or absent.

    Raises:
        BadInput: the file cannot be written.
    """
    partial = out.with_name(f".{out.name}.{os.getpid()}.partial")
    try:
        partial.write_bytes(content)
        partial.replace(out)
    except OSError as error:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        raise _refusal(out, error) from error


def _demand_writable(out: Path) -> None:
    """Checks that the output file can be written before minutes of work are spent.

    Raises:
        BadInput: the file cannot be written.
    """
    if out.is_dir():
        raise BadInput(f"cannot write {out}: it is a folder; name a file in it")
    attempt = out.with_name(f".{out.name}.{os.getpid()}.attempt")
    try:
        attempt.touch()
        attempt.unlink()
    except OSError as error:
        raise _refusal(out, error) from error


def _refusal(out: Path, error: OSError) -> BadInput:
    return BadInput(f"cannot write {out}: {error.strerror or error}; choose another --out")
