"""Statements about all n: condition, range, and comparison with initial terms before a proof."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import ClassVar, NamedTuple

from flint import fmpz

from gfkit.claims.provers.digits import DigitCondition, PowerCondition
from gfkit.claims.provers.result import Agreement, Difference, FailureAt, FirstDifference, Stated
from gfkit.claims.provers.truth import Form, KnownSequence, TermValue, Truth, evidence_by, terms_evidence
from gfkit.claims.statement.canonical import NotStatedError, call, number_node
from gfkit.claims.statement.tree import Claim, Congruence, ForAll, SequenceDefinition, Span, Worded
from gfkit.core.algebra.diagonals import DigitMachine
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.deferred import dataclass, replace
from gfkit.core.errors import InputError, LimitError, as_typed
from gfkit.core.typing import Weights

MOST_RESIDUES = 10_000
"""Maximum modulus q of a condition, and modulus m of a property that excludes or lists residues."""

_MOST_SKIPPED = 20_000
_FIRST_CHUNK = 32
_MOST_PROOFS = 4
_MOST_SEARCHED = 4000
"""Number of n among which the first n is searched at which a statement is false."""
_MOST_LISTED = 64
"""Maximum number of residues in the canonical text of a statement."""


@dataclass(frozen=True)
class Property:
    """The integers whose residues modulo ``modulus`` belong to a set."""

    modulus: int
    residues: frozenset[int]

    def __contains__(self, value: int) -> bool:
        return value % self.modulus in self.residues

    @property
    def complement(self) -> Property:
        if self.modulus > MOST_RESIDUES:
            raise InputError(
                f"formula: modulus {self.modulus}: 'iff', 'no' and 'not' require a modulus of at most"
                f" {MOST_RESIDUES:,}"
            )
        return Property(self.modulus, frozenset(range(self.modulus)) - self.residues)

    def machine(self, prime: int) -> DigitMachine:
        """Return the automaton that computes n modulo ``modulus`` from the digits of n in base p."""

        def step(state: tuple[int, int], digit: int) -> tuple[int, int]:
            value, weight = state
            return (value + digit * weight) % self.modulus, weight * prime % self.modulus

        return DigitMachine((0, 1 % self.modulus), step, lambda state: state[0] in self.residues)

    @property
    def simplified(self) -> Property:
        """The same integers with the smallest possible modulus."""
        for prime, _ in fmpz(self.modulus).factor():
            smaller = self.modulus // int(prime)
            kept = frozenset(value % smaller for value in self.residues)
            if len(kept) * int(prime) == len(self.residues):
                return Property(smaller, kept).simplified
        return self


EVERY, NONE = Property(1, frozenset({0})), Property(1, frozenset())
Condition = Property | PowerCondition | DigitCondition


@dataclass(frozen=True)
class StatementRange:
    """The n of a statement: a condition, which is also necessary if ``is_iff``, and the smallest n."""

    condition: Condition
    is_iff: bool = False
    since: int | None = None
    words: str = ""
    """The condition as it is written."""

    @property
    def is_plain(self) -> bool:
        """True if the statement is about every n, or every n >= ``since``."""
        return self.condition == EVERY and not self.is_iff


# Parts of a statement


def start_of(known: KnownSequence, since: int | None) -> int:
    """Return the first n of a statement about all terms, where ``since`` is the first one that is printed."""
    return max(known.first_n, since or 0)


def residues_tree(part: Property, of: nodes.Node = nodes.N) -> nodes.Node:
    """Return the condition that a number has one of the residues, as a part of a statement.

    >>> from gfkit.claims.statement.canonical import expression_text
    >>> expression_text(residues_tree(Property(3, frozenset({0, 2}))))
    '(n mod 3) != 1'
    """
    kept, modulus = sorted(part.residues), number_node(part.modulus)
    missing = sorted({*range(part.modulus)} - part.residues) if 2 * len(kept) > part.modulus else []
    if len(kept) in (0, part.modulus):
        empty = nodes.Equation(call("mod", of, nodes.ONE), nodes.ZERO, "!=")
        return Congruence(of, nodes.ZERO, nodes.ONE) if kept else empty
    if len(missing or kept) > _MOST_LISTED:
        raise NotStatedError(f"formula: more than {_MOST_LISTED} residues have no place in a statement")
    if not missing:
        listed = [Congruence(of, number_node(r), modulus) for r in kept]
        return listed[0] if len(listed) == 1 else call("or", *listed)
    others = [nodes.Equation(call("mod", of, modulus), number_node(r), "!=") for r in missing]
    return others[0] if len(others) == 1 else call("and", *others)


def condition_tree(condition: Condition) -> nodes.Node:
    """Return a condition on n as a part of a statement."""
    match condition:
        case PowerCondition(base=base, offset=offset):
            moved = nodes.Sum((nodes.N, number_node(-offset))) if offset else nodes.N
            return call("is_power", number_node(base), moved)
        case DigitCondition(base=base, digits=digits):
            return call("digits", number_node(base), nodes.N, *map(number_node, sorted(digits)))
    return residues_tree(condition)


def for_all(holds: nodes.Node, start: int, condition: Condition = EVERY, is_iff: bool = False) -> ForAll:
    """Return the claim that ``holds`` is true for all n >= ``start`` with a condition, and for no other n if
    ``is_iff``.
    """
    if isinstance(condition, Property) and condition.simplified == EVERY:
        return ForAll(holds, Span(start))
    where = condition_tree(condition)
    return ForAll(holds, Span(start), where) if is_iff else ForAll(holds, Span(start, where=where))


# Comparison with terms, and proof


Case = tuple[int, FirstDifference | None]
"""One n, and the difference if the statement fails there."""


class Proof(NamedTuple):
    """A method which proves that a statement holds for all n if it holds for all n < ``until``.

    If the method is empty, it is proved that the statement fails at some n.
    """

    method: str
    until: int


@dataclass(frozen=True, kw_only=True)
class ObservedClaim(Stated, ABC):
    """Claim about all n >= ``since``, which is checked for the first n before a proof is searched.

    ``subject`` is the statement without its range.
    """

    text: str
    subject: str
    since: int | None = None
    residue_class: str = ""
    """Class of n about which the statement is, such as "with n even"."""
    form: ClassVar[Form] = Form.EXPLICIT
    printed_from: ClassVar[None] = None
    weights: ClassVar[Weights] = Weights.NONE  # type: ignore[misc]
    observed: ClassVar[int] = 60
    """Number of cases that are always checked."""
    scope_words: ClassVar[tuple[str, str]] = ("every n >= {0}", "n = {0}, ..., {1}")

    @abstractmethod
    def cases(self, known: KnownSequence) -> Iterator[Case]:
        """Yield the cases in increasing order of n, as far as terms are known."""

    @abstractmethod
    def prove(self, known: KnownSequence, start: int) -> Proof | None:
        """Return a proof for all n >= ``start``, or None if the statement is not decided."""

    def failure_at(self, known: KnownSequence) -> FailureAt | None:  # noqa: ARG002
        """Return the function that checks a single n of the printed range, or None if there is none."""
        return None

    def reason(self, first: FirstDifference) -> str:
        """Return the reason of a refutation."""
        return f"at n = {first.n} the statement requires that {first.formula}, but {first.true}"

    def witness_index(self, n: int) -> int:
        """Return the index of the term that refutes the statement at n."""
        return n

    def compare(self, truth: Truth) -> Agreement | Difference:
        known = truth.sequence(self.weights)
        if (self.since or 0) > known.first_n + _MOST_SKIPPED:
            raise LimitError(f"formula {as_typed(self.text)}: n >= {self.since} is too large")
        stream = self.cases(known)
        cases = list(islice(stream, self.observed))
        if not cases:
            raise InputError(f"formula {as_typed(self.text)}: too few terms are given")
        start = cases[0][0]
        for _ in range(_MOST_PROOFS):
            after = max((n + 1 for n, wrong in cases if wrong), default=start)
            proof, many = self.prove(known, after), len(cases)
            if proof is not None and (proof.method or after == start):
                until = proof.until if proof.method else min(proof.until, start + _MOST_SEARCHED)
                while cases[-1][0] + 1 < until and (case := next(stream, None)):
                    cases.append(case)
            if proof is None or not proof.method or not any(wrong for _, wrong in cases[many:]):
                break
        else:
            proof = None  # each failure before ``until`` invalidates a proof
        end, wrong = cases[-1][0], [(n, first) for n, first in cases if first is not None]
        is_proved = proof is not None and proof.method != "" and proof.until <= end + 1
        holds = proof and evidence_by(known, proof.method, (("terms_checked", len(cases)),))
        failure_at = self.failure_at(known)
        if wrong:
            first = wrong[0][1]
            right = replace(self, since=wrong[-1][0] + 1).words if is_proved else None
            return Difference(
                known,
                self.reason(first),
                first,
                wrong[-1][0] + 1,
                holds if is_proved else None,
                right=right,
                evidence=known.witness(self.witness_index(first.n)),
                failure_at=failure_at,
            )
        if proof is not None and not proof.method:
            raise LimitError(
                f"formula {as_typed(self.text)}: the statement is false, but true for n = {start}, ..., {end}"
            )
        every, some = self.scope_words
        if holds and is_proved:
            reason = f"the statement holds for {every.format(start)} {self.residue_class}".rstrip()
            return Agreement(known, reason, holds, start, failure_at=failure_at)
        reason = f"the statement holds for {some.format(start, end)}; gfkit has no proof for all n"
        return Agreement(known, reason, terms_evidence(len(cases)), start, failure_at=failure_at)

    def stated(self, known: KnownSequence) -> Sequence[Claim | SequenceDefinition]:  # noqa: ARG002
        return [Worded(self.words)]

    @property
    def words(self) -> str:
        """The statement as it would be printed."""
        joint = "," if " for " in self.subject else " for"
        return self.subject if self.since is None else f"{self.subject}{joint} n >= {self.since}"


def terms_from(known: KnownSequence, first: int) -> Iterator[TermValue]:
    """Yield all known terms from the given index on."""
    size = _FIRST_CHUNK
    while known.end is None or first < known.end:
        end = first + size if known.end is None else min(known.end, first + size)
        yield from known.terms(first, end)
        first, size = end, 2 * size
