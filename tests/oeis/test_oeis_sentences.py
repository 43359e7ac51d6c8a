"""Sentences composed of phrases count the right objects, and negation always changes the rule.

The objects of a sentence are listed here, without gfkit: permutations, words and matrices by enumeration,
walks by powers of the adjacency matrix, tilings by filling the first empty cell.
"""

from __future__ import annotations

import operator
import random
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import groupby, pairwise, permutations, product
from shlex import split

import networkx as nx
import numpy as np
import pytest
from choice import some_and_all, some_of, then_slow
from cli.calling import call, told
from listed import spanning_trees

from gfkit.oeis.reading import UnreadError, read_name
from gfkit.oeis.reading.grammar import grammar
from gfkit.oeis.reading.meaning import rule_text


def assert_means(sentence: str, wanted: dict[int, int]) -> None:
    """Check that every parse of the sentence with a board has these counts, and that there is one."""
    for found in read_name(sentence):
        questions = {n: found.question_on(found.step * n + found.shift) for n in wanted}
        terms = {n: found.number_of(one) for n, one in questions.items() if one is not None}
        assert terms, sentence
        assert terms == {n: wanted[n] for n in terms}, sentence


# Permutations

DISPLACED: dict[str, Callable[[int], bool]] = {
    "|p(i)-i| <= 2": lambda d: abs(d) <= 2,
    "|p(i) - i| < 3": lambda d: abs(d) < 3,
    "|i - p(i)| is at most 2": lambda d: abs(d) <= 2,
    "abs(p(i)-i) in {0,2}": lambda d: abs(d) in (0, 2),
    "|p(i)-i| is 1 or 3": lambda d: abs(d) in (1, 3),
    "|p(i)-i| != 1": lambda d: abs(d) != 1,
    "p(i) - i <= 1": lambda d: d <= 1,
    "i - p(i) < 2": lambda d: -d < 2,
    "p(i)-i >= -1": lambda d: d >= -1,
    "-1 <= p(i)-i <= 2": lambda d: -1 <= d <= 2,
    "0 < |p(i)-i| <= 2": lambda d: 0 < abs(d) <= 2,
    "i-1 <= p(i) <= i+2": lambda d: -1 <= d <= 2,
    "p(i) != i": lambda d: d != 0,
    "p(i) > i - 3": lambda d: d > -3,
    "p(i)-i is not in {0, -1}": lambda d: d not in (0, -1),
    "p(i)-i is odd": lambda d: d % 2 == 1,
    "no fixed points": lambda d: d != 0,
    "no index i with p(i) = i+1": lambda d: d != 1,
}
PERMUTED: dict[str, Callable[[Sequence[int]], bool]] = {
    "permutations p of {1,...,n}": lambda p: len(p) > 0,
    "permutations of [n]": lambda p: len(p) > 0,
    "derangements of 1..n": lambda p: all(p[i] != i for i in range(len(p))),
    "involutions of {1,2,...,n}": lambda p: all(p[p[i]] == i for i in range(len(p))),
}


def permuted(seed: int) -> tuple[str, dict[int, int]]:
    """Return a random sentence about permutations, and its terms."""
    chance = random.Random(seed)
    kind, some = chance.choice([*PERMUTED]), chance.sample([*DISPLACED], chance.choice((1, 1, 2)))
    holds = [DISPLACED[text] for text in some]
    end = chance.choice(("", " for all i", " for every i in [n]", " for 1 <= i <= n"))
    wanted = {
        n: sum(
            PERMUTED[kind](p) and all(ok(p[i] - i) for ok in holds for i in range(n))
            for p in permutations(range(n))
        )
        for n in (3, 4, 5, 6)
    }
    return f"Number of {kind} with {' and '.join(some)}{end}", wanted


