"""Numbers substituted for weights, and coefficients of monomials.

Expected values are sums over the listing of the oracle, and known sequences: Jacobsthal numbers, the matching
polynomial of paths at -1 (Chebyshev polynomials), binomial coefficients, sums over the Ising model.
"""

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest
from choice import some_of, then_slow
from cli.calling import call, told
from tables import tables

import gfkit
from gfkit.core.errors import InputError, MismatchError, OptionError, RuleError
from gfkit.proofs import certificate_of, check
from gfkit.proofs.saving import certificate_text
from gfkit.proofs.statements import coq_claim

VALUES = ({"x": 2, "y": Fraction(1, 3)}, {"x": -1, "y": Fraction(5, 2)}, {"x": 0, "y": 1})


def test_known_sequences():
    """Pell and Jacobsthal numbers, matching polynomials of paths at -1 (period 6), binomial coefficients."""
    assert gfkit.derive(gfkit.Rule.cover("X", "XX", weight={"X": "2"}), "1xn").terms(5) == [1, 2, 5, 12, 29]
    assert gfkit.derive("independent-sets", "path:n", at="x=2").terms(6) == [1, 3, 5, 11, 21, 43]
    for family in ("2xn", "cylinder:3xn"):  # the chromatic polynomial at 3
        assert gfkit.derive("potts", family, at="x=-1,y=3") == gfkit.derive("colourings:3", family)
    assert gfkit.derive("matchings", "path:n", at={"x": -1}).terms(8) == [1, 1, 0, -1, -1, 0, 1, 1]
    chosen = gfkit.derive("independent-sets", "path:n", coefficient="x^3")
    assert chosen.terms(9) == [0, 0, 0, 0, 0, 1, 4, 10, 20]
    assert gfkit.count("matchings", "4x4", coefficient="x^8") == 36
    assert gfkit.count("matchings", "4x4", coefficient="x^9") == 0


@pytest.mark.parametrize("game", some_of(["domineering", "snort", "nogo", "col"], 2))
def test_listings_are_summed(game):
    law = {i: gfkit.derive(game, "2xn", at=values) for i, values in enumerate(VALUES)}
    two_one = gfkit.derive(game, "2xn", coefficient="x^2*y")
    in_y = gfkit.derive(game, "2xn", weights="players", coefficient="x^2")
    for n in range(1, 4):
        listed = gfkit.brute_force(game, f"2x{n}", weights="players").polynomial
        for i, values in enumerate(VALUES):
            expected = sum(c * values["x"] ** a * values["y"] ** b for (a, b), c in listed.terms)
            assert law[i][n] == expected
            assert gfkit.count(game, f"2x{n}", at=values).number == expected
        assert two_one[n] == listed.coefficient(2, 1) == gfkit.count(game, f"2x{n}", coefficient="x^2*y")
        assert str(in_y[n]) == str([*listed.coefficients("x"), 0, 0, 0][2])
        assert gfkit.derive(game, "2xn", coefficient="x^2", at="y=3")[n] == sum(
            c * 3**b for (a, b), c in listed.terms if a == 2
        )


def test_evidence_and_certificates(tmp_path):
    law = gfkit.derive("snort", "path:n", at="x=1/2,y=2/3")
    assert (law.evidence.status.value, law.weights) == ("proved", ())
    with pytest.raises(MismatchError, match="certificate"):
        gfkit.save_derived(law, tmp_path / "law.json")
    for result in (law, gfkit.count("snort", "path:3", at="x=2")):
        with pytest.raises(OptionError, match="cannot report"):
            gfkit.report(result)
    refused = call("derive", "snort", "path:n", "--at", "x=2", "--save", tmp_path / "law.json", code=2)
    assert "--at" in refused.err


