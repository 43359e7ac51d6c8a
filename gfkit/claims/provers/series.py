"""Claims of rational generating functions: comparison with a sequence, and small corrections.

Corrections are tried in this order: 1. a factor t^k (a shifted index) or a constant factor; 2. missing or
wrong initial terms; 3. x and y swapped;
4. x t and y t for x and y in numerator or denominator; 5. a new subexpression: for every part, the only
   replacement that makes the formula correct is computed, and it is accepted if it is about as simple; 6. a
   new numerator over the printed denominator.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import islice

from gfkit.claims.provers.expansion import expansion, polynomial_part, summed_series, without_beginning
from gfkit.claims.provers.result import Agreement, Difference, Stated, difference_at
from gfkit.claims.provers.truth import (
    Form,
    KnownSequence,
    LawTruth,
    Truth,
    as_quotient,
    evidence_by,
    term_at,
    terms_evidence,
)
from gfkit.claims.statement.printed import SummedTerms
from gfkit.claims.statement.ratio import Ratio, degrees, ratio, ring_of
from gfkit.claims.statement.tree import A_OF_N, Claim, Expansion, SequenceDefinition, a_at
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.deferred import dataclass
from gfkit.core.errors import GfkitError, InputError
from gfkit.core.typing import Weights

COMPARED = 24
"""Number of terms compared if all terms are known, but no generating function."""
_MOST_SHIFT = 4
_MOST_TERMS = 3
_MOST_PLACES = 400
_MOST_WORK = 20_000
_MOST_SHOWN = 60
_UNKNOWN = nodes.Letter("u")


@dataclass(frozen=True)
class SeriesClaim(Stated):
    """Claim that ``side`` is the generating function of the sequence. ``text`` is the formula as printed."""

    side: nodes.Node
    text: str
    weights: Weights
    since: int = 0
    """Smallest n in a printed sum of a(n) t^n over n; terms before it are excluded."""
    claimed_from: int = 0
    """Smallest n of the claimed range; terms before it are not compared."""
    form = Form.SERIES
    is_series = True
    printed_from = None

    @property
    def value(self) -> Ratio:
        return ratio(self.side, ring_of(self.side)).plain

    def stated(self, known: KnownSequence) -> list[Claim | SequenceDefinition]:
        if (found := getattr(known, "summed", None)) is not None:
            return [_stated_sum(found[0], self.side)]
        least = max(self.since, self.claimed_from, known.first_n)
        return [Expansion(A_OF_N, self.side, least, is_cut=least > self.since)]

    def compare(self, truth: Truth) -> Agreement | Difference:
        """Compare with the true rational function, or with all known terms.

        If the sequence starts at some n > 0, the printed coefficients before its start are a convention.
        """
        known, formula = truth.sequence(self.weights), self.value
        if known.rational is None:
            return self._compare_terms(known, formula)
        true, first_n, notes = (
            as_quotient(known.rational, formula.ring),
            known.first_n,
            self._missing_letter_notes(),
        )
        is_late, is_cut = self.since > first_n, self.claimed_from > first_n
        if is_cut:
            first_n = self.claimed_from
            true = without_beginning(true, first_n)
        if is_late:
            true, first_n = without_beginning(true, self.since), 0
        elif first_n:
            cut = without_beginning(formula, first_n)
            if not (formula - cut).is_zero:
                why = "" if is_cut else ", as the family starts there"
                notes.append(f"compared for n >= {first_n}{why}")
            formula = cut
        difference = formula - true
        if difference.is_zero:
            evidence = evidence_by(known, "generating-functions-compared", known.evidence.details)
            text = f"{true.plain}" if is_late or is_cut else f"{known.rational}"
            return Agreement(
                known,
                f"the formula and the derived generating function are both {text}",
                evidence,
                max(first_n, self.since),
                None,
                tuple(notes),
            )
        n = difference.valuation()
        right = formula.ring.element(term_at(known, n) if n >= self.since else 0)
        parts = polynomial_part(difference)
        agrees_from = None if parts is None else max(parts) + 1
        if agrees_from and not is_late and not formula.is_zero and formula.valuation() >= agrees_from:
            notes.append(
                f"all terms from n = {agrees_from} on agree; --from {agrees_from} (valid_from in Python)"
                " compares these"
            )
        if n < self.since and is_late:
            notes.append(f"the sum begins at n = {self.since}; all earlier coefficients are 0")
        return difference_at(
            known,
            f"at n = {n} the formula gives",
            n,
            str((right + difference.leading_coefficient()).plain),
            str(right),
            right=str(true.plain) if is_late or is_cut else None,
            holds_from=agrees_from,
            proof=None if parts is None else known.evidence,
            repair=lambda: series_repair(self.side, self.text, formula, true, self.weights, first_n),
            notes=tuple(notes),
        )

    def _compare_terms(self, known: KnownSequence, formula: Ratio) -> Agreement | Difference:
        """Compare the known terms with the coefficients."""
        ring, end = formula.ring, COMPARED if known.end is None else known.end
        coefficients = expansion(formula, end)
        start = min([known.first_n, *(n for n, part in coefficients.items() if n < 0 and not part.is_zero)])
        for n in range(max(start, self.claimed_from), end):
            true = ring.element(term_at(known, n) if n >= self.since else 0)
            value = coefficients.get(n, ring.number(0))
            if not (value - true).is_zero:
                return difference_at(
                    known,
                    f"at n = {n} the formula gives",
                    n,
                    str(value),
                    str(true),
                    repair=lambda: self._repair_by_terms(known, formula),
                )
        count = end - known.first_n
        words = f"all {count} terms agree" if known.end is not None else f"the first {count} terms agree"
        return Agreement(known, words, terms_evidence(count), known.first_n)

    def _missing_letter_notes(self) -> list[str]:
        """Return a note if none of the variables of the weights occurs in the formula."""
        missing = set(self.weights.variables) - nodes.letters(self.side)
        if not missing or len(missing) < len(self.weights.variables):
            return []
        return [f"the formula does not contain {' or '.join(sorted(missing))}; it is compared unchanged"]

    def _repair_by_terms(self, known: KnownSequence, formula: Ratio) -> str | None:
        """Return a repair that yields a formula guessed from the data, or all known terms after a shift or
        a factor.
        """
        if known.end is None:
            return None
        ring, law = formula.ring, known.likely_law
        if law is not None:
            true = as_quotient(law, ring)
            repair = series_repair(self.side, self.text, formula, true, self.weights, known.first_n)
            if repair:
                return repair
        terms = [ring.element(value) for value in known.terms(known.first_n, known.end)]
        for shift in (1, -1, 2, -2, 3, -3):
            values = expansion(formula, known.end - shift)
            moved = [values.get(n - shift, ring.number(0)) for n in range(known.first_n, known.end)]
            if moved == terms:
                return f"a factor t^{shift} is missing: the index is shifted by {shift}"
        values = expansion(formula, known.end)
        pairs = [(values.get(n, ring.number(0)), value) for n, value in enumerate(terms, known.first_n)]
        factor = next((value / given for given, value in pairs if not given.is_zero), None)
        if factor is not None and not factor.is_zero and all(factor * a == b for a, b in pairs):
            return f"a constant factor {factor} is missing"
        return None


# Repairs


def coefficients_of(found: SummedTerms, truth: Truth, weights: Weights) -> LawTruth:
    """Return the coefficients of a power series with other terms than a(n) t^n, as the reference for it."""
    known = truth.sequence(weights)
    if known.rational is None:
        raise InputError("formula: a sum over such terms requires a rational generating function")
    series, about = summed_series(known.rational, found), truth.object_for(weights)
    return LawTruth(series, known.evidence, about=about, summed=(found, known))


def _stated_sum(printed: SummedTerms, right: nodes.Node) -> Expansion:
    """Return the claim that a printed power series is the expansion of ``right``."""
    index, power = (
        nodes.sum_of_terms([nodes.product(nodes.Number(p), nodes.N), *[nodes.Number(q)] * (q != 0)])
        for p, q in (printed.index, printed.power)
    )
    coefficient = nodes.product(printed.weight, a_at(index))
    return Expansion(coefficient, right, printed.since, printed.is_exponential, power=power)


def series_repair(
    side: nodes.Node, text: str, formula: Ratio, true: Ratio, weights: Weights, first_n: int = 0
) -> str | None:
    """Return the first change that makes the formula equal to the true function, or None."""
    repairs = [
        _factor_repair(formula, true),
        _first_terms_repair(formula, true, first_n),
        *_letter_repairs(formula, true, weights),
    ]
    repair = next((words for words in repairs if words), None)
    return repair or _one_place_repair(side, true, text) or _numerator_repair(formula, true)


def _factor_repair(formula: Ratio, true: Ratio) -> str | None:
    """Return a repair by a power of t, a constant factor, or both."""
    if formula.is_zero or true.is_zero:
        return None
    quotient = (true / formula).plain
    above, below = quotient.degree("t")
    power = above - below
    if abs(power) > _MOST_SHIFT:
        return None
    number = quotient / quotient.ring.letter("t", power)
    if number.polynomials(()) is None:
        return None
    texts = []
    if power:
        missing = "missing" if power > 0 else "too much"
        size = "t" if abs(power) == 1 else f"t^{abs(power)}"
        texts.append(f"a factor {size} is {missing} (the index is shifted by {abs(power)})")
    if number != number.ring.number(1):
        texts.append(f"a constant factor {number} is missing")
    return " and ".join(texts) or None


def _first_terms_repair(formula: Ratio, true: Ratio, first_n: int) -> str | None:
    """Return a repair that corrects a few initial terms."""
    parts = polynomial_part(true - formula)
    if not parts or len(parts) > _MOST_TERMS or min(parts) < first_n:
        return None
    ring = formula.ring
    total = sum((part * ring.letter("t", n) for n, part in parts.items()), ring.number(0))
    listed = ", ".join(map(str, sorted(parts)))
    where = f"the term at n = {listed} is" if len(parts) == 1 else f"the terms at n = {listed} are"
    return f"{where} wrong or missing: add {total.plain}; all other terms are correct"


def _letter_repairs(formula: Ratio, true: Ratio, weights: Weights) -> Iterator[str | None]:
    """Yield corrections of the variables: x and y swapped, or a missing t next to them."""
    ring = formula.ring
    t, x, y = (ring.letter(name) for name in "txy")
    if weights is Weights.PLAYERS and (formula.substitute(x=y, y=x) - true).is_zero:
        yield "x and y are swapped"
    if weights is Weights.NONE:
        return
    both = " and y t for x and y" if weights is Weights.PLAYERS else " for x"
    above, below = formula.numerator, formula.denominator
    moved_above, moved_below = (part.substitute(x=x * t, y=y * t) for part in (above, below))
    for words, upper, lower in (
        ("in the numerator", moved_above, below),
        ("in the denominator", above, moved_below),
        ("everywhere", moved_above, moved_below),
    ):
        if not lower.is_zero and (upper / lower - true).is_zero:
            yield f"factors t are missing: x t{both} {words}"


def _numerator_repair(formula: Ratio, true: Ratio) -> str | None:
    """Return a correction of the numerator if the denominator is correct after cancellation."""
    above = (true * formula.denominator).plain
    if formula.degree("t")[1] == 0 or any(degrees(above.below)):
        return None
    if true.degree("t")[1] < formula.degree("t")[1]:
        return None
    return f"the denominator is correct; the numerator should be {above}"


# Changes of one part of the formula


_Change = tuple[int, str]
"""Size of a change (smaller is likelier), and its description."""


def _one_place_repair(side: nodes.Node, true: Ratio, text: str) -> str | None:
    """Return the smallest change of one part that makes the formula correct.

    With u for a part, the formula is (A + B u)/(C + D u) if it is linear in u, so that u is (true C - A)/(B
    - true D), without a search. Parts inside a power occur with higher powers of u and are omitted. ``text``
      is the parsed string.
    """
    ring = ring_of(side)
    changes: list[_Change] = []
    most = min(_MOST_PLACES, _MOST_WORK // sum(1 for _ in nodes.walk(side)))
    for part, is_summand, around in islice(_iterate_outer_parts(side), most):
        try:
            solved = _solve_for_unknown(nodes.replace_part(side, part, _UNKNOWN), true)
            printed = ratio(part, ring).plain
        except GfkitError:
            continue  # the part is in an exponent, or no replacement exists
        if solved is not None:
            words = _part_text(part, printed, text)
            change = _build_change(part, printed, solved.plain, words, most=1 if is_summand else 2)
            if change is not None and isinstance(part, nodes.Number):
                change = (change[0], change[1] + place_text(around, text))
            changes += [change] if change is not None else []
    return min(changes, key=lambda change: change[0])[1] if changes else None


def _iterate_outer_parts(side: nodes.Node) -> Iterator[tuple[nodes.Node, bool, nodes.Node]]:
    """Yield the parts outside exponents, each with its parent and with True if it is a summand."""
    queue = deque([(side, False, side)])
    while queue:
        node, is_summand, around = queue.popleft()
        yield node, is_summand, around
        inside = isinstance(node, nodes.Sum) or (is_summand and isinstance(node, nodes.Negative))
        outer = around if isinstance(node, nodes.Negative | nodes.Group) else node
        parts = [node.base] if isinstance(node, nodes.Power) else nodes.children(node)
        queue += [(part, inside, outer) for part in parts]


def place_text(around: nodes.Node, text: str) -> str:
    """Return a phrase that quotes the parent of a number; empty if it is long or the whole formula."""
    snippet = text[around.start : around.end].strip("+ ")
    return f", in {snippet}" if 0 < len(snippet) <= _MOST_SHOWN and snippet != text.strip() else ""


def _solve_for_unknown(tree: nodes.Node, true: Ratio) -> Ratio | None:
    above, below = ratio(tree, true.ring).coefficients("u")
    if len(above) > 2 or len(below) > 2:
        return None
    zero = true.ring.number(0)
    a, b = [*above, zero][:2]
    c, d = [*below, zero][:2]
    slope = b - true * d
    return None if slope.is_zero else (true * c - a) / slope


def _build_change(part: nodes.Node, printed: Ratio, solved: Ratio, text: str, most: int) -> _Change | None:
    """Return the change if the replacement is about as simple as the printed part, or None.

    At most ``most`` terms may replace a single term.
    """
    if any(degrees(solved.below)) or solved.is_zero:
        return None
    if (solved + printed).is_zero:
        return (0 if isinstance(part, nodes.Negative) else 1, f"the sign of {text} is wrong")
    if isinstance(part, nodes.Negative):
        return None  # other changes are found in the body of this part
    terms, before = len(solved.above), len(printed.above)
    if isinstance(part, nodes.Number) and terms == 1 and not any(degrees(solved.above)):
        return (2, f"{text} should be {solved}")
    if isinstance(part, nodes.Power) and isinstance(part.exponent, nodes.Number):
        exponent = _exponent(part, solved)
        if exponent is not None:
            return (3, f"the exponent of {text} should be {exponent}")
    if terms == 1 and before == 1:
        return (4, f"{text} should be {solved}")
    added = (solved - printed).plain
    if isinstance(part, nodes.Sum) and len(added.above) == 1:
        return (5, f"a term {added} is missing from {text}")
    if terms <= most and before == 1:
        return (6, f"{text} should be {solved}")
    return None


def _exponent(part: nodes.Power, solved: Ratio) -> int | None:
    base = ratio(part.base, solved.ring)
    assert isinstance(part.exponent, nodes.Number)
    size = int(part.exponent.value)
    near = (size + step for step in (1, -1, 2, -2, 3, -3))
    return next((k for k in near if k >= 0 and (base**k - solved).is_zero), None)


def _part_text(part: nodes.Node, printed: Ratio, text: str) -> str:
    """Return the part as printed, or its expansion if the printed part is long or empty."""
    body = part.body if isinstance(part, nodes.Negative) else part
    snippet = text[body.start : body.end].strip("+ ")
    shown = snippet if 0 < len(snippet) <= _MOST_SHOWN else str(printed)
    return f"({shown})" if isinstance(body, nodes.Sum) and not shown.endswith((")", "}")) else shown
