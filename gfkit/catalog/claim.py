"""Published claims as values (statement, source, check, expected result), and the theorems of checks.

A check has a kind, which defines its arguments and methods. A theorem is a function that tests a property,
with a name and a sentence for claims:

    @theorem("mypaper.ratio", {"transfer": count, "brute-force": listed}, words="a(n+1) <= {most:int}*a(n)")
    def ratio(counter: Callable[..., Count], said: Said, asked: Arguments) -> Found: ...

A claim refers to the theorem by ``by = "property"`` and ``name = "mypaper.ratio"``; ``with`` contains the
arguments ``asked``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import partial
from string import Formatter
from typing import Any

from gfkit.core.deferred import dataclass, field
from gfkit.core.errors import CatalogError
from gfkit.core.writable import JsonRecord

Statement = tuple[str, ...]
"""Content of a claim: one formula, number or word, or the entries of a list."""


class ClaimStatus(StrEnum):
    """Status of a claim, expected or found. "Out of reach" is written as ``open``."""

    PROVED = "proved"
    REFUTED = "refuted"
    CONSISTENT = "consistent"
    OPEN = "open"


class ClaimKind(StrEnum):
    """Kind of a claim."""

    GENERATING_FUNCTION = "generating-function"
    RECURRENCE = "recurrence"
    CLOSED_FORM = "closed-form"
    TABLE_ENTRY = "table-entry"
    POLYNOMIAL = "polynomial"
    VALUE = "value"
    WINNER = "winner"
    GROWTH = "growth"
    PROPERTY = "property"
    IDENTITY = "identity"
    EQUILIBRIUM = "equilibrium"
    NIM = "nim"


class Cost(StrEnum):
    """Duration of a check: up to two seconds, up to a minute, or longer."""

    FAST = "fast"
    SLOW = "slow"
    LONG = "long"


class Stance(StrEnum):
    """Position of the document on the claim: fact, conjecture, or question."""

    STATED = "stated"
    CONJECTURED = "conjectured"
    ASKED = "asked"


@dataclass(frozen=True, slots=True)
class Source:
    """Published document, and the prefix of the ids of its claims."""

    id: str
    title: str
    authors: tuple[str, ...]
    about: str = ""


@dataclass(frozen=True, slots=True)
class Witness(JsonRecord):
    """Smallest board, or index, at which a claim fails, with the claimed and the true value."""

    at: str
    claimed: str = ""
    true: str = ""

    def __str__(self) -> str:
        sides = [f"claimed {self.claimed}" * bool(self.claimed), f"true is {self.true}" * bool(self.true)]
        words = ", ".join(side for side in sides if side)
        return f"{self.at}: {words}" if words else self.at


@dataclass(frozen=True)
class PublishedClaim:
    """Published claim. A refuted claim has a ``correction``, and a ``quote`` from the document."""

    id: str
    source: Source
    place: str
    kind: ClaimKind
    words: str
    status: ClaimStatus
    statement: Statement
    is_list: bool
    by: str
    arguments: Mapping[str, Any] = field(hash=False)
    methods: tuple[str, ...]
    cost: Cost = Cost.FAST
    stance: Stance = Stance.STATED
    printed: str = ""
    quote: Statement = ()
    correction: Statement = ()
    repair: str = ""
    witness: Witness | None = None
    remark: str = ""
    topics: tuple[str, ...] = ()


@dataclass(frozen=True)
class Document:
    """Catalogue file: a source and its claims."""

    file: str
    source: Source
    claims: tuple[PublishedClaim, ...]


Arguments = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CheckResult:
    """Result of one method of checking a statement, with its evidence."""

    status: ClaimStatus
    evidence: str
    witness: Witness | None = None
    repair: str = ""


Method = Callable[[Statement, Arguments], CheckResult]
HoleValues = Mapping[str, Any]
"""Values of the placeholders of a sentence: numbers, tuples of numbers, and strings."""


@dataclass(frozen=True, slots=True)
class Argument:
    """Key of the table [claim.check]; ``sort`` is the Python type of its value."""

    name: str
    sort: type = str
    needed: bool = False

    @property
    def type_text(self) -> str:
        """Description of the type of the value."""
        words = {str: "a string in quotes", int: "an integer", bool: "true or false"}
        return words.get(self.sort) or ("a list of strings" if self.sort is list else "a table")


@dataclass(frozen=True, slots=True)
class CheckKind:
    """Kind of check. The first of its ``methods`` is the default. ``subject`` returns a description of what
    is claimed.
    """

    arguments: tuple[Argument, ...]
    methods: Mapping[str, Method]
    subject: Callable[[Arguments], str]
    is_list: bool | None = None
    """True if the statement must be a list, False if it must be a single string, None if it may be either."""
    own_methods: Callable[[Arguments], Mapping[str, Method]] | None = None
    """Function that returns the methods, if they depend on the arguments."""
    same: Callable[[str, str, Arguments], bool] | None = None
    """Function that returns True if the statement and the printed text have the same meaning, if this is
    decidable.
    """

    def methods_for(self, asked: Arguments) -> Mapping[str, Method]:
        return self.methods if self.own_methods is None else self.own_methods(asked)


def refutation(evidence: str, at: str, claimed: object = "", true: object = "") -> CheckResult:
    """Return the result that the statement fails at a position, with the claimed and the true value."""
    return CheckResult(ClaimStatus.REFUTED, evidence, Witness(at, str(claimed), str(true)))


def compare_entries(
    claimed: Statement,
    true: Statement,
    places: Statement,
    evidence: str,
    best: ClaimStatus = ClaimStatus.PROVED,
) -> CheckResult:
    """Return the comparison of a list with the true list; the first difference is the witness.

    >>> compare_entries(("1", "4"), ("1", "3"), ("n = 0", "n = 1"), "by hand").witness
    Witness(at='n = 1', claimed='4', true='3')
    """
    return compare_cases(zip(places, claimed, true, strict=True), evidence, best=best)


def compare_cases(
    cases: Iterable[tuple[str, object, object]],
    evidence: str,
    reach: str = "",
    best: ClaimStatus = ClaimStatus.CONSISTENT,
) -> CheckResult:
    """Return the comparison of cases, each consisting of a position, the claimed value and the true value.

    The first difference refutes the statement. If all values agree, ``reach`` or ``evidence`` states the
    extent of the check.
    """
    for place, claimed, true in cases:
        if claimed != true:
            return refutation(evidence, place, claimed, true)
    return CheckResult(best, reach or evidence)


# Theorems


@dataclass(frozen=True)
class Theorem:
    """Property with its methods and its name in claims, created by the decorator ``theorem``.

    ``by`` returns a method for another implementation, for use in tests.
    """

    name: str
    methods: Mapping[str, Method]
    by: Callable[..., Method]


def theorem(
    name: str, ways: str | Mapping[str, Any], words: str = ""
) -> Callable[[Callable[..., CheckResult]], Theorem]:
    """Return a decorator that turns a function into the property ``name`` with the given methods.

    ``ways`` maps each method to an implementation, which is passed to the function as its first argument:
    ``test(way, statement, asked)``. If ``ways`` is only the name of a method, the function is
    ``test(statement, asked)``. If ``words`` is given, the statement must match this sentence, and the values
    of its placeholders are passed instead.
    """

    def decorate(test: Callable[..., CheckResult]) -> Theorem:
        def method(*way: Any) -> Method:
            if not words:
                return partial(test, *way)
            sentence = Sentence(words)
            return lambda statement, asked: test(*way, sentence.values_of(statement, asked), asked)

        methods = {ways: method()} if isinstance(ways, str) else {k: method(way) for k, way in ways.items()}
        return Theorem(name, methods, method)

    return decorate


_HOLES = {"int": r"-?\d+", "ints": r"\d+(?:, \d+)*", "word": r"[\w:-]+", "sign": "<=|<", "": r".+?"}


@dataclass(frozen=True)
class Sentence:
    """Sentence with typed placeholders.

    {n:int} is an integer, {row:ints} several integers, {game:word} a word or name, {at:sign} one of < and <=,
    and {rest} any text. Braces that belong to the sentence are doubled.

    >>> sorted(Sentence("|a - b| <= {bound:int} for {game:word}").parse("|a - b| <= 1 for col").items())
    [('bound', 1), ('game', 'col')]
    """

    text: str

    def parse(self, sentence: str) -> HoleValues:
        """Return the values of the placeholders. Raise an error if the sentence does not match."""
        values = self.match(sentence)
        if values is None:
            raise CatalogError(f"statement {sentence!r} must have the form {self.form!r}")
        return values

    def match(self, sentence: str) -> HoleValues | None:
        """Return the values of the placeholders, or None if the sentence does not match."""
        match = re.fullmatch(self._pattern, sentence)
        return match and {key: _hole_value(kind, match[key]) for key, kind in self._holes}

    def values_of(self, statement: Statement, asked: Arguments) -> HoleValues:
        """Return the values of a statement that is one sentence.

        If ``asked`` contains a placeholder's name, both values must be equal.
        """
        sentence = "; ".join(statement)
        values = self.parse(sentence)
        for key in values.keys() & asked.keys():
            if values[key] != asked[key]:
                raise CatalogError(
                    f"statement {sentence!r} conflicts with the argument {key} = {asked[key]!r}"
                )
        return values

    @property
    def form(self) -> str:
        """Sentence with its placeholders in capitals."""
        return "".join(text + (key or "").upper() for text, key, *_ in Formatter().parse(self.text))

    @property
    def _holes(self) -> list[tuple[str, str]]:
        return [(key, kind or "") for _, key, kind, _ in Formatter().parse(self.text) if key]

    @property
    def _pattern(self) -> str:
        parts = Formatter().parse(self.text)
        return "".join(
            re.escape(text) + (f"(?P<{key}>{_HOLES[kind or '']})" if key else "")
            for text, key, kind, _ in parts
        )


def _hole_value(kind: str, text: str) -> Any:
    if kind == "int":
        return int(text)
    return tuple(int(part) for part in text.split(",")) if kind == "ints" else text
