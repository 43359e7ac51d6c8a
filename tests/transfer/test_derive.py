"""Families: series against single boards, against the oracle, against what is known; both ways agree."""

import itertools
import json

import pytest

import gfkit
from gfkit.boards import parse_board
from gfkit.cli.main import main
from gfkit.games import BUILT_IN
from gfkit.sequences import Polynomial, RationalGF

GAMES = [game for game in BUILT_IN if game != "cis:k"] + ["cis:3"]
CLASSES = ["all", "left-ends", "right-ends", "maximal"]
HEAVY = {"l-tromping", "nogo"}


def families(game: str) -> list[str]:
    wide = {"nogo": 2, "l-tromping": 3}.get(game, 4)
    strips = [f"{m}xn" for m in range(1, wide + 1)] + [f"nx{m}" for m in range(1, wide + 1)]
    flat = gfkit.find_rule(game).flat
    return [*strips, *(["path:n", "cycle:n"] if flat else []), "cylinder:3xn", "cylinder:nx2"]


CASES = [
    (game, family, positions)
    for game in GAMES
    for family in families(game)
    for positions in CLASSES
    if not (game in HEAVY and family.startswith("cylinder") and positions != "all")
]


@pytest.mark.parametrize(("game", "family", "positions"), CASES)
def test_series_counts_the_boards(game, family, positions):
    """Terms well past the machine's beginning equal the counts of the boards, by the counting engine."""
    found = gfkit.derive(game, family, positions)
    boards = parse_board(family)
    last = found.offset + 4
    terms = found.terms(last - found.first_n + 1)
    for n in {found.first_n, found.offset - 1, found.offset, found.offset + 1, last}:
        if n >= found.first_n:
            assert terms[n - found.first_n] == gfkit.count(game, boards.at(n), positions).count, n
    assert found.evidence.status == "proved"


SMALL = [
    ("domineering", "2xn"),
    ("d-tromping", "nx2"),
    ("col", "path:n"),
    ("snort", "cycle:n"),
    ("o12", "2xn"),
]
SMALL += [
    ("nogo", "path:n"),
    ("cis:3", "cycle:n"),
    ("cram", "nx2"),
    ("i-tromping", "3xn"),
    ("m-tromping", "2xn"),
]


@pytest.mark.parametrize(("game", "family"), SMALL)
@pytest.mark.parametrize("positions", CLASSES)
def test_series_with_weights_against_the_oracle(game, family, positions):
    found = gfkit.derive(game, family, positions, "players")
    boards = parse_board(family)
    for n, term in zip(range(found.first_n, found.first_n + 6), found.terms(6), strict=True):
        try:
            listed = gfkit.brute_force(game, boards.at(n), positions, "players").polynomial
        except gfkit.GfkitError:
            break
        assert term == listed, n


@pytest.mark.parametrize(("game", "family"), SMALL)
@pytest.mark.parametrize("weights", ["none", "pieces", "players"])
def test_both_ways_agree(game, family, weights):
    one = gfkit.derive(game, family, weights=weights, method="determinant")
    other = gfkit.derive(game, family, weights=weights, method="modular", certify=True)
    assert one.generating_function == other.generating_function
    assert other.evidence.status == "proved"


def test_right_ends_of_domineering():
    """The two 'it appears' statements of Huntemann and McKay, and Padovan, now for every n."""
    padovan = gfkit.derive("domineering", "1xn", "right-ends")
    assert str(padovan.recurrence).startswith("a(n) = a(n-2) + a(n-3)")
    squares = gfkit.derive("domineering", "nx2", "right-ends").terms(30)
    fibonacci = [1, 1]
    while len(fibonacci) < 30:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    assert squares == [value * value for value in fibonacci]
    three = gfkit.derive("domineering", "nx3", "right-ends")
    assert three.recurrence.coefficients == (4, 4, -4, -1)
    assert three.terms(9) == [1, 2, 11, 48, 227, 1054, 4921, 22944, 107017]


def words(n: int, legal) -> list[tuple[str, ...]]:
    return [word for word in itertools.product(".LR", repeat=n) if legal(word)]


def nogo(word) -> bool:
    runs = [(key, len(list(run))) for key, run in itertools.groupby(word)]
    free = [i for i, (key, _) in enumerate(runs) if key == "."]
    return all(key == "." or i - 1 in free or i + 1 in free for i, (key, _) in enumerate(runs))


PAIRS = {
    "col": lambda word: all(a == "." or a != b for a, b in itertools.pairwise(word)),
    "snort": lambda word: all("." in (a, b) or a == b for a, b in itertools.pairwise(word)),
    "cis": lambda word: all("." in (a, b) for a, b in itertools.pairwise(word)),
    "nogo": nogo,
}


@pytest.mark.parametrize("game", PAIRS)
def test_path_games_against_words(game):
    """The bivariate series of the games in the profiles paper, against words that obey the rules."""
    found = gfkit.derive(game, "path:n", weights="players").terms(9)
    for n, term in enumerate(found):
        listed: dict[tuple[int, int], int] = {}
        for word in words(n, PAIRS[game]):
            key = (word.count("L"), word.count("R"))
            listed[key] = listed.get(key, 0) + 1
        assert term == Polynomial.of(("x", "y"), listed), n


