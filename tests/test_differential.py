"""Differential tests: random cases of every kind, earlier failures, and the detection of inserted errors.

The reference is ``differential``, which shares no code with gfkit: listing by the definitions in
``differential/plain.py``, play, eigenvalues, statements true by construction; known numbers are in print.
"""

from __future__ import annotations

import inspect
import json
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import choice
import pytest
from differential import arrays, entries, families, forgeries, formulas, kinds, ranges, running
from differential.case import Case, as_found, found_cases, judged
from differential.plain import TooManyError, listed
from differential.shrink import shrunk
from json_places import plainly
from tables import tables

import gfkit
from gfkit.claims.judge import Judgement, Verdict
from gfkit.core.engine import Derived
from gfkit.core.engine.machine import automata
from gfkit.core.errors import LimitError
from gfkit.core.rules import expression
from gfkit.core.rules.kinds.placement.rule import PlacementRule
from gfkit.proofs import certify_file

QUICK = {
    "families": 2, "arrays": 1, "covers": 2, "hanging": 1, "formulas": 12, "entries": 2, "ranges": 12,
    "certificates": 2, "play": 5, "orbits": 2, "optimum": 1, "sampling": 1, "constants": 1,
    "polynomials": 3, "misere": 3, "sizes": 3, "forgeries": 12, "large": 3, "printed": 6, "stated": 4,
    "inserted": 12, "commands": 4, "paths": 3, "labels": 4,
}  # fmt: skip
"""How many cases of each kind run with make test, in a quarter of a second; 15 times as many are slow."""
_OWN = ("orbits", "optimum", "sampling", "constants", "polynomials", "misere")
CASES = {kind: type(kinds.case(kind, "fixed", 0)) for kind in _OWN}
"""Kinds whose cases have a form of their own, and stand in a table of their own."""


@pytest.mark.parametrize("kind", kinds.SHARES)
@pytest.mark.parametrize("part", ["quick", pytest.param("slow", marks=pytest.mark.slow(4))])
def test_random_cases_have_no_discrepancy(kind: str, part: str) -> None:
    """Run a fixed number of random cases, independent of the load; another seed draws other cases."""
    numbers = range(QUICK[kind]) if part == "quick" else range(QUICK[kind], 16 * QUICK[kind])
    tally = running.run_some(kind, choice.SEED, numbers)
    said = "\n\n".join(f"{where}: {text}" for text, where in tally.found.items())
    assert not tally.counts["wrong"], said
    assert tally.counts["agreed"] >= len(numbers) // 3, tally


LONG = ("In order", "Dead from the second column on")


@pytest.mark.parametrize("is_slow", [False, pytest.param(True, marks=pytest.mark.slow(9))])
def test_earlier_failures_do_not_recur(is_slow: bool) -> None:
    """Arrays in print with their certificates, some of which were wrong too."""
    for kind, made in [("families", Case), *CASES.items()]:
        for one in found_cases(kind, made):
            if (one.rule["name"] in LONG) == is_slow:
                ending = kinds.judge(kind, one)
                assert ending.word in ("agreed", "refused"), f"{ending.text}\n{one}"
                if one.kind == "array" and ending.word == "agreed" and one.asked() == {}:
                    ending = judged(one, [], lambda made: (1, [arrays.certified(made)]))
                    assert ending.word in ("agreed", "refused"), f"{ending.text}\n{one}"


KNOWN = tables("differential_known")
RULES = KNOWN["rules"]


# That it would find something.


