"""Certificates of fractions: sweeps agree with brute force, true ones are accepted, changed ones rejected.

The reference is ``gfkit.brute_force`` over all configurations, by ``differential.certificates``, which also
makes random rules and random changes.
"""

import json
from contextlib import suppress
from copy import deepcopy
from itertools import combinations_with_replacement, islice, permutations, product
from pathlib import Path

import pytest
from choice import EVERY, sample, some_of, then_slow
from cli.calling import call, told
from differential import certificates as differential
from engine.rules_of_kinds import ARROWS, EDGES, SQUARED, VALUES
from json_places import plainly
from known_sequences import recurrent
from tables import FOLDER, lines, tables

import gfkit
from gfkit.core.errors import InputError, LimitError, MismatchError
from gfkit.core.rules import Rule, find_rule
from gfkit.proofs import certificate_of, certify_file, check, save_derived
from gfkit.proofs.checker import fractions, predicates, program, reading
from gfkit.proofs.plain import named_rule, plain_rule

DATA = tables("verify_cases")["rule_certificate"]
RULES = tables("rules_checked")


def saved(game, board, positions="all", weights="none"):
    return differential.proofs(game, board, positions, weights)


def claimed(rule, board, top, bottom, positions="all"):
    """Return the statement of a fraction in an old file, which contains no states."""
    asked = differential.asked(rule, board, positions, "none") | {"game": "mine"}
    return {"format": "gfkit-certificate", "version": 5, **asked, "numerator": top, "denominator": bottom}


def refusal_of(certificate, most=10**8):
    with pytest.raises(reading.RefusalError) as refusal:
        program.check_certificate(certificate, most)
    return refusal.value


def question_of(text):
    """Return the rule, the board and the positions of a string such as ``far moves 2xn all``."""
    name, *asked = text.rsplit(" ", 2)
    if name in RULES["rules"]:
        return Rule.of({"name": name} | RULES["rules"][name]), *asked
    return (EDGES | ARROWS | VALUES | SQUARED).get(name) or find_rule(name), *asked


# Sweeps -----------------------------------------------------------------------------------------------------


TEXTS = [*RULES["machines"], *RULES["graphs"]]


@pytest.mark.parametrize(
    "some", then_slow([TEXTS[k::5] for k in range(5)], 2.5, *([one] for one in RULES["wide"]))
)
def test_sweeps_of_every_constraint_agree_with_brute_force(some):
    """With both weights; cyclic families, hubs, graphs, orientations, connectivity, totals, liberties."""
    for text in some_of(some, 1):
        assert differential.MachineCase(*question_of(text), "players", cells=6).failure(least=2) is None


def test_boards_of_every_rule_of_a_kind_agree_with_brute_force():
    rules = [*EDGES.values(), *ARROWS.values(), *VALUES.values()]
    for number, rule in [*enumerate(rules)][:: 1 if EVERY else 2]:
        board = ("2xn", "cycle:n", "path:n")[number % 3]
        assert differential.MachineCase(rule, board, "all", "players", cells=5).failure(least=3) is None


def test_small_boards_with_two_interacting_ends():
    """Fractions right for all large n and wrong for the smallest; the right ones agree with listing."""
    for given, board, wrong, right in RULES["ends"]:
        rule = Rule.of({"name": "ends", **given})
        found = differential.expanded(claimed(rule, board, *right))
        family = gfkit.parse_board(board)
        sizes = range(family.first_n, family.first_n + 6)
        terms = [term.get((0, 0), 0) for term in islice(found, sizes.start, sizes.stop)]
        truth = [gfkit.brute_force(rule, family.at(n)).count for n in sizes]
        assert terms == truth
        assert program.check_certificate(claimed(rule, board, *right)).proved
        assert refusal_of(claimed(rule, board, *wrong)).code == 1


