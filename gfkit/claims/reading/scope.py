"""Conditions and ranges of n in words: ``for n odd, n >= 3``, ``iff n mod 5 in {0, 2}``."""

from __future__ import annotations

import re
from contextlib import suppress

from gfkit.claims.provers.digits import DigitCondition, PowerCondition
from gfkit.claims.provers.scope import EVERY, MOST_RESIDUES, Property, StatementRange
from gfkit.core.algebra.periods import MOST_MODULUS
from gfkit.core.deferred import regex
from gfkit.core.errors import InputError, LimitError, as_typed

_MOST_DIGITS, _MOST_BASE = 100, 10_000
SET = r"(?P<set>\{[\d\s,]+\}|\d+(?:\s*(?:,|or|and)\s*\d+)*)"
_SHIFT = r"(?:\s*(?P<sign>[+-])\s*(?P<shift>\d+))?"
_DIGITS = [
    rf"n\s*=\s*(?P<base>\d+)\s*\^\s*\{{?\s*[jkm]\s*\}}?{_SHIFT}(?:\s+(?:for\s+some|with)\s+[jkm](?:\s*>=\s*0)?)?",
    rf"n{_SHIFT}\s+is\s+a\s+power\s+of\s+(?P<base>\d+)",
    rf"n\s+has\s+no\s+digits?\s+{SET}\s+in\s+base\s+(?P<base>\d+)",
    rf"(?:all\s+|the\s+)*base[\s-]+(?P<base>\d+)\s+digits\s+of\s+n\s+are\s+(?:all\s+)?(?:in\s+)?{SET}",
    rf"(?:all\s+|the\s+)*digits\s+of\s+n\s+in\s+base\s+(?P<base>\d+)\s+are\s+(?:all\s+)?(?:in\s+)?{SET}",
]
TERM = (
    r"(?P<name>[A-Za-z])\s*(?:\(\s*(?P<i>[A-Za-z]|\d+)\s*\)"
    r"|\[\s*(?P<j>[A-Za-z]|\d+)\s*\]|_\s*+\{?\s*+(?P<k>[A-Za-z]|\d+)(?:\s*+\})?)"
)
_CONDITIONS = [
    rf"n\s+mod\s+(?P<modulus>\d+)\s*(?P<not>!=|==?|in)\s*{SET}",
    rf"n\s*==?\s*(?:(?P<residue>-\d+)|{SET})\s*(?:\(\s*mod\s+(?P<modulus>\d+)\s*\)|mod\s+(?P<bare>\d+))",
    r"n\s+(?:is\s+)?(?P<not>not\s+)?(?P<parity>even|odd)",
    r"(?P<parity>even|odd)\s+n",
    r"n\s+(?:is\s+)?(?P<not>not\s+)?(?:divisible\s+by|a\s+multiple\s+of)\s+(?P<modulus>\d+)",
    r"(?P<modulus>\d+)\s*(?P<not>does\s+not\s+divide|divides|\|)\s*n",
]
_IFF = r"(?:iff|if\s+and\s+only\s+if|exactly\s+(?:when|if|for)|precisely\s+(?:when|if|for))\s+"
_FOR = r"(?:for\s+(?:all|every|each|any)|for|if|when|whenever)\s+"
_RANGE = (
    r"(?:,?\s*(?:for\s+(?:all\s+|every\s+)?|and\s+)|,\s*|\(\s*)?"
    r"(?:n\s*(?P<sign>>=|>)\s*(?P<first>\d+)|from\s+n\s*=\s*(?P<from>\d+)\s+on)\s*\)?$"
)


def read_scope(rest: str, letter: str, text: str, forms: str) -> StatementRange:
    """Parse the part of a statement after its property, where ``letter`` denotes the index.

    ``text`` is the whole statement and ``forms`` its admissible forms, for messages.

    >>> found = read_scope("for every n, n >= 3", "n", "", "")
    >>> found.is_plain, found.since
    (True, 3)
    """
    if letter != "n" and re.search(r"\bn\b", rest):
        raise unreadable(text, rest, forms)
    rest = re.sub(rf"\b{letter}\b", "n", rest)
    since = None
    bound = re.search(_RANGE, rest)
    if bound is not None:
        first = bound["first"] or bound["from"]
        if len(first) > _MOST_DIGITS:
            raise LimitError(f"formula {as_typed(text)}: the first n of the range has {len(first)} digits")
        since = int(first) + (bound["sign"] == ">")
        is_joined = "and" in bound[0]
        rest = rest[: bound.start()].strip()
        if is_joined and re.match(_IFF, rest):
            raise InputError(
                f"formula {as_typed(text)}: write the range as ', n >= {since}'; 'and' would make it a part"
                " of the condition"
            )
    opened = "|for|if|when" if bound and bound[0].startswith(("n", "(", "from")) else ""
    if re.fullmatch(rf"(?:for\s+(?:all|every|each|any)(?:\s+n)?|always{opened})?", rest):
        return StatementRange(EVERY, False, since, rest)
    if re.fullmatch(r"for\s+no(?:\s+n)?|never", rest):
        return StatementRange(Property(1, frozenset()), True, since)
    for form, is_iff in ((_IFF, True), (_FOR, False)):
        start = re.match(form, rest)
        if start is not None:
            words = rest[start.end() :]
            on_digits = digit_condition(words, text)
            if on_digits is not None:
                return StatementRange(on_digits, is_iff, since, rest)
            matches = (re.fullmatch(condition, words) for condition in _CONDITIONS)
            match = next((match for match in matches if match is not None), None)
            if match is not None:
                return StatementRange(property_of(match, text), is_iff, since, rest)
    raise unreadable(text, rest or plain_statement(text), forms)


