"""Dominogames: rules, moves, payoffs, forced openings, and backward induction.

In a dominogame players drop pieces into the columns of a board and are paid for the covered cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import cache, partial
from itertools import pairwise
from math import comb, prod
from typing import Final, Literal, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gfkit.core.boards.grammar import sized_word
from gfkit.core.deferred import dataclass, regex
from gfkit.core.errors import BoardError, LimitError, OptionError, unknown
from gfkit.core.memory import size_text
from gfkit.core.typing import OnProgress, checked_whole, read_word, tell_progress

Heights = tuple[int, ...]
"""Height of every column, from the left."""

MOST_SIDE = 10**6
_ACCEPTED = "write rows by columns, such as 9x2, or D(2,9), or a family with n for one side, such as nx2"
_IN_THESIS = regex(r"[Dd]\((\w+),\s*(\w+)\)")
"""Notation of Leferink's thesis (2020), with the number of columns first."""
_SIDES = 2
_WORD = regex(r"([hvm])([1-9][0-9]{0,6})")
Cell = tuple[int, int]
"""Cell as the pair (column, row), both counted from 1, rows from below."""
Payoffs = tuple[int, ...]
"""Future payoffs of the players: first of the player to move, then of the others in turn order."""


class DroppedPiece(StrEnum):
    """Piece that players drop."""

    DOMINO = "domino"
    MONOMINO = "monomino"

    @classmethod
    def read(cls, word: str) -> Self:
        """Return the piece with the given name.

        >>> DroppedPiece.read("domino")
        <DroppedPiece.DOMINO: 'domino'>
        """
        return read_word(cls, "piece", word)

    @property
    def size(self) -> int:
        """Number of cells that the piece covers."""
        return 2 if self is DroppedPiece.DOMINO else 1


PieceWord = DroppedPiece | Literal["domino", "monomino"]
"""Piece or its name."""


@dataclass(frozen=True, slots=True)
class Dominogame:
    """Game D(columns, rows)+raised, in which a cell in row r pays r + raised to the player who covers it.

    >>> print(Dominogame(2, 4, raised=2), Dominogame(2, 3, piece=DroppedPiece.MONOMINO, players=3))
    D(2,4)+2 M(2,3) for 3 players
    """

    columns: int
    rows: int
    raised: int = 0
    piece: DroppedPiece = DroppedPiece.DOMINO
    players: int = 2

    def __post_init__(self) -> None:
        for name, value, least, most in (
            ("columns", self.columns, 1, MOST_SIDE),
            ("rows", self.rows, 1, MOST_SIDE),
            ("raised", self.raised, 0, MOST_SIDE),
            ("players", self.players, 2, 10),
        ):
            checked_whole(name, value, least, most)

    @property
    def board(self) -> str:
        """Name of the board in the form rows x columns."""
        return f"{self.rows}x{self.columns}"

    @property
    def cells(self) -> int:
        return self.columns * self.rows

    @property
    def empty(self) -> Heights:
        """Heights of the empty board."""
        return (0,) * self.columns

    def canonical(self, heights: Heights) -> Heights:
        """Return the smallest equivalent position.

        Positions are equivalent up to reflection, or, with monominoes, up to any permutation of the columns.

        >>> Dominogame(3, 4).canonical((2, 1, 0))
        (0, 1, 2)
        """
        return tuple(sorted(heights)) if self.piece is DroppedPiece.MONOMINO else min(heights, heights[::-1])

    def __str__(self) -> str:
        name = "D" if self.piece is DroppedPiece.DOMINO else "M"
        raised = f"+{self.raised}" if self.raised else ""
        players = f" for {self.players} players" if self.players > 2 else ""
        return f"{name}({self.columns},{self.rows}){raised}{players}"


class SideOrder(StrEnum):
    """Order of the two sizes in the name of a board: rows first or columns first."""

    ROWS = "rows"
    COLUMNS = "columns"


OrderWord = SideOrder | Literal["rows", "columns"]
"""Order of sizes or its name."""


