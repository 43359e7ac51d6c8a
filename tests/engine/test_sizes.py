"""Formulas in the number of values, and for k pieces on growing squares, compared with theorems and tables.

References: the definition (the oracle lists assignments), chromatic polynomials of cycles, MacMahon's formula
for plane partitions in a box, formulas of Kotesovec for kings, and terms of the OEIS, which are named.
"""

from __future__ import annotations

import json
import re
from itertools import product
from math import gcd, prod
from operator import mul
from random import Random

import pytest
from choice import some_of
from cli.calling import call, told
from differential.sizes import comparison, listed
from tables import tables

import gfkit
from gfkit.core.errors import GfkitError, InputError, MismatchError, RuleError
from gfkit.core.rules import Rule
from gfkit.core.rules.growing import GrowingValues
from gfkit.proofs import Certification, certificate_of
from gfkit.proofs.checker import forms, planes, predicates, reading
from gfkit.questions.sizes import arrangement
from gfkit.questions.sizes.fillings import OrderChains


def rule_of(values: str, shape: str, says: str, key: str = "require") -> Rule:
    rules = {"window": [{"shape": shape, key: says}]}
    return Rule.of({"name": "R", "cells": {"values": values}, "rules": rules})


def test_sums_of_neighbours() -> None:
    """Add comparisons of two values, which on their own only distinguish values."""
    for says in [{"require": "x == sum(near)"}, {"forbid": "x == sum(near)"}]:
        near = [{"neighbours": "rook", **says}, {"neighbours": "rook", "forbid": "x == 2*max(near)"}]
        rule = Rule.of({"name": "R", "cells": {"values": "1..n"}, "rules": {"near": near}})
        law = gfkit.derive_in_values(rule, "1x4", "1..n")
        assert law.terms(8) == [0, *(listed(rule, "1x4", n) for n in range(1, 8))]


def test_chromatic_polynomials_of_cycles() -> None:
    for length in [3, 4, 5, 6, 7, 9]:
        law = gfkit.derive_in_values("colourings", f"cycle:{length}", "n")
        assert law.theorem == "order"
        assert law.terms(12) == [(n - 1) ** length + (-1) ** length * (n - 1) for n in range(12)]


def test_colourings_of_grids_by_one_sweep() -> None:
    """The OEIS has 3-colourings of squares in A020698."""
    three = [3, 18, 246, 7812, 580986, 101596896, 41869995708]
    assert [gfkit.derive_in_values("colourings", f"{n}x{n}", "n")[3] for n in range(1, 8)] == three


def plane_partitions(rows: int, cols: int, most: int) -> int:
    """Return MacMahon's number of plane partitions in a box."""
    places = [(i, j) for i in range(1, rows + 1) for j in range(1, cols + 1)]
    return prod(i + j + most - 1 for i, j in places) // prod(i + j - 1 for i, j in places)


def test_plane_partitions_in_a_box() -> None:
    for rows, cols in [(1, 3), (2, 2), (2, 3), (3, 3), (3, 5), (6, 7)]:
        windows = [{"shape": "ab", "require": "a <= b"}, {"shape": "a/b", "require": "a <= b"}]
        rule = Rule.array(values=[0, 1], window=windows)
        law = gfkit.derive_in_values(rule, f"{rows}x{cols}", "0..n")
        assert (law.theorem, law.counts_used) == ("order", rows * cols)
        assert law.terms(30) == [plane_partitions(rows, cols, n) for n in range(30)]
        rng = Random(rows * cols)
        for cells in range(5):
            pairs = [(i, j) for j in range(cells) for i in range(j) if rng.random() < 0.5]
            chains = OrderChains.of(cells, [(cells - 1 - i, cells - 1 - j) for i, j in pairs])
            for values in range(4):
                fillings = product(range(values), repeat=cells)
                assert chains.number(values) == sum(all(x[i] >= x[j] for i, j in pairs) for x in fillings)
        assert OrderChains.of(2, [(0, 1), (1, 0)]) is None


DATA = tables("transfer_cases")["sizes"]


