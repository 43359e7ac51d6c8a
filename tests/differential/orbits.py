"""Counts and laws up to symmetry, against orbits that are put together one by one: no line of gfkit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product
from random import Random
from typing import Any

import gfkit

from . import families, questions, rules
from .case import Case, Compared, RuleData, agree
from .plain import Place, Position, images, powers_in

Images = tuple[int, ...]
"""Where a symmetry takes every cell."""
_MOST_LISTED = 4000
_MOST_CELLS = 16
_LARGEST_GRAPH = 6


@dataclass(frozen=True)
class OrbitCase(Case):
    """A case with the symmetries that count as one."""

    up_to: str = "symmetry"

    @property
    def verb(self) -> str:  # type: ignore[override]
        return "derive" if self.is_family else "count"


def case(rng: Random) -> OrbitCase:
    """Return a rule, usually symmetrised, on a board or on a family."""
    while True:
        made = questions.on_family(rng) if rng.random() < 0.07 else questions.on_board(rng)
        if not _is_refused(made.rule) or rng.random() < 0.05:
            break
    data = evened(rng, made.rule) if rng.random() < 0.85 else made.rule
    up_to = rng.choice(("symmetry", "symmetry", "rotations", "rectangle"))
    if rules.flat(data) and not made.is_family:
        up_to = rng.choice(("symmetry", "automorphisms"))
    return OrbitCase(data, made.board, made.positions, made.weights, "auto", up_to)


def _is_refused(data: RuleData) -> bool:
    """Return True if the rule has a feature that is not counted up to symmetry."""
    asked, cells = data.get("rules", {}), data.get("cells", {})
    has_roots = "chosen" in str(data.get("edges", {}).get("each", "")) + str(asked.get("connected", ""))
    listed = "tile" in data or "line" in asked or "image" in data or asked.get("liberties")
    return bool(listed or has_roots or cells.get("count_up_to") or cells.get("new_values"))


def evened(rng: Random, data: RuleData) -> RuleData:
    """Return the rule with the reflected, and often the rotated, drawings added."""
    made, turned = dict(data), rng.random() < 0.5

    def alike(texts: list[str]) -> list[str]:
        every = [images(text, turned=turned, mirrored=True) for text in texts if " " not in text]
        return list(dict.fromkeys(one for own in every for text in own for one in (text, _flipped(text))))

    for key in ("left", "right", "both", "colours"):
        if key in made:
            made[key] = {**made[key], "pieces": alike(made[key]["pieces"])}
    if "cover" in made:
        table = {**made["cover"], "turned": False, "mirrored": False, "weight": {}}
        made["cover"] = {**table, "pieces": alike(made["cover"]["pieces"])}
    if "pointers" in made:
        moves = rng.choice((["rook"], ["king"], ["oXo"], ["o.o/.X./o.o"], ["oXo", "o/X/o"]))
        made["pointers"] = {"moves": moves, "stay": made["pointers"]["stay"]}
    asked = dict(made.get("rules", {}))
    if asked.get("forbid"):
        asked["forbid"] = alike(asked["forbid"])
    for key in ("count", "near"):
        if key in asked:
            asked[key] = [{**one, "neighbours": rng.choice(("rook", "king", "oXo"))} for one in asked[key]]
    return {**made, "rules": asked} if "rules" in made else made


def _flipped(text: str) -> str:
    return "/".join(reversed(text.split("/")))


def group(place: Place, up_to: str, *, is_square: bool) -> set[Images]:
    """Return the symmetries of a board; ``is_square`` allows the transposition of rows and columns."""
    cells = range(place.size)
    if up_to == "automorphisms" or place.graph:
        every = {image for image in permutations(cells)
                 if all((b in place.near[a]) == (image[b] in place.near[image[a]])
                        for a in cells for b in cells)}  # fmt: skip
        is_ring = all(len(near) == 2 for near in place.near)
        if up_to == "rotations" and is_ring:
            return {
                image for image in every if all((image[c] - image[0] - c) % place.size == 0 for c in cells)
            }
        return every
    return set(_of_paper(place, up_to, is_square=is_square and up_to != "rectangle"))


def _of_paper(place: Place, up_to: str, *, is_square: bool) -> Iterator[Images]:
    sides = (place.rows, place.cols)
    swaps = (False, True) if is_square and place.wraps in ((False, False), (True, True)) else (False,)
    for swapped, down, right in product(swaps, (1, -1), (1, -1)):
        if (swapped and any(place.wraps) and sides[0] != sides[1]) or (
            up_to == "rotations" and (down * right > 0) is swapped
        ):
            continue
        spots = [(down * spot[swapped], right * spot[not swapped]) for spot in place.spots]
        steps = [
            range(sides[axis]) if place.wraps[axis]
            else [min((s[axis] for s in place.spots), default=0) - min((s[axis] for s in spots), default=0)]
            for axis in (0, 1)
        ]  # fmt: skip
        for by_rows, by_cols in product(*steps):
            moved = [place.cell.get(place.named(row + by_rows, col + by_cols), -1) for row, col in spots]
            if -1 not in moved:
                yield tuple(moved)


def orbits_listed(made: Case, up_to: str, n: int, *, is_square: bool) -> Any:
    """Return the polynomial of orbits, a message if a symmetry changes the rule, or None for long lists."""
    place = Place(made.board, n)
    if (place.graph or up_to == "automorphisms") and place.size > _LARGEST_GRAPH:
        return None
    every = questions.listing(made.rule, place, made.positions, _MOST_LISTED)
    if every is None or len(dict(every)) < len(every):  # or pieces of two names on the same cells
        return None
    powers = {configuration: powers_in(made.weights, power) for configuration, power in every}
    images = group(place, up_to, is_square=is_square)
    total = Counter[tuple[int, ...]]()
    seen: set[Position] = set()
    for configuration, power in powers.items():
        if configuration not in seen:
            orbit = {_moved(configuration, image) for image in images}
            if any(powers.get(other) != power for other in orbit):
                return "a symmetry takes a configuration to what is none, or to one of another weight"
            seen |= orbit
            total[power] += 1
    return dict(total)


def _moved(configuration: Position, image: Images) -> Position:
    return frozenset(
        (name, frozenset((what, image[cell]) for what, cell in on)) for name, on in configuration
    )


def tags(made: Any) -> list[str]:
    return [f"rule: {made.kind}", f"up to: {made.up_to}"]


def compare(made: Any) -> Compared:
    rule = questions.read(made)
    asked = {"positions": made.positions, "weights": made.weights, "up_to": made.up_to}
    answer: Any = gfkit.orbits(rule, made.board, **asked)
    if not made.is_family:
        listed = orbits_listed(made, made.up_to, 0, is_square=True)
        return _agrees(families.value_of(answer.polynomial), listed), ["law: no"]
    first, compared = answer.first_n, 0
    for n in range(first, first + 7):
        place = Place(made.board, n)
        value = families.value_of(answer[n])
        compared += _agrees(value, orbits_listed(made, made.up_to, n, is_square=False), f"n = {n}: ")
        is_square = place.rows == place.cols and not place.graph and made.up_to != "rectangle"
        if place.size <= _MOST_CELLS and not is_square:
            board: Any = gfkit.orbits(rule, questions.at_size(made.board, n), **asked)
            compared += agree(value, families.value_of(board.polynomial), "board", f"n = {n}: ")
    return compared, ["law: strip"]


def _agrees(value: families.Value, listed: Any, where: str = "") -> int:
    fault = "changed" if isinstance(listed, str) else "orbits"
    return 0 if listed is None else agree(value, listed, fault, where)