@dataclass(frozen=True, slots=True)
class Sides:
    """Number of columns and number of rows of a board; one of them is None in a family.

    >>> Sides.read("9x2"), Sides.read("nx3").is_family, Sides.read("nx3").at(5)
    (Sides(columns=2, rows=9), True, Sides(columns=3, rows=5))
    >>> Sides.read("D(2,9)") == Sides.read("2x9", "columns") == Sides.read("9x2")
    True
    """

    columns: int | None
    rows: int | None

    @classmethod
    def read(cls, text: object, order: OrderWord = "rows") -> Self:
        """Parse the name of a board with rows or columns first; in D(C,R) the columns always come first."""
        rows_first = read_word(SideOrder, "order", order) is SideOrder.ROWS
        word = str(text).strip()
        thesis = _IN_THESIS.fullmatch(word)
        parts = sized_word(f"{thesis[1]}x{thesis[2]}".lower() if thesis else word.lower())
        if parts is None or parts[0] or len(parts[1]) != _SIDES:
            raise BoardError(f"board {word!r}: {_ACCEPTED}")
        sides = [None if side == "n" else cls._side(word, side) for side in parts[1]]
        if sides == [None, None]:
            raise BoardError(f"board {word!r}: only one side may be n; {_ACCEPTED}")
        columns, rows = sides if thesis or not rows_first else reversed(sides)
        return cls(columns, rows)

    @staticmethod
    def _side(word: str, digits: str) -> int:
        digits = digits.lstrip("0") or "0"
        if digits == "0":
            raise BoardError(f"board {word!r}: both sides must be at least 1; {_ACCEPTED}")
        if len(digits) > 7 or int(digits) > MOST_SIDE:
            raise BoardError(f"board {word!r}: sides must be at most {MOST_SIDE}; {_ACCEPTED}")
        return int(digits)

    @property
    def is_family(self) -> bool:
        return self.columns is None or self.rows is None

    def at(self, n: int) -> Self:
        """Return the board of the family with the given n."""
        return type(self)(n if self.columns is None else self.columns, n if self.rows is None else self.rows)

    def game(self, raised: int, piece: DroppedPiece, players: int) -> Dominogame:
        """Return the game on the given board. Raise BoardError for a family."""
        if self.columns is None or self.rows is None:
            raise BoardError(
                f"board {str(self)!r} is a family of boards, but a single board is needed: replace"
                " n by a number"
            )
        return Dominogame(self.columns, self.rows, raised, piece, players)

    def __str__(self) -> str:
        return f"{self.rows or 'n'}x{self.columns or 'n'}"

    @property
    def phrase(self) -> str:
        """Sizes as text, for example "9 rows and 2 columns"."""
        rows, columns = ("n" if side is None else str(side) for side in (self.rows, self.columns))
        return f"{rows} row{'s' * (rows != '1')} and {columns} column{'s' * (columns != '1')}"


_NAMES = {
    DroppedPiece.DOMINO: "h2 (horizontal, in columns 2 and 3) or v2 (vertical, in column 2)",
    DroppedPiece.MONOMINO: "m2 (in column 2)",
}


@dataclass(frozen=True, slots=True, order=True)
class Drop:
    """Move: h or v for a horizontal or vertical domino, m for a monomino, and its leftmost column, counted
    from 1.
    """

    kind: str
    column: int

    def mirror_image(self, columns: int) -> Self:
        """Return the mirror image of the move.

        >>> print(Drop("h", 1).mirror_image(3), Drop("v", 1).mirror_image(3))
        h2 v3
        """
        return type(self)(self.kind, columns + (self.kind != "h") - self.column)

    def __str__(self) -> str:
        return f"{self.kind}{self.column}"


@dataclass(frozen=True, slots=True)
class Step:
    """Result of a move: the new heights, the payoff of the move, and the covered cells."""

    move: Drop
    heights: Heights
    gain: int
    cells: tuple[Cell, ...]