def test_a_rational_count():
    half = gfkit.count("independent-sets", "path:2", at="x=1/4")
    assert half == Fraction(3, 2)
    assert (2 * half, half.to("pari"), half.to("sympy") * 2) == (3, "3/2", 3)
    assert told("count", "independent-sets", "path:2", "--at", "x=1/4")["count"] == "3/2"
    with pytest.raises(InputError, match="not an integer"):
        int(half)


@pytest.mark.parametrize(("words", "options"), tables("weight_parts")["refused"].items())
def test_invalid_weights_are_rejected(words, options):
    for ask in (
        lambda: gfkit.count("snort", "2x2", **options),
        lambda: gfkit.derive("snort", "path:n", **options),
    ):
        with pytest.raises(OptionError, match=words):
            ask()
    for at in ({}, {"x": 0.5}, {"x": 10**1001}, "x=" + "9" * 1001, 7):
        with pytest.raises(OptionError, match=r"expected|digits"):
            gfkit.count("snort", "2x2", at=at)


def test_constants():
    found = [gfkit.constant("kings", width=3, **each).lower.value for each in ({"at": "x=2"}, {"weight": 2})]
    assert found[0] == found[1] != gfkit.constant("kings", width=3).lower.value
    with pytest.raises(OptionError, match="a single weight"):
        gfkit.constant("kings", at="y=2", width=3)


COVERS = (
    (("X", "XX"), {"X": "2"}, {"X": "x"}, {"x": 2}, "1xn"),
    (("XX", "X/X"), {"XX": "3"}, {"XX": "x"}, {"x": 3}, "2xn"),
    (("XX/X.", "X"), {"XX/X.": "2", "X": "3"}, {"XX/X.": "x", "X": "y"}, {"x": 2, "y": 3}, "2xn"),
)


@pytest.mark.parametrize(("pieces", "coloured", "marked", "at", "family"), COVERS)
def test_coefficients_are_colours(pieces, coloured, marked, at, family, tmp_path):
    """A cover by c colours of a piece is a cover of weight c: listings with variables are evaluated."""
    turned = "XX/X." in pieces
    rule = gfkit.Rule.cover(*pieces, weight=coloured, turned=turned)
    variables = gfkit.Rule.cover(*pieces, weight=marked, turned=turned)
    law = gfkit.derive(rule, family)
    for n in range(1, 5):
        board = family.replace("n", str(n))
        listed = gfkit.brute_force(variables, board, weights="players").polynomial
        expected = sum(c * at["x"] ** a * at.get("y", 1) ** b for (a, b), c in listed.terms)
        assert law[n] == gfkit.count(rule, board) == gfkit.brute_force(rule, board) == expected
    assert law == gfkit.derive(variables, family, at=at)
    gfkit.save_derived(law, tmp_path / "law.json")
    assert gfkit.certify_file(tmp_path / "law.json").status == "proved"


def test_colours_on_wide_boards():
    """On a grid where dominoes without colours are counted by a determinant."""
    coloured = gfkit.Rule.cover("XX", "X/X", weight={"XX": "3"})
    marked = gfkit.Rule.cover("XX", "X/X", weight={"XX": "x"})
    assert gfkit.count(coloured, "8x8") == gfkit.count(marked, "8x8", at="x=3")
    twice = gfkit.Rule.cover("XX", "X/X", weight={"XX": "2", "X/X": "2"})
    assert gfkit.count(twice, "8x8") == 2**32 * 12988816  # Kasteleyn, Fisher and Temperley
    for board in ("2x2x2", "cycle:4"):
        with pytest.raises(MismatchError):
            gfkit.count(twice, board)
    with pytest.raises(MismatchError, match="colours"):
        gfkit.orbits(coloured, "2x2")


@pytest.mark.parametrize("weight", ["0", "2x", "1/0", "x^", "a + b", "0*x", "x/2", "2^x", "-x"])
def test_invalid_coefficients_are_rejected(weight):
    with pytest.raises(RuleError, match="weight"):
        gfkit.Rule.cover("X", "XX", weight={"X": weight})
    with pytest.raises(RuleError, match="weight"):
        gfkit.Rule.array(colours=2, weight={1: weight})


