"""Traffic that keeps the rules of the protocol checkers, and breaches of each rule."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from checker_bench import Checker, Row

AXIS = Checker(
    "bus/axis/sil_axis_checker.sv",
    {"Role": 1, "DataBits": 32, "KeepBits": 4, "IdBits": 2, "UserBits": 2, "Ids": 3, "Packets": 1},
    {
        **dict.fromkeys(("clear_i", "tdata", "tkeep", "tlast", "tid", "tuser", "tvalid"), 0),
        "tready": 0,
        "rst_ni": 1,
    },
)
AXIL = Checker(
    "bus/axil/sil_axil_checker.sv",
    {"ManagerRole": 1, "SubordinateRole": 0, "AddressBits": 16, "Outstanding": 2},
    {
        "rst_ni": 1,
        **dict.fromkeys(("awaddr", "awprot", "awvalid", "awready"), 0),
        **dict.fromkeys(("wdata", "wstrb", "wvalid", "wready"), 0),
        **dict.fromkeys(("bresp", "bvalid", "bready"), 0),
        **dict.fromkeys(("araddr", "arprot", "arvalid", "arready"), 0),
        **dict.fromkeys(("rdata", "rresp", "rvalid", "rready"), 0),
    },
)
APB = Checker(
    "bus/apb/sil_apb_checker.sv",
    {"RequesterRole": 1, "CompleterRole": 0, "AddressBits": 16, "WaitCycles": 5},
    {
        "rst_ni": 1,
        **dict.fromkeys(("psel", "penable", "pwrite", "paddr", "pwdata", "pready", "pslverr"), 0),
    },
)


def axis_traffic(rng: random.Random) -> Iterator[Row]:
    """Yields packets of any length with three values of tid, stalls, and wipes that drop a beat."""
    offered: dict[str, int] = {}
    while True:
        noise = {
            "tdata": rng.getrandbits(32),
            "tkeep": rng.getrandbits(4),
            "tid": rng.getrandbits(2),
        }
        if not offered and rng.random() < 0.6:
            last = rng.random() < 0.4
            keep = (1 << rng.randrange(5)) - 1 if last else 15
            offered = {"tdata": rng.getrandbits(32), "tkeep": keep, "tlast": last, "tvalid": 1}
            offered |= {"tid": rng.randrange(3), "tuser": rng.getrandbits(2)}
        if rng.random() < 0.01:
            yield {**noise, "clear_i": 1, **(offered if rng.random() < 0.5 else {})}
            offered = {}
            continue
        ready = rng.random() < 0.4
        yield {**noise, "tready": ready, **offered}
        offered = {} if ready else offered


def axil_traffic(rng: random.Random) -> Iterator[Row]:
    """Yields reads and writes, address and data in any order, at most two of each outstanding."""
    waiting: dict[str, dict[str, int]] = {name: {} for name in ("aw", "w", "b", "ar", "r")}
    taken = dict.fromkeys(("aw", "w", "ar"), 0)

    def offer(channel: str, payload: dict[str, int]) -> None:
        if not waiting[channel] and rng.random() < 0.5:
            waiting[channel] = {f"{channel}valid": 1, **payload}

    while True:
        word = rng.getrandbits(32)
        address = {"addr": word & 0xFFFF, "prot": word >> 29}
        for channel in ("aw", "ar"):
            offer(channel, {f"{channel}{name}": value for name, value in address.items()})
        offer("w", {"wdata": word, "wstrb": word & 15})
        if min(taken["aw"], taken["w"]) > 0:
            offer("b", {"bresp": rng.choice((0, 2, 3))})
        if taken["ar"] > 0:
            offer("r", {"rdata": word, "rresp": rng.choice((0, 2, 3))})
        ready = {name: int(rng.random() < 0.5) for name in waiting}
        for name, count in taken.items():
            ready[name] &= int(count < 2)
        offers = {name: value for row in waiting.values() for name, value in row.items()}
        yield {**{f"{name}ready": value for name, value in ready.items()}, **offers}
        for name in waiting:
            if waiting[name] and ready[name]:
                waiting[name] = {}
                for answered in {"b": ("aw", "w"), "r": ("ar",)}.get(name, ()):
                    taken[answered] -= 1
                if name in taken:
                    taken[name] += 1


def apb_traffic(rng: random.Random) -> Iterator[Row]:
    """Yields transfers with up to five wait cycles, with and without idle cycles between them."""
    while True:
        write = rng.getrandbits(1)
        request = {"psel": 1, "pwrite": write, "paddr": rng.getrandbits(16)}
        data = rng.getrandbits(32)
        yield {**request, "pwdata": data, "pready": rng.getrandbits(1)}
        for left in range(rng.randrange(6), -1, -1):
            # Data that is not written may change.
            given = data if write else rng.getrandbits(32)
            end = {"pready": int(left == 0), "pslverr": rng.getrandbits(1)}
            yield {**request, "penable": 1, "pwdata": given, **end}
        for _ in range(rng.choice((0, 0, 1, 3))):
            yield {"paddr": rng.getrandbits(16), "pready": rng.getrandbits(1)}


def beat(**changed: int) -> Row:
    return {"tvalid": 1, "tdata": 7, "tkeep": 15, "tlast": 0, "tid": 1, "tuser": 2, **changed}


def write(**changed: int) -> Row:
    return {"awvalid": 1, "awaddr": 8, "wvalid": 1, "wdata": 5, "wstrb": 15, **changed}


def setup(**changed: int) -> Row:
    return {"psel": 1, "pwrite": 1, "paddr": 4, "pwdata": 9, **changed}


def access(**changed: int) -> Row:
    return {**setup(), "penable": 1, **changed}


BOTH_TAKEN = {"awready": 1, "wready": 1}
READ: Row = {"arvalid": 1, "araddr": 8}

#: For each rule, rows that break only this rule, in the last row.
BREACHES: dict[str, dict[str, Sequence[Row]]] = {
    "axis": {
        "tvalid_reset": [{"rst_ni": 0, "tvalid": 1, "tlast": 1}],
        "tvalid_held": [beat(), beat(tvalid=0)],
        "tdata_stable": [beat(), beat(), beat(tdata=1 << 31)],
        "tkeep_stable": [beat(tlast=1), beat(tlast=1, tkeep=7)],
        "tlast_stable": [beat(), beat(tlast=1)],
        "tid_stable": [beat(), beat(tid=0)],
        "tuser_stable": [beat(), beat(tuser=0)],
        "tkeep_full": [beat(tready=1), beat(tkeep=7)],
        "null_beat": [beat(tkeep=0)],
        "tkeep_lowest": [beat(tkeep=13, tlast=1)],
        "tid_range": [beat(tid=3)],
    },
    "axil": {
        "manager_reset": [{"rst_ni": 0, "arvalid": 1}],
        "awvalid_held": [write(wready=1), {}],
        "aw_stable": [write(wready=1), {"awvalid": 1, "awaddr": 8, "awprot": 1}],
        "wvalid_held": [write(awready=1), {}],
        "w_stable": [write(awready=1), {"wvalid": 1, "wdata": 5, "wstrb": 7}],
        "arvalid_held": [READ, {}],
        "ar_stable": [READ, {"arvalid": 1, "araddr": 12}],
        "subordinate_reset": [{"rst_ni": 0, "bvalid": 1}],
        "bvalid_held": [write(**BOTH_TAKEN), {"bvalid": 1}, {}],
        "b_stable": [write(**BOTH_TAKEN), {"bvalid": 1}, {"bvalid": 1, "bresp": 2}],
        "b_asked": [write(awready=1), {"wvalid": 1, "wdata": 5, "wstrb": 15, "bvalid": 1}],
        "b_code": [write(**BOTH_TAKEN), {"bvalid": 1, "bresp": 1}],
        "rvalid_held": [{**READ, "arready": 1}, {"rvalid": 1}, {}],
        "r_stable": [{**READ, "arready": 1}, {"rvalid": 1}, {"rvalid": 1, "rdata": 1}],
        "r_asked": [{**READ, "rvalid": 1}],
        "r_code": [{**READ, "arready": 1}, {"rvalid": 1, "rresp": 1}],
        "aw_outstanding": [*[{"awvalid": 1, "awready": 1}] * 3, {}],
        "w_outstanding": [*[{"wvalid": 1, "wready": 1}] * 3, {}],
        "ar_outstanding": [*[{"arvalid": 1, "arready": 1}] * 3, {}],
    },
    "apb": {
        "requester_reset": [{"rst_ni": 0, "psel": 1}],
        "penable_selected": [{"penable": 1}],
        "setup_first": [setup(), access(pready=1), access()],
        "psel_held": [setup(), access(), {}],
        "setup_once": [setup(), setup()],
        "penable_held": [setup(), access(), setup()],
        "paddr_stable": [setup(), access(paddr=5)],
        "pwrite_stable": [setup(), access(pwrite=0)],
        "pwdata_stable": [setup(), access(), access(pwdata=8, pready=1)],
        "pready_late": [setup(), *[access()] * 7],
    },
}
CHECKERS: dict[str, tuple[Checker, Callable[[random.Random], Iterator[Row]]]] = {
    "axis": (AXIS, axis_traffic),
    "axil": (AXIL, axil_traffic),
    "apb": (APB, apb_traffic),
}
#: Rules for the environment, which a plusarg mutes.
INPUTS = {
    "axis": set(BREACHES["axis"]),
    "axil": {n for n in BREACHES["axil"] if n[0] in "mw" or n.startswith(("aw", "ar"))}
    - {"aw_outstanding", "w_outstanding", "ar_outstanding"},
    "apb": set(BREACHES["apb"]) - {"pready_late"},
}

REPLY = Checker(
    "bus/axis/sil_axis_reply_checker.sv",
    {"IdBits": 2, "Ids": 3, "Outstanding": 2},
    {
        **dict.fromkeys(("clear_i", "s_tid", "s_tlast", "s_asks", "s_tvalid", "s_tready"), 0),
        **dict.fromkeys(("m_tid", "m_tvalid", "m_tready"), 0),
        "rst_ni": 1,
    },
)


def reply_traffic(rng: random.Random) -> Iterator[Row]:
    """Yields packets with three values of tid, at most two of each outstanding, keys and wipes."""
    inside = [0, 0, 0]
    while True:
        to, back = rng.randrange(3), rng.randrange(3)
        names = ("s_tlast", "s_asks", "s_tvalid", "s_tready", "m_tready")
        row = {"s_tid": to, "m_tid": back, **{name: rng.getrandbits(1) for name in names}}
        row["s_tready"] &= int(inside[to] < 2)
        row["m_tvalid"] = int(inside[back] > 0) & rng.getrandbits(1)
        row["clear_i"] = int(rng.random() < 0.01)
        yield row
        inside[to] += row["s_tlast"] & row["s_asks"] & row["s_tvalid"] & row["s_tready"]
        inside[back] -= row["m_tvalid"] & row["m_tready"]
        if row["clear_i"]:
            inside = [0, 0, 0]


def asked(**changed: int) -> Row:
    return {"s_tid": 1, "s_tlast": 1, "s_asks": 1, "s_tvalid": 1, "s_tready": 1, **changed}


BREACHES["reply"] = {
    "result_asked": [asked(), asked(s_asks=0, s_tid=2), {"m_tvalid": 1, "m_tid": 2}],
    "outstanding": [asked(), asked(), asked(), {}],
}
CHECKERS["reply"] = (REPLY, reply_traffic)
INPUTS["reply"] = set(BREACHES["reply"])

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
