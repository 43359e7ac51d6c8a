"""Console blocks in colour: a command begins with a dollar and a space, and everything else is what was said.

The lexer of Pygments takes the lines of entries of the OEIS, ``%I A000045``, for commands of another shell.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pygments.lexers.shell import BashSessionLexer

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class Session(BashSessionLexer):
    """Commands after a dollar, and their output."""

    _ps1rgx = re.compile(r"^(\$ )(.*\n?)")
    _ps2 = "> "


def setup(app: Sphinx) -> None:
    app.add_lexer("console", Session)