def test_path_series_in_closed_form():
    """From Theorems 3.2, 3.4, 3.6 and 3.10 as they should read: Col and Snort without the factor slips."""
    parse = RationalGF.parse
    names = ("t", "x", "y")
    o12 = gfkit.derive("o12", "path:n", weights="players").generating_function
    assert o12 == parse("1/(1 - t - x*t - y*t^2)", names)
    cis = gfkit.derive("cis", "path:n", weights="players").generating_function
    assert cis == parse("(1 + x*t + y*t)/(1 - t - x*t^2 - y*t^2)", names)
    for k in (1, 2, 3, 7):
        assert gfkit.derive(f"cis:{k}", "path:n").generating_function == parse(
            f"(1 + {k}*t)/(1 - t - {k}*t^2)"
        )


@pytest.mark.parametrize(("width", "order"), list(zip(range(1, 5), (3, 7, 19, 57), strict=True)))
def test_nogo_orders(width, order):
    """The orders published for legal Go positions on strips."""
    assert gfkit.derive("nogo", f"{width}xn").order == order


# Linear complexities, as a Berlekamp-Massey run from n = 0 gives them: max(deg Q, deg P + 1).
ORDERS = {
    ("arc-kayles", "all"): (2, 3, 6, 9, 20, 36, 72),
    ("node-kayles", "all"): (2, 2, 4, 5, 9, 11, 21, 30),
    ("col", "all"): (2, 3, 7, 12, 31, 66),
    ("arc-kayles", "maximal"): (3, 5, 15, 33, 93),
    ("node-kayles", "maximal"): (3, 3, 7, 8, 15, 20),
}


@pytest.mark.parametrize(("game", "positions"), ORDERS)
def test_orders(game, positions):
    known = ORDERS[game, positions]
    found = []
    for width in range(1, len(known) + 1):
        gf = gfkit.derive(game, f"{width}xn", positions).generating_function
        found.append(max(gf.order, 1 + max(powers[0] for powers, _ in gf.numerator.terms)))
    assert tuple(found) == known


def test_weights_can_raise_the_order():
    assert gfkit.derive("col", "3xn").order == 7
    assert gfkit.derive("col", "3xn", weights="players").order == 12


@pytest.mark.parametrize("family", ["cycle:n", "cylinder:nx2", "torus:3xn"])
def test_families_that_close_up_start_at_three(family):
    found = gfkit.derive("cis", family)
    assert found.first_n == 3
    assert found.as_json()["first_n"] == 3
    assert found.terms(1) == [gfkit.brute_force("cis", parse_board(family).at(3)).count]


def test_huge_indices():
    """The 10^6-th Fibonacci number's neighbours, against fast doubling written here."""

    def fibonacci(n: int) -> tuple[int, int]:
        if n == 0:
            return 0, 1
        a, b = fibonacci(n // 2)
        c, d = a * (2 * b - a), a * a + b * b
        return (d, c + d) if n % 2 else (c, d)

    found = gfkit.derive("node-kayles", "path:n")
    assert found[10**6] == fibonacci(10**6 + 2)[0]
    assert found.modulo(10**18, 10**9 + 7) == _fibonacci_mod(10**18 + 2, 10**9 + 7)


def _fibonacci_mod(n: int, m: int) -> int:
    a, b, i = 0, 1, n.bit_length()
    while i:
        i -= 1
        a, b = a * (2 * b - a) % m, (a * a + b * b) % m
        if n >> i & 1:
            a, b = b, (a + b) % m
    return a


def test_complete_graphs_have_a_law_of_their_own():
    law = gfkit.derive("o12", "complete:n")
    assert law.recurrence_text == "a(n) = 2*a(n-1) + (n - 1)*a(n-2) for n >= 2"
    assert law.terms(6) == [gfkit.brute_force("o12", f"complete:{n}").count for n in range(6)]
    with pytest.raises(gfkit.GfkitError, match="without rows and columns"):
        gfkit.derive("domineering-tiles", "complete:n")


def test_arrays_and_tiles(tmp_path):
    tiles = gfkit.derive("domineering-maximal-tiles", "3xn", weights="players")
    game = gfkit.derive("domineering", "3xn", "maximal", "players")
    assert tiles.generating_function == game.generating_function
    file = tmp_path / "kings.toml"
    file.write_text(
        'name = "Kings"\n[cells]\ncolours = 2\nweight = { 1 = "x" }\n[rules]\n'
        'forbid = ["11", "1/1", "1./.1", ".1/1."]\n'
    )
    orders = [gfkit.derive(str(file), f"{m}xn").order for m in range(1, 8)]
    assert orders == [2, 2, 3, 4, 6, 8, 14]
    assert gfkit.derive(str(file), "5xn", weights="pieces").order == 7


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["col", "3x4"], "board '3x4' is a single board; deriving needs a family, with n in it, as 3xn"),
        (["col", "nxn"], "board 'nxn': only one size may be n, as in 3xn; got 2"),
        (
            ["col", "3xn", "--method", "magic"],
            "method 'magic' is unknown; known are auto, determinant, modular",
        ),
        (
            ["col", "3xn", "--positions", "play"],
            "positions 'play' compare the players' numbers of pieces, which no finite machine keeps along a"
            " strip, and their generating function is not rational; count play positions board by board",
        ),
    ],
)
def test_refusals(arguments, line, capsys):
    assert main(["derive", *arguments]) == 2
    assert capsys.readouterr().err == f"gfkit: {line}\n"