def test_terms_of_the_encyclopedia() -> None:
    for entry in some_of([*DATA["entries"]][::-1], 4):
        values, board, shape, says, first, listed_terms = DATA["entries"][entry]
        law = gfkit.derive_in_values(rule_of(values, shape, says), board, values)
        terms = [*map(int, listed_terms.split())]
        assert [law[n] for n in range(first, first + len(terms))] == terms


def test_sums_compared_with_constants() -> None:
    """The formula holds for all n >= n_0; compare smaller n and much larger ones with the definition."""
    for values, board, says in some_of(DATA["sums"], 3):
        rule = rule_of(values, {"2x2": "ab/cd", "1x2": "ab"}.get(board, "abc"), says)
        law = gfkit.derive_in_values(rule, board, values)
        numbers = ((n, listed(rule, board, n)) for n in range(law.first_n, law.first_n + 40))
        assert all(number in (None, law[n]) for n, number in numbers), says


def barvinok_numbers(says: str, values: str, cells: str, most: int) -> list[int]:
    """Return the number of assignments for n = 1..most by Barvinok's algorithm."""
    isl = pytest.importorskip("islpy", reason="needs islpy-barvinok, which counts lattice points")
    low, high = values.split("..")
    text = says.replace("sum(all)", "+".join(cells)).replace("==", "=")
    body = f"{low} <= {','.join(cells)} <= {high} and ({text})"
    number = isl.Set(f"[n] -> {{ [{','.join(cells)}] : {body} }}").card()
    origin = isl.Point.zero(number.get_domain_space())
    points = (origin.set_coordinate_val(isl.dim_type.param, 0, isl.Val(n)) for n in range(1, most + 1))
    return [number.eval(point).to_python() for point in points]


def test_a_second_opinion_by_barvinok() -> None:
    """Compare with barvinok far beyond listing; include random conditions with constants, and, or, not."""
    rng = Random(12)
    asked = [(*DATA["entries"][name][:4], 80) for name in some_of(("A201553", "A210374", "A200456"), 2)]
    for _ in some_of(range(10), 2):
        cells = "abc"[: rng.choice((2, 3, 3))]
        forms = [" + ".join(f"{rng.choice((-1, 0, 1, 1, 2))}*{x}" for x in (*cells, "n")) for _ in range(3)]
        atoms = [f"({form} {rng.choice(('==', '<', '<=', '!='))} {rng.choice((0, 0, 2))})" for form in forms]
        says = (
            f"{atoms[0]} {rng.choice(('and', 'or'))} not ({atoms[1]} {rng.choice(('and', 'or'))} {atoms[2]})"
        )
        asked.append((rng.choice(("0..n", "-n..n")), f"1x{len(cells)}", cells, says, 60))
    for values, board, shape, says, most in asked:
        law = gfkit.derive_in_values(rule_of(values, shape, says), board, values)
        numbers = barvinok_numbers(says, values, "abcdef"[: prod(map(int, board.split("x")))], most)
        assert [law[n] for n in range(1, most + 1)] == numbers, says


def test_the_checker_finds_all_comparisons_and_intersections() -> None:
    """Assignments with equal truth values and residues are equivalent; planes are those of the engine."""
    for seed in some_of(range(60), 20):
        rng, budget = Random(seed), reading.Budget(10**8)
        cells, (low, high) = rng.choice((1, 2, 2, 3)), rng.choice(DATA["spans"])
        rows = [tuple(rng.choice((-2, -1, 0, 0, 1, 1, 2)) for _ in range(cells + 1)) for _ in range(3)]
        rows = [(*row, rng.choice((0, 0, 0, 1, -1, 2))) for row in rows if any(row[:-1])]
        some, modulus = rows[: rng.randint(0, 1)], rng.choice((1, 1, 2, 3))
        orders, _ = arrangement.pole_orders(cells, rows, some, (low, high), modulus)
        start = arrangement.law_start(cells, rows, some, (low, high), 1)
        assert planes.laws_of_planes(cells, rows, some, (low, high), 1, modulus, budget) == (start, orders)
        answers, judged = forms.ComparisonResults(budget, ((-1, 0), (1, 0))), dict[object, bool]()
        units = (forms.Form(answers, tuple(int(k == at) for k in range(5))) for at in range(4))
        text = rng.choice((" or not ", " and ")).join(f"({comparison(rng, 'abc')})" for _ in range(2))
        meaning = predicates.meaning_of(text)
        letters = dict(zip("abcn", units, strict=True))
        always = [equal for fine, equal in answers.runs(lambda: meaning(letters)) if fine]  # noqa: B023
        for n, *x in (x for x in product(range(4), *[range(-3, 4)] * 3) if max(map(abs, x[1:])) <= x[0]):
            asked = {one: sum(map(mul, one[0], (*x, n))) - one[1] for one in answers.compared}
            shown = [not value if one[2] else value <= 0 for one, value in sorted(asked.items())]
            fine = bool(meaning(dict(zip("abcn", (*x, n), strict=True))))
            assert judged.setdefault((*shown, *(a % answers.modulus for a in (*x, n))), fine) == fine
            assert not (fine and any(asked[one] for one in set.intersection(*always)))


