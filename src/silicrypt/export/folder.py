"""Writes exports: a folder is complete or not there; an archive has the same bytes every time."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import shutil
import tarfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import metadata
from pathlib import Path

from silicrypt.errors import BadInput, StoreError
from silicrypt.export.request import Request

#: A folder in which this file names a design point was written by an export, and may be replaced.
MANIFEST = "manifest.json"


def require_writable(out: Path, *, force: bool) -> None:
    """Checks that a folder can be written before it is made.

    Args:
        out: the folder.
        force: whether an earlier export may be replaced.

    Raises:
        BadInput: it exists and is not empty, is a file, is or contains the working directory, or
            its parent cannot be written.
    """
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        raise BadInput(f"cannot export to {out}: it is a file; name a folder")
    if Path.cwd().is_relative_to(out.resolve()):
        raise BadInput(
            f"cannot export to {out}: the working directory cannot be replaced; name a folder in it"
        )
    if out.is_dir() and any(out.iterdir()):
        if not force:
            raise BadInput(
                f"cannot export to {out}: it is not empty; name another folder, or replace it "
                "with --force"
            )
        if not _exported(out):
            raise BadInput(
                f"--force does not replace {out}: it has no {MANIFEST} of an export, so no export "
                "made it; name another folder"
            )
    above = next(folder for folder in out.absolute().parents if folder.exists())
    if not above.is_dir() or not os.access(above, os.W_OK | os.X_OK):
        raise BadInput(f"cannot export to {out}: {above} is not a folder that you may write to")


def _exported(out: Path) -> bool:
    """Returns whether an export made a folder: the manifest names the design point, or several."""
    try:
        document = json.loads((out / MANIFEST).read_bytes())
    except (OSError, ValueError):
        return False
    one = document[0] if isinstance(document, list) and document else document
    return isinstance(one, dict) and one.keys() >= {"config", "computes"}


def write(files: Mapping[str, bytes], out: Path, *, force: bool = False) -> None:
    """Writes files to a new folder; a failed attempt leaves nothing.

    Args:
        files: the content of each file, by its path in the folder.
        out: the folder.
        force: whether an earlier export is replaced.

    Raises:
        BadInput: as `require_writable`.
        StoreError: the disk is full or cannot be written.
    """
    require_writable(out, force=force)
    out = out.absolute()
    above = next(folder for folder in out.parents if folder.exists())
    created = [folder for folder in out.parents if not folder.exists()]
    partial = out.with_name(f".{out.name}.{os.getpid()}.partial")
    replaced = out.with_name(f".{out.name}.{os.getpid()}.replaced")
    try:
        for name, content in files.items():
            path = partial / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        if out.is_dir():
            out.replace(replaced)
        partial.replace(out)
    except BaseException as error:  # Ctrl-C, too, leaves what was there before
        shutil.rmtree(partial, ignore_errors=True)
        if replaced.is_dir() and not out.exists():
            replaced.replace(out)
        for folder in created:
            with suppress(OSError):
                folder.rmdir()
        if not isinstance(error, OSError):
            raise
        raise StoreError(
            f"cannot export to {out}: {error.strerror or error}; nothing was written below {above}"
        ) from error
    shutil.rmtree(replaced, ignore_errors=True)


def archive_name(request: Request) -> str:
    """Returns the name of an archive without its ending, which is also the folder in it."""
    version = metadata.version("silicrypt")
    form = "" if request.primitives == "generic" else f"-{request.primitives}"
    return f"{request.module}-{version}-{request.language}{form}"


def archive(request: Request, files: Mapping[str, bytes]) -> bytes:
    """Returns the archive of an export; it has no times, owners or other traces of a machine."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as packing:
        for path, content in sorted(files.items()):
            entry = tarfile.TarInfo(f"{archive_name(request)}/{path}")
            entry.size, entry.mode = len(content), 0o644
            packing.addfile(entry, io.BytesIO(content))
    return gzip.compress(packed.getvalue(), mtime=0)


def sums(archives: Mapping[str, bytes]) -> bytes:
    """Returns the hashes of archives in the format of ``sha256sum``."""
    lines = (
        f"{hashlib.sha256(content).hexdigest()}  {path}\n"
        for path, content in sorted(archives.items())
    )
    return "".join(lines).encode()


def listing(requests: Sequence[Request]) -> bytes:
    """Returns a list of the archives in JSON: file, top module and design point of each."""
    document = [
        {
            "archive": f"{archive_name(request)}.tar.gz",
            "top": request.module,
            "config": request.point.name,
            "computes": request.point.computes,
        }
        for request in requests
    ]
    return (json.dumps(document, indent=1) + "\n").encode()
