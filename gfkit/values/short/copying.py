"""Games written down without their table, and read into another."""

from __future__ import annotations

from fractions import Fraction

from gfkit.values.short.canonical import make
from gfkit.values.short.table import Options, Table

Written = tuple[tuple[Fraction | None, Options, Options], ...]
"""A game's subpositions from the bottom up, itself last: a number, or options by their places in the list."""


def written(table: Table, game: int) -> Written:
    """A game as plain data.

    >>> table = Table()
    >>> written(table, table.of_up_star((0, 0, 1)))
    ((Fraction(0, 1), (), ()), (None, (0,), (0,)))
    """
    place: dict[int, int] = {}
    rows: list[tuple[Fraction | None, Options, Options]] = []
    waiting = [game]
    while waiting:
        here = waiting[-1]
        scaled = table.number[here]
        lefts, rights = ((), ()) if scaled is not None else (table.lefts_of(here), table.rights_of(here))
        missing = [] if here in place else [option for option in (*lefts, *rights) if option not in place]
        if missing:
            waiting.extend(missing)
            continue
        waiting.pop()
        if here not in place:
            place[here] = len(rows)
            number = None if scaled is None else table.fraction(scaled)
            rows.append((number, tuple(place[g] for g in lefts), tuple(place[g] for g in rights)))
    return tuple(rows)


def copied(table: Table, rows: Written) -> int:
    """The id that a game gets in a table."""
    places: list[int] = []
    for number, lefts, rights in rows:
        if number is None:
            places.append(make(table, [places[i] for i in lefts], [places[i] for i in rights]))
        else:
            places.append(table.dyadic(number))
    return places[-1]
