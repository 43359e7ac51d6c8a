"""What the verbs of values, outcomes, nimbers, constants and equilibria refuse, each in one line.

The calls and what is said of them stand in tests/data/values_refused.toml.
"""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from functools import partial
from pathlib import Path

import pytest

import gfkit
from gfkit.errors import GfkitError
from gfkit.values.calculator import calculate

REFUSED = tomllib.loads((Path(__file__).parents[1] / "data" / "values_refused.toml").read_text("utf-8"))


OPTION = re.compile("[a-z_]+=")


def read(word):
    """What stands after an equals sign: a number, true or a text."""
    return json.loads(word) if re.fullmatch(r"-?\d+|true", word) else word


def assert_refused(call, text, said):
    with pytest.raises(GfkitError) as refused:
        call()
    assert said in str(refused.value), text
    assert "\n" not in str(refused.value), text


def test_calls():
    for text, said in REFUSED["calls"]:
        verb, *words = shlex.split(text)
        named = dict(word.split("=") for word in words if OPTION.match(word))
        given = [word for word in words if not OPTION.match(word)]
        call = partial(getattr(gfkit, verb), *given, **{name: read(word) for name, word in named.items()})
        assert_refused(call, text, said)


def test_expressions():
    for text, said in REFUSED["expressions"]:
        assert_refused(partial(calculate, text), text, said)
