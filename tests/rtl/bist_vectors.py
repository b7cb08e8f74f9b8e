"""Writes ``hw/system/bist/sil_bist_vectors_pkg.sv`` from the vector files of the standards.

``python tests/rtl/bist_vectors.py`` writes the file; ``test_bist.py`` checks that it is current.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from silicrypt.catalog import UNITS
from silicrypt.catalog.hmac import EITHER
from silicrypt.catalog.merkle_damgard import MerkleDamgard
from silicrypt.catalog.unit import Unit
from silicrypt.paths import hw_root
from silicrypt.verify import vectors
from silicrypt.verify.vectors import Vector

PATH = hw_root() / "system" / "bist" / "sil_bist_vectors_pkg.sv"
_ROW = 32  # bytes

_HEAD = """\
// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The vectors of the self-test, from the standards' files. For a hash: the empty message, one of
/// three bytes, one that just fits into a block and one that just does not, and one of three blocks
/// or more. For MD5, SM3 and HMAC: all that their documents have.
///
/// The vectors at the end of each set are messages of two bytes. They were chosen so that the
/// results of the set together have each bit at both values. Python's hashlib computed them.
///
/// Written by tests/rtl/bist_vectors.py.
///
/// ## Byte order
/// As printed: a row's first byte is its leftmost. Key, message and result begin with a row each.
package sil_bist_vectors_pkg;

  /// A vector: its first row, and the bytes of its key (0: no key) and of its message.
  typedef struct packed {
    int unsigned row;
    int unsigned key_bytes;
    int unsigned message_bytes;
  } vector_t;

  /// Width of a row.
  localparam int unsigned ROW_BITS = 256;
