"""Readers of names that tests hand in; in a file of their own, so that other processes find them."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gfkit.errors import InputError

INDEPENDENT: dict[str, Any] = {
    "name": "Independent sets",
    "cells": {"colours": 2},
    "rules": {"forbid": ["11", "1/1"]},
}
NO_TWO_ALIKE: dict[str, Any] = {
    "name": "Words without two alike beside one another",
    "cells": {"colours": 3},
    "rules": {"forbid": ["00", "11", "22"]},
}
APART: dict[str, Any] = {
    "name": "Independent sets of graphs",
    "cells": {"colours": 2},
    "rules": {"count": [{"cell": 1, "neighbours": "rook", "of": [1], "allowed": [0]}]},
}
NOT_FALLING: dict[str, Any] = {"name": "Rising", "cells": {"colours": 2}, "rules": {"forbid": ["10"]}}
FREE: dict[str, Any] = {"name": "Any", "cells": {"colours": 2}, "rules": {"forbid": []}}


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

    @property
    def file(self) -> str:
        return "".join(f"{key} = {toml(value)}\n" for key, value in self.rule.items())


def toml(value: object) -> str:
    """A value on one line of a rule file."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {toml(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


def read(name: str) -> tuple[Told, ...]:
    """Reads a few sentences, one of them in two ways, and does what no reader should for some."""
    words = name.split()
    if name.startswith("independent sets of"):
        return (Told(INDEPENDENT, words[3]),)
    if name.startswith("independent sets one longer of"):
        return (Told(INDEPENDENT, words[5], 1),)
    if name.startswith("two meanings of"):
        return (Told(NOT_FALLING, words[3]), Told(INDEPENDENT, words[3]))
    if name.startswith("two sentences for"):
        return (Told(INDEPENDENT, words[3]), Told({**INDEPENDENT, "name": "again"}, words[3]))
    if name.startswith("two of which one is too large"):
        return (
            Told(INDEPENDENT, "1xn"),
            Told({**FREE, "rules": {"forbid": ["1????????????????????????1"]}}, "nx30"),
        )
    if name == "words":
        return (Told(FREE, "1xn"),)
    if name == "ternary":
        return (Told(NO_TWO_ALIKE, "1xn"),)
    if name == "rings":
        return (Told(APART, "cycle:n"),)
    if name == "a table":
        return (Told(INDEPENDENT, "", table="nxk", shifts=(0, 1)),)
    if name == "nothing":
        return (Told(INDEPENDENT, ""),)
    if name == "no rule":
        return (Told({"name": "x", "cells": {"colours": 0}}, "1xn"),)
    if name == "no family":
        return (Told(INDEPENDENT, "3x4"),)
    if name == "ends":
        os._exit(9)
    if name == "raises":
        raise RuntimeError("a fault of the reader")
    if name == "waits":
        time.sleep(60)
    if name.startswith("takes"):
        time.sleep(float(words[1]))
        return (Told(INDEPENDENT, "1xn"),)
    raise InputError(f"not understood from {name[:20]!r} on")
