"""``hash`` and ``crypt``: a message through the simulated hardware."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer
from typer import Option

from silicrypt.base.scope import Progress
from silicrypt.cli import options
from silicrypt.cli.console import Answer, command, complete, prints_json, progress
from silicrypt.cli.options import ConfigName, Message
from silicrypt.errors import BadInput

if TYPE_CHECKING:
    from silicrypt.catalog import DesignPoint

_BLOCK = 16
_CHUNK = 1 << 16
_MIB = 1 << 20
#: Largest number of blocks in a data unit of XTS (NIST SP 800-38E).
_UNIT = 1 << 20


class ModeName(StrEnum):
    """The supported modes of operation."""

    ecb = "ecb"
    ctr = "ctr"
    xts = "xts"
    cbc = "cbc"
    cfb = "cfb"
    cmac = "cmac"


#: What the IV of a mode is, by the mode. The others use none.
_IVS = {"ctr": "first counter block", "xts": "tweak", "cbc": "IV", "cfb": "IV"}


@command("silicrypt hash sha256-fast --hex 616263", 70)
def hash_(
    point: ConfigName,
    file: Message = "-",
    hex_: Annotated[
        str | None, Option("--hex", metavar="H", help="The message in hexadecimal.")
    ] = None,
    key_hex: Annotated[
        str | None, Option("--key-hex", metavar="K", help="The key in hexadecimal, for HMAC.")
    ] = None,
    algorithm: Annotated[
        str | None,
        Option(help="md5 or sha1, where the configuration has both.", show_default=False),
    ] = None,
) -> Answer:
    """Print the digest or tag that the simulated hardware computes, in sha512sum's format."""
    from silicrypt import catalog
    from silicrypt.catalog import BlockCipher, Hash
    from silicrypt.verify.wire import model

    known = catalog.stream_of(point)
    if isinstance(known.algorithm, BlockCipher):
        raise BadInput(
            f"{known.name} computes {known.computes}, which is a block cipher and has no digest; "
            "'silicrypt crypt' encrypts with AES"
        )
    if not isinstance(known.algorithm, Hash):
        raise BadInput(
            f"{known.name} computes {known.computes}, which takes more than a message and a key"
        )
    if hex_ is not None and file != "-":
        raise BadInput("give a FILE or --hex, not both")
    if known.unit.keyed and key_hex is None:
        raise BadInput(f"{known.name} needs a key: --key-hex K")
    if key_hex is not None and not known.unit.keyed:
        raise BadInput(
            f"{known.name} takes no key: it computes {known.computes}; leave out --key-hex"
        )
    sha1 = _choice(known, algorithm)
    message = None if hex_ is None else options.hexadecimal(hex_, "--hex")
    key = None if key_hex is None else options.hexadecimal(key_hex, "--key-hex")
    with _opened(file) as (stream, _):
        built = model(known, "stream")
        result = built.hash(stream if message is None else message, key, sha1)
    digest = result.digest.hex()
    return Answer(
        {"digest": digest, "cycles": result.cycles, "config": known.name},
        [f"{digest}  {file}"],
        note=f"{result.cycles} cycles of {known.name}, simulated",
    )


def _choice(point: DesignPoint, algorithm: str | None) -> bool | None:
    """Returns whether SHA-1 is chosen; None if the configuration has a single hash."""
    if len(point.choices) == 1:
        if algorithm is not None:
            raise BadInput(f"{point.name} computes {point.computes} alone: leave out --algorithm")
        return None
    if algorithm not in ("md5", "sha1"):
        raise BadInput(
            f"{point.name} computes either hash: choose --algorithm md5 or --algorithm sha1"
        )
    return algorithm == "sha1"


@command(
    "silicrypt crypt aes128-par --mode ctr --key-hex 000102030405060708090a0b0c0d0e0f "
    "--iv-hex 00000000000000000000000000000001 README.md -o out",
    80,
)
def crypt(
    point: ConfigName,
    mode: Annotated[ModeName, Option("--mode", help="Mode of operation.")],
    key_hex: Annotated[
        str,
        Option(
            "--key-hex",
            metavar="K",
            help="Key in hexadecimal; for xts two keys, the tweak key last.",
        ),
    ],
    file: Message = "-",
    iv_hex: Annotated[
        str | None,
        Option(
            "--iv-hex",
            metavar="I",
            help="16 bytes: the first counter block of ctr, the tweak of xts, the IV of cbc, cfb.",
        ),
    ] = None,
    decrypt: Annotated[bool, Option("--decrypt", help="Decrypt instead of encrypt.")] = False,
    output: Annotated[
        Path | None, Option("-o", "--output", metavar="FILE", help="The file to write.")
    ] = None,
) -> Answer:
    """Encrypt or decrypt a message with the simulated hardware; a terminal shows hexadecimal."""
    from silicrypt import catalog
    from silicrypt.drivers.aes import Mode
    from silicrypt.verify.cipher_wire import Item, model

    known = catalog.stream_of(point)
    _require_ability(known, mode, decrypt)
    keys = _keys(known, mode, options.hexadecimal(key_hex, "--key-hex"))
    initial = _initial(mode, iv_hex)
    if prints_json() and output is not None:
        raise BadInput("give -o FILE or --json, not both: the JSON has the output")
    items = [Item(key, key=True, tweak=bool(number)) for number, key in enumerate(keys)]
    items.append(Item(b"", decrypt=decrypt, mode=Mode[mode.upper()], initial=initial))
    with _opened(file) as (stream, size):
        if size is not None:
            _require_length(mode, size)
        built = model(known, "stream")
        with progress(quiet=(size or 0) < _MIB) as report:
            pieces = _Pieces(stream, size, report)
            with built.crypt(items, pieces) as (outcome, result):
                _require_length(mode, pieces.done)
                if outcome.refused:
                    raise BadInput(f"{known.name} refused the message")
                cycles, text = outcome.last - outcome.first, ""
                if prints_json():
                    text = b"".join(result).hex()
                else:
                    _write(result, output)
    return Answer(
        {"output": text, "cycles": cycles, "config": known.name},
        note=f"{cycles} cycles of {known.name}, simulated",
    )


