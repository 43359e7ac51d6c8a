"""The simplicial complexes of a placement game on a board: which sets of placements are positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gfkit.boards import Board, BoardLike
from gfkit.boards.relations import EDGE, Relations
from gfkit.errors import LimitError, MismatchError, OptionError, unknown
from gfkit.games import GameLike, Question
from gfkit.sequences import Evidence, Polynomial, Status
from gfkit.transfer import tuning
from gfkit.typing import Player, Positions, cached_property
from gfkit.writable import TextFace

if TYPE_CHECKING:
    from gfkit.kinds.placement.move import Move
    from gfkit.kinds.placement.rule import PlacementRule

_SORTS = {
    "kept": {"x": "x", "y": "y", "z": "z"},
    "exchanged": {"x": "y", "y": "x", "z": "z"},
    "any": {"x": "z", "y": "z", "z": "z"},
}
"""Of what sort placements are by their letters, when one complex is taken to another."""
_LETTERS = {Player.LEFT: "x", Player.RIGHT: "y", Player.BOTH: "z"}


def legal_complex(game: GameLike, board: BoardLike | None = None) -> LegalComplex:
    """The legal complex of a placement game on a board: its faces are the positions, as sets of placements.

    Its facets are the positions to which nothing can be added. The sets that are not faces though all their
    parts are, the smallest illegal ones, generate its Stanley-Reisner ideal and are the facets of the illegal
    complex. The f-vector counts positions by pieces.

    Parameters
    ----------
    game : str, path, Rule or Question
        A name, as "domineering", the path of a rule file, or a rule. A question stands for both words.
    board : str, Board or graph
        A board, the words for it, as "4x3", or a graph of networkx.

    Returns
    -------
    LegalComplex
        Placements, facets, smallest illegal sets and f-vector.

    Raises
    ------
    MismatchError
        Nobody places pieces in the rule.
    LimitError
        There are more than 200,000 positions.

    References
    ----------
    Faridi, Huntemann and Nowakowski, Games and complexes I.

    Examples
    --------
    >>> found = legal_complex("domineering", "2x2")
    >>> found.f_vector, found.facets, found.smallest_illegal
    ((1, 4, 2), (('x1', 'x2'), ('y1', 'y2')), (('x1', 'y1'), ('x1', 'y2'), ('x2', 'y1'), ('x2', 'y2')))
    """
    question = Question.of(game, board)
    if not question.rule.is_game:
        raise MismatchError(
            f"game {question.rule.name!r} has no legal complex, as nobody places pieces in it"
        )
    from gfkit.boards.board import spot_text
    from gfkit.kinds.placement.rule import as_placement

    rule = as_placement(question.rule)
    place = question.board
    moves = _placements(rule, place)
    faces, facets = set[int](), list[int]()
    for face, more in _list_positions(question, rule, moves):
        faces.add(face)
        if not more:
            facets.append(face)
    names: dict[int, str] = {}
    places: dict[str, str] = {}
    numbers: dict[Player, int] = {}
    for index, piece in enumerate(moves):
        owner = rule.colours[piece.colour].owner
        numbers[owner] = numbers.get(owner, 0) + 1
        names[index] = f"{_LETTERS[owner]}{numbers[owner]}"
        where = " and ".join(spot_text(place, cell) for cell in piece.cells)
        many = len(rule.colours) > 2 and owner is Player.BOTH
        places[names[index]] = f"{rule.colours[piece.colour].name} at {where}" if many else where
    used = [index for index in names if 1 << index in faces]
    listed = tuple(sorted(map(tuple, (_move_names(facet, names) for facet in facets)), key=_order))
    smallest = tuple(
        sorted(map(tuple, (_move_names(number, names) for number in _smallest(faces, used))), key=_order)
    )
    counts = [0] * (1 + max(face.bit_count() for face in faces))
    for face in faces:
        counts[face.bit_count()] += 1
    kept = tuple((name, places[name]) for name in sorted((names[index] for index in used), key=_name_order))
    return LegalComplex(question, kept, listed, smallest, tuple(counts))


def count_faces(question: Question) -> Polynomial:
    """The positions of a game on a board that is told by a complex, of the class that is asked for."""
    from gfkit.kinds.placement.rule import as_placement

    rule, board, positions = as_placement(question.rule), question.board, question.positions
    if positions is Positions.FULL:
        raise MismatchError(f"board {board.text!r} is told by a complex, whose cells are not to be covered")
    if positions is Positions.PLAY:
        rule.check_play()
    moves = _placements(rule, board)
    kinds = [rule.colours[move.colour] for move in moves]
    power = [kind.exponents(question.weights) for kind in kinds]
    movers = {
        player: sum(1 << k for k, kind in enumerate(kinds) if kind.belongs_to(player))
        for player in positions.stuck
    }
    left, right = (
        sum(1 << k for k, kind in enumerate(kinds) if kind.owner is player)
        for player in (Player.LEFT, Player.RIGHT)
    )
    number = len(question.weights.variables)
    terms: dict[tuple[int, ...], int] = {}
    for face, more in _list_positions(question, rule, moves):
        if any(1 << new & mask for mask in movers.values() for new in more):
            continue
        if positions is Positions.PLAY and abs((face & left).bit_count() - (face & right).bit_count()) > 1:
            continue
        powers = tuple(sum(power[k][axis] for k in _members(face)) for axis in range(number))
        terms[powers] = terms.get(powers, 0) + 1
    return Polynomial.of(question.weights.variables, terms)


def _placements(rule: PlacementRule, board: Board) -> tuple[Move, ...]:
    from gfkit.kinds.placement.move import legal_moves, takings

    return takings(rule, board) if board.illegal else legal_moves(rule, board)


def _list_positions(
    question: Question, rule: PlacementRule, moves: tuple[Move, ...]
) -> Iterator[tuple[int, list[int]]]:
    """All positions as sets of moves, in bits, with the moves that can be added to each."""
    from gfkit.kinds.placement.move import choked_group, exclude, settled_moves

    board = question.board
    drawn = {cell: move.colour for move in settled_moves(rule, board) for cell in move.cells}
    apart = [
        sum(1 << k for k, other in enumerate(moves) if exclude(rule, board, move, other)) for move in moves
    ]
    at = {move.cells[0]: k for k, move in enumerate(moves)} if board.illegal else {}
    illegal = [sum(1 << at[cell] for cell in cells) for cells in board.illegal if at.keys() >= set(cells)]

    def stands(added: int) -> bool:
        if any(cells & ~added == 0 for cells in illegal):
            return False
        if not rule.liberties:
            return True
        colour_on = drawn | {cell: moves[k].colour for k in _members(added) for cell in moves[k].cells}
        return choked_group(rule, board, colour_on) is None

    waiting = [(0, (1 << len(moves)) - 1)]
    seen = 0
    while waiting:
        face, still = waiting.pop()
        seen += 1
        if seen > tuning.QUESTIONS.most_faces:
            raise LimitError(
                f"the complex of {question.game} on {board.text} has more than"
                f" {tuning.QUESTIONS.most_faces} positions; take a smaller board"
            )
        more = [new for new in _members(still) if stands(face | 1 << new)]
        yield face, more
        last = face.bit_length()
        waiting += [(face | 1 << new, still & ~apart[new] & ~(1 << new)) for new in more if new >= last]


def _members(mask: int) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def _smallest(faces: set[int], used: list[int]) -> set[int]:
    """The sets of used placements that are no face though all their proper parts are."""
    numbers: set[int] = set()
    for face in faces:
        for index in used:
            bigger = face | 1 << index
            if bigger == face or bigger in faces or bigger in numbers:
                continue
            if all(bigger ^ 1 << member in faces for member in _members(bigger)):
                numbers.add(bigger)
    return numbers


def _move_names(face: int, names: dict[int, str]) -> list[str]:
    return sorted((names[index] for index in _members(face)), key=_name_order)


def _name_order(name: str) -> tuple[str, int]:
    return name[0], int(name[1:])


def _order(face: tuple[str, ...]) -> list[tuple[str, int]]:
    return [_name_order(name) for name in face]


@dataclass(frozen=True)
class Likeness:
    """Whether a complex is isomorphic to another, and by which map of placements; None where it is not."""

    question: Question
    """The other one."""
    players: str
    image: tuple[tuple[str, str], ...] | None


@dataclass(frozen=True)
class LegalComplex(TextFace):
    """A legal complex by its facets, with what is illegal: vertices are x1, x2, ... for Left's placements,
    y1, y2, ... for Right's, z1, z2, ... for those of both; ``placements`` says where each is."""

    question: Question
    placements: tuple[tuple[str, str], ...]
    facets: tuple[tuple[str, ...], ...]
    smallest_illegal: tuple[tuple[str, ...], ...]
    f_vector: tuple[int, ...]
    likeness: Likeness | None = None

    @property
    def evidence(self) -> Evidence:
        return Evidence(Status.PROVED, "all-positions-listed", (("positions", sum(self.f_vector)),))

    @property
    def is_flag(self) -> bool:
        """Whether pairs alone decide: the positions are the independent sets of a graph."""
        return all(len(face) == 2 for face in self.smallest_illegal)

    @property
    def is_pure(self) -> bool:
        """Whether all facets have the same number of placements."""
        return len({len(facet) for facet in self.facets}) <= 1

    @property
    def dimension(self) -> int:
        return len(self.f_vector) - 2

    @cached_property
    def euler_characteristic(self) -> int:
        """The reduced one: the sum of (-1)^(k - 1) f_(k - 1), the empty set among them."""
        return sum((-1) ** (k + 1) * number for k, number in enumerate(self.f_vector))

    def compared(self, other: LegalComplex) -> LegalComplex:
        """The same, with whether the other one is like it: with players kept, else exchanged, else any."""
        for players in _SORTS:
            image = self.isomorphism(other, players)
            if image is not None:
                return replace(self, likeness=Likeness(other.question, players, tuple(image.items())))
        return replace(self, likeness=Likeness(other.question, "any", None))

    def isomorphism(self, other: LegalComplex, players: str = "kept") -> dict[str, str] | None:
        """A map of placements that makes of one complex the other, or None where there is none.

        ``players`` are kept, exchanged, so that what is found is the negative of the other game, or any: then
        the positions are alike, and the games may differ. What is illegal tells the complex, so that the
        smallest illegal sets, and which placements are in them, are taken to each other.

        >>> col, snort = legal_complex("col", "path:2"), legal_complex("snort", "path:2")
        >>> col.isomorphism(snort), col.isomorphism(snort, players="any")
        (None, {'x1': 'x1', 'x2': 'y1', 'y1': 'y2', 'y2': 'x2'})
        """
        if players not in _SORTS:
            raise OptionError(unknown("players", players, _SORTS))
        if self.f_vector != other.f_vector or len(self.smallest_illegal) != len(other.smallest_illegal):
            return None
        maps = self._relations(_SORTS[players]).onto(
            other._relations(_SORTS[players if players == "any" else "kept"]),
            f"the complexes of {self.question} and of {other.question}",
            enough=1,
        )
        if not maps:
            return None
        ((image, _),) = maps
        names = [name for name, _ in other.placements]
        return {name: names[image[k]] for k, (name, _) in enumerate(self.placements)}

    def _relations(self, sort_of: Mapping[str, str]) -> Relations:
        """Placements, whose sort is that of their letter, and illegal sets, joined to what is in them."""
        number = {name: k for k, (name, _) in enumerate(self.placements)}
        sorts = [sort_of[name[0]] for name in number]
        sorts += [f"{len(texts)} at once" for texts in self.smallest_illegal]
        pairs = [
            (number[name], len(number) + k) for k, texts in enumerate(self.smallest_illegal) for name in texts
        ]
        return Relations(sorts, {both: EDGE for pair in pairs for both in (pair, pair[::-1])})

    def to(self, language: str) -> str:
        """The complexes in Macaulay2's language, for its package SimplicialComplexes."""
        if language != "macaulay2":
            raise MismatchError(f"language {language!r}: a complex is written for macaulay2")
        ring = ", ".join(name for name, _ in self.placements) or "x1"
        lines = [f"-- {self.question}", 'needsPackage "SimplicialComplexes"', f"R = QQ[{ring}]"]
        lines.append(f"legal = simplicialComplex {{{_monomials(self.facets)}}}")
        if self.smallest_illegal:
            lines.append(f"I = monomialIdeal {{{_monomials(self.smallest_illegal)}}}")
            lines.append(f"illegal = simplicialComplex {{{_monomials(self.smallest_illegal)}}}")
            lines.append("assert(I == monomialIdeal legal)")
        return "\n".join(lines)

    def as_json(self) -> dict[str, object]:
        """What ``gfkit complex --json`` writes."""
        return {
            "game": self.question.game,
            "board": self.question.boards.text,
            "placements": dict(self.placements),
            "facets": [list(facet) for facet in self.facets],
            "smallest_illegal": [list(texts) for texts in self.smallest_illegal],
            "f_vector": [str(number) for number in self.f_vector],
            "dimension": self.dimension,
            "flag": self.is_flag,
            "pure": self.is_pure,
            "reduced_euler_characteristic": str(self.euler_characteristic),
            "evidence": self.evidence.as_json(),
        } | ({} if self.likeness is None else {"same_as": _likeness_as_json(self.likeness)})

    def __repr__(self) -> str:
        return f"<LegalComplex: {self.question}, {len(self.placements)} vertices, {len(self.facets)} facets>"


def _likeness_as_json(likeness: Likeness) -> dict[str, object]:
    return {
        "game": likeness.question.game,
        "board": likeness.question.boards.text,
        "players": likeness.players,
        "map": None if likeness.image is None else dict(likeness.image),
    }


def _monomials(faces: tuple[tuple[str, ...], ...]) -> str:
    return ", ".join("*".join(face) or "1_R" for face in faces)