def steps(game: Dominogame, heights: Heights) -> list[Step]:
    """Return the moves from a position, in the standard order.

    Horizontal dominoes come first, then vertical ones, each from left to right. A horizontal domino rests
    on the higher of its two columns; the cells below it can no longer be covered. Among columns of equal
    height a monomino uses only the leftmost.

    >>> [(str(step.move), step.heights, step.gain) for step in steps(Dominogame(2, 3), (2, 0))]
    [('h1', (3, 3), 6), ('v2', (2, 2), 3)]
    """
    kinds: list[tuple[str, int, tuple[Cell, ...]]]
    if game.piece is DroppedPiece.MONOMINO:
        first = {height: column for column, height in reversed(list(enumerate(heights)))}
        kinds = [("m", column, ((0, 1),)) for column in sorted(first.values())]
    else:
        kinds = [("h", column, ((0, 1), (1, 1))) for column in range(len(heights) - 1)]
        kinds += [("v", column, ((0, 1), (0, 2))) for column in range(len(heights))]
    return [step for kind in kinds if (step := _step(game, heights, *kind)) is not None]


def _step(game: Dominogame, heights: Heights, kind: str, column: int, shape: tuple[Cell, ...]) -> Step | None:
    width, tall = shape[-1]
    base = max(heights[column : column + width + 1])
    if base + tall > game.rows:
        return None
    after = heights[:column] + (base + tall,) * (width + 1) + heights[column + width + 1 :]
    cells = tuple((column + right + 1, base + up) for right, up in shape)
    gain = sum(row for _, row in cells) + game.raised * len(cells)
    return Step(Drop(kind, column + 1), after, gain, cells)


def read_opening(game: Dominogame, words: str | Iterable[object]) -> tuple[Drop, ...]:
    """Parse the moves of a forced opening, separated by commas or spaces. Raise OptionError for an illegal
    move.

    >>> [str(move) for move in read_opening(Dominogame(2, 4), "v1, h1")]
    ['v1', 'h1']
    """
    if not isinstance(words, Iterable):
        raise OptionError(f"opening {words!r}: write a move as {_NAMES[game.piece]}")
    listed = re.split(r"[\s,]+", words.strip(" ,")) if isinstance(words, str) else [str(w) for w in words]
    moves = []
    for word in filter(None, listed):
        match = _WORD.fullmatch(word.lower())
        if match is None:
            raise OptionError(f"opening {word!r}: write a move as {_NAMES[game.piece]}")
        moves.append(Drop(match[1], int(match[2])))
    list(replay(game, moves))  # raises OptionError for an illegal move
    return tuple(moves)


def replay(game: Dominogame, moves: Sequence[Drop]) -> Iterator[Step]:
    """Yield the steps of a play from the empty board. Raise OptionError for an illegal move."""
    heights = game.empty
    for number, move in enumerate(moves, 1):
        possible = {step.move: step for step in steps(game, heights)}
        if move not in possible:
            known = ", ".join(map(str, list(possible)[:12])) or "none, the game is over"
            raise OptionError(f"opening: move {number}, {move}, is illegal in {game}; legal moves: {known}")
        yield possible[move]
        heights = possible[move].heights


def payments(game: Dominogame, moves: Iterable[Step]) -> Payoffs:
    """Return the total payoff of the moves to each player, player one first."""
    paid = [0] * game.players
    for number, step in enumerate(moves):
        paid[number % game.players] += step.gain
    return tuple(paid)


