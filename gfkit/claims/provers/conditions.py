"""Claims of the provers for conditions: residues, divisors, signs, and relations between formulas."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from gfkit.claims.provers.comparison import ComparisonClaim, reflect
from gfkit.claims.provers.congruence import CongruenceClaim, LucasClaim, ValuationClaim
from gfkit.claims.provers.digits import DigitCondition, PowerCondition
from gfkit.claims.provers.divisibility import DivisorClaim, Index, index_of
from gfkit.claims.provers.evaluated import of_provers, residues_of
from gfkit.claims.provers.result import FormulaClaim
from gfkit.claims.provers.scope import EVERY, Condition, Property
from gfkit.claims.provers.shape import ShapeClaim, shape_of
from gfkit.claims.provers.space import all_letters
from gfkit.claims.provers.truth import KnownSequence
from gfkit.claims.statement import tree
from gfkit.claims.statement.canonical import NotStatedError, expression_text, normal, normal_part
from gfkit.claims.statement.linear import integer_form
from gfkit.claims.statement.names import KNOWN_NAMES, NAMED
from gfkit.core.algebra import RationalGF
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.deferred import replace

Laws = Mapping[tuple[str, ...], RationalGF]


def claim_of_condition(claim: tree.ForAll, text: str, laws: Laws | None = None) -> FormulaClaim | None:
    """Return the claim that a condition holds for every n of a range, or None if no prover takes it.

    ``laws`` are those of defined sequences, by their names. Without them, the condition is about a(n).
    """
    subject, span = expression_text(claim.condition), claim.range
    if span is None:
        return _of_one_term(claim.condition, text, subject)
    if span == tree.Span(None) and claim.iff is None:
        return _of_reciprocity(claim.condition, text, subject)
    if span.least is None or span.most is not None or (span.where is not None and claim.iff is not None):
        return None
    where = span.where or claim.iff
    condition = EVERY if where is None else _condition_of(where)
    if condition is None:
        return None
    asked: dict[str, Any] = {
        "text": text,
        "subject": subject if where is None else _words(claim, where),
        "since": span.least,
    }
    if claim.iff is None and isinstance(condition, Property):
        match claim.condition:
            case nodes.Equation(left=left, right=nodes.Symbol(label=("a",)) as right, sign="|"):
                is_term = isinstance(left, nodes.Symbol) and left.label == right.label
                index, divisor = index_of(right), (index_of(left) if is_term else None) or of_provers(left)
                plain = isinstance(divisor, Index) or not any(
                    one.label == ("a",) for one in nodes.symbols(divisor)
                )
                if index is None or not plain:
                    return None
                return DivisorClaim(**asked, divisor=divisor, index=index, condition=condition)
            case nodes.FunctionCall(name="is_kth_power" | "is_term", arguments=(one, term)):
                return _of_value(asked, condition, one, term, laws)
            case nodes.Equation(
                left=nodes.FunctionCall(name="valuation", arguments=(p, tree.A_OF_N)), sign="="
            ):
                return _of_valuation(claim.condition, asked, condition, p)
        if condition == EVERY and (shape := shape_of(claim.condition)) is not None:
            return ShapeClaim(**asked | {"since": span.least - (shape.width == 3)}, shape=shape)
    with suppress(NotStatedError):
        wanted = Property(*residues_of(claim.condition, tree.A_OF_N))
        return CongruenceClaim(text, subject, wanted, condition, claim.iff is not None, span.least)
    return _of_lucas(claim.condition, text) or _of_comparison(claim, asked, condition, laws)


def _words(claim: tree.ForAll, where: nodes.Node) -> str:
    """Return a condition with the n for which it is claimed."""
    joint = "for" if claim.iff is None else "iff"
    return f"{expression_text(claim.condition)} {joint} {expression_text(where)}"


def _condition_of(where: nodes.Node) -> Condition | None:
    """Return a condition on n, or None for other conditions than on residues and digits."""
    match where:
        case nodes.FunctionCall(name="is_power", arguments=(nodes.Number(value=base), number)):
            form = integer_form(number)
            return PowerCondition(int(base), -form[2]) if form is not None and form[:2] == (1, 0) else None
        case nodes.FunctionCall(name="digits", arguments=(nodes.Number(value=base), nodes.N, *digits)):
            listed = frozenset(int(one.value) for one in digits if isinstance(one, nodes.Number))
            return DigitCondition(int(base), listed)
    with suppress(NotStatedError):
        return Property(*residues_of(where, nodes.N))
    return None


def _of_one_term(condition: nodes.Node, text: str, subject: str) -> CongruenceClaim | None:
    """Return the claim about the residue of one term, or None for another condition."""
    terms = [part for part in nodes.walk(condition) if isinstance(part, nodes.Symbol)]
    match terms:
        case [nodes.Symbol(label=("a",), index=nodes.Number(value=n), arguments=()), *others] if others in (
            [],
            terms[1:],
        ):
            with suppress(NotStatedError):
                return CongruenceClaim(
                    text, subject, Property(*residues_of(condition, terms[0])), EVERY, index=int(n)
                )
    return None


def _of_value(
    asked: Mapping[str, Any], condition: Property, one: nodes.Node, term: nodes.Node, laws: Laws | None
) -> FormulaClaim | None:
    """Return the claim that a term is a k-th power, or a term of a well-known sequence."""
    from gfkit.claims.provers.powers import MemberClaim, PowerClaim  # few statements are about powers

    is_known = isinstance(term, nodes.Symbol) and term.label in (laws or {("a",)})
    index = index_of(term) if is_known else None
    match index, one:
        case Index(), nodes.Number(value=k):
            return PowerClaim(**asked, index=index, condition=condition, exponent=int(k))
        case Index(), nodes.Symbol(label=(name,), index=nodes.N) if name in NAMED:
            return MemberClaim(**asked, index=index, condition=condition, name=name)
    return None


def _of_valuation(
    relation: nodes.Equation, asked: Mapping[str, Any], condition: Property, prime: nodes.Node
) -> ValuationClaim | None:
    """Return the claim that v_p(a(n)) = v_p(n - zero) + constant, or None for another valuation."""
    from gfkit.core.algebra.valuations import ValuationCase  # few statements are about valuations

    parts = relation.right.terms if isinstance(relation.right, nodes.Sum) else (relation.right,)
    match parts, prime:
        case (
            (nodes.FunctionCall(name="valuation", arguments=(own, number)), *others),
            nodes.Number(value=p),
        ) if own == prime and all(isinstance(one, nodes.Number) for one in others):
            form = integer_form(number)
            if form is None or form[:2] != (1, 0):
                return None
            constant = sum(int(one.value) for one in others if isinstance(one, nodes.Number))
            case = ValuationCase(
                constant, -form[2], False, condition.modulus, tuple(sorted(condition.residues))
            )
            return ValuationClaim(**asked, prime=int(p), case=case)
    return None


def _of_lucas(condition: nodes.Node, text: str) -> LucasClaim | None:
    """Return the claim of Lucas' congruence, or None for another condition."""
    match condition:
        case tree.Congruence(left=tree.A_OF_N, modulus=nodes.Number(value=prime)):
            found = LucasClaim(text, int(prime))
            return found if normal(found.congruence) == condition else None
    return None


