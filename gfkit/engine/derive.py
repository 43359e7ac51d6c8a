"""From a rule and a family of boards to a rational generating function, with proof."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from gfkit.algebra import ARRAYS, Count, Evidence, Polynomial, RationalGF, Status
from gfkit.algebra.polynomial import in_t
from gfkit.algebra.rational import early_terms
from gfkit.boards import FamilyLike, PartOfFamily
from gfkit.engine import tuning
from gfkit.engine.budget import Budget
from gfkit.engine.count import check_only_counted, count
from gfkit.engine.derived import Derived, law_of_series
from gfkit.engine.strip.automaton import Automaton, determinant_gf, least_automaton
from gfkit.engine.strip.strip import BoardsInSlices, Strip, find_strip, reach
from gfkit.engine.theorems.ways import derive_unswept
from gfkit.errors import LimitError, MismatchError, OptionError, SelfCheckError, unknown
from gfkit.rules import GameLike, Question
from gfkit.rules.kinds import system_of
from gfkit.runs.memory import check_memory, memory_limit
from gfkit.typing import OnProgress, Positions, PositionsWord, Weights, WeightsWord, stoppable

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from gfkit.engine.modular.engine import ModularGF
    from gfkit.engine.theorems.families import FoundLaw
    from gfkit.runs.batch import Store, Work

MethodWord = Literal["auto", "determinant", "modular"]
METHODS = get_args(MethodWord)


@stoppable
def derive(
    game: GameLike,
    board: FamilyLike | None = None,
    positions: PositionsWord = "all",
    weights: WeightsWord = "none",
    *,
    method: MethodWord = "auto",
    certify: bool = False,
    max_memory: int | None = None,
    executor: Executor | None = None,
    store: Store | None = None,
    on_progress: OnProgress | None = None,
) -> Derived:
    """The law of the counts a(n) of a game on a family of boards: their generating function, with proof.

    From some board on the strip's machine repeats from slice to slice, so that

        sum of a(n) t^n = sum over n < start of a(n) t^n + t^start (start vector) (I - tA)^-1 (final vector).

    Some families have a law by a theorem instead (``transfer.theorems.ways``).

    Parameters
    ----------
    game : str, path, Rule or Question
        A name, as "domineering", the path of a rule file, or a rule. A question stands for all four words.
    board : str or Family
        A family of boards, or the words for it, as "3xn".
    positions : str or Positions, default "all"
        Which positions are counted: "all", "left-ends", "right-ends", "maximal", "play" or "full".
    weights : str or Weights, default "none"
        What variables mark: "none", every piece ("pieces": x), or the players' ("players": x and y).
    method : str, default "auto"
        "determinant" takes one characteristic polynomial. "modular" takes values modulo many primes, and
        proves the result for small strips. "auto" chooses.
    certify : bool, default False
        Whether the law of a wide strip is proved too.
    max_memory : int, optional
        The most memory, in bytes; three quarters of the free memory by default.
    executor : Executor, optional
        Workers for wide strips, eight primes at a time; the result is the same.
    store : Store, optional
        Keeps what they find, so that a run that was stopped goes on.
    on_progress : function, optional
        Called with a ``Progress``, which says how far the run is.

    Returns
    -------
    Derived
        The law. Placement games on complete graphs have an exponential generating function (``CompleteLaw``).

    Raises
    ------
    OptionError
        An option has an unknown word.
    MismatchError
        The question has no law.
    LimitError
        The machine outgrows the memory.

    References
    ----------
    The theorem of strips, with its proof, is in ``transfer.strip.strip``.

    Examples
    --------
    >>> d = derive("domineering", "nx2", positions="right-ends")  # squared Fibonacci numbers
    >>> print(d.recurrence)
    a(n) = 2*a(n-1) + 2*a(n-2) - a(n-3) for n >= 3
    >>> d.evidence.status.value
    'proved'
    """
    question = Question.of(game, board, positions, weights)
    if method not in METHODS:
        raise OptionError(unknown("method", method, METHODS))
    check_memory(max_memory)
    check_derivable(question)
    return Derivation(method, certify, max_memory, executor, store, on_progress).law(question)


@dataclass(frozen=True, slots=True)
class Derivation:
    """How laws are derived: the method, and what it may use."""

    method: str = "auto"
    certify: bool = False
    max_memory: int | None = None
    executor: Executor | None = None
    store: Store | None = None
    on_progress: OnProgress | None = None

    def law(self, question: Question) -> Derived:
        """The law of a family by the first theorem that gives it, or by its strip, compared with boards."""
        law = derive_unswept(question, self.law) or self._by_strip(question)
        if law.last is not None:
            _compare(law.law, law.last, law.states)
        return law.law

    def _by_strip(self, question: Question) -> FoundLaw:
        """The law of a strip: its machine, its fraction, and the boards of which the machine says nothing."""
        from gfkit.engine.theorems.families import FoundLaw

        family = question.family
        strip = strip_within(question, self.max_memory, self.on_progress)
        machine = small_automaton(strip)
        counted = range(family.first_n, max(family.first_n, strip.sure_from))
        initial = tuple(_value(count(question.on(family.at(n)))) for n in counted)
        fraction = self.fraction(strip, machine, question.weights)
        series = after_beginning(family.first_n, strip.offset, initial, fraction[:2])
        later = None if machine is None else machine.later(counted.stop - strip.offset)
        law = law_of_series(question, series, fraction.evidence, initial, later)
        last = counted.stop + 2 * reach(question.rule, family) + tuning.DERIVE.compared_more
        return FoundLaw(law, last, strip.states)

    def fraction(self, strip: Strip, machine: Automaton | None, weights: Weights) -> StripFraction:
        """P / Q of the repeating part of a strip, by a determinant or from values modulo primes."""
        if by_determinant(machine, weights, self.method):
            return _by_determinant(strip, machine, weights)
        from gfkit.runs.batch import Work, identity

        run = "" if self.store is None or not strip.question else identity("derive", *strip.question.key)
        with Work(run, self.executor, self.store) as work:
            return self._by_values(strip, machine, weights, work)

    def _by_values(
        self, strip: Strip, machine: Automaton | None, weights: Weights, work: Work
    ) -> StripFraction:
        from gfkit.engine.modular.engine import modular_gf

        before = strip.states_in_period
        states = before if machine is None else machine.states

        def fraction(certify: bool) -> ModularGF:
            return modular_gf(
                strip, weights, certify=certify, work=work, on_progress=self.on_progress, small=machine
            )

        is_proved = self.certify or always_proved(states, weights)
        try:
            result = fraction(is_proved)
        except LimitError:
            if self.certify or not is_proved:
                raise
            result = fraction(False)
        figures = [("states_before_merging", before), ("states", states)]
        figures += [("primes", result.primes_used), ("terms_compared", result.terms_used)]
        if not result.proved:
            figures.append(("log2_failure", int(result.failure_log2)))
            if result.proof_seconds:
                figures.append(("proof_seconds", result.proof_seconds))
        evidence = Evidence(
            Status.PROVED if result.proved else Status.PROBABLE, "transfer-matrix", tuple(figures)
        )
        return StripFraction(result.numerator, result.denominator, evidence)


class StripFraction(NamedTuple):
    """P / Q of the repeating part of a strip, and how it is known."""

    numerator: Polynomial
    denominator: Polynomial
    evidence: Evidence


def check_derivable(question: Question) -> None:
    """Refuses classes of positions that have no rational generating function, or no meaning, here."""
    if isinstance(question.boards, PartOfFamily):
        question = question.on(question.boards.whole)
    rule, family, positions = question.rule, question.family, question.positions
    board = replace(family.at(max(family.first_n, 1)), text=family.text)
    hubs = family.slices is not None and bool(family.slices.hubs.vertices)
    if not rule.is_game:
        check_only_counted(rule, board, positions)
        if family.word == "complete":  # refuses what asks for rows and columns
            system_of(rule, board)
    elif positions is Positions.PLAY and not rule.impartial:
        raise MismatchError(
            "positions 'play' compare the players' numbers of pieces, which no finite machine keeps along a"
            " strip, and their generating function is not rational; count play positions board by board"
        )
    elif positions is Positions.FULL and family.word == "complete":
        raise MismatchError(
            "positions 'full' of complete graphs have no generating function here; count them board by board"
        )
    elif hubs and rule.waits_for_hubs(positions):
        raise MismatchError(
            f"board {family.text!r}: {rule.name} has pieces on edges that may not touch, and who is stuck"
            " cannot be told slice by slice where a vertex touches all slices; take positions all, or count"
            " board by board"
        )
    else:
        system_of(rule, board)  # refuses pieces with a shape on boards without rows and columns


def strip_within(
    question: Question,
    max_memory: int | None,
    on_progress: OnProgress | None,
    boards: BoardsInSlices | None = None,
    name: str = "",
) -> Strip:
    """The repeating machine of a family, or of other boards in slices.

    ``name`` is what such boards are called in errors. Raises LimitError where tables outgrow the memory.
    """
    what, limit = f"deriving {name or question.rule.name}", memory_limit(max_memory)
    what += "" if name else f" on {question.boards.text!r}"
    return find_strip(question, Budget(what, limit, on_progress).watch, boards)


def small_automaton(strip: Strip) -> Automaton | None:
    """The strip written out as one automaton with its like states merged, where that is quick."""
    between, most = strip.states_in_period, tuning.DERIVE
    if between <= most.written_states or (between <= most.sparse_states and strip.ways <= most.sparse_ways):
        return least_automaton(strip)
    return None


def by_determinant(machine: Automaton | None, weights: Weights, method: str) -> bool:
    """Whether the characteristic polynomial is taken."""
    most = tuning.DERIVE.determinant_states[weights] if ARRAYS else tuning.STRIP.determinant_states
    is_small = machine is not None and machine.states <= most
    return method == "determinant" or (method == "auto" and is_small)


def always_proved(states: int, weights: Weights) -> bool:
    """Whether the modular way is asked for a proof in any case."""
    return states <= tuning.DERIVE.proved_states[weights]


def _by_determinant(strip: Strip, machine: Automaton | None, weights: Weights) -> StripFraction:
    """The fraction of the repeating part by one determinant."""
    before = strip.states_in_period
    if machine is None:
        raise LimitError(
            f"method 'determinant' takes up to {tuning.STRIP.determinant_states} states, and this strip has"
            f" {before}; use method modular"
        )
    details = (("states_before_merging", before), ("states", machine.states))
    fraction = determinant_gf(machine, weights.variables)
    return StripFraction(*fraction, Evidence(Status.PROVED, "transfer-matrix", details))


def after_beginning(
    first_n: int, offset: int, initial: Sequence[int | Polynomial], fraction: tuple[Polynomial, Polynomial]
) -> RationalGF:
    """The whole series: t^offset times the machine's, with the first counts in place of what it says there.

    The machine also speaks of boards that are too small to close up, or too small for it to be theirs.
    """
    numerator, denominator = fraction
    names = numerator.variables
    total = numerator * in_t([0] * offset + [1], names)
    early = early_terms(total, denominator, first_n + len(initial))
    wrong = [counted - term for counted, term in zip([0] * first_n + list(initial), early, strict=True)]
    return RationalGF.reduced(total + in_t(wrong, names) * denominator, denominator, first_n, integral=True)


def _compare(law: Derived, last: int, states: int) -> None:
    """Boards are counted by themselves, in other orders and parts, and must be what the law says.

    They are the first ones that were not counted to begin with, as long as that is cheap for so many states,
    and the last that is asked for; where weights are dear, their sum. This asks again what the theorem of
    ``strip`` proves, and looks at the way from the machine to the series.
    """
    question, variables, most = law.question, law.weights, tuning.DERIVE
    rule = question.rule
    size = last + 1 - law.first_n
    values, numbers = law.terms(size), law.numbers(size)
    work, each = 0, states * (most.liberty_cost if rule.liberties else 1)
    for n in [n for n in range(law.offset, last + 1) if n < law.offset + most.compared_first or n == last]:
        board, value, number = question.family.at(n), values[n - law.first_n], numbers[n - law.first_n]
        work += each * board.size
        is_dear = work * (board.size + 1) ** len(variables) > most.cheap_boards
        if is_dear and work > most.cheap_boards and n < last:
            continue
        counted = count(question.on(board).with_weights(Weights.NONE if is_dear else question.weights))
        if (number if is_dear else value) != (counted.count if is_dear else _value(counted)):
            raise SelfCheckError(
                f"deriving {rule.name} on {question.boards.text!r}: at n = {n} the series has {number}"
                f" positions and the board {counted.count}; this is a fault in gfkit, please report it"
            )


def _value(counted: Count) -> int | Polynomial:
    return counted.polynomial if counted.polynomial.variables else counted.count
