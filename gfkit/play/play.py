"""Play against the program: the position of a game, and the best known move."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal

from gfkit.core.boards import BoardLike
from gfkit.core.deferred import dataclass
from gfkit.core.errors import LimitError, OptionError
from gfkit.core.memory import memory_limit
from gfkit.core.rules import GameLike, Question
from gfkit.core.rules.kinds.placement.move import Move
from gfkit.core.typing import Player, checked_seconds, read_word
from gfkit.play.impartial.search import BoardParts, Nimbers
from gfkit.play.mirror import Answers, Mirrors
from gfkit.play.outcome_search import winner_search
from gfkit.play.position import Position, compile_position
from gfkit.play.python_search import Limits
from gfkit.play.short.table import Table
from gfkit.play.tuning import NIMBERS, SEARCH

DEFAULT_SECONDS = 5.0
"""Default time for each move, in seconds."""
Decide = Callable[[int, Player], bool]
"""Function that returns True if the player to move in a state wins."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """Assessment of a position for the player to move: the winner, a recommended move, and the evidence.

    ``wins`` is None if the winner is not known; then ``move`` is a guess. ``move`` is None if no move is
    legal. ``known_by`` is ``symmetry``, ``search``, ``no move`` or ``heuristics``.
    """

    wins: bool | None
    move: Move | None
    known_by: str
    strategy: str = ""
    """Symmetry strategy as a verb phrase whose subject is the player who follows it."""


class Match:
    """Placement game in progress, in which the players make moves alternately.

    ``judge`` determines the winner of the current position. It tries symmetry strategies first, by the
    theorem of ``mirror_proof``; they decide boards far too large for a search. Then it searches completely:
    sums of components under normal play, whole positions under ``misere`` play. Both are proofs. If the time
    or the memory does not suffice, ``wins`` is None and the move is chosen by counting moves.

    >>> match = Match("cram", "6x6")
    >>> match.judge().wins, match.judge().known_by
    (False, 'symmetry')
    >>> match.make(match.moves()[0])
    >>> match.judge().wins, match.judge().strategy
    (True, 'replies to each move with its image under the half turn')
    """

    def __init__(
        self,
        game: GameLike,
        board: BoardLike | None = None,
        *,
        starts: Player | Literal["left", "right"] = Player.LEFT,
        misere: bool = False,
        max_memory: int | None = None,
        seconds: float = DEFAULT_SECONDS,
    ) -> None:
        self.question: Question = Question.of(game, board)
        self.position: Position = compile_position(self.question.rule, self.question.board)
        self._misere, self._seconds = misere, checked_seconds("seconds", seconds)
        self.played: list[tuple[Player, Move]] = []
        self._starts = read_word(Player, "starts", starts)
        if self._starts is Player.BOTH:
            raise OptionError("starts 'both': one player starts, left or right")
        self._state, self._mirrors = self.position.start, Mirrors(self.position)
        self._search = StateSearch(self.position, misere, max_memory)

    @property
    def mover(self) -> Player:
        """Player to move."""
        return self._starts if len(self.played) % 2 == 0 else self._starts.opponent

    @property
    def winner(self) -> Player | None:
        """Winner if the player to move has no legal move, else None."""
        if self.moves():
            return None
        return self.mover if self._misere else self.mover.opponent

    def moves(self) -> list[Move]:
        """Return the legal moves of the player to move."""
        return [move for move, _ in self._options()]

    def _options(self) -> list[tuple[Move, int]]:
        return self.position.moves(self.mover, self._state)

    def moves_on(self, cells: Iterable[int], colour: int | None = None) -> list[Move]:
        """Return the legal moves that cover exactly the given cells, or, if there are none, moves that cover
        these and further cells.
        """
        asked = frozenset(cells)
        candidates = [
            move for move in self.moves() if asked <= set(move.cells) and colour in (None, move.colour)
        ]
        return [move for move in candidates if len(move.cells) == len(asked)] or candidates

    def make(self, move: Move) -> None:
        """Make a move. Raise OptionError if it is illegal."""
        state = dict(self._options()).get(move)
        if state is None:
            raise OptionError(f"move {list(move.cells)} is illegal in this position")
        self.played.append((self.mover, move))
        self._state = state

    def judge(self) -> Prospect:
        """Return the winner of the current position, with a winning move or, if none is known, the most
        promising move.
        """
        options = self._options()
        if not options:
            return Prospect(self._misere, None, "no move")
        if not self._misere:
            answers = self._mirrors.answers(self.mover, self._state)
            if answers is not None and answers.loser is self.mover:
                return Prospect(False, self._guess(options), "symmetry", answers.reply_text)
            if answers is not None:
                return Prospect(True, self._opening_move(answers, options), "symmetry", answers.reply_text)
        return self._judge_by_search(options)

    def _opening_move(self, answers: Answers, options: Sequence[tuple[Move, int]]) -> Move:
        """Return the first move of a strategy, in the colour required by the strategy."""
        for move, after in options:
            if move.cells == answers.opening:
                then = self._mirrors.answers(answers.loser, after)
                if then is not None and then.loser is answers.loser:
                    return move
        raise AssertionError("a strategy begins with a legal move")

    def _judge_by_search(self, options: Sequence[tuple[Move, int]]) -> Prospect:
        unknown = set()
        for move, won in self._replies(options):
            if won:
                return Prospect(True, move, "search")
            if won is None:
                unknown.add(move)
        if not unknown:
            return Prospect(False, self._guess(options), "search")
        return Prospect(
            None, self._guess([option for option in options if option[0] in unknown]), "heuristics"
        )

    def winning_moves(self, player: Player) -> dict[Move, bool | None]:
        """Return, for each move of a player, whether it wins if that player is to move (None if unknown).

        If there are too many moves to search, only the first move of a symmetry strategy is returned.

        >>> judged = Match("domineering", "3x3").winning_moves(Player.LEFT)
        >>> sorted(move.cells for move, wins in judged.items() if wins)
        [(1, 4), (4, 7)]
        """
        options = self.position.moves(player, self._state)
        wins = dict(self._replies(options, player))
        if len(options) > SEARCH.ordered_moves and not self._misere and True not in wins.values():
            answers = self._mirrors.answers(player, self._state)
            if answers is not None and answers.loser is player:
                return dict.fromkeys(wins, False)
            if answers is not None:
                wins[self._opening_move(answers, options)] = True
        return wins

    def _replies(
        self, options: Sequence[tuple[Move, int]], mover: Player | None = None
    ) -> Iterator[tuple[Move, bool | None]]:
        """Yield each move with True if it wins and False if not, the most promising first. After the time
        limit yield None instead.
        """
        mover = self.mover if mover is None else mover
        opponent = mover.opponent
        is_few = len(options) <= SEARCH.ordered_moves
        ordered = (
            sorted(options, key=lambda option: -self._count_advantage(option[1], mover))
            if is_few
            else options
        )
        decide = self._search.decide(self._seconds) if len(options) <= SEARCH.searched_moves else None
        known: dict[int, bool | None] = {}
        for move, after in ordered:
            if after not in known:
                settled = self._mirrors.answers(opponent, after) if is_few and not self._misere else None
                known[after] = (
                    _is_lost(after, opponent, decide) if settled is None else settled.loser is opponent
                )
            yield move, known[after]

    def _guess(self, options: Sequence[tuple[Move, int]]) -> Move:
        """Return the move that maximizes the difference of both players' numbers of moves, within the time
        limit.
        """
        end = time.monotonic() + SEARCH.weighing_seconds
        best, most = options[0][0], None
        for move, after in options:
            ahead = self._count_advantage(after, self.mover)
            if most is None or ahead > most:
                best, most = move, ahead
            if time.monotonic() > end:
                break
        return best

    def _count_advantage(self, state: int, player: Player) -> int:
        """Return a player's number of moves minus the opponent's; in an impartial game, minus the number of
        moves.
        """
        left, right = (len(self.position.options(state, side)) for side in (Player.LEFT, Player.RIGHT))
        if self.position.impartial:
            return -left
        ahead = left - right if player is Player.LEFT else right - left
        return -ahead if self._misere else ahead


class StateSearch:
    """Exhaustive search for the winners of states. Results are cached between moves."""

    def __init__(self, position: Position, misere: bool, max_memory: int | None) -> None:
        self._limits = Limits(memory_limit(max_memory))
        self._wins: Decide
        if position.impartial and not misere:
            parts = _TimedParts(position, self._limits)
            nimbers = Nimbers(
                parts, lambda entries: self._limits.check(entries * NIMBERS.position_bytes, entries)
            )
            self._wins = lambda state, _mover: nimbers.of(parts.parts(state)) != 0
        else:
            self._wins = winner_search(position, Table(), self._limits, misere=misere).wins

    def decide(self, seconds: float | None = None) -> Decide:
        """Return the search with a deadline in the given number of seconds."""
        self._limits.start_clock(seconds)
        return self._wins


class _TimedParts(BoardParts):
    """Components of an impartial game. The time limit is checked whenever moves are generated."""

    def __init__(self, position: Position, limits: Limits) -> None:
        super().__init__(position)
        self._limits = limits

    def options(self, part: int) -> Iterable[tuple[int, ...]]:
        self._limits.check_clock()
        return super().options(part)


def _is_lost(state: int, mover: Player, decide: Decide | None) -> bool | None:
    """Return True if the player to move loses; None if the search is stopped."""
    try:
        return None if decide is None else not decide(state, mover)
    except (LimitError, RecursionError):
        return None