@dataclass(frozen=True)
class StartPosition:
    """Position after an opening, and the payoffs of the opening, player one first.

    >>> start = StartPosition.after(Dominogame(2, 4), "v1, h1, h1")
    >>> start.heights, start.paid, start.to_all((7, 1))
    ((4, 4), (11, 6), (12, 13))
    """

    game: Dominogame
    opening: tuple[Drop, ...]
    heights: Heights
    paid: Payoffs

    @classmethod
    def after(cls, game: Dominogame, opening: str | Iterable[object]) -> Self:
        moves = read_opening(game, opening)
        play = list(replay(game, moves))
        return cls(game, moves, play[-1].heights if play else game.empty, payments(game, play))

    def to_all(self, payoffs: Payoffs) -> Payoffs:
        """Convert payoffs after the opening, player to move first, to total payoffs, player one first."""
        turn, players = len(self.opening), self.game.players
        return tuple(self.paid[k] + payoffs[(k - turn) % players] for k in range(players))

    @property
    def has_mirror(self) -> bool:
        """Return True if the opening equals its mirror image."""
        return all(move.mirror_image(self.game.columns) == move for move in self.opening)


_REPORTED = 256
Whole: TypeAlias = NDArray[np.int64]
EVERY: Final = "all"
"""Name of the option that admits every tie-breaking rule."""
_POSITION, _OUTCOME = 400, 160
"""Approximate bytes of a stored position and of one of its payoffs."""


def _payoffs_before(payoffs: Payoffs, gain: int) -> Payoffs:
    """Return the payoffs before a move that pays ``gain``, from the perspective of the player who makes it.

    >>> _payoffs_before((5, 2), 3)
    (5, 5)
    """
    return (payoffs[-1] + gain, *payoffs[:-1])


def _payoffs_after(payoffs: Payoffs, gain: int) -> Payoffs:
    """Return the payoffs after a move that pays ``gain``, from the perspective of the next player."""
    return (*payoffs[1:], payoffs[0] - gain)


class Induction:
    """Backward induction for the payoffs S(x) of all subgame-perfect equilibria from every position x.

    Let own(v) be the payoff of the player to move, and let the payoffs of the successors x_1, ..., x_k be
    written from the perspective of the player who moves at x. Then

        S(x) = {v in the union of S(x_1), ..., S(x_k) : own(v) >= max_i min {own(w) : w in S(x_i)}}.

    Proof. An equilibrium of the tree below x is one equilibrium in each of the trees below x_1, ..., x_k,
    chosen independently of each other, and a move to a child whose payoff v has own(v) at least that of the
    others. So v in S(x_i) is reached exactly when the other trees can be played with payoffs w_j with
    own(w_j) <= own(v), that is, when own(v) >= min own over S(x_j) for every j != i; for j = i it always
    holds. The payoff before x is the same in all of them and changes no comparison.

    A strategy may depend on the moves by which a position was reached. Strategies that depend only on the
    heights can have fewer payoffs, for example in D(4,3), D(3,5) and D(3,6). Cost: the sum over positions of
    the sizes of the sets of their moves; a set can contain as many payoffs as there are pairs of scores.
    Mirror images share one set.

    >>> sorted(Induction(Dominogame(3, 4), (0, 0, 0), 10**9).payoffs((0, 0, 0)))
    [(12, 18), (16, 14)]

    Reference: Osborne and Rubinstein, A Course in Game Theory, chapter 6 (backward induction).
    """

    def __init__(
        self, game: Dominogame, start: Heights, max_memory: int, on_progress: OnProgress | None = None
    ) -> None:
        _check_positions(game, start, max_memory)
        self.game = game
        self._moves = cache(partial(steps, game))
        self._sets: dict[Heights, frozenset[Payoffs]] = {}
        self.outcomes: int = 0
        order = reachable(game, start, max_memory, on_progress)
        shared: dict[frozenset[Payoffs], frozenset[Payoffs]] = {}
        for number, heights in enumerate(order):
            payoffs = self._equilibrium_payoffs(heights)
            self.outcomes += len(payoffs) if payoffs not in shared else 0
            self._sets[heights] = shared.setdefault(payoffs, payoffs)
            if number % _REPORTED == 0:
                _check_outcomes(game, number, self.outcomes, max_memory)
                tell_progress(on_progress, f"{game}", number, len(order), len(payoffs))

    def _equilibrium_payoffs(self, heights: Heights) -> frozenset[Payoffs]:
        united: set[Payoffs] = set()
        threshold = 0
        for step in steps(self.game, heights):
            seen = [_payoffs_before(payoffs, step.gain) for payoffs in self.payoffs(step.heights)]
            threshold = max(threshold, min(payoffs[0] for payoffs in seen))
            united.update(seen)
        if not united:
            return frozenset({(0,) * self.game.players})
        return frozenset(payoffs for payoffs in united if payoffs[0] >= threshold)

    @property
    def positions(self) -> int:
        return len(self._sets)

    def canonical(self, heights: Heights) -> Heights:
        return self.game.canonical(heights)

    def payoffs(self, heights: Heights) -> frozenset[Payoffs]:
        """Return the set S(x) of a position x that is reachable from the start."""
        return self._sets[self.game.canonical(heights)]

    def choices(self, heights: Heights, payoffs: Payoffs) -> list[tuple[Step, Payoffs]]:
        """Return the moves of equilibria with the given payoffs, each with the payoffs after the move."""
        listed = [(step, _payoffs_after(payoffs, step.gain)) for step in self._moves(heights)]
        return [(step, rest) for step, rest in listed if rest in self.payoffs(step.heights)]


