"""Rules that read labels in English."""

from __future__ import annotations

from gfkit.core.rules.kind import from_kind
from gfkit.core.rules.kinds.array.rule import WindowPredicate
from gfkit.core.rules.kinds.labelled.rule import GroupRule, LabelledRule, ReadingLine, ReadingPart

RULE_OF = "labels"


def noun(rule: LabelledRule) -> str:
    """Return the noun for one configuration."""
    own = from_kind(rule.plain.kind, "words", "noun")
    word = None if own is None else own(rule.plain)
    return str(word or from_kind(rule.plain.kind, "words", "NOUN", "configuration"))


def sentences(rule: LabelledRule) -> list[str]:
    """Return sentences about the labels, and about the constraints and weights that read them.

    >>> from gfkit.core.rules import find_rule
    >>> sentences(find_rule("minesweeper"))[:2]
    ['Labels of the board: clue.', 'At each cell with these labels: x == 0 and sum(near) == clue.']
    """
    return [
        f"Labels of the board: {', '.join(rule.label_names)}.",
        *map(_sentence, rule.readings),
        *(f"The weight of the value {value} is {text}." for value, text in rule.placed_weights),
        *from_kind(rule.plain.kind, "words", "sentences")(rule.plain),
    ]


def _sentence(reading: object) -> str:
    if isinstance(reading, GroupRule):
        if reading.is_distinct:
            return f"The values of each {reading.each} are different."
        bound = {"least": "at least ", "most": "at most "}.get(reading.bound, "")
        counted = (
            f"the sum of {reading.what.text}"
            if reading.is_sum
            else f"the number of x with {reading.what.text}"
        )
        return f"In each {reading.each}, {counted} is {bound}{reading.number}."
    if isinstance(reading, ReadingLine):
        along = " and ".join(reading.line.along)
        if reading.runs:
            return f"In {along}, the lengths of the runs of values other than 0 are the label {reading.runs}."
        read = ", read backwards" * reading.is_backwards
        return f"In {along} with these labels{read}: {reading.line.text}."
    if isinstance(reading, ReadingPart):
        word = "not " * reading.part.predicate.forbidden
        where = f"window {reading.part.text}" if isinstance(reading.part, WindowPredicate) else "cell"
        return f"At each {where} with these labels: {word}{reading.part.predicate.text}."
    return f"At each vertex with these labels, its degree d satisfies {getattr(reading, 'predicate').text}."  # noqa: B009


def data(rule: LabelledRule) -> dict[str, object]:
    """Return the labels, and the keys of the rule without labels."""
    return {"labels": list(rule.label_names), **from_kind(rule.plain.kind, "words", "data")(rule.plain)}