def test_maximal_matchings_of_distant_cells():
    """Maximal matchings of cells four apart are those of four paths, whose numbers are Padovan's."""
    rule = {"kind": "placement", "colours": [{"owner": "left", "pieces": [[[0, 0], [0, 4]]]}]}
    asked = differential.asked(find_rule("col"), "1xn", "maximal", "none")
    asked["rule"] = rule | {"forbidden": [], "liberties": False}
    padovan = recurrent([1, 1, 1], 0, 1, 1, count=12)
    system = next(differential.systems(find_rule("col"), asked))
    for n, found in islice(differential.counts(system, 0), 40):
        a, b = divmod(n, 4)
        assert sum(found.values()) == padovan[a + 1] ** b * padovan[a] ** (4 - b), n


def test_an_error_at_one_large_board_is_found():
    """The vector must be 0, or as many further coefficients must agree as there are states."""
    true = claimed(find_rule("domineering"), "2xn", [1, -1], [1, -3, -1, 1])
    assert program.check_certificate(true).proved
    for n in (*range(12), 40, 300):
        top = [0] * (n + 4)
        for k, c in enumerate(true["denominator"]):
            top[n + k] += c
        top[0] += 1
        top[1] -= 1
        assert f"the coefficient of t^{n} differs" in refusal_of(true | {"numerator": top}).reason


@pytest.mark.slow(4)
def test_a_nonzero_vector_is_checked_up_to_the_number_of_states():
    """NoGo on 5 x n: the fraction knows less than the states do."""
    found = saved("nogo", "5xn")
    verdict = program.check_certificate(found)
    assert verdict.checked >= found["sizes"][0] > len(found["denominator"])
    found["numerator"][0][3] += 1
    assert refusal_of(found).code == 1


def test_different_monomials_never_pass_for_one_another():
    """The checker puts integers in place of x and y: y is not a power of x, and x is not a power of 2."""
    true = saved("col", "path:n", "all", "players")
    for number, (n, i, j, c) in enumerate(true["numerator"]):
        for power in ([n, i + 1, j, c], [n, i, j + 1, c], [n, j + 1, i, c], [n, i, j, 2 * c], [n, 9, 9, c]):
            wrong = deepcopy(true)
            wrong["numerator"][number] = power
            assert refusal_of(wrong).code == 1


# Accepted certificates --------------------------------------------------------------------------------------

CASES = DATA["cases"].replace("\n", " ").split(",")


@pytest.mark.parametrize("asked", sample(map(str.strip, CASES), quick=3, seconds=2))
def test_a_certificate_is_proved_from_the_rule(asked, tmp_path):
    path = tmp_path / "c.json"
    save_derived(gfkit.derive(*asked.split()), path)
    verdict = certify_file(path)
    assert (verdict.status, "the rule and the boards" in verdict.rests_on) == ("proved", True)
    content = json.loads(path.read_text())
    far = 3 + max(n for n, *_ in content["numerator"] + content["denominator"])
    content["numerator"] += [[n + far, i, j, c] for n, i, j, c in content["denominator"]]
    assert refusal_of(content).code == 1


def test_old_files_are_proved_again():
    """Check a file of every kind by the previous version."""
    for path in sorted((FOLDER / "old_certificates").iterdir()):
        verdict = certify_file(path)
        old = json.loads(path.read_text())["version"] in (4, 5)
        assert (verdict.ok, "recomputed" in verdict.reason) == (True, old), path.name
    said = call("certify", FOLDER / "old_certificates" / "machine.json", code=0)
    assert "all states recomputed" in said.out
    for version in (2, 3, 7, True, None):
        reason = check({"format": "gfkit-certificate", "version": version}).reason
        assert "derive and save the result again" in reason


