"""The mathematical font is there, is used by every page that sets formulas, and is named once in each.

What it must have is what formulas are written with: the characters of the writer and of two values.
"""

import re
from base64 import b64decode
from pathlib import Path

from gfkit.show.font import FAMILY, FONT, font_face
from gfkit.show.report.page import Section, whole_page

ROOT = Path(__file__).parents[2]


def test_it_comes_with_its_license():
    assert FONT.read_bytes()[:4] == b"wOF2"
    assert FONT.stat().st_size < 80_000
    license = (FONT.parent / "OFL.txt").read_text(encoding="utf-8")  # noqa: A001
    assert "SIL OPEN FONT LICENSE Version 1.1" in license
    assert "STIX Fonts Project Authors" in license


def test_a_report_has_it_inside():
    page = whole_page("A", "", [Section("x", "One", "<math><mi>x</mi></math>")], "")
    (data,) = re.findall(r"url\(data:font/woff2;base64,([A-Za-z0-9+/=]+)\)", page)
    assert b64decode(data) == FONT.read_bytes()
    assert re.search(rf'math\{{font-family:"{FAMILY}"', page)
    assert "font-face" not in whole_page("A", "", [Section("x", "One", "no formula")], "")


def test_pages_have_it_beside():
    for sheet in ("docs/_static/gfkit.css", "gfkit/lab/page/style.css"):
        text = (ROOT / sheet).read_text(encoding="utf-8")
        assert "".join(text.split()).count("".join(font_face().rstrip("}").split())) == 1
        assert re.search(rf'^math \{{ font-family: "{FAMILY}", math;', text, re.M)
