"""Figure of the subpackages of gfkit, and their table in architecture.md, generated from the code.

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


def contracts() -> dict[str, dict[str, list[str]]]:
    """Return the import contracts by their names."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return {contract["name"]: contract for contract in config["tool"]["importlinter"]["contracts"]}


def floors() -> list[list[str]]:
    """Return the names of subpackages and modules, layer by layer from the top."""
    layers = contracts()["each floor uses only the floors below it"]["layers"]
    return [[room.strip().removeprefix("gfkit.") for room in floor.split("|")] for floor in layers]


def core() -> set[str]:
    """Return the names of the subpackages of the core."""
    rooms = contracts()["the core uses no satellite"]["source_modules"]
    return {room.removeprefix("gfkit.") for room in rooms}


def purpose(room: str) -> str:
    """Return the first paragraph of the docstring of a subpackage or module."""
    path = ROOT / "gfkit" / room / "__init__.py"
    source = path if path.exists() else ROOT / "gfkit" / f"{room}.py"
    docstring = ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))) or ""
    return docstring.partition("\n\n")[0].replace("\n", " ").replace("``", "`")


def uses() -> dict[str, set[str]]:
    """Return the direct imports of each subpackage that no other import of it implies."""
    rooms = {path.parent.name for path in (ROOT / "gfkit").glob("*/__init__.py")}
    imported: dict[str, set[str]] = {}
    for room in rooms:
        trees = (
            ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / "gfkit" / room).rglob("*.py")
        )
        nodes = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
        named = {str(node.module).split(".")[1] for node in nodes if str(node.module).startswith("gfkit.")}
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
    below, inner = uses(), core()
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
            wide, blue = max(70.0, width_of(room) + 22), room in inner
            box = {"x": x - wide / 2, "y": y, "width": wide, "height": HEIGHT, "rx": 5}
            boxes.append(tag("rect", class_="left" if blue else "cell", **box))
            boxes.append(text(room, x, y + HEIGHT * 0.65, **({"class_": "on-left"} if blue else {})))
            lines += [line([(x, y + HEIGHT), place[used]], class_="line") for used in sorted(below[room])]
    drawing = Drawing(WIDTH, top * STEP + HEIGHT, "".join(lines + boxes), "the subpackages of gfkit")
    return drawing.with_caption("Lines lead from a subpackage down to its imports. Blue: the core.")


def table() -> str:
    """Return the table of subpackages in Markdown: name and purpose."""
    rows = ["| subpackage | purpose |", "|---|---|"]
    rows += [f"| `{room}` | {purpose(room)} |" for rooms in floors() for room in rooms]
    return "\n".join(rows)


def page() -> str:
    """Return the text of architecture.md with the current table."""
    old = PAGE.read_text(encoding="utf-8")
    return re.sub(
        r"(?<=<!-- rooms -->\n).*?(?=<!-- end of rooms -->)", lambda _: table() + "\n", old, flags=re.DOTALL
    )
