"""What counting and deriving give: laws as cards, machines and graphs as pictures, matrices as tables."""

from __future__ import annotations

from collections.abc import Mapping

from gfkit.errors import LimitError
from gfkit.formula import LATEX, tree_of
from gfkit.formula.read.values import read_formula
from gfkit.formula.tree import Node
from gfkit.show.faces.games import rule_html
from gfkit.show.faces.html import Row, card, code, escaped, folded, formula, known, picture, terms
from gfkit.show.faces.sequences import polynomial_html
from gfkit.show.faces.shown import Shown, displayed
from gfkit.show.svg import board_drawing, machine_drawing, rule_drawing
from gfkit.transfer import AuxiliaryGraph, BarMatrix, CompleteLaw, Derived, TileSet
from gfkit.transfer.strip.automaton import Automaton

_TERMS = 10
_READABLE = 12
"""Orders up to which a closed form is shown."""
_ANALYSED = 60
"""Orders up to which the growth is worked out; at this order it takes some hundredths of a second."""
_MOST_ENTRIES = 400
_CELL = "padding:.1em .7em;text-align:center;border:1px solid rgba(128,128,128,.3);background:none"


def _derived(found: Derived) -> str:
    gf, recurrence = found.generating_function, found.recurrence
    analysed = not found.weights and found.order <= _ANALYSED
    rate = found.growth(20) if analysed else None
    form = found.closed_form if found.order <= _READABLE else None
    rows: list[Row] = [
        ("generating function", formula(tree_of(gf), str(gf))),
        ("recurrence", formula(tree_of(recurrence), str(recurrence))),
        (f"terms from n = {found.first_n}", terms(found.terms(_TERMS))),
        ("closed form", None if form is None else formula(tree_of(form), str(form))),
        ("growth", None if rate is None else formula(tree_of(rate), str(rate))),
        ("known", known(found.evidence)),
    ]
    machine = found.machine
    return card(f"{found.game} on {found.board}, positions: {found.positions}", rows, *_machine_part(machine))


def _machine_part(machine: Automaton | None) -> list[str]:
    if machine is None:
        return []
    try:
        return [folded(f"machine of {machine.states} states", picture(machine_drawing(machine)))]
    except LimitError:
        return []


def _machine(found: Derived) -> str | None:
    if found.machine is None:
        return None
    return machine_drawing(found.machine, f"machine of {found.game} on {found.board}").svg()


def _complete(found: CompleteLaw) -> str:
    rows = [
        ("exponential generating function", formula(exponential_tree(found), str(found))),
        ("recurrence", code(found.recurrence_text) if found.recurrence_text else None),
        ("terms from n = 0", terms(found.terms(_TERMS))),
        ("known", known(found.evidence)),
    ]
    return card(f"{found.game} on {found.board}, positions: {found.positions}", rows)


def exponential_tree(found: CompleteLaw) -> Node:
    """The exponential generating function."""
    return read_formula(found.exponential_generating_function, ("t", "x", "y"))


def _auxiliary(found: AuxiliaryGraph) -> str:
    graph = found.graph
    title = f"{graph.text}: {graph.size} moves, {len(graph.edges)} pairs that exclude each other"
    return card(title, (), picture(board_drawing(graph)))


def _matrix(matrix: BarMatrix) -> str:
    height, width = matrix.shape
    title = f"bar-state matrix, {height} x {width}, {len(matrix.cells)} entries that are not 0"
    if height * width > _MOST_ENTRIES:
        return card(title, ())
    head = "".join(f'<th style="{_CELL}">{escaped(word)}</th>' for word in ("", *matrix.columns))
    lines = [f"<tr>{head}</tr>"]
    for word, line in zip(matrix.rows, matrix.to_lists(), strict=True):
        cells = "".join(f'<td style="{_CELL}">{polynomial_html(value)}</td>' for value in line)
        lines.append(f'<tr><th scope="row" style="{_CELL}">{escaped(word)}</th>{cells}</tr>')
    return card(title, (), f'<table style="border-collapse:collapse">{"".join(lines)}</table>')


def _matrix_latex(matrix: BarMatrix) -> str | None:
    height, width = matrix.shape
    return displayed(matrix.latex()) if height * width <= _MOST_ENTRIES else None


FACES: Mapping[type, Shown] = {
    Derived: Shown(latex=lambda found: displayed(found.latex()), svg=_machine, html=_derived),
    CompleteLaw: Shown(latex=lambda found: displayed(LATEX.write(exponential_tree(found))), html=_complete),
    AuxiliaryGraph: Shown(svg=lambda found: board_drawing(found.graph).svg(), html=_auxiliary),
    BarMatrix: Shown(latex=_matrix_latex, html=_matrix),
    TileSet: Shown(
        svg=lambda tiles: rule_drawing(tiles.rule).svg(), html=lambda tiles: rule_html(tiles.rule)
    ),
    Automaton: Shown(
        svg=lambda machine: machine_drawing(machine).svg(),
        html=lambda machine: picture(machine_drawing(machine)),
    ),
}
