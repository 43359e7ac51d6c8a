"""Every command with --json has a schema, and gives one object that keeps to it, whatever flags stand beside.

That an output has declared keys alone is checked wherever tests call a command (tests/json_schema.py); the
keys that other programs lean on are those of docs/reference/json.md.
"""

import io
import json
import shlex
import sys
from pathlib import Path

import click
import pytest
from cli.calling import call
from json_schema import faults

from gfkit.cli.group import gfkit
from gfkit.show.schema import commands, schema_of, schema_page

SILENT = {"completion", "runs resume"}
"""Commands without --json."""
LISTENS = {"lab"}
"""Goes on until it is ended."""
FILES = {
    "entry": "%I A000045 #1\n%S A000045 0,1,1,2,3,5,8,13\n%N A000045 F.\n"
    "%C A000045 Empirical: a(n) = a(n-1)+a(n-2).\n%F A000045 a(n) = a(n-1)+a(n-2).\n%O A000045 0,4\n",
    "names": "A000045 Number of (n+1) X 2 0..1 arrays with no two adjacent ones.\n",
    "stripped": "A000045 ,3,7,17,41,99,239,577,1393,3363,8119,\n",
    "c.json": "{}",
}
WORDS = {
    "games": "games", "count": "count col 2x2", "derive": "derive o12 path:n", "optimum": "optimum kings 2x2",
    "constant": "constant independent-sets --width 2", "sample": "sample kings 2x2 --seed 1",
    "polynomial": "polynomial chromatic 2x2", "guess": "guess 1 1 2 3 5 8 13 21 34 55",
    "verify": "verify 1/(1-2t) --for cis path:n", "value": "value domineering 2x2", "game": "game {2|0}",
    "complex": "complex col 1x2", "outcomes": "outcomes cram 2x2", "score": "score col 1x2",
    "play": "play cram 2x2", "nim": "nim cram 2x2", "equilibrium": "equilibrium 2x2",
    "oeis import": "oeis import entry", "oeis index build": "oeis index build stripped names --index i",
    "oeis index info": "oeis index info --index i", "oeis search": "oeis search 1,2,3,4 --index i",
    "oeis read": "oeis read 'Number of n X 2 binary arrays with no two adjacent ones.'",
    "oeis lint": "oeis lint entry", "oeis export": "oeis export --game o12 --family path:n -o out",
    "oeis confirm": "oeis confirm entry --game o12 --family path:n",
    "oeis settle": "oeis settle --names names --stripped stripped", "catalog list": "catalog list",
    "catalog show": "catalog show profiles-t1-cis", "catalog check": "catalog check profiles-t1-cis",
    "catalog errata": "catalog errata profiles-t1-cis", "certify": "certify c.json",
    "report": "report o12 path:n -o report.html", "draw": "draw 2x2 -o d.svg",
    "schema": "schema", "runs list": "runs list", "runs show": "runs show 0", "runs clean": "runs clean",
    "doctor": "doctor", "mcp": "mcp",
}  # fmt: skip
"""A line for each command."""
LISTED = """
games kings ; games hamiltonian-cycles ; games domino-tilings ; count domineering 3x3 --weights players
count kings 3x3 --up-to rotations ; count col 4x4 --dry-run ; derive cis 2xn --weights pieces
derive cis complete:n ; derive kings 2xn --up-to symmetry ; derive cis cycle:n --up-to rotations
derive col 3xn --dry-run ; optimum dominating-sets 2x2 ; optimum matchings path:n
sample domino-tilings 2x2 --number 2 ; polynomial tutte 2x2 ; polynomial chromatic 2xn
guess 1 1 2 5 14 42 132 429 1430 4862 ; guess 2 3 5 7 11 13 ; guess 1 4 9 16 25 36 49 64
verify 1/(1-2t-t^2) --for o12 path:n ; value domineering 2x2 --moves ; value col 2x2 --dry-run
outcomes cram 2x4 ; outcomes col 2x2 ; outcomes col 2x3 --dry-run ; outcomes domineering 9x9 --dry-run
outcomes domineering 2xn --to 4 ; game {2|0} --compare * ; game ^3* ; constant independent-sets --width 3
nim cram 1xn --to 12 ; equilibrium 2xn --to 3 ; equilibrium 2x3 --tie kind --raised 1
equilibrium 2x2 --piece monomino --players 3 --opening m1 ; catalog list profiles-t1-cis
catalog check profiles-t1-cis --times ; doctor
"""
FORMS = [line.strip() for line in LISTED.replace("\n", ";").split(";") if line.strip()]
"""More forms that answers take."""


