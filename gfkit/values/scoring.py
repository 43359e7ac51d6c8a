"""Scoring play: points count at the end, and nobody loses for want of a move.

The players move in turn. Play ends when the player to move has no move. With ``passes`` that player passes,
and play ends when neither has a move. There are three kinds of points:

- ``pieces``: one for every piece that a player has placed;
- ``cells``: one for every cell that these pieces cover;
- ``room``: one for every cell that the player could still cover by a placement at the end.

The score is Left's points less Right's; she plays for a large score, he for a small one. By induction over
positions there is one score for each player who starts. Equal points are a tie. Scores of components do not
determine the score of their sum, so whole positions are searched.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Literal, get_args

from gfkit.boards import BoardsLike, Family
from gfkit.errors import LimitError, MismatchError, OptionError, PartialLimitError, interruptible, unknown
from gfkit.games import GameLike, Question
from gfkit.host.memory import memory_limit
from gfkit.sequences import Evidence, Status
from gfkit.typing import OnProgress, Player, stoppable, tell_progress
from gfkit.values.faces import FacePosition
from gfkit.values.lookahead import Limits
from gfkit.values.outcome import listed_sizes
from gfkit.values.position import MaskPosition, Position, compile_position
from gfkit.values.tuning import SEARCH
from gfkit.values.whole import whole_key
from gfkit.writable import TextFace

PointsWord = Literal["pieces", "cells", "room"]
POINTS = get_args(PointsWord)


@dataclass(frozen=True)
class Scores(TextFace):
    """The scores under best play, Left's points less Right's, for each player who starts."""

    question: Question
    points: str
    passes: bool
    listed: tuple[tuple[int | None, int, int], ...]
    """For each n (None on a single board) the score if Left starts, and if Right starts."""
    evidence: Evidence

    @property
    def by_n(self) -> Mapping[int | None, tuple[int, int]]:
        return {n: (left, right) for n, left, right in self.listed}

    @property
    def ends(self) -> str:
        """The end of play, in words."""
        return "when neither player has a move" if self.passes else "when who is to move has none"

    def as_json(self) -> dict[str, object]:
        """The scores as ``gfkit score --json`` prints them."""
        return {
            "game": self.question.game,
            "board": self.question.boards.text,
            "points": self.points,
            "passes": self.passes,
            "scores": [
                {"n": n, "left_starts": left, "right_starts": right} for n, left, right in self.listed
            ],
            "evidence": self.evidence.as_json(),
        }

    def __repr__(self) -> str:
        shown = ", ".join(f"{left} and {right}" for _, left, right in self.listed)
        return f"<Scores: {self.question.game} on {self.question.boards.text}: {shown}>"


@stoppable
def scores(
    game: GameLike,
    board: BoardsLike | None = None,
    points: PointsWord = "pieces",
    *,
    passes: bool = False,
    to: int | None = None,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> Scores:
    """The scores of a placement game on a board, or on the boards of a family.

    Parameters
    ----------
    game : str, path, Rule or Question
        A name, as "domineering", the path of a rule file, or a rule. A question stands for both words.
    board : str, Board, Family or graph
        A board or a family, the words for it, as "4x3" or "3xn", or a graph of networkx.
    points : str, default "pieces"
        What counts at the end: "pieces", the "cells" they cover, or the "room" that is left to a player.
    passes : bool, default False
        Whether a player who cannot move passes.
    to : int, default 10
        The last n of a family.
    max_memory : int, optional
        The most memory, in bytes; three quarters of the free memory by default.
    on_progress : function, optional
        Called with a ``Progress``, which says how far the run is.

    Returns
    -------
    Scores
        Left's points less Right's, when Left starts and when Right does.

    Raises
    ------
    OptionError
        An option has an unknown word.
    MismatchError
        Nobody moves in the rule.
    LimitError
        More than the allowed memory would be needed.

    Notes
    -----
    Cost: the positions of each board, up to 3^cells.

    Examples
    --------
    >>> scores("domineering", "2x3", "room").listed
    ((None, 4, 0),)
    """
    if points not in POINTS:
        raise OptionError(unknown("points", points, POINTS))
    if points == "room" and passes:
        raise OptionError(
            "points 'room': where play goes on until nobody can move, nobody has room left; leave passes out"
        )
    limits = Limits(memory_limit(max_memory))
    question = Question.of(game, board)
    if question.spaced is not None and points != "pieces":
        raise MismatchError(
            f"points {points!r} are asked of cells, and {question.spaced.name} is played on the graph of its"
            " placements; take pieces"
        )
    boards = question.boards
    sizes = listed_sizes(boards, None, to)
    listed, nodes = list[tuple[int | None, int, int]](), 0

    def result() -> Scores:
        evidence = Evidence(Status.PROVED, "search", (("positions", nodes),))
        return Scores(question, points, passes, tuple(listed), evidence)

    with interruptible(listed, result):
        for size in sizes:
            n, member = (size, boards.at(size)) if isinstance(boards, Family) else (None, boards)
            position = compile_position(question.rule, member)
            search = _Search(position, points, passes, limits)
            try:
                left, right = (search.gain(position.start, player) for player in (Player.LEFT, Player.RIGHT))
            except LimitError as limit:
                message = (
                    f"scores of {question.game} on board {member.text!r}: stopped after {search.nodes}"
                    f" positions: {limit}"
                )
                if not listed:
                    raise LimitError(message) from None
                raise PartialLimitError(message, result()) from None
            listed.append((n, left, -right))
            nodes += search.nodes
            tell_progress(on_progress, "boards", len(listed), len(sizes), nodes)
    return result()


class _Search:
    """A search for the score of the player to move."""

    def __init__(self, position: Position, points: str, passes: bool, limits: Limits) -> None:
        self.position, self.points, self.passes, self.limits = position, points, passes, limits
        self.nodes = 0
        self._known: dict[tuple[int, bool], int] = {}

    def gain(self, state: int, mover: Player) -> int:
        """Points of the player to move from here on, less those of the opponent."""
        image, is_left = key = whole_key(self.position, state, mover)
        if key in self._known:
            return self._known[key]
        self.nodes += 1
        if self.nodes % SEARCH.scores_a_check == 0:
            self.limits.check(len(self._known) * SEARCH.scored_bytes, self.nodes)
        mover = Player.LEFT if is_left else Player.RIGHT
        moves = self._moves(image, mover)
        if moves:
            gain = max(self._points(cells) - self.gain(after, mover.opponent) for cells, after in moves)
        else:
            gain = -self._left_over(image, mover.opponent)
        self._known[key] = gain
        return gain

    def _moves(self, state: int, player: Player) -> list[tuple[int, int]]:
        """The cells that each move of a player covers, as a mask, and the state after it.

        A state may be a translate of one on the board, so the moves are those of the state.
        """
        position = self.position
        if isinstance(position, MaskPosition):
            steps = position.left_steps if player is Player.LEFT else position.right_steps
            return [(position.cells_of(need), state & keep) for need, keep in steps if state & need == need]
        if isinstance(position, FacePosition):
            return [(1 << move.cells[0], after) for move, after in position.moves(player, state)]
        after = position.options(state, player)
        return [(position.cells_of(state) & ~position.cells_of(rest), rest) for rest in after]

    def _points(self, cells: int) -> int:
        return {"pieces": 1, "cells": cells.bit_count(), "room": 0}[self.points]

    def _left_over(self, state: int, opponent: Player) -> int:
        """Points that the opponent still gets when the player to move has no move."""
        moves = self._moves(state, opponent)
        if self.passes and moves:
            return self.gain(state, opponent)
        if self.points != "room":
            return 0
        return reduce(or_, (cells for cells, _ in moves), 0).bit_count()