def _of_reciprocity(condition: nodes.Node, text: str, subject: str) -> FormulaClaim | None:
    """Return the claim that two products are equal for every integer n, or None for another condition."""
    from gfkit.claims.provers.reciprocity import claim_of_products  # few statements are about every integer

    match condition:
        case nodes.Equation(left=left, right=right, sign="="):
            return claim_of_products(text, subject, (of_provers(left), of_provers(right)))
    return None


def claim_of_period(statement: tree.Statement, known: KnownSequence, text: str) -> ComparisonClaim | None:
    """Return the claim that a number is the smallest period of the residues, or None for other claims."""
    main, *others = statement.claims
    match main:
        case tree.ForAll(
            condition=tree.Congruence(left=nodes.Symbol(index=nodes.Node() as later), right=tree.A_OF_N),
            range=tree.Span(least=int() as least),
        ):
            claim, form = claim_of_condition(main, text), integer_form(later)
            if isinstance(claim, ComparisonClaim) and form is not None and form[:2] == (1, 0) and form[2] > 0:
                found = replace(claim, period=form[2], is_smallest=True)
                is_same = [*map(normal_part, found.no_smaller_period(least))] == others
                return found if is_same and found.start(known) == least else None
    return None


def _of_comparison(
    claim: tree.ForAll, asked: Mapping[str, Any], condition: Condition, laws: Laws | None
) -> ComparisonClaim | None:
    """Return the claim of a relation between two formulas, or None if they contain further sequences or
    letters.
    """
    modulus = 0
    match claim.condition:
        case tree.Congruence(left=left, right=right, modulus=nodes.Number(value=m)) if m > 1:
            modulus, sign = int(m), "="
        case nodes.Equation(left=left, right=right, sign=sign) if sign != "|":
            pass
        case _:
            return None
    sides = tuple(nodes.rebuild(of_provers(side), reflect) for side in (left, right))
    names = [name for side in sides for name in nodes.symbols(side)]
    is_term = all(name.index is not None and not name.arguments for name in names)
    labels = {name.label[0] for name in names}
    strange = labels - {"a", *KNOWN_NAMES, *(name for (name,) in laws or {})}
    if not is_term or strange or not frozenset().union(*map(all_letters, sides)) <= {"n"}:
        return None
    if "a" not in labels and laws is None:
        return None
    return ComparisonClaim(
        **asked,
        sides=sides,
        relations=(sign,),
        label=("a",) if "a" in labels else (),
        condition=condition,
        is_iff=claim.iff is not None,
        laws=laws or {},
        modulus=modulus,
    )