class _Pieces:
    """The pieces of a message, and the number of bytes read so far."""

    def __init__(self, stream: BinaryIO, size: int | None, report: Progress) -> None:
        self.done = 0
        self._stream, self._size, self._report = stream, size, report

    def __iter__(self) -> Iterator[bytes]:
        while piece := self._stream.read(_CHUNK):
            self.done += len(piece)
            total = -(-max(self._size or 0, self.done) // _MIB)
            self._report(self.done // _MIB, total, "MiB")
            yield piece


def _require_ability(point: DesignPoint, mode: ModeName, decrypt: bool) -> None:
    """Refuses a mode or direction that the configuration does not have."""
    from silicrypt.catalog.cipher import formulas_of

    formulas = formulas_of(point)
    if "stream" not in point.levels:
        raise BadInput(f"{point.name} has no mode of operation; choose aes128-par, which has all")
    if mode not in formulas.modes:
        raise BadInput(f"{point.name} has no mode {mode}, only {', '.join(formulas.modes)}")
    if decrypt and mode == ModeName.cmac:
        raise BadInput("mode cmac does not encrypt, so there is nothing to decrypt")
    if decrypt and not formulas.decrypts(mode):
        raise BadInput(
            f"{point.name} does not decrypt in mode {mode}: its core encrypts alone, which is "
            "enough for ctr and cfb; take a configuration with both directions, such as "
            f"{'aes128-chained-par' if mode == ModeName.cbc else 'aes128-par'}"
        )


def _keys(point: DesignPoint, mode: ModeName, key: bytes) -> tuple[bytes, ...]:
    """Returns the key of the data and, for XTS, the key of the tweaks."""
    from silicrypt.catalog.cipher import formulas_of

    number = 2 if mode == ModeName.xts else 1
    lengths = list(formulas_of(point).key_bytes)
    if number == 2:
        lengths = [2 * length for length in lengths if length != 24]
    if len(key) not in lengths:
        wanted = " or ".join(map(str, lengths))
        why = ": the key of the data, then that of the tweaks" if number > 1 else ""
        raise BadInput(
            f"--key-hex has {len(key)} bytes; {point.name} in mode {mode} takes {wanted}{why}"
        )
    if number == 1:
        return (key,)
    half = len(key) // 2
    if key[:half] == key[half:]:
        raise BadInput("the two keys in --key-hex are equal: XTS needs two that are independent")
    return key[:half], key[half:]


def _initial(mode: ModeName, iv_hex: str | None) -> bytes:
    what = _IVS.get(mode)
    if what is None:
        if iv_hex is not None:
            raise BadInput(f"mode {mode} uses no IV; leave out --iv-hex")
        return bytes(_BLOCK)
    if iv_hex is None:
        raise BadInput(f"mode {mode} needs --iv-hex: its {what}, {_BLOCK} bytes")
    initial = options.hexadecimal(iv_hex, "--iv-hex")
    if len(initial) != _BLOCK:
        raise BadInput(f"--iv-hex has {len(initial)} bytes; the {what} has {_BLOCK}")
    return initial


def _require_length(mode: ModeName, size: int) -> None:
    """Refuses a message whose length its mode does not allow."""
    if mode in (ModeName.ecb, ModeName.cbc) and size % _BLOCK:
        other = "ctr" if mode == ModeName.ecb else "cfb"
        raise BadInput(
            f"the message has {size} bytes: mode {mode} takes complete blocks of {_BLOCK}; "
            f"pad it, or take {other}"
        )
    if mode == ModeName.xts and size < _BLOCK:
        raise BadInput(
            f"the message has {size} bytes: mode xts takes {_BLOCK} and more; pad it, or take ctr"
        )
    if mode == ModeName.xts and size > _UNIT * _BLOCK:
        raise BadInput(
            f"the message has {size} bytes: a data unit of xts has at most {_UNIT * _BLOCK}; "
            "cut it into units with a tweak each"
        )


@contextmanager
def _opened(file: str) -> Iterator[tuple[BinaryIO, int | None]]:
    """Opens a message; its length is known if it is a file."""
    if file == "-":
        yield sys.stdin.buffer, None
        return
    path = Path(file)
    if not path.is_file():
        raise BadInput(f"cannot read {file}: {'not a' if path.exists() else 'no such'} file")
    try:
        stream = path.open("rb")
    except OSError as error:
        raise BadInput(f"cannot read {file}: {error.strerror}") from error
    with stream:
        yield stream, path.stat().st_size


def _write(result: Iterator[bytes], output: Path | None) -> None:
    """Writes bytes to a file or to standard output, and hexadecimal to a terminal."""
    if output is not None:
        with complete(output) as sink:
            sink.writelines(result)
    elif sys.stdout.isatty():
        typer.echo(b"".join(result).hex())
    else:
        sys.stdout.buffer.writelines(result)
        sys.stdout.buffer.flush()
