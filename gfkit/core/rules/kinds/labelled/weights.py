"""Weights that read labels, as products of factors: one for each letter and for each distinct number."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from gfkit.core.boards.labels import Place, Value, name_of_place
from gfkit.core.deferred import replace
from gfkit.core.errors import MismatchError
from gfkit.core.rules.factors import Factors, WeightFactor
from gfkit.core.rules.kind import from_kind
from gfkit.core.rules.kinds.constraints import Constraint, ConstraintSystem, Exclusion, Slot
from gfkit.core.rules.kinds.labelled.file import POWER
from gfkit.core.rules.kinds.labelled.rule import LabelledRule, names_in
from gfkit.core.typing import MOST_POWER, Positions

_PLAIN = ("x", "y")


def factors_of(rule: LabelledRule) -> Factors | None:
    """Return the factors of the weights of a bound rule, or None if they are monomials in x and y."""
    if rule.factors is not None or any(any(weight) for weight in _plain_weights(rule)):
        raise MismatchError(f"{rule.name}: other weights cannot be combined with weights that read labels")
    board = rule.on
    system: ConstraintSystem = from_kind(rule.plain.kind, "constraints", "system_of")(
        rule.plain, board, Positions.ALL
    )
    every = [one for own in _weights_of(rule, system).values() for one in own]
    letters = sorted({letter for one in every for letter, _ in one.powers})
    numbers = dict.fromkeys(one.coefficient for one in every if one.coefficient not in (0, 1))
    if not numbers and {*letters} <= {*_PLAIN}:
        return None
    factors = [WeightFactor(Fraction(1), ((letter, 1),)) for letter in letters]
    return Factors((*factors, *map(WeightFactor, numbers)))


def _plain_weights(rule: LabelledRule) -> list[tuple[int, ...]]:
    plain: Any = rule.plain
    own = (
        [plain.weight] if plain.kind == "edges" else [*plain.weights, *(mark.weight for mark in plain.marks)]
    )
    return own + [linkage.weight for linkage in plain.linkages]


def with_weights(system: ConstraintSystem, rule: LabelledRule) -> ConstraintSystem:
    """Return the system with the weights of the labels of its places. A value of weight 0 is excluded."""
    factors = [*rule.factors.factors] if rule.factors is not None else [
        WeightFactor(Fraction(1), ((letter, 1),)) for letter in _PLAIN
    ]  # fmt: skip
    letters = {factor.powers[0][0]: k for k, factor in enumerate(factors) if factor.powers}
    numbers = {factor.coefficient: k for k, factor in enumerate(factors) if not factor.powers}
    weights, slots, excluded = _weights_of(rule, system), [], list[Constraint]()
    for slot in system.slots:
        own = weights.get(slot.key)
        if own is None:
            slots.append(slot)
            continue
        exponents = []
        for one in own:
            powers = [0] * max(2, len(factors))
            for letter, power in one.powers:
                powers[letters[letter]] = power
            if one.coefficient in numbers:
                powers[numbers[one.coefficient]] = 1
            exponents.append(tuple(powers))
        slots.append(slot._replace(weights=tuple(exponents)))
        if zero := sum(1 << k for k, one in enumerate(own) if one.coefficient == 0):
            excluded.append(Exclusion(slot.at, ((slot.key, zero),)))
    return replace(system, slots=tuple(slots), constraints=(*system.constraints, *excluded))


def _weights_of(rule: LabelledRule, system: ConstraintSystem) -> dict[Any, list[WeightFactor]]:
    """Return the weight of each value of the variables of cells or edges."""
    texts, known, found = dict(rule.placed_weights), dict[str, dict[Place, Value]](), {}
    weighed = [slot for slot in system.slots if _is_weighed(slot)]
    odd = {*texts} - {value for slot in weighed for value in slot.values}
    if odd and weighed:
        raise MismatchError(f"{rule.name}: there is a weight for {min(odd)}, which is not a value")
    for slot in weighed:
        place = tuple(sorted(slot.cells))
        own = []
        for value in slot.values:
            text, values = texts.get(value, "1"), {}
            for name in names_in(text, [label.name for label in rule.labels]):
                known.setdefault(name, rule.table(name))
                if place not in known[name]:
                    where = "" if rule.on is None else name_of_place(rule.on, place)
                    raise MismatchError(
                        f"{rule.name}: the label {name} is blank at {where}, where a weight needs it"
                    )
                values[name] = known[name][place]
            own.append(weight_at(text, values))
        found[slot.key] = own
    return found


def _is_weighed(slot: Slot) -> bool:
    return slot.key[0] in ("value", "edge")


def weight_at(text: str, values: Mapping[str, Value]) -> WeightFactor:
    """Return the weight at one place: a number times powers of letters.

    >>> str(weight_at("(1 - p) * x^length", {"p": Fraction(9, 10), "length": 3}))
    '1/10*x^3'
    """
    powers: dict[str, int] = {}
    for match in POWER.finditer(text):
        power = _number(ast.parse(match[2].strip(), mode="eval").body, text, values)
        if power.denominator > 1 or not 0 <= power <= MOST_POWER:
            raise MismatchError(
                f"weight {text!r}: the exponent {power} is not an integer from 0 to {MOST_POWER}"
            )
        powers[match[1]] = powers.get(match[1], 0) + int(power)
    number = _number(ast.parse(POWER.sub("1", text).strip(), mode="eval").body, text, values)
    return WeightFactor(number, tuple(sorted((letter, power) for letter, power in powers.items() if power)))


def _number(node: ast.AST, text: str, values: Mapping[str, Value]) -> Fraction:
    match node:
        case ast.Constant(value=int() | float() as number):
            return Fraction(repr(number))
        case ast.Name(id=name):
            value = values[name]
            if not isinstance(value, int | Fraction):
                raise MismatchError(f"weight {text!r}: the label {name} has the value {value}, not a number")
            return Fraction(value)
        case ast.UnaryOp(operand=inner):
            return -_number(inner, text, values)
        case ast.BinOp(left=left, op=op, right=right):
            a, b = _number(left, text, values), _number(right, text, values)
            if isinstance(op, ast.Div) and not b:
                raise MismatchError(f"weight {text!r} divides by 0")
            return (
                a + b
                if isinstance(op, ast.Add)
                else a - b
                if isinstance(op, ast.Sub)
                else a * b
                if isinstance(op, ast.Mult)
                else a / b
            )
    raise AssertionError("weights are checked when the rule is read")
