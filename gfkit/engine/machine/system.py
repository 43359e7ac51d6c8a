"""From a constraint system to a machine, whose state consists of the states of minimal automata.

The cells are swept in some order, and the variables of each cell are decided there; see ``variables``, which
has the automata of the constraints. The states of one automaton are one feature of the machine.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

from gfkit.engine import tuning
from gfkit.engine.machine.automata import KNOWN_SITES, Automata
from gfkit.engine.machine.slot import Decides, Option, Site, assemble
from gfkit.engine.machine.variables import Variables
from gfkit.errors import LimitError, MismatchError
from gfkit.rules.kinds.constraints import Event, Key, Role
from gfkit.typing import Weights, check_stop, exponents_for

if TYPE_CHECKING:
    from gfkit.boards import Board
    from gfkit.engine.machine.image import ImageMachine
    from gfkit.engine.machine.linked import LinkedMachine, WatchedGraph
    from gfkit.engine.machine.orientations import OrientedMachine
    from gfkit.engine.machine.slot import Feature, Kinds, SlotMachine
    from gfkit.engine.machine.variables import MinimalAutomaton
    from gfkit.rules.kinds.constraints import (
        Constraint,
        ConstraintSystem,
        GraphNode,
        Link,
        Slot,
        Test,
    )
    from gfkit.rules.kinds.constraints import Graph as GraphAsked
    from gfkit.rules.linkage import Linkage
    from gfkit.rules.rule import Exponents

_Linked = TypeVar("_Linked")
Lays = tuple[tuple[Key, int], ...]
"""Variables with their values."""
Groups = list[list[tuple[int, int]]]
"""Tests of variables by their places at a site; one test of each group must hold."""


class _Reading(NamedTuple):
    """A transition table of a feature at a variable that it reads.

    ``behind`` are the variables on hubs that come before; their symbols are known from features of their own.
    """

    feature: int
    table: tuple[dict[int, int], ...]
    behind: tuple[tuple[Key, tuple[dict[int, int], ...]], ...] = ()

    def after(self, symbol: int, known: Mapping[Key, int]) -> dict[int, int]:
        """Return the states after a symbol of the variable, given the symbols on hubs."""
        if not self.behind:
            return self.table[symbol]
        value: int | None = 0
        for key, table in self.behind:
            value = None if value is None else table[known[key]].get(value)
        after = None if value is None else self.table[symbol].get(value)
        return {} if after is None else {0: after}


class _LastSlot(NamedTuple):
    """The last variable of an event that is counted."""

    reading: _Reading
    total: int


def system_machine(
    system: ConstraintSystem, board: Board, order: Sequence[int], weights: Weights
) -> SlotMachine | LinkedMachine | OrientedMachine | ImageMachine:
    """Return the automaton of a system on the cells in ``order``, with which no other cell interacts."""
    images = any(slot.role is Role.FORGOTTEN for slot in system.slots)
    builder = _Builder(system, board, order, weights, numbered=images or bool(system.graphs or system.arrows))
    inner = builder.machine()
    if system.graphs:
        from gfkit.engine.machine.linked import linked_machine

        watched = [builder.watched_graph(graph) for graph in system.graphs]
        return linked_machine(inner, board, order, builder.powers, watched)
    for arrows in system.arrows:
        from gfkit.engine.machine.linked import Frontier
        from gfkit.engine.machine.orientations import OrientedMachine, arrow_sites

        links, near = builder.links_by_site([(a, b, (a, b, key)) for a, b, key in arrows.links])
        frontier = Frontier.of(board, order, near)
        turns = arrow_sites(frontier, order, builder.sites, links)
        return OrientedMachine(inner, (frontier.places,), turns, arrows.acyclic, arrows.strong)
    if images:
        from gfkit.engine.machine.image import ImageMachine, shown_symbols

        return ImageMachine(inner, shown_symbols(builder.slots, builder.sites))
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
        """True if the weight of an option is its number."""
        self.asked = weights, numbered, tuple(total.numbers for total in system.totals)
        self.system, self.board, self.order, self.weights = system, board, order, weights
        self.variables = variables = Variables(system, board, order)
        self.slots, self.at, self.place_of = variables.slots, variables.at, variables.place_of
        self.readings: defaultdict[Key, list[_Reading]] = defaultdict(list)
        self.endings: defaultdict[Key, list[_LastSlot]] = defaultdict(list)
        self.kept: dict[Key, None] = {}
        """Variables on hubs whose symbols are stored."""
        self.kinds: Kinds = {}
        self.sites: list[Site] = []
        self.powers: list[Sequence[Exponents]] = []
        """By site the weights of the options."""
        self.read: dict[int, Sequence[tuple[Key, tuple[dict[int, int], ...]]]] = {}
        """By feature the variables that it reads, each with its table."""
        self.says: dict[Feature, tuple[Constraint | Event, ...]] = {}
        self.members: dict[Feature, Hashable] = {}
        """By feature the automata that it replaces, so that slices with other products have other layouts."""
        self.is_dead = False
        self._lay()

    def _lay(self) -> None:
        """Distribute the automata over the variables that they read, and find the options of each site."""
        automata = Automata(self.slots)
        found, self.is_dead = self.variables.minimal_automata(automata, self.system.constraints)
        for feature, automaton in enumerate(found):
            self._attach_automaton(feature, automaton)
        feature = len(found)
        for total, asked in enumerate(self.system.totals):
            for counted in self.variables.event_automata(automata, asked.events):
                self._attach_automaton(feature, counted, total)
                feature += 1
        for site in range(len(self.order)):
            self._add_site(site)
        if self.is_dead and self.sites:
            self.sites[0], self.powers[0] = Site([], [], self.sites[0].decides), []

    def machine(self) -> SlotMachine:
        """Return the automaton with the options of all sites on tracks."""
        made = assemble(self.sites, self.kinds if self.place_of is not None else None)
        stored = tuple(
            [replace(kept, part=(kept.part, self.members.get(kept.feature))) for kept in made.stored]
        )
        return replace(made, says=self.says, stored=stored)

    def _attach_automaton(self, feature: int, automaton: MinimalAutomaton, total: int | None = None) -> None:
        """Distribute the transitions of an automaton over the variables that it reads."""
        tables = list(zip(automaton.keys, automaton.factor.tables, strict=True))
        first = len(tables) - len(self.variables.own_keys(automaton.keys))
        behind, tables = tuple(tables[:first]), tables[first:]
        self.kept |= dict.fromkeys(key for key, _ in behind)
        self.says[feature] = tuple(automaton.constraints)
        self.members[feature] = automaton.members
        self.read[feature] = tables
        for at, (key, table) in enumerate(tables):
            reading = _Reading(feature, table, () if at else behind)
            if total is not None and at == len(tables) - 1:
                self.endings[key].append(_LastSlot(reading, total))
            else:
                self.readings[key].append(reading)
        if self.place_of is not None:
            self.kinds[feature] = automaton.part

    # Options

    def _add_site(self, site: int) -> None:
        """Find the options of a site: a symbol for each of its variables. Equal sites share them."""
        check_stop()
        slots = self.at[site]
        totals = len(self.system.totals)
        names: dict[Feature, int] = {("total", k): k for k in range(totals)}

        def reading_key(reading: _Reading) -> Hashable:
            behind = [(place(("shows", key), len(names)), id(table)) for key, table in reading.behind]
            return place(reading.feature, len(names)), id(reading.table), tuple(behind)

        place = names.setdefault
        key: list[Hashable] = [totals and site == 0, totals and site == len(self.order) - 1, self.asked]
        for slot in slots:
            key += [slot.weights, place(("shows", slot.key), len(names)) if slot.key in self.kept else -1]
            key += map(reading_key, self.readings.get(slot.key, ()))
            key += [(reading_key(ending.reading), ending.total) for ending in self.endings.get(slot.key, ())]
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
            tables = [reading.table for slot in slots for reading in self._readings_of(slot.key)]
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
                *(ending.reading for ending in self.endings.get(slot.key, ())),
            )
            for key, _ in reading.behind
        }
        for symbols in product(*(range(len(slot.values)) for slot in asked.values())):
            check_stop()
            known = dict(zip(asked, symbols, strict=True))
            base = Option(lays=())
            for key, symbol in known.items():
                base.then(("shows", key), {symbol: symbol})
            branches = [(base, (0,) * len(self.system.totals))]
            for slot in slots:
                branches = [
                    after for branch in branches for after in self._options_after(slot, known, *branch)
                ]
                if len(slots) > 1 and len(branches) > tuning.SWEEP.most_options:
                    raise LimitError(
                        f"board {self.board.text!r}: {len(slots)} choices at one cell have more than"
                        f" {tuning.SWEEP.most_options} combinations, too many for a sweep over cells"
                    )
            for option, numbers in branches:
                for k, (total, more) in enumerate(zip(self.system.totals, numbers, strict=True)):
                    cap, reduced = total.numbers.cap, total.numbers.cap_number
                    after = {n: reduced(n + more) for n in range(cap + (not total.numbers.modulo))}
                    if site == len(self.order) - 1:
                        after = {n: 0 for n, m in after.items() if m in total.numbers.allowed}
                        option.then(("total", k), after)
                    elif more or site == 0:
                        option.then(("total", k), after)
                yield option

    def _options_after(
        self, slot: Slot, known: Mapping[Key, int], before: Option, numbers: tuple[int, ...]
    ) -> Iterator[tuple[Option, tuple[int, ...]]]:
        """Yield extensions of an option by each symbol of a variable, with the number of events per total."""
        for symbol, powers in enumerate(slot.weights):
            option = before.copy()
            x, y = exponents_for(powers, self.weights)
            option.weight = before.weight[0] + x, before.weight[1] + y
            option.lays = (*cast(tuple[int, ...], before.lays), symbol)
            if slot.key in self.kept:
                option.then(("shows", slot.key), {0: symbol})
            readings = self.readings.get(slot.key, ())
            if not all(
                _extend(option, reading.feature, reading.after(symbol, known)) for reading in readings
            ):
                continue
            divided = [(option, numbers)]
            for ending in self.endings.get(slot.key, ()):
                table = ending.reading.after(symbol, known)
                parts = [{old: 0 for old, hit in table.items() if hit == wanted} for wanted in (0, 1)]
                after = []
                for earlier, counted in divided:
                    for hit, part in enumerate(parts):
                        each = earlier.copy()
                        if part and _extend(each, ending.reading.feature, part):
                            more = tuple(n + (hit and k == ending.total) for k, n in enumerate(counted))
                            after.append((each, more))
                divided = after
            yield from divided

    # Graphs and arrows

    def links_by_site(
        self, links: Iterable[tuple[int, int, _Linked]]
    ) -> tuple[list[list[_Linked]], list[list[int]]]:
        """Return by site the links of its cell to swept cells, and by cell its neighbours."""
        by_site: list[list[_Linked]] = [[] for _ in self.order]
        near: list[list[int]] = [[] for _ in range(self.board.size)]
        for a, b, link in links:
            if a in self.variables.site_of:
                by_site[max(self.variables.site_of[a], self.variables.site_of[b])].append(link)
                near[a].append(b)
                near[b].append(a)
        return by_site, near

    def watched_graph(self, graph: GraphAsked) -> WatchedGraph:
        """Return the effects of all options on a graph: membership of the cell, and its links."""
        from gfkit.engine.machine.linked import Join, WatchedGraph

        nodes = {node.cell: node for node in graph.nodes}
        links, near = self.links_by_site([(*link.ends, link) for link in graph.links])
        known: dict[Hashable, list[tuple[bool, tuple[int, ...], int]]] = {}
        joins = []
        for site, cell in enumerate(self.order):
            node = nodes.get(cell)
            there = None if node is None or node.event is None else self._groups_at(node.event.groups, site)
            marked = [self._groups_at(mark.groups, site) for mark in node.marks] if node is not None else []
            own = [self._link_groups_at(link, cell, nodes, site) for link in links[site]]
            key = id(self.sites[site].options), node is None, repr((there, marked, own))
            if key not in known:
                known[key] = _link_effects(self.sites[site].options, node is not None, there, marked, own)
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
            joins = [[replace(join, marks=0) for join in own] for own in joins]
        return WatchedGraph(
            _linkage(graph),
            tuple(joins),
            near,
            marks,
            wakes,
            self._final_features(graph),
            exponents_for(graph.weight, self.weights),
        )

    def _groups_at(self, groups: Sequence[Sequence[Test]], site: int) -> Groups:
        """Replace variables in tests by their places at the site that decides them."""
        places = {key: place for place, (key, _) in enumerate(cast(Decides, self.sites[site].decides))}
        return [[(places[key], symbols) for key, symbols in group] for group in groups]

    def _link_groups_at(self, link: Link, cell: int, nodes: Mapping[int, GraphNode], site: int) -> Groups:
        """Return the tests of a link that a site decides, given that the other node exists."""
        other = nodes[sum(link.ends) - cell].event
        before = () if other is None else other.groups
        here = {key for key, _ in cast(Decides, self.sites[site].decides)}
        own = [group for group in link.event.groups if here.issuperset(key for key, _ in group)]
        if any(group not in own and group not in before for group in link.event.groups):
            raise MismatchError("links between nodes that more than their own slots decide are not swept")
        return self._groups_at(own, site)

    def _final_features(
        self, graph: GraphAsked
    ) -> Callable[[int, int], list[tuple[Feature, frozenset[int]]]]:
        """Return a function of a site and a node: features, and the states that allow no more links."""
        variables = self.variables
        own: dict[int, list[Test]] = {}
        for link in graph.links:
            tests = link.event.groups[0] if len(link.event.groups) == 1 else ()
            for cell in link.ends:
                own.setdefault(cell, []).extend(tests)
        known: dict[Hashable, frozenset[int]] = {}

        def still(site: int, cell: int) -> list[tuple[Feature, frozenset[int]]]:
            to_come = {
                key: symbols for key, symbols in own.get(cell, ()) if variables.site(self.slots[key]) > site
            }
            features: list[tuple[Feature, frozenset[int]]] = []
            for feature in dict.fromkeys(
                reading.feature for key in to_come for reading in self._readings_of(key)
            ):
                keys, tables = zip(*self.read[feature], strict=True)
                begun = sum(variables.site(self.slots[key]) <= site for key in keys)
                if begun and to_come.keys() <= set(keys):
                    linking = tuple(to_come.get(key, 0) for key in keys[begun:])
                    at = (tuple(map(id, tables[begun:])), linking)
                    if at not in known:
                        known[at] = _linkless_values(tables[begun:], linking)
                    features.append((feature, known[at]))
            return features

        return still

    def _readings_of(self, key: Key) -> list[_Reading]:
        """Return all readings of a variable, by constraints and by counted events."""
        return self.readings.get(key, []) + [ending.reading for ending in self.endings.get(key, ())]


def _link_effects(
    options: Sequence[Option],
    is_node: bool,
    there: Groups | None,
    marks: Sequence[Groups],
    links: Sequence[Groups],
) -> list[tuple[bool, tuple[int, ...], int]]:
    """Return by option the membership of its cell, the numbers of its links, and the number of marks."""

    def happens(groups: Groups, symbols: Sequence[int]) -> bool:
        return all(any(wanted >> symbols[place] & 1 for place, wanted in group) for group in groups)

    effects = []
    for option in options:
        symbols = cast(tuple[int, ...], option.lays)
        linked = tuple([number for number, link in enumerate(links) if happens(link, symbols)])
        member = is_node and (bool(linked) if there is None else happens(there, symbols))
        marked = sum(happens(mark, symbols) for mark in marks) if member else 0
        effects.append((member, linked if member else (), marked))
    return effects


def _linkless_values(tables: Sequence[tuple[dict[int, int], ...]], linking: Sequence[int]) -> frozenset[int]:
    """Return the states after which no variable can show a linking symbol."""
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
    """Return the connectivity constraint of a graph."""
    from gfkit.rules.linkage import Linkage, MarkCount, MarkedPlace

    place = MarkedPlace((), "")
    joins, apart = graph.joins.bit_count(), graph.apart.bit_count()
    held = None if graph.each is None else MarkCount(place, graph.each)
    return Linkage(graph.components, graph.cycles, (place,) * joins, (place,) * apart, graph.weight, held)


def _extend(option: Option, feature: Feature, table: dict[int, int]) -> bool:
    """Compose an option with a step of a feature; return False if no state allows the option."""
    option.then(feature, table)
    return bool(option.tables[feature])
