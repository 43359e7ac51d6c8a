"""Reciprocities with weights: ``x^(n+2)*a(-n-4) = -(-1)^n*a(n)``, as ``gfkit derive --full`` prints them.

Both sides are products of constants, of powers b^(i n + j) and of one term a(n + k) or a(-n + k), where the
recurrence extends the polynomials a(n) to all integers n. Let F(t) be the generating function of a(f),
a(f+1), ...; then -F(1/t) is that of a(f-1), a(f-2), ... (Stanley, Enumerative Combinatorics, Proposition
4.2.3). The generating functions of both sides for n >= n_0 are compared exactly. If they are equal, then the
sides are equal for all integers n, because both satisfy recurrences that extend them in both directions. If
they differ, the sides differ for infinitely many n.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gfkit.claims.provers.expansion import expansion, without_beginning
from gfkit.claims.provers.result import FirstDifference
from gfkit.claims.provers.scope import Case, ObservedClaim, Proof
from gfkit.claims.provers.truth import KnownSequence, as_quotient
from gfkit.claims.statement.linear import fraction_factors, integer_form, linear_form
from gfkit.claims.statement.names import KNOWN_NAMES
from gfkit.claims.statement.ratio import Ratio, Ring, ratio
from gfkit.claims.statement.tree import Claim, SequenceDefinition, Span, relates
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.deferred import dataclass
from gfkit.core.errors import InputError
from gfkit.core.typing import Weights


@dataclass(frozen=True, kw_only=True)
class ReciprocityClaim(ObservedClaim):
    """Claim that two products with one term each are equal for all integers n, as polynomials."""

    sides: tuple[nodes.Node, nodes.Node]
    weights: Weights = Weights.PIECES  # type: ignore[misc]
    scope_words = ("every integer n", "n = {0}, ..., {1}")

    def _series(self, known: KnownSequence) -> tuple[int, Ratio, Ratio]:
        """Return some n_0, and the generating functions of both sides for n >= n_0."""
        law = None if known.rational is None else known.rational.shifted(known.first_n)
        if law is None or law.valid_from > law.order:
            raise InputError(
                "formula: no recurrence that holds from the first term on extends the sequence to n < 0"
            )
        parts = [_side(side, as_quotient(law, Ring()), known.first_n) for side in self.sides]
        start = max(self.since or 0, *(begin for begin, _ in parts))
        left, right = (without_beginning(series, start) for _, series in parts)
        return start, left, right

    def cases(self, known: KnownSequence) -> Iterator[Case]:
        start, left, right = self._series(known)
        gap = left - right
        if gap.is_zero:
            yield start, None
            return
        first, size = gap.valuation(), gap.degree("t")[1]
        rows = [expansion(side, first + size + 1) for side in (left, right)]
        for n in range(first, first + size + 1):
            one, two = (row.get(n, gap.ring.number(0)) for row in rows)
            wrong = FirstDifference(n, self.subject, f"the sides are {one} and {two}")
            yield n, None if one == two else wrong

    def stated(self, known: KnownSequence) -> Sequence[Claim | SequenceDefinition]:  # noqa: ARG002
        def change(part: nodes.Node) -> nodes.Node | None:
            return nodes.Symbol(("a",), part.index) if isinstance(part, nodes.Symbol) else None

        left, right = (nodes.rebuild(side, change) for side in self.sides)
        return [relates(left, right, Span(self.since))]

    def prove(self, known: KnownSequence, start: int) -> Proof | None:
        _, left, right = self._series(known)
        return Proof("two-sided-extension", start) if (left - right).is_zero else None


def _side(side: nodes.Node, series: Ratio, first: int) -> tuple[int, Ratio]:
    """Return some n_0 and the generating function of a side for n >= n_0, given that of a(first), ..."""
    ring, begin = series.ring, 0
    scale = base = ring.number(1)
    for factors, sign in zip(fraction_factors(side), (1, -1), strict=True):
        for part in factors:
            if isinstance(part, nodes.Symbol):
                forward, shift = _index(part)
                begin = first - shift if forward else 1 - first + shift
                place = ring.letter("t", begin if forward else begin - 1)
                series = series * place if forward else -series.substitute(t=ring.letter("t", -1)) * place
                continue
            is_power = isinstance(part, nodes.Power) and "n" not in nodes.letters(part.base)
            if "n" in nodes.letters(part) and not is_power:
                raise InputError("formula: expected n only in indices and exponents of a reciprocity")
            if isinstance(part, nodes.Power) and "n" in nodes.letters(part.exponent):
                step, others, more = integer_form(part.exponent) or (0, 1, 0)
                if others:
                    raise InputError(
                        "formula: expected exponents i*n + j with integers i and j in a reciprocity"
                    )
                root = ratio(part.base, ring) ** sign
                base, scale = base * root**step, scale * root**more
            else:
                scale = scale * ratio(part, ring) ** sign
    return begin, series.substitute(t=base * ring.letter("t")) * scale


def _index(term: nodes.Symbol) -> tuple[bool, int]:
    """Return True for an index n + k and False for -n + k, and the integer k."""
    form = linear_form(term.index or nodes.ZERO)
    if form is None or abs(form["n"]) != 1 or form[""].denominator != 1 or set(form) - {"n", ""}:
        raise InputError("formula: expected terms such as a(n) and a(-n-2) in a reciprocity")
    return form["n"] > 0, int(form[""])


def claim_of_products(
    text: str, subject: str, sides: tuple[nodes.Node, nodes.Node], since: int | None = None
) -> ReciprocityClaim | None:
    """Return the claim that two products with one term each are equal, or None for other expressions."""
    terms = [[part for part in fraction_factors(side)[0] if isinstance(part, nodes.Symbol)] for side in sides]
    is_backward = [not _index(part)[0] for own in terms for part in own]
    letters = frozenset[str]().union(*map(nodes.letters, sides)) - {"n"}
    labels = {part.label for own in terms for part in own}
    # Every name is one of these terms, also in denominators, exponents and brackets.
    is_read = [len(own) for own in terms] == [len(nodes.symbols(side)) for side in sides] == [1, 1]
    is_read &= (
        len(labels) == 1
        and not any(label[0] in KNOWN_NAMES for label in labels)
        and all(isinstance(value, nodes.Letter) for own in terms for one in own for value in one.arguments)
    )
    if not (is_read and any(is_backward) and letters and letters <= {"x", "y"}):
        return None
    weights = Weights.PLAYERS if "y" in letters else Weights.PIECES
    return ReciprocityClaim(text=text, subject=subject, since=since, sides=sides, weights=weights)
