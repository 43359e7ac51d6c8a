"""Engines do not depend on kinds of rules: a kind is a directory that can be added and removed.

The source code is the reference; counts of an added kind come from its definition.
"""

from __future__ import annotations

import ast
import json
import re
import shlex
import sys
import tomllib
from pathlib import Path
from typing import Any

from cli.calling import call
from gfkit_docs.blocks import read_blocks
from gfkit_docs.running import run_page
from tables import tables
from trees import nodes, tree

import gfkit
from gfkit.core.hooks import KINDS
from gfkit.core.rules import NAMED, find_rule
from gfkit.core.rules.wording import rule_sentences
from gfkit.lab.tools import answer

DATA = tables("kinds_cases")["kinds"]

ROOT = Path(gfkit.__file__).parent
MOST_ASKED = 3
"""Places outside of the folders of kinds that ask of which kind a rule or a machine is."""


def told_apart() -> set[str]:
    """Return the classes of rules of all kinds, and of automata."""
    rules, machines = (
        {node.name for path in ROOT.glob(where) for node in nodes(tree(path), ast.ClassDef)}
        for where in ("core/rules/kinds/*/*.py", "core/engine/machine/*.py")
    )
    told = {name for name in machines if name.endswith("Machine") and name != "Machine"}
    return told | {name for name in rules if name.endswith("Rule")}


def asked(module: ast.Module, names: set[str]) -> list[int]:
    """Return the lines that check the class of a rule, or its kind."""
    lines = []
    for made in nodes(module, ast.Call):
        if getattr(made.func, "id", "") in ("isinstance", "issubclass"):
            lines += [made.lineno] if names & _names(made.args[1]) else []
    lines += [case.lineno for case in nodes(module, ast.MatchClass) if names & _names(case.cls)]
    for compared in nodes(module, ast.Compare):
        sides = [compared.left, *compared.comparators]
        read = [side for side in sides if isinstance(side, ast.Attribute) and side.attr == "kind"]
        lines += [side.lineno for side in read if ast.unparse(side).endswith("rule.kind")]
    return lines


def _names(node: ast.AST) -> set[str]:
    return {getattr(inner, "id", getattr(inner, "attr", "")) for inner in ast.walk(node)}


def test_engines_do_not_depend_on_the_kind_of_a_rule():
    names = told_apart()
    assert sum(name.endswith("Rule") for name in names) >= len(KINDS) - 1
    places = {
        str(path.relative_to(ROOT)): lines
        for path in ROOT.rglob("*.py")
        if "kinds" not in path.relative_to(ROOT).parts and (lines := asked(tree(path), names))
    }
    assert sum(map(len, places.values())) <= MOST_ASKED, places


def test_keys_of_rule_files_do_not_appear_in_descriptions_of_structures(tmp_path):
    """Named structures are described by their nouns, and errors suggest a board with rows if needed."""
    refused = []
    for name in NAMED:
        rule = find_rule(name.replace(":k", ":3"))
        said = " ".join(rule_sentences(rule))
        assert not re.search('counts (colour|the piece "X+")', said), said
        try:
            gfkit.count(rule, "path:3")
        except gfkit.core.errors.MismatchError as error:
            refused += [str(error)] * ("rows and columns" in str(error))
    assert len(refused) > 9
    for text in refused:
        assert "1x3" in text
        assert not re.search("window|offset|neighbour|pinned|shape", text), text
    for name, noun in (("kings", "x counts kings"), ("domino-tilings", "x counts horizontal dominoes")):
        assert noun in " ".join(rule_sentences(find_rule(name)))
    (tmp_path / "own.toml").write_text('name = "Own"\n[cells]\ncolours = 2\n[rules]\nforbid = ["11"]\n')
    own = call("count", tmp_path / "own.toml", "path:5", code=2).err
    assert "1x5" in own
    assert "windows" in own


def test_kinds_are_entry_points():
    """The entry points of the installation are the kinds in the table."""
    project = tomllib.loads((ROOT.parent / "pyproject.toml").read_text())["project"]
    assert project["entry-points"]["gfkit.kinds"] == {
        name: f"gfkit.core.rules.kinds.{name}" for name in KINDS
    }


def executed(text: str) -> dict[str, Any]:
    """Return the names that a module defines."""
    exec(text, names := {"__name__": "edge_colouring"})
    return names


PAGE = ROOT.parent / "docs" / "rule-files.md"
WORKS = DATA["works"]
REFUSED = DATA["refused"]


def test_a_kind_of_another_package_works_everywhere(tmp_path, monkeypatch):
    """The kind of the page: all commands take its rules, or refuse them in one line."""
    (module,) = (block.text for block in read_blocks(PAGE) if block.file == "edge_colouring.py")
    assert module.count("\n") <= 80
    report = run_page(PAGE, tmp_path)
    assert not report.failures, "\n\n".join(map(str, report.failures))
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    Path("wrong.toml").write_text('name = "Wrong"\n[edge_colouring]\ncolors = 3\n')
    for line in filter(None, WORKS.splitlines()):
        # The checker does not know the kind: it proves the constraints, not that they are those of the rule.
        call(*shlex.split(line), code=3 if line.startswith("certify") else 0)
    for line, reason in REFUSED.items():
        assert reason in call(*shlex.split(line), code=2).err
    for failure in ("raise KeyError('colours')", "return 3", "return {[]: 1}"):
        changed = module.replace('    table.only("name"', f'    {failure}\n    table.only("name"')
        monkeypatch.setattr(sys.modules["edge_colouring"], "read", executed(changed)["read"])
        wrong = call("count", "colours.toml", "2x3", code=2).err
        assert "'edge-colouring'" in wrong, wrong
        assert wrong.count("\n") == 1
    monkeypatch.setattr(sys.modules["edge_colouring"], "read", executed(module)["read"])
    request = {"game": "colours.toml", "board": "2x3"}
    found = json.loads(answer("count", json.dumps(request), lambda *_: None))
    assert found["json"]["count"] == "30"
