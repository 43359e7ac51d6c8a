"""True statements with an inserted word or sign that changes their meaning, or leaves none."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

from tables import tables

import gfkit
from gfkit.core.errors import GfkitError

from .case import Compared, FaultError

TABLE = tables("stated")["inserted"]


@dataclass(frozen=True)
class Inserted:
    """A string with a foreign word, and the structure and family of the original statement."""

    text: str
    word: str
    game: str
    boards: str


def case(rng: Random) -> Inserted:
    """Return a random statement with a random word at a random gap between its words and signs."""
    (text, *about), word = rng.choice(TABLE["statements"]), rng.choice(TABLE["words"])
    at = rng.choice([0, *(match.end() for match in re.finditer(r"\\?\w+|\S", text))])
    return Inserted(f"{text[:at]} {word} {text[at:]}".strip(), word, *about)


def tags(made: Inserted) -> list[str]:
    return [f"inserted: {made.word}"]


def compare(made: Inserted) -> Compared:
    """Check that nothing is proved or consistent; a refusal is an answer, too."""
    try:
        found = gfkit.verify(made.text, made.game, made.boards)
    except GfkitError as refused:
        return 1, [f"refused: {type(refused).__name__}"]
    if found:
        raise FaultError(f"{made}\n{found}\n{found.statement}", f"{made.word} {found.verdict}")
    return 1, [f"verdict: {found.verdict}"]
