"""Calls about counts, formulas, extremes, samples, polynomials and orbits that are rejected, by subject.

Each has the class of the error and facts of its message.
"""

from fractions import Fraction
from pathlib import Path

from gfkit import (
    BoardError,
    GfkitError,
    InputError,
    LimitError,
    MismatchError,
    OptionError,
    Rule,
    RuleError,
    ShortGame,
    TileSet,
    auxiliary_graph,
    brute_force,
    constant,
    count,
    derive,
    derive_in_values,
    find_rule,
    graph,
    graph_polynomial,
    guess,
    optimum,
    orbits,
    parse_board,
    probability,
    samples,
    tutte_polynomial,
    value,
    verify,
)

TILES = TileSet("domineering-tiles")


def bits(**asked):
    return Rule.array(colours=2, **asked)


def near(says, around="rook"):
    return bits(near=[(around, says)])


def row(**asked):
    return bits(pin=[("top row", "x == 0")], **asked)


one = {"of": [1], "components": 1}
top = Rule.edges(2, vertex="d == 1", pin=[("top row", "d == 0")])
shown = {"neighbours": "rook", "map": "max(near)"}
often = bits(
    forbid=["11", "1/1"], exactly=[{"shapes": ["ab", "a/b"], "when": "a + b == 0", "number": [0, 2, 3]}]
)
part = {"neighbours": "rook", "when": "2 * count(near) > size(near)", "number": [1]}
both = Rule.of({"name": "induced", "both": {"pieces": ["XX", "X/X"]}, "rules": {"forbid_adjacent": ["LL"]}})


def line(along="rows", **told):
    return bits(line=[{"along": along, **told}])


def alike(**uneven):
    return Rule.array(colours=3, count_up_to="values", **uneven)


def hill(colours, **shape):
    return Rule.array(colours=colours, image=shape)


torn, alone = Rule.of({"name": "t", "both": {"pieces": ["X.X"]}}), bits(forbid=["11", "1/1"])


