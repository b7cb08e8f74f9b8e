"""Guesses the core file of a folder, from the names and widths of the ports of its modules."""

from __future__ import annotations

import glob
import json
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from silicrypt.errors import BadInput, UnknownName
from silicrypt.measure import functions, hdl_modules
from silicrypt.measure.device import CorePort
from silicrypt.measure.functions import CoreFunction
from silicrypt.measure.hdl_modules import HdlModule
from silicrypt.results.store import write_atomic

FILE = "core.toml"
#: Value and remark of lines, by their keys.
Lines = dict[str, tuple[str, ...]]
#: Marks a line that could not be guessed.
UNSURE = "# ?"

#: The roles of ports, by the names that cores have for them.
_ROLES = {
    role: re.compile(pattern)
    for role, pattern in {
        "clock": r"(aclk|.*clk|.*clock|ck)",
        "reset": r".*(rst|reset|arst).*",
        "first": (
            r"(init|initial|first|start|begin|go|ld|load|new|drdy|en_cipher|strobe|(?:msg|hash|enc)_?start)"
            r"(_?(cmd|block|hash|msg|message|enc|encrypt|i))?"
        ),
        "block_strobe": (
            r"(din|data|block|blk|text|msg|input|in)_?(en|valid|vld|rdy|ready)|en(able)?|(s_)?t?valid|vld|run"
        ),
        "next": r"(next|cont|continue|resume|update|further)(_?(cmd|block|blk|b))?",
        "load_key": r"(kld|key_?(load|ld|init|valid|start|rdy|en)|load_?key|krdy|init_key|en_key)",
        "key_ready": r".*key.*(ready|rdy|ok|done|valid|vld)",
        "ready": r".*(ready|rdy|idle)|(ready|rdy)_.*",
        "busy": r".*(busy|bsy)",
        "valid": r".*(valid|vld|done|complete|finish(ed)?|dvld|dout_en|en_o)",
        "direction": r"(encdec|enc_?dec|encrypt|enc|mode_?enc|en_?de(crypt)?)",
        "inverse": r"(decdec|dec|decrypt|inv(erse)?)",
        "key": r"(?!.*round).*key.*|kin",
        "chain_in": (
            r"v_?in|iv|chain(ing)?_?(in|value|val)?|(h|hash|digest|state|prev(ious)?)_?in"
            r"|prev(ious)?_?(h|hash|digest|state)"
            r"|init_?(h|val|value|hash)|rx_state"
        ),
        "block": r".*(block|blk|text|dat|msg|message|state|din|plain|chunk|input).*|x|m",
        "digest": r".*(digest|hash|sha\d*|result|out|cipher|tag|state|dat|dout|res|md|text).*|y|h",
        "last": r".*(last|lst|final|tlast|eo[fmt]|(_|msg|message|block|data)_?end).*",
        "beat": r".*(valid|vld|wr|write|we|push|strobe|_en|enable).*",
        "bytes": r".*(byte|keep|strb|size|len|invalid|unused|bits).*",
        "accepts": r".*(ready|rdy)|(ready|rdy)_.*",
        "enable": r"(clk_?|clock_?|core_?|chip_?|sys_?)?(en|ena|enable|cen|ce)",
        "select": r"(cs|sel|select|psel|stb|ce)",
        "write": r"(we|wr|write|pwrite|wen|wr_en)",
        "address": r"(addr|address|paddr|adr)",
        "write_data": r"(write_?data|wdata|pwdata|din|data_?in|dat|dat_?w)",
        "read_data": r"(read_?data|rdata|prdata|dout|data_?out|dat)",
        "word_strobe": r".*(load|ld|valid|vld|wr|write|en|we|push|strobe).*",
    }.items()
}
#: A prefix in mixed case, as in ``iValid``.
_MIXED = re.compile(r"^[io](?=[A-Z])")
_AFFIX = re.compile(r"^(i|o|in|out|io)_|_(i|o|in|out|ni|no)$")
#: A mark of the first block, as distinct from a command that starts it.
_MARKS_FIRST = re.compile(r"new|first")

