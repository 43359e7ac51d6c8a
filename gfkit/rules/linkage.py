"""Constraints on a graph as a whole: number of components, number of independent cycles, connected places."""

from __future__ import annotations

from typing import NamedTuple

from gfkit.boards import Board
from gfkit.deferred import dataclass

Line = tuple[int | None, int | None]
"""Row, column or cell: indices of row and column from 0, or from the far end as -1, -2, ...; None denotes
all.
"""


class Numbers(NamedTuple):
    """Set of admissible numbers. Numbers >= ``cap`` are equivalent, or all numbers are taken modulo
    ``cap``.
    """

    allowed: frozenset[int]
    cap: int
    modulo: bool = False

    @classmethod
    def of(cls, *allowed: int) -> Numbers:
        """Return the set that contains exactly the given numbers."""
        return cls(frozenset(allowed), max(allowed, default=-1) + 1)

    @classmethod
    def with_bound(cls, bound: str, number: int) -> Numbers:
        """Return the set of all numbers >= ``number``, or <= ``number`` if the bound is "most"."""
        return cls.of(*range(number + 1)) if bound == "most" else cls(frozenset({number}), number)

    def cap_number(self, number: int) -> int:
        """Return the representative of a number: below the modulus, or at most the cap."""
        return number % self.cap if self.modulo else min(number, self.cap)

    def holds(self, number: int) -> bool:
        """Return True if a number is admissible.

        >>> Numbers(frozenset({2}), 2).holds(5)
        True
        """
        return self.cap_number(number) in self.allowed

    @property
    def most(self) -> int | None:
        """Largest admissible number; -1 if no number is admissible, None if there is no largest one."""
        return None if self.cap in self.allowed else max(self.allowed, default=-1)

    @property
    def text(self) -> str:
        """Description of the admissible numbers."""
        if self.allowed == {self.cap}:
            return f"at least {self.cap}"
        if self.allowed == set(range(self.cap)) and self.cap > 1:
            return f"at most {self.cap - 1}"
        return " or ".join(map(str, sorted(self.allowed)))


@dataclass(frozen=True, slots=True)
class MarkedPlace:
    """Set of cells of a board: rows, columns, single cells, or the border."""

    at: tuple[Line, ...]
    text: str
    """Places as written in the rule file."""

    @property
    def depth(self) -> int:
        """Maximum distance, in rows or columns, of a marked cell from the end from which the distance is
        counted.
        """
        return max(
            (at if at >= 0 else -1 - at for line in self.at for at in line if at is not None), default=0
        )

    @property
    def lines(self) -> list[list[int | None]]:
        """Rows, columns and cells as lists, for certificates."""
        return list(map(list, self.at))

    @property
    def flat(self) -> bool:
        """True if the place is defined on any graph: it is the first or the last cell."""
        return all(line in ((0, 0), (-1, -1)) for line in self.at)

    @property
    def ends(self) -> frozenset[str]:
        """Words "first" and "last" that occur in the place; these cells exist on every board."""
        return frozenset(word.strip() for word in self.text.split(",")) & {"first", "last"}


@dataclass(frozen=True, slots=True)
class MarkCount:
    """Constraint on the number of marked vertices in every component: vertices at a place, or chosen
    vertices.

    Chosen vertices are part of the counted object: a tree with v vertices has v choices of a root.
    """

    place: MarkedPlace | None
    number: Numbers

    @property
    def text(self) -> str:
        """Description of the constraint in English."""
        number = "one" if self.number.text == "1" else self.number.text
        plural = "" if number == "one" else "s"
        where = (
            f"vert{'ex' if number == 'one' else 'ices'} at {self.place.text}"
            if self.place
            else f"chosen root{plural}"
        )
        return f"{number} {where} in every component"


