"""Context of printed formulas: heads such as G.f.:, clauses such as where phi = ..., lists of terms,
limits, and lines of Mathematica and PARI. The grammar parses the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from itertools import filterfalse, pairwise
from string import ascii_letters

from gfkit.claims.statement.lexer import CLOSING, Sort, check_backslashes, tokens
from gfkit.claims.statement.linear import fraction_factors, linear_form
from gfkit.claims.statement.macros import Macro
from gfkit.claims.statement.names import CALLED, CHEBYSHEV, GREEK, INDICES, KNOWN_NAMES, NAMED, QUOTATIONS
from gfkit.claims.statement.parse import read_constant, read_statement
from gfkit.claims.statement.typography import INFINITE, plain_notation
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.algebra.formula.tree import Node, Symbol
from gfkit.core.deferred import dataclass, field, regex, replace
from gfkit.core.errors import InputError, UndecidedError, as_typed


class LineKind(StrEnum):
    """Kind of a printed line, stated by its head, such as "G.f.:". A formula without a head has no kind."""

    FORMULA = "formula"
    SERIES = "generating function"
    EXPONENTIAL = "exponential generating function"
    EQUATION = "equation for the generating function"
    BEGINNING = "first terms of a series"
    TERMS = "terms"
    LIMIT = "limit"
    LIST = "list of coefficients"
    STATEMENT = "statements about all terms"


@dataclass(frozen=True)
class SummedTerms:
    """Power series printed as the sum of w(n) a(pn + q) x^(rn + s) over all n >= ``since``."""

    label: str
    """Name of the sequence."""
    size: str
    since: int
    index: tuple[int, int] = (1, 0)
    """Numbers p and q."""
    power: tuple[int, int] = (1, 0)
    """Numbers r and s."""
    weight: Node = nodes.ONE
    is_exponential: bool = False
    arguments: int = 0
    """Number of letters in parentheses, as in a_n(x)."""

    @property
    def is_plain(self) -> bool:
        """True if the coefficient of x^n is a(n)."""
        return (self.index, self.power, self.weight) == ((1, 0), (1, 0), nodes.ONE)


@dataclass(frozen=True)
class PrintedLine:
    """Printed formula and its context."""

    kind: LineKind
    text: str
    variable: str = ""
    """Variable of a series, if the line states it."""
    definitions: Mapping[str, Node] = field(default_factory=dict)
    chebyshev: frozenset[str] = frozenset()
    terms: tuple[int | Fraction, ...] = ()
    """Terms of a list, or initial values of a program."""
    begins: int | None = None
    """First n of a program that lists values, if the program states it."""
    notes: tuple[str, ...] = ()
    since: int = 0
    """Smallest n in a series printed as a sum of a(n) x^n."""
    known: frozenset[str] = frozenset()
    """Names that the context declares as well-known sequences."""
    letters: Mapping[str, str | int] = field(default_factory=dict)
    """Letters with another meaning than usual in one reading of the line."""
    power_sum: SummedTerms | None = None
    """Sum that is one side of the line, which states the range of n; ``text`` contains the other sides."""
    are_binomials_zero: bool = False
    """True if a binomial of a negative number is 0, in one reading of the line."""
    words: tuple[str, ...] = ()
    """Words around the formula that are not read, such as those of its sentence."""


_IS = r"\s*+(?::\s*+=?|=|is\b)?\s*+"
_KINDS = regex(
    r"\s*+(?:(?P<EQUATION>(?:The\s++)?(?:O\.)?g\.\s?f\.\s*+:?\s*+(?:[A-Z](?:\([a-z]\))?\s++)?satisf(?:ies|ying)\s*+:?\s*+)"
    rf"|(?P<EXPONENTIAL>(?:e\.|exponential\s++)g\.\s?f\.{_IS})"
    rf"|(?P<SERIES>(?:O\.|ordinary\s++)?g\.\s?f\.(?:\s*+\(conjectured\))?{_IS}))",
    re.IGNORECASE,
)
"""Pattern of heads that state the kind of a line."""
_SENTENCE = regex(r"(?:(?:[^\W\d_]{2,}|[aA]|[A-Za-z]\([\w, ]++\))[-,.;:!?'’]*+\s++){4,}[^\W\d_]++[.!?]?")
"""Pattern of a sentence without a formula."""
_NEXT_HEAD = regex(r"(?<=[.;])\s++(?=(?:[OE]\.)?g\.f\.)", re.IGNORECASE)
_SUM = regex(r"\\sum|\bSum|∑")
_SERIES_NAME = regex(r"\s*+[A-Za-z]\s*+\(\s*+([a-z])\s*+\)\s*+")
_EVERY_LETTER = frozenset(ascii_letters)
_NO_END = r"(?:\^ (?:infinity|\{ infinity \}) )?"
_POWER_SUM = regex(
    rf"sum {_NO_END}(?:_ (?:(?P<bare>[A-Za-z])|\{{ (?P<index>[A-Za-z])"
    rf"(?: (?P<sign>>=|>|=) (?P<first>[0-9]{{1,5}})(?: \.\.\.? infinity)?)? \}}) )?"
    rf"{_NO_END}(?P<term>(?!sum ).+)"
)
"""Pattern of a sum over all n >= n_0, such as \\sum_{n\\ge0} a_n t^n, as tokens separated by spaces."""
_POWER = regex(r"(?:.* )?(?P<size>[A-Za-z]) \^ (?:[{(] )?[0-9]* ?(?:\* )?(?P<index>[A-Za-z])(?![A-Za-z])")
"""Pattern of the last power in the term of a sum."""
_LIMIT = regex(
    rf"\s*+(?:\\?(?:[A-Za-zλμρφϕ]|(?:var)?phi|{'|'.join(sorted(GREEK))})\s*+(?::?=|\\equiv|≡)\s*+)?"
    r"\\?lim(?:it)?(?![a-z])\s*+(?:_?\s*+\{?\s*+(?P<letter>[A-Za-z])\s*+(?:->|→|\\to|\\rightarrow)\s*+\+?(?:oo|∞|infinity|inf|\\infty)\s*+\}?)?"
    r"\s*+(?:of\s++)?(?=\S)",
    re.IGNORECASE,
)
_AT_INFINITY = regex(
    rf"(?<!\s)\s*+(?:,\s*+)?(?:as|for|when)\s++[kmnN]\s*+(?:->|→|\\to|\\rightarrow|tends\s++to|goes\s++to)\s*+{INFINITE}[\s.]*+$",
    re.IGNORECASE,
)
_LARGE = regex(
    r"~|∼|≈|≃|\\(?:sim|approx|cong)|\\?lim|->|→|\\(?:to|rightarrow|in|log)\b|\b(?:[oO]|Theta|Omega|log)\b|[ΘΩ∈]|\\l?dots|\.\.\.|[0-9]\.[0-9]",
    re.IGNORECASE,
)
"""Pattern of signs of a statement about large n."""
_PROGRAM = regex(
    r"(?P<name>LinearRecurrence|RecurrenceTable|CoefficientList|Vec|Table|seq|vector)\s*+[\[(](?P<inside>.*)[\])][;.\s]*+",
    re.DOTALL,
)
_VALUES = regex(
    r"\{\s*+[nmN]\s*+,(?:\s*+([0-9]+)\s*+,)?\s*+[0-9]+\s*+\}|[nmN]\s*+=\s*+([0-9]+)\s*+\.\.\s*+[0-9]+"
)
"""Pattern of the range of a program that lists values; the first n is 1 by default."""
_NAMED = regex(
    r"\s*+(?:[({]\s*+\\?[A-Za-z]++(?:_\{?n\}?|\(n\))\s*+[)}]"
    r"(?:_\{?\s*+n\s*+(?:>=|=|≥|⩾|\\geq?(?:slant)?)\s*+[0-9]+\s*+\}?(?:\^\{?\s*+(?:\\infty|∞)\s*+\}?)?)?"
    r"|(?![FLJ][_(])[A-Za-z](?:_\{?|\()[0-9]+[})]?(?:\s*+,\s*+(?:[A-Za-z](?:_\{?|\()[0-9]+[})]?|\\l?dots|\.\.\.))*+)"
    r"\s*+=\s*+(?=[({]?\s*+-?[0-9][-0-9,;.…\s]*+(?:\\[lc]?dots\s*+)?[)}]?[.\s]*+\Z)"
)
"""Pattern of the sequence or the terms that a list is equal to, such as (a_n)_{n >= 0} and a_0, a_1, ..."""
_TABLE = regex(r"\s*+\\begin\{(array|tabular)\}\s*+\{[lcr|\s]*+\}(?P<rows>.*)\\end\{\1\}[.\s]*+", re.DOTALL)
_HEADING = regex(r"\$?\s*+\\?[A-Za-z]++\s*+(?:_\s*+(?:n|\{\s*+n\s*+\})|\(\s*+n\s*+\))\s*+\$?")
_LISTED = regex(r"-?[0-9]+(?:\s*+[,;]\s*+-?[0-9]+)+|[0-9]+(?:\s++[0-9]+)+")
_OPEN = regex(r"(?<!\s)\s*+(?:[,;]\s*+)?(?:\.\.\.|…|\\[lc]?dots)\s*+$")
_SET_SIGNS = regex(r"\\(?:left|right)(?![a-z])\s*+|\\(?=[{}])")
_TAIL = regex(
    r"\+\s*+(?:\.\.\.|…|O\(\s*+([a-mo-z])\s*+(?:\^\s*+\{?\s*+([0-9]+)\s*+\}?)?\s*+\)|\\c?dots|\\ldots)\s*+\.?\s*+$"
)
_CLAUSE = regex(
    r"(?<!\s)\s*+(?:(?:[,;(]|(?<!\.)\.)\s*+)?\b(?:where|with|given(?:\s++that)?|(?:starting|beginning)\s++with|subject\s++to)\b\s++",
    re.IGNORECASE,
)
_INITIAL = regex(
    r"(?:the\s++)?(?:initial|starting|first)\s++(?:values?|terms?|conditions?)(?:\s++are|\s++of|:)?\s++"
)
_KNOWN_NAME = regex(
    r"(?P<name>[A-Za-z][a-z]*|A[0-9]{6})(?:_?[({]?[nkm][)}]?)?"
    r"(?:\s++(?:(?:is|are|denotes?|being)\s++(?:the\s++)?|the\s++)|\s*+:?=\s*+(?:the\s++)?)(?:[nkm]\s?-?th\s++)?"
    rf"(?:(?P<meant>{'|'.join(CALLED)})(?:\s++(?:numbers?|sequence)|\([nkm]\))(?:\s*+[(=,]?\s*+A[0-9]{{6}}\)?)?"
    r"|(?P<cited>A[0-9]{6})(?:_?[({]?[nkm][)}]?)?)"
)
_NAME = r"(?<![\w\\]){}(?=\s*[(_\[])"
"""Pattern of the name of a sequence before its index."""
_AND = regex(r"(?<!\s)\s++and\s++(?:where\s++|with\s++)?")
_EQUAL = r"\s*+(?::=|=|≈|\\approx(?![a-z])|\\simeq(?![a-z]))\s*+"
_DEFINED = regex(
    rf"(?<!\s)\s*+[,;]\s*+(?=(?:\\?(?:var)?(?:phi|lambda|rho|alpha|beta|theta|mu|tau)|[φϕλρcC]){_EQUAL}[^=]*+\Z"
    r"|[A-Za-z]\s*+=\s*+(?:the\s++)?(?:(?:Fibonacci|Lucas|Pell|Jacobsthal)\s++numbers|A[0-9]{6})[.\s]*+\Z)"
)
_DEFINITION = regex(rf"(\\?[A-Za-zφϕλρ]+)(?:{_EQUAL}|\s++is\b\s*+)(.+?)(?:\.\.\.|…|\\l?dots)?", re.DOTALL)
_VALUE = regex(r"(?:\||\\?#)?\s*+(?:\\[A-Za-z]+\s*+\{\\?[A-Za-z]+\}|\\?[A-Za-z]\w*)\|?\s*+(?:\(|_|\[|[0-9])")
_CHEBYSHEV = regex(
    r"(?:(?P<letter>[TUS])(?:_\{?\w\}?)?(?:\(\w(?:,\s*+\w)?\))?\s*+(?:=|(?:is|are|denotes?|being)\b)?\s*+)?(?:the\s++)?(?:n-?th\s++)?"
    r"Chebyshev(?:['’]s)?\s++(?:[TUS]-)?polynomials?(?:\s++of\s++(?:the\s++)?(?P<kind>first|second|1st|2nd)\s++kind)?"
    r"(?:\s*+\(?A[0-9]{6}\)?)?"
)
"""Pattern of the clause that a letter denotes the Chebyshev polynomials."""
_GOLDEN = regex(
    r"(?:\\?(?:var)?phi|φ|ϕ)\s*+(?:=|is|denotes|:)?\s*+(?:the\s++)?golden\s++(?:ratio|mean|section)",
    re.IGNORECASE,
)


def parts_of(text: str, macros: Mapping[str, Macro] | None = None) -> list[PrintedLine]:
    """Return the formulas of a line in order, each with its context. ``macros`` are those of its document.

    >>> [(part.kind.value, part.text) for part in parts_of("a(n) = F(n+1). G.f.: 1/(1 - x - x^2).")]
    [('formula', 'a(n) = F(n+1).'), ('generating function', '1/(1 - x - x^2).')]
    >>> parts_of("1, 2, 3, 5, ...")[0].terms
    (1, 2, 3, 5)
    """
    check_backslashes(text)
    text, words = plain_notation(text, macros)
    if "=" not in text and _SENTENCE.fullmatch(text):
        raise InputError(f"formula: {as_typed(text)} contains no formula")
    lines = [line for piece in _NEXT_HEAD.split(text) for line in _split_parts(piece)]
    is_series = any("generating function" in one for one in words)
    kinds = {LineKind.FORMULA: LineKind.SERIES} if is_series else {}
    return [replace(line, kind=kinds.get(line.kind, line.kind), words=line.words + words) for line in lines]


def signs_of(text: str, letters: frozenset[str]) -> list[tuple[str, bool]]:
    """Return the tokens of a formula in order, each with True if it is one of the given letters."""
    return [(token.text, token.sort is Sort.LETTER) for token in tokens(text, letters)]


def _split_parts(text: str) -> Iterator[PrintedLine]:
    stripped = text.strip()
    if at_infinity := _AT_INFINITY.search(stripped):
        stripped = stripped[: at_infinity.start()]
        if not _LARGE.search(stripped):
            raise UndecidedError(
                f"the words {as_typed(at_infinity[0].strip(' ,'))} are not understood after a formula for"
                " every n; write ~ or a limit"
            )
    match = _KINDS.match(stripped) if "f." in stripped.lower() else None
    kind = LineKind[match.lastgroup] if match and match.lastgroup else LineKind.FORMULA
    stripped = stripped[match.end() :] if match else stripped
    if kind is LineKind.FORMULA:
        special = (
            _read_list(stripped) or _read_table(stripped) or _program(stripped) or _parse_limit(stripped)
        )
        if special is not None:
            yield special
            return
    yield from _with_beginning(_without_power_sum(_read_explanation(PrintedLine(kind, stripped))))


def _without_power_sum(part: PrintedLine) -> PrintedLine:
    """Return the line without a side that is a power series sum a_n t^n, for any choice of letters.

    >>> line = _without_power_sum(PrintedLine(LineKind.FORMULA, r"\\sum_{k\\ge1} b_k z^k = z/(1-z)"))
    >>> line.kind.value, line.text, line.variable, line.since
    ('generating function', 'z/(1-z)', 'z', 1)
    """
    if not _SUM.search(part.text):
        return part
    sides = [side.removesuffix(":").rstrip() for side in pieces_of(part.text, "=")]
    for place, side in enumerate(sides):
        found = _power_sum(side)
        if found is None or len(sides) < 2:
            continue
        kind, size = LineKind.EXPONENTIAL if found.is_exponential else LineKind.SERIES, found.size
        named = [match[1] for other in sides if (match := _SERIES_NAME.fullmatch(other))]
        if part.kind not in (LineKind.FORMULA, LineKind.SERIES, kind) or any(name != size for name in named):
            raise InputError(
                f"formula: {as_typed(side)} is a power series in {size}, but the other side is not"
            )
        rest, aside = sides[:place] + sides[place + 1 :], list[str]()
        if found.label in KNOWN_NAMES:
            rest = [other for other in rest if not _SERIES_NAME.fullmatch(other)] or rest
            aside = [f"{found.label} is interpreted as the sequence in question"]
        return _without_power_sum(
            replace(
                part,
                kind=kind,
                text="=".join(rest),
                variable=size,
                since=found.since,
                power_sum=found,
                notes=(*part.notes, *aside),
            )
        )
    return part


def _power_sum(side: str) -> SummedTerms | None:
    """Return the power series that a side of a line is, or None.

    >>> found = _power_sum(r"\\sum_{n\\ge1} (-1)^n a_{2n+1} x^{n-1}")
    >>> found.since, found.index, found.power
    (1, (2, 1), (1, -1))
    """
    try:
        listed = tokens(side, _EVERY_LETTER)
    except InputError:
        return None
    match = _POWER_SUM.fullmatch("".join(f"{token.text} " for token in listed[:-1]))
    power = _POWER.match(match["term"]) if match else None
    if not match or not power:
        return None
    index = power["index"]
    begin = match.string[: match.start("term")].count(" ")
    try:
        statement = read_statement(side[listed[begin].start :].rstrip(". "), power["size"], {index: "n"})
    except InputError:
        return None
    if {index, *filter(None, match.group("bare", "index"))} != {index} or [
        len(chain.sides) for chain in statement.chains
    ] != [1]:
        return None
    above, below = fraction_factors(statement.chains[0].sides[0])
    terms = [part for part in above if isinstance(part, Symbol) and part.index is not None]
    powers = [part for part in above if isinstance(part, nodes.Power) and part.base == nodes.Letter("t")]
    linear = [*(one.index or nodes.ONE for one in terms), *(one.exponent for one in powers)]
    pairs = [
        (int(form["n"]), int(form[""]))
        for form in map(linear_form, linear)
        if form and set(form) <= {"n", ""} and form["n"] >= 1 and not (form["n"] % 1 or form[""] % 1)
    ]
    if (len(terms), len(powers), len(pairs)) != (1, 1, 2):
        return None
    is_exponential = nodes.Factorial(nodes.N) in below
    weight = nodes.quotient(
        nodes.product(*(part for part in above if part not in (*terms, *powers))),
        nodes.product(*(part for part in below if part != nodes.Factorial(nodes.N))),
    )
    if nodes.symbols(weight) or not nodes.letters(weight) <= {"n"} or (is_exponential and pairs[1] != (1, 0)):
        return None
    return SummedTerms(
        "_".join(terms[0].label),
        power["size"],
        int(match["first"] or 0) + (match["sign"] == ">"),
        pairs[0],
        pairs[1],
        weight,
        is_exponential,
        sum(not isinstance(one, nodes.Number) for one in terms[0].arguments),
    )


# Lists of terms, and programs


def _read_list(text: str, *, may_be_one: bool = False) -> PrintedLine | None:
    """Parse a list of terms such as ``1, 2, 3, 5, ...``, ``{1, 2, 3}`` or ``1 3 7 17``, or one large term."""
    if not {*"knxyz"}.isdisjoint(text.rpartition("=")[2]):
        return None
    inner = _SET_SIGNS.sub("", text)
    named = _NAMED.match(inner)
    inner = inner[named.end() :] if named else inner
    places = [int(number) for number in re.findall("[0-9]+", named[0])] if named else []
    inner = inner.rstrip(". ") if not inner.rstrip().endswith("...") else inner
    if inner[:1] in CLOSING and inner[-1:] == CLOSING[inner[:1]]:
        inner = inner[1:-1]
    inner = _OPEN.sub("", inner).strip()
    is_one = re.fullmatch("-?[0-9]+" if named or may_be_one else "[0-9]{4,}", inner)
    if not (_LISTED.fullmatch(inner) or is_one) or any(b - a != 1 for a, b in pairwise(places)):
        return None
    terms = tuple(int(number) for number in re.findall(r"-?[0-9]+", inner))
    return PrintedLine(
        LineKind.TERMS, inner if named else text, terms=terms, begins=places[0] if places else None
    )


def _read_table(text: str) -> PrintedLine | None:
    """Parse a table of two rows or columns: the index n, and the terms.

    >>> _read_table(r"\\begin{array}{r|rr} n & 1 & 2 \\\\ \\hline a_n & 3 & 7 \\end{array}").terms
    (3, 7)
    """
    match = _TABLE.fullmatch(text) if "\\begin" in text else None
    lines = (
        [line for line in match["rows"].replace(r"\hline", "").split(r"\\") if line.strip()] if match else []
    )
    rows = [[cell.strip() for cell in line.split("&")] for line in lines]
    if len(rows) != 2 and all(len(row) == 2 for row in rows):
        rows = [list(column) for column in zip(*rows, strict=True)]
    if len(rows) != 2 or len(rows[0]) != len(rows[1]) or rows[0][0] not in INDICES:
        return None
    places, terms = ([int(cell) for cell in row[1:] if re.fullmatch("-?[0-9]+", cell)] for row in rows)
    if not places or len(places) != len(terms) or places != [*range(places[0], places[0] + len(places))]:
        return None
    words = () if _HEADING.fullmatch(rows[1][0]) else (rows[1][0],)
    text = ", ".join(map(str, terms))
    return PrintedLine(LineKind.TERMS, text, terms=tuple(terms), begins=places[0], words=words)


def _program(text: str) -> PrintedLine | None:
    """Parse a line of Maple, Mathematica or PARI that defines a sequence or lists its terms.

    >>> line = _program("Table[Fibonacci[n+1], {n, 0, 30}]")
    >>> line.text, line.begins
    ('Fibonacci[n+1]', 0)
    """
    match = _PROGRAM.fullmatch(text)
    if match is None:
        return None
    name, arguments = match["name"], pieces_of(match["inside"])
    match name, arguments:
        case "CoefficientList", [series, letter]:
            inner = re.fullmatch(
                rf"Series\[(.*),\s*\{{\s*{re.escape(letter)}\s*,\s*0\s*,\s*\w+\s*\}}\s*\]", series, re.DOTALL
            )
            return PrintedLine(LineKind.LIST, inner[1] if inner else series, letter, begins=0)
        case "Vec", [series] | [series, _]:
            tail = _TAIL.search(series)
            body = series[: tail.start()] if tail else series
            return PrintedLine(LineKind.LIST, body, (tail and tail[1]) or "x")
        case "Table" | "seq", [body, span] if values := _VALUES.fullmatch(span):
            return PrintedLine(LineKind.FORMULA, body, begins=int(values[1] or values[2] or 1))
    raise InputError(
        f"formula: {as_typed(text)} has an unknown form; write LinearRecurrence[{{1, 1}}, {{1, 2}}, 30],"
        " RecurrenceTable[{a[n] == 2*a[n-1], a[0] == 1}, a, {n, 0, 9}], Table[2^n, {n, 0, 9}]"
    )


def pieces_of(text: str, separators: str = ",") -> list[str]:
    """Return the parts between separators outside all brackets.

    >>> pieces_of("{1, 2}, x")
    ['{1, 2}', 'x']
    """
    parts, depth, begin = [], 0, 0
    for place, sign in enumerate(text):
        depth += (sign in CLOSING) - (sign in CLOSING.values())
        if sign in separators and not depth:
            parts.append(text[begin:place].strip())
            begin = place + 1
    return [*parts, text[begin:].strip()]


# Limits


def _parse_limit(text: str) -> PrintedLine | None:
    match = _LIMIT.match(text) if "lim" in text.lower() else None
    formula = text[match.end() :] if match else text
    if match is None or not re.search(r"=|≈|\\approx|\\simeq", formula):
        return None
    letters = {match["letter"]: "n"} if match["letter"] else {}
    return _read_explanation(PrintedLine(LineKind.LIMIT, formula, letters=letters))


# Initial terms of a series


def _with_beginning(part: PrintedLine) -> Iterator[PrintedLine]:
    """Yield the line. If its last side ends with + ..., this side is yielded as a separate line."""
    tail = _TAIL.search(part.text)
    if tail is None or part.kind not in (LineKind.FORMULA, LineKind.SERIES, LineKind.EXPONENTIAL):
        yield part
        return
    *others, last = pieces_of(part.text[: tail.start()], "=")
    letters = set(re.findall(r"[a-z]", last))
    if len(letters) != 1:
        raise InputError(
            "formula: a series that ends with + ... must be a sum of powers of one letter, such as"
            " 1 + 2*x + ..."
        )
    kept = [side for side in others if not re.fullmatch(r"\s*[A-Z](?:\([a-z]\))?\s*", side)]
    for side in kept:
        yield replace(part, text=side, kind={LineKind.FORMULA: LineKind.SERIES}.get(part.kind, part.kind))
    if part.kind is LineKind.EXPONENTIAL:
        raise InputError("formula: initial terms are supported only for ordinary generating functions")
    order = (int(tail[2] or 1),) if tail[1] else ()
    yield replace(part, kind=LineKind.BEGINNING, text=last, variable=letters.pop(), terms=order)


# Clauses after a formula


def _read_explanation(part: PrintedLine) -> PrintedLine:
    """Return the formula without the clauses after it, with the meaning of names, initial values and ranges
    from them.
    """
    text = part.text
    defined = _DEFINED.search(text) if "," in text or ";" in text else None
    openings = (match for match in (_CLAUSE.search(text), defined) if match)
    first = min(openings, key=lambda match: match.start(), default=None)
    if first is None or text[: first.start()].rstrip().endswith("{"):
        return part
    formula, behind = text[: first.start()], text[first.end() :].rstrip(" .")
    if text[first.start() : first.end()].lstrip().startswith("("):
        behind = behind.removesuffix(")")
    initial = _INITIAL.match(behind)
    behind = behind[initial.end() :] if initial else behind
    listed = _read_list(behind, may_be_one=True) if initial else None
    if listed is not None:
        return replace(part, text=formula, terms=listed.terms)
    defined_here: dict[str, Node] = {}
    chebyshev, known = set(part.chebyshev), set(part.known)
    for clause in filterfalse(_GOLDEN.fullmatch, _clauses(behind)):
        match = _DEFINITION.fullmatch(clause)
        if polynomials := _CHEBYSHEV.fullmatch(clause):
            chebyshev |= _polynomials(polynomials, formula)
        elif names := _known_name(clause, formula):
            known |= {names[0]} & {names[1]}
            formula = re.sub(_NAME.format(names[0]), names[1], formula)
        elif _VALUE.match(clause) or re.match(r"(?:for\b|n\s*[<>=≥]|n\s*\\ge)", clause):
            formula += f", {clause}"
        elif match and not (
            KNOWN_NAMES & {*match.groups()} and re.search(_NAME.format(re.escape(match[1])), formula)
        ):
            name = (
                match[1].removeprefix("\\").replace("varphi", "phi").replace("φ", "phi").replace("ϕ", "phi")
            )
            value = read_constant(match[2].strip())
            if strange := next(iter(nodes.symbols(value)), None):
                raise UndecidedError(
                    f"{as_typed(strange.label[0])} in the words {as_typed(clause)} after the formula is not"
                    " understood"
                )
            if defined_here.setdefault(name, value) != value:
                raise InputError(f"formula: two definitions are given for {name}")
        else:
            raise InputError(
                f"formula: the words {as_typed(clause)} after the formula cannot be parsed; write definitions"
                " such as where phi = (1+sqrt(5))/2, initial values, or that T, U and S are"
                " Chebyshev polynomials"
            )
    return replace(
        part,
        text=formula,
        definitions={**part.definitions, **defined_here},
        chebyshev=frozenset(chebyshev),
        known=frozenset(known),
    )


def _known_name(clause: str, formula: str) -> tuple[str, str] | None:
    """Return the name in a clause such as "P(n) are the Pell numbers" or "P = A000129", and the name that
    denotes this sequence here.

    The result is None for other clauses, such as statements about two sequences, and if the formula is for
    the terms with this name. Raise InputError if the name denotes another sequence.
    """
    match = _KNOWN_NAME.fullmatch(clause)
    name, meant, cited = match.group("name", "meant", "cited") if match else ("", None, None)
    number = CALLED[meant] if meant else cited
    usual = NAMED[name].number if name in NAMED else name if name in KNOWN_NAMES else None
    is_other = usual != number and "=" in clause and "(" in clause
    if number not in QUOTATIONS or (is_other if usual else re.match(r"[\s$]*" + _NAME.format(name), formula)):
        return None
    if usual not in (None, number):
        words = f"the {meant} numbers" if meant else cited
        raise InputError(f"formula: {name} does not denote {words} here; write {meant or cited}")
    return name, name if usual else str(meant if meant in NAMED else number)


def _clauses(text: str) -> Iterator[str]:
    for piece in pieces_of(text, ",;"):
        begin = 0
        for match in _AND.finditer(piece):
            if piece[: match.start()].count("(") == piece[: match.start()].count(")"):
                yield piece[begin : match.start()].strip()
                begin = match.end()
        rest = re.sub(r"^(?:and|where|with)\s+", "", piece[begin:].strip())
        if rest:
            yield rest


def _polynomials(clause: re.Match[str], formula: str) -> set[str]:
    """Return the letters that a clause declares as Chebyshev polynomials."""
    named, kind = clause.group("letter", "kind")
    letters = {named} if named else {one for one in CHEBYSHEV if re.search(rf"\b{one}\(", formula)}
    letter = "U" if kind in ("second", "2nd") else "T"
    if kind and letter not in letters and letters - {"S"}:
        raise InputError(
            f"formula: {min(letters - {'S'})}(n, x) does not denote the Chebyshev polynomials of the"
            f" {kind} kind; write {letter}(n, x)"
        )
    return letters
