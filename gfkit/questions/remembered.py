"""Figures of the states of a strip: the frontier columns that distinguish the states."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from gfkit.core.boards import Place
from gfkit.core.deferred import dataclass, field, replace
from gfkit.core.engine import tuning
from gfkit.core.engine.machine.slot import Decides, slots_of
from gfkit.core.engine.machine.system import VariableAssignment
from gfkit.core.engine.strip.automaton import Automaton, least_automaton
from gfkit.core.engine.strip.strip import TracedStrip, trace_strip
from gfkit.core.rules import Question
from gfkit.core.rules.configuration import Configuration, configuration_of
from gfkit.core.rules.kinds.constraints import YES, Cardinality, Key
from gfkit.core.rules.kinds.diagram import Look, pictures_of
from gfkit.core.typing import Player
from gfkit.questions.requirements import CellNames, StripStates, plural, requirements

_PIECES = {Player.LEFT: "a piece of Left", Player.RIGHT: "a piece of Right", Player.BOTH: "a piece"}
_Way = tuple[int, VariableAssignment]
"""Cost of an initial segment, and its variables with their values."""


@dataclass(frozen=True)
class StatePicture:
    """Figure of a state: a few columns around the frontier; columns < 0 are swept, column 0 is the next.

    A place consists of a line across the strip and a column. ``is_exact`` is True if the figure determines
    the state; otherwise the figure shows a shortest initial segment that leads to the state.
    """

    lines: int
    columns: range
    covered: frozenset[Place] = frozenset()
    """Unswept cells that are already covered by pieces."""
    forbidden: Mapping[Place, tuple[Player, ...]] = field(default_factory=dict)
    """Unswept cells adjacent to pieces, with the players who own these pieces."""
    pieces: tuple[tuple[Player, tuple[Place, ...]], ...] = ()
    marks: Mapping[Place, str] = field(default_factory=dict)
    looks: Mapping[str, Look] = field(default_factory=dict)
    """Drawing style of marks; marks without a style are printed as text."""
    joins: bool = False
    """True if pieces are edges between cells."""
    down: bool = False
    """True if the strip grows downwards."""
    is_exact: bool = False
    words: str = ""
    """Condition of the state on the next slices in English, or "" if it is unknown."""


def state_pictures(question: Question, machine: Automaton) -> tuple[StatePicture, ...] | None:
    """Return a figure of each state of the minimal automaton of a family, or None if no figures are possible.

    If the states are determined by the unswept cells that are covered, and by the players whose pieces are
    adjacent to unswept cells, the figures show these cells. Otherwise each figure shows an initial segment
    that leads to the state, with the smallest number of pieces, cut to the fewest columns that distinguish
    all states. If several states were merged, one of them is shown. The result is None if the strip is wide,
    if initial segments are equal or contain directions or images, or if the automaton is not the minimal
    automaton of the strip.

    >>> from gfkit.core.engine.derive import derive
    >>> found = derive("domineering", "2xn")
    >>> [sorted(one.covered) for one in state_pictures(found.question, found.machine)]
    [[], [(1, 0)], [(0, 0), (1, 0)]]
    """
    rule = question.rule
    if not machine.names or rule.has_image or configuration_of(rule, ()).arrows is not None:
        return None
    traced = trace_strip(question)
    whole = least_automaton(traced.strip)
    if whole.edges != machine.edges or whole.names != machine.names:
        return None
    beginnings = initial_segments(traced)
    if beginnings is None:
        return None
    places, down = cell_places(question, traced)
    states = [beginnings[name] for name in machine.names]
    pictures = _build_exact_pictures(question, traced, states, places, down)
    if pictures is not None:
        return tuple(replace(picture, words=_describe_exactly(picture)) for picture in pictures)
    pictures = _pictures_of(question, states, places, down)
    if pictures is None:
        return None
    known = StripStates(rule, traced, [(one.site, one.state, one.column) for one in beginnings], places)
    required = requirements(known, machine.names)
    if required is None:
        return pictures
    slices, conditions = required
    return tuple(
        replace(picture, words=condition.words(picture.lines, slices, down=down))
        for picture, condition in zip(pictures, conditions, strict=True)
    )


def _describe_exactly(picture: StatePicture) -> str:
    """Return an English description of the covered and bordered cells ahead."""
    bordered: dict[tuple[Player, ...], list[Place]] = {}
    for place, owners in picture.forbidden.items():
        bordered.setdefault(owners, []).append(place)
    groups = [("covered", sorted(picture.covered))] if picture.covered else []
    for owners, places in bordered.items():
        groups.append((f"next to {' and '.join(_PIECES[owner] for owner in owners)}", places))
    name = CellNames(picture.lines, [(place,) for _, places in groups for place in places], picture.down)
    parts = [
        f"{plural('cell', [name((place,)) for place in places])} {'is' if len(places) == 1 else 'are'} {what}"
        for what, places in groups
    ]
    return "; ".join(parts) or "no condition"


@dataclass(frozen=True)
class SliceState:
    """State before a slice of the period: the step, the state, and an initial segment that leads to it."""

    site: int
    state: Any
    laid: VariableAssignment
    column: int
    """Number of the next slice."""


def initial_segments(traced: TracedStrip) -> list[SliceState] | None:
    """Return a cheapest initial segment for each state of each phase, in numerical order, or None."""
    machine = traced.machine
    known: dict[Any, _Way] = {machine.start(): (0, ())}
    phases: list[dict[int, SliceState]] = []
    head = len(traced.strip.head)
    for site in range(traced.starts[-1]):
        if site in traced.starts[:-1]:
            column = head + traced.starts.index(site)
            phases.append(
                {
                    traced.place_of(site, state): SliceState(site, state, laid, column)
                    for state, (_, laid) in known.items()
                }
            )
        after: dict[Any, _Way] = {}
        for state, (cost, laid) in known.items():
            for reached, _, option in machine.step(site, state):
                more = machine.laid(site, option)
                way = cost + sum(abs(value) for _, value in more), (*laid, *more)
                if reached not in after or way[0] < after[reached][0]:
                    after[reached] = way
        if len(after) > tuning.STRIP.shown_states:
            return None
        known = after
    if [len(phase) for phase in phases] != [slice_[0].before for slice_ in traced.strip.body]:
        return None
    return [phase[number] for phase in phases for number in sorted(phase)]


def cell_places(question: Question, traced: TracedStrip) -> tuple[dict[int, Place], bool]:
    """Return the line and the slice of each cell, and True if the strip grows downwards."""
    board = traced.board
    if not board.turns:
        return {cell: (0, number) for number, cell in enumerate(traced.order)}, False
    if board.spots:
        return {cell: (max(line, 0), turn) for cell, (line, turn) in enumerate(board.spots)}, False
    grows_down = question.family.sizes.index(None) == 0
    return {
        cell: (place[1], place[0]) if grows_down else place for cell, place in enumerate(board.places)
    }, grows_down


def _count_lines(places: Mapping[int, Place]) -> int:
    return 1 + max((line for line, _ in places.values()), default=0)


def _build_exact_pictures(
    question: Question,
    traced: TracedStrip,
    states: Sequence[SliceState],
    places: Mapping[int, Place],
    down: bool,
) -> tuple[StatePicture, ...] | None:
    """Return the figures if covered and bordered cells ahead determine the states, else None."""
    machine, rule = slots_of(traced.machine), question.rule
    if machine is None or not any(
        _is_piece(key) for laid in machine.decides for key, _ in cast(Decides, laid)
    ):
        return None
    if _count_lines(places) > tuning.STRIP.shown_lines:
        return None
    marks = []
    for state in states:
        alive = [kept for kept in machine.stored if kept.first < state.site <= kept.last]
        covered: set[Place] = set()
        bordered: dict[Place, list[Player]] = {}
        for kept in alive:
            cell, borders = _find_bordering_pieces(machine.causes[kept.feature])
            if cell is None:
                return None
            track = machine.tracks[kept.track]
            line, slice_ = places[cell]
            if not state.state >> track.shift & ((1 << track.bits) - 1):
                continue
            place = line, slice_ - state.column
            if not borders:
                covered.add(place)
            else:
                pieces = configuration_of(rule, [(key, 1) for key in borders]).pieces
                bordered.setdefault(place, []).extend(piece.owner for piece in pieces)
        marks.append((covered, bordered))
    last = max((col for covered, bordered in marks for _, col in [*covered, *bordered]), default=0)
    if last > tuning.STRIP.shown_slices or any(
        col < 0 for covered, bordered in marks for _, col in [*covered, *bordered]
    ):
        return None
    forbidden = [
        {place: tuple(dict.fromkeys(owners)) for place, owners in sorted(bordered.items())}
        for _, bordered in marks
    ]
    pictures = tuple(
        StatePicture(
            _count_lines(places), range(last + 1), frozenset(covered), bordered, down=down, is_exact=True
        )
        for (covered, _), bordered in zip(marks, forbidden, strict=True)
    )
    looks = {(picture.covered, tuple(picture.forbidden.items())) for picture in pictures}
    return pictures if len(looks) == len(pictures) else None


def _is_piece(key: Key) -> bool:
    return key[0] == "piece"


def _find_bordering_pieces(asked: Sequence[object]) -> tuple[int | None, list[Key]]:
    """Return the cell of a constraint, and for a bordered cell the adjacent pieces, one of each colour.

    The list is empty if the constraint covers the cell; the cell is None for any other constraint.
    """
    constraint = asked[0]
    if len(asked) > 1 or not isinstance(constraint, Cardinality) or len(constraint.at) > 1:
        return None, []
    if any(symbols != YES or not _is_piece(key) for key, symbols in constraint.tests):
        return None, []
    colours = {key[1]: key for key, _ in constraint.tests}
    return constraint.at[0], [
        colours[colour] for colour in sorted(colours, key=int)
    ] if constraint.given else []


def _pictures_of(
    question: Question, states: Sequence[SliceState], places: Mapping[int, Place], down: bool
) -> tuple[StatePicture, ...] | None:
    """Return figures of initial segments, cut to the fewest columns that distinguish the states, or None."""
    if _count_lines(places) > tuning.STRIP.shown_lines:
        return None
    whole = [
        _split_columns(configuration_of(question.rule, state.laid), state.column, places) for state in states
    ]
    for columns in range(1, tuning.STRIP.shown_slices + 1):
        cut = [_cut(pieces, marks, -columns) for pieces, marks in whole]
        if len({repr(picture) for picture in cut}) == len(cut):
            ahead = max(
                (
                    col
                    for pieces, _ in cut
                    for _, cells in pieces
                    for _, col in cells
                    if col <= tuning.STRIP.shown_slices
                ),
                default=-1,
            )
            joins = configuration_of(question.rule, ()).joins
            return tuple(
                StatePicture(
                    _count_lines(places),
                    range(-columns, max(ahead, -1) + 1),
                    pieces=tuple(pieces),
                    marks=marks,
                    looks=pictures_of(question.rule).looks,
                    joins=joins,
                    down=down,
                )
                for pieces, marks in cut
            )
    return None


_Pieces = list[tuple[Player, tuple[Place, ...]]]
_Marks = dict[Place, str]


def _split_columns(found: Configuration, column: int, places: Mapping[int, Place]) -> tuple[_Pieces, _Marks]:
    """Return the pieces and marks of a configuration, with columns relative to the frontier."""

    def shift_places(cells: Iterable[int]) -> tuple[Place, ...]:
        return tuple((places[cell][0], places[cell][1] - column) for cell in cells)

    pieces = [(piece.owner, shift_places(piece.cells)) for piece in found.pieces]
    return pieces, {place: mark for cell, mark in found.marks.items() for place in shift_places([cell])}


def _cut(pieces: _Pieces, marks: _Marks, first: int) -> tuple[_Pieces, _Marks]:
    """Return the pieces and marks that have a cell in a column >= ``first``."""
    kept = [
        (owner, tuple(sorted(place for place in cells if place[1] >= first)))
        for owner, cells in pieces
        if any(col >= first for _, col in cells)
    ]
    return sorted(kept, key=repr), dict(
        sorted((place, mark) for place, mark in marks.items() if place[1] >= first)
    )
