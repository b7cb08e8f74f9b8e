"""Hardware with one mistake does not pass: the named check finds each mistake."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

from silicrypt import catalog
from silicrypt.catalog import Level
from silicrypt.tools import verilator
from silicrypt.verify.checks import perform
from silicrypt.verify.hash.model import Model, build, digest_bytes
from silicrypt.verify.hash.subject import Subject
from silicrypt.verify.hash.wire import AnyJob, Job, Message, Outcome, Reply
from silicrypt.verify.suites import CHECKS, SUITES

ITERATIVE, PIPELINED = "sil_md_iterative.sv", "sil_md_pipelined.sv"
PADDER = "sil_md_padder.sv"
TABLE, MD5, SHA1 = "sil_sha2_pkg.sv", "sil_md5_pkg.sv", "sil_sha1_pkg.sv"
SM3 = "sil_sm3_pkg.sv"
HMAC, CONTROL, MEMORY = "sil_hmac_engine.sv", "sil_hmac_control.sv", "sil_hmac_memory.sv"
FEED_FORWARD, FRAMING = "sil_md_feed_forward.sv", "sil_axis_framing.sv"
SHAT, STEPS = "sil_shat_pkg.sv", "sil_shat_steps.sv"
EITHER = "hmac-md5-sha1-area"


@dataclass(frozen=True)
class Mistake:
    """A text of a source file, its replacement, and the check that must find it."""

    level: Level
    file: str
    right: str
    wrong: str
    check: str
    detail: str
    config: str = "sha256-u1"
    hash: str = ""  # the hash to check, if the unit has two


MISTAKES = {
    "a constant": Mistake(
        "core", TABLE, "c67178f2", "c67178f3", "short vectors", "129 failed|65 failed"
    ),
    "an early end of m_tvalid": Mistake(
        "core", ITERATIVE, "(valid_q & ~m_tready);", "1'b0;", "stalls", "m_tvalid fell"
    ),
    "a digest that is not held": Mistake(
        "core", ITERATIVE, "(valid_q & m_tready)", "(valid_q)", "stalls", "m_tdata changed"
    ),
    "m_tvalid waiting for m_tready": Mistake(
        "core",
        ITERATIVE,
        "m_tvalid = valid_q;",
        "m_tvalid = valid_q & m_tready;",
        "stalls",
        "depends",
    ),
    "m_tvalid in reset": Mistake(
        "core",
        ITERATIVE,
        "m_tvalid = valid_q;",
        "m_tvalid = valid_q | ~rst_ni;",
        "resets",
        "in reset",
    ),
    "a digest too many": Mistake(
        "core",
        ITERATIVE,
        "m_tvalid = valid_q;",
        "m_tvalid = rst_ni;",
        "random messages",
        "without a mes",
    ),
    "a hang": Mistake(
        "core", ITERATIVE, "s_tready = load_i;", "s_tready = 1'b0;", "every length", "no beat taken"
    ),
    "a count without reset": Mistake(
        "stream",
        PADDER,
        "      count_q <= '0;\n      first_q <= 1'b1;\n",
        "",
        "resets",
        "instead of",
    ),
    "a length one byte off": Mistake(
        "stream",
        PADDER,
        "{count_q, rest_d, 3'b0}",
        "{count_q, rest_d, 3'b0} + 64'd8",
        "block boundaries",
        "instead of",
    ),
    "channels mixed up": Mistake(
        "core", PIPELINED, "m_tid = id_q;", "m_tid = ~id_q;", "random messages", "", "sha512-pipe2"
    ),
    "a rotation": Mistake(
        "core", MD5, "7 + 5 * index", "7 + 4 * index", "short vectors", "7 failed", "md5-binary"
    ),
    "the order of the words": Mistake(
        "core", MD5, "5 * step + 1", "5 * step", "short vectors", "7 failed", "md5-fast"
    ),
    "a Gray counter that never wraps": Mistake(
        "core", "sil_counter.sv", "(wrap_i) flip", "(1'b0) flip", "every length", "", "md5-gray"
    ),
    "a word that is always written": Mistake(
        "core",
        "sil_md5_message.sv",
        "run_i & load_i & address",
        "run_i & address",
        "stalls",
        "instead of",
        "md5-gray-gated",
    ),
    "a length with its high byte first": Mistake(
        "stream",
        PADDER,
        "= little_i ?",
        "= 1'b0 ?",
        "short vectors",
        "failed",
        "md5-binary",
    ),
    "K of the fourth round": Mistake(
        "core", SHA1, "ca62c1d6", "ca62c1d7", "short vectors", "65 failed", "sha1-fast"
    ),
    "Maj instead of Ch": Mistake(
        "core",
        SHA1,
        "2'd0:    return '{one: c, zero: d};",
        "2'd0:    return '{one: c | d, zero: c & d};",
        "short vectors",
        "65 failed",
        "sha1-u1",
    ),
    "Parity instead of Maj": Mistake(
        "core",
        SHA1,
        "2'd2:    return '{one: c | d",
        "2'd2:    return '{one: c ^ d",
        "short vectors",
        "65 failed",
        "sha1-u1-pre",
    ),
    "b rotated by 29 for the next operations": Mistake(
        "core",
        "sil_sha1_operations.sv",
        "rotl(30, working[E+2])",
        "rotl(29, working[E+2])",
        "short vectors",
        "65 failed",
        "sha1-u1",
    ),
    "e rotated by 29 where it is formed ahead": Mistake(
        "core",
        "sil_sha1_rounds.sv",
        ".x0_i(rotl(30, working_q[3]))",
        ".x0_i(rotl(29, working_q[3]))",
        "short vectors",
        "65 failed",
        "sha1-fast",
    ),
    "a schedule without its rotation, SHA-0": Mistake(
        "core",
        "sil_sha1_schedule.sv",
        "word_q <= rotl(1, w[14]",
        "word_q <= rotl(0, w[14]",
        "short vectors",
        "65 failed",
        "sha1-fast",
    ),
    "an orphan word of the chaining value": Mistake(
        "core",
        "sil_sha1_table.sv",
        "operation >= ControlWords * Unroll - 2",
        "operation >= ControlWords * Unroll - 1",
        "Monte Carlo",
        "failed",
        "sha1-fast",
    ),
    "T of round 16 without its rotation": Mistake(
        "core",
        "sil_sm3_constants.sv",
        "rotl(16, T_LATER)",
        "rotl(0, T_LATER)",
        "short vectors",
        "6 failed",
        "sm3-u1",
    ),
    "G rotated by 18": Mistake(
        "core", SM3, "rotl(19, earlier)", "rotl(18, earlier)", "short vectors", "6 failed", "sm3-u1"
    ),
    "X of round 0 without A and E": Mistake(
        "core",
        "sil_sm3_retimed.sv",
        "constant + forward_sum_q",
        "constant",
        "short vectors",
        "6 failed",
        "sm3-fast",
    ),
    "ipad and opad swapped": Mistake(
        "stream",
        CONTROL,
        "state_q == Inner ? IPAD : state_q == Outer ? OPAD",
        "state_q == Inner ? OPAD : state_q == Outer ? IPAD",
        "short vectors",
        "7 failed",
        "hmac-sha1-fast",
    ),
    "a key of exactly a block hashed": Mistake(
        "stream",
        CONTROL,
        "if (s_tlast || !s_tkey) state_d = end_of_block ? Inner : Zero;\n"
        "        else if (end_of_block)",
        "if (s_tlast && !end_of_block) state_d = Zero;\n        else if (end_of_block)",
        "keys",
        "",
        "hmac-sha1-fast",
    ),
    "a longer key cut to a block": Mistake(
        "stream",
        CONTROL,
        "else if (end_of_block) state_d = Long;",
        "else if (end_of_block) state_d = Inner;",
        "keys",
        "",
        "hmac-md5-fast",
    ),
    "bytes after the key's end": Mistake(
        "stream", MEMORY, "key_i & valid", "key_i", "keys", "instead of", "hmac-sha256-fast"
    ),
    "a length without the block of key": Mistake(
        "stream",
        PADDER,
        "CountBits'(prefix_i) << BeatBits",
        "CountBits'(1'b0) << BeatBits",
        "short vectors",
        "7 failed",
        "hmac-sha1-fast",
    ),
    "a midstate of a key that is not kept": Mistake(
        "stream",
        CONTROL,
        "state_q == Tag ? OuterMidstate : NoMidstate",
        "state_q == Tag ? InnerMidstate : NoMidstate",
        "short vectors",
        "7 failed",
        "hmac-sha1",
    ),
    "a comparison without a byte": Mistake(
        "stream",
        HMAC,
        "digest_tdata == tag_i",
        "digest_tdata >> 8 == tag_i >> 8",
        "random messages",
        "m_tmatch is high for another tag",
        "hmac-sha1-fast",
    ),
    "a comparison that is always true": Mistake(
        "stream",
        HMAC,
        "digest_tdata == tag_i",
        "digest_tdata == (tag_i | digest_tdata)",
        "short vectors",
        "m_tmatch is high for another tag",
        "hmac-md5-fast",
    ),
    "a tag without a key": Mistake(
        "stream",
        CONTROL,
        "(Keys ? keyed_q[s_tsha1] & ~dropping_q : keyed_i) ? Text",
        "1'b1 ? Text",
        "no key",
        "a tag",
        "hmac-sha1-fast",
    ),
    "a tag under a key that is for the other hash": Mistake(
        "stream",
        CONTROL,
        "(Keys ? keyed_q[s_tsha1] & ~dropping_q : keyed_i) ? Text",
        "|keyed_q ? Text",
        "no key",
        "a tag",
        EITHER,
        "SHA1",
    ),
    "one midstate for the keys of both hashes": Mistake(
        "stream",
        "sil_md5_sha1_core.sv",
        "sha1_i && which != '0 ?",
        "1'b0 && which != '0 ?",
        "either hash",
        "instead of",
        EITHER,
        "MD5",
    ),
    "the function of MD5 in SHA-1": Mistake(
        "stream",
        "sil_md5_sha1_pkg.sv",
        "if (kind.sha1) return '{one: {32{~kind.feed_forward}}, zero: '0};",
        "",
        "short vectors",
        "7 failed",
        EITHER,
        "SHA1",
    ),
    "the function of SHA-1 in MD5": Mistake(
        "stream",
        "sil_md5_sha1_pkg.sv",
        "if (!kind.sha1) return '{one: '0, zero: '0};",
        "",
        "short vectors",
        "7 failed",
        EITHER,
        "MD5",
    ),
    "the rotation of a step of MD5 in SHA-1": Mistake(
        "stream",
        "sil_md5_sha1_pkg.sv",
        "SHIFT_5 = '{coarse: 2'd0, fine: 2'd1}",
        "SHIFT_5 = '{coarse: 2'd1, fine: 2'd1}",
        "short vectors",
        "7 failed",
        EITHER,
        "SHA1",
    ),
    "the digest of MD5 a beat too long": Mistake(
        "stream",
        CONTROL,
        "DigestBeats - 1 - (Either && !sha1_q ? 1 : 0)",
        "DigestBeats - 1",
        "short vectors",
        "7 failed",
        EITHER,
        "MD5",
    ),
    "always the core of MD5": Mistake(
        "stream",
        "sil_md5_sha1_pair.sv",
        "m_tdata = sha1_i ? sha1_digest :",
        "m_tdata = 1'b0 ? sha1_digest :",
        "short vectors",
        "7 failed",
        "hmac-md5-sha1-perf",
        "SHA1",
    ),
    "four channels mixed up": Mistake(
        "core", PIPELINED, "m_tid = id_q;", "m_tid = ~id_q;", "random messages", "", "md5-pipe4"
    ),
    "working variables that move on a cycle late": Mistake(
        "core",
        "sil_md5_stage.sv",
        "assign ahead = pass_i ?",
        "logic late_q; always_ff @(posedge clk_i) if (en_i) late_q <= pass_i;\n"
        "  assign ahead = late_q ?",
        "short vectors",
        "7 failed",
        "md5-pipe4",
    ),
    "blocks that move on a cycle early": Mistake(
        "core",
        "sil_sha1_pipeline.sv",
        ".soon_i   (pass_q[Stages-s])",
        ".soon_i   (pass_q[Stages-1-s])",
        "short vectors",
        "65 failed",
        "sha1-pipe4",
    ),
    "a stage with the words of another message": Mistake(
        "core",
        "sil_md5_pipeline.sv",
        "first_q - 2'(s)",
        "first_q + 2'(s)",
        "short vectors",
        "7 failed",
        "md5-pipe4",
    ),
    "a stage with the schedule of another message": Mistake(
        "core",
        "sil_sha1_pipeline.sv",
        "inside_q[s] + 1'b1",
        "inside_q[s] - 1'b1",
        "short vectors",
        "65 failed",
        "sha1-pipe4",
    ),
    "a chaining value that an empty slot spoils": Mistake(
        "core",
        FEED_FORWARD,
        "keep_q <= control.fresh | ~control.full",
        "keep_q <= control.fresh",
        "stalls",
        "instead of",
        "sha1-pipe4",
    ),
    "a block sent before it is complete": Mistake(
        "stream",
        "sil_md_buffer.sv",
        "valid_q | (take & (&count_q[BeatBits-1:0]))",
        "valid_q | (take & (&count_q[BeatBits-1:1]))",
        "stalls",
        "instead of|without a message",
        "md5-pipe4",
    ),
    "a message that starts where another does": Mistake(
        "stream",
        HMAC,
        "= restore[block_tid]",
        "= restore[0]",
        "random messages",
        "instead of",
        "hmac-sha1-pipe4",
    ),
    "a midstate saved under another channel": Mistake(
        "stream",
        HMAC,
        "save_o = save[0]",
        "save_o = save[1]",
        "short vectors",
        "7 failed",
        "hmac-md5-pipe4",
    ),
    "a key while messages are in flight": Mistake(
        "stream",
        HMAC,
        "(&(idle | Channels'(1)))",
        "(1'b1)",
        "keys",
        "instead of",
        "hmac-sha1-pipe4",
    ),
    "another S-box": Mistake(
        "core",
        SHAT,
        "e  = x[2] ^ (a & b);",
        "e  = x[2] ^ (a | b);",
        "every length",
        "301 failed",
        "shat128",
    ),
    "a diffusion of 32 bits in longer words": Mistake(
        "core", SHAT, "(x >> (w - n))", "(x >> (32 - n))", "every length", "301 failed", "shat256"
    ),
    "the number of the STEP before": Mistake(
        "core",
        STEPS,
        "number_i + 6'(k)",
        "number_i + 6'(k / 2)",
        "every length",
        "301 failed",
        "shat128-u2-pre",
    ),
    "an S1 without S2 of the STEP before": Mistake(
        "core",
        STEPS,
        "(s2[k-1] ^ s3[k-1])",
        "(s2[k] ^ s3[k-1])",
        "every length",
        "301 failed",
        "shat128-u3-fast",
    ),
    "a state that is not cleared": Mistake(
        "core", STEPS, "Small || !clear_i", "1'b1", "every length", "failed", "shat128-u4"
    ),
    "a hold that is too short": Mistake(
        "core",
        "sil_shat_core.sv",
        "? 7 : 21",
        "? 7 : 20",
        "stalls",
        "instead of",
        "shat128",
    ),
    "a state that moves while it waits": Mistake(
        "core",
        "sil_shat_perm.sv",
        "~ClockGate | ~hold_i | clear_i",
        "1'b1",
        "stalls",
        "instead of",
        "shat128-gated",
    ),
    "a reset that needs a clock": Mistake(
        "core",
        "sil_sponge_control.sv",
        "@(posedge clk_i or negedge rst_ni)",
        "@(posedge clk_i)",
        "power-on",
        "failed",
        "shat128-gated",
    ),
    "an S2 that is not cleared": Mistake(
        "core", STEPS, "~(Small & clear_i)", "1'b1", "power-on", "failed", "shat128"
    ),
    "a cycle of clearing less": Mistake(
        "core",
        "sil_shat_core.sv",
        "(WORDS + Unroll - 1) / Unroll",
        "4",
        "power-on",
        "failed",
        "shat128-gated",
    ),
    "no mark after a full word": Mistake(
        "stream",
        "sil_sponge_padder.sv",
        "s_tlast & keep[Bytes-1]",
        "1'b0",
        "every length",
        "",
        "shat128",
    ),
    "a digest over one that was not taken": Mistake(
        "stream",
        "sil_sponge_blocks.sv",
        "~m_tvalid | ~message_tlast_o",
        "1'b1",
        "stalls",
        "",
        "shat128-u48",
    ),
    "words of a digest in reverse": Mistake(
        "stream",
        "sil_sponge_digest.sv",
        "{s_tdata, words_q[Words-1:1]}",
        "{words_q[Words-2:0], s_tdata}",
        "every length",
        "301 failed",
        "shat128",
    ),
    "a message while its key is loaded": Mistake(
        "stream",
        HMAC,
        "(i == 0 | ~loading[0] | key_partly[0])",
        "(1'b1)",
        "keys",
        "no digest",
        "hmac-sha1-pipe4",
    ),
    "a short beat that is not last": Mistake(
        "stream",
        FRAMING,
        "~(last_i | keep_i[Bytes-1])",
        "1'b0",
        "framing",
        "is to be refused",
    ),
    "a hole in the valid bytes": Mistake(
        "stream",
        FRAMING,
        "|(keep_i[Bytes-1:1] & ~keep_i[Bytes-2:0])",
        "1'b0",
        "framing",
        "is to be refused",
        "shat128",
    ),
    "an error flag that outlives its message": Mistake(
        "stream",
        PADDER,
        "broken_q <= ~last & broken",
        "broken_q <= broken",
        "framing",
        "a good message is refused",
    ),
    "an error flag of a sponge that outlives its message": Mistake(
        "stream",
        "sil_sponge_padder.sv",
        "broken_q <= ~m_tlast & broken",
        "broken_q <= broken",
        "framing",
        "a good message is refused",
        "shat128",
    ),
    "an error flag that the next message changes": Mistake(
        "stream",
        "sil_md_errors.sv",
        "wait_q ? held_q : error_q[digest_tid_i]",
        "error_q[digest_tid_i]",
        "framing",
        "changed before it was taken",
        "md5-pipe4",
    ),
    "a broken key that is loaded": Mistake(
        "stream",
        CONTROL,
        "keyed_d[sha1_q] = ~broken_q",
        "keyed_d[sha1_q] = 1'b1",
        "framing",
        "is to be refused",
        "hmac-sha1-fast",
    ),
    "a tag for a broken message": Mistake(
        "stream",
        CONTROL,
        "state_d = broken_q ? Refuse : Tag",
        "state_d = Tag",
        "framing",
        "is to be refused",
        "hmac-sha1-fast",
    ),
    "a digest with a refusal": Mistake(
        "stream",
        HMAC,
        "m_tvalid & ~m_tuser ? digest_tdata",
        "m_tvalid ? digest_tdata",
        "framing",
        "a refusal has data",
        "hmac-sha1-fast",
    ),
    "a key of a block and an empty last beat hashed": Mistake(
        "stream",
        CONTROL,
        "s_tkey & ~(s_tlast & s_tnull)",
        "s_tkey",
        "keys",
        "instead of",
        "hmac-sha256-fast",
    ),
    "a key that is text of a message": Mistake(
        "stream",
        CONTROL,
        "if (open && offered_i && s_tkey != key_partly_o) broken_d = 1'b1;",
        "",
        "key inside a message",
        "is to be refused",
        "hmac-sha1-fast",
    ),
    "the old key after a key that was refused": Mistake(
        "stream",
        CONTROL,
        "state_q inside {Text, Drop, Skip}) keyed_d = '0;",
        "state_q inside {Skip}) keyed_d = '0;",
        "key inside a message",
        "is to be refused",
        "hmac-md5-fast",
    ),
    "the rest of a refused key loaded as a key": Mistake(
        "stream",
        CONTROL,
        "dropping_d = ~s_tlast;",
        "dropping_d = 1'b0;",
        "key inside a message",
        "",
        "hmac-md5-fast",
    ),
    "a key that waits for a message of another tid": Mistake(
        "stream",
        CONTROL,
        "(partly_i || dropping_q)",
        "dropping_q",
        "key inside a message",
        "no beat taken",
        "hmac-sha1-pipe4",
    ),
    "a comparison in every cycle": Mistake(
        "stream",
        HMAC,
        "(waits_q ? match_q : digest_tdata == tag_i)",
        "(digest_tdata == tag_i)",
        "random actions",
        "m_tmatch changed",
        "hmac-sha1-fast",
    ),
}


@pytest.mark.usefixtures("broken_hardware")
@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_noticed(name: str, tmp_path: Path) -> None:
    mistake = MISTAKES[name]
    whole = catalog.get(mistake.config)
    config = next(one for one in whole.choices if mistake.hash in ("", one.hash.enum))
    sources = [plant(mistake, path, tmp_path) for path in config.sources(mistake.level)]
    program = verilator.executable(build(config, mistake.level, tuple(sources)))
    model = Model(program, digest_bytes(config))
    subject = Subject(config, mistake.level, model)
    check = perform(mistake.check, CHECKS[mistake.check], subject, SUITES["quick"])
    assert not check.passed
    assert re.search(mistake.detail, check.detail), check.detail


def plant(mistake: Mistake, path: Path, folder: Path) -> Path:
    """Returns the source file, or a modified file with the mistake."""
    if path.name != mistake.file:
        return path
    text = path.read_text(encoding="utf-8")
    assert mistake.right in text, f"{path} no longer has '{mistake.right}': adapt this test"
    copy = folder / path.name
    copy.write_text(text.replace(mistake.right, mistake.wrong), encoding="utf-8")
    return copy


@dataclass(frozen=True)
class Lax(Model):
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
        return Outcome(hashlib.sha256(message.data).digest(), 0, 100 + slow, lost_to_reset=False)


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
    subject = Subject(catalog.get("sha256-u1"), "core", Lax(Path("none"), 32))
    check = perform(name, CHECKS[name], subject, SUITES["quick"])
    assert not check.passed
    assert re.search(detail, check.detail), check.detail