def test_a_lower_bound_of_the_degree() -> None:
    """The degree is attained on all vertices; a few flats give a lower bound."""
    least_of_all = []
    for seed in some_of(range(4), 2):
        rng = Random(seed)
        planes = [tuple(rng.choice((-2, -1, 0, 1, 2)) for _ in range(3)) for _ in range(3)]
        rows = [(*row, 0, 0, 0, 0, -1, 0) for row in planes]
        orders, _ = arrangement.pole_orders(7, rows, [], ((0, 0), (1, 0)), 1)
        degree = sum(order * sum(gcd(k, q) == 1 for k in range(1, q + 1)) for q, order in orders.items())
        least_of_all.append(arrangement.least_degree(7, rows, ((0, 0), (1, 0)), 10**6))
        assert 8 <= least_of_all[-1] <= degree
    assert max(least_of_all) > 8


@pytest.mark.parametrize(
    "words", ["queens nxn --pieces 4", "bishops nxn --pieces 5", "queens nxn --pieces 30"]
)
def test_too_many_riders_are_rejected_before_all_vertices_are_listed(words: str, monkeypatch) -> None:
    monkeypatch.setattr(
        "gfkit.questions.sizes.riders.pole_orders", lambda *_: pytest.fail("vertices are listed")
    )
    said = call("derive", *words.split(), code=3)
    assert said.err.count("\n") == 1
    assert f"pieces {words.split()[-1]}" in said.err


def test_rules_without_a_formula_in_the_number_of_values() -> None:
    for says, why in (("a*d == b*c", "n\\^2"), ("a // 2 == b", "quotient")):
        with pytest.raises(MismatchError, match=why):
            gfkit.derive_in_values(rule_of("0..n", "ab/cd", says), "2x2", "0..n")
    with pytest.raises(MismatchError, match="derive --values"):
        gfkit.count(rule_of("0..n", "ab", "a < b"), "1x3")
    for few in ("n..2*n", "2..n-99"):
        with pytest.raises((MismatchError, InputError), match=f"{re.escape(few)} for some n|or none"):
            gfkit.derive_in_values(Rule.array(values=[0, 1], forbid="11"), "1x2", few)
    with pytest.raises(RuleError, match="another letter"):
        Rule.array(values="0..n", forbid="n n")
    halves = gfkit.derive_in_values(
        Rule.array(values="0..n", window=("ab", "a != b"), divide=2), "1x2", "0..n"
    )
    with pytest.raises(MismatchError, match="divided"):
        certificate_of(halves)
    assert gfkit.derive_in_values("colourings", "0x0", "n").terms(3) == [1, 1, 1]
    for text in ("0..m", "n..0", "", "0..5", "9999..n-999"):
        with pytest.raises(InputError, match="values"):
            gfkit.derive_in_values("colourings", "2x2", text)


def test_ranges() -> None:
    asked = ("n", "0..n", "-n..n", "1..n", "0..2*n", "0 .. n+1", "2n-1..3n")
    assert [list(GrowingValues.read(text).at(2)) for text in asked] == [
        [0, 1], [0, 1, 2], [-2, -1, 0, 1, 2], [1, 2], [0, 1, 2, 3, 4], [0, 1, 2, 3], [3, 4, 5, 6],
    ]  # fmt: skip


# Growing squares


