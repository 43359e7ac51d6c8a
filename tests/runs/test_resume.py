"""Stopped and resumed runs: stored parts are not computed again, and only parts of the same query are used.

The result must equal that of the same query without a store; errors in a store are inserted by the test.
"""

import gzip
import json
import shutil
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from batches import Hours, Shelf
from choice import sample, then_slow
from cli.calling import call, python
from tables import FOLDER, tables
from tuned import tune

import gfkit
from gfkit.core.algebra import Status
from gfkit.core.errors import SelfCheckError
from gfkit.core.native import is_built
from gfkit.core.typing import Progress, Weights
from gfkit.runs.store import open_store


@pytest.fixture(autouse=True)
def _keep_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gfkit.runs.batch.time", Hours())
    monkeypatch.setattr("gfkit.core.engine.task.BRIEF_STATES", 0)


def stopping(stage: str, after: int) -> Callable[[Progress], None]:
    """Return a callback that interrupts at the given report of a stage."""
    seen = 0

    def stop(progress: Progress) -> None:
        nonlocal seen
        seen += progress.stage == stage
        if seen >= after:
            raise KeyboardInterrupt

    return stop


def strip(wide: int = 6, **named: Any) -> gfkit.Derived:
    """Return the strip of most tests."""
    return gfkit.derive("arc-kayles", f"{wide}xn", method="modular", **named)


def stopped(wide: int = 6) -> Shelf:
    """Return the parts that a strip stores until it is stopped."""
    shelf = Shelf()
    with pytest.raises(KeyboardInterrupt):
        strip(wide, store=shelf, on_progress=stopping("primes", 1))
    assert shelf.parts
    return shelf


WIDER = [("arc-kayles", "10xn", "none", "primes", 2), ("domineering", "6xn", "players", "points", 2)]


@pytest.mark.parametrize(
    ("game", "family", "weights", "stage", "after"),
    then_slow([("arc-kayles", "6xn", "none", "primes", 1)], 7, *WIDER),
)
def test_a_stopped_run_is_resumed(game: str, family: str, weights: str, stage: str, after: int) -> None:
    named: dict[str, Any] = {"weights": weights, "method": "modular"}
    alone = gfkit.derive(game, family, **named)
    shelf = Shelf()
    with pytest.raises(KeyboardInterrupt):
        gfkit.derive(game, family, store=shelf, on_progress=stopping(stage, after), **named)
    kept = list(shelf.put_parts)
    assert kept
    assert gfkit.derive(game, family, store=shelf, **named) == alone
    assert shelf.found == kept, "the stored parts are used"
    assert len(shelf.put_parts) == len(set(shelf.put_parts)), "and not computed again"
    assert [part for _, part in shelf.parts] == ["result"]
    again = gfkit.derive(game, family, store=shelf, **named)
    assert (again, again.evidence) == (alone, alone.evidence)


# Probable results and proofs


@pytest.fixture
def probable(monkeypatch: pytest.MonkeyPatch) -> Callable[..., gfkit.Derived]:
    """Disable proofs by default: the search is fast, and no time is allowed for a proof."""
    unweighted = import_module("gfkit.ways.modular.unweighted")
    monkeypatch.setattr(unweighted, "rows_per_second", lambda *_: 1e-9)
    tune(monkeypatch, "MODULAR", proved_states=dict.fromkeys(Weights, 0))
    return lambda **named: gfkit.derive("arc-kayles", "9xn", method="modular", **named)