@pytest.mark.parametrize("some", some_and_all(range(80), 1, 6))
def test_permutations_by_their_displacements(some):
    """At most one sentence in ten is rejected, because only the identity permutation satisfies it."""
    unread = 0
    for seed in some:
        sentence, wanted = permuted(seed)
        try:
            assert_means(sentence, wanted)
        except UnreadError:
            unread += 1
    assert 10 * unread <= len(some)
    for sentence in (
        "permutations of [n] with |p(i)-i| <= 2 for some i",
        "permutations of [n] with |p(i)-i| <= 2 for i = 1..3",
        "permutations of [n] with |p(i)-i| <= 2 for all i in [n-1]",
        "permutations of [n] with |p(i)-j| <= 2",
        "permutations of [n] with |p(i)-p(i+1)| <= 2",
        "permutations of [n] with |p(i)-i| in {0, 60}",
        "cyclic permutations of [n] with |p(i)-i| <= 2",
    ):
        with pytest.raises(UnreadError):
            read_name(f"Number of {sentence}")


# Walks

WALKED = {
    "the cycle graph C_5": nx.cycle_graph(5),
    "a cycle with 6 vertices": nx.cycle_graph(6),
    "a path with 4 vertices": nx.path_graph(4),
    "the complete graph K_4": nx.complete_graph(4),
    "the complete bipartite graph K_{2,3}": nx.complete_bipartite_graph(2, 3),
    "the 2 X 3 grid graph": nx.grid_2d_graph(2, 3),
    "the Petersen graph": nx.petersen_graph(),
    "the Heawood graph": nx.heawood_graph(),
    "the triangular prism": nx.circular_ladder_graph(3),
    "the cube": nx.hypercube_graph(3),
    "the octahedron": nx.octahedral_graph(),
    "an icosahedron": nx.icosahedral_graph(),
    "a dodecahedron": nx.dodecahedral_graph(),
    "a hexagon": nx.cycle_graph(6),
}


@pytest.mark.parametrize("graph", then_slow([*WALKED][3:5], 0.2, *[*WALKED][:3], *[*WALKED][5:]))
def test_walks_on_graphs(graph):
    """Open and closed walks, at a vertex and between vertices; vertices must be equivalent for walks."""
    network = nx.convert_node_labels_to_integers(WALKED[graph])
    matrix = nx.to_numpy_array(network, dtype=int)
    powers = {n: np.linalg.matrix_power(matrix, n) for n in range(1, 7)}
    far = dict(nx.all_pairs_shortest_path_length(network))
    assert_means(f"Number of walks of length n on {graph}", {n: power.sum() for n, power in powers.items()})
    closed = {n: np.trace(power) for n, power in powers.items()}
    assert_means(f"Number of closed walks of length n on {graph}", closed)
    assert_means(f"How many closed walks with n steps are there on {graph}?", closed)
    for sentence, steps in (
        (f"Number of closed walks of length n on {graph} starting at a fixed vertex", 0),
        (f"Number of n-step walks on {graph} returning to the start", 0),
        (f"Number of walks of length n between adjacent vertices of {graph}", 1),
        (f"Number of walks of length n on {graph} between two vertices at distance 2", 2),
    ):
        pairs = [(u, v) for u in far for v in far if far[u][v] == steps]
        ways = {tuple(powers[n][pair] for n in powers) for pair in pairs}
        if len(ways) == 1:
            # Terms of one pair of vertices are those of all; that such a graph is refused is right, too.
            with suppress(UnreadError):
                assert_means(sentence, dict(zip(powers, *ways, strict=True)))
        else:
            with pytest.raises(UnreadError):
                read_name(sentence)


def heights(length: int, steps: Sequence[int]) -> Iterator[list[int]]:
    """Yield the heights of all paths that begin and end at 0."""
    for path in product(steps, repeat=length):
        levels = [0, *np.cumsum(path)]
        if levels[-1] == 0:
            yield levels