#: The last number in the name of a port, and what is before and after it.
_NUMBERED = re.compile(r"(.*\D|)(\d+)(\D*)")
_WORD_WIDTHS = (8, 16, 32, 64)
#: The fewest words of an operand on ports with numbers.
_FEWEST = 4

#: Names of bits in a comment, below a line "bit3 bit2 bit1 bit0".
_LAYOUT = re.compile(r"((?:\bbit ?\d+\s+)+bit ?\d+)[ \t]*\n([^\n]*)", re.I)
_BITS = {
    "busy": "busy|bsy",
    "further": "round|next|further|continue",
    "write": "w|wr|write",
    "read": "r|rd|read",
    "mode": "s|mode|select",
}
#: The bits where no comment names them.
_USUAL_BITS = {"read": 0, "write": 1, "further": 2}
#: Hashes that a core with a bit of mode computes if the bit is 1; with 0, it truncates the digest.
_FULL = ("SHA-256", "SHA-512")

_NUMBER = r"(?:\d+\s*'\s*[sS]?([hHdDbB])\s*([0-9a-fA-F_]+)|(\d+))"
_CONSTANT = re.compile(rf"\b(\w+)\s*=\s*{_NUMBER}\s*[,;)]|`define\s+(\w+)\s+{_NUMBER}\s*$", re.M)
_BASES = {"h": 16, "d": 10, "b": 2}
_BEFORE, _AFTER = r"(?:.*_)?", r"(?:_?(?:reg|addr|offset|word)s?)*"
#: The registers, by the names that cores have for their addresses.
_REGISTERS = {
    "block": rf"{_BEFORE}(?:block|blk|msg|text_?in|data_?in|din){_AFTER}_?0{_AFTER}",
    "digest": rf"{_BEFORE}(?:digest|result|hash|text_?out|data_?out|dout){_AFTER}_?0{_AFTER}",
    "key": rf"{_BEFORE}key{_AFTER}_?0{_AFTER}",
    "control": rf"{_BEFORE}(?:ctrl|control|cmd){_AFTER}",
    "config": rf"{_BEFORE}(?:config|cfg){_AFTER}",
    "status": rf"{_BEFORE}(?:status|stat|state_?reg){_AFTER}",
    "clock gate": rf"{_BEFORE}gclk{_AFTER}",
}
#: Bits of a control or status register: a constant that numbers it, or an assignment.
_BIT = r"{register}_?{name}(?:_bit)?"
_TAKEN = r"assign\s+\w*{name}\w*\s*=\s*\w*(?:ctrl|control|cmd)\w*\s*\[\s*(\d+)"
_GIVEN = r"assign\s+\w*stat\w*\s*\[\s*(\d+)[^\]]*\]\s*=\s*\w*{name}\w*\s*;"


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
        return ", ".join(_string(spelled(name)) for name in names)

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
        f"top = {_string(module.name)}",
        f"sources = [{named(module.files)}]",
    ]
    lines += [f"include = [{named(module.includes, str)}]"] if module.includes else []
    lines += [f"data = [{named(module.data)}]"] if module.data else []
    for table in ("", "reset", "tie", "interface"):
        rows = best.lines.get(table, [])
        lines += ["", f"[{table}]"] if table and rows else []
        lines += [
            f"{_key_text(key)} = {value}{f'  {mark}' if mark else ''}" for key, value, mark in rows
        ]
    return "\n".join(lines) + "\n"


def _string(text: str) -> str:
    """Returns a text as a value of TOML. Its basic strings have the escapes of JSON."""
    return json.dumps(text, ensure_ascii=False)


