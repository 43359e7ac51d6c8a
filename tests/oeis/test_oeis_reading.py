"""Names of entries, read: against listings by predicates written here, and against the grammar itself."""

from __future__ import annotations

import io
import json
import random
import re
from collections.abc import Callable, Iterator
from itertools import pairwise, permutations, product

import networkx as nx
import numpy as np
import pytest

import gfkit
from gfkit.cli.main import main
from gfkit.errors import RuleError
from gfkit.games import Rule
from gfkit.oeis.reading import NameReading, UnreadError, read_name, sentence_of
from gfkit.oeis.reading.grammar import grammar
from gfkit.oeis.reading.meaning import rule_text, told
from gfkit.oeis.reading.parse import Parser, Tree
from gfkit.oeis.reading.pattern import name_words, pattern
from gfkit.oeis.reading.say import made_up, tight
from gfkit.oeis.reading.terms import UnsaidError

Array = tuple[tuple[int, ...], ...]
HORIZONTAL, VERTICAL, DIAGONAL, ANTIDIAGONAL = (0, 1), (1, 0), (1, 1), (1, -1)
KING = [HORIZONTAL, VERTICAL, DIAGONAL, ANTIDIAGONAL]


def arrays(rows: int, columns: int, values: range) -> Iterator[Array]:
    for flat in product(values, repeat=rows * columns):
        yield tuple(flat[i * columns : (i + 1) * columns] for i in range(rows))


def near(a: Array, i: int, j: int, steps: list[tuple[int, int]]) -> list[int]:
    """Neighbours in both senses of every direction, as far as they exist."""
    found = []
    for r, c in steps:
        for sign in (1, -1):
            y, x = i + sign * r, j + sign * c
            if 0 <= y < len(a) and 0 <= x < len(a[0]):
                found.append(a[y][x])
    return found


def cells(a: Array) -> Iterator[tuple[int, int]]:
    return ((i, j) for i in range(len(a)) for j in range(len(a[0])))


def blocks(a: Array, rows: int, columns: int) -> Iterator[list[tuple[int, ...]]]:
    for i in range(len(a) - rows + 1):
        for j in range(len(a[0]) - columns + 1):
            yield [a[i + r][j : j + columns] for r in range(rows)]


def in_order(a: Array) -> bool:
    """Whether new values come in row-major order."""
    seen = 0
    for value in (x for row in a for x in row):
        if value > seen:
            return False
        seen = max(seen, value + 1)
    return True


def lines(a: Array, step: tuple[int, int]) -> Iterator[list[int]]:
    r, c = step
    for i, j in cells(a):
        if not (0 <= i - r < len(a) and 0 <= j - c < len(a[0])):
            line, y, x = [], i, j
            while 0 <= y < len(a) and 0 <= x < len(a[0]):
                line.append(a[y][x])
                y, x = y + r, x + c
            yield line


def contains(line: list[int], word: tuple[int, ...]) -> bool:
    return any(tuple(line[k : k + len(word)]) == word for k in range(len(line)))


def rises_and_falls(line: list[int]) -> bool:
    """No fall before a rise."""
    steps = [b - a for a, b in pairwise(line) if a != b]
    return all(not (x < 0 < y) for x, y in pairwise(steps))


def repeated_grow(line: list[int]) -> bool:
    repeats = [b for a, b in pairwise(line) if a == b]
    return all(a != b for a, b in pairwise(repeats))


