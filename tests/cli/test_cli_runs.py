"""gfkit runs: stored work listed, shown, taken up again, and dropped."""

from __future__ import annotations

import json

import pytest

from gfkit.cli.main import main
from gfkit.runs.store import open_store

STOPPED, FINISHED = "3f2a" * 16, "77b1" * 16


@pytest.fixture(autouse=True)
def _stored(tmp_path, monkeypatch):
    monkeypatch.setenv("GFKIT_CACHE", str(tmp_path / "cache"))
    with open_store(command=["derive", "my game.toml", "14xn"], on_trouble=pytest.fail) as store:
        for k in range(37):
            store.put(STOPPED, f"primes {k}", b"answer" * 100)
    with open_store(command=["count", "cram", "3x3"], on_trouble=pytest.fail) as store:
        store.finish(FINISHED, b"answer")


def listed(capsys) -> set[str]:
    assert main(["runs", "list", "--json"]) == 0
    return {row["run"] for row in json.loads(capsys.readouterr().out)["runs"]}


def test_list(capsys):
    assert main(["runs", "list"]) == 0
    head, first, second, last = capsys.readouterr().out.splitlines()
    assert head.split() == ["run", "state", "size", "last", "touched", "command"]
    assert first.startswith("77b177b1  finished ")
    assert first.endswith("gfkit count cram 3x3")
    assert second.startswith("3f2a3f2a  stopped at 37 parts ")
    assert second.endswith("gfkit derive 'my game.toml' 14xn")
    assert last.startswith("2 runs in ")


def test_list_as_json(capsys):
    main(["runs", "list", "--json"])
    first, second = json.loads(capsys.readouterr().out)["runs"]
    assert (first["run"], first["finished"], first["command"]) == (FINISHED, True, ["count", "cram", "3x3"])
    assert (second["run"], second["finished"], second["parts"]) == (STOPPED, False, 37)


def test_show(capsys):
    assert main(["runs", "show", "3f2"]) == 0
    out = capsys.readouterr().out
    assert "stopped at 37 parts" in out
    assert "gfkit runs resume 3f2a3f2a" in out
    assert STOPPED in out
    assert main(["runs", "show", "77", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["run"] == FINISHED


def test_resume_runs_the_command_again(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my game.toml").write_text('name = "Mine"\n[both]\npieces = ["X"]\n')
    seen = {}

    def derive(question, *_, store, **__):
        seen.update(game=question.game, board=question.boards.text, kept=store.get(STOPPED, "primes 36"))
        raise KeyboardInterrupt

    monkeypatch.setattr("gfkit.transfer.derive", derive)
    assert main(["runs", "resume", "3f2a", "--quiet", "--max-seconds", "2h"]) == 130
    assert seen == {"game": "my game.toml", "board": "14xn", "kept": b"answer" * 100}
    assert capsys.readouterr().err == (
        "gfkit: interrupted; 1 batch is kept, go on with: gfkit derive 'my game.toml' 14xn --quiet\n"
    )


def test_options_are_added_where_options_may_stand(capsys, monkeypatch):
    def derive(*_, store, **__):
        store.put("77" * 32, "primes 0", b"answer")
        raise KeyboardInterrupt

    monkeypatch.setattr("gfkit.transfer.derive", derive)
    assert main(["derive", "--", "cram", "9xn"]) == 130
    assert main(["runs", "resume", "7777", "--quiet"]) == 130
    assert capsys.readouterr().err.endswith("go on with: gfkit derive --quiet -- cram 9xn\n")


def test_stored_words_write_nothing_and_call_nobody(capsys, monkeypatch, tmp_path):
    """What the store says is data; an option that is given anew counts, as any does."""
    monkeypatch.chdir(tmp_path)
    words = ["derive", "cram", "2xn", "--save=a.json", "--force", "--log", "a.log", "--cluster", "tcp://no:1"]
    with open_store(command=words, on_trouble=pytest.fail) as store:
        store.put("9c" * 32, "primes 0", b"answer")
    (tmp_path / "a.json").write_text("mine")
    assert main(["runs", "resume", "9c", "--quiet", "--log", "b.log"]) == 2
    notes = [line.split()[5].rstrip(",") for line in capsys.readouterr().err.splitlines()[:-1]]
    assert sorted(notes) == ["--cluster", "--force", "--save"]
    assert (tmp_path / "a.json").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.json", "b.log", "cache"]


def test_a_stored_command_is_no_command_about_runs(capsys):
    with open_store(command=["runs", "resume", "9c"], on_trouble=pytest.fail) as store:
        store.put("9c" * 32, "primes 0", b"answer")
    assert main(["runs", "resume", "9c"]) == 2
    assert "was not begun by a command" in capsys.readouterr().err


def test_resume_never_begins_anew(capsys):
    # What is stored under this identity was not stored by this version of gfkit for this command.
    assert main(["runs", "resume", "77"]) == 2
    assert capsys.readouterr().err.startswith("gfkit: --resume: nothing is stored for this command")


def test_clean_needs_to_be_told(capsys):
    assert main(["runs", "clean"]) == 2
    assert "--finished (1, " in capsys.readouterr().err
    assert listed(capsys) == {STOPPED, FINISHED}


@pytest.mark.parametrize(
    ("words", "left"),
    [
        (["--finished"], {STOPPED}),
        (["77b1"], {STOPPED}),
        (["3f2a"], {FINISHED}),
        (["3f2a", "77b1"], set()),
        (["3f2a", "--finished"], set()),
        (["77b1", "--finished"], {STOPPED}),
        (["--all"], set()),
    ],
)
def test_clean(capsys, words, left):
    assert main(["runs", "clean", *words, "--json"]) == 0
    dropped = {row["run"] for row in json.loads(capsys.readouterr().out)["dropped"]}
    assert dropped == {STOPPED, FINISHED} - left
    assert listed(capsys) == left


def test_nothing_is_dropped_when_one_name_is_wrong(capsys):
    assert main(["runs", "clean", "77b1", "abc"]) == 2
    assert listed(capsys) == {STOPPED, FINISHED}


def test_where_nothing_is_stored(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("GFKIT_CACHE", str(tmp_path / "other"))
    assert main(["runs", "list"]) == 0
    assert capsys.readouterr().out.startswith("0 runs in ")
    assert main(["runs", "clean", "--all"]) == 0
    assert capsys.readouterr().out == "nothing was stored\n"
    assert not (tmp_path / "other").exists()
