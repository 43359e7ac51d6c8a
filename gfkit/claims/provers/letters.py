r"""Closed forms in n and another letter: ``k(k-1)(k^2-3k+3)^{n-1}``, the chromatic polynomials of ladders.

A closed form that is a sum of products c(x) n^j b_1(x)^(s_1 n + c_1) ... with rational functions c and b_i
has the rational generating function sum of c b_1^(c_1) ... (t d/dt)^j 1/(1 - b_1^(s_1) ... t). It is compared
exactly with the generating function of the polynomials, so agreement holds for every n and every value of the
letter for which both sides are defined.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from gfkit.claims.provers.expansion import expansion, times_polynomial
from gfkit.claims.provers.explicit import first_behind
from gfkit.claims.provers.result import Agreement, Difference, difference_at
from gfkit.claims.provers.sequence import Point, exact_value, rational, whole_value
from gfkit.claims.provers.series import COMPARED, SeriesClaim
from gfkit.claims.provers.truth import KnownSequence, LawTruth, Truth, terms_evidence
from gfkit.claims.statement.linear import fraction_factors, linear_form
from gfkit.claims.statement.ratio import Ratio, Ring, ratio, ring_of
from gfkit.claims.statement.tree import A_OF_N, Claim, SequenceDefinition, Span, relates, value_claim
from gfkit.core.algebra import RationalGF
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.boards import optimum_named
from gfkit.core.deferred import dataclass, regex
from gfkit.core.errors import InputError
from gfkit.core.rules import NAMED, Question
from gfkit.core.rules.library import names_game
from gfkit.core.rules.object import Object
from gfkit.core.typing import OnProgress, SideWord, Weights

_LAMBDA = regex(r"\\lambda(?![A-Za-z])|λ|\blambda\b")
_WORD = regex(r"(?<!\\)\b[A-Za-z]{1,2}(?![A-Za-z])|(?<=\d)[A-Za-z]{1,2}(?![A-Za-z])")
_POLYNOMIAL = regex(r"[ _-]polynomials?$", re.IGNORECASE)
_COLOURINGS = regex(r"colou?rings:[a-z]")


@dataclass(frozen=True)
class LetterClaim(SeriesClaim):
    """Claim of a closed form in n and other letters, by its generating function.

    Single terms in ``given`` replace its values.
    """

    given: tuple[tuple[int, nodes.Node], ...] = ()
    is_series = False

    def stated(self, known: KnownSequence) -> list[Claim | SequenceDefinition]:
        """Return the formula for the polynomials, and the single ones."""
        given = [n for n, _ in self.given]
        start = first_behind(given, max(self.claimed_from, known.first_n))
        claims = [value_claim(n, value) for n, value in self.given]
        return [*claims, relates(A_OF_N, self.side, Span(start))]

    def compare(self, truth: Truth) -> Agreement | Difference:
        """Compare the generating functions, or the first polynomials if the side contains a sum."""
        has_sum = not self.given and any(
            isinstance(part, nodes.BigOperator) for part in nodes.walk(self.side)
        )
        return self._compare_polynomials(truth) if has_sum else super().compare(truth)

    def _compare_polynomials(self, truth: Truth) -> Agreement | Difference:
        known, start = truth.sequence(self.weights), max(self.claimed_from, truth.first_n)
        wrong: dict[int, tuple[str, str]] = {}
        for n, true in enumerate(known.terms(start, start + COMPARED), start):
            side = letter_value(self.side, Point({"n": n}))
            value = ratio(side, ring_of(side)).plain
            if not (value - value.ring.element(true)).is_zero:
                wrong[n] = str(value), str(true)
        if wrong:
            n, later = min(wrong), max(wrong) + 1
            return difference_at(known, f"at n = {n} the formula gives", n, *wrong[n], holds_from=later)
        reason = f"the polynomials for n = {start}, ..., {start + COMPARED - 1} agree; gfkit has no proof"
        return Agreement(known, reason, terms_evidence(COMPARED), start)

    @property
    def value(self) -> Ratio:
        ring = ring_of(self.side, *(value for _, value in self.given))
        series = letter_series(self.side, ring)
        for n, value in self.given:
            coefficient = expansion(series, n + 1).get(n, ring.number(0))
            series = series + (ratio(value, ring) - coefficient) * ring.letter("t", n)
        return series.plain


@dataclass(frozen=True, eq=False)
class PolynomialTruth(LawTruth):
    """Polynomials of a family of graphs, in the variable x."""

    letter: str = "x"
    """Letter that denotes the variable in the formula."""
    words: tuple[str, str] = ("", "")
    question: Question | None = None  # type: ignore[assignment]
    """A query about the same boards."""

    @property
    def constants(self) -> Mapping[str, int | str]:
        return {self.letter: "x"}

    def object_for(self, weights: Weights) -> Object | None:  # noqa: ARG002
        return Object("polynomial", *self.words)


def polynomial_named(game: object) -> str | None:
    """Return the polynomial in one variable that the name of a structure denotes, or None.

    The word "matching" alone is a structure; ``colourings:k`` with a letter is the chromatic polynomial.

    >>> [polynomial_named(name) for name in ("chromatic polynomial", "colourings:k", "colourings:3")]
    ['chromatic', 'chromatic', None]
    """
    name = "chromatic" if isinstance(game, str) and _COLOURINGS.fullmatch(game) else game
    name = _POLYNOMIAL.sub("", name).lower() if isinstance(name, str) else name
    if not isinstance(name, str) or name in NAMED:
        return None
    from gfkit.questions.graph_polynomial import KINDS  # few formulas are about these polynomials

    is_single = name in KINDS and len(KINDS[name].variables) == 1
    return str(name) if is_single and (name != "matching" or game != name) else None


def optimum_side(game: object, side: SideWord | None) -> tuple[object, str] | None:
    """Return the structure and the side of the name of an optimal number, or of a structure with a side; None
    for the counts of a structure.

    >>> optimum_side("domination number", None), optimum_side("kings", None)
    (('dominating-sets', 'minimum'), None)
    """
    if side is not None or not isinstance(game, str) or names_game(game) or "/" in game:
        return None if side is None else (game, side)
    named = optimum_named(game)
    return (game if named.piece else named.name, named.side) if named else None


def polynomial_truth(
    kind: str, family: str, text: str, on_progress: OnProgress | None = None
) -> tuple[str, str | None, PolynomialTruth]:
    """Return a formula with a single letter for the variable of polynomials, its size variable if this is x,
    and the polynomials of a family.
    """
    from gfkit.questions.graph_polynomial import KINDS, graph_polynomial

    found: Any = graph_polynomial(kind, family, on_progress=on_progress)  # type: ignore[arg-type]
    own, law = KINDS[kind].variables[0], found.generating_function
    text = _LAMBDA.sub("q", text)
    used = {letter for word in _WORD.findall(text) for letter in word}
    letters = used & set("kpqyz") or {"x" if "x" in used else own}
    if len(letters) > 1:
        raise InputError(f"formula: {' and '.join(sorted(letters))} are several letters for one variable")
    renamed = RationalGF.parse(re.sub(rf"\b{own}\b", "x", str(law)), first_n=law.first_n)
    asked = Question.of("independent-sets", family)
    truth = PolynomialTruth(
        renamed, found.evidence, letter=letters.pop(), words=(kind, family), question=asked
    )
    is_size = truth.letter != "x" and "x" in used and not used & {"t", "n"}
    return text, "x" if is_size else None, truth


def letter_value(tree: nodes.Node, point: Point) -> nodes.Node:
    """Return a closed form in n and other letters at one n, with all sums and numbers computed."""

    def change(part: nodes.Node) -> nodes.Node | None:
        if isinstance(part, nodes.BigOperator) and part.high is not None and not part.is_product:
            low, high = (whole_value(exact_value(end, point), "ranges need") for end in (part.low, part.high))
            inner = (letter_value(part.body, point.at(part.letter, k)) for k in range(low, high + 1))
            return nodes.Sum((nodes.ZERO, *inner))
        is_number = not nodes.symbols(part) and nodes.letters(part) <= point.letters.keys()
        return nodes.Number(rational(exact_value(part, point), "terms are")) if is_number else None

    return nodes.rebuild(tree, change)


def letter_series(tree: nodes.Node, ring: Ring) -> Ratio:
    """Return the generating function of a closed form in n with other letters, for all n >= 0.

    >>> from gfkit.claims.statement.parse import read_statement
    >>> print(letter_series(read_statement("(x-1)^n + (-1)^n*(x-1)").chains[0].sides[0], Ring()))
    (x + 2*x*t - x^2*t)/(1 + 2*t - x*t + t^2 - x*t^2)
    """
    match tree:
        case nodes.Group(body=body):
            return letter_series(body, ring)
        case nodes.Negative(body=body):
            return -letter_series(body, ring)
        case nodes.Sum(terms=terms):
            return sum((letter_series(term, ring) for term in terms), ring.number(0))
    scale = base = index = ring.number(1)
    parts = fraction_factors(tree)
    for factors, sign in zip(parts, (1, -1), strict=True):
        for k, part in enumerate(factors):
            form = linear_form(part.exponent) if isinstance(part, nodes.Power) else None
            body = part.body if isinstance(part, nodes.Group) else part
            if "n" not in nodes.letters(part):
                scale = scale * ratio(part, ring) ** sign
            elif form is not None and isinstance(part, nodes.Power) and "n" not in nodes.letters(part.base):
                if form["n"].denominator != 1 or form[""].denominator != 1:
                    raise InputError("formula: exponents in a formula with two letters must be integers")
                root = ratio(part.base, ring) ** sign
                base, scale = base * root ** int(form["n"]), scale * root ** int(form[""])
            elif isinstance(body, nodes.Sum) and sign == 1:
                rest = nodes.quotient(
                    nodes.product(*factors[:k], *factors[k + 1 :]), nodes.product(*parts[1])
                )
                spread = (letter_series(nodes.Product((term, rest)), ring) for term in body.terms)
                return sum(spread, ring.number(0))
            else:
                index = index * ratio(part, ring) ** sign
    return times_polynomial(index, scale / (ring.number(1) - base * ring.letter("t")))
