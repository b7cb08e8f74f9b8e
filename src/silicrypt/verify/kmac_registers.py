"""The checks of KMAC and cSHAKE with registers on a bus; `register_suite` runs them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice, product

from silicrypt.catalog import DesignPoint
from silicrypt.catalog.kmac import Operation
from silicrypt.drivers import kmac, message
from silicrypt.drivers.maps import KmacControl, KmacInterrupt, KmacRegister, KmacStatus
from silicrypt.errors import UnitFailed
from silicrypt.verify.checks import FIRST_CYCLES, Effort, Examine, Findings
from silicrypt.verify.kdf_functions import function_of
from silicrypt.verify.kdf_request import Request
from silicrypt.verify.kmac_functions import kmac_request
from silicrypt.verify.register_session import Broken, Refused, RegisterSession

_PAUSES = 0.4
_STROBES = (2, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14)
_READ = {
    KmacRegister.VERSION: 0x05010100,
    KmacRegister.STATUS: 0,
    KmacRegister.INTERRUPT_ENABLE: 0,
    KmacRegister.INTERRUPT: 0,
}
_SHORT = kmac_request(Operation.KMAC, b"some", b"a key", b"message", size=21)


@dataclass(frozen=True)
class KmacRegisterSubject:
    """A unit of KMAC with registers.

    Attributes:
        point: the unit.
        unit: its simulation.
    """

    point: DesignPoint
    unit: RegisterSession

    @property
    def inside(self) -> DesignPoint:
        """The design point inside."""
        assert self.point.inside is not None  # every memory-mapped unit has one
        return self.point.inside

    def begun(self, one: Request, control: int = 0) -> None:
        """Writes the lengths of a request and begins it."""
        self.unit.run(kmac.lengths(one.iterations, one.size))
        self.unit.run(kmac.start(one.operation, control))

    def packets(self, packets: tuple[bytes, ...]) -> None:
        """Writes packets of a request."""
        for packet in packets:
            self.unit.run(kmac.append(packet))
            self.unit.write(KmacRegister.CONTROL, KmacControl.LAST)

    def processed(self, one: Request) -> bytes | None:
        """Returns the result of a request; None if it is refused."""
        try:
            self.begun(one)
            self.packets(one.packets)
        except Refused:
            return None
        return self._result(one)

    def streamed(self, one: Request, *, holes: bool = False) -> bytes | None:
        """Returns the same of a request whose message comes on the stream."""
        self.begun(one, KmacControl.DMA)
        self.packets(one.packets[:-1])
        self.unit.send(one.packets[-1], Broken.HOLE if holes else Broken.NOTHING)
        return self._result(one)

    def _result(self, one: Request) -> bytes | None:
        try:
            return self.unit.run(kmac.result(one.size))
        except UnitFailed:
            status = self.unit.read(KmacRegister.STATUS)
            if status != KmacStatus.DONE | KmacStatus.ERROR:
                raise
            return None

    def wrong(self, one: Request, *, stream: bool = False) -> list[str]:
        """Processes a request; returns what is wrong with its result."""
        wanted = function_of(self.inside).answering(self.inside)(one)
        found = self.streamed(one) if stream else self.processed(one)
        lengths = ", ".join(str(len(packet)) for packet in one.packets)
        what = f"operation {one.operation} of {lengths} bytes to {one.size}"
        return [] if found == wanted else [f"{what}: {found.hex() if found else found}"]

    def works(self) -> list[str]:
        """Processes a request; returns what is wrong."""
        return self.wrong(_SHORT)


def _requests(subject: KmacRegisterSubject, effort: Effort, seed: int) -> Iterator[Request]:
    inside = subject.inside
    return function_of(inside).some(inside, random.Random(seed), 10 * effort.seeds)


def _known(subject: KmacRegisterSubject, _: Effort) -> Findings:
    """Checks NIST's examples, with and without pauses of the bus."""
    wrong, cases = list[str](), 0
    found = list(function_of(subject.inside).known(subject.inside, 0))
    for pauses, ((one,), result) in product((0.0, _PAUSES), found):
        subject.unit.pauses(pauses)
        cases += 1
        if subject.processed(one) != result:
            wrong.append(f"operation {one.operation} to {one.size} bytes")
    subject.unit.pauses(0)
    return wrong, cases, "examples of NIST, with and without pauses of the bus"


def _random(subject: KmacRegisterSubject, effort: Effort) -> Findings:
    """Checks random requests of all operations, with and without pauses of the bus."""
    return _all(subject, effort, stream=False)


def _streamed(subject: KmacRegisterSubject, effort: Effort) -> Findings:
    """Checks the same with messages that come on the stream."""
    return _all(subject, effort, stream=True)


