"""Backward induction with sets: every payoff that some way of breaking ties makes an equilibrium."""

from __future__ import annotations

from gfkit.equilibrium.game import Dominogame, Heights
from gfkit.equilibrium.limits import check_outcomes, check_positions
from gfkit.equilibrium.move import Moves, Step, steps
from gfkit.equilibrium.positions import reachable
from gfkit.typing import OnProgress, Progress

Payoffs = tuple[int, ...]
"""What each player gets from here on: the player to move first, then the others in turn."""

_REPORTED = 256


def before(payoffs: Payoffs, gain: int) -> Payoffs:
    """Payoffs after a move that pays ``gain``, as the player who makes it sees them.

    >>> before((5, 2), 3)
    (5, 5)
    """
    return (payoffs[-1] + gain, *payoffs[:-1])


def after(payoffs: Payoffs, gain: int) -> Payoffs:
    """What is left after a move that pays ``gain``, as the next player sees it."""
    return (*payoffs[1:], payoffs[0] - gain)


class Induction:
    """The payoffs S(x) of all subgame-perfect equilibria from every position x.

    With own(v) for what the player to move gets, and the payoffs of the moves' positions x_1, ..., x_k
    seen from x,

        S(x) = {v in S(x_1) + ... + S(x_k) united : own(v) >= max_i min {own(w) : w in S(x_i)}}.

    Proof. An equilibrium of the tree below x is one equilibrium in each of the trees below x_1, ..., x_k,
    chosen independently of each other, and a move to a child whose payoff v has own(v) at least that of
    the others. So v in S(x_i) is reached exactly when the other trees can be played with payoffs w_j with
    own(w_j) <= own(v), that is, when own(v) >= min own over S(x_j) for every j != i; for j = i it always
    holds. What was gained before x is the same in all of them and changes no comparison.

    A strategy may answer the same position differently when it was reached by different moves; strategies
    that see only the heights can have fewer payoffs, in D(4,3), D(3,5) and D(3,6) for example. Cost: the
    sum over positions of the sizes of the sets of their moves; sets can have up to as many payoffs as
    there are pairs. Mirror images share one set.

    >>> sorted(Induction(Dominogame(3, 4), (0, 0, 0), 10**9).payoffs((0, 0, 0)))
    [(12, 18), (16, 14)]

    Reference: Osborne and Rubinstein, A Course in Game Theory, chapter 6 (backward induction).
    """

    def __init__(
        self, game: Dominogame, start: Heights, max_memory: int, on_progress: OnProgress | None = None
    ) -> None:
        check_positions(game, start, max_memory)
        self.game = game
        self._moves = Moves(game)
        self._sets: dict[Heights, frozenset[Payoffs]] = {}
        self.outcomes = 0
        order = reachable(game, start, max_memory, on_progress)
        shared: dict[frozenset[Payoffs], frozenset[Payoffs]] = {}
        for number, heights in enumerate(order):
            found = self._solved(heights)
            self.outcomes += len(found) if found not in shared else 0
            self._sets[heights] = shared.setdefault(found, found)
            if number % _REPORTED == 0:
                check_outcomes(game, number, self.outcomes, max_memory)
                if on_progress is not None:
                    on_progress(Progress(f"{game}", number, len(order), len(found)))

    def _solved(self, heights: Heights) -> frozenset[Payoffs]:
        united: set[Payoffs] = set()
        threshold = 0
        for step in steps(self.game, heights):
            seen = [before(payoffs, step.gain) for payoffs in self.payoffs(step.heights)]
            threshold = max(threshold, min(payoffs[0] for payoffs in seen))
            united.update(seen)
        if not united:
            return frozenset({(0,) * self.game.players})
        return frozenset(payoffs for payoffs in united if payoffs[0] >= threshold)

    @property
    def positions(self) -> int:
        return len(self._sets)

    def canonical(self, heights: Heights) -> Heights:
        return self.game.canonical(heights)

    def payoffs(self, heights: Heights) -> frozenset[Payoffs]:
        """The set S of a position that can be reached from the start."""
        return self._sets[self.game.canonical(heights)]

    def choices(self, heights: Heights, payoffs: Payoffs) -> list[tuple[Step, Payoffs]]:
        """The moves of equilibria with these payoffs, each with the payoffs that follow it."""
        listed = [(step, after(payoffs, step.gain)) for step in self._moves[heights]]
        return [(step, rest) for step, rest in listed if rest in self.payoffs(step.heights)]
