"""Links from the commands of a page to the laboratory, whose address holds what is asked.

With the value ``gfkit_laboratory``, where the laboratory lies from the root of the site, every command that
the laboratory can answer gets a link below its block. Rules that the page shows in a file go along.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from gfkit_docs.blocks import read_blocks

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

_ARGUMENTS = {
    "count": ("game", "board"),
    "derive": ("game", "family"),
    "value": ("game", "board"),
    "verify": ("formula",),
    "guess": ("terms",),
}
_STATE = {"--positions": "positions", "--weights": "weights"}
_TOLD = {"--to": 1, "--terms": 1, "--digits": 1, "--save": 1, "--method": 1} | dict.fromkeys(
    ("--json", "--full", "--certify", "--force", "--options", "--thermograph"), 0
)
"""Options that change how an answer is shown, with how many words follow."""
_FILES = ("graph:", "slices:", "@")


def setup(app: Sphinx) -> None:
    app.add_config_value("gfkit_laboratory", "", "html")
    app.connect("doctree-resolved", _link)


def asked(command: str, files: Mapping[str, str]) -> dict[str, str] | None:
    """What the laboratory is to be asked for a command; None where it cannot be asked that.

    ``files`` are the rule files that the page shows, by name.

    >>> asked("gfkit derive col 3xn --weights players", {})
    {'game': 'col', 'family': '3xn', 'weights': 'players', 'derive': '1'}
    >>> asked("gfkit derive mine.toml 2xn", {"mine.toml": 'name = "Mine"'})
    {'game': 'own', 'rule': 'name = "Mine"', 'family': '2xn', 'derive': '1'}
    >>> asked("gfkit guess --file terms.txt", {}) is asked("gfkit runs list", {}) is None
    True
    """
    words = shlex.split(command, comments=True)
    if len(words) < 3 or words[0] != "gfkit" or words[1] not in _ARGUMENTS or "|" in words:
        return None
    verb, names = words[1], list(_ARGUMENTS[words[1]])
    state: dict[str, str] = {}
    rest = iter(words[2:])
    for word in rest:
        if word in _STATE:
            state[_STATE[word]] = next(rest, "")
        elif word in _TOLD:
            for _ in range(_TOLD[word]):
                next(rest, "")
        elif word == "--for" and verb == "verify":
            state |= {"game": next(rest, ""), "family": next(rest, "")}
        elif verb == "guess" and "terms" in state and not word.startswith("--"):
            state["terms"] += f" {word}"
        elif word.startswith("--") or not names:
            return None
        else:
            state[names.pop(0)] = word
    if names or (verb == "verify" and not state.get("family")):
        return None
    if any(value.startswith(_FILES) for value in state.values()):
        return None
    if state.get("game", "").endswith(".toml"):
        if state["game"] not in files:
            return None
        state = {
            "game": "own",
            "rule": files[state["game"]],
            **{k: v for k, v in state.items() if k != "game"},
        }
    return state if verb == "count" else {**state, verb: "1"}


def _link(app: Sphinx, page: nodes.document, name: str) -> None:
    from docutils import nodes

    home = app.config.gfkit_laboratory
    if not home:
        return
    source = Path(app.srcdir, f"{name}.md")
    files = {block.file: block.text for block in read_blocks(source) if block.file} if source.exists() else {}
    above = "../" * name.count("/")
    for block in list(page.findall(nodes.literal_block)):
        links = list(_links(block.astext(), files, above + home))
        if links and block.parent is not None:
            place = block.parent if isinstance(block.parent, nodes.container) else block
            place.parent.insert(place.parent.index(place) + 1, nodes.raw("", _row(links), format="html"))


def _links(text: str, files: Mapping[str, str], home: str) -> Iterator[tuple[str, str]]:
    """What every command that has an answer there is about, with its address."""
    for line in text.splitlines():
        if line.startswith("$ gfkit "):
            try:
                state = asked(line.removeprefix("$ "), files)
            except ValueError:  # a word that goes on in the next line
                continue
            if state is not None:
                where = state.get("board") or state.get("family", "")
                yield f"{line.split()[2]} {where}".strip(), f"{home}#{urlencode(state)}"


def _row(links: list[tuple[str, str]]) -> str:
    lead = "open in the laboratory"
    shown = [
        f'<a href="{escape(address)}">{lead if len(links) == 1 else what}</a>' for what, address in links
    ]
    return f'<p class="to-laboratory">{"" if len(links) == 1 else f"{lead}: "}{", ".join(shown)}</p>'
