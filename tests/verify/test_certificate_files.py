"""Files of certificates of every kind: read as written, refused in one line, judged by programs alone.

Each kind gives a true certificate, small enough to be tried in every place; what a changed one may still say
is known from the true one, or from listing and play in ``attack``, which take no part of the checkers.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import threading
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from attack.certificates import faults_of
from choice import sample
from differential.certificates import at, places
from machines import EXAMPLES, STRIPS, late, padovan
from tables import FOLDER, tables

from gfkit import derive
from gfkit.cli.main import main
from gfkit.errors import InputError, LimitError
from gfkit.proofs import certify_file, check, load, save, strip_proof_of
from gfkit.proofs.certificate import write_whole

DATA = tables("verify_cases")["certificate_files"]

ROOT = Path(__file__).resolve().parents[2]
CHECKERS = DATA["checkers"]
"""The programs that judge files, a command that saves a true certificate, and how the answer begins."""
COMMANDS = {name: command for name, (command, _) in CHECKERS.items()} | DATA["parts"]
"""The same commands, and those of files that parts of the checker judge."""


def module(name):
    return import_module(f"gfkit.proofs.{name}")


@cache
def true_text(name):
    with TemporaryDirectory() as folder:
        file = Path(folder) / "a.json"
        if name == "strip_checker":
            save(file, strip_proof_of(derive("domineering", "1xn")))
        else:
            assert main([*COMMANDS[name].split(), "--save", str(file), "--quiet"]) == 0
        return file.read_text("utf-8")


def true(name):
    return json.loads(true_text(name))


def one_line(error):
    text = str(error.value)
    assert "\n" not in text
    assert len(text) < 400
    assert text.isprintable()
    return text


# Every kind ------------------------------------------------------------------------------------------------


@cache
def lie(name):
    """A certificate that its checker refutes: of a true one a number, one larger."""
    checker = module(name)
    for path in reversed(list(places(true(name)))):
        saved = true(name)
        if type(at(saved, path)) is int:
            at(saved, path[:-1])[path[-1]] += 1
            try:
                checker.check(saved)
            except checker.RefusalError as refusal:
                if refusal.args[0] == 1:
                    return saved
    raise AssertionError(name)


@pytest.mark.parametrize("name", sample(CHECKERS, quick=2, seconds=1))
def test_a_checker_is_a_program_that_stands_alone(name, tmp_path):
    """A copy of it, without gfkit and without packages: true, false, cut off, missing, hostile."""
    tree = ast.parse(Path(module(name).__file__).read_text("utf-8"))
    parts = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
    imported = {getattr(node, "module", None) or node.names[0].name for node in parts}
    assert {one.split(".")[0] for one in imported} - {"numpy"} <= set(sys.stdlib_module_names)

    def run(*arguments):
        """Python without site packages."""
        command = [sys.executable, "-u", "-I", "-S", *arguments]
        asked = {"cwd": tmp_path, "text": True, "timeout": 100, "check": False}
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **asked)

    text = json.dumps(true(name))
    for word, content in (("true", text), ("false", json.dumps(lie(name))), ("cut", text[: len(text) // 2])):
        (tmp_path / f"{word}.json").write_text(content)
    (tmp_path / "alone.py").write_bytes(Path(module(name).__file__).read_bytes())
    each = (
        "import sys; sys.path.append('.'); import alone; [print(alone.main(a.split())) for a in sys.argv[1:]]"
    )
    done = run("-c", each, "false.json", "cut.json", "no.json", "")
    told = [(line, int(code)) for line, code in zip(*(iter(done.stdout.splitlines()[:6]),) * 2, strict=True)]
    assert told[0][0].startswith("refuted: ")
    assert [code for _, code in told] == [1, 2, 2]
    assert all(line.startswith(("bad file: cannot be read", "refused: ")) for line, _ in told[1:])
    assert done.stdout.splitlines()[-1] == "2", "no file is named"
    for file, code, begins in (("true.json", 0, CHECKERS[name][1]), ("false.json", 1, "refuted: ")):
        if name != "rule_checker" or not code:  # long to compile
            done = run("alone.py", file)
            assert (done.returncode, done.stdout.count("\n")) == (code, 1), done
            assert done.stdout.startswith(begins)


def test_programs_say_what_became_of_a_file(tmp_path, monkeypatch, capsys):
    """In this process: proved, refuted, twice the same key, too long, without memory, and no file."""
    for name in CHECKERS:
        checker, (right, wrong, twice) = module(name), (tmp_path / f"{name}-{word}" for word in "rwt")
        right.write_text(true_text(name))
        capsys.readouterr()  # what saving said
        wrong.write_text(json.dumps(lie(name)))
        twice.write_text(true_text(name).replace("{", '{"version": 1, "version": 1, ', 1))
        assert [checker.main([str(one)]) for one in (right, wrong)] == [0, 1], name
        told = capsys.readouterr()
        assert (told.err, told.out.count("\n")) == ("", 2), name
        assert told.out.startswith(CHECKERS[name][1]), name
        assert "\nrefuted: " in told.out, name
        assert [checker.main(given) for given in ([str(twice)], [], [str(right)] * 4)] == [2, 2, 2], name
        for key, new in (("FILE", len(true_text(name)) - 1), ("check", no_memory)):
            with monkeypatch.context() as changed:
                changed.setattr(checker, key, new)
                assert checker.main([str(right)]) in (2, 3), (name, key)
        told = capsys.readouterr()
        assert (told.out, told.err.count("\n")) == ("", 5), name
        assert f"longer than {len(true_text(name)) - 1} bytes" in told.err, name
        monkeypatch.setattr(checker, "FILE", len(true_text(name)))
        assert checker.main([str(right)]) == 0, "a file of just that length is read"
        capsys.readouterr()


def no_memory(*_arguments):
    raise MemoryError("out of memory")


def test_nothing_can_be_left_out_or_added(tmp_path):
    """No key, at the top or in the rule."""
    file = tmp_path / "a.json"
    for name in COMMANDS:
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


@pytest.mark.xfail(strict=True, reason="the refusal repeats a text of the file, however long it is")
def test_the_refusal_of_a_long_text_is_short(tmp_path):
    whole = true("constants")
    (tmp_path / "a.json").write_text(json.dumps(whole | {"positions": "9" * 4001}))
    assert faults_of(tmp_path / "a.json", whole) == []


@pytest.mark.parametrize("names", [["play_checker"], pytest.param([*CHECKERS], marks=pytest.mark.slow(2))])
def test_bytes_that_are_no_certificate(names, tmp_path, capsys):
    file = tmp_path / "a.json"
    for name in names:
        text = json.dumps(true(name))
        cuts = (*range(0, len(text), len(text) // 9 + 1), len(text) - 1)
        contents = [*(text[:k].encode() for k in cuts), b"\xff\xfe\x00{", b"\0" * 1000]
        contents += [b"[" * 200_000, b'{"a":' * 200_000, text.replace('":', '":' + "[" * 200_000, 1).encode()]
        contents += [text.replace("{", '{"version": 1, "version": 1, ', 1).encode(), (text + "{}").encode()]
        contents += [text.replace('"version": ', '"version": ' + "9" * 10**6, 1).encode()]
        contents += [b" " * 2**27] * (name == "checker")
        others = (
            b"[]",
            b"7",
            b"null",
            b'"text"',
            b"{}",
            b'{"count": "7"}',
            b'{"version": 1, "claim": "heaps"}',
        )
        rows = [(content, r"cannot be read|there twice|longer than") for content in contents]
        for content, said in (*rows, *((other, "expected a file written with --save") for other in others)):
            file.write_bytes(content)
            with pytest.raises(InputError, match=said) as refused:
                certify_file(file)
            assert one_line(refused), (name, content[:99])
            assert module(name).main([str(file)]) == 2
            assert capsys.readouterr().err.count("\n") == 1


def test_check_takes_anything():
    for value in (None, 7, float("nan"), [], {}, "gfkit-certificate", {1: 2}, object()):
        assert (check(value).ok, check(value).code) == (False, 2)


# Machines and strips ---------------------------------------------------------------------------------------

BASES = {"machine": EXAMPLES["padovan"], "strip": STRIPS["tilings"]}
HOSTILE = (FOLDER / "hostile_certificates.txt").read_text("utf-8").splitlines()


def test_hostile_files(tmp_path, capsys):
    """What is put into a true certificate makes a bad file, and the refusal says where."""
    file, rows = tmp_path / "a.json", [row.split(" | ") for row in HOSTILE if row.count(" | ") == 2]
    rows += [[kind, json.dumps({"first_n": "0x" + "f" * 10**6}), "first_n: expected"] for kind in BASES]
    rows = [row for row in rows if row[0] in BASES]
    assert len(rows) > 60
    rows += [("strip", '{"version": 4}', ""), ("machine", '{"version": 5}', "")]
    for kind, change, message in rows:
        file.write_text(json.dumps(BASES[kind] | json.loads(change)))
        with pytest.raises(InputError) as refused:
            certify_file(file)
        assert message in one_line(refused), change
        assert module({"machine": "checker", "strip": "strip_checker"}[kind]).main([str(file)]) == 2
        written = capsys.readouterr()
        assert (written.out, written.err.count("\n")) == ("", 1)
        assert written.err.startswith("bad file: ")


FAR, MANY = 10**4000, 10**5


def heavy():
    step = [[2, 2, [0, 1] * 99, [0, 1] * 99]] * 2
    far, many = ([[1, n, [0], [0]], [n, n, [0], [0]]] for n in (FAR, 10**6))
    turned, long, start = {"slices": [[1], [0]]}, "f" * 10**6, [[0, 0, 0, 1]]
    phases = {"body": [0] * 10**4, "tails": [[]] * 10**4, "finals": [[0]] * 10**4}
    weights = {"weights": ["x", "y"], "initial_terms": [[0, 10**6, 10**6, 1]], "offset": 1}
    enormous = {"edges": [[0, 0, 0, 0, long]], "start": [[0, 0, 0, long]], "final": [[0, 0, 0, long]]}
    machines = [
        *({"first_n": 10**12, "offset": 10**12}, {"offset": FAR}, {"offset": 10**6}, {"states": 10**30}),
        *({"numerator": [[FAR, 0, 0, 1]]}, {"denominator": [*start, [FAR, 0, 0, 1]]}, {"states": 10**6}),
        *(weights, enormous, {"edges": [[0, 0, 0, 0, "f" * MANY]], "states": 10**4}),
        *({"start": start * 10**4, "states": 10**6}, {"edges": [[0, 0, 0, 0, 1]] * 10**4, "states": MANY}),
    ]
    strips = [
        *({"first_n": FAR}, {"layers": far, **turned}, {"layers": many, **turned, **phases}),
        {"head": [1, *[0] * MANY], "layers": [*step, [1, 2, [0], [0]]]},
        {"head": [1] * 10**4, "slices": [[0, 1] * 10**4, [2] * 10**4]},
        late(MANY) | {"denominator": [1, *[1] * MANY]},
    ]
    return [*(("machine", one) for one in machines), *(("strip", one) for one in strips)]


def test_absurd_work_is_refused_before_it_starts(tmp_path, capsys):
    """For machines by the ordinary limit; for strips a tenth of a second's work keeps the test short."""
    file = tmp_path / "heavy.json"
    for number, (kind, change) in enumerate(heavy()):
        file.write_text(json.dumps(BASES[kind] | change))
        with pytest.raises(LimitError) as refused:
            certify_file(file) if kind == "machine" else certify_file(file, 10**8)
        line = one_line(refused)
        if kind == "machine":
            assert " steps on numbers of 2^" in line, number
        if number in (2, 4):
            assert module("checker").main([str(file)]) == 3
            assert capsys.readouterr().err.startswith("too much work: 2^")


