"""Files of certificates of every kind: read as written, refused in one line, judged by one program alone.

Each kind gives a true certificate, small enough to be tried in every place; what a changed one may still say
is known from the true one, or from listing and play in ``attack``, which take no part of the checker.
"""

import json
import os
import re
import subprocess
import sys
import threading
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from attack.certificates import faults_of
from cli.calling import call, ran
from json_places import at, places
from tables import tables

from gfkit import derive
from gfkit.errors import InputError
from gfkit.host.files import write_whole
from gfkit.proofs import certify_file, check, save_derived, single_file
from gfkit.proofs.checker.program import check_certificate
from gfkit.proofs.checker.program import main as program
from gfkit.proofs.checker.reading import RefusalError

FILES = tables("verify_cases")["certificate_files"]["files"]
"""By part of the checker a command that saves a true certificate, and how the answer begins."""


@cache
def true_text(name):
    with TemporaryDirectory() as folder:
        file = Path(folder) / "a.json"
        call(*FILES[name][0].split(), "--save", file, "--quiet", code=0)
        return file.read_text("utf-8")


def true(name):
    return json.loads(true_text(name))


def one_line(error):
    text = str(error.value)
    assert "\n" not in text
    assert len(text) < 400
    assert text.isprintable()
    return text


@cache
def lie(name):
    """A certificate that the checker refutes: of a true one a number, one larger."""
    for path in reversed(list(places(true(name)))):
        saved = true(name)
        if type(at(saved, path)) is int:
            at(saved, path[:-1])[path[-1]] += 1
            try:
                check_certificate(saved)
            except RefusalError as refusal:
                if refusal.code == 1:
                    return saved
    raise AssertionError(name)


# The program ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """The program as ``make checker`` writes it."""
    file = tmp_path_factory.mktemp("alone") / "gfkit_check.py"
    file.write_text(single_file.single_file(), "utf-8")
    return file


def test_the_program_is_its_parts(alone):
    """Every line of a part stands in it, but for imports from other parts; and no name is there twice."""
    text = alone.read_text("utf-8")
    folder = Path(single_file.__file__).parent / "checker"
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
        assert (said.startswith(begins), rests_on.startswith("rests on: "), code) == (True, True, "0"), name
    assert [line.split(":")[0] for line in lines] == ["refuted", "1", *["bad file", "2"] * 3]
    assert ran([sys.executable, "-I", "-S", str(alone), str(tmp_path / "lie")]).code == 1


def test_the_program_says_what_became_of_a_file(tmp_path, monkeypatch, capsys):
    """In this process: proved, refuted, twice the same key, too long, without memory, and no file."""
    for name in FILES:
        right, wrong, twice = (tmp_path / f"{name}-{word}" for word in "rwt")
        right.write_text(true_text(name))
        wrong.write_text(json.dumps(lie(name)))
        twice.write_text(true_text(name).replace("{", '{"version": 1, "version": 1, ', 1))
        assert [program([str(one)]) for one in (right, wrong)] == [0, 1], name
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


def test_nothing_can_be_left_out_or_added(tmp_path):
    """No key, at the top or in the rule."""
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


@pytest.mark.xfail(strict=True, reason="the refusal repeats a text of the file, however long it is")
def test_the_refusal_of_a_long_text_is_short(tmp_path):
    whole = true("constants")
    (tmp_path / "a.json").write_text(json.dumps(whole | {"positions": "9" * 4001}))
    assert faults_of(tmp_path / "a.json", whole) == []


@pytest.mark.parametrize("names", [["fractions"], pytest.param([*FILES], marks=pytest.mark.slow(2))])
def test_bytes_that_are_no_certificate(names, tmp_path, capsys):
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
        rows = [(content, r"cannot be read|is not JSON|there twice|longer than") for content in contents]
        for content, said in (*rows, *((other, "expected a file written with --save") for other in others)):
            file.write_bytes(content)
            with pytest.raises(InputError, match=said) as refused:
                certify_file(file)
            assert one_line(refused), (name, content[:99])
            assert program([str(file)]) == 2
            assert capsys.readouterr().err.count("\n") == 1


def test_check_takes_anything():
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
