"""A plugin of pytest that shows mutants of modules to the tests.

``make coverage`` has noted which tests run which lines, and how long they take. The tests that are needed are
collected, and run once without a fault; then every mutant has a process of its own, forked off, in which the
functions of the module get their new code, and the tests that come by the lines concerned are run, fastest
first, until one fails. Nothing on the disk is changed. Tests that run gfkit in a new process cannot see the
fault, and count for nothing.
"""

from __future__ import annotations

import functools
import gc
import importlib
import os
import resource
import signal
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest
from hypothesis import Phase, settings

from mutation.contexts import ROOT, Contexts, room
from mutation.mutants import Mutant

_SLACK = 5
"""CPU seconds that a mutant gets beyond three times what the tests take."""
EQUAL = Path(__file__).with_name("equal.toml")
"""Mutants that do the same as the module, each with the reason."""
_CACHE = type(functools.cache(len))
_KEPT_WARM = ("compiled", "_compiled")
"""Results that stay cached: loops that take seconds to compile."""


class Mutations:
    """Shows mutants to the tests that come by their lines, and counts how it goes with them by room.

    ``budget`` is how many CPU seconds of tests a mutant is shown at most, and ``everything`` prints those
    that were killed too.
    """

    def __init__(self, made: list[Mutant], contexts: Contexts, budget: float, everything: bool) -> None:
        self.everything = everything
        self.mutants = {mutant: within(tests_of(mutant, contexts), contexts, budget) for mutant in made}
        self.seconds = dict(contexts.seconds)
        self.wanted = {name for names, _ in self.mutants.values() for name in names}
        self.failed: set[str] = set()
        self.in_child = False
        self.output = os.fdopen(os.dup(1), "w", buffering=1)  # what pytest does not catch
        self.endings: dict[str, Counter[str]] = defaultdict(Counter)

    @property
    def files(self) -> list[str]:
        """The files whose tests are needed."""
        return sorted({name.partition("::")[0] for name in self.wanted})

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

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid in self.wanted]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            if self.in_child:
                os._exit(1)
            self.failed.add(report.nodeid)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        start = time.process_time()
        for item, following in zip(session.items, [*session.items[1:], None], strict=True):
            before = time.process_time()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            self.seconds[item.nodeid] = time.process_time() - before
        self._say(
            f"\n{len(session.items)} tests in {time.process_time() - start:.0f} s; without a fault "
            f"{len(self.failed)} failed, and are not asked"
        )
        caches = _caches()
        items = {item.nodeid: item for item in session.items if item.nodeid not in self.failed}
        for mutant, (names, left) in self.mutants.items():
            ending = self._shown(mutant, [items[name] for name in names if name in items], left, caches)
            if ending.startswith("survived") and is_equal(mutant):
                ending = "equal"
            self.endings[room(mutant.path)][ending.split(" ")[0]] += 1
            if ending not in ("killed", "equal") or self.everything:
                place = mutant.path.relative_to(ROOT / "gfkit")
                self._say(f"  {ending}: {place}:{mutant.first}: {mutant.what}")
        for name, counts in sorted(self.endings.items()):
            seen, whole = counts["killed"] + counts["timeout"], counts.total() - counts["equal"]
            said = ", ".join(f"{count} {ending}" for ending, count in counts.most_common())
            self._say(f"{name}: {seen} of {whole} seen, {seen / max(1, whole):.0%} ({said})")
        self._say(f"{time.process_time() - start + _children():.0f} CPU s")
        return True

    def _shown(self, mutant: Mutant, items: list[pytest.Item], left: int, caches: list[Any]) -> str:
        """How it goes with a mutant: killed, timeout, survived, or uncovered."""
        if not items:
            return "uncovered"
        seconds = int(_SLACK + 3 * sum(self.seconds[item.nodeid] for item in items))
        with TemporaryDirectory() as empty:  # stored results are from before the fault
            process = os.fork()
            if not process:
                os.environ["GFKIT_CACHE"] = empty
                self._be(mutant, items, caches, seconds)
            ended = self._ended(process, 60 + 4 * seconds)
        if os.WIFSIGNALED(ended):
            return "timeout" if os.WTERMSIG(ended) in (signal.SIGXCPU, signal.SIGKILL) else "killed"
        if os.WEXITSTATUS(ended):
            return "killed"
        whole = f" of {len(items) + left}" if left else ""
        return f"survived {len(items)}{whole} tests"

    def _ended(self, process: int, seconds: float) -> int:
        """How a mutant's process ended, by itself or after its time."""
        limit = time.monotonic() + seconds
        while not (ended := os.waitpid(process, os.WNOHANG))[0]:
            if time.monotonic() > limit:
                os.killpg(process, signal.SIGKILL)
            time.sleep(0.002)
        return ended[1]

    def _be(self, mutant: Mutant, items: list[pytest.Item], caches: list[Any], seconds: int) -> None:
        """The mutant's own process, from here to its end."""
        try:
            os.setpgid(0, 0)
            self.in_child = True
            silent = os.open(os.devnull, os.O_RDWR)
            os.dup2(silent, 1)
            os.dup2(silent, 2)
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
            for cache in caches:
                cache.cache_clear()
            items[0].config.pluginmanager.unregister(name="terminalreporter")
            put_in(mutant.code, importlib.import_module(module_name(mutant.path)))
            for item, following in zip(items, [*items[1:], None], strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        except BaseException:
            os._exit(1)
        os._exit(0)

    def _say(self, text: str) -> None:
        self.output.write(f"{text}\n")


def tests_of(mutant: Mutant, contexts: Contexts) -> list[str]:
    """The tests that come by the lines of a fault, fastest first."""
    by_line = contexts.tests_by_line(mutant.path)
    names = set().union(*(by_line[line] for line in range(mutant.first, mutant.last + 1)))
    return sorted(names, key=lambda name: (contexts.seconds[name], name))


def within(names: list[str], contexts: Contexts, budget: float) -> tuple[list[str], int]:
    """The first tests that take no longer than a budget together, one at least, and how many are left."""
    total, taken = 0.0, 0
    for name in names:
        total += contexts.seconds[name]
        if total > budget and taken:
            break
        taken += 1
    return names[:taken], len(names) - taken


@functools.cache
def _equal() -> set[tuple[str, str, str]]:
    rows = tomllib.loads(EQUAL.read_text("utf-8")).get("equal", [])
    return {(row["module"], row["line"], row["what"]) for row in rows}


def is_equal(mutant: Mutant) -> bool:
    """Whether a mutant is listed as one that does the same as the module itself."""
    line = mutant.path.read_text("utf-8").splitlines()[mutant.first - 1].strip()
    return (str(mutant.path.relative_to(ROOT / "gfkit")), line, mutant.what) in _equal()


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


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
    gc.unfreeze()  # what is frozen is not listed
    return [
        found
        for found in gc.get_objects()
        if isinstance(found, _CACHE)
        and getattr(found, "__name__", "") not in _KEPT_WARM
        and found.__module__.partition(".")[0] not in ("_pytest", "hypothesis", "sympy", "typing")
    ]


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
