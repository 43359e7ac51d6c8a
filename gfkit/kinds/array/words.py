"""Local-rule arrays in words and pictures."""

from __future__ import annotations

import re
from dataclasses import replace

from gfkit.games.automaton import LineRule
from gfkit.games.expression import no_kinds, truths
from gfkit.games.rule import Pin, Window
from gfkit.kinds.array.avoided import avoidance_clause, avoided_words
from gfkit.kinds.array.looks import links, looks, reach
from gfkit.kinds.array.rule import (
    ArrayRule,
    CellConnectivity,
    Condition,
    Exactly,
    NearPredicate,
    NeighbourCount,
    WindowPredicate,
)
from gfkit.kinds.diagram import DiagramRow, RulePictures
from gfkit.kinds.phrases import listed_values, monomial, neighbours_phrase, weights_sentence

RULE_OF = "arrays"
_MOST_FILLINGS = 20_000


def noun(rule: ArrayRule) -> str:
    """What is counted: arrays, or the images that a map makes of them."""
    return "array" if rule.image is None else "image"


def title_noun(rule: ArrayRule) -> str:
    """The same, as the name of a sequence has it."""
    return "arrays" if rule.image is None else "different images"


def sentences(rule: ArrayRule) -> list[str]:
    """The values, and all that is asked of them but for drawn windows; n where values grow."""
    written = [
        _palette(rule),
        *map(_count_sentence, rule.counts),
        *map(_condition_sentence, rule.conditions),
        *_around(rule),
        *weights_sentence((f"colour {v}", p) for v, p in zip(rule.values, rule.weights, strict=True)),
        *([] if rule.image is None else [_image_sentence(rule.image)]),
    ]
    stands_for_n = rf"\b{rule.size}\b"
    return written if rule.grows is None else [re.sub(stands_for_n, "n", line) for line in written]


def data(rule: ArrayRule) -> dict[str, object]:
    """The values, the drawn windows, and conditions in words."""
    own: dict[str, object] = {
        "colours": rule.colours,
        "forbid": [window.text for window in rule.forbid],
    }
    if rule.values != tuple(range(rule.colours)):
        own["values"] = list(rule.values)
    if rule.conditions:
        own["conditions"] = [_condition_sentence(condition) for condition in rule.conditions]
    return own


def sequence_name(rule: ArrayRule) -> str:
    """Arrays that avoid words in their lines, where that is all that is asked of them."""
    clause = avoidance_clause(rule)
    return "" if clause is None else f"{rule.values[0]}..{rule.values[-1]} arrays {clause}"


def asks_same(rule: ArrayRule, other: ArrayRule) -> bool:
    """Whether two rules ask the same in other words: names, predicates, words that lines avoid."""
    if rule.values != other.values:
        return False
    if _without_names(rule) == _without_names(other):
        return True
    words = avoided_words(rule)
    return words is not None and words == avoided_words(other)


def _without_names(rule: ArrayRule) -> tuple[ArrayRule, frozenset[object]]:
    """A rule without names and conditions, and what the conditions say, windows by their truth."""
    bare = replace(rule, name="", about="", conditions=())
    return bare, frozenset(_meaning(condition, rule.values) for condition in rule.conditions)


def _meaning(condition: Condition, values: tuple[int, ...]) -> object:
    """Of a small window its cells and the fillings for which it holds."""
    if not isinstance(condition, WindowPredicate) or len(values) ** len(condition.cells) > _MOST_FILLINGS:
        return condition
    size = len(condition.cells)
    holds = truths(condition.says, condition.spots(range(size)), values, no_kinds(size, values))
    offsets = tuple(offset for offset, _ in condition.cells)
    return offsets, tuple(map(bool, holds))


def _palette(rule: ArrayRule) -> str:
    if rule.grows is not None:
        return f"Every cell takes one of the values {rule.grows.text}, for a law in n."
    if rule.values == tuple(range(rule.colours)):
        return f"Every cell takes one of {rule.colours} colours, 0 to {rule.colours - 1}."
    return f"Every cell takes one of the values {', '.join(map(str, rule.values))}."


