"""Random arrays with predicates, pins, values of all kinds, a value outside; families and drawn boards."""

from __future__ import annotations

import zlib
from random import Random
from typing import Any

from json_places import plainly

from gfkit import count, derive
from gfkit.core.rules import Rule
from gfkit.proofs.certificate import check
from gfkit.proofs.saving import certificate_of

from . import families, rules
from .case import Case, Compared, FaultError, RuleData
from .plain import values_of

_MOST_LISTED = 12_000
_SHAPES = (["a"], ["ab"], ["a", "b"], ["abc"], ["a", "b", "c"], ["ab", "cd"], ["ab", ".c"], [".a", "b."],
           ["a.b"], ["abc", "def"], ["ab", "cd", "ef"], ["abcd"], ["a", ".", "b"])  # fmt: skip


def rule(rng: Random) -> RuleData:
    """Return an array with one to three conditions of any kind."""
    cells: dict[str, Any] = {"colours": rng.choices((1, 2, 3, 4), (6, 54, 30, 10))[0]}
    values = list(range(cells["colours"]))
    if rng.random() < 0.35:
        values = sorted(rng.sample(range(-3, 13), cells["colours"]))
        cells = {"values": values}
        if rng.random() < 0.3:
            low = rng.randint(-3, 3)
            values = list(range(low, low + len(values)))
            cells = {"values": f"{low}..{low + len(values) - 1}"}
    if rng.random() < 0.3:
        cells["outside"] = rng.choice(values)
    if rng.random() < 0.25:
        cells["weight"] = {str(rng.choice(values)): rng.choice(("x", "y", "x^2*y"))}
    tables: dict[str, Any] = {"forbid": []}
    for _ in range(rng.choices((1, 2, 3), (60, 30, 10))[0]):
        kind = rng.choices(("window", "near", "pin", "forbid", "count"), (40, 25, 18, 10, 7))[0]
        if kind == "forbid":
            tables["forbid"].append(_forbidden(rng, values))
        elif kind == "count":
            made = rules.count(rng, len(values))
            of = [values[colour] for colour in made["of"]]
            tables.setdefault("count", []).append({**made, "cell": values[made["cell"]], "of": of})
        else:
            tables.setdefault(kind, []).append(_CONDITIONS[kind](rng, values))
    tables["forbid"] = list(dict.fromkeys(tables["forbid"]))
    if rng.random() < 0.2:
        tables["exactly"] = [_exactly(rng, values) for _ in range(rng.choice((1, 1, 1, 2)))]
    if rng.random() < 0.2:
        tables["line"] = [_line(rng, values)]
    if rng.random() < 0.15:
        cells["new_values"] = "row-major"
    if rng.random() < 0.12:
        return _even(rng, len(values))
    found = {"name": "Random", "cells": cells, "rules": tables}
    if rng.random() < 0.12:
        made = _window(rng, values)
        made["when"] = made.pop("require", None) or made.pop("forbid")
        tables.setdefault("window", []).append({**made, "weight": rng.choice(("x", "y", "x*y^2"))})
    elif "weight" not in cells and rng.random() < 0.15:
        found["image"] = _image(rng, values)
    return found


def _image(rng: Random, values: list[int]) -> dict[str, Any]:
    """Return a map: a number, or a truth value, for every window or neighbourhood."""
    made = _window(rng, values) if rng.random() < 0.5 else _near(rng, values)
    says = made.pop("require", None) or made.pop("forbid")
    if rng.random() < 0.6:
        names = ["x"] if "neighbours" in made else ["a"]
        says = _amount(rng, names, ["all"] if names == ["a"] else ["near", "all"], values)
    return {**made, "map": says}


