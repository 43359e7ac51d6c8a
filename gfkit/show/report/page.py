"""The page around the sections: head, title, contents, end."""

from __future__ import annotations

from collections.abc import Sequence

from gfkit.show.markup import escaped, tag
from gfkit.show.report.markup import Section
from gfkit.show.report.style import page_style


def page(title: str, head: str, sections: Sequence[Section], foot: str) -> str:
    """A whole document that refers to nothing outside of it.

    >>> page("A & B", "<h1>A</h1>", [Section("x", "One", "<p>1</p>")], "").count("A &amp; B")
    1
    """
    links = (tag("li", tag("a", escaped(one.title), href=f"#{one.anchor}")) for one in sections)
    parts = (tag("section", tag("h2", escaped(one.title)), one.body, id=one.anchor) for one in sections)
    body = tag(
        "main",
        tag("header", head, tag("nav", tag("ul", *links), aria_label="Contents")),
        *parts,
        tag("footer", foot) if foot else "",
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escaped(title)}</title>\n<style>{page_style()}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )
