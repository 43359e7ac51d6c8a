"""Catalogue files: from TOML to claims, with an error for everything that does not fit."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gfkit.boards.grammar import UnreadableError, file_text
from gfkit.catalog.check import Check
from gfkit.catalog.checks import CHECKS
from gfkit.catalog.claim import Claim, Cost, Document, Kind, Source, Stance, Standing, Witness
from gfkit.catalog.field import Fields, unknown
from gfkit.errors import CatalogError

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
    """The claims in a catalogue file."""
    try:
        content = file_text(str(path))
    except UnreadableError as error:
        raise CatalogError(f"catalogue file {str(path)!r} {error}") from None
    return parse_document(content, str(path))


def parse_document(content: str, file: str) -> Document:
    """The claims in the content of a catalogue file, which errors call ``file``.

    >>> parse_document("schema = 2", "mine.toml")
    Traceback (most recent call last):
    ...
    gfkit.errors.CatalogError: mine.toml: schema 2 is not read by this gfkit; it reads schema 1
    """
    name = Path(file).name
    try:
        data = tomllib.loads(content)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise CatalogError(f"catalogue file {name!r} is not TOML: {' '.join(str(error).split())}") from None
    fields = Fields(name, data)
    if data.get("schema") != SCHEMA:
        if "schema" not in data:
            raise fields.refused("schema", f"{SCHEMA}, the version of the format")
        raise CatalogError(
            f"{name}: schema {data['schema']!r} is not read by this gfkit; it reads schema {SCHEMA}"
        )
    fields.only("schema", "source", "topics", "claim")
    source = _source(fields.table("source"))
    topics = _topics(fields)
    listed = data.get("claim")
    if not isinstance(listed, list) or not listed:
        raise fields.refused("claim", "one or more tables, each written [[claim]]")
    claims: dict[str, Claim] = {}
    for number, item in enumerate(listed, 1):
        claim = _claim(Fields(f"{name}, claim {number}", item), name, source, topics, Path(file).parent)
        if claim.id in claims:
            raise CatalogError(f"{name}, claim {number}: id {claim.id!r} stands twice")
        claims[claim.id] = claim
    lost = next((i for ids in topics.values() for i in ids if i not in claims), None)
    if lost is not None:
        raise CatalogError(f"{name}, topics: {unknown('id', lost, claims)}")
    return Document(file, source, tuple(claims.values()))


def _source(fields: Fields) -> Source:
    fields.only("id", "title", "authors", "about")
    word = fields.text("id")
    if not word.replace("-", "").isalnum() or not word.isascii() or word != word.lower():
        raise fields.refused("id", "a word of small letters, digits and hyphens, such as profiles")
    return Source(word, fields.text("title"), fields.texts("authors"), fields.remark("about"))


def _topics(fields: Fields) -> dict[str, tuple[str, ...]]:
    if "topics" not in fields:
        return {}
    table = fields.table("topics")
    return {topic: table.texts(topic) for topic in table.data}


def _claim(
    fields: Fields, name: str, source: Source, topics: Mapping[str, tuple[str, ...]], folder: Path
) -> Claim:
    word = fields.text("id")
    if not word.startswith(f"{source.id}-"):
        raise fields.refused("id", f"a permanent word that starts with {source.id}-")
    fields.where = f"{name}, claim {word}"
    fields.only(*_KEYS)
    statement, is_list = fields.statement("statement")
    by, arguments, check = _check(fields.table("check"), folder)
    if check.is_list is not None and check.is_list is not is_list:
        needed = "a list of texts" if check.is_list else "one text in quotes"
        raise fields.refused("statement", f"{needed}, as it is checked by {by}")
    status = fields.word("status", Standing)
    claim = Claim(
        id=word,
        source=source,
        place=fields.text("place"),
        kind=fields.word("kind", Kind),
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


def _check(fields: Fields, folder: Path) -> tuple[str, dict[str, Any], Check]:
    by = fields.text("by", f"one of {', '.join(CHECKS)}")
    if by not in CHECKS:
        raise CatalogError(f"{fields.where}: {unknown('by', by, CHECKS)}")
    check = CHECKS[by]
    fields.only("by", *(argument.name for argument in check.arguments))
    found: dict[str, Any] = {}
    for argument in check.arguments:
        value = fields.data.get(argument.name)
        if value is None:
            if argument.needed:
                raise fields.refused(argument.name, argument.wanted)
            continue
        if not isinstance(value, argument.sort) or (argument.sort is int and isinstance(value, bool)):
            raise fields.refused(argument.name, argument.wanted)
        if argument.sort is list:
            value = list(fields.texts(argument.name))
        if argument.name in ("game", "nim", "tiles"):
            value = _beside(str(value), folder)
        found[argument.name] = value
    return by, found, check


def _beside(game: str, folder: Path) -> str:
    """A rule file is looked for beside the catalogue file."""
    return str(folder / game) if game.endswith(".toml") and not Path(game).is_absolute() else game


def _methods(fields: Fields, check: Check, arguments: Mapping[str, Any], status: Standing) -> tuple[str, ...]:
    try:
        known = check.methods_for(arguments)
    except CatalogError as error:
        raise CatalogError(f"{fields.where}, {error}") from None
    named = fields.texts("methods") if "methods" in fields else (next(iter(known)),)
    for method in named:
        if method not in known:
            raise CatalogError(f"{fields.where}: {unknown('method', method, known)}")
    if status is Standing.REFUTED and len(set(named)) < 2:
        raise CatalogError(
            f"{fields.where}: nothing counts as refuted on one method; methods must name two of"
            f" {', '.join(known)}"
        )
    return named


def _witness(fields: Fields) -> Witness | None:
    if "witness" not in fields:
        return None
    table = fields.table("witness")
    table.only("at", "claimed", "true")
    return Witness(table.text("at"), table.remark("claimed"), table.remark("true"))


def _check_refuted(fields: Fields, claim: Claim) -> None:
    """What is refuted has a witness and a quotation; what is not has neither witness nor correction."""
    if claim.status is Standing.REFUTED:
        if claim.witness is None:
            raise fields.refused("witness", "a table with at, the smallest board, claimed and true")
        if not claim.quote:
            raise fields.refused("quote", "the words that are refuted, as they are printed")
        return
    for key in ("witness", "correction", "repair"):
        if key in fields:
            raise CatalogError(
                f"{fields.where}: {key} goes with refuted claims, and this one is {claim.status}"
            )
