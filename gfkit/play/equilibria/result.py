"""Equilibrium payoffs and plays of a dominogame: the entry points, and counts and lists of plays."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice, zip_longest
from typing import Any, Self

from gfkit.core.algebra import Evidence, Status
from gfkit.core.deferred import dataclass, replace
from gfkit.core.errors import LimitError, OptionError, PartialLimitError
from gfkit.core.memory import memory_limit, size_text
from gfkit.core.typing import OnProgress, cached_property, checked_whole, stoppable
from gfkit.core.writable import Face, TextFace
from gfkit.play.equilibria import game as rules
from gfkit.play.equilibria.game import (
    EVERY,
    Induction,
    TieRule,
    TieRuleInduction,
    TieWord,
    count_sequences,
    read_tie,
)

Node = tuple[rules.Heights, rules.Payoffs]
Solver = Induction | TieRuleInduction
_NODE = 1000
"""Approximate bytes of a position with payoffs in the graph of plays."""


@dataclass(frozen=True)
class PlayCount:
    """Number of equilibrium plays, also up to reflection, and the possible numbers of empty cells."""

    total: int
    joined: int
    empty_cells: tuple[int, ...]

    def as_json(self) -> dict[str, object]:
        return {
            "total": str(self.total),
            "up_to_mirror_images": str(self.joined),
            "empty_cells": list(self.empty_cells),
        }


@dataclass(frozen=True)
class Equilibrium(TextFace):
    """Payoffs of the subgame-perfect equilibria of a board, player one first.

    ``tie`` is "all" if ``payoffs`` include every tie-breaking rule, else the requested rule. ``tie_rules``
    contains the payoffs under each named rule, and ``plays`` some of the plays.

    >>> from gfkit.play.equilibria.result import equilibrium
    >>> square = equilibrium("2x2")
    >>> square.payoffs, square.is_unique, [str(play) for play in square.plays]
    (((3, 3),), True, ['v1 v2'])
    """

    game: rules.Dominogame
    opening: tuple[rules.Drop, ...]
    tie: str
    payoffs: tuple[rules.Payoffs, ...]
    tie_rules: tuple[tuple[str, rules.Payoffs], ...]
    plays: tuple[Play, ...]
    play_count: PlayCount | None
    sequences: int | None
    evidence: Evidence

    @property
    def is_unique(self) -> bool | None:
        """True if all tie-breaking rules yield equal payoffs; None if a single rule was requested."""
        return len(self.payoffs) == 1 if self.tie == "all" else None

    def __repr__(self) -> str:
        shown = ", ".join(map(str, self.payoffs[:6])) + (", ..." if len(self.payoffs) > 6 else "")
        return f"<Equilibrium: {self.game}, ties {self.tie}: {shown}; {self.evidence}>"

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the command line prints."""
        game = self.game
        named: dict[str, object] = {"board": game.board, "columns": game.columns, "rows": game.rows}
        named |= {"piece": game.piece.value} if game.piece is not rules.DroppedPiece.DOMINO else {}
        named |= {"raised": game.raised} if game.raised else {}
        named |= {"players": game.players} if game.players > 2 else {}
        named |= {"opening": [str(move) for move in self.opening]} if self.opening else {}
        return {
            **named,
            "tie": self.tie,
            "payoffs": [_texts(payoffs) for payoffs in self.payoffs],
            "tie_rules": {
                key: _texts(payoffs)
                for name, payoffs in self.tie_rules
                for key in ((name, "kind") if name == "benevolent" else (name,))
            },
            "plays": [play.as_json() for play in self.plays],
            "play_count": None if self.play_count is None else self.play_count.as_json(),
            "move_sequences": None if self.sequences is None else str(self.sequences),
            "unique": self.is_unique,
            "evidence": self.evidence.as_json(),
        }


def _texts(payoffs: rules.Payoffs) -> list[str]:
    return [str(value) for value in payoffs]


class EquilibriumLimitError(PartialLimitError):
    """Raised if the plays cannot be counted within a limit; ``found`` contains the payoffs and the first
    plays.
    """


