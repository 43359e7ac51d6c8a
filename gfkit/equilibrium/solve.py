"""What the outside calls: a board and a tie rule in, payoffs and plays out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from gfkit.equilibrium.game import Dominogame, DroppedPiece, Opening, Payoffs, Sides
from gfkit.equilibrium.induction import EVERY, Induction, TieRule, TieRuleInduction, count_sequences, read_tie
from gfkit.equilibrium.result import (
    Equilibrium,
    EquilibriumLimitError,
    Play,
    PlayCount,
    count_plays,
    has_own_image,
    list_plays,
)
from gfkit.errors import LimitError, OptionError
from gfkit.memory import check_memory, default_memory
from gfkit.sequences import Evidence, Status
from gfkit.typing import OnProgress


def equilibrium(
    board: str | Dominogame,
    *,
    tie: str = EVERY,
    raised: int = 0,
    piece: str = DroppedPiece.DOMINO,
    players: int = 2,
    opening: str | Iterable[object] = "",
    plays: int = 3,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> Equilibrium:
    """The equilibrium payoffs and plays of the dominogame on a board, columns first.

    With ``tie`` "all" these are the payoffs of every subgame-perfect equilibrium, else those of one tie
    rule: kind, cruel or first. ``plays`` is how many plays are listed; they are counted in any case, and
    where that takes too much memory, ``EquilibriumLimitError`` has the payoffs.

    >>> found = equilibrium("3x4")
    >>> found.payoffs, found.tie_rules
    (((12, 18), (16, 14)), (('kind', (16, 14)), ('cruel', (12, 18)), ('first', (16, 14))))
    >>> equilibrium("2x9").payoffs
    ((48, 42),)
    """
    check_memory(max_memory)
    rule, limit = read_tie(tie), max_memory or default_memory()
    if isinstance(board, Dominogame):
        game = board
    else:
        game = Sides.read(board).game(raised, DroppedPiece.read(piece), players)
    solved = _Solved.of(Opening.after(game, opening), rule, limit, on_progress)
    return solved.result(_shown(plays), limit)


def equilibria(
    family: str,
    to: int,
    *,
    tie: str = EVERY,
    raised: int = 0,
    piece: str = DroppedPiece.DOMINO,
    players: int = 2,
    opening: str | Iterable[object] = "",
    plays: int = 0,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> Iterator[tuple[int, Equilibrium]]:
    """Each n = 1, ..., to with its board of a family, from the first n that has room for the opening.

    Plays are counted only where some are to be listed.

    >>> [found.payoffs for _, found in equilibria("2xn", 4)]
    [((2, 0),), ((3, 3),), ((7, 5),), ((9, 11),)]
    """
    check_memory(max_memory)
    rule, limit, word = read_tie(tie), max_memory or default_memory(), Sides.read(family)
    if not word.is_family:
        raise OptionError(f"board {family!r}: a family needs n in place of one side")
    if isinstance(to, bool) or not isinstance(to, int) or to < 1:
        raise OptionError(f"to {to!r}: must be a whole number, at least 1")
    begun = False
    for n in range(1, to + 1):
        game = word.at(n).game(raised, DroppedPiece.read(piece), players)
        try:
            start = Opening.after(game, opening)
        except OptionError:
            if begun or n == to:
                raise
            continue
        begun = True
        yield n, _Solved.of(start, rule, limit, on_progress).result(_shown(plays), limit, brief=not plays)


def _shown(plays: int) -> int:
    if isinstance(plays, bool) or not isinstance(plays, int) or plays < 0:
        raise OptionError(f"plays {plays!r}: must be a whole number, at least 0")
    return plays


@dataclass(frozen=True)
class _Solved:
    """A game whose positions all have their payoffs."""

    start: Opening
    rule: TieRule | None
    solver: Induction | TieRuleInduction
    named: tuple[tuple[str, Payoffs], ...]

    @classmethod
    def of(cls, start: Opening, rule: TieRule | None, limit: int, on_progress: OnProgress | None) -> _Solved:
        game, here = start.game, start.heights
        solver: Induction | TieRuleInduction
        if rule is None:
            solver = Induction(game, here, limit, on_progress)
            tables = [TieRuleInduction(game, each, limit, on_progress) for each in TieRule]
        else:
            solver = TieRuleInduction(game, rule, limit, on_progress)
            tables = [solver]
        named = tuple((table.rule.value, start.to_all(*table.payoffs(here))) for table in tables)
        return cls(start, rule, solver, named)

    def result(self, shown: int, limit: int, *, brief: bool = False) -> Equilibrium:
        """The answer, with the numbers of plays and of move sequences unless it is to be brief."""
        answer = self._payoffs(shown)
        if brief:
            return answer
        try:
            count = self._count(limit)
        except LimitError as error:
            raise EquilibriumLimitError(str(error), answer) from None
        number = count_sequences(self.start.game, self.start.heights, limit)
        return replace(answer, play_count=count, sequences=number)

    def _payoffs(self, shown: int) -> Equilibrium:
        """The answer without what has to be counted."""
        start, solver = self.start, self.solver
        payoffs = sorted(start.to_all(one) for one in solver.payoffs(start.heights))
        method = "backward induction" if self.rule is None else f"backward induction with rule {self.rule}"
        return Equilibrium(
            game=start.game,
            opening=start.opening,
            tie=EVERY if self.rule is None else self.rule.value,
            payoffs=tuple(payoffs),
            tie_rules=self.named,
            plays=tuple(islice(self._plays(), shown)),
            play_count=None,
            sequences=None,
            evidence=Evidence(Status.PROVED, method, (("positions", solver.positions),)),
        )

    @property
    def _joins(self) -> bool:
        """Whether mirror images are both among the plays, so that one of each pair is shown."""
        mirror = self.start.game.piece is DroppedPiece.DOMINO and self.start.has_mirror
        return mirror and self.rule is not TieRule.FIRST

    def _plays(self) -> Iterator[Play]:
        """Plays of each payoff in turn, of two mirror images the one whose moves are listed first."""
        each = sorted(self.solver.payoffs(self.start.heights), key=self.start.to_all)
        going = [list_plays(self.solver, self.start.opening, self.start.heights, one) for one in each]
        if self._joins:
            going = [filter(_comes_first, one) for one in going]
        while going:
            left = []
            for one in going:
                play = next(one, None)
                if play is not None:
                    yield play
                    left.append(one)
            going = left

    def _count(self, limit: int) -> PlayCount:
        start, solver = self.start, self.solver
        payoffs = solver.payoffs(start.heights)
        total = count_plays(solver, start.heights, payoffs, limit)
        number = total.total()
        alone = sum(has_own_image(solver, start.heights, one) for one in payoffs) if self._joins else 0
        size = start.game.piece.size
        covered = size * len(start.opening)
        empty = sorted(start.game.cells - covered - size * pieces for pieces in total)
        return PlayCount(number, (number + alone) // 2 if self._joins else number, tuple(empty))


def _comes_first(play: Play) -> bool:
    return play.moves <= play.mirrored().moves
