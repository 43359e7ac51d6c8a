"""Draws against the distribution of a listing: every draw is listed, and each is drawn as often as it weighs.

A case is a find when chi-squared is suspicious three times in a row, with new seeds and more draws each time.
By the Wilson-Hilferty approximation the chances of that are 5e-4, 5e-5 and 1e-5, so that a false alarm has a
chance below 1e-9 even if the approximation is wrong by a factor of ten each time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any

import gfkit
from gfkit.core.errors import MismatchError

from . import questions
from .case import Case, Compared, FaultError
from .plain import Place, colours_of

Looks = tuple[frozenset[Any], frozenset[tuple[int, str]]]
"""Pieces, each with its owner and how often it is there; and what is written on cells."""
Draw = Callable[[int, int], list[Hashable]]
"""From a number of draws and a seed, what is drawn."""
_STAGES = ((300, 3.3), (3000, 3.9), (10_000, 4.3))
"""How many draws, and beyond how many standard deviations they are suspicious."""
_LEAST_EXPECTED = 6.0
_MOST_LISTED = 1500
_WEIGHTS = ("1", "1", "2", "1/3", "10", "0.5", "1/7")
_OWNERS = {"L": "left", "R": "right", "LR": "both"}


@dataclass(frozen=True)
class SampleCase(Case):
    """A case with the weights of pieces."""

    x: str = "1"
    y: str = "1"
    seed: int = 0
    verb = "sample"


def case(rng: Random) -> SampleCase:
    """Return a rule on a board, with weights."""
    made = questions.on_board(rng)
    x, y = rng.choice(_WEIGHTS), rng.choice(_WEIGHTS)
    return SampleCase(made.rule, made.board, made.positions, x=x, y=y, seed=rng.randrange(10**6))


def tags(made: Case) -> list[str]:
    return [f"rule: {made.kind}", f"positions: {made.positions}"]


def compare(made: Any) -> Compared:
    rule, asked = questions.read(made), {"x": Fraction(made.x), "y": Fraction(made.y)}
    method = ""
    try:
        method = gfkit.sample(rule, made.board, made.positions, seed=made.seed, **asked).evidence.method
    except MismatchError as refusal:
        if "there is nothing to sample" not in str(refusal):
            raise
    every = questions.listing(made.rule, Place(made.board), made.positions, _MOST_LISTED)
    if every is None:
        return 0, ["listed: no"]
    if bool(every) != bool(method):
        raise FaultError(f"drawn by {method or 'nothing'}, and {len(every)} are listed", "wrong: nothing")
    if not every:
        return 1, ["listed: nothing"]
    weights: Counter[Hashable] = Counter()
    for marks, (left, right) in every:
        weights[_class_of(made, _shown(made, marks))] += asked["x"] ** left * asked["y"] ** right

    def draw(number: int, seed: int) -> list[Hashable]:
        drawn = gfkit.samples(rule, made.board, made.positions, number=number, seed=seed, **asked)
        return [_class_of(made, looks_of(sample.configuration)) for sample in drawn]

    if draw(5, made.seed) != draw(5, made.seed):
        raise FaultError("equal seeds draw different samples", "wrong: seed")
    _fits(weights, draw, made.seed)
    return 1, [f"listed: {'one' if len(weights) == 1 else 'more'}", f"by: {method}"]


def _class_of(made: Case, looks: Looks) -> Hashable:
    """Return the class of a sample: its class under permutations of values, or the sample itself."""
    if made.kind == "edges":  # roots are counted, and not listed
        return looks[0]
    if "count_up_to" not in made.rule.get("cells", {}):
        return looks
    written = dict(looks[1])
    return frozenset(frozenset(c for c in written if written[c] == v) for v in {*written.values()})


def looks_of(configuration: Any) -> Looks:
    """Return the canonical form of a configuration, independent of the order of its construction."""
    pieces = Counter((piece.owner.value, frozenset(piece.cells)) for piece in configuration.pieces)
    return frozenset(pieces.items()), frozenset((*configuration.marks.items(), *(configuration.arrows or ())))


def _shown(made: Case, marks: Any) -> Looks:
    """Return the canonical form of a configuration: pieces with their owners, and values of cells."""
    pieces: Counter[Hashable] = Counter()
    written: dict[int, str] = {}
    arrows = set[tuple[int, int]]()
    colours = [owner for owner, _ in colours_of(made.rule)] if made.kind == "placement" else ["LR"]
    for name, on in marks:
        cells = frozenset(cell for _, cell in on)
        if made.kind in ("array", "tiles"):
            written |= dict.fromkeys(cells, f"T{name}" if made.kind == "tiles" else str(name))
        elif made.kind == "orientations":
            ends = dict(on)
            arrows.add((ends["from"], ends["to"]))
        elif made.kind == "pointers":
            ends = dict(on)
            written[ends["from"]] = str(ends["to"] + 1)
        else:
            pieces[_OWNERS[colours[name]], cells] += 1
            if len(colours) > 1 and set(colours) == {"LR"}:
                written |= dict.fromkeys(cells, "abc"[name])
    return frozenset(pieces.items()), frozenset((*written.items(), *arrows))


def _fits(weights: Mapping[Hashable, Fraction], draw: Draw, seed: int) -> None:
    """Raise FaultError if a sample is not listed, or the frequencies contradict the weights."""
    whole, deviations = sum(weights.values()), []
    for stage, (number, most) in enumerate(_STAGES):
        drawn = Counter(draw(number, seed + 1_000_003 * stage))
        number = drawn.total()
        stray = next((key for key in drawn if key not in weights), None)
        if stray is not None:
            raise FaultError(f"drawn, and not allowed: {stray}", "wrong: not allowed")
        deviations.append(deviation({key: float(w / whole) * number for key, w in weights.items()}, drawn))
        if deviations[-1] < most:
            return
    far_off = zip(deviations, _STAGES, strict=True)
    text = ", ".join(f"{far:.1f} standard deviations in {n}" for far, (n, _) in far_off)
    raise FaultError(f"draws are not as often as they weigh: {text} draws", "wrong: distribution")


def deviation(expected: Mapping[Hashable, float], drawn: Mapping[Hashable, int]) -> float:
    """Return the standardised excess of chi-squared; configurations with small expectation are pooled."""
    pairs, rest = [], [0.0, 0]
    for key in sorted(expected, key=lambda key: expected[key]):
        rest = [rest[0] + expected[key], rest[1] + drawn.get(key, 0)]
        if rest[0] >= _LEAST_EXPECTED:
            pairs.append(rest)
            rest = [0.0, 0]
    if rest[0] and pairs:
        pairs[-1] = [pairs[-1][0] + rest[0], pairs[-1][1] + rest[1]]
    freedom = len(pairs) - 1
    if freedom < 1:
        return 0.0
    chi = sum((number - mean) ** 2 / mean for mean, number in pairs)
    return ((chi / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom))
