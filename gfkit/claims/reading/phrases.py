r"""Graphs and boards in words: "the n-prism graph", "a 2 X n rectangle", "the path on n + 1 vertices".

A phrase consists of an article, a size or the sizes of a grid, the name of a graph, its letter or its
factors, and a clause that states a number of its vertices, edges or other parts. Every part must agree with
the others.

>>> for text in ("the n-prism graph", r"a $2 \times n$ grid", "the path with n+1 vertices", "the wheel W_n"):
...     print(phrase_in(f"sets of {text}"))
BoardPhrase(start=8, end=25, family='prism:n', step=1, shift=0, others=())
BoardPhrase(start=8, end=27, family='2xn', step=1, shift=0, others=())
BoardPhrase(start=8, end=34, family='path:n', step=1, shift=1, others=())
BoardPhrase(start=8, end=21, family='wheel:n', step=1, shift=0, others=(1,))
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from gfkit.claims.reading.objects import distances
from gfkit.claims.statement.linear import integer_form
from gfkit.claims.statement.parse import read_statement
from gfkit.core.boards import Board, Family, parse_board, synonyms
from gfkit.core.boards.grammar import known_words
from gfkit.core.deferred import regex
from gfkit.core.errors import GfkitError, ReadingNote, UndecidedError, as_typed


class BoardPhrase(NamedTuple):
    """Boards in words, at a position of a text: for n, the board of size ``step`` n + ``shift`` of a family.

    ``others`` are the shifts in the numberings of other authors.
    """

    start: int
    end: int
    family: str
    step: int = 1
    shift: int = 0
    others: tuple[int, ...] = ()


_LINEAR = r"(?:\(\s*+[0-9]*+\s*+n(?:\s*+[-+]\s*+[0-9]++)?\s*+\)|[0-9]*+\s*+n(?:\s*+[-+]\s*+[0-9]++)?)"
_INDEX = r"_(?:[A-Za-z0-9]|\{[^{}$]{1,20}\})"
_FACTOR = rf"(?:[A-Z]{{1,2}}{_INDEX}|{_LINEAR}|[0-9]++)"
_TIMES = regex(r"(?<!\s)\s*+\$?\s*+(?:\\times|\\square|\\Box|[xX×□*]|-?\bby\b-?)\s*+\$?\s*+")
_PRODUCT = rf"{_FACTOR}(?:{_TIMES.pattern}{_FACTOR})++"
_KIND = r"(?:graphs?|boards?)"
_GRID = (
    r"(?:(?:(?:rectangular|square|planar)\s++)?(?:chess-?boards?|checkerboards?|boards?|grids?|lattices?"
    r"|rectangles?|strips?)"
    r"(?:\s++graphs?)?|graphs?)"
)
"""Pattern of the nouns that may follow the two sizes of a grid."""
_PARTS = "vertices|nodes|points|cells|squares|edges|rungs|spokes|leaves|triangles|pages"
_CLAUSE = (
    rf"(?:with|on|having|of|that\s++has)\s++(?:exactly\s++)?(?P<measure>length\s++|order\s++)?\$?\s*+"
    rf"(?P<count>{_LINEAR})\s*+\$?"
    rf"(?(measure)|\s*+(?P<part>{_PARTS}))(?![\w-])"
)
_COUNTED: dict[str, Callable[[Board], int]] = {
    **dict.fromkeys(("vertices", "nodes", "points", "cells", "squares", "order"), lambda one: one.size),
    **dict.fromkeys(("edges", "length"), lambda one: len(one.edges)),
}
"""Parts that are counted on a board."""
_NUMBERED = {
    ("ladder", "rungs"): 0,
    ("moebius", "rungs"): 0,
    ("prism", "rungs"): 0,
    ("wheel", "spokes"): 1,
    ("gear", "spokes"): 0,
    ("helm", "spokes"): 0,
    ("star", "leaves"): 1,
    ("friendship", "triangles"): 0,
    ("book", "pages"): 0,
    ("aztec", "order"): 0,
}
"""Difference of the size of a graph and of the number of its parts."""
_NO_NAMES = {"line", "linear", "box", "board", "rectangle", "rect", "grid", "mesh", "strip", "lattice"}
"""Names of boards with another meaning in a sentence, or without one of its own."""
_CHECKED = 4
"""Number of boards on which a number of parts is compared."""


@cache
def _phrase() -> re.Pattern[str]:
    """Return the pattern of a phrase, without the check that its parts agree."""
    words = {*known_words(), *synonyms("boards", "taken")} - _NO_NAMES
    names = sorted((word for word in words if len(word) > 2), key=len, reverse=True)
    forms = "|".join(re.escape(name).replace(r"\-", r"[\s~-]+").replace("oe", "(?:oe|ö)") for name in names)
    return re.compile(
        r"\b(?i:of|on|in|for)\s++(?P<phrase>(?i:(?:an?|the|each|every|any|all)\s++)?+\$?\s*+(?:"
        rf"(?:{_GRID}\s++(?:of\s++(?:size|dimensions?)\s++)?\(?\$?\s*+)?(?P<sizes>{_PRODUCT})(?:\s*\$)?\)?"
        rf"(?:[\s~-]++(?i:{_GRID}(?![\w-])|(?P<shape>{forms})(?:[\s~-]++{_KIND})?+(?![\w-])))?"
        rf"|(?:(?P<size>{_LINEAR})(?:\s*\$)?[\s~-]++(?P<vertex>(?:vertex|node)[\s~-]++)?)?(?P<name>"
        rf"(?i:{forms})(?:e?s)?)(?:[\s~-]++(?i:{_KIND}))?+(?![\w-])"
        rf"(?:\s++\(?\$?\s*+(?P<letter>{_PRODUCT}|[A-Z]{{1,2}}{_INDEX})(?:\s*\$)?\)?)?"
        rf"|(?:(?i:graphs?)\s++\$?)?(?P<alone>[PCKWQ]{_INDEX})(?:\s*\$)?"
        rf")(?:,?\s++\(?{_CLAUSE}\)?)?)(?![\w-])"
    )


def phrase_in(text: str) -> BoardPhrase | None:
    """Return the last phrase for boards in a text, after a preposition, or None.

    Raise UndecidedError if its parts contradict each other.
    """
    found = [*_phrase().finditer(text)]
    for match in reversed(found):
        with warnings.catch_warnings(action="ignore", category=ReadingNote):
            read = _read(match)
        if read is not None:
            return read
    return None


def _read(match: re.Match[str]) -> BoardPhrase | None:
    """Return the boards of a match, or None if no boards have these names and sizes."""
    if match["sizes"]:
        return _counted(match, _sized(match["sizes"], match["shape"] or ""))
    letter = match["letter"] or match["alone"] or ""
    if _TIMES.search(letter):
        product, named = _sized(letter, ""), _named(match["name"])
        is_same = product is not None and named is not None and _are_equal(product.family, named)
        step, shift = (_form(match["size"]) if match["size"] else None) or (0, 0)
        if product is not None and named is not None and step:
            shifts = (0, *_other_shifts(named.partition(":")[0]))
            is_same &= (product.step, product.shift) in [(step, shift + more) for more in shifts]
        if not is_same:
            raise UndecidedError(f"{as_typed(match['phrase'])} names two graphs")
        return _counted(match, product)
    return _counted(match, _lettered(match, letter))


def _lettered(match: re.Match[str], letter: str) -> BoardPhrase | None:
    """Return the graphs of a name, a letter with an index, or both."""
    sign, _, index = letter.partition("_")
    index = index.strip("{} ")
    if "," in index:
        name = re.sub(r"[\s~-]+", "-", (match["name"] or "").lower())
        is_known = not name or name in _BIPARTITE or (name == "star" and index.startswith("1,"))
        return _sized_letter(sign, index) if is_known and not match["size"] else None
    families = synonyms("boards", "letters").get(sign, ())
    family = _named(match["name"] or families[0].partition(":")[0])
    forms = {_form(size) for size in (match["size"], index) if size}
    if family is None or None in forms or len(forms) > 1:
        return None
    word = family.partition(":")[0]
    if families and word not in {one.partition(":")[0] for one in families}:
        raise UndecidedError(f"{as_typed(match['phrase'])} names two graphs")
    step, shift = next(iter(forms), None) or (1, 0)
    return BoardPhrase(0, 0, family, step, shift, tuple(shift + more for more in _other_shifts(word)))


def _other_shifts(word: str) -> list[int]:
    """Return the differences of the sizes of a graph in the numberings of other authors.

    >>> _other_shifts("wheel"), _other_shifts("path")
    ([1], [])
    """
    if word in ("path", "cycle", "complete"):
        return []
    every = (one for families in synonyms("boards", "letters").values() for one in families)
    named = (one.partition(":n") for one in every)
    return sorted({int(shift) for name, _, shift in named if name == word and shift})


_BIPARTITE = ("complete-bipartite", "bipartite", "biclique")


def _named(name: str) -> str | None:
    """Return the family of a graph with one size, such as comb:n for a centipede, or None."""
    word = re.sub(r"[\s~]+", "-", name.lower().replace("ö", "oe"))
    for form in (word, word.removesuffix("s"), word.removesuffix("es")):
        try:
            board = parse_board(f"{form}:n")
        except GfkitError:
            continue
        return board.text if isinstance(board, Family) else None
    return None


def _form(size: str) -> tuple[int, int] | None:
    """Return i and j for a size i n + j, or None."""
    if {*re.findall(r"[A-Za-z]+", size)} - {"n"}:
        return None  # another letter may differ from the index of the formula
    try:
        form = integer_form(read_statement(size).chains[0].sides[0])
    except GfkitError:
        return None
    return (form[0], form[2]) if form is not None and form[0] > 0 and not form[1] else None


def _sized(sizes: str, shape: str) -> BoardPhrase | None:
    """Return the family of a grid, of a product, or of a shape with two sizes, and its growing size."""
    factors, grown = [], set[tuple[int, int]]()
    for factor in _TIMES.split(sizes):
        letter, _, index = factor.strip(" $").rpartition("_")
        form = None if index.strip("{}").isdigit() else _form(index.strip("{} "))
        if form is None and not index.strip("{}").isdigit():
            return None
        grown |= {form} if form else set()
        size = "n" if form else index.strip("{}")
        factors.append(f"{letter}_{size}" if letter else size)
    if len(grown) != 1:
        return None
    is_lettered = any("_" in factor for factor in factors)
    name = (" x " if is_lettered else "x").join(factors)
    return _with_size(f"{name} {shape}".strip(), *grown)


def _sized_letter(sign: str, index: str) -> BoardPhrase | None:
    """Return the family of a letter with two indices, such as K_{2,n}."""
    parts = [part.strip() for part in index.split(",")]
    forms = [None if part.isdigit() else _form(part) for part in parts]
    grown = {form for form in forms if form}
    if sign != "K" or len(parts) != 2 or len(grown) != 1:
        return None
    sizes = ["n" if form else part for part, form in zip(parts, forms, strict=True)]
    return _with_size(f"K_{{{','.join(sizes)}}}", *grown)


def _with_size(name: str, form: tuple[int, int]) -> BoardPhrase | None:
    """Return the boards of a name in n, for which the growing size is i n + j."""
    try:
        board = parse_board(name)
    except GfkitError:
        return BoardPhrase(0, 0, name, *form) if name == "nxn" else None
    return BoardPhrase(0, 0, board.text, *form) if isinstance(board, Family) else None


def _are_equal(one: str, other: str) -> bool:
    """Return True if the boards of two families with the same size have equal distances between vertices."""
    families = [parse_board(name) for name in (one, other)]
    assert all(isinstance(family, Family) for family in families), "names of families"
    first = max(family.first_n for family in families) + 1  # type: ignore[union-attr]
    sizes = range(first, first + _CHECKED)
    return all(distances(families[0], n) == distances(families[1], n) for n in sizes)  # type: ignore[arg-type]


def _counted(match: re.Match[str], read: BoardPhrase | None) -> BoardPhrase | None:
    """Return boards at their position, with the number of parts that the phrase states, if it does: it
    determines the numbering.

    Raise UndecidedError if the boards of the phrase have another number of parts.
    """
    if read is None:
        return None
    start, end = match.span("phrase")
    read = read._replace(start=start, end=end)
    if not (match["count"] or match["vertex"]):
        return read
    given = _form(match["count"] or match["size"])
    part = (match["part"] or match["measure"] or "vertices").strip()
    own = _numbers(read.family, part)
    if given is None or own is None:
        return None
    step, shift = divmod(given[0], own[0]), divmod(given[1] - own[1], own[0])
    is_sized = bool(match["sizes"] or (match["size"] and not match["vertex"]))
    is_same = (step[0], shift[0]) == (read.step, read.shift) or shift[0] in read.others
    if step[1] or shift[1] or (match["count"] and match["vertex"]) or (is_sized and not is_same):
        raise UndecidedError(f"{as_typed(match['phrase'])} has another number of {part}")
    return read._replace(step=step[0], shift=shift[0], others=())


def _numbers(family: str, part: str) -> tuple[int, int] | None:
    """Return a and b if the board of size k of a family has a k + b parts, or None."""
    word = family.partition(":")[0]
    if (word, part) in _NUMBERED:
        return 1, -_NUMBERED[word, part]
    if part not in _COUNTED or family == "nxn" or (part == "length" and word not in ("path", "cycle")):
        return None
    boards = parse_board(family)
    assert isinstance(boards, Family), "the name of a family"
    first = boards.first_n + 1
    counts = [_COUNTED[part](boards.at(k)) for k in range(first, first + _CHECKED)]
    steps = {after - before for before, after in pairwise(counts)}
    if len(steps) != 1 or min(steps) < 1:
        return None
    (step,) = steps
    return step, counts[0] - step * first


_TILE = (
    r"(?:(?:1\s*[xX×]\s*2|2\s*[xX×]\s*1)\s++(?=domino)|\$(?:1\s*\\times\s*2|2\s*\\times\s*1)\$\s++"
    r"(?=domino))?(?P<tile>[A-Za-z-]{1,40}?)(?:es|s)\b"
)
_COLOURS = r"(?:with|using|in|by)\s++\$?(?P<number>\d++|two|three|four|five|six)\$?\s++colou?rs"
_PROPERLY = (
    r"(?P<so>,?\s++(?:so|such)\s++that\s++(?:no\s++two\s++adjacent\s++(?:vertices|nodes|cells"
    r"|squares)\s++(?:have|share|receive|get)\s++the"
    r"\s++same\s++colou?r|adjacent\s++(?:vertices|nodes|cells|squares)\s++(?:have|receive|get"
    r"|are\s++given)\s++(?:different|distinct)\s++colou?rs))?"
)
_NUMBERS = {"two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}


def _coloured(found: re.Match[str]) -> str:
    """Return the name of colourings, or the words if they do not state that the colourings are proper."""
    parts = found.groupdict()
    number = _NUMBERS.get(parts["number"], parts["number"])
    is_proper = any(parts.get(key) for key in ("proper", "properly", "so"))
    return f"{number}-colourings of {parts['boards']}" if is_proper else found[0]


_WAYS: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (
        regex(
            r"\b(?:(?:different\s++)?ways\s++(?:to\s++(?:tile|cover|pave)|(?:of|for)\s++(?:tiling"
            r"|covering|paving))|tilings\s++of)\s++"
            rf"(?P<boards>.{{1,99}}?)\s++(?:completely\s++)?(?:with|by|using)\s++{_TILE}",
            re.IGNORECASE,
        ),
        r"\g<tile> tilings of \g<boards>",
    ),
    (
        regex(
            r"\b(?:different\s++)?(?:ways\s++(?:to\s++place|of\s++placing)|(?:placements?"
            r"|arrangements?)\s++of)\s++(?:any\s++number\s++of\s++)?"
            r"(?=non-?attacking\s++(?:kings|queens|rooks|bishops|knights)\b)",
            re.IGNORECASE,
        ),
        "",
    ),
    (
        regex(
            r"\bways\s++(?:to\s++(?P<proper>properly\s++)?colou?r|of\s++"
            r"(?P<properly>properly\s++)?colou?ring)\s++"
            r"(?:the\s++(?:vertices|nodes|cells|squares)\s++of\s++)?(?P<boards>.{1,99}?)\s++"
            rf"{_COLOURS}{_PROPERLY}",
            re.IGNORECASE,
        ),
        _coloured,
    ),
    (
        regex(
            r"\b(?P<proper>proper\s++)(?:vertex\s++)?colou?rings\s++of\s++(?:the\s++(?:vertices"
            r"|nodes)\s++of\s++)?(?P<boards>.{1,99}?)\s++"
            rf"{_COLOURS}",
            re.IGNORECASE,
        ),
        _coloured,
    ),
    (
        regex(
            r"(?:\(\s*+)?\bnot\s++necessarily\s++(?:perfect|maximal|maximum|minimal|minimum)(?:\s*+\))?\s++",
            re.IGNORECASE,
        ),
        "",
    ),
    (regex(r"\bproper\s++(?:vertex\s++)?(?=\d++-colou?rings?\b)", re.IGNORECASE), ""),
    (regex(r"\bnon-?attacking\s++(?=(?:kings|queens|rooks|bishops|knights)\b)", re.IGNORECASE), ""),
)
"""Patterns of words for structures, and the names of these structures."""


def with_names(text: str) -> str:
    """Return words for tilings, colourings and chess pieces as the names of these structures.

    >>> with_names("number of ways to tile a 2 x n board with dominoes")
    'number of domino tilings of a 2 x n board'
    >>> with_names("ways to color the path with 3 colors")
    'ways to color the path with 3 colors'
    >>> with_names("proper colorings of the path with three colors")
    '3-colourings of the path'
    """
    for pattern, name in _WAYS:
        text = pattern.sub(name, text)
    return text
