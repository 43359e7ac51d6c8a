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
from copy import deepcopy
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from attack.certificates import STRANGE, faults_of
from choice import drawn
from differential.certificates import at, places
from lazily import Lazily
from machines import EXAMPLES, STRIPS, late, padovan

from gfkit import derive
from gfkit.cli.main import main
from gfkit.errors import InputError, LimitError
from gfkit.verify import certify_file, check, load, rule_checker, save, strip_proof_of
from gfkit.verify.certificate import write_whole

ROOT = Path(__file__).resolve().parents[2]
CHECKERS = {
    "checker": ("derive col path:n", "proved: the fraction is the generating function"),
    "strip_checker": ("", "stands: the fraction is the generating function of the strip"),
    "rule_checker": (
        "derive cram 1xn",
        "proved: the fraction counts the positions of the rule for every n (",
    ),
    "play_checker": ("outcomes cram 2x2", "proved: the second player wins"),
    "period_checker": ("nim cram 1xn", "proved: the nimbers for n = 0 to "),
    "quotient_checker": ("nim octal:0.75 --misere", "proved: the quotient of order 8 tells who wins"),
    "constant_checker": ("constant independent-sets --width 4", ""),
}
"""The programs that judge files, a command that saves a true certificate, and how the answer begins."""


@pytest.fixture(autouse=True)
def _few_are_listed(monkeypatch):
    """The proof does not rest on how many boards are listed beside it."""
    monkeypatch.setattr(rule_checker, "LISTED", 500)


def module(name):
    return import_module(f"gfkit.verify.{name}")


@cache
def true_text(name):
    with TemporaryDirectory() as folder:
        file = Path(folder) / "a.json"
        if name == "strip_checker":
            save(file, strip_proof_of(derive("domineering", "1xn")))
        else:
            assert main([*CHECKERS[name][0].split(), "--save", str(file), "--quiet"]) == 0
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


