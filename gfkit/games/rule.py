"""Rules as data: placement games, local-rule arrays and tile sets; ``cover.py`` has the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from gfkit.boards import Board
from gfkit.errors import MismatchError
from gfkit.face import Face
from gfkit.games.linkage import Linkage, MarkedPlace
from gfkit.typing import Player, Weights

Cell = tuple[int, int]
Exponents = tuple[int, int]
"""The powers of x and y that a piece, colour or tile carries."""


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
        return _draw(dict.fromkeys(self.cells, "X"))


@dataclass(frozen=True, slots=True)
class GraphPiece:
    """A piece that lies on any vertices some of whose edges join them like a graph: see ``spaced.py``."""

    text: str
    """The graph as the rule file names it."""
    size: int
    edges: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour of pieces and who may place them."""

    name: str
    owner: Player
    pieces: tuple[Piece, ...]
    reserved: bool = False
    """Whether it is a colour of both, placed where only its owner may play: see ``PlacementRule.parted``."""
    figures: tuple[GraphPiece, ...] = ()
    """Pieces that are graphs; only rules that go over to graphs of placements have such."""

    def belongs_to(self, player: Player) -> bool:
        return self.owner in (player, Player.BOTH)

    def exponents(self, weights: Weights) -> Exponents:
        """What one piece of this colour multiplies a position's monomial by."""
        if weights is Weights.NONE:
            return (0, 0)
        marked_y = weights is Weights.PLAYERS and self.owner is Player.RIGHT
        return (0, 1) if marked_y else (1, 0)


@dataclass(frozen=True, slots=True)
class PlacementRule(Rule):
    """Pieces are placed on free cells and never move.

    ``forbidden`` holds the pairs of colours (by index, smaller first) whose pieces may not share an
    edge; with ``liberties`` every group of cells of one colour must touch a free cell, but for the colours
    of ``airless``, which are none where liberties are not asked for.
    """

    name: str
    colours: tuple[Colour, ...]
    forbidden: frozenset[tuple[int, int]] = frozenset()
    liberties: bool = False
    about: str = ""
    airless: frozenset[int] = frozenset()
    """Colours whose groups need no free cell, though others do."""
    kind: str = field(default="placement", init=False)

    def breathes(self, colour: int) -> bool:
        """Whether groups of a colour must touch a free cell."""
        return self.liberties and colour not in self.airless

    def forbids(self, first: int, second: int) -> bool:
        """Whether pieces of these two colours may not touch."""
        return (min(first, second), max(first, second)) in self.forbidden

    @property
    def impartial(self) -> bool:
        return all(colour.owner is Player.BOTH for colour in self.colours)

    def parted(self) -> PlacementRule:
        """The rule for boards with cells that are reserved for one player.

        A colour of both becomes three, which stop each other as it stops itself: what both may place, what
        only Left may place because of where it lies, and what only Right may. So every piece is placed in
        just one way, and it is known who could have placed it. A rule that is parted already stays as it is.
        """
        if any(colour.reserved for colour in self.colours):
            return self
        made: list[tuple[int, Colour]] = []
        for index, colour in enumerate(self.colours):
            made.append((index, colour))
            if colour.owner is Player.BOTH:
                made += [
                    (
                        index,
                        Colour(f"{colour.name}, {player.value} only", player, colour.pieces, reserved=True),
                    )
                    for player in (Player.LEFT, Player.RIGHT)
                ]
        if len(made) == len(self.colours):
            return self
        if self.liberties:
            raise MismatchError(
                f"{self.name} asks for liberties of pieces that both players place; on boards with cells that"
                " are reserved for one player it is not known whose such a group is"
            )
        pairs = {
            (a, b)
            for a, (one, _) in enumerate(made)
            for b, (other, _) in enumerate(made[a:], a)
            if self.forbids(one, other)
        }
        return replace(self, colours=tuple(colour for _, colour in made), forbidden=frozenset(pairs))

    def check_play(self) -> None:
        """Refuses the class of alternating play where it is not known who placed every piece."""
        if self.impartial or all(colour.owner is not Player.BOTH for colour in self.colours):
            return
        raise MismatchError(
            f"positions 'play' compare the players' numbers of pieces, and some pieces of {self.name} on this"
            " board may be either player's; ask for all"
        )

    def may_lie(self, board: Board, colour: int, cells: Sequence[int]) -> bool:
        """Whether reserved cells allow a piece of this colour there."""
        kind = self.colours[colour]
        return board.admits(kind.owner, cells) and not (kind.reserved and board.admits(Player.BOTH, cells))

    @property
    def flat(self) -> bool:
        """Whether all pieces are cells or edges, so that any graph can be the board."""
        return all(_cells_or_edges(colour) for colour in self.colours)


@dataclass(frozen=True, slots=True)
class Window(Face):
    """A drawn pattern: offsets and what must stand there (a value, or a letter for 'any, the same')."""

    cells: tuple[tuple[Cell, str], ...]

    @property
    def text(self) -> str:
        return _draw(dict(self.cells))


