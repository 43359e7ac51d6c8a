"""Certificates of families of slices, and of what hangs together: decided from the rule, step by step."""

from __future__ import annotations

import json
from itertools import product

import pytest

from gfkit import brute_force, certify_file, count, derive, nim, outcomes, parse_board, save_derived
from gfkit.errors import InputError
from gfkit.games import find_rule
from gfkit.verify import rule_checker
from gfkit.verify.plain import plain_family, plain_rule

CASES = [
    ("arc-kayles", "wheel:n", "maximal"),
    ("perfect-matchings", "fan:n", "all"),
    ("dominating-sets", "wheel:n", "all"),
    ("cliques:3", "wheel:n", "all"),
    ("spanning-trees", "2xn", "all"),
    ("self-avoiding-walks", "3xn", "all"),
    ("connected-induced-subgraphs", "ladder:n", "all"),
]
MORE = [
    ("col", "moebius:n", "left-ends"),
    ("node-kayles", "hex:1xn", "all"),
    ("snort", "K3-strong-path:n", "maximal"),
    ("dominating-sets", "prism:n", "all"),
    ("minimal-edge-covers", "gear:n", "all"),
    ("irredundant-sets", "pan:n", "all"),
    ("connected-induced-subgraphs", "prism:n", "all"),
    ("spanning-trees", "3xn", "all"),
    ("rooted-forests", "fan:n", "all"),
    ("polyominoes", "2xn", "all"),
    ("simply-connected-polyominoes", "2xn", "all"),
    ("strong-orientations", "ladder:n", "all"),
    ("acyclic-orientations", "prism:n", "all"),
]


@pytest.mark.parametrize(
    ("game", "text", "positions"), [*CASES, *(pytest.param(*case, marks=pytest.mark.slow) for case in MORE)]
)
def test_a_certificate_is_proved_from_the_rule(tmp_path, game, text, positions):
    path = tmp_path / "c.json"
    save_derived(derive(game, text, positions=positions), path)
    found = certify_file(path)
    assert (found.status, found.machine) == ("proved", "proved")
    assert found.listed[0] == parse_board(text).first_n
    # one more of some large board that nothing lists is seen
    content = json.loads(path.read_text())
    far = 3 + max(n for n, *_ in content["numerator"] + content["denominator"])
    content["numerator"] = [
        *content["numerator"],
        *([n + far, i, j, c] for n, i, j, c in content["denominator"]),
    ]
    with pytest.raises(rule_checker.RefusalError, match="is not the number that the rule gives"):
        rule_checker.check(content)


def test_what_is_not_decided_is_consistent(tmp_path, monkeypatch):
    monkeypatch.setattr(rule_checker, "LISTED", 2000)
    path = tmp_path / "c.json"
    save_derived(derive("nogo", "gear:n"), path)
    found = certify_file(path)
    assert (found.status, found.machine, found.listed[0]) == ("consistent", "proved", 3)
    assert "groups with liberties are not decided on graphs" in found.reason


def asked(game, text):
    content = {"board": text, "positions": "all", "weights": ["x", "y"], "first_n": parse_board(text).first_n}
    content |= {"rule": plain_rule(find_rule(game)), "family": plain_family(text)}
    return rule_checker.question(json.loads(json.dumps(content)))


@pytest.mark.parametrize(
    ("game", "texts"),
    [
        ("potts", "2xn"),
        ("induced-trees", "wheel:n"),
        ("hamiltonian-walks", "3xn"),
        ("maximal-matchings", "king:2xn"),
        ("strong-orientations", "cycle:n"),
        *(
            pytest.param(*case, marks=pytest.mark.slow)
            for case in (
                ("vertex-cuts", "2xn"),
                ("potts", "wheel:n"),
                ("induced-trees", "ladder:n"),
                ("rooted-forests", "3xn cycle:n"),
                ("minimal-dominating-sets", "prism:n"),
                ("eulerian-orientations", "K3xpath:n"),
            )
        ),
    ],
)
def test_boards_step_by_step_are_those_listed(game, texts):
    """The checker's two ways to count a board share nothing: steps with states, and all configurations."""
    for text in texts.split():
        question = asked(game, text)
        machine = rule_checker.GraphMachine(question, 10**8)
        compared = 0
        for n in machine.early:
            try:
                found = rule_checker.Sum(rule_checker.listed(question, n, [20_000]))
            except rule_checker.TooMuchError:
                break
            assert +machine.early[n] == found, (text, n)
            compared += 1
        assert compared > 1


