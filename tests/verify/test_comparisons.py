"""Certificates of equal numbers of two rules: true ones are proved, and no false one is.

False ones are changed in their meaning. Arrays are listed from the blocks, without the program.
"""

from __future__ import annotations

import json

from choice import drawn
from cli.calling import call
from engine.blocks import BINARY, as_rule, table

import gfkit
from gfkit.proofs.checker.program import check_certificate
from gfkit.proofs.checker.reading import RefusalError
from gfkit.proofs.plain import plain_rule
from gfkit.proofs.saving import certificate_of
from gfkit.questions.twins.blocks import BlockRule, corner_partners, rule_of_code
from gfkit.rules import Rule, find_rule


def certificate(one, other):
    return json.loads(json.dumps(certificate_of(gfkit.compare(one, other))))


def is_accepted(changed):
    try:
        return check_certificate(changed).proved
    except RefusalError:
        return False


def proved_pairs():
    """Two rules with recurrences of orders 10 and 12, and two that the corner lemma identifies."""
    rule = rule_of_code("1010100011111111")
    other = next(one for one in corner_partners(rule) if one != rule)
    return [(rule_of_code("0000001100111100"), rule_of_code("0000011010010110")), (rule, other)]


def test_certificates_are_checked_from_the_rules(tmp_path):
    assert check_certificate(certificate("col", "snort")).proved
    for pair in proved_pairs():
        assert check_certificate(certificate(*map(as_rule, pair))).proved
    file = tmp_path / "equal.json"
    call("compare", "col", "snort", "--save", file)
    assert "Col and Snort" in call("certify", file).out
    renamed = json.loads(file.read_text()) | {"games": ["col", "col"]}
    file.write_text(json.dumps(renamed))
    said = call("certify", file, code=2)
    assert "differs from that game" in said.err + said.out
    assert (
        "no certificate" in call("compare", "cram", "domineering", "--save", tmp_path / "x.json", code=2).err
    )


def test_rules_beyond_blocks_are_refused():
    """Each is equal to itself on every board, but is no rule of blocks."""
    plain = as_rule(rule_of_code("1010100011111111"))
    good = certificate(plain, plain)
    for rule in (
        Rule.array(colours=2, forbid=["111"]),
        Rule.array(colours=2, forbid=["11"], outside=1),
        Rule.array(colours=2, forbid=["11"], pin=[("first", "x == 0")]),
        Rule.array(colours=2, near=[("rook", "x == 0 or sum(near) < 2")]),
        find_rule("domineering"),
        find_rule("nogo"),
    ):
        assert not is_accepted(good | {"rules": [plain_rule(rule)] * 2}), rule.name


def test_false_certificates_are_refused():
    """Changed rules, blocks, machines and coefficients; what is accepted has equal numbers by listing."""
    random, tried, accepted = drawn("false comparisons"), 0, 0
    texts = [certificate("col", "snort")]
    texts += [certificate(*map(as_rule, pair)) for pair in proved_pairs()]
    others = [plain_rule(find_rule(name)) for name in ("kings", "independent-sets")]
    assert not is_accepted(texts[1] | {"rules": others, "steps": []})
    for _ in range(60):
        changed = json.loads(json.dumps(random.choice(texts)))
        step = random.choice(changed["steps"])
        match random.randrange(5):
            case 0:
                windows = changed["rules"][random.randrange(2)].get("forbid") or [None]
                windows.pop(random.randrange(len(windows)))
            case 1:
                step["allowed"].pop(random.randrange(len(step["allowed"])))
            case 2:
                step["lemma"] = random.choice(["symmetry", "corner", "machines", "recurrences"])
            case 3:
                changed["steps"].remove(step)
            case _:
                for key, value in step.items():
                    if key == "coefficients":
                        random.choice(value)[0][0] += 1
                    elif key in ("odd", "even"):
                        random.choice(value["outputs"]).reverse()
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
