"""Pictures that need more than a few lines, all drawn by gfkit.

Those of the README must lie there as files: ``python docs/pictures.py`` writes them anew. The others are
drawn when a page is built that says ``import pictures`` in a block.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import rooms

import gfkit
from gfkit.core.boards import LyingPiece, parse_one_board
from gfkit.core.rules import Question, Rule, find_rule
from gfkit.core.rules.configuration import Configuration
from gfkit.core.typing import Player
from gfkit.show.configurations import comparison_drawing, configuration_drawing, every_filling
from gfkit.show.svg import Drawing, beside, board_drawing, curves_drawing, stack

FOLDER = Path(__file__).parent / "_static"


def strip() -> Drawing:
    """All domino tilings of 4 x 3, and the formula of which their number is a term."""
    question = Question.of("domino-tilings", "4x3")
    listed = every_filling(question, question.board)
    drawn = [configuration_drawing(question.rule, question.board, one) for one in listed]
    law = gfkit.derive("domino-tilings", "4xn")
    terms = ", ".join(map(str, law.terms(6)))
    first = f"The {len(drawn)} domino tilings of 4 × 3. On 4 × n there are {terms}, ...:"
    return beside(drawn, "domino tilings of 4 x 3", gap=14).with_caption(
        first, f"{law.generating_function}, proved for every n"
    )


def diamond() -> Drawing:
    """A domino tiling of the Aztec diamond of order 9, all equally likely: its corners are frozen."""
    order = 9
    rows = []
    for row in range(2 * order):
        free = min(row, 2 * order - 1 - row) + 1
        rows.append("#" * (order - free) + "." * (2 * free) + "#" * (order - free))
    found = gfkit.sample("domino-tilings", "/".join(rows), seed=2)
    return configuration_drawing(found.question.rule, found.board, found.configuration)


def tutorial_positions(board: str, gap: int = 14) -> Drawing:
    """All positions of the rule that the tutorial writes down, on a small board, side by side."""
    page = (FOLDER.parent / "tutorial.md").read_text(encoding="utf-8")
    found = re.search(r"^```toml file=posts.toml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert found is not None, "the tutorial begins with its rule"
    question = Question.of(Rule.of(found[1]), board)
    listed = every_filling(question, question.board)
    drawn = [configuration_drawing(question.rule, question.board, one) for one in listed]
    return beside(drawn, f"the {len(drawn)} positions on {board}", gap=gap)


def winners(game: str, rows: Sequence[int], to: int) -> Drawing:
    """Who wins on m x n, m downwards and n across, each outcome with a letter and a colour."""
    looks = {"left": ("L", "left"), "right": ("R", "right"), "first": ("N", "both"), "second": ("P", "third")}
    won = [looks[one] for m in rows for one in gfkit.outcomes(game, f"{m}xn", to=to).words]
    marks, shades = ({cell: one[k] for cell, one in enumerate(won)} for k in (0, 1))
    board = parse_one_board(f"{len(rows)}x{to}")
    return board_drawing(board, (), marks, f"who wins {game}", shades=shades).with_caption(
        f"m = {rows[0]} to {rows[-1]} downwards, n = 1 to {to} across"
    )


def carpet(game: str, family: str | None, to: int, across: int) -> Drawing:
    """Nimbers in rows of one length, which is the period, so that columns of one colour show it."""
    values = gfkit.nim(game, family, to=to).values
    looks = ["fourth", "left", "both", "right", "third", "fifth"]
    shades = {n: looks[one % 6] for n, one in enumerate(values) if one}
    board = parse_one_board(f"{len(values) // across}x{across}")
    marks = {n: str(one) for n, one in enumerate(values[: board.size])}
    kept = {n: look for n, look in shades.items() if n < board.size}
    return board_drawing(board, (), marks, f"nimbers of {game}", shades=kept)


def scaling(what: str, words: str, *, squares: bool = False) -> Drawing:
    """One column of the measurements by width, a curve for each family, or for each count of squares."""
    measured = json.loads(
        (FOLDER.parent.parent / "benchmarks/results/scaling.json").read_text(encoding="utf-8")
    )
    curves: dict[str, list[tuple[float, float]]] = {}
    for row in measured["rows"]:
        if row["task"].endswith(" squares") == squares and row.get(what):
            curves.setdefault(row["task"].removesuffix(" squares"), []).append((row["width"], row[what]))
    return curves_drawing(curves, "side of the square" if squares else "width", f"{words} by width", words)


def twins(first: str, second: str, on: str = "mxn", board: str = "", seed: int = 0) -> Drawing:
    """A configuration of one rule and its image under the bijection that proves equal numbers."""
    return comparison_drawing(gfkit.compare(first, second, on), board, seed)


def listed(rules: Sequence[str], board: str) -> Drawing:
    """All configurations of some rules on a small board, the rules one below the other."""
    rows = []
    for name in rules:
        question = Question.of(name, board)
        found = every_filling(question, question.board)
        drawn = [configuration_drawing(question.rule, question.board, one) for one in found]
        rows.append(beside(drawn, name, gap=9, widest=900).with_caption(name))
    return stack(rows, f"all configurations on {board}", gap=18)


def placed(board: str, *rows: tuple[str, str]) -> Drawing:
    """Drawings of a graph, each with the pieces of its vertices, dots for empty ones, and a caption."""
    owners, drawn = {"L": Player.LEFT, "R": Player.RIGHT}, []
    on, rule = parse_one_board(board), find_rule("col")
    for word, caption in rows:
        pieces = [
            LyingPiece("", owners.get(mark, Player.BOTH), (cell,))
            for cell, mark in enumerate(word)
            if mark != "."
        ]
        marks = {cell: mark for cell, mark in enumerate(word) if mark in "abcd"}
        one = configuration_drawing(rule, on, Configuration(tuple(pieces), marks), caption or board)
        drawn.append(one.with_caption(caption) if caption else one)
    return beside(drawn, f"pieces on {board}", gap=26, widest=430)


def valued(rule: str, board: str, values: str) -> Drawing:
    """An array with given values."""
    on = parse_one_board(board)
    return configuration_drawing(find_rule(rule), on, Configuration.of_values(enumerate(values)))


def row(*drawings: Drawing) -> Drawing:
    """Drawings from left to right."""
    return beside(drawings, "drawings", gap=34, widest=900)


def sampled(*rules_on_boards: tuple[str, str], seed: int = 1) -> Drawing:
    """A random configuration of each rule on its board, side by side."""
    drawn = []
    for rule, board in rules_on_boards:
        found = gfkit.sample(rule, board, seed=seed)
        drawing = configuration_drawing(found.question.rule, found.board, found.configuration)
        drawn.append(drawing.with_caption(f"{rule} on {board}"))
    return beside(drawn, "configurations", gap=28, widest=900)


PICTURES: dict[str, Callable[[], Drawing]] = {
    "strip.svg": strip,
    "diamond.svg": diamond,
    "architecture.svg": rooms.architecture,
}


def main() -> None:
    """Writes all of them."""
    for name, draw in PICTURES.items():
        draw().save(FOLDER / name)
        sys.stdout.write(f"{FOLDER / name}\n")
    rooms.PAGE.write_text(rooms.page(), encoding="utf-8")


if __name__ == "__main__":
    main()
