"""Sentences read by the grammar: every way in which a sentence is consumed whole, as trees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from gfkit.oeis.reading.grammar import GrammarForm, NameGrammar
from gfkit.oeis.reading.pattern import Blank, Choice, NameWord, Part, Pattern, Word

_MOST_TREES = 64


@dataclass(frozen=True, slots=True)
class Tree:
    """What was read as a form: the form, and for each of its slots what stands there."""

    form: GrammarForm
    slots: Mapping[str, Found]
    pattern: Pattern


Found = Tree | tuple["Found", ...] | int | str
Slots = tuple[tuple[str, Found], ...]


def _digits(text: str) -> int | None:
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 10 else None


def _string(text: str) -> str | None:
    return text if text.isdecimal() and text.isascii() else None


def _letters(text: str) -> str | None:
    return text if text.isalpha() and text.isascii() else None


def _alphabetic(text: str) -> str | None:
    return text if set(text) <= set("abcdefgt") else None


LEXICAL = {"digits": _digits, "string": _string, "letters": _letters, "alphabetic": _alphabetic}
"""Kinds that are one word: a number, a row of digits, a word, one over the first letters or those of DNA."""


@dataclass(slots=True)
class Parser:
    """Reads kinds of things from places of a sentence; what was read once is kept.

    Backtracking with a memory: the cost is bounded by the places, the kinds and the trees that are kept for
    each, at most 64. ``furthest`` is the first word that nothing could take up.
    """

    grammar: NameGrammar
    words: list[NameWord]
    loose: bool = False
    """Whether phrases may stand for others of the phrasebook."""
    furthest: int = 0
    known: dict[tuple[str, int], list[tuple[int, Found]]] = field(default_factory=dict)

    def whole(self, kind: str) -> list[Tree]:
        """The trees of a kind that consume the sentence whole."""
        return [
            tree for end, tree in self.things(kind, 0) if end == len(self.words) and isinstance(tree, Tree)
        ]

    def things(self, kind: str, at: int) -> list[tuple[int, Found]]:
        """What of a kind begins at a place, with the place behind it."""
        key = (kind, at)
        if key not in self.known:
            self.known[key] = []
            self.known[key] = self._things(kind, at)
        return self.known[key]

    def _things(self, kind: str, at: int) -> list[tuple[int, Found]]:
        if kind in LEXICAL:
            self.furthest = max(self.furthest, at)
            value = LEXICAL[kind](self.words[at].text) if at < len(self.words) else None
            return [] if value is None else [(at + 1, value)]
        trees: list[tuple[int, Found]] = []
        for form in self.grammar.forms[kind]:
            for says in form.says:
                for end, slots in self._sequence(says, 0, at):
                    trees.append((end, Tree(form, dict(slots), says)))
                    if len(trees) >= _MOST_TREES:
                        return trees
        return trees

    def _sequence(self, parts: Pattern, index: int, at: int) -> Iterator[tuple[int, Slots]]:
        if index == len(parts):
            yield at, ()
            return
        for end, slots in self._part(parts[index], at):
            for last, more in self._sequence(parts, index + 1, end):
                yield last, slots + more
        if self.loose and isinstance(parts[index], Word):
            yield from self._synonyms(parts, index, at)

    def _synonyms(self, parts: Pattern, index: int, at: int) -> Iterator[tuple[int, Slots]]:
        """What follows where another phrase of the phrasebook stands for the words of the pattern."""
        first = parts[index]
        assert isinstance(first, Word)
        for phrase, others in self.grammar.synonyms.get(first.text, ()):
            if parts[index : index + len(phrase)] == phrase:
                for other in others:
                    end = at + len(other)
                    if tuple(word.text for word in self.words[at:end]) == other:
                        yield from self._sequence(parts, index + len(phrase), end)

    def _part(self, part: Part, at: int) -> Iterator[tuple[int, Slots]]:
        if isinstance(part, Word):
            self.furthest = max(self.furthest, at)
            if at < len(self.words) and self.words[at].text == part.text:
                yield at + 1, ()
        elif isinstance(part, Choice):
            for option in part.options:
                yield from self._sequence(option, 0, at)
        elif part.many:
            for end, items in self._list(part, at):
                yield end, ((part.name, items),)
        else:
            for end, thing in self.things(part.kind, at):
                yield end, ((part.name, thing),)

    def _list(self, slot: Blank, at: int) -> Iterator[tuple[int, tuple[Found, ...]]]:
        for end, thing in self.things(slot.kind, at):
            yield end, (thing,)
            for behind in self._gaps(slot.kind, end):
                for last, more in self._list(slot, behind):
                    yield last, (thing, *more)

    def _gaps(self, kind: str, at: int) -> Iterator[int]:
        for words in self.grammar.between.get(kind, ((Word("and"),), (Word("or"),), ())):
            for end, _ in self._sequence(words, 0, at):
                yield end
