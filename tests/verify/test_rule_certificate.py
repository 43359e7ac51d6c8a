"""From the rule in a certificate to its fraction: the checker's machines, its listing, and what it refuses.

The truth is brute force over all positions, by ``gfkit.brute_force`` and by ``differential.certificates``,
where random rules and random changes are; boards of slices are counted by steps and listed one by one.
"""

from __future__ import annotations

import json
from copy import deepcopy
from itertools import islice, product

import pytest
from choice import sample
from differential import certificates as differential
from machines import proof, saved_of
from tables import FOLDER, tables
from transfer.rules_of_kinds import ARROWS, EDGES, SQUARED, VALUES

import gfkit
from gfkit.cli.main import main
from gfkit.errors import InputError
from gfkit.games import Rule, find_rule
from gfkit.proofs import certify_file, check, proof_of, rule_checker, save, save_derived, strip_proof_of
from gfkit.proofs.certificate import check_machine
from gfkit.proofs.plain import named_rule, plain_rule

DATA = tables("verify_cases")["rule_certificate"]


def fibonacci(**more):
    """The machine of 1, 1, 2, 3, 5, ..., with what it is said to be."""
    return proof((), 2, "0 1", "0 0 1, 0 1 1, 1 0 1", "0 1", "1", "1 - t - t^2", **more)


# What a machine is said to be ------------------------------------------------------------------------------


def test_a_fibonacci_machine_named_domineering_on_a_wider_board_is_refuted(tmp_path, capsys):
    """Machine and fraction agree; only the rule tells."""
    file = tmp_path / "a.json"
    verdict = check(fibonacci().certificate())
    assert (verdict.status, verdict.rule, verdict.game) == ("proved", "proved for every n", "Domineering")
    for board in ("2xn", "nx3", "cylinder:3xn"):
        saved = fibonacci(board=board).certificate()
        assert check_machine(saved).ok
        assert (check(saved).status, check(saved).code) == ("refuted", 1)
    file.write_text(json.dumps(saved), encoding="utf-8")
    assert main(["certify", str(file)]) == 1
    assert main(["certify", str(file), "--json"]) == 1
    assert '"status": "refuted"' in capsys.readouterr().out


def test_a_rule_under_the_name_of_another_is_refuted():
    """Vertices no two of which touch, on paths. The same file under the name of Col is refused."""
    found = gfkit.derive("node-kayles", "1xn")
    saved = proof_of(found).certificate()
    for name in ("col", "Col", " COL ", "cis:3", "domineering-tiles"):
        assert check(saved | {"game": name}).code == 2
    for name in ("node-kayles", "Node Kayles", "mine", "./col"):
        assert check(saved | {"game": name}).status == "proved"
    assert "not that of Col" in check(saved | {"game": "col"}).reason


def test_earlier_versions_are_refused_with_the_way_out(tmp_path, capsys):
    for version in (2, 3):
        file = tmp_path / "old.json"
        file.write_text(json.dumps({"format": "gfkit-certificate", "version": version}), encoding="utf-8")
        assert main(["certify", str(file)]) == 2
        assert "derive and save the result again" in capsys.readouterr().err


# Small boards, rings, holes: what derive got wrong, or might ---------------------------------------------


def counts(rule, board, last, positions="all"):
    family = gfkit.parse_board(board)
    ns = range(family.first_n, last + 1)
    return [gfkit.brute_force(rule, family.at(n), positions).count for n in ns]


TOLD = tables("rules_checked")


def claimed(rule, board, top, bottom, **more):
    """A certificate of a fraction alone, as the rule checker reads it."""
    asked = differential.asked(rule, board, more.get("positions", "all"), "none")
    return {"format": "gfkit-certificate", "version": 5, **asked, "numerator": top, "denominator": bottom}


def test_boards_on_which_both_ends_are_felt():
    """Fractions right for all large n and wrong for the smallest; the right ones agree with listing."""
    for given, board, wrong, right in TOLD["ends"]:
        rule = Rule.of({"name": "ends", **given})
        terms = list(islice(differential.expanded(claimed(rule, board, *right)), 6))
        assert [term.get((0, 0), 0) for term in terms] == counts(rule, board, 5)
        assert rule_checker.check(claimed(rule, board, *right)).proved
        with pytest.raises(rule_checker.RefusalError) as refusal:
            rule_checker.check(claimed(rule, board, *wrong))
        assert refusal.value.args[0] == 1


