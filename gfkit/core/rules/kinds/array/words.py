"""Local-rule arrays in English and as drawings.

The drawing style of the values is given in the rule file, or derived from the constraints. If some values
have a weight and others do not, the former are a chosen set and drawn as dots; otherwise every value is a
colour. Dots with a connectivity constraint are joined by lines. If every cell must have a chosen cell in its
neighbourhood, as in dominating sets, the neighbourhood of a dot is shaded.

Constraints on lines of cells are also expressed as a list of forbidden words. If all windows of a rule are
straight lines, the rule allows the arrays whose lines in each direction avoid a set of words as factors. The
minimal forbidden words are unique: a word is minimal if and only if it does not avoid the set but all its
proper factors do. So rules with equal lists of minimal words are equivalent.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import product

from gfkit.core.errors import GfkitError
from gfkit.core.rules.automaton import LINES, LineRule
from gfkit.core.rules.evaluation import holds
from gfkit.core.rules.expression import no_kinds, truths
from gfkit.core.rules.kinds.array.rule import (
    Annihilation,
    ArrayRule,
    CellConnectivity,
    Condition,
    Exactly,
    NearPredicate,
    NeighbourCount,
    WeightedWindow,
    WindowPredicate,
)
from gfkit.core.rules.kinds.array.symmetry import as_predicate, is_symmetric
from gfkit.core.rules.kinds.diagram import (
    BOTH,
    LEFT,
    RIGHT,
    DiagramRow,
    Look,
    Reach,
    RulePictures,
    listed_values,
    neighbours_phrase,
)
from gfkit.core.rules.kinds.looks import CHESSMEN
from gfkit.core.rules.table import monomial, weights_sentence
from gfkit.core.rules.values import Cell, Pin, Window

Avoided = Mapping[Cell, frozenset[tuple[int, ...]]]
"""For each direction, the forbidden words."""
_ADVERBS = {
    "rows": "horizontally",
    "columns": "vertically",
    "diagonals": "diagonally",
    "antidiagonals": "antidiagonally",
}
_MOST_FILLINGS_AVOIDED, _MOST_WORDS, _LONGEST_SPACED = 20_000, 16, 4


def avoided_words(rule: ArrayRule) -> Avoided | None:
    """Return the words that the lines of an array avoid, or None if the rule has other constraints.

    >>> from gfkit.core.rules import Rule
    >>> rule = Rule.array(colours=2, window=[("abc", "a + b < 2"), ("ab", "a < 1 or b < 1")], forbid=["1/1"])
    >>> sorted((step, sorted(words)) for step, words in avoided_words(rule).items())
    [((0, 1), [(1, 1)]), ((1, 0), [(1, 1)])]
    """
    windows = [condition for condition in rule.conditions if isinstance(condition, WindowPredicate)]
    plain = (
        rule.outside,
        rule.new_values,
        rule.divide,
        rule.least,
        rule.image,
        len(set(rule.weights)),
        rule.marks,
    )
    if rule.counts or len(windows) < len(rule.conditions) or plain != (None, "", 1, (0, 0), None, 1, ()):
        return None
    by_step: dict[Cell, set[tuple[int, ...]]] = {}
    try:
        windows += [as_predicate(window) for window in rule.forbid]
        for window in windows:
            step = _direction(window.offsets)
            if step is None or len(rule.values) ** len(window.cells) > _MOST_FILLINGS_AVOIDED:
                return None
            by_step.setdefault(step, set()).update(_words(window, rule.values))
    except GfkitError:
        return None
    least = {step: _select_minimal_words(words) for step, words in by_step.items()}
    return {step: words for step, words in least.items() if words}


def avoidance_clause(rule: ArrayRule) -> str | None:
    """Return the constraint as an English clause, or None if it has words with too many or too long values.

    >>> from gfkit.core.rules import Rule
    >>> avoidance_clause(Rule.array(colours=2, forbid=["111", "11/..", "1/1"]))
    'avoiding 1 1 horizontally and vertically'
    >>> avoidance_clause(Rule.array(colours=2, forbid=["1/1", "010"]))
    'avoiding 0 1 0 horizontally and 1 1 vertically'
    """
    words = avoided_words(rule)
    if not words or sum(map(len, words.values())) > _MOST_WORDS:
        return None
    if any(
        len(word) < 2 or min(word) < 0 or max(word) > 9
        for line_words in words.values()
        for word in line_words
    ):
        return None
    adverbs: dict[frozenset[tuple[int, ...]], list[str]] = {}
    for name, step in LINES.items():
        if step in words:
            adverbs.setdefault(words[step], []).append(_ADVERBS[name])
    return "avoiding " + " and ".join(
        f"{_words_text(line_words)} {' and '.join(along)}" for line_words, along in adverbs.items()
    )


def _words_text(words: frozenset[tuple[int, ...]]) -> str:
    between = " " if max(map(len, words)) <= _LONGEST_SPACED else ""
    return " and ".join(between.join(map(str, word)) for word in sorted(words))


def _direction(offsets: Sequence[Cell]) -> Cell | None:
    """Return the step of a line of consecutive cells in reading order, or None if the cells are not such a
    line.
    """
    for row, col in LINES.values():
        first = offsets[0]
        if list(offsets) == [(first[0] + row * at, first[1] + col * at) for at in range(len(offsets))]:
            return row, col
    return None


def _words(window: WindowPredicate, values: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Return the words that a predicate on the cells of a line excludes."""
    cells = len(window.cells)
    held = truths(window.predicate, window.spots(range(cells)), values, no_kinds(cells, values))
    return {word for word, holds in zip(product(values, repeat=cells), held, strict=True) if not holds}


