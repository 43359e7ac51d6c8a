"""What data are, when a formula that was printed for them is not it."""

from __future__ import annotations

from gfkit.guess import Data, guess
from gfkit.sequences import RationalGF

_SECONDS = 5.0
_KINDS = ("polynomial", "periodic", "quasi-polynomial", "c-finite")


def fitting(data: Data) -> RationalGF | None:
    """The rational generating function that a guess with good evidence gives for the data.

    >>> print(fitting(Data.of([1, 3, 7, 17, 41, 99, 239, 577, 1393, 3363])))
    (1 + t)/(1 - 2*t - t^2)
    """
    found = guess(data, kinds=_KINDS, limit=_SECONDS).found
    first = next((finding for finding in found if not finding.weak), None)
    gf = first.rational if first else None
    return gf if gf is not None and gf.first_n == data.offset else None