def test_numbers_of_arguments_and_of_primes(tmp_path):
    file = tmp_path / "a.json"
    file.write_text(json.dumps(STRIPS["tilings"]))
    strip = module("strip_checker")
    codes = [strip.main([str(file), *more]) for more in ([], ["2"], ["-1"], ["x"], ["1", "1"])]
    assert codes == [0, 0, 2, 2, 2]
    assert module("checker").main(["a", "b", "c"]) == 2
    for primes in (0, -1, True, 2.5, "3"):
        with pytest.raises(InputError, match="primes must be a whole number"):
            certify_file(file, primes=primes)


# Files -----------------------------------------------------------------------------------------------------


def test_files_that_cannot_be_used(tmp_path):
    for path in (tmp_path, tmp_path / "none.json", "a\0b"):
        with pytest.raises(InputError) as error:
            load(path)
        one_line(error)
    with pytest.raises(InputError) as error:
        save(tmp_path / "no" / "such.json", padovan())
    assert "cannot be written: No such file or directory" in one_line(error)
    with pytest.raises(InputError):
        save(tmp_path, padovan())
    assert os.listdir(tmp_path) == []


def test_as_a_module_of_gfkit(tmp_path):
    """The room's face imports nothing before it is asked: no warning of what was loaded twice."""
    save(tmp_path / "a.json", padovan())
    command = [sys.executable, "-m", "gfkit.proofs.checker", str(tmp_path / "a.json")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=100)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_pipe_is_written_to_and_stays_one(tmp_path):
    """A file is put in place of an old one; a pipe or a device must not be replaced."""
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_text(encoding="utf-8")))
    reader.start()
    write_whole(pipe, "all of it\n")
    reader.join()
    assert read == ["all of it\n"]
    assert pipe.is_fifo()
