"""Certificates of families of slices, and of what hangs together: decided from the rule, step by step.

Boards counted by steps are compared with all configurations, listed one by one; values with single boards.
"""

from __future__ import annotations

import json
from copy import deepcopy
from itertools import product

import pytest
from choice import sample

from gfkit import brute_force, certify_file, count, derive, nim, outcomes, parse_board, save_derived
from gfkit.errors import InputError
from gfkit.games import find_rule
from gfkit.verify import rule_checker
from gfkit.verify.plain import plain_family, plain_rule


@pytest.fixture(autouse=True)
def _few_are_listed(monkeypatch):
    """The proof does not rest on how many boards are listed beside it."""
    monkeypatch.setattr(rule_checker, "LISTED", 20_000)


CASES = """
arc-kayles wheel:n maximal, perfect-matchings fan:n all, dominating-sets wheel:n all, spanning-trees 2xn all,
connected-induced-subgraphs ladder:n all, cliques:3 wheel:n all, self-avoiding-walks 3xn all,
col moebius:n left-ends, node-kayles hex:1xn all, snort K3-strong-path:n maximal, dominating-sets prism:n all,
minimal-edge-covers gear:n all, irredundant-sets pan:n all, connected-induced-subgraphs prism:n all,
rooted-forests fan:n all, polyominoes 2xn all, simply-connected-polyominoes 2xn all,
strong-orientations ladder:n all, acyclic-orientations prism:n all
""".replace("\n", " ").split(",")


@pytest.mark.parametrize("asked", sample(map(str.strip, CASES), quick=1, seconds=4))
def test_a_certificate_is_proved_from_the_rule(tmp_path, asked):
    game, text, positions = asked.split()
    path = tmp_path / "c.json"
    save_derived(derive(game, text, positions=positions), path)
    found = certify_file(path)
    assert (found.status, found.machine) == ("proved", "proved")
    assert found.listed[0] == parse_board(text).first_n
    # one more of some large board that nothing lists is seen
    content = json.loads(path.read_text())
    far = 3 + max(n for n, *_ in content["numerator"] + content["denominator"])
    content["numerator"] += [[n + far, i, j, c] for n, i, j, c in content["denominator"]]
    with pytest.raises(rule_checker.RefusalError, match="is not the number that the rule gives"):
        rule_checker.check(content)


def test_what_is_not_decided_is_consistent(tmp_path, monkeypatch):
    monkeypatch.setattr(rule_checker, "LISTED", 1000)
    path = tmp_path / "c.json"
    save_derived(derive("nogo", "gear:n"), path)
    found = certify_file(path)
    assert (found.status, found.machine, found.listed[0]) == ("consistent", "proved", 3)
    assert "groups with liberties are not decided on graphs" in found.reason


def question_of(game, text):
    content = {"board": text, "positions": "all", "weights": ["x", "y"], "first_n": parse_board(text).first_n}
    content |= {"rule": plain_rule(find_rule(game)), "family": plain_family(text)}
    return rule_checker.question(json.loads(json.dumps(content)))


BOARDS = """
hamiltonian-walks 3xn, maximal-matchings king:2xn, vertex-cuts 2xn,
potts 2xn, induced-trees wheel:n, strong-orientations cycle:n, potts wheel:n,
induced-trees ladder:n, rooted-forests 3xn, rooted-forests cycle:n,
minimal-dominating-sets prism:n, eulerian-orientations K3xpath:n
""".replace("\n", " ").split(",")


@pytest.mark.parametrize("asked", sample(map(str.strip, BOARDS), quick=1, seconds=4))
def test_boards_step_by_step_are_those_listed(asked):
    """The checker's two ways to count a board share nothing: steps with states, and all configurations."""
    question = question_of(*asked.split())
    machine = rule_checker.GraphMachine(question, 10**8)
    compared = 0
    for n in machine.early:
        try:
            found = rule_checker.Sum(rule_checker.listed(question, n, [20_000]))
        except rule_checker.TooMuchError:
            break
        assert +machine.early[n] == found, n
        compared += 1
    assert compared > 1