def test_a_certificate_contains_the_rule_of_the_user(tmp_path):
    file, path = tmp_path / "bent.toml", tmp_path / "bent.json"
    file.write_text('name = "Bent"\n[left]\npieces = ["XX/X."]\n[right]\npieces = ["XXX"]\n')
    save_derived(gfkit.derive(str(file), "3xn"), path)
    content = json.loads(path.read_text())
    assert (content["game"], content["text"]) == (str(file), file.read_text())
    assert certify_file(path).status == "proved"
    path.write_text(json.dumps({**content, "text": content["text"].replace("XXX", "XX")}))
    with pytest.raises(gfkit.InputError, match="text"):
        certify_file(path)


def test_numbers_longer_than_python_converts(tmp_path):
    true = claimed(find_rule("col"), "path:n", [1, 1], [1, -2, -1])
    assert program.check_certificate(true).proved
    long = 10**5001  # numerator and denominator times 1 + long t
    rows = {
        key: [a + long * b for a, b in zip([*true[key], 0], [0, *true[key]], strict=True)]
        for key in ("numerator", "denominator")
    }
    texts = {key: list(map(hex, row)) for key, row in rows.items()}
    (tmp_path / "a.json").write_text(json.dumps(true | texts))
    assert certify_file(tmp_path / "a.json").status == "proved"
    texts["numerator"][1] = hex(rows["numerator"][1] + 1)
    (tmp_path / "a.json").write_text(json.dumps(true | texts))
    assert certify_file(tmp_path / "a.json").status == "refuted"


@pytest.mark.parametrize(
    ("asked", "order"),
    then_slow(
        [("matchings 4xn", 2), ("independent-sets cylinder:5xn", 10), ("domineering 3xn right-ends", 2),
         ("nogo 3xn", 1)],
        2, ("matchings torus:4xn", 8), ("matchings K4xpath:n", 24),
    ),
)  # fmt: skip
def test_states_are_folded_by_the_symmetries_of_slices(asked, order, monkeypatch):
    """Dihedral and symmetric groups; a permutation that is not a symmetry folds no states."""
    found = gfkit.derive(*asked.split())
    monkeypatch.setattr("gfkit.proofs.saving.UNFOLDED", 10**9)
    plain = certificate_of(found)
    monkeypatch.setattr("gfkit.proofs.saving.UNFOLDED", 0)
    true = certificate_of(found)
    assert (len(true["fold"]), sum(true["sizes"]) < sum(plain["sizes"])) == (order - 1, order > 1)
    verdict = program.check_certificate(true)
    assert (verdict.proved, " modulo " in verdict.rests_on) == (True, order > 1)
    bare = true | {"sizes": [], "debts": [], "states": []}
    assert program.check_certificate(bare).proved
    for number, p in enumerate(true["fold"]):
        other = [p[1], p[0], *p[2:]]
        wrong = {"fold": [*true["fold"][:number], other]}
        assert refusal_of(true | wrong).code == refusal_of(bare | wrong).code == 2


def test_rules_on_lines_are_proved():
    """Whatever a line must be like; orders of lines, and constraints of another writer, are consistent."""
    for name, board in product(DATA["lined"], some_of(("2xn", "nx2", "3xn"), 2)):
        rule = Rule.of({"name": name} | DATA["lined"][name])
        assert differential.MachineCase(rule, board, "all", "none").failure(2) is None
    for asked in ("alternating-sign-matrices 3xn", "bishops 3xn", "queens nx3", "rooks nx2"):
        true = saved(*asked.split())
        verdict = program.check_certificate(true)
        assert (verdict.proved, verdict.of_rule, "not the rule" in verdict.rests_on) == (True, True, False)
        true["rule"]["conditions"][0]["match"] = true["rule"]["conditions"][0]["match"].replace("1", "0")
        assert not program.check_certificate(true).proved
    ordered = Rule.of({"name": "R", "cells": {"colours": 2}, "rules": {"line": [DATA["ordered"]]}})
    verdict = program.check_certificate(saved(ordered, "2xn"))
    assert (verdict.proved, verdict.of_rule) == (False, False)
    assert "lexicographic orders of lines" in verdict.statement