@pytest.mark.parametrize(
    ("kind", "steps", "times"),
    [
        ("Dyck paths of semilength n", (1, -1), 2),
        ("Dyck n-paths", (1, -1), 2),
        ("Motzkin paths of length n", (1, 0, -1), 1),
    ],
)
def test_paths_of_bounded_height(kind, steps, times):
    paths = {n: [*heights(times * n, steps)] for n in range(1, 6 if times == 2 else 8)}
    for words, holds in {
        "with height at most 2": lambda top: top <= 2,
        "that do not go above height 3": lambda top: top <= 3,
        "not exceeding height 2": lambda top: top <= 2,
        "that stay at or below the line y = 1": lambda top: top <= 1,
        "that stay below height 3": lambda top: top < 3,
        "of height 2": lambda top: top == 2,
        "and height exactly 3": lambda top: top == 3,
    }.items():
        wanted = {n: sum(min(p) >= 0 and holds(max(p)) for p in some) for n, some in paths.items()}
        assert_means(f"Number of {kind} {words}", wanted)
    between = {n: sum(min(p) >= 0 and max(p) <= 2 for p in heights(2 * n, (1, -1))) for n in range(1, 6)}
    name = "lattice paths from (0,0) to (2n,0) with steps (1,1) and (1,-1) that stay between y = 0 and y = 2"
    assert_means(f"Number of {name}", between)
    for words in (
        "that go above height 3",
        "with no peaks at height 3",
        "with height at least 2",
        "not of height 2",
    ):
        with pytest.raises(UnreadError):
            read_name(f"Number of {kind} {words}")


# Matrices, words, necklaces, tilings


def matrices(rows: int, columns: int, most: int) -> Iterator[np.ndarray]:
    for entries in product(range(most + 1), repeat=rows * columns):
        yield np.array(entries).reshape(rows, columns)


SUMS: tuple[tuple[str, tuple[str, str], str, str, str], ...] = (
    ("2 X n matrices of nonnegative integers with all row sums equal to 2", ("2", "n"), "2", "{2}", ""),
    ("n x 2 matrices of nonnegative integers where each row sums to 2", ("n", "2"), "2", "{2}", ""),
    ("3 X 2 matrices of nonnegative integers with row sums equal to n", ("3", "2"), "n", "{n}", ""),
    ("2 x 2 nonnegative integer matrices with row and column sums n", ("2", "2"), "n", "{n}", "{n}"),
    ("n X n binary matrices with every row and column sum equal to 2", ("n", "n"), "1", "{2}", "{2}"),
    ("2 X n 0..2 arrays with all line sums 2", ("2", "n"), "2", "{2}", "{2}"),
    ("3 X n 0..1 arrays with column sums equal to 2 and row sums at most 2", ("3", "n"), "1", "012", "{2}"),
    ("n X 2 0..2 arrays with the sum of every column <= 3", ("n", "2"), "2", "", "0123"),
)
"""Sentences with sizes, largest entry, and allowed sums of rows and of columns, if not all are allowed."""


def test_sums_of_lines():
    for sentence, sizes, most, *allowed in some_of(SUMS, step=2):
        wanted = {}
        for n in range(1 + (sizes == ("n", "n")), 5):
            rows, columns, largest = (n if side == "n" else int(side) for side in (*sizes, most))
            sums = [{int(sign) for sign in text.replace("n", str(n)).strip("{}")} for text in allowed]
            if rows * columns <= 9:
                wanted[n] = sum(
                    all({*m.sum(1 - axis)} <= some for axis, some in enumerate(sums) if some)
                    for m in matrices(rows, columns, largest)
                )
        assert_means(f"Number of {sentence}", wanted)
    zero = {n: 7**n for n in (1, 2, 3)}  # 000, and a 1 and a -1 in any two of three places
    assert_means("Number of n X 3 -1..1 arrays with all row sums equal to 0", zero)
    for words in ("no row sum equal to 2", "not all row sums equal to 2"):
        with pytest.raises(UnreadError):
            read_name(f"Number of n X 3 0..2 arrays with {words}")