def _all(subject: KmacRegisterSubject, effort: Effort, *, stream: bool) -> Findings:
    wrong, cases = list[str](), 0
    for one in _requests(subject, effort, 1 + stream):
        cases += 1
        subject.unit.pauses(_PAUSES * (cases % 2))
        wrong += subject.wrong(one, stream=stream)
    subject.unit.pauses(0)
    where = "on the stream" if stream else "through registers"
    return wrong, cases, f"random requests {where}, every second one with pauses"


def _framing(subject: KmacRegisterSubject, effort: Effort) -> Findings:
    """Checks that a message on the stream that breaks its rules is refused, and no other."""
    wrong, cases = list[str](), 0
    for one in islice(_requests(subject, effort, 3), effort.seeds):
        wrong += subject.works()
        cases += 1
        if subject.streamed(one, holes=True) is not None:
            wrong.append("a message with a hole in tkeep is not refused")
    return wrong + subject.works(), cases, "messages with a hole in tkeep"


def _refused(subject: KmacRegisterSubject, effort: Effort) -> Findings:
    """Checks that requests that break a rule are refused, and those around them are not."""
    wrong, cases = list[str](), 0
    found = list(function_of(subject.inside).refused(subject.inside, random.Random(4)))
    for one in found[:: 1 if effort.seeds > 4 else 3]:
        wrong += subject.wrong(one) + subject.works()
        cases += 1
    return wrong, cases, "wrong lengths of strings, results and operations"


def _addresses(subject: KmacRegisterSubject, _: Effort) -> Findings:
    """Checks what each address gives after a reset, and that the others are refused."""
    unit = subject.unit
    reads: set[int] = {*_READ, KmacRegister.CONFIG}
    writes: set[int] = {
        *(KmacRegister.INTERRUPT_ENABLE, KmacRegister.INTERRUPT, KmacRegister.CONTROL),
        *(KmacRegister.STRING_BYTES, KmacRegister.RESULT_BYTES),
    }
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


def _commands(subject: KmacRegisterSubject, _: Effort) -> Findings:
    """Checks that commands out of their order, and strobes with holes, are refused."""
    unit, register = subject.unit, KmacRegister
    refuses: Callable[[int], bool] = partial(unit.refuses, register.CONTROL)
    unit.reset()
    steps = [("a request without a length of its result", refuses(KmacControl.START))]
    steps += [("the end of no request", refuses(KmacControl.LAST))]
    steps += [("data without a request", unit.refuses(register.DATA, 1))]
    steps += [("a result without a request", unit.refuses(register.RESULT))]
    wrong = subject.works()
    steps += [("an operation that does not exist", refuses(KmacControl.START | 3 << 5))]
    steps += [("a request that ends at once", refuses(KmacControl.START | KmacControl.LAST))]
    unit.run(kmac.lengths(0, 1 << 16))
    steps += [("KMAC with 65536 bytes", refuses(KmacControl.START))]
    subject.begun(_SHORT)
    steps += [("a request within a request", refuses(KmacControl.START))]
    for length in (register.STRING_BYTES, register.RESULT_BYTES):
        steps += [(f"{length.name} within a request", unit.refuses(length, 1))]
    steps += [("a result before the message", unit.refuses(register.RESULT))]
    if subject.point.unit.interface == "axil":
        steps += [(f"strobe {one:04b}", unit.refuses(register.DATA, 1, one)) for one in _STROBES]
    subject.packets(_SHORT.packets)
    steps += [("data after the message", unit.refuses(register.DATA, 1))]
    steps += [("another end", refuses(KmacControl.LAST))]
    steps += [("a request before the result is read", refuses(KmacControl.START))]
    unit.run(kmac.result(_SHORT.size))
    if subject.point.unit.interface == "axil":
        holes = [one for one in range(15) if unit.refuses(register.STRING_BYTES, 1, one)]
        steps += [("a part of the lengths", holes == [*range(15)])]
    subject.begun(_SHORT, KmacControl.DMA)
    subject.packets(_SHORT.packets[:-1])
    steps += [("data of a message that comes on the stream", unit.refuses(register.DATA, 1))]
    steps += [("its end", refuses(KmacControl.LAST))]
    unit.run(message.wipe())
    wrong += [f"{what} is not refused" for what, refused in steps if not refused]
    return wrong + subject.works(), len(steps), "commands out of order, strobes with holes"


def _broken(subject: KmacRegisterSubject, choose: random.Random, one: Request) -> None:
    """Begins a request and goes on for a random time."""
    subject.begun(one)
    whole = choose.randrange(len(one.packets) + 1)
    subject.packets(one.packets[:whole])
    if whole < len(one.packets):
        packet = one.packets[whole]
        subject.unit.run(kmac.append(packet[: choose.randrange(len(packet) + 1)]))
    subject.unit.idle(choose.randrange(150))
    if whole == len(one.packets) and choose.random() < 0.3:
        subject.unit.run(kmac.result(one.size))


