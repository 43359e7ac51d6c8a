"""Claims about boards that grow in both directions, such as nxn: reference counts, computed board by
board.
"""

from __future__ import annotations

from itertools import count as count_up

from gfkit.algebra import Evidence, Status
from gfkit.boards import sized_board
from gfkit.claims.truth import DataTruth
from gfkit.deferred import dataclass
from gfkit.guessing import Data
from gfkit.rules import GameLike, Question
from gfkit.typing import OnProgress, PositionsWord

_MOST_CELLS = 36
"""Maximum number of cells of a board whose count is compared with a formula."""


@dataclass(frozen=True, eq=False)
class CountedTruth(DataTruth):
    """Counts of single boards, each computed from the rule."""

    weakest: Evidence | None
    """Evidence for a count that is not proved, or None."""
    unit = "board"

    @property
    def evidence(self) -> Evidence:
        return self.weakest or Evidence(
            Status.PROVED, "terms-compared", (("terms_compared", len(self.data)),)
        )

    def sentence(self, n: int, value: str) -> str:  # noqa: ARG002
        return f"the correct value is {value}"


def count_each(
    game: GameLike,
    boards: str,
    positions: PositionsWord,
    listed: tuple[int, int] | None,
    on_progress: OnProgress | None,
) -> CountedTruth:
    """Return the counts of the boards that a list covers (given by its first n and its length), or of the
    smallest boards.

    >>> count_each("kings", "nxn", "all", (1, 3), None).data
    Data(terms=(2, 5, 35), offset=1)
    """
    from gfkit.engine.count import count

    if listed is None:
        last = next(n for n in count_up(2) if sized_board(boards, {"n": n + 1}).size > _MOST_CELLS)
        listed = (1, last)
    first, length = listed
    asked = Question.of(game, sized_board(boards, {"n": max(first, 3)}), positions)
    counted = [
        count(asked.on(sized_board(boards, {"n": n})), on_progress=on_progress)
        for n in range(first, first + length)
    ]
    unsure = (one.evidence for one in counted if one.evidence.status is not Status.PROVED)
    return CountedTruth(Data.of([int(one) for one in counted], first), next(unsure, None))