@pytest.mark.slow(6)
def test_a_probable_result_is_proved_later_from_stored_parts(
    probable: Callable[..., gfkit.Derived], tmp_path: Path
) -> None:
    """A proof replaces a probable result; a probable result never replaces a concurrent proof."""
    shelf = Shelf()
    first = probable(store=shelf)
    seals = dict(shelf.parts)
    shelf.put_parts.clear()
    proved = probable(store=shelf, certify=True)
    assert (first.evidence.status, proved.evidence.status) == (Status.PROBABLE, Status.PROVED)
    assert proved.generating_function == first.generating_function
    assert all(part.startswith("proof") for part in shelf.put_parts), "the fraction is not sought again"
    assert probable(store=shelf).evidence == proved.evidence

    class Late(Shelf):
        def get(self, run: str, part: str) -> bytes | None:
            if part == "result" and self.put_parts:
                self.parts |= shelf.parts
            return super().get(run, part)

    late = Late()
    assert probable(store=late).evidence.status is Status.PROBABLE
    assert late.parts == shelf.parts
    ((run, _),) = seals
    with open_store(tmp_path, on_trouble=pytest.fail) as store:  # likewise on disk
        for parts in (seals, shelf.parts):
            store.finish(run, parts[run, "result"])
        assert probable(store=store).evidence == proved.evidence
        (record,) = store.runs()
        assert (record.finished, record.parts) == (True, 0)


def test_a_wrong_stored_part_of_a_proof_stops_the_run() -> None:
    class Denying(Shelf):
        def get(self, run: str, part: str) -> bytes | None:
            return b"\0" if part.startswith("proof 1 ") else super().get(run, part)

    shelf = Denying()
    with pytest.raises(SelfCheckError, match="test 1 of the proof"):
        strip(8, store=shelf, certify=True)
    assert not shelf.parts


# Errors in a store


def test_different_results_of_two_processes_raise_an_error() -> None:
    class Shared(Shelf):
        def get(self, run: str, part: str) -> bytes | None:
            found = super().get(run, part)
            self.parts[run, part] = b'[[["x", "y"], [[[0, 0], "7"]]]]'  # by the other one, right afterwards
            return found

    shelf = Shared()
    with pytest.raises(SelfCheckError, match="stored"):
        gfkit.count("domineering", "3x3", store=shelf)
    assert not shelf.parts


@pytest.mark.parametrize(
    ("game", "family", "weights"),
    then_slow([("arc-kayles", "4xn", "none")], 4, ("domineering", "4xn", "players")),
)
def test_a_wrong_stored_result_is_never_returned(game: str, family: str, weights: str) -> None:
    """Change one coefficient, also one beyond the order, in a row with a valid seal."""
    named: dict[str, Any] = {"weights": weights, "method": "modular"}
    alone = gfkit.derive(game, family, **named)
    shelf = Shelf()
    gfkit.derive(game, family, store=shelf, **named)
    ((name, kept),) = shelf.parts.items()
    for where, term, certify in (
        ("numerator", 1, False),
        ("denominator", 1, True),
        ("denominator", -1, False),
    ):
        wrong = json.loads(kept)
        powers, value = wrong[where][1][term]
        wrong[where][1][term] = [powers, f"{int(value, 16) + 1:x}"]
        shelf.parts = {name: json.dumps(wrong).encode()}
        again = gfkit.derive(game, family, store=shelf, certify=certify, **named)
        assert again.generating_function == alone.generating_function
        assert json.loads(shelf.parts[name])[where] == json.loads(kept)[where], "and it is put right"


