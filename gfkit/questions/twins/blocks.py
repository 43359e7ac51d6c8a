"""Rules of 2 x 2 blocks, and bijections and identities between them that hold on all rectangles.

A rule of blocks over the values 0, ..., k-1 is the set of the allowed blocks

    a b
    c d

An array of m x n cells is legal if all its blocks of adjacent rows and columns are allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import permutations, product
from typing import Any, NamedTuple

from gfkit.core.deferred import dataclass
from gfkit.core.rules.kind import from_kind
from gfkit.core.rules.rule import Rule

Block = tuple[int, int, int, int]
"""Values a, b, c, d of a block."""
Corner = tuple[int, int]
"""Values of the cells c and b of a block."""
_MOST_VALUES = 4


class Image(NamedTuple):
    """Permutation of the values with reflections of rectangles."""

    values: tuple[int, ...]
    upside_down: bool = False
    reversed: bool = False

    @property
    def text(self) -> str:
        """Description of the symmetry, empty for the identity."""
        moved = [f"{value} -> {image}" for value, image in enumerate(self.values) if value != image]
        words = (
            f"values renamed ({', '.join(moved)})" if moved else "",
            "rows in reverse order" if self.upside_down else "",
            "columns in reverse order" if self.reversed else "",
        )
        return ", ".join(filter(None, words))


@dataclass(frozen=True)
class BlockRule:
    """Rule of 2 x 2 blocks over the values 0, ..., ``size`` - 1."""

    size: int
    allowed: frozenset[Block]

    @classmethod
    def of(cls, rule: Rule, rows: int = 2, columns: int = 2) -> BlockRule | None:
        """Return the rule whose arrays correspond to the arrays of a rule on boards with at least the given
        numbers of rows and columns, or None if its constraints do not fit into windows of this size.

        >>> from gfkit.core.rules import find_rule
        >>> len(BlockRule.of(find_rule("kings")).allowed), BlockRule.of(find_rule("domineering"))
        (5, None)
        """
        blocks = from_kind(rule.kind, "theorems", "blocks_of")
        found = None if blocks is None else blocks(rule, rows, columns)
        if found is None or found[0] ** ((rows - 1) * (columns - 1)) > _MOST_VALUES:
            return None
        return cls.of_windows(found[0], rows, columns, set(found[1]))

    @classmethod
    def of_windows(cls, values: int, rows: int, columns: int, allowed: Container[Sequence[int]]) -> BlockRule:
        """Return the rule of blocks whose arrays correspond to the arrays with given allowed windows.

        The values of the new cells are the parts of the windows without their last row and column; adjacent
        ones overlap. An array with m x n cells has m - rows + 2 times n - columns + 2 of them.
        """
        parts = list(product(range(values), repeat=(rows - 1) * (columns - 1)))
        number = {part: place for place, part in enumerate(parts)}
        corners = [
            [i * columns + j for i, j in product(range(up, up + rows - 1), range(left, left + columns - 1))]
            for up, left in product((0, 1), repeat=2)
        ]
        windows = (window for window in product(range(values), repeat=rows * columns) if window in allowed)
        found: list[Any] = [
            tuple(number[tuple(window[place] for place in corner)] for corner in corners)
            for window in windows
        ]
        return cls(len(parts), frozenset(found))

    def image(self, by: Image) -> BlockRule:
        """Return the rule whose arrays are the images of the arrays under a symmetry.

        >>> rule = BlockRule(2, frozenset({(0, 0, 0, 1)}))
        >>> set(rule.image(Image((1, 0), reversed=True)).allowed)
        {(1, 1, 0, 1)}
        """
        return BlockRule(self.size, frozenset(_moved(block, by) for block in self.allowed))

    def transposed(self) -> BlockRule:
        """Return the rule whose arrays are the transposes of the arrays of this rule."""
        return BlockRule(self.size, frozenset((a, c, b, d) for a, b, c, d in self.allowed))

    def images(self) -> Iterator[tuple[Image, BlockRule]]:
        """Yield the images of the rule under all symmetries that map m x n boards to m x n boards."""
        for values in permutations(range(self.size)):
            for upside_down, backwards in product((False, True), repeat=2):
                by = Image(values, upside_down, backwards)
                yield by, self.image(by)


def _moved(block: Block, by: Image) -> Block:
    a, b, c, d = (by.values[value] for value in block)
    if by.upside_down:
        a, b, c, d = c, d, a, b
    if by.reversed:
        a, b, c, d = b, a, d, c
    return a, b, c, d


# The corner lemma


@lru_cache(maxsize=1 << 14)
def uniform_corners(rule: BlockRule) -> frozenset[Corner]:
    """Return pairs (c, b) such that the cell between them at an inner corner is 0 as often as 1.

    Let F(c, a, b; d) be 1 if the block a b / c d is allowed, and 0 otherwise. For a Young diagram, a set of
    windows in rows of non-increasing length, v(w) is the number of legal fillings of its cells whose
    boundary, a staircase, is the word w; at an inner corner w has the letters c a b. S is the greatest set of
    pairs (c, b) with

    - interior: for all r, q, t, s the sum D(p) = sum over a of (-1)^a F(r,p,q;a) F(t,r,a;c) F(a,q,s;b) has
      D(0) + D(1) = 0 if (r, q) is in S, and D = 0 otherwise;
    - upper border: for all t the sum k(r) = sum over a of (-1)^a F(t,r,a;c) has k(0) + k(1) = 0 if (t, 0)
      or (t, 1) is in S, and k = 0 otherwise; left border: the same with F(a,q,s;b), and (0, s) or (1, s).

    Theorem. For (c, b) in S, v(... c 0 b ...) = v(... c 1 b ...) at every inner corner of every diagram.

    Proof. Let a be the cell at the inner corner and p its upper left neighbour, with r below p and q to the
    right of p. The diagram consists of a smaller one with inner corner p, and of the hook of windows from p
    on; of these windows only p q / r a, q s / a b and r a / t c contain a or p. For fixed values of the other
    cells the sum over a of (-1)^a v is a sum of terms with a factor sum over p of D(p) v'(... r p q ...),
    which is 0 by induction on the number of windows. In the first row or column only one window contains a,
    and v' does not depend on the free neighbour. QED

    >>> rule = rule_of_code("1010100011111111")
    >>> sorted(uniform_corners(rule))
    [(0, 0)]
    """
    assert rule.size == 2, "the lemma is about two values"

    def allows(c: int, a: int, b: int, d: int) -> int:
        return int((a, b, c, d) in rule.allowed)

    def is_kept(c: int, b: int) -> bool:
        for r, q, t, s in product((0, 1), repeat=4):
            first, second = (
                sum((-1) ** a * allows(r, p, q, a) * allows(t, r, a, c) * allows(a, q, s, b) for a in (0, 1))
                for p in (0, 1)
            )
            if first + second if (r, q) in kept else first or second:
                return False
        for t in (0, 1):
            upper = [sum((-1) ** a * allows(t, r, a, c) for a in (0, 1)) for r in (0, 1)]
            left = [sum((-1) ** a * allows(a, q, t, b) for a in (0, 1)) for q in (0, 1)]
            above, beside = {(t, 0), (t, 1)} & kept, {(0, t), (1, t)} & kept
            if (sum(upper) if above else any(upper)) or (sum(left) if beside else any(left)):
                return False
        return True

    kept: frozenset[Corner] = frozenset(((0, 0), (0, 1), (1, 0), (1, 1)))
    while (smaller := frozenset(pair for pair in kept if is_kept(*pair))) != kept:
        kept = smaller
    return kept


def corner_partners(rule: BlockRule) -> Iterator[BlockRule]:
    """Yield the rules that have equal counts on every Young diagram by the corner lemma.

    If (c, b) is uniform, the number of fillings depends on F(c, a, b; d) only through its sum over a. So
    rules that agree in these sums, and in all other blocks, have equal numbers.
    """
    free = [
        (b, c, d)
        for (c, b), d in product(sorted(uniform_corners(rule)), (0, 1))
        if sum((a, b, c, d) in rule.allowed for a in (0, 1)) == 1
    ]
    fixed = {block for block in rule.allowed if block[1:] not in free}
    for choice in product((0, 1), repeat=len(free)):
        yield BlockRule(2, frozenset({*fixed, *((a, *rest) for a, rest in zip(choice, free, strict=True))}))


# Bijections by machines


class Mealy(NamedTuple):
    """Invertible Mealy machine that rewrites a column from top to bottom, starting in state 0."""

    outputs: tuple[tuple[int, ...], ...]
    """Permutation of the values, for each state."""
    targets: tuple[tuple[int, ...], ...]
    """Next state, for each state and value."""


@cache
def machines(size: int, states: int) -> list[Mealy]:
    """Return the machines with exactly the given number of states, up to the names of the states other than
    0.
    """
    rows = product(product(range(states), repeat=size), repeat=states)
    graphs = [targets for targets in rows if _reached(targets) == list(range(states))]
    renamings = product(permutations(range(size)), repeat=states)
    return [Mealy(outputs, targets) for outputs, targets in product(renamings, graphs)]


def _reached(targets: tuple[tuple[int, ...], ...]) -> list[int]:
    """Return the states in the order of a breadth-first search from state 0."""
    order = [0]
    for state in order:
        order += [target for target in dict.fromkeys(targets[state]) if target not in order]
    return order


def is_bijection(first: BlockRule, second: BlockRule, odd: Mealy, even: Mealy) -> bool:
    """Return True if two Mealy machines on alternate columns map the arrays of ``second`` onto those of
    ``first``.

    Theorem. Let, for both orders of the machines and along all pairs of states that allowed blocks reach,
    ``first`` allow the block of outputs if and only if ``second`` allows the block of inputs. Then the map
    that rewrites columns 1, 3, ... by ``odd`` and columns 2, 4, ... by ``even`` is such a bijection for all m
    x n boards with m, n >= 2.

    Proof. The map is a bijection of arrays, as the machines are invertible. By induction on the rows, two
    adjacent columns have only allowed blocks before if and only if they have only allowed blocks after. QED
    """
    return _carries(first, second, odd, even) and (odd == even or _carries(first, second, even, odd))


def _carries(first: BlockRule, second: BlockRule, left: Mealy, right: Mealy) -> bool:
    values = range(first.size)

    def step(state: Corner, a: int, b: int) -> tuple[Corner, Corner]:
        s, t = state
        return (left.targets[s][a], right.targets[t][b]), (left.outputs[s][a], right.outputs[t][b])

    nodes = {(*step((0, 0), a, b), (a, b)) for a, b in product(values, repeat=2)}
    queue = list(nodes)
    for state, (a_out, b_out), (a, b) in queue:
        for c, d in product(values, repeat=2):
            target, (c_out, d_out) = step(state, c, d)
            is_allowed = (a, b, c, d) in second.allowed
            if is_allowed is not ((a_out, b_out, c_out, d_out) in first.allowed):
                return False
            node = (target, (c_out, d_out), (c, d))
            if is_allowed and node not in nodes:
                nodes.add(node)
                queue.append(node)
    return True


def bijection(
    first: BlockRule, second: BlockRule, keeps: Callable[[int, int], bool] = lambda _value, _image: True
) -> tuple[Mealy, Mealy] | None:
    """Return Mealy machines for the odd and the even columns that map ``second`` onto ``first``, or None.

    For two values all pairs of machines with at most two states are tried, and single machines with three;
    for three values those whose states alternate from row to row. ``keeps`` returns True if a machine may
    replace a value by a given value.
    """
    if first.size > _MOST_RENAMED:
        return None
    small = machines(first.size, 1)
    if first.size == 2:
        small = small + machines(2, 2)
    else:
        flips = ((1,) * first.size, (0,) * first.size)
        small = small + [Mealy(pair, flips) for pair in product(permutations(range(first.size)), repeat=2)]
    small = [one for one in small if all(keeps(*pair) for row in one.outputs for pair in enumerate(row))]
    for odd, even in product(small, repeat=2):
        if is_bijection(first, second, odd, even):
            return odd, even
    if first.size == 2 and keeps(0, 1):
        for machine in machines(2, 3):
            if is_bijection(first, second, machine, machine):
                return machine, machine
    return None


_MOST_RENAMED = 3


# Chains of identities


@dataclass(frozen=True)
class ChainStep:
    """One identity of a chain: the lemma and its data."""

    lemma: str
    """Lemma of the step: ``symmetry``, ``corner`` or ``transpose``."""
    text: str
    rule: BlockRule
    """Rule after the step."""


def chains(
    rule: BlockRule, most: int = 4000, *, transposes: bool = False
) -> Mapping[BlockRule, tuple[ChainStep, ...]]:
    """Return the rules that are reachable by symmetries and the corner lemma, each with its chain of
    identities.

    With ``transposes`` a chain may exchange rows and columns, so that it identifies m x n with n x m.
    """
    found: dict[BlockRule, tuple[ChainStep, ...]] = {rule: ()}
    queue = [rule]
    for here in queue:
        if len(found) > most:
            break
        steps = [ChainStep("symmetry", by.text, image) for by, image in here.images()]
        if rule.size == 2:
            steps += [ChainStep("corner", "corner lemma", partner) for partner in corner_partners(here)]
        if transposes:
            steps.append(ChainStep("transpose", "rows and columns swapped", here.transposed()))
        for step in steps:
            if step.rule not in found:
                found[step.rule] = (*found[here], step)
                queue.append(step.rule)
    return found


def rule_of_code(code: str) -> BlockRule:
    """Return the binary rule with a code of 16 bits, one for each block, the block 1111 first.

    >>> sorted(rule_of_code("1000000000000001").allowed)
    [(0, 0, 0, 0), (1, 1, 1, 1)]
    """
    blocks = [(a, b, c, d) for a, b, c, d in product((1, 0), repeat=4)]
    return BlockRule(2, frozenset(block for block, bit in zip(blocks, code, strict=True) if bit == "1"))
