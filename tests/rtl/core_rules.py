"""Traffic that keeps the rules of the checkers of HMAC and AES, and breaches of each rule."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from checker_bench import Checker, Row

BREACHES = dict[str, dict[str, Sequence[Row]]]()
CHECKERS = dict[str, tuple[Checker, Callable[[random.Random], Iterator[Row]]]]()
#: Rules for the environment, which a plusarg mutes.
INPUTS = dict[str, set[str]]()

HMAC = Checker(
    "mac/hmac/sil_hmac_checker.sv",
    {"IdBits": 2, "Ids": 4},
    {
        **dict.fromkeys(("wipe_i", "keyed_o", "s_tlast", "s_tuser", "s_tsha1", "s_tid"), 0),
        **dict.fromkeys(("s_tvalid", "s_tready", "m_tmatch", "m_tuser", "m_tvalid"), 0),
        "rst_ni": 1,
    },
)


def hmac_traffic(rng: random.Random) -> Iterator[Row]:
    """Yields keys between messages, messages with four values of tid, and wipes."""
    partly: dict[int | None, int] = {}
    wiped = False
    while True:
        keyed = 0 if wiped else rng.getrandbits(1)
        wiped = rng.random() < 0.02
        valid, refused = rng.getrandbits(1), rng.getrandbits(1)
        match = valid & ~refused & rng.getrandbits(1)
        result = {"m_tvalid": valid, "m_tuser": refused, "m_tmatch": match, "keyed_o": keyed}
        if wiped:
            partly.clear()
        to = None if None in partly else rng.choice((0, 1, 2, 3, None))
        if to is None and partly.keys() - {None}:
            to = 0
        sha1 = partly.get(to, rng.getrandbits(1))
        last, ready = rng.getrandbits(1), rng.getrandbits(1)
        sent = {"s_tuser": int(to is None), "s_tid": rng.getrandbits(2) if to is None else to}
        sent |= {"s_tsha1": sha1, "s_tlast": last, "s_tready": ready, "s_tvalid": not wiped}
        yield {**result, **sent, "wipe_i": wiped}
        if ready and not wiped:
            partly[to] = sha1
            if last:
                del partly[to]


def part(**changed: int) -> Row:
    return {"s_tvalid": 1, "s_tready": 1, "s_tid": 2, **changed}


BREACHES["hmac"] = {
    "key_alone": [part(), part(s_tuser=1, s_tid=0)],
    "key_first": [part(s_tuser=1), part()],
    "one_hash": [part(), part(s_tid=1, s_tsha1=1), part(s_tsha1=1)],
    "match_tag": [{"m_tvalid": 1, "m_tuser": 1, "m_tmatch": 1}],
    "keyed_wiped": [{"keyed_o": 1, "wipe_i": 1}, {"keyed_o": 1}],
}
CHECKERS["hmac"] = (HMAC, hmac_traffic)
INPUTS["hmac"] = {"key_alone", "key_first", "one_hash"}


def aes(**parameters: int) -> Checker:
    """Returns the checker of a stream with keys of any length, ECB and XTS."""
    zeros = ("wipe_i", "k_tdata", "k_tuser", "k_tdest", "k_tlast", "k_tvalid", "k_tready")
    return Checker(
        "cipher/aes/sil_aes_checker.sv",
        {"Bits": 0, "Select": 5, **parameters},
        {**dict.fromkeys((*zeros, "keyed_o", "i_tuser", "i_tvalid", "i_tready"), 0), "rst_ni": 1},
    )


def aes_traffic(rng: random.Random) -> Iterator[Row]:
    """Yields keys of every length for data and tweaks, starts in ECB and XTS, and wipes."""
    keys: list[list[int] | None] = [None, None]
    sending: list[Row] = []
    while True:
        if rng.random() < 0.01:
            keys, sending = [None, None], []
            yield {"wipe_i": 1}
            yield {}
            continue
        if not sending and rng.random() < 0.1:
            size, dest = rng.randrange(3), rng.getrandbits(1)
            words = [rng.getrandbits(32) for _ in range(4 + 2 * size)]
            kind = {"k_tuser": size, "k_tdest": dest, "k_tvalid": 1}
            sending = [{**kind, "k_tdata": word} for word in words]
            sending[-1] = {**sending[-1], "k_tlast": 1}
            keys[dest] = None
            started, whole = False, words
        if sending:
            ready = rng.getrandbits(1)
            keyed = sum(1 << i for i, key in enumerate(keys) if key and (started or i != dest))
            yield {**sending[0], "k_tready": ready, "keyed_o": keyed, "i_tvalid": 1}
            if ready:
                started = True
                if len(sending) == 1:
                    keys[dest] = whole
                sending = sending[1:]
            continue
        data, tweak = keys
        fit = data and tweak and data != tweak and len(data) == len(tweak) != 6
        start = {"i_tvalid": rng.getrandbits(1), "i_tready": rng.getrandbits(1)}
        xts = rng.choice((0, 2)) if fit else 0
        keyed = sum(1 << i for i, key in enumerate(keys) if key)
        yield {**start, "i_tuser": xts, "keyed_o": keyed}


def words(count: int, first: int = 1, **changed: int) -> list[Row]:
    """Returns a complete key of so many words."""
    word = {"k_tvalid": 1, "k_tready": 1, "k_tuser": count // 2 - 2, **changed}
    return [{**word, "k_tdata": first + i, "k_tlast": int(i == count - 1)} for i in range(count)]


START: Row = {"i_tvalid": 1, "i_tready": 1, "i_tuser": 2}
BREACHES["aes"] = {
    "key_length": [{**words(4)[0], "k_tuser": 3}],
    "key_last": words(4, k_tuser=1),
    "start_keys": [*words(8), *words(8, k_tdest=1), START],
    "keyed_wiped": [*words(4), {"keyed_o": 1}, {"keyed_o": 1, "wipe_i": 1}, {"keyed_o": 1}],
    "keyed_complete": [*words(4)[:3], {}, {"wipe_i": 1}, {}, {"keyed_o": 1}],
    "keyed_loading": [*words(4), *words(4)[:2], {"keyed_o": 1}],
}
CHECKERS["aes"] = (aes(), aes_traffic)
INPUTS["aes"] = {rule for rule in BREACHES["aes"] if not rule.startswith("keyed")}
BREACHES["aes-ecb"] = {"key_tweak": [words(4, k_tdest=1)[0]]}
CHECKERS["aes-ecb"] = (aes(Select=1), aes_traffic)
INPUTS["aes-ecb"] = {"key_tweak"}
