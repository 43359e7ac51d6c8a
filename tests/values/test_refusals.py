"""What the verbs of values, outcomes, nimbers, constants and equilibria refuse, each in one line.

The calls, the kind of error and what is said stand in tests/data/values_refused.toml.
"""

from __future__ import annotations

import json
import re
import shlex
from functools import partial

import pytest
from tables import tables

import gfkit
import gfkit.errors
from gfkit.values.calculator import calculate

REFUSED = tables("values_refused")


OPTION = re.compile("[a-z_]+=")


def read(word):
    """What stands after an equals sign: a number, true or a text."""
    return json.loads(word) if re.fullmatch(r"-?\d+|true", word) else word


def assert_refused(call, text, kind, said):
    with pytest.raises(getattr(gfkit.errors, kind)) as refused:
        call()
    assert said in str(refused.value), text
    assert "\n" not in str(refused.value), text


def test_calls():
    for text, *wanted in REFUSED["calls"]:
        verb, *words = shlex.split(text)
        named = dict(word.split("=") for word in words if OPTION.match(word))
        given = [word for word in words if not OPTION.match(word)]
        call = partial(getattr(gfkit, verb), *given, **{name: read(word) for name, word in named.items()})
        assert_refused(call, text, *wanted)


def test_expressions():
    for text, *wanted in REFUSED["expressions"]:
        assert_refused(partial(calculate, text), text, *wanted)
