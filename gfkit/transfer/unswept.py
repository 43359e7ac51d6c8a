"""Boards that a theorem counts, without a sweep: each is tried before the machine of the rule is made.

The sweep of ``count`` stays the way for all other boards, and is what each of them is tested against.
"""

from __future__ import annotations

from dataclasses import dataclass

from gfkit.errors import LimitError
from gfkit.games import Question
from gfkit.memory import size_text
from gfkit.sequences import Evidence, Polynomial, Status
from gfkit.transfer.complete import is_by_numbers
from gfkit.transfer.kasteleyn import DominoCovers
from gfkit.transfer.long_board import count_by_law, family_of_long
from gfkit.transfer.matrix_tree import TreeCount
from gfkit.transfer.parity import count_by_parity
from gfkit.typing import OnProgress, Progress

_BY_LAW = 0.5
"""Seconds for a long and narrow board."""
_AT_ONCE, _OF_RESIDUE = 0.1, 5e-9
"""Seconds for a formula, and for one multiplication of residues."""
_BY_MATRIX = "a determinant, modulo primes"


@dataclass(frozen=True, slots=True)
class Outlay:
    """Seconds and bytes that a count takes, and how it is done."""

    seconds: float
    bytes: int
    how: str


def count_unswept(
    question: Question, limit: int, on_progress: OnProgress | None
) -> tuple[Polynomial, Evidence] | None:
    """The polynomial of a board and how it is known; None where it is to be swept.

    Fails with LimitError where matrices take more than so many bytes.
    """
    if not question.board.is_bare:
        return None
    by_law = count_by_law(question)
    if by_law is not None:
        number, states = by_law
        evidence = Evidence(Status.PROVED, "transfer-matrix", (("states", states),))
        return Polynomial.constant(number, ()), evidence
    parity = count_by_parity(question)
    if parity is not None:
        return Polynomial.constant(parity, ()), Evidence(Status.PROVED, "parity")
    found = _by_matrix(question)
    if found is None:
        return None
    if found.bytes > limit:
        raise LimitError(
            f"counting {question.rule.name} on {question.board.text!r} would need about"
            f" {size_text(found.bytes)} for matrices; the limit is {size_text(limit)} (max memory)"
        )

    def tell(done: int, primes: int) -> None:
        if on_progress is not None:
            on_progress(Progress("counting modulo primes", done, primes, 0, 0.0))

    variables = question.weights.variables
    terms = {powers[: len(variables)]: number for powers, number in found.terms(tell).items()}
    vertices = (("vertices", question.board.size),)
    return Polynomial.of(variables, terms), Evidence(Status.PROVED, found.method, vertices)


def foresee_unswept(question: Question) -> Outlay | None:
    """What the same takes; None where the board is to be swept."""
    if is_by_numbers(question) or not question.board.size:
        return Outlay(_AT_ONCE, 0, "a formula")
    if not question.board.is_bare:
        return None
    if family_of_long(question) is not None:
        return Outlay(_BY_LAW, 0, "by the law of its family, in some squares of a small matrix")
    if count_by_parity(question) is not None:
        return Outlay(_AT_ONCE, 0, "a formula")
    found = _by_matrix(question)
    return None if found is None else Outlay(max(_AT_ONCE, _OF_RESIDUE * found.work), found.bytes, _BY_MATRIX)


def _by_matrix(question: Question) -> TreeCount | DominoCovers | None:
    """A count that is a determinant, if there is one."""
    return TreeCount.of(question) or DominoCovers.of(question)
