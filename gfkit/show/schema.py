"""JSON Schemas of the objects that commands print with --json, abbreviated in schemas.toml.

Each table of that file describes a command. A key has a type and, after two hyphens, its description. Types:

    text, integer, number, boolean, null, object (any object), any
    digits, decimal, polynomial    strings: an integer of any size, p/q or a decimal, a formula
    'proved', 'refuted'            a fixed text
    name                           a type of the table [types]
    list of T, map of T            a map has any keys
    T | U                          one or the other; binds weaker than list of and map of

A key that may be missing ends in ?; the key * is for all others. Schemas allow further keys, as
docs/reference/json.md promises; ``closed`` schemas do not, and tests compare all output with them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from gfkit.core.errors import OptionError, known_choices
from gfkit.core.typing import JSON_VERSION

Schema = dict[str, Any]
DRAFT = "https://json-schema.org/draft/2020-12/schema"
_BASIC: dict[str, Schema] = {
    "text": {"type": "string"},
    "integer": {"type": "integer"},
    "number": {"type": "number"},
    "boolean": {"type": "boolean"},
    "null": {"type": "null"},
    "object": {"type": "object"},
    "any": {},
    "digits": {"type": "string", "pattern": "^-?[0-9]+$"},
    "decimal": {"type": "string", "pattern": "^-?[0-9]+([./][0-9]+)?(e[-+]?[0-9]+)?$"},
    "polynomial": {"type": "string"},
}
TYPES, OTHERS = "types", "*"


@cache
def tables() -> Mapping[str, Any]:
    """Return the tables of ``schemas.toml``."""
    return tomllib.loads(Path(__file__).with_name("schemas.toml").read_text(encoding="utf-8"))


def commands() -> list[str]:
    """Return the commands that have a schema."""
    return sorted(name for name in tables() if name != TYPES)


def split_entry(text: str) -> tuple[str, str]:
    """Split an entry into its type and its description."""
    kind, _, about = text.partition(" -- ")
    return kind.strip(), about.strip()


def schema_of(command: str, *, closed: bool = False) -> Schema:
    """Return the schema of a command, with its types. If ``closed``, further keys are not allowed.

    >>> schema_of("draw")["properties"]["file"]
    {'type': 'string', 'description': 'the file of the figure'}
    """
    if command not in commands():
        raise OptionError(
            f"command {command!r} has no schema; {known_choices(command, commands(), 'gfkit --help')}"
        )
    used: dict[str, Schema] = {}
    about = {"$schema": DRAFT, "title": f"gfkit {command} --json"}
    forms, types = [tables()[command]], tables()[TYPES]
    if isinstance(forms[0], str):
        forms = [types[name.strip()] for name in forms[0].split("|")]
    shapes = [_versioned(_shape_of(form, used, closed)) for form in forms]
    shape = shapes[0] if len(shapes) == 1 else {"anyOf": shapes}
    return about | shape | ({"$defs": used} if used else {})


def _versioned(shape: Schema) -> Schema:
    """Return the schema of an object with the key for the version of its JSON."""
    version = {"const": JSON_VERSION, "description": "version of the keys"}
    return shape | {
        "properties": {"schema": version, **shape["properties"]},
        "required": ["schema", *shape["required"]],
    }


def _shape_of(table: Mapping[str, Any] | str, used: dict[str, Schema], closed: bool) -> Schema:
    """Return the schema of an object with the given keys, or of a type."""
    if isinstance(table, str):
        return _type_of(split_entry(table)[0], used, closed)
    properties, required = {}, []
    for key, text in table.items():
        if key == OTHERS:
            continue
        kind, about = split_entry(text)
        name = key.removesuffix("?")
        properties[name] = _type_of(kind, used, closed) | ({"description": about} if about else {})
        if name == key:
            required.append(name)
    shape: Schema = {"type": "object", "properties": properties, "required": required}
    return shape | ({"additionalProperties": False} if closed and OTHERS not in table else {})


def _type_of(text: str, used: dict[str, Schema], closed: bool) -> Schema:
    """Return the schema of a type in the notation of this module."""
    parts = [part.strip() for part in text.split("|")]
    if len(parts) > 1:
        if all(part.startswith("'") for part in parts):
            return {"enum": [part.strip("'") for part in parts]}
        return {"anyOf": [_type_of(part, used, closed) for part in parts]}
    if text.startswith("list of "):
        return {"type": "array", "items": _type_of(text.removeprefix("list of "), used, closed)}
    if text.startswith("map of "):
        inner = _type_of(text.removeprefix("map of "), used, closed)
        return {"type": "object", "additionalProperties": inner}
    if text.startswith("'"):
        return {"const": text.strip("'")}
    if text in _BASIC:
        return dict(_BASIC[text])
    if text not in used:
        used[text] = {}  # a type may use itself
        used[text] = _shape_of(tables()[TYPES][text], used, closed)
    return {"$ref": f"#/$defs/{text}"}
