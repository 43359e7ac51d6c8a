"""Hedged lines of an entry, and the formula that each of them is."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gfkit.oeis.entry import Entry
from gfkit.oeis.lint.formulas import Formula, formula_of
from gfkit.oeis.statement import statements

_SERIES = re.compile(r"\b(?:g\.f\.|generating function)\s*(?:\(conjectured\))?\s*[:=]?\s*(.*)", re.I | re.S)
_RELATION = re.compile(r"\ba\(n\)\s*=.*", re.S)
_SENTENCE = re.compile(r"\.(?:\s|$)")
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
_WORDS = frozenset(("a", "n", "F", "L", "Pell", "J", "for", "all", "binomial", "sqrt", "floor", "mod"))
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

    >>> entry = Entry("A000001", comments=("It appears that a(n) = A000045(n+1)^2.",))
    >>> claims(entry)[0].formula
    Formula(text='a(n) = F(n+1)^2', variable='')
    """
    found = []
    word = ""
    for said in statements(entry):
        head = _TABLE_HEAD.search(said.text)
        if head and said.hedged:
            word = head[1].lower()
            continue
        line = _LINE.fullmatch(said.text) if word else None
        if line:
            found.append(Claim(said.text, claimed(line[3]), (word, int(line[2]))))
            continue
        word = ""
        if said.hedged:
            found.append(Claim(said.text, claimed(said.text)))
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
    series = _SERIES.search(text)
    if series:
        return _quotient(_first_sentence(series[1]))
    relation = _RELATION.search(text)
    if relation is None:
        return None
    bare = _NAMED.sub(lambda match: f"{_KNOWN[match[1]]}(", _first_sentence(relation[0]))
    words = set(_LETTERS.findall(bare))
    return Formula(bare) if words <= _WORDS and _SIGNS.fullmatch(bare) else None


def _quotient(text: str) -> Formula | None:
    letters = set(_LETTERS.findall(text))
    if len(letters) > 1 or not letters <= {"x", "z", "t", "q"} or not _SIGNS.fullmatch(text):
        return None
    return Formula(text, letters.pop() if letters else "x")


def _first_sentence(text: str) -> str:
    return _SENTENCE.split(text.strip(), maxsplit=1)[0].strip(" ,;")