def test_letters_compared_with_their_neighbours():
    for words, far, holds in (
        ("|w(i+1) - w(i)| <= 1 for all i", 1, lambda a, b: abs(a - b) <= 1),
        ("w_i != w_{i+2}", 2, lambda a, b: a != b),
        ("x(i) <= x(i+1) + 1 for every i", 1, lambda a, b: a <= b + 1),
        ("w(i) + w(i+1) is not equal to 2", 1, lambda a, b: a + b != 2),
        ("w(i+1) > w(i) - 2 for 1 <= i <= n-1", 1, lambda a, b: b > a - 2),
    ):
        wanted = {
            n: sum(all(map(holds, word, word[far:])) for word in product(range(3), repeat=n))
            for n in range(3, 7)
        }
        assert_means(f"Number of words of length n over {{0,1,2}} with {words}", wanted)
    for words in ("w(i) < w(j) for all i < j", "w(i) != i", "w(i+1) > w(i) for 1 <= i <= n"):
        with pytest.raises(UnreadError):
            read_name(f"Number of words of length n over {{0,1,2}} with {words}")


Word = tuple[int, ...]


def runs(word: Word, letter: int | None = None) -> list[int]:
    """Return the lengths of the runs, of one letter or of all."""
    return [len([*run]) for value, run in groupby(word) if letter in (None, value)]


def occurrences(word: Word, factor: str) -> int:
    return sum("".join(map(str, word[i : i + len(factor)])) == factor for i in range(len(word)))


def parts(word: Word) -> list[int]:
    """Return the parts of the composition whose partial sums are at the ones."""
    ends = [i + 1 for i, letter in enumerate(word) if letter]
    return [end - start for start, end in zip([0, *ends], ends, strict=False)]


COUNTED_WORDS: dict[str, Callable[[Word], object]] = {
    "ternary words of length n with an odd number of ascents": lambda w: sum(map(operator.lt, w, w[1:])) % 2,
    "ternary words of length n with at most one peak": lambda w: (
        sum(a < b > c for a, b, c in zip(w, w[1:], w[2:], strict=False)) < 2
    ),
    "binary words of length n in which 01 occurs exactly twice": lambda w: occurrences(w, "01") == 2,
    "ternary words of length n starting with 0 and ending in 20": lambda w: (
        w[:1] == (0,) and w[-2:] == (2, 0)
    ),
    "binary words of length n containing neither 010 nor 0110": lambda w: (
        not occurrences(w, "010") + occurrences(w, "0110")
    ),
    "smooth ternary words of length n whose first and last letters are different": lambda w: (
        all(abs(a - b) < 2 for a, b in pairwise(w)) and w and w[0] != w[-1]
    ),
    "compositions of n into odd parts greater than 1": lambda w: all(p % 2 and p > 1 for p in parts(w)),
}
"""Clauses together or in other words; each alone is in ``test_clauses_by_definition.py``."""
TOTALS: dict[str, Callable[[Word], int]] = {
    "descents in all ternary words of length n": lambda w: sum(map(operator.gt, w, w[1:])),
    "runs of 0's in all ternary words of length n": lambda w: len(runs(w, 0)),
    "occurrences of 010 in all binary words of length n": lambda w: occurrences(w, "010"),
    "isolated 1's in all binary words of length n": lambda w: runs(w, 1).count(1),
}


@pytest.mark.parametrize("some", some_and_all([*COUNTED_WORDS, *TOTALS], 8, 6))
def test_statistics_of_words(some):
    """Compositions of n > 0 are words that end in 1; the empty word is a word and a composition, too."""
    for sentence in some:
        value = COUNTED_WORDS.get(sentence) or TOTALS[sentence]
        letters, end = range(3 if "ternary" in sentence else 2), (1,) * sentence.startswith("comp")
        wanted = {
            n: sum(int(bool(value(w)) if sentence in COUNTED_WORDS else value(w)) for w in words)
            for n in range(7)
            if (words := [w + end for w in product(letters, repeat=n - len(end))] if n else [()])
        }
        assert_means(f"Number of {sentence}", wanted)


