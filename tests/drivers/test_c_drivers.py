"""The C drivers on a bus that answers from a table."""

from __future__ import annotations

import subprocess
from pathlib import Path

from silicrypt.paths import hw_root

_DRIVERS = hw_root().parent / "drivers" / "c"

#: AES-192 with stream ports and without XTS, whose keys are expanded at once. A driver that waits
#: without end is stopped.
_PROGRAM = """
#include <stdlib.h>
#include "sil_aes.h"
static int reads, writes;
uint32_t sil_bus_read(void *context, uintptr_t address)
{
    (void)context;
    if (++reads > 1000)
        exit(100);
    return address == 0x00 ? 0x03010000U : address == 0x04 ? 0xb2U : address == 0x0c ? 0x90U : 0U;
}
void sil_bus_write(void *context, uintptr_t address, uint32_t value)
{
    (void)context, (void)address, (void)value, writes++;
}
int main(void)
{
    sil_unit unit = {.base = 0};
    const uint8_t key[40] = {0};
    if (sil_aes_key(&unit, key, 24, 0) != SIL_OK || writes != 8)
        return 1;
    if (sil_aes_key(&unit, key, 24, 1) != SIL_ARGUMENT || writes != 9)
        return 2;
    if (sil_aes_key(&unit, key, 20, 0) != SIL_ARGUMENT)
        return 3;
    if (sil_aes_key(&unit, key, 40, 0) != SIL_ARGUMENT)
        return 8;
    if (sil_aes_init(&unit, SIL_AES_XTS, 0, key) != SIL_ARGUMENT)
        return 4;
    if (sil_aes_init(&unit, (sil_aes_mode)3, 0, key) != SIL_ARGUMENT)
        return 5;
    if (sil_aes_init(&unit, SIL_AES_CTR, 0, NULL) != SIL_ARGUMENT)
        return 6;
    if (sil_aes_init(&unit, SIL_AES_ECB, 1, NULL) != SIL_ARGUMENT)
        return 7;
    return sil_aes_init(&unit, SIL_AES_CTR, 1, key) != SIL_OK;
}
"""


def test_aes_refuses_what_the_unit_lacks(tmp_path: Path) -> None:
    source, program = tmp_path / "main.c", tmp_path / "main"
    source.write_text(_PROGRAM, encoding="utf-8")
    command = ["gcc", "-DSIL_BUS_FUNCTIONS", f"-I{_DRIVERS}"]
    command += [str(source), *map(str, _DRIVERS.glob("sil_*.c")), "-o", str(program)]
    subprocess.run(command, check=True)
    assert subprocess.run([str(program)], check=False).returncode == 0