# Windows ----------------------------------------------------------------------------------------------------

WINDOWS = tables("weight_parts")["windows"]


def ising(height, width):
    """Sum directly over spins: x counts pairs of equal neighbours, and y the ones."""
    cells, total = [*product(range(height), range(width))], Counter()
    for spins in product((0, 1), repeat=len(cells)):
        at = dict(zip(cells, spins, strict=True))
        pairs = [(cell, (cell[0] + r, cell[1] + c)) for cell in cells for r, c in ((0, 1), (1, 0))]
        total[sum(b in at and at[a] == at[b] for a, b in pairs), sum(spins)] += 1
    return total


def test_ising_model():
    """Compare direct sums, the matrix (x, y; 1, xy), and the subgraphs of the graph polynomial."""
    rule = gfkit.Rule.of({"name": "Ising"} | tables("rules_checked")["rules"]["ising"])
    laws = {height: gfkit.derive(rule, f"{height}xn", weights="players") for height in (1, 2, 3)}
    for height, width in ((1, 5), (2, 3), (3, 3), (3, 4)):
        counted = gfkit.count(rule, f"{height}x{width}", weights="players").polynomial
        assert dict(counted.terms) == dict(laws[height][width].terms) == ising(height, width)
    assert str(laws[1].generating_function.denominator) == "1 - t*x - t^2*y - t*x*y + t^2*x^2*y"
    plain = gfkit.derive(rule, "2xn", at="y=1")
    polynomial = gfkit.graph_polynomial("ising", "2xn")
    for n in range(1, 5):
        assert plain[n].coefficients("x") == polynomial[n].coefficients("z")
    drawn = gfkit.samples(rule, "2x2", number=400, x=100, seed=1)
    assert sum(len({*each.configuration.marks.values()}) == 1 for each in drawn) > 380


@pytest.mark.parametrize("name", then_slow([*WINDOWS][:2], 0.6, *[*WINDOWS][2:]))
def test_weights_of_windows_agree_with_listings(name):
    """Also with places outside, on tori and cylinders, with holes, and with other conditions."""
    data, families, boards = WINDOWS[name]["rule"], WINDOWS[name]["families"], WINDOWS[name]["boards"]
    rule = gfkit.Rule.of({"name": name, **data})
    for board in boards:
        listed = gfkit.brute_force(rule, board, weights="players").polynomial
        assert gfkit.count(rule, board, weights="players").polynomial == listed
        assert gfkit.count(rule, board, weights="pieces") == gfkit.brute_force(rule, board, weights="pieces")
    for family in families:
        for weights in ("players", "none"):
            law = gfkit.derive(rule, family, weights=weights)
            for n in range(law.first_n, law.first_n + 3):
                board = gfkit.parse_board(family).at(n)
                assert law[n] == gfkit.brute_force(rule, board, weights=weights)
            assert check(json.loads(certificate_text(certificate_of(law)))).status == "proved"


def test_orbits_and_optimum_of_weighted_windows():
    rule = gfkit.Rule.of({"name": "Ising"} | tables("rules_checked")["rules"]["ising"])
    for board in ("2x3", "3x3", "cylinder:3x2"):
        listed = gfkit.brute_force(rule, board, weights="players", up_to="symmetry")
        assert gfkit.orbits(rule, board, weights="players") == listed
        found, powers = gfkit.optimum(rule, board), Counter()
        for (i, j), number in gfkit.brute_force(rule, board, weights="players").polynomial.terms:
            powers[i + j] += number
        assert (found.minimum, found.maximum) == (min(powers.items()), max(powers.items()))


@pytest.mark.parametrize(("words", "window"), tables("weight_parts")["refused_windows"].items())
def test_invalid_weights_of_windows_are_rejected(words, window):
    with pytest.raises(RuleError, match=words):
        gfkit.Rule.array(colours=2, window=[window])


