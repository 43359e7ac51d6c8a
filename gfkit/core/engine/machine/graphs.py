"""Effect of each option of a sweep on the graphs of a constraint system."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, cast

from gfkit.core.deferred import dataclass, replace
from gfkit.core.engine.machine.linked import Join, WatchedGraph
from gfkit.core.errors import MismatchError
from gfkit.core.rules.values import Linkage, MarkCount, MarkedPlace
from gfkit.core.typing import Weights, exponents_for

if TYPE_CHECKING:
    from gfkit.core.engine.machine.slot import Decides, Feature, Option, Site
    from gfkit.core.engine.machine.variables import Variables
    from gfkit.core.rules.kinds import constraints
    from gfkit.core.rules.kinds.constraints import GraphNode, Key, Link, Test

Groups = list[list[tuple[int, int]]]
"""Conjunction of disjunctions of tests; a test is a position of a variable in its step, and a symbol."""


@dataclass(frozen=True, slots=True)
class SweptOptions:
    """Options of all steps, with the automata of the constraints."""

    variables: Variables
    sites: Sequence[Site]
    weights: Weights
    read: Mapping[Feature, Sequence[tuple[Key, tuple[dict[int, int], ...]]]]
    """For each feature, the variables that it reads, each with its table."""
    features_of: Callable[[Key], Sequence[Feature]]
    """For each variable, the features that read it."""

    def watched_graph(self, graph: constraints.Graph) -> WatchedGraph:
        """Return the effect of every option on a graph: whether its cell becomes a vertex, and the edges it
        adds.
        """
        nodes = {node.cell: node for node in graph.nodes}
        links, near = self.variables.links_by_site([(*link.ends, link) for link in graph.links])
        known: dict[Hashable, list[tuple[bool, tuple[int, ...], int]]] = {}
        joins = []
        for site, cell in enumerate(self.variables.order):
            node = nodes.get(cell)
            there = None if node is None or node.event is None else self._groups_at(node.event.groups, site)
            marked = [self._groups_at(mark.groups, site) for mark in node.marks] if node is not None else []
            own = [self._link_groups_at(link, cell, nodes, site) for link in links[site]]
            key = id(self.sites[site].options), node is None, repr((there, marked, own))
            if key not in known:
                known[key] = _link_effects(self.sites[site].options, node is not None, there, marked, own)
            others = [sum(link.ends) - cell for link in links[site]]
            turns = [0] * len(links[site])
            if graph.windings:
                from gfkit.core.engine.machine.winding import pack_turns

                turns = [pack_turns(graph.windings, link, cell) for link in links[site]]
            joins.append(
                [
                    Join(member, tuple(others[k] for k in linked), more, tuple(turns[k] for k in linked))
                    for member, linked, more in known[key]
                ]
            )
        base = (graph.joins | graph.apart).bit_length()
        wakes = any(node.event is None for node in graph.nodes)
        marks = {node.cell: node.places for node in graph.nodes if node.places}
        if wakes:  # a node joined by a later link is marked in the step of that link
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
            _sure_pairs(graph, nodes),
        )

    def _groups_at(self, groups: Sequence[Sequence[Test]], site: int) -> Groups:
        """Replace the variables in tests by their places at the step in which they are decided."""
        places = {key: place for place, (key, _) in enumerate(cast("Decides", self.sites[site].decides))}
        return [[(places[key], symbols) for key, symbols in group] for group in groups]

    def _link_groups_at(self, link: Link, cell: int, nodes: Mapping[int, GraphNode], site: int) -> Groups:
        """Return the tests of a link that are decided in a step, assuming that the second node of the link
        exists.
        """
        other = nodes[sum(link.ends) - cell].event
        before = () if other is None else other.groups
        here = {key for key, _ in cast("Decides", self.sites[site].decides)}
        own = [group for group in link.event.groups if here.issuperset(key for key, _ in group)]
        if any(group not in own and group not in before for group in link.event.groups):
            raise MismatchError(
                "links between nodes that depend on variables of other nodes are not supported"
            )
        return self._groups_at(own, site)

    def _final_features(
        self, graph: constraints.Graph
    ) -> Callable[[int, int], list[tuple[Feature, frozenset[int]]]]:
        """Return a function that maps a step and a node to pairs of a feature and a set of its states.

        In these states of the feature no later link can contain the node.
        """
        variables = self.variables
        own: dict[int, list[Test]] = {}
        for link in graph.links:
            tests = link.event.groups[0] if len(link.event.groups) == 1 else ()
            for cell in link.ends:
                own.setdefault(cell, []).extend(tests)
        known: dict[Hashable, frozenset[int]] = {}

        def still(site: int, cell: int) -> list[tuple[Feature, frozenset[int]]]:
            to_come = {key: symbols for key, symbols in own.get(cell, ()) if variables.site[key] > site}
            features: list[tuple[Feature, frozenset[int]]] = []
            for feature in dict.fromkeys(chain.from_iterable(map(self.features_of, to_come))):
                keys, tables = zip(*self.read[feature], strict=True)
                begun = sum(variables.site[key] <= site for key in keys)
                if begun and to_come.keys() <= set(keys):
                    linking = tuple(to_come.get(key, 0) for key in keys[begun:])
                    at = (tuple(map(id, tables[begun:])), linking)
                    if at not in known:
                        known[at] = _linkless_values(tables[begun:], linking)
                    features.append((feature, known[at]))
            return features

        return still


def _sure_pairs(graph: constraints.Graph, nodes: Mapping[int, GraphNode]) -> set[tuple[int, int]]:
    """Return the pairs of nodes, in both orders, that have a link whenever both exist."""
    implied = {cell: {*node.event.groups} if node.event else set() for cell, node in nodes.items()}
    linked = [(*ends, link.event) for link in graph.links for ends in (link.ends, link.ends[::-1])]
    return {
        (a, b) for a, b, event in linked if not event.table and {*event.groups} <= implied[a] | implied[b]
    }


def _link_effects(
    options: Sequence[Option],
    is_node: bool,
    there: Groups | None,
    marks: Sequence[Groups],
    links: Sequence[Groups],
) -> list[tuple[bool, tuple[int, ...], int]]:
    """Return for each option: whether the cell is a vertex, the indices of the added links, the number of
    marks.
    """

    def happens(groups: Groups, symbols: Sequence[int]) -> bool:
        return all(any(wanted >> symbols[place] & 1 for place, wanted in group) for group in groups)

    effects = []
    for option in options:
        symbols = cast(tuple[int, ...], option.symbols)
        linked = tuple([number for number, link in enumerate(links) if happens(link, symbols)])
        member = is_node and (bool(linked) if there is None else happens(there, symbols))
        marked = sum(happens(mark, symbols) for mark in marks) if member else 0
        effects.append((member, linked if member else (), marked))
    return effects


def _linkless_values(tables: Sequence[tuple[dict[int, int], ...]], linking: Sequence[int]) -> frozenset[int]:
    """Return the states from which no variable can take a symbol that creates a link."""
    can: set[int] = set()
    for table, symbols in zip(reversed(tables), reversed(linking), strict=True):
        can = {
            old
            for symbol, moves in enumerate(table)
            for old, new in moves.items()
            if symbols >> symbol & 1 or new in can
        }
    return frozenset(old for moves in tables[0] for old in moves) - can if tables else frozenset()


def _linkage(graph: constraints.Graph) -> Linkage:
    """Return the connectivity constraint of a graph."""
    place = MarkedPlace((), "")
    joins, apart = graph.joins.bit_count(), graph.apart.bit_count()
    held = None if graph.each is None else MarkCount(place, graph.each)
    return Linkage(
        graph.components,
        graph.cycles,
        (place,) * joins,
        (place,) * apart,
        graph.weight,
        held,
        (),
        graph.windings,
    )
