"""Timed runs of the cases of a kind, on several processes, and the table of results."""

from __future__ import annotations

import signal
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import as_completed
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from math import inf
from shlex import quote

from gfkit.runs.executors import Pool

from .case import Ending
from .kinds import case, judge, shown
from .ways import drawn, forced

SLOWEST = 3.0
"""Seconds of a processor after which a case is given up and counted as slow."""


class SlowError(BaseException):
    """A case takes too long. No subclass of Exception, so that nothing under test swallows it."""


@dataclass
class Tally:
    """Statistics of a run: the number of cases by tag, and the failures."""

    cases: int = 0
    compared: int = 0
    seconds: float = 0.0
    """Of the processor, finds that were made small included."""
    counts: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    found: dict[str, str] = field(default_factory=dict)
    """What was found, made small, with the case it came from."""

    def add(self, other: Tally) -> None:
        """Add the statistics of another process."""
        self.cases += other.cases
        self.compared += other.compared
        self.seconds += other.seconds
        self.counts += other.counts
        self.refusals += other.refusals
        self.found = other.found | self.found

    def take(self, ending: Ending) -> None:
        """Takes in one case."""
        self.cases += 1
        self.compared += ending.compared
        self.counts[ending.word] += 1
        self.counts.update(ending.tags)
        if ending.word == "wrong":
            self.counts[f"wrong: {ending.fault}"] += 1
        if ending.word == "refused":
            self.refusals[ending.text] += 1


def run_some(kind: str, seed: str, numbers: Iterable[int], stop: float = inf) -> Tally:
    """Run the cases of these numbers until a time; reduce two failures of each class."""
    tally, faults = Tally(), Counter[str]()
    start = time.process_time()
    for number in numbers:
        ending = one(kind, seed, number)
        tally.take(ending)
        if ending.word == "wrong":
            faults[ending.fault] += 1
            if faults[ending.fault] <= 2:
                with forced(drawn(kind, seed, number)):
                    small = shown(kind, case(kind, seed, number), ending)
                again = f"--kind {kind} --seed {quote(seed)} --case {number}"
                tally.found.setdefault(small, f'make differential DIFFERENTIAL="{again}"')
        if time.time() > stop:
            break
    tally.seconds = time.process_time() - start
    return tally


def one(kind: str, seed: str, number: int) -> Ending:
    """Return the outcome of a case with its random engines; stop after a time limit."""
    ways = drawn(kind, seed, number)
    with forced(ways):
        try:
            with at_most(SLOWEST):
                ending = judge(kind, case(kind, seed, number))
        except SlowError:
            ending = Ending("slow")
    tags = (f"{len(ways)} ways forced", *ending.tags)
    if ending.word != "wrong" or not ways:
        return replace(ending, tags=tags)
    return replace(ending, text=f"{ending.text}\nwith {ways}", tags=tags)


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise SlowError if the body takes longer than a limit; no limit is imposed without timers."""
    if not hasattr(signal, "SIGPROF"):
        yield
        return

    armed = [True]

    def stop(number: int, frame: object) -> None:
        if armed:
            raise SlowError

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds, 0.5)  # again, should a callback have swallowed the first
    try:
        try:
            yield
        finally:
            armed.clear()  # a later signal must not raise in the caller
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def run(kind: str, seed: str, seconds: float, jobs: int, say: Callable[[str], None]) -> Tally:
    """Run a kind on several processes, and report the failures of each."""
    stop, total = time.time() + seconds, Tally()
    with Pool(jobs) as pool:
        parts = [pool.submit(run_some, kind, seed, count(job, jobs), stop) for job in range(jobs)]
        for part in as_completed(parts):
            tally = part.result()
            for text in tally.found.keys() - total.found.keys():
                say(f"\nFOUND {tally.found[text]}: {text}")
            total.add(tally)
    return total


def table(kind: str, tally: Tally, seconds: float) -> str:
    """Return the table of results."""
    each = 1000 * tally.seconds / max(1, tally.cases)
    rate = f"{tally.cases / seconds:.1f} cases a second, {each:.1f} ms of a processor each"
    lines = [f"{kind}: {tally.cases} cases, {tally.compared} comparisons, {rate}"]
    groups: dict[str, list[str]] = {}
    for name, number in tally.counts.most_common():
        head, _, rest = name.partition(": ")
        groups.setdefault(head if rest else "ended", []).append(f"{rest or head} {number}")
    lines += [f"  {head}: {', '.join(parts)}" for head, parts in groups.items()]
    lines += [f"  refused {number}: {text}" for text, number in tally.refusals.most_common()]
    return "\n".join(lines)
