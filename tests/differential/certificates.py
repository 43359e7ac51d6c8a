"""Certificates against listing: the rule checker's machine on random rules, and certificates changed.

``machines(rng)`` and ``mutations(rng)`` never end; ``failure()`` of a case says what is wrong, or is None.
The truth is ``gfkit.brute_force``, from the rule alone, and on boards too large for it ``gfkit.count``.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

import gfkit
from gfkit.boards import Family, parse_board
from gfkit.errors import GfkitError, LimitError
from gfkit.games import Rule, find_rule
from gfkit.games.rule import (
    ArrayRule,
    Boundary,
    Colour,
    NeighbourCount,
    Piece,
    PlacementRule,
    Tile,
    TileRule,
    Window,
)
from gfkit.sequences import Polynomial
from gfkit.typing import Player
from gfkit.verify import proof_of, rule_checker, strip_proof_of
from gfkit.verify.certificate import check, check_machine
from gfkit.verify.plain import plain_family, plain_rule

FAMILIES = ("1xn", "2xn", "3xn", "nx2", "nx1", "0xn", "path:n", "cycle:n", "cylinder:3xn", "cylinder:4xn")
FAMILIES += ("cylinder:nx1", "cylinder:nx2", "cylinder:nx3", "torus:3xn", "torus:nx3")
SHAPES = (
    "X",
    "XX",
    "X/X",
    "XXX",
    "X/X/X",
    "X.X",
    "X/./X",
    "XX/X.",
    ".X/XX",
    "X..X",
    "XX/XX",
    "X./.X",
    ".X./X.X",
)
SHAPES += ("XXXX", "X...X", "X././X.", "X./../.X")
WORDS = ("all", "left-ends", "right-ends", "maximal")
WEIGHTS = {"none": [], "pieces": ["x"], "players": ["x", "y"]}


# Random rules ------------------------------------------------------------------------------------------


def piece(text: str) -> Piece:
    cells = [(r, c) for r, row in enumerate(text.split("/")) for c, mark in enumerate(row) if mark == "X"]
    low = min(c for _, c in cells)
    return Piece(tuple(sorted((r, c - low) for r, c in cells)))


def placement(rng: random.Random, flat: bool = False) -> PlacementRule:
    owners = rng.choice([["left", "right"], ["both"], ["left"], ["right"], ["both"] * 3, ["left", "right"]])
    colours = []
    for number, owner in enumerate(owners):
        texts = rng.sample(SHAPES, rng.choice([1, 1, 1, 2, 2, 3]))
        if flat:
            texts = rng.choice([["X"], ["XX", "X/X"], ["X", "XX", "X/X"]])
        pieces = dict.fromkeys(piece(text) for text in texts)
        colours.append(Colour(f"c{number}", Player(owner), tuple(pieces)))
    pairs = [(i, j) for i in range(len(owners)) for j in range(i, len(owners))]
    forbidden = frozenset(pair for pair in pairs if rng.random() < 0.4)
    return PlacementRule("random", tuple(colours), forbidden, liberties=rng.random() < 0.12)


def array(rng: random.Random, flat: bool = False) -> ArrayRule:
    colours = rng.choice([1, 2, 2, 2, 3])
    windows = []
    for _ in range(0 if flat else rng.choice([0, 1, 1, 2, 3])):
        rows, cols = rng.choice([(1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (1, 4), (4, 1), (2, 3), (1, 5)])
        marks = "0123456789"[:colours] * 3 + "?.aab"
        cells = {(r, c): rng.choice(marks) for r in range(rows) for c in range(cols)}
        cells = {cell: mark for cell, mark in cells.items() if mark != "."}
        if all(mark == "?" for mark in cells.values()):
            continue
        top, left = min(r for r, _ in cells), min(c for _, c in cells)
        windows.append(Window(tuple(sorted(((r - top, c - left), mark) for (r, c), mark in cells.items()))))
    counts = tuple(count(rng, colours, flat) for _ in range(rng.choice([0, 0, 1, 1, 2])))
    weights = tuple(rng.choice([(0, 0), (1, 0), (0, 1), (2, 1)]) for _ in range(colours))
    return ArrayRule("random", colours, weights, tuple(dict.fromkeys(windows)), counts)


def count(rng: random.Random, colours: int, flat: bool) -> NeighbourCount:
    near = [(r, c) for r in range(-2, 3) for c in range(-3, 4) if (r, c) != (0, 0)]
    king = [(r, c) for r, c in near if abs(r) < 2 and abs(c) < 2]
    steps: Any = rng.choice([(), (), king, rng.sample(near, rng.randint(1, 6)), [(0, 1), (0, -1)]])
    chosen = frozenset(rng.sample(range(colours), rng.randint(0, colours)))
    allowed = frozenset(rng.sample(range(9), rng.randint(0, 7)))
    return NeighbourCount(rng.randrange(colours), () if flat else tuple(sorted(steps)), chosen, allowed)


def tiles(rng: random.Random) -> TileRule:
    labels = "abc"[: rng.randint(1, 3)]
    found = []
    for number in range(rng.randint(1, 6)):
        top, right, bottom, left = (rng.choice(labels) for _ in range(4))
        found.append(Tile(f"T{number}", top, right, bottom, left, rng.choice([(0, 0), (1, 0), (0, 2)])))
    edge = Boundary(*(frozenset(rng.sample(labels, rng.randint(0, len(labels)))) for _ in range(4)))
    return TileRule("random", tuple(found), edge)


def random_question(rng: random.Random) -> tuple[Rule, str, str, str]:
    """A rule, a family, positions and weights that go together."""
    board = rng.choice(FAMILIES)
    flat = board in ("path:n", "cycle:n")
    kind = rng.random()
    rule: Rule = placement(rng, flat) if kind < 0.5 else array(rng, flat)
    if kind > 0.85 and not flat:
        rule = tiles(rng)
    positions = rng.choice(WORDS) if isinstance(rule, PlacementRule) else "all"
    return rule, board, positions, rng.choice([*WEIGHTS, "none"])


def asked(rule: Rule, board: str, positions: str, weights: str) -> dict[str, Any]:
    """The part of a certificate that says what was asked."""
    family = parse_board(board)
    assert isinstance(family, Family)
    found = {"rule": plain_rule(rule), "family": plain_family(board), "board": family.text}
    more = {"positions": positions, "weights": WEIGHTS[weights], "first_n": family.first_n}
    return json.loads(json.dumps(found | more))


# The machine of the rule checker -------------------------------------------------------------------------


@dataclass(frozen=True)
class MachineCase:
    """A random question; the rule checker's machine and its listing must give what brute force gives.

    On boards of more ``cells`` the machine must give what ``gfkit.count`` does.
    """

    rule: Rule
    board: str
    positions: str
    weights: str
    cells: int = 10

    def failure(self) -> str | None:
        question = rule_checker.question(asked(self.rule, self.board, self.positions, self.weights))
        family = parse_board(self.board)
        try:
            local = rule_checker.Local(question)
            machine = rule_checker.Machine(local, question.ring, 3 * 10**7)
        except rule_checker.TooMuchError:
            local, machine = None, None
        unit = (64, 64 * 200)
        series = machine.series(unit) if machine else iter(())
        for n in range(family.first_n, family.first_n + 8):
            board = family.at(n)
            try:
                if board.size <= self.cells:
                    truth = gfkit.brute_force(self.rule, board, self.positions, self.weights).polynomial
                    found = rule_checker.Sum(rule_checker.listed(question, n, [10**5]))
                elif machine and board.size <= 4 * self.cells:
                    truth = gfkit.count(self.rule, board, self.positions, self.weights).polynomial
                    found = None
                else:
                    break
            except (LimitError, rule_checker.TooMuchError):
                break
            right = sum(c << sum(e * u for e, u in zip(key, unit, strict=False)) for key, c in truth.terms)
            if found is not None and rule_checker.value(found, unit) != right:
                return f"listing of n = {n}: {found} and not {truth}: {self}"
            if machine and n >= max(local.alone, family.first_n) and (value := next(series)) != right:
                return f"machine at n = {n}: {value} and not {right}: {self}"
        return None


def machines(rng: random.Random) -> Iterator[MachineCase]:
    """Random questions, degenerate ones among them."""
    while True:
        yield MachineCase(*random_question(rng))


# Certificates that are changed ---------------------------------------------------------------------------

BASES = (
    ("domineering", "2xn", "all", "none"),
    ("domineering", "nx3", "right-ends", "none"),
    ("domineering", "1xn", "maximal", "players"),
    ("col", "path:n", "all", "players"),
    ("col", "2xn", "maximal", "none"),
    ("snort", "cycle:n", "all", "none"),
    ("cis", "cycle:n", "maximal", "pieces"),
    ("node-kayles", "2xn", "maximal", "none"),
    ("node-kayles", "cylinder:nx2", "all", "pieces"),
    ("arc-kayles", "2xn", "all", "none"),
    ("arc-kayles", "torus:3xn", "all", "none"),
    ("i-tromping", "1xn", "left-ends", "none"),
    ("l-tromping", "2xn", "all", "none"),
    ("nogo", "path:n", "all", "none"),
    ("o12", "path:n", "all", "none"),
    ("cram", "cylinder:3xn", "all", "none"),
    ("domineering-tiles", "2xn", "all", "none"),
    ("domineering-maximal-tiles", "1xn", "all", "players"),
)
MACHINE = ("offset", "states", "initial_terms", "start", "edges", "final", "layers", "slices", "head", "body")
MACHINE += ("tails", "finals")
QUESTION = ("game", "rule", "family", "board", "positions", "weights", "first_n", "numerator", "denominator")


@cache
def bases() -> tuple[dict[str, Any], ...]:
    """True certificates of both kinds."""
    window = Window((((0, 0), "1"), ((0, 1), "1")))
    apart = ArrayRule(
        "no 11", 2, ((0, 0), (1, 0)), (window,), (NeighbourCount(1, (), frozenset({1}), frozenset({0, 1})),)
    )
    found = []
    for game, board, positions, weights in (
        *BASES,
        (apart, "2xn", "all", "pieces"),
        (apart, "nx2", "all", "none"),
    ):
        derived = gfkit.derive(game, board, positions, weights)
        found.append(proof_of(derived).certificate())
        if weights == "none":
            found.append(strip_proof_of(derived).certificate())
    return tuple(json.loads(json.dumps(one)) for one in found)


@dataclass(frozen=True)
class Mutation:
    """A certificate that was changed, and how; it must not be accepted when it says something false."""

    change: str
    certificate: Any

    def failure(self) -> str | None:
        verdict = check(self.certificate)
        if not verdict.ok:
            return None
        wrong = falsehood(self.certificate, verdict.proved)
        return wrong and f"{wrong}, and {verdict.status}: {verdict.reason}; {self.change}"


def mutations(rng: random.Random) -> Iterator[Mutation]:
    """Certificates with one to three changes each."""
    while True:
        saved = copy.deepcopy(rng.choice(bases()))
        said = []
        for _ in range(rng.choice([1, 1, 1, 2, 3])):
            change = rng.choice(CHANGES)
            said.append(f"{change.__name__} {change(rng, saved)}")
        yield Mutation(f"{saved.get('game')} {saved.get('board')}: {'; '.join(said)}", saved)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to everything inside."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inside:
        yield (*path, key)
        yield from places(part, (*path, key))


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def some_place(rng: random.Random, saved: dict[str, Any]) -> tuple[Any, ...]:
    """A way inside; every key of the certificate is as likely as any other."""
    key = rng.choice(list(saved))
    inner = list(places(saved[key], (key,)))
    return rng.choice(inner) if inner and rng.random() < 0.9 else (key,)


def number(rng: random.Random, saved: dict[str, Any]) -> str:
    """A value is replaced by another, a number mostly by one nearby."""
    path = some_place(rng, saved)
    old = at(saved, path)
    strange = [None, True, 0, -1, 1.0, "1", "x", [], {}, 10**25, "0x3", "left", "both", "rook", "?"]
    new = (
        rng.choice([old + 1, old - 1, old + 1, old - 1, -old, rng.choice(strange)])
        if type(old) is int
        else rng.choice(strange)
    )
    at(saved, path[:-1])[path[-1]] = new
    return f"{path}: {old!r:.60} is {new!r}"


def gone(rng: random.Random, saved: dict[str, Any]) -> str:
    """Something is taken out."""
    path = some_place(rng, saved)
    del at(saved, path[:-1])[path[-1]]
    return str(path)


def twice(rng: random.Random, saved: dict[str, Any]) -> str:
    """Something is there twice, or in another order."""
    lists = [path for path in places(saved) if isinstance(at(saved, path), list) and at(saved, path)]
    if lists:
        path = rng.choice(lists)
        part = at(saved, path)
        if rng.random() < 0.5:
            part.append(copy.deepcopy(rng.choice(part)))
        else:
            rng.shuffle(part)
        return str(path)
    return "nothing"


def swapped(rng: random.Random, saved: dict[str, Any]) -> str:
    """Parts of another certificate."""
    other = copy.deepcopy(rng.choice(bases()))
    groups = [
        ("rule",),
        ("rule", "game"),
        ("family", "board"),
        ("family", "board", "first_n"),
        ("positions",),
    ]
    groups += [
        ("weights",),
        ("numerator", "denominator"),
        ("first_n",),
        ("game",),
        QUESTION[:-2],
        QUESTION,
        MACHINE,
    ]
    keys = rng.choice(groups)
    saved.update({key: other[key] for key in keys if key in other and key in saved})
    return f"{keys} of {other['game']} {other['board']}"


def asked_otherwise(rng: random.Random, saved: dict[str, Any]) -> str:
    """Another family, class or weights, written as they should be."""
    board = rng.choice(FAMILIES)
    family = parse_board(board)
    change = rng.choice(
        [
            {"positions": rng.choice([*WORDS, "play"])},
            {"weights": rng.choice(list(WEIGHTS.values()))},
            {"family": plain_family(board), "board": family.text},
            {"family": plain_family(board), "board": family.text, "first_n": family.first_n},
        ]
    )
    saved.update(copy.deepcopy(change))
    return str(change)


def other_rule(rng: random.Random, saved: dict[str, Any]) -> str:
    """A rule that is as well formed, and with another name."""
    rule = saved.get("rule")
    if not isinstance(rule, dict):
        return "nothing"
    if rng.random() < 0.3:
        saved["rule"] = json.loads(json.dumps(plain_rule(random_question(rng)[0])))
    elif isinstance(rule.get("liberties"), bool) and rng.random() < 0.3:
        rule["liberties"] = not rule["liberties"]
    elif isinstance(rule.get("forbidden"), list):
        rule["forbidden"] = rng.choice(
            [[], [[0, 0]], [[0, 1]], [[0, 0], [1, 1]], [[1, 1]], [[0, 0], [0, 1], [1, 1]]]
        )
    saved["game"] = rng.choice(["mine", saved.get("game")])
    return f"{saved['rule']}"


def shifted(rng: random.Random, saved: dict[str, Any]) -> str:
    """Where the machine takes over, or the first n."""
    key = rng.choice([key for key in ("offset", "first_n", "states", "version") if key in saved])
    saved[key] = rng.choice([0, 1, 2, 3, 4, 5])
    if "initial_terms" in saved and rng.random() < 0.5:
        saved["initial_terms"] = saved["initial_terms"][: rng.randrange(3)]
    return f"{key} is {saved[key]}"


CHANGES = (number, number, number, gone, twice, swapped, swapped, asked_otherwise, other_rule, shifted)


def falsehood(saved: dict[str, Any], proved: bool, rule: Rule | None = None) -> str | None:
    """What an accepted certificate says that is not true; its rule is read here where none is given."""
    machine = check_machine(saved)
    if not machine.ok:
        return "its machine is refused"
    rule, board = rule or gfkit_rule(saved["rule"]), saved["board"]
    try:
        named = find_rule(saved["game"])
    except GfkitError:
        named = None
    if named is not None and json.loads(json.dumps(plain_rule(named))) != saved["rule"]:
        return f"it names {saved['game']} and holds another rule"
    family = parse_board(board)
    if not isinstance(family, Family) or family.first_n != saved["first_n"]:
        return "its family begins elsewhere"
    weights = next(word for word, names in WEIGHTS.items() if names == saved["weights"])
    terms = expanded(saved)
    for n, term in enumerate(islice(terms, family.first_n + 14)):
        if n < family.first_n:
            right = None
        elif family.at(n).size <= 8:
            right = gfkit.brute_force(rule, family.at(n), saved["positions"], weights).polynomial
        elif proved:
            right = gfkit.count(rule, family.at(n), saved["positions"], weights).polynomial
        else:
            break
        if term != ({} if right is None else padded(right)):
            return f"the fraction has {term} at n = {n}, and the boards {right}"
    return None


def padded(polynomial: Polynomial) -> dict[tuple[int, int], int]:
    return {((*powers, 0, 0)[0], (*powers, 0, 0)[1]): value for powers, value in polynomial.terms if value}


def expanded(saved: dict[str, Any]) -> Iterator[dict[tuple[int, int], int]]:
    """The coefficients of the fraction, by long division."""

    def terms(part: list[Any]) -> list[tuple[int, int, int, int]]:
        rows = part if saved["version"] == 4 else [[n, 0, 0, c] for n, c in enumerate(part)]
        return [(n, i, j, int(c, 16) if isinstance(c, str) else c) for n, i, j, c in rows]

    top, bottom = terms(saved["numerator"]), terms(saved["denominator"])
    found: list[dict[tuple[int, int], int]] = []
    while True:
        term: dict[tuple[int, int], int] = {}
        for n, i, j, c in top:
            if n == len(found):
                term[i, j] = term.get((i, j), 0) + c
        for n, i, j, c in bottom:
            if 0 < n <= len(found):
                for (k, h), value in found[len(found) - n].items():
                    term[i + k, j + h] = term.get((i + k, j + h), 0) - c * value
        found.append({key: value for key, value in term.items() if value})
        yield found[-1]


def gfkit_rule(plain: dict[str, Any]) -> Rule:
    """A rule of gfkit from plain data."""
    if plain["kind"] == "placement":
        colours = tuple(
            Colour(
                f"c{n}", Player(c["owner"]), tuple(Piece(tuple(sorted(map(tuple, p)))) for p in c["pieces"])
            )
            for n, c in enumerate(plain["colours"])
        )
        return PlacementRule("plain", colours, frozenset(map(tuple, plain["forbidden"])), plain["liberties"])
    if plain["kind"] == "array":
        windows = tuple(Window(tuple(sorted(((r, c), m) for r, c, m in w))) for w in plain["forbid"])
        counts = tuple(
            NeighbourCount(
                c["cell"],
                () if c["neighbours"] == "rook" else tuple(map(tuple, c["neighbours"])),
                frozenset(c["of"]),
                frozenset(c["allowed"]),
            )
            for c in plain["counts"]
        )
        return ArrayRule("plain", plain["colours"], tuple(map(tuple, plain["weights"])), windows, counts)
    sides = ("top", "right", "bottom", "left")
    found = tuple(
        Tile(f"T{n}", *(t[side] for side in sides), tuple(t["weight"])) for n, t in enumerate(plain["tiles"])
    )
    return TileRule("plain", found, Boundary(*(frozenset(plain["boundary"][side]) for side in sides)))