@dataclass(frozen=True, slots=True)
class Linkage:
    """Connectivity constraint on a graph. None, or an empty list of places, imposes no constraint.

    ``components`` and ``cycles`` are the admissible numbers of components and of independent cycles. Some
    component contains a vertex of each place in ``joins``; no component contains a vertex of each place in
    ``apart``. In every component the number of marked vertices is admissible for ``each``.

    A graph with v vertices, e edges and c components has e - v + c *independent cycles*: 0 if it is acyclic,
    and 1 if it is connected with a single cycle.
    """

    components: Numbers | None = None
    cycles: Numbers | None = None
    joins: tuple[MarkedPlace, ...] = ()
    apart: tuple[MarkedPlace, ...] = ()
    weight: tuple[int, ...] = (0, 0)
    """Exponents of the letters in the weight of a component."""
    each: MarkCount | None = None

    @property
    def asks(self) -> bool:
        """True if there is a constraint."""
        return self.is_global or self.cycles is not None or any(self.weight) or self.each is not None

    @property
    def places(self) -> tuple[MarkedPlace, ...]:
        """All places that occur in the constraint."""
        held = (self.each.place,) if self.each is not None and self.each.place is not None else ()
        return (*self.joins, *self.apart, *held)

    @property
    def depth(self) -> int:
        """Maximum depth of the places in the constraint."""
        return max((place.depth for place in self.places), default=0)

    @property
    def chooses(self) -> bool:
        """True if vertices are chosen as part of the counted object."""
        return self.each is not None and self.each.place is None

    @property
    def acyclic(self) -> bool:
        """True if the graph must be acyclic."""
        return self.cycles is not None and self.cycles.most == 0

    @property
    def is_global(self) -> bool:
        """True if components of the board cannot be counted separately; they can if only cycles are
        forbidden.
        """
        counted = self.components is not None or (self.cycles is not None and not self.acyclic)
        return counted or bool(self.joins or self.apart)

    @property
    def needs_members(self) -> bool:
        """True if the number of vertices of the graph matters, because components are counted."""
        asks = self.components is not None or bool(self.joins or self.apart) or self.each is not None
        return asks or any(self.weight)

    @property
    def empty(self) -> bool:
        """True if the empty graph satisfies the constraint."""
        return self.holds(0, 0) and not self.joins

    @property
    def flat(self) -> bool:
        """True if the constraint is defined on any graph: all places are the first or the last vertex."""
        return all(place.flat for place in self.places)

    def holds(self, components: int, cycles: int) -> bool:
        """Return True if a graph with the given numbers of components and of independent cycles is
        admissible.
        """
        asked = (self.components, components), (self.cycles, cycles)
        return all(tally is None or tally.holds(number) for tally, number in asked)

    @property
    def text(self) -> str:
        """Description of the constraint in English.

        >>> Linkage(Numbers(frozenset({1}), 2), Numbers(frozenset({0}), 1)).text
        'one component and no cycle'
        """
        there, absent = (" and at ".join(place.text for place in some) for some in (self.joins, self.apart))
        parts = [
            _number_text(self.components, "component"),
            "no cycle" if self.acyclic else _number_text(self.cycles, "independent cycle"),
            f"a component that has a vertex at {there}" * bool(there),
            f"no component that has a vertex at {absent}" * bool(absent),
            "" if self.each is None else self.each.text,
        ]
        return " and ".join(filter(None, parts))


def plain_linkage(linkage: Linkage) -> dict[str, object]:
    """Return the constraint as JSON data for certificates: numbers up to their cap, and the cells of
    places.
    """
    plain: dict[str, object] = {"weight": list(linkage.weight)} if any(linkage.weight) else {}
    if linkage.each is not None:
        place = linkage.each.place
        plain["each"] = {"at": place and place.lines, **_plain_numbers(linkage.each.number)}
    for key, numbers in (("components", linkage.components), ("cycles", linkage.cycles)):
        plain[key] = numbers and _plain_numbers(numbers)
    return plain | {
        "joins": [place.lines for place in linkage.joins], "apart": [place.lines for place in linkage.apart]
    }  # fmt: skip


def _plain_numbers(numbers: Numbers) -> dict[str, object]:
    return {"allowed": sorted(numbers.allowed), "cap": numbers.cap}


UNLINKED = Linkage()
"""Constraint that every graph satisfies."""


def _number_text(numbers: Numbers | None, noun: str) -> str:
    if numbers is None:
        return ""
    return f"one {noun}" if numbers.text == "1" else f"{numbers.text} {noun}s"


def pinned_cells(board: Board, place: MarkedPlace) -> list[int]:
    """Return the cells of the board in the given rows, columns and positions.

    First and last refer to reading order: the corners, or the nearest cells in reading order if these are
    holes.
    """
    cells = set(range(board.size))
    if board.grid is None:
        return sorted({0 if line == (0, 0) else board.size - 1 for line in place.at} & cells)
    sides = board.grid.rows, board.grid.cols
    pinned_cells = {0 if end == "first" else board.size - 1 for end in place.ends} & cells
    for line in place.at:
        wanted = [
            None if at is None else at if at >= 0 else at + side for at, side in zip(line, sides, strict=True)
        ]
        pinned_cells |= {
            cell
            for cell, spot in enumerate(board.places)
            if all(at is None or at == here for at, here in zip(wanted, spot, strict=True))
        }
    return sorted(pinned_cells)
