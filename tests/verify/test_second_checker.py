"""The checker in JavaScript, a second reader of certificates: it must end as the one in Python does.

``python -m differential.second`` compares the two on thousands of files.
"""

import ast
import json
import re
import shutil
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random

import json_schema
import pytest
from choice import some_of
from cli.calling import call, ran
from differential import second
from differential.certificates import expanded, rule_of
from json_places import at, plainly
from tables import tables

import gfkit
from gfkit.core.rules import find_rule
from gfkit.lab.modules import second_reader_script
from gfkit.proofs import checker
from gfkit.proofs.checker import (
    core,
    distances,
    families,
    fractions,
    kinds,
    lines,
    play,
    predicates,
    program,
    reading,
    shapes,
    twins,
)  # fmt: skip
from gfkit.proofs.saving import certificate_text
from gfkit.proofs.verified import VERIFIED_PROGRAM

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not there")
REFERENCE = Path(gfkit.__file__).parents[1] / "docs" / "reference"
FILES, DATA = tables("wholes")["certificates"], tables("verify_cases")["second_checker"]


@pytest.fixture(scope="module")
def files():
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr("gfkit.proofs.saving.UNFOLDED", 0)
        return [second.certificate(find_rule(game), *asked) for game, *asked in FILES]


@needs_node
def test_both_checkers_prove_true_certificates(files, tmp_path):
    told = second.in_javascript(files)
    assert [one["code"] for one in told] == [0] * len(files)
    assert [one["statement"] for one in told] == [second.in_python(one)[1] for one in files]
    texts = [program.check_certificate(one).rests_on for one in files]
    assert [one["restsOn"] for one in told] == texts
    assert sum(" modulo " in text for text in texts) > 5
    page = tmp_path / "page.mjs"  # no name is there twice once modules are one script
    page.write_text(second_reader_script(files[0]))
    assert ran(["node", "--check", str(page)]).code == 0
    assert all(map(second_reader_script, files))


@needs_node
def test_pieces_on_graphs_are_edges_in_any_orientation():
    """A vertical domino on a path is an edge, and its positions are the matchings: Fibonacci's numbers."""
    saved = second.certificate(find_rule("matchings"), "path:n")
    for colour in saved["rule"]["colours"]:
        colour["pieces"] = [[[0, 0], [1, 0]]]
    assert next(islice(expanded(saved), 5, None)) == {(0, 0): 8}
    assert second.in_python(saved)[0] == second.in_javascript([saved])[0]["code"] == 0


@needs_node
def test_both_checkers_agree_on_changed_files(files):
    rng = Random(6)
    changed = [second.mutant(rng, saved)[1] for saved in files[:7] for _ in some_of(range(4), 2)]
    told = second.in_javascript(changed)
    ends = [second.in_python(one) for one in changed]
    assert not [one for one in zip(ends, told, strict=True) if not second.agree(*one)]
    assert {code for code, _ in ends} >= {0, 1, 2}


@needs_node
def test_both_checkers_parse_expressions_equally():
    """Both build the same automaton, so they agree on its system."""
    rule = {"kind": "array", "colours": 2, "weights": [[0, 0]] * 2, "forbid": [], "counts": []}
    base = second.certificate(rule_of(rule), "1xn")
    base |= {"sizes": [], "debts": [], "states": []}
    files = []
    for text in re.split(r"[|\n]", DATA["expressions"].strip()):
        own = rule | {"conditions": [{"cells": [[0, 0, "a"], [0, 1, "b"]], "require": text.strip()}]}
        made, asked = base | {"rule": own}, kinds.CountQuery("all", 0)
        try:
            system = fractions.build_system(own, asked, families.read_family(base["family"]))
            made["system"] = plainly(system.data())
        except (reading.RefusalError, ValueError, TypeError):
            pass
        files.append(made)
    told = second.in_javascript(files)
    for made, javascript in zip(files, told, strict=True):
        python = second.in_python(made)
        assert (python[0], "predicate" in python[1]) == (
            javascript["code"],
            "predicate" in javascript["statement"],
        ), (made["rule"]["conditions"], python, javascript)
    assert len({second.in_python(made)[0] for made in files}) == 3


@needs_node
def test_unsupported_features_are_reported(files):
    for change in DATA["unread"]:
        change = json.loads(change)
        (told,) = second.in_javascript([files[0] | change])
        assert told["code"] == 2
        assert "not read" in told["statement"]
        assert (second_reader_script(files[0] | change) is None) == ("version" not in change)


@needs_node
def test_the_program_prints_its_verdict(files, tmp_path):
    path = tmp_path / "file.json"
    for saved, code in ((files[0], 0), (files[0] | {"numerator": [[0, 0, 0, 2]]}, 1), ({}, 2)):
        path.write_text(json.dumps(saved))
        done = ran([*second.NODE, str(path)])
        assert (done.code, done.err) == (code, "")
        assert done.out.startswith(("proved: for every n", "refuted", "bad file")[code])


@needs_node
def test_excessive_work_is_stopped(files):
    """A long sweep is allowed; a sweep estimated to be too long is stopped."""
    late = files[0] | {"numerator": [*files[0]["numerator"], [10**4, 0, 0, 1]]}
    long = files[0] | {"sizes": [10**30]}
    assert [one["code"] for one in second.in_javascript([late, long])] == [1, 3]


