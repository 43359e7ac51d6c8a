"""Well-formed false certificates: each states one query, and proves the counts of another.

Falsehood is known from ``gfkit.brute_force``, play by definition, or small sums of heaps. Both checkers must
reject each; ``data/forged_by_meaning.toml`` lists similar queries of every kind.
"""

import json
import shutil
from contextlib import suppress
from copy import deepcopy
from itertools import islice, permutations

import pytest
from choice import then_slow
from differential import checkers, second, verified
from differential.certificates import WITNESS, expanded, padded, proofs
from differential.forgeries import play_fault, quotient_fault
from engine.rules_of_kinds import EVERY
from json_places import at, plainly
from play.certified import small_ones
from tables import tables

import gfkit
from gfkit.core.boards import parse_board
from gfkit.core.rules import Question, Rule, find_rule
from gfkit.play import certificate as play, heap_certificate
from gfkit.proofs.checker.reading import RefusalError
from gfkit.proofs.saving import counter_certificate, size_certificate

DATA, RULES = tables("forged_by_meaning"), tables("rules_checked")["rules"]
needs_node = pytest.mark.skipif(
    shutil.which("node") is None, reason="Node.js is missing, so three of five checkers did not run"
)
QUICK = ["tiles"]
MADE = {}
"""Certificates of derivations by their query."""
ROOM = 9
"""Cells up to which boards are counted by definition."""
OTHERS = {
    "squares": {"numerator", "denominator", "first_n"},
    "values": {"numerator", "denominator", "first_n"},
    "counters": {
        "numerator", "denominator", "coefficients", "logarithms", "certificate", "equation", "right", "terms",
        "least",
    },
    "periods": {"values", "law", "least", "pieces", "table", "start", "period"},
    "quotients": {"table", "losing", "elements", "period"},
    "octal": {"values", "heap", "period", "law"},
    "play": {"winner", "starts", "nimber", "parts", "strategy", "value", "forms"},
}  # fmt: skip
"""By format the keys of what a file states of its question, and shows it by; all others are the question."""


def rule_named(name):
    return Rule.of({"name": name} | RULES[name]) if name in RULES else EVERY.get(name) or find_rule(name)


def counted(rule, board, sizes, positions="all", weights="none"):
    """Return the counts on small boards by n, each by its definition."""
    boards = {n: parse_board(board.replace("nxn", f"{n}x{n}")) for n in sizes} if "nxn" in board else {}
    if not boards:
        family = parse_board(board)
        boards = {n: family.at(n) for n in sizes if n >= family.first_n}
    return {
        n: padded(gfkit.brute_force(rule, one, positions, weights).polynomial)
        for n, one in boards.items()
        if one.size <= ROOM
    }


def moved(saved, **change):
    """Yield similar fractions: shifted, with other signs, doubled, or with one distant change."""
    above = saved["numerator"]
    yield saved | {"numerator": [[n + 1, i, j, c] for n, i, j, c in above]}
    yield saved | {"numerator": [*above, *deepcopy(above)]}
    yield saved | {"numerator": [*above, *([n + 30, i, j, c] for n, i, j, c in saved["denominator"])]}
    parts = {key: saved[key] for key in ("numerator", "denominator")}
    odd = {key: [[n, i, j, -c if n % 2 else c] for n, i, j, c in part] for key, part in parts.items()}
    yield saved | odd


def forged_fractions(kind):
    """Return, for each query, its certificate with the fraction of each other query with other counts."""
    asked = []
    for text in DATA["neighbours"][kind]:
        name, board, *more = text.rsplit(" ", 3)
        saved = plainly(proofs(rule_named(name), board, *more)) | {"game": "mine", "text": ""}
        asked.append((saved, counted(rule_named(name), board, range(7), *more)))
    for (saved, truth), (other, _) in permutations(asked, 2):
        terms = [*islice(expanded(other), 7)]
        if any(terms[n] != number for n, number in truth.items()):
            yield saved | {key: other[key] for key in ("numerator", "denominator")}
    for saved, truth in asked:
        for one in moved(saved):
            terms, true = ([*islice(expanded(each), 40)] for each in (one, saved))
            assert all(true[n] == number for n, number in truth.items())
            if terms != true:
                yield one