def _select_minimal_words(words: set[tuple[int, ...]]) -> frozenset[tuple[int, ...]]:
    """Return the minimal words: those that have no other word as a factor."""

    def parts(word: tuple[int, ...]) -> set[tuple[int, ...]]:
        return {word[i:j] for i in range(len(word)) for j in range(i + 1, len(word) + 1) if j - i < len(word)}

    return frozenset(word for word in words if not parts(word) & words)


RULE_OF = "arrays"
_MOST_FILLINGS = 20_000


def noun(rule: ArrayRule) -> str:
    """Return the noun for the counted objects: arrays, or their images under a map."""
    return "array" if rule.image is None else "image"


def title_noun(rule: ArrayRule) -> str:
    """Return the noun for the counted objects in the name of a sequence."""
    return "arrays" if rule.image is None else "different images"


def sentences(rule: ArrayRule) -> list[str]:
    """Return sentences that state the values and all constraints except drawn windows."""
    written = [
        _describe_values(rule),
        *map(_count_sentence, rule.counts),
        *map(_condition_sentence, rule.conditions),
        *_describe_boundary(rule),
        *weights_sentence((_value_noun(rule, v), p) for v, p in zip(rule.values, rule.weights, strict=True)),
        *map(_weighted_sentence, rule.marks),
        *([] if rule.image is None else [_image_sentence(rule.image)]),
    ]
    stands_for_n = rf"\b{rule.size}\b"
    return written if rule.grows is None else [re.sub(stands_for_n, "n", line) for line in written]


def _value_noun(rule: ArrayRule, value: int) -> str:
    """Return the noun for the cells with a value: chessmen, if they are drawn as such."""
    symbol = dict(rule.looks).get(str(value), "")
    return f"{symbol}s" if symbol in CHESSMEN else f"cells with {value}"


def data(rule: ArrayRule) -> dict[str, object]:
    """Return the values, the drawn windows, and the conditions as strings, for JSON."""
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
    """Return a name such as "0..1 arrays that avoid ...", or "" if the rule is not avoidance of words."""
    clause = avoidance_clause(rule)
    return "" if clause is None else f"{rule.values[0]}..{rule.values[-1]} arrays {clause}"


def asks_same(rule: ArrayRule, other: ArrayRule) -> bool:
    """Return True if two rules are equivalent up to names, equivalent predicates, and equal minimal forbidden
    words.
    """
    if rule.values != other.values:
        return False
    if _without_names(rule) == _without_names(other):
        return True
    words = avoided_words(rule)
    return words is not None and words == avoided_words(other)


def _without_names(rule: ArrayRule) -> tuple[ArrayRule, frozenset[object]]:
    """Return a rule without names and conditions, and the conditions in canonical form."""
    bare = replace(rule, name="", about="", conditions=(), members=None)
    return bare, frozenset(_normalise_condition(condition, rule.values) for condition in rule.conditions)


def _normalise_condition(condition: Condition, values: tuple[int, ...]) -> object:
    """Return the cells of a small window and its satisfying assignments; other conditions are returned
    unchanged.
    """
    if not isinstance(condition, WindowPredicate) or len(values) ** len(condition.cells) > _MOST_FILLINGS:
        return condition
    size = len(condition.cells)
    holds = truths(condition.predicate, condition.spots(range(size)), values, no_kinds(size, values))
    offsets = tuple(offset for offset, _ in condition.cells)
    return offsets, tuple(map(bool, holds))


