"""The extension of Sphinx that runs, typesets and checks the pages; nothing of it is part of gfkit."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PARTS = (
    "accessible",
    "atlas",
    "building",
    "commands",
    "docstrings",
    "home",
    "laboratory",
    "mathml",
    "picture",
    "sessions",
    "sharing",
    "theorems",
)


def setup(app: Sphinx) -> dict[str, bool]:
    """Sphinx is imported by the parts, which are loaded here, so that the blocks can be run without it."""
    for part in PARTS:
        import_module(f"gfkit_docs.{part}").setup(app)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
