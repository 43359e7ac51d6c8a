"""Claims of the provers, and the results of their comparison with a reference sequence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from gfkit.claims.provers.truth import Form, KnownSequence, Truth
from gfkit.claims.statement.tree import Claim, SequenceDefinition, Worded
from gfkit.core.algebra import Evidence, Status
from gfkit.core.deferred import dataclass
from gfkit.core.errors import NoValueError
from gfkit.core.typing import Weights
from gfkit.core.writable import JsonRecord


@dataclass(frozen=True)
class FirstDifference(JsonRecord):
    """Smallest n at which the formula is wrong, with the value of the formula and the correct value as
    strings.
    """

    n: int
    formula: str
    true: str


@dataclass(frozen=True)
class Failure:
    """Index n at which a claim fails, with the reason, and both values if they exist.

    ``is_undefined`` is True if the claim requires a term with an index below the first one. ``n`` is the
    value of the printed letter, while ``first`` contains the index of the term. ``evidence`` is the evidence
    for the failure if it is not that of the term.
    """

    n: int
    reason: str
    first: FirstDifference
    is_undefined: bool = False
    evidence: Evidence | None = None


FailureAt = Callable[[int], Failure | None]
"""Function that returns the failure of a claim at one n of the printed range, or None if it holds there."""


@dataclass(frozen=True)
class Agreement:
    """Agreement of a claim with all compared terms. The evidence states whether it is proved.

    ``right`` is the formula with which it was compared, if the known sequence does not contain it.
    ``failure_at`` checks one n before ``since``, or is None if that cannot be decided.
    """

    known: KnownSequence
    reason: str
    evidence: Evidence
    since: int
    right: str | None = None
    notes: tuple[str, ...] = ()
    failure_at: FailureAt | None = None


@dataclass(frozen=True)
class Difference:
    """Difference between a claim and the reference sequence.

    A claim without n, such as one about growth, has ``values`` instead of ``first``: the claimed and the true
    value. The claim agrees with the sequence for all n >= ``holds_from``, with the evidence ``proof``;
    ``failure_at`` checks a smaller n. ``evidence`` is the evidence for the difference if it is not the term
    at n. ``repair`` searches for a small correction. ``printed_n`` is the value of the printed letter at the
    difference, if the author has not printed that term separately.
    """

    known: KnownSequence
    reason: str
    first: FirstDifference | None = None
    holds_from: int | None = None
    proof: Evidence | None = None
    right: str | None = None
    evidence: Evidence | None = None
    repair: Callable[[], str | None] | None = None
    notes: tuple[str, ...] = ()
    failure_at: FailureAt | None = None
    values: tuple[str, str] | None = None
    printed_n: int | None = None


def difference_at(
    known: KnownSequence, words: str, n: int, formula: str, true: str, **more: Any
) -> Difference:
    """Return the difference at one term. ``words`` introduce the formula's value in the reason."""
    return Difference(
        known, f"{words} {formula}, {known.sentence(n, true)}", FirstDifference(n, formula, true), **more
    )


def failure_at_term(known: KnownSequence, words: str, n: int, shift: int, formula: str, true: str) -> Failure:
    """Return the failure at one n of a statement about a(n + shift)."""
    given_for = f" for the term with index {n + shift}" if shift else ""
    reason = f"at n = {n} {words} {formula}{given_for}, {known.sentence(n + shift, true)}"
    return Failure(n, reason, FirstDifference(n + shift, formula, true))


class FormulaClaim(Protocol):
    """Printed claim that can be compared with a reference sequence."""

    @property
    def text(self) -> str:
        """Claim as it was printed."""

    @property
    def form(self) -> Form:
        """Form of the claim, in which a correction is written too."""

    @property
    def weights(self) -> Weights:
        """Weights of the configurations that the claim counts."""

    @property
    def is_series(self) -> bool:
        """True for a generating function, which may be wrong only by omitting the board of size 0."""

    @property
    def printed_from(self) -> int | None:
        """First n of the printed range, or None if there is no range."""

    def compare(self, truth: Truth) -> Agreement | Difference:
        """Compare the claim exactly, on all known terms if necessary. Raise an error if this is
        impossible.
        """

    def stated(self, known: KnownSequence) -> Sequence[Claim | SequenceDefinition]:
        """Return the claims, and the definitions that they use, as parts of a statement. In them the sequence
        in question is named a.
        """


class Stated:
    """Base class of claims whose statement is, by default, their words."""

    text: str
    weights: Weights = Weights.NONE
    is_series: bool = False
    """True for a generating function, which may be wrong only by omitting the board of size 0."""

    def stated(self, known: KnownSequence) -> Sequence[Claim | SequenceDefinition]:  # noqa: ARG002
        """Return the claims, and the definitions that they use, as parts of a statement."""
        return [Worded(self.text)]


def no_value(n: int, error: NoValueError, index: int, true: str) -> Failure:
    """Return the failure at an n at which the formula has no value, and the term with the given index has the
    value ``true``.
    """
    reason = f"at n = {n} the formula has no value ({str(error).removeprefix('formula: ')})"
    return Failure(n, reason, FirstDifference(index, NO_VALUE, true), evidence=trial_evidence(n))


NO_VALUE = "no value"


def missing_term(n: int, index: int, first_n: int, does: str = "needs") -> Failure:
    """Return the failure at an n at which the claim requires, or is about, a term with an index below the
    first.
    """
    reason = f"at n = {n} it {does} the term with index {index}, but the first term has index {first_n}"
    evidence = trial_evidence(n)
    return Failure(n, reason, FirstDifference(n, NO_VALUE, NO_VALUE), is_undefined=True, evidence=evidence)


def trial_evidence(n: int) -> Evidence:
    """Return the evidence for a failure at one n, found by evaluation without counting a board."""
    return Evidence(Status.PROVED, "terms-compared", (("n", n),))


INDEX_SHIFT = "the index is shifted: the formula holds with n{:+d} instead of n"
"""Repair of a formula that is true with another index."""
