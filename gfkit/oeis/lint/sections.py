"""Formulas and programs of an entry, evaluated and compared with its terms."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import islice, takewhile
from typing import cast

from gfkit.claims.claim import verify
from gfkit.claims.judge import Verdict
from gfkit.claims.statement.names import CITED
from gfkit.claims.statement.values import read_quotient
from gfkit.core.algebra import RationalGF, Recurrence
from gfkit.core.algebra.number import Number, number_text
from gfkit.core.deferred import dataclass, regex
from gfkit.core.errors import GfkitError, InputError
from gfkit.guessing import Data
from gfkit.oeis.entry import Entry, EntryLine, statements
from gfkit.oeis.files import Faults, Reading
from gfkit.oeis.hedged import hedged_lines
from gfkit.oeis.lint.rules import Evaluation, Outcome
from gfkit.oeis.phrase import is_plain_head

_MOST_DIGITS = 20_000
_MOST_LENGTH = 4000
_MOST_STARTS = 12
_LEFT = 3
"""Minimum number of terms for which a formula must hold after its start, so that only its range is reported
as wrong.
"""
_HEDGE = r"(?:(?:Empirical|Conjectured?|Apparently|It appears that|Conjecture)\b:?,?\s*)?"
_SERIES = regex(
    _HEDGE
    + r"(?:O\.|[Oo]rdinary )?[Gg]\.f\.(?: \(conjectured\))?\s*:?\s*(?:[A-Z]\([xztq]\)\s*=)?\s*=?\s*(.*)",
    re.IGNORECASE | re.DOTALL,
)
_RECURRENCE = regex(
    _HEDGE + r"(?:(?:D-finite with r|R)ecurrence:?\s*)?(?:(?:recurrence|a\(n\)):\s*)?(.*)",
    re.IGNORECASE | re.DOTALL,
)
_IN_SERIES = regex(r"[0-9xztq+*/^() -]+")
_IN_RELATION = regex(r"(?:[0-9+*/^()!=>,; -]|\ba\b|\bn\b|\bfor\b|\ball\b|\bbinomial\b|\bsqrt\b|\bfloor\b)+")
_IN_WIDE = regex(
    r"(?:[0-9+*/^()!>,;{}.\s-]|(?<=[a-z0-9 ])="
    r"|\b(?:[nkji]|sqrt|floor|ceiling|round|binomial|C|phi|for|all|even|odd|mod)\b"
    rf"|\b(?:Sum|Product)_(?={{)|\b(?:{'|'.join(sorted(CITED))})(?=\())+"
)
_READ_IN_TWO_WAYS = regex(r"[/^]\s*(?:[0-9]+|[nkji]\b)\s*[A-Za-z(]|!\s*[=!]|[0-9]\s*\(|\)\s*[0-9A-Za-z(]")
"""Pattern of ambiguous products without a sign after a fraction or power, such as 1/2n and 2^2n."""
_VALUE = regex(r"\ba\( ?[0-9]+ ?\) ?= ?-?[0-9]+")
_SENTENCE = regex(r"\.(?:\s|$)")
_LIMITS = regex(
    r"\b(?:only|except\w*|unless|if|when|where|provided|odd|even|primes?|hold\w*|fail\w*|false|wrong|disprove\w*)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Formula:
    """Formula that ``gfkit.verify`` can evaluate; ``variable`` is the variable of a g.f., or empty."""

    text: str
    variable: str = ""
    is_wide: bool = False
    """True if it contains sums, products or named sequences. Then it is called wrong only with further
    evidence.
    """

    def verdict_on(self, data: Data) -> Verdict:
        """Return the verdict of ``gfkit.verify`` on the formula for the given terms."""
        if self.variable:
            return verify(self.text, data=data, variable=self.variable, read_as="gf")
        return verify(self.text, data=data)


def formula_of(text: str) -> Formula | None:
    """Return the formula if the statement consists of exactly one formula, or None.

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
        return _parse_unambiguous(bare)
    return Formula(bare)


def _parse_unambiguous(bare: str) -> Formula | None:
    """Parse ``a(n) = `` and sums, products and well-known sequences that are unambiguous."""
    head = re.match(r"a\(n\)\s*=\s*", bare)
    if head is None or not _IN_WIDE.fullmatch(bare, head.end()) or _READ_IN_TWO_WAYS.search(bare):
        return None
    return Formula(bare, is_wide=True)


