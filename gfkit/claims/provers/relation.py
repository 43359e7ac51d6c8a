"""Claims of recurrences: comparison with a sequence, proof for every n, and small corrections.

Corrections are tried in this order, and each is checked like the recurrence itself: 1. a larger first n;
2. one coefficient, which is solved for; 3. one index; 4. a missing term, whose coefficient is solved for; 5.
   x and y swapped, or other values substituted for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product

from gfkit.claims.provers import sequence
from gfkit.claims.provers.expansion import (
    RelationFailures,
    SeriesByName,
    defect_series,
    expansion,
    failures_from,
)
from gfkit.claims.provers.explicit import first_behind
from gfkit.claims.provers.kind import is_identity
from gfkit.claims.provers.result import (
    NO_VALUE,
    Agreement,
    Difference,
    Failure,
    Stated,
    difference_at,
    failure_at_term,
    missing_term,
    no_value,
)
from gfkit.claims.provers.series import COMPARED
from gfkit.claims.provers.truth import (
    Form,
    KnownSequence,
    Truth,
    as_quotient,
    has_term,
    last_in_range,
    range_evidence,
    term_at,
    terms_evidence,
)
from gfkit.claims.statement import tree
from gfkit.claims.statement.canonical import NotStatedError
from gfkit.claims.statement.linear import Linear, Name, Term, linear
from gfkit.claims.statement.parse import Chain
from gfkit.claims.statement.ratio import Ratio, Ring, degrees, ratio, ring_of
from gfkit.core.algebra import DifferentialEquation, Evidence, Polynomial, PRecursive, Status
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.algebra.formula.tree import Node, Number, Power, Quotient, letters, walk
from gfkit.core.algebra.relation import integer_roots
from gfkit.core.algebra.series import rational_polynomial
from gfkit.core.deferred import dataclass, replace
from gfkit.core.errors import DivisionError, GfkitError, InputError, LimitError, NoValueError, UndecidedError
from gfkit.core.typing import Weights

_LARGEST_N = 10_000
_MOST_LISTED = 8


@dataclass(frozen=True)
class RelationClaim(Stated):
    """Claim that left = right for all n >= ``valid_from``, with initial values.

    If ``valid_from`` is None, the range begins at the smallest n for which all indices are admissible.
    ``printed_from`` is the first n of a printed range: at each n of it every index must be admissible. If
    ``is_zero_below``, terms with a negative index are 0.
    """

    left: Linear
    right: Linear
    ring: Ring
    text: str
    weights: Weights
    valid_from: int | None = None
    initial: tuple[tuple[Name, int, Ratio], ...] = ()
    divisors: tuple[Ratio, ...] = ()
    """Printed denominators that contain n. The relation is undefined at their zeros."""
    printed_from: int | None = None
    is_zero_below: bool = False
    printed: tuple[Node, Node] | None = None
    """Both sides as printed."""
    form = Form.RECURRENCE

    @property
    def defect(self) -> Linear:
        """Left side minus right side, which must be zero."""
        return self.printed_defect.collect()

    @property
    def printed_defect(self) -> Linear:
        """Left side minus right side with the terms in the order in which they were printed."""
        return self.left.minus(self.right)

    @property
    def names(self) -> list[Name]:
        """Names of the sequences, starting with the name of the leading term."""
        return list(dict.fromkeys(term.name for term in self.defect.terms))

    def start(self, first_n: int) -> int:
        """Return the first n for which the relation is claimed."""
        least = max(first_n - term.shift for term in self.defect.terms)
        if self.defect.rest:
            least = max(0, least)  # an inhomogeneous part is claimed only for n >= 0
        if self.valid_from is not None:
            return max(least, self.valid_from)
        return max(least, self.behind_given(first_n))

    def behind_given(self, first_n: int) -> int:
        """Return the first n whose largest index exceeds the indices of the initial values.

        A recurrence may be printed with initial values a(1), a(2), ... even if a(0) exists.
        """
        top = max(term.shift for term in self.defect.terms)
        return first_behind((n for _, n, _ in self.initial), first_n, first_n + 1) - top

    def stated(self, known: KnownSequence) -> list[tree.Claim | tree.SequenceDefinition]:
        """Return the recurrence and the single terms.

        If terms before the first board are given, the recurrence defines a sequence b, which a is equal to.
        """
        if self.printed is None or len({name.label for name in self.names}) > 1:
            raise NotStatedError("formula: a recurrence of several sequences")
        label, first = self.names[0].label, known.first_n
        left, right = (tree.about_a(side, label, variables=self.weights.variables) for side in self.printed)
        if self.is_zero_below:
            left, right = (tree.zero_below(side, self.printed_from or 0) for side in (left, right))
        given = [(n, _node_of(value)) for _, n, value in self.initial]
        start = self.start(first) if self.printed_from is None else self.printed_from
        if all(n >= first for n, _ in given):
            span = tree.Span(start, last_in_range(known, *self.printed))
            return [*(tree.value_claim(n, value) for n, value in given), tree.relates(left, right, span)]
        shift = self.leading_term.shift
        moved = nodes.substitute_n(right, nodes.Sum((nodes.N, nodes.Number(-shift)))) if shift else right
        if left != tree.a_at(nodes.Sum((nodes.N, nodes.Number(shift))) if shift else nodes.N):
            raise NotStatedError("formula: a recurrence that is not solved for its leading term")
        values = tuple(sorted((n, Fraction(one.value)) for n, one in given if isinstance(one, nodes.Number)))
        least = max(n for n, _ in given) + 1 if self.printed_from is None else start + shift
        lowest = least - shift + min(term.shift for term in self.defect.terms)
        if [n for n, _ in values] != [*range(min(lowest, values[0][0]), least)]:
            raise UndecidedError(
                "the printed values do not determine the sequence that the recurrence defines"
            )
        rule = tree.SequenceDefinition("b", None, values, tree.about_a(moved, ("a",), "b"), least)
        b = nodes.Symbol(("b",), nodes.N)
        return [rule, tree.relates(tree.A_OF_N, b, tree.Span(first, last_in_range(known)))]

    def zero_divisor(self, start: int) -> int | None:
        """Return the first n >= ``start`` at which a printed denominator is zero, even if it cancels, or
        None.
        """
        return min(
            (n for part in self.divisors for n in _find_integer_zeros(part) if n >= start), default=None
        )

    def check_defined(self, start: int) -> None:
        """Raise InputError if the relation divides by zero at some n >= ``start``."""
        n = self.zero_divisor(start)
        if n is not None:
            raise InputError(
                f"formula: division by zero at n = {n}; state a larger smallest n, or multiply it out"
            )

    @property
    def leading_term(self) -> Term:
        """Term with the largest index, for which the relation is solved."""
        return max(self.left.terms or self.defect.terms, key=lambda term: term.shift)

    def compare(self, truth: Truth) -> Agreement | Difference:
        """Compare both sides. The generating function of left minus right must be a polynomial of degree
        below the claimed range.

        If a sequence has no rational generating function, the relation is compared term by term. It is then
        proved if the sequence's own recurrence reduces it to 0 = 0.
        """
        named = _sequences_of(self, truth)
        first_n = max(named_sequence.known.first_n for named_sequence in named.values())
        start = self.start(first_n)
        wrong = self._wrong_value(named) or self._wrong_beginning(named, start)
        if wrong is not None:
            return wrong
        main = named[self.leading_term.name]
        series = _series(named, self.ring)
        if series is not None:
            failures = failures_from(defect_series(self.defect, series, self.ring), start)
            end = None
        else:
            failures, end = self._by_terms(named, start)
        if not failures.failing:
            return self._agreement(named, start, end)
        n, lead = min(failures.failing), self.leading_term
        value_of = _values_at(named, self.ring, n)
        value, true = self._leading_values(failures.failing[n], n, value_of)
        later = failures.for_good_from
        is_lasting = series is not None and later is not None and self.zero_divisor(later) is None
        return difference_at(
            main.known,
            f"at n = {n + lead.shift} the formula gives",
            n + lead.shift,
            value,
            true,
            holds_from=later,
            proof=_evidence(named, main.known, later) if is_lasting and later is not None else None,
            repair=None if series is None else lambda: _repair(self, truth, series, failures, start),
            failure_at=partial(self._printed_failure_at, named),
            printed_n=n,
        )

    def _by_terms(self, named: _SequenceByName, start: int) -> tuple[RelationFailures, int]:
        """Return the failures among the known terms, or among the first few dozen terms of an infinite
        sequence.
        """
        last = min(
            (
                named_sequence.known.end
                for named_sequence in named.values()
                if named_sequence.known.end is not None
            ),
            default=None,
        )
        top = max(term.shift for term in self.defect.terms)
        end = start + COMPARED if last is None else last - top
        if end <= start:
            first = min(named_sequence.known.first_n for named_sequence in named.values())
            raise InputError(
                f"data: {(last or 0) - first} terms for n >= {first} are too few to test the recurrence;"
                f" {start + top + 1 - first} are required"
            )
        failing: dict[int, Ratio] = {}
        for n in range(start, end):
            defect = _total_at(self.defect, self.ring, n, _values_at(named, self.ring, n))
            if not defect.is_zero:
                failing[n] = defect
        later = max(failing, default=start - 1) + 1
        return RelationFailures(failing, later if later < end else None), end

    def _agreement(self, named: _SequenceByName, start: int, end: int | None) -> Agreement:
        self.check_defined(start)
        known = named[self.leading_term.name].known
        failure_at = partial(self._printed_failure_at, named)
        if end is not None:
            if known.end is None and _follows_from_law(self, known, start):
                evidence = Evidence(Status.PROVED, "reduced-by-recurrence", (("holds_from", start),))
                reason = f"it follows from {known.in_form(self.form)}"
                return Agreement(known, reason, evidence, start, failure_at=failure_at)
            reason = f"the formula holds for n = {start}, ..., {end - 1}"
            count = end - start
            evidence = terms_evidence(count) if known.end is None else range_evidence(known, count)
            return Agreement(known, reason, evidence, start, failure_at=failure_at)
        checked = sum(n >= named[name].known.first_n for name, n, _ in self.initial)
        given = f" and the {checked} given initial values are correct" if checked else ""
        evidence = _evidence(named, known, start)
        return Agreement(
            known, f"the formula holds for every n >= {start}{given}", evidence, start, failure_at=failure_at
        )

    def _leading_values(self, defect: Ratio, n: int, value_of: _ValueOf) -> tuple[str, str]:
        """Return the value of the leading term computed from the values of the other terms, and its true
        value. If its coefficient is zero at n, return the values of both sides.
        """
        lead, true = self.leading_term, value_of(self.leading_term)
        scale = next(
            term.coefficient
            for term in self.defect.terms
            if (term.name, term.shift) == (lead.name, lead.shift)
        ).substitute(n=self.ring.number(n))
        if scale.is_zero:
            right = _total_at(self.right, self.ring, n, value_of)
            return f"{right.plain} on the right side", f"{(right + defect).plain} on the left side"
        return str((true - defect / scale).plain), str(true.plain)

    def _wrong_value(self, named: _SequenceByName) -> Difference | None:
        """Return the difference at the first wrong initial value, or None."""
        for name, n, value in self.initial:
            named_sequence = named[name]
            known = named_sequence.known
            if not has_term(known, n):
                continue
            if n > _LARGEST_N and known.end is None:
                raise LimitError(
                    f"formula: an initial value is given at n = {n}; at most n = {_LARGEST_N} is supported"
                )
            true = named_sequence.term(n, self.ring)
            if not (value - true).is_zero:
                shown = range(max(known.first_n, n + 1 - _MOST_LISTED), n + 1)
                listed = ", ".join(f"a({k}) = {named_sequence.term(k, self.ring)}" for k in shown)
                words = "the initial values are" if shown.start == known.first_n else "the correct value is"
                return difference_at(
                    known,
                    f"the initial value at n = {n} is given as",
                    n,
                    str(value.plain),
                    str(true.plain),
                    repair=partial("{} {}".format, words, listed),
                )
        return None

    def _wrong_beginning(self, named: _SequenceByName, start: int) -> Difference | None:
        """Return the first difference caused by initial values with an index below the first one, or None."""
        given = self._given_below(named)
        if not given or self.is_zero_below:
            return None
        lead = self.leading_term
        main = named[lead.name]
        for n in range(max(self._since_given(given), main.known.first_n - lead.shift), start):
            failure = self._failure_at(named, n)
            if failure is not None and not failure.is_undefined:
                first = failure.first
                words = "with the given initial values the formula gives"
                says = main.known.sentence(first.n, first.true)
                return Difference(main.known, f"{words} {first.formula} at n = {first.n}, {says}", first)
        return None

    def _given_below(self, named: _SequenceByName) -> dict[tuple[Name, int], Ratio]:
        """Return the given values with an index below the first one, and the terms that follow from them.
        They extend the sequence by convention.
        """
        given = {(name, n): value for name, n, value in self.initial if n < named[name].known.first_n}
        if self.is_zero_below:
            shifts = [term.shift for term in self.defect.terms]
            below = range(min(shifts) - max(shifts), 0)
            return {(name, n): self.ring.number(0) for name in named for n in below} | given
        lead = self.leading_term
        end = named[lead.name].known.first_n - lead.shift
        for n in range(self._since_given(given), end) if given else ():
            places = {(term.name, n + term.shift) for term in self.defect.terms}
            if places.difference(given) == {(lead.name, n + lead.shift)}:
                zero, one = (self._defect_with(given, n, self.ring.number(k)) for k in (0, 1))
                if not (one - zero).is_zero:
                    given[lead.name, n + lead.shift] = zero / (zero - one)
        return given

    def _defect_with(self, given: Mapping[tuple[Name, int], Ratio], n: int, unknown: Ratio) -> Ratio:
        """Return left minus right at n with the given terms and one unknown term."""
        value_of = lambda term: given.get((term.name, n + term.shift), unknown)  # noqa: E731
        return _total_at(self.defect, self.ring, n, value_of)

    def _since_given(self, given: Mapping[tuple[Name, int], Ratio]) -> int:
        """Return the first n for which the relation is claimed if it has given values before the first
        term.
        """
        return self.behind_given(min(n for _, n in given)) if self.valid_from is None else self.valid_from

    def _failure_at(self, named: _SequenceByName, n: int) -> Failure | None:
        """Return the failure at one n, with given values used as the terms below the first one."""
        given = self._given_below(named)
        for term in self.defect.terms:
            index = n + term.shift
            if (term.name, index) not in given and not has_term(named[term.name].known, index):
                return missing_term(n, index, named[term.name].known.first_n)

        def value_of(term: Term) -> Ratio:
            place = (term.name, n + term.shift)
            return given[place] if place in given else named[term.name].term(place[1], self.ring)

        defect = _total_at(self.defect, self.ring, n, value_of)
        if defect.is_zero:
            return None
        lead = self.leading_term
        values = self._leading_values(defect, n, value_of)
        return failure_at_term(named[lead.name].known, "the formula gives", n, lead.shift, *values)

    def _printed_failure_at(self, named: _SequenceByName, n: int) -> Failure | None:
        """Return the failure at one n of the printed range, where no printed denominator may be zero."""
        try:
            if any(part.substitute(n=self.ring.number(n)).is_zero for part in self.divisors):
                raise DivisionError("formula: division by zero")
            return self._failure_at(named, n)
        except NoValueError as error:
            main, index = named[self.leading_term.name], n + self.leading_term.shift
            is_known = has_term(main.known, index)
            return no_value(n, error, index, str(main.term(index, self.ring)) if is_known else NO_VALUE)


def _node_of(value: Ratio) -> Node:
    """Return an initial value as an expression: a polynomial in x."""
    row = value.row("x")
    if row is None:
        raise NotStatedError("formula: an initial value that is not a polynomial in x")
    x = nodes.Letter("x")
    powers = [nodes.ONE, x, *(nodes.Power(x, nodes.Number(k)) for k in range(2, len(row)))]
    return nodes.sum_of_terms(
        nodes.product(nodes.Number(number), power)
        for number, power in zip(row, powers, strict=False)
        if number
    )


def relation_claim(
    left: Node,
    right: Node,
    ring: Ring,
    text: str,
    weights: Weights,
    valid_from: int | None,
    initial: Iterable[tuple[Name, int, Ratio]],
    printed_from: int | None = None,
) -> RelationClaim:
    """Return the claim that two printed sides are equal."""
    sides = _clear_denominators(linear(left, ring), linear(right, ring), ring)
    divisors = tuple(part for side in (left, right) for part in _divisors(side, ring))
    claim = RelationClaim(*sides, ring, text, weights, valid_from, tuple(initial), divisors, printed_from)
    claim = replace(claim, printed=(left, right))
    if all(term.coefficient.is_zero for term in claim.defect.terms):
        raise InputError("formula: both sides of the recurrence are the same")
    return claim


def _clear_denominators(left: Linear, right: Linear, ring: Ring) -> tuple[Linear, Linear]:
    """Return the left and the right side multiplied by all denominators in n of their coefficients."""
    scale = ring.number(1)
    for term in (*left.terms, *right.terms):
        below = (term.coefficient * scale).plain.denominator
        if below.degree("n")[0]:
            scale = scale * below
    if not scale.degree("n")[0]:
        return left, right
    if left.rest or right.rest:
        raise InputError(
            "formula: coefficients of a recurrence must be polynomials in n; multiply by the denominators"
        )
    return tuple(side.map(lambda c: c * scale, lambda part: part) for side in (left, right))  # type: ignore[return-value]


def _divisors(side: Node, ring: Ring) -> Iterator[Ratio]:
    """Yield the denominators of quotients of polynomials; a denominator of another form is evaluated at each
    n.
    """
    for node in walk(side):
        below = node.below if isinstance(node, Quotient) else None
        if isinstance(node, Power) and not (isinstance(node.exponent, Number) and node.exponent.value >= 0):
            below = node.base
        if below is not None and "n" in letters(below):
            try:
                yield ratio(below, ring).numerator
            except GfkitError:
                continue


def _find_integer_zeros(polynomial: Ratio) -> list[int]:
    """Return the integers n at which a polynomial in n, x and y is zero for all x and y."""
    ring = polynomial.ring
    row = polynomial.substitute(x=ring.number(2), y=ring.number(3)).row("n")
    if row is None or not any(row):
        raise InputError(
            "formula: coefficients of a recurrence must be polynomials in n; multiply by the denominators"
        )
    roots = integer_roots(rational_polynomial(row).numer())
    return [n for n in roots if polynomial.substitute(n=ring.number(n)).is_zero]


def first_values(
    values: Sequence[int | Fraction | Polynomial], name: Name, first_n: int, ring: Ring
) -> list[tuple[Name, int, Ratio]]:
    """Return given initial values, the first one at ``first_n``, as parts of a claim."""
    return [(name, first_n + k, ring.element(value)) for k, value in enumerate(values)]


_ValueOf = Callable[[Term], Ratio]


def _total_at(side: Linear, ring: Ring, n: int, value_of: _ValueOf) -> Ratio:
    """Return the value of a linear form at one n."""
    place = ring.number(n)
    parts = [term.coefficient.substitute(n=place) * value_of(term) for term in side.terms]
    for part in side.rest:
        if letters(part) - {"n"}:
            parts.append(ratio(part, ring).substitute(n=place))
            continue
        value = sequence.exact_value(part, n)
        if value.rational is None:
            raise InputError(f"formula: at n = {n} it contains the irrational number {value}")
        parts.append(ring.number(value.rational))
    return sum(parts, ring.number(0))


# The sequences named in a relation


@dataclass(frozen=True)
class _NamedSequence:
    """Sequence denoted by a name in a formula, with the numbers substituted for x and y."""

    known: KnownSequence
    put: dict[str, str]

    def term(self, n: int, ring: Ring) -> Ratio:
        return self.at(ring.element(term_at(self.known, n)))

    def at(self, function: Ratio) -> Ratio:
        """Return a function of x and y with the given numbers substituted."""
        ring = function.ring
        values = {
            letter: ring.number(1) if text == "1" else ring.letter(text) for letter, text in self.put.items()
        }
        return function.substitute(**values) if values else function


_SequenceByName = dict[Name, _NamedSequence]


def _values_at(named: _SequenceByName, ring: Ring, n: int) -> _ValueOf:
    """Return the function that returns the value of a term at n."""
    return lambda term: named[term.name].term(n + term.shift, ring)


def _sequences_of(claim: RelationClaim, truth: Truth) -> _SequenceByName:
    """Return the sequence denoted by each name in a relation."""
    names = dict.fromkeys([*claim.names, *(name for name, _, _ in claim.initial)])
    sequences: _SequenceByName = {}
    for name in names:
        weights, put = _weights_of(name, claim.weights)
        sequences[name] = _NamedSequence(_find_reference(name, claim, truth).sequence(weights), put)
    return sequences


def _evidence(named: _SequenceByName, known: KnownSequence, start: int) -> Evidence:
    """Return the evidence that a claim holds for all n >= ``start``, no better than the weakest evidence
    used.
    """
    laws = (named_sequence.known.evidence for named_sequence in named.values())
    weakest = next((evidence for evidence in laws if evidence.status is not Status.PROVED), None)
    order = 0 if known.rational is None else known.rational.order
    details = (("holds_from", start), ("order", order))
    return weakest or Evidence(Status.PROVED, "generating-functions-compared", details)


def _series(named: _SequenceByName, ring: Ring) -> SeriesByName | None:
    """Return all generating functions, or None if some sequence has none."""
    series = {}
    for name, named_sequence in named.items():
        if named_sequence.known.rational is None:
            return None
        series[name] = named_sequence.at(as_quotient(named_sequence.known.rational, ring))
    return series


def _find_reference(name: Name, claim: RelationClaim, truth: Truth) -> Truth:
    """Return the reference sequence denoted by a name: the sequence in question, unless several are named."""
    labels = {term_name.label for term_name in claim.names}
    if len(labels) == 1:
        return truth
    return truth.truth_by_name(name.label, ", ".join("_".join(label) for label in sorted(labels)))


def _weights_of(name: Name, weights: Weights) -> tuple[Weights, dict[str, str]]:
    """Return the weights for the derivation, and the numbers to substitute for x and y afterwards."""
    arguments = name.arguments
    if not arguments:
        return weights, {}
    if set(arguments) == {"1"}:
        return Weights.NONE, {}
    put = {letter: text for letter, text in zip("xy", arguments, strict=False) if letter != text}
    return (Weights.PLAYERS if len(arguments) == 2 else Weights.PIECES), put


def _follows_from_law(claim: RelationClaim, known: KnownSequence, start: int) -> bool:
    """Return True if the claim follows from the sequence's own recurrence, for every n >= ``start``.

    If the sequence is P-recursive without weights, left minus right is P-recursive too, and its initial
    values are zero. If a(n) = c a(n-1) + e (n-1) a(n-2), every a(n+s) in the claim is replaced by the two
    terms before it until two are left; the claim follows if both coefficients are zero.
    """
    if len(claim.names) > 1 or claim.names[0].arguments:
        return False
    if known.p_recursive is not None:
        numbers = {term.shift: term.coefficient.row("n") for term in claim.defect.terms}
        plain = {s: row for s, row in numbers.items() if row is not None}
        if len(plain) < len(numbers):
            return False
        if claim.defect.rest:
            return _cancels(claim, plain, known.p_recursive, start)
        return known.p_recursive.satisfies(plain, start)
    if known.pair is None or claim.defect.rest:
        return False
    ring = claim.ring
    first, second = (ring.polynomial(part) for part in known.pair)
    rows: dict[int, Ratio] = {term.shift: term.coefficient for term in claim.defect.terms}
    lowest = min(rows)
    zero, kept = ring.number(0), 1 if second.is_zero else 2
    for shift in range(max(rows), lowest + kept - 1, -1):
        top = rows.pop(shift, zero)
        rows[shift - 1] = rows.get(shift - 1, zero) + top * first
        if not second.is_zero:
            step = second * (ring.letter("n") + ring.number(shift - 1))
            rows[shift - 2] = rows.get(shift - 2, zero) + top * step
    return all(part.is_zero for part in rows.values())


def _cancels(
    claim: RelationClaim, rows: Mapping[int, Sequence[Fraction]], law: PRecursive, start: int
) -> bool:
    """Return True if the defect, including summands without the sequence, is 0 for every n >= ``start``.

    The summands have a rational generating function, so the defect has a polynomial recurrence.
    """
    try:
        series = defect_series(Linear((), claim.defect.rest), {}, claim.ring)
        above, below = (part.row("t") for part in (series.numerator, series.denominator))
    except GfkitError:
        return False
    if above is None or below is None or not below[0]:
        return False
    rest: PRecursive = DifferentialEquation.of([below], above).p_recursive([]).shifted(start)
    total = rest + law.combination(rows, start)
    return not any(total.initial)


# Repairs


def _repair(
    claim: RelationClaim, truth: Truth, known: SeriesByName, failures: RelationFailures, start: int
) -> str | None:
    """Return a description of the first change after which the relation holds for all n >= ``start``, or
    None.
    """
    if claim.zero_divisor(start if failures.for_good_from is None else failures.for_good_from) is not None:
        return None
    if failures.for_good_from is not None:
        return f"the formula holds only for n >= {failures.for_good_from}"
    tries = (
        _coefficient_repairs(claim, known, start),
        _index_repairs(claim, known, start),
        _missing_term_repairs(claim, known, start),
        _argument_repairs(claim, truth, known, start),
    )
    return next((words for several in tries for words in several), None)


def _is_satisfied(relation: Linear, known: SeriesByName, start: int, claim: RelationClaim) -> bool:
    try:
        return not failures_from(defect_series(relation, known, claim.ring), start).failing
    except GfkitError:
        return False


def _coefficient_repairs(claim: RelationClaim, known: SeriesByName, start: int) -> Iterator[str]:
    """Yield corrections of one coefficient, which is computed from the relation at one n and tested for all
    n.
    """
    defect = claim.printed_defect
    for k, term in enumerate(defect.terms):
        if (term.name, term.shift) == (claim.leading_term.name, claim.leading_term.shift):
            continue
        others = Linear((*defect.terms[:k], *defect.terms[k + 1 :]), defect.rest)
        solved = _solve_coefficient(others, term.name, term.shift, known, start, claim)
        if solved is None:
            continue
        changed = Term(term.name, term.shift, solved)
        is_left = any(term.shift == t.shift and term.name == t.name for t in claim.left.terms)
        if _is_satisfied(replace(others, terms=(*others.terms, changed)), known, start, claim):
            sign = claim.ring.number(1 if is_left else -1)  # in the defect the right side is subtracted
            printed, right = (sign * term.coefficient).plain, (sign * solved).plain
            if solved.is_zero:
                yield f"the term {_term_text(term)} is superfluous"
            elif (printed + right).is_zero:
                yield f"the sign of {_term_text(term)} is wrong"
            else:
                yield f"the coefficient of {_term_text(term)} should be {right}, not {printed}"


def _solve_coefficient(
    others: Linear, name: Name, shift: int, known: SeriesByName, start: int, claim: RelationClaim
) -> Ratio | None:
    ring = claim.ring
    rest = expansion(defect_series(others, known, ring), start + 1)
    beside = expansion(known[name] * ring.letter("t", -shift), start + 1)
    zero = ring.number(0)
    below = beside.get(start, zero)
    if below.is_zero:
        return None
    solved = (-rest.get(start, zero) / below).plain
    return None if any(degrees(solved.below)) else solved


def _index_repairs(claim: RelationClaim, known: SeriesByName, start: int) -> Iterator[str]:
    """Yield single changed indices: off by at most four, or with the opposite sign."""
    defect = claim.printed_defect
    for (k, term), step in product(enumerate(defect.terms), (1, -1, 2, -2, 3, -3, 4, -4, None)):
        leading = (claim.leading_term.name, claim.leading_term.shift)
        step = -2 * term.shift if step is None else step
        moved = Term(term.name, term.shift + step, term.coefficient)
        if leading in ((term.name, term.shift), (moved.name, moved.shift)):
            continue
        terms = (*defect.terms[:k], moved, *defect.terms[k + 1 :])
        if _is_satisfied(Linear(terms, defect.rest), known, max(start, start - step), claim):
            yield f"{_term_text(term)} should be {_term_text(moved)}"


def _missing_term_repairs(claim: RelationClaim, known: SeriesByName, start: int) -> Iterator[str]:
    """Yield single additional terms with an index between the printed ones, or next to them."""
    defect = claim.defect
    lowest = min(term.shift for term in defect.terms)
    for name in claim.names:
        there = {term.shift for term in defect.terms if term.name == name}
        for shift in range(claim.leading_term.shift - 1, lowest - 2, -1):
            if shift in there:
                continue
            later = max(start, start + lowest - shift)
            solved = _solve_coefficient(defect, name, shift, known, later, claim)
            if solved is None or solved.is_zero:
                continue
            added = Term(name, shift, solved)
            if _is_satisfied(Linear((*defect.terms, added), defect.rest), known, later, claim):
                right = Term(name, shift, (-solved).plain)
                yield f"a term {_product_text(right)} is missing on the right"


def _argument_repairs(claim: RelationClaim, truth: Truth, known: SeriesByName, start: int) -> Iterator[str]:
    """Yield corrections of an equation between series: other values of x and y in one or all names, or x and
    y swapped.
    """
    defect, ring = claim.defect, claim.ring
    x, y = ring.letter("x"), ring.letter("y")
    swapped = defect.map(lambda c: c.substitute(x=y, y=x), lambda part: part)
    if _is_satisfied(swapped, known, start, claim):
        yield "x and y are swapped"
    options = list(dict.fromkeys(name.arguments for name in claim.names))
    for (k, term), arguments in product(enumerate(defect.terms), options):
        if arguments == term.name.arguments:
            continue
        changed = Term(Name(term.name.label, arguments), term.shift, term.coefficient)
        changed_relation = Linear((*defect.terms[:k], changed, *defect.terms[k + 1 :]), defect.rest)
        terms = replace(claim, left=changed_relation, right=Linear((), ()))
        if _is_satisfied(changed_relation, _series(_sequences_of(terms, truth), ring) or {}, start, claim):
            yield f"{_term_text(term)} should have the arguments ({', '.join(arguments)})"


def _product_text(term: Term) -> str:
    """Return the product of a coefficient and a term as a string."""
    size = str(term.coefficient)
    if size in ("1", "-1"):
        return size[:-1] + _term_text(term)
    return f"({size})*{_term_text(term)}" if " " in size else f"{size}*{_term_text(term)}"


def _term_text(term: Term) -> str:
    first, *others = term.name.label
    index = "n" if not term.shift else f"n{term.shift:+d}"
    stem, closing = (
        (first[:-1], ")") if first.endswith(")") else (first, "")
    )  # a name with a nested index, such as i(P_{n-1})
    if not closing and not others and not term.name.arguments:
        return f"{first}({index})"
    places = [
        f"{index}{word[1:]}" if word.startswith("n,") else word for word in others
    ]  # a name with several indices, such as A_{n-1,2}
    inside = ",".join(places if places != others else [*others, index])
    arguments = f"({', '.join(term.name.arguments)})" if term.name.arguments else ""
    return f"{stem}_{{{inside}}}{closing}{arguments}"


def is_linear(chain: Chain) -> bool:
    """Return True if a chain is a linear recurrence in terms a(n+s).

    The coefficients are rational functions and the inhomogeneous part is a closed form.
    """
    if is_identity(chain):
        return False
    if len({name.label for name in chain.names}) > 1 and not _names_games(chain):
        return False
    try:
        ring = ring_of(*chain.sides)
    except InputError:
        return True
    for side in chain.sides:
        try:
            form = linear(side, ring)
        except InputError:
            return _names_games(chain) or any(name.arguments for name in nodes.symbols(side))
        except LimitError:
            return True
        if any(
            isinstance(part, nodes.BigOperator | nodes.FunctionCall)
            for rest in form.rest
            for part in nodes.walk(rest)
        ):
            return False
    return True


def _names_games(chain: Chain) -> bool:
    """Return True if some name denotes a game (not only sizes 2 x n), or a function of x and y."""
    return any(
        len(name.label) > 1
        or (name.graph and "x" not in name.graph)
        or any({"x", "y"} & nodes.letters(argument) for argument in name.arguments)
        for name in chain.names
    )
