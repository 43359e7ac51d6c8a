"""Kind of a statement, its size variable, and the names in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from string import ascii_uppercase
from typing import Literal, Self

from gfkit.claims.provers.sequence import is_constant
from gfkit.claims.statement.linear import fixed_index, linear_form
from gfkit.claims.statement.names import ACCENTS, GRAPHS, KNOWN_NAMES, NAMED, SIZE_LETTERS
from gfkit.claims.statement.parse import Chain, PrintedStatement, read_statement, without_error_term
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.boards import synonyms
from gfkit.core.deferred import regex
from gfkit.core.errors import InputError, UndecidedError, as_typed
from gfkit.core.typing import read_word


class Kind(StrEnum):
    """Kind of a formula: generating function, recurrence, closed form or growth."""

    AUTO = "auto"
    SERIES = "gf"
    RECURRENCE = "recurrence"
    CLOSED_FORM = "closed-form"
    GROWTH = "growth"

    @classmethod
    def read(cls, word: str) -> Self:
        """Return the kind named by a word."""
        return read_word(cls, "meaning", word)


KindWord = Kind | Literal["auto", "gf", "recurrence", "closed-form", "growth"]
"""Kind of a formula, or its name."""


def kind_of(statement: PrintedStatement) -> Kind:
    """Return the kind of a statement. A recurrence has named sequences on both sides; a claim for large n
    is growth. A formula with n is a closed form, and so is a term equal to a number, 0, or a number with a
    range. Other numbers alone, and powers of decimals, are growth constants.

    >>> from gfkit.claims.statement.parse import read_statement
    >>> str(kind_of(read_statement("a(n) = 5 for n > 2")))
    'closed-form'
    >>> [str(kind_of(read_statement(text))) for text in ("1/(1-t)", "2^n", "2.41^n", "a_n=2a_{n-1}", "F(n)")]
    ['gf', 'closed-form', 'growth', 'recurrence', 'closed-form']
    >>> [str(kind_of(read_statement(text))) for text in ("a(n) = 2.41^n", "a(n) ~ 2.41^n", "0 for n > 2")]
    ['closed-form', 'growth', 'closed-form']
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
    sides = [without_error_term(side)[0] for chain in chains for side in chain.right_sides]
    bare = [chain.sides[0] for chain in chains if len(chain.sides) == 1]
    if bare and (
        sides == bare == [nodes.Number(0)]
        or (statement.valid_from is not None and all(map(_is_number, bare)))
    ):
        return Kind.CLOSED_FORM
    if any(map(_has_decimal_base, bare)) or any(map(_is_number, sides)):
        return Kind.GROWTH
    return Kind.CLOSED_FORM if any(not is_constant(side) for side in sides) else Kind.SERIES


def first_value(chain: Chain) -> int | None:
    """Return k for a chain of the form a(k) = value, or None for any other chain."""
    left = chain.sides[0]
    if not isinstance(left, nodes.Symbol) or chain.relations != ("=",) or nodes.symbols(chain.sides[1]):
        return None
    return fixed_index(left)


def is_known(name: nodes.Symbol) -> bool:
    """Return True if the name denotes one well-known sequence."""
    return len(name.label) == 1 and name.label[0] in KNOWN_NAMES


def _is_relation(chain: Chain) -> bool:
    """Return True if the chain relates terms of sequences on several sides or within one side."""
    if len(chain.sides) < 2:
        return False
    if is_identity(chain) or _is_of_part(chain):
        return True
    left = {symbol.label for symbol in nodes.symbols(chain.sides[0]) if _has_variable_index(symbol)}
    others = {
        symbol for side in chain.right_sides for symbol in nodes.symbols(side) if _has_variable_index(symbol)
    }
    is_limit = "=" not in chain.relations or _is_for_large_n(chain)
    several = not isinstance(chain.sides[0], nodes.Symbol) and not is_limit
    return bool(left) and (several or any(not is_known(name) or name.label in left for name in others))


