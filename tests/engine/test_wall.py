"""The engine without the ways that are faster than a sweep, and the tables of ways.

A copy of gfkit without ``gfkit/ways`` must return the same terms. Statements are counted in the sources, and
their limits may only become smaller.
"""

import ast
import json
import shutil
from functools import cache
from pathlib import Path

import pytest
from cli.calling import python

import gfkit
from gfkit.algebra import Polynomial
from gfkit.boards import parse_board
from gfkit.engine import registry
from gfkit.engine.count import CountTask, count_unswept
from gfkit.engine.derive import check_derivable
from gfkit.engine.registry import BoardQuery, Plan, Way
from gfkit.errors import GfkitError
from gfkit.rules import Question, Rule
from gfkit.rules.library import NAMED
from gfkit.ways import boards, families

FAMILIES = (
    ("domino-tilings", "4xn"),
    ("spanning-trees", "2xn"),
    ("matchings", "8xn"),
    ("nogo", "1xn"),
    ("kings", "torus:4xn"),
)
MOST_LOADED = 12_000
"""Statements of gfkit that deriving these families loads in one process."""
MOST_REACHED = {"engine.derive": 15_600, "engine.count": 12_100}
"""Statements of all modules that a module imports, directly or not, also in functions."""
DERIVE = f"""
import json, sys
import gfkit

terms = [[str(term) for term in gfkit.derive(*asked).terms(12)] for asked in {FAMILIES}]
print(json.dumps([terms, [name for name in sys.modules if name.partition(".")[0] == "gfkit"]]))
"""
REFUSED = {
    "count derangements 1x5": "gfkit.ways, which answers more queries, is not installed",
    "derive latin-rectangles 3xn": "gfkit.ways, which answers more queries, is not installed",
    "derive node-kayles complete:n": "gfkit.ways, which answers more queries, is not installed",
    "derive arc-kayles 5xn --method modular": "gfkit.ways, which is not installed",
}
CALL = """
import json, sys
from cli.calling import call

print(json.dumps([call(*line.split()) for line in sys.argv[1:]]))
"""


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with a copy of gfkit without ways."""
    folder = tmp_path_factory.mktemp("bare")
    left_out = shutil.ignore_patterns("ways", "__pycache__")
    shutil.copytree(Path(gfkit.__file__).parent, folder / "gfkit", ignore=left_out)
    return folder


def path_of(module: str) -> Path:
    place = Path(gfkit.__file__).parents[1].joinpath(*module.split("."))
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(path_of(module).read_text(encoding="utf-8"))


def statements(modules: set[str]) -> int:
    """Number of statements, without docstrings."""
    written = [module for module in modules if path_of(module).is_file()]  # others are in C
    nodes = [node for module in written for node in ast.walk(tree(module)) if isinstance(node, ast.stmt)]
    return sum(not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)) for node in nodes)


def imported(node: ast.AST) -> set[str]:
    """Names of modules, or of objects in modules, that a tree imports other than for type checkers."""
    if isinstance(node, ast.Import):
        return {name.name for name in node.names}
    if isinstance(node, ast.ImportFrom):
        return {str(node.module), *(f"{node.module}.{name.name}" for name in node.names)}
    for_types = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    inside = node.orelse if for_types else ast.iter_child_nodes(node)
    return set().union(*map(imported, inside))


def reached(module: str) -> set[str]:
    """The modules of gfkit that a module imports, directly or not, and itself."""
    found, left = set(), [module]
    while left:
        parts = left.pop().split(".")
        for end in range(1, len(parts) + 1):
            name = ".".join(parts[:end])
            if parts[0] == "gfkit" and name not in found and path_of(name).is_file():
                found.add(name)
                left += imported(tree(name))
    return found


def test_families_are_derived_without_ways(bare: Path) -> None:
    terms, loaded = json.loads(python(DERIVE, folder=bare, code=0, PYTHONPATH=str(bare)).out)
    assert terms == [[str(term) for term in gfkit.derive(*asked).terms(12)] for asked in FAMILIES]
    assert not [name for name in loaded if name.startswith("gfkit.ways")]
    assert statements(set(loaded)) <= MOST_LOADED


def test_queries_that_need_a_way_are_refused_without_it(bare: Path) -> None:
    known = {"PYTHONPATH": f"{bare}:{Path(__file__).parents[1]}", "GFKIT_CACHE": str(bare / "cache")}
    said = json.loads(python(CALL, *REFUSED, "doctor", folder=bare, code=0, **known).out)
    for (line, reason), (code, _, err, *_) in zip(REFUSED.items(), said, strict=False):
        assert (code, reason in err, "use method 'modular'" in err) == (2, True, False), (line, err)
    assert "ways          not installed" in said[-1][1]


@pytest.mark.parametrize("module", MOST_REACHED)
def test_the_engine_reaches_no_way(module: str) -> None:
    modules = reached(f"gfkit.{module}")
    assert not [name for name in modules if name.startswith("gfkit.ways")]
    assert statements(modules) <= MOST_REACHED[module]


def applied(question: Question) -> list[str]:
    return [way.asks for way in families.WAYS if way.applies(question, None)]


def test_at_most_one_theorem_on_families_applies() -> None:
    """Also where rules have a counter, a divisor or a smallest board, and on parts of families."""
    letters = {"cell": 0, "neighbours": "rook", "of": [1], "allowed": [1, 2]}
    summed = {"shapes": ["a"], "sum": "a - 1", "number": [0]}
    rules = [
        *(Rule.array(colours=2, divide=divide, exactly=[summed] * sums, count=[letters] * near)
          for divide in (1, 2) for sums in (0, 1) for near in (0, 1)),
        *(name for name in sorted(NAMED) if ":" not in name),
    ]  # fmt: skip
    texts = ("complete:n", "2xn", "1xn", "path:n", "cycle:n", "0xn", "complete:(2n+1)", "1x(2n)")
    boards_in_n = [parse_board(text) for text in texts]
    seen = set()
    for rule in rules:
        for family in boards_in_n:
            try:
                question = Question.of(rule, family)
                check_derivable(question)
            except GfkitError:
                continue
            ways = applied(question)
            assert len(ways) <= 1, (rule, family.text, ways)
            seen.update(ways)
    assert seen == {way.asks for way in families.WAYS}


def query_of(question: Question) -> BoardQuery:
    task = CountTask(question, None, None)
    return BoardQuery(question, lambda: task.system, 1 << 30)


def test_at_most_one_theorem_on_boards_applies() -> None:
    seen = set()
    for name in sorted(name for name in NAMED if ":" not in name):
        for board in ("3x3", "4x1", "18x18", "complete:5", "cycle:24", "1x1000", "path:0"):
            try:
                query = query_of(Question.of(name, board))
                ways = [way.asks for way in boards.WAYS if way.applies(query)]
            except GfkitError:
                continue
            assert len(ways) <= 1, (name, board, ways)
            seen.update(ways)
    assert seen == {way.asks for way in boards.WAYS if "simplicial complex" not in way.asks}


def test_other_packages_register_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    """Independent sets of a star with seven leaves: 2^7, and one with the centre."""
    monkeypatch.setattr(registry, "_REGISTERED", {})

    def find_star(query: BoardQuery) -> Plan | None:
        question, size = query.question, query.question.board.size
        if question.game != "independent-sets" or len(question.board.edges) != size - 1:
            return None
        if max(map(len, question.board.neighbours)) != size - 1:
            return None
        return Plan(lambda: (Polynomial.constant(2 ** (size - 1) + 1), None))

    query = query_of(Question.of("independent-sets", "star:8"))
    true = gfkit.count("independent-sets", "star:8").count
    assert count_unswept(query) is None
    registry.register("boards", Way("a star", "one power", "by the centre", find_star))
    assert count_unswept(query)[0].total == true == 129
