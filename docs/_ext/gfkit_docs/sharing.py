"""Description of each page for search engines, and the preview that other sites show for a link."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes

from gfkit.show.markup import tag

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PREVIEW = "_static/preview.png"
_MOST_CHARACTERS = 200


def setup(app: Sphinx) -> None:
    app.add_config_value("gfkit_description", "", "html")
    app.connect("html-page-context", describe)


def describe(app: Sphinx, page: str, _: str, context: dict[str, Any], tree: nodes.document | None) -> None:
    """Add the description, taken from the page or its first paragraph, and the address of the preview."""
    first = None if tree is None else next(tree.findall(nodes.paragraph), None)
    known = "" if first is None else " ".join(first.astext().split())
    text = known or context.get("about") or app.config.gfkit_description
    if len(text) > _MOST_CHARACTERS:
        text = f"{text[:_MOST_CHARACTERS].rpartition(' ')[0]} ..."
    title = "gfkit" if page == app.config.root_doc else f"{context.get('title') or page} - gfkit"
    base = app.config.html_baseurl
    shown = {"title": title, "description": text, "type": "website", "site_name": "gfkit"}
    shown["image"] = f"{base}{PREVIEW}" if base else context["pathto"](PREVIEW, resource=True)
    if base:
        shown["url"] = context["pageurl"]
    tags = [tag("meta", name_="description", content=text)]
    tags += [tag("meta", property=f"og:{key}", content=value) for key, value in shown.items()]
    context["metatags"] = context.get("metatags", "") + "".join(tags)
