"""Formulas that quote sequences of the local index, of which terms are known and no law."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product

from gfkit.claims.formula import sequence
from gfkit.claims.formula.sequence import Point
from gfkit.claims.identity import UnknownTerm, terms_of
from gfkit.claims.judge import Agreement, Difference
from gfkit.claims.truth import Form, KnownSequence, Truth, terms_evidence
from gfkit.errors import InputError
from gfkit.formula import tree as nodes
from gfkit.formula.read.notation import KNOWN_NAMES
from gfkit.formula.read.statement import Chain, Statement
from gfkit.hooks import from_above
from gfkit.typing import Weights

_NUMBER = re.compile(r"A[0-9]{6,7}")
_OFFSETS = (0, 1, 2, 3)
"""First indices that are tried, as files of stored terms do not have them."""
_MOST_QUOTED = 2
_LEAST_COMPARED = 6
"""Terms that must agree."""
_MOST_COMPARED = 400


@dataclass(frozen=True)
class StoredClaim:
    """left = right for all n of which the terms are stored."""

    left: nodes.Node
    right: nodes.Node
    text: str
    label: tuple[str, ...]
    stored: Mapping[str, Sequence[int]]
    printed_from: int | None = None
    form = Form.EXPLICIT

    def compare(self, truth: Truth) -> Agreement | Difference:
        """Agreement at all n that are known, with one of the possible first indices; never a proof.

        Where there is none nothing is said, as the quoted sequence may begin at another index.
        """
        known = truth.sequence(Weights.NONE)
        for offsets in product(_OFFSETS, repeat=len(self.stored)):
            begins = dict(zip(self.stored, offsets, strict=True))
            places = self._agreeing_places(known, begins)
            if places is not None:
                listed = ", ".join(f"{name} from {begins[name]} on" for name in self.stored)
                reason = (
                    f"the terms for n = {places[0]}, ..., {places[-1]} agree with those of the index,"
                    f" {listed}, which proves nothing"
                )
                note = "the index tells no first indices: those that fit were taken"
                return Agreement(known, reason, terms_evidence(len(places)), places[0], notes=(note,))
        raise InputError(
            f"formula: with the terms of {', '.join(self.stored)} in the index, from 0, 1, 2 or 3 on,"
            f" it does not agree at {_LEAST_COMPARED} n; the index tells no first indices, so nothing is said"
        )

    def _agreeing_places(self, known: KnownSequence, begins: Mapping[str, int]) -> list[int] | None:
        """The n at which both sides are known and equal; None where they differ, or too few are known."""
        first = known.first_n if self.printed_from is None else max(known.first_n, self.printed_from)
        quoted = {name: partial(_term_at, self.stored[name], begin) for name, begin in begins.items()}
        terms = terms_of(known, self.label, quoted)
        places: list[int] = []
        for n in range(first, first + _MOST_COMPARED):
            place = Point({"n": n}, terms, self.label)
            try:
                left, right = (sequence.exact_value(side, place) for side in (self.left, self.right))
            except UnknownTerm:
                if places:
                    break
                continue
            if left != right:
                return None
            places.append(n)
        return places if len(places) >= _LEAST_COMPARED else None


def _term_at(listed: Sequence[int], begin: int, n: int) -> Fraction:
    """The term at n of a list that begins with that at ``begin``."""
    if not 0 <= n - begin < len(listed):
        raise UnknownTerm(n)
    return Fraction(listed[n - begin])


def quoted_numbers(statement: Statement) -> list[str]:
    """The A-numbers in it of which no law is known here."""
    names = {name.label[0] for chain in statement.chains for name in chain.names}
    return sorted(name for name in names if _NUMBER.fullmatch(name) and name not in KNOWN_NAMES)


def stored_claims(statement: Statement, numbers: Sequence[str]) -> list[StoredClaim]:
    """The claims of a statement with quoted sequences; sequences that no index has are refused."""
    listed = ", ".join(numbers)
    read = from_above("stored_terms")
    stored_terms: dict[str, list[int]] = {} if read is None else read(numbers)
    missing = [number for number in numbers if number not in stored_terms]
    if missing:
        raise InputError(
            f"formula: no law of {', '.join(missing)} is known here, and no local index has its terms;"
            " see gfkit oeis index build --help"
        )
    if len(numbers) > _MOST_QUOTED:
        raise InputError(f"formula: {listed} are more than {_MOST_QUOTED} sequences of the index")
    terms = {number: stored for number, stored in stored_terms.items() if stored is not None}
    return [
        StoredClaim(left, right, statement.text, label, terms, statement.valid_from)
        for chain in statement.chains
        for label, left, right in _equations(chain)
    ]


def _equations(chain: Chain) -> Iterator[tuple[tuple[str, ...], nodes.Node, nodes.Node]]:
    """The name in question and both sides of each equation; a single side is equal to a(n)."""
    if set(chain.relations) - {"="}:
        raise InputError("formula: sequences of the index are compared by equations, as a(n) = A002605(n+1)")
    labels = {name.label for name in chain.names if name.label[0] not in KNOWN_NAMES}
    labels = {label for label in labels if not _NUMBER.fullmatch(label[0])}
    if len(labels) > 1:
        raise InputError(
            f"formula: {', '.join(sorted('_'.join(name) for name in labels))} are different sequences"
        )
    sides = chain.sides if len(chain.sides) > 1 else (nodes.term(0), *chain.sides)
    label = labels.pop() if labels else ("a",)
    for right in sides[1:]:
        yield label, sides[0], right
