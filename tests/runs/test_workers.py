"""Work mapped over executors: the same answers in the same order, whatever the workers do."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from math import comb
from pathlib import Path
from typing import Any

import pytest
from batches import Faulty, Nap, Square
from hypothesis import given
from hypothesis import strategies as st

import gfkit
from gfkit import dispatch
from gfkit.batch import Work
from gfkit.dispatch import UNEVEN, RetryPolicy, Signed, perform
from gfkit.errors import GfkitError, SelfCheckError, WorkerError
from gfkit.runs.executors import Pool, open_executor


class Shuffled(Executor):
    """Answers late, in any order: a future is done only when some other one is waited for."""

    workers = 4

    def __init__(self, seed: int) -> None:
        self.random, self.open = random.Random(seed), list[tuple[Future[Any], Callable[[], Any]]]()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
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


class Lying(ThreadPoolExecutor):
    """Two workers by name, the second of which changes what it hands back."""

    workers = 2

    def __init__(self, change: Callable[[Signed], object]) -> None:
        super().__init__(1)
        self.change, self.turn = change, 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.turn += 1
        odd = self.turn % 2

        def call() -> Any:
            signed = fn(*args, **kwargs)
            signed = Signed("honest" if odd else "liar", signed.answer, signed.seconds)
            return signed if odd else self.change(signed)

        return super().submit(call)


def squares(work: Work, batches: list[Square]) -> list[bytes]:
    with work:
        return list(work.in_order(batches, Square.perform))


@given(count=st.integers(0, 40), seed=st.integers(), expected=st.integers(0, 50))
def test_answers_come_in_the_order_of_the_batches(count: int, seed: int, expected: int) -> None:
    batches = [Square(n) for n in range(count)]
    work = Work(executor=Shuffled(seed), retry=RetryPolicy(check_every=5, check_after=0))
    with work:
        found = list(work.in_order(batches, Square.perform, lambda: expected))
    assert found == [str(n * n).encode() for n in range(count)]


@given(seed=st.integers(), count=st.integers(0, 20))
def test_no_more_is_under_way_than_workers_and_one(seed: int, count: int) -> None:
    executor = Shuffled(seed)
    work = Work(executor=executor)
    answers = work.in_order((Square(n) for n in range(1000)), Square.perform)
    for _ in range(count):
        next(answers)
        assert len(executor.open) <= executor.workers + 1
    answers.close()


def test_any_executor_will_do() -> None:
    """The same generating function and evidence by threads, by processes, and in this process."""
    alone = gfkit.derive("arc-kayles", "8xn", method="modular")
    weighted = gfkit.derive("domineering", "5xn", weights="players")
    terms = [sum(comb(n, k) ** 4 for k in range(n + 1)) for n in range(40)]
    shapes = gfkit.guess(terms)
    with ThreadPoolExecutor(3) as threads, ProcessPoolExecutor(1) as plain, open_executor(2) as pool:
        for executor in (threads, plain, pool):
            assert gfkit.derive("arc-kayles", "8xn", method="modular", executor=executor) == alone
            assert gfkit.derive("domineering", "5xn", weights="players", executor=executor) == weighted
            assert gfkit.guess(terms, executor=executor) == shapes


@pytest.mark.parametrize("kind", ["die", "raise", "memory", "garbage", "short"])
def test_what_goes_wrong_once_is_done_elsewhere(kind: str, tmp_path: Path) -> None:
    batches = [Faulty(n, kind, str(tmp_path), os.getpid()) for n in range(3)]
    with open_executor(2) as pool:
        assert squares(Work(executor=pool), batches) == [b"0", b"1", b"4"]


@pytest.mark.parametrize("count", [4, 12])
def test_claims_outlive_a_worker_that_dies_now_and_then(count: int, tmp_path: Path) -> None:
    """All that a pool is at goes down with one worker, and nobody is blamed for it."""
    batches = [Faulty(n, "die" if n in (1, 3) else "", str(tmp_path), os.getpid()) for n in range(count)]
    with open_executor(2) as pool, Work(executor=pool) as work:
        assert sorted(map(int, work.as_they_come(batches, Faulty.perform))) == [n * n for n in range(count)]


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("die", "terminated abruptly"),
        ("raise", "RuntimeError: a worker's own trouble"),
        ("memory", "MemoryError"),
        ("garbage", "gave a wrong answer: no digits"),
    ],
)
def test_what_goes_wrong_always_stops_the_run(kind: str, said: str, tmp_path: Path) -> None:
    batches = [Faulty(3, kind, str(tmp_path), os.getpid(), times=99)]
    with open_executor(2) as pool, pytest.raises(WorkerError) as caught:
        squares(Work(executor=pool), batches)
    assert "batch 'square 3' failed 3 times, so the run stops" in str(caught.value)
    assert said in str(caught.value)
    assert caught.value.exit_code == 3


def test_a_worker_that_hangs_is_passed_over(tmp_path: Path) -> None:
    batches = [Square(1), Square(2), Faulty(3, "hang", str(tmp_path), os.getpid()), Square(4)]
    with open_executor(2) as pool:
        policy = RetryPolicy(patience=1.0, slack=1.0)
        assert squares(Work(executor=pool, retry=policy), batches) == [b"1", b"4", b"9", b"16"]


@pytest.mark.parametrize(
    ("lie", "said"),
    [
        (lambda _: None, "an answer that is none: NoneType"),
        (lambda signed: Signed(signed.worker, "9", 0.0), "worker liar gave a wrong answer: no digits"),
    ],
)
def test_an_answer_of_the_wrong_form_is_asked_for_again(lie: Callable[[Signed], object], said: str) -> None:
    with Lying(lie) as executor:
        assert squares(Work(executor=executor), [Square(n) for n in range(5)]) == [
            b"0",
            b"1",
            b"4",
            b"9",
            b"16",
        ]
    with Lying(lie) as executor, pytest.raises(WorkerError, match=said):
        squares(Work(executor=executor, retry=RetryPolicy(tries=1)), [Square(n) for n in range(5)])


def test_a_wrong_answer_of_the_right_form_is_found_by_the_spot_check() -> None:
    with (
        Lying(lambda signed: Signed(signed.worker, b"5", 0.0)) as executor,
        pytest.raises(SelfCheckError, match="worker liar computes wrongly; nothing of this run is kept"),
    ):
        squares(
            Work(executor=executor, retry=RetryPolicy(check_every=1, check_after=0)),
            [Square(n) for n in range(5)],
        )


def test_wrong_residues_never_become_a_result() -> None:
    """Whatever a worker makes of an answer, the derived fraction is the right one, or none is given."""
    alone = gfkit.derive("arc-kayles", "7xn", method="modular")
    for seed in range(12):
        chance = random.Random(seed)

        def change(signed: Signed, chance: random.Random = chance) -> Signed:
            answer = bytearray(signed.answer)
            if answer and chance.random() < 0.5:
                answer[chance.randrange(len(answer))] ^= 1 << chance.randrange(8)
            return Signed(signed.worker, bytes(answer), signed.seconds)

        with Lying(change) as executor:
            try:
                found = gfkit.derive("arc-kayles", "7xn", method="modular", executor=executor)
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
        if self.often >= 0:
            self.odd(future)
        else:
            future.set_result(fn(*args, **kwargs))
        return future


def refuse(_: object) -> None:
    raise OSError("no room for another process")


@pytest.mark.parametrize(
    ("odd", "said"),
    [
        (Future.cancel, "CancelledError"),
        (refuse, "the executor refuses work: no room for another process"),
        (lambda future: future.set_exception(TimeoutError("late")), "TimeoutError: late"),
        (lambda future: future.set_exception(SystemExit(9)), "SystemExit: 9"),
        (lambda future: future.set_exception(KeyboardInterrupt()), "KeyboardInterrupt"),
    ],
)
def test_executors_with_odd_ways(odd: Callable[[Future[Any]], object], said: str) -> None:
    batches = [Square(n) for n in range(4)]
    assert squares(Work(executor=Odd(odd, 2)), batches) == [b"0", b"1", b"4", b"9"]
    with pytest.raises(WorkerError, match=f"failed 3 times, so the run stops: {said}$"):
        squares(Work(executor=Odd(odd, 99)), batches)
    with Work(executor=Odd(odd, 2)) as work:
        found = list(work.as_they_come(batches, Square.perform))
    assert sorted(found) == [b"0", b"1", b"4", b"9"]


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
    answers = work.in_order([Square(n) for n in range(4)], Square.perform, lambda: 4)
    assert list(answers) == [b"0", b"1", b"4", b"9"]


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
    executor = Counting(1)
    sent = []

    def expected() -> float:
        if len(executor.sent) > 7:
            sent.extend(executor.sent)
            raise KeyboardInterrupt
        return 0

    with pytest.raises(KeyboardInterrupt), Work(executor=executor) as work:
        list(work.in_order([Square(n) for n in range(99)], Square.perform, expected))
    assert executor.sent == sent


class Counting(Shuffled):
    """Remembers what was sent."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.sent: list[object] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.sent.append(args)
        return super().submit(fn, *args, **kwargs)


