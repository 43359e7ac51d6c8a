"""Drawings of any object, and their files: SVG, PNG, PDF, TikZ."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from io import BytesIO
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gfkit.core.boards import Board, BoardsLike, Family, parse_board
from gfkit.core.errors import GfkitError, LimitError, MismatchError, OptionError, unknown
from gfkit.core.hooks import at_place
from gfkit.core.rules import Question, find_rule
from gfkit.core.rules.library import names_game
from gfkit.core.typing import OnProgress, stoppable
from gfkit.runs.files import write_whole
from gfkit.show import svg
from gfkit.show.cards import card_of
from gfkit.show.drawings import DRAWINGS, DRAWN_AS
from gfkit.show.svg.drawing import MARGIN, Drawing
from gfkit.show.svg.shapes import Outline, Style, Words, shapes_of, tikz

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from gfkit.core.engine import Derived
    from gfkit.show.svg import Drawing

ENDINGS = (".svg", ".png", ".pdf", ".tex", ".tikz")
_DOTS = 192
"""Resolution of PNG files in dots per inch; it is two dots for each unit of the drawing."""
_GROUND = {"light": "#ffffff", "dark": "#14171a"}


def check_picture(option: str, file: str) -> None:
    """Raise an error if a drawing cannot be written to a file. This is called before the work starts."""
    ending = Path(file).suffix.lower()
    if ending not in ENDINGS:
        raise OptionError(
            f"{option} {file!r}: unknown image format {ending!r}; choose from {', '.join(ENDINGS)}"
        )
    packages = {".png": ("matplotlib", "resvg_py"), ".pdf": ("matplotlib",)}.get(ending)
    if packages and not any(map(find_spec, packages)):
        names = " or ".join(packages).replace("_", "-")
        raise OptionError(f"{option} {file!r} needs the package {names}: pip install {names.split()[-1]}")


def save_picture(drawing: Drawing, file: str | Path, theme: str = "auto") -> None:
    """Write a drawing in the format of the file extension. Printed formats use light colours by default."""
    ending = Path(file).suffix.lower()
    check_picture("file", str(file))
    plain = "light" if theme == "auto" else theme
    if ending == ".svg":
        write_whole(file, drawing.svg(theme) + "\n")
    elif ending in (".tex", ".tikz"):
        write_whole(file, tikz(drawing, plain))
    elif ending == ".png" and find_spec("matplotlib") is None:
        from resvg_py import svg_to_bytes

        document = drawing.svg(plain, scale=_DOTS / 96)
        write_whole(file, bytes(svg_to_bytes(svg_string=document, background=_GROUND[plain])))
    else:
        write_whole(file, _draw_with_matplotlib(drawing, ending[1:], plain))


def _draw_with_matplotlib(drawing: Drawing, kind: str, theme: str) -> bytes:
    """Draw with matplotlib; one unit is 1/96 inch."""
    from matplotlib.figure import Figure

    wide, high = drawing.width + 2 * MARGIN, drawing.height + 2 * MARGIN
    figure = Figure(figsize=(wide / 96, high / 96))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, wide)
    axes.set_ylim(high, 0)
    axes.axis("off")
    for order, shape in enumerate(shapes_of(drawing, theme)):
        paint: Callable[[Axes, Outline | Words, int], None] = _write if isinstance(shape, Words) else _draw  # type: ignore[assignment]
        paint(axes, shape, order)
    kept = BytesIO()
    metadata = {"CreationDate": None} if kind == "pdf" else {}
    ground = "none" if kind == "pdf" else _GROUND[theme]
    figure.savefig(kept, format=kind, dpi=_DOTS, facecolor=ground, metadata=metadata)
    return kept.getvalue()


def _draw(axes: Axes, shape: Outline, order: int) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path as Outlined

    codes = {"M": Outlined.MOVETO, "L": Outlined.LINETO, "C": Outlined.CURVE4, "Z": Outlined.CLOSEPOLY}
    points, kinds = [], []
    for step, own in shape.steps:
        points += list(own) or [(0.0, 0.0)]
        kinds += [codes[step]] * max(1, len(own))
    style = shape.style
    dashes = (0, tuple(dash * 0.75 for dash in style.dashes)) if style.dashes else "solid"
    axes.add_patch(
        PathPatch(
            Outlined(points, kinds),
            facecolor=_colour(style.fill, style.fill_opacity),
            edgecolor=_colour(style.stroke, style.stroke_opacity),
            linewidth=style.width * 0.75 if style.stroke else 0,
            linestyle=dashes,
            zorder=order,
        )
    )


def _write(axes: Axes, shape: Words, order: int) -> None:
    style: Style = shape.style
    axes.text(
        *shape.at,
        shape.words.replace("$", r"\$"),
        color=_colour(style.fill, style.fill_opacity),
        fontsize=shape.size * 0.75,
        ha={"start": "left", "middle": "center", "end": "right"}[shape.anchor],
        va="baseline",
        weight="bold" if shape.is_bold else "normal",
        zorder=order,
    )


def _colour(colour: str, opacity: float) -> tuple[str, float] | str:
    return (colour, opacity) if colour else "none"


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
