"""Runs that are stopped and go on: what was kept is not computed again, and nothing else is taken."""

from __future__ import annotations

import json
import os
import random
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gfkit
from gfkit import batch
from gfkit.batch import Work, identity
from gfkit.errors import SelfCheckError
from gfkit.runs.store import open_store
from gfkit.sequences import Status
from gfkit.transfer.modular import unweighted
from gfkit.typing import Progress


class Shelf:
    """A store in memory that says what was asked of it."""

    def __init__(self) -> None:
        self.parts: dict[tuple[str, str], bytes] = {}
        self.found: list[str] = []
        self.put_parts: list[str] = []

    def get(self, run: str, part: str) -> bytes | None:
        answer = self.parts.get((run, part))
        if answer is not None:
            self.found.append(part)
        return answer

    def put(self, run: str, part: str, answer: bytes) -> None:
        self.parts[run, part] = answer
        self.put_parts.append(part)

    def finish(self, run: str, answer: bytes) -> None:
        self.drop(run)
        self.parts[run, "result"] = answer

    def drop(self, run: str) -> None:
        self.parts = {key: answer for key, answer in self.parts.items() if key[0] != run}


@pytest.fixture(autouse=True)
def _keep_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "_WORTH_KEEPING", -1.0)


def stopping(stage: str, after: int) -> Callable[[Progress], None]:
    """Interrupts at the so-manieth report of a stage."""
    seen = 0

    def stop(progress: Progress) -> None:
        nonlocal seen
        seen += progress.stage == stage
        if seen >= after:
            raise KeyboardInterrupt

    return stop


@pytest.mark.parametrize(
    ("game", "family", "weights", "stage"),
    [("arc-kayles", "10xn", "none", "primes"), ("domineering", "6xn", "players", "points")],
)
def test_a_run_goes_on_where_it_was_stopped(game: str, family: str, weights: str, stage: str) -> None:
    alone = gfkit.derive(game, family, weights=weights)
    shelf = Shelf()
    with pytest.raises(KeyboardInterrupt):
        gfkit.derive(game, family, weights=weights, store=shelf, on_progress=stopping(stage, 2))
    kept = list(shelf.put_parts)
    assert kept
    assert gfkit.derive(game, family, weights=weights, store=shelf) == alone
    assert shelf.found == kept, "what was kept is used"
    assert len(shelf.put_parts) == len(set(shelf.put_parts)), "and not computed again"
    assert [part for _, part in shelf.parts] == ["result"]
    again = gfkit.derive(game, family, weights=weights, store=shelf)
    assert again == alone
    assert again.evidence == alone.evidence


def test_a_probable_result_is_proved_later_from_what_is_kept(no_proof_unasked: None) -> None:
    shelf = Shelf()
    probable = gfkit.derive("arc-kayles", "11xn", store=shelf)
    shelf.put_parts.clear()
    proved = gfkit.derive("arc-kayles", "11xn", store=shelf, certify=True)
    assert (probable.evidence.status.value, proved.evidence.status.value) == ("probable", "proved")
    assert proved.generating_function == probable.generating_function
    assert all(part.startswith("proof") for part in shelf.put_parts), "the fraction is not sought again"
    assert gfkit.derive("arc-kayles", "11xn", store=shelf).evidence == proved.evidence


