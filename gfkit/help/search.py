"""Search for answers to words that gfkit does not accept.

``known.toml`` contains search terms of users, and the equivalent features of gfkit. Other rows of the index
are the names of structures and boards with their synonyms, the commands, and the headings of the
documentation. The module is loaded only if a word is not accepted.

>>> offers("edge dominating sets of graphs")[0].command
'gfkit count edge-dominating-sets BOARD'
>>> advice("domineerin", "structure")
'did you mean domineering?'
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from itertools import chain
from math import log
from os.path import dirname, join
from typing import Any, NamedTuple
from unicodedata import normalize

from gfkit.core.boards.grammar import known_words
from gfkit.core.boards.spelling import plain_text, sort_key, synonyms
from gfkit.core.deferred import regex
from gfkit.core.errors import BULLET, close_words, known_choices
from gfkit.core.files import file_text, read_toml
from gfkit.core.hooks import from_above, is_installed
from gfkit.core.rules.library import BUILT_IN, HEAP_GAMES, NAMED, about_built_in
from gfkit.help.verbs import VERBS, VERBS_FOR

_MOST, _LEAST, _SHARE, _SURE, _SPAN = 3, 0.55, 0.7, 0.8, 4
"""Maximum number of answers, minimum score of an answer, its minimum share of the best score, minimum factor
of the kind of a row whose name is part of the text, and the most words that a name of two words spans.
"""
_SHORTEST, _LONGEST, _PARTED, _COMMON = 4, 400, 3, 0.6
"""Minimum length of a word that is compared by its beginning, maximum length of a string, a difference of
lengths that no misspelling has, and minimum share of a common prefix.
"""
_PREFIX, _MISSPELT, _SEVERAL, _ANYWHERE, _BRIEF, _COMPLETE = 0.7, 0.8, 0.85, 0.65, 0.5, 0.25
"""Factors for a common prefix, a misspelt word, words from several names, and words from the answer; part of
the score for the share of the name; and bonus for a complete name.
"""
_LETTER, _RARE, _UNKNOWN = 0.3, 0.6, 1.5
"""Weight of a single letter, minimum weight of all words, because one common word is weak evidence, and
weight of a word that no row contains: such words usually name a subject of another field.
"""
_FAVOUR = {
    "structure": {"structure": 1.25, "known": 1.2, "recipe": 1, "board": 0.6, "command": 0.7, "page": 0.55},
    "board": {"board": 1.3, "known": 1.1, "structure": 0.7, "recipe": 0.5, "command": 0.5, "page": 0.6},
    "command": {
        "command": 1.25,
        "verb": 1.25,
        "known": 1.2,
        "structure": 1.0,
        "page": 0.8,
        "recipe": 0.6,
        "board": 0.5,
    },
    "option": {"option": 1.2, "known": 0.9, "command": 0.9, "page": 0.6, "structure": 0.4, "recipe": 0.4},
    "format": {"known": 1.2, "command": 1, "page": 0.6},
    "topic": {
        "page": 1,
        "recipe": 1,
        "known": 1,
        "verb": 1,
        "command": 1,
        "structure": 0.8,
        "board": 0.7,
    },
    "sentence": {
        "known": 1.2,
        "recipe": 1.1,
        "structure": 1,
        "page": 0.8,
        "command": 0.7,
        "verb": 0.7,
        "board": 0.6,
    },
}
"""Factors for the kinds of rows, for each kind of unknown word; other rows are not offered."""
_ELSEWHERE = {
    "structure": "gfkit has none of this name: gfkit games lists all, and gfkit help howto/rule explains how"
    " to define others",
    "board": "gfkit has none of this name: gfkit help boards lists all, and graph:FILE reads any graph from a"
    " file",
}
"""Where to look for words of each kind if there is no answer."""
_TOKEN = regex(r"[a-z0-9]+")
COMMON = frozenset(
    _TOKEN.findall(
        "the of on in to for with and or number numbers how many is are does do i can all by gfkit write show"
        " give what array arrays my from it that be as at into not this using use each other different there"
        " between several a an n k x compute calculate why when where which who will would should could"
        " has have was did mean means so than if need want take takes get gets about"
    )
)
_ENDING = regex(r"(?<=[a-z]{3})(?:ions?|ings?|ies|ed|es|s|e|y)$")


class Offer(NamedTuple):
    """Answer to a word that is not accepted: a sentence, and a command or a topic of the documentation."""

    text: str
    command: str = ""
    topic: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        """Lines of the answer for an error message."""
        see = self.command or (self.topic and f"gfkit help {self.topic}{'.md' * (self.topic in VERBS)}")
        return (self.text if see in self.text else f"{self.text}: {see}" if self.text else f"write {see}",)


_Row = tuple[str, tuple[str, ...], Offer]
"""Kind, names and answer."""


def offers(
    text: str, kind: str = "", verb: str = "", names: Mapping[str, str] | None = None
) -> tuple[Offer, ...]:
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
    >>> offers("edge dominating sets of graphs", "structure", "derive")[0].command
    'gfkit derive edge-dominating-sets BOARD'
    >>> offers("quark confinement")
    ()
    """
    favour, (rows, weights) = _FAVOUR[kind or "sentence"], _index()
    own = [
        (kind, (name, about), Offer(f"{name}: {about}".rstrip(": "))) for name, about in (names or {}).items()
    ]
    known = weights.keys() | {stem for _, words, _ in own for stem in stems_of(*words)}
    asked = {stem: _similar_stems(stem, known) for stem in stems_of(plain_text(text[:_LONGEST]))}
    weights = weights | {
        stem: max((weights.get(one, 1.0) for one in alike), default=_UNKNOWN)
        for stem, alike in asked.items()
        if stem not in weights
    }
    meant = frozenset[str]().union(*asked.values())
    scores = [
        (favour.get(row[0], 0) * _score(row, asked, weights), row[2])
        for row in (*own, *rows)
        if (kind != "option" or row[0] == "command" or "--" in " ".join((*row[1], *row[2])))
        and not meant.isdisjoint(stems_of(*row[1], row[2].text))
        and is_installed(VERBS.get(" ".join(row[2].command.split()[1:2]), ""))
    ]
    best = sorted(scores, key=lambda pair: -pair[0])[: 2 * _MOST]
    least = max(_LEAST, _SHARE * best[0][0]) if best else 0
    unknown = sum(not alike for alike in asked.values())
    found = [offer for score, offer in best if score >= least] or [
        row[2] for row in _rows_in(plain_text(text[:_LONGEST]), unknown) if favour.get(row[0], 0) >= _SURE
    ][:1]
    return tuple(dict.fromkeys(_described(offer, verb) for offer in found))[:_MOST]


