"""The counts of areas in Domineering, which decide positions without a search.

The truth is the proof in docs/outcomes.md, of which the cases are gone through here, and play by definition.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

import numpy as np

from gfkit.boards import parse_one_board
from gfkit.games import find_rule
from gfkit.typing import Player
from gfkit.values.dominoes import Areas, axes_of, pack_areas
from gfkit.values.position import Position, compile_position

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


def areas_of(case: tuple[int, ...], usable: int = MANY, most: int = MANY) -> Areas:
    squares, doubles, half_doubles, singles, half_singles, *shifts = case
    return Areas(squares, 0, [doubles + half_doubles, half_doubles], [singles + half_singles, half_singles],
                 [0, *shifts], usable, most)  # fmt: skip


def surpluses(first: bool) -> list[np.ndarray]:
    """Of all cases: by moves that fit together, by an even and by an odd number of usable cells."""
    found = np.empty((3, *SIZES), dtype=np.int64)
    for case in np.ndindex(*SIZES):
        for k, limits in enumerate(((10 * MANY, MANY), (MANY, 10 * MANY), (MANY + 1, 10 * MANY))):
            areas = areas_of(case, *limits)
            if first:
                areas.move_first()
            found[k][case] = areas.surplus()
    return [*found]


def moved(table: np.ndarray, letters: str) -> np.ndarray:
    """The entries after some letters are used; far below all where there are not so many."""
    for letter in letters:
        axis, step = "sabcd123".index(letter.lower()), 1 if letter.islower() or letter.isdigit() else -1
        table = np.roll(table, step, axis)
        edge = [slice(None)] * table.ndim
        edge[axis] = slice(1) if step == 1 else slice(-1, None)
        table[tuple(edge)] = -100 * MANY
    return table


def best_answer(tables: list[np.ndarray], spoiled: str, used: int) -> list[np.ndarray]:
    """What the best answer leaves, by the three counts, after a move of the opponent that uses up cells."""
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


def test_counts_of_areas_by_cases():
    """Each move of the opponent has an answer after which no count is smaller.

    Numbers are followed up to two periods, of 3 doubles, 2 singles, squares or shifts. A period more adds the
    same to a count before and after.
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


def test_counts_of_areas_by_play():
    """On drawn boards a player wins as often ahead as the counts say, by the definition of the game."""
    random, kinds, surplus_of_moves = Random(3), [0] * 5, 0
    for _ in range(500):
        rows, cols = random.choice([(2, 6), (3, 5), (5, 3), (4, 4), (4, 5), (6, 3)])
        cells = [".#"[random.random() < 0.25] for _ in range(rows * cols)]
        if cells.count(".") > 15:
            continue
        text = "/".join("".join(cells[row * cols :][:cols]) for row in range(rows))
        position = compile_position(find_rule("domineering"), parse_one_board(text))
        axes = axes_of(position)
        assert axes is not None
        for player, first in product((0, 1), (True, False)):
            own, other = axes[player], axes[1 - player]
            free = own.cells(own.moves(position.start)) | other.cells(other.moves(position.start))
            areas = pack_areas(free, own, other)
            packed = areas.squares, areas.doubles[0], areas.doubles[1], areas.singles[0], sum(areas.shifts)
            kinds = [many + (kind > 0) for many, kind in zip(kinds, packed, strict=True)]
            if first:
                areas.move_first()
            ahead = first - areas.surplus()
            mover = (Player.LEFT, Player.RIGHT)[player if first else 1 - player]
            assert wins(position, position.start, mover, ahead if first else -ahead) == first, text
            surplus_of_moves += (
                wins(position, position.start, mover, ahead - 1 if first else 1 - ahead) != first
            )
    assert min(kinds) > 30
    assert surplus_of_moves > 300  # the counts are often exact


@cache
def wins(position: Position, state: int, mover: Player, ahead: int) -> bool:
    """Whether a player who moves wins, so many whole moves ahead."""
    if ahead > 0 and not wins(position, state, mover.opponent, 1 - ahead):
        return True
    return any(not wins(position, after, mover.opponent, -ahead) for after in position.options(state, mover))
