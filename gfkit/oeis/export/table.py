"""Arrays on m X n boards, triangles by number of pieces, and the related sequences of an array."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, count as numbers, islice
from math import prod
from textwrap import wrap
from typing import Any

from gfkit.claims.provers.truth import GameTruth
from gfkit.core.algebra import Status
from gfkit.core.algebra.formula import plane_series_text
from gfkit.core.algebra.number import whole_text
from gfkit.core.boards import Board, Family
from gfkit.core.engine.count import count
from gfkit.core.errors import GfkitError, LimitError, MismatchError, OptionError, SelfCheckError
from gfkit.core.hooks import is_installed
from gfkit.core.oracle import brute_force
from gfkit.core.oracle.definitions import counted, drawable, listed
from gfkit.core.rules import Question, Rule
from gfkit.core.rules.configuration import Configuration
from gfkit.core.rules.kinds import system_of
from gfkit.core.rules.kinds.constraints import Role
from gfkit.core.typing import Positions, Weights
from gfkit.oeis.export import draft as drafts
from gfkit.oeis.export.program import add_program, check_formula, plane_programs, row_of
from gfkit.oeis.index import known_as
from gfkit.runs.files import index_path

_LINE = 72
_LEAST, _MOST = 3, 16
"""Minimum and maximum number of configurations that are all drawn in an example."""
_SHOWN = 3
"""Number of configurations that are drawn if there are more."""
_MOST_LISTED = 3000
_MOST_EDGES = 24
_FEW = 16
"""Number of assignments up to which a board with a single configuration is a useful example."""
_MOST_TRIES = 20_000


def example_lines(
    questions: Callable[[int], Question], words: Callable[[Question], str], terms: Sequence[int], first_n: int
) -> list[str]:
    """Return the lines of %e: a term, its board, and the configurations on it, or none if there are too many.

    The example is the smallest board with at least three configurations on which the rule excludes some
    assignment. If there are many configurations, three are shown. They are enumerated by brute force, which
    must yield the same number.
    """
    sizes = enumerate(terms[:_MOST], first_n)
    telling = ((n, a) for n, a in sizes if _LEAST <= a <= _MOST_LISTED and says_something(questions(n), a))
    n, value = next(telling, (0, 0))
    if not value or not is_installed("show"):
        return []
    from gfkit.show.characters import draw_configurations as draw

    question = questions(n)
    try:
        number, drawn = int(brute_force(question, tries=_MOST_TRIES)), _configurations(question)
    except GfkitError:
        return []
    if number != value:
        raise SelfCheckError(
            f"export: a({n}) = {value}, but {number} are enumerated; this is a bug in gfkit, please report it"
        )
    if len(drawn) != value:  # several are counted as one, or are divided
        return []
    shown = drawn if value <= _MOST else [drawn[value * k // _SHOWN] for k in range(_SHOWN)]
    if question.board.grid and len({(*draw(question.board, [each], _LINE),) for each in shown}) < len(shown):
        return []  # the drawings omit some parts, such as pairs of cells that are not adjacent
    head = f"a({n}) = {whole_text(value)}: {'' if shown is drawn else 'three of '}the {words(question)}"
    return [
        *wrap(f"{head}{_key(question, shown)} are:", _LINE),
        *_pictures(question.board, shown, draw),
    ]


def says_something(single: Question, value: int) -> bool:
    """Return True if the rule excludes some arrays on the board, but not nearly all of them."""
    rule, board = single.rule, single.board
    if board.size == 0 or value <= 0:
        return False
    fillings = number_of_fillings(single)
    if fillings is None:
        return value > 1
    return bool(value * rule.divide != fillings and (value > 1 or fillings >= _FEW))


def number_of_fillings(single: Question) -> int | None:
    """Return the number of assignments if all cells have the same set of values, or None."""
    if single.rule.avoided is not None:
        return None
    slots = system_of(single.rule, single.board).slots
    forgotten = [slot for slot in slots if slot.role is Role.FORGOTTEN]
    filled = forgotten or [slot for slot in slots if slot.role is Role.SHOWN]
    if any(len(slot.at) > 1 for slot in filled) or len({slot.values for slot in filled}) > 1:
        return None
    return prod(len(slot.values) for slot in filled)


def _configurations(question: Question) -> list[Configuration]:
    """Return the drawings of all configurations on the board."""
    place = question.rule, question.board
    every = [configuration for configuration, _ in listed(*place, question.positions, _MOST_TRIES)]
    different = dict(zip(map(counted(*place), every), every, strict=True))
    return list(map(drawable(*place), different.values()))


def _key(question: Question, shown: Sequence[Configuration]) -> str:
    """Return a line that explains the letters of pieces, or lists the edges of a graph."""
    board = question.board
    if board.grid is None:
        edges = [f"{_name(board, a)}-{_name(board, b)}" for a, b in board.edges[:_MOST_EDGES]]
        edges += ["..."] * (len(board.edges) > _MOST_EDGES)
        return f", with edges {', '.join(edges)}," if edges else ""
    owners = {piece.owner.value for configuration in shown for piece in configuration.pieces}
    return " (L of Left, R of Right)" if owners & {"left", "right"} else ""


def _pictures(board: Board, shown: Sequence[Configuration], draw: Callable[..., list[str]]) -> list[str]:
    if board.grid is None:
        texts = (_text(board, configuration, draw) for configuration in shown)
        return [f"  {line}" for line in wrap("; ".join(texts), _LINE)]
    return [f"  {line}" for line in draw(board, shown, _LINE) if line]


def _text(board: Board, configuration: Configuration, draw: Callable[..., list[str]]) -> str:
    """Return a configuration on a graph: the selected vertices, the value of each vertex, or its pieces."""
    marks = configuration.marks
    is_bare = not (configuration.pieces or configuration.arrows or configuration.labels)
    if configuration == Configuration() or (set(marks.values()) <= {"0", "1"} and is_bare):
        return "{" + ", ".join(_name(board, cell) for cell, mark in marks.items() if mark == "1") + "}"
    if is_bare:
        return f"({', '.join(marks.values())})"
    return "{" + " ".join(draw(board, [configuration], _LINE)) + "}"


def _name(board: Board, cell: int) -> str:
    return str(board.names[cell] if board.names else cell + 1)


_BESIDE = 10
_SQUARES = 6
_BESIDE_LINES = 4


def add_neighbours(
    draft: drafts.Draft, rule: Rule, positions: Positions, boards: Family | None, index: str | None
) -> None:
    """Add the position of the sequence in its array (None is the diagonal), and the related sequences in the
    index.
    """
    place = "Main diagonal" if boards is None else _line_words(boards)
    if draft.heading.table is not None:
        draft.crossrefs.append(f"{place or 'Cf.'} {'of ' if place else ''}{draft.heading.table}.")
    if not place or not index_path(index).is_file():
        return
    others = [("main diagonal", _diagonal(rule, positions))] if boards is not None else []
    if boards is not None:
        turned = Family("", boards.sizes[::-1])
        others.append((f"rows and columns swapped, {turned.text}", _terms_along(rule, positions, turned)))
    _add_cross_reference(draft, others, index)


def add_array_neighbours(draft: drafts.Draft, rule: Rule, positions: Positions, index: str | None) -> None:
    """Add the columns, rows and diagonal of an array that are in the index."""
    if not index_path(index).is_file():
        return
    others = [
        (
            f"{word} {k}",
            _terms_along(rule, positions, Family("", (None, k) if word == "column" else (k, None))),
        )
        for word in ("column", "row")
        for k in range(1, _BESIDE_LINES + 1)
    ]
    _add_cross_reference(draft, [*others, ("main diagonal", _diagonal(rule, positions))], index)


def _line_words(boards: Family) -> str:
    """Return 'Column 3' for n X 3, 'Row 3' for 3 X n, or an empty string if the boards are not rectangles."""
    if boards.word:
        return ""
    size = next(size for size in boards.sizes if size is not None)
    return f"{'Column' if boards.sizes[0] is None else 'Row'} {size}"


def _terms_along(rule: Rule, positions: Positions, boards: Family) -> list[int]:
    return [int(count(rule, boards.at(n), positions).count) for n in range(1, _BESIDE + 1)]


def _diagonal(rule: Rule, positions: Positions) -> list[int]:
    return [int(count(rule, f"{n}x{n}", positions).count) for n in range(1, _SQUARES + 1)]


def _add_cross_reference(draft: drafts.Draft, others: list[tuple[str, list[int]]], index: str | None) -> None:
    """Add one line that lists all sequences found, each with its position in the array."""
    texts: list[str] = []
    for words, terms in others:
        try:
            hits = known_as(terms, index)
        except GfkitError:
            hits = []
        texts += [f"{hits[0].number} ({words})"] if hits and hits[0].number != draft.heading.number else []
    if texts:
        draft.crossrefs.append(f"Cf. {', '.join(texts)}.")


# Arrays


_DIAGONALS = 12
_LINES = 3
_SHOWN_ROWS, _SHOWN_COLUMNS, _WIDTH = 8, 7, 100
DIRECTION = "Read by antidiagonals with the row index rising: T(1,1), T(1,2), T(2,1), T(1,3), T(2,2), ..."


def cells(terms: int) -> Iterator[tuple[int, int]]:
    """Return the positions of an array in reading order, that is, by antidiagonals.

    >>> list(cells(4))
    [(1, 1), (1, 2), (2, 1), (1, 3)]
    """
    return islice(((row, s - row) for s in numbers(2) for row in range(1, s)), terms)


def array_export(
    rule: Rule, positions: Positions, heading: drafts.Heading, terms: int | None, index: str | None
) -> drafts.Export:
    """Return the entry of the array T(m,n), m, n >= 1, of the counts on m X n boards."""
    size = _DIAGONALS * (_DIAGONALS + 1) // 2 if terms is None else terms
    table = {(m, n): int(count(rule, f"{m}x{n}", positions).count) for m, n in cells(size)}
    what = drafts.counted_positions(rule, positions, "", ("m", "n"))
    name = f"Array read by antidiagonals: T(m,n) is the number of {what}, m >= 1, n >= 1."
    full = max((s for s in range(size + 1) if s * (s + 1) // 2 <= size), default=0)
    counted = f" (first {full} antidiagonals)" if full * (full + 1) // 2 == size else ""
    draft = drafts.Draft(
        *(heading, name, list(table.values()), 1, ["tabl"], counted),
        comments=[*drafts.rule_definition(rule), DIRECTION],
        examples=_picture(table),
    )
    is_symmetric = all(table[m, n] == table.get((n, m), table[m, n]) for m, n in table)
    _add_lines(draft, rule, positions, is_symmetric)
    add_array_neighbours(draft, rule, positions, index)
    return draft.finish()


def _picture(table: dict[tuple[int, int], int]) -> list[str]:
    """Return the upper left corner of the array, as far as all of its rows are known."""
    rows = min(_SHOWN_ROWS, max(m for m, _ in table))
    columns = min(_SHOWN_COLUMNS, max(n for _, n in table))
    while rows > 1 and (rows, columns) not in table:
        rows, columns = (rows - 1, columns) if rows >= columns else (rows, columns - 1)
    texts = [[whole_text(table[m, n]) for n in range(1, columns + 1)] for m in range(1, rows + 1)]
    widths = [max(len(row[n]) for row in texts) for n in range(columns)]
    while len(widths) > 1 and sum(widths) + len(widths) > _WIDTH:
        widths.pop()
    head = " ".join(f"{n:>{w}}" for n, w in enumerate(widths, 1))
    lines = [" ".join(f"{text:>{w}}" for text, w in zip(row, widths, strict=False)) for row in texts]
    start = ["Array starts:", rf"  m\n | {head}", f"  ----+-{'-' * len(head)}"]
    return [*start, *(f"  {m:>3} | {line} ..." for m, line in enumerate(lines, 1)), "  ..."]


def _add_lines(draft: drafts.Draft, rule: Rule, positions: Positions, is_symmetric: bool) -> None:
    """Add the proved recurrences of the first columns and rows."""
    kinds = [("Column", "nx{}")] + ([] if is_symmetric else [("Row", "{}xn")])
    texts = []
    for word, family in kinds:
        for k in range(1, _LINES + 1):
            line = _line(draft, rule, positions, family.format(k))
            texts += [f"{word} {k}: {line}"] if line else []
    if texts:
        method = "the transfer matrix method" if rule.avoided is None else "inclusion-exclusion"
        draft.formulas = [*texts, f"The recurrences are proved by {method}."]


def _line(draft: drafts.Draft, rule: Rule, positions: Positions, family: str) -> str | None:
    try:
        law = GameTruth(Question.of(rule, family, positions)).law(Weights.NONE)
    except LimitError:
        return None
    if law.evidence.status is not Status.PROVED:
        return None
    sequence = law.p_recursive
    known = sequence.starting_at(1) if sequence else drafts.series_from(law.generating_function, 1).recurrence
    line = f"{known.to('oeis')}."
    if len(line) > drafts.LONGEST_LINE:
        return None
    terms: list[Any] = known.terms(3 * known.order + 20)
    draft.checks.append(check_formula(line, terms, 1))
    return line


# Triangles


_TRIANGLE_TERMS = 1000
_SHOWN_BEGINNING, _ROW_WIDTH = 8, 100


def triangle_export(truth: GameTruth, heading: drafts.Heading, terms: int | None) -> drafts.Export:
    """Return the entry of the table T(n,k) of configurations with k pieces on the board of size n, row by
    row.
    """
    rule, boards, weights = truth.question.rule, truth.boards, truth.question.weights
    if weights is not Weights.PIECES:
        raise OptionError(
            f"weights {weights.value!r}: the rows of a table are indexed by one number; use pieces"
        )
    law = truth.law(weights)
    if law.rational is None:
        raise MismatchError("weights on complete graphs have no rational series; export without weights")
    known = drafts.KnownSeries(law.rational, law.evidence)
    rows = _rows(known, _TRIANGLE_TERMS if terms is None else terms)
    flat = [value for row in rows for value in row]
    regular = all(len(row) == k for k, row in enumerate(rows, 1))
    what = drafts.counted_positions(
        rule, truth.question.positions, drafts.family_word(boards), drafts.family_sizes(boards)
    )
    kind = "Triangle" if regular else "Irregular triangle"
    amount = "of weight x^k" if getattr(rule, "marks", ()) else "with k pieces"
    name = f"{kind} read by rows: T(n,k) is the number of {what}, {amount}."
    words = [*(["easy"] if known.is_proved else []), "tabl" if regular else "tabf"]
    draft = drafts.Draft(
        *(heading, name, flat, boards.first_n, words, f" (first {len(rows)} rows)"),
        comments=drafts.rule_definition(rule),
        examples=_rows_picture(rows, boards.first_n),
    )
    _add_law(draft, known, flat)
    return draft.finish()


def _rows(law: drafts.KnownSeries, terms: int) -> list[list[int]]:
    """Return the smallest number of complete rows of a triangle with at least the given number of terms."""
    size = 4
    while True:
        rows = list(map(row_of, law.series.terms(size)))
        sizes = accumulate(map(len, rows))
        enough = next((k for k, total in enumerate(sizes, 1) if total >= terms), None)
        if enough is not None:
            return rows[:enough]
        size *= 2


def _rows_picture(rows: list[list[int]], first: int) -> list[str]:
    lines = [f"  n={n}: {drafts.comma_list(row)};" for n, row in enumerate(rows[:_SHOWN_BEGINNING], first)]
    return ["Triangle begins:", *(line for line in lines if len(line) <= _ROW_WIDTH), "  ..."]


def _add_law(draft: drafts.Draft, law: drafts.KnownSeries, flat: list[int]) -> None:
    """Add the series in x and y and, if it is proved, the programs that expand it."""
    text = f"{law.series_head}Sum_{{n,k}} T(n,k)*x^n*y^k = {plane_series_text(law.series)}."
    if len(text) > drafts.LONGEST_LINE:
        draft.left_out.append("the g.f. and the programs, which are too long for a line")
        return
    draft.formulas += [text, law.reason]
    if not law.is_proved:
        return
    for program in plane_programs(law.series, draft.heading.number, _SHOWN_BEGINNING + 2):
        add_program(draft, program, flat)