def _rows_in(text: str, unknown: int) -> Iterator[_Row]:
    """Yield the rows with a name that the query contains, longest first. The name has more than one word, and
    more words than the query has unknown ones. The words of a two-word name are consecutive in the query.
    """
    words, named = text.split(), _names()
    near = {
        stems_of(" ".join(words[i : i + size])) for size in range(1, _SPAN + 1) for i in range(len(words))
    }
    inside = [stems for stems in named if unknown < len(stems) > 1 and stems <= stems_of(text)]
    for stems in sorted(inside, key=len, reverse=True):
        yield from named[stems] if len(stems) > 2 or stems in near else ()


@cache
def _names() -> dict[frozenset[str], list[_Row]]:
    """Return the rows that have a name with these stems."""
    named = dict[frozenset[str], list[_Row]]()
    for row in _index()[0]:
        for name in row[1]:
            named.setdefault(stems_of(name), []).append(row)
    return named


def advice(text: str, kind: str = "", verb: str = "", names: Mapping[str, str] | None = None) -> str:
    """Return the end of an error message about a word: its spelling, answers, or where to look.

    The command line prints each answer after a bullet on its own line.
    """
    known = {name: name for name in names or ()} or {
        name.replace(" ", "-"): row[2].text * (row[0] == kind)
        for row in _rows()
        if row[0] in ("known", kind)
        for name in row[1]
    }
    if kind == "structure":
        known |= {name[:-1]: name[:-1] for name in synonyms("structures", "optimum")}
    word, _, rest = re.sub(r"[\s_]+", "-", plain_text(text).lower()).partition(":")
    for close in filter(known.get, close_words(word, known)):
        name, needs_number, _ = known[close].partition(":k")
        before = ":" if needs_number or kind == "board" or f"{name}:k" in NAMED else " "
        size = "" if ":" in name else before + (rest or "3" * bool(needs_number))
        if (spelling := f"{name}{size}".rstrip(" :")) != text:
            return f"did you mean {spelling}?"
    similar = kind == "structure" and text.split()[3:] and from_above("similar_sentence")
    if similar and (command := similar(text)):
        return f"a similar sentence that gfkit reads: {command}"
    found = [line for offer in offers(text, kind, verb, names) for line in offer.lines]
    if not found and names:
        return known_choices(text, names, f"{' '.join(['gfkit', verb]).strip()} --help")
    if len(found) > 1:
        return BULLET.join(["what gfkit has:", *found])
    return (
        found[0]
        if found
        else _ELSEWHERE.get(kind, "gfkit has nothing of this name: gfkit help lists all topics")
    )


