"""Rules, boards, positions and plays in words, and rules as plain data for programs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from gfkit.boards.grammar import sized_word
from gfkit.games.automaton import LineRule
from gfkit.games.linkage import Linkage
from gfkit.games.rule import Cell, Piece, Rule
from gfkit.kinds.array.rule import (
    ArrayRule,
    Condition,
    Connected,
    Exactly,
    NearPredicate,
    NeighbourCount,
    WindowPredicate,
)
from gfkit.kinds.cover.rule import CoverRule
from gfkit.kinds.edges.rule import EdgeRule
from gfkit.kinds.orientations.rule import OrientationRule
from gfkit.kinds.placement.rule import Colour, PlacementRule
from gfkit.kinds.placement.spaced import SpacedRule
from gfkit.kinds.pointers.rule import PointerRule
from gfkit.kinds.tiles.rule import Boundary, TileRule
from gfkit.typing import Player, Positions

if TYPE_CHECKING:
    from gfkit.equilibrium import Play

_NAMES = {Player.LEFT: "Left", Player.RIGHT: "Right"}
_PLACES = {Player.LEFT: "Left places", Player.RIGHT: "Right places", Player.BOTH: "Both place"}
_SHAPES = {
    "": "the {} board",
    "path": "the path with {} vertices",
    "cycle": "the cycle with {} vertices",
    "cylinder": "the {} cylinder (the first number around)",
    "torus": "the {} torus",
    "complete": "the complete graph with {} vertices",
}
_BOARDS = {
    "": "{}",
    "path": "the path of {} vertices",
    "cycle": "the cycle of {} vertices",
    "cylinder": "the cylinder {}",
    "torus": "the torus {}",
    "complete": "the complete graph of {} vertices",
}
_STUCK = {
    Positions.LEFT_ENDS: "in which Left has no move",
    Positions.RIGHT_ENDS: "in which Right has no move",
    Positions.MAXIMAL: "in which neither player has a move",
    Positions.PLAY: "that alternating play can reach",
    Positions.FULL: "in which no cell is free",
}
_ENDS = {
    Positions.LEFT_ENDS: "left ends",
    Positions.RIGHT_ENDS: "right ends",
    Positions.MAXIMAL: "maximal positions",
    Positions.PLAY: "positions of alternating play",
    Positions.FULL: "full positions",
}
_COUNTED = {
    "placement": "position",
    "array": "array",
    "pointers": "permutation",
    "edges": "set of edges",
    "orientations": "orientation",
}
_ROOK = ((-1, 0), (0, -1), (0, 1), (1, 0))


# Rules


def rule_sentences(rule: Rule) -> list[str]:
    """What the drawings do not say, one sentence a line.

    >>> from gfkit.games import find_rule
    >>> rule_sentences(find_rule("snort"))
    ['Pieces of Left and Right may not touch.']
    """
    if isinstance(rule, PlacementRule):
        whose = " or ".join(colour.name.title() for k, colour in enumerate(rule.colours) if rule.breathes(k))
        group = f"Every group of cells of {whose if rule.airless else 'one colour'}"
        return [_touching(rule), *([f"{group} must touch a free cell."] if rule.liberties else [])]
    if isinstance(rule, SpacedRule):
        return [*rule_sentences(rule.base), *rule.sentences]
    if isinstance(rule, ArrayRule):
        counted = [_counted(item) for item in rule.counts]
        return [
            _palette(rule),
            *counted,
            *map(_asked, rule.conditions),
            *_around(rule),
            *_marked(rule),
            *([] if rule.image is None else [_mapped(rule.image)]),
        ]
    if isinstance(rule, CoverRule):
        return ["Every cell of the board is in exactly one piece.", _lying(rule), *_worth(rule)]
    if isinstance(rule, PointerRule):
        return [_pointing(rule), *_worth(rule)]
    if isinstance(rule, EdgeRule):
        return _degrees(rule)
    if isinstance(rule, OrientationRule):
        return _directed(rule)
    assert isinstance(rule, TileRule), "there is no other kind of rule"
    return ["Every cell takes a tile; edges that meet carry the same label.", _boundary(rule.boundary)]


def described(rule: Rule) -> dict[str, object]:
    """A rule as plain data: name, kind, words, and its pieces, windows or tiles."""
    common: dict[str, object] = {"name": rule.name, "kind": rule.kind, "about": rule.about}
    if isinstance(rule, SpacedRule):
        return {**described(rule.base), **common, "rules": rule_sentences(rule)}
    if isinstance(rule, PlacementRule):
        colours = [
            {
                "name": c.name,
                "player": c.owner.value,
                "pieces": [one.text for one in c.pieces] + [one.text for one in c.figures],
            }
            for c in rule.colours
        ]
        own = {"colours": colours, "liberties": rule.liberties}
    elif isinstance(rule, ArrayRule):
        own = {"colours": rule.colours, "forbid": [window.text for window in rule.forbid]}
        if rule.values != tuple(range(rule.colours)):
            own["values"] = list(rule.values)
        if rule.conditions:
            own["conditions"] = [_asked(condition) for condition in rule.conditions]
    elif isinstance(rule, CoverRule):
        own = {"pieces": [piece.text for piece in rule.pieces]}
        own |= {"turned": rule.turned, "mirrored": rule.mirrored}
    elif isinstance(rule, PointerRule):
        own = {"moves": list(rule.drawings), "stay": rule.stay is not None}
    elif isinstance(rule, EdgeRule):
        own = {"modulo" if rule.modulo else "cap": rule.cap, **rule.texts}
        if rule.pins:
            own["pin"] = [{"at": pin.text, "vertex": pin.says.text} for pin in rule.pins]
        own |= _linkage(rule.linkage) | ({"spanning": True} if rule.spanning else {})
    elif isinstance(rule, OrientationRule):
        own = {"acyclic": rule.acyclic, "strong": rule.strong}
        own |= {} if rule.vertex is None else {"vertex": rule.vertex.text}
    else:
        assert isinstance(rule, TileRule), "there is no other kind of rule"
        own = {"tiles": [_tile(rule, index) for index in range(len(rule.tiles))]}
    return {**common, **own, "rules": rule_sentences(rule)}


def _tile(rule: TileRule, index: int) -> dict[str, str]:
    tile = rule.tiles[index]
    return {"name": tile.name, "top": tile.top, "right": tile.right, "bottom": tile.bottom, "left": tile.left}


def _touching(rule: PlacementRule) -> str:
    count = len(rule.colours)
    every = {(i, j) for i in range(count) for j in range(i, count)}
    same = {pair for pair in every if pair[0] == pair[1]}
    if not rule.forbidden:
        return "Pieces may touch."
    if rule.forbidden == every:
        return "No two pieces may touch."
    if rule.forbidden == same:
        whose = "player" if {colour.owner for colour in rule.colours} == set(_NAMES) else "colour"
        return f"Pieces of the same {whose} may not touch."
    if rule.forbidden == every - same and count > 2:
        return "Pieces of different colours may not touch."
    pairs = sorted(rule.forbidden)
    return f"Pieces of {'; of '.join(_pair(rule, i, j) for i, j in pairs)} may not touch."


def _pair(rule: PlacementRule, first: int, second: int) -> str:
    one, other = (
        _NAMES.get(rule.colours[index].owner, rule.colours[index].name) for index in (first, second)
    )
    return f"{one} and {one}" if first == second else f"{one} and {other}"


def _palette(rule: ArrayRule) -> str:
    if rule.values == tuple(range(rule.colours)):
        return f"Every cell takes one of {rule.colours} colours, 0 to {rule.colours - 1}."
    return f"Every cell takes one of the values {', '.join(map(str, rule.values))}."


def _counted(item: NeighbourCount) -> str:
    return (
        f"A cell of colour {item.cell} has {_listed(item.allowed)} neighbours of colour"
        f" {_listed(item.of)} among those {_near(item.neighbours)}."
    )


def _near(neighbours: tuple[Cell, ...]) -> str:
    offsets = " ".join(f"({row},{col})" for row, col in neighbours)
    return f"at offsets {offsets}" if offsets else "that share an edge with it"


def _mapped(image: WindowPredicate | NearPredicate) -> str:
    """The map of an image."""
    told = " ".join(image.says.text.split())
    if isinstance(image, WindowPredicate):
        return f"Counted are the different images, which show in every window {image.text} the number {told}."
    return (
        f"Counted are the different images, which show at every cell x, near being the cells"
        f" {_near(image.neighbours)}, the number {told}."
    )


def _asked(condition: Condition) -> str:
    """A predicate with the cells that it is asked of.

    >>> from gfkit.games.rule import Pin, Predicate
    >>> _asked(Pin(((0, 0),), "first", Predicate("x == 0")))
    'At the place first this holds: x == 0.'
    """
    if isinstance(condition, LineRule):
        return f"{'Of' if condition.order else 'Along'} {' and '.join(condition.along)} {condition.text}."
    if isinstance(condition, Connected):
        of, near = ", ".join(map(str, sorted(condition.of))), _near(condition.neighbours)
        told = f"Cells with values {of} are joined to such cells {near}:"
        worth = monomial(condition.linkage.weight)
        marks = f" As weights, {worth} marks its components." if worth else ""
        return f"{told} a graph{' with ' * bool(condition.linkage.text)}{condition.linkage.text}.{marks}"
    told = f"this {'never ' * condition.says.forbidden}holds: {' '.join(condition.says.text.split())}."
    if isinstance(condition, WindowPredicate):
        return f"In every window {condition.text} {told}"
    if isinstance(condition, NearPredicate):
        return f"At every cell x, near being the cells {_near(condition.neighbours)}, {told}"
    if isinstance(condition, Exactly):
        first = condition.parts[0]
        at = (
            "at every cell x with its neighbours near"
            if isinstance(first, NearPredicate)
            else "in the windows "
        )
        at += ", ".join(part.text for part in condition.parts if isinstance(part, WindowPredicate))
        return f"Counted {at}, this holds {condition.number} times: {' '.join(condition.says.text.split())}."
    return f"At the place {condition.text} {told}"


def _around(rule: ArrayRule) -> list[str]:
    told = [] if rule.outside is None else [f"Places without a cell show {rule.outside}."]
    if rule.new_values == "classes":
        told.append("Arrays that a permutation of the values makes alike are one.")
    elif rule.new_values:
        told.append("Row by row, a new value is the least that was not used so far.")
    if rule.least > (0, 0):
        told.append(f"Boards with fewer than {rule.least[0]} rows or {rule.least[1]} columns have no array.")
    return told + ([] if rule.divide == 1 else [f"The number of arrays is divided by {rule.divide}."])


def _lying(rule: CoverRule) -> str:
    if rule.turned:
        return "Pieces may be turned" + (" and turned over." if rule.mirrored else ", but not turned over.")
    over = "may be mirrored from left to right, but not turned" if rule.mirrored else "lie as they are drawn"
    return f"Pieces {over}."


def _pointing(rule: PointerRule) -> str:
    """Who points where.

    >>> _pointing(PointerRule("shifts", (((0, 1), (0, 0)),), (0, 0)))
    'Every cell points at itself or at a cell at offsets (0,1), and every cell is pointed at once.'
    """
    itself = "" if rule.stay is None else "itself or at "
    near = tuple(step for step, _ in rule.moves)
    where = _near(near).replace("share ", "shares ")
    return f"Every cell points at {itself}a cell {where}, and every cell is pointed at once."


def _worth(rule: CoverRule | PointerRule) -> list[str]:
    """What the weights of pieces and moves mark."""
    if isinstance(rule, CoverRule):
        told = [
            (f'the piece "{p.text}"', powers) for p, powers in zip(rule.pieces, rule.weights, strict=True)
        ]
    else:
        kinds = dict.fromkeys(powers for _, powers in rule.moves)
        steps = {one: tuple(step for step, powers in rule.moves if powers == one) for one in kinds}
        told = [(f"moves to cells {_near(near)}", powers) for powers, near in steps.items()]
        told += [("moves", rule.rook or (0, 0)), ("staying", rule.stay or (0, 0))]
    marks = [f"{monomial(powers)} marks {what}" for what, powers in told if any(powers)]
    return [f"As weights, {', '.join(marks)}."] if marks else []


def _degrees(rule: EdgeRule) -> list[str]:
    """What is asked of degrees, and what a taken edge is worth.

    >>> _degrees(EdgeRule("covers", 1, vertex=Predicate("d >= 1")))[1]
    'At every vertex: d >= 1.'
    """
    where = {
        "vertex": "At every vertex",
        "taken": "At the ends a and b of an edge that is taken",
        "left": "At the ends a and b of one that is not",
    }
    told = [f"{where[key]}: {text}." for key, text in rule.texts.items()]
    told += [f"At the vertex at {pin.text}, instead: {pin.says.text}." for pin in rule.pins]
    if told:
        cap = f"that number modulo {rule.cap}" if rule.modulo else f"or {rule.cap} where it is that or more"
        told = [f"The degree of a vertex is its number of taken edges, {cap}.", *told]
    if rule.linkage.text:
        over = "all vertices" if rule.spanning else "their ends"
        told += [f"The taken edges and {over} are a graph with {rule.linkage.text}."]
    marks = [f"{monomial(rule.weight)} marks edges"] * any(rule.weight)
    marks += [f"{monomial(rule.linkage.weight)} marks components"] * any(rule.linkage.weight)
    return told + ([f"As weights, {', '.join(marks)}."] if marks else [])


def _directed(rule: OrientationRule) -> list[str]:
    """What is asked of directions.

    >>> _directed(OrientationRule("acyclic", acyclic=True))
    ['Every edge gets a direction.', 'There is no directed cycle.']
    """
    told = ["Every edge gets a direction."]
    if rule.vertex is not None:
        told.append(f"At every vertex with i edges coming in and o going out: {rule.vertex.text}.")
    told += ["There is no directed cycle."] * rule.acyclic
    return told + ["Every vertex is reached from every other one."] * rule.strong


def _linkage(linkage: Linkage) -> dict[str, object]:
    """The keys of a rule file that say what may hang together."""
    tallies = {"components": linkage.components, "cycles": linkage.cycles}
    places = {"joins": linkage.joins, "apart": linkage.apart}
    told: dict[str, object] = {key: tally.text for key, tally in tallies.items() if tally is not None}
    told |= {key: [place.text for place in found] for key, found in places.items() if found}
    if linkage.each is not None:
        at = linkage.each.place.text if linkage.each.place else "chosen"
        told["each"] = {"at": at, "number": linkage.each.number.text}
    return told | ({"component_weight": monomial(linkage.weight)} if any(linkage.weight) else {})


def pointed(rule: PointerRule) -> dict[Cell, str]:
    """The moves as a drawing: X the cell, o where it may point, from the top left."""
    steps = [step for step, _ in rule.moves] or list(_ROOK)
    top, left = (min(0, *(step[axis] for step in steps)) for axis in (0, 1))
    return {(-top, -left): "X"} | {(row - top, col - left): "o" for row, col in steps}


def _marked(rule: ArrayRule) -> list[str]:
    marks = [
        f"{monomial(powers)} marks colour {value}"
        for value, powers in zip(rule.values, rule.weights, strict=True)
        if any(powers)
    ]
    return [f"As weights, {', '.join(marks)}."] if marks else []


def _boundary(boundary: Boundary) -> str:
    sides = (
        ("top", boundary.top),
        ("right", boundary.right),
        ("bottom", boundary.bottom),
        ("left", boundary.left),
    )
    return "Along the boundary: " + ", ".join(f"{side} {_listed(labels)}" for side, labels in sides) + "."


def _listed(values: Iterable[object]) -> str:
    return " or ".join(map(str, sorted(values, key=str)))


def hands(colours: Sequence[Colour]) -> list[tuple[str, Player, tuple[Piece, ...]]]:
    """Who places what, in words and as pieces; colours that are alike are told once, with their number."""
    alike: dict[tuple[Player, tuple[Piece, ...]], int] = {}
    for colour in colours:
        if not colour.pieces:  # graphs are told in words
            continue
        alike[colour.owner, colour.pieces] = alike.get((colour.owner, colour.pieces), 0) + 1
    return [
        (_PLACES[owner] + (f" {number} colours of" if number > 1 else ""), owner, pieces)
        for (owner, pieces), number in alike.items()
    ]


def lettered(rule: ArrayRule) -> list[tuple[tuple[Cell, str], ...]]:
    """The windows that predicates are about, with their letters, each once."""
    parts = [one.parts if isinstance(one, Exactly) else (one,) for one in rule.conditions]
    cells = (one.cells for each in parts for one in each if isinstance(one, WindowPredicate))
    return list(dict.fromkeys(cells))


def monomial(powers: tuple[int, int]) -> str:
    """The powers of x and y as a product."""
    factors = [v + (f"^{p}" if p > 1 else "") for v, p in zip("xy", powers, strict=True) if p]
    return "*".join(factors)


# What is counted


def _board_phrase(board: str) -> str:
    """A board or a family in words.

    >>> _board_phrase("3xn"), _board_phrase("path:7"), _board_phrase("..#/...")
    ('the 3 × n board', 'the path with 7 vertices', 'the board ..#/...')
    """
    return _sized(_SHAPES, board) or f"the board {board}"


def board_title(board: str) -> str:
    """The same, as short as a title needs it.

    >>> board_title("torus:3xn"), board_title("4x4"), board_title("graph:a.g6")
    ('the torus 3 × n', '4 × 4', 'graph:a.g6')
    """
    return _sized(_BOARDS, board) or board


def question_title(rule: Rule, positions: Positions, board: str) -> str:
    """Rule, board, and class of positions unless it is all of them.

    >>> from gfkit.games import find_rule
    >>> question_title(find_rule("domineering"), Positions.RIGHT_ENDS, "nx3")
    'Domineering on n × 3: right ends'
    """
    meant = f": {_ENDS[positions]}" if positions in _ENDS else ""
    return f"{rule.name} on {board_title(board)}{meant}"


def kind_name(rule: Rule, number: int = 2) -> str:
    """What is counted in one word, in the singular for the number 1."""
    is_image = isinstance(rule, ArrayRule) and rule.image is not None
    word = "image" if is_image else _COUNTED.get(rule.kind, "tiling")
    noun, *of = word.split(" ", 1)
    return word if number == 1 else " ".join([f"{noun}s", *of])


def counted_phrase(rule: Rule, positions: Positions, board: str) -> str:
    """What is counted, without the number of.

    >>> from gfkit.games import find_rule
    >>> counted_phrase(find_rule("col"), Positions.LEFT_ENDS, "path:n")
    'positions of Col on the path with n vertices in which Left has no move'
    """
    where = _board_phrase(board)
    if isinstance(rule, PlacementRule):
        return f"positions of {rule.name} on {where} {_class_phrase(rule, positions)}".rstrip()
    return f"{kind_name(rule)} of the kind “{rule.name}” on {where}"


def _class_phrase(rule: PlacementRule, positions: Positions) -> str:
    """Which positions are meant; nothing when all are."""
    if rule.impartial and positions not in (Positions.ALL, Positions.FULL):
        return "" if positions is Positions.PLAY else "in which no move is left"
    return _STUCK.get(positions, "")


def _sized(words: dict[str, str], board: str) -> str | None:
    found = sized_word(board)
    if found is None:
        return None
    word = words.get(found[0])
    if word is None:
        return f"the graph {board}" if len(board) < 40 else "the graph of slices"
    return word.format(" × ".join(found[1])).replace(" 1 vertices", " 1 vertex")


# Plays


def play_text(play: Play) -> str:
    """The payoffs of a play, and how many cells it leaves empty if any.

    >>> from gfkit.equilibrium import equilibrium
    >>> play_text(equilibrium("3x3").plays[0])
    '(9, 6), 1 empty cell'
    """
    pair, empty = pair_text(play.payoffs), play.empty_cells
    return pair if not empty else f"{pair}, {empty} empty cell{'s' if empty > 1 else ''}"


def pair_text(payoffs: Sequence[int]) -> str:
    return f"({', '.join(map(str, payoffs))})"
