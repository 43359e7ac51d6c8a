"""Files of certificates of every kind: parsed as written, rejected in one line, checked by one program.

Each kind contributes a true certificate, small enough to change it in every position; a changed one may only
state the original theorem, or one proved by listing and play in ``differential``, independently of the
checker. Products of fractions are multiplied here term by term.
"""

import json
import os
import re
import subprocess
import sys
import threading
from contextlib import nullcontext
from copy import deepcopy
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from shutil import which
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import pytest
import single_file
from choice import some_of
from cli.calling import call, ran
from differential import second, verified
from differential.forgeries import faults_of
from differential.second import certificate, in_python
from json_places import at, places, plainly
from tables import tables

from gfkit import derive
from gfkit.core.errors import InputError
from gfkit.core.rules import find_rule
from gfkit.proofs import certify_file, check, checker, save_derived
from gfkit.proofs.checker import core, families, fractions, horner, kinds, reading
from gfkit.proofs.checker.program import check_certificate, main as program
from gfkit.runs.files import write_whole

FILES = tables("verify_cases")["certificate_files"]["files"]
"""By part of the checker a command that saves a true certificate, and how the answer begins."""


@cache
def true_text(name):
    with TemporaryDirectory() as folder:
        file = Path(folder) / "a.json"
        call(*FILES[name][0].split(), "--save", file, code=0)
        return file.read_text("utf-8")


def true(name):
    return json.loads(true_text(name))


def one_line(error):
    text = str(error.value)
    assert "\n" not in text
    assert len(text) < 400
    assert text.isprintable()
    return text


def ends(name):
    """Return the exit code of the program: a merely consistent certificate is not proved."""
    return "3" if FILES[name][1].startswith("consistent") else "0"


@cache
def lie(name):
    """Return a certificate that the checker refutes: a true one with one number increased by 1."""
    for path in reversed(list(places(true(name)))):
        saved = true(name)
        if type(at(saved, path)) is int:
            at(saved, path[:-1])[path[-1]] += 1
            try:
                check_certificate(saved)
            except reading.RefusalError as refusal:
                if refusal.code == 1:
                    return saved
    raise AssertionError(name)


# The program ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """Return the program as ``make checker`` writes it."""
    file = tmp_path_factory.mktemp("alone") / "gfkit_check.py"
    file.write_text(single_file.single_file(), "utf-8")
    return file


def test_the_program_is_its_parts(alone):
    """Each line of a module is in the program, except imports of other modules; names are unique."""
    text = alone.read_text("utf-8")
    folder = Path(checker.__file__).parent
    assert {path.stem for path in folder.glob("*.py")} - {"__init__"} == {*single_file.PARTS}
    for name in single_file.PARTS:
        for block in (folder / f"{name}.py").read_text("utf-8").split("\n\n\n")[1:]:
            assert block.strip() in text, (name, block[:60])
    names = re.findall(r"^(?:def |class )?(\w+)(?=[(:]| = )", text, re.MULTILINE)
    assert len(names) == len({*names})
    assert "gfkit.proofs" not in "".join(line for line in text.splitlines() if "import" in line)


def test_the_program_stands_alone(alone, tmp_path):
    """Without gfkit and without packages: true, false, cut off, missing."""
    contents = {f"{name}-true": true_text(name) for name in FILES}
    contents |= {"lie": json.dumps(lie("fractions")), "cut": true_text("play")[:99]}
    for name, content in contents.items():
        (tmp_path / name).write_text(content)
    each = "import sys; sys.path.append(sys.argv[1]); import gfkit_check as c;"
    each += "[print(c.main([a] if a else [])) for a in sys.argv[2:]]"
    command = [sys.executable, "-u", "-I", "-S", "-c", each, str(alone.parent), *contents, "none", ""]
    printed = subprocess.check_output(command, cwd=tmp_path, text=True, timeout=100, stderr=subprocess.STDOUT)
    lines = printed.splitlines()
    for name, (_, begins) in FILES.items():
        said, rests_on, code = lines[:3]
        del lines[:3]
        assert (said.startswith(begins), rests_on.startswith("rests on: "), code) == (True, True, ends(name))
    assert [line.split(":")[0] for line in lines] == ["refuted", "1", *["bad file", "2"] * 3]
    assert ran([sys.executable, "-I", "-S", str(alone), str(tmp_path / "lie")]).code == 1


