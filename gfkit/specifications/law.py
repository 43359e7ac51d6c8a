"""Generating function of a specified class: its equation, recurrence, closed form, and evidence."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from gfkit.core.algebra import Algebraic, Count, Evidence, RationalGF, Status
from gfkit.core.algebra.closure import recurrence_rows
from gfkit.core.algebra.formula import radical_text
from gfkit.core.algebra.number import number_text
from gfkit.core.algebra.polynomial import Polynomial, sparse
from gfkit.core.algebra.relation import open_until
from gfkit.core.algebra.singularities import algebraic_growth
from gfkit.core.deferred import dataclass, field
from gfkit.core.engine.derived import DerivedAlgebra
from gfkit.core.errors import MismatchError, UndecidedError
from gfkit.core.typing import OnProgress, cached_property
from gfkit.core.writable import Convertible, Face, Language
from gfkit.proofs.checker.specifications import terms_that_suffice
from gfkit.specifications.class_series import count_of_class
from gfkit.specifications.solving import Rows, SystemProof, solve

if TYPE_CHECKING:
    from gfkit.core.algebra import DifferentialEquation, Growth, Hypergeometric, PRecursive
    from gfkit.core.algebra.closed_form import ClosedForm
    from gfkit.specifications.system import PolynomialSystem

_DIGITS = 30


_CAPITALS = r"\b(?:delannoy|duchon|dyck|lukasiewicz|motzkin|riordan|rna|schroeder|tamari)\b"
_LISTED, _MOST_TERMS = 10, 1500
"""Number of terms in a certificate, and maximum number of terms that the proof of its differential equation
may need.
"""


@dataclass(frozen=True, eq=False, repr=False)
class SpecificationLaw(DerivedAlgebra, Face, Convertible):
    """Numbers a(n) of objects of size n of a class that is specified by equations.

    >>> from gfkit.specifications import class_law
    >>> law = class_law("M = 1 + t*M + t^2*M^2")
    >>> print(law.algebraic, law.p_recursive, sep="\\n")
    1 - f + t*f + t^2*f^2 = 0
    (n + 2)*a(n) = (2*n + 1)*a(n-1) + (3*n - 3)*a(n-2) for n >= 2
    >>> law[10], law.evidence.status.value
    (2188, 'proved')
    >>> print(law.growth(10))
    a(n) ~ C*lambda^n*n^(-3/2), lambda = 3.0000000000, C = 1.4658075357
    """

    name: str
    """Name of the class, or its specification as typed."""
    text: str
    """Equations in canonical form."""
    proof: SystemProof = field(repr=False)
    algebraic: Algebraic
    evidence: Evidence
    hypothesis: str = ""
    """Assumption that no program can check, or ""."""
    origin: dict[str, Any] = field(default_factory=dict, repr=False)
    """Plain data from which the polynomial system was built, for the certificate; empty if the equations are
    the system.
    """
    board: str = "n"
    size: str = ""
    """What n counts, such as "semilength", or ""."""
    about: str = ""
    """Definition of a named class, or ""."""

    @property
    def system(self) -> PolynomialSystem:
        return self.proof.system

    @property
    def game(self) -> str:
        return self.name

    @property
    def label(self) -> str:
        return f"F({self.name})"

    @property
    def title(self) -> str:
        """Name in words, with the capitals of persons and acronyms."""
        words = self.name.replace("-", " ") if self.about else self.name
        return re.sub(_CAPITALS, lambda match: "RNA" if match[0] == "rna" else match[0].title(), words)

    @property
    def has_equations(self) -> bool:
        """True if ``text`` consists of equations, and False if it describes paths."""
        return self.origin.get("kind") not in ("paths", "counter")

    @property
    def weights(self) -> tuple[str, ...]:
        return ()

    @property
    def equality_key(self) -> object:
        return self.rational or self.algebraic

    @property
    def _sequence(self) -> RationalGF | Algebraic:
        return self.rational or self.algebraic

    def coefficient(self, n: int) -> Any:
        """Return the number of objects of size n."""
        return self._sequence.coefficient(n)

    def modulo(self, n: int, modulus: int) -> int:
        """Return the number of objects of size n modulo an integer."""
        return self._sequence.coefficient_mod(n, modulus)

    def count(self, size: object, modulus: int | None = None) -> Count:
        """Return the number of objects of one size, or its residue.

        >>> from gfkit.specifications import class_law
        >>> int(class_law("f = 1 + t*f^2").count("10"))
        16796
        """
        return count_of_class(self, size, modulus)

    @cached_property
    def rational(self) -> RationalGF | None:
        """Generating function if its equation has degree 1, or None."""
        if self.algebraic.degree > 1:
            return None
        above, below = self.algebraic.columns
        return RationalGF.reduced(sparse(-above), sparse(below))

    def ordinary(self, words: str) -> RationalGF:
        if self.rational is None:
            raise MismatchError(
                f"{words}: the generating function of {self.name} is not rational, but algebraic of degree"
                f" {self.algebraic.degree}"
            )
        return self.rational

    def sequence_along(self, step: int, shift: int) -> PRecursive | None:
        """Return the sequence n -> a(step n + shift)."""
        return None if self.rational else self.p_recursive.subsequence(step, shift)

    @property
    def order(self) -> int:
        """Order of the recurrence."""
        return self.rational.order if self.rational else self.p_recursive.order

    @cached_property
    def p_recursive(self) -> PRecursive:
        """The sequence with a recurrence whose coefficients are polynomials in n."""
        return self.algebraic.p_recursive()

    @property
    def recurrence_text(self) -> str:
        return str(self.rational.recurrence if self.rational else self.p_recursive)

    @cached_property
    def differential_equation(self) -> DifferentialEquation:
        """Linear differential equation of the generating function."""
        return self.algebraic.differential_equation()

    @cached_property
    def closed_form(self) -> Hypergeometric | ClosedForm | None:
        """Formula for a(n), or None if none is known."""
        if self.rational is None:
            return self.p_recursive.hypergeometric()
        from gfkit.core.algebra.closed_form import closed_form

        return closed_form(self.rational)

    def growth(self, digits: int = 30) -> Growth | None:
        """Return the leading asymptotics with proof, or None if no proof was found (``growth_note``)."""
        found = self._asymptotics(digits)
        return None if isinstance(found, str) else found

    @property
    def growth_note(self) -> str:
        """Reason why the asymptotics are not proved, or ""."""
        found = self._asymptotics(_DIGITS)
        return found if isinstance(found, str) else ""

    def _asymptotics(self, digits: int) -> Growth | str:
        """Return the asymptotics, or the reason why they are not proved, computed once for each precision."""
        if digits not in self._known_growth:
            try:
                found: Growth | str = algebraic_growth(
                    self.algebraic, digits, is_nonnegative=self.system.is_nonnegative
                )
            except UndecidedError as error:
                found = error.reason
            self._known_growth[digits] = found
        return self._known_growth[digits]

    @cached_property
    def _known_growth(self) -> dict[int, Growth | str]:
        return {}

    @property
    def root_form(self) -> str | None:
        """Generating function with a square root if its equation is quadratic, or None."""
        return radical_text(self.algebraic) if self.algebraic.degree == 2 else None

    @property
    def uniqueness(self) -> str:
        """Value that selects one of the power series that solve the equations, or "" if there is only one."""
        first = self.system.names[0]
        if self.system.is_unique or not self.has_equations:
            return ""
        return f", {first}(0) = {self.system.constant_terms[0]}"

    def __str__(self) -> str:
        return str(self.rational or self.algebraic)

    def __repr__(self) -> str:
        return f"<SpecificationLaw: {self.name}: {self}>"

    def latex(self) -> str:
        """Return the generating function or its equation in LaTeX."""
        return self._sequence.latex()

    def to(self, language: Language) -> Any:
        """Return the generating function or its equation in another output format."""
        return self._sequence.to(language)

    def as_json(self, terms: int = 10) -> dict[str, Any]:
        """Return the JSON object that the command line prints; undefined keys are null."""
        closed, growth = self.closed_form, self.growth()
        return {
            "game": self.name,
            "board": self.board,
            "positions": "all",
            "weights": [],
            "specification": self.text,
            **({"size": self.size} if self.size else {}),
            "first_n": self.first_n,
            "equation": str(self.algebraic.equation),
            "degree": self.algebraic.degree,
            "generating_function": self.rational and self.rational.as_json(),
            "root_form": self.root_form,
            "differential_equation": self.differential_equation.as_json(),
            "recurrence": (self.rational.recurrence if self.rational else self.p_recursive).as_json(),
            "closed_form": None if closed is None else str(closed),
            "growth": None if growth is None else growth.as_json(),
            "terms": [number_text(value) for value in self.terms(terms)],
            "evidence": self.evidence.as_json(),
            **({"hypothesis": self.hypothesis} if self.hypothesis else {}),
        }

    def certificate(self) -> dict[str, Any]:
        """Return the certificate as plain data: the specification, the equation with its proof, and the
        differential equation with the terms that determine its solution. It is omitted if its proof needs
        too many terms.
        """
        equation, law = self.differential_equation, {(j, k): c for j, k, c in self.proof.law}
        rows, right = [list(row) for row in equation.coefficients], list(equation.right)
        count = _LISTED
        if terms_that_suffice(law, rows, right) > _MOST_TERMS:
            rows, right = [], []
        else:
            relation, up = recurrence_rows(rows)
            count = max(count, open_until(relation, max(up, 0)), self.proof.multiplicity + 1)
        return {
            "format": "gfkit-specification",
            "version": 1,
            "name": self.name,
            "specification": self.text,
            "origin": self.origin,
            **self.proof.as_json(),
            "coefficients": rows,
            "right": right,
            "terms": self.terms(count),
        }


def polynomial_of_rows(rows: Rows) -> Polynomial:
    """Return a polynomial in t and f from lists [power of t, power of f, coefficient]."""
    return Polynomial.of(("t", "f"), {(k, j): c for k, j, c in rows})


def law_of_system(
    system: PolynomialSystem,
    name: str,
    text: str,
    *,
    hypothesis: str = "",
    origin: dict[str, Any] | None = None,
    on_progress: OnProgress | None = None,
) -> SpecificationLaw:
    """Return the law of the first unknown of a system without marks.

    Raise LimitError if its equation was not found within the limits.
    """
    proof = solve(system, on_progress)

    def terms(count: int) -> list[int]:
        series = system.expand(count)[0]
        return [int(series[k]) for k in range(count)]

    algebraic = Algebraic.from_terms(polynomial_of_rows(proof.law), terms, 0)
    figures = (("unknowns", len(system.names)), ("degree", algebraic.degree))
    evidence = Evidence(Status.PROVED, "specification", figures)
    return SpecificationLaw(name, text, proof, algebraic, evidence, hypothesis, origin or {})
