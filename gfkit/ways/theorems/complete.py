"""Placement games on complete graphs: all vertices are adjacent, so only the numbers of pieces matter.

The count on one complete graph is a sum over the numbers of pieces. For all complete graphs together there is
a formula for the exponential generating function.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import reduce
from itertools import combinations
from math import factorial
from typing import TYPE_CHECKING, Any, overload

from gfkit.core.algebra import Evidence, Polynomial, PRecursive, Status
from gfkit.core.algebra.formula import to
from gfkit.core.algebra.number import checked_count, checked_index
from gfkit.core.algebra.polynomial import term_text
from gfkit.core.deferred import dataclass
from gfkit.core.engine.derived import Derived
from gfkit.core.errors import MismatchError
from gfkit.core.rules import Question
from gfkit.core.typing import Player, Positions, Weights
from gfkit.core.writable import Language, formula_reader
from gfkit.ways.theorems.multinomial import complete_terms, game_of

if TYPE_CHECKING:
    from gfkit.core.rules.kinds.placement.rule import PlacementRule


Powers = tuple[int, int, int]
"""Exponents of t, x and y."""
Series = dict[Powers, Fraction]
Exponent = tuple[tuple[Powers, Fraction], ...]
Sum = dict[Exponent, Series]
"""Sum of polynomials times exponentials of polynomials."""


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class CompleteLaw(Derived):
    """Counts a(n) of a game on the complete graphs, by their exponential generating function.

    The series sum of a(n) t^n / n! is a sum of polynomials times exponentials, so it satisfies a linear
    differential equation; the ordinary series need not be rational. If the sum is a single exponential,
    ``pair`` contains the coefficients of a(n) = c_1 a(n-1) + c_2 (n-1) a(n-2).
    """

    exponential_generating_function: str

    @property
    def exponential(self) -> str:
        return self.exponential_generating_function

    @property
    def first_n(self) -> int:
        return 0

    @property
    def order(self) -> int:
        """Order of the recurrence. Raise MismatchError if there is no recurrence of this form."""
        return super().order if self.pair is None else 2 if self.pair[1].terms else 1

    @overload
    def __getitem__(self, n: int) -> int | Any: ...
    @overload
    def __getitem__(self, n: slice) -> list[int]: ...
    def __getitem__(self, n: int | slice) -> Any:
        """Return the count on the complete graph with n vertices, or the counts for a range of n."""
        if isinstance(n, slice):
            return [self[k] for k in range(n.start or 0, n.stop or 0, n.step or 1)]
        asked = self.question
        terms = complete_terms(game_of(asked), checked_index(n, 0), asked.positions.stuck, asked.weights)
        polynomial = Polynomial.of(self.weights, {key[: len(self.weights)]: v for key, v in terms.items()})
        return polynomial if self.weights else polynomial.total

    def terms(self, count: int) -> list[int | Any]:
        return [self[n] for n in range(checked_count(count))]

    def numbers(self, count: int) -> list[int]:
        return [self.number(n) for n in range(count)]

    def number(self, n: int) -> int:
        value = self[n]
        return value.total if isinstance(value, Polynomial) else value

    @property
    def p_recursive(self) -> PRecursive | None:
        """Recurrence with its initial values, or None if there are weights or no such recurrence is known."""
        if self.pair is None or self.weights:
            return None
        first, second = (part.total for part in self.pair)
        rows = [[1], [-first], [second, -second]] if second else [[1], [-first]]
        return PRecursive.of(rows, self.terms(len(rows) - 1))

    @property
    def recurrence_text(self) -> str | None:
        """Recurrence on one line, or None.

        >>> complete_law(Question.of("o12", "complete:n")).recurrence_text
        'a(n) = 2*a(n-1) + (n - 1)*a(n-2) for n >= 2'
        """
        if self.pair is None:
            return None
        first, second = (_factor(value) for value in self.pair)
        text = f"a(n) = {first}a(n-1)"
        if self.pair[1].terms:
            text += f" + {second}(n - 1)*a(n-2)"
        return text + f" for n >= {2 if self.pair[1].terms else 1}"

    @property
    def series_text(self) -> str:
        return f"exponential generating function {self}"

    def to(self, language: Language) -> Any:
        """Return the exponential generating function in another output format.

        >>> complete_law(Question.of("o12", "complete:n")).to("oeis")
        'E.g.f.: exp(2*x + x^2/2).'
        """
        if language == "json":
            return to(self, language)
        formula = to(
            formula_reader().read_formula(self.exponential_generating_function, ("t", "x", "y")), language
        )
        return f"E.g.f.: {formula}." if language == "oeis" else formula

    def latex(self) -> str:
        """Return the exponential generating function in LaTeX."""
        return str(self.to("latex"))

    def __repr__(self) -> str:
        return f"<CompleteLaw: {self.game} on {self.board}{Positions(self.positions).title_end}: {self}>"

    def __str__(self) -> str:
        return self.exponential_generating_function

    def as_json(self, terms: int = 10, digits: int = 30) -> dict[str, Any]:  # noqa: ARG002
        """Return the JSON object that the command line prints; undefined keys are null."""
        return {
            "game": self.game,
            "board": self.board,
            "positions": self.positions,
            "weights": list(self.weights),
            "first_n": 0,
            "generating_function": None,
            "exponential_generating_function": self.exponential_generating_function,
            "recurrence": self._recurrence_json(),
            "terms": [term_text(value) for value in self.terms(terms)],
            "growth": None,
            "closed_form": None,
            "evidence": self.evidence.as_json(),
        }

    def _recurrence_json(self) -> dict[str, object] | None:
        if self.pair is None:
            return None
        first, second = self.pair
        if not second.terms:
            return {"order": 1, "coefficients": [str(first)], "valid_from": 1}
        return {"order": 2, "coefficients": [str(first), f"{_factor(second)}(n - 1)"], "valid_from": 2}


def complete_law(question: Question) -> CompleteLaw:
    """Return the exponential generating function of a rule on complete graphs.

    A position consists of a set of colours that are present and may be adjacent to each other, a nonempty set
    of pieces of each of these colours, and empty cells. By the exponential formula, the series of a set of
    colours is a product of two kinds of factors. Each present colour contributes exp(s t + e t^2/2) - 1,
    where s and e are the weights of its cells and edges, or a single piece if the colour must not be adjacent
    to itself. The empty cells contribute a series in which the position class bounds their number. The result
    is the finite sum over the sets of colours. Reference: Flajolet and Sedgewick, Analytic Combinatorics,
    Chapter II.
    """
    rule = game_of(question)
    if rule.airless:
        raise MismatchError(
            f"the rule {rule.name} requires liberties for groups of one player only; this is not supported"
            " for the family of complete graphs; count single boards"
        )
    stuck, weights = question.positions.stuck, question.weights
    total: Sum = {}
    everyone = range(len(rule.colours))
    for size in range(len(rule.colours) + 1):
        for present in combinations(everyone, size):
            if all(not rule.forbids(a, b) for a, b in combinations(present, 2)):
                pieces = (_build_piece_series(rule, colour, weights) for colour in present)
                product = reduce(_multiply_series, pieces, _build_empty_cell_series(rule, present, stuck))
                for exponent, series in product.items():
                    _add(total.setdefault(exponent, {}), series)
    total = {
        exponent: {key: value for key, value in series.items() if value}
        for exponent, series in total.items()
        if any(series.values())
    }
    return CompleteLaw(
        question=question,
        rational=None,
        evidence=Evidence(Status.PROVED, "exponential-formula"),  # a theorem
        offset=0,
        initial=(),
        machine=None,
        exponential_generating_function=_sum_text(total),
        pair=_recurrence(total, weights.variables),
    )


def _build_empty_cell_series(rule: PlacementRule, present: Iterable[int], stuck: frozenset[Player]) -> Sum:
    """Return the series of the empty cells, whose number is bounded by liberties and by players without a
    legal move.
    """
    here = set(present)
    least = 1 if rule.liberties and here else 0
    most: int | None = None
    for colour, kind in enumerate(rule.colours):
        if not any(kind.belongs_to(player) for player in stuck):
            continue
        if any(rule.forbids(colour, other) for other in here):
            continue
        smallest = min(len(piece.cells) for piece in kind.pieces)
        bound = smallest + rule.liberties - 1
        most = bound if most is None else min(most, bound)
    if most is None:
        missing = {(f, 0, 0): Fraction(-1, factorial(f)) for f in range(least)}
        return {(((1, 0, 0), Fraction(1)),): {(0, 0, 0): Fraction(1)}} | ({(): missing} if missing else {})
    return {(): {(f, 0, 0): Fraction(1, factorial(f)) for f in range(least, most + 1)}}


def _build_piece_series(rule: PlacementRule, colour: int, weights: Weights) -> Sum:
    """Return the series of one or more pieces of a colour."""
    x, y = rule.colours[colour].exponents(weights)
    sizes = {len(piece.cells) for piece in rule.colours[colour].pieces}
    pieces: Series = {(size, x, y): Fraction(1, size) for size in sizes}
    if rule.forbids(colour, colour):
        return {(): pieces}
    return {tuple(sorted(pieces.items())): {(0, 0, 0): Fraction(1)}, (): {(0, 0, 0): Fraction(-1)}}


def _multiply_series(left: Sum, right: Sum) -> Sum:
    product: Sum = {}
    for left_series, p in left.items():
        for right_series, q in right.items():
            exponent: Series = dict(left_series)
            _add(exponent, dict(right_series))
            into = product.setdefault(tuple(sorted(exponent.items())), {})
            for (a, b, c), value in p.items():
                _add(into, {(a + d, b + e, c + f): value * more for (d, e, f), more in q.items()})
    return product


def _add(into: Series, more: Series) -> None:
    for key, value in more.items():
        into[key] = into.get(key, Fraction(0)) + value


def _recurrence(total: Sum, variables: tuple[str, ...]) -> tuple[Polynomial, Polynomial] | None:
    """Return the recurrence of exp(c_1 t + c_2 t^2/2), whose derivative is (c_1 + c_2 t) times itself, or
    None.
    """
    if len(total) != 1:
        return None
    ((exponent, series),) = total.items()
    if series != {(0, 0, 0): Fraction(1)} or any(powers[0] > 2 for powers, _ in exponent):
        return None
    coefficients: list[dict[tuple[int, ...], int]] = [{}, {}]
    for (power, *marks), value in exponent:
        coefficients[power - 1][tuple(marks[: len(variables)])] = int(value * power)
    return Polynomial.of(variables, coefficients[0]), Polynomial.of(variables, coefficients[1])


def _factor(value: Polynomial) -> str:
    if str(value) == "1":
        return ""
    return f"({value})*" if len(value.terms) > 1 else f"{value}*"


def _sum_text(total: Sum) -> str:
    parts = []
    for exponent, series in sorted(total.items(), key=lambda item: (len(item[0]), item[0])):
        polynomial = _series_text(series)
        if not exponent:
            parts.append(polynomial)
            continue
        exponential = f"exp({_series_text(dict(exponent))})"
        if polynomial == "1":
            parts.append(exponential)
        elif polynomial == "-1":
            parts.append("-" + exponential)
        else:
            parts.append((f"({polynomial})" if len(series) > 1 else polynomial) + "*" + exponential)
    return (" + ".join(parts) or "0").replace("+ -", "- ")


def _series_text(series: Series) -> str:
    parts = []
    for (t, x, y), value in sorted(series.items(), key=lambda item: (item[0][0], sum(item[0]), item[0])):
        factors = [
            name if power == 1 else f"{name}^{power}"
            for name, power in (("x", x), ("y", y), ("t", t))
            if power
        ]
        size = abs(value)
        if size.numerator != 1 or not factors:
            factors.insert(0, str(size.numerator))
        text = "*".join(factors) + (f"/{size.denominator}" if size.denominator != 1 else "")
        parts.append(("- " if value < 0 else "+ ") + text)
    joined = " ".join(parts) or "+ 0"
    return joined.removeprefix("+ ") if joined.startswith("+") else "-" + joined.removeprefix("- ")
