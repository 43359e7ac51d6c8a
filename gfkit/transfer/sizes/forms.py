"""What a rule compares: linear forms of the values of cells and of n, found without running through values.

An expression is evaluated on linear forms in place of numbers. What it gives is a set of forms, one of which
it is on each filling, and what it compared on the way. Whether the rule holds depends only on the truth of
these comparisons, and on residues of values and n.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, product
from math import gcd, lcm
from typing import Any, NamedTuple, cast

from gfkit.errors import MismatchError
from gfkit.games.expression import OPERATIONS, RangedNumber, TreeEvaluation, lay, parse_expression
from gfkit.games.rule import Predicate, Spots
from gfkit.kinds.constraints import Cardinality, ConstraintSystem, Exclusion, Key, Relation, Test

Form = tuple[int, ...]
"""Coefficients by cell, then that of n, then the constant."""
POLYNOMIAL: Form = ()
"""What stands for any polynomial in values that is no linear form; of it only residues can be told."""
_MOST_NAMED = 12
"""Values that a rule may name in one place: fewer than there are for the number that stands for n."""
_MOST_FORMS, _FAR = 4096, 1 << 62


class Comparison(NamedTuple):
    """A form that is compared with 0, by ==, < or <=."""

    form: Form
    word: str


class CellEquation(NamedTuple):
    """A form that is 0 wherever the rule holds, as some text asks of some slots."""

    form: Form
    text: str
    slots: tuple[Key, ...]


class ComparedForms(NamedTuple):
    """What a rule compares on a board of so many cells."""

    cells: int
    comparisons: frozenset[Comparison]
    modulus: int
    """Of the residues that it looks at; 1 where it looks at none."""
    equations: tuple[CellEquation, ...]


def forms_of(system: ConstraintSystem, size: int) -> ComparedForms:
    """What the constraints of a board compare; ``size`` is the number that stands for n in their texts.

    Refuses, by MismatchError with the reason, what is no comparison of linear forms.
    """
    place = {slot.key: number for number, slot in enumerate(system.slots)}
    reader = _Reader(system, place, size)
    asked = [*system.constraints, *(event.table for event in system.events() if event.table is not None)]
    for constraint in asked:
        reader.read(constraint)
    for event in system.events():
        for group in event.groups:
            reader.read_tests(group)
    equations = (
        reader.equations(constraint) for constraint in system.constraints if isinstance(constraint, Relation)
    )
    return ComparedForms(len(place), frozenset(reader.compared), reader.modulus, tuple(chain(*equations)))


def orders_of(system: ConstraintSystem, size: int) -> list[tuple[int, int]] | None:
    """The pairs i, j of cells with x_i <= x_j that a board asks for; None where it asks for anything else."""
    place = {slot.key: number for number, slot in enumerate(system.slots)}
    reader = _Reader(system, place, size)
    pairs: list[tuple[int, int]] = []
    for relation in system.constraints:
        if not isinstance(relation, Relation):
            return None
        for tree, says in conjuncts(relation):
            chain = None if says.forbidden else reader.chain(relation, tree)
            if chain is None:
                return None
            pairs += chain
    return pairs


class _Reader:
    def __init__(self, system: ConstraintSystem, place: Mapping[Key, int], size: int) -> None:
        self.place, self.size = place, size
        self.values = {slot.key: slot.values for slot in system.slots}
        self.compared: set[Comparison] = set()
        self.modulus = 1

    def read(self, constraint: object) -> None:
        match constraint:
            case Relation(image=None):
                for says in constraint.predicates:
                    evaluation = self._evaluation(constraint.slots, constraint.spots)
                    evaluation.truth(parse_expression(says.text))
                    self.modulus = lcm(self.modulus, evaluation.modulus)
            case Exclusion():
                self.read_tests(constraint.tests)
            case Cardinality():
                self.read_tests((*constraint.tests, *constraint.given))
            case _:
                raise MismatchError("what it asks of whole lines, or of images, is no comparison of values")

    def read_tests(self, tests: Iterable[Test]) -> None:
        """A slot that shows one of some values, which the rule names, is compared with each of them."""
        for key, symbols in tests:
            if symbols.bit_count() > _MOST_NAMED:
                raise MismatchError("it asks for so many values that they may depend on n")
            for symbol, value in enumerate(self.values[key]):
                if symbols >> symbol & 1:
                    self.compared.add(Comparison(self._form({self.place[key]: 1}, 0, -value), "equal"))

    def equations(self, relation: Relation) -> Iterator[CellEquation]:
        """The equations that a relation asks for at once, each by its own text."""
        for tree, says in conjuncts(relation):
            if says.forbidden or not isinstance(tree, ast.Compare) or [*map(type, tree.ops)] != [ast.Eq]:
                continue
            evaluation = self._evaluation(relation.slots, relation.spots)
            pairs = product(
                *(evaluation.forms(evaluation.number(side)) for side in (tree.left, *tree.comparators))
            )
            forms = [_sum(one, other, -1) for one, other in pairs if POLYNOMIAL not in (one, other)]
            if len(forms) == 1 and any(forms[0][:-2]):
                yield CellEquation(forms[0], ast.unparse(tree), relation.slots)

    def chain(self, relation: Relation, tree: ast.expr) -> list[tuple[int, int]] | None:
        """The pairs of cells that ``a <= b <= ...`` compares."""
        if not isinstance(tree, ast.Compare) or len({*map(type, tree.ops)} | {ast.LtE, ast.GtE}) > 2:
            return None
        evaluation, cells = self._evaluation(relation.slots, relation.spots), []
        for side in (tree.left, *tree.comparators):
            forms = evaluation.forms(evaluation.number(side))
            form = next(iter(forms))
            if len(forms) > 1 or form.count(1) != 1 or form.count(0) != len(form) - 1 or any(form[-2:]):
                return None
            cells.append(form.index(1))
        steps = zip(cells, cells[1:], tree.ops, strict=False)
        return [(low, high) if isinstance(op, ast.LtE) else (high, low) for low, high, op in steps]

    def _evaluation(self, slots: Sequence[Key], spots: Spots) -> _OnForms:
        cells = [_number({self._form({self.place[key]: 1}, 0, 0)}) for key in slots]
        names = lay(dict(spots), cells.__getitem__)
        return _OnForms(names, self._form({}, 0, 0), self.size, self.compared)

    def _form(self, cells: Mapping[int, int], of_n: int, constant: int) -> Form:
        return (*(cells.get(cell, 0) for cell in range(len(self.place))), of_n, constant)


def conjuncts(relation: Relation) -> Iterator[tuple[ast.expr, Predicate]]:
    """What a relation asks, divided at each ``and``."""
    for says in relation.predicates:
        todo = [parse_expression(says.text)]
        while todo:
            tree = todo.pop()
            if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And) and not says.forbidden:
                todo += tree.values
            else:
                yield tree, says


def _sum(one: Form, other: Form, times: int = 1) -> Form:
    return tuple([a + times * b for a, b in zip(one, other, strict=True)])


def _number(forms: Iterable[Form]) -> RangedNumber:
    """One of these forms; bounds are those of constants, and far away for others."""
    every = frozenset(forms)
    if POLYNOMIAL in every or any(any(form[:-1]) for form in every):
        return RangedNumber(every, -_FAR, _FAR)
    return RangedNumber(every, min(form[-1] for form in every), max(form[-1] for form in every))


class _OnForms(TreeEvaluation):
    """Evaluates a tree on sets of forms; ``size`` is the number that stands for n in the text."""

    def __init__(self, names: dict[str, Any], zero: Form, size: int, compared: set[Comparison]) -> None:
        super().__init__(names)
        self.zero, self.size, self.compared, self.modulus = zero, size, compared, 1

    def forms(self, number: RangedNumber) -> frozenset[Form]:
        """The forms of a number, which may still be a constant of the text."""
        if not isinstance(number.data, int):
            return cast("frozenset[Form]", number.data)
        is_n = number.data == self.size
        return frozenset({(*self.zero[:-2], int(is_n), 0 if is_n else number.data)})

    def _apply(self, word: str, left: RangedNumber, right: RangedNumber, node: ast.expr) -> RangedNumber:
        self._spend(1, node)
        pairs = list(product(self.forms(left), self.forms(right)))
        if len(pairs) > _MOST_FORMS:
            raise MismatchError(f"it has more than {_MOST_FORMS} cases in one expression")
        if not any(form is POLYNOMIAL or any(form[:-1]) for pair in pairs for form in pair):
            return self._constants(OPERATIONS[word](one[-1], other[-1]) for one, other in pairs)
        if word == "remainder" and all(not any(other[:-1]) and other[-1:] > (0,) for _, other in pairs):
            return self._residues(pairs)
        if any(form is POLYNOMIAL for pair in pairs for form in pair):
            if word in ("add", "subtract", "multiply"):
                return _number({POLYNOMIAL})
            raise MismatchError(
                "it multiplies values with each other, and compares what comes out; there need be no law of"
                " this kind: a*d == b*c holds for some c*n^2*log(n) of the values 0..n"
            )
        match word:
            case "add" | "subtract":
                return _number(_sum(one, other, 1 if word == "add" else -1) for one, other in pairs)
            case "multiply":
                return _number(_product(*pair) for pair in pairs)
            case "minimum" | "maximum":
                self._compare("less_equal", pairs)
                return _number(form for pair in pairs for form in pair)
            case "logical_and" | "logical_or":
                raise AssertionError("truths are constants")
            case "remainder" | "floor_divide":
                raise MismatchError("it divides by what is not a fixed number, or asks for a quotient")
        self._compare(word, pairs)
        return self._constants((0, 1))

    def _residues(self, pairs: Sequence[tuple[Form, Form]]) -> RangedNumber:
        self.modulus = lcm(self.modulus, *(other[-1] for _, other in pairs))
        return self._constants(range(max(other[-1] for _, other in pairs)))

    def _constants(self, numbers: Iterable[int]) -> RangedNumber:
        return _number((*self.zero[:-1], number) for number in numbers)

    def _compare(self, word: str, pairs: Iterable[tuple[Form, Form]]) -> None:
        for one, other in pairs:
            first, second = (other, one) if word.startswith("greater") else (one, other)
            form = _sum(first, second, -1)
            divisor = gcd(*form[:-1])
            if divisor and (form[-1] % divisor == 0 or word not in ("equal", "not_equal")):
                self.compared.add(_divided(form, divisor, _WORDS[word]))

    def _where(
        self, asked: RangedNumber, if_true: RangedNumber, if_false: RangedNumber, node: ast.expr
    ) -> RangedNumber:
        if asked.low == asked.high:
            return if_true if asked.low else if_false
        self._spend(1, node)
        return _number(self.forms(if_true) | self.forms(if_false))


_WORDS = {
    "equal": "equal", "not_equal": "equal", "less": "less", "greater": "less",
    "less_equal": "less_equal", "greater_equal": "less_equal",
}  # fmt: skip


def _divided(form: Form, divisor: int, word: str) -> Comparison:
    """The same comparison without the common divisor of the coefficients.

    >>> _divided((2, -2, 0, 3), 2, "less")  # 2 D + 3 < 0 for whole D
    Comparison(form=(1, -1, 0, 2), word='less_equal')
    """
    if form[-1] % divisor == 0:
        return Comparison(tuple([a // divisor for a in form]), word)
    constant = -((-form[-1] - (word == "less")) // divisor)
    return Comparison((*(a // divisor for a in form[:-1]), constant), "less_equal")


def _product(one: Form, other: Form) -> Form:
    for form, factor in ((one, other), (other, one)):
        if not any(factor[:-1]):
            return tuple([factor[-1] * a for a in form])
    return POLYNOMIAL