def test_orientations_of_no_vertices_are_not_strong():
    """A board without cells is not in one piece: so say the engine, both listers and the checker."""
    question = asked("strong-orientations", "path:n")
    assert list(rule_checker.listed(question, 0, [100])) == []
    assert len(list(rule_checker.listed(question, 1, [100]))) == 1
    assert not +rule_checker.GraphMachine(question, 10**7).early[0]
    assert (
        int(count("strong-orientations", "path:0")) == int(brute_force("strong-orientations", "path:0")) == 0
    )
    assert (
        int(count("strong-orientations", "path:1")) == int(brute_force("strong-orientations", "path:1")) == 1
    )


def test_play_is_for_impartial_games(saved):
    _, content = saved
    content["rule"]["colours"][0]["owner"] = "left"
    content["positions"] = "play"
    with pytest.raises(rule_checker.RefusalError, match="play needs an impartial game"):
        rule_checker.check(content)


@pytest.mark.parametrize(
    ("text", "fine"),
    [
        ("sum(all) >= 1", True),
        ("(count(y == 2 for y in near) == 1) == (x == 1)", True),
        ("1 in near or not max(near) == 2", True),
        ("not sum(near)", True),
        ("2 * count(y == x for y in near) <= size(near)", False),
        ("count(y == x for y in near) <= size(near)", False),
        ("sum(near) % 2 == 0", False),
        ("median(near) == 1", False),
        ("sum(y - 1 for y in near) == 1", False),
    ],
)
def test_how_many_neighbours_of_a_hub_can_be_told_apart(text, fine):
    """Where a bound is given, more of one value than that say the same."""
    if not fine:
        with pytest.raises(rule_checker.TooMuchError):
            rule_checker.bounded(text, [0, 1, 2])
        return
    most = rule_checker.bounded(text, [0, 1, 2])
    test = rule_checker.asked_near({"neighbours": "rook", "require": text})
    for x, value, rest in product(range(3), range(3), ([], [0], [1, 2], [2, 2, 2])):
        said = {test(x, [value] * number + rest) for number in range(most, most + 6)}
        assert len(said) == 1


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "c.json"
    save_derived(derive("node-kayles", "prism:n"), path)
    return path, json.loads(path.read_text())


def test_another_graph_under_the_name_is_seen(saved):
    path, content = saved
    content["family"]["slices"]["twist"] = [1, 0]
    path.write_text(json.dumps(content))
    found = rule_checker.RefusalError
    with pytest.raises(found) as refusal:  # the numbers of a Moebius ladder are others
        rule_checker.check(content)
    assert refusal.value.args[0] == 1
    assert certify_file(path).status == "refuted"


def test_another_rule_on_a_graph_is_seen(tmp_path):
    """Arrays on graphs are listed too: total dominating sets are not dominating sets."""
    path = tmp_path / "c.json"
    save_derived(derive("total-dominating-sets", "prism:n"), path)
    content = json.loads(path.read_text())
    assert rule_checker.check(content).listed[0] == 3
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


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("twist", [0, 0]),
        ("links", [[0, 7, 1]]),
        ("ring", 1),
        ("first_n", 2),
        ("spokes", [[0, 0]]),
        ("apart", 500),
    ],
)
def test_slices_that_make_no_sense(saved, key, value):
    _, content = saved
    content["family"]["slices"][key] = value
    with pytest.raises(rule_checker.RefusalError):
        rule_checker.check(content)


class TestGames:
    # The theorems on strips of squares say nothing on graphs: values come from the boards themselves.
    @pytest.mark.parametrize("text", ["king:2xn", "prism:n", "wheel:n", "hex:1xn"])
    def test_nimbers(self, text):
        boards = parse_board(text)
        found = nim("node-kayles", text, to=5)
        for n in range(boards.first_n, 6):
            single = nim("node-kayles", boards.at(n))
            assert found.values[n - boards.first_n] == single.values[0]
        assert found.evidence.method != "end-types"

    def test_decomposition_is_for_strips_of_squares(self):
        found = outcomes("o12", "king:2xn", to=6)
        assert found.law is None or found.evidence.status != "proved"
