"""Pictures as files: what is drawn lies where the SVG has it, in its colours, whatever the ending.

Elements are counted in the text of the SVG, colours are the style sheet's, pixels are read by PNG's rules.
"""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from cli.calling import call

from gfkit.boards import parse_one_board
from gfkit.errors import BoardError, MismatchError, OptionError
from gfkit.show.drawn import KINDS, drawing_of
from gfkit.show.picture import save_picture
from gfkit.show.svg import Drawing, board_drawing
from gfkit.show.svg.drawing import MARGIN
from gfkit.show.svg.shapes import Outline, Words, shapes_of, tikz

THINGS = (
    "domineering", "alternating-sign-matrices", "domineering-tiles", "torus:3x4", "AA./..b/#.b", "prism:5",
    "3xn", "domineering 4x4", "spanning-trees 4x8", "spanning-trees 9x9", "spanning-trees torus:3x3",
    "independent-sets 7x7", "domino-tilings 6x6", "col cycle:5", "domineering 3xn", "domineering 3xn roots",
    "domineering 3xn ratios", "domineering 2x3 thermograph", "domineering 2x2 tree",
)  # fmt: skip
"""What may be drawn: a thing, a board to draw it on, a kind of picture."""


def test_every_element_becomes_one_shape() -> None:
    for thing in THINGS:
        drawing = drawing_of(*[*thing.split(), None, None][:3])
        shapes = shapes_of(drawing)
        elements = re.findall(
            r"<(rect|circle|line|polyline|polygon|path|text)[ />]", drawing.svg(styled=False)
        )
        assert len(shapes) == len(elements), thing
        assert sum(isinstance(one, Words) for one in shapes) == elements.count("text"), thing
        wide, high = drawing.width + 2 * MARGIN, drawing.height + 2 * MARGIN
        for shape in shapes:
            points = [shape.at] if isinstance(shape, Words) else [at for _, one in shape.steps for at in one]
            assert all(-3 <= x <= wide + 3 and -3 <= y <= high + 3 for x, y in points), thing
            style = shape.style
            assert all(re.fullmatch("#[0-9a-f]{6}|", one) for one in (style.fill, style.stroke)), thing


def test_colours_are_those_of_the_style_sheet() -> None:
    shapes = shapes_of(board_drawing(parse_one_board("A./A./.b/.b")), "light")
    fills = {one.style.fill for one in shapes if isinstance(one, Outline)}
    assert {"#0072b2", "#e69f00"} <= fills
    letters = {one.words: one.style.fill for one in shapes if isinstance(one, Words)}
    assert letters == {"A": "#ffffff", "b": "#000000"}
    cell = next(one for one in shapes if isinstance(one, Outline))
    assert (cell.style.fill, cell.style.fill_opacity) == ("#1b1f24", 0.06)
    dark = shapes_of(board_drawing(parse_one_board("1x1")), "dark")
    assert dark[0].style.stroke == "#e6e8eb"


def test_texts_are_safe_in_latex() -> None:
    drawing = Drawing(
        10, 10, '<text x="1" y="2">50% of {a_b} &amp; \\x ~ ^ # $</text>', "a\n\\end{document} %"
    )
    text = tikz(drawing)
    assert text.startswith("% a \\end{document} %\n")
    assert r"50\% of \{a\_b\} \& \textbackslash{}x \textasciitilde{} \textasciicircum{} \# \$" in text
    assert text.count("{") == text.count("}")


def test_pieces_lie_in_the_png_where_they_lie_on_the_board(tmp_path: Path) -> None:
    why = "matplotlib is not installed (extra plot): no PNG is drawn"
    read = pytest.importorskip("matplotlib.image", reason=why).imread
    drawing = board_drawing(parse_one_board("Aa/A."))
    file = tmp_path / "board.png"
    save_picture(drawing, file)
    rows = read(file)
    assert rows.shape[:2] == (int((drawing.height + 12) * 2), int((drawing.width + 12) * 2))

    def colour(row: float, col: float) -> tuple[int, ...]:
        x, y = int((MARGIN + col * 34) * 2), int((MARGIN + row * 34) * 2)
        return tuple(round(255 * float(part)) for part in rows[y, x, :3])

    blue, ground = (0x00, 0x72, 0xB2), colour(1.5, 1.5)
    assert colour(0.25, 0.3) == colour(1.75, 0.3) == colour(1.0, 0.5) == blue
    assert colour(0.8, 1.3) != blue
    assert min(ground) > 230


def test_the_command_writes_every_kind(tmp_path: Path) -> None:
    """The same question has the same picture; what is there stays unless it is forced."""
    begun = {"svg": b"<svg", "tex": b"% Domin", "tikz": b"% Domin"}
    if find_spec("matplotlib"):
        begun |= {"pdf": b"%PDF", "png": b"\x89PNG"}
    for ending, begin in begun.items():
        file = tmp_path / f"picture.{ending}"
        assert call("draw", "domineering", "3x3", "-o", file) == (0, f"{file}\n", "")
        first = file.read_bytes()
        assert first.startswith(begin)
        assert call("draw", "domineering", "3x3", "-o", file).code == 2
        assert call("draw", "domineering", "3x3", "-o", file, "--force").code == 0
        assert file.read_bytes() == first


def test_what_cannot_be_drawn_and_what_can() -> None:
    for words, error, said in (
        (("nonsense", None, None), OptionError, "neither a board nor a game"),
        (("prism:0", None, "board"), BoardError, "prism:0"),
        (("col", "2x3", "machine"), MismatchError, "needs a family"),
        (("col", "2xn", "thermograph"), MismatchError, "needs one board"),
        (("col", None, "tree"), OptionError, "needs a board"),
        (("col", "2x3", "boards"), OptionError, "did you mean board"),
        (("col", "2x3", "rule"), OptionError, "one thing"),
        (("node-kayles", "complete:n", "machine"), MismatchError, "no quotient"),
    ):
        with pytest.raises(error, match=said):
            drawing_of(*words)
    shown = " ".join(call("draw", "--help").out.split())
    assert [kind for kind in KINDS if not re.search(rf"\b{kind}\b", shown)] == []
