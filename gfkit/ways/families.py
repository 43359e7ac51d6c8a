"""Table of the theorems that yield the formula of a family without a strip.

At most one of them applies to a query: each hypothesis excludes the other theorems, and the reductions to
other families in ``engine.reductions``. All other families are derived from their strip, and
each theorem is tested against separately counted boards.
"""

from __future__ import annotations

from gfkit.core.boards import Board, PartOfFamily
from gfkit.core.deferred import replace
from gfkit.core.engine.registry import Deriver, FoundLaw, Plan, Way
from gfkit.core.rules import Question
from gfkit.core.rules.kind import from_kind
from gfkit.core.rules.values import UNLINKED
from gfkit.ways import tuning

_Plan = Plan[FoundLaw]


def _find_avoiding_law(question: Question, derive: Deriver) -> _Plan | None:
    if question.rule.avoided is None:
        return None
    from gfkit.ways.theorems.avoiding import law_of_avoiding
    from gfkit.ways.theorems.latin import law_of_rectangles

    law = law_of_rectangles if question.rule.avoided.in_columns else law_of_avoiding
    return Plan(lambda: law(question, derive))


def _find_counter_law(question: Question, derive: Deriver) -> _Plan | None:
    if question.rule.counter is None or isinstance(question.boards, PartOfFamily):
        return None
    from gfkit.ways.theorems.counters import law_of_counter

    return Plan(lambda: law_of_counter(question, derive))


def _find_complete_law(question: Question, _derive: Deriver) -> _Plan | None:
    rule, boards = question.rule, question.boards
    if isinstance(boards, PartOfFamily) or question.family.word != "complete" or rule.counter is not None:
        return None
    if rule.divide != 1 or rule.least != (0, 0) or rule.is_bound:
        return None
    if not (rule.is_game or from_kind(rule.kind, "letters", "letter_counts")):
        return None
    from gfkit.ways.theorems.letters import law_of_complete_graphs

    return Plan(lambda: law_of_complete_graphs(question))


def _find_cyclic_law(question: Question, _derive: Deriver) -> _Plan | None:
    rule, family, most = question.rule.degree_counts, question.boards, tuning.THEOREMS.cyclic_width
    if rule is None or isinstance(family, Board) or question.rule.factors is not None:
        return None
    if not rule.spanning or rule.linkage != replace(UNLINKED, weight=rule.linkage.weight):
        return None
    from gfkit.ways.theorems.matrix_tree import constrains_degrees
    from gfkit.ways.theorems.sectors import CyclicStrip, law_of_cyclic_strip

    strip = CyclicStrip.of(family)
    if (
        strip is None
        or constrains_degrees(rule)
        or not 3 <= strip.width <= most[len(question.weights.variables)]
    ):
        return None
    return Plan(lambda: law_of_cyclic_strip(strip, question))


WAYS = (
    Way(
        "structures of all cells that avoid violations, such as permutations without forbidden moves",
        "a differential equation, from the polynomials of the sets of violations; there is no strip",
        "D-finite moments of polynomials; for Latin rectangles, the exponential formula (avoiding, latin)",
        _find_avoiding_law,
    ),
    Way(
        "a rule that sums a counter over the whole board",
        "a differential equation, instead of a strip whose states contain unbounded sums",
        "constant terms of rational functions are D-finite (counters, telescoped)",
        _find_counter_law,
    ),
    Way(
        "complete graphs and a placement game or an array that restricts numbers of letters; no conditions",
        "a recurrence, or an automaton that reads letters, instead of a frontier that contains all cells",
        "the exponential formula for games (complete), words up to order for arrays (letters)",
        _find_complete_law,
    ),
    Way(
        "the Potts model on a cyclic family of slices with a few vertices",
        "a determinant for each number of components around the cycle, instead of the states of two slices",
        "traces over sectors (sectors)",
        _find_cyclic_law,
    ),
)
