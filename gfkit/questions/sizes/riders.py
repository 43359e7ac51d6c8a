"""Exactly k pieces on n x n that attack along lines: vertices bound the poles, and initial boards determine
the formula.

Theorem (Chaiken, Hanusa and Zaslavsky). Place k pieces on n x n. Let two pieces, of certain kinds, conflict
if the second is on a line from the first, in finitely many directions (down, right), or at one of finitely
many offsets. Let there be no other constraints. Then the number of positions is a quasi-polynomial in n, with
the poles of ``arrangement`` for 2 k values in 0 < x < N, N = n + 1. Without offsets it holds for all n >= 0.

Proof. Labelling the pieces multiplies the number of positions by k!. Let piece i be at (x_i, y_i), integers
from 1 to n. Pieces i and j are on one line if (x_i - x_j) right = (y_i - y_j) down. If any two kinds conflict
along some line, and along each line in both directions or in none, there are no other forms. Otherwise the
signs of x_i - x_j and y_i - y_j also matter: they determine the direction of attack, and whether two pieces
are on the same cell. An offset is two equations with constants. So the theorem of ``arrangement`` applies to
each choice of kinds; N = 1 corresponds to n = 0.
"""

from __future__ import annotations

from itertools import combinations, count as count_from, pairwise, product
from math import comb

from gfkit.core.boards import Board
from gfkit.core.errors import LimitError
from gfkit.core.rules.automaton import LineAutomaton
from gfkit.core.rules.kinds.constraints import ConstraintSystem, Exclusion, Line, ReadingOrder
from gfkit.core.rules.values import Cell
from gfkit.questions.sizes.arrangement import law_start, least_degree, pole_orders
from gfkit.questions.sizes.law import SizeTheorem

_Kinds = frozenset[tuple[int, int]]
"""Pairs of symbols (front, back) of two pieces that conflict on a line."""
MOST_SETS = 20_000_000


def theorem_of_riders(board: Board, system: ConstraintSystem, pieces: int) -> SizeTheorem | None:
    """Return the theorem for k pieces that attack along lines, using the constraint system on a square board.

    Return None if the rule has constraints other than conflicts of two pieces, on lines or at offsets.
    """
    begins: dict[tuple[Cell, LineAutomaton], list[int]] = {}
    offsets: set[Cell] = set()
    for part in system.constraints:
        places = [board.places[cell] for cell in part.at]
        steps = {(down - row, right - col) for (row, col), (down, right) in pairwise(places)}
        match part:
            case Line(order=ReadingOrder.ALONG):
                for step in steps:
                    begins.setdefault((step, part.automaton), []).append(part.at[0])
            case Exclusion() if len(part.tests) == len(places) == 2:
                offsets |= steps
            case _:
                return None
    attacks = [kinds for _, automaton in begins if (kinds := excluded_kinds(automaton)) is not None]
    everywhere = all(_begin_everywhere(board, step, cells) for (step, _), cells in begins.items())
    if len(attacks) < len(begins) or not everywhere or len(system.slots) != board.size:
        return None
    every = {*product(range(1, len(system.slots[0].values)), repeat=2)}
    is_ordered = {*()}.union(*attacks) != every or any((q, p) not in own for own in attacks for p, q in own)
    forms = {(right, -down, 0) for (down, right), _ in begins}
    forms |= {(1, 0, 0), (0, 1, 0)} if is_ordered else set()
    for down, right in offsets:
        forms |= {(1, 0, down), (1, 0, -down), (0, 1, right), (0, 1, -right)}
    planes = []
    for (i, j), (a, b, constant) in product(combinations(range(pieces), 2), forms):
        row = [0] * (2 * pieces + 2)
        row[2 * i], row[2 * i + 1], row[2 * j], row[2 * j + 1], row[-1] = a, b, -a, -b, constant
        planes.append(tuple(row))
    ends, colours = ((0, 0), (1, 0)), len(system.slots[0].values) - 1

    def check(side: int) -> None:
        if comb(side * side * colours, max(0, pieces - 1)) > MOST_SETS:
            raise LimitError(
                f"pieces {pieces}: the formula needs counts on squares up to {side}x{side} or larger, which"
                " are too expensive; use fewer pieces, or count single boards with the weights 'pieces'"
            )

    most = next(n for n in count_from(1) if comb(n * n * colours, max(1, pieces - 1)) > MOST_SETS)
    check(least_degree(2 * pieces, planes, ends, most))
    poles, vertices = pole_orders(2 * pieces, planes, [], ends, 1)
    start = law_start(2 * pieces, planes, [], ends, 1) if offsets else 1
    theorem = SizeTheorem("riders", start - 1, 0, poles, (("vertices", vertices),) if vertices else ())
    check(theorem.last(0))
    return theorem


