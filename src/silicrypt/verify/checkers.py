"""Binds the protocol checkers of ``hw/bus`` to modules whose ports have the names of a bus."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from silicrypt.errors import StoreError
from silicrypt.paths import hw_root
from silicrypt.results.store import Store

#: The argument of a simulation that switches off the rules of inputs, which it breaks on purpose.
UNCHECKED = "+sil_inputs_unchecked"
#: Prefix of the names of checker instances, in every module.
INSTANCE = "sil_check_"

_AXIS, _AXIL, _APB, _REPLY = (
    f"bus/{name}_checker.sv"
    for name in ("axis/sil_axis", "axil/sil_axil", "apb/sil_apb", "axis/sil_axis_reply")
)
_HMAC = "mac/hmac/sil_hmac_checker.sv"
_AES = "cipher/aes/sil_aes_checker.sv"
#: The files of all checkers, below ``hw/``.
FILES = (_AXIS, _AXIL, _APB, _REPLY, _HMAC, _AES)
#: Parameters of modules that `bind` statements refer to.
PARAMETERS = ("PipelineStages", "KeyBits", "Modes")
#: Submodules that have checkers, too: streams of messages, HMAC, and units with registers.
_INSIDE = re.compile(r"sil_\w+_(stream|axil|apb)|sil_hmac(_(md5|sha)\w*)?")
_MODULE = re.compile(r"^module\s+(\w+)(.*?)^\);", re.DOTALL | re.MULTILINE)
_PORT = re.compile(r"^\s*(input|output)\s.*?(\w+),?\s*(?://.*)?$", re.MULTILINE)
#: Payload signals of a stream. All others with its prefix are `tuser`.
_STREAM = ("tdata", "tkeep", "tlast", "tid")
#: Outstanding accesses of `sil_axil_slave`: one that waits, and one whose response waits.
_OUTSTANDING = 2
_AXIL_SIGNALS = (
    *("awaddr", "awprot", "awvalid", "awready", "wdata", "wstrb", "wvalid", "wready"),
    *("bresp", "bvalid", "bready"),
    *("araddr", "arprot", "arvalid", "arready", "rdata", "rresp", "rvalid", "rready"),
)
_ZERO = "'0"
_APB_SIGNALS = ("psel", "penable", "pwrite", "paddr", "pwdata", "pready", "pslverr")


@dataclass(frozen=True)
class Module:
    """A module, as described by its header.

    Attributes:
        name: its name.
        inputs: its ports in the order of the header; the value says whether a port is an input.
        staged: whether it has the parameter PipelineStages, the number of messages in flight.
        selects: whether it has the parameter Modes. Without it, a cipher has one key only.
        sized: whether it has the parameter KeyBits. A cipher without it has keys of 128 bits.
    """

    name: str
    inputs: dict[str, bool]
    staged: bool
    selects: bool
    sized: bool

    def streams(self) -> Iterator[str]:
        """Yields the prefixes of its streams, such as ``"s_"`` and ``"m_"``."""
        for port in self.inputs:
            prefix = port.removesuffix("tvalid")
            if prefix != port and f"{prefix}tready" in self.inputs:
                yield prefix


def bound(top: str, sources: Sequence[Path]) -> tuple[Path, ...]:
    """Returns the files to compile with a design's sources so that checkers watch its ports.

    Args:
        top: its top module; the streams of messages inside it have checkers, too.
        sources: its SystemVerilog files.

    Raises:
        StoreError: a source cannot be read, or the cache cannot be written.
    """
    try:
        texts = [path.read_text(encoding="utf-8") for path in sources if path.suffix == ".sv"]
        text = render(top, texts)
        if not text:
            return ()
    except OSError as error:
        raise StoreError(f"cannot bind checkers to {top}: {error}") from error
    key = hashlib.sha256(text.encode()).hexdigest()[:16]
    name = f"{key}.sv"
    entry = Store().get("binds", key, lambda folder: _write(folder / name, text))
    files = [file for file in FILES if f" {Path(file).stem} " in text]
    return *(hw_root() / file for file in files), entry / name


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def render(top: str, texts: Sequence[str]) -> str:
    """Returns the text of a file of ``bind`` statements, empty if no module has a checked port."""
    lines = [
        line
        for module in modules(texts)
        if module.name == top or _INSIDE.fullmatch(module.name)
        for line in _lines(module)
    ]
    return "".join(f"{line}\n" for line in lines)


def modules(texts: Sequence[str]) -> Iterator[Module]:
    """Yields the modules that texts of SystemVerilog declare."""
    for text in texts:
        for name, header in _MODULE.findall(text):
            inputs = {port: side == "input" for side, port in _PORT.findall(header)}
            has = [each in header for each in ("PipelineStages", " Modes =", "KeyBits")]
            yield Module(name, inputs, *has)


def _lines(module: Module) -> Iterator[str]:
    ports = module.inputs
    if not {"clk_i", "rst_ni"} <= ports.keys():
        return
    for prefix in module.streams():
        yield _stream(module, prefix)
    results = "m_tvalid" in ports and "m_tready" in ports and "m_tlast" not in ports
    if results and {"s_tlast", "s_tvalid", "s_tready"} <= ports.keys():
        yield _reply(module)
    if {"wipe_i", "keyed_o", "s_tuser", "s_tlast", "m_tmatch", "m_tuser"} <= ports.keys():
        yield _hmac(module)
    if {"wipe_i", "keyed_o", "k_tdest", "k_tlast", "i_tuser"} <= ports.keys():
        yield _aes(module)
    for port in ports:
        prefix = port.removesuffix("awvalid")
        if prefix != port:
            yield _axil(module, prefix)
        prefix = port.removesuffix("penable")
        if prefix != port:
            yield _apb(module, prefix)


def _bind(module: Module, checker: str, name: str, parameters: dict[str, str], *ports: str) -> str:
    given = ", ".join(f".{key}({value})" for key, value in parameters.items())
    pins = ", ".join((".clk_i(clk_i)", ".rst_ni(rst_ni)", *ports))
    return f"bind {module.name} {checker} #({given}) {INSTANCE}{name} ({pins});"


def _clear(module: Module) -> str:
    return f".clear_i({'wipe_i' if 'wipe_i' in module.inputs else _ZERO})"


def _stream(module: Module, prefix: str) -> str:
    ports = module.inputs
    outside = ports[f"{prefix}tvalid"]
    own = {name: f"{prefix}{name}" for name in _STREAM if f"{prefix}{name}" in ports}
    rest = [
        port
        for port, is_input in ports.items()
        if port.startswith(f"{prefix}t")
        and is_input == outside
        and port not in own.values()
        and port not in (f"{prefix}tvalid", f"{prefix}tready")
    ]
    user = f"{{{', '.join(rest)}}}" if rest else "1'b0"
    tied = {"tdata": "8'd0", "tkeep": "1'b1", "tlast": "1'b1", "tid": "1'b0"}
    pins = {name: own.get(name, tied[name]) for name in _STREAM}
    parameters = {
        "Role": str(int(outside)),
        "DataBits": f"$bits({pins['tdata']})",
        "KeepBits": f"$bits({pins['tkeep']})",
        "IdBits": f"$bits({pins['tid']})",
        "UserBits": f"$bits({user})",
        "Packets": str(int("tkeep" in own)),
    }
    if prefix == "m_" and "t_tvalid" in ports:  # a short beat of text comes before the tag
        parameters["Packets"] = "0"
    if "tid" in own and module.staged:
        parameters["Ids"] = "PipelineStages == 1 ? 0 : PipelineStages"
    return _bind(
        module,
        "sil_axis_checker",
        prefix.rstrip("_"),
        parameters,
        _clear(module),
        *(f".{name}({value})" for name, value in pins.items()),
        f".tuser({user})",
        *(f".{name}({prefix}{name})" for name in ("tvalid", "tready")),
    )


def _reply(module: Module) -> str:
    named = "m_tid" in module.inputs and module.staged
    ids = ("s_tid", "m_tid") if named else ("1'b0", "1'b0")
    # Where a unit has a key, beats with s_tuser belong to one, and have no result.
    asks = "~s_tuser" if {"s_tuser", "keyed_o"} <= module.inputs.keys() else "1'b1"
    return _bind(
        module,
        "sil_axis_reply_checker",
        "reply",
        {"IdBits": f"$bits({ids[0]})", "Ids": "PipelineStages"} if named else {"Ids": "1"},
        _clear(module),
        f".s_tid({ids[0]})",
        f".s_asks({asks})",
        f".m_tid({ids[1]})",
        *(f".s_{name}(s_{name})" for name in ("tlast", "tvalid", "tready")),
        *(f".m_{name}(m_{name})" for name in ("tvalid", "tready")),
    )


def _hmac(module: Module) -> str:
    named = "s_tid" in module.inputs and module.staged
    signals = ("wipe_i", "keyed_o", "s_tlast", "s_tuser", "s_tsha1", "s_tvalid", "s_tready")
    return _bind(
        module,
        "sil_hmac_checker",
        "hmac",
        {"IdBits": "$bits(s_tid)", "Ids": "PipelineStages"} if named else {"Ids": "1"},
        f".s_tid({'s_tid' if named else _ZERO})",
        *_pins(module, "", (*signals, "m_tmatch", "m_tuser", "m_tvalid")),
    )


def _aes(module: Module) -> str:
    signals = ("wipe_i", "keyed_o", "k_tdata", "k_tuser", "k_tdest", "k_tlast", "k_tvalid")
    return _bind(
        module,
        "sil_aes_checker",
        "aes",
        {
            "Bits": "KeyBits" if module.sized else "128",
            "Select": "Modes" if module.selects else "1",
        },
        *_pins(module, "", (*signals, "k_tready", "i_tvalid", "i_tready")),
        ".i_tuser(i_tuser[1:0])",
    )


def _pins(module: Module, prefix: str, signals: Sequence[str]) -> list[str]:
    """Returns the pins of a bus; a port that the module does not have is tied to 0."""
    names = {name: f"{prefix}{name}" for name in signals}
    return [f".{name}({port if port in module.inputs else _ZERO})" for name, port in names.items()]


def _roles(module: Module, port: str, first: str, second: str) -> dict[str, str]:
    """Returns parameters for the role of each side.

    The environment drives a port that is an input.
    """
    outside = module.inputs[port]
    return {first: str(int(outside)), second: str(int(not outside))}


def _axil(module: Module, prefix: str) -> str:
    parameters = {
        **_roles(module, f"{prefix}awvalid", "ManagerRole", "SubordinateRole"),
        "AddressBits": f"$bits({prefix}awaddr)",
        "DataBits": f"$bits({prefix}wdata)",
        "Outstanding": str(_OUTSTANDING),
    }
    pins = _pins(module, prefix, _AXIL_SIGNALS)
    return _bind(module, "sil_axil_checker", f"{prefix}axil", parameters, *pins)


def _apb(module: Module, prefix: str) -> str:
    parameters = {
        **_roles(module, f"{prefix}penable", "RequesterRole", "CompleterRole"),
        "AddressBits": f"$bits({prefix}paddr)",
        "DataBits": f"$bits({prefix}pwdata)",
    }
    pins = _pins(module, prefix, _APB_SIGNALS)
    return _bind(module, "sil_apb_checker", f"{prefix}apb", parameters, *pins)
