"""Structures and boards that the names in a formula denote, as in i(P_n), m_{2 \\times n} and \\tau(F_n)."""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from gfkit.claims.provers.truth import GameTruth, OptimalNumber
from gfkit.claims.statement.linear import linear_form
from gfkit.claims.statement.names import ACCENTS, CALLS, NAMED, WORDS
from gfkit.claims.statement.parse import read_statement
from gfkit.claims.statement.printed import pieces_of
from gfkit.core.boards import Board, Family, PartOfFamily, optimum_named, parse_board, synonyms
from gfkit.core.deferred import regex
from gfkit.core.errors import GfkitError, UndecidedError, as_typed
from gfkit.core.rules import NAMED as RULE_NAMES

_INDEX = "[i-nprsN](?![A-Za-z])"
_NAME = regex(
    r"(?<![A-Za-z\\])(?<![A-Za-z}]_)(?P<name>\\(?:operatorname|mathrm|mathit|mathbf|mathsf|mathcal|text)\s*+\{[A-Za-z]+\}"
    r"|\\?[A-Za-z]+|[αγκμνστχω])"
    r"(?:_(?P<bare>\d)|_\{(?P<fixed>\d+)\}|\^\{\((?P<raised>\d+)\)\})?"
    rf"\s*+(?:\\left\s*+)?(?P<opening>_\s*+\{{|\(|_(?={_INDEX}))"
)
"""Pattern of a name before its size or graph, with a fixed size as an index or in raised brackets."""
_GREEK = dict(
    zip("αγκμνστχω", ["alpha", "gamma", "kappa", "mu", "nu", "sigma", "tau", "chi", "omega"], strict=True)
)
_INDEXED = regex(
    r"(?<![A-Za-z\\])(?P<name>\\?[A-Za-z]+|[αγκμνστχω])\s*+_\s*+"
    r"(?:\{\s*+(?P<braced>[A-Za-z]+|\d)\s*+\}|(?P<bare>[A-Za-z0-9]))(?=\s*+\(\s*+(?P<graph>[A-Z])?)"
)
"""Pattern of a name with an index before a bracket, as in \\gamma_t(P_n)."""
_RAISED = regex(r"\s*+\^\s*+\{\s*+\((\d+)\)\s*+\}")
_TIMES = regex(
    r"\\(?:times|square|Box)(?![A-Za-z])|\\mathbin\s*+\{\s*+\\(?:square|Box)\s*+\}|[×□]|(?<=\s)x(?=\s)"
)
_GRAPH = regex(r"(?P<letter>[A-Z])(?:_\s*+\{(?P<braced>.*)\}|_\s*+(?P<bare>\w)|(?P<digits>\d+))", re.DOTALL)
_MOVING = regex(rf"(?<![A-Za-z\\]){_INDEX}")
_ARGUMENT = regex(r"\\?[A-Za-zλ]+|\d+")
"""Pattern of a further argument: a variable or a number such as that of the colours."""
_CALLED = regex(r"\s*+(?:\\left\s*+)?\(")
_ACCENT = regex(rf"\\(?:{ACCENTS.replace(' ', '|')})[\s{{]*+\Z")
_LONGEST = 5000
"""Largest number of characters of a formula in which names are examined."""
_RELATION = regex(r"=|~|≈|<|>|\\(?:sim|approx|equiv|le|ge)")


class NamedObject(NamedTuple):
    """Name in a formula with the graph or the sizes in its brackets.

    ``start`` and ``end`` are its position, ``size`` is the size that contains n, ``families`` are the
    families that the graph may denote (the first one in the numbering of gfkit), and ``rest`` are further
    arguments. ``is_graph`` is True for i(P_n), and False for m_{2 x n}, where m may denote anything;
    ``letter`` is the letter of a single graph.
    """

    start: int
    end: int
    name: str
    graph: str
    size: str
    families: tuple[str, ...]
    rest: str
    is_graph: bool
    letter: str


