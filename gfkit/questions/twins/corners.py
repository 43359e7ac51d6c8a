"""Rules of binary 2 x 2 blocks with as many arrays as their last row and last column have assignments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from math import gcd

from gfkit.questions.twins.blocks import BlockRule

Relations = list[list[int]]
SHORTEST, LONGEST = 2, 3
"""Smallest and largest j in the theorem of ``balancing_relations``."""


@lru_cache(maxsize=1 << 14)
def balancing_relations(rule: BlockRule) -> tuple[Relations, ...] | None:
    """Return bases of R(2), R(3), U(2), U(3) if they prove that a rule has 2^(m + n - 1) arrays on all m x n
    boards, m, n >= 2, or None.

    Add the windows a b / c d of a Young diagram one at a time. The boundary of the filled cells is a path
    from the lower left to the upper right, with steps up and to the right; a window at an inner corner with
    the cells c, a, b replaces a by d. Let u(x) be the number of legal fillings whose boundary begins with the
    word x. For fixed x consider linear relations, with coefficients f(p), between the numbers u(x p) for

    - R(j): p = s1 ... sj d, where s1, ..., sj are in one column, and d is to the right of sj;
    - U(j): p = e0 ... ej, where all cells are in one column.

    Let F(c, a, b; d) be 1 if the block a b / c d is allowed, and 0 otherwise. Let R(j) and U(j), j = 2, 3, be
    the greatest spaces of functions with the following properties, where R(4) is the space of the functions
    of s1 ... s4 d that are in R(3) for each s1:

    - f in R(j) has the sum 0 over d for all s1 ... sj, and the sum over d of f(s1 ... sj d) F(sj, t, t'; d),
      a function of s1 ... sj t t', is the sum of a function in R(j + 1) and of a function in U(j) that does
      not depend on t';
    - f in U(j) has for each e0 the sum 0 over e1 ... ej, and the sum over e1 ... e(j-1) of f(e0 ... ej) times
      the product of all F(h(i), h(i+1), e(i+1); e(i)), i < j, a function of h0 ... hj ej, is the sum of a
      function in R(j + 1) and of a function in U(j) that does not depend on ej.

    Theorem. If the function -1 + sum over d of F(c, a, b; d) is in R(2), every Young diagram has 2^L legal
    fillings, where L is the number of cells on its boundary.

    Proof. With a function f the spaces contain the product of f and any function of the first cell, as their
    conditions do. We prove by induction on the number of windows that the sum over p of f(p) u(x p) is 0 for
    all f in R(j) and U(j), all x, and all boundaries with these steps. By the relation for c, a, b with fixed
    x c, a window whose cell c is at or after the end of x p does not change u(x p), so we may remove these
    windows. For R(j), the window with lower right cell d is then removable, which yields the condition. If
    there is no such window, then d is in the first row and in no window, and u(x p) does not depend on d.
    For U(j), the windows whose lower right cells are ..., e0, ..., e(j-1) are removable, from the bottom up;
    those below contain of these cells only e0 and h0, which are fixed in the conditions. If there are no
    such windows, all cells of x p are in the first column and in no window, and u(x p) is constant. By the
    relation for c, a, b no window changes the number of all fillings, which is 2^L without windows. QED

    >>> from gfkit.questions.twins.blocks import rule_of_code
    >>> [balancing_relations(rule_of_code(code)) is None for code in ("0000111111110000", "0000000000000000")]
    [False, True]
    """
    if rule.size != 2 or len(rule.allowed) != 2**3:
        return None
    lengths = range(SHORTEST, LONGEST + 1)
    words = [list(product((0, 1), repeat=length)) for length in range(LONGEST + 3)]

    def continues(p: Sequence[int], word: Sequence[int]) -> bool:
        *stem, t, next_t = word
        return stem == [*p[:-1]] and (t, next_t, p[-2], p[-1]) in rule.allowed

    def precedes(p: Sequence[int], word: Sequence[int]) -> bool:
        windows = zip(word[1:-1], p[1:], word, p, strict=False)
        return p[-1] == word[-1] and all(window in rule.allowed for window in windows)

    def table(j: int, entry: Callable[[Sequence[int], Sequence[int]], bool]) -> Relations:
        return [[int(entry(p, word)) for word in words[j + 2]] for p in words[j + 1]]

    right = {j: [table(j, continues)] for j in lengths}
    up = {j: [table(j, lambda p, h: p[0] == e and precedes(p, h)) for e in (0, 1)] for j in lengths}  # noqa: B023
    spaces = {
        **{("R", j): _kernel([[int(p[:-1] == s) for p in words[j + 1]] for s in words[j]]) for j in lengths},
        **{("U", j): _kernel([[int(p[0] == e) for p in words[j + 1]] for e in (0, 1)]) for j in lengths},
    }
    before: list[int] = []
    while before != (before := [*map(len, spaces.values())]):
        for j in lengths:
            longest = [
                row for f in spaces["R", LONGEST] for row in ([*f, *[0] * len(f)], [*[0] * len(f), *f])
            ]
            target = [*spaces.get(("R", j + 1), longest)]
            target += [[entry for entry in f for _ in (0, 1)] for f in spaces["U", j]]
            for kind, images in ("R", right[j]), ("U", up[j]):
                for image in images:
                    spaces[kind, j] = _with_image_in(spaces[kind, j], image, target)
    balance = [sum((a, b, c, d) in rule.allowed for d in (0, 1)) - 1 for c, a, b in words[3]]
    is_balanced = len(_basis([*spaces["R", 2], balance])) == len(spaces["R", 2])
    return tuple(spaces.values()) if is_balanced else None


def _basis(rows: Relations) -> Relations:
    """Return the reduced basis of the space that the rows span, multiplied to coprime integers."""
    from flint import fmpz_mat

    if not rows:
        return []
    matrix, _, rank = fmpz_mat(rows).rref()
    reduced = [[*map(int, row)] for row in matrix.tolist()[:rank]]
    return [[entry // gcd(*row) for entry in row] for row in reduced]


def _kernel(rows: Relations) -> Relations:
    """Return a basis of the vectors that are orthogonal to all rows."""
    from flint import fmpz_mat

    columns, nullity = fmpz_mat(rows).nullspace()
    return [[*map(int, row)] for row in columns.transpose().tolist()[:nullity]]


def _with_image_in(space: Relations, image: Relations, target: Relations) -> Relations:
    """Return a basis of the vectors of a space whose products with a matrix are in another space."""
    from flint import fmpz_mat

    if not space:
        return []
    rows = [[*map(int, row)] for row in (fmpz_mat(space) * fmpz_mat(image)).tolist()]
    kernel = _kernel([*map(list, zip(*rows, *target, strict=True))])
    kept = [row[: len(space)] for row in kernel]
    return _basis([[*map(int, row)] for row in (fmpz_mat(kept) * fmpz_mat(space)).tolist()]) if kept else []
