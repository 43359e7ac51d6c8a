"""A case as data, and its outcome after comparison: the format of all kinds."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from tables import FOLDER

from gfkit.core.errors import GfkitError, SelfCheckError

RuleData = Mapping[str, Any]
"""A rule file as TOML reads it."""
FILE = FOLDER / "differential.toml"
"""What was found before: each is run again in the tests."""
SIZE = re.compile(r"(?<![a-z])n|n(?![a-z])")


@dataclass(frozen=True)
class Case:
    """A rule as the data of its file, a board or a family, and the query."""

    rule: RuleData
    board: str
    positions: str = "all"
    weights: str = "none"
    method: str = "auto"
    verb: ClassVar[str] = "derive"

    @property
    def kind(self) -> str:
        """Return the kind of rule: placement, array, tiles, cover, pointers, edges, orientations."""
        words = ("cover", "pointers", "edges", "orientations")
        keys = {"cells": "array", "tile": "tiles"} | {word: word for word in words}
        return next((kind for key, kind in keys.items() if key in self.rule), "placement")

    @property
    def is_family(self) -> bool:
        """Return True for a family of boards of all sizes n."""
        return SIZE.search(self.board) is not None

    @property
    def word(self) -> str:
        """Return the family without its sizes: mxn, nxm, cylinder:mxn, path:n ..."""
        return "".join("m" if mark.isdigit() else mark for mark in self.board)

    def asked(self) -> dict[str, Any]:
        """Return the parts of the query, except rule and board, that differ from the default."""
        pairs = [(field, getattr(self, field.name)) for field in fields(self)[2:]]
        return {field.name: value for field, value in pairs if value != field.default}

    @property
    def command(self) -> str:
        """Return the command line of the case, with the rule in a file."""
        options = [f" --{name.replace('_', '-')} {value}" for name, value in self.asked().items()]
        return f"gfkit {self.verb} rule.toml {self.board}" + "".join(options).replace(" True", "")

    def __str__(self) -> str:
        return f"{self.command}\n{rule_file(self.rule)}"


@dataclass(frozen=True)
class Ending:
    """Outcome of a case.

    ``word`` is agreed, refused, slow or wrong; ``text`` contains the message of a rejection or the
    discrepancy; ``fault`` is the class of failure that a smaller case must share. ``tags`` describe the case
    in the table of counts, and ``compared`` is the number of boards, statements or files compared.
    """

    word: str
    text: str = ""
    fault: str = ""
    tags: tuple[str, ...] = field(default=())
    compared: int = 0


class FaultError(Exception):
    """A discrepancy, with its message and class."""

    def __init__(self, text: str, fault: str) -> None:
        super().__init__(text)
        self.fault = fault


Compared = tuple[int, Iterable[str]]
"""How much agreed, and what else the case was."""


def judged(made: Any, tags: Iterable[str], compare: Callable[[Any], Compared]) -> Ending:
    """Run a comparison. A rejection is accepted; any exception foreign to gfkit is a failure."""
    tags = tuple(tags)
    try:
        compared, more = compare(made)
    except FaultError as wrong:
        return Ending("wrong", str(wrong), wrong.fault, tags)
    except SelfCheckError as wrong:
        return Ending("wrong", f"SelfCheckError: {wrong}", "SelfCheckError", tags)
    except GfkitError as refusal:
        return Ending("refused", pattern(refusal), tags=tags)
    except Exception as crash:
        trace = crash.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        fault = f"{type(crash).__name__} in {'' if trace is None else trace.tb_frame.f_code.co_name}"
        return Ending("wrong", f"{fault}: {crash}", fault, tags)
    return Ending("agreed", tags=(*tags, *more), compared=compared)


def agree(answered: Any, true: Any, fault: str, where: str = "") -> int:
    """Return 1 if gfkit's result equals the reference; else raise FaultError."""
    if answered != true:
        raise FaultError(f"{where}{fault}: gfkit has {answered}, and by definition {true}", f"wrong: {fault}")
    return 1


def pattern(refusal: GfkitError) -> str:
    """Return the text of an error without numbers, names and values, so that similar ones are merged."""
    text = re.sub(r"'[^']*'|\"[^\"]*\"|(?<= as )[X./]+", "'..'", str(refusal))
    return f"{type(refusal).__name__}: {re.sub(r'[0-9]+', '#', text)}"[:150]


def rule_file(rule: RuleData) -> str:
    """Return the rule in the format of its file."""
    return "".join(f"{key} = {_value(value)}\n" for key, value in rule.items())


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        pairs = (
            (json.dumps(key) if re.search(r"[^\w-]", key) else key, inner) for key, inner in value.items()
        )
        return "{ " + ", ".join(f"{key} = {_value(inner)}" for key, inner in pairs) + " }"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value)


def found_cases(table: str, make: type[Case]) -> list[Case]:
    """Return the cases of a table of ``FILE``, each of which failed once."""
    tables = tomllib.loads(FILE.read_text(encoding="utf-8")).get(table, [])
    return [make(tomllib.loads(entry.pop("rule")), **entry) for entry in tables]


def as_found(case: Case, table: str = "families") -> str:
    """Return a case as a new entry of a table of ``FILE``."""
    asked = [f"{name} = {json.dumps(value)}" for name, value in case.asked().items()]
    lines = [f"[[{table}]]", f"board = {json.dumps(case.board)}", *asked]
    return "\n".join([*lines, f"rule = '''\n{rule_file(case.rule)}'''"])
