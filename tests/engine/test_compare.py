"""Comparison of rules: identities against arrays that are listed here, and hypotheses that fail.

``listed`` counts arrays from their blocks alone. The families of four rules with equal numbers are theorems;
each number in them is also listed.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from choice import drawn, some_of
from cli.calling import call
from engine.blocks import BINARY, as_rule, listed, random_rule, table
from engine.distances import distances

import gfkit
from gfkit.core.algebra import Evidence, Status
from gfkit.core.boards import parse_board
from gfkit.core.errors import InputError, LimitError, MismatchError
from gfkit.core.rules import Rule, find_rule
from gfkit.questions.twins.blocks import (
    BlockRule,
    Image,
    Mealy,
    bijection,
    chains,
    corner_partners,
    is_bijection,
    rule_of_code,
    uniform_corners,
)
from gfkit.questions.twins.graphs import connected_graphs
from gfkit.questions.twins.series import Columns, decide


def test_four_conditions_on_one_corner_have_equal_numbers():
    """Blocks a b / c d with a <= d unless b = c = 0; then a = 0, d != a, d = a, or a = 1."""
    conditions = lambda a, _: a == 0, lambda a, d: a != d, lambda a, d: a == d, lambda a, _: a == 1
    rules = [
        BlockRule(
            2, frozenset((a, b, c, d) for a, b, c, d in BINARY if (own(a, d) if b == c == 0 else a <= d))
        )
        for own in conditions
    ]
    assert {*corner_partners(rule_of_code("1010100011111111"))} == set(rules)
    for rule in rules:
        assert listed(rule, 2, 7)[1:] == [11, 30, 83, 230, 637, 1764]
        assert listed(rule, 4, 4)[1:] == [83, 350, 1423]
    found = gfkit.compare(as_rule(rules[0]), as_rule(rules[3]))
    assert (found.verdict, found.is_equal, found.evidence.method) == ("equal", True, "corner-lemma")


def test_identities_of_random_rules_hold():
    random, linked = drawn("identities of blocks"), 0
    for _ in range(60):
        rule = random_rule(random)
        numbers = table(rule, 3)
        reached = [other for other in chains(rule, 300) if other != rule]
        for other in random.sample(reached, min(6, len(reached))):
            assert table(other, 3) == numbers, (rule, other)
            linked += 1
        corners = uniform_corners(rule)
        for other in corner_partners(rule) if corners else ():
            assert table(other) == table(rule), (rule, other)
    assert linked > 200


def test_the_corner_lemma_needs_a_uniform_corner():
    """Moving a block to the other value of its corner changes numbers, unless the corner is uniform."""
    random, changed = drawn("corners"), 0
    for _ in range(40):
        rule = random_rule(random)
        for c, b in set(product((0, 1), repeat=2)) - uniform_corners(rule):
            for d in (0, 1):
                ways = {a for a in (0, 1) if (a, b, c, d) in rule.allowed}
                if len(ways) == 1:
                    (a,) = ways
                    other = BlockRule(2, rule.allowed - {(a, b, c, d)} | {(1 - a, b, c, d)})
                    changed += table(other) != table(rule)
    assert changed > 20


def test_mealy_machines_map_arrays_onto_arrays():
    """Transform rules by a Mealy machine; a map that fails for one order of columns is rejected."""
    random, found = drawn("machines"), 0
    keep, flip = Mealy(((0, 1),), ((0, 0),)), Mealy(((1, 0),), ((0, 0),))
    for _ in range(24):
        rule = random_rule(random)
        other = BlockRule(2, frozenset((a, 1 - b, c, 1 - d) for a, b, c, d in rule.allowed))
        if is_bijection(rule, other, keep, flip):
            found += 1
            assert table(rule, 3) == table(other, 3)
        elif table(rule, 3) != table(other, 3):
            assert bijection(rule, other) is None
    assert found > 1
    col, snort = (BlockRule.of(find_rule(name)) for name in ("col", "snort"))
    assert bijection(col, snort) is not None
    assert table(col, 3) == table(snort, 3)
    assert bijection(col, BlockRule.of(find_rule("colourings:3"))) is None


def test_recurrences_hold_for_all_heights():
    random, found = drawn("recurrences in n"), 0
    for size, count in ((2, 12), (3, 2)):
        for _ in range(count):
            rule = random_rule(random, size)
            columns = Columns(rule)
            factors = columns.recurrence(8, 12)
            if factors is None:
                continue
            found += 1
            order = len(factors)
            for m in (1, 2, 3):
                numbers = listed(rule, m, order + 4)
                assert [columns.series(n).totals(3)[m - 1] for n in range(1, order + 5)] == numbers
                for n in range(4):
                    assert sum(c * numbers[n + i] for i, c in enumerate(factors)) == numbers[n + order]
    assert found > 2


def test_decisions_agree_with_lists():
    random, equal, different = drawn("decisions"), 0, 0
    for _ in some_of(range(30), 6):
        rule = random_rule(random)
        block = random.choice(BINARY)
        other = BlockRule(2, rule.allowed ^ {block})
        decision = decide(rule, other, 7, 9)
        if decision is None:
            continue
        if decision.differs_at is None:
            equal += 1
            assert table(rule) == table(other), (rule, other)
        else:
            different += 1
            m, n = decision.differs_at
            if m < 6:
                assert listed(rule, m, n)[-1] != listed(other, m, n)[-1]
    assert different > 0
    pair = rule_of_code("0000001100111100"), rule_of_code("0000011010010110")
    assert decide(*pair, 12, 16).differs_at is None
    assert [listed(rule, 3, 6)[1:] for rule in pair] == [[10, 14, 18, 24, 32]] * 2


PAIRS = {"colours": 2, "forbid": ["11"]}
WHOLE = [find_rule("nogo"), find_rule("domineering"), Rule.array(colours=2, forbid=["111"])]
WHOLE += [Rule.array(**PAIRS, **own) for own in ({"outside": 1}, {"pin": [("first", "x == 0")]})]


def test_rules_of_blocks_agree_with_gfkit():
    random = drawn("blocks of rules")
    for size in (2, 3):
        for _ in range(5):
            rule = random_rule(random, size)
            assert BlockRule.of(as_rule(rule)) == rule
    for name in ("kings", "independent-sets", "col", "snort", "colourings:3", "node-kayles"):
        rule = BlockRule.of(find_rule(name))
        assert listed(rule, 3, 3)[2] == gfkit.brute_force(name, "3x3").count, name
    windows = Rule.array(colours=2, window=[("ab", "a <= b")], near=[("corner", "x + sum(near) < 3")])
    assert BlockRule.of(windows) is None
    others = Rule.array(**PAIRS, divide=2), find_rule("dominating-sets")
    assert [rule.name for rule in (*WHOLE, *others) if BlockRule.of(rule) is not None] == []
    assert BlockRule(2, frozenset({(0, 0, 0, 1)})).image(Image((0, 1), True)).allowed == {(0, 1, 0, 0)}


FREE, ONE = (Rule.array(colours=k, name=name) for k, name in ((2, "free"), (1, "one")))
SAME = Rule.array(colours=2, near=[("rook", "all(y == x for y in near)")], name="same")
FAMILIES = [
    ("col", "snort", "3xn", "equal", ""),  # on bipartite graphs: exchange the players on one side
    ("col", "snort", "cycle:n", "different", ""),
    ("domineering", "cram", "2xn", "equal", ""),
    ("matchings", "independent-sets", "path:n", "different", "second(n) = first(n + 1)"),
    ("domino-tilings", "perfect-matchings", "4xn", "equal", ""),
    ("col", "independent-sets", "path:n,2xn", "equal", ""),  # independent sets of the product with an edge
    ("domino-tilings", "matchings", "2xn,path:n", "equal", ""),
    ("domino-tilings", "matchings", "2xn,path:2n", "different", "second(n) = first(2n)"),
    ("independent-sets", "col", "2xn,cycle:n", "different", ""),
    ("kings", "independent-sets", "1x2n,1xn", "different", "first(n) = second(2n) "),
    (SAME, ONE, "cycle:n", "different", "first(n) = 2*second(n) for every n >= 3"),
    (FREE, Rule.array(colours=2, forbid=["111111"]), "1xn", "different", ""),
    ("col", "col", "nx2,2x2n", "different", "second(n) = first(2n) for every n >= 0", "pieces"),
    (ONE, Rule.array(colours=2, forbid=["01", "10", "11"]), "2xn", "different", "every n >= 2", "pieces"),
]


@pytest.mark.parametrize("row", some_of(FAMILIES, step=2))
def test_families(row):
    one, other, on, verdict, relation, weights = (*row, "none")[:6]
    found = gfkit.compare(one, other, on, weights=weights)
    assert (found.verdict, bool(found.relation)) == (verdict, bool(relation))
    assert relation in found.relation
    if found.witness is not None:
        boards = found.witness.board.split(" and ")
        pairs = (one, boards[0]), (other, boards[-1])
        assert found.witness.numbers == tuple(
            str(gfkit.brute_force(*pair, weights=weights)) for pair in pairs
        )
        assert found.witness.recounted


GRAPHS = [
    # A cell of a rectangle has at most four neighbours, so there the rule has no constraint.
    (Rule.array(colours=2, near=[("rook", "sum(near) < 5")], name="few"), FREE, "trees", "different"),
    ("col", "snort", "bipartite", "equal"),
    ("col", "snort", "triangle-free", "different"),  # on cycles of odd length
    ("independent-sets", "vertex-covers", "all", "equal"),
    ("matchings", "cram", "trees", "equal"),
    (([2], [1, 2], [2]), ([1, 2], [2], [1, 2]), "triangle-free", "equal"),
    (([2], [1, 2], [2]), ([1, 2], [2], [1, 2]), "all", "different"),
    (([2], [1, 2], [2]), ([1, 2], [2], [1, 2]), "bipartite", "equal"),
    (([3], [1, 3], [2, 3]), ([1, 3], [3], [1, 2, 3]), "bipartite", "different"),
    (([3], [1, 3], [2, 3]), ([1, 3], [3], [1, 2, 3]), "trees", "equal"),
    (([2], [1, 2, 3], [2]), ([1, 2], [2, 3], [1, 2]), "trees", "equal"),
    ("colourings:4", Rule.array(colours=4, near=[("rook", "not (3 - x) in near")]), "trees", "equal"),
    # They agree on all bipartite graphs of 7 vertices, and differ on the path of 8.
    (([2], [1, 2], [2, 3]), ([1, 2], [2], [1, 2, 3]), "paths", "different"),
    (([2], [1, 2], [2, 3]), ([1, 2], [2], [1, 2, 3]), "bipartite", "different"),
    (([20], [20], [20]), ([21], [21], [21]), "mxn", "observed"),  # equal on the boards that are counted
    (([20], [20], [20]), ([21], [21], [21]), "trees", "observed"),
]


@pytest.mark.parametrize(
    "place", [*range(6), *(pytest.param(place, marks=pytest.mark.slow(6)) for place in range(6, len(GRAPHS)))]
)
def test_classes_of_graphs(place):
    one, other, on, verdict = GRAPHS[place]
    rules = [distances(*map(tuple, game)) if isinstance(game, tuple) else game for game in (one, other)]
    found = gfkit.compare(*rules, on)
    assert found.verdict == verdict, str(found)
    assert found.is_equal is (verdict == "equal")
    if found.witness is not None:
        numbers = [str(gfkit.brute_force(game, found.witness.board)) for game in rules]
        assert (*numbers,) == found.witness.numbers
    if on == "all" and verdict == "different":
        assert found.relation == "equal if and only if the graph has no triangle"
    if on == "paths":
        assert found.witness.board == "path:8"
    if on == "bipartite" and verdict == "different":
        size = parse_board(found.witness.board).size
        relation = "equal if and only if the graph has no cycle of length 4"
        assert found.relation == relation * (other[0] == [1, 3])
        assert size == (4 if other[0] == [1, 3] else 8)


def test_an_owner_is_a_player_in_certificates_of_both_classes_of_boards(tmp_path):
    for on in ("mxn", "bipartite"):
        file = tmp_path / f"{on}.json"
        call("compare", "col", "snort", "--on", on, "--save", file, code=0)
        call("certify", file, code=0)
        file.write_text(file.read_text().replace('"owner":"left"', '"owner":"nobody"'))
        assert "nobody" in file.read_text()
        call("certify", file, code=2)


def test_numbers_of_connected_graphs():
    """OEIS A001349, A024607, A005142 and A000055."""
    known = {
        "all": [1, 1, 2, 6, 21],
        "triangle-free": [1, 1, 1, 3, 6, 19],
        "bipartite": [1, 1, 1, 3, 5, 17, 44],
        "trees": [1, 1, 1, 2, 3, 6, 11, 23, 47],
    }
    for name, numbers in known.items():
        sizes = [len(graph) for graph in connected_graphs(name)]
        assert [sizes.count(n) for n in range(1, len(numbers) + 1)] == numbers, name


def test_weights_on_rectangles():
    """Machines and symmetries prove equal polynomials if they keep the weight of each value."""
    col, snort = (BlockRule.of(find_rule(name)) for name in ("col", "snort"))
    found = bijection(col, snort, lambda value, image: bool(value) == bool(image))
    assert found is not None
    assert all(row[0] == 0 for machine in found for row in machine.outputs)
    assert bijection(col, snort, lambda value, image: value == image) is None
    weighted = gfkit.compare("col", "snort", weights="pieces")
    assert (weighted.verdict, weighted.is_equal, weighted.weights) == ("equal", True, ("x",))
    sets = gfkit.compare("independent-sets", "vertex-covers")
    assert sets.verdict == "equal"
    weighted = gfkit.compare("independent-sets", "vertex-covers", weights="pieces")
    assert (weighted.verdict, weighted.witness.board) == ("different", "1x2")
    marked = [
        Rule.array(
            colours=3, window=[("ab", f"a != {i} or b != {j}")], weight={i: "x", j: "x"}, name="marked"
        )
        for i, j in ((1, 2), (2, 1))
    ]
    (lemma,) = gfkit.compare(*marked, weights="pieces").lemmas
    assert lemma.startswith("symmetry: ")


def test_images_under_bijections():
    """Pieces of Col differ if they are adjacent, pieces of Snort do not; different pieces have images."""
    cases = (("mxn", "3x4"), ("bipartite", "cube"), ("trees", "comb:4"), ("bipartite", "graph:0-1,2-3,3-4"))
    for on, text in some_of(cases, 2):
        found, board, images = gfkit.compare("col", "snort", on), parse_board(text), {}
        for seed in range(60):
            pair = [
                {piece.cells[0]: piece.owner for piece in one.pieces}
                for one in found.mapped_pair(text, seed)[1:]
            ]
            for a, b in board.edges:
                for pieces, is_snort in zip(pair, (False, True), strict=True):
                    if {a, b} <= pieces.keys():
                        assert (pieces[a] == pieces[b]) is is_snort
            assert pair[0].keys() == pair[1].keys()
            placed, image = (tuple(sorted(one.items())) for one in pair)
            assert images.setdefault(placed, image) == image
        assert len(images) > 20
        assert len(images) == len({*images.values()})
    same = rule_of_code("1010100011111111")
    reversed_ = same.image(Image((1, 0), reversed=True))
    found = gfkit.compare(as_rule(same), as_rule(reversed_))
    for seed in range(20):
        _, one, other = found.mapped_pair("3x4", seed)
        for rule, shown in ((same, one), (reversed_, other)):
            rows = [[int(shown.marks[4 * row + col]) for col in range(4)] for row in range(3)]
            blocks = product(range(2), range(3))
            assert all((*rows[i][j : j + 2], *rows[i + 1][j : j + 2]) in rule.allowed for i, j in blocks)
    corner = rule_of_code("1010100011111111")
    partner = next(one for one in corner_partners(corner) if one not in dict(corner.images()).values())
    with pytest.raises(MismatchError, match="corner"):
        gfkit.compare(as_rule(corner), as_rule(partner)).mapped_pair()
    with pytest.raises(MismatchError, match="bipartite"):
        gfkit.compare("col", "snort", "bipartite").mapped_pair("cycle:5")


def test_multiples_and_exceptions():
    two, whole = Rule.array(colours=2, forbid=["11"], name="two"), find_rule("independent-sets")
    double = Rule.array(colours=2, forbid=["01", "10"], name="double")  # constant rows: 2^m
    single = Rule.array(colours=2, forbid=["01", "10"], pin=[("first", "x == 0")], name="single")
    assert gfkit.compare(single, double, "1xn").relation == ""  # 1 and 1 for n = 0
    found = gfkit.compare(two, whole, "1xn")
    assert (found.verdict, found.is_equal) == ("equal", True)
    assert gfkit.compare(two, whole).verdict == "different"


WIDE = [(2, 1, 3), (3, 1, 3), (2, 4, 1), (2, 2, 3), (2, 3, 2)]


@pytest.mark.parametrize(("colours", "rows", "columns"), some_of(WIDE, 1))
def test_rules_of_wide_windows(colours, rows, columns):
    """A rule and its image under a symmetry are proved to be equal; rules that differ by a window are not."""
    random = drawn(f"windows of {rows} x {columns}")
    cells = list(product(range(rows), range(columns)))
    windows = random.sample([*product(range(colours), repeat=rows * columns)], 4)

    def rule(drawings):
        texts = [
            "/".join("".join(map(str, own[columns * i :][:columns])) for i in range(rows)) for own in drawings
        ]
        return Rule.array(colours=colours, forbid=texts, name=" ".join(texts))

    flipped = [
        tuple(colours - 1 - own[cells.index((i, columns - 1 - j))] for i, j in cells) for own in windows
    ]
    one, other = rule(windows), rule(flipped)
    found = gfkit.twins([one, other, rule(windows[:3])])
    assert [group.rules for group in found.groups] == [(one.name, other.name)]
    assert found.is_proved
    for board in ("1x5", "2x4", "4x2"):
        assert gfkit.brute_force(one, board) == gfkit.brute_force(other, board)
    size = max(rows, 2), max(columns, 2)
    blocks = BlockRule.of(one, *size)
    assert (blocks is None) is (colours == 3 or rows == 4)
    if blocks is not None:
        m, n = 4 - size[0] + 2, 4 - size[1] + 2
        assert listed(blocks, m, n)[-1] == gfkit.brute_force(one, "4x4").count


def test_derivations_on_families_are_bounded(monkeypatch):
    """A piece excludes others at distance 24: the states between two cells are too many."""
    pair = (distances((24,), (), ()), distances((), (24,), ()))
    with pytest.raises(LimitError, match="--max-memory"):
        gfkit.compare(*pair, "path:n")
    with pytest.raises(InputError, match="'Distances'"):
        gfkit.twins([*pair, "col"], "path:n")
    renamed = replace(pair[1], base=replace(pair[1].base, name="Others"))
    found = gfkit.twins([pair[0], renamed, "col"], "path:n")
    assert [len(group.open) for group in found.groups] == [1]
    probable = replace(gfkit.derive("col", "2xn"), evidence=Evidence(Status.PROBABLE, "modular"))
    with monkeypatch.context() as patched:
        patched.setattr("gfkit.questions.compare.derive", lambda *_, **__: probable)
        assert not gfkit.twins(["col", "snort"], "2xn").is_proved
    monkeypatch.setattr("gfkit.questions.compare.MOST_SECONDS", 1e-9)
    with pytest.raises(LimitError, match="--max-seconds"):
        gfkit.compare("col", "snort", "9xn")
    assert gfkit.compare("col", "snort", "2xn", max_seconds=60).is_equal


def test_the_command(tmp_path):
    call("compare", "col", "snort", "--on", "trees", "--draw", tmp_path / "image.svg")
    assert (tmp_path / "image.svg").read_text(encoding="utf-8").count("<svg") == 1
    call("compare", "kings", "independent-sets", "--draw", tmp_path / "boards.svg", code=1)
    assert "2x2" in (tmp_path / "boards.svg").read_text(encoding="utf-8")
    said = call("compare", "perfect-matchings", "domino-tilings", "--draw", tmp_path / "none.svg", code=2).err
    assert "bijection" in said
    assert "all m x n boards" in call("compare", "col", "snort").out
    said = call("compare", "kings", "independent-sets", code=1).out
    assert "2x2" in said
    assert "kings 5, independent-sets 7" in said
    assert "equal" in call("compare", "nogo", "nogo", "--json").out
    said = call("compare", "matchings", "induced-matchings", "--on", "3x3", code=2).err
    assert "single board" in said
    assert "equal polynomials" in call("compare", "col", "snort", "--weights", "pieces").out
    call("compare", "col", "snort", "--weights", "players", code=1)