def is_identity(chain: Chain) -> bool:
    """Return True if the chain contains only well-known sequences, and several or a composite left side."""
    if len(chain.sides) < 2 or set(chain.relations) != {"="} or first_value(chain) is not None:
        return False
    if not chain.names or not all(map(is_known, chain.names)):
        return False
    is_bare = isinstance(chain.sides[0], nodes.Symbol)
    return bool(nodes.symbols(chain.sides[0])) and (
        not is_bare or len({name.label for name in chain.names}) > 1
    )


def _is_of_part(chain: Chain) -> bool:
    """Return True if the left side is a term of a subsequence such as a(2n) or a(3n+1)."""
    left = chain.sides[0]
    if not isinstance(left, nodes.Symbol) or left.index is None or set(chain.relations) != {"="}:
        return False
    form = linear_form(left.index)
    return form is not None and set(form) <= {"", "n"} and form["n"] > 1


def _is_for_large_n(chain: Chain) -> bool:
    """Return True if the chain is a statement about a limit."""
    return bool({"~", "≈"} & {*chain.relations}) or any(without_error_term(side)[1] for side in chain.sides)


def _is_constant_sequence(chain: Chain) -> bool:
    """Return True if the chain is a(n) = c with a constant c.

    A right-hand side such as 0 mod 2 is excluded, since the chain may then be a congruence.
    """
    left, side = chain.sides[0], chain.sides[-1]
    return (
        chain.relations == ("=",)
        and isinstance(left, nodes.Symbol)
        and left.index is not None
        and nodes.Letter("n") in nodes.walk(left.index)
        and _is_number(side)
        and not any(isinstance(node, nodes.Remainder) for node in nodes.walk(side))
    )


def _has_variable_index(symbol: nodes.Symbol) -> bool:
    """Return True if the index contains n or the summation variable."""
    return symbol.index is not None and any(
        isinstance(node, nodes.Letter) for node in nodes.walk(symbol.index)
    )


def _has_decimal_base(side: nodes.Node) -> bool:
    parts = list(nodes.walk(side))
    bases = [part.base for part in parts if isinstance(part, nodes.Power)]
    is_rounded = any(isinstance(part, nodes.IntegerPart) for part in parts)
    return not is_rounded and any(isinstance(base, nodes.Number) and base.digits for base in bases)


def _is_number(side: nodes.Node) -> bool:
    return is_constant(side) and not any(
        isinstance(node, nodes.Letter | nodes.Symbol) for node in nodes.walk(side)
    )


def size_letter(text: str, constants: Mapping[str, int | str] | None = None) -> str:
    """Return the size variable: x, z or q if it is the only variable of a generating function, else t.

    Papers and the OEIS write 1/(1 - x - x^2), where x can only mark the size; next to t, x marks pieces.

    >>> [size_letter(text) for text in ("1/(1 - x - x^2)", "A(z) = 1/(1-z)", "1/(1 - x*t)", "x^n")]
    ['x', 'z', 't', 't']
    """
    for letter in SIZE_LETTERS[1:]:
        if letter not in text and text.isascii():
            continue
        try:
            statement = read_statement(text, letter, constants)
        except InputError:
            continue
        if _is_alone(statement):
            return letter
    return "t"


def _is_alone(statement: PrintedStatement) -> bool:
    """Return True if the formula is a generating function in the size variable alone."""
    sides = [chain.sides[-1] for chain in statement.chains]
    return (
        kind_of(statement) is Kind.SERIES
        and all(nodes.letters(side) <= {"t"} and not nodes.symbols(side) for side in sides)
        and any(nodes.letters(side) for side in sides)
    )


IN_QUESTION = "is interpreted as the sequence in question"
"""End of the note on a name that may also denote a well-known sequence."""


