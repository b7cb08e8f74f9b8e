"""Drivers of the memory-mapped units, for cocotb benches and for registers in memory."""

from silicrypt.drivers.message import hash_, hmac, load_key, verify, wipe
from silicrypt.drivers.programs import Memory, Program, Read, Write, run, run_in_bench

__all__ = [
    "Memory",
    "Program",
    "Read",
    "Write",
    "hash_",
    "hmac",
    "load_key",
    "run",
    "run_in_bench",
    "verify",
    "wipe",
]