def test_weights_of_windows_are_rejected_by_unsupported_queries():
    rule = gfkit.Rule.array(colours=2, window=[{"shape": "ab", "when": "a * b", "weight": "x"}])
    image = {"neighbours": "rook", "map": "sum(all)"}
    with pytest.raises(RuleError, match="image"):
        gfkit.Rule.array(colours=2, window=[{"shape": "ab", "when": "a", "weight": "x"}], image=image)
    for ask in (
        lambda: gfkit.constant(rule),
        lambda: gfkit.derive(rule, "complete:n"),
        lambda: gfkit.derive_on_squares(rule, "nxn", 2),
        lambda: gfkit.count(rule, "path:3"),
    ):
        with pytest.raises(MismatchError):
            ask()
    law = certificate_of(gfkit.derive(rule, "2xn", weights="players"))
    with pytest.raises(MismatchError, match="windows with weights"):
        coq_claim(law)
    squares = json.loads(json.dumps(certificate_of(gfkit.derive_on_squares("independent-sets", "nxn", 2))))
    squares["rule"]["weighted"] = law["rule"]["weighted"]
    values = json.loads(json.dumps(certificate_of(gfkit.derive_in_values("colourings", "2x2", "n"))))
    values["rule"]["weighted"] = law["rule"]["weighted"]
    for forged in (squares, values):
        assert check({**forged, "game": "mine"}).status != "proved"


@pytest.mark.parametrize("value", ["half", "1e3", "1/0", "", 0.5, None, True, 10**1001])
def test_values_of_weights_are_parsed_consistently(value):
    for ask in (
        lambda: gfkit.sample("kings", "2x2", x=value),
        lambda: gfkit.constant("kings", weight=value, width=3),
        lambda: gfkit.count("kings", "2x2", at={"x": value}),
    ):
        with pytest.raises(OptionError, match=r"not a number|denominator is 0|digits"):
            ask()
    assert gfkit.count("kings", "1x1", at={"x": " 0.5 "}) == Fraction(3, 2)
    assert gfkit.sample("kings", "1x1", x="1/3", seed=1).at == (Fraction(1, 3), 1)


def sets_of_cells(rows: int, cols: int, forbidden) -> list[set[tuple[int, int]]]:
    """Return the sets of cells in which no two cells are forbidden together."""
    cells = [*product(range(rows), range(cols))]
    chosen = (
        {cell for cell, bit in zip(cells, bits, strict=True) if bit}
        for bits in product((0, 1), repeat=len(cells))
    )
    return [one for one in chosen if not any(forbidden(a, b) for a in one for b in one)]