def test_queries_without_a_certificate():
    for asked, why in (("nogo 2xn maximal", "positions without legal moves"), ("image 2xn all", "image")):
        with pytest.raises(MismatchError, match=why):
            certificate_of(gfkit.derive(*question_of(asked)))


# Rejected certificates --------------------------------------------------------------------------------------


def test_a_fraction_of_another_board_is_refuted(tmp_path):
    true = saved("domineering", "1xn")
    for board in ("2xn", "nx3", "cylinder:3xn"):
        other = saved("domineering", board)
        wrong = other | {key: true[key] for key in ("numerator", "denominator")}
        assert (check(wrong).status, check(wrong).code) == ("refuted", 1)
    path = tmp_path / "a.json"
    path.write_text(json.dumps(wrong))
    call("certify", path, code=1)
    assert told("certify", path, code=1)["status"] == "refuted"


def test_a_rule_under_the_name_of_another_is_rejected():
    true = saved("node-kayles", "1xn")
    for name in ("col", "Col", " COL ", "cis:3", "domineering-tiles"):
        assert check(true | {"game": name}).code == 2
    for name in ("DAWSONS_CHESS", "col:2", "kayles"):  # gfkit has no rule of this name, and reports it
        verdict = check(saved("cram", "1xn") | {"game": name})
        assert (verdict.game, "name" in verdict.lines[1]) == ("", True)
    for name in ("node_kayles", "NODE-KAYLES"):
        assert check(saved("cram", "1xn") | {"game": name}).code == 2
    for name in ("node-kayles", "Node Kayles", "mine", "./col"):
        assert check(true | {"game": name}).status == "proved"
    assert "the name is Col" in check(true | {"game": "col"}).reason
    assert named_rule("Domineering") == named_rule(" domineering ") == find_rule("domineering")
    assert [named_rule(name) for name in ("mine", "x/col.toml", "cis:99", "")] == [None] * 4


def test_states_and_systems_must_be_those_of_the_rule():
    true = saved("domineering", "3xn")
    for key, change in (
        ("states", lambda layers: layers[0].pop()),
        ("states", lambda layers: layers[1].append([0])),
        ("states", lambda layers: layers.pop()),
        ("debts", lambda debts: debts.pop()),
        ("debts", lambda debts: debts.append(["clause", [[7, 1]], []])),
        ("debts", lambda debts: debts[0][1][0].__setitem__(1, 7)),
        ("sizes", lambda sizes: sizes.__setitem__(0, 1)),
        ("system", lambda system: system["slice"].pop()),
        ("system", lambda system: system["tail"][0][3][1].clear()),
        ("system", lambda system: system.update(first=1)),
    ):
        wrong = deepcopy(true)
        change(wrong[key])
        assert refusal_of(wrong).code in (1, 2), key


def test_systems_with_places_out_of_order_are_rejected():
    for text, kind in (("few nx2 all", "count"), ("col 2xn all", "clause"), ("sums 2xn all", "table")):
        rule, board, positions = question_of(text)
        (system, *_) = differential.systems(rule, differential.asked(rule, board, positions, "none"))
        data = plainly(system.data())
        debts = [debt for site in data["slice"] for slot in site[3] for debt in slot if len(debt[1]) > 1]
        assert kind in {debt[0] for debt in debts}
        for debt in debts:
            debt[1].reverse()
            with pytest.raises(reading.RefusalError, match="positions in ascending order"):
                fractions.read_system(data)
            debt[1].reverse()


