"""The tools that ``gfkit mcp`` offers: what each takes and gives, as JSON Schemas, and what breaks them.

Rules about several arguments, as that a call names a game or a rule, stand in the descriptions and are
checked here: programs for language models refuse schemas with oneOf, anyOf or allOf at their root.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gfkit.errors import known_choices, one_line
from gfkit.show.schema import schema_of

Object = dict[str, Any]

SECONDS, MEMORY = 60, 2048
"""Seconds and MiB of memory for a call that does not say."""
LEAST_MEMORY = 256
"""MiB; Python and numpy alone take a hundred."""
_SHOWN = 40
"""Characters of a value that an error shows."""
_KINDS: dict[str, Any] = {
    "object": dict,
    "string": str,
    "integer": int,
    "number": int | float,
    "boolean": bool,
}


@dataclass(frozen=True)
class CallLimits:
    """The most that a call may ask for."""

    seconds: float = 3600
    memory: int = 4096
    """MiB."""


def _text(about: str, **more: object) -> Object:
    return {"type": "string", "description": about, **more}


def _integer(about: str, least: int, most: int) -> Object:
    return {"type": "integer", "description": about, "minimum": least, "maximum": most}


_GAME = _text("A name that the tool games lists, as domineering or independent-sets. Give game or rule.")
_RULE = _text("The text of a rule file (TOML), in place of game.")
_BOARD = _text("One board, as 3x4, cycle:9, prism:5, or a drawing ..#/... with # for no cell.")
_FAMILY = _text("Boards in n, as 3xn, path:n, cylinder:4xn, prism:n.")
_POSITIONS = _text(
    "Which positions of a placement game; all by default.",
    enum=["all", "left-ends", "right-ends", "maximal", "play", "full"],
)
_WEIGHTS = _text(
    "What variables mark: x pieces, or x Left's and y Right's; none by default.",
    enum=["none", "pieces", "players"],
)
_UP_TO = _text(
    "Count orbits under these symmetries.", enum=["symmetry", "rotations", "rectangle", "automorphisms"]
)
_TO = _integer("The last n.", 0, 1_000_000)
_WEIGHT = _text("A positive number, as 2 or 1/3; 1 by default.")
_RULED = {"game": _GAME, "rule": _RULE}
_COUNTED = {**_RULED, "positions": _POSITIONS, "weights": _WEIGHTS}
_GAME_OR_RULE = (("game", "rule"), True)


@dataclass(frozen=True)
class Tool:
    """A tool with the types of its arguments."""

    name: str
    about: str
    properties: Mapping[str, Object]
    required: tuple[str, ...] = ()
    choices: tuple[tuple[tuple[str, ...], bool], ...] = ()
    """Arguments of which a call has one at most, and whether it needs one."""
    command: str = ""
    """The command that prints the same object, where that has another name."""

    def listing(self, limits: CallLimits) -> Object:
        """The tool as tools/list gives it."""
        return {
            "name": self.name,
            "description": self.about,
            "inputSchema": self.input_schema(limits),
            "outputSchema": {"type": "object"} | schema_of(self.command or self.name),
            "annotations": {"readOnlyHint": True, "openWorldHint": False},
        }

    def input_schema(self, limits: CallLimits) -> Object:
        """The schema of the arguments."""
        seconds, memory = min(SECONDS, limits.seconds), min(MEMORY, limits.memory)
        bounds = {
            "seconds": {
                "type": "number",
                "description": f"Time after which the call is stopped; {seconds:g} by default.",
                "exclusiveMinimum": 0,
                "maximum": limits.seconds,
            },
            "memory": _integer(
                f"MiB of memory beyond which the call is stopped; {memory} by default.",
                LEAST_MEMORY,
                limits.memory,
            ),
        }
        return {
            "type": "object",
            "properties": {**self.properties, **bounds},
            "required": list(self.required),
            "additionalProperties": False,
        }

    def fault(self, arguments: Object, limits: CallLimits) -> str | None:
        """What is wrong with the arguments of a call, in one line; None where nothing is.

        >>> TOOLS["derive"].fault({"family": 3}, CallLimits())
        'arguments.family: 3 is no string; Boards in n, as 3xn, path:n, cylinder:4xn, prism:n.'
        >>> TOOLS["count"].fault({"board": "2x2"}, CallLimits())
        'arguments: game or rule is missing; give one of them'
        """
        wrong = _fault(arguments, self.input_schema(limits), "arguments")
        for names, is_needed in () if wrong else self.choices:
            number, choice = sum(name in arguments for name in names), " or ".join(names)
            if number > 1:
                wrong = f"arguments: {' and '.join(names)} are both there; give {choice}"
            elif is_needed and not number:
                wrong = f"arguments: {choice} is missing; give one of them"
        return None if wrong is None else one_line(wrong)


def _fault(value: object, schema: Mapping[str, Any], place: str) -> str | None:
    """What of a value breaks its schema."""
    kind = schema["type"]
    if not isinstance(value, _KINDS[kind]) or (isinstance(value, bool) and kind != "boolean"):
        return f"{place}: {_opening_text(value)} is no {kind}; {schema['description']}"
    if isinstance(value, str):
        return _text_fault(value, schema, place)
    if isinstance(value, dict):
        return _object_fault(value, schema, place)
    most, least = schema.get("maximum"), schema.get("minimum", schema.get("exclusiveMinimum"))
    if most is not None and value > most:
        return f"{place}: {_opening_text(value)} is too large; write at most {most:g}"
    if least is not None and (value < least or (value == least and "minimum" not in schema)):
        bound = "at least" if "minimum" in schema else "more than"
        return f"{place}: {_opening_text(value)} is too small; write {bound} {least}"
    return None


def _text_fault(value: str, schema: Mapping[str, Any], place: str) -> str | None:
    if "enum" in schema and value not in schema["enum"]:
        return f"{place}: {_opening_text(value)} is unknown; {known_choices(value[:_SHOWN], schema['enum'])}"
    if any("\ud800" <= sign <= "\udfff" for sign in value):
        return f"{place}: half of a surrogate pair is in {_opening_text(value)}; write whole characters"
    return None


def _object_fault(value: Object, schema: Mapping[str, Any], place: str) -> str | None:
    known = schema["properties"]
    for key in value.keys() - known.keys():
        return f"{place}: {_opening_text(key)} is unknown; {known_choices(key[:_SHOWN], known)}"
    for key in schema["required"]:
        if key not in value:
            return f"{place}: {key} is missing; {known[key]['description']}"
    wrong = (_fault(inner, known[key], f"{place}.{key}") for key, inner in value.items())
    return next(filter(None, wrong), None)


def _opening_text(value: object) -> str:
    """The beginning of a value; of what holds others, what it is."""
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "an array"
    text = json.dumps(value[:_SHOWN] if isinstance(value, str) else value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


TOOLS = {
    tool.name: tool
    for tool in (
        Tool(
            "games",
            "The games and structures that gfkit knows by name, each with its rules; or those of one.",
            {"game": _text("One of the names; all by default.")},
        ),
        Tool(
            "count",
            "How many positions or configurations a board has, exactly, or the polynomial that counts them.",
            {**_COUNTED, "board": _BOARD, "up_to": _UP_TO},
            ("board",),
            (_GAME_OR_RULE,),
        ),
        Tool(
            "derive",
            "The generating function, recurrence, closed form and growth of a family of boards, with proof.",
            {**_COUNTED, "family": _FAMILY, "up_to": _UP_TO},
            ("family",),
            (_GAME_OR_RULE,),
        ),
        Tool(
            "sample",
            "Configurations drawn at random, each as likely as any other, exactly.",
            {
                **_RULED,
                "positions": _POSITIONS,
                "board": _BOARD,
                "number": _integer("How many; 1 by default.", 1, 1000),
                "seed": _integer("Draws the same again; a new one by default.", 0, 2**53 - 1),
                "x": _WEIGHT
                | {"description": f"Weight of a piece, or of one of Left's. {_WEIGHT['description']}"},
                "y": _WEIGHT | {"description": f"Weight of one of Right's. {_WEIGHT['description']}"},
            },
            ("board",),
            (_GAME_OR_RULE,),
        ),
        Tool(
            "guess",
            "The simplest laws that terms obey. They are guesses: how many terms fitted and agreed is said.",
            {
                "terms": _text("Terms, as 1, 1, 2, 5, 14, or lines of a b-file."),
                "offset": _integer("The n of the first term; 0 by default.", -(10**9), 10**9),
            },
            ("terms",),
        ),
        Tool(
            "verify",
            "Proves or refutes a printed formula for a game on a family, and says what is right.",
            {
                "formula": _text("A formula as papers and the OEIS print it, plain or LaTeX."),
                "family": _FAMILY,
                **_COUNTED,
            },
            ("formula", "family"),
            (_GAME_OR_RULE,),
        ),
        Tool(
            "value",
            "The combinatorial game value of a position, who wins, mean and temperature.",
            {**_RULED, "board": _BOARD},
            ("board",),
            (_GAME_OR_RULE,),
        ),
        Tool(
            "outcomes",
            "Who wins on the boards of a family up to a last n, with the law for all n; or on one board.",
            {
                **_RULED,
                "family": _text(f"{_FAMILY['description']} Give family or board."),
                "board": _text(f"{_BOARD['description']} In place of family."),
                "to": _TO | {"description": "The last n of the family; 8 by default."},
            },
            (),
            (_GAME_OR_RULE, (("family", "board"), True)),
        ),
        Tool(
            "nim",
            "Sprague-Grundy values of an impartial game, with a period that is proved where it can be.",
            {
                "game": _text(
                    "An impartial game such as cram or node-kayles, or an octal code as octal:0.07. Give game"
                    " or rule."
                ),
                "rule": _RULE,
                "family": _text("Boards in n, as 1xn; neither family nor board for an octal code."),
                "board": _text("One board, as 4x4, in place of family."),
                "to": _TO | {"description": "The last n of the family or of heaps; 30 by default."},
                "impartial": {"type": "boolean", "description": "Let both players make the moves of either."},
            },
            (),
            (_GAME_OR_RULE, (("family", "board"), False)),
        ),
        Tool(
            "lint",
            "What is wrong in an entry of the OEIS in its internal format: every formula and program that can"
            " be evaluated is compared with the terms.",
            {"entry": _text("The entry, lines that begin with %I, %S, %N and so on.")},
            ("entry",),
            command="oeis lint",
        ),
        Tool(
            "search",
            "The sequences of the local OEIS index with these terms, also after a change such as a sum.",
            {
                "terms": _text("Integers, as 2,4,10,28,84."),
                "limit": _integer("Hits; 10 by default.", 1, 100),
            },
            ("terms",),
            command="oeis search",
        ),
    )
}
"""By name."""
