"""Shortest printed form of a sequence that is linear in n on residue classes, as in papers on domination.

Let a(n) = s n + c(n mod p) for n >= v, with the slope s = u/b in lowest terms. For an integer k the
difference a(n) - floor((u n + k)/b) depends only on n mod p, because b divides p whenever all a(n) are
integers. If d is its most frequent value, then a(n) = floor((u n + k + b d)/b) except on the other residue
classes, which are listed with their differences. This is done for k = 0, ..., b - 1, and
ceil((u n + k - b + 1)/b) is the same number. The shortest of these forms and of the cases by residue is
printed. Terms before n = v are listed only if they differ from the form.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from gfkit.core.algebra import QuasiPolynomial
from gfkit.core.algebra.formula import PLAIN, of_values, tree
from gfkit.core.algebra.quasi_polynomial import value_at


class QuasiLinearForm(NamedTuple):
    """Form of a quasi-linear sequence: the main term, corrections on residue classes, and exceptions."""

    main: tree.Node
    corrections: tuple[tuple[int, tree.Condition], ...]
    exceptions: tuple[tuple[int, int], ...]
    """Each n with another term, and the amount by which the term exceeds the formula."""
    first_n: int

    @property
    def rule_text(self) -> str:
        """Formula without its exceptions."""
        text = PLAIN.write(self.main).replace("ceiling(", "ceil(")
        return text + "".join(
            _correction(more, f"n mod {condition.modulus}", condition.residues)
            for more, condition in self.corrections
        )

    @property
    def text(self) -> str:
        """Formula on one line, with its exceptions and its range."""
        text = self.rule_text + "".join(
            _correction(more, "n", [n for n, own in self.exceptions if own == more])
            for more in sorted({more for _, more in self.exceptions})
        )
        return text + f"{';' * bool(self.exceptions)} for n >= {self.first_n}" * bool(self.first_n)

    @property
    def formula(self) -> tree.Node:
        """Tree of the formula without exceptions."""
        terms = [self.main]
        for more, condition in self.corrections:
            branches = (tree.Branch(tree.Number(abs(more)), condition), _OTHERWISE)
            terms.append(tree.Negative(tree.Cases(branches)) if more < 0 else tree.Cases(branches))
        return terms[0] if len(terms) == 1 else tree.Sum(tuple(terms))

    def tree(self, law: QuasiPolynomial) -> tree.Node:
        """Return the tree of the formula with its range, and with the terms of ``law`` at the exceptions."""
        terms = tuple((n, Fraction(law[n])) for n, _ in self.exceptions)
        return tree.Range(self.formula, self.first_n, terms) if self.first_n or terms else self.formula


_OTHERWISE = tree.Branch(tree.ZERO, tree.Condition(0, ()))


def _correction(more: int, place: str, places: Sequence[int]) -> str:
    listed = ", ".join(map(str, places))
    return f", {more:+} if {place} {f'in {{{listed}}}' if len(places) > 1 else f'= {listed}'}"


def short_form(law: QuasiPolynomial) -> QuasiLinearForm:
    """Return the shortest form of a sequence of integers of degree at most 1.

    >>> short_form(QuasiPolynomial.interpolate([2, 1, 1, 2, 2, 2, 3, 3, 3], 0, 3, 3, 1)).text
    'floor((n + 3)/3), +1 if n = 0'
    """
    forms = [QuasiLinearForm(of_values.of_cases(law.constituents), (), (), law.first_n)]
    if len({row[1:] for row in law.constituents}) == 1:
        forms += _rounded_forms(law)
    shortest = min(forms, key=lambda form: len(form.rule_text.replace("ceil(", "floor(")))
    amounts = (
        (n, int(term - value_at(law.constituents, n))) for n, term in enumerate(law.exceptions, law.first_n)
    )
    return shortest._replace(exceptions=tuple(pair for pair in amounts if pair[1]))


def _rounded_forms(law: QuasiPolynomial) -> Iterator[QuasiLinearForm]:
    """Yield the forms with a floor, and with a ceiling."""
    slope = Fraction(next(iter(law.constituents[0][1:]), 0))
    up, below, period = slope.numerator, slope.denominator, law.period
    values = [int(value_at(law.constituents, n)) for n in range(period)]
    for k in range(below):
        amounts = [value - (up * n + k) // below for n, value in enumerate(values)]
        usual = Counter(amounts).most_common(1)[0][0]
        corrections = tuple(
            (
                more - usual,
                tree.Condition(period, tuple(n for n, amount in enumerate(amounts) if amount == more)),
            )
            for more in sorted(set(amounts) - {usual})
        )
        for how, constant in (
            (tree.Rounding.FLOOR, k + below * usual),
            (tree.Rounding.CEILING, k + below * (usual - 1) + 1),
        ):
            inside = of_values.rational_row([Fraction(constant, below), slope])
            main = inside if below == 1 else tree.IntegerPart(inside, how)
            yield QuasiLinearForm(main, corrections, (), law.first_n)
