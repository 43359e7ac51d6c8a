"""The checker's sweeps on random rules compared with brute force; changes of certificates.

``failure()`` of a case returns a discrepancy or None. The reference is ``gfkit.brute_force``, from the rule
alone, and ``gfkit.count`` on larger boards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from itertools import count, islice
from random import Random
from typing import Any

from json_places import Path, at, places, plainly

import gfkit
from gfkit.core.algebra import Polynomial
from gfkit.core.boards import Family, parse_board
from gfkit.core.errors import GfkitError, LimitError, MismatchError
from gfkit.core.rules import Question, Rule, find_rule
from gfkit.core.rules.kinds.array.rule import (
    ArrayRule,
    Exactly,
    NearPredicate,
    NeighbourCount,
    WeightedWindow,
    WindowPredicate,
)
from gfkit.core.rules.kinds.placement.rule import Colour, PlacementRule
from gfkit.core.rules.kinds.tiles.rule import Boundary, TileRule
from gfkit.core.rules.values import Numbers, Piece, Pin, Predicate, Tile, Window
from gfkit.core.typing import Player
from gfkit.proofs import certificate_of
from gfkit.proofs.checker import boards, core, families, fractions, kinds, reading
from gfkit.proofs.plain import plain_family, plain_rule
from gfkit.proofs.translation import translate

from . import rules
from .case import Compared, FaultError

FAMILIES = ("1xn", "2xn", "3xn", "nx2", "nx1", "0xn", "path:n", "cycle:n", "cylinder:3xn", "cylinder:4xn")
FAMILIES += ("cylinder:nx1", "cylinder:nx2", "cylinder:nx3", "torus:3xn", "torus:nx3")
FAMILIES += ("repeat(./.|./.|../.#):n", "repeat(..|.#/..|.):n", "repeat-ring(../.#):n")
WORDS = ("all", "left-ends", "right-ends", "maximal")
WEIGHTS = {"none": [], "pieces": ["x"], "players": ["x", "y"]}
Saved = dict[str, Any]


def random_question(rng: Random) -> tuple[Rule, str, str, str]:
    """Return a rule with a compatible family, positions and weights."""
    while True:
        data, board = rules.rule(rng), rng.choice(FAMILIES)
        if board not in ("path:n", "cycle:n") or rules.flat(data):
            positions = "all" if "cells" in data or "tile" in data else rng.choice(WORDS)
            return Rule.of(data), board, positions, rng.choice([*WEIGHTS, "none"])


def asked(rule: Rule, board: str, positions: str, weights: str) -> Saved:
    """Return the query of a certificate."""
    family = parse_board(board)
    assert isinstance(family, Family)
    found = {"rule": plain_rule(rule), "family": plain_family(board), "board": family.text}
    more = {"positions": positions, "weights": WEIGHTS[weights], "first_n": family.first_n}
    return plainly(found | more)  # type: ignore[no-any-return]


UNTRANSLATED = "connectivity|boards are not swept|count it board by board|count single boards|play is asked"


def systems(rule: Rule, question: Saved) -> Iterator[core.System]:
    """Yield the checker's constraint system of a rule; then the system exported by the rule, if any."""
    weights, family = len(question["weights"]), families.read_family(question["family"])
    yield fractions.build_system(question["rule"], kinds.CountQuery(question["positions"], weights), family)
    word = next(word for word, names in WEIGHTS.items() if len(names) == weights)
    try:
        lay = translate(Question.of(rule, question["board"], question["positions"], word))
        yield boards.system_of(family, *lay)
    except MismatchError as error:
        if not re.search(UNTRANSLATED, str(error)):
            raise


