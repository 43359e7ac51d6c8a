"""Names of entries, read: one English sentence that says what is counted becomes a rule and its boards.

The grammar is data, the TOML files of this folder; see ``docs/reading-names.md``.

>>> (found,) = read_name("Number of (n+1) X 2 0..2 arrays with every 2 X 2 subblock summing to 4.")
>>> found.family, found.shift
('nx2', 1)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from gfkit.errors import InputError, RuleError
from gfkit.games.rule import Rule
from gfkit.oeis.reading.grammar import grammar
from gfkit.oeis.reading.meaning import told, written
from gfkit.oeis.reading.parse import Parser, Tree
from gfkit.oeis.reading.pattern import tokens
from gfkit.oeis.reading.say import said
from gfkit.oeis.reading.terms import UnsaidError


class UnreadError(InputError):
    """A name that is not consumed whole: ``left_over`` is what remains, from the place ``at`` on."""

    code = "unread"

    def __init__(self, name: str, at: int, why: str = "") -> None:
        self.name, self.at, self.left_over = name, at, name[at:].strip()
        left = self.left_over if len(self.left_over) < 60 else self.left_over[:57] + "..."
        said = why or (f"not read from {left!r} on" if left else "more is needed at the end")
        super().__init__(f"name {name!r}: {said}")


@dataclass(frozen=True, slots=True)
class NameReading:
    """What a name was understood to count.

    The term with index n of the entry counts the arrays on the board of size n + ``shift`` of ``family``. Of a
    table T(n,k) ``family`` is empty; ``table`` has k in place of the other size, and ``shifts`` are those of
    rows and columns.
    """

    name: str
    rule: Mapping[str, Any]
    family: str
    shift: int
    positions: str = "all"
    sentence: str = ""
    table: str = ""
    shifts: tuple[int, int] = (0, 0)
    clauses: tuple[str, ...] = ()

    @property
    def file(self) -> str:
        """The rule as the text of a rule file."""
        return written(self.rule)

    def lines(self) -> list[str]:
        """The rule file, with its boards in a remark on top."""
        if self.table:
            rows, columns = self.shifts
            boards = f"table {self.table}: n + {rows} rows, k + {columns} columns"
        else:
            size = "n" if not self.shift else f"n {'+' if self.shift > 0 else '-'} {abs(self.shift)}"
            boards = f"family {self.family}: the term a(n) is the board of size {size}"
        if self.positions != "all":
            boards += f", positions {self.positions}"
        return [f"# {boards}", *self.file.rstrip("\n").split("\n")]

    def as_json(self) -> dict[str, Any]:
        """The fields of ``gfkit oeis read --json``."""
        found = {"read": True, "rule": self.file, "family": self.family or self.table, "left_over": ""}
        extra = {"shift": self.shift, "positions": self.positions, "sentence": self.sentence}
        return {**found, **extra, "clauses": list(self.clauses)}


@lru_cache(maxsize=1024)
def read_name(name: str) -> tuple[NameReading, ...]:
    """The readings of a name, several where clauses read it differently; refused when it is not consumed whole."""
    words = tokens(name)
    parser = Parser(grammar(), words)
    trees = parser.whole("name")
    if not trees:
        at = words[parser.furthest].start if parser.furthest < len(words) else len(name)
        raise UnreadError(name, at)
    found: dict[str, NameReading] = {}
    reason = ""
    for tree in trees:
        try:
            reading = _reading(name, tree)
            Rule.of(reading.rule)
        except (UnsaidError, RuleError) as error:
            reason = reason or str(error)
        else:
            found.setdefault(f"{reading.file}|{reading.family}|{reading.table}|{reading.shift}", reading)
    if not found:
        raise UnreadError(name, 0, f"read, but {reason}")
    return tuple(found.values())


def clauses_told() -> list[str]:
    """The ids of all clauses, with an entry or a sentence that each was tried on."""
    known = (form for forms in grammar().forms.values() for form in forms if not form.id[-1].isdigit())
    return [f"{form.kind:16} {form.id}" for form in known]


def _reading(name: str, tree: Tree) -> NameReading:
    parts, gives, clauses = told(tree)
    words = said(tree, grammar())
    sentence = words[0].upper() + words[1:]
    rule = {"name": sentence.removeprefix("Number of "), **parts}
    if "rows" in gives:
        gives = {**gives, **_boards(gives["rows"], gives["columns"])}
    if not gives.get("family") and not gives.get("table"):
        raise UnsaidError("no family of boards is told")
    if "divide" in parts and gives.get("shift", 0) > 0 and ":" not in gives.get("family", ":"):
        sides = gives["family"].split("x")  # what is divided begins with the board of n = 1
        rule = {
            "name": sentence,
            "least": "x".join(str(1 + gives["shift"]) if side == "n" else side for side in sides),
            **parts,
        }
    return NameReading(
        name=name,
        rule=rule,
        family=gives.get("family", ""),
        shift=gives.get("shift", 0),
        positions=gives.get("positions", "all"),
        sentence=sentence,
        table=gives.get("table", ""),
        shifts=tuple(gives.get("shifts", (0, 0))),
        clauses=tuple(clauses),
    )


def _boards(rows: Mapping[str, Any], columns: Mapping[str, Any]) -> dict[str, Any]:
    """The family of boards with such sides: a variable times a number plus a number each."""
    if any(side["v"] and side["a"] != 1 for side in (rows, columns)):
        raise UnsaidError("every second board of a family is no family")
    if rows["v"] and columns["v"]:
        if {rows["v"], columns["v"]} != {"n", "k"}:
            raise UnsaidError("both sides grow together")
        return {"table": f"{rows['v']}x{columns['v']}", "shifts": [rows["b"], columns["b"]]}
    sides = [side["v"] or str(side["b"]) for side in (rows, columns)]
    shift = rows["b"] if rows["v"] else columns["b"]
    return {"family": "x".join(sides), "shift": shift}
