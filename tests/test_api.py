"""Arguments of the public functions, errors for invalid ones, and methods of the results.

Counts are computed by hand in the test, or by two games that agree on a board.
"""

import inspect
import pickle
import re
from fractions import Fraction
from typing import get_args

import pytest
from cli.calling import call, python
from mpmath import mp
from refusals import refused
from show.markup import form
from tables import tables

import gfkit
from gfkit.claims.provers.kind import Kind, KindWord
from gfkit.core.algebra import Polynomial
from gfkit.core.errors import BoardError
from gfkit.core.hooks import _ALIKE
from gfkit.core.rules import as_rule
from gfkit.core.rules.rule import read_rule
from gfkit.core.typing import _SAME, Positions, PositionsWord, UpTo, UpToWord, Weights, WeightsWord
from gfkit.guessing.law import LawKind, LawWord
from gfkit.play.equilibria import EVERY, TieRule, TieWord
from gfkit.questions.graph_polynomial import KINDS, GraphPolynomial

RULES = 'name = "Mine"\n[both]\npieces = ["X"]\n[rules]\nforbid_adjacent = ["LR"]\n'


ALIKE = (gfkit.count, gfkit.brute_force)


def test_accepted_arguments(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(RULES)
    for function in ALIKE:
        # Independent sets of a path of 4 vertices, by hand: 1 + 4 + 3.
        for game in (file, str(file), as_rule(file), as_rule(str(file))):
            for board in ("path:4", gfkit.parse_board("path:4")):
                assert function(game, board) == 8
        assert function(file, "path:4").game == "Mine"


def test_a_single_value_is_a_list_of_length_one():
    """A row of 3 without equal neighbours in 3 colours: 3 * 2 * 2."""
    for asked in (
        {"forbid": "aa"},
        {"window": ("ab", "a != b")},
        {"window": {"shape": "ab", "forbid": "a == b"}},
    ):
        assert gfkit.count(gfkit.Rule.array(colours=3, **asked), "1x3") == 12
    assert gfkit.graph([("ab", "b")], left="ab") == gfkit.graph([("ab", "b")], left=["ab"])


def test_rows_are_a_board(tmp_path):
    """Three cells around a corner have three matchings."""
    for board in ("..\n.", "\n    ..\n    .\n  ", ["..", "."], ("..", ".")):
        assert gfkit.count("matchings", board) == 3
        gfkit.draw(board).save(tmp_path / "board.tex")
        assert "tikzpicture" in (tmp_path / "board.tex").read_text()
    sample = gfkit.sample("matchings", ["..", "."], seed=1)
    assert gfkit.draw(sample) == gfkit.draw("matchings", "../.", seed=1)
    with pytest.raises(ValueError, match=r"sample\.txt"):
        gfkit.draw(sample).save(tmp_path / "sample.txt")


ARRAYS = {
    # tilings by dominoes; a matching of an edge is empty or the edge
    "domino-tilings": {((1, 1, 1, 1),) * 4: 36, ((1, 1),) * 3: 3, ((1, 1, 0), (1, 1, 1), (0, 1, 1)): None,
                       ((1, 1, 0), (1, 1, 1)): 0, ((1, 1), (0, 0)): 1,
                       ((0, 1, 1), (0, 0, 1), (0, 0, 0)): None},
    "matchings": {((0, 1), (1, 0)): 2, ((0, 1),): 2, ((0, 1, 1), (1, 0, 1), (1, 1, 0)): 4,
                  ((0, 1), (1, 2)): 3, ((0, 0), (0, 0)): 1, ((0, 1), (1, 0), (0, 1)): None},
}  # fmt: skip
"""Counts by hand on arrays of 0 and 1: cells or adjacency matrices, or None if they may be either."""


@pytest.mark.parametrize(("game", "array"), [(game, array) for game in ARRAYS for array in ARRAYS[game]])
def test_arrays_of_ones_are_boards_and_adjacency_matrices_are_graphs(game, array):
    numpy = pytest.importorskip("numpy", reason="numpy is not installed")
    for given in ([[*row] for row in array], numpy.array(array), numpy.array(array, dtype=numpy.uint8)):
        if ARRAYS[game][array] is None:
            with refused(BoardError, "bool", "adjacency"):
                gfkit.count(game, given)
        else:
            assert gfkit.count(game, given) == ARRAYS[game][array]


def test_unknown_arguments_name_the_right_one():
    """For every listed name and every public function, the hint names a parameter or an attribute."""
    public = [one for one in map(gfkit.__getattr__, gfkit.__all__) if inspect.isfunction(one)]
    assert len(public) > 40
    for function in public:
        assert pickle.loads(pickle.dumps(function)) is function
        names = {*inspect.signature(function).parameters, "max_seconds", "max_memory"}
        names |= {word for word, name in _SAME if name in names}
        for word in {"n", "nothing", *" ".join(_ALIKE).split()} - names:
            with pytest.raises(TypeError, match=f"{function.__name__}.*{word}") as error:
                function(**{word: 1})
            said = str(error.value).partition(";")[2]
            assert names & {*re.findall(r"\w+", said)} or f"(...).{word}" in said, said
    for function, word, right in (
        ("count", "weight", "weights"), ("derive", "n", "board"), ("derive", "terms", "(...).terms"),
        ("derive", "timeout", "max_seconds"), ("samples", "count", "number"), ("genus", "rule", "game"),
    ):  # fmt: skip
        with pytest.raises(TypeError, match=rf"'{word}'.*{re.escape(right)}"):
            getattr(gfkit, function)(**{word: 1})


def test_observed_is_not_proved():
    said = repr(gfkit.nim("cram", "2xn", to=14))
    assert "for n <= 14 proved" in said
    assert "period 2 observed" in said
    assert "observed" not in said.partition("proved")[2].partition(";")[0]


def test_formulas_are_printed_as_sentences():
    columns = gfkit.family_values("domineering", "nx1", to=13).repetition
    laws = [columns, gfkit.nim("kayles", to=9).law, gfkit.outcomes("domineering", "2xn", to=12).law]
    for law in [*laws, gfkit.outcomes("cram", "2xn", to=8).law]:
        assert f"{type(law).__name__}(" not in str(law)
        assert "<td" in form(law, "h")


TORN = tables("oracle")


def test_pieces_in_several_parts():
    """By hand: in one game pieces are single cells, so that two letters there are two pieces."""
    for pieces, board, expected in TORN["torn"]:
        rule = read_rule("test", f'name = "Torn"\n{pieces}')
        for positions in Positions:
            found = gfkit.count(rule, board, positions, "players")
            assert found == gfkit.brute_force(rule, board, positions, "players"), (board, positions)
        assert gfkit.count(rule, board, weights="players").polynomial == Polynomial.parse(expected), board
    for pieces, board in TORN["torn_apart"]:
        for function in ALIKE:
            with pytest.raises(BoardError, match="'A'"):
                function(read_rule("test", f'name = "Torn"\n{pieces}'), board)


def test_counts_are_equal_if_their_polynomials_are_equal():
    """Cis and Node Kayles differ, a row and a path do not; Col and Snort agree on paths."""
    row, path = gfkit.count("cis", "1x4"), gfkit.brute_force("cis", "path:4")
    assert (row, hash(row)) == (path, hash(path))
    assert row != gfkit.count("node-kayles", "path:4")
    tiles = gfkit.count("domineering-tiles", "3x3", weights="players")
    assert tiles == gfkit.brute_force("domineering", "3x3", weights="players")
    assert len({gfkit.count(game, "path:5") for game in ("col", "snort", "cis")}) == 2
    plain, weighted = gfkit.count("cis", "2x2"), gfkit.count("cis", "2x2", weights="pieces")
    assert (plain, hash(plain)) == (17, hash(17))  # a number only without weights
    assert weighted not in (17, plain)
    assert (weighted, hash(weighted)) == (weighted.polynomial, hash(weighted.polynomial))
    assert weighted.count == int(weighted) == 17
    assert (plain + 1, 1 - plain, 2 * plain, plain % 4, plain**2, plain / 2) == (18, -16, 34, 1, 289, 8.5)
    assert (sum([plain, plain]), max(3, plain), sorted([plain, 3])) == (34, 17, [3, 17])
    assert not gfkit.count("domino-tilings", "3x3")  # an odd number of cells
    assert (weighted + plain, weighted * weighted) == (weighted.polynomial + 17, weighted.polynomial**2)
    with pytest.raises(TypeError):
        weighted < 17  # noqa: B015


def test_help_is_short_and_signatures_stay():
    """At the second look too, when rooms are loaded that were not before."""
    asked = """
import inspect, pydoc, gfkit
assert len(pydoc.render_doc(gfkit).splitlines()) <= 80 < len(dir(gfkit))
def look():
    every = [getattr(gfkit, name) for name in gfkit.__all__ if name[-5:] not in ("Error", "upted", "ion__")]
    return [(one.__doc__, inspect.signature(one)) for one in every]
before = look()
gfkit.verify("n", "cis", "path:n"), gfkit.equilibrium("2x2"), gfkit.guess([1, 2, 3]), gfkit.report
assert look() == before
"""
    assert (said := python(asked)) == (0, "", ""), said.err


def test_functions_say_all_about_themselves():
    for one in filter(inspect.isfunction, map(gfkit.__getattr__, gfkit.__all__)):
        sections = re.split(r"\n\n(\w+)\n-+\n", inspect.getdoc(one))
        said = dict(zip(sections[1::2], sections[2::2], strict=True))
        assert said.keys() >= {"Parameters", "Returns", "Raises", "Examples"}, one
        named = re.findall(r"^(\w.*?) : ", said["Parameters"], re.MULTILINE)
        assert ", ".join(named).split(", ") == [*inspect.signature(one).parameters], one


WORDS = {
    PositionsWord: Positions, WeightsWord: Weights, UpToWord: UpTo, LawWord: LawKind, KindWord: Kind,
    TieWord: (EVERY, *TieRule, "kind"), GraphPolynomial: KINDS,
}  # fmt: skip


@pytest.mark.slow(8)
def test_every_name_has_its_type(tmp_path):
    """``mypy --strict`` knows the type of each name, and rejects invalid values of an option."""
    for literal, words in WORDS.items():
        texts = {word for part in get_args(literal) for word in get_args(part) or [part]}
        assert {word for word in texts if isinstance(word, str)} == {str(word) for word in words}
    api = pytest.importorskip("mypy.api", reason="mypy is not installed")
    lines = [f"reveal_type(gfkit.{name})" for name in gfkit.__all__]
    lines += [f"gfkit.{call}" for call in tables("records")["mistyped"]]
    types = {"derive('cis', '2xn')[:5]": "list[int]", "guess('1 2')[0]": "gfkit.guessing.finding.Finding"}
    lines += [f"reveal_type(gfkit.{call})" for call in types]
    (tmp_path / "asked.py").write_text("\n".join(["import gfkit", *lines]))
    (tmp_path / "ini").write_text("[mypy]\nstrict = 1\n[mypy-flint.*,mpmath.*]\nignore_missing_imports = 1")
    said, *_ = api.run([f"--config-file={tmp_path}/ini", f"--cache-dir={tmp_path}", f"{tmp_path}/asked.py"])
    for number, line in enumerate(lines, 2):
        told = "".join(re.findall(rf"asked.py:{number}: (.*)", said))
        assert told.startswith("note: Revealed type is" if line.startswith("reveal") else "error"), line
        assert not re.search(r'is "(object|Any)"|-> object"', told), line
    assert re.findall(r'is "(.*)"', said)[-2:] == list(types.values())


def test_graphs_of_networkx_are_boards():
    nx = pytest.importorskip("networkx", reason="networkx is not installed")
    petersen = nx.petersen_graph()
    assert gfkit.count("perfect-matchings", petersen) == 6
    assert gfkit.graph_polynomial("chromatic", nx.cycle_graph(5)).polynomial(q=3) == 30  # 2^5 - 2
    assert gfkit.tutte_polynomial(petersen)(x=1, y=1) == 2000  # its spanning trees
    assert gfkit.optimum("independent-sets", petersen).maximum == (4, 5)
    for wrong in (nx.DiGraph([(0, 1)]), nx.MultiGraph([(0, 1), (0, 1)]), nx.Graph([(0, 0)]), 7):
        with pytest.raises(ValueError, match=r"^(graph|board)"):
            gfkit.count("matchings", wrong)


def test_results_contain_their_command():
    for answer, words in (
        (gfkit.sample("domino-tilings", "2x3", seed=1), "sample domino-tilings 2x3 --seed 1"),
        (gfkit.optimum("dominating-sets", "path:n"), "optimum dominating-sets path:n"),
        (gfkit.constant("independent-sets", width=3), "constant independent-sets --width 3"),
        (gfkit.outcomes("domineering", "2xn", to=4), "outcomes domineering 2xn --to 4"),
        (gfkit.verify("3/(1-t-2t^2)", "cis", "path:n"), "verify 3/(1-t-2t^2) --for cis path:n"),
    ):
        assert call(*words.split()).out == f"{answer}\n"
    rule = gfkit.find_rule("domineering")
    assert (repr(rule), str(rule)[:11]) == ("<PlacementRule: Domineering>", "Domineering")


def test_objects_behave_as_python_expects():
    """Guesses are sequences, drawings have a short repr, and ``dir`` lists no internal attribute."""
    found = gfkit.guess("1, 1, 2, 5, 14, 42, 132, 429, 1430, 4862")
    assert [*found] == [found[0], *found[1:]] == [*gfkit.guess(found[0].terms(10))]
    assert not gfkit.guess("1 2")
    assert not [*gfkit.guess("1 2")]
    with pytest.raises(ValueError, match="'x'"):
        gfkit.guess("1, x")
    assert len(repr(gfkit.draw("kings", "3x3"))) < 100
    law = gfkit.derive("domino-tilings", "4xn")
    shown = {name for name in dir(law) if not name.startswith("_")}
    assert shown >= {"terms", "growth", "plot", "evidence", "recurrence"}
    assert not shown & {"machine", "pair"}
    assert all(hasattr(law, name) for name in shown)
    assert (str(law - law), str(law + law)) == ("0", str(2 * law.generating_function))
    for part in (law - law, 1 / law, law.hadamard(law), law.multisection(2), law.recurrence):
        assert re.match(r"<\w+: [^=]*[0-9)]", repr(part)), repr(part)
    values = gfkit.sample("colourings:3", "2x3", seed=1).values
    assert {*map(type, values.values())} == {int}
    assert all(values[0, k] != values[1, k] for k in range(3))


def test_names_of_vertices_are_in_json():
    nx = pytest.importorskip("networkx", reason="networkx is not installed")
    drawn = gfkit.sample("maximal-matchings", nx.Graph([("Ann", "Bo"), ("Bo", "Cy")])).as_json()
    assert drawn["vertices"] == ["Ann", "Bo", "Cy"]
    assert gfkit.sample("kings", "2x2").as_json()["vertices"] is None


def test_numbers_are_exact_or_of_mpmath():
    """The golden ratio, and sums of geometric series, are known."""
    law = gfkit.derive("independent-sets", "path:n")
    series, growth = law.generating_function, law.growth(30)
    with mp.workdps(40):
        assert abs(growth.mpf - mp.phi) < mp.mpf(10) ** -29
        assert +mp.phi in growth.interval
        assert abs(law.closed_form(1000, 35) / law[1000] - 1) < mp.mpf(10) ** -35
    assert law[30] in law.closed_form.interval(30)
    assert abs(growth**2 - growth - 1) < 1e-14
    assert (series(Fraction(1, 2)), series(0.5)) == (6, mp.mpf(6))  # (1 + t)/(1 - t - t^2)
    wide = gfkit.derive("domineering", "3xn")
    below = [wide.generating_function.denominator(1 / root.number) for root in wide.closed_form.roots()]
    assert max(map(abs, below)) < 1e-9
    with pytest.raises(ZeroDivisionError):
        gfkit.RationalGF.parse("1/(1 - 2*t)")(Fraction(1, 2))
    with pytest.raises(IndexError):
        law[-1]
