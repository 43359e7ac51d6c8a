"""Who wins, n by n, and what that says about all n."""

from __future__ import annotations

from gfkit.boards import Board, Family, as_board, parse_board
from gfkit.errors import Interrupted, LimitError, OptionError
from gfkit.games import Rule, as_rule
from gfkit.memory import check_memory, default_memory
from gfkit.sequences import Evidence, Status
from gfkit.typing import OnProgress, Progress
from gfkit.values.impartial import NimLimitError, NimValues, nim
from gfkit.values.outcome.boards import Nested
from gfkit.values.outcome.decomposition import decomposition_law
from gfkit.values.outcome.repetition import RepetitionLaw, repeating, seen_repetition
from gfkit.values.outcome.result import Law, Outcomes, OutcomesLimitError
from gfkit.values.outcome.search import Limits, Lookahead
from gfkit.values.position import compile_position
from gfkit.values.short.table import Table

DEFAULT_TO = 10


def outcomes(
    game: str | Rule,
    board: str | Board | Family,
    *,
    to: int | None = None,
    start: int | None = None,
    max_memory: int | None = None,
    seconds: float | None = None,
    on_progress: OnProgress | None = None,
) -> Outcomes:
    """Who wins a placement game on the boards of a family, n from ``start`` (1) to ``to``, under normal play.

    Every outcome is searched to the end, without building the value of the board. The law is proved where the
    decomposition theorem applies, or where an impartial game's nimbers have a proved period; otherwise it
    is what the outcomes show, marked as only seen. A single board has an outcome and no law. Fails with
    OutcomesLimitError, which keeps the outcomes found, when ``max_memory`` bytes (by default three quarters
    of the free memory) or ``seconds`` are used up.

    >>> found = outcomes("d-tromping", "3xn", to=7)
    >>> " ".join(found.words)
    'left first first right right right first'
    >>> print(found.law.statement)
    Right wins on 3xn for every n >= 8, and for all smaller n >= 1 but 1-3, 7
    >>> outcomes("domineering", "6x7").words
    ('left',)
    """
    check_memory(max_memory)
    if seconds is not None and not seconds > 0:
        raise OptionError(f"seconds {seconds!r} must be a number above 0")
    rule = as_rule(game)
    name = game if isinstance(game, str) else rule.name
    found = parse_board(board) if isinstance(board, str) else board
    limits = Limits(default_memory() if max_memory is None else max_memory, seconds)
    if not isinstance(found, Family):
        if to is not None or start is not None:
            option = f"to {to}" if to is not None else f"from {start}"
            raise OptionError(
                f"{option}: board {as_board(found).text!r} is a single board; a family has n in it"
            )
        return _single(name, rule, as_board(found), limits, on_progress)
    first, last = _range(found, start, to)
    if compile_position(rule, found.at(max(found.first_n, 3))).rule.impartial:
        return _impartial(name, rule, found, first, last, max_memory, on_progress)
    return _searched(name, rule, found, first, last, limits, on_progress)


def outcome(
    game: str | Rule, board: str | Board, *, max_memory: int | None = None, seconds: float | None = None
) -> str:
    """Who wins on one board: ``left``, ``right``, ``first`` or ``second``.

    >>> outcome("i-tromping", "3x8"), outcome("l-tromping", "2x9")
    ('left', 'first')
    """
    return outcomes(game, as_board(board), max_memory=max_memory, seconds=seconds).words[0]


def _range(family: Family, start: int | None, to: int | None) -> tuple[int, int]:
    """The first and the last n."""
    for option, value in (("from", start), ("to", to)):
        if value is not None and value < family.first_n:
            raise OptionError(
                f"{option} {value}: board family {family.text!r} starts at n = {family.first_n}"
            )
    first = max(family.first_n, 1) if start is None else start
    last = max(DEFAULT_TO, first) if to is None else to
    if last < first:
        raise OptionError(f"to {last}: must be at least the first n, which is {first}")
    return first, last