def test_workers_that_come_later_are_given_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch, "_RECOUNT", 0.0)
    executor = Counting(1)
    executor.workers = 1
    with Work(executor=executor, retry=RetryPolicy(check_every=99)) as work:
        answers = work.in_order([Square(n) for n in range(99)], Square.perform)
        next(answers)
        assert len(executor.sent) <= 3
        executor.workers = 8
        next(answers)
        next(answers)
        assert len(executor.sent) >= 10
        answers.close()


class WrongProbes(ThreadPoolExecutor):
    """One worker, right but for the probe of a fraction."""

    workers = 1

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        from gfkit.transfer.modular.batches import Probe

        def call() -> Any:
            signed = fn(*args, **kwargs)
            if not isinstance(args[0], Probe):
                return signed
            return replace(signed, answer=bytes(8) + signed.answer[8:])

        return super().submit(call)


def test_a_probe_that_was_answered_wrongly_ends_the_run() -> None:
    """It refuses a fraction that is right, which a probe in this process finds out."""
    with (
        WrongProbes(1) as executor,
        pytest.raises(SelfCheckError, match="the probe of the fraction was answered wrongly"),
    ):
        gfkit.derive("arc-kayles", "11xn", executor=executor)


def test_batches_know_garbage_from_residues() -> None:
    from gfkit.transfer.modular.batches import Fractions, Trial
    from gfkit.transfer.modular.evaluation import Lines

    fractions = Fractions(None, 0, False, 32, 0, 99, False)
    lines = Lines(None, 97, (2, 3), (5,), 4, False)
    trial = Trial(None, "proof 0", (), b"", b"", True, 1, False)
    for garbage in (None, 7, b"", b"\0", b"\1" * 7, b"\xff" * 8, b"\xff" * 1000, "text"):
        assert fractions.fault(garbage) is not None
        assert lines.fault(garbage) is not None
        assert trial.fault(garbage) is None if garbage == b"\0" else trial.fault(garbage) is not None