def _forgotten(subject: KmacRegisterSubject, when: str) -> list[str]:
    """Returns what a unit still has after a wipe or a reset."""
    unit, wrong = subject.unit, list[str]()
    if status := unit.read(KmacRegister.STATUS):
        wrong.append(f"STATUS is {status:#x} {when}")
    if not unit.refuses(KmacRegister.RESULT):
        wrong.append(f"RESULT can be read {when}")
    if not unit.refuses(KmacRegister.CONTROL, KmacControl.START):
        wrong.append(f"the length of the result is still there {when}")
        unit.run(message.wipe())
    unit.write(KmacRegister.RESULT_BYTES, 1)
    unit.run(kmac.start(Operation.KMAC))
    subject.packets((b"", b"", b""))
    try:
        unit.run(kmac.result(1))
    except UnitFailed:
        wrong.append(f"the lengths of the strings are still there {when}")
    return wrong + subject.works()


def _wipes(subject: KmacRegisterSubject, effort: Effort) -> Findings:
    """Checks that a wipe at any time ends what is in progress, and the unit works afterwards."""
    wrong, cases, covered = _ended(
        subject, effort, "wipe", lambda: subject.unit.run(message.wipe())
    )
    # The end of the message waits until its first block is permuted.
    rate = 200 - int(subject.inside.parameters["Strength"]) // 4
    longer = kmac_request(Operation.KMAC, b"some", b"a key", bytes(rate + 4), size=21)
    for cycle in range(FIRST_CYCLES):
        subject.begun(longer)
        subject.packets(longer.packets)
        subject.unit.idle(cycle)
        subject.unit.run(message.wipe())
        wrong += subject.works()
    return wrong, cases + FIRST_CYCLES, f"{covered}, and in each cycle after one"


def _resets(subject: KmacRegisterSubject, effort: Effort) -> Findings:
    """Checks the same of a reset."""
    return _ended(subject, effort, "reset", subject.unit.reset)


def _ended(
    subject: KmacRegisterSubject, effort: Effort, what: str, end: Callable[[], None]
) -> Findings:
    choose, wrong, cases = random.Random(6), list[str](), 0
    for one in islice(_requests(subject, effort, 6), 5 * effort.seeds):
        _broken(subject, choose, one)
        end()
        wrong += _forgotten(subject, f"after a {what}")
        cases += 1
    return wrong, cases, f"a {what} within and after requests"


def _first_cycles(subject: KmacRegisterSubject, _: Effort) -> Findings:
    """Checks requests that come in each of the first cycles after a reset and a wipe."""
    unit, wrong = subject.unit, list[str]()
    for wiped, cycle in product((False, True), range(FIRST_CYCLES)):
        if wiped:
            unit.write(KmacRegister.CONTROL, KmacControl.WIPE)
        else:
            unit.reset()
        unit.idle(cycle)
        unit.run(message.idle())
        wrong += subject.works()
    covered = f"each of {FIRST_CYCLES} cycles after a reset and after a wipe"
    return wrong, 2 * FIRST_CYCLES, covered


def _interrupts(subject: KmacRegisterSubject, _: Effort) -> Findings:
    """Checks that the line follows each event that is enabled, until it is cleared."""
    unit, wrong, cases = subject.unit, list[str](), 0
    misstated = kmac_request(Operation.KMAC, b"", b"", b"", size=9)
    misstated = Request((b"1", b"", b""), 9, misstated.iterations)
    kinds = (
        (_SHORT, KmacInterrupt.DONE | KmacInterrupt.AVAILABLE),
        (misstated, KmacInterrupt.DONE | KmacInterrupt.ERROR),
    )
    for (one, events), enabled in product(kinds, range(8)):
        unit.write(KmacRegister.INTERRUPT_ENABLE, enabled)
        wrong += subject.wrong(one)
        cases += 1
        if unit.read(KmacRegister.INTERRUPT) != events:
            wrong.append(f"INTERRUPT is {unit.read(KmacRegister.INTERRUPT)}, not {int(events)}")
        if unit.idle(3) != bool(events & enabled):
            wrong.append(f"the line is wrong with INTERRUPT_ENABLE = {enabled}")
        unit.write(KmacRegister.INTERRUPT, events)
        if unit.idle(3) or unit.read(KmacRegister.INTERRUPT):
            wrong.append("an event remains")
    unit.write(KmacRegister.INTERRUPT_ENABLE, 0)
    return wrong, cases, "events with and without their enable"


#: The checks by name.
CHECKS: Mapping[str, Examine] = {
    "known answers": _known,
    "requests": _random,
    "messages by stream": _streamed,
    "framing": _framing,
    "refused requests": _refused,
    "addresses": _addresses,
    "commands": _commands,
    "wipes": _wipes,
    "resets": _resets,
    "first cycles": _first_cycles,
    "interrupts": _interrupts,
}
