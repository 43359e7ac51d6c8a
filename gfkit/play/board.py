"""Values of placement games on boards, computed separately for each component of a position.

For each move of a position, the result states whether it wins, is dominated or is reversible.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gfkit.core.algebra import Evidence, Status
from gfkit.core.algebra.number import number_text
from gfkit.core.boards import BoardLike
from gfkit.core.deferred import dataclass, field
from gfkit.core.errors import InputError, LimitError, OptionError
from gfkit.core.memory import limit_text, memory_limit, size_text
from gfkit.core.rules import GameLike, Question
from gfkit.core.rules.kinds.placement.move import Move
from gfkit.core.typing import OnProgress, Player, Progress, stoppable, tell_progress
from gfkit.core.writable import Face
from gfkit.play.mirror import is_zero_by_symmetry, whole_number
from gfkit.play.native_search import BeyondTables, FastValues, is_fast
from gfkit.play.position import Position, compile_position
from gfkit.play.short import ShortGame, Table, Thermograph
from gfkit.play.short.arithmetic import at_most, make, negate, sum_of_games
from gfkit.play.short.operators import minus
from gfkit.play.short.reading import parse_game
from gfkit.play.tuning import SEARCH

LONGEST = 2000
"""Maximum number of characters of a value that is printed in full by default."""


@stoppable
def value(
    game: GameLike,
    board: BoardLike | None = None,
    *,
    options: bool = False,
    moves: bool = False,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
    table: Table | None = None,
) -> BoardValue:
    """Return the value of a placement game on a board under normal play, in which a player without a legal
    move loses.

    The game tree is searched completely, component by component. No search is needed if the second player
    has a symmetry strategy, as the value is then 0, or if only one player has moves, as the value is then the
    number of moves.

    Parameters
    ----------
    game : str, path, Rule or Question
        A name such as "domineering", the path of a rule file, or a rule. A query replaces both arguments.
    board : str, Board or graph
        A board, its name, such as "4x3", or a graph of networkx.
    options : bool, default False
        If True, the result contains each player's best moves.
    moves : bool, default False
        If True, it contains all moves, and whether each wins, is dominated or is reversible.
    max_memory : int, optional
        Maximum memory, in bytes; three quarters of the free memory by default.
    on_progress : function, optional
        Callback that receives a ``Progress`` object.
    table : Table, optional
        Table of canonical forms, to be shared by values that are added later.

    Returns
    -------
    BoardValue
        The value, with outcome, mean and temperature.

    Raises
    ------
    MismatchError
        The rule has no moves.
    LimitError
        The search exceeds the memory limit.

    Notes
    -----
    Cost: number of different components times number of moves; feasible up to about 30 cells.

    References
    ----------
    Siegel, Combinatorial Game Theory.

    Examples
    --------
    >>> found = value("domineering", "3x3")
    >>> print(found, found.outcome, found.value.temperature)
    +-1 first 1
    >>> print(value("col", "path:4"), value("snort", "1x4"), value("cram", "3x3"))
    0 +-{2|1} 0
    """
    limit = memory_limit(max_memory)
    if not isinstance(table, Table | None):
        raise OptionError(f"table {table!r} must be a gfkit.Table")
    question = Question.of(game, board)
    position = compile_position(question.rule, question.board)
    place = Table() if table is None else table
    known = None if options or moves else value_by_theorem(position, place)
    if known is not None:
        return BoardValue(question, *known)
    search = ValueSearch(position, place, limit, on_progress)
    worth = StateValues(search)
    value_id = worth.of(position.start)
    openings = _list_openings(worth) if options or moves else {}
    best = _best_moves(place, openings) if options else ()
    judged = judge_moves(place, value_id, openings) if moves else None
    return BoardValue(
        question=question,
        value=ShortGame(place, value_id),
        evidence=Evidence(Status.PROVED, "canonical-form", (("components", worth.component_count),)),
        moves=best,
        every_move=judged,
    )


def value_by_theorem(position: Position, table: Table) -> tuple[ShortGame, Evidence] | None:
    """Return the value of a board by symmetry (0) or if only one player has moves (an integer), or None."""
    if is_zero_by_symmetry(position.rule, position.board):
        return ShortGame(table, table.zero), Evidence(Status.PROVED, "symmetry-strategy")
    number = whole_number(position)
    if number is None:
        return None
    return ShortGame.parse(str(number), table), Evidence(Status.PROVED, "longest-play")


def _list_openings(worth: StateValues) -> Openings:
    """Return the moves of each player from the start, with the values of the resulting positions."""
    return {
        player: [(move, worth.of(state)) for move, state in worth.search.position.moves(player)]
        for player in (Player.LEFT, Player.RIGHT)
    }


def _best_moves(table: Table, openings: Openings) -> tuple[BestMove, ...]:
    """Return the best moves of each player, one for each maximal value."""
    best = []
    for player, moves in openings.items():
        by_value = moves_by_value(moves)
        for game, alike in by_value.items():
            if not any(is_no_worse(table, player, rival, game) for rival in by_value if rival != game):
                best.append(BestMove(player, alike[0].cells, ShortGame(table, game), len(alike)))
    return tuple(best)


class ValueSearch:
    """Search for the values of states of one game on one board, cached by component.

    Components are shifted to the top left. The value of a component is computed after all its options, and is
    stored for its reflections and rotations too. Cost: number of different components times moves; there can
    be 2^n components of n cells. Raise LimitError if the tables exceed ``limit`` bytes.

    >>> from gfkit.core.boards import parse_one_board
    >>> from gfkit.core.rules import find_rule
    >>> from gfkit.play.position import compile_position
    >>> position = compile_position(find_rule("domineering"), parse_one_board("2x2"))
    >>> search = ValueSearch(position, Table(), 1 << 30)
    >>> search.table.left_stop[search.value(search.position.start)] == search.table.scale
    True
    """

    def __init__(
        self, position: Position, table: Table, limit: int, on_progress: OnProgress | None = None
    ) -> None:
        self.position, self.table, self.limit = position, table, limit
        self.on_progress = on_progress
        self.component_count: int = 0
        self._of_component: dict[int, int] = {}
        self._components: dict[int, tuple[int, ...]] = {}
        """Components of each state that was split so far."""
        self._state_bytes = SEARCH.state_bytes + position.start.bit_length() // 4

    def value(self, state: int) -> int:
        """Return the id of a state's value."""
        try:
            self._solve(list(self._split(state)))
            return self._sum_components(state)
        except RecursionError:
            raise LimitError(
                f"{self.what}: the comparison of nested values exceeds the recursion limit, after"
                f" {self.component_count} components; choose a smaller board"
            ) from None

    def _solve(self, waiting: list[int]) -> None:
        """Compute and store the values of components from a stack, each after its options."""
        known, options = self._of_component, self.position.options
        opened: dict[int, tuple[list[int], list[int]]] = {}
        first, ready = len(waiting), 0
        while waiting:
            component = waiting[-1]
            if component in known:
                waiting.pop()
                continue
            if component not in opened:
                opened[component] = options(component, Player.LEFT), options(component, Player.RIGHT)
                self._check_memory()
                states = (state for side in opened[component] for state in side)
                missing = [part for state in states for part in self._split(state) if part not in known]
                if missing:
                    if len(waiting) == first == 1:
                        first += len(missing)
                    waiting += missing
                    continue
            waiting.pop()
            self._store_value(component, *opened.pop(component))
            if self.on_progress is not None and self.component_count % SEARCH.a_report == 0:
                ready = max(ready, first - len(waiting))
                self.on_progress(Progress("values of positions", ready, first, len(known)))

    def _split(self, state: int) -> tuple[int, ...]:
        """Return the components of a state, each shifted to the top left."""
        parts = self._components.get(state)
        if parts is None:
            settle = self.position.settle
            parts = self._components[state] = tuple(map(settle, self.position.components(state)))
        return parts

    def _sum_components(self, state: int) -> int:
        """Return the value of a state whose components already have values."""
        return sum_of_games(self.table, map(self._of_component.__getitem__, self._components[state]))

    def _store_value(self, component: int, lefts: list[int], rights: list[int]) -> None:
        game = make(self.table, map(self._sum_components, lefts), map(self._sum_components, rights))
        turned = negate(self.table, game)
        for image, sign in self.position.images(component):
            self._of_component[image] = game if sign > 0 else turned
        self.component_count += 1

    @property
    def bytes(self) -> int:
        """Approximate size of the tables in bytes."""
        table = self.table
        states = len(self._of_component) + len(self._components)
        facts = len(table.orders) + len(table.sums)
        return (
            states * self._state_bytes
            + len(table) * SEARCH.form_bytes
            + facts * SEARCH.fact_bytes
            + len(table.made) * SEARCH.made_bytes
        )

    def _check_memory(self) -> None:
        if self.bytes > self.limit:
            raise LimitError(
                f"{self.what}: stopped after {self.component_count} components with {len(self.table)} values"
                f" and {size_text(self.bytes)} of tables; {limit_text(self.limit)}"
            )

    @property
    def what(self) -> str:
        """Description of the task, for messages."""
        return f"value of {self.position.rule.name} on board {self.position.board.text!r}"


