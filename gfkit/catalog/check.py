"""What a way of checking is: the arguments it takes, and the methods that can carry it out; and theorems.

A theorem is a function that tests it, with its name in claims and its words beside it:

    @theorem("mypaper.ratio", {"transfer": count, "brute-force": listed}, words="a(n+1) <= {most:int}*a(n)")
    def ratio(counter: Callable[..., Count], said: Said, asked: Arguments) -> Found: ...

A claim takes it by ``by = "property"``, ``name = "mypaper.step"``; ``with`` has what is ``asked``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from string import Formatter
from typing import Any

from gfkit.catalog.claim import Standing, Statement, Witness
from gfkit.errors import CatalogError, unknown

Arguments = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Found:
    """What one method finds about a statement, and how it is known."""

    standing: Standing
    evidence: str
    witness: Witness | None = None
    repair: str = ""


Method = Callable[[Statement, Arguments], Found]
Said = Mapping[str, Any]
"""What a statement says in the holes of the words: numbers, tuples of numbers, and texts."""


@dataclass(frozen=True, slots=True)
class Argument:
    """A key of a claim's [claim.check]: ``sort`` is the Python type that it must have."""

    name: str
    sort: type = str
    needed: bool = False

    @property
    def wanted(self) -> str:
        """The sort in words."""
        words = {str: "a text in quotes", int: "a whole number", bool: "true or false"}
        return words.get(self.sort) or ("a list of texts" if self.sort is list else "a table")


@dataclass(frozen=True, slots=True)
class WayOfChecking:
    """A way of checking: ``methods`` by name, the first one taken unless told; ``subject`` puts into
    words what the statement is about."""

    arguments: tuple[Argument, ...]
    methods: Mapping[str, Method]
    subject: Callable[[Arguments], str]
    is_list: bool | None = None
    """Whether the statement must be a list (True), one text (False), or may be either."""
    own_methods: Callable[[Arguments], Mapping[str, Method]] | None = None
    """Where the methods depend on the arguments."""
    same: Callable[[str, str, Arguments], bool] | None = None
    """Whether the statement and the text as printed say the same, where that can be told."""

    def methods_for(self, asked: Arguments) -> Mapping[str, Method]:
        return self.methods if self.own_methods is None else self.own_methods(asked)


def refuted(evidence: str, at: str, claimed: object = "", true: object = "") -> Found:
    """That the statement fails at a place, where one thing is claimed and another one is true."""
    return Found(Standing.REFUTED, evidence, Witness(at, str(claimed), str(true)))


def compared(
    claimed: Statement, true: Statement, places: Statement, evidence: str, best: Standing = Standing.PROVED
) -> Found:
    """A list against the true one: the first place where they differ is the witness.

    >>> compared(("1", "4"), ("1", "3"), ("n = 0", "n = 1"), "by hand").witness
    Witness(at='n = 1', claimed='4', true='3')
    """
    for one, other, place in zip(claimed, true, places, strict=True):
        if one != other:
            return Found(Standing.REFUTED, evidence, Witness(place, one, other))
    return Found(best, evidence)


def agreed(cases: Iterable[tuple[str, object, object]], evidence: str, told: str = "") -> Found:
    """Place, what is claimed there and what is true, case after case: the first that differ refute; when all
    agree, ``told`` or ``evidence`` says how far was looked."""
    for place, claimed, true in cases:
        if claimed != true:
            return refuted(evidence, place, claimed, true)
    return Found(Standing.CONSISTENT, told or evidence)


# Theorems


@dataclass(frozen=True)
class Theorem:
    """What ``theorem`` makes of a function: the methods of a property, and its name in claims.

    ``by`` makes a method of a way that no claim names, as tests do.
    """

    name: str
    methods: Mapping[str, Method]
    by: Callable[..., Method]


def theorem(
    name: str, ways: str | Mapping[str, Any], words: str = ""
) -> Callable[[Callable[..., Found]], Theorem]:
    """A function as the property ``name``, carried out in these ways.

    Each way is handed to the function first: ``test(way, statement, asked)``; a name alone stands for one way
    with nothing to hand over: ``test(statement, asked)``. With ``words`` the statement must be a sentence in
    them, and what it says in their holes is handed over in its place.
    """

    def made(test: Callable[..., Found]) -> Theorem:
        def method(*way: Any) -> Method:
            if not words:
                return partial(test, *way)
            sentence = Sentence(words)
            return lambda statement, asked: test(*way, sentence.alone(statement, asked), asked)

        methods = {ways: method()} if isinstance(ways, str) else {k: method(way) for k, way in ways.items()}
        return Theorem(name, methods, method)

    return made


_HOLES = {"int": r"-?\d+", "ints": r"\d+(?:, \d+)*", "word": r"[\w:-]+", "sign": "<=|<", "": r".+?"}


@dataclass(frozen=True)
class Sentence:
    """A sentence with holes: {n:int} a whole number, {row:ints} several, {game:word} a word
    or name, {at:sign} one of < and <=, {rest} any text.

    Braces of the sentence itself are written twice.

    >>> sorted(Sentence("|a - b| <= {bound:int} for {game:word}").read("|a - b| <= 1 for col").items())
    [('bound', 1), ('game', 'col')]
    """

    text: str

    def read(self, sentence: str) -> Said:
        """What the sentence says in the holes; one that is not in these words is refused."""
        said = self.match(sentence)
        if said is None:
            raise CatalogError(f"statement {sentence!r}: must be in the words {self.shown!r}")
        return said

    def match(self, sentence: str) -> Said | None:
        """The same, or None."""
        found = re.fullmatch(self._pattern, sentence)
        return found and {key: _as_said(kind, found[key]) for key, kind in self._holes}

    def alone(self, statement: Statement, asked: Arguments) -> Said:
        """Of a statement that is one sentence. What ``asked`` has by the name of a hole must stand there."""
        sentence = "; ".join(statement)
        said = self.read(sentence)
        for key in said.keys() & asked.keys():
            if said[key] != asked[key]:
                raise CatalogError(f"statement {sentence!r}: is tested for {key} {asked[key]!r}")
        return said

    @property
    def shown(self) -> str:
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


def _as_said(kind: str, text: str) -> Any:
    if kind == "int":
        return int(text)
    return tuple(int(part) for part in text.split(",")) if kind == "ints" else text


def one_of(asked: Arguments, key: str, known: Collection[str], default: str) -> str:
    """The word that stands for a key, which must be one of those known."""
    word: str = asked.get(key, default)
    if word not in known:
        raise CatalogError(f"check: {unknown(key, word, known)}")
    return word
