"""The pictures of the README, which must lie there as files: ``python docs/pictures.py`` writes them anew."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import gfkit
from gfkit.games import Question
from gfkit.show.configurations import configuration_drawing, every_filling
from gfkit.show.svg import Drawing, beside, board_drawing

FOLDER = Path(__file__).parent / "_static"


def strip() -> Drawing:
    """All positions of Domineering on 2 x 2, and the law of which their number is a term."""
    question = Question.of("domineering", "2x2")
    drawn = [board_drawing(question.board, *one) for one in every_filling(question, question.board)]
    law = gfkit.derive("domineering", "2xn")
    terms = ", ".join(map(str, law.terms(6)))
    first = f"The {len(drawn)} positions of Domineering on 2 × 2. On 2 × n there are {terms}, ...:"
    return beside(drawn, "positions of Domineering on 2 x 2", gap=14).captioned(
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


PICTURES: dict[str, Callable[[], Drawing]] = {
    "strip.svg": strip,
    "diamond.svg": diamond,
}


def main() -> None:
    """Writes all of them."""
    for name, draw in PICTURES.items():
        draw().save(FOLDER / name)
        sys.stdout.write(f"{FOLDER / name}\n")


if __name__ == "__main__":
    main()
