"""A minute of the standing defence; what it found before; and that it finds what is planted."""

from __future__ import annotations

import importlib
import inspect
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest
from differential import (
    arrays,
    complexes,
    constants,
    families,
    found,
    kinds,
    misere,
    optimum,
    orbits,
    polynomials,
    questions,
    ranges,
    rules,
    sampling,
    scores,
)
from differential.case import Case, read_rule_file, rule_file
from differential.found import as_found, found_cases
from differential.kinds import KINDS, missing
from differential.plain import Place, TooManyError, listed
from differential.running import generator, judged, run_some
from differential.shrink import shrunk

import gfkit
from gfkit.errors import LimitError
from gfkit.games.rule import PlacementRule
from gfkit.transfer import Derived
from gfkit.transfer.machine import condition
from gfkit.verify.judge import Judgement, Verdict

SEED = "fixed"
SECONDS = 1.0
"""Of each part."""
LEAST = 3
"""Cases that are run in any case."""
FIRST = 15
"""Cases of the kinds that have no parts."""
PARTS = {
    "families": 6,
    "arrays": 3,
    "covers": 2,
    "hanging": 2,
    "formulas": 2,
    "entries": 2,
    "ranges": 2,
    "certificates": 2,
    "play": 2,
}
KINDS_OF_CASES = {
    "orbits": orbits,
    "optimum": optimum,
    "sampling": sampling,
    "constants": constants,
    "polynomials": polynomials,
    "misere": misere,
    "scores": scores,
    "complexes": complexes,
}
SLICES = [(kind, part) for kind, parts in PARTS.items() for part in range(parts)]


@pytest.mark.parametrize(("kind", "part"), SLICES)
def test_nothing_false_is_said(kind: str, part: int) -> None:
    """Some seconds of random cases of each kind; the same seed every time, so that a failure stays."""
    if missing(kind):
        pytest.skip(f"tests/differential/{kind}.py is not there")
    step = PARTS[kind]
    tally, following = run_some(kind, SEED, part, step, time.time() + SECONDS, frozenset())
    while tally.cases < LEAST and not tally.counts["wrong"]:  # a busy machine
        more, following = run_some(kind, SEED, following, step, time.time() + SECONDS, frozenset())
        tally.add(more)
    said = "\n\n".join(f"{where}: {text}" for text, where in tally.found.items())
    assert not tally.counts["wrong"], f"seed {SEED!r}, cases {part} to {following}, step {step}\n\n{said}"


@pytest.mark.parametrize("kind", KINDS_OF_CASES)
def test_the_first_cases_of_each_kind(kind: str) -> None:
    """A few cases, the same on every machine."""
    for number in range(FIRST):
        ending = judged(kind, generator(kind, SEED, number))
        assert ending.word != "wrong", f"seed {SEED!r}, case {number}\n\n{ending.text}"


@pytest.mark.parametrize("case", found_cases("families", Case), ids=lambda case: f"{case.kind} {case.word}")
def test_what_was_found_stays_mended(case: Case) -> None:
    ending = families.judge(case)
    assert ending.word in ("agreed", "refused"), f"{ending.text}\n{case}"
    if case.kind == "array" and ending.word == "agreed" and (case.positions, case.weights) == ("all", "none"):
        ending = arrays.judge_certificate(case)
        assert ending.word in ("agreed", "refused"), f"{ending.text}\n{case}"


@pytest.mark.parametrize("kind", KINDS_OF_CASES)
def test_what_was_found_of_a_kind_stays_mended(kind: str) -> None:
    for case in found_cases(kind, type(_drawn(kind, 1)[0])):
        ending = KINDS_OF_CASES[kind].judge(case)
        assert ending.word in ("agreed", "refused"), f"{ending.text}\n{case}"


# That it would find something.


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Derived], Derived]], None]:
    """Makes derive give something else than it found."""

    def plant(change: Callable[[Derived], Derived]) -> None:
        whole = families.derive
        monkeypatch.setattr(families, "derive", lambda *asked, **more: change(whole(*asked, **more)))

    return plant