CASES: list[tuple[str, range, Callable[[Array], bool]]] = [
    (
        "0..1 arrays with every element equal to 2 or 3 king-move adjacent elements, with"
        " upper left element zero",
        range(2),
        lambda a: a[0][0] == 0 and all(near(a, i, j, KING).count(a[i][j]) in (2, 3) for i, j in cells(a)),
    ),
    (
        "0..1 arrays with every element unequal to 0, 1 or 3 horizontally or antidiagonally"
        " adjacent elements",
        range(2),
        lambda a: all(
            sum(y != a[i][j] for y in near(a, i, j, [HORIZONTAL, ANTIDIAGONAL])) in (0, 1, 3)
            for i, j in cells(a)
        ),
    ),
    (
        "0..2 arrays with every 2 X 2 subblock summing to 3 or 5",
        range(3),
        lambda a: all(sum(map(sum, b)) in (3, 5) for b in blocks(a, 2, 2)),
    ),
    (
        "0..1 arrays avoiding 0 0 1 horizontally and 0 1 vertically",
        range(2),
        lambda a: not any(contains(x, (0, 0, 1)) for x in lines(a, HORIZONTAL))
        and not any(contains(x, (0, 1)) for x in lines(a, VERTICAL)),
    ),
    (
        "0..2 arrays with no element equal to more than one of its horizontal and antidiagonal"
        " neighbors, with"
        " new values 0..2 introduced in row major order",
        range(3),
        lambda a: in_order(a)
        and all(near(a, i, j, [HORIZONTAL, ANTIDIAGONAL]).count(a[i][j]) <= 1 for i, j in cells(a)),
    ),
    (
        "binary arrays with every 1 having exactly one king-move neighbor equal to 1",
        range(2),
        lambda a: all(near(a, i, j, KING).count(1) == 1 for i, j in cells(a) if a[i][j] == 1),
    ),
    (
        "0..1 arrays with no element equal to a strict majority of its horizontal and vertical neighbors",
        range(2),
        lambda a: all(
            2 * near(a, i, j, KING[:2]).count(a[i][j]) <= len(near(a, i, j, KING[:2])) for i, j in cells(a)
        ),
    ),
    (
        "0..1 arrays with no element unequal to a strict majority of its diagonal and"
        " antidiagonal neighbors,"
        " with the exception of exactly two elements",
        range(2),
        lambda a: sum(
            2 * sum(y != a[i][j] for y in near(a, i, j, KING[2:])) > len(near(a, i, j, KING[2:]))
            for i, j in cells(a)
        )
        == 2,
    ),
    (
        "0..2 arrays with rows and antidiagonals unimodal and columns nondecreasing",
        range(3),
        lambda a: all(rises_and_falls(x) for s in (HORIZONTAL, ANTIDIAGONAL) for x in lines(a, s))
        and all(x == sorted(x) for x in lines(a, VERTICAL)),
    ),
    (
        "0..1 arrays with each 2 X 2 subblock having clockwise pattern 0000, 0011 or 0101",
        range(2),
        lambda a: all(
            any(
                (b[0][0], b[0][1], b[1][1], b[1][0]) == word[k:] + word[:k]
                for word in ((0, 0, 0, 0), (0, 0, 1, 1), (0, 1, 0, 1))
                for k in range(4)
            )
            for b in blocks(a, 2, 2)
        ),
    ),
    (
        "0..3 arrays with every 2 X 2 subblock having its diagonal sum differing from its"
        " antidiagonal sum by 2,"
        " with no adjacent elements equal",
        range(4),
        lambda a: all(abs(b[0][0] + b[1][1] - b[0][1] - b[1][0]) == 2 for b in blocks(a, 2, 2))
        and all(a[i][j] not in near(a, i, j, KING[:2]) for i, j in cells(a)),
    ),
    (
        "0..2 arrays with some element plus some horizontally or antidiagonally adjacent"
        " neighbor totalling two"
        " exactly once",
        range(3),
        lambda a: sum(
            x + y == 2 for s in (HORIZONTAL, ANTIDIAGONAL) for line in lines(a, s) for x, y in pairwise(line)
        )
        == 1,
    ),
    (
        "0..1 arrays with nondecreasing x(i,j)-x(i,j-1) in the i direction and nondecreasing"
        " min(x(i,j),x(i-1,j)) in the j direction",
        range(2),
        lambda a: all(
            a[i][j] - a[i][j - 1] >= a[i - 1][j] - a[i - 1][j - 1]
            and min(a[i][j], a[i - 1][j]) >= min(a[i][j - 1], a[i - 1][j - 1])
            for i in range(1, len(a))
            for j in range(1, len(a[0]))
        ),
    ),
    (
        "0..2 arrays with no element equal to zero plus the sum of elements to its left or one"
        " plus the sum of"
        " elements above it, modulo 3",
        range(3),
        lambda a: all(
            a[i][j] != sum(a[i][:j]) % 3 and a[i][j] != (1 + sum(a[k][j] for k in range(i))) % 3
            for i, j in cells(a)
        ),
    ),
    (
        "0..1 arrays with every repeated value in every row and column unequal to the previous"
        " repeated value",
        range(2),
        lambda a: all(repeated_grow(x) for s in (HORIZONTAL, VERTICAL) for x in lines(a, s)),
    ),
    (
        "0..1 arrays with each row and column divisible by 3, read as a binary number with top"
        " and left being"
        " the most significant bits",
        range(2),
        lambda a: all(
            int("".join(map(str, x)), 2) % 3 == 0 for s in (HORIZONTAL, VERTICAL) for x in lines(a, s)
        ),
    ),
    (
        "0..2 arrays with no element equal to any value at offset (-1,-2), (0,-1) or (-1,0)",
        range(3),
        lambda a: all(
            a[i][j] != a[i + r][j + c]
            for i, j in cells(a)
            for r, c in ((-1, -2), (0, -1), (-1, 0))
            if i + r >= 0 and j + c >= 0
        ),
    ),
    (
        "0..2 arrays x(i,j) with each element horizontally or vertically next to at least one"
        " element with value"
        " (x(i,j)+1) mod 3",
        range(3),
        lambda a: all((a[i][j] + 1) % 3 in near(a, i, j, KING[:2]) for i, j in cells(a)),
    ),
    (
        "0..2 arrays with every consecutive three elements in every row and diagonal having"
        " exactly two distinct"
        " values, and in every column and antidiagonal not having exactly two distinct values",
        range(3),
        lambda a: all(
            (len(set(x[k : k + 3])) == 2) is wanted
            for steps, wanted in (((HORIZONTAL, DIAGONAL), True), ((VERTICAL, ANTIDIAGONAL), False))
            for s in steps
            for x in lines(a, s)
            for k in range(len(x) - 2)
        ),
    ),
    (
        "0..2 matrices with each 2 X 2 subblock idempotent",
        range(3),
        lambda a: all(
            all(sum(b[i][k] * b[k][j] for k in (0, 1)) == b[i][j] for i in (0, 1) for j in (0, 1))
            for b in blocks(a, 2, 2)
        ),
    ),
    (
        "0..2 arrays with every 2 X 2 subblock diagonal minus antidiagonal sum nondecreasing"
        " horizontally and"
        " ne-to-sw antidiagonally",
        range(3),
        lambda a: all(
            d(i, j) <= d(i + r, j + c)
            for d in [lambda i, j: a[i][j] + a[i + 1][j + 1] - a[i][j + 1] - a[i + 1][j]]
            for r, c in (HORIZONTAL, ANTIDIAGONAL)
            for i, j in cells(a)
            if i + r < len(a) - 1 and 0 <= j + c < len(a[0]) - 1 and j < len(a[0]) - 1
        ),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("words", "values", "holds"), CASES, ids=[case[0][:60] for case in CASES])
def test_a_name_is_read_as_its_own_predicate_says(words, values, holds):
    for rows, columns in ((2, 2), (2, 3), (3, 3), (4, 2)):
        if len(values) ** (rows * columns) > 70_000:
            continue
        (found,) = read_name(f"Number of n X {columns} {words}.")
        assert (found.family, found.shift) == (f"nx{columns}", 0)
        listed = sum(1 for a in arrays(rows, columns, values) if holds(a))
        assert int(gfkit.count(Rule.of(found.rule), f"{rows}x{columns}")) == listed, (rows, columns)


def tiled(rows: int, columns: int, sides: list[tuple[int, int]]) -> int:
    """Tilings by rectangles: the first free cell is covered in every way."""

    def laid(free: frozenset[tuple[int, int]]) -> int:
        if not free:
            return 1
        i, j = min(free)
        pieces = [frozenset((i + r, j + c) for r in range(h) for c in range(w)) for h, w in sides]
        return sum(laid(free - piece) for piece in pieces if piece <= free)

    return laid(frozenset(product(range(rows), range(columns))))


@pytest.mark.parametrize(
    ("words", "sides"),
    [
        ("integer-sided square tiles", [(k, k) for k in range(1, 6)]),
        ("integer-sided square tiles of area > 1", [(k, k) for k in range(2, 6)]),
        ("integer-sided rectangular tiles", list(product(range(1, 6), repeat=2))),
        (
            "integer length rectangles with at least one side of length 1",
            [(1, 1), *((1, k) for k in range(2, 6)), *((k, 1) for k in range(2, 6))],
        ),
    ],
)
def test_tiles_of_any_size_are_read(words, sides):
    (found,) = read_name(f"Number of tilings of a 3 X n rectangle using {words}.")
    for n in range(1, 6):
        assert int(gfkit.count(Rule.of(found.rule), f"3x{n}")) == tiled(3, n, sides)


def test_words_by_their_runs_and_letters():
    def runs(word: str, letter: str) -> list[int]:
        return [len(run) for run in "".join(x if x == letter else " " for x in word).split()]

    said = {
        "in which the ones occur only in blocks of length at least 3": lambda w: all(
            k > 2 for k in runs(w, "1")
        ),
        "that contain exactly two runs of 1s of even length": lambda w: (
            sum(k % 2 == 0 for k in runs(w, "1")) == 2
        ),
        "containing no singletons": lambda w: 1 not in runs(w, "0") + runs(w, "1"),
        "with an even number of occurrences of the subword 101": lambda w: (
            sum(w[k : k + 3] == "101" for k in range(len(w))) % 2 == 0
        ),
        "that contain at least two 0's and at most one 1": lambda w: w.count("0") > 1 and w.count("1") < 2,
    }
    for words, holds in said.items():
        (found,) = read_name(f"Number of binary words of length n {words}.")
        for n in range(1, 9):
            listed = sum(bool(holds("".join(x))) for x in product("01", repeat=n))
            assert int(gfkit.count(Rule.of(found.rule), f"1x{n}")) == listed, (words, n)


def test_permutations_of_small_displacement_by_what_their_values_do():
    name = (
        "Number of length n arrays of permutations of 0..n-1 with each element moved by -2 to 2 places and"
        " every three consecutive elements having its maximum within 3 of its minimum."
    )
    (found,) = read_name(name)
    for n in range(1, 8):
        listed = sum(
            all(abs(p[i] - i) <= 2 for i in range(n))
            and all(max(p[i : i + 3]) - min(p[i : i + 3]) <= 3 for i in range(n - 2))
            for p in permutations(range(n))
        )
        assert int(gfkit.count(Rule.of(found.rule), f"1x{n}")) == listed


def test_sets_that_need_their_members():
    """Irredundant sets of ladders, and covers by edges and maximal matchings of grids, listed."""
    (found,) = read_name("Number of irredundant sets in the n-ladder graph.")
    for n in (1, 2, 3, 4):
        closed = closed_neighbourhoods(2, n)
        listed = 0
        for chosen in product((0, 1), repeat=2 * n):
            members = {v for v, taken in zip(closed, chosen, strict=True) if taken}
            listed += all(any(closed[y] & members == {v} for y in closed[v]) for v in members)
        assert int(gfkit.count(Rule.of(found.rule), f"2x{n}")) == listed
    for words, holds in (
        ("edge covers in", lambda degrees, _: min(degrees.values(), default=1) > 0),
        ("maximal matchings in", lambda degrees, loose: max(degrees.values(), default=0) < 2 and not loose),
    ):
        (found,) = read_name(f"Number of {words} the grid graph P_3 X P_n.")
        for n in (2, 3):
            closed = closed_neighbourhoods(3, n)
            edges = sorted((v, w) for v in closed for w in closed[v] if v < w)
            listed = 0
            for chosen in product((0, 1), repeat=len(edges)):
                taken = [edge for edge, is_in in zip(edges, chosen, strict=True) if is_in]
                degrees = {v: sum(v in edge for edge in taken) for v in closed}
                listed += holds(degrees, any(degrees[v] + degrees[w] == 0 for v, w in edges))
            assert int(gfkit.count(Rule.of(found.rule), f"3x{n}")) == listed


def closed_neighbourhoods(rows: int, columns: int) -> dict[tuple[int, int], set[tuple[int, int]]]:
    places = set(product(range(rows), range(columns)))
    return {
        (i, j): {(i, j), (i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)} & places for i, j in sorted(places)
    }


def test_every_second_board():
    (found,) = read_name("Number of 2n X 3 0..1 arrays with no adjacent elements equal.")
    assert (found.family, found.step, found.shift) == ("nx3", 2, 0)
    (found,) = read_name("Number of perfect matchings in graph C_{5} X P_{2n}.")
    assert (found.family, found.step) == ("cylinder:5xn", 2)
    (found,) = read_name("Number of walks of length 2n+6 in the path graph P_7 from one end to the other.")
    assert (found.family, found.step, found.shift) == ("1xn", 2, 7)
    with pytest.raises(UnreadError, match="every board"):
        read_name("Half the number of 2n X 3 0..1 arrays with no adjacent elements equal.")


def test_permutations_are_read_as_their_displacements_say():
    name = (
        "Number of permutations satisfying -k<=p(i)-i<=r and p(i)-i not in I, i=1..n, with k=1, r=3, I={0,2}."
    )
    (found,) = read_name(name)
    for n in range(1, 7):
        listed = sum(all(p[i] - i in (-1, 1, 3) for i in range(n)) for p in permutations(range(n)))
        assert int(gfkit.count(Rule.of(found.rule), f"1x{n}")) == listed


def test_moves_of_an_array_go_one_way():
    name = (
        "Number of (n+1) X (1+1) arrays of permutations of 0..n*2+1 with each element having directed index"
        " change 0,0 1,0 0,1 or -1,-1."
    )
    (found,) = read_name(name)
    assert (found.family, found.shift) == ("nx2", 1)
    steps = {(0, 0), (1, 0), (0, 1), (-1, -1)}
    places = [(i, j) for i in range(3) for j in range(2)]
    listed = sum(
        all((y - i, x - j) in steps for (i, j), (y, x) in zip(places, p, strict=True))
        for p in permutations(places)
    )
    assert int(gfkit.count(Rule.of(found.rule), "3x2")) == listed


def test_words_and_numbers_are_read():
    (found,) = read_name("Number of binary strings of length n with no substrings equal to 0010 or 0111.")
    for n in range(1, 8):
        listed = sum(
            not any(word in "".join(x) for word in ("0010", "0111")) for x in product("01", repeat=n)
        )
        assert int(gfkit.count(Rule.of(found.rule), f"1x{n}")) == listed
    (found,) = read_name("Number of base 5 n-digit numbers with adjacent digits differing by two or less.")
    for n in range(1, 6):
        listed = sum(all(abs(a - b) <= 2 for a, b in pairwise(x)) for x in product(range(5), repeat=n))
        assert int(gfkit.count(Rule.of(found.rule), f"1x{n}")) == listed


@pytest.mark.parametrize(
    ("name", "family", "shift", "terms"),
    [
        # A183624, A297809, A206780, A223564
        (
            "Number of (n+1) X 2 0..2 arrays with every 2 X 2 subblock summing to 4.",
            "nx2",
            1,
            [19, 45, 115, 309],
        ),
        ("Number of n X 3 0..1 arrays with antidiagonals unimodal.", "nx3", 0, [8, 64, 448, 3136, 21952]),
        ("Number of tilings of a 2 X n rectangle using dominoes.", "2xn", 0, [1, 2, 3, 5, 8, 13]),
        ("Number of matchings in the graph P_2 X P_n.", "2xn", 0, [2, 7, 22, 71, 228]),
        ("Number of independent vertex sets in the path graph P_n.", "path:n", 0, [2, 3, 5, 8, 13]),
        ("Number of ways to place 2 nonattacking kings on a 2 X n board.", "2xn", 0, [0, 0, 4, 12, 24]),
    ],
)
def test_terms_in_print(name, family, shift, terms):
    (found,) = read_name(name)
    assert (found.family, found.shift) == (family, shift)
    derived = gfkit.derive(Rule.of(found.rule), family).terms(len(terms) + shift + 1)
    assert [int(term) for term in derived[shift + 1 :]] == terms


def test_a_factor_divides_and_a_table_has_two_sizes():
    (found,) = read_name(
        "1/4 the number of n X 2 0..3 arrays with no two neighbors of any element equal to each other."
    )
    assert found.rule["divide"] == 4
    (found,) = read_name("T(n,k)=Number of (n+1)X(k+2) 0..2 arrays with every 2X2 subblock summing to 4.")
    assert (found.family, found.table, found.shifts) == ("", "nxk", (1, 2))


TRIED = [(form.id, entry) for forms in grammar().forms.values() for form in forms for entry in form.tried]
"""Every clause with what it was tried on: an entry by its number, a sentence for it and its terms in print
from n = 1; or a sentence with its family."""


@pytest.mark.parametrize(("clause", "entry"), TRIED, ids=[one[0] for one in TRIED])
def test_what_a_clause_was_tried_on(clause, entry):
    *number, words, wanted = entry
    trees = Parser(grammar(), name_words(words)).whole("name")
    assert clause in {name for tree in trees for name in forms_of(tree)}
    found = read_name(words)[0]
    if not number:
        assert found.family == wanted
        return
    family = gfkit.parse_board(found.family)
    compared = 0
    for n, term in enumerate(wanted.split(", "), 1):
        size = found.step * n + found.shift
        if size < family.first_n or family.at(size).size == 0 or (compared and int(term) > 10**6):
            continue
        assert int(gfkit.count(Rule.of(found.rule), family.at(size))) == int(term), (number, n)
        compared += 1
        if compared == 4:
            break
    assert compared


def forms_of(tree: Tree) -> Iterator[str]:
    yield tree.form.id
    for slot in tree.slots.values():
        for part in slot if isinstance(slot, tuple) else (slot,):
            if isinstance(part, Tree):
                yield from forms_of(part)


# Traps


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("no adjacent elements equal", "every element unequal to all horizontal and vertical neighbors"),
        ("rows nondecreasing and upper left element zero", "rows nonincreasing and upper left element zero"),
        ("no two ones adjacent diagonally", "no two ones adjacent vertically"),
        (
            "every element equal to 2 king-move adjacent elements",
            "every element unequal to 2 king-move adjacent elements",
        ),
    ],
)
def test_directions_and_negations_are_told_apart(one, other):
    first, second = (read_name(f"Number of n X 3 0..1 arrays with {words}.")[0] for words in (one, other))
    assert (counts(first) == counts(second)) is one.startswith("no adjacent")


