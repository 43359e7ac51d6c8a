"""What docstrings show happens as they show it: the examples of a folder are one case.

Their answers come from the page that defines a thing, or from a reckoning that fits in the head.
"""

from __future__ import annotations

import doctest
import importlib
from collections import defaultdict
from functools import cached_property
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]
SHOWN = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL


def modules() -> dict[str, list[str]]:
    """Every module of the package and of the tests with an example in it, by folders."""
    homes = [*((path, ROOT) for path in ROOT.glob("gfkit/**/*.py"))]
    homes += [(path, ROOT / "tests") for path in ROOT.glob("tests/**/*.py") if path.name[:5] != "test_"]
    names = defaultdict(list)
    for path, home in sorted(homes):
        if ">>> " in path.read_text("utf-8"):
            parts = path.relative_to(home).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            names[path.relative_to(ROOT).parent.as_posix()].append(name)
    return names


def examples(module: ModuleType) -> list[doctest.DocTest]:
    """All examples of a module; those of cached properties are not found by doctest itself."""
    finder = doctest.DocTestFinder()
    found = finder.find(module)
    for kind in vars(module).values():
        if isinstance(kind, type) and kind.__module__ == module.__name__:
            for name, value in vars(kind).items():
                if isinstance(value, cached_property):
                    found += finder.find(value.func, f"{kind.__name__}.{name}", globs=dict(vars(module)))
    return found


@pytest.mark.parametrize("names", modules().values(), ids=modules())
def test_examples(names: list[str]) -> None:
    said: list[str] = []
    for name in names:
        runner = doctest.DocTestRunner(optionflags=SHOWN)
        for test in examples(importlib.import_module(name)):
            runner.run(test, out=said.append)
        assert runner.tries, name
    assert not said, "".join(said)


def test_a_wrong_example_is_seen() -> None:
    test = doctest.DocTestParser().get_doctest(">>> 1 + 1\n3\n", {}, "wrong", None, 0)
    runner = doctest.DocTestRunner(optionflags=SHOWN)
    runner.run(test, out=lambda _: None)
    assert runner.failures == 1
