"""Files of drawings: SVG, PNG, PDF, TikZ."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from gfkit.core.errors import OptionError
from gfkit.runs.files import write_whole
from gfkit.show.svg.document import MARGIN, SvgDocument
from gfkit.show.svg.shapes import Outline, Style, Words, shapes_of, tikz

if TYPE_CHECKING:
    from matplotlib.axes import Axes

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


def write_picture(drawing: SvgDocument, file: str | Path, theme: str = "auto") -> None:
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


def _draw_with_matplotlib(drawing: SvgDocument, kind: str, theme: str) -> bytes:
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
