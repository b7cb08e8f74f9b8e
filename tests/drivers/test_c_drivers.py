"""The C drivers on a bus that answers from a table."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from silicrypt.drivers.programs import AES, HASH, HMAC
from silicrypt.paths import hw_root

_DRIVERS = hw_root().parent / "drivers" / "c"
_STRICT = (
    *("-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"),
    *("-fsanitize=address,undefined", "-fno-sanitize-recover=all"),
)

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
    if (sil_sm4_key(&unit, key) != SIL_WRONG_UNIT || writes != 10)
        return 9;
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


#: A hash, HMAC or AES with stream ports, by the kind in the argument, whose STATUS a test sets.
_STREAMED = """
#include <stdlib.h>
#include "sil_aes.h"
#include "sil_hash.h"
#include "sil_hmac.h"
static uint32_t kind, status, control;
uint32_t sil_bus_read(void *context, uintptr_t address)
{
    (void)context;
    return address == 0x00   ? kind << 24 | 0x10000U
           : address == 0x04 ? kind == 3 ? 0xffU : 0x88U
           : address == 0x0c ? status
                             : 0U;
}
void sil_bus_write(void *context, uintptr_t address, uint32_t value)
{
    (void)context;
    if (address == 0x08)
        control = value;
}
#define BEGUN(call) (status = 0x90, (call) == SIL_OK && control & 0x10 && (status |= 1))
#define PROCESSED (status = 0x94, control = 0)
#define REFUSED (status = 0x9c)
static sil_unit unit = {.base = 0, .polls = 10};
static uint8_t bytes[32], *out = bytes;

/* Each rest of a function is right; otherwise its number is returned. */
static int aes(void)
{
    if (!BEGUN(sil_aes_init_dma(&unit, SIL_AES_CTR, 0, bytes)))
        return 1;
    if (sil_aes_update(&unit, bytes, 4, &out) != SIL_OUT_OF_ORDER)
        return 2;
    if (sil_aes_final(&unit, &out) != SIL_OUT_OF_ORDER)
        return 3;
    if (PROCESSED, sil_aes_final_dma(&unit) != SIL_OK)
        return 4;
    if (sil_aes_final_dma(&unit) != SIL_OUT_OF_ORDER)
        return 5;
    if (!BEGUN(sil_aes_init_dma(&unit, SIL_AES_CTR, 0, bytes)))
        return 6;
    if (sil_aes_final_dma(&unit) != SIL_TIMEOUT)
        return 7;
    if (!BEGUN(sil_aes_init_dma(&unit, SIL_AES_CTR, 0, bytes)))
        return 8;
    if (REFUSED, sil_aes_final_dma(&unit) != SIL_REFUSED)
        return 9;
    if (!BEGUN(sil_aes_init_dma(&unit, SIL_AES_CTR, 0, bytes)))
        return 10;
    status = 0; /* a reset */
    return sil_aes_final_dma(&unit) == SIL_OUT_OF_ORDER ? 0 : 11;
}

static int hash(sil_result begun)
{
    if (!BEGUN(begun))
        return 1;
    if (sil_hash_update(&unit, bytes, 4) != SIL_OUT_OF_ORDER)
        return 2;
    if (sil_hash_final(&unit, bytes, 36) != SIL_ARGUMENT)
        return 3;
    if (sil_hash_final(&unit, NULL, 32) != SIL_ARGUMENT)
        return 4;
    if (PROCESSED, sil_hash_final(&unit, bytes, 32) != SIL_OK || control)
        return 5; /* LAST ends no message of the stream port */
    return sil_hash_final(&unit, bytes, 32) == SIL_OUT_OF_ORDER ? 0 : 6;
}

static int compared(void)
{
    if (!BEGUN(sil_hmac_init_compare_dma(&unit, bytes, 32)))
        return 11;
    if (sil_hmac_final(&unit, bytes, 32) != SIL_OUT_OF_ORDER)
        return 12;
    if (sil_hmac_verify(&unit, bytes, 32) != SIL_OUT_OF_ORDER)
        return 13;
    if (PROCESSED, sil_hmac_final_compare(&unit) != SIL_MISMATCH)
        return 14;
    return sil_hmac_final_compare(&unit) == SIL_OUT_OF_ORDER ? 0 : 15;
}

int main(int argc, char *argv[])
{
    int wrong;

    kind = (uint32_t)atoi(argv[argc - 1]);
    if (kind == 3)
        return aes();
    status = 0x90;
    wrong = hash(kind == 1 ? sil_hash_init_dma(&unit) : sil_hmac_init_dma(&unit));
    return wrong || kind == 1 ? wrong : compared();
}
"""


def compiled(text: str, folder: Path) -> Path:
    """Compiles a program with the drivers, strictly and with sanitizers."""
    source, program = folder / "main.c", folder / "main"
    source.write_text(text, encoding="utf-8")
    command = ["gcc", *_STRICT, "-DSIL_BUS_FUNCTIONS", f"-I{_DRIVERS}", str(source)]
    command += [*map(str, _DRIVERS.glob("sil_*.c")), "-o", str(program)]
    subprocess.run(command, check=True)
    return program


def test_aes_refuses_what_the_unit_lacks(tmp_path: Path) -> None:
    assert subprocess.run([compiled(_PROGRAM, tmp_path)], check=False).returncode == 0


@pytest.mark.parametrize("kind", [HASH, HMAC, AES])
def test_a_message_by_dma_ends_as_it_began(kind: int, tmp_path: Path) -> None:
    program = compiled(_STREAMED, tmp_path)
    assert subprocess.run([program, str(kind)], check=False).returncode == 0


@pytest.mark.parametrize(
    "call", ["sil_hash_wipe(u)", "sil_compare(u, u, 1)", "sil_aes_final_dma(u)"]
)
def test_a_result_that_is_not_used_is_a_warning(call: str, tmp_path: Path) -> None:
    text = f'#include "sil_aes.h"\n#include "sil_hash.h"\nvoid f(sil_unit *u) {{ {call}; }}\n'
    (tmp_path / "main.c").write_text(text, encoding="utf-8")
    command = ["gcc", "-Werror", f"-I{_DRIVERS}", "-c", "main.c"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "unused-result" in done.stderr