def test_a_wrong_count_is_detected_and_reduced(monkeypatch) -> None:
    """A derive that forgets bars of three cells on three rows: all else is left out of the find."""
    whole = families.derive

    def forgetful(rule: PlacementRule, board: str, *asked: str, **more: str) -> Derived:
        if board == "3xn":
            kept = [tuple(piece for piece in one.pieces if piece.text != "X/X/X") for one in rule.colours]
            colours = [replace(one, pieces=own) for one, own in zip(rule.colours, kept, strict=True)]
            rule = replace(rule, colours=tuple(colours))
        return whole(rule, board, *asked, **more)

    monkeypatch.setattr(families, "derive", forgetful)
    sides = {"left": {"pieces": ["XX", "X/X/X"]}, "right": {"pieces": []}}
    made = Case({"name": "Many", **sides, "rules": {"forbid_adjacent": ["LL"]}}, "3xn", "all", "pieces")
    ending = kinds.judge("families", made)
    start = "n = 1: the series has 1, the count has 1 + x, the plain listing has"
    assert (ending.word, ending.text[: len(start)]) == ("wrong", start)
    small, again = shrunk(made, ending, lambda one: kinds.judge("families", one), seconds=120)
    end = "the count has 2, the plain listing has 2, brute_force has 2"
    assert again.text == f"n = 1: the series has 1, {end}"
    assert (small.board, small.weights) == ("3xn", "none")
    sides = {"left": {"pieces": ["X/X/X"]}, "right": {"pieces": []}}
    assert small.rule == {"name": "Many", **sides}
    assert as_found(small).endswith("right = { pieces = [] }\n'''")


def test_crashes_are_failures_and_rejections_are_classified(monkeypatch) -> None:
    made = Case(RULES["cells"], "1xn")
    assert kinds.judge("families", made).word == "agreed"
    refusal = LimitError("board '1xn': 17 of 'them' are too many")
    for error, word in ((KeyError("nothing there"), "wrong"), (refusal, "refused")):

        def crash(*_: Any, error: Exception = error, **__: Any) -> None:
            raise error

        monkeypatch.setattr(families, "derive", crash)
        ending = kinds.judge("families", made)
        assert ending.word == word
        assert "KeyError in crash" in ending.fault or word == "refused"
    assert ending.text == "LimitError: board '..': # of '..' are too many"


def test_a_result_of_another_query_is_detected() -> None:
    """Insert an engine that returns the result of another query."""
    for kind, rule, board, asked, name, change in choice.some_of(KNOWN["planted"], step=2):
        made = CASES.get(kind, Case)(RULES[rule], board, **asked)
        engine = getattr(gfkit, name)

        def another(*given: Any, engine: Any = engine, change: Any = change, **more: Any) -> Any:
            return engine(**{**inspect.signature(engine).bind_partial(*given, **more).arguments, **change})

        assert kinds.judge(kind, made).word == "agreed", (kind, board)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(gfkit, name, another)
            ending = kinds.judge(kind, made)
        assert ending.word == "wrong", (kind, board, change)
        assert ending.fault.startswith("wrong: ") or ending.fault in ("smallest", "largest"), ending


def test_a_wrongly_parsed_predicate_is_detected(monkeypatch) -> None:
    """If predicates are negated, both listings detect it."""
    whole = expression.truths
    automata.forget_automata()
    monkeypatch.setattr(expression, "truths", lambda *asked: [not truth for truth in whole(*asked)])
    rules = {"forbid": [], "window": [{"shape": "ab", "require": "a + b >= 1"}]}
    for board in ("2xn", "..#/..."):
        ending = kinds.judge("arrays", Case({"name": "Ones", "cells": {"colours": 2}, "rules": rules}, board))
        assert ending.fault.startswith("wrong: "), ending
    automata.forget_automata()


