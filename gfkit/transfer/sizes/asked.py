"""Laws in another size, from the words that ask for them."""

from __future__ import annotations

from gfkit.boards import parse_one_board
from gfkit.errors import OptionError
from gfkit.games.growing import GrowingValues
from gfkit.games.library import as_rule, game_name
from gfkit.transfer.sizes.law import SizeLaw
from gfkit.typing import Positions, Weights


def law_in_size(
    game: object, board: object, values: str | None, pieces: int | None, positions: str, weights: str
) -> SizeLaw:
    """The law in the number of values on one board, or in the side of a square with so many pieces."""
    if values is not None and pieces is not None:
        raise OptionError("values and pieces: take one of them")
    if Positions.read(positions) is not Positions.ALL or Weights.read(weights) is not Weights.NONE:
        raise OptionError("laws in another size than a length are of all positions, without weights")
    rule = as_rule(game)
    name = game_name(game) if isinstance(game, str) else rule.name
    if values is not None:
        from gfkit.transfer.sizes.alphabets import law_in_values

        return law_in_values(rule, parse_one_board(str(board)), GrowingValues.read(values), name)
    assert pieces is not None, "one of them is asked for"
    from gfkit.transfer.sizes.squares import law_in_squares

    return law_in_squares(rule, str(board), pieces, name)
