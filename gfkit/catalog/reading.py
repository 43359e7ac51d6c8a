"""Parser of catalogue files (TOML) with validation, and selection of claims."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, TypeVar

from gfkit.catalog.claim import (
    CheckKind,
    ClaimKind,
    ClaimStatus,
    Cost,
    Document,
    PublishedClaim,
    Source,
    Stance,
    Witness,
)
from gfkit.catalog.papers import CHECKS
from gfkit.core.deferred import dataclass
from gfkit.core.errors import CatalogError, unknown
from gfkit.core.files import TomlError, UnreadableError, file_text, read_toml

SCHEMA = 1
_KEYS = (
    "id",
    "place",
    "kind",
    "words",
    "status",
    "statement",
    "printed",
    "quote",
    "check",
    "correction",
    "repair",
    "witness",
    "methods",
    "cost",
    "stance",
    "remark",
)


def read_document(path: str | Path) -> Document:
    """Parse the claims in a catalogue file."""
    try:
        content = file_text(str(path))
    except UnreadableError as error:
        raise CatalogError(f"catalogue file {str(path)!r} {error}") from None
    return parse_document(content, str(path))


def parse_document(content: str, file: str) -> Document:
    """Parse the content of a catalogue file. Error messages contain the name ``file``.

    >>> parse_document("schema = 2", "mine.toml")
    Traceback (most recent call last):
    ...
    gfkit.core.errors.CatalogError: mine.toml: schema 2 is not supported; this version of gfkit reads schema 1
    """
    name = Path(file).name
    try:
        data = read_toml(content)
    except TomlError as error:
        raise CatalogError(f"catalogue file {name!r} {error}") from None
    fields = Fields(name, data)
    if data.get("schema") != SCHEMA:
        if "schema" not in data:
            raise fields.error_for("schema", f"{SCHEMA}, the version of the format")
        raise CatalogError(
            f"{name}: schema {data['schema']!r} is not supported; this version of gfkit reads schema {SCHEMA}"
        )
    fields.check_keys("schema", "source", "topics", "claim")
    source = _source(fields.table("source"))
    topics = _topics(fields)
    listed = data.get("claim")
    if not isinstance(listed, list) or not listed:
        raise fields.error_for("claim", "one or more tables, each written [[claim]]")
    claims: dict[str, PublishedClaim] = {}
    for number, item in enumerate(listed, 1):
        claim = _claim(Fields(f"{name}, claim {number}", item), name, source, topics, Path(file).parent)
        if claim.id in claims:
            raise CatalogError(f"{name}, claim {number}: id {claim.id!r} occurs twice")
        claims[claim.id] = claim
    lost = next((i for ids in topics.values() for i in ids if i not in claims), None)
    if lost is not None:
        raise CatalogError(f"{name}, topics: {unknown('id', lost, claims)}")
    return Document(file, source, tuple(claims.values()))


def _source(fields: Fields) -> Source:
    fields.check_keys("id", "title", "authors", "about")
    word = fields.text("id")
    if not word.replace("-", "").isalnum() or not word.isascii() or word != word.lower():
        raise fields.error_for("id", "lower-case letters, digits and hyphens, such as profiles")
    return Source(word, fields.text("title"), fields.texts("authors"), fields.remark("about"))


def _topics(fields: Fields) -> dict[str, tuple[str, ...]]:
    if "topics" not in fields:
        return {}
    table = fields.table("topics")
    return {topic: table.texts(topic) for topic in table.data}


def _claim(
    fields: Fields, name: str, source: Source, topics: Mapping[str, tuple[str, ...]], folder: Path
) -> PublishedClaim:
    word = fields.text("id")
    if not word.startswith(f"{source.id}-"):
        raise fields.error_for("id", f"a permanent word that starts with {source.id}-")
    fields.where = f"{name}, claim {word}"
    fields.check_keys(*_KEYS)
    statement, is_list = fields.statement("statement")
    by, arguments, check = _check(fields.table("check"), folder)
    if check.is_list is not None and check.is_list is not is_list:
        needed = "a list of strings" if check.is_list else "one string in quotes"
        raise fields.error_for("statement", f"{needed}, as it is checked by {by}")
    status = fields.word("status", ClaimStatus)
    claim = PublishedClaim(
        id=word,
        source=source,
        place=fields.text("place"),
        kind=fields.word("kind", ClaimKind),
        words=fields.text("words"),
        status=status,
        statement=statement,
        is_list=is_list,
        by=by,
        arguments=arguments,
        methods=_methods(fields, check, arguments, status),
        cost=fields.word("cost", Cost, Cost.FAST),
        stance=fields.word("stance", Stance, Stance.STATED),
        printed=fields.remark("printed"),
        quote=fields.statement("quote")[0] if "quote" in fields else (),
        correction=fields.statement("correction")[0] if "correction" in fields else (),
        repair=fields.remark("repair"),
        witness=_witness(fields),
        remark=fields.remark("remark"),
        topics=tuple(topic for topic, ids in topics.items() if word in ids),
    )
    _check_refuted(fields, claim)
    return claim


def _check(fields: Fields, folder: Path) -> tuple[str, dict[str, Any], CheckKind]:
    by = fields.text("by", f"one of {', '.join(CHECKS)}")
    if by not in CHECKS:
        raise CatalogError(f"{fields.where}: {unknown('by', by, CHECKS)}")
    check = CHECKS[by]
    fields.check_keys("by", *(argument.name for argument in check.arguments))
    arguments: dict[str, Any] = {}
    for argument in check.arguments:
        value = fields.data.get(argument.name)
        if value is None:
            if argument.needed:
                raise fields.error_for(argument.name, argument.type_text)
            continue
        if not isinstance(value, argument.sort) or (argument.sort is int and isinstance(value, bool)):
            raise fields.error_for(argument.name, argument.type_text)
        if argument.sort is list:
            value = list(fields.texts(argument.name))
        if argument.name in ("game", "nim", "tiles"):
            value = _resolve_rule(str(value), folder)
        arguments[argument.name] = value
    return by, arguments, check


def _resolve_rule(game: str, folder: Path) -> str:
    """Return the rule; a rule file is searched for in the directory of the catalogue file."""
    return str(folder / game) if game.endswith(".toml") and not Path(game).is_absolute() else game


def _methods(
    fields: Fields, check: CheckKind, arguments: Mapping[str, Any], status: ClaimStatus
) -> tuple[str, ...]:
    try:
        known = check.methods_for(arguments)
    except CatalogError as error:
        raise CatalogError(f"{fields.where}, {error}") from None
    named = fields.texts("methods") if "methods" in fields else (next(iter(known)),)
    for method in named:
        if method not in known:
            raise CatalogError(f"{fields.where}: {unknown('method', method, known)}")
    if status is ClaimStatus.REFUTED and len(set(named)) < 2:
        raise CatalogError(
            f"{fields.where}: a refutation requires two methods; methods must name two of {', '.join(known)}"
        )
    return named


def _witness(fields: Fields) -> Witness | None:
    if "witness" not in fields:
        return None
    table = fields.table("witness")
    table.check_keys("at", "claimed", "true")
    return Witness(table.text("at"), table.remark("claimed"), table.remark("true"))


def _check_refuted(fields: Fields, claim: PublishedClaim) -> None:
    """Raise an error for a refuted claim without witness or quotation, or for any other claim with witness,
    correction or repair.
    """
    if claim.status is ClaimStatus.REFUTED:
        if claim.witness is None:
            raise fields.error_for("witness", "a table with at, the smallest board, claimed and true")
        if not claim.quote:
            raise fields.error_for("quote", "the refuted sentence as printed")
        return
    for key in ("witness", "correction", "repair"):
        if key in fields:
            raise CatalogError(
                f"{fields.where}: {key} is allowed only in refuted claims, but this one is {claim.status}"
            )


# Fields of a catalogue file


_Word = TypeVar("_Word", bound=StrEnum)


class Fields:
    """Table of a catalogue file. ``where`` identifies it in error messages."""

    def __init__(self, where: str, data: object) -> None:
        if not isinstance(data, Mapping):
            raise CatalogError(f"{where}: expected a table, got {data!r}")
        self.where = where
        self.data: Mapping[str, Any] = data

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def check_keys(self, *keys: str) -> None:
        """Raise CatalogError for unknown keys, which are usually misspelt."""
        for key in self.data:
            if key not in keys:
                raise CatalogError(f"{self.where}: {unknown('key', key, keys)}")

    def error_for(self, key: str, needed: str) -> CatalogError:
        """Return the error for a missing field or a field of the wrong type."""
        if key not in self.data:
            return CatalogError(f"{self.where}: {key} is missing; it must be {needed}")
        return CatalogError(f"{self.where}: {key} must be {needed}, got {self.data[key]!r}")

    def text(self, key: str, needed: str = "a string in quotes") -> str:
        value = self.data.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.error_for(key, needed)
        return " ".join(value.split())

    def remark(self, key: str) -> str:
        return self.text(key) if key in self else ""

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.data.get(key)
        if not isinstance(value, list) or not value or not all(isinstance(text, str) for text in value):
            raise self.error_for(key, "a list of strings in quotes; numbers are strings too")
        return tuple(" ".join(text.split()) for text in value)

    def statement(self, key: str) -> tuple[tuple[str, ...], bool]:
        """Return a string, or a list of strings, and True if it is a list."""
        if isinstance(self.data.get(key), list):
            return self.texts(key), True
        return (self.text(key, "a string in quotes or a list of strings; numbers are strings too"),), False

    def word(self, key: str, words: type[_Word], default: _Word | None = None) -> _Word:
        if key not in self and default is not None:
            return default
        known = [word.value for word in words]
        value = self.text(key, f"one of {', '.join(known)}")
        if value not in known:
            raise CatalogError(f"{self.where}: {unknown(key, value, known)}")
        return words(value)

    def table(self, key: str) -> Fields:
        if key not in self:
            raise self.error_for(key, "a table")
        return Fields(f"{self.where}, {key}", self.data[key])


# Selection of claims by id, source, topic, kind, status and cost


@dataclass(frozen=True)
class Selection:
    """Selection of claims; an empty tuple imposes no restriction."""

    ids: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    costs: tuple[str, ...] = ()

    def of(self, documents: Iterable[Document]) -> list[PublishedClaim]:
        """Return the selected claims. Raise an error for a word that matches nothing in the catalogue.

        In ids * matches any characters, as in profiles-t1-*.
        """
        claims = [claim for document in documents for claim in document.claims]
        for pattern in self.ids:
            if not any(fnmatchcase(claim.id, pattern) for claim in claims):
                raise CatalogError(unknown("id", pattern, _near(pattern, claims)))
        chosen = {
            "source": self.sources,
            "topic": self.topics,
            "kind": self.kinds,
            "status": self.statuses,
            "cost": self.costs,
        }
        known: dict[str, set[str]] = {
            "source": {claim.source.id for claim in claims},
            "topic": {topic for claim in claims for topic in claim.topics},
            "kind": set(ClaimKind),
            "status": set(ClaimStatus),
            "cost": set(Cost),
        }
        for what, words in chosen.items():
            for word in words:
                if word not in known[what]:
                    raise CatalogError(unknown(what, word, sorted(known[what])))
        return [claim for claim in claims if self._takes_id(claim) and _has_words(claim, chosen)]

    def _takes_id(self, claim: PublishedClaim) -> bool:
        return not self.ids or any(fnmatchcase(claim.id, pattern) for pattern in self.ids)


def _has_words(claim: PublishedClaim, chosen: Mapping[str, tuple[str, ...]]) -> bool:
    """Return True if each given filter contains a value of the claim."""
    words_of_claim: dict[str, set[str]] = {
        "source": {claim.source.id},
        "topic": set(claim.topics),
        "kind": {claim.kind},
        "status": {claim.status},
        "cost": {claim.cost},
    }
    return all(not words or words_of_claim[what] & set(words) for what, words in chosen.items())


def _near(pattern: str, claims: Sequence[PublishedClaim]) -> list[str]:
    """Return ids to suggest in an error message: ids of the same source, or the prefixes of all sources."""
    same = [claim.id for claim in claims if claim.id.startswith(pattern.split("-")[0])]
    return same[:12] or sorted({f"{claim.source.id}-*" for claim in claims})