def every_command(group: click.Group = gfkit, before: str = "") -> list[tuple[str, click.Command]]:
    found = []
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            found += every_command(command, f"{before}{name} ")
        elif command is not None:
            found.append((before + name, command))
    return found


def flags(command: click.Command) -> list[str]:
    """What of a command is there or is not."""
    options = (one for one in command.params if isinstance(one, click.Option) and one.is_flag)
    return [max(one.opts, key=len) for one in options if "--json" not in one.opts]


@pytest.fixture(autouse=True)
def _files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GFKIT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("GFKIT_OEIS_INDEX", str(tmp_path / "none"))
    for file, text in FILES.items():
        (tmp_path / file).write_text(text)


def answered(monkeypatch, line: str) -> int:
    """The exit code, when one object came out, or the words were refused in one line."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    code, out, err = call(*shlex.split(line), "--json")
    if code == 2:
        assert (out, err.count("\n")) == ("", 1), line
    else:
        assert isinstance(json.loads(out), dict), line
    return code


def test_every_command_gives_an_object_or_a_line(monkeypatch):
    assert WORDS.keys() == {name for name, _ in every_command()} - SILENT - LISTENS
    refused = {"runs show", "runs clean", "certify"}  # nothing is stored or proved here
    for name, line in WORDS.items():
        if name == "doctor":  # it compiles, and is among the forms
            continue
        code = answered(monkeypatch, line)
        assert code in (0, 1) or name in refused, name


@pytest.mark.parametrize(
    "lines", [FORMS[6::8], pytest.param(FORMS, marks=pytest.mark.slow(8))], ids=["some", "all"]
)
def test_outputs_of_every_form_keep_to_their_schemas(lines, monkeypatch):
    for line in lines:
        assert answered(monkeypatch, line) in (0, 1), line


@pytest.mark.slow(25)
def test_flags_beside_json(monkeypatch):
    for name, command in every_command():
        for flag in flags(command) if name in WORDS else ():
            answered(monkeypatch, f"{WORDS[name]} {flag}")


def test_every_command_has_a_schema():
    with_json, with_dry_run = set(), set()
    for name, command in every_command():
        words = {word for one in command.params for word in one.opts}
        if "--json" in words:
            with_json.add(name)
        if "--dry-run" in words and name != "schema":
            with_dry_run.add(f"{name} --dry-run")
    assert {name for name in commands() if "--" not in name} == with_json
    assert {name for name in commands() if "--" in name} == with_dry_run
    assert {name for name, _ in every_command()} - with_json == SILENT


def test_a_key_that_is_not_declared_is_seen():
    schema = schema_of("draw", closed=True)
    right = {"title": "a", "file": "b", "width": 1, "height": 2.5}
    assert faults(right, schema) == []
    assert faults({**right, "width": "1"}, schema) == [".width: '1' is no number"]
    assert faults({**right, "more": 1}, schema) == [".more: unknown"]
    assert faults({key: right[key] for key in ("title", "file", "width")}, schema) == [".height: missing"]
    assert faults({**right, "more": 1}, schema_of("draw")) == []
    assert faults("certain", schema_of("verify")["properties"]["verdict"])


def test_the_schemas_keep_the_keys_of_the_contract():
    """The keys that other programs lean on, which may not be renamed."""
    promised = {
        "count": "game board positions weights count polynomial",
        "derive": "game board positions weights first_n generating_function recurrence terms growth"
        " closed_form evidence",
        "guess": "found",
        "verify": "verdict first_difference correction evidence",
        "value": "value outcome mean temperature canonical",
        "outcomes": "outcomes law evidence",
        "nim": "values first_n period exceptions evidence",
        "catalog list": "claims",
        "oeis confirm": "lines",
    }
    for command, keys in promised.items():
        schema = schema_of(command)
        for choice in schema.get("anyOf", [schema])[:1]:  # families have a form of their own
            told = schema["$defs"][choice["$ref"].rpartition("/")[2]] if "$ref" in choice else choice
            assert set(keys.split()) <= set(told["required"])


def test_the_schemas_are_shown_and_make_their_page():
    """``make schemas`` writes the page anew."""
    assert json.loads(call("schema", "oeis", "confirm").out)["title"] == "gfkit oeis confirm --json"
    assert call("schema").lines == commands()
    written = (Path(__file__).parents[2] / "docs/reference/schemas.md").read_text(encoding="utf-8")
    assert written == schema_page()