COUNTED_MATRICES: tuple[tuple[str, int, int, Callable[[np.ndarray], object]], ...] = (
    ("(0,1)-matrices of size 3 X n with no zero row", 3, 1, lambda m: m.any(1).all()),
    ("3 X n (0,1)-matrices with odd column sums", 3, 1, lambda m: (m.sum(0) % 2 == 1).all()),
    ("2 X n 0..2 arrays in which adjacent columns differ in exactly one place", 2, 2,
     lambda m: all(sum(a != b) == 1 for a, b in pairwise(m.T))),
    ("2 X n binary matrices in which every 2 X 2 block contains at least one 1", 2, 1,
     lambda m: all(m[:, i : i + 2].any() for i in range(m.shape[1] - 1))),
)  # fmt: skip


def test_statistics_of_matrices():
    for sentence, rows, most, holds in COUNTED_MATRICES:
        wanted = {n: sum(bool(holds(m)) for m in matrices(rows, n, most)) for n in (1, 2, 3)}
        assert_means(f"Number of {sentence}", wanted)


@pytest.mark.parametrize(
    "words",
    [
        "with no two consecutive 2's",
        "that avoid 012",
        "not beginning with 01",
        "with not exactly two runs",
        "containing two 01's",
        "with exactly two descents or exactly one ascent",
        "with exactly two runs of length 2",
        "that have a run of length 3",
        "with a maximal run of equal letters of length at least 2",
    ],
)
def test_invalid_constraints_on_binary_words_are_rejected(words):
    with pytest.raises(UnreadError):
        read_name(f"Number of binary words of length n {words}")


def turned(word: Sequence[int]) -> list[Sequence[int]]:
    return [word[i:] + word[:i] for i in range(len(word))]


def test_necklaces_with_conditions():
    for sentence, colours, reflected, holds in (
        ("binary necklaces of length n with no two adjacent 1s", 2, False, lambda a, b: a + b < 2),
        ("n-bead bracelets of 3 colors", 3, True, lambda a, b: a + b >= 0),
        ("n-bead necklaces of 3 colors with adjacent beads of different colors", 3, False, operator.ne),
    ):
        wanted = {}
        for n in range(3, 8):
            rings = (w for w in product(range(colours), repeat=n) if all(map(holds, w, w[1:] + w[:1])))
            wanted[n] = len({min(turned(w) + turned(w[::-1]) * reflected) for w in rings})
        assert_means(f"Number of {sentence}", wanted)
    with pytest.raises(UnreadError):
        read_name("Number of binary necklaces of length n with no three adjacent 1s")


def tilings(free: frozenset[tuple[int, int]], sizes: Sequence[tuple[int, int]]) -> int:
    if not free:
        return 1
    row, column = min(free)
    pieces = (frozenset((row + r, column + c) for r in range(h) for c in range(w)) for h, w in sizes)
    return sum(tilings(free - piece, sizes) for piece in pieces if piece <= free)


def test_squares_and_rectangles_that_tile():
    squares = [(size, size) for size in range(1, 6)]
    every = [*product(range(1, 5), repeat=2)]
    for sentence, rows, sizes in (
        ("Number of ways to tile an n X n square with squares", "n", squares),
        ("Number of ways to dissect an n x n square into squares with integer sides", "n", squares),
        ("In how many ways can a 3 x n rectangle be divided into squares?", 3, squares),
        ("Number of tilings of a 4 x n board with squares of side at most 2", 4, squares[:2]),
        ("Number of ways to tile an n x n square with 1 x 1 and 2 x 2 squares", "n", squares[:2]),
        ("Number of ways to cut a 2 x n rectangle into rectangles", 2, every),
    ):
        wanted = {
            n: tilings(frozenset(product(range(n if rows == "n" else rows), range(n))), sizes)
            for n in range(1, 5)
        }
        assert_means(sentence, wanted)


# Graphs, boxes and boards

