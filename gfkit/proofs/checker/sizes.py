"""Check of formulas in the number of values of the cells of one board, or in the side of a square with k
pieces.

The file is one JSON object; ``format`` is "gfkit-size", ``version`` 1. ``game`` and ``board`` are names,
``text`` is the rule file, if there was one, ``rule`` is the complete rule as data. ``numerator`` and
``denominator`` are the coefficients of 1, t, t^2, ...; the coefficient of t^n in their quotient is the count
a(n) for n >= ``first_n``.

Growing values. ``values`` are two pairs [a, b], [c, e]: cells have the values a n + b to c n + e. ``board``
contains a family of boards and a number of slices. Predicates are evaluated on linear forms of the values of
cells and n; every result of every comparison of forms is tried, in separate runs. So the checker knows all
comparisons that the rule can make, and the equations that hold whenever the rule holds. Then with d cells

    order        values are compared with each other: a(n) is a polynomial of degree at most d, for all n
    differences  differences of two values, differences of a value and an end, and n minus a difference of two
                 values, are compared with constants of absolute value at most C: a(n) is such a polynomial if
                 the largest value exceeds the smallest by at least C (d - 1) - 1, or by at least C (d + 1) +
                 1 if ends or n are compared
    linear       linear forms of values and n are compared with constants: all poles are roots of unity, and
                 the formula holds beyond the last n at which planes meet in a new point (``planes``);
                 residues modulo m multiply denominators by m

Pieces. ``pieces`` are placed on squares of side n, open or cyclic, as in ``squares``.

The proofs are in ``gfkit/questions/sizes``. A recurrence of order r that holds for all n >= n_0, and r terms
from n_0 on, determine all later terms; the checker counts these terms, cell by cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, cast

from gfkit.proofs.checker.arrays import MOST_COLOURS, Array, WindowConstraint, near_holds, pin_holds
from gfkit.proofs.checker.boards import CellBoard
from gfkit.proofs.checker.families import read_family
from gfkit.proofs.checker.forms import Coefficients, Compared, ComparisonResults, Form
from gfkit.proofs.checker.kinds import CountQuery
from gfkit.proofs.checker.laid_arrays import PlacedArray
from gfkit.proofs.checker.planes import Ends, laws_of_planes
from gfkit.proofs.checker.reading import (
    INTS,
    Budget,
    Fields,
    RefusalError,
    Verdict,
    file_of_format,
    must_hold,
    need,
    whole,
)
from gfkit.proofs.checker.squares import (
    CLUSTERS,
    Counting,
    LawBound,
    check_rectangles,
    count_laid,
    pieces_on_squares,
)

SIZES = "gfkit-size"
MOST_CELLS_FILLED = 100
RULE_SHAPE: dict[str, object] = {"format": str, "version": int, "game": str, "text": str, "rule": dict}
FRACTION_SHAPE: dict[str, object] = RULE_SHAPE | {"first_n": int, "numerator": [INTS], "denominator": [INTS]}
VALUES_SHAPE: dict[str, object] = FRACTION_SHAPE | {
    "board": {"name": str, "family": dict, "slices": int}, "values": [[INTS, INTS], [INTS, INTS]],
}  # fmt: skip
PIECES_SHAPE: dict[str, object] = FRACTION_SHAPE | {"board": str, "pieces": int}
RECTANGLES_SHAPE: dict[str, object] = RULE_SHAPE | {
    "board": str, "pieces": int, "valid_from": int, "terms": [[int, int, INTS]], "denominator": int,
}  # fmt: skip


def check_size(certificate: object, budget: Budget) -> Verdict:
    """Check the certificate of a formula in the number of values or in the side of a square. Raise
    RefusalError if it is not valid.
    """
    saved = file_of_format(certificate, (VALUES_SHAPE, PIECES_SHAPE, RECTANGLES_SHAPE), SIZES)
    if "valid_from" in saved:
        statement, checked = check_rectangles(saved, saved["rule"], budget)
        theorem = CLUSTERS
    else:
        about = pieces_on_squares if "pieces" in saved else growing_values
        (theorem, start, poles), number, what = about(saved, saved["rule"], budget)
        checked = compare_law(saved, LawBound(theorem, start, poles), number, budget)
        begin = f"for every n >= {saved['first_n']}, the coefficient of t^n in the fraction"
        statement = f"{begin} is the number of {what}"
    return Verdict(statement, f"the rule in the file; theorem on {theorem}, {checked} counts", checked)


def compare_law(saved: Fields, bound: LawBound, number: Counting, budget: Budget) -> int:
    """Compare the formula with as many counts as its recurrence requires, and return their number."""
    first = whole(saved["first_n"], 0, 1000, "first_n")
    above, below = saved["numerator"], saved["denominator"]
    need(below and below[0] == 1, "denominator: its constant term must be 1")
    poles = [1]
    for q, order in bound.poles.items():
        for _ in range(order):
            budget.spend(q * (q + len(poles)))
            poles = multiply(poles, cyclotomic(q))
    start, order = max(first, bound.start), len(poles) - 1
    budget.spend((len(poles) + start) * (len(above) + 2 * len(below)))
    whole_ = multiply(poles, above)
    quotient = quotient_terms(whole_, below, max(0, len(whole_) - len(below) + 1))
    fits = (
        without_trailing_zeros(multiply(quotient, below)) == without_trailing_zeros(whole_)
        and len(without_trailing_zeros(quotient)) <= start + order
    )
    must_hold(fits, f"the fraction has a pole that the theorem on {bound.theorem} excludes")
    last = start + order - 1
    terms = quotient_terms(above, below, last + 1)
    need(not any(terms[:first]), "numerator: a coefficient before first_n is not 0")
    for n in range(first, last + 1):
        try:
            counted = number(n)
        except RefusalError as refusal:
            if refusal.code != 3:
                raise
            raise RefusalError(
                3,
                f"the formula agrees for all compared n < {n}, but the theorem requires n up to"
                f" {last}: {refusal.reason}",
            ) from None
        otherwise = f"the number for n = {n} is {counted}, but the fraction has {terms[n]}"
        must_hold(counted == terms[n], otherwise)
    return last + 1 - first


def multiply(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """Return the product of two polynomials."""
    product_ = [0] * max(0, len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            product_[i + j] += a * b
    return product_


def quotient_terms(above: Sequence[int], below: Sequence[int], length: int) -> list[int]:
    """Return the first coefficients of a quotient whose denominator has constant term 1."""
    terms: list[int] = []
    for n in range(length):
        carried = sum(below[k] * terms[n - k] for k in range(1, min(n, len(below) - 1) + 1))
        terms.append((above[n] if n < len(above) else 0) - carried)
    return terms


def without_trailing_zeros(coefficients: Sequence[int]) -> list[int]:
    """Return a polynomial without trailing zeros."""
    kept = [*coefficients]
    while kept and not kept[-1]:
        kept.pop()
    return kept


def added(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """Return the sum of two polynomials."""
    size = max(len(one), len(other))
    return [sum(part[k] for part in (one, other) if k < len(part)) for k in range(size)]


def slope_of(row: Sequence[int]) -> list[int]:
    """Return the derivative of a polynomial."""
    return [k * c for k, c in enumerate(row)][1:]


def cyclotomic(q: int) -> list[int]:
    """Return the q-th cyclotomic polynomial, up to its sign, with constant term 1."""
    left = [1, *[0] * (q - 1), -1]
    for d in range(1, q):
        if q % d == 0:
            left = quotient_terms(left, cyclotomic(d), len(left) - len(cyclotomic(d)) + 1)
    return left


class Asked(NamedTuple):
    """Constraint on the values of some cells, and whether it is required or only evaluated."""

    cells: tuple[int, ...]
    holds: Callable[[Sequence[int]], object]
    must: bool


def asked_of(array: Array, board: CellBoard) -> Iterator[Asked]:
    """Yield the constraints of an array, each on the values of few cells."""

    def ask(
        places: Sequence[int | None], holds: Callable[[Sequence[int]], object], must: bool = True
    ) -> Asked:
        there = tuple(sorted({cell for cell in places if cell is not None}))
        order = [-1 if cell is None else there.index(cell) for cell in places]
        outside = cast(int, array.outside)
        return Asked(there, lambda shown: holds([outside if k < 0 else shown[k] for k in order]), must)

    for role, part in array.local_parts():
        must = not role
        if isinstance(part, WindowConstraint):
            windows = board.windows(part.cells, array.outside is not None)
            yield from (ask(window, part.holds, must) for window in windows)
            continue
        for cell in range(board.size):
            near, missing = board.around(cell, part.steps)
            beyond = [None] * (missing if array.outside is not None else 0)
            yield ask([cell, *near, *beyond], partial(near_holds, part.holds), must)
    for cell in range(board.size):
        for lines, holds in array.pins:
            if board.is_on(cell, lines):
                yield ask([cell], partial(pin_holds, holds))
        for value in {value for _, of, _ in array.graphs for value in of}:
            yield ask([cell], lambda v, value=value: v[0] == value, must=False)  # type: ignore[misc]


def forms_compared(
    rule: Mapping[str, object], board: CellBoard, ends: Ends, budget: Budget
) -> tuple[ComparisonResults, list[Coefficients]]:
    """Return all comparisons of a rule on a board, and the forms that are 0 whenever the rule holds."""
    answers, size = ComparisonResults(budget, ends), board.size
    forms = [Form(answers, tuple(int(k == place) for k in range(size + 2))) for place in range(size + 1)]
    *cells, n = cast("list[int]", forms)
    equations: dict[Coefficients, None] = {}
    for cells_, holds, must in asked_of(array_at(rule, board, [0], n), board):
        runs = answers.runs(lambda: holds([cells[cell] for cell in cells_]))  # noqa: B023
        always = [equal for fine, equal in runs if fine and must]
        common = set[Compared].intersection(*always) if always else set[Compared]()
        equations |= {(*form, -constant): None for form, constant, _ in sorted(common)}
    return answers, [*equations]


def count_fillings(
    asked: Sequence[Asked],
    equations: Sequence[Coefficients],
    size: int,
    n: int,
    values: Sequence[int],
    alike: bool,
    budget: Budget,
) -> int:
    """Return the number of assignments of all cells, computed cell by cell.

    The last cell of an equation is solved for. If values are only compared for equality, the stored values
    are numbered by first occurrence, and one further number denotes all other values.
    """
    ends = [(form, max(k for k, a in enumerate(form[:-2]) if a)) for form in equations if any(form[:-2])]
    looked = [*(one.cells for one in asked), *([k for k, a in enumerate(form[:-2]) if a] for form, _ in ends)]
    kept: list[int] = []
    states: dict[tuple[int, ...], int] = {(): 1}
    for cell in range(size):
        own = [one for one in asked if one.cells[-1] == cell]
        solve = next((form for form, end in ends if end == cell and not alike), None)
        stay = [k for k in (*kept, cell) if any(k in some and max(some) > cell for some in looked)]
        after: dict[tuple[int, ...], int] = {}
        for shown, ways in states.items():
            at = dict(zip(kept, shown, strict=True))
            options = values
            met = max(shown, default=-1) + 1
            if alike:
                options = range(min(met + 1, len(values)))
            elif solve is not None:
                value, rest = divmod(
                    -sum(solve[k] * v for k, v in at.items()) - solve[-2] * n - solve[-1], solve[cell]
                )
                options = [value] if not rest and value in values else []
            budget.spend(1 + len(options) * (1 + 6 * len(own)))
            for value in options:
                at[cell] = value
                if all(one.holds([at[k] for k in one.cells]) for one in own):
                    key = tuple([at[k] for k in stay])
                    if alike:
                        key = tuple([[*dict.fromkeys(key)].index(v) for v in key])
                    more = ways * (len(values) - met) if alike and value == met else ways
                    after[key] = after.get(key, 0) + more
        states, kept = after, stay
    return sum(states.values())


def array_at(rule: Mapping[str, object], board: CellBoard, values: Sequence[int], n: int) -> Array:
    """Return the rule of an array with the given values."""
    if len(values) > MOST_COLOURS:
        raise RefusalError(3, f"the rule has more than {MOST_COLOURS} values")
    plain = {"colours": len(values), "values": [*values], "weights": [[0, 0]] * len(values)}
    need(
        not plain.keys() & rule.keys() and rule.get("kind") == "array",
        "the rule must be an array rule without the key 'values'",
    )
    need(not rule.get("new_values"), "rule: new_values is not supported")
    need(not rule.get("weighted"), "rule: weights of windows are not supported")
    return Array({**rule, **plain}, CountQuery("all", 0), board.family, n)


def growing_values(saved: Fields, rule: Fields, budget: Budget) -> tuple[LawBound, Counting, str]:
    """Return the bound of the formula in the number of values, the counting function and its description."""
    family = read_family(saved["board"]["family"])
    slices = whole(saved["board"]["slices"], family.first, 1000, "slices")
    if slices * family.slice.vertices > MOST_CELLS_FILLED:
        raise RefusalError(3, f"the board has more than {MOST_CELLS_FILLED} cells")
    board = CellBoard(family, slices)
    (a, b), (c, e) = saved["values"]
    need(a < c and max(map(abs, (a, b, c, e))) <= 1000, "values: the number of values must increase with n")
    answers, equations = forms_compared(rule, board, ((a, b), (c, e)), budget)
    bound = law_bound(answers, equations, board.size, ((a, b), (c, e)))
    alike = answers.modulus == 1 and all(
        same and not t and len(used(form)) == 2 and is_difference(form) for form, t, same in answers.compared
    )

    def number(n: int) -> int:
        values = range(a * n + b, c * n + e + 1)
        if not values:
            return int(board.size == 0)
        array = array_at(rule, board, values, n)
        if array.totals or array.graphs:
            return count_laid(PlacedArray(array, board).builder, budget).get((0, 0), 0)
        asked = [*asked_of(array, board)]
        return count_fillings(asked, equations, board.size, n, values, alike, budget)

    low, high = (end_text(*end) for end in ((a, b), (c, e)))
    return (
        bound,
        number,
        f"arrays with the values {low}..{high} that satisfy the rule on the board in the file",
    )


def end_text(times: int, constant: int) -> str:
    of_n = {0: "", 1: "n", -1: "-n"}.get(times, f"{times}*n")
    return f"{of_n}{constant:+}" if of_n and constant else of_n or str(constant)


# Growing values: proved formulas ----------------------------------------------------------------------------


def law_bound(
    answers: ComparisonResults,
    equations: Sequence[Coefficients],
    cells: int,
    values: Ends,
) -> LawBound:
    """Return the bound by the first theorem whose hypotheses hold."""
    (a, b), (c, e) = values
    compared, modulus = answers.compared, answers.modulus
    is_free = not any(form[-1] or sum(form[:-1]) for form, *_ in compared)
    if modulus == 1 and all(is_difference(form) for form, *_ in compared) and (is_free or (a, c) == (0, 1)):
        far = [decided(t - from_least(form, b, e), same) for form, t, same in compared]
        most = max(far, default=0)
        need_ = most * (cells - 1) - 1 if is_free else most * (cells + 1) + 1
        start = -((e - b - need_) // (c - a))
        return LawBound("differences" if most else "order", start, {1: cells + 1})
    low, high = nearest(b, b - 1), nearest(e, e + 1)
    shift = 0
    if is_free and (low or high) and c - a == 1:
        a, c, low, high, shift = 0, 1, 0, 0, e - b
    planes = {(*form, -t if same else nearest(-t, -t - 1)) for form, t, same in compared}
    start, poles = laws_of_planes(
        cells, planes, equations, ((a, low), (c, high)), shift, modulus, answers.budget
    )
    return LawBound("linear forms" if compared else "residues", start - shift, poles)


def nearest(*constants: int) -> int:
    """Return the constant nearest to 0."""
    return min(constants, key=abs)


def used(form: Coefficients) -> list[int]:
    """Return the nonzero coefficients of the values of cells."""
    return [a for a in form[:-1] if a]


def is_difference(form: Coefficients) -> bool:
    """Return True if two values are compared, or n minus their difference, or one value with its minimum or
    maximum.
    """
    own = used(form)
    return (sorted(own) == [-1, 1] and form[-1] in (-1, 0, 1)) or (own == [1] and form[-1] in (0, -1))


def from_least(form: Coefficients, low: int, high: int) -> int:
    """Return the amount by which a bound decreases when the values low..n + high are counted from the
    smallest one.
    """
    own = used(form)
    if len(own) > 1:
        return form[-1] * (low - high)
    return high * own[0] if form[-1] else low


def decided(bound: int, equal: bool) -> int:
    """Return the largest c such that a comparison distinguishes differences of c from others, or at most c
    from more than c.
    """
    return abs(bound) if equal else max(bound, -bound - 1)
