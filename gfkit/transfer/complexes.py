"""The simplicial complexes of a placement game on a board: which sets of placements are positions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from gfkit.errors import LimitError, MismatchError
from gfkit.face import Face
from gfkit.games import Move, PlacementRule, Question, Rule, legal_moves, settled_moves
from gfkit.games.move import choked_group, exclude, spot_text
from gfkit.sequences import Evidence, Status
from gfkit.typing import Player

MOST_FACES = 200_000
_LETTERS = {Player.LEFT: "x", Player.RIGHT: "y", Player.BOTH: "z"}


def legal_complex(game: str | Rule | Question, board: str | None = None) -> LegalComplex:
    """The legal complex of a placement game on a board: its faces are the positions, as sets of placements.

    Its facets are the positions to which nothing can be added; the sets that are not faces though all their
    parts are, the smallest illegal ones, generate its Stanley-Reisner ideal and are the facets of the illegal
    complex. The f-vector counts positions by pieces. Cost: all positions are listed, of which there may be
    200,000. Reference: Faridi, Huntemann and Nowakowski, Games and complexes I.

    >>> found = legal_complex("domineering", "2x2")
    >>> found.f_vector, found.facets, found.smallest_illegal
    ((1, 4, 2), (('x1', 'x2'), ('y1', 'y2')), (('x1', 'y1'), ('x1', 'y2'), ('x2', 'y1'), ('x2', 'y2')))
    """
    question = Question.of(game, board)
    rule = question.rule
    if not isinstance(rule, PlacementRule):
        raise MismatchError(f"game {rule.name!r} has no legal complex, as nobody places pieces in it")
    place = question.board
    moves = legal_moves(rule, place)
    faces, facets = _listed(question, rule, moves)
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
    listed = tuple(sorted(map(tuple, (_named(facet, names) for facet in facets)), key=_order))
    smallest = tuple(sorted(map(tuple, (_named(one, names) for one in _smallest(faces, used))), key=_order))
    counts = [0] * (1 + max(face.bit_count() for face in faces))
    for face in faces:
        counts[face.bit_count()] += 1
    kept = tuple((name, places[name]) for name in sorted((names[index] for index in used), key=_name_order))
    return LegalComplex(question, kept, listed, smallest, tuple(counts))


def _listed(question: Question, rule: PlacementRule, moves: tuple[Move, ...]) -> tuple[set[int], list[int]]:
    """All positions as sets of moves, in bits, and those to which nothing can be added."""
    board = question.board
    drawn = {cell: move.colour for move in settled_moves(rule, board) for cell in move.cells}
    apart = [
        sum(1 << k for k, other in enumerate(moves) if exclude(rule, board, one, other)) for one in moves
    ]

    def breathes(added: int) -> bool:
        if not rule.liberties:
            return True
        colour_on = drawn | {cell: moves[k].colour for k in _members(added) for cell in moves[k].cells}
        return choked_group(board, colour_on) is None

    faces, facets = set[int](), list[int]()
    waiting = [(0, (1 << len(moves)) - 1)]
    while waiting:
        face, still = waiting.pop()
        faces.add(face)
        if len(faces) > MOST_FACES:
            raise LimitError(
                f"the complex of {question.game} on {board.text} has more than {MOST_FACES} positions; take a"
                " smaller board"
            )
        more = [new for new in _members(still) if breathes(face | 1 << new)]
        if not more:
            facets.append(face)
        last = face.bit_length()
        waiting += [(face | 1 << new, still & ~apart[new] & ~(1 << new)) for new in more if new >= last]
    return faces, facets


def _members(mask: int) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def _smallest(faces: set[int], used: list[int]) -> set[int]:
    """The sets of used placements that are no face though all their proper parts are."""
    found: set[int] = set()
    for face in faces:
        for index in used:
            bigger = face | 1 << index
            if bigger == face or bigger in faces or bigger in found:
                continue
            if all(bigger ^ 1 << one in faces for one in _members(bigger)):
                found.add(bigger)
    return found


def _named(face: int, names: dict[int, str]) -> list[str]:
    return sorted((names[index] for index in _members(face)), key=_name_order)


def _name_order(name: str) -> tuple[str, int]:
    return name[0], int(name[1:])


def _order(face: tuple[str, ...]) -> list[tuple[str, int]]:
    return [_name_order(name) for name in face]


@dataclass(frozen=True)
class LegalComplex(Face):
    """A legal complex by its facets, with what is illegal: vertices are x1, x2, ... for Left's placements,
    y1, y2, ... for Right's, z1, z2, ... for those of both; ``placements`` says where each is."""

    question: Question
    placements: tuple[tuple[str, str], ...]
    facets: tuple[tuple[str, ...], ...]
    smallest_illegal: tuple[tuple[str, ...], ...]
    f_vector: tuple[int, ...]

    @property
    def evidence(self) -> Evidence:
        return Evidence(Status.PROVED, "all-positions-listed", (("positions", sum(self.f_vector)),))

    @property
    def is_flag(self) -> bool:
        """Whether pairs alone decide: the positions are the independent sets of a graph."""
        return all(len(one) == 2 for one in self.smallest_illegal)

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
            "facets": [list(one) for one in self.facets],
            "smallest_illegal": [list(one) for one in self.smallest_illegal],
            "f_vector": [str(number) for number in self.f_vector],
            "dimension": self.dimension,
            "flag": self.is_flag,
            "pure": self.is_pure,
            "reduced_euler_characteristic": str(self.euler_characteristic),
            "evidence": self.evidence.as_json(),
        }

    def __repr__(self) -> str:
        return f"<LegalComplex: {self.question}, {len(self.placements)} vertices, {len(self.facets)} facets>"


def _monomials(faces: tuple[tuple[str, ...], ...]) -> str:
    return ", ".join("*".join(face) or "1_R" for face in faces)
