r"""Sentences that state a number of configurations: the formula, and the words for what it counts, which
are examined later.

A sentence consists of a head, a range, a clause, a range and definitions. These clauses are read::

    The number of domino tilings of a $2 \times n$ rectangle is $F_{n+1}$.
    The number of matchings of the $n$-ladder satisfies the recurrence $m_n = 3m_{n-1} + m_{n-2} - m_{n-3}$.
    The number of matchings of the $n$-ladder has generating function $(1-x)/(1-3x-x^2+x^3)$.
    $F_{n+2}$ is the number of independent sets of the path on $n$ vertices.
    There are $F_{n+2}$ independent sets in the path with $n$ vertices.
    For all n >= 3 the n-prism graph has L(n) + 1 + (-1)^n perfect matchings.
    The path $P_n$ has domination number $\lceil n/3 \rceil$.
    A minimum dominating set of $P_n$ has $\lceil n/3 \rceil$ vertices.
    The matchings of $P_n$ are counted by $F_{n+1}$.
    A $2 \times n$ board can be tiled with dominoes in $F_{n+1}$ ways.
    Let $a_n$ be the number of matchings of $P_n$. Then $a_n = a_{n-1} + a_{n-2}$.
    $a_n = a_{n-1} + a_{n-2}$, where $a_n$ denotes the number of matchings of $P_n$.
    Let $W_n$ be the wheel with $n$ spokes. Then $W_n$ has $L_{2n} - 2$ spanning trees.
"""

from __future__ import annotations

import re

from gfkit.claims.statement.names import CALLED, CALLS, EMPTY_PHRASE, WORDS, spaced
from gfkit.core.deferred import regex
from gfkit.core.errors import InputError, UndecidedError, as_typed

_LONGEST = 400
"""Largest number of characters of a sentence."""
_KEY = regex(
    r"\b(?:[Nn]umbers?|index|has|have|contains?|admits?|possesses|[Tt]here|tiled?|covered|counts|counted"
    r"|enumerated|size|cardinality|function)\b"
)
"""Pattern of a word that each form contains."""

# Verbs and nouns

