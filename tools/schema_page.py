"""Keys of each command with --json in Markdown, which ``tools/schemas.sh`` writes to the reference."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gfkit.show.schema import OTHERS, TYPES, commands, split_entry, tables


def schema_page() -> str:
    """Return all schemas in Markdown, commands first and then the types that commands share."""
    lines = ["# JSON, key by key", "", *_HEAD.splitlines(), ""]
    for name in commands():
        lines += [f"## gfkit {name}", "", *_markdown(tables()[name]), ""]
    lines += ["## Types", ""]
    for name, table in tables()[TYPES].items():
        lines += [f"### {name}", "", *_markdown(table), ""]
    return "\n".join(lines[:-1]) + "\n"


_HEAD = """\
This section lists the keys of every command with `--json`, except `schema`. `gfkit COMMAND --json-schema`
prints them as a JSON Schema, and tests compare all output with it. A key with ? may be missing; further
keys may be added. Types: `text`, `integer`, `number`, `boolean`, `object`, `list of`, `map of` (an object
with any keys). `digits` is an integer of any size, `decimal` a decimal or p/q, and `polynomial` a formula,
each as a string. Any other name is a type defined below.
"""


def _markdown(table: Mapping[str, Any] | str) -> list[str]:
    """Return a table of keys in Markdown, or a line for a type that is not an object."""
    if isinstance(table, str):
        kind, about = split_entry(table)
        return [f"`{kind.replace('|', 'or')}`" + (f": {about}" if about else "")]
    rows = [(key, *split_entry(text)) for key, text in table.items()]
    shown = [
        (key.replace(OTHERS, "further keys"), kind.replace("|", "or"), about) for key, kind, about in rows
    ]
    lines = [f"| `{key}` | `{kind}` | {about.replace('|', 'or')} |" for key, kind, about in shown]
    return ["| key | type | |", "|---|---|---|", *lines]


if __name__ == "__main__":
    print(schema_page(), end="")
