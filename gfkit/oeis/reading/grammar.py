"""Grammar of names, defined by the TOML files of this directory.

Every table ``[[clause]]`` has one meaning and one or several phrasings, its ``patterns``, and
``of`` is the kind of the phrase (by default a clause). The meaning is either ``value``, to which other
clauses refer by a placeholder, or ``rule``, a part of a rule file. ``try`` contains test cases: a number, a
sentence with terms, or a sentence with its family. ``[[macro]]`` abbreviates many values of one kind; a third
entry of a row is a regular expression of the text that must follow, which only ``phrase_at`` checks. The
phrasebook contains ``same`` (phrases with the same meaning) and ``frames`` (sentences with their standard
form).

A pattern consists of words, placeholders, options and choices::

    every {r:number} X {c:number} subblock summing to {s:number+}
    no [two] adjacent (elements|values) equal

``{name:kind}`` is a placeholder for a phrase of a kind, ``{kind}`` is short for ``{kind:kind}``, and
``{name:kind+}`` is a list of such phrases; ``[ ]`` is optional, ``( | )`` is a choice, and a backslash
escapes the next character. Commas, full stops at the end, case and hyphens between words are ignored.

The result of parsing a sentence is the list of all trees that consume it completely. Conversely, a tree is
written with the first choice of each pattern, since the choices have the same meaning; parsing that sentence
yields the tree again.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from gfkit.core.deferred import dataclass, field, regex
from gfkit.oeis.reading.tables import table_macros

_TOKEN = regex(r"(?:[nkx](?=\s?x\s?[(\dnk](?!\())|x(?=\s?[(\dnk]))|\d+|\.\.|[a-z]+|[^\s,]", re.IGNORECASE)
_HYPHEN = regex(r"(?<=[A-Za-z]{2})-(?=[\w(])|(?<=\w)-(?=[A-Za-z]{2})|(?<=\d,\d\))-(?=[A-Za-z]{2})")
_STOP = regex(r"(?<!\.)\.\s*+$|(?<![.\s])\s++$")
_SIGN = regex(r"\\(.)|\{([\w-]+)(?::([\w-]+))?(\+?)\}|([\[\]()|])|([^\\{}\[\]()|]+)")


@dataclass(frozen=True, slots=True)
class NameWord:
    """Word, number or sign of a sentence, with its position."""

    text: str
    start: int
    end: int


def name_words(sentence: str) -> list[NameWord]:
    """Return the tokens of a sentence, in lower case.

    >>> [token.text for token in name_words("(n+1)X3 0..2 king-move, arrays.")]
    ['(', 'n', '+', '1', ')', 'x', '3', '0', '..', '2', 'king', 'move', 'arrays']
    """
    return _cut(_STOP.sub("", sentence))


def _cut(text: str) -> list[NameWord]:
    text = _HYPHEN.sub(" ", text).lower()
    return [NameWord(match[0], match.start(), match.end()) for match in _TOKEN.finditer(text)]


@dataclass(frozen=True, slots=True)
class Word:
    """Word that the sentence must contain at the current position."""

    text: str


@dataclass(frozen=True, slots=True)
class Blank:
    """Placeholder for a phrase of a kind, or for a list of such phrases."""

    name: str
    kind: str
    many: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several sequences. If one of them is empty, the choice is optional."""

    options: tuple[tuple[Part, ...], ...]


Part = Word | Blank | Choice
Pattern = tuple[Part, ...]


@cache
def pattern(text: str) -> Pattern:
    """Parse a pattern of the grammar. A choice at the top level is a single part."""
    signs = list(_SIGN.finditer(text))
    if sum(len(match[0]) for match in signs) != len(text):
        raise ValueError(f"pattern {text!r} cannot be parsed")
    parts, at = _options(signs, 0, "")
    if at != len(signs):
        raise ValueError(f"pattern {text!r}: a bracket is closed that was not opened")
    return parts


def _options(signs: list[re.Match[str]], at: int, closing: str) -> tuple[Pattern, int]:
    options: list[list[Part]] = [[]]
    while at < len(signs):
        sign = signs[at]
        at += 1
        if sign[5] == "|":
            options.append([])
        elif sign[5] in ("(", "["):
            inner, at = _options(signs, at, ")" if sign[5] == "(" else "]")
            choices = inner[0].options if len(inner) == 1 and isinstance(inner[0], Choice) else (inner,)
            options[-1].append(Choice(((), *choices) if sign[5] == "[" else choices))
        elif sign[5]:
            if sign[5] != closing:
                raise ValueError(f"pattern: {sign[5]!r} in the wrong place in {sign.string!r}")
            return _close(options), at
        elif sign[2]:
            options[-1].append(Blank(sign[2], sign[3] or sign[2], bool(sign[4])))
        else:
            options[-1] += [Word(token.text) for token in _cut(sign[1] or sign[6])]
    if closing:
        raise ValueError(f"pattern {signs[0].string!r}: {closing!r} is missing")
    return _close(options), at


