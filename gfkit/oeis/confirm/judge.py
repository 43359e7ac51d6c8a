"""The clauses of a line against the series that the entry's terms have, exactly, each as it is claimed.

A printed range is part of the claim: an equation that fails at one n of it is false. An equation without a
range that fails at finitely many n is true from a later n on, and that is what is said of it. A clause that
is right for the index moved by up to three is neither confirmed nor called false.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from gfkit.errors import InputError, LimitError
from gfkit.formula.linear import index_shift
from gfkit.formula.radical import Radical
from gfkit.formula.ratio import Ratio, Ring, ring_of
from gfkit.formula.read.statement import read_statement
from gfkit.formula.tree import Node, Number, Power, Quotient, Symbol, letters, symbols, walk
from gfkit.guess import Data
from gfkit.oeis.confirm.reading import Clause, Form
from gfkit.sequences import Polynomial, RationalGF
from gfkit.typing import Weights
from gfkit.verify.expansion import expansion, polynomial_part
from gfkit.verify.explicit import ExplicitClaim, evaluated
from gfkit.verify.formula.spectrum import spectrum
from gfkit.verify.recurrence.claim import relation_claim
from gfkit.verify.recurrence.defect import defect_series, tested
from gfkit.verify.series import SeriesClaim
from gfkit.verify.truth import series as as_ratio

_SLIPS = (1, -1, 2, -2, 3, -3)
_LATEST = 2000
_SPARE = 20
"""How many terms beyond the beginning the public reader compares."""


class Answer(StrEnum):
    """What may be said of a line."""

    CONFIRMED = "confirmed"
    FALSE = "false"
    UNKNOWN = "cannot say"


@dataclass(frozen=True)
class Judged:
    """The answer: n where it begins to hold, or the first n where a false line is seen to fail."""

    answer: Answer
    n: int | None
    reason: str
    is_late: bool = False
    """Whether it begins to hold later than printed."""


class _Claimed(Protocol):
    """A clause that was read: what is to be said of it, and whether it is right for b(n) = a(n - by)."""

    def judged(self) -> Judged: ...

    def holds_moved(self, by: int) -> bool: ...


def judged(clauses: Sequence[Clause], true: RationalGF) -> Judged:
    """Whether all clauses of a line are true of the sequence with this generating function.

    False when one of them is, and not by a slip of the index; confirmed when all are proved. A clause that
    the reader of formulas refuses raises its ``InputError``.

    >>> from gfkit.oeis.confirm.reading import read_line
    >>> fibonacci = RationalGF.of([0, 1], [1, -1, -1])
    >>> print(judged(read_line("a(n) = a(n-1) + a(n-2) for n > 4").clauses, fibonacci).n)
    5
    >>> judged(read_line("a(n) = a(n-1) + 2*a(n-2)").clauses, fibonacci).reason
    'at n = 3 it gives 3, and a(3) = 2'
    >>> judged(read_line("G.f.: 1/(1 - x - x^2)").clauses, fibonacci).reason
    'as printed it fails at n = 0; with the index moved by 1 it is right, as after a change of offset'
    """
    claims = [_claimed(clause, true) for clause in clauses]
    found = [claim.judged() for claim in claims]
    false = [k for k, one in enumerate(found) if one.answer is Answer.FALSE]
    if false:
        fixed = [k for k, clause in enumerate(clauses) if k in false or clause.form is Form.VALUE]
        moved = next((by for by in _SLIPS if all(claims[k].holds_moved(by) for k in fixed)), 0)
        first = false[0]
        if moved:
            return _slipped(found[first].n, moved)
        return Judged(Answer.FALSE, found[first].n, _quoted(clauses, first, found[first].reason))
    for k, one in enumerate(found):
        if one.answer is Answer.UNKNOWN:
            return Judged(Answer.UNKNOWN, None, _quoted(clauses, k, one.reason))
    for clause, one in zip(clauses, found, strict=True):
        _compared_in_public(clause, one, true)
    reasons = [_quoted(clauses, k, one.reason) for k, one in enumerate(found)]
    since = [one.n for clause, one in zip(clauses, found, strict=True) if clause.form is not Form.VALUE]
    last = max((n for n in since if n is not None), default=None)
    return Judged(Answer.CONFIRMED, last, "; ".join(reasons), any(one.is_late for one in found))


def _quoted(clauses: Sequence[Clause], place: int, reason: str) -> str:
    """The reason, and where there are several clauses which one it is about."""
    text = clauses[place].text
    if len(clauses) == 1:
        return reason
    return f"{text if len(text) <= 60 else text[:60].rstrip() + '...'}: {reason}"


def _claimed(clause: Clause, true: RationalGF) -> _Claimed:
    match clause.form:
        case Form.VALUE:
            return _Value(clause.at, clause.number, true)
        case Form.DEGREE:
            return _Degree(clause, true)
        case Form.SERIES:
            (side,) = _sides(clause.text, clause.variable)
            if letters(side) - {"t"} or symbols(side):
                raise InputError(f"formula {clause.text!r}: it is no quotient in one letter")
            return _Series(SeriesClaim(side, clause.text, Weights.NONE).value, true)
    left, right = _sides(clause.text, "t")
    if _is_term(left) and not any(symbol.label == ("a",) for symbol in symbols(right)):
        return _ClosedForm(clause, right, true)
    return _Relation(clause, left, right, true)


def _sides(text: str, variable: str) -> tuple[Node, ...]:
    """The sides of one equation, or the one of a g.f.; refused unless they are all that the text holds."""
    statement = read_statement(text, variable)
    sides = statement.chains[0].sides
    between = "".join(
        text[before : side.start]
        for before, side in zip((0, *(side.end for side in sides)), sides, strict=False)
    )
    is_whole = f"{between}{text[sides[-1].end :]}".split() == ["="] * (len(sides) - 1)
    if len(statement.chains) > 1 or statement.valid_from is not None or not is_whole:
        raise InputError(f"formula {text!r}: it is not read as one equation")
    return sides


def _is_term(node: Node) -> bool:
    return (
        isinstance(node, Symbol)
        and node.label == ("a",)
        and not node.arguments
        and node.index is not None
        and "n" in letters(node.index)
        and index_shift(node, Ring()) == 0
    )


def _compared_in_public(clause: Clause, found: Judged, true: RationalGF) -> None:
    """The clause once more, alone, by ``gfkit.verify`` against terms: what that refuses is not confirmed."""
    from gfkit.verify.claim import verify

    if clause.form in (Form.VALUE, Form.DEGREE) or found.n is None:
        return
    end = max(found.n, true.degree + 1, true.first_n) + 2 * true.order + _SPARE
    if end > _LATEST:
        return
    data = Data.of(true.terms(end - true.first_n), true.first_n)
    if clause.form is Form.SERIES:
        verdict = verify(clause.text, data=data, variable=clause.variable, kind="gf")
    else:
        kind = (
            "closed-form"
            if clause.text.count("a(") == 1 and clause.text.startswith("a(n) =")
            else "recurrence"
        )
        verdict = verify(clause.text, data=data, valid_from=max(0, found.n), kind=kind)
    if verdict.is_refuted:
        raise InputError(f"formula {clause.text!r}: two ways of judging it disagree; please report it")


# Single values


@dataclass(frozen=True)
class _Value:
    """a(n) = value."""

    n: int
    value: int
    true: RationalGF

    def judged(self) -> Judged:
        if self.n < self.true.first_n:
            return Judged(Answer.UNKNOWN, None, f"a({self.n}) stands before the first term of the entry")
        if self.n > _LATEST:
            raise LimitError(f"formula: a value at n = {self.n} is printed, and {_LATEST} is the limit")
        if self.true[self.n] == self.value:
            return Judged(Answer.CONFIRMED, self.n, "it is right")
        return Judged(
            Answer.FALSE,
            self.n,
            f"the value a({self.n}) = {self.value} is printed, and it is {self.true[self.n]}",
        )

    def holds_moved(self, by: int) -> bool:
        return self.n - by >= self.true.first_n and self.true[self.n - by] == self.value


# Polynomials of a degree


@dataclass(frozen=True)
class _Degree:
    """a(n) is a polynomial in n of exactly this degree, from the n on that its recurrence computes from."""

    clause: Clause
    true: RationalGF

    def judged(self) -> Judged:
        degree, true = self.clause.number, self.true
        line = Polynomial.of(("t",), {(0,): 1, (1,): -1})
        if true.denominator != line ** (degree + 1):
            return Judged(Answer.FALSE, None, f"a(n) is no polynomial of degree {degree} in n")
        start = max(true.first_n, true.degree - true.order + 1)
        if self.clause.since is not None and start > self.clause.since:
            reason = f"a(n) is a polynomial of degree {degree} from n = {start} on only"
            return Judged(Answer.FALSE, None, reason)
        return Judged(Answer.CONFIRMED, None, f"a(n) is one from n = {start} on")

    def holds_moved(self, by: int) -> bool:
        return self.judged().answer is Answer.CONFIRMED and not by


# Recurrences


class _Relation:
    """An equation between terms a(n), a(n-1), ... and what stands beside them."""

    def __init__(self, clause: Clause, left: Node, right: Node, true: RationalGF) -> None:
        if any(_may_vanish(node) for side in (left, right) for node in walk(side)):
            raise InputError("formula: it divides by something with n in it; multiply it out")
        ring = ring_of(left, right)
        claim = relation_claim(left, right, ring, clause.text, Weights.NONE, None, ())
        if [name.label for name in claim.names] != [("a",)] or claim.names[0].arguments or ring.roots:
            raise InputError("formula: it speaks of other sequences than a(n)")
        self.claim, self.true = claim, true
        least = claim.start(true.first_n)
        self.least = max(0, least) if self._has_n else least
        self.printed = clause.since if clause.since is not None else self._behind(clause.given)
        self.start = self.least if self.printed is None else max(self.least, self.printed)

    def _behind(self, given: Sequence[int]) -> int | None:
        """The first n behind values that are given; None when these are not the first ones."""
        if not given or sorted(given) != list(range(self.true.first_n, self.true.first_n + len(given))):
            return None
        return max(given) + 1 - max(term.shift for term in self.claim.defect.terms)

    @property
    def _has_n(self) -> bool:
        """Whether n itself occurs in it; if not, it says the same of every shift of the sequence."""
        defect = self.claim.defect
        return bool(defect.rest) or any(term.coefficient.degree("n")[0] for term in defect.terms)

    def judged(self) -> Judged:
        failing, for_good = self._tested(0, self.start)
        if not failing:
            return _held(self.start, self.start, self.printed)
        n = min(failing)
        if for_good is not None and self.printed is None:
            return _held(for_good, self.start)
        later = "" if for_good is None else f"; it holds for every n >= {for_good}"
        place = n + self.claim.leading.shift
        return Judged(
            Answer.FALSE,
            place,
            f"at n = {place} it gives {self._given(n, failing[n])}, and a({place}) = {self.true[place]}"
            f"{later}",
        )

    def _given(self, n: int, defect: Ratio) -> str:
        """What the relation gives for its leading term, all others being true."""
        claim = self.claim
        lead = (claim.leading.name, claim.leading.shift)
        coefficient = next(t.coefficient for t in claim.defect.terms if (t.name, t.shift) == lead)
        scale = coefficient.put(n=claim.ring.number(n))
        if scale.is_zero:
            return "nothing"
        return str((claim.ring.number(self.true[n + claim.leading.shift]) - defect / scale).plain)

    def _tested(self, by: int, start: int) -> tuple[dict[int, Ratio], int | None]:
        """Where the relation fails from ``start`` on for b(n) = a(n - by)."""
        ring = self.claim.ring
        known = {name: as_ratio(self.true, ring) * ring.letter("t", by) for name in self.claim.names}
        found = tested(defect_series(self.claim.defect, known, ring), start)
        return found.failing, found.for_good_from

    def holds_moved(self, by: int) -> bool:
        """Asked of one that is false: a failure at single n is no slip, nor one of a relation without n."""
        if not self._has_n or self._tested(0, self.start)[1] is not None:
            return False
        return not self._tested(by, self.start + max(0, by))[0]


def _may_vanish(node: Node) -> bool:
    """Whether it divides by what may be 0 for some n: by anything with n in it but powers of numbers."""
    match node:
        case Quotient(below=below):
            return "n" in letters(below) and not (isinstance(below, Power) and "n" not in letters(below.base))
        case Power(base=base, exponent=exponent):
            is_power = isinstance(exponent, Number) and exponent.value >= 0
            return "n" in letters(base) and not is_power
    return False


# Generating functions


@dataclass(frozen=True)
class _Series:
    """A quotient that is claimed to be the sum of a(n) x^n over all n of the entry."""

    value: Ratio
    true: RationalGF

    def judged(self) -> Judged:
        value, true = self.value, self.true
        difference, first = value - as_ratio(true, value.ring), true.first_n
        parts = polynomial_part(difference)
        if parts is not None:
            wrong = {n: part for n, part in parts.items() if n >= first}
            if not parts:
                return _held(first, first)
            if not wrong:
                n = min(parts)
                return Judged(
                    Answer.UNKNOWN,
                    None,
                    f"it is right but for its coefficient at n = {n}, where the entry has no term",
                )
            printed = expansion(value, max(wrong) + 1)
            if all(printed.get(n, value.ring.number(0)).is_zero for n in range(first, max(wrong) + 1)):
                n = max(wrong) + 1
                return Judged(
                    Answer.UNKNOWN,
                    None,
                    f"as printed it fails at n = {min(wrong)}; it lacks the first terms, and is right from"
                    f" n = {n} on",
                )
            n = min(wrong)
        else:
            n = _first_failing(difference, first)
        given = expansion(value, n + 1).get(n, value.ring.number(0))
        return Judged(Answer.FALSE, n, f"its coefficient at n = {n} is {given}, and a({n}) = {true[n]}")

    def holds_moved(self, by: int) -> bool:
        """Whether t^by times it is the series, but for terms in front that one of both lacks."""
        difference = self.value * self.value.ring.letter("t", by) - as_ratio(self.true, self.value.ring)
        parts = polynomial_part(difference)
        return parts is not None and all(n < self.true.first_n + abs(by) for n in parts)


def _first_failing(difference: Ratio, first: int) -> int:
    """The first n from ``first`` on with a coefficient other than 0; there are infinitely many."""
    end = first + 1
    while True:
        for n, part in sorted(expansion(difference, end).items()):
            if n >= first and not part.is_zero:
                return n
        end = 2 * end + 8


# Closed forms


class _ClosedForm:
    """a(n) = side, with no term of the sequence in the side."""

    def __init__(self, clause: Clause, side: Node, true: RationalGF) -> None:
        self.claim = ExplicitClaim(side, clause.text, clause.since)
        self.true, self.is_ranged = true, clause.since is not None
        self.start = self.claim.start(true.first_n)
        if self.start > _LATEST:
            raise LimitError(f"formula: it starts at n = {self.start}, and {_LATEST} is the limit")
        self.shape = spectrum(side)
        pure = max(self.start, true.degree - true.order + 1, self.shape.start if self.shape else 0)
        self.run = true.order + (self.shape.order if self.shape else 40)
        self.pure = pure
        self.end = pure + 2 * self.run + 1
        if self.end > 2 * _LATEST:
            raise LimitError(
                f"formula: it is decided by terms from n = {self.end} on, and {2 * _LATEST} is the limit"
            )

    def judged(self) -> Judged:
        wrong = self._differing(self.start, self.end, 0)
        since = wrong[-1] + 1 if wrong else self.start
        is_for_ever = since > self.pure + self.run
        if wrong and (is_for_ever or self.is_ranged):
            n = wrong[0]
            later = "" if is_for_ever or self.shape is None else f"; it holds for every n >= {since}"
            return Judged(
                Answer.FALSE, n, f"at n = {n} it gives {self._shown(n)}, and a({n}) = {self.true[n]}{later}"
            )
        if self.shape is not None:
            return _held(since, self.start)
        begun = f"as printed it fails at n = {wrong[0]}; from n = {since} on " if wrong else ""
        agreed = f"{begun}{self.end - since} terms agree"
        return Judged(
            Answer.UNKNOWN, None, f"{agreed}, and no recurrence of the formula is known to prove it"
        )

    def _shown(self, n: int) -> str:
        value = self.claim.value(n)
        return "nothing" if value is None else str(value)

    def _differing(self, start: int, end: int, by: int) -> list[int]:
        """The n from ``start`` on where the formula at n - by is not a(n)."""
        terms = self.true.terms(end - self.true.first_n)[start - self.true.first_n :]
        values = ((n, term, evaluated(self.claim.side, n - by)) for n, term in enumerate(terms, start))
        return [n for n, term, value in values if value is None or value != Radical.of(term)]

    def holds_moved(self, by: int) -> bool:
        """Whether it is right from its start on for b(n) = a(n - by); a failure at single n is no slip."""
        wrong = self._differing(self.start, self.end, 0)
        if wrong and wrong[-1] < self.pure + self.run:
            return False
        return not self._differing(self.start + abs(by), self.pure + self.run + abs(by), by)


def _held(n: int, start: int, printed: int | None = None) -> Judged:
    late = f"; as printed, from n = {start} on, it fails before that" if n > start else ""
    if printed is not None and 0 < printed < start:
        late = f"; n = {printed} needs terms before the first one"
    return Judged(Answer.CONFIRMED, n, f"it holds for every n >= {n}{late}", n > start)


def _slipped(n: int | None, moved: int) -> Judged:
    reason = (
        f"as printed it fails at n = {n}; with the index moved by {moved} it is right, as after a change of"
        " offset"
    )
    return Judged(Answer.UNKNOWN, None, reason)
