"""Descriptions of rules in words and drawings: those of the kind of a rule, or defaults.

The part ``words`` of a kind may define each of these names:

    sentences(rule)                what drawings do not say, one sentence each
    data(rule)                     the kind's own keys of a rule as plain data
    NOUN, or noun(rule)            what is counted, in the singular
    TITLE_NOUN, or title_noun(rule)
                                   the same in the plural, as the name of a sequence has it
    RULE_OF                        what its rules are rules of, in errors
    positions_phrase(rule, positions)
                                   which positions a class has; nothing when all
    definition(rule)               the whole rule in words, where its file says nothing about it
    sequence_name(rule)            its configurations, as the names of sequences call them
    asks_same(rule, other)         whether another rule of the kind asks the same
"""

from __future__ import annotations

from typing import Any

from gfkit.rules.kind import from_kind
from gfkit.rules.rule import Rule
from gfkit.typing import Positions


def rule_sentences(rule: Rule) -> list[str]:
    """What the drawings do not say, one sentence each; the constraints on a small board by default.

    >>> from gfkit.rules import find_rule
    >>> rule_sentences(find_rule("snort"))
    ['Pieces of Left and Right may not touch.']
    """
    sentences: list[str] | None = _of(rule, "sentences", None)
    if sentences is None:
        from gfkit.rules.kinds.sentences import constraint_lines, constraints_question

        return [line.strip() for line in constraint_lines(constraints_question(rule))]
    return sentences


def rule_data(rule: Rule) -> dict[str, object]:
    """A rule as plain data: name, kind, words, and the kind's own keys."""
    common: dict[str, object] = {"name": rule.name, "kind": rule.kind, "about": rule.about}
    return {**common, **_of(rule, "data", {}), "rules": rule_sentences(rule)}


def counted_noun(rule: Rule, number: int = 2) -> str:
    """What is counted in one word, in the singular for the number 1."""
    word: str = _of(rule, "noun", None) or _constant(rule, "NOUN", "configuration")
    noun, *of = word.split(" ", 1)
    return word if number == 1 else " ".join([f"{noun}s", *of])


def title_noun(rule: Rule) -> str:
    """What is counted, in the plural, as the name of a sequence has it."""
    return _of(rule, "title_noun", None) or _constant(rule, "TITLE_NOUN", counted_noun(rule))


def rule_of(rule: Rule) -> str:
    """What a rule is a rule of, for errors."""
    return _constant(rule, "RULE_OF", rule.kind)


def positions_phrase(rule: Rule, positions: Positions) -> str:
    """Which positions are meant; nothing when all are."""
    return str(_of(rule, "positions_phrase", "", positions))


def definition(rule: Rule) -> str:
    """The whole rule in words: those of its file, or else its kind's."""
    return rule.about or str(_of(rule, "definition", ""))


def sequence_name(rule: Rule) -> str:
    """The configurations of a rule as names of sequences call them; nothing where they have no words."""
    return str(_of(rule, "sequence_name", "") or "")


def is_same_rule(rule: Rule, other: Rule) -> bool:
    """Whether two rules are of one kind and ask the same, as far as the kind can tell."""
    return rule.kind == other.kind and bool(_of(rule, "asks_same", rule == other, other))


def _of(rule: Rule, name: str, default: object, *given: object) -> Any:
    """What a function of the kind's words returns for a rule."""
    function = from_kind(rule.kind, "words", name)
    return default if function is None else function(rule, *given)


def _constant(rule: Rule, name: str, default: str) -> str:
    return str(from_kind(rule.kind, "words", name, default))