def objects_in(text: str, can_be_size: Callable[[str], bool]) -> Iterator[NamedObject]:
    """Yield the names with graphs or sizes; ``can_be_size`` determines whether a number may be a size."""
    relation = _RELATION.search(text)
    heads = {match["name"] for match in _NAME.finditer(text[: relation.start()] if relation else "")}
    last = 0
    for match in _NAME.finditer(text):
        opening = match.end() - 1
        is_bare = text[opening] == "_"
        end = opening + 2 if is_bare else _end_of_group(text, opening)
        inside = text[opening + 1 : end - (not is_bare)]
        first, *rest = pieces_of(re.sub(r"\\right\s*$", "", inside), ",;")
        size = match["bare"] or match["fixed"] or match["raised"]
        raised = _RAISED.match(text, end) if match["opening"] != "(" else None
        if raised:
            size, end = raised[1], raised.end()
        if not size and rest and rest[0].isdigit() and _graph_of(first) is None:
            first, rest[0] = rest[0], first
        if not size and rest and first.isdigit():
            size, (first, *rest) = first, rest
        is_function = match["name"] in WORDS or match["name"] in CALLS
        is_sized = match["name"] in heads and can_be_size(size or "") and _MOVING.search(first)
        if is_function or match.start() < last or (size and not is_sized):
            continue
        graph = f"{size} \\times {first}" if size else first
        found = _graph_of(graph)
        if found is None or (found[2] and match["name"] in NAMED and graph.strip()[:1] in NAMED):
            continue
        name = _bare(match["name"])
        last = end
        index, families, is_graph, letter = found
        more = ", ".join(rest)
        name = _GREEK.get(name, name)
        yield NamedObject(match.start(), end, name, graph.strip(), index, families, more, is_graph, letter)


def _bare(name: str) -> str:
    """Return a name without commands of LaTeX, such as I for \\mathcal{I}."""
    return re.sub(r"\\[a-z]+\s*\{([A-Za-z]+)\}|\\", r"\1", name)


def _end_of_group(text: str, opening: int) -> int:
    """Return the position after the bracket that closes the one at ``opening``."""
    depth = 0
    for place in range(opening, len(text)):
        depth += (text[place] in "([{") - (text[place] in ")]}")
        if not depth:
            return place + 1
    return len(text)


def _graph_of(text: str) -> tuple[str, tuple[str, ...], bool, str] | None:
    """Return the growing size of a graph, the families that it may denote, True if graphs are named, and the
    letter of a single graph; or None if it is not a graph.

    >>> _graph_of(r"P_2 \\square P_{n-1}")
    ('n-1', ('P_2 x P_n',), True, '')
    >>> _graph_of("W_n")[1], _graph_of("2n - 1")
    (('wheel:n', 'wheel:n+1'), None)
    """
    factors = [part.strip() for part in _TIMES.split(text)]
    graphs = [_GRAPH.fullmatch(factor) for factor in factors]
    sizes = [
        graph["braced"] or graph["bare"] or graph["digits"] if graph else factor
        for graph, factor in zip(graphs, factors, strict=True)
    ]
    moving = [size for size in sizes if _MOVING.search(size)]
    if len(moving) != 1 or (len(factors) == 1 and graphs[0] is None):
        return None
    if len(factors) > 1 and re.search(r"(?<![A-Za-z\\])[A-Za-z]{2}", moving[0]):
        raise UndecidedError(f"the size {as_typed(moving[0])} of a board is not understood")
    if len(factors) == 1:
        letter = str(graphs[0]["letter"]) if graphs[0] else ""
        plain = ",".join("n" if _MOVING.search(one) else one for one in pieces_of(moving[0]))
        named = [f"{letter}_{{{plain}}}"]
        families = synonyms("boards", "letters").get(letter, ()) if plain == "n" else named
        varying = next(one for one in pieces_of(moving[0]) if _MOVING.search(one))
        return varying, tuple(families), True, letter
    named = [
        f"{graph['letter']}_{'n' if size in moving else size}" if graph else "n" if size in moving else size
        for graph, size in zip(graphs, sizes, strict=True)
    ]
    return moving[0], (" x ".join(named) if any(graphs) else "x".join(named),), any(graphs), ""


class ReadObjects(NamedTuple):
    """Formula in which each name with a graph is a name with an index, and notes on what was not understood.

    ``numberings`` are the formulas in other numberings of the same graphs, each with its description.
    """

    text: str
    notes: tuple[str, ...] = ()
    numberings: tuple[tuple[str, str], ...] = ()
    other: str = ""
    """Sizes of other boards in a name, one of which may be a constant of the query instead."""


def read_optimal_numbers(text: str, asked: OptimalNumber) -> ReadObjects:
    """Return a formula such as \\gamma_t(P_n) = ... about the sequence of optimal numbers of the query.

    Raise UndecidedError if the name denotes another number, or other graphs, or if its index is unknown.
    """
    truth, letters = GameTruth(asked.question), synonyms("structures", "letters")

    def replaced(match: re.Match[str]) -> str:
        index = match["braced"] or match["bare"]
        if not match["graph"] and (index.isdigit() or re.fullmatch(_INDEX, index)):
            return match[0]
        name = f"{_GREEK.get(match['name'], match['name'].removeprefix(chr(92)))}_{index}"
        if name not in letters:
            raise UndecidedError(f"the index {index} of {as_typed(match[0])} is not understood")
        check_letter(name, match[0], truth.name, asked.side)
        return "a"

    return read_objects(_INDEXED.sub(replaced, text), truth, asked.side)