def test_a_small_board_that_is_wrong_is_found_and_made_small(monkeypatch) -> None:
    """A derive that forgets bars of three cells on three rows: all else is left out of the find."""
    whole = families.derive

    def forgetful(rule: PlacementRule, board: str, *asked: str, **more: str) -> Derived:
        if board == "3xn":
            kept = [tuple(piece for piece in one.pieces if piece.text != "X/X/X") for one in rule.colours]
            colours = [replace(one, pieces=own) for one, own in zip(rule.colours, kept, strict=True)]
            rule = replace(rule, colours=tuple(colours))
        return whole(rule, board, *asked, **more)

    monkeypatch.setattr(families, "derive", forgetful)
    sides = {"left": {"pieces": ["XX", "X/X/X"]}, "right": {"pieces": ["X/X"]}}
    case = Case({"name": "Many", **sides, "rules": {"forbid_adjacent": ["LL"]}}, "3xn", "all", "pieces")
    ending = families.judge(case)
    assert ending.word == "wrong"
    assert ending.text.startswith(
        "n = 1: the series has 1 + 2*x, the count has 1 + 3*x, the plain listing has"
    )
    small, again = shrunk(case, ending, families.judge, seconds=120)
    assert (
        again.text == "n = 1: the series has 1, the count has 2, the plain listing has 2, brute_force has 2"
    )
    assert (small.board, small.weights) == ("3xn", "none")
    sides = {"left": {"pieces": ["X/X/X"]}, "right": {"pieces": []}}
    assert small.rule == {"name": "Many", **sides, "rules": {"forbid_adjacent": []}}
    assert as_found(small).endswith("pieces = []\n[rules]\nforbid_adjacent = []\n'''")


def test_crashes_are_finds(planted) -> None:
    case = Case({"name": "Cells", "both": {"pieces": ["X"]}, "rules": {}}, "1xn")

    def crash(found: Derived) -> Derived:
        raise KeyError("nothing there")

    assert families.judge(case).word == "agreed"
    planted(crash)
    ending = families.judge(case)
    assert (ending.word, ending.fault) == ("wrong", "KeyError in crash")


def test_refusals_are_told_apart_by_their_text(planted) -> None:
    def refuse(found: Derived) -> Derived:
        raise LimitError("board '1xn': 17 of 'them' are too many")

    planted(refuse)
    ending = families.judge(Case({"name": "Cells", "both": {"pieces": ["X"]}, "rules": {}}, "1xn"))
    assert (ending.word, ending.text) == ("refused", "LimitError: board '..': # of '..' are too many")


DOMINOES = {"name": "Domineering", "left": {"pieces": ["X/X"]}, "right": {"pieces": ["XX"]}, "rules": {}}
CELLS = {"name": "Node Kayles", "both": {"pieces": ["X"]}, "rules": {"forbid_adjacent": ["LL"]}}
ONES_APART = {
    "name": "Pairs",
    "cells": {"colours": 2, "weight": {"1": "x"}},
    "rules": {"forbid": ["11", "1/1"]},
}
PLANTED = [
    # an engine that answers something else, by what else it is asked
    (orbits.OrbitCase(CELLS, "2x3"), "orbits", {"up_to": "rotations"}),
    (orbits.OrbitCase(CELLS, "cycle:n"), "orbits", {"positions": "maximal"}),
    (optimum.OptimumCase(CELLS, "2xn"), "optimum", {"positions": "maximal"}),
    (optimum.OptimumCase(CELLS, "2x3"), "optimum", {"positions": "maximal"}),
    (sampling.SampleCase(CELLS, "2x2", x="2"), "samples", {"x": 1}),
    (sampling.SampleCase(CELLS, "2x2"), "samples", {"positions": "maximal"}),
    (constants.ConstantCase(ONES_APART, "5", weight="2"), "constant", {"weight": 1}),
    (constants.ConstantCase({"name": "domino-tilings"}, "5", weight="2"), "constant", {"weight": 1}),
    (polynomials.PolynomialCase({"name": "tutte"}, "graph:0,1,2,0-1", name="tutte"), "graph_polynomial",
     {"kind": "potts"}),
    (polynomials.PolynomialCase({"name": "flow"}, "cycle:n", name="flow"), "graph_polynomial",
     {"kind": "chromatic"}),
    (misere.MisereCase({"name": "octal:0.77", "digits": [0, 7, 7]}, "5"), "genus", {"board": 6}),
    (misere.MisereCase({"name": "octal:0.77", "digits": [0, 7, 7]}, "", to=6), "misere_quotient",
     {"game": "octal:0.75"}),
    (scores.ScoreCase(DOMINOES, "1xn"), "scores", {"points": "cells"}),
    (complexes.ComplexCase(CELLS, "2x2"), "legal_complex", {"game": "domineering"}),
]  # fmt: skip