"""


@dataclass(frozen=True)
class Set:
    """The vectors of an algorithm, as a hash or as HMAC.

    Attributes:
        algorithm: the hash.
        keyed: whether the vectors are of HMAC with this hash.
        source: publisher of the vectors.
        published: the vectors of the publisher.
        added: vectors that complete the values of the results' bits, after the published ones.
    """

    algorithm: MerkleDamgard
    keyed: bool
    source: str
    published: tuple[Vector, ...]
    added: tuple[Vector, ...]

    @property
    def vectors(self) -> tuple[Vector, ...]:
        return (*self.published, *self.added)

    @property
    def name(self) -> str:
        return f"HMAC-{self.algorithm.name}" if self.keyed else self.algorithm.name


def chosen(algorithm: MerkleDamgard) -> tuple[Vector, ...]:
    """Returns the vectors of a hash that the self-test uses."""
    short = vectors.short(algorithm.name)
    if "long" not in vectors.kinds(algorithm.name):
        return short
    limit = algorithm.block_bits // 8 - 1 - algorithm.padding.length_bytes
    lengths = (0, 3, limit, limit + 1)
    long = next(v for v in vectors.long(algorithm.name) if algorithm.blocks(len(v.message)) > 2)
    return (*(v for n in lengths for v in short if len(v.message) == n), long)


def unseen(results: Sequence[bytes]) -> int:
    """Returns the values of bits that no result has: ones in the upper half, zeros in the lower."""
    bits = 8 * len(results[0])
    ones = zeros = 2**bits - 1
    for result in results:
        ones &= ~int.from_bytes(result)
        zeros &= int.from_bytes(result)
    return ones << bits | zeros


def added(algorithm: MerkleDamgard, published: Sequence[Vector]) -> tuple[Vector, ...]:
    """Returns vectors after which the results have each bit at both values.

    Each of them is the message of two bytes with the most values that are still missing, under the
    last key.
    """
    key, found = published[-1].key, list[Vector]()
    messages = [number.to_bytes(2) for number in range(2**12)]
    candidates = [Vector(one, _result(algorithm, key, one), key) for one in messages]
    while missing := unseen([vector.digest for vector in (*published, *found)]):
        found.append(max(candidates, key=lambda one: (missing & ~unseen([one.digest])).bit_count()))
    return tuple(found)


def _result(algorithm: MerkleDamgard, key: bytes | None, message: bytes) -> bytes:
    if key is None:
        unit = next(unit for unit in _units() if algorithm in unit.algorithms.values())
        return unit.reference(algorithm, message, b"")
    return hmac.digest(key, message, algorithm.hashlib)


def _units() -> list[Unit[MerkleDamgard]]:
    return [unit for unit in UNITS.values() if unit.interface == "hash"]


def algorithms() -> list[MerkleDamgard]:
    """Returns every Merkle-Damgard hash that has published vectors."""
    found = [algorithm for unit in _units() for algorithm in unit.algorithms.values()]
    once = {algorithm.name: algorithm for algorithm in found}
    return [algorithm for algorithm in once.values() if vectors.kinds(algorithm.name)]


@cache
def sets() -> tuple[Set, ...]:
    """Returns all sets of vectors: the hashes, then HMAC."""
    hashes = algorithms()
    keyed = [a for a in hashes if vectors.kinds(f"HMAC-{a.name}")]
    plain = [(a, False, a.name, chosen(a)) for a in hashes]
    macs = [(a, True, name := f"HMAC-{a.name}", vectors.short(name)) for a in keyed]
    return tuple(
        Set(algorithm, is_keyed, vectors.source(name), known, added(algorithm, known))
        for algorithm, is_keyed, name, known in (*plain, *macs)
    )


def render() -> str:
    """Returns the text of the package."""
    every = sets()
    items = [(s, v) for s in every for v in s.vectors]
    longest = max(len(part) for _, v in items for part in (v.message, v.key or b""))
    beats = max(
        -(-len(part) * 8 // s.algorithm.word_bits)
        for s, v in items
        for part in (v.message, v.key or b"")
    )
    body = [
        "  /// Width in bits of a length in bytes, and of the index of a beat of a word or more.",
        f"  localparam int unsigned BYTES_BITS = {longest.bit_length()};",
        f"  localparam int unsigned BEAT_BITS = {(beats - 1).bit_length()};\n",
        *_types(),
        *_functions(every),
        *_tables(every),
        *_readers(),
    ]
    return _HEAD + "\n".join(body) + "\nendpackage\n"


def _types() -> list[str]:
    enums = [one.enum for one in (*algorithms(), EITHER)]
    names = [f"    {enum} = {number}," for number, enum in enumerate(enums)]
    words = [f"      {one.enum}: return {one.word_bits};" for one in (*algorithms(), EITHER)]
    digests = [f"      {one.enum}: return {one.digest_bits};" for one in (*algorithms(), EITHER)]
    return [
        "  /// The algorithms that are tested. The numbers are part of the interface.",
        "  typedef enum int unsigned {",
        *names[:-1],
        f"    {enums[-1]} = {len(enums) - 1}   ///< either, chosen for each message",
        "  } alg_e;\n",
        "  /// Width of a word in bits.",
        "  function automatic int unsigned word_bits(alg_e alg);",
        "    unique case (alg)",
        *words[:-1],
        words[-1].replace(EITHER.enum, "default"),
        "    endcase",
        "  endfunction\n",
        "  /// Bits of the digest; of either, the longer.",
        "  function automatic int unsigned digest_bits(alg_e alg);",
        "    unique case (alg)",
        *digests[:-1],
        digests[-1].replace(EITHER.enum, "default"),
        "    endcase",
        "  endfunction\n",
        "  /// Returns the value of an algorithm of SHA-2 in sil_sha2_pkg::alg_e.",
        "  function automatic sil_sha2_pkg::alg_e sha2(alg_e alg);",
        "    return sil_sha2_pkg::alg_e'(int'(alg) - int'(SHA224));",
        "  endfunction\n",
    ]


def _functions(every: Sequence[Set]) -> list[str]:
    first, firsts, counts = 0, list[str](), list[str]()
    for one in every:
        key = f"{{{one.algorithm.enum}, 1'b{int(one.keyed)}}}"
        firsts.append(f"      {key}: return {first};")
        counts.append(f"      {key}: return {len(one.vectors)};")
        first += len(one.vectors)
    either = "{MD5_SHA1, 1'b1}: return count(MD5, 1'b1) + count(SHA1, 1'b1);"
    return [
        "  /// Returns the number of vectors of an algorithm, as a hash or with HMAC (`keyed`).",
        "  function automatic int unsigned count(alg_e alg, bit keyed);",
        "    unique case ({alg, keyed})",
        *counts,
        f"      {either}",
        "      default: return 0;",
        "    endcase",
        "  endfunction\n",
        "  /// Returns the index in VECTORS of the first vector of an algorithm.",
        "  function automatic int unsigned first(alg_e alg, bit keyed);",
        "    unique case ({alg, keyed})",
        *firsts,
        "      default: return 0;",
        "    endcase",
        "  endfunction\n",
        "  /// Returns the index in VECTORS of a vector. Those of MD5_SHA1 alternate.",
        "  function automatic int unsigned number(alg_e alg, bit keyed, int unsigned index);",
        "    if (alg != MD5_SHA1) return first(alg, keyed) + index;",
        "    return first(index % 2 == 1 ? SHA1 : MD5, keyed) + index / 2;",
        "  endfunction\n",
    ]


def _tables(every: Sequence[Set]) -> list[str]:
    entries, rows = list[str](), list[str]()
    for one in every:
        title = f"    // {one.name}: {one.source}"
        entries.append(title)
        for index, vector in enumerate(one.vectors):
            key = vector.key or b""
            entries.append(f"    '{{{len(rows_of(rows))}, {len(key)}, {len(vector.message)}}},")
            ours = " (added)" if vector in one.added else ""
            rows.append(f"{title}, vector {index}{ours}")
            for part in (key, vector.message, vector.digest):
                rows += [
                    f"    256'h{part[at : at + _ROW].ljust(_ROW, bytes(1)).hex()},"
                    for at in range(0, len(part), _ROW)
                ]
    return [
        "  /// Every vector.",
        f"  localparam vector_t VECTORS [{sum('{' in e for e in entries)}] = '{{",
        *_without_last_comma(entries),
        "  };\n",
        "  /// Keys, messages and results.",
        f"  localparam logic [ROW_BITS-1:0] ROWS [{len(rows_of(rows))}] = '{{",
        *_without_last_comma(rows),
        "  };\n",
    ]


def _readers() -> list[str]:
    return [
        "  /// Returns the number of rows that a number of bytes takes.",
        "  function automatic int unsigned rows(int unsigned bytes);",
        "    return (8 * bytes + ROW_BITS - 1) / ROW_BITS;",
        "  endfunction\n",
        "  /// The first row of a vector's result.",
        "  function automatic int unsigned result_row(alg_e alg, bit keyed, int unsigned index);",
        "    vector_t vector = VECTORS[number(alg, keyed, index)];",
        "    return vector.row + rows(vector.key_bytes) + rows(vector.message_bytes);",
        "  endfunction\n",
        "  /// Returns whether two vectors of HMAC have the same key.",
        "  function automatic bit same_key(alg_e alg, int unsigned one, int unsigned other);",
        "    vector_t a = VECTORS[number(alg, 1'b1, one)];",
        "    vector_t b = VECTORS[number(alg, 1'b1, other)];",
        "    if (a.key_bytes != b.key_bytes) return 1'b0;",
        "    for (int unsigned i = 0; i < rows(a.key_bytes); i++) begin",
        "      if (ROWS[a.row+i] != ROWS[b.row+i]) return 1'b0;",
        "    end",
        "    return 1'b1;",
        "  endfunction\n",
        "  /// Returns byte `index` of the key, message or result that begins in a row.",
        "  function automatic logic [7:0] row_byte(int unsigned row, int unsigned index);",
        "    return ROWS[row + 8 * index / ROW_BITS][ROW_BITS - 1 - 8 * index % ROW_BITS -: 8];",
        "  endfunction",
    ]


def rows_of(lines: Sequence[str]) -> list[str]:
    """Returns the lines that are rows, without titles."""
    return [line for line in lines if "256'h" in line]


def _without_last_comma(lines: Sequence[str]) -> list[str]:
    return [*lines[:-1], lines[-1].removesuffix(",")]


if __name__ == "__main__":
    PATH.write_text(render(), encoding="utf-8")
