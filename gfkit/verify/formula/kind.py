"""What kind of formula a statement is."""

from __future__ import annotations

from enum import StrEnum
from typing import Self

from gfkit.formula.tree import Letter, Node, Number, Power, Remainder, Rounded, Symbol, symbols, walk
from gfkit.typing import read_word
from gfkit.verify.formula.linear import fixed_index
from gfkit.verify.formula.sequence import LUCAS, is_constant
from gfkit.verify.formula.statement import Chain, Statement, without_error_term


class Kind(StrEnum):
    """What is claimed."""

    AUTO = "auto"
    SERIES = "gf"
    RECURRENCE = "recurrence"
    CLOSED_FORM = "closed-form"
    GROWTH = "growth"

    @classmethod
    def read(cls, word: str) -> Self:
        """The kind with this name."""
        return read_word(cls, "kind", word)


def kind_of(statement: Statement) -> Kind:
    """A recurrence has named sequences on both sides; what holds for large n only is growth; n makes a closed
    form, and so does a term equal to a number; numbers alone, and powers of decimals, are growth constants.

    >>> from gfkit.verify.formula.statement import read_statement
    >>> str(kind_of(read_statement("a(n) = 5 for n > 2")))
    'closed-form'
    >>> [str(kind_of(read_statement(text))) for text in ("1/(1-t)", "2^n", "2.41^n", "a_n=2a_{n-1}", "F(n)")]
    ['gf', 'closed-form', 'growth', 'recurrence', 'closed-form']
    >>> [str(kind_of(read_statement(text))) for text in ("a(n) = 2.41^n", "a(n) ~ 2.41^n", "c = 2.41")]
    ['closed-form', 'growth', 'growth']
    """
    if any(_is_relation(chain) for chain in statement.chains):
        return Kind.RECURRENCE
    chains = [chain for chain in statement.chains if first_value(chain) is None]
    if not chains:
        return Kind.CLOSED_FORM
    if any(_is_for_large_n(chain) for chain in chains):
        return Kind.GROWTH
    if any(_is_constant_sequence(chain) for chain in chains):
        return Kind.CLOSED_FORM
    sides = [side for chain in chains for side in chain.sides[len(chain.sides) > 1 :]]
    sides = [without_error_term(side)[0] for side in sides]
    bare = [chain.sides[0] for chain in chains if len(chain.sides) == 1]
    if any(map(_has_decimal_base, bare)) or any(map(_is_number, sides)):
        return Kind.GROWTH
    if any(not is_constant(side) for side in sides):
        return Kind.CLOSED_FORM
    return Kind.SERIES


def first_value(chain: Chain) -> int | None:
    """The k of a chain that says a(k) = value; None for anything else."""
    left = chain.sides[0]
    if not isinstance(left, Symbol) or chain.relations != ("=",) or symbols(chain.sides[1]):
        return None
    return fixed_index(left)


def _is_relation(chain: Chain) -> bool:
    """Whether both sides have terms of sequences, those known by name apart."""
    if len(chain.sides) < 2:
        return False
    left = {symbol.label for symbol in symbols(chain.sides[0]) if _has_n(symbol)}
    others = {symbol.label for side in chain.sides[1:] for symbol in symbols(side) if _has_n(symbol)}
    if not left:
        return False
    unknown = {label for label in others if len(label) > 1 or label[0] not in LUCAS}
    several = len([s for s in symbols(chain.sides[0]) if _has_n(s)]) > 1
    return bool(unknown) or bool(left & others) or several


def _is_for_large_n(chain: Chain) -> bool:
    """Whether it speaks of what holds in the limit."""
    return bool({"~", "≈"} & {*chain.relations}) or any(without_error_term(side)[1] for side in chain.sides)


def _is_constant_sequence(chain: Chain) -> bool:
    """Whether it says a(n) = c with a number c; 0 mod 2 may be meant as a congruence."""
    left, side = chain.sides[0], chain.sides[-1]
    return (
        chain.relations == ("=",)
        and isinstance(left, Symbol)
        and _has_n(left)
        and _is_number(side)
        and not any(isinstance(node, Remainder) for node in walk(side))
    )


def _has_n(symbol: Symbol) -> bool:
    return symbol.index is not None and any(
        isinstance(node, Letter) and node.name == "n" for node in walk(symbol.index)
    )


def _has_decimal_base(side: Node) -> bool:
    if any(isinstance(node, Rounded) for node in walk(side)):
        return False
    return any(
        isinstance(node, Power) and isinstance(node.base, Number) and bool(node.base.digits)
        for node in walk(side)
    )


def _is_number(side: Node) -> bool:
    return is_constant(side) and not any(isinstance(node, Letter | Symbol) for node in walk(side))
