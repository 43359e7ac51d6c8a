"""A small validator of JSON Schema: the words that gfkit's schemas use, and no others."""

import json
import re
from functools import cache
from typing import Any

import click

from gfkit.show.schema import schema_of

KINDS: dict[str, Any] = {
    "object": dict, "array": list, "string": str, "integer": int, "number": int | float, "boolean": bool,
    "null": type(None),
}  # fmt: skip
KNOWN = {
    "$schema", "title", "description", "$defs", "$ref", "type", "enum", "const", "pattern", "items", "anyOf",
    "properties", "required", "additionalProperties", "prefixItems", "minItems", "maxItems", "minimum",
    "maximum",
}  # fmt: skip


def faults(
    value: Any, schema: dict[str, Any], whole: dict[str, Any] | None = None, at: str = ""
) -> list[str]:
    """Return the violations of the schema, with their paths."""
    whole = schema if whole is None else whole
    assert schema.keys() <= KNOWN, schema.keys() - KNOWN
    if "$ref" in schema:
        return faults(value, whole["$defs"][schema["$ref"].removeprefix("#/$defs/")], whole, at)
    if "anyOf" in schema:
        tried = [faults(value, one, whole, at) for one in schema["anyOf"]]
        return [] if not all(tried) else [f"{at}: none of {len(tried)} fits: {min(tried, key=len)}"]
    found = _own(value, schema, at)
    if found:
        return found
    if isinstance(value, dict):
        found += [f"{at}.{key}: missing" for key in schema.get("required", ()) if key not in value]
        others = schema.get("additionalProperties", {})
        for key, one in value.items():
            inner = schema.get("properties", {}).get(key, others)
            found += [f"{at}.{key}: unknown"] if inner is False else faults(one, inner, whole, f"{at}.{key}")
    if isinstance(value, list):
        each = schema.get("prefixItems", [])
        for index, one in enumerate(value):
            inner = each[index] if index < len(each) else schema.get("items", {})
            found += faults(one, inner, whole, f"{at}[{index}]")
    return found


def _own(value: Any, schema: dict[str, Any], at: str) -> list[str]:
    kind = schema.get("type")
    if kind and (not isinstance(value, KINDS[kind]) or (isinstance(value, bool) and kind != "boolean")):
        return [f"{at}: {value!r} is no {kind}"]
    if "enum" in schema and value not in schema["enum"]:
        return [f"{at}: {value!r} is none of {schema['enum']}"]
    if "const" in schema and value != schema["const"]:
        return [f"{at}: {value!r} is not {schema['const']!r}"]
    if "pattern" in schema and re.search(schema["pattern"], value) is None:
        return [f"{at}: {value!r} is not {schema['pattern']}"]
    size = len(value) if isinstance(value, list) else None
    if size is not None and not schema.get("minItems", 0) <= size <= schema.get("maxItems", size):
        return [f"{at}: a list of {size}"]
    if type(value) is int and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        return [f"{at}: {value} is out of bounds"]
    return []


def checked_dumps(result: Any) -> str:
    """Return the JSON of a command after comparing it with its schema, which must declare every key."""
    written = json.dumps(result)
    context = click.get_current_context(silent=True)
    if context is not None and context.command_path.startswith("gfkit "):  # not a verb that is run alone
        command = context.command_path.removeprefix("gfkit ")
        wrong = faults(json.loads(written), closed_schema(command))
        assert not wrong, (command, wrong[:3])
    return written


@cache
def closed_schema(command: str) -> dict[str, Any]:
    return schema_of(command, closed=True)