def counts(system: core.System, first: int) -> Iterator[tuple[int, core.Sum]]:
    """Yield every n from ``first`` with the count of a system on the board of that size.

    Boards below the first long one are swept separately, all others as head, slices and tail.
    """
    if all(whole.name != "around" for whole in system.wholes):  # in the format of files, if possible
        system = fractions.read_system(plainly(system.data()))
    sweep = core.Sweep(system, reading.Budget(2 * 10**6))
    for n, board in enumerate(system.boards, first):
        yield n, sweep.count(board)
    states = sweep.forward(system.head, {sweep.start: {(0, 0): 1}})
    width, stop = core.length(system.slice), core.length(system.head) + core.length(system.tail) - core.END
    for n in count(system.first):
        total: core.Sum = {}
        ends = sweep.backward(system.tail, [sweep.shift(state, 0, stop) for state in states])
        for weights, end in zip(states.values(), ends, strict=True):
            for power, c in end.items():
                core.add_to(total, {key: c * value for key, value in weights.items()}, power)
        yield n, {power: c for power, c in total.items() if c}
        after: dict[core.State, core.Sum] = {}
        for state, weights in sweep.forward(system.slice, states).items():
            core.add_to(after.setdefault(sweep.shift(state, -width), {}), weights)
        states = after


@dataclass(frozen=True)
class MachineCase:
    """A random query; the sweep of the checker must agree with brute force.

    On boards of more than ``cells`` cells it must agree with ``gfkit.count``.
    """

    rule: Rule
    board: str
    positions: str
    weights: str
    cells: int = 10

    def failure(self, least: int = 0) -> str | None:
        """Return a discrepancy, or None; at least ``least`` boards must be compared."""
        family, compared = parse_board(self.board), 0
        question = asked(self.rule, self.board, self.positions, self.weights)
        try:
            for system in systems(self.rule, question):
                for n, found in islice(counts(system, family.first_n), 12):
                    size = family.at(n).size
                    if size > 4 * self.cells:
                        break
                    ask = gfkit.brute_force if size <= self.cells else gfkit.count
                    try:
                        truth = ask(self.rule, family.at(n), self.positions, self.weights).polynomial
                    except LimitError:
                        break
                    if {power: c for power, c in found.items() if c} != padded(truth):
                        return f"at n = {n}: {found} and not {truth}: {self}"
                    compared += 1
        except reading.RefusalError as refusal:
            if refusal.code != 3:
                return f"refused: {refusal.reason}: {self}"
        return None if compared >= least else f"{compared} boards were compared: {self}"


WITNESS = ["text", "system", "fold", "sizes", "debts", "states"]
"""What shows a statement, and what is not looked at."""


def proofs(game: str | Rule, board: str, positions: str, weights: str) -> Saved:
    """Return the true certificate of a derived formula."""
    return plainly(certificate_of(gfkit.derive(game, board, positions, weights)))  # type: ignore[no-any-return]


Change = Callable[[Random, Saved], str]
"""Changes a certificate in its place, and says how."""


def changed(rng: Random, saved: Saved, changes: tuple[Change, ...]) -> str:
    """Apply one to three changes, except those that do not apply."""
    said = []
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        change = rng.choice(changes)
        try:
            said.append(f"{change.__name__} {change(rng, saved)}")
        except (KeyError, TypeError, AttributeError, IndexError, ValueError, RecursionError):
            said.append(f"{change.__name__} fits no more")
    return f"{saved.get('game')} {saved.get('board')}: {'; '.join(said)}"


def put(saved: Saved, path: Path, new: Any) -> str:
    """Replace the value at a path, and return a description."""
    old, at(saved, path[:-1])[path[-1]] = at(saved, path), new
    return f"{path}: {old!r:.60} is {new!r:.60}"


def of_type(saved: Saved, kind: type) -> list[Path]:
    """Return the paths to nonempty values of a type."""
    return [path for path in places(saved) if isinstance(at(saved, path), kind) and at(saved, path)]


def some_place(rng: Random, saved: Saved, key: str = "") -> Path:
    """Return a random path; by default every key of the certificate is equally likely."""
    key = key or rng.choice(list(saved))
    inner = list(places(saved[key], (key,)))
    return rng.choice(inner) if inner and rng.random() < 0.9 else (key,)