class TieRule(StrEnum):
    """Tie-breaking rule: the choice among moves that are equally good for the player who moves."""

    BENEVOLENT = "benevolent"
    CRUEL = "cruel"
    FIRST = "first"

    @classmethod
    def _missing_(cls, value: object) -> TieRule | None:
        return cls.BENEVOLENT if value == "kind" else None

    @property
    def about(self) -> str:
        return _ABOUT[self]


TieWord = TieRule | Literal["all", "benevolent", "cruel", "first", "kind"]
"""Tie-breaking rule, its name, or "all" for every rule; "kind" is the former name of "benevolent"."""
_ABOUT = {
    TieRule.BENEVOLENT: "among the player's best moves, the one best for the opponents",
    TieRule.CRUEL: "among the player's best moves, the one worst for the opponents",
    TieRule.FIRST: "the first of the player's best moves in the list",
}


def read_tie(word: str) -> TieRule | None:
    """Return the rule with the given name, or None for "all".

    >>> read_tie("benevolent"), read_tie("all")
    (<TieRule.BENEVOLENT: 'benevolent'>, None)
    """
    if word == EVERY:
        return None
    if word not in (*TieRule, "kind"):
        raise OptionError(unknown("tie", word, (EVERY, *TieRule)))
    return TieRule(word)