@dataclass(frozen=True, slots=True)
class NeighbourCount:
    """Every cell of value ``cell`` has an allowed number of neighbours with a value in ``of``."""

    cell: int
    neighbours: tuple[Cell, ...]
    """Offsets of the neighbours; empty for 'all cells that share an edge', which any graph has."""
    of: frozenset[int]
    allowed: frozenset[int]


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
class WindowPredicate:
    """A predicate on the values of a window's cells, wherever the window is laid."""

    cells: tuple[tuple[Cell, str], ...]
    """Offsets and letters, in reading order."""
    says: Predicate

    def spots(self, places: Sequence[Spot]) -> Spots:
        """What names mean where its cells are these: its letters, all, and their rows and columns."""

        def lines(axis: int) -> Spot:
            numbers = sorted({offset[axis] for offset in self.offsets})
            return tuple(
                tuple(
                    spot for offset, spot in zip(self.offsets, places, strict=True) if offset[axis] == number
                )
                for number in numbers
            )

        letters = ((letter, spot) for (_, letter), spot in zip(self.cells, places, strict=True))
        return (*letters, ("all", tuple(places)), ("rows", lines(0)), ("columns", lines(1)))

    @property
    def offsets(self) -> tuple[Cell, ...]:
        return tuple(offset for offset, _ in self.cells)

    @property
    def text(self) -> str:
        """The window as the rule file draws it."""
        return _draw(dict(self.cells))


@dataclass(frozen=True, slots=True)
class NearPredicate:
    """A predicate on the value of every cell and on those of its neighbours that are there."""

    neighbours: tuple[Cell, ...]
    """Offsets as in ``NeighbourCount``."""
    says: Predicate

    def spots(self, number: int, outside: Sequence[Outside]) -> Spots:
        """What names mean at a cell 0 with the neighbours 1, ..., ``number``, and more that are outside."""
        around: tuple[Spot, ...] = (*range(1, number + 1), *outside)
        return (("x", 0), ("near", around), ("all", (0, *around)))


@dataclass(frozen=True, slots=True)
class Pin(MarkedPlace):
    """A predicate on the value of certain cells; what the board does not have is asked nothing."""

    says: Predicate

    @property
    def spots(self) -> Spots:
        """What names mean at a pinned cell."""
        return (("x", 0),)


@dataclass(frozen=True, slots=True)
class Exactly:
    """How often something is so on the whole board: a number, or the cap and above, that is allowed."""

    parts: tuple[WindowPredicate, ...] | tuple[NearPredicate, ...]
    """What is counted wherever it is laid; the predicate is the same in all."""
    allowed: frozenset[int]
    cap: int
    """Where counting ends: no number from here on is told from another."""

    @property
    def says(self) -> Predicate:
        return self.parts[0].says

    @property
    def number(self) -> str:
        """How often, in words."""
        if self.allowed == {self.cap}:
            return f"at least {self.cap}"
        if self.allowed == set(range(self.cap)) and self.cap > 1:
            return f"at most {self.cap - 1}"
        return f"exactly {' or '.join(map(str, sorted(self.allowed)))}"


@dataclass(frozen=True, slots=True)
class LineRule:
    """An automaton along lines: a pattern that every line matches, or states ``s`` with steps."""

    along: tuple[str, ...]
    """Any of rows, columns, diagonals, antidiagonals."""
    match: str = ""
    start: int = 0
    next: str = ""
    require: str = ""
    """What must hold of the state and the value that is read; empty for nothing."""
    accept: str = ""
    """What must hold of the state at the end; empty for nothing."""
    order: str = ""
    """In place of all this: how every row or column compares with the next one, as words."""
    backwards: bool = False
    """Whether these words are read from their ends."""

    @property
    def text(self) -> str:
        """The condition in words."""
        if self.order:
            return f"the words, read {'backwards' if self.backwards else 'forwards'}, are {self.order}"
        if self.match:
            return f"the values match {self.match}"
        told = [f"from s = {self.start} on a value x leads to s = {self.next}"]
        told += [f"where {self.require} holds"] * bool(self.require)
        return ", ".join(told + [f"and at the end {self.accept} holds"] * bool(self.accept))


LINES: dict[str, Cell] = {"rows": (0, 1), "columns": (1, 0), "diagonals": (1, 1), "antidiagonals": (1, -1)}
"""The directions that lines are read in."""


@dataclass(frozen=True, slots=True)
class Connected:
    """What is asked of the graph of the cells with a value in ``of``.

    Two of them are joined where one is a neighbour of the other.
    """

    of: frozenset[int]
    neighbours: tuple[Cell, ...]
    """Offsets as in ``NeighbourCount``."""
    linkage: Linkage


Condition = WindowPredicate | NearPredicate | Pin | Exactly | LineRule | Connected


