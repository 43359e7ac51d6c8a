"""Work mapped over executors: the same answers in the same order, whatever the workers do.

Batches are squares, which are known; laws over workers must be those of this process alone.
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
from dataclasses import replace
from math import comb
from pathlib import Path
from typing import Any

import pytest
from batches import Faulty, Hours, Lying, Nap, Shelf, Square
from cli.calling import python
from hypothesis import given
from hypothesis import strategies as st
from tables import tables

import gfkit
from gfkit.errors import GfkitError, SelfCheckError, WorkerError
from gfkit.host import dispatch
from gfkit.host.batch import Work
from gfkit.host.dispatch import UNEVEN, RetryPolicy, Signed
from gfkit.runs.executors import Pool, open_executor
from gfkit.typing import check_stop


class Shuffled(Executor):
    """Answers late, in any order: a future is done only when some other one is waited for."""

    workers = 4

    def __init__(self, seed: int) -> None:
        self.random, self.open = random.Random(seed), list[tuple[Future[Any], Callable[[], Any]]]()
        self.sent: list[object] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.sent.append(args)
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

    def exception(self, timeout: float | None = None) -> BaseException | None:
        while not self.done():
            self.executor.turn()
        return super().exception(timeout)


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

    monkeypatch.setattr("gfkit.host.processes.core_count", lambda: 3)
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
    work = Work(executor=Shuffled(seed), retry=RetryPolicy(check_every=5, check_after=0))
    with work:
        found = list(work.in_order(batches, Square.perform, lambda: expected))
    assert found == [str(n * n).encode() for n in range(count)]
    executor = Shuffled(seed)
    answers = Work(executor=executor).in_order((Square(n) for n in range(1000)), Square.perform)
    for _ in range(count % 20):
        next(answers)
        assert len(executor.open) <= executor.workers + 1
    answers.close()


FOUR = [Square(n) for n in range(4)]
FOUR_SQUARES = [b"0", b"1", b"4", b"9"]


@pytest.mark.parametrize("processes", [False, pytest.param(True, marks=pytest.mark.slow(9))])
def test_any_executor_will_do(processes: bool) -> None:
    """The same generating function and evidence by threads, by processes, and in this process."""
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


def test_what_goes_wrong_once_is_done_elsewhere(tmp_path: Path) -> None:
    """All that a pool is at goes down with one worker, and nobody is blamed for it."""
    kinds = ["raise", "memory", "garbage", "short", "die", "", "die", ""]
    batches = [Faulty(n, kind, str(tmp_path), os.getpid()) for n, kind in enumerate(kinds)]
    with open_executor(2) as pool, Work(executor=pool) as work:
        found = sorted(map(int, work.as_they_come(batches, Faulty.perform)))
    assert found == [n * n for n in range(8)]


@pytest.mark.slow(5)
def test_what_goes_wrong_always_stops_the_run(tmp_path: Path) -> None:
    with open_executor(2) as pool:
        for kind, said in tables("wholes")["troubles"]:
            (marks := tmp_path / kind).mkdir()
            with pytest.raises(
                WorkerError, match=f"'square 3' failed 3 times, so the run stops.*{said}"
            ) as caught:
                squares(Work(executor=pool), [Faulty(3, kind, str(marks), os.getpid(), times=99)])
            assert caught.value.exit_code == 3


@pytest.mark.slow(3)
def test_a_worker_that_hangs_is_passed_over(tmp_path: Path) -> None:
    batches = [Square(1), Square(2), Faulty(3, "hang", str(tmp_path), os.getpid()), Square(4)]
    with open_executor(2) as pool:
        policy = RetryPolicy(patience=1.0, slack=1.0)
        assert squares(Work(executor=pool, retry=policy), batches) == [b"1", b"4", b"9", b"16"]


def test_a_wrong_answer_is_asked_for_again_or_ends_the_run() -> None:
    """One of the wrong form is asked for again; one of the right form is found by the spot check."""
    for lie, said in (
        (lambda _: None, "an answer that is none: NoneType"),
        (lambda signed: Signed(signed.worker, "9", 0.0), "worker liar gave a wrong answer: no digits"),
    ):
        with Lying(lie) as executor:
            assert squares(Work(executor=executor), FOUR) == FOUR_SQUARES
        with Lying(lie) as executor, pytest.raises(WorkerError, match=said):
            squares(Work(executor=executor, retry=RetryPolicy(tries=1)), FOUR)
    lying = Lying(lambda signed: Signed(signed.worker, b"5", 0.0))
    with lying, pytest.raises(SelfCheckError, match="worker liar computes wrongly; nothing of this run"):
        squares(Work("run", lying, shelf := Shelf(), retry=RetryPolicy(check_every=1, check_after=0)), FOUR)
    assert not shelf.parts


@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 12), marks=pytest.mark.slow(4))])
def test_wrong_residues_never_become_a_result(seeds: range) -> None:
    """Whatever a worker makes of an answer, the derived fraction is the right one, or none is given."""
    alone = gfkit.derive("arc-kayles", "5xn", method="modular")
    for seed in seeds:
        chance = random.Random(seed)

        def change(signed: Signed, chance: random.Random = chance) -> Signed:
            answer = bytearray(signed.answer)
            if answer and chance.random() < 0.5:
                answer[chance.randrange(len(answer))] ^= 1 << chance.randrange(8)
            return Signed(signed.worker, bytes(answer), signed.seconds)

        with Lying(change) as executor:
            try:
                found = gfkit.derive("arc-kayles", "5xn", method="modular", executor=executor)
            except GfkitError:
                continue
        assert found == alone


class Odd(Executor):
    """Does the work at once, but hands the first few answers back in an odd way."""

    workers = 2

    def __init__(self, odd: Callable[[Future[Any]], object], often: int) -> None:
        self.odd, self.often = odd, often

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.often -= 1
        self.odd(future) if self.often >= 0 else future.set_result(fn(*args, **kwargs))
        return future


def refuse(_: object) -> None:
    raise OSError("no room for another process")


def test_executors_with_odd_ways() -> None:
    ways: list[tuple[Callable[[Future[Any]], object], str]] = [
        (Future.cancel, "CancelledError"),
        (refuse, "the executor refuses work: no room for another process"),
        (lambda future: future.set_exception(TimeoutError("late")), "TimeoutError: late"),
        (lambda future: future.set_exception(SystemExit(9)), "SystemExit: 9"),
        (lambda future: future.set_exception(KeyboardInterrupt()), "KeyboardInterrupt"),
    ]
    for odd, said in ways:
        assert squares(Work(executor=Odd(odd, 2)), FOUR) == FOUR_SQUARES
        with pytest.raises(WorkerError, match=f"failed 3 times, so the run stops: {said}$"):
            squares(Work(executor=Odd(odd, 99)), FOUR)
        with Work(executor=Odd(odd, 2)) as work:
            apart = work.apart(FOUR[3], Square.perform)
            assert [*sorted(work.as_they_come(FOUR[:3], Square.perform)), apart()] == FOUR_SQUARES


class Slow(Executor):
    """A worker that never ends the first batch until all others are done, and fails each other one once."""

    workers = 3

    def __init__(self, count: int) -> None:
        self.first: Future[Any] | None = None
        self.begin, self.left, self.failed = lambda: None, count - 1, set[int]()

    def submit(self, fn: Callable[..., Any], batch: Square, /, **_: Any) -> Future[Any]:  # type: ignore[override]
        future: Future[Any] = Future()
        if batch.number == 0:
            self.first, self.begin = future, lambda: future.set_result(fn(batch))
        elif batch.number not in self.failed:
            self.failed.add(batch.number)
            future.set_exception(RuntimeError("lost"))
        else:
            future.set_result(fn(batch))
            self.left -= 1
            if not self.left:
                self.begin()
        return future


def test_what_was_lost_is_sent_again_while_another_batch_is_waited_for() -> None:
    """Else a pool that lost its workers would do what they were at one after the other."""
    work = Work(executor=Slow(4), retry=RetryPolicy(check_every=99))
    assert list(work.in_order(FOUR, Square.perform, lambda: 4)) == FOUR_SQUARES


def test_nobody_is_taken_to_hang_where_batches_are_unlike(tmp_path: Path) -> None:
    policy = RetryPolicy(patience=0.01, slack=0.01)
    batches = [Square(1), Nap(2), Square(3)]
    Nap.bell.clear()
    with ThreadPoolExecutor(2) as threads, ThreadPoolExecutor(2) as others:
        with pytest.raises(WorkerError, match="no answer: the worker hangs"):
            squares(Work(executor=threads, retry=policy), batches)
        threading.Timer(1.5, Nap.bell.set).start()
        with Work(executor=others, retry=replace(UNEVEN, slack=0.01)) as work:
            assert list(work.in_order(batches, Square.perform)) == [b"1", b"4", b"9"]


def test_nothing_is_sent_out_after_an_interruption() -> None:
    """Not even the spot check of what was done so far."""
    executor, sent = Shuffled(1), list[object]()

    def expected() -> float:
        if len(executor.sent) > 7:
            sent.extend(executor.sent)
            raise KeyboardInterrupt
        return 0

    with pytest.raises(KeyboardInterrupt), Work(executor=executor) as work:
        list(work.in_order([Square(n) for n in range(99)], Square.perform, expected))
    assert executor.sent == sent


def test_workers_that_come_later_are_given_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch, "time", Hours())
    executor = Shuffled(1)
    executor.workers = 1
    with Work(executor=executor, retry=RetryPolicy(check_every=99, patience=1e9)) as work:
        answers = work.in_order([Square(n) for n in range(99)], Square.perform)
        next(answers)
        assert len(executor.sent) <= 3
        executor.workers = 8
        next(answers)
        next(answers)
        assert len(executor.sent) >= 10
        answers.close()


PROGRAM = """
import sys
sys.path[:0] = {path!r}
from batches import Faulty
from gfkit.host.batch import Work
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
    said = tmp_path / "said"
    with said.open("wb") as errors:
        parent = subprocess.Popen([sys.executable, str(program)], stderr=errors)
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
        assert "leaked" not in said.read_text()  # of semaphores, which Python's own watcher removes
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
        assert pool.submit(os.getpid).result(60) != worker, "the pool begins anew"


FORKED = """
import os, signal, sys, threading
from gfkit import count
from gfkit.transfer.count import CountTask

begun, computed = threading.Event(), CountTask.system.func

def system(task):
    if threading.current_thread() is not threading.main_thread():
        begun.set()
        threading.Event().wait()
    return computed(task)

CountTask.system.func = system
threading.Thread(target=count, args=("domineering", "3x3"), daemon=True).start()
begun.wait()
child = os.fork()
if not child:
    signal.alarm(20)
    os._exit(count("domineering", "2x2").count)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
os._exit(0)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked on POSIX")
def test_a_process_that_is_forked_while_a_thread_counts_counts():
    # The empty board, four dominoes, and two pairs of parallel ones: 7 positions on 2x2.
    assert python(FORKED, code=0).lines == ["7"]
