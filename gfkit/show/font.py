"""The mathematical font of pages: a free one, so that formulas look alike wherever they are read.

It is a subset of STIX Two Math under the SIL Open Font License (gfkit/show/fonts/OFL.txt), 40 kB, which
tools/font.py makes. Browsers set formulas by its table of measures, which hardly any font of a system has.
"""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from pathlib import Path

FONT = Path(__file__).parent / "fonts" / "math.woff2"
FAMILY = "gfkit math"


def font_face(address: str = "math.woff2") -> str:
    """The rule of a style sheet that names the font, which lies at this address.

    >>> font_face()
    '@font-face{font-family:"gfkit math";src:url(math.woff2) format("woff2");font-display:block}'
    """
    return f'@font-face{{font-family:"{FAMILY}";src:url({address}) format("woff2");font-display:block}}'


@cache
def font_inside() -> str:
    """The same with the font itself, for a page that is one file."""
    return font_face("data:font/woff2;base64," + b64encode(FONT.read_bytes()).decode("ascii"))
