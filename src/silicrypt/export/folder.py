"""Writes exports: a folder is complete or not there; an archive has the same bytes every time."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import re
import shutil
import tarfile
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import metadata
from pathlib import Path

from silicrypt.errors import BadInput, StoreError
from silicrypt.export.request import ExportRequest

#: A folder in which this file names a design point was written by an export, and may be replaced.
MANIFEST = "manifest.json"
#: The hashes of all other files, for ``sha256sum -c``.
SUMS = "SHA256SUMS"
#: A line of it: the hash of a file, and its path, which stays in the folder.
_SUM = re.compile(r"([0-9a-f]{64})  (?!/)((?!(?:.*/)?\.\.(?:/|$)).+)")
#: The endings of archives.
ARCHIVES = (".tar.gz", ".tgz", ".zip")


def is_archive(out: Path) -> bool:
    """Returns whether a path names an archive and no folder."""
    return out.name.endswith(ARCHIVES)


def require_writable(out: Path, *, force: bool) -> None:
    """Checks that a folder or an archive can be written before it is made.

    Args:
        out: the folder, or the archive by its ending.
        force: whether an earlier export may be replaced.

    Raises:
        BadInput: there is something that is no export, or an export and `force` is not set, or one
            whose files were edited, or its parent cannot be written.
    """
    there = out.is_symlink() or out.exists()
    if there and out.is_dir() is is_archive(out):
        wanted = "folder; name a file" if is_archive(out) else "file; name a folder"
        raise BadInput(f"cannot export to {out}: it is a {wanted}")
    if there and (is_archive(out) or any(out.iterdir())):
        if not force:
            state = "it exists" if is_archive(out) else "it is not empty"
            raise BadInput(
                f"cannot export to {out}: {state}; name another one, or replace it with --force"
            )
        edited = [name for name, known in _listed(out).items() if _differs(out / name, known)]
        if edited:
            raise BadInput(
                f"--force does not replace files that were edited: {', '.join(edited)}; "
                f"move them out of {out}, or name another folder"
            )
    above = next(path for path in (out.absolute(), *out.absolute().parents) if path.is_dir())
    if not os.access(above, os.W_OK | os.X_OK):
        raise BadInput(f"cannot export to {out}: {above} is not a folder that you may write to")


def _listed(out: Path) -> dict[str, str]:
    """Returns hashes of the files that an export wrote, by path; those of an archive stay in it.

    Raises:
        BadInput: no export wrote the folder or the archive, or what lists its files is damaged.
    """
    try:
        if is_archive(out):
            files = _unpacked(out)
        else:
            names = (MANIFEST, SUMS)
            files = {name: (out / name).read_bytes() for name in names if (out / name).is_file()}
        document = json.loads(files[MANIFEST])
        one = document[0] if isinstance(document, list) else document
        if not one.keys() >= {"config", "computes"}:
            raise ValueError
    except (EOFError, RuntimeError, zlib.error) as error:  # the archive is cut short, or encrypted
        raise BadInput(
            f"--force does not replace {out}: it cannot be read ({error}); move it, or name "
            "another one"
        ) from error
    except (
        OSError,
        ValueError,
        LookupError,
        AttributeError,
        tarfile.TarError,
        zipfile.BadZipFile,
    ) as error:
        raise BadInput(
            f"--force does not replace {out}: it has no {MANIFEST} of an export, so no export "
            "made it; name another one"
        ) from error
    if is_archive(out):
        return {}
    lines = files.get(SUMS, b"").decode(errors="replace").splitlines()
    known = [_SUM.fullmatch(line) for line in lines]
    hashes = one.get("sha256", {})
    sound = isinstance(hashes, dict) and all(
        _SUM.fullmatch(f"{value}  {name}") for name, value in hashes.items()
    )
    if not sound or None in known:
        changed = out / (SUMS if sound else MANIFEST)
        raise BadInput(
            f"--force does not replace {out}: {changed} was changed, so it does not tell which "
            "files were edited; move the folder, or name another one"
        )
    return {**hashes, **{one[2]: one[1] for one in known if one}, **dict.fromkeys(files, "")}


def _differs(path: Path, known: str) -> bool:
    """Returns whether a file is there and does not have a known hash; without one it does."""
    return bool(known) and path.is_file() and _sha256(path.read_bytes()) != known


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def write(files: Mapping[str, bytes], out: Path, *, force: bool = False) -> None:
    """Writes files to a folder or an archive; a failed attempt changes nothing.

    Files in the folder that no export wrote stay.

    Args:
        files: the content of each file, by its path in the folder.
        out: the folder, or the archive by its ending.
        force: whether an earlier export is replaced.

    Raises:
        BadInput: as `require_writable`, or a file of the user is where an exported one goes.
        StoreError: the disk is full or cannot be written.
    """
    require_writable(out, force=force)
    out = out.absolute()
    if is_archive(out):
        folder, name = out.parent, out.name
        old, files = {name: ""}, {name: packed(_name_inside(out), files, out.name)}
    else:
        folder, old = out, _listed(out) if out.is_dir() and any(out.iterdir()) else {}
    if own := [name for name in files if name not in old and (folder / name).exists()]:
        raise BadInput(f"cannot export to {out}: {', '.join(own)} would replace yours; move it")
    created = [path for path in (folder, *folder.parents) if not path.exists()]
    partial, replaced = (folder / f".{os.getpid()}.{what}" for what in ("partial", "replaced"))
    moved = list[tuple[Path, Path]]()

    def move(path: Path, to: Path) -> None:
        to.parent.mkdir(parents=True, exist_ok=True)
        path.replace(to)
        moved.append((path, to))

    try:
        for name, content in files.items():
            (partial / name).parent.mkdir(parents=True, exist_ok=True)
            (partial / name).write_bytes(content)
        for name in old:
            if (folder / name).exists():
                move(folder / name, replaced / name)
        for name in sorted(
            files, key=lambda name: name == MANIFEST
        ):  # a folder with it is complete
            move(partial / name, folder / name)
    except BaseException as error:  # Ctrl-C, too, leaves what was there before
        for path, to in reversed(moved):
            to.replace(path)
        if not isinstance(error, OSError):
            raise
        raise StoreError(
            f"cannot export to {out}: {error.strerror or error}; nothing was written"
        ) from error
    finally:
        for path in (partial, replaced):
            shutil.rmtree(path, ignore_errors=True)
        below = {folder / name for name in (*files, *old)}
        empty = {parent for path in below for parent in path.parents if folder in parent.parents}
        for path in (*sorted(empty, reverse=True), *created):
            with suppress(OSError):
                path.rmdir()  # only if it is empty


def archive_name(request: ExportRequest) -> str:
    """Returns the name of an archive without its ending, which is also the folder in it."""
    version = metadata.version("silicrypt")
    form = "" if request.primitives == "generic" else f"-{request.primitives}"
    return f"{request.module}-{version}-{request.language}{form}"


def _name_inside(out: Path) -> str:
    return next(out.name.removesuffix(end) for end in ARCHIVES if out.name.endswith(end))


def packed(folder: str, files: Mapping[str, bytes], name: str) -> bytes:
    """Returns an archive of a folder; it has no times, owners or other traces of a machine.

    Args:
        folder: the name of the folder in it.
        files: the files of the folder, by their paths.
        name: the name of the archive; its ending is one of `ARCHIVES`.
    """
    archive = io.BytesIO()
    if name.endswith(".zip"):
        with zipfile.ZipFile(archive, "w") as zipping:
            for path, content in sorted(files.items()):
                info = zipfile.ZipInfo(f"{folder}/{path}")
                info.create_system, info.external_attr = 3, 0o644 << 16
                zipping.writestr(info, content, zipfile.ZIP_DEFLATED)
        return archive.getvalue()
    with tarfile.open(fileobj=archive, mode="w", format=tarfile.USTAR_FORMAT) as packing:
        for path, content in sorted(files.items()):
            entry = tarfile.TarInfo(f"{folder}/{path}")
            entry.size, entry.mode = len(content), 0o644
            packing.addfile(entry, io.BytesIO(content))
    return gzip.compress(archive.getvalue(), mtime=0)


def _unpacked(archive: Path) -> dict[str, bytes]:
    """Returns the manifest of an archive, by its name in the folder there."""
    if archive.name.endswith(".zip"):
        with zipfile.ZipFile(archive) as zipped:
            name = next((one for one in zipped.namelist() if one.endswith(f"/{MANIFEST}")), "")
            return {MANIFEST: zipped.read(name)}
    with tarfile.open(archive) as packed_files:
        name = next((one for one in packed_files.getnames() if one.endswith(f"/{MANIFEST}")), "")
        member = packed_files.extractfile(name)
        return {MANIFEST: member.read() if member else b""}


def sums(files: Mapping[str, bytes]) -> bytes:
    """Returns the hashes of files in the format of ``sha256sum``."""
    lines = (f"{_sha256(content)}  {path}\n" for path, content in sorted(files.items()))
    return "".join(lines).encode()


def listing(requests: Sequence[ExportRequest], ending: str) -> bytes:
    """Returns a list of archives or folders in JSON: name, top module and design point of each."""
    document = [
        {
            "archive": f"{archive_name(request)}{ending}",
            "top": request.module,
            "config": request.point.name,
            "computes": request.point.computes,
        }
        for request in requests
    ]
    return (json.dumps(document, indent=1) + "\n").encode()
