"""Sequences that a system of recurrences defines.

Theorem. For n >= N let x_i(n) be a sum of constants times x_j(n - r), r >= 0, and of a term w_i(n), where the
relations without delay (r = 0) determine the x_i(n) one after another. Let S_j be the largest r for x_j, and
let w_i belong to a shift-invariant space of dimension d_i. Let D be the sum of all S_j and d_i. Then for
n >= N + D the values of every x_i belong to a space of dimension D.

Proof. The vector v(n) of all x_j(n-1), ..., x_j(n-S_j) satisfies v(n+1) = A v(n) + w(n) with a constant
matrix A. If q(E) annihilates all w_i, where E is the shift, then q(E) det(E - A) annihilates v. QED

A sequence that no relation refers to needs no initial values, and may be a sum of constants times x_j(n - r)
with r < 0: its values belong to the same space, since shifts map it to itself.

So N + 2D terms determine the generating functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import count, islice

from gfkit.claims.provers.comparison import ComparisonClaim, with_own_name
from gfkit.claims.provers.evaluated import of_provers
from gfkit.claims.provers.expansion import fraction_of_terms, law_of_rows
from gfkit.claims.provers.result import Agreement, Difference, Stated
from gfkit.claims.provers.sequence import Point, exact_value, rational
from gfkit.claims.provers.space import space
from gfkit.claims.provers.truth import Form, KnownSequence, Truth
from gfkit.claims.statement.canonical import NotStatedError, number_node
from gfkit.claims.statement.linear import integer_form, linear
from gfkit.claims.statement.names import KNOWN_NAMES
from gfkit.claims.statement.ratio import ring_of
from gfkit.claims.statement.tree import A_OF_N, Claim, ForAll, SequenceDefinition, Span, Statement, relates
from gfkit.core.algebra import RationalGF
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.algebra.formula.radical import Radical
from gfkit.core.deferred import dataclass, field, replace
from gfkit.core.errors import InputError
from gfkit.core.typing import Weights

Label = tuple[str, ...]
_MOST_ORDER = 200
_COMPARED = 40


@dataclass
class DefinedSequences:
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


def check_definitions(statement: Statement) -> Statement:
    """Return the statement with other letters for well-known names that it defines. Raise NotStatedError if a
    definition does not determine every term.
    """
    names = [one.name for one in statement.definitions]
    for one in statement.definitions:
        given, own = dict(one.values), nodes.symbols(one.formula or nodes.ZERO)
        forms = [integer_form(name.index or nodes.ZERO) for name in own if name.label == (one.name,)]
        begin = min(given, default=one.least)
        is_whole = one.object is None and one.formula is not None and names.count(one.name) == 1
        is_whole &= sorted(n for n, _ in one.values) == [*range(begin, one.least)]
        if not is_whole or any(
            form is None or form[:2] != (1, 0) or not begin - one.least <= form[2] < 0 for form in forms
        ):
            raise NotStatedError(f"statement: {one.name}(n) is not determined for all n")
    for name in set(names) & set(KNOWN_NAMES):
        new = next(letter for letter in "bcdefghuvw" if letter not in names)
        names.append(new)

        def changed(node: nodes.Node, name: str = name, new: str = new) -> nodes.Node:
            return nodes.rename(node, name, new)

        definitions = tuple(
            replace(
                one, name=new if one.name == name else one.name, formula=changed(one.formula or nodes.ZERO)
            )
            for one in statement.definitions
        )
        claims = tuple(
            replace(one, condition=changed(one.condition)) if isinstance(one, ForAll) else one
            for one in statement.claims
        )
        statement = replace(statement, definitions=definitions, claims=claims)
    return statement


def defined_laws(definitions: Sequence[SequenceDefinition]) -> dict[Label, RationalGF]:
    """Return the generating functions of sequences that values and formulas define."""
    system = DefinedSequences()
    used = {name.label for one in definitions for name in nodes.symbols(one.formula or nodes.ZERO)}
    for one in definitions:
        label, given = (one.name,), dict(one.values)
        system.relations[label] = of_provers(one.formula or nodes.ZERO), 0
        system.values[label] = given
        system.results |= {} if given or label in used else {label: one.least}
    return {
        label: law.starting_at(max(law.first_n, system.results.get(label) or law.first_n))
        for label, law in system.laws().items()
    }