def first_sentence(text: str) -> str:
    """Return the first sentence of a string, or "" if the following sentence restricts its range.

    >>> first_sentence("a(n) = 2*a(n-1). Checked to n = 100.")
    'a(n) = 2*a(n-1)'
    >>> first_sentence("a(n) = 2*a(n-1). This holds for odd n.")
    ''
    """
    first, *rest = _SENTENCE.split(text.strip(), maxsplit=1)
    return "" if rest and _LIMITS.search(rest[0]) else first.strip(" ,;")


def _series(text: str) -> Formula | None:
    letters = set(text) & set("xztq")
    if not _IN_SERIES.fullmatch(text) or len(letters) > 1:
        return None
    return Formula(text, letters.pop() if letters else "x")


def formula_checks(entry: Entry, reading: Reading[Entry], findings: Faults) -> list[Evaluation]:
    """Evaluate every formula of the entry that can be parsed, and compare it with the known terms.

    A difference is an error only if the formula certainly concerns a(n): it is not under a head that may
    introduce another sequence, and, if it is a conjecture, ``confirm`` parses it completely.
    """
    meant = _lines_on_sequence(entry)
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
"""Number of agreeing formulas required to call a formula with sums or names wrong."""
_MOST_SUSPECTS = 3


def suspects(entry: Entry) -> list[tuple[int, int]]:
    """Return the indices at which formulas first differ from the terms, with the values of the formulas, the
    most frequent first.
    """
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


def _lines_on_sequence(entry: Entry) -> set[EntryLine]:
    """Return the lines that certainly concern the sequence of the entry."""
    read = {
        statement.text
        for statement in hedged_lines(entry)
        if statement.clauses and not (statement.reason or statement.column)
    }
    lines: set[EntryLine] = set()
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
    """Return True if there are terms, their first index is at least 0, and they are not too long."""
    digits = sum(term.bit_length() for term in entry.terms) * 3 // 10
    return entry.is_sequence and (entry.first_n or 0) >= 0 and digits <= _MOST_DIGITS


def _check_formula(
    said: EntryLine, formula: Formula, data: Data, line: int | None, findings: Faults, *, is_meant: bool
) -> Evaluation:
    try:
        problem, fix, detail = _verdict(formula, data)
    except (GfkitError, ArithmeticError, RecursionError) as error:
        return Evaluation(line, formula.text, Outcome.UNREAD, str(error), said.hedged)
    outcome = Outcome.AGREES
    if problem is not None and not is_meant:
        outcome = Outcome.UNREAD
        detail = (
            "it differs from the terms, but may concern another sequence: its head, or part of"
            " it, was not parsed"
        )
    elif problem is not None:
        outcome, detail = Outcome.DIFFERS, problem
        if fix.startswith("add"):
            findings.warning("F2", line, problem, fix)
        else:
            findings.error(
                "F1",
                line,
                problem.replace("the formula is wrong", "the conjecture is false")
                if said.hedged
                else problem,
                fix,
            )
    return Evaluation(line, formula.text, outcome, detail, said.hedged)


def _verdict(formula: Formula, data: Data) -> tuple[str | None, str, str]:
    """Return the error or None, its remedy, and the explanation of the verdict."""
    verdict = formula.verdict_on(data)
    if not verdict.is_refuted:
        return None, "", "; ".join([verdict.reason, *verdict.notes])
    start = verdict.holds_from
    if start is not None and not formula.variable and _is_soon(start, data) and ">" not in formula.text:
        return f"the formula holds only for n >= {start}", f"add 'for n >= {start}'", ""
    fix = verdict.repair or (f"correct is {verdict.correction}" if verdict.correction else "correct it")
    return f"the formula is wrong: {verdict.reason}", fix, ""


def _is_soon(start: int, data: Data) -> bool:
    """Return True if the formula starts near the first term and holds for at least a few terms."""
    return data.offset < start < min(data.offset + _MOST_STARTS, data.end - _LEFT)


