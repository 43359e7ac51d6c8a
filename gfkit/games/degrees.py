"""Sets of edges of which degrees are asked, as the engines for them see a rule."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Protocol

from gfkit.games.linkage import Linkage

if TYPE_CHECKING:
    from gfkit.games.rule import Exponents, Pin, Predicate


class DegreeCounts(Protocol):
    """Some of the edges of the board are taken; degrees of vertices and one graph are asked, and no more.

    Slots of the constraint system are ``("edge", a, b)``, 1 where it is taken, and vertices that show the
    class of their degree.
    The *degree* of a vertex is the number of taken edges at it, or ``cap`` where it is that or more; with
    ``modulo`` it is that number modulo ``cap``.
    """

    @property
    def cap(self) -> int:
        """Degree from which on all are alike."""
        ...

    @property
    def modulo(self) -> bool:
        """Whether degrees are counted modulo ``cap``."""
        ...

    @property
    def every(self) -> Sequence[int]:
        """All degrees that there are."""
        ...

    @property
    def degrees(self) -> tuple[int, ...]:
        """The degrees that a vertex may have which is not at the place of a pin."""
        ...

    @property
    def pins(self) -> Sequence[Pin]:
        """Places whose vertices may have other degrees; of several at one place the last is heard."""
        ...

    @property
    def asks_ends(self) -> bool:
        """Whether something is asked of the degrees of both ends of an edge."""
        ...

    @property
    def linkage(self) -> Linkage:
        """What is asked of the graph of the taken edges."""
        ...

    @property
    def spanning(self) -> bool:
        """Whether all vertices of the board belong to that graph, and not only ends of taken edges."""
        ...

    @property
    def weight(self) -> Exponents:
        """The weight of a taken edge."""
        ...

    @property
    def flat(self) -> bool:
        """Whether any graph can be the board."""
        ...

    def __hash__(self) -> int: ...

    def degree(self, number: int) -> int:
        """The degree of a vertex with so many taken edges."""
        ...

    def allowed(self, says: Predicate | None) -> tuple[int, ...]:
        """The degrees of which something holds."""
        ...

    def joined_ends(self, *, taken: bool) -> Collection[tuple[int, ...]]:
        """The degrees of the ends that an edge may have, which is taken or not."""
        ...


def classes_of(
    rule: DegreeCounts, allowed: Sequence[int]
) -> tuple[list[frozenset[int]], tuple[list[list[bool]], list[list[bool]]]]:
    """Classes of degrees that no edge tells apart, and which two an edge left, or taken, may join.

    A vertex of degree 0 is the end of no taken edge, so that it belongs to a class whose degrees are like it
    where edges are left.
    """
    tables = [rule.joined_ends(taken=taken) for taken in (False, True)]
    rows: dict[tuple[tuple[bool, ...], ...], list[int]] = {}
    for d in reversed(allowed):
        left, taken = (tuple((d, other) in table for other in allowed) for table in tables)
        bare = not d and not rule.modulo
        like = next((row for row in rows if bare and row[0] == left), (left, taken))
        rows.setdefault(like, []).append(d)
    firsts = [max(one) for one in rows.values()]
    left_may, taken_may = ([[(a, b) in table for b in firsts] for a in firsts] for table in tables)
    return [frozenset(one) for one in rows.values()], (left_may, taken_may)
