"""Figure of the folders of gfkit, and their table in architecture.md, generated from the code.

The contract in pyproject.toml defines the layers; the docstring of a subpackage states its purpose.
``python docs/pictures.py`` writes both.
"""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

from gfkit.show.markup import line, tag, text, width_of
from gfkit.show.svg import Drawing

ROOT = Path(__file__).resolve().parents[1]
PAGE = Path(__file__).parent / "architecture.md"
WIDTH, HEIGHT, STEP = 720.0, 28.0, 52.0


def layers_of(contract: str) -> list[list[str]]:
    """Return the folders and modules of a contract as paths inside ``gfkit``, layer by layer from the top."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (found,) = (one for one in config["tool"]["importlinter"]["contracts"] if one["name"] == contract)
    return [
        [room.strip().removeprefix("gfkit.").replace(".", "/") for room in layer.split("|")]
        for layer in found["layers"]
    ]


def floors() -> list[list[str]]:
    """Return the folders of gfkit and the parts of its core, layer by layer from the top."""
    inner = layers_of("each layer of the core uses only the layers below it")
    layers = layers_of("each layer uses only the layers below it")
    return [part for layer in layers for part in (inner if layer == ["core"] else [layer])]


def sources(room: str) -> list[Path]:
    """Return the source files of a folder, or of a single module."""
    folder = ROOT / "gfkit" / room
    return sorted(folder.rglob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]


def parsed(path: Path) -> ast.Module:
    """Return the syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


def statements(room: str) -> int:
    """Return the number of statements of a folder, without docstrings."""
    nodes = (node for path in sources(room) for node in ast.walk(parsed(path)) if isinstance(node, ast.stmt))
    return sum(not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)) for node in nodes)


def purpose(room: str) -> str:
    """Return the first paragraph of the docstring of a folder or module."""
    docstring = ast.get_docstring(parsed(sources(room)[0])) or ""
    return docstring.partition("\n\n")[0].replace("\n", " ").replace("``", "`")


def uses() -> dict[str, set[str]]:
    """Return the direct imports of each folder that no other import of it implies."""
    rooms = {room for layer in floors() for room in layer if (ROOT / "gfkit" / room).is_dir()}
    imported: dict[str, set[str]] = {}
    for room in rooms:
        nodes = (node for path in sources(room) for node in ast.walk(parsed(path)))
        modules = (str(node.module) for node in nodes if isinstance(node, ast.ImportFrom))
        paths = [
            module.removeprefix("gfkit.").split(".") for module in modules if module.startswith("gfkit.")
        ]
        named = {"/".join(path[: 2 if path[0] == "core" else 1]) for path in paths}
        imported[room] = (named & rooms) - {room}
    reached: dict[str, set[str]] = {}
    for rooms_of_floor in reversed(floors()):
        for room in rooms & {*rooms_of_floor}:
            reached[room] = imported[room].union(*(reached[used] for used in imported[room]))
    return {
        room: {used for used in below if not any(used in reached[other] for other in below)}
        for room, below in imported.items()
    }


def architecture() -> Drawing:
    """Return the figure: subpackages by their depth, with lines to the subpackages that they import."""
    below = uses()
    depth: dict[str, int] = {}
    for room in (room for rooms in floors() for room in rooms if room in below):
        depth[room] = 1 + max((depth[user] for user in depth if room in below[user]), default=-1)
    top = max(depth.values())
    place: dict[str, tuple[float, float]] = {}
    boxes, lines = [], []
    for height in range(top + 1):
        rooms = [room for room, at in depth.items() if at == top - height]
        rooms.sort(key=lambda room: sum(place[used][0] for used in below[room]) / max(len(below[room]), 1))
        for number, room in enumerate(rooms, 1):
            x, y = WIDTH * number / (len(rooms) + 1), (top - height) * STEP
            place[room] = x, y
            name = room.rpartition("/")[2]
            wide, blue = max(70.0, width_of(name) + 22), room != name
            box = {"x": x - wide / 2, "y": y, "width": wide, "height": HEIGHT, "rx": 5}
            boxes.append(tag("rect", class_="left" if blue else "cell", **box))
            boxes.append(text(name, x, y + HEIGHT * 0.65, **({"class_": "on-left"} if blue else {})))
            lines += [line([(x, y + HEIGHT), place[used]], class_="line") for used in sorted(below[room])]
    drawing = Drawing(WIDTH, top * STEP + HEIGHT, "".join(lines + boxes), "the folders of gfkit")
    return drawing.with_caption("Lines lead from a folder down to its imports. Blue: the core.")


def table() -> str:
    """Return the table of folders in Markdown, the core first: modules, statements and purpose."""
    rows = ["| folder or module | modules | statements | purpose |", "|---|---|---|---|"]
    for layer in reversed(layers_of("each layer uses only the layers below it")):
        parts = (
            [part for inner in floors() for part in inner if part.startswith("core/")]
            if layer == ["core"]
            else []
        )
        rows += [
            f"| `{room}` | {len(sources(room))} | {statements(room):,} | {purpose(room)} |"
            for room in (*layer, *parts)
        ]
    return "\n".join(rows)


def page() -> str:
    """Return the text of architecture.md with the current table."""
    old = PAGE.read_text(encoding="utf-8")
    return re.sub(
        r"(?<=<!-- rooms -->\n).*?(?=<!-- end of rooms -->)", lambda _: table() + "\n", old, flags=re.DOTALL
    )
