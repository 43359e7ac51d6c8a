"""Misère play: quotients of heap games, and genera of heaps and boards, against play by definition."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

import gfkit

from . import families, questions
from .case import Case, Ending, RuleData
from .families import FaultError
from .questions import Play

Rng = questions.Rng
Heaps = tuple[int, ...]
Options = Callable[[Any], Sequence[Any]]
_MOST_TOKENS = 11
_MOST_POSITIONS = 60
_TWOS = 4
"""How many heaps *2 are added to a position by definition."""


@dataclass(frozen=True, slots=True)
class MisereCase(Case):
    """A heap game with its rule as the digits of each number of tokens; or a game on a board."""

    to: int | None = None

    @property
    def command(self) -> str:
        if "digits" in self.rule:
            heap = self.board or ("" if self.to is None else f"--to {self.to}")
            return f"gfkit nim {self.rule['name']} {heap} --misere"
        return f"gfkit nim rule.toml {self.board} --misere --impartial"


def case(rng: Rng) -> MisereCase:
    """A random code of one to four digits, a set to subtract or Grundy's game; or a game on a board."""
    if rng.random() < 0.35:
        made = questions.game_on_board(rng)
        return MisereCase(made.rule, made.board)
    data = code(rng)
    if rng.random() < 0.4:
        return MisereCase(data, str(rng.randint(0, 9)))
    return MisereCase(
        data, "", to=None if rng.random() < 0.1 and len(data["digits"]) < 4 else rng.randint(1, 9)
    )


def code(rng: Rng) -> RuleData:
    """A heap game: what may be left of a heap, by how many tokens are taken."""
    style = rng.random()
    if style < 0.05:
        return {"name": "grundy", "digits": []}
    if style < 0.25:
        taken = sorted(rng.sample(range(1, 6), rng.randint(1, 3)))
        digits = [3 if k in taken else 0 for k in range(taken[-1] + 1)]
        return {"name": f"subtraction:{','.join(map(str, taken))}", "digits": digits}
    word, most = ("hex", 15) if style < 0.4 else ("octal", 7)
    digits = [rng.choice((0, 0, 0, 4)), *(rng.randint(0, most) for _ in range(rng.randint(1, 4)))]
    return {"name": f"{word}:{digits[0]}.{''.join(f'{digit:x}' for digit in digits[1:])}", "digits": digits}


def judge(made: MisereCase) -> Ending:
    kind = "board" if "digits" not in made.rule else "heap" if made.board else "quotient"
    name = made.rule["name"].partition(":")[0] if "digits" in made.rule else "placement"
    compared_by = {"board": _board, "heap": _heap, "quotient": _quotient}[kind]
    return families.judged(made, [f"of: {kind}", f"rule: {name}"], compared_by)


def leavings(data: RuleData, heap: int) -> set[Heaps]:
    """What one move may leave of a heap: heaps of at least one token each."""
    if not data["digits"]:
        return {(a, heap - a) for a in range(1, heap) if a < heap - a}
    ways: set[Heaps] = set()
    for taken, digit in enumerate(data["digits"]):
        left = heap - taken
        for parts, bit in ((0, 1), (1, 2), (2, 4), (3, 8)):
            if digit & bit:
                ways |= {
                    heaps for heaps in combinations_with_replacement(range(1, max(left, 0) + 1), parts)
                    if sum(heaps) == left and (taken or parts > 1)
                }  # fmt: skip
    return ways


def _sums(data: RuleData) -> Options:
    @cache
    def options(heaps: Heaps) -> list[Heaps]:
        return list({
            tuple(sorted((*heaps[:k], *left, *heaps[k + 1 :])))
            for k, heap in enumerate(heaps) for left in leavings(data, heap)
        })  # fmt: skip

    return options


def loser(options: Options) -> Callable[[Any], bool]:
    """Whether who is to move loses when the last mover loses."""

    @cache
    def loses(position: Any) -> bool:
        after = options(position)
        return bool(after) and not any(loses(there) for there in after)

    return loses


def genus_of(options: Options, start: Any) -> tuple[int, list[int]]:
    """The nimber, and the misère nimbers with 0, 1, 2, ... heaps *2: the only *m with which one loses."""

    @cache
    def nimber(position: Any) -> int:
        after = {nimber(there) for there in options(position)}
        return next(k for k in range(len(after) + 1) if k not in after)

    def more(position: Any) -> list[Any]:
        game, twos, ones, heap = position
        return [
            *((there, twos, ones, heap) for there in options(game)),
            *([(game, twos - 1, ones, heap), (game, twos - 1, ones + 1, heap)] if twos else []),
            *([(game, twos, ones - 1, heap)] if ones else []),
            *((game, twos, ones, less) for less in range(heap)),
        ]

    loses = loser(more)
    return nimber(start), [next(m for m in range(99) if loses((start, twos, 0, m))) for twos in range(_TWOS)]


def _genus(answer: Any, options: Options, start: Any) -> int:
    nimber, own = genus_of(options, start)
    numbers = answer.misere
    misere = [numbers[n] if n < len(numbers) else numbers[-2 + (n - len(numbers)) % 2] for n in range(_TWOS)]
    if (answer.nimber, misere) != (nimber, own):
        raise FaultError(f"{answer}, and by play {nimber} and {own}", "wrong: genus")
    if answer.outcome != ("second" if own[0] == 0 else "first"):
        raise FaultError(f"{answer.outcome} wins {answer}", "wrong: outcome")
    return 1


def _heap(made: Case) -> tuple[int, list[str]]:
    heap = int(made.board)
    start = (heap,) if heap else ()
    return _genus(gfkit.genus(made.rule["name"], heap), _sums(made.rule), start), []


def _board(made: Case) -> tuple[int, list[str]]:
    answer = gfkit.genus(questions.read(made), made.board, impartial=True)
    play = Play.of(made, 0)
    if play is None or len(play.positions) > _MOST_POSITIONS:
        return 0, ["listed: no"]
    return _genus(answer, lambda here: [there for _, there in play.after(here)], play.start), []


def _quotient(made: Case) -> tuple[int, list[str]]:
    """Who wins sums of few tokens; and that products commute, and no two elements are alike."""
    assert isinstance(made, MisereCase)
    answer = gfkit.misere_quotient(made.rule["name"], to=made.to)
    table, size = answer.table, answer.order
    for a, b, c in product(range(size), repeat=3) if size < 25 else ():
        if table[a][b] != table[b][a] or table[table[a][b]][c] != table[a][table[b][c]]:
            raise FaultError(f"products of {a}, {b}, {c}", "wrong: monoid")
    rows = {tuple(answer.losing >> table[a][b] & 1 for b in range(size)) for a in range(size)}
    if len(rows) < size:
        raise FaultError("two elements are alike", "wrong: alike")
    most = answer.heaps if answer.law is None else _MOST_TOKENS
    loses, compared = loser(_sums(made.rule)), 0
    for number in range(4):
        for heaps in combinations_with_replacement(range(1, min(most, _MOST_TOKENS) + 1), number):
            if sum(heaps) > _MOST_TOKENS:
                continue
            own = "second" if loses(heaps) else "first"
            if answer.outcome(heaps) != own:
                raise FaultError(
                    f"{answer.outcome(heaps)} wins {heaps}, and by play {own}", "wrong: quotient"
                )
            compared += 1
    law = "none" if answer.law is None else "proved"
    return compared, [f"law: {law}", f"order: {min(40, size) // 4 * 4}+"]
