"""Transfer matrices: bar states with their recursions, and drawings of the states of automata.

Positions are listed by the oracle, and transfer matrices were derived manually; printed matrices are claims
of catalog/domineering.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, product
from pathlib import Path
from random import Random

import pytest
from choice import some_of
from tables import tables

from gfkit import Rule, brute_force, derive
from gfkit.core.algebra.polynomial import Polynomial
from gfkit.core.errors import RuleError
from gfkit.core.rules import find_rule
from gfkit.core.typing import Player
from gfkit.questions.remembered import StripStates, cell_places, initial_segments, requirements, trace_strip
from gfkit.questions.tilings import BarMatrix, TileSet
from gfkit.show.cards.laws import machine_of_law, pictures_of_states

GENERAL = TileSet("domineering-tiles")
MAXIMAL = TileSet("domineering-maximal-tiles")
RIGHT_ENDS = TileSet("domineering-right-end-tiles")


@cache
def poly(text: str) -> Polynomial:
    return Polynomial.parse(text)


def row(length: int, left: int = 0) -> BarMatrix:
    """Return G_{left,length}."""
    return GENERAL.bar_matrix(length, left)


# The block recursions of the three theorems.


def join(words: str, blocks: Sequence[Sequence[BarMatrix | None]]) -> BarMatrix:
    """Return the matrix of these blocks, None for a block of zeros."""
    some = next(block for line in blocks for block in line if block is not None)
    names = [word + rest for word in words for rest in some.rows]
    size = len(some.rows)
    cells = [
        (i * size + row, j * size + column, value)
        for i, line in enumerate(blocks)
        for j, block in enumerate(line)
        if block is not None
        for row, column, value in block.cells
    ]
    return BarMatrix.of(names, names, cells)


def times(variable: str, matrix: BarMatrix) -> BarMatrix:
    cells = [(i, j, poly(variable) * value) for i, j, value in matrix.cells]
    return BarMatrix.of(matrix.rows, matrix.columns, cells)


def test_recursions_of_the_theorems() -> None:
    """Check the recursions for all positions, maximal positions, and Right ends."""
    for q in range(4):
        g0, g1 = row(q), row(q, 1)
        assert row(q + 1) == join("01", [[g0 + g1, times("x", g0)], [g0, None]])
        assert row(q + 1, 1) == join("01", [[times("y", g0), None], [None, None]])
    for q, end in product(range(4), range(2)):
        m0, m1, m2 = (MAXIMAL.bar_matrix(q, left, end) for left in range(3))
        n0, n1, n2 = (MAXIMAL.bar_matrix(q + 1, left, end) for left in range(3))
        first, last = [m2, m2, times("x", m0)], [m0, m0, None]
        assert n0 == join("012", [first, [m1, None, None], last])
        assert n1 == join("012", [first, [None] * 3, last])
        assert n2 == join("012", [[times("y", m0), times("y", m0), None], [None] * 3, [None] * 3])
        e0, e1, e2 = (RIGHT_ENDS.bar_matrix(q, left, end) for left in range(3))
        f0, f1, f2 = (RIGHT_ENDS.bar_matrix(q + 1, left, end) for left in range(3))
        assert f0 == join("02", [[e1 + e2, times("x", e0)], [e0, None]])
        assert f1 == join("02", [[e2, times("x", e0)], [e0, None]])
        assert f2 == join("02", [[times("y", e0), None], [None, None]])


def test_rectangles_agree_with_listing() -> None:
    for m, n in product(range(1, 5), repeat=2):
        if m * n <= 9:
            for tiles, positions in ((GENERAL, "all"), (MAXIMAL, "maximal"), (RIGHT_ENDS, "right-ends")):
                listed = brute_force("domineering", f"{m}x{n}", positions, "players").polynomial
                assert tiles.rectangle(m, n) == listed, (m, n, positions)


def test_boundary_states_are_summed() -> None:
    """And Right ends are an entry."""
    both = MAXIMAL.bar_matrix(3, 0, 0) + MAXIMAL.bar_matrix(3, 0, 1)
    assert MAXIMAL.bar_matrix(3, left="0", right=("0", "1")) == both == MAXIMAL.bar_matrix(3, 0, {0, 1})
    both = RIGHT_ENDS.bar_matrix(3, 0, 0) + RIGHT_ENDS.bar_matrix(3, 0, 1)
    assert (both**4)[0, 0] == RIGHT_ENDS.rectangle(4, 3)


# The matrix as a value.


def test_entries_and_powers() -> None:
    matrix = row(2)
    assert matrix.entry("01", "10") == matrix[1, 2] == matrix.entry(1, "10") == poly("x")
    assert matrix["01", "01"] == poly("0")
    assert row(2) ** 0 @ row(2) == row(2) ** 1 == row(2)
    assert row(2) ** 5 == row(2) @ row(2) @ row(2) @ row(2) @ row(2)


def test_restricting_everything_leaves_one_entry() -> None:
    one = (row(3) ** 4).restrict(top="000", bottom="000")
    assert (one.rows, one.columns, one[0, 0]) == (("",), ("",), GENERAL.rectangle(4, 3))
    assert row(2).restrict() == row(2)


def test_printing() -> None:
    assert str(row(1, 1)) == "   0  1\n0  y  0\n1  0  0"
    assert row(1).latex() == r"\begin{bmatrix} 1 & x \\ 1 & 0 \end{bmatrix}"
    assert repr(row(2)) == "<BarMatrix 4 x 4, 9 nonzero entries>"


# Tile sets.


def test_tile_set_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "two.toml"
    two_colours = tables("transfer_cases")["two_colours"]
    path.write_text(two_colours.format(a="a"))
    tiles = TileSet(path)
    assert tiles.bar_matrix(1).to_lists() == [[poly("0"), poly("1")], [poly("x"), poly("0")]]
    assert tiles.rectangle(3, 1) == poly("x + x^2")
    path.write_text(two_colours.format(a="aa"))
    with pytest.raises(RuleError, match="one character"):
        TileSet(path)


# Drawings of the states of automata


def class_of(rows, line):
    """Return a set of rows up to reflection of the strip."""
    return min(tuple(sorted(line)), tuple(sorted(rows - 1 - row for row in line)))


def subsets(rows):
    return [frozenset(chosen) for size in range(len(rows) + 1) for chosen in combinations(rows, size)]


def after_dominoes(rows, covered):
    """Return, for each way to fill a column, the cells of the next one that dominoes cover."""

    def ways(row, right):
        if row == rows:
            yield frozenset(right)
            return
        yield from ways(row + 1, right)
        if row not in covered:
            yield from ways(row + 1, [*right, row])
            if row + 1 < rows and row + 1 not in covered:
                yield from ways(row + 2, right)

    return ways(0, [])


@pytest.mark.parametrize("rows", [2, 3])
def test_domineering_is_its_covered_cells(rows):
    found = derive("domineering", f"{rows}xn")
    pictures = pictures_of_states(found)
    assert pictures is not None
    assert all(one.is_exact and one.columns == range(1) and not one.forbidden for one in pictures)
    shown = [frozenset(row for row, _ in one.covered) for one in pictures]
    classes = [class_of(rows, one) for one in shown]
    assert sorted(classes) == sorted({class_of(rows, one) for one in subsets(range(rows))})
    check_matrix(found.machine, rows, shown, lambda covered: after_dominoes(rows, covered))


def test_independent_sets_are_their_last_column():
    found = derive("independent-sets", "3xn")
    pictures = pictures_of_states(found)
    assert pictures is not None
    assert all(not one.is_exact and one.columns == range(-1, 0) for one in pictures)
    shown = [frozenset(row for (row, _), mark in one.marks.items() if mark == "1") for one in pictures]
    assert sorted(class_of(3, one) for one in shown) == [(), (0,), (0, 2), (1,)]
    free = [one for one in subsets(range(3)) if not any(row + 1 in one for row in one)]
    check_matrix(found.machine, 3, shown, lambda line: [one for one in free if not one & line])


def check_matrix(machine, rows, shown, after):
    """Check the steps from a displayed state to all states of its target class, or the reversed steps."""
    number = {class_of(rows, one): k for k, one in enumerate(shown)}
    size = {key: len({one for one in subsets(range(rows)) if class_of(rows, one) == key}) for key in number}
    for state, line in enumerate(shown):
        told = [0] * len(shown)
        for target in after(line):
            told[number[class_of(rows, target)]] += 1
        for key, target in number.items():
            entry = sum(machine.edges[state].get(target, {}).values())
            own = size[class_of(rows, line)]
            assert entry in (told[target], told[target] * own // size[key])


def test_states_of_col_are_the_owners_of_adjacent_pieces():
    pictures = pictures_of_states(derive("col", "1xn"))
    assert pictures is not None
    assert [dict(one.forbidden) for one in pictures if one.forbidden]
    assert {owner for one in pictures for owners in one.forbidden.values() for owner in owners} <= set(Player)
    assert all(place == (0, 0) for one in pictures for place in one.forbidden)


def test_a_prefix_leads_to_its_state():
    """NoGo on a path: no stone, or a last stone of Left's or Right's without another liberty."""
    pictures = pictures_of_states(derive("nogo", "path:n"))
    assert pictures is not None
    assert len({repr(one) for one in pictures}) == len(pictures) == 3
    assert sum(not one.pieces for one in pictures) == 1


def test_drawings_of_automata_show_every_state(tmp_path):
    for game, family in (("domineering", "nx3"), ("spanning-trees", "2xn")):
        found = derive(game, family)
        drawing = machine_of_law(found)
        assert drawing.svg().count('class="remembered"') == found.machine.states
        assert "equivalent states are merged" in drawing.svg()
        for ending in (".svg", ".tex"):
            drawing.save(tmp_path / f"machine{ending}")
        assert "\\begin{tikzpicture}" in (tmp_path / "machine.tex").read_text(encoding="utf-8")


def test_states_without_a_drawing_are_numbered():
    """Directions of edges, and images that several arrays share."""
    pairs = Rule.array(colours=2, image={"shape": "ab", "map": "a * b"})
    for rule in (find_rule("acyclic-orientations"), pairs):
        found = derive(rule, "2xn")
        assert pictures_of_states(found) is None
        assert 'class="remembered"' not in machine_of_law(found).svg()


def drawn_windows(rng):
    """Return colours, rows and forbidden windows, sometimes none, or windows of one colour only."""
    colours, rows = rng.choice([(2, 1), (2, 2), (3, 1), (2, 2)])
    shapes = [(1, 2), (1, 3), (2, 1), (2, 2), (2, 3)] if rows == 2 else [(1, 2), (1, 3), (1, 4)]
    windows = set()
    for _ in range(rng.randrange(6)):
        high, wide = rng.choice(shapes)
        lines = ["".join(rng.choice("012"[:colours]) for _ in range(wide)) for _ in range(high)]
        windows.add("/".join(lines))
    return colours, rows, sorted(windows)


def avoids(columns, windows):
    """Return True if an array, listed by columns, contains none of the windows."""
    text = ["".join(line) for line in zip(*columns, strict=True)]
    for window in windows:
        lines = window.split("/")
        for row in range(len(text) - len(lines) + 1):
            for start in range(len(columns) - len(lines[0]) + 1):
                if all(text[row + k].startswith(line, start) for k, line in enumerate(lines)):
                    return False
    return True


@pytest.mark.parametrize("seed", some_of(range(24), 6))
def test_a_state_describes_the_continuations_of_its_prefix(seed):
    """List all continuations of a prefix, for random windows."""
    colours, rows, windows = drawn_windows(Random(seed))
    found = derive(Rule.array(colours=colours, forbid=windows), f"{rows}xn")
    if not found.machine or not found.machine.names:
        return
    traced = trace_strip(found.question)
    beginnings = initial_segments(traced)
    places, _ = cell_places(found.question, traced)
    segments = [(one.site, one.state, one.column) for one in beginnings]
    states = StripStates(found.question.rule, traced, segments, places)
    required = requirements(states, found.machine.names)
    if required is None:
        return
    slices, conditions = required
    letters = "012"[:colours]
    every = list(product(letters, repeat=rows))
    for name, condition in zip(found.machine.names, conditions, strict=True):
        one = beginnings[name]
        before = [[""] * rows for _ in range(one.column)]
        for key, value in one.laid:
            line, along = places[key[1]]
            before[along][line] = letters[value]
        following = set()
        for ahead in product(every, repeat=slices):
            for rest in product(every, repeat=3):
                if avoids([*map(tuple, before), *ahead, *rest], windows):
                    following.add(ahead)
                    break
        cells = list(product(range(slices), range(rows)))
        as_filling = {
            ahead: frozenset((((line, along),), ahead[along][line]) for along, line in cells)
            for ahead in product(every, repeat=slices)
        }
        assert condition.fillings == {as_filling[ahead] for ahead in following}, (windows, name)
        anywhere = frozenset().union(*(other.fillings for other in conditions))
        for filling in anywhere:
            holds = all(any(literal.holds(filling) for literal in clause) for clause in condition.clauses)
            assert holds or filling not in condition.fillings
            assert not holds or filling in condition.fillings or not condition.is_exact


def test_states_of_columns_with_too_many_assignments():
    """Of the 6,561 columns of three colours, three are excluded; the search stops between cells too."""
    columns = derive(Rule.array(colours=3, forbid="/".join("0" * 8)), "8xn")
    assert columns.number(1) == 3**8 - 1
    assert [one.words for one in pictures_of_states(columns)] == [""]


@pytest.mark.parametrize(("colours", "windows", "words"), [(1, [], ["no condition"]), (2, ["0", "1"], None)])
def test_a_rule_without_a_choice_has_words_for_its_states(colours, windows, words):
    pictures = pictures_of_states(derive(Rule.array(colours=colours, forbid=windows), "2xn"))
    assert (pictures and [one.words for one in pictures]) == words
