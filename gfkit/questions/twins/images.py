"""Pairs of configurations of two rules that correspond under a proved bijection."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from gfkit.core.boards import Board
from gfkit.core.boards.board import distances_from
from gfkit.core.errors import MismatchError
from gfkit.core.rules.configuration import Configuration
from gfkit.core.rules.rule import Rule
from gfkit.questions.twins.blocks import BlockRule
from gfkit.questions.twins.graphs import values_at_distances

Constraint = tuple[list[int], Any]
"""Cells, starting with the last one in board order, and the allowed tuples of their values."""


def mapped_pair(
    rules: tuple[Rule, Rule], steps: Sequence[Mapping[str, Any]], board: Board, seed: int = 0
) -> tuple[Configuration, Configuration]:
    """Return a configuration of the first rule on a board, and its image under the bijection of the steps.

    Raise MismatchError if the steps are not a bijection, such as the corner lemma.
    """
    by_blocks = all("allowed" in step for step in steps)
    before, after = (_block_constraints if by_blocks else _distance_constraints)(rules, board)
    values = _drawn(*before, board.size, Random(seed))
    image = values
    found = BlockRule.of(rules[0]) if by_blocks else None
    for step in steps:
        if found is not None:
            found, image = _after_block_step(found, step, image, board)
        elif "maps" not in step:
            raise MismatchError(f"the proof by {step['lemma']} is not a bijection that can be drawn")
        else:
            s, t = step["maps"]
            sides = _sides(board) if s != t else [0] * board.size
            image = [(t if side else s)[value] for side, value in zip(sides, values, strict=True)]
    is_legal = all(tuple(image[cell] for cell in cells) in allowed for cells, allowed in after[1])
    assert is_legal, "a bijection maps configurations to configurations"
    return _configuration(rules[0], values), _configuration(rules[1], image)


def _configuration(rule: Rule, values: Sequence[int]) -> Configuration:
    if (named := getattr(rule, "values", None)) is not None:
        return Configuration.of_values((cell, named[value]) for cell, value in enumerate(values))
    base: Any = getattr(rule, "base", rule)
    return Configuration.of_moves(base, [(value - 1, (cell,)) for cell, value in enumerate(values) if value])


def _block_constraints(rules: tuple[Rule, Rule], board: Board) -> list[tuple[int, list[Constraint]]]:
    """Return, for each rule, the number of values and the constraints on the blocks."""
    grid = board.grid
    if grid is None or not board.fills_grid or min(grid.rows, grid.cols) < 2:
        raise MismatchError(f"board {board.text}: expected at least two rows and two columns")
    corners = [(row, col) for row in range(1, grid.rows) for col in range(1, grid.cols)]
    backs = (0, 1, grid.cols, grid.cols + 1)
    blocks = [[row * grid.cols + col - back for back in backs] for row, col in corners]
    found = [BlockRule.of(rule) for rule in rules]
    allowed = [(one.size, {block[::-1] for block in one.allowed}) for one in found if one is not None]
    return [(size, [(cells, own) for cells in blocks]) for size, own in allowed]


def _distance_constraints(rules: tuple[Rule, Rule], board: Board) -> list[tuple[int, list[Constraint]]]:
    """Return, for each rule, the number of values and the constraints on pairs of vertices."""
    far = [distances_from([cell], board.neighbours) for cell in range(board.size)]
    found = [one for rule in rules if (one := values_at_distances(rule)) is not None]
    joined = [(a, b, far[a][b]) for a in range(board.size) for b in range(a) if b in far[a]]
    return [(size, [([a, b], pairs[d]) for a, b, d in joined if d in pairs]) for size, pairs in found]


def _drawn(size: int, constraints: list[Constraint], cells: int, random: Random) -> list[int]:
    """Return random legal values of all cells, found by backtracking."""

    def extend(values: list[int]) -> Iterator[list[int]]:
        if len(values) == cells:
            yield values
            return
        for value in random.sample(range(size), size):
            grown = [*values, value]
            due = (own for own in constraints if own[0][0] == len(values))
            if all(tuple(grown[cell] for cell in own) in allowed for own, allowed in due):
                yield from extend(grown)

    if (found := next(extend([]), None)) is None:
        raise MismatchError("the board has no configuration")
    return found


def _after_block_step(
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
        raise MismatchError(f"the proof by {step['lemma']} is not a bijection that can be drawn")
    return after, [value for line in lines for value in line]


def _sides(board: Board) -> list[int]:
    """Return the side of each vertex of a bipartite graph."""
    far: dict[int, int] = {}
    for start in range(board.size):
        far |= {} if start in far else distances_from([start], board.neighbours)
    if any(far[a] % 2 == far[b] % 2 for a, b in board.edges):
        raise MismatchError(f"board {board.text}: expected a bipartite graph")
    return [far[vertex] % 2 for vertex in range(board.size)]
