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
from itertools import count, islice
from typing import ClassVar

from flint import fmpq_poly

from gfkit.claims.chains import with_letters, with_single_values
from gfkit.claims.comparison import ComparisonClaim, claim_of_sides, comparison_claim, with_own_name
from gfkit.claims.expansion import closed_series, fraction_of_terms, law_of_rows
from gfkit.claims.explicit import ExplicitClaim
from gfkit.claims.formula.kind import first_value
from gfkit.claims.formula.sequence import Point, exact_value, rational
from gfkit.claims.formula.space import all_letters, space
from gfkit.claims.identity import IdentityClaim
from gfkit.claims.judge import Agreement, Difference, Judgement, Stated, Verdict, judge
from gfkit.claims.read.linear import index_shift, linear
from gfkit.claims.read.notation import KNOWN_NAMES
from gfkit.claims.read.ratio import ring_of
from gfkit.claims.read.statement import Chain, PrintedStatement, read_statement
from gfkit.claims.scope import EVERY, StatementRange, plain_statement
from gfkit.claims.statement.canonical import NotStatedError, number_node
from gfkit.claims.statement.evaluated import of_provers
from gfkit.claims.statement.tree import (
    A_OF_N,
    Claim,
    ForAll,
    SequenceDefinition,
    Span,
    Statement,
    relates,
)
from gfkit.claims.truth import NO_SEQUENCE, DataTruth, Form, KnownSequence, LawTruth, Truth
from gfkit.core.algebra import Evidence, PRecursive, RationalGF, Status
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.algebra.formula.radical import Radical
from gfkit.core.algebra.number import Number, from_flint
from gfkit.core.algebra.series import rational_polynomial
from gfkit.core.deferred import dataclass, field, regex, replace
from gfkit.core.errors import GfkitError, InputError, UndecidedError, as_typed
from gfkit.core.typing import Weights
from gfkit.guessing import Data

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


@dataclass
class _System:
    """Relations and initial values of sequences, by their names, and the smallest printed n."""

    relations: dict[Label, tuple[nodes.Node, int]] = field(default_factory=dict)
    values: dict[Label, dict[int, Fraction]] = field(default_factory=dict)
    since: int = 0
    pending: set[tuple[Label, int]] = field(default_factory=set)
    results: dict[Label, int | None] = field(default_factory=dict)
    """Sequences without initial values that no relation refers to, with the first n of their statements."""

    def definitions(self) -> dict[Label, SequenceDefinition]:
        """Return the definitions of all sequences as parts of a statement, before any term is computed."""
        found = {}
        for label, (right, shift) in self.relations.items():
            given = dict(sorted(self.values.get(label, {}).items()))
            formula = (
                nodes.substitute_n(right, nodes.Sum((nodes.N, nodes.Number(-shift)))) if shift else right
            )
            least = next(n for n in count(min(given, default=0)) if n not in given)
            found[label] = SequenceDefinition(label[0], None, tuple(given.items()), formula, least)
        return found

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
class SystemClaim(Stated):
    """Claim that one of several sequences that are defined together is the sequence in question."""

    text: str
    claims: tuple[ComparisonClaim, ...]
    since: int | None = 0
    """First n of the range, or None if it is not printed and no single value is."""
    form = Form.SERIES
    printed_from = None
    weights = Weights.NONE

    def stated(self, known: KnownSequence) -> Sequence[Claim | SequenceDefinition]:
        """Return the definitions, and the claim that one of the sequences is the one in question: the first
        one that agrees, or else the first one. If no relation refers to it, the claims are its relation and
        its values.
        """
        claim = next((c for c in self.claims if _agrees(c, known)), self.claims[0])
        label, start = claim.sides[0].label, claim.start(known)  # type: ignore[attr-defined]
        formulas = {one.name: one.formula for one in claim.definitions if one.formula is not None}
        if any(label == name.label for right in formulas.values() for name in nodes.symbols(right)):
            new = next(letter for letter in "bcdefgh" if letter not in formulas)
            new = new if label == ("a",) else label[0]
            renamed = [
                replace(one, name=new if one.name == label[0] else one.name, formula=right)
                for one in claim.definitions
                for right in [with_own_name(formulas[one.name], label, new)]
            ]
            return [*renamed, relates(A_OF_N, nodes.Symbol((new,), nodes.N), Span(start))]
        own = next(one for one in claim.definitions if one.name == label[0])
        parts: list[Claim | SequenceDefinition] = [one for one in claim.definitions if one is not own]
        for n, value in own.values:
            place = nodes.Symbol(("a",), number_node(n))
            parts += [ForAll(nodes.Equation(place, number_node(value)), None)] if n >= start else []
        return [*parts, relates(A_OF_N, formulas[own.name], Span(max(start, own.least)))]

    def compare(self, truth: Truth) -> Agreement | Difference:
        """Compare the defined sequences with the sequence in question, until one of them agrees.

        If a printed value is wrong, the claim is false, and not only its range too large.
        """
        results = [claim.compare(truth) for claim in self.claims]
        found = next((result for result in results if isinstance(result, Agreement)), results[0])
        own = {name.label for claim in self.claims for name in nodes.symbols(claim.sides[0])}
        given = {n for one in self.claims[0].definitions if (one.name,) in own for n, _ in one.values}
        if isinstance(found, Difference) and found.first is not None and found.first.n in given:
            return replace(found, proof=None)
        return found