NAMED_GRAPHS: dict[str, Callable[[int], nx.Graph]] = {
    "K_5 X P_n": lambda n: nx.cartesian_product(nx.complete_graph(5), nx.path_graph(n)),
    "P_n X K_{2,3}": lambda n: nx.cartesian_product(nx.complete_bipartite_graph(2, 3), nx.path_graph(n)),
    "W_6 X C_n": lambda n: nx.cartesian_product(nx.wheel_graph(6), nx.cycle_graph(n)),
    "the Cartesian product of the Petersen graph and P_n": lambda n: nx.cartesian_product(
        nx.petersen_graph(), nx.path_graph(n)
    ),
    "the octahedron X P_n": lambda n: nx.cartesian_product(nx.octahedral_graph(), nx.path_graph(n)),
    "the strong product of C_4 and P_n": lambda n: nx.strong_product(nx.cycle_graph(4), nx.path_graph(n)),
    "the (n+2)-antiprism graph": lambda n: nx.circulant_graph(2 * n + 4, [1, 2]),
    "the Moebius ladder with 2n vertices": lambda n: nx.circulant_graph(2 * n, [1, n]),
    "the Moebius ladder M_n": lambda n: nx.circulant_graph(2 * n, [1, n]),
    "the circular ladder with n rungs": nx.circular_ladder_graph,
    "the wheel graph on n+1 nodes": lambda n: nx.wheel_graph(n + 1),
    "C_{2n}": lambda n: nx.cycle_graph(2 * n),
    "the 2n-cycle graph": lambda n: nx.cycle_graph(2 * n),
}


@pytest.mark.parametrize("graph", some_of([*NAMED_GRAPHS], step=2))
def test_graphs_by_their_names(graph):
    """Spanning trees by Kirchhoff's determinant, independent sets one by one."""
    trees, sets = {}, {}
    for n in (3, 4):
        built = NAMED_GRAPHS[graph](n)
        trees[n] = spanning_trees(len(built), [*nx.convert_node_labels_to_integers(built).edges])
        if len(built) < 13:
            chosen = (
                {v for v, taken in zip(built, bits, strict=True) if taken}
                for bits in product((0, 1), repeat=len(built))
            )
            sets[n] = sum(not built.subgraph(some).edges for some in chosen)
    assert_means(f"Number of spanning trees in {graph}.", trees)
    if sets:
        assert_means(f"Number of stable sets of {graph} (n > 2).", sets)


@pytest.mark.parametrize(
    ("ends", "first", "last"),
    [
        ("from the NW corner to the SE corner", (0, 0), (2, -1)),
        ("from one corner to the opposite corner", (0, 0), (2, -1)),
        ("starting at the lower left corner and ending in the upper left corner", (2, 0), (0, 0)),
    ],
)
def test_walks_between_corners(ends, first, last):
    walks: dict[int, int] = {}
    tours: dict[int, int] = {}
    for n in (2, 3, 4):
        corners = [(row, column % n) for row, column in (first, last)]
        paths = [len(path) for path in nx.all_simple_paths(nx.grid_2d_graph(3, n), *corners)]
        walks[n], tours[n] = len(paths), paths.count(3 * n)
    assert_means(f"Number of self-avoiding walks {ends} of a 3 X n grid", walks)
    assert_means(f"Number of Hamiltonian paths in a 3 X n grid {ends}", tours)


def test_walks_of_pieces():
    cells = [*product(range(3), repeat=2)]
    for piece, moves in (
        ("queen", lambda r, c: (r == 0) + (c == 0) + (r == c) == 1),
        ("king", lambda r, c: max(r, c) == 1),
        ("rook", lambda r, c: (r == 0) != (c == 0)),
    ):
        near = np.array([[moves(abs(a - c), abs(b - d)) for c, d in cells] for a, b in cells], dtype=int)
        for start, at in (("a corner square", 0), ("the central square", 4)):
            wanted = {n: int(np.linalg.matrix_power(near, n)[at].sum()) for n in range(1, 5)}
            words = f"Number of n-move paths of a {piece} on a 3 X 3 chessboard starting in {start}"
            assert_means(words, wanted)


def fillings(free: frozenset[tuple[int, ...]], shapes: Sequence[frozenset[tuple[int, ...]]]) -> int:
    if not free:
        return 1
    first = min(free)
    laid = (frozenset(tuple(map(operator.add, cube, first)) for cube in shape) for shape in shapes)
    return sum(fillings(free - piece, shapes) for piece in laid if piece <= free)


