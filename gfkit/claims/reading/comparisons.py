"""Statements that compare two formulas: inequalities, congruences, periods, and equations for some n."""

from __future__ import annotations

import re
from collections.abc import Mapping

from gfkit.claims.provers.comparison import REFLECTED, ComparisonClaim, claim_of_sides, reflect
from gfkit.claims.provers.scope import EVERY
from gfkit.claims.reading.chains import with_letters
from gfkit.claims.reading.scope import TERM, plain_statement, split_scope
from gfkit.claims.statement.parse import read_statement
from gfkit.core.algebra import RationalGF
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.algebra.periods import MOST_MODULUS
from gfkit.core.deferred import regex, replace
from gfkit.core.errors import GfkitError, InputError, as_typed

_MOST_LENGTH = 3000
_SIGN = regex(r"(?<![-=<>])(<=|>=|!=|<>|==|=|<|>)(?![=>])")
_FIRST_SCOPE = regex(
    r"(?P<scope>(?:for|if|when|whenever)\s++(?:(?!\sthen\s)[^,:])++)"
    r"(?:[,:]\s++(?:then\s++)?|\s++then\s++)(?P<body>.*)"
)
_INDEX = regex(r"[A-Za-z](?:\(|\[|_\{?)\d*\*?([ijklmprsN])(?![A-Za-z(])")
_CONGRUENCE = regex(
    r"(?P<body>.+?)(?<!\s)\s*+\(\s*+mod(?:ulo)?\s++(?P<modulus>\d++)\s*+\)"
    r"|(?P<loose>[^=]++==?[^=]+?)(?<!\s)\s++mod\s++(?P<bare>\d++)"
)
_MODULO = r"\(?\s*mod(?:ulo)?\s+(?P<modulus>\d+)\s*\)?"
_LENGTH = r"period\s+(?:length\s+)?(?P<period>[1-9]\d*)"
_LEAST = r"(?:the\s+)?(?P<least>least\s+|minimal\s+|smallest\s+)?"
_PERIODS = [
    rf"(?:the\s+sequence\s+)?{TERM}\s*{_MODULO}\s+(?:is\s+(?:eventually\s+|ultimately\s+)?periodic\s+with|has)"
    rf"\s+{_LEAST}{_LENGTH}",
    rf"(?:the\s+sequence\s+)?{TERM}\s+is\s+periodic\s+{_MODULO}\s+with\s+{_LEAST}{_LENGTH}",
    rf"(?:the\s+sequence\s+)?{TERM}\s+has\s+{_LEAST}{_LENGTH}\s+{_MODULO}",
    r"(?:the\s+)?(?P<least>(?:least|minimal|smallest|pisano)?)\s*period\s+(?:length\s+)?of\s+"
    rf"(?:the\s+sequence\s+)?{TERM}\s*,?\s*{_MODULO}\s+(?:is|equals|=)\s+(?P<period>[1-9]\d*)",
]


def comparison_claim(
    text: str, laws: Mapping[tuple[str, ...], RationalGF] | None = None
) -> ComparisonClaim | None:
    """Return the claim of an inequality, a congruence, or of an equation for some residues of n, or None.

    >>> claim = comparison_claim("2^(n-1) <= a(n) < 3^n for n odd, n >= 3")
    >>> claim.relations, claim.condition.residues, claim.since
    (('<=', '<'), frozenset({1}), 3)
    """
    plain = _with_index_n(plain_statement(text))
    ahead = _FIRST_SCOPE.fullmatch(plain)
    if len(plain) > _MOST_LENGTH:
        return None
    body, scope = split_scope(f"{ahead['body']} {ahead['scope']}" if ahead else plain)
    subject, modulus, period = body, 0, 0
    stated = next((found for form in _PERIODS if (found := re.fullmatch(form, body, re.IGNORECASE))), None)
    congruent = _CONGRUENCE.fullmatch(body)
    if stated is not None:
        modulus, period = int(stated["modulus"]), int(stated["period"])
        body = f"{stated['name']}(n+{period}) = {stated['name']}(n)"
    elif congruent is not None and (congruent["body"] or "==" in congruent["loose"]):
        body, modulus = (
            congruent["body"] or congruent["loose"],
            int(congruent["modulus"] or congruent["bare"]),
        )
    parts = [piece.strip() for piece in _SIGN.split(body)]
    relations = tuple({"<>": "!=", "==": "="}.get(sign, sign) for sign in parts[1::2])
    if not relations or not all(parts):
        return None
    try:
        statements = [with_letters(read_statement(side)) for side in parts[::2]]
    except GfkitError:
        return None
    chains = [chain for statement in statements for chain in statement.chains]
    if len(chains) > len(statements) or any(len(chain.sides) > 1 for chain in chains):
        return None
    sides = tuple(nodes.rebuild(chain.sides[0], reflect) for chain in chains)
    names = [name for side in sides for name in nodes.symbols(side)]
    is_plain = scope.condition == EVERY and not scope.is_iff and {*relations} == {"="}
    if laws is None and is_plain and not modulus and not any(REFLECTED in name.label for name in names):
        return None
    claim = claim_of_sides(text, subject, sides, relations, names, scope, laws)
    if claim is None or not modulus or {*relations} != {"="}:
        return None if modulus else claim
    if not 1 < modulus <= MOST_MODULUS or period > MOST_MODULUS:
        raise InputError(f"formula {as_typed(text)}: expected a modulus from 2 to {MOST_MODULUS:,}")
    is_smallest = stated is not None and stated["least"] is not None
    return replace(claim, modulus=modulus, period=period, is_smallest=is_smallest)


def _with_index_n(plain: str) -> str:
    """Return a statement without n in which the single letter of the indices of its terms is n."""
    letters = set(_INDEX.findall(plain))
    if len(letters) != 1 or re.search(r"(?<![A-Za-z])n(?![A-Za-z])", plain):
        return plain
    return re.sub(rf"(?<![A-Za-z\\]){letters.pop()}(?![A-Za-z(])", "n", plain)
