"""Parser of boards and families: names with sizes, drawings, files and Python objects."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Protocol, cast

from gfkit.core.boards.board import (
    FIRST_WRAP,
    Board,
    Grid,
    LyingPiece,
    Place,
    components_of,
    from_places,
    refuse_huge,
)
from gfkit.core.boards.family import (
    SHAPES,
    Family,
    PartOfFamily,
    Shape,
    product_of_graphs,
    shape_named,
    sized_text,
)
from gfkit.core.deferred import regex, replace
from gfkit.core.errors import BoardError, LimitError, note_reading
from gfkit.core.files import UnreadableError, can_open, file_text, text_lines
from gfkit.core.hooks import Advised
from gfkit.core.typing import Player

SPELT = {
    "petersen": "petersen-2:5",
    "cube": "prism:4",
    "tetrahedron": "complete:4",
    "octahedron": "antiprism:3",
    "dodecahedron": "petersen-2:10",
    "desargues": "petersen-3:10",
    "moebius-kantor": "petersen-3:8",
    "icosahedron": "graph6=KhFKFCrEk[n_",
    "heawood": "graph6=MhEGHC@AI?_PC@_G_",
    "pappus": "graph6=QhEGGD@?G__P?@G?_GGO@?CE?AG",
    "frucht": "graph6=KhCKM?_EGK?L",
    "chvatal": "graph6=KhdLA_hc?L_y",
    "clebsch": "folded-cube:5",
    "bull": "graph6=DjC",
    "diamond": "multipartite:1x1x2",
    "paw": "tadpole:3x1",
    "house": "graph6=DrK",
    "house-x": "graph6=D~K",
    "grotzsch": "graph6=JGqpEcwB_B_",
    "franklin": "graph6=KDhEB?SB?E?F",
    "truncated-tetrahedron": "graph6=KqhP?cG@GE?F",
    "truncated-cube": "graph6=WtPH?C?CGO?H?G@?_W?@_?B??B??@???c??G??@G??E???F",
    "nauru": "graph6=W?@`_QOoC?H?G?E??g?CO?W??Q??W??E???o??B???E???F",
    "mcgee": "graph6=W_??T?CSCGAOQ?GGE??W??o??o??W??E???o??B???E???F",
    "tutte-coxeter": "graph6=]?????Qa@AG_I?O_A_CA?o??o??W??E???o??B???E???E???B????o???E????W????o????w",
    "dyck": "graph6=_?OQDA?cA?C?K?A@@_?K??g?@??@O??_??K???_??AG??CG??CC??B????W???@_???B????B????@_????[",
    "tutte": "graph6=msG?IP?@@?A@CG?_?AGO?@??A?GB???_??GO?@_??A???CG??E???@A???W???@_????????K"
    "????E????@O????G????C?????O_????o?????W?????G?????A??????Q?????@G?????A??????AG?"
    "????@_??????K???????w",
    "hoffman-singleton": "graph6=q??C?H?G?_@?_@GGAGA?_@A?I??QAAC?OOQ?_GG?GG_C@?_AGAG_AOAAOAO?G_G_O@G@?`A@?"
    "A?SC?_O`AA?O_CGCG@ACG?KA@?OOGA?o?G_GA__OO@GOC?cO?cG?_IA?_G_CA_AG?GGOOCGFw??????F"
    "w??????B{???????~???????Fw???????^_???????~????????~_",
    "benzene": "cycle:6",
    "naphthalene": "hex:1x2",
    "anthracene": "hex:1x3",
    "tetracene": "hex:1x4",
    "pentacene": "hex:1x5",
    "azulene": "graph:1-2-3-4-5-6-7-8-9-10-1,1-5",
    "corannulene": "graph:1-2-3-4-5-1,6-7-8-9-10-11-12-13-14-15-16-17-18-19-20-6,1-6,2-9,3-12,4-15,5-18",
    "phenanthrene": "zigzag:3x1",
    "pyrene": "hex:2x2",
    "chrysene": "zigzag:4x1",
    "picene": "zigzag:5x1",
    "triphenylene": "polyhex:.X/.XX/X",
    "perylene": "prolate:2x2",
    "coronene": "polyhex:.XX/XXX/XX.",
    "ovalene": "polyhex:.XXX/XXXX/XXX.",
    "hexabenzocoronene": "polyhex:...X/.XXXX/.XXX/XXXX/.X",
    "circumcoronene": "polyhex:..XXX/.XXXX/XXXXX/XXXX./XXX..",
    "kekulene": "polyhex:..XXX/.X..X/X...X/X..X./XXX..",
    "buckyball": "graph6={sOg_D@G?_?BA?@??O?A??G??AG?_??AC?G_?@???C???G@??G???C?_?B????G????c???@?"
    "???@?????_C???GO???@@????C?????G?????G?????C?_???@??????G@?????a?????@??????@???"
    "????_C?????K??????@_??????A???????C_??????C???????B????????P???????AC???????G???"
    "?????W????????K????????AO????????o????????B?????????E?????????F",
}
"""Named graphs, with their spelling in the grammar."""
_LETTERED = {"k": "complete", "c": "cycle", "p": "path", "s": "star", "w": "wheel"}
_GRAPH = regex(r"([kcpsw])_?\{?(\d+|n)\}?", re.IGNORECASE)
_GRAPH6 = "graph6="
_BIPARTITE = regex(r"k_?\{?(\d+|n),(\d+|n)\}?", re.IGNORECASE)
_MULTIPARTITE = regex(r"k_?\{?(\d+(?:,\d+){2,})\}?", re.IGNORECASE)
_POWER = regex(r"(?<!\d)(\d{1,3})\^(\d{1,3})(?!\d)")
_ONE_SIZE = r"(?:[0-9]+|[0-9]*n|\([0-9]*n[+-][0-9]+\))"
_SIZES = regex(f"{_ONE_SIZE}(?:x{_ONE_SIZE})*")
_TIMES = regex(r"[x×*]")
_WORDS = (str, list, tuple)
_WRITTEN = ("graph", "complex", "tree", "slices", "polyhex", "smiles", "line-graph")
"""Names that are followed by a file or an explicit graph instead of sizes."""
_SIZE = regex(r"[0-9]+|n")
_TWO_LETTERS = regex(r"[a-z][x×][a-z]", re.IGNORECASE)
_SLICES_SIZE = regex(r"(n|[0-9]+):")
_SIZED = regex(r"\d|\bn\b|_n|[A-Z]n")
"""Pattern of a size. A string without a size is not tried in other spellings."""
_PART = regex(r"(?:(?<=[:x])|^)(?:\((\d{0,3})n([+-]\d{1,3})?\)|(\d{1,3})n)(?=x|$)")
_FOLDED = regex(r"(moebius|klein)(?:-band)?:(?:2n|\(2n([+-]1)?\))x(?=\d+$)")
"""Pattern of twisted surfaces whose width is given as 2n, 2n+1 or 2n-1."""
_MOST_DIGITS = 10
_DRAWN = regex(r"[.#/ A-Za-z<>!]+|[.#].*|[^0-9].*/.*")
DRAWN_TINTS: dict[Player | None, str] = {Player.BOTH: ".", Player.LEFT: "<", Player.RIGHT: ">", None: "!"}
"""Symbols of empty cells, by the players who may place a piece on them."""
_TINTS = {mark: player for player, mark in DRAWN_TINTS.items() if player is not Player.BOTH}
_FILE = regex(r"\w\.(?:txt|g6|dat|csv|toml|json|graph|board|mol|smi)$")
"""Pattern of file extensions, which do not occur in drawings."""
_LEGEND = (
    "use '.' for an empty cell, '<' for a cell reserved for Left, '>' for Right, '!' for no player, '#' or a"
    " space for no cell, a letter for a piece (upper case Left, lower case Right)"
)


class _UnparsedBoardError(BoardError):
    """Raised for a string that the grammar does not accept, but that may be a board in another spelling."""


class ForeignGraph(Protocol):
    """Protocol of graphs of networkx or Sage: objects with ``edges``, and ``nodes`` or ``vertices``."""

    @property
    def edges(self) -> Any: ...


BoardLike = str | int | Sequence[Any] | Board | ForeignGraph
"""Board, its name, sizes such as (3, 4), a drawing or mask, a list of edges, or a graph of networkx or
Sage. A number is the size of the board of a structure such as n-queens.
"""
BoardsLike = BoardLike | Family
"""Board or family, or the name of either."""


def parse_board(text: str | Sequence[Any], *, labels: Mapping[str, Any] | None = None) -> Board | Family:
    """Return the board, or the family of boards, that a string denotes.

    Parameters
    ----------
    text : str or list of str
        A board by its size ("4x3"), name ("petersen"), drawing ("..#/..."), or file ("@FILE", "graph:FILE");
        with n instead of a size, a family. The rows of a drawing may also be lines, or a list; sizes may
        also be a tuple such as (4, 3) or (3, "n").
    labels : mapping, optional
        Data of the board for a rule that reads labels: for each name a string in the syntax of a label file,
        lists, an array, a data frame, or a mapping from places such as "1,2" or (0, 1) to values.

    Returns
    -------
    Board or Family
        The board or the family.

    Raises
    ------
    BoardError
        The string cannot be parsed; the error contains the position and the accepted forms.

    Examples
    --------
    >>> parse_board("4x3").size
    12
    >>> parse_board("cylinder:nx4").first_n
    3
    >>> parse_board("4y3")
    Traceback (most recent call last):
    ...
    gfkit.core.errors.BoardError: board '4y3': expected x after '4', found 'y3'; did you mean 4x3?
    """
    if labels is not None:
        from gfkit.core.boards.labels import with_labels

        return with_labels(parse_one_board(text), labels)
    words = _board_text(text)
    asked = respell(_join_lines(text if words is None else words))
    try:
        return _parse(asked)
    except _UnparsedBoardError as error:
        return _parse_otherwise(asked, error)


def _parse_otherwise(asked: str, error: BoardError) -> Board | Family:
    """Parse a board in another spelling, or raise the error with the nearest spelling."""
    from gfkit.core.boards.spelling import is_product, nearest_board

    understood = _resolve_spelling(asked)
    if understood is not None:
        board, say = understood
        say()
        return board
    if is_product(asked):
        raise BoardError(
            f"board {asked!r}: in a product only one factor may depend on n, a path or a cycle; the others"
            " must be fixed, as in K4xpath:n or C_5 x P_n"
        ) from None
    word, colon, _ = asked.lower().partition(":")
    if colon and (same := SPELT.get(word)):
        name = "" if "=" in same else f", {same}"
        raise BoardError(f"board {asked!r}: {word} is one graph{name}; omit the size") from None
    is_phrase = bool(re.search("[a-z]{4} [a-z]{2}", " ".join(asked.split())))
    close = "" if is_phrase else nearest_board(asked, known_words(), _is_board)
    is_name = asked[:1].isalpha() and ":" not in asked
    message = f"unknown board {asked!r}" if is_name else str(error)
    if is_phrase or (not close and asked[:2].isalpha()):
        raise BoardError(Advised(message, asked, "board")) from None
    answer = f"did you mean {close}?" if close else "see gfkit help boards"
    raise BoardError(f"{message}; {answer}") from None


def _resolve_spelling(asked: str) -> tuple[Board | Family, Callable[[], None]] | None:
    """Return the board that another spelling denotes, with a function that prints a note about it, or
    None.
    """
    from gfkit.core.boards.spelling import board_readings

    for reading in board_readings(asked, known_words()):
        with suppress(*() if reading.is_certain else (BoardError,)):
            board = _parse(respell(reading.name))
            name = reading.name if board.text.startswith(_GRAPH6) else board.text
            return board, partial(reading._replace(name=name).say, asked)
    return None


def _is_board(text: str) -> bool:
    try:
        _parse(respell(text))
    except (BoardError, LimitError):
        return False
    return True


def known_words() -> list[str]:
    """Return the names of boards with sizes, and of graphs without sizes."""
    from gfkit.core.boards.named import graph_words

    return [*filter(None, SHAPES), *graph_words(), *SPELT]


def _parse(asked: str) -> Board | Family:
    """Parse a board in the spelling of the grammar."""
    if re.fullmatch("[0-9]{1,6}|n", asked):
        raise BoardError(
            f"board {asked!r} has one size, and is not a number of pieces: write"
            f" {asked}x{asked} for a square, 1x{asked} for a row or path:{asked}"
            + f"; {asked}xn is a family of boards"
            * asked.isdecimal()
        )
    if not asked:
        raise _UnparsedBoardError("board '': the name is empty; write for example 4x3")
    asked = _FOLDED.sub(_parity_word, asked)
    part = _PART.search(asked)
    if part:
        is_one = not _PART.search(asked, part.end())
        whole = _whole_of_part(asked, part) if is_one else None
        step = int(part[1] or part[3] or "1")
        if not isinstance(whole, Family) or isinstance(whole, PartOfFamily) or not step:
            raise BoardError(f"board {asked!r}: only one size may depend on n, as n, 2n, 3n or (2n+1)")
        return PartOfFamily("part", (None,), whole=whole, step=step, shift=int(part[2] or "0"))
    if asked.startswith("@"):
        name = asked[1:]
        if name.endswith(".toml"):
            return _read_instance(asked, name)
        return from_drawing(asked, text_lines(_read_file(asked, name)))
    word, colon, rest = asked.partition(":")
    # Most boards are grids, so the parsers of files and graphs are imported on demand.
    if colon and word == "complex":
        from gfkit.core.boards.graphfile import read_complex

        return read_complex(asked, _read_file(asked, rest))
    if colon and word in ("polyhex", "smiles"):
        from gfkit.core.boards.benzenoids import polyhex, read_molecule

        return polyhex(asked, rest) if word == "polyhex" else read_molecule(asked, rest, is_smiles=True)
    if made := _operation_in(asked):
        from gfkit.core.boards.operations import apply

        return apply(made[0], parse_one_board(made[1]), asked)
    is_graph6 = not colon and word.startswith(_GRAPH6)
    if word == "tree" or (colon and word == "graph") or is_graph6:
        from gfkit.core.boards.graphfile import read_graph, written_graph, written_tree

        if is_graph6:
            return read_graph(asked, asked.removeprefix(_GRAPH6))
        if word == "tree":
            return written_tree(asked, rest)
        return written_graph(asked, rest) or read_graph(asked, _read_file(asked, rest))
    if colon:
        if word == "slices":
            from gfkit.core.boards.slicefile import read_slices

            size, name = ("n", rest) if not _SLICES_SIZE.match(rest) else rest.split(":", 1)
            word, rest = read_slices(asked, _read_file(asked, name)).word, size
        shape = shape_named(word) or shape_named(word.lower())
        if shape is None or not word:
            raise _UnparsedBoardError(f"board {asked!r}: unknown board name {word!r}")
        return _board_of_sizes(asked, shape, rest.replace(",", "x"))
    bare = shape_named(asked)
    if bare is not None:
        raise BoardError(f"board {asked!r} needs a size after a colon, as in {bare.example}")
    is_file = _FILE.search(asked) or (sized_word(asked) is None and can_open(asked))
    if asked in ("graph", "complex") or is_file:
        raise BoardError(
            f"board {asked!r}: write @FILE for a file with a drawn board, or graph:FILE for a file with a"
            " graph"
        )
    if _DRAWN.fullmatch(asked) and set(asked) & set("./#<>"):  # the parser of drawings reports errors
        return from_drawing(asked, asked.split("/"))
    letters = asked.replace("-", "")
    if letters.isascii() and letters.isalpha() and len(set(letters.lower()) & set("xn")) < 2:
        row = "a row of letters is not a board; a drawing in one row needs an empty cell . or a hole #"
        raise _UnparsedBoardError(f"board {asked!r}: {row if letters == asked else 'no such graph'}")
    if asked[:1].isupper() and "x" in letters and (graph := product_of_graphs(asked)) is not None:
        return graph
    return _board_of_sizes(asked, _choose_default_shape(asked), asked)


def _read_instance(asked: str, name: str) -> Board:
    """Return the board of an instance file: the key ``board``, or the size of the first drawing, and a table
    ``labels``.
    """
    from gfkit.core.boards.labels import drawn_board, with_labels
    from gfkit.core.files import TomlError, read_toml

    try:
        data = read_toml(_read_file(asked, name))
    except TomlError as error:
        raise BoardError(f"board {asked!r}: the file {error}") from None
    labels = data.get("labels", {})
    odd = next((key for key in data if key not in ("board", "labels")), None)
    if odd is not None or not isinstance(labels, dict) or not isinstance(data.get("board", ""), str):
        raise BoardError(
            f"board {asked!r}: an instance file has the key board and the table [labels], got {odd!r}"
        )
    drawing = next(
        (
            label if isinstance(label, str) else "\n".join(label)
            for label in labels.values()
            if _is_text(label)
        ),
        "",
    )
    if "board" not in data and not drawing:
        raise BoardError(f"board {asked!r}: the key board is missing, and no label is a drawing")
    board = parse_one_board(data["board"]) if "board" in data else drawn_board(asked, drawing)
    return with_labels(replace(board, text=asked), labels)


def _is_text(label: object) -> bool:
    """Return True if a label is a string, or a list of strings."""
    return isinstance(label, str) or (isinstance(label, list) and all(isinstance(row, str) for row in label))


def _operation_in(asked: str) -> tuple[str, str] | None:
    """Return the operation and the board in a name such as prism:(petersen), or None for other names."""
    if ":" not in asked or not set(asked) & {*"(-"}:
        return None
    from gfkit.core.boards.operations import operation_in  # few boards are made by operations

    return operation_in(asked)


def _parity_word(match: re.Match[str]) -> str:
    """Return the prefix of a board name for even or odd widths, such as ``klein-odd:nx`` for width 2n + 1.

    A name with width 2n - 1 is returned unchanged.
    """
    if match[2] == "-1":
        return match[0]
    return f"{match[1]}-{'odd' if match[2] else 'even'}:nx"


def _choose_default_shape(sizes: str) -> Shape:
    """Return the rectangle, or the box if there are three sizes."""
    box = shape_named("box") if sizes.count("x") == 2 and _SIZES.fullmatch(sizes) else None
    return box or SHAPES[""]


def _join_lines(text: object) -> str:
    r"""Return a board on one line, without surrounding spaces; slashes separate rows.

    >>> _join_lines(" 4x3 "), _join_lines("\n   ..\n  ...\n"), _join_lines(["..", ".#"])
    ('4x3', '#../...', '../.#')
    """
    if isinstance(text, list | tuple) and all(isinstance(row, str) for row in text):
        text = "\n".join(text)
    if text is None:
        raise BoardError(
            "a board is missing; write it after the game, for example '4x3', or '3xn' for every n"
        )
    if not isinstance(text, str):
        raise BoardError(f"board {text!r} is neither a string such as '4x3' nor a board")
    lines = [line.rstrip() for line in text.splitlines()]
    if len(lines) < 2:
        return text.strip()
    from textwrap import dedent

    drawn = dedent("\n".join(lines)).strip("\n")
    return drawn.replace("\n", "/").replace(" ", "#") if "\n" in drawn else text.strip()


def _whole_of_part(asked: str, part: re.Match[str]) -> Board | Family:
    """Return the whole family with n in place of 2n or 2n+1; error messages quote the original string."""
    inner = f"{asked[: part.start()]}n{asked[part.end() :]}"
    try:
        return parse_board(inner)
    except BoardError as error:
        meant = f"{asked[: part.start()]}{part[3]}xn{asked[part.end() :]}"
        if part[3] and meant.rpartition(":")[2].count("n") == 1 and sized_word(meant):
            raise BoardError(
                f"board {asked!r}: {part[0]} is a single size, but two are needed; did you mean {meant}?"
            ) from None
        raise BoardError(str(error).replace(repr(inner), repr(asked))) from None


def respell(asked: str) -> str:
    """Return the string with named graphs in the spelling of the grammar, and with sizes in lower case.

    >>> [respell(word) for word in ("petersen", "K5", "K3,n", "3 X N", "Torus:4xN", "graph:N", "2x10^3")]
    ['petersen-2:5', 'complete:5', 'bipartite:3xn', '3xn', 'Torus:4xn', 'graph:N', '2x1000']
    """
    if asked.lower() in SPELT:
        return SPELT[asked.lower()]
    if match := _GRAPH.fullmatch(asked):
        if match[1] in "kK" and re.fullmatch("[2-9][2-9]", match[2]) and "_" not in asked:
            a, b = tuple(match[2])
            raise BoardError(f"board {asked!r}: write complete:{a}{b}, or bipartite:{a}x{b} for K{a},{b}")
        if match[1] == "C" and match[2] in ("60", "70"):
            note_reading(
                f"{asked!r} read as cycle:{match[2]} (the fullerene is"
                f" {'buckyball' if match[2] == '60' else 'fullerene:70,1,7,9,11,13,15,27,29,31,33,35,37'})"
            )
        name = f"{_LETTERED[match[1].lower()]}:{match[2].lower()}"
        if name[0] in "sw":  # authors number stars and wheels differently
            note_reading(f"{asked!r} read as {name} (the index is the number of vertices)")
        return name
    if match := _BIPARTITE.fullmatch(asked):
        return f"bipartite:{match[1].lower()}x{match[2].lower()}"
    if match := _MULTIPARTITE.fullmatch(asked):
        return f"multipartite:{match[1].replace(',', 'x')}"
    word, colon, rest = asked.rpartition(":")
    sizes = "x".join(size.strip() for size in _TIMES.split(rest.lower()))
    sizes = _POWER.sub(lambda power: str(int(power[1]) ** int(power[2])), sizes, 2)
    is_sized = _SIZES.fullmatch(sizes) and word.partition(":")[0] not in _WRITTEN
    if not is_sized:
        return asked
    is_band = word.lower() == "moebius" and "x" in sizes
    return f"{'moebius-band' if is_band else word}{colon}{sizes}"


def names_board(text: str) -> bool:
    """Return True if a string has the form of a board; files are not opened.

    >>> [names_board(text) for text in ("4x4", "K5", "path:n", "@b.txt", "..#/...", "K0xpath:n", "col", "n")]
    [True, True, True, True, True, True, False, False]
    """
    asked = respell(_join_lines(text))
    try:
        if (
            asked.startswith(("@", _GRAPH6))
            or asked.partition(":")[0] in _WRITTEN
            or _operation_in(asked) is not None
            or sized_word(asked) is not None
        ):
            return True
        is_drawn = _DRAWN.fullmatch(asked) and set(asked) & set(".#<>")
        return bool(is_drawn) or (bool(_SIZED.search(asked)) and _resolve_spelling(asked) is not None)
    except BoardError:  # a form of boards, with a wrong size
        return True


def is_board_in_words(text: str) -> bool:
    """Return True if a string denotes a board or a family in any spelling.

    >>> [is_board_in_words(text) for text in ("4xn cylinder", "the Petersen graph", "size 3", "n")]
    [True, True, False, False]
    """
    return _is_board(text) or _resolve_spelling(text) is not None


def sized_word(text: str) -> tuple[str, tuple[str, ...]] | None:
    """Split a board into its name and its sizes as strings; return None for a string that has no sizes.

    >>> sized_word("3xn"), sized_word("path:7"), sized_word("..#/...")
    (('', ('3', 'n')), ('path', ('7',)), None)
    """
    word, colon, rest = text.rpartition(":")
    shape = shape_named(word) if word else _choose_default_shape(rest)
    if shape is None or bool(colon) != bool(word):
        return None
    sizes, _, expected = _scan_sizes(rest, shape.sides)
    return None if expected else (word, tuple(sizes))


def long_member(board: object, ratio: int = 0) -> tuple[Family, int] | None:
    """Return the family in which n is the longest size of a board, and the n of the board, if the board is
    long; otherwise return None.

    A board is long if n, but no other size, is at least 1,000, and if it has too many cells or edges to be
    stored, or at most ``ratio`` n cells.

    >>> family, n = long_member("10^18x2")
    >>> family.text, n == 10**18, long_member("2x5000"), long_member("2x5000", ratio=2)[1]
    ('nx2', True, None, 5000)
    """
    words = _board_text(board)
    read = sized_word(respell(_join_lines(words))) if isinstance(words, str) else None
    sizes = [int(size) for size in read[1] if size.isdecimal() and len(size) < 4000] if read else []
    if read is None or len(sizes) < len(read[1]) or sum(size >= 1000 for size in sizes) != 1:
        return None
    n = max(sizes)
    with suppress(LimitError):
        if as_board(words).size > ratio * n:
            return None
    text = "x".join("n" if size == n else str(size) for size in sizes)
    return cast("Family", parse_board(f"{read[0]}:{text}".lstrip(":"))), n


def as_boards(board: object) -> Board | Family:
    """Return the board or the family that an argument denotes: an object, its name, or a graph."""
    if isinstance(board, Family):
        return board
    return parse_board(words) if (words := _board_text(board)) is not None else as_board(board)


def _board_text(board: object) -> str | Sequence[Any] | None:
    """Return the name or the drawing of a board given by a string, sizes or a mask, or None for other
    objects.

    >>> _board_text((3, "n")), _board_text([[True, False], [True, True]]), _board_text([(0, 1), (1, 2)])
    ('3xn', ['.#', '..'], None)
    """
    if isinstance(board, str):
        return board
    rows: Any = board
    if getattr(getattr(rows, "dtype", None), "kind", " ") in "biu" and rows.ndim == 2 and rows.size:
        rows = rows.tolist()
    if not isinstance(rows, list | tuple) or not rows:
        return rows if isinstance(rows, _WORDS) else None
    if all(isinstance(row, str) for row in rows):
        return rows
    if all(size == "n" or (type(size) is not bool and hasattr(size, "__index__")) for size in rows):
        return "x".join(map(str, rows)) if len(rows) > 1 else None
    if all(isinstance(row, list | tuple) and all(type(mark) is bool for mark in row) for row in rows):
        return ["".join(".#"[not mark] for mark in row) for row in rows]
    is_matrix = all(isinstance(row, list) and len(row) == len(rows[0]) for row in rows)
    return _board_of_numbers(rows) if is_matrix and {type(m) for row in rows for m in row} == {int} else None


def _board_of_numbers(rows: Sequence[Any]) -> list[str] | None:
    """Return the drawing of the cells that a matrix of 0 and 1 denotes, or None if the matrix is a graph.

    A symmetric matrix with zeros on the diagonal is an adjacency matrix, and a single pair is an edge. Raise
    BoardError for a matrix that may denote either.

    >>> _board_of_numbers([[1, 1, 0], [1, 1, 1]]), _board_of_numbers([[0, 1], [1, 0]])
    (['..#', '...'], None)
    """
    size, width = len(rows), len(rows[0])
    is_symmetric = rows == [list(column) for column in zip(*rows, strict=True)]
    has_loops = any(row[i] for i, row in enumerate(rows) if i < width)
    has_pairs = width == 2 and all(a != b for a, b in rows)
    if (
        max(map(max, rows)) > 1
        or min(map(min, rows)) < 0
        or (is_symmetric and not has_loops)
        or (has_pairs and size <= 2 and not is_symmetric)
    ):
        return None
    if all(map(all, rows)) or (not is_symmetric and not has_pairs and (size != width or has_loops)):
        return ["".join("#."[mark] for mark in row) for row in rows]
    raise BoardError(
        f"board: a {size} x {width} matrix of 0 and 1 that may denote cells or a graph; for cells give truth"
        " values, as in numpy.array(rows, bool); for a graph give a symmetric adjacency matrix with zeros on"
        " the diagonal, or pairs of vertices"
    )


def as_board(board: object) -> Board:
    """Return the single board that an argument denotes: a board, its name, or a graph."""
    if isinstance(board, Board):
        return board
    if isinstance(board, Family):
        return parse_one_board(board.text)
    words = _board_text(board)
    if words is not None:
        return parse_one_board(words)
    if (
        isinstance(board, list | tuple | set | frozenset)
        or hasattr(board, "edges")
        or hasattr(board, "dtype")
    ):
        from gfkit.core.boards.slicefile import graph

        return graph(board)
    return parse_one_board(cast(str, board))  # raises BoardError


def parse_one_board(text: str | Sequence[Any]) -> Board:
    """Parse a single board. Raise BoardError for a family, with the name of one of its boards."""
    board = parse_board(text)
    if isinstance(board, PartOfFamily):
        raise BoardError(f"board {board.text!r} is a family, but a single board is required")
    if isinstance(board, Family):
        some = str(max(4, board.first_n))
        size = sized_text(board.shape, board.sizes).removeprefix(board.word).replace("n", some)
        raise BoardError(
            f"board {board.text!r} is a family, but a single board is required, such as {board.word}{size}"
        )
    return board


def _board_of_sizes(asked: str, shape: Shape, rest: str) -> Board | Family:
    if _TWO_LETTERS.fullmatch(rest) and rest != "nxn" and shape.sides == 2:
        raise BoardError(
            Advised(
                f"board {asked!r}: only one size may vary, and it is written n, as in 3xn; both sizes vary"
                " in mxn, which derive for k pieces, compare and oeis export accept; --sizes 2..9 gives a"
                " result for each m",
                "two growing sizes",
                "sentence",
            )
        )
    if not shape.sides:  # a region with any number of sizes
        number = len(_TIMES.findall(rest)) + 1
        shape = replace(shape, sides=number, wraps=(False,) * number)
    scanned, position, expected = _scan_sizes(rest, shape.sides)
    sizes = tuple(None if size == "n" else _parse_number(asked, size) for size in scanned)
    if expected:
        raise _error_at(asked, rest, position, expected)
    for size, wraps in zip(sizes, shape.wraps, strict=True):
        is_repeated = shape.word.startswith("repeat")
        least = FIRST_WRAP if is_repeated else FIRST_WRAP - 1
        if wraps and size is not None and size < least:
            parts = "copies" if is_repeated else "cells"
            raise BoardError(
                f"board {asked!r}: a {shape.word} needs at least {least} {parts} in the cyclic direction, got"
                f" {size}; for example {shape.example}"
            )
    growing = sizes.count(None)
    if growing and shape.is_region:
        from gfkit.core.boards.regions import growing_region

        text = sized_text(shape, sizes)
        word, fixed, shift = growing_region(text, shape.word, sizes)
        whole = Family(word, fixed)
        if not shift:
            return whole
        return PartOfFamily("part", (None,), whole=whole, step=1, shift=shift, name=text)
    if growing > 1:
        from gfkit.core.boards.named import graph_words

        some = sized_text(shape, (2, 3, None)[-shape.sides :])
        pieces = (
            "; for exactly K pieces on n x n use 'gfkit derive STRUCTURE nxn --pieces K' (derive_on_squares"
            " in Python)"
        )
        raise BoardError(
            f"board {asked!r} has n {growing} times; write it once, as in {some}"
            f"{'' if shape.sides > 2 or shape.word in graph_words() else pieces}"
            f"; for a table 'gfkit count STRUCTURE {asked} --sizes 1..6'"
        )
    if growing:
        family = Family(shape.word, sizes)
        family.first_n  # noqa: B018  - refuses sizes that a graph of this name cannot have
        return family
    numbers = tuple(size for size in sizes if size is not None)
    return shape.build(sized_text(shape, sizes), numbers)


def _scan_sizes(rest: str, sides: int) -> tuple[list[str], int, str]:
    """Return the sizes as strings, the position at which parsing stops, and the missing token or ""."""
    sizes: list[str] = []
    position = 0
    for side in range(sides):
        if side:
            if position >= len(rest) or rest[position] not in "xX×":
                return sizes, position, "x"
            position += 1
        match = _SIZE.match(rest, position)
        if not match:
            return sizes, position, "an integer or n"
        sizes.append(match[0])
        position = match.end()
    return sizes, position, "the end" if position < len(rest) else ""


def _parse_number(asked: str, digits: str) -> int:
    if len(digits.lstrip("0")) > _MOST_DIGITS:
        shown = asked if len(asked) <= 40 else f"{asked[:37]}..."
        raise LimitError(
            f"board {shown!r} has a size of 10^{_MOST_DIGITS} or more, which is too large to be stored"
        )
    return int(digits[-_MOST_DIGITS:])


def _error_at(asked: str, rest: str, position: int, expected: str) -> BoardError:
    start = len(asked) - len(rest) + position
    before, after = asked[:start], asked[start:]
    place = f", found {after!r}" if after else ", found the end"
    read = f" after {before!r}" if before else " first"
    if expected.endswith("or n") and after[:1].isalpha() and after[0] not in "xX":
        place += "; the size of a family is written n"
    return _UnparsedBoardError(f"board {asked!r}: expected {expected}{read}{place}")


def _read_file(asked: str, name: str) -> str:
    if not name:
        example = "@board.txt" if asked.startswith("@") else "graph:petersen.g6"
        raise BoardError(f"board {asked!r} needs a file name, as in {example}")
    try:
        return file_text(name)
    except UnreadableError as why:
        raise BoardError(f"board {asked!r}: the file {name!r} {why}") from None


def from_drawing(text: str, rows: Sequence[str]) -> Board:
    """Return the board drawn by the given rows.

    Connected cells with the same letter are one piece; the same letter elsewhere is another piece.

    >>> from_drawing("", ["..#", "aa."]).lying
    (LyingPiece(letter='a', owner=<Player.RIGHT: 'right'>, cells=(2, 3)),)
    """
    lines = [row.rstrip("\r\n") for row in rows]
    width = max((len(line) for line in lines), default=0)
    if width == 0:
        raise BoardError(f"board {text!r}: the drawing has no cells; {_LEGEND}")
    refuse_huge(text, width * len(lines), 2 * width * len(lines))
    letters: dict[Place, str] = {}
    for row, line in enumerate(lines):
        for col, character in enumerate(line):
            if character in "# ":
                continue
            if character not in (".", *_TINTS) and not (character.isascii() and character.isalpha()):
                raise BoardError(
                    f"board {text!r}: row {row + 1}, column {col + 1} contains {character!r}; {_LEGEND}"
                )
            letters[row, col] = character
    board = from_places(text, Grid(len(lines), width), letters)
    drawn = [letters[place] for place in board.places]
    tints = tuple(_TINTS.get(letter, Player.BOTH) for letter in drawn) if _TINTS.keys() & set(drawn) else ()
    return replace(board, lying=tuple(_find_drawn_pieces(board, letters)), tints=tints)


def _find_drawn_pieces(board: Board, letters: dict[Place, str]) -> list[LyingPiece]:
    letter_on = [letters[place] for place in board.places]
    drawn = [cell for cell, letter in enumerate(letter_on) if letter.isalpha()]
    alike = [(a, b) for a, b in board.edges if letter_on[a] == letter_on[b] and letter_on[a].isalpha()]
    pieces = [(letter_on[min(cells)], tuple(sorted(cells))) for cells in components_of(drawn, alike)]
    owners = {True: Player.LEFT, False: Player.RIGHT}
    return [LyingPiece(letter, owners[letter.isupper()], cells) for letter, cells in pieces]
