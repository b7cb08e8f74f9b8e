"""Arithmetic on printed cells, as the TOML of a paper writes it.

A formula has numbers, names of the table ``[let]``, printed cells as ``'TABLE/ROW:column'``,
the operators of Python, and the functions ``min``, ``max``, ``abs``, ``round`` and ``bits`` (the
number of ones). A comparison counts as 1 or 0.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any

from silicrypt.errors import BadInput

_OPERATORS: Mapping[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.BitXor: operator.xor,
    ast.RShift: operator.rshift,
    ast.Gt: operator.gt,
    ast.Lt: operator.lt,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "min": min,
    "max": max,
    "abs": abs,
    "round": round,
    "bits": int.bit_count,
}


def evaluate(formula: str, names: Mapping[str, float], cell: Callable[[str], float]) -> float:
    """Returns the value of a formula.

    Args:
        formula: the formula.
        names: the values of names.
        cell: returns the printed cell of a key ``TABLE/ROW:column``.

    Raises:
        BadInput: the formula has another construct, or a name without a value.
    """

    def value(node: ast.AST) -> Any:
        match node:
            case ast.Expression(body=body):
                return value(body)
            case ast.Constant(value=str(key)):
                return cell(key)
            case ast.Constant(value=int() | float() as number):
                return number
            case ast.Name(id=name) if name in names:
                return names[name]
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
                return _OPERATORS[type(op)](value(left), value(right))
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _OPERATORS:
                return _OPERATORS[type(op)](value(left), value(right))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -value(operand)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in _FUNCTIONS:
                return _FUNCTIONS[name](*map(value, args))
        raise BadInput(f"'{formula}' is no formula: '{ast.unparse(node)}' means nothing there")

    try:
        return float(value(ast.parse(formula, mode="eval")))
    except SyntaxError as error:
        raise BadInput(f"'{formula}' is no formula: {error.msg}") from error


def let(definitions: Mapping[str, float | str], cell: Callable[[str], float]) -> dict[str, float]:
    """Returns the values of names; a name may use those defined before it."""
    known: dict[str, float] = {}
    for name, given in definitions.items():
        known[name] = evaluate(given, known, cell) if isinstance(given, str) else given
    return known