def _single(name: str, rule: Rule, board: Board, limits: Limits, on_progress: OnProgress | None) -> Outcomes:
    position = compile_position(rule, board)
    if position.rule.impartial:
        found = nim(rule, board, max_memory=limits.memory, on_progress=on_progress)
        return Outcomes(name, board.text, (_word(found.values[0]),), None, None, found.evidence)
    if on_progress is not None:
        limits.on_nodes = lambda nodes: on_progress(Progress("positions", nodes, 0, 0))
    search = Lookahead(position, Table(), limits)
    try:
        word = search.outcome(search.position.start)
    except LimitError as limit:
        raise LimitError(f"{_what(name, board)}: stopped after {search.nodes} positions: {limit}") from None
    return Outcomes(name, board.text, (word,), None, None, _evidence(search.nodes, limits))


def _searched(
    name: str,
    rule: Rule,
    family: Family,
    first: int,
    last: int,
    limits: Limits,
    on_progress: OnProgress | None,
) -> Outcomes:
    boards = Nested(rule, family, last, limits)
    found: dict[int, str] = {}

    def result() -> Outcomes:
        return _with_law(name, rule, family, first, found, _evidence(boards.nodes, limits))

    if on_progress is not None:
        limits.on_nodes = lambda _: on_progress(
            Progress("boards", first - 1 + len(found), last, boards.nodes)
        )
    for n in range(first, last + 1):
        try:
            found[n] = boards.outcome(n)
        except LimitError as limit:
            message = (
                f"{_what(name, family.at(n))}: stopped after {boards.nodes} positions: {limit};"
                f" found until then: {len(found)} outcomes"
            )
            raise OutcomesLimitError(message, result()) from None
        except KeyboardInterrupt:
            raise Interrupted(result()) from None
        if on_progress is not None:
            on_progress(Progress("boards", n, last, boards.nodes))
    return result()


def _with_law(
    name: str, rule: Rule, family: Family, first: int, found: dict[int, str], evidence: Evidence
) -> Outcomes:
    law: Law | None = decomposition_law(rule, family, found)
    if law is None and found:
        law = seen_repetition(family.text, found)
        if law is not None:
            evidence = Evidence(Status.CONSISTENT, "repetition-observed", evidence.details)
    elif law is not None:
        evidence = Evidence(Status.PROVED, "search-and-decomposition", evidence.details)
    return Outcomes(name, family.text, tuple(found.values()), first, law, evidence)


def _evidence(nodes: int, limits: Limits) -> Evidence:
    return Evidence(Status.PROVED, "search", (("positions", nodes), ("table_entries", limits.entries)))


def _what(name: str, board: Board) -> str:
    return f"outcome of {name} on board {board.text!r}"


def _impartial(
    name: str,
    rule: Rule,
    family: Family,
    first: int,
    last: int,
    max_memory: int | None,
    on_progress: OnProgress | None,
) -> Outcomes:
    """Outcomes from nimbers: the second player wins where the nimber is 0."""
    try:
        values = nim(rule, family, to=last, max_memory=max_memory, on_progress=on_progress)
    except NimLimitError as limit:
        raise OutcomesLimitError(str(limit), _of_nimbers(name, family, first, limit.found)) from None
    except Interrupted as stop:
        raise Interrupted(_of_nimbers(name, family, first, stop.found)) from None
    return _of_nimbers(name, family, first, values)


def _of_nimbers(name: str, family: Family, first: int, values: NimValues) -> Outcomes:
    listed = dict(enumerate(values.values, values.first_n or 0))
    words = {n: _word(value) for n, value in listed.items() if n >= first}
    law = _proved_repetition(family, first, values)
    evidence = values.evidence
    if law is None and words:
        law = seen_repetition(family.text, words)
        status = Status.PROVED if law is None else Status.CONSISTENT
        evidence = Evidence(status, "nimbers" if law is None else "repetition-observed", evidence.details)
    return Outcomes(name, family.text, tuple(words.values()), first, law, evidence)


def _proved_repetition(family: Family, first: int, values: NimValues) -> RepetitionLaw | None:
    period = values.proved_law
    if period is None:
        return None
    regular = max(period.preperiod, first) + period.period
    words = [_word(period.at(n)) for n in range(first, regular + period.period)]
    return repeating(family.text, first, words, regular)


def _word(nimber: int) -> str:
    return "first" if nimber else "second"
