"""Evidence of a result, the number of configurations on one board, and the protocol of formulas for all n."""

from __future__ import annotations

import operator
import re
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from gfkit.core.algebra.number import (
    Arithmetic,
    Number,
    Operator,
    forward_operator,
    reflected_operator,
    residue,
    whole_text,
)
from gfkit.core.algebra.polynomial import Polynomial, term_text
from gfkit.core.deferred import dataclass, replace
from gfkit.core.errors import InputError, OptionError, board_name
from gfkit.core.typing import Positions
from gfkit.core.writable import Face, Writable

if TYPE_CHECKING:
    from gfkit.core.algebra.rational import RationalGF
    from gfkit.core.algebra.weight_part import WeightPart


_METHODS = {
    "adiprasito-huh-katz": "the theorem of Adiprasito, Huh and Katz on matroids",
    "all-positions-listed": "enumeration of all positions",
    "boards-compared": "comparison of counted boards",
    "branching": "branching on vertices of large degree",
    "brute-force": "brute-force enumeration",
    "balanced-corners": "relations along the boundary of Young diagrams",
    "burnside": "Burnside's lemma",
    "canonical-form": "canonical forms",
    "characters": "sums over the characters of Z_2^k",
    "closure": "closure properties of P-recursive sequences",
    "clusters-of-pieces": "the cluster theorem",
    "components": "the components of the vertices with pieces",
    "constant-term": "creative telescoping of a constant term",
    "corner-lemma": "the corner lemma",
    "creative-telescoping": "creative telescoping",
    "end-types": "Grundy values by types of ends",
    "end-types-periodicity": "the periodicity theorem for strips",
    "exponential-formula": "the exponential formula",
    "family-formula": "the formula of the family for every n",
    "factorial-transform": "the factorial transform",
    "digit-automaton": "an automaton that reads the digits of n",
    "domino-shuffling": "drawn from the exact distribution by generalised domino shuffling",
    "dominant-root": "a bound on the dominant root",
    "forests": "colour refinement on forests",
    "functional-equation": "a functional equation of the generating function",
    "gauge": "the exchange of two values in a periodic pattern",
    "elimination": "elimination of the edges between copies of a vertex",
    "equal-systems": "equal constraint systems",
    "generating-functions-compared": "comparison of generating functions",
    "growth-compared": "comparison of growth constants",
    "heilmann-lieb": "the theorem of Heilmann and Lieb on matchings",
    "hexadecimal-periodicity": "the periodicity theorem for hexadecimal games",
    "inclusion-exclusion": "inclusion-exclusion",
    "independent-rows": "the independence of rows",
    "integral-quotient": "a quotient with integer terms",
    "polya": "Pólya's theorem",
    "root-by-closure": "a guessed root, whose powers are the terms by closure properties",
    "named-subsequence": "a guessed subsequence, equal to the terms by closure properties",
    "polynomial-automata": "an automaton with polynomial entries",
    "kasteleyn-matrix": "Kasteleyn's method",
    "liu-wang": "the theorem of Liu and Wang",
    "longest-play": "the longest sequence of moves",
    "loop-erased-walks": "drawn from the exact distribution by Wilson's algorithm",
    "lucas-sequence": "the theorem of Lucas on greatest common divisors",
    "matrix-tree-theorem": "the matrix-tree theorem",
    "mealy-machines": "a bijection computed by Mealy machines",
    "mex": "the mex rule",
    "min-plus-period": "the eventual period of the min-plus powers of the transfer matrix",
    "misere-quotient": "the misere quotient",
    "misere-quotient-periodicity": "the periodicity theorem for misere quotients",
    "multinomial-sum": "a sum of multinomial coefficients",
    "nimbers": "Grundy values",
    "node-kayles-ladder": "the theorem on Node Kayles on 2 x n",
    "octal-periodicity": "the octal periodicity theorem",
    "p-adic-expansion": "a p-adic expansion",
    "two-sided-extension": "the generating functions of both sides",
    "parity": "a parity argument",
    "period-observed": "an observed period",
    "quotient-characters": "sums over the characters of the misere quotient",
    "real-rooted-factors": "real-rooted factors",
    "reduced-by-recurrence": "reduction by the recurrence",
    "repetition-observed": "exhaustive search on each board",
    "residues-compared": "comparison of residues",
    "rules-compared": "comparison of rules",
    "riders-on-squares": "the rider theorem",
    "search": "exhaustive search",
    "search-and-decomposition": "search and the decomposition theorem",
    "series-compared": "comparison of power series",
    "specification": "elimination in the equations",
    "symbolic-method": "the symbolic method for labelled classes",
    "shapes-on-squares": "the shape theorem",
    "single-board-counted": "an independent count",
    "symmetry": "symmetry",
    "symmetry-strategy": "a symmetry strategy",
    "terms-compared": "comparison of terms",
    "transfer-matrix": "the transfer-matrix method",
    "transfer-matrix-sampling": "drawn from the exact distribution by the transfer-matrix method",
    "tree-decomposition": "dynamic programming over tree decompositions",
    "tree-decomposition-sampling": "drawn from the exact distribution over a tree decomposition",
    "tutte-polynomial": "a value of the Tutte polynomial",
    "uniform-recurrences": "recurrences for all heights",
    "values-differences": "the theorem on bounded differences",
    "values-linear": "the theorem on linear inequalities",
    "values-order": "the order-polynomial theorem",
    "values-residues": "the theorem on residues",
}
"""Names of the methods in English; the keys are the methods in JSON. Samples are drawn, not proved."""
_FIGURES = {
    "branches": "{} branches",
    "closed_sets": "{} closed sets",
    "compared_at": "checked at n = {}",
    "components": "{} components",
    "counts": "interpolated from {} counts",
    "degree": "degree {}",
    "end_types": "{} types of ends",
    "heaps": "heaps up to {}",
    "holds_from": "for n >= {}",
    "kinds_of_heaps": "{} kinds of heaps",
    "log2_failure": "error probability below 2^-{}",
    "longest_move": "moves of length up to {}",
    "n": "n = {}",
    "order": "recurrence of order {}",
    "order_of_formula": "formula of order {}",
    "order_of_identity": "identity of order {}",
    "order_of_sum": "sum of order {}",
    "observed_pairs": "{} pairs observed only",
    "period_of_maximum": "period {} of the maximum",
    "period_of_minimum": "period {} of the minimum",
    "places_compared": "{} terms compared",
    "proved_pairs": "{} pairs proved equal",
    "rotations_by_n": "{}n rotations",
    "symmetries_by_n": "{}n symmetries",
    "proof_seconds": "a proof would take about {} s more",
    "reach": "range {}",
    "slices_compared": "slices compared for n <= {}",
    "terms_checked": "{} terms checked",
    "terms_compared": "{} terms compared",
    "values_checked": "{} values checked",
}
"""Quantities of a proof with their units; any other quantity is printed as a number and its name."""
_ONLY_IN_JSON = {"exponent", "states_before_merging"}
"""Quantities that the text of the evidence omits."""
_MAX_FIGURES = 3