class StateValues:
    """Values of states, computed by the C extension if it supports the rule, otherwise by ``ValueSearch``."""

    def __init__(self, search: ValueSearch) -> None:
        self.search = search
        self._fast: FastValues | None = None
        if is_fast(search.position, search.limit):
            self._fast = FastValues(search.position, search.limit, search.what, self._report_progress)

    @property
    def component_count(self) -> int:
        """Number of different components evaluated."""
        return self.search.component_count if self._fast is None else self._fast.component_count

    def of(self, state: int) -> int:
        """Return the id of a state's value."""
        if self._fast is not None:
            try:
                return self._fast.in_table(self._fast.value(state), self.search.table)
            except BeyondTables:
                self._fast = None
        return self.search.value(state)

    def _report_progress(self) -> None:
        if self._fast is not None and self.search.on_progress is not None:
            self.search.on_progress(Progress("values of positions", 0, 0, self._fast.component_count))


@dataclass(frozen=True, slots=True)
class BestMove:
    """Best move of a player, and the number of moves that lead to an equal value."""

    player: Player
    cells: tuple[int, ...]
    value: ShortGame
    alike: int

    def as_json(self, longest: int) -> dict[str, object]:
        """Return the JSON object of the move."""
        return {"value": self.value.text(longest), "cells": list(self.cells), "moves": self.alike}