def counts(found: NameReading) -> list[int]:
    rule = Rule.of(found.rule)
    return [int(gfkit.count(rule, f"{n}x3")) for n in (2, 3)]


def test_adjacent_means_what_was_adjacent_before():
    words = (
        "every 0 next to a 1 and every 1 next to a 2 horizontally or antidiagonally, with no adjacent"
        " elements equal"
    )
    (found,) = read_name(f"Number of n X 3 0..2 arrays with {words}.")

    def holds(a: Array) -> bool:
        steps = [HORIZONTAL, ANTIDIAGONAL]
        around = {(i, j): near(a, i, j, steps) for i, j in cells(a)}
        return all(
            a[i][j] not in around[i, j] and (a[i][j] == 2 or a[i][j] + 1 in around[i, j]) for i, j in cells(a)
        )

    for rows in (1, 2, 3):
        listed = sum(1 for a in arrays(rows, 3, range(3)) if holds(a))
        assert int(gfkit.count(Rule.of(found.rule), f"{rows}x3")) == listed


def test_a_direction_that_is_named_twice_is_refused():
    with pytest.raises(UnreadError, match="named twice"):
        read_name(
            "Number of n X 3 0..1 arrays with no element equal to all horizontal and horizontal neighbors."
        )


# The grammar against itself


