"""Certificates of families of slices: listed from the rule, and no more said than that."""

from __future__ import annotations

import json

import pytest

from gfkit import certify_file, derive, nim, outcomes, parse_board, save_derived
from gfkit.errors import InputError
from gfkit.verify import rule_checker


@pytest.mark.parametrize(
    ("game", "text", "positions"),
    [
        ("arc-kayles", "wheel:n", "maximal"),
        ("col", "moebius:n", "left-ends"),
        ("node-kayles", "hex:1xn", "all"),
        ("nogo", "gear:n", "all"),
        ("snort", "K3-strong-path:n", "maximal"),
        ("dominating-sets", "prism:n", "all"),
        ("cliques:3", "wheel:n", "all"),
    ],
)
def test_a_certificate_is_consistent(tmp_path, game, text, positions):
    path = tmp_path / "c.json"
    save_derived(derive(game, text, positions=positions), path)
    found = certify_file(path)
    assert found.status == "consistent"
    assert not found.proved
    assert found.machine == "proved"
    assert found.listed[0] == parse_board(text).first_n


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
    with pytest.raises(InputError, match="its slices are not those of prism:n"):
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