@pytest.mark.parametrize(("case", "name", "change"), PLANTED)
def test_an_answer_to_another_question_is_found(case: Case, name: str, change, monkeypatch) -> None:
    module = importlib.import_module(type(case).__module__)
    engine = getattr(gfkit, name)
    assert module.judge(case).word == "agreed"

    def another(*asked: Any, **more: Any) -> Any:
        return engine(**{**inspect.signature(engine).bind_partial(*asked, **more).arguments, **change})

    monkeypatch.setattr(gfkit, name, another)
    ending = module.judge(case)
    assert ending.word == "wrong"
    assert ending.fault.startswith("wrong: ") or ending.fault in ("smallest", "largest"), ending


# What it runs.


def test_the_generator_makes_everything() -> None:
    """Every kind of rule, family, class, weight and method."""
    made = Counter[str]()
    for number in range(3000):
        case = families.case(generator("families", SEED, number))
        made.update((case.kind, case.word, case.positions, case.weights, case.method))
        pieces = [piece for side in ("left", "right") for piece in case.rule.get(side, {}).get("pieces", [])]
        made["liberties"] += case.rule.get("rules", {}).get("liberties", False)
        made["one colour"] += case.rule.get("cells", {}).get("colours") == 1
        made["holes"] += any("." in piece for piece in pieces)
    words = ["placement", "array", "tiles", "mxn", "nxm", "path:n", "cycle:n", "cylinder:mxn", "cylinder:nxm"]
    words += ["torus:mxn", "torus:nxm", "complete:n", "liberties", "one colour", "holes"]
    words += [*families.CLASSES, "none", "pieces", "players", "auto", "determinant", "modular"]
    assert {word: made[word] for word in words if made[word] < 10} == {}


def test_the_generator_makes_every_array() -> None:
    """Every table, value outside, kind of values, weight, family and board with holes."""
    made = Counter[str]()
    for number in range(2000):
        case = arrays.case(generator("arrays", SEED, number))
        text = rule_file(case.rule)
        made.update((case.weights, *case.rule["cells"], *case.rule["rules"], case.word))
        made.update(
            word
            for word in ("match", "accept", "near", "rows", "all", "size", "median", "border", "last")
            if word in text
        )
        made["holes"] += "#" in case.board
        made["one value"] += case.rule["cells"].get("colours") == 1
        made["a range"] += isinstance(case.rule["cells"].get("values"), str)
    words = [
        "window",
        "near",
        "pin",
        "exactly",
        "count_up_to",
        "new_values",
        "forbid",
        "count",
        "outside",
        "values",
        "colours",
        "weight",
        "holes",
    ]
    words += ["rows", "all", "size", "median", "border", "last", "one value", "a range", "none", "pieces"]
    words += ["players", "mxn", "nxm", "path:n", "cycle:n", "cylinder:mxn", "cylinder:nxm", "torus:mxn"]
    assert {word: made[word] for word in words if made[word] < 8} == {}


def _drawn(kind: str, number: int) -> list[Case]:
    return [KINDS_OF_CASES[kind].case(generator(kind, SEED, k)) for k in range(number)]


EVERYTHING = {
    "orbits": ["symmetry", "rotations", "rectangle", "automorphisms", "none", "pieces", "players",
               "placement", "array", "cover", "pointers", "edges", "orientations", "family", "board", "empty",
               "holes"],
    "optimum": ["placement", "array", "tiles", "cover", "pointers", "edges", "family", "board", "empty",
                "holes", "maximal", "left-ends"],
    "sampling": ["walks", "coupled", "placement", "array", "tiles", "cover", "pointers", "edges",
                 "weights", "empty", "holes"],
    "constants": ["printed", "placement", "array", "weights", "one value", "liberties"],
    "polynomials": ["chromatic", "tutte", "potts", "flow", "reliability", "matching", "independence", "ising",
                    "no edges", "family"],
    "misere": ["octal", "hex", "subtraction", "grundy", "board", "heap", "quotient"],
    "scores": ["pieces", "cells", "room", "passes", "liberties", "family", "board", "holes"],
    "complexes": ["legal", "illegal", "board", "liberties", "holes"],
}  # fmt: skip


