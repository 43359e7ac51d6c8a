"""Arithmetic of game values, boards among them."""

from __future__ import annotations

from dataclasses import dataclass

from gfkit.algebra.number import number_text
from gfkit.errors import InputError
from gfkit.play.board import LONGEST, value
from gfkit.play.short import ShortGame, Table
from gfkit.play.short.reading import parse_game
from gfkit.rules import Question
from gfkit.typing import OnProgress, stoppable, tell_progress
from gfkit.writable import Face

_SIGNS = {(True, True): "=", (True, False): "<", (False, True): ">", (False, False): "||"}


@dataclass(frozen=True, slots=True)
class Calculation(Face):
    """The value of an expression of games, and its comparison with another expression."""

    expression: str
    game: ShortGame
    other_expression: str = ""
    other: ShortGame | None = None

    @property
    def relation(self) -> str | None:
        """``=``, ``<``, ``>`` or ``||`` (confused) between both games; None if there is only one."""
        if self.other is None:
            return None
        return _SIGNS[self.game <= self.other, self.game >= self.other]

    def as_json(self, longest: int = LONGEST) -> dict[str, object]:
        """The object that the command line prints."""
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
    """The value of an expression of games and boards, and its comparison with another expression.

    An expression has games as ``ShortGame.parse`` reads them, sums, operations by name, and boards: the name
    of a game, or the path of a rule file, with a board in parentheses.

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
            raise InputError("expression: nothing was given; write a game such as '{2|0} + ^'")
        tell_progress(on_progress, "working out the expression", 0, 1, 0)
        return ShortGame(table, parse_game(table, text, board_value))

    game = parse(expression)
    return Calculation(expression, game, compare or "", None if compare is None else parse(compare))
