"""Traffic that keeps the rules of the bus checkers, and breaches of each rule."""

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
