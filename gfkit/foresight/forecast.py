"""What a run will take: smaller cases of the same question are run, and what they show is continued.

A figure of the case asked for is exact where that case itself was quick enough to be run. Else its logarithm
goes on by a constant factor for each step of the size, and may be off by what those factors vary; seconds lie
on a line through those of the smaller cases. Fails, by more than it says, where small cases follow another
law than large ones.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import ceil, inf, log2, prod

from gfkit.boards import Board, BoardLike, Family, FamilyLike, PartOfFamily
from gfkit.boards.board import FIRST_WRAP, from_grid
from gfkit.errors import LimitError, OptionError, unknown
from gfkit.exact import ARRAYS
from gfkit.foresight.cases import DOUBT, Clock, Seen, SmallerCases
from gfkit.foresight.figures import EXACT, Estimate, Figure, Forecast, Value, over_memory
from gfkit.games import GameLike, Question, Rule
from gfkit.host.memory import memory_limit
from gfkit.kinds import system_of
from gfkit.sequences import RationalGF
from gfkit.transfer import tuning
from gfkit.transfer.count import count, goes_to_files, is_hashed
from gfkit.transfer.derive import (
    METHODS,
    MethodWord,
    always_proved,
    by_determinant,
    check_derivable,
    small_automaton,
    strip_within,
)
from gfkit.transfer.machine.order import components, frontiers, interaction_of, sweep_orders, swept_system
from gfkit.transfer.modular.engine import modular_gf
from gfkit.transfer.strip.automaton import determinant_gf, least_automaton
from gfkit.transfer.strip.strip import Strip
from gfkit.transfer.theorems.ways import foresee_unswept
from gfkit.typing import OnProgress, PositionsWord, Weights, WeightsWord, stoppable, tell_progress

STRIPS_SECONDS, RUNS_SECONDS = 1.2, 2.0
"""CPU seconds for finding states of narrow strips, and for running smaller cases."""
BEYOND = 1e15
"""Numbers from which on single ones do not matter."""
TOO_LONG = 30 * 86400.0
TABLE_COPIES, COEFFICIENT_BYTES, RESIDUE_BYTES = 3.5, 230, 16
"""How often tables are there at once; bytes of a coefficient, and for each of its primes."""
CODE_STATE_BYTES, SITE_BYTES, LIMB_BYTES, LIMB_BITS = 300, 40, 32, 48
"""Bytes of a state stepped in C; else for each cell of a row, and for each 48 bits of its numbers."""
WIDEST_CODE, MOST_ORDERED = 30, 3000
"""Wider frontiers do not fit into words; boards with more cells are not ordered for this."""


# What can be asked


@stoppable
def foresee_derive(
    game: GameLike,
    board: FamilyLike | None = None,
    positions: PositionsWord = "all",
    weights: WeightsWord = "none",
    *,
    method: MethodWord = "auto",
    certify: bool = False,
    workers: int = 1,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> Forecast:
    """States, order, primes, memory and time of deriving a family, in a few seconds whatever its size.

    The machine is compiled where that takes little time, so that its states are exact. Narrower families of
    the same kind, derived in about two seconds together, show which part of the states the order is, how long
    the coefficients are and what the work costs on this machine. Fails, by more than it says, where narrow
    strips follow another law than wide ones.

    >>> foresee_derive("arc-kayles", "6xn")["states_between_slices"]
    64
    """
    question = Question.of(game, board, positions, weights)
    if isinstance(question.boards, PartOfFamily):
        question = question.on(question.boards.whole)
    family, task = question.family, f"deriving {question}"
    if method not in METHODS:
        raise OptionError(unknown("method", method, METHODS))
    limit = memory_limit(max_memory)
    check_derivable(question)
    if family.word == "complete" or family.at(max(1, family.first_n)).size == 0:
        return Forecast(task, (Figure("method", "a formula, without a machine"), Figure("seconds", 0.1)))
    tell_progress(on_progress, "finding states of narrow strips", 0, 2, 0)
    strips = _NarrowStrips(question, method, max_memory)
    tell_progress(on_progress, "trying narrow strips", 1, 2, 0)
    if strips.states.log == -inf:
        none = Figure("method", "none: no state lasts")
        return Forecast(task, (none, Figure("order", 0), Figure("seconds", 0.1)))
    head = strips.figures()
    most = tuning.STRIP.determinant_states
    if strips.is_determinant and strips.states.value > most:
        refused = f"method 'determinant' takes up to {most} states; use method modular"
        if not ARRAYS:
            refused = f"strips of up to {most} states are derived here; on the command line wider ones are"
        return Forecast(task, head, refused)
    strips.derive(certify)
    needed = strips.estimates(certify)
    if needed is None:
        order = replace(strips.states.figure("order"), how="at most")
        return Forecast(task, (*head, order), strips.refused, "no narrower strip was quick enough to tell")
    figures = [*head, *(estimate.figure(name) for name, estimate in needed.items())]
    seconds = needed["seconds"]
    if workers > 1:
        alone = strips.trials.last["finding"]
        shared = seconds_shared(seconds.value, alone, needed["batches"].value, workers)
        figures.append(replace(seconds, log=log2(shared)).figure(f"seconds_with_{workers}_workers"))
    advice = "without --certify fewer primes would do" if certify else None
    if strips.is_determinant:
        advice = "small: proved by one characteristic polynomial"
    elif seconds.value > TOO_LONG:
        advice = "out of reach on one machine: take fewer rows, or count single boards"
    refusal = strips.refused or over_memory(task, needed["memory_bytes"].figure("memory_bytes"), limit)
    return Forecast(task, tuple(figures), refusal, advice)


@stoppable
def foresee_count(
    game: GameLike,
    board: BoardLike | None = None,
    positions: PositionsWord = "all",
    weights: WeightsWord = "none",
    *,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> Forecast:
    """States, memory and time of counting a board, in a few seconds whatever its size.

    Smaller boards of the same kind are counted, narrow grids for grids and parts for other boards; states
    grow by nearly constant factors with the width, which for other boards is the widest frontier. A board
    that is so small that it was counted on the way has exact figures.

    >>> forecast = foresee_count("domineering", "4x4")
    >>> forecast["cells"], forecast.figure("states").how
    (16, 'exact')
    """
    question = Question.of(game, board, positions, weights)
    rule, whole, task = question.rule, question.board, f"counting {question}"
    limit = memory_limit(max_memory)
    tell_progress(on_progress, "counting smaller boards", 0, 1, 0)
    cells, unswept = Figure("cells", whole.size), foresee_unswept(question)
    if unswept is not None:
        memory = Figure("memory_bytes", unswept.bytes, unswept.how)
        figures = (cells, *[memory] * bool(unswept.bytes), Figure("seconds", unswept.seconds, unswept.how))
        return Forecast(task, figures, over_memory(task, memory, limit))
    width, clock = sweep_width(rule, whole), Clock(RUNS_SECONDS)
    trials = SmallerCases(width)
    shapes = ((side, 2 * side + 1) for side in range(1, width + 1))
    for part, run_result in clock.run_cases(
        smaller_boards(whole, shapes, 8, 1.5),
        lambda smaller: count(question.on(smaller), on_progress=clock.check),
    ):
        states = dict(run_result.evidence.details).get("states", 1)
        bits = max(1, run_result.count.bit_length())
        trials.add(
            sweep_width(rule, part),
            part is whole,
            cells=part.size,
            states=states,
            bits=bits,
            terms=max(1, len(run_result.polynomial.terms)),
            work=states * part.size * _limbs(bits),
            seconds=max(clock.last, 1e-6),
        )
    if not trials.seen:
        return Forecast(task, (cells,), advice="not even a small part could be counted quickly")
    needed, size = trials.estimate("states").less_sure(0.3), Estimate.of(whole.size)
    length = trials.part("bits", "cells", size)
    limbs = Estimate.of(_limbs(length.value))
    # Of terms there are as many as combinations of the numbers of pieces.
    more = len(question.weights.variables) * log2(whole.size / trials.last["cells"])
    numbers = Estimate(log2(LIMB_BYTES * trials.last["terms"]) + more).times(limbs)
    how = needed.how if needed.how != EXACT else "from states and width"
    each = SITE_BYTES * width + numbers.value
    is_code = width <= WIDEST_CODE and is_hashed(question)
    if is_code:
        each, how = CODE_STATE_BYTES, "at least, by loops in C, beside the process itself"
    elif rule.liberties:
        each = tuning.COUNT.liberty_state_bytes * min(2 * width, whole.size)
    memory_bytes = Estimate(log2(each) + needed.log, how, DOUBT + needed.doubt)
    shown = {
        "states": needed,
        "bits_of_the_count": length,
        "memory_bytes": memory_bytes,
        "seconds": trials.seconds(needed.times(size).times(limbs)),
    }
    states_needed, _, memory, _ = drawn = [estimate.figure(name) for name, estimate in shown.items()]
    refused = over_memory(task, memory, limit, f"{states_needed.text} states and ")
    if refused and is_code and goes_to_files(memory_bytes.value, limit):
        advice = "memory is short: states go to files, by all cores, in a few times these seconds"
        return Forecast(task, (cells, *drawn), advice=advice)
    return Forecast(task, (cells, *drawn), refused)


@stoppable
def foresee_value(
    game: GameLike,
    board: BoardLike | None = None,
    *,
    max_memory: int | None = None,
    seconds: float = RUNS_SECONDS,
    on_progress: OnProgress | None = None,
) -> Forecast:
    """Components, different values, memory and time of finding the value of a board.

    Boards of the same kind with fewer cells are searched in about so many CPU seconds: smaller grids for a
    full grid, else the first cells of the board. What the search takes grows by about a constant factor with
    every cell; the ranges are wide, as values of larger boards can be of another kind.

    >>> forecast = foresee_value("domineering", "3x3")
    >>> forecast["components"], forecast.figure("components").how
    (12, 'exact')
    """
    from gfkit.values.board import ValueSearch, Worth, value_by_theorem
    from gfkit.values.one_sided import free_cells_of
    from gfkit.values.position import compile_position
    from gfkit.values.short import Table

    question = Question.of(game, board)
    rule, cells = question.rule, question.board
    limit = memory_limit(max_memory)
    position = compile_position(rule, cells)  # refuses what has no values
    tell_progress(on_progress, "searching smaller boards", 0, 1, 0)
    task, sizes = f"value of {question.game} on {cells.text}", [Figure("cells", cells.size)]
    known = value_by_theorem(position, Table())
    if known is not None:
        return Forecast(task, (*sizes, Figure("seconds", 0.1, known[1].method)))
    parts = position.components(position.start)
    if len(parts) > 1:
        hardest = max(parts, key=lambda part: len(free_cells_of(position, part)))
        cells = cells.part(free_cells_of(position, hardest))
        sizes.append(Figure("cells_of_largest_part", cells.size))
    trials = SmallerCases(cells.size, "extrapolated from boards of {sizes} cells")
    clock, names = Clock(seconds), ("components", "different_values", "memory_bytes", "seconds")
    shapes = ((side - less, side) for side in range(2, cells.size + 2) for less in (1, 0))

    def search_of(smaller: Board) -> Worth:
        search = Worth(ValueSearch(compile_position(rule, smaller), Table(), limit, clock.check))
        search.of(search.search.position.start)
        return search

    for smaller, search in clock.run_cases(smaller_boards(cells, shapes, 4, 1.25), search_of):
        seen = (search.component_count, search.values, search.bytes, max(1e-5, clock.last))
        trials.add(smaller.size, smaller is cells, **dict(zip(names, seen, strict=True)))
    if not trials.seen:
        return Forecast(task, tuple(sizes), advice="not even a small part was quick")
    # Seconds of small boards are mostly those of small values: they tell less.
    doubts = (DOUBT, DOUBT, DOUBT, 2 * DOUBT)
    shown = {name: trials.estimate(name).less_sure(doubt) for name, doubt in zip(names, doubts, strict=True)}
    if trials.target is not None:
        shown |= {name: replace(shown[name], how="measured") for name in names[2:]}
    figures = {name: estimate.figure(name) for name, estimate in shown.items()}
    advice = None if trials.target else "who wins alone is often found much sooner: gfkit outcomes"
    refused = over_memory(task, figures["memory_bytes"], limit)
    return Forecast(task, (*sizes, *figures.values()), refused, advice)


@stoppable
def foresee_outcome(
    game: GameLike,
    board: BoardLike | None = None,
    *,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> Forecast:
    """Whether it is settled at once who wins a board, or in the first seconds of the search; else not known.

    How long a search goes on cannot be told from smaller boards: bounds settle some boards and leave open
    others of the same size, or smaller ones.

    >>> forecast = foresee_outcome("domineering", "6x7")
    >>> forecast["positions"], forecast.figure("positions").how
    (0, 'bounds on the parts settle it')
    >>> foresee_outcome("col", "6x6").figure("positions").how
    'a strategy by symmetry settles it'
    """
    from gfkit.values.lookahead import Limits
    from gfkit.values.mirror import mirror_proof
    from gfkit.values.position import compile_position
    from gfkit.values.short import Table
    from gfkit.values.winner import winner_search

    question = Question.of(game, board)
    rule, whole = question.rule, question.board
    limit = memory_limit(max_memory)
    position = compile_position(rule, whole)
    tell_progress(on_progress, "searching", 0, 1, 0)

    def forecast(positions: Value, seconds: Value, how: str, advice: str | None = None) -> Forecast:
        figures = (("cells", whole.size, EXACT), ("positions", positions, how), ("seconds", seconds, how))
        task = f"winner of {question.game} on {whole.text}"
        return Forecast(task, tuple(Figure(*figure) for figure in figures), advice=advice)

    if mirror_proof(rule, whole) is not None:
        return forecast(0, 0.1, "a strategy by symmetry settles it")
    limits = Limits(limit, RUNS_SECONDS)
    search, begin = winner_search(position, Table(), limits), time.process_time()
    try:
        search.outcome(position.start)
    except LimitError:
        advice = "--max-seconds N stops the search in time; who wins smaller boards of this kind may be told"
        return forecast(None, None, f"open after {search.nodes:,} positions", advice)
    seconds = float(f"{max(time.process_time() - begin, 0.1):.1g}")
    return forecast(search.nodes, seconds, "searched" if search.nodes else "bounds on the parts settle it")


# Smaller cases


class _NarrowStrips:
    """What narrower families of the same kind show: their machines, and then their series."""

    def __init__(self, question: Question, method: str, max_memory: int | None) -> None:
        family, self.weights = question.family, question.weights
        self.period: int | None = None
        width, clock = _fixed_side(family), Clock(STRIPS_SECONDS)
        self.trials = SmallerCases(width)
        self.strips: list[Strip] = []
        narrower = [family] if len(family.sizes) == 1 else family.narrower(width)
        for own, strip in clock.run_cases(
            narrower, lambda own: strip_within(question.on(own), max_memory, clock.check)
        ):
            self.strips.append(strip)
            layers = [layer for slice_ in strip.body for layer in slice_]
            self.period = strip.period
            self.trials.add(
                _fixed_side(own),
                _fixed_side(own) == width,
                states_between_slices=strip.states,
                most_states=max(layer.after for layer in layers),
                transitions_per_period=sum(
                    len(matching.source) for layer in layers for matching in layer.matchings
                ),
                table_bytes=sum(layer.bytes for layer in layers),
                states=strip.states_in_period,
                finding=clock.last,
            )
        self.refused = clock.refused
        """Why the machine of a strip was not made."""
        if self.trials.target is None and all(seen["most_states"] <= 1 for _, seen in self.trials.seen):
            # Where all narrower strips have one state, as below the reach of a knight, they tell nothing.
            self.trials, self.period = SmallerCases(width), None
        self.machine = None if self.trials.target is None else small_automaton(self.strips[-1])
        """The strip asked for as a small automaton, where that is made."""
        self.is_determinant = not ARRAYS or by_determinant(self.machine, self.weights, method)
        self.states = self.trials.estimate("states")
        """Those of which the order is a part: of the small automaton where a determinant is taken."""
        if self.machine is not None and (self.is_determinant or not self.machine.states):
            self.states = Estimate.of(self.machine.states)

    def figures(self) -> tuple[Figure, ...]:
        """What the machines show."""

        def size(name: str) -> Figure:
            return self.trials.estimate(name).figure(name)

        how = EXACT if self.trials.target is not None else "as of narrower strips"
        return (
            Figure("method", "determinant" if self.is_determinant else "modular"),
            size("states_between_slices"),
            size("most_states"),
            Figure("period", self.period, how),
            size("transitions_per_period"),
            size("table_bytes"),
            self.states.figure("order_at_most"),
        )

    def derive(self, certify: bool) -> None:
        """Adds what the series of strips show, as far as there is time for them."""
        clock = Clock(RUNS_SECONDS)

        def run(strip: Strip) -> Seen:
            machine = self.machine if strip is self.strips[-1] else None
            if self.is_determinant:
                series = determinant_gf(machine or least_automaton(strip), self.weights.variables)
                return {"order": RationalGF.reduced(*series).order}
            proved = certify or (machine is not None and always_proved(machine.states, self.weights))
            evaluated = modular_gf(
                strip, self.weights, certify=proved, small=machine, on_progress=clock.check
            )
            values = [
                value for part in (evaluated.numerator, evaluated.denominator) for _, value in part.terms
            ]
            bits = max((abs(value).bit_length() for value in values), default=1)
            primes = evaluated.primes_used
            points = max(1, evaluated.points_used // max(1, primes))
            return {"order": evaluated.order, "bits": bits, "points": points, "primes": primes}

        for (_, evaluated), (_, seen) in zip(
            clock.run_cases(self.strips, run), self.trials.seen, strict=False
        ):
            seen |= evaluated | {"seconds": max(clock.last, 1e-6), "work": seen["states"] ** 4}
            if not self.is_determinant:
                seen["work"] = seen["transitions_per_period"] * prod(
                    evaluated[name] for name in ("order", "points", "primes")
                )

    def estimates(self, certify: bool) -> dict[str, Estimate] | None:
        """What a run takes, by the names of figures; None where no strip was derived."""
        trials, states = self.trials, self.trials.estimate("states")
        if not any("order" in seen for _, seen in trials.seen):
            return None
        order = trials.part("order", "states", states)
        order = replace(order, log=min(order.log, self.states.log))
        if self.is_determinant:
            none = dict.fromkeys(("primes", "points", "batches"), Estimate(-inf))
            memory = Estimate(4 + 3 * self.states.log, "a rough guess", 2.0)
            seconds = trials.seconds(replace(states, log=4 * states.log))
            return {"order": order, **none, "memory_bytes": memory, "seconds": seconds}
        from gfkit.exact.chinese_remainders import expected_primes
        from gfkit.exact.residue_arrays import AT_ONCE

        is_plain = self.weights is Weights.NONE
        points, bits = trials.estimate("points"), trials.part("bits", "order", order)
        primes = trials.part("primes", "order", order)
        if is_plain and primes.how != EXACT:
            lifted = expected_primes(bits.value) if bits.value < BEYOND else bits.value
            least = replace(bits, log=log2(lifted + AT_ONCE))
            primes = max(least, primes, key=lambda one: one.log) if certify else least
        each = 1 / AT_ONCE if is_plain else _whole(points.value / tuning.MODULAR.points_at_once)
        coefficients = 2 * order.value * points.value * (COEFFICIENT_BYTES + RESIDUE_BYTES * primes.value)
        tables, vectors = trials.estimate("table_bytes"), 3 * 8 * AT_ONCE * states.value
        how = tables.how if tables.how != EXACT else "from states, order and coefficients"
        memory = Estimate.of(TABLE_COPIES * tables.value + vectors + coefficients, how, 1 + tables.doubt)
        work = trials.estimate("transitions_per_period").times(order).times(points).times(primes)
        return {
            "order": order,
            "primes": primes,
            "points": points,
            "batches": Estimate.of(_whole(primes.value * each), primes.how, primes.doubt),
            "memory_bytes": memory,
            "seconds": trials.seconds(work),
        }


def _fixed_side(family: Family) -> int:
    """The side that does not grow; 1 for paths, cycles and the like."""
    return next((size for size in family.sizes if size is not None), 1)


def sweep_width(rule: Rule, board: Board) -> int:
    """The shorter side of a full grid; the widest frontier of other boards."""
    if board.grid is not None and board.is_bare and board.fills_grid:
        return min(board.grid.rows, board.grid.cols)
    graph = interaction_of(swept_system(system_of(rule, board)), board.size)
    widest = 1
    for part in components(graph, range(board.size)):
        order = sweep_orders(board, graph, part)[0] if len(part) <= MOST_ORDERED else part
        widest = max(widest, *frontiers(graph, order))
    return widest


def smaller_boards(
    board: Board, shapes: Iterable[tuple[int, int]], first: int, growth: float
) -> Iterator[Board]:
    """Boards of the same kind, smallest first, the board itself last where it is reached.

    For a full grid they are those of the shapes, shorter side first, that fit into it; for others the
    ``first`` cells, and more of them by a factor.
    """
    grid, size = board.grid, first
    if grid is None or not (board.is_bare and board.fills_grid):
        while size < board.size:
            yield board.part(range(size))
            size = max(size + 1, int(size * growth))
        yield board
        return
    for shape in shapes:
        rows, cols = reversed(shape) if grid.rows >= grid.cols else shape
        rows = min(grid.rows, max(rows, FIRST_WRAP if grid.wrap_rows else 1))
        cols = min(grid.cols, max(cols, FIRST_WRAP if grid.wrap_cols else 1))
        if (rows, cols) == (grid.rows, grid.cols):
            yield board
            return
        yield from_grid(f"{rows}x{cols}", replace(grid, rows=rows, cols=cols))


def seconds_shared(seconds: float, serial: float, batches: float, workers: int) -> float:
    """What several workers take where one takes ``seconds``, of which ``serial`` are not shared.

    Batches are not divided.

    >>> seconds_shared(100.0, 10.0, 20.0, 4), seconds_shared(100.0, 10.0, 20.0, 50)
    (32.5, 14.5)
    """
    if seconds == inf:
        return inf
    whole, alone = max(1, ceil(min(batches, BEYOND))), min(serial, seconds)
    return alone + (seconds - alone) * ceil(whole / workers) / whole


def _limbs(bits: float) -> float:
    """Words that a number fills, half of its length being reached in the middle of the board."""
    return 1 + min(bits, BEYOND) / 2 // LIMB_BITS


def _whole(value: float) -> float:
    """The next whole number, where single ones matter."""
    return ceil(value) if value < BEYOND else value
