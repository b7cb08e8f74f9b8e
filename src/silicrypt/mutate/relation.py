"""Proves that a mutant is no change although some of its registers differ from the design's.

A register of the data path may differ while no one uses it. So the proof carries a relation from
cycle to cycle: under which conditions a register of the mutant is equal to that of the design.

* Only control registers and inputs of narrow ports decide the next value of a control register.
  Where one differs, the mutant has a register of its own.
* Of some control registers, which have few values together, a value is a *state*. A data register
  may differ in some states; in all others it is equal.

A simulation finds these states. Where a register differs, it is known whether it may change another
one: exactly for control, and as an upper bound for data. ABC searches a proof that no register
differs in another state, and no output ever. A counterexample adds a state, and the search begins
again. The relation holds after a reset, so what is proved holds in all cycles.
"""

from __future__ import annotations

import random
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from pathlib import Path

from silicrypt.mutate.aiger import FALSE, NAMELESS, PORT, RESET, TRUE, Graph, Miter, is_payload

#: Inputs of a wider port are data.
_NARROW = 8
#: Simulated in parallel; cycles of it; cycles after which it begins again, in its last quarter.
_LANES, _CYCLES, _RESTART = 256, 400, 8
#: The most states, and the simulation of control alone that counts them.
_STATES, _COUNTED_LANES, _COUNTED_CYCLES = 150, 16, 1500
_STEPS = "read_aiger {}; strash; dc2; scleanup; print_stats; pdr -T {}"
_PROVED = re.compile(r"Property proved|and = +0 ")
#: Values of control registers together: a bit for each of them.
State = int


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
class _Inputs:
    """Random inputs of control: a word has a bit for each of the simulations in parallel.

    An input is random, or 1 for most of the time, or rarely.
    """

    compared: Compared
    lanes: int
    random: random.Random

    def __post_init__(self) -> None:
        word = self.random.getrandbits
        self._rates = {
            name: (literal, word(self.lanes), word(self.lanes))
            for name, literal in self.compared.graph.inputs.items()
            if not name.startswith(PORT) and self.compared.support[literal] & self.compared.known
        }

    def cycle(self, *, begins: bool) -> Iterator[tuple[int, int]]:
        """Yields literals and words of a cycle; ``begins`` tells whether it is a reset."""
        low = (1 << self.lanes) - 1
        for name, (literal, even, often) in self._rates.items():
            word = self.random.getrandbits(self.lanes)
            if "[" not in name:
                word = word & even | ~even & (often & ~self._rarely() | ~often & self._rarely())
            if name == RESET:
                word = 0 if begins else ~self._rarely(10)
            yield literal, word & low

    def _rarely(self, steps: int = 5) -> int:
        word = (1 << self.lanes) - 1
        for _ in range(steps):
            word &= self.random.getrandbits(self.lanes)
        return word


def deciding(compared: Compared) -> list[int]:
    """Returns control registers that have few states together, as a simulation finds.

    The first is the one that the most data registers depend on; then always that one follows which
    adds the fewest states. A register of many bits, such as a count of bytes, is none of them.
    """
    names = [name.rsplit(" ", 1)[0] for name in compared.graph.registers]
    widths = Counter(name for name in names if name != NAMELESS)
    left = [i for i in sorted(compared.control) if widths[names[i]] <= _NARROW]
    data = [one[1] & ~1 for i, one in _numbered(compared) if i not in compared.control]
    depending = {i: sum(compared.support[one] >> i & 1 for one in data) for i in left}
    rows = list(_values(compared, left))
    columns = dict(zip(left, zip(*rows, strict=True), strict=True))
    left.sort(key=lambda i: -depending[i])
    found, states = list[int](), [0] * len(rows)
    while left := [i for i in left if len(set(columns[i])) > 1]:
        added = {i: len(set(zip(states, columns[i], strict=True))) for i in left}
        best = min(left, key=lambda i: added[i]) if found else left[0]
        if added[best] > _STATES:
            break
        left.remove(best)
        found.append(best)
        known = dict[tuple[int, int], int]()
        pairs = zip(states, columns[best], strict=True)
        states = [known.setdefault(pair, len(known)) for pair in pairs]
    return found


