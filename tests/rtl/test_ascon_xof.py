"""Output of any length, and customisation strings: ``sil_ascon_xof`` in cocotb, and its netlist."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from cocotb_model import Model, run_once

from passed import Passed
from silicrypt import targets
from silicrypt.base import sources
from silicrypt.base.sources import Source
from silicrypt.catalog.design_point import closure
from silicrypt.flow.synth import Design, synthesize
from silicrypt.models import ascon
from silicrypt.results.store import Store
from silicrypt.tools.cellmodels import any_state
from silicrypt.tools.gatesim import LANES, Beat, Simulator, compile_netlist, read
from silicrypt.verify.netlist_stream import pattern, sink, source, words

TOP, BEAT = "sil_ascon_xof", 8
#: ``sil_ascon_pkg::alg_e``.
NUMBERS = {"XOF128": 1, "CXOF128": 2}
#: Bytes of a customisation string and of a message, and beats of the output.
SIZES = ((0, 0, 2), (7, 9, 4), (16, 8, 8), (25, 40, 3), (256, 1, 1))


def qualified(name: str, unroll: int) -> Mapping[str, int | str]:
    return {"Alg": f"sil_ascon_pkg::ASCON_{name}", "Unroll": unroll}


@dataclass(frozen=True)
class Form(Design):
    """A form of the module."""

    given: Mapping[str, int | str] = field(hash=False)

    @property
    def name(self) -> str:
        return TOP

    @property
    def top(self) -> str:
        return TOP

    @property
    def parameters(self) -> Mapping[str, int | str]:
        return self.given

    @property
    def sources(self) -> tuple[Source, ...]:
        overrides = tuple(f"{name}={value}" for name, value in self.given.items())
        return tuple(map(sources.read, closure(TOP, overrides)))


@pytest.mark.parametrize(
    ("name", "unroll"),
    [("XOF128", 1), ("CXOF128", 2), pytest.param("CXOF128", 4, marks=pytest.mark.full)],
)
def test_output_of_any_length(name: str, unroll: int, tmp_path: Path, passed: Passed) -> None:
    overrides = tuple(f"{name}={value}" for name, value in qualified(name, unroll).items())
    # The checker of replies, which Model.of adds, allows one beat for each message.
    arguments = (f"-GAlg={NUMBERS[name]}", f"-GUnroll={unroll}")
    model = Model(TOP, tuple(closure(TOP, overrides)), arguments)
    run_once(passed, model, "ascon_xof_tests", tmp_path, {"SILICRYPT_TEST_XOF": name})


def packet(prefix: str, data: Sequence[bytes]) -> list[Beat]:
    """Returns the beats of a packet of each lane, on ``s_`` or ``c_``."""
    size = len(data[0])
    return [
        {
            f"{prefix}tdata": words(data, at, BEAT),
            f"{prefix}tkeep": (1 << min(BEAT, size - at)) - 1,
            f"{prefix}tlast": int(at + BEAT >= size),
            f"{prefix}tuser": size,
        }
        for at in range(0, size, BEAT) or [0]
    ]


@pytest.mark.full
@pytest.mark.parametrize("unroll", [1, 2, 3, 4])
@pytest.mark.parametrize("name", NUMBERS)
def test_the_mapped_netlist_gives_the_same(name: str, unroll: int) -> None:
    design = Form("stream", targets.get("ecp5-85k"), qualified(name, unroll))
    document = synthesize(design, Store()).document
    netlist = read(document, any_state(design.models()), TOP)
    rng = random.Random(unroll)
    with Simulator(compile_netlist(netlist)) as simulator:
        simulator.reset()
        for number, (custom, size, beats) in enumerate(SIZES):
            strings = [rng.randbytes(custom) for _ in range(LANES)]
            messages = [rng.randbytes(size) for _ in range(LANES)]
            inputs = [source(simulator, "s_t", packet("s_", messages), pattern(rng, number))]
            if name == "CXOF128":
                inputs.append(source(simulator, "c_t", packet("c_", strings)))
            found = [b""] * LANES
            for more, results in ((1, beats - 1), (0, 1)):
                simulator.set(more_i=more)
                _, (given,) = simulator.exchange(inputs, [sink(simulator, "m_t", results)], 1000)
                inputs = []
                for one in given:
                    assert not any(one.values["m_tuser"])
                    parts = (word.to_bytes(BEAT, "little") for word in one.values["m_tdata"])
                    found = [before + part for before, part in zip(found, parts, strict=True)]
            assert found == [
                ascon.cxof(message, string, beats * BEAT)
                if name == "CXOF128"
                else ascon.xof(message, beats * BEAT)
                for message, string in zip(messages, strings, strict=True)
            ]
