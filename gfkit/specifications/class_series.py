"""Power series of classes with sets and cycles, by iteration, and the result of counting such a class.

Theorem (well-founded specifications). Let y = H(t, y) be the equations of a specification, as power series,
where constructions without an upper bound are applied only to classes without objects of size 0. Suppose
that the iteration c <- H(0, c) from c = 0 is stationary after m steps for m classes, and that the matrix J
of the derivatives dH_i/dy_j at t = 0 and y = c is nilpotent. Then exactly one vector of power series with
y(0) = c solves the equations.

Proof. The coefficients of t^n, n >= 1, satisfy y_n = J y_n + (a function of the coefficients of lower
powers). This holds for the constructions of Polya theory, too, as the coefficient of t^n in y(t^k) has
index n/k < n for k >= 2. 1 - J is invertible with the inverse 1 + J + ... + J^(m-1). QED

A vector that the iteration leaves unchanged modulo t^n is therefore the solution modulo t^n. J is computed
from the coefficients of t^1 with the size set to 0 and t added to one class.

Reference: Carine Pivoteau, Bruno Salvy and Michele Soria, Algorithms for combinatorial structures:
well-founded systems and Newton iterations.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar

from flint import fmpq_poly

from gfkit.core.algebra import Count, Evidence, Polynomial, PRecursive
from gfkit.core.algebra.number import (
    Number as Value,
    check_modulus,
    checked_count,
    checked_index,
    number_text,
    residue,
)
from gfkit.core.deferred import dataclass, field
from gfkit.core.errors import InputError, LimitError, MismatchError
from gfkit.core.writable import Indexable
from gfkit.specifications.grammar import (
    Atom,
    Class,
    ClassKind,
    ClassPower,
    ClassProduct,
    ClassQuotient,
    ClassUnion,
    ClassUnits,
    Construction,
    Mark,
    Named,
    Specification,
    class_parts,
    text_of,
)

_MOST_LENGTH = 4000
"""Maximum number of terms that are computed by iteration."""
NO_TERMS, UNIT_SERIES, _T = fmpq_poly([]), fmpq_poly([1]), fmpq_poly([0, 1])


class ClassSeries(ABC):
    """Power series of the classes of a specification. A subclass defines sets and cycles.

    Raise InputError if the specification is not well founded.
    """

    def __init__(self, specification: Specification) -> None:
        if specification.marks:
            raise InputError(
                f"{specification}: classes with sets or cycles are counted without marks; omit"
                f" {', '.join(specification.marks)}"
            )
        self.specification = specification
        self.trees = dict(specification.equations)
        self._known: dict[str, fmpq_poly] = {}
        self._length = 0
        self._start = self._check()

    @abstractmethod
    def construct(self, tree: Construction, base: fmpq_poly, size: int) -> fmpq_poly:
        """Return the series of a set or cycle construction up to t^(size-1)."""

    @abstractmethod
    def accepts_empty(self, tree: Construction) -> bool:
        """Return True if a construction may be applied to a class with objects of size 0."""

    def series(self, length: int) -> dict[str, fmpq_poly]:
        """Return the series of all classes up to t^(length-1)."""
        if length > _MOST_LENGTH:
            raise LimitError(f"{length} terms: at most {_MOST_LENGTH} are computed by iteration")
        if length > self._length:
            size = max(length, min(2 * self._length, _MOST_LENGTH))
            y = self._known or self._start
            while True:  # unchanged means solved, and each round of m steps determines one more coefficient
                last, y = y, dict(y)
                for name, tree in self.trees.items():
                    y[name] = self.value(tree, y, _T, size)
                if last == y:
                    break
            self._known, self._length = y, size
        return {name: one.truncate(length) for name, one in self._known.items()}

    def value(self, tree: Class, y: dict[str, fmpq_poly], atom: fmpq_poly, size: int) -> fmpq_poly:
        """Return the series of a class up to t^(size-1), from the series of the named classes."""

        def part(inner: Class) -> fmpq_poly:
            return self.value(inner, y, atom, size)

        match tree:
            case ClassUnits(value):
                return fmpq_poly([value])
            case Atom():
                return atom.truncate(size)
            case Named(name):
                return y[name].truncate(size)
            case ClassUnion(parts):
                return sum((sign * part(one) for sign, one in parts), NO_TERMS)
            case ClassProduct(parts):
                return self._product([part(one) for one in parts], size)
            case ClassPower(base, exponent):
                return series_power(part(base), exponent, size)
            case ClassQuotient(above, below):
                return part(above).mul_low(self._inverse(part(below), tree, size), size)
            case Construction(kind, base, least, most):
                own = part(base)
                if kind is not ClassKind.SEQ:
                    return self.construct(tree, own, size)
                if most is not None:
                    return sum((series_power(own, k, size) for k in range(least, most + 1)), NO_TERMS)
                whole = unit_inverse(
                    UNIT_SERIES - own + own[0], size
                )  # own[0] is 0 if the class is well founded
                return series_power(own, least, size).mul_low(whole, size)
            case Mark():
                raise AssertionError("marks are refused")

    @staticmethod
    def _product(parts: list[fmpq_poly], size: int) -> fmpq_poly:
        total = UNIT_SERIES
        for one in parts:
            total = total.mul_low(one, size)
        return total

    def _inverse(self, below: fmpq_poly, tree: Class, size: int) -> fmpq_poly:
        if not below[0]:
            raise InputError(f"{text_of(tree)}: the denominator has no constant term")
        return unit_inverse(below * (1 / below[0]), size) * (1 / below[0])

    def _check(self) -> dict[str, fmpq_poly]:
        """Return the constant terms. Raise InputError unless the theorem applies."""
        names, y = list(self.trees), dict.fromkeys(self.trees, NO_TERMS)
        last = y
        for _ in range(len(names) + 1):
            last, y = (
                y,
                {name: self.value(tree, y, NO_TERMS, 1).truncate(1) for name, tree in self.trees.items()},
            )
        if last != y:
            bad = [name for name in names if last[name] != y[name]]
            raise InputError(f"{', '.join(bad)} has infinitely many objects of size 0")
        for tree in self.trees.values():
            for one in class_parts(tree):
                if isinstance(one, Construction) and self.value(one.base, y, NO_TERMS, 1)[0]:
                    if one.kind is ClassKind.SEQ and one.most is not None:
                        continue
                    if one.kind is ClassKind.SEQ or not self.accepts_empty(one):
                        raise InputError(f"{text_of(one)}: {text_of(one.base)} has objects of size 0")
        table = []
        for name in names:
            moved = y | {name: y[name] + _T}
            table.append([bool(self.value(tree, moved, NO_TERMS, 2)[1]) for tree in self.trees.values()])
        reached = table
        for _ in names:  # J has no cancelled entries unless classes are subtracted; then this is stricter
            reached = [
                [
                    any(a and b for a, b in zip(row, column, strict=True))
                    for column in zip(*table, strict=True)
                ]
                for row in reached
            ]
        if any(map(any, reached)):
            raise InputError(f"{', '.join(names)}: a class contains itself at equal size")
        return y


def series_power(base: fmpq_poly, exponent: int, size: int) -> fmpq_poly:
    """Return a power of a series up to t^(size-1)."""
    return base.truncate(size).pow_trunc(exponent, size) if exponent else UNIT_SERIES.truncate(size)


def unit_inverse(series: fmpq_poly, size: int) -> fmpq_poly:
    """Return 1/f up to t^(size-1), for f(0) = 1."""
    known, length = UNIT_SERIES, 1
    while length < size:
        length = min(2 * length, size)
        known = (known * 2 - known.mul_low(known, length).mul_low(series, length)).truncate(length)
    return known


def series_log(series: fmpq_poly, size: int) -> fmpq_poly:
    """Return log f up to t^(size-1), for f(0) = 1: the integral of f'/f."""
    if size < 2:
        return NO_TERMS
    return series.derivative().mul_low(unit_inverse(series, size - 1), size - 1).integral()