class TieRuleInduction:
    """Backward induction for the payoffs of every profile of heights if all players follow one tie-breaking
    rule.

    Among moves that are equally good for himself, a benevolent player makes the move with the largest total
    payoff of the others, then with the largest payoff of the next player, and so on. A cruel player minimises
    these payoffs. With ``first`` the player makes the first listed move (horizontal dominoes before vertical
    ones, each from the left). All profiles with the same sum of heights are solved at once, with arrays,
    after the profiles with a larger sum.

    Cost: (R + 1)^C profiles, with about 50 bytes each, and about 10 operations for each move.

    >>> table = TieRuleInduction(Dominogame(3, 4), TieRule.CRUEL, 10**9)
    >>> table.payoffs((0, 0, 0))
    frozenset({(12, 18)})
    """

    def __init__(
        self, game: Dominogame, rule: TieRule, max_memory: int, on_progress: OnProgress | None = None
    ) -> None:
        self.game, self.rule = game, rule
        self._listed = cache(partial(steps, game))
        self.positions: int = (game.rows + 1) ** min(game.columns, 64)
        _refuse_beyond(game, self.positions, 8 * (game.players + game.columns + 4), max_memory)
        self._strides = [(game.rows + 1) ** k for k in reversed(range(game.columns))]
        self._values = np.zeros((game.players, self.positions), np.int64)
        layers = _index_profiles(game)
        for number, layer in enumerate(layers):
            self._solve(layer)
            tell_progress(on_progress, f"{game}, rule {rule}", number + 1, len(layers), self.positions)

    def _solve(self, layer: Whole) -> None:
        heights = np.stack([layer // stride % (self.game.rows + 1) for stride in self._strides])
        best = np.full((self.game.players, len(layer)), -1, np.int64)
        for allowed, shift, gain in self._moves(heights):
            where = np.flatnonzero(allowed)
            later = self._values[:, (layer + shift)[where]]
            seen = np.concatenate([later[-1:] + gain[where], later[:-1]])
            better = self._prefers(seen, best[:, where])
            best[:, where[better]] = seen[:, better]
        self._values[:, layer] = np.where(best[0] < 0, 0, best)

    def _moves(self, heights: Whole) -> Iterator[tuple[NDArray[np.bool_], Whole | int, Whole]]:
        """Yield for each move the mask of profiles where it is legal, its index offset, and its gain."""
        game, strides = self.game, self._strides
        if game.piece is DroppedPiece.MONOMINO:
            for k, tall in enumerate(heights):
                leftmost = np.all(heights[:k] != tall, axis=0)
                yield leftmost & (tall < game.rows), strides[k], tall + 1 + game.raised
            return
        for k, (tall, beside) in enumerate(pairwise(heights)):
            row = np.maximum(tall, beside) + 1
            shift = (row - tall) * strides[k] + (row - beside) * strides[k + 1]
            yield row <= game.rows, shift, 2 * (row + game.raised)
        for k, tall in enumerate(heights):
            yield tall + 2 <= game.rows, 2 * strides[k], 2 * (tall + game.raised) + 3

    def _prefers(self, candidate: Whole, rival: Whole) -> NDArray[np.bool_]:
        """Return a Boolean array that is True at the entries where the tie rule prefers the candidate to the
        rival.
        """
        sign = {TieRule.BENEVOLENT: 1, TieRule.CRUEL: -1, TieRule.FIRST: 0}[self.rule]
        keys = [(candidate[0], rival[0])]
        if sign:
            keys.append((sign * candidate[1:].sum(axis=0), sign * rival[1:].sum(axis=0)))
            keys += [(sign * a, sign * b) for a, b in zip(candidate[1:-1], rival[1:-1], strict=True)]
        better, tied = np.zeros(candidate.shape[1], bool), np.ones(candidate.shape[1], bool)
        for a, b in keys:
            better |= tied & (a > b)
            tied &= a == b
        return better

    def canonical(self, heights: Heights) -> Heights:
        """Return the smallest equivalent position; under the rule ``first`` the position itself."""
        return heights if self.rule is TieRule.FIRST else self.game.canonical(heights)

    def payoffs(self, heights: Heights) -> frozenset[Payoffs]:
        """Return the set that contains the unique payoff of a position."""
        return frozenset({self._at(heights)})

    def _at(self, heights: Heights) -> Payoffs:
        index = sum(h * stride for h, stride in zip(heights, self._strides, strict=True))
        return tuple(map(int, self._values[:, index]))

    def choices(self, heights: Heights, payoffs: Payoffs) -> list[tuple[Step, Payoffs]]:
        """Return the moves that a player who follows the rule chooses for the given payoffs."""
        listed = [(step, _payoffs_after(payoffs, step.gain)) for step in self._listed(heights)]
        if self.rule is TieRule.FIRST:
            return [(step, rest) for step, rest in listed if self._at(step.heights)[-1] == rest[-1]][:1]
        return [(step, rest) for step, rest in listed if self._at(step.heights) == rest]


def _index_profiles(game: Dominogame) -> list[Whole]:
    """Return the indices of the profiles, grouped by the sum of their heights, largest sum first."""
    sums = np.zeros(1, np.int32)
    for _ in range(game.columns):
        sums = np.add.outer(sums, np.arange(game.rows + 1, dtype=np.int32)).ravel()
    order = np.argsort(sums, kind="stable")
    return list(reversed(np.split(order, np.cumsum(np.bincount(sums))[:-1])))


def reachable(
    game: Dominogame, start: Heights, max_memory: int, on_progress: OnProgress | None = None
) -> list[Heights]:
    """Return one reachable position from each equivalence class, each after all its successors.

    Every move makes the sum of the heights larger, so positions are sorted by it.

    >>> reachable(Dominogame(2, 2), (0, 0), 10**9)
    [(2, 2), (0, 2), (1, 1), (0, 0)]
    """
    first = game.canonical(start)
    seen, todo = {first}, [first]
    while todo:
        for step in steps(game, todo.pop()):
            after = game.canonical(step.heights)
            if after not in seen:
                seen.add(after)
                todo.append(after)
        if len(seen) % 4096 == 0:
            _check_outcomes(game, len(seen), 0, max_memory)
            tell_progress(on_progress, f"positions of {game}", len(seen), 0, 0)
    return sorted(seen, key=lambda heights: (-sum(heights), heights))


def count_sequences(game: Dominogame, start: Heights, max_memory: int) -> int:
    """Return the number of move sequences from a position to the end; mirror images count separately.

    >>> count_sequences(Dominogame(3, 2), (0, 0, 0), 10**9)
    14
    """
    counted: dict[Heights, int] = {}
    for heights in reachable(game, start, max_memory):
        after = [counted[game.canonical(step.heights)] for step in steps(game, heights)]
        counted[heights] = sum(after) if after else 1
    return counted[game.canonical(start)]


def _check_positions(game: Dominogame, start: Heights, max_memory: int) -> None:
    """Raise LimitError if more positions are certainly reachable than fit into memory.

    Vertical dominoes alone reach every profile that adds an even number to each height; on the empty board
    horizontal dominoes in the lowest row reach one profile for each tiling of the 1 x C board by 1 x 1 and
    1 x 2 pieces. Mirror images are one position. Monominoes reach at least one position for every number of
    pieces.
    """
    columns = game.columns
    if game.piece is DroppedPiece.MONOMINO:
        least = max(game.cells, comb(min(game.rows, 64) + min(columns, 64), min(columns, 64)))
    else:
        standing = prod((game.rows - height) // 2 + 1 for height in start[:64])
        least = max(standing, 1 if any(start) else _tilings(min(columns, 96))) // 2
    _refuse_beyond(game, least, _POSITION + 8 * columns, max_memory)


def _tilings(columns: int) -> int:
    """Return the numbers of tilings of 1 x C by 1 x 1 and 1 x 2 pieces, indexed by the number of 1 x 2
    pieces.
    """
    return sum(comb(columns - pairs, pairs) for pairs in range(columns // 2 + 1))


def _refuse_beyond(game: Dominogame, positions: int, size: int, max_memory: int) -> None:
    """Raise LimitError if positions of ``size`` bytes each exceed the memory limit.

    >>> _refuse_beyond(Dominogame(20, 20), 2**70, 8, 2**30)
    Traceback (most recent call last):
    ...
    gfkit.core.errors.LimitError: board '20x20': D(20,20) has some 10^21 positions or more, too many for 1.0 GiB
    """  # noqa: E501
    if positions * size > max_memory:
        number = f"{positions:,}" if positions < 10**12 else f"some 10^{positions.bit_length() * 3 // 10}"
        raise LimitError(
            f"board {game.board!r}: {game} has {number} positions or more, too many for"
            f" {size_text(max_memory)}"
        )


def _check_outcomes(game: Dominogame, positions: int, outcomes: int, max_memory: int) -> None:
    """Raise LimitError if positions and payoffs exceed the memory limit."""
    needed = positions * (_POSITION + 8 * game.columns) + outcomes * (_OUTCOME + 16 * game.players)
    if needed > max_memory:
        raise LimitError(
            f"board {game.board!r}: stopped at {positions:,} positions with {outcomes:,} payoffs, about"
            f" {size_text(needed)}; the limit is {size_text(max_memory)}"
        )
