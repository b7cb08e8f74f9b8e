"""Addresses and fields of the register maps. `silicrypt registers` writes this file."""

from enum import IntEnum, IntFlag


class HashRegister(IntEnum):
    """Byte addresses (hash)."""

    VERSION = 0x00
    CONFIG = 0x04
    CONTROL = 0x08
    STATUS = 0x0C
    INTERRUPT_ENABLE = 0x10
    INTERRUPT = 0x14
    DATA_BYTE = 0x20
    DATA = 0x40
    DIGEST = 0x80


class HashConfig(IntFlag):
    """Bits of CONFIG (hash)."""

    DMA = 1 << 7


class HashControl(IntFlag):
    """Bits of CONTROL (hash)."""

    START = 1 << 0
    LAST = 1 << 1
    WIPE = 1 << 2
    DMA = 1 << 4


class HashStatus(IntFlag):
    """Bits of STATUS (hash)."""

    BUSY = 1 << 0
    OPEN = 1 << 1
    DONE = 1 << 2
    ERROR = 1 << 3


class HashInterruptEnable(IntFlag):
    """Bits of INTERRUPT_ENABLE (hash)."""

    DONE = 1 << 0
    ERROR = 1 << 1


class HashInterrupt(IntFlag):
    """Bits of INTERRUPT (hash)."""

    DONE = 1 << 0
    ERROR = 1 << 1


class HmacRegister(IntEnum):
    """Byte addresses (hmac)."""

    VERSION = 0x00
    CONFIG = 0x04
    CONTROL = 0x08
    STATUS = 0x0C
    INTERRUPT_ENABLE = 0x10
    INTERRUPT = 0x14
    DATA_BYTE = 0x20
    KEY_BYTE = 0x24
    DATA = 0x40
    DIGEST = 0x80
    KEY = 0xC0


class HmacConfig(IntFlag):
    """Bits of CONFIG (hmac)."""

    DMA = 1 << 7


class HmacControl(IntFlag):
    """Bits of CONTROL (hmac)."""

    START = 1 << 0
    LAST = 1 << 1
    WIPE = 1 << 2
    KEY = 1 << 3
    DMA = 1 << 4
    COMPARE = 1 << 5
    SHA1 = 1 << 6


class HmacStatus(IntFlag):
    """Bits of STATUS (hmac)."""

    BUSY = 1 << 0
    OPEN = 1 << 1
    DONE = 1 << 2
    ERROR = 1 << 3
    KEYED = 1 << 4
    MATCH = 1 << 5


class HmacInterruptEnable(IntFlag):
    """Bits of INTERRUPT_ENABLE (hmac)."""

    DONE = 1 << 0
    ERROR = 1 << 1


class HmacInterrupt(IntFlag):
    """Bits of INTERRUPT (hmac)."""

    DONE = 1 << 0
    ERROR = 1 << 1


class AesRegister(IntEnum):
    """Byte addresses (aes)."""

    VERSION = 0x00
    CONFIG = 0x04
    CONTROL = 0x08
    STATUS = 0x0C
    INTERRUPT_ENABLE = 0x10
    INTERRUPT = 0x14
    DATA_BYTE = 0x20
    IV = 0x30
    DATA = 0x40
    RESULT = 0x80
    KEY = 0xC0


class AesConfig(IntFlag):
    """Bits of CONFIG (aes)."""

    KEY_128 = 1 << 0
    KEY_192 = 1 << 1
    KEY_256 = 1 << 2
    DECRYPT = 1 << 3
    DMA = 1 << 7


class AesControl(IntFlag):
    """Bits of CONTROL (aes)."""

    START = 1 << 0
    LAST = 1 << 1
    WIPE = 1 << 2
    KEY = 1 << 3
    DMA = 1 << 4
    DECRYPT = 1 << 7
    TWEAK = 1 << 10


class AesStatus(IntFlag):
    """Bits of STATUS (aes)."""

    BUSY = 1 << 0
    OPEN = 1 << 1
    DONE = 1 << 2
    ERROR = 1 << 3
    KEYED = 1 << 4
    TWEAK_KEYED = 1 << 5
    AVAILABLE = 1 << 6
    SPACE = 1 << 7


class AesInterruptEnable(IntFlag):
    """Bits of INTERRUPT_ENABLE (aes)."""

    DONE = 1 << 0
    ERROR = 1 << 1
    AVAILABLE = 1 << 2


class AesInterrupt(IntFlag):
    """Bits of INTERRUPT (aes)."""

    DONE = 1 << 0
    ERROR = 1 << 1
    AVAILABLE = 1 << 2


class AeadRegister(IntEnum):
    """Byte addresses (aead)."""

    VERSION = 0x00
    CONFIG = 0x04
    CONTROL = 0x08
    STATUS = 0x0C
    INTERRUPT_ENABLE = 0x10
    INTERRUPT = 0x14
    AAD_BYTES = 0x18
    TEXT_BYTES = 0x1C
    DATA_BYTE = 0x20
    TAG = 0x30
    DATA = 0x40
    RESULT = 0x80
    KEY = 0xC0


class AeadConfig(IntFlag):
    """Bits of CONFIG (aead)."""

    KEY_128 = 1 << 0
    KEY_192 = 1 << 1
    KEY_256 = 1 << 2
    DMA = 1 << 7
    CCM = 1 << 27


class AeadControl(IntFlag):
    """Bits of CONTROL (aead)."""

    START = 1 << 0
    LAST = 1 << 1
    WIPE = 1 << 2
    KEY = 1 << 3
    DMA = 1 << 4
    DECRYPT = 1 << 7


