r"""Statements that define their sequences, or contain only known ones: systems of recurrences and identities.

``f(n) = f(n-2) + 2g(n-1), g(n) = f(n-1) + g(n-2), f(0) = 1, f(1) = 0, g(0) = 0, g(1) = 1; f(n) = 4f(n-2) -
f(n-4)`` defines f and g by its first relation for each name, with initial values; the rest are claims.

Theorem. For n >= N let x_i(n) be a sum of constants times x_j(n - r), r >= 0, and of a term w_i(n), where the
relations without delay (r = 0) determine the x_i(n) one after another. Let S_j be the largest r for x_j, and
let w_i belong to a shift-invariant space of dimension d_i. Let D be the sum of all S_j and d_i. Then for
n >= N + D the values of every x_i belong to a space of dimension D.

Proof. The vector v(n) of all x_j(n-1), ..., x_j(n-S_j) satisfies v(n+1) = A v(n) + w(n) with a constant
matrix A. If q(E) annihilates all w_i, where E is the shift, then q(E) det(E - A) annihilates v. QED

A sequence that no relation refers to needs no initial values, and may be a sum of constants times x_j(n - r)
with r < 0: its values belong to the same space, since shifts map it to itself.

So N + 2D terms determine the generating functions. Identities between known sequences are compared as in
``claims.identity``, and sums as in ``claims.explicit`` with one side as the reference: its recurrence is that
of a closed form, or it is found by creative telescoping. A side R(n) without a sum is the sum of
binomial(n, k) R(n)/2^n over k.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import ClassVar

from flint import fmpq_poly

from gfkit.algebra import Evidence, PRecursive, RationalGF, Status
from gfkit.algebra.formula import tree as nodes
from gfkit.algebra.formula.linear import index_shift, linear
from gfkit.algebra.formula.radical import Radical
from gfkit.algebra.formula.ratio import ring_of
from gfkit.algebra.formula.read.notation import KNOWN_NAMES
from gfkit.algebra.formula.read.statement import Chain, Statement, read_statement
from gfkit.algebra.number import Number, from_flint
from gfkit.algebra.series import rational_polynomial
from gfkit.claims.comparison import ComparisonClaim, claim_of_sides, comparison_claim
from gfkit.claims.expansion import closed_series, fraction_of_terms, law_of_rows
from gfkit.claims.explicit import ExplicitClaim
from gfkit.claims.formula.kind import first_value
from gfkit.claims.formula.sequence import Point, exact_value, rational
from gfkit.claims.formula.space import all_letters, space
from gfkit.claims.identity import IdentityClaim
from gfkit.claims.judge import Agreement, Difference, Judgement, Verdict, judge
from gfkit.claims.scope import EVERY, StatementRange, plain_statement
from gfkit.claims.statement import with_letters, with_single_values
from gfkit.claims.truth import DataTruth, Form, LawTruth, Truth
from gfkit.deferred import dataclass, field, regex, replace
from gfkit.errors import GfkitError, InputError, as_typed
from gfkit.guessing import Data
from gfkit.typing import Weights

Label = tuple[str, ...]

_PIECES = regex(
    r"(?<!\s)(?:\s*+;\s*+|(?:\s*+[,.])?+\s++(?:then|implies(?:\s++that)?|hence|therefore)\s++)", re.IGNORECASE
)
_WHERE = regex(r"(?<!\s)(?:\s*+[,;])?+\s++where\s++", re.IGNORECASE)
_AND = regex(r"(?<!\s)\s++and\s++(?=[A-Za-z]\s*+[(_\[])")
_OWN = regex(r"(?<![A-Za-z\\])([FLJ])(?=\s*+(?:_\s*+\{?+|\()\s*+0\s*+[)}]?+\s*+=)")
"""Letter of a well-known sequence whose value at 0 is stated."""
_LETTER = regex(r"[A-Za-z]")
_MOST_ORDER = 200
_COMPARED = 40
_MOST_LENGTH = 3000
_COUNTS = ("counts",)
_OURS = {("a",), ("A",)}
"""Names of the sequence in question if a system defines sequences of other names too."""
_NOTHING = LawTruth(RationalGF.of([0]))


@dataclass
class _System:
    """Relations and initial values of sequences, by their names, and the smallest printed n."""

    relations: dict[Label, tuple[nodes.Node, int]] = field(default_factory=dict)
    values: dict[Label, dict[int, Fraction]] = field(default_factory=dict)
    since: int = 0
    pending: set[tuple[Label, int]] = field(default_factory=set)
    results: dict[Label, int | None] = field(default_factory=dict)
    """Sequences without initial values that no relation refers to, with the first n of their statements."""

    def term(self, label: Label, n: int) -> Fraction:
        """Return the term of a defined sequence."""
        known = self.values.setdefault(label, {})
        if n in known:
            return known[n]
        right, shift = self.relations.get(label, (nodes.ZERO, 0))
        least = n if label in self.results else n + 1
        is_given = n >= min(known, default=least) and n - shift >= self.since
        if label not in self.relations or not is_given or (label, n) in self.pending:
            raise InputError(f"formula: the value of {label[0]}({n}) is not determined")
        self.pending.add((label, n))
        value = exact_value(right, Point({"n": n - shift}, self.term))
        known[n] = rational(value, "terms must be")
        self.pending.discard((label, n))
        return known[n]

    def laws(self) -> dict[Label, RationalGF]:
        """Return the generating functions of all defined sequences."""
        delays, order, start = dict.fromkeys(self.relations, 0), 0, self.since
        firsts = {label: min(self.values.get(label, {}), default=0) for label in self.relations}
        reach = 0
        for label, (right, shift) in self.relations.items():
            form = linear(right, ring_of(right))
            for term in form.terms:
                delay, row = shift - term.shift, term.coefficient.row("n")
                is_result = label in self.results
                if (
                    (delay < 0 and not is_result)
                    or row is None
                    or len(row) > 1
                    or term.name.label not in delays
                ):
                    raise InputError(
                        f"formula: {label[0]}(n) has no linear recurrence with constant coefficients"
                    )
                if is_result:
                    firsts[label] = max(firsts[label], firsts[term.name.label] + delay)
                    reach = max(reach, abs(delay))
                else:
                    delays[term.name.label] = max(delays[term.name.label], delay)
            spaces = [part for part in map(space, form.rest) if part is not None]
            if len(spaces) < len(form.rest):
                raise InputError(f"formula: a summand in the recurrence of {label[0]}(n) is not supported")
            order += sum(part.order for part in spaces)
            start = max([start + abs(shift), *(part.start + abs(shift) for part in spaces)])
        start = max([start, *(n + 1 for given in self.values.values() for n in given)])
        order += sum(delays.values())
        if (
            order > _MOST_ORDER
            or start > _MOST_ORDER
            or any(n < 0 for given in self.values.values() for n in given)
        ):
            raise InputError(
                "formula: the recurrences have a too large order, or values with an index below 0"
            )
        start += order + reach
        return {
            label: law_of_rows(
                fraction_of_terms(
                    [Radical.of(self.term(label, n) if n >= first else 0) for n in range(start + 2 * order)],
                    start,
                ),
                first,
            )
            for label, first in firsts.items()
        }


@dataclass(frozen=True)
class SystemClaim:
    """Claim that one of several sequences that are defined together is the sequence in question."""

    text: str
    claims: tuple[ComparisonClaim, ...]
    form = Form.SERIES
    printed_from = None
    weights = Weights.NONE

    def compare(self, truth: Truth) -> Agreement | Difference:
        """Compare the defined sequences with the sequence in question, until one of them agrees."""
        results = [claim.compare(truth) for claim in self.claims]
        return next((result for result in results if isinstance(result, Agreement)), results[0])


def system_claim(text: str) -> SystemClaim | None:
    """Return the claim of a system that defines several sequences and states nothing else, or None."""
    found = None
    with suppress(GfkitError):
        found = _parse_system(_with_own_letters(text)) if text.count("=") > 2 else None
    if not found or found[1] or len(found[0]) < 2:
        return None
    claims = []
    for label in found[2] or found[0].keys() & _OURS or found[0]:
        sides = (nodes.Symbol(label, nodes.N), nodes.Symbol(_COUNTS, nodes.N))
        scope = StatementRange(EVERY, since=found[2].get(label))
        subject = f"{label[0]}(n) is the sequence in question"
        claims.append(claim_of_sides(text, subject, sides, ("=",), [*sides], scope, found[0], _COUNTS))
    return SystemClaim(text, tuple(claim for claim in claims if claim is not None))


def _with_own_letters(text: str) -> str:
    """Return the statement with other letters for well-known sequences that it defines itself.

    >>> _with_own_letters("a(n) = F(n), where F(n) = F(n-1) + F(n-2), F(0) = 1, F(1) = 2")
    'a(n) = u(n), where u(n) = u(n-1) + u(n-2), u(0) = 1, u(1) = 2'
    """
    free = iter(sorted(set("uvw") - {*_LETTER.findall(text)}))
    for name, letter in zip(dict.fromkeys(_OWN.findall(text)), free, strict=False):
        text = re.sub(rf"(?<![A-Za-z\\]){name}(?=\s*[_(])", letter, text)
    return text


def _parse_system(
    text: str,
) -> tuple[dict[Label, RationalGF], list[ComparisonClaim], dict[Label, int | None]] | None:
    """Return the sequences that a text defines, its claims, and the sequence that the others determine with
    the first n of its statement; or None if it does not define any.

    >>> laws, claims, _ = _parse_system("f(n) = g(n-1), g(n) = 2f(n-1), f(0) = g(0) = 1; f(n) <= 2^n")
    >>> str(laws["f",]), claims[0].subject
    ('(1 + t)/(1 - 2*t^2)', 'f(n) <= 2^n')
    """
    if len(text) > _MOST_LENGTH:
        return None
    before, *after = _WHERE.split(plain_statement(text), maxsplit=1)
    system, claimed, later = _System(), list[tuple[Chain, Statement]](), list[str]()
    for k, piece in enumerate(_PIECES.split("; ".join([*after, before]))):
        try:
            statement = with_single_values(with_letters(read_statement(piece)))
        except InputError:
            later += _AND.split(piece)
            continue
        known = {*system.relations}
        claimed += [(chain, statement) for chain in statement.chains if not _define(chain, system)]
        new = system.relations.keys() - known
        system.results |= dict.fromkeys(new, statement.valid_from)
        system.since = max(system.since, (statement.valid_from or 0) if not k else 0)
    used = {name.label for right, _ in system.relations.values() for name in nodes.symbols(right)}
    for label in system.relations.keys() & (used | system.values.keys()):
        del system.results[label]
    if len(system.results) > 1 or not system.relations.keys() - system.results.keys():
        return None
    if not all(system.values.get(label) for label in system.relations if label not in system.results):
        return None
    laws = system.laws()
    claims = [comparison_claim(piece, laws) for piece in later]
    for chain, statement in claimed:
        names, scope = chain.names, StatementRange(EVERY, since=statement.valid_from)
        claims.append(claim_of_sides(text, statement.text, chain.sides, chain.relations, names, scope, laws))
    known_claims = [claim for claim in claims if claim is not None]
    if len(known_claims) < len(claims):
        raise InputError(f"formula {as_typed(text)}: a part of it is neither a definition nor a claim")
    return laws, known_claims, system.results


def _define(chain: Chain, system: _System) -> bool:
    """Return True if a chain defines a sequence, or gives a value of one, and add it to the system."""
    left = chain.sides[0]
    if not isinstance(left, nodes.Symbol) or left.arguments or left.index is None or len(left.label) > 1:
        return False
    if left.label[0] in KNOWN_NAMES or chain.relations != ("=",):
        return False
    n = first_value(chain)
    if n is not None:
        value = rational(exact_value(chain.sides[1], 0), "initial values must be")
        return system.values.setdefault(left.label, {}).setdefault(n, value) == value
    if left.label in system.relations or not nodes.symbols(chain.sides[1]):
        return False
    with suppress(GfkitError):
        system.relations[left.label] = chain.sides[1], index_shift(left, ring_of(left.index))
        return True
    return False


# Statements without a sequence in question


def judge_alone(text: str) -> Verdict | None:
    """Return the verdict on a statement that needs no other sequence, or None for a formula.

    >>> str(judge_alone("F(2n) = F(n)*L(n)").verdict)
    'proved'
    """
    found = _parse_system(text) if text.count("=") > 1 else None
    if found and found[1]:
        verdicts = [judge(claim, _NOTHING, repair=False) for claim in found[1]]
    elif found:
        raise InputError(
            f"formula {as_typed(text)}: it defines a sequence, but states nothing about it; give a rule and a"
            " family of boards (--for col path:n), or a claim after a semicolon"
        )
    else:
        verdicts = list(_judge_identities(text))
    order = ("refuted", "later", "consistent", "proved")
    worst = min(verdicts, key=lambda verdict: order.index(str(verdict.verdict)), default=None)
    return worst and replace(worst, formula=text, derived=None)


def _judge_identities(text: str) -> Iterator[Verdict]:
    """Yield the verdicts on the equations of a text, if they contain only known sequences and sums."""
    compared = comparison_claim(text, {})
    if compared is not None and {*compared.relations} != {"="}:
        yield judge(compared, _NOTHING, repair=False)
        return
    with suppress(InputError):
        statement = with_letters(read_statement(plain_statement(text)))
        chains = statement.chains
        named = [name for chain in chains for name in chain.names]
        is_known = all(name.label[0] in KNOWN_NAMES and name.index is not None for name in named)
        letters = frozenset[str]().union(*(all_letters(side) for chain in chains for side in chain.sides))
        is_equation = all(chain.relations and {*chain.relations} == {"="} for chain in chains)
        if not is_known or not is_equation or "n" not in letters or letters & {"t", "x", "y"}:
            return
        for chain in chains:
            for right in chain.sides[1:]:
                yield _judge_identity(chain.sides[0], right, text, statement.valid_from)


def _judge_identity(left: nodes.Node, right: nodes.Node, text: str, since: int | None) -> Verdict:
    """Return the verdict on an identity: by the space of the difference, or by a recurrence of one side."""
    verdict = replace(judge(IdentityClaim(left, right, text, (), since), _NOTHING, repair=False), notes=())
    for side, other in ((left, right), (right, left)) if verdict.verdict is Judgement.CONSISTENT else ():
        with suppress(GfkitError, ZeroDivisionError):
            claim = ExplicitClaim(_as_sum(side), text, since or 0, printed_from=since)
            found = judge(claim, _reference(other), repair=False)
            if found.verdict is Judgement.PROVED:
                return found
    return verdict


def _as_sum(side: nodes.Node) -> nodes.Node:
    """Return a side with a sum: itself, or the sum of binomial(n, k)/2^n times the side."""
    if any(isinstance(part, nodes.BigOperator) for part in nodes.walk(side)):
        return side
    weight = nodes.Quotient(nodes.Choose(nodes.N, nodes.Letter("k")), nodes.Power(nodes.Number(2), nodes.N))
    return nodes.BigOperator(nodes.Product((side, weight)), "k", nodes.ZERO, nodes.N)


def _reference(side: nodes.Node) -> Truth:
    """Return the sequence of a closed form, a sum or a hypergeometric term, with its recurrence."""
    with suppress(InputError):
        return LawTruth(closed_series(side))
    from gfkit.claims.telescoping import recurrence_of_sum  # few statements contain a sum

    found = recurrence_of_sum(_as_sum(side))
    if found is None:
        raise InputError("formula: no recurrence of a side is known")
    order, rows = len(found[0]) - 1, [rational_polynomial(row) for row in reversed(found[0])]
    moved = [[from_flint(c) for c in row(fmpq_poly([-order, 1])).coeffs()] for row in rows]
    terms = [
        rational(exact_value(side, n), "terms must be") for n in range(max(_COMPARED, found[1] + 2 * order))
    ]
    law = PRecursive.of(moved, terms, 0, found[1] + order)
    return _HolonomicTruth(Data.of(terms), law)


@dataclass(frozen=True, eq=False)
class _HolonomicTruth(DataTruth):
    """Sequence with a proved recurrence with polynomial coefficients."""

    p_recursive: PRecursive
    end: ClassVar[None] = None
    likely_law: ClassVar[None] = None
    evidence: ClassVar[Evidence] = Evidence(Status.PROVED, "given")

    def terms(self, first: int, end: int) -> Sequence[Number]:
        return self.p_recursive.terms(end)[first:]
