"""Objects of a specification, listed from the definitions of the constructions, and random specifications.

Lists of objects come first. A set is a list without its order, a cycle a list up to rotation. The tables of
all classes grow from empty ones until they are stable, so recursion needs no theorem.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

from gfkit.specifications.grammar import (
    Atom,
    Class,
    ClassKind,
    ClassPower,
    ClassProduct,
    ClassUnion,
    ClassUnits,
    Construction,
    Named,
    Specification,
    class_parts,
)


def _rotated(objects: tuple[Any, ...]) -> tuple[Any, ...]:
    turns = [objects[k:] + objects[:k] for k in range(len(objects))]
    return min(turns, key=repr)


def _collection(kind: ClassKind, objects: tuple[Any, ...], *, is_labelled: bool) -> Any:
    """Return the collection that a list becomes, or None if it is not one."""
    if kind is ClassKind.SEQ:
        return objects
    if kind is ClassKind.CYC:
        return _rotated(objects) if objects else None
    if kind is ClassKind.PSET and len(set(objects)) < len(objects):
        return None
    assert is_labelled == (kind is ClassKind.SET)
    return tuple(sorted(objects, key=repr))


def _sizes(n: int) -> Iterator[tuple[int, int]]:
    return ((k, n - k) for k in range(n + 1))


def _subsets(labels: frozenset[int]) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
    listed = sorted(labels)
    for chosen in product((True, False), repeat=len(listed)):
        own = frozenset(label for label, is_in in zip(listed, chosen, strict=True) if is_in)
        yield own, labels - own


class _Lister:
    """Lists objects on a size or on a set of labels, given the objects of the named classes so far."""

    def __init__(self, tables: dict[str, list[set[Any]]], *, is_labelled: bool) -> None:
        self._tables, self._is_labelled = tables, is_labelled
        self._splits: Any = _subsets if is_labelled else _sizes
        self._objects: dict[Any, set[Any]] = {}
        self._lists: dict[Any, list[Any]] = {}

    def objects(self, tree: Class, whole: Any) -> set[Any]:
        if (tree, whole) not in self._objects:
            self._objects[tree, whole] = self._list_objects(tree, whole)
        return self._objects[tree, whole]

    def _list_objects(self, tree: Class, whole: Any) -> set[Any]:
        size = len(whole) if self._is_labelled else whole
        match tree:
            case ClassUnits(value):
                return {("empty", k) for k in range(value)} if size == 0 else set()
            case Atom():
                return {("atom", *(whole if self._is_labelled else ()))} if size == 1 else set()
            case Named(name):
                known = self._tables[name][size]
                return {_relabelled(one, sorted(whole)) for one in known} if self._is_labelled else known
            case ClassUnion(parts):
                return {(k, one) for k, (_, part) in enumerate(parts) for one in self.objects(part, whole)}
            case ClassProduct(parts):
                return set(self._all_lists(parts, whole))
            case ClassPower(base, exponent):
                return set(self._all_lists((base,) * exponent, whole))
            case Construction(kind, base, least, most):
                top = size if most is None else most
                found = {
                    _collection(kind, objects, is_labelled=self._is_labelled)
                    for k in range(least, top + 1)
                    for objects in self._all_lists((base,) * k, whole)
                }
                return found - {None}
        raise AssertionError(tree)

    def _all_lists(self, parts: tuple[Class, ...], whole: Any) -> list[Any]:
        """Return the lists with one object of each class."""
        if not parts:
            return [] if whole else [()]
        if (parts, whole) not in self._lists:
            self._lists[parts, whole] = [
                (first, *others)
                for own, rest in self._splits(whole)
                if (firsts := self.objects(parts[0], own))
                for others in self._all_lists(parts[1:], rest)
                for first in firsts
            ]
        return self._lists[parts, whole]


def _relabelled(value: Any, labels: list[int]) -> Any:
    """Return an object on the labels 0, 1, ... with other labels instead."""
    if isinstance(value, tuple) and len(value) == 2 and value[0] == "atom":
        return ("atom", labels[value[1]])
    return tuple(_relabelled(part, labels) for part in value) if isinstance(value, tuple) else value


def listed_objects(specification: Specification, most: int, *, is_labelled: bool) -> list[set[Any]]:
    """Return the objects of the first class by size, up to ``most``."""
    trees = dict(specification.equations)
    tables: dict[str, list[set[Any]]] = {name: [set() for _ in range(most + 1)] for name in trees}
    for n in range(most + 1):  # objects of size n contain objects of size at most n
        whole: Any = frozenset(range(n)) if is_labelled else n
        while True:
            lister = _Lister(tables, is_labelled=is_labelled)
            new = {name: lister.objects(tree, whole) for name, tree in trees.items()}
            if all(new[name] == tables[name][n] for name in new):
                break
            for name, found in new.items():
                tables[name][n] = found
    return tables[specification.target]


def needed_equations(specification: Specification) -> list[Specification]:
    """Return the specification of each class that the first one needs, without the other equations."""
    trees, names = dict(specification.equations), [specification.target]
    for name in names:  # grows
        for part in class_parts(trees[name]):
            if isinstance(part, Named) and part.name not in names:
                names.append(part.name)
    rows = [(name, trees[name]) for name in names]
    return [Specification((*rows[k:], *rows[:k]), "t") for k in range(len(rows))]


def drawn_specification(source: random.Random, kinds: list[str]) -> str:
    """Return a random specification of one or two classes with the given constructions and SEQ."""
    names = ["A", "B"][: source.randint(1, 2)]

    def bounds() -> str:
        return source.choice(["", "", "", "_{>=1}", "_{>=2}", "_{=1}", "_{=2}", "_{<=2}", "_{1..3}", "_{=0}"])

    def factor(depth: int) -> str:
        if depth and source.random() < 0.6:
            return f"{source.choice([*kinds, *kinds, 'SEQ'])}{bounds()}({expression(depth - 1)})"
        return source.choice(["t", "t", "t", "2*t", "t^2", names[-1], names[-1], names[0], "1"])

    def expression(depth: int) -> str:
        parts = [
            "*".join(factor(depth) for _ in range(source.choice([1, 1, 2])))
            for _ in range(source.randint(1, 2))
        ]
        return " + ".join(parts)

    return "; ".join(
        f"{name} = {source.choice(['', 't*'])}({expression(source.randint(1, 2))})" for name in names
    )
