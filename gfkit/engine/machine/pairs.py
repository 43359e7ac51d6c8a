"""Relations that say no more than which two symbols do not go together, as exclusions.

What looks at a cell and its neighbours lives for two rows; a pair lives from one cell to the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations, product

from gfkit.rules.expression import no_kinds, truths
from gfkit.rules.kinds.constraints import Constraint, Exclusion, Key, Relation, Slot
from gfkit.rules.rule import Predicate, Spots

Shown = tuple[tuple[int, int], ...]
"""Some places of a relation with their symbols."""
_MOST_FILLINGS = 2048


def by_pairs(constraint: Relation, slots: Mapping[Key, Slot]) -> Iterator[Constraint]:
    """The constraint, or the exclusions of two symbols that say the same."""
    if constraint.image is not None or len(constraint.slots) < 3:
        yield constraint
        return
    first, *others = {slots[key].values for key in constraint.slots}
    together = None
    if not others:
        together = excluded(constraint.predicates, constraint.spots, first, len(constraint.slots))
    if together is None:
        yield constraint
        return
    for some in together:
        tests = tuple(sorted((constraint.slots[place], 1 << symbol) for place, symbol in some))
        cells = {cell for key, _ in tests for cell in slots[key].at}
        yield Exclusion(tuple(sorted(cells)), tests)


@lru_cache(maxsize=1000)
def excluded(
    predicates: tuple[Predicate, ...], spots: Spots, values: tuple[int, ...], cells: int
) -> tuple[Shown, ...] | None:
    """The symbols, and pairs of symbols, that some predicates exclude; None where they say more than that.

    >>> excluded((Predicate("x == 0 or sum(near) == 0", False),), (("x", 0), ("near", (1, 2))), (0, 1), 3)
    (((0, 1), (1, 1)), ((0, 1), (2, 1)))
    """
    if len(values) ** cells > _MOST_FILLINGS:
        return None
    kinds, symbols = no_kinds(cells, values), range(len(values))
    tables = [truths(says, spots, values, kinds) for says in predicates]
    fillings = list(product(symbols, repeat=cells))
    fine = [filling for filling, *each in zip(fillings, *tables, strict=True) if all(each)]
    seen = {some for filling in fine for size in (1, 2) for some in combinations(enumerate(filling), size)}
    single = [((place, symbol),) for place in range(cells) for symbol in symbols]
    bad: list[Shown] = [some for some in single if some not in seen]
    for (first,), (second,) in combinations(single, 2):
        is_new = first[0] != second[0] and (first,) in seen and (second,) in seen
        if is_new and (first, second) not in seen:
            bad.append((first, second))
    allowed = sum(not any({*enumerate(filling)}.issuperset(some) for some in bad) for filling in fillings)
    return tuple(bad) if allowed == len(fine) else None
