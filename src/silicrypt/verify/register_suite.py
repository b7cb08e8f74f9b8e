"""The suite of units with registers on a bus: drivers, protocol, and limits of the registers."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product
from pathlib import Path

from silicrypt import drivers
from silicrypt.base.scope import Progress
from silicrypt.catalog import DesignPoint, Level
from silicrypt.catalog.cipher import formulas_of
from silicrypt.drivers import aes, maps, message
from silicrypt.errors import UnitFailed
from silicrypt.tools import verilator
from silicrypt.verify import aead_registers, kmac_registers, native, save_registers, vectors
from silicrypt.verify.checks import FIRST_CYCLES, Builds, Check, Effort, Examine, Findings, record
from silicrypt.verify.cipher_wire import vectors_of
from silicrypt.verify.register_session import Broken, Refused, RegisterSession, session

__all__ = ["Broken", "Refused", "RegisterSession", "build", "perform", "session"]

_BENCH = native.bench("benches/registers/bench.cpp")
_PAUSES = 0.4
#: What breaks a rule of the stream.
_BROKEN = {Broken.HOLE: "a hole in tkeep", Broken.SHORT: "short beats before the last"}


def build(point: DesignPoint, _: Level, sources: tuple[Path, ...]) -> verilator.Build:
    """Returns the inputs of the simulation of the unit with these sources."""
    defines = {"AXIL": 1} if point.unit.interface == "axil" else {}
    if _has_stream(point):
        defines["STREAM_BYTES"] = point.data_bits // 8
    if _authenticates(point):
        defines["RESULT_STREAM"] = 1
    return native.compiled(point, "stream", sources, _BENCH, defines)


def _has_stream(point: DesignPoint) -> bool:
    """Returns whether a unit takes messages on a stream, too, and the suite sends them."""
    assert point.inside is not None  # every memory-mapped unit has one
    return bool(point.parameters.get("Stream")) and point.inside.unit.interface != "aes"


def _authenticates(point: DesignPoint) -> bool:
    """Returns whether a unit encrypts and authenticates."""
    return point.inside is not None and point.inside.unit.interface == "aead"


def _keys_sponge(point: DesignPoint) -> bool:
    """Returns whether a unit has KMAC."""
    return point.inside is not None and point.inside.unit.interface == "kdf"


@dataclass(frozen=True)
class RegisterSubject:
    """A memory-mapped unit under test.

    Attributes:
        point: the unit.
        unit: its simulation.
    """

    point: DesignPoint
    unit: RegisterSession

    @property
    def ciphers(self) -> bool:
        """Whether it is a block cipher."""
        return self.inside.unit.interface == "aes"

    def load(self, key: bytes, *, tweak: bool = False) -> None:
        """Loads a key of its block cipher."""
        cipher = aes.Cipher[formulas_of(self.inside).algorithm.library]
        self.unit.run(aes.load_key(key, tweak=tweak, cipher=cipher))

    @property
    def inside(self) -> DesignPoint:
        """The design point inside."""
        assert self.point.inside is not None  # every memory-mapped unit has one
        return self.point.inside

    def works(self, size: int = 3) -> list[str]:
        """Processes a message of that size; returns what is wrong with its result."""
        data = bytes(n % 251 for n in range(size))
        if self.ciphers:
            key = bytes(range(formulas_of(self.inside).key_bytes[0]))
            self.load(key)
            found = self.unit.run(aes.crypt(aes.Mode.CTR, data, bytes(16)))
            counters = b"".join(n.to_bytes(16, "big") for n in range(-(-size // 16)))
            stream = self.inside.reference(counters, key)
            wanted = bytes(a ^ b for a, b in zip(data, stream, strict=False))
            return [] if found == wanted else [f"{size} bytes of CTR become {found.hex()}"]
        key = bytes(range(40))
        return [
            f"{size} bytes give another result than {one.computes}"
            for one in self.inside.choices
            if not self.right(one, data, key)
        ]

    def right(self, choice: DesignPoint, data: bytes, key: bytes) -> bool:
        """Returns whether the unit gives the right digest, or tag under a key.

        Args:
            choice: the design point inside, with one hash.
            data: the message.
            key: the key; a hash ignores it.
        """
        if choice.unit.keyed:
            self.unit.run(drivers.load_key(key, sha1=selects_sha1(choice)))
        found = self.unit.run(drivers.hash_(data, sha1=selects_sha1(choice)))
        return found == choice.reference(data, key)


def selects_sha1(choice: DesignPoint) -> bool:
    """Returns whether a message to a unit with MD5 and SHA-1 selects SHA-1."""
    return choice.chosen is not None and choice.chosen.enum == "SHA1"


def _vectors(subject: RegisterSubject, effort: Effort) -> Findings:
    """Checks published vectors, alone and with pauses of the bus."""
    wrong, cases = list[str](), 0
    for pauses in (0.0, _PAUSES):
        subject.unit.pauses(pauses)
        found = [_messages(subject, effort)] if subject.ciphers else _hashes(subject, effort)
        for right, label in chain.from_iterable(found):
            cases += 1
            wrong += [] if right else [label]
    subject.unit.pauses(0)
    return wrong, cases, "published vectors and messages, with and without pauses of the bus"


def _hashes(subject: RegisterSubject, effort: Effort) -> list[Iterator[tuple[bool, str]]]:
    return [_of_one(subject, one, effort) for one in subject.inside.choices]


def _of_one(
    subject: RegisterSubject, inside: DesignPoint, effort: Effort
) -> Iterator[tuple[bool, str]]:
    choose = random.Random(1)
    block = inside.hash.block_bits // 8
    cases = [(b"abc", b"key"), (b"", b""), (bytes(range(200)), bytes(200))]
    kinds = vectors.kinds(inside.computes)
    if "short" in kinds:
        known = vectors.short(inside.computes)
        cases += [(one.message, one.key or b"") for one in known[:: max(1, len(known) // 12)]]
    sizes = [choose.randrange(effort.random_bytes) for _ in range(effort.seeds)]
    ends = [block * n + around for n in (1, 2) for around in (-9, -8, -1, 0, 1)]
    for size in (*ends, *sizes):
        cases.append(
            (choose.randbytes(max(size, 0)), choose.randbytes(choose.randrange(2 * block)))
        )
    for data, key in cases:
        right = subject.right(inside, data, key)
        yield right, f"{inside.computes}: {len(data)} bytes, key of {len(key)} bytes"


def _messages(subject: RegisterSubject, _: Effort) -> Iterator[tuple[bool, str]]:
    formulas, unit = formulas_of(subject.inside), subject.unit
    published = vectors_of(formulas.algorithm.library).messages_of
    for name in formulas.modes:
        for size in formulas.key_bytes:
            found, _about = published(aes.Mode[name.upper()], (size,), formulas.directions)
            for one in found[:: max(1, len(found) // 12)]:
                half = size if name == "xts" else len(one.key)
                subject.load(one.key[:half])
                if one.key[half:]:
                    subject.load(one.key[half:], tweak=True)
                mode = aes.Mode[name.upper()]
                result = unit.run(aes.crypt(mode, one.data, one.initial, decrypt=one.decrypt))
                yield result == one.result, f"{len(one.data)} bytes of {name}"


def _streamed(subject: RegisterSubject, effort: Effort) -> Findings:
    """Checks messages on the stream, with pauses of the bus and of the stream."""
    unit, choose, cases, wrong = subject.unit, random.Random(4), 0, list[str]()
    for pauses, inside in product((0.0, _PAUSES), subject.inside.choices):
        unit.pauses(pauses)
        sha1, block = selects_sha1(inside), inside.hash.block_bits // 8
        sizes = [0, 1, *(max(0, block + around) for around in (-9, -8, -1, 0, 1)), 2 * block]
        sizes += (choose.randrange(effort.random_bytes) for _ in range(effort.seeds))
        for size in sizes:
            key, data = choose.randbytes(choose.randrange(2 * block)), choose.randbytes(size)
            if inside.unit.keyed:
                unit.run(drivers.load_key(key, sha1=sha1))
            if _by_stream(unit, data, sha1=sha1) != inside.reference(data, key):
                wrong.append(f"{inside.computes}: {size} bytes on the stream")
            cases += 1
    unit.pauses(0)
    return wrong, cases, "messages on the stream, with and without pauses"


def _by_stream(
    unit: RegisterSession, data: bytes, broken: Broken = Broken.NOTHING, *, sha1: bool = False
) -> bytes:
    start = maps.HashControl.START | maps.HashControl.DMA | maps.HmacControl.SHA1 * sha1
    unit.write(maps.HashRegister.CONTROL, start)
    unit.send(data, broken)
    return unit.run(message.digest(sha1=sha1))


def _framing(subject: RegisterSubject, effort: Effort) -> Findings:
    """Checks that a message on the stream that breaks its rules is refused, and no other."""
    unit, choose, wrong = subject.unit, random.Random(5), list[str]()
    for _, broken in product(range(effort.seeds), _BROKEN):
        wrong += subject.works()
        if not _refuses(unit, choose.randbytes(choose.randrange(20, 200)), broken):
            wrong.append(f"a message with {_BROKEN[broken]} is not refused")
    covered = " or ".join(_BROKEN.values())
    return wrong + subject.works(), len(_BROKEN) * effort.seeds, f"messages with {covered}"


def _refuses(unit: RegisterSession, data: bytes, broken: Broken) -> bool:
    try:
        _by_stream(unit, data, broken)
    except UnitFailed:
        return True
    return False


def _addresses(subject: RegisterSubject, _: Effort) -> Findings:
    """Checks every address.

    Accesses outside the description are refused and change nothing.
    """
    registers = _registers(subject)
    readable = {"VERSION", "CONFIG", "STATUS", "INTERRUPT_ENABLE", "INTERRUPT"}
    writable = {"INTERRUPT_ENABLE", "INTERRUPT", "CONTROL"}
    reads: set[int] = {register for register in registers if register.name in readable}
    writes: set[int] = {register for register in registers if register.name in writable}
    if subject.ciphers:
        start = maps.AesRegister.IV
        writes |= set(range(start, start + 16, 4))
    elif subject.point.unit.keyed:
        size = subject.inside.hash.digest_bits // 8
        writes |= set(range(0x80, 0x80 + size, 4))
    subject.unit.reset()
    wrong = [
        f"{verb} of address {address:#x} is {'refused' if refused else 'taken'}"
        for address in range(0, 256, 4)
        for verb, known, value in (("read", reads, None), ("write", writes, 0))
        if (refused := subject.unit.refuses(address, value)) == (address in known)
    ]
    return wrong + subject.works(), 128, "reads and writes of all 64 addresses"


def _registers(subject: RegisterSubject) -> Sequence[maps.HashRegister]:
    kind = maps.AesRegister if subject.ciphers else maps.HmacRegister
    return tuple(kind)


def _commands(subject: RegisterSubject, _: Effort) -> Findings:
    """Checks that commands out of their order, and strobes with holes, are refused."""
    unit, control, data = subject.unit, maps.HashRegister.CONTROL, maps.HashRegister.DATA
    subject.unit.reset()
    steps = [("END without a message", unit.refuses(control, maps.HashControl.LAST))]
    steps += [("data without a message", unit.refuses(data, 1))]
    steps += [("the result without a message", unit.refuses(maps.HashRegister.DIGEST))]
    wrong = subject.works()
    unit.write(control, maps.HashControl.START)
    steps += [("a message within a message", unit.refuses(control, maps.HashControl.START))]
    if subject.point.unit.interface == "axil":
        holes = (2, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14)
        steps += [(f"strobe {holed:04b}", unit.refuses(data, 1, holed)) for holed in holes]
    unit.run(drivers.wipe())
    wrong += [f"{what} is not refused" for what, refused in steps if not refused]
    return wrong + subject.works(), len(steps), "commands out of order, strobes with holes"


def _tags(subject: RegisterSubject, effort: Effort) -> Findings:
    """Checks that HMAC compares tags, and does not give the tag of a compared message."""
    unit, choose, wrong = subject.unit, random.Random(2), list[str]()
    for inside, _ in product(subject.inside.choices, range(effort.seeds)):
        key, data = choose.randbytes(choose.randrange(100)), choose.randbytes(choose.randrange(300))
        tag, sha1 = inside.reference(data, key), selects_sha1(inside)
        unit.run(drivers.load_key(key, sha1=sha1))
        bit = choose.randrange(8 * len(tag))
        other = (int.from_bytes(tag, "little") ^ 1 << bit).to_bytes(len(tag), "little")
        for said, match in ((tag, True), (other, False)):
            if unit.run(drivers.verify(said, data, sha1=sha1)) != match:
                wrong.append(f"a tag that differs in {0 if match else 1} bits was compared wrongly")
            if not unit.refuses(maps.HmacRegister.DIGEST):
                wrong.append("the tag of a message that was compared can be read")
    tags = 2 * effort.seeds * len(subject.inside.choices)
    return wrong, tags, "right tags, and tags with one wrong bit"


def _wipes(subject: RegisterSubject, effort: Effort) -> Findings:
    """Checks that a wipe at any time ends the message and clears the keys.

    The unit must work afterwards.
    """
    unit, wrong, choose = subject.unit, list[str](), random.Random(3)
    for _ in range(5 * effort.seeds):
        wrong += subject.works()
        unit.write(maps.HashRegister.CONTROL, maps.HashControl.START)
        unit.run(message.append(choose.randbytes(choose.randrange(40))))
        unit.idle(choose.randrange(120))
        unit.run(drivers.wipe())
        if not unit.refuses(maps.HashRegister.DIGEST):
            wrong.append("a result can be read after a wipe")
        status = unit.read(maps.HmacRegister.STATUS)
        if status & (maps.HmacStatus.KEYED | maps.HashStatus.DONE):
            wrong.append(f"STATUS is {status:#x} after a wipe")
    return wrong + subject.works(), 5 * effort.seeds, "wipes within messages"


def _first_cycles(subject: RegisterSubject, _: Effort) -> Findings:
    """Checks keys and messages that come in each of the first cycles after a reset and a wipe."""
    unit, wrong = subject.unit, list[str]()
    if subject.ciphers:
        for at in range(0, 16, 4):
            unit.write(maps.AesRegister.IV + at, 0)  # a reset does not change it
    for wiped, cycle in product((False, True), range(FIRST_CYCLES)):
        if wiped:
            unit.write(maps.HashRegister.CONTROL, maps.HashControl.WIPE)
        else:
            unit.reset()
        unit.idle(cycle)
        if subject.ciphers:
            wrong += _key_and_message(subject)
        else:
            unit.run(message.idle())
            wrong += subject.works()
    covered = f"each of {FIRST_CYCLES} cycles after a reset and after a wipe"
    return wrong, 2 * FIRST_CYCLES, covered


def _key_and_message(subject: RegisterSubject) -> list[str]:
    """Sends a key and a message as early as the unit takes them, then equal keys with XTS."""
    unit, control, register = subject.unit, maps.AesControl, maps.AesRegister
    size = formulas_of(subject.inside).key_bytes[0]
    key = bytes(range(100, 100 + size))
    start = control.START | control.KEY | (size // 8 - 2) << 8
    for command in (start, control.START | aes.Mode.CTR << 5):
        while unit.refuses(register.CONTROL, command):
            unit.idle(1)
        if command == start:
            for at in range(0, size, 4):
                unit.write(register.KEY, int.from_bytes(key[at : at + 4], "little"))
    for _ in range(4):
        unit.write(register.DATA, 0xFFFFFFFF)
    unit.write(register.CONTROL, control.LAST)
    while not unit.read(register.STATUS) & maps.AesStatus.AVAILABLE:
        pass
    found = b"".join(unit.read(register.RESULT).to_bytes(4, "little") for _ in range(4))
    unit.run(message.idle())
    wanted = bytes(0xFF ^ byte for byte in subject.inside.reference(bytes(16), key))
    wrong = [] if found == wanted else [f"a block of CTR is {found.hex()}"]
    if "xts" in formulas_of(subject.inside).modes:
        subject.load(key, tweak=True)
        try:
            unit.run(aes.crypt(aes.Mode.XTS, bytes(16)))
        except Refused:
            wrong.append("a message in XTS does not start")
        except UnitFailed:
            pass
        else:
            wrong.append("XTS with equal keys is not refused")
    return wrong


def _interrupts(subject: RegisterSubject, _: Effort) -> Findings:
    """Checks that the interrupt line follows the enabled event until it is cleared."""
    unit, wrong = subject.unit, list[str]()
    for enabled in (0, 1):
        unit.write(maps.HashRegister.INTERRUPT_ENABLE, enabled)
        wrong += subject.works()
        if unit.idle(3) != bool(enabled):
            wrong.append(f"the line is wrong with INTERRUPT_ENABLE = {enabled}")
        unit.write(maps.HashRegister.INTERRUPT, 3)
        if unit.idle(3):
            wrong.append("the line remains high")
    unit.write(maps.HashRegister.INTERRUPT_ENABLE, 0)
    return wrong, 2, "an event with and without its enable"


def _error_interrupt(subject: RegisterSubject, _: Effort) -> Findings:
    """Checks that a refused message, and no other, is an event of its own, until it is cleared."""
    unit, wrong = subject.unit, list[str]()
    for enabled, refused in product((0, maps.HashInterruptEnable.ERROR), (False, True)):
        unit.write(maps.HashRegister.INTERRUPT_ENABLE, enabled)
        wrong += subject.works()
        if refused and not _refuses(unit, bytes(50), Broken.SHORT):
            wrong.append("a message is not refused")
        pending = maps.HashInterrupt.ERROR * refused | maps.HashInterrupt.DONE
        # A write of 0 clears nothing, and each event is cleared alone.
        for clear in (0, maps.HashInterrupt.DONE, maps.HashInterrupt.ERROR):
            unit.write(maps.HashRegister.INTERRUPT, clear)
            pending &= ~clear
            found = unit.read(maps.HashRegister.INTERRUPT)
            if found != pending:
                wrong.append(f"INTERRUPT is {found} instead of {pending}")
            if unit.idle(3) != bool(pending & enabled):
                wrong.append(f"the line is wrong with INTERRUPT = {pending}, {enabled} enabled")
    unit.write(maps.HashRegister.INTERRUPT_ENABLE, 0)
    return wrong + subject.works(), 4, "messages with and without an error, and its enable"


CHECKS: Mapping[str, Examine] = {
    "messages": _vectors,
    "messages by stream": _streamed,
    "framing": _framing,
    "addresses": _addresses,
    "commands": _commands,
    "tags": _tags,
    "wipes": _wipes,
    "first cycles": _first_cycles,
    "interrupts": _interrupts,
    "error interrupt": _error_interrupt,
}

#: Checks that send what a host must not send.
_ILLEGAL = ("first cycles", "framing", "error interrupt", *save_registers.ILLEGAL)


def checks_of(point: DesignPoint) -> Sequence[str]:
    """Returns the names of the checks of a memory-mapped unit."""
    if _authenticates(point):
        return tuple(aead_registers.CHECKS)
    if _keys_sponge(point):
        return tuple(kmac_registers.CHECKS)
    tags = point.inside is not None and point.inside.unit.interface == "hmac"
    without = {
        "tags": not tags,
        **dict.fromkeys(
            ("messages by stream", "framing", "error interrupt"), not _has_stream(point)
        ),
    }
    if save_registers.saves(point):
        without |= dict.fromkeys(save_registers.STREAMED, not _has_stream(point))
        return [name for name in {**CHECKS, **save_registers.CHECKS} if not without.get(name)]
    return [name for name in CHECKS if not without.get(name)]


def perform(
    point: DesignPoint,
    builds: Builds,
    effort: Effort,
    progress: Progress,
    chosen: Sequence[str] = (),
) -> list[Check]:
    """Runs the checks of a memory-mapped unit, and returns their records.

    Args:
        point: the unit.
        builds: its build.
        effort: the amount of work.
        progress: called as (done, total, label).
        chosen: names of checks; all checks by default.

    Raises:
        ToolMissing: Verilator or a C++ compiler is not installed.
        ToolFailed: the sources do not compile, or a simulation stopped with an error.
    """
    (inputs,) = builds.values()
    names, records = chosen or checks_of(point), list[Check]()
    progress(0, len(names), f"building {point.name}")
    for done, name in enumerate(names):
        progress(done, len(names), name)
        with session(inputs, checked=name not in _ILLEGAL) as unit:
            try:
                if _keys_sponge(point):
                    unit_of_kmac = kmac_registers.KmacRegisterSubject(point, unit)
                    findings = kmac_registers.CHECKS[name](unit_of_kmac, effort)
                elif _authenticates(point):
                    subject = aead_registers.AeadRegisterSubject(point, unit)
                    findings = aead_registers.CHECKS[name](subject, effort)
                elif save_registers.saves(point) and name in save_registers.CHECKS:
                    saving = save_registers.SaveSubject(point, unit)
                    findings = save_registers.CHECKS[name](saving, effort)
                else:
                    findings = CHECKS[name](RegisterSubject(point, unit), effort)
            except UnitFailed as error:
                findings = [str(error)], 1, ""
        records.append(record(name, "stream", findings))
    progress(len(names), len(names), "done")
    return records
