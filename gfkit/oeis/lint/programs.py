"""Programs of an entry whose terms can be told without running them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import cast

from gfkit.algebra import RationalGF, Recurrence
from gfkit.algebra.formula import read_quotient
from gfkit.algebra.number import Number, number_text
from gfkit.errors import GfkitError, InputError
from gfkit.oeis.entry import Entry
from gfkit.oeis.lint.rules import Evaluation, Outcome
from gfkit.oeis.text import Faults, Reading

_MOST_LENGTH = 4000
_MOST_SHIFT = 6
_PARI = "(PARI)"
_SHOWN = 6
_LIST = r"\{([-0-9, ]*)\}"
_RECURRENCE = re.compile(rf"LinearRecurrence\[ ?{_LIST}, ?{_LIST}, ?([0-9]{{1,6}}) ?\]")
_COEFFICIENTS = re.compile(
    r"CoefficientList\[ ?Series\[(.*), ?\{([a-z]), ?0, ?([0-9]{1,6})\} ?\], ?\2 ?\]", re.DOTALL
)
_VEC = re.compile(r"Vec\((.*)\)", re.DOTALL)
_ORDER = re.compile(r"(.*[^ ]) ?\+ ?O\(([a-z])\^([0-9]{1,6})\)", re.DOTALL)
_DECLARED = re.compile(r"(?:my\()?([a-z]) ?= ?'\1 ?\+ ?O\('\1 ?\^ ?([0-9]{1,6})\)\)?; ?(.*)", re.DOTALL)
_CONCAT = re.compile(r"concat\( ?\[([-0-9, ]*)\], ?(Vec\(.*\)) ?\)", re.DOTALL)
_JOIN = re.compile(rf"Join\[ ?{_LIST}, ?(.*)\]", re.DOTALL)
_REST = re.compile(r"Rest\[(.*)\]", re.DOTALL)
_SEQ = re.compile(
    r"seq\( ?coeff\( ?series\((.*), ?([a-z]) ?(?:= ?0)?, ?n ?\+ ?[0-9]+\), ?\2, ?n\),"
    r" ?n ?= ?([0-9]{1,6}) ?\.\. ?([0-9]{1,6})\)",
    re.DOTALL,
)


@dataclass(frozen=True)
class PrintedTerms:
    """What a program prints: its language, the terms, and the index of the first where it says one."""

    language: str
    terms: tuple[Number, ...]
    first_n: int | None = None


def _without_comment(line: str) -> str:
    """The line up to a comment that lasts to its end: (* ... *), \\\\ or #.

    >>> _without_comment("f[x] (* 1 *) + 2 (* _X_ *) "), _without_comment("a #b"), _without_comment("(*)")
    ('f[x] ', 'a ', '(*)')
    """
    starts = [line.find(mark) for mark in ("\\\\", "#")]
    opening, closed = line.find("(*"), line.rstrip()
    if closed.endswith("*)") and len(closed) >= opening + 4:
        starts.append(opening)
    return line[: min((start for start in starts if start >= 0), default=len(line))]


def program_terms(kind: str, line: str, count: int) -> PrintedTerms | None:
    """The first terms that a line of %p, %t or %o prints; None when it is not of a known form.

    Known are LinearRecurrence and CoefficientList of Mathematica, alone or under Rest or Join, Vec of PARI,
    alone, after my(x='x+O('x^30)) or under concat, and seq(coeff(series(...))) of Maple.

    >>> program_terms("t", "LinearRecurrence[{1, 1}, {0, 1}, 40] (* _X_ *)", 7).terms
    (0, 1, 1, 2, 3, 5, 8)
    >>> program_terms("o", "(PARI) Vec(x/(1-x-x^2) + O(x^30))", 5).terms
    (1, 1, 2, 3, 5)
    """
    if len(line) > _MOST_LENGTH:
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
    values = _series(match[1], match[2], min(last + 1, first + count))
    return PrintedTerms("Maple", tuple(values[first:]), first)


def _mathematica(code: str, count: int) -> Sequence[Number] | None:
    if match := _REST.fullmatch(code):
        inner = _mathematica(match[1].strip(), count + 1)
        return None if inner is None else inner[1:]
    if match := _JOIN.fullmatch(code):
        inner = _mathematica(match[2].strip(), count)
        return None if inner is None else [*_whole(match[1]), *inner][:count]
    if match := _RECURRENCE.fullmatch(code):
        return _unroll(_whole(match[1]), _whole(match[2]), min(count, int(match[3])))
    if match := _COEFFICIENTS.fullmatch(code):
        return _series(match[1], match[2], min(count, int(match[3]) + 1))
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
    """Of the first ``length`` coefficients those from the first that is not 0 on; ``count`` will do."""
    size = count
    while True:
        values = _series(text, letter, min(length, size))
        zeros = sum(1 for _ in takewhile(lambda value: not value, values))
        if size >= length or len(values) - zeros >= count:
            return values[zeros:]
        size = zeros + max(count, zeros)


def _whole(text: str) -> list[int]:
    words = text.replace(" ", "").split(",")
    if not all(re.fullmatch(r"-?[0-9]{1,4000}", word) for word in words):
        raise InputError(f"list {text!r}: must have integers, with commas between them")
    return [int(word) for word in words]


def _unroll(back: list[int], initial: list[int], count: int) -> list[Number]:
    if len(initial) < len(back):
        raise InputError(f"LinearRecurrence: {len(back)} coefficients need as many first terms")
    rule = Recurrence(tuple(back), len(initial), tuple(initial))
    return cast("list[Number]", rule.terms(count))


def _series(text: str, letter: str, count: int) -> list[Number]:
    """The coefficients of a quotient of polynomials."""
    if not re.fullmatch(rf"[0-9{letter}+*/^() -]+", text):
        raise InputError(f"series {text!r}: must be a quotient of polynomials in {letter}")
    return RationalGF.reduced(*read_quotient(text, ("t",), letter)).terms(count)


def program_checks(entry: Entry, reading: Reading[Entry], findings: Faults) -> list[Evaluation]:
    """Every program of a known form against the terms of the entry."""
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
    findings.warning("P2", line, message, f"let it begin with {_terms_text(entry.terms)}")
    return Evaluation(line, what, Outcome.DIFFERS, message)


def _shift(printed: Sequence[Number], terms: Sequence[Number]) -> int | None:
    """How many terms are printed before the first of the entry, or below 0 how many of these are missing.

    None when something else is wrong.
    """
    for size in range(1, _MOST_SHIFT + 1):
        for shift, above, below in ((size, printed[size:], terms), (-size, printed, terms[size:])):
            count = min(len(above), len(below))
            if count > 3 and tuple(above[:count]) == tuple(below[:count]):
                return shift
    return None


def _terms_text(terms: Sequence[Number]) -> str:
    return ",".join(number_text(term)[:20] for term in islice(terms, _SHOWN)) + ",..."