def series_exp(series: fmpq_poly, size: int) -> fmpq_poly:
    """Return exp f up to t^(size-1), for f(0) = 0, by Newton's iteration e <- e (1 + f - log e).

    >>> series_exp(fmpq_poly([0, 1]), 4)
    1/6*x^3 + 1/2*x^2 + x + 1
    """
    known, length = UNIT_SERIES, 1
    while length < size:
        length = min(2 * length, size)
        known = known.mul_low(UNIT_SERIES + series.truncate(length) - series_log(known, length), length)
    return known.truncate(size)


@dataclass(frozen=True, eq=False, repr=False)
class ClassNumbers(Indexable):
    """Numbers a(n) of objects of size n of a class with sets or cycles, n >= 0."""

    name: str
    """Name of the class."""
    text: str
    """Equations in canonical form."""
    evidence: Evidence
    numbers: Callable[[int], list[Value]] = field(repr=False)
    """Map from a count to that many first terms."""
    kind: str
    """"labelled" or "unlabelled"."""
    note: str = ""
    """Reason why there is no law, or an equation of the generating function."""
    hypothesis: str = ""
    """Assumption that no program can check, or ""."""
    board: str = "n"
    first_n: int = 0

    weights: ClassVar[tuple[str, ...]] = ()

    @property
    def game(self) -> str:
        return self.name

    def terms(self, count: int) -> list[Value]:
        """Return a(0), ..., a(count - 1)."""
        return self.numbers(checked_count(count))

    def count(self, size: object, modulus: int | None = None) -> Count:
        """Return the number of objects of one size, or its residue."""
        return count_of_class(self, size, modulus)

    def coefficient(self, n: int) -> Value:
        """Return a(n)."""
        return self.terms(checked_index(n, self.first_n) + 1)[-1]

    def modulo(self, n: int, modulus: int) -> int:
        """Return a(n) modulo an integer."""
        check_modulus(modulus)
        return residue(self.coefficient(n), modulus)

    def __getitem__(self, n: int | slice) -> Any:
        if isinstance(n, slice):
            if n.stop is None or n.stop < 0 or (n.start or 0) < 0:
                raise InputError("expected a slice of n with an end, as in numbers[0:5]")
            return self.terms(n.stop)[n]
        return self.coefficient(n)

    @property
    def p_recursive(self) -> PRecursive | None:
        """The sequence with a recurrence, or None if none was derived."""
        return None

    @property
    def recurrence_text(self) -> str | None:
        """Recurrence on one line, or None."""
        return None if self.p_recursive is None else str(self.p_recursive)

    def sequence_along(self, step: int, shift: int) -> PRecursive:
        """Return the sequence n -> a(step n + shift). Raise MismatchError if no recurrence was derived."""
        if self.p_recursive is None:
            raise MismatchError(f"{self.name}: no recurrence was derived")
        return self.p_recursive.subsequence(step, shift)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.text}>"

    def as_json(self, terms: int = 10) -> dict[str, Any]:
        """Return the JSON object that the command line prints; undefined keys are null."""
        return {
            "game": self.name,
            "board": self.board,
            "positions": "all",
            "weights": [],
            "specification": self.text,
            "kind": self.kind,
            "first_n": self.first_n,
            "equation": None,
            "recurrence": None,
            "terms": [number_text(value) for value in self.terms(terms)],
            "evidence": self.evidence.as_json(),
            **({"note": self.note} if self.note else {}),
            **({"hypothesis": self.hypothesis} if self.hypothesis else {}),
        }