def _numbered(compared: Compared) -> Iterator[tuple[int, Sequence[int]]]:
    yield from enumerate(compared.graph.registers.values())


def _values(compared: Compared, registers: Sequence[int]) -> set[tuple[int, ...]]:
    """Returns the values that control registers have together in a simulation of the design."""
    graph, lanes = compared.graph, _COUNTED_LANES
    inputs, low = _Inputs(compared, lanes, random.Random(1)), (1 << lanes) - 1
    gates = [one for one in graph.gates if not compared.support[one[0]] & ~compared.known]
    held = [(one[0], one[1]) for i, one in _numbered(compared) if i in compared.control]
    value = defaultdict[int, int](int, {TRUE: low})

    def put(literal: int, word: int) -> None:
        value[literal], value[literal ^ 1] = word, low ^ word

    for literal in graph.inputs.values():
        put(literal, 0)
    state = [inputs.random.getrandbits(lanes) for _ in held]
    found = set[tuple[int, ...]]()
    chosen = [list(graph.registers.values())[i][0] for i in registers]
    for cycle in range(_COUNTED_CYCLES):
        for literal, word in inputs.cycle(begins=cycle == 0):
            put(literal, word)
        for (literal, _), word in zip(held, state, strict=True):
            put(literal, word)
        if cycle:
            words = [value[literal] for literal in chosen]
            found.update(tuple(word >> i & 1 for word in words) for i in range(lanes))
        for literal, a, b in gates:
            put(literal, value[a] & value[b])
        state = [value[following] for _, following in held]
    return found


@dataclass
class Relation:
    """When a register of the mutant may differ from that of the design.

    Attributes:
        compared: the design and the mutant.
        deciding: the control registers whose values together are the states.
        own: the control registers of which the mutant has its own.
        differing: of each data register, the states in which it may differ.
    """

    compared: Compared
    deciding: Sequence[int]
    own: set[int]
    differing: dict[int, frozenset[State]]

    @staticmethod
    def strongest(compared: Compared) -> Relation:
        """Returns the relation in which all registers are equal."""
        data = {*range(len(compared.graph.registers))} - compared.control
        none = dict.fromkeys(sorted(data), frozenset[State]())
        return Relation(compared, deciding(compared), set(), none)

    def weaken(self, register: int, state: State) -> None:
        """Takes notice of a register that may differ in a state."""
        if register in self.compared.control:
            self.own.add(register)
        else:
            self.differing[register] |= {state}

    def states(self, words: Mapping[int, int]) -> dict[State, int]:
        """Returns which simulations are in each state, from the words of control registers."""
        found = {0: (1 << _LANES) - 1}
        for n, i in enumerate(self.deciding):
            split = dict[State, int]()
            for state, lanes in found.items():
                split |= {state | 1 << n: lanes & words[i], state: lanes & ~words[i]}
            found = {state: lanes for state, lanes in split.items() if lanes}
        return found


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


_NEVER = _Node(FALSE, FALSE, FALSE, (FALSE, TRUE))


def _exact(miter: Miter, right: int, wrong: int) -> _Node:
    """Returns a node that control decides."""
    return _Node(right, wrong, miter.differ(right, wrong), (right, right ^ 1))


def _propagated(
    compared: Compared, miter: Miter, nodes: dict[int, _Node]
) -> Callable[[int], _Node]:
    """Adds all gates to the nodes of inputs and registers; returns the node of each literal."""

    def seen(literal: int) -> _Node:
        node, odd = nodes[literal & ~1], literal & 1
        if not odd:
            return node
        wrong = None if node.wrong is None else node.wrong ^ 1
        return _Node(node.right ^ 1, wrong, node.differs, node.may[::-1])

    for literal, left, other in compared.graph.gates:
        a, b = seen(left), seen(other)
        right = miter.both(a.right, b.right)
        decided = not compared.support[literal] & ~compared.known
        if decided and a.wrong is not None and b.wrong is not None:
            nodes[literal] = _exact(miter, right, miter.both(a.wrong, b.wrong))
            continue
        differs = miter.either(
            miter.both(a.differs, miter.either(b.differs, b.may[0])),
            miter.both(b.differs, miter.either(a.differs, a.may[0])),
        )
        may = (miter.both(a.may[0], b.may[0]), miter.either(a.may[1], b.may[1]))
        nodes[literal] = _Node(right, None, differs, may)
    return seen


