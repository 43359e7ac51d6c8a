"""The extension of Sphinx that runs, typesets and checks the pages; nothing of it is part of gfkit."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, bool]:
    """Sphinx is imported here and in what is loaded from here, so that the blocks can be run without it."""
    from gfkit_docs import (
        accessible,
        atlas,
        building,
        commands,
        docstrings,
        home,
        laboratory,
        mathml,
        picture,
        sessions,
        sharing,
    )

    for part in (
        accessible,
        atlas,
        building,
        commands,
        docstrings,
        home,
        laboratory,
        mathml,
        picture,
        sessions,
        sharing,
    ):
        part.setup(app)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
