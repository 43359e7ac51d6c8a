"""Structures and families of boards that a text mentions, for the list of the formulas of a paper."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from typing import NamedTuple

from gfkit.claims.reading.phrases import phrase_in, with_names
from gfkit.claims.statement.names import EMPTY_PHRASE, KNOWN_NAMES
from gfkit.claims.statement.typography import DATE, PERSON
from gfkit.core.boards import Family, PartOfFamily, optimum_named, parse_board, synonyms
from gfkit.core.boards.spelling import sort_key
from gfkit.core.deferred import regex
from gfkit.core.errors import InputError, ReadingNote, UndecidedError, as_typed
from gfkit.core.rules import NAMED

_SIZE = r"(?:[A-Z]_(?:\w|\{\w+\})|[0-9]*n|[0-9]+)"
_BOARD = regex(
    rf"(?<![\w\\^]){_SIZE}(?:\s*(?:\\times|\\square|\\Box|[x×□]|(?<=[\s$])by(?=[\s$]))\s*{_SIZE})+(?!\w)"
    r"|(?<![A-Za-z\\])[PCKW]_(?:n|\{n\})(?!\s*&?[-+=])|(?<![A-Za-z-])[a-z-]++:(?:[0-9]+x)?n(?!\w)"
    r"|(?<![-:\w\\])(?P<word>path|cycle|ladder|prism|wheel|star|(?!line\b)[a-z]++(?=[\s~-]graph))s?\b"
)
"""Pattern of the sizes of a board, or of the name of a graph."""
_TOO_COMMON = {"paths", "cycles"}
"""Structures whose names are usually words for boards."""


@cache
def _structures() -> tuple[re.Pattern[str], dict[str, str]]:
    """Return the pattern of all names of structures, and the structure of each name without plural."""
    taken = {word: str(row[0]) for word, row in synonyms("structures", "taken").items()}
    named = taken | {name: name for name in NAMED if name not in _TOO_COMMON and ":" not in name}
    words = sorted(named, key=len, reverse=True)
    forms = "|".join(re.escape(word.removesuffix("s")).replace(r"\-", r"[\s~-]+") for word in words)
    optimal = r"(?P<optimal>[\s~-]+(?:number|polynomial)s?\b)?"
    pattern = rf"\b(?:(?:{forms})s?|(?P<number>\d+)-colou?rings?)\b{optimal}"
    return re.compile(pattern, re.IGNORECASE), {word.removesuffix("s"): name for word, name in named.items()}


def last_object(text: str) -> tuple[str, str]:
    r"""Return the last structure and the last family of boards that a text names, "" if there is none.

    >>> last_object(r"Spanning~trees of the $2 \times n$ grid")
    ('spanning-trees', '2xn')
    """
    found = ([name for _, name in find(text)] for find in (_structures_in, _families_in))
    structure, family = (names[-1] if names else "" for names in found)
    return structure, family


def structures_in(text: str) -> list[str]:
    """Return the structures that a text names.

    >>> structures_in("An independent set is a set of vertices.")
    ['independent-sets']
    """
    return [name for _, name in _structures_in(text)]


def _structures_in(text: str) -> Iterator[tuple[re.Match[str], str]]:
    """Yield the names of structures in a text, each with the structure."""
    pattern, named = _structures()
    for match in pattern.finditer(text):
        word = re.sub(r"[\s~-]+", "-", match[0].lower()).removesuffix("s")
        name = word.replace("-", " ") if match["optimal"] else named.get(word, word)
        yield match, name if match["optimal"] or not match["number"] else f"colourings:{match['number']}"


def _families_in(text: str) -> Iterator[tuple[re.Match[str], str]]:
    """Yield the sizes of boards and the names of graphs in a text, each with the family."""
    for match in _BOARD.finditer(text):
        with warnings.catch_warnings(action="ignore", category=ReadingNote), suppress(InputError):
            board = parse_board(f"{match['word']}:n" if match["word"] else match[0])
            if isinstance(board, Family):
                yield match, str(board)


_CREDIT = regex(
    rf"_{PERSON}_|\b(?:[Bb]y|from(?=\s++[A-Z][a-z]))\s{{1,9}}[A-Z][\w.]*(?:\s{{1,9}}(?:and\s{{1,9}})?[A-Z][\w.]*){{0,20}}"
    rf"|(?<![\w.'’-])(?:{PERSON},?\s)?{DATE}|\bA\d{{6}}\b|\\(?:text(?:rm|it|up|normal)?|emph)(?![A-Za-z])"
)
"""Pattern of authors, dates, references to the OEIS, and commands of LaTeX for prose."""
_NUMBER = regex(
    r"\b(?P<noun>numbers?|counts?|sequence)\s{1,9}(?P<dollar>\$?)\s{0,9}"
    r"(?P<name>\\?[A-Za-z]{1,40})(?:_\{?n\}?|\((?P<inside>[\w, ]{1,80})\))\s{0,9}(?P=dollar)(?!\w)"
)
"""Pattern of a number with its name, such as "the number $a_n$"."""
_HEAD = regex(
    r"\b(?:ordinary\s++)?generating\s++function\b(?:\s++(?:of|for)\s++the\s++(?:total\s++)?numbers?\b)?"
    r"|\b(?:(?:total\s++)?(?:numbers?|counts?)|sequence)\b(?:\s++of\s++all\b)?",
    re.IGNORECASE,
)
"""Pattern of the noun that states that objects are counted, of which one is understood."""
_EMPTY = regex(rf"~|\bfor\s++(?=the\s++(?:number|sequence))|\b{EMPTY_PHRASE}", re.IGNORECASE)
_PROSE = regex(r"\$[^$]*\$|[^\W\d_]+(?:['’-][^\W\d_]+)*+|[^\s,.:;(){}]")
"""Pattern of a formula, a word, or a sign that is not punctuation."""


_SIZE_OF = regex(
    r"\b(?:size|cardinality)\s++of\s++(?:an?|any|every)\s++(?P<what>(?:minimum|maximum|smallest|largest)\s++[a-z-]++(?:\s++[a-z-]++){0,2}?)"
    r"(?=\s++(?:of|in|for)\b)"
)
"""Pattern of an optimal number in words, such as "the size of a minimum dominating set"."""


def _is_optimum(words: str, name: str) -> bool:
    """Return True if the size of smallest or largest configurations is an optimal number.

    >>> [_is_optimum(words, "domination number") for words in ("minimum dominating set", "maximum clique")]
    [True, False]
    """
    one, other = optimum_named(words), optimum_named(name)
    if one is None or other is None:
        return False
    return (sort_key(one.name), *one[1:]) == (sort_key(other.name), *other[1:])


_OPTIMAL_NUMBER = regex(r"(?<![A-Za-z0-9-])(?P<name>(?:[A-Za-z0-9-]++\s++){1,3}?number)\s++(?:of|for)\b")


def object_of(words: Iterable[str]) -> tuple[str, str] | None:
    """Return the structure or the optimal number, and the family, that the words around a formula name, or
    None. The other words are not examined.

    >>> object_of(["the number of perfect matchings of the path on 2n vertices"])
    ('perfect-matchings', 'path:2n')
    >>> object_of(["The domination number of the n-cycle graph is"])
    ('domination number', 'cycle:n')
    """
    for text in words:
        rest = with_names(_CREDIT.sub(" ", text))
        boards = phrase_in(rest)
        if boards is None:
            continue
        rest = rest[: boards.start]
        family = boards.family
        whole = None if family == "nxn" else parse_board(family)
        if isinstance(whole, Family) and (boards.step, boards.shift) != (1, 0):
            sized = PartOfFamily("part", (None,), whole=whole, step=boards.step, shift=boards.shift)
            family = sized.text
        numbers = [*_SIZE_OF.finditer(rest), *_OPTIMAL_NUMBER.finditer(rest)]
        known = {*_structures()[1].values()}
        found = [
            *(re.sub("^[Tt]he ", "", one[1]) for one in numbers),
            *(name for _, name in _structures_in(rest)),
        ]
        structure = next(
            (one for one in map(_number_named, found) if one in known or ":" in one or optimum_named(one)),
            None,
        )
        if structure is not None:
            return structure, family
    return None


def _number_named(words: str) -> str:
    """Return the usual name of an optimal number, and other words unchanged.

    >>> _number_named("minimum dominating set"), _number_named("matchings")
    ('domination number', 'matchings')
    """
    names = (name for name in synonyms("structures", "optimum") if name.endswith("-numbers"))
    is_other = not re.match("(?:minimum|maximum|smallest|largest) ", words)
    return (
        words
        if is_other
        else next((name[:-1].replace("-", " ") for name in names if _is_optimum(words, name[:-1])), words)
    )


class BoardsOf(NamedTuple):
    """Boards that words name: those of size ``step`` n + ``shift`` of the family of the query.

    ``others`` are the shifts in the numberings of other authors, each with the family that it denotes.
    """

    step: int
    shift: int
    others: tuple[int, ...] = ()


def check_prose(
    words: Iterable[str],
    is_structure: Callable[[str], bool],
    shift_of: Callable[[str], int | None],
    asked: str,
    is_name: Callable[[str], bool] = lambda _: False,
    own: str = "",
) -> BoardsOf | None:
    """Return the boards that prose around a formula about the query ``asked`` names, if any.

    Raise UndecidedError if it names another structure or other graphs, or contains a word that is not
    understood: each word must belong to the name of the structure or of the graphs, to the name ``own`` of
    the query, to a name such as i(P_n), to a credit or a reference, or to the short list of words without
    meaning for the formula. ``shift_of`` returns k if the board of size m of a family is that of size m + k
    of the family of the query, or None for other families.
    """
    boards: BoardsOf | None = None
    for text in words:
        rest = with_names(_CREDIT.sub(" ", text))
        if own and own not in NAMED:
            phrase = re.escape(own.removesuffix("s")).replace(r"\-", r"[\s~-]+").replace(r"\ ", r"[\s~-]+")
            rest = re.sub(rf"\b{phrase}s?\b(?!-)", "sequence", rest, flags=re.IGNORECASE)
            for match in [*_SIZE_OF.finditer(rest)][::-1]:
                if _is_optimum(match["what"], own):
                    rest = f"{rest[: match.start()]}sequence{rest[match.end() :]}"
        for match in [*_NUMBER.finditer(rest)][::-1]:
            name = match[0][len(match["noun"]) :].strip(" $")
            if match["name"] not in KNOWN_NAMES and (match["inside"] in (None, "n") or is_name(name)):
                rest = f"{rest[: match.start()]}{match['noun']}{rest[match.end() :]}"
        named = phrase_in(rest)
        if named is not None:
            shift = shift_of(named.family)
            if shift is None:
                raise UndecidedError(
                    f"the words {as_typed(text)} name {named.family}, but the query is about {asked}"
                )
            rest = f"{rest[: named.start]} {rest[named.end :]}"
            found = BoardsOf(named.step, named.shift + shift, tuple(one + shift for one in named.others))
            if boards not in (None, found):
                raise UndecidedError(f"the words {as_typed(text)} name several boards")
            boards = found
        structures = [(*match.span(), name) for match, name in _structures_in(rest)]
        other = next((name for *_, name in structures if not is_structure(name)), None)
        if other is not None:
            raise UndecidedError(f"the words {as_typed(text)} name {other}, but the query is about {asked}")
        for start, end, _ in reversed(structures):
            rest = f"{rest[:start]} {rest[end:]}"
        rest = _HEAD.sub(" ", re.sub(r"\$\s*\$", " ", rest), count=1)
        strange = _PROSE.search(_EMPTY.sub(" ", rest))
        if strange is not None:
            raise UndecidedError(
                f"{as_typed(strange[0])} in the words {as_typed(text)} is not understood;"
                " write only the formula (for k pieces, with --pieces k)"
            )
    return boards
