"""A complete power run, on a tiny design with the real tools and on the real designs."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from silicrypt import catalog
from silicrypt.catalog import BlockCipher, DesignPoint
from silicrypt.catalog.kdf import KdfFormulas
from silicrypt.catalog.tuplehash import HEADER
from silicrypt.errors import BadInput, NotVerified, UnknownName
from silicrypt.flow import batch, pipeline, query, request_stimuli, stimuli
from silicrypt.flow.batch import Task
from silicrypt.flow.power import power, stored
from silicrypt.flow.stimuli import PHASES, SCENARIOS
from silicrypt.flow.stimulus import Counted, Stimulus
from silicrypt.paths import reference_results
from silicrypt.results.result import FILE, PowerResult, load_as, render
from silicrypt.results.store import Store
from silicrypt.tools.gatesim import LANES, Simulator
from silicrypt.verify.netlist_aead import AeadNetlist

pytestmark = [pytest.mark.usefixtures("verifications"), pytest.mark.recorded()]

#: Bits that the tiny design accepts per cycle.
BYTE = 8


def feed(every: int) -> Callable[[Simulator], Counted]:
    """Returns a stimulus with a new random byte every `every` cycles."""

    def play(simulator: Simulator) -> Counted:
        rng = random.Random(3)
        simulator.power_up()
        simulator.reset()
        simulator.count()
        for _ in range(64 // every):
            simulator.set(s_tdata=[rng.randrange(1 << BYTE) for _ in range(LANES)])
            simulator.step(every)
        return Counted(simulator.activity(), 64 // every * BYTE)

    return play


def idle(simulator: Simulator) -> Counted:
    simulator.power_up()
    simulator.reset()
    simulator.step(4)
    simulator.count()
    simulator.step(16)
    return Counted(simulator.activity())


@pytest.fixture
def alone(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """Returns an empty store; there are no committed power results."""
    monkeypatch.setattr(query, "reference_results", lambda: tmp_path / "committed")
    return store


@pytest.fixture
def own(alone: Store, monkeypatch: pytest.MonkeyPatch) -> Store:
    """Returns the same store, with stimuli for the tiny design, which has no handshake."""

    def made(point: DesignPoint, level: str) -> Iterator[Stimulus]:
        yield Stimulus("idle", "nothing", idle)
        yield Stimulus("single", "a byte now and then", feed(4))
        yield Stimulus("saturated", "bytes", feed(1))

    monkeypatch.setattr(stimuli, "STIMULI", {"hash": made})
    return alone


@pytest.fixture
def mapped(alone: Store) -> Store:
    """Returns the same store with the netlists of the cache, which take long to make."""
    for kind in ("netlists", "liberty"):
        (kept := Store().root / kind).mkdir(parents=True, exist_ok=True)
        alone.root.mkdir(exist_ok=True)
        (alone.root / kind).symlink_to(kept)
    return alone


def test_the_busier_the_more(tiny: DesignPoint, own: Store) -> None:
    quiet, some, busy = power(tiny, "nangate45", store=own)
    assert [r.scenario for r in (quiet, some, busy)] == list(SCENARIOS)
    assert quiet.verified and quiet.verification.checks == 1
    assert quiet.ff == 16
    assert quiet.clock_toggles == 2
    assert quiet.combinational_fj < some.combinational_fj < busy.combinational_fj
    assert quiet.sequential_fj < some.sequential_fj < busy.sequential_fj
    assert quiet.clock_fj == pytest.approx(busy.clock_fj, rel=0.1)
    assert 0 < busy.nets_fj < busy.dynamic_fj
    assert any("no glitches" in caveat for caveat in busy.caveats)
    assert (busy.message_bits, busy.cycles, busy.lanes) == (512, 64, 64)


def test_dynamic_power_is_proportional_to_the_clock_and_leakage_is_not(
    tiny: DesignPoint, own: Store
) -> None:
    (result,) = power(tiny, "nangate45", ("saturated",), store=own)
    slow, fast = result.at(10), result.at(100)
    assert fast.dynamic_uw == pytest.approx(10 * slow.dynamic_uw)
    assert fast.leakage_uw == slow.leakage_uw == result.leakage_nw / 1000
    parts = slow.clock_uw + slow.sequential_uw + slow.combinational_uw
    assert slow.dynamic_uw == pytest.approx(parts)
    assert slow.total_uw == pytest.approx(parts + slow.leakage_uw)
    assert slow.mbps == pytest.approx(10 * BYTE)
    assert slow.pj_per_bit == pytest.approx(slow.total_uw / (10 * BYTE))
    with pytest.raises(BadInput, match=r"tiny level core reaches .* MHz on nangate45 by static"):
        result.at(result.fmax_mhz + 1)


def test_asked_again_nothing_runs(
    tiny: DesignPoint, own: Store, verifications: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert stored(tiny, "nangate45", "idle", store=own) is None
    first = power(tiny, "nangate45", store=own)
    monkeypatch.setattr(pipeline, "synthesize", lambda *_: pytest.fail("synthesised again"))
    assert power(tiny, "nangate45", store=own) == first
    assert stored(tiny, "nangate45", "idle", store=own) == first[0]
    alias = stored(replace(tiny, name="alias"), "nangate45", "idle", store=own)
    assert alias == first[0].renamed("alias")
    assert verifications.count == 1


def test_same_inputs_same_bytes_but_for_times(
    tiny: DesignPoint, tmp_path: Path, own: Store
) -> None:
    (one,) = power(tiny, "nangate45", ("saturated",), store=own)
    (other,) = power(tiny, "nangate45", ("saturated",), store=Store(tmp_path / "elsewhere"))
    assert render(replace(one, times={})) == render(replace(other, times={}))


def test_what_fails_its_verification_is_not_measured(
    tiny: DesignPoint, own: Store, verifications: SimpleNamespace
) -> None:
    verifications.passed = False
    with pytest.raises(NotVerified, match="tiny failed its verification"):
        power(tiny, "nangate45", store=own)
    assert stored(tiny, "nangate45", "idle", store=own) is None


def test_a_corrupt_result_is_measured_again(tiny: DesignPoint, own: Store) -> None:
    (first,) = power(tiny, "nangate45", ("idle",), store=own)
    path = own.path("power", first.key) / FILE
    path.write_text(render(first).replace('"toggles"', '"edges"'), encoding="utf-8")
    (again,) = power(tiny, "nangate45", ("idle",), store=own)
    assert replace(again, times={}) == replace(first, times={})
    assert load_as(PowerResult, path).toggles == first.toggles


def test_tables_hold_what_is_in_the_store(
    tiny: DesignPoint, own: Store, catalogue: Callable[..., None]
) -> None:
    catalogue(tiny)
    assert query.power(own) == []
    found = power(tiny, "nangate45", store=own)
    assert query.power(own) == found
    assert [result.scenario for result in found] == list(SCENARIOS)
    assert query.results(own) == []
    tiny.sources("core")[0].write_text("module tiny; endmodule\n", encoding="utf-8")
    assert query.power(own) == []


def test_a_batch_measures_and_publishes(
    tiny: DesignPoint, own: Store, tmp_path: Path, catalogue: Callable[..., None]
) -> None:
    catalogue(tiny)
    tasks = [Task("tiny", "nangate45", "core", (), power=True), Task("tiny", "virtex-e")]
    powers, mapped = batch.run(tasks, 1, store=own)
    assert [r.scenario for r in powers.powers] == list(SCENARIOS)
    assert mapped.result is not None
    committed = tmp_path / "committed"
    written = [*batch.publish(powers, committed), *batch.publish(mapped, committed)]
    assert len(written) == 4
    kept = sorted((committed / "nangate45").iterdir())
    assert [path.name for path in kept] == [
        f"tiny.core.{scenario}-power.json" for scenario in sorted(SCENARIOS)
    ]
    assert {load_as(PowerResult, path).run_id for path in kept} == {r.run_id for r in powers.powers}
    elsewhere = Store(tmp_path / "elsewhere")
    assert power(tiny, "nangate45", store=elsewhere) == list(powers.powers)
    assert not elsewhere.root.exists()


def test_bad_questions(tiny: DesignPoint, own: Store) -> None:
    with pytest.raises(BadInput, match="the power on ecp5-85k cannot be measured"):
        power(tiny, "ecp5-85k", store=own)
    with pytest.raises(UnknownName, match="did you mean saturated"):
        power(tiny, "nangate45", ("saturate",), store=own)
    strange = replace(tiny, unit=replace(tiny.unit, interface="kettle"))
    with pytest.raises(BadInput, match="no stimulus for a unit of the kind kettle, only for hash"):
        power(strange, "nangate45", store=own)
    with pytest.raises(BadInput, match="has no level core"):
        power(catalog.get("hmac-md5-fast"), "nangate45", level="core", store=own)


def test_a_function_without_a_request_is_refused() -> None:
    point = catalog.get("hkdf-hmac-sha256-fast")
    strange = replace(point, parameters={**point.parameters, "Function": "SCRYPT"})
    with pytest.raises(BadInput, match="no stimulus for SCRYPT, only for KMAC"):
        [*request_stimuli.stimuli(strange, "stream")]


def test_a_netlist_that_computes_something_else_is_not_measured(
    mapped: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DesignPoint, "reference", lambda *_: bytes(16))
    with pytest.raises(NotVerified, match="the netlist of md5-gray-gated gives wrong digests"):
        power("md5-gray-gated", "nangate45", ("single",), store=mapped)


def test_a_netlist_that_encrypts_something_else_is_not_measured(
    mapped: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AeadNetlist, "_sealed", lambda *_: [bytes(32)] * LANES)
    with pytest.raises(NotVerified, match="the netlist of ascon-aead128-fast gives wrong results"):
        power("ascon-aead128-fast", "nangate45", ("single",), store=mapped)


def bits_of_a_block(point: DesignPoint) -> int:
    """Returns the bits that count per block of a unit with requests: of its message or result."""
    match point.parameters["Function"]:
        case "PBKDF2":
            return 0
        case "HMAC_DRBG":
            return int(point.algorithm.block_bits)
    return int(getattr(point.algorithm, "inner", point.algorithm).block_bits)


def cycles_of_request(point: DesignPoint, count: int) -> int:
    """Returns the cycles of a request with some blocks of a message or result, or iterations."""
    message = count * bits_of_a_block(point) // 8
    packets = {
        "KMAC": [0, 16, message],
        "TUPLEHASH": [HEADER, HEADER + message],
        "HKDF": [32, message, 16],
        "PBKDF2": [16, 16],
        "HMAC_DRBG": [0],
    }
    function = str(point.parameters["Function"])
    number = count if function == "PBKDF2" else 0
    formulas = point.formulas
    assert isinstance(formulas, KdfFormulas)
    size = message if function == "HMAC_DRBG" else 32
    return formulas.request_cycles(packets[function], number, size)


def demand_scenarios(point: DesignPoint, found: list[PowerResult]) -> None:
    """Checks the order of the three scenarios, and bits and cycles against the formulas."""
    quiet, one, busy = found
    assert max(quiet.dynamic_fj, one.dynamic_fj) < busy.dynamic_fj
    assert quiet.message_bits == 0
    if isinstance(point.algorithm, BlockCipher):
        assert one.message_bits == 128
        assert busy.message_bits == 16 * point.stages * 128
        assert busy.cycles == 16 * point.stages * point.cycles_per_block
        return
    if point.unit.interface == "aead":
        assert one.message_bits == 128
        assert busy.message_bits == 32 * 128
        assert busy.cycles == 32 * point.cycles_per_block
        return
    if point.unit.interface == "kdf":
        few, many = (cycles_of_request(point, count) for count in (4, 36))
        assert busy.cycles == many - few
        bits = bits_of_a_block(point)
        assert (one.message_bits, busy.message_bits) == (4 * bits, 32 * bits)
        return
    hashed = point.choices[0]
    length = one.message_bits // 8
    assert (hashed.hash.blocks(length), hashed.hash.blocks(length + 1)) == (1, 2)
    if "more blocks add" in busy.stimulus:  # a digest takes a large part of a short message's time
        assert busy.message_bits == 32 * hashed.hash.block_bits
        assert busy.cycles == 32 * point.cycles_per_block
        return
    length = busy.message_bits // (4 * point.stages * 8)
    assert (hashed.hash.blocks(length), hashed.hash.blocks(length + 1)) == (4, 5)
    assert busy.message_bits == 4 * point.stages * 8 * length
    if point.stages == 1:
        assert busy.cycles == 4 * hashed.message_interval(length)


def measured() -> Iterator[Path]:
    """Yields the committed power results of units, without scenario and extension.

    A station has scenarios of its own.
    """
    for path in sorted(reference_results().glob("*/*.single-power.json")):
        yield path.with_name(path.name.removesuffix(".single-power.json"))


@pytest.mark.parametrize("path", [*measured()], ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_measured_unit_has_its_scenarios(path: Path) -> None:
    """A run also compares digests with `hashlib`, and blocks with those of `cryptography`."""
    files = [path.with_name(f"{path.name}.{scenario}-power.json") for scenario in SCENARIOS]
    found = [load_as(PowerResult, file) for file in files]
    demand_scenarios(catalog.get(found[0].config), found)


@pytest.mark.parametrize(
    ("name", "level"),
    [
        ("md5-gray-gated", "stream"),
        pytest.param("hmac-md5-fast", "stream", marks=pytest.mark.full),
        pytest.param("hmac-md5-sha1-area", "stream", marks=pytest.mark.full),
        pytest.param("sha1-pipe4", "core", marks=pytest.mark.full),
        pytest.param("sha512-pipe2", "core", marks=pytest.mark.full),
        pytest.param("sha512-pipe2", "stream", marks=pytest.mark.full),
        pytest.param("aes128-small", "core", marks=pytest.mark.full),
        pytest.param("aes128-fast", "core", marks=pytest.mark.full),
        pytest.param("aes128-agile", "stream", marks=pytest.mark.full),
        pytest.param("ascon-aead128-fast", "stream", marks=pytest.mark.full),
        pytest.param("kmac128-fast", "stream", marks=pytest.mark.full),
        pytest.param("pbkdf2-hmac-sha256-fast", "stream", marks=pytest.mark.full),
    ],
)
def test_a_unit_is_measured_in_its_scenarios(
    name: str, level: catalog.Level, mapped: Store
) -> None:
    point = catalog.get(name)
    demand_scenarios(point, power(point, "nangate45", level=level, store=mapped))


def check_gating(plain: list[PowerResult], gated: list[PowerResult]) -> None:
    """Checks that no gated clock of an idle unit toggles, and that every scenario takes less."""
    assert gated[0].gated_ff > 0.9 * gated[0].ff
    assert gated[0].gated_clock_toggles == 0
    assert 0 < gated[1].gated_clock_toggles < gated[2].gated_clock_toggles < 2
    assert [r.gated_ff for r in plain] == [0, 0, 0]
    for before, after in zip(plain, gated, strict=True):
        assert after.clock_fj < before.clock_fj
        assert after.at(100).total_uw < before.at(100).total_uw


def recorded(name: str) -> list[PowerResult]:
    """Returns the committed power results of a core in standard cells, one for each scenario."""
    folder = reference_results() / "nangate45"
    files = [folder / f"{name}.core.{scenario}-power.json" for scenario in SCENARIOS]
    return [load_as(PowerResult, file) for file in files]


@pytest.mark.parametrize("name", ["md5-gray", "md5-binary", "sha512-u2-pre"])
def test_measured_gated_clocks_stand_still(name: str) -> None:
    check_gating(recorded(name), recorded(f"{name}-gated"))


@pytest.mark.full
@pytest.mark.parametrize("name", ["md5-gray", "sha512-u2-pre"])
def test_gated_clocks_stand_still(name: str, mapped: Store) -> None:
    plain = power(name, "nangate45", store=mapped)
    check_gating(plain, power(f"{name}-gated", "nangate45", store=mapped))


def test_a_sponge_that_absorbs(mapped: Store) -> None:
    """Beats of the digest do not wait; saturated contains neither digests nor message ends."""
    quiet, one, busy = power("shat128", "nangate45", store=mapped)
    assert (quiet.message_bits, one.message_bits) == (0, 8 * 3)
    assert (busy.message_bits, busy.cycles) == (32 * 32, 32 * 48)
    assert quiet.dynamic_fj < one.dynamic_fj < busy.dynamic_fj


@pytest.mark.full
@pytest.mark.parametrize("name", ["station-shat128-1mhz", "station-shat128-gated-1mhz"])
def test_a_station_shows_its_digest_phase_by_phase(name: str, mapped: Store) -> None:
    found = power(name, "nangate45@area", store=mapped)
    receive, hashes, show, idle = found
    assert [r.scenario for r in found] == list(PHASES)
    assert receive.cycles > 29 * 10 * 208 > 10 * show.cycles > 10 * hashes.cycles
    # The clock of a gated hash stands still until its first message. Only then its state is cleared
    # (5 cycles) and the initial word permuted (48).
    assert hashes.cycles < 12 * 48 + ("gated" in name) * (5 + 48)
    if "gated" in name:
        assert idle.gated_clock_toggles == 0
        assert idle.dynamic_fj < receive.dynamic_fj < hashes.dynamic_fj
