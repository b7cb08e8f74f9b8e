"""The manifest of an export: what it is, what made it, and a hash of each file."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from importlib import metadata

from silicrypt.base import sources
from silicrypt.export.request import Request
from silicrypt.verify.suites import Verification


def source_hash(request: Request) -> str:
    """Returns the hash of the sources and parameters of an export."""
    config = request.config
    return sources.digest(
        [sources.read(path) for path in config.sources(request.level, request.folders)],
        config.slang_args(request.level),
    )


def render(request: Request, files: Mapping[str, bytes], record: Verification | None = None) -> str:
    """Returns the manifest as JSON.

    Args:
        request: the export.
        files: the other files of the export, by their paths.
        record: the verification of these files.
    """
    config = request.config
    document = {
        "name": request.module,
        "config": config.name,
        "computes": config.computes,
        "level": request.level,
        "language": request.language,
        "source_top": request.source_top,
        "parameters": dict(one.split("=", 1) for one in request.parameters),
        "primitives": {
            "technology": request.primitives,
            "own_form": list(request.special),
            "generic_form": list(request.plain),
        },
        "source_hash": source_hash(request),
        "verified": record
        and {
            "suite": record.suite,
            "checks": len(record.checks),
            "cases": sum(check.cases for check in record.checks),
        },
        "made_by": {name: metadata.version(name) for name in ("silicrypt", "pyosys", "pyslang")},
        "licence": "Apache-2.0",
        "sha256": {path: hashlib.sha256(content).hexdigest() for path, content in files.items()},
    }
    return json.dumps(document, indent=1) + "\n"
