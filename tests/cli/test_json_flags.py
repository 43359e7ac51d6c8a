"""Whatever flags stand beside --json: one JSON object comes out, or the words are refused in one line."""

from __future__ import annotations

import io
import json
import shlex
import sys

import click
import pytest
from cli.test_json_schema import SILENT, every_command

from gfkit.cli.main import main

ENTRY = (
    "%I A000045 #1\n%S A000045 0,1,1,2,3,5,8,13\n%N A000045 F.\n%C A000045 Empirical: a(n) = a(n-1)+a(n-2).\n"
    "%F A000045 a(n) = a(n-1)+a(n-2).\n%O A000045 0,4\n"
)
FILES = {
    "entry": ENTRY,
    "names": "A000045 Number of (n+1) X 2 0..1 arrays with no two adjacent ones.\n",
    "stripped": "A000045 ,3,7,17,41,99,239,577,1393,3363,8119,\n",
    "c.json": "{}",
}
WORDS = {
    "games": "games", "count": "count col 2x2", "derive": "derive o12 path:n", "optimum": "optimum kings 2x2",
    "constant": "constant independent-sets --width 2 --seconds 1", "sample": "sample kings 2x2 --seed 1",
    "polynomial": "polynomial chromatic 2x2", "guess": "guess 1 1 2 3 5 8 13 21 34 55",
    "verify": "verify 1/(1-2t) --for cis path:n", "value": "value domineering 2x2", "game": "game {2|0}",
    "complex": "complex col 1x2", "outcomes": "outcomes cram 2x2", "score": "score col 1x2",
    "play": "play cram 2x2", "nim": "nim cram 2x2", "equilibrium": "equilibrium 2x2",
    "oeis import": "oeis import entry", "oeis index build": "oeis index build stripped names --index i",
    "oeis index info": "oeis index info --index i", "oeis search": "oeis search 1,2,3,4 --index i",
    "oeis read": "oeis read 'Number of n X 2 binary arrays with no two adjacent ones.'",
    "oeis lint": "oeis lint entry", "oeis export": "oeis export o12 path:n -o out",
    "oeis confirm": "oeis confirm entry --game o12 --family path:n",
    "oeis settle": "oeis settle --names names --stripped stripped", "catalog list": "catalog list",
    "catalog show": "catalog show profiles-t1-cis", "catalog check": "catalog check profiles-t1-cis",
    "catalog errata": "catalog errata", "certify": "certify c.json",
    "report": "report o12 path:n -o report.html", "draw": "draw 2x2 -o d.svg",
    "schema": "schema", "runs list": "runs list", "runs show": "runs show 0", "runs clean": "runs clean",
    "doctor": "doctor", "mcp": "mcp",
}  # fmt: skip
"""A line for each command."""
LISTENS = {"lab"}
"""Goes on until it is ended."""


def flags(command: click.Command) -> list[str]:
    """What of a command is there or is not."""
    options = (one for one in command.params if isinstance(one, click.Option) and one.is_flag)
    return [max(one.opts, key=len) for one in options if "--json" not in one.opts]


CASES = [
    (name, flag)
    for name, command in every_command()
    if name not in SILENT | LISTENS
    for flag in ["", *flags(command)]
]


def test_every_command_has_a_line():
    assert WORDS.keys() == {name for name, _ in every_command()} - SILENT - LISTENS


@pytest.mark.parametrize("name", WORDS)
def test_json_alone_or_a_line(name, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GFKIT_CACHE", str(tmp_path / "cache"))
    for file, text in FILES.items():
        (tmp_path / file).write_text(text)
    for flag in [flag for command, flag in CASES if command == name]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(""))
        code = main([*shlex.split(WORDS[name]), *flag.split(), "--json"])
        out, err = capsys.readouterr()
        if code == 2:
            assert (out, err.count("\n")) == ("", 1), flag
        else:
            assert isinstance(json.loads(out), dict), flag
