"""Events of a random configuration: sentences about a few cells, edges or pieces, as constraints.

An event is a *tally*: a statement on the number of true tests among tests of variables and further tallies. All
parts of a conjunction are true, and at least one part of a disjunction. A condition adds one constraint for each
part of its conjunction; any other inner tally is the value of a hidden Boolean variable.

If an event is counted instead of required, each of its translates along a strip is such a variable, with a weight.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from gfkit.boards import Board
from gfkit.deferred import replace
from gfkit.errors import InputError, MismatchError
from gfkit.rules.evaluation import holds
from gfkit.rules.expression import check_predicate
from gfkit.rules.kinds import system_of
from gfkit.rules.kinds.constraints import (
    NO,
    YES,
    Cardinality,
    Constraint,
    ConstraintSystem,
    Decision,
    Exclusion,
    Key,
    Line,
    ReadingOrder,
    Role,
    Slot,
    Test,
)
from gfkit.rules.linkage import MarkedPlace, Numbers, pinned_cells
from gfkit.rules.place import read_places
from gfkit.rules.rule import Occurrence, Predicate, Rule
from gfkit.rules.table import RuleTable

if TYPE_CHECKING:
    from gfkit.rules.question import Question

_ANY = Numbers(frozenset({1}), 1)
EVENT_START = (
    r"(?:not|cells?|vertex|vertices|edge|arrow|piece|corners?|first|last|top|bottom|left|right|row|column|border"
    r"|exactly|at least|at most|[0-9]+ (?:of|king|neighbours)|king|neighbours)\b"
)
_SIZES = {"monomino": 1, "domino": 2, "tromino": 3, "tetromino": 4, "pentomino": 5, "hexomino": 6}
_PRESENT = "selected|present|used|taken|occupied|covered|in it|in the set|1"
_ABSENT = "empty|free|absent|unselected|uncovered|unoccupied|0"
_DEGREES = {"leaf": 1, "leaves": 1, "isolated": 0}


class Tally(NamedTuple):
    """Statement that the number of true parts is admissible."""

    parts: tuple[Test | Tally, ...]
    numbers: Numbers

    @classmethod
    def all_of(cls, parts: Iterable[Test | Tally]) -> Tally:
        """Return the conjunction of some parts."""
        listed = tuple(parts)
        return cls(listed, Numbers.of(len(listed)))

    def opposite(self) -> Tally:
        """Return the negation."""
        allowed, cap, modulo = self.numbers
        return Tally(self.parts, Numbers(frozenset(range(cap + 1)) - allowed, cap, modulo))


_NEVER = Tally((), Numbers.of(1))


class EventReader:
    """Parser of events on one board, from the variables of the rule.

    Cells outside the board have no value, and no piece covers them; ``missing`` lists them.
    """

    def __init__(self, slots: Sequence[Slot], board: Board, rule: Rule) -> None:
        self.board, self.rule, self.missing = board, rule, list[str]()
        self.slots = [slot for slot in slots if slot.role is Role.SHOWN]
        self.at: dict[int, list[Slot]] = {cell: [] for cell in range(board.size)}
        self.by_cells: dict[frozenset[int], list[Slot]] = {}
        for slot in self.slots:
            self.by_cells.setdefault(frozenset(slot.cells), []).append(slot)
            for cell in dict.fromkeys(slot.cells):
                self.at[cell].append(slot)
        names = sorted(map(re.escape, board.names), key=len, reverse=True)
        cell = r"-?\d+ ?, ?-?\d+" if board.grid or board.places else "|".join([*names, r"-?\d+"])
        self.cell = rf"(?:{cell})"
        self.shift: Callable[[int | None], int | None] = lambda cell: cell

    # Names of cells and variables

    def name_of(self, cell: int) -> str:
        """Return the name of a cell: its row and column, its name, or its number from 1."""
        if self.board.places:
            return ",".join(str(at + 1) for at in self.board.places[cell])
        return self.board.names[cell] if self.board.names else str(cell + 1)

    def _find_cells(self, text: str) -> list[int]:
        """Return the cells of a list of cells, or of a place of rule files."""
        if re.fullmatch(rf"{self.cell}(?: and {self.cell})*", text):
            found = map(self._find_cell, re.findall(self.cell, text))
            return [cell for cell in found if cell is not None]
        if near := re.fullmatch(rf"(king )?neighbours of (?:cell |vertex )?({self.cell})", text):
            cell = self._find_cell(near[2])
            return [] if cell is None else self._neighbours(cell, is_king=bool(near[1]))
        word = {"corner": "top left" if self.board.grid else "first"}.get(text, text)
        cells = pinned_cells(self.board, MarkedPlace(*read_places(RuleTable("event", {"at": word}))))
        there = [cell for cell in map(self.shift, cells) if cell is not None]
        self.missing += [] if cells and len(there) == len(cells) else [text]
        return there

    def _neighbours(self, cell: int, *, is_king: bool) -> list[int]:
        """Return the adjacent cells, or the cells at the distance of a king's move."""
        if not is_king or self.board.grid is None:
            return [*self.board.neighbours[cell]]
        steps = product((-1, 0, 1), repeat=2)
        around = {self.board.beside(cell, down, right) for down, right in steps}
        return [other for other in sorted(around - {None, cell})]  # type: ignore[type-var,misc]

    def _find_cell(self, name: str) -> int | None:
        """Return the cell with a name, or None if it is not on the board."""
        cell: int | None
        if name in self.board.names:
            return self.board.names.index(name)
        numbers = [int(part) for part in name.split(",")]
        if len(numbers) == 2:
            sides = [1 + max((at[axis] for at in self.board.places), default=0) for axis in (0, 1)]
            sides = [self.board.grid.rows, self.board.grid.cols] if self.board.grid else sides
            row, col = (at - 1 if at > 0 else side + at for at, side in zip(numbers, sides, strict=True))
            cell = self.board.at.get((row, col))
        else:
            number = numbers[0] - 1 if numbers[0] > 0 else self.board.size + numbers[0]
            cell = number if 0 <= number < self.board.size else None
        cell = None if 0 in numbers else self.shift(cell)
        self.missing += [f"cell {name}"] if cell is None else []
        return cell

    def label(self, slot: Slot) -> str:
        """Return the word that distinguishes a piece from others on the same cells: its owner or a letter."""
        if len(self.by_cells[frozenset(slot.cells)]) < 2 or slot.key[0] != "piece":
            return ""
        colours, index = getattr(self.rule, "colours", ()), slot.key[1]
        owner = str(colours[index].owner.value) if isinstance(colours, tuple) and isinstance(index, int) else ""
        own = [colour.owner for colour in colours] if owner else []
        if isinstance(index, int) and own.count(own[index] if own else None) == 1 and owner != "both":
            return owner
        return chr(ord("a") + index % 26) if isinstance(index, int) else ""

    def elementary(self) -> Iterator[tuple[str, Key, int]]:
        """Yield the elementary events: their text, and a variable with its value."""
        for slot in self.slots:
            names, label = [self.name_of(cell) for cell in slot.cells], self.label(slot)
            joined = "-".join(names)
            for value in slot.values:
                if slot.key[0] == "arrow":
                    text = f"arrow {'-'.join(names if value else names[::-1])}"
                elif slot.key[0] == "move":
                    text = f"cell {joined} points at {self.name_of(value) if value >= 0 else joined}"
                elif slot.key[0] == "tile":
                    text = f"cell {joined} is tile {self._tile_names()[value]}"
                elif not value:
                    continue
                elif slot.key[0] == "chosen":
                    text = f"cell {joined} is chosen"
                elif len(names) == 1:
                    text = f"cell {joined} is {label or value}"
                else:
                    text = f"{'edge' if len(names) == 2 else 'piece'} {joined}" + f" is {label}" * bool(label)
                    text += f" is {value}" * (value > 1)
                yield text, slot.key, value

    def cells_of(self, key: Key, value: int) -> tuple[int, ...]:
        """Return the cells of an elementary event; those of an arrow are in its direction."""
        (slot,) = [slot for slot in self.slots if slot.key == key]
        return slot.cells if key[0] != "arrow" or value else slot.cells[::-1]

    def _tile_names(self) -> list[str]:
        return [tile.name for tile in getattr(self.rule, "tiles", ())]

    def translates(self, event: Occurrence) -> Iterator[Tally]:
        """Yield the tallies of all translates of an event along a strip that are on the board."""
        spots = self.board.spots or [(at[1 - event.axis], at[event.axis]) for at in self.board.places]
        spots = spots or [(0, cell) for cell in range(self.board.size)]
        at, slices = {spot: cell for cell, spot in enumerate(spots)}, 1 + max((own for _, own in spots), default=0)

        def moved(by: int, cell: int | None) -> int | None:
            if cell is None or spots[cell][1] < 0:  # a hub
                return cell
            place, own = spots[cell][0], spots[cell][1] + by
            return at.get((place, own % slices if event.closes else own))

        for by in range(slices) if event.closes else range(1 - slices, slices):
            self.shift = partial(moved, by)
            tally = self.read(event.text)
            if not self.missing:
                yield tally
            self.missing.clear()

    # Sentences

    def read(self, text: str) -> Tally:
        """Return an event as a tally. Raise InputError, with events of this board, if it cannot be parsed."""
        words = " ".join(text.split())
        either = [
            Tally.all_of(self._clause(clause, text) for clause in re.split(rf" and (?={EVENT_START})", part))
            for part in re.split(rf" or (?={EVENT_START})", words)
        ]
        return either[0] if len(either) == 1 else Tally(tuple(either), _ANY)

    def _clause(self, clause: str, text: str) -> Tally:
        """Return the tally of a sentence about some cells, or about an edge or a piece."""
        if clause.startswith("not "):
            return self._clause(clause[4:], text).opposite()
        some = re.fullmatch(r"(?:exactly |at (least|most) )?(\d+) (?:of )?(?:the )?(.+)", clause)
        if some and not re.match(r"\d", some[3]):
            parts, number = self._clause(some[3], text).parts, int(some[2])
            return Tally(parts, Numbers.with_bound(some[1], number) if some[1] else Numbers.of(number))
        joined = rf"(edge|arrow|piece) ({self.cell}(?:-{self.cell})+)(?: (?:is|are)(?P<no> not)? (?P<what>.+))?"
        if found := re.fullmatch(joined, re.sub(r" (?:points to|to) .*", "", clause)):
            to = re.search(rf" (?:points to|to) ({self.cell})$", clause)
            tally = self._piece(found[1], re.findall(rf"({self.cell})(?:-|$)", found[2]), found["what"] or "", to and to[1])
            if tally is not None:
                return tally.opposite() if found["no"] else tally
        place = rf"(?:(?:cells?|vertex|vertices) )?(?P<at>{self.cell}(?: and {self.cell})*|(?:king )?neighbours of .*?{self.cell}|[a-z][a-z ]*?(?: -?\d+)?)"
        says = r"(?:: ?(?P<expression>.+)| (?:is|are|has|have)(?P<no> not)?(?P<all> both| all)? (?P<what>.+))"
        points = rf" points? (?:at|to) (?P<to>{self.cell})"
        found = re.fullmatch(rf"{place}(?:{says}|{points})", clause)
        if found is None:
            raise self.error(text, f"cannot read {clause!r}" if clause != text else "it cannot be read")
        before = len(self.missing)
        cells = self._find_cells(found["at"])
        each = [self._phrase(cell, found, text) for cell in cells] or [_NEVER]
        each += [_NEVER] * (len(self.missing) > before and bool(cells))
        if found["no"] and found["all"]:
            return Tally.all_of(each).opposite()
        return Tally.all_of(part.opposite() if found["no"] else part for part in each)

    def _piece(self, noun: str, names: list[str], what: str, to: str | None) -> Tally | None:
        """Return the tally of an edge or a piece, or None if the predicate does not apply to it."""
        cells = [cell for cell in map(self._find_cell, names) if cell is not None]
        slots = self.by_cells.get(frozenset(cells), []) if len(cells) == len(names) else []
        if not slots:
            self.missing += [] if len(cells) < len(names) else [f"{noun} {'-'.join(names)}"]
            return _NEVER
        if slots[0].key[0] == "arrow" or noun == "arrow":
            end = cells[-1] if noun == "arrow" else to and self._find_cell(to)
            if end not in cells or slots[0].key[0] != "arrow":
                return None
            return Tally(tuple((slot.key, YES if slot.cells[1] == end else NO) for slot in slots), _ANY)
        if re.fullmatch(r"\d+", what) and max(map(max, (slot.values for slot in slots))) > 1:
            return Tally(tuple((slot.key, slot.symbols((int(what),))) for slot in slots), _ANY)
        present = Tally(tuple(_present(slot) for slot in slots), _ANY)
        if re.fullmatch(_ABSENT, what):
            return present.opposite()
        named = [slot for slot in slots if self.label(slot) == re.sub(r"^(?:an?|of|piece) | piece$", "", what)]
        if what and not re.fullmatch(_PRESENT, what):
            return Tally(tuple(map(_present, named)), _ANY) if named else None
        return present

    def _phrase(self, cell: int, found: re.Match[str], text: str) -> Tally:
        """Return the tally of a predicate on one cell."""
        whole = [slot for slot in self.at[cell] if len(slot.cells) == 1 and slot.key[0] not in ("piece", "chosen")]
        pieces = [slot for slot in self.at[cell] if slot not in whole and slot.key[0] != "chosen"]
        incident = [slot for slot in pieces if len(slot.cells) > 1]
        covered = tuple(map(_present, pieces))
        if found["expression"]:
            return self._expression(cell, found["expression"], whole, incident, text)
        what = found["what"] or f"points at {found['to']}"
        if self.board.lying and cell in self.board.piece_on_cell:
            raise self.error(text, f"cell {self.name_of(cell)} already holds a piece")
        if re.fullmatch(r"-?\d+(?: or -?\d+)*", what) and (whole or pieces):
            values = tuple(map(int, what.split(" or ")))
            if not whole:
                return Tally(covered, Numbers.of(*values))
            unknown = [value for value in values if value not in whole[0].values]
            if unknown or whole[0].key[0] in ("move", "tile"):
                raise self.error(text, f"cell {self.name_of(cell)} has no value {(unknown or values)[0]}")
            return Tally.all_of([(whole[0].key, whole[0].symbols(values))])
        if whole and (target := re.fullmatch(rf"points at ({self.cell})", what)) and whole[0].key[0] == "move":
            return Tally.all_of([(whole[0].key, whole[0].symbols((-1 if (to := self._find_cell(target[1])) is None else to,)))])
        tile = re.fullmatch(r"(?:tile )?(\S+)", what)
        if whole and tile and tile[1] in self._tile_names():
            return Tally.all_of([(whole[0].key, 1 << self._tile_names().index(tile[1]))])
        if re.fullmatch(_PRESENT, what) or re.fullmatch(_ABSENT, what):
            tests = covered or tuple(map(_present, (slot for slot in whole if 0 in slot.values)))
            tally = Tally(tests, _ANY)
            return tally.opposite() if re.fullmatch(_ABSENT, what) else tally
        chosen = [slot for slot in self.at[cell] if slot.key[0] == "chosen"]
        if chosen and re.fullmatch(r"(?:an? )?(?:chosen|roots?)", what):
            return Tally.all_of(map(_present, chosen))
        degree = re.fullmatch(r"(?:of )?degree (\d+)|(?:an? )?(leaf|leaves|isolated)", what)
        if degree and incident and incident[0].key[0] != "arrow":
            number = int(degree[1]) if degree[1] else _DEGREES[degree[2]]
            return Tally(tuple(map(_present, incident)), Numbers.of(number))
        fitting = self._described(pieces, re.sub(r"^covered by ", "", what).split())
        if not pieces or fitting is None:
            raise self.error(text, f"{what!r} cannot be said of cell {self.name_of(cell)}")
        return Tally(tuple(map(_present, fitting)), _ANY)

    def _described(self, pieces: list[Slot], words: list[str]) -> list[Slot] | None:
        """Return the pieces that a noun phrase describes, or None if a word is unknown."""
        places = self.board.places
        tests: dict[str, Callable[[Slot], bool]] = {
            **dict.fromkeys(("a", "an", "the", "piece", "tile"), lambda _: True),
            **{word: partial(_has_size, size) for word, size in _SIZES.items()},
            **{label: partial(self._has_label, label) for label in map(self.label, pieces) if label},
        }
        for axis, word in enumerate(("horizontal", "vertical") if places else ()):
            tests[word] = partial(lambda axis, slot: len({places[cell][axis] for cell in slot.cells}) == 1, axis)
        if not words or any(word not in tests for word in words):
            return None
        return [slot for slot in pieces if all(tests[word](slot) for word in words)]

    def _has_label(self, label: str, slot: Slot) -> bool:
        return self.label(slot) == label

    def _expression(
        self, cell: int, expression: str, whole: list[Slot], incident: list[Slot], text: str
    ) -> Tally:
        """Return the tally of an expression of rule files in the value x, the degree d, or the degrees i and o."""
        says, parts = Predicate(expression), tuple(map(_present, incident))
        names: Callable[[int], dict[str, Any]] = lambda number: {"d": number}  # noqa: E731
        values: Sequence[int] = range(len(parts) + 1)
        if whole:
            names, values = (lambda number: {"x": number}), whole[0].values
        elif incident and incident[0].key[0] == "arrow":
            parts = tuple((slot.key, YES if slot.cells[0] == cell else NO) for slot in incident)
            names = lambda number: {"o": number, "i": len(parts) - number}  # noqa: E731
        elif not incident:
            raise self.error(text, "expressions need the value x, or the degree d")
        try:
            check_predicate("event", says, tuple((name, 0) for name in names(0)), values)
        except InputError as error:
            raise self.error(text, str(error)) from None
        fine = [value for value in values if holds(says, names(value))]
        if whole:
            return Tally.all_of([(whole[0].key, whole[0].symbols(fine))])
        return Tally(parts, Numbers(frozenset(fine), len(parts)))

    def error(self, text: str, reason: str) -> MismatchError:
        """Return the error for an event, with examples of events on this board."""
        listed = [one for one, *_ in self.elementary()]
        some = dict.fromkeys([*listed[:2], *listed[-1:]])
        shown = ", or ".join(repr(one) for one in some) or "no event: the board has no variable"
        return MismatchError(f"event {text!r}: {reason}; write for example {shown}")


