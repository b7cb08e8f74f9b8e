"""The command line. One module a verb; what is heavy is imported when its verb runs."""

from __future__ import annotations

import os
import sys

from silicrypt.errors import SilicryptError


def main() -> None:
    """Runs the command line: the entry point ``silicrypt``.

    Exits with 0, with 1 where something was found wrong or failed, with 2 where the command was
    wrong, and with 130 after Ctrl-C.
    """
    from silicrypt.cli.app import app

    try:
        app()
    except SilicryptError as error:
        print(f"silicrypt: {error}", file=sys.stderr)  # noqa: T201  the one place for it
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        print("silicrypt: stopped; nothing is half-written", file=sys.stderr)  # noqa: T201  as above
        sys.exit(130)
    except BrokenPipeError:
        # Whoever read our output has enough; Python must not complain while it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
