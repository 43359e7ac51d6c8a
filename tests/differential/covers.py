"""Random exact covers, permutations by moves, sets of edges, and full positions of games, on all boards."""

from __future__ import annotations

from random import Random
from typing import Any

from . import arrays, families, rules
from .arrays import compare, tags
from .case import Case, RuleData
from .plain import images

__all__ = ["case", "compare", "rule", "tags"]
_CORNERS = ("oo/X.", "X./.o", "o.o/.X./o.o", "o../..X", "oXo", "o/X/o", "X.o", "Xo", "o/X", "rook", "king")
_DEGREES = {
    "vertex": ("d >= 1", "d <= 1", "d != 1", "d in [0, 2, 4]", "d % 2 == 1", "d <= 2", "d == 2"),
    "taken": ("a == 1 or b == 1", "a + b <= 3", "a != b", "abs(a - b) <= 1", "max(a, b) > 1"),
    "left": ("a + b >= 1", "a * b == 0", "a == b", "a + b != 2", "min(a, b) < 2"),
}


def rule(rng: Random) -> RuleData:
    """Return an exact cover, often with single cells; moves, often with staying; or sets of edges."""
    return rng.choices((cover, pointers, edge_sets), (50, 30, 20))[0](rng)


def cover(rng: Random) -> RuleData:
    texts: list[str] = []
    table: dict[str, Any] = {"turned": rng.random() < 0.5, "mirrored": rng.random() < 0.35}
    for _ in range(rng.choices((1, 2, 3), (30, 45, 25))[0]):
        text = rules.piece(rng)
        alike = images(text, **table)
        if not any(set(alike) & set(images(other, **table)) for other in texts):
            texts.append(text)
    if rng.random() < 0.45 and "X" not in texts:
        texts.append("X")
    weight = {text: rng.choice(("x", "y", "x^2*y")) for text in texts if rng.random() < 0.4}
    table |= {"tatami": True} if rng.random() < 0.3 else {}
    table |= {"fault_free": rng.choice(("rows", "columns", "both"))} if rng.random() < 0.3 else {}
    return {"name": "Random", "cover": {"pieces": texts, **table, **({"weight": weight} if weight else {})}}


def pointers(rng: Random) -> RuleData:
    """Return one or two drawings of moves with distinct offsets."""
    texts = [rng.choice(_CORNERS) if rng.random() < 0.6 else _moves(rng)]
    if texts[0] not in ("rook", "king") and rng.random() < 0.3:
        texts.append(_moves(rng))
    stay = rng.random() < 0.6
    words = [*texts, *(["stay"] if stay else [])]
    weight = {word: rng.choice(("x", "y", "x*y^2")) for word in words if rng.random() < 0.4}
    table = {"moves": texts, "stay": stay}
    return {"name": "Random", "pointers": table | ({"weight": weight} if weight else {})}


def edge_sets(rng: Random) -> RuleData:
    """Return constraints on degrees, and on the endpoints of edges."""
    table: dict[str, Any] = {"cap": rng.choice((1, 2, 3, 5))}
    table |= {key: rng.choice(asked) for key, asked in _DEGREES.items() if rng.random() < 0.6}
    if len(table) == 1:
        table["vertex"] = "d >= 1"
    weight = {"weight": rng.choice(("x", "y", "x*y^2"))} if rng.random() < 0.4 else {}
    return {"name": "Random", "edges": table | weight}


def _moves(rng: Random) -> str:
    rows, cols = rng.choice(((1, 3), (1, 4), (3, 1), (2, 2), (2, 3), (3, 2), (3, 3), (1, 5)))
    marks = [rng.choice("o.") for _ in range(rows * cols)]
    marks[rng.randrange(len(marks))] = "X"
    if "o" not in marks:
        marks[marks.index(".")] = "o"
    return "/".join("".join(marks[row * cols : (row + 1) * cols]) for row in range(rows))


def case(rng: Random) -> Case:
    """Return a random rule on a random family or on a small board, possibly with holes or very small."""
    while True:
        full = rng.random() < 0.2
        data = rules.placement(rng) if full else rule(rng)
        if full and rng.random() < 0.9:
            data = {**data, "rules": {**data["rules"], "liberties": False}}
        positions = "full" if full else "all"
        weights = rng.choices(("none", "pieces", "players"), (60, 15, 25))[0]
        if rng.random() < 0.35:
            return Case(data, arrays.board(rng), positions, weights)
        made = Case(data, families.family(rng, data), positions, weights)
        if "complete" not in made.board and families.bits(made) <= 6.5:
            return families.by_some_method(rng, made)
