"""Counts of boards with one very long side, by the formula of their family.

The formula is derived for every n, so that the number on one board is a term a(n). A residue of a(n) needs
about 2 log2(n) products of polynomials of the order of the recurrence (``algebra.series.nth_term_mod``).
"""

from __future__ import annotations

from typing import Any

from gfkit.algebra import Count, Polynomial
from gfkit.algebra.polynomial import dense
from gfkit.algebra.series import nth_term
from gfkit.boards import Family
from gfkit.boards.family import sized_text
from gfkit.deferred import replace
from gfkit.engine.derive import derive
from gfkit.errors import OptionError
from gfkit.rules import GameLike

_MOST_DIGITS = 10**7
"""Maximum number of decimal digits of an exact count."""


def count_member(
    game: GameLike, family: Family, n: int, *asked: Any, mod: int | None, **options: Any
) -> Count:
    """Return the count on the board of size n of a family, or its residue, by the formula of the family.

    ``asked`` and ``options`` are further arguments of ``derive``.

    >>> int(count_member("domino-tilings", Family("", (2, None)), 10**18, mod=1000))
    626
    """
    law = derive(game, family, *asked, **options)
    board = sized_text(family.shape, tuple(n if size is None else size for size in family.sizes))
    if law.weights:
        raise OptionError(
            f"board {board!r}: its polynomial is too long; give numbers for {', '.join(law.weights)}, with at"
        )
    if mod is not None:
        value = law.modulo(n, mod)
    elif law.rational is None:
        value = law.coefficient(n)
    else:
        value = nth_term(dense(law.rational.numerator), dense(law.rational.denominator), n, _MOST_DIGITS)
    return Count(
        game=law.game,
        board=board,
        positions=law.positions,
        weights=(),
        polynomial=Polynomial.constant(value),
        evidence=replace(law.evidence, method="family-formula"),
        part=law.part,
        modulus=mod or 0,
    )