def excluded_kinds(automaton: LineAutomaton) -> _Kinds | None:
    """Return the ordered pairs of symbols that must not occur in this order on a line (0 is empty), or None
    if the rule has further constraints.

    >>> from gfkit.core.rules.automaton import LineRule, automaton_of
    >>> [excluded_kinds(automaton_of(LineRule((), text), (0, 1))) for text in ("0*1?0*", "(0|11)*")]
    [frozenset({(1, 1)}), None]
    """
    steps, accepted = automaton.steps, automaton.accepted
    pairs = product(range(1, len(steps[0])), repeat=2)
    excluded = frozenset((p, q) for p, q in pairs if steps[steps[0][p]][q] < 0)
    todo = [(0, frozenset[int]())]
    for state, seen in todo:
        if state not in accepted:
            return None
        for symbol, to in enumerate(steps[state]):
            if (to < 0) != any((p, symbol) in excluded for p in seen):
                return None
            more = (to, seen | {symbol} if symbol else seen)
            if to >= 0 and more not in todo:
                todo.append(more)
    return excluded


def _begin_everywhere(board: Board, step: Cell, cells: list[int]) -> bool:
    """Return True if equally many lines in a direction start in each cell that can be a first but not a last
    cell.
    """
    down, right = step
    firsts = [
        cell
        for cell in range(board.size)
        if board.beside(cell, -down, -right) is None and board.beside(cell, down, right) is not None
    ]
    return sorted(cells) == sorted(firsts * (len(cells) // len(firsts)))


def count_riders(system: ConstraintSystem, pieces: int) -> int:
    """Return the number of placements of k pieces without a conflicting pair.

    Cost: at most one operation for each set of k - 1 pieces.
    """
    symbols = max((len(slot.values) for slot in system.slots), default=1) - 1
    place = {slot.key: number * symbols - 1 for number, slot in enumerate(system.slots)}
    excludes = [0] * (symbols * len(place))

    def exclude(one: int, other: int) -> None:
        excludes[min(one, other)] |= 1 << max(one, other)

    for key in place:
        for p, q in combinations(range(1, symbols + 1), 2):
            exclude(place[key] + p, place[key] + q)
    for part in system.constraints:
        if isinstance(part, Line):
            kinds = excluded_kinds(part.automaton) or ()
            for (key, later), (p, q) in product(combinations(part.keys, 2), kinds):
                exclude(place[key] + p, place[later] + q)
        elif isinstance(part, Exclusion):
            tests = [
                [place[key] + s for s in range(1, symbols + 1) if mask >> s & 1] for key, mask in part.tests
            ]
            for one, other in product(*tests):
                exclude(one, other)

    def ways(free: int, more: int) -> int:
        if more <= 1:
            return free.bit_count() if more else 1
        total = 0
        while free:
            first = free & -free
            free ^= first
            total += ways(free & ~excludes[first.bit_length() - 1], more - 1)
        return total

    return ways((1 << len(excludes)) - 1, pieces)
