"""What ``gfkit draw`` draws: from the words for a thing to its picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gfkit.boards import Board, Family, parse_board
from gfkit.errors import GfkitError, LimitError, MismatchError, OptionError, did_you_mean
from gfkit.games import NAMED, Question, find_rule
from gfkit.hooks import DRAWINGS, at_place
from gfkit.show import svg

if TYPE_CHECKING:
    from gfkit.show.svg import Drawing
    from gfkit.transfer import CompleteLaw, Derived
    from gfkit.typing import OnProgress
    from gfkit.values import BoardValue

_POINTS = 30


def drawing_of(
    thing: str,
    board: str | None = None,
    kind: str | None = None,
    *,
    positions: str = "all",
    seed: int = 0,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> Drawing:
    """The picture of a game, of a board or family, or of a game on one of these.

    ``kind`` is one of ``DRAWINGS``. Unless it is told, a game alone is drawn as its rule, a game on a board
    as a configuration drawn at random with ``seed``, and a game on a family as the machine of its strip.

    >>> drawing_of("torus:3x4").title
    'board torus:3x4'
    """
    if kind is not None and kind not in DRAWINGS:
        hint = did_you_mean(kind, DRAWINGS)
        raise OptionError(f"kind {kind!r} is unknown; {hint}known are {', '.join(DRAWINGS)}")
    if board is None:
        return _alone(thing, kind)
    question = Question.of(thing, board, positions)
    is_family = isinstance(question.boards, Family)
    kind = kind or ("machine" if is_family else "configuration")
    needs, place = DRAWINGS[kind]
    if not place:
        raise OptionError(f"kind {kind!r} draws one thing: leave out {thing if kind == 'board' else board!r}")
    if (needs == "family") is not is_family:
        wanted = "a family such as 3xn" if needs == "family" else "one board such as 3x4"
        raise MismatchError(f"board {board!r}: {kind} needs {wanted}")
    drawing: Drawing = at_place(place)(question, seed, max_memory, on_progress)
    return drawing


def _alone(thing: str, kind: str | None) -> Drawing:
    if kind == "board" or (kind is None and thing not in NAMED and not thing.endswith(".toml")):
        try:
            found = parse_board(thing)
        except GfkitError:
            if kind == "board":
                raise
            try:
                return svg.rule_drawing(find_rule(thing))
            except GfkitError:
                raise OptionError(
                    f"{thing!r} is neither a board nor a game; gfkit games lists these"
                ) from None
        return svg.board_drawing(found) if isinstance(found, Board) else svg.family_drawing(found)
    if kind in (None, "rule"):
        return svg.rule_drawing(find_rule(thing))
    raise OptionError(f"kind {kind!r} needs a board too, as in gfkit draw domineering 3x3 --as {kind}")


def picture_of_configuration(
    question: Question, seed: int, max_memory: int | None, on_progress: OnProgress | None
) -> Drawing:
    from gfkit.show.cards.descriptions import sample_drawing
    from gfkit.transfer.questions.sampling import sample

    return sample_drawing(sample(question, seed=seed, max_memory=max_memory, on_progress=on_progress))


def _of_law(draw: Callable[[Derived], Drawing]) -> Callable[..., Drawing]:
    def drawn(
        question: Question, _seed: int, max_memory: int | None, on_progress: OnProgress | None
    ) -> Drawing:
        from gfkit.transfer.derive import derive

        found: Derived | CompleteLaw = derive(question, max_memory=max_memory, on_progress=on_progress)
        if found.rational is None:
            raise MismatchError(f"{question.game} on {question.boards.text}: the law is no quotient")
        return draw(found)

    return drawn


@_of_law
def picture_of_machine(found: Derived) -> Drawing:
    from gfkit.show.cards.laws import machine_of_law

    drawn = machine_of_law(found)
    if drawn is None:
        raise LimitError(f"the machine of {found.game} on {found.board} is too large to be drawn")
    return drawn


@_of_law
def picture_of_roots(found: Derived) -> Drawing:
    from gfkit.show.svg.chart import complex_roots

    return svg.roots_drawing(complex_roots(found.generating_function.denominator))


@_of_law
def picture_of_ratios(found: Derived) -> Drawing:
    from gfkit.show.svg.chart import ratios

    points = [(n, value) for n, value in ratios(found.generating_function, _POINTS) if abs(value) < 1e12]
    if len(points) < 2:
        raise MismatchError(f"{found.game} on {found.board} has too few terms that are not 0 for ratios")
    return svg.ratio_drawing(points, float(found.growth(15).rate))


def _of_value(draw: Callable[[Question, BoardValue], Drawing]) -> Callable[..., Drawing]:
    def drawn(
        question: Question, _seed: int, max_memory: int | None, on_progress: OnProgress | None
    ) -> Drawing:
        from gfkit.values import value

        return draw(question, value(question, max_memory=max_memory, on_progress=on_progress))

    return drawn


@_of_value
def picture_of_thermograph(question: Question, found: BoardValue) -> Drawing:
    return svg.thermograph_drawing(
        found.thermograph, f"thermograph of {question.game} on {question.boards.text}"
    )


@_of_value
def picture_of_tree(_question: Question, found: BoardValue) -> Drawing:
    return svg.tree_drawing(found.value)
