"""What a rule of edges asks of the degrees of vertices, as tables of how far a vertex came.

Statement. Degrees that no edge tells apart form a *class* (``games.degrees``). Of the edges that a vertex has
already, only so much is remembered as decides which more bring it into its class, and a vertex that would
need more edges than it still has is given up at once.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from gfkit.games.degrees import classes_of
from gfkit.games.rule import DegreeCounts, Predicate
from gfkit.typing import cached_property


@dataclass(frozen=True)
class DegreeProgress:
    """Classes of degrees, and how far vertices have come towards theirs, as numbers from 0 on.

    ``after[s]`` is where a vertex that was at s is when an edge of it is taken, -1 when it can no longer come
    into its class; ``needs[s]`` is the least number of edges more that bring it there.
    """

    starts: tuple[int, ...]
    """By class, a vertex without edges taken; -1 for a class that it may not have."""
    classes: tuple[int, ...]
    after: tuple[int, ...]
    needs: tuple[int, ...]
    single: frozenset[int]
    """Where a vertex with one edge is, if that is told from others."""

    @staticmethod
    def of(classes: Sequence[frozenset[int]], rule: DegreeCounts, *, by_ends: bool) -> DegreeProgress:
        """What a vertex has is told apart by which numbers of edges more bring it into its class.

        Modulo a number a vertex can always take more edges. So a place more in each class is for vertices
        that are in it and take no more, which ``alike`` finds where too few edges are left. A vertex with one
        edge is told from others if ``by_ends``.
        """
        number: dict[tuple[int, tuple[bool, ...]], int] = {}
        futures: list[tuple[int, int]] = []

        @cache
        def future(k: int, had: int) -> tuple[bool, ...]:
            return tuple(rule.degree(had + more) in classes[k] for more in rule.every)

        for k in range(len(classes)):
            for had in rule.every:
                seen = future(k, had)
                if any(seen) and (k, seen) not in number:
                    number[k, seen] = len(number)
                    futures.append((k, had))
        meant = [[had for had in rule.every if number.get((k, future(k, had))) == at] for at, (k, _) in
                 enumerate(futures)]  # fmt: skip
        full = tuple(dict.fromkeys(k for k, _ in futures)) if rule.modulo else ()
        return DegreeProgress(
            tuple(number.get((k, future(k, 0)), -1) for k in range(len(classes))),
            (*(k for k, _ in futures), *full),
            (
                *(number.get((k, future(k, rule.degree(had + 1))), -1) for k, had in futures),
                *(-1 for _ in full),
            ),
            (*(future(k, had).index(True) for k, had in futures), *(0 for _ in full)),
            frozenset(at for at, hads in enumerate(meant) if hads == [1] and by_ends),
        )

    def along(self, state: int, more: int) -> int:
        """Where a vertex is when so many more of its edges are taken; -1 where that is nowhere."""
        for _ in range(more):
            state = self.after[state] if state >= 0 else -1
        return state

    @cached_property
    def alike(self) -> tuple[tuple[int, ...], ...]:
        """By edges more, and where a vertex is, one for all places that so many do not tell apart.

        That is one where no further edge can be taken, if there is one, so that labels are dropped. More
        edges than there are places tell no others apart.
        """
        return tuple(self._alike(left) for left in range(len(self.needs) + 1))

    def with_left(self, left: int) -> tuple[int, ...]:
        """The same for so many edges more."""
        return self.alike[min(left, len(self.needs))]

    def _alike(self, left: int) -> tuple[int, ...]:

        def future_key(at: int) -> Hashable:
            ends = [self.along(at, more) for more in range(left + 1)]
            return self.classes[at], tuple(
                e >= 0 and not self.needs[e] and 1 + (e in self.single) for e in ends
            )

        alike = [future_key(at) for at in range(len(self.needs))]
        order = sorted(range(len(alike)), key=lambda at: (at not in self.still, at))
        return tuple(next(other for other in order if alike[other] == key) for key in alike)

    @property
    def still(self) -> frozenset[int]:
        """Where no further edge can be taken."""
        return frozenset(at for at, after in enumerate(self.after) if after < 0)


@dataclass(frozen=True, slots=True)
class VertexDegrees:
    """What a rule asks of the degrees of vertices: classes of degrees, and how far vertices can come.

    ``may`` has two tables of classes that the ends of an edge may have, which is left, or taken.
    ``most_ends`` is the most vertices of degree 1, where all components are paths, else 0.
    """

    classes: Sequence[frozenset[int]]
    may: tuple[list[list[bool]], list[list[bool]]]
    free: DegreeProgress
    pinned_cells: Mapping[Predicate, DegreeProgress]
    """By what a pin says; those that allow the same are one object."""
    most_ends: int

    @staticmethod
    def of(rule: DegreeCounts) -> VertexDegrees:
        """What a rule asks, on any board."""
        degrees = {says: rule.allowed_degrees(says) for says in dict.fromkeys(pin.says for pin in rule.pins)}
        kinds = [rule.degrees, *degrees.values()]
        classes, may = classes_of(rule, sorted(set().union(*kinds)))
        ends = _most_ends(rule, kinds)
        known = {
            kind: DegreeProgress.of([own & set(kind) for own in classes], rule, by_ends=ends > 0)
            for kind in kinds
        }
        pinned_cells = {says: known[numbers] for says, numbers in degrees.items()}
        return VertexDegrees(classes, may, known[rule.degrees], pinned_cells, ends)


def _most_ends(rule: DegreeCounts, allowed: Sequence[Sequence[int]]) -> int:
    """How many vertices can have degree 1 at most, where all components are paths; 0 where none are counted.

    Without it ever more ends would be remembered that no component can have: of paths on 10x10 there are
    608,000 states for 341,000. Where all vertices are on them, counting ends tells more states apart than it
    spares, 264,000 for 71,000.
    """
    most = max((max(degrees, default=0) for degrees in allowed), default=0)
    paths = rule.linkage.acyclic and not (rule.modulo or rule.spanning) and most < rule.cap and most <= 2
    components = rule.linkage.components
    return 2 * (components.most or 0) if paths and components is not None else 0
