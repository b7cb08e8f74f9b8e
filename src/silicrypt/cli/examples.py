"""An example for the help of each command."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

#: By command.
EXAMPLES: Mapping[str, str] = MappingProxyType(
    {
        "list": "silicrypt list --json",
        "show": "silicrypt show sha256-fast --files --absolute -t ecp5-85k",
        "targets": "silicrypt targets",
        "doctor": "silicrypt doctor",
        "verify": "silicrypt verify sha256-fast --suite full",
        "prove": "silicrypt prove aes-wipe",
        "hash": "silicrypt hash sha256-fast --hex 616263",
        "crypt": "silicrypt crypt aes128-par --mode ctr --key-hex 000102030405060708090a0b0c0d0e0f "
        "--iv-hex 00000000000000000000000000000001 README.md -o out",
        "implement": "silicrypt implement sha256-fast -t ecp5-85k",
        "explore": "silicrypt explore sha256 -t ecp5-85k",
        "power": "silicrypt power sha256-fast --frequency 100MHz",
        "measure": "silicrypt measure mycore.toml -t ecp5-85k",
        "compare": "silicrypt compare sha512-u1 sha512-u2",
        "bitstream": "silicrypt bitstream hmac-sha1 -b ulx3s-85f -o hmac.bit",
        "demo": "silicrypt demo soc",
        "export": "silicrypt export sha256-fast -o ip/ --language verilog",
        "import-result": "silicrypt import-result xeda_run/sil_sha256_fast_stream/vivado_synth/",
        "reproduce": "silicrypt reproduce sha512-2005",
        "report": "silicrypt report -o report.html",
        "lint": "silicrypt lint",
        "results": "silicrypt results --missing",
        "registers": "silicrypt registers --check",
        "cache": "silicrypt cache --prune --unused-for 30d",
    }
)


def epilog(command: str) -> str | None:
    """Returns the last line of the help of a command."""
    return f"Example: {EXAMPLES[command]}" if command in EXAMPLES else None
