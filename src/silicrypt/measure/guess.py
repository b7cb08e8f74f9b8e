"""Guesses what a module computes and how it is operated, from the names and widths of its ports."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from silicrypt.measure import functions
from silicrypt.measure.command_bits import command_bits
from silicrypt.measure.device import Port
from silicrypt.measure.functions import Function
from silicrypt.measure.joined import join, quoted
from silicrypt.measure.look import Module
from silicrypt.measure.registers import registers
from silicrypt.measure.roles import find, take
from silicrypt.measure.streams import beats
from silicrypt.measure.ties import UNSURE, ties

#: A mark of the first block, as distinct from a command that starts it.
_MARKS_FIRST = re.compile(r"new|first")


@dataclass
class Guess:
    """The lines of a core file, by table.

    Attributes:
        module: the module.
        function: what it probably computes.
        lines: key, value and remark of each line of each table.
        unsure: the number of lines that are marked.
        score: how much of the interface was recognised.
    """

    module: Module
    function: Function | None
    lines: dict[str, list[tuple[str, str, str]]] = field(default_factory=dict)
    score: int = 0

    @property
    def unsure(self) -> int:
        """The number of marked lines."""
        return sum(mark.startswith(UNSURE) for table in self.lines.values() for *_, mark in table)

    def say(self, table: str, key: str, value: str, mark: str = "") -> None:
        """Adds a line."""
        self.lines.setdefault(table, []).append((key, value, mark))


def guess(module: Module, folder_name: str) -> Guess:
    """Returns what can be guessed of a module."""
    ports = join(module.ports)
    names = (module.name, *(file.stem for file in module.files), folder_name)
    found = Guess(module, functions.named_in(names))
    clock = take(ports, "clock", output=False, width=1)
    if clock and clock.name != "clk":
        found.say("", "clock", quoted(clock))
    if clock is None:
        found.say("", "clock", '"clk"', f"{UNSURE} the clock; a core without one has no cycles")
        found.score -= 6
    found.score += 2 * (clock is not None) + 2 * (functions.named_in([module.name]) is not None)
    _reset(found, ports)
    for kind in (_stream, _beats, _block, _registers, _words):
        if kind(found, ports):
            break
    for name, value, mark in ties(ports):
        found.say("tie", name, str(value), mark)
    return found


def _reset(found: Guess, ports: list[Port]) -> None:
    port = take(ports, "reset", output=False, width=1)
    if port is None:
        return
    low = bool(
        re.search(r"(n|_ni|_n_i|_l|_b|_bar)$", port.name.lower())
    ) or port.name.lower().startswith("n")
    name, text = re.escape(port.name), found.module.text
    # The code decides: `if (!rst)` or `negedge rst` against the name.
    if re.search(rf"(if\s*\(\s*[!~]\s*{name}\b|negedge\s+{name}\b)", text):
        low = True
    elif re.search(rf"(if\s*\(\s*{name}\s*\)|posedge\s+{name}\b)", text):
        low = False
    found.say("reset", "port", quoted(port))
    found.say("reset", "active", '"low"' if low else '"high"')
    found.score += 1


def _stream(found: Guess, ports: list[Port]) -> bool:
    """Finds AXI4-Stream: an input and an output of the same names with two prefixes."""
    prefixes = {p.name[: -len("tdata")]: p for p in ports if p.name.endswith("tdata")}
    names = {p.name for p in ports}
    into = [x for x, p in prefixes.items() if not p.output and f"{x}tvalid" in names]
    out = [x for x, p in prefixes.items() if p.output and f"{x}tvalid" in names]
    if not (into and out):
        return False
    found.say("interface", "kind", '"axi-stream"')
    found.say("interface", "s", f'"{into[0]}"')
    found.say("interface", "m", f'"{out[0]}"')
    found.score += 10
    ports[:] = [p for p in ports if not p.name.startswith((into[0], out[0]))]
    return True


def _beats(found: Guess, ports: list[Port]) -> bool:
    """Finds words of a message with a handshake."""
    if found.function is None or found.function.kind != "hash":
        return False

    def say(key: str, value: str, mark: str) -> None:
        found.say("interface", key, value, mark)

    smallest = beats(ports, 8 * found.function.result_bytes, say)
    if smallest:
        found.say("", "smallest", str(smallest))
    if smallest is not None:
        digest = next(value for key, value, _ in found.lines["interface"] if key == "digest")
        complete = [p for p in found.module.ports if p.name in digest and p.output]
        wide = sum(p.width for p in complete) >= 8 * found.function.result_bytes
        found.score += 9 if wide else 8
    return smallest is not None


def _registers(found: Guess, ports: list[Port]) -> bool:
    """Finds registers: an address, data to write, and data that is read."""

    def say(key: str, value: str, mark: str) -> None:
        found.say("interface", key, value, mark)

    if not registers(ports, found.module.text, found.function, say):
        return False
    found.score += 6
    return True


def _block(found: Guess, ports: list[Port]) -> bool:
    """Finds a complete block on one port."""
    function = found.function
    bits = [function.algorithm.block_bits] if function else [512, 1024, 128]
    key = _key(found, ports)
    wide = [p for p in ports if not p.output and p.width in bits]
    block = find(wide, "block", output=False) or (wide[0] if wide else None)
    results = 8 * function.result_bytes if function else 128
    outs = [p for p in ports if p.output and results <= p.width <= 2 * max(results, 512)]
    digest = find(outs, "digest", output=True) or (outs[0] if outs else None)
    if block is None or digest is None:
        if key:
            ports.append(key)
        return False
    ports.remove(block)
    ports.remove(digest)
    first, begun = _commands(found, ports)
    chain = None if any(key == "next" for key, *_ in begun) else _chain_in(found, ports)
    strobe = None
    if first is None or _MARKS_FIRST.search(first.name.lower()):
        strobe = take(ports, "block_strobe", output=False, width=1)
    if first and strobe:  # each block has the strobe, and the first one a mark
        begun = [
            ("first", f"{{ {strobe.name} = 1, {first.name} = 1 }}", ""),
            ("next", quoted(strobe), ""),
        ]
    elif strobe:
        first = strobe
        begun.append(("first", quoted(first), ""))
    mac = found.function is not None and found.function.kind == "mac"
    marked = first and (mac or (strobe and function and function.kind == "hash"))
    if marked and first and (last := take(ports, "last", output=False, width=1)):
        both = f"{{ {first.name} = 1, {last.name} = 1 }}"
        begun += [("last", quoted(last) if mac else both, ""), ("only", both, "")]
    ready, valid = _ends(ports)
    say = found.say
    if first is None and not (ready or valid):
        say("interface", "kind", '"fixed"')
        say("interface", "cycles", "1", f"{UNSURE} cycles from block to result")
    else:
        say("interface", "kind", '"block"')
        for line in begun:
            say("interface", *line)
        if ready:
            say("interface", "ready", f'"{ready}"')
        if valid:
            say("interface", "valid", f'"{valid}"')
        if not (ready or valid):
            say("interface", "cycles", "64", f"{UNSURE} cycles from the command to the result")
    say("interface", "block", quoted(block))
    say("interface", "digest", quoted(digest))
    if key:
        say("interface", "key", quoted(key))
    if chain:
        say("interface", "chain_in", quoted(chain))
    found.score += 6 + 2 * (first is not None) + (ready is not None) + (valid is not None)
    return True


def _chain_in(found: Guess, ports: list[Port]) -> Port | None:
    """Returns the port of a chaining value that the caller keeps."""
    if found.function is None or found.function.kind != "hash":
        return None
    wide = [p for p in ports if p.width >= 8 * found.function.result_bytes]
    if port := find(wide, "chain_in", output=False):
        ports.remove(port)
    return port


def _key(found: Guess, ports: list[Port]) -> Port | None:
    if found.function is None or not found.function.key_bytes:
        return None
    wide = [p for p in ports if p.width >= 8 * found.function.key_bytes]
    key = find(wide, "key", output=False)
    if key:
        ports.remove(key)
    found.score += 1 if key else -4
    return key


def _commands(found: Guess, ports: list[Port]) -> tuple[Port | None, list[tuple[str, str, str]]]:
    """Returns the port that starts a block, and the lines of all commands."""
    cipher = found.function is not None and found.function.kind == "cipher"
    load_key = take(ports, "load_key", output=False, width=1) if cipher else None
    following = take(ports, "next", output=False, width=1)
    first = take(ports, "first", output=False, width=1)
    lines: list[tuple[str, str, str]] = []
    if cipher and following and first and not load_key:
        # The usual pair of a cipher: init expands the key, next takes a block.
        load_key, first, following = first, following, None
    if load_key:
        lines.append(("load_key", quoted(load_key), ""))
        if end := take(ports, "key_ready", output=True, width=1):
            lines.append(("key_ready", quoted(end), ""))
    if first:
        lines.append(("first", quoted(first), ""))
    if following:
        lines.append(("next", quoted(following), ""))
    direction = take(ports, "direction", output=False, width=1) if cipher else None
    if direction:
        lines.append(("encrypt", f"{{ {direction.name} = 1 }}", f"{UNSURE} or 0"))
        lines.append(("decrypt", f"{{ {direction.name} = 0 }}", ""))
    elif inverse := take(ports, "inverse", output=False, width=1) if cipher else None:
        lines.append(("encrypt", f"{{ {inverse.name} = 0 }}", ""))
        lines.append(("decrypt", f"{{ {inverse.name} = 1 }}", ""))
    elif cipher and re.search(r"inv|dec(ipher|rypt)", found.module.name.lower()):
        lines.append(("decrypt", "{}", ""))  # this direction alone
    return first or following, lines


def _ends(ports: list[Port]) -> tuple[str | None, str | None]:
    """Returns the signals that tell that the core is ready and that the result is valid."""
    valid = take(ports, "valid", output=True, width=1)
    ready = take(ports, "ready", output=True, width=1)
    busy = None if ready else take(ports, "busy", output=True, width=1)
    name = ready.name if ready else f"!{busy.name}" if busy else None
    return name, valid.name if valid else None


def _words(found: Guess, ports: list[Port]) -> bool:
    """Finds words on a narrow port."""
    narrow = [p for p in ports if not p.output and p.width in (8, 16, 32, 64)]
    data = find(narrow, "block", output=False) or find(narrow, "write_data", output=False)
    outs = [p for p in ports if p.output and p.width >= 8]
    digest = find(outs, "digest", output=True)
    say = found.say
    if data is None or digest is None:
        for line in (
            ("kind", '"block"', f"{UNSURE} no known interface: see docs/measure.md"),
            ("block", '"block"', f"{UNSURE} the port of the block"),
            ("digest", '"digest"', f"{UNSURE} the port of the result"),
            ("cycles", "64", f"{UNSURE} cycles from the command to the result"),
        ):
            say("interface", *line)
        return True
    ports.remove(data)
    ports.remove(digest)
    say("interface", "kind", '"words"')
    say("interface", "data", quoted(data))
    if lines := command_bits(ports, found.module.comments, found.function, digest):
        for line in (*lines, ("digest", quoted(digest), "")):
            say("interface", *line)
        found.score += 6
        return True
    first, begun = _commands(found, ports)
    ready, valid = _ends(ports)
    strobe = find([p for p in ports if p.width == 1], "word_strobe", output=False)
    if strobe:
        ports.remove(strobe)
        say("interface", "write", quoted(strobe), f"{UNSURE} given with each word")
        if len(begun) == 1 and first and re.search("init|first", first.name.lower()):
            begun.append(("next", "{}", ""))  # it marks the first block; each word has the strobe
    for line in begun:
        say("interface", *line)
    if ready:
        say("interface", "ready", f'"{ready}"')
    if valid:
        say("interface", "valid", f'"{valid}"')
    if not (ready or valid):
        say("interface", "cycles", "64", f"{UNSURE} cycles from the last word to the result")
    say("interface", "digest", quoted(digest))
    found.score += 4
    return True