@dataclass(frozen=True, slots=True)
class BoardValue(Face):
    """Value of a game on a board in canonical form; ``moves`` are the best moves, if requested."""

    question: Question
    value: ShortGame
    evidence: Evidence
    moves: tuple[BestMove, ...] = field(default=())
    every_move: tuple[JudgedMove, ...] | None = None
    """All moves with their values, if requested."""

    @property
    def game(self) -> str:
        return self.question.game

    @property
    def board(self) -> str:
        return self.question.boards.text

    @property
    def outcome(self) -> str:
        """Outcome: ``left``, ``right``, ``first`` or ``second``."""
        return self.value.outcome

    @property
    def thermograph(self) -> Thermograph:
        return self.value.thermograph

    def __repr__(self) -> str:
        text = self.value.text(200)
        shown = f"a value of size {self.value.size}" if text is None else text
        return f"<BoardValue: {self.game} on {self.board}: {shown}; {self.evidence}>"

    def __str__(self) -> str:
        return str(self.value)

    def as_json(self, longest: int = LONGEST) -> dict[str, object]:
        """Return the value as plain data; the text is None if it has more than ``longest`` characters."""
        graph = self.thermograph
        result: dict[str, object] = {
            "game": self.game,
            "board": self.board,
            "value": self.value.text(longest),
            "outcome": self.outcome,
            "mean": number_text(graph.mean),
            "temperature": number_text(graph.temperature),
            "canonical": True,
            "size": self.value.size,
            "evidence": self.evidence.as_json(),
        }
        if self.moves:
            result["options"] = {
                player.value: [move.as_json(longest) for move in self.moves if move.player is player]
                for player in (Player.LEFT, Player.RIGHT)
            }
        if self.every_move is not None:
            result["moves"] = {
                player.value: [move.as_json(longest) for move in self.every_move if move.player is player]
                for player in (Player.LEFT, Player.RIGHT)
            }
        return result


Openings = Mapping[Player, Iterable[tuple[Move, int]]]
"""Moves of each player, each with the id of the value of the resulting position."""


@dataclass(frozen=True, slots=True)
class JudgedMove(Face):
    """Moves of a player that lead to one value.

    A move wins if the player who makes it wins with the opponent to move. It is dominated if another move of
    the player leads to a value at least as good. It is reversible if after some reply of the opponent the
    player is at least as well off as before the move. These two fields contain the dominating value and the
    value after the reply, or None. ``incentive`` is the gain of the move.
    """

    player: Player
    placements: tuple[tuple[int, ...], ...]
    """Cells covered by each of these moves."""
    value: ShortGame
    wins: bool
    incentive: ShortGame
    dominated_by: ShortGame | None
    reversible_through: ShortGame | None

    def as_json(self, longest: int) -> dict[str, object]:
        """Return the moves as plain data; strings of more than ``longest`` characters are None."""
        through, better = self.reversible_through, self.dominated_by
        return {
            "cells": [list(cells) for cells in self.placements],
            "value": self.value.text(longest),
            "wins": self.wins,
            "incentive": self.incentive.text(longest),
            "dominated_by": None if better is None else better.text(longest),
            "reversible_through": None if through is None else through.text(longest),
        }


def judge_moves(table: Table, whole: int, openings: Openings) -> tuple[JudgedMove, ...]:
    """Return all moves from a position of the given value, Left's first, the best ones first.

    >>> from fractions import Fraction
    >>> table = Table()
    >>> zero, star = table.zero, table.of_up_star((0, 0, 1))
    >>> up_star = table.of_up_star((0, 1, 1))
    >>> moves = {
    ...     Player.LEFT: [(Move(0, (0,)), zero), (Move(0, (1,)), star)],
    ...     Player.RIGHT: [(Move(1, (2,)), zero)],
    ... }
    >>> [(str(move.value), move.wins) for move in judge_moves(table, up_star, moves)]
    [('0', True), ('*', False), ('0', True)]
    """
    listed: list[JudgedMove] = []
    for player, moves in openings.items():
        by_value = moves_by_value(moves)
        judged = [_judge_move(table, whole, player, leads_to, by_value) for leads_to in by_value]
        listed += sorted(judged, key=lambda move: (not move.wins, move.dominated_by is not None))
    return tuple(listed)


