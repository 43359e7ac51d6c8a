"""Macros and spellings of documents, each with its plain form, and hostile strings.

The tables of verdicts, such as ``claims.txt``, contain formulas in these spellings.
"""

import re
from contextlib import suppress
from time import process_time

import pytest
from choice import some_of
from tables import lines, table

from gfkit.claims.statement.macros import expand, macros_of
from gfkit.claims.statement.typography import SPELLINGS, plain_notation
from gfkit.core.errors import InputError, LimitError

EXAMPLES = [row.example.split(" => ")[0] for row in SPELLINGS] + lines("claims")


def test_macros_and_spellings():
    macros = macros_of("\n".join(text for (text,) in table("definitions of macros")))
    for text, meaning in table("macros"):
        assert "".join(expand(text, macros).split()) == meaning
    for row in SPELLINGS:
        printed, read = row.example.split(" => ")
        assert plain_notation(printed).text.split() == read.split()
        matched = [text for text in EXAMPLES if re.search(row.pattern, text) and row.signs != "\\ \n"]
        assert all(any(sign in text for sign in row.signs.split(" ")) for text in matched), row.signs


@pytest.mark.parametrize("part", some_of([text for (text,) in table("parts of hostile strings")], step=2))
def test_hostile_strings_end(part):
    started = process_time()
    with suppress(InputError, LimitError):
        plain_notation(part * (100_000 // len(part)))
    assert process_time() - started < 5
