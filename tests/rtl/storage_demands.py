"""What a host relies on, checked on a running storage unit: times, ownership, keys, transfers."""

from __future__ import annotations

import random

from storage_model import begin_transfer, ecb, end_of, end_of_transfer

from silicrypt.verify.storage import StorageSession
from silicrypt.verify.storage_host import (
    BLOCK,
    Control,
    End,
    Event,
    Function,
    Host,
    Read,
    Register,
    Response,
    Send,
    Status,
    Write,
)

#: Parameters that compile fastest, with S-boxes of gates, for mistakes outside the cores.
SMALL = {"BankWords": 64, "Sbox": 1, "PipelineStages": 1, "Protection": 3}
KEY = bytes(range(16))
PLAIN = bytes.fromhex("00112233445566778899aabbccddeeff")


def demand_all(unit: StorageSession, later: int = 0) -> None:
    """Checks what a host relies on: functions, their times, arbitration, ownership, events.

    Args:
        unit: the unit after its reset.
        later: cycles that a function waits for the first word of a bank outside.
    """
    host = Host(SMALL["BankWords"])
    bank = host.bank_bytes
    unit.run(host.ready())
    unit.run(host.key(KEY))
    assert unit.run(host.get(3 * bank, len(KEY))) == bytes(len(KEY))  # the host has cleared it
    data = random.Random(1).randbytes(bank)
    for function, cycles in {
        Function.CIPHER_SEQ: 211 * 16 + 12 + later,
        Function.INV_CIPHER_SEQ: 211 * 16 + 12 + later,
        Function.CIPHER_PAR: None,
        Function.INV_CIPHER_PAR: None,
    }.items():
        expected = ecb(KEY, data, "INV" in function.name)
        assert unit.run(host.apply(function, data)) == expected
        counted = unit.run(host.cycles(function))
        assert counted == cycles if cycles else counted < 300
    # In place: results and blocks need the same bank.
    unit.run(host.put(0, data))
    unit.run(host.grant(0b0001))
    unit.run(host.run(Function.CIPHER_PAR, 0, 0, 16))
    demand_owner(unit, host)
    unit.run(host.grant(0))
    assert unit.run(host.get(0, bank)) == ecb(KEY, data)
    demand_transfer(unit, host)
    demand_key_loads(unit, host)
    demand_lengths(unit, host)
    demand_ends(unit, host)
    for function in (Function.DMA_IN, Function.DMA_OUT):
        demand_stops(unit, host, function)
    demand_masters(unit, host, SMALL["Protection"])


def demand_no_key(unit: StorageSession, host: Host) -> None:
    """Checks that neither the key register nor the cores have a usable key."""
    status = unit.run(host.read(Register.STATUS))
    assert not status & (1 << Status.KEY_COMPLETE | 1 << Status.KEYED)
    assert unit.run(end_of(host, Function.KEY_EXPANSION)) == End.NO_KEY
    for function in (Function.CIPHER_SEQ, Function.INV_CIPHER_PAR):
        assert unit.run(end_of(host, function, 0, 0, 1)) == End.NO_KEY


def demand_key_loads(unit: StorageSession, host: Host) -> None:
    """Checks that no key mixes two key loads, and that no round keys outlive their key."""
    for bank in (3, None):
        for index in range(4):
            # A master that does not know a key learns nothing by changing a word of it.
            unit.run(host.key(KEY, bank))
            unit.run(host.grant(0b0001))
            unit.run(host.write(Register.KEY + 4 * index, 0))
            demand_no_key(unit, host)
    # The word that began another key belongs to that key.
    other = bytes(range(50, 62)) + bytes(4)
    for index in range(3):
        unit.run(
            host.write(Register.KEY + 4 * index, int.from_bytes(other[4 * index :][:4], "little"))
        )
    unit.run(host.run(Function.KEY_EXPANSION))
    assert unit.run(host.apply(Function.CIPHER_SEQ, KEY)) == ecb(other, KEY)
    # A LOAD that fails leaves no key, and neither does a change of the key length.
    for source, end in ((host.bank_bytes, End.NOT_OWNER), (4 * host.bank_bytes, End.OUTSIDE)):
        unit.run(host.key(KEY))
        unit.run(host.grant(0b0001))
        assert unit.run(end_of(host, Function.LOAD, source)) == end
        demand_no_key(unit, host)
    unit.run(host.key(KEY))
    unit.run(host.grant(0b0001))
    unit.run(host.write(Register.KEY_LENGTH, 0))
    demand_no_key(unit, host)


