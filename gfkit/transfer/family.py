"""Families that can be derived, and their repeating machines within the memory."""

from __future__ import annotations

from dataclasses import replace

from gfkit.boards import Board, Family, parse_board
from gfkit.errors import BoardError, LimitError, MismatchError
from gfkit.exact.arrays import ARRAYS
from gfkit.games import PlacementRule, Rule
from gfkit.games.move import check_fit
from gfkit.memory import default_memory, size_text
from gfkit.transfer.count import check_only_counted
from gfkit.transfer.machine.machine import build_machine
from gfkit.transfer.strip.automaton import MOST_STATES, Automaton, automaton, minimised
from gfkit.transfer.strip.strip import Strip, find_strip
from gfkit.typing import OnProgress, Positions, Progress, Weights

_SMALL = 1000
"""States between slices up to which the strip is written out as one automaton."""
_SPARSE, _FEW_WAYS = 8000, 50_000
"""The same for strips with few ways through a slice."""
_DETERMINANT_FROM_AUTO = {Weights.NONE: 140, Weights.PIECES: 16, Weights.PLAYERS: 8}
"""States up to which ``auto`` takes the characteristic polynomial."""
_ALWAYS_PROVED = {Weights.NONE: 600, Weights.PIECES: 60, Weights.PLAYERS: 40}
"""States up to which the modular way proves its result without being asked, where memory allows.

With weights that concerns orders that no relation between states explains; all others are proved up to a
cost that some hundred states do not reach.
"""


def one_family(board: str | Family) -> Family:
    """The family that is meant; a single board is refused."""
    family = parse_board(board) if isinstance(board, str) else board
    if not isinstance(family, Family | Board):
        raise BoardError(f"board {board!r} is neither a text such as '3xn' nor a family")
    if isinstance(family, Board):
        raise MismatchError(
            f"board {family.text!r} is a single board; deriving needs a family, with n in it, as 3xn"
        )
    return family


def check_derivable(rule: Rule, family: Family, positions: Positions) -> None:
    """Refuses classes of positions that have no rational generating function, or no meaning, here."""
    if not isinstance(rule, PlacementRule):
        board = family.at(max(family.first_n, 1))
        check_only_counted(rule, board, positions)
        if family.word == "complete":  # refuses what asks for rows and columns
            build_machine(rule, replace(board, text=family.text), range(1), frozenset(), Weights.NONE)
    elif positions is Positions.PLAY and not rule.impartial:
        raise MismatchError(
            "positions 'play' compare the players' numbers of pieces, which no finite machine keeps along a"
            " strip, and their generating function is not rational; count play positions board by board"
        )
    else:
        check_fit(rule, replace(family.at(max(family.first_n, 1)), text=family.text))


def strip_within(
    rule: Rule,
    family: Family,
    positions: Positions,
    weights: Weights,
    max_memory: int | None,
    on_progress: OnProgress | None,
) -> Strip:
    """The repeating machine, or LimitError where its tables outgrow the memory."""
    limit = default_memory() if max_memory is None else max_memory
    held = 0

    def watch(site: int, states: int, fresh: int) -> None:
        nonlocal held
        held += fresh
        if held > limit:
            raise LimitError(
                f"deriving {rule.name} on {family.text!r}: stopped with {states} states at one cell and"
                f" {size_text(held)} of tables; the limit is {size_text(limit)} (max memory)"
            )
        if on_progress is not None:
            on_progress(Progress("finding states", site, 0, states))

    return find_strip(rule, family, positions.stuck, weights, watch)


def small_automaton(strip: Strip) -> Automaton | None:
    """The strip written out as one automaton with its like states merged, where that is quick."""
    between = strip.states_in_period
    if between <= _SMALL or (between <= _SPARSE and strip.ways <= _FEW_WAYS):
        return minimised(automaton(strip))
    return None


def by_determinant(machine: Automaton | None, weights: Weights, method: str) -> bool:
    """Whether the characteristic polynomial is taken."""
    most = _DETERMINANT_FROM_AUTO[weights] if ARRAYS else MOST_STATES
    small = machine is not None and machine.states <= most
    return method == "determinant" or (method == "auto" and small)


def always_proved(states: int, weights: Weights) -> bool:
    """Whether the modular way is asked for a proof in any case."""
    return states <= _ALWAYS_PROVED[weights]