def _broken(compared: Compared, miter: Miter, seen: Callable[[int], _Node]) -> Iterator[int]:
    """Yields for each output the literal that is 1 if it may differ where it counts."""
    graph = compared.graph
    for name, literal in graph.outputs.items():
        valid = _valid_of(graph, name)
        counts = TRUE if valid is None else seen(valid).may[0]
        yield miter.both(seen(literal).differs, counts)


@dataclass(frozen=True)
class _Cycle:
    """The graph of one cycle from any control state; which data registers may differ is given.

    Attributes:
        relation: only the data registers differ that may differ in it.
        inputs: the literal of each input of control.
        control: the literals of each control register in the design and in the mutant, and those of
            its next values.
        differing: the literal of each data register that may differ.
        following: of each register, the literal that is 1 if it may differ in the next cycle.
        bad: the literal that is 1 if an output may differ.
        gates: the gates.
        size: a number beyond all literals.
    """

    relation: Relation
    inputs: Mapping[str, int]
    control: Mapping[int, tuple[int, int, int, int]]
    differing: Mapping[int, int]
    following: Mapping[int, int]
    bad: int
    gates: Sequence[tuple[int, int, int]]
    size: int

    @staticmethod
    def of(relation: Relation) -> _Cycle:
        """Returns the graph of a relation."""
        compared, miter = relation.compared, Miter()
        nodes, inputs = {0: _NEVER}, dict[str, int]()
        for name, literal in compared.graph.inputs.items():
            if name.startswith(PORT):
                nodes[literal] = _exact(miter, FALSE, _selected(compared, name))
            elif compared.support[literal] & compared.known:
                inputs[name] = one = miter.input()
                nodes[literal] = _exact(miter, one, one)
            else:
                nodes[literal] = _Node(FALSE, None, FALSE)
        held, differing = dict[int, tuple[int, int]](), dict[int, int]()
        for i, (literal, *_) in _numbered(compared):
            if i in compared.control:
                held[i] = (miter.input(), miter.input())
                nodes[literal] = _exact(miter, *held[i])
            else:
                if relation.differing[i]:
                    differing[i] = miter.input()
                nodes[literal] = _Node(FALSE, None, differing.get(i, FALSE))
        seen = _propagated(compared, miter, nodes)
        after = {i: seen(one[1]) for i, one in _numbered(compared)}
        bad = reduce(miter.either, _broken(compared, miter, seen), FALSE)
        control = {i: (*pair, after[i].right, after[i].wrong or FALSE) for i, pair in held.items()}
        following = {i: node.differs for i, node in after.items() if node.differs != FALSE}
        needed = {bad, *following.values(), *(one for four in control.values() for one in four)}
        needed, gates = {one & ~1 for one in needed}, list[tuple[int, int, int]]()
        for (a, b), node in reversed(miter.gates.items()):
            if node in needed:
                needed |= {a & ~1, b & ~1}
                gates.append((node, a, b))
        size = 2 + max((*needed, *miter.gates.values(), *miter.inputs))
        return _Cycle(relation, inputs, control, differing, following, bad, gates[::-1], size)

    def values(self, words: Mapping[int, int]) -> Sequence[int]:
        """Returns the words of all literals, from those of registers and inputs."""
        low = (1 << _LANES) - 1
        value = [0] * self.size
        value[TRUE] = low
        for literal, word in words.items():
            value[literal], value[literal ^ 1] = word, low ^ word
        for node, a, b in self.gates:
            value[node] = word = value[a] & value[b]
            value[node ^ 1] = low ^ word
        return value