def test_json_has_the_promised_shape(capsys):
    assert main(["derive", "domineering", "3xn", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["game"] == "domineering"
    assert found["board"] == "3xn"
    assert found["recurrence"]["order"] == 6
    assert found["recurrence"]["valid_from"] == 6
    assert found["terms"][:3] == ["1", "3", "22"]
    assert found["evidence"]["status"] == "proved"
    assert found["evidence"]["method"] == "transfer-matrix"
    assert set(found["growth"]) >= {"value", "radius"}
    series = RationalGF.parse(
        f"({found['generating_function']['numerator']})/({found['generating_function']['denominator']})"
    )
    assert series.terms(10) == [int(term) for term in found["terms"]]


def test_saved_results_are_certified(tmp_path, capsys):
    file = tmp_path / "result.json"
    for arguments in (["col", "path:n", "--weights", "players"], ["cis", "cycle:n"], ["nogo", "2xn"]):
        assert main(["derive", *arguments, "--save", str(file), "--force"]) == 0
        assert main(["certify", str(file)]) == 0
        assert "accepted" in capsys.readouterr().out
    changed = json.loads(file.read_text())
    changed["denominator"].append([9, 0, 0, 1])
    file.write_text(json.dumps(changed))
    assert main(["certify", str(file)]) == 1
    file.write_text(file.read_text()[:100])
    assert main(["certify", str(file)]) == 2


def test_terms_that_memory_cannot_hold(capsys):
    asked = ["derive", "domineering", "3xn", "--max-memory", "20M", "--terms"]
    assert main([*asked, "20000"]) == 3
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("gfkit: --terms 20000: the last has 52,")
    assert main([*asked, "2000"]) == 0


def test_dry_run(capsys):
    assert main(["derive", "arc-kayles", "5xn", "--dry-run", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["states_between_slices"] == 32


def rule_file(tmp_path, text: str) -> str:
    file = tmp_path / "rule.toml"
    file.write_text(text)
    return str(file)


@pytest.mark.parametrize("gap", [5, 8, 9])
@pytest.mark.parametrize("family", ["1xn", "nx1"])
def test_windows_that_reach_far(tmp_path, gap, family):
    """Ones at a fixed distance are forbidden: places fall into classes mod the distance, each a path."""
    between = "?" * (gap - 1) if family == "1xn" else "/?" * (gap - 1) + "/"
    text = f'name = "far"\n[cells]\ncolours = 2\n[rules]\nforbid = ["1{between}1"]\n'
    found = gfkit.derive(rule_file(tmp_path, text), family).terms(4 * gap)
    fibonacci = [1, 2]
    while len(fibonacci) < 10:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    for n, term in enumerate(found):
        product = 1
        for residue in range(gap):
            product *= fibonacci[len(range(residue, n, gap))]
        assert term == product, n


@pytest.mark.parametrize(
    ("pieces", "forbid"),
    [
        (("X......X", ""), ""),
        (("XXXXXXXXXXX", ""), ""),
        (("XX.X", "X"), '"LL"'),
        (("X..X", "X"), '"LR"'),
        (("X..X", "X.X"), '"LL"'),
    ],
)
def test_pieces_that_reach_far(tmp_path, pieces, forbid):
    left, right = (f'["{piece}"]' if piece else "[]" for piece in pieces)
    text = (
        f'name = "far"\n[left]\npieces = {left}\n[right]\npieces = {right}\n'
        f"[rules]\nforbid_adjacent = [{forbid}]\n"
    )
    game = rule_file(tmp_path, text)
    found = gfkit.derive(game, "1xn", "left-ends").terms(15)
    for n, term in enumerate(found):
        assert term == gfkit.brute_force(game, f"1x{n}", "left-ends").count, n


@pytest.mark.parametrize("family", ["0xn", "nx0", "cylinder:nx0"])
def test_boards_without_cells(family):
    found = gfkit.derive("cis", family)
    assert found.terms(5) == [1] * 5


def test_a_wrong_series_is_not_handed_out(monkeypatch):
    """If the strip were read off wrongly, a board counted by itself would say so."""
    module = __import__("gfkit.transfer.derive", fromlist=["derive"])
    true = module.determinant_gf

    def off_by_one(machine, variables):
        numerator, denominator = true(machine, variables)
        return numerator + 1, denominator

    monkeypatch.setattr(module, "determinant_gf", off_by_one)
    with pytest.raises(gfkit.GfkitError, match="fault in gfkit"):
        gfkit.derive("col", "path:n")
