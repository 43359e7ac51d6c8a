"""Games that are a number, ups and a star, and their options."""

from __future__ import annotations

from collections.abc import Sequence

UpStar = tuple[int, int, int]
"""A number (times a scale), how many ups, and the star: the game number + ups + star."""


def up_star_of(lefts: Sequence[UpStar | None], rights: Sequence[UpStar | None]) -> UpStar | None:
    """The name of the canonical form with these options, where it and they all have one.

    With x a number, x + *k has the options x, x*, ..., x*(k-1) on both sides, x^* is {x, x*|x}, and otherwise
    x + n ups + *k = {x | x + (n-1) ups + *(k xor 1)}. Reference: Berlekamp, Conway, Guy, Winning Ways,
    chapter 3.

    >>> up_star_of([(0, 0, 0)], [(0, 0, 1)]), up_star_of([(2, 0, 0)], [(0, 0, 0)])
    ((0, 1, 0), None)
    """
    left = sorted(name for name in lefts if name is not None)
    right = sorted(name for name in rights if name is not None)
    if len(left) < len(lefts) or len(right) < len(rights):
        return None
    if left == right:
        x, star = left[0][0], len(left)
        return (x, 0, star) if left == [(x, 0, k) for k in range(star)] else None
    found = _ups(left, right)
    if found is None:
        turned = _ups(_negative(right), _negative(left))
        found = None if turned is None else _negative([turned])[0]
    return found


def _negative(names: list[UpStar]) -> list[UpStar]:
    return sorted((-number, -ups, star) for number, ups, star in names)


def _ups(lefts: list[UpStar], rights: list[UpStar]) -> UpStar | None:
    """The name of a game with more than no ups."""
    x = lefts[0][0]
    if lefts == [(x, 0, 0), (x, 0, 1)] and rights == [(x, 0, 0)]:
        return (x, 1, 1)
    if lefts == [(x, 0, 0)] and len(rights) == 1:
        number, ups, star = rights[0]
        if number == x and (ups > 0 or (ups == 0 and star > 0)):
            return (x, ups + 1, star ^ 1)
    return None
