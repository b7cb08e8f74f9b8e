"""The exported testbench: plain Verilog that checks itself on vectors of the standards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from silicrypt.catalog import DesignPoint, Level
from silicrypt.catalog.aead import Aead
from silicrypt.catalog.aead import formulas_of as aead_formulas
from silicrypt.catalog.cipher import CipherFormulas, formulas_of
from silicrypt.catalog.kdf import KdfFormulas
from silicrypt.catalog.machines import SRAM
from silicrypt.drivers import Program, Write, aead, kmac, message, save
from silicrypt.drivers.aes import Mode
from silicrypt.drivers.maps import (
    AeadControl,
    AeadRegister,
    AeadStatus,
    AesControl,
    AesRegister,
    AesStatus,
    HashControl,
    HashRegister,
    HashStatus,
    HmacControl,
    HmacRegister,
    HmacStatus,
    KmacControl,
    KmacRegister,
    KmacStatus,
    SaveControl,
    SaveRegister,
    SaveStatus,
    StorageRegister,
    StorageStatus,
)
from silicrypt.drivers.programs import WORD
from silicrypt.drivers.save import Saved
from silicrypt.errors import BadInput
from silicrypt.export.request import ExportRequest, template
from silicrypt.models import sha2
from silicrypt.verify import vectors
from silicrypt.verify.aead_vectors import VECTORS
from silicrypt.verify.aead_wire import BEAT, user_of
from silicrypt.verify.aes_vectors import CipherVector
from silicrypt.verify.cipher_wire import vectors_of
from silicrypt.verify.kdf_functions import FUNCTIONS
from silicrypt.verify.kdf_request import Request as KdfRequest
from silicrypt.verify.storage_host import Function

#: Cycles that a testbench waits for a result, in multiples of the longest stated latency.
_PATIENCE = 20


@dataclass(frozen=True)
class Case:
    """A message, and the result that the hardware must give.

    Attributes:
        data: the message, or the block.
        result: its digest, tag, or encryption.
        cycles: cycles from the first beat accepted to the result valid.
        source: who published the result.
        key: the key of HMAC or of a cipher; the first half of the keys of XTS.
        sha1: where a message selects MD5 or SHA-1: whether it selects SHA-1.
        decrypt: whether a cipher decrypts it.
        mode: the mode of operation.
        initial: the initial counter, or the tweak.
        tweak_key: the second key of XTS.
    """

    data: bytes
    result: bytes
    cycles: int
    source: str
    key: bytes = b""
    sha1: bool = False
    decrypt: bool = False
    mode: Mode = Mode.ECB
    initial: bytes = bytes(16)
    tweak_key: bytes = b""


@dataclass(frozen=True)
class AeadCase:
    """A message of authenticated encryption, and what the hardware must give.

    Attributes:
        key: the key.
        iv: IV or nonce.
        data: associated data.
        text: plaintext or ciphertext.
        tag: the tag of the result, or with decryption the one to compare with.
        user: ``i_tuser``.
        result: the text of the result; zeros where it does not matter.
        refused: whether the tag is wrong.
        cycles: cycles from the first beat of the IV accepted to the last beat of the result valid.
    """

    key: bytes
    iv: bytes
    data: bytes
    text: bytes
    tag: bytes
    user: int
    result: bytes
    refused: bool
    cycles: int


#: Messages of a testbench of authenticated encryption, and the longest part of one, in bytes.
_AEAD_CASES, _AEAD_LONGEST = 24, 64


def _aead_cases(point: DesignPoint) -> list[AeadCase]:
    """Returns published vectors of all key lengths, both directions and both verdicts."""
    formulas = aead_formulas(point)
    found = [
        (key.key, message, result)
        for key, message, result in VECTORS[point.unit.name][0](formulas.algorithm)
        if message.user is None
        and len(message.iv) in formulas.algorithm.iv_bytes
        and message.tag_bytes in formulas.algorithm.tag_bytes
        and max(map(len, (message.iv, message.data, message.text))) <= _AEAD_LONGEST
    ]
    cases = list[AeadCase]()
    for key, sent, result in found[:: len(found) // _AEAD_CASES]:
        known = point.unit.algorithms.values()
        own = (one for one in known if one.key_bits == (8 * len(key),))
        one = replace(formulas, algorithm=next(own, formulas.algorithm))
        size = len(sent.text)
        cycles = one.message_cycles(len(sent.iv), len(sent.data), size)
        left = bytes(size) if result is None else result[:size]
        if sent.decrypt and one.held_beats:
            left = b"" if result is None else left
            cycles += -(-len(left) // BEAT)
        tag = sent.tag if sent.decrypt else (result or b"")[size:]
        parts = (key, sent.iv, sent.data, sent.text, tag, user_of(sent, one.algorithm))
        cases.append(AeadCase(*parts, left, result is None, cycles))
    return cases


def _hash_cases(point: DesignPoint, level: Level) -> list[Case]:
    """Returns the cases of a hash or of HMAC: each algorithm's published vectors, and "abc"."""
    return [
        Case(
            *(data, one.reference(data, key), one.cycles(level, len(data)), source, key),
            sha1=one.chosen is not None and one.chosen.enum == "SHA1",
        )
        for one in point.choices
        for data, key, source in _messages(one)
    ]