def test_kings_as_kotesovec_has_them() -> None:
    two, three = (gfkit.derive_on_squares("kings", "nxn", k) for k in (2, 3))
    for n in range(1, 40):
        assert 2 * two[n] == (n - 1) * (n - 2) * (n * n + 3 * n - 2)
        assert 6 * three[n] == (n - 1) * (n - 2) * (n**4 + 3 * n**3 - 20 * n**2 - 30 * n + 132)


def test_queens_bishops_and_rooks_as_landau_and_kotesovec_have_them() -> None:
    """Formulas in print; that for three queens depends on the parity of n."""
    rooks = gfkit.derive_on_squares("rooks", "nxn", 3)
    assert [6 * rooks[n] for n in range(60)] == [(n * (n - 1) * (n - 2)) ** 2 for n in range(60)]
    asked = (("queens", 2), ("bishops", 2), ("queens", 3))
    two, bishops, three = (gfkit.derive_on_squares(game, "nxn", pieces) for game, pieces in asked)
    for n in range(60):
        assert 6 * two[n] == n * (n - 1) * (n - 2) * (3 * n - 1)
        assert 6 * bishops[n] == n * (n - 1) * (3 * n * n - n + 2)
        whole = 2 * n**6 - 20 * n**5 + 79 * n**4 - 150 * n**3 + 132 * n**2
        assert 12 * three[n] == whole - (43 * n - 3 if n % 2 else 40 * n) - 3 * n * (n % 2)


def test_cycles_agree_with_the_oeis() -> None:
    """A288918, A288920, A289181, for n >= 1."""
    entries = (
        ("king:nxn", 4, [0, 3, 29, 79, 153, 251, 373, 519, 689, 883]),
        ("knight:nxn", 6, [0, 0, 0, 20, 164, 616, 1348, 2352, 3628, 5176, 6996]),
        ("king:nxn", 6, [0, 0, 82, 430, 1030, 1882, 2986, 4342, 5950, 7810]),
    )
    for board, k, terms in some_of(entries, 1):
        assert gfkit.derive_on_squares("cycles", board, k)[1 : len(terms) + 1] == terms


SLANTED, KNIGHTS = "diagonals antidiagonals", ["1../..1", "..1/1..", "1./../.1", ".1/../1."]


def lined(colours: int, *lines: tuple[str, str], **more: object) -> Rule:
    """Return a rule of pieces that attack along lines."""
    cells = {"colours": colours, "weight": {str(symbol): "x" for symbol in range(1, colours)}}
    asked = {"line": [{"along": along.split(), "match": match} for along, match in lines], **more}
    return Rule.of({"name": "L", "cells": cells, "rules": asked})


DRAWN = [
    (lined(2, (f"rows columns {SLANTED}", "0*1?0*"), forbid=KNIGHTS), "nxn", 2),
    (lined(2, ("rows", "0*1?0*"), forbid=["1./.1"]), "nxn", 3),
    (lined(3, ("rows columns", "[01]*|[02]*")), "nxn", 3),
    (lined(2, ("rows", "0*1?0*")), "nxn", 1),
    (lined(3, ("rows", "[01]*[02]*"), (SLANTED, "0*1?0*|[02]*")), "nxn", 2),
    (lined(3, ("rows columns", "[01]*[02]*"), forbid=["12", "2/1"]), "nxn", 2),
]


@pytest.mark.parametrize("asked", [some_of(DATA["pieces"], 2), some_of(DRAWN, 1)], ids=["games", "lines"])
def test_pieces_on_squares_against_counts_with_weights(asked: list[tuple[str | Rule, str, int]]) -> None:
    """Use boards larger and smaller than those of the interpolation; amazons; kinds with an order."""
    for game, boards, pieces in asked:
        law, few = gfkit.derive_on_squares(game, boards, pieces), not isinstance(game, str) or "g:" in boards
        for n in range(max(law.first_n, 1), 6 if few or "knight" in boards else 7):
            weighted = gfkit.count(game, boards.replace("nxn", f"{n}x{n}"), weights="pieces").polynomial
            assert law[n] == dict(weighted.terms).get((pieces,), 0), (game, boards, n)


