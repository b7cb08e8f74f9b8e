"""Proves that a mutant is no change although some of its registers differ from the design's.

A register of the data path may differ while no one uses it. So the proof carries a relation from
cycle to cycle: under which conditions a register of the mutant is equal to that of the design.

* Only control registers and inputs of narrow ports decide the next value of a control register.
  Where one differs, the mutant has a register of its own.
* A data register is equal while any of its conditions holds. A condition is the value of a control
  register.

A simulation finds the conditions that may hold. Where a register differs, it is known whether it
may change another one: exactly for control, and as an upper bound for data. ABC searches a proof
that no condition and no output is ever violated. A counterexample removes conditions, and the
search begins again. The relation holds after a reset, so what is proved holds in all cycles.
"""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from silicrypt.mutate.aiger import FALSE, PORT, RESET, TRUE, Graph, Miter, is_payload

#: Inputs of a wider port are data.
_NARROW = 8
#: Simulated in parallel; cycles of it; cycles after which it begins again, in its last quarter.
_LANES, _CYCLES, _RESTART = 256, 400, 8
_STEPS = "read_aiger {}; strash; dc2; scleanup; print_stats; pdr -T {}"
_PROVED = re.compile(r"Property proved|and = +0 ")
#: A condition: a control register, by its index, and the value that it does not have.
Condition = tuple[int, int]


@dataclass(frozen=True)
class Compared:
    """A model of mutants, of which one is compared with the design.

    Attributes:
        graph: the model.
        number: the mutant.
    """

    graph: Graph
    number: int

    @cached_property
    def support(self) -> Mapping[int, int]:
        """The inputs and registers that decide each node, as bits of a number."""
        found, inputs = {0: 0}, self.graph.inputs
        nodes = [one[0] for one in self.graph.registers.values()]
        nodes += [literal for name, literal in inputs.items() if not name.startswith(PORT)]
        found |= {literal: 1 << i for i, literal in enumerate(nodes)}
        found |= {literal: 0 for name, literal in inputs.items() if name.startswith(PORT)}
        for node, a, b in self.graph.gates:
            found[node] = found[a & ~1] | found[b & ~1]
        return found

    @cached_property
    def narrow(self) -> int:
        """The inputs of narrow ports."""
        widths = Counter(name.split("[")[0] for name in self.graph.inputs)
        return sum(
            self.support[literal]
            for name, literal in self.graph.inputs.items()
            if widths[name.split("[")[0]] <= _NARROW and not name.startswith(PORT)
        )

    @cached_property
    def control(self) -> set[int]:
        """The indices of control registers."""
        following = [self.support[one[1] & ~1] for one in self.graph.registers.values()]
        found = {*range(len(following))}
        while True:
            known = self.narrow | sum(1 << i for i in found)
            fewer = {i for i in found if not following[i] & ~known}
            if fewer == found:
                return found
            found = fewer

    @cached_property
    def known(self) -> int:
        """The inputs and registers of control."""
        return self.narrow | sum(1 << i for i in self.control)


@dataclass
class Relation:
    """When each register of the mutant is equal to that of the design.

    Attributes:
        compared: the design and the mutant.
        own: the control registers of which the mutant has its own.
        conditions: of each data register, the conditions under which it is equal.
    """

    compared: Compared
    own: set[int]
    conditions: dict[int, frozenset[Condition]]

    @staticmethod
    def strongest(compared: Compared) -> Relation:
        """Returns the relation in which all registers are equal."""
        every = frozenset((j, without) for j in compared.control for without in (0, 1))
        data = {*range(len(compared.graph.registers))} - compared.control
        return Relation(compared, set(), dict.fromkeys(sorted(data), every))

    def weaken(self, register: int, true: frozenset[Condition]) -> None:
        """Takes notice of a register that may differ.

        Args:
            register: the register.
            true: the conditions that hold then.
        """
        if register in self.compared.control:
            self.own.add(register)
        else:
            self.conditions[register] -= true


