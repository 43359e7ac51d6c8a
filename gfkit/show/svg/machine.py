"""Drawings of automata as graphs of their states, if these are small enough to be readable.

A state can be drawn as a few columns of the board that contain its information.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin

from gfkit.core.algebra import Polynomial
from gfkit.core.boards import Place
from gfkit.core.engine.strip.automaton import Automaton
from gfkit.core.errors import LimitError
from gfkit.core.typing import Player
from gfkit.questions.remembered import StatePicture
from gfkit.show.markup import Point, centre_text, decimal, line, tag, text, width_of
from gfkit.show.svg.board import piece_shape
from gfkit.show.svg.drawing import OWNERS, Drawing
from gfkit.show.svg.graph import arrow_head, circle, curve_between, towards
from gfkit.show.svg.symbols import symbol_on_square

MOST_STATES = 16
MOST_TRANSITIONS = 80
MOST_IN_GRAPH, _MOST_IN_LAYER = 6, 3
"""Maximum number of states of a graph, since a larger one is a tangle of arrows, and of a layer of states."""
_RADIUS, _APART, _ROOM, _SIZE = 16.0, 110.0, 46.0, 12.0
_NAMES = ("x", "y")
_PARTS = (0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73, 0.2, 0.8)
"""Positions of a label along an arrow, best first."""
_MIN_ENTRY = 26.0
"""Minimum width and height of an entry of a table."""
_FINAL, _LOOP = -pi / 3.2, pi / 3.2
"""Angles of the final arrow and of the loop of a state, relative to the outward direction."""


def machine_drawing(
    machine: Automaton,
    title: str = "machine",
    pictures: Sequence[StatePicture] | None = None,
    legend: Sequence[str] = (),
) -> Drawing:
    """Draw an automaton as a graph in layers, with an arrow for each nonzero entry of its matrix, or as the
    table of its matrix if it has more than `MOST_IN_GRAPH` states.

    A layer contains the states that are first reached after the same number of steps. Arrows are labelled
    with their entry unless it is 1. An arrow without a source marks every initial state, and an arrow without
    a target marks every final state. ``pictures`` show the meaning of each state instead of its number, and
    ``legend`` contains lines of text below.
    """
    if machine.states > MOST_STATES or machine.transitions > MOST_TRANSITIONS:
        raise LimitError(
            f"automaton with {machine.states} states and {machine.transitions} transitions: drawings are"
            " limited to"
            f" {MOST_STATES} states and {MOST_TRANSITIONS} transitions"
        )
    shown = pictures if pictures and len(pictures) == machine.states else None
    radius = max(map(state_radius, shown)) if shown else _RADIUS
    if machine.states > MOST_IN_GRAPH:
        drawn = _matrix_drawing(machine, title, shown, radius)
        return drawn.with_caption(*legend) if legend else drawn
    at = _layer_positions(machine, 2 * radius + 0.7 * _APART) or circle(
        machine.states, _APART * (1 + machine.transitions / 60) + 1.4 * (radius - _RADIUS)
    )
    parts = [*_arrows(machine, at, radius)]
    for state in range(machine.states):
        parts += _state(state, at, machine, radius, shown[state] if shown else None)
    across, high = (max(map(abs, side)) + radius + _ROOM for side in zip(*at, strict=True))
    wide = across + max(width_of(words, _SIZE) for words in _weights(machine))
    body = tag("g", *parts, transform=f"translate({decimal(wide)} {decimal(high)})")
    description = (
        f"{machine.states} states, {machine.transitions} transitions; arrows without a label have weight 1."
    )
    drawn = Drawing(2 * wide, 2 * high, body, title, description)
    return drawn.with_caption(*legend) if legend else drawn


def _layer_positions(machine: Automaton, apart: float) -> list[Point]:
    """Return positions in layers, from left to right, or no positions if a layer has too many states."""
    layers, reached = [sorted(machine.start)], set(machine.start)
    while layers[-1]:
        layers.append(sorted({to for state in layers[-1] for to in machine.edges[state]} - reached))
        reached.update(layers[-1])
    if len(reached) < machine.states or max(map(len, layers)) > _MOST_IN_LAYER:
        return []
    at = {}
    for number, layer in enumerate(layers):  # shifted, so that long arrows pass the states between their ends
        for k, state in enumerate(layer):
            bulge = 0.4 * (0 < k < len(layer) - 1) - (len(layers) - 2) / 2
            across = k - (len(layer) - 1) / 2 + (0.3 if number % 2 else -0.3)
            at[state] = ((number + bulge) * apart, across * apart)
    return [at[state] for state in range(machine.states)]


def _matrix_drawing(
    machine: Automaton, title: str, shown: Sequence[StatePicture] | None, radius: float
) -> Drawing:
    """Draw the start vector u, the matrix A and the final vector v as a table with a row for each state."""
    words = {(a, b): _weight_text(terms) for a, row in enumerate(machine.edges) for b, terms in row.items()}
    wide = max(_MIN_ENTRY, *(width_of(text, _SIZE) + 10 for text in (*words.values(), *_weights(machine))))
    high, head = (2 * radius + 4 if shown else _MIN_ENTRY), 2 * radius + (28 if shown else 8)
    first, left = _MIN_ENTRY + high / 2, wide + head  # the middle of the first row, and the left side of A

    def entry(text: str, x: float, state: int, kind: str) -> str:
        return tag("g", centre_text(text, x, first + state * high, _SIZE), class_=kind)

    def parts() -> Iterator[str]:
        columns = [(left + (k + 0.5) * wide, str(k + 1)) for k in range(machine.states)]
        for x, name in (((wide / 2), "u"), *columns, (left + (machine.states + 0.5) * wide, "v")):
            yield centre_text(name, x, first - high / 2 - _SIZE / 2, _SIZE, class_="soft")
        size = {"width": machine.states * wide, "height": machine.states * high}
        yield tag("rect", x=left, y=first - high / 2, **size, class_="grid")
        for state in range(machine.states):
            middle = (left - radius - 4, first + state * high)
            yield tag("circle", cx=middle[0], cy=middle[1], r=radius, class_="cell state")
            number = (wide + 10, middle[1]) if shown else middle
            yield centre_text(str(state + 1), *number, _SIZE, class_="soft" if shown else None)
            yield state_body(shown[state], middle) if shown else ""
            for a, b in words:
                if a == state:
                    yield entry(words[a, b], left + (b + 0.5) * wide, state, "edge")
        for vector, x, kind in (
            (machine.start, wide / 2, "start"),
            (machine.final, left + (machine.states + 0.5) * wide, "final"),
        ):
            for state, terms in vector.items():
                yield entry(_weight_text(terms), x, state, kind)

    described = f"Matrix of {machine.states} states, {machine.transitions} nonzero entries; a(n) = u A^n v."
    size = (left + (machine.states + 1) * wide, first + (machine.states - 0.5) * high + 2)
    return Drawing(*size, tag("g", *parts()), title, described)


def machine_legend(pictures: Sequence[StatePicture] | None, start: int) -> list[str]:
    """Return at most six lines that explain the drawing of an automaton whose walks of length 0 count the
    board of size ``start``.
    """
    size = f"{start} + j" if start else "j"
    lines = [
        f"Walks start at n = {start}{'; smaller boards are counted directly' if start else ''}.",
        f"a({size}) = u A^j v counts the walks of j steps from a start state to a final state.",
    ]
    return [*lines, *state_legend(pictures)] if pictures else lines


def state_conditions(pictures: Sequence[StatePicture]) -> list[str]:
    """Return the condition of each state on the next slices, one line each, or no lines if it is unknown."""
    if not pictures or not all(picture.words for picture in pictures):
        return []
    lines = [f"{number}: {picture.words}" for number, picture in enumerate(pictures, 1)]
    if pictures[0].is_exact:
        return lines
    return ["Conditions of each state, in addition to the common ones:", *lines]


def _weight_text(terms: Mapping[tuple[int, int], int]) -> str:
    """Return an entry as a polynomial in x and y.

    >>> _weight_text({(0, 0): 1, (1, 1): 2})
    '1 + 2*x*y'
    """
    return str(Polynomial.of(_NAMES, dict(terms)))


def _weights(machine: Automaton) -> list[str]:
    loops = [row[state] for state, row in enumerate(machine.edges) if state in row]
    return ["1", *map(_weight_text, (*machine.start.values(), *machine.final.values(), *loops))]


def _arrows(machine: Automaton, at: Sequence[Point], radius: float) -> list[str]:
    """Return the arrows between states, with labels placed far from all elements of the figure."""
    ways = {(a, b): terms for a, row in enumerate(machine.edges) for b, terms in row.items() if a != b}
    curves = {
        (a, b): curve_between(at[a], at[b], radius + 1, 0.17 if (b, a) in ways else 0.06) for a, b in ways
    }
    taken = [(place, radius) for place in at]
    parts = []
    for way, curve in curves.items():
        words = _weight_text(ways[way])
        if words == "1":
            parts.append(tag("g", curve.arrow_markup(), class_="edge"))
            continue
        near = [point for other, path in curves.items() if other != way for point in path.points[::2]]
        place = max(
            (curve.at(part) for part in _PARTS), key=lambda spot: _measure_free_space(spot, taken, near)
        )
        wide = width_of(words, _SIZE) + 6
        taken.append((place, wide / 2))
        drawn = curve.arrow_markup(place, wide, _SIZE + 4) + centre_text(words, *place, _SIZE)
        parts.append(tag("g", drawn, class_="edge"))
    return parts


def _measure_free_space(spot: Point, taken: Sequence[tuple[Point, float]], near: Sequence[Point]) -> float:
    """Return the free space around a point, at most the required amount."""
    labels = min(hypot(spot[0] - x, (spot[1] - y) * 1.6) - room for (x, y), room in taken)
    lines = min((hypot(spot[0] - x, (spot[1] - y) * 1.3) for x, y in near), default=99.0)
    return min(labels, 24.0) * 2 + min(lines, 24.0)


def _state(
    state: int, at: Sequence[Point], machine: Automaton, radius: float, picture: StatePicture | None
) -> list[str]:
    place = at[state]
    parts = [tag("circle", cx=place[0], cy=place[1], r=radius, class_="cell state")]
    if state in machine.start:
        parts.append(_open(place, _weight_text(machine.start[state]), 0, radius, inwards=True))
    if state in machine.final:
        parts.append(_open(place, _weight_text(machine.final[state]), _FINAL, radius, inwards=False))
    if state in machine.edges[state]:
        parts.append(_loop(place, _weight_text(machine.edges[state][state]), radius))
    if picture is not None:
        parts.append(state_body(picture, place))
        if picture.words:
            x, y = _shift_point(place, _free_direction(state, at, machine), radius + 9)
            parts.append(centre_text(str(state + 1), x, y, 10, class_="soft"))
        return parts
    return [*parts, centre_text(str(state + 1), *place, 13, class_="bold")]


def _free_direction(state: int, at: Sequence[Point], machine: Automaton) -> Point:
    """Return the direction in the middle of the largest angle between two arrows at a state."""
    place, row = at[state], machine.edges[state]
    turns = [0.0] * (state in machine.start) + [_FINAL] * (state in machine.final) + [_LOOP] * (state in row)
    ways = [_find_outward(place, turn) for turn in turns]
    for other, (x, y) in zip(machine.edges, at, strict=False):  # a circle has at least one place
        if (x, y) != place and (state in other or at.index((x, y)) in row):
            ways.append((x - place[0], y - place[1]))
    used = sorted(atan2(y, x) for x, y in ways) or [0.0]
    wide, first = max((b - a, a) for a, b in pairwise([*used, used[0] + 2 * pi]))
    return cos(first + wide / 2), sin(first + wide / 2)


def _open(place: Point, words: str, turn: float, radius: float, *, inwards: bool) -> str:
    """Return the arrow that marks a start state or an end state."""
    out = _find_outward(place, turn)
    inner, outer = _shift_point(place, out, radius + 1.5), _shift_point(place, out, radius + 28)
    source, tip = (outer, inner) if inwards else (inner, outer)
    parts = [line([source, towards(tip, source, 3)], class_="line"), arrow_head(source, tip)]
    return tag("g", *parts, _label(words, outer, out), class_="start" if inwards else "final")


def _loop(place: Point, words: str, radius: float) -> str:
    """Return an arrow from a state to itself."""
    out, narrow = _find_outward(place, _LOOP), _RADIUS / radius
    sides = (_find_outward(place, _LOOP - 0.45 * narrow), _find_outward(place, _LOOP + 0.45 * narrow))
    start, end = (_shift_point(place, side, radius + 1) for side in sides)
    high = [
        _shift_point(place, side, radius + _RADIUS * 2.2)
        for side in (_find_outward(place, _LOOP - 0.6 * narrow), _find_outward(place, _LOOP + 0.6 * narrow))
    ]
    (a, b), (c, d), (e, f), (g, h) = ((decimal(x), decimal(y)) for x, y in (start, *high, end))
    drawn = tag("path", d=f"M{a} {b}C{c} {d} {e} {f} {g} {h}", class_="line") + arrow_head(high[1], end)
    return tag(
        "g", drawn, _label(words, _shift_point(place, out, radius + _RADIUS * 1.4), out), class_="edge"
    )


def _find_outward(place: Point, turn: float) -> Point:
    """Return the direction away from the centre of the circle, rotated by an angle."""
    far = hypot(*place)
    x, y = (place[0] / far, place[1] / far) if far > 1 else (0.0, -1.0)
    return x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)


def _shift_point(place: Point, direction: Point, by: float) -> Point:
    return place[0] + direction[0] * by, place[1] + direction[1] * by


def _label(words: str, place: Point, out: Point) -> str:
    """Return the markup of a label next to a point, in a given direction, or nothing for the entry 1."""
    if words == "1":
        return ""
    anchor = "middle" if abs(out[0]) < 0.4 else "start" if out[0] > 0 else "end"
    x, y = _shift_point(place, out, 5)
    return text(words, x, y + 4 + 5 * out[1], text_anchor=anchor, font_size=_SIZE)


_CELL, _LEAST_RADIUS, _SPACE = 13.0, 16.0, 5.0


def state_radius(picture: StatePicture) -> float:
    """Return the radius of the disc around the drawing of a state."""
    return max(_LEAST_RADIUS, hypot(*_extent(picture)) / 2 + _SPACE)


def state_legend(pictures: Sequence[StatePicture]) -> list[str]:
    """Return the legend of the drawings of states."""
    first = pictures[0]
    slice_ = "row" if first.down else "column"
    merged = "equivalent states are merged, and one is drawn."
    if not first.is_exact:
        behind = "above" if first.down else "before"
        return [
            "Each state is drawn as an initial segment of a board that leads to it:",
            f"the last {slice_}s {behind} the thick line; {merged}",
        ]
    text = "A state is the next " + (slice_ if len(first.columns) == 1 else f"{len(first.columns)} {slice_}s")
    texts = []
    if any(picture.covered for picture in pictures):
        texts.append("filled cells are already covered;")
    if any(picture.forbidden for picture in pictures):
        texts.append("crosses mark cells next to pieces of that colour;")
    return [*([f"{text}:", *texts] if texts else [f"{text};"]), merged]


def state_body(picture: StatePicture, middle: Point) -> str:
    """Draw the columns around a point: cells, pieces, and the frontier as a thick line."""
    wide, high = _extent(picture)
    left, top = middle[0] - wide / 2, middle[1] - high / 2
    parts = [
        _square((place_line, col), picture) for col in picture.columns for place_line in range(picture.lines)
    ]
    for owner, cells in picture.pieces:
        parts.append(_edge_line(cells, picture) if picture.joins else _piece(owner, cells, picture))
    parts += [_piece(Player.BOTH, (place,), picture) for place in sorted(picture.covered)]
    for place, owners in picture.forbidden.items():
        parts += [_cross(place, owner, k, len(owners), picture) for k, owner in enumerate(owners)]
    for place, mark in picture.marks.items():
        row, col = _square_of(place, picture)
        if place[1] in picture.columns and not (picture.pieces and not picture.joins and len(mark) > 1):
            look = picture.looks.get(mark)
            parts.append(
                symbol_on_square(look, col * _CELL, row * _CELL, _CELL)
                if look is not None and look.symbol != "square"
                else centre_text(mark, (col + 0.5) * _CELL, (row + 0.5) * _CELL, 9.5)
            )
    if picture.columns.start < 0:
        at = -picture.columns.start * _CELL
        ends = [(0.0, at), (wide, at)] if picture.down else [(at, 0.0), (at, high)]
        parts.append(line(ends, class_="left-line"))
    return tag("g", *parts, transform=f"translate({left:.2f} {top:.2f})", class_="remembered")


def _extent(picture: StatePicture) -> Point:
    across, along = picture.lines * _CELL, len(picture.columns) * _CELL
    return (across, along) if picture.down else (along, across)


def _square_of(place: Place, picture: StatePicture) -> Place:
    """Return row and column in the drawing for a line and a column of the strip."""
    line_across, along = place[0], place[1] - picture.columns.start
    return (along, line_across) if picture.down else (line_across, along)


def _square(place: Place, picture: StatePicture) -> str:
    row, col = _square_of(place, picture)
    if picture.joins:
        return tag("circle", cx=(col + 0.5) * _CELL, cy=(row + 0.5) * _CELL, r=1.8, class_="head")
    return tag("rect", x=col * _CELL, y=row * _CELL, width=_CELL, height=_CELL, class_="cell")


def _piece(owner: Player, cells: Sequence[Place], picture: StatePicture) -> str:
    kept = [_square_of(place, picture) for place in cells if place[1] in picture.columns]
    return piece_shape(kept, _CELL, OWNERS[owner]) if kept else ""


def _edge_line(cells: Sequence[Place], picture: StatePicture) -> str:
    """Return an edge between two vertices, cut at the side of the drawing."""
    points = [
        ((col + 0.5) * _CELL, (row + 0.5) * _CELL) for row, col in (_square_of(p, picture) for p in cells)
    ]
    return line(points, class_="curve both-curve")


def _cross(place: Place, owner: Player, number: int, count: int, picture: StatePicture) -> str:
    """Return crosses in the colours of the players whose pieces are adjacent to the cell."""
    row, col = _square_of(place, picture)
    x, y = (col + (number + 1) / (count + 1)) * _CELL, (row + 0.5) * _CELL
    by = _CELL * (0.24 if count == 1 else 0.17)
    look = f"curve {OWNERS[owner]}-curve"
    return line([(x - by, y - by), (x + by, y + by)], class_=look) + line(
        [(x - by, y + by), (x + by, y - by)], class_=look
    )