def _key_text(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _string(key)


@dataclass(frozen=True)
class JoinedPort(CorePort):
    """Ports that are the words of one operand, such as ``H0`` to ``H7``.

    The name is what their names share.

    Attributes:
        parts: the ports, the first word first.
    """

    parts: tuple[CorePort, ...] = ()


def _joined(ports: Sequence[CorePort]) -> list[CorePort]:
    """Returns ports in which those with consecutive numbers and the same width are one."""
    groups: dict[tuple[str, str, bool, int], dict[int, CorePort]] = {}
    for port in ports:
        if port.width in _WORD_WIDTHS and (match := _NUMBERED.fullmatch(port.name)):
            key = (match[1], match[3], port.output, port.width)
            groups.setdefault(key, {})[int(match[2])] = port
    whole: dict[CorePort, CorePort] = {}
    for (before, after, output, width), group in groups.items():
        first, last, words = min(group), max(group), len(group)
        if words >= _FEWEST and first in (0, 1) and last - first < words:
            parts = tuple(group[n] for n in sorted(group))
            name = (before.rstrip("_") + after) or after
            whole |= dict.fromkeys(parts, JoinedPort(name, output, width * words, parts))
    return list(dict.fromkeys(whole.get(port, port) for port in ports))


def _quoted(port: CorePort) -> str:
    """Returns a port, or the list of its parts, as a value of a core file."""
    if isinstance(port, JoinedPort):
        return f"[{', '.join(map(_quoted, port.parts))}]"
    return _string(port.name)


def _is_role(port: CorePort, role: str) -> bool:
    """Returns whether the name of a port is one that cores have for a role."""
    plain = _AFFIX.sub("", _AFFIX.sub("", _MIXED.sub("", port.name).lower()))
    return any(_ROLES[role].fullmatch(name) for name in (plain, port.name.lower()))


@dataclass
class Guess:
    """The lines of a core file, by table.

    Attributes:
        module: the module.
        function: what it probably computes.
        left: the ports that have no role yet.
        lines: key, value and remark of each line of each table.
        score: how much of the interface was recognised.
    """

    module: HdlModule
    function: CoreFunction | None
    left: list[CorePort]
    lines: dict[str, list[tuple[str, str, str]]] = field(default_factory=dict)
    score: int = 0

    @property
    def unsure(self) -> int:
        """The number of marked lines."""
        return sum(mark.startswith(UNSURE) for table in self.lines.values() for *_, mark in table)

    @property
    def kind(self) -> str:
        """The kind of the function; empty if there is none."""
        return self.function.kind if self.function else ""

    def say(self, key: str, value: object, mark: str = "", table: str = "interface") -> None:
        """Adds a line."""
        self.lines.setdefault(table, []).append((key, str(value), mark))

    def say_port(self, key: str, port: CorePort | None, mark: str = "") -> None:
        """Adds a line for a port, if there is one."""
        if port is not None:
            self.say(key, _quoted(port), mark)

    def find(
        self,
        role: str,
        among: Iterable[CorePort] | None = None,
        *,
        output: bool = False,
        width: int | None = None,
    ) -> CorePort | None:
        """Returns the port of a role; of several, the one with the shortest name."""
        ports = self.left if among is None else among
        fit = [p for p in ports if p.output == output and width in (None, p.width)]
        return min((p for p in fit if _is_role(p, role)), key=lambda p: len(p.name), default=None)

    def take(
        self,
        role: str,
        among: Iterable[CorePort] | None = None,
        *,
        output: bool = False,
        width: int | None = 1,
    ) -> CorePort | None:
        """Returns the port of a role, by default one of one bit, which it then has."""
        port = self.find(role, among, output=output, width=width)
        self.drop(port)
        return port

    def drop(self, *ports: CorePort | None) -> None:
        """Removes ports that have a role."""
        self.left = [port for port in self.left if port not in ports]


def guess(module: HdlModule, folder_name: str) -> Guess:
    """Returns what can be guessed of a module."""
    names = (module.name, *(file.stem for file in module.files), folder_name)
    guessed = Guess(module, functions.named_in(names), _joined(module.ports))
    clock = guessed.take("clock")
    if clock is None:
        mark = f"{UNSURE} the clock; a core without one has no cycles"
        guessed.say("clock", '"clk"', mark, "")
        guessed.score -= 6
    elif clock.name != "clk":
        guessed.say("clock", _quoted(clock), table="")
    guessed.score += 2 * (clock is not None) + 2 * (functions.named_in([module.name]) is not None)
    _reset(guessed)
    kinds = (_axi_stream, _stream, _block, _registers, _words)
    if not any(recognised(guessed) for recognised in kinds):
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
    guessed.say("port", _quoted(port), table="reset")
    guessed.say("active", '"low"' if low else '"high"', table="reset")
    guessed.score += 1


def _ties(guessed: Guess) -> None:
    """Says constants for the inputs without a role: the core runs, and every result is taken."""
    for whole in guessed.left:
        for port in whole.parts if isinstance(whole, JoinedPort) else (whole,):
            if port.output:
                continue
            lanes = re.fullmatch(r".*(sel|strb|be)(_i)?", port.name.lower()) and port.width in (
                4,
                8,
            )
            active = port.width == 1 and (_is_role(port, "enable") or _is_role(port, "accepts"))
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


def _data_and_digest(
    guessed: Guess, widths: Sequence[int]
) -> tuple[CorePort | None, CorePort | None]:
    """Returns the narrow port of a message, and the best port of a result."""
    narrow = [p for p in guessed.left if not p.output and p.width in widths]
    data = guessed.find("block", narrow) or guessed.find("write_data", narrow)
    outs = [p for p in guessed.left if p.width >= 8]
    return data, guessed.find("digest", outs, output=True)


def _stream(guessed: Guess) -> bool:
    """Finds words of a message with a handshake, by the mark of the last beat."""
    if guessed.function is None or guessed.kind != "hash":
        return False
    bits = 8 * guessed.function.result_bytes
    data, digest = _data_and_digest(guessed, (*_WORD_WIDTHS, 128))
    wide = [p for p in guessed.left if p.width >= bits]
    complete = guessed.find("digest", wide, output=True)
    digest = complete or digest
    last = guessed.find("last", width=1)
    valid = guessed.find("beat", [p for p in guessed.left if p is not last], width=1)
    if not (data and last and valid and digest):
        return False
    guessed.drop(data, last, valid, digest)
    guessed.say("kind", '"stream"')
    for key, port in (("data", data), ("valid", valid), ("last", last)):
        guessed.say_port(key, port)
    if name := _ready(guessed):
        guessed.say("ready", name)
    first = guessed.take("first")
    guessed.say_port("begin", first, f"{UNSURE} or first, if it comes with the first beat")
    counted = _valid_bytes(guessed, data)
    guessed.say_port("digest", digest)
    # Of several signals, the one that is named like the result belongs to it.
    alike = [p for p in guessed.left if p.name.startswith(digest.name.split("_")[0])]
    done = guessed.take("valid", alike, output=True) or guessed.take("valid", output=True)
    guessed.say_port("done", done)
    if done is None:
        guessed.say("done", '"done"', f"{UNSURE} the result is valid")
    if not counted:
        guessed.say("smallest", "1", table="")
    guessed.score += 9 if complete else 8
    return True


def _valid_bytes(guessed: Guess, data: CorePort) -> bool:
    """Says how the core learns the number of bytes of a beat; returns whether it does."""
    size = data.width // 8
    several = [p for p in guessed.left if 1 < p.width <= max(size, 7)]
    if (port := guessed.take("bytes", several, width=None)) is None:
        return False
    if port.width == size:
        guessed.say_port("keep", port)
        return True
    guessed.say_port("count", port)
    unused = re.search("invalid|unused|empty|pad", port.name.lower())
    what = "bits" if "bit" in port.name.lower() else "bytes"
    counts = f'"{"unused-" if unused else ""}{what}"'
    guessed.say("counts", counts, f"{UNSURE} or another word of docs/measure.md")
    return True


def _ready(guessed: Guess) -> str:
    """Returns the signal that tells that the core is ready; empty if there is none."""
    if ready := guessed.take("ready", output=True):
        return _quoted(ready)
    busy = guessed.take("busy", output=True)
    return f'"!{busy.name}"' if busy else ""


def _ends(guessed: Guess) -> Lines:
    """Returns the lines of the signals that tell the end of an operation."""
    valid, ready = guessed.take("valid", output=True), _ready(guessed)
    signals = {"ready": ready, "valid": _quoted(valid) if valid else ""}
    return {key: (signal,) for key, signal in signals.items() if signal}


def _say_commands(guessed: Guess, commands: Lines, ends: Lines, cycles: str) -> None:
    """Says the lines of commands, and of the signals or the cycles that tell the end."""
    for key, line in (commands | ends).items():
        guessed.say(key, *line)
    if not ends:
        guessed.say("cycles", "64", f"{UNSURE} {cycles}")


def _block(guessed: Guess) -> bool:
    """Finds a complete block on one port."""
    function = guessed.function
    bits = [function.algorithm.block_bits] if function else [512, 1024, 128]
    key = _key(guessed)
    wide = [p for p in guessed.left if not p.output and p.width in bits]
    block = guessed.find("block", wide) or next(iter(wide), None)
    results = 8 * function.result_bytes if function else 128
    outs = [p for p in guessed.left if p.output and results <= p.width <= 2 * max(results, 512)]
    digest = guessed.find("digest", outs, output=True) or next(iter(outs), None)
    if block is None or digest is None:
        guessed.left += [key] if key else []
        return False
    guessed.drop(block, digest)
    first, commands = _commands(guessed)
    chain = None if "next" in commands else _chain_in(guessed)
    strobe = None
    if first is None or _MARKS_FIRST.search(first.name.lower()):
        strobe = guessed.take("block_strobe")
    if first and strobe:  # each block has the strobe, and the first one a mark
        commands = {"first": (_both(strobe, first),), "next": (_quoted(strobe),)}
    elif strobe:
        first = strobe
        commands["first"] = (_quoted(first),)
    mac = guessed.kind == "mac"
    if first and (mac or (strobe and guessed.kind == "hash")) and (last := guessed.take("last")):
        both = _both(first, last)
        commands |= {"last": (_quoted(last) if mac else both,), "only": (both,)}
    ends = _ends(guessed)
    if first is None and not ends:
        guessed.say("kind", '"fixed"')
        guessed.say("cycles", "1", f"{UNSURE} cycles from block to result")
    else:
        guessed.say("kind", '"block"')
        _say_commands(guessed, commands, ends, "cycles from the command to the result")
    for name, port in (("block", block), ("digest", digest), ("key", key), ("chain_in", chain)):
        guessed.say_port(name, port)
    guessed.score += 6 + 2 * (first is not None) + len(ends)
    return True


def _both(first: CorePort, second: CorePort) -> str:
    return f"{{ {_key_text(first.name)} = 1, {_key_text(second.name)} = 1 }}"


def _chain_in(guessed: Guess) -> CorePort | None:
    """Returns the port of a chaining value that the caller keeps."""
    if guessed.function is None or guessed.kind != "hash":
        return None
    wide = [p for p in guessed.left if p.width >= 8 * guessed.function.result_bytes]
    return guessed.take("chain_in", wide, width=None)


def _key(guessed: Guess) -> CorePort | None:
    if guessed.function is None or not guessed.function.key_bytes:
        return None
    wide = [p for p in guessed.left if p.width >= 8 * guessed.function.key_bytes]
    key = guessed.take("key", wide, width=None)
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
    lines: Lines = {key: (_quoted(port),) for key, port in ports.items() if port}
    if cipher and (direction := guessed.take("direction")):
        lines["encrypt"] = (f"{{ {_key_text(direction.name)} = 1 }}", f"{UNSURE} or 0")
        lines["decrypt"] = (f"{{ {_key_text(direction.name)} = 0 }}",)
    elif cipher and (inverse := guessed.take("inverse")):
        lines["encrypt"] = (f"{{ {_key_text(inverse.name)} = 0 }}",)
        lines["decrypt"] = (f"{{ {_key_text(inverse.name)} = 1 }}",)
    elif cipher and re.search(r"inv|dec(ipher|rypt)", guessed.module.name.lower()):
        lines["decrypt"] = ("{}",)  # this direction alone
    return first or following, lines


def _words(guessed: Guess) -> bool:
    """Finds words on a narrow port."""
    data, digest = _data_and_digest(guessed, _WORD_WIDTHS)
    if data is None or digest is None:
        return False
    guessed.drop(data, digest)
    guessed.say("kind", '"words"')
    guessed.say_port("data", data)
    if _command_bits(guessed, digest):
        guessed.say_port("digest", digest)
        guessed.score += 6
        return True
    first, commands = _commands(guessed)
    ends = _ends(guessed)
    if strobe := guessed.take("word_strobe"):
        guessed.say_port("write", strobe, f"{UNSURE} given with each word")
        if len(commands) == 1 and first and re.search("init|first", first.name.lower()):
            commands["next"] = ("{}",)  # it marks the first block; each word has the strobe
    _say_commands(guessed, commands, ends, "cycles from the last word to the result")
    guessed.say_port("digest", digest)
    guessed.score += 4
    return True


def _command_bits(guessed: Guess, digest: CorePort) -> bool:
    """Finds commands that are the bits of one port.

    The core has a port of command bits with a write strobe, and a port of status bits. A command
    is followed by the words of a block, or by those of the digest.
    """
    named = [port for port in guessed.left if re.search("cmd|command", port.name.lower())]
    wide = [port for port in named if not port.output and 2 <= port.width <= 8]
    strobes = [port for port in named if not port.output and port.width == 1]
    status = [port for port in named if port.output and port.width > 1]
    if not (wide and strobes and status):
        return False
    command, strobe, state = wide[0], strobes[0], status[0]
    guessed.drop(command, strobe, state)
    bits = named_bits(guessed.module.comments)
    remark = "" if bits else f"{UNSURE} the bits of the command"
    bits = bits or {**_USUAL_BITS, "busy": state.width - 1}
    full = guessed.function is not None and guessed.function.name in _FULL
    always = 1 << bits["mode"] if "mode" in bits and full else 0

    def value(*names: str) -> str:
        number = always + sum(1 << bits[name] for name in names if name in bits)
        return f"{{ {_key_text(strobe.name)} = 1, {_key_text(command.name)} = {number} }}"

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
                for role, pattern in _BITS.items()
                for name, number in zip(names, numbers, strict=True)
                if re.fullmatch(pattern, name.lower())
            }
    return {}