def _agrees(claim: ComparisonClaim, known: KnownSequence) -> bool:
    """Return True if the first terms do not differ."""
    return all(wrong is None for _, wrong in islice(claim.cases(known), _COMPARED))


def system_claim(text: str) -> SystemClaim | None:
    """Return the claim of a system that defines several sequences and states nothing else, or None."""
    found = None
    with suppress(GfkitError):
        found = _parse_system(_with_own_letters(text)) if text.count("=") > 2 else None
    if not found or found[1] or len(found[0]) < 2:
        return None
    claims = []
    results, definitions = found[2].results, found[3]
    for label in results or found[0].keys() & _OURS or found[0]:
        sides = (nodes.Symbol(label, nodes.N), nodes.Symbol(_COUNTS, nodes.N))
        scope = StatementRange(EVERY, since=results.get(label))
        subject = f"{label[0]}(n) is the sequence in question"
        claims.append(claim_of_sides(text, subject, sides, ("=",), [*sides], scope, found[0], _COUNTS))
    own = tuple(replace(c, definitions=definitions) for c in claims if c is not None)
    return SystemClaim(text, own, None if None in results.values() else 0)


def defined_laws(definitions: Sequence[SequenceDefinition]) -> dict[Label, RationalGF]:
    """Return the generating functions of sequences that values and formulas define."""
    system = _System()
    used = {name.label for one in definitions for name in nodes.symbols(one.formula or nodes.ZERO)}
    for one in definitions:
        label, given = (one.name,), dict(one.values)
        is_whole = not given or all(n in given for n in range(min(given), one.least))
        if one.object is not None or one.formula is None or not is_whole:
            raise NotStatedError(f"statement: {one.name}(n) is not determined")
        system.relations[label], system.values[label] = (of_provers(one.formula), 0), given
        system.results |= {} if given or label in used else {label: one.least}
    return system.laws()


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
) -> tuple[dict[Label, RationalGF], list[ComparisonClaim], _System, tuple[SequenceDefinition, ...]] | None:
    """Return the sequences that a text defines, its claims, its relations, and the definitions as parts of a
    statement; or None if it does not define any.

    >>> laws, claims, *_ = _parse_system("f(n) = g(n-1), g(n) = 2f(n-1), f(0) = g(0) = 1; f(n) <= 2^n")
    >>> str(laws["f",]), claims[0].subject
    ('(1 + t)/(1 - 2*t^2)', 'f(n) <= 2^n')
    """
    if len(text) > _MOST_LENGTH:
        return None
    before, *after = _WHERE.split(plain_statement(text), maxsplit=1)
    system, claimed, later = _System(), list[tuple[Chain, PrintedStatement]](), list[str]()
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
    for label, (right, _) in system.relations.items():
        given = system.values.get(label, {})
        if given and min(given) > 1 and label not in {name.label for name in nodes.symbols(right)}:
            place = f"{label[0]}({min(given)})"
            raise UndecidedError(f"the value of {place} beside a formula for all n is not understood")
    if len(system.results) > 1 or not system.relations.keys() - system.results.keys():
        return None
    if not all(system.values.get(label) for label in system.relations if label not in system.results):
        return None
    alone = sorted(system.values.keys() - system.relations.keys())
    if alone:
        raise InputError(f"formula {as_typed(text)}: it gives a value of {alone[0][0]}(n), but no relation")
    stated = system.definitions()
    laws = system.laws()
    for label in system.results:
        stated[label] = replace(stated[label], least=laws[label].first_n)
    definitions = tuple(stated.values())
    claims = [comparison_claim(piece, laws) for piece in later]
    for chain, statement in claimed:
        names, scope = chain.names, StatementRange(EVERY, since=statement.valid_from)
        claims.append(claim_of_sides(text, statement.text, chain.sides, chain.relations, names, scope, laws))
    known_claims = [replace(claim, definitions=definitions) for claim in claims if claim is not None]
    if len(known_claims) < len(claims):
        raise InputError(f"formula {as_typed(text)}: a part of it is neither a definition nor a claim")
    return laws, known_claims, system, definitions


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
        verdicts = [judge(claim, NO_SEQUENCE, repair=False) for claim in found[1]]
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
        yield judge(compared, NO_SEQUENCE, repair=False)
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
                yield judge_identity(
                    IdentityClaim(chain.sides[0], right, text, (), statement.valid_from), None
                )


def judge_identity(claim: IdentityClaim, statement: Statement | None) -> Verdict:
    """Return the verdict on an identity between known sequences: by the space of the difference, or by a
    recurrence of one side.
    """
    verdict = replace(judge(claim, NO_SEQUENCE, statement, repair=False), notes=())
    sides = (claim.left, claim.right), (claim.right, claim.left)
    for side, other in sides if verdict.verdict is Judgement.CONSISTENT else ():
        with suppress(GfkitError, ZeroDivisionError):
            since = claim.printed_from
            summed = ExplicitClaim(_as_sum(side), claim.text, since or 0, printed_from=since)
            found = judge(summed, _reference(other), repair=False)
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