def read_objects(text: str, truth: GameTruth, side: str | None = None) -> ReadObjects:
    """Return the formula with the sequence of the query in place of names with graphs or sizes. If ``side``
    is not None, this is the sequence of optimal numbers.

    Raise UndecidedError if a name denotes another structure, or a graph other boards, than the query.
    """
    constants = {str(value) for value in truth.constants.values()}
    is_short = len(text) < _LONGEST
    found = list(objects_in(text, lambda size: size not in constants)) if is_short else []
    if not found and constants and is_short:
        sized = next(objects_in(text, lambda _: True), None)
        is_other = sized is not None and all(_shift_to(name, truth) is None for name in sized.families)
        return ReadObjects(text, other=sized.graph if sized is not None and is_other else "")
    for one in found:
        accent = _ACCENT.search(text, 0, one.start)
        if accent or text.startswith("'", one.end):
            spoken = text[accent.start() if accent else one.start : one.end + (accent is None)]
            raise UndecidedError(f"{as_typed(spoken)} may denote another object than {one.name}({one.graph})")
        if one.is_graph:
            check_letter(one.name, f"{one.name}({one.graph})", truth.name, side)
        _check_arguments(one.name, one.graph, one.rest, text[one.end :])
        free = {*re.findall("(?<![A-Za-z])[a-z](?![A-Za-z])", one.size)} - {"n", "m"} - {*truth.constants}
        if free:
            raise UndecidedError(
                f"the letter {min(free)} in the size {as_typed(one.size)} of {as_typed(one.graph)}"
                " has no value"
            )
    if len({(one.name, one.families, one.letter) for one in found}) != 1:
        return ReadObjects(text)
    one = found[0]
    values = [part for one in found for part in pieces_of(one.rest) if part and not _ARGUMENT.fullmatch(part)]
    if values:
        raise UndecidedError(
            f"the formula is about the value of a polynomial at {as_typed(values[0])}, but the query is about"
            f" {truth.name}"
        )
    shifts = {name: shift for name in one.families if (shift := _shift_to(name, truth)) is not None}
    if one.families and not shifts:
        raise UndecidedError(
            f"the formula is about {as_typed(one.graph)}, but the query is about {truth.boards.text}"
        )
    boards = [re.sub(r":(n[+-]\d+)$", r":(\1)", name) for name in shifts]
    words = [f"{one.graph} has another numbering, that of {name}" for name in boards[1:]]
    unknown: tuple[str, ...] = ()
    if not shifts:  # of the boards of a free letter, the numbering is free
        unknown = (f"{one.graph} in {one.name}({one.graph}) is read as the boards of the query",)
        shifts = {str(shift): shift for shift in sorted(range(-_MOST_SHIFT, _MOST_SHIFT + 1), key=abs)}
        words = [f"{one.graph} has another numbering, moved by {shift}" for shift in [*shifts][1:]]
    first, *others = [_with_indices(text, found, truth, shift) for shift in shifts.values()]
    return ReadObjects(first, unknown, tuple(zip(others, words, strict=True)))


def read_graphs(text: str, truth: GameTruth) -> ReadObjects:
    """Return the formula for polynomials with its other numberings, as of W_n in P(W_n, q).

    Raise UndecidedError if such a name denotes other graphs than the query.
    """
    found = list(objects_in(text, lambda _: True)) if len(text) < _LONGEST else []
    shifts = {name: _shift_to(name, truth) for one in found for name in one.families}
    other = next(
        (one.graph for one in found if one.families and 0 not in map(shifts.get, one.families)), None
    )
    if other is not None:
        raise UndecidedError(
            f"the formula is about {as_typed(other)}, but the query is about {truth.boards.text}"
        )
    numberings = {
        _with_indices(text, found, truth, shift): f"{found[0].graph} has another numbering, that of "
        + re.sub(r":(n[+-]\d+)$", r":(\1)", name)
        for name, shift in shifts.items()
        if shift and len({(one.name, one.families) for one in found}) == 1
    }
    return ReadObjects(text, numberings=tuple(numberings.items()))


