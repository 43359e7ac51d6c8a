"""Outcomes without values: area bounds in Domineering; the search in Python; long boards.

References: the proof in docs/outcomes.md, whose cases are checked here for the counts of
``native/dominoes.h``, and values of boards; ``test_native_search`` contains play by definition.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from choice import some_of

from gfkit.core.boards import parse_one_board
from gfkit.core.errors import LimitError
from gfkit.core.rules import find_rule
from gfkit.play import Table, value
from gfkit.play.family_outcomes import outcomes
from gfkit.play.position import compile_position
from gfkit.play.python_search import Limits, Lookahead, moves_of

MANY = 10**6
"""More moves and cells than there are."""
SIZES = (4, 6, 6, 4, 5, 4, 4, 4)
"""Of squares, whole and half doubles, whole and half singles, and shifts by 1, 2, 3 cells: two periods each,
so that a move and its answer fit. Half singles are one more, as a square can become one."""
SPOILED = ["", "a", "b", "aa", "ab", "bb", "c", "d", "s", "sD", "saD", "sbD", "1", "2", "3"]
"""What a move of the opponent takes, by letters of "sabcd123", and adds (D)."""
ANSWERS = [("s", 1, 4, 2), ("a", 0, 2, 0), ("b", 0, 1, 0), ("c", 0, 2, 0), ("d", 0, 1, 0),
           ("1", -1, 1, 0), ("2", -1, 2, 0), ("3", -1, 3, 0), ("", -1, 0, 0)]  # fmt: skip
"""What an answer uses; more safe moves then; cells covered; moves fewer that the opponent has together."""


@dataclass(slots=True)
class Areas:
    """Areas that a player has packed on the board, and bounds for the opponent.

    ``squares``: a move there makes another one safe. ``doubles`` and ``singles``: dominoes of which a move of
    the opponent spoils at most two, or one. ``shifts``: safe dominoes that can take a given number of cells
    from the opponent.
    """

    squares: int
    safe: int
    doubles: list[int]
    """How many, and how many of these have a cell that the opponent cannot use."""
    singles: list[int]
    shifts: list[int]
    usable: int
    """Cells that the opponent can use."""
    most: int
    """The most moves that the opponent has together."""
    covered: int = 0
    """Cells of these that the player is sure to cover."""

    def lay(self, dominoes: list[int]) -> None:
        """Make a move on one of ``doubles`` or ``singles``."""
        dominoes[0] -= 1
        self.safe += 1
        self.covered += 2 - (dominoes[1] > dominoes[0])
        dominoes[1] = min(dominoes)

    def move_first(self) -> None:
        """Make the move that gains most."""
        shift = next((cells for cells in (3, 2, 1) if self.shifts[cells] % 2), 0)
        doubles, singles = self.doubles, self.singles
        if self.squares % 2 or (self.squares and not (doubles[0] or singles[0] or shift)):
            self.squares -= 1
            self.safe += 2
            self.most -= 2
            self.covered += 4
        elif doubles[0] % 3 or (doubles[0] and not singles[0] % 2 and not shift):
            self.lay(doubles)
        elif singles[0] % 2 or (singles[0] and not shift):
            self.lay(singles)
        elif shift:
            self.shifts[shift] -= 1
            self.covered += shift

    def surplus(self) -> int:
        """Return a lower bound of the player's moves minus the opponent's; the opponent moves next."""
        if self.squares % 2:
            self.squares -= 1
            self.doubles[0] += 2
        (doubles, half_doubles), (singles, half_singles) = self.doubles, self.singles
        thirds, halves = doubles // 3, singles // 2
        both, spare = doubles % 3 > 0 < singles % 2, (doubles % 3 > 0) != singles % 2
        self.covered += 2 * (self.squares + thirds + halves) + both
        self.covered -= thirds - (doubles - half_doubles) // 3 + halves - (singles - half_singles) // 2
        for cells in (3, 2, 1):
            pairs, odd = divmod(self.shifts[cells], 2)
            self.covered += cells * (pairs + (odd and spare))
            self.shifts[cells - 1] += odd and not spare
            spare = spare and not odd
        sure = self.squares + self.safe + thirds + halves + both
        return sure - min(self.most - self.squares, (self.usable - self.covered) // 2)


def areas_of(case: tuple[int, ...], usable: int = MANY, most: int = MANY) -> Areas:
    squares, doubles, half_doubles, singles, half_singles, *shifts = case
    return Areas(squares, 0, [doubles + half_doubles, half_doubles], [singles + half_singles, half_singles],
                 [0, *shifts], usable, most)  # fmt: skip


def surpluses(first: bool) -> list[np.ndarray]:
    """Return the surplus of every case, by compatible moves and by both parities of usable cells."""
    found = np.empty((3, *SIZES), dtype=np.int64)
    for case in np.ndindex(*SIZES):
        for k, limits in enumerate(((10 * MANY, MANY), (MANY, 10 * MANY), (MANY + 1, 10 * MANY))):
            areas = areas_of(case, *limits)
            if first:
                areas.move_first()
            found[k][case] = areas.surplus()
    return [*found]


def moved(table: np.ndarray, letters: str) -> np.ndarray:
    """Return the entries after some letters are used; negative if there are too few."""
    for letter in letters:
        axis, step = "sabcd123".index(letter.lower()), 1 if letter.islower() or letter.isdigit() else -1
        table = np.roll(table, step, axis)
        edge = [slice(None)] * table.ndim
        edge[axis] = slice(1) if step == 1 else slice(-1, None)
        table[tuple(edge)] = -100 * MANY
    return table


def best_answer(tables: list[np.ndarray], spoiled: str, used: int) -> list[np.ndarray]:
    """Return the result of the best reply to a move that uses cells, by the three counts."""
    nothing = np.zeros(SIZES, dtype=np.int64)
    nothing[(0,) * 8] = 1
    best = [np.full(SIZES, -100 * MANY) for _ in tables]
    for letters, safe, covered, fewer in ANSWERS:
        is_there = 0 if letters else 200 * MANY * (1 - moved(nothing, spoiled).clip(0))
        by_moves = moved(tables[0], letters + spoiled) + safe + fewer + bool(used)
        by_cells = []
        for odd in range(2):
            cells = used + covered - odd
            by_cells.append(moved(tables[1 + cells % 2], letters + spoiled) + safe + (cells + cells % 2) // 2)
        best = [np.maximum(b, new - is_there) for b, new in zip(best, (by_moves, *by_cells), strict=True)]
    return best


@pytest.mark.slow(2.5)
def test_counts_of_areas_by_cases():
    """Check that each move of the opponent has a reply that decreases no count.

    Counts are checked up to two periods, of 3 doubles, 2 singles, squares or shifts. A further period adds
    the same number to a count before and after.
    """
    second, inside = surpluses(first=False), np.s_[:, :, :, :, :-1]
    for spoiled in SPOILED:
        used = 3 if "D" in spoiled else 2
        is_possible = moved(np.zeros(SIZES), spoiled) == 0
        for before, after in zip(second, best_answer(second, spoiled, used), strict=True):
            assert (after >= before)[inside][is_possible[inside]].all(), spoiled
    first = surpluses(first=True)
    for claimed, best in zip(first, best_answer(second, "", 0), strict=True):
        assert (best + 1 >= claimed)[inside].all()


# The search in Python


def test_searching_without_values(monkeypatch):
    """Without values as bounds, the search agrees with the values."""
    monkeypatch.setattr("gfkit.play.python_search.moves_of", lambda *of: moves_of(*of) + 99)
    games = [("domineering", "3x4"), ("nogo", "2x4"), ("l-tromping", "2x5"), ("snort", "3x3")]
    for game, text in some_of(games, 2):
        position = compile_position(find_rule(game), parse_one_board(text))
        search = Lookahead(position, Table(), Limits(1 << 30))
        assert search.outcome(position.start) == value(game, text).outcome
        assert search.nodes
    with pytest.raises(LimitError, match="seconds"):
        Limits(1 << 30, 1e-9).check(0, 0)


def test_boards_beyond_the_search_in_c_follow_from_the_theorem():
    """Right wins 3 x n for all n >= 4, by Lachmann, Moore and Rapaport."""
    for board in ("3x40", "3x500"):
        assert outcomes("domineering", board).words == ("right",)
    assert outcomes("domineering", "3xn", start=58, to=59).words == ("right", "right")
