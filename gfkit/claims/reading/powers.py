"""Statements that terms are powers of integers, or terms of a well-known sequence."""

from __future__ import annotations

from typing import Any

from gfkit.claims.provers.divisibility import index_of
from gfkit.claims.provers.powers import MemberClaim, PowerClaim, ValueClaim
from gfkit.claims.provers.scope import Property
from gfkit.claims.reading.scope import plain_statement, read_scope, unreadable
from gfkit.claims.statement.names import NAMED
from gfkit.claims.statement.parse import read_statement
from gfkit.core.deferred import regex
from gfkit.core.errors import InputError, as_typed

_TERM = r"(?P<name>[A-Za-z])\s*(?:\((?P<i>[^()]*)\)|\[(?P<j>[^\[\]]*)\]|_\s*\{(?P<k>[^{}]*)\}|_\s*(?P<l>\w))"
_VALUES = (
    "'a(2n+1) is a square', 'a cube', 'a 5th power', 'a Fibonacci number' or 'a term of L', then nothing,"
    " 'for every n' or 'for n mod 3 = 2', then perhaps 'for n >= 3'"
)
_POWER = regex(
    rf"{_TERM}\s+is\s+(?P<not>not\s+)?(?:always\s+)?an?\s+(?:perfect\s+)?"
    r"(?:(?P<word>square|cube)(?:\s+number)?|(?P<power>\d+|fourth|fifth|sixth)(?:st|nd|rd|th)?\s+power"
    r"|(?P<called>Fibonacci|Lucas|Pell|Jacobsthal)\s+number|term\s+of\s+(?P<of>[A-Z][a-z]*)(?:\(n\))?)\b(?P<rest>.*)"
)
_MOST_EXPONENT = 12
_EXPONENTS = {"square": 2, "cube": 3, "fourth": 4, "fifth": 5, "sixth": 6}


def claim_of_values(text: str) -> ValueClaim | None:
    """Return the claim that terms are powers or terms of a well-known sequence, or None for another form.

    >>> claim_of_values("a(2n+1) is a perfect square for n >= 3").words
    'a(2n+1) is a perfect square for n >= 3'
    """
    plain = plain_statement(text)
    found = _POWER.fullmatch(plain)
    if found is None:
        return None
    written = next(found[key] for key in "ijkl" if found[key] is not None)
    scope = read_scope(found["rest"].strip(), "n", text, _VALUES)
    chains = read_statement(f"{found['name']}({written})").chains
    index = index_of(chains[0].sides[0]) if len(chains) == 1 and len(chains[0].sides) == 1 else None
    if found["not"] or scope.is_iff or not isinstance(scope.condition, Property) or index is None:
        raise unreadable(text, plain, _VALUES)
    subject = f"{plain[: found.start('rest')].strip()} {scope.words}".strip()
    common: dict[str, Any] = {"text": text, "subject": subject, "since": scope.since}
    common |= {"label": found["name"], "index": index, "condition": scope.condition}
    name = (found["called"] or found["of"] or "").replace("Fibonacci", "F")
    if name and name not in NAMED:
        raise unreadable(text, name, _VALUES)
    if name:
        return MemberClaim(**common, name=next(one for one in NAMED if NAMED[one] == NAMED[name]))
    word = found["word"] or found["power"]
    exponent = int(word) if word.isdigit() else _EXPONENTS[word]
    if not 2 <= exponent <= _MOST_EXPONENT:
        raise InputError(
            f"formula {as_typed(text)}: the exponent {exponent} must be from 2 to {_MOST_EXPONENT}"
        )
    return PowerClaim(**common, exponent=exponent)
