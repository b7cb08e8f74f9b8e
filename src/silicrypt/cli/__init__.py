"""The command line. One module a verb; what is heavy is imported when its verb runs.

This module is the one that prints without a console (hence its T201 exceptions).
"""

from __future__ import annotations

import logging
import os
import sys

from silicrypt.errors import SilicryptError

_WARNINGS = logging.StreamHandler()
_WARNINGS.setFormatter(logging.Formatter("silicrypt: %(message)s"))

#: What the command-line library exits with after Ctrl-C.
_INTERRUPTED = 130


def main() -> None:
    """Runs the command line: the entry point ``silicrypt``.

    Exits with 0, with 1 where something was found wrong or failed, with 2 where the command was
    wrong, and with 130 after Ctrl-C.
    """
    from silicrypt.cli.app import app

    logging.getLogger("silicrypt").addHandler(_WARNINGS)
    try:
        app()
    except SilicryptError as error:
        print(f"silicrypt: {error}", file=sys.stderr)  # noqa: T201
        sys.exit(error.exit_code)
    except SystemExit as ending:
        if ending.code == _INTERRUPTED:
            print("silicrypt: stopped; nothing is half-written", file=sys.stderr)  # noqa: T201
        raise
    except BrokenPipeError:
        # Whoever read our output has enough; Python must not complain while it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