def test_rules_without_a_formula_on_squares() -> None:
    lines = [(lined(2, ("rows", word)), "nxn") for word in ("0*10*", "0*1*")]
    asked = [(game, "nxn") for game in ("nogo", "dominating-sets", "domino-tilings", "spanning-trees")]
    one, marked = [{"of": [1], "components": 1}], {1: "x"}
    spread = Rule.array(values=[0, 1], window=("ab", "a >= b"), connected=one, weight=marked)
    whole = (("polyominoes", "nxn"), ("cycles", "torus:nxn"), ("induced-forests", "nxn"), (spread, "nxn"))
    for game, boards in (*asked, *lines, *whole, ("queens", "torus:nxn"), ("matchings", "leaper-0-16:nxn")):
        with pytest.raises(MismatchError, match="no implemented theorem"):
            gfkit.derive_on_squares(game, boards, 2)
    apart = {
        "name": "A",
        "both": {"pieces": ["X"]},
        "rules": {"apart": [{"pieces": ["LL"], "distances": [31]}]},
    }
    cells = {"colours": 3, "weight": {"1": "x", "2": "x"}}
    of_pieces = [{"name": "R", "cells": cells} | asked for asked in DATA["refused"].values()]
    for rule in (apart, *of_pieces):
        with pytest.raises(MismatchError, match="no implemented theorem"):
            gfkit.derive_on_squares(Rule.of(rule), "nxn", 2)
    for boards, pieces in (("mxn", 2), ("nxm", 2), ("hex:nxn", 2), ("king:3xn", 2), ("nxn", 31), ("nxn", -1)):
        with pytest.raises(InputError):
            gfkit.derive_on_squares("kings", boards, pieces)


def counted(game: str | Rule, board: str, pieces: int) -> int:
    """Return the coefficient of x^pieces in the polynomial of one board, by the transfer matrix."""
    return dict(gfkit.count(game, board, weights="pieces").polynomial.terms).get((pieces,), 0)


@pytest.mark.parametrize("game", some_of(["col", "knights", "matchings", "kings", "domineering"], 1))
def test_pieces_on_rectangles_and_strips_against_counts(game: str) -> None:
    """The first n of the polynomial is minimal: it differs on a board with one row or column less."""
    for pieces in (0, 1, 2, 3):
        law = gfkit.derive_on_rectangles(game, "mxn", pieces)
        start = law.valid_from
        sides = [(m, n) for m in range(start, 6) for n in range(start, 6)]
        assert [law[m, n] for m, n in sides] == [counted(game, f"{m}x{n}", pieces) for m, n in sides]
        smaller = [(start - 1, n) for n in range(start - 1, 9)] + [
            (m, start - 1) for m in range(start - 1, 9)
        ]
        wrong = [at for at in smaller if law.polynomial(*at) != counted(game, "x".join(map(str, at)), pieces)]
        assert wrong or start == 1
        strip = gfkit.derive_on_squares(game, "3xn", pieces)
        assert strip[1:7] == [counted(game, f"3x{n}", pieces) for n in range(1, 7)]


def test_pieces_on_rectangular_tori() -> None:
    for pieces in (1, 2, 3):
        law = gfkit.derive_on_rectangles("kings", "torus:mxn", pieces)
        for m in range(law.valid_from, 7):
            for n in range(law.valid_from, 7):
                assert law[m, n] == counted("kings", f"torus:{m}x{n}", pieces)
    assert law.polynomial(3, 3) != counted("kings", "torus:3x3", 3) == 0, "three kings attack around the ring"


def test_rules_without_a_formula_on_rectangles() -> None:
    for game in ("queens", "dominating-sets", "nogo", "domino-tilings", "cycles"):
        with pytest.raises(MismatchError, match="no implemented theorem"):
            gfkit.derive_on_rectangles(game, "mxn", 2)
    for board in ("nxn", "3xn", "nxm", "king:mxn", "cylinder:mxn"):
        with pytest.raises(InputError):
            gfkit.derive_on_rectangles("kings", board, 2)
    law = gfkit.derive_on_rectangles("knights", "mxn", 3)
    with pytest.raises(InputError, match="3x7"):
        law[3, 7]