@dataclass(frozen=True)
class Play(Face):
    """Complete play: its moves, and the payoffs of the players.

    >>> game = rules.Dominogame(2, 2)
    >>> play = Play.of(game, (rules.Drop("v", 1), rules.Drop("v", 2)))
    >>> play.payoffs, play.empty_cells, str(play)
    ((3, 3), 0, 'v1 v2')
    """

    game: rules.Dominogame
    moves: tuple[rules.Drop, ...]
    payoffs: tuple[int, ...]

    @classmethod
    def of(cls, game: rules.Dominogame, moves: Iterable[rules.Drop]) -> Self:
        """Return the play with the given moves. Raise OptionError for an illegal move."""
        listed = tuple(moves)
        return cls(game, listed, rules.payments(game, rules.replay(game, listed)))

    @cached_property
    def steps(self) -> tuple[rules.Step, ...]:
        """Moves with their cells."""
        return tuple(rules.replay(self.game, self.moves))

    @property
    def empty_cells(self) -> int:
        """Number of cells that remain empty: gaps below pieces, and cells at the top where no piece fits."""
        return self.game.cells - sum(len(step.cells) for step in self.steps)

    def mirror_image(self) -> Self:
        """Return the mirror image of the play."""
        moves = tuple(move.mirror_image(self.game.columns) for move in self.moves)
        return type(self)(self.game, moves, self.payoffs)

    def as_json(self) -> dict[str, object]:
        return {
            "moves": [str(move) for move in self.moves],
            "payoffs": [str(value) for value in self.payoffs],
            "empty_cells": self.empty_cells,
        }

    def __str__(self) -> str:
        return " ".join(map(str, self.moves))


def count_plays(
    solver: Solver, start: rules.Heights, wanted: Iterable[rules.Payoffs], max_memory: int
) -> Counter[int]:
    """Return the number of equilibrium plays with one of the given payoffs, by the number of their pieces.

    A play belongs to an equilibrium if and only if each of its moves is among the choices for its payoffs, so
    the plays are the paths in the graph of positions with payoffs. Cost: one visit for each reachable pair.
    """
    roots = [(solver.canonical(start), payoffs) for payoffs in wanted]
    graph = _graph(solver, roots, max_memory)
    counts: dict[Node, Counter[int]] = {}
    for node in sorted(graph, key=lambda node: -sum(node[0])):
        number: Counter[int] = Counter() if graph[node] else Counter({0: 1})
        for later in graph[node]:
            for pieces, count in counts[later].items():
                number[pieces + 1] += count
        counts[node] = number
    return sum((counts[root] for root in roots), Counter())


def _graph(solver: Solver, roots: Iterable[Node], max_memory: int) -> dict[Node, list[Node]]:
    """Return the graph of positions with payoffs: each one reachable by choices, with its successors."""
    graph: dict[Node, list[Node]] = {}
    todo = list(roots)
    while todo:
        node = todo.pop()
        if node not in graph:
            later = [(solver.canonical(step.heights), rest) for step, rest in solver.choices(*node)]
            graph[node] = later
            todo += later
            if len(graph) % 4096 == 0:
                _check_plays(solver.game, len(graph), max_memory)
    return graph


def list_plays(
    solver: Solver, opening: tuple[rules.Drop, ...], start: rules.Heights, payoffs: rules.Payoffs
) -> Iterator[Play]:
    """Yield the equilibrium plays with the given payoffs after an opening, in the order of the moves."""
    if not rules.steps(solver.game, start):
        yield Play.of(solver.game, opening)
    stack = [iter(solver.choices(start, payoffs))]
    moves: list[rules.Drop] = []
    while stack:
        chosen = next(stack[-1], None)
        if chosen is None:
            stack.pop()
            del moves[-1:]
            continue
        step, rest = chosen
        moves.append(step.move)
        if rules.steps(solver.game, step.heights):
            stack.append(iter(solver.choices(step.heights, rest)))
        else:
            yield Play.of(solver.game, opening + tuple(moves))
            moves.pop()