def demand_lengths(unit: StorageSession, host: Host) -> None:
    """Checks that a word beyond the key is refused, and that zero blocks change nothing."""
    for length, words in ((0, 4), (1, 6), (2, 8)):
        unit.run(host.write(Register.KEY_LENGTH, length))
        for index in range(8):
            answer = unit.answer(Write(host.address(Register.KEY + 4 * index), 1))
            assert answer.response == (Response.OKAY if index < words else Response.SLVERR)
    unit.run(host.grant(0b0001))
    assert unit.run(end_of(host, Function.CIPHER_PAR, 0, 0, 0)) == End.NO_KEY
    unit.run(host.run(Function.KEY_EXPANSION))
    assert unit.run(end_of(host, Function.CIPHER_PAR, 0, 0, 0)) == End.DONE
    unit.run(host.write(Register.KEY_LENGTH, 0))
    unit.run(host.grant(0))


def demand_ends(unit: StorageSession, host: Host) -> None:
    """Checks that a function or a transfer that reaches beyond the banks changes nothing.

    Sums of addresses and sizes overflow 32 bits.
    """
    bank, par, size = host.bank_bytes, Function.CIPHER_PAR, 4 * host.bank_bytes
    unit.run(host.key(KEY))
    before = unit.run(host.get(0, size))
    unit.run(host.grant(0b1111))
    for command in (
        *((par, size, 0, 1), (par, 0, size, 1), (par, size - 12, 0, 1), (par, 0, size - 4, 1)),
        *((par, 2, 0, 1), (par, 0, 1, 1), (par, 0, 0, size // BLOCK + 1), (par, 0, 0, 1 << 30)),
        *((par, 0, 0, (1 << 32) - 1), (par, (1 << 32) - 4, 0, 1)),
        *((Function.LOAD, size - 12), (Function.LOAD, 1), (Function.LOAD, 1 << 31)),
    ):
        assert unit.run(end_of(host, *command)) == End.OUTSIDE, command
    unit.run(host.key(KEY))
    unit.run(host.grant(0b1111))
    for near in (4, 16, 28):
        assert unit.run(end_of(host, par, 0, near, 2)) == End.OVERLAP
    unit.run(host.grant(0))
    for address, words in ((size, 1), (2, 1), (0, bank + 1), (0, (1 << 32) - 1)):
        for function in (Function.DMA_IN, Function.DMA_OUT):
            unit.run(begin_transfer(host, function, address, words))
            assert unit.run(end_of_transfer(host)) == End.OUTSIDE
    assert unit.run(host.get(0, size)) == before


def demand_stops(unit: StorageSession, host: Host, function: Function) -> None:
    """Stops a transfer in every cycle: it ends with all words and DONE, or fewer and STOPPED."""
    words, ends = 5, set()
    old, new = bytes(4 * words), random.Random(4).randbytes(4 * words)
    sent = [int.from_bytes(new[i : i + 4], "little") for i in range(0, len(new), 4)]
    out = function == Function.DMA_OUT
    unit.beats()
    for cycles, stall in ((cycles, stall) for stall in (0.0, 0.5) for cycles in range(24)):
        unit.run(host.put(0, new if out else old))
        unit.stall(stall, stall, cycles)
        unit.run(begin_transfer(host, function, 0, words))
        if not out:
            unit.answer(Send(new))
        unit.idle(cycles)
        unit.run(host.write(Register.CONTROL, 1 << Control.STOP_DMA))
        end, moved = unit.run(end_of_transfer(host)), unit.run(host.read(Register.DMA_MOVED))
        ends.add(end)
        assert end == (End.DONE if moved == words else End.STOPPED)
        beats = [(beat.word, beat.last, beat.stopped) for beat in unit.beats()]
        unit.stall(0, 0)
        if out:
            frame = [(word, i == words, False) for i, word in enumerate(sent[:moved], 1)]
            assert beats == frame + [(0, True, True)] * (0 < moved < words)
            continue
        # Words that were not accepted belong to the next transfer.
        if moved < words:
            unit.run(begin_transfer(host, Function.DMA_IN, 4 * words, words - moved))
            assert unit.run(end_of_transfer(host)) == End.DONE
        assert unit.run(host.get(0, 4 * words)) == new[: 4 * moved] + old[4 * moved :]
    assert ends == {End.DONE, End.STOPPED}


def demand_stop(unit: StorageSession, host: Host, prot: int, expected: Response) -> None:
    """Checks who may stop a transfer that a trusted master began, here of a key to its bank."""
    words = len(KEY) // 4
    unit.protect(1)
    unit.run(host.grant(0))
    unit.run(begin_transfer(host, Function.DMA_IN, 3 * host.bank_bytes, words))
    unit.answer(Send(KEY[:4], False))
    unit.idle(20)
    unit.protect(prot)
    stop = Write(host.address(Register.CONTROL), 1 << Control.STOP_DMA)
    assert unit.answer(stop).response == expected, f"{prot}: a stop"
    unit.protect(1)
    if expected != Response.OKAY:
        unit.answer(Send(KEY[4:], True))
    unit.run(end_of_transfer(host))
    assert unit.run(host.read(Register.DMA_MOVED)) == (1 if expected == Response.OKAY else words)


def demand_masters(unit: StorageSession, host: Host, protection: int) -> None:
    """Checks that an untrusted master neither reads nor moves a key or its bank."""
    bank = host.bank_bytes
    for prot in range(8):
        unit.protect(1)
        unit.run(host.key(KEY, 3))
        unit.run(host.put(3 * bank, KEY))
        unit.run(host.write(Register.SOURCE, 0))
        trusted = not ((protection & 1 and not prot & 1) or (protection & 2 and prot & 2))
        refused = Response.OKAY if trusted else Response.SLVERR
        unit.protect(prot)
        for operation in (
            *(Read(3 * bank), Write(3 * bank + 16, 1), Write(4 * bank - 4, 1)),
            *(Read(host.address(Register.OWNERS)), Write(host.address(Register.OWNERS), 0)),
            Read(host.address(Register.KEY_LENGTH)),
        ):
            answer = unit.answer(operation)
            assert answer.response == refused, f"{prot}: {operation}"
            assert trusted or answer.value == 0
        for operation in (
            Read(0),
            Write(0, 0),
            Read(3 * bank - 4),
            Read(host.address(Register.STATUS)),
        ):
            assert unit.answer(operation).response == Response.OKAY
        assert unit.answer(Read(host.address(Register.KEY))).response == Response.SLVERR
        # The trusted master wrote the number of words, another master the address.
        demand_moves(unit, host, End.DONE if trusted else End.NOT_OWNER)
        unit.protect(1)
        unit.run(host.write(Register.DMA_WORDS, 4))
        demand_moves(unit, host, End.DONE if trusted else End.NOT_OWNER, address=False)
        unit.run(host.grant(0b1001))
        ends = []
        for command in (Function.CIPHER_PAR, Function.LOAD):
            unit.protect(prot)
            unit.run(host.write(Register.SOURCE, 3 * bank))
            unit.run(host.write(Register.DESTINATION, 0))
            unit.run(host.write(Register.BLOCKS, 1))
            if command == Function.LOAD:
                unit.protect(1)
            unit.run(host.write(Register.COMMAND, command))
            ends.append(unit.run(host.finish()))
        assert ends == [End.DONE if trusted else End.NOT_OWNER] * 2, prot
        demand_stop(unit, host, prot, refused)
        # All masters may use the key.
        unit.run(host.key(KEY, 3))
        unit.run(host.put(0, PLAIN))
        unit.run(host.grant(0b0011))
        unit.protect(prot)
        unit.run(host.run(Function.CIPHER_SEQ, 0, bank, 1))
        for register, value in (
            *((Register.COMMAND, Function.KEY_EXPANSION), (Register.COMMAND, Function.LOAD)),
            *((Register.KEY, 1), (Register.KEY_LENGTH, 0), (Register.CONTROL, 1 << Control.WIPE)),
        ):
            answer = unit.answer(Write(host.address(register), value))
            assert answer.response == refused, f"{prot}: {register}"
            unit.until(host.address(Register.STATUS), 1 << Status.BUSY | 1 << Status.WIPING)
        keyed = unit.run(host.read(Register.STATUS)) >> Status.KEYED & 1
        assert keyed == (not trusted)
        unit.protect(1)
        unit.run(host.grant(0))
        assert unit.run(host.get(bank, BLOCK)) == ecb(KEY, PLAIN)


def demand_moves(unit: StorageSession, host: Host, end: End, *, address: bool = True) -> None:
    """Checks how transfers out of the bank for keys end; `address` writes their registers first."""
    if address:
        unit.run(host.write(Register.DMA_ADDRESS, 3 * host.bank_bytes))
        unit.run(host.write(Register.DMA_WORDS, 4))
    unit.run(host.write(Register.DMA_COMMAND, Function.DMA_OUT))
    assert unit.run(end_of_transfer(host)) == end
    assert len(unit.beats()) == (4 if end == End.DONE else 0)


def demand_owner(unit: StorageSession, host: Host) -> None:
    """Checks that a bank of the core refuses the host, reports it, and stays the core's in use."""
    unit.run(host.write(Register.EVENTS, 7))
    for operation in (Read(8), Write(8, 1)):
        answer = unit.answer(operation)
        assert answer.response == Response.SLVERR
        assert isinstance(operation, Write) or answer.value == 0
        assert unit.run(host.read(Register.EVENTS)) == 1 << Event.REFUSED
        assert unit.run(host.read(Register.REFUSED)) == 8 | isinstance(operation, Write)
        assert not unit.run(host.read(Register.STATUS)) >> Status.INTERRUPT & 1
    unit.run(begin_transfer(host, Function.DMA_OUT, 0, 4))
    assert unit.run(end_of_transfer(host)) == End.NOT_OWNER
    unit.run(host.start(Function.CIPHER_SEQ, 0, 0, 1))
    unit.run(host.write(Register.OWNERS, 0b1100))
    assert unit.run(host.read(Register.OWNERS)) == 0b1100 << 8 | 0b1101
    assert unit.run(host.finish()) == End.DONE
    assert unit.run(host.read(Register.OWNERS)) == 0b1100 << 8 | 0b1100
    # A bank that a transfer uses is given away after its end.
    unit.run(begin_transfer(host, Function.DMA_IN, host.bank_bytes, 4))
    unit.run(host.write(Register.OWNERS, 0b0011))
    assert unit.run(host.read(Register.OWNERS)) == 0b0011 << 8 | 0b0001
    unit.answer(Send(PLAIN))
    assert unit.run(end_of_transfer(host)) == End.DONE
    assert unit.run(host.read(Register.OWNERS)) == 0b0011 << 8 | 0b0011
    unit.run(host.grant(0b0001))
    unit.run(host.run(Function.INV_CIPHER_SEQ, 0, 0, 1))
    for command, end in (
        ((Function.CIPHER_PAR, 0, host.bank_bytes, 1), End.NOT_OWNER),
        ((Function.CIPHER_PAR, 0, 0, 1), End.DONE),
        ((Function.INV_CIPHER_PAR, 0, 0, 1), End.DONE),
    ):
        assert unit.run(end_of(host, *command)) == end


def demand_transfer(unit: StorageSession, host: Host) -> None:
    """Runs a transfer while the host accesses the same bank."""
    start, words = 2 * host.bank_bytes, 48
    data = random.Random(2).randbytes(4 * words)
    unit.run(begin_transfer(host, Function.DMA_IN, start, words))
    unit.answer(Send(data))
    for at in range(start + 4 * words, start + host.bank_bytes, 4):
        assert unit.answer(Write(at, at)).response == Response.OKAY
        assert unit.answer(Read(at)).value == at
    assert unit.run(end_of_transfer(host)) == End.DONE
    assert unit.run(host.get(start, len(data))) == data
