"""Every command with --json has a schema; that outputs keep to it is checked wherever tests run a command."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest
from json_schema import faults

import gfkit.cli.output  # before any test, so that what it writes is compared
from gfkit.cli.group import gfkit
from gfkit.cli.main import main
from gfkit.show.schema import commands, schema_of, schema_page

SILENT = {"completion", "runs resume"}
"""Commands without --json."""


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


@pytest.mark.parametrize(
    "words",
    [
        "games domineering", "games kings", "games hamiltonian-cycles", "games domino-tilings",
        "count domineering 3x3 --weights players", "count kings 3x3 --up-to rotations",
        "count col 4x4 --dry-run",
        "derive domineering 2xn", "derive cis 2xn --weights pieces", "derive cis complete:n",
        "derive kings 2xn --up-to symmetry", "derive cis cycle:n --up-to rotations",
        "derive col 3xn --dry-run",
        "optimum dominating-sets 2x2", "optimum matchings path:n",
        "sample kings 2x2", "sample domino-tilings 2x2 --number 2",
        "polynomial tutte 2x2", "polynomial chromatic 2xn",
        "guess 1 1 2 5 14 42 132 429 1430 4862", "guess 2 3 5 7 11 13", "guess 1 4 9 16 25 36 49 64",
        "verify 1/(1-2t) --for cis path:n", "verify 1/(1-2t-t^2) --for o12 path:n",
        "value domineering 2x2", "value domineering 2x2 --moves", "value col 2x2 --dry-run",
        "outcomes cram 2x4", "outcomes col 2x2",
        "outcomes col 2x3 --dry-run", "outcomes domineering 9x9 --dry-run", "outcomes domineering 2xn --to 4",
        "game {2|0} --compare *", "game ^3*", "constant independent-sets --width 3",
        "nim cram 1xn --to 12",
        "nim cram 2x2", "equilibrium 2x2", "equilibrium 2xn --to 3", "equilibrium 2x3 --tie kind --raised 1",
        "equilibrium 2x2 --piece monomino --players 3 --opening m1", "catalog list profiles-t1-cis",
        "catalog show profiles-t1-cis", "catalog check profiles-t1-cis --times", "mcp", "schema", "runs list",
        "oeis read 'Number of n X 2 binary arrays with no two adjacent ones.'", "doctor",
    ],
)  # fmt: skip
def test_outputs_keep_to_their_schemas(words, capsys):
    """The comparison itself is made by what all tests share."""
    import shlex

    assert main([*shlex.split(words), "--json"]) in (0, 1)
    assert json.loads(capsys.readouterr().out)


def test_a_key_that_is_not_declared_is_seen():
    schema = schema_of("draw", closed=True)
    right = {"title": "a", "file": "b", "width": 1, "height": 2.5}
    assert faults(right, schema) == []
    assert faults({**right, "width": "1"}, schema) == [".width: '1' is no number"]
    assert faults({**right, "more": 1}, schema) == [".more: unknown"]
    assert faults({key: right[key] for key in ("title", "file", "width")}, schema) == [".height: missing"]
    assert faults({**right, "more": 1}, schema_of("draw")) == []
    verdict = schema_of("verify")["properties"]["verdict"]
    assert faults("certain", verdict)


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


def test_the_door(capsys):
    assert main(["schema", "oeis", "confirm"]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == "gfkit oeis confirm --json"
    assert main(["schema", "cuont"]) == 2
    assert "did you mean count?" in capsys.readouterr().err
    assert main(["schema"]) == 0
    assert capsys.readouterr().out.split("\n")[:-1] == commands()


def test_the_page_is_made_of_the_schemas():
    """``make schemas`` writes it anew."""
    written = (Path(__file__).parents[2] / "docs/reference/schemas.md").read_text(encoding="utf-8")
    assert written == schema_page()
