"""Published claims as values (statement, source, check, expected result), and the theorems of checks.

A check has a kind with arguments and methods. A theorem is a function that tests it, with its name in claims
and its sentence:

    @theorem("mypaper.ratio", {"transfer": count, "brute-force": listed}, words="a(n+1) <= {most:int}*a(n)")
    def ratio(counter: Callable[..., Count], said: Said, asked: Arguments) -> Found: ...

A claim refers to it by ``by = "property"``, ``name = "mypaper.ratio"``; ``with`` has the arguments ``asked``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from string import Formatter
from typing import Any

from gfkit.errors import CatalogError, unknown
from gfkit.writable import JsonRecord

Statement = tuple[str, ...]
"""The content of a claim: one formula, number or word, or the entries of a list."""


class ClaimStatus(StrEnum):
    """The status of a claim, expected or found. Out of reach is written ``open``."""

    PROVED = "proved"
    REFUTED = "refuted"
    CONSISTENT = "consistent"
    OPEN = "open"


class ClaimKind(StrEnum):
    """The kind of a claim."""

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
    """The time that a check takes: a second or two, up to a minute, or longer."""

    FAST = "fast"
    SLOW = "slow"
    LONG = "long"


class Stance(StrEnum):
    """The stance of the document: a fact, a conjecture, or a question."""

    STATED = "stated"
    CONJECTURED = "conjectured"
    ASKED = "asked"


@dataclass(frozen=True, slots=True)
class Source:
    """A document, with the word its claims' ids begin with."""

    id: str
    title: str
    authors: tuple[str, ...]
    about: str = ""


@dataclass(frozen=True, slots=True)
class Witness(JsonRecord):
    """The smallest board, or index, that refutes a claim: the claimed and the true value."""

    at: str
    claimed: str = ""
    true: str = ""

    def __str__(self) -> str:
        sides = [f"claimed {self.claimed}" * bool(self.claimed), f"true is {self.true}" * bool(self.true)]
        words = ", ".join(side for side in sides if side)
        return f"{self.at}: {words}" if words else self.at


@dataclass(frozen=True)
class PublishedClaim:
    """One published claim. A refuted one has the ``correction`` of its statement, and the ``quote`` from the
    document, in its own signs."""

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
    """A catalogue file: a source and its claims."""

    file: str
    source: Source
    claims: tuple[PublishedClaim, ...]


Arguments = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one method for a statement, with its evidence."""

    status: ClaimStatus
    evidence: str
    witness: Witness | None = None
    repair: str = ""


Method = Callable[[Statement, Arguments], CheckResult]
HoleValues = Mapping[str, Any]
"""The values that a statement has in the holes of a sentence: numbers, tuples of numbers, and texts."""


@dataclass(frozen=True, slots=True)
class Argument:
    """A key of a claim's [claim.check]: ``sort`` is the Python type that it must have."""

    name: str
    sort: type = str
    needed: bool = False

    @property
    def type_text(self) -> str:
        """The sort of a hole as text."""
        words = {str: "a text in quotes", int: "a whole number", bool: "true or false"}
        return words.get(self.sort) or ("a list of texts" if self.sort is list else "a table")


@dataclass(frozen=True, slots=True)
class CheckKind:
    """A kind of check. Of its ``methods`` by name the first is the default; ``subject`` puts the subject of
    the statement into words."""

    arguments: tuple[Argument, ...]
    methods: Mapping[str, Method]
    subject: Callable[[Arguments], str]
    is_list: bool | None = None
    """Whether the statement must be a list (True), one text (False), or may be either."""
    own_methods: Callable[[Arguments], Mapping[str, Method]] | None = None
    """Where the methods depend on the arguments."""
    same: Callable[[str, str, Arguments], bool] | None = None
    """Whether the statement and the printed text say the same, where that can be decided."""

    def methods_for(self, asked: Arguments) -> Mapping[str, Method]:
        return self.methods if self.own_methods is None else self.own_methods(asked)


def refutation(evidence: str, at: str, claimed: object = "", true: object = "") -> CheckResult:
    """Return the result that the statement fails at a place, with the claimed and the true value."""
    return CheckResult(ClaimStatus.REFUTED, evidence, Witness(at, str(claimed), str(true)))


def compare_entries(
    claimed: Statement,
    true: Statement,
    places: Statement,
    evidence: str,
    best: ClaimStatus = ClaimStatus.PROVED,
) -> CheckResult:
    """Return the comparison of a list with the true one; the first place where they differ is the witness.

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
    """Return the comparison of cases: place, claimed and true value. The first difference refutes; if all
    agree, ``reach`` or ``evidence`` states the extent of the check.
    """
    for place, claimed, true in cases:
        if claimed != true:
            return refutation(evidence, place, claimed, true)
    return CheckResult(best, reach or evidence)


# Theorems


@dataclass(frozen=True)
class Theorem:
    """A property: its methods, and its name in claims. ``theorem`` makes it from a function.

    ``by`` makes a method of a way that no claim names, as tests do.
    """

    name: str
    methods: Mapping[str, Method]
    by: Callable[..., Method]


def theorem(
    name: str, ways: str | Mapping[str, Any], words: str = ""
) -> Callable[[Callable[..., CheckResult]], Theorem]:
    """Return a decorator that makes a function the property ``name``, with these ways for methods.

    Each way is handed to the function first: ``test(way, statement, asked)``; a name alone stands for one way
    with nothing to hand over: ``test(statement, asked)``. With ``words`` the statement must be a sentence in
    them; the values in their holes are handed over in its place.
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
    """A sentence with holes: {n:int} an integer, {row:ints} several, {game:word} a word
    or name, {at:sign} one of < and <=, {rest} any text.

    Braces of the sentence itself are written twice.

    >>> sorted(Sentence("|a - b| <= {bound:int} for {game:word}").parse("|a - b| <= 1 for col").items())
    [('bound', 1), ('game', 'col')]
    """

    text: str

    def parse(self, sentence: str) -> HoleValues:
        """Return the values in the holes; a sentence that is not in these words is refused."""
        values = self.match(sentence)
        if values is None:
            raise CatalogError(f"statement {sentence!r}: must be in the words {self.form!r}")
        return values

    def match(self, sentence: str) -> HoleValues | None:
        """Return the values in the holes, or None for a sentence in other words."""
        match = re.fullmatch(self._pattern, sentence)
        return match and {key: _hole_value(kind, match[key]) for key, kind in self._holes}

    def values_of(self, statement: Statement, asked: Arguments) -> HoleValues:
        """Return the values of a statement that is one sentence. A value in ``asked`` with the name of a hole
        must be the one there.
        """
        sentence = "; ".join(statement)
        values = self.parse(sentence)
        for key in values.keys() & asked.keys():
            if values[key] != asked[key]:
                raise CatalogError(f"statement {sentence!r}: is tested for {key} {asked[key]!r}")
        return values

    @property
    def form(self) -> str:
        """The words, holes as capitals."""
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


def word_of(asked: Arguments, key: str, known: Collection[str], default: str) -> str:
    """Return the value of a key, which must be one of the known ones."""
    word: str = asked.get(key, default)
    if word not in known:
        raise CatalogError(f"check: {unknown(key, word, known)}")
    return word
