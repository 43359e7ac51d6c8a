"""Statements of papers without marks, each with the object that the text names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import zip_longest
from typing import NamedTuple

from gfkit.claims.provers.truth import GameTruth
from gfkit.claims.reading.document import (
    BETWEEN_DOLLARS,
    CONDITION,
    Passage,
    covered_text,
    passages,
    sentences_of,
    states_formula,
)
from gfkit.claims.reading.mentions import last_object, object_of, structures_in
from gfkit.claims.reading.subject import FormulaSubject
from gfkit.claims.statement.macros import Macro, expand, macros_of
from gfkit.claims.statement.names import KNOWN_NAMES
from gfkit.claims.statement.sentence import sentence_parts
from gfkit.core.boards import as_boards
from gfkit.core.deferred import regex, replace
from gfkit.core.errors import GfkitError, InputError
from gfkit.core.rules import Question

_INDEXED = r"(?<![A-Za-z\\])(?P<name>\\?[A-Za-z]+)\s*(?:_|\(|\[)"
_DEFINITION = regex(
    r"\s*(?:(?:now|we|and|let)\s+)*(?:let|denote|write)\s+(?:by\s+)?\$\s*(?P<name>\\?[A-Za-z]+)"
    r"(?:_n|_\{\s*n\s*\}|\(n\)|\[n\])\s*\$\s+(?:(?:be|denotes?|for)\s+)?(?P<what>(?:the\s+)?(?:total\s+)?number\s+of\b.+)",
    re.IGNORECASE | re.DOTALL,
)
"""Pattern of the definition of a sequence that counts structures."""
_BE = r"\s*\$\s+(?:be|denotes?|for|is|stands\s+for)\s+(?:a|the)\s+"
_PATH = regex(
    rf"(?:\b(?:let|denote by|write)\s+)?\$\s*(?:P_(?:n|\{{n\}}){_BE}path|C_(?:n|\{{n\}}){_BE}cycle)"
    r"(?:\s+graph)?"
    r"\s+(?:on|with)\s+\$\s*n\s*\$\s+vertices(?:,?\s+and\b)?",
    re.IGNORECASE,
)
"""Pattern of the usual definition of a path or a cycle."""
_NAMED = regex(
    r"\b(?:(?:let|denote[sd]?|defin\w+|write|put|set|call\w*|where)\b(?:\s+\w+){0,4}?|by)\s+\$\s*"
    rf"{_INDEXED}|{_INDEXED.replace('name', 'other')}[^$=]{{0,99}}:=",
    re.IGNORECASE,
)
"""Pattern of a name that a sentence may define."""
_PARTS = r"(?:vert(?:ex|ices)|edges?|nodes?|points?|cells?|squares?|loops?|leaves)\b"
_DENOTES = regex(
    rf"\$\s*{_INDEXED}[^$]{{0,99}}\$\s+(?:(?:now|here|will|shall|always|also)\s+)*"
    r"(?:(?:denotes?|stands?\s+for|represents?|means?|is\s+an?|is(?=\s+the))\b(?!\s+(?:the\s+)?(?:total\s+)?number)"
    rf"|(?:has|have)\b[^.]{{0,99}}\b{_PARTS})",
    re.IGNORECASE,
)
"""Pattern of a name of graphs or numbers whose meaning a sentence states."""
_NAMING = regex(
    r"\b(?:means?|write|denote[sd]?|notations?|symbols?|stands?|calls?|called|used?|uses|index(?:ed)?|starts?|begins?|let|usual"
    r"|conventions?|defin\w+|has|have|adds?|attach\w*|removes?|deletes?)\b",
    re.IGNORECASE,
)
"""Pattern of words by which a sentence may say what a name in it means."""
_HARMLESS = regex(
    r"\b(?:count\w*|stud(?:y|ie[sd]|ying)|enumerat\w+|numbers?|investigat\w+|theorems?|results?)\b",
    re.IGNORECASE,
)
"""Pattern of words of a sentence about the subject of a paper, not about the meaning of its words."""
_EQUATED = regex(r"\$\s*(?P<name>[A-Z])(?:_n|_\{\s*n\s*\}|\(n\))\s*=")
_GENERAL = regex(
    r"\b(?:in\s+this\s+(?:paper|section|article|note|work|thesis)|here|throughout)\b[^.$]{0,99}\b"
    r"(?:is|are|may|must|means?|ha(?:s|ve))\b"
    r"|\b(?:our|all|every|each)\b[^.$]{0,99}\b(?:is|are|may|must|ha(?:s|ve))\b"
    r"|\b(?:up\s+to|modulo)\s+(?:isomorphism|symmetr\w+|rotation\w*|reflection\w*)|\bwe\s+(?:identify|regard|treat)\b",
    re.IGNORECASE,
)
"""Pattern of a sentence about all objects of a paper."""
_DENIAL = regex(
    r"\b(?:false|wrong|incorrect|untrue|disprov\w+|refut\w+|counterexamples?|fails?|not\s+(?:true|correct|hold))\b",
    re.IGNORECASE,
)
"""Pattern of a sentence that denies the one before it."""
_FROM_NOW = r"\b(?:throughout|henceforth|from now on|always|below|in the (?:sequel|rest|following))\b"
_LASTING = regex(rf"{_FROM_NOW}[^.]{{0,99}}\$\s*+n\s*+\$|\$\s*+n\s*+\$[^.]{{0,99}}{_FROM_NOW}", re.IGNORECASE)
_SIZE_OF = regex(r"\$\s*+n\s*+\$\s++(?:denotes?|stands?|counts?|(?:is|be)\s++the)\b")
_WELL_KNOWN = regex(r"Fibonacci|Lucas|Pell|Jacobsthal|golden")
_INITIAL_VALUE = regex(
    r"(?<![A-Za-z\\])(?!F(?:_\{?0\}?\s*=\s*0|_\{?1\}?\s*=\s*(?:F_\{?2\}?\s*=\s*)?1|_\{?2\}?\s*=\s*1)(?![0-9]))"
    r"(?P<name>[A-Z])\s*+(?:_|\()\s*+\{?\s*+[012]\s*+[})]?\s*+&?="
)
"""Pattern of an unusual initial value, which may give a well-known name another meaning."""


class _Content(NamedTuple):
    """Passage of a paper with its macros expanded, its sentences, and the reason if they cannot be."""

    passage: Passage
    text: str
    sentences: tuple[str, ...]
    fault: str = ""

    @classmethod
    def of(cls, passage: Passage, macros: Mapping[str, Macro]) -> _Content:
        try:
            text = expand(passage.text, macros)
        except GfkitError as error:
            return cls(passage, "", (), str(error))
        sentences = sentences_of(text, covered_text(text), 0, len(text))
        return cls(passage, text, tuple(one.text for one in sentences))


def stated_formulas(text: str, asked: str = "") -> list[Passage]:
    r"""Return the statements of a paper without marks, each with the structure and the family that it names.

    A statement may also use a letter that the paper has defined as such a number. A statement without an
    object, or with another one than ``asked``, is ``skipped``, like the steps of a proof.

    >>> proof = "\\begin{proof} $1 = 2$ \\end{proof}"
    >>> paper = "Let $a_n$ be the number of matchings of $P_n$. Then\n$a_n = 2$.\n" + proof
    >>> [(one.line, one.words, one.text, one.skipped) for one in stated_formulas(paper)]
    [(2, ('matchings', 'path:n'), 'Then\n$a_n = 2$.', ''), (3, (), '$1 = 2$', 'part of a proof')]
    """
    macros, found, recent = macros_of(text), list[Passage](), ("", "")
    wanted, names = last_object(asked), dict[str, tuple[str, str]]()
    paragraph, condition, lasting = -1, "", ""
    every = [_Content.of(passage, macros) for passage in passages(text)]
    stated_by = _stated_names(every)
    for (passage, content, sentences, fault), after in zip_longest(every, every[1:]):
        condition = condition if passage.paragraph == paragraph else lasting
        paragraph = passage.paragraph
        own = _object(content, sentences)
        recent = (own[0] or recent[0], own[1] or recent[1])
        stated = " ".join(sentence for sentence in sentences if not _defines(sentence, names))
        used = {names[name] for name in re.findall(_INDEXED, stated) if name in names}
        about = (used | {own} if all(own) else used) or {("", "")}
        words = min(about)
        fault = fault or (
            f"part of a {passage.label}".lower()
            if passage.label.lower() in ("proof", "definition")
            else "a letter in it has another definition"
            if _UNKNOWN in about
            else "several objects"
            if len(about) > 1
            else "it names no structure and boards"
            if not all(words)
            else f"about {' '.join(words)}"
            if asked and words != wanted
            else f"the word {condition!r} before it may restrict it"
            if condition
            else next(
                (
                    f"line {one.line} may state what {words[0] if name is _EVERY else name} is"
                    for name in (*re.findall(_INDEXED, stated), words[0], _EVERY)
                    for one in stated_by.get(name, [])
                    if one is not passage
                ),
                "the sentence after it denies it" * (after is not None and _denies(after.passage)),
            )
        )
        if passage.is_statement and (stated or not content):
            seems, named = " ".join(recent).strip(), () if fault else words
            found.append(
                replace(passage, text=stated or passage.text, words=named, skipped=fault, seems=seems)
            )
        restricts = CONDITION.search(BETWEEN_DOLLARS.sub(" ", stated))
        condition = restricts[0] if restricts and not passage.label else condition
        lasting = condition if _LASTING.search(content) else lasting
    return found


def _object(text: str, sentences: Sequence[str]) -> tuple[str, str]:
    """Return the structure and the family of the last sentence that states a number of them, or else those
    that the text mentions last; "" for none.
    """
    for sentence in reversed(sentences):
        with suppress(InputError):
            parts = sentence_parts(sentence)
            named = object_of(parts[1]) if parts else None
            if named is not None:
                return named
    return last_object(text)


def _denies(passage: Passage) -> bool:
    """Return True if a sentence that names no objects denies the sentence before it."""
    return bool(_DENIAL.search(passage.text)) and not any(last_object(passage.text))


_EVERY = "every structure"
"""Key of the sentences about all objects of a paper."""


def _stated_names(every: Iterable[_Content]) -> dict[str, list[Passage]]:
    """Return the names of graphs and of well-known numbers, and structures, whose meaning sentences state,
    anywhere in a paper, with these sentences. The usual meaning of P_n and C_n is omitted.

    A sentence about all objects of the paper may state the meaning of every structure.
    """
    found: dict[str, list[Passage]] = {}
    for passage, _, sentences, _ in every:
        for sentence in sentences:
            rest = _PATH.sub("", sentence)
            equated = [] if all(last_object(rest)) else [*_EQUATED.finditer(rest)]
            named = [one["name"] for one in (*_DENOTES.finditer(rest), *equated)]
            is_aside = passage.is_statement or _HARMLESS.search(rest)
            is_named = _NAMING.search(rest) and not is_aside
            named += [one["name"] for one in re.finditer(_INDEXED, rest)] if is_named else []
            is_known = _WELL_KNOWN.search(rest)
            names = [name for name in named if not (is_known and name in KNOWN_NAMES)]
            names += [one["name"] for one in _INITIAL_VALUE.finditer(rest)]
            is_prose = "$" not in rest and not states_formula(rest)
            if is_prose and not _HARMLESS.search(rest):
                names += structures_in(rest)
            if _SIZE_OF.search(rest) or (is_prose and _GENERAL.search(rest)):
                names.append(_EVERY)
            for name in names:
                found.setdefault(name, []).append(passage)
    return found


_UNKNOWN = ("?", "?")
"""Object of a letter whose definition is not understood."""


def _defines(sentence: str, names: dict[str, tuple[str, str]]) -> bool:
    """Return True if a sentence only defines a number of structures on boards, and store this object."""
    sentence = _PATH.sub("", sentence)
    found = _DEFINITION.fullmatch(sentence)
    about = _object(found["what"], (f"{found['what']} is n",)) if found else ("", "")
    if found and all(about):
        try:
            FormulaSubject(*about, "all").check_words(
                [found["what"]], GameTruth(Question.of(about[0], as_boards(about[1])))
            )
        except InputError:
            about = _UNKNOWN
        names[found["name"]] = about
        return about != _UNKNOWN
    if not sentence.strip(" .,"):
        return True
    given = {match["name"] or match["other"] for match in _NAMED.finditer(sentence)}
    given -= KNOWN_NAMES if _WELL_KNOWN.search(sentence) else set()
    given |= {match["name"] for match in _INITIAL_VALUE.finditer(sentence)} & KNOWN_NAMES
    names |= dict.fromkeys(given, _UNKNOWN)
    return False
