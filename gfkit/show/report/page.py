"""HTML pages: sections, figures, tables, style, and the font for formulas."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

from gfkit.core.algebra import Ball, Polynomial
from gfkit.core.algebra.formula import MATHML, in_printing_order, tree_of
from gfkit.core.algebra.formula.tree import Equation, Node
from gfkit.core.algebra.formula.write.mathml import math, split_formula
from gfkit.core.algebra.number import whole_text
from gfkit.core.deferred import dataclass
from gfkit.core.hooks import from_above
from gfkit.show.markup import escape_text, tag
from gfkit.show.svg.document import style
from gfkit.show.svg.drawing import Drawing

_LONGEST_NUMBER = 24
_LEAST_SCALE = 0.62
"""Scale to which a figure may be made smaller on a narrow screen."""
MOST_COPIED = 60_000
"""Maximum number of characters of a string that a button copies."""
_MOST_TERMS = 36
"""Maximum number of terms of a sum that is shown unfolded."""
_MOST_TYPESET = 150
"""Maximum number of terms of a sum that is typeset; longer sums are plain text."""
_LIGHT = (
    "--paper:#fdfdfb;--ink:#1b1f24;--soft:#59616b;--line:#d9dbd6;--fill:#f3f4f0;--accent:#00639c;"
    "--first:#0072b2;--second:#b35900"
)
_DARK = (
    "--paper:#15181c;--ink:#e6e8eb;--soft:#a3abb5;--line:#343a42;--fill:#1d2126;--accent:#6cc0f0;"
    "--first:#56b4e9;--second:#f0a830"
)
_PAGE = """
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.6 Charter,"Bitstream Charter",
"Iowan Old Style",Palatino,"Palatino Linotype",Georgia,serif}
main{max-width:46rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
h1{font-size:2.1rem;line-height:1.2;margin:.2rem 0 .3rem;font-weight:600;text-wrap:balance;
overflow-wrap:anywhere}
h2{font-size:1.35rem;line-height:1.3;margin:2.8rem 0 .7rem;padding-top:.7rem;font-weight:600;
border-top:1px solid var(--line)}
h3{font-size:1.05rem;margin:1.7rem 0 .4rem;font-weight:600}
p{margin:.6rem 0;overflow-wrap:break-word}
a{color:var(--accent)}
nav{font-size:.92rem;margin:1.4rem 0 0}
nav ul{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:.2rem 1.1rem}
.kind,figcaption,caption,footer,.note{color:var(--soft);font-size:.92rem}
.kind{margin:0;letter-spacing:.02em}
.lead{font-size:1.12rem}
.known{margin:.9rem 0 0}
figure{margin:1.1rem 0;break-inside:avoid}
figcaption{margin-top:.35rem}
.scroll{overflow-x:auto;max-width:100%;background:
linear-gradient(90deg,var(--paper) 1.5rem,transparent) 0 0/3rem 100% no-repeat local,
linear-gradient(270deg,var(--paper) 1.5rem,transparent) 100% 0/3rem 100% no-repeat local,
linear-gradient(90deg,var(--line),transparent) 0 0/1.2rem 100% no-repeat scroll,
linear-gradient(270deg,var(--line),transparent) 100% 0/1.2rem 100% no-repeat scroll}
svg.gfk{max-width:100%;height:auto;vertical-align:middle}
.positions{display:flex;flex-wrap:wrap;gap:.35rem .6rem;align-items:flex-end}
.display{padding:.35rem 0;overflow-y:hidden;text-align:center}
.display math{margin:.3rem 0;font-size:1.1em}
.sum{padding:.3rem 0 .3rem 1.2rem;line-height:2;overflow-wrap:anywhere;overflow-x:auto;overflow-y:hidden}
.sum math{white-space:nowrap}
td .sum{padding:0;line-height:1.6}
.fraction,.under{display:inline-grid;vertical-align:middle;max-width:100%;text-align:center}
.fraction>:last-child{border-top:1px solid}
.under{margin-right:.4em}
.under>:last-child{font-size:.72em}
math{font-family:"gfkit math",math}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.95rem;margin:.4rem 0}
caption{text-align:left;padding:0 0 .35rem;min-width:16rem}
th,td{padding:.22rem 1.1rem .22rem 0;vertical-align:baseline;text-align:right;
border-bottom:1px solid var(--line)}
td:last-child{padding-right:.2rem}
td details{max-width:22rem;overflow-wrap:anywhere}
thead th{font-weight:600;white-space:nowrap}
tbody th{font-weight:400}
sup{line-height:0;font-size:.75em}
.facts th,.facts td{text-align:left}
.facts tbody th{color:var(--soft);min-width:min(13rem,26vw);padding-right:1.5rem}
.facts td{overflow-wrap:anywhere}
.left td:last-child,.left th:last-child{text-align:left}
.names{width:100%}
.names td,.names th{text-align:left;vertical-align:baseline}
.names td:nth-child(2){width:55%;min-width:15rem;overflow-wrap:anywhere}
.names tbody th{white-space:nowrap}
.said{border-left:3px solid var(--line);margin:1rem 0;padding:.1rem 0 .1rem 1rem;font-size:1.08rem}
.wide{max-width:66rem}
.pair{display:flex;flex-wrap:wrap;gap:0 2.5rem;align-items:flex-start}
.pair figure{flex:1 1 24rem;min-width:0}
pre,code{font:.86rem/1.5 ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
pre{background:var(--fill);border:1px solid var(--line);border-radius:6px;padding:.7rem .9rem;
white-space:pre-wrap;overflow-wrap:anywhere;margin:.6rem 0}
details{margin:.4rem 0}
td details{margin:0}
summary{cursor:pointer;color:var(--accent)}
.button{display:inline-block;margin:.2rem 0;border:1px solid var(--accent);border-radius:6px;
padding:.3rem .9rem;
text-decoration:none;font:inherit;line-height:1.6;color:var(--accent);background:none;cursor:pointer}
.copy{border:1px solid var(--line);border-radius:4px;padding:0 .5em;margin-left:.6em;font:inherit;
font-size:.8rem;font-weight:400;color:var(--soft);background:none;cursor:pointer}
.panels{display:flex;flex-wrap:wrap;gap:.5rem}
footer{margin-top:3rem;border-top:1px solid var(--line);padding-top:.7rem}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
@media (max-width:30rem){body{font-size:16px}main{padding:1.4rem 1rem 3rem}h1{font-size:1.65rem}
.sum{padding-left:.4rem}.button{padding:.55rem .9rem}.positions svg.gfk{max-width:calc(50% - .3rem)}}
@media print{
@page{size:A4;margin:20mm 18mm}
body{font-size:10.5pt;background:#fff}
main{max-width:none;padding:0}
nav,.button,.copy{display:none}
h2,h3,caption,summary{break-after:avoid}
tr,.positions svg,figure svg{break-inside:avoid}
pre{orphans:4;widows:4;
-webkit-box-decoration-break:clone;box-decoration-break:clone}
.scroll{overflow:visible;background:none}
svg.gfk{max-width:100%}
a{color:inherit;text-decoration:none}
details.printed::details-content{content-visibility:visible;display:block;height:auto}
}
"""


_POLICY = (
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "img-src data:",
    "font-src data:",
    "base-uri 'none'",
    "form-action 'none'",
)


def page_style() -> str:
    """Return the complete style sheet, including the style of the drawings."""
    root = f":root{{color-scheme:light dark;{_LIGHT}}}"
    dark = f"@media screen and (prefers-color-scheme:dark){{:root{{{_DARK}}}}}"
    return root + dark + "".join(_PAGE.strip().splitlines()) + style("auto")


@dataclass(frozen=True)
class Section:
    """Section of a page: heading, content, anchor, and the script that the content needs."""

    anchor: str
    title: str
    body: str
    script: str = ""


def heading(title: str, plain: str, latex: str | None = None) -> str:
    """Return a heading with the strings that its buttons copy, if these are short."""
    kept = [text if text and len(text) <= MOST_COPIED else None for text in (plain, latex)]
    return tag("h3", escape_text(title), data_copy=kept[0], data_latex=kept[1])


def paragraph(text: str) -> str:
    return tag("p", escape_text(text))


def figure(drawing: Drawing, caption: str, scale: float = 1) -> str:
    """Return a drawing with a caption. A wide drawing shrinks down to a limit, then it scrolls."""
    least = f"min-width:{round(_LEAST_SCALE * scale * drawing.width)}px"
    inside = tag("div", picture(drawing, scale), style=least)
    return tag("figure", tag("div", inside, class_="scroll"), tag("figcaption", escape_text(caption)))


def picture(drawing: Drawing, scale: float = 1) -> str:
    """Return a drawing that uses the style sheet of the page."""
    return drawing.svg(styled=False, scale=scale)


def table(head: Sequence[str], rows: Iterable[Sequence[str]], caption: str, kind: str | None = None) -> str:
    """Return a table of markup with a class of the style sheet. Its first column contains the row
    headings.
    """
    named = tag("tr", *(tag("th", escape_text(word), scope="col") for word in head)) if head else ""
    lines = (
        tag("tr", tag("th", row[0], scope="row"), *(f"<td>{cell}</td>" for cell in row[1:])) for row in rows
    )
    inside = tag(
        "table",
        tag("caption", escape_text(caption)),
        tag("thead", named) if named else "",
        tag("tbody", *lines),
        class_=kind,
    )
    return tag("div", inside, class_="scroll", tabindex=0, role="region", aria_label=caption)


def listing(text: str, label: str) -> str:
    """Return text to be copied verbatim."""
    return tag("pre", tag("code", escape_text(text)), tabindex=0, role="region", aria_label=label)


def fold(title: str, markup: str, *, printed: bool = False) -> str:
    """Return markup that is shown when the reader clicks the title. If ``printed``, it also appears on
    paper.
    """
    return tag("details", tag("summary", escape_text(title)), markup, class_="printed" if printed else None)


def long_number(value: int) -> str:
    """Return the markup of a number. A long number is cut in the middle and can be unfolded.

    >>> long_number(-7), long_number(10**50)[:9]
    ('-7', '<details>')
    """
    text = whole_text(value)
    if len(text) <= _LONGEST_NUMBER:
        return text
    digits = len(text.removeprefix("-"))
    return f"<details><summary>{text[:10]}…{text[-6:]} ({digits} digits)</summary>{text}</details>"


def ball_text(ball: Ball) -> str:
    """Return a certified number with its radius.

    >>> ball_text(Ball("1.41", "1e-2"))
    '1.41 ± 10<sup>−2</sup>'
    """
    if ball.radius == "0":
        return escape_text(ball.value)
    head, _, power = ball.radius.partition("e")
    small = f"10<sup>{power.replace('-', '−')}</sup>" if head == "1" and power else escape_text(ball.radius)
    return f"{escape_text(ball.value)} ± {small}"


def display(shown: Node) -> str:
    """Return a displayed formula, broken into lines; a part that is wider than the page scrolls."""
    return tag("div", split_formula(MATHML.write(shown)), class_="display scroll")


def inline(shown: Node) -> str:
    """Return an inline formula."""
    return math(MATHML.write(shown), is_block=False)


def polynomial(value: Polynomial, name: str) -> str:
    """Return a polynomial in ascending powers of t, broken between terms. A long polynomial is folded or
    plain text.
    """
    shown = in_printing_order(value) if value.variables[:1] == ("t",) else value
    return long_sum(tree_of(shown), str(shown), name)


def long_sum(shown: Node, plain: str, name: str, head: Node | None = None, tail: str = "") -> str:
    """Return a sum, broken between terms, preceded by ``head =`` and followed by ``tail``.

    A sum is folded, or plain text, by its number of terms, which includes the terms of coefficients.
    """
    terms = 1 + plain.count(" + ") + plain.count(" - ")
    if terms > _MOST_TYPESET:
        inside = tag("div", tag("code", escape_text(plain)), tail, class_="sum")
    else:
        inside = tag(
            "div", split_formula(MATHML.write(Equation(head, shown) if head else shown)), tail, class_="sum"
        )
    if terms <= _MOST_TERMS:
        return inside
    return fold(f"{name} ({terms} terms)", inside, printed=terms <= _MOST_TYPESET)


def whole_page(
    title: str, head: str, sections: Sequence[Section], foot: str = "", kind: str | None = None
) -> str:
    """Return a self-contained document. ``kind`` is its class in the style sheet.

    Its content security policy forbids external resources, and allows only the script of its sections,
    identified by its SHA-256.

    >>> whole_page("A & B", "<h1>A</h1>", [Section("x", "One", "<p>1</p>")]).count("A &amp; B")
    1
    """
    links = (
        tag("li", tag("a", escape_text(section.title), href=f"#{section.anchor}")) for section in sections
    )
    parts = (
        tag("section", tag("h2", escape_text(section.title)), section.body, id=section.anchor)
        for section in sections
    )
    body = tag(
        "main",
        tag("header", head, tag("nav", tag("ul", *links), aria_label="Contents")),
        *parts,
        tag("footer", foot) if foot else "",
        class_=kind,
    )
    copier: Callable[[], str] | None = from_above("copy_script") if 'data-copy="' in body else None
    script = "".join([*(section.script for section in sections), copier() if copier else ""])
    digest = b64encode(sha256(script.encode()).digest()).decode()
    policy = "; ".join((*_POLICY, f"script-src 'sha256-{digest}'" if script else "script-src 'none'"))
    run = tag("script", script, type="module") if script else ""
    font = font_inside() if "<math" in body else ""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape_text(title)}</title>\n<style>{font}{page_style()}</style>\n</head>\n"
        f"<body>\n{body}\n{run}</body>\n</html>\n"
    )


FONT = Path(__file__).parents[1] / "fonts" / "math.woff2"
FAMILY = "gfkit math"


def font_face(address: str = "math.woff2") -> str:
    """Return the style sheet rule for the font at the given address.

    >>> font_face()
    '@font-face{font-family:"gfkit math";src:url(math.woff2) format("woff2");font-display:block}'
    """
    return f'@font-face{{font-family:"{FAMILY}";src:url({address}) format("woff2");font-display:block}}'


@cache
def font_inside() -> str:
    """Return the style sheet rule that contains the font itself."""
    return font_face("data:font/woff2;base64," + b64encode(FONT.read_bytes()).decode("ascii"))
