"""What the methods of a claim share, seen by running them: the functions that both of them call.

A claim is refuted on two methods. What both may run is what reads the statement, the rule and the board,
exact arithmetic, and what puts the question and compares the answer: the rooms and functions listed here.
"""

from __future__ import annotations

import gc
import sys
import tomllib
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from itertools import combinations
from pathlib import Path
from pkgutil import walk_packages

import pytest
from choice import drawn
from parts import some_and_all

import gfkit
from gfkit.catalog import load
from gfkit.catalog.papers import CHECKS, catalog_files

CLAIMS = [claim for document in load() for claim in document.claims]

ROOMS = {"boards", "games", "sequences", "exact", "typing", "errors", "formula", "writable", "__init__"}
ROOMS |= {"batch", "dispatch", "files"}
"""Reading files, rules and boards; polynomials, exact arithmetic, how they are written; handing out work."""
ROOMS_OF_CHECKS = {"verify": {"verify"}, "value": {"values"}}
"""A printed formula is read, expanded and judged by gfkit.verify, wherever its terms come from; a value that
is claimed is read, and its options are found, by gfkit.values, whatever the board is worth."""
DATA = Path(__file__).parents[1] / "data" / "catalogue.toml"
QUESTIONS = tomllib.loads(DATA.read_text(encoding="utf-8"))["questions"]
"""Functions of gfkit.catalog that both methods of a refuted claim may call, by module."""


ROOTS = {Path(gfkit.__file__).parent: (), catalog_files()[0].parents[1]: ("catalog", "papers")}
"""Where functions lie that are looked at, and what their modules are called there."""


CACHE = type(lru_cache(len))


def kind(claim) -> tuple[str, tuple[str, ...]]:
    """Claims of one kind are checked by the same code."""
    return claim.arguments["name"] if claim.by == "property" else claim.by, claim.methods


def firsts(claims) -> list:
    """One claim of each kind."""
    return list({kind(claim): claim for claim in reversed(claims)}.values())


REFUTED = [claim for claim in CLAIMS if claim.status == "refuted"]
QUICK = firsts([claim for claim in REFUTED if claim.cost == "fast"])
OTHERS = firsts([c for c in CLAIMS if c.status != "refuted" and len(c.methods) > 1 and c.cost == "fast"])


@pytest.fixture(scope="module")
def caches() -> list:
    """What modules remember from call to call; all modules are loaded first, so that loading is not seen."""
    for module in walk_packages(gfkit.__path__, "gfkit."):
        if (
            not module.name.startswith(("gfkit.cli", "gfkit.lab", "gfkit.show"))
            and "__main__" not in module.name
        ):
            import_module(module.name)
    return [one for one in gc.get_objects() if isinstance(one, CACHE)]


def called(method: Callable[[], object], caches: list) -> set[tuple[str, str]]:
    """The module and the outermost name of every function of gfkit that runs."""
    for cache in caches:
        cache.cache_clear()
    codes = set()

    def seen(frame, event, _):
        if event == "call":
            codes.add(frame.f_code)

    sys.setprofile(seen)
    try:
        method()
    finally:
        sys.setprofile(None)
    found = set()
    for code in codes:
        path = Path(code.co_filename)
        root = next((root for root in ROOTS if path.is_relative_to(root)), None)
        if root is not None:
            module = ".".join([*ROOTS[root], *path.relative_to(root).with_suffix("").parts])
            found.add((module, code.co_qualname.split(".")[0]))
    return found


def shared(claim, caches: list) -> dict[str, list[str]]:
    """For each pair of methods, what both run and may not."""
    methods = CHECKS[claim.by].methods_for(claim.arguments)
    runs = {
        name: called(lambda name=name: methods[name](claim.statement, claim.arguments), caches)
        for name in dict.fromkeys(claim.methods)
    }
    return {
        f"{one} and {other}": sorted(
            f"{module}: {name}"
            for module, name in runs[one] & runs[other]
            if not allowed(claim, module, name)
        )
        for one, other in combinations(runs, 2)
    }


def allowed(claim, module: str, name: str) -> bool:
    room, _, rest = module.partition(".")
    if room == "catalog" and claim.status == "refuted":
        return name in QUESTIONS.get(rest, "").split()
    return room == "catalog" or room in ROOMS | ROOMS_OF_CHECKS.get(claim.by, set())


@pytest.mark.parametrize("some", some_and_all(QUICK, 1, 30))
def test_what_is_refuted_has_two_methods_that_share_nothing_else(some, caches):
    for claim in some:
        assert [] in (pairs := shared(claim, caches)).values(), (claim.id, pairs)


KNOWN = {
    "profile_graphs.dependent": "oracle"  # which single pieces fit together is looked up in one way
}
"""Kinds of claims, none of them refuted, whose methods share a room that is no reading room."""


@pytest.mark.slow(30)
def test_other_methods_share_no_engine_but_where_it_is_said(caches):
    for claim in drawn("other methods").sample(OTHERS, 10):
        pairs = shared(claim, caches)
        rooms = {text.split(".")[0] for text in min(pairs.values(), key=len)}
        assert rooms == ({KNOWN[kind(claim)[0]]} if kind(claim)[0] in KNOWN else set()), (claim.id, pairs)


def test_a_shared_step_is_seen(caches):
    """Two methods of which one asks the other are no two methods."""
    claim = next(claim for claim in REFUTED if claim.id == "profiles-t1-cis")
    methods = CHECKS["verify"].methods_for(claim.arguments)
    runs = [called(lambda: methods["derive"](claim.statement, claim.arguments), caches) for _ in range(2)]
    assert any(not allowed(claim, *one) for one in runs[0] & runs[1])
