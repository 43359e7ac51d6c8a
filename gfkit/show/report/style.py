"""The style sheet of a report: light and dark, narrow screens, paper."""

from __future__ import annotations

from gfkit.show.svg.drawing import style

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
.scroll{overflow-x:auto;max-width:100%}
svg.gfk{max-width:max(100%,27rem);height:auto;vertical-align:middle}
.positions{display:flex;flex-wrap:wrap;gap:.35rem .6rem;align-items:flex-end}
.positions svg.gfk{max-width:100%}
.display{padding:.35rem 0;overflow-y:hidden}
.display math{margin:.3rem auto;font-size:1.1em}
.sum{padding:.3rem 0 .3rem 1.2rem;line-height:2;overflow-wrap:anywhere}
.sum math{white-space:nowrap}
td .sum{padding:0;line-height:1.6}
math{font-family:"Latin Modern Math","STIX Two Math","Cambria Math",math}
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
pre,code{font:.86rem/1.5 ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
pre{background:var(--fill);border:1px solid var(--line);border-radius:6px;padding:.7rem .9rem;
overflow-x:auto;margin:.6rem 0}
details{margin:.4rem 0}
td details{margin:0}
summary{cursor:pointer;color:var(--accent)}
.button{display:inline-block;border:1px solid var(--accent);border-radius:6px;padding:.3rem .9rem;
text-decoration:none}
footer{margin-top:3rem;border-top:1px solid var(--line);padding-top:.7rem}
.point{fill:var(--first)}
.near{fill:none;stroke:var(--second);stroke-width:2}
.track{fill:none;stroke:var(--first);stroke-opacity:.5;stroke-width:1.4}
.rate{fill:none;stroke:var(--second);stroke-width:1.6;stroke-dasharray:6 4}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
@media (max-width:30rem){body{font-size:16px}main{padding:1.4rem 1rem 3rem}h1{font-size:1.65rem}
.sum{padding-left:.4rem}}
@media print{
@page{size:A4;margin:20mm 18mm}
body{font-size:10.5pt;background:#fff}
main{max-width:none;padding:0}
nav,.button{display:none}
h2,h3,caption,summary{break-after:avoid}
tr,pre,.positions svg{break-inside:avoid}
pre{white-space:pre-wrap;overflow-wrap:anywhere}
.scroll{overflow:visible}
svg.gfk{max-width:100%}
a{color:inherit;text-decoration:none}
details.printed::details-content{content-visibility:visible;display:block;height:auto}
}
"""


def page_style() -> str:
    """The whole style sheet, that of the pictures included."""
    root = f":root{{color-scheme:light dark;{_LIGHT}}}"
    dark = f"@media screen and (prefers-color-scheme:dark){{:root{{{_DARK}}}}}"
    return root + dark + "".join(_PAGE.strip().splitlines()) + style("auto")