@pytest.fixture
def no_proof_unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small strips are not proved either unless that is asked for."""
    monkeypatch.setattr(unweighted, "_TRIED", 0)
    monkeypatch.setattr(unweighted._Task, "_unasked", lambda *_: 0)
    monkeypatch.setattr(import_module("gfkit.transfer.derive"), "always_proved", lambda *_: False)


def test_a_proof_takes_the_place_of_a_probable_result_on_disk(tmp_path: Path, no_proof_unasked: None) -> None:
    with open_store(tmp_path, on_trouble=pytest.fail) as store:
        probable = gfkit.derive("arc-kayles", "8xn", method="modular", store=store)
        proved = gfkit.derive("arc-kayles", "8xn", method="modular", store=store, certify=True)
        assert (probable.evidence.status, proved.evidence.status) == (Status.PROBABLE, Status.PROVED)
        assert gfkit.derive("arc-kayles", "8xn", method="modular", store=store).evidence == proved.evidence
        (record,) = store.runs()
        assert (record.finished, record.parts) == (True, 0)


def test_a_probable_result_never_replaces_a_proof_of_another_process(no_proof_unasked: None) -> None:
    """The other process ends while this one is at its last step."""
    proof = Shelf()
    proved = gfkit.derive("arc-kayles", "8xn", method="modular", store=proof, certify=True)

    class Late(Shelf):
        def get(self, run: str, part: str) -> bytes | None:
            if part == "result" and self.put_parts:
                self.parts |= proof.parts
            return super().get(run, part)

    late = Late()
    assert gfkit.derive("arc-kayles", "8xn", method="modular", store=late).evidence.status is Status.PROBABLE
    assert late.parts == proof.parts
    assert gfkit.derive("arc-kayles", "8xn", method="modular", store=late).evidence == proved.evidence


def test_two_processes_with_different_results_are_a_fault() -> None:
    class Shared(Shelf):
        def get(self, run: str, part: str) -> bytes | None:
            found = super().get(run, part)
            self.parts[run, part] = b'[[["x", "y"], [[[0, 0], "7"]]]]'  # by the other one, right afterwards
            return found

    shelf = Shared()
    with pytest.raises(SelfCheckError, match="is stored with another result than was found now"):
        gfkit.count("domineering", "3x3", store=shelf)
    assert not shelf.parts


@pytest.mark.parametrize(
    ("game", "family", "weights"),
    [("arc-kayles", "8xn", "none"), ("domineering", "5xn", "pieces"), ("domineering", "5xn", "players")],
)
@pytest.mark.parametrize("where", ["numerator", "denominator"])
@pytest.mark.parametrize("certify", [False, True])
def test_a_wrong_result_in_the_store_never_comes_out(
    game: str, family: str, weights: str, where: str, certify: bool
) -> None:
    """One coefficient is changed, also one beyond the order, in a row whose seal would be whole."""
    alone = gfkit.derive(game, family, weights=weights, method="modular")
    shelf = Shelf()
    gfkit.derive(game, family, weights=weights, method="modular", store=shelf)
    ((name, kept),) = shelf.parts.items()
    for term in (1, -1):
        wrong = json.loads(kept)
        powers, value = wrong[where][1][term]
        wrong[where][1][term] = [powers, f"{int(value, 16) + 1:x}"]
        shelf.parts = {name: json.dumps(wrong).encode()}
        again = gfkit.derive(game, family, weights=weights, method="modular", store=shelf, certify=certify)
        assert again.generating_function == alone.generating_function
        assert json.loads(shelf.parts[name])[where] == json.loads(kept)[where], "and it is put right"


def test_an_order_that_only_one_batch_shows_does_not_keep_the_run_from_ending() -> None:
    shelf = Shelf()
    with pytest.raises(KeyboardInterrupt):
        gfkit.derive("arc-kayles", "10xn", store=shelf, on_progress=stopping("primes", 1))
    ((name, answer),) = shelf.parts.items()
    order, good = struct.unpack_from("<ii", answer)
    rows = np.frombuffer(answer, "<u8", offset=8).reshape(good.bit_count(), 2 * order)
    shelf.parts[name] = struct.pack("<ii", order + 1, good) + np.pad(rows, ((0, 0), (0, 2))).tobytes()
    with pytest.raises(SelfCheckError, match=f"the order of the recurrence is {order + 1} by one batch"):
        gfkit.derive("arc-kayles", "10xn", store=shelf)
    assert not shelf.parts
    alone = gfkit.derive("arc-kayles", "10xn")
    assert gfkit.derive("arc-kayles", "10xn", store=shelf) == alone


def test_a_trial_of_the_proof_that_was_answered_wrongly_stops_the_run() -> None:
    class Denying(Shelf):
        def get(self, run: str, part: str) -> bytes | None:
            return b"\0" if part.startswith("proof 1 ") else super().get(run, part)

    shelf = Denying()
    with pytest.raises(SelfCheckError, match="trial 1 of the proof was answered wrongly"):
        gfkit.derive("arc-kayles", "8xn", method="modular", store=shelf, certify=True)
    assert not shelf.parts


def test_a_run_that_needs_little_more_is_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found in the store makes a run worth keeping, however fast the rest is."""
    shelf = Shelf()
    with pytest.raises(KeyboardInterrupt):
        gfkit.derive("arc-kayles", "8xn", method="modular", store=shelf, on_progress=stopping("primes", 1))
    assert shelf.parts
    monkeypatch.setattr(batch, "_WORTH_KEEPING", 600.0)
    gfkit.derive("arc-kayles", "8xn", method="modular", store=shelf)
    assert [part for _, part in shelf.parts] == ["result"]


