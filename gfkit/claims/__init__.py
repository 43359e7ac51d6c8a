"""Claims about sequences: parse a printed formula and prove, refute or test it.

>>> import gfkit
>>> print(gfkit.verify("1/(1 - 2t - t^2)", game="o12", family="path:n").sentence)
proved: the formula and the derived generating function are both 1/(1 - 2*t - t^2)
"""

from typing import TYPE_CHECKING

from gfkit.core.hooks import when_used

if TYPE_CHECKING:
    from gfkit.claims.claim import verify
    from gfkit.claims.judge import Verdict
else:
    __getattr__ = when_used(__name__, {"claim": "verify", "judge": "Verdict"})

__all__ = ["Verdict", "verify"]
