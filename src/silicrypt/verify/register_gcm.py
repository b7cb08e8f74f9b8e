"""The checks of AES-GCM with registers; `register_suite` runs them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING

from silicrypt import drivers
from silicrypt.catalog.aead import Aead, formulas_of
from silicrypt.drivers import Program, Read, Write, gcm
from silicrypt.drivers.maps import GcmControl, GcmInterrupt, GcmRegister, GcmStatus
from silicrypt.errors import UnitFailed
from silicrypt.verify.aead_vectors import VECTORS
from silicrypt.verify.aead_wire import BEAT, Message
from silicrypt.verify.checks import FIRST_CYCLES, Effort, Examine, Findings
from silicrypt.verify.register_session import Framing, RegisterSession

if TYPE_CHECKING:
    from silicrypt.verify.register_suite import RegisterSubject

_PAUSES = 0.4
#: Bits of a START that are right: a tag of 16 bytes.
_START = GcmControl.START | 16 << 16
#: Vectors of each source for each checkpoint of the effort.
_VECTORS = 12
_IV = bytes(range(0x60, 0x6C))
#: Attempts to begin a key or a message.
_PATIENCE = 5000


def _algorithm(subject: RegisterSubject) -> Aead:
    return formulas_of(subject.inside).algorithm


def _held(subject: RegisterSubject) -> int:
    """Returns the bytes of the longest plaintext that waits for its tag; 0 if none does."""
    return BEAT * formulas_of(subject.inside).held_beats


def _key(subject: RegisterSubject) -> bytes:
    return bytes(range(100, 100 + formulas_of(subject.inside).key_bytes[0]))


def _sealed(
    subject: RegisterSubject, data: bytes, text: bytes, size: int = BEAT, iv: bytes = _IV
) -> tuple[bytes, bytes]:
    """Returns ciphertext and tag under the key of `_key`."""
    sealed = _algorithm(subject).seal(_key(subject), iv, data, text, size)
    return sealed[: len(text)], sealed[len(text) :]


def _flipped(tag: bytes, bit: int) -> bytes:
    return (int.from_bytes(tag, "little") ^ 1 << bit).to_bytes(len(tag), "little")


def works(subject: RegisterSubject, size: int = 20) -> list[str]:
    """Loads a key, encrypts and decrypts; returns what is wrong with the results."""
    subject.unit.run(gcm.load_key(_key(subject)))
    return _again(subject, size)


def _again(subject: RegisterSubject, size: int = 20) -> list[str]:
    """Does the same under the key that is loaded."""
    unit, data, text = subject.unit, bytes(range(7)), bytes(n % 251 for n in range(size))
    sealed, tag = _sealed(subject, data, text)
    wrong = []
    if unit.run(gcm.encrypt(_IV, data, text)) != sealed + tag:
        wrong.append(f"{size} bytes are encrypted wrongly")
    if unit.run(gcm.decrypt(_IV, data, sealed, tag)) != text:
        wrong.append(f"{size} bytes are decrypted wrongly")
    return wrong


def _published(subject: RegisterSubject, effort: Effort) -> Findings:
    """Checks published vectors: right messages, and decryptions with wrong tags."""
    wrong, cases, longest = list[str](), 0, _held(subject)
    for pauses, read in product((0.0, _PAUSES), VECTORS[subject.inside.unit.name]):
        subject.unit.pauses(pauses)
        found = [
            (key.key, message, result)
            for key, message, result in read(_algorithm(subject))
            if (result is not None or message.decrypt)
            and message.iv
            and message.tag_bytes in gcm.TAG_BYTES
            and not (message.decrypt and longest and len(message.text) > longest)
        ]
        for key, message, result in found[:: max(1, len(found) // _VECTORS // effort.checkpoints)]:
            subject.unit.run(gcm.load_key(key))
            cases += 1
            if subject.unit.run(_program(message)) != result:
                wrong.append(f"{message.decrypt=} {len(message.text)} bytes of text")
    subject.unit.pauses(0)
    return wrong, cases, "vectors of NIST and Wycheproof, with and without pauses of the bus"


def _program(message: Message) -> Program[bytes | None]:
    if message.decrypt:
        return gcm.decrypt(message.iv, message.data, message.text, message.tag)
    return gcm.encrypt(message.iv, message.data, message.text, message.tag_bytes)


def _messages(subject: RegisterSubject, effort: Effort) -> Findings:
    """Checks lengths of IV, data and text around words and blocks, and random ones."""
    unit, choose, wrong, cases = subject.unit, random.Random(1), list[str](), 0
    ends = (0, 1, 3, 4, 15, 16, 17, 32, 35)
    sizes = [(12, data, text) for data in ends for text in ends]
    sizes += [(iv, 5, 21) for iv in (1, 4, 11, 13, 16, 17, 32, 60)]
    most = effort.random_bytes
    sizes += [(12, choose.randrange(most), choose.randrange(most)) for _ in range(effort.seeds)]
    unit.run(gcm.load_key(_key(subject)))
    for pauses, (iv_bytes, data_bytes, text_bytes) in product((0.0, _PAUSES), sizes):
        unit.pauses(pauses)
        iv, data, text = map(choose.randbytes, (iv_bytes, data_bytes, text_bytes))
        sealed, tag = _sealed(subject, data, text, iv=iv)
        label = f"an IV of {iv_bytes}, data of {data_bytes}, a text of {text_bytes} bytes"
        if unit.run(gcm.encrypt(iv, data, text)) != sealed + tag:
            wrong.append(f"{label} is encrypted wrongly")
        cases += 1
        if not _held(subject) or text_bytes <= _held(subject):
            cases += 1
            if unit.run(gcm.decrypt(iv, data, sealed, tag)) != text:
                wrong.append(f"{label} is decrypted wrongly")
    unit.pauses(0)
    return wrong, cases, "lengths around words and blocks, with and without pauses of the bus"


def _tags(subject: RegisterSubject, effort: Effort) -> Findings:
    """Checks that each bit of a tag decides, and that a refused text and a tag are not given."""
    unit, choose, wrong, cases = subject.unit, random.Random(2), list[str](), 0
    unit.run(gcm.load_key(_key(subject)))
    for size, seed in product(gcm.TAG_BYTES, range(effort.seeds)):
        data, text = choose.randbytes(choose.randrange(40)), choose.randbytes(choose.randrange(40))
        sealed, tag = _sealed(subject, data, text, size)
        if unit.run(gcm.encrypt(_IV, data, text, size)) != sealed + tag:
            wrong.append(f"a tag of {size} bytes is wrong")
        bits = (0, 8 * size - 1) if seed == 0 else (choose.randrange(8 * size),)
        for said in (tag, *(_flipped(tag, bit) for bit in bits)):
            cases += 1
            unit.run(gcm.expect(bytes([0xFF]) * BEAT))  # bytes after the tag are ignored
            if unit.run(gcm.decrypt(_IV, data, sealed, said)) != (text if said == tag else None):
                wrong.append(f"a tag of {size} bytes is compared wrongly")
            status = unit.read(GcmRegister.STATUS)
            right = GcmStatus.VERIFIED if said == tag else GcmStatus.ERROR
            if status & (GcmStatus.VERIFIED | GcmStatus.ERROR) != right:
                wrong.append(f"STATUS is {status:#x} after a tag of {size} bytes")
            if not unit.refuses(GcmRegister.TAG) or not unit.refuses(GcmRegister.RESULT):
                wrong.append("a decryption gives a tag, or more text")
        wrong += _nothing_leaves(subject, sealed)
    return wrong, cases, "right tags of all lengths, and tags with one wrong bit"


def _nothing_leaves(subject: RegisterSubject, text: bytes) -> list[str]:
    """Returns whether a unit that holds plaintexts gives one whose tag is wrong."""
    if not _held(subject):
        return []
    unit = subject.unit
    unit.run(gcm.head(_IV, b"", decrypt=True))
    unit.run(gcm.expect(bytes(BEAT)))
    unit.run(_spaced(gcm.section(text)))
    available = unit.run(_until(GcmStatus.DONE | GcmStatus.AVAILABLE)) & GcmStatus.AVAILABLE
    return ["plaintext with a wrong tag leaves"] if available else []


def _until(bits: int) -> Program[int]:
    """Waits until one of these bits of STATUS is 1, and returns STATUS."""
    while not (status := (yield Read(GcmRegister.STATUS))) & bits:
        pass
    return status


def _spaced(writes: Iterator[Write]) -> Program[None]:
    """Makes writes while the FIFO has space. Nothing reads the results."""
    for write in writes:
        while not (yield Read(GcmRegister.STATUS)) & GcmStatus.SPACE:
            pass
        yield write


def _refusals(subject: RegisterSubject, effort: Effort) -> Findings:
    """Checks messages that no driver sends: they end with ERROR, and the next one is right."""
    unit, wrong = subject.unit, works(subject)
    kinds = [("an empty IV", False, b"", b""), ("an empty IV", True, b"", bytes(20))]
    if longest := _held(subject):
        kinds += [("a text that is too long", True, _IV, bytes(longest + 1))]
    for _, (what, decrypt, iv, text) in product(range(effort.seeds), kinds):
        unit.run(gcm.head(iv, bytes(5), decrypt=decrypt))
        unit.run(gcm.expect(_sealed(subject, bytes(5), b"")[1]))
        unit.run(_spaced(gcm.section(text)))
        status = unit.run(gcm.processed())
        if not status & GcmStatus.ERROR or status & GcmStatus.VERIFIED:
            wrong.append(f"{what} is not refused: STATUS is {status:#x}")
        if not unit.refuses(GcmRegister.TAG) or not unit.refuses(GcmRegister.RESULT):
            wrong.append(f"{what} has a tag or a text")
        wrong += _again(subject)
    return wrong, effort.seeds * len(kinds), "messages with an empty IV, or longer than the buffer"


def _streamed(subject: RegisterSubject, effort: Effort) -> Findings:
    """Checks texts on the stream in both directions, with right and wrong tags."""
    unit, choose, wrong, cases = subject.unit, random.Random(4), list[str](), 0
    unit.run(gcm.load_key(_key(subject)))
    sizes = [0, 1, 15, 16, 17, 32, 48, 100, 160, 400]
    sizes += (choose.randrange(effort.random_bytes) for _ in range(effort.seeds))
    longest = _held(subject)
    for pauses, size in product((0.0, _PAUSES), sizes):
        unit.pauses(pauses)
        data, text = choose.randbytes(choose.randrange(40)), choose.randbytes(size)
        sealed, tag = _sealed(subject, data, text)
        framings = [Framing.RIGHT] if size % BEAT or not size else [Framing.RIGHT, Framing.NULL_END]
        for framing, (expected, decrypt) in product(
            framings, ((None, False), (tag, True), (_flipped(tag, size % 128), True))
        ):
            if decrypt and longest and size > longest:
                continue
            cases += 1
            given = sealed if decrypt else text
            found, ends, status = _by_stream(subject, data, given, expected, framing)
            bad = decrypt and expected != tag
            label = f"{size} bytes on the stream, {decrypt=}, {bad=}, {framing.name}"
            gone = b"" if bad and longest else text if decrypt else sealed
            ends_with_text = gone and framing == Framing.RIGHT
            if found != gone or ends != [bad and not ends_with_text]:
                wrong.append(f"{label}: {found.hex()} {ends}")
            flags = status & (GcmStatus.ERROR | GcmStatus.VERIFIED)
            good = GcmStatus.VERIFIED if decrypt else 0
            if flags != (GcmStatus.ERROR if bad else good):
                wrong.append(f"{label}: STATUS is {status:#x}")
            if not decrypt and unit.run(gcm.read_tag()) != tag:
                wrong.append(f"{label}: the tag is wrong")
    unit.pauses(0)
    return wrong + _again(subject), cases, "texts on the stream, with and without pauses"


def _by_stream(
    subject: RegisterSubject, data: bytes, text: bytes, tag: bytes | None, framing: Framing
) -> tuple[bytes, list[bool], int]:
    """Returns bytes and ends on the stream of results, and STATUS, of a text on the stream."""
    unit = subject.unit
    if tag is not None:
        unit.run(gcm.expect(tag))
    unit.run(gcm.head(_IV, data, decrypt=tag is not None, dma=True))
    unit.send(text, framing)
    status = unit.run(gcm.processed())
    return *unit.received(), status


def _framing(subject: RegisterSubject, effort: Effort) -> Findings:
    """Checks that a text on the stream that breaks its rules is refused, and no other."""
    unit, choose, wrong = subject.unit, random.Random(5), works(subject)
    broken = (Framing.HOLE, Framing.HOLE_ABOVE, Framing.SHORT)
    for _, framing, decrypt in product(range(effort.seeds), broken, (False, True)):
        text = choose.randbytes(choose.randrange(BEAT, 200))
        sealed, tag = _sealed(subject, b"", text)
        given, expected = (sealed, tag) if decrypt else (text, None)
        _, ends, status = _by_stream(subject, b"", given, expected, framing)
        if not status & GcmStatus.ERROR or ends != [True]:
            wrong.append(f"{framing.name} is not refused: STATUS is {status:#x}, ends are {ends}")
        if not unit.refuses(GcmRegister.TAG):
            wrong.append(f"a text with {framing.name} has a tag")
        wrong += _again(subject)
    return wrong, 2 * len(broken) * effort.seeds, "texts whose beats break the rules of the stream"


def _addresses(subject: RegisterSubject, _: Effort) -> Findings:
    """Checks every address.

    Accesses outside the description are refused and change nothing.
    """
    register, unit = GcmRegister, subject.unit
    reads: set[int] = {register.VERSION, register.CONFIG, register.STATUS}
    reads |= {register.INTERRUPT_ENABLE, register.INTERRUPT}
    writes: set[int] = {register.INTERRUPT_ENABLE, register.INTERRUPT, register.CONTROL}
    writes |= set(range(register.TAG, register.TAG + BEAT, 4))
    unit.reset()
    wrong = [
        f"{verb} of address {address:#x} is {'refused' if refused else 'taken'}"
        for address in range(0, 256, 4)
        for verb, known, value in (("read", reads, None), ("write", writes, 0))
        if (refused := unit.refuses(address, value)) == (address in known)
    ]
    return wrong + works(subject), 128, "reads and writes of all 64 addresses"


def _commands(subject: RegisterSubject, _: Effort) -> Findings:
    """Checks that accesses out of their order are refused, and change nothing."""
    unit, control, start = subject.unit, GcmRegister.CONTROL, GcmControl.START
    unit.reset()
    steps = [("a message without a key", unit.refuses(control, _START))]
    has = formulas_of(subject.inside).key_bytes
    for code in range(4):
        if 16 + 8 * code not in has:
            command = start | GcmControl.KEY | code << 8
            steps += [(f"a key of length {code}", unit.refuses(control, command))]
    for more in (GcmControl.LAST, GcmControl.DMA):
        command = start | GcmControl.KEY | more | (has[0] // 8 - 2) << 8
        steps += [(f"a key with {more!r}", unit.refuses(control, command))]
    steps += _closed(unit, "after a reset")
    steps += [("a result after a reset", unit.refuses(GcmRegister.RESULT))]
    steps += [("a tag after a reset", unit.refuses(GcmRegister.TAG))]
    wrong = works(subject)
    steps += [
        (f"a tag of {size} bytes", unit.refuses(control, start | size << 16))
        for size in range(32)
        if size not in gcm.TAG_BYTES
    ]
    steps += [("START with LAST", unit.refuses(control, _START | GcmControl.LAST))]
    steps += _closed(unit, "after a message")
    if subject.point.unit.interface == "axil":
        steps += _strobes(unit)
        wrong += works(subject)
    unit.write(control, _START)
    for section in range(3):
        steps += [("a message in a message", unit.refuses(control, _START))]
        steps += [("a key in a message", unit.refuses(control, start | GcmControl.KEY))]
        steps += [("a word of a key", unit.refuses(GcmRegister.KEY, 1))]
        steps += [("a result of no text", unit.refuses(GcmRegister.RESULT))]
        steps += [("a tag of no message", unit.refuses(GcmRegister.TAG))]
        status = unit.read(GcmRegister.STATUS)
        steps += [(f"SECTION in section {section}", status >> 8 & 3 == section)]
        unit.write(GcmRegister.DATA, 0x01020304)
        unit.idle(20)
        unit.write(control, GcmControl.LAST)
    # The text waits for its reader, so the message is not processed.
    unit.idle(2000)
    steps += [("a tag after the text", unit.refuses(GcmRegister.TAG, 1))]
    steps += _closed(unit, "after the text")
    steps += [("a message before the end", unit.refuses(control, _START))]
    unit.read(GcmRegister.RESULT)
    unit.run(gcm.processed())
    wrong += _again(subject)
    unit.run(gcm.head(_IV, b"", dma=True))
    steps += _closed(unit, "of a text on the stream")
    unit.run(drivers.message.wipe())
    wrong += [f"{what}: not refused, or wrong" for what, right in steps if not right]
    return wrong + works(subject), len(steps), "accesses out of order, strobes with holes"


def _closed(unit: RegisterSession, when: str) -> list[tuple[str, bool]]:
    """Returns what a unit without an open section must refuse, and whether it does."""
    return [
        (f"LAST {when}", unit.refuses(GcmRegister.CONTROL, GcmControl.LAST)),
        (f"data {when}", unit.refuses(GcmRegister.DATA, 1)),
        (f"a byte {when}", unit.refuses(GcmRegister.DATA_BYTE, 1)),
        (f"a word of a key {when}", unit.refuses(GcmRegister.KEY, 1)),
    ]


def _strobes(unit: RegisterSession) -> list[tuple[str, bool]]:
    """Returns the strobes that must be refused, and whether they are."""
    unit.write(GcmRegister.CONTROL, _START)
    data, byte, tag = GcmRegister.DATA, GcmRegister.DATA_BYTE, GcmRegister.TAG
    found = [(f"data {s:04b}", unit.refuses(data, 1, s)) for s in range(1, 15) if s & s + 1]
    found += [(f"byte {s:04b}", unit.refuses(byte, 1, s)) for s in range(2, 16, 2)]
    found += [(f"tag {s:04b}", unit.refuses(tag, 1, s)) for s in range(15)]
    unit.run(drivers.message.wipe())
    found += [("KEYED after a wipe", not unit.read(GcmRegister.STATUS) & GcmStatus.KEYED)]
    unit.write(GcmRegister.CONTROL, GcmControl.WIPE, 14)  # no command: its byte is not marked
    found += [("a message without a key", unit.refuses(GcmRegister.CONTROL, _START))]
    return found + _keyed_strobes(unit)


def _keyed_strobes(unit: RegisterSession) -> list[tuple[str, bool]]:
    """Returns strobes of START that leave out bytes of its fields."""
    for code in range(3):
        if not unit.refuses(GcmRegister.CONTROL, GcmControl.START | GcmControl.KEY | code << 8):
            found = [("a part of a word of a key", unit.refuses(GcmRegister.KEY, 1, 7))]
            for _ in range(4 + 2 * code):
                unit.write(GcmRegister.KEY, 5)
            break
    unit.run(_until(GcmStatus.KEYED))
    return [*found, ("START without its tag", unit.refuses(GcmRegister.CONTROL, _START, 3))]


def _full(subject: RegisterSubject, _: Effort) -> Findings:
    """Checks that a host that reads no text cannot block the bus, and loses no byte."""
    unit, wrong = subject.unit, works(subject)
    unit.run(gcm.head(_IV, b""))
    text, most = bytearray(), 4000
    while len(text) < most:
        word = random.Random(len(text)).randbytes(4)
        if unit.refuses(GcmRegister.DATA, int.from_bytes(word, "little")):
            if unit.idle(1000) or unit.read(GcmRegister.STATUS) & GcmStatus.SPACE:
                continue
            break
        text += word
    if len(text) >= most or unit.read(GcmRegister.STATUS) & GcmStatus.SPACE:
        wrong.append("the FIFO takes more than it has space for")
    if not unit.refuses(GcmRegister.CONTROL, GcmControl.LAST):
        wrong.append("a full FIFO takes the end of a text")
    sealed, tag = _sealed(subject, b"", bytes(text))
    found = unit.run(_drained())
    if found != sealed or unit.run(gcm.read_tag()) != tag:
        wrong.append(f"{len(text)} bytes through a full FIFO are encrypted wrongly")
    return wrong + _again(subject), 1, f"a text of {len(text)} bytes that waits for its reader"


def _drained() -> Program[bytes]:
    """Reads a text, and ends it when the FIFO has space."""
    found, ended = bytearray(), False
    while not (status := (yield Read(GcmRegister.STATUS))) & GcmStatus.DONE:
        if status & GcmStatus.AVAILABLE:
            found += (yield Read(GcmRegister.RESULT)).to_bytes(4, "little")
        elif status & GcmStatus.SPACE and not ended:
            yield Write(GcmRegister.CONTROL, GcmControl.LAST)
            ended = True
    return bytes(found)


def _interrupted(subject: RegisterSubject, effort: Effort) -> Findings:
    """Checks that a wipe or a reset at any time ends the message and clears the key.

    The unit must work afterwards.
    """
    unit, wrong, choose = subject.unit, list[str](), random.Random(3)
    for trial in range(10 * effort.seeds):
        wrong += works(subject)
        decrypt, dma, data = trial % 2 > 0, choose.random() < 0.4, choose.randbytes(30)
        if choose.random() < 0.2:
            code = formulas_of(subject.inside).key_bytes[0] // 8 - 2
            unit.write(GcmRegister.CONTROL, GcmControl.START | GcmControl.KEY | code << 8)
            writes, dma = [Write(GcmRegister.KEY, 3)] * (3 + 2 * code), False
        else:
            command = _START | GcmControl.DECRYPT * decrypt | GcmControl.DMA * dma
            unit.write(GcmRegister.CONTROL, command)
            unit.run(gcm.expect(data[:BEAT]))
            writes = [*gcm.section(_IV), *gcm.section(data), *([] if dma else gcm.section(data))]
        made = choose.choice((choose.randrange(len(writes) + 1), len(writes)))
        unit.run(_spaced(iter(writes[:made])))
        if dma and made == len(writes):
            # The receiver never waits: a wipe withdraws a beat that it has not taken.
            unit.send(choose.randbytes(choose.randrange(200)))
        else:
            unit.idle(choose.randrange(150))
        if choose.random() < 0.5:
            unit.run(drivers.message.wipe())
        else:
            unit.reset()
        status = unit.read(GcmRegister.STATUS)
        if status != GcmStatus.SPACE:
            wrong.append(f"STATUS is {status:#x} after a wipe or a reset")
        held = [
            *(unit.refuses(GcmRegister.RESULT), unit.refuses(GcmRegister.TAG)),
            unit.refuses(GcmRegister.CONTROL, _START),
        ]
        if not all(held):
            wrong.append("a result, a tag or a key remains after a wipe or a reset")
    return wrong + works(subject), 10 * effort.seeds, "wipes and resets in messages and keys"


def _accepted(unit: RegisterSession, command: int) -> None:
    """Writes a command as early as the unit takes it."""
    for _ in range(_PATIENCE):
        if not unit.refuses(GcmRegister.CONTROL, command):
            return
        unit.idle(1)
    raise UnitFailed(f"the command {command:#x} is not taken")


def _first_cycles(subject: RegisterSubject, _: Effort) -> Findings:
    """Checks keys and messages that come in each of the first cycles after a reset and a wipe."""
    unit, wrong, key = subject.unit, list[str](), _key(subject)
    commands = (GcmControl.START | GcmControl.KEY | (len(key) // 8 - 2) << 8, _START)
    sealed, tag = _sealed(subject, b"", b"text")
    for wiped, cycle in product((False, True), range(FIRST_CYCLES)):
        if wiped:
            unit.write(GcmRegister.CONTROL, GcmControl.WIPE)
        else:
            unit.reset()
        unit.idle(cycle)
        for command in commands:
            _accepted(unit, command)
            if command == commands[0]:
                for at in range(0, len(key), 4):
                    unit.write(GcmRegister.KEY, int.from_bytes(key[at : at + 4], "little"))
        for part in (_IV, b"", b"text"):
            unit.run(_spaced(gcm.section(part)))
        unit.run(_until(GcmStatus.AVAILABLE))
        found = unit.read(GcmRegister.RESULT).to_bytes(4, "little")
        unit.run(gcm.processed())
        if found != sealed or unit.run(gcm.read_tag()) != tag:
            wrong.append(f"a message {cycle} cycles after a {'wipe' if wiped else 'reset'}")
    covered = f"each of {FIRST_CYCLES} cycles after a reset and after a wipe"
    return wrong, 2 * FIRST_CYCLES, covered


def _interrupts(subject: RegisterSubject, _: Effort) -> Findings:
    """Checks that each event raises the line if it is enabled, until it is cleared."""
    unit, wrong = subject.unit, list[str]()
    sealed, tag = _sealed(subject, b"", bytes(16))
    events = (GcmInterrupt.DONE, GcmInterrupt.ERROR, GcmInterrupt.AVAILABLE)
    unit.run(gcm.load_key(_key(subject)))
    cases = [(events[0], tag, True), (events[1], tag, False), (events[1], bytes(16), True)]
    cases += [(events[2], tag, True), (GcmInterrupt(0), bytes(16), False)]
    for enabled, said, rises in cases:
        unit.write(GcmRegister.INTERRUPT, 7)
        unit.write(GcmRegister.INTERRUPT_ENABLE, enabled)
        unit.run(gcm.decrypt(_IV, b"", sealed, said))
        if unit.idle(3) != rises:
            wrong.append(f"the line is wrong with INTERRUPT_ENABLE = {enabled!r}")
        unit.write(GcmRegister.INTERRUPT, 7)
        if unit.idle(3):
            wrong.append("the line remains high")
    unit.write(GcmRegister.INTERRUPT_ENABLE, 0)
    return wrong, len(cases), "each event with and without its enable"


CHECKS: Mapping[str, Examine] = {
    "published vectors": _published,
    "messages": _messages,
    "tags": _tags,
    "refusals": _refusals,
    "messages by stream": _streamed,
    "framing": _framing,
    "addresses": _addresses,
    "commands": _commands,
    "full FIFO": _full,
    "wipes": _interrupted,
    "first cycles": _first_cycles,
    "interrupts": _interrupts,
}
