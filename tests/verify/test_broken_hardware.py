"""Hardware with one mistake does not pass: the named check finds each mistake."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

from planted import Change, plant, program, replaced
from silicrypt import catalog
from silicrypt.catalog import DesignPoint, Level
from silicrypt.tools import verilator
from silicrypt.verify.checks import Check, perform
from silicrypt.verify.hash_suite import CHECKS
from silicrypt.verify.native import Outcome, Reply
from silicrypt.verify.suites import EFFORTS
from silicrypt.verify.wire import AnyJob, HashModel, HashSubject, Job, Message, build, digest_bytes

ITERATIVE, PIPELINED = "sil_md_iterative.sv", "sil_md_pipelined.sv"
PADDER, BITS = "sil_md_padder.sv", "{blocks, full_q, rest_q, 3'b0}"
TABLE, MD5, SHA1 = "sil_sha2_pkg.sv", "sil_md5_pkg.sv", "sil_sha1_pkg.sv"
SM3 = "sil_sm3_pkg.sv"
HMAC, CONTROL, MEMORY = "sil_hmac_engine.sv", "sil_hmac_control.sv", "sil_hmac_memory.sv"
FEED_FORWARD, FRAMING = "sil_md_feed_forward.sv", "sil_axis_framing.sv"
SHAT, STEPS = "sil_shat_pkg.sv", "sil_shat_steps.sv"
EITHER = "hmac-md5-sha1-area"
EITHER_PIPE, EITHER_PIPELINE = "hmac-md5-sha1-area-pipe4-pre", "sil_md5_sha1_pipe4.sv"


@dataclass(frozen=True)
class Mistake:
    """A mistake in a configuration, and the check that must find it."""

    level: Level
    change: Change
    check: str
    detail: str
    point: str = "sha256-u1"
    hash: str = ""  # the hash to check, if the unit has two
    apart: bool = False  # whether it has a build of its own: it is fixed at elaboration


MISTAKES = {
    "a constant": Mistake(
        "core",
        Change(TABLE, "c67178f2", "c67178f3"),
        "short vectors",
        "129 failed|65 failed",
        apart=True,
    ),
    "an early end of m_tvalid": Mistake(
        "core", Change(ITERATIVE, "(valid_q & ~m_tready)", "1'b0"), "stalls", "m_tvalid fell"
    ),
    "a digest that is not held": Mistake(
        "core", Change(ITERATIVE, "(valid_q & m_tready)", "(valid_q)"), "stalls", "m_tdata changed"
    ),
    "m_tvalid waiting for m_tready": Mistake(
        "core",
        Change(ITERATIVE, "valid_q", "valid_q & m_tready", "assign m_tvalid = "),
        "stalls",
        "depends",
    ),
    "m_tvalid in reset": Mistake(
        "core",
        Change(ITERATIVE, "valid_q", "valid_q | ~rst_ni", "assign m_tvalid = "),
        "resets",
        "in reset",
    ),
    "a digest too many": Mistake(
        "core",
        Change(ITERATIVE, "valid_q", "rst_ni", "assign m_tvalid = "),
        "random messages",
        "without a mes",
    ),
    "a hang": Mistake(
        "core",
        Change(ITERATIVE, "load_i", "1'b0", "assign s_tready = "),
        "every length",
        "no beat taken",
    ),
    "a count without reset": Mistake(
        "stream",
        Change(PADDER, "      first_q  <= 1'b1;\n", ""),
        "resets",
        "instead of",
    ),
    "a length one byte off": Mistake(
        "stream",
        Change(PADDER, BITS, f"{BITS} + 64'd8"),
        "block boundaries",
        "instead of",
    ),
    "a block with 0x80 that is counted": Mistake(
        "stream", Change(PADDER, "state_d != Fill", "1'b1"), "block boundaries", "instead of"
    ),
    "channels mixed up": Mistake(
        "core",
        Change(PIPELINED, "m_tid = id_q;", "m_tid = ~id_q;"),
        "random messages",
        "",
        "sha512-pipe2",
        apart=True,
    ),
    "a rotation": Mistake(
        "core",
        Change(MD5, "7 + 5 * index", "7 + 4 * index"),
        "short vectors",
        "7 failed",
        "md5-binary",
        apart=True,
    ),
    "the order of the words": Mistake(
        "core",
        Change(MD5, "5 * step + 1", "5 * step"),
        "short vectors",
        "7 failed",
        "md5-fast",
        apart=True,
    ),
    "a Gray counter that never wraps": Mistake(
        "core",
        Change("sil_counter.sv", "(wrap_i) flip", "(1'b0) flip"),
        "every length",
        "",
        "md5-gray",
        apart=True,
    ),
    "a word that is always written": Mistake(
        "core",
        Change("sil_md5_message.sv", "run_i & load_i & address", "run_i & address"),
        "stalls",
        "instead of",
        "md5-gray-gated",
        apart=True,
    ),
    "a length with its high byte first": Mistake(
        "stream",
        Change(PADDER, "= little_i ?", "= 1'b0 ?"),
        "short vectors",
        "failed",
        "md5-binary",
        apart=True,
    ),
    "K of the fourth round": Mistake(
        "core",
        Change(SHA1, "32'hca62c1d6", "32'hca62c1d7"),
        "short vectors",
        "65 failed",
        "sha1-fast",
    ),
    "Maj instead of Ch": Mistake(
        "core",
        Change(
            SHA1, "return '{one: c, zero: d};", "return '{one: c | d, zero: c & d};", "2'd0:    "
        ),
        "short vectors",
        "65 failed",
        "sha1-u1",
    ),
    "Parity instead of Maj": Mistake(
        "core",
        Change(SHA1, "2'd2:    return '{one: c | d", "2'd2:    return '{one: c ^ d"),
        "short vectors",
        "65 failed",
        "sha1-u1-pre",
        apart=True,
    ),
    "b rotated by 29 for the next operations": Mistake(
        "core",
        Change("sil_sha1_operations.sv", "rotl(30, working[E+2])", "rotl(29, working[E+2])"),
        "short vectors",
        "65 failed",
        "sha1-u1",
    ),
    "e rotated by 29 where it is formed ahead": Mistake(
        "core",
        Change("sil_sha1_rounds.sv", "rotl(30, working_q[3])", "rotl(29, working_q[3])", ".x0_i("),
        "short vectors",
        "65 failed",
        "sha1-fast",
    ),
    "a schedule without its rotation, SHA-0": Mistake(
        "core",
        Change(
            "sil_sha1_schedule.sv",
            "rotl(1, w[14] ^ w[9] ^ w[3] ^ w[1])",
            "rotl(0, w[14] ^ w[9] ^ w[3] ^ w[1])",
            "word_q <= ",
        ),
        "short vectors",
        "65 failed",
        "sha1-fast",
    ),
    "an orphan word of the chaining value": Mistake(
        "core",
        Change(
            "sil_sha1_table.sv",
            "operation >= ControlWords * Unroll - 2",
            "operation >= ControlWords * Unroll - 1",
        ),
        "Monte Carlo",
        "failed",
        "sha1-fast",
        apart=True,
    ),
    "T of round 16 without its rotation": Mistake(
        "core",
        Change("sil_sm3_constants.sv", "rotl(16, T_LATER)", "rotl(0, T_LATER)"),
        "short vectors",
        "6 failed",
        "sm3-u1",
    ),
    "G rotated by 18": Mistake(
        "core",
        Change(SM3, "rotl(19, earlier)", "rotl(18, earlier)"),
        "short vectors",
        "6 failed",
        "sm3-u1",
    ),
    "X of round 0 without A and E": Mistake(
        "core",
        Change("sil_sm3_retimed.sv", "constant + forward_sum_q", "constant"),
        "short vectors",
        "6 failed",
        "sm3-fast",
        apart=True,
    ),
    "ipad and opad swapped": Mistake(
        "stream",
        Change(
            CONTROL,
            "state_q == Inner ? IPAD : state_q == Outer ? OPAD : 8'h00",
            "state_q == Inner ? OPAD : state_q == Outer ? IPAD : 8'h00",
        ),
        "short vectors",
        "7 failed",
        "hmac-sha1-fast",
    ),
    "a key of exactly a block hashed": Mistake(
        "stream",
        Change(
            CONTROL,
            "if (s_tlast || !s_tkey) state_d = end_of_block ? Inner : Zero;\n"
            "        else if (end_of_block) state_d = Long;",
            "if (s_tlast && !end_of_block) state_d = Zero; else if (end_of_block) state_d = Long;",
        ),
        "keys",
        "",
        "hmac-sha1-fast",
    ),
    "a longer key cut to a block": Mistake(
        "stream",
        Change(CONTROL, "Long", "Inner", "else if (end_of_block) state_d = "),
        "keys",
        "",
        "hmac-md5-fast",
    ),
    "bytes after the key's end": Mistake(
        "stream", Change(MEMORY, "key_i & valid", "key_i"), "keys", "instead of", "hmac-sha256-fast"
    ),
    "a length without the block of key": Mistake(
        "stream",
        Change(PADDER, "~first_q | prefix_i", "~first_q"),
        "short vectors",
        "7 failed",
        "hmac-sha1-fast",
    ),
    "a midstate of a key that is not kept": Mistake(
        "stream",
        Change(
            CONTROL,
            "state_q == Tag ? OuterMidstate : NoMidstate",
            "state_q == Tag ? InnerMidstate : NoMidstate",
        ),
        "short vectors",
        "7 failed",
        "hmac-sha1",
        apart=True,
    ),
    "a comparison without a byte": Mistake(
        "stream",
        Change(HMAC, "equal", "digest_tdata >> 8 == tag_i >> 8", "match_q : "),
        "random messages",
        "m_tmatch is high for another tag",
        "hmac-sha1-fast",
    ),
    "a comparison that is always true": Mistake(
        "stream",
        Change(HMAC, "equal", "digest_tdata == (tag_i | digest_tdata)", "match_q : "),
        "short vectors",
        "m_tmatch is high for another tag",
        "hmac-md5-fast",
    ),
    "a tag without a key": Mistake(
        "stream",
        Change(CONTROL, "keyed_q[s_tsha1] & ~dropping_q", "1'b1", "own_key = Keys ? "),
        "no key",
        "a tag",
        "hmac-sha1-fast",
    ),
    "a tag under a key that is for the other hash": Mistake(
        "stream",
        Change(CONTROL, "keyed_q[s_tsha1]", "|keyed_q", "own_key = Keys ? "),
        "no key",
        "a tag",
        EITHER,
        "SHA1",
    ),
    "one midstate for the keys of both hashes": Mistake(
        "stream",
        Change("sil_md5_sha1_core.sv", "sha1_i && which != '0", "1'b0"),
        "either hash",
        "instead of",
        EITHER,
        "MD5",
    ),
    "the function of MD5 in SHA-1": Mistake(
        "stream",
        Change(
            "sil_md5_sha1_pkg.sv",
            "if (kind.sha1) return '{one: {32{~kind.feed_forward}}, zero: '0};",
            "",
        ),
        "short vectors",
        "7 failed",
        EITHER,
        "SHA1",
    ),
    "the function of SHA-1 in MD5": Mistake(
        "stream",
        Change("sil_md5_sha1_pkg.sv", "if (!kind.sha1) return '{one: '0, zero: '0};", ""),
        "short vectors",
        "7 failed",
        EITHER,
        "MD5",
    ),
    "the rotation of a step of MD5 in SHA-1": Mistake(
        "stream",
        Change(
            "sil_md5_sha1_pkg.sv",
            "SHIFT_5 = '{coarse: 2'd0, fine: 2'd1}",
            "SHIFT_5 = '{coarse: 2'd1, fine: 2'd1}",
        ),
        "short vectors",
        "7 failed",
        EITHER,
        "SHA1",
        apart=True,
    ),
    "the digest of MD5 a beat too long": Mistake(
        "stream",
        Change(CONTROL, "(Either && !sha1_q ? 1 : 0)", "0", "DigestBeats - 1 - "),
        "short vectors",
        "7 failed",
        EITHER,
        "MD5",
    ),
    "always the core of MD5": Mistake(
        "stream",
        Change(
            "sil_md5_sha1_pair.sv",
            "m_tdata = sha1_i ? sha1_digest :",
            "m_tdata = 1'b0 ? sha1_digest :",
        ),
        "short vectors",
        "7 failed",
        "hmac-md5-sha1-perf",
        "SHA1",
        apart=True,
    ),
    "four channels mixed up": Mistake(
        "core",
        Change(PIPELINED, "id_q", "~id_q", "assign m_tid = "),
        "random messages",
        "",
        "md5-pipe4",
    ),
    "working variables that move on a cycle late": Mistake(
        "core",
        Change(
            "sil_md5_stage.sv",
            "assign ahead = pass_i ?",
            "logic late_q; always_ff @(posedge clk_i) if (en_i) late_q <= pass_i;\n"
            "  assign ahead = late_q ?",
        ),
        "short vectors",
        "7 failed",
        "md5-pipe4",
        apart=True,
    ),
    "blocks that move on a cycle early": Mistake(
        "core",
        Change("sil_sha1_pipeline.sv", "pass_q[Stages-s]", "pass_q[Stages-1-s]", ".soon_i   ("),
        "short vectors",
        "65 failed",
        "sha1-pipe4",
    ),
    "a stage with the words of another message": Mistake(
        "core",
        Change("sil_md5_pipeline.sv", "first_q - 2'(s)", "first_q + 2'(s)"),
        "short vectors",
        "7 failed",
        "md5-pipe4",
    ),
    "a stage with the schedule of another message": Mistake(
        "core",
        Change("sil_sha1_pipeline.sv", "inside_q[s] + 1'b1", "inside_q[s] - 1'b1"),
        "short vectors",
        "65 failed",
        "sha1-pipe4",
    ),
    "a chaining value that an empty slot spoils": Mistake(
        "core",
        Change(FEED_FORWARD, "control.fresh | ~control.full", "control.fresh", "keep_q <= "),
        "stalls",
        "instead of",
        "sha1-pipe4",
    ),
    "a block sent before it is complete": Mistake(
        "stream",
        Change(
            "sil_md_buffer.sv",
            "valid_q | (take & (&count_q[BeatBits-1:0]))",
            "valid_q | (take & (&count_q[BeatBits-1:1]))",
        ),
        "stalls",
        "instead of|without a message",
        "md5-pipe4",
    ),
    "a message that starts where another does": Mistake(
        "stream",
        Change(HMAC, "restore[block_tid[k]]", "restore[0]", "= "),
        "random messages",
        "instead of",
        "hmac-sha1-pipe4",
    ),
    "a midstate saved under another channel": Mistake(
        "stream",
        Change(HMAC, "save_o = save[0]", "save_o = save[1]"),
        "short vectors",
        "7 failed",
        "hmac-md5-pipe4",
        apart=True,
    ),
    "a key while messages are in flight": Mistake(
        "stream",
        Change(HMAC, "(&(idle | Channels'(1)))", "(1'b1)"),
        "keys",
        "instead of",
        "hmac-sha1-pipe4",
    ),
    "another S-box": Mistake(
        "core",
        Change(SHAT, "(a & b)", "(a | b)", "e  = x[2] ^ "),
        "every length",
        "301 failed",
        "shat128",
    ),
    "a diffusion of 32 bits in longer words": Mistake(
        "core",
        Change(SHAT, "(x >> (w - n))", "(x >> (32 - n))"),
        "every length",
        "301 failed",
        "shat256",
        apart=True,
    ),
    "the number of the STEP before": Mistake(
        "core",
        Change(STEPS, "number_i + 6'(k)", "number_i + 6'(k / 2)"),
        "every length",
        "301 failed",
        "shat128-u2-pre",
        apart=True,
    ),
    "an S1 without S2 of the STEP before": Mistake(
        "core",
        Change(STEPS, "(s2[k-1] ^ s3[k-1])", "(s2[k] ^ s3[k-1])"),
        "every length",
        "301 failed",
        "shat128-u3-fast",
        apart=True,
    ),
    "a state that is not cleared": Mistake(
        "core",
        Change(STEPS, "Small || !clear_i", "1'b1"),
        "every length",
        "failed",
        "shat128-u4",
        apart=True,
    ),
    "a hold that is too short": Mistake(
        "core",
        Change("sil_shat_core.sv", "? 7 : 21", "? 7 : 20"),
        "stalls",
        "instead of",
        "shat128",
        apart=True,
    ),
    "a state that moves while it waits": Mistake(
        "core",
        Change("sil_shat_perm.sv", "~ClockGate | ~hold_i | clear_i", "1'b1"),
        "stalls",
        "instead of",
        "shat128-gated",
    ),
    "a reset that needs a clock": Mistake(
        "core",
        Change(
            "sil_sponge_control.sv",
            "@(posedge clk_i or negedge rst_ni)",
            "@(posedge clk_i)",
            "idle_q | starved;\n  end\n\n  always_ff ",
        ),
        "power-on",
        "failed",
        "shat128-gated",
        apart=True,
    ),
    "an S2 that is not cleared": Mistake(
        "core", Change(STEPS, "~(Small & clear_i)", "1'b1"), "power-on", "failed", "shat128"
    ),
    "a cycle of clearing less": Mistake(
        "core",
        Change("sil_shat_core.sv", "(WORDS + Unroll - 1) / Unroll", "4"),
        "power-on",
        "failed",
        "shat128-gated",
        apart=True,
    ),
    "no mark after a full word": Mistake(
        "stream",
        Change("sil_sponge_padder.sv", "s_tlast & keep[Bytes-1]", "1'b0"),
        "every length",
        "",
        "shat128",
    ),
    "a digest over one that was not taken": Mistake(
        "stream",
        Change("sil_sponge_blocks.sv", "~m_tvalid | ~message_tlast_o", "1'b1"),
        "stalls",
        "",
        "shat128-u48",
        apart=True,
    ),
    "words of a digest in reverse": Mistake(
        "stream",
        Change(
            "sil_sponge_digest.sv", "{s_tdata, words_q[Words-1:1]}", "{words_q[Words-2:0], s_tdata}"
        ),
        "every length",
        "301 failed",
        "shat128",
    ),
    "a message while its key is loaded": Mistake(
        "stream",
        Change(HMAC, "(i == 0 | ~loading[0] | key_partly[0])", "(1'b1)"),
        "keys",
        "no digest",
        "hmac-sha1-pipe4",
    ),
    "a short beat that is not last": Mistake(
        "stream",
        Change(FRAMING, "~(last_i | keep_i[Bytes-1])", "1'b0"),
        "framing",
        "is to be refused",
    ),
    "a hole in the valid bytes": Mistake(
        "stream",
        Change(FRAMING, "|(keep_i[Bytes-1:1] & ~keep_i[Bytes-2:0])", "1'b0"),
        "framing",
        "is to be refused",
        "shat128",
    ),
    "an error flag that outlives its message": Mistake(
        "stream",
        Change(PADDER, "~last & broken", "broken", "broken_q <= "),
        "framing",
        "a good message is refused",
    ),
    "an error flag of a sponge that outlives its message": Mistake(
        "stream",
        Change("sil_sponge_padder.sv", "~m_tlast & broken", "broken", "broken_q <= "),
        "framing",
        "a good message is refused",
        "shat128",
    ),
    "an error flag that the next message changes": Mistake(
        "stream",
        Change(
            "sil_md_errors.sv", "wait_q ? held_q : error_q[digest_tid_i]", "error_q[digest_tid_i]"
        ),
        "framing",
        "changed before it was taken",
        "md5-pipe4",
    ),
    "a broken key that is loaded": Mistake(
        "stream",
        Change(CONTROL, "~broken_q", "1'b1", "keyed_d[sha1_q] = "),
        "framing",
        "is to be refused",
        "hmac-sha1-fast",
    ),
    "a tag for a broken message": Mistake(
        "stream",
        Change(CONTROL, "broken_q ? Refuse : Tag", "Tag", "Text:    state_d = "),
        "framing",
        "is to be refused",
        "hmac-sha1-fast",
    ),
    "a digest with a refusal": Mistake(
        "stream",
        Change(HMAC, "m_tvalid & ~m_tuser", "m_tvalid", "assign m_tdata = "),
        "framing",
        "a refusal has data",
        "hmac-sha1-fast",
    ),
    "a key of a block and an empty last beat hashed": Mistake(
        "stream",
        Change(CONTROL, "s_tkey & ~(s_tlast & s_tnull)", "s_tkey"),
        "keys",
        "instead of",
        "hmac-sha256-fast",
    ),
    "a key that is text of a message": Mistake(
        "stream",
        Change(CONTROL, "if (open && offered_i && s_tkey != key_partly_o) broken_d = 1'b1;", ""),
        "key inside a message",
        "is to be refused",
        "hmac-sha1-fast",
    ),
    "the old key after a key that was refused": Mistake(
        "stream",
        Change(
            CONTROL,
            "state_q inside {Text, Drop, Skip}",
            "state_q inside {Skip}",
            "if (Keys && s_tvalid && s_tready && s_tkey && ",
        ),
        "key inside a message",
        "is to be refused",
        "hmac-md5-fast",
    ),
    "the rest of a refused key loaded as a key": Mistake(
        "stream",
        Change(CONTROL, "~s_tlast", "1'b0", "dropping_d = "),
        "key inside a message",
        "",
        "hmac-md5-fast",
    ),
    "a key that waits for a message of another tid": Mistake(
        "stream",
        Change(CONTROL, "(partly_i || dropping_q)", "dropping_q"),
        "key inside a message",
        "no beat taken",
        "hmac-sha1-pipe4",
    ),
    "the hash of another channel": Mistake(
        "stream",
        Change(HMAC, "sha1[block_tid[0]]", "sha1[0]", "second_o = "),
        "random actions",
        "instead of",
        EITHER_PIPE,
    ),
    "the hash of a message in another stage": Mistake(
        "stream",
        Change(EITHER_PIPELINE, "inside_sha1_q[Read][s]", "inside_sha1_q[Read][0]"),
        "random actions",
        "instead of",
        EITHER_PIPE,
    ),
    "a window of MD5 that moves with that of SHA-1": Mistake(
        "stream",
        Change(EITHER_PIPELINE, "(sha1 | where[0])", "1'b1", "pass_q[Address] & "),
        "short vectors",
        "instead of",
        EITHER_PIPE,
    ),
    "a key of the other hash on another channel": Mistake(
        "stream",
        Change(CONTROL, "keyed_i[Either ? s_tsha1 : 1'b0]", "|keyed_i"),
        "random actions",
        "is to be refused",
        EITHER_PIPE,
    ),
    "a key of the other hash after a message inside a key": Mistake(
        "stream",
        Change(CONTROL, "Keys && Either && elsewhere_i", "1'b0", "if ("),
        "key inside a message",
        "is to be refused",
        EITHER_PIPE,
    ),
    "a tag that one of the other hash replaces": Mistake(
        "stream",
        Change("sil_md5_sha1_pipe4_pair.sv", "waits_q ? sha1_q : ~valid[0]", "~valid[0]"),
        "random actions",
        "changed before it was taken",
        "hmac-md5-sha1-perf-pipe4-pre",
    ),
    "a comparison in every cycle": Mistake(
        "stream",
        Change(HMAC, "waits_q", "1'b0", "assign m_tmatch = m_tvalid & ~m_tuser & ("),
        "random actions",
        "m_tmatch changed",
        "hmac-sha1-fast",
    ),
}


@pytest.mark.usefixtures("broken_hardware")
@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_noticed(name: str, tmp_path: Path) -> None:
    check = performed(MISTAKES[name], name, tmp_path)
    assert not check.passed
    assert re.search(MISTAKES[name].detail, check.detail), check.detail


@pytest.mark.usefixtures("broken_hardware")
@pytest.mark.parametrize("name", ["a hang", "a broken key that is loaded", "another S-box"])
def test_without_a_mistake_the_check_passes(name: str, tmp_path: Path) -> None:
    """A build contains all mistakes of its configuration; it is correct if none is active."""
    check = performed(MISTAKES[name], "", tmp_path)
    assert check.passed, check.detail


def performed(mistake: Mistake, active: str, folder: Path) -> Check:
    """Returns a mistake's check on its configuration, in which the mistake `active` is active."""
    whole = catalog.get(mistake.point)
    point = next(one for one in whole.choices if mistake.hash in ("", one.hash.enum))
    bench = compiled(point, mistake, active, folder)
    subject = HashSubject(point, mistake.level, HashModel(bench, digest_bytes(point)))
    return perform(mistake.check, CHECKS[mistake.check], subject, EFFORTS["quick"])


