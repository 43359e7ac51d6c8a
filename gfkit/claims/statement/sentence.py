r"""Sentences that state a number of configurations: the formula, and the words for what it counts, which
are examined later.

A sentence consists of a head, a range, a clause, a range and definitions. These clauses are read::

    The number of domino tilings of a $2 \times n$ rectangle is $F_{n+1}$.
    The number of matchings of the $n$-ladder satisfies the recurrence $m_n = 3m_{n-1} + m_{n-2} - m_{n-3}$.
    There are $F_{n+2}$ independent sets in the path with $n$ vertices.
    For all n >= 3 the n-prism graph has L(n) + 1 + (-1)^n perfect matchings.
    The path $P_n$ has domination number $\lceil n/3 \rceil$.
    The matchings of $P_n$ are counted by $F_{n+1}$.
    A $2 \times n$ board can be tiled with dominoes in $F_{n+1}$ ways.
    Let $a_n$ be the number of matchings of $P_n$. Then $a_n = a_{n-1} + a_{n-2}$.
    $a_n = a_{n-1} + a_{n-2}$, where $a_n$ denotes the number of matchings of $P_n$.
"""

from __future__ import annotations

import re

from gfkit.claims.statement.names import CALLED, CALLS, EMPTY_PHRASE, WORDS
from gfkit.core.deferred import regex
from gfkit.core.errors import InputError

