"""Certificates of equal numbers of two rules: true ones are proved, and no false one is.

False ones are changed in their meaning. Arrays are listed from the blocks, without the program.
"""

from __future__ import annotations

import json
from functools import cache

import pytest
from choice import drawn, some_of
from cli.calling import call
from engine.blocks import BINARY, as_rule, table
from engine.distances import distances, profile, profiles
from engine.test_compare import WHOLE
from engine.test_compare_graphs import FALSE, HAS_PART
from refusals import is_accepted

import gfkit
from gfkit.core.rules import Rule, find_rule
from gfkit.proofs.checker.program import check_certificate
from gfkit.proofs.plain import plain_rule
from gfkit.proofs.saving import certificate_of
from gfkit.questions.twins.blocks import BlockRule, corner_partners, rule_of_code
from gfkit.questions.twins.graphs import connected_graphs


def certificate(one, other):
    return json.loads(text_of(one, other))


@cache
def text_of(one, other):
    return json.dumps(certificate_of(gfkit.compare(one, other)))


def proved_pairs():
    """Return rules with recurrences of orders 10 and 12, with relations, and with a uniform corner."""
    rule = rule_of_code("1010100011111111")
    other = next(one for one in corner_partners(rule) if one != rule)
    codes = [("0000001100111100", "0000011010010110"), ("0001011010111100", "1000011011010011")]
    return [*(tuple(map(rule_of_code, pair)) for pair in codes), (rule, other)]


def test_certificates_are_checked_from_the_rules(tmp_path):
    assert check_certificate(certificate("col", "snort")).proved
    for pair in some_of(proved_pairs(), 1):
        assert check_certificate(certificate(*map(as_rule, pair))).proved
    file = tmp_path / "equal.json"
    call("compare", "col", "snort", "--save", file)
    assert "built-in: col and snort" in call("certify", file).out
    renamed = json.loads(file.read_text()) | {"games": ["col", "col"]}
    file.write_text(json.dumps(renamed))
    said = call("certify", file, code=2)
    assert "differs from that game" in said.err + said.out
    said = call("compare", "cram", "domineering", "--save", tmp_path / "x.json", code=2)
    assert "no certificate" in said.err


def on_graphs(one, other, name, step):
    """Return a certificate that claims equal numbers of two distance games on a class of graphs."""
    rules = [plain_rule(distances(*game)) for game in (one, other)]
    head = {"format": "gfkit-comparison", "version": 1, "on": name, "games": ["a", "b"], "texts": ["", ""]}
    return json.loads(json.dumps(head | {"rules": rules, "steps": [step]}))


T, C, H, X = (
    (((2,), (1, 2), (2,)), ((1, 2), (2,), (1, 2))),
    (((3,), (1, 3), (2, 3)), ((1, 3), (3,), (1, 2, 3))),
    (((2,), (1, 2, 3), (2,)), ((1, 2), (2, 3), (1, 2))),
    (((1,), (), (1,)), ((), (1,), ())),
)
CLASS_STEPS = [
    ("triangle-free", {"lemma": "components", "except": []}, *T),
    ("all", {"lemma": "components", "except": [3]}, *T),
    ("trees", {"lemma": "components", "except": []}, *C),
    ("bipartite", {"lemma": "components", "except": [2, 2]}, *C),
    ("trees", {"lemma": "forests", "except": []}, *H),
    ("bipartite", {"lemma": "exchange", "except": [], "maps": [[0, 1, 2], [0, 2, 1]]}, *X),
]


def holds_on(name, step, one, other):
    """Return True if the statement holds on all graphs of at most six vertices."""
    for graph, numbers in listed_graphs(name):
        differs = bool(step["except"]) and HAS_PART[tuple(step["except"])](graph)
        if int(sum(profile(numbers, one)) != sum(profile(numbers, other))) != differs:
            return False
    return True


@cache
def listed_graphs(name):
    return [(graph, profiles(graph)) for graph in connected_graphs(name, 6)]


def test_false_certificates_on_graphs_are_rejected():
    """Accepted statements about drawn games hold on small graphs; the false coincidences are refused."""
    random, accepted = drawn("false comparisons on graphs"), 0
    for name, step, one, other in CLASS_STEPS:
        assert is_accepted(on_graphs(one, other, name, step)), (name, step)
        assert is_accepted(on_graphs(other, one, name, step)), (name, step)
        for changed in ("all", "triangle-free", "bipartite", "trees", "paths"):
            if is_accepted(on_graphs(one, other, changed, step)):
                assert holds_on(changed, step, one, other)
    for _ in some_of(range(2500), 300):
        name, step, one, other = random.choice(CLASS_STEPS)
        step = step | {"except": random.choice([step["except"], [], [2], [3], [2, 2]])}
        if random.random() < 0.2:
            step |= {"lemma": random.choice(["components", "forests", "exchange"])}
        games = [[{*own} for own in game] for game in (one, other)]
        for _ in range(random.choice((0, 1, 1, 2, 4))):  # one distance is added to a set, or removed
            changed = random.choice(random.choice(games))
            changed ^= {random.choice((1, 2, 3))}
        one, other = (tuple(tuple(sorted(own)) for own in game) for game in games)
        if is_accepted(on_graphs(one, other, name, step)):
            accepted += 1
            assert holds_on(name, step, one, other), (name, step, one, other)
    assert accepted > 10
    for one, other, _, _ in FALSE:
        for name, step, _, _ in CLASS_STEPS:
            if name != "trees" or len(other[2]) == 3:
                assert not is_accepted(on_graphs(one, other, name, step)), (name, step)


