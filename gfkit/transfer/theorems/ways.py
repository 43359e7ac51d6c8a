"""Boards that are counted, and drawn from, without a sweep: one table of the ways to do so.

Each is tried before the machine of the rule is made, and asks for a property of the board, the rule or its
constraint system, never for a kind of rule. What can be told at once is asked here, before the module of a
way is loaded. The sweep stays the way for all other boards, and is what each of
them is tested against.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from gfkit.errors import LimitError
from gfkit.games import Question
from gfkit.host.memory import size_text
from gfkit.kinds import system_of
from gfkit.kinds.constraints import ConstraintSystem
from gfkit.sequences import Evidence, Polynomial, Status
from gfkit.typing import OnProgress, Positions, Progress

if TYPE_CHECKING:
    from random import Random

    from gfkit.exact.definite import OnPrime
    from gfkit.transfer.machine.machine import Terms
    from gfkit.transfer.machine.system import Lays
    from gfkit.transfer.theorems.draws import Drawing
    from gfkit.transfer.theorems.kasteleyn import DominoCovers
    from gfkit.transfer.theorems.matrix_tree import TreeCount

_LONG = 1000
"""Cells from which on a board may be long."""
_BY_LAW = 0.5
"""Seconds for a long and narrow board."""
_AT_ONCE, _OF_RESIDUE = 0.1, 5e-9
"""Seconds for a formula, and for one multiplication of residues."""

System = Callable[[], ConstraintSystem]
"""Builds the constraint system of a question, or has it already."""


@dataclass(frozen=True, slots=True)
class Outlay:
    """Seconds and bytes that a count takes, and how it is done."""

    seconds: float
    bytes: int
    how: str


_FORMULA = Outlay(_AT_ONCE, 0, "a formula")
_LAW = Outlay(_BY_LAW, 0, "by the law of its family, in some squares of a small matrix")


@dataclass(frozen=True, slots=True)
class _Counting:
    """A count that a theorem makes: what it takes, None where that is not foreseen, and the count itself.

    The count is None where only trying shows that the sweep is sooner done.
    """

    outlay: Outlay | None
    count: Callable[[OnPrime], tuple[Polynomial, Evidence] | None]


@dataclass(frozen=True, slots=True)
class Way:
    """A way to count or to draw without a sweep."""

    asks: str
    """The property that it asks for, in words."""
    gains: str
    """What it costs, in place of what."""
    count: Callable[[Question, System], _Counting | None]
    draw: (
        Callable[[Question, System, tuple[Fraction, Fraction], OnProgress | None], Drawing | None] | None
    ) = None


def count_unswept(
    question: Question, system: System, limit: int, on_progress: OnProgress | None
) -> tuple[Polynomial, Evidence] | None:
    """The polynomial of a board and how it is known; None where it is to be swept.

    Fails with LimitError where matrices take more than ``limit`` bytes.
    """

    def tell(done: int, primes: int) -> None:
        if on_progress is not None:
            on_progress(Progress("counting modulo primes", done, primes, 0, 0.0))

    for way in WAYS:
        counting = way.count(question, system)
        if counting is None:
            continue
        if counting.outlay is not None and counting.outlay.bytes > limit:
            raise LimitError(
                f"counting {question.rule.name} on {question.board.text!r} would need about"
                f" {size_text(counting.outlay.bytes)} for matrices; the limit is {size_text(limit)} (max"
                " memory)"
            )
        counted = counting.count(tell)
        if counted is not None:
            return counted
    return None


def foresee_unswept(question: Question) -> Outlay | None:
    """What the same takes; None where the board is to be swept."""
    if not question.board.size:
        return _FORMULA

    def system() -> ConstraintSystem:
        return system_of(question.rule, question.board, question.positions)

    countings = (way.count(question, system) for way in WAYS)
    return next((counting.outlay for counting in countings if counting is not None), None)


def drawn_unswept(
    question: Question,
    system: System,
    at: tuple[Fraction, Fraction],
    number: int,
    random: Random,
    on_progress: OnProgress | None,
) -> tuple[list[list[Lays]], Evidence] | None:
    """What lies on the board for so many draws, nothing where there is nothing; None where the sweep draws.

    Weights are ``at``.
    """
    drawings = (way.draw(question, system, at, on_progress) for way in WAYS if way.draw)
    drawing = next((candidate for candidate in drawings if candidate is not None), None)
    if drawing is None:
        return None
    draw, method = drawing
    laid = [] if draw is None else [draw(random) for _ in range(number)]
    return laid, Evidence(Status.PROVED, method)


def _polynomial(question: Question, terms: Terms) -> Polynomial:
    variables = question.weights.variables
    return Polynomial.of(variables, {powers[: len(variables)]: number for powers, number in terms.items()})


def _by_faces(question: Question, _system: System) -> _Counting | None:
    def count(_tell: OnPrime) -> tuple[Polynomial, Evidence]:
        from gfkit.transfer.theorems.complexes import count_faces

        faces = count_faces(question)
        return faces, Evidence(Status.PROVED, "all-positions-listed", (("positions", faces.total),))

    return _Counting(None, count) if question.board.illegal else None


def _by_numbers(question: Question, _system: System) -> _Counting | None:
    if not question.board.alike:
        return None
    from gfkit.transfer.theorems.multinomial import count_by_numbers, is_by_numbers

    if not is_by_numbers(question):
        return None
    evidence = Evidence(Status.PROVED, "multinomial-sum")
    return _Counting(_FORMULA, lambda _: (_polynomial(question, count_by_numbers(question)), evidence))


def _by_law(question: Question, _system: System) -> _Counting | None:
    if question.board.size < _LONG or not question.rule.law_is_sooner:
        return None
    from gfkit.transfer.theorems.long_board import count_by_law, family_of_long

    def count(_tell: OnPrime) -> tuple[Polynomial, Evidence] | None:
        counted = count_by_law(question)
        if counted is None:
            return None
        evidence = Evidence(Status.PROVED, "transfer-matrix", (("states", counted[1]),))
        return Polynomial.constant(counted[0], ()), evidence

    return None if family_of_long(question) is None else _Counting(_LAW, count)


def _by_parity(question: Question, _system: System) -> _Counting | None:
    if question.rule.degree_counts is None:
        return None
    from gfkit.transfer.theorems.parity import count_by_parity

    number = count_by_parity(question)
    if number is None:
        return None
    counted = Polynomial.constant(number, ()), Evidence(Status.PROVED, "parity")
    return _Counting(_FORMULA, lambda _: counted)


def _by_trees(question: Question, _system: System) -> _Counting | None:
    if question.rule.degree_counts is None:
        return None
    from gfkit.transfer.theorems.matrix_tree import TreeCount

    return _by_matrix(question, TreeCount.of(question))


def _by_dominoes(question: Question, system: System) -> _Counting | None:
    leaves_cells = question.rule.is_game and question.positions is not Positions.FULL
    if question.board.grid is None or leaves_cells:
        return None
    from gfkit.transfer.theorems.kasteleyn import DominoCovers

    return _by_matrix(question, DominoCovers.of(question, system))


def _by_matrix(question: Question, matrix: TreeCount | DominoCovers | None) -> _Counting | None:
    """A count that is a determinant, if there is one."""
    if matrix is None:
        return None
    evidence = Evidence(Status.PROVED, matrix.method, (("vertices", question.board.size),))
    seconds = max(_AT_ONCE, _OF_RESIDUE * matrix.work)
    return _Counting(
        Outlay(seconds, matrix.bytes, "a determinant, modulo primes"),
        lambda tell: (_polynomial(question, matrix.terms(tell)), evidence),
    )


def _draw_trees(
    question: Question, system: System, at: tuple[Fraction, Fraction], on_progress: OnProgress | None
) -> Drawing | None:
    from gfkit.transfer.theorems.draws import trees_by_walks

    return trees_by_walks(question, system, at, on_progress)


def _draw_dominoes(
    question: Question, system: System, at: tuple[Fraction, Fraction], on_progress: OnProgress | None
) -> Drawing | None:
    from gfkit.transfer.theorems.draws import dominoes_by_coupling

    return dominoes_by_coupling(question, system, at, on_progress)


WAYS = (
    Way(
        "the board is a complex of illegal sets, in a game",
        "a listing of all positions; there is no sweep",
        _by_faces,
    ),
    Way(
        "every cell touches all others, and the rule is a game",
        "a sum over the numbers of pieces, for a sweep with a frontier of all cells",
        _by_numbers,
    ),
    Way(
        "1,000 slices or more of at most 4 cells, and no weights",
        "squares of a small matrix, as many as n has bits, for a sweep of n slices",
        _by_law,
    ),
    Way(
        "slots are edges, and vertices ask only whether their degree is even",
        "a power of two by ranks, for states that are exponential in the width",
        _by_parity,
    ),
    Way(
        "slots are edges, and all vertices are in one tree, or in trees with a root each",
        "a determinant of one row for each cell and walks, for partitions of a frontier",
        _by_trees,
        _draw_trees,
    ),
    Way(
        "every cell is in exactly one of the slots that cover two cells, drawn on a grid without crossings",
        "a determinant of one row for two cells, and coupling, for states that are exponential in the width",
        _by_dominoes,
        _draw_dominoes,
    ),
)
"""The ways, in the order in which they are tried."""
