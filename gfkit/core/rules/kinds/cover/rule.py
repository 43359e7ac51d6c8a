"""Exact covers: the rule, the parser of its file, its description, and hypotheses of theorems on the
plane.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from gfkit.core.boards.board import Board, Cube, at_top_left
from gfkit.core.deferred import dataclass, field, replace
from gfkit.core.errors import MismatchError, RuleError
from gfkit.core.rules.kinds.theorems import BONDS, Grounds, is_flat, no_theorem
from gfkit.core.rules.rule import Rule
from gfkit.core.rules.table import (
    LARGEST_FACE,
    LARGEST_POLYOMINO,
    SMALLEST_FACE,
    RuleTable,
    in_corner,
    numbered_name,
    only_table,
    open_whole,
    read_copies,
    read_lines,
    read_piece,
    read_weights,
    weights_sentence,
)
from gfkit.core.rules.values import ACROSS, CELL, DOWN, Exponents, Name, Occurrence, Piece, span
from gfkit.core.typing import Positions

if TYPE_CHECKING:
    from gfkit.core.boards import Family
    from gfkit.core.boards.symmetry import Turn
    from gfkit.core.rules.factors import Factors
    from gfkit.core.rules.kinds.diagram import RulePictures


LINES = {"rows": "rows", "columns": "columns", "both": "rows or columns"}
"""Values of ``fault_free``, with the neighbours of the lines that cut a piece."""


@dataclass(frozen=True, slots=True, repr=False)
class CoverRule(Rule):
    """Covers of a board by pieces such that each cell is in exactly one piece.

    ``pieces`` are given as drawn, each with its weight. If ``turned``, they may also be rotated by quarter
    turns; if ``mirrored``, they may be reflected from left to right. Different pieces on the same cells count
    separately; equal pieces on equal cells count once. A piece whose weight has the coefficient c is listed c
    times: it has c colours. With ``tatami`` no four pieces meet at a point. ``fault_free`` names the lines
    between rows, or columns, or both, each of which must cut a piece. Covers that differ only in the
    ``forgotten`` pieces count once.
    """

    name: str
    pieces: tuple[Piece, ...]
    weights: tuple[Exponents, ...]
    turned: bool = False
    mirrored: bool = False
    about: str = ""
    has_lines: bool = field(default=False, compare=False)
    """True if pieces of two cells are drawn as lines between vertices."""
    tatami: bool = False
    fault_free: str = ""
    forgotten: tuple[Piece, ...] = ()
    factors: Factors | None = field(default=None, kw_only=True)
    given: tuple[Occurrence, ...] = field(default=(), kw_only=True)
    kind: str = field(default="cover", init=False)
    kind_phrase: ClassVar[str] = "an exact cover"

    def asked_on(self, boards: Board | Family, positions: Positions) -> tuple[Rule, Board | Family]:
        """Return the rule and the boards; in boxes and graphs, pieces drawn in all orientations are one
        piece. With faces, a cyclic family starts at the smallest n from which on its faces are determined. On
        a molecule, dominoes and faces cover the atoms that carry a pi bond.

        >>> from gfkit.core.boards import parse_one_board
        >>> dominoes = Rule.cover("XX", "X/X", "X")
        >>> rule, _ = dominoes.asked_on(parse_one_board("2x2x2"), Positions.ALL)
        >>> len(rule.pieces), rule.turned
        (2, True)
        """
        super(CoverRule, self).asked_on(boards, positions)  # rejects forbidden sets of cells
        if (most := self.largest_face) and not isinstance(boards, Board):
            from gfkit.core.boards.faces import with_determined_faces  # few rules have faces

            boards = with_determined_faces(boards, most)
        if isinstance(boards, Board) and boards.pi_atoms is not None and self.covers_bonds:
            from gfkit.core.boards.benzenoids import pi_system  # few boards are molecules

            boards = pi_system(boards)
        return self.read_on(boards), boards

    def read_on(self, boards: Board | Family) -> Rule:
        if self.flat or self.in_space or self.needs_plane or boards.has_rows:
            return self
        return self.without_directions

    @property
    def without_directions(self) -> CoverRule:
        """Rule with one piece for all orientations of a shape, or the rule itself if an orientation is
        missing.

        Directions do not exist on a graph, and rows and columns do not determine them in a box. So x counts
        the pieces of a shape if one of its orientations has a weight.

        >>> Rule.cover("XX", "X/X", weight={"XX": "x", "X/X": "y"}).without_directions.weights
        ((1, 0),)
        """
        if self.turned or self.has_colours:
            return self
        left = dict(zip(self.pieces, self.weights, strict=True))
        shapes: dict[Piece, Exponents] = {}
        while left:
            piece = next(iter(left))
            lies = replace(self, turned=True).lies(piece)
            if not {*lies} <= {*left}:
                return self
            weights = {left.pop(lie) for lie in lies}
            shapes[piece] = weights.pop() if len(weights) == 1 else (1, 0)
        return replace(self, pieces=tuple(shapes), weights=tuple(shapes.values()), turned=True)

    @property
    def piece_sizes(self) -> frozenset[int]:
        return frozenset(piece.face or len(piece.in_space) for piece in self.pieces)

    @property
    def covers_bonds(self) -> bool:
        """True if all pieces are dominoes or faces, so that on a molecule the covers concern its pi bonds."""
        return all(piece.face or len(piece.cells) == 2 for piece in self.pieces)

    @property
    def twin(self) -> str:
        dominoes = self.without_directions
        if self.flat or not dominoes.flat or dominoes.pieces != dominoes.drawn:
            return ""
        return "matchings" if any(piece.cells == CELL for piece in dominoes.pieces) else "perfect-matchings"

    @property
    def has_colours(self) -> bool:
        """True if a piece is listed several times."""
        return len(self.pieces) > len({*self.pieces})

    @property
    def no_orbits(self) -> str:
        return "has pieces of several colours" if self.has_colours else super(CoverRule, self).no_orbits

    def lies(self, piece: Piece) -> tuple[Piece, ...]:
        """Return the orientations of a piece in the plane, the drawn one first.

        >>> ell = CoverRule("L", (Piece(((0, 0), (1, 0), (1, 1))),), ((0, 0),), turned=True)
        >>> [lie.text for lie in ell.lies(ell.pieces[0])]
        ['X./XX', 'XX/X.', 'XX/.X', '.X/XX']
        """
        if piece.face:
            return (piece,)
        if self.in_space:
            return self.lies_in_space(piece)
        positions = [piece]
        if self.turned:
            for _ in range(3):
                positions.append(Piece(at_top_left((col, -row) for row, col in positions[-1].cells)))
        if self.mirrored:
            positions += [Piece(at_top_left((row, -col) for row, col in lie.cells)) for lie in positions]
        return tuple(dict.fromkeys(positions))

    def lies_in_space(self, piece: Piece) -> tuple[Piece, ...]:
        """Return the orientations of a piece in a box, the drawn one first.

        With ``turned`` these are its images under the 24 rotations of a cube, with ``mirrored`` also under
        the reflection from left to right.

        >>> bar = CoverRule("bars", (Piece(((0, 0), (0, 1))),), ((0, 0),), turned=True)
        >>> [lie.text for lie in bar.lies_in_space(bar.pieces[0])]
        ['XX', 'X/X', 'X//X']
        """
        positions = {in_corner(piece.in_space): None}
        todo = list(positions)
        while todo:
            cubes = todo.pop(0)
            images: list[Iterable[Cube]] = []
            if self.turned:
                images += [((i, k, -j) for i, j, k in cubes), ((k, j, -i) for i, j, k in cubes)]
            if self.mirrored:
                images += [((i, j, -k) for i, j, k in cubes)]
            new = [image for image in map(in_corner, images) if image not in positions]
            positions |= dict.fromkeys(new)
            todo += dict.fromkeys(new)
        return tuple(_piece_of(cubes) for cubes in positions)

    @property
    def largest_face(self) -> int:
        """Largest number of vertices of a face that is a piece, or 0 if no face is a piece."""
        return max(piece.face for piece in self.pieces)

    @property
    def drawn(self) -> tuple[Piece, ...]:
        """Pieces with a shape, which are not faces of the board."""
        return tuple(piece for piece in self.pieces if not piece.face)

    @property
    def has_image(self) -> bool:
        return bool(self.forgotten)

    @property
    def in_space(self) -> bool:
        """True if a piece is drawn in layers, so that boards are boxes."""
        return any(piece.cubes for piece in self.pieces)

    @property
    def needs_plane(self) -> bool:
        """True if a side condition concerns points or lines between the cells of a board."""
        return self.tatami or bool(self.fault_free)

    @property
    def extent(self) -> int:
        if self.in_space:
            return max(max(map(max, lie.in_space)) for piece in self.pieces for lie in self.lies(piece))
        longest = max((span(lie.cells) for piece in self.drawn for lie in self.lies(piece)), default=0)
        return 2 * longest + 1 if self.needs_plane else max(self.largest_face // 2, longest)

    @property
    def depends_on_double_edges(self) -> bool:
        return self.needs_plane or any(piece.cells != CELL for piece in self.pieces)

    @property
    def flat(self) -> bool:
        """True if the rule is defined on any graph: every piece is a cell, except at most one edge.

        Two pieces, one horizontal and one vertical, would cover the same edge of a graph.
        """
        if self.in_space or self.needs_plane:
            return False
        shapes = [{lie.cells for lie in self.lies(piece)} for piece in self.drawn]
        return [lies for lies in shapes if lies != {CELL}] in ([], [{ACROSS, DOWN}])

    def names_after(self, turn: Turn) -> Mapping[Name, Name]:
        """Return the renaming of pieces under a symmetry, for pieces all of whose orientations have the same
        image.

        >>> from gfkit.core.boards.symmetry import Turn
        >>> rule = Rule.cover("XX/X.", "XX/.X")
        >>> rule.names_after(Turn(right=-1)), rule.names_after(Turn(down=-1))
        ({('piece', 0): ('piece', 1), ('piece', 1): ('piece', 0)}, {})
        """
        if self.in_space or self.has_colours:
            return {}
        lies = [() if piece.face else self.lies(piece) for piece in self.pieces]
        whose = {lie: number for number, own in enumerate(lies) for lie in own}
        images = [{whose.get(Piece(at_top_left(map(turn.of, lie.cells)))) for lie in own} for own in lies]
        return {
            ("piece", number): ("piece", image)
            for number, numbers in enumerate(images)
            for image in numbers
            if image not in (None, number) and len(numbers) == 1
        }


def _piece_of(cubes: tuple[Cube, ...]) -> Piece:
    """Return the piece with the given cubes, in two dimensions if it is one layer."""
    if any(i for i, _, _ in cubes):
        return Piece((), cubes)
    return Piece(tuple((j, k) for _, j, k in cubes))


def polyominoes(size: int) -> tuple[Piece, ...]:
    """Return all polyominoes with the given number of cells, each in one orientation.

    >>> [len(polyominoes(size)) for size in (1, 2, 3, 4, 5)]
    [1, 1, 2, 5, 12]
    """
    pieces = [Piece(CELL)]
    for _ in range(size - 1):
        larger: dict[Piece, None] = {}
        seen: set[Piece] = set()
        for piece in pieces:
            for row, col in piece.cells:
                for at in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
                    if at not in piece.cells:
                        made = Piece(at_top_left((*piece.cells, at)))
                        if made not in seen:
                            larger[made] = None
                            seen.update(
                                CoverRule("", (made,), ((0, 0),), turned=True, mirrored=True).lies(made)
                            )
        pieces = list(larger)
    return tuple(pieces)


# Rule files


KEYS = {
    "": "name about look cover",
    "[cover]": "pieces faces forgotten polyominoes turned mirrored weight tatami fault_free",
}


def read(table: RuleTable, parameter: int | None) -> CoverRule:
    """Parse a rule file of exact covers."""
    if isinstance(table.raw("cover"), Mapping) and "polyominoes" in table.table("cover"):
        return _polyominoes(table, parameter)
    own = only_table(table, parameter, "cover")
    where = f"{own.where} pieces"
    faces = _faces(own)
    texts = [*own.sequence("pieces", needed=not faces), *map(str, faces)]
    drawn = tuple(read_piece(where, text) for text in texts[: len(texts) - len(faces)])
    pieces = (*drawn, *(Piece((), face=face) for face in faces))
    forgotten = _forgotten(own, dict(zip(texts, pieces, strict=True)))
    marks = read_weights(own, texts, read_copies)
    copied: list[tuple[Piece, Exponents]] = []
    for piece, text in zip(pieces, texts, strict=True):
        number, weight = marks[text]
        copied += [(piece, (0, 0) if piece in forgotten else weight)] * number
    rule = CoverRule(
        name=table.text("name"),
        pieces=tuple(piece for piece, _ in copied),
        weights=tuple(weight for _, weight in copied),
        turned=own.flag("turned"),
        mirrored=own.flag("mirrored"),
        about=table.remark("about"),
        has_lines=read_lines(table),
        tatami=own.flag("tatami"),
        fault_free=_lines(own),
        forgotten=forgotten,
    )
    if faces and (rule.needs_plane or rule.in_space):
        raise own.error(": faces cannot be combined with tatami, fault_free or pieces in layers", "faces")
    if rule.needs_plane and rule.in_space:
        key = "tatami" if rule.tatami else "fault_free"
        raise own.error(f": {key} requires pieces in the plane, without layers", key)
    known: dict[Piece, str] = {}
    for piece, text in zip(drawn, texts, strict=False):
        if (shape := _piece_of(piece.in_space)) in known:
            how = (
                "is repeated" if known[shape] == piece.text else f"is {known[shape]!r} in another orientation"
            )
            raise RuleError(f"{where}: {text!r} {how}; list every piece once")
        known |= dict.fromkeys((shape, *rule.lies(piece)), piece.text)
    return rule


def _faces(own: RuleTable) -> list[int]:
    """Return the numbers of vertices of the faces that are pieces, in ascending order."""
    if isinstance(own.raw("faces", 0), list):
        return sorted(own.wholes("faces", SMALLEST_FACE, LARGEST_FACE))
    return [own.whole("faces", SMALLEST_FACE, LARGEST_FACE)] if "faces" in own else []


def _forgotten(own: RuleTable, pieces: Mapping[str, Piece]) -> tuple[Piece, ...]:
    """Return the pieces that are not distinguished in covers."""
    texts = own.sequence("forgotten", needed=False)
    if any(text not in [*pieces] for text in texts):
        raise own.error_for("forgotten", f"a list of pieces of the rule, such as {[*pieces][:1]}")
    given = own.raw("weight", {})
    if isinstance(given, Mapping) and any(text in given for text in texts):
        raise own.error_for("weight", "a table of weights of pieces that are not forgotten")
    return tuple(pieces[text] for text in texts)


def _lines(own: RuleTable) -> str:
    """Return the lines that must cut a piece."""
    given = own.raw("fault_free", "")
    if "fault_free" in own and given not in [*LINES]:
        raise own.error_for("fault_free", f"one of {', '.join(map(repr, LINES))}")
    return str(given)


def _polyominoes(table: RuleTable, parameter: int | None) -> CoverRule:
    """Parse covers by all polyominoes with a given number of cells, in all orientations."""
    own = only_table(table, None, "cover")
    own.only("polyominoes")
    pieces = polyominoes(open_whole(own, "polyominoes", parameter, LARGEST_POLYOMINO, "cells"))
    name = numbered_name(table.text("name"), parameter, "cells")
    return CoverRule(
        name, pieces, ((0, 0),) * len(pieces), True, True, table.remark("about"), read_lines(table)
    )


# Plain data


def plain_data(rule: CoverRule) -> dict[str, object]:
    """Return the pieces with their weights, each in all its positions, and the side conditions, if any."""
    if what := "three-dimensional" if rule.in_space else "forgotten" if rule.forgotten else "":
        raise MismatchError(f"{rule.name}: certificates are not supported for {what} pieces")
    colours: list[dict[str, object]] = []
    for piece, weight in zip(rule.pieces, rule.weights, strict=True):
        shapes = [[list(cell) for cell in lie.cells] for lie in rule.lies(piece)]
        covered = {"face": piece.face} if piece.face else {"pieces": shapes}
        colours.append({"weight": list(weight), **covered})
    conditions = {"tatami": rule.tatami, "fault_free": rule.fault_free}
    return {"colours": colours, **{key: value for key, value in conditions.items() if value}}


NOUN = "tiling"
RULE_OF = "exact covers"


def sentences(rule: CoverRule) -> list[str]:
    """Return sentences about the orientations and weights of pieces."""
    pairs = Counter(zip(rule.pieces, rule.weights, strict=True))
    pieces = ((_piece_noun(rule, p), powers) for p, powers in pairs)
    forgotten = " and ".join(_piece_noun(rule, piece) for piece in rule.forgotten)
    copies = [f'The piece "{p.text}" has {number} colours.' for (p, _), number in pairs.items() if number > 1]
    return [
        "Every cell of the board is in exactly one piece.",
        *copies,
        _position_sentence(rule),
        *([f"Covers that differ only in {forgotten} count once."] if forgotten else []),
        *(["No four pieces meet at a point."] if rule.tatami else []),
        *([f"Every line between two {LINES[rule.fault_free]} cuts a piece."] if rule.fault_free else []),
        *weights_sentence(pieces),
    ]


_STRAIGHT = ("", "monominoes", "dominoes", "straight trominoes", "straight tetrominoes")


def _piece_noun(rule: CoverRule, piece: Piece) -> str:
    """Return the noun for a piece: the name of a small straight polyomino with its direction, or its drawing.

    >>> from gfkit.core.rules import find_rule
    >>> rule = find_rule("domino-tilings")
    >>> [_piece_noun(rule, piece) for piece in rule.pieces]
    ['horizontal dominoes', 'vertical dominoes']
    """
    if piece.face:
        return f"faces of {piece.face} vertices"
    size = len(piece.cells)
    directions = {"X" * size: "horizontal ", "/".join("X" * size): "vertical "}
    if size >= len(_STRAIGHT) or piece.text not in directions:
        return f'the piece "{piece.text}"'
    return directions[piece.text] * (size > 1 and not rule.turned) + _STRAIGHT[size]


def data(rule: CoverRule) -> dict[str, object]:
    """Return the pieces, their allowed transformations, and the side conditions."""
    pieces = [piece.text for piece in rule.pieces]
    conditions = {"tatami": rule.tatami, "fault_free": rule.fault_free}
    return {"pieces": pieces, "turned": rule.turned, "mirrored": rule.mirrored, **conditions}


def _position_sentence(rule: CoverRule) -> str:
    if rule.in_space and rule.turned:
        return "Pieces may be rotated in space" + (" and reflected." if rule.mirrored else ".")
    if rule.turned:
        return "Pieces may be rotated" + (" and reflected." if rule.mirrored else ", but not reflected.")
    over = "may be reflected left to right, but not rotated" if rule.mirrored else "keep their orientation"
    return f"Pieces {over}."


# Pictures


def pictures(rule: CoverRule) -> RulePictures:
    """Return figures of the pieces as drawn in the rule."""
    from gfkit.core.rules.kinds.diagram import DiagramRow, RulePictures  # few rules are drawn

    if rule.in_space:
        return RulePictures(example_boards=("2x2x2", "2x2x3"))
    row = DiagramRow("Pieces", tuple(dict.fromkeys(rule.drawn)))
    return RulePictures((row,), "The pieces as drawn in the rule.", has_lines=rule.has_lines)


def grounds(rule: CoverRule, _positions: Positions, _weight: Fraction) -> Grounds:
    """Return the theorems about the growth constant on the plane that hold for a rule with flat pieces."""
    if rule.in_space:
        raise no_theorem(rule, "its pieces are three-dimensional")
    if rule.needs_plane:
        raise no_theorem(rule, "the rule has a condition on points or lines between cells")
    if rule.drawn != rule.pieces:
        raise no_theorem(rule, "faces are pieces")
    if all(is_flat(lie.cells) for piece in rule.pieces for lie in rule.lies(piece)):
        return Grounds(0, None, None, (BONDS,))
    raise no_theorem(rule, "its pieces span three rows, or two and are not their own reflections")
