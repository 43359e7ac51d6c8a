"""The engine without the ways that are faster than a sweep, and the tables of ways.

The results are compared with those of the whole package.
"""

import json
from pathlib import Path

from cli.calling import python

import gfkit
from gfkit.core.algebra import Evidence, Polynomial, Status
from gfkit.core.boards import parse_board
from gfkit.core.engine.derive import check_derivable
from gfkit.core.engine.registry import BoardQuery, Plan, Way, register
from gfkit.core.engine.task import CountTask
from gfkit.core.errors import GfkitError
from gfkit.core.rules import Question, Rule
from gfkit.core.rules.library import NAMED
from gfkit.ways import boards, families

FAMILIES = [["domino-tilings", "4xn"], ["spanning-trees", "2xn"], ["matchings", "8xn"], ["nogo", "1xn"]]
FAMILIES += [["kings", "torus:4xn"], ["domino-tilings", "12xn"]]
NAMES = sorted(name for name in NAMED if ":" not in name)
REFUSED = ["count derangements 1x5", "derive node-kayles complete:n", "derive col 3xn --method modular"]
RUN = f"""
import json, sys
import gfkit

terms = [[str(term) for term in gfkit.derive(*asked).terms(12)] for asked in {FAMILIES}]
loaded = [name for name in sys.modules if name.partition(".")[0] == "gfkit"]
from cli.calling import call

print(json.dumps([terms, loaded, [call(*line.split()) for line in sys.argv[1:]]]))
"""


def test_the_engine_is_whole_without_ways(tmp_path: Path) -> None:
    """A copy returns the same terms, loads little, and refuses other queries with the reason."""
    (tmp_path / "gfkit").mkdir()
    for part in {*Path(gfkit.__file__).parent.iterdir()} - {Path(gfkit.__file__).with_name("ways")}:
        (tmp_path / "gfkit" / part.name).symlink_to(part)
    known = {"PYTHONPATH": f"{tmp_path}:{Path(__file__).parents[1]}", "GFKIT_CACHE": str(tmp_path / "cache")}
    out = python(RUN, *REFUSED, "doctor", folder=tmp_path, code=0, **known).out
    terms, loaded, (*refused, doctor) = json.loads(out)
    assert terms == [[str(term) for term in gfkit.derive(*asked).terms(12)] for asked in FAMILIES]
    assert not [name for name in loaded if name.startswith("gfkit.ways")]
    for code, _, err, *_ in refused:
        assert (code, "gfkit.ways" in err, "not installed" in err) == (2, True, True), err
    assert "ways          not installed" in doctor[1]


def test_at_most_one_theorem_on_families_applies() -> None:
    """Also for rules with a counter, a divisor or numbers of neighbours, and on parts of families."""
    near = {"cell": 0, "neighbours": "rook", "of": [1], "allowed": [1, 2]}
    summed = {"shapes": ["a"], "sum": "a - 1", "number": [0]}
    rules = [Rule.array(colours=2, divide=divide, exactly=[summed] * sums, count=[near] * (1 - sums))
             for divide in (1, 2) for sums in (0, 1)]  # fmt: skip
    seen = set()
    for text in ("complete:n", "2xn", "1xn", "cycle:n", "0xn", "complete:(2n+1)", "1x(2n)", "torus:3xn"):
        for rule in (*rules, *NAMES):
            try:
                question = Question.of(rule, parse_board(text))
                check_derivable(question)
            except GfkitError:
                continue
            ways = [way.hypothesis for way in families.WAYS if way.applies(question, None)]
            assert len(ways) <= 1, (rule, text, ways)
            seen.update(ways)
    assert seen == {way.hypothesis for way in families.WAYS}


def test_at_most_one_theorem_on_boards_applies() -> None:
    """And its row states its hypothesis, its cost and its theorem; some boards are only swept."""
    assert all(min(map(len, row[:3])) > 20 for row in (*boards.WAYS, *families.WAYS))
    seen = set()
    for board in ("3x3", "4x1", "18x18", "complete:5", "cycle:24", "1x1000", "path:0"):
        for name in NAMES:
            try:
                task = CountTask(Question.of(name, board), None, None)
                query = BoardQuery(task.question, lambda own=task: own.system, 1 << 30)
                ways = [way.hypothesis for way in boards.WAYS if way.applies(query)]
            except GfkitError:
                continue
            assert len(ways) <= 1, (name, board, ways)
            seen.update(ways)
    assert seen == {way.hypothesis for way in boards.WAYS if "simplicial complex" not in way.hypothesis}


def test_other_packages_register_ways() -> None:
    """Sets of at most one edge at each vertex of a star with seven edges: none, or one of them."""
    rule = Rule.edges(2, vertex="d <= 1", name="registered")
    true, evidence = gfkit.count(rule, "star:8"), Evidence(Status.PROVED, "star")
    plan = Plan(lambda: (Polynomial.constant(8), evidence))
    is_asked = lambda query: plan if query.question.rule.name == "registered" else None  # noqa: E731
    register("boards", Way("a star", "none", "one edge at the centre", is_asked))
    found = gfkit.count(rule, "star:8")
    assert (found.count, found.evidence) == (true.count, evidence)