def _describe_values(rule: ArrayRule) -> str:
    if rule.grows is not None:
        return f"Every cell contains one of the values {rule.grows.text}; the result is a formula in n."
    if len(rule.values) == 2:
        piece = _value_noun(rule, 1).removesuffix("s")
        if rule.values == (0, 1) and piece in CHESSMEN:
            return f"A cell contains 1 if a {piece} is on it, and 0 if it is empty."
        return f"Every cell contains {rule.values[0]} or {rule.values[1]}."
    return f"Every cell contains one of the values {', '.join(map(str, rule.values))}."


def _count_sentence(count: NeighbourCount) -> str:
    return (
        f"A cell with {count.cell} has {listed_values(count.allowed)} neighbours with"
        f" {listed_values(count.of)} among the cells {neighbours_phrase(count.neighbours)}."
    )


def _image_sentence(image: WindowPredicate | NearPredicate) -> str:
    """Return the sentence that defines the map of an image."""
    number = " ".join(image.predicate.text.split())
    where = (
        f"in every window {image.text}"
        if isinstance(image, WindowPredicate)
        else f"for every cell with value x, where near lists the values of the cells"
        f" {neighbours_phrase(image.neighbours)},"
    )
    return f"We count the distinct images; an image contains, {where}, the value {number}."


def _condition_sentence(condition: Condition) -> str:
    """Return the sentence that states a condition and its cells.

    >>> from gfkit.core.rules.values import Pin, Predicate
    >>> _condition_sentence(Pin(((0, 0),), "first", Predicate("x == 0")))
    'At the position first: x == 0.'
    """
    match condition:
        case LineRule():
            return f"{'Of' if condition.order else 'Along'} {' and '.join(condition.along)} {condition.text}."
        case CellConnectivity(linkage=linkage):
            of, near = ", ".join(map(str, sorted(condition.of))), neighbours_phrase(condition.neighbours)
            graph = f"a graph{' with ' * bool(linkage.text)}{linkage.text}."
            weight = monomial(linkage.weight)
            marks = f" Its components are counted by {weight}." if weight else ""
            return f"The cells with values {of}, each joined to the others {near}, form {graph}{marks}"
        case Annihilation():
            near, of, private = (
                ", ".join(map(str, sorted(some)))
                for some in (condition.near, condition.of, condition.private)
            )
            return (
                f"For every cell x with {near} in N[x], some cell y at distance at most 2 from x has"
                f" {of}, and each cell with {private} in N[y] is in N[x]; N[x] contains x and its neighbours."
            )
        case Exactly():
            is_near = isinstance(condition.parts[0], NearPredicate)
            at = (
                "for every cell with value x and neighbours with values near"
                if is_near
                else "in the windows "
            )
            at += ", ".join(part.text for part in condition.parts if isinstance(part, WindowPredicate))
            predicate = " ".join(condition.predicate.text.split())
            if condition.is_sum:
                return f"The sum of this expression, {at}, is {condition.number}: {predicate}."
            return f"This condition holds {condition.number} times, {at}: {predicate}."
        case WindowPredicate():
            where = f"In every window {condition.text}"
        case NearPredicate():
            near = neighbours_phrase(condition.neighbours)
            if condition.predicate.text in _DISTINCT and not condition.predicate.forbidden:
                return f"A cell and the cells {near} have different values."
            where = f"For every cell with value x, where near lists the values of the cells {near}"
        case Pin():
            where = f"At the position {condition.text}"
    predicate = " ".join(condition.predicate.text.split())
    return f"{where}{', this never holds' * condition.predicate.forbidden}: {predicate}."


def _weighted_sentence(mark: WeightedWindow) -> str:
    """Return the sentence that states the weight of a window."""
    predicate = " ".join(mark.window.predicate.text.split())
    return f"The weight {monomial(mark.weight)} counts each window {mark.window.text} with {predicate}."


def _describe_boundary(rule: ArrayRule) -> list[str]:
    """Return sentences about cells outside the board, equivalent arrays, and arrays that are not counted."""
    sentences = (
        [] if rule.outside is None else [f"Positions outside the board have the value {rule.outside}."]
    )
    if rule.new_values == "classes":
        sentences.append("Arrays that differ by a permutation of the values count once.")
    elif rule.new_values:
        sentences.append("Row by row, a new value must be the smallest unused one.")
    if rule.least > (0, 0):
        rows, columns = rule.least
        sentences.append(f"Boards smaller than {rows} x {columns} have count 0.")
    return sentences + [f"The number of arrays is divided by {rule.divide}."] * (rule.divide > 1)


# Pictures


