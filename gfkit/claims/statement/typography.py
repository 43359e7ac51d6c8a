r"""Spellings of formulas in documents, and the plain notation of the grammar, as one table of rows.

A document decorates a formula (``\boxed``, ``\tag``, signatures), writes its range in words, and has
several notations for one thing. Each row of the table replaces one of them. Its example is a test.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from gfkit.claims.statement.lexer import LATEX
from gfkit.claims.statement.macros import Macro, expand
from gfkit.claims.statement.names import CALLED, CALLS, EMPTY_PHRASE, LAYOUT, NAMED, WORDS
from gfkit.claims.statement.sentence import sentence_parts
from gfkit.core.deferred import regex
from gfkit.core.errors import InputError, as_typed


class Spelling(NamedTuple):
    """Pattern of a spelling, and its plain spelling.

    One of the ``signs``, separated by spaces, occurs in every string that the pattern matches. The group
    ``words`` is prose that the plain spelling omits; it must mention the object, or be a credit or empty.
    ``example`` is a printed string and its plain spelling. If ``is_latex``, plain text is left as it is.
    """

    signs: str
    pattern: str
    plain: str | Callable[[re.Match[str]], str]
    example: str
    is_latex: bool = False


_GROUP = r"\{(?:[^{}]++|\{(?:[^{}]++|\{[^{}]*+\})*+\})*+\}"
_DOTS = r"(?:\\[lc]?dots(?![A-Za-z])|\.\.\.|…)"
_NUMBERS = r"-?[0-9]++(?:\s*+,\s*+-?[0-9]++)++"
_TERM = r"\s*+[A-Za-z](?:_[0-9]++|_\{\s*+[0-9]++\s*+\}|\([0-9]++\)|\[[0-9]++\])\s*+"
TEX_BINOMIAL = (
    r"(\\[dt]?binom)(?!\s*+\{[^{}]*+\}\s*+\{)(?:\s*+\{([^{}]*+)\}|\s++([A-Za-z0-9])|([0-9]))\s*+"
    r"(?:\{([^{}]*+)\}|([A-Za-z0-9]))"
)
"""Pattern of a binomial coefficient in LaTeX with an argument without braces."""
TEX_BRACES = r"\1{\2\3\4}{\5\6}"
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*+\.?"
PERSON = (
    r"(?:[^\W\d_a-z][\w.'’-]{0,30}(?:,? (?:and |& )?"
    r"(?:(?:de|del|della|di|da|dos|van|von|der|den|la|le|el|al|bin) )*+[A-Z][\w.'’-]{0,30}){0,8})"
)
"""Pattern of one or several names of people."""
DATE = rf"(?:{_MONTH} [0-9]{{1,2}},? [0-9]{{4}}|[0-9]{{1,2}} {_MONTH} [0-9]{{4}})"
"""Pattern of a date."""
_RELATION = r"(?:=|~|≈|\\(?:sim(?:eq)?|approx|cong)\b)"
_LETTER = r"(?<![A-Za-z\\])[ijkmnN](?![A-Za-z])"
_BOUND = r"(?:>=|>|≥|⩾|\\g(?:eq?|eqslant|t)(?![a-z]))"
_SIZE = rf"{_LETTER}\s*+{_BOUND}\s*+[0-9]+"
_WHEN = r"\b(?:if|when|whenever|otherwise|else|cases)\b"
_ANY = r"(?:\bfor\s++(?:all\s++|every\s++|each\s++|any\s++)?|\\forall\s*+|∀\s*+)"
_EACH = r"\bfor\s++(?:all|every|each|any)\s++"
_KIND = r"(?:integers?\s++|numbers?\s++)?"
_MEMBER = (
    rf"{_ANY}?(?P<letter>{_LETTER})\s*+(?:∈|\\in\b)"
    r"\s*+(?:\\mathbb\s*+\{?\s*+[NZ]\s*+\}?|[ℕℤNZ](?![A-Za-z(]))"
)
_SOURCE = (
    r"\{\s*+(?:\\(?:text(?:rm)?|mathrm)\s*+\{)?\s*+(?:\(?[0-9]{1,3}[a-z]?\)?|\([A-Za-z*]{1,4}\)|\*{1,3}|\\d?dagger"
    r"|def\.?|IH|ind(?:uction|\.)?|hyp\.?|\((?:eq|Eq)\.? ?[0-9]+\))?+\s*+\}?\s*+\}"
)
"""Pattern of a mark above a relation that names its source."""
_SPOKEN = r"\\(?:text(?:rm|up|normal|it|bf)?|mbox|mathrm|operatorname)\s*+"
_PLAIN_WORDS = (
    r"(?:if and only if|iff|if|when|whenever|for|all|every|each|any|positive|natural|non-?negative|integers?"
    r"|numbers?|and|or|with|where|then|is|even|odd)\b"
)
_ARROW = r"(?:->|→|\\to\b|\\rightarrow\b|\b(?:tends|converges)\s++to\b|\bapproaches\b)\s*+"
INFINITE = r"\+?(?:oo|∞|infinity|inf|\\infty)"
_PARITY = rf"{_LETTER}\s++(?:is\s++)?(?:even|odd)\b"
_VALUES = r"(?:(?!\b(?:if|when|for|and)\b)[^;])*?"
_BELOW = (
    r"(?:(?P<mark>\A|[,;.])\s*+|\s++)(?:and\s++|where\s++|with\s++)?(?<!\w)(?P<name>[A-Za-z](?:_n|_\{n\}|\(n\)|\[n\]))"
    r"\s*+==?\s*+0\s*+,?\s*+(?:for|if|when)\s++(?:all\s++)?(?:n\s*+(?:<|\\lt\b)\s*+0|negative\s++(?:integers?\s++)?n)"
)
_CASE = (
    r"(?:for|if|when)\s++((?:[0-9]+\s*+<=?\s*+)?n\s*+(?!<\s*+0)(?:<=?|>=?|=|in)\s*+"
    r"(?:\{[0-9, ]++\}|[0-9]++(?:\s*+,\s*+(?:[0-9]+(?![0-9]*+\s*+(?:[-+*^/(]|[A-Za-z](?!nd\b)))|\.\.\.))*+))"
)
_SIDE = r"[0-9]*\s*+[A-Za-z0-9]"
_UP = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ⁽⁾ᵏ", "0123456789+-n()k")
_DOWN = str.maketrans("₀₁₂₃₄₅₆₇₈₉₊₋ₙ₍₎ₖₘ", "0123456789+-n()km")


def _pairs(found: re.Match[str]) -> str:
    names, values = ([part.strip() for part in found[side].split(",")] for side in ("names", "values"))
    return (
        ", ".join(map(" = ".join, zip(names, values, strict=True))) if len(names) == len(values) else found[0]
    )


def _recurrence(found: re.Match[str]) -> str:
    row, terms = (
        re.findall(r"-?[0-9]+", found["row"] or found["kernel"]),
        re.findall(r"-?[0-9]+", found["terms"] or ""),
    )
    right = " + ".join(f"({c})*a(n-{k})" for k, c in enumerate(row, 1) if c != "0") or "0*a(n-1)"
    if 0 < len(terms) < len(row):
        raise InputError(
            f"formula: LinearRecurrence with {len(row)} coefficients requires as many initial values, got"
            f" {len(terms)}"
        )
    return f"a(n) = {right}, with initial terms {', '.join(terms)}" if terms else f"a(n) = {right}"


def _matrix(found: re.Match[str]) -> str:
    """Return a matrix or a column of Mathematica or Maple in the notation of PARI."""
    inner = found[0].strip("{}<>[]")
    rows = re.split(r"[\]}>]\s*+,\s*+[\[{<]", inner)
    rows = rows if len(rows) > 1 or "|" in inner else inner.split(",")
    return f"[{'; '.join(row.replace('|', ', ').strip() for row in rows)}]"


def _program(found: re.Match[str], span: str) -> str:
    """Return a program that lists the values a(n) of an expression, or its recurrence."""
    name, body, *places = found.groups()
    is_recurrence = re.search(rf"\b{name}\s*+[(\[]", body)
    return f"{name}(n) = {body}" if is_recurrence else f"Table[a(n) = {body}, {span.format(*places)}]"


def _loop(found: re.Match[str], head: str) -> str:
    """Return a recurrence with its initial terms, or the program itself if a term has no value or two."""
    parts = found.groupdict()
    last = int(parts.get("last") or int(parts["next"]) - 1)
    if last != parts["terms"].count(",") + 1:
        return found[0]
    return f"{head.format(**parts)}{parts['body']}, with initial terms {parts['terms']}"


def _chained_cases(found: re.Match[str]) -> str:
    """Return two cases with several equal values each as a chain of case distinctions."""
    name, *cases = found.groups()
    rows = [re.split(r"(?<![<>!:=])=(?![^(){}]*+[)}])", values) for values in cases[::2]]
    width = max(map(len, rows))
    columns = ((row[min(k, len(row) - 1)].strip() for row in rows) for k in range(width))
    return f"{name} = " + " = ".join(
        "; ".join(f"{value} if {case}" for value, case in zip(column, cases[1::2], strict=True))
        for column in columns
    )


def _equations(found: re.Match[str]) -> str:
    """Return the equations of a vector that equals a matrix times a vector."""
    left, matrix, right = (
        [[cell.strip() for cell in row.split("&")] for row in found[part].split(r"\\") if row.strip()]
        for part in ("left", "matrix", "right")
    )
    if len(left) != len(matrix) or any(len(row) != len(right) for row in matrix):
        return found[0]
    sums = (
        " + ".join(f"({c})*{v[0]}" for c, v in zip(row, right, strict=True) if c != "0") for row in matrix
    )
    rows = zip((row[0] for row in left), sums, strict=True)
    return ", ".join(f"{name} = {side or '0'}" for name, side in rows if side != f"(1)*{name}")


_MATRIX = r"\\begin\{[a-zA-Z]?matrix\}"
_END_MATRIX = r"\\end\{[a-zA-Z]?matrix\}"

SPELLINGS = (
    # Lines of the OEIS: numbers, signatures, references, comments of programs
    Spelling("(End)", r"(?<!\s)\s*+\(End\)[.\s]*+\Z", "", "a(n) = 2^n. (End) => a(n) = 2^n."),
    Spelling("%", r"\A\s*+%[CFN] A[0-9]{6,7} ", "", "%F A000001 2^n => 2^n"),
    Spelling(
        "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
        rf"(?<!\s)\s*+(?:(?<=\s)(?:-+|#+) |\[(?:From )?)\s*+"
        rf"(?:_{PERSON}_(?: and _{PERSON}_)?|{PERSON}),? {DATE}\.?\]?\.?\s*+\Z",
        "",
        "2^n. [From _A. B. Author_, Nov 23 2009] => 2^n.",
    ),
    Spelling(
        "From",
        rf"\A\s*+From _{PERSON}_(?:,? {DATE})?+\s*+:\s*+(?:\(Start\)\s*+)?(?=\S)",
        "",
        "From _Ann Author_, Nov 23 2009: (Start) a(n) = 2^n => a(n) = 2^n",
    ),
    Spelling(
        "(AT)",
        rf"(?<!\s)\s*+-\s++{PERSON}\s++\([\w.-]++\(AT\)[\w.-]++\),?\s++{DATE}(?P<words>.*)\Z",
        "",
        "2^n. - Ann Author (ann(AT)site.org), Apr 02 2006 => 2^n.",
    ),
    Spelling(
        "[",
        r"(?:(?<=[.;])\s*+|~)\[[0-9]{1,3}(?:, (?:Thm|Theorem|Lemma|p|pp|Section|Sec|Eq)\b\.?"
        r"[\s~]?[0-9]{0,4}[.0-9–-]{0,9}[a-z]?)?\][.\s]*+\Z",
        "",
        "a_n = 2^n~[5] => a_n = 2^n",
    ),
    Spelling(
        "ee Cf cf ompare OEIS equence A0 A1 A2 A3 A4 A5 A6 A7 A8 A9",
        r"\((?P<words>(?:[Ss]ee|[Cc]f\.?|[Cc]ompare|OEIS|[Ss]equence|A[0-9]{6})(?![\w(])[^()$]*+)\)[.\s]*+\Z",
        "",
        "$a_n = 2^n$ (see OEIS A000079) => a_n = 2^n",
    ),
    Spelling(
        "(*",
        r"\(\*(?P<words>[^*]*+)\*\)\s*+\Z",
        "",
        "Table[2^n, {n, 0, 9}] (* _A. B._ *) => Table[2^n, {n, 0, 9}]",
    ),
    Spelling("#", rf"(?<!\s)\s*+#+\s*+_{PERSON}_[.\s]*+\Z", "", "2^n; # _A. B._ => 2^n;"),
    Spelling("//", r"//(?P<words>[^\n/]*+)\Z", "", "a := 2^n; // _A. B._ => a := 2^n;"),
    Spelling(
        "PARI MAGMA Ma GAP Sage Python",
        r"\A\s*+[(\[](?:PARI|MAGMA|Magma|Maple|Mathematica|Maxima|GAP|Sage|SageMath|Python)[)\]]\s*+",
        "",
        "(PARI) a(n) = 2^n => a(n) = 2^n",
    ),
    Spelling("`", r"\A\s*+(`{1,3})(?:(?:math|latex|tex)\n)?([^`]+)\1\s*+\Z", r"\2", "`2^n` => 2^n"),
    Spelling("\\\\", r"\\\\\s?(?P<words>_[^\n]*+)\Z", "", r"a(n) = 2^n \\ _A. B._ => a(n) = 2^n"),
    Spelling(
        "enerating xpansion",
        r"(?i)\A\s*+(?:(?:the\s++)?(?:ordinary\s++)?generating\s++function(?:\s++(?:is|equals)\b|\s*+[=:])"
        r"|expansion\s++of\b(?:\s++(?:o\.)?g\.f\.\s*+:)?)\s*+(?=\S)",
        "G.f.: ",
        "The generating function is 1/(1-2*x). => G.f.: 1/(1-2*x).",
    ),
    Spelling(
        "earest",
        r"(?i)\b(?:the\s++)?(?:nearest\s++integer|integer\s++nearest)\s++to\s++([^=,;]*[^=,;.\s])",
        r"round(\1)",
        "a(n) = nearest integer to 2^n/3. => a(n) = round(2^n/3).",
    ),
    # Programs
    Spelling(
        "->",
        r"\A\s*+([a-zA-Z])\s*+:=\s*+n\s*+->\s*+(.+?)\s*+[:;]\s*+seq\(\1\(n\),\s*+n\s*+=\s*+([0-9]+)\s*+\.\."
        r"\s*+([0-9]+)\)[:;.\s]*+\Z",
        partial(_program, span="{{n, {}, {}}}"),
        "a := n -> 2^n: seq(a(n), n=0..9); => Table[a(n) = 2^n, {n, 0, 9}]",
    ),
    Spelling(
        "n_]",
        r"\A\s*+([a-zA-Z])\[\s*+n_\s*+\]\s*+:?=\s*+(.+?)\s*+;\s*+Table\[\s*+\1\[n\],\s*+"
        r"(\{n,\s*+(?:[0-9]+,\s*+)?[0-9]+\})\s*+\][;.\s]*+\Z",
        partial(_program, span="{}"),
        "a[n_] := 2^n; Table[a[n], {n, 0, 9}] => Table[a(n) = 2^n, {n, 0, 9}]",
    ),
    Spelling(
        ":=",
        r"\A\s*+(?P<values>(?:[a-z]\[[0-9]+\]\s*+:=\s*+-?[0-9]+\s*+[:;]\s*+)+)"
        r"for n from (?P<first>[0-9]+) to [0-9]+ do\s++"
        r"(?P<name>[a-z])\[n\]\s*+:=\s*+(?P<body>[^:;]+?)\s++(?:od|end do)\s*+[:;.]*+\s*+"
        r"(?:seq\((?P=name)\[(?P<index>[a-z])\],\s*+(?P=index)\s*+=\s*+[0-9]+\s*+\.\.\s*+[0-9]+\)[:;.\s]*+)?\Z",
        lambda found: (
            f"{found['name']}[n] = {found['body']} for n >= {found['first']}, "
            + re.sub(r"(?<!\s)\s*+:=\s*+", "=", found["values"])
            .replace(":", ", ")
            .replace(";", ", ")
            .strip(", ")
        ),
        "a[0]:=1: for n from 1 to 9 do a[n]:=3*a[n-1] od: => a[n] = 3*a[n-1] for n >= 1, a[0]=1",
    ),
    Spelling("`if`", r"`if`", "if", "`if`(n=0, 1, 2^n) => if(n=0, 1, 2^n)"),
    Spelling(
        "{",
        r"\A\s*+\{(\s*+[A-Za-z]\w*+\(n\)\s*+=[^{}]++)\}[;\s]*+\Z",
        r"\1",
        "{a(n) = 2^n} => a(n) = 2^n",
    ),
    Spelling(
        ".series(",
        r"\A\s*+\(?(.+?)\)?\.series\(\s*+[a-z]\s*+,\s*+[0-9]+\s*+\)[;.\s]*+\Z",
        r"\1",
        "(1/(1 - x)).series(x, 30) => 1/(1 - x)",
    ),
    Spelling(
        "series(",
        r"\A\s*+(?:seq\(\s*+coeff\(\s*+)?series\((.+?),\s*+([a-z])\s*+,\s*+(?:[0-9]+|n\s*+\+\s*+1)\s*+\)"
        r"(?:\s*+,\s*+\2\s*+,\s*+n\s*+\)\s*+,\s*+n\s*+=\s*+[0-9]+\s*+\.\.\s*+[0-9]+\s*+\))?[;.\s]*+\Z",
        r"\1",
        "series(1/(1 - x), x, 30); => 1/(1 - x)",
    ),
    Spelling("golden_ratio", r"\bgolden_ratio\b", "phi", "golden_ratio^n => phi^n"),
    Spelling(
        "Self",
        rf"\A\s*+I\s*+:=\s*+\[(?P<terms>{_NUMBERS})\s*+\];\s*+\[\s*+n le (?P<last>[0-9]+) select I\[n\] else "
        r"(?P<body>[^:]+):\s*+n in \[[0-9]+\.\.[0-9]+\]\];?\s*+\Z",
        partial(_loop, head="Self(n) = "),
        "I:=[1, 2]; [n le 2 select I[n] else 2*Self(n-1): n in [1..9]]; => Self(n) = 2*Self(n-1), wit"
        "h initial terms 1, 2",
    ),
    Spelling(
        "od;",
        rf"\A\s*+(?P<name>[A-Za-z]):=\s*+\[(?P<terms>{_NUMBERS})\s*+\];;?\s*+for n in \[(?P<next>[0-9]+)\.\."
        r"[0-9]+\] do (?P=name)\[n\]\s*+:=(?P<body>[^;]+);\s*+od;\s*+(?P=name);\s*+\Z",
        partial(_loop, head="{name}[n] ="),
        "a:=[1, 2];; for n in [3..9] do a[n]:=2*a[n-1]; od; a; => a[n] =2*a[n-1], with initial terms 1, 2",
    ),
    Spelling(
        "..",
        r"\A\s*+\[([^:\[]+):\s*+([nmN]) in \[([0-9]+)\.\.([0-9]+)\]\s*+\];?\s*+\Z",
        r"Table[\1, {\2, \3, \4}]",
        "[2^n: n in [0..9]]; => Table[2^n, {n, 0, 9}]",
    ),
    Spelling(
        "range( in",
        r"\A\s*+\[([^\[]+) for ([nmN]) in (?:range\((?:([0-9]+), *)?|[(\[]([0-9]+) *\.\. *)([0-9]+)[)\]]"
        r"\s*+\]\s*+\Z",
        lambda found: f"Table[{found[1]}, {{{found[2]}, {found[3] or found[4] or 0}, {found[5]}}}]",
        "[2**n for n in range(1, 9)] => Table[2**n, {n, 1, 9}]",
    ),
    Spelling(
        "List(",
        r"\A\s*+List\(\s*+\[\s*+([0-9]+)\s*+\.\.\s*+([0-9]+)\s*+\],\s*+([nmN])\s*+->\s*+([^;]+)\)[;\s]*+\Z",
        r"Table[\4, {\3, \1, \2}]",
        "List([0..9], n -> 2^n); => Table[2^n, {n, 0, 9}]",
    ),
    Spelling(
        "makelist",
        r"\A\s*+makelist\((.+), ([nmN]), ([0-9]+), ([0-9]+)\)[;$\s]*+\Z",
        r"Table[\1, {\2, \3, \4}]",
        "makelist(2^n, n, 0, 9); => Table[2^n, {n, 0, 9}]",
    ),
    Spelling(
        "my(",
        r"\A\s*+my\(([a-z])='\1\+O\('\1\^[0-9]+\)\);\s*+",
        "",
        "my(x='x+O('x^9)); Vec(1/(1-2*x)) => Vec(1/(1-2*x))",
    ),
    Spelling(
        "-> →",
        r"\A\s*+([a-zA-Z]\w*)\s*+:?=\s*+\(?([nmN])\)?\s*+(?:->|→)\s*+([^;:]*[^;:\s])\s*+[;:]?\s*+\Z",
        r"\1(\2) = \3",
        "f := n -> 2^n; => f(n) = 2^n",
    ),
    Spelling(
        "vector(",
        r"\A\s*+vector\(\w++,\s*+([nmN]),(.+)\)[;.\s]*+\Z",
        r"Table[\2, {\1, 1, 9}]",
        "vector(20, n, 2^n) => Table[ 2^n, {n, 1, 9}]",
    ),
    Spelling(
        "RecurrenceT",
        r"\A\s*+RecurrenceTable\[\{(.*)\},\s*+\w+,\s*+\{\s*+\w(?:\s*+,\s*+[0-9]++)++\s*+\}\s*+\][;.\s]*+\Z",
        r"\1",
        "RecurrenceTable[{a[n] == 2*a[n-1], a[0] == 1}, a, {n, 0, 9}] => a[n] == 2*a[n-1], a[0] == 1",
    ),
    Spelling(
        "[ oefficient",
        r"(?i)\A\s*+(?:a\(n\)\s*+=\s*+)?(?:\[\s*+[a-z]\s*+\^\s*+\{?n\}?\s*+\]"
        r"|coefficient of [a-z]\^n in(?: the expansion of)?)\s*+(?=\S)",
        "G.f.: ",
        "a(n) = [x^n] 1/(1-2*x) => G.f.: 1/(1-2*x)",
    ),
    # Matrices
    Spelling(
        "matrix",
        r",\s++(?=[A-Z]\s*+(?:=|is\b)\s*+(?:the\s++)?[0-9xX× ]*+matrix\s*+\[)",
        ", where ",
        "a(n) = tr(M^n), M = the matrix [1,1; 1,0] => a(n) = tr(M^n), where M = [1,1; 1,0]",
    ),
    Spelling(
        "MatrixPower",
        r"MatrixPower\[([^][]+),\s*+([^][,]++)\]",
        r"(\1^(\2))",
        "MatrixPower[M, n][1, 1] => (M^(n))[1, 1]",
    ),
    Spelling(
        "{{ << [[",
        r"\{\{-?[0-9][-0-9{}, /]*\}\}"
        r"|\[\[-?[0-9][-0-9, /]*\](?:\s*+,\s*+\[[-0-9, /]*\])++\s*+\]|<<[-0-9/|, <>]+?>>",
        _matrix,
        "{{1, 1}, {1, 0}}^n => [1, 1; 1, 0]^n",
    ),
    Spelling(
        ").{ ].{ n.{",
        r"(?<=[\])n]\.)\{-?[0-9][-0-9, /]*\}",
        _matrix,
        "[1, 1; 1, 0]^n.{1, 0} => [1, 1; 1, 0]^n*[1; 0]",
    ),
    Spelling(
        "[", r"(?<=[\])n])\s*+\.\s*+(?=\[-?[0-9])", "*", "[1, 1; 1, 0]^n.[1; 0] => [1, 1; 1, 0]^n*[1; 0]"
    ),
    Spelling(
        "]]",
        r"\[\[([0-9]++)(?:,\s*+([0-9]++))?\]\](?!\])",
        lambda found: f"[{found[1]}, {found[2] or 1}]",
        "([1, 1; 1, 0]^n*[1; 0])[[2]] => ([1, 1; 1, 0]^n*[1; 0])[2, 1]",
    ),
    Spelling(
        "matrix",
        r"\b(?:the\s++)?(?:([0-9]++)\s*+[xX×]\s*+([0-9]++)\s++)?matrix\s++(\[([^][;]*+)[^][]*+\])",
        lambda found: (
            found[3]
            if found[1] is None
            or (found[1], found[2]) == (str(found[3].count(";") + 1), str(found[4].count(",") + 1))
            else found[0]
        ),
        "M is the 2 X 2 matrix [1,1; 1,0] => M is [1,1; 1,0]",
    ),
    Spelling(
        "term entry element",
        r"\b(?:the\s++)?(?:(?:term|entry|element)\s*+\((?P<row>[0-9]),\s*+(?P<column>[0-9])\)"
        r"|(?:top|upper)[- ]left\s++(?:entry|element|term))\s++(?:of|in)\s++(?:the\s++)?"
        r"(?:matrix\s++)?(?P<matrix>[\[A-Z][^=.]*?)"
        r"(?P<rest>,?\s++(?:where|with)\b.*)?[.\s]*+\Z",
        lambda found: (
            f"({found['matrix']})[{found['row'] or 1}, {found['column'] or 1}]{found['rest'] or ''}"
        ),
        "a(n) = term (1,2) in the 2 X 2 matrix [1,1; 1,0]^n. => a(n) = ([1,1; 1,0]^n)[1, 2]",
    ),
    Spelling(
        "trace",
        r"\b(?:the\s++)?trace\s++of\s++(?:the\s++)?([A-Z](?:\^(?:\w|\([^()]*+\)|\{[^{}]*+\}))?+)",
        r"tr(\1)",
        "a(n) = trace of M^n => a(n) = tr(M^n)",
    ),
    # Comments, environments and references of LaTeX
    Spelling("%", r"(?<![\\%])%[ \t\r]*\n", "", "2^{n} %\n => 2^{n}", is_latex=True),
    Spelling(
        "\\ \n",
        rf"(?m)(?:(?<=\s)|^)%+[ \t]+(?!(?:{'|'.join((*WORDS, *CALLS))})\b)"
        r"(?P<words>[A-Za-z]{3,}(?![(\[{])[^\n=<>^+*/_\\]*)$",
        "",
        "\\alpha^n % see A000079 => \\alpha^n",
        is_latex=True,
    ),
    Spelling(
        r"\tag",
        r"\\tag\*?\s*+\{(?:[A-Za-z]{0,3}[0-9*.'\u2020-]{1,6}[a-z]?|[A-Z]{1,3}|[a-z])\}",
        " ",
        r"a_n = 1 \tag{3} => a_n = 1",
    ),
    Spelling(
        r"\footnote",
        rf"\\footnote\s*+(?P<words>{_GROUP})",
        " ",
        r"a_n = 2^n\footnote{By Sloane.} => a_n = 2^n",
    ),
    Spelling(
        r"\begin \end",
        r"\\(?:begin|end)\s*+\{(?:"
        rf"{LAYOUT.replace(' ', '|')}|theorem|lemma|proposition|corollary|conjecture|claim|center)\*?\}}",
        " ",
        r"\begin{align} a_n = 1 \end{align} => a_n = 1",
    ),
    Spelling(
        r"\under \over",
        rf"\\(?:under|over)brace\s*+({_GROUP})\s*+[_^]\s*+(?P<words>{_GROUP})",
        r"\1",
        r"\underbrace{2^n}_{\text{all}} => 2^n",
    ),
    Spelling(
        "\\stackrel \\overset",
        rf"\\(?:stackrel|overset|underset)\s*+{_SOURCE}\s*+\{{?\s*+({_RELATION})\s*+\}}?",
        r"\1",
        r"a_n \stackrel{(1)}{=} 2^n => a_n = 2^n",
    ),
    # Sentences and words
    Spelling(
        "\\",
        rf"{_SPOKEN}\{{((?:[^{{}}$]|\{{[^{{}}]*+\}})*+\$(?:[^{{}}]|{_GROUP})*+)\}}",
        r" \1 ",
        r"2^n \text{for $n\ge 3$} => 2^n for n\ge 3",
    ),
    Spelling(
        " :",
        rf"(?i)\A\s*+(?P<spoken>{_SPOKEN}\{{\s*+)?(?:(?:(?!a\b|the\s++(?!recur|linear|formula)[a-z]{{4}}){EMPTY_PHRASE}|a\(n\)\s++(?=satisf))[:,\s]*+)++"
        r"(?:\((?P<words>[^()]*+)\)\s*+[:,]\s*+)?(?(spoken)\})\s*+(?=\S)",
        "",
        "Hence, we have a(n) = 2^n => a(n) = 2^n",
    ),
    Spelling(
        ".",
        r"(?<=[\w)}\]$])\.\s++(?P<words>(?:This|The|It|These|Here|Note|Hence|See|Thus|We)\b[^.$]*+\.?)\s*+\Z",
        ".",
        "a(n) = 2^n. This was proved by Euler. => a(n) = 2^n.",
    ),
    Spelling("$", r"(?<!\\)\$\$?([^$]*+)\$\$?", r" \1 ", "$2^n$ => 2^n"),
    Spelling("\\( \\) \\[ \\]", r"(?<!\\)\\[()\[\]]", " ", r"\[2^n\] => 2^n"),
    Spelling(
        "\\",
        rf"{_SPOKEN}\{{([\s(]*+(?:{_PLAIN_WORDS}[\s,)]*+)++)\}}",
        r" \1 ",
        r"2^n \mbox{ for all } n > 2 => 2^n for n > 2",
    ),
    Spelling("equal", r"\bequals\b|\bis equal to\b", "=", "a(n) equals 2^n => a(n) = 2^n"),
    Spelling(
        "Fibonacci Lucas Pell Jacobsthal Perrin Catalan Motzkin Bell",
        r"\A((?:(?!\b(?:where|with)\b)[\s\S])*?(?:=|\bis))\s++(?:the\s++)?"
        r"\(?(?<![\w.])([0-9]*+n(?:\s*+[-+]\s*+[0-9]++)?)\)?[-\s]*+\^?\{?(?:st|nd|rd|th)\}?\s++"
        rf"({'|'.join(CALLED)})\s++number\b",
        r"\1 \3(\2)",
        "a(n) = the (n+1)-st Fibonacci number => a(n) = Fibonacci(n+1)",
    ),
    Spelling(
        "then",
        r"(\A|(?<![<>!:=])=\s*+)if\s++([^=<>]*+(?:=|<|>|<=|>=)\s*+[^\s]++)\s++then\s++((?:(?!\b(?:if|then)\b).)+?)\s++else\s++((?:(?!\b(?:if|then)\b).)+?)"
        r"(?:\s*+;?\s*+fi;?)?\s*+\Z",
        r"\1\3 if \2; \4 otherwise",
        "a(n) = if n mod 2 = 0 then L(n) else L(n)+2 fi => a(n) = L(n) if n mod 2 = 0; L(n)+2 otherwise",
    ),
    *(
        Spelling(
            name[1:],
            rf"\b[{name[0]}{name[0].lower()}]{name[1:]}(?:_?[nN]umber|B)?(?=\s*+\()",
            number,
            f"{name}(n+1) => {number}(n+1)",
        )
        for name, number in CALLED.items()
        if name not in NAMED
    ),  # functions whose values at 0, 1, 2, ... are the same everywhere
    Spelling(
        "number",
        r"\b(?:is|equals)\s++(?:the\s++)?(?:Fibonacci|Lucas|Pell|Jacobsthal) number\s++(?=[A-Z][a-z]*[_(])",
        "= ",
        "a_n is the Lucas number L_n => a_n = L_n",
    ),
    Spelling(
        "approx",
        r"=([^=]*[0-9]\.[0-9][^=]*[^=\s])\s++(?:approximately|approx\.?)\s*+\Z",
        r"≈\1",
        "a(n) = 1.17*1.618^n approximately => a(n) ≈ 1.17*1.618^n",
    ),
    Spelling("binom", TEX_BINOMIAL, TEX_BRACES, r"\binom nk 2^k => \binom{n}{k} 2^k"),
    Spelling(
        "um_",
        r"(\\sum|\bSum)_\{?\s*+([a-z])\s*+\}?\s*+(?=\\[dt]?binom\{[^{}]*+\}\{\s*+[0-9]*+\s*+\2\s*+\}"
        r"|[Bb]inomial[(\[][^()\[\]]*, *[0-9]*\*?\2\s*+[)\]])",
        r"\1_{\2\\ge0} ",
        r"\sum_k \binom{n}{2k} 2^k => \sum_{k\ge0} \binom{n}{2k} 2^k",
    ),
    Spelling(
        "is",
        r"\bis\s++(?=(?:Fibonacci|Lucas|Pell|Jacobsthal)\()",
        "= ",
        "a_n is the n-th Pell number => a_n = Pell(n)",
    ),
    Spelling(
        "roots",
        r"\A([^=]*+=\s*+)?[Ss]um over (?:all |the )*+roots [a-z] of ([^=]+?),? where ([^=]+)=\s*+0",
        r"\1sum(\2 over \3= 0)",
        "sum over roots r of r^n where r^2 - r - 1 = 0 => sum(r^n over r^2 - r - 1 = 0)",
    ),
    # Ranges
    Spelling(
        "∈ \\in",
        rf"{_MEMBER}\s*+,?\s*+(?=\1\s*+{_BOUND})",
        "for ",
        r"2^n, \forall n\in\mathbb{N}, n\ge 3 => 2^n, for n\ge 3",
    ),
    Spelling(
        "∈ \\in",
        rf"{_MEMBER}\s*+[_^]?\{{?\s*+(?:0|(?:>=|≥|\\ge)\s*+0)\s*+\}}?",
        r"for \1 >= 0",
        r"2^n, n\in\mathbb{N}_0 => 2^n, for n >= 0",
    ),
    Spelling(
        "∈ \\in",
        rf"{_MEMBER}\s*+[_^]?\{{?\s*+(?:\*|\+|>\s*+0|(?:>=|≥|\\ge)\s*+1)\s*+\}}?",
        r"for \1 >= 1",
        "2^n, n ∈ ℕ^+ => 2^n, for n >= 1",
    ),
    Spelling(
        "for",
        rf"{_EACH}positive\s++{_KIND}({_LETTER})",
        r"for \1 >= 1",
        "2^n for every positive integer n => 2^n for n >= 1",
    ),
    Spelling(
        "for",
        rf"{_EACH}non-?negative\s++{_KIND}({_LETTER})",
        r"for \1 >= 0",
        "2^n for all nonnegative n => 2^n for n >= 0",
    ),
    Spelling(
        "for",
        rf"{_EACH}(?:natural\s++)?{_KIND}({_LETTER})(?=\s*+{_BOUND})",
        r"for \1",
        "2^n for all integers n > 1 => 2^n for n > 1",
    ),
    Spelling(
        "for",
        rf"{_EACH}(?:integers?|numbers?)\s++(?<![A-Za-z\\])([nmNM])(?![A-Za-z])(?=\s*+(?:[,;.](?!\s*+[a-z](?![a-z]))|\Z))",
        r"for all \1",
        "2^n for every integer n. => 2^n for all n.",
    ),
    Spelling(
        "\\forall ∀", rf"(?:\\forall|∀)\s*+(?={_LETTER})", " for ", r"2^n \forall n > 2 => 2^n for n > 2"
    ),
    Spelling(
        "for if when",
        rf"\(\s*+(?:valid\s++)?(?:for|if|when|whenever)\s++(?:all\s++)?({_SIZE})\s*+\)",
        r", for \1",
        "2^n (for n > 2) => 2^n , for n > 2",
    ),
    Spelling(
        "for if when For If When ∀",
        rf"(?is)\A\s*+(?:for|if|when|whenever)\s++(?:all\s++)?({_SIZE})\s*+(?:,?\s*+then\b|[,:])\s*+(\S"
        r"(?:.*[^ .;])?)[ .;]*+\Z",
        r"\2, for \1",
        "If n >= 2 then a(n) = 2^n. => a(n) = 2^n, for n >= 2",
    ),
    Spelling(
        "if when",
        rf"(?i)\A((?:(?!{_WHEN})[\s\S])*+)(?:if|when|whenever)\s++(?={_SIZE}[\s.;]*+\Z)",
        r"\1for ",
        "2^n when n > 2 => 2^n for n > 2",
    ),
    # Cases by parity
    Spelling(
        "even odd",
        rf"(?i)\b(?:for|when|whenever|if)\s++(?:all\s++|every\s++)?(even|odd)\s++({_LETTER})",
        r"if \2 is \1",
        "1 for even n, 0 for odd n => 1 if n is even, 0 if n is odd",
    ),
    Spelling(
        "even odd",
        rf"\b(?:for|when|whenever)\s++({_PARITY})(?=.*\b(?:even|odd)\b|[\s.]*+\Z)",
        r"if \1",
        "1 for n even, 0 for n odd => 1 if n even, 0 if n odd",
    ),
    Spelling(
        "even odd",
        rf"(?i)(?:\A|(?<=[;,.])|(?<=\band))\s*+(?:if|when|for)\s++({_PARITY})\s*+(?:,?\s*+then\b|[,:])\s*+"
        r"((?:[^;,.()\s]|\([^()]*+\)|\s++(?!and\b|[;,.]|\Z))++)(?=\s*+(?:[;,.]|\Z|\band\b))",
        r" \2 if \1",
        "If n is even then a(n) = 1; if n is odd, a(n) = 0 => a(n) = 1 if n is even; 0 if n is odd",
    ),
    Spelling(
        "even odd",
        rf"\A([A-Za-z](?:_n|_\{{n\}}|\(n\)|\[n\]))\s*+=({_VALUES})\s*+,?\s*+\b(?:if|when|for)\s++({_PARITY})\s*+"
        rf"(?:,?\s*+\band\b|[;,.])\s*+\1\s*+=({_VALUES})\s*+,?\s*+\b(?:if|when|for)\s++"
        rf"({_PARITY})[.\s]*+\Z",
        _chained_cases,
        "a(n) = n = n+0 if n even and a(n) = 0 if n odd"
        " => a(n) = n if n even; 0 if n odd = n+0 if n even; 0 if n odd",
    ),
    Spelling(
        "even odd",
        rf"(?<!\w)([A-Za-z](?:_n|_\{{n\}}|\(n\)|\[n\]))(\s*+=[^;=]*?)\s*+\b(?:if|when|for)\s++({_PARITY})\s*+"
        r"(?:,?\s*+\band\b|[;,.])\s*+\1\s*+=\s*+(?=[^=]*?\b(?:if|when|for|otherwise)\b)",
        r"\1\2 if \3; ",
        "a(n) = 1 if n is even and a(n) = 0 if n is odd => a(n) = 1 if n is even; 0 if n is odd",
    ),
    Spelling(
        "even odd",
        rf"\b((?:if|when|for)\s++{_PARITY})\s*+,?\s*+\band\s++(?=[^=]*?\b(?:if|when|for|otherwise|else)\b)",
        r"\1; ",
        "a(n) = 1 if n is even, and 0 otherwise => a(n) = 1 if n is even; 0 otherwise",
    ),
    Spelling(
        "for if when",
        rf"\A((?:[A-Za-z](?:_n|_\{{n\}}|\(n\)|\[n\])\s*+=)?)((?:(?!{_WHEN}|\b(?:for|p?mod)\b)[^;=<>])++){_CASE}\s*+"
        rf"(?:,?\s*+\band\b|[,;])\s*+(?:\1)?+\s*+((?:(?!{_WHEN}|\b(?:for|p?mod)\b)[^;=<>])+?),?\s++(?:{_CASE}|(otherwise|else))[.\s]*+\Z",
        lambda found: (
            f"{found[1]}{found[2]}if {found[3]}; {found[4]} "
            + (f"if {found[5]}" if found[5] else "otherwise")
        ),
        "a(n) = n for n = 0, 1 and 2^n otherwise => a(n) = n if n = 0, 1; 2^n otherwise",
    ),
    Spelling(
        "otherwise else",
        r"\\(text|mathrm)\{(\s*+(?:otherwise|else))[.,;]\s*+\}",
        r"\\\1{\2}",
        r"0 & \text{otherwise.} => 0 & \text{otherwise}",
    ),
    Spelling(
        "\\in ∈",
        r"(?:\\in(?![A-Za-z])|∈)\s*+\\?\{([0-9, ]++)\\?\}",
        r"in {\1}",
        r"a_n = 1 if n \in \{0, 1\} => a_n = 1 if n in {0, 1}",
    ),
    Spelling(
        "even odd divisible",
        r"\A([A-Za-z](?:\(|_\{|\[)(?!n[)}\]])[0-9]*+\*?n(?:\s*+[-+]\s*+[0-9]++)?[)}\]])\s++is\s++(?:always\s++)?"
        r"(?:(even)|(odd)|divisible\s++by\s++([0-9]++))(?:,?\s++for\s++(?:all|every)\s++n)?[.\s]*+\Z",
        lambda found: f"{found[1]} == {int(found[3] is not None)} (mod {found[4] or 2})",
        "a(3n+2) is even for all n => a(3n+2) == 0 (mod 2)",
    ),
    # Terms with an index below 0
    Spelling(
        "< negative",
        _BELOW,
        lambda found: f"{',' * (found['mark'] != '')} {found['name']} = 0 if n < 0",
        "a(n) = 2*a(n-1) and a(n) = 0 for n < 0 => a(n) = 2*a(n-1), a(n) = 0 if n < 0",
    ),
    # Relations, digits and names
    Spelling(
        r"\not ≢",
        rf"({_LETTER})\s*+(?:\\not\s*+\\equiv|\\nequiv|≢)\s*+([0-9]++)\s*+(?:\\pmod\s*+\{{?|\(mod )\s*+"
        rf"([0-9]++)[)}}]?",
        r"\1 mod \3 != \2",
        r"n \not\equiv 1 \pmod 2 => n mod 2 != 1",
    ),
    Spelling(
        r"\equiv ≡",
        rf"({_LETTER})\s*+(?:\\equiv|≡)\s*+({_NUMBERS})\s*+(?:\\pmod\s*+\{{?|\(mod )\s*+([0-9]++)[)}}]?",
        r"\1 mod \3 in {\2}",
        r"n \equiv 1,3 \pmod 4 => n mod 4 in {1,3}",
    ),
    Spelling(r"\not", r"\\not\s*+=", r"\\ne ", r"a_n \not= 1 => a_n \ne 1"),
    Spelling(
        r"{,} \ ~", r"(?<=[0-9])(?:\{,\}|\\[, ]|~)(?=[0-9]{3}(?![0-9]))", "", "4{,}632 => 4632", is_latex=True
    ),
    Spelling("\\", r"(?<!\\)\\(?:[ ,;:!>]|q?quad(?![A-Za-z]))", " ", r"2^n \quad (n\;>\;2) => 2^n (n > 2)"),
    Spelling(
        "{",
        r"\{\s*+(\\(?:times|square|Box))\s*+\}",
        r"\1 ",
        r"m(P_2 \mathbin{\square} P_n) => m(P_2 \square P_n)",
    ),
    Spelling(
        "⁰ ¹ ⁴ ⁵ ⁶ ⁷ ⁸ ⁹ ⁺ ⁻ ⁿ ⁽ ⁾ ᵏ",
        r"(?![²³]+(?![⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ⁽⁾ᵏ]))[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ⁽⁾ᵏ]+",
        lambda found: f"^({found[0].translate(_UP)})",
        "2ⁿ⁺¹ => 2^(n+1)",
    ),
    Spelling(
        "₀ ₁ ₂ ₃ ₄ ₅ ₆ ₇ ₈ ₉ ₙ ₍ ₖ ₘ",
        r"[₀₁₂₃₄₅₆₇₈₉₊₋ₙ₍₎ₖₘ]+",
        lambda found: f"_{{{found[0].translate(_DOWN)}}}",
        "aₙ₋₁ => a_{n-1}",
    ),
    Spelling("combinat", r"combinat\[fibonacci\]", "fibonacci", "combinat[fibonacci](n) => fibonacci(n)"),
    Spelling(
        "_] _Integer]",
        r"\b([A-Za-z])\[([nmN])_(?:Integer)?\]\s*+:?=\s*+\1\[\2\]\s*+(?==)",
        r"\1[\2] ",
        "a[n_] := a[n] = 2*a[n-1] => a[n] = 2*a[n-1]",
    ),
    Spelling("] ,", r"\b([A-Za-z])_(?:Integer)?(?=\s*[\],])", r"\1", "a[n_] := 2^n => a[n] := 2^n"),
    Spelling(
        "_0 _1 _2 _3 _4 _5 _6 _7 _8 _9",
        r"(?<![A-Za-z0-9\\])([A-Za-z])_([0-9]{2,})(?![0-9.])",
        r"\1_{\2}",
        "a_25 = 3 => a_{25} = 3",
    ),
    Spelling(
        "{",
        r"(?<![A-Za-z*])\{\s*+([A-Za-z])(?:_([A-Za-z]))?\s*+\}(?=_\{?[A-Za-z])",
        lambda found: found[1] if found[2] is None else f"{found[1]}_{{{found[2]}}}",
        "{P_w}_n = 2^n => P_{w}_n = 2^n",
    ),
    Spelling(
        "lambda",
        r"\A\s*+([A-Za-z])\s*+=\s*+lambda\s++([nmN])\s*+:",
        r"\1(\2) =",
        "a = lambda n: 2**n => a(n) = 2**n",
    ),
    Spelling(
        "return",
        r"\A\s*+def\s++([A-Za-z])\(([nmN])\)\s*+:\s*+return\s++",
        r"\1(\2) = ",
        "def a(n): return 2**n => a(n) = 2**n",
    ),
    Spelling(
        ",",
        rf"\((?P<names>(?:{_TERM},)++{_TERM})\)\s*+=\s*+\(\s*+(?P<values>{_NUMBERS})\s*+\)",
        _pairs,
        "(a_0, a_1) = (1, 3) => a_0 = 1, a_1 = 3",
    ),
    Spelling(
        "signature",
        rf"\A\s*+\(?({_NUMBERS})\)? is the signature[.\s]*+\Z",
        r"signature (\1)",
        "3, -1 is the signature => a(n) = (3)*a(n-1) + (-1)*a(n-2)",
    ),
    Spelling(
        "ignature LinearRec",
        r"\A\s*+(?:(?:(?:Index entries for )?[Ll]inear recurrences? with constant coefficients,?\s++"
        r"|(?P<words>[^=(]*\b))?"
        rf"[Ss]ignature:?\s*+[({{]?(?P<row>{_NUMBERS})[)}}]?"
        r"|LinearRecurrence\[\s*+\{(?P<kernel>[-0-9,\s]++)\}\s*+,\s*+\{(?P<terms>[-0-9,\s]++)\}"
        r"\s*+(?:,\s*+[0-9]++\s*+)?\])[.;\s]*+\Z",
        _recurrence,
        "signature (3, -1) => a(n) = (3)*a(n-1) + (-1)*a(n-2)",
    ),
    Spelling(
        "\\sqrt", rf"\\sqrt\s*+\[\s*+n\s*+\]\s*+({_GROUP})", r"(\1)^(1/n)", r"\sqrt[n]{a_n} => ({a_n})^(1/n)"
    ),
    Spelling(
        "-> → \\to \\rightarrow tends converges approaches",
        rf"(?i)\A(?!\s*+\\?lim)([^=≈]*?[a-z]\s*+[_(\[][^=≈]*?)\s*+{_ARROW}([^=≈]*?)"
        rf"(?:,?\s*+(?:as|for|when)\s++n\s*+(?:{_ARROW}|goes\s++to\s++){INFINITE})?[\s.]*+\Z",
        r"lim \1 = \2",
        "a(n+1)/a(n) -> 2 as n -> oo. => lim a(n+1)/a(n) = 2",
    ),
    Spelling(
        "im",
        r"(?im)^((?:(?!lim(?:it)?\s*+[(\[]).)*?)\s*+\blim(?:it)?\s*+[(\[](.+),\s*+n\s*+(?:=|->|→)"
        rf"\s*+{INFINITE}\s*+[)\]](?=\s*+==?)",
        r"\1lim \2",
        "Limit[a[n]/2^n, n -> Infinity] = 1 => lim a[n]/2^n = 1",
    ),
    Spelling(
        "&", rf"(?:\\\\(?:\[[^\[\]]*+\])?\s*+)?(?:&\s*+){{1,4}}+(?={_RELATION})", "", r"a_n &= 1 => a_n = 1"
    ),
    Spelling(
        "&",
        r"\\\\(?:\[[^\[\]]*+\])?\s*+(?:&\s*+){1,4}+(?:\\q?quad\s*+|\{\}\s*+)*(?=[-+])",
        "",
        r"a_n = 1 \\ &+ 2 => a_n = 1 + 2",
    ),
    Spelling(
        "\\in ∈ is",
        r"(?:\\in(?![a-z])|∈|\bis(?:\s++in)?\b)\s*+(?=(?:\\mathcal\s*+\{?\s*+)?\\?(?:O|o|Theta|Omega|Θ|Ω)\b\s*+\}?\s*+"
        r"(?:\\left|\\[bB]igg?l?)?\s*+\()",
        "= ",
        r"a_n \in O(2^n) => a_n = O(2^n)",
    ),
    Spelling(">", rf"({_LETTER})\s*+>\s*+-\s*+1(?![0-9])", r"\1 >= 0", "2^n for n > -1 => 2^n for n >= 0"),
    # Fractions, series and tables
    Spelling(
        r"\over",
        rf"\{{((?:[^{{}}\\]++|\\(?!over(?![A-Za-z]))[\s\S]|{_GROUP})*+)\\over(?![A-Za-z])((?:[^{{}}]++"
        rf"|{_GROUP})*+)\}}",
        r"\\frac{\1}{\2}",
        r"{1 \over 1-t} => \frac{1 }{ 1-t}",
    ),
    Spelling("{", rf"\A\s*+\{{((?:[^{{}}]++|{_GROUP})*+)\}}\s*+\Z", r"\1", "{a_n = 2^n} => a_n = 2^n"),
    Spelling(
        "(x) (z) (t) (q)",
        r"\A\s*+(?:\\left)?\(((?:[^()=]++|\([^()=]*+\))++)\)\s*+\*?\s*+([A-Z])\(([xztq])\)\s*+=([^=]++)\Z",
        r"\2(\3) = (\4)/(\1)",
        "(1-2*x) M(x) = 1 => M(x) = ( 1)/(1-2*x)",
    ),
    Spelling(
        "... … dots",
        rf"=([^=]*\+\s*+{_DOTS})\s*+=([^=]*[^=\s.])[.\s]*+\Z",
        r"=\2 =\1",
        "M(x) = 1+2x+... = 1/(1-2x) => M(x) = 1/(1-2x) = 1+2x+...",
    ),
    Spelling(
        r"\begin",
        r"\\left\s*+\\(?:\{|lbrace)\s*+\\begin\s*+\{array\}\s*+\{[lcr|@\s]*+\}",
        r"\\begin{cases}",
        r"\left\{\begin{array}{l} => \begin{cases}",
    ),
    Spelling(
        r"\right",
        r"\\end\s*+\{array\}\s*+\\right\s*+\.",
        r"\\end{cases}",
        r"\end{array}\right. => \end{cases}",
    ),
    Spelling("\\left \\right", r"\\(?:left|right)\s*+\.", " ", r"\left. 2^n \right. => 2^n"),
    Spelling(
        "\\", r"\\(?:left|right|[bB]igg?[lrm]?)(?![A-Za-z])", "", r"\left|A_n\right| = 2^n => |A_n| = 2^n"
    ),
    Spelling(
        "matrix",
        rf"{_MATRIX}(?P<left>[^=]{{0,999}}?){_END_MATRIX}\s*+=\s*+{_MATRIX}(?P<matrix>[^=]{{0,999}}?"
        rf"){_END_MATRIX}\s*+{_MATRIX}(?P<right>[^=]{{0,999}}?){_END_MATRIX}",
        _equations,
        r"\begin{pmatrix} a_n \\ a_{n-1} \end{pmatrix} = \begin{pmatrix} 1 & 2 \\ 1 & 0 \end{pmatrix}"
        r" \begin{pmatrix} a_{n-1} \\ a_{n-2} \end{pmatrix} => a_n = (1)*a_{n-1} + (2)*a_{n-2}",
    ),
)
"""Spellings, in the order in which they are replaced."""

_SETS = regex(_MEMBER)
_BOARD = regex(rf"\s*+{_SIDE}\s*+(?:\\times|×|\\square|□)\s*+{_SIDE}[.\s]*+")


class PlainNotation(NamedTuple):
    """Formula in plain notation, and the words around it that are not read."""

    text: str
    words: tuple[str, ...] = ()


def plain_notation(text: str, macros: Mapping[str, Macro] | None = None) -> PlainNotation:
    """Return a formula in plain notation. ``macros`` are the macros of its document.

    >>> plain_notation(r"\\boxed{a_n &= 2a_{n-1} \\\\ &+ a_{n-2}} \\tag{3} % see A000129").text
    'a_n = 2a_{n-1} + a_{n-2}'
    """
    is_latex = LATEX.search(text) is not None
    text = expand(text, macros)
    words: list[str] = []
    if (parts := sentence_parts(text)) is not None:
        text, words = parts
    for row in SPELLINGS:
        if row.is_latex <= is_latex and any(sign in text for sign in row.signs.split(" ")):
            text = re.sub(row.pattern, partial(_replacement, row, words), text)
    ambiguous = _SETS.search(text)
    if ambiguous:
        raise InputError(
            f"formula: {as_typed(ambiguous[0].strip())} is ambiguous (from 0 or from 1?); write n >= 0 or"
            " n >= 1"
        )
    if _BOARD.fullmatch(text):
        raise InputError(f"formula: {as_typed(text.strip())} is the size of a board, not a formula")
    return PlainNotation(text.strip(), tuple(words))


def _replacement(row: Spelling, words: list[str], found: re.Match[str]) -> str:
    """Return the plain spelling of a match. The words that it omits are added to ``words``."""
    omitted = found.groupdict().get("words") or ""
    words += [omitted.strip()] * bool(omitted.strip())
    return found.expand(row.plain) if isinstance(row.plain, str) else row.plain(found)
