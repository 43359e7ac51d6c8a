"""Labelled classes with sets and cycles: exponential generating functions, and their recurrences.

Let A(t) = sum a(n) t^n/n! count the objects whose parts carry the labels 1, ..., n. Union and product are
sum and product of the series, SEQ(A) = 1/(1 - A), SET(A) = exp(A), CYC(A) = log(1/(1 - A)), and with
exactly k objects A^k, A^k/k! and A^k/k.

Recurrences. E = exp(A) satisfies E' = A' E.

(1) If A' is rational, this is a linear differential equation with polynomial coefficients. A' is rational
if A is rational, a cycle class CYC(B) with B rational, as then A' = B'/(1 - B), or a linear combination of
such classes.
(2) If A solves P(t, A) = 0 of degree d, the products A^k E, 0 <= k < d, and their derivatives are
combinations of these products over Q(t), so E satisfies a linear differential equation of order at most d.
(3) exp(A + B) = exp(A) exp(B), and exp(CYC(B)) = SEQ(B).
(4) Sums and products of series with linear differential equations have such equations, and algebraic
series, here of classes that are built by +, * and SEQ alone, have one.

The coefficients of such a series satisfy a recurrence with polynomial coefficients, hence also n! times
them. Otherwise the result is the system of differential and polynomial equations that the series satisfies;
it is not claimed that there is no recurrence.

References: Philippe Flajolet and Robert Sedgewick, Analytic Combinatorics, chapter II; Richard P. Stanley,
Differentiably finite power series.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import count as naturals
from math import factorial
from typing import Any

from flint import fmpq, fmpq_poly, fmpz_poly

from gfkit.core.algebra import Algebraic, DifferentialEquation, Evidence, PRecursive, RationalGF, Status
from gfkit.core.algebra.closure import exponential_equation
from gfkit.core.algebra.number import Number as Value, from_flint
from gfkit.core.algebra.operations import Operations
from gfkit.core.algebra.polynomial import dense, sparse
from gfkit.core.deferred import dataclass, field
from gfkit.core.errors import InputError, LimitError
from gfkit.core.typing import cached_property
from gfkit.specifications.class_series import (
    NO_TERMS,
    UNIT_SERIES,
    ClassNumbers,
    ClassSeries,
    is_labelled,
    series_exp,
    series_log,
    series_power,
)
from gfkit.specifications.grammar import (
    BUILT_ONCE,
    Atom,
    Class,
    ClassKind,
    ClassPower,
    ClassProduct,
    ClassQuotient,
    ClassUnion,
    ClassUnits,
    Construction,
    Named,
    Specification,
    class_parts,
    text_of,
)

_NO_RECURRENCE = "no recurrence was derived; the series satisfies the equations"
_MOST_ORDER = 8
"""Maximum product of the orders of two factors; 12 takes about 10 s."""


@dataclass(frozen=True, eq=False, repr=False)
class LabelledLaw(ClassNumbers):
    """Numbers a(n) of labelled objects of size n, with a recurrence if one was derived.

    >>> from gfkit.specifications.grammar import read_specification
    >>> law = law_of_labelled(read_specification("I = SET(CYC_{<=2}(t))"))
    >>> print(law.p_recursive, law.terms(6))
    a(n) = a(n-1) + (n - 1)*a(n-2) for n >= 2 [1, 1, 2, 4, 10, 26]
    """

    derived: Callable[[], PRecursive | None] = field(default=lambda: None, repr=False)
    """Function that derives the recurrence."""
    equations: str = ""
    """Differential and polynomial equations of the exponential generating functions."""

    @cached_property
    def p_recursive(self) -> PRecursive | None:
        """The sequence with a recurrence, or None if none was derived."""
        return self.derived()

    def terms(self, count: int) -> list[Value]:
        """Return a(0), ..., a(count - 1)."""
        return self.numbers(count) if self.p_recursive is None else self.p_recursive.terms(count)

    def coefficient(self, n: int) -> Value:
        """Return a(n), for large n by the recurrence if there is one."""
        return super().coefficient(n) if self.p_recursive is None else self.p_recursive.coefficient(n)

    def as_json(self, terms: int = 10) -> dict[str, Any]:
        """Return the JSON object that the command line prints; undefined keys are null."""
        return {
            **super().as_json(terms),
            "recurrence": None if self.p_recursive is None else self.p_recursive.as_json(),
            "exponential_equations": self.equations,
            **({"note": _NO_RECURRENCE} if self.p_recursive is None else {}),
        }


def law_of_labelled(specification: Specification) -> LabelledLaw:
    """Return the numbers of labelled objects, with a recurrence where the head of this module derives one.

    Raise InputError if the specification is unlabelled or not well founded.

    >>> from gfkit.specifications.grammar import read_specification
    >>> law = law_of_labelled(read_specification("T = t*SET(T)"))
    >>> print(law.terms(6), law.recurrence_text, law.equations, sep="; ")
    [0, 1, 2, 9, 64, 625]; None; T = t*e1; e1' = T'*e1; e1(0) = 1
    """
    is_labelled(specification, labelled=True)
    series = _Labelled(specification)

    def numbers(count: int) -> list[Value]:
        own = series.series(count)[specification.target]
        return [from_flint(own[n] * factorial(n)) for n in range(count)]

    equations = _equations(specification)
    return LabelledLaw(
        specification.target,
        str(specification),
        Evidence(Status.PROVED, "symbolic-method"),
        numbers,
        "labelled",
        hypothesis=BUILT_ONCE,
        derived=lambda: _Deriver(series).numbers(),
        equations=equations,
    )


class _Labelled(ClassSeries):
    """Exponential generating functions."""

    def accepts_empty(self, tree: Construction) -> bool:
        return tree.most is not None and tree.most <= 1

    def construct(self, tree: Construction, base: fmpq_poly, size: int) -> fmpq_poly:
        top = tree.least - 1 if tree.most is None else tree.most
        few = [series_power(base, k, size) * _weight(tree.kind, k) for k in range(top + 1)]
        if tree.most is not None:
            return sum(few[tree.least :], NO_TERMS)
        own = base - base[0]  # base[0] is 0 if the class is well founded
        whole = series_exp(own, size) if tree.kind is ClassKind.SET else -series_log(UNIT_SERIES - own, size)
        return whole - sum(few, NO_TERMS)


def _weight(kind: ClassKind, k: int) -> fmpq:
    """Return the factor of A^k in the series of k objects."""
    if kind is ClassKind.SET:
        return fmpq(1, factorial(k))
    if kind is ClassKind.CYC:
        return fmpq(1, k) if k else fmpq(0)
    return fmpq(1)


class _NoLawError(Exception):
    """Raised if no linear differential equation is derived."""


@dataclass(frozen=True)
class _Form:
    """Series with a linear differential equation, and its derivative if this is known to be rational."""

    series: Operations
    slope: RationalGF | None


class _Deriver:
    """Recurrences of the series of classes."""

    def __init__(self, classes: _Labelled) -> None:
        self._classes, self._trees = classes, classes.trees
        self._known: dict[Class, _Form] = {}
        self._open: set[str] = set()

    def numbers(self) -> PRecursive | None:
        """Return the recurrence of a(n) = n! [t^n], or None."""
        try:
            series = self._form(Named(self._classes.specification.target)).series
            found: PRecursive = self._recurrence(series).hadamard(PRecursive.of([[1], [0, -1]], [1]))
            return found
        except (_NoLawError, LimitError):
            return None

    @staticmethod
    def _recurrence(series: Operations) -> PRecursive:
        while not isinstance(series, PRecursive):
            series = series.generalise()
        return series

    def _terms(self, tree: Class) -> Callable[[int], list[Value]]:
        """Return a function to the first coefficients of the series of a class."""

        def terms(count: int) -> list[Value]:
            y = self._classes.series(count)
            own = self._classes.value(tree, y, fmpq_poly([0, 1]), count)
            return [from_flint(own[n]) for n in range(count)]

        return terms

    def _form(self, tree: Class) -> _Form:
        if tree not in self._known:
            self._known[tree] = self._algebraic(tree) or self._structural(tree)
        return self._known[tree]

    def _algebraic(self, tree: Class) -> _Form | None:
        """Return the form of a class that is built by +, * and SEQ alone, or None."""
        needed, todo = dict[str, Class](), [tree]
        for inner in todo:  # grows
            for part in class_parts(inner):
                if isinstance(part, Construction) and part.kind is not ClassKind.SEQ:
                    return None
                if isinstance(part, Named) and part.name not in needed:
                    needed[part.name] = self._trees[part.name]
                    todo.append(needed[part.name])
        from gfkit.specifications.law import law_of_system
        from gfkit.specifications.system import system_of

        name = next(f"f{k}" for k in range(len(needed) + 1) if f"f{k}" not in needed)
        try:
            system = system_of(Specification(((name, tree), *needed.items()), "t"))
        except InputError:  # fractions as coefficients
            return None
        law = law_of_system(system, name, name)
        return _Form(law.algebraic, None) if law.rational is None else _rational(law.rational)

    def _structural(self, tree: Class) -> _Form:
        match tree:
            case ClassUnits(value):
                return _rational(RationalGF.of([value]))
            case Atom():
                return _rational(RationalGF.of([0, 1]))
            case Named(name):
                if name in self._open:
                    raise _NoLawError  # a recursive class with sets or cycles
                return self._inside(name, self._form)
            case ClassUnion(parts):
                total = _rational(RationalGF.of([0]))
                for sign, part in parts:
                    total = _sum(total, self._form(part), sign)
                return total
            case ClassProduct(parts):
                return self._product([self._form(part) for part in parts])
            case ClassPower(base, exponent):
                return self._product([self._form(base)] * exponent)
            case ClassQuotient(above, ClassUnits(value)):
                return _sum(_rational(RationalGF.of([0])), self._form(above), Fraction(1, value))
            case Construction():
                return self._construction(tree)
        raise _NoLawError

    def _inside(self, name: str, act: Callable[[Class], _Form]) -> _Form:
        """Return the form of a named class, which must not contain itself."""
        self._open.add(name)
        try:
            return act(self._trees[name])
        finally:
            self._open.discard(name)

    def _product(self, parts: list[_Form]) -> _Form:
        total = _rational(RationalGF.of([1]))
        for part in parts:
            if isinstance(total.series, RationalGF) and isinstance(part.series, RationalGF):
                total = _rational(total.series.cauchy(part.series))
                continue
            orders = [_order(one.series) for one in (total, part)]
            if orders[0] * orders[1] > _MOST_ORDER:
                raise _NoLawError
            total = _Form(total.series.cauchy(part.series), None)
        return total

    def _construction(self, tree: Construction) -> _Form:
        top = tree.least - 1 if tree.most is None else tree.most
        least = 0 if tree.most is None else tree.least
        base = self._form(tree.base) if top > 0 or tree.kind is not ClassKind.SET else None
        few = _rational(RationalGF.of([0]))
        for k in range(least, top + 1):
            weight = from_flint(_weight(tree.kind, k))
            if weight:
                few = _sum(few, self._product([base] * k) if base else _rational(RationalGF.of([1])), weight)
        if tree.most is not None:
            return few
        if tree.kind is ClassKind.SET:
            return _sum(self._set(tree.base), few, -1)
        if base is None or tree.kind is ClassKind.SEQ or not isinstance(base.series, RationalGF):
            raise _NoLawError
        slope = _derivative(base.series) / (1 - base.series)
        above, below = dense(slope.numerator), dense(slope.denominator)
        equation = DifferentialEquation.of_polynomials([fmpz_poly([]), below], above)
        whole = equation.solved_by(self._terms(Construction(ClassKind.CYC, tree.base, 1)))
        return _sum(_Form(whole, slope), few, -1)

    def _set(self, base: Class) -> _Form:
        """Return the form of SET(A)."""
        match base:
            case Construction(ClassKind.CYC, inner, 1, None):
                return self._form(Construction(ClassKind.SEQ, inner))
            case Named(name) if name not in self._open:
                return self._inside(name, self._set)
        try:
            own = self._form(base)
        except _NoLawError:
            own = None
        if own is not None and own.slope is not None:
            above, below = dense(own.slope.numerator), dense(own.slope.denominator)
            equation = DifferentialEquation.of_polynomials([-above, below], fmpz_poly([]))
        elif own is not None and isinstance(own.series, Algebraic):
            equation = DifferentialEquation.of_polynomials(*exponential_equation(own.series.columns))
        elif isinstance(base, ClassUnion) and all(sign > 0 for sign, _ in base.parts):
            return self._product([self._set(part) for _, part in base.parts])
        else:
            raise _NoLawError
        return _Form(equation.solved_by(self._terms(Construction(ClassKind.SET, base))), None)


def _rational(series: RationalGF) -> _Form:
    return _Form(series, _derivative(series))


def _derivative(series: RationalGF) -> RationalGF:
    above, below = dense(series.numerator), dense(series.denominator)
    slope = above.derivative() * below - above * below.derivative()
    return RationalGF.reduced(sparse(slope.coeffs()), sparse((below * below).coeffs()))


def _sum(one: _Form, other: _Form, factor: Value) -> _Form:
    """Return one + factor * other."""
    slope = None
    if one.slope is not None and other.slope is not None:
        slope = one.slope + other.slope * factor
    return _Form(one.series + other.series * factor, slope)


def _order(series: Operations) -> int:
    """Return the order of the homogeneous differential equation of a series, or an upper bound."""
    if isinstance(series, PRecursive):
        return series.differential_equation().order + 1
    return series.degree if isinstance(series, Algebraic) else 1


# Differential and polynomial equations


def _equations(specification: Specification) -> str:
    """Return the equations of the exponential generating functions.

    >>> from gfkit.specifications.grammar import read_specification
    >>> _equations(read_specification("P = SET(CYC_{>=2}(t))"))
    "P = e1; c1' = t'*s1; c1(0) = 0; s1 = 1 + t*s1; e1' = (c1 - t)'*e1; e1(0) = 1"
    """
    writer = _EquationWriter(specification)
    listed = [f"{name} = {text_of(writer.rewrite(tree))}" for name, tree in specification.equations]
    return "; ".join([*listed, *writer.made])


class _EquationWriter:
    """Writer that replaces constructions by new functions e (SET), c (CYC) and s (SEQ)."""

    def __init__(self, specification: Specification) -> None:
        self.made: list[str] = []
        self._known: dict[tuple[ClassKind, Class], Named] = {}
        self._taken = {name for name, _ in specification.equations}

    def rewrite(self, tree: Class) -> Class:
        match tree:
            case ClassUnion(parts):
                return ClassUnion(tuple((sign, self.rewrite(part)) for sign, part in parts))
            case ClassProduct(parts):
                return ClassProduct(tuple(map(self.rewrite, parts)))
            case ClassPower(base, exponent):
                return ClassPower(self.rewrite(base), exponent)
            case ClassQuotient(above, below):
                return ClassQuotient(self.rewrite(above), self.rewrite(below))
            case Construction(kind, base, least, most):
                own = self.rewrite(base)
                if most is not None:
                    listed = [(1, _exactly(kind, own, k)) for k in range(least, most + 1) if _weight(kind, k)]
                    return (
                        ClassUnion(tuple(listed))
                        if len(listed) > 1
                        else listed[0][1]
                        if listed
                        else ClassUnits(0)
                    )
                few = [(-1, _exactly(kind, own, k)) for k in range(least) if _weight(kind, k)]
                return ClassUnion(((1, self._whole(kind, own)), *few)) if few else self._whole(kind, own)
        return tree

    def _whole(self, kind: ClassKind, base: Class) -> Named:
        if (kind, base) not in self._known:
            letter = {ClassKind.SET: "e", ClassKind.CYC: "c", ClassKind.SEQ: "s"}[kind]
            name = next(f"{letter}{k}" for k in naturals(1) if f"{letter}{k}" not in self._taken)
            self._taken.add(name)
            self._known[kind, base] = Named(name)
            slope = f"{text_of(base, 2)}'"
            if kind is ClassKind.SET:
                self.made += [f"{name}' = {slope}*{name}", f"{name}(0) = 1"]
            elif kind is ClassKind.CYC:
                place = len(self.made)
                sequence = self._whole(ClassKind.SEQ, base).name
                self.made[place:place] = [f"{name}' = {slope}*{sequence}", f"{name}(0) = 0"]
            else:
                self.made.append(f"{name} = 1 + {text_of(base, 1)}*{name}")
        return self._known[kind, base]


def _exactly(kind: ClassKind, base: Class, k: int) -> Class:
    """Return the series of exactly k objects."""
    weight = int(1 / _weight(kind, k))
    own: Class = ClassUnits(1) if k == 0 else base if k == 1 else ClassPower(base, k)
    return own if weight == 1 else ClassQuotient(own, ClassUnits(weight))