@cache
def _index() -> tuple[list[_Row], dict[str, float]]:
    """Return the rows, and weights of their stems: rare ones have larger weights."""
    from gfkit.help.pages import UNSEARCHED, headings  # not needed for a misspelt name

    rows = [
        *_rows(),
        *(
            ("recipe" if topic.startswith("howto/rule#") else "page", (heading,), Offer(heading, topic=topic))
            for topic, heading in headings()
            if not topic.startswith(UNSEARCHED)
        ),
    ]
    number = Counter(stem for _, names, offer in rows for stem in stems_of(*names, offer.text))
    return rows, {stem: log(1 + len(rows) / count) / log(1 + len(rows)) for stem, count in number.items()}


@cache
def _known() -> dict[str, Any]:
    return read_toml(file_text(join(dirname(__file__), "known.toml")))


@cache
def _rows() -> tuple[_Row, ...]:
    return tuple(_each_row())


def _each_row() -> Iterator[_Row]:
    """Yield the rows of known words and names; the offer of a structure is only its name."""
    subjects, known = ("structures", "boards"), set[str]()
    ambiguous = {sort_key(word) for subject in subjects for word in synonyms(subject, "either")}
    yield from (
        ("known", (word,), Offer(f"{word.replace('-', ' ')} may mean: {row[0]}"))
        for subject in subjects
        for word, row in synonyms(subject, "either").items()
    )
    for key, row in _known().items():
        words = {word: sort_key(word) for word in (key, *row.get("also", ()))}
        known.update(words.values())
        own = tuple(word for word in words if words[word] not in ambiguous)
        yield "known", own, Offer(row["say"], row.get("run", ""), row.get("see", ""))
    for subject in subjects:
        for word, reason in synonyms(subject, "other").items():
            if sort_key(word) not in known:
                yield "known", (word,), Offer(reason)
    yield from (
        ("known", (word,), Offer("", f"gfkit optimum {row[0]} BOARD"))
        for word, row in synonyms("structures", "optimum").items()
    )
    named_classes = from_above("named_classes")
    for name, one in (named_classes() if named_classes else {}).items():
        yield "known", (name, *one.also), Offer(one.definition, f"gfkit derive {name}", "specifications")
    yield from (("command", (word,), Offer("", command)) for word, command in VERBS_FOR.items())
    yield from (("verb", (verb,), Offer(f"command {verb}", f"gfkit {verb} --help")) for verb in VERBS)
    yield from (("known", (name,), Offer(f"heap game {name}", f"gfkit nim {name}")) for name in HEAP_GAMES)
    for kind, names in (("structure", NAMED), ("board", known_words())):
        taken = {name.removesuffix(":k"): name for name in names}
        taken |= {name: name for name in names if name in taken} | {
            word: row[0].format("n", 2, 3, rest="1-2") for word, row in synonyms(f"{kind}s", "taken").items()
        }
        yield from (
            (kind, (word,), Offer(name, topic="boards" * (kind == "board"))) for word, name in taken.items()
        )


