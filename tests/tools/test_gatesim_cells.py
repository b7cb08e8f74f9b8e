"""Cell models from a Liberty library, compared with an evaluation of its functions in Python."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from gatesim_netlists import ALL, Builder, nangate, nangate_text
from silicrypt.errors import BadInput
from silicrypt.tools.gatesim import Instance
from silicrypt.tools.gatesim.cells import truth_table


def reference_value(function: str, values: dict[str, int]) -> int:
    """Evaluates a Liberty function with the operators of Python."""
    text = re.sub(r"[A-Za-z_]\w*", lambda name: str(bool(values[name[0]])), function)
    text = re.sub(r"\b[01]\b", lambda bit: str(bit[0] == "1"), text)
    for mark, word in (("!", " not "), ("&", " and "), ("*", " and "), ("|", " or ")):
        text = text.replace(mark, word)
    # In Liberty, exclusive or binds more strongly than and; the library always uses parentheses.
    return int(eval(re.sub(r"\^", " != ", text)))


def combinational(text: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yields cells without state and the function of each output, read independently."""
    for block in re.split(r"\n\s*cell \(", text)[1:]:
        name = block.split(")", 1)[0]
        if re.search(r"\b(ff|latch|statetable) ?\(|three_state", block):
            continue
        pins = re.split(r"\n\s*pin \(", block)[1:]
        functions = {
            pin.split(")", 1)[0]: found[1]
            for pin in pins
            if (found := re.search(r'\n\s*function\s*:\s*"(.*)";', pin))
        }
        if functions:
            yield name, functions


def test_every_combinational_nangate_cell() -> None:
    """One evaluation covers all cells in parallel and all input values in the 64 lanes."""
    build = Builder()
    inputs = build.input("x", 6)
    cells = list(combinational(nangate_text()))
    for cell, functions in cells:
        names = sorted({n for f in functions.values() for n in re.findall(r"[A-Z]\w*", f)})
        outputs = build.wire(len(functions))
        pins = dict(zip(names, inputs, strict=False)) | dict(zip(functions, outputs, strict=True))
        build.cell(cell, **pins)
        build.output(cell, outputs)
    assert len(cells) > 90
    with build.simulator(nangate()) as simulator:
        simulator.set(x=ALL)
        simulator.settle()
        for cell, functions in cells:
            names = sorted({n for f in functions.values() for n in re.findall(r"[A-Z]\w*", f)})
            for lane, found in enumerate(simulator.get(cell)):
                values = {name: lane >> i & 1 for i, name in enumerate(names)}
                expected = [reference_value(f, values) for f in functions.values()]
                assert [found >> i & 1 for i in range(len(expected))] == expected, (cell, values)


def test_every_nangate_cell_has_a_model_but_three_state_and_physical_ones() -> None:
    refused = set()
    for name in re.findall(r"^\s*cell\s*\(\s*\"?(\w+)", nangate_text(), re.MULTILINE):
        try:
            assert nangate()(Instance(name)) is not None
        except BadInput as error:
            assert "three-state" in str(error)
            refused.add(re.sub(r"_X\d+", "", name))
    assert refused == {"TBUF", "TINV", "TLAT"}


@pytest.mark.parametrize(
    ("expression", "python"),
    [
        ("A B + C", lambda a, b, c: (a & b) | c),
        ("A ^ B & C", lambda a, b, c: (a ^ b) & c),
        ("A' + B'*C", lambda a, b, c: (1 - a) | ((1 - b) & c)),
        ("!(A | B)' C", lambda a, b, c: (a | b) & c),
        ("1 & A | 0 | !B C", lambda a, b, c: a | ((1 - b) & c)),
    ],
)
def test_liberty_precedence(expression: str, python: Callable[[int, int, int], int]) -> None:
    table = truth_table(expression, ("A", "B", "C"))
    assert [table >> r & 1 for r in range(8)] == [
        python(r & 1, r >> 1 & 1, r >> 2) for r in range(8)
    ]


@pytest.mark.parametrize("expression", ["A &", "(A", "A ) B", "A % B", "D", ""])
def test_malformed_functions_are_refused(expression: str) -> None:
    with pytest.raises(ValueError, match="function"):
        truth_table(expression, ("A", "B"))