def test_a_run_that_needs_little_more_is_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts found in the store make a run worth storing, however fast the rest is."""
    shelf = stopped()
    stands = SimpleNamespace(monotonic=lambda: 0.0, process_time=lambda: 0.0)
    monkeypatch.setattr("gfkit.runs.batch.time", stands)
    strip(store=shelf)
    assert [part for _, part in shelf.parts] == ["result"]
    fast = Shelf()
    strip(store=fast)
    assert not fast.parts


def test_a_rule_that_was_edited_is_another_run(tmp_path: Path) -> None:
    rule, shelf, found = tmp_path / "rule.toml", Shelf(), []
    texts = [f'name = "Mine"\n[both]\npieces = [{pieces}]\n' for pieces in ('"XX", "X/X"', '"XX", "XXX"')]
    for text in (*texts, texts[0]):
        rule.write_text(text)
        law = gfkit.derive(str(rule), "2xn", method="modular", store=shelf)
        assert text is texts[0] or law == gfkit.derive(str(rule), "2xn", method="modular")
        found.append(law.generating_function)
    assert found[0] == found[2] != found[1]
    assert len({run for run, _ in shelf.parts}) == 2


def test_another_version_uses_no_stored_parts(tmp_path: Path) -> None:
    """A run is named by the sources of the engines too, and not by those of the rooms above."""
    left = shutil.ignore_patterns("portable", "fonts", "__pycache__")
    copied = shutil.copytree(Path(gfkit.__file__).parent, tmp_path / "gfkit", ignore=left)
    code = "from gfkit.runs.identity import identity; print(identity('col', '3xn'))"

    before = python(code, code=0, folder=tmp_path).out
    for file, same in (("show/report/page.py", True), ("core/engine/count.py", False)):
        with (copied / file).open("a") as source:
            source.write("\n# edited\n")
        assert (python(code, code=0, folder=tmp_path).out == before) is same


WRONG = "run store: the stored results of run {} were wrong and have been deleted"
WHOLES = tables("wholes")
MALFORMED = [text.encode() for text in WHOLES["malformed"]]
MALFORMED += [
    b"\xff\xfe",
    b'[[["x", "y"], [[[%d, 0], "7"]]]]' % 10**400,
    b"[" + b"9" * 5000 + b"]",
    b"[" * 100_000,
]
CHANGES: list[dict[str, object]] = [json.loads(text) for text in WHOLES["changed_laws"]]
CALLS: dict[str, Callable[..., Any]] = {
    "a count": lambda **named: gfkit.count("domineering", "3x3", **named),
    "a law": lambda **named: gfkit.derive("domineering", "3xn", method="modular", **named),
    "a weighted law": lambda **named: gfkit.derive(
        "domineering", "2xn", weights="players", method="modular", **named
    ),
}


@pytest.mark.parametrize("kind", then_slow(["a count"], 3, "a law", "a weighted law"))
def test_content_of_another_form_is_computed_again(kind: str, tmp_path: Path) -> None:
    """Under valid seals: forged with knowledge of the format, or written by a bug in gfkit."""
    call, shelf = CALLS[kind], Shelf()
    alone = call(store=shelf)
    ((run, _),) = shelf.parts
    kept = json.loads(shelf.parts[run, "result"])
    changed = [json.dumps(kept | change).encode() for change in CHANGES] if isinstance(kept, dict) else []
    for content in MALFORMED + changed:
        said: list[str] = []
        with open_store(tmp_path, on_trouble=said.append) as store:
            store.finish(run, content)
            assert call(store=store) == alone, content[:40]
            assert said == [WRONG.format(run[:8])], content[:40]
            assert store.get(run, "result") == shelf.parts[run, "result"], "and it is put right"


def test_a_part_of_another_form_is_computed_again(tmp_path: Path) -> None:
    """Wrong numbers of the right form fail the check."""
    shelf, said = stopped(), list[str]()
    with open_store(tmp_path, on_trouble=said.append) as store:
        for run, part in shelf.parts:
            store.put(run, part, b"garbage")
        assert strip(store=store) == strip()
    assert said == [WRONG.format(run[:8])]


# Counts


def one_more(polynomial: dict[tuple[int, ...], int]) -> None:
    polynomial[next(iter(polynomial))] += 1


def moved(polynomial: dict[tuple[int, ...], int]) -> None:
    """Change one position: the total and all small moments of the distribution are almost unchanged."""
    first, *_, last = polynomial
    polynomial[first] += 1
    polynomial[last] -= 1


def longer(polynomial: dict[tuple[int, ...], int]) -> None:
    polynomial[next(iter(polynomial))] *= 1 + (1 << 10**6)


def forged(kept: bytes, change: Callable[[dict[tuple[int, ...], int]], None]) -> bytes:
    """Return a stored count with another polynomial of the first part."""
    (names, terms), *rest = json.loads(kept)
    polynomial = {tuple(powers): int(value, 16) for powers, value in terms}
    change(polynomial)
    changed = [[list(powers), f"{value:x}"] for powers, value in polynomial.items()]
    return json.dumps([[names, changed], *rest]).encode()


TWO_PARTS = "....#.../....#.../....#.../....#..."
BOARDS = {
    "few states": ("domineering", "10x10", "none"),
    "layers with weights": ("domineering", "6x6", "players"),
    "dense": ("domineering", "14x14", "none"),
    "machine without slots": ("nogo", "3x4", "players"),
    "two parts": ("domineering", TWO_PARTS, "players"),
}


@pytest.mark.parametrize(
    ("kind", "change"),
    sample(
        BOARDS,
        [one_more, moved, longer],
        quick=2,
        seconds=1,
        allowed=lambda kind, change: change is not moved or BOARDS[kind][2] != "none",  # there is one number
        name=lambda value: getattr(value, "__name__", value),
    ),
)
def test_a_forged_stored_count_is_never_returned(kind: str, change: Any) -> None:
    """Stored counts are verified before they are used; a true one passes and is not counted again."""
    game, board, weights = BOARDS[kind]
    shelf, stages = Shelf(), list[str]()
    true = gfkit.count(game, board, weights=weights, store=shelf)
    ((key, kept),) = shelf.parts.items()
    for stored in (kept, forged(kept, change)):
        shelf.parts[key] = stored
        named: dict[str, Any] = {"store": shelf, "on_progress": lambda report: stages.append(report.stage)}
        again = gfkit.count(game, board, weights=weights, **named)
        assert (again, again.evidence) == (true, true.evidence)
        assert stored != kept or "counting" not in stages
        assert shelf.parts == {key: kept}, "false parts are deleted and true parts stored"
    for number, part in enumerate(json.loads(kept)):  # likewise for a stopped run
        shelf.parts = {(key[0], f"part {number}"): forged(json.dumps([part]).encode(), change)}
        assert gfkit.count(game, board, weights=weights, store=shelf) == true


@pytest.mark.slow(6)
def test_a_forged_count_without_an_automaton_is_never_returned() -> None:
    """The grid of 6 x 6 has 1072 Hamiltonian cycles (A003763)."""
    if not is_built():
        pytest.skip("needs the loops in C: else no frontier is written without a machine")
    shelf = Shelf()
    assert int(gfkit.count("hamiltonian-cycles", "6x6", store=shelf)) == 1072
    ((key, kept),) = shelf.parts.items()
    for change in (one_more, longer):
        shelf.parts[key] = forged(kept, change)
        assert int(gfkit.count("hamiltonian-cycles", "6x6", store=shelf)) == 1072
        assert shelf.parts == {key: kept}


def test_parts_of_a_board_are_kept() -> None:
    """A board of two regions: the first is not counted again after a stop in the second."""

    class Stopped(Shelf):
        def put(self, run: str, part: str, answer: bytes) -> None:
            super().put(run, part, answer)
            raise KeyboardInterrupt

    counted = partial(gfkit.count, "domineering", TWO_PARTS, weights="players")
    shelf, later = Stopped(), Shelf()
    with pytest.raises(KeyboardInterrupt):
        counted(store=shelf)
    later.parts = dict(shelf.parts)
    alone, again = counted(), counted(store=later)
    assert (again, again.evidence) == (alone, alone.evidence)
    assert (shelf.put_parts, later.found) == (["part 0"], ["part 0"])
    assert "part 0" not in later.put_parts


# Processes


# Of another version


def test_a_run_of_an_older_version_is_ignored(tmp_path, monkeypatch) -> None:
    """A store of the older version contains a finished run: it is never used, and a message reports it."""
    Path(tmp_path, "runs.sqlite").write_bytes(gzip.decompress((FOLDER / "old_runs.sqlite.gz").read_bytes()))
    monkeypatch.setenv("GFKIT_CACHE", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    Path("names").write_text(
        "# header\nA000001 Number of independent sets in the cycle graph C_n.\n"
        "A000002 Number of domino tilings of a 2 X n board.\n"
    )
    Path("stripped").write_text(
        "# header\nA000001 ,1,3,4,7,11,18,29,47,76,123,199,\nA000002 ,1,1,2,3,5,8,13,21,34,55,\n"
    )
    settle = ("oeis", "settle", "--names", "names", "--stripped", "stripped")
    assert "1 settled, 1 agrees" in call(*settle, code=0).out, Path("names").read_text()
    runs = call("runs", "list", code=0).lines
    assert runs[-1].startswith("2 runs in ")
    assert runs[2].startswith("30ec14d5  finished")