def name_notes(
    statement: PrintedStatement, kind: Kind, game: str, boards: str, games: frozenset[str]
) -> tuple[str, ...]:
    """Return notes on reinterpreted names. Raise InputError for names of other sequences, and UndecidedError
    for parts of names that are not understood.

    ``game`` and ``boards`` are the names in the query ("" for data); ``games`` are all names of games.
    """
    names = _find_sequence_names(statement, kind)
    if (primed := _DERIVATIVE.search(statement.text)) and not _PRIMED.search(statement.text):
        raise UndecidedError(f"{as_typed(primed[0])} may be a derivative; write a'_n for another name")
    if kind is Kind.SERIES:
        for chain in statement.chains:
            _check_series(chain)
    elif kind is not Kind.RECURRENCE:
        for name in names:
            if any(part != nodes.Number(1) for part in name.arguments):
                raise InputError(
                    f"formula: {_label(name)} may have arguments in a recurrence or a generating"
                    " function, but here it must be"
                    " without x and y (an argument may be the number of colours of the game)"
                )
    spoken = {word for name in names for word in _words(name) if word in games}
    several = len({name.label for name in names}) > 1
    if several and not (kind is Kind.RECURRENCE and all(_words(name) & games for name in names)):
        bare = {_label(name) for name in names if name.index is None and not name.arguments}
        if words := " ".join(sorted(word for word in bare if word[1:].isalpha())):
            raise InputError(f"formula: {as_typed(words)} is not understood")
        raise InputError(
            f"formula: {' and '.join(sorted({_label(name) for name in names}))} are different sequences;"
            " use one name, or write its game in each name, as in P_{col,n} and P_{o12,n}"
        )
    if not several and game and spoken and game not in spoken:
        raise InputError(f"formula: it names {', '.join(sorted(spoken))}, but the query is about {game}")
    return _notes(names, kind, game, boards, games)


def _find_sequence_names(statement: PrintedStatement, kind: Kind) -> list[nodes.Symbol]:
    """Return the names of the sequence in question: every name in a recurrence, else the leading name of
    each chain.
    """
    names = []
    for chain in statement.chains:
        if kind is Kind.RECURRENCE and is_identity(chain):
            continue
        if kind is Kind.RECURRENCE and first_value(chain) is None:
            labels = {symbol.label for symbol in nodes.symbols(chain.sides[0])}
            unknown = {label for label in labels if label[0] not in KNOWN_NAMES} or labels
            names += [
                name for name in chain.names if name.label[0] not in KNOWN_NAMES or name.label in unknown
            ]
        elif len(chain.sides) > 1 and isinstance(chain.sides[0], nodes.Symbol):
            names.append(chain.sides[0])
    return names


def _check_series(chain: Chain) -> None:
    """Raise InputError if a name such as GF(1, x, y, t) has an index or lacks a variable of the
    other side.
    """
    name = chain.sides[0]
    if len(chain.sides) < 2 or not isinstance(name, nodes.Symbol) or first_value(chain) is not None:
        return
    if name.index is not None:
        raise InputError(
            f"formula: {_label(name)} is an individual term, but the other side is a generating function"
        )
    if not {nodes.Number(1), nodes.Letter("t"), nodes.Letter("x"), nodes.Letter("y")}.issuperset(
        name.arguments
    ):
        raise InputError(
            f"formula: {_label(name)} accepts only the arguments t, x, y and 1, as in GF(1, x, y, t)"
        )
    there = {part.name for part in name.arguments if isinstance(part, nodes.Letter)}
    used = frozenset[str]().union(*(nodes.letters(side) for side in chain.sides[1:])) - {"t"}
    if name.arguments and not used <= there:
        raise InputError(f"formula: {', '.join(sorted(used - there))} is not an argument of {_label(name)}")


def _words(name: nodes.Symbol) -> frozenset[str]:
    return frozenset(word.lower() for word in name.label)


_DECORATED = regex(
    rf"\\(?:{ACCENTS.replace(' ', '|')})\{{([A-Za-z])\}}|(?<![()A-Za-z])([A-Za-z]*+)[()A-Za-z]*+'"
)
"""Pattern of a letter with an accent, or of a name with a prime."""
_PRIMED = regex(r"'\s*+_")
_DERIVATIVE = regex(r"[A-Za-z]\s*+_\s*+(?:\{[^{}]*+\}|\w)\s*+'")
"""Patterns of a prime that belongs to a name, and of one after an index."""
_CAPITALS = frozenset(ascii_uppercase)
_FREE_GRAPHS = ("G", "H")
"""Letters of a graph of no family, as in P_G."""
_CONSTANTS = frozenset(("lambda", "λ", "mu", "μ", "kappa", "κ", "rho", "ρ"))
"""Letters that denote the growth constant, if they have no index."""


