"""Random configurations on wide boards without a sweep: trees by walks, dominoes by coupling."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

from gfkit.exact import ARRAYS
from gfkit.games import Question
from gfkit.kinds.cover.rule import CoverRule
from gfkit.sequences import Evidence, Status
from gfkit.transfer.kasteleyn import DominoCovers
from gfkit.transfer.machine.order import components
from gfkit.transfer.machine.system import Lays
from gfkit.transfer.matrix_tree import TreeCount
from gfkit.transfer.wilson import drawn_forest
from gfkit.typing import OnProgress, Progress

if ARRAYS:
    from gfkit.transfer.coupling import HeightRegion

NARROW = 8
"""The largest level of a matrix of trees up to which they are drawn by the sweep."""

_Draw = Callable[[Random], list[Lays]]
"""Draws what lies on the board."""
_Way = tuple[_Draw | None, str]
"""How to draw, None where there is no configuration, and what it is known by."""


def drawn_unswept(
    question: Question,
    at: tuple[Fraction, Fraction],
    number: int,
    random: Random,
    on_progress: OnProgress | None,
) -> tuple[list[list[Lays]], Evidence] | None:
    """What lies on the board for so many draws, nothing where there is nothing; None where the sweep draws.

    Weights are ``at``.
    """
    way = _walks(question) or _coupling(question, at, on_progress)
    if way is None:
        return None
    draw, method = way
    found = [] if draw is None else [draw(random) for _ in range(number)]
    return found, Evidence(Status.PROVED, method)


def _walks(question: Question) -> _Way | None:
    """For trees, which all have the same number of edges, so that weights are alike for all."""
    trees = TreeCount.of(question)
    if trees is None or trees.roots is None or trees.matrix.widest <= NARROW:
        return None
    near, roots = question.board.neighbours, trees.roots

    def draw(random: Random) -> list[Lays]:
        return [tuple((("edge", *edge), 1) for edge in drawn_forest(near, roots, random))]

    return draw if trees.whole else None, "loop-erased-walks"


def _coupling(
    question: Question, at: tuple[Fraction, Fraction], on_progress: OnProgress | None
) -> _Way | None:
    """For covers by dominoes that all weigh the same, where the board has no holes and no seam."""
    covers, board, rule = DominoCovers.of(question) if ARRAYS else None, question.board, question.rule
    if covers is None or board.grid is None or board.grid.wrap_rows or board.grid.wrap_cols:
        return None
    assert isinstance(rule, CoverRule), "only these are covers by dominoes"
    if len({at[0] ** x * at[1] ** y for x, y in rule.weights}) > 1:
        return None
    method = "coupling-from-the-past"
    if covers.matrix is None:
        return None, method
    parts = components([set(cells) for cells in covers.near], range(board.size))
    regions = [HeightRegion.of([board.places[cell] for cell in part]) for part in parts]
    whole = [region for region in regions if region is not None]
    if len(whole) < len(regions):
        return None

    def tell(done: int, steps: int) -> None:
        if on_progress is not None:
            on_progress(Progress("coupling from the past", done, steps, 0))

    def draw(random: Random) -> list[Lays]:
        pairs = [pair for region in whole for pair in region.drawn(random.getrandbits(64), tell)]
        laid = [tuple(sorted(board.at[place] for place in pair)) for pair in pairs]
        return [tuple((("piece", 0, *cells), 1) for cells in laid)]

    return draw, method