PROGRAM = """
import sys
sys.path[:0] = {path!r}
from batches import Faulty
from gfkit.batch import Work
from gfkit.runs.executors import open_executor
if __name__ == "__main__":
    with open_executor(2) as pool, Work(executor=pool) as work:
        batches = [Faulty(n, "hang", {marks!r}, 0, times=9) for n in range(4)]
        list(work.in_order(batches, Faulty.perform))
"""


def _workers_of(process: int) -> list[int]:
    """The processes that this one started, and those in turn."""
    found, open_ = [], [process]
    while open_:
        listed = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(open_.pop())], capture_output=True, text=True
        )
        children = [int(word) for word in listed.stdout.split()]
        found += children
        open_ += children
    return found


def _alive(process: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to see processes")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_workers_end_with_their_parent(how: signal.Signals, tmp_path: Path) -> None:
    path = [str(Path(gfkit.__file__).parent.parent), str(Path(__file__).parent.parent)]
    program = tmp_path / "program.py"
    program.write_text(PROGRAM.format(path=path, marks=str(tmp_path)))
    said = tmp_path / "said"
    with said.open("wb") as errors:
        parent = subprocess.Popen([sys.executable, str(program)], stderr=errors)
    try:
        deadline = time.monotonic() + 60
        while len(list(tmp_path.glob("*-0"))) < 2:
            assert time.monotonic() < deadline, "the workers did not begin"
            time.sleep(0.05)
        workers = _workers_of(parent.pid)
        assert len(workers) >= 2
        parent.send_signal(how)
        parent.wait(30)
        while any(map(_alive, workers)):
            assert time.monotonic() < deadline, "workers went on without their parent"
            time.sleep(0.05)
        assert "leaked" not in said.read_text()  # of semaphores, which Python's own watcher removes
    finally:
        parent.kill()


def test_performing_says_who_did_it() -> None:
    signed = perform(Square(3))
    assert signed.answer == b"9"
    assert f":{os.getpid()}:" in signed.worker


def test_a_pool_begins_anew_after_its_workers_died(tmp_path: Path) -> None:
    pool = Pool(1)
    try:
        for round_ in range(2):
            batches = [Faulty(round_, "die", str(tmp_path), os.getpid())]
            assert squares(Work(executor=pool), batches) == [str(round_**2).encode()]
    finally:
        pool.shutdown()


def test_a_pool_that_was_shut_down_leaves_no_thread() -> None:
    """At the end of Python threads of pools are woken by their pipes, which must not be closing then."""
    before = set(threading.enumerate())
    pool = Pool(2)
    call = pool.submit(time.sleep, 600)
    pool.shutdown()
    assert set(threading.enumerate()) <= before
    assert not call.done() or call.exception() is not None


def test_calls_that_were_cancelled_do_not_hold_up_the_others_when_workers_die(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    raised: list[Any] = []
    monkeypatch.setattr(threading, "excepthook", raised.append)
    pool = Pool(1)
    try:
        calls = [pool.submit(time.sleep, 600) for _ in range(6)]
        deadline = time.monotonic() + 60
        while not calls[1].running():
            assert time.monotonic() < deadline, "the worker did not begin"
            time.sleep(0.01)
        assert calls[2].cancel()
        for worker in pool._pool._processes.values():
            worker.kill()
        for call in (calls[0], calls[3]):
            assert isinstance(call.exception(60), BrokenProcessPool)
        assert not raised
    finally:
        pool.shutdown()