_IS = spaced(
    r"(?:is|are|equals?)(?: (?:always|exactly|precisely|simply|just))?+"
    r"(?: (?:equal to|(?:given|counted|enumerated) by))?+(?: exactly)?+:?"
)
_OBEYS = spaced(
    r"(?:satisf(?:y|ies)|obeys?|(?:is|are) (?:given|determined|defined) by)(?: (?:the|an?)(?: "
    r"(?:following|linear))*+"
    r" (?:recurrence|recursion)(?: (?:relation|formula|equation))?+)?+[:,]?"
)
_VERB = rf"(?:{_OBEYS}(?=[^.]*=)|{_IS})"
_HAS = r"(?:has|have|contains?|admits?|possesses)"
_MOST = spaced("(?:exactly|precisely|at least|at most|more than|less than|fewer than)")
_SIGNS = {"least": ">=", "most": "<=", "more": ">", "less": "<", "fewer": "<"}
_SMALL = {"no": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_EXTREME = "(?:minimum|maximum|smallest|largest)"
_NAME = r"(?:\$[^$=]{1,30}\$|[A-Za-z](?:_\w|_\{[^{}]*\}|\([^()]{1,20}\)))"
_OWN_NAME = regex(r"[A-Za-z](?:_n|_\{n\}|\(n\))")
_OF = spaced(
    rf"(?:(?:total )?[Nn]umbers? (?:{_NAME} )?+of|\S++ (?:index|number) of|generating function (?:of|for)"
    rf"|(?:size|cardinality) of (?:an?|any|every) {_EXTREME})"
)
"""Pattern of the beginning of a noun phrase for a number."""

# Heads, well-known numbers and ranges

_HEAD = regex(
    spaced(
        r"\s*+(?:\*{0,2}(?:Theorem|Proposition|Lemma|Corollary)(?: \d++(?:\.\d++)*+)?"
        r"(?: \((?:[A-Z][\w.'’-]*+[,\s]++|(?:and|et al\.|&) )++\d{4}\))?[.:]\*{0,2} )?"
        rf"(?i:By [A-Z][\w-]*+['’]s? (?:formula|theorem|result),? |(?!(?:an?|the|in|on|of|by|to"
        rf"|as)\b){EMPTY_PHRASE},? )*+"
    )
)
"""Pattern of the head of a theorem with its authors and year, and of words without a meaning."""
_UNIQUE = regex(r"(?<=(?:has|ave|ins|its|ses|sts)\s)a\s++unique\s++")
_NUMBERS = regex(
    spaced(
        r"(?:[Tt]he )?(Fibonacci|Lucas|Pell|Jacobsthal) number \$?\s*+[A-Z](?:_\{([^{}]*+)\}|_(\w)"
        r"|\(([^()]*+)\))"
        r"(?:\s*+\$)?+(?![\w{])"
    )
)
"""Pattern of a well-known number with its letter, such as "the Lucas number L_n"."""
_ORDINAL = regex(
    spaced(
        r"(?:the )?\$?\(?(?<![0-9])(?P<index>[0-9]*+n(?:\s*+[-+]\s*+[0-9]++)?)\)?\$?-?\s*+"
        r"(?:\^?\{?(?:st|nd|rd|th)\}?) "
        rf"(?P<name>{'|'.join(CALLED)}) number"
    )
)
"""Pattern of a well-known number in words, such as "the (n+1)-st Lucas number"."""
_GREATER = regex(
    spaced(
        r"(?<![\w\\])n(\$?) (?:(?:strictly )?(greater than|exceeding)|(?:at least|greater than or equal"
        r" to)) (?=\$?\d)"
    )
)
"""Pattern of a bound in words, such as "n greater than 2" and "n at least 3"."""
_BOUND = r"(?:\$\s*+)?+n\s*+(?:>=?|\\geq?(?:slant)?(?![a-z])|≥|⩾)\s*+\d++(?:\s*\$)?+"
_EVERY = spaced(
    r"(?:(?:all|every|each|any) )?+(?:(?:positive|non-?negative|natural) )?+(?:(?:integers?|numbers?) )?+"
)
_RANGE = (
    rf"(?:{_EVERY}(?:{_BOUND}|\$?\s*+n\s*+\$?(?![\w(^_]))|(?:all\s++)?(?:even|odd)\s++\$?n\$?)"
    r"(?!\s*+[-+*/^=<>])"
)
_PARITY = spaced(r"\$?\s*+n(?:\s*\$)?+ (?:is )?(?P<parity>even|odd)")
_AHEAD = regex(
    spaced(
        rf"(?:(?:[Ff]or|[Ii]f|[Ww]hen|Whenever) (?:{_PARITY}|(?P<range>{_RANGE}))"
        rf"|Let (?P<let>{_BOUND})(?: be an integer)?+[.]?)(?:\s*+,\s*+| )(?:[Tt]hen,? )?(?:we have )?(?=\S)"
    )
)
"""Pattern of a range before a clause."""
_INSIDE = (
    (regex(rf"(?P<range>{_BOUND})(?=\s++(?:vertices|nodes|points|cells)\b)"), " n"),
    (
        regex(
            spaced(
                r"(?<!\s)(?:\s*+,\s*+|\s*+\(\s*+|\s++)(?:(?:for|with|where) (?:all )?)?(?<![\w$]n\s)"
                rf"(?P<range>{_BOUND})(?:\s*+\)|,|(?=\s|$))"
            )
        ),
        " ",
    ),
)
"""Patterns of a range inside a noun phrase, as in "n >= 3 vertices" and "the n-gear graph with n >= 3", and
what remains of it.
"""
_PLACE = regex(
    spaced(r"(?:[Ff]or|[Ii]n|[Oo]n) (?P<boards>[^,=]{1,80}?)(?:, (?=(?:the|there)\s)| (?=there\s))")
)
"""Pattern of boards before a clause about them: "For the path with n vertices, the number of ... is ..."."""
_NAMED_GRAPH = regex(
    spaced(
        r"(?:[Ll]et|[Ii]f) (?P<sign>\$?[A-Z]{1,2}_(?:n|\{n\})\$?) (?:be|denotes?|is)"
        r" (?P<graph>(?:an?|the) (?!(?:total )?number)[^=.]{1,80}?)[.,;] (?:(?:[Tt]hen|and let) ,?)?+"
        r"(?P<rest>\S.*)"
    ),
    re.DOTALL,
)
"""Pattern of a letter for a graph, and a sentence about it: Let W_n be the wheel with n spokes. Then ..."""
_EQUATED = regex(
    r"(?P<sign>[A-Z]{1,2}_(?:n|\{[^{}]*\}))\s*+=\s*+(?=[A-Z]_\w+\s*+(?:[xX×□]|\\times|\\square))"
)
"""Pattern of a letter that a product of graphs defines, as in L_n = P_2 x P_n."""

# Clauses

_TOLD = regex(
    spaced(
        rf"(?P<before>(?:[A-Za-z,’'-]++ ){{0,4}}?{_OF}\s(?:(?!\s{_VERB}\s)[^=])+)\s{_VERB} (?:"
        rf"(?P<most>{_MOST}) )?"
        r"(?P<formula>.+)"
    ),
    re.DOTALL,
)
_COUNTED = regex(
    spaced(
        r"(?:[Tt]he )?(?P<things>[A-Za-z](?:(?!\s(?:is|are)\s)[^=$]){3,60}?\s(?:of|on|in)\s(?:(?!\s(?:is"
        r"|are)\s)[^=])+)"
        r"\sare (?:counted|enumerated) by (?P<formula>.+)"
    ),
    re.DOTALL,
)
_BEHIND = r"(?P<range>,?\s(?:for|where|if|when|whenever)\s.*)?"
_BOARDS = rf"(?P<boards>(?![Ww]e\s)(?:(?!\s{_HAS}\s)[^=]){{1,99}}+)\s{_HAS}"
_CONTAINS = regex(
    spaced(
        rf"(?:{_BOARDS}|[Tt]here (?:are|is|exists?))(?: (?P<most>{_MOST}))? (?P<formula>\$[^$]++\$"
        rf"|\S.{{0,80}}?)"
        r" (?P<things>(?!(?:sqrt|floor|ceil|binomial|for|if|when|where|and|or|number)\b)"
        r"(?:[0-9]++-)?[A-Za-z]{3}"
        r"[A-Za-z-]*+(?:(?!,?\s(?:for|where|if|when|whenever)\s)[^=]){0,150}?)"
    )
    + _BEHIND,
    re.DOTALL,
)
_NUMBERED = regex(
    spaced(
        rf"{_BOARDS} (?:(?:an?|the) )?(?P<number>[a-z-]++(?: [a-z-]++)? (?:number|index)) (?:equal to )?"
        r"(?P<formula>(?!of\b)\S.*)"
    ),
    re.DOTALL,
)
_REVERSED = regex(
    spaced(
        rf"(?P<formula>\$[^$]++\$|[^=$]{{1,120}}?)\s(?:(?:is|equals|gives) (?:exactly )?(?:the )?"
        rf"(?P<told>{_OF}\s[^=]+)"
        r"|(?:counts|enumerates) (?:the )?(?:number of )?(?P<things>[A-Za-z][^=]+))"
    ),
    re.DOTALL,
)
_SERIES = regex(
    spaced(
        rf"(?P<before>(?:[Tt]he )?{_OF}\s(?:(?!\shas\s)[^=])+)\shas (?:the )?(?:ordinary )?generating"
        rf" function"
        r" (?P<formula>\S.*)"
    ),
    re.DOTALL,
)
_OPTIMAL = regex(
    spaced(
        rf"(?:An?|Any|Every|The) (?P<what>{_EXTREME} (?P<things>[a-z-]++(?: [a-z-]++){{0,2}}?)) "
        rf"(?P<boards>(?:of|in|for)\s"
        rf"(?:(?!\s(?:{_HAS}|consists)\s)[^=])+)\s(?:{_HAS}|consists of) (?:exactly )?(?:(?:size"
        rf"|cardinality) (?P<size>\S.*)"
        r"|(?P<count>\$[^$]++\$|\S.{0,80}?) (?P<part>vertices|edges|elements))"
    ),
    re.DOTALL,
)
_CAN_BE_TILED = regex(
    spaced(
        r"(?P<boards>[^=]{1,99}?)\scan be (?:tiled|(?P<covered>covered)) (?:with|by|using) "
        r"(?P<tiles>[^=$]{1,40}?) in (?:exactly )?"
        r"(?P<formula>.{1,150}?)\s(?:different )?ways"
    )
    + _BEHIND
)
_NOUN = r"(?:the )?(?P<noun>(?:total )?number) (?P<of>of\s(?:(?![;=]|\.\s).)+?)(?<!\s)"
_THEN = r"[.,;] (?:(?:[Tt]hen|[Ww]e have|and|so|hence|thus|therefore),? )?+(?P<formula>\S.*)"
_LETS = tuple(
    regex(spaced(r"\A" + form.format(name=f"(?P<name>{_NAME})", noun=_NOUN, then=_THEN)), re.DOTALL)
    for form in (
        r"(?:Let|[Ll]et us denote by) {name} (?:be|denote|=) {noun}{then}",
        r"(?:We )?[Dd]enote by {name} {noun}{then}",
        r"(?:(?:We )?[Dd]enote|Let) {noun} (?:be denoted )?by {name}{then}",
        r"(?:We )?[Ww]rite {name} for {noun}{then}",
        r"(?:If )?{name} (?:is|equals|denotes|counts) {noun}{then}",
        r"(?P<formula>\S(?:(?!\swhere\s).)*)(?<!\s),? where {name} (?:denotes?|is) {noun}",
    )
)
"""Patterns of a definition and a statement about the defined number."""
_PROPERTY = regex(spaced(r"(?:always )?(?P<words>(?:not )?(?:even|odd|divisible|a multiple)\b.*)"), re.DOTALL)
_NEAREST = regex(
    spaced(
        r"(?:the )?(?:(?:nearest|closest) integer|integer (?:nearest|closest)) to (?P<value>[^=,;]++)"
        r"(?P<rest>.*)"
    ),
    re.DOTALL,
)
_GROWS = regex(spaced(r"asymptotic(?:ally)? (?:equal )?to (?P<value>.+)"), re.DOTALL)
_UNREAD = regex(r"(?P<words>[Tt]he (?:[A-Za-z]++ ){0,3}?number (?:[A-Za-z]++ ){0,9}?)is (?=\$)")
_OF_NUMBERS = frozenset({"the", "number", "of"})
_IN_N = regex(r"(?<![A-Za-z\\])n(?![A-Za-z])")
_RELATION = regex(r"[=<>~≈≤≥≡]|\\(?:sim|approx|equiv|cong|le|ge|lt|gt|to)|\b[oO]\(|\bmod\b")
_RANGED = regex(r"\s(?:for|if|when|whenever)\s")
_SUBCLAUSE = regex(r",?\s(?:for|where|if|when|whenever|with)\s")
_DEFINITION = regex(r",?\s(?:where|with)\s")
_WORD = regex(r"(?<![\\A-Za-z])[A-Za-z]{2,}")
_FUNCTIONS = frozenset({"mod", "binomial", "sqrt", "floor", "ceil", "ceiling", *map(str.lower, CALLED)})


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
    plain = _ORDINAL.sub(r" \g<name>(\g<index>)", _NUMBERS.sub(r" \1(\2\3\4) ", plain))
    plain = _GREATER.sub(lambda found: f"n{found[1]} {'>' if found[2] else '≥'} ", _without_head(plain))
    plain = _without_name(_UNIQUE.sub("exactly one ", plain))
    ranges = list[str]()
    if (ahead := _AHEAD.match(plain)) is not None:
        ranges.append(f"{ahead['parity']} n" if ahead["parity"] else ahead["range"] or ahead["let"])
        plain = plain[ahead.end() :]
    place = _PLACE.match(plain)
    found = _clause(plain[place.end() :] if place else plain)
    if found is None:
        return None
    formula, words = found
    words = f"{words.removesuffix(' is')} of {place['boards']}" if place else words
    for pattern, kept in _INSIDE:
        for match in [*pattern.finditer(words)][::-1]:
            ranges.append(match["range"])
            words = f"{words[: match.start()]}{kept}{words[match.end() :]}".strip()
    return _ranged(formula.replace("≥", ">="), ranges), [words.replace("≥", ">=")]


def _without_head(text: str) -> str:
    """Return a sentence without words that have no meaning for its formula."""
    text = text.strip()
    found = _HEAD.match(text)
    return text[found.end() :] if found else text


def _without_name(text: str) -> str:
    """Return a sentence about a letter that it defines as a graph with the words for the graph instead.

    >>> _without_name("Let W_n be the wheel with n spokes. Then W_n has 2 trees")
    'the wheel with n spokes has 2 trees'
    """
    named = _NAMED_GRAPH.fullmatch(text)
    if named is None:
        return text
    sign = named["sign"].strip("$")
    spoken = rf"\$?(?<![A-Za-z\\]){re.escape(sign)}\$?(?!\w)"
    rest = re.sub(spoken, lambda _: named["graph"], named["rest"])
    letter = sign.partition("_")[0]
    is_other = rest == named["rest"] or re.search(rf"(?<![A-Za-z\\]){letter}[_(]", rest)
    return text if is_other else _without_head(rest)


def _ranged(formula: str, ranges: list[str]) -> str:
    """Return a formula with ranges before its definitions.

    >>> _ranged("F(n+2), where F(n) is the n-th Fibonacci number", ["n >= 3"])
    'a(n) = F(n+2) for n >= 3, where F(n) is the n-th Fibonacci number'
    """
    if not ranges:
        return formula
    found = _DEFINITION.search(formula)
    end = len(formula) if found is None else found.start()
    main = formula[:end]
    spans = " ".join(f"for {span.replace('$', '').replace('≥', '>=').strip()}" for span in ranges)
    is_named = "=" in main or re.match(r"\$?\s*a\(n\) ", main)
    return f"{main if is_named else f'a(n) = {main}'} {spans}{formula[end:]}"


def _clause(plain: str) -> tuple[str, str] | None:
    """Return the formula of a clause, and the words for what it counts, or None for other texts."""
    for form in _LETS:
        if (found := form.fullmatch(plain)) is not None:
            return _defined(found)
    if (found := _CAN_BE_TILED.fullmatch(plain)) is not None:
        how = "cover" if found["covered"] else "tile"
        words = f"the number of ways to {how} {found['boards']} with {found['tiles']}"
        return _bounded(None, found["formula"] + (found["range"] or "")), words
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
        return _told(found)
    if (found := _REVERSED.fullmatch(joined)) is not None and not _has_prose(found["formula"]):
        formula = found["formula"].strip(" $")
        told = found["told"] or f"number of {found['things']}"
        return None if _OWN_NAME.fullmatch(formula) else (_bounded(None, formula), told)
    found = _CONTAINS.fullmatch(joined)
    if found is None or (found["formula"].lower() not in _SMALL and _has_prose(found["formula"])):
        if (unread := _UNREAD.match(joined)) is not None:
            words = unread["words"].rstrip()
            word = next((word for word in words.split() if word.lower() not in _OF_NUMBERS), words)
            raise UndecidedError(f"{as_typed(word)} in the words {as_typed(words)} is not understood")
        return None
    if re.search(r"\b(?:iff|if|divides?)\b", found["boards"] or ""):  # a condition: n has no digit 2
        return None
    number = _SMALL.get(found["formula"].lower())
    formula = (found["formula"] if number is None else str(number)) + (found["range"] or "")
    boards = f" of {found['boards']}" if found["boards"] else ""
    bounded = _bounded(found["most"], formula)
    is_bare = number is not None and bounded == formula
    return f"a(n) = {formula}" if is_bare else bounded, f"the number of {found['things']}{boards}"


def _defined(found: re.Match[str]) -> tuple[str, str]:
    """Return the formula of a sentence that defines its number, and the words for it."""
    name, formula = found["name"].strip("$ "), found["formula"]
    if not re.search(rf"(?<![A-Za-z\\]){re.escape(name[0])}(?![A-Za-z])", formula):
        raise InputError(f"formula: it is not about {name}, which is the number {found['of']}")
    formula = re.sub(rf"^{re.escape(found['name'])}\s++{_OBEYS}\s++(?=[^.]*=)", "", formula)
    return formula, f"the {found['noun']} {found['name']} {_without_letters(found['of'], formula)}"


def _told(found: re.Match[str]) -> tuple[str, str] | None:
    """Return the formula of a sentence about a number, and the words for this number."""
    told, formula = found["before"], found["formula"]
    if (stated := _PROPERTY.fullmatch(formula)) is not None:
        return f"a(n) is {stated['words']}", told
    if (grows := _GROWS.fullmatch(formula)) is not None:
        return f"a(n) ~ {grows['value']}", told
    if (nearest := _NEAREST.fullmatch(formula)) is not None:
        formula = f"round({nearest['value'].strip(' $')}){nearest['rest']}"
    if _has_prose(formula):
        return None
    bounded = formula if "generating function" in told else _bounded(found["most"], formula)
    return bounded, told if bounded != formula else f"{told} is"


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
    if found is None:
        return text
    rest, letter = text[: found.start()] + text[found.end() :], found["sign"].partition("_")[0]
    is_used = re.search(rf"(?<![A-Za-z\\]){letter}\s*+[_(]", rest + formula) is not None
    return text if is_used else rest


def _bounded(words: str | None, formula: str) -> str:
    """Return a formula as a bound of a(n) if it is said to be one, and as a(n) if it is one in n."""
    sign = next((sign for word, sign in _SIGNS.items() if word in (words or "")), "")
    main = _SUBCLAUSE.split(formula)[0]
    is_ranged = "=" not in main and _RANGED.search(formula) is not None
    is_value = _IN_N.search(main) is not None and not _RELATION.search(main)
    return f"a(n) {sign or '='} {formula}" if sign or is_ranged or is_value else formula


def _has_prose(formula: str) -> bool:
    """Return True if a formula contains words that are not functions."""
    return any(
        word not in WORDS and word not in CALLS and word.lower() not in _FUNCTIONS
        for word in _WORD.findall(_SUBCLAUSE.split(formula)[0])
    )