def test_a_rule_that_was_edited_is_another_run(tmp_path: Path) -> None:
    rule = tmp_path / "rule.toml"
    text = 'name = "Mine"\n[both]\npieces = ["XX", "X/X"]\n'
    rule.write_text(text)
    shelf = Shelf()
    first = gfkit.derive(str(rule), "3xn", method="modular", store=shelf)
    rule.write_text(text.replace('"XX", ', '"XX", "XXX", '))
    second = gfkit.derive(str(rule), "3xn", method="modular", store=shelf)
    assert second.generating_function != first.generating_function
    assert second.generating_function == gfkit.derive(str(rule), "3xn", method="modular").generating_function
    assert len({run for run, _ in shelf.parts}) == 2
    rule.write_text(text)
    assert gfkit.derive(str(rule), "3xn", method="modular", store=shelf).generating_function == (
        first.generating_function
    )


def test_garbage_in_the_store_is_computed_again() -> None:
    """A store that hands back something of another form; wrong numbers of the right form fail the check."""
    alone = gfkit.derive("arc-kayles", "8xn", method="modular")
    shelf = Shelf()
    with pytest.raises(KeyboardInterrupt):
        gfkit.derive("arc-kayles", "8xn", method="modular", store=shelf, on_progress=stopping("primes", 1))
    for key in shelf.parts:
        shelf.parts[key] = b"garbage"
    assert gfkit.derive("arc-kayles", "8xn", method="modular", store=shelf) == alone


WRONG = "run store: what was kept of run {} is wrong and was dropped"
MALFORMED = [
    b"",
    b"\xff\xfe",
    b"null",
    b"7",
    b"{}",
    b"[]",
    b"[1]",
    b"[1, 2]",
    b'["7", [[], []]]',
    b"[1, [[], 7]]",
    b'[1, [["x"], [[["x"], "7"]]]]',
    b'[1, [[], [[[0], "no number"]]]]',
    b'[[["x", "y"], [[[0, 0], "no number"]]]]',
    b'[[["x", "y"], [[[0.5, 0], "7"]]]]',
    b'[[["x", "y"], [[[-1, 0], "7"]]]]',
    b'[[["x", "y"], [[[true, 0], "7"]]]]',
    b'[[["x", "y"], [[[1e400, 0], "7"]]]]',
    b'[[["x", "x"], [[[0, 0], "7"]]]]',
    b'[[["x", ""], [[[0, 0], "7"]]]]',
    b'[[["x", "y"], [[[0], "7"]]]]',
    b'[[["x", "y"], [[[%d, 0], "7"]]]]' % 10**400,
    b'[[["x", "y"], [[[0, 0], "83"]]], 7]',
    b"[" + b"9" * 5000 + b"]",
    b"[" * 100_000,
]


@pytest.mark.parametrize("content", MALFORMED, ids=range(len(MALFORMED)))
def test_content_of_another_form_is_computed_again(content: bytes, tmp_path: Path) -> None:
    """Under seals that hold: somebody wrote it who knows how they are made, or it is of a fault in gfkit."""
    calls: list[Callable[..., object]] = [
        lambda **named: gfkit.count("domineering", "3x3", **named),
        lambda **named: gfkit.derive("arc-kayles", "8xn", method="modular", **named),
        lambda **named: gfkit.derive("domineering", "4xn", weights="players", method="modular", **named),
    ]
    for call in calls:
        shelf = Shelf()
        alone = call(store=shelf)
        ((run, _),) = shelf.parts
        said: list[str] = []
        with open_store(tmp_path, on_trouble=said.append) as store:
            store.finish(run, content)
            assert call(store=store) == alone
            assert said == [WRONG.format(run[:8])]
            assert store.get(run, "result") == shelf.parts[run, "result"], "and it is put right"


@pytest.mark.parametrize(
    "change",
    [
        {"numerator": [["t", "xx", "y"], [[[0, 0, 0], "1"]]]},
        {"denominator": [["t"], [[[0], "1"]]]},
        {"denominator": [["t", "x", "y"], [[[10**9, 0, 0], "1"]]]},
        {"denominator": [["t", "x", "y"], [[[-1, 0, 0], "1"]]]},
        {"order": 10**12},
        {"order": -1},
        {"order": "7"},
        {"order": True},
        {"terms_used": None},
        {"proved": 1},
        {"failure_log2": "x"},
        {"detail": 7},
        {"more": 7},
    ],
    ids=str,
)
def test_a_fraction_of_another_form_is_computed_again(change: dict[str, object], tmp_path: Path) -> None:
    shelf = Shelf()
    named: dict[str, Any] = {"weights": "players", "method": "modular", "store": shelf}
    alone = gfkit.derive("domineering", "3xn", **named)
    ((key, kept),) = shelf.parts.items()
    shelf.parts[key] = json.dumps(json.loads(kept) | change).encode()
    assert gfkit.derive("domineering", "3xn", **named) == alone
    assert shelf.parts == {key: kept}


