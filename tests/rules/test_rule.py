"""Properties of rules are correct, and strings are parsed once, where a query is made.

Counts come from listing by definition; the keys are documented for rule files. Only the files listed here may
parse strings; results for a query equal the results for its strings.
"""

import ast
import pickle
import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from choice import some_of
from tables import tables

import gfkit
import gfkit.core.errors
from gfkit import Rule, brute_force, count, parse_board
from gfkit.claims.provers.truth import GameTruth
from gfkit.core.errors import MismatchError
from gfkit.core.rules import NAMED, Question
from gfkit.core.rules.automaton import LineRule
from gfkit.core.rules.kinds.array.rule import Exactly
from gfkit.core.rules.object import Object
from gfkit.core.rules.question import question_of
from gfkit.core.rules.values import Numbers
from gfkit.core.typing import Positions, Weights

TREES = {"components": 1, "cycles": 0}


def test_arrays_and_their_boards():
    for given, *answers in tables("rules_asked")["answers"]:
        rule = Rule.of({"name": "array", **given})
        assert [rule.flat, rule.empty, rule.is_global] == answers, given
        for board in ("2x3", "#", "1x1"):
            assert count(rule, board) == brute_force(rule, board), (given, board)
        assert count(rule, "#") == rule.empty, given
        if rule.flat:
            assert count(rule, "cycle:5") == brute_force(rule, "cycle:5"), given
        else:
            with pytest.raises(MismatchError, match="'cycle:5'"):
                count(rule, "cycle:5")


def test_boards_that_are_too_small_have_no_arrays():
    rule = Rule.array(colours=2, least="2x3")
    small = [board for board in ("2x3", "3x3", "2x2", "1x9", "3x2", "complete:4") if count(rule, board) == 0]
    assert small == ["2x2", "1x9", "3x2", "complete:4"]
    rows = Rule.array(colours=3, least="1x3")
    for board in ("1x3", "1x2", "path:3", "path:2", "cycle:4"):
        graph = parse_board(board)
        assert rows.is_small(graph) == (graph.size < 3)
        assert count(rows, board) == (0 if graph.size < 3 else 3**graph.size)


def test_sets_of_edges_by_their_properties():
    """Count on a square and K4 by hand; by Cayley's formula K4 has 16 trees, and it has 38 forests."""
    counts = [
        (Rule.edges(**TREES, spanning=True), 4, 16),
        (Rule.edges(cycles=0), 15, 38),
        (Rule.edges(2, vertex="d <= 1"), 7, 10),
        (Rule.edges(2, vertex="d == 1"), 2, 3),
        (Rule.edges(modulo=2, vertex="d == 0"), 2, 8),
        (Rule.edges(3, vertex="d == 2"), 1, 3),
        (Rule.edges(modulo=2, taken="a != 2 or b != 1"), 16, 64),  # a degree modulo 2 is never 2
        (Rule.edges(modulo=2, vertex="d * 1000000000 * 1000000000 * 4 >= 0"), 16, 64),  # nor leaves 62 bits
    ]
    for rule, square, complete in counts:
        assert (count(rule, "cycle:4"), count(rule, "complete:4")) == (square, complete), rule
    ends = Rule.edges(3, vertex="d == 0 or d == 2", pin=[("first", "d == 1"), ("last", "d == 1")], **TREES)
    assert count(ends, "2x3") == brute_force(ends, "2x3") == 4  # paths between two corners


def test_numbers_of_conditions_as_text():
    parts = Rule.array(colours=2, exactly=[{"neighbours": "rook", "when": "x == 1", "number": [2]}])
    (told,) = parts.conditions
    assert told.number == "exactly 2"
    assert Exactly(told.parts, Numbers(frozenset({0, 1}), 2)).number == "at most 1"
    assert Exactly(told.parts, Numbers(frozenset({0}), 1)).number == "exactly 0"
    assert Exactly(told.parts, Numbers(frozenset({2}), 2)).number == "at least 2"
    assert Exactly(told.parts, Numbers(frozenset({0, 2}), 3)).number == "exactly 0 or 2"
    assert LineRule(("rows",), match="0*1*").text == "the values match 0*1*"
    states = LineRule(("rows",), start=1, next="s + x")
    assert states.text == "from s = 1 on a value x leads to s = s + x"
    states = LineRule(("rows",), next="s + x", require="s < 2", accept="s == 1")
    assert states.text.endswith(" leads to s = s + x, where s < 2 holds, and at the end s == 1 holds")
    assert LineRule(("rows",), order="increasing").text == "the words, read forwards, are increasing"
    backwards = LineRule(("rows",), order="increasing", backwards=True)
    assert backwards.text == "the words, read backwards, are increasing"
    for about in ("", "Dominoes in a box."):
        made = [
            Rule.cover("XX", about=about),
            Rule.pointers("oXo", stay=True, about=about),
            Rule.edges(1, vertex="d == 1", about=about),
        ]
        assert [rule.about for rule in made] == [about] * 3


