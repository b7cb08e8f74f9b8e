"""The properties in hw/proof are proved, and are disproved for faulty hardware."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from passed import Passed, proof_key
from silicrypt.base.sources import Source
from silicrypt.errors import UnknownName
from silicrypt.results.store import Store
from silicrypt.verify import proofs
from silicrypt.verify.proofs import Proof

#: By the proof that finds the mistake: a file, its text, the replacement, and the location that the
#: proof reports.
MISTAKES = {
    "two bits at once": (
        "counter",
        "sil_counter.sv",
        "<< (i + 1)",
        "<< i",
        "sil_counter_proof.sv:",
    ),
    "a missing wrap": (
        "md5-gray",
        "sil_counter.sv",
        "(wrap_i) flip",
        "(1'b0) flip",
        "sil_md5_forms_proof.sv:",
    ),
    "a gate that stays shut": (
        "md5-binary-gated",
        "sil_clock_gate_cell.sv",
        "clk_i & en_q",
        "1'b0",
        "sil_md5_forms_proof.sv:",
    ),
    "b rotated by 29": (
        "sha1-operation",
        "sil_sha1_operations.sv",
        "rotl(30, working[E+2])",
        "rotl(29, working[E+2])",
        "sil_sha1_operation_proof.sv:",
    ),
    "the function of working variables that are a cycle old": (
        "sha1-operation-pre",
        "sil_sha1_rounds.sv",
        "f(kind_q[Add][0], working_q[4]",
        "f(kind_q[Add][0], working_q[3]",
        "sil_sha1_operation_proof.sv:",
    ),
    "e of another cycle": (
        "sha1-operation-fast",
        "sil_sha1_rounds.sv",
        ".x0_i(rotl(30, working_q[3]))",
        ".x0_i(rotl(30, working_q[2]))",
        "sil_sha1_operation_proof.sv:",
    ),
    "C and D swapped": (
        "md5-operation",
        "sil_md5_operations.sv",
        "working[i+2], working[i+1])",
        "working[i+1], working[i+2])",
        "sil_md5_operation_proof.sv:",
    ),
    "A a step too late": (
        "md5-operation-pre",
        "sil_md5_rounds.sv",
        "working_q[(Unroll+i)%4]",
        "working_q[i%4]",
        "sil_md5_operation_proof.sv:",
    ),
    "A two steps too late": (
        "md5-operation-fast",
        "sil_md5_rounds.sv",
        "xt_q + working_q[1]",
        "xt_q + working_q[0]",
        "sil_md5_operation_proof.sv:",
    ),
    "a wrong rotation among sixteen": (
        "md5-sha1-operation",
        "sil_md5_sha1_rounds.sv",
        "COARSE[i/2] + i % 2 * 2",
        "COARSE[i/2] + i % 3 * 2",
        "sil_md5_sha1_operation_proof.sv:",
    ),
    "the function of MD5 in SHA-1": (
        "md5-sha1-ahead",
        "sil_md5_sha1_pkg.sv",
        "if (kind.sha1) return '{one: {32{~kind.feed_forward}}, zero: '0};",
        "",
        "sil_md5_sha1_operation_proof.sv:",
    ),
    "S3 of another STEP": (
        "shat128-u2-fast",
        "sil_shat_steps.sv",
        "(s2[k-1] ^ s3[k-1])",
        "(s2[k-1] ^ s3[k])",
        "sil_shat_steps_proof.sv:",
    ),
    "the counter of another STEP": (
        "shat128-u2-pre",
        "sil_shat_steps.sv",
        "number_i + 6'(k)",
        "number_i + 6'(2 * k)",
        "sil_shat_steps_proof.sv:",
    ),
    "a word of a loaded key is overwritten": (
        "storage-key",
        "sil_storage_key.sv",
        "write_i & there_q[index_i]",
        "1'b0",
        "sil_storage_key_proof.sv:",
    ),
    "round keys outlive their key": (
        "storage-key",
        "sil_storage_engine.sv",
        "cores_keyed & key_given",
        "cores_keyed",
        "sil_storage_key_proof.sv:",
    ),
    "a key is written while a core takes it": (
        "storage-key",
        "sil_storage_registers.sv",
        "!free || {1'b0, address_i[4:2]}",
        "{1'b0, address_i[4:2]}",
        "sil_storage_key_proof.sv:",
    ),
    "a key that ends too soon is none, but stays in the core": (
        "aes-keys",
        "sil_aes_keys.sv",
        "take & k_tlast & ~pass",
        "1'b0",
        "sil_aes_",
    ),
    "a key that ends too soon goes on with the next one": (
        "aes-keys",
        "sil_aes_keys.sv",
        "|| last != k_tlast",
        "",
        "sil_aes_",
    ),
    "a key of no length that leaves the old one in use": (
        "aes-keys",
        "sil_aes_keys.sv",
        "began = skip_q",
        "began = 1'b0",
        "sil_aes_",
    ),
    "a key while data is being cleared": (
        "modes-start",
        "sil_modes_stream.sv",
        "hold & idle & ~clean",
        "hold & idle",
        "sil_modes_start_proof.sv:",
    ),
    "a mode that changes while its message waits": (
        "modes-start-ctr",
        "sil_modes_start.sv",
        "else if (i_tready) message_q",
        "else message_q",
        "sil_modes_start_proof.sv:",
    ),
    "a key schedule that is wiped sooner than the queue": (
        "aes-late-keys",
        "sil_aes_expansion.sv",
        "wipe_q & ~&index_q",
        "wipe_q & ~&index_q[3:0]",
        "sil_aes_late_keys_proof.sv:",
    ),
    "a word of the last key is in a key schedule": (
        "aes-schedule",
        "sil_aes_expansion.sv",
        "window_q[3] : length_q",
        "window_q[4] : length_q",
        "sil_aes_schedule_proof.sv:",
    ),
    "a column without one of its terms": (
        "aes-columns",
        "sil_aes_columns.sv",
        "i inside {1, 3, 4}",
        "i inside {1, 3}",
        "sil_aes_forms_proof.sv:",
    ),
    "a state whose gate stays shut": (
        "shat128-gated",
        "sil_clock_gate_cell.sv",
        "clk_i & en_q",
        "1'b0",
        "sil_shat_gate_proof.sv:",
    ),
    "a ring that gives the word after the oldest one": (
        "ring-ecp5",
        "sil_ring.sv",
        "word_o = words_q[first_q]",
        "word_o = words_q[first_q + 1'b1]",
        "sil_ring_proof.sv:",
    ),
    "a key block that rotates while it is hashed with opad": (
        "hmac-wipe",
        "sil_hmac_control.sv",
        "Inner:   shift_in_o = FirstBeat",
        "Inner, Outer: shift_in_o = FirstBeat",
        "sil_hmac_wipe_proof.sv:",
    ),
    "a word of the key block that is not overwritten": (
        "hmac-wipe-ecp5",
        "sil_hmac_control.sv",
        "beat_q == BeatBits'(Beats - 1)",
        "beat_q == BeatBits'(Beats - 2)",
        "sil_hmac_wipe_proof.sv:",
    ),
    "a beat that is overwritten while it waits": (
        "skid-stream",
        "sil_skid.sv",
        "if (!stays) front_q",
        "if (!stays || s_tvalid) front_q",
        "u_output.gen_assert.tdata_stable",
    ),
    "a queue that takes a word too many": (
        "fifo-stream",
        "sil_fifo.sv",
        "s_tready = (write_q ^ read_q) != {1'b1, AddressBits'(0)}",
        "s_tready = 1'b1",
        "sil_stream_units_proof.sv:",
    ),
    "a read answered before it is asked for": (
        "axil-slave",
        "sil_axil_slave.sv",
        "may_read = ar_q & ~r_q",
        "may_read = ~r_q",
        "sil_axil_slave_proof.sv:",
    ),
}


#: Statements that a proof of other parameters represents in the quick part. Two and three STEPs
#: represent an even and an odd number; a Gray counter with gated clocks represents each alone.
REPRESENTED = re.compile(r"shat128-u(?![23]-)\d+-.*|md5-gray|md5-binary-gated")

#: One proof of each kind runs every time: by induction, of any single state, with gated clocks.
ALWAYS = ("skid-stream", "sha1-operation", "shat128-gated")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.full) if REPRESENTED.fullmatch(name) else name
        for name in proofs.load()
    ],
)
def test_it_is_proved(name: str, passed: Passed) -> None:
    key = proof_key(proofs.get(name))
    if name not in ALWAYS:
        passed.skip_if_before(key)
    (verdict,) = proofs.prove_all([proofs.get(name)])
    assert verdict.proved, verdict.detail
    passed.note(key)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_noticed(
    mistake: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, file, right, wrong, line = MISTAKES[mistake]
    proof = proofs.get(name)
    files = tuple(plant(source, file, right, wrong) for source in proof.sources())
    assert files != proof.sources(), f"{file} no longer has '{right}': adapt this test"
    monkeypatch.setattr(Proof, "sources", lambda _: files)
    verdict = proofs.prove(proof, Store(tmp_path))
    assert not verdict.proved
    assert line in verdict.detail


def plant(source: Source, file: str, right: str, wrong: str) -> Source:
    """Returns the source, with the mistake if it belongs to that file."""
    if not source.path.endswith(f"/{file}"):
        return source
    return replace(source, text=source.text.replace(right, wrong))


def test_proofs_of_a_design() -> None:
    assert [proof.name for proof in proofs.of("md5-gray")] == ["counter", "md5-gray"]


def test_an_unknown_proof_gets_its_neighbours() -> None:
    with pytest.raises(UnknownName, match=r"unknown proof 'md5-grey'.*md5-gray"):
        proofs.get("md5-grey")