def pictures(rule: ArrayRule) -> RulePictures:
    """Return the forbidden windows, and the windows of predicates with their letters."""
    forbidden = rule.forbid
    lettered = dict.fromkeys(Window(part.cells) for part in rule.parts if isinstance(part, WindowPredicate))
    weighted = dict.fromkeys(Window(mark.window.cells) for mark in rule.marks)
    rows = (
        ("Forbidden windows", forbidden),
        ("Windows of predicates", tuple(lettered)),
        ("Windows with a weight", tuple(weighted)),
    )
    caption = ""
    if forbidden:
        caption = (
            "Patterns that must not occur: symbols and numbers are values, equal letters mean equal values."
        )
    elif lettered:
        caption = "Windows of the predicates; their letters denote the values of the cells."
    shaded = reach(rule)
    legend = "Cells near a dot are shaded, darker where several dots are near." if shaded else ""
    if rule.divide > 1:
        legend = f"The figure shows all arrays; each {rule.divide} of them count as one."
    elif rule.image is not None and not rule.shows_cells:
        legend = "The figure shows one array for each image."
    return RulePictures(
        tuple(DiagramRow(heading, windows) for heading, windows in rows if windows),
        caption,
        legend=legend,
        looks=looks(rule),
        links=links(rule),
        reach=shaded,
    )


_DISTINCT = ("not x in near", "x not in near")
"""Predicates that require neighbours with other values."""
_TRIED = 3
"""Number of neighbours of the cell at which conditions are tested."""
_MOST_VALUES = 6


def looks(rule: ArrayRule) -> dict[str, Look]:
    """Return the drawing style of every value, or nothing if there are more values than colours.

    >>> from gfkit.core.rules import find_rule
    >>> [look.symbol for look in looks(find_rule("independent-sets")).values()]
    ['blank', 'dot']
    >>> [look.symbol for look in looks(find_rule("colourings:3")).values()]
    ['colour', 'colour', 'colour']
    """
    asked, chosen = dict(rule.looks), _find_marked_values(rule)
    if rule.shows_cells or (len(rule.values) > _MOST_VALUES and not chosen and not asked):
        return {}
    is_plain = len(rule.values) == 2 or bool(rule.connectivity) or is_symmetric(rule)
    has_players = any(any(weight[1:]) for weight in rule.weights)
    made: dict[str, Look] = {}
    for number, (value, (_, *others)) in enumerate(zip(rule.values, rule.weights, strict=True)):
        default = "colour" if not chosen else "dot" if value in chosen else "blank"
        symbol = asked.get(str(value), "blank" if asked and value not in chosen else default)
        colour = number % _MOST_VALUES if symbol == "colour" else BOTH
        if symbol == "dot" and has_players:
            colour = RIGHT if any(others) else LEFT
        made[str(value)] = Look(symbol, colour, "" if is_plain else str(value))
    return made


def links(rule: ArrayRule) -> tuple[frozenset[str], ...]:
    """Return the sets of values that have a connectivity constraint on cells that share an edge."""
    linked = [c.of for c in rule.conditions_of(CellConnectivity) if not c.neighbours]
    return tuple(frozenset(map(str, of)) for of in linked)


def reach(rule: ArrayRule) -> Reach | None:
    """Return the neighbourhood of a chosen cell if every cell needs a chosen cell in its neighbourhood, else
    None.

    The conditions are tested at an unchosen cell with three neighbours: they must be false if no neighbour is
    chosen, and satisfiable if one is.

    >>> from gfkit.core.rules import find_rule
    >>> reach(find_rule("dominating-sets")), reach(find_rule("independent-sets"))
    (Reach(neighbours=(), itself=True), None)
    """
    near, chosen = rule.conditions_of(NearPredicate), _find_marked_values(rule)
    if not near or len({condition.neighbours for condition in near}) > 1:
        return None
    rest = set(rule.values) - chosen
    if not chosen or _is_satisfiable(near, rest, rest, rest) or not _is_satisfiable(near, rest, chosen, rest):
        return None
    return Reach(near[0].neighbours, _is_satisfiable(near, chosen, rest, rest))


def _find_marked_values(rule: ArrayRule) -> set[int]:
    """Return the values that drawings mark: those of the denoted set, or those with a weight, if not all."""
    weighted = {v for v, power in zip(rule.values, rule.weights, strict=True) if any(power)}
    is_declared = rule.members is not None or weighted == set(rule.values)
    return {*rule.selected_values} or (set() if is_declared else weighted)


def _is_satisfiable(
    conditions: Collection[NearPredicate], own: set[int], first: set[int], others: set[int]
) -> bool:
    """Return True if the conditions are satisfiable at a cell whose value, and whose neighbours' values, are
    in the given sets.
    """
    return any(
        all(
            holds(condition.predicate, {"x": x, "near": list(near), "all": [x, *near]})
            for condition in conditions
        )
        for x, *near in product(own, first, *[others] * (_TRIED - 1))
    )