def _count_sentence(count: NeighbourCount) -> str:
    return (
        f"A cell of colour {count.cell} has {listed_values(count.allowed)} neighbours of colour"
        f" {listed_values(count.of)} among those {neighbours_phrase(count.neighbours)}."
    )


def _image_sentence(image: WindowPredicate | NearPredicate) -> str:
    """The sentence that states the map of an image."""
    number = " ".join(image.says.text.split())
    where = (
        f"in every window {image.text}"
        if isinstance(image, WindowPredicate)
        else f"at every cell x, near being the cells {neighbours_phrase(image.neighbours)},"
    )
    return f"Counted are the different images, which show {where} the number {number}."


def _condition_sentence(condition: Condition) -> str:
    """The sentence that states a condition and its cells.

    >>> from gfkit.games.rule import Pin, Predicate
    >>> _condition_sentence(Pin(((0, 0),), "first", Predicate("x == 0")))
    'At the place first this holds: x == 0.'
    """
    match condition:
        case LineRule():
            return f"{'Of' if condition.order else 'Along'} {' and '.join(condition.along)} {condition.text}."
        case CellConnectivity(linkage=linkage):
            of, near = ", ".join(map(str, sorted(condition.of))), neighbours_phrase(condition.neighbours)
            graph = f"a graph{' with ' * bool(linkage.text)}{linkage.text}."
            weight = monomial(linkage.weight)
            marks = f" As weights, {weight} marks its components." if weight else ""
            return f"Cells with values {of} are joined to such cells {near}: {graph}{marks}"
        case Exactly():
            is_near = isinstance(condition.parts[0], NearPredicate)
            at = "at every cell x with its neighbours near" if is_near else "in the windows "
            at += ", ".join(part.text for part in condition.parts if isinstance(part, WindowPredicate))
            predicate = " ".join(condition.says.text.split())
            if condition.is_sum:
                return f"Summed {at}, this is {condition.number}: {predicate}."
            return f"Counted {at}, this holds {condition.number} times: {predicate}."
        case WindowPredicate():
            where = f"In every window {condition.text}"
        case NearPredicate():
            where = f"At every cell x, near being the cells {neighbours_phrase(condition.neighbours)},"
        case Pin():
            where = f"At the place {condition.text}"
    predicate = " ".join(condition.says.text.split())
    return f"{where} this {'never ' * condition.says.forbidden}holds: {predicate}."


def _around(rule: ArrayRule) -> list[str]:
    """What is outside, and which arrays count as one or not at all."""
    sentences = [] if rule.outside is None else [f"Places without a cell show {rule.outside}."]
    if rule.new_values == "classes":
        sentences.append("Arrays that a permutation of the values makes alike are one.")
    elif rule.new_values:
        sentences.append("Row by row, a new value is the least that was not used so far.")
    if rule.least > (0, 0):
        rows, columns = rule.least
        sentences.append(f"Boards with fewer than {rows} rows or {columns} columns have no array.")
    return sentences + [f"The number of arrays is divided by {rule.divide}."] * (rule.divide > 1)


# Pictures


def pictures(rule: ArrayRule) -> RulePictures:
    """The forbidden windows, and the windows of predicates with their letters, each once."""
    forbidden = rule.forbid
    lettered = dict.fromkeys(Window(part.cells) for part in rule.parts if isinstance(part, WindowPredicate))
    rows = (("Forbidden windows", forbidden), ("Windows of predicates", tuple(lettered)))
    caption = ""
    if forbidden:
        caption = (
            "What must not stand anywhere: symbols and numbers are values, equal letters mean equal ones."
        )
    elif lettered:
        caption = "The windows that predicates are about; their letters are the values of the cells."
    shaded = reach(rule)
    legend = "Cells near a dot are shaded, darker where several dots are near." if shaded else ""
    if rule.divide > 1:
        legend = f"Drawn are all arrays, of which each {rule.divide} count as one."
    elif rule.image is not None and not rule.shows_cells:
        legend = "Drawn is one array of each image."
    return RulePictures(
        tuple(DiagramRow(heading, windows) for heading, windows in rows if windows),
        caption,
        legend=legend,
        looks=looks(rule),
        links=links(rule),
        reach=shaded,
    )