SAYS = """
[a, b] == [b, a]; [a] == [a, b]; [a, b] != [b]; [a, b] < [b]; [a] <= [a, b]; [a, b] > [b, a]; [a, b] >= [b];
[a, b] <= [a]; [b] < [a, b]; sorted([b, a]) == [a, b]; 2 if a else b; not (a - b)
"""


def test_expressions_agree_with_python():
    for says in map(str.strip, SAYS.split(";")):
        true = sum(bool(eval(says, {"a": a, "b": b})) for a in range(3) for b in range(3))
        assert count(Rule.array(colours=3, window=[("ab", says)]), "1x2") == true, says


MATCHES = ["0*1*", "(1?0)+", "[01]*2?", "[^0]+|0", "(01)*.?", "1?[^12]*", "(0|12)+", "[2]*[^2].*"]


def test_regular_expressions_on_lines_agree_with_python():
    for match in MATCHES:
        read = re.compile(match)
        rule = Rule.array(colours=3, line=[{"along": "rows", "match": match}])
        for n in (1, 2, 4):
            words = ("".join(map(str, word)) for word in product(range(3), repeat=n))
            assert count(rule, f"1x{n}") == sum(read.fullmatch(word) is not None for word in words), match
    runs = {"along": "rows", "start": 1, "next": "x", "require": "s != x"}  # the first value is no 1
    assert count(Rule.array(colours=3, line=[runs]), "1x4") == 2**4
    last = {"along": "rows", "next": "s + x", "require": "s + x <= 3", "accept": "s == 3"}
    assert count(Rule.array(colours=3, line=[last]), "1x3") == 7  # 012 in any order, and 111


def test_values_are_a_range_or_a_list():
    for values, meant in [("-2..2", range(-2, 3)), ("60..62", range(60, 63)), ([5, -1], (-1, 5))]:
        assert Rule.array(values=values, forbid=[]).values == tuple(meant)


# One question, made once


def test_every_function_accepts_a_query_instead_of_strings():
    asked = Question.of("domineering", "nx2", "right-ends", "pieces")
    made = Question(
        gfkit.find_rule("domineering"), gfkit.parse_board("nx2"), Positions.RIGHT_ENDS, Weights.PIECES
    )
    assert made == asked
    assert hash(made) == hash(asked)
    assert Question.of(asked) is asked
    assert pickle.loads(pickle.dumps(asked)) == asked
    assert str(asked) == "domineering on nx2, right-ends"
    assert str(made) == "Domineering on nx2, right-ends"
    board = asked.on(asked.family.at(4))
    assert gfkit.count(board) == gfkit.brute_force("domineering", "4x2", "right-ends", "pieces")
    law = gfkit.derive(asked)
    assert law == gfkit.derive("domineering", "nx2", "right-ends", "pieces")
    assert law.question is asked
    assert (law.game, law.board, law.positions, law.weights) == ("domineering", "nx2", "right-ends", ("x",))
    plain = Question.of("domineering", "nx2")
    assert gfkit.verify("a(n) = 1", game=plain).is_refuted
    single = Question.of("domineering", "2x2")
    assert gfkit.value(single).value == gfkit.value("domineering", "2x2").value
    assert gfkit.outcomes(single).words == gfkit.outcomes("domineering", "2x2").words
    assert gfkit.nim(Question.of("cram", "1xn"), to=9).values == gfkit.nim("cram", "1xn", to=9).values