def _words(kind: str, case: Case) -> set[str]:
    """What a case is, for the list above."""
    made, data = set(vars_of(case)), case.rule
    made |= {case.kind, "family" if questions.is_family(case.board) else "board"}
    made |= {data["name"].partition(":")[0], case.board.partition("\n")[0]} & {*EVERYTHING[kind]}
    also = {
        "empty": Place(case.board, 0).size == 0 if kind in ("orbits", "optimum") else case.board == "0x3",
        "holes": "#" in case.board,
        "walks": data["name"] == "Walks",
        "coupled": data["name"] == "Coupled dominoes",
        "printed": len(data) == 1,
        "one value": data.get("cells", {}).get("colours") == 1,
        "liberties": bool(data.get("rules", {}).get("liberties")),
        "weights": {"2", "10", "1/3"} & made,
        "passes": getattr(case, "passes", False),
        "no edges": kind == "polynomials" and "-" not in case.board,
        "heap": case.board.isdigit(),
        "quotient": not case.board,
    }
    return made | {word for word, holds in also.items() if holds}


def vars_of(case: Case) -> list[str]:
    """The words in the fields of a case but its rule."""
    return [value for field in fields(case) if isinstance(value := getattr(case, field.name), str)]


@pytest.mark.parametrize("kind", EVERYTHING)
def test_the_generator_makes_all_of_a_kind(kind: str) -> None:
    made = Counter(word for case in _drawn(kind, 1500) for word in _words(kind, case))
    assert {word: made[word] for word in EVERYTHING[kind] if made[word] < 5} == {}


@pytest.mark.parametrize("kind", EVERYTHING)
def test_cases_survive_being_kept(kind: str, monkeypatch, tmp_path) -> None:
    made = _drawn(kind, 20)
    file = tmp_path / "kept.toml"
    file.write_text("\n".join(as_found(case, kind) for case in made), encoding="utf-8")
    monkeypatch.setattr(found, "FILE", file)
    assert found_cases(kind, type(made[0])) == made


def test_the_generator_makes_every_range() -> None:
    """Every form, true on the whole range, from a later n on, and never; sums over nothing among them."""
    made = Counter[str]()
    for number in range(400):
        case = ranges.ranged(generator("ranges", SEED, number))
        true = {None: "false", case.since: "true"}.get(case.holds_from, "later")
        made.update((true, f"{case.form}, {true}"))
        made["undefined"] += any(side.value(case.since) is None for side in (case.left, case.right))
        made["an empty sum"] += "Sum_" in case.text and case.since < case.settled and case.holds(case.since)
        made["an empty sum that differs"] += "Sum_" in case.text and true == "later"
    words = [f"{form}, {true}" for form in ranges.MAKERS for true in ("true", "later", "false")]
    words += ["undefined", "an empty sum", "an empty sum that differs"]
    assert {word: made[word] for word in words if made[word] < 3} == {}


def test_a_range_that_is_not_looked_at_is_found(monkeypatch) -> None:
    """Where what is true later than printed is called proved, a few cases say so."""
    whole = kinds.verify

    def careless(*asked: object, **more: object) -> Verdict:
        found = whole(*asked, **more)
        return replace(found, verdict=Judgement.PROVED) if found.is_later else found

    monkeypatch.setattr(kinds, "verify", careless)
    endings = [kinds.KINDS["ranges"].judge(generator("ranges", SEED, number)) for number in range(40)]
    assert "game later proved" in {ending.fault for ending in endings}


def test_rules_survive_their_files() -> None:
    for number in range(500):
        for data in (rules.rule(random.Random(number)), arrays.rule(random.Random(number))):
            assert read_rule_file(rule_file(data)) == data


def test_a_predicate_that_is_read_wrongly_is_found(monkeypatch) -> None:
    """Where truths come out negated, both listings say so."""
    whole = condition.truths
    monkeypatch.setattr(condition, "truths", lambda *asked: ~whole(*asked))
    rules = {"forbid": [], "window": [{"shape": "ab", "require": "a + b >= 1"}]}
    for board in ("2xn", "..#/..."):
        ending = arrays.judge(Case({"name": "Ones", "cells": {"colours": 2}, "rules": rules}, board))
        assert ending.fault.startswith("wrong: "), ending


