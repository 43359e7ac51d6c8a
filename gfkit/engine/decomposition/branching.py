"""Count the independent sets of a conflict graph by branching on vertices of large degree.

Reduction. Let each variable of a constraint system have a *base* symbol that occurs in no constraint, and let
every constraint forbid single symbols or pairs of symbols of two variables. The vertices of the conflict
graph are the other symbols, and two of them are adjacent if they are excluded together or belong to the same
variable. Then solutions are independent sets. Examples are independent sets, vertex covers (as complements),
matchings and all placement games whose pieces only conflict.

Recursion. Let I(G) be the weighted sum over the independent sets of G, v a vertex with weight w, and N[v] its
closed neighbourhood. Then I(G) = I(G - v) + w I(G - N[v]), and I is multiplicative over components. We branch
on a vertex of largest degree, cache I by the set of remaining vertices, and separate components only if the
largest degree is small, because dense graphs rarely fall apart.

A polynomial is one integer (Kronecker substitution), so a branch costs a few operations on integers.

References: Gutman and Harary, Generalizations of the matching polynomial; Levit and Mandrescu, The
independence polynomial of a graph: a survey.
"""

from __future__ import annotations

from itertools import combinations, product
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from gfkit.algebra import Evidence, Status
from gfkit.engine.decomposition.factors import is_local, product_sets, profile_of
from gfkit.engine.machine.automata import Automata
from gfkit.engine.sweep.integers import terms_of_packed
from gfkit.typing import check_stop, exponents_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from gfkit.engine.machine.base import Terms
    from gfkit.rules.kinds.constraints import Constraint, ConstraintSystem, Key, Slot, Test
    from gfkit.rules.rule import Exponents
    from gfkit.typing import Weights

_SPARSE = (
    3  # largest degree at which components are separated; measured on random graphs of 40 to 100 vertices
)
_DEEP = 300  # largest number of vertices, because each vertex may be one level of recursion
_STOP = 1 << 10  # branches between two checks for Ctrl-C


class ConflictGraph(NamedTuple):
    """Graph whose independent sets are the solutions of a constraint system."""

    near: Sequence[int]
    """Bit mask of the neighbours of each vertex."""
    powers: Sequence[Exponents]
    """Exponents of x and y by which each vertex changes the weight of a solution, up to ``signs``."""
    base: Exponents
    """Exponents of the empty set."""
    signs: Exponents
    """For x and for y, -1 if vertices lower the exponent, else 1."""
    bits: int
    """Bound on the length of the number of solutions, in bits."""

    @property
    def mean_degree(self) -> float:
        """Average degree of a vertex."""
        return sum(near.bit_count() for near in self.near) / max(1, len(self.near))

    @property
    def bytes(self) -> int:
        """Bound on the memory of a cached polynomial."""
        return 300 + self.bits * self._width * (1 + sum(x for x, _ in self.powers)) // 8

    @property
    def _width(self) -> int:
        return 1 + sum(y for _, y in self.powers)

    def count(self, max_branches: int) -> tuple[Terms, Evidence] | None:
        """Return the polynomial with its evidence, or None if there are more than ``max_branches`` branches."""
        if len(self.near) > _DEEP:
            return None
        width = self._width
        shifts = [self.bits * (x * width + y) for x, y in self.powers]
        near, known = self.near, {0: 1}

        def total(mask: int) -> int:
            """Return the sum over the independent sets of the vertices in a bit mask."""
            if mask in known:
                return known[mask]
            if not len(known) % _STOP:
                check_stop()
            if len(known) > max_branches:
                raise OverflowError
            best = most = single = 0
            factor, rest = 1, mask
            while rest:
                v = rest.bit_length() - 1
                rest ^= 1 << v
                degree = (near[v] & mask).bit_count()
                if degree > most:
                    most, best = degree, v
                elif not degree:
                    single |= 1 << v
                    factor += factor << shifts[v]
            left = mask ^ single
            if most <= _SPARSE and left:
                part = todo = left & -left
                while todo:
                    low = todo & -todo
                    new = near[low.bit_length() - 1] & left & ~part
                    part |= new
                    todo ^= low | new
                if part != left or single:
                    known[mask] = factor * total(part) * total(left ^ part)
                    return known[mask]
            if left:
                others = left ^ (1 << best)
                factor *= total(others) + (total(others & ~near[best]) << shifts[best])
            known[mask] = factor
            return factor

        try:
            packed = total((1 << len(near)) - 1)
        except OverflowError:
            return None
        (base_x, base_y), (sign_x, sign_y) = self.base, self.signs
        terms = terms_of_packed(packed, self.bits, width)
        moved = {(base_x + sign_x * x, base_y + sign_y * y): value for (x, y), value in terms.items()}
        return moved, Evidence(Status.PROVED, "branching", (("branches", len(known)),))