def _present(slot: Slot) -> Test:
    """Return the test that a variable is not 0."""
    return slot.key, slot.every ^ slot.symbols((0,))


def _has_size(size: int, slot: Slot) -> bool:
    return len(slot.cells) == size


class _Builder:
    """Constraints and hidden variables of tallies, in addition to those of a system."""

    def __init__(self, slots: Sequence[Slot]) -> None:
        self.slots = {slot.key: slot for slot in slots}
        self.first = next(iter(slots), None)
        self.constraints: list[Constraint] = []
        self.hidden: list[Slot] = []

    def require(self, part: Test | Tally) -> None:
        """Add the constraint that a part is true."""
        tally = part if isinstance(part, Tally) else Tally.all_of([part])
        if any(isinstance(one, Tally) for one in tally.parts) and tally.numbers == Numbers.of(len(tally.parts)):
            for one in tally.parts:
                self.require(one)
            return
        tests = tuple(self._test(one) for one in tally.parts)
        if tests:
            self.constraints.append(Cardinality(self._cells(tests), tests, tally.numbers))
        elif not tally.numbers.holds(0):
            never = Cardinality((), (), tally.numbers)
            first = self.first
            self.constraints.append(never if first is None else Exclusion(first.at, ((first.key, first.every),)))

    def _test(self, part: Test | Tally) -> Test:
        return (self.bit(part), YES) if isinstance(part, Tally) else part

    def bit(self, tally: Tally, weight: tuple[int, int] = (0, 0)) -> Key:
        """Add a hidden variable that is 1 if and only if a tally is true, and return its key."""
        tests = tuple(self._test(one) for one in tally.parts)
        cells = self._cells(tests) or self.first.at[:1]  # type: ignore[union-attr]
        key: Key = ("event", f"{len(self.hidden)}", *cells)
        for symbol, own in ((YES, tally), (NO, tally.opposite())):
            self.constraints.append(Cardinality(cells, tests, own.numbers, ((key, symbol),)))
        self.slots[key] = Slot(
            key, cells, (0, 1), ((0, 0), weight), "the event occurs", Role.HIDDEN, Decision.LAST, words=2
        )
        self.hidden.append(self.slots[key])
        return key

    def _cells(self, tests: Iterable[Test]) -> tuple[int, ...]:
        return tuple(sorted({cell for key, _ in tests for cell in self.slots[key].at}))