def test_rule_files_are_read_once(tmp_path, monkeypatch):
    """A report describes the rule that was derived, even if its file has changed since."""
    file = tmp_path / "rule.toml"
    file.write_text('name = "Cells"\n[both]\npieces = ["X"]\n')
    law = gfkit.derive(str(file), "1xn")
    file.write_text('name = "Dominoes"\n[both]\npieces = ["XX"]\n')
    assert law.rule.name == "Cells"
    assert gfkit.report(law).title.startswith("Cells on")
    renamed = replace(law, question=replace(law.question, game="other"))
    assert renamed == law
    # Once a question is there, deriving, judging and reporting read no board and no word.
    asked = Question.of("domineering", "nx2", "right-ends")

    def refused(*_):
        raise AssertionError("read again")

    monkeypatch.setattr("gfkit.core.boards.grammar.parse_board", refused)
    monkeypatch.setattr("gfkit.core.rules.question.as_rule", refused)
    monkeypatch.setattr(Positions, "read", refused)
    law = gfkit.derive(asked)
    assert law.cells_per_n == 2
    truth = GameTruth(asked)
    assert truth.law(Weights.NONE) == law
    assert [words for words, _ in truth.alternatives()] == [
        "left-ends on nx2",
        "right-ends on 2xn",
        "left-ends on 2xn",
    ]
    assert truth.confirms_by_count(5, Weights.NONE, law[5])
    assert gfkit.verify("a(n) = 2a(n-1) + 2a(n-2) - a(n-3)", game=asked).verdict.value == "proved"


# Where words are read: at the edge, and in files whose words are not those of a question.
READERS = """__init__ core/boards/__init__ core/boards/grammar questions/sizes/several
questions/rule_lists questions/reliability cli/games cli/group constants/enclosure cli/count
core/rules/__init__
core/rules/library core/rules/question core/engine/forecast core/rules/kinds/placement/file
core/rules/sentences
lab/tools lab/widget
oeis/confirm oeis/export/draft oeis/export/family oeis/export/program show/picture show/notebook
questions/compare core/rules/kinds/array/theorems questions/tilings
questions/graph_polynomial questions/edge_sums questions/sizes/alphabets proofs/plain play/certificate
claims/provers/truth claims/reading/mentions claims/reading/objects claims/reading/phrases
questions/sizes/squares oeis/reading/__init__ oeis/reading/tables show/phrases
questions/twins/local questions/twins/systems show/configurations"""


FAMILIES = """
3xn nx3 path:n cycle:n 3x2n 2x(2n-1) (n+1)x2 torus:3xn cylinder:nx3 prism:n complete:n bipartite:3xn
star:(n+2) 2x2xn hexagon:2x3xn aztec:3 graph:1-2,2-3,3-1 repeat(.#./...):n repeat-ring(../..):n
king:3xn 2x3
"""


@pytest.mark.filterwarnings("ignore::gfkit.core.errors.ReadingNote")
def test_objects_typed_again_are_the_same_query(tmp_path):
    """The class of positions, the weights, and files with separators in their names belong to the object."""
    typed = 0
    asked = [("all",), ("maximal",), ("left-ends", "players"), ("all", "pieces")]
    path = tmp_path / 'a | "b" (c;.toml'
    path.write_text("[cells]\ncolours = 2", encoding="utf-8")
    names = [name.replace(":k", ":3") for name in NAMED]
    clumsy = [(name, "3x4", ("all",)) for name in ("clumsy-packings:domino", "clumsy-packings:XX/.X")]
    files = [(str(path), board, ("all",)) for board in FAMILIES.split()]
    for name, board, how in [
        *product(names, some_of(FAMILIES.split(), step=5), some_of(asked, step=3)),
        *clumsy,
        *files,
    ]:
        try:
            question = Question.of(name, board, *how)
        except gfkit.core.errors.GfkitError:
            continue
        typed, one = typed + 1, question.as_object()
        again = question_of(Object.read(one.text))
        assert (Object.read(one.text), again, again.as_object()) == (one, question, one)
    assert typed > 400
    mine = Question.of(Rule.array(colours=2, name="Col"), "3xn", "maximal")
    with pytest.raises(gfkit.core.errors.InputError, match="rule file"):
        question_of(mine.as_object())
    assert question_of(Question.of(gfkit.find_rule("kings"), "3xn").as_object()) == Question.of(
        "kings", "3xn"
    )
    for text in ("count(col)", "terms(0: x)", "sum(col | 3xn)"):
        with pytest.raises(gfkit.core.errors.InputError, match="object"):
            Object.read(text)


def test_only_entry_points_parse_strings():
    readers = {"parse_board", "parse_one_board", "as_board", "as_rule", "find_rule"}
    package = Path(gfkit.__file__).parent
    found = set()
    for file in package.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        tree = ast.walk(ast.parse(text)) if any(reader in text for reader in readers) else ()
        if readers & {node.id for node in tree if isinstance(node, ast.Name)}:
            found.add(file.relative_to(package).with_suffix("").as_posix())
    assert {place for place in found if not place.startswith("catalog/")} <= {*READERS.split()}