ODD = (None, True, False, 0, 1, -1, 1000, 10**6, 10**9, 2**53, 10**25, 1.0, 1.5, [], {}, [[]], "", "1", "x")
ODD += ("b", "0x3", "-1f", "left", "both", "rook", "?")


def number(rng: Random, saved: Saved, key: str = "") -> str:
    """Replace a value by another one; numbers and strings mostly by similar ones."""
    path = some_place(rng, saved, key)
    old = at(saved, path)
    near: list[Any] = [old + 1, old - 1, -old, 2 * old, float(old)] if type(old) is int else []
    if isinstance(old, str):
        near = [old + "1", old[:-1], old.replace("1", "2"), old.replace("x", "y")]
    return put(saved, path, rng.choice(near if near and rng.random() < 0.75 else deepcopy(ODD)))


def gone(rng: Random, saved: Saved) -> str:
    """Delete a part."""
    path = some_place(rng, saved)
    del at(saved, path[:-1])[path[-1]]
    return str(path)


def twice(rng: Random, saved: Saved) -> str:
    """Duplicate or move a part, or swap it with another one."""
    one, other = (rng.choice(of_type(saved, list)) for _ in range(2))
    part, from_ = at(saved, one), at(saved, other)
    style = rng.random()
    if style < 0.4:
        part.insert(rng.randrange(len(part) + 1), deepcopy(rng.choice(part)))
    elif style < 0.6:
        rng.shuffle(part)
    else:
        a, b = rng.randrange(len(part)), rng.randrange(len(from_))
        part[a], from_[b] = deepcopy(from_[b]), deepcopy(part[a])
    return f"{one} {other}"


def asked_otherwise(rng: Random, saved: Saved) -> str:
    """Replace the family, class or weights by valid ones."""
    board = rng.choice(FAMILIES)
    family = parse_board(board)
    found = {"family": plain_family(board), "board": family.text}
    change = rng.choice([
        {"positions": rng.choice([*WORDS, "play"])}, {"weights": rng.choice([*WEIGHTS.values()])}, found,
        {**found, "first_n": family.first_n},
    ])  # fmt: skip
    saved.update(deepcopy(change))
    return str(change)


def other_rule(rng: Random, saved: Saved) -> str:
    """Replace the rule by a well-formed one with another name."""
    rule = saved["rule"]
    if rng.random() < 0.3:
        saved["rule"] = plainly(plain_rule(random_question(rng)[0]))
    elif isinstance(rule.get("liberties"), bool) and rng.random() < 0.3:
        rule["liberties"] = not rule["liberties"]
    elif isinstance(rule.get("forbidden"), list):
        rule["forbidden"] = rng.sample([[0, 0], [0, 1], [1, 1]], rng.randrange(4))
    saved["game"] = rng.choice(["mine", saved.get("game")])
    return f"{saved['rule']}"


def falsehood(saved: Saved, proved: bool, rule: Rule | None = None, boards: int = 14) -> str | None:
    """Return a false statement of an accepted certificate; the rule is parsed from it by default."""
    board = saved["board"]
    graph = "wraps" not in saved["family"] or board.startswith(("path:", "cycle:"))
    rule = rule or rule_of(saved["rule"], graph)
    try:
        named = find_rule(saved["game"])
    except GfkitError:
        named = None
    if named is not None and plainly(plain_rule(named)) != saved["rule"]:
        return f"it names {saved['game']} and holds another rule"
    family = parse_board(board)
    if not isinstance(family, Family) or family.first_n != saved["first_n"]:
        return "its family begins elsewhere"
    weights = next(word for word, names in WEIGHTS.items() if names == saved["weights"])
    terms = expanded(saved)
    for n, term in enumerate(islice(terms, family.first_n + boards)):
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


