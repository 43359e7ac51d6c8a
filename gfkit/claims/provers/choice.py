"""Claims of the provers, from the parts of a statement.

A prover gets the expressions and the range of the statement that is printed, and no text, so that it proves
what the statement says. The expressions of a statement are in normal form; provers have nodes of their own
for some functions.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import inf

from gfkit.claims.provers import sequence
from gfkit.claims.provers.evaluated import of_provers
from gfkit.claims.provers.explicit import ExplicitClaim
from gfkit.claims.provers.functional import EquationClaim, ExpansionClaim, TermsClaim, needs_expansion
from gfkit.claims.provers.growth import GrowthClaim, GrowthKind
from gfkit.claims.provers.identity import IdentityClaim
from gfkit.claims.provers.letters import LetterClaim
from gfkit.claims.provers.relation import is_linear, relation_claim
from gfkit.claims.provers.result import FormulaClaim
from gfkit.claims.provers.series import SeriesClaim, coefficients_of
from gfkit.claims.provers.space import all_letters
from gfkit.claims.provers.truth import (
    GameTruth,
    KnownSequence,
    LawTruth,
    Truth,
    last_in_range,
    last_shift,
)
from gfkit.claims.statement import tree
from gfkit.claims.statement.canonical import ORDERS, NotStatedError, expression_text, joined, negative
from gfkit.claims.statement.linear import integer_form, name_of
from gfkit.claims.statement.parse import Chain
from gfkit.claims.statement.printed import SummedTerms
from gfkit.claims.statement.ratio import ratio, ring_of
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.deferred import replace
from gfkit.core.errors import UndecidedError
from gfkit.core.typing import Weights

_NAME = ("a",)


def single_statements(statement: tree.Statement) -> Iterator[tree.Statement]:
    """Yield statements with one claim each that together state the same.

    Single terms belong to the next claim, as its initial values; claims which exclude smaller periods belong
    to the first one.
    """
    if len(statement.claims) > 1 and all(map(excludes_period, statement.claims[1:])):
        yield statement
        return
    is_start = not statement.definitions and any(_value_of(claim) is None for claim in statement.claims)
    values: list[tree.Claim] = []
    for claim in statement.claims:
        if is_start and _value_of(claim) is not None and claim is not statement.claims[-1]:
            values.append(claim)
        else:
            yield replace(statement, claims=(*values, claim))
            values = []


def check_numbers(statement: tree.Statement, first_n: int) -> None:
    """Raise UndecidedError if an index or a modulus is no whole number, or if a single term has an index
    below the first one.
    """
    for claim in statement.claims:
        value = _value_of(claim)
        if value is not None and value[0] < first_n:
            raise UndecidedError(f"there is no term a({value[0]}); the first one is a({first_n})")
    parts = [*map(vars, statement.claims), *map(vars, statement.definitions)]
    ranges = [vars(part["range"]) for part in parts if part.get("range") is not None]
    for part in [*parts, *ranges]:
        for node in (
            node
            for part_of in part.values()
            if isinstance(part_of, nodes.Node)
            for node in nodes.walk(part_of)
        ):
            if any(number.denominator > 1 or number < least for number, least in _whole_numbers(node)):
                raise UndecidedError(f"a whole number is expected in {expression_text(node)}")


def _whole_numbers(node: nodes.Node) -> list[tuple[Fraction | int, float]]:
    """Return the numbers in an expression that must be integers, each with the least one."""
    match node:
        case nodes.Symbol(index=nodes.Number(value=n)):
            return [(n, -inf)]
        case nodes.Equation(left=nodes.N, right=nodes.Number(value=n)):
            return [(n, -inf)]
        case tree.Congruence(left=left, right=right, modulus=nodes.Number(value=m)):
            return [(m, 1), *((one.value, -inf) for one in (left, right) if isinstance(one, nodes.Number))]
        case nodes.FunctionCall(name="mod", arguments=(_, nodes.Number(value=m))):
            return [(m, 1)]
        case nodes.FunctionCall(
            name="is_power" | "is_kth_power" | "digits" | "valuation", arguments=(nodes.Number(value=b), *_)
        ):
            return [(b, 2)]
    return []


def reference_of(statement: tree.Statement, truth: Truth) -> Truth:
    """Return the reference sequence of a statement with one claim: the boards of a finite range, or the
    coefficients of a power series with other terms than a(n) t^n.
    """
    match statement.claims[-1]:
        case tree.ForAll(
            condition=nodes.Equation(left=left, right=right), range=tree.Span(most=int() as most)
        ) if isinstance(truth, GameTruth):
            return replace(truth, end=most + 1 + last_shift(left, right))
        case tree.ForAll(
            condition=nodes.FunctionCall(
                name="is_kth_power" | "is_term", arguments=(_, nodes.Symbol(label=label))
            )
        ) if statement.definitions:
            from gfkit.claims.provers.system import defined_laws  # few statements define sequences

            law = defined_laws(statement.definitions).get(label)
            return truth if law is None else LawTruth(law)
        case tree.Expansion() as claim:
            found = _summed_terms(claim)
            if found is not None and not found.is_plain:
                return coefficients_of(found, truth, _weights_of(statement))
    return truth


def prover_of(
    statement: tree.Statement, truth: Truth, text: str, *, is_range_printed: bool = True
) -> FormulaClaim | None:
    """Return the claim of a prover for a statement with one claim besides single terms, or None.

    Unless ``is_range_printed``, the first n of its range is a convention.
    """
    weights = _weights_of(statement)
    known = truth.sequence(weights)
    *values, main = statement.claims
    given = [one for one in map(_value_of, values) if one is not None]
    try:
        if _value_of(main) is None and (statement.definitions or _is_of_known(statement)):
            return _of_defined(statement, known, text)
        if len(values) > len(given):
            from gfkit.claims.provers.conditions import claim_of_period  # few statements are about periods

            return claim_of_period(statement, known, text)
        if isinstance(main, tree.ForAll):
            return _of_condition(main, given, known, text, is_range_printed, weights)
        if given:
            return None
        match main:
            case tree.Expansion():
                return _of_expansion(main, text, known, weights)
            case tree.Functional(left=left, right=right):
                if not all(map(_is_own_series, nodes.symbols(nodes.Sum((left, right))))):
                    return None
                return EquationClaim(of_provers(left), of_provers(right), text, ("A",))
            case tree.Listed(first=first, values=terms):
                return TermsClaim(terms, text, first)
            case tree.Asymptotic():
                return _of_asymptotic(main, text)
    except NotStatedError:
        pass
    return None


def _weights_of(statement: tree.Statement) -> Weights:
    return Weights.read((statement.object and statement.object.weights) or "none")


def _value_of(claim: tree.Claim) -> tuple[int, nodes.Node] | None:
    """Return n and the value of a claim about a single term, or None for another claim."""
    match claim:
        case tree.ForAll(
            condition=nodes.Equation(
                left=nodes.Symbol(label=("a",), index=nodes.Number(value=n), arguments=()),
                right=value,
                sign="=",
            ),
            range=None,
        ) if not nodes.symbols(value):
            return int(n), of_provers(value)
    return None


def _is_of_known(statement: tree.Statement) -> bool:
    """Return True for a relation between known sequences that is no identity."""
    match statement.claims[-1]:
        case tree.ForAll(condition=nodes.Equation(sign="="), range=tree.Span(where=None), iff=None):
            return False
    return statement.object is None


def excludes_period(claim: tree.Claim) -> bool:
    """Return True for the claim that a sum is not 0, which excludes a smaller period."""
    match claim:
        case tree.ForAll(condition=nodes.Equation(left=nodes.BigOperator(), sign="!="), range=None):
            return True
    return False


# Relations for every n


def _of_condition(
    claim: tree.ForAll,
    given: list[tuple[int, nodes.Node]],
    known: KnownSequence,
    text: str,
    is_printed: bool,
    weights: Weights,
) -> FormulaClaim | None:
    """Return the claim that a condition holds for every n of a range, or of a single term."""
    value = _value_of(claim)
    if value is not None and not given:
        is_number = not nodes.letters(value[1])
        term = sequence.exact_value(value[1], 0).rational if is_number else None
        return None if term is None else TermsClaim((term,), text, value[0])
    match claim:
        case tree.ForAll(
            condition=nodes.Equation(left=left, right=right, sign="="),
            range=tree.Span(least=int() as least, most=most, where=None),
            iff=None,
        ) if most == last_in_range(known, left, right) and not any(
            map(_is_reflected, nodes.symbols(claim.condition))
        ):
            return _of_equation(
                left, right, least, given, known, text, least if is_printed else None, weights
            )
    if given:
        return None
    # few statements are about residues or inequalities
    from gfkit.claims.provers.conditions import claim_of_condition

    return claim_of_condition(claim, text)


def _of_equation(
    left: nodes.Node,
    right: nodes.Node,
    least: int,
    given: list[tuple[int, nodes.Node]],
    known: KnownSequence,
    text: str,
    printed: int | None,
    weights: Weights,
) -> FormulaClaim | None:
    """Return the claim that two expressions are equal for all n >= ``least``."""
    is_zero_below = any(_is_zero_below(part) for side in (left, right) for part in nodes.walk(side))
    one, other = (of_provers(nodes.rebuild(side, _without_zero)) for side in (left, right))
    chain = Chain((one, other), ("=",))
    names, letters = chain.names, all_letters(nodes.Sum(chain.sides))
    is_closed = left == tree.A_OF_N and not any(name.label == _NAME for name in nodes.symbols(other))
    if is_closed and letters & {"x", "y"}:
        if least < known.first_n:
            return None
        return LetterClaim(other, text, weights, 0, least, tuple(given))
    if is_closed:
        values = tuple((n, sequence.exact_value(value, n)) for n, value in given)
        return ExplicitClaim(other, text, least, values, known.first_n, 0, printed)
    if is_linear(chain):
        ring = ring_of(one, other, *(value for _, value in given))
        initial = [(name_of(tree.A_OF_N), n, ratio(value, ring)) for n, value in given]
        found = relation_claim(one, other, ring, text, weights, least, initial, printed)
        return replace(found, is_zero_below=is_zero_below)
    if letters - {"n"} or any(name.arguments for name in names):
        return None
    numbers = [
        (n, sequence.rational(sequence.exact_value(value, 0), "initial values must be")) for n, value in given
    ]
    label = _NAME if any(name.label == _NAME for name in names) else ()
    return IdentityClaim(one, other, text, label, printed, tuple(numbers), is_zero_below)


def _is_reflected(term: nodes.Symbol) -> bool:
    """Return True for a term with a decreasing index, such as a(-n)."""
    form = None if term.index is None else integer_form(term.index)
    return term.label == _NAME and form is not None and form[0] < 0


def _is_zero_below(part: nodes.Node) -> bool:
    """Return True for a term a(n - k) with 0 for n < k."""
    match part:
        case nodes.FunctionCall(
            name="cases",
            arguments=(
                nodes.Equation(left=nodes.N, right=nodes.Number(value=k), sign=">="),
                nodes.Symbol(label=("a",), index=nodes.Node() as index),
                nodes.FunctionCall(name="true"),
                nodes.ZERO,
            ),
        ):
            return integer_form(index) == (1, 0, -k)
    return False


def _without_zero(part: nodes.Node) -> nodes.Node | None:
    return part.arguments[1] if isinstance(part, nodes.FunctionCall) and _is_zero_below(part) else None


def _of_defined(statement: tree.Statement, known: KnownSequence, text: str) -> FormulaClaim | None:
    """Return the claim that a is the sequence with given values and a recurrence, or of a relation with
    defined sequences.
    """
    # few statements define sequences
    from gfkit.claims.provers.conditions import claim_of_condition
    from gfkit.claims.provers.system import check_definitions, defined_laws

    statement = check_definitions(statement)
    match statement.definitions, statement.claims:
        case (
            (
                tree.SequenceDefinition(
                    name=name, object=None, values=(_, *_) as values, formula=nodes.Node() as formula
                ),
            ),
            (
                tree.ForAll(
                    condition=nodes.Equation(
                        left=left, right=nodes.Symbol(label=label, index=nodes.N), sign="="
                    ),
                    range=tree.Span(least=least, where=None),
                    iff=None,
                ),
            ),
        ) if left == tree.A_OF_N and label == (name,) and least == known.first_n >= min(values)[0]:
            right = of_provers(nodes.rename(formula, name, "a"))
            chain = Chain((tree.A_OF_N, right), ("=",))
            ring = ring_of(right)
            if is_linear(chain):
                initial = [(name_of(tree.A_OF_N), n, ring.number(value)) for n, value in values]
                weights = _weights_of(statement)
                return relation_claim(tree.A_OF_N, right, ring, text, weights, None, initial)
    if not isinstance(statement.claims[0], tree.ForAll):
        return None
    return claim_of_condition(statement.claims[0], text, defined_laws(statement.definitions))


# Series and growth


def _is_own_series(name: nodes.Symbol) -> bool:
    """Return True for A, A(t) and A(t^k)."""
    match name.arguments:
        case () | (nodes.Letter(name="t"),):
            return True
        case (nodes.Power(base=nodes.Letter(name="t"), exponent=nodes.Number(value=k)),):
            return k > 0
    return False


def _of_expansion(
    claim: tree.Expansion, text: str, known: KnownSequence, weights: Weights
) -> FormulaClaim | None:
    """Return the claim about the coefficients of a series in t, or None for sums of other terms."""
    right, since = of_provers(claim.right), 0 if claim.is_cut else claim.least
    if getattr(known, "summed", None) is not None:
        return SeriesClaim(right, text, weights)
    if claim.coefficient != tree.A_OF_N or claim.power != nodes.N:
        return None
    if claim.is_exponential or needs_expansion(right):
        is_plain = weights is Weights.NONE and (not claim.is_cut or claim.least == known.first_n)
        return ExpansionClaim(right, text, claim.is_exponential, since) if is_plain else None
    return SeriesClaim(right, text, weights, since, claim.least if claim.is_cut else 0)


def _summed_terms(claim: tree.Expansion) -> SummedTerms | None:
    """Return the terms w(n) a(pn + q) t^(rn + s) of a power series, or None for other terms."""
    factors = (
        claim.coefficient.factors if isinstance(claim.coefficient, nodes.Product) else [claim.coefficient]
    )
    own = [one for one in factors if isinstance(one, nodes.Symbol) and one.label == _NAME]
    others = [of_provers(one) for one in factors if one not in own]
    forms = [integer_form(place) for one in own for place in (one.index or nodes.ZERO, claim.power)]
    if len(own) != 1 or any(form is None or form[1] for form in forms) or any(map(nodes.symbols, others)):
        return None
    index, power = ((form[0], form[2]) for form in forms if form is not None)
    if index[0] < 1 or power[0] < 1:
        return None
    return SummedTerms("a", "t", claim.least, index, power, nodes.product(*others), claim.is_exponential)


def _of_asymptotic(claim: tree.Asymptotic, text: str) -> FormulaClaim | None:
    """Return the claim about a(n) for large n, or None for a relation of another form."""
    right = of_provers(claim.right)
    side: nodes.Node = nodes.ZERO
    match claim.left:
        case nodes.Sum(terms=(tree.A_OF_N, *others)):
            side = of_provers(joined(nodes.Sum, map(negative, others)))
        case left if left != tree.A_OF_N:
            return _of_limit(claim, right, text)
    if claim.kind in ORDERS:
        return GrowthClaim(side, text, GrowthKind.ORDER, nodes.FunctionCall(claim.kind, (right,)))
    if claim.kind == "->":
        return GrowthClaim(side, text, GrowthKind.DIFFERENCE) if right == nodes.ZERO != side else None
    if side != nodes.ZERO:
        return None
    match right:
        case nodes.Product(factors=(nodes.Letter(name="c"), nodes.Power(base=base) as power)):
            is_power = not nodes.letters(base) and integer_form(power.exponent) == (1, 0, 0)
            return GrowthClaim(power, text, GrowthKind.MULTIPLE) if is_power else None
        case nodes.Product(factors=(nodes.Letter(name="c"), *_)):
            return None
    return GrowthClaim(right, text, GrowthKind.RATIO)


def _of_limit(claim: tree.Asymptotic, right: nodes.Node, text: str) -> FormulaClaim | None:
    """Return the claim about the limit of a(n+s)/a(n), or of a(n)^(1/(kn)), or None for another limit."""
    match claim.left:
        case nodes.Quotient(above=nodes.Symbol(label=("a",), index=nodes.Node() as index), below=tree.A_OF_N):
            form = integer_form(index)
            step = form[2] if form is not None and form[:2] == (1, 0) else 0
            return (
                GrowthClaim(right, text, GrowthKind.RATE, None, step)
                if claim.kind == "->" and step > 0
                else None
            )
        case nodes.FunctionCall(name="limsup", arguments=(nodes.Power() as root,)):
            is_limit = False
        case nodes.Power() as root:
            is_limit = True
        case _:
            return None
    match root:
        case nodes.Power(base=tree.A_OF_N, exponent=nodes.Quotient(above=nodes.ONE, below=below)):
            form = integer_form(below)
            if (
                claim.kind == "->"
                and form is not None
                and form[0] > 0 == form[2]
                and (is_limit or form[0] == 1)
            ):
                return GrowthClaim(right, text, GrowthKind.RATE, None, 0, form[0] if is_limit else 0)
    return None
