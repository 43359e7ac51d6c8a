"""Computation on one board: its components, the method for each of them, and their polynomials."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import cache, partial, reduce
from operator import mul
from typing import TYPE_CHECKING, Any, Protocol

from gfkit.core import native
from gfkit.core.algebra import ARRAYS, Count, Evidence, Polynomial, Status
from gfkit.core.algebra.polynomial import pack_polynomial, unpack_polynomial
from gfkit.core.boards import Board
from gfkit.core.engine import tuning
from gfkit.core.engine.machine.base import Machine, Terms
from gfkit.core.engine.machine.order import (
    check_order,
    components,
    in_flight,
    interaction_of,
    sweep_orders,
    swept_system,
)
from gfkit.core.engine.machine.slot import SlotMachine, slots_of
from gfkit.core.engine.machine.system import build_machine
from gfkit.core.engine.registry import BoardQuery, FasterMethodError, Purpose, Watcher, plans
from gfkit.core.engine.sweep.engine2_integers import packed_sweep, packed_work
from gfkit.core.engine.sweep.layers import Watch, compile_layers, state_bytes
from gfkit.core.errors import LimitError, MismatchError, OptionError, ShortOfMemoryError
from gfkit.core.hooks import from_above, needed_from_above
from gfkit.core.memory import Budget, limit_text, memory_limit, size_text
from gfkit.core.rules import Question
from gfkit.core.rules.kind import from_kind
from gfkit.core.rules.kinds import check_only_counted, check_weighted, system_of
from gfkit.core.rules.kinds.constraints import ConstraintSystem, ReadingOrder
from gfkit.core.typing import FORECAST, OnProgress, Positions, Progress, Weights, cached_property, check_stop

if TYPE_CHECKING:
    from os import PathLike

    from gfkit.core.algebra.weight_part import WeightPart
    from gfkit.core.engine.sweep.codings import BlockCoding, Coding
    from gfkit.core.engine.sweep.edge_words import EdgeCoding
    from gfkit.core.engine.sweep.tables import Layers
    from gfkit.core.rules.values import DegreeCounts
    from gfkit.core.typing import Store, StoredRun

    FindBlocks = Callable[[], BlockCoding | None]

_COUNTING = "counting"
"""Name of the last stage in progress reports."""
_BLOCKS = "epochs"
_CHECKING = "checking a stored result"
BRIEF_STATES = 1 << 20
"""Largest number of states, over all steps, of a sweep without the C extension that is not stored."""


def count_part(
    question: Question,
    part: WeightPart | None,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
    store: Store | None = None,
    *,
    workers: int = 1,
    checkpoint: str | PathLike[str] | None = None,
) -> Count:
    """Return the count of a query about one board, with a substitution or coefficient of its polynomial.

    The states of a sweep are stored in the directory ``checkpoint``, from which it is resumed.
    """
    if checkpoint is not None:
        if question.weights is not Weights.NONE or question.positions is Positions.PLAY:
            raise OptionError(
                "a checkpoint requires a number: it cannot be combined with weights or positions=play"
            )
        opened = needed_from_above("checkpoint", "checkpoint")(checkpoint, ("count", *question.key))
        with opened:
            return _count_task(
                question, part, CountTask(question, max_memory, on_progress, workers, opened), store
            )
    return _count_task(question, part, CountTask(question, max_memory, on_progress, workers), store)


def _count_task(question: Question, part: WeightPart | None, task: CountTask, store: Store | None) -> Count:
    """Return the count of a query, given its task."""
    avoided = question.rule.avoided
    if avoided is not None and part is not None and avoided.hits == (None,):
        raise OptionError(f"at and coefficient: the rule {question.rule.name} has no weights")
    if avoided is None and part is not None and part.powers:
        check_weighted(question.game, question.rule, question.board, question.positions)
    if avoided is None and len(question.variables) > 2:
        polynomial, part = task.sweep_letters(part)
        evidence = task.evidence
    else:
        polynomial, evidence = counted_polynomial(task, store)
    return Count(
        game=question.game,
        board=question.board.text,
        positions=question.positions.value,
        weights=question.variables,
        polynomial=polynomial,
        evidence=evidence,
        part=part,
    )


def counted_polynomial(task: CountTask, store: Store | None = None) -> tuple[Polynomial, Evidence]:
    """Return the polynomial of a board by a theorem or by a sweep, with its evidence."""
    question = task.question
    weighted = question.with_weights(task.inner)
    by_theorem = count_unswept(BoardQuery(weighted, lambda: task.system, task.limit, task.on_progress, store))
    if by_theorem is not None:
        return question.divided(task.asked_for(by_theorem[0])), by_theorem[1]
    task.store = store
    polynomial = task.polynomial()
    _keep_parts(task)
    return question.divided(polynomial), task.evidence


def count_unswept(query: BoardQuery) -> tuple[Polynomial, Evidence] | None:
    """Return the polynomial of a board without a sweep, with its evidence, or None if no way applies.

    Raise LimitError if the matrices need more than the allowed memory.
    """
    for plan in () if query.question.rule.is_bound else plans("boards", query):
        if plan.bytes > query.limit:
            raise LimitError(
                f"counting {query.question.rule.name} on {query.question.board.text!r} would need about"
                f" {size_text(plan.bytes)} for matrices; {limit_text(query.limit)}"
            )
        counted: tuple[Polynomial, Evidence] | None = plan.answer()
        if counted is not None:
            return counted
    return None


class BoardQuotient(Protocol):
    """Protocol of the quotient of a board by symmetries, such as ``gfkit.questions.folding.Folding``."""

    @property
    def board(self) -> Board: ...
    @property
    def system(self) -> ConstraintSystem: ...
    @property
    def graph(self) -> list[set[int]]: ...
    @property
    def cells(self) -> list[int]: ...

    def machine(self, order: list[int]) -> Machine: ...


class CountTask:
    """State of the computation on one board: the query, its components, and the results so far."""

    def __init__(
        self,
        question: Question,
        max_memory: int | None,
        on_progress: OnProgress | None,
        workers: int = 1,
        checkpoint: Any = None,
    ) -> None:
        self.question, self.rule, self.board = question, question.rule, question.board
        self.folding: BoardQuotient | None = None
        self.positions, self.weights = question.positions, question.weights
        rule, board, positions, weights = self.rule, self.board, self.positions, self.weights
        self.limit = memory_limit(max_memory)
        self.on_progress, self.workers, self.checkpoint = on_progress, workers, checkpoint
        self.states = 1
        self.replaced: Evidence | None = None
        """Evidence of a component that was counted without a sweep."""
        self.purpose: Purpose = "polynomial"
        self.extreme_sweep: Callable[[SlotMachine, Watch], Terms | None] | None = None
        """Sweep of an automaton on tracks that computes only extreme terms, or None."""
        self.known: dict[object, Terms] = {}
        self.store: Store | None = None
        if not rule.is_game:
            check_only_counted(rule, board, positions)
        # Play positions are distinguished by the players' numbers of pieces.
        self.alternates = positions is Positions.PLAY and not rule.impartial
        if self.alternates:
            rule.check_play()
        self.inner = Weights.PLAYERS if self.alternates else weights

    def fold(self, folding: BoardQuotient) -> None:
        """Replace the board by its quotient by symmetries."""
        self.folding, self.board = folding, folding.board

    @cached_property
    def work(self) -> StoredRun:
        """Partial results in the store, one for each finished component."""
        make = needed_from_above("work", "store")
        wait = {} if self.checkpoint is None else {"keep_after": 0}  # the run is listed from its start
        run: StoredRun = make(("count", *self.question.key), store=self.store, **wait)
        return run

    @cached_property
    def stored(self) -> list[Terms] | None:
        """Stored polynomials of all components, in order. Each is checked before it is used."""
        return self.work.result(_decode_parts)

    @cached_property
    def system(self) -> ConstraintSystem:
        """Constraint system on the board, or on its quotient."""
        if self.folding is not None:
            return self.folding.system
        return swept_system(system_of(self.rule, self.board, self.positions))

    def parts(self) -> Iterator[tuple[list[int], list[set[int]]]]:
        """Yield the components of the interaction graph: their cells, and the graph."""
        cells: Sequence[int] = range(self.board.size)
        if self.folding is not None:
            graph, cells = self.folding.graph, self.folding.cells
        elif self._is_written:
            yield list(cells), [set(near) for near in self.board.neighbours]
            return
        elif self.rule.liberties and self.rule.flat:  # pieces on cells or edges; groups need adjacency
            graph = [set(near) for near in self.board.neighbours]
        else:
            graph = interaction_of(self.system, self.board.size)
            if self.rule.liberties:
                for a, b in self.board.edges:
                    graph[a].add(b)
                    graph[b].add(a)
        if not self.rule.liberties:
            cells = [cell for cell in cells if cell not in self.board.piece_on_cell]
        for part in components(graph, cells):
            yield part, graph

    def polynomial(self) -> Polynomial:
        times = Counter[object]()
        for part, graph in self.parts():
            times[self._count_component(part, graph)] += 1
        variables = self.inner.variables
        factors = []
        for key, often in times.items():
            terms = {powers[: len(variables)]: value for powers, value in self.known[key].items()}
            factor = Polynomial.of(variables, terms)
            factors.append(factor**often if often > 1 else factor)
        return self.asked_for(
            reduce(mul, factors or [Polynomial.constant(self.count_of_empty_board, variables)])
        )

    def sweep_letters(self, part: WeightPart | None) -> tuple[Polynomial, WeightPart | None]:
        """Return the polynomial of a board with more than two letters, and the part to be taken from it.

        Requested numbers and powers are used in the sweep, unless the polynomial must be divided.
        """
        from gfkit.core.engine.sweep.letters import LetterSweep

        early = part if self.rule.divide == 1 else None
        powers, values = (dict(early.powers), dict(early.values)) if early else ({}, {})
        swept = LetterSweep(self.question.variables, powers, values)
        for cells, graph in self.parts():
            machine = self.machine(cells, graph)
            layers, budget = self._compile_layers(machine)
            tell = partial(self._report_progress, _COUNTING, total=machine.sites, states=self.states)
            swept.sweep(layers, tell, budget.ask)
        polynomial, denominator = swept.result
        polynomial = self.question.divided(
            polynomial if self.board.size else polynomial * self.count_of_empty_board
        )
        return polynomial, replace(early, denominator=denominator) if early else part

    def asked_for(self, polynomial: Polynomial) -> Polynomial:
        """Return the polynomial of the requested position class, in the requested variables."""
        if self.alternates:
            polynomial = _select_play_terms(polynomial, self.pieces_on_board)
        variables = self.weights.variables
        if polynomial.variables in (variables, self.question.variables):
            return polynomial
        return self.question.polynomial_of(dict(polynomial.terms), variables)

    @property
    def count_of_empty_board(self) -> int:
        """Count of a board without components: 1, or 0 if the board is empty and the rule needs a cell."""
        return 1 if self.board.size else self.system.count_of_empty_board

    @property
    def pieces_on_board(self) -> tuple[int, int]:
        """Numbers of pieces of Left and of Right that are already placed on the board."""
        pieces_lying = from_kind(self.rule.kind, "constraints", "pieces_lying")
        left, right = pieces_lying(self.rule, self.board) if pieces_lying else (0, 0)
        return left, right

    @property
    def evidence(self) -> Evidence:
        return self.replaced or Evidence(Status.PROVED, "transfer-matrix", (("states", self.states),))

    def _count_component(self, cells: list[int], graph: list[set[int]]) -> object:
        """Count one component, unless an isomorphic component was counted before; return the key of its
        result.
        """
        written, is_brief = self._find_edge_coding(cells, graph), self.store is None
        if written is not None:
            key: object = written.key
            sweep = partial(self._sweep_hashed, written)
            stands = partial(_is_given, sweep)
        else:
            machine = self.machine(cells, graph)
            key = machine.form, tuple(map(machine.signature, range(machine.sites)))
            slots = slots_of(machine)
            is_few = (
                self.checkpoint is None
                and slots is not None
                and slots.sites * sum(tuning.SWEEP.few_tracks) <= 16 * BRIEF_STATES
            )
            if slots and is_few and key not in self.known and (few := self._sweep_few(slots)) is not None:
                self.known[key] = few
            is_brief |= slots is not None and self._is_brief(slots)
            alternative = self.find_alternative(machine, cells)
            sweep = partial(self._sweep_many if is_few else self._sweep, machine, alternative)
            stands = partial(self._agrees_modulo_primes, machine, alternative)
        if self.checkpoint is not None:
            coding = self._block_coding(machine) if written is None else written
            if coding is None:
                raise MismatchError(
                    f"{self.rule.name} on {self.board.text!r} cannot be counted with a checkpoint: its states"
                    " do not fit into machine words"
                )
            sweep = partial(self._sweep_blocks, coding)
            stands = partial(_is_given, sweep)
        if key not in self.known:
            self.known[key] = sweep() if is_brief else self._load_or_sweep(sweep, stands)
        return key

    @cached_property
    def _edge_word_rule(self) -> DegreeCounts | None:
        """Degree constraint of a rule that the C extension sweeps without an automaton, else None."""
        plain = ARRAYS and self.folding is None and self.inner is Weights.NONE
        rule = self.rule.degree_counts if plain else None
        return rule if rule is not None and native.is_built() and not rule.linkage.wraps else None

    @cached_property
    def _is_written(self) -> bool:
        """True if the C extension sweeps the whole board as one component, without an automaton."""
        rule, board = self._edge_word_rule, self.board
        if rule is None or not rule.linkage.is_constrained or not 0 < board.size <= tuning.COUNT.many_cells:
            return False
        near = [set(cells) for cells in board.neighbours]
        return rule.linkage.is_global or len(components(near, [0])[0]) == board.size

    def _find_edge_coding(self, cells: list[int], graph: list[set[int]]) -> EdgeCoding | None:
        """Return the state encoding of a component that the C extension sweeps without an automaton, or
        None.
        """
        rule = self._edge_word_rule
        if rule is None or len(cells) > tuning.COUNT.many_cells:
            return None
        from gfkit.core.engine.sweep.edge_words import EdgeCoding

        (order, *_) = sweep_orders(self.board, graph, cells)
        return EdgeCoding.of(rule, self.board, order)

    def _load_or_sweep(self, sweep: Callable[[], Terms], is_valid: Callable[[Terms], bool]) -> Terms:
        """Sweep a component, unless the store has a result that passes a check."""
        number = len(self.known)
        if self.stored is not None and number < len(self.stored):
            if is_valid(self.stored[number]):
                return self.stored[number]
            self.work.drop()
            self.stored = None
        fresh: list[Terms] = []

        def swept() -> bytes:
            fresh.append(sweep())
            return _encode_parts(fresh)

        def terms_from_bytes(kept: bytes) -> Terms:
            (terms,) = _decode_parts(kept)
            if terms not in fresh and not is_valid(terms):
                raise ValueError("the stored polynomial does not belong to this component")
            return terms

        return self.work.once(f"part {number}", swept, terms_from_bytes)

    def _agrees_modulo_primes(self, machine: Machine, alternative: Watcher | None, claimed: Terms) -> bool:
        """Return True if a stored polynomial agrees with a sweep modulo random primes.

        See ``sweep/residues.py`` for the probability of an error, which is below 2^-60 for any stored
        polynomial. If the sweep itself is short, or primes would be weak evidence, the full sweep is
        repeated.
        """
        if not ARRAYS:
            return self._sweep(machine) == claimed
        import secrets
        from random import Random

        from gfkit.core.engine.sweep import engine4_dense, residues

        slots = slots_of(machine)
        if slots and (few := self._sweep_few(slots, _CHECKING)) is not None:
            return few == claimed
        if slots and self._is_dense(slots):
            states, bits, degree = self._measure_peak(slots), engine4_dense.number_bits(slots), 0
            sweep = partial(engine4_dense.dense_residues, slots)
        elif self.coding(machine) is not None:
            return self._sweep(machine) == claimed
        else:
            try:
                layers, _ = self._compile_layers(machine, alternative)
            except FasterMethodError as faster:
                return bool(faster.solve()[0] == claimed)
            if layers.most_states <= tuning.COUNT.few_states:
                return packed_sweep(layers) == claimed
            states, (bits, degree) = layers.most_states, residues.bounds_of(layers)
            sweep = partial(residues.residue_sweep, layers)
        places = residues.random_places(bits, degree, Random(secrets.randbits(128)))
        if not places:
            return self._sweep(machine) == claimed
        tell = partial(self._report_progress, _CHECKING, total=machine.sites, states=states)
        is_within = residues.is_within(claimed, bits, degree)
        return is_within and [place.value(claimed) for place in places] == sweep(places, tell)

    def machine(self, cells: list[int], graph: list[set[int]]) -> Machine:
        """Return the automaton of a component, for the cell order in which the bound on its number of states
        is smallest.
        """
        lines = [check_order(order, cells) for order in self._find_line_orders(cells)]
        orders = lines or sweep_orders(self.board, graph, cells)
        if len(orders) == 2 and in_flight(self.system, orders[0]) == in_flight(self.system, orders[1]):
            orders = orders[:1]
        candidates, refusal = list[SlotMachine](), None
        for order in orders:
            try:
                machine = self._build(self.board, order, self.system)
            except MismatchError as error:  # a constraint cannot be read in this order
                refusal = error
                continue
            if (slots := slots_of(machine)) is None:  # automata of other kinds are not compared
                return machine
            candidates.append(slots)
        if refusal is not None and not candidates:
            raise refusal
        return min(candidates, key=lambda machine: machine.combinations)

    def _find_line_orders(self, cells: list[int]) -> list[list[int]]:
        """Return the cell orders in which every line is read from end to end, or [] if no constraint has an
        order, or cells have no positions.
        """
        ordered = (one for one in self.system.constraints if one.is_ordered)
        lines = [line for line in ordered if line.order is not ReadingOrder.FREE]
        if not lines:
            return []
        by_rows = sorted(cells)
        if any(set(line.at) >= set(cells) and line.order is not ReadingOrder.APART for line in lines):
            return [by_rows]  # a line through all cells is read in its own order
        places = self.board.places
        if not places:
            return []
        by_columns = sorted(cells, key=lambda cell: places[cell][::-1])
        if any(line.order is ReadingOrder.APART for line in lines):
            rows, cols = (1 + max(places[cell][axis] for cell in cells) for axis in (0, 1))
            return [by_rows if cols <= rows else by_columns]  # else a state contains a whole line
        return [by_rows, by_columns]

    def _build(self, board: Board, order: list[int], system: ConstraintSystem | None = None) -> Machine:
        self._report_progress("building the automaton", 0, 0, 0)
        if self.folding is not None:
            return self.folding.machine(order)
        return build_machine(self.rule, board, order, self.positions, self.inner, system, periodic=False)

    def find_alternative(self, machine: Machine, cells: list[int]) -> Watcher | None:
        """Return the search for a method that is faster than a sweep, or None if there is none."""
        if not slots_of(machine) or self.folding is not None:
            return None
        return next((plan.answer() for plan in plans("sweeps", self, cells)), None)

    def _sweep(self, machine: Machine, alternative: Watcher | None = None) -> Terms:
        slots = slots_of(machine)
        if slots and (few := self._sweep_few(slots)) is not None:
            return few
        return self._sweep_many(machine, alternative)

    def _sweep_many(self, machine: Machine, alternative: Watcher | None) -> Terms:
        """Sweep an automaton that ``_sweep_few`` does not count."""
        slots = slots_of(machine)
        if slots and self._is_dense(slots):
            from gfkit.core.engine.sweep import engine4_dense

            filled = self._measure_peak(slots)
            tell = partial(self._report_progress, _COUNTING)
            return engine4_dense.dense_sweep(slots, lambda d: tell(d, machine.sites, filled))
        coding = self.coding(machine)
        if coding is not None:
            return self._sweep_hashed(coding)
        has_blocks = bool(slots) and self.purpose == "polynomial" and self.limit >= tuning.COUNT.code_bytes

        @cache
        def find_blocks() -> BlockCoding | None:
            return self._block_coding(machine) if has_blocks else None

        terms: Terms
        try:
            sweep = partial(self._sweep_layers, machine, alternative, find_blocks)
            terms, solve = swept_or_replaced(sweep, alternative)
            if solve is not None:
                terms, self.replaced = solve()
            return terms
        except ShortOfMemoryError:
            if (blocks := find_blocks()) is None:
                raise
            return self._sweep_blocks(blocks)

    def _sweep_few(self, slots: SlotMachine, stage: str = _COUNTING) -> Terms | None:
        """Return the count of an automaton on tracks by the C extension, without numpy, or None if there are
        weights or many states.
        """
        is_fast = slots.combinations <= tuning.SWEEP.few_rows  # without loading the extension
        if is_fast or self.inner is not Weights.NONE or not native.is_built() or not self._has_many(slots):
            return None
        from gfkit.core.engine.sweep.engine5_few_states import few_sweep

        def on_site(done: int, states: int) -> None:
            self._report_progress(stage, done, slots.sites, states)

        swept = few_sweep(slots, on_site, self.budget().ask)
        if swept is None:
            return None
        self.states = max(self.states, swept[1])
        return {(0, 0): swept[0]} if swept[0] else {}

    def coding(self, machine: Machine) -> Coding | None:
        """Return the encoding of states as machine words, or None if the states have no such encoding."""
        if not ARRAYS or self.inner is not Weights.NONE or slots_of(machine):
            return None
        from gfkit.core.engine.sweep.codings import coding_of

        return coding_of(machine)

    def block_codings(self) -> Iterator[BlockCoding | None]:
        """Yield the encodings of the components for a sweep by blocks; None for a component without one."""
        for part in self.parts():
            written = self._find_edge_coding(*part)
            yield self._block_coding(self.machine(*part)) if written is None else written

    def _block_coding(self, machine: Machine) -> BlockCoding | None:
        """Return the encoding of states for a sweep by blocks, or None if there is none."""
        if not ARRAYS or self.inner is not Weights.NONE or self.folding is not None:
            return None
        from gfkit.core.engine.sweep.codings import block_coding_of

        return block_coding_of(machine)

    def _sweep_hashed(self, coding: Coding) -> Terms:
        """Sweep an automaton whose states are words by one of two engines.

        The cached sweep takes a quarter of the time of a sweep by blocks, and ten times its memory, on one
        core. So blocks are used if the cached sweep does not fit into memory, or from
        ``tuning.COUNT.block_workers`` workers on; with a checkpoint they are always used.
        """
        from gfkit.core.engine.sweep.engine5_hashed import hashed_sweep

        def on_site(done: int, states: int) -> None:
            self._report_progress(_COUNTING, done, coding.sites, states)

        if self.workers < tuning.COUNT.block_workers:
            with suppress(LimitError):
                total, states = hashed_sweep(coding, on_site, self._ask_beside_code)
                self.states = max(self.states, states)
                return {(0, 0): total} if total else {}
        return self._sweep_blocks(coding)

    def _ask_beside_code(self, wanted: int) -> None:
        """Raise ShortOfMemoryError if so many bytes do not fit together with the code of the process."""
        self.budget().ask(min(tuning.COUNT.code_bytes, self.limit * 4 // 5) + wanted)

    def _sweep_blocks(self, coding: BlockCoding, *, in_files: bool = True) -> Terms:
        """Sweep by blocks, in the directory of the checkpoint, in a temporary directory, or in memory.

        The first choice that is available is used; a limit below the size of the code forbids files.
        """
        from gfkit.core.engine.sweep.engine6_blocks import BlockStore, BlockSweep

        with ExitStack() as stack:
            folder, has_room = self.checkpoint, from_above("has_room")
            in_files &= self.limit >= tuning.COUNT.code_bytes
            if folder is None and in_files and has_room and has_room(0):
                place = stack.enter_context(needed_from_above("spill_directory", "states in files")())
                folder = needed_from_above("checkpoint", "states in files")(place)
            store = BlockStore(self._ask_beside_code)
            if folder is not None:
                store = folder.component(len(self.known), coding.program().tobytes())
            if self.checkpoint is not None:
                self.work.once("checkpoint", str(folder.folder).encode, bytes)  # so that the run is listed
                if not self.known and store.load() is None:
                    self._forecast_blocks(self.checkpoint)
            room = self.limit // (self.workers * tuning.COUNT.block_state_bytes)
            block = min(tuning.SWEEP.block_states, max(tuning.SWEEP.together, room))
            on_epoch = partial(self._report_progress, _BLOCKS)
            share = tuning.SWEEP.small_share if self.checkpoint is None and in_files else None
            total, states = BlockSweep(coding, store, self.workers, on_epoch, block, share).count()
        self.states = max(self.states, states)
        return {(0, 0): total} if total else {}

    def _forecast_blocks(self, checkpoint: Any) -> None:
        """Report the forecast of a sweep. Raise LimitError if its files do not fit on the disk."""
        from gfkit.core.engine.forecast import forecast_blocks

        def find_coding(question: Question) -> BlockCoding | None:
            return next(CountTask(question, self.limit, None).block_codings())

        forecast = forecast_blocks(self.question, find_coding)
        if forecast is not None:
            free = checkpoint.free_bytes
            if forecast.bytes > free:
                raise LimitError(
                    f"the sweep needs {forecast}, but only {size_text(free)} of the disk are free"
                )
            report = f"{FORECAST}: {forecast}; {size_text(free)} free"
            self._report_progress(report, 0, 0, round(forecast.states))

    def _is_dense(self, slots: SlotMachine) -> bool:
        plain = ARRAYS and self.inner is Weights.NONE
        if not plain or slots.combinations < tuning.COUNT.dense_combinations or not self._has_many(slots):
            return False
        from gfkit.core.engine.sweep.filling import nearly_full

        return nearly_full(slots, self.limit)

    def _has_many(self, slots: SlotMachine) -> bool:
        """Return False if there are many tuples of track values, but few of them are states."""
        if slots.combinations < tuning.COUNT.dense_combinations:
            return True
        from gfkit.core.engine.sweep.filling import has_many_states

        return has_many_states(slots)

    def _is_brief(self, slots: SlotMachine) -> bool:
        """Return True if a sweep takes less than a second, so that its result is not stored."""
        if slots.combinations * slots.sites <= BRIEF_STATES:
            return True
        return self.inner is Weights.NONE and BRIEF_STATES > 0 and not self._has_many(slots)

    def _measure_peak(self, slots: SlotMachine) -> int:
        from gfkit.core.engine.sweep.engine4_dense import peak_fill

        self._report_progress("searching for states", 0, slots.sites, 0)
        filled = peak_fill(slots)
        self.states = max(self.states, filled)
        return filled

    def _compile_layers(
        self, machine: Machine, alternative: Watcher | None = None, find_blocks: FindBlocks = lambda: None
    ) -> tuple[Layers, Budget]:
        """Return the transition tables of a component, and the memory budget that remains after building
        them. Raise FasterMethodError if there are so many states that a sweep by blocks is faster, and no
        alternative is searched for.
        """
        budget = self.budget(machine)
        watch = self.watch(budget, alternative)

        def watch_step(site: int, states: int, fresh: int) -> None:
            watch(site, states, fresh)
            if alternative is not None or states <= tuning.COUNT.layer_states:
                return
            if (blocks := find_blocks()) is not None:
                raise FasterMethodError(lambda: (self._sweep_blocks(blocks, in_files=False), None))

        layers = compile_layers(machine, watch_step)
        self.states = max(self.states, layers.most_states)
        return layers, budget

    def _sweep_layers(
        self, machine: Machine, alternative: Watcher | None = None, find_blocks: FindBlocks = lambda: None
    ) -> Terms:
        if (
            self.extreme_sweep is not None
            and (slots := slots_of(machine))
            and (terms := self.extreme_sweep(slots, self.watch(self.budget(machine), alternative)))
            is not None
        ):
            return terms
        layers, budget = self._compile_layers(machine, alternative, find_blocks)
        self._report_progress(_COUNTING, 0, machine.sites, layers.most_states)
        is_small = layers.most_states <= tuning.SWEEP.few_rows
        if not ARRAYS or (is_small and packed_work(layers) <= tuning.COUNT.packed_work):
            return packed_sweep(layers)
        transitions = sum(len(each) for layer in layers.layers for each in layer.matchings)
        if self.purpose == "extremes" and transitions >= tuning.COUNT.many_transitions:
            from gfkit.core.engine.sweep.passes import extreme_terms

            if (terms := extreme_terms(layers)) is not None:
                return terms
        from gfkit.core.engine.sweep.engine3_limbs import limb_sweep

        states = layers.most_states

        def on_site(done: int) -> None:
            self._report_progress(_COUNTING, done, machine.sites, states)

        held = [layers]
        del layers  # so that each table is freed after its last step
        return limb_sweep(held.pop(), on_site, budget.ask)

    def budget(self, machine: Machine | None = None) -> Budget:
        """Return the memory budget of the sweep of an automaton that has transition tables, or of vectors."""
        steps = (machine.sites, state_bytes(machine)) if machine else ()
        operation = f"counting {self.rule.name} on {self.board.text!r}"
        return Budget(operation, self.limit, self.on_progress, *steps)

    def watch(self, budget: Budget, alternative: Watcher | None) -> Watch:
        """Return the callback that registers each step of a sweep in its budget, and in the search for a
        faster method.
        """

        def watch_step(site: int, states: int, fresh: int) -> None:
            budget.watch(site, states, fresh)
            if alternative is not None and fresh:
                alternative.watch(states)

        return watch_step

    def _report_progress(self, stage: str, done: int, total: int, states: int) -> None:
        check_stop()
        if self.on_progress is not None:
            self.on_progress(Progress(stage, done, total, states))


def swept_or_replaced(sweep: Callable[[], Any], alternative: Watcher | None) -> tuple[Any, Any]:
    """Return the result of a sweep and None, or None and the solver of a method that replaces the sweep."""
    try:
        return sweep(), None
    except FasterMethodError as faster:
        return None, faster.solve
    except ShortOfMemoryError:
        planned = alternative and alternative.rescue()
        if planned is None:
            raise
        return None, planned


def _keep_parts(task: CountTask) -> None:
    """Store the polynomials of all components, unless all of them are brief."""
    parts = list(task.known.values())
    if "stored" in vars(task) and task.stored != parts:
        if task.stored is not None:  # with a different number of components
            task.work.drop()
        task.work.finish(partial(_encode_parts, parts), lambda earlier: _decode_parts(earlier) == parts)


def _encode_parts(parts: Sequence[Terms]) -> bytes:
    """Serialise the polynomials of all components for the store."""
    import json

    return json.dumps([pack_polynomial(Polynomial.of(("x", "y"), terms)) for terms in parts]).encode()


def _is_given(sweep: Callable[[], Terms], claimed: Terms) -> bool:
    """Return True if the sweep returns exactly the claimed polynomial."""
    return sweep() == claimed


def _decode_parts(kept: bytes) -> list[Terms]:
    """Parse the stored polynomials. Raise ValueError, or a similar error, if the bytes are malformed."""
    import json

    return [
        {(x, y): value for (x, y), value in unpack_polynomial(written).terms} for written in json.loads(kept)
    ]


def _select_play_terms(polynomial: Polynomial, settled: tuple[int, int]) -> Polynomial:
    """Return the sum of the terms in which the players' numbers of pieces differ by at most one."""
    ahead = settled[0] - settled[1]
    return polynomial.only(
        powers for powers, _ in polynomial.terms if abs(powers[0] - powers[1] + ahead) <= 1
    )
