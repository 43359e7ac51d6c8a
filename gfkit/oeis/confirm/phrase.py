"""The closed lists of words that a hedged line may be made of beside its formulas.

What is not in one of these lists is not read, and a line that is not read whole is never judged. No list has
a word that says of what, or of which n, something holds: phrases are whole, so that no two of them make a
sentence of their own ("a(n)", "is", "n" would).
"""

from __future__ import annotations

import re

_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?"
_DATE = rf"(?:{_MONTH} [0-9]{{1,2}},? [0-9]{{4}}|{_MONTH} [0-9]{{4}})"
_NAME = r"_(?:[^\W\d_]|[ .'’-])+_"
_NAMES = rf"{_NAME}(?:\s*(?:, and|,|and|&)\s*{_NAME})*(?:,?\s*{_DATE})?"
_PARTICLES = frozenset(
    ("van", "der", "den", "de", "du", "von", "zu", "da", "di", "la", "le", "el", "al", "and")
)
_HEDGE = (
    r"(?:conjectur(?:es?|ed|al|ally)|empirical(?:ly)?|apparently|presumably|seemingly|probably|guess(?:ed)?"
    r"|suspected)\b"
)
_END_OF_NUMBER = r"(?![0-9.]*[0-9])(?!\s*[*+/^!])(?!\s*-\s*[^_\s])"
_BOUND = rf"(?-i:n)\s*(>=|≥|>)\s*([0-9]{{1,9}}){_END_OF_NUMBER}"
_WHERE = (
    r"(?:(?:holds|valid|true)\s+)?(?:(?:for|when|if|with|where|whenever|provided)\s+)?"
    r"(?:(?:all|every|each)\s+)?"
)
_ARTICLES = r"(?:(?:the|its|an?|this|following)\s+)*"
_WHICH = r"(?:(?:linear|explicit|closed|equivalent|conjectured|empirical|conjectural|rational)[ -])*"
_LAW = (
    rf"{_ARTICLES}{_WHICH}(?:recurrence|formula|form|relation|equation)(?:\s+(?:relation|equation|formula))?"
)


