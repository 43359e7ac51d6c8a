"""Rules that read labels on one board, against a listing that reads the rule file and the data by itself.

The predicates are evaluated by Python, with the value of a label as a name; nothing is read from gfkit.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, groupby, product
from math import prod
from random import Random
from typing import Any

import gfkit
from gfkit.core.errors import MismatchError
from gfkit.core.oracle import definitions

from .case import Compared, FaultError, RuleData

Place = frozenset[tuple[int, int]]
"""Cells, by row and column."""
Data = dict[str, dict[Place, Any]]
"""Value of each label at the places that are not blank."""
STEPS = {
    "rook": ((0, 1), (1, 0), (0, -1), (-1, 0)),
    "king": tuple(at for at in product((-1, 0, 1), repeat=2) if any(at)),
    "corner": tuple(product((-1, 1), repeat=2)),
}
NEAR = (
    "sum(near) == clue", "x + sum(near) <= clue", "count(y != x for y in near) == clue", "x != clue",
    "x == 0 and sum(near) == clue", "max(near) * clue >= x", "row + x >= clue",
)  # fmt: skip
WINDOW = ("sum(all) <= face", "a != d or face > 1", "a + b == face")
NAMES: dict[str, Any] = {
    "count": lambda some: sum(map(bool, some)),
    "max": lambda some: max(some, default=0),
    "sum": sum,
    "abs": abs,
    "all": all,
    "__builtins__": {},
}


@dataclass(frozen=True)
class LabelCase:
    """A rule as the data of its file, the sides of a grid, and labels."""

    rule: RuleData
    sides: tuple[int, int]
    labels: Data = field(default_factory=dict)
    is_native: bool = True

    @property
    def board(self) -> gfkit.Board:
        """The board with its labels, by the names of places."""
        written = {
            name: {"-".join(f"{r + 1},{c + 1}" for r, c in sorted(at)): value for at, value in values.items()}
            for name, values in self.labels.items()
        }
        board = gfkit.parse_board("x".join(map(str, self.sides)), labels=written)
        assert isinstance(board, gfkit.Board)
        return board


# Cases


def case(rng: Random) -> LabelCase:
    """Return an array or a set of edges on a small grid, with random labels."""
    sides = rng.choice(((1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3), (2, 4)))
    made = _edges(rng, sides) if rng.random() < 0.35 else _array(rng, sides)
    return LabelCase(made[0], sides, made[1], rng.random() < 0.5)


def _drawn(rng: Random, places: list[Place], values: Any, full: float = 0.6) -> dict[Place, Any]:
    return {at: rng.choice([*values]) for at in places if rng.random() < full}


def _cells(sides: tuple[int, int]) -> list[tuple[int, int]]:
    return [*product(range(sides[0]), range(sides[1]))]


def _single(sides: tuple[int, int]) -> list[Place]:
    return [frozenset({cell}) for cell in _cells(sides)]


def _lines(sides: tuple[int, int]) -> list[list[tuple[int, int]]]:
    rows, cols = range(sides[0]), range(sides[1])
    return [[(r, c) for c in cols] for r in rows] + [[(r, c) for r in rows] for c in cols]


def _array(rng: Random, sides: tuple[int, int]) -> tuple[RuleData, Data]:
    single, is_wide = _single(sides), min(sides) > 1
    colours = 2 if len(single) > 6 else rng.choice((2, 3))
    cells: dict[str, Any] = {"colours": colours}
    rules: dict[str, Any] = {}
    labels: Data = {}
    if rng.random() < 0.6:
        key = rng.choice(("require", "require", "forbid"))
        rules["near"] = [{"neighbours": rng.choice((*STEPS,)), key: rng.choice(NEAR)}]
        labels["clue"] = _drawn(rng, single, range(4), 0.5)
        cells |= {"outside": rng.randrange(colours)} if rng.random() < 0.3 else {}
    if rng.random() < 0.5:
        each = rng.choice(("region", ["row", "region"], ["column", "region"], ["diagonal", "region"]))
        what = rng.choice(({"when": "x == 1"}, {"sum": "x"}, {"sum": "x * cost - 1"}))
        bound = rng.choice(({"number": [0, 1, 2]}, {"at_most": 1}, {"at_least": 1}, {"number": "total"}))
        rules["exactly"] = [{"each": each, **what, **bound}]
        labels["region"] = _drawn(rng, single, "AB", 0.8)
        labels |= {"cost": _drawn(rng, [*labels["region"]], range(3))} if "cost" in str(what) else {}
        labels |= {"total": {}} if "total" in str(bound) else {}
        for letter in "AB" if "total" in labels else "":
            own = [at for at, value in labels["region"].items() if value == letter]
            labels["total"] |= {rng.choice(own): rng.randrange(4)} if own and rng.random() < 0.7 else {}
    if rng.random() < 0.2:
        rules["distinct"] = [{"each": ["region"]}]
        labels.setdefault("region", _drawn(rng, single, "ABCDE", 0.5))
    if is_wide and colours == 2 and rng.random() < 0.3:
        rules["line"] = [{"along": ["rows", "columns"], "runs": "runs"}]
        labels["runs"] = _drawn(rng, [*map(frozenset, _lines(sides))], ([0], [1], [2], [1, 1]), 0.4)
    if is_wide and rng.random() < 0.3:
        read = rng.choice(("forwards", "backwards"))
        line = {"along": "rows", "start": 0, "next": "(2 * s + x) % 5", "accept": "s <= left", "read": read}
        rules.setdefault("line", []).append(line)
        labels["left"] = _drawn(rng, [*map(frozenset, _lines(sides)[: sides[0]])], range(4))
    if is_wide and "outside" not in cells and rng.random() < 0.3:
        rules["window"] = [{"shape": "ab/cd", "require": rng.choice(WINDOW)}]
        faces = [frozenset(product((r, r + 1), (c, c + 1))) for r, c in _cells((sides[0] - 1, sides[1] - 1))]
        labels["face"] = _drawn(rng, faces, range(4))
    if rng.random() < 0.3:
        number = rng.choice(("all", 1, [0, 1]))
        rules["connected"] = [{"of": [1], "each": {"at": "label start", "number": number}}]
        labels["start"] = _drawn(rng, single, (1,), 0.5)
    if rng.random() < 0.2:
        rules["pin"] = [{"at": rng.choice(("label start", "label start = 1")), "require": "x == 1"}]
        labels.setdefault("start", _drawn(rng, single, (1,), 0.3))
    if rng.random() < 0.2:
        rules.setdefault("connected", []).append({"of": [1], "joins": ["label start", "label finish"]})
        labels.setdefault("start", _drawn(rng, single, (1,), 0.3))
        labels["finish"] = _drawn(rng, single, "AB", 0.3)
    if rng.random() < 0.5:
        weight = rng.choice(({"0": "1 - p", "1": "p"}, {"1": "x^length"}, {"1": "x"}))
        cells["weight"] = weight
        labels |= {"p": _drawn(rng, single, PROBABILITIES, 1)} if "p" in str(weight) else {}
        labels |= {"length": _drawn(rng, single, range(3), 1)} if "length" in str(weight) else {}
    return _named(rng, {"cells": cells, "rules": rules}, labels, single)


PROBABILITIES = ("1/3", "0.9", "1", "0", "2/7")


def _edges(rng: Random, sides: tuple[int, int]) -> tuple[RuleData, Data]:
    single, pairs = _single(sides), _pairs(sides)
    own: dict[str, Any] = {"cap": rng.choice((2, 3, 4))}
    labels: Data = {}
    if rng.random() < 0.6:
        own["vertex"] = rng.choice(("d == degree", "d <= degree", "d >= degree - 1"))
        labels["degree"] = _drawn(rng, single, range(4))
    else:
        own["vertex"] = rng.choice(("d <= 2", "d >= 0", "d != 1"))
        if rng.random() < 0.3:
            own["pin"] = [{"at": "label leaf", "vertex": "d == 1"}]
            labels["leaf"] = _drawn(rng, single, (1,), 0.3)
    if rng.random() < 0.6:
        at = rng.choice(("label terminal", "label terminal = 2"))
        own |= {"each": {"at": at, "number": rng.choice(("all", [0, 2], [0, 1]))}, "spanning": True}
        labels["terminal"] = _drawn(rng, single, (1, 2), 0.5)
    if rng.random() < 0.4:
        bound = rng.choice(({"number": 1}, {"at_most": 1}, {"number": [0, 2]}))
        own["exactly"] = [{"each": "bundle", "when": "x == 1", **bound}]
        labels["bundle"] = _drawn(rng, pairs, "AB", 0.7)
    if rng.random() < 0.7:
        weight = rng.choice(
            ({"weight": "p", "weight_left": "1 - p"}, {"weight": "p"}, {"weight": "x^length"})
        )
        own |= weight
        word = "length" if "length" in str(weight) else "p"
        labels[word] = _drawn(rng, pairs, range(3) if word == "length" else PROBABILITIES, 1)
    return _named(rng, {"edges": own}, labels, single)


def _named(rng: Random, tables: RuleData, labels: Data, single: list[Place]) -> tuple[RuleData, Data]:
    if not labels:  # a rule that reads labels has at least one
        labels["given"] = _drawn(rng, single, (0, 1), 0.3)
        if "rules" in tables:
            own = {"neighbours": "rook", "require": "x == given"}
            tables["rules"]["near"] = [*tables["rules"].get("near", ()), own]
        else:
            tables["edges"]["vertex"] = "d != given"
    return {"name": "Drawn", "labels": [*labels], **tables}, labels


def _pairs(sides: tuple[int, int]) -> list[Place]:
    cells = _cells(sides)
    return [
        frozenset(two)
        for two in combinations(cells, 2)
        if abs(two[0][0] - two[1][0]) + abs(two[0][1] - two[1][1]) == 1
    ]


# The listing


Shown = dict[Place, int]
"""Value of each cell, or of each edge."""


def listed(made: LabelCase) -> Iterator[tuple[Shown, Fraction, int]]:
    """Yield the configurations of weight other than 0, with the number and the power of x in it."""
    is_array = "cells" in made.rule
    places = _single(made.sides) if is_array else _pairs(made.sides)
    values = range(made.rule["cells"]["colours"]) if is_array else (0, 1)
    fits = _is_array if is_array else _is_edge_set
    for chosen in product(values, repeat=len(places)):
        shown = dict(zip(places, chosen, strict=True))
        if fits(made, shown):
            number, power = _weight(made, shown)
            if number:
                yield shown, number, power


def _geometric(name: str, at: Place) -> int:
    ((row, col),) = at
    return {"row": row, "column": col, "diagonal": row - col}[name] + (name != "diagonal")


def _known(made: LabelCase, text: str, at: Place) -> dict[str, Any] | None:
    """Return the labels in an expression at a place, or None if one is blank."""
    read = {name for name in made.labels if name in text.replace("(", " ").replace(")", " ").split()}
    known = {name: values[at] for name, values in made.labels.items() if name in read and at in values}
    known |= {"row": _geometric("row", at)} if "row" in text.split() and len(at) == 1 else {}
    return known if read <= known.keys() else None


def _true(text: str, **names: Any) -> Any:
    return eval(text, {**NAMES, **names})


def _is_array(made: LabelCase, shown: Shown) -> bool:
    rules, value = made.rule["rules"], {next(iter(at)): x for at, x in shown.items()}
    outside = made.rule["cells"].get("outside")
    for one in rules.get("near", ()):
        text = one.get("require") or one["forbid"]
        for (r, c), x in value.items():
            known = _known(made, text, frozenset({(r, c)}))
            steps = ((r + down, c + right) for down, right in STEPS[one["neighbours"]])
            near = [value.get(at, outside) for at in steps]
            near = [y for y in near if y is not None]
            if known is not None and bool(_true(text, x=x, near=near, **known)) != ("require" in one):
                return False
    for one in rules.get("window", ()):
        for r, c in _cells((made.sides[0] - 1, made.sides[1] - 1)):
            square = [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]
            known = _known(made, one["require"].replace("sum(all)", "0"), frozenset(square))
            four = [value[at] for at in square]
            names = dict(zip("abcd", four, strict=True))
            if known is not None and not _true(
                one["require"].replace("all", "four"), four=four, **names, **known
            ):
                return False
    is_connected = all(_is_joined(made, one, value) for one in rules.get("connected", ()))
    lines = all(_is_line(made, one, value) for one in rules.get("line", ()))
    pinned = {next(iter(at)) for at in made.labels["start"]} if "pin" in rules else set()
    if any(value[at] != 1 for at in pinned):
        return False
    return is_connected and lines and _groups(made, rules, shown)


def _is_line(made: LabelCase, one: RuleData, value: dict[tuple[int, int], int]) -> bool:
    for line in _lines(made.sides)[: None if "runs" in one else made.sides[0]]:
        word = [value[at] for at in line]
        wanted = made.labels["runs" if "runs" in one else "left"].get(frozenset(line))
        if wanted is None:
            continue
        if "runs" in one:
            if [len([*run]) for x, run in groupby(word) if x] != [n for n in wanted if n]:
                return False
            continue
        state = 0
        for x in word[::-1] if one["read"] == "backwards" else word:
            state = (2 * state + x) % 5
        if state > wanted:
            return False
    return True


def _is_joined(made: LabelCase, one: RuleData, value: dict[tuple[int, int], int]) -> bool:
    cells = [at for at, x in value.items() if x == 1]
    links = [at for at in _pairs(made.sides) if at <= {*cells}]
    parts = _parts(cells, links)
    if "joins" in one:
        places = [{next(iter(at)) for at in made.labels[name]} for name in ("start", "finish")]
        return any(all(part & place for place in places) for part in parts)
    return _marks_fit(made, one["each"], parts)


def _marks_fit(made: LabelCase, each: RuleData, parts: list[set[tuple[int, int]]]) -> bool:
    name, _, wanted = each["at"].removeprefix("label ").partition(" = ")
    marked = {next(iter(at)) for at, value in made.labels[name].items() if wanted in ("", str(value))}
    fine = [0, len(marked)] if each["number"] == "all" else each["number"]
    return all(len(part & marked) in (fine if isinstance(fine, list) else [fine]) for part in parts)


def _parts(vertices: list[tuple[int, int]], links: list[Place]) -> list[set[tuple[int, int]]]:
    parts = [{vertex} for vertex in vertices]
    for link in links:
        met = [part for part in parts if part & link]
        parts = [part for part in parts if part not in met] + [set().union(*met)]
    return parts


def _is_edge_set(made: LabelCase, shown: Shown) -> bool:
    own, cells = made.rule["edges"], _cells(made.sides)
    taken = [at for at, x in shown.items() if x]
    for cell in cells:
        degree = min(own["cap"], sum(cell in at for at in taken))
        is_leaf = "pin" in own and frozenset({cell}) in made.labels["leaf"]
        text = "d == 1" if is_leaf else own["vertex"]
        known = _known(made, text, frozenset({cell}))
        if known is not None and not _true(text, d=degree, **known):
            return False
    if "each" in own and not _marks_fit(made, own["each"], _parts(cells, taken)):
        return False
    return _groups(made, own, shown)


def _groups(made: LabelCase, rules: RuleData, shown: Shown) -> bool:
    for one in (*rules.get("exactly", ()), *rules.get("distinct", ())):
        for name in [one["each"]] if isinstance(one["each"], str) else one["each"]:
            home = made.labels.get(name) or (
                {} if name in made.labels else {at: _geometric(name, at) for at in shown}
            )
            for group in {*home.values()}:
                own = [at for at in shown if home.get(at) == group]
                if not _group_fits(made, one, own, shown):
                    return False
    return True


def _group_fits(made: LabelCase, one: RuleData, own: list[Place], shown: Shown) -> bool:
    if len(one) == 1:
        return len({shown[at] for at in own}) == len(own)
    wanted = next(one[key] for key in ("number", "at_most", "at_least") if key in one)
    if wanted == "total":
        totals = {made.labels["total"][at] for at in own if at in made.labels["total"]}
        if not totals:
            return True
        if len(totals) > 1:
            raise MismatchError("several totals")
        wanted = [*totals]
    total, text = 0, one.get("sum") or one["when"]
    for at in own:
        known = _known(made, text, at)
        total += 0 if known is None else int(_true(text, x=shown[at], **known))
    if "at_most" in one:
        return total <= wanted
    return (
        total >= wanted if "at_least" in one else total in (wanted if isinstance(wanted, list) else [wanted])
    )


def _weight(made: LabelCase, shown: Shown) -> tuple[Fraction, int]:
    if "edges" in made.rule:
        own = made.rule["edges"]
        texts = {0: own.get("weight_left", "1"), 1: own.get("weight", "1")}
    else:
        texts = {int(value): text for value, text in made.rule["cells"].get("weight", {}).items()}
    number, power = Fraction(1), 0
    for at, x in shown.items():
        p = Fraction(made.labels["p"][at]) if "p" in made.labels else Fraction(1)
        number *= {"p": p, "1 - p": 1 - p}.get(texts.get(x, "1"), Fraction(1))
        text = texts.get(x, "1")
        power += made.labels["length"][at] if text == "x^length" else int(text == "x")
    return number, power


# The comparison


def tags(made: LabelCase) -> list[str]:
    return [
        f"of: {'cells' if 'cells' in made.rule else 'edges'}",
        *(f"label: {name}" for name in made.labels),
    ]


@contextmanager
def _extension(is_used: bool) -> Iterator[None]:
    """Disable the C extension for a while."""
    before = os.environ.get("GFKIT_NATIVE")
    if not is_used:
        os.environ["GFKIT_NATIVE"] = "0"
    try:
        yield
    finally:
        os.environ.pop("GFKIT_NATIVE", None)
        if before is not None:
            os.environ["GFKIT_NATIVE"] = before


def compare(made: LabelCase) -> Compared:
    with _extension(made.is_native):
        return _compared(made)


def _compared(made: LabelCase) -> Compared:
    every, rule = [*listed(made)], gfkit.Rule.of(made.rule)
    board = made.board
    total: Counter[int] = Counter()
    for _, number, power in every:
        total[power] += number  # type: ignore[assignment]
    has_p = any(Fraction(value) not in (0, 1) for value in made.labels.get("p", {}).values())
    _same(
        "count",
        gfkit.count(rule, board).number if has_p else int(gfkit.count(rule, board)),
        sum(total.values()),
    )
    if has_p:
        _refuses(lambda: gfkit.optimum(rule, board))
        _refuses(lambda: gfkit.count(rule, board, weights="pieces"))
        _same("definition", _by_definition(rule, board), sum(total.values()))
        if every:
            weighted = {frozenset(shown.items()) for shown, *_ in every}
            drawn = (_picture(made, one) for one in gfkit.samples(rule, board, number=5, seed=1))
            _same("samples", {*drawn} <= weighted, True)
        else:
            _refuses(lambda: gfkit.sample(rule, board))
        compared = 5
    else:
        compared = _compared_unweighted(made, rule, board, every, total)
    at = next((at for at in every[0][0]), None) if every else None
    if at is not None:
        noun, name = (
            ("edge", "cell")["cells" in made.rule],
            "-".join(f"{r + 1},{c + 1}" for r, c in sorted(at)),
        )
        own, whole = (
            sum(number for shown, number, _ in every if is_all or shown[at] == 1) for is_all in (False, True)
        )
        event = f"{noun} {name}" + " is 1" * (noun == "cell")
        _same("probability", gfkit.probability(rule, board, event), Fraction(own) / whole)
        given = gfkit.count(rule, board, given=event)
        _same("given", given.number if has_p else int(given), own)
    return compared + 2 * bool(every), [f"nothing: {not every}"]


def _by_definition(rule: gfkit.Rule, board: gfkit.Board) -> Fraction:
    """Return the sum of the weights of the configurations that the definition lists."""
    question = gfkit.Question.of(rule, board, weighed=True)
    factors = question.rule.factors
    assert factors is not None
    values = factors.values(dict.fromkeys(factors.letters, 1))
    found = (powers for _, powers in definitions.listed(question.rule, question.board))
    return sum(
        (prod(x**power for x, power in zip(values, powers, strict=False)) for powers in found), Fraction(0)
    )


def _compared_unweighted(
    made: LabelCase, rule: gfkit.Rule, board: gfkit.Board, every: Any, total: Any
) -> int:
    """Compare the results that ignore weights other than monomials, and return their number."""
    polynomial = gfkit.count(rule, board, weights="pieces").polynomial
    _same("polynomial", {power[0]: n for power, n in polynomial.terms}, {k: n for k, n in total.items() if n})
    _same("brute force", str(gfkit.brute_force(rule, board, weights="pieces").polynomial), str(polynomial))
    _same("residue", int(gfkit.count(rule, board, mod=7)), len(every) % 7)
    found = [_picture(made, one) for one in gfkit.configurations(rule, board)]
    _same("list", Counter(found), Counter(frozenset(shown.items()) for shown, *_ in every))
    if not every:
        _refuses(lambda: gfkit.sample(rule, board))
        return 4
    _same("sample", _picture(made, gfkit.sample(rule, board, seed=1)) in {*found}, True)
    if any(total):
        best = gfkit.optimum(rule, board, witness=True)
        ends = ((end, total[end]) for end in (min(total), max(total)))
        _same("optimum", (best.minimum, best.maximum), tuple(ends))
    return 6


def _picture(made: LabelCase, one: Any) -> frozenset[tuple[Place, int]]:
    if "cells" in made.rule:
        return frozenset((frozenset({at}), int(value)) for at, value in one.values.items())
    taken = {frozenset(edge) for edge in one.pieces}
    return frozenset((at, int(at in taken)) for at in _pairs(made.sides))


def _same(what: str, own: object, wanted: object) -> None:
    if own != wanted:
        raise FaultError(f"{what}: {own}, and the listing has {wanted}", what)


def _refuses(call: Callable[[], object]) -> None:
    try:
        found = call()
    except gfkit.GfkitError:
        return
    raise FaultError(f"not refused: {found}", "not refused")
