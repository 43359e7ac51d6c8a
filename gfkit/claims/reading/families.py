"""Relations between counts of several structures on several families, such as
``P_{total-dominating-sets,2x2xn}(x) = P_{dominating-sets,2xn}(x)^2``.

A name is a letter with a structure and a family as its index; the letter is free. An argument is a variable,
which marks the number of pieces, or a number. A shift is written in the family: ``A_{matchings,path:n-1}``.

Every name denotes a sequence with a rational generating function. Such sequences are closed under sums and
termwise products (``RationalGF.hadamard``), so that the difference of two sides has a rational generating
function, too; it is 0 if and only if the sides are equal for all n. Relations between numbers may contain
everything that ``provers.comparison`` proves, relations between polynomials +, -, *, constants and powers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import reduce
from operator import mul
from typing import NamedTuple, Self

from gfkit.claims.judge import Verdict, judge
from gfkit.claims.provers.result import Agreement, Difference, FirstDifference, Stated
from gfkit.claims.provers.truth import (
    Form,
    GameTruth,
    KnownSequence,
    LawTruth,
    Truth,
    counted_object,
    evidence_by,
    is_empty_board,
)
from gfkit.claims.reading.comparisons import comparison_claim
from gfkit.claims.reading.scope import plain_statement
from gfkit.claims.statement.canonical import number_node
from gfkit.claims.statement.linear import integer_form, linear_form
from gfkit.claims.statement.parse import read_statement
from gfkit.claims.statement.tree import Claim, SequenceDefinition, Span, relates
from gfkit.core.algebra import RationalGF, Status
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.deferred import dataclass, regex, replace
from gfkit.core.engine import Derived
from gfkit.core.errors import InputError, as_typed
from gfkit.core.rules import Question
from gfkit.core.typing import OnProgress, Weights

_NAME = regex(
    r"[A-Za-z]\s*_\s*\{\s*(?P<structure>[A-Za-z][^,{}]{2,}),(?P<family>[^{}]*)\}"
    r"(?:\s*\(\s*(?P<argument>[A-Za-z]|-?\d+)\s*\))?"
)
_SHIFT = regex(r"(?<=[:x])(\d*n[+-]\d+)(?=x|$)")
_LETTERS = "fghuvwpqrsabcd"
_MOST_POWER = 12


def judge_families(text: str, on_progress: OnProgress | None) -> Verdict | None:
    """Return the verdict on a relation between names that contain a structure and a family, or None.

    >>> print(judge_families("D_{domino-tilings,2xn} = M_{matchings,path:n}", None).sentence)
    proved: the statement holds for every n >= 1
    """
    letters: dict[tuple[str, str, str], str] = {}
    for name in map(_name_of, _NAME.finditer(text)):
        if len(letters) == len(_LETTERS) and name not in letters:
            raise InputError(f"formula: at most {len(_LETTERS)} different names are supported")
        letters.setdefault(name, _LETTERS[len(letters)])
    if not letters:
        return None
    marked = {argument for *_, argument in letters if argument != "n" and argument.isalpha()}
    if len(marked) > 1:
        raise InputError(f"formula: use one variable in all names, not {' and '.join(sorted(marked))}")

    questions = [_question(*name) for name in letters]
    derived = [_law(question, on_progress) for question in questions]
    laws: dict[tuple[str, ...], RationalGF] = {
        (letter,): _at(law.generating_function, name[2])
        for (name, letter), law in zip(letters.items(), derived, strict=True)
    }
    evidence = max((law.evidence for law in derived), key=lambda own: list(Status).index(own.status))
    plain, truth = (
        plain_statement(_NAME.sub(lambda match: f"{letters[_name_of(match)]}(n)", text)),
        LawTruth(RationalGF.of([0]), evidence),
    )
    parts = [
        part
        for question, (name, letter) in zip(questions, letters.items(), strict=True)
        for part in _definitions(question, letter, name[2], laws[letter,].first_n)
    ]
    opened = {
        label: law.starting_at(law.first_n + is_empty_board(question.family_for("verifying"), law.first_n))
        for (label, law), question in zip(laws.items(), questions, strict=True)
    }  # from the first board with a cell on, where a relation without a printed range begins
    if marked:
        found = _PolynomialRelation.parse(text, plain, laws, opened, marked.pop())
        return judge(replace(found, definitions=tuple(parts)), truth, repair=False)
    claim = comparison_claim(plain, laws)
    if claim is not None and claim.since is None:
        claim = comparison_claim(plain, opened)
    if claim is None:
        raise InputError(
            f"formula {as_typed(text)}: expected a relation such as A_{{...}} = B_{{...}}^2 + 2n"
        )
    claim = replace(claim, text=text, subject=text, definitions=tuple(parts))
    verdict = judge(claim, truth, repair=False)
    return replace(verdict, derived=None)


def _name_of(match: re.Match[str]) -> tuple[str, str, str]:
    """Return the structure, the family and the argument of a name; the argument is n if numbers are meant."""
    if match["argument"] == "n":
        raise InputError(f"formula: in {match[0]}, n is the size; mark the number of pieces by x")
    family = _SHIFT.sub(r"(\1)", match["family"].strip())
    return match["structure"].strip(), family, match["argument"] or "n"


def _question(structure: str, family: str, argument: str) -> Question:
    """Return the query of a name; its terms are polynomials unless the argument is n."""
    question = Question.of(structure, family, "all")
    question.family_for("verifying")
    return question.with_weights(Weights.NONE if argument == "n" else Weights.PIECES)


def _law(question: Question, on_progress: OnProgress | None) -> Derived:
    return GameTruth(question, on_progress).law(question.weights)


def _definitions(question: Question, letter: str, argument: str, least: int) -> Iterator[SequenceDefinition]:
    """Yield the definition of the sequence of a letter, as parts of a statement: polynomials at a number are
    defined by their values.
    """
    is_at_number = not argument.isalpha()
    name = f"{letter}{letter}" if is_at_number else letter
    yield SequenceDefinition(name, counted_object(question, "count", question.weights))
    if is_at_number:
        value = nodes.Symbol((name,), nodes.N, (number_node(int(argument)),))
        yield SequenceDefinition(letter, formula=value, least=least)


def _at(law: RationalGF, argument: str) -> RationalGF:
    return law if argument.isalpha() or "x" not in law.variables else law.at(x=int(argument))


class _Pointwise(NamedTuple):
    """Sequence with termwise operations."""

    law: RationalGF

    def __add__(self, other: Self) -> _Pointwise:  # type: ignore[override]
        return _Pointwise(self.law + other.law)

    def __mul__(self, other: Self) -> _Pointwise:  # type: ignore[override]
        return _Pointwise(self.law.hadamard(other.law))

    def __neg__(self) -> _Pointwise:
        return _Pointwise(-self.law)

    def __truediv__(self, other: Self) -> _Pointwise:
        raise InputError("formula: quotients of polynomials are not supported; multiply by the denominator")


@dataclass(frozen=True)
class _PolynomialRelation(Stated):
    """Equation between polynomials in one variable, for every n."""

    text: str
    difference: RationalGF
    sides: tuple[RationalGF, RationalGF]
    printed: tuple[nodes.Node, nodes.Node]
    definitions: tuple[SequenceDefinition, ...] = ()
    form = Form.EXPLICIT
    printed_from = None

    def stated(self, known: KnownSequence) -> Sequence[Claim | SequenceDefinition]:  # noqa: ARG002
        return [*self.definitions, relates(*self.printed, Span(self.difference.first_n))]

    @classmethod
    def parse(
        cls,
        text: str,
        plain: str,
        laws: dict[tuple[str, ...], RationalGF],
        opened: dict[tuple[str, ...], RationalGF],
        variable: str,
    ) -> _PolynomialRelation:
        """Parse a relation. Without a printed range, its names denote the sequences ``opened``."""
        statement = read_statement(plain)
        chains, since = statement.chains, statement.valid_from
        laws = opened if since is None else laws
        if len(chains) != 1 or chains[0].relations != ("=",):
            raise InputError(f"formula {as_typed(text)}: expected one equation between polynomials")

        def value(node: nodes.Node) -> _Pointwise:
            if isinstance(node, nodes.Symbol) and node.label in laws and node.index == nodes.N:
                return _Pointwise(laws[node.label])
            if isinstance(node, nodes.Power):
                return power(node)
            if isinstance(node, nodes.Letter) and node.name == "n":
                return _Pointwise(RationalGF.parse("t/(1 - t)^2", ("t",)))
            if isinstance(node, nodes.Letter | nodes.Number):
                return _Pointwise(RationalGF.parse(f"{constant(node)}/(1 - t)", ("t", "x")))
            return nodes.arithmetic(node, value, nodes.no_meaning("is not supported between polynomials"))

        def constant(node: nodes.Node) -> str:
            form = linear_form(node) or {"n": 1}
            (name, factor), *others = [item for item in form.items() if item[1]] or [("", 0)]
            if others or name not in ("", variable) or factor != int(factor):
                raise InputError(f"formula {as_typed(text)}: only integers, n and {variable} are supported")
            return f"({factor}*x)" if name else f"({factor})"

        def power(node: nodes.Power) -> _Pointwise:
            step, others, shift = integer_form(node.exponent) or (0, 1, 0)
            if others or min(step, shift) < 0 or (shift if not step else 0) > _MOST_POWER:
                raise InputError(
                    f"formula {as_typed(text)}: exponents must be i*n + j with integers i, j >= 0, or at most"
                    f" {_MOST_POWER}; multiply both sides by powers with negative exponents"
                )
            if not step and shift:
                return reduce(mul, [value(node.base)] * shift)
            base = constant(node.base)
            return _Pointwise(RationalGF.parse(f"{base}^{shift}/(1 - {base}^{step}*t)", ("t", "x")))

        one, two = chains[0].sides
        left, right = value(one).law, value(two).law
        if since is not None:
            left, right = (law.starting_at(max(law.first_n, since)) for law in (left, right))
        return cls(text, left - right, (left, right), (one, two))

    def compare(self, truth: Truth) -> Agreement | Difference:
        known, difference = truth.sequence(Weights.NONE), self.difference
        evidence = evidence_by(known, "closure", (("order_of_identity", max(s.order for s in self.sides)),))
        start, last = difference.first_n, difference.degree
        if last < 0:
            return Agreement(known, f"the identity holds for every n >= {start}", evidence, start)
        pairs = zip(*(map(str, side[start : last + 1]) for side in self.sides), strict=True)
        n, values = next((n, pair) for n, pair in enumerate(pairs, start) if pair[0] != pair[1])
        reason = f"at n = {n} the left side is {values[0]}, and the right side {values[1]}"
        is_lasting = not difference.order
        first = FirstDifference(n, values[1], values[0])
        return Difference(
            known,
            reason,
            first,
            last + 1 if is_lasting else None,
            evidence if is_lasting else None,
            evidence=known.witness(n),
        )
