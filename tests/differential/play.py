"""Play by definition: random placement games on small boards, their positions, winners, values, nimbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations, pairwise
from random import Random
from typing import Any

import gfkit

from . import questions, rules
from .case import Case, Compared, RuleData, agree

_MOST = 2500
_FIGURES = ("path:2", "path:3", "complete:3", "cycle:4", "graph:a-b,a-c,a-d")
_STEPS = ("king", "knight", "corner")
_HANDS = ("left", "right", "both", "colours")


class PlayCase(Case):
    """A game on a board, compared with all values that are known by definition."""

    verb = "outcomes"


def drawn(rng: Random) -> str:
    """Return a small drawing with holes, reserved and unusable cells; or a cyclic grid."""
    if rng.random() < 0.1:
        return rng.choice(("cylinder:3x2", "torus:3x3", "cylinder:4x1"))
    while True:
        rows, cols = rng.choice([(1, 6), (2, 3), (3, 2), (2, 4), (3, 3), (1, 3), (1, 1)])
        marks = "." * 9 + "#" + (rng.choice(["<>!", ""]) if rng.random() < 0.4 else "")
        text = "/".join("".join(rng.choice(marks) for _ in range(cols)) for _ in range(rows))
        if set(text) - {"#", "/"} and set(text) - {"."}:  # some cell, and read as a drawing
            return text


def graph(rng: Random) -> str:
    """Return the notation of a random graph, with vertices reserved for one player."""
    names = "abcdef"[: rng.randint(2, 6)]
    pairs = {pair for pair in combinations(names, 2) if rng.random() < 0.5}
    pairs |= {*pairwise(names)} if rng.random() < 0.5 else set()
    pairs = pairs or {("a", "b")}
    text = "graph:" + ",".join(f"{a}-{b}" for a, b in sorted(pairs))
    kept = {name: rng.choice(["left", "right", "nobody", ""]) for name in sorted({*sum(pairs, ())})}
    for word in ("left", "right", "nobody") if rng.random() < 0.4 else ():
        if own := [name for name in kept if kept[name] == word]:
            text += f";{word}={','.join(own)}"
    return text


def rule(rng: Random, *, is_drawn: bool) -> RuleData:
    """Return a placement game; with liberties for some players, or distances, steps and graphs as pieces."""
    data: Any = rules.placement(rng)
    keys = [key for key in _HANDS if key in data]
    if not is_drawn or rng.random() < 0.1:
        for key in keys:
            words = rng.sample(["X", *_FIGURES], rng.randint(1, 2)) if data[key]["pieces"] else []
            data[key] = data[key] | {"pieces": words}
    asked = data.setdefault("rules", {})
    if asked.get("liberties") or rng.random() < 0.25:
        asked.pop("liberties", None)
        if not has_figures(data):
            players = [key for key in ("left", "right") if key in data and data[key]["pieces"]]
            asked["liberties"] = rng.choice([True, *players]) if players else True
    elif rng.random() < 0.2:
        pieces = rng.choice([["same"], ["different"] if "colours" in data else ["LR"]])
        one: dict[str, Any] = {"pieces": ["same"] if "both" in data else pieces}
        if is_drawn and rng.random() < 0.5:
            one["neighbours"] = rng.choice(_STEPS)
        else:
            one["distances"] = sorted(rng.sample([1, 2, 3], rng.randint(1, 2)))
        asked["apart"] = [one]
    return data


def has_figures(data: RuleData) -> bool:
    """Return True if some pieces are graphs."""
    return any(word in _FIGURES for key in _HANDS if key in data for word in data[key]["pieces"])


def case(rng: Random) -> PlayCase:
    """Return a rule and a board."""
    is_drawn = rng.random() < 0.65
    return PlayCase(rule(rng, is_drawn=is_drawn), drawn(rng) if is_drawn else graph(rng))


def tags(made: Case) -> list[str]:
    asked = made.rule.get("rules", {})
    found = [f"board: {'graph' if made.board.startswith('graph') else 'drawn'}"]
    found += [f"liberties: {asked['liberties']}"] if asked.get("liberties") else []
    return found + ["pieces apart"] * ("apart" in asked)


def compare(made: Case) -> Compared:
    """Compare all results for a game with its definition."""
    play = questions.Play.of(made, most=_MOST)
    if play is None:
        return 0, ["listed: no"]
    read, place = questions.read(made), gfkit.parse_board(made.board)

    def ends(players: str) -> Counter[tuple[int, ...]]:
        """Count the positions without a legal move, by the numbers of Left's (or all) and Right's pieces."""
        stuck = [one for one in play.positions if not any(play.after(one, player) for player in players)]
        right = [sum(play.owner(mark) == "R" for mark in one) for one in stuck]
        return Counter((len(one) - number, number) for one, number in zip(stuck, right, strict=True))

    def counted(word: str) -> list[dict[tuple[int, ...], int]]:
        ways = (gfkit.count, gfkit.brute_force)
        return [dict(way(read, place, word, "players").polynomial.terms) for way in ways]

    def value() -> bool:
        tree, found = play.tree(), tree_of(gfkit.value(read, place).value)
        return questions.at_most(tree, found) and questions.at_most(found, tree)

    classes = {"all": "", "left-ends": "L", "right-ends": "R", "maximal": "LR"}
    checks: dict[str, tuple[Callable[[], Any], Any]] = {
        word: (lambda word=word: counted(word), [ends(players)] * 2) for word, players in classes.items()
    } | {
        "outcome": (lambda: gfkit.outcomes(read, place).words[0], play.winner(misere=False)),
        "misere": (lambda: gfkit.outcomes(read, place, misere=True).words[0], play.winner(misere=True)),
        "value": (value, True),
        "nimber": (lambda: gfkit.nim(read, place, impartial=True).values[0], play.nimber()),
    }
    return sum(agree(answer(), true, name) for name, (answer, true) in checks.items()), []


def tree_of(value: gfkit.ShortGame) -> Any:
    """Return a canonical form as a tree."""
    return frozenset(map(tree_of, value.left)), frozenset(map(tree_of, value.right))
