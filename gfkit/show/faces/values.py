"""Values of games as formulas with trees and thermographs; winners and nimbers as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gfkit.errors import GfkitError
from gfkit.sequences.number import number_text
from gfkit.show.faces.html import Row, card, escaped, folded, formula, known, picture, terms
from gfkit.show.faces.shown import Shown, displayed
from gfkit.show.svg import Drawing, options_drawing, thermograph_drawing, tree_drawing
from gfkit.values import BoardValue, ShortGame, Thermograph
from gfkit.values.impartial import NimValues, Periodicity
from gfkit.values.laws import DecompositionLaw, RepetitionLaw
from gfkit.values.outcome import Outcomes

_LONGEST = 400
_BOX = (
    "display:inline-block;min-width:1.6em;text-align:center;margin:1px;padding:.1em .35em;"
    "border:1px solid rgba(128,128,128,.4);border-radius:4px;line-height:1.25"
)
_WINS = {
    "left": "Left wins",
    "right": "Right wins",
    "first": "the first player wins",
    "second": "the second player wins",
}
_LETTERS = {"left": "L", "right": "R", "first": "N", "second": "P"}
_MOST_BOXES = 200


def _game(game: ShortGame) -> str:
    """The value, where it has a short text, who wins, and how hot it is."""
    graph = game.thermograph
    rows: list[Row] = [
        ("value", _text(game)),
        ("outcome", _WINS[game.outcome]),
        ("mean", number_text(graph.mean)),
        ("temperature", number_text(graph.temperature)),
    ]
    parts = [] if game.number is not None else [*_tree(game), _thermograph(graph)]
    return card("", rows, *parts)


def _text(game: ShortGame) -> str:
    text = game.text(_LONGEST)
    return f"of {game.size} subpositions, too long to show" if text is None else formula(game.latex(), text)


def _tree(game: ShortGame) -> list[str]:
    try:
        return [folded("tree", picture(tree_drawing(game)))]
    except GfkitError:
        return []


def _thermograph(graph: Thermograph) -> str:
    return folded("thermograph", picture(thermograph_drawing(graph)))


def _board_value(found: BoardValue) -> str:
    rows: list[Row] = [
        ("value", _text(found.value)),
        ("outcome", _WINS[found.outcome]),
        ("mean", number_text(found.thermograph.mean)),
        ("temperature", number_text(found.thermograph.temperature)),
        ("known", known(found.evidence)),
    ]
    options = _options(found)
    best = [] if options is None else [folded("best moves", picture(options))]
    return card(f"{found.game} on {found.board}", rows, *best, _thermograph(found.thermograph))


def _options(found: BoardValue) -> Drawing | None:
    """The best moves where they were asked for."""
    if not found.moves:
        return None
    return options_drawing(found.question.board, found.moves, f"best moves of {found.game} on {found.board}")


def _board_svg(found: BoardValue) -> str:
    title = f"thermograph of {found.game} on {found.board}"
    return (_options(found) or thermograph_drawing(found.thermograph, title)).svg()


def _outcomes(found: Outcomes) -> str:
    listed = [(n, _LETTERS[word], _WINS[word]) for n, word in found.by_n.items()]
    law = None if found.law is None else escaped(found.law.statement)
    rows: list[Row] = [
        ("winners", _boxes(listed) if found.first_n is not None else _WINS[found.words[0]]),
        ("", "L Left, R Right, N the first, P the second player" if found.first_n is not None else None),
        ("law", law),
        ("known", known(found.evidence)),
    ]
    return card(f"{found.game} on {found.board}", rows)


def _boxes(listed: Sequence[tuple[int, str, str]]) -> str:
    """A box for each n, with n above and what is said about it below."""
    shown = listed[:_MOST_BOXES]
    boxes = [
        f'<span style="{_BOX}" title="n = {n}: {escaped(said)}">'
        f'<span style="font-size:.75em;opacity:.7">{n}</span><br><b>{escaped(word)}</b></span>'
        for n, word, said in shown
    ]
    more = f" and {len(listed) - len(shown)} more" if len(listed) > len(shown) else ""
    return "".join(boxes) + more


def _nim(found: NimValues) -> str:
    listed = [(n, str(value), f"value {value}") for n, value in enumerate(found.values, found.first_n or 0)]
    rows: list[Row] = [
        ("values", str(found.values[0]) if found.first_n is None else _boxes(listed)),
        ("period", _period(found.law)),
        ("known", known(found.evidence)),
    ]
    return card(f"{found.game} on {found.board}", rows)


def _period(law: Periodicity | None) -> str | None:
    if law is None:
        return None
    saltus = f", saltus {law.saltus}" if law.saltus else ""
    odd = f"; exceptions at n = {terms(law.exceptions, more=False)}" if law.exceptions else ""
    return f"{law.period}{saltus}{odd}"


def _periodicity(law: Periodicity) -> str:
    pattern = terms(law.pattern[:_MOST_BOXES], more=len(law.pattern) > _MOST_BOXES)
    return card("", [("period", _period(law)), ("pattern", pattern)])


def _law(law: DecompositionLaw | RepetitionLaw) -> str:
    return card("", [("law", escaped(law.statement)), ("proved", "yes" if law.proved else "no, only seen")])


FACES: Mapping[type, Shown] = {
    ShortGame: Shown(
        latex=lambda game: displayed(game.latex(_LONGEST)),
        svg=lambda game: tree_drawing(game).svg(),
        html=_game,
    ),
    BoardValue: Shown(
        latex=lambda found: displayed(found.value.latex(_LONGEST)), svg=_board_svg, html=_board_value
    ),
    Thermograph: Shown(
        svg=lambda graph: thermograph_drawing(graph).svg(),
        html=lambda graph: picture(thermograph_drawing(graph)),
    ),
    Outcomes: Shown(html=_outcomes),
    DecompositionLaw: Shown(html=_law),
    RepetitionLaw: Shown(html=_law),
    NimValues: Shown(html=_nim),
    Periodicity: Shown(html=_periodicity),
}
