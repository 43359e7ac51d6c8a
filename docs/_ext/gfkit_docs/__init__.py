"""Sphinx extension that runs, typesets and checks the pages. It is not part of the package gfkit."""

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
    """Load the parts. Only they import Sphinx, so that the blocks can run without Sphinx."""
    for part in PARTS:
        import_module(f"gfkit_docs.{part}").setup(app)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