def _close(options: list[list[Part]]) -> Pattern:
    if len(options) == 1:
        return tuple(options[0])
    return (Choice(tuple(tuple(option) for option in options)),)


_KEYS = frozenset(
    {"id", "of", "patterns", "value", "rule", "context", "result", "with", "when", "try", "about"}
)


@dataclass(frozen=True, slots=True)
class GrammarForm:
    """Phrasing of a kind, with its meaning."""

    id: str
    kind: str
    patterns: tuple[Pattern, ...]
    value: Any = None
    rule: Any = field(default_factory=dict)
    result: Mapping[str, Any] = field(default_factory=dict)
    context: Mapping[str, Any] = field(default_factory=dict)
    let: Mapping[str, Any] = field(default_factory=dict)
    when: str = ""
    about: str = ""
    """Description of the condition ``when``, for messages."""
    tried: tuple[tuple[str, ...], ...] = ()
    follow: str = ""
    """Regular expression of the text that must follow a phrase of a line."""

    @property
    def is_value(self) -> bool:
        """True if the form occurs only inside other forms."""
        return self.value is not None


@dataclass(frozen=True, slots=True)
class NameGrammar:
    """All forms by their kind, the words between the items of a list, and the phrasebook."""

    forms: Mapping[str, tuple[GrammarForm, ...]]
    between: Mapping[str, tuple[Pattern, ...]]
    synonyms: Mapping[str, tuple[tuple[Pattern, tuple[tuple[str, ...], ...]], ...]]
    """Phrases that others replace, by their first word, each with these other phrases."""
    frames: tuple[tuple[re.Pattern[str], str], ...]
    """Patterns of questions and spelling variants, each with its standard form."""
    words: frozenset[str]
    """All words of patterns and of the phrasebook."""

    def knows_all(self, sentence: str) -> bool:
        """Return True if the grammar contains all words of a sentence. Words over the first letters of the
        alphabet, or over the letters of DNA, are always allowed.
        """
        words = (word.text for word in name_words(sentence))
        return all(
            not word.isalpha() or len(word) < 3 or word in self.words or set(word) <= set("abcdefgt")
            for word in words
        )


@cache
def grammar(package: str = "gfkit.oeis.reading") -> NameGrammar:
    """Return the grammar that consists of all grammar files in the directory of a package."""
    forms: dict[str, list[GrammarForm]] = {}
    between: dict[str, tuple[Pattern, ...]] = {}
    synonyms: dict[str, list[tuple[Pattern, tuple[tuple[str, ...], ...]]]] = {}
    frames: list[tuple[re.Pattern[str], str]] = []
    for form in _macros({"macro": table_macros()}):
        forms.setdefault(form.kind, []).append(form)
    for file in sorted(files(package).iterdir(), key=lambda choices: choices.name):
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
    patterns = [says for choices in forms.values() for form in choices for says in form.patterns]
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
        patterns = item["patterns"] if isinstance(item["patterns"], list) else [item["patterns"]]
        forms.append(
            GrammarForm(
                id=item["id"],
                kind=item.get("of", "clause"),
                patterns=tuple(pattern(text) for text in patterns),
                value=item.get("value"),
                rule=item.get("rule", {}),
                result=item.get("result", {}),
                context=item.get("context", {}),
                let=item.get("with", {}),
                when=item.get("when", ""),
                about=item.get("about", ""),
                tried=tuple(tuple(entry) for entry in item.get("try", [])),
            )
        )
    return forms


def _macros(data: Mapping[str, Any]) -> list[GrammarForm]:
    return [
        GrammarForm(
            f"{item['id']}-{number}", item["id"], (pattern(says),), value=value, follow="".join(follow)
        )
        for item in data.get("macro", [])
        for number, (says, value, *follow) in enumerate(item["forms"])
    ]


_MOST_TREES = 64


@dataclass(frozen=True, slots=True)
class Tree:
    """Parsed form, with the value of each of its placeholders."""

    form: GrammarForm
    slots: Mapping[str, Found]
    pattern: Pattern


Found = Tree | tuple["Found", ...] | int | str
Slots = tuple[tuple[str, Found], ...]


def _digits(text: str) -> int | None:
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 10 else None


LEXICAL: dict[str, Callable[[str], str | int | None]] = {
    "digits": _digits,
    "string": lambda text: text if text.isdecimal() and text.isascii() else None,
    "letters": lambda text: text if text.isalpha() and text.isascii() else None,
    "alphabetic": lambda text: text if set(text) <= set("abcdefgt") else None,
}
"""Kinds that are single words: a number, a string of digits, a word, a word over the first letters or the
letters of DNA.
"""