def test_the_program_reports_its_verdict_on_a_file(tmp_path, monkeypatch, capsys):
    """In this process: proved, refuted, a duplicate key, too long, out of memory, and no file."""
    for name in FILES:
        right, wrong, twice = (tmp_path / f"{name}-{word}" for word in "rwt")
        right.write_text(true_text(name))
        wrong.write_text(json.dumps(lie(name)))
        twice.write_text(true_text(name).replace("{", '{"version": 1, "version": 1, ', 1))
        assert [program([str(one)]) for one in (right, wrong)] == [int(ends(name)), 1], name
        printed = capsys.readouterr()
        assert (printed.err, printed.out.count("\n")) == ("", 3), name
        assert printed.out.startswith(FILES[name][1]), name
        assert "\nrefuted: " in printed.out, name
        assert [program(given) for given in ([str(twice)], [], [str(right)] * 4)] == [2, 2, 2], name
        size = len(true_text(name))
        with monkeypatch.context() as changed:
            changed.setattr("gfkit.proofs.checker.reading.FILE", size // 3)
            assert program([str(right)]) == 2
        with monkeypatch.context() as changed:
            changed.setattr("gfkit.proofs.checker.program.Budget", no_memory)
            assert program([str(right)]) == 3
        printed = capsys.readouterr()
        assert (printed.out, printed.err.count("\n")) == ("", 5), name
        assert f"longer than {size // 3} bytes" in printed.err, name


def no_memory(*_arguments):
    raise MemoryError("out of memory")


# Every kind -------------------------------------------------------------------------------------------------


def test_no_key_can_be_deleted_or_added(tmp_path):
    """Change the keys at the top and in the rule."""
    file = tmp_path / "a.json"
    for name in FILES:
        whole = true(name)
        rule = whole["rule"] if isinstance(whole.get("rule"), dict) else {}
        changed = [{key: value for key, value in whole.items() if key != left} for left in whole]
        changed += [whole | {"remark": "true"}, whole | {"rule": {}}]
        changed += [whole | {"rule": {k: v for k, v in rule.items() if k != left}} for left in rule]
        changed += [whole | {"rule": rule | {"name": "Col"}}]
        for content in changed:
            file.write_text(json.dumps(content))
            with pytest.raises(InputError) as refused:
                certify_file(file)
            one_line(refused)


def test_the_refusal_of_a_long_text_is_short(tmp_path):
    whole = true("constants")
    (tmp_path / "a.json").write_text(json.dumps(whole | {"positions": "9" * 4001}))
    assert faults_of(tmp_path / "a.json", whole) == []


@pytest.mark.parametrize("names", [["fractions"], pytest.param([*FILES], marks=pytest.mark.slow(2))])
def test_invalid_bytes_are_rejected(names, tmp_path, capsys):
    file = tmp_path / "a.json"
    for name in names:
        text = json.dumps(true(name))
        cuts = (*range(0, len(text), len(text) // 9 + 1), len(text) - 1)
        contents = [*(text[:k].encode() for k in cuts), b"\xff\xfe\x00{", b"\0" * 1000]
        contents += [b"[" * 200_000, b'{"a":' * 200_000, text.replace('":', '":' + "[" * 200_000, 1).encode()]
        contents += [text.replace("{", '{"version": 1, "version": 1, ', 1).encode(), (text + "{}").encode()]
        contents += [text.replace('"version": ', '"version": ' + "9" * 10**6, 1).encode()]
        contents += [b" " * (2**28 + 1)] * (name == "play")
        others = (
            b"[]", b"7", b"null", b'"text"', b"{}", b'{"count": "7"}', b'{"version": 1, "claim": "heaps"}',
        )  # fmt: skip
        rows = [
            (content, r"cannot be read|is not valid JSON|there twice|longer than") for content in contents
        ]
        for content, said in (*rows, *((other, "expected a file that gfkit saved") for other in others)):
            file.write_bytes(content)
            with pytest.raises(InputError, match=said) as refused:
                certify_file(file)
            assert one_line(refused), (name, content[:99])
            assert program([str(file)]) == 2
            assert capsys.readouterr().err.count("\n") == 1


def with_text(saved, path, written):
    """Return the file of a certificate in which the value at a path is printed as given."""
    at(saved, path[:-1])[path[-1]] = "HERE"
    return json.dumps(saved).replace('"HERE"', written)


def test_numbers_and_strings_with_two_readings_are_rejected_by_every_checker(tmp_path):
    """The number -0, which equals 0 in some programs, and halves of surrogate pairs, which no file in UTF-8
    contains.
    """
    saved = certificate(find_rule("independent-sets"), "1xn")
    zeros = [path for path in places(saved) if type(at(saved, path)) is int and at(saved, path) == 0]
    texts = [path for path in places(saved) if isinstance(at(saved, path), str)]
    halves = [r'"\ud800"', r'"a\uDFFF"', r'"\udc00\ud800"', r'"\ud83d \ude00"']
    bad = [with_text(deepcopy(saved), path, "-0") for path in some_of(zeros, 12, 5)]
    bad += [with_text(deepcopy(saved), path, half) for path in texts for half in halves]
    bad += [json.dumps(saved).replace("{", rf'{{"\ud800{key}": 0, ', 1) for key in ("", "game")]
    written = json.dumps({**saved, "states": []})[:-1].replace('"states": []', '"states": [\n')
    lines = ",\n".join(map(json.dumps, saved["states"]))
    bad += [f"{written}{lines.replace('0', '-0', 1)}\n]\n}}\n"]
    good = [
        json.dumps(saved),
        json.dumps({**saved, "game": "\N{GRINNING FACE}"}),
        f"{written}{lines}\n]\n}}\n",
    ]
    file, codes = tmp_path / "a.json", [2] * len(bad) + [0] * len(good)
    for text, code in zip(bad + good, codes, strict=True):
        file.write_text(text, "utf-8")
        assert program([str(file)]) == code, text
        with nullcontext() if not code else pytest.raises(InputError):
            certify_file(file)
    if (node := which("node")) is None:
        pytest.skip("Node.js is missing, so two checkers did not run")
    single_lines = [text.replace("\n", "") for text in bad + good]
    file.write_text("\n".join(single_lines), "utf-8")
    run = ran([node, str(second.PROGRAM), "--batch", str(file)])
    assert [json.loads(line)["code"] for line in run.out.splitlines()] == codes
    assert [said.code for said in verified.answers(single_lines)] == codes


def test_check_accepts_any_object():
    for value in (None, 7, float("nan"), [], {}, "gfkit-certificate", {1: 2}, object()):
        assert (check(value).ok, check(value).code) == (False, 2)


# Files ------------------------------------------------------------------------------------------------------


def test_files_that_cannot_be_used(tmp_path):
    found = derive("col", "path:n")
    for path in (tmp_path, tmp_path / "none.json", "a\0b"):
        with pytest.raises(InputError) as error:
            certify_file(path)
        one_line(error)
    with pytest.raises(InputError) as error:
        save_derived(found, tmp_path / "no" / "such.json")
    assert "cannot be written: No such file or directory" in one_line(error)
    with pytest.raises(InputError):
        save_derived(found, tmp_path)
    assert os.listdir(tmp_path) == []


def test_a_pipe_is_written_to_and_not_replaced(tmp_path):
    """A file replaces an old one; a pipe or a device must not be replaced."""
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_text(encoding="utf-8")))
    reader.start()
    write_whole(pipe, "all of it\n")
    reader.join()
    assert read == ["all of it\n"]
    assert pipe.is_fifo()


# The checker of fractions: powers that would fill the memory, odd files without states


def after_slices(machine, q, count):
    """Return the columns y(0), ..., y(count) of the theorem, as polynomials."""
    columns = [machine.ends]
    for k in range(1, count + 1):
        numbers = columns[-1]
        for rows in reversed(machine.rows):
            before = [{} for _ in rows]
            for total, row in zip(before, rows, strict=True):
                for to, power in row:
                    core.add_to(total, numbers[to], power)
            numbers = before
        for (power, c), (total, end) in product(q[k].items(), zip(numbers, machine.ends, strict=True)):
            core.add_to(total, {key: c * number for key, number in end.items()}, power)
        columns.append(numbers)
    return columns


def test_integers_in_place_of_weights_keep_monomials_apart():
    """No coefficient reaches the digits of the next, on machines of at most two states."""
    for seed in some_of(range(20), 6):
        rng = Random(seed)
        size, sites, count = rng.randint(1, 2), rng.randint(1, 2), rng.randint(1, 4)

        def monomial(largest, rng=rng):
            return {(rng.randrange(3), rng.randrange(3)): rng.choice([1, largest])}

        rows = [
            [[(rng.randrange(size), (rng.randrange(3), rng.randrange(2)))] for _ in range(size)]
            for _ in range(sites)
        ]
        machine = SimpleNamespace(rows=rows, states=[range(size)] * sites, start=[(0, {(0, 0): 1})])
        machine.ends = [monomial(10**6) for _ in range(size)]
        q = [{(0, 0): 1}, *(monomial(-(10**30)) for _ in range(count))]
        wide, high = horner.kronecker(machine, q, [], [], count, reading.Budget(10**9))
        columns = after_slices(machine, q, count)
        found = [power for column in columns for total in column for power in total.items()]
        assert high % wide == 0
        assert all(abs(c) < 2 ** (wide - 1) and x < high // wide for (x, _), c in found)


# Odd files


@pytest.fixture(scope="module")
def file():
    return certificate(find_rule("snort"), "2xn", "left-ends", "players")


def test_a_rule_without_configurations_has_no_states(file):
    """There is one filling of the board without cells, and none of any other."""
    rule = {"kind": "array", "colours": 1, "weights": [[1, 1]], "counts": [], "forbid": [[[0, 0, "0"]]]}
    family = families.read_family(file["family"])
    system = fractions.build_system(rule, kinds.CountQuery("all", 2), family).data()
    none = file | {"rule": rule, "positions": "all", "system": plainly(system)}
    none |= {"sizes": [], "debts": [], "states": []}
    none["numerator"] = none["denominator"] = [[0, 0, 0, 1], [1, 1, 0, 1]]
    assert in_python(none)[0] == 0
    assert in_python(none | {"numerator": [[0, 0, 0, 1], [1, 1, 0, 2]]})[0] == 1


def test_long_numbers_are_rejected_quickly(file):
    """They are rejected before they are computed, or differ early; otherwise this would not end."""
    for place in ["numerator", "denominator"]:
        for term in [[3, 10**6, 10**6, 1], [3, 10**5, 10**5, 1], [1000, 0, 0, 1]]:
            assert in_python(file | {place: [*file[place], term]})[0] in (1, 3)


def test_powers_of_a_weight_are_small():
    file = certificate(find_rule("independent-sets"), "2xn", weights="pieces")
    assert in_python(file)[0] == 0
    file["rule"]["weights"][1][0] = 2**62
    assert in_python(file) == (2, "rule: a weight must be x^i y^j with exponents up to 1000")


def test_huge_pieces_are_rejected(file):
    file["rule"]["colours"][0]["pieces"].append([[0, 0], [10**9, 0]])
    assert in_python(file)[0] == 3


def test_the_rounds_of_all_predicates_have_an_end(file, monkeypatch):
    monkeypatch.setattr("gfkit.proofs.checker.arrays.ROUNDS", 10**5)
    window = [[0, k, mark] for k, mark in enumerate("abcdefghij")]
    text = "sum(1 for p in all for q in all for r in all for s in all if p == q + 5) == 0"
    rule = {"kind": "array", "colours": 3, "weights": [[0, 0]] * 3, "forbid": [], "counts": []}
    rule["conditions"] = [{"cells": window, "require": text}]
    assert in_python(file | {"rule": rule, "positions": "all"})[0] == 3