def with_events(system: ConstraintSystem, rule: Rule, board: Board) -> ConstraintSystem:
    """Return a constraint system with the conditions and the counted events of a rule."""
    if any(isinstance(one, Line) and one.read is ReadingOrder.FREE for one in system.constraints):
        raise MismatchError(f"the rule {rule.name} counts classes of arrays, so events are not defined")
    reader, builder = EventReader(system.slots, board, rule), _Builder(system.slots)
    slots, graphs = system.slots, system.graphs
    for event in rule.given:
        if event.weight is None:
            builder.require(reader.read(event.text))
            continue
        if event.weight[0]:  # x counts events instead of pieces
            slots = tuple(slot._replace(weights=((0, 0),) * len(slot.values)) for slot in slots)
            graphs = tuple(replace(graph, weight=(0, 0)) for graph in graphs)
        for tally in reader.translates(event):
            builder.bit(tally, event.weight)
    return replace(
        system,
        slots=(*slots, *builder.hidden),
        constraints=(*system.constraints, *builder.constraints),
        graphs=graphs,
    )


def first_with_events(question: Question) -> int:
    """Return the smallest n such that the board contains all cells of the events, or 0 for a single board.

    Raise MismatchError if there is no such board, or if an event cannot be parsed.
    """
    rule, boards = question.rule, question.boards
    first = 0 if isinstance(boards, Board) else boards.first_n
    last = first if isinstance(boards, Board) else first + 3 + max(event.depth for event in rule.given)
    for n in range(first, last + 1):
        board = boards if isinstance(boards, Board) else boards.at(n)
        slots = system_of(replace(rule, given=()), board, question.positions).slots
        reader = EventReader(slots, board, rule)
        for event in rule.given:
            reader.read(event.text)
            if reader.missing and n == last:
                raise reader.error(event.text, f"the board has no {reader.missing[0]}")
        if not reader.missing:
            return n
    raise AssertionError("the last board raises an error")
