"""Configurations as pieces and marks on the cells of a board, in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from gfkit.core.boards import Board, parse_one_board
from gfkit.core.errors import GfkitError, LimitError, MismatchError
from gfkit.core.oracle.definitions import drawable, listed
from gfkit.core.rules import Question, Rule
from gfkit.core.rules.configuration import Configuration
from gfkit.core.rules.kinds.diagram import BOTH, LEFT, RIGHT, Look, RulePictures, pictures_of
from gfkit.core.rules.values import Exponents
from gfkit.core.typing import Player
from gfkit.show import markup
from gfkit.show.card import Picture
from gfkit.show.characters import BLANK, SHADE, arrow, character, draw_configuration, side_by_side
from gfkit.show.svg import Drawing, beside, board_drawing, stack
from gfkit.show.svg.board import Signs, piece_on_vertices
from gfkit.show.svg.drawing import SEVERAL
from gfkit.show.svg.symbols import symbol_on_square, symbol_on_vertex

if TYPE_CHECKING:
    from gfkit.questions import ConfigurationOfBoard
    from gfkit.questions.compare import RuleComparison

_MOST_LISTED = 20_000
_SWATCH, _LEGEND = 15.0, 260.0
"""Size of a colour in a legend, and width above which a legend has several rows on a narrow board."""


def thing_drawing(rule: Rule) -> Drawing:
    """Draw one configuration of a rule on a small board with few configurations.

    >>> from gfkit.core.rules import find_rule
    >>> thing_drawing(find_rule("alternating-sign-matrices")).title
    'Alternating sign matrices on 3x3'
    """
    reason: GfkitError | None = None
    for text in pictures_of(rule).example_boards:
        try:
            return example_drawing(Question.of(rule, text))
        except (LimitError, MismatchError) as error:
            reason = error
    assert reason is not None, "there are boards"
    raise reason


def example_drawing(question: Question) -> Drawing:
    """Draw one configuration of a rule on a board that is neither the emptiest nor the fullest."""
    rule, board = question.rule, question.board
    fillings = list(islice(every_filling(question, board), _MOST_LISTED + 1))
    if len(fillings) > _MOST_LISTED:
        raise LimitError(
            f"board {board.text!r} has too many configurations to sample one; choose a smaller board"
        )
    if not fillings:
        raise MismatchError(f"there is nothing to draw: board {board.text!r} has 0 {question.game}")
    return configuration_drawing(rule, board, fillings[2 * len(fillings) // 3], has_legend=True)


def configuration_drawing(
    rule: Rule,
    board: Board,
    configuration: Configuration,
    title: str = "",
    *,
    is_named: bool = False,
    has_legend: bool = False,
    kinds: dict[object, int] | None = None,
) -> Drawing:
    """Draw a configuration: symbols for cell values, lines or arrows for edges, and pieces.

    If pieces are coloured by their orientation, the chessboard colours of their cells are distinguished too,
    which shows where a tiling is frozen. If ``is_named``, vertices have their names or numbers. If
    ``has_legend``, the colours of values or players are named below. Drawings with the same ``kinds`` have
    the same colours for orientations.
    """
    pictures, looks = pictures_of(rule), list[str]()
    joins = configuration.joins or (
        pictures.has_lines and {len(p.cells) for p in configuration.pieces} <= {2}
    )
    if configuration.by_lie and board.grid is not None and not joins:
        kinds = {} if kinds is None else kinds
        numbers = [
            kinds.setdefault(_normalise_shape(board, piece.cells), len(kinds))
            for piece in configuration.pieces
        ]
        looks = [SEVERAL[n % len(SEVERAL)] for n in numbers]
    signs = _signs(pictures, board, configuration)
    drawn = {*signs.symbols, *(a for a, _ in signs.pointing)}
    drawing = board_drawing(
        board,
        configuration.pieces,
        {cell: mark for cell, mark in configuration.marks.items() if cell not in drawn},
        title or f"{rule.name} on {board.text}",
        arrows=configuration.arrows or (),
        labels=configuration.labels,
        looks=looks,
        signs=replace(
            signs,
            is_named=is_named or bool(board.names) or board.text.startswith("graph:"),
            is_chequered=any(look.is_chessman for look in pictures.looks.values()),
            shows_edges=bool(joins),
        ),
    )
    is_graph = bool(joins) or board.grid is None
    return _add_legend(drawing, pictures, on_vertices=is_graph) if has_legend else drawing


def _add_legend(drawing: Drawing, pictures: RulePictures, *, on_vertices: bool) -> Drawing:
    """Return the drawing with the names of several colours below, which denote values, weights or players.

    The colours are drawn as in the drawing: on squares, or on vertices.
    """
    middle, radius = [(_SWATCH / 2, _SWATCH / 2)], _SWATCH / 2
    players = {
        row.owner.value.title(): Look("colour", LEFT if row.owner is Player.LEFT else RIGHT)
        for row in pictures.rows
        if row.owner in (Player.LEFT, Player.RIGHT)
    }
    named = players | {
        ("x", "y")[look.colour] if look.symbol == "dot" and look.colour < BOTH else value: look
        for value, look in pictures.looks.items()
        if look.symbol in ("colour", "dot")
    }
    if len({look.colour for look in named.values()}) < 2:
        return drawing
    items = [
        Drawing(
            _SWATCH + 6 + markup.width_of(name),
            _SWATCH,
            (
                symbol_on_square(replace(look, text=""), 0, 0, _SWATCH)
                if not on_vertices
                else piece_on_vertices(middle, name.lower(), radius)
                if name in players
                else symbol_on_vertex(look, middle[0], radius)
            )
            + markup.text(name, _SWATCH + 6, 12, text_anchor="start"),
            name,
        )
        for name, look in named.items()
    ]
    legend = beside(items, "legend", gap=12, widest=max(drawing.width, _LEGEND))
    below = stack([drawing, legend], "", gap=10)
    return replace(drawing, width=below.width, height=below.height, body=below.body)


def comparison_drawing(found: RuleComparison, board: str = "", seed: int = 0) -> Drawing:
    """Draw a configuration of the first rule, and next to it its image under the proved bijection; or the
    board, or both boards, on which the rules have different counts.
    """
    if found.witness is not None:
        boards = map(parse_one_board, found.witness.board.split(" and "))
        numbers = " and ".join(found.witness.numbers)
        drawn = [board_drawing(one).with_caption(one.text) for one in boards]
        return beside(drawn, f"{found.games[0]} and {found.games[1]} have {numbers} configurations", gap=28)
    on, *pair = found.mapped_pair(board, seed)
    assert found.rules is not None, "a bijection is about two rules"
    drawn = [
        configuration_drawing(rule, on, one).with_caption(name)
        for rule, one, name in zip(found.rules, pair, found.games, strict=True)
    ]
    return beside(drawn, f"a configuration of {found.games[0]} and its image for {found.games[1]}", gap=28)


def configurations_picture(
    found: Sequence[ConfigurationOfBoard], title: str, names: Sequence[str] = ()
) -> Picture:
    """Return the drawing of configurations of one board, from left to right and possibly with names.

    In characters, the configurations of a graph have one line each.
    """

    def draw() -> Drawing:
        kinds: dict[object, int] = {}
        drawn = [
            configuration_drawing(one.question.rule, one.board, one.configuration, kinds=kinds)
            for one in found
        ]
        pairs = zip(drawn, names, strict=True)
        drawn = [drawing.with_caption(name) for drawing, name in pairs] if names else drawn
        return beside(drawn, title) if len(drawn) > 1 else replace(drawn[0], title=title)

    def typed(width: int) -> list[str]:
        lines = []
        for one, name in zip(found, names or [""] * len(found), strict=True):
            shown = typed_configuration(one.question.rule, one.board, one.configuration)
            lines.append((*[f"{name}:"] * bool(name), *draw_configuration(one.board, shown, width)))
        if len(found) == 1 or found[0].board.grid is None:
            return [line for own in lines for line in own]
        return side_by_side([(*own, "") for own in lines], width)

    return Picture("", draw, typed, is_folded=False)


def typed_configuration(rule: Rule, board: Board, configuration: Configuration) -> Configuration:
    """Like `configuration_drawing`, in characters, with connected cells joined by edges.

    >>> from gfkit.core.boards import parse_one_board
    >>> from gfkit.core.rules import find_rule
    >>> board, marks = parse_one_board("1x3"), Configuration.of_values(enumerate([1, 0, 1]))
    >>> typed_configuration(find_rule("independent-sets"), board, marks).marks
    {0: '●', 1: '·', 2: '●'}
    """
    signs = _signs(pictures_of(rule), board, configuration)
    typed = {cell: character(look) for cell, look in signs.symbols.items()}
    typed |= {cell: SHADE for cell in signs.reached if typed.get(cell) == BLANK}
    if board.grid is not None:
        typed |= {a: arrow(board.places[a], board.places[b]) or str(b + 1) for a, b in signs.pointing}
    edges = () if board.grid is None else Configuration.of_edges(signs.links).pieces
    return configuration._replace(
        marks={**configuration.marks, **{cell: sign for cell, sign in typed.items() if sign}},
        pieces=(*configuration.pieces, *edges),
        joins=configuration.joins or bool(edges),
    )


def _signs(pictures: RulePictures, board: Board, configuration: Configuration) -> Signs:
    """Return the symbols of a rule for the marks of a configuration."""
    marks = configuration.marks
    if pictures.points:
        return Signs(pointing=[(cell, int(mark) - 1) for cell, mark in marks.items()])
    symbols = {cell: pictures.looks[mark] for cell, mark in marks.items() if mark in pictures.looks}
    links = [
        (a, b)
        for a, b in board.edges
        if any({marks.get(a), marks.get(b)} <= of for of in pictures.links)
        and {symbols[cell].symbol for cell in (a, b) if cell in symbols} <= {"dot", "ring"}
    ]
    reached = []
    if pictures.reach is not None:
        for cell in (cell for cell, look in symbols.items() if look.symbol != "blank"):
            reached += [cell] * pictures.reach.itself
            steps = pictures.reach.neighbours
            near = [board.beside(cell, *step) for step in steps] if steps else board.neighbours[cell]
            reached += [other for other in near if other is not None]
    return Signs(symbols, reached, links)


def _normalise_shape(board: Board, cells: Sequence[int]) -> object:
    """Return the shape of a piece translated to the corner, and the chessboard colour of its first square."""
    places = sorted(board.places[cell] for cell in cells)
    top, left = places[0]
    return tuple((row - top, col - left) for row, col in places), (top + left) % 2


def every_filling(question: Question, board: Board) -> Iterator[Configuration]:
    """Yield the configurations of a query on a board; positions of a game are sorted by number of pieces."""
    rule, drawn = question.rule, drawable(question.rule, board)
    fillings: Iterable[tuple[Any, Exponents]] = listed(rule, board, question.positions)
    if rule.is_game:
        fillings = sorted(fillings, key=lambda filling: (sum(filling[1]), filling[0]))
    yield from (drawn(filling) for filling, _ in fillings)
