"""How large a canonical form is."""

from __future__ import annotations

from gfkit.values.short.table import Table


def birthday(table: Table, game: int, known: dict[int, int] | None = None) -> int:
    """The day a game is born: one more than the latest of its options.

    >>> table = Table()
    >>> birthday(table, table.scaled(table.scale * 3 // 4)), birthday(table, table.of_up_star((0, 1, 1)))
    (3, 2)
    """
    known = {} if known is None else known
    found = known.get(game)
    if found is None:
        number = table.number[game]
        if number is not None:
            value = table.fraction(number)
            whole = abs(number) // table.scale
            found = whole + value.denominator.bit_length() - (value.denominator == 1)
        else:
            options = (*table.lefts_of(game), *table.rights_of(game))
            found = 1 + max(birthday(table, option, known) for option in options)
        known[game] = found
    return found


def size(table: Table, game: int) -> int:
    """How many different games its subpositions are, itself among them; numbers are not taken apart.

    >>> table = Table()
    >>> size(table, table.of_up_star((0, 1, 0)))
    3
    """
    seen, waiting = {game}, [game]
    while waiting:
        here = waiting.pop()
        if table.number[here] is None:
            fresh = {*table.lefts_of(here), *table.rights_of(here)} - seen
            seen |= fresh
            waiting.extend(fresh)
    return len(seen)
