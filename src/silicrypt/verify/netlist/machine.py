"""Checks netlists of a storage unit by a host's programs, which access its registers."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from functools import partial

from silicrypt.catalog import Config, Level
from silicrypt.catalog.aes import formulas_of
from silicrypt.catalog.machines import SRAM
from silicrypt.tools.gatesim import Simulator
from silicrypt.tools.gatesim.lanes import LANES
from silicrypt.verify import drive
from silicrypt.verify.checks import Findings
from silicrypt.verify.cipher.reference import apply
from silicrypt.verify.cipher.vectors import answers, examples
from silicrypt.verify.machine.host import Host
from silicrypt.verify.machine.operations import (
    BLOCK,
    WORD,
    Answer,
    End,
    Function,
    Operation,
    Program,
    Read,
    Response,
)
from silicrypt.verify.netlist.section import Section
from silicrypt.verify.netlist.storage import Unit

#: Blocks of random data per function, words of a transfer, number of resets and of wipes.
_BLOCKS, _WORDS, _CUTS = 3, 24, 4
#: The functions on data, and whether each decrypts.
_CIPHERS = {
    Function.CIPHER_SEQ: False,
    Function.CIPHER_PAR: False,
    Function.INV_CIPHER_SEQ: True,
    Function.INV_CIPHER_PAR: True,
}


def sections(config: Config, _: Level, simulator: Simulator) -> list[Section]:
    """Returns the sections of the check of a storage unit."""
    unit = Unit(config, simulator)
    checks: dict[str, Callable[[Unit], Findings]] = {
        "vectors": standard,
        "functions on random data": functions,
        "transfers with stalls": transfers,
        "owners of banks": owners,
        "resets": partial(interrupted, wipe=False),
        "wipes": partial(interrupted, wipe=True),
        "cycles of functions": cycles,
    }
    return [Section(name, partial(examine, unit)) for name, examine in checks.items()]


def _wrong(found: Sequence[bytes], right: Sequence[bytes], what: str) -> list[str]:
    pairs = zip(found, right, strict=True)
    return [f"{what}: {a.hex()} instead of {b.hex()}" for a, b in pairs if a != b]


def _keyed(unit: Unit, host: Host, keys: Sequence[bytes], bank: int | None) -> None:
    unit.run([host.key(key, bank) for key in keys])


def _applied(
    unit: Unit, host: Host, function: Function, keys: Sequence[bytes], data: Sequence[bytes]
) -> list[str]:
    """Applies a function, and describes its wrong results."""
    found = unit.run([host.apply(function, one) for one in data])
    pairs = zip(keys, data, strict=True)
    right = [apply(key, one, _CIPHERS[function]) for key, one in pairs]
    return _wrong(found, right, function.name)


def standard(unit: Unit) -> Findings:
    """Checks FIPS 197's examples and NIST's known answers; the batches alternate the functions."""
    failures, count, host = list[str](), 0, unit.host()
    unit.reset()
    for decrypt in (False, True):
        own = [function for function, inverse in _CIPHERS.items() if inverse == decrypt]
        for size in formulas_of(unit.config).key_bytes:
            known = [*examples((size,), (decrypt,)), *answers((size,), (decrypt,))]
            for number, batch in enumerate(drive.parts(known, LANES)):
                full = [*batch, *known * LANES][:LANES]
                _keyed(unit, host, [vector.key for vector in full], 3 if number else None)
                data = [vector.data for vector in full]
                found = unit.run([host.apply(own[number % len(own)], one) for one in data])
                failures += _wrong(found, [vector.result for vector in full], "vector")
            count += len(known)
    return failures, count, f"{count} vectors"


def functions(unit: Unit) -> Findings:
    """Checks each function on random blocks, with keys from a bank or from the key register."""
    failures, cases = list[str](), 0
    unit.reset()
    for bank, interrupts in ((None, False), (3, True)):
        host = unit.host(interrupts=interrupts, transfers=not interrupts)
        keys = unit.random(unit.key_bytes)
        _keyed(unit, host, keys, bank)
        for function in _CIPHERS:
            failures += _applied(unit, host, function, keys, unit.random(_BLOCKS * BLOCK))
            cases += _BLOCKS * LANES
    return failures, cases, f"{cases} blocks, by polling and by interrupt"


def transfers(unit: Unit) -> Findings:
    """Checks words at the ends of each bank, by transfers with stalls and by single accesses."""
    failures, cases = list[str](), 0
    unit.reset()
    unit.run([unit.host().ready() for _ in range(LANES)])
    for bank in range(4):
        stop = (bank + 1) * unit.host().bank_bytes
        starts = (stop - unit.host().bank_bytes, stop - _WORDS * WORD)
        for put, get, address in ((True, False, starts[0]), (False, True, starts[1])):
            data = unit.random(_WORDS * WORD)
            writer, reader = unit.host(transfers=put), unit.host(transfers=get)
            unit.run([writer.put(address, one) for one in data])
            found = unit.run([reader.get(address, _WORDS * WORD) for _ in data])
            failures += _wrong(found, data, f"bank {bank}")
            cases += LANES
    return failures, cases, f"{_WORDS} words to each end of each bank"


def owners(unit: Unit) -> Findings:
    """Checks that neither side accesses the other's banks, and that a key is needed."""
    failures, host = list[str](), unit.host()
    unit.reset()
    ends = unit.run([_end(host, Function.CIPHER_PAR) for _ in range(LANES)])
    failures += [f"without a key: {end.name}" for end in ends if end != End.NO_KEY]
    _keyed(unit, host, unit.random(unit.key_bytes), None)
    ends = unit.run([_end(host, Function.CIPHER_PAR, granted=False) for _ in range(LANES)])
    failures += [f"on the host's banks: {end.name}" for end in ends if end != End.NOT_OWNER]
    refused = unit.run([_refused(host) for _ in range(LANES)])
    failures += ["the host reads a bank of the core's" for right in refused if not right]
    return failures, 3 * LANES, "no key, not the owner, a refused read"