def _read(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


SEPARATOR = re.compile(r"[,:;]|\.(?=\s|$)")
ATTRIBUTION = _read(
    rf"(?:[-–—]\s*|(?:from|by|of|due\s+to)\s+){_NAMES}"
    rf"|\(\s*(?:(?:from|by)\s+)?{_NAMES}\s*\)|\[\s*(?:(?:from|by)\s+)?{_NAMES}\s*\]"
)
"""Who says it, and when."""
ASIDE = _read(
    r"\((?:start|end)\)|[(\[](?:conjectured?|conjectural|empirical)[)\]]"
    r"|(?:(?:this|it)\s+(?:has\s+been|was)\s+)?(?:checked|verified|tested)\s+(?:(?:up\s+)?(?:to|through)|for)\s+"
    r"(?:the\s+first\s+[0-9]+\s+terms|[0-9]+\s+terms|n\s*(?:=|<=|≤|<)\s*[0-9]+)"
    r"(?=\s*(?:$|[;)\]]|\.(?:\s|$)|[-–—(\[]\s*_))"
)
"""What claims nothing about the sequence: marks of blocks, hedges in brackets, how far somebody looked."""
HEDGE = _read(rf"{_HEDGE}(?:\s+#?[0-9]{{1,2}}(?=\s*[:.)]))?")
"""Words that take back, and add nothing; they may stand alone."""
LEAD = tuple(
    _read(pattern)
    for pattern in (
        r"(?:it|this)\s+(?:also\s+)?(?:appears|seems)(?:\s+likely)?(?:\s+that)?\b",
        r"(?:I|we)\s+(?:also\s+)?(?:conjecture|believe|guess|suspect|think)(?:\s+that)?\b",
        r"(?:is\s+)?that\b",
        r"(?:(?:the|this)\s+)?(?:sequence|terms|numbers|(?-i:a\(n\)))\s+(?:also\s+)?(?:(?:appears?|seems?)\s+to\s+)?"
        rf"(?:satisf(?:y|ies)|obeys?|ha(?:s|ve))\s+{_LAW}\b",
        r"(?-i:a\(n\))\s+(?:also\s+)?(?:(?:appears|seems)\s+to\s+)?satisf(?:y|ies)\b",
        r"(?-i:a\(n\))\s+is\s+given\s+by\b",
        rf"{_LAW}(?:\s+is)?\b",
        r"(?:also|moreover|furthermore|in\s+addition|equivalently|equivalent|namely|and|with|where|we\s+have)\b",
        r"(?:starting\s+with|with\s+initial\s+(?:terms|values|conditions))\b",
        r"i\.e\.(?=[\s,])",
    )
)
"""Phrases that lead to a formula; without one behind them they are not read."""
NUMBER = re.compile(r"[0-9]{1,2}[.)](?=\s)")
"""The number of a sentence, at its beginning."""
SERIES = re.compile(
    r"(?:(?:[Tt]he|[Ii]ts|[Aa]n?)\s+)?(?:(?:[Ee]quivalent|[Ee]mpirical|[Cc]onjectured|[Rr]ational)\s+)*"
    r"(?:(?:[Oo]\.|[Oo]rdinary\s+)?(?:[Gg]\.[Ff]\.|[Gg]enerating\s+[Ff]unction))"
    r"(?:\s*\((?:conjectured?|empirical)\))?\s*(?:is\b|:|=)?\s*(?:[A-Z]\s*\(\s*(?P<letter>[xztq])\s*\)\s*=)?\s*"
)
"""The head of an ordinary generating function, of the sequence itself."""
RANGE = _read(
    rf"{_WHERE}{_BOUND}|\(\s*{_WHERE}{_BOUND}\s*\)|{_WHERE}\(\s*{_WHERE}{_BOUND}\s*\)"
    r"|for\s+(?:all|every|each)\s+(?-i:n)\b(?!\s*[-+*/^<>=≥≤(])"
)
"""From which n on; bound and sign are those of the one pair of groups that took part, none is every n."""
DEGREE = _read(r"\(\s*=?\s*(?:an?\s+)?polynomial\s+(?:of\s+)?degree\s+([0-9]{1,4})(?:\s+in\s+n)?\s*\)")
"""Hardin's "(=polynomial degree 7)", behind a recurrence."""
_HEAD_WORD = _read(
    r"(?:(?:the|following|these|formulas?|formulae|recurrences?|relations?|generating\s+functions?"
    r"|closed\s+forms?|and)\b|g\.f\.s?|o\.g\.f\.|for\s+(?:(?-i:a\(n\))|this\s+sequence)(?=[\s:,(]|$)|from(?=\s+_))"
)
_COLUMN_HEAD = re.compile(rf"{_HEDGE}\s+for\s+(column|row)\s+([kn])\s*:?\s*", re.IGNORECASE)


def attribution_end(text: str, position: int) -> int | None:
    """Where an attribution that begins here ends; None without one.

    >>> attribution_end("- _R. H. Hardin_, Mar 12 2015. More", 0)
    29
    >>> attribution_end("- _Not true in general_", 0) is None
    True
    """
    found = ATTRIBUTION.match(text, position)
    if found is None:
        return None
    words = [word for name in re.findall(r"_([^_]+)_", found[0]) for word in re.split(r"[ -]+", name)]
    named = [word for word in words if word]
    is_name = named and all(word[0].isupper() or word in _PARTICLES for word in named)
    return found.end() if is_name else None


def is_plain_head(text: str) -> bool:
    """Whether the head of a block says nothing but that it is conjectured, by whom, and when.

    >>> [is_plain_head(f"Conjectures {words}: (Start)") for words in ("from _Colin Barker_, Jun 11 2017", "")]
    [True, True]
    >>> [is_plain_head(f"Conjectures for the {word}:") for word in ("partial sums", "bisection", "column k")]
    [False, False, False]
    """
    position = 0
    while position < len(text):
        blank = re.compile(r"\s+").match(text, position)
        ends = (
            blank and blank.end(),
            attribution_end(text, position),
            *(
                found and found.end()
                for found in (part.match(text, position) for part in (SEPARATOR, ASIDE, HEDGE, _HEAD_WORD))
            ),
        )
        end = next((end for end in ends if end), None)
        if end is None:
            return False
        position = end
    return True


def bound_of(found: re.Match[str]) -> int:
    """The first n of a range that was found; 0 for 'for all n'.

    >>> bound_of(RANGE.match("for all n > 4")), bound_of(RANGE.match("(n >= 4)"))
    (5, 4)
    """
    sign, bound = next(
        (
            (sign, bound)
            for sign, bound in zip(found.groups()[::2], found.groups()[1::2], strict=True)
            if sign
        ),
        (">=", "0"),
    )
    return int(bound) + (sign == ">")


def table_head(text: str) -> tuple[str, str] | None:
    """The word and the letter of 'Empirical for column k:'; None for any other line.

    >>> table_head("Empirical for row n:"), table_head("Empirical for column k of the partial sums:")
    (('row', 'n'), None)
    """
    found = _COLUMN_HEAD.fullmatch(text)
    return (found[1].lower(), found[2]) if found else None
