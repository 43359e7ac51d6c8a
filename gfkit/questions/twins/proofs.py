"""Proofs that two rules of blocks have equal counts on all rectangles: chains, recurrences, machines."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, NamedTuple

from gfkit.core.algebra import Evidence, Status
from gfkit.core.deferred import dataclass, replace
from gfkit.core.engine.derive import derive
from gfkit.core.rules import Rule
from gfkit.core.rules.kind import from_kind
from gfkit.core.typing import Weights, check_stop
from gfkit.questions.twins.blocks import BlockRule, ChainStep, Image, bijection, chains
from gfkit.questions.twins.corners import balancing_relations
from gfkit.questions.twins.series import BlockDecision, decide, find_growing_series
from gfkit.questions.twins.windows import board_sizes, count_blocks

if TYPE_CHECKING:
    from flint import fmpq
    from numpy.typing import NDArray

Chains = Mapping[BlockRule, tuple[ChainStep, ...]]
MOST_ORDER, MOST_DIMENSION = 26, 16
"""Limits of the search for recurrences in n: the order, and the dimension of the series. Half of the random
binary rules have a recurrence, nearly all with dimension at most 9.
"""


@dataclass(frozen=True)
class BlockProof:
    """Proof for block rules: identities in English, evidence, and the steps as data unless they apply to the
    whole rules.
    """

    lemmas: tuple[str, ...]
    evidence: Evidence
    steps: tuple[Mapping[str, Any], ...] | None = None
    smallest: tuple[int, int] = (2, 2)
    """Rows and columns of the smallest boards to which the proof applies."""


def prove_by_chain(second: BlockRule, reached: Chains, back: Chains) -> BlockProof | None:
    """Return a proof if chains from two rules reach a common rule, or None. ``back`` contains the chains from
    ``second``.
    """
    shared = reached.keys() & back.keys()
    common = min(
        shared, key=lambda rule: (len(reached[rule] + back[rule]), sorted(rule.allowed)), default=None
    )
    if common is None:
        return None
    after = [second, *(step.rule for step in back[common])]
    ways = [*((step, step.rule) for step in reached[common])]
    ways += [(step, rule) for step, rule in zip(reversed(back[common]), after[-2::-1], strict=True)]
    lemmas = tuple(f"symmetry: {step.text}" if step.lemma == "symmetry" else step.text for step, _ in ways)
    by_corner = any(step.lemma == "corner" for step, _ in ways)
    evidence = Evidence(Status.PROVED, "corner-lemma" if by_corner else "symmetry")
    return BlockProof(
        lemmas or ("the same blocks",), evidence, tuple(_step(step.lemma, rule) for step, rule in ways)
    )


def prove_by_machines(
    first: BlockRule,
    second: BlockRule,
    preserves_weight: Callable[[int, int], bool] = lambda _value, _image: True,
) -> BlockProof | None:
    """Return a proof by a bijection that rewrites the columns of arrays with Mealy machines, or None.

    ``preserves_weight`` returns True if a value may be replaced by a given value.
    """
    for by, image in first.images():
        check_stop()
        if not all(map(preserves_weight, by.values, range(first.size))):
            continue
        found = bijection(image, second, preserves_weight)
        if found is not None:
            states = sum(len(machine.targets) for machine in dict.fromkeys(found))
            before = (f"symmetry: {by.text}",) if by.text else ()
            text = f"bijection: a Mealy machine rewrites each column ({states} states)"
            odd, even = (
                {
                    "outputs": [[*row] for row in machine.outputs],
                    "targets": [[*row] for row in machine.targets],
                }
                for machine in found
            )
            steps = (_step("symmetry", image), _step("machines", second, odd=odd, even=even))
            evidence = Evidence(Status.PROVED, "mealy-machines", (("states", states),))
            return BlockProof((*before, text), evidence, steps)
    return None


def prove_by_recurrences(
    first: BlockRule, second: BlockRule, most: int = MOST_ORDER
) -> BlockProof | BlockDecision | None:
    """Return a proof by recurrences for all heights, of orders at most ``most``, or None if there are none.

    If the recurrences show that the numbers differ, return the decision with the smallest board of this kind.
    """
    decision = decide(first, second, most, MOST_DIMENSION)
    if decision is None or decision.differs_at is not None:
        return decision
    j, k = decision.orders
    text = f"recurrences in n of orders {j} and {k} for every m, and equal counts for n <= {j + k}"
    factors = [*map(_pairs, decision.factors)]
    step = _step("recurrences", second, coefficients=factors, reversed=[*decision.backwards])
    evidence = Evidence(Status.PROVED, "uniform-recurrences", (("order", max(j, k)),))
    return BlockProof((text,), evidence, (step,))


def prove_by_polynomials(first: BlockRule, second: BlockRule) -> BlockProof | None:
    """Return a proof by one automaton with polynomial entries, which counts the arrays with a given last
    column of both rules, or None. All eight readings of the arrays are tried, the same one for both rules.
    """
    for turned in _READINGS:
        check_stop()
        read = [_read(rule, turned) for rule in (first, second)]
        found = find_growing_series(read[0], _MOST_GROWING)
        if found is not None and all(map(found.is_of, read)):
            data = [[[*map(_pairs, row)] for row in step] for step in found.steps]
            final = [*map(_pairs, found.final)]
            text = f"equal numbers of arrays with each last column, by an automaton of dimension {len(final)}"
            step = _step("polynomials", second, matrices=data, column=final, turned=[*turned])
            evidence = Evidence(Status.PROVED, "polynomial-automata")
            return BlockProof((text,), evidence, (step,))
    return None


_MOST_GROWING = 8
_READINGS = (*product((False, True), repeat=3),)


def _read(rule: BlockRule, turned: Sequence[bool]) -> BlockRule:
    transposed, *reflected = turned
    return (rule.transposed() if transposed else rule).image(Image(tuple(range(rule.size)), *reflected))


def prove_by_balance(first: BlockRule, second: BlockRule) -> BlockProof | None:
    """Return a proof that both rules have 2^(m + n - 1) arrays, each rule after one of the eight readings of
    the arrays, or None.
    """
    found = [
        next(
            (
                (turned, spaces)
                for turned in _READINGS
                if (spaces := balancing_relations(_read(rule, turned)))
            ),
            None,
        )
        for rule in (first, second)
    ]
    if None in found:
        return None
    turned, relations = zip(*filter(None, found), strict=True)
    step = _step("balance", second, relations=[*map(list, relations)], turned=[*map(list, turned)])
    return BlockProof(
        ("both rules have 2^(m + n - 1) arrays, by relations along the boundary",),
        Evidence(Status.PROVED, "balanced-corners"),
        (step,),
    )


def _pairs(numbers: Sequence[fmpq]) -> list[list[int]]:
    return [[int(c.p), int(c.q)] for c in numbers]


def prove_by_rows(first: BlockRule, second: BlockRule) -> BlockProof | None:
    """Return a proof for two rules whose rows are independent of each other, or None.

    Theorem. Let a b / c d be allowed if and only if a b and c d are pairs of a set. Then the number of m x n
    arrays is w(n)^m for the number w(n) of walks in the graph of the pairs, which satisfies a recurrence of
    order k, the number of values. So two rules are equal if their w(n) agree for n <= 2k.
    """
    walks = [_walks(rule) for rule in (first, second)]
    if None in walks or walks[0] != walks[1]:
        return None
    text = f"independent rows, and equal counts on 1 x n for n <= {2 * first.size}"
    return BlockProof((text,), Evidence(Status.PROVED, "independent-rows"), (_step("rows", second),))


def _walks(rule: BlockRule) -> list[int] | None:
    values = range(rule.size)
    pairs = {(a, b) for a, b in product(values, repeat=2) if (a, b, a, b) in rule.allowed}
    if rule.allowed != {(*one, *other) for one, other in product(pairs, repeat=2)}:
        return None
    ways, found = [1] * rule.size, [rule.size]
    for _ in range(2 * rule.size - 1):
        ways = [sum(ways[b] for b in values if (a, b) in pairs) for a in values]
        found.append(sum(ways))
    return found


def prove_by_gauge(first: BlockRule, second: BlockRule) -> BlockProof | None:
    """Return a proof that exchanges 0 and 1 in the cells of a pattern with periods 4 and 4, or None.

    Theorem. Let p be a doubly periodic pattern of 0 and 1. If each of its 2 x 2 blocks, added modulo 2, maps
    the blocks of ``second`` onto those of ``first``, adding p is a bijection of the arrays on all boards.
    """
    if first.size != 2:
        return None
    patterns = _blocks_of_patterns()
    for by, image in first.images():
        good = 0
        for place, mask in enumerate(product((0, 1), repeat=4)):
            moved = {tuple(a ^ b for a, b in zip(block, mask, strict=True)) for block in second.allowed}
            good |= (moved == image.allowed) << place
        fitting = (patterns & ~good == 0).nonzero()[0].tolist() if good else []
        if fitting:
            pattern = [[fitting[0] >> 4 * i + j & 1 for j in range(4)] for i in range(4)]
            before = (f"symmetry: {by.text}",) if by.text else ()
            text = "swap of 0 and 1 in the cells of a periodic pattern"
            steps = (_step("symmetry", image), _step("gauge", second, pattern=pattern))
            return BlockProof((*before, text), Evidence(Status.PROVED, "gauge"), steps)
    return None


@cache
def _blocks_of_patterns() -> NDArray[Any]:
    """Return the set of blocks of each 4 x 4-periodic pattern of 0 and 1, one bit for each block."""
    import numpy as np

    codes = np.arange(1 << 16)

    def cell(i: int, j: int) -> NDArray[Any]:
        return codes >> (4 * (i % 4) + j % 4) & 1

    blocks = np.zeros_like(codes)
    for i, j in product(range(4), repeat=2):
        blocks |= 1 << (8 * cell(i, j) + 4 * cell(i, j + 1) + 2 * cell(i + 1, j) + cell(i + 1, j + 1))
    return blocks


# Two rules


def rectangle_proof(one: Rule, other: Rule, positions: str, weights: Weights) -> BlockProof | str | None:
    """Return the identities that prove equal counts on all rectangles, with evidence, or None.

    If recurrences show that the numbers differ, return the smallest board of this kind.
    """
    symmetry = Evidence(Status.PROVED, "symmetry")
    if one == other:
        is_local = positions == "all" and BlockRule.of(one) is not None
        return BlockProof(("the same rule",), symmetry, () if is_local else None)
    if positions != "all":
        return None
    if weights is not Weights.PLAYERS and _same_pieces(one, other):
        return BlockProof(("the same pieces and conflicts",), symmetry)
    for size in _BLOCK_SIZES if weights is Weights.NONE else _BLOCK_SIZES[:1]:
        first, second = (BlockRule.of(rule, *size) for rule in (one, other))
        if first is None or second is None or first.size != second.size:
            continue
        if weights is not Weights.NONE:
            return _weighted_proof(one, other, first, second, weights)
        found: BlockProof | BlockDecision | None = prove_by_chain(second, chains(first), chains(second))
        if found is None and size != (2, 2) and (lines := _proof_by_lines(one, other)) is not None:
            return lines
        found = (
            found
            or prove_by_machines(first, second)
            or prove_by_balance(first, second)
            or prove_by_polynomials(first, second)
            or prove_by_recurrences(first, second)
        )
        if isinstance(found, BlockProof):
            lemmas = ("pairs of adjacent cells as values", *found.lemmas)
            return found if size == (2, 2) else replace(found, lemmas=lemmas, smallest=size)
        if found is not None and found.differs_at is not None and min(found.differs_at) > 1:
            return f"{found.differs_at[0] + size[0] - 2}x{found.differs_at[1] + size[1] - 2}"
        return None
    return _proof_by_lines(one, other) if weights is Weights.NONE else None


_BLOCK_SIZES = (2, 2), (2, 3), (3, 2)
_LONGEST_LINE = 6


def _weighted_proof(
    one: Rule, other: Rule, first: BlockRule, second: BlockRule, weights: Weights
) -> BlockProof | None:
    """Return a proof by symmetries or machines that rewrite each value as one of equal weight, or None.

    These bijections preserve the weight of each array, while corners and recurrences do not.
    """
    powers, others = (
        [weights.powers(*power) for power in from_kind(rule.kind, "theorems", "value_weights")(rule)]
        for rule in (one, other)
    )

    def preserves_weight(value: int, image: int) -> bool:
        return powers[value] == powers[image]

    kept = [
        (by, image)
        for by, image in first.images()
        if all(map(preserves_weight, by.values, range(first.size)))
    ]
    reached = {image: (ChainStep("symmetry", by.text, image),) for by, image in kept} | {first: ()}
    same = prove_by_chain(second, reached, {second: ()}) or prove_by_machines(first, second, preserves_weight)
    return same if powers == others else None


def _proof_by_lines(one: Rule, other: Rule) -> BlockProof | None:
    """Return a proof for two rules on windows of one row, or of one column, or None.

    The rows of an array are independent. So the number of m x n arrays is w(n)^m for the number w(n) of 1 x n
    arrays, and two rules have equal numbers if and only if they have equal numbers of 1 x n arrays.
    """
    for length, line in product(range(2, _LONGEST_LINE + 1), ("1xn", "nx1")):
        size = (1, length) if line == "1xn" else (length, 1)
        found = [from_kind(rule.kind, "theorems", "blocks_of") for rule in (one, other)]
        if all(blocks and blocks(rule, *size) for blocks, rule in zip(found, (one, other), strict=True)):
            laws = derive(one, line), derive(other, line)
            if laws[0] != laws[1] or any(law.evidence.status is not Status.PROVED for law in laws):
                return None
            text = f"{'rows' if line == '1xn' else 'columns'} are independent, and equal counts on {line}"
            return BlockProof((text,), Evidence(Status.PROVED, "independent-rows"), None, (1, 1))
    return None


def _same_pieces(one: Rule, other: Rule) -> bool:
    """Return True if two placement games without forbidden adjacent colours have equal sets of pieces."""
    first, second = (from_kind(rule.kind, "theorems", "pieces_without_conflicts") for rule in (one, other))
    if first is None or second is None or (pieces := first(one)) is None:
        return False
    return bool(pieces == second(other))


# Identities in a set of rules


class RuleLink(NamedTuple):
    """Identity of two rules of a list: their indices, and the proof."""

    first: int
    second: int
    proof: BlockProof
    exchanged: bool = False
    """True if the count of the first rule on m x n is the count of the second on n x m."""


def link_rules(rules: Sequence[BlockRule], *, transposes: bool = False) -> list[RuleLink]:
    """Return proved identities that connect rules with equal counts; n connected rules have n - 1 identities.

    With ``transposes`` the identities may exchange rows and columns. Chains of symmetries and corners are
    tried first, then independent rows, short recurrences, machines, gauges, automata with polynomial entries,
    long recurrences and balanced corners. Some take longer, so of each joined set only some rules are tried.
    """
    owners: dict[BlockRule, int] = {}
    reached = [chains(rule, transposes=transposes) for rule in rules]
    parts = [[place] for place in range(len(rules))]
    links: list[RuleLink] = []

    def join(link: RuleLink) -> None:
        links.append(link)
        one, other = (next(part for part in parts if place in part) for place in (link.first, link.second))
        parts.remove(other)
        one += other

    for place, around in enumerate(reached):
        check_stop()
        for first in dict.fromkeys(owners.setdefault(rule, place) for rule in around):
            if not any(first in part and place in part for part in parts):
                proof = prove_by_chain(rules[place], reached[first], around)
                assert proof is not None, "the chains meet"
                turns = sum(step["lemma"] == "transpose" for step in proof.steps or ())
                join(RuleLink(first, place, proof, turns % 2 == 1))
    sizes = [(m, n) for m, n in board_sizes(rules[0].size, _SMALL) if max(m, n) <= _LONGEST]
    numbers = [dict(zip(sizes, row, strict=True)) for row in count_blocks(rules, sizes)]
    short = partial(prove_by_recurrences, most=_SHORT_ORDER)
    long = prove_by_polynomials, prove_by_recurrences
    for prove in (prove_by_rows, short, prove_by_machines, prove_by_gauge, *long, prove_by_balance):
        tried: set[tuple[int, int]] = set()
        while (link := _next_link(rules, numbers, parts, prove, tried, transposes)) is not None:
            join(link)
    return links


_SHORT_ORDER, _MOST_TRIED = 10, 3
_SMALL, _LONGEST = 24, 6
"""Maximum cells and side of the boards whose counts show which transposes of two rules may be equal."""


def _next_link(
    rules: Sequence[BlockRule],
    numbers: Sequence[Mapping[tuple[int, int], int]],
    parts: list[list[int]],
    prove: Callable[[BlockRule, BlockRule], BlockProof | BlockDecision | None],
    tried: set[tuple[int, int]],
    transposes: bool,
) -> RuleLink | None:
    """Return a proved identity between rules of two different parts, or None if no proof is found.

    Pairs in ``tried`` are skipped, and new pairs are added to it.
    """
    for part, other in combinations(parts, 2):
        for i, j in product(part[:_MOST_TRIED], other[:_MOST_TRIED]):
            if (i, j) in tried:
                continue
            tried.add((i, j))
            for turn, turn_other in product((False, True)[: 1 + transposes], repeat=2):
                check_stop()
                swapped = turn != turn_other
                if any(numbers[i][m, n] != numbers[j][(n, m) if swapped else (m, n)] for m, n in numbers[i]):
                    continue
                one = rules[i].transposed() if turn else rules[i]
                two = rules[j].transposed() if turn_other else rules[j]
                proof = prove(one, two)
                if isinstance(proof, BlockProof):
                    before, after = (one,) * turn, (rules[j],) * turn_other
                    steps = (
                        *(_step("transpose", rule) for rule in before),
                        *(proof.steps or ()),
                        *(_step("transpose", rule) for rule in after),
                    )
                    lemmas = (*(_TURNED for _ in before), *proof.lemmas, *(_TURNED for _ in after))
                    return RuleLink(i, j, BlockProof(lemmas, proof.evidence, steps), swapped)
    return None


_TURNED = "rows and columns swapped"


def _step(lemma: str, after: BlockRule, **data: Any) -> Mapping[str, Any]:
    return {"lemma": lemma, "allowed": [[*block] for block in sorted(after.allowed)], **data}
