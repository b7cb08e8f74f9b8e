"""The checks of authenticated encryption with registers on a bus; `register_suite` runs them."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice, product

from silicrypt.catalog import DesignPoint
from silicrypt.catalog.aead import Aead, AeadFormulas, formulas_of
from silicrypt.drivers import aead, message
from silicrypt.drivers.maps import AeadControl, AeadInterrupt, AeadRegister, AeadStatus
from silicrypt.drivers.programs import WORD
from silicrypt.errors import UnitFailed
from silicrypt.verify.aead_vectors import VECTORS
from silicrypt.verify.aead_wire import AeadVector, Key, Message, user_of
from silicrypt.verify.checks import FIRST_CYCLES, Effort, Examine, Findings
from silicrypt.verify.register_session import Broken, Refused, RegisterSession

_PAUSES = 0.4
#: Lengths in `i_tuser` of CCM: associated data, and text.
_AAD_BIT, _TEXT_BIT, _TEXT_BITS = 32, 6, (1 << 32) - 1
_STROBES = (2, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14)
_READ = {
    AeadRegister.VERSION: 0x04010100,
    AeadRegister.STATUS: AeadStatus.SPACE,
    AeadRegister.INTERRUPT_ENABLE: 0,
    AeadRegister.INTERRUPT: 0,
}


@dataclass(frozen=True)
class AeadRegisterSubject:
    """A unit of authenticated encryption with registers.

    Attributes:
        point: the unit.
        unit: its simulation.
    """

    point: DesignPoint
    unit: RegisterSession

    @property
    def formulas(self) -> AeadFormulas:
        """The formulas of the design point inside."""
        assert self.point.inside is not None  # every memory-mapped unit has one
        return formulas_of(self.point.inside)

    @property
    def algorithm(self) -> Aead:
        """What it computes."""
        return self.formulas.algorithm

    @property
    def mode(self) -> aead.Mode:
        """The mode of the unit."""
        return aead.mode_of(self.algorithm.name)

    def load(self, key: bytes) -> None:
        """Loads a key."""
        self.unit.run(aead.load_key(key, mode=self.mode))

    def vector(self, choose: random.Random, size: int) -> AeadVector:
        """Returns an encryption of a text of that size, with a random key and random lengths."""
        key = choose.randbytes(choose.choice(self.formulas.key_bytes))
        iv = choose.randbytes(choose.choice((12, 12, *self.algorithm.iv_bytes)))
        data = choose.randbytes(choose.choice((0, 1, 15, 16, 17, choose.randrange(70))))
        text, tag = choose.randbytes(size), choose.choice(self.algorithm.tag_bytes)
        sealed = self.algorithm.seal(key, iv, data, text, tag)
        return Key(key), Message(iv, data, text, tag_bytes=tag), sealed

    def wrong(self, vector: AeadVector, *, stream: bool = False) -> list[str]:
        """Processes a message under its key; returns what is wrong with its result."""
        key, sent, wanted = vector
        if sent.decrypt and 0 < self.formulas.held_beats < -(-len(sent.text) // 16):
            wanted = None
        self.load(key.key)
        found = self.streamed(sent) if stream else self.processed(sent)
        verb = "decryption" if sent.decrypt else "encryption"
        what = f"{verb} of {len(sent.text)} bytes, IV of {len(sent.iv)}, tag of {sent.tag_bytes}"
        return [] if found == wanted else [f"{what}: {found.hex() if found else found}"]

    def processed(self, sent: Message) -> bytes | None:
        """Returns the result of a message under the key that is loaded; None if it is refused."""
        if not self.started(sent):
            return None
        writes = aead.packets(sent.iv, sent.data, sent.text)
        status, text = self.unit.run(aead.transfer(writes, len(sent.text)))
        return self._result(sent, status, text)

    def streamed(self, sent: Message, *, holes: bool = False) -> bytes | None:
        """Returns the same of a message whose text comes on the stream."""
        if not self.started(sent, AeadControl.DMA):
            return None
        self.unit.run(aead.append(aead.packets(sent.iv, sent.data)))
        self.unit.send(sent.text, Broken.HOLE if holes else Broken.NOTHING)
        status, _ = self.unit.run(aead.transfer([], 0))
        text, packets, refused = self.unit.taken()
        if packets != 1 or refused != bool(status & AeadStatus.ERROR):
            raise UnitFailed(f"{packets} packets on the stream, m_tuser = {refused:d}")
        return self._result(sent, status, text)

    def started(self, sent: Message, control: int = 0) -> bool:
        """Begins a message; returns whether the unit takes it."""
        if self.mode is aead.Mode.CCM:
            user = user_of(sent, self.algorithm)
            self.unit.run(aead.lengths(user >> _AAD_BIT, (user & _TEXT_BITS) >> _TEXT_BIT))
        if sent.decrypt:
            self.unit.run(aead.expect(sent.tag))
            control |= AeadControl.DECRYPT
        try:
            self.unit.run(aead.start(control, sent.tag_bytes))
        except Refused:
            return False
        return True

    def _result(self, sent: Message, status: int, text: bytes) -> bytes | None:
        """Returns the result of a message that is done. Wrong flags raise `UnitFailed`."""
        refused = bool(status & AeadStatus.ERROR)
        if bool(status & AeadStatus.VERIFIED) != (sent.decrypt and not refused):
            raise UnitFailed(f"STATUS is {status:#x} after a message")
        if refused and sent.decrypt and self.formulas.held_beats and text:
            raise UnitFailed("held plaintext leaves although the tag is wrong")
        if self.unit.refuses(AeadRegister.TAG) != (sent.decrypt or refused):
            raise UnitFailed("TAG can be read after a decryption, or not after an encryption")
        if refused:
            return None
        return text if sent.decrypt else text + self.unit.run(aead.tag(sent.tag_bytes))

    def works(self, size: int = 21) -> list[str]:
        """Encrypts and decrypts a message; returns what is wrong."""
        vector = self.vector(random.Random(size), size)
        return self.wrong(vector) + self.wrong(_reversed(vector))


def _reversed(vector: AeadVector, flip: int | None = None) -> AeadVector:
    """Returns the decryption of an encryption; with ``flip``, that bit of its tag is wrong."""
    key, sent, sealed = vector
    assert sealed is not None  # an encryption that is legal
    text, tag = sealed[: len(sent.text)], sealed[len(sent.text) :]
    if flip is not None:
        tag = (int.from_bytes(tag, "little") ^ 1 << flip).to_bytes(len(tag), "little")
    wanted = sent.text if flip is None else None
    return key, Message(sent.iv, sent.data, text, tag, True, len(tag)), wanted


def _vectors(subject: AeadRegisterSubject, effort: Effort) -> Findings:
    """Checks published vectors, those with wrong tags among them, with and without pauses."""
    assert subject.point.inside is not None
    first, *others = VECTORS[subject.point.inside.unit.name]
    taken = list(first(subject.algorithm))[:: 1 if effort.seeds > 4 else 3]
    for source in others:
        found = list(source(subject.algorithm))
        taken += found[:: max(1, len(found) // (60 * effort.seeds))]
    wrong = list[str]()
    for number, vector in enumerate(taken):
        subject.unit.pauses(_PAUSES * (number % 2))
        wrong += subject.wrong(vector)
    subject.unit.pauses(0)
    return wrong, len(taken), "published vectors, every second one with pauses of the bus"


def _messages(subject: AeadRegisterSubject, effort: Effort) -> Findings:
    """Checks messages of every kind of length in both directions, with and without pauses."""
    return _all_kinds(subject, effort, stream=False)


def _streamed(subject: AeadRegisterSubject, effort: Effort) -> Findings:
    """Checks the same with texts that come on the stream."""
    return _all_kinds(subject, effort, stream=True)


def _all_kinds(subject: AeadRegisterSubject, effort: Effort, *, stream: bool) -> Findings:
    choose, wrong, cases = random.Random(1), list[str](), 0
    sizes = [0, 1, 3, 4, 5, 15, 16, 17, 31, 32, 33, 64, 255]
    sizes += (choose.randrange(effort.random_bytes) for _ in range(effort.seeds))
    for pauses, size in product((0.0, _PAUSES), sizes):
        subject.unit.pauses(pauses)
        vector = subject.vector(choose, size)
        for one in (vector, _reversed(vector)):
            wrong += subject.wrong(one, stream=stream)
            cases += 1
    subject.unit.pauses(0)
    where = "on the stream" if stream else "through registers"
    return wrong, cases, f"texts {where} in both directions, with and without pauses"


def _framing(subject: AeadRegisterSubject, effort: Effort) -> Findings:
    """Checks that a text on the stream that breaks its rules is refused, and no other."""
    choose, wrong = random.Random(2), list[str]()
    for _ in range(effort.seeds):
        wrong += subject.works()
        key, sent, _sealed = subject.vector(choose, choose.randrange(100))
        subject.load(key.key)
        if subject.streamed(sent, holes=True) is not None:
            wrong.append("a text with a hole in tkeep is not refused")
    return wrong + subject.works(), effort.seeds, "texts with a hole in tkeep"


def _tags(subject: AeadRegisterSubject, effort: Effort) -> Findings:
    """Checks that a wrong bit of a tag of each length is noticed, and a right tag is verified."""
    choose, wrong, cases = random.Random(3), list[str](), 0
    for _, size in product(range(effort.seeds), subject.algorithm.tag_bytes):
        vector = subject.vector(choose, choose.randrange(60))
        while vector[1].tag_bytes != size:
            vector = subject.vector(choose, choose.randrange(60))
        for flip in (choose.randrange(8 * size), None, 8 * size - 1):
            wrong += subject.wrong(_reversed(vector, flip))
            cases += 1
    return wrong, cases, "right tags, and tags with one wrong bit, of each length"


def _keys(subject: AeadRegisterSubject, effort: Effort) -> Findings:
    """Checks keys of each length, those that the unit lacks, and a message while one is loaded."""
    unit, choose, wrong, cases = subject.unit, random.Random(4), list[str](), 0
    begin = AeadControl.START | AeadControl.KEY
    for code, size in enumerate((16, 24, 32, 0)):
        cases += 1
        if size in subject.formulas.key_bytes:
            for _ in range(effort.seeds):
                vector = subject.vector(choose, 20)
                wrong += subject.wrong(vector)
            unit.write(AeadRegister.CONTROL, begin | code << 8)
            if not unit.refuses(AeadRegister.CONTROL, AeadControl.START | 16 << 16):
                wrong.append("a message while a key is loaded is not refused")
            if unit.read(AeadRegister.STATUS) & 3 != 3:
                wrong.append("STATUS does not tell that a key is loaded")
            unit.run(message.wipe())
        elif not unit.refuses(AeadRegister.CONTROL, begin | code << 8):
            wrong.append(f"a key of the length with the code {code} is not refused")
    return wrong + subject.works(), cases, "the codes of all lengths"


def _addresses(subject: AeadRegisterSubject, _: Effort) -> Findings:
    """Checks what each address gives after a reset, and that the others are refused."""
    unit = subject.unit
    reads: set[int] = {*_READ, AeadRegister.CONFIG}
    writes: set[int] = {
        *(AeadRegister.INTERRUPT_ENABLE, AeadRegister.INTERRUPT, AeadRegister.CONTROL),
        *range(AeadRegister.TAG, AeadRegister.TAG + 16, 4),
    }
    if subject.mode is aead.Mode.CCM:
        writes |= {AeadRegister.AAD_BYTES, AeadRegister.TEXT_BYTES}
    unit.reset()
    wrong = [
        f"{at.name} is {unit.read(at):#x}" for at, value in _READ.items() if unit.read(at) != value
    ]
    wrong += [
        f"{verb} of address {address:#x} is {'refused' if refused else 'taken'}"
        for address in range(0, 256, 4)
        for verb, known, value in (("read", reads, None), ("write", writes, 0))
        if (refused := unit.refuses(address, value)) == (address in known)
    ]
    return wrong + subject.works(), 128 + len(_READ), "reads and writes of all 64 addresses"


def _commands(subject: AeadRegisterSubject, _: Effort) -> Findings:
    """Checks that commands out of their order, and strobes with holes, are refused."""
    unit, control, register = subject.unit, AeadRegister.CONTROL, AeadRegister
    start, tag = AeadControl.START | 16 << 16, bytes(range(16))
    refuses: Callable[[int], bool] = partial(unit.refuses, control)
    unit.reset()
    steps = [("a message without a key", refuses(start))]
    steps += [("the end of no message", refuses(AeadControl.LAST))]
    steps += [("data without a message", unit.refuses(register.DATA, 1))]
    steps += [("a word of no key", unit.refuses(register.KEY, 1))]
    steps += [("a key by DMA", refuses(AeadControl.START | AeadControl.KEY | AeadControl.DMA))]
    wrong = subject.works()
    decrypt = start | AeadControl.DECRYPT
    steps += [("a decryption without a tag", refuses(decrypt))]
    unit.run(aead.expect(tag[:12]))
    steps += [("a decryption with a part of its tag", refuses(decrypt))]
    steps += [("the tag to compare with", unit.refuses(register.TAG))]
    for size in sorted({*range(32)} - {*aead.TAG_BYTES[subject.mode]}):
        steps += [(f"a tag of {size} bytes", refuses(AeadControl.START | size << 16))]
    steps += [("a message that ends at once", refuses(start | AeadControl.LAST))]
    unit.write(control, start)
    steps += [("a message within a message", refuses(start))]
    steps += [("a key within a message", refuses(AeadControl.START | AeadControl.KEY))]
    steps += [("a tag within a message", unit.refuses(register.TAG, 1))]
    for length in (register.AAD_BYTES, register.TEXT_BYTES):
        steps += [(f"{length.name} within a message", unit.refuses(length, 1))]
    steps += [("a result within the IV", unit.refuses(register.RESULT))]
    if subject.point.unit.interface == "axil":
        steps += [(f"strobe {one:04b}", unit.refuses(register.DATA, 1, one)) for one in _STROBES]
    unit.run(message.wipe())
    wrong += subject.works()
    if subject.point.unit.interface == "axil":
        holes = [one for one in range(15) if unit.refuses(register.TAG, 1, one)]
        steps += [("a part of a word of the tag", holes == [*range(15)])]
        holes = [one for one in range(15) if unit.refuses(register.AAD_BYTES, 1, one)]
        steps += [("a part of a length", holes == [*range(15)])]
    steps += [("a length of 27 bits", unit.refuses(register.TEXT_BYTES, 1 << 26))]
    unit.run(aead.start(AeadControl.DMA, 16))
    unit.run(aead.append(aead.packets(bytes(12), b"")))
    steps += [("data of a text that comes on the stream", unit.refuses(register.DATA, 1))]
    steps += [("its end", refuses(AeadControl.LAST))]
    unit.run(message.wipe())
    wrong += [f"{what} is not refused" for what, refused in steps if not refused]
    return wrong + subject.works(), len(steps), "commands out of order, strobes with holes"


def _refused(subject: AeadRegisterSubject, effort: Effort) -> Findings:
    """Checks that a message with an empty IV is refused, and those around it are not.

    The same of messages in CCM whose parts have other lengths than stated.
    """
    choose, wrong = random.Random(5), list[str]()
    for number in range(effort.seeds):
        wrong += subject.works()
        key, sent, _sealed = subject.vector(choose, choose.randrange(50))
        empty = Message(b"", sent.data, sent.text, bytes(16), bool(number % 2))
        wrong += subject.wrong((key, empty, None))
        if subject.mode is aead.Mode.CCM:
            user = user_of(sent, subject.algorithm)
            for bit in (_AAD_BIT, _TEXT_BIT):
                wrong += subject.works()
                other = replace(sent, user=user ^ 1 << bit + choose.randrange(8))
                wrong += subject.wrong((key, other, None))
    return wrong + subject.works(), effort.seeds, "messages with an empty IV, and wrong lengths"


def _full(subject: AeadRegisterSubject, _: Effort) -> Findings:
    """Checks that a write to a full FIFO is refused, and the message goes on after a read."""
    unit, key, text = subject.unit, bytes(range(subject.formulas.key_bytes[0])), bytes(4000)
    subject.load(key)
    if subject.mode is aead.Mode.CCM:
        unit.run(aead.lengths(0, len(text)))
    unit.run(aead.start(0, 16))
    unit.run(aead.append(aead.packets(bytes(12), b"")))
    writes, sent, waits, wrong = aead.packets(text), 0, 0, list[str]()
    for write in writes[:-1]:
        while not unit.read(AeadRegister.STATUS) & AeadStatus.SPACE and waits < 500:
            waits += 1
        if waits == 500:
            break
        waits = 0
        unit.write(write.address, write.value)
        sent += WORD
    if waits < 500:
        return ["the FIFO is never full"], 1, ""
    if not unit.refuses(AeadRegister.DATA, 1):
        wrong.append("a write to a full FIFO is taken")
    if not unit.refuses(AeadRegister.CONTROL, AeadControl.LAST):
        wrong.append("the end of a text that has no place is taken")
    status, found = unit.run(aead.transfer(writes[sent // WORD :], len(text)))
    wanted = subject.algorithm.seal(key, bytes(12), b"", text, 16)
    if found + unit.run(aead.tag(16)) != wanted or status & AeadStatus.ERROR:
        wrong.append("the result is wrong after the FIFO was full")
    return wrong + subject.works(), 1, "a text whose result is not read"


def _broken(subject: AeadRegisterSubject, choose: random.Random) -> str:
    """Begins a key or a message and goes on for a random time; returns what it was."""
    unit, vector = subject.unit, subject.vector(choose, choose.randrange(80))
    if choose.random() < 0.5:
        vector = _reversed(vector)
    key, sent, _ = vector
    if choose.random() < 0.2:
        command = AeadControl.START | AeadControl.KEY | (len(key.key) // 8 - 2) << 8
        unit.write(AeadRegister.CONTROL, command)
        for _ in range(choose.randrange(len(key.key) // 4)):
            unit.write(AeadRegister.KEY, choose.getrandbits(32))
        return "within a key"
    subject.load(key.key)
    subject.started(sent)
    if choose.random() < 0.2:
        writes = aead.packets(sent.iv, sent.data, sent.text)
        unit.run(aead.transfer(writes, len(sent.text)))
        return "after a message"
    writes = aead.packets(sent.iv, sent.data, sent.text[:60])
    unit.run(aead.append(writes[: choose.randrange(len(writes) + 1)]))
    unit.idle(choose.randrange(150))
    return "within a message"


def _forgotten(subject: AeadRegisterSubject, when: str) -> list[str]:
    """Returns what a unit still has after a wipe or a reset."""
    unit, wrong = subject.unit, list[str]()
    if (status := unit.read(AeadRegister.STATUS)) != AeadStatus.SPACE:
        wrong.append(f"STATUS is {status:#x} {when}")
    for register in (AeadRegister.TAG, AeadRegister.RESULT):
        if not unit.refuses(register):
            wrong.append(f"{register.name} can be read {when}")
    subject.load(bytes(subject.formulas.key_bytes[0]))
    if not unit.refuses(AeadRegister.CONTROL, AeadControl.START | AeadControl.DECRYPT | 4 << 16):
        wrong.append(f"the tag to compare with is still there {when}")
    if subject.mode is aead.Mode.CCM:  # a message without bytes needs the lengths 0
        unit.run(aead.start(0, 16))
        status, _ = unit.run(aead.transfer(aead.packets(bytes(12), b"", b""), 0))
        if status & AeadStatus.ERROR:
            wrong.append(f"the lengths of a message are still there {when}")
    return wrong


def _wipes(subject: AeadRegisterSubject, effort: Effort) -> Findings:
    """Checks that a wipe at any time ends what is in progress, and the unit works afterwards."""
    choose, wrong = random.Random(6), list[str]()
    for _ in range(5 * effort.seeds):
        when = _broken(subject, choose)
        subject.unit.run(message.wipe())
        wrong += _forgotten(subject, f"after a wipe {when}") + subject.works()
    key, sent, _sealed = subject.vector(choose, 20)
    for cycle in range(FIRST_CYCLES):
        subject.load(key.key)
        subject.started(sent)
        subject.unit.run(aead.append(aead.packets(sent.iv, sent.data, sent.text)))
        subject.unit.idle(cycle)
        subject.unit.run(message.wipe())
        wrong += subject.works()
    cases = 5 * effort.seeds + FIRST_CYCLES
    return wrong, cases, "wipes within keys and messages, and in each cycle after a message"


def _resets(subject: AeadRegisterSubject, effort: Effort) -> Findings:
    """Checks the same of a reset."""
    choose, wrong = random.Random(7), list[str]()
    for _ in range(5 * effort.seeds):
        when = _broken(subject, choose)
        subject.unit.reset()
        wrong += _forgotten(subject, f"after a reset {when}") + subject.works()
    return wrong, 5 * effort.seeds, "resets within and after keys and messages"


def _first_cycles(subject: AeadRegisterSubject, _: Effort) -> Findings:
    """Checks keys and messages that come in each of the first cycles after a reset and a wipe."""
    unit, wrong, control = subject.unit, list[str](), AeadRegister.CONTROL
    size, parts = subject.formulas.key_bytes[0], (bytes(12), b"data", bytes(range(20)))
    begin = AeadControl.START | AeadControl.KEY | (size // 8 - 2) << 8
    for wiped, cycle in product((False, True), range(FIRST_CYCLES)):
        key = bytes(range(cycle, cycle + size))
        if wiped:
            unit.write(control, AeadControl.WIPE)
        else:
            unit.reset()
        unit.idle(cycle)
        _earliest(unit, begin)
        for at in range(0, size, 4):
            unit.write(AeadRegister.KEY, int.from_bytes(key[at : at + 4], "little"))
        if subject.mode is aead.Mode.CCM:
            unit.run(aead.lengths(*map(len, parts[1:])))
        _earliest(unit, AeadControl.START | 16 << 16)
        _status, found = unit.run(aead.transfer(aead.packets(*parts), 20))
        if found + unit.run(aead.tag(16)) != subject.algorithm.seal(key, *parts, 16):
            wrong.append(f"{cycle} cycles after a {'wipe' if wiped else 'reset'}: {found.hex()}")
    covered = f"each of {FIRST_CYCLES} cycles after a reset and after a wipe"
    return wrong, 2 * FIRST_CYCLES, covered


def _earliest(unit: RegisterSession, command: int) -> None:
    """Gives a command as soon as the unit takes it.

    Raises:
        UnitFailed: it never does.
    """
    for _ in range(5000):
        if not unit.refuses(AeadRegister.CONTROL, command):
            return
        unit.idle(1)
    raise UnitFailed(f"the command {command:#x} is always refused")


def _interrupts(subject: AeadRegisterSubject, effort: Effort) -> Findings:
    """Checks that the line follows each event that is enabled, until it is cleared."""
    unit, choose, wrong, cases = subject.unit, random.Random(8), list[str](), 0
    right = subject.vector(choose, 20)
    kinds: Sequence[tuple[AeadVector, int]] = (
        (right, AeadInterrupt.DONE | AeadInterrupt.AVAILABLE),
        (subject.vector(choose, 0), AeadInterrupt.DONE),
        (_reversed(subject.vector(choose, 0), 0), AeadInterrupt.DONE | AeadInterrupt.ERROR),
    )
    for (vector, events), enabled in islice(product(kinds, range(8)), 6 * effort.seeds):
        unit.write(AeadRegister.INTERRUPT_ENABLE, enabled)
        wrong += subject.wrong(vector)
        cases += 1
        if unit.read(AeadRegister.INTERRUPT) != events:
            wrong.append(f"INTERRUPT is {unit.read(AeadRegister.INTERRUPT)}, not {int(events)}")
        if unit.idle(3) != bool(events & enabled):
            wrong.append(f"the line is wrong with INTERRUPT_ENABLE = {enabled}")
        unit.write(AeadRegister.INTERRUPT, events)
        if unit.idle(3) or unit.read(AeadRegister.INTERRUPT):
            wrong.append("an event remains")
    unit.write(AeadRegister.INTERRUPT_ENABLE, 0)
    return wrong, cases, "events with and without their enable"


#: The checks by name.
CHECKS: Mapping[str, Examine] = {
    "vectors": _vectors,
    "messages": _messages,
    "messages by stream": _streamed,
    "framing": _framing,
    "tags": _tags,
    "keys": _keys,
    "addresses": _addresses,
    "commands": _commands,
    "refused messages": _refused,
    "full FIFO": _full,
    "wipes": _wipes,
    "resets": _resets,
    "first cycles": _first_cycles,
    "interrupts": _interrupts,
}