def same(one: dict, other: dict) -> bool:
    return {**one, "name": ""} == {**other, "name": ""}


def made(kind: str, chance: random.Random) -> tuple[str, Tree]:
    words, tree = made_up(grammar(), kind, chance)
    assert isinstance(tree, Tree)
    return tight(words), tree


def valid(tree: Tree) -> dict | None:
    """The rule of a tree, when there is one."""
    try:
        rule, _, _ = told(tree)
        Rule.of({"name": "x", **rule})
    except (UnsaidError, RuleError):
        return None
    return rule


NEEDING = {
    "block-lines": "every 3 X 3 subblock row sum 1 and",
    "no-block-lines": "no 3 X 3 subblock row sum 1 and",
    "same-direction-somewhere": "every 2 X 2 subblock strictly increasing clockwise or counterclockwise"
    " with one decrease and",
    "and-in-every": "every consecutive three elements in every row having two distinct values and",
}
"""Clauses that need another one before them."""
LED = {
    "square-grid-labels": "2 X 2 square grid graph coloring a rectangular array: number of n X 3 0..3 arrays"
    " where 0..3 label nodes of the square grid graph and every array movement to a horizontal neighbor moves"
    " along an edge of this graph",
    "triangle-labels": "2 X 2 X 2 triangular graph coloring a rectangular array: number of n X 3 0..2 arrays"
    " where 0..2 label nodes of the fully triangulated graph and every array movement to a vertical neighbor"
    " moves along an edge of this graph",
}
"""Clauses that speak of what is named in front of the sentence."""


