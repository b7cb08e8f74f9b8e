"""Release archives: one compressed tar file per export, the same bytes every time."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import tarfile
from collections.abc import Mapping, Sequence
from importlib import metadata

from silicrypt.export.request import Request


def name(request: Request) -> str:
    """Returns the name of an archive without its ending, which is also the folder in it."""
    version = metadata.version("silicrypt")
    form = "" if request.primitives == "generic" else f"-{request.primitives}"
    return f"{request.module}-{version}-{request.language}{form}"


def render(request: Request, files: Mapping[str, bytes]) -> bytes:
    """Returns the archive of an export; it has no times, owners or other traces of a machine."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path, content in sorted(files.items()):
            entry = tarfile.TarInfo(f"{name(request)}/{path}")
            entry.size, entry.mode = len(content), 0o644
            archive.addfile(entry, io.BytesIO(content))
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
            "archive": f"{name(request)}.tar.gz",
            "top": request.module,
            "config": request.config.name,
            "computes": request.config.computes,
        }
        for request in requests
    ]
    return (json.dumps(document, indent=1) + "\n").encode()
