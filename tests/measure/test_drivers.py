"""The drivers on a right core and on cores with planted mistakes, and the search for a remedy."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from silicrypt import catalog
from silicrypt.errors import NotVerified
from silicrypt.measure import core_checks, core_file, functions, remedy
from silicrypt.measure.core_file import CoreFile
from silicrypt.measure.device import CorePort, Device
from silicrypt.measure.drivers import driver
from silicrypt.measure.interfaces import CoreCommand, RegisterWrite, Signal

from .conftest import CORES, simulated

SHA256 = functions.get("sha256")
BUFFERED = """\
module buffered (input clk, rst, init, next, input [511:0] block, output ready, valid,
  output [255:0] digest);
  reg waits, first;
  reg [511:0] held;
  wire free, done, go = waits & free;
  assign ready = free & ~waits, valid = done & ~waits;
  always @(posedge clk) begin
    if (rst) waits <= 0;
    else if (init | next) {waits, first, held} <= {1'b1, init, block};
    else if (go) waits <= 0;
  end
  sha256_ports u_core (.clk, .rst, .fault(4'd0), .init(go & first), .next(go & ~first),
    .block(held), .ready(free), .digest_valid(done), .digest, .digest_le(), .resume(1'b0),
    .chain(256'd0), .load(1'b0), .first(1'b0), .word(32'd0), .fetch(1'b0), .word_out(), .cs(1'b0),
    .we(1'b0), .address(8'd0), .write_data(32'd0), .read_data());
endmodule
"""


@pytest.mark.parametrize(
    ("kind", "cycles"), [("block", 66), ("chain", 66), ("words", 81), ("registers", 83)]
)
def test_a_right_core_is_verified_and_counted(kind, cycles, core, simulation):
    checks = core_checks.verify(core(kind), SHA256, simulation)
    assert all(one.passed for one in checks)
    assert sum(one.cases for one in checks) > 90
    counts = core_checks.count(core(kind), SHA256, simulation)
    assert (counts.latency, counts.latency_1024) == (cycles, 17 * cycles)
    # The word-wise ports take the first word of a block while the last one is being finished.
    assert counts.cycles_per_block == (80 if kind == "words" else cycles)


@pytest.mark.parametrize("kind", ["block", "chain", "words", "registers"])
@pytest.mark.parametrize(
    ("fault", "says"),
    [
        (1, "56 bytes: the core gives"),
        (2, "within 5000 cycles"),
        (4, "number 1 of 65"),
        (5, "within 5000 cycles"),
    ],
)
def test_a_wrong_core_is_refused(kind, fault, says, core, simulation):
    with pytest.raises(NotVerified, match=says):
        core_checks.verify(core(kind, fault), SHA256, simulation)


def test_a_core_that_chains_no_blocks_is_told(core, simulation):
    known = core("block", 1)
    with simulation.start() as rtl, pytest.raises(NotVerified, match="The 56 messages of one blo"):
        core_checks.run(driver(known, SHA256, rtl), core_checks.groups(known, SHA256)[0])


@pytest.mark.parametrize(("kind", "cycles"), [("apb", 102), ("wishbone", 100)])
def test_registers_on_a_bus_are_verified_and_counted(kind, cycles, core, buses):
    checks = core_checks.verify(core(kind), SHA256, buses)
    assert sum(one.cases for one in checks) > 90
    counts = core_checks.count(core(kind), SHA256, buses)
    assert (counts.latency, counts.cycles_per_block) == (cycles, cycles)


@pytest.mark.parametrize("kind", ["apb", "wishbone"])
@pytest.mark.parametrize(
    ("fault", "says"),
    [
        (1, "56 bytes: the core gives"),
        (5, "register 0x24 was not 0x3 under the mask 0x3 within 5000 cycles"),
        (7, r"in the access to address 0x(24|80)"),
    ],
)
def test_a_wrong_core_on_a_bus_is_refused(kind, fault, says, core, buses):
    with pytest.raises(NotVerified, match=says):
        core_checks.verify(core(kind, fault), SHA256, buses)


def test_a_register_that_is_wider_to_read_than_to_write_is_read_whole(core):
    known = core("registers")
    ports = [CorePort(n, out, 64 if n == "read_data" else 32) for _, n, out in known.ports()]
    device = Recorder(ports)
    (outcome,) = driver(known, SHA256, device).run([core_checks.random_job(known, SHA256, 3, 1, 1)])
    assert [address for address in device.addresses if address >= 0x20] == [0x20, 0x21, 0x22, 0x23]
    assert outcome.results == [(3).to_bytes(8, "big") * 4]


class Recorder(Device):
    """Hardware that is always done, and notes the addresses that are accessed."""

    def __init__(self, ports: Iterable[CorePort], value: int = 3) -> None:
        super().__init__(ports)
        self.addresses, self.value = list[object](), value

    def set_inputs(self, values, *, at_once):
        self.addresses += [values[name] for name in ("address",) if name in values]

    def run(self, cycles):
        pass

    def get(self, port):
        return (self.value,)

    def run_until(self, port, bit, level, limit):
        return 0


@pytest.mark.parametrize("each_message", [False, True])
def test_registers_are_set_up_again_after_a_reset(each_message, core):
    known = core("registers", setup=(RegisterWrite(address=0x50, value=1),))
    reset = known.reset.model_copy(update={"each_message": each_message})
    known = known.model_copy(update={"reset": reset})
    device = Recorder(CorePort(name, out, 32) for _, name, out in known.ports())
    driver(known, SHA256, device).run([core_checks.random_job(known, SHA256, 3, 1, 1)] * 2)
    assert device.addresses.count(0x50) == 1 + each_message


def test_a_stream_whose_core_pads_is_verified_and_counted(core, buses):
    checks = core_checks.verify(core("stream"), SHA256, buses)
    assert sum(one.cases for one in checks) > 90
    counts = core_checks.count(core("stream"), SHA256, buses)
    assert (counts.cycles_per_block, counts.latency) == (81, 81)
    words = {"digest": ("hash_word",), "done": Signal("hash_word_valid")}
    core_checks.verify(core("stream", **words), SHA256, buses)


@pytest.mark.parametrize(
    ("fault", "changes", "says"),
    [
        (1, {}, "56 bytes: the core gives"),
        (2, {}, "msg_ready was not active within 5000 cycles for beat 1"),
        (5, {}, "msg_ready was not active within 5000 cycles for beat 1"),
        (0, {"counts": "bytes-1"}, 'With counts = "bytes" in'),
        (0, {"delay": 1}, "the core gives 0000"),
    ],
)
def test_a_wrong_stream_is_refused(fault, changes, says, core, buses):
    with pytest.raises(NotVerified, match=says):
        core_checks.verify(core("stream", fault, **changes), SHA256, buses)


def test_a_core_that_is_ready_before_it_has_read_is_found(core, buses):
    with pytest.raises(NotVerified, match=r"within 5000 cycles|instead of"):
        core_checks.verify(core("apb", 8), SHA256, buses)
    core_checks.verify(core("wishbone", 8), SHA256, buses)


def test_a_core_that_reads_its_block_too_late_is_found(core, simulation):
    with pytest.raises(NotVerified, match="instead of"):
        core_checks.verify(core("block", 3), SHA256, simulation)
    core_checks.verify(core("block", 3, hold="done"), SHA256, simulation)


def test_a_wrong_order_of_bytes_is_explained(core, simulation):
    swapped = core("block", digest=("digest_le",))
    with pytest.raises(NotVerified, match='With digest_order = "little" in'):
        core_checks.verify(swapped, SHA256, simulation)
    core_checks.verify(
        core("block", digest=("digest_le",), digest_order="little"), SHA256, simulation
    )


@pytest.mark.parametrize("smallest", [200, 600])
def test_the_cycles_of_a_core_that_takes_long_messages_alone_are_counted(
    smallest, core, simulation
):
    known = core("block").model_copy(update={"smallest": smallest})
    core_checks.verify(known, SHA256, simulation)
    assert core_checks.count(known, SHA256, simulation).cycles_per_block == 66


def test_the_time_of_a_core_without_signals_can_be_stated(core, simulation):
    stated = {"ready": None, "valid": None, "cycles": 66}
    core_checks.verify(core("block", **stated), SHA256, simulation)
    with pytest.raises(NotVerified, match="instead of"):
        core_checks.verify(core("block", **stated | {"cycles": 65}), SHA256, simulation)


@pytest.mark.parametrize(("kind", "shortest", "reported"), [("block", 66, 68), ("words", 80, 83)])
def test_the_shortest_period_that_verifies_is_found(kind, shortest, reported, core, simulation):
    counts = core_checks.count(core(kind, 6), SHA256, simulation)
    assert counts.cycles_per_block == shortest
    assert f"reports its end after {reported} cycles" in counts.about[-1]


def scramble(data: bytes, key: bytes, _: bool) -> bytes:
    """What the pipeline of the tests computes."""
    mixed = bytes(a ^ b for a, b in zip(data, key, strict=True))
    return bytes(byte ^ 0xFF for byte in mixed[8:] + mixed[:8])


def test_a_pipeline_takes_a_block_in_every_cycle():
    known, built = simulated(CORES / "pipe.toml")
    function = replace(functions.get("aes128"), compute=scramble)
    core = known.core
    jobs = [core_checks.random_job(core, function, 16, 1, n) for n in range(20)]
    with built.start() as rtl:
        outcomes = driver(core, function, rtl).run(jobs)
    assert [one.results for one in outcomes] == [
        core_checks.expected(function, job) for job in jobs
    ]
    assert {one.cycles for one in outcomes} == {3}
    assert outcomes[-1].first - outcomes[0].first == 19
    counts = core_checks.count(core, function, built)
    assert (counts.cycles_per_block, counts.latency, counts.in_flight) == (1, 3, 3)
    with pytest.raises(NotVerified, match="instead of"):  # it is no AES
        core_checks.verify(core, functions.get("aes128"), built)


def test_an_axi_stream_core_that_takes_no_beat_or_answers_early_is_told(core):
    known = core("own", limit=9)
    ports = [CorePort(name, out, 32) for _, name, out in known.ports()]
    job = core_checks.random_job(known, SHA256, 64, 1, 1)
    with pytest.raises(NotVerified, match="s_tready was not active within 9 cycles for beat 1"):
        driver(known, SHA256, Recorder(ports, 0)).run([job])
    (outcome,) = driver(known, SHA256, Recorder(ports)).run([job])
    assert outcome.done == outcome.first
    assert outcome.results == [b"\3\0\0\0" * 8]


@pytest.mark.full
def test_a_core_of_the_catalogue_counts_as_in_its_own_bench():
    (known, built), own = simulated(CORES / "own.toml"), catalog.get("sha256-fast")
    core_checks.verify(known.core, SHA256, built)
    counts = core_checks.count(known.core, SHA256, built)
    assert counts.cycles_per_block == own.cycles_per_block
    assert counts.latency == own.cycles("stream", 3)
    assert counts.latency_1024 == own.cycles("stream", 1024)


def test_the_search_ends_after_a_number_of_simulated_cycles(core):
    trials: list[int] = []

    def tried(_: CoreFile) -> tuple[bool, int]:
        trials.append(2000)
        return False, 2000

    assert remedy.find_change(core("words"), SHA256, {}, tried) == ""
    assert 0 <= sum(trials) - remedy.BUDGET < 2000


def test_no_order_of_bytes_is_tried_for_a_core_without_a_result(core):
    orders: list[str] = []

    def tried(changed: CoreFile) -> tuple[None, int]:
        orders.append(changed.interface.digest_order)
        return None, 1

    assert remedy.find_change(core("block"), SHA256, {}, tried, hung=True) == ""
    assert orders
    assert set(orders) == {core("block").interface.digest_order}


def test_orders_are_tried_together_with_a_change_that_gives_a_result(core):
    def tried(changed: CoreFile) -> tuple[bool | None, int]:
        if not changed.interface.delay:
            return None, 2000
        return changed.interface.digest_order == "little", 100

    said = remedy.find_change(core("block"), SHA256, {}, tried, hung=True)
    assert "delay = 1" in said and 'digest_order = "little"' in said


def test_a_change_of_one_kind_comes_before_two_together():
    known = core_file.load(CORES / "pipe.toml").core

    def tried(changed: CoreFile) -> tuple[bool, int]:
        return getattr(changed.interface, "cycles", 0) == 90, 300

    said = remedy.find_change(known, functions.get("aes128"), {}, tried)
    assert said == ". With cycles = 90 in [interface] these results are right"


@pytest.mark.parametrize(
    ("changes", "right", "says"),
    [
        ({}, lambda c: c.reset.each_message, "each_message = true in [reset]"),
        (
            {"valid": None},
            lambda c: c.interface.ready is None,
            'ready = (left out), valid = "ready" in [interface]',
        ),
        (
            {"load_key": CoreCommand.parse("init")},
            lambda c: c.interface.key_ready is not None,
            'key_ready = "ready", ready = (left out) in [interface]',
        ),
        ({}, lambda c: c.interface.held, "held = true in [interface]"),
    ],
)
def test_what_other_cores_do_is_tried(changes, right, says, core):
    def tried(changed: CoreFile) -> tuple[bool | None, int]:
        return right(changed) or None, 300

    assert says in remedy.find_change(core("block", **changes), SHA256, {}, tried, hung=True)


class Pipe(Device):
    """A pipeline of one cycle that adds 1 to its chaining value, and notes each of them."""

    def __init__(self, ports: Iterable[CorePort]) -> None:
        super().__init__(ports)
        self.given, self.inputs, self.later = [0], {"chain": 0}, {}

    def set_inputs(self, values, *, at_once):
        numbers = {n: value if isinstance(value, int) else value[0] for n, value in values.items()}
        (self.inputs if at_once else self.later).update(numbers)

    def run(self, cycles):
        self.given.append(self.inputs["chain"])
        self.inputs.update(self.later)

    def get(self, port):
        return (self.given[-1] + 1,)

    def run_until(self, port, bit, level, limit):
        return 0


def test_a_pipeline_gets_the_complete_chaining_value():
    """A digest of SHA-224 is 28 bytes of a chaining value of 32 (FIPS 180-4, 6.3)."""
    ports = {"kind": "fixed", "block": "block", "chain_in": "chain", "digest": "digest"}
    stated = {"algorithm": "sha224", "top": "pipe", "sources": ["pipe.v"]}
    known = CoreFile.model_validate({**stated, "interface": {**ports, "cycles": 1}})
    sha224 = functions.get("sha224")
    device = Pipe(CorePort(n, n == "digest", 512 if n == "block" else 256) for n in ports.values())
    job = core_checks.random_job(known, sha224, 120, 1, 1)  # three blocks
    (outcome,) = driver(known, sha224, device).run([job])
    initial = int.from_bytes(sha224.initial_value(), "big")
    given = [number for number in device.given if abs(number - initial) < 10]  # without noise
    assert list(dict.fromkeys(given)) == [initial, initial + 1, initial + 2]
    assert outcome.results == [(initial + 3).to_bytes(32, "big")[:28]]


def test_a_buffer_does_not_hide_how_long_a_block_takes(tmp_path):
    """The wrapper holds a block until the core is ready, so a few blocks can follow too early."""
    (tmp_path / "sha256_ports.v").write_text((CORES / "sha256_ports.v").read_text())
    (tmp_path / "buffered.v").write_text(BUFFERED)
    text = (CORES / "block.toml").read_text().replace('top = "sha256_ports"', 'top = "buffered"')
    text = text.replace('["sha256_ports.v"]', '["*.v"]').replace('"digest_valid"', '"valid"')
    (tmp_path / "core.toml").write_text(f"{text}settle = 2\n".replace("hold = 1\n", ""))
    known, buffered = simulated(tmp_path / "core.toml")
    assert core_checks.count(known.core, SHA256, buffered).cycles_per_block == 66
