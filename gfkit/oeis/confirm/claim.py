"""Hedged lines of an entry, and what each of them claims of which sequence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from gfkit.oeis.confirm.phrase import HEDGE, attribution_end, is_plain_head, table_head
from gfkit.oeis.confirm.reading import Clause, LineRead, read_line
from gfkit.oeis.entry import Entry
from gfkit.oeis.statement import Statement, statements

_SHOWN = 80
_LINE = re.compile(r"([kn]) ?= ?([0-9]{1,3}): *(.*)", re.S)
_WORD = re.compile(r"[A-Za-z]{3,}")
_OF_FORMULAS = frozenset(
    (
        "exp",
        "log",
        "sqrt",
        "floor",
        "binomial",
        "mod",
        "sum",
        "product",
        "limit",
        "for",
        "all",
        "even",
        "odd",
        "and",
    )
)
"""Words that occur in formulas and their ranges; a line with others is prose."""
_FORMULA = re.compile(
    rf"(?:{HEDGE.pattern}\W*)*(?:a\([0-9n]|(?:[eog]\.|e\.g\.|o\.g\.)f\.|lim|sum_)", re.IGNORECASE
)


@dataclass(frozen=True)
class Claim:
    """A hedged line: its clauses, or why there are none to judge, and of a table which column or row."""

    text: str
    clauses: tuple[Clause, ...]
    reason: str = ""
    column: tuple[str, int] | None = None


def claims(entry: Entry) -> list[Claim]:
    """All hedged lines: single ones, those in blocks, and lines 'k=3: ...' under 'Empirical for column k:'.

    What a line says of a(n) is taken as said of this sequence only under the plain heads of ``phrase``: under
    any other head of a block, any other line that ends in a colon, or with prose in its block that is not
    read, it has no clauses, and the reason quotes what was in the way.

    >>> entry = Entry("A000001", comments=("It appears that a(n) = A000045(n+1)^2.",))
    >>> claims(entry)[0].clauses[0].text
    'a(n) = F(n+1)^2'
    """
    found: list[Claim] = []
    for (_, head), lines in groupby(statements(entry), key=lambda said: (said.kind, said.head)):
        found += _of_block(head, list(lines))
    return found


def _of_block(head: str, lines: Sequence[Statement]) -> Iterator[Claim]:
    """The claims of one block, or of the lines between two."""
    barred = _barred_by(head) if head else ""
    prose = next((_printed(said) for said in lines if head and _is_prose(said)), "")
    if prose and not barred:
        barred = f"its block has a line that was not read: {_short(prose)}"
    under, table = barred, None
    for said in lines:
        text = _printed(said)
        if text.endswith(":"):
            table = table_head(text) if said.hedged else None
            under = barred or ("" if table or is_plain_head(text) else _barred_by(text))
            if said.hedged and under:
                yield Claim(text, (), _not_read(text))
            continue
        line = _LINE.fullmatch(text) if table else None
        if line and table and line[1] == table[1]:
            read = LineRead(()) if under else read_line(line[3])
            reason = under or (_not_read(read.unread) if read.unread else "")
            yield Claim(text, read.clauses, reason, (table[0], int(line[2])))
        elif said.hedged:
            above = under or ("it stands in a list of columns or rows" if table else "")
            read = LineRead(()) if above else read_line(said.line)
            yield Claim(text, read.clauses, above or (_not_read(read.unread) if read.unread else ""))


def _barred_by(head: str) -> str:
    return "" if is_plain_head(head) else f"it stands under a head that was not read: {_short(head)}"


def _not_read(part: str) -> str:
    return f"this part of it was not read: {_short(part)}"


def _short(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN].rstrip() + "...")


def _printed(said: Statement) -> str:
    """The line without its attribution, when there is nothing but an attribution behind it."""
    tail = said.line[len(said.text) :].strip() if said.line.startswith(said.text) else ""
    return said.text if not tail or attribution_end(tail, 0) in (len(tail), len(tail) - 1) else said.line


def _is_prose(said: Statement) -> bool:
    """Whether a line that is not read may say what is meant by n or a(n) in the lines beside it.

    It does not when it begins as a formula of its own does and has no other words than these have; a line
    that ends in a colon is a head, and speaks of what is below it only.
    """
    unread = "" if said.text.endswith(":") else read_line(said.line).unread
    if not unread:
        return False
    is_formula = _FORMULA.match(said.line) is not None
    return not is_formula or any(word.lower() not in _OF_FORMULAS for word in _WORD.findall(unread))
