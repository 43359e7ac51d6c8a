"""Events of a random configuration: sentences about a few cells, edges or pieces, as constraints.

An event is a *tally*: a statement on the number of true tests among tests of variables and further tallies.
All parts of a conjunction are true, and at least one part of a disjunction. A condition adds one constraint
for each part of its conjunction; any other inner tally is the value of a hidden Boolean variable.

If an event is counted instead of required, each of its translates along a strip is such a variable, with a
weight.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import NamedTuple

from gfkit.core.boards import Board, Family
from gfkit.core.deferred import replace
from gfkit.core.errors import MismatchError, known_choices
from gfkit.core.rules.evaluation import holds
from gfkit.core.rules.expression import check_predicate
from gfkit.core.rules.kinds import system_of
from gfkit.core.rules.kinds.constraints import (
    NO,
    NOWHERE,
    YES,
    Cardinality,
    Constraint,
    ConstraintSystem,
    Decision,
    Exclusion,
    Key,
    ReadingOrder,
    Role,
    Slot,
    Test,
)
from gfkit.core.rules.place import read_places
from gfkit.core.rules.rule import Rule
from gfkit.core.rules.table import RuleTable
from gfkit.core.rules.values import (
    EVENT,
    Exponents,
    MarkedPlace,
    Numbers,
    Occurrence,
    Predicate,
    pinned_cells,
)
from gfkit.core.typing import Player, Positions

EVENT_START = (
    r"(?:not|cells?|vertex|vertices|edge|piece|corners?|first|last|top|bottom|(?:left|right) column|row"
    r"|column|border|exactly|at least|at most|[0-9]+ (?:of|king|neighbours)|king|neighbours)\b"
)
"""Beginning of a sentence about an event."""
_ANY = Numbers(frozenset({1}), 1)
SELECTED = frozenset({"1", "selected", "present", "taken", "0", "unselected", "absent"})
"""Words for cells and edges in a set, and not in it, that do not apply to the endpoints of selected edges."""
COVERED = frozenset({"covered", "occupied", "used", "1", "selected", "present", "taken"})
"""Words for a cell or an edge in a set, or a cell with a piece on it."""
EMPTY = frozenset({"uncovered", "empty", "free", "0", "unselected", "absent"})
SYNONYMS = {
    "isolated": "degree 0", "leaf": "degree 1", "leaves": "degree 1", "root": "chosen", "roots": "chosen"
}  # fmt: skip
SIZES = {1: "monomino", 2: "domino", 3: "tromino", 4: "tetromino", 5: "pentomino", 6: "hexomino"}
DIRECTIONS = ("horizontal", "vertical")
VERBS = {"arrow": "points", "move": "points at", "tile": "is"}
"""Variables with values that are all present, and the verbs of their events."""


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

    def without_constants(self) -> Tally:
        """Return an equivalent tally without inner tallies that contain no variable."""
        inner = [one.without_constants() if isinstance(one, Tally) else one for one in self.parts]
        parts = tuple(one for one in inner if not isinstance(one, Tally) or one.parts)
        true = sum(isinstance(one, Tally) and not one.parts and one.numbers.holds(0) for one in inner)
        numbers = self.numbers if len(parts) == len(inner) else self.numbers.reduced(true)
        return Tally(parts, numbers)


class EventReader:
    """Parser of events on one board, from the variables of the rule.

    Cells outside the board have no value, and no piece covers them; ``missing`` lists them.
    """

    def __init__(self, rule: Rule, slots: Sequence[Slot], board: Board) -> None:
        self.rule, self.board, self.missing = rule, board, list[str]()
        self.cells = set[int]()
        """Cells on the board that the sentence mentions."""
        self.slots = [slot for slot in slots if slot.role is Role.SHOWN]
        self.shift: Callable[[int | None], int | None] = lambda cell: cell
        pieces, large = (
            [slot for slot in self.slots if is_there(slot)]
            for is_there in (_is_piece, lambda slot: _is_piece(slot) and len(slot.cells) > 1)
        )
        self.has_pieces = bool(pieces or rule.piece_sizes)
        self.has_degrees = rule.piece_sizes | {len(slot.cells) for slot in pieces} in ({2}, {1, 2})
        self.shared = {cell for slot in large for cell in slot.cells}
        """Cells that a piece covers together with other cells."""
        self.alike = Counter(slot.cells for slot in pieces)
        self.owned = Counter((slot.cells, self._owner(slot)) for slot in pieces)
        names = sorted(map(re.escape, board.names), key=len, reverse=True)
        self.cell = r"-?\d+ ?, ?-?\d+" if board.grid else f"(?:{'|'.join([*names, '-?[0-9]+'])})"

    @classmethod
    def of(cls, rule: Rule, board: Board, positions: Positions) -> EventReader:
        """Return the parser of the events of a rule on a board."""
        plain = rule.with_events()
        return cls(plain, system_of(plain, board, positions).slots, board)

    # Elementary events

    def elementary(self) -> Iterator[tuple[str, Slot, Collection[int]]]:
        """Yield the elementary events: their text, and a variable with some of its values.

        The value 0 of a cell is absent, and so is a piece that is not placed. If the values of the cells only
        encode a set, the event of a cell is its membership.
        """
        for slot in self.slots:
            noun = ("cell", "edge", "piece")[min(len(slot.cells), 3) - 1]
            noun = (
                "piece"
                if slot.key[0] == "piece" and self.shared.issuperset(slot.cells[:1]) and noun == "cell"
                else noun
            )
            at, verb = f"{noun} {'-'.join(map(self._name, slot.cells))}", VERBS.get(str(slot.key[0]), "is")
            if self.rule.has_auxiliary_values and slot.key[0] == "value":
                yield f"{at} is selected", slot, self.rule.selected_values
                continue
            for value in slot.values:
                word = self._word(slot, value)
                if value or slot.key[0] in VERBS:
                    yield at if noun != "cell" and word == "1" else f"{at} {verb} {word}", slot, (value,)

    def _name(self, cell: int) -> str:
        """Return the name of a cell: its row and column, its name, or its number from 1."""
        if self.board.places:
            return ",".join(str(at + 1) for at in self.board.places[cell])
        return self.board.names[cell] if self.board.names else str(cell + 1)

    def _word(self, slot: Slot, value: int) -> str:
        """Return the word for a value, or "" for the absence of a piece.

        A piece is named by its owner or a letter if there are other pieces on the same cells.
        """
        kind = slot.key[0]
        if kind == "arrow":
            return f"to {self._name(slot.cells[value])}"
        if kind == "move":
            return "nothing" if value == NOWHERE else self._name(value)
        if kind == "tile":
            return str(getattr(self.rule, "tiles")[value].name)  # noqa: B009 (only tile sets have tiles)
        if not value and (len(slot.cells) > 1 or kind in ("piece", "chosen")):
            return ""
        if kind != "piece" or self.alike[slot.cells] == 1:
            return "chosen" if kind == "chosen" else str(value)
        owner = self._owner(slot)
        return owner if owner and self.owned[slot.cells, owner] == 1 else _letter(slot)

    def _owner(self, slot: Slot) -> str:
        """Return the player whose piece a variable is, or "" if it is no piece of one player."""
        if not self.rule.is_game or slot.key[0] != "piece":
            return ""
        owner = getattr(self.rule, "colours")[slot.key[1]].owner  # noqa: B009 (games have colours)
        return "" if owner is Player.BOTH else str(owner.value)

    def _words_for(self, slot: Slot) -> set[str]:
        """Return all words that apply to a piece: its owner, direction, size and letter."""
        words = {"piece", self._owner(slot), _letter(slot), SIZES.get(len(slot.cells), "")}
        for axis, word in enumerate(DIRECTIONS if self.board.places and len(slot.cells) > 1 else ()):
            words |= {word} if len({self.board.places[cell][axis] for cell in slot.cells}) == 1 else set()
        return words - {""}

    @property
    def _known_words(self) -> set[str]:
        """Words that apply to pieces of the rule on boards of this form."""
        words = {"piece", *SIZES.values(), *(DIRECTIONS if self.board.places else ())}
        forms = getattr(self.rule, "colours" if self.rule.is_game else "pieces", ())
        words |= {_letter_of(index) for index in range(len(forms))}
        owners = {colour.owner for colour in forms} - {Player.BOTH} if self.rule.is_game else set()
        return words | {owner.value for owner in owners}

    # Subjects of sentences

    def _find_cell(self, name: str) -> int | None:
        """Return the cell with a name, or None if it is not on the board."""
        board, cells = self.board, range(self.board.size)
        sides = (board.grid.rows, board.grid.cols) if board.grid else (board.size,)
        if name in board.names:
            found = [board.names.index(name)]
        else:
            numbers = [int(part) for part in name.split(",")]
            wanted = tuple(
                n - 1 if n > 0 else n + side if n else -1 for n, side in zip(numbers, sides, strict=True)
            )
            found = [cell for cell in cells if (board.places[cell] if board.grid else (cell,)) == wanted]
        cell = self.shift(found[0]) if found else None
        self.missing += [f"cell {name}"] if cell is None else []
        self.cells |= set() if cell is None else {cell}
        return cell

    def _find_cells(self, text: str) -> list[int | None]:
        """Return the cells of a list of cells, of neighbours, or of a place of rule files."""
        text, board = re.sub(r"^(?:cells?|vertex|vertices) ", "", text), self.board
        if re.fullmatch(rf"{self.cell}(?: and {self.cell})*", text):
            return [self._find_cell(name) for name in text.split(" and ")]
        if near := re.fullmatch(rf"(king )?neighbours of (?:cell |vertex )?({self.cell})", text):
            cell = self._find_cell(near[2])
            if cell is None:
                return [None]
            steps = product((-1, 0, 1), repeat=2) if near[1] and board.grid else ()
            around = {board.beside(cell, *step) for step in steps} or {*board.neighbours[cell]}
            return [*(around - {None, cell})]
        places = read_places(RuleTable("event", {"at": "top left" if text == "corner" else text}))
        is_place = board.grid or text in ("first", "last")  # graphs have neither rows nor corners
        found = pinned_cells(board, MarkedPlace(*places)) if is_place else []
        cells = [self.shift(cell) for cell in found] or [None]
        self.missing += [text] if None in cells else []
        self.cells |= {cell for cell in cells if cell is not None}
        return cells

    def _subjects(self, text: str) -> list[tuple[int | None, list[Slot]]]:
        """Return the variables of each cell, or of an edge or a piece; the cell None is not on the board."""
        noun, _, joined = text.partition(" ")
        if noun not in ("edge", "piece"):
            cells = self._find_cells(text)
            if not self.board.piece_on_cell.keys().isdisjoint(cells):
                raise self.error(text, "the board has a piece on this cell")
            return [(cell, [slot for slot in self.slots if cell in slot.cells]) for cell in cells]
        ends = [self._find_cell(name) for name in re.findall(rf"({self.cell})(?:-|$)", joined)]
        slots = [slot for slot in self.slots if set(slot.cells) == {*ends}]
        self.missing += [] if slots or None in ends else [text]
        return [(ends[0] if slots else None, slots)]

    # Sentences

    def read(self, text: str) -> Tally:
        """Return an event as a tally. Raise MismatchError if it cannot be parsed."""
        either = [
            Tally.all_of(
                self._clause(clause, text) for clause in re.split(rf"(?:,| and) +(?={EVENT_START})", part)
            )
            for part in re.split(rf" or (?={EVENT_START})", " ".join(text.split()))
        ]
        return either[0] if len(either) == 1 else Tally(tuple(either), _ANY)

    def _clause(self, clause: str, text: str) -> Tally:
        """Return the tally of a sentence with one subject."""
        if clause.startswith("not "):
            return self._clause(clause[4:], text).opposite()
        if some := re.fullmatch(r"(?:exactly |at (least|most) )?(\d+) (?:of )?(?:the )?(\D.+)", clause):
            (parts, numbers), number = self._clause(some[3], text), int(some[2])
            if numbers != Numbers.of(len(parts)):
                raise self.error(text, f"{some[3]!r} does not apply to each of its cells")
            return Tally(parts, Numbers.with_bound(some[1], number) if some[1] else Numbers.of(number))
        name = self.cell
        found = re.fullmatch(
            rf"(?P<at>edge {name}(?:-{name})+|piece {name}(?:-{name})*"
            rf"|(?:(?:cells?|vertex|vertices) )?{name}(?: and {name})*"
            rf"|(?:king )?neighbours of (?:cell |vertex )?{name}|[a-z][a-z ]*?(?: -?\d+)?)"
            r"(?:: ?(?P<predicate>.+)"
            r"| (?:is|are|has|have|points?(?: at)?)(?P<no> not)?(?P<all> both| all)? (?P<what>.+))?",
            clause,
        )
        if found is None or (found["at"] == clause and not clause.startswith(("edge ", "piece "))):
            raise self.error(text, f"cannot read {clause!r}")
        is_cell = not found["at"].startswith(("edge ", "piece "))
        phrase = (
            partial(self._predicate, found["predicate"])
            if found["predicate"]
            else partial(self._phrase, found["what"] or "1", is_cell)
        )
        each = [
            Tally((), _ANY) if cell is None else phrase(cell, slots, text)
            for cell, slots in self._subjects(found["at"])
        ]
        if found["no"] and found["all"]:
            return Tally.all_of(each).opposite()
        return Tally.all_of(part.opposite() if found["no"] else part for part in each)

    def _phrase(self, what: str, is_cell: bool, _cell: int, slots: list[Slot], text: str) -> Tally:
        """Return the tally of a phrase about the variables of one subject."""
        what = re.sub(r"^(?:covered by |of )?(?:an? |the |tile )?", "", what)
        what = SYNONYMS.get(what, what)
        words = {*what.split(" or ")}
        own = [slot for slot in slots if not _is_piece(slot) or (slot.key[0] != "piece" and not is_cell)]
        if self.rule.has_auxiliary_values:  # 1 and 0 denote membership; "x == 1" is about a value
            own = [slot for slot in own if slot.key[0] != "value"]
        values = {slot: [one for one in slot.values if self._word(slot, one) in words] for slot in own}
        if own and words == {self._word(slot, one) for slot in own for one in values[slot]}:
            return Tally(tuple((slot.key, slot.symbols(some)) for slot, some in values.items() if some), _ANY)
        pieces = [slot for slot in slots if _is_piece(slot)]
        if (degree := re.fullmatch(r"degree (\d+)", what)) and is_cell and self.has_degrees:
            counted = [slot for slot in pieces if len(slot.cells) > 1]
            return Tally(tuple(map(_present, counted)), Numbers.of(int(degree[1])))
        is_endpoint = is_cell and self.rule.kind_of_variables == "edges"
        for some, numbers in ((COVERED, _ANY), (EMPTY, Numbers.of(0))):
            if (
                what in some - (SELECTED if is_endpoint else set())
                and (tests := self._members(slots)) is not None
            ):
                return Tally(tests, numbers)
        phrases, known = [{*phrase.split()} for phrase in words], self._known_words
        if not self.has_pieces or not all(one <= known for one in phrases):
            named = dict.fromkeys(self._word(slot, value) for slot in own for value in slot.values)
            named |= dict.fromkeys("01" if self.rule.has_auxiliary_values else "")
            choices = f": {known_choices(what, named)}" if named else ""
            raise self.error(text, f"{what!r} cannot be said here{choices}")
        fitting = [slot for slot in pieces if any(one <= self._words_for(slot) for one in phrases)]
        return Tally(tuple(map(_present, fitting)), _ANY)

    def _members(self, slots: list[Slot]) -> tuple[Test, ...] | None:
        """Return the tests that a cell is in the set, or has a piece on it; None if neither is defined."""
        whole = [slot for slot in slots if not _is_piece(slot) and slot.key[0] != "chosen"]
        if whole:
            members = self.rule.selected_values
            return tuple((slot.key, slot.symbols(members)) for slot in whole) if members else None
        return tuple(_present(slot) for slot in slots if _is_piece(slot)) if self.has_pieces else None

    def _predicate(self, expression: str, cell: int, slots: list[Slot], text: str) -> Tally:
        """Return the tally of an expression in the value x, the degree d, or the out-degree o."""
        whole = [slot for slot in slots if slot.cells == (cell,) and slot.key[0] not in ("piece", "chosen")]
        edges, is_turned = (
            [slot for slot in slots if len(slot.cells) > 1],
            self.rule.kind_of_variables == "orientations",
        )
        is_named = any(slot.key[0] in VERBS for slot in whole)
        if is_named or not (whole or self.has_degrees or is_turned):
            raise self.error(text, f"cells have neither integer values nor degrees for {expression!r}")
        tests = tuple([(slot.key, NO if is_turned and slot.cells[0] != cell else YES) for slot in edges])
        name, predicate = "x" if whole else "o" if is_turned else "d", Predicate(expression)
        values = whole[0].values if whole else range(len(tests) + 1)
        check_predicate(f"event {text!r}:", predicate, ((name, 0),), values, expression)
        fine = frozenset(value for value in values if holds(predicate, {name: value}))
        if whole:
            return Tally.all_of([(whole[0].key, whole[0].symbols(fine))])
        return Tally(tests, Numbers(fine, len(tests)))

    def translates(self, event: Occurrence) -> Iterator[Tally]:
        """Yield the tallies of all translates of an event along a strip that are on the board."""
        spots = self.board.spots or [(at[1 - event.axis], at[event.axis]) for at in self.board.places]
        spots = spots or [(0, cell) for cell in range(self.board.size)]
        at = {spot: cell for cell, spot in enumerate(spots)}
        slices = 1 + max((own for _, own in spots), default=0)
        for by in range(slices) if event.closes else range(1 - slices, slices):
            moved: dict[int | None, int | None] = {
                cell: at.get((place, own if own < 0 else (own + by) % slices if event.closes else own + by))
                for cell, (place, own) in enumerate(spots)
            }
            self.shift, self.missing, self.cells = moved.get, [], set()
            tally = self.read(event.text)
            if not self.missing:
                yield tally

    def error(self, text: str, reason: str) -> MismatchError:
        """Return the error for an event, with examples of events on this board."""
        listed = [repr(one) for one, *_ in self.elementary()] or [
            "no event, because the board has no variable"
        ]
        shown = ", or ".join(dict.fromkeys([*listed[:2], listed[-1]]))
        return MismatchError(f"event {text!r}: {reason}; write for example {shown}")


def _is_piece(slot: Slot) -> bool:
    """Return True if a variable is a piece or an edge, which is present or not."""
    return slot.key[0] == "piece" or (len(slot.cells) > 1 and slot.key[0] != "arrow")


def _letter(slot: Slot) -> str:
    """Return the letter of the colour or the form of a piece, or "" for other variables."""
    return _letter_of(int(slot.key[1])) if slot.key[0] == "piece" else ""


def _letter_of(index: int) -> str:
    return chr(ord("a") + index % 26)


def _present(slot: Slot) -> Test:
    """Return the test that a variable is not 0."""
    return slot.key, slot.every ^ slot.symbols((0,))


class _Builder:
    """Constraints and hidden variables of tallies, in addition to those of a system."""

    def __init__(self, slots: Sequence[Slot]) -> None:
        self.at = {slot.key: slot.at for slot in slots}
        self.first = slots[:1]
        self.constraints: list[Constraint] = []
        self.hidden: list[Slot] = []

    def require(self, tally: Tally) -> None:
        """Add the constraint that a tally is true."""
        if tally.numbers == Numbers.of(len(tally.parts)) and any(
            isinstance(one, Tally) for one in tally.parts
        ):
            for one in tally.parts:
                self.require(one if isinstance(one, Tally) else Tally.all_of([one]))
        elif tests := self._tests(tally):
            self.constraints.append(Cardinality(self._cells(tests), tests, tally.numbers))
        elif not tally.numbers.holds(0):
            never = [Exclusion(slot.at, ((slot.key, slot.every),)) for slot in self.first]
            self.constraints += never or [Cardinality((), (), tally.numbers)]

    def bit(self, tally: Tally, weight: Exponents = (0, 0), subject: Iterable[int] = ()) -> Test:
        """Add a hidden variable that is 1 if and only if a tally is true; return the test for 1.

        If the tally has no part, the variable is at the first cell of the subject.
        """
        tests = self._tests(tally)
        cells = self._cells(tests) or (min(subject),)
        key: Key = (EVENT, str(len(self.hidden)), *cells)
        for symbol, own in ((YES, tally), (NO, tally.opposite())):
            self.constraints.append(Cardinality(cells, tests, own.numbers, ((key, symbol),)))
        values, weights = (0, 1), ((0, 0), weight)
        self.hidden.append(
            Slot(key, cells, values, weights, "the event occurs", Role.HIDDEN, Decision.LAST, words=2)
        )
        self.at[key] = cells
        return key, YES

    def _tests(self, tally: Tally) -> tuple[Test, ...]:
        """Return the parts of a tally as tests, with hidden variables for inner tallies."""
        return tuple([self.bit(one) if isinstance(one, Tally) else one for one in tally.parts])

    def _cells(self, tests: Iterable[Test]) -> tuple[int, ...]:
        return tuple(sorted({cell for key, _ in tests for cell in self.at[key]}))


def with_events(system: ConstraintSystem, rule: Rule, board: Board) -> ConstraintSystem:
    """Return a constraint system with the conditions and the counted events of a rule."""
    if any(one.order is ReadingOrder.FREE for one in system.constraints):
        raise MismatchError(f"the rule {rule.name} counts classes of arrays, so events are not defined")
    reader, builder = EventReader(rule, system.slots, board), _Builder(system.slots)
    slots, graphs = system.slots, system.graphs
    for event in rule.given:
        if event.weight is None:
            builder.require(reader.read(event.text).without_constants())
            continue
        if event.weight[0]:  # x counts events instead of pieces
            slots = tuple(slot._replace(weights=((0, 0),) * len(slot.values)) for slot in slots)
            graphs = tuple(replace(graph, weight=(0, 0)) for graph in graphs)
        for tally in reader.translates(event):
            builder.bit(tally.without_constants(), event.weight, reader.cells)
    constraints = (*system.constraints, *builder.constraints)
    return replace(system, slots=(*slots, *builder.hidden), constraints=constraints, graphs=graphs)


def first_with_events(rule: Rule, boards: Board | Family, positions: Positions) -> int:
    """Return the smallest n such that the board contains all cells of the events, or 0 for a single board.

    Raise MismatchError if large boards do not contain them, or if an event cannot be parsed.
    """
    events = rule.given
    first = 0 if isinstance(boards, Board) else boards.first_n
    last = 0 if isinstance(boards, Board) else first + 3 + max(event.depth for event in events)

    def reader_at(n: int) -> EventReader:
        reader = EventReader.of(rule, boards if isinstance(boards, Board) else boards.at(n), positions)
        for event in events:
            reader.read(event.text)
        return reader

    reader = reader_at(last)  # its errors list events of a large board
    if reader.missing:  # a small cycle has edges that larger ones do not have
        raise reader.error(events[-1].text, f"the board has no {reader.missing[0]}")
    return next((n for n in range(first, last) if not reader_at(n).missing), last)
