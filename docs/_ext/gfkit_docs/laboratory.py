"""Links from the commands and figures of a page to the laboratory, whose address contains the query.

The value ``gfkit_laboratory`` is the address of the laboratory relative to the root of the site. Every
command or figure that the laboratory can compute is followed by a link, which includes the rule files of the
page.
"""

from __future__ import annotations

import ast
import shlex
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from gfkit.core.errors import GfkitError
from gfkit_docs.blocks import read_blocks
from gfkit_docs.cells import CELL_HOME, cells_of

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

_ARGUMENTS = {
    "count": ("game", "board"),
    "derive": ("game", "family"),
    "value": ("game", "board"),
    "outcomes": ("game", "boards"),
    "nim": ("game", "boards"),
    "verify": ("formula",),
    "guess": ("terms",),
}
_ON_BOARDS = {("outcomes", "family"): "outcomes", ("outcomes", "board"): "who", ("nim", "family"): "nimbers"}
"""Query of the laboratory by command and kind of board, if its name differs from the command."""
_STATE = {"--positions": "positions", "--weights": "weights"}
_OUTPUT_OPTIONS = {"--to": 1, "--terms": 1, "--save": 1, "--method": 1} | dict.fromkeys(
    ("--json", "--full", "--certify", "--force", "--options", "--thermograph", "--moves"), 0
)
"""Options that change only the output, with the number of their arguments."""
_FILES = ("graph:", "slices:", "@")


def setup(app: Sphinx) -> None:
    app.add_config_value("gfkit_laboratory", "", "html")
    app.connect("doctree-resolved", _link)


def asked(command: str, files: Mapping[str, str]) -> dict[str, str] | None:
    """Return the query of the laboratory for a command, or None if the laboratory does not support it.

    ``files`` contains the rule files that the page shows, by name.

    >>> asked("gfkit derive col 3xn --weights players", {})
    {'game': 'col', 'family': '3xn', 'weights': 'players', 'derive': '1'}
    >>> asked("gfkit derive mine.toml 2xn", {"mine.toml": 'name = "Mine"'})
    {'game': 'own', 'rule': 'name = "Mine"', 'family': '2xn', 'derive': '1'}
    >>> asked("gfkit outcomes cram 2xn --to 5", {})
    {'game': 'cram', 'to': '5', 'family': '2xn', 'outcomes': '1'}
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
        elif word == "--to" and "boards" in _ARGUMENTS[verb]:
            state["to"] = next(rest, "")
        elif word in _OUTPUT_OPTIONS:
            for _ in range(_OUTPUT_OPTIONS[word]):
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
    if any(value.startswith((*_FILES, "octal:")) for value in state.values()):
        return None
    if "boards" in state:
        boards = state.pop("boards")
        kind = "family" if _has_n(boards) else "board"
        state, verb = {**state, kind: boards}, _ON_BOARDS.get((verb, kind), verb)
    if state.get("game", "").endswith(".toml"):
        if state["game"] not in files:
            return None
        state = {
            "game": "own",
            "rule": files[state["game"]],
            **{k: v for k, v in state.items() if k != "game"},
        }
    return state if verb == "count" else {**state, verb: "1"}


_DRAWN = {
    "derive": "derive",
    "value": "value",
    "outcomes": "outcomes",
    "nim": "nim",
    "sample": "count",
    "count": "count",
    "winners": "outcomes",
}
"""Commands equivalent to the functions that draw figures."""


def figure_query(source: str) -> dict[str, str] | None:
    """Return the query of the laboratory for a figure, from its source, or None if there is no such query.

    >>> figure_query('machine_of_law(gfkit.derive("o12", "path:n", weights="pieces"))')
    {'game': 'o12', 'family': 'path:n', 'weights': 'pieces', 'derive': '1'}
    >>> figure_query('drawing_of("spanning-trees", "9x18", seed=1)')
    {'game': 'spanning-trees', 'board': '9x18'}
    >>> figure_query('board_drawing(parse_one_board("..#/..."))'), figure_query('scaling("states", "states")')
    ({'board': '..#/...'}, None)
    """
    for call in ast.walk(ast.parse(source)):
        if not isinstance(call, ast.Call):
            continue
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        words = [
            one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str)
        ]
        if name == "parse_one_board" and len(words) == 1 and set(words[0]) <= set(".#/"):
            return {"board": words[0]}
        if name == "winners" and len(words) == 1 and len(call.args) == 3:
            sizes, last = (ast.literal_eval(one) for one in call.args[1:])
            words, name = [words[0], f"{max(sizes)}xn", "--to", str(last)], "winners"
        elif name == "drawing_of" and len(words) > 1:
            name = "derive" if _has_n(words[1]) else "sample"
            words = words[:2]
        if name not in _DRAWN or len(words) < 2:
            continue
        for option in call.keywords:
            if option.arg in ("positions", "weights") and isinstance(option.value, ast.Constant):
                words += [f"--{option.arg}", option.value.value]
        return asked(shlex.join(["gfkit", _DRAWN[name], *words]), {})
    return None


def _has_n(boards: str) -> bool:
    """Return True if a board is a family with size n."""
    from gfkit.core.boards import Family, parse_board

    return isinstance(parse_board(boards), Family)


def _link(app: Sphinx, page: nodes.document, name: str) -> None:
    from docutils import nodes

    home = app.config.gfkit_laboratory
    if not home:
        return
    source = Path(app.srcdir, f"{name}.md")
    blocks = read_blocks(source) if source.exists() else []
    files = {block.file: block.text for block in blocks if block.file}
    cells = {cell.text.rstrip("\n"): markup for cell, markup in cells_of(blocks)}
    above = "../" * name.count("/")
    for block in list(page.findall(nodes.literal_block)):
        links = list(_links(block.astext(), files, above + home))
        cell = cells.get(block.astext().rstrip("\n"), "").replace(CELL_HOME, escape(above + home))
        if (links or cell) and block.parent is not None:
            place = block.parent if "literal-block-wrapper" in block.parent.get("classes", ()) else block
            place.parent.insert(
                place.parent.index(place) + 1, nodes.raw("", _row(links, cell), format="html")
            )
    for picture in page.findall(nodes.container):
        state = figure_query(picture["source_of_picture"]) if "source_of_picture" in picture else None
        if state is not None:
            picture.append(nodes.raw("", _row([("", f"{above}{home}#{urlencode(state)}")]), format="html"))


def _links(text: str, files: Mapping[str, str], home: str) -> Iterator[tuple[str, str]]:
    """Yield the title and the address of the laboratory for every supported command."""
    for line in text.splitlines():
        if line.startswith("$ gfkit "):
            try:
                state = asked(line, files)
            except (ValueError, GfkitError):  # an argument that continues on the next line
                continue
            if state is not None:
                where = state.get("board") or state.get("family", "")
                yield f"{line.split()[2]} {where}".strip(), f"{home}#{urlencode(state)}"


def _row(links: list[tuple[str, str]], cell: str = "") -> str:
    lead = "open in the laboratory"
    shown = [
        f'<a href="{escape(address)}">{lead if len(links) == 1 else what}</a>' for what, address in links
    ]
    words = ("" if len(links) == 1 else f"{lead}: ") + ", ".join(shown) if links else ""
    return f'<div class="to-laboratory">{cell}{f"<p>{words}</p>" if words else ""}</div>'
