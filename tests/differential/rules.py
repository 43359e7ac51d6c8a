"""Random rules of every kind, as the data of rule files; degenerate ones are made on purpose."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

from .case import RuleData


def rule(rng: Random) -> RuleData:
    """Return a placement game, an array or a tile set."""
    return rng.choices((placement, array, tiles), (45, 40, 15))[0](rng)


# Placement games.


def placement(rng: Random) -> RuleData:
    """Return pieces of two players, of both or in colours; adjacency constraints; sometimes liberties."""
    kind = rng.choices(("two", "left", "right", "both", "colours"), (60, 8, 8, 14, 10))[0]
    many = rng.random() < 0.15
    data: dict[str, Any] = {"name": "Random"}
    if kind == "both":
        data["both"] = {"pieces": pieces(rng, many)}
    elif kind == "colours":
        data["colours"] = {"number": rng.choice((1, 2, 2, 3)), "pieces": pieces(rng, False)}
    else:
        data["left"] = {"pieces": [] if kind == "right" else pieces(rng, many)}
        data["right"] = {"pieces": [] if kind == "left" else pieces(rng, many)}
    words = ("same", "different") if kind == "colours" else ("LL", "RR", "LR")
    told = [word for word in words if rng.random() < 0.35]
    data["rules"] = {"forbid_adjacent": ["different"] if kind == "two" and rng.random() < 0.05 else told}
    if rng.random() < 0.1:
        data["rules"]["liberties"] = True
    return data


def pieces(rng: Random, many: bool) -> list[str]:
    """Return one to three distinct drawings."""
    if rng.random() < 0.06:
        return ["XX", "X/X"]
    number = 3 if many else rng.choices((1, 2, 3), (60, 28, 12))[0]
    found = dict.fromkeys(piece(rng) for _ in range(number))
    return list(found)


def piece(rng: Random) -> str:
    """Return a piece: a cell, a bar, a bar with holes, a far pair, a small polyomino or scattered cells."""
    style = rng.choices(("cell", "bar", "holes", "far", "box"), (20, 32, 14, 8, 26))[0]
    if style == "cell":
        return "X"
    if style == "box":
        return _box(rng)
    if style == "bar":
        line = "X" * rng.choices((2, 3, 4), (60, 32, 8))[0]
    elif style == "far":
        line = f"X{'.' * rng.randint(2, 3)}X"
    else:
        line = rng.choice(("X.X", "XX.X", "X.XX", "X..X", "X.X.X"))
    return line if rng.random() < 0.5 else "/".join(line)


def _box(rng: Random) -> str:
    """Return a drawing in a small box, with a cell in every outer row and column."""
    rows, cols = rng.choice(((2, 2), (2, 2), (2, 3), (3, 2)))
    while True:
        drawn = ["".join(rng.choice("XX.") for _ in range(cols)) for _ in range(rows)]
        sides = [*(drawn[row] for row in (0, -1)), *("".join(row[col] for row in drawn) for col in (0, -1))]
        if all("X" in side for side in sides):
            return "/".join(drawn)


# Arrays.

_SHAPES = (
    (1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (1, 4), (4, 1), (2, 3), (3, 2), (1, 5), (5, 1), (3, 3),
)  # fmt: skip
_SHAPE_WEIGHTS = (5, 20, 16, 16, 10, 12, 6, 4, 4, 4, 3, 3, 1)


def array(rng: Random) -> RuleData:
    """Return colours, forbidden windows, neighbour counts: some rules die soon, some need many neighbours."""
    colours = rng.choices((1, 2, 3, 4), (7, 63, 22, 8))[0]
    style = rng.choices(("windows", "counts", "both", "dying"), (42, 26, 16, 16))[0]
    rules: dict[str, Any] = {"forbid": []}
    if style in ("windows", "both"):
        number = rng.choices((1, 2, 3, 4), (40, 30, 20, 10))[0]
        rules["forbid"] = [window(rng, colours) for _ in range(number)]
    if style in ("counts", "both"):
        number = rng.choices((1, 2, 3), (70, 22, 8))[0]
        rules["count"] = [count(rng, colours) for _ in range(number)]
    if style == "dying":
        rules["forbid"] = dying(rng, colours)
    cells: dict[str, Any] = {"colours": colours}
    weight = {str(c): rng.choice(("x", "y", "x*y", "x^2")) for c in range(colours) if rng.random() < 0.4}
    if weight:
        cells["weight"] = weight
    return {"name": "Random", "cells": cells, "rules": rules}


def window(rng: Random, colours: int) -> str:
    """Return a drawing of colours, any colour, letters and free cells, with at least one constraint."""
    rows, cols = rng.choices(_SHAPES, _SHAPE_WEIGHTS)[0]
    digits = [str(colour) for colour in range(colours)]
    share = rng.choice(((1, 0, 0, 0), (6, 2, 0, 1), (2, 1, 4, 0), (4, 2, 2, 2)))
    while True:
        marks = rng.choices((0, 1, 2, 3), share, k=rows * cols)
        text = [rng.choice((digits, ["?"], ["a", "b"], ["."])[mark]) for mark in marks]
        if set(text) - {"?", "."}:
            return "/".join("".join(text[row * cols : (row + 1) * cols]) for row in range(rows))


def dying(rng: Random, colours: int) -> list[str]:
    """Return all or almost all assignments of a small shape, so that only short boards have arrays."""
    rows, cols = rng.choices(((1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2)), (10, 35, 20, 20, 10, 5))[0]
    size = rows * cols
    style = rng.choice(("digits", "letters", "padded"))
    if style == "letters" and size == 2:
        texts = ["aa", "ab"]
    elif style == "letters" and size == 3:
        texts = ["aaa", "aab", "aba", "baa", "abc"]
    else:
        asked = 1 if style == "padded" else size
        digits = "".join(str(colour) for colour in range(colours))
        texts = ["".join(marks) for marks in product(digits, repeat=asked)][:27]
        spot = rng.randrange(size)
        texts = [text if asked == size else "?" * spot + text + "?" * (size - spot - 1) for text in texts]
    kept = texts if rng.random() < 0.6 else rng.sample(texts, max(1, len(texts) - rng.randint(1, 2)))
    cuts = range(0, size, cols)
    found = ["/".join(text[cut : cut + cols] for cut in cuts) for text in kept]
    if rng.random() < 0.2:
        found = [f"{'?' * rng.randint(1, 2)}{text}" if rows == 1 else f"?/{text}" for text in found]
    return list(dict.fromkeys(found))


def crowded(rng: Random) -> RuleData:
    """Return windows of many shapes: few states, but on three rows a state takes two words."""
    found = []
    for _ in range(12):
        cells = rng.sample(range(5), rng.randint(3, 5))
        found.append("".join(rng.choice("01") if cell in cells else "." for cell in range(5)).strip("."))
    return {"name": "Random", "cells": {"colours": 2}, "rules": {"forbid": list(dict.fromkeys(found))}}


def counted(rng: Random) -> RuleData:
    """Return windows and several counts, often along one line: near an end they share cells."""
    colours = rng.choices((2, 3, 4), (45, 45, 10))[0]
    windows = [window(rng, colours) for _ in range(rng.randint(1, 3))]
    counts = [count(rng, colours) for _ in range(rng.randint(1, 3))]
    if rng.random() < 0.4:
        lines = ("ooXoo", "oXoo", "ooXo", "ooX", "o.X.o", "o/o/X/o/o", "ooXoo/.o...", "oXo")
        counts = [
            {
                **asked,
                "neighbours": rng.choice(lines),
                "allowed": sorted(rng.sample(range(9), rng.randint(3, 8))),
            }
            for asked in counts
        ]
    rules = {"forbid": list(dict.fromkeys(windows)), "count": counts}
    return {"name": "Random", "cells": {"colours": colours}, "rules": rules}


def count(rng: Random, colours: int) -> dict[str, Any]:
    """Return a condition on near or far neighbours with few or many admissible counts."""
    around, most = neighbours(rng)
    every = list(range(colours))
    of = every if rng.random() < 0.35 else rng.sample(every, rng.randint(1, colours))
    numbers = list(range(most + 1))
    allowed = rng.choice((
        numbers[(most + 1) // 2 :],
        numbers[: (most + 1) // 2],
        rng.sample(numbers, rng.randint(1, len(numbers))),
        numbers[1:],
        [rng.choice(numbers)],
        [most],
    ))  # fmt: skip
    cell = rng.choice(every)
    return {"cell": cell, "neighbours": around, "of": sorted(of), "allowed": sorted(allowed)}


def neighbours(rng: Random) -> tuple[str, int]:
    """Return neighbours in the format of files, and their maximum number."""
    style = rng.choices(("rook", "king", "line", "box"), (45, 10, 35, 10))[0]
    if style == "rook":
        return "rook", 4
    if style == "king":
        return "king", 8
    if style == "box":
        drawn = ["".join(rng.choice("oo.") for _ in range(3)) for _ in range(2)]
        text = f"{drawn[0]}/{rng.choice('o.')}X{rng.choice('o.')}"
        return (text, text.count("o")) if "o" in text else ("oX", 1)
    reach = rng.choices((1, 2, 3, 4), (35, 35, 20, 10))[0]
    share = rng.choice((1.0, 0.6))
    sides = [
        "".join("o" if rng.random() < share else "." for _ in range(rng.choice((0, reach)))) for _ in "ab"
    ]
    line = f"{sides[0]}X{sides[1]}"
    if "o" not in line:
        line = f"{'.' * (reach - 1)}X{'.' * (reach - 1)}o"
    return line if rng.random() < 0.7 else "/".join(line), line.count("o")


# Tile sets.


def tiles(rng: Random) -> RuleData:
    """Return a few tiles with few labels; boundaries that allow one label or many; tiles that never fit."""
    down, across = rng.choice((1, 2, 2, 3)), rng.choice((1, 2, 2, 3))
    number = rng.choice((1, 2, 3, 4, 5, 6, 6))
    kinds = (down, across, down, across)
    sides = ("top", "right", "bottom", "left")
    found = []
    for _ in range(number):
        tile: dict[str, Any] = {side: rng.randrange(kind) for side, kind in zip(sides, kinds, strict=True)}
        if rng.random() < 0.05:
            tile[rng.choice(sides)] = "never"
        if rng.random() < 0.3:
            tile["weight"] = rng.choice(("x", "y", "x*y^2"))
        found.append(tile)
    boundary = {}
    for side in sides:
        pair = ("top", "bottom") if side in ("top", "bottom") else ("left", "right")
        known = sorted({tile[one] for tile in found for one in pair}, key=str)
        boundary[side] = known if rng.random() < 0.65 else rng.sample(known, rng.randint(1, len(known)))
    return {"name": "Random", "boundary": boundary, "tile": found}


# How far a rule looks, from its drawings alone.


def spans(data: RuleData) -> tuple[int, int]:
    """Return the largest height and width of the drawings of a rule."""
    rules = data.get("rules", {})
    drawings = [*rules.get("forbid", [])]
    named = {"rook": "oo/oo", "king": "ooo/ooo/ooo"}
    around = [
        one["neighbours"] for kind in ("count", "near", "exactly") for one in rules.get(kind, [])
        if "neighbours" in one
    ]  # fmt: skip
    drawings += [named.get(neighbours, neighbours) for neighbours in around]
    shapes = (one["shape"] for one in rules.get("window", []))
    drawings += [shape if isinstance(shape, str) else "/".join(shape) for shape in shapes]
    drawings += [shape for one in rules.get("exactly", []) for shape in one.get("shapes", [])]
    drawings += ["XXX/XXX/XXX"] * ("pin" in rules) + ["XX/XX"] * ("line" in rules)
    for key in ("left", "right", "both", "colours"):
        drawings += data.get(key, {}).get("pieces", [])
    if "cover" in data:
        drawings += [side for piece in data["cover"]["pieces"] for side in _both(piece, data["cover"])]
    drawings += ["XX/XX"] * ("edges" in data or "orientations" in data)
    drawings += ["XXX/XXX"] * ("connected" in rules)
    for moves in data.get("pointers", {}).get("moves", []):
        drawings.append(named.get(moves, moves))
    if rules.get("forbid_adjacent") or rules.get("liberties") or "tile" in data:
        drawings.append("XX/XX")
    sizes = [(text.count("/") + 1, max(map(len, text.split("/")))) for text in drawings] or [(1, 1)]
    return max(rows for rows, _ in sizes), max(cols for _, cols in sizes)


def _both(piece: str, table: RuleData) -> list[str]:
    """Return a drawing, and its size after a rotation."""
    rows, cols = piece.count("/") + 1, len(piece.split("/")[0])
    return [piece, *(["/".join(["X" * rows] * cols)] if table.get("turned") else [])]


def flat(data: RuleData) -> bool:
    """Return True if a rule applies to graphs: cells, dominoes both ways, rook neighbours, edges."""
    if "orientations" in data:
        return True
    if "edges" in data:
        table = data["edges"]
        named = [*table.get("joins", []), *table.get("apart", []), table.get("each", {}).get("at", "first")]
        named += [place for pin in table.get("pin", []) for place in pin["at"]]
        return all(place in ("first", "last", "chosen") for place in named)
    if "pointers" in data:
        return bool(data["pointers"]["moves"] == ["rook"])
    if "cover" in data:
        own = {*data["cover"]["pieces"]} - {"X"}
        return own in (set(), {"XX", "X/X"}) or (own < {"XX", "X/X"} and bool(data["cover"].get("turned")))
    if "cells" in data:
        rules = data["rules"]
        kinds = ("count", "near", "exactly")
        around = [one["neighbours"] for kind in kinds for one in rules.get(kind, []) if "neighbours" in one]
        pinned = all(one["at"] in ("first", "last") for one in rules.get("pin", []))
        drawn = rules["forbid"] or rules.get("window") or rules.get("line") or rules.get("connected")
        drawn = drawn or any("shapes" in one for one in rules.get("exactly", []))
        return not drawn and pinned and all(neighbours == "rook" for neighbours in around)
    tables = [data[key]["pieces"] for key in ("left", "right", "both", "colours") if key in data]
    return "tile" not in data and all({*own} - {"X"} in (set(), {"XX", "X/X"}) for own in tables)
