"""Table of the theorems that yield the formula of a family without a strip.

At most one of them applies to a query: each hypothesis excludes the other theorems, and the reductions to
another family, which ``engine.derive`` applies first. All other families are derived from their strip, and
each theorem is tested against separately counted boards.
"""

from __future__ import annotations

from gfkit.boards import PartOfFamily
from gfkit.engine.registry import FamilyQuery, FoundLaw, Plan, Way
from gfkit.rules.kind import from_kind

_Plan = Plan[FoundLaw]


def _find_avoiding_law(query: FamilyQuery) -> _Plan | None:
    avoided = query.question.rule.avoided
    if avoided is None or avoided.in_columns:
        return None
    from gfkit.ways.theorems.avoiding import law_of_avoiding

    return Plan(lambda: law_of_avoiding(*query))


def _find_rectangle_law(query: FamilyQuery) -> _Plan | None:
    avoided = query.question.rule.avoided
    if avoided is None or not avoided.in_columns:
        return None
    from gfkit.ways.theorems.latin import law_of_rectangles

    return Plan(lambda: law_of_rectangles(*query))


def _find_counter_law(query: FamilyQuery) -> _Plan | None:
    if query.question.rule.counter is None or isinstance(query.question.boards, PartOfFamily):
        return None
    from gfkit.ways.theorems.counters import law_of_counter

    return Plan(lambda: law_of_counter(*query))


def _find_complete_law(query: FamilyQuery) -> _Plan | None:
    question = query.question
    if not question.rule.is_game or not _is_complete(query):
        return None
    from gfkit.ways.theorems.complete import complete_law

    return Plan(lambda: FoundLaw(complete_law(question)))


def _find_letter_law(query: FamilyQuery) -> _Plan | None:
    rule = query.question.rule
    if not _is_complete(query) or rule.is_game or from_kind(rule.kind, "letters", "letter_counts") is None:
        return None
    from gfkit.ways.theorems.letters import law_of_letters

    return Plan(lambda: law_of_letters(*query))


def _is_complete(query: FamilyQuery) -> bool:
    """Return True if the boards are complete graphs, and neither a condition nor a reduction applies."""
    rule, boards = query.question.rule, query.question.boards
    is_whole = not isinstance(boards, PartOfFamily) and query.question.family.word == "complete"
    return is_whole and rule.counter is None and (rule.divide, rule.least, rule.given) == (1, (0, 0), ())


WAYS = (
    Way(
        "structures of all cells that avoid violations, such as permutations without forbidden moves",
        "a differential equation, from the polynomials of the sets of violations; there is no strip",
        "inclusion and exclusion: moments of these polynomials are D-finite (avoiding)",
        _find_avoiding_law,
    ),
    Way(
        "Latin rectangles of at most three rows, with a given first row",
        "a recurrence with polynomial coefficients; there is no strip",
        "the exponential formula (latin)",
        _find_rectangle_law,
    ),
    Way(
        "a rule that sums a counter over the whole board",
        "a differential equation, instead of a strip whose states contain unbounded sums",
        "constant terms of rational functions are D-finite (counters, telescoped)",
        _find_counter_law,
    ),
    Way(
        "complete graphs and a placement game, without conditions and divisor",
        "a recurrence with polynomial coefficients, instead of a frontier that contains all cells",
        "the exponential formula (complete, multinomial)",
        _find_complete_law,
    ),
    Way(
        "complete graphs and an array that restricts numbers of letters, without conditions and divisor",
        "an automaton that reads letters, instead of a frontier that contains all cells",
        "the order of the letters of a word does not matter (letters)",
        _find_letter_law,
    ),
)
