"""The machine of graphs of the checker against its listing, on random slices and rules.

The listing tries all configurations of a board, and shares nothing with the machine but the question.
"""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from tables import tables

from gfkit.proofs import rule_checker

DATA = tables("verify_cases")["graph_machine"]

FULL = {"components": None, "cycles": None, "joins": [], "apart": []}
ENDS = [[0, 0], [-1, -1]]
PREDICATES = DATA["predicates"]


def random_slices(rng: random.Random) -> dict[str, Any]:
    width, span, ring = rng.randint(1, 3), rng.choice([1, 1, 1, 2]), rng.random() < 0.5
    inner = [[a, b] for b in range(width) for a in range(b) if rng.random() < 0.6]
    links = {
        (rng.randrange(width), rng.randrange(width), rng.randint(1, span)) for _ in range(rng.randint(1, 4))
    }
    hubs = rng.choice([0, 0, 0, 1, 2])

    def end() -> Any:
        if ring or rng.random() < 0.5:
            return None
        more = {"links": [[0, rng.randrange(width)]], "spokes": [[h, 0] for h in range(hubs)]}
        return {"vertices": 1, "edges": [], **more}

    first, last = end(), end()
    least = 2 * max(far for _, _, far in links) + 1 if ring else int(bool(first or last))
    return {
        "slice": {"vertices": width, "edges": inner},
        "links": [list(link) for link in sorted(links)],
        "ring": ring,
        "twist": rng.sample(range(width), width) if ring and rng.random() < 0.4 else [],
        "hubs": {"vertices": hubs, "edges": [[0, 1]] if hubs == 2 else []},
        "spokes": [[h, v] for h in range(hubs) for v in range(width) if rng.random() < 0.6],
        "first": first,
        "last": last,
        "apart": 0,
        "first_n": least,
    }


def some(rng: random.Random, numbers: range) -> list[int]:
    return sorted(rng.sample(numbers, rng.randint(1, len(numbers))))


def tally(rng: random.Random) -> dict[str, Any]:
    cap = rng.randint(1, 3)
    return {"allowed": some(rng, range(cap + 1)), "cap": cap}


def random_linkage(rng: random.Random, *, chosen: bool) -> dict[str, Any]:
    found: dict[str, Any] = dict(FULL)
    for key, chance in (("components", 0.7), ("cycles", 0.5)):
        found[key] = tally(rng) if rng.random() < chance else None
    for key in ("joins", "apart"):
        found[key] = [[one] for one in ENDS] if rng.random() < 0.25 else []
    if rng.random() < 0.25:
        found["each"] = {"at": None if chosen and rng.random() < 0.6 else ENDS, **tally(rng)}
    return found


def random_edges(rng: random.Random) -> dict[str, Any]:
    cap = rng.randint(1, 3)
    modulo = cap > 1 and rng.random() < 0.3
    degrees = range(cap if modulo else cap + 1)
    pairs = [list(pair) for pair in product(degrees, repeat=2)]
    less = [[a, b] for a, b in pairs if (a + b) % 3 or a == b]
    rule: dict[str, Any] = {"kind": "edges", "cap": cap, "vertex": some(rng, degrees), "modulo": modulo}
    rule |= {key: rng.choice([pairs, pairs, less]) for key in ("taken", "left")} | {"weight": [1, 0]}
    rule["pins"] = [{"at": [rng.choice(ENDS)], "vertex": some(rng, degrees)}] if rng.random() < 0.3 else []
    linkage = {**random_linkage(rng, chosen=True), "spanning": rng.random() < 0.5}
    return rule | {"linkage": linkage if rng.random() < 0.6 else None}


def random_array(rng: random.Random) -> dict[str, Any]:
    values = rng.choice([2, 2, 3])
    asked: list[dict[str, Any]] = [
        {"neighbours": "rook", "require": rng.choice(PREDICATES)} for _ in range(rng.randint(0, 2))
    ]
    if rng.random() < 0.3:
        asked.append({"parts": [{"neighbours": "rook"}], "when": "x == 1 and sum(near) == 1", **tally(rng)})
    if rng.random() < 0.5:
        asked.append({"of": [1], "neighbours": "rook", "linkage": random_linkage(rng, chosen=False)})
    rule = {"kind": "array", "colours": values, "values": list(range(values)), "forbid": [], "counts": []}
    rule |= {"weights": [[0, 0]] + [[1, 0]] * (values - 1), "outside": None, "new_values": "", "image": None}
    return rule | {"conditions": asked}


def random_placement(rng: random.Random) -> dict[str, Any]:
    cell, edge = [[0, 0]], [[[0, 0], [0, 1]], [[0, 0], [1, 0]]]
    colours = [
        {"owner": rng.choice(["left", "right", "both"]), "pieces": rng.choice([[cell], edge, [cell, *edge]])}
        for _ in range(rng.randint(1, 2))
    ]
    pairs = [[i, j] for j in range(len(colours)) for i in range(j + 1) if rng.random() < 0.5]
    return {"kind": "placement", "colours": colours, "forbidden": pairs, "liberties": False}


def random_orientations(rng: random.Random) -> dict[str, Any]:
    vertex = rng.choice([None, "i == o", "o <= 2", "i + o != 1"])
    return {"kind": "orientations", "vertex": vertex} | {
        key: rng.random() < 0.4 for key in ("acyclic", "strong")
    }


KINDS = (random_edges, random_array, random_placement, random_orientations)


def compare(seed: int) -> int:
    """Boards of one random question, by steps and by the law, against all configurations; how many."""
    rng = random.Random(seed)
    slices, rule = random_slices(rng), KINDS[seed % len(KINDS)](rng)
    stuck = rng.choice([(), ("left",), ("left", "right")]) if rule["kind"] == "placement" else ()
    first, sizes = slices["first_n"], rng.choice([0, 1, 2])
    asked = rule_checker.Asked(rule, 1, None, (False, slices["ring"]), stuck, sizes, first, False, slices)
    compared = 0
    try:
        machine = rule_checker.GraphMachine(asked, 6 * 10**6)
        law = machine.series((0, 0))
        for n in range(asked.first, machine.local.alone + 4):
            by_law = next(law) if n >= machine.local.alone else None
            found = rule_checker.Sum(rule_checker.listed(asked, n, [6_000]))
            told = sum(found.values()) if by_law is not None else found
            assert (by_law if by_law is not None else +machine.early[n]) == told, (seed, n)
            compared += 1
    except rule_checker.TooMuchError:
        pass
    return compared


def test_random_boards() -> None:
    assert sum(map(compare, range(8))) > 12


@pytest.mark.slow(40)
@pytest.mark.parametrize("start", range(100, 200, 50))
def test_more_random_boards(start: int) -> None:
    assert sum(compare(seed) for seed in range(start, start + 50)) > 80
