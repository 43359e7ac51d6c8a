"""Counts up to symmetry of the board: numbers in print, formulas of others, and orbits listed one by one."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb, gcd

import numpy as np
import pytest
from listed import VERTICES, Listed
from thinned import thinned

import gfkit
from gfkit.boards import parse_board
from gfkit.errors import GfkitError, MismatchError
from gfkit.games import Rule
from gfkit.sequences import Status
from gfkit.transfer.orbit_laws import OrbitsOfFamily
from gfkit.transfer.orbits import orbits

SQUARES = {m: Rule.cover(*("/".join(["X" * k] * k) for k in range(1, m + 1))) for m in (4, 5)}
FERSES = Rule.array(colours=2, forbid=["1?/?1", "?1/1?"], weight={1: "x"})
BEADS = {colours: Rule.array(colours=colours, near=[("rook", "x >= 0")]) for colours in (2, 3)}

IN_PRINT = {
    "A359020": (4, [1, 1, 4, 6, 13, 39, 115, 295, 861, 2403, 7048]),
}
"""Inequivalent tilings of 4 x n by squares; the square among these up to all eight symmetries."""

NON_ATTACKING = {
    ("kings", 2): [0, 0, 4, 13, 37, 75, 147, 246],  # A279111
    ("kings", 3): [0, 0, 2, 20, 138, 505, 1547, 3759],  # A279112
    ("kings", 6): [0, 0, 0, 0, 143, 7855, 153311, 1505465],  # A279115
    ("ferses", 3): [0, 0, 7, 45, 225, 709, 1974, 4524],  # A278682
    ("ferses", 5): [0, 0, 2, 99, 2102, 19987, 124676, 571418],  # A278684
}
"""Non-equivalent ways to place so many on n x n, for n = 1, 2, ..."""


@pytest.mark.parametrize("number", IN_PRINT)
def test_tilings_by_squares_are_those_in_print(number: str) -> None:
    """The law says them all but for the square, which the single board does."""
    width, terms = IN_PRINT[number]
    law = orbits(SQUARES[width], f"{width}xn")
    assert isinstance(law, OrbitsOfFamily)
    assert law.evidence.status is Status.PROVED
    said = law.terms(len(terms))
    assert [n for n, (a, b) in enumerate(zip(said, terms, strict=True)) if a != b] == [width]
    assert int(orbits(SQUARES[width], f"{width}x{width}")) == terms[width]


def test_tilings_of_five_rows_by_squares() -> None:
    """A359021, board by board."""
    found = [int(orbits(SQUARES[5], f"5x{n}" if n else "#")) for n in range(8)]
    assert found == [1, 1, 5, 10, 39, 77, 521, 1985]


@pytest.mark.parametrize(("piece", "number"), NON_ATTACKING)
def test_non_attacking_pieces_are_those_in_print(piece: str, number: int) -> None:
    rule = FERSES if piece == "ferses" else "kings"
    found = [orbits(rule, f"{n}x{n}", weights="pieces").polynomial.coefficient(number) for n in range(1, 9)]
    assert found == NON_ATTACKING[piece, number]


def necklaces(beads: int, colours: int) -> int:
    """The classical formula."""
    return sum(colours ** gcd(beads, k) for k in range(beads)) // beads


def bracelets(beads: int, colours: int) -> int:
    half = (beads + 1) // 2
    mirrored = Fraction(colours**half + colours ** (beads // 2 + 1 if beads % 2 == 0 else half), 2)
    return int(Fraction(necklaces(beads, colours), 2) + mirrored / 2)


@pytest.mark.parametrize("colours", BEADS)
def test_beads_in_a_ring_are_necklaces_and_bracelets(colours: int) -> None:
    for up_to, formula in (("rotations", necklaces), ("symmetry", bracelets)):
        law = orbits(BEADS[colours], "cycle:n", up_to=up_to)
        assert law.terms(28) == [formula(n, colours) for n in range(3, 31)]
        assert law[100] == formula(100, colours)
        assert [int(orbits(BEADS[colours], f"cycle:{n}", up_to=up_to)) for n in (3, 8, 12)] == [
            formula(n, colours) for n in (3, 8, 12)
        ]


def test_rings_of_slices_of_ones_own_turn_by_slices() -> None:
    """The mean over translations of 2 to the number of cycles."""

    def toroidal(m: int, n: int) -> int:
        total = 0
        for r, s in product(range(m), range(n)):
            cycle = m // gcd(m, r) * (n // gcd(n, s)) // gcd(m // gcd(m, r), n // gcd(n, s))
            total += 2 ** (m * n // cycle)
        return total // (m * n)

    one = gfkit.family(1, [(0, 0)], ring=True)
    law = orbits(BEADS[2], one, up_to="rotations")
    assert law.terms(8) == [toroidal(1, n) for n in range(3, 11)]


def test_fixed_paths_are_palindromes() -> None:
    """Words up to reversal: half of all and of the palindromes."""
    law = orbits(BEADS[3], "path:n")
    assert law.terms(12) == [(3**n + 3 ** ((n + 1) // 2)) // 2 for n in range(12)]
    assert str(law.evidence).startswith("proved by burnside (symmetries 2")


def test_independent_sets_of_cubes_up_to_all_automorphisms() -> None:
    """Independent sets of the cube and the Petersen graph up to isomorphism, listed below from subsets."""
    for board, edges in (("prism:4", cube()), ("petersen-2:5", petersen())):
        size = 1 + max(max(edge) for edge in edges)
        sets = [s for s in range(1 << size) if not any(s >> a & 1 and s >> b & 1 for a, b in edges)]
        group = automorphisms(size, edges)
        classes = {min(sum(1 << g[v] for v in range(size) if s >> v & 1) for g in group) for s in sets}
        assert int(orbits("independent-sets", board, up_to="automorphisms")) == len(classes)


def cube() -> list[tuple[int, int]]:
    return [(a, a | bit) for a in range(8) for bit in (1, 2, 4) if not a & bit]


def petersen() -> list[tuple[int, int]]:
    pairs = [(a, b) for b in range(5) for a in range(b)]
    return [(i, j) for j, q in enumerate(pairs) for i, p in enumerate(pairs[:j]) if not set(p) & set(q)]


def automorphisms(size: int, edges: list[tuple[int, int]]) -> list[list[int]]:
    joined = {frozenset(edge) for edge in edges}
    found: list[list[int]] = [[]]
    for v in range(size):
        found = [
            [*image, w]
            for image in found
            for w in range(size)
            if w not in image
            and all(
                (frozenset((u, v)) in joined) == (frozenset((x, w)) in joined) for u, x in enumerate(image)
            )
        ]
    return found


# Orbits listed by tests of their own


def turned(rows: int, cols: int, *, quarter: bool) -> list[list[int]]:
    """The rotations and reflections of a rectangle, as lists of where cells go, written out here."""
    points = [(r, c) for r in range(rows) for c in range(cols)]
    at = {point: k for k, point in enumerate(points)}
    maps = [
        lambda r, c: (r, c),
        lambda r, c: (rows - 1 - r, c),
        lambda r, c: (r, cols - 1 - c),
        lambda r, c: (rows - 1 - r, cols - 1 - c),
    ]
    if quarter:
        maps += [lambda r, c, m=m: m(c, r) for m in maps[:4]]  # type: ignore[misc]
    return [[at[m(r, c)] for r, c in points] for m in maps]


def test_arrays_on_rectangles_are_listed_here() -> None:
    """No square of four equal values, on every small rectangle, by hand."""
    rule = Rule.array(colours=2, window=[("2x2", "not (a == b and b == c and c == d)")])
    for rows, cols in ((2, 2), (2, 3), (3, 3), (3, 4)):
        arrays = set()
        for values in product((0, 1), repeat=rows * cols):
            squares = [
                {values[(r + i) * cols + c + j] for i in (0, 1) for j in (0, 1)}
                for r in range(rows - 1)
                for c in range(cols - 1)
            ]
            if all(len(square) == 2 for square in squares):
                images = []
                for moved in turned(rows, cols, quarter=rows == cols):
                    image = [0] * len(values)
                    for cell, to in enumerate(moved):
                        image[to] = values[cell]
                    images.append(tuple(image))
                arrays.add(min(images))
        assert int(orbits(rule, f"{rows}x{cols}")) == len(arrays)


RULES: dict[str, str | Rule] = {
    "independent": "independent-sets",
    "total": "total-dominating-sets",
    "matchings": "maximal-matchings",
    "covers": "minimal-edge-covers",
    "col": "col",
    "cram": "cram",
    "domineering": "domineering",
    "dominoes": "domino-tilings",
    "ells": Rule.cover("XX/X.", "X", turned=True),
    "two ells": Rule.cover("XX/X.", "XX/.X", ".X/XX", "X./XX", "X"),
    "moves": Rule.pointers("rook", stay=True),
    "window": Rule.array(colours=2, window=[("2x2", "a + b + c + d != 2")], weight={1: "x"}),
    "often": Rule.array(
        colours=2,
        forbid=["11", "1/1"],
        exactly=[{"shapes": ["ab", "a/b"], "when": "a + b == 0", "number": [0, 2, 3]}],
    ),
    "corners": Rule.array(colours=3, forbid=["11", "1/1"], pin=[("corners", "x == 0")]),
}
BOARDS = (
    "2x3",
    "3x3",
    "1x4",
    "path:4",
    "cycle:5",
    ".../.#./..#",
    "cylinder:3x3",
    "prism:3",
    "wheel:5",
    "moebius:3",
)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("name", RULES)
def test_single_boards_agree_with_listed_orbits(name: str, board: str) -> None:
    """Each rule on each board that takes it, for all kinds of symmetries, with weights."""
    for up_to in ("symmetry", "rotations", "rectangle", "automorphisms"):
        try:
            found = orbits(RULES[name], board, weights="players", up_to=up_to)
        except GfkitError:
            continue
        listed = gfkit.brute_force(RULES[name], board, weights="players", up_to=up_to)
        assert found.polynomial == listed.polynomial, up_to  # type: ignore[union-attr]
        assert listed.up_to == up_to


@pytest.mark.parametrize("positions", ["maximal", "left-ends", "full", "play"])
@pytest.mark.parametrize("game", ["col", "snort", "cram", "node-kayles", "arc-kayles"])
def test_classes_of_positions_agree_with_listed_orbits(game: str, positions: str) -> None:
    for board in ("3x3", "2x4", "cycle:6", "prism:3", "wheel:5"):
        found = orbits(game, board, positions, "players")
        listed = gfkit.brute_force(game, board, positions, "players", up_to="symmetry")
        assert found.polynomial == listed.polynomial  # type: ignore[union-attr]


FAMILIES = (
    "2xn",
    "path:n",
    "nx3",
    "cycle:n",
    "prism:n",
    "ladder:n",
    "cylinder:3xn",
    "cylinder:nx2",
    "fan:n",
    "wheel:n",
    "gear:n",
)


@pytest.mark.parametrize(
    ("name", "family"),
    thinned(["independent", "matchings", "col", "ells", "corners", "window"], FAMILIES, every=2),
)
def test_laws_agree_with_listed_orbits(name: str, family: str) -> None:
    """Squares are passed over, which have more symmetries than the other boards of their family."""
    try:
        law = orbits(RULES[name], family)
    except MismatchError:
        pytest.skip("the rule does not go on this family, or is changed by its symmetries")
    assert isinstance(law, OrbitsOfFamily)
    boards, compared = parse_board(family), 0
    for n in range(law.first_n, law.first_n + 9):
        board = boards.at(n)  # type: ignore[union-attr]
        if board.size > (9 if name == "matchings" else 10):
            break
        listed = gfkit.brute_force(RULES[name], board, up_to="rectangle")
        assert law[n] == listed.count, n
        compared += 1
    assert compared >= 2
    assert law.evidence.status is Status.PROVED


def test_weights_around_rings() -> None:
    """Pieces are counted on the whole ring, however often they repeat."""
    law = orbits("independent-sets", "prism:n", weights="pieces")
    for n in (3, 4, 5, 6, 8):
        board = orbits("independent-sets", f"prism:{n}", weights="pieces")
        assert law[n] == board.polynomial  # type: ignore[union-attr]
    assert (
        law[4]
        == gfkit.brute_force("independent-sets", "prism:4", weights="pieces", up_to="symmetry").polynomial
    )


@pytest.mark.parametrize("game", ["col", "snort", "independent-sets"])
def test_hubs_stand_still(game: str) -> None:
    """Beyond the boards that are counted one by one: the law of wheels is what single wheels have."""
    law = orbits(game, "wheel:n")
    assert isinstance(law, OrbitsOfFamily)
    assert law.ring is not None
    for n in range(law.ring.start, law.ring.start + 5):
        assert law[n] == int(orbits(game, f"wheel:{n}"))  # type: ignore[call-overload]
    with pytest.raises(MismatchError, match="weights on a vertex"):
        orbits(game, "wheel:n", weights="pieces")


def dihedral(size: int, hubs: int = 0) -> list[list[int]]:
    """Rotations and reflections of a cycle of so many vertices, after hubs, which stand still."""
    return [
        [*range(hubs), *(hubs + (sign * v + by) % size for v in range(size))]
        for sign in (1, -1)
        for by in range(size)
    ]


def classes(name: str, size: int, edges: list[tuple[int, int]], group: list[list[int]]) -> int:
    """How many sets of vertices there are up to permutations, each set by the least of its images."""
    graph = Listed(size, edges)
    sets = graph.subsets(size)
    sets = sets[VERTICES[name](graph, sets)]
    least = sets.copy()
    for one in group:
        image = np.zeros_like(sets)
        for v, to in enumerate(one):
            image |= (sets >> v & 1) << to
        np.minimum(least, image, out=least)
    return len(np.unique(least))


def jumps(size: int, *over: int) -> list[tuple[int, int]]:
    """A cycle of vertices joined over some distances."""
    return sorted({(v, (v + far) % size) for v in range(size) for far in over if 2 * far < size or v < far})


@pytest.mark.parametrize(
    "name", ["independent-sets", pytest.param("dominating-sets", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize(
    ("family", "over"), [("antiprism:n", lambda _: (1, 2)), ("moebius:n", lambda n: (1, n))]
)
def test_rings_that_turn_by_parts_of_slices(
    family: str, over: Callable[[int], tuple[int, ...]], name: str
) -> None:
    """Cycles of 2n vertices with chords: the antiprism turns by half a slice, the ladder has a twist."""
    law = orbits(name, family)
    assert isinstance(law, OrbitsOfFamily)
    assert law.ring is not None
    for n in range(4, 9):  # with n = 3 there are more symmetries: the octahedron, K_3,3
        assert law[n] == classes(name, 2 * n, jumps(2 * n, *over(n)), dihedral(2 * n)), n
    for n in (law.ring.start, law.ring.start + 5):
        assert law[n] == int(orbits(name, f"{family[:-1]}{n}"))  # type: ignore[call-overload]


@pytest.mark.parametrize(
    "name", ["dominating-sets", pytest.param("total-dominating-sets", marks=pytest.mark.slow)]
)
def test_hubs_that_count(name: str) -> None:
    """Wheels: a vertex in the middle sees how many times what repeats goes around."""
    law = orbits(name, "wheel:n")
    assert isinstance(law, OrbitsOfFamily)
    for n in range(5, 17):
        rim = [(1 + a, 1 + b) for a, b in jumps(n - 1, 1)]
        assert law[n] == classes(name, n, rim + [(0, v) for v in range(1, n)], dihedral(n - 1, 1)), n


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("matchings", "wheel:n"),
        ("even-subgraphs", "wheel:n"),
        ("maximal-matchings", "gear:n"),
        ("perfect-matchings", "antiprism:n"),
        pytest.param("edge-covers", "wheel:n", marks=pytest.mark.slow),
        pytest.param("matchings", "moebius:n", marks=pytest.mark.slow),
        pytest.param("col", "moebius:n", marks=pytest.mark.slow),
        pytest.param("independent-sets", "cone:3xn", marks=pytest.mark.slow),
        pytest.param("independent-sets", "trapezohedron:n", marks=pytest.mark.slow),
        pytest.param("dominating-sets", "trapezohedron:n", marks=pytest.mark.slow),
        pytest.param("dominating-sets", "dipyramid:n", marks=pytest.mark.slow),
    ],
)
def test_laws_of_rings_are_what_single_boards_have(name: str, family: str) -> None:
    """Beyond the boards that are counted one by one: by another sum, over every symmetry of one board."""
    law, boards = orbits(name, family), parse_board(family)
    assert isinstance(law, OrbitsOfFamily)
    assert law.ring is not None
    apart = family == "wheel:n"
    for n in (law.ring.start, law.ring.start + 1, 18 + apart, 24 + apart):
        assert law[n] == int(orbits(name, boards.at(n)).polynomial.total), n  # type: ignore[union-attr]


def test_motions_that_generate_the_same_do_not_count_alike_around() -> None:
    """Ten slices of five: turned by one and by two, what repeats every slice is another board."""
    law = orbits("perfect-matchings", "C5xcycle:n")
    assert law[10] == int(orbits("perfect-matchings", "C5xcycle:10"))  # type: ignore[call-overload]


def test_binomials_up_to_reversal() -> None:
    """Words with k ones, up to reversal: half of all and of the palindromes."""
    law = orbits(
        Rule.array(colours=2, near=[("rook", "x >= 0")], weight={1: "x"}), "path:n", weights="pieces"
    )
    for n in range(9):
        for k in range(n + 1):
            mirrored = 0 if n % 2 == 0 and k % 2 else comb(n // 2, k // 2)
            assert law[n].coefficient(k) == (comb(n, k) + mirrored) // 2


@pytest.mark.parametrize(
    ("rule", "board", "up_to", "says"),
    [
        ("domineering", "4x4", "symmetry", "--up-to rectangle keeps rows rows"),
        (Rule.array(colours=2, window=[("ab", "a <= b")]), "3xn", "symmetry", "its windows are others then"),
        (
            Rule.array(colours=2, window=[("ab", "a <= b")]),
            "3x3",
            "automorphisms",
            "asks for rows and columns",
        ),
        (Rule.array(colours=2, pin=[("top row", "x == 0")]), "2xn", "symmetry", "pinned cells are others"),
        (Rule.array(colours=2, pin=[("first", "x == 0")]), "cycle:n", "rotations", "pinned cells are others"),
        ("nogo", "3x3", "symmetry", "liberties"),
        ("independent-sets", "star:n", "symmetry", "come in no order"),
        ("independent-sets", "necklace:n", "symmetry", "do alike to all slices"),
        (RULES["often"], "torus:3xn", "symmetry", "counts on the whole board"),
        ("independent-sets", "complete:n", "symmetry", "slice by slice"),
        ("independent-sets", "3xn", "automorphisms", "single graphs only"),
        (Rule.cover("XX/X.", "X"), "2x2", "symmetry", "its pieces are others then"),
        (Rule.array(colours=2, new_values="row-major"), "2xn", "symmetry", "permutations of values"),
    ],
)
def test_what_is_not_counted_up_to_symmetry_is_refused(
    rule: str | Rule, board: str, up_to: str, says: str
) -> None:
    with pytest.raises(GfkitError, match=says):
        orbits(rule, board, up_to=up_to)


def test_rules_whose_symmetry_shows_only_together_are_taken() -> None:
    """Two windows that a reflection exchanges, and pieces that it takes to each other."""
    together = Rule.array(
        colours=3, window=[("ab", "not (a == 0 and b == 1)"), ("ab", "not (a == 1 and b == 0)")]
    )
    assert orbits(together, "1xn").terms(4) == [
        gfkit.brute_force(together, f"1x{n}" if n else "#", up_to="symmetry").count for n in range(4)
    ]


# Rings against single boards

RINGS = (
    "torus:4xn moebius:n antiprism:n prism:n wheel:n gear:n helm:n web:n cylinder:nx3 C5xcycle:n C6xcycle:n"
    " hex-cylinder:nx2 hex-cylinder:nx3 sunlet:n dipyramid:n K4xcycle:n circulant-1-3:n flower:n"
    " trapezohedron:n"
)


WIDE_RINGS = {"torus:4xn", "C5xcycle:n", "C6xcycle:n", "K4xcycle:n", "hex-cylinder:nx2", "hex-cylinder:nx3"}
"""Tens of seconds each for sets of vertices."""


def check_ring(game: str, text: str, up_to: str, boards: int) -> None:
    """The law at n is the mean over all symmetries of the single board, squares of tori left out."""
    family, law = parse_board(text), orbits(game, text, up_to=up_to)
    assert isinstance(law, OrbitsOfFamily)
    assert law.ring is not None
    assert all(term >= 0 for term in law.terms(30))  # whole numbers, or it would have failed
    for n in range(max(law.first_n, law.ring.start - 1), law.ring.start + boards):
        if text != f"torus:{n}xn":
            assert int(orbits(game, family.at(n), up_to=up_to)) == law[n], (game, text, up_to, n)


def test_laws_of_rings_are_those_of_single_boards() -> None:
    for text in ("moebius:n", "antiprism:n", "dipyramid:n", "gear:n"):
        for up_to in ("symmetry", "rotations"):
            check_ring("matchings", text, up_to, 4)


@pytest.mark.slow
@pytest.mark.parametrize("text", RINGS.split())
@pytest.mark.parametrize("up_to", ["symmetry", "rotations"])
def test_laws_of_more_rings_are_those_of_single_boards(text: str, up_to: str) -> None:
    games = (
        ("matchings",) if text in WIDE_RINGS else ("independent-sets", "dominating-sets", "maximal-matchings")
    )
    for game in games:
        check_ring(game, text, up_to, 3 if text in WIDE_RINGS else 6)


def test_a_ring_with_a_twist_turns_by_twice_its_slices() -> None:
    """Going around a Moebius ladder once exchanges the rails: 2n rotations, as listed from subsets here."""
    law = orbits("independent-sets", "moebius:n", up_to="rotations")
    for n in (3, 4, 5):
        size = 2 * n  # in the order in which one goes around: i is beside i - 1, i + 1 and i + n
        sets = [
            s
            for s in range(1 << size)
            if not any(
                s >> i & 1 and (s >> (i + 1) % size & 1 or s >> (i + n) % size & 1) for i in range(size)
            )
        ]
        classes = {min((s << k | s >> size - k) & (1 << size) - 1 for k in range(size)) for s in sets}
        assert law[n] == len(classes)


def test_slices_in_no_order_are_counted_board_by_board() -> None:
    """Up to symmetry a star has n - 1 leaves alike: its independent sets are known by their number."""
    assert [int(orbits("independent-sets", f"star:{n}")) for n in (3, 5, 7)] == [4, 6, 8]
    with pytest.raises(GfkitError, match="count single boards, as star:6 --up-to symmetry"):
        orbits("independent-sets", "star:n")
    with pytest.raises(MismatchError, match="count single boards, as wheel:7 --up-to symmetry"):
        orbits("independent-sets", "wheel:n", weights="pieces")
    with pytest.raises(MismatchError, match=r"gfkit.brute_force\(..., up_to='symmetry'\) lists small boards"):
        orbits("rooted-forests", "3x3")
    assert int(gfkit.brute_force("spanning-trees", "2x2", up_to="symmetry")) == 1
