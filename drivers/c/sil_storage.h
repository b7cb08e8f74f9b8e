/* SPDX-FileCopyrightText: 2026 The silicrypt authors
 * SPDX-License-Identifier: Apache-2.0 */
/* Driver of the storage unit: four banks of memory, and AES in ECB between them:
 *
 *   static sil_unit unit = { .base = 0x40000000 };
 *   const uint32_t bank = 4 * 1024;
 *   sil_result result = sil_storage_init(&unit, 1024);
 *   if (result == SIL_OK)
 *       result = sil_storage_key(&unit, key, 16);
 *   if (result == SIL_OK)
 *       result = sil_storage_write(&unit, 0, plaintext, size);
 *   if (result == SIL_OK)
 *       result = sil_storage_owners(&unit, 3);
 *   if (result == SIL_OK)
 *       result = sil_storage_run(&unit, SIL_STORAGE_CIPHER_PAR, 0, bank, size / 16);
 *   if (result == SIL_OK)
 *       result = sil_storage_owners(&unit, 0);
 *   if (result == SIL_OK)
 *       result = sil_storage_read(&unit, bank, ciphertext, size);
 *
 * The ciphertext is valid if `result` is SIL_OK.
 *
 * Addresses and sizes are in bytes and multiples of 4. Address 0 is the first byte of bank 0, and
 * bank b begins at b times the bytes of a bank. A buffer may extend over several banks.
 *
 * Each function returns SIL_OUT_OF_ORDER before sil_storage_init, SIL_ARGUMENT for words outside of
 * the banks, and SIL_REFUSED if a bank has the other owner, or if the unit refused an access. With
 * `Protection` it does so for a master that is not trusted, which therefore cannot use this driver.
 * The driver alone writes EVENTS and INTERRUPTS. With `wait` in sil_unit it sleeps until the
 * interrupt of the function or of the transfer that it waits for. */
#ifndef SIL_STORAGE_H
#define SIL_STORAGE_H

#include "sil_bus.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Encryption (CIPHER) and decryption (INV_CIPHER), in the small core (SEQ) or the fast core (PAR). */
typedef enum {
    SIL_STORAGE_CIPHER_SEQ = 3,
    SIL_STORAGE_CIPHER_PAR = 4,
    SIL_STORAGE_INV_CIPHER_SEQ = 5,
    SIL_STORAGE_INV_CIPHER_PAR = 6
} sil_storage_function;

/* Checks that the unit has banks of so many words, and waits for the end of its wipe after a reset.
 * `bank_words` is the parameter BankWords: it says where the registers are. Keys, owners and what
 * runs stay as they are. SIL_ARGUMENT: no unit has such banks. SIL_WRONG_UNIT: this one has not. */
SIL_CHECKED sil_result sil_storage_init(sil_unit *unit, uint32_t bank_words);

/* Writes a key of 16, 24 or 32 bytes to the key register, and expands it. SIL_ARGUMENT: the unit
 * has no keys of that length, or `key` is NULL; nothing has changed. SIL_OUT_OF_ORDER: a function
 * is unfinished. After SIL_TIMEOUT, wipe the unit. */
SIL_CHECKED sil_result sil_storage_key(sil_unit *unit, const uint8_t *key, size_t size);

/* Takes the key from a bank of the cipher side instead. The bank keeps it: take the bank back, and
 * overwrite the key with sil_storage_clear. */
SIL_CHECKED sil_result sil_storage_key_bank(sil_unit *unit, uint32_t address, size_t size);

/* Gives banks to the cipher side, and the others to the host. Bit b of `banks` is bank b. Waits
 * until all have their owner. A bank that a function or a transfer uses has it at the end of that
 * one. SIL_TIMEOUT: the function or the transfer still runs; the request remains. */
SIL_CHECKED sil_result sil_storage_owners(sil_unit *unit, uint32_t banks);

/* Writes or reads banks of the host, word by word. `data` may be NULL if `size` is 0; SIL_ARGUMENT
 * otherwise. */
SIL_CHECKED sil_result sil_storage_write(sil_unit *unit, uint32_t address, const void *data,
                                         size_t size);
SIL_CHECKED sil_result sil_storage_read(sil_unit *unit, uint32_t address, void *data, size_t size);

/* Overwrites words in banks of the host with 0. */
SIL_CHECKED sil_result sil_storage_clear(sil_unit *unit, uint32_t address, size_t size);

/* Starts a function on `blocks` blocks of 16 bytes, at least one, in banks of the cipher side.
 * SIL_ARGUMENT: also if results would overwrite blocks that are not yet read; `destination` may be
 * `source` or lower. SIL_REFUSED: also without a key. SIL_OUT_OF_ORDER: a function is unfinished, or
 * a wipe runs. With another result than SIL_OK nothing was started. */
SIL_CHECKED sil_result sil_storage_start(sil_unit *unit, sil_storage_function function,
                                         uint32_t source, uint32_t destination, uint32_t blocks);

/* Waits for the end of the function. SIL_REFUSED: it did not process all blocks. SIL_TIMEOUT: it
 * still runs; call again, or wipe the unit. SIL_OUT_OF_ORDER: none was started, or a reset ended
 * it. */
SIL_CHECKED sil_result sil_storage_finish(sil_unit *unit);

/* Runs a function from its start to its end. */
SIL_CHECKED static inline sil_result sil_storage_run(sil_unit *unit, sil_storage_function function,
                                                     uint32_t source, uint32_t destination,
                                                     uint32_t blocks)
{
    const sil_result result = sil_storage_start(unit, function, source, destination, blocks);

    return result == SIL_OK ? sil_storage_finish(unit) : result;
}

/* Starts a transfer from the stream port s_t* into banks of the host, or from them to m_t*. Then
 * start the DMA controller: it sends or takes one frame of `size` bytes, at least 4.
 * SIL_OUT_OF_ORDER: a transfer is unfinished. A function on other banks may run. */
SIL_CHECKED sil_result sil_storage_dma_in(sil_unit *unit, uint32_t address, size_t size);
SIL_CHECKED sil_result sil_storage_dma_out(sil_unit *unit, uint32_t address, size_t size);

/* Waits for the end of the transfer. SIL_REFUSED: the frame had another length, or the transfer was
 * stopped. SIL_TIMEOUT: it still runs; call again, or stop it. SIL_OUT_OF_ORDER: none was started,
 * or a reset ended it. */
SIL_CHECKED sil_result sil_storage_dma_finish(sil_unit *unit);

/* Stops the transfer, and waits for its end. It is right at any time. SIL_TIMEOUT: the DMA
 * controller does not take a word that waits at m_t*. */
SIL_CHECKED sil_result sil_storage_dma_stop(sil_unit *unit);

/* Overwrites the key, the round keys and all data that depends on them, ends the function, and waits
 * until this is done. It is right at any time. Banks and transfers stay as they are. */
SIL_CHECKED sil_result sil_storage_wipe(sil_unit *unit);

#ifdef __cplusplus
}
#endif

#endif
