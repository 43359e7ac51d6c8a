"""Arrays on complete graphs: only the numbers of cells with each value matter."""

from __future__ import annotations

from functools import partial

from gfkit.errors import MismatchError
from gfkit.rules.expression import holds_near
from gfkit.rules.kinds.array.rule import ArrayRule, NearPredicate
from gfkit.rules.kinds.letters import AskedNumber, LetterCounts
from gfkit.rules.threshold import threshold


def letter_counts(rule: ArrayRule) -> LetterCounts:
    """The arrays as words. Fails with MismatchError where no bounded numbers decide for every n.

    The neighbours of a cell are all others.
    """
    if rule.is_global or rule.image is not None:
        raise MismatchError(
            f"{rule.name} on 'complete:n': new values in order, numbers of times on the whole board and"
            " images have no generating function on complete graphs here; count them board by board"
        )
    asked = (
        AskedNumber(
            count.cell, count.of, frozenset(number + (count.cell in count.of) for number in count.allowed)
        )
        for count in rule.counts
    )
    holds = partial(_holds, rule, _predicates(rule))
    return LetterCounts(rule.name, rule.values, rule.weights, tuple(asked), _bound(rule), holds)


def _predicates(rule: ArrayRule) -> list[NearPredicate]:
    """The conditions, which are all predicates on neighbours."""
    asked = [condition for condition in rule.conditions if isinstance(condition, NearPredicate)]
    if len(asked) < len(rule.conditions):
        raise MismatchError(
            f"{rule.name} on 'complete:n': pinned cells and what is counted on the whole board have no"
            " generating function there; count them board by board"
        )
    return asked


def _bound(rule: ArrayRule) -> int:
    """The number of cells of one colour from which no predicate depends on how many there are."""
    bounds = {predicate.says.text: threshold(predicate.says, rule.values) for predicate in _predicates(rule)}
    unknown = next((text for text, bound in bounds.items() if bound is None), None)
    if unknown is not None:
        raise MismatchError(
            f"{rule.name} on 'complete:n': {unknown!r} asks the neighbours for more than a bounded number;"
            " any, all, min, max, distinct, in, and count, size or sum compared with a number are bounded;"
            " count the others board by board"
        )
    return max((bound for bound in bounds.values() if bound), default=0)


def _holds(rule: ArrayRule, predicates: list[NearPredicate], numbers: tuple[int, ...]) -> bool:
    """Whether the predicates hold of a cell of every value that occurs, and all the others."""
    each = zip(rule.values, numbers, strict=bool(numbers))
    letters = [value for value, number in each for _ in range(number)]
    return all(
        holds_near(predicate.says, x, letters[: (at := letters.index(x))] + letters[at + 1 :])
        for x in dict.fromkeys(letters)
        for predicate in predicates
    )
