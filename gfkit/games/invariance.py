"""Whether a rule is unchanged by a symmetry of the board, so that it takes configurations to configurations.

On squared paper a symmetry turns offsets. Pieces and moves must then be pieces and moves again, of the same
player and weight; what is asked of windows of one shape, all of it together, must be what is asked of the
turned shape, as their tables of all fillings tell; neighbours must be neighbours, and pinned places pinned
alike. Rules for any graph ask who touches whom, and nothing else but pins can change under what keeps that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from gfkit.boards import Board
from gfkit.boards.symmetry import Symmetry, Turn
from gfkit.errors import MismatchError
from gfkit.games.automaton import LineRule
from gfkit.games.expression import no_kinds, truths
from gfkit.games.linkage import Line, Linkage, pinned
from gfkit.games.rule import Cell, Exponents, Pin, Rule
from gfkit.kinds.array.rule import ArrayRule, Exactly, NearPredicate, WindowPredicate
from gfkit.kinds.array.symmetry import as_predicate
from gfkit.kinds.cover.rule import CoverRule
from gfkit.kinds.edges.rule import EdgeRule
from gfkit.kinds.orientations.rule import OrientationRule
from gfkit.kinds.placement.rule import PlacementRule
from gfkit.kinds.pointers.rule import PointerRule
from gfkit.kinds.tiles.rule import TileRule
from gfkit.typing import Weights

STILL = Turn()
"""What changes nothing."""
_LISTED = "; gfkit.brute_force(..., up_to='symmetry') lists small boards"
Shape = tuple[Cell, ...]
Table = tuple[bool, ...]


def fitting_turn(rule: Rule, board: Board, symmetry: Symmetry, weights: Weights) -> Turn | None:
    """A turn of the paper that moves cells like this and leaves the rule as it is; None on other graphs.

    Refuses, in one line, a rule that each of them changes.
    """
    reason = ""
    for turn in symmetry.turns:
        reason = changed(rule, turn, weights) or _changed_places(rule, board, symmetry)
        if not reason:
            return turn
    if not symmetry.turns:
        reason = _changed_on_graph(rule, board)
        reason = reason or _changed_places(rule, board, symmetry)
    if reason:
        raise MismatchError(
            f"board {board.text!r}: {rule.name} is not the same {_told(symmetry)}, as {reason}"
            f"{_way_out(symmetry)}"
        )
    return None


def _told(symmetry: Symmetry) -> str:
    if not symmetry.turns:
        return "under all symmetries of the graph"
    turn = symmetry.turns[0]
    if turn.swapped:
        return "when rows become columns"
    words = [
        word for sign, word in ((turn.down, "top and bottom"), (turn.right, "left and right")) if sign < 0
    ]
    return f"when {' and '.join(words)} are exchanged" if words else "when the board is moved around"


def _way_out(symmetry: Symmetry) -> str:
    return "; --up-to rectangle keeps rows rows" if any(turn.swapped for turn in symmetry.turns) else ""


def check_orbits(rule: Rule) -> None:
    """Refuses what is not counted up to symmetry, whatever the symmetry."""
    what = near = ""
    if isinstance(rule, TileRule):
        what = "is a set of tiles, and what a reflected tile is, its labels do not say"
    elif isinstance(rule, PlacementRule) and rule.liberties:
        what = "asks for liberties, and groups that a symmetry joins are not told apart"
    elif isinstance(rule, ArrayRule):
        if rule.image is not None:
            what = "counts images of arrays"
        elif rule.new_values:
            what = "counts up to permutations of values already"
        elif rule.divide > 1 or rule.least > (0, 0):
            what = "divides its numbers or leaves out small boards"
        elif rule.lines:
            what = "reads lines from one end to the other"
    if any(linkage.chooses for linkage in linkages(rule)):
        what, near = "chooses a root of what hangs together, which symmetries move", _LISTED
    if what:
        raise MismatchError(f"{rule.name} {what}; it is not counted up to symmetry{near}")


def changed(rule: Rule, turn: Turn, weights: Weights) -> str:
    """What of a rule on squared paper a turn changes, in a few words; empty where nothing is.

    Weights matter as far as they are asked for.
    """
    if isinstance(rule, PlacementRule):
        for colour in rule.colours:
            if {_moved(piece.cells, turn) for piece in colour.pieces} != {
                _moved(p.cells) for p in colour.pieces
            }:
                return f"the pieces of {colour.name} are others then"
        return ""
    if isinstance(rule, CoverRule):
        return "" if piece_images(rule, turn, weights) is not None else "its pieces are others then"
    if isinstance(rule, PointerRule):
        moves = dict(rule.moves)
        same = all(
            turn.of(step) in moves and marked(moves[turn.of(step)], weights) == marked(weight, weights)
            for step, weight in moves.items()
        )
        return "" if same else "its moves are others then"
    if isinstance(rule, EdgeRule | OrientationRule):
        return ""
    assert isinstance(rule, ArrayRule), "tiles are refused before"
    return _changed_array(rule, turn)


def marked(exponents: Exponents, weights: Weights) -> Exponents:
    """What of a weight is asked for."""
    return {Weights.NONE: (0, 0), Weights.PIECES: (sum(exponents), 0), Weights.PLAYERS: exponents}[weights]


def piece_images(rule: CoverRule, turn: Turn, weights: Weights = Weights.PLAYERS) -> list[int] | None:
    """By piece, the number of the one that it becomes; None where one becomes none, or one of other weight.

    >>> from gfkit.games import Rule
    >>> rule = Rule.cover("XX/X.", "XX/.X")
    >>> piece_images(rule, Turn(right=-1)), piece_images(rule, Turn(down=-1))
    ([1, 0], None)
    """
    whose = {lie.cells: number for number, piece in enumerate(rule.pieces) for lie in rule.lies(piece)}
    found = []
    for number, piece in enumerate(rule.pieces):
        image = whose.get(_moved(piece.cells, turn))
        if image is None or marked(rule.weights[image], weights) != marked(rule.weights[number], weights):
            return None
        if any(whose.get(_moved(lie.cells, turn)) != image for lie in rule.lies(piece)):
            return None
        found.append(image)
    return found


def _moved(cells: Iterable[Cell], turn: Turn = STILL) -> Shape:
    """A shape after a turn, in reading order, its bounding box at the top left."""
    turned = [turn.of(cell) for cell in cells]
    top, left = min(row for row, _ in turned), min(col for _, col in turned)
    return tuple(sorted((row - top, col - left) for row, col in turned))


# Arrays


def _changed_array(rule: ArrayRule, turn: Turn) -> str:
    windows: dict[Shape, list[Table]] = {}
    after: dict[Shape, list[Table]] = {}
    drawn = [as_predicate(window) for window in rule.forbid]
    asked = [one for one in rule.conditions if isinstance(one, WindowPredicate)]
    for window in (*drawn, *asked):
        for group, how in ((windows, STILL), (after, turn)):
            shape, table = _table(rule, window, how)
            group.setdefault(shape, []).append(table)
    if _joint(windows) != _joint(after):
        return "its windows are others then"
    near = {
        (frozenset(one.neighbours), one.says) for one in rule.conditions if isinstance(one, NearPredicate)
    }
    if near != {(frozenset(map(turn.of, neighbours)), says) for neighbours, says in near}:
        return "neighbours are others then"
    counts = {(one.cell, one.of, one.allowed, frozenset(one.neighbours)) for one in rule.counts}
    if counts != {(*asks, frozenset(map(turn.of, neighbours))) for *asks, neighbours in counts}:
        return "neighbours are others then"
    linked = {(one.of, frozenset(one.neighbours), one.linkage) for one in rule.linked}
    if linked != {(of, frozenset(map(turn.of, near)), linkage) for of, near, linkage in linked}:
        return "what is joined to a cell is other then"
    if _pins(rule, STILL) != _pins(rule, turn) or any(
        (turn.moves_rows and line[0] is not None) or (turn.moves_columns and line[1] is not None)
        for pin in rule.conditions
        if isinstance(pin, Pin)
        for line in pin.at
    ):
        return "pinned cells are others then"
    for one in rule.conditions:
        if isinstance(one, Exactly) and _parts(rule, one, STILL) != _parts(rule, one, turn):
            return f"{one.says.text!r} is counted on other cells then"
        assert not isinstance(one, LineRule), "conditions on lines are refused before"
    return ""


def _table(rule: ArrayRule, window: WindowPredicate, turn: Turn) -> tuple[Shape, Table]:
    """The turned window, and what it says of all fillings, its cells in reading order."""
    offsets = window.offsets
    turned = [turn.of(offset) for offset in offsets]
    order = sorted(range(len(offsets)), key=turned.__getitem__)
    size, colours = len(offsets), len(rule.values)
    says = truths(window.says, window.spots(range(size)), rule.values, no_kinds(size, rule.values))
    places = [0]
    for axis in order:
        stride = colours ** (size - 1 - axis)
        places = [place + colour * stride for place in places for colour in range(colours)]
    return _moved(offsets, turn), tuple(bool(says[place]) for place in places)


def _joint(groups: dict[Shape, list[Table]]) -> dict[Shape, Table]:
    """What all windows of each shape say together, where that is anything."""
    joined = {shape: tuple(map(all, zip(*tables, strict=True))) for shape, tables in groups.items()}
    return {shape: table for shape, table in joined.items() if not all(table)}


def _parts(rule: ArrayRule, counted: Exactly, turn: Turn) -> Counter[object]:
    """What is counted, by shape and table, or by neighbours."""
    return Counter(
        _table(rule, part, turn)
        if isinstance(part, WindowPredicate)
        else frozenset(map(turn.of, part.neighbours))
        for part in counted.parts
    )


def _pins(rule: ArrayRule, turn: Turn) -> dict[Line, Table]:
    """What is asked of the value at every pinned place, after a turn."""
    found: dict[Line, list[Table]] = {}
    for pin in rule.conditions:
        if isinstance(pin, Pin):
            says = _pin_table(rule, pin)
            for line in pin.at:
                row, col = line[::-1] if turn.swapped else line
                there = (_far(row) if turn.down < 0 else row, _far(col) if turn.right < 0 else col)
                found.setdefault(there, []).append(says)
    return {line: tuple(map(all, zip(*tables, strict=True))) for line, tables in found.items()}


def _pin_table(rule: ArrayRule, pin: Pin) -> Table:
    """What a pin says of each value."""
    return tuple(map(bool, truths(pin.says, pin.spots, rule.values, no_kinds(1, rule.values))))


def _far(at: int | None) -> int | None:
    return None if at is None else -1 - at


def linkages(rule: Rule) -> tuple[Linkage, ...]:
    """What a rule asks to hang together."""
    if isinstance(rule, ArrayRule):
        return tuple(one.linkage for one in rule.linked)
    return (rule.linkage,) if isinstance(rule, EdgeRule) else ()


def _changed_places(rule: Rule, board: Board, symmetry: Symmetry) -> str:
    """What is asked of certain places that a symmetry moves elsewhere."""
    for linkage in linkages(rule):
        held = linkage.each.place if linkage.each is not None else None
        for places in (linkage.joins, linkage.apart, (held,) if held is not None else ()):
            cells = [pinned(board, place) for place in places]
            moved = [sorted(symmetry.cells[cell] for cell in each) for each in cells]
            if sorted(cells) != sorted(moved):
                return "the places that are to hang together are others then"
    if isinstance(rule, EdgeRule):
        asked = {cell: rule.allowed(pin.says) for pin in rule.pins for cell in pinned(board, pin)}
        same = all(asked.get(symmetry.cells[cell]) == says for cell, says in asked.items())
        return "" if same else "pinned vertices are others then"
    return "" if not isinstance(rule, ArrayRule) else _changed_pins(rule, board, symmetry)


def _changed_pins(rule: ArrayRule, board: Board, symmetry: Symmetry) -> str:
    """Cells that are pinned, each by what all pins there say together; a hole may make another the first."""
    asked: dict[int, list[Table]] = {}
    for pin in rule.conditions:
        if isinstance(pin, Pin):
            says = _pin_table(rule, pin)
            for cell in pinned(board, pin):
                asked.setdefault(cell, []).append(says)
    free = (True,) * len(rule.values)
    joint = {cell: tuple(map(all, zip(*tables, strict=True))) for cell, tables in asked.items()}
    same = all(joint.get(symmetry.cells[cell], free) == table for cell, table in joint.items())
    return "" if same else "pinned cells are others then"


def _changed_on_graph(rule: Rule, board: Board) -> str:
    """The same where only the graph is known."""
    if board.grid is not None and not _asks_who_touches(rule):
        return "it asks for rows and columns; take --up-to symmetry"
    return ""


def _asks_who_touches(rule: Rule) -> bool:
    """Whether a rule on squared paper asks for nothing that the graph of its cells does not tell."""
    if isinstance(rule, ArrayRule):
        return rule.flat and rule.outside is None and not any(isinstance(one, Pin) for one in rule.conditions)
    if isinstance(rule, PlacementRule | PointerRule):
        return rule.flat
    return isinstance(rule, EdgeRule | OrientationRule)
