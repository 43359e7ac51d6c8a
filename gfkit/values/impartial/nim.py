"""Sprague-Grundy values of impartial games: heaps, boards and families of boards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from gfkit.boards import Board, Family, as_board, parse_board
from gfkit.boards.board import SHAPES
from gfkit.errors import BoardError, Interrupted, LimitError, OptionError, RuleError
from gfkit.games import PlacementRule, Rule, as_rule
from gfkit.sequences import Evidence, Status
from gfkit.typing import OnProgress, Progress
from gfkit.values.impartial.growing import grown
from gfkit.values.impartial.nim_values import NimLimitError, NimValues
from gfkit.values.impartial.octal import MOST_TERMS, PREFIX, OctalCode, heap_values
from gfkit.values.impartial.periodicity import law_of, proved_window, seen_law
from gfkit.values.impartial.search import Memory, Search
from gfkit.values.position import compile_position

DEFAULT_TO = 30
HEAPS = "heaps"
_HORIZON = 2000
"""Heaps up to which a period is looked for, however few values are asked for."""
_LONG = 16
"""Length from which on a single board is tried as a member of a family."""
_SIZES = re.compile(r"(?:([a-z]+):)?([0-9]+)(?:x([0-9]+))?")


def nim(
    game: str | Rule,
    board: str | Board | Family | None = None,
    *,
    to: int | None = None,
    impartial: bool = False,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> NimValues:
    """The Grundy values of an impartial game, for n up to ``to`` where the board is a family.

    ``game`` is a placement game in which both players have the same moves, or an octal code as octal:0.07,
    whose board is single heaps of n tokens. ``impartial`` lets both players make the moves of either in
    any other placement game. Families that moves cut in two are worked out by end types and length; all
    others board by board, by search. A period is proved where the theorem of ``proved_window`` applies
    and the values reach its bound. Fails with NimLimitError, which keeps the values found, when the
    memory is used up.

    >>> dawson = nim("cram", "1xn", to=12)
    >>> dawson.values
    (0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2)
    >>> dawson.period, dawson.exceptions, dawson.evidence.status.value
    (34, (0, 1, 15, 17, 18, 32, 35, 52), 'proved')
    """
    if to is not None and to < 0:
        raise OptionError(f"to {to}: the last n must be 0 or more")
    if isinstance(game, str) and game.strip().startswith(PREFIX):
        return _heaps(OctalCode.read(game), board, DEFAULT_TO if to is None else to)
    if board is None:
        raise BoardError("board: missing; only octal codes go without one")
    rule = as_rule(game)
    name = game if isinstance(game, str) else rule.name
    found = parse_board(board) if isinstance(board, str) else board
    if isinstance(found, Family):
        checked = _checked(rule, _sample(found), impartial)
        last = max(DEFAULT_TO if to is None else to, found.first_n)
        return _family(name, checked, found, last, max_memory, on_progress)
    if to is not None:
        raise OptionError(f"to {to}: board {as_board(found).text!r} is a single board; a family has n in it")
    member = None if found.lying else _member(found)
    checked = _checked(rule, found if member is None else _sample(member[0]), impartial)
    return _single(name, checked, found, member, max_memory, on_progress)


def _checked(rule: Rule, board: Board, impartial: bool) -> PlacementRule:
    """Refuses what nobody plays, pieces that do not fit, and games that are not impartial."""
    position = compile_position(rule, board)
    if not (position.rule.impartial or impartial):
        raise RuleError(
            f"game {rule.name!r} is not impartial: Left and Right have moves of their own; gfkit value finds"
            " its values, and --impartial lets both players make every move"
        )
    return position.rule


def _heaps(code: OctalCode, board: object, to: int) -> NimValues:
    if board not in (None, HEAPS):
        raise BoardError(f"board {board!r}: an octal code is played with {HEAPS}; leave the board out")
    if to > MOST_TERMS:
        raise LimitError(f"to {to}: at most {MOST_TERMS} values are taken")
    table = heap_values(code, max(to, _HORIZON) + 1)
    values = tuple(table.tolist())
    window = proved_window(table[None, :], 1, code.longest)
    if window is None:
        return _unproved(str(code), HEAPS, values[: to + 1], 0, "mex", (("values", to + 1),))
    law = law_of(values, 0, window.start, window.period)
    details = (("longest_move", code.longest), ("values_checked", window.needed))
    evidence = Evidence(Status.PROVED, "octal-periodicity", details)
    return NimValues(str(code), HEAPS, values[: to + 1], 0, law, evidence)


def _family(
    name: str,
    rule: PlacementRule,
    family: Family,
    to: int,
    max_memory: int | None,
    on_progress: OnProgress | None,
) -> NimValues:
    found = None if rule.liberties else grown(rule, family, to, max_memory, on_progress)
    if found is None:
        return _one_by_one(name, rule, family, to, max_memory, on_progress)
    first = family.first_n
    listed = found.values[: to + 1 - first]
    if found.window is None:
        details: tuple[tuple[str, int], ...] = (("end_types", found.end_types),)
        return _unproved(name, family.text, listed, first, "end-types", details)
    law = law_of(found.values, first, found.start, found.window.period)
    details = (
        ("end_types", found.end_types),
        ("longest_move", found.longest),
        ("values_checked", found.window.needed),
    )
    evidence = Evidence(Status.PROVED, "end-types-periodicity", details)
    return NimValues(name, family.text, listed, first, law, evidence)


def _one_by_one(
    name: str,
    rule: PlacementRule,
    family: Family,
    to: int,
    max_memory: int | None,
    on_progress: OnProgress | None,
) -> NimValues:
    values: list[int] = []
    entries = 0
    search = Search(rule, to)

    def result() -> NimValues:
        return _unproved(name, family.text, values, family.first_n, "search", (("positions", entries),))

    def tell(n: int, more: int) -> None:
        if on_progress is not None:
            on_progress(Progress("boards", n, to, entries + more))

    for n in range(family.first_n, to + 1):
        board = family.at(n)
        memory = Memory(board.text, max_memory, partial(tell, n - 1))
        try:
            values.append(search.nimber(board, memory, on_progress))
        except LimitError as limit:
            raise NimLimitError(f"{limit}; found until then: {len(values)} values", result()) from None
        except KeyboardInterrupt:
            raise Interrupted(result()) from None
        entries += memory.entries
        tell(n, 0)
    return result()


def _unproved(
    name: str,
    board: str,
    values: Sequence[int],
    first_n: int,
    method: str,
    details: tuple[tuple[str, int], ...],
) -> NimValues:
    """Values that are certain, and the period they show, which is not."""
    law = seen_law(values, first_n)
    if law is not None:
        evidence = Evidence(
            Status.CONSISTENT, "period-observed", (("values_compared", len(values)), *details)
        )
    else:
        evidence = Evidence(Status.PROVED, method, details)
    return NimValues(name, board, tuple(values), first_n, law, evidence)


def _single(
    name: str,
    rule: PlacementRule,
    board: Board,
    member: tuple[Family, int] | None,
    max_memory: int | None,
    on_progress: OnProgress | None,
) -> NimValues:
    if member is not None and not rule.liberties:
        family, n = member
        found = grown(rule, family, n, max_memory, on_progress)
        if found is not None:
            evidence = Evidence(Status.PROVED, "end-types", (("end_types", found.end_types),))
            return NimValues(name, board.text, (found.values[n - family.first_n],), None, None, evidence)

    def tell(entries: int) -> None:
        if on_progress is not None:
            on_progress(Progress("positions", entries, 0, 0))

    memory = Memory(board.text, max_memory, tell)
    value = Search(rule).nimber(board, memory, on_progress)
    evidence = Evidence(Status.PROVED, "search", (("positions", memory.entries),))
    return NimValues(name, board.text, (value,), None, None, evidence)


def _sample(family: Family) -> Board:
    """A small board of a family."""
    return family.at(max(family.first_n, 3))


def _member(board: Board) -> tuple[Family, int] | None:
    """The family a long board belongs to, growing along its longer side, and its n there.

    >>> from gfkit.boards import parse_one_board
    >>> family, n = _member(parse_one_board("20x2"))
    >>> family.text, n
    ('nx2', 20)
    """
    read = _SIZES.fullmatch(board.text)
    if read is None or (read[1] or "") not in SHAPES or read[1] == "complete":
        return None
    sizes = [int(size) for size in (read[2], read[3]) if size is not None]
    longest = max(sizes)
    if longest < _LONG:
        return None
    grows = sizes.index(longest)
    family = Family(read[1] or "", tuple(None if side == grows else size for side, size in enumerate(sizes)))
    return (family, longest) if family.at(longest) == board else None
