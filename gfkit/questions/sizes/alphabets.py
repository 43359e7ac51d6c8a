"""Formulas in the number of values: theorems, and the number of counts that prove each.

Let d cells have values from low to high, both linear in n, and let a rule compare linear forms of the values.

Theorem (order). If values are only compared with each other, a(n) is the sum over k of w_k C(N, k), where N
is the number of values and w_k is the number of weak orderings of the cells with k levels that the rule
allows. So a(n) is a polynomial in n of degree at most d, which is 0 if there are no values: d counts prove
it. Proof. The rule depends only on the weak ordering, and the k values are an arbitrary subset of the N
values.

If values are only tested for equality, each partition of the cells into k parts has k! weak orderings. One
sweep with a very large N then determines a(n) (``count_by_number``).

Theorem (differences). Suppose that differences of two values, differences of a value and an end 0 or n, and n
minus a difference of two values are compared with constants. Let C be the largest c such that a nonnegative
difference is compared with c, by = or <=. Then a(n) is a polynomial of degree at most d for n >= C(d - 1) -
1; if ends or n are compared, it is a polynomial for n >= C(d + 1) + 1. Proof. Sort the values and reduce gaps
above C + 1 to C + 1. Each difference is a sum of gaps, and is at most C only if none of these gaps was
reduced; so the truth of the rule does not change. Conversely, the rest of n is distributed freely over m
gaps, in C(n - s + m - 1, m - 1) ways, where s is the span after the reduction.

Theorem (images). Images under maps defined by minima and maxima of values, without other constraints, are
counted by a polynomial of degree at most the number d of their cells, as by the theorem on orders. Proof.
Minima and maxima commute with monotone maps. So if an array with a given image exists, then there is an array
that contains only values of the image, and the weak ordering of the image determines whether it is an image.

Theorem (linear). If linear forms of values and n are compared, a(n) is a quasi-polynomial for n >= n_0, where
n_0 is at most the point after which the planes have no new intersection (``arrangement``). The vertices bound
its poles. As many counts as the degree of the resulting denominator determine the formula, and boards with
smaller n are counted separately. Without constants it holds for n >= 1. A lower bound of values k n + 1 is
equivalent to values strictly above k n.

Theorem (residues). If the rule depends only on residues modulo m, also of products, then a(n) is a
quasi-polynomial too, with the vertices of the cube.
"""

from __future__ import annotations

from itertools import count as count_from

from gfkit.core.algebra import Evidence, Status
from gfkit.core.boards import Board, parse_one_board
from gfkit.core.engine.count import count
from gfkit.core.errors import MismatchError
from gfkit.core.rules.growing import GrowingValues
from gfkit.core.rules.kinds import system_of
from gfkit.core.rules.kinds.constraints import ConstraintSystem
from gfkit.core.rules.library import NAMED, NUMBERED, as_rule, find_rule, game_name
from gfkit.core.rules.rule import Rule
from gfkit.core.typing import OnProgress, stoppable
from gfkit.questions.sizes.arrangement import Plane, law_start, pole_orders
from gfkit.questions.sizes.fillings import OrderChains, can_fill, count_by_number, count_fillings
from gfkit.questions.sizes.forms import ComparedForms, Comparison, forms_of, orders_of
from gfkit.questions.sizes.law import SizeLaw, SizeTheorem, check_number, law_by_counts

_VALUES_COMPARED = 3
"""Number of counts that are compared with the formula if a single sweep determines it."""


@stoppable
def derive_in_values(
    game: object, board: object, values: str, *, on_progress: OnProgress | None = None
) -> SizeLaw:
    """Return the formula in n of the counts on one board whose cells have n-dependent values, such as 0..n.

    Parameters
    ----------
    game : str, path or Rule
        An array rule, whose own values are ignored, or ``colourings``, which needs no number.
    board : str
        A single board, such as "3x3" or "petersen".
    values : str
        A range with n in an endpoint, such as "0..n" or "-n..n", or "n" for the n values 0..n-1.
    on_progress : function, optional
        Callback that receives a ``Progress`` object.

    Returns
    -------
    SizeLaw
        A polynomial in n, or one for each residue of n, with the theorem that proves it.

    Raises
    ------
    InputError
        The values are not such a range.
    MismatchError
        The structure is built in, and its values have fixed meanings; or no implemented theorem yields a
        formula, for example because values are multiplied.
    LimitError
        The counts that the theorem requires take too long.

    Examples
    --------
    >>> print(derive_in_values("colourings", "2x2", "n"))
    n^4 - 4*n^3 + 6*n^2 - 3*n
    """
    return CountsInValues(game, board, values).law(on_progress)