def _described(offer: Offer, verb: str) -> Offer:
    """Return the offer of a structure with its description and a command; return other offers unchanged."""
    if f"{offer.text}:k" in NAMED:
        offer = offer._replace(text=f"{offer.text}:k")
    name = re.sub(r":\d+$", ":k", offer.text)
    if name not in NAMED:
        return offer
    verb = (
        verb if verb in ("count", "derive", "optimum", "sample") else "value" if name in BUILT_IN else "count"
    )
    return Offer(about_built_in(name).rstrip("."), f"gfkit {verb} {offer.text.replace(':k', ':3')} BOARD")


@cache
def stems_of(*texts: str) -> frozenset[str]:
    """Return the words of strings without endings and common words.

    >>> sorted(stems_of("Tilings of the torus with L-trominoes"))
    ['l', 'til', 'toru', 'tromino']
    """
    plain = normalize("NFKD", " ".join(texts).lower()).encode("ascii", "ignore").decode()
    words = _TOKEN.findall(re.sub("colou?r", "colour", plain))
    return frozenset(
        _ENDING.sub("", word) for word in words if word not in COMMON and not word[0].isdigit()
    ) or frozenset(words)


def _similar_stems(stem: str, known: Collection[str]) -> dict[str, float]:
    """Return the known stems that are similar to a stem of the user, with factors."""
    long = [one for one in known if min(len(one), len(stem)) >= _SHORTEST]
    near = [
        one
        for one in long
        if one[0] == stem[0] and abs(len(one) - len(stem)) < _PARTED and min(len(one), len(stem)) > _SHORTEST
    ]
    return {
        **dict.fromkeys(() if stem in known else close_words(stem, near), _MISSPELT),
        **{
            one: _PREFIX
            for one in long
            if (one.startswith(stem) or stem.startswith(one))
            and min(len(one), len(stem)) >= _COMMON * max(len(one), len(stem))
        },
        **({stem: 1.0} if stem in known else {}),
    }


def _score(row: _Row, asked: Mapping[str, Mapping[str, float]], weights: Mapping[str, float]) -> float:
    """Return the share of the words that a name of the row contains, times a factor for the rest of the
    name.
    """

    def weight(stems: Collection[str]) -> float:
        return sum(weights.get(stem, 1.0) if len(stem) > 1 else _LETTER for stem in stems)

    total = max(weight(asked), _RARE)

    def share(stems: frozenset[str]) -> float:
        found = [
            weight([word]) * max(alike[stem] for stem in stems & alike.keys())
            for word, alike in asked.items()
            if not stems.isdisjoint(alike)
        ]
        is_chance = len(found) < min(len(asked), len(stems), 2)  # one word that two phrases share
        return 0 if is_chance else sum(found) / total

    scores = [_ANYWHERE * share(stems_of(*row[1], row[2].text)), _SEVERAL * share(stems_of(*row[1]))]
    for stems in map(stems_of, row[1]):
        brief = weight(stems.intersection(chain(*asked.values()))) / (weight(stems) or 1)
        scores.append(share(stems) * (1 - _BRIEF + _BRIEF * brief) + _COMPLETE * (stems == asked.keys()))
    return max(scores)
