"""Equation of the first unknown of a well-founded system with marks, by resultants, and proved by terms.

The theorem on proofs by terms (``specifications.solving``) holds over the field Q(x, ...) of the marks: the
irreducible equation of the first unknown has total degree at most B in t and f, the product of the total
degrees of the equations, and an equation of total degree d that holds below t^(d B + 1) holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import Ordering, fmpz_mpoly, fmpz_mpoly_ctx

from gfkit.core.algebra import Evidence, Polynomial, Status
from gfkit.core.algebra.polynomial import from_mpoly, term_text
from gfkit.core.deferred import dataclass, field
from gfkit.core.errors import InputError, LimitError
from gfkit.core.writable import Convertible, Face, Language
from gfkit.specifications.system import PolynomialSystem, evaluate, system_of

if TYPE_CHECKING:
    from gfkit.core.algebra.weight_part import AtLike
    from gfkit.core.typing import OnProgress
    from gfkit.specifications.law import SpecificationLaw

_MOST_TERMS, _MOST_MONOMIALS = 400, 200_000
"""Maximum numbers of terms of the series that a proof needs, and of monomials of a resultant."""

_Series = list[fmpz_mpoly]


@dataclass(frozen=True, eq=False, repr=False)
class MarkedLaw(Face, Convertible):
    """Polynomials a(n) in the marks that count the objects of size n by their marked parts.

    >>> from gfkit.specifications import law_named
    >>> law = law_named("N = 1 + t*(x + N - 1)*N")
    >>> print(law, [str(one) for one in law.terms(4)])
    1 - f - t*f + t*x*f + t*f^2 = 0 ['1', 'x', 'x + x^2', 'x + 3*x^2 + x^3']
    """

    name: str
    text: str
    system: PolynomialSystem = field(repr=False)
    equation: Polynomial
    """Polynomial in t, the marks and f."""
    evidence: Evidence
    board: str = "n"
    first_n: int = 0

    @property
    def game(self) -> str:
        return self.name

    @property
    def weights(self) -> tuple[str, ...]:
        """Marks of the equation."""
        return self.system.marks

    def terms(self, count: int) -> list[Polynomial]:
        """Return the polynomials a(0), ..., a(count - 1)."""
        return [from_mpoly(term, self.weights) for term in expand_marked(self.system, count)[0]]

    def at(self, at: AtLike) -> SpecificationLaw:
        """Return the law with integers for all marks.

        >>> from gfkit.specifications import law_named
        >>> print(law_named("N = 1 + t*(x + N - 1)*N").at("x=2").recurrence_text)
        (n + 1)*a(n) = (6*n - 3)*a(n-1) - (n - 2)*a(n-2) for n >= 2
        """
        return at_marks(self.system, at, self.name, self.text)

    def __str__(self) -> str:
        return f"{self.equation} = 0"

    def __repr__(self) -> str:
        return f"<MarkedLaw: {self.name}: {self}>"

    def latex(self) -> str:
        """Return the polynomial of the equation in LaTeX."""
        return self.equation.latex()

    def to(self, language: Language) -> Any:
        """Return the polynomial of the equation in another output format."""
        return self.equation.to(language)

    def as_json(self, terms: int = 10) -> dict[str, Any]:
        """Return the JSON object that the command line prints."""
        return {
            "game": self.name,
            "board": self.board,
            "positions": "all",
            "weights": list(self.weights),
            "specification": self.text,
            "first_n": self.first_n,
            "equation": str(self.equation),
            "recurrence": None,
            "terms": [term_text(value) for value in self.terms(terms)],
            "evidence": self.evidence.as_json(),
        }


def at_marks(
    system: PolynomialSystem, at: AtLike, name: str, text: str, on_progress: OnProgress | None = None
) -> SpecificationLaw:
    """Return the law of a system with integers for all of its marks, which become classes: x = 2."""
    from gfkit.core.algebra.weight_part import WeightPart
    from gfkit.specifications.grammar import read_specification
    from gfkit.specifications.law import law_of_system

    if not system.marks:
        raise InputError(f"{name}: there are no marks to give numbers for")
    values = dict(WeightPart.read_letters(at, None, system.marks, system.marks, None).values)
    wrong = [mark for mark in system.marks if values.get(mark, Fraction(1, 2)).denominator != 1]
    if wrong:
        marks = ", ".join(system.marks)
        raise InputError(f"{name}: each of the marks {marks} needs an integer, as in {wrong[0]}=2")
    chosen = "; ".join(f"{mark} = {values[mark]}" for mark in system.marks)
    whole = f"{text}; {chosen}"
    reduced = system_of(read_specification(whole))
    return law_of_system(reduced, f"{name}, {chosen}", whole, on_progress=on_progress)


def expand_marked(system: PolynomialSystem, length: int) -> list[_Series]:
    """Return the first terms of all unknowns, polynomials in the marks.

    y <- P(t, y) is repeated as many times as there are unknowns for each further term (``PolynomialSystem``).
    """
    context = fmpz_mpoly_ctx.get(system.marks)
    one, gens = context.constant(1), context.gens()
    zero = one * 0
    unit = _Truncated([one], zero, 1)
    y = [_Truncated([value], zero, 1) for value in system.start]
    for size in range(1, length + 1):
        marks = [_Truncated([gen], zero, size) for gen in gens]
        t = _Truncated([zero, one], zero, size)
        y = [value.to(size) for value in y]
        for _ in range(len(y)):
            y = [evaluate(terms, t, marks, y, unit.to(size)) for terms in system.equations]
    return [value.row[:length] for value in y]


class _Truncated:
    """Power series with a fixed number of terms over a ring of polynomials."""

    def __init__(self, row: Sequence[fmpz_mpoly], zero: fmpz_mpoly, size: int) -> None:
        self.row, self._zero = [*row[:size], *[zero] * (size - len(row))], zero

    def to(self, size: int) -> _Truncated:
        return _Truncated(self.row, self._zero, size)

    def __add__(self, other: _Truncated) -> _Truncated:
        total = [a + b for a, b in zip(self.row, other.row, strict=True)]
        return _Truncated(total, self._zero, len(total))

    def __mul__(self, other: _Truncated | int) -> _Truncated:
        size = len(self.row)
        if isinstance(other, int):
            return _Truncated([value * other for value in self.row], self._zero, size)
        out = [self._zero] * size
        for i, a in enumerate(self.row):
            if a:
                for k in range(size - i):
                    if other.row[k]:
                        out[i + k] += a * other.row[k]
        return _Truncated(out, self._zero, size)


def law_with_marks(system: PolynomialSystem, name: str, text: str) -> MarkedLaw:
    """Return the irreducible equation of the first unknown over the field of the marks.

    Raise LimitError if the resultants or the terms of the proof are too many.
    """
    first = 1 + len(system.marks)
    names = ("t", *system.marks, "f")
    degrees, found, known = system.bezout, None, list[_Series]()
    for factor in sorted(_factors(system, first), key=lambda part: int(part.total_degree())):
        table = {tuple(map(int, key))[: first + 1]: int(value) for key, value in factor.to_dict().items()}
        need = max(powers[0] + powers[first] for powers in table) * degrees + 1
        if need > _MOST_TERMS:
            raise LimitError(
                f"{name}: the proof of its equation needs {need} terms, more than {_MOST_TERMS}; give numbers"
                " for the marks (--at x=2)"
            )
        if not known or need > len(known[0]):
            known = expand_marked(system, need)
        if _vanishes(table, known[0][:need], first):
            found = Polynomial.of(names, table)
            break
    assert found is not None, "one of the factors is the equation"
    found = -found if found.terms[0][1] < 0 else found
    figures = (("unknowns", len(system.names)), ("terms_checked", need))
    return MarkedLaw(name, text, system, found, Evidence(Status.PROVED, "specification", figures))


def _factors(system: PolynomialSystem, first: int) -> list[fmpz_mpoly]:
    """Return the irreducible factors of a polynomial that the first unknown annihilates."""
    count = len(system.names)
    others = [f"y{k}" for k in range(1, count)]
    context = fmpz_mpoly_ctx.get(("t", *system.marks, "f", *others), Ordering.lex)
    gens = context.gens()
    t, marks, y = gens[0], gens[1:first], gens[first:]
    one = context.constant(1)
    equations = [
        own - evaluate(terms, t, marks, y, one) for own, terms in zip(y, system.equations, strict=True)
    ]
    for j in range(count - 1, 0, -1):
        here = [part for part in equations if part.degrees()[first + j]]
        pivot = min(here, key=lambda part: (part.degrees()[first + j], len(part.to_dict())))
        equations = [part for part in equations if not part.degrees()[first + j]]
        equations += [pivot.resultant(part, first + j) for part in here if part is not pivot]
        equations = [part for part in equations if part]
        if not equations or max(len(part.to_dict()) for part in equations) > _MOST_MONOMIALS:
            raise LimitError(
                "the unknowns cannot be eliminated by resultants; give numbers for the marks (--at x=2)"
            )
    return [factor for factor, _ in equations[0].factor()[1] if factor.degrees()[first]]


def _vanishes(table: dict[tuple[int, ...], int], series: _Series, first: int) -> bool:
    """Return True if a polynomial in t, the marks and f vanishes at a series, up to its length."""
    size, zero = len(series), series[0] * 0
    gens = series[0].context().gens()
    power, total = _Truncated([zero + 1], zero, size), _Truncated([zero], zero, size)
    own = _Truncated(series, zero, size)
    for j in range(max(powers[first] for powers in table) + 1):
        row = [zero] * size
        for powers, c in table.items():
            if powers[first] == j and powers[0] < size:
                value = zero + c
                for gen, k in zip(gens, powers[1:first], strict=False):
                    value *= gen**k
                row[powers[0]] += value
        total = total + power * _Truncated(row, zero, size)
        power = power * own
    return not any(total.row)
