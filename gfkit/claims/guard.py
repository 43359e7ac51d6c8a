"""Guard before a verdict: the statement that was read is evaluated by definition at the first n of its range.

A statement is proved only if it holds at these n, and if it does not hold for random numbers in place of
a(n): such a statement says nothing about a(n), or the reader has lost what it is about. It is refuted only if
two computed values differ.
"""

from __future__ import annotations

from operator import itemgetter

from gfkit.claims.definition.outcomes import ClaimOutcome, Found, claim_outcomes, says_nothing, world_of
from gfkit.claims.definition.values import MissingTermError, Value
from gfkit.claims.provers.orders.bound import linear_law
from gfkit.claims.provers.orders.proof import OrderProof, prove
from gfkit.claims.provers.truth import KnownSequence, TermValue, term_at
from gfkit.claims.statement.tree import Claim, Expansion, ForAll, Listed, Statement
from gfkit.core.algebra import Polynomial, Status
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.errors import GfkitError, SelfCheckError, UndecidedError
from gfkit.core.oracle.brute import brute_force
from gfkit.core.typing import Weights

REACH = 40
"""Number of n at which a claim is evaluated."""
_FARTHEST = 5000
"""Number of terms that are computed."""
_TRIES = 3000
"""Maximum number of partial configurations on a board that is counted by brute force."""
_BOARDS = 8
"""Number of boards that are counted by brute force, if they are small."""
_LETTERS: dict[str, Value] = {"x": 7, "y": 11}
"""Numbers that replace the variables of polynomials."""


class Guard:
    """Evaluation of a statement about a reference sequence."""

    def __init__(self, statement: Statement, known: KnownSequence) -> None:
        self.statement, self.known = statement, known
        self.world = world_of(statement.definitions, {"a": self.term})
        self.checked_to = known.first_n - 1
        """Largest n up to which small boards were counted by brute force."""

    def term(self, n: int) -> Value:
        """Return a(n) from the reference sequence; on small boards, after a comparison with brute force."""
        known = self.known
        if n < known.first_n:
            raise MissingTermError(f"formula: the first term has index {known.first_n}")
        if n >= (known.first_n + _FARTHEST if known.end is None else known.end):
            raise UndecidedError(f"a({n}) is not computed")
        while self.checked_to < min(n, known.first_n + _BOARDS):
            self.checked_to += 1
            self._check_count(self.checked_to)
        return _number(term_at(known, n))

    def _check_count(self, n: int) -> None:
        """Raise SelfCheckError if a term differs from the count of a small board by brute force."""
        known = self.known
        asked = known.question if known.optimum is None else known.optimum.question
        if asked is None or not asked.is_family:
            return
        weights = asked.weights if known.optimum is None else Weights.PIECES
        try:
            found = brute_force(asked.on(asked.family.at(n)).with_weights(weights), tries=_TRIES).polynomial
        except GfkitError:  # this board is too large, and so are the others
            self.checked_to = n + _BOARDS
            return
        counted = _number(found)
        if known.optimum is not None:
            sizes = sorted(powers[0] for powers, _ in found.terms)
            counted = sizes[0 if known.optimum.side == "minimum" else -1]
        if counted != _number(term_at(known, n)):
            raise SelfCheckError(
                f"{asked.game} on {asked.boards.text!r}: deriving and brute force disagree at n = {n};"
                " this is a bug in gfkit, please report it"
            )

    def first_failure(self, claim: Claim, start: int) -> tuple[int, Found] | None:
        """Return the first n >= ``start`` at which a claim is computed and false, or None."""
        numbers = range(start, start + REACH)
        found = claim_outcomes(claim, self.world, numbers, _LETTERS)
        return next((one for one in found if one[1].outcome is ClaimOutcome.FAILS), None)

    def failures(self) -> list[tuple[int, Found]]:
        """Return the computed n at which a claim is false, in increasing order."""
        found = [
            one
            for claim in self.statement.claims
            for start in [least_n_of(claim, self.known)]
            for one in claim_outcomes(claim, self.world, range(start, start + REACH), _LETTERS)
        ]
        return sorted((one for one in found if one[1].outcome is ClaimOutcome.FAILS), key=itemgetter(0))

    def has_wrong_value(self) -> bool:
        """Return True if a single value in the statement is wrong."""
        values = (
            claim for claim in self.statement.claims if isinstance(claim, ForAll) and claim.range is None
        )
        return any(self.first_failure(claim, 0) is not None for claim in values)

    def proof(self) -> list[OrderProof] | None:
        """Return the proofs of the claims by the orders of recurrences, or None if one was not found."""
        known, series = self.known, self.known.rational
        claims = [claim for claim in self.statement.claims if isinstance(claim, ForAll)]
        is_open = series is None or known.end is not None or len(series.variables) > 1
        if is_open or series is None or len(claims) < len(self.statement.claims):
            return None
        law = linear_law(series, known.evidence.status is Status.PROVED)
        found = [prove(claim, {"a": law}, self.world, self.statement.definitions) for claim in claims]
        proofs = [one for one in found if one is not None]
        return proofs if len(proofs) == len(found) else None

    def check_true(self, since: int | None) -> None:
        """Raise UndecidedError unless the statement holds at the first n, and says something about a(n)."""
        for claim in self.statement.claims:
            start = least_n_of(claim, self.known)
            failure = self.first_failure(claim, start if since is None else max(start, since))
            if failure is not None:
                n, found = failure
                raise UndecidedError(
                    f"the statement as it was read is false at n = {n}: {found.left} against {found.right}"
                )
        about = self.statement.object
        if about is not None and (
            (since is None and not about.is_single and self._is_about_others())
            or says_nothing(self.statement.claims, self.statement.definitions, letters=_LETTERS)
        ):
            raise UndecidedError("it is true of every sequence, and says nothing about a(n)")

    def _is_about_others(self) -> bool:
        """Return True if no claim contains a(n) or a sequence that the statement defines."""
        own = {("a",), *((one.name,) for one in self.statement.definitions)}
        return all(
            isinstance(claim, ForAll)
            and own.isdisjoint(name.label for name in nodes.symbols(claim.condition))
            for claim in self.statement.claims
        )

    def check_false(self, n: int | None) -> None:
        """Raise UndecidedError if the statement holds at n and at the first n."""
        outcome = set[ClaimOutcome]()
        for claim in self.statement.claims:
            start = least_n_of(claim, self.known)
            numbers = {*range(start, start + REACH), *(() if n is None else (n,))}
            outcome |= {
                found.outcome for _, found in claim_outcomes(claim, self.world, sorted(numbers), _LETTERS)
            }
        if outcome == {ClaimOutcome.HOLDS}:
            raise UndecidedError("the statement as it was read holds at all computed n")


def _number(value: TermValue) -> Value:
    """Return a term as a number, with numbers in place of the variables of a polynomial."""
    if not isinstance(value, Polynomial):
        return value
    found: Value = (
        value(**{letter: _LETTERS[letter] for letter in value.variables}) if value.variables else value.total
    )
    return found


def least_n_of(claim: Claim, known: KnownSequence) -> int:
    """Return the first n of a claim."""
    match claim:
        case ForAll(range=span) if span is not None:
            return -REACH // 2 if span.least is None else span.least
        case Expansion():
            return 0
        case Listed(first=first):
            return first
    return known.first_n