def moves_by_value(moves: Iterable[tuple[Move, int]]) -> dict[int, list[Move]]:
    """Return the moves grouped by the value of the resulting position."""
    by_value: dict[int, list[Move]] = {}
    for move, leads_to in moves:
        by_value.setdefault(leads_to, []).append(move)
    return by_value


def is_no_worse(table: Table, player: Player, game: int, rival: int) -> bool:
    """Return True if the first game is at least as good for a player."""
    return at_most(table, rival, game) if player is Player.LEFT else at_most(table, game, rival)


def _judge_move(
    table: Table, whole: int, player: Player, leads_to: int, by_value: Mapping[int, list[Move]]
) -> JudgedMove:
    is_left = player is Player.LEFT
    others = (game for game in by_value if game != leads_to)
    better = next((game for game in others if is_no_worse(table, player, game, leads_to)), None)
    answers = table.rights_of(leads_to) if is_left else table.lefts_of(leads_to)
    back = next((answer for answer in answers if is_no_worse(table, player, whole, answer)), None)
    gain = minus(table, leads_to, whole) if is_left else minus(table, whole, leads_to)
    return JudgedMove(
        player,
        tuple(move.cells for move in by_value[leads_to]),
        ShortGame(table, leads_to),
        is_no_worse(table, player, leads_to, table.zero),
        ShortGame(table, gain),
        None if better is None else ShortGame(table, better),
        None if back is None else ShortGame(table, back),
    )


_SIGNS = {(True, True): "=", (True, False): "<", (False, True): ">", (False, False): "||"}


@dataclass(frozen=True, slots=True)
class Calculation(Face):
    """Value of an expression in games, and its comparison with the value of another expression."""

    expression: str
    game: ShortGame
    other_expression: str = ""
    other: ShortGame | None = None

    @property
    def relation(self) -> str | None:
        """Relation between two compared expressions: ``=``, ``<``, ``>`` or ``||`` (confused); None if there
        is only one expression.
        """
        return None if self.other is None else _SIGNS[self.game <= self.other, self.game >= self.other]

    def as_json(self, longest: int = LONGEST) -> dict[str, object]:
        """Return the JSON object that the command line prints."""
        game = self.game
        weight = game.atomic_weight
        result: dict[str, object] = {
            "expression": self.expression,
            "value": game.text(longest),
            "outcome": game.outcome,
            "mean": number_text(game.mean),
            "temperature": number_text(game.temperature),
            "canonical": True,
            "left_stop": number_text(game.left_stop),
            "right_stop": number_text(game.right_stop),
            "birthday": game.birthday,
            "size": game.size,
            "atomic_weight": None if weight is None else weight.text(longest),
            "reduced": game.reduced.text(longest),
            "left_incentives": [incentive.text(longest) for incentive in game.left_incentives],
            "right_incentives": [incentive.text(longest) for incentive in game.right_incentives],
            "latex": game.latex(longest),
            "cgsuite": game.cgsuite(longest),
        }
        if self.other is not None:
            difference = game - self.other
            result["compared"] = {
                "expression": self.other_expression,
                "value": self.other.text(longest),
                "relation": self.relation,
                "difference": difference.text(longest),
            }
        return result


@stoppable
def calculate(
    expression: str,
    compare: str | None = None,
    *,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> Calculation:
    """Return the value of an expression of games and boards, and its comparison with another expression.

    An expression contains games in the notation of ``ShortGame.parse``, sums, named operations, and boards:
    the name of a game, or the path of a rule file, with a board in parentheses.

    >>> print(calculate("domineering(2x2) + {3|0}").game)
    {4|2||+-1}
    >>> calculate("snort(path:3)", "col(path:3) + 1").relation
    '||'
    """
    table = Table()

    def board_value(table: Table, name: str, board: str) -> int:
        question = Question.of(name, board)
        return value(question, table=table, max_memory=max_memory, on_progress=on_progress).value.id

    def parse(text: str) -> ShortGame:
        if not text.strip():
            raise InputError("the expression is empty; write a game such as '{2|0} + ^'")
        tell_progress(on_progress, "evaluating the expression", 0, 1, 0)
        return ShortGame(table, parse_game(table, text, board_value))

    game = parse(expression)
    return Calculation(expression, game, compare or "", None if compare is None else parse(compare))
