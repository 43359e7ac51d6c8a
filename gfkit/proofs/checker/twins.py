"""Two rules with equal numbers of configurations on all large m x n boards, or on a class of graphs.

The file is one JSON object; ``format`` is "gfkit-comparison", ``version`` 1, ``on`` "mxn", or the name of a
class of graphs, which ``distances`` checks. ``games`` are two names, ``texts`` their rule files, if there are
any, and ``rules`` all of them as data. With ``weights`` ["x"] the numbers of each weight are equal.

On mxn each constraint of both rules must apply to cells within ``window``, p x q cells, 2 x 2 by default, at
every position where it fits. So for m >= p, n >= q the configurations are the arrays whose windows are all
allowed. For larger windows, values are the (p - 1) x (q - 1) parts of an array, so that the four parts of a
window are a block a b / c d of values: the arrays are those of values whose blocks are all allowed, as the
parts of adjacent windows overlap. ``steps`` lead from the first rule to the second through rules of blocks,
each with the blocks ``allowed`` after it and a ``lemma``. With weights no step changes the weight of a value:

    symmetry     the blocks are renamed, or reflected up and down or left and right
    corner       the corner lemma, for one of the two rules
    machines     machines ``odd`` and ``even`` on the columns in turn map one set of arrays onto the other
    recurrences  ``coefficients`` of recurrences in n for every m, of both rules, with their columns in
                 reverse order where ``reversed`` says so, and equal counts on sufficiently many boards
    polynomials  ``matrices`` and ``column`` of an automaton with polynomial entries, for both rules after
                 transposition, and reflection up and down and left and right, where ``turned`` says so
    balance      ``relations`` along the boundary, bases of R(2), R(3), U(2), U(3) for each of the two rules,
                 reflected in the same way, which prove that both have 2^(m + n - 1) arrays

The theorems and proofs are in ``gfkit/questions/twins``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import permutations, product
from math import prod
from typing import Any

from gfkit.proofs.checker.boards import Builder
from gfkit.proofs.checker.core import Clause, Count, Power, Table
from gfkit.proofs.checker.distances import CLASS_NAMES, check_distances
from gfkit.proofs.checker.planes import add_row, reduced
from gfkit.proofs.checker.reading import (
    Budget,
    RefusalError,
    Verdict,
    file_of_format,
    must_fit,
    must_hold,
    need,
)
from gfkit.proofs.checker.series import (
    WordSeries,
    first_series,
    height_sums,
    is_zero,
    linear_combination,
    read_fraction,
    row_times,
    smaller_series,
    turned_series,
)
from gfkit.proofs.checker.squares import on_rectangle

TWINS = "gfkit-comparison"
_MACHINE = {"outputs": [[int]], "targets": [[int]]}
_ALLOWED = {"lemma": str, "allowed": [[int]]}
TWIN_STEPS: tuple[object, ...] = (
    _ALLOWED,
    {**_ALLOWED, "odd": _MACHINE, "even": _MACHINE},
    {**_ALLOWED, "coefficients": [[[object]]], "reversed": [bool]},
    {**_ALLOWED, "relations": [[[[object]]]], "turned": [[bool]]},
    {**_ALLOWED, "matrices": [[[[object]]]], "column": [[object]], "turned": [bool]},
)
TWINS_SHAPE: dict[str, object] = {
    "format": str, "version": int, "on": str, "weights": [str], "games": [str], "texts": [str],
    "rules": [dict], "steps": [dict], "window": [int],
}  # fmt: skip
LARGEST_VALUES, LONGEST_SPAN = 4, 6
NOT_LOCAL = "the rule has constraints on larger windows, or constraints that depend on the position"
WINDOWS = ([2, 2], [2, 3], [3, 2])
TRANSPOSED, FLIPPED, MIRRORED = (0, 2, 1, 3), (2, 3, 0, 1), (1, 0, 3, 2)
"""Positions in a block of the cells of its images: transposed, upside down, and with columns reversed."""

FourValues = tuple[int, ...]
Blocks = frozenset[FourValues]


def check_twins(certificate: object, budget: Budget) -> Verdict:
    """Check the certificate of equal numbers of two rules. Raise RefusalError if it is not valid."""
    if isinstance(certificate, dict):
        certificate = {"weights": [], "window": [2, 2], **certificate}
    saved = file_of_format(certificate, TWINS_SHAPE, TWINS)
    need(saved["weights"] in ([], ["x"]), 'weights must be [] or ["x"]')
    need(saved["on"] in ("mxn", *CLASS_NAMES), "on must be mxn or a class of graphs")
    need(
        len(saved["rules"]) == len(saved["games"]) == len(saved["texts"]) == 2,
        "rules: expected two rules, games and texts",
    )
    window = saved["window"]
    need(window in WINDOWS, "window must be [2, 2], [2, 3] or [3, 2]")
    if saved["on"] != "mxn":
        return check_distances(saved, budget)
    need(window == [2, 2] or not saved["weights"], "weights: windows of 2 x 2 cells are required")
    (powers, here), (others, second) = (local_blocks(rule, window, budget) for rule in saved["rules"])
    need(len(powers) == len(others), "rules: both rules must have the same number of values")
    if saved["weights"]:
        need(powers == others, "weights: both rules must give the same weights to their values")
    else:
        powers = [0] * len(powers)
    names = []
    for number, step in enumerate(saved["steps"]):
        must_fit(step, TWIN_STEPS, f"steps[{number}]")
        after = frozenset(map(tuple, step["allowed"]))
        fits = all(len(block) == 4 and all(0 <= value < len(powers) for value in block) for block in after)
        need(
            fits and len(after) == len(step["allowed"]),
            f"steps[{number}]: expected distinct blocks of four values",
        )
        need(step["lemma"] in TWIN_LEMMAS, f"steps[{number}]: unknown lemma")
        need(
            not any(powers) or step["lemma"] in ("symmetry", "machines"),
            "the lemma does not preserve weights",
        )
        TWIN_LEMMAS[step["lemma"]](powers, here, after, step, budget)
        names.append(step["lemma"])
        here = after
    must_hold(second in images_of(powers, here), "the steps do not lead to the second rule")
    of_weight = " of weight k, for every k," * bool(saved["weights"])
    least = "m, n >= 2" if window == [2, 2] else f"m >= {window[0]}, n >= {window[1]}"
    statement = (
        f"for all {least} the two rules in the file have equally many configurations{of_weight}"
        " on m x n boards"
    )
    return Verdict(statement, f"the rules in the file; {', '.join(names) or 'equal blocks'}", len(names))


def local_blocks(
    rule: Mapping[str, object], window: Sequence[int], budget: Budget
) -> tuple[list[int], Blocks]:
    """Return the exponents of x in the weights of the values, and the allowed blocks of a rule.

    The constraints at a cell depend on the cells at most ``span`` rows and columns away. So they have the
    same form on all boards if they have it on the boards with sides up to 2 span + 3.
    """
    high, wide = window
    _, span = on_rectangle(rule, "", 3, 3, None)
    if span > LONGEST_SPAN:
        raise RefusalError(3, "the range of the constraints is too large")
    sample, _ = on_rectangle(rule, "", high, wide, None)
    weights = [own for cell, own, _ in sample.slots if cell == 0]
    shapes = placed_shapes(sample, weights, window, budget)
    wanted = {shape: extent for shape, (extent, _) in shapes.items()}
    order = [high * wide * [0] for _ in weights]
    for slot, (cell, _, _) in enumerate(sample.slots):
        order[sample.local(slot)][cell] = slot
    first = {row[0] for row in order}
    unary = [debt for debt in sample.debts if first.issuperset(debt.slots)]
    budget.spend(prod(map(len, weights)) * (1 + len(unary)))
    none = (0,) * len(weights)
    values = [
        own
        for own in product(*map(range, map(len, weights)))
        if all(holds_for(debt, spread([own, *[none] * (high * wide - 1)], order)) for debt in unary)
    ]
    parts = [*product(range(len(values)), repeat=(high - 1) * (wide - 1))]
    need(len(parts) <= LARGEST_VALUES, "rule: more than four values are not supported")
    budget.spend(len(values) ** (high * wide) * (1 + len(sample.debts)))
    allowed = [
        cells
        for cells in product(range(len(values)), repeat=high * wide)
        if all(holds_for(debt, spread([values[v] for v in cells], order)) for debt in sample.debts)
    ]
    for rows, cols in product(range(high, 2 * span + 4), range(wide, 2 * span + 4)):
        builder, _ = on_rectangle(rule, "", rows, cols, None)
        found = placed_shapes(builder, weights, window, budget)
        fits = {shape: (rows - down) * (cols - right) for shape, (down, right) in wanted.items()}
        if {shape: times for shape, (_, times) in found.items()} != fits:
            raise RefusalError(3, NOT_LOCAL)
    places = [
        [row * wide + col for row in range(up, up + high - 1) for col in range(left, left + wide - 1)]
        for up, left in product((0, 1), repeat=2)
    ]
    blocks = frozenset(
        tuple(parts.index(tuple(cells[place] for place in part)) for part in places) for cells in allowed
    )
    chosen = [[own[symbol][0] for own, symbol in zip(weights, value, strict=True)] for value in values]
    return [*map(sum, chosen)] if window == [2, 2] else [0] * len(parts), blocks


def spread(shown: Sequence[FourValues], order: Sequence[Sequence[int]]) -> list[int]:
    """Return the symbols of all variables, given the symbols of each cell."""
    symbols = [0] * (len(shown) * len(order))
    for local, slots in enumerate(order):
        for cell, slot in enumerate(slots):
            symbols[slot] = shown[cell][local]
    return symbols


def placed_shapes(
    builder: Builder, weights: Sequence[tuple[Power, ...]], window: Sequence[int], budget: Budget
) -> dict[tuple[object, ...], tuple[tuple[int, int], int]]:
    """Return the constraints up to translation, each with its extents and the number of its positions."""
    board = builder.board
    plain = not (builder.ops or builder.tallies or builder.wholes)
    places = sorted((cell, builder.local(slot), own) for slot, (cell, own, _) in enumerate(builder.slots))
    expected = [(cell, local, own) for cell in range(board.size) for local, own in enumerate(weights)]
    if not plain or places != expected or any(len(cells) > 1 for _, cells in builder.covers):
        raise RefusalError(3, "the rule has constraints on other objects than the values of cells")
    found: dict[tuple[object, ...], tuple[tuple[int, int], int]] = {}
    budget.spend(8 * len(builder.debts))
    for debt in {*builder.debts}:
        if not isinstance(debt, Clause | Count | Table) or (not isinstance(debt, Count) and debt.label):
            raise RefusalError(3, "the rule has constraints of an unsupported form")
        spots = [(*board.places[builder.slots[slot][0]], builder.local(slot)) for slot in debt.slots]
        top, left = (min(spot[axis] for spot in spots) for axis in (0, 1))
        down, right = (max(spot[axis] for spot in spots) for axis in (0, 1))
        extent = down - top, right - left
        number = {slot: place for place, slot in enumerate(debt.slots)}
        shape: tuple[object, ...] = tuple((row - top, col - left, local) for row, col, local in spots)
        match debt:
            case Clause():
                shape += ("clause", tuple(mask for _, mask in debt.items))
            case Count():
                given, items = (
                    tuple((number[slot], mask) for slot, mask in part) for part in (debt.given, debt.items)
                )
                shape += ("count", debt.allowed, given, items)
            case _:
                shape += ("table", debt.symbols, debt.rows)
        found[shape] = extent, found.get(shape, (extent, 0))[1] + 1
    if any(down >= window[0] or right >= window[1] for (down, right), _ in found.values()):
        raise RefusalError(3, NOT_LOCAL)
    return found


def holds_for(debt: object, values: Sequence[int]) -> bool:
    """Return True if a constraint holds for the values of all variables."""
    if isinstance(debt, Clause):
        return not all(mask >> values[slot] & 1 for slot, mask in debt.items)
    if isinstance(debt, Count):
        number = sum(mask >> values[slot] & 1 for slot, mask in debt.items)
        return not all(mask >> values[slot] & 1 for slot, mask in debt.given) or bool(
            debt.allowed >> number & 1
        )
    assert isinstance(debt, Table)
    row = 0
    for slot, symbols in zip(debt.places, debt.symbols, strict=True):
        row = row * symbols + values[slot]
    return bool(debt.rows >> row & 1)


# Symmetries, corners, machines


def check_symmetry_step(
    powers: Sequence[int], here: Blocks, after: Blocks, _step: Mapping[str, Any], budget: Budget
) -> None:
    """Raise RefusalError unless a symmetry of rectangles and a renaming of the values map the blocks to the
    others.
    """
    budget.spend(100 * (1 + len(here)))
    must_hold(after in images_of(powers, here), "symmetry: no symmetry yields the blocks of this step")


def images_of(powers: Sequence[int], blocks: Blocks) -> set[Blocks]:
    """Return the images of blocks under reflections and renamings of values of equal weight."""
    images = set()
    for names in permutations(range(len(powers))):
        if all(powers[value] == powers[name] for value, name in enumerate(names)):
            named = frozenset(tuple(names[value] for value in block) for block in blocks)
            flipped = rearranged(named, FLIPPED)
            images |= {named, flipped, rearranged(named, MIRRORED), rearranged(flipped, MIRRORED)}
    return images


def rearranged(blocks: Blocks, order: FourValues) -> Blocks:
    """Return the blocks with their cells in another order."""
    return frozenset(tuple(block[place] for place in order) for block in blocks)


def check_corner_step(
    powers: Sequence[int], here: Blocks, after: Blocks, _step: Mapping[str, Any], budget: Budget
) -> None:
    """Raise RefusalError unless the corner lemma identifies the blocks with the others, in one of the two
    directions.
    """
    need(len(powers) == 2, "corner: the lemma applies only to rules with two values")
    budget.spend(2000)
    for one, other in ((here, after), (after, here)):
        corners = corners_of(one)
        apart = {(c, b, d) for a, b, c, d in one ^ other}
        same = all(
            (c, b) in corners
            and sum((a, b, c, d) in one for a in (0, 1)) == sum((a, b, c, d) in other for a in (0, 1))
            for c, b, d in apart
        )
        if same:
            return
    must_hold(False, "corner: the lemma does not yield the blocks of this step")


def corners_of(blocks: Blocks) -> set[tuple[int, int]]:
    """Return the largest set of pairs c, b that satisfies the hypotheses of the corner lemma."""

    kept = {(c, b) for c in (0, 1) for b in (0, 1)}
    while True:
        lost = set()
        for c, b in kept:
            for r, q, t, s in product((0, 1), repeat=4):
                inner = [
                    sum((1 - 2 * a) * (blocks >= {(p, q, r, a), (r, a, t, c), (q, s, a, b)}) for a in (0, 1))
                    for p in (0, 1)
                ]
                if sum(inner) if (r, q) in kept else any(inner):
                    lost.add((c, b))
            for t in (0, 1):
                upper = [sum((1 - 2 * a) * ((r, a, t, c) in blocks) for a in (0, 1)) for r in (0, 1)]
                left = [sum((1 - 2 * a) * ((q, t, a, b) in blocks) for a in (0, 1)) for q in (0, 1)]
                above, beside = {(t, 0), (t, 1)} & kept, {(0, t), (1, t)} & kept
                if (sum(upper) if above else any(upper)) or (sum(left) if beside else any(left)):
                    lost.add((c, b))
        if not lost:
            return kept
        kept -= lost


def check_machine_step(
    powers: Sequence[int], here: Blocks, after: Blocks, step: Mapping[str, Any], budget: Budget
) -> None:
    """Raise RefusalError unless the machines map the arrays of the second blocks bijectively onto the arrays
    of the first.
    """
    need("odd" in step, "machines: expected the keys 'odd' and 'even'")
    size = len(powers)
    for machine in (step["odd"], step["even"]):
        states = len(machine["outputs"])
        is_whole = states == len(machine["targets"]) and 0 < states <= 10
        need(
            is_whole and all(sorted(row) == [*range(size)] for row in machine["outputs"]),
            "machines: invalid outputs",
        )
        keeps = all(powers[x] == powers[y] for row in machine["outputs"] for x, y in enumerate(row))
        need(keeps, "machines: the lemma does not preserve weights")
        rows_fit = all(len(row) == size and max(row) < states for row in machine["targets"])
        need(rows_fit and all(min(row) >= 0 for row in machine["targets"]), "machines: invalid targets")
    for left, right in ((step["odd"], step["even"]), (step["even"], step["odd"])):
        queue = [(0, 0, None, None)]
        seen: set[tuple[Any, ...]] = {*queue}
        for s, t, inputs, outputs in queue:
            budget.spend(size * size)
            for x, y in product(range(size), repeat=2):
                made = left["outputs"][s][x], right["outputs"][t][y]
                is_allowed = inputs is None or (*inputs, x, y) in after
                if inputs is not None and outputs is not None:
                    must_hold(
                        is_allowed is ((*outputs, *made) in here), "the machines do not define a bijection"
                    )
                node = (left["targets"][s][x], right["targets"][t][y], (x, y), made)
                if is_allowed and node not in seen:
                    seen.add(node)
                    queue.append(node)  # type: ignore[arg-type]


# Recurrences for all heights


def columns_of(size: int, blocks: Blocks, number: int, budget: Budget) -> list[WordSeries]:
    """Return v_1, ..., v_number: v_n(w) is the number of arrays with n columns of which w is the last."""
    found = [first_series(size, 1)]
    for _ in range(number - 1):
        series = next_series(size, blocks, found[-1], budget)
        for _ in range(2):
            series = turned_series(smaller_series(series, budget))
        found.append(series)
    return found


def next_series(size: int, blocks: Blocks, series: WordSeries, budget: Budget) -> WordSeries:
    """Return v_(n+1) for v_n."""
    zero, (row, matrices, column) = Fraction(0), series
    width = 1 + len(column) * size * size
    budget.spend(width * width * size)
    grown = [[[zero] * width for _ in range(width)] for _ in range(size)]
    pairs = [*product(range(size), repeat=2)]
    for c, d in pairs:
        for i, entry in enumerate(row_times(row, matrices[c], len(column))):
            grown[d][0][1 + i * len(pairs) + pairs.index((c, d))] = entry
        for place, (a, b) in enumerate(pairs):
            if (a, b, c, d) in blocks:
                for i, entries in enumerate(matrices[c]):
                    for j, entry in enumerate(entries):
                        grown[d][1 + i * len(pairs) + place][1 + j * len(pairs) + pairs.index((c, d))] = entry
    final = [zero, *(entry for entry in column for _ in pairs)]
    return WordSeries([Fraction(1), *[zero] * (width - 1)], grown, final)


def check_polynomial_step(
    powers: Sequence[int], here: Blocks, after: Blocks, step: Mapping[str, Any], budget: Budget
) -> None:
    """Raise RefusalError unless one automaton with polynomial entries counts the arrays with each last column
    for both rules, for words of at least two letters.
    """
    need("column" in step and len(step["turned"]) == 3, "polynomials: an automaton was expected")
    size, r = len(powers), len(step["column"])
    lines = [step["column"], *(line for matrix in step["matrices"] for line in matrix)]
    fits = len(step["matrices"]) == size and {*map(len, lines), *map(len, step["matrices"])} == {r}
    need(fits and 0 < r <= 12, "polynomials: square matrices of dimension 1 to 12")
    entries = [[[read_fraction(pair) for pair in entry] for entry in line] for line in lines]
    degree = max(len(entry) for line in entries for entry in line) - 1
    need(0 <= degree <= 8, "polynomials: degrees from 0 to 8")

    def at(n: int) -> WordSeries:
        column, *rest = [
            [sum((c * n**k for k, c in enumerate(e)), Fraction(0)) for e in line] for line in entries
        ]
        return WordSeries(
            [Fraction(k == 0) for k in range(r)], [rest[k : k + r] for k in range(0, len(rest), r)], column
        )

    def same(one: WordSeries, other: WordSeries) -> bool:
        return is_zero(linear_combination([(Fraction(1), one), (Fraction(-1), other)]), budget)

    must_hold(same(at(1), first_series(size, 2)), "the automaton is wrong for n = 1")
    for blocks in (here, after):
        for order, is_turned in zip((TRANSPOSED, FLIPPED, MIRRORED), step["turned"], strict=True):
            blocks = rearranged(blocks, order) if is_turned else blocks
        for n in range(1, degree * (1 + size * size * r + r) + 2):
            made = next_series(size, blocks, at(n), budget)
            must_hold(same(made, at(n + 1)), f"the automaton is wrong for n = {n + 1}")


def check_balance_step(
    powers: Sequence[int], here: Blocks, after: Blocks, step: Mapping[str, Any], budget: Budget
) -> None:
    """Raise RefusalError unless relations along the boundary prove that both rules have 2^(m + n - 1) arrays.

    Functions of binary words are lists of their values. The spaces need not be the greatest ones, but each
    contains the products of its functions with functions of the first letter.
    """
    need("relations" in step and len(powers) == 2, "balance: expected relations, for rules with two values")
    need(len(step["relations"]) == len(step["turned"]) == 2, "balance: expected two lists of relations")
    for blocks, spaces, turned in zip((here, after), step["relations"], step["turned"], strict=True):
        need(len(turned) == 3 and len(spaces) == 4, "balance: expected four spaces and three reflections")
        for order, is_turned in zip((TRANSPOSED, FLIPPED, MIRRORED), turned, strict=True):
            blocks = rearranged(blocks, order) if is_turned else blocks
        for j, space in zip((2, 3, 2, 3), spaces, strict=True):
            need(len(space) <= 2 << j, "balance: too many relations")
            fits = all(
                len(f) == 2 << j and all(type(x) is int and abs(x) < 1 << 20 for x in f) for f in space
            )
            need(fits, "balance: a relation of small integers, one for each word, was expected")
        flat = {key: reduced(space) for key, space in zip(("R2", "R3", "U2", "U3"), spaces, strict=True)}
        flat["R4"] = reduced([part for f in spaces[1] for part in ([*f, *[0] * 16], [*[0] * 16, *f])])
        for j in (2, 3):
            budget.spend(200_000)
            target = reduced([*flat[f"R{j + 1}"], *([x for x in f for _ in (0, 1)] for f in flat[f"U{j}"])])
            for key, f in [(name, f) for name in (f"R{j}", f"U{j}") for f in flat[name]]:
                value = dict(zip(product((0, 1), repeat=j + 1), f, strict=True))
                for e in (0, 1):
                    half = [x * (p[0] == e) for p, x in value.items()]
                    must_hold(
                        add_row(flat[key], half) is flat[key], "balance: a part of a relation is absent"
                    )
                    ends = [sum(half)] if key[0] == "U" else map(sum, zip(half[::2], half[1::2], strict=True))
                    must_hold(not any(ends), "balance: a relation does not have the sum 0")
                    grow = grown_upwards if key[0] == "U" else grown_to_the_right
                    image = grow(blocks, {p: x for p, x in value.items() if p[0] == e and x}, j)
                    must_hold(add_row(target, image) is target, "balance: a relation does not follow")
        excess = [sum((a, b, c, d) in blocks for d in (0, 1)) - 1 for c, a, b in product((0, 1), repeat=3)]
        must_hold(add_row(flat["R2"], excess) is flat["R2"], "balance: windows change the number of arrays")


def grown_to_the_right(blocks: Blocks, f: Mapping[FourValues, Fraction], j: int) -> list[Fraction]:
    """Return the function of s1 ... sj t t' that f yields before a window is added."""
    return [
        sum((f.get((*s, d), Fraction(0)) for d in (0, 1) if (t, u, s[-1], d) in blocks), Fraction(0))
        for *s, t, u in product((0, 1), repeat=j + 2)
    ]


