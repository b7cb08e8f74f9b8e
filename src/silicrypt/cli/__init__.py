"""The command line: one module per command.

Heavy packages are imported when the command that needs them runs. Only this module prints without
a console, hence its T201 exceptions.
"""

from __future__ import annotations

import io
import logging
import os
import sys

from silicrypt.errors import SilicryptError

_WARNINGS = logging.StreamHandler()
_WARNINGS.setFormatter(logging.Formatter("silicrypt: %(message)s"))

#: Exit code of the command-line library after Ctrl-C.
_INTERRUPTED = 130
_STOPPED = "silicrypt: stopped; no incomplete file remains"


def main() -> None:
    """Runs the command line. This is the entry point ``silicrypt``.

    Exits with 0 on success, 1 if a check or a tool failed, 2 if the command was wrong, and 130
    after Ctrl-C.
    """
    logging.getLogger("silicrypt").addHandler(_WARNINGS)
    if isinstance(sys.stdout, io.TextIOWrapper):  # replaces characters that it cannot encode
        sys.stdout.reconfigure(errors="replace")
    try:
        from silicrypt.cli.console import command_line

        command_line()()
    except SilicryptError as error:
        print(f"silicrypt: {error}", file=sys.stderr)  # noqa: T201
        sys.exit(error.exit_code)
    except SystemExit as ending:
        if ending.code == _INTERRUPTED:
            print(_STOPPED, file=sys.stderr)  # noqa: T201
        raise
    except KeyboardInterrupt:  # before the command-line library runs
        print(_STOPPED, file=sys.stderr)  # noqa: T201
        sys.exit(_INTERRUPTED)
    except BrokenPipeError:  # the reader has closed the pipe
        _discard_output()
        sys.exit(1)
    except OSError as error:  # such as a full disk below standard output or the working directory
        what = f"cannot use {error.filename or 'a file or the output'}: {error.strerror or error}"
        _discard_output()
        print(f"silicrypt: {what}; free some space or name another file", file=sys.stderr)  # noqa: T201
        sys.exit(1)


def _discard_output() -> None:
    """Discards what is left of the output. Without this, Python would complain when it flushes."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