def test_every_kind_is_named() -> None:
    assert {*PARTS, *KINDS_OF_CASES} == set(KINDS)
    assert kinds.KINDS["families"].share >= max(kind.share for kind in KINDS.values())


# The plain listing, on what is known without any program.

SNORT = {
    "name": "Snort",
    "left": {"pieces": ["X"]},
    "right": {"pieces": ["X"]},
    "rules": {"forbid_adjacent": ["LR"]},
}
NOGO = {"name": "NoGo", "colours": {"number": 2, "pieces": ["X"]}, "rules": {"liberties": True}}
NO_ONES = {"name": "Independent", "cells": {"colours": 2}, "rules": {"forbid": ["11", "1/1"]}}
COLOURINGS = {"name": "Proper", "cells": {"colours": 3}, "rules": {"forbid": ["aa", "a/a"]}}
DOMINATING = {
    "name": "Dominating sets",
    "cells": {"colours": 2, "weight": {"1": "x"}},
    "rules": {"count": [{"cell": 0, "neighbours": "rook", "of": [1], "allowed": [1, 2, 3, 4]}]},
}
BARS = {
    "name": "Horizontal dominoes",
    "boundary": {"top": [0], "right": [0], "bottom": [0], "left": [0]},
    "tile": [
        {"top": 0, "right": 1, "bottom": 0, "left": 0},
        {"top": 0, "right": 0, "bottom": 0, "left": 1},
    ],
}
KNOWN = [
    # matchings of paths and cycles: Fibonacci and Lucas numbers; independent sets likewise
    (DOMINOES, "1xn", 7, "all", 21),
    (DOMINOES, "2x3", 3, "all", 22),  # matchings of the 2 x 3 grid graph, A030186
    (DOMINOES, "cylinder:nx1", 6, "all", 18),
    (CELLS, "path:n", 5, "all", 13),
    (CELLS, "cycle:n", 6, "all", 18),
    (CELLS, "complete:n", 6, "all", 7),
    (CELLS, "3xn", 3, "all", 63),  # independent sets of the 3 x 3 grid graph, A006506
    (CELLS, "path:n", 4, "maximal", 3),  # maximal independent sets of paths: Padovan numbers
    (SNORT, "path:n", 4, "all", 41),  # Pell-Lucas halves: 1, 3, 7, 17, 41
    (NOGO, "path:n", 2, "all", 5),  # none, or one stone: two stones leave no liberty
    (NOGO, "complete:n", 3, "all", 19),  # all but those without a free cell: 27 - 8
    (NO_ONES, "2xn", 3, "all", 17),  # Pell-Lucas halves again
    (COLOURINGS, "1xn", 4, "all", 24),  # 3 * 2^3
    (COLOURINGS, "cylinder:nx1", 5, "all", 30),  # 2^5 - 2
    (COLOURINGS, "torus:3xn", 3, "all", 12),  # Latin squares of order 3
    (DOMINATING, "complete:n", 5, "all", 31),
    (DOMINATING, "1xn", 4, "all", 9),  # dominating sets of paths: tribonacci-like 1, 3, 5, 9
    (BARS, "2xn", 4, "all", 1),
    (BARS, "2xn", 3, "all", 0),
    (BARS, "torus:3xn", 4, "all", 8),  # each ring of four in two ways
]


@pytest.mark.parametrize(("rule", "board", "n", "positions", "number"), KNOWN)
def test_the_plain_listing_on_known_numbers(rule, board, n, positions, number) -> None:
    assert sum(listed(rule, board, n, positions, most=100_000).values()) == number


def test_the_plain_listing_keeps_weights_and_stops() -> None:
    assert listed(DOMINATING, "path:n", 2, weights="pieces") == {(1,): 2, (2,): 1}
    assert listed(DOMINOES, "2xn", 2, weights="players") == {
        (0, 0): 1,
        (1, 0): 2,
        (0, 1): 2,
        (2, 0): 1,
        (0, 2): 1,
    }
    with pytest.raises(TooManyError):
        listed(COLOURINGS, "4xn", 4, most=1000)


def test_classes_of_the_plain_listing() -> None:
    """On 2 x 2 Left is stuck once a horizontal domino lies, or both vertical ones do; and Right likewise."""
    words = ("left-ends", "right-ends", "maximal")
    assert [sum(listed(DOMINOES, "2xn", 2, word).values()) for word in words] == [4, 4, 2]
