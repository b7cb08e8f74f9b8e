"""Python and RTL allow the same values of parameters, in a complete grid of small values."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from silicrypt import catalog
from silicrypt.catalog import Unit
from silicrypt.errors import BadParameter, ToolFailed
from silicrypt.paths import hw_root
from silicrypt.tools import yosys

Value = int | str
Point = Mapping[str, Value]

#: A value that an enum does not have, and its number.
OTHER = "OTHER", 9
_ERROR = re.compile(r"points\.sv:(\d+): ERROR: (.*)")

HASH: dict[str, tuple[Value, ...]] = {
    "Unroll": (1, 2, 3, 4),
    "Precompute": (0, 1, 2, 3),
    "PipelineStages": (0, 1, 2, 3, 4),
    "CounterCode": ("BINARY", "GRAY", "OTHER"),
}
#: Parameters of a unit with one stage.
ONE_STAGE = {name: values for name, values in HASH.items() if name != "PipelineStages"}
ENGINE = ("mac/hmac/sil_hmac_engine.sv", "mac/hmac/sil_hmac_channel.sv")


def _algorithms(unit: Unit[Any]) -> dict[str, tuple[Value, ...]]:
    """Returns the first and the last algorithm of a unit that has a parameter for them."""
    names = tuple(unit.algorithms)
    return {"Alg": (names[0], names[-1], OTHER[0])} if "Alg" in unit.parameters else {}


#: By unit: the modules that contain its rules (that of the level first), and the values to try.
FAMILIES: list[tuple[str, str, tuple[str, ...], dict[str, tuple[Value, ...]]]] = [
    (
        "aes",
        "core",
        ("cipher/aes/sil_aes_core.sv",),
        {
            "KeyBits": (0, 64, 128, 192, 256),
            "Direction": ("ENCRYPT", "DECRYPT", "BOTH", "OTHER"),
            "Unroll": (0, 1, 2, 6, 10, 12, 14),
            "PipelineStages": (0, 1, 5, 6, 10, 20, 24, 50),
        },
    ),
    (
        "aes",
        "core",
        ("cipher/aes/sil_aes_core.sv",),
        {
            "KeyBits": (128, 192),
            "Direction": ("ENCRYPT", "BOTH"),
            "Sbox": ("TABLE", "FUNCTIONS", "OTHER"),
            "KeySchedule": ("STORED", "ON_THE_FLY", "OTHER"),
            "Unroll": (1, 10),
            "PipelineStages": (1, 10),
            "DataWidth": (8, 16, 32, 128),
            "LowLatency": (0, 1),
        },
    ),
    (
        "aes",
        "stream",
        ("cipher/aes/sil_aes_stream.sv", "cipher/aes/sil_aes_core.sv"),
        {"KeyBits": (0, 128, 192), "LowLatency": (0, 1), "Modes": (0, 1, 2, 3, 4, 7, 8)},
    ),
    (
        "aes",
        "stream",
        tuple(f"cipher/aes/sil_aes_{name}.sv" for name in ("stream", "serial", "fixed", "core")),
        {
            "KeyBits": (0, 128),
            "Direction": ("ENCRYPT", "BOTH"),
            "Sbox": ("FUNCTIONS", "OTHER"),
            "KeySchedule": ("STORED", "ON_THE_FLY", "OTHER"),
            "Unroll": (0, 1, 10),
            "PipelineStages": (1, 10, 12),
            "DataWidth": (8, 128),
            "LowLatency": (0, 1),
            "Modes": (3,),
        },
    ),
    (
        "aes",
        "stream",
        tuple(f"cipher/aes/sil_aes_{name}.sv" for name in ("stream", "serial", "fixed", "core")),
        {
            "KeyBits": (0, 128, 192, 256),
            "Unroll": (1, 6, 10, 12, 14),
            "PipelineStages": (0, 1, 5, 6, 12, 24, 30, 40, 50),
        },
    ),
    (
        "aes-gcm",
        "stream",
        (
            *(f"cipher/gcm/sil_{name}.sv" for name in ("aes_gcm", "gcm_stream", "gcm_hold")),
            *("cipher/aes/sil_aes_core.sv", "mac/ghash/sil_ghash.sv"),
        ),
        {
            "KeyBits": (64, 128),
            "Sbox": ("FUNCTIONS", "OTHER"),
            "PipelineStages": (0, 1, 5, 6),
            "DataWidth": (8, 32, 128),
            "Digit": (0, 1, 65),
            "Buffer": (0, 1, 12, 1024, 2048),
        },
    ),
    (
        "aes-gcm-pipe",
        "stream",
        (
            *(f"cipher/gcm/sil_{name}.sv" for name in ("aes_gcm_pipe", "gcm_pipe")),
            "cipher/aes/sil_aes_fixed.sv",
        ),
        {
            "KeyBits": (0, 128, 192, 256),
            "Sbox": ("FUNCTIONS", "OTHER"),
            "PipelineStages": (0, 10, 15, 30, 48, 50, 56),
        },
    ),
    (
        "aes-ccm",
        "stream",
        ("cipher/ccm/sil_aes_ccm.sv", "cipher/ccm/sil_ccm_stream.sv", "cipher/gcm/sil_gcm_hold.sv"),
        {
            "KeyBits": (64, 128),
            "DataWidth": (8, 32, 128),
            "Buffer": (0, 1, 2, 12, 1024, 2048),
        },
    ),
    (
        "aes-chained",
        "stream",
        ("cipher/aes/sil_aes_chained.sv", "cipher/aes/sil_aes_core.sv"),
        {
            "KeyBits": (0, 64, 192),
            "Direction": ("ENCRYPT", "DECRYPT", "BOTH"),
            "PipelineStages": (1, 5, 6),
            "LowLatency": (0, 1),
        },
    ),
    (
        "aes-stepwise",
        "core",
        ("cipher/aes/sil_aes_stepwise.sv",),
        {
            "KeyBits": (0, 64, 128, 192, 256),
            "Direction": ("ENCRYPT", "DECRYPT", "BOTH", "OTHER"),
            "Sbox": ("TABLE", "COMPOSITE", "FUNCTIONS", "OTHER"),
        },
    ),
    (
        "aes-byte",
        "core",
        ("cipher/aes/sil_aes_byte.sv",),
        {
            "Sbox": ("TABLE", "COMPOSITE", "FUNCTIONS", "OTHER"),
            "ClockGate": (0, 1),
            "Memory": (0, 1),
        },
    ),
    (
        "aes-bit",
        "core",
        ("cipher/aes/sil_aes_bit.sv",),
        {
            "Sbox": ("TABLE", "COMPOSITE", "FUNCTIONS", "OTHER"),
            "ClockGate": (0, 1),
        },
    ),
    (
        "sm4",
        "stream",
        ("cipher/sm4/sil_sm4_stream.sv", "cipher/sm4/sil_sm4_core.sv"),
        {
            "Serial": (0, 1),
            "Unroll": (0, 1, 2, 3, 4, 8),
            "PipelineStages": (0, 1, 2, 3, 4, 8, 16),
            "Modes": (0, 1, 3, 4),
        },
    ),
    (
        "sm4-chained",
        "stream",
        ("cipher/sm4/sil_sm4_chained.sv", "cipher/sm4/sil_sm4_core.sv"),
        {"Serial": (0, 1), "Unroll": (0, 1, 2, 4), "PipelineStages": (0, 1, 2, 4)},
    ),
    *(
        (
            unit.name,
            "stream",
            tuple(f"hash/{unit.name}/sil_{unit.name}_{top}.sv" for top in ("stream", "core")),
            {**_algorithms(unit), **HASH},
        )
        for unit in catalog.UNITS.values()
        if unit.interface == "hash"
        and "stream" in unit.tops
        and unit.name
        not in ("sha2-save", "sha2-short", "sha2-interleaved", "md5-interleaved", "sm3-interleaved")
    ),
    (
        "sha2-save",
        "stream",
        ("hash/sha2/sil_sha2_save_core.sv",),
        {"Alg": ("SHA224", "SHA256", "SHA384", "SHA512", "OTHER"), "ClockGate": (0, 1)},
    ),
    (
        "sha3-interleaved",
        "stream",
        ("hash/sha3/sil_sha3_interleaved_stream.sv",),
        {"Alg": ("SHA3_224", "SHAKE128", "SHAKE256", "OTHER")},
    ),
    (
        "sha3-unrolled",
        "stream",
        ("hash/sha3/sil_sha3_unrolled_stream.sv", "hash/sha3/sil_sha3_unrolled.sv"),
        {"Alg": ("SHA3_224", "SHA3_512", "SHAKE256", "OTHER"), "Unroll": (0, 1, 2, 3, 4, 6)},
    ),
    (
        "sha2-short",
        "core",
        ("hash/sha2/sil_sha2_short_core.sv",),
        {"Alg": ("SHA224", "SHA256", "SHA384", "SHA512", "SHA512_224", "SHA512_256", "OTHER")},
    ),
    (
        "hmac-sha2-short",
        "stream",
        ("mac/hmac/sil_hmac_sha2_short.sv", "hash/sha2/sil_sha2_keyed_core.sv"),
        {"Alg": ("SHA224", "SHA256", "SHA384", "SHA512", "SHA512_224", "SHA512_256", "OTHER")},
    ),
    (
        "sha256-small",
        "core",
        ("hash/sha2/sil_sha2_small_core.sv",),
        {"Alg": ("SHA256", "SHA512", "OTHER"), "Memory": (0, 1), "ClockGate": (0, 1)},
    ),
    (
        "sha2-interleaved",
        "core",
        ("hash/sha2/sil_sha2_interleaved_core.sv",),
        {
            "Alg": ("SHA224", "SHA512_256", "OTHER"),
            "Messages": (0, 1, 2, 3, 4, 5),
            "Pieces": (0, 1, 2, 3, 4),
        },
    ),
    (
        "sha2-interleaved",
        "stream",
        (
            "hash/sha2/sil_sha2_interleaved_stream.sv",
            "hash/sha2/sil_sha2_interleaved_core.sv",
        ),
        {
            "Alg": ("SHA224", "SHA512_256", "OTHER"),
            "Messages": (0, 1, 2, 3, 4, 5),
            "Pieces": (0, 1, 2, 3, 4),
        },
    ),
    (
        "hmac-sha2",
        "stream",
        ("mac/hmac/sil_hmac_sha2.sv", *ENGINE, "hash/sha2/sil_sha2_core.sv"),
        {"Alg": ("SHA256", "SHA512", "OTHER"), **ONE_STAGE},
    ),
    (
        "hmac-sha2-save",
        "stream",
        ("mac/hmac/sil_hmac_save_core.sv",),
        {"Alg": ("SHA224", "SHA256", "SHA384", "SHA512", "OTHER"), "ClockGate": (0, 1)},
    ),
    (
        "hmac-sm3",
        "stream",
        ("mac/hmac/sil_hmac_sm3.sv", *ENGINE, "hash/sm3/sil_sm3_core.sv"),
        ONE_STAGE,
    ),
    *(
        (
            f"{name}-sha2",
            "stream",
            (
                *("mac/kdf/sil_kdf_sha2.sv", "mac/kdf/sil_kdf_engine.sv"),
                *("mac/kdf/sil_kdf_drbg.sv", "mac/hmac/sil_hmac_sha2.sv", *ENGINE),
                "hash/sha2/sil_sha2_core.sv",
            ),
            {
                "Function": (function,),
                "Alg": ("SHA224", "SHA256", "SHA512_224", "OTHER"),
                "Unroll": (1, 2, 3, 4),
                "Precompute": (0, 3),
                "BufferBytes": (4, 8, 16, 48, 64, 256, 1024),
                **more,
            },
        )
        for name, function, more in (
            ("pbkdf2", "PBKDF2", {}),
            ("hmac-drbg", "HMAC_DRBG", {"ReseedBits": (0, 1, 48, 49)}),
        )
    ),
    *(
        (
            f"hmac-{unit}",
            "stream",
            (f"mac/hmac/sil_hmac_{unit}.sv", *ENGINE, f"hash/{unit}/sil_{unit}_core.sv"),
            HASH,
        )
        for unit in ("md5", "sha1")
    ),
    (
        "hmac-md5-sha1",
        "stream",
        (
            "mac/hmac/sil_hmac_md5_sha1.sv",
            "hash/md5_sha1/sil_md5_sha1_pair.sv",
            "hash/md5/sil_md5_core.sv",
            "hash/sha1/sil_sha1_core.sv",
        ),
        {"Precompute": (0, 1, 2, 3), "Shared": (0, 1), "ClockGate": (0, 1)},
    ),
    (
        "shat",
        "stream",
        ("hash/shat/sil_shat_stream.sv", "hash/shat/sil_shat_core.sv"),
        {
            "Alg": ("SHAT128", "SHAT256", "SHAT384", "OTHER"),
            "Unroll": tuple(range(50)),
            "Precompute": (0, 1, 2, 3, 4),
            "Fast": (0, 1),
        },
    ),
    (
        "kmac",
        "stream",
        ("mac/kmac/sil_kmac_sponge.sv", "hash/sha3/sil_sha3_core.sv"),
        {"Strength": (128, 192, 256), "Lanes": (0, 1, 5, 25), "ClockGate": (0, 1)},
    ),
    (
        "tuplehash",
        "stream",
        ("mac/kmac/sil_kmac_sponge.sv", "hash/sha3/sil_sha3_core.sv"),
        {"Strength": (128, 192, 256), "Lanes": (0, 1, 5, 25), "ClockGate": (0, 1)},
    ),
]


def points(axes: Mapping[str, Sequence[Value]]) -> list[Point]:
    """Returns all combinations of the values."""
    return [dict(zip(axes, values, strict=True)) for values in itertools.product(*axes.values())]


def python_says(unit: str, level: str, point: Point) -> str:
    """Returns the rule that a point breaks, or an empty text."""
    family = catalog.UNITS[unit]
    top = family.tops[level]  # type: ignore[index]
    apart = {"Modes": 1} if "Modes" in top.without else {}  # not in the module
    try:
        complete = family.complete({**apart, **point}, "point")
    except BadParameter as error:
        return str(error).removeprefix("point: ")
    return "" if top.holds(complete) else f"there is no {level}"


def _literal(unit: str, name: str, value: Value) -> str:
    enum = catalog.UNITS[unit].enums.get(name)
    if enum is None:
        return str(value)
    if value in enum.names:
        return f"{enum.package}::{value}"
    kinds = {"Alg": "alg_e", "CounterCode": "code_e", "KeySchedule": "key_schedule_e"}
    return f"{enum.package}::{kinds.get(name, name.lower() + '_e')}'({OTHER[1]})"


def _render(
    unit: str, top: str, files: Sequence[str], grid: Sequence[Point]
) -> Iterator[tuple[str, int]]:
    """Yields one instance of the modules with rules per point; each instance has its own line."""
    texts = [(hw_root() / name).read_text(encoding="utf-8") for name in files]
    names = [Path(name).stem for name in files]
    own = re.compile(rf"\b({'|'.join(names)})\b")
    body = "\n".join(texts)
    for number, point in enumerate(grid):
        yield own.sub(rf"\1_{number}", body), number
        values = ", ".join(f".{name}({_literal(unit, name, v)})" for name, v in point.items())
        yield f"module point_{number}; {top}_{number} #({values}) u_top (); endmodule\n", number


def rtl_says(
    unit: str, top: str, files: Sequence[str], grid: Sequence[Point], folder: Path
) -> list[set[str]]:
    """Returns the rules that each point breaks, from one elaboration of all points."""
    owners = list[int]()
    with (folder / "points.sv").open("w", encoding="utf-8") as file:
        for text, number in _render(unit, top, files, grid):
            file.write(text.rstrip("\n") + "\n")
            owners += [number] * (text.rstrip("\n").count("\n") + 1)
    return _elaborate(owners, len(grid), folder)


def _elaborate(owners: Sequence[int], count: int, folder: Path) -> list[set[str]]:
    """Returns what slang reports for each point, by its lines of ``points.sv``."""
    said = [set[str]() for _ in range(count)]
    packages = sorted((hw_root()).rglob("sil_*_pkg.sv"), key=_level)
    tops = " ".join(f"--top point_{number}" for number in range(count))
    paths = " ".join(map(str, (*packages, "points.sv")))
    flags = "--ignore-unknown-modules --error-limit 0 -Wnone"
    with pytest.raises(ToolFailed):
        yosys.run(f"read_slang {flags} {tops} {paths}\n", folder)
    log = (folder / yosys.LOG).read_text(encoding="utf-8")
    for line, message in _ERROR.findall(log):
        said[owners[int(line) - 1]].add(message.removeprefix("$fatal encountered: "))
    return said


def _level(path: Path) -> int:
    """Returns the compile level: packages that import others come after them."""
    return len(re.findall(r"sil_\w+_pkg::", path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("unit", "level", "files", "axes"),
    FAMILIES,
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_python_and_rtl_allow_the_same_points(
    unit: str,
    level: str,
    files: tuple[str, ...],
    axes: dict[str, tuple[Value, ...]],
    tmp_path: Path,
) -> None:
    grid = points(axes)
    rtl = rtl_says(unit, Path(files[0]).stem, files, grid, tmp_path)
    family, differ = catalog.UNITS[unit], list[str]()
    for point, found in zip(grid, rtl, strict=True):
        python = python_says(unit, level, point)
        worded = python in found or python.startswith(("there is no", f"{family.named_by} must be"))
        if bool(python) != bool(found) or (python and not worded):
            rules = ", ".join(found)
            differ.append(
                f"{dict(point)}: Python: {python or 'allowed'}; RTL: {rules or 'allowed'}"
            )
    assert not differ, f"{len(differ)} of {len(grid)} points:\n" + "\n".join(differ[:20])
    assert any(rtl)
    assert not all(rtl)


#: Modules below the tops: a file, values that it must refuse, and its rule.
MODULES = [
    *(
        (f"{file}.sv", f".Depth({depth})", "Depth must be a power of two, and at least 2")
        for file in (
            *("prim/sil_fifo", "prim/sil_fifo_wipe", "prim/sil_fifo_wipe_fast"),
            "prim/sil_fifo_wipe_counted",
        )
        for depth in (1, 3, 12)
    ),
    *(
        ("prim/sil_table.sv", f".Rows({rows})", "Rows must be a power of two, and at least 2")
        for rows in (1, 48)
    ),
    *(
        (f"prim/{folder}sil_mux.sv", f".Words({words})", "Words must be 2, 4, 8 or 16")
        for folder in ("", "ecp5/")
        for words in (1, 3, 32)
    ),
    *(
        (f"prim/{folder}sil_add_{kind}.sv", ".Width(31)", "Width must be even")
        for folder in ("", "ecp5/")
        for kind in ("select", "either")
    ),
    *(
        (f"prim/{folder}sil_equal.sv", ".Width(3)", "Width must be even, and at least 2")
        for folder in ("", "ecp5/")
    ),
    *(
        (
            f"prim/{folder}sil_ring.sv",
            f".Words({words})",
            "Words must be a power of two, and at least 2",
        )
        for folder in ("", "ecp5/")
        for words in (1, 12)
    ),
    *(
        (f"cipher/aes/sil_aes_{name}.sv", f".Columns({count})", "Columns must be 1 to 4")
        for name in ("columns", "inverse")
        for count in (0, 5)
    ),
    *(
        (f"bus/mapped/sil_mapped_{name}.sv", f".FifoWords({words})", f"FifoWords must be {rule}")
        for name, words, rule in (
            *(("bytes", words, "a power of two, and at least 2") for words in (1, 3)),
            *((name, 256, "at most 128") for name in ("hash", "cipher")),
        )
    ),
    ("cipher/aes/sil_aes_bytes.sv", ".Bytes(2)", "Bytes must be 1 or 4"),
    ("cipher/aes/sil_aes_on_the_fly.sv", ".Stages(6)", "Stages must be 1 to 5"),
    ("cipher/aes/sil_aes_round.sv", ".Stages(6)", "Stages must be 1 to 5"),
    ("cipher/aes/sil_aes_loop.sv", ".PipelineStages(6)", "PipelineStages must be 1 to 5"),
    (
        "cipher/aes/sil_aes_pipeline.sv",
        ".PipelineStages(50)",
        "PipelineStages must be 1 to 4 times the rounds where Unroll is the rounds",
    ),
    (
        "cipher/modes/sil_modes_pipe_results.sv",
        ".Latency(58)",
        "Latency must be 3 to 57, and Depth at least Latency + 7",
    ),
    (
        "cipher/modes/sil_modes_chain.sv",
        ".Modes(8)",
        "Modes must be 1 to 7: the sum of 1 for ECB, 2 for CTR, 4 for XTS",
    ),
    *(
        (f"{file}.sv", values, rule)
        for file in ("hash/merkle_damgard/sil_md_blocks", "mac/hmac/sil_hmac_engine")
        for values, rule in (
            (".Unroll(3)", "Unroll must be a divisor of the words of a block"),
            (".Messages(0)", "Messages must be 1 or more"),
        )
    ),
    (
        "hash/merkle_damgard/sil_md_iterative.sv",
        ".Rounds(80), .FeedForward(5), .Unroll(2)",
        "Rounds and FeedForward must be multiples of Unroll",
    ),
    (
        "hash/merkle_damgard/sil_md_pipelined.sv",
        ".Rounds(80), .FeedForward(4), .Stages(5)",
        "Stages must be 2 or more",
    ),
    *(
        (f"hash/merkle_damgard/sil_md_{name}.sv", ".DigestBits(1024)", "DigestBits must be at most")
        for name in ("iterative", "pipelined")
    ),
    *(
        ("system/bist/sil_bist_hash.sv", f".Alg(sil_bist_vectors_pkg::{alg})", "Alg must be MD5")
        for alg in ("MD5_SHA1", "alg_e'(99)")
    ),
    *(
        ("system/bist/sil_bist_hmac.sv", f".Alg(sil_bist_vectors_pkg::{alg})", "Alg must be MD5")
        for alg in ("SM3", "alg_e'(99)")
    ),
    (
        "system/bist/sil_bist_hmac.sv",
        ".Alg(sil_bist_vectors_pkg::SHA256), .PipelineStages(2)",
        "PipelineStages must be 1 except with MD5 and SHA1",
    ),
    ("cipher/aes/sil_aes_sbox.sv", ".Sbox(sil_aes_pkg::sbox_e'(3))", "Sbox must be TABLE"),
]


def test_modules_below_the_tops_refuse_in_their_own_words(tmp_path: Path) -> None:
    owners = list[int]()
    with (tmp_path / "points.sv").open("w", encoding="utf-8") as file:
        for number, (path, values, _) in enumerate(MODULES):
            body, name = (hw_root() / path).read_text(encoding="utf-8"), Path(path).stem
            body = re.sub(rf"\b{name}\b", f"{name}_{number}", body)
            body += f"module point_{number}; {name}_{number} #({values}) u_top (); endmodule\n"
            file.write(body)
            owners += [number] * body.count("\n")
    said = _elaborate(owners, len(MODULES), tmp_path)
    for (path, values, rule), found in zip(MODULES, said, strict=True):
        assert any(one.startswith(rule) for one in found), f"{path} {values}: {found}"


def test_families_do_not_import_what_is_made_of_them() -> None:
    folder = Path(catalog.__file__).parent
    rules = (unit.rules for unit in catalog.UNITS.values())
    families = {getattr(rule, "func", rule).__module__ for rule in rules}  # of a partial, its own
    for family in families:
        text = (folder / f"{family.rsplit('.', 1)[1]}.py").read_text(encoding="utf-8")
        assert not re.search(r"catalog\.(config|units)\b|catalog import (config|units)\b", text)