def test_a_part_of_another_form_is_computed_again(tmp_path: Path) -> None:
    shelf = Shelf()
    with pytest.raises(KeyboardInterrupt):
        gfkit.derive("arc-kayles", "8xn", method="modular", store=shelf, on_progress=stopping("primes", 1))
    alone = gfkit.derive("arc-kayles", "8xn", method="modular")
    said: list[str] = []
    with open_store(tmp_path, on_trouble=said.append) as store:
        for run, part in shelf.parts:
            store.put(run, part, b"garbage")
        assert gfkit.derive("arc-kayles", "8xn", method="modular", store=store) == alone
    assert said == [WRONG.format(run[:8])]


def test_counts_are_kept() -> None:
    shelf = Shelf()
    first = gfkit.count("domineering", "6x6", weights="players", store=shelf)
    assert first == gfkit.count("domineering", "6x6", weights="players")
    again = gfkit.count("domineering", "6x6", weights="players", store=shelf)
    assert (again, again.evidence) == (first, first.evidence)
    assert shelf.found == ["result"]
    assert gfkit.count("domineering", "6x6", store=shelf).count == first.count


def forged(kept: bytes, change: Callable[[dict[tuple[int, ...], int]], None]) -> bytes:
    """What is kept of a count, with another polynomial of the first part."""
    (names, terms), *rest = json.loads(kept)
    polynomial = {tuple(powers): int(value, 16) for powers, value in terms}
    change(polynomial)
    changed = [[list(powers), f"{value:x}"] for powers, value in polynomial.items()]
    return json.dumps([[names, changed], *rest]).encode()


def one_more(polynomial: dict[tuple[int, ...], int]) -> None:
    powers = next(iter(polynomial))
    polynomial[powers] += 1


def moved(polynomial: dict[tuple[int, ...], int]) -> None:
    """One position of another kind: the total, and all small moments of the numbers, stay nearly the same."""
    first, *_, last = polynomial
    polynomial[first] += 1
    polynomial[last] -= 1


def longer(polynomial: dict[tuple[int, ...], int]) -> None:
    powers = next(iter(polynomial))
    polynomial[powers] += (1 << 10**6) * polynomial[powers]


BOARDS = [
    ("domineering", "7x7", "none", "layers"),
    ("domineering", "6x6", "players", "layers"),
    ("snort", "5x6", "pieces", "layers"),
    ("domineering", "12x12", "none", "dense"),
    ("nogo", "3x4", "players", "machine without slots"),
    ("col", "3x3", "none", "few states"),
    ("domineering", "....#.../....#.../....#.../....#...", "players", "two parts"),
]


@pytest.mark.parametrize("change", [one_more, moved, longer])
@pytest.mark.parametrize(
    ("game", "board", "weights"), [one[:3] for one in BOARDS], ids=[b[3] for b in BOARDS]
)
def test_a_count_that_somebody_wrote_into_the_store_is_never_believed(
    game: str, board: str, weights: str, change: Callable[[dict[tuple[int, ...], int]], None]
) -> None:
    """Content and seal can both be made by who knows how: what is kept stands a trial before it is proved."""
    if change is moved and weights == "none":
        pytest.skip("there is one number")
    shelf = Shelf()
    true = gfkit.count(game, board, weights=weights, store=shelf)
    ((key, kept),) = shelf.parts.items()
    shelf.parts[key] = forged(kept, change)
    assert shelf.parts[key] != kept
    again = gfkit.count(game, board, weights=weights, store=shelf)
    assert (again, again.evidence) == (true, true.evidence)
    assert shelf.parts == {key: kept}, "what is false is dropped, and what is true is kept"
    for number, part in enumerate(json.loads(kept)):  # the same of a run that was stopped
        shelf.parts = {(key[0], f"part {number}"): forged(json.dumps([part]).encode(), change)}
        assert gfkit.count(game, board, weights=weights, store=shelf) == true


