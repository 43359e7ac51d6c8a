"""Rules as data: what all kinds have, and the parts that several of them are made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from gfkit.boards import Board, Family
from gfkit.boards.symmetry import Turn
from gfkit.errors import MismatchError
from gfkit.face import Face
from gfkit.games.linkage import Linkage, MarkedPlace
from gfkit.typing import Positions

Cell = tuple[int, int]
Exponents = tuple[int, int]
"""The powers of x and y that a piece, colour or tile carries."""
Name = tuple[int | str, ...]
"""The words that the name of a slot begins with, as ("piece", 3)."""


class Rule(Face):
    """What is counted: a placement game, a local-rule array, an exact cover, pointing cells or a tile set.

    >>> Rule.array(colours=2, forbid=["11", "1/1"]).name
    'array'
    """

    __slots__ = ()

    name: str
    about: str
    kind: str
    _read: ClassVar[Callable[[str, str | Mapping[str, Any]], Rule]]

    # Facts that engines ask for: a kind says those that are other than here.

    @property
    def flat(self) -> bool:
        """Whether any graph can be the board."""
        return False

    @property
    def empty(self) -> int:
        """Number of configurations on a board without cells."""
        return 1

    @property
    def joined(self) -> bool:
        """Whether something is asked of the whole board, so that no part of it is counted alone."""
        return False

    @property
    def linkages(self) -> tuple[Linkage, ...]:
        """What is asked of components and cycles of graphs on the board."""
        return ()

    @property
    def liberties(self) -> bool:
        """Whether groups must touch a free cell."""
        return False

    @property
    def divide(self) -> int:
        """What the number of solutions is divided by."""
        return 1

    @property
    def least(self) -> tuple[int, int]:
        """Rows and columns below which a board has no configuration."""
        return (0, 0)

    @property
    def no_orbits(self) -> str:
        """Why configurations are not counted up to symmetry, to follow the name; empty where they are."""
        if self.liberties:
            return "asks for liberties, and groups that a symmetry joins are not told apart"
        if self.divide > 1 or self.least > (0, 0):
            return "divides its numbers or leaves out small boards"
        return ""

    def names_after(self, _turn: Turn) -> Mapping[Name, Name]:
        """What the words in names of slots become when the paper is turned; those not there stay."""
        return {}

    def is_small(self, board: Board) -> bool:
        """Whether a board has fewer rows or columns than ``least``."""
        if self.least == (0, 0):
            return False
        rows, cols = (1, board.size) if board.grid is None else (board.grid.rows, board.grid.cols)
        return rows < self.least[0] or cols < self.least[1]

    def asked_on(self, boards: Board | Family, _positions: Positions) -> tuple[Rule, Board | Family]:
        """The rule and the boards that engines work on, where this rule is asked on these boards."""
        if isinstance(boards, Board) and boards.illegal:
            raise refused_complex(boards)
        return self, boards

    @staticmethod
    def read_by(read: Callable[[str, str | Mapping[str, Any]], Rule]) -> None:
        """Takes the reader of rule files, which stands on a floor above."""
        Rule._read = staticmethod(read)

    @staticmethod
    def of(given: str | Mapping[str, Any]) -> Rule:
        """The rule in the text of a rule file, or in its data, with the errors of files.

        >>> Rule.of({"name": "Cram", "both": {"pieces": ["XX", "X/X"]}}).kind
        'placement'
        """
        return Rule._read("rule", given)

    @staticmethod
    def array(
        *,
        colours: int | None = None,
        values: str | Sequence[int] | None = None,
        forbid: Sequence[str] = (),
        window: Sequence[tuple[str, str] | Mapping[str, Any]] = (),
        near: Sequence[tuple[str, str] | Mapping[str, Any]] = (),
        pin: Sequence[tuple[Any, str] | Mapping[str, Any]] = (),
        count: Sequence[Mapping[str, Any]] = (),
        weight: Mapping[int, str] | None = None,
        outside: int | None = None,
        divide: int = 1,
        least: str | None = None,
        name: str = "array",
        about: str = "",
        exactly: Sequence[Mapping[str, Any]] = (),
        line: Sequence[Mapping[str, Any]] = (),
        connected: Sequence[Mapping[str, Any]] = (),
        count_up_to: str | None = None,
        new_values: str | None = None,
        image: Mapping[str, Any] | None = None,
    ) -> Rule:
        """A local-rule array by the tables of its file; a pair is a shape or place and what it requires.

        >>> Rule.array(colours=3, window=[("ab", "a != b")], pin=[("first", "x == 0")]).kind
        'array'
        """
        cells: dict[str, Any] = {"colours": colours, "values": values, "outside": outside}
        cells |= {"count_up_to": count_up_to, "new_values": new_values}
        cells = {key: value for key, value in cells.items() if value is not None}
        if weight:
            cells["weight"] = {str(value): power for value, power in weight.items()}
        rules: dict[str, Any] = {"forbid": list(forbid), "count": [dict(one) for one in count]}
        rules |= {"exactly": [dict(one) for one in exactly], "line": [dict(one) for one in line]}
        rules["connected"] = [dict(one) for one in connected]
        for key, place, tables in (
            ("window", "shape", window),
            ("near", "neighbours", near),
            ("pin", "at", pin),
        ):
            rules[key] = [
                dict(one) if isinstance(one, Mapping) else {place: one[0], "require": one[1]}
                for one in tables
            ]
        told: dict[str, Any] = {"name": name, "divide": divide, "cells": cells, "rules": rules}
        told |= ({"least": least} if least else {}) | ({"image": dict(image)} if image else {})
        return Rule.of({**told, "about": about} if about else told)

    @staticmethod
    def cover(
        *pieces: str,
        turned: bool = False,
        mirrored: bool = False,
        weight: Mapping[str, str] | None = None,
        name: str = "cover",
        about: str = "",
    ) -> Rule:
        """An exact cover by pieces, drawn as in its file.

        >>> Rule.cover("XX/X.", "X", turned=True, weight={"X": "x"}).kind
        'cover'
        """
        own = {"pieces": list(pieces), "turned": turned, "mirrored": mirrored, "weight": dict(weight or {})}
        return Rule.of({"name": name, "cover": own} | ({"about": about} if about else {}))

    @staticmethod
    def pointers(
        *moves: str,
        stay: bool,
        weight: Mapping[str, str] | None = None,
        name: str = "pointers",
        about: str = "",
    ) -> Rule:
        """Cells that point at cells, by moves drawn as in its file.

        >>> Rule.pointers("ooX.o", stay=True).kind
        'pointers'
        """
        own = {"moves": list(moves), "stay": stay, "weight": dict(weight or {})}
        return Rule.of({"name": name, "pointers": own} | ({"about": about} if about else {}))

    @staticmethod
    def edges(
        cap: int | None = None,
        *,
        modulo: int | None = None,
        vertex: str | None = None,
        taken: str | None = None,
        left: str | None = None,
        pin: Sequence[tuple[Any, str] | Mapping[str, Any]] = (),
        components: int | str | Sequence[int] | None = None,
        cycles: int | str | Sequence[int] | None = None,
        joins: Sequence[Any] | None = None,
        apart: Sequence[Any] | None = None,
        each: Mapping[str, Any] | None = None,
        component_weight: str | None = None,
        spanning: bool = False,
        weight: str = "1",
        name: str = "edges",
        about: str = "",
    ) -> Rule:
        """Sets of edges, by what is asked of degrees, components and cycles as in its file.

        >>> Rule.edges(1, vertex="d == 1").kind
        'edges'
        >>> Rule.edges(components=1, cycles=0, spanning=True).joined
        True
        """
        given: dict[str, Any] = {"cap": cap, "modulo": modulo, "vertex": vertex, "taken": taken, "left": left}
        given |= {"components": components, "cycles": cycles, "joins": joins, "apart": apart, "each": each}
        given["component_weight"] = component_weight
        own: dict[str, Any] = {key: value for key, value in given.items() if value is not None}
        own |= {"weight": weight, "spanning": spanning}
        own["pin"] = [
            dict(one) if isinstance(one, Mapping) else {"at": one[0], "vertex": one[1]} for one in pin
        ]
        return Rule.of({"name": name, "edges": own} | ({"about": about} if about else {}))

    @staticmethod
    def orientations(
        *,
        vertex: str | None = None,
        acyclic: bool = False,
        strong: bool = False,
        name: str = "orientations",
        about: str = "",
    ) -> Rule:
        """Orientations of the edges, by what is asked as in its file.

        >>> Rule.orientations(vertex="i == o").kind
        'orientations'
        """
        own: dict[str, Any] = {"acyclic": acyclic, "strong": strong}
        own |= {} if vertex is None else {"vertex": vertex}
        return Rule.of({"name": name, "orientations": own} | ({"about": about} if about else {}))


@dataclass(frozen=True, slots=True)
class Piece(Face):
    """The cells of a piece as offsets (down, right) from the top left of its drawing."""

    cells: tuple[Cell, ...]

    @property
    def text(self) -> str:
        """The piece as the rule file draws it."""
        return draw(dict.fromkeys(self.cells, "X"))


@dataclass(frozen=True, slots=True)
class Predicate:
    """What is asked of the values of a few cells, as it is written; ``games.expression`` has the language."""

    text: str
    forbidden: bool = False
    """Whether the text is what may not hold."""

    @property
    def key(self) -> str:
        """The key of the rule file that it stands under."""
        return "forbid" if self.forbidden else "require"


@dataclass(frozen=True, slots=True)
class Outside:
    """A place without a cell: always the same value."""

    value: int


Spot = int | Outside | tuple["Spot", ...]
"""What a name of a predicate stands for: the number of a cell, a place outside, or a list of such."""
Spots = tuple[tuple[str, Spot], ...]


@dataclass(frozen=True, slots=True)
class Pin(MarkedPlace):
    """A predicate on the value of certain cells; what the board does not have is asked nothing."""

    says: Predicate

    @property
    def spots(self) -> Spots:
        """What names mean at a pinned cell."""
        return (("x", 0),)


def draw(cells: dict[Cell, str]) -> str:
    """Cells drawn as rows divided by '/', '.' where there is none; spaces between marks that are long."""
    rows = max(row for row, _ in cells) + 1
    cols = max(col for _, col in cells) + 1
    gap = " " if any(len(mark) > 1 for mark in cells.values()) else ""
    return "/".join(gap.join(cells.get((r, c), ".") for c in range(cols)) for r in range(rows))


CELL: tuple[Cell, ...] = ((0, 0),)
ACROSS: tuple[Cell, ...] = ((0, 0), (0, 1))
DOWN: tuple[Cell, ...] = ((0, 0), (1, 0))


def refused_complex(board: Board) -> MismatchError:
    """The error for a board whose complex is no game of this rule."""
    return MismatchError(
        f"board {board.text!r} tells a whole game by its complex, of which more than pairs decide: what"
        " is played there is node-kayles"
    )