CALLS = {
    "avoiding": [
        (lambda: Rule.of({"name": "bad", "avoiding": {}}), RuleError, "count"),
        (lambda: Rule.of({"name": "bad", "avoiding": {"count": "tours"}}), RuleError, "count"),
        (lambda: Rule.of({"name": "bad", "avoiding": {"count": "permutations"}}), RuleError, "moves"),
        (
            lambda: Rule.of({"name": "bad", "avoiding": {"count": "permutations", "moves": []}}),
            RuleError,
            "moves",
        ),
        (
            lambda: Rule.of({"name": "bad", "avoiding": {"count": "pairings", "moves": ["rook"]}}),
            RuleError,
            "moves",
        ),
        (
            lambda: Rule.of({"name": "bad", "avoiding": {"count": "sequences", "stay": True}}),
            RuleError,
            "stay",
        ),
        (
            lambda: Rule.of({"name": "bad", "avoiding": {"count": "permutations", "moves": ["rook", "oX"]}}),
            RuleError,
            "rook",
        ),
        (
            lambda: Rule.of({"name": "bad", "avoiding": {"count": "permutations", "moves": ["oX", "oX"]}}),
            RuleError,
            "repeated",
        ),
        (
            lambda: Rule.of({"name": "bad", "avoiding": {"count": "permutations", "stay": 1}}),
            RuleError,
            "stay",
        ),
        (
            lambda: Rule.of({"name": "bad", "avoiding": {"count": "rectangles", "weight": "x"}}),
            RuleError,
            "weight",
        ),
        (
            lambda: Rule.of({"name": "bad", "avoiding": {"count": "pairings", "weight": {"x": "x"}}}),
            RuleError,
            "weight",
        ),
    ],
    "connection": [
        (lambda: count("bond-wrapping", "4x4"), MismatchError, "board '4x4'", "torus:4x5"),
        (lambda: count("bond-wrapping", "torus:2x3"), MismatchError, "double edges"),
        (
            lambda: count(bits(connected=[{"of": [1], "wraps": "rows"}]), "cylinder:4x4"),
            MismatchError,
            "rows",
        ),
        (lambda: count("site-wrapping", "petersen"), MismatchError, "rows"),
        (
            lambda: derive(bits(connected=[{"of": [1], "wraps": "rows"}]), "torus:nx3"),
            MismatchError,
            "board 'torus:nx3'",
            "winding numbers",
        ),
        (
            lambda: derive(
                bits(connected=[{"of": [1], "neighbours": "knight", "wraps": "either"}]), "cylinder:4xn"
            ),
            MismatchError,
            "winding numbers",
        ),
        (lambda: orbits("site-wrapping", "torus:4x4", up_to="automorphisms"), MismatchError, "invariant"),
        (
            lambda: bits(connected=[{"of": [1], "components": 1, "wraps": "rows"}]),
            RuleError,
            "wraps",
            "no other",
        ),
        (lambda: bits(connected=[{"of": [1], "wraps": ["x"]}]), RuleError, "wraps", "['x']"),
        (lambda: count(top, "wheel:5"), MismatchError, 'pin "first"'),
        (lambda: count(top, "cycle:5"), MismatchError, "board 'cycle:5'"),
        (
            lambda: count(bits(connected=[{"of": [1], "joins": ["top row", "bottom row"]}]), "wheel:5"),
            MismatchError,
            "board 'wheel:5'",
        ),
        (lambda: derive("connected-induced-subgraphs", "complete:n"), MismatchError, "'complete:n'"),
        (lambda: derive("edge-covers", "complete:n"), MismatchError, "board 'complete:n'"),
        (lambda: derive("eulerian-orientations", "wheel:n"), MismatchError, "board 'wheel:n'"),
        (lambda: derive("eight-vertex", "wheel:n"), MismatchError, "board 'wheel:n'"),
        (lambda: count("eulerian-orientations", "star:30"), LimitError, "board 'star:30'"),
        (lambda: count("edge-covers", "2x3", "maximal"), GfkitError, "positions 'maximal'"),
        (lambda: count("acyclic-orientations", "2x3", "maximal"), GfkitError, "positions 'maximal'"),
        (lambda: Rule.orientations(acyclic=1), RuleError, "acyclic"),
        (lambda: Rule.orientations(vertex="d == 1"), RuleError, "vertex"),
        (lambda: bits(connected=[one], image=shown), RuleError, "[[rules.connected]]"),
        (lambda: bits(connected=[one], count_up_to="values"), RuleError, "count_up_to", "values"),
    ],
    "covers": [
        (lambda: derive(Rule.cover("XX", turned=True), "complete:n"), MismatchError, "board 'complete:n'"),
        (lambda: derive("arc-kayles", "complete:n", "full"), MismatchError, "'full'"),
        (lambda: count(Rule.cover("XX"), "path:3"), MismatchError, "board 'path:3'"),
        (
            lambda: count(Rule.cover("XX", turned=True, tatami=True), "path:3"),
            MismatchError,
            "board 'path:3'",
        ),
        (lambda: count(Rule.cover("XX", turned=True, tatami=True), "2x2x2"), MismatchError, "board '2x2x2'"),
        (
            lambda: derive(Rule.cover("XX", turned=True, tatami=True), "king:2xn"),
            MismatchError,
            "board 'king:2xn'",
        ),
        (lambda: count(Rule.cover("X", tatami=True), "cylinder:2x3"), MismatchError, "board 'cylinder:2x3'"),
        (lambda: count(Rule.cover("X", fault_free="rows"), "path:3"), MismatchError, "board 'path:3'"),
        (lambda: count(Rule.cover("X", fault_free="rows"), ".#/.."), MismatchError, "board '.#/..'"),
        (
            lambda: derive(Rule.cover("X", fault_free="rows"), "cylinder:3xn"),
            MismatchError,
            "board 'cylinder:3xn'",
        ),
        (lambda: constant(Rule.cover("XX", turned=True, tatami=True)), MismatchError, "points or lines"),
        (
            lambda: constant(Rule.cover("XX", turned=True, fault_free="both")),
            MismatchError,
            "points or lines",
        ),
        (lambda: count(Rule.cover("XX"), "2x2", "full"), OptionError, "cover"),
        (lambda: count(Rule.cover("XX"), "AA/.."), BoardError, "board 'AA/..'"),
        (lambda: value(Rule.cover("XX"), "2x2"), MismatchError, "cover"),
    ],
    "arrays": [
        (lambda: bits(image=shown, weight={1: "x"}), RuleError),
        (lambda: bits(image=shown, count_up_to="values"), RuleError),
        (lambda: hill(2, map="x"), RuleError),
        (lambda: hill(2, neighbours="rook", shape="ab", map="x"), RuleError),
        (lambda: hill(2, neighbours="rook", map="z"), RuleError, "'z'"),
        (lambda: hill(2, neighbours="rook", map="near"), RuleError, "'near'"),
        (lambda: hill(2, shape="ab", map="a", of="x"), RuleError, "'of'"),
        (lambda: derive(bits(image=shown), "complete:n"), MismatchError, "array on 'complete:n'"),
        (lambda: count(hill(9, shape="3x3", map="max(all)"), "4x4"), LimitError, "the map 'max(all)'"),
        # It would count without end: the majority rule on stars has binomial sums for counts.
        (
            lambda: derive(near("2 * count(y == x for y in near) <= size(near)"), "star:n"),
            MismatchError,
            "board 'star:n'",
        ),
        (lambda: derive("unfriendly-partitions", "wheel:n"), MismatchError, "board 'wheel:n'"),
        (lambda: derive(near("sum(all) % 2 == 0"), "star:n"), MismatchError, "board 'star:n'"),
        (lambda: derive(bits(exactly=[part]), "star:n"), MismatchError, "board 'star:n'"),
        (lambda: derive(both, "wheel:n", positions="maximal"), MismatchError, "board 'wheel:n'"),
    ],
    "optimum": [
        (lambda: optimum("perfect-codes", "cycle:n"), MismatchError, "'cycle:n'"),
        (lambda: optimum(bits(divide=2, weight={1: "x"}), "2xn"), MismatchError, "divide"),
        (lambda: optimum("independent-sets", "complete:n"), MismatchError, "board 'complete:n'"),
        (lambda: optimum("independent-sets", "100xn", max_memory=10**7), LimitError, "memory"),
    ],
    "samples": [
        (lambda: probability("snort", "1x3", "cell 1,1 is L"), MismatchError, "cell 1,1 is left"),
        (lambda: samples("domino-tilings", "3x3"), MismatchError, "board '3x3'"),
        (lambda: samples("spanning-trees", "path:0"), MismatchError, "board 'path:0'"),
        (lambda: samples(bits(image=shown), "2x2"), MismatchError),
        (lambda: samples("col", "2x2", x=0), OptionError),
        (lambda: samples("col", "2x2", y=float("inf")), OptionError),
        (lambda: samples("col", "2x2", number="3"), OptionError, "number '3'"),
        (lambda: samples("col", "2x2", seed=[1]), OptionError, "seed [1]"),
        (lambda: samples("col", "2x2", y="1/0"), OptionError, "'1/0'"),
        (lambda: samples("col", "2x2", y=float("nan")), OptionError),
        (lambda: samples("col", "2x2", number=0), OptionError, "number"),
        (lambda: samples("col", "2x2", 3), OptionError, "positions 3"),
        (lambda: samples("col"), BoardError, "a board"),
        (lambda: samples("independent-sets", "30x30", max_memory=10**6), LimitError, "'30x30'"),
        (lambda: samples("domineering", "4x4", positions="play", x=1 << 60, seed=1), LimitError, "play"),
        (lambda: samples("col", "2xn"), InputError, "board '2xn'"),
    ],
    "polynomials": [
        (lambda: graph_polynomial("cromatic", "2xn"), OptionError, "polynomial 'cromatic'"),
        (lambda: graph_polynomial("flow", "2x2").at(x=1), InputError, "variable 'x'"),
        (lambda: graph_polynomial("flow", "2xn").zeros(), InputError, "board '2xn'"),
        (lambda: graph_polynomial("tutte", "2x2").zeros(), InputError),
        (lambda: graph_polynomial("tutte", "repeat(./#/.):n"), MismatchError, "board 'repeat(./#/.):n'"),
    ],
    "orbits": [
        (lambda: orbits("independent-sets", "wheel:n", weights="pieces"), MismatchError, "weights"),
        (lambda: orbits("domineering", "4x4"), GfkitError, "rectangle"),
        (lambda: orbits(bits(window=[("ab", "a <= b")]), "3xn"), GfkitError, "row 1", "column 1"),
        (
            lambda: orbits(bits(window=[("ab", "a <= b")]), "3x3", up_to="automorphisms"),
            GfkitError,
            "symmetry",
        ),
        (lambda: orbits(near("sum(near) <= x", "oX"), "3xn"), MismatchError, "row 1", "column 2"),
        (lambda: orbits(row(), "2xn"), GfkitError, "row 1", "column 1"),
        (
            lambda: orbits(bits(pin=[("first", "x == 0")]), "cycle:n", up_to="rotations"),
            GfkitError,
            "board 'cycle:n'",
        ),
        (lambda: orbits("nogo", "3x3"), GfkitError),
        (lambda: orbits("independent-sets", "star:n"), GfkitError, "board 'star:n'"),
        (lambda: orbits("independent-sets", "necklace:n"), GfkitError, "board 'necklace:n'"),
        (lambda: orbits(often, "torus:3xn"), GfkitError, "board 'torus:3xn'"),
        (lambda: orbits("kings", "cylinder:nx0", up_to="rectangle"), MismatchError, "board 'cylinder:nx0'"),
        (lambda: orbits("independent-sets", "complete:n"), GfkitError, "board 'complete:n'"),
        (lambda: orbits("independent-sets", "3xn", up_to="automorphisms"), GfkitError, "board '3xn'"),
        (lambda: orbits(Rule.cover("XX/X.", "X"), "2x2"), GfkitError, "board '2x2'"),
        (lambda: orbits(bits(new_values="row-major"), "2xn"), GfkitError),
        (lambda: orbits("rooted-forests", "3x3"), GfkitError),
        (lambda: orbits("rooted-forests", "3x3"), GfkitError),
        (lambda: orbits("self-avoiding-walks", "3x4"), GfkitError, "row 1", "column 1"),
        (lambda: orbits("spanning-trees", "cycle:n"), GfkitError, "board 'cycle:n'"),
        (lambda: orbits("eulerian-orientations", "prism:n"), GfkitError, "board 'prism:n'"),
        (
            lambda: orbits(Rule.edges(cap=2, joins=["top left", "bottom right"], components=1), "2x3"),
            GfkitError,
            "board '2x3'",
        ),
        (lambda: orbits("independent-sets", "wheel:n", weights="pieces"), MismatchError, "orbits"),
    ],
    "laws": [
        (lambda: auxiliary_graph("nogo", "3x3"), GfkitError),
        (lambda: auxiliary_graph("domineering-tiles", "3x3"), GfkitError),
        (lambda: derive("col", "complete:n")[-1], InputError, "n -1"),
        (lambda: derive("col", "complete:n")["one"], InputError, "n 'one'"),
        (lambda: count("domineering", "2x3", "all", "players").polynomial.coefficient(), InputError),
        (lambda: count("domineering", "2x3", "all", "players").polynomial.coefficient(1), InputError),
        (lambda: count("domineering", "2x3", "all", "players").polynomial.coefficient(1, 1, 1), InputError),
        (lambda: derive("domineering-tiles", "complete:n"), GfkitError, "'complete:n'"),
        (lambda: derive(bits(forbid=["11"]), "complete:n"), GfkitError, "'complete:n'"),
    ],
    "bar_matrices": [
        (lambda: TileSet("col"), RuleError),
        (lambda: TileSet(find_rule("col")), RuleError),
        (lambda: TileSet("no such file.toml"), RuleError, "rule file 'no such file.toml'"),
        (lambda: TILES.bar_matrix(-1), OptionError, "length -1"),
        (lambda: TILES.bar_matrix(True), OptionError, "length True"),
        (lambda: TILES.bar_matrix(1.5), OptionError, "length 1.5"),
        (lambda: TILES.bar_matrix("2"), OptionError, "length '2'"),
        (lambda: TILES.bar_matrix(None), OptionError, "length None"),
        (lambda: TILES.bar_matrix(2, left=2), OptionError, "left label '2'"),
        (lambda: TILES.bar_matrix(2, right=("0", "x")), OptionError, "right label 'x'"),
        (lambda: TILES.bar_matrix(13), LimitError, "length 13"),
        (lambda: TileSet("domineering-maximal-tiles").bar_matrix(8), LimitError, "length 8"),
        (lambda: TileSet("domineering-right-end-tiles").bar_matrix(10**9), LimitError),
        (lambda: TILES.bar_matrix(2).entry("02", 0), OptionError, "'02'"),
        (lambda: TILES.bar_matrix(2).entry(4, 0), OptionError),
        (lambda: TILES.bar_matrix(2).entry(-1, 0), OptionError),
        (lambda: TILES.bar_matrix(2) ** -1, OptionError, "exponent -1"),
        (lambda: TILES.bar_matrix(1) @ TILES.bar_matrix(2), MismatchError, "'1'"),
        (lambda: TILES.bar_matrix(1) + TILES.bar_matrix(2), MismatchError, "'1'"),
        (lambda: TILES.bar_matrix(2).restrict(top="0_") ** 2, MismatchError, "'0'"),
        (lambda: TILES.bar_matrix(2).restrict(top="0"), OptionError, "top '0'"),
        (lambda: TILES.bar_matrix(2).restrict(top="___"), OptionError, "top '___'"),
        (lambda: TILES.bar_matrix(2).restrict(top="2_"), OptionError, "top '2_'"),
        (lambda: TILES.bar_matrix(2).restrict(top="_3"), OptionError, "top '_3'"),
    ],
    "arguments": [
        (lambda: count("cis", 5), BoardError),
        (lambda: brute_force("cis", 5), BoardError),
        (lambda: count("cis", b"2x2"), BoardError, "'2x2'"),
        (lambda: brute_force("cis", b"2x2"), BoardError, "'2x2'"),
        (lambda: count(3, "2x2"), RuleError),
        (lambda: brute_force(3, "2x2"), RuleError),
        (lambda: count("cis", "2x2", "All"), OptionError, "positions 'All'"),
        (lambda: brute_force("cis", "2x2", "All"), OptionError, "positions 'All'"),
        (lambda: count("cis", "2x2", "all", 1), OptionError, "weights '1'"),
        (lambda: brute_force("cis", "2x2", "all", 1), OptionError, "weights '1'"),
        (lambda: count(Path("none.toml"), "2x2"), RuleError, "rule file 'none.toml'"),
        (lambda: brute_force(Path("none.toml"), "2x2"), RuleError, "rule file 'none.toml'"),
        (lambda: count("cis", parse_board("3xn")), BoardError, "board '3xn'"),
        (lambda: brute_force("cis", parse_board("3xn")), BoardError, "board '3xn'"),
        (lambda: graph_polynomial("tutte", "10x10", max_memory=10**7), LimitError, "'10x10'"),
        (lambda: tutte_polynomial("10x10", max_memory=10**7), LimitError, "'10x10'"),
        (lambda: verify("a(n) = 1", "independent-sets", "20xn", max_memory=10**6), LimitError, "'20xn'"),
        (lambda: verify("4", "independence number", "petersen", offset=1), OptionError, "offset"),
        (lambda: verify("x(x-1)(x-2)", "chromatic polynomial", "K3", valid_from=2), OptionError, "from"),
        (
            lambda: derive("n X 3 binary arrays avoiding 11 diagonally"),
            RuleError,
            "'diagonally and antidiagonally'",
        ),
        (lambda: verify("a(n) = 1", "cis", "2xn", max_memory="4G"), OptionError, "max_memory '4G'"),
        (lambda: count("cis", "2x2", max_memory="4G"), OptionError, "max_memory '4G'"),
        (lambda: count("cis", "2x2", max_memory=0), OptionError, "max_memory"),
        (lambda: count("cis", "2x2", max_memory=-1), OptionError, "max_memory"),
        (lambda: count("cis", "2x2", max_memory=2.5), OptionError, "max_memory"),
        (lambda: count("cis", "2x2", max_memory=True), OptionError, "max_memory", "True"),
    ],
    "lines": [
        (lambda: line(match="0*("), RuleError, "'0*('"),
        (lambda: line(match="0*)"), RuleError, "')'"),
        (lambda: line(match="3"), RuleError, "'3'"),
        (lambda: line(match="*0"), RuleError, "'*'"),
        (lambda: line(match="0{2}"), RuleError, "character '{'"),
        (lambda: line(match="[01"), RuleError, "'[01'"),
        (lambda: line(next="s + 1"), LimitError, "rule [[rules.line]] 1"),
        (lambda: line(next="s + y"), RuleError, "'y'"),
        (lambda: line(start=1), RuleError, "start"),
        (lambda: line(match="0", accept="s"), RuleError, "match"),
        (lambda: line("rose", match="0"), RuleError, "along"),
        (lambda: line("diagonals", order="increasing"), RuleError, "'diagonals'"),
        (lambda: line(order="rising"), RuleError, "'rising'"),
        (lambda: line(order="increasing", read="sideways"), RuleError, "'sideways'"),
        (lambda: line(order="increasing", match="0*"), RuleError, "match"),
        (lambda: derive(line("columns", match="0*1*"), "cylinder:3xn"), MismatchError, "columns"),
        # Rows are compared on whole rectangles.
        (lambda: count(line(order="nondecreasing"), "cylinder:3x3"), MismatchError, "board 'cylinder:3x3'"),
        (
            lambda: brute_force(line(order="nondecreasing"), "cylinder:3x3"),
            MismatchError,
            "board 'cylinder:3x3'",
        ),
        (lambda: count(line(order="nondecreasing"), "torus:3x3"), MismatchError, "board 'torus:3x3'"),
        (lambda: brute_force(line(order="nondecreasing"), "torus:3x3"), MismatchError, "board 'torus:3x3'"),
        (lambda: count(line(order="nondecreasing"), "..#/..."), MismatchError, "board '..#/...'"),
        (lambda: brute_force(line(order="nondecreasing"), "..#/..."), MismatchError, "board '..#/...'"),
        (lambda: count(line(order="nondecreasing"), "path:3"), MismatchError, "board 'path:3'"),
        (lambda: brute_force(line(order="nondecreasing"), "path:3"), MismatchError, "board 'path:3'"),
    ],
    "values": [
        (lambda: alike(forbid=["00"]), RuleError),
        (
            lambda: alike(
                count=[
                    {"cell": c, "neighbours": "rook", "of": [c], "allowed": [*range(4 + (c != 1))]}
                    for c in range(3)
                ]
            ),
            RuleError,
        ),
        (lambda: alike(outside=1), RuleError),
        (lambda: alike(weight={1: "x"}), RuleError),
        (lambda: alike(pin=[("first", "x == 0")]), RuleError),
        (lambda: alike(near=[("rook", "x <= size(near)")]), RuleError),
        (lambda: alike(window=[("ab", "a <= b")]), RuleError),
        (lambda: derive(bits(new_values="row-major", forbid=["11"]), "2xn"), MismatchError),
        (lambda: derive(bits(divide=3), "2xn"), MismatchError, "board '2x1'", "divide"),
        (lambda: count(bits(divide=3), "2x1"), MismatchError, "board '2x1'", "divide"),
        (lambda: brute_force(bits(divide=3), "2x1"), MismatchError, "divide"),
    ],
    "boards_and_places": [
        (lambda: derive(bits(new_values="row-major", connected=[one]), "3xn"), MismatchError),
        (lambda: count("domineering", "AA/.."), BoardError, "board 'AA/..'"),
        (lambda: brute_force("domineering", "AA/.."), BoardError, "board 'AA/..'"),
        (lambda: count("domineering", "a./.."), BoardError, "board 'a./..'"),
        (lambda: brute_force("domineering", "a./.."), BoardError, "board 'a./..'"),
        (lambda: count("col", "AA."), BoardError, "board 'AA.'"),
        (lambda: brute_force("col", "AA."), BoardError, "board 'AA.'"),
        (lambda: count("snort", "Ab."), BoardError, "board 'Ab.'"),
        (lambda: brute_force("snort", "Ab."), BoardError, "board 'Ab.'"),
        (lambda: count("nogo", "Ab/##"), BoardError, "board 'Ab/##'"),
        (lambda: brute_force("nogo", "Ab/##"), BoardError, "board 'Ab/##'"),
        (lambda: count("cis:3", "d.."), BoardError, "board 'd..'"),
        (lambda: brute_force("cis:3", "d.."), BoardError, "board 'd..'"),
        (lambda: count("cram", "AAA."), BoardError, "board 'AAA.'"),
        (lambda: brute_force("cram", "AAA."), BoardError, "board 'AAA.'"),
        (lambda: count("domineering-tiles", "A./A."), BoardError, "board 'A./A.'"),
        (lambda: brute_force("domineering-tiles", "A./A."), BoardError, "board 'A./A.'"),
        (lambda: count("even-subgraphs", "A./.."), BoardError, "board 'A./..'"),
        (lambda: count("spanning-trees", "A./.."), BoardError, "board 'A./..'"),
        (lambda: count("domino-tilings", "A./.."), BoardError, "board 'A./..'"),
        (lambda: count("even-subgraphs", "</.."), BoardError, "board '</..'"),
        (lambda: count("spanning-trees", "</.."), BoardError, "board '</..'"),
        (lambda: count("domino-tilings", "</.."), BoardError, "board '</..'"),
        (
            lambda: count("even-subgraphs", "A" + "." * 18 + "/" + "/".join(["." * 19] * 18)),
            BoardError,
            "'A'",
        ),
        (
            lambda: count("spanning-trees", "A" + "." * 18 + "/" + "/".join(["." * 19] * 18)),
            BoardError,
            "'A'",
        ),
        (
            lambda: count("domino-tilings", "A" + "." * 18 + "/" + "/".join(["." * 19] * 18)),
            BoardError,
            "'A'",
        ),
        (lambda: near("near[0] == 1"), RuleError, "'near[0]'"),
        (
            lambda: count(near("sorted(near)[0] == 1"), ".#."),
            RuleError,
            "'sorted(near)[0] == 1'",
            "may be empty",
        ),
        (lambda: brute_force(near("sorted(near)[0] == 1"), ".#."), RuleError, "'sorted(near)[0]'", "0 items"),
        (lambda: count(hill(2, neighbours="rook", map="sorted(near)[3]"), "2x2"), RuleError, "from 0 to 1"),
        (
            lambda: bits(exactly=[{"neighbours": "rook", "when": "near[0] == 1", "number": 1}]),
            RuleError,
            "'near[0]'",
        ),
        (lambda: near("near == (0, 1)"), RuleError, "'near == (0, 1)'"),
        (lambda: near("x == 0 or all > (0, 1)"), RuleError, "'all > (0, 1)'"),
        (lambda: near("near in ((0, 1), (1, 1))"), RuleError, "'near in ((0, 1), (1, 1))'"),
        (lambda: near("(y for y in near) != (1, 0)"), RuleError, "y in near"),
        (
            lambda: bits(exactly=[{"neighbours": "rook", "when": "near == [1, 0]", "number": 1}]),
            RuleError,
            "'near == [1, 0]'",
        ),
        (lambda: near("all[1] == 0"), RuleError, "'all[1]'"),
        (
            lambda: bits(exactly=[{"neighbours": "rook", "when": "all[1] == 0", "number": 1}]),
            RuleError,
            "'all[1]'",
        ),
        (lambda: near("[y + 1 for y in near][2] > 1"), RuleError, "'[y + 1 for y in near][2]'"),
        (
            lambda: bits(
                exactly=[{"neighbours": "rook", "when": "[y + 1 for y in near][2] > 1", "number": 1}]
            ),
            RuleError,
            "'[y + 1 for y in near][2]'",
        ),
        (lambda: count("trimer-tilings", "path:6"), MismatchError, "board 'path:6'"),
        (lambda: brute_force("trimer-tilings", "path:6"), MismatchError, "board 'path:6'"),
        (lambda: count("trimer-tilings", "prism:3"), MismatchError, "board 'prism:3'"),
        (lambda: brute_force("trimer-tilings", "prism:3"), MismatchError, "board 'prism:3'"),
        (lambda: orbits("domino-tilings", "4x4", weights="players"), MismatchError, "board '4x4'"),
        (lambda: orbits("independent-sets", "cycle:2n"), MismatchError, "cycle:n"),
        (lambda: parse_board("2nx3n"), BoardError, "board '2nx3n'"),
        (lambda: parse_board("2nxn"), BoardError, "board '2nxn'"),
        (lambda: parse_board("3x0n"), BoardError, "board '3x0n'"),
        (lambda: parse_board("4x(2n+1)x"), BoardError, "board '4x(2n+1)x'"),
        (lambda: parse_board("complete:(n+1"), BoardError, "board 'complete:(n+1'"),
        (lambda: parse_board("repeat():n"), BoardError, "board 'repeat()'"),
        (lambda: parse_board("repeat(##):n"), BoardError, "board 'repeat(##)'"),
        (lambda: parse_board("repeat(.a):n"), BoardError, "board 'repeat(.a)'"),
        (lambda: parse_board("repeat(.#"), BoardError, "board 'repeat(.#'"),
        (lambda: parse_board("repeat(./)x:n"), BoardError, "board 'repeat(./)x:n'"),
        (
            lambda: derive(
                Rule.of(
                    {
                        "name": "d",
                        "left": {"pieces": ["X/X"]},
                        "right": {"pieces": ["XX"]},
                        "rules": {"apart": [{"pieces": ["LR"], "neighbours": "corner"}]},
                    }
                ),
                "3xn",
            ),
            MismatchError,
            "pieces",
        ),
        (lambda: graph([(0, 1)], left=[5]), GfkitError, "left"),
        (lambda: ShortGame.of() + Fraction(1, 3), InputError),
        (lambda: ShortGame.of([0.5]), InputError),
    ],
    "listings": [
        (lambda: brute_force("col", "3x3", "ends"), OptionError, "'ends'", "left-ends", "right-ends"),
        (lambda: brute_force(3, "3x3"), RuleError),
        (lambda: brute_force("cis", 5), BoardError),
        (lambda: brute_force(torn, "A.B"), BoardError, "the letter 'A'"),
        (lambda: brute_force(torn, "AA"), BoardError, "board 'AA'"),
        (lambda: brute_force("col", "3x3", "all", "x"), OptionError, "'x'"),
        (lambda: brute_force("domineering-tiles", "3x3", "play"), OptionError, "positions 'play'"),
        (
            lambda: brute_force(Rule.array(colours=3, forbid=["12"]), "3x3", "maximal"),
            OptionError,
            "positions 'maximal'",
        ),
        (lambda: brute_force("domineering", "path:4000"), MismatchError, "board 'path:4000'"),
        (lambda: brute_force("domineering-tiles", "path:4"), MismatchError, "board 'path:4'"),
        (lambda: brute_force(alone, "path:4000"), MismatchError, "board 'path:4000'"),
        (
            lambda: brute_force(
                bits(count=[{"cell": 1, "neighbours": "king", "of": [1], "allowed": [0]}]), "cycle:4"
            ),
            MismatchError,
            "neighbours",
        ),
        (lambda: brute_force("col", "3xn"), BoardError, "board '3xn'"),
        (lambda: brute_force("col", "20x20"), LimitError, "'20x20'"),
        (lambda: brute_force("snort", "11x10"), LimitError, "'11x10'"),
        (lambda: brute_force("domineering", "8x8"), LimitError, "'8x8'"),
        (lambda: brute_force(Rule.array(colours=1), "20x20"), LimitError, "'20x20'"),
        (lambda: brute_force(alone, "5x5"), LimitError, "'5x5'"),
        (lambda: brute_force("domineering-tiles", "5x5"), LimitError),
        (lambda: brute_force("domineering-tiles", "20x20"), LimitError, "'20x20'"),
    ],
    "of_laws": [
        (lambda: derive("col", "path:n") * derive("snort", "path:n"), InputError),
        (lambda: derive("node-kayles", "complete:n") + 1, OptionError),
        (lambda: derive("col", "0xn", weights="pieces").density(), GfkitError, "'0xn'", "density"),
        (lambda: derive_in_values("domineering", "2x2", "n"), MismatchError),
        (lambda: derive_in_values("independent-sets", "2x2", "n"), MismatchError, "independent-sets"),
        (lambda: derive_in_values(find_rule("kings"), "2x2", "n"), MismatchError, "kings"),
        (lambda: derive_in_values("connected-colourings:3", "2x2", "n"), MismatchError, "0..n-1"),
        (lambda: guess([1, 2, 3], offset=-1), InputError, "offset -1"),
        (lambda: derive("domino-tilings", "2xn")[10**12], LimitError, "n 1000000000000"),
        (lambda: guess([1, 2, 3], offset="1"), OptionError, "offset '1'"),
        (lambda: guess(None), InputError, "terms None"),
        (lambda: guess([1, 2, 3], ansatz=3), OptionError, "ansatz 3"),
        (lambda: guess([1, 2, 3], limit="2"), OptionError, "limit '2'"),
        (lambda: Rule.of(7), RuleError, "7"),
    ],
}