@pytest.mark.parametrize("kind", then_slow(QUICK, 8, *sorted(DATA["neighbours"].keys() - QUICK)))
def test_a_fraction_of_another_query_is_rejected(kind):
    forged = [*forged_fractions(kind)]
    forged += [without_witness(one) | {"version": 4} for one in forged]
    assert len(forged) > 40
    assert not [one for one in forged if second.in_python(one)[0] == 0]
    if shutil.which("node") is None:
        pytest.skip("node is not there: the reader in JavaScript was not asked")
    assert not [one for one in second.in_javascript(forged) if one["code"] == 0]
    current = [one for one in forged if one["version"] == 6]
    for one, said in zip(current, verified.answers(current), strict=True):
        assert said.code in (1, 2), said  # 2: with weights that the query lacks
        assert said.code == 2 or verified.has_claim(one) or kind == "cover", said


# Other formats ----------------------------------------------------------------------------------------------


def in_values(board, values, rules, n):
    """Return the number of arrays with the values of one n."""
    told = {"name": "R", "cells": {"values": values.replace("n", str(n))}, "rules": rules}
    return padded(gfkit.brute_force(Rule.of(told), parse_board(board)).polynomial)


def with_sum(board, text, shape, numbers, values):
    """Return a rule with a sum over the whole board, and its board."""
    says = {"exactly": [{"shapes": [shape], "sum": text, "number": numbers}]}
    return Rule.of({"name": "R", "cells": {"values": values}, "rules": says}), board


def played(made, game, board):
    asked = Question.of(game, board)
    if made == "winner":
        return play.outcomes_certificate(asked, gfkit.outcomes(asked))
    if made == "value":
        return play.value_certificate(asked, gfkit.value(asked))
    return play.nim_certificate(asked, gfkit.nim(asked))


def questions(form):
    """Yield the true certificates of a format, each with initial counts if its boards are counted."""
    for row in DATA["others"][form]:
        if form == "squares":
            name, board, pieces = row
            sizes = range(3 if board.startswith(("torus", "cylinder")) else 1, 4)
            totals = counted(name, board, sizes, weights="pieces")
            truth = {n: {(0, 0): c} if (c := total.get((pieces, 0))) else {} for n, total in totals.items()}
            yield size_certificate(gfkit.derive_on_squares(name, board, pieces)), truth
        elif form == "values":
            board, values, rules = row
            rule = Rule.of({"name": "R", "cells": {"values": values}, "rules": rules})
            law = gfkit.derive_in_values(rule, board, values)
            yield size_certificate(law), {n: in_values(*row, n) for n in (1, 2, 3)}
        elif form == "counters":
            rule, board = with_sum(*row)
            yield counter_certificate(gfkit.derive(rule, board)), counted(rule, board, range(7))
        elif form == "periods":
            asked = Question.of(*row.split())
            found = gfkit.nim(asked, to=9)
            yield heap_certificate.period_certificate(asked, found), dict(enumerate(found.values))
        elif form == "quotients":
            yield heap_certificate.quotient_certificate(gfkit.misere_quotient(row)), {}
        else:
            yield (play.heap_certificate(gfkit.nim(row)) if form == "octal" else played(*row.split())), {}


def proof_of_another(saved, other, keys):
    """Return a certificate with the query of one certificate and the proof of another."""
    taken = {key: other[key] for key in keys & other.keys()}
    forged = {key: saved[key] for key in saved.keys() - keys} | taken
    if "boards" in saved:
        pairs = zip(saved["boards"], other["boards"], strict=True)
        forged["boards"] = [proof_of_another(*pair, keys) for pair in pairs]
    return deepcopy(forged)


