"""Answers to words that gfkit does not accept: names, commands, options, formats, topics and sentences.

``known.toml`` contains the words that people look for, and what gfkit has instead. Other rows of the index
are the names of structures and boards with their synonyms, the commands, and the headings of the
documentation. The package is loaded only if a word is not accepted.

>>> offers("hackenbush", "structure")[0].command
"gfkit game '1/2 + *'"
>>> advice("domineerin", "structure")
'did you mean domineering?'
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from math import log
from os.path import dirname, join
from typing import NamedTuple

from gfkit.boards.grammar import known_words
from gfkit.boards.named import GRAPHS
from gfkit.boards.spelling import plain_text, synonyms
from gfkit.deferred import regex
from gfkit.errors import close_words, known_choices
from gfkit.help.pages import headings
from gfkit.hooks import VERBS, VERBS_FOR
from gfkit.rules.library import BUILT_IN, HEAP_GAMES, NAMED, NUMBERED, about_built_in
from gfkit.runs.files import file_text, read_toml

_MOST, _LEAST, _SHARE = 3, 0.5, 0.6
"""Maximum number of answers, minimum score of an answer, and its minimum share of the best score."""
_LONGEST = 400
"""Number of characters of a string that are compared."""
_PREFIX, _MISSPELT, _SEVERAL, _ANYWHERE, _BRIEF, _COMPLETE, _LETTER = 0.7, 0.85, 0.85, 0.65, 0.5, 0.25, 0.3
"""Factors for a common prefix, a misspelt word, words from several names, and words from the answer; part of
the score for the share of the name; bonus for a complete name; and the weight of single letters.
"""
_FAVOUR = {
    "structure": {"structure": 1.25, "known": 1.2, "recipe": 1, "board": 0.6, "command": 0.7, "page": 0.55},
    "board": {"board": 1.3, "known": 1.1, "structure": 0.7, "recipe": 0.5, "command": 0.5, "page": 0.6},
    "command": {"command": 1.25, "known": 1.2, "structure": 0.8, "page": 0.8, "recipe": 0.6, "board": 0.5},
    "option": {"option": 1.2, "known": 1.1, "command": 0.9, "page": 0.6, "structure": 0.4, "recipe": 0.4},
    "format": {"known": 1.2, "command": 1, "page": 0.6},
    "topic": {"page": 1.2, "recipe": 1.2, "known": 1.1, "command": 1, "structure": 0.8, "board": 0.7},
    "sentence": {"known": 1.2, "recipe": 1.1, "structure": 1, "page": 0.8, "command": 0.7, "board": 0.6},
}
"""Factors for the kinds of rows, for each kind of unknown word; other rows are not offered."""
_ELSEWHERE = {
    "structure": "gfkit has none of this name: gfkit games lists all, gfkit help howto/rule explains how to define others",
    "board": "gfkit has none of this name: gfkit help boards lists all; any graph can be read from a file, graph:FILE",
}
"""Where to look for words of each kind if there is no answer."""
_SKIPPED = ("changelog", "structures", "upgrading", "reference/json", "reference/oeis-names")
"""Pages of which headings are not topics that a user would look for."""
_STOP = frozenset(
    "the of on in to for with and or number numbers how many is are does do i can all by gfkit write show give"
    " what array arrays my from it that be as at into not this using use each other different there between"
    " several a an n k x".split()
)
_TOKEN = regex(r"[a-z0-9]+")
_ENDING = regex(r"(?<=[a-z]{3})(?:ions?|ings?|ies|ed|es|s|e|y)$")


class Offer(NamedTuple):
    """Answer to a word that is not accepted: a sentence, and a command or a topic of the documentation."""

    text: str
    command: str = ""
    topic: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        """Lines of the answer for an error message."""
        see = self.command or (self.topic and f"gfkit help {self.topic}")
        return (": ".join(filter(None, (self.text, see))),)


class _Row(NamedTuple):
    kind: str
    names: tuple[str, ...]
    offer: Offer


def offers(text: str, kind: str = "", verb: str = "", names: Mapping[str, str] | None = None) -> tuple[Offer, ...]:
    """Return at most three answers to a word or a sentence that is not accepted, best first.

    Parameters
    ----------
    text : str
        The word or the sentence.
    kind : str
        Expected kind: structure, board, command, option, format, topic or sentence (default).
    verb : str
        Command that was given the word.
    names : mapping of str to str, optional
        Words of this kind that are accepted at this place only, with their descriptions.

    Examples
    --------
    >>> offers("travelling salesmen problem", "structure")[0].text[:8]
    'not here'
    >>> offers("quark confinement")
    ()
    """
    favour = _FAVOUR[kind or "sentence"]
    own = [_Row(kind, (name, about), Offer(f"{name}: {about}".rstrip(": "))) for name, about in (names or {}).items()]
    rows, stems, weights = _index()
    asked = _match(plain_text(text[:_LONGEST]), stems | {stem for row in own for stem in _stems(*row.names)}, weights)
    scored = [(favour.get(row.kind, 0) * _score(row, *asked), -number, row.offer) for number, row in enumerate([*own, *rows])]
    best = sorted(scored, reverse=True)[: 2 * _MOST]
    least = max(_LEAST, _SHARE * best[0][0])
    found = dict.fromkeys(_described(offer, verb) for score, _, offer in best if score >= least)
    return tuple(found)[:_MOST]


def advice(text: str, kind: str = "", verb: str = "", names: Mapping[str, str] | None = None) -> str:
    """Return the end of an error message about a word: its spelling, answers, or where to look."""
    if found := _spelling(text, kind, names or {}):
        return f"did you mean {found}?"
    lines = [line for offer in offers(text, kind, verb, names) for line in offer.lines]
    if not lines and names:
        return known_choices(text, names, f"{' '.join(['gfkit', verb]).strip()} --help")
    if not lines:
        return _ELSEWHERE.get(kind, "gfkit has nothing of this name: gfkit help lists all topics")
    return lines[0] if len(lines) == 1 else "\n  - ".join(["what gfkit has:", *lines])


def _spelling(text: str, kind: str, names: Mapping[str, str]) -> str:
    """Return the accepted name that was misspelt, or "". Synonyms are replaced by accepted names."""
    known: dict[str, str] = {name: name for name in names}
    if kind == "command" and not names:
        known = {verb: verb for verb in VERBS}
    if kind in ("structure", "board"):
        known = {row.names[0]: row.names[0] for row in _index()[0] if row.kind == kind}
        known |= {word: row[0] for word, row in synonyms(f"{kind}s", "taken").items()}
    word, colon, rest = re.sub(r"[\s_]+", "-", plain_text(text).lower()).partition(":")
    close = close_words(word, known)
    return f"{known[close[0]]}{colon}{rest}" if close else ""


@cache
def _index() -> tuple[list[_Row], frozenset[str], dict[str, float]]:
    """Return the rows, the set of their stems, and weights of stems: rare ones have larger weights."""
    rows = [*_known_rows(), *_rows_of_names(), *_rows_of_pages()]
    number: dict[str, int] = {}
    for row in rows:
        for stem in _stems(*row.names, row.offer.text):
            number[stem] = number.get(stem, 0) + 1
    whole = log(1 + len(rows))
    weights = {stem: log(1 + len(rows) / count) / whole for stem, count in number.items()}
    return rows, frozenset(number), weights


def _known_rows() -> Iterator[_Row]:
    for word, row in read_toml(file_text(join(dirname(__file__), "known.toml"))).items():
        offer = Offer(row["say"], row.get("run", ""), row.get("see", ""))
        yield _Row("known", (word, *row.get("also", ())), offer)
    reasons: dict[str, list[str]] = {}
    for subject in ("structures", "boards"):
        for word, row in synonyms(subject, "either").items():
            reasons.setdefault(f"ambiguous: {row[0]}", []).append(word)
        for word, reason in synonyms(subject, "other").items():
            reasons.setdefault(reason, []).append(word)
    for reason, words in reasons.items():
        yield _Row("known", tuple(words), Offer(reason))
    for word, row in synonyms("structures", "optimum").items():
        yield _Row("known", (word,), Offer(f"{word}: {row[1]} size", f"gfkit optimum {row[0]} BOARD"))
    for word, command in VERBS_FOR.items():
        yield _Row("command", (word,), Offer(word, command))


def _rows_of_names() -> Iterator[_Row]:
    also: dict[str, list[str]] = {}
    for subject in ("structures", "boards"):
        for word, row in synonyms(subject, "taken").items():
            also.setdefault(row[0], []).append(word)
    for name in dict.fromkeys((*NAMED, *HEAP_GAMES)):
        base = name.removesuffix(":k")
        yield _Row("structure", (base, *also.get(base, ()), *also.get(f"{base}:3", ())), Offer(name))
    for word in known_words():
        about = f" ({GRAPHS[word][1]})" if word in GRAPHS else ""
        yield _Row("board", (word, *also.get(word, ())), Offer(f"board {word}{about}", topic="boards"))
    for verb in VERBS:
        yield _Row("command", (verb,), Offer(f"command {verb}", f"gfkit {verb} --help"))


def _rows_of_pages() -> Iterator[_Row]:
    for topic, heading in headings():
        if not topic.startswith(_SKIPPED):
            kind = "recipe" if topic.startswith("howto/rule#") else "page"
            yield _Row(kind, (heading,), Offer(heading, topic=topic))


def _described(offer: Offer, verb: str) -> Offer:
    """Return the offer of a structure with its description and a command; return other offers unchanged."""
    name = offer.text
    if name in HEAP_GAMES:
        return Offer(name, f"gfkit nim {name}")
    if name not in NAMED:
        return offer
    usual = "value" if name in BUILT_IN else "count"
    command = verb if verb in ("count", "derive", "optimum", "sample", "draw", "outcomes") else usual
    return Offer(about_built_in(name).rstrip("."), f"gfkit {command} {name.replace(':k', ':3')} BOARD")


def _stems(*texts: str) -> frozenset[str]:
    """Return the words of strings without endings and common words.

    >>> sorted(_stems("Tilings of the torus with L-trominoes"))
    ['l', 'til', 'toru', 'tromino']
    """
    return frozenset(filter(None, map(_stem, _TOKEN.findall(" ".join(texts).lower()))))


@cache
def _stem(word: str) -> str:
    if word in _STOP or word[0].isdigit():
        return ""
    return _ENDING.sub("", re.sub("colou?r", "colour", word))


def _match(
    text: str, known: frozenset[str], weights: Mapping[str, float]
) -> tuple[dict[str, float], dict[str, dict[str, float]], Mapping[str, float]]:
    """Return the weights of the words of a string, for each known stem the words that it may denote, with
    factors, and the weights of known stems.
    """
    meant: dict[str, dict[str, float]] = {}
    asked = {}
    for stem in _stems(text):
        asked[stem] = weights.get(stem, 1) if len(stem) > 1 else _LETTER
        alike = {stem: 1.0} if stem in known else dict.fromkeys(close_words(stem, known), _MISSPELT)
        if len(stem) > 3:
            alike |= {one: _PREFIX for one in known if len(one) > 3 and one != stem and (one.startswith(stem) or stem.startswith(one))}
        for one, factor in alike.items():
            meant.setdefault(one, {})[stem] = factor
    return asked, meant, weights


def _score(
    row: _Row, asked: Mapping[str, float], meant: Mapping[str, Mapping[str, float]], weights: Mapping[str, float]
) -> float:
    """Return the share of the words that a name of the row contains, and of the name that the words contain."""
    whole = sum(asked.values())
    if not whole:
        return 0

    def share(stems: frozenset[str]) -> float:
        best: dict[str, float] = {}
        for stem in meant.keys() & stems:
            for word, factor in meant[stem].items():
                best[word] = max(best.get(word, 0), factor)
        return sum(asked[word] * factor for word, factor in best.items()) / whole

    anywhere = share(_stems(*row.names, row.offer.text))
    if not anywhere:
        return 0
    most = max(_ANYWHERE * anywhere, _SEVERAL * share(_stems(*row.names)))
    for stems in map(_stems, row.names):
        total = sum(weights.get(stem, 1) for stem in stems) or 1
        common = sum(weights.get(stem, 1) for stem in stems if stem in meant) / total
        complete = _COMPLETE if stems == asked.keys() else 0
        most = max(most, share(stems) * (1 - _BRIEF + _BRIEF * common) + complete)
    return most