def in_a_name(tree: Tree) -> Tree:
    """A clause within the shortest of names, on arrays of three values."""
    head = next(form for form in grammar().forms["head"] if form.id == "sized")
    counted = next(form for form in grammar().forms["name"] if form.id == "counted")
    side = next(
        form for form in grammar().forms["side"] if form.value["v"] == "n" and form.value["b"] == "{0}"
    )
    fixed = next(form for form in grammar().forms["side"] if form.value["v"] == "")
    number = grammar().forms["number"][0]
    values = grammar().forms["values"][0]
    value = grammar().forms["value"][0]
    three = Tree(fixed, {"b": Tree(number, {"digits": 3}, number.says[0])}, fixed.says[0])
    ends = [
        Tree(value, {"number": Tree(number, {"digits": k}, number.says[0])}, value.says[0]) for k in (0, 2)
    ]
    range_ = Tree(values, {"a": ends[0], "b": ends[1]}, values.says[0])
    slots = {"r": Tree(side, {}, side.says[0]), "c": three, "v": range_}
    return Tree(counted, {"head": Tree(head, slots, head.says[0]), "clauses": (tree,)}, counted.says[0])


CLAUSES = [form.id for form in grammar().forms["clause"]]


@pytest.mark.parametrize("name", CLAUSES)
def test_what_a_clause_says_is_read_back(name):
    if name in LED:
        assert name in clauses_of(LED[name])
        return
    chance = random.Random(name)
    form = next(form for form in grammar().forms["clause"] if form.id == name)
    tried = 0
    for _ in range(400):
        words, tree = made("clause", _Only(chance, form))
        if name in NEEDING:
            if clauses_of(f"Number of n X 3 0..2 arrays with {NEEDING[name]} {words}.").count(name):
                return
            continue
        whole = in_a_name(tree)
        rule = valid(whole)
        if rule is None:
            continue
        found = read_name(f"Number of n X 3 0..2 arrays with {words}.")
        assert any(same(dict(one.rule), rule) for one in found), words
        tried += 1
        if tried == 4:
            break
    assert tried, f"nothing that {name} says has a meaning on arrays of three values"


