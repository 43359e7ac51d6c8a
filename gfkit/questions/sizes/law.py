"""Formulas in a size other than a length: polynomials in n, or one polynomial for each residue class of n."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from typing import Any, NamedTuple

from flint import fmpz_poly

from gfkit.core.algebra import Evidence, QuasiPolynomial, RationalGF
from gfkit.core.algebra.number import number_text
from gfkit.core.algebra.polynomial import sparse
from gfkit.core.deferred import dataclass
from gfkit.core.engine.derived import DerivedAlgebra
from gfkit.core.errors import SelfCheckError
from gfkit.core.rules.rule import Rule
from gfkit.core.typing import OnProgress, tell_progress
from gfkit.core.writable import Convertible, Face, Language


@dataclass(frozen=True, eq=False, repr=False)
class SizeLaw(DerivedAlgebra, Face, Convertible):
    """Counts a(n) on one board with n-dependent values, or of k pieces on squares of side n.

    >>> import gfkit
    >>> law = gfkit.derive_in_values("colourings", "2x2", "n")
    >>> print(law)
    n^4 - 4*n^3 + 6*n^2 - 3*n
    >>> law[3], law.theorem, law.counts_used
    (18, 'order', 1)
    """

    game: str
    board: str
    variable: str
    """Meaning of n: "values" or "size"."""
    grows: str
    """Description of the growing quantity, such as "values 0..n" or "6 pieces"."""
    polynomial: QuasiPolynomial
    evidence: Evidence
    theorem: str
    counts_used: int
    rule: Rule
    pieces: int | None = None
    """Number of pieces on squares, or None if the values depend on n."""

    @property
    def label(self) -> str:
        return f"F({self.game} on {self.board}, {self.grows})"

    @property
    def rational(self) -> RationalGF:
        return self.polynomial.generating_function

    def ordinary(self, words: str) -> RationalGF:  # noqa: ARG002
        return self.rational

    @property
    def _sequence(self) -> QuasiPolynomial:
        return self.polynomial

    def sequence_along(self, _step: int, _shift: int) -> None:
        """Return None, as the generating function is rational."""

    @property
    def text(self) -> str:
        return str(self.polynomial)

    def __str__(self) -> str:
        return self.text

    def latex(self) -> str:
        """Return the polynomials in LaTeX."""
        return self.polynomial.latex()

    def to(self, language: Language) -> Any:
        """Return the polynomials in another output format."""
        return self.polynomial.to(language)

    def as_json(self, terms: int = 10) -> dict[str, Any]:
        """Return the JSON object that the command line prints."""
        law, written = self.polynomial, self.polynomial.as_json()
        return {
            "game": self.game,
            "board": self.board,
            "positions": "all",
            "weights": [],
            "variable": self.variable,
            "grows": self.grows,
            "kind": "polynomial" if law.is_polynomial else "quasi-polynomial",
            "coefficients": written.pop("constituents"),
            **written,
            "theorem": self.theorem,
            "counts_used": self.counts_used,
            "generating_function": self.rational.as_json(),
            "recurrence": self.rational.recurrence.as_json(),
            "growth": None,
            "closed_form": None,
            "terms": [number_text(value) for value in law.terms(terms)],
            "evidence": self.evidence.as_json(),
        }


class SizeTheorem(NamedTuple):
    """Consequences of a theorem for a(n) that are known before counting."""

    name: str
    first: int
    """Smallest n for which the recurrence holds."""
    zeros: int
    """Number of further terms that are known to be 0."""
    poles: Mapping[int, int]
    """For each q, a bound on the order of poles at primitive q-th roots of unity."""
    details: tuple[tuple[str, int], ...] = ()

    @property
    def denominator(self) -> fmpz_poly:
        """Denominator of the generating function, before reduction to lowest terms."""
        factors = (fmpz_poly.cyclotomic(q) ** power for q, power in self.poles.items())
        return prod(factors, start=fmpz_poly([1]))

    def last(self, first: int) -> int:
        """Return the largest n whose count is computed; it is one more than the formula requires."""
        return max(self.first + int(self.denominator.degree()), first)


def law_by_counts(
    number: Callable[[int], int],
    theorem: SizeTheorem,
    first: int,
    about: str,
    on_progress: OnProgress | None = None,
) -> tuple[QuasiPolynomial, int, tuple[tuple[str, int], ...]]:
    """Return the formula from the counts that a theorem requires, the number of counts, and the text of the
    proof.

    One additional count must agree; otherwise raise a SelfCheckError that names the task ``about``.
    """
    below, start = [int(c) for c in theorem.denominator.coeffs()], theorem.first
    below = [c * below[0] for c in below]  # constant term 1
    order, last = len(below) - 1, theorem.last(first)

    def counted(n: int) -> int:
        tell_progress(on_progress, "counting with increasing n", n - first, last + 1 - first, 0)
        return number(n)

    known = [0 if k < theorem.zeros else counted(start + k) for k in range(order)]
    while start + len(known) < first + order + max(0, start):
        known.append(-sum(c * a for c, a in zip(below[1:], reversed(known[-order:]), strict=True)))
    before = [counted(n) for n in range(first, start)]
    terms = [*before, *known[max(0, first - start) :]]
    length = max(start - first, 0) + order
    above = fmpz_poly(terms[:length]).mul_low(fmpz_poly(below), length) if length else fmpz_poly([])
    shifted = [0] * first + [int(c) for c in above.coeffs()]
    series = RationalGF.reduced(sparse(shifted), sparse(below), first)
    law = QuasiPolynomial.from_rational(series)
    assert law is not None, "all poles are roots of unity"
    check_number(about, law, last, counted(last))
    used = max(0, start + order - max(first, start + theorem.zeros))
    return law, used, (*theorem.details, ("counts", used), ("compared_at", last))


def check_number(about: str, law: QuasiPolynomial, n: int, number: int) -> None:
    """Raise SelfCheckError if the formula differs from the given count."""
    if law[n] != number:
        raise SelfCheckError(
            f"{about}: at n = {n} the formula predicts {law[n]}, and the board {number}; this is a bug in"
            " gfkit, please report it"
        )
