"""The rooms of gfkit, read off the code: their drawing, and their table in architecture.md.

Floors are those of the contract in pyproject.toml; what a room is for is the first line of its docstring.
``make pictures`` writes both.
"""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

from gfkit.show.markup import tag, text, width_of
from gfkit.show.svg import Drawing

ROOT = Path(__file__).resolve().parents[1]
PAGE = Path(__file__).parent / "architecture.md"
WIDTH, HEIGHT, GAP, STEP = 760.0, 30.0, 6.0, 40.0


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
    rooms = contracts()["the core knows no satellite"]["source_modules"]
    return {room.removeprefix("gfkit.") for room in rooms}


def purpose(room: str) -> str:
    """Returns the first line of the docstring of a room or file."""
    path = ROOT / "gfkit" / room / "__init__.py"
    source = path if path.exists() else ROOT / "gfkit" / f"{room}.py"
    docstring = ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))) or ""
    return docstring.partition("\n")[0]


def architecture() -> Drawing:
    """Returns the drawing: a row for each floor, blue boxes for the core, plain ones for satellites."""
    boxes = []
    inner = core()
    for row, rooms in enumerate(floors()):
        widths = [max(66.0, width_of(room) + 22) for room in rooms]
        left = (WIDTH - sum(widths) - GAP * (len(rooms) - 1)) / 2
        for room, width in zip(rooms, widths, strict=True):
            at = {"x": left, "y": row * STEP, "width": width, "height": HEIGHT, "rx": 5}
            named = {"class_": "on-left"} if room in inner else {}
            boxes.append(tag("rect", class_="left" if room in inner else "cell", **at))
            boxes.append(text(room, left + width / 2, row * STEP + HEIGHT * 0.65, **named))
            left += width + GAP
    drawing = Drawing(WIDTH, len(floors()) * STEP - STEP + HEIGHT, "".join(boxes), "the rooms of gfkit")
    return drawing.captioned(
        "Each room uses only rooms below it. Blue: the core. The others use the core alone."
    )


def table() -> str:
    """Returns the table of rooms in Markdown: name, and what it is for."""
    rows = ["| room | what it is for |", "|---|---|"]
    rows += [f"| `{room}` | {purpose(room)} |" for rooms in floors() for room in rooms]
    return "\n".join(rows)


def page() -> str:
    """Returns the text of architecture.md with the table of today."""
    old = PAGE.read_text(encoding="utf-8")
    return re.sub(
        r"(?<=<!-- rooms -->\n).*?(?=<!-- end of rooms -->)", lambda _: table() + "\n", old, flags=re.DOTALL
    )