def _find_rule(game: object, values: GrowingValues) -> tuple[Rule, str]:
    """Return the rule and its name. The number of values of ``colourings`` may be omitted.

    Raise MismatchError for other built-in arrays, whose values have fixed meanings.
    """
    name = game_name(game) if isinstance(game, str) else as_rule(game).name
    if name == "colourings":
        return find_rule("colourings:2"), name
    rule, listed = as_rule(game), game_name(name)
    family = listed.partition(":")[0]
    is_listed = listed in NAMED or family in NUMBERED
    if is_listed and family != "colourings" and rule.kind == "array" and find_rule(listed) == rule:
        raise MismatchError(
            f"{listed}: its values have fixed meanings, so they cannot be replaced by {values.text}; use"
            " colourings or a rule file"
        )
    return rule, name


class CountsInValues:
    """Counts of a rule on a board, for each n, and the values of n that its formula needs."""

    def __init__(self, game: object, board: object, values: str) -> None:
        self.values: GrowingValues = GrowingValues.read(values)
        rule, self._game = _find_rule(game, self.values)
        rule.check_unweighed()
        self._board, self._rule = parse_one_board(str(board)), rule.with_values(self.values)
        size = self._rule.size
        system = self.system(size)
        smaller = self.system(size - 1) if system.totals else system
        if [len(total.events) for total in system.totals] != [len(total.events) for total in smaller.totals]:
            raise MismatchError("its constraint on the whole board is not a comparison of values")
        ends = self.values.low, self.values.high
        self.forms: ComparedForms = forms_of(system, size, ends)
        self.theorem: SizeTheorem = _theorem(self.forms, self.values)
        only_equal = self.forms.modulus == 1 and all(map(_is_equality, self.forms.comparisons))
        self.in_one_sweep: bool = only_equal and can_fill(system)
        pairs = orders_of(system, size, ends) if can_fill(system) and not only_equal else None
        self.chains: OrderChains | None = None if pairs is None else OrderChains.of(len(system.slots), pairs)

    @property
    def first_n(self) -> int:
        """Smallest n that is counted."""
        return self.values.first_n

    @property
    def about(self) -> str:
        """Description of the task, for messages."""
        return f"deriving {self._game} on {self._board.text!r}, values {self.values.text}"

    def system(self, n: int, board: Board | None = None) -> ConstraintSystem:
        """Return the constraint system on the board, or on another board, with the values for n."""
        return system_of(self._rule.at(n), board or self._board)

    def number(self, n: int) -> int:
        """Return the count for one n."""
        many = len(self.values.at(n))
        if not many:
            return int(self._board.size == 0)
        if self.chains is not None:
            return self.chains.number(many)
        system = self.system(n)
        if not can_fill(system):
            return int(count(self._rule.at(n), self._board).count)
        return count_fillings(system, self.forms.equations, n)

    def law(self, on_progress: OnProgress | None = None) -> SizeLaw:
        """Return the formula, from one sweep if it suffices, otherwise from several counts."""
        about, theorem, values = self.about, self.theorem, self.values
        if self.in_one_sweep:
            polynomial = count_by_number(self.system(self._rule.size))
            law, used, details = law_by_counts(
                lambda n: int(polynomial(len(values.at(n)))), theorem, values.first_n, about
            )
            last = next(n for n in count_from(values.first_n) if len(values.at(n)) >= _VALUES_COMPARED)
            check_number(about, law, last, self.number(last))
            used, details = 1, (("counts", 1), ("compared_at", last))
        else:
            law, used, details = law_by_counts(self.number, theorem, values.first_n, about, on_progress)
        if self.chains is not None:
            least = values.first_n + 1
            check_number(about, law, least, int(count(self._rule.at(least), self._board).count))
            details = (("closed_sets", self.chains.closed), *details)
        evidence = Evidence(Status.PROVED, f"values-{theorem.name}", details)
        grows = f"values {values.text}"
        return SizeLaw(
            self._game, self._board.text, "values", grows, law, evidence, theorem.name, used, self._rule
        )


