"""Identities of two rules for all graphs, perhaps each on an operation of the graph, by local constraints.

Let G be a graph, and let each of two operations replace every vertex v by copies (v, 1), ..., (v, k) and
perhaps add a hub (``gfkit.core.boards.operations``). Whether copies of u and v are adjacent depends only on
the copies, and on whether u = v or u and v are adjacent.

Theorem 1 (equal systems). Let the constraints of both rules concern only the value of a vertex and the values
of its neighbours. Let a bijection of the copies and, for each copy, a bijection of the values map the
conjunction of the constraints on the copies of v for one rule to that for the other, for all values of the
copies of v, of its neighbours and of the hub; and also the constraint on the hub. Then the rules have equally
many configurations on their graphs, for every G. If the bijections of the values preserve weights, their
polynomials are equal; if they are identities, the sets of configurations are equal, and so are their minimal
and their maximal elements.

Proof. Let the bijection act on all vertices at once. A configuration of one rule satisfies the constraints on
the copies of every v if and only if its image does. QED

The number of neighbours of v with the same values of their copies is unbounded. But there is a bound above
which numbers of neighbours are equivalent (``gfkit.core.rules.threshold``), so finitely many cases suffice.

Theorem 2 (elimination). Let the rules be about sets of edges, with constraints on the degree of every vertex
and on the degrees of the endpoints of every edge, and let only one copy of v have edges to copies of other
vertices. Let s be the number of selected edges of G at v, and d the degree of its copy. Let M(s, d) be the
weighted sum over the admissible sets of edges between copies of v, and X(e, d, d') = 1 if an edge of G with
e = 0, 1 may join copies of degrees d and d', otherwise 0. If two rules have equal M and X, after degrees with
equal rows of X are added up, their counts are equal on every G; with weights, their polynomials.

Proof. The polynomial is the sum over all sets of edges of G, and all degrees d(v), of the product of all
M(s(v), d(v)) and X(e(uv), d(u), d(v)) and of the weights of the selected edges. QED

Theorem 3 (line graphs). Let one rule be about sets of edges of G, as in Theorem 2, with degree 0 admissible.
Let the other rule assign 0 or 1 to the vertices of the line graph of G, and let its constraint at a vertex be
a function f(x, k) of its value x and of the number k of neighbours with value 1. Let f(1, a + b - 2) be true
if and only if a, b > 0 are admissible degrees of the endpoints of a selected edge, and let f(0, a + b) be
true if and only if admissible degrees a and b may be joined by an unselected edge. Then both rules have the
same configurations for every G.

Proof. An edge with endpoints of degrees a and b and value x has a + b - 2 x selected neighbours. A vertex of
degree d > 0 is an endpoint of a selected edge. QED

In Theorem 2, edges that the other edges determine are eliminated: M(s, d) = 1. M is eventually periodic
in s.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, product
from math import lcm
from typing import NamedTuple, Protocol, cast

from gfkit.core.boards import parse_one_board
from gfkit.core.boards.operations import COPY_OPERATIONS, SAME, CopyOperation, compose_operations
from gfkit.core.errors import GfkitError
from gfkit.core.rules.kind import from_kind
from gfkit.core.rules.kinds import system_of
from gfkit.core.rules.kinds.constraints import YES, Cardinality
from gfkit.core.rules.rule import Rule
from gfkit.core.rules.values import Exponents, Numbers
from gfkit.questions.twins.components import Identity

_MOST_CASES = 50_000
_PROBES = ("star:6", "path:2", "path:5", "cycle:3", "complete:4", "cycle:5")
"""Graphs on which the constraint system of a rule about pieces is compared with constraints on degrees."""
_Case = tuple[int, tuple[int, ...], tuple[int, ...]]
"""Symbol of the hub, symbols of the copies of a vertex (empty for the hub), and the number of its neighbours
with each tuple of symbols.
"""


def local_identity(
    rules: tuple[Rule, Rule], operations: tuple[CopyOperation, CopyOperation], *, weighed: bool
) -> Identity | None:
    """Return an identity of two rules on operations of all graphs, or None if no theorem proves one.

    >>> from gfkit.core.boards.operations import COPY_OPERATIONS
    >>> from gfkit.core.rules import find_rule
    >>> rules = find_rule("total-dominating-sets"), find_rule("dominating-sets")
    >>> made = COPY_OPERATIONS["prism"], COPY_OPERATIONS["double-cover"]
    >>> local_identity(rules, made, weighed=True).text
    'equal constraints on the copies of each vertex'
    """
    return _equal_systems(rules, operations, weighed) or _eliminated(rules, operations, weighed)


def chained(names: Sequence[str]) -> CopyOperation | None:
    """Return the operation that applies several operations, the last one first, or None if it makes no
    copies.
    """
    made: CopyOperation | None = SAME
    for name in reversed(names):
        outer = COPY_OPERATIONS.get(name)
        made = None if made is None or outer is None else compose_operations(outer, made)
    return made


def line_graph_identity(edges: Rule, vertices: Rule, *, weighed: bool) -> Identity | None:
    """Return the identity of a rule on all graphs and another rule on their line graphs, or None.

    >>> from gfkit.core.rules import find_rule
    >>> rules = find_rule("maximal-matchings"), find_rule("maximal-independent-sets")
    >>> line_graph_identity(*rules, weighed=True).text
    'equal constraints on each edge and its endpoints'
    """
    one, other = _degree_rule(edges), _near_rule(vertices)
    if one is None or other is None or len(other.weights) != 2 or one.period > 1 or 0 not in one.degrees:
        return None
    most = max(one.preperiod, other.bound) + 3
    by_number = [
        [{other.holds(x, (zeros, k)) for zeros in range(other.bound + 1)} for k in range(2 * most)]
        for x in (0, 1)
    ]
    if any(len(truths) > 1 for row in by_number for truths in row):
        return None
    if weighed and [*other.weights] != [(0, 0), one.weight]:
        return None

    def may(x: int, a: int, b: int) -> bool:
        d, e = one.degree(a), one.degree(b)
        return {d, e} <= one.degrees and (one.joined is None or (d, e) in one.joined[x])

    for x in (0, 1):
        for a, b in product(range(x, most), repeat=2):
            is_asked = x or {one.degree(a), one.degree(b)} <= one.degrees
            if is_asked and by_number[x][a + b - 2 * x] != {may(x, a, b)}:
                return None
    return Identity("systems", "equal constraints on each edge and its endpoints")


# Theorem 1


class _NearRule(NamedTuple):
    weights: Sequence[object]
    bound: int
    holds: Callable[[int, Sequence[int]], bool]


def _near_rule(rule: Rule) -> _NearRule | None:
    condition = from_kind(rule.kind, "theorems", "near_condition")
    found = None if condition is None else condition(rule)
    return None if found is None else _NearRule(cast("_HasWeights", rule).weights, *found)


class _HasWeights(Protocol):
    weights: Sequence[object]


def _equal_systems(
    rules: tuple[Rule, Rule], operations: tuple[CopyOperation, CopyOperation], weighed: bool
) -> Identity | None:
    one, other = map(_near_rule, rules)
    size = operations[0].copies
    is_equal = size == operations[1].copies and bool(operations[0].spokes) == bool(operations[1].spokes)
    if one is None or other is None or len(one.weights) != len(other.weights) or not is_equal:
        return None
    symbols, bound = range(len(one.weights)), max(one.bound, other.bound)
    states = list(product(symbols, repeat=size))
    if (bound + 1) ** len(states) * len(states) * len(symbols) > _MOST_CASES:
        return None
    cases, others = (
        set(_cases(near, operation, states, bound))
        for near, operation in zip((one, other), operations, strict=True)
    )
    if len(cases) != len(others):
        return None
    renamings = [
        values
        for values in permutations(symbols)
        if not weighed or all(one.weights[v] == other.weights[values[v]] for v in symbols)
    ]
    hubs = renamings if operations[0].spokes else renamings[:1]
    for copies in permutations(range(size)):
        for hub, *named in product(hubs, *[renamings] * size):
            if _is_mapped(cases, others, states, copies, hub, named):
                is_identity = all(values == tuple(symbols) for values in (hub, *named))
                text = "equal constraints on the copies of each vertex" if size > 1 else "equal constraints"
                if copies != tuple(range(size)):
                    listed = (", ".join(str(k + 1) for k in row) for row in (range(size), copies))
                    text += "; copies " + " correspond to ".join(listed)
                return Identity("systems", text + "; the values are renamed" * (not is_identity))
    return None


def _cases(
    near: _NearRule, operation: CopyOperation, states: list[tuple[int, ...]], bound: int
) -> Iterator[_Case]:
    """Yield all admissible cases, for the vertices and for the hub."""
    symbols = range(len(near.weights))
    around = [operation.near(copy) for copy in range(operation.copies)]
    for numbers in product(range(bound + 1), repeat=len(states)):
        by_copy = [[0] * len(symbols) for _ in around]
        for state, number in zip(states, numbers, strict=True):
            for copy, symbol in enumerate(state):
                by_copy[copy][symbol] += number
        far = [[sum(by_copy[j][v] for j in along) for v in symbols] for _, along in around]
        for hub in symbols if operation.spokes else (0,):
            for state in states:
                rows = [row[:] for row in far]
                for i, (own, _) in enumerate(around):
                    for j in own:
                        rows[i][state[j]] += 1
                    rows[i][hub] += i in operation.spokes
                if all(map(near.holds, state, rows)):
                    yield hub, state, numbers
            spoken = [sum(by_copy[i][v] for i in operation.spokes) for v in symbols]
            if operation.spokes and near.holds(hub, spoken):
                yield hub, (), numbers


def _is_mapped(
    cases: set[_Case],
    others: set[_Case],
    states: list[tuple[int, ...]],
    copies: Sequence[int],
    hub: Sequence[int],
    named: Sequence[Sequence[int]],
) -> bool:
    """Return True if a bijection of the copies and of the values maps the cases to the others."""

    def image(state: tuple[int, ...]) -> tuple[int, ...]:
        moved = {copy: values[v] for copy, values, v in zip(copies, named, state, strict=True)}
        return tuple(moved[copy] for copy in range(len(state)))

    images = dict(zip(states, map(image, states), strict=True)) | {(): ()}
    before = {images[state]: number for number, state in enumerate(states)}
    order = [before[state] for state in states]
    return all(
        (hub[v], images[state], tuple([numbers[k] for k in order])) in others for v, state, numbers in cases
    )


# Theorem 2


class _DegreeRule(NamedTuple):
    """Constraints on degrees: the degree of every number of selected edges, and admissible degrees and
    pairs.
    """

    degree: Callable[[int], int]
    preperiod: int
    period: int
    degrees: frozenset[int]
    joined: tuple[frozenset[tuple[int, ...]], frozenset[tuple[int, ...]]] | None
    """Admissible pairs for unselected and for selected edges, or None for all pairs."""
    weight: object


class _EdgeSets(Protocol):
    cap: int
    modulo: bool
    degrees: tuple[int, ...]
    pins: Sequence[object]
    asks_ends: bool
    weight: object

    def degree(self, number: int) -> int: ...

    def joined_ends(self, *, taken: bool) -> frozenset[tuple[int, ...]]: ...


def _degree_rule(rule: Rule) -> _DegreeRule | None:
    if rule.is_bound or not rule.flat or any(linkage.is_constrained for linkage in rule.linkages):
        return None
    if rule.degree_counts is not None:
        edges = cast("_EdgeSets", rule.degree_counts)
        joined = tuple(edges.joined_ends(taken=taken) for taken in (False, True))
        return (
            None
            if edges.pins
            else _DegreeRule(
                edges.degree,
                0 if edges.modulo else edges.cap,
                edges.cap if edges.modulo else 1,
                frozenset(edges.degrees),
                (joined[0], joined[1]) if edges.asks_ends else None,
                edges.weight,
            )
        )
    return _degrees_of_pieces(rule) if rule.extent == 1 and not rule.divide > 1 else None


def _degrees_of_pieces(rule: Rule) -> _DegreeRule | None:
    """Return the constraints of a rule whose pieces are edges, if they are the same at all vertices of
    ``_PROBES``, or None.
    """
    numbers, weights = Numbers.of(), set[tuple[tuple[int, ...], tuple[Exponents, ...]]]()
    for board in map(parse_one_board, _PROBES):
        try:
            system = system_of(rule, board)
        except GfkitError:  # the rule is not defined on graphs
            return None
        ends = {slot.key: tuple(sorted(slot.cells)) for slot in system.slots}
        weights |= {(slot.values, slot.weights) for slot in system.slots}
        asked = {one.at: one for one in system.constraints if isinstance(one, Cardinality)}
        further = system.totals or system.graphs or system.arrows or not system.counts_solutions
        if sorted(ends.values()) != sorted(board.edges) or further or len(asked) < len(system.constraints):
            return None
        for cell, near in enumerate(board.neighbours):
            own = {(key, YES) for key, cells in ends.items() if cell in cells}
            one = asked.pop((cell,), None)
            if one is not None and (one.given or one.numbers.modulo or {*one.tests} != own):
                return None
            if board.text == _PROBES[0] and not cell and one is not None:
                numbers = one.numbers
            degrees = range(len(near) + 1)
            if [one is None or one.numbers.holds(d) for d in degrees] != [*map(numbers.holds, degrees)]:
                return None
        if asked:
            return None
    cap = numbers.cap
    if len(weights) != 1 or cap > len(board.neighbours):
        return None
    ((_, (nothing, weight)),) = weights
    if any(nothing):
        return None
    allowed = frozenset(d for d in range(cap + 1) if numbers.holds(d))
    return _DegreeRule(lambda number: min(number, cap), cap, 1, allowed, None, weight)


_Sums = dict[int, Counter[int]]
"""For each degree, the number of sets of edges between copies, by their number of edges."""


def _eliminated(
    rules: tuple[Rule, Rule], operations: tuple[CopyOperation, CopyOperation], weighed: bool
) -> Identity | None:
    one, other = map(_degree_rule, rules)
    if one is None or other is None or (weighed and one.weight != other.weight):
        return None
    if any(made.spokes or made.along != SAME.along for made in operations):
        return None
    last = max(one.preperiod, other.preperiod) + lcm(one.period, other.period)
    forms = [
        _vertex_sums(asked, made, last, weighed) for asked, made in zip((one, other), operations, strict=True)
    ]
    if forms[0] != forms[1]:
        return None
    plain = all(made.copies == 1 for made in operations)
    text = "equal constraints on degrees" if plain else "edges of the copies are eliminated at each vertex"
    return Identity("systems" if plain else "elimination", text)


def _vertex_sums(
    asked: _DegreeRule, made: CopyOperation, last: int, weighed: bool
) -> tuple[list[list[Counter[int]]], list[list[tuple[bool, bool]]]]:
    """Return M and X of Theorem 2 after degrees with equal rows of X are added up."""

    def may(e: int, d: int, other: int) -> bool:
        return asked.joined is None or (d, other) in asked.joined[e]

    sums: list[_Sums] = []
    for number in range(last + 1):
        row = _Sums()
        for bits in product((0, 1), repeat=len(made.inside)):
            at = [number, *[0] * (made.copies - 1)]
            for bit, ends in zip(bits, made.inside, strict=True):
                for copy in ends:
                    at[copy] += bit
            degrees = [asked.degree(each) for each in at]
            inside = zip(bits, made.inside, strict=True)
            if all(d in asked.degrees for d in degrees) and all(
                may(bit, degrees[i], degrees[j]) for bit, (i, j) in inside
            ):
                row.setdefault(degrees[0], Counter())[sum(bits) if weighed else 0] += 1
        sums.append(row)
    used = sorted({d for row in sums for d in row})
    taken = {d for row in sums[1:] for d in row}
    rows = {d: [(may(0, d, e), not {d, e} <= taken or may(1, d, e)) for e in used] for d in used}
    classes: list[int] = []
    for d in used:
        if all(rows[d] != rows[e] for e in classes):
            classes.append(d)
    added = [
        [sum((row[d] for d in used if d in row and rows[d] == rows[e]), Counter[int]()) for e in classes]
        for row in sums
    ]
    return added, [[rows[d][used.index(e)] for e in classes] for d in classes]
