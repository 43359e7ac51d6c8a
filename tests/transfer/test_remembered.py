"""What states of machines are shown as.

Against the transfer matrices that one writes down by hand.
"""

from itertools import combinations

import pytest

from gfkit import Rule
from gfkit.games import find_rule
from gfkit.show.cards.laws import machine_of_law, pictures_of_states
from gfkit.show.picture import save_picture
from gfkit.transfer.derive import derive
from gfkit.typing import Player


def class_of(rows, line):
    """A set of rows up to turning the strip upside down."""
    return min(tuple(sorted(line)), tuple(sorted(rows - 1 - row for row in line)))


def subsets(rows):
    return [frozenset(chosen) for size in range(len(rows) + 1) for chosen in combinations(rows, size)]


def after_dominoes(rows, covered):
    """Each way to fill the free cells of a column: what the dominoes to the right cover of the next one."""

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
    """Steps from a shown state to all that its target stands for; where pasts are merged, back from it."""
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


def test_col_is_who_borders_the_next_cells():
    pictures = pictures_of_states(derive("col", "1xn"))
    assert pictures is not None
    assert [dict(one.forbidden) for one in pictures if one.forbidden]
    assert {owner for one in pictures for owners in one.forbidden.values() for owner in owners} <= set(Player)
    assert all(place == (0, 0) for one in pictures for place in one.forbidden)


def test_a_beginning_leads_to_its_state():
    """NoGo on a path: no stone, or a last stone of Left's or Right's without another liberty."""
    pictures = pictures_of_states(derive("nogo", "path:n"))
    assert pictures is not None
    assert len({repr(one) for one in pictures}) == len(pictures) == 3
    assert sum(not one.pieces for one in pictures) == 1


def test_machines_are_drawn_with_what_they_remember(tmp_path):
    for game, family in (("domineering", "nx3"), ("spanning-trees", "2xn")):
        found = derive(game, family)
        drawing = machine_of_law(found)
        assert drawing.svg().count('class="remembered"') == found.machine.states
        assert "of states that were merged one is shown" in drawing.svg()
        for ending in (".svg", ".tex"):
            save_picture(drawing, tmp_path / f"machine{ending}")
        assert "\\begin{tikzpicture}" in (tmp_path / "machine.tex").read_text(encoding="utf-8")


def test_what_cannot_be_shown_has_numbers():
    """Directions of edges, and images, which many arrays have."""
    pairs = Rule.array(colours=2, image={"shape": "ab", "map": "a * b"})
    for rule in (find_rule("acyclic-orientations"), pairs):
        found = derive(rule, "2xn")
        assert pictures_of_states(found) is None
        assert 'class="remembered"' not in machine_of_law(found).svg()
