"""Placement games with pieces in layers on boxes: positions, weights, formulas, values and errors.

Counts are compared with sets of placements that this file builds from coordinates of unit cubes, and outcomes
with a separate search. Distances in a box are sums of differences of coordinates.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, product

import networkx as nx
import pytest
from choice import some_of, then_slow
from cli.calling import call

import gfkit
from gfkit import Rule, brute_force, count, derive, value
from gfkit.core.errors import MismatchError, RuleError
from gfkit.proofs import certificate_of
from gfkit.show.svg import rule_drawing

CLASSES = ("all", "left-ends", "right-ends", "maximal", "play", "full")
TOWERS = {"left": ["X//X"], "right": ["XX", "X/X"], "forbid": ["LR"]}
LAYERS = {"left": ["X/X//."], "right": ["XX//.."], "forbid": ["LL"]}
CORNERS = {"both": ["XX/X.//X./..", "X./..//.X/.."], "forbid": ["LL"]}
PLATES = {"left": ["XX//XX", "X"], "right": ["X//X", "X"], "forbid": ["LR", "LL"]}
CRAM = {"both": ["X//X", "XX", "X/X"], "forbid": []}
BREATHING = {"left": ["X//X"], "right": ["X", "XX"], "forbid": [], "liberties": True}
RULES = (TOWERS, CORNERS, BREATHING, LAYERS, PLATES, CRAM)

Cube = tuple[int, ...]
Placement = tuple[str, frozenset[Cube]]


def rule_of(given: dict, **rules: object) -> Rule:
    players = {key: {"pieces": given[key]} for key in ("left", "right", "both") if key in given}
    asked = {"forbid_adjacent": given["forbid"], "liberties": given.get("liberties", False), **rules}
    return Rule.of({"name": "pieces in layers", **players, "rules": asked})


def cubes_of(drawing: str) -> list[Cube]:
    layers = enumerate(drawing.split("//"))
    rows = ((i, j, row) for i, layer in layers for j, row in enumerate(layer.split("/")))
    return [(i, j, k) for i, j, row in rows for k, mark in enumerate(row) if mark == "X"]


class Box:
    """The placements of a game in a box, and the sets of them that are positions."""

    def __init__(self, given: dict, sides: tuple[int, ...]) -> None:
        self.given, self.cubes = given, set(product(*map(range, sides)))
        self.owners = [key for key in ("left", "right", "both") if key in given]
        found = set()
        for owner in self.owners:
            for drawing, at in product(given[owner], product(*(range(-2, side) for side in sides))):
                moved = frozenset(tuple(map(sum, zip(cube, at, strict=True))) for cube in cubes_of(drawing))
                if moved <= self.cubes:
                    found.add((owner, moved))
        self.placements = sorted(found, key=lambda placed: (placed[0], sorted(placed[1])))

    def agree(self, one: Placement, other: Placement) -> bool:
        pair = "".join(sorted(owner[0].upper() for owner, _ in (one, other)))
        closest = min(distance(a, b) for a in one[1] for b in other[1])
        forbidden = self.given["forbid"] if "both" in self.given else {pair} & {*self.given["forbid"]}
        return closest > 1 or (closest == 1 and not forbidden)

    def breathe(self, position: tuple[Placement, ...]) -> bool:
        if not self.given.get("liberties"):
            return True
        taken = {cube for _, cubes in position for cube in cubes}
        for owner in self.owners:
            own = [cube for whose, cubes in position if whose == owner for cube in cubes]
            graph = nx.empty_graph(own)
            graph.add_edges_from(pair for pair in combinations(own, 2) if distance(*pair) == 1)
            for group in nx.connected_components(graph):
                if not any(distance(cube, free) == 1 for cube in group for free in self.cubes - taken):
                    return False
        return True

    def moves(self, position: tuple[Placement, ...], owner: str) -> list[Placement]:
        return [
            new
            for new in self.placements
            if new[0] in (owner, "both")
            and all(self.agree(new, old) for old in position)
            and self.breathe((*position, new))
        ]

    def positions(self) -> list[tuple[Placement, ...]]:
        grown: list[tuple[Placement, ...]] = [()]
        for new in self.placements:
            grown += [(*old, new) for old in grown if all(self.agree(new, placed) for placed in old)]
        return [position for position in grown if self.breathe(position)]

    def belongs(self, position: tuple[Placement, ...], asked: str) -> bool:
        numbers = Counter(owner for owner, _ in position)
        if asked == "play":
            return abs(numbers["left"] - numbers["right"]) <= 1
        if asked == "full":
            return sum(len(cubes) for _, cubes in position) == len(self.cubes)
        stuck = {"all": (), "left-ends": ("left",), "right-ends": ("right",)}.get(asked, ("left", "right"))
        return not any(self.moves(position, owner) for owner in stuck)

    def winner(self) -> str:
        @cache
        def wins(position: frozenset[Placement], owner: str) -> bool:
            other = "right" if owner == "left" else "left"
            played = tuple(position)
            return any(not wins(position | {move}, other) for move in self.moves(played, owner))

        left, right = wins(frozenset(), "left"), wins(frozenset(), "right")
        return ("first" if right else "left") if left else ("right" if right else "second")


def distance(one: Cube, other: Cube) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def boards(*texts: str) -> list[tuple[str, tuple[int, ...]]]:
    return [(text, tuple(map(int, text.split("x")))) for text in texts]


@pytest.mark.parametrize("given", some_of(RULES, 2), ids=str)
def test_every_class_of_positions_agrees_with_sets_of_placements(given):
    rule = rule_of(given)
    larger = [] if given in (PLATES, BREATHING) else ["2x2x3"]
    for text, sides in boards("1x2x3", "2x2x2", "1x1x5", "5x1x1", *larger):
        box = Box(given, sides)
        positions = box.positions()
        for asked in CLASSES:
            numbers = Counter(
                (
                    sum(owner != "right" for owner, _ in position),
                    sum(owner == "right" for owner, _ in position),
                )
                for position in positions
                if box.belongs(position, asked)
            )
            found = count(rule, text, positions=asked, weights="players")
            assert dict(found.polynomial.terms) == numbers, (text, asked)
            assert found == brute_force(rule, text, positions=asked, weights="players"), (text, asked)
        assert gfkit.outcomes(rule, text).words == (box.winner(),), text


@pytest.mark.parametrize("given", then_slow(RULES[1:2], 2, *RULES[:1], *RULES[2:]), ids=str)
def test_formulas_agree_with_single_boxes(given):
    rule = rule_of(given)
    for family in ("2x2xn", "2xnx1", "nx1x2"):
        for asked in ("all",) if given is BREATHING else ("all", "maximal"):
            law = derive(rule, family, positions=asked)
            for n, (text, sides) in enumerate(boards(*(family.replace("n", str(n)) for n in range(3)))):
                box = Box(given, sides)
                wanted = sum(box.belongs(position, asked) for position in box.positions())
                assert law[n] == wanted, (text, asked)
            assert law[3] == count(rule, family.replace("n", "3"), positions=asked), family


def test_dominoes_in_three_directions_are_edges():
    """Compare with matchings of boxes; the cube has A005271(3) of them."""
    assert count("cram", "2x2x2") == count(rule_of(CRAM), "2x2x2") == 108
    for family in ("2x2xn", "1xnx3"):
        for asked in ("all", "maximal", "full"):
            pair = [derive(rule, family, positions=asked)[:8] for rule in ("cram", rule_of(CRAM))]
            assert pair[0] == pair[1], (family, asked)


def test_distances_agree_with_the_box():
    rule = rule_of(TOWERS, apart=[{"pieces": ["same"], "distances": [2]}])
    for text, sides in boards("2x2x2", "2x2x3"):
        far = [
            position
            for position in Box(TOWERS, sides).positions()
            if not any(
                one[0] == other[0] and any(distance(a, b) == 2 for a in one[1] for b in other[1])
                for one, other in combinations(position, 2)
            )
        ]
        assert count(rule, text) == brute_force(rule, text) == len(far)
    with pytest.raises(MismatchError, match="single cells"):
        derive(rule, "2x2xn")
    offsets = rule_of(TOWERS, apart=[{"pieces": ["same"], "neighbours": "knight"}])
    with pytest.raises(MismatchError, match="offsets"):
        count(offsets, "2x2x2")


def test_pieces_that_do_not_fit_a_board_are_rejected_by_name():
    for rule, board, reason in (
        ("domineering", "2x2x2", "is a box, but the rule Domineering has pieces in the plane"),
        ("l-tromping", "2x2xn", "is a box, but the rule L-Tromping"),
        (rule_of(TOWERS), "4x4", "but the rule pieces in layers has pieces in layers, such as X//X"),
        (rule_of(LAYERS), "path:4", "such as X/X//./."),
        (rule_of(TOWERS), "cycle:n", "is not a box"),
        (rule_of(TOWERS), "complete:n", "is not a box"),
    ):
        with pytest.raises(MismatchError, match=reason):
            derive(rule, board) if "n" in board else count(rule, board)
        with pytest.raises(MismatchError, match="box"):
            gfkit.outcomes(rule, board, to=4) if "n" in board else value(rule, board)
    for rule, board in (("domineering", "2x2x2"), (rule_of(TOWERS), "2x4"), (rule_of(TOWERS), "star:4")):
        with pytest.raises(MismatchError):
            brute_force(rule, board)


def test_certificates_symmetries_and_figures_in_space_are_rejected():
    rule = rule_of(TOWERS)
    with pytest.raises(MismatchError, match="three-dimensional pieces"):
        certificate_of(derive(rule, "2x2xn"))
    with pytest.raises(MismatchError, match="up to symmetry"):
        brute_force(rule, "2x2x2", up_to="symmetry")
    with pytest.raises(MismatchError, match="three-dimensional"):
        gfkit.constant(rule)
    for shaped in (rule, Rule.cover("X//X"), rule_of(TOWERS, apart=[{"pieces": ["same"], "distances": [2]}])):
        with pytest.raises(MismatchError, match="pieces in layers, which are not drawn"):
            rule_drawing(shaped)
    assert gfkit.draw(rule, "2x2x2", seed=1).title


def test_a_piece_of_one_layer_is_in_space():
    """The string is parsed as the same piece, with the same shape as the drawing in the plane."""
    texts = [piece.text for colour in rule_of(LAYERS).colours for piece in colour.pieces]
    assert texts == ["X/X//./.", "XX//.."]
    again = {"left": texts[:1], "right": texts[1:], "forbid": ["LL"]}
    assert rule_of(again) == rule_of(LAYERS)
    for pieces in (["XX", "XX//.."], ["XX//..", "XX"], ["X//X", "X//X"]):
        with pytest.raises(RuleError, match="is repeated"):
            rule_of({"both": pieces, "forbid": []})
        with pytest.raises(RuleError, match="once"):
            Rule.cover(*pieces)
    with pytest.raises(RuleError, match="another orientation"):
        Rule.cover("X//X", "XX//..", turned=True)


def test_entries_of_rules_on_boxes_have_examples():
    """Sets of compatible dominoes on the cycle of four cells, which is the box with n = 1: its matchings."""
    entry = call("oeis", "export", "cram", "2x2xn", code=0).out
    assert "a(1) = 7: the positions of the game Cram on a 2 X 2 X 1 board" in " ".join(entry.split())
