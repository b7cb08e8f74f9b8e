"""Guesses the core file of a folder, from the names and widths of the ports of its modules."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from silicrypt.errors import BadInput, UnknownName
from silicrypt.measure import functions, hdl_modules
from silicrypt.measure.device import CorePort
from silicrypt.measure.guess_registers import registers
from silicrypt.measure.hdl_modules import HdlModule
from silicrypt.measure.port_roles import (
    NAMES,
    UNSURE,
    WORD_WIDTHS,
    Guess,
    JoinedPort,
    at_least,
    is_role,
    joined,
    key_text,
    string,
)
from silicrypt.results.store import write_atomic

FILE = "core.toml"
#: Value and remark of lines, by their keys.
Lines = dict[str, tuple[object, str]]
#: A mark of the first block, as distinct from a command that starts it.
_MARKS_FIRST = re.compile(r"new|first")

#: Names of bits in a comment, below a line "bit3 bit2 bit1 bit0".
_LAYOUT = re.compile(r"((?:\bbit ?\d+\s+)+bit ?\d+)[ \t]*\n([^\n]*)", re.I)
#: The bits where no comment names them.
_USUAL_BITS = {"read": 0, "write": 1, "further": 2}
#: Hashes that a core with a bit of mode computes if the bit is 1; with 0, it truncates the digest.
_FULL = ("SHA-256", "SHA-512")


def init(folder: Path, out: Path | None = None, top: str | None = None) -> tuple[Path, Guess]:
    """Looks at a folder and writes a core file.

    Args:
        folder: the folder.
        out: the file to write; ``core.toml`` in the folder by default.
        top: the top module; by default the one whose interface is recognised best.

    Returns:
        The file, and what was guessed.

    Raises:
        BadInput: the folder has no Verilog, no module has ports, or the file exists.
        UnknownName: there is no such module.
    """
    if not folder.is_dir():
        raise BadInput(f"there is no folder {folder}")
    path = out or folder / FILE
    if path.exists():
        raise BadInput(f"{path} exists; remove it, or name another file with --out")
    modules = hdl_modules.modules(folder)
    names = [module.name for module in modules]
    if top is not None and top not in names:
        raise UnknownName("module", top, names)
    if not modules:
        raise BadInput(f"no module in {folder} has ports")
    known = folder.resolve().name
    guesses = [guess(m, known) for m in modules if top in (None, m.name)]
    # Of modules that are recognised equally well, the one with more inside is the core.
    best = max(guesses, key=lambda g: (bool(g.function), g.score, len(g.module.inside)))
    others = sorted((g for g in guesses if g is not best and g.score > 0), key=lambda g: -g.score)
    write_atomic(path, render(best, folder, path, others[:6]))
    return path, best


def render(best: Guess, folder: Path, path: Path, others: Sequence[Guess]) -> str:
    """Returns the text of a core file."""
    module, relative = best.module, os.path.relpath(folder.resolve(), path.resolve().parent)

    def named(files: Sequence[Path], spelled: Callable[[str], str] = glob.escape) -> str:
        names = ((Path(relative) / file).as_posix() for file in files)
        return ", ".join(string(spelled(name)) for name in names)

    known = functions.known().items()
    algorithm = next((name for name, function in known if function is best.function), "")
    lines = [
        f"# A guessed core file for {module.name}. Check the lines with '{UNSURE}', then run:",
        f"#   silicrypt measure {path} -t ecp5-85k",
    ]
    if others:
        lines.append(f"# Other modules (--top): {', '.join(g.module.name for g in others)}")
    lines += [
        f'algorithm = "{algorithm or "sha256"}"{"" if algorithm else f"  {UNSURE}"}',
        f"top = {string(module.name)}",
        f"sources = [{named(module.files)}]",
    ]
    lines += [f"include = [{named(module.includes, str)}]"] if module.includes else []
    lines += [f"data = [{named(module.data)}]"] if module.data else []
    for table in ("", "reset", "tie", "interface"):
        rows = best.lines.get(table, [])
        lines += ["", f"[{table}]"] if table and rows else []
        lines += [
            f"{key_text(key)} = {value}{f'  {mark}' if mark else ''}" for key, value, mark in rows
        ]
    return "\n".join(lines) + "\n"


def guess(module: HdlModule, folder_name: str) -> Guess:
    """Returns what can be guessed of a module."""
    names = (module.name, *(file.stem for file in module.files), folder_name)
    guessed = Guess(module, functions.named_in(names), joined(module.ports))
    clock = guessed.take("clock")
    if clock is None:
        guessed.say("clock", '"clk"', f"{UNSURE} the clock; a core without one has no cycles", "")
    elif clock.name != "clk":
        guessed.say("clock", clock, table="")
    guessed.score += (-6 if clock is None else 2) + 2 * bool(functions.named_in([module.name]))
    _reset(guessed)
    for recognised in (_axi_stream, _stream, _block, registers, _words):
        attempt = guessed.copy()
        if recognised(attempt):
            guessed = attempt
            break
    else:
        for key, value, what in (
            ("kind", '"block"', "no known interface: see docs/measure.md"),
            ("block", '"block"', "the port of the block"),
            ("digest", '"digest"', "the port of the result"),
            ("cycles", "64", "cycles from the command to the result"),
        ):
            guessed.say(key, value, f"{UNSURE} {what}")
    _ties(guessed)
    return guessed


def _reset(guessed: Guess) -> None:
    port = guessed.take("reset")
    if port is None:
        return
    plain = port.name.lower()
    low = plain.startswith("n") or bool(re.search(r"(n|_ni|_n_i|_l|_b|_bar)$", plain))
    name, text = re.escape(port.name), guessed.module.text
    # The code decides: `if (!rst)` or `negedge rst` against the name.
    if re.search(rf"(if\s*\(\s*[!~]\s*{name}\b|negedge\s+{name}\b)", text):
        low = True
    elif re.search(rf"(if\s*\(\s*{name}\s*\)|posedge\s+{name}\b)", text):
        low = False
    guessed.say("port", port, table="reset")
    guessed.say("active", '"low"' if low else '"high"', table="reset")
    guessed.score += 1


def _ties(guessed: Guess) -> None:
    """Says constants for the inputs without a role: the core runs, and every result is taken."""
    for whole in guessed.left:
        for port in whole.parts if isinstance(whole, JoinedPort) else (whole,):
            if port.output:
                continue
            name = port.name.lower()
            lanes = port.width in (4, 8) and re.fullmatch(r".*(sel|strb|be)(_i)?", name)
            active = port.width == 1 and (is_role(port, "enable") or is_role(port, "accepts"))
            value = (1 << port.width) - 1 if lanes or active else 0
            # All bytes of an access are written: that is sure.
            mark = "" if lanes else f"{UNSURE} constant value of this input"
            guessed.say(port.name, value, mark, "tie")


def _axi_stream(guessed: Guess) -> bool:
    """Finds AXI4-Stream: an input and an output of the same names with two prefixes."""
    names = {p.name for p in guessed.left}
    ends = {
        p.output: p.name.removesuffix("tdata")
        for p in reversed(guessed.left)
        if p.name.endswith("tdata") and f"{p.name.removesuffix('tdata')}tvalid" in names
    }
    if len(ends) < 2:
        return False
    for key, value in {"kind": "axi-stream", "s": ends[False], "m": ends[True]}.items():
        guessed.say(key, f'"{value}"')
    guessed.score += 10
    guessed.left = [p for p in guessed.left if not p.name.startswith(tuple(ends.values()))]
    return True


def _narrow(guessed: Guess, widths: Sequence[int]) -> CorePort | None:
    """Returns the narrow port of a message."""
    return guessed.take("block", widths) or guessed.take("write_data", widths)


def _stream(guessed: Guess) -> bool:
    """Finds words of a message with a handshake, by the mark of the last beat."""
    if guessed.function is None or guessed.kind != "hash":
        return False
    bits = 8 * guessed.function.result_bytes
    data = _narrow(guessed, (*WORD_WIDTHS, 128))
    digest = guessed.take("digest", at_least(bits), output=True) or guessed.take(
        "digest", at_least(8), output=True
    )
    last, valid = guessed.take("last"), guessed.take("beat")
    if not (data and last and valid and digest):
        return False
    ready, first = _ready(guessed), guessed.take("first")
    guessed.say("kind", '"stream"')
    for key, port in {"data": data, "valid": valid, "last": last, "ready": ready}.items():
        guessed.say(key, port)
    guessed.say("begin", first, f"{UNSURE} or first, if it comes with the first beat")
    if not _valid_bytes(guessed, data):
        guessed.say("smallest", "1", table="")
    guessed.say("digest", digest)
    # Of several signals, the one that is named like the result belongs to it.
    alike = digest.name.split("_")[0]
    done = guessed.take("valid", output=True, like=alike) or guessed.take("valid", output=True)
    guessed.say("done", done or '"done"', "" if done else f"{UNSURE} the result is valid")
    guessed.score += 9 if digest.width >= bits else 8
    return True


def _valid_bytes(guessed: Guess, data: CorePort) -> bool:
    """Says how the core learns the number of bytes of a beat; returns whether it does."""
    size = data.width // 8
    if (port := guessed.take("bytes", range(2, max(size, 7) + 1))) is None:
        return False
    if port.width == size:
        guessed.say("keep", port)
        return True
    guessed.say("count", port)
    unused = re.search("invalid|unused|empty|pad", port.name.lower())
    what = "bits" if "bit" in port.name.lower() else "bytes"
    counts = f'"{"unused-" if unused else ""}{what}"'
    guessed.say("counts", counts, f"{UNSURE} or another word of docs/measure.md")
    return True


def _ready(guessed: Guess) -> object:
    """Returns the signal that tells that the core is ready, if there is one."""
    if ready := guessed.take("ready", output=True):
        return ready
    busy = guessed.take("busy", output=True)
    return f'"!{busy.name}"' if busy else None


def _say_commands(guessed: Guess, commands: Lines, ends: Mapping[str, object], what: str) -> None:
    """Says the lines of commands, and of the signals or the cycles that tell the end."""
    for key, (value, mark) in commands.items():
        guessed.say(key, value, mark)
    for key, signal in ends.items():
        guessed.say(key, signal)
    if not any(ends.values()):
        guessed.say("cycles", "64", f"{UNSURE} {what}")


def _ends(guessed: Guess) -> dict[str, object]:
    """Returns the signals that tell the end of an operation."""
    valid = guessed.take("valid", output=True)
    return {"ready": _ready(guessed), "valid": valid}


def _block(guessed: Guess) -> bool:
    """Finds a complete block on one port."""
    function = guessed.function
    bits = [function.algorithm.block_bits] if function else [512, 1024, 128]
    results = 8 * function.result_bytes if function else 128
    key = _key(guessed)
    block = guessed.take("block", bits, any_name=True)
    fit = range(results, 2 * max(results, 512) + 1)
    digest = guessed.take("digest", fit, output=True, any_name=True)
    if block is None or digest is None:
        return False
    first, commands = _commands(guessed)
    chain = None if "next" in commands else _chain_in(guessed)
    strobe = None
    if first is None or _MARKS_FIRST.search(first.name.lower()):
        strobe = guessed.take("block_strobe")
    if first and strobe:  # each block has the strobe, and the first one a mark
        commands = {"first": (_both(strobe, first), ""), "next": (strobe, "")}
    elif strobe:
        first = strobe
        commands["first"] = (first, "")
    mac = guessed.kind == "mac"
    if first and (mac or (strobe and guessed.kind == "hash")) and (last := guessed.take("last")):
        both = _both(first, last)
        commands |= {"last": (last if mac else both, ""), "only": (both, "")}
    ends = _ends(guessed)
    if first is None and not any(ends.values()):
        guessed.say("kind", '"fixed"')
        guessed.say("cycles", "1", f"{UNSURE} cycles from block to result")
    else:
        guessed.say("kind", '"block"')
        _say_commands(guessed, commands, ends, "cycles from the command to the result")
    for name, port in {"block": block, "digest": digest, "key": key, "chain_in": chain}.items():
        guessed.say(name, port)
    guessed.score += 6 + 2 * (first is not None) + sum(map(bool, ends.values()))
    return True


def _both(first: CorePort, second: CorePort) -> dict[str, int]:
    return {first.name: 1, second.name: 1}


def _chain_in(guessed: Guess) -> CorePort | None:
    """Returns the port of a chaining value that the caller keeps."""
    if guessed.function is None or guessed.kind != "hash":
        return None
    return guessed.take("chain_in", at_least(8 * guessed.function.result_bytes))


def _key(guessed: Guess) -> CorePort | None:
    if guessed.function is None or not guessed.function.key_bytes:
        return None
    key = guessed.take("key", at_least(8 * guessed.function.key_bytes))
    guessed.score += 1 if key else -4
    return key


def _commands(guessed: Guess) -> tuple[CorePort | None, Lines]:
    """Returns the port that starts a block, and the lines of all commands."""
    cipher = guessed.kind == "cipher"
    load_key = guessed.take("load_key") if cipher else None
    following, first = guessed.take("next"), guessed.take("first")
    if cipher and following and first and not load_key:
        # The usual pair of a cipher: init expands the key, next takes a block.
        load_key, first, following = first, following, None
    key_ready = guessed.take("key_ready", output=True) if load_key else None
    ports = {"load_key": load_key, "key_ready": key_ready, "first": first, "next": following}
    lines: Lines = {key: (port, "") for key, port in ports.items() if port}
    if cipher and (direction := guessed.take("direction")):
        lines["encrypt"] = ({direction.name: 1}, f"{UNSURE} or 0")
        lines["decrypt"] = ({direction.name: 0}, "")
    elif cipher and (inverse := guessed.take("inverse")):
        lines["encrypt"], lines["decrypt"] = ({inverse.name: 0}, ""), ({inverse.name: 1}, "")
    elif cipher and re.search(r"inv|dec(ipher|rypt)", guessed.module.name.lower()):
        lines["decrypt"] = ("{}", "")  # this direction alone
    return first or following, lines


def _words(guessed: Guess) -> bool:
    """Finds words on a narrow port."""
    data, digest = _narrow(guessed, WORD_WIDTHS), guessed.take("digest", at_least(8), output=True)
    if data is None or digest is None:
        return False
    guessed.say("kind", '"words"')
    guessed.say("data", data)
    if _command_bits(guessed, digest):
        guessed.say("digest", digest)
        guessed.score += 6
        return True
    first, commands = _commands(guessed)
    ends = _ends(guessed)
    strobe = guessed.take("word_strobe")
    guessed.say("write", strobe, f"{UNSURE} given with each word")
    if strobe and len(commands) == 1 and first and re.search("init|first", first.name.lower()):
        commands["next"] = ("{}", "")  # it marks the first block; each word has the strobe
    _say_commands(guessed, commands, ends, "cycles from the last word to the result")
    guessed.say("digest", digest)
    guessed.score += 4
    return True


def _command_bits(guessed: Guess, digest: CorePort) -> bool:
    """Finds commands that are the bits of one port.

    The core has a port of command bits with a write strobe, and a port of status bits. A command
    is followed by the words of a block, or by those of the digest.
    """
    before = guessed.left
    command, strobe = guessed.take("command_bits", range(2, 9)), guessed.take("command_bits")
    state = guessed.take("command_bits", at_least(2), output=True)
    if not (command and strobe and state):
        guessed.left = before
        return False
    bits = named_bits(guessed.module.comments)
    remark = "" if bits else f"{UNSURE} the bits of the command"
    bits = bits or {**_USUAL_BITS, "busy": state.width - 1}
    full = guessed.function is not None and guessed.function.name in _FULL
    always = 1 << bits["mode"] if "mode" in bits and full else 0

    def value(*names: str) -> dict[str, int]:
        number = always + sum(1 << bits[name] for name in names if name in bits)
        return {strobe.name: 1, command.name: number}

    mode = remark or (f"{UNSURE} with {always}, the mode" if always else "")
    guessed.say("first", value("write"), mode)
    guessed.say("next", value("write", "further"), mode)
    guessed.say("offset", "1", f"{UNSURE} cycles from the command to the first word")
    guessed.say("ready", f'"!{state.name}[{bits.get("busy", state.width - 1)}]"', remark)
    guessed.say("settle", "4", f"{UNSURE} cycles from a command until that bit is right")
    if guessed.function and digest.width < 8 * guessed.function.result_bytes:
        guessed.say("read", value("read"), mode)
        guessed.say("read_offset", "3", f"{UNSURE} cycles from this command to the first word")
    return True


def named_bits(comments: str) -> Mapping[str, int]:
    """Returns the bits that a comment names, by their role; none without such a comment."""
    for match in _LAYOUT.finditer(comments):
        numbers = [int(number) for number in re.findall(r"\d+", match[1])]
        names = match[2].replace("*/", " ").split()
        if len(names) == len(numbers):
            return {
                role: number
                for role, pattern in NAMES["bits"].items()
                for name, number in zip(names, numbers, strict=True)
                if re.fullmatch(pattern, name.lower())
            }
    return {}