def _messages(point: DesignPoint) -> Iterator[tuple[bytes, bytes, str]]:
    """Yields messages and keys: "abc", then published ones, or generated ones if there are none."""
    name, block = point.computes, point.hash.block_bits // 8
    kinds = vectors.kinds(name)
    if point.unit.keyed and not kinds:
        for size in (0, 3, block - 1, 2 * block + 1):
            for key in (0, block // 2, block, block + 1):  # a longer key than a block is hashed
                yield vectors.counting(size), vectors.counting(key, 1), "the model"
        return
    if point.unit.keyed:
        for one in vectors.short(name):
            if len(one.digest) == point.hash.digest_bits // 8:  # some tags of RFCs are truncated
                yield one.message, one.key or b"", vectors.source(name)
        return
    yield b"abc", b"", "the example of the standard" if kinds else "the model"
    if not kinds:
        for size in (0, 1, block - 1, block, block + 1, 3 * block + 2):
            yield bytes(n % 251 for n in range(size)), b"", "the model"
        return
    short = vectors.short(name)
    if len(short) >= 10:  # those of lengths at which padding changes
        last = block * 7 // 8  # from here on, the length field needs a second block
        sizes = (0, 1, 8, last - 1, last, block - 1, block)
        short = tuple(one for size in sizes for one in short if len(one.message) == size)
    for one in (*short, *(vectors.long(name)[:1] if "long" in kinds else ())):
        yield one.message, b"", vectors.source(name)


def _block_cases(point: DesignPoint) -> list[Case]:
    """Returns the cases of a block cipher: some published vectors for each key length."""
    formulas = formulas_of(point)
    chosen = vectors_of(formulas.algorithm.library).few(formulas.key_bytes, formulas.directions)
    return [
        Case(
            *(one.data, one.result, _with_key(point, one.key).cycles("core", 16), source),
            *(one.key, False, one.decrypt),
        )
        for one, source in chosen
    ]


def _cipher_cases(point: DesignPoint) -> list[Case]:
    """Returns the cases of modes of operation: published vectors of each mode and key length."""
    formulas = formulas_of(point)
    published = vectors_of(formulas.algorithm.library)
    chosen = list[Case]()
    for mode in (Mode[name.upper()] for name in formulas.modes):
        for size in formulas.key_bytes:
            found, _ = published.messages_of(mode, (size,), formulas.directions)
            # Hardware with three lengths of keys has enough cases without the longest ones.
            for one in _few(mode, found, longest=len(formulas.key_bytes) == 1):
                key, tweak_key = one.key[:size], one.key[size:]  # XTS has a second key
                cycles = _with_key(point, key).message_cycles(
                    mode.name.lower(), len(one.data), decrypt=one.decrypt
                )
                source = published.PUBLISHED[mode]
                case = (one.data, one.result, cycles, source, key, False, one.decrypt)
                chosen.append(Case(*case, mode, one.initial, tweak_key))
    return chosen


def _few(mode: Mode, found: Sequence[CipherVector], *, longest: bool) -> list[CipherVector]:
    """Returns of each direction the shortest vector, one with a partial block, and the longest."""
    if mode == Mode.CTR:
        return list(found)
    chosen: list[CipherVector] = []
    for decrypt in (False, True):
        own = sorted((v for v in found if v.decrypt == decrypt), key=lambda v: len(v.data))
        partial = [v for v in own if len(v.data) % 16]
        chosen += [*own[:1], *partial[:1], *(own[-1:] if longest else ())]
    return chosen


def _with_key(point: DesignPoint, key: bytes) -> CipherFormulas:
    """Returns the formulas for the length of a key, where the hardware takes several lengths."""
    formulas, known = formulas_of(point), point.unit.algorithms.values()
    own = (one for one in known if one.key_bits == (8 * len(key),))
    return replace(formulas, chosen=next(own, formulas.algorithm))


def render(request: ExportRequest) -> str:
    """Returns the testbench.

    Raises:
        BadInput: there is none for the interface of the design.
    """
    point = request.point
    match point.unit.interface:
        case "hash" | "hmac" | "sponge":
            return _hash(request)
        case "aes" if request.level == "core":
            return _bench(
                "aes_core_tb.v.j2", request, _block_cases(point), beat_bits=point.data_bits
            )
        case "aes":
            chosen = _cipher_cases(point)
            modes = [case.mode & 3 | case.decrypt << 2 for case in chosen]
            return _bench("aes_stream_tb.v.j2", request, chosen, modes=modes)
        case "aead":
            return _aead(request)
        case "words":
            return _bench("words_tb.v.j2", request, _hash_cases(_inside(request), "stream"), more=0)
        case "axil" | "apb":
            return _registers(request, _accesses(_inside(request)))
        case "storage":
            return _registers(request, _storage_accesses(request))
        case "station":
            return _station(request)
        case "self-test":
            return _self_test(request)
        case "kdf":
            return _derivation(request)
        case other:
            raise BadInput(f"{point.name} has no testbench: no bench for {other}")


def _inside(request: ExportRequest) -> DesignPoint:
    """Returns the core, cipher or HMAC of a machine."""
    assert request.point.inside is not None
    return request.point.inside


def _bench(
    name: str, request: ExportRequest, cases: list[Case], more: int = 1000, **known: Any
) -> str:
    """Renders a testbench of cases; it waits for each result, some cycles `more` than needed."""
    patience = _PATIENCE * max(case.cycles for case in cases) + more
    longest = max(len(case.data) for case in cases)
    values = {"longest": longest, "patience": patience, **known}
    return template(name, request, cases=cases, **values)


def _aead(request: ExportRequest) -> str:
    cases = _aead_cases(request.point)
    patience = _PATIENCE * max(case.cycles for case in cases) + 1000
    return template("aead_tb.v.j2", request, cases=cases, longest=_AEAD_LONGEST, patience=patience)


def _width(request: ExportRequest, *names: str) -> int:
    return next(port.width for port in request.ports if port.name in names)


def _hash(request: ExportRequest) -> str:
    point, level = request.point, request.level
    cases = _hash_cases(point, level)
    # A core takes padded messages.
    sent = [point.hash.padded(c.data) if level == "core" else c.data for c in cases]
    return _bench(
        "hash_tb.v.j2",
        request,
        cases,
        more=0,
        sent=sent,
        longest=max(1, *map(len, sent), *(len(case.key) for case in cases)),
        widths={port.name: port.width for port in request.ports},
        digest_bits=point.hash.digest_bits if not point.choices[1:] else 160,
        result_beats=point.unit.tops[level].result_beats,
    )


#: Most iterations of a request to PBKDF2.
_ITERATIONS = 8


def _derivation(request: ExportRequest) -> str:
    """Renders the testbench of a derivation unit: known answers, or generated requests."""
    point = request.point
    function, formulas = FUNCTIONS[str(point.parameters["Function"])], point.formulas
    assert isinstance(formulas, KdfFormulas)
    known = [one for asked, _ in function.known(point, _ITERATIONS) for one in asked]
    asked = known or [one for shape in list(function.shapes(point))[::25] for one in shape]
    answer, iterated = function.answering(point), point.parameters["Function"] == "PBKDF2"
    cases, first, packets = list[Case](), [0], list[bytes]()
    for one in asked:
        sizes = [len(packet) for packet in one.packets]
        number = one.iterations if iterated else one.operation
        cycles = formulas.request_cycles(sizes, number, one.size)
        cases.append(Case(b"".join(one.packets), answer(one) or b"", cycles, ""))
        packets += one.packets
        first.append(len(packets))
    return template(
        "kdf_tb.v.j2",
        request,
        cases=cases,
        asked=asked,
        first=first,
        packets=packets,
        longest=max(1, *map(len, packets)),
        largest=max(1, *(len(case.result) for case in cases)),
        patience=_PATIENCE * max(case.cycles for case in cases) + 1000,
    )


#: Columns and rows of the display, the bit rate of the serial line, and its line ends.
_COLUMNS, _ROWS, _BAUD, _ENDS = 16, 2, 4800, b"\r\n"
#: Bytes of the longest message. Each takes 2 ms.
_LINE_BYTES = 3
#: Milliseconds until a digest is on the display, which is initialised for 47 ms after a reset.
_DISPLAY_MS = 100
#: Cycles of a station that Icarus Verilog simulates per second.
_ICARUS_HZ = 20_000


def _station(request: ExportRequest) -> str:
    cases = [
        case
        for case in _hash_cases(_inside(request), "stream")
        if len(case.data) <= _LINE_BYTES and not set(case.data) & set(_ENDS)
    ]
    characters = 2 * len(cases[0].result)
    if characters > _COLUMNS * _ROWS:
        raise BadInput(f"{request.point.name} has no testbench: its digest has several pages")
    clock_hz = int(request.point.parameters["ClockHz"])
    seconds = (_DISPLAY_MS / 2 / 1000) * clock_hz / _ICARUS_HZ
    return template(
        "station_tb.v.j2",
        request,
        cases=cases,
        digests=[f"{8 * characters}'h{case.result.hex().encode().hex()}" for case in cases],
        longest=_LINE_BYTES,
        columns=_COLUMNS,
        characters=characters,
        half_period=f"{0.5e9 / clock_hz:g}",
        bit=f"{1e9 / _BAUD:.3f}",
        patience=_DISPLAY_MS,
        seconds=max(1, round(seconds)),
    )


#: Vectors that each algorithm of the self-test has at least.
_FEWEST = 6
#: Cycles of a self-test are below this number.
_TEST_CYCLES = 10_000


def _self_test(request: ExportRequest) -> str:
    indices = 1 << _width(request, "wrong_index_i")
    return template("bist_tb.v.j2", request, fewest=_FEWEST, indices=indices, patience=_TEST_CYCLES)


#: A call of a task of the testbench: ``"write"``, ``"expect_word"`` (a read with its value),
#: ``"poll"`` (reads until the bits of a mask have the value), ``"refused_write"`` or
#: ``"refused_read"``; the address; and the other arguments: a value, and the mask.
Access = tuple[str, int, tuple[int, ...]]
#: What some accesses are for, and the accesses.
_Part = tuple[str, Iterable[Access]]

#: An address without a register.
_NOWHERE = 0x2C
#: Messages of AES that fit into the FIFO: they are written before the first result is read.
_FIFO_BYTES = 48
_MODE_BIT, _LENGTH_BIT = 5, 8
#: Banks of a storage unit for the source and the results, and the value of OWNERS that gives both
#: to the cores.
_SOURCE, _RESULT, _OWNERS = 0, 1, 3
#: The function of each core of a storage unit, to encrypt and to decrypt.
_CIPHERS = (
    (Function.CIPHER_SEQ, Function.INV_CIPHER_SEQ),
    (Function.CIPHER_PAR, Function.INV_CIPHER_PAR),
)


def _registers(request: ExportRequest, parts: Iterable[_Part]) -> str:
    """Renders the testbench of a machine with registers; all parts but the first give a result."""
    parameters, listed = request.point.parameters, [(about, list(some)) for about, some in parts]
    return template(
        "mapped_tb.v.j2",
        request,
        parts=listed,
        results=len(listed) - 1,
        sram_latency=parameters.get(SRAM, 0),
        sram_bits=int(parameters.get("BankWords", 1)).bit_length() - 1,
        address_bits=_width(request, "s_awaddr", "s_paddr"),
    )


def _accesses(inside: DesignPoint) -> Iterator[_Part]:
    """Yields the accesses of the testbench of a memory-mapped unit."""
    parts, nowhere = list[_Part](), _NOWHERE
    if inside.unit.interface == "aes":
        chosen = (one for one in _cipher_cases(inside) if len(one.data) <= _FIFO_BYTES)
        parts, window = list(map(_cipher, chosen)), AesRegister.KEY.value
    elif inside.unit.interface == "aead":
        chosen_aead = (one for one in _aead_cases(inside) if len(one.text) <= _FIFO_BYTES)
        algorithm = aead_formulas(inside).algorithm
        parts = [_sealed(one, algorithm) for one in chosen_aead]
        window = AeadRegister.KEY.value
    elif inside.unit.interface == "kdf":
        known = FUNCTIONS[str(inside.parameters["Function"])].known(inside, 0)
        window = KmacRegister.DATA.value
        parts = [_answered(one, result) for (one,), result in known]
    elif inside.unit.keyed:
        window = HmacRegister.KEY.value
        for case in _hash_cases(inside, "stream"):
            parts += [_tag(case), ("the tag of the same message is compared", _compared(case))]
    else:
        window = HashRegister.DATA.value
        cases = list(_hash_cases(inside, "stream"))
        parts += map(_digest, cases)
        if inside.unit.name == "sha2-save":
            block, nowhere = inside.hash.block_bits // 8, HmacRegister.KEY_BYTE.value
            parts += (_continued(one, block) for one in cases if len(one.data) >= block)
    nothing, unread = ("refused_write", nowhere, (0,)), ("refused_read", nowhere, ())
    yield "accesses that the unit refuses", (nothing, unread, ("refused_read", window, ()))
    yield from parts


def _write(address: int, value: int) -> Access:
    return "write", address, (value,)


def _poll(address: int, value: int, mask: int) -> Access:
    return "poll", address, (value, mask)


def _writes(program: Program[None]) -> Iterator[Access]:
    """Yields the writes of a driver's program that reads nothing."""
    for one in program:
        assert isinstance(one, Write), f"the program reads {one.address:#x}"
        yield _write(one.address, one.value)


def _words(data: bytes) -> list[int]:
    """Returns the words of data."""
    starts = range(0, len(data), WORD)
    return [int.from_bytes(data[start : start + WORD], "little") for start in starts]


def _each_word(task: str, address: int, data: bytes) -> Iterator[Access]:
    yield from ((task, address + WORD * n, (word,)) for n, word in enumerate(_words(data)))


def _message(data: bytes, start: int) -> Iterator[Access]:
    yield _write(HashRegister.CONTROL, start)
    yield from _writes(message.append(data))
    yield _write(HashRegister.CONTROL, HashControl.LAST)


_DONE = _poll(HashRegister.STATUS, HashStatus.DONE, HashStatus.DONE | HashStatus.ERROR)


def _digest(case: Case) -> _Part:
    return f"{len(case.data)} bytes, {case.source}", (
        *_message(case.data, HashControl.START),
        _DONE,
        *_each_word("expect_word", HashRegister.DIGEST, case.result),
    )


def _continued(case: Case, block: int) -> _Part:
    """Returns a message that stops after its first block, and continues after another one."""
    first, rest = case.data[:block], case.data[block:]
    value = sha2.chained(block // 2, None, first)
    mask = SaveStatus.DONE | SaveStatus.ERROR | SaveStatus.SAVED
    return f"{len(case.data)} bytes that stop after {block}, {case.source}", (
        _write(SaveRegister.CONTROL, SaveControl.START),
        *_writes(message.append(first)),
        _write(SaveRegister.CONTROL, SaveControl.SAVE),
        _poll(SaveRegister.STATUS, SaveStatus.DONE | SaveStatus.SAVED, mask),
        ("expect_word", SaveRegister.COUNT_LOW, (block,)),
        *_each_word("expect_word", SaveRegister.DIGEST, value),
        *_message(b"", HashControl.START),
        _DONE,
        *_writes(save.start(Saved(0, block, value))),
        *_writes(message.append(rest)),
        _write(SaveRegister.CONTROL, SaveControl.LAST),
        _DONE,
        *_each_word("expect_word", HashRegister.DIGEST, case.result),
    )


def _start(case: Case) -> int:
    """Returns the bits of CONTROL that begin a key or message of HMAC."""
    return HmacControl.START | (HmacControl.SHA1 if case.sha1 else 0)


def _tag(case: Case) -> _Part:
    loaded = HmacStatus.KEYED | HmacStatus.BUSY
    return f"{len(case.data)} bytes under a key of {len(case.key)} bytes, {case.source}", (
        _write(HmacRegister.CONTROL, _start(case) | HmacControl.KEY),
        *_writes(message.append(case.key, HmacRegister.KEY, HmacRegister.KEY_BYTE)),
        _write(HmacRegister.CONTROL, HmacControl.LAST),
        _poll(HmacRegister.STATUS, HmacStatus.KEYED, loaded),
        *_message(case.data, _start(case)),
        _DONE,
        *_each_word("expect_word", HmacRegister.DIGEST, case.result),
    )


def _compared(case: Case) -> Iterator[Access]:
    """Yields the accesses of a message whose tag the unit compares and does not give."""
    yield from _writes(message.expect(case.result))
    yield from _message(case.data, _start(case) | HmacControl.COMPARE)
    yield _DONE
    yield _poll(HmacRegister.STATUS, HmacStatus.MATCH, HmacStatus.MATCH)
    yield "refused_read", HmacRegister.DIGEST, ()


def _aes_key(data: bytes, tweak: int, loaded: int) -> Iterator[Access]:
    start = AesControl.START | AesControl.KEY | tweak | (len(data) // 8 - 2) << _LENGTH_BIT
    yield _write(AesRegister.CONTROL, start)
    yield from (_write(AesRegister.KEY, word) for word in _words(data))
    yield _poll(AesRegister.STATUS, loaded, loaded | AesStatus.BUSY)


def _cipher(case: Case) -> _Part:
    def accesses() -> Iterator[Access]:
        yield from _aes_key(case.key, 0, AesStatus.KEYED)
        if case.tweak_key:
            yield from _aes_key(case.tweak_key, AesControl.TWEAK, AesStatus.TWEAK_KEYED)
        yield from _each_word("write", AesRegister.IV, case.initial)
        direction = AesControl.DECRYPT if case.decrypt else 0
        yield from _message(case.data, AesControl.START | direction | case.mode << _MODE_BIT)
        for word in _words(case.result):
            yield _poll(AesRegister.STATUS, AesStatus.AVAILABLE, AesStatus.AVAILABLE)
            yield "expect_word", AesRegister.RESULT, (word,)
        yield _DONE

    verb = "decrypted" if case.decrypt else "encrypted"
    return f"{len(case.data)} bytes {verb} in {case.mode.name}, {case.source}", accesses()


def _sealed(case: AeadCase, algorithm: Aead) -> _Part:
    decrypts, loaded = case.user & 1, AeadStatus.KEYED | AeadStatus.BUSY
    done, space = AeadStatus.DONE | AeadStatus.ERROR | AeadStatus.VERIFIED, AeadStatus.SPACE
    left = case.result
    if case.refused:  # both modes decrypt as they encrypt; a unit that holds the text gives none
        left = algorithm.seal(case.key, case.iv, case.data, case.text, BEAT)[: len(left)]

    def accesses() -> Iterator[Access]:
        key = AeadControl.START | AeadControl.KEY | (len(case.key) // 8 - 2) << _LENGTH_BIT
        yield _write(AeadRegister.CONTROL, key)
        yield from (_write(AeadRegister.KEY, word) for word in _words(case.key))
        yield _poll(AeadRegister.STATUS, AeadStatus.KEYED, loaded)
        if decrypts:
            yield from _writes(aead.expect(case.tag))
        if aead.mode_of(algorithm.name) is aead.Mode.CCM:
            yield from _writes(aead.lengths(len(case.data), len(case.text)))
        yield from _writes(aead.start(AeadControl.DECRYPT * decrypts, len(case.tag)))
        for write in aead.packets(case.iv, case.data, case.text):
            yield _poll(AeadRegister.STATUS, space, space)
            yield _write(write.address, write.value)
        for word in _words(left):
            yield _poll(AeadRegister.STATUS, AeadStatus.AVAILABLE, AeadStatus.AVAILABLE)
            yield "expect_word", AeadRegister.RESULT, (word,)
        good = AeadStatus.VERIFIED if decrypts else 0
        yield _poll(
            AeadRegister.STATUS,
            AeadStatus.DONE | (AeadStatus.ERROR if case.refused else good),
            done,
        )
        if decrypts:
            yield "refused_read", AeadRegister.TAG, ()
        else:
            yield from _each_word("expect_word", AeadRegister.TAG, case.tag)

    verb = "with a wrong tag" if case.refused else "decrypted" if decrypts else "encrypted"
    return f"{len(case.text)} bytes {verb}, Wycheproof", accesses()


def _answered(one: KdfRequest, result: bytes) -> _Part:
    def accesses() -> Iterator[Access]:
        yield from _writes(kmac.lengths(one.iterations, one.size))
        yield from _writes(kmac.start(one.operation))
        for packet in one.packets:
            yield from _writes(kmac.append(packet))
            yield _write(KmacRegister.CONTROL, KmacControl.LAST)
        for word in _words(result):
            yield _poll(KmacRegister.STATUS, KmacStatus.AVAILABLE, KmacStatus.AVAILABLE)
            yield "expect_word", KmacRegister.RESULT, (word,)
        yield _poll(KmacRegister.STATUS, KmacStatus.DONE, KmacStatus.DONE | KmacStatus.ERROR)

    operation = kmac.Operation(one.operation).name
    return f"{operation} of {len(one.packets[-1])} bytes, NIST", accesses()


def _storage_accesses(request: ExportRequest) -> Iterator[_Part]:
    """Yields the accesses of the testbench of a storage unit: blocks of each core and direction."""
    # The registers are in the upper half of the addresses.
    registers = 1 << _width(request, "s_awaddr") - 1
    bank_bytes = WORD * int(request.point.parameters["BankWords"])
    source, result = _SOURCE * bank_bytes, _RESULT * bank_bytes

    def write(register: StorageRegister, value: int) -> Access:
        return _write(registers + register, value)

    def until(mask: int, value: int) -> Access:
        return _poll(registers + StorageRegister.STATUS, value, mask)

    yield "a key is not read", [("refused_read", registers + StorageRegister.KEY, ())]
    for case in _block_cases(_inside(request)):
        for functions in _CIPHERS:
            function = functions[case.decrypt]
            yield (
                f"{function.name} of a block, {case.source}",
                [
                    until(StorageStatus.WIPING | StorageStatus.BUSY, 0),
                    write(StorageRegister.KEY_LENGTH, len(case.key) // 8 - 2),
                    *_each_word("write", registers + StorageRegister.KEY, case.key),
                    write(StorageRegister.COMMAND, Function.KEY_EXPANSION),
                    until(StorageStatus.KEYED | StorageStatus.BUSY, StorageStatus.KEYED),
                    *_each_word("write", source, case.data),
                    write(StorageRegister.OWNERS, _OWNERS),
                    write(StorageRegister.SOURCE, source),
                    write(StorageRegister.DESTINATION, result),
                    write(StorageRegister.BLOCKS, 1),
                    write(StorageRegister.COMMAND, function),
                    until(StorageStatus.BUSY, 0),
                    write(StorageRegister.OWNERS, 0),
                    *_each_word("expect_word", result, case.result),
                ],
            )
