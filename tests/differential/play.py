"""Play by definition: random placement games on small boards, their positions, winners, values, points.

No line of gfkit plays here: placements, which of them go together, liberties, reserved cells, distances, and
the comparison of games are written from their definitions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations, permutations
from typing import Any

import gfkit
from gfkit.games import Rule

from . import rules
from .case import Ending, RuleData, rule_file
from .plain import kept_apart
from .rules import Rng

_MOST_POSITIONS = 350
_FIGURES = {"path:2": [(0, 1)], "path:3": [(0, 1), (1, 2)], "complete:3": [(0, 1), (1, 2), (0, 2)]}
_STEPS = {
    "king": [(0, 1), (1, 0), (1, 1), (1, -1)],
    "knight": [(1, 2), (2, 1), (1, -2), (2, -1)],
    "corner": [(1, 1), (1, -1)],
}
_OTHER = {"L": "R", "R": "L"}
_WORDS = {(True, True): "first", (True, False): "left", (False, True): "right", (False, False): "second"}
_MARKS = {".": "LR", "<": "L", ">": "R", "!": ""}
_Move = tuple[int, str, frozenset[int]]
"""The colour of a piece, who may place it, and its cells."""
_Position = frozenset[int]


class Board:
    """Cells with who may place pieces on them, which touch, and where they are on squared paper."""

    def __init__(self, text: str, admits: list[str], pairs: set[frozenset[int]], at: dict[Any, int]) -> None:
        self.text, self.admits, self.at = text, admits, at
        size = len(admits)
        self.near = [{k for k in range(size) if frozenset((k, cell)) in pairs} for cell in range(size)]
        self.far = [[0 if a == b else 99 for b in range(size)] for a in range(size)]
        for _ in range(size):
            for a in range(size):
                for b in range(size):
                    if a != b:
                        self.far[a][b] = min([99, *(1 + self.far[c][b] for c in self.near[a])])


def drawn(rng: Rng) -> Board:
    """A small drawing with holes, and cells kept for one player or for nobody."""
    while True:
        rows, cols = rng.choice([(1, 6), (2, 3), (3, 2), (2, 4), (3, 3), (1, 3), (1, 1)])
        marks = "." * 9 + "#" + (rng.choice(["<>!", ""]) if rng.random() < 0.4 else "")
        lines = ["".join(rng.choice(marks) for _ in range(cols)) for _ in range(rows)]
        text = "/".join(lines)
        if set(text) - {"#", "/"} and set(text) - {"."}:  # some cell, and read as a drawing
            break
    at: dict[Any, int] = {}
    admits = []
    for r, line in enumerate(lines):
        for c, mark in enumerate(line):
            if mark != "#":
                at[r, c] = len(admits)
                admits.append(_MARKS[mark])
    pairs = {
        frozenset((cell, at[r + s, c + t])) for (r, c), cell in at.items() for s, t in ((0, 1), (1, 0))
        if (r + s, c + t) in at
    }  # fmt: skip
    return Board(text, admits, pairs, at)


def graph(rng: Rng) -> Board:
    """A random graph in a word, with vertices kept for one player."""
    size = rng.randint(2, 6)
    names = "abcdef"[:size]
    pairs = {frozenset(pair) for pair in combinations(range(size), 2) if rng.random() < 0.5}
    pairs |= {frozenset((k, k + 1)) for k in range(size - 1)} if rng.random() < 0.5 else set()
    pairs = pairs or {frozenset((0, 1))}
    used = sorted({cell for pair in pairs for cell in pair})
    new = {cell: k for k, cell in enumerate(used)}
    told = sorted(tuple(sorted(names[cell] for cell in pair)) for pair in pairs)
    order = list(dict.fromkeys(name for pair in told for name in pair))
    where = {name: k for k, name in enumerate(order)}
    admits = ["LR"] * len(new)
    text = "graph:" + ",".join("-".join(pair) for pair in told)
    if rng.random() < 0.4:
        kept = {name: rng.choice(["left", "right", "nobody", ""]) for name in order}
        for word, owner in (("left", "L"), ("right", "R"), ("nobody", "")):
            own = [name for name in order if kept[name] == word]
            if own:
                text += f";{word}={','.join(own)}"
                for name in own:
                    admits[where[name]] = owner
    edges = {frozenset((where[a], where[b])) for a, b in told}
    return Board(text, admits, edges, {})


def rule(rng: Rng, *, is_drawn: bool) -> RuleData:
    """A placement game; with liberties for both or one, or distances, steps and pieces that are graphs."""
    data: Any = rules.placement(rng)
    keys = [key for key in ("left", "right", "both", "colours") if key in data]
    if not is_drawn or rng.random() < 0.1:
        for key in keys:
            words = rng.sample(["X", *_FIGURES], rng.randint(1, 2)) if data[key]["pieces"] else []
            data[key] = data[key] | {"pieces": words}
    has_figures = any(word in _FIGURES for key in keys for word in data[key]["pieces"])
    asked = data["rules"]
    if asked.get("liberties") or rng.random() < 0.25:
        asked.pop("liberties", None)
        if not has_figures:
            players = [key for key in ("left", "right") if key in data and data[key]["pieces"]]
            asked["liberties"] = rng.choice([True, *players]) if players else True
    elif rng.random() < 0.2:
        pieces = rng.choice([["same"], ["different"] if "colours" in data else ["LR"]])
        pieces = ["same"] if "both" in data else pieces
        one: dict[str, Any] = {"pieces": pieces}
        if is_drawn and rng.random() < 0.5:
            one["neighbours"] = rng.choice([*_STEPS])
        else:
            one["distances"] = sorted(rng.sample([1, 2, 3], rng.randint(1, 2)))
        asked["apart"] = [one]
    return data


class Game:
    """All placements of a rule on a board, and play with them."""

    def __init__(self, data: RuleData, board: Board) -> None:
        self.data, self.board = data, board
        self.colours = _colours(data)
        self.rules: Any = data["rules"]
        moves: dict[_Move, None] = {}
        for colour, (owners, words) in enumerate(self.colours):
            for word in words:
                for cells in self._lie(word):
                    who = "".join(p for p in owners if all(p in board.admits[cell] for cell in cells))
                    if who:
                        moves[colour, who, cells] = None
        self.moves = list(moves)
        self.fits = [[self._together(one, other) for other in self.moves] for one in self.moves]
        self.after = cache(self._after)

    def _lie(self, word: str) -> set[frozenset[int]]:
        board = self.board
        if word in _FIGURES:
            edges = _FIGURES[word]
            many = 1 + max(max(edge) for edge in edges)
            return {
                frozenset(cells)
                for cells in permutations(range(len(board.admits)), many)
                if all(cells[b] in board.near[cells[a]] for a, b in edges)
            }
        if word == "X":
            return {frozenset({cell}) for cell in range(len(board.admits))}
        offsets = [
            (r, c) for r, line in enumerate(word.split("/")) for c, mark in enumerate(line) if mark == "X"
        ]
        (top, left), *_ = offsets
        spots = [[(r + s - top, c + t - left) for s, t in offsets] for r, c in board.at]
        return {
            frozenset(board.at[one] for one in each) for each in spots if all(one in board.at for one in each)
        }

    def _kept(self, words: list[str], first: int, second: int) -> bool:
        return (first, second) in kept_apart(self.colours, words)

    def _together(self, one: _Move, other: _Move) -> bool:
        (first, _, mine), (second, _, others) = one, other
        if mine & others:
            return False
        far = self.board.far
        touching = any(far[a][b] == 1 for a in mine for b in others)
        if touching and self._kept(self.rules.get("forbid_adjacent", []), first, second):
            return False
        for asked in self.rules.get("apart", []):
            if not self._kept(asked["pieces"], first, second):
                continue
            if any(far[a][b] in asked.get("distances", []) for a in mine for b in others):
                return False
            spot = {cell: place for place, cell in self.board.at.items()}
            for down, right in _STEPS.get(asked.get("neighbours", ""), []):
                for a in mine:
                    for b in others:
                        (r, c), (s, t) = spot[a], spot[b]
                        if (s - r, t - c) in ((down, right), (-down, -right)):
                            return False
        return True

    def _breathes(self, position: _Position) -> bool:
        asked = self.rules.get("liberties", False)
        if not asked:
            return True
        on = {cell: self.moves[k][0] for k in position for cell in self.moves[k][2]}
        for start, colour in on.items():
            if asked is not True and self.colours[colour][0] != asked[0].upper():
                continue
            group, todo = {start}, [start]
            while todo:
                for cell in self.board.near[todo.pop()]:
                    if on.get(cell) == colour and cell not in group:
                        group.add(cell)
                        todo.append(cell)
            if all(cell in on for one in group for cell in self.board.near[one]):
                return False
        return True

    def _after(self, position: _Position, player: str) -> tuple[tuple[_Move, _Position], ...]:
        found = []
        for k, move in enumerate(self.moves):
            if player in move[1] and k not in position and all(self.fits[k][other] for other in position):
                new = position | {k}
                if self._breathes(new):
                    found.append((move, new))
        return tuple(found)

    def positions(self) -> list[_Position] | None:
        """All positions; None where they are many."""
        found, todo = {_Position()}, [_Position()]
        while todo:
            here = todo.pop()
            for player in "LR":
                for _, new in self.after(here, player):
                    if new not in found:
                        found.add(new)
                        todo.append(new)
            if len(found) > _MOST_POSITIONS:
                return None
        return list(found)

    def word(self, *, misere: bool) -> str:
        """Who wins."""

        @cache
        def wins(position: _Position, player: str) -> bool:
            after = self.after(position, player)
            return misere if not after else any(not wins(new, _OTHER[player]) for _, new in after)

        return _WORDS[wins(_Position(), "L"), wins(_Position(), "R")]

    def scores(self, points: str, *, passes: bool) -> tuple[int, int]:
        """Left's points less Right's when Left starts, and when Right does."""

        @cache
        def best(position: _Position, player: str) -> int:
            after, sign = self.after(position, player), 1 if player == "L" else -1
            if not after:
                return (
                    best(position, _OTHER[player]) if passes and self.after(position, _OTHER[player]) else 0
                )
            worth = [(1 if points == "pieces" else len(move[2]), new) for move, new in after]
            return (max if sign > 0 else min)(sign * own + best(new, _OTHER[player]) for own, new in worth)

        return best(_Position(), "L"), best(_Position(), "R")

    def tree(self) -> _Tree:
        """The game of the empty board, with equal positions alike."""

        @cache
        def made(position: _Position) -> _Tree:
            lefts, rights = (frozenset(made(new) for _, new in self.after(position, p)) for p in "LR")
            return lefts, rights

        return made(_Position())

    def nimber(self) -> int:
        """Of both players making all moves."""

        @cache
        def value(position: _Position) -> int:
            after = {value(new) for player in "LR" for _, new in self.after(position, player)}
            return next(k for k in range(len(after) + 1) if k not in after)

        return value(_Position())


_Tree = tuple[frozenset[Any], frozenset[Any]]


def _colours(data: RuleData) -> list[tuple[str, list[str]]]:
    if "both" in data:
        return [("LR", data["both"]["pieces"])]
    if "colours" in data:
        number, words = data["colours"]["number"], data["colours"]["pieces"]
        return [("L", words), ("R", words)] if number == 2 else [("LR", words)] * number
    return [("L", data["left"]["pieces"]), ("R", data["right"]["pieces"])]


@cache
def at_most(one: _Tree, other: _Tree) -> bool:
    """Whether a game is at most another: Left wins nothing by it that the other would not give."""
    return not any(at_most(other, left) for left in one[0]) and not any(
        at_most(right, one) for right in other[1]
    )


def tree_of(value: gfkit.ShortGame) -> _Tree:
    """A canonical form as a tree."""
    return frozenset(map(tree_of, value.left)), frozenset(map(tree_of, value.right))


def asked(rng: Rng) -> tuple[RuleData, Board]:
    """A rule and a board."""
    is_drawn = rng.random() < 0.65
    return rule(rng, is_drawn=is_drawn), drawn(rng) if is_drawn else graph(rng)


def told(data: RuleData, board: Board) -> str:
    """The same as text."""
    return f"{board.text}\n{rule_file(data)}"


def judge(data: RuleData, board: Board) -> Ending:
    """One game: everything that is asked of it against its definition."""
    is_drawn = bool(board.at)
    game = Game(data, board)
    positions = game.positions()
    tags = ("board: drawn" if is_drawn else "board: graph",)
    liberties = data["rules"].get("liberties", False)
    tags += (f"liberties: {liberties}",) if liberties else ()
    tags += ("pieces apart",) if "apart" in data["rules"] else ()
    if positions is None:
        return Ending("slow", tags=tags)
    made = Rule.of(data)
    place = gfkit.parse_board(board.text)
    is_spaced = made.kind == "spaced"
    tree = game.tree()

    def ends(players: str) -> int:
        return sum(not any(game.after(one, player) for player in players) for one in positions)

    def value() -> bool:
        found = tree_of(gfkit.value(made, place).value)
        return at_most(tree, found) and at_most(found, tree)

    checks: dict[str, Callable[[], bool]] = {
        "count": lambda: gfkit.count(made, place).count == len(positions),
        "left-ends": lambda: gfkit.count(made, place, "left-ends").count == ends("L"),
        "right-ends": lambda: gfkit.count(made, place, "right-ends").count == ends("R"),
        "maximal": lambda: gfkit.count(made, place, "maximal").count == ends("LR"),
        "outcome": lambda: gfkit.outcomes(made, place).words[0] == game.word(misere=False),
        "misere": lambda: gfkit.outcomes(made, place, misere=True).words[0] == game.word(misere=True),
        "value": value,
        "nimber": lambda: gfkit.nim(made, place, impartial=True).values[0] == game.nimber(),
        "complex": lambda: sum(gfkit.legal_complex(made, place).f_vector) == len(positions),
    }
    for points in ("pieces",) if is_spaced else ("pieces", "cells"):
        for passes in (False, True):
            name = f"score of {points}" + (", passing" if passes else "")
            checks[name] = lambda points=points, passes=passes: (
                gfkit.scores(made, place, points, passes=passes).by_n[None]
                == game.scores(points, passes=passes)
            )
    for name, holds in checks.items():
        if not holds():
            return Ending("wrong", f"{name} is not as by definition: {told(data, board)}", name, tags)
    return Ending("agreed", tags=tags, compared=len(checks))