def in_space(cubes: Sequence[tuple[int, ...]]) -> list[frozenset[tuple[int, ...]]]:
    """Return the rotations of the piece, each with its first cube at the origin."""
    found = set()
    for order, signs in product(permutations(range(3)), product((1, -1), repeat=3)):
        image = sorted(
            tuple(sign * cube[axis] for axis, sign in zip(order, signs, strict=True)) for cube in cubes
        )
        found.add(frozenset(tuple(map(operator.sub, cube, image[0])) for cube in image))
    return [*found]


def test_boxes_of_bricks_and_other_pieces():
    """The 97 tilings of the cube by unit cubes and L-trominoes are 1 + 24 + 24 x 6 / 2."""
    assert_means("Number of tilings of a 2 X 2 X n box using unit cubes and L-trominoes.", {2: 97})
    bars = {k: in_space([(0, 0, i) for i in range(k)]) for k in (1, 2, 3)}
    plates = in_space([(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1)])
    bends = in_space([(0, 0, 0), (0, 0, 1), (0, 1, 0)])
    for sentence, rows, shapes in (
        ("Number of ways to pack a 2 X 3 X n box with 1 X 1 X 2 bricks", 3, bars[2]),
        ("Number of domino tilings of a 2 X 3 X n box", 3, bars[2]),
        ("Number of ways to fill an n X 2 X 3 box with 1 X 3 X 1 bars and L-trominoes", 3, bars[3] + bends),
        ("Number of tilings of a 2 X 2 X n box by plates, cubes and dominoes", 2, plates + bars[1] + bars[2]),
    ):
        boxes = {n: frozenset(product(range(2), range(rows), range(n))) for n in (1, 2, 3)}
        assert_means(sentence, {n: fillings(box, shapes) for n, box in boxes.items()})


# Negated and rejected sentences

NEGATED = (
    (" with (?!no )", " without "),
    (" with (?!no )", " with no "),
    (" (having|such that|in which|whose) ", " without "),
    (" every ", " not every "),
    (" all ", " not all "),
    (" (every|each) ", " a "),
    (" (every|each|all) ", " some "),
    (" no ", " "),
    (" without ", " with "),
    (" never ", " "),
    (" at most ", " at least "),
    (" exactly ", " at least "),
    (" equal ", " unequal "),
)
SENTENCES = [entry[-2] for forms in grammar().forms.values() for form in forms for entry in form.tried]


def rules(sentence: str) -> set[tuple[object, ...]]:
    found = ((rule_text({**one.rule, "name": ""}), one) for one in read_name(sentence))
    return {(text, one.family, one.asks, one.step, one.shift) for text, one in found}


@pytest.mark.parametrize("some", some_and_all(SENTENCES, 12, 60))
def test_a_negated_sentence_has_another_rule_or_is_rejected(some):
    for sentence in some:
        for says, other in NEGATED:
            changed = re.sub(says, other, sentence, count=1)
            if changed != sentence:
                with suppress(UnreadError):
                    assert not rules(changed) & rules(sentence), changed


def test_an_unread_sentence_names_a_part_and_offers_a_rule_file():
    for sentence, part in some_of((
        ("Number of spanning trees of the 3 x n grid graph of diameter 5", "of diameter 5"),
        ("How many domino tilings of a 2 x n rectangle are purple?", "are purple"),
        ("Number of walks of length n between opposite vertices of the Petersen graph", "opposite vertices"),
    ), 1):  # fmt: skip
        said = call("oeis", "read", sentence, code=1)
        assert any(part in line for line in said.lines)
        (line,) = [line for line in said.lines if "gfkit oeis read" in line]
        words = split(line.partition("): gfkit ")[2] or line.partition("gfkit ")[2])
        assert call(*words).out.startswith("# ")
        found = told("oeis", "read", sentence, code=1)
        assert found["start"] == words[2]
