"""Laws in another size than a length: a polynomial in it, or one for each residue."""

from __future__ import annotations

from typing import Any

from gfkit.games.rule import Rule
from gfkit.sequences import Evidence, QuasiPolynomial, RationalGF
from gfkit.sequences.number import number_text
from gfkit.transfer.derived import DerivedAlgebra
from gfkit.typing import dataclass
from gfkit.writable import Convertible, Face, Indexable, Language


@dataclass(frozen=True, eq=False)
class SizeLaw(DerivedAlgebra, Face, Convertible, Indexable):
    """The numbers a(n) on one board with growing values, or of pieces on growing squares.

    >>> import gfkit
    >>> law = gfkit.derive_in_values("colourings", "2x2", "n")
    >>> print(law)
    n^4 - 4*n^3 + 6*n^2 - 3*n
    >>> law[3], law.theorem, law.counts_used
    (18, 'order', 4)
    """

    game: str
    board: str
    variable: str
    """What n is: "values" or "size"."""
    grows: str
    """How it grows, as "values 0..n" or "6 pieces"."""
    polynomial: QuasiPolynomial
    evidence: Evidence
    theorem: str
    counts_used: int
    rule: Rule
    pieces: int | None = None
    """How many lie on growing squares; None where values grow."""

    @property
    def label(self) -> str:
        return f"F({self.game} on {self.board}, {self.grows})"

    @property
    def equality_key(self) -> RationalGF:
        return self.rational

    @property
    def rational(self) -> RationalGF:
        return self.polynomial.generating_function

    def ordinary(self, words: str) -> RationalGF:  # noqa: ARG002
        return self.rational

    @property
    def first_n(self) -> int:
        return self.polynomial.first_n

    @property
    def order(self) -> int:
        return self.rational.order

    def sequence_along(self, _step: int, _shift: int) -> None:
        """Nothing, as the generating function is rational."""

    @property
    def recurrence_text(self) -> str:
        return str(self.rational.recurrence)

    @property
    def text(self) -> str:
        return str(self.polynomial)

    def __str__(self) -> str:
        return self.text

    def latex(self) -> str:
        """The polynomials."""
        return self.polynomial.latex()

    def to(self, language: Language) -> Any:
        """The polynomials in another language."""
        return self.polynomial.to(language)

    def terms(self, count: int) -> list[Any]:
        """The first numbers."""
        return self.polynomial.terms(count)

    def __getitem__(self, n: int | slice) -> Any:
        return self.polynomial[n]

    def as_json(self, terms: int = 10) -> dict[str, Any]:
        """The object that the command line prints."""
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
