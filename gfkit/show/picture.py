"""Drawings of any object."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

from gfkit.core.boards import Board, BoardsLike, Family, parse_board
from gfkit.core.errors import GfkitError, LimitError, MismatchError, OptionError, unknown
from gfkit.core.hooks import at_place
from gfkit.core.rules import Question, find_rule
from gfkit.core.rules.library import names_game
from gfkit.core.typing import OnProgress, stoppable
from gfkit.show import svg
from gfkit.show.cards import card_of
from gfkit.show.drawings import DRAWINGS, DRAWN_AS
from gfkit.show.svg.drawing import Drawing

if TYPE_CHECKING:
    from gfkit.core.engine import Derived

_POINTS = 30


@stoppable
def draw(
    thing: object,
    board: BoardsLike | None = None,
    kind: str | None = None,
    *,
    positions: str = "all",
    seed: int | None = None,
    limit: int = 20,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> Drawing:
    """Return the drawing of a structure, of a board or family, or of a structure on a board or family.

    Parameters
    ----------
    thing : str, Board, Rule, or an answer
        A structure, or a board or family that is drawn alone. For a result, such as a ``Sample``, the drawing
        is the same as in notebooks.
    board : str or Board, optional
        Board or family of the structure.
    kind : str, optional
        "rule", "board", "configuration", "list", "optimum", "thermograph", "tree", "machine", "roots",
        "ratios" or "terms". "list" draws all configurations, and "optimum" one of smallest and one of largest
        weight.
        By default a game alone is drawn as its rule, on a board as a random configuration, on a family as
        its automaton.
    positions : str, default "all"
        Position class, as for ``count``.
    seed : int, optional
        Equal seeds draw equal configurations; a new seed by default, which the title states.
    limit : int, default 20
        Maximum number of configurations of a list.
    max_memory : int, optional
        Maximum memory, in bytes; three quarters of the free memory by default.
    on_progress : function, optional
        Callback that receives a ``Progress`` object.

    Returns
    -------
    Drawing
        The drawing; ``save(file)`` writes the format of the ending, such as .svg; ``svg()`` is its source.

    Raises
    ------
    OptionError
        The kind is unknown or does not apply, or the object has no drawing.
    MismatchError
        The kind requires a single board, but a family is given, or vice versa.

    Examples
    --------
    >>> draw("torus:3x4").title
    'board torus:3x4'
    """
    kind = None if kind is None else DRAWN_AS.get(kind, kind)
    if kind is not None and kind not in DRAWINGS:
        raise OptionError(unknown("kind", kind, DRAWINGS))
    if isinstance(thing, PathLike):
        thing = fspath(thing)
    asked = getattr(thing, "question", thing)
    if board is None and (kind is None or not isinstance(asked, Question)):
        return _draw_description(thing, kind) if isinstance(thing, str) else _find_drawing(thing, kind)
    question = Question.of(asked, board, positions)
    is_family = isinstance(question.boards, Family)
    kind = kind or ("machine" if is_family else "configuration")
    needs, place = DRAWINGS[kind]
    if not place:
        raise OptionError(f"kind {kind!r} draws one object; omit {thing if kind == 'board' else board!r}")
    if (needs == "family") is not is_family:
        wanted = "a family such as 3xn" if needs == "family" else "one board such as 3x4"
        raise MismatchError(f"board {question.boards.text!r}: {kind} needs {wanted}")
    draw: Callable[..., Drawing] = at_place(place)
    limits: dict[str, Any] = {"limit": limit} if kind == "list" else {}
    return draw(question, seed, **limits, max_memory=max_memory, on_progress=on_progress)


def _find_drawing(thing: object, kind: str | None) -> Drawing:
    """Return the first drawing of a value: a board, a rule, or the result of a function."""
    thing = parse_board(thing) if isinstance(thing, list | tuple) else thing
    card = card_of(thing)
    drawing = None if card is None else card.leading_drawing
    if drawing is None:
        raise OptionError(f"cannot draw {thing!r:.80}; draw accepts a game, a board or a result")
    if kind is not None:
        raise OptionError(
            f"kind {kind!r} requires the name of a structure or a board; {thing!r:.80} is drawn without"
        )
    return drawing


def _draw_description(thing: str, kind: str | None) -> Drawing:
    if kind == "board" or (kind is None and not names_game(thing)):
        try:
            board = parse_board(thing)
        except GfkitError as error:
            if kind == "board":
                raise
            try:
                return svg.rule_drawing(find_rule(thing))
            except GfkitError:
                reason = str(error).removeprefix(f"board {thing!r}").removeprefix(":").strip()
                if not thing[:1].isdigit():
                    reason = "gfkit games lists structures and games"
                raise OptionError(
                    f"{thing!r} is neither a structure nor a game nor a board; {reason}"
                ) from None
        return svg.board_drawing(board) if isinstance(board, Board) else svg.family_drawing(board)
    if kind in (None, "rule"):
        return svg.rule_drawing(find_rule(thing))
    example = "3xn" if DRAWINGS[kind][0] == "family" else "3x3"
    raise OptionError(f"kind {kind!r} needs a board too, as in domineering {example}")


def picture_of_configuration(question: Question, seed: int | None, **work: Any) -> Drawing:
    from gfkit.questions.sampling import sample
    from gfkit.show.cards.descriptions import sample_drawing

    return sample_drawing(sample(question, seed=seed, **work))


def picture_of_list(question: Question, _seed: int | None, **work: Any) -> Drawing:
    from gfkit.questions import list_configurations

    return _require_drawing(question, list_configurations(question, **work))


def picture_of_optimum(question: Question, _seed: int | None, **work: Any) -> Drawing:
    from gfkit.questions.optimum import optimum

    return _require_drawing(question, optimum(question, witness=True, **work))


def _require_drawing(question: Question, found: object) -> Drawing:
    """Return the drawing of a result. Raise MismatchError if there are no configurations."""
    card = card_of(found)
    if card is None or card.leading_drawing is None:
        raise MismatchError(f"there is nothing to draw: {question} has 0 configurations")
    return card.leading_drawing


def _law(question: Question, work: dict[str, Any]) -> Derived:
    """Return the generating function of a family, which must be rational."""
    from gfkit.core.engine.derive import derive

    law = derive(question, **work)
    if law.rational is None:
        raise MismatchError(
            f"{question.game} on {question.boards.text}: the generating function is not rational"
        )
    return law


def picture_of_machine(question: Question, _seed: int | None, **work: Any) -> Drawing:
    from gfkit.show.cards.laws import machine_of_law

    law = _law(question, work)
    drawing = machine_of_law(law)
    if drawing is None:
        raise LimitError(f"the automaton of {law.game} on {law.board} is too large to be drawn")
    return drawing


def picture_of_roots(question: Question, _seed: int | None, **work: Any) -> Drawing:
    from gfkit.show.svg.chart import complex_roots

    return svg.roots_drawing(complex_roots(_law(question, work).generating_function.denominator))


def picture_of_ratios(question: Question, _seed: int | None, **work: Any) -> Drawing:
    law = _law(question, work)
    drawing = svg.ratio_drawing(law.numbers(_POINTS), law.first_n, law.growth(15))
    if drawing is None:
        raise MismatchError(f"{law.game} on {law.board} has too few terms that are not 0 for ratios")
    return drawing


def picture_of_terms(question: Question, _seed: int | None, **work: Any) -> Drawing:
    from gfkit.show.svg.chart import MOST_TERMS

    law = _law(question, work)
    title = f"graph of a(n): {law.game} on {law.board}"
    return svg.terms_drawing(law.numbers(MOST_TERMS), law.first_n, title)


def picture_of_thermograph(question: Question, _seed: int | None, **work: Any) -> Drawing:
    from gfkit.play import value

    title = f"thermograph of {question.game} on {question.boards.text}"
    return svg.thermograph_drawing(value(question, **work).thermograph, title)


def picture_of_tree(question: Question, _seed: int | None, **work: Any) -> Drawing:
    from gfkit.play import value

    return svg.tree_drawing(value(question, **work).value)


drawing_of = draw
"""Former name of ``draw``."""