def _line(rng: Random, values: list[int]) -> dict[str, Any]:
    """Return a pattern or an automaton along one or two of four directions, or ordered rows and columns."""
    words = ("rows", "columns", "diagonals", "antidiagonals")
    if rng.random() < 0.25:
        order = rng.choice(("nondecreasing", "increasing", "nonincreasing", "decreasing"))
        read = {"read": rng.choice(("forwards", "backwards"))} if rng.random() < 0.5 else {}
        return {"along": rng.sample(words[:2], rng.randint(1, 2)), "order": order, **read}
    along: Any = rng.choice((rng.choice(words), rng.sample(words, 2)))
    if rng.random() < 0.5:
        return {"along": along, "match": pattern(rng, values, 2)}
    if rng.random() < 0.3:
        left, right = ("a + d", "a - b", "abs(a - c)", "b"), ("b + c", "c - d", "1", "max(b, d)")
        return {"along": along, "pairs": f"{rng.choice(left)} {_relation(rng)} {rng.choice(right)}"}
    modulus, start = rng.choice((2, 3)), rng.randint(0, 1)
    table = {"along": along, "next": f"({rng.randint(1, 2)}*s + x) % {modulus}", "start": start}
    if rng.random() < 0.3:
        table["next"] = rng.choice(("x", "max(s, x)", "min(s + (x > 0), 3)"))
    if rng.random() < 0.5:
        table["require"] = (
            f"{rng.choice(('s', 'x', 's + x'))} {_relation(rng)} {rng.choice(('s', 'x', '1', '2'))}"
        )
    if rng.random() < 0.5:
        table["accept"] = f"s {_relation(rng)} {rng.choice((0, 1, values[-1]))}"
    return table


def pattern(rng: Random, values: list[int], depth: int) -> str:
    """Return a regular expression with spaces between all of its parts."""
    style = rng.random()
    if not depth or style < 0.3:
        some = " ".join(str(value) for value in rng.sample(values, rng.randint(1, len(values))))
        return rng.choice((str(rng.choice(values)), " . ", f"[ {some} ]", f"[ ^ {some} ]"))
    if style < 0.6:
        return f"{pattern(rng, values, depth - 1)} {pattern(rng, values, depth - 1)}"
    if style < 0.75:
        return f"( {pattern(rng, values, depth - 1)} | {pattern(rng, values, depth - 1)} )"
    return f"( {pattern(rng, values, depth - 1)} ) {rng.choice('*+?')}"


def _even(rng: Random, colours: int) -> RuleData:
    """Return a rule that is invariant under permutations of the values."""
    tables: dict[str, Any] = {"forbid": rng.sample(["aa", "a/a", "ab", "aba", "abc", "ab/ba", "a./.a"], 1)}
    test = f"count(y == x for y in near) {_relation(rng)} {rng.randint(0, 3)}"
    tables["near"] = [{"neighbours": rules.neighbours(rng)[0], **_says(rng, test)}] * rng.randint(0, 1)
    if rng.random() < 0.4:
        counted = {"shapes": ["ab"], "when": "a == b"}
        tables["exactly"] = [{**counted, rng.choice(("at_least", "at_most")): rng.randint(0, 2)}]
    cells = {"colours": colours, "count_up_to": "values"}
    return {"name": "Random", "cells": cells, "rules": tables}


def _exactly(rng: Random, values: list[int]) -> dict[str, Any]:
    """Return patterns, by windows or at cells, and their admissible numbers."""
    if rng.random() < 0.35:
        made = _near(rng, values)
        found = {"neighbours": made["neighbours"], "when": made.get("require", made.get("forbid"))}
    else:
        shapes = rng.choice(
            (["ab"], ["ab", "a/b"], ["a/b", "ab/..", "ab"], ["a.b"], ["ab/cd", "abcd"], ["a"])
        )
        letters = ["a"] if shapes == ["a"] else ["a", "b"]
        if rng.random() < 0.3:
            amounts = [_amount(rng, letters, ["all"], values) for _ in range(2)]
            return {
                "shapes": shapes,
                "sum": f"({amounts[0]}) - ({amounts[1]})",
                "number": [rng.randint(0, 1)],
            }
        found = {"shapes": shapes, "when": predicate(rng, letters, ["all"], values)}
    most = rng.randint(0, 3)
    number: Any = rng.choice(
        ({"number": [most]}, {"number": [0, most + 1]}, {"at_most": most}, {"at_least": most})
    )
    return {**found, **number}


