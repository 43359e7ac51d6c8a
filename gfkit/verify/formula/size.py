"""Which letter of a printed generating function marks the size."""

from __future__ import annotations

from collections.abc import Mapping

from gfkit.errors import InputError
from gfkit.formula.tree import letters, symbols
from gfkit.verify.formula.kind import Kind, kind_of
from gfkit.verify.formula.statement import Statement, read_statement

VARIABLES = ("t", "x", "z", "q")
"""What may mark the size."""


def size_letter(text: str, constants: Mapping[str, int] | None = None) -> str:
    """The one letter of a generating function, when it is x, z or q; t in any other formula.

    Papers and the OEIS write 1/(1 - x - x^2), where x can mark nothing but the size; with t beside it, x
    marks pieces.

    >>> [size_letter(text) for text in ("1/(1 - x - x^2)", "A(z) = 1/(1-z)", "1/(1 - x*t)", "x^n")]
    ['x', 'z', 't', 't']
    """
    for letter in VARIABLES[1:]:
        try:
            statement = read_statement(text, letter, constants)
        except InputError:
            continue
        if _is_alone(statement):
            return letter
    return "t"


def _is_alone(statement: Statement) -> bool:
    """Whether it is a generating function in the letter that was read as the size, and in no other."""
    sides = [chain.sides[-1] for chain in statement.chains]
    return (
        kind_of(statement) is Kind.SERIES
        and all(letters(side) <= {"t"} and not symbols(side) for side in sides)
        and any(letters(side) for side in sides)
    )