_SIGN_NAMES = {
    "equiv": "==", "mid": "|", "geq": ">=", "ge": ">=", "geqslant": ">=", "gt": ">", "leq": "<=", "le": "<=",
    "leqslant": "<=", "lt": "<", "neq": "!=", "ne": "!=", "in": "in", "bmod": "mod", "iff": "iff",
}  # fmt: skip
_SIGN_NAME = regex(rf"\\({'|'.join(_SIGN_NAMES)})(?![A-Za-z])")


def plain_statement(text: str) -> str:
    """Return a statement in plain text, from LaTeX or with Unicode signs."""
    for written, plain in (
        ("$", ""), ("≡", "=="), ("∣", "|"), ("≥", ">="), ("≤", "<="), ("≠", "!="), ("∈", "in"),
        (r"\{", "{"), (r"\}", "}"), (r"\,", " "),
    ):  # fmt: skip
        text = text.replace(written, plain)
    text = _SIGN_NAME.sub(lambda found: f" {_SIGN_NAMES[found[1]]} ", text)
    text = re.sub(r"\\pmod\s*+\{?\s*+(\d+)\s*+\}?", r"(mod \1)", text)
    return " ".join(text.split()).rstrip(". ")


def property_of(match: re.Match[str], text: str) -> Property:
    """Return the residues that a matched property or condition describes."""
    groups = match.groupdict()
    modulus = 2 if groups.get("parity") else int(groups.get("modulus") or groups["bare"])
    listed = [int(value) for value in re.findall(r"\d+", groups.get("set") or "")]
    is_negated = (groups.get("not") or "").startswith(("not", "does", "never", "!"))
    is_condition = "name" not in groups
    most = MOST_RESIDUES if is_condition or is_negated else MOST_MODULUS
    if not 1 <= modulus <= most:
        raise InputError(f"formula {as_typed(text)}: modulus {modulus} must be from 1 to {most:,}")
    if any(value >= modulus for value in listed):
        raise InputError(f"formula {as_typed(text)}: {max(listed)} is not a residue modulo {modulus}")
    residue = 1 if groups.get("parity") == "odd" else int(groups.get("residue") or 0)
    found = Property(modulus, frozenset(listed or [residue % modulus]))
    return found.complement if is_negated else found


def unreadable(text: str, rest: str, forms: str) -> InputError:
    """Return the error for a part of a statement that has none of the admissible forms."""
    return InputError(f"formula {as_typed(text)}: cannot parse {as_typed(rest)}; expected {forms}")


_RANGE_WORDS = regex(
    r"(?:(?<=\s)|[,(]\s*)(?=(?:for|if|iff|when|whenever|exactly|precisely|from|always|never|n\s*>=?)\b)"
)
_COMPARISON_FORMS = "'a(n) <= 2^n', then perhaps 'for n odd', 'for n mod 3 = 1', 'for n >= 3'"


def split_scope(plain: str) -> tuple[str, StatementRange]:
    """Return the relations of a statement and its range."""
    for match in _RANGE_WORDS.finditer(plain):
        body, rest = plain[: match.start()].rstrip(" ,"), plain[match.end() :].strip()
        is_bracketed = "(" in match[0] and rest.endswith(")")
        if body.count("(") != body.count(")"):
            continue
        with suppress(InputError):
            return body, read_scope(rest[:-1] if is_bracketed else rest, "n", plain, _COMPARISON_FORMS)
    return plain, StatementRange(EVERY)


def digit_condition(words: str, text: str) -> PowerCondition | DigitCondition | None:
    """Return the condition on digits that a string describes, or None.

    >>> digit_condition("n = 2^k - 1", ""), digit_condition("n has no digit 2 in base 3", "")
    (PowerCondition(base=2, offset=-1), DigitCondition(base=3, digits=frozenset({0, 1})))
    """
    found = next((match for form in _DIGITS if (match := re.fullmatch(form, words)) is not None), None)
    if found is None:
        return None
    groups, base = found.groupdict(), int(found["base"])
    if not 2 <= base <= _MOST_BASE:
        raise InputError(f"formula {as_typed(text)}: base {base} must be from 2 to {_MOST_BASE:,}")
    if groups.get("set"):
        digits = frozenset(map(int, re.findall(r"\d+", groups["set"])))
        if max(digits) >= base:
            raise InputError(f"formula {as_typed(text)}: {max(digits)} is not a digit in base {base}")
        return DigitCondition(base, frozenset(range(base)) - digits if " no " in words else digits)
    shift = int(groups["shift"] or 0) * (-1 if groups["sign"] == "-" else 1)
    return PowerCondition(base, -shift if "power" in words else shift)