def has_own_image(solver: Solver, start: rules.Heights, payoffs: rules.Payoffs) -> bool:
    """Return True if some equilibrium play with the given payoffs is its own mirror image.

    At most one move of a symmetric position is symmetric, so there is at most one such play.
    """
    columns, heights = solver.game.columns, start
    while rules.steps(solver.game, heights):
        same = [c for c in solver.choices(heights, payoffs) if c[0].move.mirror_image(columns) == c[0].move]
        if not same:
            return False
        heights, payoffs = same[0][0].heights, same[0][1]
    return True


def _check_plays(game: rules.Dominogame, nodes: int, max_memory: int) -> None:
    """Raise LimitError if the positions with payoffs exceed the memory limit."""
    if nodes * _NODE > max_memory:
        raise LimitError(
            f"board {game.board!r}: stopped counting plays at {nodes:,} positions with payoffs, about"
            f" {size_text(nodes * _NODE)}; the limit is {size_text(max_memory)}"
        )


@stoppable
def equilibrium(
    board: str | rules.Dominogame,
    *,
    order: rules.OrderWord = "rows",
    tie: TieWord = EVERY,
    raised: int = 0,
    piece: rules.PieceWord = rules.DroppedPiece.DOMINO,
    players: int = 2,
    opening: str | Iterable[object] = "",
    plays: int = 3,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> Equilibrium:
    """Return the equilibrium payoffs and plays of the dominogame on a board.

    Parameters
    ----------
    board : str or Dominogame
        Rows and columns, such as "4x3", or the game as in the thesis, columns first, such as "D(3,4)".
    order : str, default "rows"
        If "columns", the number of columns comes first in ``board``.
    tie : str or TieRule, default "all"
        If "all", the payoffs of all subgame-perfect equilibria, else the payoffs under one tie-breaking rule:
        "benevolent", "cruel" or "first".
    raised : int, default 0
        Amount added to the payoff of every cell.
    piece : str, default "domino"
        The dropped piece: "domino" or "monomino".
    players : int, default 2
        Number of players.
    opening : str or moves, optional
        Forced initial moves.
    plays : int, default 3
        Number of plays to list; the number of all plays is always computed.
    max_memory : int, optional
        Maximum memory, in bytes; three quarters of the free memory by default.
    on_progress : function, optional
        Callback that receives a ``Progress`` object.

    Returns
    -------
    Equilibrium
        The payoffs, also by tie-breaking rule, and plays.

    Raises
    ------
    BoardError
        The board cannot be parsed.
    LimitError
        The computation exceeds the memory limit.
    PartialLimitError
        Counting the plays exceeds the memory limit; the error contains the payoffs.

    Notes
    -----
    Cost: the number of profiles of column heights, at most (rows + 1)^columns. With ``tie="all"`` each
    profile has a set of payoffs.

    Examples
    --------
    >>> found = equilibrium("4x3")
    >>> found.payoffs, found.tie_rules
    (((12, 18), (16, 14)), (('benevolent', (16, 14)), ('cruel', (12, 18)), ('first', (16, 14))))
    >>> equilibrium("9x2").payoffs
    ((48, 42),)
    """
    limit = memory_limit(max_memory)
    checked_whole("plays", plays, 0)
    rule = read_tie(tie)
    if isinstance(board, rules.Dominogame):
        game = board
    else:
        game = rules.Sides.read(board, order).game(raised, rules.DroppedPiece.read(piece), players)
    solved = _Solution.of(rules.StartPosition.after(game, opening), rule, limit, on_progress)
    return solved.result(plays, limit)


def equilibria(
    family: str,
    to: int,
    *,
    order: rules.OrderWord = "rows",
    tie: TieWord = EVERY,
    raised: int = 0,
    piece: rules.PieceWord = rules.DroppedPiece.DOMINO,
    players: int = 2,
    opening: str | Iterable[object] = "",
    plays: int = 0,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> Iterator[tuple[int, Equilibrium]]:
    """Yield n and the equilibrium on the n-th board of a family, for n <= ``to``.

    The first n is the smallest one such that the opening fits. Plays are counted only if some are listed.

    >>> [found.payoffs for _, found in equilibria("nx2", 4)]
    [((2, 0),), ((3, 3),), ((7, 5),), ((9, 11),)]
    """
    limit = memory_limit(max_memory)
    checked_whole("plays", plays, 0)
    rule, word = read_tie(tie), rules.Sides.read(family, order)
    if not word.is_family:
        raise OptionError(
            f"board {family!r} is a single board, but a family is needed: replace one side by n"
        )
    checked_whole("to", to, 1)
    begun = False
    for n in range(1, to + 1):
        game = word.at(n).game(raised, rules.DroppedPiece.read(piece), players)
        try:
            start = rules.StartPosition.after(game, opening)
        except OptionError:
            if begun or n == to:
                raise
            continue
        begun = True
        yield n, _Solution.of(start, rule, limit, on_progress).result(plays, limit, brief=not plays)


@dataclass(frozen=True)
class _Solution:
    """Game together with the payoffs of all its positions."""

    start: rules.StartPosition
    rule: TieRule | None
    solver: Solver
    named: tuple[tuple[str, rules.Payoffs], ...]

    @classmethod
    def of(
        cls, start: rules.StartPosition, rule: TieRule | None, limit: int, on_progress: OnProgress | None
    ) -> _Solution:
        game, here = start.game, start.heights
        solver: Solver
        if rule is None:
            solver = Induction(game, here, limit, on_progress)
            tables = [TieRuleInduction(game, tie_rule, limit, on_progress) for tie_rule in TieRule]
        else:
            solver = TieRuleInduction(game, rule, limit, on_progress)
            tables = [solver]
        named = tuple((table.rule.value, start.to_all(*table.payoffs(here))) for table in tables)
        return cls(start, rule, solver, named)

    def result(self, shown: int, limit: int, *, brief: bool = False) -> Equilibrium:
        """Return the result; unless ``brief``, it contains the numbers of plays and of move sequences."""
        answer = self._payoffs(shown)
        if brief:
            return answer
        try:
            count = self._count(limit)
        except LimitError as error:
            raise EquilibriumLimitError(str(error), answer) from None
        number = count_sequences(self.start.game, self.start.heights, limit)
        return replace(answer, play_count=count, sequences=number)

    def _payoffs(self, shown: int) -> Equilibrium:
        """Return the result without numbers of plays and of move sequences."""
        start, solver = self.start, self.solver
        payoffs = sorted(start.to_all(outcome) for outcome in solver.payoffs(start.heights))
        method = "backward induction" if self.rule is None else f"backward induction with rule {self.rule}"
        return Equilibrium(
            game=start.game,
            opening=start.opening,
            tie=EVERY if self.rule is None else self.rule.value,
            payoffs=tuple(payoffs),
            tie_rules=self.named,
            plays=tuple(islice(self._plays(), min(shown, sys.maxsize))),
            play_count=None,
            sequences=None,
            evidence=Evidence(Status.PROVED, method, (("positions", solver.positions),)),
        )

    @property
    def _merges_images(self) -> bool:
        """Return True if only one play of each pair of mirror images is listed."""
        mirror = self.start.game.piece is rules.DroppedPiece.DOMINO and self.start.has_mirror
        return mirror and self.rule is not TieRule.FIRST

    def _plays(self) -> Iterator[Play]:
        """Yield a play for each payoff; of two mirror images, the play that comes first in the order of
        moves.
        """
        start, solver = self.start, self.solver
        outcomes = sorted(solver.payoffs(start.heights), key=start.to_all)
        lists = [list_plays(solver, start.opening, start.heights, payoffs) for payoffs in outcomes]
        if self._merges_images:
            lists = [(play for play in plays if play.moves <= play.mirror_image().moves) for plays in lists]
        for row in zip_longest(*lists):
            yield from (play for play in row if play is not None)

    def _count(self, limit: int) -> PlayCount:
        start, solver = self.start, self.solver
        payoffs = solver.payoffs(start.heights)
        total = count_plays(solver, start.heights, payoffs, limit)
        number = total.total()
        alone = (
            sum(has_own_image(solver, start.heights, outcome) for outcome in payoffs)
            if self._merges_images
            else 0
        )
        size = start.game.piece.size
        covered = size * len(start.opening)
        empty = sorted(start.game.cells - covered - size * pieces for pieces in total)
        return PlayCount(number, (number + alone) // 2 if self._merges_images else number, tuple(empty))