def test_wrong_verdicts_are_detected(monkeypatch) -> None:
    """If a false statement, or one true only later, is called proved, a few cases detect it."""
    whole = ranges.verify

    def careless(*asked: object, **more: object) -> Verdict:
        found = whole(*asked, **more)
        return replace(found, verdict=Judgement.PROVED) if found.is_later else found

    monkeypatch.setattr(ranges, "verify", careless)
    assert "game later proved" in {running.one("ranges", "fixed", number).fault for number in range(8)}
    monkeypatch.setattr(formulas, "verify", lambda *_, **__: SimpleNamespace(verdict="proved"))
    assert "False proved" in {running.one("formulas", "fixed", number).fault for number in range(3)}
    said, read = SimpleNamespace(verdict=SimpleNamespace(value="confirmed"), line=""), entries.confirm
    confirmed = lambda *asked: SimpleNamespace(lines=[said for _ in read(*asked).lines])  # noqa: E731
    monkeypatch.setattr(entries, "confirm", confirmed)
    faults = {running.one("entries", "fixed", number).fault for number in range(8)}
    assert faults & {"false confirmed", "later confirmed", "cannot say confirmed"}


# Forged certificates.


@pytest.mark.parametrize("step", [2001, pytest.param(701, marks=pytest.mark.slow(15))])
def test_every_field_of_a_certificate_is_checked(tmp_path, step: int) -> None:
    """Delete each part of each kind, and replace it by each arbitrary value; here one of many."""
    path, faults = tmp_path / "changed.json", {}
    for name in forgeries.NAMES:
        true = forgeries.true_one(name)
        path.write_text(json.dumps(true))
        assert certify_file(path).ok, name
        for text, content in forgeries.every_change(name, 7, step):
            path.write_bytes(content)
            faults[text] = forgeries.faults_of(path, true)
    assert len(faults) > 40
    assert not any(faults.values()), {text: wrong for text, wrong in faults.items() if wrong}


def test_false_statements_of_certificates_are_detected(tmp_path, monkeypatch) -> None:
    """A checker that accepts everything would admit another outcome, value, period or product."""
    path, seen = tmp_path / "changed.json", {}

    class Accepts:
        ok, proved, game, boards, status, reason, lines = True, True, "", "", "proved", "", ()
        of_rule = True
        as_json = dict

    monkeypatch.setattr(forgeries, "certify_file", lambda *_: Accepts())
    changes = {
        "outcomes cram 2x2": lambda saved: saved["boards"][0].update(winner="left"),
        "nim cram 3x3": lambda saved: saved["boards"][0].update(nimber=5),
        "value cram 2x2": lambda saved: saved["boards"][0].update(value=1),
        "nim octal:0.77": lambda saved: saved["values"].__setitem__(3, 9),
        "nim node-kayles path:n --to 6": lambda saved: saved["values"].__setitem__(3, 9),
        "nim octal:0.75 --misere": lambda saved: saved["losing"].clear(),
        "derive octal:0.13 1xn --by outcome": lambda saved: saved.update(nimber=1),
        "derive node-kayles 2xn --by outcome": lambda saved: saved["terms"].__setitem__(3, 7),
        "domineering 1xn all none": lambda saved: saved["numerator"][0].__setitem__(3, "0x7"),
        "constant nogo --width 3": lambda saved: saved.update(symmetric="rows"),
    }
    for name, change in changes.items():
        saved = plainly(forgeries.true_one(name))
        change(saved)
        path.write_text(json.dumps(saved))
        seen[name] = forgeries.faults_of(path, forgeries.true_one(name))
    assert all(seen.values()), seen


# The plain listing, compared with values known without a program.


def test_the_plain_listing_on_known_numbers() -> None:
    for rule, board, n, positions, number in KNOWN["known"]:
        found = sum(listed(RULES[rule], board, n, positions, most=100_000).values())
        assert found == number, (rule, board, n, positions)


def test_the_plain_listing_keeps_weights_and_stops() -> None:
    assert listed(RULES["dominating"], "path:n", 2, weights="pieces") == {(1,): 2, (2,): 1}
    by_players = {(0, 0): 1, (1, 0): 2, (0, 1): 2, (2, 0): 1, (0, 2): 1}
    assert listed(RULES["dominoes"], "2xn", 2, weights="players") == by_players
    with pytest.raises(TooManyError):
        listed(RULES["colourings"], "4xn", 4, most=1000)