def _theorem(forms: ComparedForms, values: GrowingValues) -> SizeTheorem:
    """Return the first theorem whose hypotheses hold. Raise MismatchError with the missing hypothesis."""
    (a, b), (c, e) = values.low, values.high
    compared = forms.comparisons
    is_free = not any(one.form[-2] or sum(one.form[:-2]) for one in compared)
    cells = forms.cells
    if forms.modulus == 1 and all(map(_is_difference, compared)):
        largest = max((_find_decision_bound(one) for one in compared), default=0)
        if is_free:
            # N + 1 values, N = (c - a) n + e - b, and a formula in N for N >= C(d - 1) - 1
            start = -(-(largest * (cells - 1) - 1 - (e - b)) // (c - a))
            zeros = int(largest == 0 < cells and (c - a) * start + e - b == -1)
            name = "differences" if largest else "order"
            return SizeTheorem(name, start, zeros, {1: cells + 1})
        if (a, c) == (0, 1):
            largest = max(_find_decision_bound(_measure_from_ends(one, b, e)) for one in compared)
            start = largest * (cells + 1) + 1 - (e - b)
            return SizeTheorem("differences", start, 0, {1: cells + 1})
    low, high, shift = _find_nearest_constant(b, b - 1), _find_nearest_constant(e, e + 1), 0
    if is_free and (low or high) and c - a == 1:  # a formula in N, for the values from 0 to N
        a, c, low, high, shift = 0, 1, 0, 0, e - b
    planes = [_plane(one) for one in compared]
    equations = [each.form for each in forms.equations]
    ends = (a, low), (c, high)
    orders, vertices = pole_orders(cells, planes, equations, ends, forms.modulus)
    start = 1
    if low or high or any(plane[-1] for plane in planes):
        start = law_start(cells, planes, equations, ends, values.first_n + shift)
    name = "linear" if compared else "residues"
    details = (("vertices", vertices),) if vertices else ()
    return SizeTheorem(name, start - shift, 0, orders, details)


def _find_nearest_constant(*constants: int) -> int:
    """Return the constant with the smallest absolute value."""
    return min(constants, key=abs)


def _plane(one: Comparison) -> Plane:
    """Return the plane that bounds a comparison of integers; its constant is 0 if possible."""
    *form, constant = one.form
    others = {"less": (constant + 1,), "less_equal": (constant - 1,)}.get(one.word, ())
    return (*form, _find_nearest_constant(constant, *others))


def _is_difference(one: Comparison) -> bool:
    """Return True if the comparison involves two values, n minus their difference, or one value and an
    end.
    """
    cells, of_n = [a for a in one.form[:-2] if a], one.form[-2]
    if len(cells) == 2:
        return sorted(cells) == [-1, 1] and of_n in (-1, 0, 1)
    return cells in ([1], [-1]) and of_n in (0, -cells[0])


def _is_equality(one: Comparison) -> bool:
    """Return True if the condition is the equality of two values."""
    is_free = not sum(one.form[:-2]) and not any(one.form[-2:])
    return one.word == "equal" and is_free and _is_difference(one)


def _measure_from_ends(one: Comparison, low: int, high: int) -> Comparison:
    """Return a comparison of values from ``low`` to n + ``high``, all measured from the smallest value."""
    *cells, of_n, constant = one.form
    if sum(map(bool, cells)) == 1:
        constant += sum(cells) * (high if of_n else low)
    else:
        constant -= of_n * (high - low)
    return Comparison((*cells, of_n, constant), one.word)


def _find_decision_bound(one: Comparison) -> int:
    """Return the largest c such that the comparison determines whether a difference D >= 0 is c, or is at
    most c.

    >>> asked = ((0, "less"), (-2, "less_equal"), (1, "equal"))
    >>> [_find_decision_bound(Comparison((1, -1, 0, constant), word)) for constant, word in asked]
    [0, 2, 1]
    """
    constant = one.form[-1]
    if one.word == "equal":
        return abs(constant)
    most = -constant - (one.word == "less")  # upper bound of the difference
    return most if most >= 0 else -most - 1
