"""Runs that are stopped and go on: what was kept is not computed again, and nothing else is taken."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import gfkit
from gfkit.batch import identity, work
from gfkit.errors import SelfCheckError
from gfkit.run.store import open_store
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
    monkeypatch.setattr(work, "_WORTH_KEEPING", -1.0)


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


def test_a_probable_result_is_proved_later_from_what_is_kept() -> None:
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
    monkeypatch.setattr(unweighted, "CHEAP", 0)
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
            self.parts[run, part] = b'[1, [[], [[[], "7"]]]]'  # by the other one, right afterwards
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
    monkeypatch.setattr(work, "_WORTH_KEEPING", 600.0)
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


def test_counts_are_kept() -> None:
    shelf = Shelf()
    first = gfkit.count("domineering", "6x6", weights="players", store=shelf)
    assert first == gfkit.count("domineering", "6x6", weights="players")
    again = gfkit.count("domineering", "6x6", weights="players", store=shelf)
    assert (again, again.evidence) == (first, first.evidence)
    assert shelf.found == ["result"]
    assert gfkit.count("domineering", "6x6", store=shelf).count == first.count


def test_another_gfkit_takes_nothing_over(monkeypatch: pytest.MonkeyPatch) -> None:
    before = identity("col", "3xn")
    monkeypatch.setitem(identity.__globals__, "_sources", lambda: "another")
    assert identity("col", "3xn") != before


def test_workers_that_disagree_leave_nothing_in_the_store() -> None:
    from batches import Square
    from test_workers import Lying

    from gfkit.batch import Care, Work
    from gfkit.batch.flight import Signed

    shelf = Shelf()
    lying = Lying(lambda signed: Signed(signed.worker, b"5", 0.0))
    with lying, pytest.raises(SelfCheckError), Work("run", lying, shelf, care=Care(spot=1, quick=0)) as task:
        list(task.in_order([Square(n) for n in range(5)], Square.perform))
    assert not shelf.parts


def test_parts_of_a_board_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board of two regions: the first is not counted again after a stop in the second."""
    board = "....#.../....#.../....#.../....#..."
    alone = gfkit.count("domineering", board, weights="players")
    shelf = Shelf()
    swept = []
    task_class = import_module("gfkit.transfer.count")._Task
    sweep = task_class._sweep

    def stopping_sweep(task: object, machine: object, sizes: list[int]) -> object:
        swept.append(len(sizes))
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
