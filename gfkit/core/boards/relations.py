"""Relational structures, and the enumeration of all isomorphisms between two of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gfkit.core.boards.board import Edge
from gfkit.core.deferred import dataclass
from gfkit.core.errors import LimitError

MOST_SYMMETRIES = 20_000
_MOST_TRIES = 2_000_000
_ROUNDS = 4
"""Number of rounds of colour refinement before the search for isomorphisms."""

Named = frozenset[tuple[str, int]]
"""Relations by name, each with the number of slices from the first to the second object."""
EDGE: Named = frozenset({("edge", 0)})


@dataclass(frozen=True)
class Relations:
    """Numbered objects, each of some sort, with relations; objects of sort slice occur in every slice."""

    sorts: Sequence[str]
    joined: Mapping[Edge, Named]

    def onto(
        self,
        other: Relations,
        what: str,
        offsets: Sequence[int] = (0,),
        sign: int = 1,
        most: int = MOST_SYMMETRIES,
    ) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Return all isomorphisms between the two structures, by backtracking along the relations.

        Each isomorphism consists of the images of the objects and their shifts by a number of slices, taken
        from ``offsets``; the first object has shift 0. With ``sign`` -1 the order of the slices is reversed.
        """
        size = len(self.sorts)
        order = self._order()
        shape, other_shape = self._shapes(), other._shapes()
        steps: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        anchor = next((number for number in order if self.sorts[number] == "slice"), -1)
        image, further, used = [-1] * size, [0] * size, [False] * size
        before = [
            [(past, self.joined.get((past, number), frozenset())) for past in order[:step]]
            for step, number in enumerate(order)
        ]
        tries = 0

        def fits(step: int, target: int, offset: int) -> bool:
            number = order[step]
            if self.joined.get((number, number)) != other.joined.get((target, target)):
                return False
            for past, named in before[step]:
                there = other.joined.get((image[past], target), frozenset())
                if len(there) != len(named):
                    return False
                ahead = offset - further[past]
                if named and there != {
                    (name, sign * far + ahead if name == "to" else far) for name, far in named
                }:
                    return False
            return True

        def offsets_at(step: int, target: int) -> Sequence[int]:
            """Return the admissible shifts of an object, given the shifts of the objects related to it."""
            for past, named in before[step]:
                own = next((far for name, far in named if name == "to"), None)
                if own is not None and len(offsets) > 1:
                    there = other.joined.get((image[past], target), frozenset())
                    return [far - sign * own + further[past] for name, far in there if name == "to"]
            return offsets

        def extend(step: int) -> None:
            nonlocal tries
            if step == size:
                steps.append((tuple(image), tuple(further)))
                if len(steps) > most:
                    raise LimitError(f"{what}: more than {most} symmetries, too many to be enumerated")
                return
            number = order[step]
            for target in range(size):
                if used[target] or shape[number] != other_shape[target]:
                    continue
                for offset in (
                    offsets_at(step, target) if self.sorts[number] == "slice" and number != anchor else (0,)
                ):
                    tries += 1
                    if tries > _MOST_TRIES:
                        raise LimitError(f"{what}: the search for symmetries takes too long")
                    if fits(step, target, offset):
                        image[number], further[number], used[target] = target, offset, True
                        extend(step + 1)
                        image[number], further[number], used[target] = -1, 0, False

        extend(0)
        return steps

    def _shapes(self) -> list[int]:
        """Return, for every object, a hash of its sort and its relations, which isomorphisms preserve."""
        numbers = [hash(sort) for sort in self.sorts]
        for _ in range(_ROUNDS):
            around: list[list[tuple[str, int]]] = [[] for _ in self.sorts]
            for (number, other), named in self.joined.items():
                around[number] += [(name, numbers[other]) for name, _ in named]
            numbers = [hash((own, *sorted(near))) for own, near in zip(numbers, around, strict=True)]
        return numbers

    def _order(self) -> list[int]:
        """Return all objects in an order in which each object is related to as many earlier objects as
        possible, and then to few later ones.
        """
        near: list[set[int]] = [set() for _ in self.sorts]
        for number, other in self.joined:
            near[number].add(other)
            near[other].add(number)
        left = dict.fromkeys(range(len(self.sorts)), 0)
        order: list[int] = []
        while left:
            number = max(left, key=lambda thing: (left[thing], -len(near[thing]), -thing))
            del left[number]
            order.append(number)
            for other in near[number] & left.keys():
                left[other] += 1
        return order
