"""``hash``: prints the digest that the simulated hardware computes."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from silicrypt import catalog
from silicrypt.catalog import BlockCipher, Config
from silicrypt.cli.console import ConfigName, Json, say_json
from silicrypt.errors import BadInput

File = Annotated[str, typer.Argument(metavar="FILE", help="The message; - is standard input.")]
Hex = Annotated[str | None, typer.Option("--hex", metavar="H", help="The message in hexadecimal.")]


KeyHex = Annotated[
    str | None, typer.Option("--key-hex", metavar="K", help="The key in hexadecimal, for HMAC.")
]


Algorithm = Annotated[
    str | None,
    typer.Option(help="md5 or sha1, where the configuration has both.", show_default=False),
]


def hash_(
    config: ConfigName,
    file: File = "-",
    hex_: Hex = None,
    key_hex: KeyHex = None,
    algorithm: Algorithm = None,
    as_json: Json = False,
) -> None:
    """Print the digest or tag that the simulated hardware computes, in sha512sum's format."""
    from silicrypt.verify.hash.model import model

    known = catalog.stream_of(config)
    if isinstance(known.algorithm, BlockCipher):
        raise BadInput(
            f"{known.name} computes {known.computes}, which is a block cipher and has no digest; "
            "'silicrypt crypt' encrypts with AES"
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
    message = None if hex_ is None else bytes_of(hex_, "--hex")
    key = None if key_hex is None else bytes_of(key_hex, "--key-hex")
    if file != "-" and not Path(file).is_file():
        raise BadInput(f"cannot read {file}: no such file")
    built = model(known, "stream")
    if message is not None:
        digest = built.hash(message, key, sha1)
    elif file == "-":
        digest = built.hash(sys.stdin.buffer, key, sha1)
    else:
        try:
            with Path(file).open("rb") as stream:
                digest = built.hash(stream, key, sha1)
        except OSError as error:
            raise BadInput(f"cannot read {file}: {error.strerror}") from error
    if as_json:
        say_json({"digest": digest.digest.hex(), "cycles": digest.cycles, "config": known.name})
        return
    typer.echo(f"{digest.digest.hex()}  {file}")
    typer.echo(f"{digest.cycles} cycles of {known.name}, simulated", err=True)


def _choice(config: Config, algorithm: str | None) -> bool | None:
    """Returns whether SHA-1 is chosen; None if the configuration has a single hash."""
    if len(config.choices) == 1:
        if algorithm is not None:
            raise BadInput(f"{config.name} computes {config.computes} alone: leave out --algorithm")
        return None
    if algorithm not in ("md5", "sha1"):
        raise BadInput(
            f"{config.name} computes either hash: choose --algorithm md5 or --algorithm sha1"
        )
    return algorithm == "sha1"


def bytes_of(text: str, option: str) -> bytes:
    """Returns the bytes of an option's value, which is written in hexadecimal."""
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise BadInput(f"{option} takes pairs of hexadecimal digits, such as 616263") from None