class AeadStatus(IntFlag):
    """Bits of STATUS (aead)."""

    BUSY = 1 << 0
    OPEN = 1 << 1
    DONE = 1 << 2
    ERROR = 1 << 3
    KEYED = 1 << 4
    VERIFIED = 1 << 5
    AVAILABLE = 1 << 6
    SPACE = 1 << 7


class AeadInterruptEnable(IntFlag):
    """Bits of INTERRUPT_ENABLE (aead)."""

    DONE = 1 << 0
    ERROR = 1 << 1
    AVAILABLE = 1 << 2


class AeadInterrupt(IntFlag):
    """Bits of INTERRUPT (aead)."""

    DONE = 1 << 0
    ERROR = 1 << 1
    AVAILABLE = 1 << 2


class KmacRegister(IntEnum):
    """Byte addresses (kmac)."""

    VERSION = 0x00
    CONFIG = 0x04
    CONTROL = 0x08
    STATUS = 0x0C
    INTERRUPT_ENABLE = 0x10
    INTERRUPT = 0x14
    STRING_BYTES = 0x18
    RESULT_BYTES = 0x1C
    DATA_BYTE = 0x20
    DATA = 0x40
    RESULT = 0x80


class KmacConfig(IntFlag):
    """Bits of CONFIG (kmac)."""

    DMA = 1 << 7


class KmacControl(IntFlag):
    """Bits of CONTROL (kmac)."""

    START = 1 << 0
    LAST = 1 << 1
    WIPE = 1 << 2
    DMA = 1 << 4


class KmacStatus(IntFlag):
    """Bits of STATUS (kmac)."""

    BUSY = 1 << 0
    OPEN = 1 << 1
    DONE = 1 << 2
    ERROR = 1 << 3
    AVAILABLE = 1 << 6


class KmacInterruptEnable(IntFlag):
    """Bits of INTERRUPT_ENABLE (kmac)."""

    DONE = 1 << 0
    ERROR = 1 << 1
    AVAILABLE = 1 << 2


class KmacInterrupt(IntFlag):
    """Bits of INTERRUPT (kmac)."""

    DONE = 1 << 0
    ERROR = 1 << 1
    AVAILABLE = 1 << 2


class SaveRegister(IntEnum):
    """Byte addresses (save)."""

    VERSION = 0x00
    CONFIG = 0x04
    CONTROL = 0x08
    STATUS = 0x0C
    INTERRUPT_ENABLE = 0x10
    INTERRUPT = 0x14
    COUNT_LOW = 0x18
    COUNT_HIGH = 0x1C
    DATA_BYTE = 0x20
    DATA = 0x40
    DIGEST = 0x80


class SaveConfig(IntFlag):
    """Bits of CONFIG (save)."""

    SAVE = 1 << 6
    DMA = 1 << 7


class SaveControl(IntFlag):
    """Bits of CONTROL (save)."""

    START = 1 << 0
    LAST = 1 << 1
    WIPE = 1 << 2
    RESTORE = 1 << 3
    DMA = 1 << 4
    SAVE = 1 << 5


class SaveStatus(IntFlag):
    """Bits of STATUS (save)."""

    BUSY = 1 << 0
    OPEN = 1 << 1
    DONE = 1 << 2
    ERROR = 1 << 3
    SAVED = 1 << 4
    RESTORING = 1 << 5
    CAN_SAVE = 1 << 6


class SaveInterruptEnable(IntFlag):
    """Bits of INTERRUPT_ENABLE (save)."""

    DONE = 1 << 0
    ERROR = 1 << 1


class SaveInterrupt(IntFlag):
    """Bits of INTERRUPT (save)."""

    DONE = 1 << 0
    ERROR = 1 << 1


class StorageRegister(IntEnum):
    """Byte addresses (storage)."""

    INFO = 0x00
    CONTROL = 0x04
    STATUS = 0x08
    EVENTS = 0x0C
    INTERRUPTS = 0x10
    REFUSED = 0x14
    OWNERS = 0x18
    COMMAND = 0x1C
    SOURCE = 0x20
    DESTINATION = 0x24
    BLOCKS = 0x28
    KEY_LENGTH = 0x2C
    DMA_ADDRESS = 0x30
    DMA_WORDS = 0x34
    DMA_COMMAND = 0x38
    DMA_MOVED = 0x3C
    KEY = 0x40
    CYCLES = 0x60
    FUNCTION_CYCLES = 0x64


class StorageControl(IntFlag):
    """Bits of CONTROL (storage)."""

    WIPE = 1 << 0
    STOP_DMA = 1 << 1


class StorageStatus(IntFlag):
    """Bits of STATUS (storage)."""

    BUSY = 1 << 0
    DMA_BUSY = 1 << 1
    INTERRUPT = 1 << 2
    KEY_COMPLETE = 1 << 3
    KEYED = 1 << 4
    WIPING = 1 << 5


class StorageEvents(IntFlag):
    """Bits of EVENTS (storage)."""

    CORE = 1 << 0
    DMA = 1 << 1
    REFUSED = 1 << 2


class StorageInterrupts(IntFlag):
    """Bits of INTERRUPTS (storage)."""

    CORE = 1 << 0
    DMA = 1 << 1
    REFUSED = 1 << 2


class StorageRefused(IntFlag):
    """Bits of REFUSED (storage)."""

    WRITE = 1 << 0
