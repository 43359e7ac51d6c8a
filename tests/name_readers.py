"""Parsers of names for tests, in a separate module so that other processes can import them."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from typing import Any

from gfkit.core.errors import InputError
from gfkit.oeis.reading import NameReading


def letters(name: str, colours: int, *forbid: str) -> dict[str, Any]:
    return {"name": name, "cells": {"colours": colours}, "rules": {"forbid": list(forbid)}}


INDEPENDENT = letters("Independent sets", 2, "11", "1/1")
APART: dict[str, Any] = {
    "name": "Independent sets of graphs",
    "cells": {"colours": 2},
    "rules": {"count": [{"cell": 1, "neighbours": "rook", "of": [1], "allowed": [0]}]},
}


@dataclass(frozen=True)
class Told:
    """A reading, made up."""

    rule: Mapping[str, Any]
    family: str
    shift: int = 0
    positions: str = "all"
    sentence: str = ""
    table: str = ""
    shifts: tuple[int, int] = (0, 0)
    step: int = 1
    values: str = ""
    pieces: int | None = None
    asks: str = ""
    notes: tuple[str, ...] = ()
    one_by_one: bool = False
    statement: str | None = None
    written: Mapping[str, Any] | None = None
    question_on = NameReading.question_on
    number_of = NameReading.number_of

    @property
    def file(self) -> str:
        return "".join(f"{key} = {toml(value)}\n" for key, value in (self.written or self.rule).items())


def toml(value: object) -> str:
    """Return a value on one line of a rule file."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {toml(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


WHOLE = {
    "two of which one is too large": (
        Told(INDEPENDENT, "1xn"),
        Told(letters("Far", 2, f"1{'?' * 24}1"), "nx30"),
    ),
    "words": (Told(letters("Any", 2), "1xn"),),
    "ternary": (Told(letters("No two alike beside one another", 3, "00", "11", "22"), "1xn"),),
    "rings": (Told(APART, "cycle:n"),),
    "a table": (Told(INDEPENDENT, "", table="nxk", shifts=(0, 1)),),
    "nothing": (Told(INDEPENDENT, ""),),
    "no rule": (Told({"name": "x", "cells": {"colours": 0}}, "1xn"),),
    "another file": (Told(INDEPENDENT, "1xn", written=letters("Independent sets", 2, "11")),),
    "no family": (Told(INDEPENDENT, "3x4"),),
}


def read(name: str) -> tuple[Told, ...]:
    """Parse a few sentences, one of them in two ways, and misbehave for some names."""
    words = name.split()
    begin, last = " ".join(words[:-1]), words[-1] if words else ""
    if begin == "independent sets of":
        return (Told(INDEPENDENT, last),)
    if begin == "independent sets one longer of":
        return (Told(INDEPENDENT, last, 1),)
    if begin == "two meanings of":
        return (Told(letters("Rising", 2, "10"), last), Told(INDEPENDENT, last))
    if begin == "two sentences for":
        return (Told(INDEPENDENT, last), Told({**INDEPENDENT, "name": "again"}, last))
    if name == "ends":
        os._exit(9)
    if name == "raises":
        raise RuntimeError("a bug of the parser")
    if name == "computes":
        sum(repeat(0))
    if name.startswith("takes"):
        time.sleep(float(words[1]))
        return (Told(INDEPENDENT, "1xn"),)
    if begin == "waits for":
        while not Path(last).exists():
            time.sleep(0.1)
        return (Told(INDEPENDENT, "1xn"),)
    if name in WHOLE:
        return WHOLE[name]
    raise InputError(f"not understood from {name[:20]!r} on")