@dataclass(slots=True)
class Parser:
    """Memoising parser of the phrases of each kind at the positions of a sentence.

    The cost is bounded by the number of positions, of kinds, and of trees stored for each (at most 64).
    ``furthest`` is the first word that no pattern could match.
    """

    grammar: NameGrammar
    words: list[NameWord]
    loose: bool = False
    """True if phrases may be replaced by synonyms from the phrasebook."""
    furthest: int = 0
    known: dict[tuple[str, int], list[tuple[int, Found]]] = field(default_factory=dict)

    def whole(self, kind: str) -> list[Tree]:
        """Return the trees of a kind that consume the complete sentence."""
        trees = self.things(kind, 0)
        self.furthest = max([self.furthest, *(end for end, _ in trees)])
        return [tree for end, tree in trees if end == len(self.words) and isinstance(tree, Tree)]

    def things(self, kind: str, at: int) -> list[tuple[int, Found]]:
        """Return (end, tree) for each parse tree of the nonterminal ``kind`` that starts at word ``at``.

        Here ``end`` is the position after the last word of the tree.
        """
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
            for says in form.patterns:
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
        """Return the parses in which a synonym from the phrasebook replaces words of the pattern."""
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


_TIGHT = (
    *((re.compile(rf"\b{letter} _ "), f"{letter.upper()}_") for letter in "kpcswd"),
    (re.compile(r"\( "), "("), (re.compile(r" \)"), ")"), (re.compile(r" ?(\.\.|/) ?"), r"\1"),
    (re.compile(r"(?<![A-Za-z]{2})(?<=[\w)]) ([+-]) (?=[\w(])"), r"\1"),
    (re.compile(r"(^|[ (])- (?=\w)"), r"\1-"), (re.compile(r" , "), ", "), (re.compile(r" \* "), "*"),
    (re.compile(r"([<>]) ="), r"\1="), (re.compile("^t \\(n k\\) ="), "T(n,k) ="),
    (re.compile(r"(?<![A-Za-z]{2})(?<=[\dnk)]) x (?=[\dnk(])"), " X "),
    (re.compile(r"\b(x|p|min|max|a|f) \("), r"\1("), (re.compile(r"\bx (?=[\d(nk])"), "X "),
    (re.compile(r"(?:(?<=[\d)])|(?<=\bn)) ('?)s\b"), r"\1s"), (re.compile(r"(?<=[\w)]) x (?=[\w(])"), " X "),
    (re.compile(r"(?<=\w) ' s\b"), "'s"), (re.compile(r"(?<=\d) n\b"), "n"),
    (re.compile(r"\{ "), "{"), (re.compile(r" \}"), "}"),
)  # fmt: skip


def tree_text(tree: Tree, grammar: NameGrammar) -> str:
    """Return the sentence of a tree, without a full stop."""
    return tight(_tree_words(tree.pattern, tree.slots, grammar))


def tight(words: Sequence[str]) -> str:
    """Join words and signs to a string, with the usual spacing.

    >>> tight(["(", "n", "+", "1", ")", "x", "3", "0", "..", "2", "arrays"])
    '(n+1) X 3 0..2 arrays'
    """
    text = " ".join(words)
    for sign, then in _TIGHT:
        text = sign.sub(then, text)
    return text


def _tree_words(parts: Pattern, slots: Mapping[str, Found], grammar: NameGrammar) -> list[str]:
    texts: list[str] = []
    for at, part in enumerate(parts):
        if isinstance(part, Word):
            texts.append(part.text)
        elif isinstance(part, Choice):
            texts += _tree_words(_option(part, slots), slots, grammar)
        elif part.name in slots:
            more = _thing(part, slots[part.name], grammar)
            texts += [",", *more] if more[:1] == ["-"] and at and isinstance(parts[at - 1], Blank) else more
    return texts


def _option(choice: Choice, slots: Mapping[str, Found]) -> Pattern:
    """Return the option with the largest number of filled placeholders; among equals, the first one, which is
    empty in ``[ ]``.
    """
    fitting = [option for option in choice.options if _blanks(option, set.intersection) <= slots.keys()]
    return max(fitting, key=lambda option: len(_blanks(option, set.union) & slots.keys()), default=())


def _blanks(parts: Pattern, of_options: Callable[..., set[str]]) -> set[str]:
    """Return the placeholders in all options of a pattern (intersection) or in some option (union)."""
    texts = {part.name for part in parts if isinstance(part, Blank)}
    for part in parts:
        if isinstance(part, Choice):
            texts |= of_options(*(_blanks(option, of_options) for option in part.options))
    return texts


def _thing(slot: Blank, found: Found, grammar: NameGrammar) -> list[str]:
    if isinstance(found, tuple):
        said_items = [_item_words(item, grammar) for item in found]
        words = list(said_items[0])
        for number, item in enumerate(said_items[1:], 2):
            words += [*_separators(slot.kind, number == len(said_items), grammar), *item]
        return words
    return _item_words(found, grammar)


def _item_words(found: Found, grammar: NameGrammar) -> list[str]:
    return _tree_words(found.pattern, found.slots, grammar) if isinstance(found, Tree) else [str(found)]


def _separators(kind: str, last: bool, grammar: NameGrammar) -> list[str]:
    """Return the words between two items of a list: a comma, or a conjunction before the last item."""
    options = grammar.between.get(kind, ((Word("and"),), ()))
    first = [part.text for part in options[0] if isinstance(part, Word)] or [","]
    return first if last or () not in options or kind == "clause" else [","]
