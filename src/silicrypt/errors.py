"""Every error that silicrypt raises on purpose.

    SilicryptError
    ├── UnknownName        a design point, target, paper or suite that does not exist
    ├── BadParameter       a parameter value that the hardware would refuse, too
    ├── BadInput           a file or an option's value that cannot be used
    ├── ToolMissing        a program that is not installed
    ├── ToolFailed         a program that ended with an error
    ├── NotVerified        a design point that failed its verification and is not measured
    ├── UnitFailed         a unit refused an access or a message, failed, or did not answer in time
    ├── TimingMissed       a design that is slower than the clock of its board
    └── StoreError         the result store cannot be read or written
        └── CorruptResult  a result file that is not what silicrypt wrote

The message says what happened, where, and what to do next. The command line prints it without a
traceback and exits with 1, or with 2 where the command itself was wrong.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class SilicryptError(Exception):
    """Base of every error raised on purpose."""

    exit_code = 1


#: So many names are all shown, because the nearest one may not be what was meant.
_FEW = 8
#: More names than these are not shown where a command lists them.
_MANY = 40


class UnknownName(SilicryptError):
    """A name that is not in the catalogue in which it was looked up."""

    exit_code = 2

    def __init__(self, kind: str, name: str, known: Iterable[str], listed_by: str = "") -> None:
        """Builds a message with the nearest known names, or with all names where none is near.

        Args:
            kind: what was looked up, e.g. ``"design point"``.
            name: the name that was looked up.
            known: the names that exist.
            listed_by: the command that lists them; the message names it in place of many names.
        """
        names = list(known)
        folded = {n.lower(): n for n in names}
        near = [folded[n] for n in difflib.get_close_matches(name.lower(), folded, n=3, cutoff=0.5)]
        listed = f"known: {', '.join(names)}"
        if listed_by and len(names) > _MANY:
            listed = f"none of the {len(names)} known names is similar; '{listed_by}' lists them"
        hint = f"did you mean {' or '.join(near)}?" if near else listed
        if near and len(names) <= _FEW:
            hint += f" {listed}"
        super().__init__(f"unknown {kind} '{name}': {hint}")


class BadParameter(SilicryptError):
    """A parameter value that breaks a rule of the hardware."""

    exit_code = 2


class BadInput(SilicryptError):
    """A file or an option's value that cannot be used."""

    exit_code = 2


class ToolMissing(SilicryptError):
    """A program that silicrypt needs and that is not installed."""


class ToolFailed(SilicryptError):
    """A program that ended with an error."""


class NotVerified(SilicryptError):
    """A design point that did not pass its verification."""


class TimingMissed(SilicryptError):
    """A design that is slower than the clock of its board."""


class StoreError(SilicryptError):
    """The result store cannot be read or written."""


class CorruptResult(StoreError):
    """A result file whose content is not what silicrypt wrote."""


class UnitFailed(SilicryptError):
    """A unit refused an access or a message, reported an error, or did not answer in time."""
