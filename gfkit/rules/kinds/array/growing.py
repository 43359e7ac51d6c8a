"""Rule files of arrays whose values depend on n, the size of the board."""

from __future__ import annotations

from collections.abc import Callable

from gfkit.deferred import replace
from gfkit.errors import LimitError
from gfkit.rules.growing import NAME, GrowingValues, placeholder
from gfkit.rules.kinds.array.rule import ArrayRule, WindowPredicate
from gfkit.rules.table import RuleTable


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
