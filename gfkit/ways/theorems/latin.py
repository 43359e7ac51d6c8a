"""Latin rectangles of at most three rows whose first row is 1, ..., n, by the exponential formula.

Theorem. Let a_r(n) be the number of r x n Latin rectangles with first row 1, ..., n, and let L replace u^k by
k!. The exponential generating functions of a_1, a_2, a_3 are

    e^t,  e^(-t) / (1 - t),  e^(2 t) L(1 / ((1 + t)^3 - u t)) = e^(2 t) sum of k! t^k / (1 + t)^(3 k + 3).

Proof of the last one. The second row is a derangement s, and the third row is a permutation that maps no i
to i or to s(i). By inclusion and exclusion there are L(P_s) of them, where P_s is the sum of (-1)^k u^(n - k)
over the sets of k such pairs without a common i or a common image. The pairs form a cycle of 2 c pairs for
each cycle of s of length c >= 2, so P_s is the product of m_c = a^c + b^c, where a + b = u - 2 and a b = 1:
m_c is the sum of (-1)^k u^(c - k) over the matchings of k edges of a cycle with 2 c edges, and both satisfy
m_(c+1) = (u - 2) m_c - m_(c-1). The exponential formula over the cycles of s yields

    sum of t^n / n! sum of P_s = exp(sum over c >= 2 of m_c t^c / c) = e^(2 t) e^(-u t) / ((1 + t)^2 - u t),

since the sum over all c >= 1 is -log((1 - a t) (1 - b t)) and m_1 = u - 2. L is the integral with e^(-u) over
u >= 0, so L(e^(-u t) f(u)) = L(f(u / (1 + t))) / (1 + t). QED

Reference: John Riordan, An introduction to combinatorial analysis, chapter 8.
"""

from __future__ import annotations

from math import comb, factorial, perm

from gfkit.core.algebra import Evidence, RationalGF, Status
from gfkit.core.algebra.holonomic import PRecursive
from gfkit.core.boards import Board
from gfkit.core.engine.registry import Deriver, FoundLaw
from gfkit.core.errors import MismatchError
from gfkit.core.rules import Question
from gfkit.core.typing import Weights
from gfkit.ways.moments import FACTORIALS, ONE, T, U, transform
from gfkit.ways.theorems.counters import HolonomicLaw

_EXPONENTS = {1: 1, 2: -1, 3: 2}
"""Factor c of e^(c t), for each number of rows."""
_COMPARED = 8
"""Number of initial boards that are counted separately."""


def count_rectangles(question: Question) -> int:
    """Return the number of Latin rectangles on a board of at most three rows."""
    rows, columns = _size(question, question.board)
    factors = _factors(rows, columns + 1)
    power = _EXPONENTS[rows]
    return sum(perm(columns, k) * factor * power ** (columns - k) for k, factor in enumerate(factors))


def law_of_rectangles(question: Question, _derive: Deriver) -> FoundLaw:
    """Return the formula for the Latin rectangles of at most three rows and n columns."""
    family = question.family
    (rows, columns), wider = (_size(question, family.at(n)) for n in (4, 5))
    if (columns, wider, family.first_n) != (4, (rows, 5), 0):
        raise _unknown(question)
    factors = RationalGF.of(1, [1, 1 - rows]).p_recursive()
    if rows == max(_EXPONENTS):
        equation = transform((ONE, (ONE + T) ** 3 - U * T), FACTORIALS).equation
        factors = equation.solved_by(lambda count: _factors(rows, count), 0)
    exponential = PRecursive.of([[0, 1], [-_EXPONENTS[rows]]], [1])
    sequence = factors.cauchy(exponential).hadamard(PRecursive.of([[1], [0, -1]], [1]))
    law = HolonomicLaw(
        question=question,
        rational=None,
        evidence=Evidence(Status.PROVED, "exponential-formula", (("order", sequence.order),)),
        offset=0,
        initial=(),
        machine=None,
        sequence=sequence,
        equation=sequence.differential_equation(),
    )
    return FoundLaw(law, _COMPARED)


def _factors(rows: int, count: int) -> list[int]:
    """Return the initial coefficients of the factor of e^(c t)."""
    if rows < max(_EXPONENTS):
        return [1 if rows > 1 or not n else 0 for n in range(count)]
    return [
        sum((-1) ** (n - k) * factorial(k) * comb(n + 2 * k + 2, n - k) for k in range(n + 1))
        for n in range(count)
    ]


def _size(question: Question, board: Board) -> tuple[int, int]:
    if question.weights is not Weights.NONE:
        raise MismatchError(f"{question.game}: Latin rectangles have no weights")
    if not board.is_rectangle or board.grid is None or board.grid.rows not in _EXPONENTS:
        raise _unknown(question)
    return board.grid.rows, board.grid.cols


def _unknown(question: Question) -> MismatchError:
    """Return the error for other boards."""
    return MismatchError(
        f"{question.game} on {question.boards.text!r}: Latin rectangles are counted on 1xn, 2xn and 3xn; kxn"
        " for k > 3 is not known to gfkit (single boards: colourings:n KkxKn, divided by n!, such as"
        " colourings:5 on K4xK5)"
    )
