"""Names of entries, read: one English sentence that says what is counted becomes a rule and its boards.

The grammar is data, the TOML files of this folder; see ``docs/oeis.md``.

>>> (found,) = read_name("Number of (n+1) X 2 0..2 arrays with every 2 X 2 subblock summing to 4.")
>>> found.family, found.shift
('nx2', 1)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from gfkit.errors import GfkitError, InputError, RuleError
from gfkit.games import Rule
from gfkit.kinds.wording import is_same_rule, sequence_name
from gfkit.oeis.reading.grammar import grammar
from gfkit.oeis.reading.meaning import interpret, rule_text
from gfkit.oeis.reading.parse import Parser, Tree
from gfkit.oeis.reading.pattern import name_words
from gfkit.oeis.reading.say import tree_text
from gfkit.oeis.reading.terms import UnsaidError
from gfkit.transfer.count import count
from gfkit.typing import PositionsWord


class UnreadError(InputError):
    """A name that is not consumed whole: ``left_over`` is what remains, from the place ``at`` on."""

    code = "unread"

    def __init__(self, name: str, at: int, why: str = "") -> None:
        self.name, self.at, self.left_over = name, at, name[at:].strip()
        left = self.left_over if len(self.left_over) < 60 else self.left_over[:57] + "..."
        text = why or (f"not read from {left!r} on" if left else "more is needed at the end")
        super().__init__(f"name {name!r}: {text}")


def size_text(step: int, shift: int) -> str:
    """The size of the board of the term with index n.

    >>> size_text(1, 0), size_text(2, -1)
    ('n', '2n - 1')
    """
    multiple = "n" if step == 1 else f"{step}n"
    return multiple if not shift else f"{multiple} {'+' if shift > 0 else '-'} {abs(shift)}"


@dataclass(frozen=True, slots=True)
class NameReading:
    """What a name was understood to count.

    The term with index n of the entry counts the arrays on the board of size ``step`` n + ``shift`` of
    ``family``. Of a table T(n,k) ``family`` is empty; ``table`` has k in place of the other size, and
    ``shifts`` are those of rows and columns.
    """

    name: str
    rule: Mapping[str, Any]
    family: str
    shift: int
    positions: PositionsWord = "all"
    sentence: str = ""
    table: str = ""
    shifts: tuple[int, int] = (0, 0)
    clauses: tuple[str, ...] = ()
    step: int = 1
    values: str = ""
    """The values where they grow with n, on one board: a(n) is for that n."""

    @property
    def file(self) -> str:
        """The rule as the text of a rule file."""
        return rule_text(self.rule)

    def lines(self) -> list[str]:
        """The rule file, with its boards in a remark on top."""
        if self.table:
            rows, columns = self.shifts
            boards = f"table {self.table}: n + {rows} rows, k + {columns} columns"
        elif self.values:
            boards = f"board {self.family}: the term a(n) is for the values {self.values}"
        else:
            size = size_text(self.step, self.shift)
            boards = f"family {self.family}: the term a(n) is the board of size {size}"
        if self.positions != "all":
            boards += f", positions {self.positions}"
        return [f"# {boards}", *self.file.rstrip("\n").split("\n")]

    def as_json(self) -> dict[str, Any]:
        """The fields of ``gfkit oeis read --json``."""
        return {
            "read": True,
            "rule": self.file,
            "family": self.family or self.table,
            "left_over": "",
            "shift": self.shift,
            "step": self.step,
            "positions": self.positions,
            "sentence": self.sentence,
            "clauses": list(self.clauses),
        }


_SIZED = re.compile(r"^\S+ X \S+ ")


_N = re.compile(r"(?<![A-Za-z0-9_])n(?![A-Za-z0-9_])")
_GROWS = re.compile(r"(?<![A-Za-z0-9_+])(-n|0|1)\.\.\(?n(?![A-Za-z0-9_])")


@lru_cache(maxsize=1024)
def read_name(name: str) -> tuple[NameReading, ...]:
    """The readings of a name, several where clauses differ; refused when something is left over.

    Where values grow with n, the name is read with two numbers in place of n; what both say alike is meant.
    """
    if not _GROWS.search(name):
        return _read_fixed(name)
    first, second = ({_key(one): one for one in _with_number(name, size)} for size in _sizes(name))
    return tuple(first[key] for key in first if key in second)


def _sizes(name: str) -> list[int]:
    """Two numbers that a name does not have."""
    return [size for size in (47, 43, 41, 37, 31, 29) if str(size) not in name][:2]


def _with_number(name: str, size: int) -> Iterator[NameReading]:
    """The readings of a name with a number in place of n, and n in place of it again."""

    def back(value: Any) -> Any:
        if isinstance(value, Mapping):
            return {key: back(part) for key, part in value.items()}
        if isinstance(value, list):
            return [back(part) for part in value]
        if isinstance(value, str):
            return re.sub(rf"(?<![0-9]){size}(?![0-9])", "n", value)
        return value

    try:
        readings = _read_fixed(_N.sub(str(size), name))
    except UnreadError as error:
        raise UnreadError(name, max(0, len(name) - len(back(error.left_over)))) from None
    for reading in readings:
        rule = back(reading.rule)
        values = str(rule.get("cells", {}).get("values", ""))
        yield replace(reading, name=name, rule=rule, sentence=back(reading.sentence), values=values)


def _key(reading: NameReading) -> str:
    unnamed = rule_text({**reading.rule, "name": ""})
    return f"{unnamed}{reading.family}|{reading.table}|{reading.step}|{reading.shift}"


def _read_fixed(name: str) -> tuple[NameReading, ...]:
    words = name_words(name)
    parser = Parser(grammar(), words)
    trees = parser.whole("name")
    if not trees:
        at = words[parser.furthest].start if parser.furthest < len(words) else len(name)
        raise UnreadError(name, at)
    readings: dict[str, NameReading] = {}
    reason = ""
    for tree in trees:
        try:
            reading = _reading(name, tree)
            Rule.of(reading.rule)
        except (UnsaidError, RuleError) as error:
            reason = reason or str(error)
        else:
            readings.setdefault(_key(reading), reading)
    if not readings:
        raise UnreadError(name, 0, f"read, but {reason}")
    return tuple(readings.values())


def sentence_of(rule: Rule, rows: str, columns: str) -> str | None:
    """What the arrays of a rule on boards of such sizes are called.

    By the name of the rule where that says it, and by the words that lines of cells avoid where the rule
    asks for nothing else. The sentence is read back, and must give the rule.

    >>> from gfkit.games import Rule
    >>> (found,) = read_name("Number of (n+1) X 2 0..2 arrays with every 2 X 2 subblock summing to 4.")
    >>> sentence_of(Rule.of(found.rule), "n", "2")
    'n X 2 0..2 arrays with every 2 X 2 subblock summing to 4'
    >>> sentence_of(Rule.array(colours=2, name="mine", window=[("ab", "a < 1 or b < 1")]), "n", "2")
    'n X 2 0..1 arrays avoiding 1 1 horizontally'
    """
    bare = _SIZED.sub("", rule.name)
    names = [f"{rows} X {columns} {bare}", f"{bare} of length {columns}"]
    clause = sequence_name(rule)
    if clause:
        names.append(f"{rows} X {columns} {clause}")
    for name in names:
        try:
            readings = read_name(f"Number of {name}")
        except UnreadError:
            continue
        family = f"{rows}x{columns}"
        plain = [
            reading
            for reading in readings
            if reading.family == family and (reading.step, reading.shift) == (1, 0)
        ]
        if any(is_same_rule(Rule.of(reading.rule), rule) for reading in plain):
            return name
    return None


def clause_list() -> list[str]:
    """The ids of all clauses, with an entry or a sentence that each was tried on."""
    known = (form for forms in grammar().forms.values() for form in forms if not form.id[-1].isdigit())
    return [
        " ".join([f"{form.kind:16} {form.id}", *(words[0] for words in form.tried if len(words) == 3)])
        for form in known
    ]


def _first_divided(rule: Mapping[str, Any], family: str, shift: int) -> str:
    """The board of n = 1, where the counts of some smaller one are not divisible; nothing where all are."""
    whole, divisor, sides = Rule.of({**rule, "divide": 1}), int(rule["divide"]), family.split("x")
    for size in range(1, 1 + shift):
        board = "x".join(str(size) if side == "n" else side for side in sides)
        try:
            if int(count(whole, board).count) % divisor:
                return "x".join(str(1 + shift) if side == "n" else side for side in sides)
        except GfkitError:
            return ""
    return ""


def _reading(name: str, tree: Tree) -> NameReading:
    parts, gives, clauses = interpret(tree)
    words = tree_text(tree, grammar())
    sentence = words[0].upper() + words[1:]
    rule = {"name": sentence.removeprefix("Number of "), **parts}
    if "divide" in parts and gives.get("family") and ":" not in gives["family"]:
        least = _first_divided(rule, gives["family"], gives.get("shift", 0))
        rule = {"name": rule["name"], "least": least, **parts} if least else rule
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
        step=gives.get("step", 1),
    )