def grown_upwards(blocks: Blocks, f: Mapping[FourValues, Fraction], j: int) -> list[Fraction]:
    """Return the function of h0 ... hj ej that f yields before j windows are added."""
    return [
        sum(
            (
                x
                for e, x in f.items()
                if e[j] == last and blocks >= {(h[i + 1], e[i + 1], h[i], e[i]) for i in range(j)}
            ),
            Fraction(0),
        )
        for *h, last in product((0, 1), repeat=j + 2)
    ]


def check_recurrence_step(
    powers: Sequence[int], here: Blocks, after: Blocks, step: Mapping[str, Any], budget: Budget
) -> None:
    """Raise RefusalError unless the recurrences hold for every height and the counts of both rules are
    equal.
    """
    need("coefficients" in step, "recurrences: expected coefficients")
    size = len(powers)
    need(
        len(step["coefficients"]) == len(step["reversed"]) == 2,
        "recurrences: expected one recurrence for each of the two rules",
    )
    read = [
        rearranged(blocks, MIRRORED) if turned else blocks
        for blocks, turned in zip((here, after), step["reversed"], strict=True)
    ]
    factors = [[read_fraction(pair) for pair in own] for own in step["coefficients"]]
    total = sum(map(len, factors))
    need(all(factors) and total <= 60, "recurrences: the orders must be from 1 to 30")
    columns = [columns_of(size, blocks, total + 1, budget) for blocks in read]
    for own, series in zip(factors, columns, strict=True):
        parts = [
            (Fraction(1), series[len(own)]),
            *((-c, one) for c, one in zip(own, series, strict=False) if c),
        ]
        must_hold(is_zero(linear_combination(parts), budget), "a recurrence does not hold for every height")
    for n, (one, other) in enumerate(zip(*columns, strict=True), 1):
        if n > total:
            break
        count = len(one.row) + len(other.row)
        must_hold(
            height_sums(one, count) == height_sums(other, count),
            f"the counts on boards with {n} columns differ",
        )


TWIN_LEMMAS: dict[str, Callable[[Sequence[int], Blocks, Blocks, Mapping[str, Any], Budget], None]] = {
    "symmetry": check_symmetry_step,
    "corner": check_corner_step,
    "machines": check_machine_step,
    "recurrences": check_recurrence_step,
    "polynomials": check_polynomial_step,
    "balance": check_balance_step,
}
