"""Tasks mapped over executors: equal results in equal order, for any behaviour of the workers.

Batches compute squares, which are known; formulas computed with workers must equal those of one process.
"""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from batches import Faulty, Square
from cli.calling import python
from hypothesis import given, strategies as st
from tables import FOLDER

import gfkit
from gfkit.core import memory
from gfkit.core.errors import GfkitError, WorkerError
from gfkit.core.typing import check_stop
from gfkit.runs.batch import Work
from gfkit.runs.executors import Pool, open_executor


class Shuffled(Executor):
    """Answers late, in any order: a future is done only when some other one is waited for."""

    workers = 4

    def __init__(self, seed: int) -> None:
        self.random, self.open = random.Random(seed), list[tuple[Future[Any], Callable[[], Any]]]()
        self.sent: list[object] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.sent.append(fn)
        future: Late = Late(self)
        self.open.append((future, lambda: fn(*args, **kwargs)))
        return future

    def turn(self) -> None:
        future, call = self.open.pop(self.random.randrange(len(self.open)))
        if future.set_running_or_notify_cancel():
            future.set_result(call())


class Late(Future[Any]):
    def __init__(self, executor: Shuffled) -> None:
        super().__init__()
        self.executor = executor

    def result(self, timeout: float | None = None) -> Any:
        while not self.done():
            self.executor.turn()
        return super().result(timeout)


def squares(work: Work, batches: list[Square]) -> list[bytes]:
    with work:
        return list(work.in_order(batches, Square.perform))


def test_long_batches_run_in_threads_that_stop_with_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def long(batch: Square) -> bytes:
        while time.process_time() < begun + 0.2:
            pass
        return batch.perform()

    def beside(batch: Square) -> bytes:
        names.add(threading.current_thread().name)
        try:
            while batch.number > 9:
                begun_last.set()
                check_stop()
                time.sleep(0.01)
        except CancelledError:
            ended.append(batch.number)
            raise
        return batch.perform()

    monkeypatch.setattr("gfkit.core.memory.core_count", lambda: 3)
    names, ended, begun_last, begun = set(), [], threading.Event(), time.process_time()
    with Work() as work:
        answers = work.in_order(map(Square, range(30)), long, lambda: 30, beside=beside)
        assert [next(answers) for _ in range(10)] == [b"%d" % n**2 for n in range(10)]
        assert set() < names == names - {threading.current_thread().name}
        assert begun_last.wait(60)
        answers.close()
        assert ended
        assert work.apart(FOUR[3], long, beside)() == b"9"
    assert not any(thread.name in names for thread in threading.enumerate())
    for known in (False, True):
        assert [*Work().in_order(FOUR, Square.perform, int, beside=beside, long=known)] == FOUR_SQUARES


@given(count=st.integers(0, 40), seed=st.integers(), expected=st.integers(0, 50))
def test_answers_come_in_order_and_few_are_under_way(count: int, seed: int, expected: int) -> None:
    batches = [Square(n) for n in range(count)]
    work = Work(executor=Shuffled(seed))
    with work:
        found = list(work.in_order(batches, Square.perform, lambda: expected))
    assert found == [str(n * n).encode() for n in range(count)]
    executor = Shuffled(seed)
    answers = Work(executor=executor).in_order((Square(n) for n in range(1000)), Square.perform)
    for _ in range(count % 20):
        next(answers)
        assert len(executor.open) <= executor.workers + 1
    answers.close()


def test_many_workers_do_not_compute_many_primes_more_than_needed() -> None:
    executor = Shuffled(1)
    executor.workers = 100
    gfkit.derive("arc-kayles", "7xn", method="modular", executor=executor)
    assert len(executor.sent) < 20


def test_linear_algebra_uses_one_thread_and_the_number_is_restored() -> None:
    get, put = memory.blas_threads()
    before = get()
    put(2)
    number = get()
    assert number == 2 or "openblas" not in np.show_config("dicts")["Build Dependencies"]["blas"]["name"]
    with memory.one_blas_thread():
        memory.one_blas_thread()(int)()
        assert get() == 1
    assert get() == number
    put(before)


FOUR = [Square(n) for n in range(4)]
FOUR_SQUARES = [b"0", b"1", b"4", b"9"]


@pytest.mark.parametrize("processes", [False, pytest.param(True, marks=pytest.mark.slow(9))])
def test_any_executor_is_accepted(processes: bool) -> None:
    """The generating function and the evidence by threads, by processes, and in this process are equal."""
    alone = gfkit.derive("arc-kayles", "4xn", method="modular")
    weighted = gfkit.derive("domineering", "2xn", weights="players", method="modular")
    terms = [sum(comb(n, k) ** 3 for k in range(n + 1)) for n in range(24)]
    shapes = gfkit.guess(terms)
    executors = (ProcessPoolExecutor(1), open_executor(2)) if processes else (ThreadPoolExecutor(3),)
    for opened in executors:
        with opened as executor:
            assert gfkit.derive("arc-kayles", "4xn", method="modular", executor=executor) == alone
            named = {"weights": "players", "method": "modular", "executor": executor}
            assert gfkit.derive("domineering", "2xn", **named) == weighted
            assert gfkit.guess(terms, executor=executor) == shapes


@pytest.mark.parametrize("kind", ["raise", "memory", "garbage", "short", "die"])
def test_a_worker_that_fails_ends_the_run_in_one_line(kind: str, tmp_path: Path) -> None:
    batch = Faulty(3, kind, str(tmp_path), os.getpid(), times=99)
    with open_executor(2) as pool, pytest.raises(WorkerError, match="'square 3'") as caught:
        squares(Work(executor=pool), [batch])
    assert caught.value.exit_code == 3
    assert "\n" not in str(caught.value)