def test_certificates_on_rectangles_and_strips(tmp_path) -> None:
    """True ones are proved; other coefficients, ranges, rules and numbers of pieces are refuted."""
    path = tmp_path / "law.json"

    def check(value: dict[str, object]) -> Certification:
        path.write_text(json.dumps(value), encoding="utf-8")
        return gfkit.certify_file(path)

    knights = certificate_of(gfkit.derive_on_rectangles("knights", "mxn", 2))
    for boards in ("mxn", "torus:mxn"):
        saved = certificate_of(gfkit.derive_on_rectangles("kings", boards, 2))
        assert check(saved).status == "proved"
        assert check({**saved, "valid_from": saved["valid_from"] + 2}).status == "proved"
        terms = saved["terms"]
        for false in (
            {"terms": [[i, j, c + 1] for i, j, c in terms]},
            {"terms": terms[:-1]},
            {"denominator": 4},
            {"pieces": 3},
            {"game": "", "rule": knights["rule"]},
            {"board": "mxn" if boards != "mxn" else "torus:mxn", "valid_from": 3},
        ):
            assert check({**saved, **false}).status == "refuted", false
        for unreadable in (
            {"terms": [*terms, terms[0]]},
            {"terms": [*terms, [3, 0, 0]]},
            {"terms": [[True, 0, 1]]},
            {"valid_from": 0},
            {"board": "nxn"},
            {"first_n": 0},
        ):
            with pytest.raises(InputError):
                check({**saved, **unreadable})
    assert knights["valid_from"] == 2
    assert check({**knights, "valid_from": 1}).status == "refuted"
    strip = certificate_of(gfkit.derive_on_squares("kings", "3xn", 2))
    assert check(strip).status == "proved"
    assert check({**strip, "board": "4xn"}).status == "refuted"
    gfkit.save_derived(gfkit.derive_on_rectangles("kings", "mxn", 2), path)
    assert gfkit.certify_file(path).status == "proved"


def test_saved_and_certified(tmp_path) -> None:
    """A drawn board, a graph, a board that closes up, a rule file; names that are not those of the file."""
    path, rule = tmp_path / "law.json", tmp_path / "rule.toml"
    window = '[[rules.window]]\nshape = "ab"\nforbid = "a + b == n + 1"\n'
    rule.write_text(f'name = "R"\n[cells]\nvalues = "0..n"\n{window}')
    for words in (
        ["colourings", "petersen", "--values", "n"], [str(rule), "..#/...", "--values", "0..n"],
        ["colourings:2", "torus:3x3", "--values", "n"], ["kings", "cylinder:nxn", "--pieces", "2"],
    ):  # fmt: skip
        call("derive", *words, "--save", path, "--force", code=0)
        assert told("certify", path)["status"] == "proved"
    saved = json.loads(path.read_text())
    for changed, why in (({"game": "knights"}, "Knights"), ({"board": "nxn"}, "the number for")):
        path.write_text(json.dumps(saved | changed))
        said = call("certify", path)
        assert (said.code > 0, why in said.out + said.err) == (True, True)
    assert gfkit.save_derived(gfkit.derive_in_values("colourings", "2x2", "n"), path) is None
    for board in ("X./..", "moebius-grid:3x4"):
        with pytest.raises(GfkitError):
            gfkit.save_derived(gfkit.derive_in_values("colourings", board, "n"), path)


def test_the_command() -> None:
    found = told("derive", "kings", "nxn", "--pieces", "2", "--terms", "5")
    assert (found["variable"], found["kind"], found["period"]) == ("size", "polynomial", 1)
    assert (found["valid_from"], found["exceptions"], found["counts_used"]) == (1, ["0"], 3)
    assert found["coefficients"] == [["-2", "6", "-9/2", "0", "1/2"]]
    assert found["terms"] == ["0", "0", "0", "16", "78"]
    assert found["evidence"]["status"] == "proved"
    found = told("derive", "colourings", "2x2", "--values", "n")
    assert (found["variable"], found["grows"], found["theorem"]) == ("values", "values 0..n-1", "order")
    assert call("derive", "colourings", "2x2", "--values", "n", "--to", "pari", code=0).out
    for more in ("--pieces 2", "--save x.v", "--weights pieces", "--positions maximal"):
        words = f"colourings 2x2 --values n {more}".split()
        assert call("derive", *words, code=2).err.count("\n") == 1
