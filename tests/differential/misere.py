"""Misère play: quotients of heap games, and genera of heaps and boards, against play by definition."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import combinations_with_replacement, product
from operator import xor
from random import Random
from typing import Any

import gfkit

from . import questions
from .case import Case, Compared, FaultError, RuleData, agree

_MOST_TOKENS = 11
_MOST_POSITIONS = 60
_TWOS = 4
"""How many heaps *2 are added to a position by definition."""
Heap = tuple[int, ...]


@dataclass(frozen=True)
class MisereCase(Case):
    """A heap game with its rule as the digits of each number of tokens; or a game on a board."""

    to: int | None = None

    @property
    def command(self) -> str:
        if "digits" in self.rule:
            heap = self.board or ("" if self.to is None else f"--to {self.to}")
            return f"gfkit nim {self.rule['name']} {heap} --misere"
        return f"gfkit nim rule.toml {self.board} --misere --impartial"


def case(rng: Random) -> MisereCase:
    """Return a random code of one to four digits, a subtraction set, Grundy's game, or a game on a board."""
    if rng.random() < 0.35:
        made = questions.game_on_board(rng)
        return MisereCase(made.rule, made.board)
    data = code(rng)
    if rng.random() < 0.4:
        return MisereCase(data, str(rng.randint(0, 9)))
    is_whole = rng.random() < 0.1 and len(data["digits"]) < 4
    return MisereCase(data, "", to=None if is_whole else rng.randint(1, 9))


def code(rng: Random) -> RuleData:
    """Return a heap game: the positions a heap may become, by the number of tokens removed."""
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


def _kind(made: Case) -> str:
    return "board" if "digits" not in made.rule else "heap" if made.board else "quotient"


def tags(made: Case) -> list[str]:
    return [f"of: {_kind(made)}", f"rule: {made.rule['name'].partition(':')[0]}"]


def compare(made: Case) -> Compared:
    return {"board": _board, "heap": _heap, "quotient": _quotient}[_kind(made)](made)


class Heaps(questions.Played):
    """Sums of heaps: the options of each heap, by digits; or of Grundy's game without digits."""

    def __init__(self, digits: Sequence[int] | None, *heaps: int) -> None:
        self.digits, self.start = digits, heaps
        self.after = cache(self._after)  # type: ignore[method-assign]

    def leavings(self, heap: int) -> set[Heap]:
        """Return the positions that one heap may become: heaps of at least one token each."""
        if not self.digits:
            return {(a, heap - a) for a in range(1, heap) if a < heap - a}
        found: set[Heap] = set()
        for taken, digit in enumerate(self.digits):
            left = heap - taken
            found |= {()} if digit & 1 and left == 0 < heap else set()
            found |= {(left,)} if digit & 2 and left > 0 < taken else set()
            first = range(1, left + 1)
            found |= {(a, left - a) for a in first if a <= left - a} if digit & 4 else set()
            found |= {(a, b, left - a - b) for a in first if digit & 8 for b in range(a, (left - a) // 2 + 1)}
        return found

    def _after(self, heaps: Heap, _: str = "LR") -> list[tuple[None, Heap]]:
        return [
            (None, tuple(sorted((*heaps[:k], *left, *heaps[k + 1 :]))))
            for k, heap in enumerate(heaps) for left in self.leavings(heap)
        ]  # fmt: skip


def nimbers(digits: Sequence[int] | None, count: int) -> list[int]:
    """Return the Grundy values of the heaps of 0, 1, 2, ... tokens."""
    found: list[int] = []
    for heap in range(count):
        seen = {reduce(xor, (found[part] for part in left), 0) for left in Heaps(digits).leavings(heap)}
        found.append(next(k for k in range(len(seen) + 1) if k not in seen))
    return found


class _WithHeaps(questions.Played):
    """The sum of a game with some heaps *2, some *1 and one more heap."""

    def __init__(self, game: questions.Played) -> None:
        self.game = game

    def after(self, here: Any, _: str = "LR") -> list[tuple[None, Any]]:
        game, twos, ones, heap = here
        found = [(there, twos, ones, heap) for _, there in self.game.after(game)]
        found += [(game, twos - 1, ones, heap), (game, twos - 1, ones + 1, heap)] if twos else []
        found += [(game, twos, ones - 1, heap)] if ones else []
        return [(None, there) for there in (*found, *((game, twos, ones, less) for less in range(heap)))]


def _genus(answer: Any, game: questions.Played) -> Compared:
    """Return the genus: the Grundy value, and the misère Grundy values with 0, 1, 2, ... heaps *2."""
    loses, numbers = _WithHeaps(game).loser(), answer.misere
    own = [next(m for m in range(99) if loses((game.start, twos, 0, m))) for twos in range(_TWOS)]
    misere = [numbers[n] if n < len(numbers) else numbers[-2 + (n - len(numbers)) % 2] for n in range(_TWOS)]
    agree((answer.nimber, misere), (game.nimber(), own), "genus", f"{answer}: ")
    return agree(answer.outcome, "second" if own[0] == 0 else "first", "outcome", f"{answer}: "), []


def _heap(made: Case) -> Compared:
    heap = int(made.board)
    return _genus(gfkit.genus(made.rule["name"], heap), Heaps(made.rule["digits"], *[heap][: heap > 0]))


def _board(made: Case) -> Compared:
    answer = gfkit.genus(questions.read(made), made.board, impartial=True)
    play = questions.Play.of(made)
    if play is None or len(play.positions) > _MOST_POSITIONS:
        return 0, ["listed: no"]
    return _genus(answer, play)


def _quotient(made: Any) -> Compared:
    """Compare the outcomes of small sums; check that products commute and that elements are distinct."""
    answer = gfkit.misere_quotient(made.rule["name"], to=made.to)
    table, size = answer.table, answer.order
    for a, b, c in product(range(size), repeat=3) if size < 25 else ():
        if table[a][b] != table[b][a] or table[table[a][b]][c] != table[a][table[b][c]]:
            raise FaultError(f"products of {a}, {b}, {c}", "wrong: monoid")
    rows = {tuple(answer.losing >> table[a][b] & 1 for b in range(size)) for a in range(size)}
    agree(len(rows), size, "alike")
    most = min(_MOST_TOKENS, answer.heaps if answer.law is None else _MOST_TOKENS)
    law = "none" if answer.law is None else "proved"
    compared = sums_agree(made.rule["digits"], most, lambda heaps: answer.outcome(heaps) == "second")
    return compared, [f"law: {law}", f"order: {min(40, size) // 4 * 4}+"]


def sums_agree(digits: list[int] | None, most: int, said: Callable[[Heap], bool]) -> int:
    """Return the number of small sums of at most three heaps with the claimed outcome."""
    loses = Heaps(digits).loser()
    every = [heaps for k in range(4) for heaps in combinations_with_replacement(range(1, most + 1), k)]
    few = [heaps for heaps in every if sum(heaps) <= _MOST_TOKENS]
    return sum(agree(said(heaps), loses(heaps), "quotient", f"{heaps}: ") for heaps in few)
