"""The rooms of gfkit, read off the code: their drawing, and their table in architecture.md.

Floors are those of the contract in pyproject.toml; what a room is for is the first line of its docstring.
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
    """Returns the contracts between rooms, by their names."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return {contract["name"]: contract for contract in config["tool"]["importlinter"]["contracts"]}


def floors() -> list[list[str]]:
    """Returns the names of rooms and files, floor by floor from the top."""
    layers = contracts()["each floor uses only the floors below it"]["layers"]
    return [[room.strip().removeprefix("gfkit.") for room in floor.split("|")] for floor in layers]


def core() -> set[str]:
    """Returns the names of the rooms of the core."""
    rooms = contracts()["the core uses no satellite"]["source_modules"]
    return {room.removeprefix("gfkit.") for room in rooms}


def purpose(room: str) -> str:
    """Returns the first line of the docstring of a room or file."""
    path = ROOT / "gfkit" / room / "__init__.py"
    source = path if path.exists() else ROOT / "gfkit" / f"{room}.py"
    docstring = ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))) or ""
    return docstring.partition("\n")[0].replace("``", "`")


def uses() -> dict[str, set[str]]:
    """Returns for each room the rooms that it imports and no other room that it imports brings along."""
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
    """Returns the drawing: rooms by the longest way from the top, each with lines to those that it uses."""
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
    drawing = Drawing(WIDTH, top * STEP + HEIGHT, "".join(lines + boxes), "the rooms of gfkit")
    return drawing.with_caption("A line leads from a room down to a room that it uses. Blue: the core.")


def table() -> str:
    """Returns the table of rooms in Markdown: name and contents."""
    rows = ["| room | contents |", "|---|---|"]
    rows += [f"| `{room}` | {purpose(room)} |" for rooms in floors() for room in rooms]
    return "\n".join(rows)


def page() -> str:
    """Returns the text of architecture.md with the table of today."""
    old = PAGE.read_text(encoding="utf-8")
    return re.sub(
        r"(?<=<!-- rooms -->\n).*?(?=<!-- end of rooms -->)", lambda _: table() + "\n", old, flags=re.DOTALL
    )