@dataclass(frozen=True, slots=True)
class ArrayRule(Rule):
    """Every cell takes a value; windows, counts of neighbours and conditions restrict which.

    ``values`` are the colours as windows, counts and predicates call them, ascending, 0, 1, ... when left
    out; ``weights`` go with them. ``outside`` is the value that every place without a cell shows, or None
    where nothing is there. ``new_values``: "classes" counts arrays up to permutations of the values,
    "row-major" those in which values occur for the first time in ascending order, row by row. The
    number of arrays is divided by ``divide``, and is 0 on boards with fewer rows or columns than ``least``.
    """

    name: str
    colours: int
    weights: tuple[Exponents, ...]
    forbid: tuple[Window, ...] = ()
    counts: tuple[NeighbourCount, ...] = ()
    conditions: tuple[Condition, ...] = ()
    values: tuple[int, ...] = ()
    outside: int | None = None
    new_values: str = ""
    divide: int = 1
    least: tuple[int, int] = (0, 0)
    about: str = ""
    image: WindowPredicate | NearPredicate | None = None
    """A map, whose expression is a number wherever it is laid: its different results are counted."""
    kind: str = field(default="array", init=False)

    def __post_init__(self) -> None:
        if not self.values:
            object.__setattr__(self, "values", tuple(range(self.colours)))

    @property
    def shows_cells(self) -> bool:
        """Whether an image has a number for every cell."""
        return isinstance(self.image, NearPredicate)

    @property
    def joined(self) -> bool:
        """Whether something is counted on the whole board, so that no part of it stands alone."""
        whole = any(isinstance(one, Exactly) for one in self.conditions)
        return bool(self.new_values) or whole or bool(self.linked)

    @property
    def linked(self) -> tuple[Connected, ...]:
        """The conditions on what hangs together."""
        return tuple(one for one in self.conditions if isinstance(one, Connected))

    def is_small(self, board: Board) -> bool:
        """Whether a board has too few rows or columns to have an array."""
        rows, cols = (1, board.size) if board.grid is None else (board.grid.rows, board.grid.cols)
        return rows < self.least[0] or cols < self.least[1]

    @property
    def empty(self) -> int:
        """How many arrays a board without cells has: one, unless something must occur on it."""
        counted = (one for one in self.conditions if isinstance(one, Exactly))
        return int(all(0 in one.allowed for one in counted) and all(one.linkage.empty for one in self.linked))

    @property
    def flat(self) -> bool:
        """Whether any graph can be the board: nothing is drawn, pins are at the first or the last cell."""
        pins = [one for one in self.conditions if isinstance(one, Pin)]
        near: list[NeighbourCount | NearPredicate] = list(self.counts)
        counted = [part for one in self.conditions if isinstance(one, Exactly) for part in one.parts]
        parts = [*self.conditions, *counted, *([self.image] if self.image is not None else [])]
        near += [one for one in parts if isinstance(one, NearPredicate)]
        if not all(one.linkage.flat and not one.neighbours for one in self.linked):
            return False
        drawn = any(isinstance(one, WindowPredicate) for one in parts) or self.forbid
        ends = all(line in ((0, 0), (-1, -1)) for pin in pins for line in pin.at)
        return ends and not drawn and not self.lines and not any(one.neighbours for one in near)

    @property
    def lines(self) -> tuple[LineRule, ...]:
        """The conditions on lines."""
        return tuple(one for one in self.conditions if isinstance(one, LineRule))


@dataclass(frozen=True, slots=True)
class Tile(Face):
    """A tile: the labels of its four edges, and its weight."""

    name: str
    top: str
    right: str
    bottom: str
    left: str
    weight: Exponents = (0, 0)


@dataclass(frozen=True, slots=True)
class Boundary:
    """The labels allowed on each side of the board, holes included."""

    top: frozenset[str]
    right: frozenset[str]
    bottom: frozenset[str]
    left: frozenset[str]


@dataclass(frozen=True, slots=True)
class TileRule(Rule):
    """Every cell takes a tile; shared edges carry the same label."""

    name: str
    tiles: tuple[Tile, ...]
    boundary: Boundary
    about: str = ""
    kind: str = field(default="tiles", init=False)


def _cells_or_edges(colour: Colour) -> bool:
    """Whether a colour's pieces are single cells, or dominoes that may lie both ways."""
    shapes = {piece.cells for piece in colour.pieces}
    return shapes - {CELL} in (set(), {ACROSS, DOWN})


def _draw(cells: dict[Cell, str]) -> str:
    """Cells drawn as rows divided by '/', '.' where there is none; spaces between marks that are long."""
    rows = max(row for row, _ in cells) + 1
    cols = max(col for _, col in cells) + 1
    gap = " " if any(len(mark) > 1 for mark in cells.values()) else ""
    return "/".join(gap.join(cells.get((r, c), ".") for c in range(cols)) for r in range(rows))


CELL: tuple[Cell, ...] = ((0, 0),)
ACROSS: tuple[Cell, ...] = ((0, 0), (0, 1))
DOWN: tuple[Cell, ...] = ((0, 0), (1, 0))
