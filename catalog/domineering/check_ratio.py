"""The share of play positions among all positions of Domineering tends to 0.

Hypotheses. The board has m rows and n columns, and M = floor(m/4) floor(n/4) is positive. A position is a
set of disjoint dominoes, vertical ones of Left and horizontal ones of Right. A play position is a position
in which the numbers of both differ by at most 1.

Theorem. Less than 13/sqrt(M) of all positions are play positions. On n x n boards this is 13/floor(n/4).

Proof. Choose M disjoint 4 x 4 squares of the board, and call the middle 2 x 2 part of each square a block. A
domino that meets a block is contained in its square. Let X be a uniformly random position, R the set of its
dominoes that meet no block, and Y_B the set of its dominoes that meet the block B. Given R, the values of
Y_B are the sets of disjoint dominoes of the board that meet B and contain no cell of R. Sets for different
blocks are disjoint, because the squares are. So, given R, the Y_B are independent and uniformly distributed.

(1) At most 119 sets of disjoint dominoes meet one block. Exactly 7 of them are contained in the block; they
are possible for every R. Their numbers of vertical minus horizontal dominoes are 0, 1, 1, -1, -1, 2, -2.

Let phi(s) = (1 + 4 cos s + 2 cos 2s)/7 be the characteristic function of these 7 differences.

(2) With c = cos s: 7 (1 - phi) = 4 (1 - c)(2 + c) and 7 (1 + phi) = (2 c + 1)^2 + 5.

Let |s| <= pi. If phi(s) >= 0, then 1 - phi >= (4/7)(1 - cos s) = (8/7) sin(s/2)^2 >= 8 s^2/(7 pi^2). If
phi(s) < 0, then 1 - |phi| >= 5/7. In both cases 1 - |phi(s)| >= 5 s^2/(7 pi^2). By (1) the characteristic
function of the difference of Y_B, given R, has absolute value at most

    1 - (7/119)(1 - |phi(s)|) <= exp(-5 s^2/(119 pi^2)).

Given R, the difference D of X is a constant plus the sum of the differences of all Y_B. So for all k

    P(D = k | R) <= (1/(2 pi)) (integral of exp(-5 M s^2/(119 pi^2)) over all s) = sqrt(119 pi/(5 M))/2.

(3) sqrt(119 pi/5)/2 < 13/3.

Hence P(-1 <= D <= 1) < 13/sqrt(M). QED

The check enumerates the sets of (1), expands (2), and proves (3) by ball arithmetic. It also compares the
bound of P(D = k) with the exact distribution on 2 x n boards, where M = floor(n/4) by the same proof.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations

from flint import arb, fmpz_poly

from gfkit.catalog.claim import Arguments, CheckResult, ClaimStatus, HoleValues, refutation, theorem

from .positions import Domino, is_left, places

_BLOCK = {(1, 1), (1, 2), (2, 1), (2, 2)}
_DIFFERENCES = {0: 1, 1: 2, -1: 2, 2: 1, -2: 1}


def sets_meeting_block() -> list[tuple[Domino, ...]]:
    """Return the sets of disjoint dominoes of a 4 x 4 square, each of which meets the middle block.

    >>> len(sets_meeting_block())
    119
    """
    square = [(row, column) for row in range(4) for column in range(4)]
    dominoes = [domino for domino in places(square) if _BLOCK & {*domino}]
    chosen = (own for k in range(len(_BLOCK) + 1) for own in combinations(dominoes, k))
    return [own for own in chosen if len({cell for domino in own for cell in domino}) == 2 * len(own)]


def largest_share(columns: int) -> tuple[int, int]:
    """Return the largest number of positions on 2 x n with one difference, and the number of all positions.

    The power of z is n plus the numbers of vertical minus horizontal dominoes. A state is the set of rows of
    the next column that are covered.

    >>> largest_share(2)
    (2, 7)
    """
    states = {frozenset[int](): fmpz_poly([0] * columns + [1])}
    for column in range(columns):
        following: defaultdict[frozenset[int], fmpz_poly] = defaultdict(fmpz_poly)
        for covered, number in states.items():
            free = {0, 1} - covered
            if len(free) == 2:
                following[frozenset()] += number * fmpz_poly([0, 1])
            for size in range(len(free) + 1 if column < columns - 1 else 1):
                for ahead in combinations(free, size):
                    following[frozenset(ahead)] += fmpz_poly(number.coeffs()[size:])
        states = following
    counts = [int(c) for c in states[frozenset()].coeffs()]
    return max(counts), sum(counts)


@theorem("domineering_play.to-zero", "free-blocks", words="the ratios tend to zero")
def to_zero(_said: HoleValues, asked: Arguments) -> CheckResult:
    """Check the constants of the proof, and its bound on 2 x n boards."""
    sets = sets_meeting_block()
    inside = [own for own in sets if all({*domino} <= _BLOCK for domino in own)]
    differences = Counter(sum(1 if is_left(domino) else -1 for domino in own) for own in inside)
    if len(sets) != 119 or differences != _DIFFERENCES:
        return refutation("enumeration", "one block", "119", f"{len(sets)}, {differences}")
    c = fmpz_poly([0, 1])
    phi = 1 + 4 * c + 2 * (2 * c**2 - 1)  # this is 7 phi, as cos 2s = 2 c^2 - 1
    bound = (119 * arb.pi() / 5).sqrt() / 2
    if 7 - phi != 4 * (1 - c) * (2 + c) or 7 + phi != (2 * c + 1) ** 2 + 5 or not 3 * bound < 13:
        return refutation("expansion", "(2) or (3)")
    for columns in asked["columns"]:
        most, every = largest_share(columns)
        if not arb(most) / every <= bound / arb(columns // 4).sqrt():
            return refutation("exact distribution", f"2x{columns}", str(bound), f"{most}/{every}")
    reach = f"its bound holds on 2 x n for n = {', '.join(map(str, asked['columns']))}"
    return CheckResult(ClaimStatus.PROVED, f"at most 13/floor(n/4), by 119 sets for each block; {reach}")
