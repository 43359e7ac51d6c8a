"""Other spellings of names: synonyms with their sources, products in other notations, nearest spellings.

This module is loaded only for names that the grammar does not accept.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from os.path import dirname, join
from typing import Any, Literal, NamedTuple

from gfkit.core.deferred import regex
from gfkit.core.errors import MismatchError, as_typed, close_words, note_reading
from gfkit.core.files import file_text, read_toml

Subject = Literal["structures", "boards"]
_TABLE = "names.toml"
_AMERICAN = (("color", "colour"), ("neighbor", "neighbour"), ("generalized", "generalised"))
_IRREGULAR = {"matrices": "matrix", "vertices": "vertex", "indices": "index", "boundaries": "boundary"}
_LATEX = (
    (r"\\(?:square|Box|cartprod)\b|[□▢◻]", " x "),
    (r"\\times\b|[×✕]", " x "),
    (r"\\(?:boxtimes|strong)\b|⊠", " -strong- "),
    (r"\\(?:mathrm|operatorname|text|mathbin)\b|\\[,;! ]|[${}]", ""),
    (r"\\(?:ldots|dots)\b", "n"),
    (  # "path on 5 vertices", "Aztec diamond of order 3"
        r"(?i)^((?:the |an? )?(?:(?:path|cycle|complete)(?=.* (?:vertices|nodes|points|order)\b)"
        r"|cycle(?= of length)|aztec[ -]diamond(?= of order)|(?:hyper)?cube(?= of dimension)))(?: graph)?"
        r" (?:on|with|of|having) (?:length |order |dimension )?(\d+|n)(?: (?:vertices|nodes|points))?$",
        r"\1 \2",
    ),
)
_GRAPH_WORDS = "path|cycle|complete|hypercube|wheel"
_SIZE = r"(?:\d*n|\d+)"
_FACTOR = rf"(?:[pckwq]_?\(?{_SIZE}\)?|k_?\(?\d+,\d+\)?|(?:{_GRAPH_WORDS})[:_ -]?(?:n|\d+)|petersen)"
_PRODUCT = regex(
    rf"{_FACTOR}(?:\s*[x*]\s*{_FACTOR})+|[pckwq]_?{_SIZE}(?:\s*[x*]\s*{_SIZE})+"
    rf"|{_SIZE}(?:\s*[x*]\s*{_SIZE}){{3,}}"
)
_ONE_FACTOR = regex(rf"({_GRAPH_WORDS}|[pckwq])[:_ -]?\(?(\d*n|\d+(?:,\d+)?)\)?")
_LETTER = {"path": "p", "cycle": "c", "complete": "k", "hypercube": "q", "wheel": "w"}
_SYSTEM = regex(r"(?:nx|networkx|graphs|sage\.graphs)\.")
_CALL = regex(r"([A-Za-z]\w*+(?: ++\w++)*+)\s*+[(\[](.*)[)\]]", re.DOTALL)
_SAME_SIZES = {
    *("path", "cycle", "complete", "bipartite", "ladder", "prism", "wheel", "hypercube", "lollipop"),
    *("multipartite", "cocktail-party", "turan", "folded-cube", "tadpole", "torus", "king", "knight"),
    *("antiprism", "friendship", "gear", "helm", "sunlet"),
}
"""Boards whose sizes have the same meaning as in networkx, Sage and Mathematica functions of the same
name.
"""
_WITH_SIZE = regex(rf"(?=[0-9-]*+[a-z])([a-z0-9-]+?)(?<!-)[\s:-]*+(?<!\d)(?<![0-9n]x)({_SIZE}(?:x{_SIZE})*)")
_ARTICLE = regex(r"(?:the|an?) ", re.IGNORECASE)
_JUMPS = regex(rf"(?:circulant (?:graph )?)?([Cc]i?)_?\{{?({_SIZE})\}}?\(([\d, ]+)\)")
_PARTED_SIZES = regex(rf"([A-Za-z-]+)[:(]({_SIZE}[:;][\d,]+)\)?")
"""Sizes in several parts, as in circulant:n:1,2 and circulant(n;1,2)."""
_SIZES_FIRST = regex(rf"({_SIZE}(?: ?[xX*] ?{_SIZE})*)[ -]([A-Za-z][A-Za-z -]+)")
"""Sizes before the words for a shape: "4 x n cylinder", "n-prism graph"."""
_POLYGONS = (
    "triangular",
    "square",
    "pentagonal",
    "hexagonal",
    "heptagonal",
    "octagonal",
    "nonagonal",
    "decagonal",
)
_SOLID = regex(rf"({'|'.join(_POLYGONS)})[ -](prism|antiprism|pyramid)s?(?: graph)?", re.IGNORECASE)
_HOLE = regex(
    rf"({_SIZE}x{_SIZE})(?: rectangle| square| board| grid)? (?:with|minus|without) (?:an? |the )?"
    r"(?:cent(?:ral|red|ered) )?(?:hole (?:of )?)?(\d+x\d+)(?: cent(?:ral|re|er))?"
    r"(?: hole| square| rectangle)?(?: removed)?"
)
"""Rectangle and the hole in its middle: "8x8 with a 2x2 hole", "8x8 with a hole of 2x2", "8x8 minus 2x2"."""
_NAME_AND_LETTER = regex(rf"(?:{_GRAPH_WORDS}|star|complete bipartite)(?: graph)? ([A-Z]_?\{{?[\dn,]+\}}?)")
_SEVERAL_SIZES = regex(r"([a-z][a-z-]*[a-z])-((?:\d+|n)(?:-(?:\d+|n))+)")
"""Name with several sizes that are separated by spaces."""
_MOST_SUGGESTED = 60
"""Maximum length of a suggestion, in characters."""
_LONGEST = 200
"""Maximum length of an examined name, in characters."""


class Taken(NamedTuple):
    """Name accepted as a synonym: its spelling in the grammar, and a remark for the note."""

    name: str
    remark: str = ""
    is_certain: bool = False
    """True if the string has no other reading, so that an error of the name is an error of the string."""

    def say(self, asked: str) -> None:
        """Print a note that a name was interpreted as another name."""
        remark = f" ({self.remark})" if self.remark else ""
        note_reading(f"{as_typed(asked)} read as {self.name}{remark}")


@cache
def _table() -> dict[str, Any]:
    return read_toml(file_text(join(dirname(__file__), _TABLE)))


def synonyms(subject: str, section: str) -> dict[str, Any]:
    """Return a section of the table of synonyms: each name with its entry."""
    found: dict[str, Any] = _table()[subject][section]
    return found


def sort_key(word: str) -> str:
    """Return a key that ignores differences of case, accents, hyphens, plurals and spelling.

    >>> sort_key("Dominating sets") == sort_key("dominating_set"), sort_key("3-Colorings")
    (True, '3colouring')
    """
    plain = _without_accents(word.lower())
    for american, british in _AMERICAN:
        plain = re.sub(rf"{american}(?!l)", british, plain) if american not in british else plain
    plain = re.sub("colou?r", "colour", plain)
    parts = re.split(r"[\s_–—-]+", re.sub(r"['’.]", "", plain))
    return "".join(_IRREGULAR.get(part) or re.sub(r"(?<=o)es$|s$", "", part) for part in parts)


def _without_accents(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


def all_taken(subject: Subject, word: str, known: Iterable[str]) -> Iterator[Taken]:
    """Yield the names that a word may denote: itself in another spelling, then synonyms."""
    key = sort_key(word)
    yield from (Taken(name) for name in known if sort_key(name) == key)
    for other, row in synonyms(subject, "taken").items():
        if sort_key(other) == key:
            yield Taken(row[0], row[2] if len(row) > 2 else "")


def taken_on(board: str, word: str) -> Taken | None:
    """Return the structure that an ambiguous name denotes on a board, or None. Raise MismatchError if the
    name makes no sense on this board.

    >>> taken_on("torus:3xn", "six-vertex model").name, taken_on("3xn", "six-vertex model")
    ('eulerian-orientations', None)
    """
    key = sort_key(word)
    for other, row in synonyms("structures", "either").items():
        if len(row) > 2 and sort_key(other) == key:
            prefix, name = row[2].split()
            return Taken(name, f"on a {prefix}") if board.strip().startswith(f"{prefix}:") else None
    for other, (name, _, *about) in synonyms("structures", "taken").items():
        if len(about) > 1 and sort_key(other) == key and not re.match(about[1], board):
            reason = f"{as_typed(word)} are {name} {about[0]}"
            raise MismatchError(f"{reason}; the board is {board}: for its matchings write {name}")
    return None


class Optimum(NamedTuple):
    """Number that is the smallest or the largest size of a structure, possibly on the graph of a chess
    piece.
    """

    name: str
    side: Literal["minimum", "maximum"]
    piece: str = ""


_SIDES: dict[str, Literal["minimum", "maximum"]] = {
    **dict.fromkeys(("minimum", "smallest", "min"), "minimum"),
    **dict.fromkeys(("maximum", "largest", "max", "biggest"), "maximum"),
}
_PIECE = regex(r"(king|queen|rook|bishop|knight)s?(?:-graph)?-(.+)")


def optimum_named(word: str) -> Optimum | None:
    """Return the optimum that a word denotes, or None.

    >>> optimum_named("queens domination")
    Optimum(name='dominating-sets', side='minimum', piece='queen')
    >>> optimum_named("maximum independent sets")
    Optimum(name='independent-sets', side='maximum', piece='')
    >>> optimum_named("distance-2 domination number").name
    'distance-dominating-sets:2'
    """
    plain = re.sub(r"[\s_-]+", "-", re.sub(r"['’.]", "", word.strip().lower()))
    plain = re.sub("^(?:the-)?(?:number-of-|size-of-(?:a-|the-)?)?", "", plain)
    first, _, rest = plain.partition("-")
    if first in _SIDES and rest:
        rest = re.sub("^(?:size-of-(?:a-|the-)?|cardinality-)", "", rest)
        taken = next(all_taken("structures", rest, ()), None)
        return Optimum(taken.name if taken else rest, _SIDES[first])
    match = _PIECE.fullmatch(plain)
    piece, plain = (match[1], match[2]) if match else ("", plain)
    with_k = re.sub(r"\d+", "k", plain, count=1)
    keys = {sort_key(f"{one}{end}") for one in (plain, with_k) for end in ("", "-number")}
    found = (
        Optimum(re.sub("(?<=:)k$", re.sub(r"\D", "", plain), row[0]), row[1], piece)
        for number, row in synonyms("structures", "optimum").items()
        if sort_key(number) in keys and (with_k != plain or not row[0].endswith(":k"))
    )
    return next(found, None)


# Boards


def plain_text(asked: str) -> str:
    r"""Return the name of a board without LaTeX commands, and with plain digits and signs.

    >>> plain_text(r"$P_{3} \square C_n$"), plain_text("C₄×P₅")
    ('P_3 x C_n', 'C4 x P5')
    """
    text = asked
    for pattern, plain in _LATEX:
        text = re.sub(pattern, plain, text)
    text = re.sub(r"(?<=[\dn])\s+by\s+(?=[\dn])", "x", text)
    return " ".join(_without_accents(text).split())


def board_readings(asked: str, known: Iterable[str]) -> Iterator[Taken]:
    """Yield the boards that a string may denote, best first; the grammar determines which of them exist."""
    if len(asked) > _LONGEST:
        return
    text = plain_text(asked)
    article = _ARTICLE.match(text)
    text = text[article.end() :] if article else text
    if match := _NAME_AND_LETTER.fullmatch(text):
        text = match[1]
        yield Taken(text, "the index is the number of vertices" * (text[0] in "SW"))
    if match := _JUMPS.fullmatch(text):
        text = f"{match[1]}({match[2]},{match[3]})"
    elif match := _PARTED_SIZES.fullmatch(text):
        text = f"{match[1].replace('-', ' ')}({match[2].replace(':', ',').replace(';', ',')})"
    if match := _HOLE.fullmatch(re.sub(r"(?<=\d) *x *(?=[\dn])", "x", text)):
        yield Taken(f"holed:{match[1]}x{match[2]}", "the hole is in the middle", is_certain=True)
    if match := _SOLID.fullmatch(text):
        sides, solid = _POLYGONS.index(match[1].lower()) + 3, match[2].lower()
        yield Taken(f"wheel:{sides + 1}" if solid == "pyramid" else f"{solid}:{sides}")
    if match := _SIZES_FIRST.fullmatch(text):
        yield from board_readings(f"{match[2]} {match[1].replace(' ', '').lower()}", known)
    if text != asked:
        yield Taken(text)
        yield Taken(text.replace(" ", ""))
    if _PRODUCT.fullmatch(text.lower()):
        product = _product(text)
        if product is not None:
            yield product
        return
    if re.search(r"-\s*\d", re.sub(r"[A-Za-z]-\d", "", text)):
        return
    word, sizes, is_call = _word_and_sizes(text)
    if sizes and any(all_taken("boards", f"{word}{sizes}", [*known])):  # "fan", "chain" and "fullerene-60"
        word, sizes = f"{word}{sizes}", ""
    if word == "complete" and is_call and "x" in sizes:
        word = "complete-bipartite" if sizes.count("x") == 1 else "multipartite"
    if word == "petersen" and is_call and re.fullmatch(r"\w+x\d+", sizes):
        word = "gp"
    if word in ("rook", "rooks") and re.fullmatch(r"\d+x\d+", sizes):
        yield Taken("x".join(f"K{size}" for size in sizes.split("x")))
    for found in all_taken("boards", word, list(known)):
        name = found.name
        if "{" in name:
            each = sizes.split("x")
            is_whole = (is_call or len(word) > 2) and len(each) > 1
            fits = is_whole if "{rest}" in name else name.count("{") == len(each)
            rest = "-".join(each[1:])
            yield from (found._replace(name=name.format(*each, rest=rest)),) if fits else ()
        elif not is_call or not sizes or name in _SAME_SIZES or not name:
            yield Taken(
                f"{name}:{sizes}" if name and sizes else name or sizes or "8x8" * ("chess" in word),
                found.remark,
            )
            if (
                not sizes
                and (article or " " in text or (word.endswith("s") and not name.endswith("s")))
                and word != "line"  # a line graph is no path
            ):
                from gfkit.core.boards.named import GRAPHS  # authors number the same graphs differently

                yield Taken(f"{name}:n", found.remark or GRAPHS.get(name, ("", ""))[1])
    for other, row in synonyms("boards", "either").items():
        if sizes and sort_key(other) == sort_key(word) and not is_call:
            yield from (Taken(f"{name}:{sizes}") for name in (row[2] if len(row) > 2 else ()))


def _word_and_sizes(text: str) -> tuple[str, str, bool]:
    """Return the name and the sizes of a board, and True if the string is a function call.

    >>> _word_and_sizes("nx.grid_2d_graph(3, 4)"), _word_and_sizes("Moebius ladder 5")
    (('grid-2d', '3x4', True), ('moebius-ladder', '5', False))
    """
    plain = _SYSTEM.sub("", text)
    called = _CALL.fullmatch(plain)
    word, sizes = (called[1], re.sub(r"[\s\[\](){}]+", "", called[2])) if called else (plain, "")
    word = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[a-z])(?=\d[dD]?[A-Z])", "-", word)
    word = re.sub(r"[\s_]+", "-", re.sub(r"(?<!\s)\s*+,\s*+", "x", word).lower()).strip("-")
    if not called and (apart := _SEVERAL_SIZES.fullmatch(word)):
        word = f"{apart[1]}-{apart[2].replace('-', 'x')}"
    if not called and (match := _WITH_SIZE.fullmatch(word)):
        word, sizes = match[1].strip("-: "), match[2]
    return re.sub(r"-?graphs?$", "", word), sizes.replace(",", "x").lower(), bool(called)


def is_product(asked: str) -> bool:
    """Return True if a string is a product of graphs in any notation."""
    return bool(_PRODUCT.fullmatch(plain_text(asked)[:_LONGEST].lower()))


def _product(text: str) -> Taken | None:
    """Return the Cartesian product of paths, cycles and other graphs in the notation of the grammar, or None.

    >>> [_product(text).name for text in ("C_n x P_3", "P2xP3xCn", "K_4 x P_n", "C_n x K_2", "2x2x2xn")]
    ['cylinder:nx3', 'P2xP3xcycle:n', 'K4xpath:n', 'cylinder:nx2', 'P2xP2xP2xpath:n']
    """
    items = re.split(r"(?<!\s)\s*+[x*]\s*+", text.lower())
    factors = [factor for item in items for factor in _factors(item)]
    growing = [factor for factor in factors if "n" in factor[1]]
    fixed = [factor for factor in factors if "n" not in factor[1]]
    letters = "".join(sorted(letter for letter, _ in factors))
    sizes = [size for _, size in factors]
    remark = "Cartesian product"
    if len(growing) > 1 and letters not in ("pp", "cp", "cc"):
        return None
    if letters in ("p", "c"):
        return Taken(f"{_WORDS[letters]}:{sizes[0]}", remark)
    if letters in ("pp", "ppp"):
        return Taken("x".join(sizes), remark)
    if letters == "cp":
        around, length = (next(size for letter, size in factors if letter == kind) for kind in "cp")
        return Taken(f"cylinder:{around}x{length}", f"{remark}; {around} cells around")
    if letters == "cc":
        return Taken(f"torus:{'x'.join(sizes)}", remark)
    if not growing:
        whole = "x".join(f"{letter.capitalize()}{size}" for letter, size in _sort_factors(fixed))
        return Taken(whole, remark)
    letter, size = growing[0]
    others = "x".join(f"{kind.capitalize()}{own}" for kind, own in _sort_factors(fixed))
    if len(growing) > 1 or letter not in _WORDS:
        return None
    return Taken(f"{others}x{_WORDS[letter]}:{size}", remark)


_WORDS = {"p": "path", "c": "cycle"}


def _sort_factors(factors: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the factors of a product in canonical order, with graphs that are not paths first."""
    return sorted(factors, key=lambda factor: factor[0] == "p")