def is_false(form, forged, truth):
    """Return True if the statement of a forged certificate is false by definition."""
    if form in ("squares", "values", "counters"):
        first = forged["first_n"]
        terms = [{}] * first + [{(0, 0): c} if c else {} for c in forged.get("terms", ())]
        if form != "counters":
            terms = [*islice(expanded({**forged, "version": 5}), 8)]
        return any(terms[n] != number for n, number in truth.items() if first <= n < len(terms))
    if form == "periods":
        return any(truth.get(n, value) != value for n, value in enumerate(forged["values"]))
    try:
        return (quotient_fault if form == "quotients" else play_fault)(forged) is not None
    except (IndexError, KeyError):  # it refers to heaps or cells that it does not contain
        return True


@pytest.mark.parametrize("form", then_slow([*[*OTHERS][1:5], "play"], 8, "squares", "octal"))
def test_proofs_of_other_queries_are_rejected(form):
    asked = [(plainly(saved) | {"game": "mine"}, truth) for saved, truth in questions(form)]
    forged = [
        (proof_of_another(saved, other, OTHERS[form]), truth)
        for (saved, truth), (other, _) in permutations(asked, 2)
        if saved.get("claim") == other.get("claim")
    ]
    false = [one for one, truth in forged if is_false(form, one, truth)]
    assert len(false) >= 20
    assert not [one for one in false if second.in_python(one)[0] == 0]


# Changed in places ------------------------------------------------------------------------------------------


def with_nulls(value):
    """Return a value of a table, in which null is a string."""
    if isinstance(value, dict):
        return {key: with_nulls(part) for key, part in value.items()}
    if isinstance(value, list):
        return [*map(with_nulls, value)]
    return None if value == "null" else value


def put(saved, places):
    """Return the certificate with replaced values, and with the constraints of its rule, if any."""
    saved = deepcopy(saved)
    for way, new in places.items():
        *path, last = (int(key) if key.isdigit() else key for key in way.split())
        at(saved, path)[last] = with_nulls(new)
    if "system" in saved:
        with suppress(RefusalError, KeyError, TypeError, ValueError):
            system = plainly(second.system_in(saved).data())
            saved |= {"system": system, "sizes": [], "debts": [], "states": []}
    return saved


def without_witness(saved):
    return {key: part for key, part in saved.items() if key not in WITNESS}


def put_in(rows):
    """Yield the certificates of rows of ``[changed]`` and ``[true]``, and the expected verdicts."""
    for text, places, due in rows:
        name, *asked = text.rsplit(" ", 3)
        bases = MADE if len(asked) == 3 else small_ones()
        if text not in bases:
            bases[text] = plainly(proofs(rule_named(name), *asked)) | {"game": "mine", "text": ""}
        assert second.in_python(bases[text])[0] == 0, text
        yield bases[text], put(bases[text], places), due


@needs_node
@pytest.mark.parametrize("part", then_slow([0], 5, *range(1, 6)))
@pytest.mark.parametrize("kind", then_slow(sorted({*DATA["changed"]} - {"family"}), 4, "family"))
def test_certificates_changed_in_one_value_are_rejected(kind, part):
    """Run each of the five checkers; a checker that does not cover a format has a separate code."""
    rows = DATA["changed"][kind][part::6]
    given = [*put_in(rows)]
    for true, one, due in given:
        assert json.dumps(without_witness(one)) != json.dumps(without_witness(true))
        assert "0" not in due
        if type(one["version"]) is int and one["version"] == 6:
            assert second.in_python(without_witness(one) | {"version": 4})[0]
    told = checkers.verdicts([one for _, one, _ in given])
    assert not [(row, said) for row, said, (*_, due) in zip(rows, told, given, strict=True) if said != due]


@needs_node
def test_certificates_that_remain_true_are_proved():
    rows = DATA["true"]["changed"]
    told = checkers.verdicts([one for _, one, _ in put_in(rows)])
    assert not [(row, said) for row, said in zip(rows, told, strict=True) if said != row[2]]
    assert all(said.startswith("00") for said in told)
