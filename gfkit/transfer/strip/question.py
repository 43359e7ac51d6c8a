"""What a worker is told of a strip: enough to build it again."""

from __future__ import annotations

from dataclasses import dataclass

from gfkit.boards import Family
from gfkit.games import Rule
from gfkit.transfer.strip.strip import Strip, find_strip
from gfkit.typing import Player, Weights


@dataclass(frozen=True, slots=True)
class Question:
    """A rule on a family, the players who must be stuck, and the weights: a small value that can be sent."""

    rule: Rule
    family: Family
    stuck: frozenset[Player]
    weights: Weights

    def strip(self) -> Strip:
        """The strip, built anew."""
        return find_strip(self.rule, self.family, self.stuck, self.weights, lambda *_: None)
