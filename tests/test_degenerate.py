"""Degenerate rules: counts that are zero, and values that are not lists.

The numbers come from formulas by hand, and from listing.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from choice import then_slow
from cli.calling import call
from tables import tables
from trees import loaded

import gfkit
from gfkit.core.algebra import Hypergeometric, RationalGF
from gfkit.core.rules.kinds.array.rule import ArrayRule, NeighbourCount, Window
from gfkit.guessing.data import Data
from gfkit.show.svg import machine_drawing
from gfkit.ways.modular import engine

ROOK: tuple[tuple[int, int], ...] = ()
"""The neighbours on any graph."""

# Nothing left: no state lasts for more than some slices.

EMPTY = tables("wholes")["empty"]


@pytest.mark.parametrize("method", then_slow(["modular"], 2, "auto", "determinant"))
def test_rules_that_allow_nothing(method: str, tmp_path: Path) -> None:
    """Only the board without cells has a position."""
    for name, weights in product(EMPTY, ("none", "players")):
        rule = tmp_path / "rule.toml"
        rule.write_text(f'name = "G"\n{EMPTY[name]}', encoding="utf-8")
        for board, first in (("1xn", 0), ("2xn", 0), ("torus:3xn", 3)):
            found = gfkit.derive(str(rule), board, weights=weights, method=method)
            assert [str(value) for value in found.terms(6)] == (["0"] * 6 if first else ["1", *["0"] * 5])
            assert found.evidence.status.value == "proved"
        call("derive", rule, "1xn", "--weights", weights, "--method", method, code=0)


def test_boards_without_cells_have_no_density() -> None:
    assert "pieces per cell" not in call("derive", "col", "0xn", "--weights", "pieces", code=0).out


def test_an_automaton_without_states_is_drawn() -> None:
    found = gfkit.derive(ArrayRule("none", 1, ((0, 0),), (Window((((0, 0), "0"),)),)), "1xn")
    assert found.machine is not None
    assert "0 states" in machine_drawing(found.machine).svg()


def test_modular_without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "ARRAYS", False)
    with pytest.raises(
        gfkit.GfkitError, match=r"^method 'modular' needs numpy, .*; use method 'determinant'"
    ):
        gfkit.derive("snort", "2xn", method="modular")


def test_only_narrow_strips_have_no_array() -> None:
    """Every cell has two neighbours at least: no row has such an array, and wider strips one each."""
    count = NeighbourCount(0, ROOK, frozenset([0]), frozenset([2, 3, 4]))
    rule = ArrayRule("two", 1, ((1, 0),), counts=(count,))
    assert gfkit.derive(rule, "4xn", weights="pieces", method="modular").order == 1


@pytest.mark.slow(8)
def test_a_game_with_states_of_two_words_on_a_torus(tmp_path: Path) -> None:
    """Earlier versions merged different states of this game."""
    rule = tmp_path / "rule.toml"
    rule.write_text(
        'name = "G"\n[left]\npieces = ["X/X", "X./.X", "X.X"]\n[right]\npieces = ["X./.X", "X/X", "XX"]\n'
        '[rules]\nforbid_adjacent = ["different"]\n',
        encoding="utf-8",
    )
    for board in ("torus:3x3", "torus:4x3"):
        listed = gfkit.brute_force(str(rule), board, "maximal")
        assert gfkit.count(str(rule), board, "maximal") == listed.count


# Values with terms by index are not lists.

INDEXED: dict[str, Callable[[], object]] = {
    "Derived": lambda: gfkit.derive("domineering", "1xn"),
    "CompleteLaw": lambda: gfkit.derive("col", "complete:n"),
    "RationalGF": lambda: RationalGF.of([1], [1, -1, -1]),
    "NimValues": lambda: gfkit.nim("cram", "1xn", to=5),
    "Outcomes": lambda: gfkit.outcomes("domineering", "1xn", to=3),
    "BarMatrix": lambda: gfkit.TileSet("domineering-tiles").bar_matrix(1),
}


def test_values_with_terms_by_index_are_not_lists() -> None:
    for name, make in INDEXED.items():
        value = make()
        assert value
        for attempt in (iter, list, len, lambda v: 3 in v, lambda v: [*v], lambda v: max(v)):
            with pytest.raises(TypeError, match=rf"^{name} is not a list: .*\.\w+.*\[") as caught:
                attempt(value)
            assert "\n" not in str(caught.value)


def test_sympy_takes_and_writes_values() -> None:
    """Use a formula if there is one, else a string: no value is split in a cell or an expression."""
    import sympy

    series = gfkit.derive("domineering", "2xn")
    t = sympy.Symbol("t")
    assert sympy.simplify(sympy.sympify(series) - (1 - t) / (1 - 3 * t - t**2 + t**3)) == 0
    assert sympy.latex(series) == series.latex()
    assert sympy.latex([series.rational]) == rf"\left[ {series.latex()}\right]"
    for made in INDEXED.values():
        assert sympy.latex(made())
    told = gfkit.verify("1/(1-t-t^2)", game="o12", family="path:n")
    assert "refuted" in sympy.latex(told)
    assert sympy.latex(gfkit.value("domineering", "2x3")).startswith(r"\{2")


def test_all_classes_with_terms_by_index() -> None:
    """Each class with ``[...]`` defines iteration explicitly."""
    seen = set()
    for module in loaded():
        own = (kind for kind in vars(module).values() if isinstance(kind, type))
        seen |= {kind for kind in own if kind.__module__ == module.__name__ and hasattr(kind, "__getitem__")}
    silent = {kind for kind in seen if not hasattr(kind, "__iter__")}
    assert not {kind for kind in silent if not getattr(kind, "_is_protocol", False)}
    assert {gfkit.Derived, gfkit.CompleteLaw, RationalGF, Hypergeometric, Data} <= seen
