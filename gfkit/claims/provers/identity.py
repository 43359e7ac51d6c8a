"""Nonlinear identities between terms of sequences, such as a(n)^2 - a(n-1)*a(n+1) = (-1)^n, a(2n) = a(n)^2
+ a(n-1)^2 and a(n+m) = ..., possibly with sums of terms and with other well-known sequences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import ceil, floor, prod
from typing import Any

from gfkit.claims.provers import result, sequence
from gfkit.claims.provers.explicit import first_behind
from gfkit.claims.provers.sequence import Point
from gfkit.claims.provers.space import Space, all_letters, difference_space, law_space, zeros_of_divisors
from gfkit.claims.provers.truth import (
    Form,
    KnownSequence,
    Truth,
    as_number,
    evidence_by,
    has_term,
    last_in_range,
    term_at,
    terms_evidence,
)
from gfkit.claims.statement.canonical import NotStatedError
from gfkit.claims.statement.linear import LinearForm, integer_form, linear_form
from gfkit.claims.statement.names import QUOTATIONS
from gfkit.claims.statement.tree import Claim, SequenceDefinition, Span, about_a, relates, value_claim
from gfkit.core.algebra import Evidence, Polynomial, Status
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.algebra.number import number_text
from gfkit.core.deferred import dataclass, replace
from gfkit.core.errors import GfkitError, InputError, NoValueError, UndecidedError
from gfkit.core.typing import Weights

_COMPARED = 40
"""Number of n that are compared if no dimension bound is known."""
_COMPARED_PER_LETTER = 12
"""Number of values of each letter that are compared if there are several letters."""
_MOST_PLACES = 20_000
_LARGEST_N = 5000
_MOST_LETTERS = 3
STATES_NOTHING = "the identity states nothing about the sequence in question"
"""End of the note on an identity of well-known sequences."""


@dataclass(frozen=True)
class IdentityClaim(result.Stated):
    """Claim that left = right, by default for all values of the letters at which every index is admissible.

    A printed range restricts it to n >= ``printed_from``. ``label`` is the name of the sequence in question;
    ``given`` are single terms printed with the identity. If ``is_zero_below``, terms with a negative index
    are 0. Without a label all names denote well-known sequences, and the identity states nothing about the
    sequence in question.
    """

    left: nodes.Node
    right: nodes.Node
    text: str
    label: tuple[str, ...]
    printed_from: int | None = None
    given: tuple[tuple[int, Fraction], ...] = ()
    is_zero_below: bool = False
    form = Form.RECURRENCE

    @property
    def letters(self) -> list[str]:
        """Variables of the identity: the index n, and the further letters for all values of which the
        identity is claimed.
        """
        letters = all_letters(self.left) | all_letters(self.right)
        return ["n", *sorted(letters - {"n"})]

    @property
    def _is_extended(self) -> bool:
        """True if terms with a negative index are 0 in the printed range of one letter."""
        return self.is_zero_below and self.printed_from is not None and len(self.letters) == 1

    def compare(self, truth: Truth) -> result.Agreement | result.Difference:
        """Compare both sides at as many points as the space of their difference requires.

        Let d(n), d(m), ... be the dimensions of the spaces that contain the difference as a sequence in each
        letter. If the difference is zero on a grid of d(n) d(m) ... points, it is zero everywhere: for each m
        of the grid it is zero for all n, so for every n it is zero for all m.
        """
        known = truth.sequence(Weights.NONE)
        wrong = self._wrong_value(known)
        if wrong is not None:
            return wrong
        letters = self.letters
        if self.label and known.end is not None and len(letters) > 1:
            raise InputError("formula: an identity in several letters requires a game, not data")
        if len(letters) > 1 and self.printed_from is not None and self.printed_from < 0:
            raise InputError(
                f"formula: the printed range is n >= {self.printed_from}, but identities in several"
                " letters are"
                " supported only for n >= 0"
            )
        if len(letters) > _MOST_LETTERS:
            raise InputError(
                f"formula: {', '.join(letters)} are more than {_MOST_LETTERS} letters in one identity"
            )
        starts = self._find_letter_starts(known.first_n, letters)
        divides, after = zeros_of_divisors(nodes.Sum((self.left, self.right)))
        spaces = self._spaces(known, letters)
        if spaces is not None:
            spaces[0] = replace(spaces[0], start=max(spaces[0].start, after))
        ranges = self._ranges(known, starts, spaces)
        failure_at = self._make_failure_function(known, letters)
        settled = starts[0] if spaces is None else max(starts[0], spaces[0].start)
        count, missing, early = 0, list[result.Failure](), list[result.Failure]()
        for values in sorted(product(*ranges), key=lambda values: (sum(values), values)):
            failure = failure_at(values)
            is_before = failure is not None and failure.is_undefined and not count
            is_before &= len(letters) == 1 and known.end is None
            is_early = len(letters) == 1 and values[0] < max(settled, starts[0] + 1) and not self.given
            if self.printed_from is not None:
                is_early = is_before or values[0] < settled
            if failure is None:
                count += 1
            elif failure.is_undefined and (
                self.printed_from is None or not is_early or known.end is not None
            ):
                missing.append(failure)
                starts[0] = failure.n + 1 if is_before else starts[0]
            elif is_early and (self.printed_from is not None or failure.first.formula != result.NO_VALUE):
                early.append(failure)
            elif failure.first.formula == result.NO_VALUE:
                raise InputError(
                    f"formula: at {_place_text(letters, values)} a side of the identity has no value;"
                    " state the smallest n of its range"
                )
            else:
                return self._difference(
                    known, failure if self.printed_from is not None else [*early, failure][0]
                )
        undefined = [failure for failure in (*missing, *early) if failure.is_undefined]
        is_empty = known.end is None and len(missing) > count and missing[-1].n == ranges[0][-1]
        if undefined and (not count or is_empty):  # for example if only an empty sum has a value
            raise UndecidedError(undefined[0].reason)
        if not count:
            raise InputError("formula: too few terms are given to test the identity")
        starts[0] = max([starts[0], *(failure.n + 1 for failure in early)])
        agreement = self._agreement(known, letters, starts, None if missing else spaces, count, divides)
        if early and self.printed_from is None:
            return self._difference(known, early[0], holds_from=starts[0], proof=agreement.evidence)

        def at_one_n(n: int) -> result.Failure | None:
            places = (failure_at((n, *others)) for others in product(*ranges[1:]))
            return next((failure for failure in places if failure is not None), None)

        return replace(agreement, failure_at=at_one_n)

    def stated(self, known: KnownSequence) -> list[Claim | SequenceDefinition]:
        """Return the identity and the single terms, if n is its only letter."""
        if len(self.letters) > 1 or self.is_zero_below:
            raise NotStatedError("formula: an identity in several letters")
        first = known.first_n if self.label else 0
        start = self._find_letter_starts(first, ["n"])[0] if self.printed_from is None else self.printed_from
        left, right = (about_a(side, self.label) for side in (self.left, self.right))
        last = last_in_range(known, self.left, self.right)
        return [*(value_claim(n, value) for n, value in self.given), relates(left, right, Span(start, last))]

    def _spaces(self, known: KnownSequence, letters: list[str]) -> list[Space] | None:
        """Return a solution space for each variable that contains left minus right, times the denominators,
        or None if one is unknown.
        """
        law = known.rational
        if self.label and (law is None or known.end is not None):
            return None
        law_of_label = None if law is None else law_space(law)

        def laws(label: tuple[str, ...]) -> Space | None:
            return law_of_label if self.label and label == self.label else None

        candidates = [difference_space(self.left, self.right, letter, laws) for letter in letters]
        spaces = [part for part in candidates if part is not None]
        if len(spaces) < len(candidates) or prod(part.order for part in spaces) > _MOST_PLACES:
            return None
        return spaces

    def _find_letter_starts(self, first_n: int, letters: list[str]) -> list[int]:
        """Return the first value of each letter such that all indices are admissible when the other letters
        are 0.
        """
        printed = self.printed_from
        starts = [0 if printed is None else max(0, printed), *(0,) * (len(letters) - 1)]
        label = None if self._is_extended else self.label
        forms = [
            *_growing_indices(self.left, label, first_n, letters),
            *_growing_indices(self.right, label, first_n, letters),
        ]
        for several in (False, True):
            for form, least in forms:
                turning = [k for k, letter in enumerate(letters) if form.get(letter)]
                if not turning or (len(turning) > 1) is not several:
                    continue
                there = sum(form[letter] * start for letter, start in zip(letters, starts, strict=True))
                missing = least - form[""] - there
                if missing > 0:
                    free = turning[0 if printed is None else -1]
                    starts[free] += ceil(missing / form[letters[free]])
        parts = nodes.walk(nodes.Sum((self.left, self.right)))
        if printed is None and self.label and any(isinstance(part, nodes.BigOperator) for part in parts):
            starts[0] = max(starts[0], first_n)
        starts[0] = max(starts[0], self._find_first_free_n(first_n))
        starts[0] += letters == ["n"] and starts[0] == first_n and self._is_initial(first_n)
        if starts[0] > _LARGEST_N:
            raise InputError(
                f"formula: its range starts at n = {starts[0]}; at most n = {_LARGEST_N} is supported"
            )
        return starts

    def _is_initial(self, n: int) -> bool:
        """Return True if a(n) is the initial value of a recurrence by sums, which are empty there and not at
        n + 1, as in a(n) = sum(a(k)*a(n-1-k), k = 0..n-1) at n = 0.
        """
        left = self.left.index if isinstance(self.left, nodes.Symbol) and self.label else None
        if self.printed_from is not None or self.given or left is None or integer_form(left) != (1, 0, 0):
            return False
        sums = [part for part in nodes.walk(self.right) if isinstance(part, nodes.BigOperator)]
        own = [part for part in sums if any(x.label == self.label for x in nodes.symbols(part.body))]

        def is_empty(one: nodes.BigOperator, n: int) -> bool:
            return one.high is not None and not sequence.summation_range(one, Point({"n": n}))

        return bool(own) and all(is_empty(one, n) and not is_empty(one, n + 1) for one in own)

    def _find_first_free_n(self, first_n: int) -> int:
        """Return the first n that is greater than the indices of the initial values."""
        if self.printed_from is not None or not self.given or not isinstance(self.left, nodes.Symbol):
            return 0
        form = None if self.left.index is None else linear_form(self.left.index)
        if form is None or set(form) - {"", "n"} or not form.get("n"):
            return 0
        first = first_behind((n for n, _ in self.given), first_n, first_n + 1)
        return ceil((first - form[""]) / form["n"])

    def _ranges(self, known: KnownSequence, starts: list[int], spaces: list[Space] | None) -> list[range]:
        """Return the compared values of each letter, which include all points of the grid."""
        if spaces is not None:
            return [
                range(start, max(start, part.start) + part.order)
                for start, part in zip(starts, spaces, strict=True)
            ]
        if len(starts) == 1:
            is_open = known.end is None or not self.label
            end = starts[0] + _COMPARED if is_open or known.end is None else self._last_n(known.end) + 1
            return [range(starts[0], max(end, starts[0] + 1))]
        return [range(start, start + _COMPARED_PER_LETTER) for start in starts]

    def _last_n(self, end: int) -> int:
        """Return the largest n whose indices are all below ``end``: for the index n - 4 it is ``end`` + 3."""
        names = nodes.symbols(nodes.Sum((self.left, self.right)))
        forms = [linear_form(name.index) for name in names if name.label == self.label and name.index]
        rising_forms = [
            form for form in forms if form is not None and set(form) <= {"", "n"} and form.get("n", 0) > 0
        ]
        reached = [floor((end - 1 - form[""]) / form["n"]) for form in rising_forms]
        return max([end - 1, *reached])

    def _agreement(
        self,
        known: KnownSequence,
        letters: list[str],
        starts: list[int],
        spaces: list[Space] | None,
        count: int,
        divides: bool,
    ) -> result.Agreement:
        where = ", ".join(f"{letter} >= {start}" for letter, start in zip(letters, starts, strict=True))
        if spaces is None:
            reason = (
                f"both sides agree at {count} {'values of n' if len(letters) == 1 else 'points'} with {where}"
            )
            return result.Agreement(known, reason, terms_evidence(count), starts[0], notes=self._notes())
        orders = [part.order for part in spaces]
        details = (("places_compared", count), ("order_of_identity", prod(orders)), ("holds_from", starts[0]))
        listed = " x ".join(map(str, orders))
        unless = " at which no denominator is zero" if divides else ""
        reason = (
            f"the identity holds for every {where}{unless}: both sides agree at {count} points, and their"
            f" difference satisfies a recurrence of order at most {listed}"
        )
        if divides and self.printed_from is not None:
            evidence = terms_evidence(count)  # the identity may be undefined at an n of the range
        elif self.label:
            evidence = evidence_by(known, "closure", details)
        else:
            evidence = Evidence(Status.PROVED, "closure", details)
        return result.Agreement(known, reason, evidence, starts[0], notes=self._notes())

    def _notes(self) -> tuple[str, ...]:
        """Return a note if the identity states nothing about the sequence in question."""
        if self.label:
            return ()
        both = nodes.Sum((self.left, self.right))
        names = ", ".join(sorted({name.label[0] for name in nodes.symbols(both)}))
        return (f"{names} denote well-known sequences: {STATES_NOTHING}",)

    def _make_failure_function(
        self, known: KnownSequence, letters: list[str]
    ) -> Callable[[tuple[int, ...]], result.Failure | None]:
        """Return a function that maps values of the letters to the failure there, or to None."""
        terms = terms_of(known, self.label, is_zero_below=self._is_extended)
        is_term = isinstance(self.left, nodes.Symbol) and bool(self.label)

        def failure_at(values: tuple[int, ...]) -> result.Failure | None:
            place = Point(dict(zip(letters, values, strict=True)), terms, self.label)
            where, n = _place_text(letters, values), values[0]
            try:
                left, right = (sequence.exact_value(side, place) for side in (self.left, self.right))
            except UnknownTerm as unknown:
                return result.missing_term(n, unknown.index, known.first_n)
            except NoValueError as error:
                is_counted = self.label and has_term(known, n)
                return result.no_value(n, error, n, str(term_at(known, n)) if is_counted else result.NO_VALUE)
            if left == right:
                return None
            reason = (
                f"at {where} the formula gives {right}, {known.sentence(n, str(left))}"
                if is_term
                else f"at {where} the left side is {left}, and the right side {right}"
            )
            evidence = None if self.label else result.trial_evidence(n)
            return result.Failure(
                n, reason, result.FirstDifference(n, str(right), str(left)), evidence=evidence
            )

        return failure_at

    def _difference(self, known: KnownSequence, failure: result.Failure, **more: Any) -> result.Difference:
        return result.Difference(
            known, failure.reason, failure.first, evidence=failure.evidence, notes=self._notes(), **more
        )

    def _wrong_value(self, known: KnownSequence) -> result.Difference | None:
        for n, value in self.given:
            true = known.terms(n, n + 1)[0] if has_term(known, n) else value
            if value != true:
                shown = "?" if isinstance(true, Polynomial) else number_text(true)
                return result.difference_at(
                    known, f"the value at n = {n} is given as", n, number_text(value), shown
                )
        return None


def _growing_indices(
    side: nodes.Node, label: tuple[str, ...] | None, first_n: int, letters: list[str]
) -> Iterator[tuple[LinearForm, int]]:
    """Yield the indices of all sequences in a side whose first index is known, if nondecreasing in every
    variable.
    """
    for name in nodes.symbols(side):
        least = (
            first_n
            if name.label == label
            else QUOTATIONS[name.label[0]].first_n
            if name.label[0] in QUOTATIONS
            else None
        )
        form = None if name.index is None else linear_form(name.index)
        if least is None or form is None or not set(form) <= {"", *letters}:
            continue
        if all(value >= 0 for letter, value in form.items() if letter):
            yield form, least
    for part in nodes.walk(side):
        if isinstance(part, nodes.BigOperator) and any(
            name.label == label for name in nodes.symbols(part.body)
        ):
            gap = linear_form(nodes.Sum((part.high or part.low, nodes.Negative(part.low))))
            if (
                gap is not None
                and set(gap) <= {"", *letters}
                and all(gap[letter] >= 0 for letter in gap if letter)
            ):
                yield gap, -1  # a sum of terms may be empty, but its ends must not be reversed


class UnknownTerm(GfkitError):  # noqa: N818
    """Raised if an index is outside the range of the known terms."""

    def __init__(self, index: int) -> None:
        super().__init__(f"formula: there is no term with index {index}")
        self.index = index


def terms_of(known: KnownSequence, label: tuple[str, ...], *, is_zero_below: bool = False) -> sequence.Terms:
    """Return a function for the terms of the well-known sequences and of the sequence named ``label``.

    If ``is_zero_below``, its terms with a negative index are 0.
    """
    known_terms: dict[int, Fraction] = {}

    def term(name: tuple[str, ...], n: int) -> Fraction:
        if name != label:
            raise InputError(f"formula: unknown name {'_'.join(name)!r} in a formula for {'_'.join(label)!r}")
        if is_zero_below and n < 0:
            return Fraction(0)
        if not has_term(known, n):
            raise UnknownTerm(n)
        if n > 20 * _LARGEST_N:
            raise InputError(f"formula: the index {n} exceeds the limit")
        if n not in known_terms:
            last = n + 1 if known.end is not None else n + 64
            known_terms.update(enumerate(map(as_number, known.terms(known.first_n, last)), known.first_n))
        return known_terms[n]

    return term


def _place_text(letters: list[str], values: tuple[int, ...]) -> str:
    return ", ".join(f"{letter} = {value}" for letter, value in zip(letters, values, strict=True))
