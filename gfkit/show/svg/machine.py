"""Machines as graphs of their states, while they are small enough to be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, hypot, pi, sin

from gfkit.errors import LimitError
from gfkit.sequences import Polynomial
from gfkit.show.markup import Point, centre_text, decimal, line, tag, text, width_of
from gfkit.show.svg.drawing import Drawing
from gfkit.show.svg.graph import arrow_head, circle, curve_between, towards
from gfkit.show.svg.state import state_body, state_legend, state_radius
from gfkit.transfer.strip.automaton import Automaton
from gfkit.transfer.strip.remembered import StatePicture

MOST_STATES = 16
MOST_TRANSITIONS = 80
_RADIUS, _APART, _ROOM, _SIZE = 16.0, 110.0, 46.0, 12.0
_NAMES = ("x", "y")
_PARTS = (0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73, 0.2, 0.8)
"""Where on an arrow its label may stand, the best first."""
_FINAL, _LOOP = -pi / 3.2, pi / 3.2
"""How far from straight outwards the final arrow and the loop of a state are turned."""


def machine_drawing(
    machine: Automaton, title: str = "machine", pictures: Sequence[StatePicture] | None = None
) -> Drawing:
    """The states of a machine on a circle, an arrow for each entry of its matrix that is not 0.

    Arrows have the weight that is their entry, none where it is 1. An arrow from nowhere leads to every state
    in which the board may begin, an arrow to nowhere away from those in which it may end. ``pictures`` show
    what each state remembers in place of its number, and a line below says how they are read.
    """
    if machine.states > MOST_STATES or machine.transitions > MOST_TRANSITIONS:
        raise LimitError(
            f"machine of {machine.states} states and {machine.transitions} transitions: at most {MOST_STATES}"
            f" states and {MOST_TRANSITIONS} transitions are drawn"
        )
    shown = pictures if pictures and len(pictures) == machine.states else None
    radius = max(map(state_radius, shown)) if shown else _RADIUS
    at = circle(machine.states, _APART * (1 + machine.transitions / 60) + 1.4 * (radius - _RADIUS))
    parts = [*_arrows(machine, at, radius)]
    for state, place in zip(range(machine.states), at, strict=False):  # a circle has a place at least
        parts += _state(state, place, machine, radius, shown[state] if shown else None)
    reach = max(hypot(x, y) for x, y in at) + radius + _ROOM
    wide = reach + max(width_of(words, _SIZE) for words in _weights(machine)) * 0.8
    body = tag("g", *parts, transform=f"translate({decimal(wide)} {decimal(reach)})")
    description = (
        f"{machine.states} states, {machine.transitions} transitions; arrows without a label have weight 1."
    )
    drawn = Drawing(2 * wide, 2 * reach, body, title, description)
    return drawn.with_caption(*state_legend(shown)) if shown else drawn


def _weight_text(terms: Mapping[tuple[int, int], int]) -> str:
    """An entry as a polynomial in x and y.

    >>> _weight_text({(0, 0): 1, (1, 1): 2})
    '1 + 2*x*y'
    """
    return str(Polynomial.of(_NAMES, dict(terms)))


def _weights(machine: Automaton) -> list[str]:
    loops = [row[state] for state, row in enumerate(machine.edges) if state in row]
    return ["1", *map(_weight_text, (*machine.start.values(), *machine.final.values(), *loops))]


def _arrows(machine: Automaton, at: Sequence[Point], radius: float) -> list[str]:
    """The arrows between states, each with its label where it is farthest from all else."""
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
        place = max((curve.at(part) for part in _PARTS), key=lambda spot: _free(spot, taken, near))
        wide = width_of(words, _SIZE) + 6
        taken.append((place, wide / 2))
        drawn = curve.arrow_markup(place, wide, _SIZE + 4) + centre_text(words, *place, _SIZE)
        parts.append(tag("g", drawn, class_="edge"))
    return parts


def _free(spot: Point, taken: Sequence[tuple[Point, float]], near: Sequence[Point]) -> float:
    """How much room there is around a spot, at most as much as is needed."""
    labels = min(hypot(spot[0] - x, (spot[1] - y) * 1.6) - room for (x, y), room in taken)
    lines = min((hypot(spot[0] - x, (spot[1] - y) * 1.3) for x, y in near), default=99.0)
    return min(labels, 24.0) * 2 + min(lines, 24.0)


def _state(
    state: int, place: Point, machine: Automaton, radius: float, picture: StatePicture | None
) -> list[str]:
    parts = [tag("circle", cx=place[0], cy=place[1], r=radius, class_="cell state")]
    if state in machine.start:
        parts.append(_open(place, _weight_text(machine.start[state]), 0, radius, inwards=True))
    if state in machine.final:
        parts.append(_open(place, _weight_text(machine.final[state]), _FINAL, radius, inwards=False))
    if state in machine.edges[state]:
        parts.append(_loop(place, _weight_text(machine.edges[state][state]), radius))
    if picture is not None:
        return [*parts, state_body(picture, place)]
    return [*parts, centre_text(str(state + 1), *place, 13, class_="bold")]


def _open(place: Point, words: str, turn: float, radius: float, *, inwards: bool) -> str:
    """An arrow from nowhere to a state, or from a state to nowhere."""
    out = _outwards(place, turn)
    inner, outer = _off(place, out, radius + 1.5), _off(place, out, radius + 28)
    source, tip = (outer, inner) if inwards else (inner, outer)
    parts = [line([source, towards(tip, source, 3)], class_="line"), arrow_head(source, tip)]
    return tag("g", *parts, _label(words, outer, out), class_="start" if inwards else "final")


def _loop(place: Point, words: str, radius: float) -> str:
    """An arrow from a state to itself."""
    out, narrow = _outwards(place, _LOOP), _RADIUS / radius
    sides = (_outwards(place, _LOOP - 0.45 * narrow), _outwards(place, _LOOP + 0.45 * narrow))
    start, end = (_off(place, side, radius + 1) for side in sides)
    high = [
        _off(place, side, radius + _RADIUS * 2.2)
        for side in (_outwards(place, _LOOP - 0.6 * narrow), _outwards(place, _LOOP + 0.6 * narrow))
    ]
    (a, b), (c, d), (e, f), (g, h) = ((decimal(x), decimal(y)) for x, y in (start, *high, end))
    drawn = tag("path", d=f"M{a} {b}C{c} {d} {e} {f} {g} {h}", class_="line") + arrow_head(high[1], end)
    return tag("g", drawn, _label(words, _off(place, out, radius + _RADIUS * 1.4), out), class_="edge")


def _outwards(place: Point, turn: float) -> Point:
    """Away from the middle of the circle, or up in the middle, turned by an angle."""
    far = hypot(*place)
    x, y = (place[0] / far, place[1] / far) if far > 1 else (0.0, -1.0)
    return x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)


def _off(place: Point, direction: Point, by: float) -> Point:
    return place[0] + direction[0] * by, place[1] + direction[1] * by


def _label(words: str, place: Point, out: Point) -> str:
    """A label that begins a little beyond a place and goes on in a direction; none for 1."""
    if words == "1":
        return ""
    anchor = "middle" if abs(out[0]) < 0.4 else "start" if out[0] > 0 else "end"
    x, y = _off(place, out, 5)
    return text(words, x, y + 4 + 5 * out[1], text_anchor=anchor, font_size=_SIZE)
