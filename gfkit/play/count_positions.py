"""Number of positions on one board with each outcome or nimber."""

from __future__ import annotations

from collections import Counter
from typing import Any

from gfkit.core.algebra import Evidence, Status
from gfkit.core.boards import BoardsLike
from gfkit.core.boards.board import set_bits
from gfkit.core.deferred import dataclass
from gfkit.core.engine.count import count
from gfkit.core.errors import LimitError, MismatchError, OptionError, RuleError, unknown
from gfkit.core.rules import GameLike, Question
from gfkit.core.rules.kinds.placement.move import exclude, legal_moves
from gfkit.core.typing import OnProgress, Player, Positions, stoppable, tell_progress
from gfkit.core.writable import TextFace
from gfkit.play.position import compile_position
from gfkit.proofs.checker.heaps import nimber_by_play
from gfkit.proofs.checker.reading import Budget

BY = ("outcome", "nimber")
_STEPS, _MOST_STATES = 10**9, 10**6
_OUTCOMES = {(True, True): "first", (True, False): "left", (False, True): "right", (False, False): "second"}
"""Outcome, by the results when Left moves first and when Right moves first."""


@dataclass(frozen=True)
class OutcomeCounts(TextFace):
    """Number of positions on one board with each outcome or nimber.

    >>> print(count_by("cram", "2x3").numbers)
    {'first': 14, 'second': 8}
    """

    game: str
    board: str
    by: str
    numbers: dict[str, int]
    evidence: Evidence
    play: str = "normal"
    """``misere`` if the last player to move loses."""

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the command line prints."""
        count = str(sum(self.numbers.values()))
        return {
            "game": self.game,
            "board": self.board,
            "positions": "all",
            "weights": [],
            "by": self.by,
            "play": self.play,
            "count": count,
            "polynomial": count,
            "numbers": {name: str(number) for name, number in self.numbers.items()},
            "evidence": self.evidence.as_json(),
        }


@stoppable
def count_by(
    game: GameLike,
    board: BoardsLike | None = None,
    by: str = "outcome",
    *,
    impartial: bool = False,
    misere: bool = False,
    on_progress: OnProgress | None = None,
) -> OutcomeCounts:
    """Return the number of positions on one board with each outcome or, for an impartial game, with each
    nimber. If ``misere``, the last player to move loses, and positions are counted by outcome.

    Every set of placements without conflicts is a position; the number of these sets is compared with the
    result of ``gfkit.count``. Sets after which the same placements are possible are searched only once.
    """
    if by not in BY:
        raise OptionError(unknown("by", by, BY))
    check_misere(by, misere)
    question = Question.of(game, board)
    name, where = question.game, question.board.text
    rule = compile_position(question.rule, question.board).rule
    if rule.liberties or question.board.illegal or question.positions is not Positions.ALL:
        raise MismatchError(f"{name} on {where}: only positions without liberties are counted by {by}")
    moves = legal_moves(rule, question.board)
    clashes = [
        sum(1 << at for at, other in enumerate(moves) if exclude(rule, question.board, move, other))
        for move in moves
    ]
    ways = {(1 << len(moves)) - 1: 1}
    for at, clash in enumerate(clashes):
        tell_progress(on_progress, "placements", at, len(moves), len(ways))
        for left, number in list(ways.items()):
            if left >> at & 1:
                ways[left & ~clash] = ways.get(left & ~clash, 0) + number
        if len(ways) > _MOST_STATES:
            raise LimitError(
                f"{name} on {where}: more than {_MOST_STATES:,} different sets of remaining moves, too many"
                " to enumerate"
            )
    owners = [rule.colours[move.colour].owner for move in moves]
    is_impartial = impartial or rule.impartial
    if by == "nimber" and not is_impartial:
        raise RuleError(f"game {rule.name!r} is not impartial: Left and Right have different moves")
    counts: Counter[str] = Counter()
    known: dict[int, int] = {}
    winning: dict[tuple[int, int], bool] = {}
    own = [
        sum(1 << at for at, owner in enumerate(owners) if is_impartial or owner in (player, Player.BOTH))
        for player in (Player.LEFT, Player.RIGHT)
    ]

    def wins(left: int, player: int) -> bool:
        key = left, player
        if key not in winning:
            options = (left & ~clashes[at] for at in set_bits(left & own[player]))
            results = [not wins(option, 1 - player) for option in options]
            winning[key] = any(results) or (misere and not results)
        return winning[key]

    for left, number in ways.items():
        if is_impartial and not misere:
            nimber = nimber_by_play(left, clashes.__getitem__, known, Budget(_STEPS), len(moves) + 1)
            word = str(nimber) if by == "nimber" else "first" if nimber else "second"
        else:
            word = _OUTCOMES[wins(left, 0), wins(left, 1)]
        counts[word] += number
    if count(question) != sum(counts.values()):
        raise MismatchError(f"{name} on {where}: its positions are not sets of placements without conflicts")
    numbers = dict(sorted(counts.items(), key=lambda item: (len(item[0]), item[0])))
    evidence = Evidence(Status.PROVED, "search", (("positions", len(ways)),))
    return OutcomeCounts(name, where, by, numbers, evidence, "misere" if misere else "normal")


def check_misere(by: str, misere: bool) -> None:
    """Raise OptionError for counts by nimber under misere play."""
    if misere and by != "outcome":
        raise OptionError(f"by {by}: under misere play, positions are counted by outcome")
