"""Linear forms of cell values and n that a rule compares, computed without enumerating values.

An expression is evaluated on linear forms instead of numbers. The result is a set of forms, one of which is
equal to the expression on each assignment, and the set of comparisons made. The truth of the rule depends
only on these comparisons, and on residues of values and n.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, product
from math import gcd, lcm
from typing import Any, NamedTuple, TypeGuard, cast

from gfkit.core.errors import MismatchError
from gfkit.core.rules.automaton import ORDERS, order_automaton
from gfkit.core.rules.expression import OPERATIONS, RangedNumber, TreeEvaluation, lay, parse_expression
from gfkit.core.rules.kinds.constraints import (
    Cardinality,
    ConstraintSystem,
    Key,
    Line,
    ReadingOrder,
    Relation,
    Role,
    Test,
)
from gfkit.core.rules.values import Predicate, Spots
from gfkit.questions.sizes.arrangement import Ends

Form = tuple[int, ...]
"""Coefficient of each cell, coefficient of n, and the constant."""
_MOST_NAMED = 12
"""Maximum number of values that a rule may list. It is smaller than the number of values for all n that are
used.
"""
_MOST_FORMS, _FAR = 4096, 1 << 62


class SignedProduct(NamedTuple):
    """Product of forms that all depend on values or n. Its sign and its residues can be determined."""

    factors: tuple[Form, ...]


POLYNOMIAL = SignedProduct(())
"""Placeholder for a polynomial that is neither a linear form nor a product; only its residues are used."""


class Comparison(NamedTuple):
    """Linear form that is compared with 0, by ==, < or <=."""

    form: Form
    word: str


class CellEquation(NamedTuple):
    """Linear form that is 0 in every allowed assignment, with the expression and the variables that require
    it.
    """

    form: Form
    text: str
    slots: tuple[Key, ...]


class ComparedForms(NamedTuple):
    """Comparisons made by a rule on a board with ``cells`` cells (image cells, if images are counted)."""

    cells: int
    comparisons: frozenset[Comparison]
    modulus: int
    """Modulus of the residues on which the rule depends, or 1 if there are none."""
    equations: tuple[CellEquation, ...]


def forms_of(system: ConstraintSystem, size: int, ends: Ends) -> ComparedForms:
    """Return the comparisons in the constraints of a board; ``size`` denotes n in their expressions.

    ``ends`` are the endpoints of the range of values. Raise MismatchError if a constraint is not a comparison
    of linear forms. Images are accepted if the map consists of minima and maxima, without other constraints:
    these commute with every monotone map, so that the values of an image suffice to construct a preimage.
    """
    hidden = [slot for slot in system.slots if slot.role is Role.FORGOTTEN]
    place = {slot.key: number for number, slot in enumerate(hidden or system.slots)}
    reader = _Reader(system, place, size, ends)
    made = [getattr(part, "image", None) is not None for part in system.constraints]
    if hidden and (system.totals or not made or not all(made)):
        raise MismatchError("images are combined with other constraints, or the map fits nowhere")
    asked = [*system.constraints, *(event.table for event in system.events() if event.table is not None)]
    for constraint in asked:
        reader.read(constraint)
    for event in system.events():
        for group in event.groups:
            reader.read_tests(group)
    equations = (
        reader.equations(constraint) for constraint in system.constraints if isinstance(constraint, Relation)
    )
    return ComparedForms(
        len(system.slots) - len(hidden), frozenset(reader.compared), reader.modulus, tuple(chain(*equations))
    )


def orders_of(system: ConstraintSystem, size: int, ends: Ends) -> list[tuple[int, int]] | None:
    """Return the pairs i, j of cells with x_i <= x_j that a board requires, or None if it has further
    constraints.
    """
    place = {slot.key: number for number, slot in enumerate(system.slots)}
    reader = _Reader(system, place, size, ends)
    pairs: list[tuple[int, int]] = []
    for relation in system.constraints:
        if not isinstance(relation, Relation):
            return None
        for tree, predicate in conjuncts(relation):
            chain = None if predicate.forbidden else reader.chain(relation, tree)
            if chain is None:
                return None
            pairs += chain
    return pairs


class _Reader:
    def __init__(self, system: ConstraintSystem, place: Mapping[Key, int], size: int, ends: Ends) -> None:
        self.place, self.size, self.ends = place, size, ends
        self.values = {slot.key: slot.values for slot in system.slots}
        self.compared: set[Comparison] = set()
        self.modulus = 1

    def read(self, constraint: object) -> None:
        match constraint:
            case Relation(image=None):
                for predicate in constraint.predicates:
                    evaluation = self._evaluation(constraint.slots, constraint.spots)
                    evaluation.truth(parse_expression(predicate.text))
                    self.modulus = lcm(self.modulus, evaluation.modulus)
            case Relation():
                (predicate,) = constraint.predicates
                evaluation = self._evaluation(constraint.slots, constraint.spots)
                forms = evaluation.forms(evaluation.number(parse_expression(predicate.text)))
                if evaluation.words - {"minimum", "maximum"} or any(sum(form[:-2]) != 1 for form in forms):
                    raise MismatchError("its image is not defined by minima and maxima of values alone")
            case Line(order=ReadingOrder.APART) if self._is_order(constraint):
                for one, other in zip(constraint.keys[::2], constraint.keys[1::2], strict=True):
                    pair = {self.place[one]: 1, self.place[other]: -1}
                    self.compared.add(Comparison(self._form(pair, 0, 0), "less_equal"))
            case Cardinality():
                self.read_tests((*constraint.tests, *constraint.given))
            case _:
                raise MismatchError("its constraint on whole lines is not a comparison of values")

    def _is_order(self, line: Line) -> bool:
        """Return True if a line constraint is a lexicographic order of two words, which are read in
        parallel.
        """
        colours = len(self.values[line.keys[0]])
        return any(line.automaton == order_automaton(order, colours) for order in ORDERS)

    def read_tests(self, tests: Iterable[Test]) -> None:
        """Record the comparison of a variable with each of the values that the rule lists for it."""
        for key, symbols in tests:
            if symbols.bit_count() > _MOST_NAMED:
                raise MismatchError("it lists so many values that they may depend on n")
            for symbol, value in enumerate(self.values[key]):
                if symbols >> symbol & 1:
                    self.compared.add(Comparison(self._form({self.place[key]: 1}, 0, -value), "equal"))

    def equations(self, relation: Relation) -> Iterator[CellEquation]:
        """Yield the equations that are conjuncts of a relation, each with its expression."""
        for tree, predicate in conjuncts(relation):
            if predicate.forbidden or not isinstance(tree, ast.Compare) or [*map(type, tree.ops)] != [ast.Eq]:
                continue
            sides = self._evaluation(relation.slots, relation.spots).sides(tree)
            pairs = product(*sides) if sides else ()
            forms = [_sum(one, other, -1) for one, other in pairs if _is_linear(one) and _is_linear(other)]
            if len(forms) == 1 and any(forms[0][:-2]):
                yield CellEquation(forms[0], ast.unparse(tree), relation.slots)

    def chain(self, relation: Relation, tree: ast.expr) -> list[tuple[int, int]] | None:
        """Return the pairs of cells compared by ``a <= b <= ...``, or None if the expression has another
        form.
        """
        if not isinstance(tree, ast.Compare) or len({*map(type, tree.ops)} | {ast.LtE, ast.GtE}) > 2:
            return None
        sides, cells = self._evaluation(relation.slots, relation.spots).sides(tree), list[int]()
        if sides is None:
            return None
        for forms in sides:
            form = next(iter(forms))
            if len(forms) > 1 or form.count(1) != 1 or form.count(0) != len(form) - 1 or any(form[-2:]):
                return None
            cells.append(form.index(1))
        steps = zip(cells, cells[1:], tree.ops, strict=False)
        return [(low, high) if isinstance(op, ast.LtE) else (high, low) for low, high, op in steps]

    def _evaluation(self, slots: Sequence[Key], spots: Spots) -> _OnForms:
        cells = [_number({self._form({self.place[key]: 1}, 0, 0)}) for key in slots]
        names = lay(dict(spots), cells.__getitem__)
        return _OnForms(names, self._form({}, 0, 0), self.size, self.compared, self.ends)

    def _form(self, cells: Mapping[int, int], of_n: int, constant: int) -> Form:
        return (*(cells.get(cell, 0) for cell in range(len(self.place))), of_n, constant)


def conjuncts(relation: Relation) -> Iterator[tuple[ast.expr, Predicate]]:
    """Yield the conjuncts of a relation, split at each ``and``."""
    for predicate in relation.predicates:
        todo = [parse_expression(predicate.text)]
        while todo:
            tree = todo.pop()
            if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And) and not predicate.forbidden:
                todo += tree.values
            else:
                yield tree, predicate


def _sum(one: Form, other: Form, times: int = 1) -> Form:
    return tuple([a + times * b for a, b in zip(one, other, strict=True)])


def _is_linear(form: Form | SignedProduct) -> TypeGuard[Form]:
    return not isinstance(form, SignedProduct)


def _constant(form: Form | SignedProduct) -> int | None:
    return None if isinstance(form, SignedProduct) or any(form[:-1]) else form[-1]


def _number(forms: Iterable[Form | SignedProduct]) -> RangedNumber:
    """Return a set of forms as one number with bounds, exact if all forms are constant, else very wide."""
    every = frozenset(forms)
    numbers = [number for form in every if (number := _constant(form)) is not None]
    if len(numbers) < len(every):
        return RangedNumber(every, -_FAR, _FAR)
    return RangedNumber(every, min(numbers), max(numbers))


class _OnForms(TreeEvaluation):
    """Evaluator of a syntax tree on sets of forms; ``size`` denotes n in the expression."""

    def __init__(
        self, names: dict[str, Any], zero: Form, size: int, compared: set[Comparison], ends: Ends
    ) -> None:
        super().__init__(names)
        self.zero, self.size, self.compared, self.ends, self.modulus = zero, size, compared, ends, 1
        self.words: set[str] = set()
        """Operations that were applied to nonconstant forms."""

    def forms(self, number: RangedNumber) -> frozenset[Form | SignedProduct]:
        """Return the forms of a number, which may be a constant of the expression."""
        if not isinstance(number.data, int):
            return cast("frozenset[Form | SignedProduct]", number.data)
        is_n = number.data == self.size
        return frozenset({(*self.zero[:-2], int(is_n), 0 if is_n else number.data)})

    def sides(self, tree: ast.Compare) -> list[frozenset[Form | SignedProduct]] | None:
        """Return the forms of the operands of a comparison, or None if the operands are lists."""
        values = [self._evaluate_node(side) for side in (tree.left, *tree.comparators)]
        numbers = [value for value in values if isinstance(value, RangedNumber)]
        return [self.forms(number) for number in numbers] if len(numbers) == len(values) else None

    def _apply(self, word: str, left: RangedNumber, right: RangedNumber, node: ast.expr) -> RangedNumber:
        self._count_operation(1, node)
        pairs = list(product(self.forms(left), self.forms(right)))
        if len(pairs) > _MOST_FORMS:
            raise MismatchError(f"an expression has more than {_MOST_FORMS} cases")
        numbers = [(_constant(one), _constant(other)) for one, other in pairs]
        if not any(None in pair for pair in numbers):
            return self._constants(OPERATIONS[word](*pair) for pair in numbers)
        self.words.add(word)
        if word == "remainder" and all(modulus is not None and modulus > 0 for _, modulus in numbers):
            moduli = [cast("int", modulus) for _, modulus in numbers]
            self.modulus = lcm(self.modulus, *moduli)
            return self._constants(range(max(moduli)))
        match word:
            case "add" | "subtract":
                return _number(self._add_multiple(*pair, 1 if word == "add" else -1) for pair in pairs)
            case "multiply":
                return _number(_product(*pair) for pair in pairs)
            case "remainder":
                return _number(chain.from_iterable(self._remainders(*pair) for pair in pairs))
            case "minimum" | "maximum":
                self._compare("less_equal", pairs)
                return _number(form for pair in pairs for form in pair)
            case "logical_and" | "logical_or":
                raise AssertionError("truth values are constants")
            case "floor_divide":
                raise MismatchError("it computes a quotient")
        self._compare(word, pairs)
        return self._constants((0, 1))

    def _add_multiple(
        self, one: Form | SignedProduct, other: Form | SignedProduct, times: int
    ) -> Form | SignedProduct:
        if _is_linear(one) and _is_linear(other):
            return _sum(one, other, times)
        if other == self.zero:
            return one
        return _product(other, (*self.zero[:-1], times)) if one == self.zero else POLYNOMIAL

    def _remainders(self, form: Form | SignedProduct, modulus: Form | SignedProduct) -> Iterator[Form]:
        """Yield the possible forms of the remainder. Raise MismatchError if the quotient has too many
        values.
        """
        (a, b), (c, e) = self.ends
        if isinstance(form, SignedProduct) or isinstance(modulus, SignedProduct):
            raise MismatchError("it divides products of values")
        *cells, p, q = modulus
        if any(cells) or min(p, q) <= 0:
            raise MismatchError("its divisor is neither a constant nor positive for all n")
        of_n, constant = form[-2:]
        least = [sum(k * (low if k > 0 else high) for k in form[:-2]) for low, high in ((a, c), (b, e))]
        most = [sum(k * (high if k > 0 else low) for k in form[:-2]) for low, high in ((a, c), (b, e))]
        first = min((least[0] + of_n) // p, (least[1] + constant) // q)
        last = max(-(-(most[0] + of_n) // p) - 1, (most[1] + constant) // q)
        if last - first > _MOST_NAMED:
            raise MismatchError("a remainder has too many cases")
        for quotient in range(first, last + 1):
            less = _sum(form, modulus, -quotient)
            if quotient > first:
                self._compare("less", [(less, self.zero)])
            yield less

    def _constants(self, numbers: Iterable[int]) -> RangedNumber:
        return _number((*self.zero[:-1], number) for number in numbers)

    def _compare(self, word: str, pairs: Iterable[tuple[Form | SignedProduct, Form | SignedProduct]]) -> None:
        for one, other in pairs:
            first, second = (other, one) if word.startswith("greater") else (one, other)
            form = self._add_multiple(first, second, -1)
            if form == POLYNOMIAL:
                raise MismatchError(
                    "it compares products of values; such counts need not be polynomials in n: for the"
                    " values 0..n, the number of solutions of a*d == b*c is asymptotic to c*n^2*log(n)"
                )
            if isinstance(form, SignedProduct):  # the signs of the factors determine the sign
                for factor in form.factors:
                    for sign in ("less", "equal"):
                        self._compare(sign, [(factor, self.zero)])
                continue
            divisor = gcd(*form[:-1])
            if divisor and (form[-1] % divisor == 0 or word not in ("equal", "not_equal")):
                self.compared.add(_divide_by_content(form, divisor, _WORDS[word]))

    def _select_values(
        self, asked: RangedNumber, if_true: RangedNumber, if_false: RangedNumber, node: ast.expr
    ) -> RangedNumber:
        if asked.low == asked.high:
            return if_true if asked.low else if_false
        self._count_operation(1, node)
        return _number(self.forms(if_true) | self.forms(if_false))


_WORDS = {
    "equal": "equal", "not_equal": "equal", "less": "less", "greater": "less",
    "less_equal": "less_equal", "greater_equal": "less_equal",
}  # fmt: skip


def _divide_by_content(form: Form, divisor: int, word: str) -> Comparison:
    """Return the comparison, divided by the common divisor of the coefficients.

    >>> _divide_by_content((2, -2, 0, 3), 2, "less")  # 2 D + 3 < 0 for whole D
    Comparison(form=(1, -1, 0, 2), word='less_equal')
    """
    if form[-1] % divisor == 0:
        return Comparison(tuple([a // divisor for a in form]), word)
    constant = -((-form[-1] - (word == "less")) // divisor)
    return Comparison((*(a // divisor for a in form[:-1]), constant), "less_equal")


def _product(one: Form | SignedProduct, other: Form | SignedProduct) -> Form | SignedProduct:
    for form, factor in ((one, other), (other, one)):
        times = _constant(factor)
        if times is None:
            continue
        if not isinstance(form, SignedProduct):
            return tuple([times * a for a in form])
        first = tuple([times * a for a in form.factors[0]]) if form.factors else ()
        return (
            SignedProduct((first, *form.factors[1:]))
            if form.factors and times
            else factor
            if not times
            else form
        )
    if POLYNOMIAL in (one, other):
        return POLYNOMIAL
    factors = [each.factors if isinstance(each, SignedProduct) else (each,) for each in (one, other)]
    return SignedProduct((*factors[0], *factors[1]))
