"""From sets of edges to a machine: what is remembered of a vertex is what it will be, and how far it came.

Statement. Degrees that no edge tells apart form a *class*: equal rows in the tables of ``taken`` and
``left``. Every vertex says at its site of which class its degree will be; an edge is decided at the later of
its two sites, where the classes of both ends are known and must allow it; and at the last site that a vertex
has an edge with, its degree must be in its class. So the ways through the machine are the sets of edges that
the rule allows, each once, as a set of edges has one degree, and one class, at every vertex. Of the edges
that a vertex has already, only so much is remembered as decides which more bring it into its class.

A site looks at the sites of the cells it touches, and at which is the last of each of these; so the reach is
that of a cell with its neighbours. What is remembered does not depend on how long the strip is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from gfkit.boards import Board
from gfkit.errors import LimitError
from gfkit.games.edges import EdgeRule
from gfkit.transfer.machine.slot import (
    Kinds,
    Option,
    SlotMachine,
    Table,
    assemble,
    exponents_for,
    line_and_turn,
)
from gfkit.typing import Weights

_MOST_OPTIONS = 1 << 13
"""Options of one site: ways to take edges that lead back, times classes."""


@dataclass(frozen=True, slots=True)
class _Progress:
    """Classes of degrees, and how far vertices have come towards theirs, as numbers from 0 on.

    ``after[s]`` is where a vertex that was at s is when one more of its edges is taken, -1 when it can no
    longer come into its class.
    """

    starts: tuple[int, ...]
    """By class, a vertex without edges taken."""
    classes: tuple[int, ...]
    after: tuple[int, ...]
    done: frozenset[int]

    def along(self, state: int, more: int) -> int:
        """Where a vertex is when so many more of its edges are taken; -1 where that is nowhere."""
        for _ in range(more):
            state = self.after[state] if state >= 0 else -1
        return state

    @staticmethod
    def of(classes: Sequence[frozenset[int]], cap: int) -> _Progress:
        """What a vertex has is told apart by which numbers of edges more bring it into its class."""
        number: dict[tuple[int, tuple[bool, ...]], int] = {}
        found: list[tuple[int, int]] = []

        def future(k: int, had: int) -> tuple[bool, ...]:
            return tuple(min(had + more, cap) in classes[k] for more in range(cap + 1))

        for k in range(len(classes)):
            for had in range(cap + 1):
                seen = future(k, had)
                if any(seen) and (k, seen) not in number:
                    number[k, seen] = len(number)
                    found.append((k, had))
        return _Progress(
            tuple(number.get((k, future(k, 0)), -1) for k in range(len(classes))),
            tuple(k for k, _ in found),
            tuple(number.get((k, future(k, min(had + 1, cap))), -1) for k, had in found),
            frozenset(at for at, (k, had) in enumerate(found) if had in classes[k]),
        )


@dataclass(frozen=True, slots=True)
class EdgeBundle:
    """Edges that are taken together, or left: between two cells, or one cell and itself.

    An edge of the board is one of these. Where a board is folded, cells stand for several, and so do edges;
    ``ends`` says for each of the cells how many of the edges it has, ``times`` how many there are.
    """

    cells: tuple[int, ...]
    ends: tuple[int, ...] = (1, 1)
    times: int = 1


def edge_machine(
    rule: EdgeRule,
    board: Board,
    order: Sequence[int],
    weights: Weights,
    bundles: Sequence[EdgeBundle] | None = None,
) -> SlotMachine:
    """The machine of sets of edges on the cells in ``order``, among which no other cell has an edge.

    ``bundles`` are the edges of the board, where they are not single ones.
    """
    if bundles is None:
        bundles = [EdgeBundle(edge) for edge in board.edges]
    classes, may = _classes(rule)
    progress = _Progress.of(classes, rule.cap)
    site_of = {cell: site for site, cell in enumerate(order)}
    weight = exponents_for(rule.weight, weights)
    at: dict[int, list[EdgeBundle]] = {cell: [] for cell in order}
    last: dict[int, int] = {}
    for bundle in bundles:
        if bundle.cells[0] in site_of:
            site = max(site_of[cell] for cell in bundle.cells)
            at[order[site]].append(bundle)
            last |= {cell: max(site, last.get(cell, site)) for cell in bundle.cells}
    closing: dict[int, list[int]] = {}
    for cell, site in last.items():
        if cell != order[site]:
            closing.setdefault(site, []).append(cell)
    kinds: Kinds = {}
    sites = []
    place_of = line_and_turn(board, order) if board.turns else None
    for site, cell in enumerate(order):
        back = at[cell]
        if len(classes) << len(back) > _MOST_OPTIONS:
            most = (_MOST_OPTIONS // len(classes)).bit_length() - 1
            raise LimitError(
                f"board {board.text!r}: {len(back)} edges of one cell lead back to cells that are swept"
                f" before, too many for {rule.name}; the most is {most}"
            )
        lives = last.get(cell, site) > site
        sites.append(list(_options(progress, may, weight, (cell, back, closing.get(site, []), lives))))
        if place_of is not None:
            line, turn = place_of(cell)
            kinds[cell] = (line, turn)
    return assemble(sites, kinds if place_of is not None else None)


def _classes(rule: EdgeRule) -> tuple[list[frozenset[int]], tuple[list[list[bool]], list[list[bool]]]]:
    """Classes of degrees that no edge tells apart, and which classes the ends of an edge may have.

    The two tables are for edges that are left, and taken. A vertex of degree 0 is the end of no taken edge,
    so that it belongs to a class whose degrees are like it where edges are left.
    """
    allowed, tables = rule.degrees, [rule.joined(taken=taken) for taken in (False, True)]
    rows: dict[tuple[tuple[bool, ...], ...], list[int]] = {}
    for d in reversed(allowed):
        left, taken = (tuple((d, other) in table for other in allowed) for table in tables)
        like = next((row for row in rows if not d and row[0] == left), (left, taken))
        rows.setdefault(like, []).append(d)
    firsts = [max(one) for one in rows.values()]
    left_may, taken_may = ([[(a, b) in table for b in firsts] for a in firsts] for table in tables)
    return [frozenset(one) for one in rows.values()], (left_may, taken_may)


def _options(
    progress: _Progress,
    may: tuple[list[list[bool]], list[list[bool]]],
    weight: tuple[int, int],
    at: tuple[int, list[EdgeBundle], list[int], bool],
) -> Iterator[Option]:
    """What can happen at a cell: its class, and which of the edges back are taken.

    ``at`` has the cell, the edges that it has with cells before and with itself, those cells that have no
    edge later, and whether it has edges later itself.
    """
    cell, back, last, lives = at
    tables: dict[tuple[int, int, int], Table] = {}
    for own, taken, ends in product(
        range(len(progress.starts)), (0, 1), {end for bundle in back for end in bundle.ends}
    ):
        tables[own, taken, ends] = {
            s: after
            for s in range(len(progress.classes))
            if (after := progress.along(s, ends * taken)) >= 0 and may[taken][progress.classes[s]][own]
        }
    accept: Table = dict.fromkeys(progress.done, 0)
    for own, start in enumerate(progress.starts):
        for chosen in product((0, 1), repeat=len(back)):
            state = start
            many = 0
            for bundle, taken in zip(back, chosen, strict=True):
                many += bundle.times * taken
                state = progress.along(state, bundle.ends[bundle.cells.index(cell)] * taken)
                if len(bundle.cells) == 1 and not may[taken][own][own]:
                    state = -1
            if state < 0 or (not lives and state not in progress.done):
                continue
            option = Option((weight[0] * many, weight[1] * many))
            for bundle, taken in zip(back, chosen, strict=True):
                for other, ends in zip(bundle.cells, bundle.ends, strict=True):
                    if other != cell:
                        option.then(other, tables[own, taken, ends])
            for other in last:
                option.then(other, accept)
            if lives:
                option.then(cell, {0: state})
            yield option
