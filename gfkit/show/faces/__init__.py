"""What values look like in a notebook: LaTeX, SVG and HTML, by kind of value."""

from gfkit.show.faces.face import face

__all__ = ["face"]