def boards_in(text: str, truth: GameTruth, *, of_polynomial: bool = False) -> tuple[list[Board], str]:
    """Return the boards that a formula about one board may denote, as in D_{4,3}(x, y) = ...
    or I(C_6, x) = ..., and the formula with another name. The list is empty for other formulas. The name of a
    graph polynomial is checked elsewhere.
    """
    match = _NAME.match(text.strip(" $"))
    if match is None or isinstance(truth.boards, PartOfFamily) or len(text) > _LONGEST:
        return [], text
    stripped, opening = match.string, match.end() - 1
    end = _end_of_group(stripped, opening)
    if _MOVING.search(stripped, opening):
        return [], text
    spoken = [part for part in pieces_of(stripped[opening + 1 : end - 1], ",;") if part]
    sizes = [part for part in spoken if not part.startswith("\\text")]
    count = 2 if sizes[1:] and sizes[0].isdigit() and sizes[1].isdigit() else 1
    graph, rest = " \\times ".join(sizes[:count]), ", ".join(sizes[count:])
    for number in reversed(list(re.finditer(r"\d+", graph))):
        found = _graph_of(f"{graph[: number.start()]}n{graph[number.end() :]}")
        shifts = (_shift_to(family, truth) for family in (found[1] if found else ()))
        places = [int(number[0]) + shift for shift in shifts if shift is not None]
        if places and found and found[2] and not of_polynomial:
            name = _GREEK.get(match["name"], _bare(match["name"]))
            check_letter(name, f"{name}({graph})", truth.name)
            _check_arguments(name, graph, rest, stripped[end:])
        if places:
            least = min(places[0], truth.boards.first_n)
            boards = [truth.boards.at(n) for n in places if n >= least]
            return boards, f"a({rest}){stripped[end:]}" if rest else f"a{stripped[end:]}"
    return [], text


_USUAL = {"a", "b", "c", "f", "s", "u", "F", "N", "T"}
"""Letters that denote the sequence in question in print, if they are applied to a graph."""


def check_letter(name: str, spoken: str, structure: str, side: str | None = None) -> None:
    """Raise UndecidedError if the name in ``spoken``, such as i(P_n), denotes another structure than that of
    the query, or may denote anything, such as the Wiener index W(P_n). If ``side`` is not None, the query is
    about the optimal numbers of the structure.
    """
    meanings = synonyms("structures", "letters").get(name, ())
    if side is None:
        is_other, asked = bool(meanings) and not _is_one_of(meanings, structure), structure
    else:
        numbers = [found for found in map(optimum_named, meanings) if found is not None]
        is_other = bool(meanings) and all((one.name, one.side) != (structure, side) for one in numbers)
        asked = f"the {side} of {structure}"
    if is_other:
        raise UndecidedError(
            f"{as_typed(spoken)} denotes {' or '.join(meanings)}, but the query is about {asked};"
            f" write a(n) if {name} has another meaning"
        )
    is_short = name[1:] and structure.startswith(name.lower())
    if not meanings and name not in _USUAL and name.lower() not in RULE_NAMES and not is_short:
        raise UndecidedError(f"{as_typed(spoken)} may denote another object than {structure}; write a(n)")


def _check_arguments(name: str, graph: str, rest: str, after: str) -> None:
    """Raise UndecidedError if the arguments of a name besides its graph show that it denotes another object:
    T(G; x, y) is a Tutte polynomial, and chi(G) without a number of colours the chromatic number.
    """
    if name == "T" and rest:
        raise UndecidedError(f"{as_typed(f'T({graph}; {rest})')} may be a Tutte polynomial; write a(n)")
    if name == "chi" and not rest and not _CALLED.match(after):
        raise UndecidedError(f"{as_typed(f'chi({graph})')} may be the chromatic number; write a(n)")


def _is_one_of(names: Iterable[str], structure: str) -> bool:
    """Return True if the structure of the query has one of the names, or if it is not built in."""
    asked = structure.partition(":")[0]
    known = {name.partition(":")[0] for name in RULE_NAMES}
    same = {asked, *(_SAME if asked in _SAME else ())}
    return asked not in known or not same.isdisjoint(name.partition(":")[0] for name in names)


_SAME = ("domino-tilings", "perfect-matchings")
"""Structures that are the same on all boards for both."""