def _forbidden(rng: Random, values: list[int]) -> str:
    marks = [str(value) for value in values] + ["?", "a", "b", "."]
    while True:
        drawn = [[rng.choice(marks) for _ in range(rng.randint(1, 3))] for _ in range(rng.randint(1, 2))]
        text = "/".join(" ".join(row) for row in drawn)
        if " " in text and set(text) - set(" ?./"):
            return text


def _window(rng: Random, values: list[int]) -> dict[str, Any]:
    shape = rng.choice(_SHAPES)
    letters = [mark for row in shape for mark in row if mark != "."]
    lists = ["all", *([] if rng.random() < 0.7 else [f"[{', '.join(rng.sample(letters, len(letters)))}]"])]
    text = predicate(rng, letters, lists, values)
    if rng.random() < 0.1:
        lines = rng.choice(("rows", "columns"))
        test = f"sum(r) {_relation(rng)} {_number(rng, values)}"
        text = f"{rng.choice(('any', 'all', 'count'))}({test} for r in {lines})"
    return {"shape": shape if rng.random() < 0.5 else "/".join(shape), **_says(rng, text)}


def _near(rng: Random, values: list[int]) -> dict[str, Any]:
    neighbours, _ = rules.neighbours(rng)
    return {"neighbours": neighbours, **_says(rng, predicate(rng, ["x"], ["near", "near", "all"], values))}


def _pin(rng: Random, values: list[int]) -> dict[str, Any]:
    sides = ("top row", "bottom row", "left column", "right column", "corners", "border")
    spots = ("top left", "bottom right", "top right", "bottom left")
    words = ("first", "last", *sides, *spots, "row 2", "row -2", "column 2", "column -3")
    cell = [rng.choice((1, 2, 3, -1, -2)), rng.choice((1, 2, -1, -2, -3))]
    at: Any = rng.choice((rng.choice(words[:2]), rng.choice(words), [cell], [rng.choice(words), cell]))
    return {"at": at, **_says(rng, predicate(rng, ["x"], [], values))}


_CONDITIONS = {"window": _window, "near": _near, "pin": _pin}


def _says(rng: Random, text: str) -> dict[str, Any]:
    return {rng.choice(("require", "require", "forbid")): text}


def predicate(rng: Random, letters: list[str], lists: list[str], values: list[int], depth: int = 2) -> str:
    """Return a predicate on some values; it is rarely constant."""
    style = rng.random()
    if depth and style < 0.3:
        joined = rng.choice((" and ", " or "))
        parts = [predicate(rng, letters, lists, values, depth - 1) for _ in range(2)]
        return "(" + joined.join(parts) + ")"
    if depth and style < 0.38:
        return f"not {predicate(rng, letters, lists, values, 0)}"
    if lists and style < 0.5:
        test = f"y {_relation(rng)} {_amount(rng, letters, [], values)}"
        return f"{rng.choice(('any', 'all'))}({test} for y in {rng.choice(lists)})"
    if style < 0.58:
        numbers = ", ".join(_number(rng, values) for _ in range(rng.randint(1, 3)))
        return f"{_amount(rng, letters, lists, values)} {rng.choice(('in', 'not in'))} [{numbers}]"
    if lists and style < 0.62:
        return f"{_number(rng, values)} in {rng.choice(lists)}"
    if style < 0.65:
        return rng.choice(("1 == 1", "0", "2 < 1 < 3", "True"))
    if lists and style < 0.68:
        return f"sorted({rng.choice(lists)}) {_relation(rng)} [{', '.join(map(str, values))}]"
    sides = [_amount(rng, letters, lists, values) for _ in range(rng.choice((2, 2, 2, 3)))]
    return f" {_relation(rng)} ".join(sides)


def _relation(rng: Random) -> str:
    return rng.choice(("==", "!=", "<", "<=", ">", ">="))