def simulate(relation: Relation) -> bool:
    """Weakens a relation until it holds in a simulation; returns whether that was possible.

    What data registers hold is not simulated.
    """
    compared, rng = relation.compared, random.Random(1)
    inputs, cycle = _Inputs(compared, _LANES, rng), _Cycle.of(relation)
    literals = {literal: name for name, literal in compared.graph.inputs.items()}
    state = dict[int, tuple[int, int]]()
    for step in range(_CYCLES):
        begins = step == 0 or (step > 3 * _CYCLES // 4 and step % _RESTART == 0)
        if begins:
            state = {i: (word := rng.getrandbits(_LANES), word) for i in cycle.control}
        words = {
            cycle.inputs[literals[literal]]: word for literal, word in inputs.cycle(begins=begins)
        }
        for i, pair in state.items():
            words.update(zip(cycle.control[i], pair, strict=False))
        lanes = relation.states({i: pair[0] for i, pair in state.items()})
        for i, literal in cycle.differing.items():
            some = (lanes.get(one, 0) for one in relation.differing[i])
            words[literal] = 0 if begins else sum(some)
        value = cycle.values(words)
        if value[cycle.bad]:
            return False
        state = {i: (value[right], value[wrong]) for i, (*_, right, wrong) in cycle.control.items()}
        lanes = relation.states({i: pair[0] for i, pair in state.items()})
        for i, literal in cycle.following.items():
            if not value[literal]:
                continue
            if i in compared.control:
                relation.own.add(i)
            else:
                more = {one for one, some in lanes.items() if some & value[literal]}
                relation.differing[i] |= more
        if any(relation.differing[i] and i not in cycle.differing for i in relation.differing):
            cycle = _Cycle.of(relation)
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


def bounded(relation: Relation) -> Bounded:
    """Returns the graph that says where a relation is violated."""
    compared, miter = relation.compared, Miter()
    graph, registers = compared.graph, list(compared.graph.registers.values())
    known, control = compared.known, compared.control
    started = miter.register()
    miter.registers[started] = TRUE
    nodes = {0: _NEVER}
    for name, literal in graph.inputs.items():
        if name.startswith(PORT):
            nodes[literal] = _exact(miter, FALSE, _selected(compared, name))
        else:
            right = miter.input()
            right = miter.both(right, started) if name == RESET else right
            nodes[literal] = _exact(miter, right, right)
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
    memory = dict[tuple[bool, State | frozenset[State]], int]()

    def is_in(words: Sequence[int], state: State) -> int:
        key = (words is now, state)
        if key not in memory:
            bits = (words[i] ^ (state >> n & 1) ^ 1 for n, i in enumerate(relation.deciding))
            memory[key] = reduce(miter.both, bits, TRUE)
        return memory[key]

    def within(words: Sequence[int], states: frozenset[State]) -> int:
        key = (words is now, states)
        if key not in memory:
            memory[key] = reduce(miter.either, (is_in(words, one) for one in sorted(states)), FALSE)
        return memory[key]

    for i, one in enumerate(registers):
        if i in relation.own:
            wrong = miter.either(miter.both(mutant[i], started), miter.both(now[i], started ^ 1))
            nodes[one[0]] = _exact(miter, now[i], wrong)
        elif i in control:
            nodes[one[0]] = _exact(miter, now[i], now[i])
        else:
            differs = miter.both(started, within(now, relation.differing[i]))
            nodes[one[0]] = _Node(now[i], None, differs)
    seen = _propagated(compared, miter, nodes)
    after = [seen(one[1]) for one in registers]
    state = [node.right for node in after]
    miter.registers.update(zip(held, state, strict=True))
    violations: list[tuple[int | None, int]]
    violations = [(None, one) for one in _broken(compared, miter, seen)]
    for i, node in enumerate(after):
        if i in relation.own:
            assert node.wrong is not None  # control registers alone decide it
            miter.registers[mutant[i]] = node.wrong
        elif i in control:
            violations.append((i, node.differs))
        else:
            allowed = within(state, relation.differing[i])
            violations.append((i, miter.both(allowed ^ 1, node.differs)))
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
    state = sum(values(found.following[i]) << n for n, i in enumerate(relation.deciding))
    for i in violated:
        if i is None:
            return False
        relation.weaken(i, state)
    return bool(violated)
