"""gfkit runs: stored work listed, shown, taken up again, and dropped.

The runs are put into a store by the test, which knows their names, parts and commands.
"""

import pytest
from cli.calling import call, engine, told

from gfkit.runs.store import open_store

STOPPED, FINISHED, OTHER = "3f2a" * 16, "77b1" * 16, "9c" * 32


@pytest.fixture(autouse=True)
def _stored(elsewhere):
    keep(["derive", "my game.toml", "14xn"], STOPPED, 37)
    with open_store(command=["count", "cram", "3x3"], on_trouble=pytest.fail) as store:
        store.finish(FINISHED, b"answer")


def keep(command, run, parts=1):
    with open_store(command=command, on_trouble=pytest.fail) as store:
        for k in range(parts):
            store.put(run, f"primes {k}", b"answer" * 100)


def listed():
    return {row["run"] for row in told("runs", "list")["runs"]}


def test_runs_are_listed_and_shown():
    head, first, second, last = call("runs", "list").lines
    assert head.split() == ["run", "state", "size", "last", "used", "command"]
    assert first.startswith("77b177b1  finished ")
    assert first.endswith("gfkit count cram 3x3")
    assert second.startswith("3f2a3f2a  stopped at 37 parts ")
    assert second.endswith("gfkit derive 'my game.toml' 14xn")
    assert last.startswith("2 runs in ")
    one, two = told("runs", "list")["runs"]
    assert (one["run"], one["finished"], one["command"]) == (FINISHED, True, ["count", "cram", "3x3"])
    assert (two["run"], two["finished"], two["parts"]) == (STOPPED, False, 37)
    out = call("runs", "show", "3f2").out
    assert all(word in out for word in ("stopped at 37 parts", "gfkit runs resume 3f2a3f2a", STOPPED))
    assert told("runs", "show", "77")["run"] == FINISHED


def test_resume_runs_the_command_again(monkeypatch, tmp_path):
    (tmp_path / "my game.toml").write_text('name = "Mine"\n[both]\npieces = ["X"]\n')
    seen = {}

    def derive(question, *_, store, **__):
        seen.update(game=question.game, board=question.boards.text, kept=store.get(STOPPED, "primes 36"))
        if question.game == "cram":
            store.put("77" * 32, "primes 0", b"answer")
        raise KeyboardInterrupt

    engine(monkeypatch, derive, "derive")
    said = call("runs", "resume", "3f2a", "--max-seconds", "2h")
    assert seen == {"game": "my game.toml", "board": "14xn", "kept": b"answer" * 100}
    assert said[:2] == (130, "")
    assert said.err.endswith(": gfkit derive 'my game.toml' 14xn\n")
    assert call("derive", "--", "cram", "9xn").code == 130
    said = call("runs", "resume", "7777", "--workers=1")  # options are inserted in a valid position
    assert said.code == 130
    assert said.err.endswith("with: gfkit derive --workers=1 -- cram 9xn\n")


def test_stored_commands_write_no_files_and_open_no_connections(tmp_path):
    """The command in the store is data; a repeated option overrides it."""
    writing = ["--save=a.json", "--force", "--log", "a.log", "--cluster", "tcp://no:1"]
    keep(["derive", "cram", "2xn", *writing], OTHER)
    (tmp_path / "a.json").write_text("mine")
    said = call("runs", "resume", "9c")
    notes = [line.split()[5].rstrip(",") for line in said.err.splitlines()[:-1]]
    assert (said.code, sorted(notes)) == (2, ["--cluster", "--force", "--save"])
    assert (tmp_path / "a.json").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.json", "cache"]
    keep(["runs", "resume", "9d"], "9d" * 32)
    for run, fact in (("9d", "'9d'"), ("77", "is stored")):
        assert fact in call("runs", "resume", run, code=2).err


def test_clean(tmp_path, monkeypatch):
    for words in ([], ["77b1", "abc"]):  # without a name, or with a wrong name, no run is deleted
        assert call("runs", "clean", *words).code == 2
        assert listed() == {STOPPED, FINISHED}
    assert "--finished (1, " in call("runs", "clean").err
    for number, (words, left) in enumerate((
        ("--finished", {STOPPED}),
        ("3f2a", {FINISHED}),
        ("3f2a 77b1", set()),
        ("77b1 --finished", {STOPPED}),
        ("--all", set()),
    )):  # fmt: skip
        monkeypatch.setenv("GFKIT_CACHE", str(tmp_path / f"cache {number}"))
        keep(["derive", "cram", "9xn"], STOPPED)
        with open_store(on_trouble=pytest.fail) as store:
            store.finish(FINISHED, b"answer")
        dropped = {row["run"] for row in told("runs", "clean", *words.split())["dropped"]}
        assert (dropped, listed()) == ({STOPPED, FINISHED} - left, left), words
    monkeypatch.setenv("GFKIT_CACHE", str(tmp_path / "other"))
    assert call("runs", "list").out.startswith("0 runs in ")
    assert call("runs", "clean", "--all") == (0, "no stored runs\n", "")
    assert not (tmp_path / "other").exists()