def compiled(point: DesignPoint, mistake: Mistake, active: str, folder: Path) -> Path:
    """Returns the compiled bench. Mistakes of a configuration share one, except those apart."""
    level, files = mistake.level, point.sources(mistake.level)
    if mistake.apart:
        sources = replaced(files, mistake.change, folder)
        return verilator.executable(build(point, level, sources))
    together = {
        name: other.change
        for name, other in MISTAKES.items()
        if (other.point, other.level, other.apart) == (mistake.point, level, False)
    }
    sources = plant(files, together.values(), folder, point.top(level))
    bench = verilator.executable(build(point, level, sources))
    return program(bench, [*together].index(active) + 1 if active else 0, folder)


@dataclass(frozen=True)
class Lax(HashModel):
    """A correct model that is never stalled or reset, and whose time depends on a message bit."""

    def run(self, jobs: Iterable[AnyJob], power_on: int = 1) -> list[Reply]:
        """Returns a digest for each message after 100 cycles, or 101."""
        replies = []
        for job in jobs:
            assert isinstance(job, Job)
            replies.append(Reply("", 200, 0, 0, tuple(map(self.outcome, job.messages))))
        return replies

    def outcome(self, message: Message) -> Outcome:
        """Returns the outcome of a message."""
        slow = message.data[:1] >= b"\x80"
        return Outcome(hashlib.sha256(message.data).digest(), 0, 100 + slow, lost=False)


@pytest.mark.parametrize(
    ("name", "detail"),
    [
        ("constant time", r"took \[100, 101\] cycles"),
        ("latency", "100 cycles instead of"),
        ("cycles per block", "0 cycles per block instead of"),
        ("stalls", "never made a beat or a digest wait"),
        ("resets", "no reset ever cut a message off"),
    ],
)
def test_wrong_cycles_and_empty_checks_are_noticed(name: str, detail: str) -> None:
    subject = HashSubject(catalog.get("sha256-u1"), "core", Lax(Path("none"), 32))
    check = perform(name, CHECKS[name], subject, EFFORTS["quick"])
    assert not check.passed
    assert re.search(detail, check.detail), check.detail
