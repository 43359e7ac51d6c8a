"""Rules of 2 x 2 blocks in tests: their arrays, listed from the blocks alone, and the rules of gfkit."""

from __future__ import annotations

from itertools import product

from gfkit.core.rules import Rule
from gfkit.questions.twins.blocks import BlockRule

BINARY = list(product((0, 1), repeat=4))


def listed(rule, m, n):
    """Return the numbers of arrays with m rows and 1, ..., n columns, computed column by column."""
    columns = list(product(range(rule.size), repeat=m))
    ways, found = dict.fromkeys(columns, 1), []
    for _ in range(n):
        found.append(sum(ways.values()))
        after = dict.fromkeys(columns, 0)
        for left, right in product(columns, repeat=2):
            if all(block in rule.allowed for block in zip(left, right, left[1:], right[1:], strict=False)):
                after[right] += ways[left]
        ways = after
    return found


def table(rule, most=4):
    return [listed(rule, m, most) for m in range(1, most + 1)]


def random_rule(random, size=2):
    share = random.choice((0.3, 0.5, 0.7, 0.9))
    blocks = product(range(size), repeat=4)
    return BlockRule(size, frozenset(block for block in blocks if random.random() < share))


def as_rule(rule):
    """Return the rule of gfkit that forbids the blocks that are not allowed."""
    absent = [block for block in product(range(rule.size), repeat=4) if block not in rule.allowed]
    return Rule.array(colours=rule.size, forbid=[f"{a}{b}/{c}{d}" for a, b, c, d in absent], name="blocks")
