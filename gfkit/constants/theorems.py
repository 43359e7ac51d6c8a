"""What is known to hold between strips and the plane, for which rules, and why; each hypothesis is checked.

Z(r, c) counts what a rule allows on r rows and c columns, L_r = limsup over c of Z(r, c)^(1/c) is the
growth of the strip of r rows, and K = limsup over c of (limsup over r of Z(r, c)^(1/r))^(1/c) the growth
for each cell of the plane. R_k is the growth of the cylinder whose k rows close up.

**Symmetric** (Calkin, Wilf 1998; for matchings Friedland, Peled 2005). Suppose that for every c there are a
real symmetric matrix T and a column e with e' T^r e = Z(r + s, c) and trace T^k = the count on the cylinder
of k rows, k >= 3. Then for all p >= 1, q >= 0 and even k >= 4

    (L_(2q + p + s) / L_(2q + s))^(1/p)  <=  K  <=  R_k^(1/k).

*Proof.* With x = T^q e the largest |eigenvalue| l that e sees has l^p >= x' T^p x / x' x = Z(2q + p + s, c)
/ Z(2q + s, c), and l = limsup over r of Z(r, c)^(1/r); and l^k <= trace T^k as all squares of eigenvalues
are >= 0. Take c-th roots, c to infinity.

There are such T, by what is looked at across the line between two rows:

- *cells*, s = 1: every condition lies in one row or in two neighbouring ones, and reflecting rows leaves
  the rule as it is, value by value. T = V^(1/2) H V^(1/2): V is diagonal and has what one row may hold,
  with its weight, H(a, b) = H(b, a) whether row b may follow row a. e = V^(1/2) 1.
- *pieces and edges*, s = 0: pieces span at most two rows, nothing else is asked, and every piece that spans
  two is its own reflection. T(a, b) counts the ways to fill a row into which a reaches from above, and from
  which b reaches down. Such pieces cover the same columns in both rows, so T(a, b) = T(b, a). e is the
  column in which nothing reaches over.

**Cutting.** If what is allowed, cut along a line between rows, is allowed on both sides once at most f
choices for each column are known, then Z(r + q, c) <= f^c Z(r, c) Z(q, c), and K <= (f L_r)^(1/r). Windows
that are only laid where they fit need none: f = 1. Pieces that cross the line are taken away: each has a
cell in the row above it, so there are at most 1 + t choices for each column, t being the ways to cross.

**Joining.** If what is allowed on two boards is allowed, or can be made so in a way that can be undone, on
both with h rows between them, then Z(r + h + q, c) >= Z(r, c) Z(q, c), and K >= L_r^(1 / (r + h)). Pieces
that only may not overlap: h = 0, also for rules with liberties, where groups that grow together keep their
free cells. Pieces that may not touch: one empty row. Stuck players: the stuck player's pieces are added as
long as they fit; each lies on no board alone, so both can be read off. Arrays: rows of a value that fits
beside everything.

**Stones.** Where single stones need a free cell beside their group and nothing else is asked, the growth is
bounded by what one cell more may hold (``stones``, with the proof).

**Part.** What a rule allows is allowed by every weaker rule: stuck positions are positions.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from gfkit.boards import parse_one_board
from gfkit.boards.symmetry import symmetries
from gfkit.constants.stones import Stones
from gfkit.errors import MismatchError
from gfkit.games import Question, Rule
from gfkit.games.expression import no_kinds, truths
from gfkit.games.rule import CELL, Cell
from gfkit.kinds.array.rule import ArrayRule, NearPredicate, WindowPredicate
from gfkit.kinds.array.symmetry import as_predicate
from gfkit.kinds.cover.rule import CoverRule
from gfkit.kinds.edges.rule import EdgeRule
from gfkit.kinds.placement.rule import PlacementRule
from gfkit.transfer.machine.invariance import is_unchanged
from gfkit.typing import Positions, UpTo, Weights

_AROUND = 4
"""Neighbours of a cell on squared paper that share an edge."""
_MOST_FILLINGS = 200_000
_MOST_COLOURS = 4
"""Colours of stones beyond which the ends of all their intervals would be too many."""


@dataclass(frozen=True, slots=True)
class Grounds:
    """Which of the theorems hold for a rule: numbers in them, or None; and in words why."""

    symmetric: int | None
    """s of the symmetric theorem."""
    cut: Fraction | None
    """f of cutting."""
    joined: int | None
    """h of joining."""
    why: tuple[str, ...]
    weaker: Question | None = None
    """A weaker rule, whose upper bounds hold too."""
    stones: Stones | None = None
    """What is asked of single stones, where that is all."""


def grounds_of(question: Question, weight: Fraction) -> Grounds:
    """What holds for a rule; a MismatchError in one line where nothing does.

    >>> from gfkit.games import find_rule
    >>> grounds_of(Question.of("kings", "3xn"), Fraction(1)).symmetric
    1
    """
    rule = question.rule
    if weight <= 0:
        raise MismatchError(f"weight {weight}: bounds need a weight above 0")
    if question.spaced is not None:
        raise _no_theorem(rule, "its pieces keep apart by more than touching")
    if isinstance(rule, PlacementRule):
        return _of_placement(question, rule, weight)
    if isinstance(rule, ArrayRule):
        return _of_array(rule)
    if isinstance(rule, CoverRule):
        lies = [lie.cells for piece in rule.pieces for lie in rule.lies(piece)]
        if all(_is_flat(cells) for cells in lies):
            return Grounds(0, None, None, (_BONDS,))
        raise _no_theorem(rule, "its pieces span three rows, or two and are not their own reflections")
    if isinstance(rule, EdgeRule):
        if rule.taken is rule.left is None and not (rule.linkage.asks or rule.pins or rule.spanning):
            return Grounds(0, None, None, (_EDGES,))
        raise _no_theorem(rule, "it asks for more than how many edges are taken at a vertex")
    raise _no_theorem(rule, "rules of its kind are not looked at")


_BONDS = "symmetric: every piece lies in one row, or in two and is its own reflection; nothing else is asked"
_EDGES = "symmetric: edges lie in one row or between two, and vertices ask only how many are taken"
_CELLS = "symmetric: all conditions lie in one row or two neighbouring ones, and reflection keeps the rule"


def _no_theorem(rule: Rule, reason: str) -> MismatchError:
    return MismatchError(f"{rule.name}: no bounds for the plane are proved here, as {reason}")


# Pieces


def _of_placement(question: Question, rule: PlacementRule, weight: Fraction) -> Grounds:
    positions = question.positions
    if positions in (Positions.PLAY, Positions.FULL):
        raise _no_theorem(rule, f"positions {positions.value!r} are not cut and joined")
    shapes = [piece.cells for colour in rule.colours for piece in colour.pieces]
    single = all(cells == CELL for cells in shapes)
    if positions is not Positions.ALL:
        return _of_stuck(question, rule, weight)
    if rule.liberties:
        return _of_stones(rule, weight)
    joined = f"joining: pieces on two boards are pieces on both (h = {int(bool(rule.forbidden))})"
    why: tuple[str, ...] = (joined,)
    crossing = sum(_height(cells) - 1 for cells in shapes)
    cut = 1 + crossing * weight if all(map(_is_whole, shapes)) else None
    if cut is not None:
        why += (f"cutting: pieces that cross a line are taken away (f = {cut})",)
    symmetric = None
    if rule.forbidden and single:
        symmetric, why = 1, (_CELLS, *why)
    elif not rule.forbidden and all(map(_is_flat, shapes)):
        symmetric, why = 0, (_BONDS, *why)
    return Grounds(symmetric, cut, int(bool(rule.forbidden)), why)


def _of_stones(rule: PlacementRule, weight: Fraction) -> Grounds:
    """Rules with liberties: groups of the colours that breathe touch a free cell."""
    breathe = tuple(map(rule.breathes, range(len(rule.colours))))
    single = all([piece.cells for piece in colour.pieces] == [CELL] for colour in rule.colours)
    stones: Stones | None = None
    why: list[str] = []
    joined: int | None = None
    if all(breathe):
        joined = 1 if rule.forbidden else 0
        why.append(f"joining: groups that grow together keep their free cells (h = {joined})")
    if single and not rule.forbidden and len(breathe) <= _MOST_COLOURS:
        stones = Stones(breathe, weight)
        why.append("stones: where a stone is taken away, what is left is allowed")
    if not why:
        raise _no_theorem(rule, "groups of one player alone need a free cell")
    return Grounds(None, None, joined, tuple(why), stones=stones)


def _of_stuck(question: Question, rule: PlacementRule, weight: Fraction) -> Grounds:
    if rule.liberties:
        raise _no_theorem(rule, "a stone more may take liberties, so that stuck positions cannot be joined")
    if weight != 1:
        raise _no_theorem(rule, "pieces that are added where stuck positions are joined would have weights")
    h = int(bool(rule.forbidden))
    why = (
        f"joining: the stuck player's pieces are added as long as they fit (h = {h})",
        "part: stuck positions are positions",
    )
    return Grounds(None, None, h, why, replace(question, positions=Positions.ALL))


def _height(cells: Iterable[Cell]) -> int:
    rows = {row for row, _ in cells}
    return 1 + max(rows) - min(rows)


def _is_whole(cells: tuple[Cell, ...]) -> bool:
    """Whether a piece has cells in every row that it spans."""
    return len({row for row, _ in cells}) == _height(cells)


def _is_flat(cells: tuple[Cell, ...]) -> bool:
    """Whether a piece lies in one row, or in two and covers the same columns in both."""
    rows: dict[int, set[int]] = {}
    for row, col in cells:
        rows.setdefault(row, set()).add(col)
    both = list(rows.values())
    return _height(cells) == 1 or (_height(cells) == 2 and len(both) == 2 and both[0] == both[1])


# Arrays


def _of_array(rule: ArrayRule) -> Grounds:
    asks = [one for one in rule.conditions if not isinstance(one, NearPredicate | WindowPredicate)]
    if asks or rule.new_values or rule.image is not None or rule.divide > 1 or rule.least > (0, 0):
        raise _no_theorem(rule, "it asks something of the whole board, of lines or of its edge")
    if rule.outside is not None:
        raise _no_theorem(rule, "its windows see what is outside of the board")
    near = [one for one in rule.conditions if isinstance(one, NearPredicate)]
    for count in rule.counts:
        if count.allowed != frozenset({0}):
            raise _no_theorem(rule, "it counts neighbours, of which a cell at a cut has fewer")
    pairs = [_pairs_of(one, rule) for one in near]
    if None in pairs:
        raise _no_theorem(rule, "it asks of all neighbours together, of which a cell at a cut has fewer")
    offsets = [one.neighbours or _ROOK for one in near] + [one.neighbours or _ROOK for one in rule.counts]
    windows = [as_predicate(window) for window in rule.forbid]
    windows += [one for one in rule.conditions if isinstance(one, WindowPredicate)]
    spans = [_height(window.offsets) for window in windows]
    spans += [1 + abs(row) for near_by in offsets for row, _ in near_by]
    span = max(spans, default=1)
    symmetric = 1 if span <= 2 and _is_even(rule, windows, offsets) else None
    why: tuple[str, ...] = (
        "cutting: what is asked of a window, or of two cells, is asked where it fits (f = 1)",
    )
    if symmetric is not None:
        why = (_CELLS, *why)
    tables = [table for table in pairs if table is not None]
    free = _free_value(rule, windows, tables)
    if free is not None:
        why += (f"joining: {span - 1} rows of the value {rule.values[free]} fit beside everything",)
    return Grounds(symmetric, Fraction(1), None if free is None else span - 1, why)


def _is_even(rule: ArrayRule, windows: list[WindowPredicate], near: list[tuple[Cell, ...]]) -> bool:
    """Whether reflecting rows leaves the rule as it is: on a board with room for all that it looks at."""
    shapes = [*(window.offsets for window in windows), *near]
    width = 1 + 2 * max((abs(col) for shape in shapes for _, col in shape), default=0)
    board = parse_one_board(f"3x{width}")
    every = symmetries(board, UpTo.RECTANGLE)
    flip = next(one for one in every if any((turn.down, turn.right) == (-1, 1) for turn in one.turns))
    return is_unchanged(rule, board, flip, Weights.NONE)


_ROOK: tuple[Cell, ...] = ((-1, 0), (0, -1), (0, 1), (1, 0))


def _pairs_of(near: NearPredicate, rule: ArrayRule) -> dict[tuple[int, int], bool] | None:
    """What a predicate on neighbours asks of two cells, if it asks nothing else; seen in all fillings."""
    colours, most = len(rule.values), len(near.neighbours) or _AROUND
    if colours ** (most + 1) > _MOST_FILLINGS:
        return None
    pairs: dict[tuple[int, int], bool] = {}
    for number in range(most + 1):
        says = truths(near.says, near.spots(number, ()), rule.values, no_kinds(number + 1, rule.values))
        for filling, value in zip(product(range(colours), repeat=number + 1), says, strict=True):
            own, *others = filling
            if number == 1:
                pairs[own, others[0]] = bool(value)
            elif bool(value) != all(pairs[own, other] for other in others):
                return None
    return pairs


def _free_value(
    rule: ArrayRule, windows: list[WindowPredicate], pairs: list[dict[tuple[int, int], bool]]
) -> int | None:
    """A value of weight 1 that fits beside everything in all that is asked; None if there is none."""
    colours = len(rule.values)
    for free in range(colours):
        own = {free, rule.values[free]}  # numbers of values, and values themselves: none of them may be named
        counted = any(own & {count.cell, *count.of} for count in rule.counts)
        beside = all(table[free, one] and table[one, free] for table in pairs for one in range(colours))
        light = rule.weights[free] == (0, 0) and not counted
        if light and beside and all(_fits(rule, window, free) for window in windows):
            return free
    return None


def _fits(rule: ArrayRule, window: WindowPredicate, free: int) -> bool:
    """Whether a window is content as soon as one of its rows has only this value."""
    offsets, colours = window.offsets, len(rule.values)
    if colours ** len(offsets) > _MOST_FILLINGS:
        return False
    rows: dict[int, list[int]] = {}
    for place, (row, _) in enumerate(offsets):
        rows.setdefault(row, []).append(place)
    size = len(offsets)
    says = truths(window.says, window.spots(range(size)), rule.values, no_kinds(size, rule.values))
    return all(
        value or not any(all(filling[place] == free for place in row) for row in rows.values())
        for filling, value in zip(product(range(colours), repeat=size), says, strict=True)
    )
