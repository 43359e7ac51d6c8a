"""Spellings of formulas: macros, decoration, and hostile strings."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from time import process_time

import pytest

from gfkit.algebra.formula.read.macros import expand, macros_of
from gfkit.errors import LimitError

_TEXT = (Path(__file__).parents[1] / "data/spellings.txt").read_text("utf-8")
_SECTIONS = {part.partition("]")[0]: part.splitlines()[1:] for part in _TEXT.split("\n[")[1:]}
_ROWS = {name: [line.split(" | ") for line in lines if line] for name, lines in _SECTIONS.items()}
_PREAMBLE = "\n".join(right for left, right in _ROWS["macros"] if left == "PREAMBLE")


@pytest.mark.parametrize(("printed", "plain"), [row for row in _ROWS["macros"] if row[0] != "PREAMBLE"])
def test_expansions_of_macros(printed: str, plain: str) -> None:
    if plain == "LimitError":
        with pytest.raises(LimitError, match="formula"):
            expand(printed)
    else:
        assert "".join(expand(printed, macros_of(_PREAMBLE)).split()) == plain


@pytest.mark.parametrize("part", [row[0] for row in _ROWS["hostile"]])
def test_hostile_strings_end(part: str) -> None:
    started = process_time()
    with suppress(LimitError):
        expand(part * (100_000 // len(part)))
    assert process_time() - started < 5
