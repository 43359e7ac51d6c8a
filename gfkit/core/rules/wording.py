"""English descriptions and drawings of rules, defined by the kind of a rule, or by default.

The part ``words`` of a kind may define each of these names:

    sentences(rule)                facts that drawings omit, one sentence each
    data(rule)                     the kind's own keys of a rule, as JSON data
    NOUN, or noun(rule)            noun for the counted objects, in the singular
    TITLE_NOUN, or title_noun(rule)
                                   the same in the plural, as used in the name of a sequence
    RULE_OF                        noun after "a rule of", in error messages
    positions_phrase(rule, positions)
                                   phrase for a position class; empty for all positions
    definition(rule)               the whole rule in English, if its file has no description
    sequence_name(rule)            name of the configurations in names of sequences
    asks_same(rule, other)         True if another rule of the kind is known to be equivalent
"""

from __future__ import annotations

from typing import Any

from gfkit.core.rules.kind import from_kind
from gfkit.core.rules.rule import Rule
from gfkit.core.typing import Positions


def rule_sentences(rule: Rule) -> list[str]:
    """Return sentences about the constraints that drawings omit; by default the constraints on a small board.

    >>> from gfkit.core.rules import find_rule
    >>> rule_sentences(find_rule("snort"))
    ['Pieces of Left and Right may not be adjacent.']
    """
    sentences: list[str] | None = _call_wording(rule, "sentences", None)
    if sentences is None:
        from gfkit.core.rules.sentences import constraint_lines, constraints_question

        return [line.strip() for line in constraint_lines(constraints_question(rule))]
    return sentences


def rule_data(rule: Rule) -> dict[str, object]:
    """Return a rule as JSON data: name, kind, sentences, and the keys of its kind."""
    common: dict[str, object] = {"name": rule.name, "kind": rule.kind, "about": rule.about}
    return {**common, **_call_wording(rule, "data", {}), "rules": rule_sentences(rule)}


def counted_noun(rule: Rule, number: int = 2) -> str:
    """Return the noun for the counted objects, in the singular for the number 1."""
    word: str = _call_wording(rule, "noun", None) or _get_constant(rule, "NOUN", "configuration")
    noun, *of = word.split(" ", 1)
    return word if number == 1 else " ".join([f"{noun}s", *of])


def title_noun(rule: Rule) -> str:
    """Return the plural noun for the counted objects in the name of a sequence."""
    return _call_wording(rule, "title_noun", None) or _get_constant(rule, "TITLE_NOUN", counted_noun(rule))


def positions_phrase(rule: Rule, positions: Positions) -> str:
    """Return a phrase for a class of positions, or "" for all positions."""
    return str(_call_wording(rule, "positions_phrase", "", positions))


def definition(rule: Rule) -> str:
    """Return an English definition of the rule, from its file or its kind."""
    return rule.about or str(_call_wording(rule, "definition", ""))


def sequence_name(rule: Rule) -> str:
    """Return the name of the configurations of a rule in names of sequences, or ""."""
    return str(_call_wording(rule, "sequence_name", "") or "")


def is_same_rule(rule: Rule, other: Rule) -> bool:
    """Return True if two rules are of one kind and known to be equivalent."""
    return type(rule) is type(other) and bool(_call_wording(rule, "asks_same", rule == other, other))


def _call_wording(rule: Rule, name: str, default: object, *given: object) -> Any:
    function = from_kind(rule.kind, "words", name)
    return default if function is None else function(rule, *given)


def _get_constant(rule: Rule, name: str, default: str) -> str:
    return str(from_kind(rule.kind, "words", name, default))
