"""Hedged lines of an entry, and the formula that each of them is."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gfkit.oeis.entry import Entry
from gfkit.oeis.lint.formulas import Formula, formula_of, is_limiting, stated
from gfkit.oeis.statement import statements

_SERIES = re.compile(
    r"(.*?)\b(?:(?:o\.|ordinary )?g\.f\.|(?:ordinary )?generating function)"
    r"\s*(?:\(conjectured\)|is\b)?\s*[:=]?\s*(.*)",
    re.I | re.S,
)
_RELATION = re.compile(r"(.*?)\b(a\(n\)\s*=.*)", re.S)
_ALLOWED = re.compile(
    r"conjectur(?:es?|ed|al)|empirical(?:ly)?|apparently|presumably|seemingly|probably|likely|suspected|guess"
    r"|it|this|we|i|the|an?|that|appears?|seems?|believe|is|has|have|satisfies|also|of|by|given|for|all|n"
    r"|sequence|linear|recurrence|relation|equation|formula|closed|explicit|form|equivalent"
)
_NO_MATTER = re.compile(r"\ba\(n\)(?! *[=/*^+-])|_[^_]+_|\(?\b[0-9]+[.):]|[ ,.:;()]+")
_RANGE = re.compile(r"\bfor (?:all )?(n ?>=? ?[0-9]+)")
_KNOWN = {
    "A000045": "F",
    "Fibonacci": "F",
    "fibonacci": "F",
    "A000032": "L",
    "Lucas": "L",
    "A000129": "Pell",
    "A001045": "J",
}
_NAMED = re.compile(rf"\b({'|'.join(_KNOWN)})\(")
_WORDS = frozenset(("a", "n", "F", "L", "Pell", "J", "for", "all", "binomial", "sqrt", "floor"))
_LETTERS = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
_SIGNS = re.compile(r"[A-Za-z0-9_+*/^()!=>,; \[\]-]+")
_LINE = re.compile(r"([kn]) ?= ?([0-9]{1,3}): *(.*)", re.S)
_TABLE_HEAD = re.compile(r"\bfor (column|row) ([kn]):?\s*$", re.I)


@dataclass(frozen=True)
class Claim:
    """A hedged line, the formula in it (None: none that can be read), and of a table which column or row."""

    text: str
    formula: Formula | None
    column: tuple[str, int] | None = None


def claims(entry: Entry) -> list[Claim]:
    """All hedged lines: single ones, those in blocks, and lines 'k=3: ...' under 'Empirical for column k:'.

    Under a line that ends in a colon, or the head of a block, which says for which n or of what the lines
    speak, none has a formula that can be read.

    >>> entry = Entry("A000001", comments=("It appears that a(n) = A000045(n+1)^2.",))
    >>> claims(entry)[0].formula
    Formula(text='a(n) = F(n+1)^2', variable='')
    """
    found = []
    word, block, is_general = "", "", True
    for said in statements(entry):
        block, is_general = said.head, is_general or said.head != block
        head = _TABLE_HEAD.search(said.text)
        if head and said.hedged:
            word, is_general = head[1].lower(), True
            continue
        line = _LINE.fullmatch(said.text) if word else None
        if line:
            found.append(Claim(said.text, claimed(line[3]), (word, int(line[2]))))
            continue
        word = ""
        if not said.hedged or said.text.endswith(":"):
            is_general = not said.hedged or _leads(said.text)
        if said.hedged:
            is_read = is_general and not is_limiting(said.head)
            found.append(Claim(said.text, claimed(said.text) if is_read else None))
    return found


def claimed(text: str) -> Formula | None:
    """The formula of a line, by lint's reading or a wider one that knows some sequences by name.

    >>> claimed("Equivalent empirical g.f. 2*x / (1-x). - checked").text
    '2*x / (1-x)'
    >>> claimed("Apparently a(n) is even for n > 3.") is None
    True
    """
    known = formula_of(text)
    if known is not None:
        return known
    series = _SERIES.fullmatch(text)
    if series:
        return _quotient(stated(series[2])) if _leads(series[1]) else None
    relation = _RELATION.fullmatch(text)
    if relation is None or not _leads(relation[1]):
        return None
    bare = _NAMED.sub(lambda match: f"{_KNOWN[match[1]]}(", stated(relation[2]))
    words = set(_LETTERS.findall(bare))
    return Formula(bare + _ranged(relation[1])) if words <= _WORDS and _SIGNS.fullmatch(bare) else None


def _leads(text: str) -> bool:
    """Whether the words before a formula say nothing about it but who believes it, and from which n on.

    >>> [_leads(text) for text in ("It appears that ", "For n even, ", "E.", "2*", "The sums have ")]
    [True, False, False, False, False]
    """
    words = _NO_MATTER.sub(" ", _RANGE.sub(" ", text.lower())).split()
    return all(_ALLOWED.fullmatch(word) for word in words)


def _ranged(lead: str) -> str:
    """The range that stands before a formula, as it would stand behind it."""
    found = _RANGE.search(lead.lower())
    return f" for {found[1]}" if found else ""


def _quotient(text: str) -> Formula | None:
    letters = set(_LETTERS.findall(text))
    if len(letters) > 1 or not letters <= {"x", "z", "t", "q"} or not _SIGNS.fullmatch(text):
        return None
    return Formula(text, letters.pop() if letters else "x")