def expanded(saved: Saved) -> Iterator[dict[tuple[int, int], int]]:
    """Yield the coefficients of the fraction, by long division."""

    def terms(part: list[Any]) -> list[tuple[int, int, int, int]]:
        rows = [[n, 0, 0, c] for n, c in enumerate(part)] if saved["version"] == 5 else part
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


def rule_of(plain: Saved, graph: bool = False) -> Rule:
    """Return a rule of gfkit from plain data; on a graph a piece of two cells lies on any edge."""
    if plain["kind"] == "array":
        return array_of(plain)
    if plain["kind"] == "placement":
        shapes = [one["pieces"] for one in plain["colours"]]
        if graph:
            shapes = [
                [*own, *([cell[::-1] for cell in piece] for piece in own if len(piece) == 2)]
                for own in shapes
            ]
        pieces = [dict.fromkeys(Piece(tuple(sorted(map(tuple, p)))) for p in own) for own in shapes]
        owners = [Player(one["owner"]) for one in plain["colours"]]
        colours = tuple(Colour(f"c{n}", owners[n], tuple(own)) for n, own in enumerate(pieces))
        return PlacementRule("plain", colours, frozenset(map(tuple, plain["forbidden"])), plain["liberties"])
    sides, tiles = ("top", "right", "bottom", "left"), plain["tiles"]
    found = [Tile(f"T{n}", *(t[s] for s in sides), tuple(t["weight"])) for n, t in enumerate(tiles)]
    return TileRule("plain", tuple(found), Boundary(*(frozenset(plain["boundary"][side]) for side in sides)))


def array_of(plain: Saved) -> ArrayRule:
    """Return an array from plain data: windows, counts, pins and predicates; values ascend."""
    values = plain.get("values", range(plain["colours"]))
    order = sorted(range(len(values)), key=values.__getitem__)

    def steps(given: Any) -> tuple[Any, ...]:
        return () if given == "rook" else tuple(map(tuple, given))

    def window(cells: Any) -> tuple[Any, ...]:
        return tuple(sorted(((r, c), mark) for r, c, mark in cells))

    def says(one: Saved) -> Predicate:
        word = next(word for word in ("require", "forbid", "when") if word in one)
        return Predicate(one[word], word == "forbid")

    def part(one: Saved) -> Any:
        if "cells" in one:
            return WindowPredicate(tuple(((r, c), mark) for r, c, mark in one["cells"]), says(one))
        return NearPredicate(steps(one["neighbours"]), says(one))

    def condition(one: Saved) -> Any:
        if "at" in one:
            return Pin(tuple(map(tuple, one["at"])), "", says(one))
        if "parts" not in one:
            return part(one)
        parts = tuple(part({**own, "when": one["when"]}) for own in one["parts"])
        return Exactly(parts, Numbers(frozenset(one["allowed"]), one["cap"]))

    counts = [
        NeighbourCount(one["cell"], steps(one["neighbours"]), frozenset(one["of"]), frozenset(one["allowed"]))
        for one in plain["counts"]
    ]
    return ArrayRule(
        "plain",
        plain["colours"],
        tuple(tuple(plain["weights"][k]) for k in order),
        tuple(Window(window(cells)) for cells in plain["forbid"]),
        tuple(counts),
        tuple(map(condition, plain.get("conditions", []))),
        tuple(values[k] for k in order) if "values" in plain else (),
        plain.get("outside"),
        new_values=plain.get("new_values", ""),
        marks=tuple(WeightedWindow(part(one), tuple(one["weight"])) for one in plain.get("weighted", [])),
    )


# A kind of cases


def case(rng: Random) -> MachineCase:
    return MachineCase(*random_question(rng))


def tags(made: MachineCase) -> list[str]:
    return [f"weights: {made.weights}"]


def compare(made: MachineCase) -> Compared:
    if wrong := made.failure():
        raise FaultError(wrong, "machine")
    return 1, []