def _registers(guessed: Guess) -> bool:
    """Finds registers: an address, data to write, and data that is read."""
    roles = {
        "write": guessed.find("write", width=1),
        "address": guessed.find("address"),
        "write_data": guessed.find("write_data"),
        "read_data": guessed.find("read_data", output=True),
    }
    data = roles["write_data"]
    if None in roles.values() or data is None or data.width > 64:
        return False
    guessed.say("kind", '"registers"')
    _bus(guessed)
    for key, port in roles.items():
        guessed.say_port(key, port)
    guessed.drop(*roles.values())
    _addresses(guessed)
    guessed.score += 6
    return True


def _bus(guessed: Guess) -> None:
    """Says the lines of the bus and of its handshake."""

    def ending(name: str) -> CorePort | None:
        fits = re.compile(rf".*{name}(_[io])?")
        single = (port for port in guessed.left if port.width == 1)
        return next((port for port in single if fits.fullmatch(port.name.lower())), None)

    for bus, names in {"apb": ("penable", "pready"), "wishbone": ("cyc", "ack")}.items():
        enable, acknowledge = map(ending, names)
        if enable and (acknowledge or bus == "apb"):
            guessed.say("bus", f'"{bus}"')
            guessed.say_port("enable", enable)
            guessed.say_port("acknowledge", acknowledge)
            guessed.drop(enable, acknowledge)
            break
    guessed.say_port("select", guessed.take("select"))


