"""Things on a board that are given the same, as one feature from the first of them to the last."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from gfkit.transfer.machine.slot import Feature, Kinds, Option

Thing = tuple[int, ...]
"""A cell, an edge as its two ends in ascending order, or an edge from its first end to its second."""


class Ties:
    """Orbits of things, each of which is given one of 0, 1, ..., the same as the others.

    For one sweep: which thing of an orbit comes first is seen when it is bound.

    With ``turned`` things are directed edges, and an edge is given 1 where it goes that way, else 0: the
    reverses of an orbit are given the other one, and if they are the same edges there is no way.
    """

    def __init__(self, orbits: Iterable[Sequence[Thing]], *, turned: bool = False) -> None:
        self._of: dict[Thing, tuple[int, int]] = {}
        self._first: dict[int, frozenset[int]] = {}
        self._barred: set[int] = set()
        self._begun: dict[Feature, int] = {}
        for number, orbit in enumerate(orbits):
            if orbit[0] in self._of:
                continue
            reverses = {thing[::-1] for thing in orbit} if turned else set()
            if reverses & set(orbit):
                self._barred.add(number)
            elif len(orbit) == 1:
                continue
            self._of |= dict.fromkeys(reverses, (number, 1)) | dict.fromkeys(orbit, (number, 0))

    def bind(self, option: Option, cell: int, thing: Thing, given: int) -> None:
        """What an option of the site of a cell gives to a thing; those that come first are bound first."""
        number, other = self._of.get(thing, (-1, 0))
        if number < 0:
            return
        feature, value = ("tied", number), given ^ other
        begins = self._first.setdefault(number, frozenset(thing)) == frozenset(thing)
        self._begun.setdefault(feature, cell)
        option.then(feature, {} if number in self._barred else {0 if begins else value: value})

    def kinds(self, place_of: Callable[[int], tuple[int, int]]) -> Kinds:
        """What part each orbit plays: that of the cell where it begins."""
        places = {feature: place_of(cell) for feature, cell in self._begun.items()}
        return {feature: (("tied", line), turn) for feature, (line, turn) in places.items()}


UNTIED = Ties(())
"""Nothing is given the same."""
