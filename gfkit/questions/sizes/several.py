"""Boards of which several sizes grow together, such as nxn or mxn: one board for each choice of m and n.

They are not families, because no transfer matrix leads from one board to the next.
"""

from __future__ import annotations

from collections.abc import Mapping

from gfkit.core.boards.board import Board
from gfkit.core.boards.family import Family
from gfkit.core.boards.grammar import parse_board, parse_one_board
from gfkit.core.deferred import regex
from gfkit.core.errors import BoardError

_SIZE = regex(r"(?:(?<=[xX:{,])|^)\s*([mn])\s*(?=[xX}]|,[mn\d,]*}|$)")
"""Pattern of a size m or n in the name of a board, such as torus:mxn or K_{n,n}."""


def growing_sizes(text: str) -> str:
    """Return the sizes m and n in the name of a board, in order.

    >>> growing_sizes("K_{n,n}"), growing_sizes("torus:mxn"), growing_sizes("3x4")
    ('nn', 'mn', '')
    """
    return "".join(_SIZE.findall(text))


def family_of_width(text: str, m: int) -> str:
    """Return the name of the family in n of which the boards have m rows.

    >>> family_of_width("torus:mxn", 4)
    'torus:4xn'
    """
    return _SIZE.sub(lambda found: str(m) if found[1] == "m" else found[0], text)


def grows_both_ways(text: object) -> bool:
    """Return True if a string names boards with one size n, for example squares, that are not a family.

    >>> grows_both_ways("nxn"), grows_both_ways("aztec:n"), grows_both_ways("3xn"), grows_both_ways("mxn")
    (True, True, False, False)
    """
    if not isinstance(text, str) or set(growing_sizes(text)) != {"n"}:
        return False
    try:
        parse_board(text)
    except BoardError:
        try:
            sized_board(text, {"n": 3})
        except BoardError:
            return False
        return True
    return False


def sized_board(text: str, sizes: Mapping[str, int]) -> Board:
    """Return the board in which m and n have the given values, or the n-th board of a family.

    >>> sized_board("mxn", {"m": 2, "n": 3}).text, sized_board("prism:2n", {"n": 3}).text
    ('2x3', 'prism:6')
    """
    if growing_sizes(text):
        return parse_one_board(_SIZE.sub(lambda found: str(sizes[found[1]]), text))
    family = parse_board(text)
    if not isinstance(family, Family):
        raise BoardError(f"board {text!r} contains no size n; replace a size by n, as in 3xn")
    return family.at(sizes["n"])
