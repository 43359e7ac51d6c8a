"""The grammar of names, read from the TOML files of this folder.

Every table ``[[clause]]`` says one thing in one or several ways: ``says`` are patterns, ``of`` the kind of
thing that it is (a clause, by default), and either ``value``, which other clauses take up in their
slots, or ``rule``, a part of a rule file. ``try`` is what it was tried on: a number, a sentence and terms, or
a sentence and its family. ``[[macro]]`` is short for many values of one kind. The phrasebook has ``same``,
phrases of one meaning, and ``frames``, questions with what they are written as.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from gfkit.oeis.reading.pattern import Choice, Pattern, Word, name_words, pattern

_KEYS = frozenset({"id", "of", "says", "value", "rule", "tells", "gives", "with", "when", "try", "about"})


@dataclass(frozen=True, slots=True)
class GrammarForm:
    """One way to say a thing of a kind, and what it means."""

    id: str
    kind: str
    says: tuple[Pattern, ...]
    value: Any = None
    rule: Any = field(default_factory=dict)
    gives: Mapping[str, Any] = field(default_factory=dict)
    tells: Mapping[str, Any] = field(default_factory=dict)
    let: Mapping[str, Any] = field(default_factory=dict)
    when: str = ""
    tried: tuple[tuple[str, ...], ...] = ()

    @property
    def is_value(self) -> bool:
        """Whether it is taken up by others, and says nothing by itself."""
        return self.value is not None


@dataclass(frozen=True, slots=True)
class NameGrammar:
    """All forms by their kind, between which words the items of a list stand, and the phrasebook."""

    forms: Mapping[str, tuple[GrammarForm, ...]]
    between: Mapping[str, tuple[Pattern, ...]]
    synonyms: Mapping[str, tuple[tuple[Pattern, tuple[tuple[str, ...], ...]], ...]]
    """By its first word each phrase that others stand for, with these."""
    frames: tuple[tuple[re.Pattern[str], str], ...]
    """Questions and spellings, with what they are written as."""
    words: frozenset[str]
    """All words of patterns and of the phrasebook."""

    def knows(self, word: str) -> bool:
        """Whether a word may stand somewhere; one over the first letters or those of DNA may name letters."""
        return not word.isalpha() or len(word) < 3 or word in self.words or set(word) <= set("abcdefgt")


@cache
def grammar() -> NameGrammar:
    """The grammar of this folder, all its files together."""
    forms: dict[str, list[GrammarForm]] = {}
    between: dict[str, tuple[Pattern, ...]] = {}
    synonyms: dict[str, list[tuple[Pattern, tuple[tuple[str, ...], ...]]]] = {}
    frames: list[tuple[re.Pattern[str], str]] = []
    folder = files("gfkit.oeis.reading")
    for file in sorted(folder.iterdir(), key=lambda choices: choices.name):
        if file.name.endswith(".toml"):
            data = tomllib.loads(file.read_text(encoding="utf-8"))
            for form in (*_clauses(data, file.name), *_macros(data)):
                forms.setdefault(form.kind, []).append(form)
            for kind, words in data.get("between", {}).items():
                between[kind] = tuple(pattern(word) for word in words)
            for same in data.get("same", []):
                phrases = [tuple(word.text for word in name_words(text)) for text in same]
                for at, phrase in enumerate(phrases):
                    others = (*phrases[:at], *phrases[at + 1 :])
                    synonyms.setdefault(phrase[0], []).append((tuple(map(Word, phrase)), others))
            frames += [(re.compile(says, re.IGNORECASE), text) for says, text in data.get("frames", [])]
    patterns = [says for choices in forms.values() for form in choices for says in form.says]
    patterns += [phrase for phrases in synonyms.values() for phrase, _ in phrases]
    return NameGrammar(
        {kind: tuple(choices) for kind, choices in forms.items()},
        between,
        {word: tuple(phrases) for word, phrases in synonyms.items()},
        tuple(frames),
        frozenset(word for says in patterns for word in _words(says)),
    )


def _words(parts: Pattern) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Word):
            yield part.text
        elif isinstance(part, Choice):
            for option in part.options:
                yield from _words(option)


def _clauses(data: Mapping[str, Any], where: str) -> list[GrammarForm]:
    forms = []
    for item in data.get("clause", []):
        if not item.keys() <= _KEYS:
            raise ValueError(f"{where}: clause {item.get('id')!r} has {sorted(item.keys() - _KEYS)}")
        says = item["says"] if isinstance(item["says"], list) else [item["says"]]
        forms.append(
            GrammarForm(
                id=item["id"],
                kind=item.get("of", "clause"),
                says=tuple(pattern(text) for text in says),
                value=item.get("value"),
                rule=item.get("rule", {}),
                gives=item.get("gives", {}),
                tells=item.get("tells", {}),
                let=item.get("with", {}),
                when=item.get("when", ""),
                tried=tuple(tuple(entry) for entry in item.get("try", [])),
            )
        )
    return forms


def _macros(data: Mapping[str, Any]) -> list[GrammarForm]:
    return [
        GrammarForm(f"{item['id']}-{number}", item["id"], (pattern(says),), value=value)
        for item in data.get("macro", [])
        for number, (says, value) in enumerate(item["forms"])
    ]