def test_rules_that_are_not_about_distances_are_rejected():
    """Liberties, larger pieces, offsets and arrays have no part in the theorems on graphs."""
    step = {"lemma": "exchange", "except": [], "maps": [[0, 1, 2], [0, 1, 2]]}
    good = on_graphs(((1,), (), (1,)), ((1,), (), (1,)), "all", step)
    assert is_accepted(good)
    for name in ("nogo", "domineering", "independent-sets"):
        assert not is_accepted(good | {"rules": [plain_rule(find_rule(name))] * 2}), name
    offset = good["rules"][0]["apart"] + [{"pairs": [[0, 0]], "distances": [], "neighbours": [[1, 1]]}]
    assert not is_accepted(good | {"rules": [good["rules"][0] | {"apart": offset}] * 2})
    assert not is_accepted(good | {"on": "paths"})


def test_certificates_of_equal_polynomials():
    """A lemma that does not keep weights proves equal counts only."""
    good = json.loads(json.dumps(certificate_of(gfkit.compare("col", "snort", weights="pieces"))))
    assert "of weight k" in check_certificate(good).statement
    for pair in some_of(proved_pairs()[::-1], 2):
        plain = certificate(*map(as_rule, pair))
        for rule in plain["rules"]:
            rule["weights"] = [[0, 0], [1, 0]]
        assert is_accepted(plain)
        assert not is_accepted(plain | {"weights": ["x"]})
    assert not is_accepted(good | {"weights": ["x", "y"]})
    old = {key: value for key, value in certificate("col", "snort").items() if key != "weights"}
    assert is_accepted(old)


@pytest.mark.slow(3)
def test_windows_of_2x3_cells():
    """Rotated windows have equal numbers. Others, or values in place of parts, are no proof."""
    for text, wide in some_of([("110", 3), ("1.1/0.0", 3), ("11/10/00", 2)], 1):
        pair = [Rule.array(colours=2, forbid=[text[::turn]]) for turn in (1, -1)]
        good = certificate(*pair)
        assert f"n >= {wide}" in check_certificate(good).statement
        free = plain_rule(Rule.array(colours=2))
        windows = [{"window": window} for window in ([2, 2], good["window"][::-1], [3, 3], [1, 3], [])]
        rules = [{"rules": rules} for rules in ([good["rules"][0], free], [free, good["rules"][1]])]
        assert not any(is_accepted(good | change) for change in (*windows, *rules, {"weights": ["x"]}))


def test_rules_beyond_blocks_are_rejected():
    """Each is equal to itself on every board, but is not a rule of blocks."""
    plain = as_rule(rule_of_code("1010100011111111"))
    good = certificate(plain, plain)
    for rule in (*WHOLE, Rule.array(colours=2, near=[("rook", "x == 0 or sum(near) < 2")])):
        assert not is_accepted(good | {"rules": [plain_rule(rule)] * 2}), rule.name
    # A single cell is 0 under both rules; larger boards are free under the first, 0 under the second.
    lone = Rule.array(colours=2, near=[("rook", "x == 0 or size(near) > 0")])
    pair = [plain_rule(lone), plain_rule(Rule.array(colours=2, forbid=["1"]))]
    assert not is_accepted(good | {"rules": pair, "steps": []})
    assert is_accepted(good | {"rules": [pair[0], plain_rule(Rule.array(colours=2))], "steps": []})


def test_false_certificates_are_rejected():
    """Change rules, blocks, automata and coefficients; accepted certificates have equal counts by listing."""
    random, tried, accepted = drawn("false comparisons"), 0, 0
    texts = [certificate("col", "snort")]
    texts += [certificate(*map(as_rule, pair)) for pair in proved_pairs()]
    others = [plain_rule(find_rule(name)) for name in ("kings", "independent-sets")]
    assert not is_accepted(texts[1] | {"rules": others, "steps": []})
    # A block is omitted at a uniform corner, or moved where one hypothesis of the corner lemma fails.
    moved = [("1010100011111111", [0]), ("0000010110101010", [7, 15])]
    moved += [("0101010010000001", [4, 12]), ("1111111110111111", [6, 14])]
    for one, places in ((rule_of_code(code), places) for code, places in moved):
        other = BlockRule(2, one.allowed ^ {BINARY[place] for place in places})
        assert table(one) != table(other)
        rules = [plain_rule(as_rule(rule)) for rule in (one, other)]
        step = {"lemma": "corner", "allowed": [*map(list, other.allowed)]}
        assert not is_accepted(texts[-1] | {"rules": rules, "steps": [step]})
    for _ in some_of(range(60), 8):
        changed = json.loads(json.dumps(random.choice(texts)))
        step = random.choice(changed["steps"])
        match random.randrange(5):
            case 0:
                windows = changed["rules"][random.randrange(2)].get("forbid") or [None]
                windows.pop(random.randrange(len(windows)))
            case 1:
                step["allowed"].pop(random.randrange(len(step["allowed"])))
            case 2:
                step["lemma"] = random.choice(["symmetry", "corner", "balance", "recurrences"])
            case 3:
                changed["steps"].remove(step)
            case _:
                for key, value in step.items():
                    if key == "coefficients":
                        random.choice(value)[0][0] += 1
                    elif key in ("odd", "even"):
                        random.choice(value["outputs"]).reverse()
                    elif key == "relations":
                        random.choice(random.choice(value))[0][0] += 1
        tried += 1
        if is_accepted(changed):
            accepted += 1
            windows = [rule.get("forbid", []) for rule in changed["rules"]]
            rules = [
                BlockRule(2, frozenset(b for b in BINARY if not any(matches(w, b) for w in own)))
                for own in windows
            ]
            assert table(rules[0]) == table(rules[1]) or not any(windows)
    assert accepted < tried / 3


def matches(window, block):
    return all(str(block[2 * row + col]) == mark for row, col, mark in window)
