"""Highlighting of console blocks: a command begins with a dollar and a space, and all other lines are output.

The lexer of Pygments would parse the lines of OEIS entries, ``%I A000045``, as commands of another shell.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pygments.lexers.shell import BashSessionLexer

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class Session(BashSessionLexer):
    """Lexer of commands after a dollar, and their output."""

    _ps1rgx = re.compile(r"^(\$ )(.*\n?)")
    _ps2 = "> "


def setup(app: Sphinx) -> None:
    app.add_lexer("console", Session)
