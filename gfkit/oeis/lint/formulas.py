"""Formulas of an entry, evaluated against its own terms."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from gfkit.algebra.formula.read.notation import CITED
from gfkit.claims.claim import verify
from gfkit.claims.judge import Verdict
from gfkit.errors import GfkitError
from gfkit.guessing import Data
from gfkit.oeis.entry import Entry, SaidLine, statements
from gfkit.oeis.hedged import hedged_lines
from gfkit.oeis.lint.rules import Evaluation, Outcome
from gfkit.oeis.phrase import is_plain_head
from gfkit.oeis.text import Faults, Reading

_MOST_DIGITS = 20_000
_MOST_LENGTH = 4000
_MOST_STARTS = 12
_LEFT = 3
"""Terms beyond its start on which a formula must hold for its range to be what is wrong."""
_HEDGE = r"(?:(?:Empirical|Conjectured?|Apparently|It appears that|Conjecture)\b:?,?\s*)?"
_SERIES = re.compile(
    _HEDGE
    + r"(?:O\.|[Oo]rdinary )?[Gg]\.f\.(?: \(conjectured\))?\s*:?\s*(?:[A-Z]\([xztq]\)\s*=)?\s*=?\s*(.*)",
    re.IGNORECASE | re.DOTALL,
)
_RECURRENCE = re.compile(
    _HEDGE + r"(?:(?:D-finite with r|R)ecurrence:?\s*)?(?:(?:recurrence|a\(n\)):\s*)?(.*)",
    re.IGNORECASE | re.DOTALL,
)
_IN_SERIES = re.compile(r"[0-9xztq+*/^() -]+")
_IN_RELATION = re.compile(
    r"(?:[0-9+*/^()!=>,; -]|\ba\b|\bn\b|\bfor\b|\ball\b|\bbinomial\b|\bsqrt\b|\bfloor\b)+"
)
_IN_WIDE = re.compile(
    r"(?:[0-9+*/^()!>,;{}.\s-]|(?<=[a-z0-9 ])="
    r"|\b(?:[nkji]|sqrt|floor|ceiling|round|binomial|C|phi|for|all|even|odd|mod)\b"
    rf"|\b(?:Sum|Product)_(?={{)|\b(?:{'|'.join(sorted(CITED))})(?=\())+"
)
_READ_IN_TWO_WAYS = re.compile(
    r"[/^]\s*(?:[0-9]+|[nkji]\b)\s*[A-Za-z(]|!\s*[=!]|[0-9]\s*\(|\)\s*[0-9A-Za-z(]"
)
"""Products without a sign, of which nobody knows where a fraction or a power ends, as 1/2n and 2^2n."""
_VALUE = re.compile(r"\ba\( ?[0-9]+ ?\) ?= ?-?[0-9]+")
_SENTENCE = re.compile(r"\.(?:\s|$)")
_LIMITS = re.compile(
    r"\b(?:only|except\w*|unless|if|when|where|provided|odd|even|primes?|hold\w*|fail\w*|false|wrong|disprove\w*)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Formula:
    """A formula that can be evaluated, as ``gfkit.verify`` takes it; ``variable`` of a g.f., or empty."""

    text: str
    variable: str = ""
    is_wide: bool = False
    """Whether it has sums, products or sequences by name: it is called wrong only beside others."""

    def verdict_on(self, data: Data) -> Verdict:
        """What the terms say of it."""
        if self.variable:
            return verify(self.text, data=data, variable=self.variable, kind="gf")
        return verify(self.text, data=data)


def formula_of(text: str) -> Formula | None:
    """The formula that a statement is, when it is nothing but one; None for everything else.

    >>> formula_of("Empirical: a(n) = 2*a(n-1) + a(n-4) for n > 5.").text
    'a(n) = 2*a(n-1) + a(n-4) for n > 5'
    >>> formula_of("G.f.: x/(1 - x - x^2).")
    Formula(text='x/(1 - x - x^2)', variable='x', is_wide=False)
    >>> formula_of("a(n) = Sum_{k=0..n} binomial(n-k, k).").is_wide
    True
    >>> formula_of("a(n) = A002559(n+1) mod 7.") is None
    True
    """
    if len(text) > _MOST_LENGTH:
        return None
    series = _SERIES.fullmatch(text)
    if series:
        return _series(first_sentence(series[1]))
    relation = _RECURRENCE.fullmatch(text)
    bare = first_sentence(relation[1] if relation else text).replace(" with ", ", ")
    equations = _VALUE.sub("", bare).replace(">=", "").count("=")
    if (
        "a(n" not in bare.replace(" ", "")
        or "!!" in bare
        or equations != 1
        or not _IN_RELATION.fullmatch(bare)
    ):
        return _wide(bare)
    return Formula(bare)


def _wide(bare: str) -> Formula | None:
    """``a(n) = `` and sums, products and well-known sequences, of which all is read in one way."""
    head = re.match(r"a\(n\)\s*=\s*", bare)
    if head is None or not _IN_WIDE.fullmatch(bare, head.end()) or _READ_IN_TWO_WAYS.search(bare):
        return None
    return Formula(bare, is_wide=True)


def first_sentence(text: str) -> str:
    """The first sentence of a text; nothing when what follows says where it holds.

    >>> first_sentence("a(n) = 2*a(n-1). Checked to n = 100.")
    'a(n) = 2*a(n-1)'
    >>> first_sentence("a(n) = 2*a(n-1). This holds for odd n.")
    ''
    """
    first, *rest = _SENTENCE.split(text.strip(), maxsplit=1)
    return "" if rest and is_limiting(rest[0]) else first.strip(" ,;")


def is_limiting(text: str) -> bool:
    """Whether words say that something holds for some n only, or not at all.

    >>> is_limiting("Conjectures for odd n"), is_limiting("Conjectures from _X_")
    (True, False)
    """
    return _LIMITS.search(text) is not None


def _series(text: str) -> Formula | None:
    letters = set(text) & set("xztq")
    if not _IN_SERIES.fullmatch(text) or len(letters) > 1:
        return None
    return Formula(text, letters.pop() if letters else "x")


def formula_checks(entry: Entry, reading: Reading[Entry], findings: Faults) -> list[Evaluation]:
    """Every formula of the entry that can be read, evaluated as far as the terms go.

    What differs is wrong only where it is said of a(n): under no head that may speak of another sequence, and
    a conjecture only where ``confirm`` reads all of its line.
    """
    meant = _meant(entry)
    read = [
        (statement, formula) for statement in statements(entry) if (formula := formula_of(statement.text))
    ]
    checks: list[Evaluation] = []
    agree = 0
    for statement, formula in sorted(read, key=lambda pair: pair[1].is_wide):
        is_meant = statement in meant and (not formula.is_wide or agree >= _BESIDE)
        line = reading.line_of(statement.kind, statement.place)
        checks.append(_check_formula(statement, formula, entry.data, line, findings, is_meant=is_meant))
        agree += checks[-1].outcome is Outcome.AGREES and not formula.is_wide
    return checks


_BESIDE = 2
"""Formulas that agree beside which one with sums or names is called wrong."""
_MOST_SUSPECTS = 3


def suspects(entry: Entry) -> list[tuple[int, int]]:
    """The indices at which formulas first differ from the terms, with what they give, the most frequent
    first."""
    votes: Counter[tuple[int, int]] = Counter()
    for line in statements(entry):
        formula = formula_of(line.text)
        if formula is None:
            continue
        try:
            first = formula.verdict_on(entry.data).first_difference
        except (GfkitError, ArithmeticError, RecursionError):
            continue
        if first is not None and first.formula.lstrip("-").isdigit():
            votes[first.n, int(first.formula)] += 1
    inside = range(entry.first_n or 0, (entry.first_n or 0) + len(entry.terms))
    return [place for place, _ in votes.most_common(_MOST_SUSPECTS) if place[0] in inside]


def _meant(entry: Entry) -> set[SaidLine]:
    """The lines that certainly speak of the sequence itself."""
    read = {
        statement.text
        for statement in hedged_lines(entry)
        if statement.clauses and not (statement.reason or statement.column)
    }
    lines: set[SaidLine] = set()
    block, is_plain = ("", ""), True
    for statement in statements(entry):
        if (statement.kind, statement.head) != block:
            block, is_plain = (statement.kind, statement.head), is_plain_head(statement.head)
        if statement.text.endswith(":"):
            is_plain = is_plain_head(statement.head) and is_plain_head(statement.text)
        elif is_plain and (not statement.hedged or {statement.text, statement.line} & read):
            lines.add(statement)
    return lines


def can_be_evaluated(entry: Entry) -> bool:
    """Whether there are terms, from an index of 0 or more on, and not too long ones."""
    digits = sum(term.bit_length() for term in entry.terms) * 3 // 10
    return entry.is_sequence and (entry.first_n or 0) >= 0 and digits <= _MOST_DIGITS


def _check_formula(
    said: SaidLine, formula: Formula, data: Data, line: int | None, findings: Faults, *, is_meant: bool
) -> Evaluation:
    try:
        problem, fix, detail = _verdict(formula, data)
    except (GfkitError, ArithmeticError, RecursionError) as error:
        return Evaluation(line, formula.text, Outcome.UNREAD, str(error), said.hedged)
    outcome = Outcome.AGREES
    if problem is not None and not is_meant:
        outcome = Outcome.UNREAD
        detail = (
            "it differs from the terms, but it may speak of others: its head, or part of it, was not read"
        )
    elif problem is not None:
        outcome, detail = Outcome.DIFFERS, problem
        if fix.startswith("add"):
            findings.warning("F2", line, problem, fix)
        else:
            findings.error("F1", line, f"the conjecture is false: {problem}" if said.hedged else problem, fix)
    return Evaluation(line, formula.text, outcome, detail, said.hedged)


def _verdict(formula: Formula, data: Data) -> tuple[str | None, str, str]:
    """What is wrong (None: nothing), what to do about it, and the verdict in words."""
    verdict = formula.verdict_on(data)
    if not verdict.is_refuted:
        return None, "", "; ".join([verdict.reason, *verdict.notes])
    start = verdict.holds_from
    if start is not None and not formula.variable and _is_soon(start, data) and ">" not in formula.text:
        return f"the formula holds from n = {start} on only", f"add 'for n >= {start}'", ""
    fix = verdict.repair or (f"right would be {verdict.correction}" if verdict.correction else "correct it")
    return f"the formula is wrong: {verdict.reason}", fix, ""


def _is_soon(start: int, data: Data) -> bool:
    """Whether it begins near the first term, and is seen to hold for some more."""
    return data.offset < start < min(data.offset + _MOST_STARTS, data.end - _LEFT)
