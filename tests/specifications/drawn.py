"""Random specifications, and their numbers by a slow definition: lists of objects, or naive series."""

from __future__ import annotations

from random import Random

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
    Named,
    Specification,
)

Objects = dict[str, dict[int, list[object]]]


class EndlessError(Exception):
    """The lists of objects do not become stationary."""


def draw_class(random: Random, names: list[str], depth: int, *, signed: bool) -> Class:
    """Draw a class; degenerate ones, such as empty sums of bounds and 0, occur on purpose."""
    kinds = ["atom", "number", "name", "sum", "product", "power", "seq", *(["quotient"] if signed else [])]
    kind = random.choice(kinds if depth else kinds[:3])

    def inner() -> Class:
        return draw_class(random, names, depth - 1, signed=signed)

    if kind == "atom":
        return Atom()
    if kind == "number":
        return ClassUnits(random.choice([0, 1, 1, 1, 2]))
    if kind == "name":
        return Named(random.choice(names))
    if kind == "sum":
        signs = (1, -1) if signed else (1,)
        return ClassUnion(tuple((random.choice(signs), inner()) for _ in range(random.randint(1, 3))))
    if kind == "product":
        return ClassProduct(tuple(inner() for _ in range(random.randint(1, 3))))
    if kind == "power":
        return ClassPower(inner(), random.randint(0, 3))
    if kind == "quotient":
        return ClassQuotient(inner(), inner())
    least = random.randint(0, 2)
    return Construction(ClassKind.SEQ, inner(), least, random.choice([None, None, least, least + 1]))


def draw(random: Random, *, signed: bool = False) -> Specification:
    names = ["f", "g", "h"][: random.randint(1, 3)]
    drawn = [(name, draw_class(random, names, random.randint(1, 3), signed=signed)) for name in names]
    start: Class = random.choice([ClassUnits(1), Atom(), ClassUnits(0)])
    guarded = [
        (name, ClassUnion(((1, start), (1, ClassProduct((Atom(), tree))))))
        if random.random() < 0.6
        else (name, tree)
        for name, tree in drawn
    ]
    return Specification(tuple(guarded), "t")


# Objects


def objects(specification: Specification, last: int, most: int = 3000) -> list[int]:
    """Return the numbers of objects of size 0, ..., last of the first class; an object is a nested tuple."""
    known: Objects = {name: {} for name, _ in specification.equations}
    for _ in range((last + 2) * (len(known) + 1) + 2):
        new = {name: _built(tree, known, last, most) for name, tree in specification.equations}
        if new == known:
            return [len(known[specification.target].get(n, ())) for n in range(last + 1)]
        known = new
    raise EndlessError


def _built(tree: Class, known: Objects, last: int, most: int) -> dict[int, list[object]]:
    match tree:
        case Atom():
            found: dict[int, list[object]] = {1: ["t"]} if last else {}
        case ClassUnits(value):
            found = {0: [("unit", k) for k in range(value)]} if value else {}
        case Named(name):
            found = known[name]
        case ClassUnion(parts):
            found = {}
            for k, (sign, part) in enumerate(parts):
                assert sign == 1
                for size, listed in _built(part, known, last, most).items():
                    found.setdefault(size, []).extend((k, one) for one in listed)
        case ClassProduct(parts):
            found = _lists([_built(part, known, last, most) for part in parts], last)
        case ClassPower(base, exponent):
            found = _lists([_built(base, known, last, most)] * exponent, last)
        case Construction(ClassKind.SEQ, base, least, top):
            own = _built(base, known, last, most)
            if top is None and 0 in own:
                raise EndlessError
            found = {}
            for length in range(least, (last if top is None else top) + 1):
                for size, listed in _lists([own] * length, last).items():
                    found.setdefault(size, []).extend((length, one) for one in listed)
        case _:
            raise AssertionError(tree)
    if sum(map(len, found.values())) > most:
        raise EndlessError
    return found


def _lists(parts: list[dict[int, list[object]]], last: int) -> dict[int, list[object]]:
    found: dict[int, list[object]] = {0: [()]}
    for part in parts:
        new: dict[int, list[object]] = {}
        for size, listed in found.items():
            for more, others in part.items():
                if size + more <= last:
                    new.setdefault(size + more, []).extend(
                        (*one, other) for one in listed for other in others
                    )  # type: ignore[misc]
        found = new
    return found


# Series


def series(specification: Specification, last: int) -> list[int]:
    """Return the first coefficients of the solution that starts from 0, by repeated substitution."""
    known = {name: [0] * (last + 1) for name, _ in specification.equations}
    for _ in range((last + 2) * 4 * (len(known) + 2)):
        new = {name: _value(tree, known, last) for name, tree in specification.equations}
        if new == known:
            return known[specification.target]
        known = new
        if max(abs(c) for row in known.values() for c in row) > 10**60:
            break
    raise EndlessError


def _times(a: list[int], b: list[int]) -> list[int]:
    return [sum(a[i] * b[n - i] for i in range(n + 1)) for n in range(len(a))]


def _value(tree: Class, known: dict[str, list[int]], last: int) -> list[int]:
    one = [1] + [0] * last

    def power(base: list[int], exponent: int) -> list[int]:
        total = one
        for _ in range(exponent):
            total = _times(total, base)
        return total

    match tree:
        case Atom():
            return ([0, 1] + [0] * last)[: last + 1]
        case ClassUnits(value):
            return [value, *[0] * last]
        case Named(name):
            return known[name]
        case ClassUnion(parts):
            rows = [(sign, _value(part, known, last)) for sign, part in parts]
            return [sum(sign * row[n] for sign, row in rows) for n in range(last + 1)]
        case ClassProduct(parts):
            total = one
            for part in parts:
                total = _times(total, _value(part, known, last))
            return total
        case ClassPower(base, exponent):
            return power(_value(base, known, last), exponent)
        case ClassQuotient(above, below):
            up, down = _value(above, known, last), _value(below, known, last)
            if down[0] not in (1, -1):
                raise EndlessError
            row: list[int] = []
            for n in range(last + 1):
                row.append((up[n] - sum(row[i] * down[n - i] for i in range(n))) * down[0])
            return row
        case Construction(ClassKind.SEQ, base, least, top):
            own = _value(base, known, last)
            if top is None and own[0]:
                raise EndlessError
            lengths = range(least, (max(least, last) if top is None else top) + 1)
            rows_of = [power(own, k) for k in lengths]
            return [sum(row[n] for row in rows_of) for n in range(last + 1)]
    raise AssertionError(tree)