def clauses_of(name: str) -> tuple[str, ...]:
    try:
        return read_name(name)[0].clauses
    except UnreadError:
        return ()


class _Only(random.Random):
    """Chance, but for the first choice, which is one form."""

    def __init__(self, chance: random.Random, first: object) -> None:
        super().__init__(chance.random())
        self.first: object | None = first

    def choice(self, seq):
        if self.first is not None:
            first, self.first = self.first, None
            return first
        return super().choice(seq)


def test_sentences_made_up_from_the_grammar_are_read_back():
    chance = random.Random(20)
    done = 0
    for _ in range(20_000):
        words, tree = made("name", chance)
        rule = valid(tree)
        if rule is None or re.search(r"\d-[a-z]", words):  # a hyphen, as in 2-step, and no minus
            continue
        found = read_name(words)
        rules = [{key: part for key, part in one.rule.items() if key != "least"} for one in found]
        assert any(same(one, rule) for one in rules), words  # where the divided begin is found by counting
        sentence = found[0].sentence
        assert any(same(dict(one.rule), dict(found[0].rule)) for one in read_name(sentence)), sentence
        done += 1
        if done == 300:
            break
    assert done == 300


SWAPS = [
    ("every", "no"), ("equal", "unequal"), ("horizontally", "vertically"), ("antidiagonally", "diagonally"),
    ("rows", "columns"), ("nondecreasing", "nonincreasing"), ("row", "column"),
    ("2", "3"), ("one", "two"), ("left", "right"),
    ("horizontal", "vertical"), ("antidiagonal", "diagonal"), ("distinct", "equal"),
    ("zero", "one"), ("more", "less"), ("king", "knight"),
]  # fmt: skip


@pytest.mark.parametrize("words", [case[0] for case in CASES], ids=[case[0][:60] for case in CASES])
def test_a_word_changed_changes_the_rule_or_is_refused(words):
    (before,) = read_name(f"Number of n X 3 {words}.")
    changed = 0
    split = words.split(" ")
    for at, word in enumerate(split):
        for pair in SWAPS:
            if word.strip(",") in pair:
                other = pair[1 - pair.index(word.strip(","))]
                sentence = " ".join([*split[:at], other, *split[at + 1 :]])
                try:
                    found = read_name(f"Number of n X 3 {sentence}.")
                except UnreadError:
                    changed += 1
                    continue
                assert all(not same(dict(one.rule), dict(before.rule)) for one in found), sentence
                changed += 1
    for at in range(len(split)):
        for odd in ("unless", "prime-ish"):
            with pytest.raises(UnreadError):
                read_name(f"Number of n X 3 {' '.join([*split[:at], odd, *split[at:]])}.")
    assert changed


