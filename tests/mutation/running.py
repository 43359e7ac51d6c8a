"""A plugin of pytest that runs the tests once for every mutant of a module.

Everything is imported and collected once. A first round says which tests run which lines, and how long they
take; then every mutant has a process of its own, forked off, in which the functions of the module get their
new code, and the tests that come by the lines concerned are run, fastest first, until one fails. Nothing on
the disk is changed. Tests that run gfkit in a new process cannot see the fault, and count for nothing.
"""

from __future__ import annotations

import functools
import gc
import importlib
import os
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

import pytest
from hypothesis import Phase, settings

from mutation.mutants import Mutant, mutants

_SLACK = 5
"""CPU seconds that a mutant gets beyond three times what the tests take."""
_KEPT_WARM = ("compiled", "_compiled")
"""Results that stay cached: loops that take seconds to compile."""


class Mutations:
    """The rounds for ``number`` mutants of a module, chosen by ``seed``.

    ``budget`` is how many CPU seconds of tests a mutant is shown at most, and ``everything`` prints those
    that were killed too.
    """

    def __init__(
        self, path: Path, name: str, number: int, seed: int, budget: float, everything: bool
    ) -> None:
        self.path, self.name, self.number, self.seed, self.budget = path, name, number, seed, budget
        self.everything = everything
        self.lines: dict[str, set[int]] = {}
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self.in_child = self.telling = False
        self.output = os.fdopen(os.dup(1), "w", buffering=1)  # what pytest does not catch
        self.endings: Counter[str] = Counter()

    def pytest_sessionstart(self) -> None:
        """Properties draw the same every time, keep nothing, and do not look for the smallest failure."""
        settings.register_profile(
            "mutation",
            settings.get_profile("gfkit"),
            database=None,
            derandomize=True,
            phases=(Phase.explicit, Phase.generate),
        )
        settings.load_profile("mutation")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            if self.in_child:
                if self.telling:  # of a test that fails without a fault
                    self.output.write(f"{report.nodeid}\n{report.longreprtext}\n")
                os._exit(1)
            self.failed.add(report.nodeid)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        module = importlib.import_module(self.name)
        start = time.process_time()
        for item, following in zip(session.items, [*session.items[1:], None], strict=True):
            self._first_round(item, following)
        self._say(
            f"\n{self.name}: {len(session.items)} tests in {time.process_time() - start:.0f} s, "
            f"{len(self.failed)} failed, {sum(map(bool, self.lines.values()))} come by",
        )
        source = self.path.read_text("utf-8")
        made = mutants(source, str(self.path))
        chosen = Random(self.seed).sample(made, min(self.number, len(made)))
        caches = _caches()
        whole = Mutant(1, source.count("\n"), "no fault", compile(source, str(self.path), "exec"))
        self.telling = True
        ending = self._shown(whole, session.items, module, caches)
        self.telling = False
        if not ending.startswith("survived"):
            raise pytest.UsageError(f"{self.name} without a fault: {ending}")
        for mutant in chosen:
            ending = self._shown(mutant, session.items, module, caches)
            self.endings[ending.split(" ")[0]] += 1
            if ending != "killed" or self.everything:
                self._say(f"  {ending}: {self.path.name}:{mutant.first}: {mutant.what}")
        counts = ", ".join(f"{count} {ending}" for ending, count in self.endings.most_common())
        self._say(
            f"{self.name}: {len(chosen)} of {len(made)} mutants, seed {self.seed}: {counts}; "
            f"{time.process_time() - start + _children():.0f} s",
        )
        return True

    def _first_round(self, item: pytest.Item, following: pytest.Item | None) -> None:
        """Runs a test, noting its time and which lines of the module it comes by."""
        seen: set[int] = set()
        file = str(self.path)

        def on_line(frame: FrameType, event: str, _: Any) -> Callable[..., Any]:
            if event == "line":
                seen.add(frame.f_lineno)
            return on_line

        def on_call(frame: FrameType, event: str, _: Any) -> Callable[..., Any] | None:
            return on_line if frame.f_code.co_filename == file else None

        names = dict(item.dtest.globs) if isinstance(item, pytest.DoctestItem) else {}
        start = time.process_time()
        sys.settrace(on_call)
        try:
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        finally:
            sys.settrace(None)
            if isinstance(item, pytest.DoctestItem):
                item.dtest.globs.update(names)  # examples that have run are left without them
        self.seconds[item.nodeid] = time.process_time() - start
        self.lines[item.nodeid] = seen

    def _shown(self, mutant: Mutant, items: list[pytest.Item], module: ModuleType, caches: list[Any]) -> str:
        """How it goes with a mutant: killed, timeout, survived, or uncovered."""
        lines = set(range(mutant.first, mutant.last + 1))
        items = [item for item in items if self.lines[item.nodeid] & lines and item.nodeid not in self.failed]
        items.sort(key=lambda item: self.seconds[item.nodeid])
        total, within = 0.0, []
        for item in items:
            total += self.seconds[item.nodeid]
            if total > self.budget:
                break
            within.append(item)
        if not within:
            return "uncovered"
        process = os.fork()
        if not process:
            self._be(mutant, within, module, caches)
        limit = time.monotonic() + 10 * self.budget + 60
        while not (ended := os.waitpid(process, os.WNOHANG))[0]:
            if time.monotonic() > limit:
                os.killpg(process, signal.SIGKILL)
            time.sleep(0.002)
        if os.WIFSIGNALED(ended[1]):
            return "timeout" if os.WTERMSIG(ended[1]) in (signal.SIGXCPU, signal.SIGKILL) else "killed"
        tests = (
            f" {len(within)} of {len(items)} tests" if len(within) < len(items) else f" {len(items)} tests"
        )
        return "killed" if os.WEXITSTATUS(ended[1]) else f"survived{tests}"

    def _be(self, mutant: Mutant, items: list[pytest.Item], module: ModuleType, caches: list[Any]) -> None:
        """The mutant's own process, from here to its end."""
        try:
            os.setpgid(0, 0)
            self.in_child = True
            silent = os.open(os.devnull, os.O_RDWR)
            os.dup2(silent, 1)
            os.dup2(silent, 2)
            seconds = int(_SLACK + 3 * sum(self.seconds[item.nodeid] for item in items))
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
            for cache in caches:
                cache.cache_clear()
            items[0].config.pluginmanager.unregister(name="terminalreporter")
            put_in(mutant.code, module)
            for item, following in zip(items, [*items[1:], None], strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        except BaseException as error:
            if self.telling:
                self._say(f"{type(error).__name__}: {error}")
            os._exit(1)
        os._exit(0)

    def _say(self, text: str) -> None:
        self.output.write(f"{text}\n")


def put_in(code: CodeType, module: ModuleType) -> None:
    """Gives the functions of a module the code that they have in another compilation of it."""
    new = {inner.co_qualname: inner for inner in _codes(code)}
    for function in _functions(module):
        if function.__code__.co_qualname in new:
            function.__code__ = new[function.__code__.co_qualname]


def _codes(code: CodeType) -> Iterator[CodeType]:
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield inner
            if "<locals>" not in inner.co_qualname:
                yield from _codes(inner)


def _functions(module: ModuleType) -> Iterator[FunctionType]:
    """The functions and methods that a module defines, unwrapped."""
    waiting: list[Any] = [value for value in vars(module).values() if _of(value, module)]
    while waiting:
        value = waiting.pop()
        if isinstance(value, type):
            waiting += vars(value).values()
        elif isinstance(value, FunctionType):
            if value.__code__.co_filename == module.__file__:
                yield value
            waiting += [value.__wrapped__] if hasattr(value, "__wrapped__") else []
        elif isinstance(value, property):
            waiting += [value.fget, value.fset]
        elif isinstance(value, functools.cached_property):
            waiting.append(value.func)
        elif isinstance(value, (staticmethod, classmethod)) or hasattr(value, "cache_clear"):
            waiting.append(value.__wrapped__)


def _of(value: object, module: ModuleType) -> bool:
    return getattr(value, "__module__", None) == module.__name__


def _caches() -> list[Any]:
    """All caches of functions of gfkit and of the tests that can be emptied."""
    return [
        found
        for found in gc.get_objects()
        if isinstance(found, functools._lru_cache_wrapper)
        and found.__name__ not in _KEPT_WARM
        and found.__module__.partition(".")[0] not in ("_pytest", "hypothesis", "sympy", "numba", "typing")
    ]


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
