"""Whether a formula as printed and one in gfkit's notation say the same."""

from __future__ import annotations

from collections.abc import Callable

from gfkit.catalog.check import Arguments
from gfkit.errors import GfkitError
from gfkit.formula.linear import linear
from gfkit.formula.ratio import ratio, ring_of
from gfkit.formula.read.statement import Chain, Statement, read_statement, without_error_term
from gfkit.formula.tree import Node, Number, Symbol
from gfkit.verify.formula import sequence
from gfkit.verify.formula.kind import Kind, kind_of

_INDICES = range(1, 9)


def say_the_same(one: str, other: str, asked: Arguments) -> bool:
    """Whether every side of the first formula stands in the other one too, whatever the signs it is
    written in. A name alone, as c_n on the left, says nothing.

    >>> say_the_same("(1 + 2*t)/(1 - t)", r"GF(t) = \\frac{1+2t}{1-t}", {})
    True
    >>> say_the_same("2*n + 1", "c_n = 2n - 1", {})
    False
    """
    game = str(asked.get("game", ""))
    colours = game.rpartition(":")[2]
    constants = {"k": int(colours)} if ":" in game and colours.isdigit() else {}
    variable = asked.get("variable", "t")
    read = [read_statement(text, variable, constants) for text in (one, other)]
    names = [side for statement in read for chain in statement.chains for side in chain.sides]
    return _meanings(read[0]) == _meanings(read[1]) and all(_names(side, game) for side in names)


def _names(side: Node, game: str) -> bool:
    """Of a name such as GF_{O12}(1, x, y, t): numbers in it mark nothing, and a game's number is that of
    the game asked about."""
    if not isinstance(side, Symbol) or side.index is not None:
        return True
    marks = [part.value for part in side.arguments if isinstance(part, Number)]
    words = [word.lower() for word in side.label if any(map(str.isdigit, word))]
    return all(value == 1 for value in marks) and all(word == game for word in words)


def _meanings(statement: Statement) -> set[str]:
    if kind_of(statement) is Kind.RECURRENCE:
        return {_relation(chain) for chain in statement.chains}
    meaning = _series if kind_of(statement) is Kind.SERIES else _values
    sides = (without_error_term(side)[0] for chain in statement.chains for side in chain.sides)
    return {text for text in (_tried(meaning, side) for side in sides) if text}


def _tried(meaning: Callable[[Node], str], side: Node) -> str:
    try:
        return meaning(side)
    except GfkitError:  # a name
        return ""


def _series(side: Node) -> str:
    """The quotient in lowest terms."""
    return str(ratio(side, ring_of(side)).plain)


def _values(side: Node) -> str:
    """The first values."""
    return ", ".join(str(sequence.value(side, n)) for n in _INDICES)


def _relation(chain: Chain) -> str:
    """Left minus right, term by term."""
    ring = ring_of(*chain.sides)
    parts = [linear(side, ring) for side in chain.sides]
    terms = [term for part in parts[1:] for term in parts[0].minus(part).joined.terms]
    return "; ".join(sorted(f"{term.name} {term.shift} {term.coefficient}" for term in terms))
