"""Claims of the provers for conditions: residues, divisors, signs, and relations between formulas."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from gfkit.claims.comparison import ComparisonClaim, reflect
from gfkit.claims.congruence import CongruenceClaim, LucasClaim, ValuationClaim
from gfkit.claims.digits import DigitCondition, PowerCondition
from gfkit.claims.divisibility import DivisorClaim, Index, index_of
from gfkit.claims.formula.space import all_letters
from gfkit.claims.judge import FormulaClaim
from gfkit.claims.read.linear import integer_form
from gfkit.claims.read.notation import KNOWN_NAMES
from gfkit.claims.scope import EVERY, Condition, Property
from gfkit.claims.shape import ShapeClaim, shape_of
from gfkit.claims.statement import tree
from gfkit.claims.statement.canonical import NotStatedError, expression_text, normal
from gfkit.claims.statement.evaluated import of_provers, residues_of
from gfkit.core.algebra.formula import tree as nodes


def claim_of_condition(claim: tree.ForAll, text: str) -> FormulaClaim | None:
    """Return the claim that a condition holds for every n of a range, or None if no prover takes it."""
    subject, span = expression_text(claim.condition), claim.range
    if span is None:
        return _of_one_term(claim.condition, text, subject)
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
            case nodes.Equation(
                left=nodes.FunctionCall(name="valuation", arguments=(p, tree.A_OF_N)), sign="="
            ):
                return _of_valuation(claim.condition, asked, condition, p)
        if condition == EVERY and (shape := shape_of(claim.condition)) is not None:
            return ShapeClaim(**asked | {"since": span.least - (shape.width == 3)}, shape=shape)
    with suppress(NotStatedError):
        wanted = Property(*residues_of(claim.condition, tree.A_OF_N))
        return CongruenceClaim(text, subject, wanted, condition, claim.iff is not None, span.least)
    return _of_lucas(claim.condition, text) or _of_comparison(claim, asked, condition)


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


def _of_comparison(
    claim: tree.ForAll, asked: Mapping[str, Any], condition: Condition
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
    strange = {name.label[0] for name in names} - {"a", *KNOWN_NAMES}
    if not is_term or strange or not frozenset().union(*map(all_letters, sides)) <= {"n"}:
        return None
    if not any(name.label[0] == "a" for name in names):
        return None
    return ComparisonClaim(
        **asked,
        sides=sides,
        relations=(sign,),
        label=("a",),
        condition=condition,
        is_iff=claim.iff is not None,
        modulus=modulus,
    )