def _end(host: Host, function: Function, *, granted: bool = True) -> Program[End]:
    """Runs a function on a block, and returns how it ended."""
    yield from host.ready()
    yield from host.grant(0b0011 if granted else 0)
    yield from host.start(function, 0, host.bank_bytes, 1)
    end = yield from host.finish()
    yield from host.grant(0)
    return end


def _refused(host: Host) -> Program[bool]:
    """Returns whether a read of a bank that the core owns is refused and returns 0."""
    yield from host.put(0, bytes(range(1, 1 + WORD)))
    yield from host.grant(1)
    answer = yield Read(0)
    yield from host.grant(0)
    return answer.response == Response.SLVERR and answer.value == 0


def interrupted(unit: Unit, *, wipe: bool) -> Findings:
    """Checks a reset or wipe while a function runs: no key remains, later results are right."""
    failures, host = list[str](), unit.host()
    unit.reset()
    for number in range(_CUTS):
        _keyed(unit, host, unit.random(unit.key_bytes), None)
        function = tuple(_CIPHERS)[number]
        unit.run([_started(host, function) for _ in range(LANES)])
        unit.simulator.step(unit.rng.randrange(60))
        if wipe:
            unit.run([host.wipe() for _ in range(LANES)])
        else:
            unit.reset(unit.rng.randrange(1, 4))
        ends = unit.run([_end(host, function) for _ in range(LANES)])
        failures += [f"the key is there: {end.name}" for end in ends if end != End.NO_KEY]
        keys = unit.random(unit.key_bytes)
        _keyed(unit, host, keys, 3)
        failures += _applied(unit, host, function, keys, unit.random(BLOCK))
    what = "wipes" if wipe else "resets"
    return failures, 2 * _CUTS * LANES, f"{_CUTS} {what} at random cycles of functions"


def _started(host: Host, function: Function) -> Generator[Operation, Answer, None]:
    yield from host.grant(0b0011)
    yield from host.start(function, 0, host.bank_bytes, _BLOCKS)


def cycles(unit: Unit) -> Findings:
    """Compares the unit's own cycle counts of each function with the formulas of its README."""
    failures, host, size = list[str](), unit.host(), unit.key_bytes
    formulas = formulas_of(unit.config)
    stages = unit.config.parameters["PipelineStages"]
    chosen = replace(formulas, parameters={**formulas.parameters, "PipelineStages": stages})
    # Words of SRAMs outside come later.
    later = int(unit.config.parameters.get(SRAM, -2)) + 2
    serial = 19 * formulas.rounds + 21 + 7 + later
    parallel = chosen.cycles("core", BLOCK) + 14 + later
    unit.reset()
    _keyed(unit, host, unit.random(size), 3)
    stated = {
        Function.LOAD: size // WORD + 5 + later,
        Function.KEY_EXPANSION: {16: 133, 24: 125, 32: 167}[size],
    }
    for function in _CIPHERS:
        sequential = function in (Function.CIPHER_SEQ, Function.INV_CIPHER_SEQ)
        stated[function] = serial if sequential else parallel
        unit.run([_end(host, function) for _ in range(LANES)])
    for function, count in stated.items():
        found = set(unit.run([host.cycles(function) for _ in range(LANES)]))
        if found != {count}:
            failures.append(f"{function.name}: {sorted(found)} cycles instead of {count}")
    return failures, len(stated) * LANES, f"{len(stated)} functions by the unit's own counters"
