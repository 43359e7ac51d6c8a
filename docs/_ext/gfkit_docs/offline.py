"""External resources that a browser fetches when it opens a page. Links are not fetched."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

FETCHING = {
    "script": "src", "img": "src", "iframe": "src", "embed": "src", "source": "src", "video": "src",
    "audio": "src", "track": "src", "input": "src", "object": "data", "link": "href",
    "image": "href", "use": "href",
}  # fmt: skip
NOT_FETCHED = {"canonical", "next", "prev", "index", "search", "author", "license"}
"""Values of rel for which a browser does not fetch the address of a link element."""
IN_STYLE = re.compile(r"""(?:url\(|@import)\s*["']?((?:https?:)?//[^"')\s;]+)""")


def fetched(folder: Path) -> list[tuple[str, str]]:
    """Return the pages and style sheets below a directory, each with an external address that it fetches."""
    found = []
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".html", ".svg"):
            addresses = addresses_in_page(path.read_text(encoding="utf-8"))
        elif path.suffix == ".css":
            addresses = IN_STYLE.findall(path.read_text(encoding="utf-8"))
        else:
            continue
        found += [(str(path.relative_to(folder)), address) for address in addresses]
    return found


def addresses_in_page(text: str) -> list[str]:
    """Return the external addresses that a page fetches automatically.

    >>> addresses_in_page('<a href="https://x.org">x</a><img src="//x.org/a.png"><style>a{b:url(http://y.org/c)}</style>')
    ['//x.org/a.png', 'http://y.org/c']
    """
    reader = _Reader()
    reader.feed(text)
    return reader.found + IN_STYLE.findall(text)


class _Reader(HTMLParser):
    """Parser that collects the external addresses in elements that fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = dict(attributes)
        if tag == "link" and (values.get("rel") or "") in NOT_FETCHED:
            return
        names = [FETCHING[tag], "srcset", "poster", "xlink:href"] if tag in FETCHING else []
        addresses = [values.get(name) or "" for name in names]
        self.found += [each for each in addresses if re.match(r"(?:https?:)?//", each)]