def count_of_class(law: Any, size: object, modulus: int | None) -> Count:
    """Return the number of objects of one size, such as 10 or 10^6, or its residue."""
    match = re.fullmatch(r"\s*(\d{1,18})(?:\^(\d{1,2}))?\s*", str(size))
    if match is None:
        raise InputError(f"{law.name}: the size {size!r} must be a number n >= 0, such as 10 or 10^6")
    n = int(match[1]) ** int(match[2] or 1)
    value = law.coefficient(n) if modulus is None else law.modulo(n, modulus)
    known = (law.name, str(n), "all", (), Polynomial.constant(value), law.evidence)
    return Count(*known, modulus=modulus or 0)


def is_labelled(specification: Specification, labelled: bool | None = None) -> bool:
    """Return True if a specification means labelled objects, and False for unlabelled ones.

    SET is labelled, MSET and PSET are unlabelled; ``labelled`` decides if only CYC or SEQ occur. Raise
    InputError if the specification is undecided or contradicts ``labelled``.

    >>> from gfkit.specifications.grammar import read_specification
    >>> is_labelled(read_specification("T = t*SET(T)")), is_labelled(read_specification("T = t*MSET(T)"))
    (True, False)
    """
    kinds = specification.constructions
    plain = sorted(kinds & {ClassKind.MSET, ClassKind.PSET})
    if ClassKind.SET in kinds and plain:
        raise InputError(f"{specification}: SET is labelled and {plain[0]} unlabelled; use one of them")
    if ClassKind.SET in kinds and labelled is False:
        raise InputError(f"{specification}: SET is labelled; unlabelled are MSET (multisets) and PSET (sets)")
    if plain and labelled:
        raise InputError(f"{specification}: {plain[0]} is unlabelled; labelled sets are SET")
    if labelled is None and ClassKind.CYC in kinds and ClassKind.SET not in kinds and not plain:
        raise InputError(f"{specification}: are the objects with CYC labelled or unlabelled? Specify which")
    return bool(labelled) or ClassKind.SET in kinds