def test_answers_that_are_ready_first_come_first() -> None:
    with ThreadPoolExecutor(3) as pool, Work(executor=pool) as work:
        assert sorted(work.as_they_come(FOUR, Square.perform)) == FOUR_SQUARES
        assert work.apart(FOUR[3], Square.perform)() == b"9"


class Lying(ThreadPoolExecutor):
    """Two workers, the second of which modifies its results."""

    workers = 2

    def __init__(self, change: Callable[[bytes], bytes]) -> None:
        super().__init__(1)
        self.change, self.turn = change, 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.turn += 1
        change = (lambda answer: answer) if self.turn % 2 else self.change
        return super().submit(lambda: change(fn(*args, **kwargs)))


@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 12), marks=pytest.mark.slow(4))])
def test_wrong_residues_never_become_a_result(seeds: range) -> None:
    """If a worker modifies a result, the derived fraction is correct, or an error is raised."""
    alone = gfkit.derive("arc-kayles", "5xn", method="modular")
    for seed in seeds:
        chance = random.Random(seed)

        def change(answer: bytes, chance: random.Random = chance) -> bytes:
            changed = bytearray(answer)
            if changed and chance.random() < 0.5:
                changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
            return bytes(changed)

        with Lying(change) as executor:
            try:
                found = gfkit.derive("arc-kayles", "5xn", method="modular", executor=executor)
            except GfkitError:
                continue
        assert found == alone


def test_an_executor_that_cancels_or_rejects_ends_the_run() -> None:
    class Odd(Executor):
        def __init__(self, odd: Callable[[Future[Any]], object]) -> None:
            self.odd = odd

        def submit(self, *_: Any, **__: Any) -> Future[Any]:  # type: ignore[override]
            future: Future[Any] = Future()
            self.odd(future)
            return future

    def reject(_: Future[Any]) -> None:
        raise OSError("no room for another process")

    def cancel(future: Future[Any]) -> None:
        future.cancel()
        future.set_running_or_notify_cancel()

    for odd, said in (
        (cancel, "CancelledError"),
        (reject, "no room for another process"),
        (lambda future: future.set_exception(TimeoutError("late")), "TimeoutError: late"),
    ):
        with pytest.raises(WorkerError, match=f"'square 0'.*{said}"):
            squares(Work(executor=Odd(odd)), FOUR)


def test_no_task_is_submitted_after_an_interruption() -> None:
    executor, sent = Shuffled(1), list[object]()

    def expected() -> float:
        if len(executor.sent) > 7:
            sent.extend(executor.sent)
            raise KeyboardInterrupt
        return 0

    with pytest.raises(KeyboardInterrupt), Work(executor=executor) as work:
        list(work.in_order([Square(n) for n in range(99)], Square.perform, expected))
    assert executor.sent == sent


PROGRAM = """
import sys
sys.path[:0] = {path!r}
from batches import Faulty
from gfkit.core import memory
from gfkit.runs.batch import Work
from gfkit.runs.executors import open_executor
if __name__ == "__main__":
    with open_executor(2) as pool, Work(executor=pool) as work:
        batches = [Faulty(n, "hang", {marks!r}, 0, times=9) for n in range(4)]
        list(work.in_order(batches, Faulty.perform))
"""


def _alive(process: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to see processes")
@pytest.mark.parametrize("how", [signal.SIGKILL, pytest.param(signal.SIGINT, marks=pytest.mark.slow(3))])
def test_workers_end_with_their_parent(how: signal.Signals, tmp_path: Path) -> None:
    path = [str(Path(gfkit.__file__).parent.parent), str(Path(__file__).parent.parent)]
    program = tmp_path / "program.py"
    program.write_text(PROGRAM.format(path=path, marks=str(tmp_path)))
    parent = subprocess.Popen([sys.executable, str(program)], stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 60
        while (
            len(workers := [int(mark.read_text() or 0) for mark in tmp_path.glob("*-0")]) < 2 or 0 in workers
        ):
            assert time.monotonic() < deadline, "the workers did not begin"
            time.sleep(0.05)
        parent.send_signal(how)
        parent.wait(30)
        while any(map(_alive, workers)):
            assert time.monotonic() < deadline, "workers went on without their parent"
            time.sleep(0.05)
    finally:
        parent.kill()


def test_a_pool_that_was_shut_down_leaves_no_thread() -> None:
    """At the end of Python threads of pools are woken by their pipes, which must not be closing then."""
    before = set(threading.enumerate())
    pool = Pool(2)
    call = pool.submit(time.sleep, 600)
    pool.shutdown()
    assert set(threading.enumerate()) <= before
    assert not call.done() or call.exception() is not None


def test_calls_that_were_cancelled_hold_up_no_others_when_workers_die(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    raised: list[Any] = []
    monkeypatch.setattr(threading, "excepthook", raised.append)
    with Pool(1) as pool:
        worker = pool.submit(os.getpid).result(60)
        calls = [pool.submit(time.sleep, 600) for _ in range(6)]
        deadline = time.monotonic() + 60
        while not calls[1].running():
            assert time.monotonic() < deadline, "the worker did not begin"
            time.sleep(0.01)
        assert calls[4].cancel()  # the first three may be with the worker
        os.kill(worker, signal.SIGKILL)
        for call in (calls[0], calls[3], calls[5]):
            assert isinstance(call.exception(60), BrokenProcessPool)
        assert not raised


FORKED = (FOLDER / "forked.txt").read_text("utf-8")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked on POSIX")
def test_a_process_that_is_forked_while_a_thread_counts_counts():
    # The empty board, four dominoes, and two pairs of parallel ones: 7 positions on 2x2.
    assert python(FORKED, code=0).lines == ["7"]