def _factors(item: str) -> list[tuple[str, str]]:
    """Return a factor as pairs (letter, size): small graphs by their simplest name, a cube by its edges."""
    if re.fullmatch(r"n|\d+", item):
        return [("p", item)]
    match = _ONE_FACTOR.fullmatch(item)
    if item == "petersen" or match is None:
        return [("Petersen", "")]
    letter, size = _LETTER.get(match[1], match[1]), match[2] or ""
    if letter == "q" and size.isdigit():
        return [("p", "2")] * min(int(size), 10)
    simple = {("k", "1"): [], ("p", "1"): [], ("k", "2"): [("p", "2")], ("k", "3"): [("c", "3")]}
    return simple.get((letter, size), [(letter, size)])


def nearest_board(asked: str, known: Iterable[str], is_board: Callable[[str], bool]) -> str:
    """Return the spelling closest to a string that denotes a board, or "" if there is none.

    Its sizes alone are tried if it contains no name, and its sizes with the name that was misspelt.
    """
    low = _SYSTEM.sub("", plain_text(asked[:_LONGEST])).lower()
    word = "" if low[:1].isdigit() else re.split(r"[:(\[\s]|(?<=[a-z])[-_]?\d", low)[0].strip("-_:")
    letters = r"\b[a-mo-wyz]\b|(?<=[\dx])[a-mo-wyz]\b"
    sizes = re.findall(r"\d*n\b|\d+", re.sub(letters, " n", low[len(word) :] if len(word) > 2 else low))
    tried = [re.sub(r"(?<![\d(])(\d*n[+-]\d+)(?![\d)])", r"(\1)", low)]
    if len(word) <= 2 and not re.search("[a-z]{3}", low):
        tried += ["x".join(sizes), "".join(f"{size}xn" for size in sizes[:1])]
    taken = {one: row[0] for one, row in synonyms("boards", "taken").items()} | {one: one for one in known}
    for close in close_words(re.sub(r"[-_ ]?graphs?$", "", word).replace("_", "-"), taken):
        tried += [
            f"{taken[close]}:{'x'.join(sizes[:number])}".strip(":") for number in range(len(sizes), -1, -1)
        ]
        tried += [f"{taken[close]}:{size}" for size in ("n", "4xn", "4")]
    is_other = any(word.replace("_", "-") in synonyms("boards", section) for section in ("either", "other"))
    is_other |= low.startswith("path of length") or bool(  # or unknown sizes, K_{a,b,c}, sums, powers
        re.match(r"[a-z]+_?\{?\d+\}?\(|k_?\{?\d+,|.*( [+-] |\^)", low)
    )
    fits = (one for one in tried if len(one) <= _MOST_SUGGESTED and one != asked and is_board(one))
    return "" if is_other else next(fits, "")
