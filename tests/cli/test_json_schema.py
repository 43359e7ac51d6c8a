"""Every command with --json prints one object that satisfies its schema, with any other flags.

The keys of an output are checked in every test that calls a command (tests/json_schema.py);
docs/reference/json.md lists the keys that other programs depend on.
"""

import io
import json
import re
import shlex
import sys
from pathlib import Path

import click
import pytest
from choice import then_slow
from cli.calling import call
from json_schema import faults
from schema_page import schema_page
from tables import tables

from gfkit.cli.group import gfkit
from gfkit.show.schema import commands, schema_of

SILENT = {"runs resume"}
"""Commands without --json."""
LISTENS = {"lab"}
"""Goes on until it is ended."""
DATA = tables("commands")
FILES, WORDS, FORMS = (DATA[name] for name in ("files", "words", "forms"))


def every_command(group: click.Group = gfkit, before: str = "") -> list[tuple[str, click.Command]]:
    found = []
    context = click.Context(group, **group.context_settings)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            found += every_command(command, f"{before}{name} ")
        elif command is not None:
            found.append((before + name, command))
    return found


@pytest.fixture(autouse=True)
def _files(elsewhere, monkeypatch):
    monkeypatch.setenv("GFKIT_OEIS_INDEX", str(elsewhere / "i"))
    for file, text in FILES.items():
        (elsewhere / file).write_text(text)


def answered(monkeypatch, line: str) -> int:
    """Return the exit code; check for one object, or a rejection in one line."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    code, out, err = call(*shlex.split(line), "--json")
    if code == 2:
        assert (out, err.count("\n")) == ("", 1), line
    else:
        assert isinstance(json.loads(out), dict), line
    return code


def test_every_command_gives_an_object_or_a_line(monkeypatch):
    assert WORDS.keys() == {name for name, _ in every_command()} - SILENT - LISTENS
    refused = {"runs show", "runs clean", "certify"}  # these need a stored run or a certificate
    for name, line in WORDS.items():
        if name != "doctor":  # it compiles, and is among the forms
            assert answered(monkeypatch, line) in (0, 1) or name in refused, name


@pytest.mark.parametrize("lines", then_slow([FORMS[6::8]], 8, FORMS), ids=["some", "all"])
def test_outputs_of_every_form_keep_to_their_schemas(lines, monkeypatch):
    for line in lines:
        assert answered(monkeypatch, line) in (0, 1), line


@pytest.mark.slow(2)
def test_other_flags_together_with_json(monkeypatch):
    told = ("as_json", "json_schema", "help_all")
    for name, command in every_command():
        for option in command.params if name in WORDS else ():
            if getattr(option, "is_flag", False) and option.name not in told:
                answered(monkeypatch, f"{WORDS[name]} {max(option.opts, key=len)}")


def test_every_command_has_a_schema():
    with_json = set()
    for name, command in every_command():
        words = {word for one in command.params for word in one.opts}
        if "--json" in words:
            with_json.add(name)
    assert {*commands()} == with_json
    assert {name for name, _ in every_command()} - with_json == SILENT


def test_a_key_that_is_not_declared_is_seen():
    schema = schema_of("draw", closed=True)
    right = {"schema": 1, "title": "a", "file": "b", "width": 1, "height": 2.5, "vertices": None}
    assert faults(right, schema) == []
    assert faults({**right, "width": "1"}, schema) == [".width: '1' is no number"]
    assert faults({**right, "more": 1}, schema) == [".more: unknown"]
    assert faults({key: right[key] for key in right if key != "height"}, schema) == [".height: missing"]
    assert faults({**right, "schema": 2}, schema) == [".schema: 2 is not 1"]
    assert faults({**right, "more": 1}, schema_of("draw")) == []
    assert faults("certain", schema_of("verify")["anyOf"][0]["properties"]["verdict"])


def test_the_schemas_keep_the_keys_of_the_contract():
    """The keys that other programs lean on, which may not be renamed."""
    for command, keys in tables("wholes")["promised"].items():
        schema = schema_of(command)
        for choice in schema.get("anyOf", [schema])[:1]:  # families have a separate form
            told = schema["$defs"][choice["$ref"].rpartition("/")[2]] if "$ref" in choice else choice
            assert set(keys.split()) <= set(told["required"])


def test_the_schemas_are_shown_and_make_their_page():
    """``tools/schemas.sh`` writes the page."""
    for name in commands():
        if "--" not in name:
            assert json.loads(call(*name.split(), "--json-schema", code=0).out) == schema_of(name)
    written = (Path(__file__).parents[2] / "docs/reference/json.md").read_text(encoding="utf-8")
    assert written.partition("tools/schemas.sh -->\n")[2] == re.sub(
        "^#", "##", schema_page(), flags=re.MULTILINE
    )