@needs_node
@pytest.mark.parametrize("change", some_of([
    lambda text: text.replace(b'"version": 6', b'"version": 6, "version": 6'),
    lambda text: text.replace(b'"version": 6', b'"version": 06'),
    lambda text: text.replace(b'"version": 6', b'"version": 6.0'),
    lambda text: text.replace(b'"version": 6', b'"version": NaN'),
    lambda text: text[:-2],
    lambda text: text + b"]",
    lambda text: text.replace(b"[", b"[,", 1),
    lambda text: text.replace(b"]],\n", b"]]\n"),  # the states of the first step
    lambda text: text.replace(b"\n]\n}", b",\n]\n}"),
    lambda text: text.replace(b'"game": "', b'"game": "\xff'),
    lambda text: b"\xef\xbb\xbf" + text,
    lambda text: text.decode().encode("utf-16"),
    lambda text: text.decode().encode("utf-16-le"),
    lambda text: text.decode().encode("utf-32"),
], step=3))  # fmt: skip
def test_all_checkers_parse_json_equally(change, files, tmp_path):
    """Invalid JSON or UTF-8 is a bad file for each program and for the command."""
    path, text = tmp_path / "file.json", certificate_text(files[1]).replace('": ', '":').replace('":', '": ')
    assert max(map(len, files[1]["states"])) > 1
    assert len(files[1]["states"]) > 1
    path.write_text(text)
    assert program.main([str(path)]) == 0
    path.write_bytes(change(text.encode()))
    assert path.read_bytes() != text.encode()
    assert program.main([str(path)]) == call("certify", path, code=2).code == 2
    assert [ran(["node", str(one), str(path)]).code for one in (second.PROGRAM, VERIFIED_PROGRAM)] == [2, 2]


@needs_node
@pytest.mark.slow(23)
def test_both_checkers_agree_on_random_files():
    codes, wrong = second.compared(Random(11), 30, 10)
    assert not [text for text, _ in wrong]
    assert codes["file: 0"] == 30


# The page and the schema ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def schema():
    return json.loads((REFERENCE / "certificate.schema.json").read_text(encoding="utf-8"))


def test_certificates_satisfy_their_schema(files, schema):
    assert not [fault for saved in files for fault in json_schema.faults(saved, schema)]
    for path, wrong in ((("version",), 5), (("system", "first"), -1), (("states", 0, 0), [1.5])):
        saved = plainly(files[4])
        at(saved, path[:-1])[path[-1]] = wrong
        assert json_schema.faults(saved, schema)


OF_ALL = {"format", "version", "kind", ""}
"""Keys of all formats and rules, which the page names once."""
CALLS = {"must_fit": 1, "with_defaults": 2, "file_of_format": 1, "claim_in_file": 1}
"""Functions that compare a value with a shape, and the place of the shape in their arguments."""


def is_shape(value):
    if isinstance(value, dict | list | tuple):
        return bool(value) and all(map(is_shape, value.values() if isinstance(value, dict) else value))
    return value is None or isinstance(value, type | range | set)


def named_in(value):
    """Yield the keys of each object in a shape, and the strings of each set."""
    if isinstance(value, dict | set):
        yield {word for word in value if isinstance(word, str)} - OF_ALL
    inner = value.values() if isinstance(value, dict) else value
    for part in inner if isinstance(value, dict | list | tuple) else ():
        yield from named_in(part)


def checker_modules():
    folder = Path(checker.__file__).parent
    return [import_module(f"gfkit.proofs.checker.{path.stem}") for path in sorted(folder.glob("[a-z]*.py"))]


def words_of_parts(page):
    """Return the words in code of each section, each kind of rule, and each item or row of a table."""
    starts = ("##+ ", r"##+ |\*\*`", r"##+ |\*\*`|\* |\| ")
    parts = [part for start in starts for part in re.split(rf"\n(?={start})", page)]
    code = [" ".join(re.findall(r"```.*?```|`[^`\n]+`", part, re.S)) for part in parts]
    return [{*re.findall(r"[A-Za-z][\w-]*", text)} for text in code]


def test_the_page_names_all_that_the_checker_accepts():
    """Each object whose keys a checker accepts is described in one part of the page, with all of its keys."""
    page = (REFERENCE / "certificates.md").read_text(encoding="utf-8")
    parts, missing, seen = words_of_parts(page), [], 0
    for module in checker_modules():
        for words in (
            words for value in vars(module).values() if is_shape(value) for words in named_in(value)
        ):
            seen += len(words)
            missing += [] if any(words <= part for part in parts) else [(module.__name__, sorted(words))]
    assert not missing
    assert seen > 300
    listed = [program.CHECKS, fractions.KINDS, core.DEBT_NAMES.values(), fractions.WHOLES, twins.TWIN_LEMMAS]
    listed += [distances.CLASS_NAMES, shapes.LATTICES, lines.ALONG, kinds.CUT_LINES, kinds.STUCK]
    listed += [families.CYCLIC_SIDES, predicates.PREDICATE_FUNCTIONS, play.PLAY_SHAPES, play.PLAY_WINNERS]
    assert set().union(*listed) - {""} <= set().union(*parts)
    assert all(f"`{form}" in page for form in ("repeat(B)", "repeat-ring(B)", "repeat(A", "leaper-"))


def test_no_shape_of_a_file_is_hidden_in_a_function():
    """All shapes are names of their modules, so that the test above finds them."""
    for module in checker_modules():
        for node in ast.walk(ast.parse(Path(module.__file__).read_text("utf-8"))):
            if isinstance(node, ast.Call) and (name := getattr(node.func, "id", "")) in CALLS:
                inner = [*ast.walk(node.args[CALLS[name]])]
                shown = [one for one in inner if isinstance(one, ast.Set) or getattr(one, "keys", None)]
                assert not shown, (module.__name__, node.lineno)


def test_the_file_on_the_page_is_proved(schema):
    page = (REFERENCE / "certificates.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"```json[^\n]*\n(.*?)```", page, re.S)
    saved = json.loads(text)
    assert second.in_python(saved)[0] == 0
    assert not json_schema.faults(saved, schema)