def test_changed_rules_and_slices_are_detected(tmp_path):
    path, true = tmp_path / "c.json", saved("node-kayles", "prism:n")
    old = {key: true[key] for key in true if key not in differential.WITNESS}
    for code, key, value in (
        *((2, "twist", [0, 0]), (2, "links", [[0, 7, 1]]), (2, "ring", 1), (2, "first_n", 2)),
        *((2, "spokes", [[0, 0]]), (2, "apart", 500)),
        (1, "twist", [1, 0]),  # a Moebius ladder has other counts
        (0, "slice", {"vertices": 2, "edges": [[1, 0]]}),  # isomorphic, but other slices
    ):
        content = deepcopy(old) | {"version": 4}
        content["family"]["slices"][key] = value
        path.write_text(json.dumps(content))
        if code:
            assert refusal_of(content).code == code, (key, value)
        if code == 1:
            assert certify_file(path).status == "refuted"
        else:
            with pytest.raises(
                InputError, match="." if code else "family differs from the family of prism:n"
            ):
                certify_file(path)
    assert "'prism:3' is a single board" in check(true | {"board": "prism:3"}).reason
    old["rule"]["colours"][0]["owner"] = "left"
    assert (
        refusal_of(old | {"version": 4, "positions": "play"}).reason
        == "positions: not allowed for an impartial game"
    )


def test_invalid_rules_of_certificates_are_rejected():
    """True ones are read; with something else at a place they are bad files, whatever their numbers are."""
    bases = {name: claimed(*question_of(text)[:2], [1], [1]) for name, text in RULES["hostile"].items()}
    for base in bases.values():
        assert refusal_of(base).code in (1, 3)
    for row in lines("hostile_rules"):
        name, way, new = row.split(" | ", 2)
        wrong = deepcopy(bases[name])
        *path, key = (int(part) if part.isdigit() else part for part in way.split())
        differential.at(wrong, path)[key] = json.loads(new)
        refusal = refusal_of(wrong)
        assert refusal.code in (2, 3), row
        assert refusal.reason.isprintable()
        assert len(refusal.reason) < 300


def test_wrong_fractions_and_names_are_detected():
    """The test of changed files detects wrong fractions and names."""
    true = saved("col", "2xn")
    assert differential.falsehood(true, True) is None
    assert "names snort" in differential.falsehood(true | {"game": "snort"}, True)
    other = true | {"rule": plainly(plain_rule(find_rule("cis"))), "game": "mine"}
    assert "the fraction has" in differential.falsehood(other, True)


def test_excessive_work_is_not_started(tmp_path):
    true = saved("domineering", "2xn")
    bare = {key: true[key] for key in true if key not in ("text", "system", "debts", "states", "sizes")}
    path = tmp_path / "a.json"
    for change in (
        {"family": {"word": "", "sizes": [100_000, None], "wraps": [False, False]}, "board": "100000xn"},
        {"family": {"word": "", "sizes": [39, None], "wraps": [False, False]}, "board": "39xn"},
        {"numerator": [[10**30, 0, 0, 1]]},
        {"denominator": [[0, 0, 0, 1], [10**30, 0, 0, 1]]},
    ):
        assert refusal_of(bare | {"version": 4} | change, 10**6).code in (2, 3), change
    wrong = true | {"sizes": [10**7] * len(true["sizes"])}
    assert "would take about" in refusal_of(wrong).reason
    path.write_text(json.dumps(wrong))
    with pytest.raises(LimitError, match="CPU minutes"):
        certify_file(path)


# Predicates and hubs ----------------------------------------------------------------------------------------


def test_predicates_without_a_known_neighbour_bound():
    for text in DATA["where_no_bound_on_neighbours_is_known"]:
        assert predicates.most_counted(text, [0, 1, 2]) == -1


def test_predicates_are_constant_above_the_neighbour_bound():
    """Larger counts of one value are equivalent."""
    for text in DATA["how_many_neighbours_of_a_hub_can_be_told_apart"]:
        most, holds = predicates.most_counted(text, [0, 1, 2]), predicates.meaning_of(text)
        assert most >= 0
        for x, value, rest in product(range(3), range(3), ([], [0], [1, 2], [2, 2, 2])):
            near = [[value] * number + rest for number in range(most, most + 6)]
            assert len({bool(holds({"x": x, "near": one, "all": [x, *one]})) for one in near}) == 1


ORDERED, UNORDERED = DATA["whose_value_depends_on_the_order"], DATA["whose_value_is_independent_of_the_order"]