def test_orientations_of_no_vertices_are_not_strong():
    """A board without cells is not in one piece: so say the engine, both listers and the checker."""
    question = question_of("strong-orientations", "path:n")
    assert list(rule_checker.listed(question, 0, [100])) == []
    assert len(list(rule_checker.listed(question, 1, [100]))) == 1
    assert not +rule_checker.GraphMachine(question, 10**7).early[0]
    for n in (0, 1):
        numbers = [int(ask("strong-orientations", f"path:{n}")) for ask in (count, brute_force)]
        assert numbers == [n, n]


def test_play_is_for_impartial_games(saved):
    _, content = saved
    content["rule"]["colours"][0]["owner"] = "left"
    content["positions"] = "play"
    with pytest.raises(rule_checker.RefusalError, match="play needs an impartial game"):
        rule_checker.check(content)


def test_where_no_bound_on_neighbours_is_known():
    for text in (
        "2 * count(y == x for y in near) <= size(near)",
        "count(y == x for y in near) <= size(near)",
        "sum(near) % 2 == 0",
        "median(near) == 1",
        "sum(y - 1 for y in near) == 1",
    ):
        with pytest.raises(rule_checker.TooMuchError):
            rule_checker.bounded(text, [0, 1, 2])


def test_how_many_neighbours_of_a_hub_can_be_told_apart():
    """More of one value than the bound say the same."""
    for text in (
        "sum(all) >= 1",
        "(count(y == 2 for y in near) == 1) == (x == 1)",
        "1 in near or not max(near) == 2",
        "not sum(near)",
    ):
        most = rule_checker.bounded(text, [0, 1, 2])
        test = rule_checker.asked_near({"neighbours": "rook", "require": text})
        for x, value, rest in product(range(3), range(3), ([], [0], [1, 2], [2, 2, 2])):
            assert len({test(x, [value] * number + rest) for number in range(most, most + 6)}) == 1


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "c.json"
    save_derived(derive("node-kayles", "prism:n"), path)
    return path, json.loads(path.read_text())


def test_another_graph_under_the_name_is_seen(saved):
    path, content = saved
    content["family"]["slices"]["twist"] = [1, 0]
    path.write_text(json.dumps(content))
    with pytest.raises(rule_checker.RefusalError) as refusal:  # the numbers of a Moebius ladder are others
        rule_checker.check(content)
    assert refusal.value.args[0] == 1
    assert certify_file(path).status == "refuted"


def test_another_rule_on_a_graph_is_seen(tmp_path):
    """Arrays on graphs are listed too: total dominating sets are not dominating sets."""
    path = tmp_path / "c.json"
    save_derived(derive("total-dominating-sets", "pan:n"), path)
    content = json.loads(path.read_text())
    assert rule_checker.check(content).listed[0] == 4
    content["rule"]["conditions"] = [{"neighbours": "rook", "require": "sum(all) >= 1"}]
    with pytest.raises(rule_checker.RefusalError) as refusal:
        rule_checker.check(content)
    assert refusal.value.args[0] == 1


def test_a_name_and_slices_that_do_not_go_together(saved):
    path, content = saved
    # the same graph, written otherwise: what is listed agrees, and the name does not have these slices
    content["family"]["slices"]["slice"]["edges"] = [[1, 0]]
    path.write_text(json.dumps(content))
    with pytest.raises(InputError, match="family: it is not that of prism:n"):
        certify_file(path)


def test_slices_that_make_no_sense(saved):
    for key, value in (
        ("twist", [0, 0]),
        ("links", [[0, 7, 1]]),
        ("ring", 1),
        ("first_n", 2),
        ("spokes", [[0, 0]]),
        ("apart", 500),
    ):
        content = deepcopy(saved[1])
        content["family"]["slices"][key] = value
        with pytest.raises(rule_checker.RefusalError):
            rule_checker.check(content)


def test_nimbers_of_graphs_are_those_of_the_boards_themselves():
    """The theorems on strips of squares say nothing on graphs."""
    for text in ("king:2xn", "prism:n", "wheel:n", "hex:1xn"):
        boards = parse_board(text)
        found = nim("node-kayles", text, to=5)
        singles = [nim("node-kayles", boards.at(n)).values[0] for n in range(boards.first_n, 6)]
        assert list(found.values[: len(singles)]) == singles, text
        assert found.evidence.method != "end-types"
    found = outcomes("o12", "king:2xn", to=6)
    assert found.law is None or found.evidence.status != "proved"