def constants(text: str) -> dict[str, int]:
    """Returns the numbers that have names in some Verilog, by their names in lower case."""
    numbers = dict[str, int]()
    for match in _CONSTANT.finditer(text):
        first, base, digits, plain, second, base2, digits2, plain2 = match.groups()
        name, base, digits = first or second, base or base2, digits or digits2
        try:
            value = int(digits.replace("_", ""), _BASES[base.lower()]) if base else None
            numbers.setdefault(name.lower(), int(plain or plain2) if value is None else value)
        except ValueError:
            continue
    return numbers


def _number(numbers: Mapping[str, int], pattern: str) -> int | None:
    """Returns the number whose name has a form."""
    return next((n for name, n in numbers.items() if re.fullmatch(pattern, name)), None)


def _assigned(pattern: str, name: str, code: str) -> int | None:
    """Returns the bit of a register that a signal is always equal to."""
    match = re.search(pattern.format(name=name), code)
    return int(match[1]) if match else None


def _addresses(guessed: Guess) -> None:
    """Says the addresses of registers, and what is written to them and read from them."""
    text, cipher, say = guessed.module.text, guessed.kind == "cipher", guessed.say
    numbers, code = constants(text), text.lower()
    at = {role: _number(numbers, pattern) for role, pattern in _REGISTERS.items()}
    unsure = {role: "# ? its address" if where is None else "" for role, where in at.items()}

    def bit(register: str, *names: str) -> int | None:
        """Returns the number of a bit of a register."""
        form = _TAKEN if register == "ctrl" else _GIVEN
        for name in names:
            known = _number(numbers, _BEFORE + _BIT.format(register=register, name=name))
            if known is None:
                known = _assigned(form, name, code)
            if known is not None:
                return known
        return None

    def written(address: str, *values: int) -> str:
        return f"[{', '.join(f'{{ address = {address}, value = {n} }}' for n in values)}]"

    if at["clock gate"] is not None:
        say("setup", written(_hex(at["clock gate"], 0), 1))  # its clock runs
    following = _number(numbers, _REGISTERS["block"].replace("_?0", "_?1"))
    if at["block"] is not None and following is not None and following - at["block"] > 1:
        say("stride", following - at["block"])
    operands = (("block", 0x10), ("digest", 0x20), *((("key", 0x10),) if cipher else ()))
    for role, otherwise in operands:
        say(f"{role}_at", _hex(at[role], otherwise), unsure[role])
    control, status = _hex(at["control"], 0x08), _hex(at["status"], 0x09)
    first, further = bit("ctrl", "init", "start"), bit("ctrl", "next")
    mode_form = _BEFORE + r"ctrl_mode\w*_bit"
    modes = [n for name, n in numbers.items() if re.fullmatch(mode_form, name)]
    mode = bit("ctrl", "mode")
    always = sum(1 << bit for bit in modes or ([] if mode is None else [mode]))
    mark = unsure["control"] or (f"# ? with {always}, the mode" if always else "")
    held = _assigned(_TAKEN, "init", code) is not None
    # The usual pair of a cipher: init expands the key, next takes a block.
    starts = {"load_key": first, "first": further} if cipher else {"first": first, "next": further}
    for number, (key, known_bit) in enumerate(starts.items()):
        command = always | 1 << (number if known_bit is None else known_bit)
        values = (command, always) if held else (command,)
        unknown = "# ? the bit of the command" if known_bit is None else ""
        say(key, written(control, *values), mark or unknown)
    if cipher:
        encdec = bit("(?:ctrl|config|cfg)", "encdec", "enc") or 0
        for key, value in (("encrypting", 1 << encdec), ("decrypting", 0)):
            written_value = written(_hex(at["config"], 0x0A), value)
            say(key, written_value, "# ? with the length of the key")
    ready, valid = (bit("stat(?:us)?", name) for name in ("ready", "valid"))
    # The end of a key expansion makes no result valid.
    ends = [ready] if cipher and ready is not None else [ready, valid]
    mask = sum(1 << bit for bit in ends if bit is not None)
    mark = unsure["status"] or ("" if mask else "# ? the bits of the end")
    say("done", f"{{ address = {status}, mask = {mask or 1}, value = {mask or 1} }}", mark)


def _hex(value: int | None, otherwise: int) -> str:
    return f"{otherwise if value is None else value:#04x}"