def _notes(
    names: list[nodes.Symbol], kind: Kind, game: str, boards: str, games: frozenset[str]
) -> tuple[str, ...]:
    """Return notes on reinterpreted names. Raise UndecidedError for a part of a name that denotes neither the
    game nor the boards.

    The name itself is free, as it is compared with the sequence in question, and so is the capital letter of
    a graph that denotes no family.
    """
    if len({name.graph for name in names if name.graph}) > 1:
        raise InputError("formula: its indices denote sizes of graphs of different families")
    sizes = re.findall(r"[0-9]+", boards)
    for name in names:
        for number in (word.removeprefix("n,") for word in name.label[1:]):
            if sizes and number.isdigit() and number not in sizes:
                raise InputError(
                    f"formula: {_label(name)} has the index {number} in addition to n, but the"
                    f" boards are {boards}"
                )
    known = re.findall("[0-9]+(?![0-9n])", boards) or {"path:n": ["1"], "ladder:n": ["2"]}.get(boards, [])
    for name in names:  # m_{2 x n} and m(P_2 x P_n)
        named = re.fullmatch("(?:([0-9]+)xn|nx([0-9]+))", name.graph)
        is_same = named is not None and known == [named[1] or named[2]]
        if boards and "x" in name.graph and not is_same:
            raise InputError(
                f"formula: {_label(name)} names boards {name.graph}, but the boards are {boards}"
            )
    for name in names if game else []:
        for word in (word for place, word in enumerate(name.label) if place or " " in word):
            plain = re.sub("^[a-z]-", "", word.lower())  # k-CIS is CIS, with a number of colours
            if plain not in games and word not in (*sizes, *_FREE_GRAPHS):
                raise UndecidedError(
                    f"{as_typed(word)} in the name {as_typed(_label(name))} is not understood"
                )
        free = nodes.letters(name.index or nodes.ONE) - {"n"} if kind is Kind.CLOSED_FORM else ()
        if free:
            raise UndecidedError(f"the letter {min(free)} in the index of {_label(name)} has no value")
    aside: list[str] = []
    for name in names:
        meant = GRAPHS.get(name.graph, "")
        if meant and boards.startswith(tuple(GRAPHS.values())) and not boards.startswith(meant):
            raise InputError(f"formula: {_label(name)} is indexed by a {meant}, but the boards are {boards}")
        decorated = _DECORATED.search(name.label[0])
        letters = synonyms("structures", "letters").keys()
        is_object = decorated and ({*decorated.groups()} & letters or "overline" in decorated[0])
        if is_object or (decorated and (name.graph or name.arguments)):
            raise UndecidedError(
                f"{as_typed(name.label[0])} may denote another object than the same letters without"
                " an accent or a prime; write a(n)"
            )
        is_free = "x" in name.graph or {name.graph} <= _CAPITALS - synonyms("boards", "letters").keys()
        if name.graph and boards and not (is_free or (meant and boards.startswith(meant))):
            raise UndecidedError(f"{as_typed(name.graph)} in the index of {_label(name)} is not understood")
        if name.label[0] in NAMED and len(name.label) == 1 and name.index is not None and game:
            aside.append(f"{name.label[0]} {IN_QUESTION}")
        if kind is Kind.GROWTH and name.index is None and game and not {*name.label} <= _CONSTANTS:
            raise UndecidedError(
                f"{as_typed(_label(name))} may denote any number; write a(n) ~ ... for the growth"
            )
    return tuple(dict.fromkeys(aside))


def _label(name: nodes.Symbol) -> str:
    return "_".join(name.label)