@pytest.mark.parametrize("name", CHECKERS)
def test_a_checker_is_a_program_that_stands_alone(name, tmp_path):
    """A copy of it, without gfkit and without packages: true, false, cut off, missing, hostile."""
    tree = ast.parse(Path(module(name).__file__).read_text("utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {one.split(".")[0] for one in imported} - {"numpy"} <= set(sys.stdlib_module_names)

    text = json.dumps(true(name))
    for word, content in (("true", text), ("false", json.dumps(lie(name))), ("cut", text[: len(text) // 2])):
        (tmp_path / f"{word}.json").write_text(content)
    (tmp_path / "alone.py").write_bytes(Path(module(name).__file__).read_bytes())
    each = (
        "import sys; sys.path.append('.'); import alone; [print(alone.main(a.split())) for a in sys.argv[1:]]"
    )
    done = run(tmp_path, "-c", each, "false.json", "cut.json", "no.json", "")
    told = [(line, int(code)) for line, code in zip(*(iter(done.stdout.splitlines()[:6]),) * 2, strict=True)]
    assert told[0][0].startswith("refuted: ")
    assert [code for _, code in told] == [1, 2, 2]
    assert all(line.startswith(("bad file: cannot be read", "refused: ")) for line, _ in told[1:])
    assert done.stdout.splitlines()[-1] == "2", "no file is named"
    for file, code, begins in (("true.json", 0, CHECKERS[name][1]), ("false.json", 1, "refuted: ")):
        if name != "rule_checker" or not code:  # long to compile
            done = run(tmp_path, "alone.py", file)
            assert (done.returncode, done.stdout.count("\n")) == (code, 1), done
            assert done.stdout.startswith(begins)


def run(folder, *arguments):
    """Python without site packages."""
    command = [sys.executable, "-u", "-I", "-S", *arguments]
    return subprocess.run(
        command,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=100,
        check=False,
    )


@pytest.mark.parametrize("name", CHECKERS)
def test_nothing_can_be_left_out_or_added(name, tmp_path):
    """No key, at the top or in the rule."""
    whole, file = true(name), tmp_path / "a.json"
    changed = [{key: value for key, value in whole.items() if key != left} for left in whole]
    changed += [whole | {"remark": "true"}, whole | {"rule": {}}]
    if isinstance(whole.get("rule"), dict):
        rule = whole["rule"]
        changed += [whole | {"rule": {k: v for k, v in rule.items() if k != left}} for left in rule]
        changed += [whole | {"rule": rule | {"name": "Col"}}]
    for content in changed:
        file.write_text(json.dumps(content))
        with pytest.raises(InputError) as refused:
            certify_file(file)
        one_line(refused)


BRIEF = [value for value in STRANGE if value not in (10**3000, "9" * 4001)]
TOLD_AT_LENGTH = ("constant_checker", ("positions",), "9" * 4001)


@pytest.mark.xfail(strict=True, reason="the refusal repeats a text of the file, however long it is")
def test_the_refusal_of_a_long_text_is_short(tmp_path):
    name, (key,), value = TOLD_AT_LENGTH
    whole = true(name)
    (tmp_path / "a.json").write_text(json.dumps(whole | {key: value}))
    assert faults_of(tmp_path / "a.json", whole) == []


@pytest.mark.parametrize("name", CHECKERS)
def test_any_value_at_any_place_is_judged(name, tmp_path):
    """No traceback, and nothing false: every key with every strange value, and places below by chance."""
    whole, random = true(name), drawn(name)
    below = random.sample(list(places(whole)), min(40, len(list(places(whole)))))
    tries = [((key,), value) for key in whole for value in random.sample(BRIEF, 5)]
    tries += [(path, value) for path in below for value in random.sample(BRIEF, 2)]
    for path, value in tries:
        saved = deepcopy(whole)
        at(saved, path[:-1])[path[-1]] = value
        (tmp_path / "a.json").write_text(json.dumps(saved))
        assert faults_of(tmp_path / "a.json", whole) == [], (path, value)


def bytes_of_none(text):
    return {
        "empty": b"",
        "not text": b"\xff\xfe\x00{",
        "zeros": b"\0" * 1000,
        "deep lists": b"[" * 200_000,
        "deep objects": b'{"a":' * 200_000,
        "deep inside": text.replace('":', '":' + "[" * 200_000, 1).encode(),
        "a key twice": text.replace("{", '{"version": 1, "version": 1, ', 1).encode(),
        "text after the end": (text + "{}").encode(),
        "a million digits": text.replace("1", "9" * 10**6, 1).encode(),
    }


@pytest.mark.parametrize("name", CHECKERS)
def test_bytes_that_are_no_certificate(name, tmp_path, capsys):
    file, text = tmp_path / "a.json", json.dumps(true(name))
    contents = bytes_of_none(text) if name in ("checker", "play_checker") else {}
    contents |= {"too long": b" " * 2**27} if name == "checker" else {}
    contents |= {
        f"cut at {k}": text[:k].encode() for k in (*range(0, len(text), len(text) // 9 + 1), len(text) - 1)
    }
    for what, content in contents.items():
        file.write_bytes(content)
        with pytest.raises(InputError, match=r"cannot be read|there twice|longer than") as refused:
            certify_file(file)
        assert one_line(refused), what
        assert module(name).main([str(file)]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    for content in ("[]", "7", "null", '{"count": "7"}'):
        file.write_text(content)
        with pytest.raises(InputError, match="expected a file written with --save"):
            certify_file(file)
        assert module(name).main([str(file)]) == 2


def test_check_takes_anything():
    for value in (None, 7, float("nan"), [], {}, "gfkit-certificate", {1: 2}, object()):
        assert (check(value).ok, check(value).code) == (False, 2)


# Machines and strips ---------------------------------------------------------------------------------------

BASES = {"machine": EXAMPLES["padovan"], "strip": STRIPS["tilings"]}
HOSTILE = (ROOT / "tests" / "data" / "hostile_certificates.txt").read_text("utf-8").splitlines()


@pytest.mark.parametrize("kind", BASES)
def test_hostile_files(kind, tmp_path, capsys):
    """What is put into a true certificate makes a bad file, and the refusal says where."""
    file, checker = tmp_path / "a.json", module({"machine": "checker", "strip": "strip_checker"}[kind])
    rows = [row.split(" | ") for row in HOSTILE if row.startswith(f"{kind} | ")]
    assert len(rows) > 30
    rows += [[kind, json.dumps({"first_n": "0x" + "f" * 10**6}), "first_n: expected"]]
    for _, change, message in rows:
        file.write_text(json.dumps(BASES[kind] | json.loads(change)))
        with pytest.raises(InputError) as refused:
            certify_file(file)
        assert message in one_line(refused), change
        assert checker.main([str(file)]) == 2
        written = capsys.readouterr()
        assert (written.out, written.err.count("\n")) == ("", 1)
        assert written.err.startswith("bad file: ")


WIDE, FAR, MANY = 10**12, 10**4000, 10**5


def heavy():
    step = [[2, 2, [0, 1] * 99, [0, 1] * 99]] * 2
    wide, far, many = ([[1, n, [0], [0]], [n, n, [0], [0]]] for n in (WIDE, FAR, 10**6))
    turned, long = {"slices": [[1], [0]]}, "f" * 10**6
    phases = {"body": [0] * 10**4, "tails": [[]] * 10**4, "finals": [[0]] * 10**4}
    return {
        "huge first_n": ("machine", {"first_n": WIDE, "offset": WIDE}),
        "huge offset": ("machine", {"offset": FAR}),
        "many terms": ("machine", {"offset": 10**6}),
        "absurdly many states": ("machine", {"states": 10**30}),
        "high numerator": ("machine", {"numerator": [[10**9, 0, 0, 1]]}),
        "absurd power": ("machine", {"numerator": [[FAR, 0, 0, 1]]}),
        "absurd order": ("machine", {"denominator": [[0, 0, 0, 1], [FAR, 0, 0, 1]]}),
        "many states": ("machine", {"states": 10**6}),
        "high weights": (
            "machine",
            {"weights": ["x", "y"], "initial_terms": [[0, 10**6, 10**6, 1]], "offset": 1},
        ),
        "long weights": ("machine", {"edges": [[0, 0, 0, 0, "f" * MANY]], "states": 10**4}),
        "enormous weights": (
            "machine",
            {"edges": [[0, 0, 0, 0, long]], "start": [[0, 0, 0, long]], "final": [[0, 0, 0, long]]},
        ),
        "a large start": ("machine", {"start": [[0, 0, 0, 1]] * 10**4, "states": 10**6}),
        "a large machine": ("machine", {"edges": [[0, 0, 0, 0, 1]] * 10**4, "states": MANY}),
        "first_n of a strip": ("strip", {"first_n": FAR}),
        "a wide strip": ("strip", {"layers": wide, **turned}),
        "an absurdly wide strip": ("strip", {"layers": far, **turned}),
        "many slices": ("strip", {"layers": many, **turned, **phases}),
        "a long head": ("strip", {"head": [1, *[0] * MANY], "layers": [*step, [1, 2, [0], [0]]]}),
        "slices of slices": ("strip", {"head": [1] * 10**4, "slices": [[0, 1] * 10**4, [2] * 10**4]}),
        "a high order": ("strip", late(MANY) | {"denominator": [1, *[1] * MANY]}),
    }


HEAVY = Lazily(heavy)


def test_absurd_work_is_refused_before_it_starts(tmp_path, capsys):
    """For machines by the ordinary limit; for strips a second's work keeps the test short."""
    file = tmp_path / "heavy.json"
    for name in HEAVY:
        kind, change = HEAVY[name]
        file.write_text(json.dumps(BASES[kind] | change))
        with pytest.raises(LimitError) as refused:
            certify_file(file) if kind == "machine" else certify_file(file, 10**9)
        line = one_line(refused)
        if kind == "machine":
            assert " steps on numbers of 2^" in line, name
        if name in ("many terms", "absurd power"):
            assert module("checker").main([str(file)]) == 3
            assert capsys.readouterr().err.startswith("too much work: 2^")


def test_each_checker_names_the_other():
    with pytest.raises(module("checker").RefusalError, match=r"strip_checker\.py"):
        module("checker").check(STRIPS["tilings"])
    with pytest.raises(module("strip_checker").RefusalError, match=r"4 is what checker\.py"):
        module("strip_checker").check(STRIPS["tilings"] | {"version": 4})


def test_numbers_of_arguments_and_of_primes(tmp_path):
    file = tmp_path / "a.json"
    file.write_text(json.dumps(STRIPS["tilings"]))
    strip = module("strip_checker")
    assert [strip.main([str(file), *more]) for more in ([], ["2"], ["-1"], ["x"], ["1", "1"])] == [
        0,
        0,
        2,
        2,
        2,
    ]
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
    command = [sys.executable, "-m", "gfkit.verify.checker", str(tmp_path / "a.json")]
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