def names_of(
    truth: GameTruth,
) -> tuple[Callable[[str], bool], Callable[[str], int | None], str, Callable[[str], bool]]:
    """Return the predicate of the structures that words about the query may name, the shift of the families,
    the query, and the predicate of a name of its numbers, such as i(P_n).
    """

    def is_name(content: str) -> bool:
        found = read_objects(content, truth)
        return found.text != content and not found.notes

    return (
        lambda name: _is_one_of([name], truth.name) and (":" not in name or name == truth.name),
        shift_in(truth),
        f"{truth.name} on {truth.boards.text}",
        is_name,
    )


def shift_in(truth: GameTruth) -> Callable[[str], int | None]:
    """Return the function that yields k for a family whose board of size m is that of size m + k of the
    family of the query, and None for other families.
    """
    whole = own_part(truth.boards)[0].text
    return lambda family: 0 if family == whole else _shift_to(family, truth)


def own_part(boards: Family) -> tuple[Family, int, int]:
    """Return a family, and the numbers s and r if its boards for n are those of size s n + r."""
    if isinstance(boards, PartOfFamily):
        return boards.whole, boards.step, boards.shift
    return boards, 1, 0


def _with_indices(text: str, found: list[NamedObject], truth: GameTruth, shift: int) -> str:
    """Return the text with a_{k} for each name, where the board that the name denotes has the number k. The
    board of size m in print is the board of size m + ``shift`` of the query.
    """
    name = found[0].name if re.search(r"(?<![A-Za-z\\])a\s*(?:_|\()", text) else "a"
    boards = truth.boards
    _, step, start = own_part(boards)

    def number_of(size: str) -> str:
        if (step, start) == (1, shift):
            return size
        form = dict(linear_form(read_statement(size).chains[0].sides[0]) or {})
        parts = {key: int(form.get(key, 0)) for key in (*form, "", "n")}
        parts[""] += shift - start
        if set(parts) - {"", "n"} or any(value % step for value in parts.values()):
            raise UndecidedError(
                f"the formula is about {as_typed(found[0].graph)}, but the query is about {boards.text}"
            )
        times, more = parts["n"] // step, parts[""] // step
        return f"{times}n"[times == 1 :] + (f"{more:+d}" if more else "") if times else str(more)

    pieces, at = [], 0
    for one in found:
        rest = f"({one.rest})" if one.rest else ""
        pieces += [text[at : one.start], f"{name}_{{{number_of(one.size)}}}", rest]
        at = one.end
    changed = "".join([*pieces, text[at:]])
    for before, after, rest in dict.fromkeys(_template(text, one) for one in found):  # values such as i(P_3)
        fixed = re.compile(rf"(?<![A-Za-z\\]){re.escape(before)}(\d+){re.escape(after)}")
        for value in dict.fromkeys(fixed.findall(changed)):
            changed = changed.replace(f"{before}{value}{after}", f"{name}_{{{number_of(value)}}}{rest}")
    return changed


def _template(text: str, one: NamedObject) -> tuple[str, str, str]:
    """Return the text of a name before and after its size, and its further arguments in brackets."""
    at = text.index(one.size, one.start + len(one.name))
    return text[one.start : at], text[at + len(one.size) : one.end], f"({one.rest})" if one.rest else ""


_MOST_SHIFT = 2
"""Largest difference of two numberings of the same boards, in print and in gfkit."""


def _shift_to(name: str, truth: GameTruth) -> int | None:
    """Return k if the board of size m of a family, such as wheel:n+1, is that of size m + k of the query, as
    far as the distances between vertices tell; None for other families.
    """
    boards, *_ = own_part(truth.boards)
    family, moved = re.sub(r"n[-+]\d+$", "n", name), re.search(r"n([-+]\d+)$", name)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            named = parse_board(family)
        if not isinstance(named, Family):
            return None
        first = max(named.first_n, boards.first_n) + _MOST_SHIFT
        profiles = [distances(named, n) for n in (first, first + 1)]
        for shift in sorted(range(-_MOST_SHIFT, _MOST_SHIFT + 1), key=abs):
            if profiles == [distances(boards, n + shift) for n in (first, first + 1)]:
                return shift + (int(moved[1]) if moved else 0)
    except GfkitError:
        pass
    return None


def distances(family: Family, n: int) -> Counter[tuple[int, ...]]:
    """Return the numbers of vertices at each distance from a vertex, for all vertices of a graph."""
    near = family.at(n).neighbours
    profiles: list[tuple[int, ...]] = []
    for start in range(len(near)):
        seen, level, row = {start}, [start], []
        while level:
            row.append(len(level))
            level = list(dict.fromkeys(v for u in level for v in near[u] if v not in seen))
            seen.update(level)
        profiles.append(tuple(row))
    return Counter(profiles)
