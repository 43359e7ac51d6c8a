"""Exactly k pieces on growing squares: three boards determine all others.

Theorem. Let a rule forbid sets of pieces, in all positions where they fit, whose cells span
at most R + 1 rows and columns. Let Z_n(x) be the sum of x^pieces over the allowed positions on n x n. Then
[x^k] log Z_n(x) is a polynomial in n of degree 2 for n >= R(k - 1), if no single piece spans more than n + 1
rows or columns. On a torus it is a multiple of n^2, and on a cylinder n times a polynomial of degree 1, for
n >= Rk + 1.

Proof. Whether a position is allowed is a product over forbidden sets. So the coefficient is a sum over
connected clusters of k pieces, which are connected by such sets (Mayer expansion); the weight of a cluster is
translation invariant. A cluster spans at most R(k - 1) + 1 rows and columns. A cluster of h rows and w
columns fits (n - h + 1)(n - w + 1) times if n >= max(h, w) - 1. On a cycle longer than Rk no cluster is
cyclic.

So three boards determine the coefficients for 1, ..., k pieces (on a torus one, on a cylinder two), and the
number of positions with k pieces is a polynomial of degree 2k for these n.

On r x n with r fixed, a cluster fits max(r - h + 1, 0)(n - w + 1) times. So the coefficient is linear in n,
and two boards determine it. On m x n it is bilinear in m and n, and four boards determine it
(``rectangles``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import NamedTuple

from flint import fmpq, fmpq_mat

from gfkit.core.algebra import Evidence, QuasiPolynomial, Status
from gfkit.core.algebra.number import from_flint, to_fmpq
from gfkit.core.boards import Board, parse_one_board
from gfkit.core.boards.board import at_top_left
from gfkit.core.boards.named import lattice_of
from gfkit.core.deferred import regex
from gfkit.core.engine.count import count
from gfkit.core.engine.machine.order import excluded
from gfkit.core.errors import InputError, MismatchError
from gfkit.core.rules import Question
from gfkit.core.rules.kinds import system_of
from gfkit.core.rules.kinds.constraints import Cardinality, ConstraintSystem, Key, Relation
from gfkit.core.rules.library import as_rule, game_name, name_on
from gfkit.core.rules.rule import Rule
from gfkit.core.typing import OnProgress, Positions, Weights, stoppable
from gfkit.questions.sizes.law import SizeLaw, SizeTheorem, check_number, law_by_counts
from gfkit.questions.sizes.riders import count_riders, theorem_of_riders
from gfkit.questions.sizes.shapes import Plane

_SQUARE = regex(r"\s*(?:([a-z\d-]+)\s*:\s*)?([mn]|[1-9]\d{0,2})\s*[xX]\s*n\s*")
_CLOSED = ("torus", "cylinder")
_MOST_PIECES, _LEAST_RING = 30, 3
_SWEPT = 4
"""Side of the board on which positions are also counted by another method."""
_PATTERN_BOARD = 16
"""Side of the board on which the forbidden sets are measured. It contains all rows and columns that a rule
can name.
"""


@stoppable
def derive_on_squares(
    game: object, boards: str, pieces: int, *, on_progress: OnProgress | None = None
) -> SizeLaw:
    """Return the number of configurations with exactly k pieces on "nxn", "3xn" or "torus:nxn", for every n.

    Parameters
    ----------
    game : str, path or Rule
        A rule whose only constraints are forbidden sets of nearby pieces, or forbidden pairs on lines.
    boards : str
        Growing squares, or a strip of fixed width such as "3xn".
    pieces : int
        The number k of pieces; at most 30.
    on_progress : function, optional
        Callback that receives a ``Progress`` object.

    Returns
    -------
    SizeLaw
        A polynomial in n, with the theorem that proves it, and its exceptions for small n.

    Raises
    ------
    InputError
        The boards are not growing squares or a strip, or there are too many pieces.
    MismatchError
        The rule has other constraints.
    LimitError
        The boards to be counted need too much memory.

    Examples
    --------
    >>> print(derive_on_squares("kings", "nxn", 2))
    (n^4 - 9*n^2 + 12*n - 4)/2 for n >= 1; a(0) = 0
    >>> print(derive_on_squares("kings", "3xn", 2))
    (9*n^2 - 21*n + 14)/2 for n >= 1; a(0) = 0
    """
    return counts_on_squares(game, boards, pieces).law(on_progress)


def counts_on_squares(game: object, boards: str, pieces: int) -> CountsOnSquares | ShapesOnSquares:
    """Return the counts that the formula needs, by the theorem on clusters, on riders, or on shapes."""
    squares, board, system = growing(game, boards, pieces)
    if squares.rows == "m":
        raise _unknown_board(boards)
    if not (pieces and (system.graphs or system.totals)):
        return CountsOnSquares(squares, board, system)
    if squares.word in _CLOSED or squares.rows != "n":
        raise more_asked(squares.rule)
    return ShapesOnSquares(squares, board, system)


def growing(game: object, boards: str, pieces: int) -> tuple[Squares, Board, ConstraintSystem]:
    """Return the query, and the board and constraint system on which the forbidden sets are measured."""
    game = name_on(boards, game) if isinstance(game, str) else game
    rule, match = as_rule(game), _SQUARE.fullmatch(boards)
    rule.check_unweighed()
    name = game_name(game) if isinstance(game, str) else rule.name
    word = match[1] or "" if match is not None else "no"
    rows = match[2] if match is not None else "n"
    lattice = lattice_of(word)
    is_known = word in ("", *_CLOSED) or (lattice is not None and lattice.unit.vertices == 1)
    if not is_known or (rows != "n" and word not in ("", "torus"[: 5 * (rows == "m")])):
        raise _unknown_board(boards)
    if not 0 <= pieces <= _MOST_PIECES:
        raise InputError(f"pieces {pieces} is out of range: it must be from 0 to {_MOST_PIECES}")
    links = lattice.links if lattice is not None else ()
    far = max([rule.extent or 0, *(abs(step) for _, _, *steps in links for step in steps)])
    if rule.extent is None or 2 * far >= _PATTERN_BOARD - 1:
        raise _unbounded_range_error(rule)
    open_word = "" if word in _CLOSED else word
    board = parse_one_board(f"{open_word}:{_PATTERN_BOARD}x{_PATTERN_BOARD}".lstrip(":"))
    return Squares(rule, name, word, pieces, rows), board, system_of(rule, board)


def _unknown_board(boards: str) -> InputError:
    return InputError(
        f"board {boards!r} is not supported for a number of pieces: write squares (nxn, torus:nxn, king:nxn),"
        " a strip (3xn) or rectangles (mxn)"
    )


class Squares(NamedTuple):
    """Configurations with k pieces of a rule on squares, strips or rectangles of all sizes."""

    rule: Rule
    game: str
    word: str
    """Prefix of the board name, such as "torus"."""
    pieces: int
    rows: str = "n"
    """Number of rows: "n", "m", or a fixed number."""

    @property
    def board(self) -> str:
        return f"{self.word}:{self.rows}xn".lstrip(":")

    @property
    def about(self) -> str:
        """Description of the task, for messages."""
        return f"deriving {self.game} on {self.board!r}"

    def numbers(self, n: int, rows: int | None = None) -> list[int]:
        """Return the numbers of configurations with 0, 1, ..., ``pieces`` pieces on one board."""
        if rows is None:
            rows = n if self.rows == "n" else int(self.rows)
        board = parse_one_board(f"{self.word}:{rows}x{n}".lstrip(":"))
        terms = count(Question(self.rule, board, Positions.ALL, Weights.PIECES)).polynomial.terms
        numbers = {powers[0] if powers else 0: number for powers, number in terms}
        return [int(numbers.get(k, 0)) for k in range(self.pieces + 1)]

    def law(self, law: QuasiPolynomial, name: str, evidence: Evidence, counts: int) -> SizeLaw:
        """Return the formula, proved by the named theorem from the given number of counts."""
        grows = f"{self.pieces} piece{'s' * (self.pieces != 1)}"
        return SizeLaw(
            self.game, self.board, "size", grows, law, evidence, name, counts, self.rule, self.pieces
        )


class ShapesOnSquares:
    """Counts of connected shapes, by the number of pieces of a shape."""

    def __init__(self, squares: Squares, board: Board, system: ConstraintSystem) -> None:
        _check_weights(squares.rule, system)
        self._squares, self._plane = squares, Plane(squares.rule.name, system, board, _PATTERN_BOARD)

    def law(self, on_progress: OnProgress | None = None) -> SizeLaw:
        """Return the formula, checked on a small board."""
        pieces, about = self._squares.pieces, self._squares.about
        shapes = self._plane.shapes(pieces, about, on_progress)

        def number(n: int) -> int:
            fits = ((n - rows + 1, n - cols + 1, many) for (rows, cols), many in shapes.items())
            return sum(down * right * many for down, right, many in fits if down > 0 < right)

        first = max((max(size) - 1 for size in shapes), default=0)
        law = QuasiPolynomial.interpolate([number(n) for n in range(first + 3)], 0, first, 1, 2)
        check_number(about, law, _SWEPT, self._squares.numbers(_SWEPT)[pieces])
        details = (("shapes", shapes.total()), ("compared_at", _SWEPT))
        evidence = Evidence(Status.PROVED, "shapes-on-squares", details)
        return self._squares.law(law, "shapes", evidence, 0)


class CountsOnSquares:
    """Counts of positions with k pieces on squares, and the boards that the formula needs."""

    first_n: int = 1
    """Side of the smallest board that is counted."""

    def __init__(self, squares: Squares, board: Board, system: ConstraintSystem) -> None:
        self._squares, self._rule, self._pieces = squares, squares.rule, squares.pieces
        ring, pieces = squares.word if squares.word in _CLOSED else "", squares.pieces
        self._numbers = cache(squares.numbers)
        """Numbers of positions with 0, 1, ..., ``pieces`` pieces on one board, cached."""
        self._reach, span = reach_of_sets(self._rule, board, system)
        self.theorem: SizeTheorem | None = None
        """Theorem for pieces that attack along lines, if it applies."""
        if any(constraint.is_ordered for constraint in system.constraints):
            is_square = squares.rows == "n" and not squares.word
            self.theorem = theorem_of_riders(board, system, pieces) if is_square else None
            if self.theorem is None:
                raise more_asked(self._rule)
            self.last: int = self.theorem.last(0)
            return
        if ring:
            self.first_n = _LEAST_RING
        first = max(self._reach * pieces + 1, span + 1, _LEAST_RING) if ring else self._reach * (pieces - 1)
        first = max(first, span, 1)
        self._powers = {"torus": (2,), "cylinder": (1, 2)}.get(ring, (0, 1, 2))
        if squares.rows != "n":
            self._powers = (0, 1)
        self.sides: range = range(first, first + len(self._powers))
        self.last = self.sides[-1] + 1
        """Side of the largest board that is counted."""

    @property
    def about(self) -> str:
        """Description of the task, for messages."""
        return self._squares.about

    def number(self, n: int) -> int:
        """Return the number of positions on one board."""
        if not n:
            return int(not self._pieces)
        if self.theorem is None:
            return self._numbers(n)[self._pieces]
        return count_riders(system_of(self._rule, parse_one_board(f"{n}x{n}")), self._pieces)

    def law(self, on_progress: OnProgress | None = None) -> SizeLaw:
        """Return the formula, verified by one additional count."""
        pieces = self._pieces
        if self.theorem is not None:
            law, used, details = law_by_counts(self.number, self.theorem, 0, self.about, on_progress)
            check_number(self.about, law, _SWEPT, self._numbers(_SWEPT)[pieces])
            name, method = self.theorem.name, "riders-on-squares"
        else:
            first, least = self.sides[0], 0 if self.first_n == 1 else self.first_n
            logarithms = [series_logarithm(self._numbers(n)) for n in self.sides]
            coefficients = _interpolate_columns(self.sides, logarithms, self._powers)

            def number(n: int) -> int:
                if n < first:
                    return self.number(n)
                row = [
                    sum(c * n**power for power, c in zip(self._powers, each, strict=True))
                    for each in coefficients
                ]
                return int(series_exponential(row)[pieces])

            counted = [number(n) for n in range(least, first + 2 * pieces + 1)]
            degree = max(self._powers) * pieces
            law = QuasiPolynomial.interpolate(counted[: first + degree + 1 - least], least, first, 1, degree)
            check_number(self.about, law, self.last, self.number(self.last))
            name, method, used = "clusters", "clusters-of-pieces", len(self.sides)
            details = (("reach", self._reach), ("counts", used), ("compared_at", self.last))
        return self._squares.law(law, name, Evidence(Status.PROVED, method, details), used)


def series_logarithm(numbers: Sequence[int]) -> list[Fraction]:
    """Return the coefficients of the logarithm of a power series with constant term 1."""
    found = [Fraction(0)] * len(numbers)
    for k in range(1, len(numbers)):
        parts = (Fraction(j, k) * found[j] * numbers[k - j] for j in range(1, k))
        found[k] = numbers[k] - sum(parts, Fraction(0))
    return found


def series_exponential(coefficients: Sequence[Fraction]) -> list[Fraction]:
    found = [Fraction(1)]
    for k in range(1, len(coefficients)):
        parts = (Fraction(j, k) * coefficients[j] * found[k - j] for j in range(1, k + 1))
        found.append(sum(parts, Fraction(0)))
    return found


def _interpolate_columns(
    at: Sequence[int], rows: Sequence[Sequence[Fraction]], powers: Sequence[int]
) -> list[list[Fraction]]:
    """Return, for each column, the polynomial with the given exponents that interpolates the values at the
    given points.
    """
    values = fmpq_mat([list(map(to_fmpq, row)) for row in rows])
    solved = fmpq_mat([[fmpq(n**power) for power in powers] for n in at]).solve(values)
    return [[Fraction(from_flint(c)) for c in column] for column in solved.transpose().tolist()]


# Forbidden sets


def reach_of_sets(rule: Rule, board: Board, system: ConstraintSystem) -> tuple[int, int]:
    """Return the largest span of a forbidden set, and of a single piece.

    Raise MismatchError for other rules. Constraints on whole lines are ignored.
    """
    _check_sparse(rule, system)
    cells = {slot.key: slot.at for slot in system.slots}
    near = [constraint for constraint in system.constraints if not constraint.is_ordered]
    sets = [keys for constraint in near for keys in _iterate_forbidden_sets(rule, constraint, system)]
    if not all(sets):  # an empty set is forbidden, so no configuration is allowed
        raise _unbounded_range_error(rule)
    whole = [tuple(sorted({cell for key in keys for cell in cells[key]})) for keys in sets]
    reach, span = (
        max((_measure_span(each, board) for each in some), default=0) for some in (whole, cells.values())
    )
    is_far = 2 * max(reach, span) >= _PATTERN_BOARD - 1
    if is_far or not (_is_everywhere(whole, board) and _is_everywhere(cells.values(), board)):
        raise _unbounded_range_error(rule)
    return reach, span


def _unbounded_range_error(rule: Rule) -> MismatchError:
    return MismatchError(
        f"the rule {rule.name} forbids pieces that are far apart, or only in some positions; no implemented"
        " theorem yields the number with k pieces for all n"
    )


def _measure_span(cells: Iterable[int], board: Board) -> int:
    """Return the largest difference of rows, or of columns, between two of the cells."""
    lines = list(zip(*(board.turns[cell] for cell in cells), strict=True))
    return max((int(max(numbers)) - int(min(numbers)) for numbers in lines), default=0)


def _is_everywhere(sets: Iterable[Sequence[int]], board: Board) -> bool:
    """Return True if each shape among the sets of cells occurs equally often at all positions where it
    fits.
    """
    found = Counter(at_top_left(board.turns[cell] for cell in cells) for cells in sets)

    def fits(shape: tuple[tuple[int, int], ...]) -> int:
        height, width = (int(max(numbers)) for numbers in zip(*shape, strict=True))
        return (_PATTERN_BOARD - height) * (_PATTERN_BOARD - width)

    return all(many % fits(shape) == 0 for shape, many in found.items())


def _check_sparse(rule: Rule, system: ConstraintSystem) -> None:
    """Raise MismatchError if the rule has constraints that are not forbidden sets of pieces."""
    _check_weights(rule, system)
    if system.totals or system.graphs or system.arrows:
        raise more_asked(rule)


def _check_weights(rule: Rule, system: ConstraintSystem) -> None:
    """Raise MismatchError unless every piece has weight x."""
    weighted = all(
        powers == (0, 0) if symbol == 0 else sum(powers) == 1
        for slot in system.slots
        for symbol, powers in enumerate(slot.weights)
    )
    if not system_of(rule, parse_one_board("0x0")).counts_solutions:
        raise more_asked(rule)
    if not (system.counts_solutions and weighted):
        raise MismatchError(
            f"the rule {rule.name} does not give every piece the weight x; no implemented theorem yields the"
            " number with k pieces"
        )


def _iterate_forbidden_sets(
    rule: Rule, constraint: object, system: ConstraintSystem
) -> Iterator[tuple[Key, ...]]:
    """Yield the sets of variables that a constraint forbids to be occupied simultaneously, by some kinds of
    pieces.
    """
    match constraint:
        case Cardinality(given=given, tests=tests, numbers=numbers):
            most = max(numbers.allowed, default=-1)
            plain = not any(symbols & 1 for _, symbols in (*given, *tests)) and not numbers.modulo
            if plain and numbers.allowed == frozenset(range(most + 1)) and most < numbers.cap:
                for others in combinations([key for key, _ in tests], most + 1):
                    yield from ((one, *others) for one, _ in given) if given else iter([others])
                return
        case Relation(image=None):
            pairs = forbidden_pairs(constraint, system)
            if pairs is not None:
                yield from pairs
                return
    raise more_asked(rule)


def more_asked(rule: Rule) -> MismatchError:
    return MismatchError(
        f"the rule {rule.name} has constraints other than forbidden sets of pieces; no implemented theorem"
        " yields the number with k pieces"
    )


def forbidden_pairs(relation: Relation, system: ConstraintSystem) -> list[tuple[Key, ...]] | None:
    """Return the pairs of variables that a relation forbids to be occupied simultaneously, or None if the
    relation has another form.
    """
    values = next(slot.values for slot in system.slots if slot.key == relation.slots[0])
    together = excluded(relation.predicates, relation.spots, values, len(relation.slots))
    if together is None or not all(symbol for some in together for _, symbol in some):
        return None
    return sorted({tuple(relation.slots[place] for place, _ in some) for some in together})
