"""Classes of degrees that a rule of edges does not tell apart."""

from __future__ import annotations

from collections.abc import Sequence

from gfkit.rules.rule import DegreeCounts


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
    firsts = [max(degrees) for degrees in rows.values()]
    left_may, taken_may = ([[(a, b) in table for b in firsts] for a in firsts] for table in tables)
    return [frozenset(degrees) for degrees in rows.values()], (left_may, taken_may)
