"""Permutations of the cells by small moves, total or partial: the rule, its parser and its description."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, TypedDict

from gfkit.core.deferred import dataclass, field
from gfkit.core.errors import RuleError
from gfkit.core.rules.kinds.diagram import DiagramRow, RulePictures, neighbours_phrase
from gfkit.core.rules.place import drawn_offsets
from gfkit.core.rules.rule import Rule
from gfkit.core.rules.table import RuleTable, only_table, read_weight, read_weights, weights_sentence
from gfkit.core.rules.values import CROSS, ROOK, Cell, Exponents, Occurrence, Window, span

if TYPE_CHECKING:
    from gfkit.core.rules.factors import Factors


@dataclass(frozen=True, slots=True, repr=False)
class PointerRule(Rule):
    """Permutations of the cells by small moves: every cell points at one cell, and is the target of one cell.

    ``moves`` are offsets with their weights, in the order of the file; if there are none, the moves lead to
    the adjacent cells, with one weight, and are defined on any graph. A cell may point at itself only if
    ``stay``, the weight of this choice, is given; moves around a cyclic direction back to the cell itself are
    ignored. If several moves lead to the same cell, they count once, with the weight of the first. In a
    partial permutation a cell need not point at a cell, and is the target of at most one cell.
    """

    name: str
    moves: tuple[tuple[Cell, Exponents], ...]
    stay: Exponents | None = None
    rook: Exponents | None = None
    """Exponents of the weight of a move to an adjacent cell on any graph, or None without such moves."""
    drawings: tuple[str, ...] = ()
    """Moves as drawn in the rule file."""
    about: str = ""
    partial: bool = False
    factors: Factors | None = field(default=None, kw_only=True)
    given: tuple[Occurrence, ...] = field(default=(), kw_only=True)
    kind: str = field(default="pointers", init=False)
    kind_phrase: ClassVar[str] = "a rule in which cells point to cells"

    @property
    def extent(self) -> int:
        """Largest difference of rows, or of columns, between a cell and its target."""
        return span([*CROSS, *(step for step, _ in self.moves)])

    @property
    def flat(self) -> bool:
        """True if the rule is defined on any graph."""
        return not self.moves


# Rule files


_ROOK, _STAY = "rook", "stay"
_KING = "ooo/oXo/ooo"
KEYS = {"": "name about pointers", "[pointers]": "moves stay weight partial"}


def read(table: RuleTable, parameter: int | None) -> PointerRule:
    """Parse a rule file of permutations by moves."""
    own = only_table(table, parameter, "pointers")
    if "stay" not in own:
        raise own.error_for("stay", "true or false: whether a cell may point at itself")
    stays = own.flag("stay")
    texts = own.sequence("moves")
    marks: dict[str, Exponents] = read_weights(own, [*texts, _STAY] if stays else texts, read_weight)
    return PointerRule(
        name=table.text("name"),
        stay=marks[_STAY] if stays else None,
        about=table.remark("about"),
        partial=own.flag("partial"),
        **read_moves(own, texts, marks),
    )


class _Moves(TypedDict):
    moves: tuple[tuple[Cell, Exponents], ...]
    rook: Exponents | None
    drawings: tuple[str, ...]


def read_moves(own: RuleTable, texts: Sequence[str], marks: Mapping[str, Exponents]) -> _Moves:
    """Parse the drawings of moves, with their weights."""
    moves: dict[Cell, Exponents] = {}
    for text in texts:
        for step in () if text == _ROOK else _offsets(f"{own.where} moves", text):
            if step in moves:
                raise RuleError(f"{own.where} moves: the offset {step[0]} down, {step[1]} right is repeated")
            moves[step] = marks[text]
    if _ROOK in texts and len(texts) > 1:
        raise RuleError(f"{own.where} moves: {_ROOK!r} cannot be combined with other moves; draw all moves")
    rook = marks[_ROOK] if _ROOK in texts else None
    return {"moves": tuple(moves.items()), "rook": rook, "drawings": tuple(texts)}


def _offsets(where: str, text: object) -> tuple[Cell, ...]:
    """Return the offsets of the moves in a drawing, where X is the cell and o a target; "king" denotes the
    eight cells around.
    """
    legend = "rook, king, or a drawing with X at the cell and o where it may point"
    return drawn_offsets(where, _KING if text == "king" else text, legend, "where it may point")


# Plain data


def plain_data(rule: PointerRule) -> dict[str, object]:
    """Return the moves as offsets with exponents, as JSON data; the first move to a cell determines its
    weight.
    """
    moves = [[*step, *weight] for step, weight in rule.moves]
    if rule.rook is not None:
        moves = [[*step, *rule.rook] for step in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    found = {"moves": moves, "stay": None if rule.stay is None else list(rule.stay)}
    return found | ({"partial": True} if rule.partial else {})


NOUN = "permutation"
TITLE_NOUN = "permutations of the cells"
RULE_OF = "pointing cells"


def sentences(rule: PointerRule) -> list[str]:
    """Return sentences about the targets of a cell, and the weights of moves.

    >>> sentences(PointerRule("shifts", (((0, 1), (0, 0)),), (0, 0)))
    ['Every cell points at itself or a cell at offsets (0,1), and exactly one cell points at each cell.']
    """
    every, once = ("Every cell may point", "at most") if rule.partial else ("Every cell points", "exactly")
    return [
        f"{every} at {allowed_moves(rule)}, and {once} one cell points at each cell.",
        *weights_sentence(weighted_moves(rule)),
    ]


def weighted_moves(rule: PointerRule) -> list[tuple[str, Exponents]]:
    """Return descriptions of the moves of each weight, with the weight."""
    steps = {
        powers: tuple(step for step, weight in rule.moves if weight == powers) for _, powers in rule.moves
    }
    weights = [(f"moves to cells {neighbours_phrase(near)}", powers) for powers, near in steps.items()]
    others = (("moves to adjacent cells", rule.rook), ("staying", rule.stay))
    return weights + [(what, powers) for what, powers in others if powers is not None]


def allowed_moves(rule: PointerRule) -> str:
    """Return the targets of a cell in English."""
    if not rule.moves and rule.rook is None:
        return "itself"
    where = neighbours_phrase(tuple(step for step, _ in rule.moves)).replace("share ", "shares ")
    return f"itself or a cell {where}" if rule.stay is not None else f"a cell {where}"


def data(rule: PointerRule) -> dict[str, object]:
    """Return the moves as drawn, and whether cells may stay, for JSON."""
    found = {"moves": list(rule.drawings), "stay": rule.stay is not None}
    return found | ({"partial": True} if rule.partial else {})


# Pictures


def pictures(rule: PointerRule) -> RulePictures:
    """Return a drawing of all moves in one window."""
    steps = [step for step, _ in rule.moves] or list(ROOK)
    top, left = (min(0, *(step[axis] for step in steps)) for axis in (0, 1))
    marks = {(-top, -left): "X"} | {(row - top, col - left): "o" for row, col in steps}
    row = DiagramRow("Moves", (Window(tuple(marks.items())),))
    return RulePictures((row,), "X marks a cell, o its possible targets.", points=True)