def simulate(relation: Relation, seed: int = 1) -> bool:
    """Weakens a relation until it holds in a simulation; returns whether that was possible.

    The inputs are random, and rare or frequent. What data registers hold is not simulated.
    """
    compared = relation.compared
    graph, control, rng = compared.graph, compared.control, random.Random(seed)
    low = (1 << _LANES) - 1
    both = low << _LANES | low

    def rarely(steps: int = 5) -> int:
        word = low
        for _ in range(steps):
            word &= rng.getrandbits(_LANES)
        return word

    rates = {name: (rng.getrandbits(_LANES), rng.getrandbits(_LANES)) for name in graph.inputs}
    registers = [(one[0], one[1]) for one in graph.registers.values()]
    gates = [(o, a, b, not compared.support[o] & ~compared.known) for o, a, b in graph.gates]
    # By literal: values in the design (low) and in the mutant (high), whether it may be 1 in the
    # design, whether it may differ.
    size = 2 + max(one for o, *_ in gates for one in (o, *compared.support))
    value, may, differs = [0] * size, [0] * size, [0] * size
    value[1], may[1] = both, low

    def put(literal: int, word: int) -> None:
        value[literal], value[literal ^ 1] = word, both ^ word
        may[literal], may[literal ^ 1] = word & low, (both ^ word) & low
        differs[literal] = differs[literal ^ 1] = (word ^ word >> _LANES) & low

    def unknown(literal: int, differing: int) -> None:
        may[literal] = may[literal ^ 1] = low
        differs[literal] = differs[literal ^ 1] = differing

    for name, literal in graph.inputs.items():
        if name.startswith(PORT):
            put(literal, low << _LANES if _selected(compared, name) else 0)
        elif not compared.support[literal] & compared.known:
            unknown(literal, 0)
    every = [(j, without) for j in sorted(control) for without in (0, 1)]
    outputs = [(literal, _valid_of(graph, name)) for name, literal in graph.outputs.items()]
    state = list[int]()
    for step in range(_CYCLES):
        begins = step == 0 or (step > 3 * _CYCLES // 4 and step % _RESTART == 0)
        if begins:
            random_words = (rng.getrandbits(_LANES) for _ in registers)
            state = [word | word << _LANES for word in random_words]
        for name, literal in graph.inputs.items():
            if name.startswith(PORT) or not compared.support[literal] & compared.known:
                continue
            word, (even, often) = rng.getrandbits(_LANES), rates[name]
            if "[" not in name:
                word = word & even | ~even & (often & ~rarely() | ~often & rarely()) & low
            if name == RESET:
                word = 0 if begins else low & ~rarely(10)
            put(literal, word | word << _LANES)
        equal = dict[frozenset[Condition], int]()
        for i, (literal, _) in enumerate(registers):
            if i in control:
                put(literal, state[i])
                continue
            conditions = relation.conditions[i]
            if conditions not in equal:
                word = low if begins else 0
                for j, without in conditions:
                    word |= value[registers[j][0] ^ without] & low
                equal[conditions] = word
            unknown(literal, low ^ equal[conditions])
        for o, a, b, exact in gates:
            if exact:
                put(o, value[a] & value[b])
            else:
                may[o], may[o ^ 1] = may[a] & may[b], may[a ^ 1] | may[b ^ 1]
                if differs[a] or differs[b]:
                    word = differs[a] & (differs[b] | may[b]) | differs[b] & (differs[a] | may[a])
                    differs[o] = differs[o ^ 1] = word
                else:
                    differs[o] = differs[o ^ 1] = 0
        for literal, valid in outputs:
            if differs[literal] & (low if valid is None else may[valid]):
                return False
        groups = dict[tuple[int, frozenset[Condition]], list[int]]()
        for i, (_, following) in enumerate(registers):
            word = differs[following]
            if word and i in control:
                relation.own.add(i)
            elif word:
                groups.setdefault((word, relation.conditions[i]), []).append(i)
        words = dict[Condition, int]()
        if groups:
            words = {one: value[registers[one[0]][1] ^ one[1]] for one in every}
        for (word, conditions), members in groups.items():
            left = frozenset(one for one in conditions if not words[one] & word)
            relation.conditions.update(dict.fromkeys(members, left))
        state = [value[following] for _, following in registers]
    return True


def _selected(compared: Compared, port: str) -> int:
    """Returns a bit of the number of the mutant."""
    return compared.number >> int(port[len(PORT) + 1 : -1]) & 1


def _valid_of(graph: Graph, output: str) -> int | None:
    """Returns the output that marks an output as valid."""
    found = (literal for name, literal in graph.outputs.items() if is_payload(output, name))
    return next(found, None)


@dataclass
class Bounded:
    """The graph of a relation: where it is violated.

    Attributes:
        miter: the graph.
        bad: the literal that is 1 where the relation or an output is violated.
        violations: the literal of each violation, with its register, or with None for an output.
        following: the next value of each register of the design.
    """

    miter: Miter
    bad: int
    violations: list[tuple[int | None, int]]
    following: list[int]


@dataclass
class _Node:
    """What is known of a node.

    Attributes:
        right: its value in the design.
        wrong: its value in the mutant, if control decides it.
        differs: an upper bound of whether the two differ.
        may: an upper bound of whether it is 1 in the design, and the same for 0.
    """

    right: int
    wrong: int | None
    differs: int
    may: tuple[int, int] = field(default=(TRUE, TRUE))


def bounded(relation: Relation) -> Bounded:
    """Returns the graph that says where a relation is violated."""
    compared, miter = relation.compared, Miter()
    graph, registers = compared.graph, list(compared.graph.registers.values())
    known, control = compared.known, compared.control
    started = miter.register()
    miter.registers[started] = TRUE
    nodes = {0: _Node(FALSE, FALSE, FALSE, (FALSE, TRUE))}

    def exact(right: int, wrong: int) -> _Node:
        return _Node(right, wrong, miter.differ(right, wrong), (right, right ^ 1))

    for name, literal in graph.inputs.items():
        if name.startswith(PORT):
            nodes[literal] = exact(FALSE, _selected(compared, name))
        else:
            right = miter.input()
            right = miter.both(right, started) if name == RESET else right
            nodes[literal] = exact(right, right)
            if not compared.support[literal] & known:
                nodes[literal].may = (TRUE, TRUE)
    held, mutant, now = list[int](), dict[int, int](), list[int]()
    for _ in registers:
        held.append(miter.register())
        now.append(
            miter.either(miter.both(held[-1], started), miter.both(miter.input(), started ^ 1))
        )
    for i in relation.own:
        mutant[i] = miter.register()
    memory = dict[tuple[bool, frozenset[Condition]], int]()

    def holds(state: Sequence[int], conditions: frozenset[Condition]) -> int:
        key = (state is now, conditions)
        if key not in memory:
            found = FALSE
            for j, without in sorted(conditions):
                found = miter.either(found, state[j] ^ without)
            memory[key] = found
        return memory[key]

    for i, one in enumerate(registers):
        if i in relation.own:
            wrong = miter.either(miter.both(mutant[i], started), miter.both(now[i], started ^ 1))
            nodes[one[0]] = exact(now[i], wrong)
        elif i in control:
            nodes[one[0]] = exact(now[i], now[i])
        else:
            equal = holds(now, relation.conditions[i])
            nodes[one[0]] = _Node(now[i], None, miter.both(started, equal ^ 1))

    def seen(literal: int) -> _Node:
        node, odd = nodes[literal & ~1], literal & 1
        if not odd:
            return node
        wrong = None if node.wrong is None else node.wrong ^ 1
        return _Node(node.right ^ 1, wrong, node.differs, node.may[::-1])

    for literal, left, other in graph.gates:
        a, b = seen(left), seen(other)
        right = miter.both(a.right, b.right)
        if not compared.support[literal] & ~known and a.wrong is not None and b.wrong is not None:
            nodes[literal] = exact(right, miter.both(a.wrong, b.wrong))
            continue
        differs = miter.either(
            miter.both(a.differs, miter.either(b.differs, b.may[0])),
            miter.both(b.differs, miter.either(a.differs, a.may[0])),
        )
        may = (miter.both(a.may[0], b.may[0]), miter.either(a.may[1], b.may[1]))
        nodes[literal] = _Node(right, None, differs, may)
    after = [seen(one[1]) for one in registers]
    state = [node.right for node in after]
    miter.registers.update(zip(held, state, strict=True))
    violations = list[tuple[int | None, int]]()
    for name, literal in graph.outputs.items():
        valid = _valid_of(graph, name)
        counts = TRUE if valid is None else seen(valid).may[0]
        violations.append((None, miter.both(seen(literal).differs, counts)))
    for i, node in enumerate(after):
        if i in relation.own:
            assert node.wrong is not None  # control registers alone decide it
            miter.registers[mutant[i]] = node.wrong
        elif i in control:
            violations.append((i, node.differs))
        else:
            equal = holds(state, relation.conditions[i])
            violations.append((i, miter.both(equal, node.differs)))
    violations = [one for one in violations if one[1] != FALSE]
    bad = FALSE
    for _, literal in violations:
        bad = miter.either(bad, literal)
    return Bounded(miter, bad, violations, state)


def proved(
    compared: Compared,
    path: Path,
    abc: Callable[[str, int], str],
    seconds: int,
) -> bool:
    """Returns whether a relation is found and proved under which a mutant is no change.

    Args:
        compared: the design and the mutant.
        path: a file for the graph.
        abc: runs steps of ABC, with a limit of the time in seconds, and returns what it prints.
        seconds: limit of the time.
    """
    relation = Relation.strongest(compared)
    if not compared.control or not simulate(relation):
        return False
    end = time.monotonic() + seconds
    while (left := int(end - time.monotonic())) > 0:
        found = bounded(relation)
        if found.bad == FALSE:
            return True
        found.miter.write(path, found.bad)
        trace = path.with_suffix(".cex")
        trace.unlink(missing_ok=True)
        said = abc(f"{_STEPS.format(path, left)}; write_cex -a {trace}", 2 * left)
        if "asserted" not in said:
            return bool(_PROVED.search(said))
        if not trace.is_file() or not _weaken(relation, found, trace.read_text(encoding="utf-8")):
            return False
    return False


def _weaken(relation: Relation, found: Bounded, trace: str) -> bool:
    """Weakens a relation by a counterexample; returns whether that was possible."""
    _, *frames = re.findall(r"^[01]+$", trace, re.MULTILINE)  # the first are the registers
    values = found.miter.replayed(frames)
    violated = [i for i, literal in found.violations if values(literal)]
    states = ((j, without) for j in relation.compared.control for without in (0, 1))
    true = frozenset(one for one in states if values(found.following[one[0]] ^ one[1]))
    for i in violated:
        if i is None:
            return False
        relation.weaken(i, true)
    return bool(violated)
