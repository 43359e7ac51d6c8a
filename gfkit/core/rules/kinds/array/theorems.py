"""Hypotheses of theorems for arrays: bounds for the plane, and word automata for complete graphs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import product

from gfkit.core.boards import parse_one_board
from gfkit.core.deferred import replace
from gfkit.core.errors import MismatchError, quantity
from gfkit.core.rules.expression import holds_near, no_kinds, truths
from gfkit.core.rules.kinds.array.definition import configurations
from gfkit.core.rules.kinds.array.rule import ArrayRule, NearPredicate, WindowPredicate
from gfkit.core.rules.kinds.array.symmetry import MOST_ASSIGNMENTS, as_predicate
from gfkit.core.rules.kinds.theorems import CELLS, AskedNumber, Grounds, LetterCounts, height, no_theorem
from gfkit.core.rules.threshold import threshold
from gfkit.core.rules.values import ROOK, Exponents
from gfkit.core.typing import Positions

_MOST_BLOCK_VALUES, _MOST_BLOCKS = 6, 5000


def grounds(rule: ArrayRule, positions: Positions, _weight: Fraction) -> Grounds:
    """Return the theorems about the plane that apply to an array rule, for all weights of the values."""
    asks = [
        condition
        for condition in rule.conditions
        if not isinstance(condition, NearPredicate | WindowPredicate)
    ]
    if asks or rule.new_values or rule.image is not None or rule.divide > 1 or rule.least > (0, 0):
        raise no_theorem(rule, "the rule has a constraint on the whole board, on lines or on the border")
    if rule.marks:
        raise no_theorem(rule, "its windows have weights, also across the cut between two parts of the plane")
    relaxed = _relaxing_value(rule)
    if relaxed is not None and rule.outside == relaxed:
        reason = "cutting: cells outside the board satisfy more constraints than removed cells (f = 1)"
        return Grounds(None, Fraction(1), None, (reason,))
    if rule.outside is not None:
        raise no_theorem(rule, "its windows depend on cells outside the board")
    near = [condition for condition in rule.conditions if isinstance(condition, NearPredicate)]
    for count in rule.counts:
        if count.allowed != frozenset({0}):
            raise no_theorem(
                rule, "the rule counts neighbours, and cutting the plane into strips removes neighbours"
            )
    pairs = [_pairs_of(predicate, rule) for predicate in near]
    if relaxed is not None and None in pairs:
        reason = "joining: constraints remain satisfied if cells get further neighbours (h = 0)"
        name = f"{rule.name} with {relaxed} outside the board"
        weaker = replace(rule, name=name, outside=relaxed)
        return Grounds(None, None, 0, (reason,), (weaker, positions))
    if None in pairs:
        raise no_theorem(
            rule,
            "the rule has a constraint on all neighbours of a cell together, and cutting the plane into"
            " strips removes neighbours",
        )
    offsets = [condition.neighbours or ROOK for condition in near] + [
        count.neighbours or ROOK for count in rule.counts
    ]
    windows = [as_predicate(window) for window in rule.forbid]
    windows += [condition for condition in rule.conditions if isinstance(condition, WindowPredicate)]
    spans = [height(window.offsets) for window in windows]
    spans += [1 + abs(row) for near_by in offsets for row, _ in near_by]
    span = max(spans, default=1)
    symmetric = 1 if span <= 2 else None
    width = 1 + 2 * max(
        [0, *(abs(col) for near_by in [*offsets, *(w.offsets for w in windows)] for _, col in near_by)]
    )
    why: tuple[str, ...] = (
        "cutting: a constraint on a window or on two cells applies only if all its cells are on the board"
        " (f = 1)",
    )
    if symmetric is not None:
        why = (CELLS, *why)
    tables = [table for table in pairs if table is not None]
    free = _free_value(rule, windows, tables)
    if free is not None:
        why += (
            "joining: any two configurations can be joined by inserting"
            f" {quantity(span - 1, 'row')} of the value {rule.values[free]}",
        )
    h = None if free is None else span - 1
    on_pairs = rule.flat and span <= 2 and all(_is_about_pairs(condition, rule.values) for condition in near)
    return Grounds(symmetric, Fraction(1), h, why, even_on=f"3x{width}", on_pairs=on_pairs)


def blocks_of(
    rule: ArrayRule, rows: int = 2, columns: int = 2
) -> tuple[int, list[tuple[int, ...]], list[tuple[int, ...]]] | None:
    """Return the number of values, the legal blocks of the given size and the legal 1 x 2 rows, or None.

    The values are numbered from 0 and listed in reading order.

    An array that is at least as large as a block satisfies a rule whose constraints are windows within a
    block, or pairs of cells that fit into a block, if and only if all its blocks do, because each position of
    a window is contained in a block.
    """
    whole = rule.new_values or rule.image is not None or rule.divide > 1 or rule.least > (0, 0) or rule.grows
    size = rows, columns
    if whole or rule.outside is not None or rule.marks or len(rule.values) > _MOST_BLOCK_VALUES:
        return None
    if len(rule.values) ** (rows * columns) > _MOST_BLOCKS:
        return None
    windows = [as_predicate(window).offsets for window in rule.forbid]
    near = [count.neighbours for count in rule.counts if count.allowed == frozenset({0})]
    if len(near) < len(rule.counts):
        return None
    for one in rule.conditions:
        if isinstance(one, WindowPredicate):
            windows.append(one.offsets)
        elif isinstance(one, NearPredicate) and _pairs_of(one, rule) is not None:
            near.append(one.neighbours)
        else:
            return None
    windows += [((0, 0), offset) for around in near for offset in around or ROOK]
    axes = ((part, most) for own in windows for part, most in zip(zip(*own, strict=True), size, strict=True))
    if any(max(part) - min(part) >= most for part, most in axes):
        return None
    number = {value: index for index, value in enumerate(rule.values)}
    blocks, pairs = (
        [
            tuple(number[value] for value in values)
            for values, _ in configurations(rule, parse_one_board(board))
        ]
        for board in (f"{rows}x{columns}", "1x2")
    )
    return len(number), blocks, pairs


def value_weights(rule: ArrayRule) -> tuple[Exponents, ...]:
    """Return the weights of the values."""
    return rule.weights


def pairs_at_distances(rule: ArrayRule) -> tuple[int, dict[int, frozenset[tuple[int, ...]]]] | None:
    """Return the number of values and the pairs allowed at distance 1, or None if the rule has further
    constraints.

    The vertices of graphs can have more neighbours than cells of rectangles.
    """
    found = blocks_of(rule) if rule.flat else None
    near = rule.conditions_of(NearPredicate)
    if found is None or not all(_is_about_pairs(one, rule.values) for one in near):
        return None
    return found[0], {1: frozenset(found[2])}


def near_condition(rule: ArrayRule) -> tuple[int, Callable[[int, Sequence[int]], bool]] | None:
    """Return the constraint of a rule on each vertex of a graph and its neighbours, or None.

    The result is a bound above which numbers of neighbours are equivalent, and a function of the symbol of a
    vertex and the number of its neighbours with each symbol. It is None if the rule has further constraints.
    """
    near = rule.conditions_of(NearPredicate)
    whole = rule.new_values or rule.image is not None or rule.divide > 1 or rule.least > (0, 0) or rule.grows
    more = rule.forbid or rule.marks or rule.given or rule.outside is not None
    bounds = [threshold(one.predicate, rule.values) for one in near]
    known = [bound for bound in bounds if bound is not None]
    is_flat = not any([one.neighbours for one in near] + [one.neighbours for one in rule.counts])
    if whole or more or len(known) < len(rule.conditions) or not is_flat:
        return None

    @cache
    def holds(symbol: int, numbers: tuple[int, ...]) -> bool:
        x, by_value = rule.values[symbol], dict(zip(rule.values, numbers, strict=True))
        around = [value for value, number in by_value.items() for _ in range(number)]
        return all(holds_near(one.predicate, x, around) for one in near) and all(
            one.cell != x or sum(by_value[value] for value in one.of) in one.allowed for one in rule.counts
        )

    bound = max([1, *known, *(max(one.allowed, default=0) + 1 for one in rule.counts)])
    return bound, lambda symbol, numbers: holds(symbol, tuple(min(number, bound) for number in numbers))


def _is_about_pairs(near: NearPredicate, values: tuple[int, ...]) -> bool:
    """Return True if a predicate holds for any neighbours if and only if it holds for each of them alone."""
    bound = threshold(near.predicate, values)
    if bound is None or (bound + 1) ** len(values) > MOST_ASSIGNMENTS:
        return False
    alone = {(x, y): holds_near(near.predicate, x, [y]) for x, y in product(values, repeat=2)}
    return all(
        holds_near(near.predicate, x, [y for y, number in numbers for _ in range(number)])
        == all(alone[x, y] for y, number in numbers if number)
        for each in product(range(bound + 1), repeat=len(values))
        for numbers in [[*zip(values, each, strict=True)]]
        for x in values
    )


def _pairs_of(near: NearPredicate, rule: ArrayRule) -> dict[tuple[int, int], bool] | None:
    """Return the allowed pairs of adjacent values if a predicate is equivalent to such pairs, else None."""
    colours, most = len(rule.values), len(near.neighbours) or len(ROOK)
    if colours ** (most + 1) > MOST_ASSIGNMENTS:
        return None
    pairs: dict[tuple[int, int], bool] = {}
    for number in range(most + 1):
        predicate = truths(
            near.predicate, near.spots(number, ()), rule.values, no_kinds(number + 1, rule.values)
        )
        for filling, value in zip(product(range(colours), repeat=number + 1), predicate, strict=True):
            own, *others = filling
            if number == 1:
                pairs[own, others[0]] = bool(value)
            elif bool(value) != all(pairs[own, other] for other in others):
                return None
    return pairs


def _relaxing_value(rule: ArrayRule) -> int | None:
    """Return a value v such that further neighbours satisfy more constraints, and v the most, or None.

    All constraints are predicates on a cell and its neighbours. If a predicate holds, it holds with one more
    neighbour of any value too, and with v instead of one of the neighbours.
    """
    near, values = rule.conditions_of(NearPredicate), rule.values
    if rule.forbid or rule.counts or len(near) < len(rule.conditions):
        return None
    relaxing = set(values) if near else set[int]()
    for one in near:
        most, holds = len(one.neighbours) or len(ROOK), dict[tuple[int, tuple[int, ...]], bool]()
        if len(values) ** (most + 1) > _MOST_BLOCKS:
            return None
        for number in range(most + 1):
            for x, *around in product(values, repeat=number + 1):
                value = holds_near(one.predicate, x, around)
                if holds.setdefault((x, tuple(sorted(around))), value) != value:
                    return None
        for (x, some), value in holds.items():
            after = {y: holds.get((x, tuple(sorted((*some, y))))) for y in values}
            if len(some) < most and any(after.values()):
                relaxing -= {y for y, satisfied in after.items() if not satisfied}
            if len(some) < most and value and not all(after.values()):
                return None
    return min(relaxing, default=None)


def _free_value(
    rule: ArrayRule, windows: list[WindowPredicate], pairs: list[dict[tuple[int, int], bool]]
) -> int | None:
    """Return a value of weight 1 that is compatible with every adjacent value, or None."""
    colours = len(rule.values)
    for free in range(colours):
        own = {free, rule.values[free]}  # index of the value, and the value: predicates must not name it
        counted = any(own & {count.cell, *count.of} for count in rule.counts)
        beside = all(
            table[free, symbol] and table[symbol, free] for table in pairs for symbol in range(colours)
        )
        light = rule.weights[free] == (0, 0) and not counted
        if light and beside and all(_is_satisfied_by_free_rows(rule, window, free) for window in windows):
            return free
    return None


def _is_satisfied_by_free_rows(rule: ArrayRule, window: WindowPredicate, free: int) -> bool:
    """Return True if a window is satisfied wherever it overlaps an array and rows of the given value.

    The array satisfies the window and has at least as many rows. If k rows of the window are outside the
    array, the window moved inwards by k rows is inside, and its filling is allowed. So other fillings do not
    occur.
    """
    offsets, colours = window.offsets, len(rule.values)
    size = len(offsets)
    if colours**size > MOST_ASSIGNMENTS:
        return False
    predicate = truths(window.predicate, window.spots(range(size)), rule.values, no_kinds(size, rule.values))
    fillings = [*zip(product(range(colours), repeat=size), predicate, strict=True)]
    first, rows = min(row for row, _ in offsets), height(offsets)
    for moved in (k for k in range(-rows, rows + 1) if k):
        inside = [place for place, (row, _) in enumerate(offsets) if 0 <= row - first + moved < rows]
        number = {offset: place for place, offset in enumerate(offsets)}
        moves = [(place, number.get((offsets[place][0] + moved, offsets[place][1]))) for place in inside]
        kept = [(place, to) for place, to in moves if to is not None]
        occurring = {tuple(filling[to] for _, to in kept) for filling, holds in fillings if holds}
        for filling, holds in fillings:
            is_free = all(filling[place] == free for place in range(size) if place not in inside)
            if is_free and not holds and tuple(filling[place] for place, _ in kept) in occurring:
                return False
    return True


def letter_counts(rule: ArrayRule) -> LetterCounts:
    """Return the arrays on a complete graph as words in which only the number of occurrences of each letter
    is restricted.

    Raise MismatchError if the constraints are not determined by bounded multiplicities for every n.
    """
    if rule.is_global or rule.image is not None:
        raise MismatchError(
            f"{rule.name} on 'complete:n': new values in order, constraints on numbers of occurrences, and"
            " images are not supported for families of complete graphs; count them board by board"
        )
    asked = (
        AskedNumber(
            count.cell, count.of, frozenset(number + (count.cell in count.of) for number in count.allowed)
        )
        for count in rule.counts
    )
    holds = partial(_is_admissible_set, rule, _predicates(rule))
    return LetterCounts(rule.name, rule.values, rule.weights, tuple(asked), _bound(rule), holds)


def _predicates(rule: ArrayRule) -> list[NearPredicate]:
    """Return the constraints, all of which are predicates on neighbours."""
    asked = [condition for condition in rule.conditions if isinstance(condition, NearPredicate)]
    if len(asked) < len(rule.conditions):
        raise MismatchError(
            f"{rule.name} on 'complete:n': pinned cells and constraints on the whole board are not supported"
            " for families of complete graphs; count them board by board"
        )
    return asked


def _bound(rule: ArrayRule) -> int:
    """Return the multiplicity of a value from which larger multiplicities are equivalent for all
    predicates.
    """
    bounds = {
        predicate.predicate.text: threshold(predicate.predicate, rule.values)
        for predicate in _predicates(rule)
    }
    unknown = next((text for text, bound in bounds.items() if bound is None), None)
    if unknown is not None:
        raise MismatchError(
            f"{rule.name} on 'complete:n': {unknown!r} depends on unbounded numbers of neighbours; use only"
            " any, all, min, max, distinct, in, or a comparison of count, size or sum with a constant, or"
            " count board by board"
        )
    return max((bound for bound in bounds.values() if bound), default=0)


def _is_admissible_set(rule: ArrayRule, predicates: list[NearPredicate], numbers: tuple[int, ...]) -> bool:
    """Return True if the predicates hold for one cell of every value that occurs, with all other cells as
    neighbours.
    """
    each = zip(rule.values, numbers, strict=bool(numbers))
    letters = [value for value, number in each for _ in range(number)]
    return all(
        holds_near(predicate.predicate, x, letters[: (at := letters.index(x))] + letters[at + 1 :])
        for x in dict.fromkeys(letters)
        for predicate in predicates
    )
