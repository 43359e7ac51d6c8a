"""Derive a rational generating function, with proof, from a rule and a family of boards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from gfkit.core.algebra import ARRAYS, Count, Evidence, Polynomial, Status
from gfkit.core.algebra.polynomial import dense
from gfkit.core.algebra.rational import prepend_initial_counts
from gfkit.core.algebra.series import Packing, nth_term
from gfkit.core.boards import FamilyLike, PartOfFamily
from gfkit.core.boards.family import Family, sized_text, spots
from gfkit.core.engine import tuning
from gfkit.core.engine.derived import Derived, law_of_series
from gfkit.core.engine.machine.order import slice_order
from gfkit.core.engine.machine.system import build_machine
from gfkit.core.engine.registry import Deriver, FoundLaw, plans
from gfkit.core.engine.strip.automaton import (
    Automaton,
    Point,
    determinant_gf,
    least_automaton,
    sweep_states,
)
from gfkit.core.engine.strip.extent import compared_slices
from gfkit.core.engine.strip.strip import BoardsInSlices, Strip, find_strip, reach_on
from gfkit.core.engine.sweep.layers import compile_layers
from gfkit.core.errors import MismatchError, OptionError, SelfCheckError, unknown
from gfkit.core.hooks import from_above
from gfkit.core.memory import Budget, memory_limit
from gfkit.core.rules import Question, SystemLike
from gfkit.core.rules.kinds import check_only_counted, check_weighted, system_of
from gfkit.core.rules.library import specification_reader
from gfkit.core.typing import (
    EventsLike,
    OnProgress,
    Positions,
    PositionsWord,
    Weights,
    WeightsWord,
    stoppable,
    tell_progress,
)

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from gfkit.core.algebra.weight_part import AtLike, WeightPart
    from gfkit.core.typing import Store

MethodWord = Literal["auto", "determinant", "modular", "reference"]
METHODS = get_args(MethodWord)


@stoppable
def derive(
    game: SystemLike,
    board: FamilyLike | None = None,
    positions: PositionsWord = "all",
    weights: WeightsWord = "none",
    *,
    at: AtLike | None = None,
    coefficient: str | None = None,
    given: EventsLike | None = None,
    method: MethodWord = "auto",
    certify: bool = False,
    by: str | None = None,
    max_memory: int | None = None,
    executor: Executor | None = None,
    store: Store | None = None,
    on_progress: OnProgress | None = None,
) -> Derived:
    """Return the generating function of the number a(n) of configurations on the n-th board of a family.

    For large boards the steps of the automaton repeat from slice to slice, so that

        sum of a(n) t^n = sum over n < start of a(n) t^n + t^start (start vector) (I - tA)^-1 (final vector).

    Some families have a formula by a theorem instead (``engine.registry``).

    Parameters
    ----------
    game : str, path, Rule, Question or function
        A name such as "domineering", the path of a rule file, or a rule; or a function from a board to its
        constraint system. A query replaces all four arguments. Equations such as "f = 1 + t*f^2" and names of
        classes such as "dyck-paths" need no board; the result is a ``SpecificationLaw``.
    board : str or Family
        A family of boards, or its name, for example "3xn".
    positions : str or Positions, default "all"
        Positions to count: "all", "left-ends", "right-ends", "maximal", "play" or "full".
    weights : str or Weights, default "none"
        Weights: "none", "pieces" (x counts pieces), or "players" (x and y count the pieces of each).
    at : str or mapping, optional
        Numbers for the weights, such as "x=2,y=1/3" or {"x": 2}; the result is evaluated exactly.
    coefficient : str, optional
        Monomial such as "x^3" or "x^2*y": only configurations with this number of pieces are counted.
    given : str or tuple of str, optional
        Events such as "cell 1,1 is 1": only configurations in which they occur are counted.
    method : str, default "auto"
        "determinant" computes one characteristic polynomial. "modular" uses values modulo many primes, and
        proves the result for small strips. "auto" selects the method. "reference" is the short program
        ``engine.reference``, which shares with the other methods only the constraints and the determinant.
    certify : bool, default False
        If True, the generating function of a wide strip is proved too.
    by : str, optional
        "outcome" or "nimber": count the positions of an impartial game by winner or by Grundy value. The
        result is the ``WinnerLaw`` of ``gfkit.play.positions_by_outcome.positions_by``.
    max_memory : int, optional
        Maximum memory, in bytes; three quarters of the free memory by default.
    executor : Executor, optional
        Workers for wide strips, eight primes at a time; the result is the same.
    store : Store, optional
        Cache of partial results, so that an interrupted run can resume.
    on_progress : function, optional
        Callback that receives a ``Progress`` object.

    Returns
    -------
    Derived
        Generating function, exponential for placement games on complete graphs (``CompleteLaw``).

    Raises
    ------
    OptionError
        An option has an unknown value.
    MismatchError
        There is no formula for this query.
    LimitError
        The automaton exceeds the memory limit.

    Notes
    -----
    Cost: the number m of states grows exponentially with the width. "determinant" takes m^3 operations for
    every 60 bits of the coefficients.

    References
    ----------
    Stanley, Enumerative Combinatorics, volume 1, Section 4.7.

    The theorem on strips, with its proof, is in ``engine.strip.strip``.

    Examples
    --------
    >>> d = derive("domineering", "nx2", positions="right-ends")  # squared Fibonacci numbers
    >>> print(d.recurrence)
    a(n) = 2*a(n-1) + 2*a(n-2) - a(n-3) for n >= 3
    >>> d.evidence.status.value
    'proved'
    """
    law_of_specification = specification_reader(game)
    if law_of_specification is not None:
        plain = (positions, weights, method) == ("all", "none", "auto")
        if not plain or coefficient is not None or given is not None or certify or by is not None:
            raise OptionError(f"{game}: of the options only at applies to a class that equations specify")
        specified: Derived = law_of_specification(game, board, on_progress, at=at)
        return specified
    if by is not None:
        positions_by = from_above("positions_by")
        if positions_by is None:
            raise OptionError(f"by {by} requires gfkit.play, which is not installed")
        chosen = (positions, weights, at, coefficient, method, certify)
        if chosen != ("all", "none", None, None, "auto", False):
            raise OptionError(f"by {by} cannot be combined with positions, weights, method or certify")
        by_winner: Derived = positions_by(game, board, by, max_memory=max_memory, on_progress=on_progress)
        return by_winner
    question, part = Question.of(
        game, board, positions, weights, weighed=True, given=given, accepts_functions=True
    ).with_part(at, coefficient)
    if method not in METHODS:
        raise OptionError(unknown("method", method, METHODS))
    check_derivable(question)
    if part is not None and part.powers:
        check_weighted(question.game, question.rule, question.boards, question.positions)
    law = Derivation(method, certify, max_memory, executor, store, on_progress, part).law(question)
    return law if part is None or law.part is not None else law.with_part(part)


def count_member(
    game: SystemLike, family: Family, n: int, *asked: Any, mod: int | None, **options: Any
) -> Count:
    """Return the count on the board of size n of a family, or its residue, as a term of the formula.

    ``asked`` and ``options`` are further arguments of ``derive``.

    >>> int(count_member("domino-tilings", Family("", (2, None)), 10**18, mod=1000))
    501
    """
    law = derive(game, family, *asked, **options)
    gf, most = law.rational, tuning.DERIVE.most_digits
    if law.weights or (mod is None and gf is not None and not gf.is_integral):
        raise OptionError(
            f"n {n}: give integers for all weights, with at; modulo M (--mod M) they may be fractions"
        )
    exact: Any = (
        law.coefficient
        if gf is None
        else partial(nth_term, dense(gf.numerator), dense(gf.denominator), most_digits=most)
    )
    return Count(
        game=law.game,
        board=sized_text(family.shape, tuple(n if size is None else size for size in family.sizes)),
        positions=law.positions,
        weights=(),
        polynomial=Polynomial.constant(exact(n) if mod is None else law.modulo(n, mod)),
        evidence=replace(law.evidence, method="family-formula"),
        part=law.part,
        modulus=mod or 0,
    )


_COMPARING = "comparing with other counts"


class Derivation(NamedTuple):
    """Method and resources of a derivation: memory limit, executor, and a store of partial results."""

    method: str = "auto"
    certify: bool = False
    max_memory: int | None = None
    executor: Executor | None = None
    store: Store | None = None
    on_progress: OnProgress | None = None
    part: WeightPart | None = None
    """Values that are substituted for the weights before the sweep if the strip is small enough."""

    def law(self, question: Question) -> Derived:
        """Return the formula for a family: by a theorem if one applies, otherwise from the automaton of the
        strip.
        """
        is_reference, rule = self.method == "reference", question.rule
        uses_theorems = not (is_reference or rule.hypothesis)
        found = derive_unswept(question, self._replace(part=None).law, uses_theorems)
        if found is None:
            first, last = compared_slices(rule, question.family) if rule.hypothesis else (0, 0)
            method = _derive_by_reference if is_reference else self._derive_from_strip
            law = method(question, first)
            return law.under_hypothesis(("slices_compared", last)) if rule.hypothesis else law
        if rule.hypothesis:
            return found.law.under_hypothesis()
        if found.last is not None:
            self._begin_phase(_COMPARING, found.states)
            _compare(found.law, found.last, found.states, _count_board)
        return found.law

    def _begin_phase(self, phase: str, states: int) -> None:
        """Report a phase that does not count its steps, so that the previous one is no longer named."""
        tell_progress(self.on_progress, phase, 0, 0, states)

    def _derive_from_strip(self, question: Question, first: int = 0) -> Derived:
        """Return the formula for a strip: initial values, the fraction P / Q of the periodic part, and a
        comparison. Boards below ``first`` are counted separately.

        Separate boards are counted for the comparison. They are swept slice by slice if there are few states
        between slices, otherwise with the fastest engine.
        """
        family = question.family
        strip = strip_within(question, self.max_memory, self.on_progress, states_hypothesis=True)
        point = self._point(strip, question)
        machine = None if point is None else least_automaton(strip, point)
        if machine is None or machine.states > tuning.DERIVE.point_states:
            machine, point = build_small_automaton(strip), None
        counted = range(family.first_n, max(family.first_n, strip.sure_from, first))
        ahead = back = _count_board
        if strip.states <= tuning.COUNT.few_states or point is not None:
            limit = memory_limit(self.max_memory)
            ahead = partial(sweep_in_slices, family=family, limit=limit, point=point)
            back = partial(sweep_in_slices, family=family, limit=limit, point=point, backwards=True)
        fraction = (
            self.fraction(strip, machine, question.weights)
            if machine is None or point is None
            else _fraction_of(strip, machine, *machine.fraction((), Packing.of(machine)))
        )
        self._begin_phase("counting the initial boards", strip.states)
        initial = tuple(ahead(question.on(family.at(n))) for n in counted)
        series = prepend_initial_counts(family.first_n, strip.offset, initial, fraction[:2])
        later = None if machine is None else machine.later(counted.stop - strip.offset)
        law = law_of_series(question, series, fraction.evidence, initial, later)
        law = law if point is None else replace(law, initial=(), machine=None, part=self.part)
        last = counted.stop + 2 * reach_on(question) + tuning.DERIVE.compared_more
        self._begin_phase(_COMPARING, strip.states)
        _compare(law, last, strip.states, back)
        return law if point is None else replace(law, offset=series.first_n)

    def _point(self, strip: Strip, question: Question) -> Point | None:
        """Return the integers that are substituted before the sweep, or None if a weight remains or is not an
        integer, or if the strip is too large.
        """
        part = self.part if self.method == "auto" and strip.ways <= tuning.DERIVE.point_ways else None
        return None if part is None else part.as_point(question.weights.variables)

    def fraction(self, strip: Strip, machine: Automaton | None, weights: Weights) -> StripFraction:
        """Return P / Q of the periodic part of a strip, by a determinant or from values modulo primes."""
        if uses_determinant(machine, weights, self.method):
            self._begin_phase("computing the determinant", 0 if machine is None else machine.states)
            return self._determinant_fraction(strip, machine, weights)
        for plan in plans("strips", strip, machine, weights, self):
            found: StripFraction | None = plan.answer()
            if found is not None:
                return found
        if self.method != "auto":
            raise OptionError(f"method {self.method!r} requires gfkit.ways, which is not installed")
        return self._determinant_fraction(strip, machine, weights)

    def _determinant_fraction(
        self, strip: Strip, machine: Automaton | None, weights: Weights
    ) -> StripFraction:
        """Return the fraction of the repeating part by one determinant."""
        resources = self.max_memory, self.on_progress
        machine = least_automaton(strip, None, *resources) if machine is None else machine
        return _fraction_of(strip, machine, *determinant_gf(machine, weights.variables, *resources))


def _derive_by_reference(question: Question, first: int = 0) -> Derived:
    """Return the formula for a family by the reference program. For a rule with a hypothesis, the boards from
    ``first`` on consist of the same slices.
    """
    from gfkit.core.engine.reference import TransferMatrix  # only for comparison with the engines

    strip = TransferMatrix(question, first)
    series = strip.fraction()
    return law_of_series(
        question,
        series,
        Evidence(Status.PROVED, "transfer-matrix", (("states", len(strip.matrix)),)),
        tuple(series.terms(strip.sure - strip.first)),
    )


class StripFraction(NamedTuple):
    """Fraction P / Q of the periodic part of a strip, with its evidence."""

    numerator: Polynomial
    denominator: Polynomial
    evidence: Evidence


def check_derivable(question: Question) -> None:
    """Raise an error if the position class has no rational generating function, or is not defined for the
    rule.
    """
    if isinstance(question.boards, PartOfFamily):
        question = question.on(question.boards.whole)
    rule, family, positions = question.rule, question.family, question.positions
    board = replace(family.at(max(family.first_n, 1)), text=family.text)
    hubs = family.slices is not None and bool(family.slices.hubs.vertices)
    if not rule.is_game:
        check_only_counted(rule, board, positions)
        if any(linkage.wraps for linkage in rule.linkages):
            from gfkit.core.engine.machine.winding import check_windings

            check_windings(question)
        if rule.avoided is not None:
            return
        if family.word == "complete":  # rejects rules that require rows and columns
            system_of(rule, board)
    elif positions is Positions.PLAY and not rule.impartial:
        raise MismatchError(
            "positions 'play' have no rational generating function: the difference of the players' numbers"
            " of pieces is unbounded along a strip, so no finite automaton counts them; count play positions"
            " board by board"
        )
    elif positions is Positions.FULL and family.word == "complete":
        raise MismatchError(
            "positions 'full' are not supported for complete graphs; count them board by board"
        )
    elif hubs and rule.waits_for_hubs(positions):
        raise MismatchError(
            f"board {family.text!r}: the rule {rule.name} has conflicting pieces on edges; positions without"
            " a legal move cannot be counted slice by slice if a vertex is adjacent to all slices; choose"
            " positions 'all', or count board by board"
        )
    else:
        system_of(rule, board)  # rejects pieces with a shape on boards without rows and columns


def strip_within(
    question: Question,
    max_memory: int | None,
    on_progress: OnProgress | None,
    boards: BoardsInSlices | None = None,
    name: str = "",
    *,
    states_hypothesis: bool = False,
) -> Strip:
    """Return the periodic automaton of a family, or of another board that consists of slices.

    ``name`` denotes the boards in error messages; ``states_hypothesis`` is passed to ``find_strip``. Raise
    LimitError if the transition tables exceed the memory
    limit.
    """
    operation = f"deriving {name or f'{question.rule.name} on {question.boards.text!r}'}"
    watch = Budget(operation, memory_limit(max_memory), on_progress).watch
    strip = find_strip(question, watch, boards, states_hypothesis=states_hypothesis)
    tell_progress(on_progress, "building the transfer matrix", 0, 0, strip.states)
    return strip


def build_small_automaton(strip: Strip) -> Automaton | None:
    """Return the minimised automaton of a strip, or None if it would be large."""
    between, most = strip.states_in_period, tuning.DERIVE
    if between <= most.written_states or (between <= most.sparse_states and strip.ways <= most.sparse_ways):
        return least_automaton(strip)
    return None


def uses_determinant(machine: Automaton | None, weights: Weights, method: str) -> bool:
    """Return True if the fraction is computed by a characteristic polynomial."""
    is_small = machine is not None and machine.states <= tuning.DERIVE.determinant_states[weights]
    return method == "determinant" or (method == "auto" and (is_small or not ARRAYS))


def _fraction_of(strip: Strip, machine: Automaton, above: Polynomial, below: Polynomial) -> StripFraction:
    """Return the fraction with its evidence."""
    return StripFraction(
        above,
        below,
        Evidence(
            Status.PROVED,
            "transfer-matrix",
            (("states_before_merging", strip.states_in_period), ("states", machine.states)),
        ),
    )


def derive_unswept(question: Question, derive: Deriver, uses_theorems: bool = True) -> FoundLaw | None:
    """Return the formula of a family without a strip, by a theorem or by a reduction, or None.

    The reductions are definitions: a subfamily n -> step n + shift, a rule that divides its counts or has a
    smallest board, and boards without cells.
    """
    plan = next(plans("families", question, derive), None) if uses_theorems else None
    if plan is not None:
        found: FoundLaw | None = plan.answer()
        return found
    rule, is_part = question.rule, isinstance(question.boards, PartOfFamily)
    is_divided = rule.divide != 1 or rule.least != (0, 0)
    if not (is_part or is_divided) and question.family.at(max(1, question.family.first_n)).size:
        return None
    from gfkit.core.engine.reductions import law_of_divided, law_of_part, law_without_cells

    reduced = law_of_part if is_part else law_of_divided if is_divided else law_without_cells
    return reduced(question, derive)


def _count_board(question: Question) -> int | Polynomial:
    """Return the count of a board in the best cell order, or by a theorem; with weights, return the
    polynomial.
    """
    from gfkit.core.engine.task import count_part  # narrow strips are swept slice by slice

    found = count_part(*question.with_part(None, None, is_inner=True))
    return found.polynomial if found.weights else found.count


def sweep_in_slices(
    question: Question, family: Family, limit: int, *, point: Point | None = None, backwards: bool = False
) -> int | Polynomial:
    """Return the count of one board of a family, swept slice by slice from its first slice, or from its last.
    If a point is given, return the value of the polynomial at this point.

    The transition tables are computed separately for each cell of this board; none is copied from the
    periodic slices of the strip. Vertices on hubs are swept first in both directions. If a constraint can
    only be read forwards, the board is swept forwards.
    """
    rule, board, positions, weights = question.rule, question.board, question.positions, question.weights
    if board.size:
        order = [cell for slice_ in slice_order(spots(family, board)) for cell in slice_]
        if backwards and (rule.liberties or system_of(rule, board, positions).is_reversible):
            order[board.hubs :] = reversed(order[board.hubs :])
        machine = build_machine(rule, board, order, positions, weights)
        budget = Budget(f"counting {rule.name} on {board.text!r}", limit, None, machine.sites)
        terms = sweep_states(compile_layers(machine, budget.watch), point)
    else:
        terms = {(0, 0): system_of(rule, board, positions).count_of_empty_board}
    names = weights.variables
    if not names or point is not None:
        return terms.get((0, 0), 0)
    return Polynomial.of(names, {powers[: len(names)]: value for powers, value in terms.items()})


def _compare(
    law: Derived, last: int, states: int, count_board: Callable[[Question], int | Polynomial]
) -> None:
    """Raise SelfCheckError if the counts of separately swept boards differ from the formula.

    We compare the board of size ``last``, and the smallest boards for which the formula holds, as long as
    this is cheap for the given number of states. If weights are expensive, we compare sums of coefficients.

    Meaning of the comparison. The formula of a strip follows from the transition tables of a few boards by
    the theorem on strips, minimisation, a determinant (or values modulo primes) and the arithmetic of series.
    A compared board has separate tables for all of its cells, and its count is a sum over paths in them. So
    an error in any of these steps causes a difference, and so do slices that are wrongly treated as equal.
    This does not depend on the order in which the board is swept, or on the code that sweeps it. Boards of
    narrow strips are swept from the last slice to the first. Then each constraint is read in the opposite
    order, by another automaton, so that an order-dependent error of the construction causes a difference as
    well. Boards of wide strips are counted by components and in the best cell order, by code that the strip
    does not use. A wrong constraint system is not found by any sweep; the tests compare it with the
    definition of every rule kind. The initial values need no comparison with a formula: they are sums over
    paths for these very boards.
    """
    question, variables, most = law.question, law.weights, tuning.DERIVE
    rule = question.rule
    size = last + 1 - law.first_n
    values, numbers = law.terms(size), law.numbers(size)
    work, each = 0, states * (most.liberty_cost if rule.liberties else 1)
    for n in [n for n in range(law.offset, last + 1) if n < law.offset + most.compared_first or n == last]:
        board, value, number = question.family.at(n), values[n - law.first_n], numbers[n - law.first_n]
        work += each * board.size
        is_dear = law.part is None and work * (board.size + 1) ** len(variables) > most.cheap_boards
        if is_dear and work > most.cheap_boards and n < last:
            continue
        counted = count_board(question.on(board).with_weights(Weights.NONE if is_dear else question.weights))
        if is_dear and isinstance(counted, Polynomial):  # a rule with coefficients, also without weights
            counted = counted.total
        wanted = number if is_dear else value
        if counted != wanted:
            raise SelfCheckError(
                f"deriving {rule.name} on {question.boards.text!r}: at n = {n} the series has {wanted}"
                f" configurations and the board {counted}; this is a bug in gfkit, please report it"
            )
