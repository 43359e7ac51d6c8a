"""What a rule says of lines of cells, as a list of words that must not stand there.

A rule whose windows are all straight lines allows the arrays all of whose lines in a direction avoid a set of
words. The words of the set of which no part is in the set too are determined by the words that avoid it, of
every length: a word is among them if and only if it does not avoid the set and all its proper parts do. So
rules that give the same lists are the same rule, however they are written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from gfkit.errors import GfkitError
from gfkit.games.automaton import LINES
from gfkit.games.expression import no_kinds, truths
from gfkit.games.rule import Cell
from gfkit.kinds.array.rule import ArrayRule, WindowPredicate
from gfkit.kinds.array.symmetry import as_predicate

Avoided = Mapping[Cell, frozenset[tuple[int, ...]]]
"""By direction, the words that do not occur."""
_ADVERBS = {
    "rows": "horizontally",
    "columns": "vertically",
    "diagonals": "diagonally",
    "antidiagonals": "antidiagonally",
}
_MOST_FILLINGS, _MOST_WORDS, _LONGEST_SPACED = 20_000, 16, 4


def avoided_words(rule: ArrayRule) -> Avoided | None:
    """The words that the lines of an array avoid; None where the rule asks for anything else.

    >>> from gfkit.games import Rule
    >>> rule = Rule.array(colours=2, window=[("abc", "a + b < 2"), ("ab", "a < 1 or b < 1")], forbid=["1/1"])
    >>> sorted((step, sorted(words)) for step, words in avoided_words(rule).items())
    [((0, 1), [(1, 1)]), ((1, 0), [(1, 1)])]
    """
    windows = [condition for condition in rule.conditions if isinstance(condition, WindowPredicate)]
    plain = (rule.outside, rule.new_values, rule.divide, rule.least, rule.image, len(set(rule.weights)))
    if rule.counts or len(windows) < len(rule.conditions) or plain != (None, "", 1, (0, 0), None, 1):
        return None
    by_step: dict[Cell, set[tuple[int, ...]]] = {}
    try:
        windows += [as_predicate(window) for window in rule.forbid]
        for window in windows:
            step = _direction(window.offsets)
            if step is None or len(rule.values) ** len(window.cells) > _MOST_FILLINGS:
                return None
            by_step.setdefault(step, set()).update(_words(window, rule.values))
    except GfkitError:
        return None
    least = {step: _least(words) for step, words in by_step.items()}
    return {step: words for step, words in least.items() if words}


def avoidance_clause(rule: ArrayRule) -> str | None:
    """The clause that says so, of words of up to four values or of digits.

    >>> from gfkit.games import Rule
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
    """The step of a line of cells that are next to each other, in reading order."""
    for row, col in LINES.values():
        first = offsets[0]
        if list(offsets) == [(first[0] + row * at, first[1] + col * at) for at in range(len(offsets))]:
            return row, col
    return None


def _words(window: WindowPredicate, values: tuple[int, ...]) -> set[tuple[int, ...]]:
    """The fillings of a line that its predicate does not allow."""
    cells = len(window.cells)
    held = truths(window.says, window.spots(range(cells)), values, no_kinds(cells, values))
    return {word for word, holds in zip(product(values, repeat=cells), held, strict=True) if not holds}


def _least(words: set[tuple[int, ...]]) -> frozenset[tuple[int, ...]]:
    """The words that hold no other one."""

    def parts(word: tuple[int, ...]) -> set[tuple[int, ...]]:
        return {word[i:j] for i in range(len(word)) for j in range(i + 1, len(word) + 1) if j - i < len(word)}

    return frozenset(word for word in words if not parts(word) & words)