class Status(StrEnum):
    """Strength of the evidence for a result."""

    PROVED = "proved"
    PROBABLE = "probable"
    GUESSED = "guessed"
    CONSISTENT = "consistent"


@dataclass(frozen=True, slots=True, repr=False)
class Evidence(Face):
    """Evidence of a result: its status, the method that established it, and quantities of the method.

    As a string it contains the method in English, and at most three quantities with their units.

    >>> print(Evidence(Status.PROVED, "transfer-matrix", (("states", 5), ("order", 4))))
    proved by the transfer-matrix method (5 states, recurrence of order 4)
    """

    status: Status
    method: str
    details: tuple[tuple[str, int], ...] = ()

    def as_json(self) -> dict[str, str | int]:
        return {"status": self.status.value, "method": self.method, **dict(self.details)}

    def __str__(self) -> str:
        shown = [
            _FIGURES.get(name, f"{{:,}} {name.replace('_', ' ')}").format(value)
            for name, value in self.details
            if value and name not in _ONLY_IN_JSON
        ]
        shown = [re.sub(r"(?<![\w,.])1 vertices\b", "1 vertex", text) for text in shown]
        shown = [re.sub(r"(?<![\w,.])1 (\w+)ies\b", r"1 \1y", text) for text in shown]
        shown = [re.sub(r"(?<![\w,.])1n ", "n ", text) for text in shown]
        shown = [re.sub(r"(?<![\w,.])1 (\w+?)(?:(?<=ch)e)?s\b", r"1 \1", text) for text in shown]
        figures = f" ({', '.join(shown[:_MAX_FIGURES])})" if shown else ""
        return f"{self.summary}{figures}"

    @property
    def summary(self) -> str:
        """Status and method in English, without quantities."""
        method = self.method_name
        return method if method.startswith("drawn ") else f"{self.status.value} by {method}"

    @property
    def method_name(self) -> str:
        """Name of the method in English, for the line with the evidence."""
        return _METHODS.get(self.method, self.method)


