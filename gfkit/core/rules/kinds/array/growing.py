"""Arrays whose values depend on n, the size of the board: their rule files, and the rules for each n."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from gfkit.core.deferred import fields, is_dataclass, replace
from gfkit.core.errors import LimitError, MismatchError
from gfkit.core.rules.growing import NAME, GrowingValues, placeholder
from gfkit.core.rules.kinds.array.rule import Annihilation, ArrayRule, WindowPredicate
from gfkit.core.rules.table import RuleTable
from gfkit.core.rules.values import Predicate


def read_growing(table: RuleTable, given: str, read: Callable[[RuleTable], ArrayRule]) -> ArrayRule:
    """Parse a rule with values that depend on n, by parsing it with a number substituted for n."""
    grows = GrowingValues.read(given)
    drawn = table.table("rules").sequence("forbid", needed=False)
    if any(isinstance(text, str) and NAME.search(text) for text in drawn):
        raise table.table("rules").error(
            ": forbid contains n, the size of the board; use another letter for an arbitrary value", "forbid"
        )
    if "blocks" in table.table("rules"):
        raise table.table("rules").error(
            f": blocks lists the allowed blocks, but values {given!r} depend on n; use forbid", "blocks"
        )
    size = placeholder(table.texts, grows)
    ends = f"{grows.at(size)[0]}..{grows.at(size)[-1]}"
    texts = table.with_texts(lambda text: ends if text == given else NAME.sub(str(size), text))
    try:
        sized = read(texts)
    except LimitError:  # its message would contain the number substituted for n
        raise table.table("cells").error(
            f": values {given!r} depend on n, but a constraint such as pairs needs all combinations of"
            ' values; write a fixed range such as "0..3"',
            "values",
        ) from None
    patterns = [part for part in sized.parts if isinstance(part, WindowPredicate)]
    if any(letter == "n" for part in patterns for _, letter in part.cells):
        raise table.table("cells").error(
            ": n is the size of the board, and cannot name a cell of a window too"
        )
    return replace(sized, grows=grows, size=size)


def with_growing_values(rule: ArrayRule, values: GrowingValues) -> ArrayRule:
    """Return the rule with a range of values that depends on n."""
    if rule.grows is not None:
        if rule.grows != values:
            raise MismatchError(
                f"{rule.name} already has the values {rule.grows.text}, so they cannot"
                f" be replaced by {values.text}"
            )
        return rule
    if rule.lists_blocks:
        raise MismatchError(
            f"{rule.name} lists its allowed blocks, so its values cannot be replaced by {values.text};"
            " state the excluded windows with forbid"
        )
    named = {int(mark) for window in rule.forbid for _, mark in window.cells if mark.strip("-").isdigit()}
    named |= {value for count in rule.counts for value in (count.cell, *count.of)}
    named |= {value for part in rule.connectivity for value in part.of}
    sets = [some for one in rule.conditions_of(Annihilation) for some in (one.near, one.of, one.private)]
    named |= {value for some in sets for value in some}
    predicate = rule.forbid, rule.counts, rule.conditions, rule.image, rule.outside
    size = placeholder(repr(predicate), values)
    if some := sorted(value for value in named if value not in values.at(size) and values.may_have(value)):
        raise MismatchError(
            f"{rule.name} refers to the value {some[0]}, which belongs to {values.text} for some n"
            " but not for all"
        )
    return replace(rule, grows=values, size=size)


def rule_for(rule: ArrayRule, n: int) -> ArrayRule:
    """Return the rule with the values for one n."""
    assert rule.grows is not None, "values grow"
    values, number = tuple(rule.grows.at(n)), re.compile(rf"\b{rule.size}\b")
    sized: ArrayRule = _with_texts(rule, lambda text: number.sub(str(n) if n >= 0 else f"({n})", text))
    weights = ((0, 0),) * len(values)
    return replace(sized, colours=len(values), values=values, weights=weights, marks=(), grows=None, size=0)


def _with_texts(value: Any, change: Callable[[str], str]) -> Any:
    """Return a value in which the text of every predicate is mapped by a function."""
    if isinstance(value, Predicate):
        return replace(value, text=change(value.text))
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return tuple(_with_texts(part, change) for part in value)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    parts = {part.name: getattr(value, part.name) for part in fields(value) if part.init}
    changed = {name: _with_texts(part, change) for name, part in parts.items()}
    return replace(value, **changed) if any(changed[name] is not parts[name] for name in parts) else value
