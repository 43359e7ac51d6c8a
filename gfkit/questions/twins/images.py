"""Configurations of two rules that a proved bijection maps to each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from gfkit.boards import Board
from gfkit.errors import MismatchError
from gfkit.questions.twins.blocks import BlockRule
from gfkit.questions.twins.graphs import values_at_distances
from gfkit.rules.configuration import Configuration
from gfkit.rules.rule import Rule

Steps = Sequence[Mapping[str, Any]]


def mapped_pair(
    rules: tuple[Rule, Rule], steps: Steps, board: Board, seed: int = 0
) -> tuple[Configuration, Configuration]:
    """Return a configuration of the first rule on a board, and its image under the bijection of the steps.

    Raise MismatchError if the steps are not a bijection, such as the corner lemma.
    """
    by_blocks = all("allowed" in step for step in steps)
    legal = [_block_test(rule, board) if by_blocks else _distance_test(rule, board) for rule in rules]
    size = legal[0][0]
    values = _drawn(size, board.size, legal[0][1], Random(seed))
    image = values
    if by_blocks:
        found = BlockRule.of(rules[0])
        assert found is not None, "the steps are about rules of blocks"
        for step in steps:
            found, image = _after_step(found, step, image, board)
    else:
        maps = steps[0].get("maps") if steps else [[*range(size)]] * 2
        if maps is None:
            raise MismatchError(f"the proof by {steps[0]['lemma']} is no bijection that can be drawn")
        sides = _sides(board) if maps[0] != maps[1] else [0] * board.size
        image = [maps[side][value] for side, value in zip(sides, values, strict=True)]
    assert all(legal[1][1](image[: cell + 1]) for cell in range(board.size)), "the image is legal"
    return _configuration(rules[0], values), _configuration(rules[1], image)


def _configuration(rule: Rule, values: Sequence[int]) -> Configuration:
    named = getattr(rule, "values", None)
    if named is not None:
        return Configuration.of_values((cell, named[value]) for cell, value in enumerate(values))
    base: Any = getattr(rule, "base", rule)
    return Configuration.of_moves(base, [(value - 1, (cell,)) for cell, value in enumerate(values) if value])


Test = Callable[[Sequence[int]], bool]
"""True if the last of some values, on the cells from the first on, is compatible with those before."""


def _block_test(rule: Rule, board: Board) -> tuple[int, Test]:
    found, grid = BlockRule.of(rule), board.grid
    if found is None or grid is None or not board.fills_grid or min(grid.rows, grid.cols) < 2:
        raise MismatchError(f"board {board.text}: expected at least two rows and two columns")
    cols = grid.cols

    def test(values: Sequence[int]) -> bool:
        row, col = divmod(len(values) - 1, cols)
        if not (row and col):
            return True
        d, c, b, a = (values[-1 - back] for back in (0, 1, cols, cols + 1))
        return (a, b, c, d) in found.allowed

    return found.size, test


def _distance_test(rule: Rule, board: Board) -> tuple[int, Test]:
    found = values_at_distances(rule)
    assert found is not None, "the steps are about rules about distances"
    size, pairs = found
    far = [_distances_from(board, cell) for cell in range(board.size)]

    def test(values: Sequence[int]) -> bool:
        last = len(values) - 1
        around = ((far[last].get(cell), value) for cell, value in enumerate(values[:-1]))
        return all(d not in pairs or (value, values[-1]) in pairs[d] for d, value in around)

    return size, test


def _drawn(size: int, cells: int, test: Test, random: Random) -> list[int]:
    """Return legal values of all cells, by backtracking in random order."""

    def extend(values: list[int]) -> Iterator[list[int]]:
        if len(values) == cells:
            yield values
            return
        order = [*range(1, size), 0]
        random.shuffle(order)
        for value in order:
            if test([*values, value]):
                yield from extend([*values, value])

    found = next(extend([]), None)
    if found is None:
        raise MismatchError("the board has no configuration")
    return found


def _after_step(
    before: BlockRule, step: Mapping[str, Any], values: list[int], board: Board
) -> tuple[BlockRule, list[int]]:
    """Return the rule and the array after a step."""
    assert board.grid is not None
    rows, cols = board.grid.rows, board.grid.cols
    lines = [values[row * cols : (row + 1) * cols] for row in range(rows)]
    after = BlockRule(before.size, frozenset(map(tuple, step["allowed"])))
    if step["lemma"] == "symmetry":
        by = next(by for by, image in before.images() if image == after)
        lines = [[by.values[value] for value in line] for line in lines]
        lines = lines[::-1] if by.upside_down else lines
        lines = [line[::-1] for line in lines] if by.reversed else lines
    elif step["lemma"] == "machines":
        for col in range(cols):
            machine, state = step["even" if col % 2 else "odd"], 0
            for line in lines:  # the machine maps the arrays after the step to those before
                line[col] = machine["outputs"][state].index(line[col])
                state = machine["targets"][state][line[col]]
    else:
        raise MismatchError(f"the proof by {step['lemma']} is no bijection that can be drawn")
    return after, [value for line in lines for value in line]


def _distances_from(board: Board, start: int) -> dict[int, int]:
    """Return the distances of the vertices of a component from one of them."""
    found, queue = {start: 0}, [start]
    for vertex in queue:
        for other in board.neighbours[vertex]:
            if other not in found:
                found[other] = found[vertex] + 1
                queue.append(other)
    return found


def _sides(board: Board) -> list[int]:
    """Return the side of each vertex of a bipartite graph."""
    far: dict[int, int] = {}
    for start in range(board.size):
        far |= {} if start in far else _distances_from(board, start)
    sides = [far[vertex] % 2 for vertex in range(board.size)]
    if any(sides[a] == sides[b] for a, b in board.edges):
        raise MismatchError(f"board {board.text}: a bipartite graph was expected")
    return sides
