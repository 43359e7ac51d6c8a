"""Plays: move by move from the empty board, counted and listed from any solver's choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, Self

from gfkit.equilibrium.game import Dominogame, Heights
from gfkit.equilibrium.induction import Payoffs
from gfkit.equilibrium.limits import check_plays
from gfkit.equilibrium.move import Move, Step, replayed, steps
from gfkit.face import Face

Node = tuple[Heights, Payoffs]


class Solver(Protocol):
    """What plays need to know about a game that was solved."""

    @property
    def game(self) -> Dominogame: ...

    def canonical(self, heights: Heights) -> Heights: ...

    def choices(self, heights: Heights, payoffs: Payoffs) -> list[tuple[Step, Payoffs]]: ...


@dataclass(frozen=True)
class Play(Face):
    """The moves of a whole game, and what each player gets by them.

    >>> game = Dominogame(2, 2)
    >>> play = Play.of(game, (Move("v", 1), Move("v", 2)))
    >>> play.payoffs, play.empty_cells, str(play)
    ((3, 3), 0, 'v1 v2')
    """

    game: Dominogame
    moves: tuple[Move, ...]
    payoffs: tuple[int, ...]

    @classmethod
    def of(cls, game: Dominogame, moves: Iterable[Move]) -> Self:
        """The play with these moves, which must be possible."""
        listed = tuple(moves)
        payoffs = [0] * game.players
        for number, step in enumerate(replayed(game, listed)):
            payoffs[number % game.players] += step.gain
        return cls(game, listed, tuple(payoffs))

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The moves with their cells."""
        return tuple(replayed(self.game, self.moves))

    @property
    def empty_cells(self) -> int:
        """The cells that no piece covers in the end: gaps below pieces, and room too small at the top."""
        return self.game.cells - sum(len(step.cells) for step in self.steps)

    def mirrored(self) -> Self:
        """The same play seen from behind."""
        moves = tuple(move.mirrored(self.game.columns) for move in self.moves)
        return type(self)(self.game, moves, self.payoffs)

    def as_json(self) -> dict[str, object]:
        return {
            "moves": [str(move) for move in self.moves],
            "payoffs": [str(value) for value in self.payoffs],
            "empty_cells": self.empty_cells,
        }

    def __str__(self) -> str:
        return " ".join(map(str, self.moves))


def counted(solver: Solver, start: Heights, wanted: Iterable[Payoffs], max_memory: int) -> Counter[int]:
    """How many equilibrium plays with one of these payoffs a position has, by the pieces they drop.

    A play is one of an equilibrium exactly when each of its moves is among the choices that lead on to its
    payoffs, so plays are the ways through the graph of positions with payoffs. Cost: one visit for each
    such pair that can be reached.
    """
    roots = [(solver.canonical(start), payoffs) for payoffs in wanted]
    graph = _graph(solver, roots, max_memory)
    found: dict[Node, Counter[int]] = {}
    for node in sorted(graph, key=lambda node: -sum(node[0])):
        number: Counter[int] = Counter() if graph[node] else Counter({0: 1})
        for later in graph[node]:
            for pieces, count in found[later].items():
                number[pieces + 1] += count
        found[node] = number
    return sum((found[root] for root in roots), Counter())


def _graph(solver: Solver, roots: Iterable[Node], max_memory: int) -> dict[Node, list[Node]]:
    """Every position with payoffs that can be reached by choices, and where its choices lead."""
    graph: dict[Node, list[Node]] = {}
    todo = list(roots)
    while todo:
        node = todo.pop()
        if node not in graph:
            later = [(solver.canonical(step.heights), rest) for step, rest in solver.choices(*node)]
            graph[node] = later
            todo += later
            if len(graph) % 4096 == 0:
                check_plays(solver.game, len(graph), max_memory)
    return graph


def listed(solver: Solver, opening: tuple[Move, ...], start: Heights, payoffs: Payoffs) -> Iterator[Play]:
    """The equilibrium plays with these payoffs after an opening, in the order of the moves."""
    if not steps(solver.game, start):
        yield Play.of(solver.game, opening)
    stack = [iter(solver.choices(start, payoffs))]
    moves: list[Move] = []
    while stack:
        chosen = next(stack[-1], None)
        if chosen is None:
            stack.pop()
            del moves[-1:]
            continue
        step, rest = chosen
        moves.append(step.move)
        if steps(solver.game, step.heights):
            stack.append(iter(solver.choices(step.heights, rest)))
        else:
            yield Play.of(solver.game, opening + tuple(moves))
            moves.pop()


def has_own_image(solver: Solver, start: Heights, payoffs: Payoffs) -> bool:
    """Whether some equilibrium play with these payoffs is its own mirror image.

    In a position that is its own image at most one move is, so there is at most one such play.
    """
    columns = solver.game.columns
    heights = start
    while steps(solver.game, heights):
        same = [c for c in solver.choices(heights, payoffs) if c[0].move.mirrored(columns) == c[0].move]
        if not same:
            return False
        heights, payoffs = same[0][0].heights, same[0][1]
    return True
