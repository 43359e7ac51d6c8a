"""Who wins long strips: the decomposition theorem and the Frobenius argument."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gfkit.boards import Family
from gfkit.errors import SelfCheckError
from gfkit.face import Face
from gfkit.games import Rule
from gfkit.games.rule import PlacementRule
from gfkit.typing import Player
from gfkit.values.outcome.cuts import COLUMNS, ROWS, never_crosses
from gfkit.values.outcome.listing import numbers_text
from gfkit.values.outcome.semigroup import Semigroup, shifted


@dataclass(frozen=True, slots=True)
class DecompositionLaw(Face):
    """What the decomposition theorem says about a family for all n.

    ``winner`` wins, whoever starts, for every n that is a sum of ``generators``; with ``covers_from`` that is
    every n from there on. ``exceptions`` are the n below it that somebody else wins, ``unknown`` those below
    it that nobody has searched. From ``moving_first_from`` on the winner wins at least when moving first.
    """

    board: str
    winner: str
    generators: tuple[int, ...]
    helping: tuple[int, ...]
    covers_from: int | None
    exceptions: tuple[int, ...]
    unknown: tuple[int, ...]
    moving_first_from: int | None
    proved: bool = True

    @property
    def statement(self) -> str:
        who = self.winner.title()
        if self.covers_from is not None:
            text = f"{who} wins on {self.board} for every n >= {self.covers_from}"
            if self.unknown:
                text += f", and for all smaller n >= 1 but {numbers_text((*self.exceptions, *self.unknown))}"
                return text + f" (not searched: {numbers_text(self.unknown)})"
            return text + (
                f", and for all smaller n >= 1 but {numbers_text(self.exceptions)}" if self.exceptions else ""
            )
        text = f"{who} wins on {self.board} for every n that is {self._sums()}"
        if self.moving_first_from is not None:
            text += f"; moving first, {who} wins for every n >= {self.moving_first_from}"
        return text

    def at(self, n: int) -> str | None:
        """The winner at n, where the law tells."""
        covered = self.covers_from is not None and n >= self.covers_from
        return self.winner if covered or n in Semigroup.of(self.generators, self.helping) else None

    def _sums(self) -> str:
        if len(self.generators) == 1 and not self.helping:
            return f"a multiple of {self.generators[0]}"
        text = f"a sum of {numbers_text(self.generators)}"
        return text + (f" and any of {numbers_text(self.helping)}" if self.helping else "")

    def as_json(self) -> dict[str, object]:
        return {
            "statement": self.statement,
            "status": "proved",
            "theorem": "decomposition",
            "winner": self.winner,
            "generators": list(self.generators),
            "helping": list(self.helping),
            "covers_from": self.covers_from,
            "exceptions": list(self.exceptions),
            "unknown": list(self.unknown),
            "moving_first_from": self.moving_first_from,
        }


def decomposition_law(rule: Rule, family: Family, outcomes: Mapping[int, str]) -> DecompositionLaw | None:
    """The law that the decomposition theorem draws from these outcomes, or None.

    Theorem. Let G(n) be the strip of length n and let the lines across it be crossed by no piece that Left
    may place; let pieces hinder each other only by lying on the same cell, or besides by pieces of Left alone
    not touching each other. Then G(a + b) <= G(a) + G(b). Proof: striking out Right's moves across the line
    can only harm Right; what is left is G(a) + G(b), with perhaps fewer moves for Left. So if Right wins on a
    and on b whoever starts, he does on a + b; it is enough that he wins on a, and on b when moving second.
    And if he wins on a, or on b, when moving first and on the other when moving second, he wins on a + b
    when moving first. The same holds with the players exchanged.

    So the lengths that Right wins, with those the second player wins to help, generate others. With greatest
    common divisor 1 they generate all from some length on. References: Lachmann, Moore, Rapaport, Who wins
    Domineering on rectangular boards?; Blanco, Fraenkel, Tromping games: tiling with trominoes, theorem 3.3.

    >>> from gfkit.boards import parse_board
    >>> from gfkit.games import find_rule
    >>> words = dict(enumerate("left first first right right right first".split(), 1))
    >>> law = decomposition_law(find_rule("d-tromping"), parse_board("3xn"), words)
    >>> law.statement, law.generators
    ('Right wins on 3xn for every n >= 8, and for all smaller n >= 1 but 1-3, 7', (4, 5, 6))
    """
    found = [
        law
        for loser, winner in ((Player.LEFT, Player.RIGHT), (Player.RIGHT, Player.LEFT))
        if cuts_apart(rule, family, loser) and (law := _law(family, winner, outcomes)) is not None
    ]
    return min(found, key=lambda law: (law.covers_from is None, law.covers_from), default=None)


def cuts_apart(rule: Rule, family: Family, loser: Player) -> bool:
    """Whether the hypotheses hold with ``loser`` as the player none of whose pieces crosses a line."""
    axis = _growing_axis(family)
    if not isinstance(rule, PlacementRule) or rule.liberties or axis is None:
        return False
    colours = range(len(rule.colours))
    hindering = {c for a in colours for b in colours if rule.forbids(a, b) for c in (a, b)}
    return all(rule.colours[colour].owner is loser for colour in hindering) and never_crosses(
        rule, loser, axis
    )


def _growing_axis(family: Family) -> int | None:
    """The axis along which a strip grows without closing up: rows pile up, or columns."""
    if family.word == "path":
        return None
    grows = family.sizes.index(None)
    if len(family.sizes) != 2 or family.shape.wraps[grows]:
        return None
    return ROWS if grows == 0 else COLUMNS


def _law(family: Family, winner: Player, outcomes: Mapping[int, str]) -> DecompositionLaw | None:
    won = {n for n, who in outcomes.items() if who == winner.value and n > 0}
    drawn = {n for n, who in outcomes.items() if who == "second" and n > 0}
    if not won:
        return None
    sums = Semigroup.of(won, drawn)
    wrong = [n for n in outcomes if n in sums and n not in won]
    if wrong:
        raise SelfCheckError(
            f"{family.at(wrong[0]).text}: the search says {outcomes[wrong[0]]}, the decomposition theorem"
            f" {winner.value}; please report this"
        )
    needed = _without_idle(won, drawn)
    helping = _without_idle_helpers(needed, drawn, sums)
    covers = sums.all_from
    while covers is not None and outcomes.get(covers - 1) == winner.value:
        covers -= 1
    below = range(1, covers or 1)
    first = {n for n, who in outcomes.items() if who in (winner.value, "first") and n > 0}
    return DecompositionLaw(
        board=family.text,
        winner=winner.value,
        generators=needed,
        helping=helping,
        covers_from=covers,
        exceptions=tuple(n for n in below if n in outcomes and outcomes[n] != winner.value),
        unknown=tuple(n for n in below if n not in outcomes and n not in sums),
        moving_first_from=shifted(sums, first).all_from,
    )


def _without_idle(won: set[int], drawn: set[int]) -> tuple[int, ...]:
    """The lengths won without which the sums would be fewer."""
    kept = sorted(won)
    for length in kept[:0:-1]:
        fewer = [other for other in kept if other != length]
        if length in Semigroup.of(fewer, drawn):
            kept = fewer
    return tuple(kept)


def _without_idle_helpers(needed: tuple[int, ...], drawn: set[int], sums: Semigroup) -> tuple[int, ...]:
    kept = sorted(drawn)
    for length in kept[::-1]:
        fewer = [other for other in kept if other != length]
        if Semigroup.of(needed, fewer) == sums:
            kept = fewer
    return tuple(kept)