_MAX_PROGRAM_LENGTH = 4000
_MOST_SHIFT = 6
_PARI = "(PARI)"
_SHOWN = 6
_LIST = r"\{([-0-9, ]*)\}"
_LINEAR_RECURRENCE = regex(rf"LinearRecurrence\[ ?{_LIST}, ?{_LIST}, ?([0-9]{{1,6}}) ?\]")
_COEFFICIENTS = regex(
    r"CoefficientList\[ ?Series\[(.*), ?\{([a-z]), ?0, ?([0-9]{1,6})\} ?\], ?\2 ?\]", re.DOTALL
)
_VEC = regex(r"Vec\((.*)\)", re.DOTALL)
_ORDER = regex(r"(.*[^ ]) ?\+ ?O\(([a-z])\^([0-9]{1,6})\)", re.DOTALL)
_DECLARED = regex(r"(?:my\()?([a-z]) ?= ?'\1 ?\+ ?O\('\1 ?\^ ?([0-9]{1,6})\)\)?; ?(.*)", re.DOTALL)
_CONCAT = regex(r"concat\( ?\[([-0-9, ]*)\], ?(Vec\(.*\)) ?\)", re.DOTALL)
_JOIN = regex(rf"Join\[ ?{_LIST}, ?(.*)\]", re.DOTALL)
_REST = regex(r"Rest\[(.*)\]", re.DOTALL)
_SEQ = regex(
    r"seq\( ?coeff\( ?series\((.*), ?([a-z]) ?(?:= ?0)?, ?n ?\+ ?[0-9]+\), ?\2, ?n\),"
    r" ?n ?= ?([0-9]{1,6}) ?\.\. ?([0-9]{1,6})\)",
    re.DOTALL,
)


@dataclass(frozen=True)
class PrintedTerms:
    """Output of a program: its language, the terms, and the index of the first term if the program states
    it.
    """

    language: str
    terms: tuple[Number, ...]
    first_n: int | None = None


def _without_comment(line: str) -> str:
    """Return the line up to a comment that lasts to its end: (* ... *), \\\\ or #.

    >>> _without_comment("f[x] (* 1 *) + 2 (* _X_ *) "), _without_comment("a #b"), _without_comment("(*)")
    ('f[x] ', 'a ', '(*)')
    """
    starts = [line.find(mark) for mark in ("\\\\", "#")]
    opening, closed = line.find("(*"), line.rstrip()
    if closed.endswith("*)") and len(closed) >= opening + 4:
        starts.append(opening)
    return line[: min((start for start in starts if start >= 0), default=len(line))]


def program_terms(kind: str, line: str, count: int) -> PrintedTerms | None:
    """Return the initial terms printed by the program in a line of %p, %t or %o, or None if its form is
    unknown.

    The known forms are LinearRecurrence and CoefficientList of Mathematica, possibly inside Rest or Join; Vec
    of PARI, possibly after my(x='x+O('x^30)) or inside concat; and seq(coeff(series(...))) of Maple.

    >>> program_terms("t", "LinearRecurrence[{1, 1}, {0, 1}, 40] (* _X_ *)", 7).terms
    (0, 1, 1, 2, 3, 5, 8)
    >>> program_terms("o", "(PARI) Vec(x/(1-x-x^2) + O(x^30))", 5).terms
    (1, 1, 2, 3, 5)
    """
    if len(line) > _MAX_PROGRAM_LENGTH:
        return None
    code = _without_comment(line).strip().rstrip(";:").strip()
    if kind == "t":
        terms = _mathematica(code, count)
        return None if terms is None else PrintedTerms("Mathematica", tuple(terms))
    if kind == "o":
        terms = _pari(code.removeprefix(_PARI).strip(), count) if code.startswith(_PARI) else None
        return None if terms is None else PrintedTerms("PARI", tuple(terms))
    match = _SEQ.fullmatch(code)
    if match is None:
        return None
    first, last = int(match[3]), int(match[4])
    values = _series_values(match[1], match[2], min(last + 1, first + count))
    return PrintedTerms("Maple", tuple(values[first:]), first)


def _mathematica(code: str, count: int) -> Sequence[Number] | None:
    if match := _REST.fullmatch(code):
        inner = _mathematica(match[1].strip(), count + 1)
        return None if inner is None else inner[1:]
    if match := _JOIN.fullmatch(code):
        inner = _mathematica(match[2].strip(), count)
        return None if inner is None else [*_whole(match[1]), *inner][:count]
    if match := _LINEAR_RECURRENCE.fullmatch(code):
        return _unroll(_whole(match[1]), _whole(match[2]), min(count, int(match[3])))
    if match := _COEFFICIENTS.fullmatch(code):
        return _series_values(match[1], match[2], min(count, int(match[3]) + 1))
    return None


