"""The JSON Schema of rule files, by which editors complete and check keys.

The keys are those that the parsers of the kinds accept. The descriptions are the rows of the tables of keys
on the pages.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gfkit.core.rules.kind import KINDS, keys_by_kind

DOCS = Path(__file__).resolve().parents[2]
PAGES = ("rule-files.md", "kinds/array.md", "kinds/placement.md")
FILE = DOCS / "reference" / "rule-file.schema.json"
ROW = re.compile(r"^\| ((?:`\w+`(?:, )?)+) \| (?:(`\[[^|]+`|top level) \| )?([^|]+) \|", re.MULTILINE)
ROOT = ("name", "about", "look")


def described() -> dict[tuple[str, str], str]:
    """Return the meaning of each key, by the header of its table, such as ``[cover]``, and the key."""
    found: dict[tuple[str, str], str] = {}
    for page in PAGES:
        for keys, tables, meaning in ROW.findall((DOCS / page).read_text("utf-8")):
            plain = re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", meaning).strip()
            for key in re.findall(r"`(\w+)`", keys):
                for table in re.findall(r"`([^`]+)`", tables) or [""] * (key in ROOT or tables != ""):
                    found[table, key] = plain
    return found


def schema_of_key(header: str, key: str, meaning: str, headers: Mapping[str, str]) -> dict[str, Any]:
    """Return the schema of a key: a table, a list of tables, or a value."""
    path = ".".join(filter(None, [header.strip("[]"), key]))
    for form, kind in ((f"[{path}]", "object"), (f"[[{path}]]", "array")):
        if form in headers:
            table = schema_of_table(form, headers)
            return table if kind == "object" else {"type": "array", "items": table}
    found: dict[str, Any] = {"description": meaning} if meaning else {}
    if header == "" and key in ("name", "about"):
        found["type"] = "string"
    if meaning.startswith("`true`") and '"' not in meaning:
        found["type"] = "boolean"
    return found


def schema_of_table(header: str, headers: Mapping[str, str]) -> dict[str, Any]:
    """Return the schema of a table, with the tables inside it."""
    meanings = described()
    keys = headers[header].split() if header in headers else []
    properties = {
        key: schema_of_key(header, key, meanings.get((header, key), ""), headers) for key in sorted(keys)
    }
    return {"type": "object", "properties": properties, "additionalProperties": False}


def rule_schema() -> dict[str, Any]:
    """Return the schema of rule files: a rule file is of exactly one kind."""
    kinds = [
        {"title": name, **schema_of_table("", headers), "description": KINDS[name].phrase}
        for name, headers in keys_by_kind().items()
    ]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "gfkit rule file",
        "description": "The tables of a file determine its kind.",
        "anyOf": kinds,
    }


def text() -> str:
    """Return the schema as the content of ``docs/reference/rule-file.schema.json``."""
    return json.dumps(rule_schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