_LONGEST = 400
"""Largest number of characters of a sentence."""
_KEY = regex(
    r"\b(?:[Nn]umbers?|index|has|have|contains?|admits?|possesses|[Tt]here|tiled?|covered|counts|counted|enumerated|size|cardinality)\b"
)
"""Pattern of a word that each form contains."""
_IS = (
    r"(?:is|are|equals?)(?:\s++(?:always|exactly|precisely|simply|just))?+"
    r"(?:\s++(?:equal\s++to|(?:given|counted|enumerated)\s++by))?+(?:\s++exactly)?+:?"
)
_OBEYS = (
    r"(?:satisf(?:y|ies)|obeys?|(?:is|are)\s++(?:given|determined|defined)\s++by)"
    r"(?:\s++(?:the|an?)(?:\s++(?:following|linear))*+\s++(?:recurrence|recursion)(?:\s++(?:relation|formula|equation))?+)?+[:,]?"
)
_VERB = rf"(?:{_OBEYS}(?=[^.]*=)|{_IS})"
_HAS = r"(?:has|have|contains?|admits?|possesses)"
_MOST = r"(?:exactly|precisely|at\s++least|at\s++most|more\s++than|less\s++than|fewer\s++than)"
_SIGNS = {"least": ">=", "most": "<=", "more": ">", "less": "<", "fewer": "<"}
_SMALL = {"no": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_UNIQUE = regex(rf"(?<=\s)(?<=has |ave |ins |its |ses |sts )a\s++unique\s++")
_HEAD = regex(
    r"\s*+(?:\*{0,2}(?:Theorem|Proposition|Lemma|Corollary)(?:\s++\d++(?:\.\d++)*+)?"
    r"(?:\s++\((?:[A-Z][\w.'’-]*+[,\s]++|(?:and|et\s++al\.|&)\s++)++\d{4}\))?[.:]\*{0,2}\s++)?"
    rf"(?i:By\s++[A-Z][\w-]*+['’]s?\s++(?:formula|theorem|result),?\s++|(?!(?:an?|the|in|on|of|by|to|as)\b){EMPTY_PHRASE},?\s++)*+"
)
"""Pattern of the head of a theorem with its authors and year, and of words without a meaning."""
_NUMBERS = regex(
    r"(?:[Tt]he\s++)?(Fibonacci|Lucas|Pell|Jacobsthal)\s++number\s++\$?\s*+[A-Z](?:_\{([^{}]*+)\}|_(\w)|\(([^()]*+)\))(?:\s*+\$)?+(?![\w{])"
)
"""Pattern of a well-known number with its letter, such as "the Lucas number L_n"."""
_ORDINAL = regex(
    r"(?:the\s++)?\$?\(?(?P<index>[0-9]*+n(?:\s*+[-+]\s*+[0-9]++)?)\)?\$?-?\s*+(?:\^?\{?(?:st|nd|rd|th)\}?)\s++"
    rf"(?P<name>{'|'.join(CALLED)})\s++number"
)
"""Pattern of a well-known number in words, such as "the (n+1)-st Lucas number"."""
_GREATER = regex(r"(?<![\w\\])n(\$?)\s++(?:(?:strictly\s++)?(greater\s++than|exceeding)|(?:at\s++least|greater\s++than\s++or\s++equal\s++to))\s++(?=\$?\d)")
"""Pattern of a bound in words, such as "n greater than 2" and "n at least 3"."""
_BOUND = r"\$?\s*+n\s*+(?:>=?|\\geq?(?:slant)?(?![a-z])|≥|⩾)\s*+\d++(?:\s*\$)?+"
_EVERY = (
    r"(?:(?:all|every|each|any)\s++)?+(?:positive\s++|non-?negative\s++|natural\s++)?+(?:integers?\s++|numbers?\s++)?+"
)
_RANGE = rf"(?:{_EVERY}(?:{_BOUND}|\$?\s*+n\s*+\$?(?![\w(^_]))|(?:all\s++)?(?:even|odd)\s++\$?n\$?)(?!\s*+[-+*/^=<>])"
_PARITY = r"\$?\s*+n(?:\s*\$)?+\s++(?:is\s++)?(?P<parity>even|odd)"
_AHEAD = regex(
    rf"(?:(?:For|for|If|if|When|when|Whenever)\s++(?:{_PARITY}|(?P<range>{_RANGE}))|Let\s++(?P<let>{_BOUND})(?:\s++be\s++an\s++integer)?+[.]?)(?:\s*+,\s*+|\s++)(?:[Tt]hen,?\s++)?(?:we\s++have\s++)?(?=\S)"
)
"""Pattern of a range before a clause."""
_INSIDE = regex(
    rf"(?:,\s*+|\s*+\(|\s++)(?:(?:for|with|where)\s++(?:all\s++)?)?(?<![\w$]n )(?P<range>{_BOUND})(?:\s*+\)|,|(?=\s|$))"
)
"""Pattern of a range inside a noun phrase: the n-gear graph with n >= 3."""
_INSIDE_COUNT = regex(r"(?P<range>\$?\s*+n\s*+(?:>=?|\\geq?|≥|⩾)\s*+\d++(?:\s*\$)?+)(?=\s++(?:vertices|nodes|points|cells)\b)")
_NAME = r"(?:\$[^$=]{1,30}\$|[A-Za-z](?:_\w|_\{[^{}]*\}|\([^()]{1,20}\)))"
_OF = (
    rf"(?:(?:total\s++)?[Nn]umbers?\s++(?:{_NAME}\s++)?+of|\S++\s++(?:index|number)\s++of|generating\s++function\s++(?:of|for)"
    r"|(?:size|cardinality)\s++of\s++(?:an?|any|every)\s++(?:minimum|maximum|smallest|largest))"
)
_TOLD = regex(
    rf"(?P<before>(?:[A-Za-z,’'-]++\s++){{0,4}}?{_OF}\s(?:(?!\s{_VERB}\s)[^=])+)\s{_VERB}"
    rf"\s++(?:(?P<most>{_MOST})\s++)?(?P<formula>.+)",
    re.DOTALL,
)
_COUNTED = regex(
    r"(?:[Tt]he\s++)?(?P<things>[A-Za-z](?:(?!\s(?:is|are)\s)[^=$]){3,60}?\s(?:of|on|in)\s(?:(?!\s(?:is|are)\s)[^=])+)"
    r"\sare\s++(?:counted|enumerated)\s++by\s++(?P<formula>.+)",
    re.DOTALL,
)
_THINGS = (
    r"(?P<things>(?!(?:sqrt|floor|ceil|binomial|for|if|when|where|and|or|number)\b)(?:[0-9]++-)?[A-Za-z]{3}[A-Za-z-]*+"
    r"(?:(?!,?\s(?:for|where|if|when|whenever)\s)[^=]){0,150}?)(?P<range>,?\s(?:for|where|if|when|whenever)\s.*)?"
)
_BOARDS = rf"(?P<boards>(?![Ww]e\s)(?:(?!\s{_HAS}\s)[^=]){{1,99}}+)\s{_HAS}"
_CONTAINS = regex(
    rf"(?:{_BOARDS}|[Tt]here\s++(?:are|is|exists?))(?:\s++(?P<most>{_MOST}))?\s++(?P<formula>\$[^$]++\$|\S.{{0,80}}?)\s++{_THINGS}",
    re.DOTALL,
)
_REVERSED = regex(
    rf"(?P<formula>\$[^$]++\$|[^=$]{{1,120}}?)\s(?:(?:is|equals|gives)\s++(?:exactly\s++)?(?:the\s++)?(?P<told>{_OF}\s[^=]+)"
    r"|(?:counts|enumerates)\s++(?:the\s++)?(?:number\s++of\s++)?(?P<things>[A-Za-z][^=]+))",
    re.DOTALL,
)
_SERIES = regex(
    rf"(?P<before>(?:[Tt]he\s++)?{_OF}\s(?:(?!\shas\s)[^=])+)\shas\s++(?:the\s++)?(?:ordinary\s++)?generating\s++function\s++(?P<formula>\S.*)",
    re.DOTALL,
)
_OPTIMAL = regex(
    rf"(?:An?|Any|Every|The)\s++(?P<what>(?:minimum|maximum|smallest|largest)\s++(?P<things>[a-z-]++(?:\s++[a-z-]++){{0,2}}?))\s++(?P<boards>(?:of|in|for)\s"
    rf"(?:(?!\s(?:{_HAS}|consists)\s)[^=])+)\s(?:{_HAS}|consists\s++of)\s++(?:exactly\s++)?(?:(?:size|cardinality)\s++(?P<size>\S.*)"
    r"|(?P<count>\$[^$]++\$|\S.{0,80}?)\s++(?P<part>vertices|edges|elements))",
    re.DOTALL,
)
_NEAREST = regex(r"(?:the\s++)?(?:(?:nearest|closest)\s++integer|integer\s++(?:nearest|closest))\s++to\s++(?P<value>[^=,;]++)(?P<rest>.*)", re.DOTALL)
_GROWS = regex(r"asymptotic(?:ally)?\s++(?:equal\s++)?to\s++(?P<value>.+)", re.DOTALL)
_PLACE = regex(r"(?:For|In|On|for|in|on)\s++(?P<boards>[^,=]{1,80}?)(?:,\s++(?=(?:the|there)\s)|\s++(?=there\s))")
"""Pattern of boards before a clause about them: "For the path with n vertices, the number of ... is ..."."""
_NAMED_GRAPH = regex(
    r"(?:Let|let|If|if|Where|where)\s++(?P<sign>\$?[A-Z]{1,2}_(?:n|\{n\})\$?)\s++(?:be|denotes?|is)\s++(?P<graph>(?:an?|the)\s++(?!(?:total\s++)?number)[^=.]{1,80}?)"
    r"[.,;]\s++(?:(?:[Tt]hen|and\s++let)\s++,?)?+(?P<rest>\S.*)",
    re.DOTALL,
)
"""Pattern of a letter for a graph, and a sentence about it: Let W_n be the wheel with n spokes. Then ..."""
_NUMBERED = regex(
    rf"{_BOARDS}\s++(?:an?\s++|the\s++)?(?P<number>[a-z-]++(?:\s++[a-z-]++)?\s++(?:number|index))\s++(?:equal\s++to\s++)?(?P<formula>(?!of\b)\S.*)",
    re.DOTALL,
)
_LETS = tuple(
    regex(form.replace("NAME", rf"(?P<name>{_NAME})").replace("NOUN", r"(?:the\s++)?(?P<noun>(?:total\s++)?number)\s++(?P<of>of\s(?:(?![;=]|\.\s).)+?)")
          .replace("CLAIM", r"(?P<formula>\S.*)"), re.DOTALL)
    for form in (
        r"(?:Let|[Ll]et\s++us\s++denote\s++by)\s++NAME\s++(?:be|denote|=)\s++NOUN[.;,]\s++(?:[Tt]hen|[Ww]e\s++have)?,?\s*+CLAIM",
        r"(?:We\s++)?[Dd]enote\s++by\s++NAME\s++NOUN[.;,]\s++(?:[Tt]hen|[Ww]e\s++have)?,?\s*+CLAIM",
        r"(?:(?:We\s++)?[Dd]enote|Let)\s++NOUN\s++(?:be\s++denoted\s++)?by\s++NAME[.;,]\s++(?:[Tt]hen|[Ww]e\s++have)?,?\s*+CLAIM",
        r"(?:We\s++)?[Ww]rite\s++NAME\s++for\s++NOUN[.;,]\s++(?:[Tt]hen|[Ww]e\s++have)?,?\s*+CLAIM",
        r"If\s++NAME\s++(?:denotes?|is|counts)\s++NOUN,\s++(?:then\s++)?CLAIM",
        r"CLAIM,?\s++where\s++NAME\s++(?:denotes?|is)\s++NOUN",
        r"NAME\s++(?:is|equals|denotes|counts)\s++NOUN[.,;]\s++(?:(?:and|so|hence|thus|then|therefore)\s++)?CLAIM",
    )
)
"""Patterns of a definition and a statement about the defined number."""
_EQUATED = regex(r"(?P<letter>[A-Z]{1,2}_(?:n|\{[^{}]*\}))\s*+=\s*+(?=[A-Z]_\w+\s*+(?:[xX×□]|\\times|\\square))")
"""Pattern of a letter that a product of graphs defines, as in L_n = P_2 x P_n."""
_PROPERTY = regex(r"(?:always\s++)?(?P<words>(?:not\s++)?(?:even|odd|divisible|a\s++multiple)\b.*)", re.DOTALL)
_CAN_BE_TILED = regex(
    r"(?P<boards>[^=]{1,99}?)\scan\s++be\s++(?P<how>tiled|covered)\s++(?:with|by|using)\s++(?P<tiles>[^=$]{1,40}?)\s++in\s++(?:exactly\s++)?"
    r"(?P<formula>.{1,150}?)\s(?:different\s++)?ways(?P<range>,?\s(?:for|if|when)\s.*)?"
)
_IN_N = regex(r"(?<![A-Za-z\\])n(?![A-Za-z])")
_RELATION = regex(r"[=<>~≈≤≥≡]|\\(?:sim|approx|equiv|cong|le|ge|lt|gt|to)|\b[oO]\(|\bmod\b")
_RANGED = regex(r"\s(?:for|if|when|whenever)\s")
_CLAUSE = regex(r",?\s(?:for|where|if|when|whenever|with)\s")
_WORD = regex(r"(?<![\\A-Za-z])[A-Za-z]{2,}")
_FUNCTIONS = frozenset({"mod", "binomial", "sqrt", "floor", "ceil", "ceiling", *(name.lower() for name in CALLED)})


def sentence_parts(text: str) -> tuple[str, list[str]] | None:
    r"""Return the formula of a sentence with its range, and the words for what it counts, or None for other
    texts.

    >>> sentence_parts("There are F(n+2) independent sets in P_n for n >= 1.")
    ('a(n) = F(n+2) for n >= 1', ['the number of independent sets in P_n'])
    >>> sentence_parts("If n is odd, the n-prism graph has L(n) perfect matchings.")
    ('a(n) = L(n) for odd n', ['the number of perfect matchings of the n-prism graph'])
    """
    if len(text) > _LONGEST or not _KEY.search(text):
        return None
    plain = text.replace(">=", "≥").strip().removesuffix(".").strip()
    plain = _NUMBERS.sub(r" \1(\2\3\4) ", plain)
    plain = _ORDINAL.sub(r" \g<name>(\g<index>)", plain).strip()
    plain = _UNIQUE.sub("exactly one ", plain)
    plain = _GREATER.sub(lambda found: f"n{found[1]} {'>' if found[2] else '≥'} ", plain[_head(plain) :])
    if (named := _NAMED_GRAPH.fullmatch(plain)) is not None:
        sign = named["sign"].strip("$")
        plain = re.sub(rf"\$?(?<![A-Za-z\\]){re.escape(sign)}\$?(?!\w)", lambda _: named["graph"], named["rest"])
        if plain == named["rest"] or re.search(rf"(?<![A-Za-z\\]){sign.partition('_')[0]}[_(]", plain):
            return None  # the letter has another index, or denotes also something else
        plain = plain[_head(plain) :]
    ranges = list[str]()
    if (ahead := _AHEAD.match(plain)) is not None:
        ranges.append(f"{ahead['parity']} n" if ahead["parity"] else ahead["range"] or ahead["let"])
        plain = plain[ahead.end() :]
    place = _PLACE.match(plain)
    found = _clause(plain[place.end() :] if place else plain)
    if found is None:
        return None
    formula, words = found[0].replace("≥", ">="), found[1].removesuffix(" is")
    words = f"{words} of {place['boards']}" if place else found[1]
    for pattern, kept in ((_INSIDE_COUNT, " n"), (_INSIDE, " ")):
        for match in [*pattern.finditer(words)][::-1]:
            ranges.append(match["range"])
            words = f"{words[: match.start()]}{kept}{words[match.end() :]}".strip()
    if ranges:
        main, *behind = _split_where(formula)
        is_named = "=" in main or re.match(r"\$?\s*a\(n\) ", main)
        formula = f"{main if is_named else f'a(n) = {main}'} {' '.join(f'for {_plain(one)}' for one in ranges)}"
        formula += "".join(behind)
    return formula, [words]


def _plain(span: str) -> str:
    """Return a range without signs of LaTeX."""
    return span.replace("$", "").replace("≥", ">=").strip()


def _head(text: str) -> int:
    """Return the number of characters of the head of a sentence, which has no meaning for its formula."""
    found = _HEAD.match(text)
    return found.end() if found else 0


def _split_where(formula: str) -> list[str]:
    """Return a formula and its definitions, if there are any.

    >>> _split_where("F(n+2), where F(n) is the n-th Fibonacci number")
    ['F(n+2)', ', where F(n) is the n-th Fibonacci number']
    """
    found = re.search(r",?\s(?:where|with)\s", formula)
    return [formula] if found is None else [formula[: found.start()], formula[found.start() :]]


def _clause(plain: str) -> tuple[str, str] | None:
    """Return the formula of a clause, and the words for what it counts, or None for other texts."""
    for form in _LETS:
        if (found := form.fullmatch(plain)) is not None:
            name, formula = found["name"].strip("$ "), found["formula"]
            if not re.search(rf"(?<![A-Za-z\\]){re.escape(name[0])}(?![A-Za-z])", formula):
                raise InputError(f"formula: it is not about {name}, which is the number {found['of']}")
            formula = re.sub(rf"^{re.escape(found['name'])}\s++{_OBEYS}\s++(?=[^.]*=)", "", formula)
            return formula, f"the {found['noun']} {found['name']} {_without_letters(found['of'], formula)}"
    if (found := _CAN_BE_TILED.fullmatch(plain)) is not None:
        tiled = found["how"].replace("tiled", "tile").replace("covered", "cover")
        formula = _bounded(None, found["formula"] + (found["range"] or ""))
        return formula, f"the number of ways to {tiled} {found['boards']} with {found['tiles']}"
    if (found := _OPTIMAL.fullmatch(plain)) is not None:
        return _optimal(found)
    if (found := _NUMBERED.fullmatch(plain)) is not None and not _has_prose(found["formula"]):
        return _bounded(None, found["formula"]), f"the {found['number']} of {found['boards']}"
    if (found := _COUNTED.fullmatch(plain)) is not None and not _has_prose(found["formula"]):
        return _bounded(None, found["formula"]), f"the number of {found['things']}"
    joined = _without_letters(plain, "")
    if (found := _SERIES.fullmatch(joined)) is not None:
        return found["formula"], f"generating function of {found['before']}"
    if (found := _TOLD.fullmatch(joined)) is not None:
        told, formula = found["before"], found["formula"]
        if (told_property := _PROPERTY.fullmatch(formula)) is not None:
            return f"a(n) is {told_property['words']}", told
        if (nearest := _NEAREST.fullmatch(formula)) is not None:
            formula = f"round({nearest['value'].strip(' $')}){nearest['rest']}"
        if (grows := _GROWS.fullmatch(formula)) is not None:
            return f"a(n) ~ {grows['value']}", told
        is_series = "generating function" in told
        bounded = formula if is_series else _bounded(found["most"], formula)
        return None if _has_prose(formula) else (bounded, told if bounded != formula else f"{told} is")
    if (found := _REVERSED.fullmatch(joined)) is not None and not _has_prose(found["formula"]):
        told = found["told"] or f"number of {found['things']}"
        formula = found["formula"].strip(" $")
        return None if re.fullmatch(r"[a-z](?:\(n\)|_\{?n\}?)", formula) else (_bounded(None, formula), told)
    found = _CONTAINS.fullmatch(joined)
    if found is None:
        return None
    number = _SMALL.get(found["formula"].lower())
    formula = found["formula"] if number is None else f"a(n) = {number}"
    if _has_prose(formula):
        return None
    boards = f" of {found['boards']}" if found["boards"] else ""
    return _bounded(found["most"], formula + (found["range"] or "")), f"the number of {found['things']}{boards}"


def _optimal(found: re.Match[str]) -> tuple[str, str] | None:
    """Return the formula for the size of a smallest or largest configuration, and the words for it."""
    of_edges = re.search(r"\b(?:matchings?|edge)\b", found["things"]) is not None
    formula = found["size"] or found["count"]
    if _has_prose(formula) or found["part"] == ("vertices" if of_edges else "edges"):
        return None
    return _bounded(None, formula), f"the size of a {found['what']} {found['boards']}"


def _without_letters(text: str, formula: str) -> str:
    """Return a text without letters that a product of graphs defines and that are not used again."""
    found = _EQUATED.search(text)
    sign = found["letter"].partition("_")[0] if found else ""
    rest = text[: found.start()] + text[found.end() :] + formula if found else ""
    is_used = re.search(rf"(?<![A-Za-z\\]){sign}\s*+[_(]", rest) is not None
    return text if found is None or is_used else text[: found.start()] + text[found.end() :]


def _bounded(words: str | None, formula: str) -> str:
    """Return a formula as a bound of a(n) if it is said to be one, and as a(n) if it is one in n."""
    sign = next((sign for word, sign in _SIGNS.items() if word in (words or "")), "")
    main = _CLAUSE.split(formula)[0]
    is_ranged = "=" not in main and _RANGED.search(formula) is not None
    is_value = _IN_N.search(main) is not None and not _RELATION.search(main)
    return f"a(n) {sign or '='} {formula}" if sign or is_ranged or is_value else formula


def _has_prose(formula: str) -> bool:
    """Return True if a formula contains words that are not functions."""
    return any(
        word not in WORDS and word not in CALLS and word.lower() not in _FUNCTIONS
        for word in _WORD.findall(_CLAUSE.split(formula)[0])
    )