def touch(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def test_weights_with_coefficients_and_other_names():
    """Sums over sets of cells and edges of the products of the weights, as the files specify them."""
    half = Fraction(1, 2)
    gas = gfkit.Rule.array(colours=2, forbid=["11", "1/1"], weight={1: "1/2*x"})
    for n in range(1, 4):
        sets = sets_of_cells(2, n, touch)
        for at, x in ((None, 1), ("x=4", 4), ({"x": Fraction(-2, 3)}, Fraction(-2, 3))):
            expected = sum((half * x) ** len(one) for one in sets)
            assert gfkit.count(gas, f"2x{n}", at=at).number == expected
            assert gfkit.derive(gas, "2xn", at=at)[n] == expected
    signed = gfkit.Rule.edges(2, vertex="d <= 1", weight="-3*a*b^2")
    edges = [*gfkit.parse_board("2x3").edges]
    sets = [one for k in range(4) for one in combinations(edges, k) if len({*sum(one, ())}) == 2 * k]
    for a, b in ((1, 1), (half, 3)):
        assert gfkit.count(signed, "2x3", at={"a": a, "b": b}).number == sum(
            (-3 * a * b**2) ** len(one) for one in sets
        )
    assert gfkit.count(signed, "2x3").number == sum((-3) ** len(one) for one in sets)


def test_two_letters_are_two_variables():
    """Dominoes by direction; the Ising model in a field, from the sums over all spins."""
    tiles = {"XX": "a", "X/X": "b"}
    named = gfkit.Rule.cover("XX", "X/X", weight=tiles)
    plain = gfkit.Rule.cover("XX", "X/X", weight={"XX": "x", "X/X": "y"})
    for at, same in (("a=2,b=1/3", "x=2,y=1/3"), ("a=0,b=1", "x=0,y=1")):
        assert gfkit.derive(named, "4xn", at=at)[:6] == gfkit.derive(plain, "4xn", at=same)[:6]
    assert gfkit.count(named, "4x4", coefficient="a^4*b^4") == gfkit.count(
        plain, "4x4", coefficient="x^4*y^4"
    )
    with pytest.warns(gfkit.core.errors.ReadingNote, match="weights a, b read as x, y"):
        law = gfkit.derive(named, "2xn", weights="players")
    assert law == gfkit.derive(plain, "2xn", weights="players")
    assert check(certificate_of(law)).proved
    window = [{"shape": shape, "when": "a == b", "weight": "z"} for shape in ("ab", "a/b")]
    ising = gfkit.Rule.array(colours=2, weight={1: "1/2*h"}, window=window)
    for n in (1, 2, 3):
        cells = [*product(range(2), range(n))]
        pairs = [(a, b) for a, b in combinations(cells, 2) if touch(a, b)]
        for h, z in ((1, 1), (3, Fraction(2, 5))):
            total = 0
            for values in product((0, 1), repeat=len(cells)):
                spin = dict(zip(cells, values, strict=True))
                equal = sum(spin[a] == spin[b] for a, b in pairs)
                total += (Fraction(h) / 2) ** sum(values) * z**equal
            assert gfkit.count(ising, f"2x{n}", at={"h": h, "z": z}).number == total
            assert gfkit.derive(ising, "2xn", at={"h": h, "z": z})[n] == total
    colours = gfkit.Rule.cover("X", "XX", weight={"X": "2/3*c", "XX": "c^2"})
    compositions = [[1, 1, 1], [1, 2], [2, 1]]
    for c in (1, 5):
        wanted = sum(
            Fraction(2 * c, 3) ** one.count(1) * Fraction(c) ** (2 * one.count(2)) for one in compositions
        )
        assert gfkit.count(colours, "1x3", at={"c": c}).number == wanted


def test_inconsistent_weights_are_rejected():
    gas = gfkit.Rule.array(colours=2, forbid=["11"], weight={1: "1/2*x"})
    with pytest.raises(RuleError, match="must not be 0"):
        gfkit.Rule.array(colours=2, weight={1: "0*x"})
    for refused, match in (
        (lambda: gfkit.count(gas, "2x2", weights="pieces"), "at x=1"),
        (lambda: gfkit.count(gas, "2x2", coefficient="x"), "coefficient"),
        (lambda: gfkit.count(gas, "2x2", at="z=1"), "'z'"),
        (
            lambda: gfkit.derive(gfkit.Rule.edges(2, vertex="d <= 1", weight="2*a*b"), "2xn", at="a=1"),
            "for b",
        ),
    ):
        with pytest.raises(OptionError, match=match):
            refused()
    for ignoring in (
        lambda: gfkit.optimum(gas, "2x2"),
        lambda: gfkit.brute_force(gas, "2x2"),
        lambda: gfkit.verify("1/(1-t)", gas, "2xn"),
        lambda: gfkit.samples(gas, "2x2"),
        lambda: gfkit.constant(gas),
        lambda: gfkit.compare(gas, "independent-sets"),
    ):
        with pytest.raises(MismatchError, match="coefficients"):
            ignoring()
