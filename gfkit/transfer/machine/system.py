"""From a constraint system to a machine: every constraint is a small automaton in flight.

The cells are swept in some order; a slot is decided at the first of its cells, or the last. Constraints on
the same slots are one automaton, made minimal for the order in which its slots come, whose states are one
feature of the machine.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, NamedTuple, cast

from gfkit.errors import MismatchError
from gfkit.kinds.constraints import Cardinality, Decided, Event, Key, Role
from gfkit.transfer.machine.automata import KNOWN_SITES, Automata
from gfkit.transfer.machine.slot import Option, Site, assemble, exponents_for, line_and_turn

if TYPE_CHECKING:
    from gfkit.boards import Board
    from gfkit.games.linkage import Linkage
    from gfkit.games.rule import Exponents
    from gfkit.kinds.constraints import Arrows, Constraint, ConstraintSystem, GraphNode, Link, Slot, Test
    from gfkit.kinds.constraints import Graph as GraphAsked
    from gfkit.transfer.machine.automata import Factor
    from gfkit.transfer.machine.image import ImageMachine
    from gfkit.transfer.machine.linked import Frontier, LinkedMachine, WatchedGraph
    from gfkit.transfer.machine.orientations import ArrowSite, OrientedMachine
    from gfkit.transfer.machine.slot import Feature, Kinds, Part, SlotMachine
    from gfkit.typing import Weights

Lays = tuple[tuple[Key, int], ...]
"""Slots with the values that they show."""
Decides = tuple[tuple[Key, tuple[int, ...]], ...]
"""The slots that a site decides, with all their values."""
Groups = list[list[tuple[int, int]]]
"""Tests of slots by their places at a site: of every group one is to hold."""


class _Reading(NamedTuple):
    """A feature that reads a slot: which, by which automaton, at which place of it.

    ``behind`` are the slots on hubs that were to be read before; what they show is known from their own
    features.
    """

    feature: int
    table: tuple[dict[int, int], ...]
    behind: tuple[tuple[Key, tuple[dict[int, int], ...]], ...] = ()

    def after(self, symbol: int, known: Mapping[Key, int]) -> dict[int, int]:
        """What the feature becomes when the slot shows a symbol; the hubs show what is known."""
        if not self.behind:
            return self.table[symbol]
        value: int | None = 0
        for key, table in self.behind:
            value = None if value is None else table[known[key]].get(value)
        after = None if value is None else self.table[symbol].get(value)
        return {} if after is None else {0: after}


class _Ending(NamedTuple):
    """The last slot of an event that is counted: by the value of its feature and the symbol."""

    reading: _Reading
    total: int


def system_machine(
    system: ConstraintSystem, board: Board, order: Sequence[int], weights: Weights
) -> SlotMachine | LinkedMachine | OrientedMachine | ImageMachine:
    """The machine of a system on the cells in ``order``, with which no other cell interacts."""
    images = any(slot.role is Role.FORGOTTEN for slot in system.slots)
    builder = _Builder(system, board, order, weights, numbered=images or bool(system.graphs or system.arrows))
    inner = builder.machine()
    if system.graphs:
        from gfkit.transfer.machine.linked import linked

        watched = [builder.watched(graph) for graph in system.graphs]
        return linked(inner, board, order, builder.powers, watched)
    for arrows in system.arrows:
        from gfkit.transfer.machine.orientations import OrientedMachine

        frontier, turns = builder.turns(arrows)
        return OrientedMachine(inner, (frontier.places,), turns, arrows.acyclic, arrows.strong)
    if images:
        from gfkit.transfer.machine.image import ImageMachine

        return ImageMachine(inner, builder.shown())
    return inner


class _Builder:
    def __init__(
        self,
        system: ConstraintSystem,
        board: Board,
        order: Sequence[int],
        weights: Weights,
        *,
        numbered: bool,
    ) -> None:
        self.numbered = numbered
        """Whether options have their number for a weight."""
        self.asked = weights, numbered, tuple(total.numbers for total in system.totals)
        self.system, self.board, self.order, self.weights = system, board, order, weights
        self.site_of = {cell: site for site, cell in enumerate(order)}
        self.slots = {slot.key: slot for slot in system.slots}
        self.at: list[list[Slot]] = [[] for _ in order]
        """By site the slots that are decided there."""
        for slot in system.slots:
            self.at[self._site(slot)].append(slot)
        for slots in self.at:
            slots.sort(key=lambda slot: (slot.decided is Decided.LAST, slot.key))
        places = (slot.key for slots in self.at for slot in slots)
        self.place = {key: place for place, key in enumerate(places)}
        hubs = set(range(board.hubs)) & set(order)
        self.hubs = hubs if hubs == set(order[: len(hubs)]) else set()
        self.readings: defaultdict[Key, list[_Reading]] = defaultdict(list)
        self.endings: defaultdict[Key, list[_Ending]] = defaultdict(list)
        self.kept: dict[Key, None] = {}
        """Slots on hubs whose symbols are remembered."""
        self.kinds: Kinds = {}
        self.sites: list[Site] = []
        self.powers: list[Sequence[Exponents]] = []
        """By site what the options weigh."""
        self.read: dict[int, Sequence[tuple[Key, tuple[dict[int, int], ...]]]] = {}
        """By feature the slots that it reads, each with its table."""
        self.says: dict[Feature, tuple[Constraint | Event, ...]] = {}
        self.is_dead = False
        self.place_of = line_and_turn(board, order) if board.turns else None
        self._lay()

    def _site(self, slot: Slot) -> int:
        sites = [self.site_of[cell] for cell in slot.at]
        return max(sites) if slot.decided is Decided.LAST else min(sites)

    def _lay(self) -> None:
        """Puts what every constraint and event reads to its slots, and finds the options of every site."""
        automata = Automata(self.slots)
        groups: dict[tuple[Key, ...], list[Constraint]] = {}
        place_of = self.place.__getitem__
        for one in self.system.constraints:
            groups.setdefault(tuple(sorted({*one.keys}, key=place_of)), []).append(one)
        feature = 0
        for keys, group in groups.items():
            if not keys:
                self.is_dead = self.is_dead or not all(_holds_of_none(one) for one in group)
                continue
            factor = automata.factor(group, keys)
            if factor is not None:
                self._read(feature, group, factor, keys)
                feature += 1
        for total, asked in enumerate(self.system.totals):
            for event in asked.events:
                keys = tuple(sorted(set(event.keys), key=self.place.__getitem__))
                factor = automata.factor([], keys, event)
                if factor is not None:
                    self._read(feature, [event], factor, keys, total)
                    feature += 1
        for site in range(len(self.order)):
            self._add_site(site)
        if self.is_dead and self.sites:
            self.sites[0], self.powers[0] = Site([], []), []

    def machine(self) -> SlotMachine:
        """The options of all sites on tracks."""
        made = assemble(self.sites, self.kinds if self.place_of is not None else None)
        return replace(made, says=self.says)

    def _read(
        self,
        feature: int,
        group: Sequence[Constraint | Event],
        factor: Factor,
        keys: Sequence[Key],
        total: int | None = None,
    ) -> None:
        """Puts the places of an automaton to the slots that it reads."""
        tables = list(zip(keys, factor.tables, strict=True))
        first = sum(self.hubs.issuperset(self.slots[key].at) for key in keys) if self.hubs else 0
        behind: tuple[tuple[Key, tuple[dict[int, int], ...]], ...] = ()
        if 0 < first < len(keys):
            behind = tuple(tables[:first])
            self.kept |= dict.fromkeys(keys[:first])
            tables = tables[first:]
        self.says[feature] = tuple(group)
        self.read[feature] = tables
        for at, (key, table) in enumerate(tables):
            reading = _Reading(feature, table, () if at else behind)
            if total is not None and at == len(tables) - 1:
                self.endings[key].append(_Ending(reading, total))
            else:
                self.readings[key].append(reading)
        if self.place_of is not None:
            self.kinds[feature] = self._part(group)

    def _part(self, group: Sequence[Constraint | Event]) -> Part:
        """What part a feature plays: what it asks, where that lies from its first cell, and on which line."""
        assert self.place_of is not None, "parts are played on boards that repeat"
        turns, hubs = self.board.turns, self.board.hubs
        at = dict.fromkeys([cell for one in group for cell in self._cells(one)])
        first = next((cell for cell in at if cell >= hubs), next(iter(at)))
        row, col = turns[first]
        shape = tuple([cell if cell < hubs else (turns[cell][0] - row, turns[cell][1] - col) for cell in at])
        line, turn = self.place_of(first)
        return (type(group[0]).__name__, shape, line), turn

    def _cells(self, one: Constraint | Event) -> Sequence[int]:
        if not isinstance(one, Event):
            return one.at
        return one.table.at if one.table is not None else [self.slots[key].at[0] for key in one.keys]

    # Options

    def _add_site(self, site: int) -> None:
        """What can happen at a site: a symbol for each of its slots; found once for sites that are alike."""
        slots = self.at[site]
        totals = len(self.system.totals)
        names: dict[Feature, int] = {("total", k): k for k in range(totals)}

        def local(feature: Feature) -> int:
            return names.setdefault(feature, len(names))

        def written(one: _Reading) -> Hashable:
            behind = tuple([(local(("shows", key)), id(table)) for key, table in one.behind])
            return local(one.feature), id(one.table), behind

        key: list[Hashable] = [totals and site == 0, totals and site == len(self.order) - 1, self.asked]
        for slot in slots:
            key += [slot.weights, local(("shows", slot.key)) if slot.key in self.kept else -1]
            key += map(written, self.readings.get(slot.key, ()))
            key += [(written(one.reading), one.total) for one in self.endings.get(slot.key, ())]
        alike = tuple(key)
        if alike not in KNOWN_SITES:
            options = [
                Option(
                    option.weight,
                    {names[feature]: table for feature, table in option.tables.items()},
                    option.lays,
                )
                for option in self._options_at(site)
            ]
            powers = [option.weight for option in options]
            if self.numbered:
                for number, option in enumerate(options):
                    option.weight = (number, 0)
            # Tables live as long as their identities are in a key.
            tables = [one.table for slot in slots for one in self._readings_of(slot.key)]
            KNOWN_SITES[alike] = options, powers, {}, tables
        options, powers, programs, _ = KNOWN_SITES[alike]
        decides = tuple([(slot.key, slot.values) for slot in slots])
        self.sites.append(Site(options, list(names), decides, programs))
        self.powers.append(powers)

    def _options_at(self, site: int) -> Iterator[Option]:
        slots = self.at[site]
        asked = {
            key: self.slots[key]
            for slot in slots
            for reading in (
                *self.readings.get(slot.key, ()),
                *(one.reading for one in self.endings.get(slot.key, ())),
            )
            for key, _ in reading.behind
        }
        for symbols in product(*(range(len(slot.values)) for slot in asked.values())):
            known = dict(zip(asked, symbols, strict=True))
            base = Option(lays=())
            for key, symbol in known.items():
                base.then(("shows", key), {symbol: symbol})
            found = [(base, (0,) * len(self.system.totals))]
            for slot in slots:
                found = [after for one in found for after in self._decided(slot, known, *one)]
            for option, numbers in found:
                for k, (total, more) in enumerate(zip(self.system.totals, numbers, strict=True)):
                    cap, reduced = total.numbers.cap, total.numbers.reduced
                    after = {n: reduced(n + more) for n in range(cap + (not total.numbers.modulo))}
                    if site == len(self.order) - 1:
                        after = {n: 0 for n, m in after.items() if m in total.numbers.allowed}
                        option.then(("total", k), after)
                    elif more or site == 0:
                        option.then(("total", k), after)
                yield option

    def _decided(
        self, slot: Slot, known: Mapping[Key, int], before: Option, numbers: tuple[int, ...]
    ) -> Iterator[tuple[Option, tuple[int, ...]]]:
        """An option with each of the symbols that a slot may show then, divided by which events happen."""
        for symbol, powers in enumerate(slot.weights):
            option = before.copy()
            x, y = exponents_for(powers, self.weights)
            option.weight = before.weight[0] + x, before.weight[1] + y
            option.lays = (*cast(tuple[int, ...], before.lays), symbol)
            if slot.key in self.kept:
                option.then(("shows", slot.key), {0: symbol})
            readings = self.readings.get(slot.key, ())
            if not all(_then(option, one.feature, one.after(symbol, known)) for one in readings):
                continue
            divided = [(option, numbers)]
            for ending in self.endings.get(slot.key, ()):
                table = ending.reading.after(symbol, known)
                parts = [{old: 0 for old, hit in table.items() if hit == wanted} for wanted in (0, 1)]
                after = []
                for one, counted in divided:
                    for hit, part in enumerate(parts):
                        each = one.copy()
                        if part and _then(each, ending.reading.feature, part):
                            more = tuple(n + (hit and k == ending.total) for k, n in enumerate(counted))
                            after.append((each, more))
                divided = after
            yield from divided

    def shown(self) -> list[list[tuple[int, ...]]]:
        """By site and option what the slots show that are not forgotten."""
        found = []
        for site in self.sites:
            there = [
                place
                for place, (key, _) in enumerate(cast(Decides, site.decides))
                if self.slots[key].role is Role.SHOWN
            ]
            found.append([tuple(cast(tuple[int, ...], one.lays)[k] for k in there) for one in site.options])
        return found

    # Graphs and arrows

    def watched(self, graph: GraphAsked) -> WatchedGraph:
        """What every option does to a graph: whether its cell is a node, and whom it is linked to."""
        from gfkit.transfer.machine.linked import Join, WatchedGraph

        nodes = {node.cell: node for node in graph.nodes}
        links: list[list[Link]] = [[] for _ in self.order]
        near: list[list[int]] = [[] for _ in range(self.board.size)]
        for link in graph.links:
            a, b = link.ends
            if a in self.site_of:
                links[max(self.site_of[a], self.site_of[b])].append(link)
                near[a].append(b)
                near[b].append(a)
        known: dict[Hashable, list[tuple[bool, tuple[int, ...], int]]] = {}
        joins = []
        for site, cell in enumerate(self.order):
            node = nodes.get(cell)
            there = (
                None if node is None or node.event is None else self._decided_here(node.event.groups, site)
            )
            marked = (
                [self._decided_here(mark.groups, site) for mark in node.marks] if node is not None else []
            )
            own = [self._linked_here(link, cell, nodes, site) for link in links[site]]
            key = id(self.sites[site].options), node is None, repr((there, marked, own))
            if key not in known:
                known[key] = _linked_by(self.sites[site].options, node is not None, there, marked, own)
            others = [sum(link.ends) - cell for link in links[site]]
            joins.append(
                [Join(member, tuple(others[k] for k in linked), more) for member, linked, more in known[key]]
            )
        base = (graph.joins | graph.apart).bit_length()
        wakes = any(node.event is None for node in graph.nodes)
        marks = {node.cell: node.places for node in graph.nodes if node.places}
        if wakes:  # a node that a later one links is marked then
            always = {node.cell: len(node.marks) << base for node in graph.nodes if node.marks}
            marks = {cell: marks.get(cell, 0) + always.get(cell, 0) for cell in {*marks, *always}}
            joins = [[replace(one, marks=0) for one in own] for own in joins]
        return WatchedGraph(
            _linkage(graph),
            tuple(joins),
            near,
            marks,
            wakes,
            self._still(graph),
            exponents_for(graph.weight, self.weights),
        )

    def _decided_here(self, groups: Sequence[Sequence[Test]], site: int) -> Groups:
        """Groups of tests of slots that a site decides, which are told by their places among them."""
        places = {key: place for place, (key, _) in enumerate(cast(Decides, self.sites[site].decides))}
        return [[(places[key], symbols) for key, symbols in group] for group in groups]

    def _linked_here(self, link: Link, cell: int, nodes: Mapping[int, GraphNode], site: int) -> Groups:
        """What a site decides of a link to a node that was swept before, if that node is there."""
        other = nodes[sum(link.ends) - cell].event
        before = () if other is None else other.groups
        here = {key for key, _ in cast(Decides, self.sites[site].decides)}
        own = [group for group in link.event.groups if here.issuperset(key for key, _ in group)]
        if any(group not in own and group not in before for group in link.event.groups):
            raise MismatchError("links between nodes that more than their own slots decide are not swept")
        return self._decided_here(own, site)

    def _still(self, graph: GraphAsked) -> Callable[[int, int], list[tuple[Feature, frozenset[int]]]]:
        """After a site, for a node, the features, and their values, with which no link of it comes more."""
        own: dict[int, list[Test]] = {}
        for link in graph.links:
            tests = link.event.groups[0] if len(link.event.groups) == 1 else ()
            for cell in link.ends:
                own.setdefault(cell, []).extend(tests)
        known: dict[Hashable, frozenset[int]] = {}

        def still(site: int, cell: int) -> list[tuple[Feature, frozenset[int]]]:
            to_come = {
                key: symbols for key, symbols in own.get(cell, ()) if self._site(self.slots[key]) > site
            }
            found: list[tuple[Feature, frozenset[int]]] = []
            for feature in dict.fromkeys(one.feature for key in to_come for one in self._readings_of(key)):
                keys, tables = zip(*self.read[feature], strict=True)
                begun = sum(self._site(self.slots[key]) <= site for key in keys)
                if begun and to_come.keys() <= set(keys):
                    linking = tuple(to_come.get(key, 0) for key in keys[begun:])
                    at = (tuple(map(id, tables[begun:])), linking)
                    if at not in known:
                        known[at] = _unlinked(tables[begun:], linking)
                    found.append((feature, known[at]))
            return found

        return still

    def _readings_of(self, key: Key) -> list[_Reading]:
        """What reads a slot: constraints, and events that are counted."""
        return self.readings.get(key, []) + [one.reading for one in self.endings.get(key, ())]

    def turns(self, arrows: Arrows) -> tuple[Frontier, tuple[ArrowSite, ...]]:
        """Where cells are kept, and from which of them edges come at every site, and to which they go."""
        from gfkit.transfer.machine.linked import Frontier
        from gfkit.transfer.machine.orientations import ArrowSite

        links: list[list[tuple[int, int, Key]]] = [[] for _ in self.order]
        near: list[list[int]] = [[] for _ in range(self.board.size)]
        for a, b, key in arrows.links:
            if a in self.site_of:
                links[max(self.site_of[a], self.site_of[b])].append((a, b, key))
                near[a].append(b)
                near[b].append(a)
        frontier = Frontier.of(self.board, self.order, near)
        turns = []
        for site, cell in enumerate(self.order):
            ways = []
            places = {key: place for place, (key, _) in enumerate(cast(Decides, self.sites[site].decides))}
            for option in self.sites[site].options:
                symbols = cast(tuple[int, ...], option.lays)
                sources = targets = 0
                for a, b, key in links[site]:
                    bit = 1 << frontier.track[a + b - cell]
                    if (symbols[places[key]] == 1) == (b == cell):
                        sources |= bit
                    else:
                        targets |= bit
                ways.append((sources, targets))
            leaving = sum(1 << track for track in frontier.leaving(site, cell))
            turns.append(
                ArrowSite(frontier.track.get(cell, -1), leaving, tuple(ways), site == len(self.order) - 1)
            )
        return frontier, tuple(turns)


def _linked_by(
    options: Sequence[Option],
    is_node: bool,
    there: Groups | None,
    marks: Sequence[Groups],
    links: Sequence[Groups],
) -> list[tuple[bool, tuple[int, ...], int]]:
    """By option whether its cell is there, which links are, by number, and how often the cell is marked."""

    def happens(groups: Groups, symbols: Sequence[int]) -> bool:
        return all(any(wanted >> symbols[place] & 1 for place, wanted in group) for group in groups)

    found = []
    for option in options:
        symbols = cast(tuple[int, ...], option.lays)
        linked = tuple([number for number, one in enumerate(links) if happens(one, symbols)])
        member = is_node and (bool(linked) if there is None else happens(there, symbols))
        marked = sum(happens(mark, symbols) for mark in marks) if member else 0
        found.append((member, linked if member else (), marked))
    return found


def _unlinked(tables: Sequence[tuple[dict[int, int], ...]], linking: Sequence[int]) -> frozenset[int]:
    """The values from which no way leads on which some slot shows one of its linking symbols."""
    can: set[int] = set()
    for table, symbols in zip(reversed(tables), reversed(linking), strict=True):
        can = {
            old
            for symbol, moves in enumerate(table)
            for old, new in moves.items()
            if symbols >> symbol & 1 or new in can
        }
    return frozenset(old for moves in tables[0] for old in moves) - can if tables else frozenset()


def _linkage(graph: GraphAsked) -> Linkage:
    """What is asked of a graph, for the machine of labels."""
    from gfkit.games.linkage import Holding, Linkage, MarkedPlace, Tally

    place = MarkedPlace((), "")
    components, cycles, each = (
        None if one is None else Tally(one.allowed, one.cap)
        for one in (graph.components, graph.cycles, graph.each)
    )
    joins, apart = graph.joins.bit_count(), graph.apart.bit_count()
    held = None if each is None else Holding(place, each)
    return Linkage(components, cycles, (place,) * joins, (place,) * apart, graph.weight, held)


def _then(option: Option, feature: Feature, table: dict[int, int]) -> bool:
    """Adds what an option does to a feature; False where it can never be taken then."""
    option.then(feature, table)
    return bool(option.tables[feature])


def _holds_of_none(one: Constraint) -> bool:
    """Whether a constraint without slots is met."""
    return isinstance(one, Cardinality) and (bool(one.given) or one.numbers.holds(0))
