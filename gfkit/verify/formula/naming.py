"""The names in a statement: all of one sequence, each word of them meant or said to be set aside.

A name such as a(n), c_n or GF_{COL}(1, x, y, t) stands for the sequence that is asked about. What else is in
it may contradict that: another game, a number put for a variable, a second index. Such names are refused.
"""

from __future__ import annotations

from fractions import Fraction

from gfkit.errors import InputError
from gfkit.formula.tree import Letter, Node, Number, Symbol, letters, symbols
from gfkit.verify.formula.kind import Kind, first_value
from gfkit.verify.formula.sequence import LUCAS
from gfkit.verify.formula.statement import Chain, Statement

_ONE = Number(Fraction(1))
_GRAPHS = {"P": "path", "C": "cycle", "K": "complete"}


def name_notes(
    statement: Statement, kind: Kind, game: str, boards: str, games: frozenset[str]
) -> tuple[str, ...]:
    """What is set aside of the names; refuses those that cannot stand for the sequence that is asked about.

    ``game`` and ``boards`` are the words of what is asked ("" for data), ``games`` are all that a name can
    speak of.
    """
    names = _names(statement, kind)
    if kind is Kind.SERIES:
        for chain in statement.chains:
            _check_series(chain)
    elif kind is not Kind.RECURRENCE:
        for name in names:
            if any(part != _ONE for part in name.arguments):
                raise InputError(
                    f"formula: {_text(name)} is read in a recurrence or a generating function, and here only"
                    " without x and y"
                )
    spoken = {word for name in names for word in _words(name) if word in games}
    several = len({name.label for name in names}) > 1
    if several and not (kind is Kind.RECURRENCE and all(_words(name) & games for name in names)):
        listed = ", ".join(sorted({"_".join(name.label) for name in names}))
        raise InputError(
            f"formula: {listed} are different sequences; each must name its game, as in P_{{col,n}} and"
            " P_{o12,n}, and positions by the colour of a vertex are not among the classes that are derived"
        )
    if not several and game and spoken and game not in spoken:
        raise InputError(f"formula: it names {', '.join(sorted(spoken))}, and is to be compared with {game}")
    return _notes(names, kind, game, boards, games)


def _names(statement: Statement, kind: Kind) -> list[Symbol]:
    """The names that stand for what is asked about: on the left of a chain, in recurrences everywhere."""
    found = []
    for chain in statement.chains:
        if kind is Kind.RECURRENCE and first_value(chain) is None:
            found += [symbol for side in chain.sides for symbol in symbols(side)]
        elif len(chain.sides) > 1 and isinstance(chain.sides[0], Symbol):
            found.append(chain.sides[0])
    return found


def _check_series(chain: Chain) -> None:
    """Of GF(1, x, y, t): it has no index, letters or 1 in it, and all letters of the other side."""
    name = chain.sides[0]
    if len(chain.sides) < 2 or not isinstance(name, Symbol) or first_value(chain) is not None:
        return
    if name.index is not None:
        raise InputError(
            f"formula: {_text(name)} is one term, and the other side is read as a generating function"
        )
    if any(part != _ONE and not _is_variable(part) for part in name.arguments):
        raise InputError(f"formula: {_text(name)} is read at t, x, y or 1, as in GF(1, x, y, t)")
    there = {part.name for part in name.arguments if isinstance(part, Letter)}
    used = frozenset[str]().union(*(letters(side) for side in chain.sides[1:])) - {"t"}
    if name.arguments and not used <= there:
        raise InputError(f"formula: {', '.join(sorted(used - there))} is not among what {_text(name)} has")


def _is_variable(part: Node) -> bool:
    return isinstance(part, Letter) and part.name in ("t", "x", "y")


def _words(name: Symbol) -> frozenset[str]:
    return frozenset(word.lower() for word in name.label)


def _notes(names: list[Symbol], kind: Kind, game: str, boards: str, games: frozenset[str]) -> tuple[str, ...]:
    """The words of names that are neither a game nor the boards, and names that are known otherwise."""
    if len({name.graph for name in names if name.graph}) > 1:
        raise InputError("formula: its indices are the sizes of different graphs")
    aside = [
        f"{word!r} in the name {_text(name)} is set aside"
        for name in names
        for place, word in enumerate(name.label)
        if word.lower() not in games and (place or " " in word)
    ]
    for name in names:
        meant = _GRAPHS.get(name.graph, "")
        if meant and boards.startswith(tuple(_GRAPHS.values())) and not boards.startswith(meant):
            raise InputError(f"formula: {_text(name)} is indexed by a {meant}, and the boards are {boards}")
        if name.graph and boards and not (meant and boards.startswith(meant)):
            aside.append(f"{name.graph!r} in the index of {'_'.join(name.label)} is set aside")
        if name.label[0] in LUCAS and len(name.label) == 1 and name.index is not None and game:
            aside.append(f"{name.label[0]} is read as the sequence that is asked about")
        if kind is Kind.GROWTH and name.index is None:
            aside.append(f"the name {_text(name)} is set aside")
    return tuple(dict.fromkeys(aside))


def _text(name: Symbol) -> str:
    return "_".join(name.label)