def test_all_that_the_grammar_names_is_there():
    forms = grammar().forms
    for kind, found in forms.items():
        for form in found:
            for says in form.says:
                assert {slot.kind for slot in _slots(says)} <= forms.keys() | {
                    "digits",
                    "string",
                    "letters",
                }, kind
    ids = [form.id for found in forms.values() for form in found]
    assert len(ids) == len(set(ids))


def _slots(parts):
    for part in parts:
        if hasattr(part, "kind"):
            yield part
        elif hasattr(part, "options"):
            for option in part.options:
                yield from _slots(option)


def test_patterns_that_cannot_be_read_are_refused():
    for text in ("a (b", "a] b", "{a b}", "(a]"):
        with pytest.raises(ValueError, match="pattern"):
            pattern(text)


def test_words_of_a_sentence():
    assert [token.text for token in name_words("nX3 length-n (n+1)x(2+1) 0..2.")] == [
        "n", "x", "3", "length", "n", "(", "n", "+", "1", ")", "x", "(", "2", "+", "1", ")", "0", "..", "2",
    ]  # fmt: skip


# The command


@pytest.fixture
def run(capsys):
    def runs(*words: str) -> tuple[int, str]:
        code = main(["oeis", "read", *words])
        return code, capsys.readouterr().out

    return runs


def test_what_is_printed_is_a_rule_file(tmp_path, run):
    name = "Number of n X 3 0..1 arrays avoiding 0 0 1 horizontally and 0 1 vertically."
    code, output = run(name)
    assert code == 0
    assert output.startswith("# family nx3")
    file = tmp_path / "rule.toml"
    file.write_text(output, encoding="utf-8")
    (reading,) = read_name(name)
    assert int(gfkit.count(str(file), "2x3")) == int(gfkit.count(Rule.of(reading.rule), "2x3"))
    assert Rule.of(rule_text(reading.rule)) == Rule.of(reading.rule)


def test_the_place_where_nothing_fits_is_marked(run):
    code, output = run(
        "Number of n X 3 0..1 arrays with every element purple to 2 king-move adjacent elements."
    )
    assert code == 1
    name, mark = output.splitlines()[:2]
    assert name[mark.index("^") :].startswith("purple")


def test_the_object_has_its_keys(run):
    name = "Number of n X 3 0..1 arrays with antidiagonals unimodal."
    found = json.loads(run(name, "--json")[1])
    assert found["read"] is True
    assert (found["family"], found["left_over"]) == ("nx3", "")
    assert Rule.of(found["rule"])
    code, output = run("Number of n X 3 0..1 arrays with purple rows", "--json")
    assert code == 1
    assert json.loads(output) == {"read": False, "rule": None, "family": None, "left_over": "purple rows"}


def test_names_come_from_standard_input_and_files(tmp_path, run, monkeypatch):
    name = "Number of n X 3 0..1 arrays with antidiagonals unimodal."
    lines_ = f"A900001 {name}\n# a remark\n\nA900002 Purple numbers.\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines_.encode())))
    found = json.loads(run("-", "--json")[1])
    assert [one["read"] for one in found["names"]] == [True, False]
    file = tmp_path / "names"
    file.write_text(lines_, encoding="utf-8")
    assert json.loads(run("--file", str(file), "--json")[1]) == found


def test_an_array_rule_is_named_by_its_sentence():
    (found,) = read_name("Number of (n+1) X 2 0..2 arrays with every 2 X 2 subblock summing to 4.")
    rule = Rule.of(found.rule)
    assert sentence_of(rule, "n", "2") == "n X 2 0..2 arrays with every 2 X 2 subblock summing to 4"
    other = Rule.of({**found.rule, "name": "0..2 arrays with every 2 X 2 subblock summing to 5"})
    assert sentence_of(other, "n", "2") is None


@pytest.mark.parametrize("seed", range(40))
def test_lines_that_avoid_words_are_named_and_read_back(seed):
    chance = random.Random(seed)
    colours, forbid = chance.choice((2, 2, 3)), []
    for _ in range(chance.randint(1, 3)):
        word = [str(chance.randrange(colours)) for _ in range(chance.randint(2, 5))]
        forbid.append(
            chance.choice(("".join(word), "/".join(word), "{}./.{}".format(*word), ".{}/{}.".format(*word)))
        )
    rule = Rule.array(colours=colours, forbid=forbid, name="mine")
    sentence = sentence_of(rule, "n", "3")
    assert sentence is not None, forbid
    (found,) = read_name(f"Number of {sentence}.")
    for board in ("1x3", "2x3", "3x3"):
        listed = gfkit.brute_force(rule, board).count
        assert int(gfkit.count(Rule.of(found.rule), board)) == listed, (forbid, sentence)