def test_neighbours_are_sorted_if_a_predicate_depends_on_their_order():
    """Listed in any order, neighbours must satisfy the other predicates equally."""
    for text in (*ORDERED, *UNORDERED):
        holds, is_changed = predicates.meaning_of(text), False
        for x, size in product(range(3), range(1, 4)):
            for near in combinations_with_replacement(range(3), size):
                found = set()
                for shown in permutations(near):
                    with suppress(reading.RefusalError):  # an item that does not exist
                        found.add(bool(holds({"x": x, "near": [*shown], "all": [x, *shown]})))
                is_changed |= len(found) > 1
        assert (is_changed, predicates.reads_order(text)) == (text in ORDERED,) * 2, text
    assert predicates.reads_order("sorted(near) == [0, 1]")  # sorted needlessly


# Random ones ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DATA["empty"])
def test_the_empty_board_satisfies_what_its_definition_requires(name):
    """Rows without cells are empty words; every way of counting, and the checker, reads them."""
    *asked, expected = DATA["empty"][name]
    rule = Rule.of({"name": name, **asked[0]})
    for board, first in expected.items():
        counts = [int(gfkit.count(rule, board.replace("n", str(n)))) for n in range(3)]
        listed = [int(gfkit.brute_force(rule, board.replace("n", str(n)))) for n in range(3)]
        laws = [gfkit.derive(rule, board, method=way).terms(3) for way in ("auto", "reference")]
        assert laws == [counts] * 2 == [listed] * 2, board
        assert counts[0] == first, board
        if "order" in str(asked):
            continue
        assert program.check_certificate(saved(rule, board)).proved
        fraction = gfkit.derive(rule, board).generating_function
        bottom = fraction.denominator
        wrong = fraction.numerator + bottom * (1 - 2 * first)  # another number of empty arrays
        terms = [dict(top.terms) for top in (fraction.numerator, wrong, bottom)]
        tops = [[top.get((n,), 0) for n in range(1 + max(top, default=(0,))[0])] for top in terms]
        assert program.check_certificate(claimed(rule, board, tops[0], tops[2])).proved
        assert refusal_of(claimed(rule, board, tops[1], tops[2])).code == 1, board


def test_orientations_of_no_vertices_are_not_strong():
    """The engine, brute force and the checker agree: a board without cells is not connected."""
    for n in (0, 1):
        numbers = [int(ask("strong-orientations", f"path:{n}")) for ask in (gfkit.count, gfkit.brute_force)]
        assert numbers == [n, n]


def test_nimbers_of_graphs_agree_with_their_boards():
    """Equal slices may have a proved period; a wheel, whose hub is adjacent to all slices, has none."""
    for text in ("king:2xn", "prism:n", "wheel:n", "hex:1xn"):
        boards = gfkit.parse_board(text)
        found = gfkit.nim("node-kayles", text, to=7)
        singles = [gfkit.nim("node-kayles", boards.at(n)).values[0] for n in range(boards.first_n, 8)]
        assert list(found.values[: len(singles)]) == singles, text
        assert text != "wheel:n" or found.evidence.method != "end-types"
    found = gfkit.outcomes("o12", "king:2xn", to=6)
    assert found.law is None or found.evidence.status != "proved"


def test_files_are_read_line_by_line(tmp_path):
    """Write each key on a line, and the states before each step; or all in one line."""
    path = tmp_path / "a.json"
    save_derived(gfkit.derive("domineering", "3xn"), path)
    text = path.read_text()
    assert certify_file(path).status == "proved"
    for wrong in (text.replace("\n]\n}", "\n]\n,}"), text[:-4], text.replace("\n[", "\n[[", 1), text + "x"):
        path.write_text(wrong)
        with pytest.raises(InputError):
            certify_file(path)
    Path(path).write_text(json.dumps(json.loads(text)))
    assert certify_file(path).status == "proved"