def _pari(code: str, count: int) -> Sequence[Number] | None:
    declared = _DECLARED.fullmatch(code)
    body = declared[3] if declared else code
    joined = _CONCAT.fullmatch(body)
    vector = _VEC.fullmatch(joined[2] if joined else body)
    if vector is None:
        return None
    ordered = None if declared else _ORDER.fullmatch(vector[1])
    if ordered:
        text, letter, length = ordered[1], ordered[2], int(ordered[3])
    elif declared:
        text, letter, length = vector[1], declared[1], int(declared[2])
    else:
        return None
    values = _without_zeros(text, letter, length, count + _MOST_SHIFT)
    return [*(_whole(joined[1]) if joined else ()), *values][:count]


def _without_zeros(text: str, letter: str, length: int, count: int) -> list[Number]:
    """Return the coefficients up to index ``length`` without leading zeros, but at least ``count``
    coefficients.
    """
    size = count
    while True:
        values = _series_values(text, letter, min(length, size))
        zeros = sum(1 for _ in takewhile(lambda value: not value, values))
        if size >= length or len(values) - zeros >= count:
            return values[zeros:]
        size = zeros + max(count, zeros)


def _whole(text: str) -> list[int]:
    words = text.replace(" ", "").split(",")
    if not all(re.fullmatch(r"-?[0-9]{1,4000}", word) for word in words):
        raise InputError(f"list {text!r} must consist of integers with commas between them")
    return [int(word) for word in words]


def _unroll(back: list[int], initial: list[int], count: int) -> list[Number]:
    if len(initial) < len(back):
        raise InputError(f"LinearRecurrence: {len(back)} coefficients need as many first terms")
    rule = Recurrence(tuple(back), len(initial), tuple(initial))
    return cast("list[Number]", rule.terms(count))


def _series_values(text: str, letter: str, count: int) -> list[Number]:
    """Return the coefficients of the series of a quotient of polynomials."""
    if not re.fullmatch(rf"[0-9{letter}+*/^() -]+", text):
        raise InputError(f"series {text!r} must be a quotient of polynomials in {letter}")
    return RationalGF.reduced(*read_quotient(text, ("t",), letter)).terms(count)


def program_checks(entry: Entry, reading: Reading[Entry], findings: Faults) -> list[Evaluation]:
    """Compare every program of a known form with the terms of the entry."""
    checks = []
    for kind, lines in (("p", entry.maple), ("t", entry.mathematica), ("o", entry.programs)):
        for place, text in enumerate(lines):
            line = reading.line_of(kind, place)
            try:
                program = program_terms(kind, text, len(entry.terms))
            except (GfkitError, ArithmeticError, RecursionError) as error:
                checks.append(Evaluation(line, text, Outcome.UNREAD, str(error)))
                continue
            if program is not None and program.terms:
                checks.append(_check_program(entry, program, line, findings))
    return checks


def _check_program(entry: Entry, program: PrintedTerms, line: int | None, findings: Faults) -> Evaluation:
    what = f"program in {program.language}"
    ahead = 0 if program.first_n is None else program.first_n - (entry.first_n or 0)
    printed, terms = program.terms[max(0, -ahead) :], entry.terms[max(0, ahead) :]
    count = min(len(printed), len(terms))
    if count and printed[:count] == terms[:count]:
        return Evaluation(line, what, Outcome.AGREES, f"{count} terms agree")
    shift = _shift(program.terms, entry.terms)
    if shift is None:
        message = (
            f"the {program.language} program gives {_terms_text(program.terms)},"
            f" the terms are {_terms_text(entry.terms)}"
        )
        findings.error("P1", line, message, "correct the program")
        return Evaluation(line, what, Outcome.DIFFERS, message)
    too = "many" if shift > 0 else "few"
    its_terms = _terms_text(program.terms)
    message = f"the {program.language} program begins with {abs(shift)} too {too} terms: {its_terms}"
    findings.warning("P2", line, message, f"make it begin with {_terms_text(entry.terms)}")
    return Evaluation(line, what, Outcome.DIFFERS, message)


def _shift(printed: Sequence[Number], terms: Sequence[Number]) -> int | None:
    """Return the number of terms printed before the first term of the entry; it is negative if terms are
    missing.

    The result is None if the program is wrong in another way.
    """
    for size in range(1, _MOST_SHIFT + 1):
        for shift, above, below in ((size, printed[size:], terms), (-size, printed, terms[size:])):
            count = min(len(above), len(below))
            if count > 3 and tuple(above[:count]) == tuple(below[:count]):
                return shift
    return None


def _terms_text(terms: Sequence[Number]) -> str:
    return ",".join(number_text(term)[:20] for term in islice(terms, _SHOWN)) + ",..."
