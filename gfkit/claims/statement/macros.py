r"""Macros of LaTeX: the definitions of a document, and their expansion.

The grammar knows the commands of mathematics. A document may define further names for them, such as
``\newcommand{\match}[1]{m_{#1}}``, and its style file may define usual ones, such as ``\floor``. ``expand``
replaces both. The table of usual macros also contains the commands that only decorate a formula: their
expansion is their argument, or empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from gfkit.core.deferred import dataclass, regex
from gfkit.core.errors import InputError, LimitError, as_typed

_EXPANSION = 2000
"""Characters that an expansion into further commands counts in addition to its own."""
_MOST_WORK = 2_000_000
"""Maximum number of characters that all expansions of a formula read and write."""

_COMMENT = regex(r"(?<!\\)%[^\n]*")
_PLACE = (
    r"(?:pp?|[Tt]hm|[Tt]heorem|[Ll]emma|[Pp]rop|[Pp]roposition|[Cc]or|[Cc]orollary|[Ss]ec|[Ss]ection|[Cc]h|[Cc]hapter"
    r"|[Ee]q)\b\.?[\s~(]*[0-9.–-]{1,12}[a-z]?\)?"
)
_REMARK = regex(rf"\\cite[a-z]*+\*?\s*+\[(?!{_PLACE}(?:,\s{_PLACE})*\])([^\[\]]*+)\]")
"""Pattern of a citation with other words than the place in the source."""
_COMMAND = regex(r"\\(?:[A-Za-z]+|[^A-Za-z])", re.DOTALL)
_BRACE = regex(r"\\.|[{}]", re.DOTALL)
_NAME = r"\s*+(?:\{\s*+(?P<braced>\\[A-Za-z]++)\s*+\}|(?P<bare>\\[A-Za-z]++))"
_DEFINING = regex(
    r"\\(?P<how>(?:re)?newcommand|providecommand|DeclareRobustCommand|DeclareMathOperator|DeclarePairedDelimiter"
    rf"|[gex]?def|let)(?![A-Za-z])\*?{_NAME}"
    r"(?:(?:\s*+\[(?P<count>[0-9])\](?:\s*+\[(?P<default>[^\]]*+)\])?|(?P<marks>(?:\s*+#[1-9])++))?(?=\s*+\{)"
    r"|\s*+=?\s*+(?P<other>\\[A-Za-z]++))"
)
"""Pattern of the start of a definition: its command, the name, and the arguments."""
_ARGUMENT = regex(r"#([1-9])")
_OPTIONAL = regex(r"\s*+\[([^\[\]]*+)\]")
_TOKEN = regex(r"\s*+(\\[A-Za-z]++|\\?[^\s{}])")


@dataclass(frozen=True)
class Macro:
    """Replacement of a command. ``#1`` in the body denotes its first argument.

    ``default`` is the value of the first argument if it is optional, else None.
    """

    body: str
    count: int = 0
    default: str | None = None


def braced(text: str, start: int) -> tuple[str, int]:
    """Return the content of the group whose brace opens at ``start`` or after spaces, and the position after
    the group. Without a closing brace the content is the rest of the string.

    >>> braced(r"x^{a_{n}\\}} + 1", 2)
    ('a_{n}\\\\}', 11)
    """
    depth = 0
    opening = start
    for match in _BRACE.finditer(text, start):
        opening = match.start() if not depth else opening
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if depth <= 0:
            return text[opening + 1 : match.start()], match.end()
    return text[opening + 1 :], len(text)


def _definitions(text: str) -> Iterator[tuple[re.Match[str], int, Macro]]:
    """Yield each definition in a string: the match of its start, the position of its end, and the macro."""
    end = 0
    for match in _DEFINING.finditer(text):
        if match.start() < end:
            continue  # a definition within the body of another one
        body, end = (match["other"], match.end()) if match["other"] else braced(text, match.end())
        count = int(match["count"] or 0) or (match["marks"] or "").count("#")
        match match["how"]:
            case "DeclareMathOperator":
                body = rf"\operatorname{{{body}}}"
            case "DeclarePairedDelimiter":
                closing, end = braced(text, end)
                body, count = rf"\left{body} #1\right{closing} ", 1
        yield match, end, Macro(body, count, match["default"])


def macros_of(document: str) -> dict[str, Macro]:
    r"""Return the macros that a document defines, by their commands. The last definition of a command counts,
    but ``\providecommand`` does not replace an earlier one.

    >>> macros_of(r"\newcommand{\term}[2][n]{a_{#1-#2}} \def\half#1{\frac{#1}2}")["\\term"]
    Macro(body='a_{#1-#2}', count=2, default='n')
    """
    found: dict[str, Macro] = {}
    for match, _, macro in _definitions(_COMMENT.sub("", document)):
        name = match["braced"] or match["bare"]
        if match["how"] != "providecommand" or name not in found:
            found[name] = macro
    return found


_USUAL = r"""
\newcommand\cite[2][]{ } \newcommand\citep[2][]{ } \newcommand\citet[2][]{ } \newcommand\citealp[2][]{ }
\newcommand\ref[2][]{ } \newcommand\eqref[2][]{ } \newcommand\cref[2][]{ } \newcommand\Cref[2][]{ }
\newcommand\autoref[2][]{ } \newcommand\footnotemark[2][]{ } \newcommand\index[2][]{ } \def\label#1{ }
\def\hspace#1{ } \def\vspace#1{ } \def\hskip#1{ } \def\phantom#1{ } \def\hphantom#1{ } \def\vphantom#1{ }
\def\color#1{ } \def\qed{ } \def\qedhere{ } \def\QED{ } \def\qedsymbol{ } \def\blacksquare{ } \def\notag{ }
\def\nonumber{ } \def\strut{ } \def\mathstrut{ } \def\allowbreak{ } \def\nobreak{ } \def\hfill{ }
\def\hfil{ } \def\noindent{ } \def\null{ } \def\unskip{ } \def\protect{ } \def\xspace{ } \def\scriptstyle{ }
\def\small{ } \def\large{ } \def\normalsize{ } \def\rm{ } \def\it{ } \def\bf{ } \def\mathop{ }
\def\mathrel{ } \def\mathbin{ } \def\boxed#1{#1 } \def\fbox#1{#1 } \def\framebox#1{#1 }
\def\ensuremath#1{#1 } \def\smash#1{#1 } \def\mathclap#1{#1 } \def\mathrlap#1{#1 }
\def\mathllap#1{#1 } \def\textcolor#1#2{#2 } \def\colorbox#1#2{#2 } \def\hbox#1{\text{#1} }
\def\textsf#1{\text{#1} } \def\texttt#1{\text{#1} } \def\textmd#1{\text{#1} } \def\intertext#1{\text{#1} }
\def\shortintertext#1{\text{#1} } \def\eqdef{= } \def\eqndef{= } \def\isdef{= } \def\bydef{= }
\def\defeq{= } \def\deq{= } \def\coloneqq{= } \def\coloneq{= } \def\triangleq{= }
\def\paren#1{\left(#1\right) } \def\parens#1{\left(#1\right) } \def\pr#1{\left(#1\right) }
\def\brac#1{\left(#1\right) } \def\floor#1{\lfloor #1\rfloor } \def\flr#1{\lfloor #1\rfloor }
\def\ceil#1{\lceil #1\rceil } \def\ceiling#1{\lceil #1\rceil } \def\abs#1{|#1| } \def\card#1{|#1| }
\def\set#1{\{#1\} } \def\half{\frac{1}{2} } \def\N{\mathbb{N} } \def\NN{\mathbb{N} } \def\Z{\mathbb{Z} }
\def\ZZ{\mathbb{Z} } \def\eps{\epsilon } \def\iff{iff } \def\Leftrightarrow{iff }
\def\Longleftrightarrow{iff }
"""
"""Commands that decorate a formula, or that many style files define, with their expansion."""


@cache
def usual_macros() -> Mapping[str, Macro]:
    """Return the macros of style files, and those that remove decoration."""
    return macros_of(_USUAL)


def expand(text: str, macros: Mapping[str, Macro] | None = None) -> str:
    r"""Expand macros from left to right, as TeX does, until none is left.

    Definitions in the string itself come first, then ``macros``, which a document defines, then the usual
    ones. Raise LimitError if the expansion does not end.

    >>> expand(r"\boxed{\term{0} = 2\term{1}} \cite[p. 5]{ABC}", macros_of(r"\def\term#1{a_{n-#1}}")).split()
    ['a_{n-0}', '=', '2a_{n-1}']
    """
    if "\\" not in text:
        return text
    if remark := _REMARK.search(text):
        raise InputError(
            f"formula: {as_typed(remark[1])} in {as_typed(remark[0])} is not the place of a source"
        )
    known = {**usual_macros(), **(macros or {}), **macros_of(text)}
    for match, end, _ in reversed([*_definitions(text)]):
        text = text[: match.start()] + text[end:]
    done, begin, at, work = [""], 0, 0, 0
    while found := _COMMAND.search(text, at):
        at = found.end()
        if found[0] not in known:
            continue
        body, end = _expansion(text, at, known[found[0]])
        work += end - at + len(body) + ("\\" in body) * _EXPANSION
        done.append(text[begin : found.start()])
        begin = at = end
        if "\\" in body:
            is_glued = text[end : end + 1].isalpha() and body[-1:].isalpha()
            text, begin, at = body + " " * is_glued + text[end:], 0, 0
        else:
            done.append(body)
        if work > _MOST_WORK:
            raise LimitError(
                f"formula: the expansion of {as_typed(found[0])} does not end; write the formula in full"
            )
    return "".join([*done, text[begin:]])


def _expansion(text: str, end: int, macro: Macro) -> tuple[str, int]:
    """Return the expansion of a macro whose command ends at ``end``, and the position after its arguments."""
    arguments: list[str] = []
    if macro.count and text.startswith("*", end):
        end += 1
    if macro.default is not None:
        optional = _OPTIONAL.match(text, end)
        arguments, end = ([optional[1]], optional.end()) if optional else ([macro.default], end)
    while len(arguments) < macro.count:
        token = _TOKEN.match(text, end)
        argument, end = (token[1], token.end()) if token else braced(text, end)
        arguments.append(argument)
    arguments += [""] * 9
    return _ARGUMENT.sub(lambda mark: arguments[int(mark[1]) - 1], macro.body), end