def test_right_but_for_one_board_beyond_those_listed(monkeypatch):
    """An error at the last coefficient that is compared, which no listing reaches, is found."""
    found = gfkit.derive("domineering", "2xn")
    saved = saved_of(strip_proof_of(found))
    monkeypatch.setattr(rule_checker, "MANY", 3)
    checked = rule_checker.check(saved).checked
    for n in (*range(3, checked + 2), checked + 29):
        top = [0] * (n + len(saved["denominator"]))
        for k, c in enumerate(saved["denominator"]):
            top[n + k] += c
        for k, c in enumerate(saved["numerator"]):
            top[k] += c
        with pytest.raises(rule_checker.RefusalError, match=f"the coefficient of t\\^{n} is not"):
            rule_checker.check(saved | {"numerator": top})


def told_of(text):
    """The rule, the board and the positions of a text such as ``far moves 2xn all``."""
    name, *asked = text.rsplit(" ", 2)
    if name in TOLD["rules"]:
        return Rule.of({"name": name} | TOLD["rules"][name]), *asked
    return (EDGES | ARROWS | VALUES | SQUARED).get(name) or find_rule(name), *asked


def test_machines_of_all_that_a_rule_may_ask_are_those_of_brute_force():
    for text in TOLD["machines"]:
        assert differential.MachineCase(*told_of(text), "players", cells=6).failure() is None, text


def swept(rule, board, positions="all", cells=4):
    """How many boards were compared: step by step and listed, they are those of brute force and of count."""
    question = rule_checker.question(differential.asked(rule, board, positions, "players"))
    machine, family, unit = rule_checker.GraphMachine(question, 10**8), gfkit.parse_board(board), (64, 6400)
    series, last = machine.series(unit), machine.local.alone + 1
    for n in range(family.first_n, last + 1):
        small = family.at(n).size <= cells
        ask = gfkit.brute_force if small else gfkit.count
        terms = ask(rule, family.at(n), positions, "players").polynomial.terms
        right = sum(c << sum(e * u for e, u in zip(powers, unit, strict=False)) for powers, c in terms)
        found = rule_checker.value(machine.early[n], unit) if n in machine.early else next(series)
        assert found == right, (rule, board, n)
        try:
            found = rule_checker.Sum(rule_checker.listed(question, n, [20_000 * small]))
        except rule_checker.TooMuchError:
            continue
        assert rule_checker.value(found, unit) == right, (rule, board, n)
    return last + 1 - family.first_n


def test_what_hangs_together_step_by_step_is_that_of_brute_force():
    """Sets of edges, directions, joined values, pinned and joined at places; around rings, with hubs."""
    for number, rule in enumerate((*EDGES.values(), *ARROWS.values(), *VALUES.values())):
        assert swept(rule, ("2xn", "cycle:n", "path:n")[number % 3]) > 3
    for text in TOLD["graphs"]:
        assert swept(*told_of(text)) > 3


def test_what_is_not_decided_is_listed_and_never_proved():
    """The fraction is right; only the boards that are listed say so, and they refute another one."""
    for text, why in TOLD["undecided"]:
        saved = saved_of(proof_of(gfkit.derive(*told_of(text))))
        verdict = rule_checker.check(saved)
        assert (verdict.proved, why in verdict.reason) == (False, True), (text, verdict.reason)
        if verdict.listed:
            saved["numerator"] += [[verdict.listed[-1], 0, 0, 1]]
            with pytest.raises(rule_checker.RefusalError, match="of the boards listed"):
                rule_checker.check(saved)


def test_what_would_be_false_is_seen_as_false():
    """The judge of the test before is one: it finds fault with fractions and names that are wrong."""
    saved = saved_of(proof_of(gfkit.derive("col", "2xn")))
    assert differential.falsehood(saved, True) is None
    assert "names snort" in differential.falsehood(saved | {"game": "snort"}, True)
    other = saved | {"rule": json.loads(json.dumps(plain_rule(find_rule("cis")))), "game": "mine"}
    assert "the fraction has" in differential.falsehood(other, True)