@dataclass(frozen=True, eq=False)
class Count(Arithmetic, Face, Writable):
    """Number of configurations on a board; a polynomial if weights were requested.

    In sums, products and comparisons it behaves like its number or, with weights, like its polynomial,
    regardless of the method. ``int`` and ``count`` are the number of configurations in both cases.

    >>> import gfkit
    >>> three, weighted = gfkit.count("cis", "path:1"), gfkit.count("cis", "path:1", weights="players")
    >>> three == 3, three + 1, 2 * three, three < 4, sum([three, three]), f"{three:04d}"
    (True, 4, 6, True, 6, '0003')
    >>> print(weighted, "and", weighted * weighted, "and", int(weighted))
    1 + x + y and 1 + 2*x + 2*y + x^2 + 2*x*y + y^2 and 3
    """

    game: str
    board: str
    positions: str
    weights: tuple[str, ...]
    polynomial: Polynomial
    evidence: Evidence
    up_to: str = ""
    """Symmetries of the board up to which positions are counted; empty if every position is counted
    separately.
    """
    part: WeightPart | None = None
    """Substitution for the weights, or the monomial whose coefficient is requested."""
    modulus: int = 0
    """Modulus of which the number is a residue; 0 if it is the number itself."""

    def modulo(self, modulus: int) -> Count:
        """Return the number modulo an integer. A polynomial first needs numbers for its variables.

        >>> import gfkit
        >>> gfkit.count("domino-tilings", "8x8").modulo(1000)
        <Count: domino-tilings on 8x8: 816 (mod 1000); proved by the transfer-matrix method (70 states)>
        """
        value = self.number
        if isinstance(value, Polynomial):
            raise OptionError(
                f"modulus {modulus}: the count is a polynomial; give numbers for {value.variables[0]}"
            )
        return replace(
            self, weights=(), polynomial=Polynomial.constant(residue(value, modulus)), modulus=modulus
        )

    @property
    def count(self) -> int:
        """Number of configurations; with a part its value, which must be an integer."""
        if self.part is None:
            return self.polynomial.total
        value = self.number
        if not isinstance(value, int):
            raise InputError(f"count: {str(value)[:60]} is not an integer; number is the exact value")
        return value

    @property
    def number(self) -> Number | Polynomial:
        """Number of configurations, their polynomial if there are weights, or its exact value for a part."""
        if self.part is not None:
            return self.part.of_polynomial(self.polynomial)
        return self.polynomial if self.weights else self.count

    @property
    def _operand(self) -> Number | Polynomial:
        return self.number

    def __int__(self) -> int:
        return self.count

    def __index__(self) -> int:
        return self.count

    def __bool__(self) -> bool:
        return bool(self.polynomial.terms if self.part is None else self.number != 0)

    def __hash__(self) -> int:
        return hash(self.number)

    def __eq__(self, other: object) -> bool:
        equal: bool = self.number == (other.number if isinstance(other, Count) else other)
        return equal

    def __format__(self, form: str) -> str:
        return format(self.number, form) if form else str(self)

    __floordiv__: ClassVar[Operator] = forward_operator(operator.floordiv)
    __rfloordiv__: ClassVar[Operator] = reflected_operator(operator.floordiv)
    __mod__: ClassVar[Operator] = forward_operator(operator.mod)
    __rmod__: ClassVar[Operator] = reflected_operator(operator.mod)
    __divmod__: ClassVar[Operator] = forward_operator(divmod)
    __rdivmod__: ClassVar[Operator] = reflected_operator(divmod)

    def __pos__(self) -> Number | Polynomial:
        return self.number

    def __abs__(self) -> int:
        return abs(int(self))

    def __repr__(self) -> str:
        shown = whole_text(self.count) if self.part is None else f"{self.part}: {term_text(self.number)}"
        size = shown if len(shown) <= 60 else f"a number of {len(shown)} digits"
        asked = f"{self.game} on {board_name(self.board)}{Positions(self.positions).title_end}"
        return f"<Count: {asked}: {size}{self.modulus_text}; {self.evidence}>"

    @property
    def modulus_text(self) -> str:
        """Modulus as printed after a number."""
        return f" (mod {whole_text(self.modulus)})" if self.modulus else ""

    def as_json(self) -> dict[str, object]:
        """Return the object that the command line prints."""
        return {
            "game": self.game,
            "board": self.board,
            "positions": self.positions,
            "weights": list(self.weights),
            **({"up_to": self.up_to} if self.up_to else {}),
            **({"modulus": self.modulus} if self.modulus else {}),
            **(self.part.as_json() if self.part else {}),
            "count": whole_text(self.count) if self.part is None else term_text(self.number),
            "polynomial": term_text(self.number if self.part and self.part.denominator else self.polynomial),
            "evidence": self.evidence.as_json(),
        }


class Law(Protocol):
    """Protocol of a formula for all terms of a sequence, with evidence.

    Attributes that a formula lacks are None: ``rational`` if the ordinary generating function is not known
    to be rational, ``recurrence_text`` if there is no recurrence. No code inspects the class of a formula.
    """

    @property
    def first_n(self) -> int:
        """First index."""

    @property
    def evidence(self) -> Evidence:
        """Evidence of the formula."""

    @property
    def order(self) -> int | None:
        """Order of the recurrence; None, or an error, if there is no recurrence."""

    @property
    def rational(self) -> RationalGF | None:
        """Ordinary generating function, if it is rational."""

    @property
    def text(self) -> str:
        """Formula in one line."""

    @property
    def recurrence_text(self) -> str | None:
        """Recurrence with its range in one line, or None."""

    def terms(self, count: int) -> list[Any]:
        """Return the initial terms: integers, fractions if the data has fractions, polynomials with
        weights."""

    def __getitem__(self, n: int) -> Any:
        """Return the term a(n)."""

    def as_json(self) -> dict[str, Any]:
        """Return the object that the command line prints."""