def conflict_graph(system: ConstraintSystem, weights: Weights) -> ConflictGraph | None:
    """Return the conflict graph of a system, or None if the constraints are not of this form."""
    if not is_local(system) or len(system.slots) > _DEEP:
        return None
    if not all(each.keys for each in system.constraints):
        return None
    slots = {slot.key: slot for slot in system.slots}
    automata = Automata(slots)
    forbidden = [pair for each in system.constraints for pair in _forbidden(each, slots, automata)]
    if None in forbidden:
        return None
    used: dict[Key, int] = dict.fromkeys((slot.key for slot in system.slots), 0)
    pairs = [pair for pair in forbidden if pair is not None]
    for pair in pairs:
        for key, symbols in pair:
            used[key] |= symbols
    vertex: dict[tuple[Key, int], int] = {}
    near: list[int] = []
    powers: list[Exponents] = []
    never = {(key, s) for pair in pairs if len(pair) == 1 for key, symbols in pair for s in _symbols(symbols)}
    empty = [0, 0]
    for slot in system.slots:
        bases = _symbols(slot.every & ~used[slot.key])
        if not bases:
            return None
        x, y = exponents_for(slot.weights[bases[0]], weights)
        empty = [empty[0] + x, empty[1] + y]
        own = [s for s in range(len(slot.values)) if s != bases[0] and (slot.key, s) not in never]
        clique = ((1 << len(own)) - 1) << len(near)
        for symbol in own:
            vertex[slot.key, symbol] = len(near)
            near.append(clique & ~(1 << len(near)))
            more = exponents_for(slot.weights[symbol], weights)
            powers.append((more[0] - x, more[1] - y))
    signs = tuple([-1 if any(each[axis] < 0 for each in powers) else 1 for axis in (0, 1)])
    powers = [(x * signs[0], y * signs[1]) for x, y in powers]
    if any(min(each) < 0 for each in powers):
        return None
    for (one, symbols), (other, more_symbols) in (pair for pair in pairs if len(pair) == 2):
        for a, b in product(_symbols(symbols), _symbols(more_symbols)):
            if (one, a) in vertex and (other, b) in vertex:
                v, w = vertex[one, a], vertex[other, b]
                near[v] |= 1 << w
                near[w] |= 1 << v
    bits = prod(len(slot.values) for slot in system.slots).bit_length()
    return ConflictGraph(near, powers, (empty[0], empty[1]), (signs[0], signs[1]), bits)


def _symbols(mask: int) -> list[int]:
    return [symbol for symbol in range(mask.bit_length()) if mask >> symbol & 1]


def _forbidden(
    constraint: Constraint, slots: Mapping[Key, Slot], automata: Automata
) -> Iterator[tuple[Test, ...] | None]:
    """Yield one or two tests that are not all true, for a set of such tests equivalent to the constraint.

    Yield None if there is no such set, or if it was not found.
    """
    keys = tuple(dict.fromkeys(constraint.keys))
    sizes = [len(slots[key].values) for key in keys]
    root = automata.conjunction([constraint], keys)
    firsts = [(keys[0], 1 << symbol) for symbol in range(sizes[0])]
    sets = product_sets(automata.diagrams, root, sizes)
    if sets is not None:
        for first, masks in zip(firsts, sets, strict=True):
            if masks is None:
                yield (first,)
            for key, mask in zip(keys[1:], masks or (), strict=False):
                if slots[key].every & ~mask:
                    yield first, (key, slots[key].every & ~mask)
        return
    profile = profile_of(automata.diagrams, root, sizes)
    for values, truths in () if profile is None else (profile, profile.negated()):
        others = [(keys[place], sum(own[s] << s for s in range(len(own)))) for place, own in truths.items()]
        lengths = [row.index(0) if 0 in row else len(row) for row in values]
        if any(any(row[most:]) for row, most in zip(values, lengths, strict=True)):
            continue
        if set(lengths) <= {0, 1, 2}:
            yield from [(first,) for first, most in zip(firsts, lengths, strict=True) if not most]
            yield from combinations(others, 2)
            yield from product(
                [first for first, most in zip(firsts, lengths, strict=True) if most == 1], others
            )
            return
    yield None
