"""The way back: trees of the grammar said in words.

A tree is said by the first choice of its pattern everywhere, for what a pattern leaves open has no meaning.
So ``read(said(tree))`` is the reading of the tree, which tests hold it to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from gfkit.oeis.reading.grammar import NameGrammar
from gfkit.oeis.reading.parse import Found, Tree
from gfkit.oeis.reading.pattern import Blank, Choice, Pattern, Word

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
    """A tree in words, without a full stop."""
    return tight(_words(tree.pattern, tree.slots, grammar))


def tight(words: Sequence[str]) -> str:
    """Words as a line of text, with the signs close to what they belong to.

    >>> tight(["(", "n", "+", "1", ")", "x", "3", "0", "..", "2", "arrays"])
    '(n+1) X 3 0..2 arrays'
    """
    text = " ".join(words)
    for sign, then in _TIGHT:
        text = sign.sub(then, text)
    return text


def _words(parts: Pattern, slots: Mapping[str, Found], grammar: NameGrammar) -> list[str]:
    texts: list[str] = []
    for at, part in enumerate(parts):
        if isinstance(part, Word):
            texts.append(part.text)
        elif isinstance(part, Choice):
            texts += _words(_option(part, slots), slots, grammar)
        elif part.name in slots:
            more = _thing(part, slots[part.name], grammar)
            texts += [",", *more] if more[:1] == ["-"] and at and isinstance(parts[at - 1], Blank) else more
    return texts


def _option(choice: Choice, slots: Mapping[str, Found]) -> Pattern:
    """The option with most of the slots that were read; of several the first, which in [ ] is silence."""
    fitting = [option for option in choice.options if _blanks(option, set.intersection) <= slots.keys()]
    return max(fitting, key=lambda option: len(_blanks(option, set.union) & slots.keys()), default=())


def _blanks(parts: Pattern, of_options: Callable[..., set[str]]) -> set[str]:
    """The slots of a pattern: with the intersection of options those that are needed, with the union all."""
    texts = {part.name for part in parts if isinstance(part, Blank)}
    for part in parts:
        if isinstance(part, Choice):
            texts |= of_options(*(_blanks(option, of_options) for option in part.options))
    return texts


def _thing(slot: Blank, found: Found, grammar: NameGrammar) -> list[str]:
    if isinstance(found, tuple):
        said_items = [_one(item, grammar) for item in found]
        words = list(said_items[0])
        for number, item in enumerate(said_items[1:], 2):
            words += [*_between(slot.kind, number == len(said_items), grammar), *item]
        return words
    return _one(found, grammar)


def _one(found: Found, grammar: NameGrammar) -> list[str]:
    return _words(found.pattern, found.slots, grammar) if isinstance(found, Tree) else [str(found)]


def _between(kind: str, last: bool, grammar: NameGrammar) -> list[str]:
    """The words between two items of a list: a comma, and before the last item its word."""
    options = grammar.between.get(kind, ((Word("and"),), ()))
    first = [part.text for part in options[0] if isinstance(part, Word)] or [","]
    return first if last or () not in options or kind == "clause" else [","]
