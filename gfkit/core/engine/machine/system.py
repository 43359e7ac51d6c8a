"""Automaton of a constraint system, whose state consists of the states of minimal automata.

The cells are swept in a given order, and the variables of each cell are decided in its step. The minimal
automata of the constraints are constructed in ``variables``; the state of each of them is one feature of the
resulting automaton.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, NamedTuple, cast

from gfkit.core.engine import tuning
from gfkit.core.engine.machine.automata import KNOWN_SITES, Automata
from gfkit.core.engine.machine.order import part_of, swept_system
from gfkit.core.engine.machine.slot import Feature, FeatureTrack, Kinds, Option, Site, SlotMachine, assemble
from gfkit.core.engine.machine.variables import MinimalAutomaton, Variables
from gfkit.core.errors import LimitError
from gfkit.core.rules.kinds import system_of
from gfkit.core.rules.kinds.constraints import Constraint, ConstraintSystem, Event, Key, Role, Slot
from gfkit.core.typing import Positions, Weights, add_exponents, check_stop, exponents_for

if TYPE_CHECKING:
    from gfkit.core.boards import Board
    from gfkit.core.engine.machine.base import Machine
    from gfkit.core.engine.machine.image import ImageMachine
    from gfkit.core.engine.machine.linked import LinkedMachine
    from gfkit.core.engine.machine.orientations import OrientedMachine
    from gfkit.core.rules import Rule
    from gfkit.core.rules.values import Exponents

VariableAssignment = tuple[tuple[Key, int], ...]
"""Variables with their values."""


class _Reading(NamedTuple):
    """Transition table of a feature at a variable that it reads.

    ``behind`` contains the variables on hubs that are read before it; their symbols are stored in separate
    features.
    """

    feature: int
    table: tuple[dict[int, int], ...]
    behind: tuple[tuple[Key, tuple[dict[int, int], ...]], ...] = ()

    def after(self, symbol: int, known: Mapping[Key, int]) -> dict[int, int]:
        """Return the transitions for a symbol of the variable, given the symbols of the variables on hubs."""
        if not self.behind:
            return self.table[symbol]
        value: int | None = 0
        for key, table in self.behind:
            value = None if value is None else table[known[key]].get(value)
        after = None if value is None else self.table[symbol].get(value)
        return {} if after is None else {0: after}


class _LastSlot(NamedTuple):
    """Last variable that a counted event reads."""

    reading: _Reading
    total: int


def build_machine(
    rule: Rule,
    board: Board,
    order: Sequence[int],
    positions: Positions,
    weights: Weights,
    system: ConstraintSystem | None = None,
    *,
    periodic: bool = True,
) -> Machine:
    """Return the automaton of a rule on the cells in ``order``, which must not interact with any further
    cell.

    ``system`` is the constraint system of the rule on the board, if it is already known. For rules with
    liberties the automaton stores groups. If a board is swept only once, its tracks need not be ``periodic``.
    """
    if rule.liberties:
        from gfkit.core.engine.machine.liberty import LibertyMachine
        from gfkit.core.rules.kinds.placement.rule import as_placement

        cells = sorted(order)
        new = {cell: index for index, cell in enumerate(cells)}
        part, own = board.part(order), [new[cell] for cell in order]
        full = positions is Positions.FULL
        return LibertyMachine(as_placement(rule), part, own, positions.stuck, weights, full=full, cells=cells)
    whole = swept_system(system_of(rule, board, positions)) if system is None else system
    return system_machine(part_of(whole, order), board, order, weights, periodic=periodic)


def system_machine(
    system: ConstraintSystem,
    board: Board,
    order: Sequence[int],
    weights: Weights,
    *,
    periodic: bool = True,
) -> SlotMachine | LinkedMachine | OrientedMachine | ImageMachine:
    """Return the automaton of a system on the cells in ``order``, which must not interact with any further
    cell. Only on boards of a family must the tracks of inner slices be ``periodic``.
    """
    images = any(slot.role is Role.FORGOTTEN for slot in system.slots)
    builder = _Builder(system, board, order, weights, numbered=images or bool(system.graphs or system.arrows))
    inner = builder.machine(periodic)
    if system.graphs:
        from gfkit.core.engine.machine.graphs import SweptOptions
        from gfkit.core.engine.machine.linked import linked_machine

        swept = SweptOptions(builder.variables, builder.sites, weights, builder.read, builder.features_of)
        watched = [swept.watched_graph(graph) for graph in system.graphs]
        return linked_machine(inner, board, order, builder.powers, watched)
    for arrows in system.arrows:
        from gfkit.core.engine.machine.linked import Frontier
        from gfkit.core.engine.machine.orientations import OrientedMachine, arrow_sites

        links, near = builder.variables.links_by_site([(a, b, (a, b, key)) for a, b, key in arrows.links])
        frontier = Frontier.of(board, order, near)
        turns = arrow_sites(frontier, order, builder.sites, links)
        return OrientedMachine(inner, (frontier.places,), turns, arrows.acyclic, arrows.strong)
    if images:
        from gfkit.core.engine.machine.image import ImageMachine, shown_symbols

        return ImageMachine(inner, shown_symbols(builder.slots, builder.sites), builder.powers)
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
        """If True, the weight of an option is its index."""
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
        """Weights of the options of each step."""
        self.read: dict[Feature, Sequence[tuple[Key, tuple[dict[int, int], ...]]]] = {}
        """For each feature, the variables that it reads, each with its transition tables."""
        self.causes: dict[Feature, tuple[Constraint | Event, ...]] = {}
        self.members: dict[Feature, Hashable] = {}
        """For each feature, the automata that it replaces; slices with different products have different
        layouts.
        """
        self.is_dead = False
        self._distribute_automata()

    def _distribute_automata(self) -> None:
        """Assign the transitions of all automata to the variables that they read, and construct the options
        of each step.
        """
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

    def machine(self, periodic: bool) -> SlotMachine:
        """Return the automaton with the options of all steps on tracks, which fewer tracks suffice for if
        they need not be periodic.
        """
        made = assemble(self.sites, self.kinds if periodic else None)
        stored = tuple(  # replace takes five times as long
            [
                FeatureTrack(k.first, k.last, k.track, (k.part, self.members.get(k.feature)), k.feature)
                for k in made.stored
            ]
        )
        return replace(made, causes=self.causes, stored=stored)

    def _attach_automaton(self, feature: int, automaton: MinimalAutomaton, total: int | None = None) -> None:
        """Assign the transitions of an automaton to the variables that it reads."""
        tables = list(zip(automaton.keys, automaton.factor.tables, strict=True))
        first = len(tables) - len(self.variables.own_keys(automaton.keys))
        behind, tables = tuple(tables[:first]), tables[first:]
        self.kept |= dict.fromkeys(key for key, _ in behind)
        self.causes[feature] = tuple(automaton.constraints)
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
        """Construct the options of a step: each option is a symbol for each variable. Equal steps share their
        options.
        """
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
                    option.symbols,
                )
                for option in self._options_at(site)
            ]
            powers = [option.weight for option in options]
            if self.numbered:
                for number, option in enumerate(options):
                    option.weight = (number, 0)
            # The key contains ids of tables, so the tables must not be deleted before it.
            tables = [reading.table for slot in slots for reading in self._readings_of(slot.key)]
            *_, total = next(reversed(KNOWN_SITES.values()), (0,))
            KNOWN_SITES[alike] = options, powers, {}, tables, total + len(options)
        options, powers, programs, *_ = KNOWN_SITES[alike]
        self.sites.append(
            Site(options, list(names), tuple([(slot.key, slot.values) for slot in slots]), programs)
        )
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
            base = Option(symbols=())
            for key, symbol in known.items():
                base.then(("shows", key), {symbol: symbol})
            branches = [(base, (0,) * len(self.system.totals))]
            for slot in slots:
                branches = [
                    after for branch in branches for after in self._options_after(slot, known, *branch)
                ]
                if len(slots) > 1 and len(branches) > tuning.SWEEP.most_options:
                    raise LimitError(
                        f"board {self.board.text!r}: the {len(slots)} variables of one cell have more than"
                        f" {tuning.SWEEP.most_options} combinations of symbols, too many for a cell-by-cell"
                        " sweep"
                    )
            for option, numbers in branches:
                for k, (total, more) in enumerate(zip(self.system.totals, numbers, strict=True)):
                    cap, reduced = total.numbers.cap, total.numbers.cap_number
                    most = (
                        cap
                        if total.numbers.modulo or total.numbers.most is None
                        else total.numbers.most - more
                    )
                    after = {
                        n: reduced(n + more) for n in range(cap + (not total.numbers.modulo)) if n <= most
                    }
                    if site == len(self.order) - 1:
                        after = {n: 0 for n, m in after.items() if m in total.numbers.allowed}
                        option.then(("total", k), after)
                    elif more or site == 0:
                        option.then(("total", k), after)
                yield option

    def _options_after(
        self, slot: Slot, known: Mapping[Key, int], before: Option, numbers: tuple[int, ...]
    ) -> Iterator[tuple[Option, tuple[int, ...]]]:
        """Yield the extensions of an option by each symbol of a variable, with the number of events for each
        total.
        """
        for symbol, powers in enumerate(slot.weights):
            option = before.copy()
            if any(powers):
                option.weight = add_exponents(before.weight, exponents_for(powers, self.weights))
            option.symbols = (*cast(tuple[int, ...], before.symbols), symbol)
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

    def features_of(self, key: Key) -> list[Feature]:
        """Return the features that read a variable."""
        return [reading.feature for reading in self._readings_of(key)]

    def _readings_of(self, key: Key) -> list[_Reading]:
        """Return all transition tables at a variable, from constraints and from counted events."""
        return self.readings.get(key, []) + [ending.reading for ending in self.endings.get(key, ())]


def _extend(option: Option, feature: Feature, table: dict[int, int]) -> bool:
    """Compose an option with a transition of a feature; return False if no state allows the option."""
    option.then(feature, table)
    return bool(option.tables[feature])
