"""Verdicts on the clauses of an OEIS line, which ``gfkit.claims.judge`` compares with the true sequence.

A printed range is part of the claim. An equation that fails at finitely many n of its range is not confirmed;
the verdict is "later". The verdict is also "later" if the equation requires terms before the first one at
some n of its range, and cannot be tested there. An equation without a range that fails at finitely many n is
confirmed for all larger n. A clause that becomes correct when its index is shifted by up to three is neither
confirmed nor called false.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb

from gfkit.claims.claim import verify
from gfkit.claims.judge import Judgement, Verdict, judge
from gfkit.claims.provers.expansion import expansion
from gfkit.claims.provers.explicit import ExplicitClaim
from gfkit.claims.provers.growth import GrowthClaim, GrowthKind
from gfkit.claims.provers.kind import KindWord
from gfkit.claims.provers.relation import RelationClaim, relation_claim
from gfkit.claims.provers.result import (
    NO_VALUE,
    Agreement,
    Difference,
    Failure,
    FirstDifference,
    FormulaClaim,
    Stated,
    missing_term,
)
from gfkit.claims.provers.series import SeriesClaim
from gfkit.claims.provers.truth import Form, KnownSequence, LawTruth, Truth, as_number, evidence_by, term_at
from gfkit.claims.statement.canonical import merged, number_node
from gfkit.claims.statement.linear import index_shift
from gfkit.claims.statement.parse import read_statement
from gfkit.claims.statement.ratio import Ring, ring_of
from gfkit.claims.statement.tree import Claim, ForAll, SequenceDefinition
from gfkit.core.algebra import Polynomial, RationalGF, Status
from gfkit.core.algebra.formula import series_text, tree as nodes
from gfkit.core.algebra.number import number_text
from gfkit.core.deferred import dataclass, replace
from gfkit.core.errors import GfkitError, InputError, LimitError
from gfkit.core.typing import Weights
from gfkit.guessing import Data
from gfkit.oeis.hedged import Clause, ClauseKind

_SLIPS = (1, -1, 2, -2, 3, -3)
_LATEST = 2000
_SPARE = 20
"""Number of terms beyond the initial ones that the public parser compares."""


def judge_clauses(clauses: Sequence[Clause], truth: LawTruth) -> Verdict:
    """Return the combined verdict on all clauses of a line.

    The verdict is "refuted" if some clause is refuted and no shift of its index makes it correct; "proved" if
    all clauses are proved; "later" if they are proved for a smaller range than printed; otherwise "open".
    If it is proved, ``holds_from`` is the smallest n_0 such that all clauses hold for n >= n_0.

    >>> from gfkit.oeis.hedged import read_line
    >>> fibonacci = LawTruth(RationalGF.of([0, 1], [1, -1, -1]))
    >>> print(judge_clauses(read_line("a(n) = a(n-1) + a(n-2) for n > 4").clauses, fibonacci).holds_from)
    5
    >>> judge_clauses(read_line("a(n) = a(n-1) + 2*a(n-2)").clauses, fibonacci).reason
    'at n = 3 the formula gives 3, and a(3) = 2'
    >>> judge_clauses(read_line("G.f.: 1/(1 - x - x^2)").clauses, fibonacci).reason
    'as printed it fails at n = 0; with the index moved by 1 it is right, as after a change of offset'
    """
    claims = [_claim(clause, truth) for clause in clauses]
    verdicts = [_verdict_on(clause, claim, truth) for clause, claim in zip(clauses, claims, strict=True)]
    false = [k for k, verdict in enumerate(verdicts) if verdict.is_refuted]
    if false:
        first = false[0]
        fixed = [k for k, clause in enumerate(clauses) if k in false or clause.kind is ClauseKind.VALUE]
        for by in _SLIPS:
            if all(_is_slip(claims[k], verdicts[k], truth, by) for k in fixed):
                at = verdicts[first].first_difference
                return _open(
                    verdicts[first],
                    f"as printed it fails at n = {at.n if at else None}; with the index moved by {by} it is"
                    " right, as after a change of offset",
                )
        return replace(verdicts[first], reason=_reason_with_clause(clauses, first, verdicts[first].reason))
    for k, verdict in enumerate(verdicts):
        if verdict.verdict is Judgement.OPEN:
            return replace(verdict, reason=_reason_with_clause(clauses, k, verdict.reason))
    later = [verdict for verdict in verdicts if verdict.is_later]
    for clause, verdict in zip(clauses, verdicts, strict=True):
        _check_by_verify(clause, verdict, truth.rational)
    stated = [verdict.statement for verdict in verdicts]
    since = [
        verdict.holds_from
        for clause, verdict in zip(clauses, verdicts, strict=True)
        if clause.kind in (ClauseKind.EQUATION, ClauseKind.SERIES) or verdict.is_later
    ]
    return replace(
        max(later, key=lambda verdict: verdict.holds_from or 0) if later else verdicts[0],
        reason="; ".join(
            _reason_with_clause(clauses, k, verdict.reason) for k, verdict in enumerate(verdicts)
        ),
        holds_from=max((n for n in since if n is not None), default=None),
        first_difference=next(
            (verdict.first_difference for verdict in later or verdicts if verdict.first_difference), None
        ),
        statement=merged(stated) if None not in stated else None,
    )


def _reason_with_clause(clauses: Sequence[Clause], place: int, reason: str) -> str:
    """Return the reason, preceded by the clause that it concerns if there are several."""
    text = clauses[place].text
    if len(clauses) == 1:
        return reason
    return f"{text if len(text) <= 60 else text[:60].rstrip() + '...'}: {reason}"


def _open(found: Verdict, reason: str) -> Verdict:
    return replace(found, verdict=Judgement.OPEN, reason=reason)


def _is_slip(claim: FormulaClaim, found: Verdict, truth: LawTruth, by: int) -> bool:
    """Return True if the clause is correct for a(n + ``by``), except for initial terms that one of the two
    sequences lacks.

    A failure at a few n is not an index shift. A relation without n is equivalent to all of its shifts, so it
    cannot be repaired by a shift.
    """
    if isinstance(claim, RelationClaim) and not _has_n(claim):
        return False
    if found.is_refuted and found.is_lasting and not isinstance(claim, SeriesClaim):
        return False
    try:
        moved = judge(claim, truth.shift(by), repair=False)
    except GfkitError:
        return False
    start = claim.start(truth.first_n) if isinstance(claim, RelationClaim | ExplicitClaim) else truth.first_n
    return moved.is_lasting and moved.holds_from is not None and moved.holds_from <= start + max(0, -by)


# Claims of clauses


def _claim(clause: Clause, truth: LawTruth) -> FormulaClaim:
    match clause.kind:
        case ClauseKind.VALUE:
            return _ValueClaim(clause, clause.text)
        case ClauseKind.DEGREE:
            return _DegreeClaim(clause, clause.text, clause.since)
        case ClauseKind.SERIES:
            (side,) = _sides(clause.text, clause.variable)
            if nodes.letters(side) - {"t"} or nodes.symbols(side):
                raise InputError(f"formula {clause.text!r} is not a quotient in one variable")
            return SeriesClaim(side, clause.text, Weights.NONE)
        case ClauseKind.GROWTH:
            (side,) = _sides(clause.text.partition("~")[2].strip(), "t")
            return GrowthClaim(side, clause.text, GrowthKind.RATIO)
    left, right = _sides(clause.text, "t")
    if _is_term(left) and not any(symbol.label == ("a",) for symbol in nodes.symbols(right)):
        printed = truth.first_n if clause.is_for_all else clause.since
        return ExplicitClaim(right, clause.text, clause.since, printed_from=printed)
    return _relation(clause, left, right, truth.first_n)


def _sides(text: str, variable: str) -> tuple[nodes.Node, ...]:
    """Return the sides of an equation, or the single side of a g.f. Raise InputError for further content."""
    statement = read_statement(text, variable)
    sides = statement.chains[0].sides
    between = "".join(
        text[before : side.start]
        for before, side in zip((0, *(side.end for side in sides)), sides, strict=False)
    )
    is_whole = f"{between}{text[sides[-1].end :]}".split() == ["="] * (len(sides) - 1)
    if len(statement.chains) > 1 or statement.valid_from is not None or not is_whole:
        raise InputError(f"formula {text!r} cannot be parsed as one equation")
    return sides


def _is_term(node: nodes.Node) -> bool:
    return (
        isinstance(node, nodes.Symbol)
        and node.label == ("a",)
        and not node.arguments
        and node.index is not None
        and "n" in nodes.letters(node.index)
        and index_shift(node, Ring()) == 0
    )


def _relation(clause: Clause, left: nodes.Node, right: nodes.Node, first_n: int) -> RelationClaim:
    """Return an equation between terms a(n), a(n-1), ... and an expression in n.

    An equation that contains n is claimed for n >= 0 only, and an equation after initial values is claimed
    for the following n.
    """
    if any(_may_vanish(node) for side in (left, right) for node in nodes.walk(side)):
        raise InputError("formula: a denominator contains n; multiply by it")
    ring = ring_of(left, right)
    claim = relation_claim(left, right, ring, clause.text, Weights.NONE, None, ())
    if [name.label for name in claim.names] != [("a",)] or claim.names[0].arguments or ring.roots:
        raise InputError("the formula contains sequences other than a(n)")
    printed = _printed_start(clause, claim, first_n)
    claim = replace(claim, valid_from=0 if printed is None and _has_n(claim) else printed)
    return replace(claim, printed_from=claim.start(first_n) if clause.is_for_all else clause.since)


def _printed_start(clause: Clause, claim: RelationClaim, first_n: int) -> int | None:
    """Return the first n as printed, or the n after the initial values in the clause."""
    given = clause.given
    if clause.since is not None or not given:
        return clause.since
    if sorted(given) != list(range(first_n, first_n + len(given))):
        return None
    return max(given) + 1 - max(term.shift for term in claim.defect.terms)


def _has_n(claim: RelationClaim) -> bool:
    """Return True if n occurs outside indices; otherwise the clause is equivalent to each of its shifts."""
    defect = claim.defect
    return bool(defect.rest) or any(term.coefficient.degree("n")[0] for term in defect.terms)


def _may_vanish(node: nodes.Node) -> bool:
    """Return True if a denominator may be 0 for some n, that is, if it contains n and is not a power of a
    number.
    """
    match node:
        case nodes.Quotient(below=below):
            return "n" in nodes.letters(below) and not (
                isinstance(below, nodes.Power) and "n" not in nodes.letters(below.base)
            )
        case nodes.Power(base=base, exponent=exponent):
            is_power = isinstance(exponent, nodes.Number) and exponent.value >= 0
            return "n" in nodes.letters(base) and not is_power
    return False


@dataclass(frozen=True)
class _ValueClaim(Stated):
    """Claim that a(n) has the given value, for a single n."""

    clause: Clause
    text: str
    form = Form.EXPLICIT
    printed_from = None

    def stated(self, known: KnownSequence) -> Sequence[Claim | SequenceDefinition]:  # noqa: ARG002
        term = nodes.Symbol(("a",), number_node(self.clause.at))
        return [ForAll(nodes.Equation(term, number_node(self.clause.number)), None)]

    def compare(self, truth: Truth) -> Agreement | Difference:
        known, n, value = truth.sequence(Weights.NONE), self.clause.at, self.clause.number
        if n > _LATEST:
            raise LimitError(f"formula: a value is printed for n = {n}; at most n = {_LATEST} is supported")
        if n < known.first_n:
            raise InputError(f"a({n}) precedes the first term of the entry")
        (true,) = known.terms(n, n + 1)
        if true == value:
            evidence = evidence_by(known, "terms-compared", (("n", n),))
            return Agreement(known, "it is right", evidence, known.first_n)
        reason = f"the printed value is a({n}) = {value}, but the correct value is {true}"
        return Difference(known, reason, FirstDifference(n, str(value), str(true)))


@dataclass(frozen=True)
class _DegreeClaim(Stated):
    """Claim that a(n) is a polynomial of exactly the stated degree, for all n that the recurrence
    determines.
    """

    clause: Clause
    text: str
    printed_from: int | None
    form = Form.EXPLICIT

    def compare(self, truth: Truth) -> Agreement | Difference:
        known, degree = truth.sequence(Weights.NONE), self.clause.number
        gf = known.rational
        assert gf is not None, "entries are compared with a generating function"
        line = Polynomial.of(("t",), {(0,): 1, (1,): -1})
        if gf.denominator != line ** (degree + 1):
            values = (f"denominator (1 - t)^{degree + 1}", f"denominator {gf.denominator}")
            return Difference(known, f"a(n) is not a polynomial of degree {degree} in n", values=values)
        start = max(gf.first_n, gf.degree - gf.order + 1)
        evidence = evidence_by(known, "denominators-compared", (("order", gf.order),))
        reason = f"a(n) is a polynomial for n >= {start}"

        def failure_at(n: int) -> Failure | None:
            """Return the failure at an n before ``start``, where a(n) is not the value of the polynomial, or
            has no value.
            """
            if n < known.first_n:
                return missing_term(n, n, known.first_n)
            if n < start - 1:
                return None
            later = enumerate(known.terms(start, start + degree + 1), 1)
            value = sum((-1) ** (k - 1) * comb(degree + 1, k) * as_number(term) for k, term in later)
            first = FirstDifference(n, number_text(value), str(term_at(known, n)))
            return Failure(n, f"at n = {n} the polynomial does not give {first.true}", first)

        return Agreement(known, reason, evidence, start, failure_at=failure_at)


# Verdicts on clauses


def _verdict_on(clause: Clause, claim: FormulaClaim, truth: LawTruth) -> Verdict:
    """Return the verdict on a clause: open if neither a proved formula nor a counted board decides it."""
    if clause.kind is ClauseKind.VALUE and clause.at < truth.first_n:
        words = f"a({clause.at}) precedes the first term of the entry"
        return Verdict(Judgement.OPEN, words, truth.evidence, clause.text)
    # a line without a range is claimed where its terms are defined
    verdict = judge(claim, truth, repair=False, may_be_later=claim.printed_from is not None)
    if verdict.verdict is Judgement.CONSISTENT:
        return _open(verdict, verdict.reason)
    if isinstance(claim, SeriesClaim):
        verdict = _settle_series(claim, verdict, truth)
    elif isinstance(claim, RelationClaim | ExplicitClaim):
        if isinstance(claim, ExplicitClaim) and _is_tie(claim, verdict):
            return _open(verdict, f"{verdict.reason}; the rounding of halves is ambiguous")
        verdict = _settle_equation(clause, claim, verdict, truth)
    if verdict.verdict is not Judgement.OPEN and verdict.evidence.status is not Status.PROVED:
        return _open(verdict, f"{verdict.reason}, by a generating function that is only probable")
    return verdict


def _is_tie(claim: ExplicitClaim, found: Verdict) -> bool:
    """Return True if the claim fails only at n where a half is rounded up, and rounding down gives another
    value.
    """
    first, side = found.first_difference, claim.side
    if first is None or first.formula == NO_VALUE:
        return False
    half = nodes.Number(Fraction(-1, 2))
    for node in nodes.walk(claim.side):
        if isinstance(node, nodes.IntegerPart) and node.how is nodes.Rounding.NEAREST:
            side = nodes.replace_part(
                side, node, nodes.IntegerPart(nodes.Sum((node.body, half)), nodes.Rounding.CEILING)
            )
    return side is not claim.side and replace(claim, side=side).text_at(first.n) != claim.text_at(first.n)


def _settle_equation(
    clause: Clause, claim: RelationClaim | ExplicitClaim, found: Verdict, truth: LawTruth
) -> Verdict:
    start, first, later = claim.start(truth.first_n), found.first_difference, found.holds_from
    printed = clause.since
    if isinstance(claim, RelationClaim):
        printed = _printed_start(clause, claim, truth.first_n)
    if found.is_later and first is not None and first.true == NO_VALUE and later == start:
        # it is wrong at no n; at smaller n it requires terms that the entry lacks
        reason = (
            f"the formula holds for every n >= {later}, the first n at which the entry has all its terms; for"
            f" n >= {found.printed_from}, as printed, it cannot be tested"
        )
        return replace(found, reason=reason, first_difference=None)
    if found.is_later:
        return found
    if first is None:
        return replace(found, reason=f"the formula holds for every n >= {found.holds_from}")
    if first.formula == NO_VALUE:  # wrong only for its range, and not proved for any later range
        return _open(found, found.reason)
    if found.is_lasting and printed is None:
        return replace(
            found,
            verdict=Judgement.PROVED,
            reason=f"the formula holds for every n >= {later}, but not for every n >= {start}, as printed",
            evidence=evidence_by(truth, "terms-compared", (("n", first.n),)),
            statement=None,  # its range is another one
        )
    if later is not None and not found.is_lasting and printed is None:
        return _open(
            found,
            f"as printed the formula fails at n = {first.n}; all compared terms with n >= {later} agree,"
            " but no recurrence of the formula is known, which a proof requires",
        )
    since = f"; the formula holds for every n >= {later}" if found.is_lasting else ""
    return replace(
        found,
        reason=f"at n = {first.n} the formula gives {first.formula}, and a({first.n}) = {first.true}{since}",
    )


def _settle_series(claim: SeriesClaim, found: Verdict, truth: LawTruth) -> Verdict:
    """Check the claim that a quotient is the sum of a(n) x^n over exactly the n of the entry."""
    first_n, first, later = truth.first_n, found.first_difference, found.holds_from
    if first is not None and first.n >= first_n:
        printed = expansion(claim.value, later) if later is not None else {}
        if later is not None and all(printed[n].is_zero for n in range(first_n, later) if n in printed):
            return _open(
                found,
                f"as printed the g.f. fails at n = {first.n}; the first terms are missing, and it is correct"
                f" for n >= {later}",
            )
        right = series_text(truth.rational)
        wrong = f"its coefficient at n = {first.n} is {first.formula}, and a({first.n}) = {first.true}"
        return replace(found, reason=f"{wrong}; the g.f. is {right}", correction=right)
    early = [n for n, part in expansion(claim.value, first_n).items() if not part.is_zero]
    if early:
        right = (
            "the g.f. is right except for" if first is None or later == first_n else "the g.f. begins with"
        )
        return _open(found, f"{right} its coefficient at n = {min(early)}, for which the entry has no term")
    return replace(found, reason=f"the formula holds for every n >= {first_n}")


def _check_by_verify(clause: Clause, found: Verdict, true: RationalGF) -> None:
    """Repeat the check of a clause by ``gfkit.verify`` on the terms of the entry. A clause that it rejects is
    not confirmed.
    """
    n = found.holds_from
    if clause.kind in (ClauseKind.VALUE, ClauseKind.DEGREE, ClauseKind.GROWTH) or n is None:
        return
    end = max(n, true.degree + 1, true.first_n) + 2 * true.order + _SPARE
    if end > _LATEST:
        return
    data = Data.of(true.terms(end - true.first_n), true.first_n)
    if clause.kind is ClauseKind.SERIES:
        verdict = verify(clause.text, data=data, variable=clause.variable, read_as="gf")
    else:
        kind: KindWord = (
            "closed-form"
            if clause.text.count("a(") == 1 and clause.text.startswith("a(n) =")
            else "recurrence"
        )
        verdict = verify(clause.text, data=data, valid_from=max(0, n), read_as=kind)
    if verdict.is_refuted:
        raise InputError(
            f"formula {clause.text!r}: two methods of checking it disagree; this is a bug in gfkit,"
            " please report it"
        )