@pytest.mark.parametrize("change", [one_more, longer])
def test_the_same_of_what_is_written_without_a_machine(
    change: Callable[[dict[tuple[int, ...], int]], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    coding = import_module("gfkit.transfer.sweep.edge_words").EdgeCoding
    if not coding.stepping.usable:
        pytest.skip("numba is not installed")
    monkeypatch.setattr(import_module("gfkit.transfer.sweep.codings"), "writing_pays", lambda: True)
    shelf = Shelf()
    assert int(gfkit.count("hamiltonian-cycles", "6x6", store=shelf)) == 1072
    ((key, kept),) = shelf.parts.items()
    shelf.parts[key] = forged(kept, change)
    assert int(gfkit.count("hamiltonian-cycles", "6x6", store=shelf)) == 1072
    assert shelf.parts == {key: kept}


def test_a_true_count_from_the_store_is_not_counted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """It stands its trial, which needs no long numbers."""
    shelf = Shelf()
    for game, board, weights, _ in BOARDS:
        shelf.parts = {}
        first = gfkit.count(game, board, weights=weights, store=shelf)
        with monkeypatch.context() as patch:
            patch.setattr(import_module("gfkit.transfer.count").CountTask, "_sweep", pytest.fail)
            again = gfkit.count(game, board, weights=weights, store=shelf)
        assert (again, again.evidence) == (first, first.evidence)


def test_another_gfkit_takes_nothing_over(monkeypatch: pytest.MonkeyPatch) -> None:
    before = identity("col", "3xn")
    monkeypatch.setitem(identity.__globals__, "_sources", lambda *_: "another")
    assert identity("col", "3xn") != before


def test_workers_that_disagree_leave_nothing_in_the_store() -> None:
    from batches import Square
    from test_workers import Lying

    from gfkit.dispatch import RetryPolicy, Signed

    shelf = Shelf()
    lying = Lying(lambda signed: Signed(signed.worker, b"5", 0.0))
    with (
        lying,
        pytest.raises(SelfCheckError),
        Work("run", lying, shelf, retry=RetryPolicy(check_every=1, check_after=0)) as task,
    ):
        list(task.in_order([Square(n) for n in range(5)], Square.perform))
    assert not shelf.parts


def test_parts_of_a_board_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board of two regions: the first is not counted again after a stop in the second."""
    board = "....#.../....#.../....#.../....#..."
    alone = gfkit.count("domineering", board, weights="players")
    shelf = Shelf()
    swept = []
    task_class = import_module("gfkit.transfer.count").CountTask
    sweep = task_class._sweep

    def stopping_sweep(task: object, machine: Any, sizes: object) -> object:
        swept.append(machine.sites)
        if len(swept) == 2:
            raise KeyboardInterrupt
        return sweep(task, machine, sizes)

    monkeypatch.setattr(task_class, "_sweep", stopping_sweep)
    with pytest.raises(KeyboardInterrupt):
        gfkit.count("domineering", board, weights="players", store=shelf)
    assert shelf.put_parts == ["part 0"]
    again = gfkit.count("domineering", board, weights="players", store=shelf)
    assert (again, again.evidence) == (alone, alone.evidence)
    assert swept == [16, 12, 12], "the first part is taken from the store"


KILLED = """
import sys
import gfkit.transfer
from gfkit import batch
from gfkit.cli.main import main

def derive(*given, on_progress, **named):
    def tell(report):
        if report.stage != "finding states":  # of which there are many, and nothing to be kept
            print(report.stage, file=sys.stderr, flush=True)
        on_progress(report)
    return engine(*given, on_progress=tell, **named)

engine, gfkit.transfer.derive, batch._WORTH_KEEPING = gfkit.transfer.derive, derive, 0.0
sys.exit(main(["derive", "arc-kayles", "11xn", "--certify", "--json", "--quiet", *sys.argv[1:]]))
"""


@pytest.mark.slow
def test_killed_at_fifty_moments_and_gone_on(tmp_path: Path) -> None:
    """SIGKILL a little after a random report, every fifth time with two workers; then the same command."""

    def begun(cache: str, *more: str, out: int = subprocess.PIPE) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", KILLED, *more],
            env={**os.environ, "GFKIT_CACHE": str(tmp_path / cache)},
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
        )

    alone, told = begun("alone", "--no-store").communicate(timeout=300)
    reports = told.splitlines()
    assert "gfkit: " not in told
    chance, same, with_parts = random.Random(2026), 0, 0
    for number in range(50):
        workers = ("--workers", "2") if number % 5 == 0 else ()
        process = begun(f"{number}", *workers, out=subprocess.DEVNULL)  # a full pipe would keep it waiting
        assert process.stderr is not None
        for _ in range(chance.randrange(len(reports) + 1)):
            process.stderr.readline()
        time.sleep(0.05 * chance.random())
        process.kill()
        process.communicate(timeout=60)
        with open_store(tmp_path / f"{number}", on_trouble=pytest.fail) as store:
            with_parts += any(record.parts for record in store.runs())
        again, told = begun(f"{number}").communicate(timeout=300)
        same += again == alone and "gfkit: " not in told
    assert (same, with_parts >= 10) == (50, True), f"{same} of 50 alike, {with_parts} with batches stored"