def test_what_is_not_about_words_of_lines_has_no_such_name():
    square = Rule.array(colours=2, forbid=["11/11"], name="mine")
    pinned = Rule.array(colours=2, forbid=["11"], pin=[("first", "x == 0")], name="mine")
    apart = Rule.array(colours=2, forbid=["1?1"], window=[{"shape": "a.b", "forbid": "a == b"}], name="mine")
    weighed = Rule.array(colours=2, forbid=["11"], outside=1, name="mine")
    for rule in (square, pinned, apart, weighed):
        assert sentence_of(rule, "n", "3") is None


def test_rooted_forests_and_polyominoes_are_read_and_counted() -> None:
    """Rooted forests are det(1 + L), L being the Laplacian; polyominoes are listed here from sets."""
    reading = read_name("Number of rooted spanning forests in P_3 X P_n.")[0]
    law = gfkit.derive(Rule.of(reading.rule), reading.family)
    for n in range(1, 6):
        graph = nx.grid_2d_graph(3, n)
        near = nx.to_numpy_array(graph)
        matrix = np.diag(near.sum(axis=0) + 1) - near
        assert law[n] == round(np.linalg.det(matrix))
    reading = read_name("Number of fixed polyominoes with bounding box 2 X n.")[0]
    law = gfkit.derive(Rule.of(reading.rule), reading.family)
    for n in range(1, 6):
        cells, found = list(product(range(2), range(n))), 0
        grid = nx.grid_2d_graph(2, n)
        for chosen in product((0, 1), repeat=2 * n):
            some = [cell for cell, is_in in zip(cells, chosen, strict=True) if is_in]
            sides = len({r for r, _ in some}) == 2 and {0, n - 1} <= {c for _, c in some}
            found += bool(sides and nx.is_connected(grid.subgraph(some)))
        assert law[n] == found
    with pytest.raises(UnreadError):
        read_name("Number of polyominoes with bounding box 2 X n.")  # free ones, perhaps


@pytest.mark.parametrize(
    ("graph", "drawn"),
    [
        ("3 X n torus grid graph", {3: ("torus", 3, 3), 4: ("torus", 3, 4)}),
        ("n X 4 torus grid graph", {3: ("torus", 4, 3), 5: ("torus", 4, 5)}),
        ("n X n grid graph", {1: ("grid", 1, 1), 2: ("grid", 2, 2), 4: ("grid", 4, 4)}),
        ("n X n king graph", {1: ("king", 1, 1), 2: ("king", 2, 2), 4: ("king", 4, 4)}),
        ("n X 3 knight graph", {3: ("knight", 3, 3), 4: ("knight", 3, 4), 5: ("knight", 3, 5)}),
    ],
)
def test_squares_and_tori_are_read_as_what_they_are_called(graph, drawn):
    """By Kirchhoff's determinant of the graph, put together here cell by cell."""
    (reading,) = read_name(f"Number of spanning trees in the {graph}.")
    word, colon, sizes = reading.family.rpartition(":")
    for n, (kind, rows, columns) in drawn.items():
        cells = list(product(range(rows), range(columns)))
        edges = nx.Graph()
        edges.add_nodes_from(cells)
        steps = {"king": [(0, 1), (1, -1), (1, 0), (1, 1)], "knight": [(1, -2), (1, 2), (2, -1), (2, 1)]}
        for i, j in cells:
            for down, right in steps.get(kind, [(0, 1), (1, 0)]):
                k, m = i + down, j + right
                if kind == "torus":
                    edges.add_edge((i, j), (k % rows, m % columns))
                elif (k, m) in edges:
                    edges.add_edge((i, j), (k, m))
        board = word + colon + sizes.replace("n", str(n))
        near = nx.to_numpy_array(edges)
        minor = (np.diag(near.sum(axis=0)) - near)[1:, 1:]
        assert gfkit.count(Rule.of(reading.rule), board).count == round(np.linalg.det(minor))


def test_a_value_is_refused_where_its_form_does_not_fit():
    """K_3 is a cycle, read as a cylinder alone; a torus of two columns is not the same for all."""
    assert [one.family for one in read_name("Number of spanning trees in K_3 X P_n.")] == ["cylinder:3xn"]
    with pytest.raises(UnreadError, match="read only where a >= 3"):
        read_name("Number of spanning trees in the 2 X n torus grid graph.")
    for graph in ("C_2 X P_n", "P_0 X P_n", "K_3 X C_2"):
        with pytest.raises(UnreadError):
            read_name(f"Number of spanning trees in {graph}.")


def test_a_graph_that_two_mean_is_read_twice():
    """W_4 by its Hamiltonian cycles: three in the wheel of four vertices, one where K_4 lacks an edge."""
    found = read_name("Number of Hamiltonian cycles in W_4 X P_n.")
    assert sorted(gfkit.count(Rule.of(one.rule), one.family[:-1] + "1").count for one in found) == [1, 3]
    assert "W_4 X P_n" in found[0].lines()[1]