def _number(rng: Random, values: list[int]) -> str:
    return str(rng.choice((*values, 0, 1, 2, 3)))


def _amount(rng: Random, letters: list[str], lists: list[str], values: list[int]) -> str:
    """Return a numeric expression in some values."""
    style = rng.random()
    letter = rng.choice(letters)
    if lists and style < 0.35:
        name = rng.choice(lists)
        test = f"{_relation(rng)} {rng.choice((letter, _number(rng, values)))}"
        return rng.choice(
            (
                f"sum({name})", f"max({name})", f"min({name})", f"distinct({name})", f"median({name})",
                f"size({name})", f"count(y {test} for y in {name})", f"sum(y for y in {name} if y {test})",
                f"max(y - {letter} for y in {name} if y {test})",
                f"sum(abs(y - z) for y in {name} for z in {name})",
            )
        )  # fmt: skip
    if style < 0.6:
        return letter
    other = rng.choice((rng.choice(letters), _number(rng, values)))
    if style < 0.85:
        return f"({letter} {rng.choice(('+', '-', '*'))} {other})"
    return rng.choice(
        (f"abs({letter} - {other})", f"max({letter}, {other})", f"{letter} % {rng.choice((2, 3, -2))}",
         f"{letter} // 2", f"{letter}**2", f"-{letter}", f"({letter} if {other} else 1)",
         f"min({letter}, {other}, 2)", f"({letter} == {other})")
    )  # fmt: skip


def case(rng: Random) -> Case:
    """Return a random array on a random family, or on a board with holes."""
    while True:
        data = rule(rng)
        if rng.random() < 0.3:
            return Case(data, board(rng), "all", rng.choice(("none", "none", "players")))
        weights = rng.choices(("none", "pieces", "players"), (76, 12, 12))[0]
        made = Case(data, families.family(rng, data), "all", weights)
        if "complete" not in made.board and families.bits(made) <= 6.5:
            return families.by_some_method(rng, made)


def board(rng: Random) -> str:
    """Return a small board with holes, or a cylinder or torus smaller than the windows."""
    if rng.random() < 0.3:
        return rng.choice(("cylinder:3x2", "cylinder:4x1", "torus:3x3", "1x1", "2x2", "cylinder:3x1", "1x5"))
    rows, cols = rng.choice(((1, 4), (2, 3), (3, 2), (3, 3), (2, 4)))
    drawn = ["".join(rng.choice("...#") for _ in range(cols)) for _ in range(rows)]
    return "/".join(drawn) if any("." in row for row in drawn) and rows > 1 else "../.#"


def tags(made: Case) -> list[str]:
    board = [f"board: {'drawn' if '#' in made.board else 'named'}"]
    return families.tags(made) if made.is_family else board


def compare(made: Case) -> Compared:
    """Compare a family like all families, and by its certificate; compare a board by three counts."""
    if made.is_family:
        compared, more = families.compare(made)
        if zlib.crc32(str(made).encode()) % 8 == 0:
            more = [*more, certified(made)]
        return compared, more
    read = Rule.of(made.rule)
    said = {"the count": dict(count(read, made.board, made.positions, made.weights).polynomial.terms)}
    said |= families.listings_of(made, read, made.board, 0, _MOST_LISTED)
    if len(said) == 1:
        return 0, ["listed: no"]
    families.all_agree(said, "")
    kind = f"values: {len(values_of(made.rule))}" if made.kind == "array" else f"rule: {made.kind}"
    return 1, ["listed: yes", f"nothing: {not sum(said['the count'].values())}", kind]


def certified(made: Case) -> str:
    """Check the certificate. Return the status; raise FaultError if the checker rejects it."""
    law = derive(Rule.of(made.rule), made.board, made.positions, made.weights)
    said = check(plainly(certificate_of(law)))
    if not said.ok:
        raise FaultError(said.reason, f"certificate: {said.status}")
    return f"certificate: {said.status}"