def test_rules_that_are_none_are_refused_with_their_place():
    """True ones are read; with something else at a place they are bad files, whatever their numbers are."""
    bases = {name: claimed(*told_of(text)[:2], [1], [1]) for name, text in TOLD["hostile"].items()}
    for base in bases.values():
        assert rule_checker.read(base)[1:] == ({0: {(0, 0): 1}},) * 2
    for row in (FOLDER / "hostile_rules.txt").read_text("utf-8").splitlines()[1:]:
        name, way, new, why = row.split(" | ", 3)
        saved = deepcopy(bases[name])
        *path, key = (int(part) if part.isdigit() else part for part in way.split())
        differential.at(saved, path)[key] = json.loads(new)
        with pytest.raises(rule_checker.RefusalError) as refusal:
            rule_checker.check(saved)
        code, said = refusal.value.args
        assert (code, any(word in said for word in why.split("|"))) == (2, True), (row, said)


# What is too large -----------------------------------------------------------------------------------------


def test_what_is_not_shown_is_said(tmp_path, monkeypatch, capsys):
    """The same words in text and JSON, and proved in neither."""
    monkeypatch.setattr(rule_checker, "LISTED", 1000)
    save_derived(gfkit.derive("domineering", "4xn"), tmp_path / "a.json")
    monkeypatch.setattr(rule_checker, "STEPS", 1000)
    verdict = certify_file(tmp_path / "a.json")
    assert (verdict.ok, verdict.status, verdict.machine) == (True, "consistent", "proved")
    assert verdict.rule == f"not shown beyond the listed boards n = 0..{verdict.listed[-1]}"
    assert main(["certify", str(tmp_path / "a.json"), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["status"], printed["fraction_of_rule"]) == ("consistent", verdict.rule)
    assert printed["fraction_of_machine"] == "proved"
    assert printed["boards_listed"] == list(verdict.listed)
    assert main(["certify", str(tmp_path / "a.json")]) == 0
    told = capsys.readouterr().out
    assert told.startswith("accepted: consistent: the fraction agrees with the boards n = 0 to ")
    assert verdict.rule in told
    assert "beyond them nothing is shown" in told


@pytest.mark.slow(1.5)
def test_liberties_are_proved_for_all_positions_of_open_boards_only():
    for board, positions, said in DATA["liberties_are_proved_for_all_positions_of_open_boards_only"]:
        assert check(proof_of(gfkit.derive("nogo", board, positions)).certificate()).status == said


CASES = DATA["cases"].replace("\n", " ").split(",")


@pytest.mark.parametrize("asked", sample(map(str.strip, CASES), quick=2, seconds=3))
def test_a_certificate_is_proved_from_the_rule(asked, tmp_path):
    path = tmp_path / "c.json"
    save(path, proof_of(gfkit.derive(*asked.split())))
    found, saved = certify_file(path), json.loads(path.read_text())
    assert (found.status, found.machine) == ("proved", "proved")
    assert {*found.listed[:1]} <= {gfkit.parse_board(saved["board"]).first_n}
    # one more of some large board that nothing lists is seen
    far = 3 + max(n for n, *_ in saved["numerator"] + saved["denominator"])
    saved["numerator"] += [[n + far, i, j, c] for n, i, j, c in saved["denominator"]]
    with pytest.raises(rule_checker.RefusalError) as refusal:
        rule_checker.check(saved)
    assert refusal.value.args[0] == 1


def test_absurd_work_is_not_begun():
    for change in (
        {"family": {"word": "", "sizes": [100_000, None], "wraps": [False, False]}, "board": "100000xn"},
        {"family": {"word": "", "sizes": [39, None], "wraps": [False, False]}, "board": "39xn"},
        {"numerator": [[10**30, 0, 0, 1]]},
        {"denominator": [[0, 0, 0, 1], [10**30, 0, 0, 1]]},
    ):
        saved = saved_of(proof_of(gfkit.derive("domineering", "2xn"))) | change
        try:
            code = 0 if rule_checker.check(saved, 10**6).proved else 3
        except rule_checker.RefusalError as refusal:
            code = refusal.args[0]
        assert code in (1, 3), change


# Names ---------------------------------------------------------------------------------------------------


def test_names_of_built_in_games():
    assert named_rule("Domineering") == named_rule(" domineering ") == find_rule("domineering")
    assert named_rule("cis:3") == find_rule("cis:3")
    assert [named_rule(name) for name in ("mine", "x/col.toml", "cis:99", "")] == [None] * 4


# Slices ---------------------------------------------------------------------------------------------------


def test_what_is_not_decided_is_consistent(tmp_path, monkeypatch):
    monkeypatch.setattr(rule_checker, "LISTED", 1000)
    path = tmp_path / "c.json"
    save_derived(gfkit.derive("nogo", "gear:n"), path)
    found = certify_file(path)
    assert (found.status, found.machine, found.listed[0]) == ("consistent", "proved", 3)
    assert "groups with liberties are not decided on graphs" in found.reason


def test_orientations_of_no_vertices_are_not_strong():
    """A board without cells is not in one piece: so say the engine, both listers and the checker."""
    question = rule_checker.question(
        differential.asked(find_rule("strong-orientations"), "path:n", "all", "players")
    )
    assert list(rule_checker.listed(question, 0, [100])) == []
    assert len(list(rule_checker.listed(question, 1, [100]))) == 1
    assert not +rule_checker.GraphMachine(question, 10**7).early[0]
    for n in (0, 1):
        numbers = [int(ask("strong-orientations", f"path:{n}")) for ask in (gfkit.count, gfkit.brute_force)]
        assert numbers == [n, n]


def test_where_no_bound_on_neighbours_is_known():
    for text in DATA["where_no_bound_on_neighbours_is_known"]:
        with pytest.raises(rule_checker.TooMuchError):
            rule_checker.bounded(text, [0, 1, 2])


def test_how_many_neighbours_of_a_hub_can_be_told_apart():
    """More of one value than the bound say the same."""
    for text in DATA["how_many_neighbours_of_a_hub_can_be_told_apart"]:
        most = rule_checker.bounded(text, [0, 1, 2])
        test = rule_checker.asked_near({"neighbours": "rook", "require": text})
        for x, value, rest in product(range(3), range(3), ([], [0], [1, 2], [2, 2, 2])):
            assert len({test(x, [value] * number + rest) for number in range(most, most + 6)}) == 1


def test_another_rule_or_other_slices_are_seen(tmp_path):
    path, saved = tmp_path / "c.json", saved_of(proof_of(gfkit.derive("node-kayles", "prism:n")))
    for code, key, value in (
        *((2, "twist", [0, 0]), (2, "links", [[0, 7, 1]]), (2, "ring", 1), (2, "first_n", 2)),
        *((2, "spokes", [[0, 0]]), (2, "apart", 500)),
        (1, "twist", [1, 0]),  # the numbers of a Moebius ladder are others
        (0, "slice", {"vertices": 2, "edges": [[1, 0]]}),  # the same graph, and not the slices of that name
    ):
        content = deepcopy(saved)
        content["family"]["slices"][key] = value
        path.write_text(json.dumps(content))
        if code:
            with pytest.raises(rule_checker.RefusalError) as refusal:
                rule_checker.check(content)
            assert (refusal.value.args[0] == 1) == (code == 1), (key, value)
        if code == 1:
            assert certify_file(path).status == "refuted"
        else:
            with pytest.raises(InputError, match="." if code else "family: it is not that of prism:n"):
                certify_file(path)
    saved["rule"]["colours"][0]["owner"] = "left"
    with pytest.raises(rule_checker.RefusalError, match="play needs an impartial game"):
        rule_checker.check(saved | {"positions": "play"})
    # arrays on graphs are listed too: total dominating sets are not dominating sets
    saved = saved_of(proof_of(gfkit.derive("total-dominating-sets", "pan:n")))
    assert rule_checker.check(saved).listed[0] == 4
    saved["rule"]["conditions"] = [{"neighbours": "rook", "require": "sum(all) >= 1"}]
    with pytest.raises(rule_checker.RefusalError) as refusal:
        rule_checker.check(saved)
    assert refusal.value.args[0] == 1


def test_nimbers_of_graphs_are_those_of_the_boards_themselves():
    """The theorems on strips of squares say nothing on graphs."""
    for text in ("king:2xn", "prism:n", "wheel:n", "hex:1xn"):
        boards = gfkit.parse_board(text)
        found = gfkit.nim("node-kayles", text, to=5)
        singles = [gfkit.nim("node-kayles", boards.at(n)).values[0] for n in range(boards.first_n, 6)]
        assert list(found.values[: len(singles)]) == singles, text
        assert found.evidence.method != "end-types"
    found = gfkit.outcomes("o12", "king:2xn", to=6)
    assert found.law is None or found.evidence.status != "proved"
