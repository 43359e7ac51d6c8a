"""Nothing is overwritten unasked, and never a file that the command reads."""

from __future__ import annotations

import io

import pytest

from gfkit.cli.main import main
from gfkit.files import write_whole

RULE = 'name = "G"\n[left]\npieces = ["X"]\n[right]\npieces = ["XX"]\n'


@pytest.fixture
def rule(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "r.toml").write_text(RULE)
    return tmp_path / "r.toml"


def run(capsys, *words):
    code = main(list(words))
    return code, "".join(capsys.readouterr())


WRITERS = [
    (("report", "r.toml", "2xn", "-o"), "out.html"),
    (("derive", "r.toml", "2xn", "--save"), "out.json"),
    (("value", "r.toml", "2x2", "--plot"), "out.svg"),
    (("equilibrium", "2x2", "--svg"), "out.svg"),
    (("catalog", "errata", "profiles-t1-cis", "-o"), "out.md"),
]


@pytest.mark.parametrize(("words", "name"), WRITERS)
def test_what_is_there_stays_unless_it_is_forced(words, name, rule, capsys):
    target = rule.with_name(name)
    target.write_text("mine")
    code, said = run(capsys, *words, name)
    assert (code, target.read_text()) == (2, "mine")
    assert said.strip().endswith(f"{name!r}: is there already; --force writes over it")
    assert run(capsys, *words, name, "--force")[0] == 0
    assert len(target.read_text()) > 100
    assert [path.name for path in rule.parent.iterdir() if path.suffix == ".part"] == []


@pytest.mark.parametrize(("words", "name"), [one for one in WRITERS if "r.toml" in one[0]])
@pytest.mark.parametrize("way", ["r.toml", "./r.toml", "linked.html"])
@pytest.mark.parametrize("force", [[], ["--force"]])
def test_what_is_read_is_never_written(words, name, way, force, rule, capsys):
    rule.with_name("linked.html").symlink_to(rule)
    if words[0] == "value":  # whose file's ending says what is drawn
        rule.with_name("linked.svg").symlink_to(rule)
        way = "linked.svg"
    code, said = run(capsys, *words, way, *force)
    assert (code, rule.read_text()) == (2, RULE)
    assert "the command reads this file, and would destroy it" in said


@pytest.mark.parametrize("word", ["r.toml:3", "graph:g.txt"])
def test_files_behind_words_with_a_colon_are_seen(word, rule, capsys):
    graph = rule.with_name("g.txt")
    graph.write_text("a b\n")
    file = "g.txt" if word.startswith("graph") else "r.toml"
    words = ["col", word] if file == "g.txt" else [word, "2x2"]
    before = rule.with_name(file).read_text()
    code, said = run(capsys, "report", *words, "-o", file, "--force")
    assert (code, rule.with_name(file).read_text()) == (2, before)
    assert "reads this file" in said


def test_a_log_is_not_added_to_the_rule(rule, capsys):
    assert run(capsys, "count", "r.toml", "2x2", "--log", "r.toml")[0] == 2
    assert rule.read_text() == RULE


def test_a_folder_with_an_entry_in_it(rule, capsys):
    words = ("oeis", "export", "--game", "r.toml", "--family", "2xn", "-o", "d")
    assert run(capsys, *words)[0] == 0
    entry = rule.with_name("d") / "entry.txt"
    entry.write_text("mine")
    assert run(capsys, *words)[0] == 2
    assert entry.read_text() == "mine"
    assert run(capsys, *words, "--force")[0] == 0
    assert entry.read_text() != "mine"


def test_files_are_whole_or_as_they_were(tmp_path, monkeypatch):
    target = tmp_path / "a"
    write_whole(target, "old")

    def fail(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("pathlib.Path.replace", fail)
    with pytest.raises(KeyboardInterrupt):
        write_whole(target, b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert target.read_text() == "old"


class Endless(io.StringIO):
    """Standard input that goes on for ever."""

    def read(self, size=-1):
        assert size is not None
        assert size >= 0, "this would never end"
        return "1 " * (size // 2) + "1" * (size % 2)


READERS = [
    ("guess", "--file"),
    ("verify", "1/(1-t)", "--data"),
    ("verify", "--for", "cram", "2xn", "--formula-file"),
    ("oeis", "export", "--data"),
    ("oeis", "search", "--file"),
]


@pytest.mark.parametrize("words", READERS)
@pytest.mark.parametrize("name", ["-", "/dev/zero"])
def test_what_never_ends_is_refused(words, name, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", Endless())
    monkeypatch.setattr("gfkit.files.LONGEST", 1 << 20)
    code, said = run(capsys, *words, name)
    assert code == 2
    assert said == f"gfkit: {words[-1]} {name!r} is longer than 1 MiB\n"
