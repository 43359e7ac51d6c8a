"""What the named sequences of a recurrence are: games, derived with the weights that are printed."""

from __future__ import annotations

from dataclasses import dataclass

from gfkit.errors import InputError
from gfkit.formula.linear import Name
from gfkit.formula.ratio import Ratio, Ring
from gfkit.games import BUILT_IN
from gfkit.sequences import Status
from gfkit.transfer import Derived
from gfkit.typing import Weights
from gfkit.verify.recurrence.claim import RelationClaim
from gfkit.verify.truth import GameTruth, series, term_of


def game_of(name: Name, claim: RelationClaim, truth: GameTruth) -> GameTruth:
    """The game that a name in the formula stands for: the one asked for, unless several are named."""
    labels = {one.label for one in claim.names}
    if len(labels) == 1:
        return truth
    for word in (part.lower() for part in reversed(name.label)):
        if word in BUILT_IN:
            return truth.other(game=word)
    listed = ", ".join("_".join(label) for label in sorted(labels))
    raise InputError(
        f"formula: {listed} are different sequences; each must name its game, as in P_{{col,n}} and"
        " P_{o12,n}, and positions by the colour of a vertex are not among the classes that are derived"
    )


def weights_of(name: Name, weights: Weights) -> tuple[Weights, dict[str, str]]:
    """The weights to derive with, and what is put for x and y afterwards."""
    match name.arguments:
        case ():
            return weights, {}
        case ("1",) | ("1", "1"):
            return Weights.NONE, {}
        case ("x",):
            return Weights.PIECES, {}
        case ("x", "y"):
            return Weights.PLAYERS, {}
        case (one,):
            return Weights.PIECES, {"x": one}
        case (one, other):
            return Weights.PLAYERS, {"x": one, "y": other}
    raise InputError(f"formula: {name.arguments} cannot be put for x and y")


@dataclass(frozen=True)
class Laws:
    """What the names of a relation stand for, derived."""

    laws: dict[Name, Derived]
    put: dict[Name, dict[str, str]]
    games: dict[Name, GameTruth]

    @property
    def first_n(self) -> int:
        return max(law.first_n for law in self.laws.values())

    def series(self, ring: Ring) -> dict[Name, Ratio] | None:
        """All generating functions; None when one has none."""
        found = {}
        for name, law in self.laws.items():
            if law.rational is None:
                return None
            found[name] = self._put(series(law.rational, ring), name)
        return found

    def _put(self, function: Ratio, name: Name) -> Ratio:
        ring = function.ring
        values = {
            letter: ring.number(1) if text == "1" else ring.letter(text)
            for letter, text in self.put[name].items()
        }
        return function.put(**values) if values else function

    def term(self, name: Name, n: int, ring: Ring) -> Ratio:
        return self._put(term_of(self.laws[name][n], ring), name)

    @property
    def proved(self) -> bool:
        return all(law.evidence.status is Status.PROVED for law in self.laws.values())


def laws_of(claim: RelationClaim, truth: GameTruth) -> Laws:
    """Derives every game of a relation."""
    names = list(dict.fromkeys([*claim.names, *(name for name, _, _ in claim.initial)]))
    games = {name: game_of(name, claim, truth) for name in names}
    weights = {name: weights_of(name, claim.weights) for name in names}
    laws = {name: games[name].law(weights[name][0]) for name in names}
    return Laws(laws, {name: weights[name][1] for name in names}, games)
