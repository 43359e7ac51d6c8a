"""From a rule and a family of boards to a rational generating function, with proof."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import log2, log10
from typing import TYPE_CHECKING

from gfkit.boards import Family, PartOfFamily
from gfkit.errors import LimitError, MismatchError, OptionError, SelfCheckError
from gfkit.exact import ARRAYS
from gfkit.games import Question, Rule
from gfkit.games.kind import from_kind
from gfkit.host.batch import Store, Work, identity
from gfkit.host.memory import check_memory, default_memory, size_text
from gfkit.kinds import system_of
from gfkit.sequences import Count, Evidence, Polynomial, RationalGF, Status
from gfkit.sequences.rational import early_terms
from gfkit.transfer.count import check_only_counted, count, indivisible
from gfkit.transfer.derived import Derived
from gfkit.transfer.machine.machine import Terms
from gfkit.transfer.strip.automaton import MOST_STATES, Automaton, automaton, determinant_gf, minimised
from gfkit.transfer.strip.strip import Strip, find_strip, reach
from gfkit.typing import OnProgress, Positions, Progress, Weights

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from gfkit.kinds.letters import LetterCounts
    from gfkit.transfer.modular.engine import ModularGF

METHODS = ("auto", "determinant", "modular")
_COMPARED = 4
"""Complete graphs of up to so many cells are counted by the sweep of boards too, whatever it costs."""

_UNASKED = 3
"""Boards that are compared beyond those that a rule could tell apart."""
_CHEAP = 1_000_000
"""States times cells up to which boards are compared."""
_SLOWER = 100
"""By so much the states of rules with liberties, which are no numbers, take longer."""
_SMALL = 1000
"""States between slices up to which the strip is written out as one automaton."""
_SPARSE, _FEW_WAYS = 8000, 50_000
"""The same for strips with few ways through a slice."""
_DETERMINANT_FROM_AUTO = {Weights.NONE: 140, Weights.PIECES: 16, Weights.PLAYERS: 8}
"""States up to which ``auto`` takes the characteristic polynomial."""
_ALWAYS_PROVED = {Weights.NONE: 600, Weights.PIECES: 60, Weights.PLAYERS: 40}
"""States up to which the modular way proves its result without being asked, where memory allows.

With weights that concerns orders that no relation between states explains; all others are proved up to a
cost that some hundred states do not reach.
"""


def derive(
    game: str | Rule | Question,
    board: str | Family | None = None,
    positions: str = "all",
    weights: str = "none",
    *,
    method: str = "auto",
    certify: bool = False,
    max_memory: int | None = None,
    executor: Executor | None = None,
    store: Store | None = None,
    on_progress: OnProgress | None = None,
) -> Derived:
    """The generating function sum of a(n) t^n of a game on a family of boards.

    Method: the strip's machine repeats from slice to slice from some board on (the theorem of
    ``transfer.strip.strip``), so that

        sum of a(n) t^n = sum over n < start of a(n) t^n + t^start (start vector) (I - tA)^-1 (final vector).

    ``determinant`` computes the second part by one characteristic polynomial, exactly; ``modular`` finds it
    from values modulo many primes, and proves it by comparing enough values, or by primes enough for all that
    the coefficients can be: always for small strips, for wide ones when ``certify`` is set.
    With an ``executor`` wide strips are done by its workers, eight primes at a time; what they find is kept
    in a ``store``, so that a run which was stopped goes on. The result is the same without them.
    A ``Question`` stands for the four words.
    On complete graphs arrays have a rational series like others; a placement game is given by its
    exponential generating function, as its series need not be rational. Fails with LimitError where the
    machine outgrows the memory.

    >>> d = derive("domineering", "nx2", positions="right-ends")  # squared Fibonacci numbers
    >>> print(d.recurrence)
    a(n) = 2*a(n-1) + 2*a(n-2) - a(n-3) for n >= 3
    >>> d.evidence.status.value
    'proved'
    """
    question = Question.of(game, board, positions, weights)
    rule, family, marked = question.rule, question.family, question.weights
    if method not in METHODS:
        raise OptionError(f"method {method!r} is unknown; known are {', '.join(METHODS)}")
    check_memory(max_memory)
    if isinstance(family, PartOfFamily):
        whole = derive(
            question.on(family.whole), method=method, certify=certify, max_memory=max_memory,
            executor=executor, store=store, on_progress=on_progress,
        )  # fmt: skip
        return _part(whole, question, family)
    check_derivable(question)
    if rule.divide > 1 or rule.least > (0, 0):
        whole = derive(
            replace(question, rule=rule.undivided()), method=method, certify=certify,
            max_memory=max_memory, executor=executor, store=store, on_progress=on_progress,
        )  # fmt: skip
        return _divided(replace(whole, question=question), rule, family)
    if family.word == "complete" and rule.is_game:
        from gfkit.transfer.theorems.complete import complete_law

        return complete_law(question)
    letter_counts = from_kind(rule.kind, "letters", "letter_counts")
    if family.word == "complete" and letter_counts is not None:
        found = _words_on_complete(letter_counts(rule), family, marked)
    elif family.at(max(1, family.first_n)).size == 0:
        found = _empty_boards(family, marked, rule.empty)
    else:
        strip = strip_within(question, max_memory, on_progress)
        machine = small_automaton(strip)
        counted = range(family.first_n, max(family.first_n, strip.sure_from))
        initial = tuple(_value(count(question.on(family.at(n)))) for n in counted)
        if by_determinant(machine, marked, method):
            repeating = _by_determinant(strip, machine, marked)
        else:
            run = "" if store is None else identity("derive", *question.key)
            with Work(run, executor, store) as work:
                repeating = _by_values(
                    strip, machine, question, work, certify=certify, on_progress=on_progress
                )
        *fraction, evidence = repeating
        gf = after_beginning(family.first_n, strip.offset, initial, *fraction)
        later = None if machine is None else machine.later(counted.stop - strip.offset)
        last = counted.stop + 2 * reach(rule, family) + _UNASKED
        found = _Found(gf, evidence, strip.states, last, initial, later)
    _compare(question, found)
    evidence, gf = found.evidence, found.series
    return Derived(
        question=question,
        rational=gf,
        evidence=Evidence(evidence.status, evidence.method, (*evidence.details, ("order", gf.order))),
        offset=gf.first_n + len(found.initial),
        initial=found.initial,
        machine=found.machine,
    )


def _part(whole: Derived, question: Question, family: PartOfFamily) -> Derived:
    """The law of every so many boards, from that of all: the sequence of a(step n + shift)."""
    chosen = family.chosen(whole.generating_function)
    return replace(
        whole, question=question, rational=chosen, offset=chosen.first_n, initial=(), machine=None,
        undivided=None,
    )  # fmt: skip


def _divided(whole: Derived, rule: Rule, family: Family) -> Derived:
    """The family with every term divided, those without cells apart, and 0 for boards too small.

    With S = P / Q and Q(0) = 1 the terms of S are all divisible by d just when the coefficients of P are,
    and the first of these that is not belongs to the first term that is not.
    """
    gf = whole.generating_function
    names = gf.numerator.variables
    if rule.is_small(family.at(_FAR)):
        none = RationalGF.reduced(Polynomial.constant(0, names), Polynomial.constant(1, names), gf.first_n)
        return replace(whole, rational=none, undivided=gf)
    small = 0
    while rule.is_small(family.at(gf.first_n + small)):
        small += 1
    early: dict[tuple[int, ...], int] = {}
    for n, value in enumerate(gf.terms(small), gf.first_n):
        parts = value.terms if isinstance(value, Polynomial) else [((0,) * len(names[1:]), value)]
        early |= {(n, *powers): number for powers, number in parts if number}
    numerator = gf.numerator - gf.denominator * Polynomial.of(names, early)
    divisor = rule.divide if family.at(max(1, family.first_n)).size else 1
    bare = 0 if small or family.at(family.first_n).size else rule.empty
    empty = gf.denominator * Polynomial.constant(bare, gf.denominator.variables)
    found: dict[tuple[int, ...], int] = {}
    for powers, value in sorted((numerator - empty).terms):
        if value % divisor:
            raise indivisible(rule, family.at(powers[0]), whole[powers[0]])
        found[powers] = value // divisor
    numerator = Polynomial.of(names, found) + empty
    divided = RationalGF.reduced(numerator, gf.denominator, gf.first_n, integral=True)
    return replace(whole, rational=divided, undivided=gf)


_FORESEEN_FROM, _FORESEEN_STATES, _STEADY = 12, 200, 1.6
"""From so many cells and states on the states after a slice are foreseen, if they grow so steadily."""
_FAR = 1000
"""A size that is larger than every least one."""


@dataclass(frozen=True, slots=True)
class _Found:
    """The series of a family and how it was found."""

    series: RationalGF
    evidence: Evidence
    states: int
    compared: int
    """The last n that is compared with a board counted by itself."""
    initial: tuple[int | Polynomial, ...] = ()
    """The counts on the boards of which the machine says nothing."""
    machine: Automaton | None = None


def _empty_boards(family: Family, weights: Weights, each: int) -> _Found:
    """A family without cells: every board has the empty position and no other, or not even that."""
    names = ("t", *weights.variables)
    one = Polynomial.constant(1, names)
    step = Polynomial.monomial((1,) + (0,) * len(weights.variables), names)
    gf = RationalGF.reduced(
        step**family.first_n * Polynomial.constant(each, names), one - step, family.first_n, integral=True
    )
    unit: Terms = {(0, 0): 1}
    evidence = Evidence(Status.PROVED, "transfer-matrix", (("states", 1),))
    machine = Automaton({0: unit}, ({0: unit},), {0: unit} if each else {})
    return _Found(gf, evidence, 1, family.first_n, machine=machine)


def _words_on_complete(words: LetterCounts, family: Family, weights: Weights) -> _Found:
    """Words on complete graphs, by the automaton that reads the letters of the cells one after another."""
    from gfkit.transfer.theorems.letters import letters_automaton

    machine = letters_automaton(words, weights)
    gf = RationalGF.reduced(*determinant_gf(machine, weights.variables), family.first_n, integral=True)
    evidence = Evidence(Status.PROVED, "transfer-matrix", (("states", machine.states),))
    return _Found(gf, evidence, machine.states, _COMPARED, machine=machine)


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


class _FirstSlice:
    """Foresees from the first cells of a wide slice how many states there will be after it.

    Where states grow by a nearly constant factor from cell to cell, so that the factor over the last half of
    the cells is about the square of the one over the quarter before, they are taken to go on like that to the
    end of the slice, whose cells are mostly alike. Elsewhere nothing is foreseen, and the limit is met when
    it is reached.
    """

    def __init__(self, question: Question, limit: int) -> None:
        self.what, self.limit = f"deriving {question.rule.name} on {question.boards.text!r}", limit
        family, small = question.family, question.family.first_n + 2
        self.width = family.at(small + 1).size - family.at(small).size
        self.seen: list[int] = []

    def watch(self, site: int, states: int) -> None:
        """Takes the states after a site, and refuses what will be ten times too large, or more."""
        if site != len(self.seen) or site >= self.width:
            return
        self.seen.append(states)
        if site < _FORESEEN_FROM or states < _FORESEEN_STATES:
            return
        late, early = log2(states / self.seen[site // 2]), log2(self.seen[site // 2] / self.seen[site // 4])
        if late < _STEADY * early:
            return
        bits = log2(states) + late * (self.width - site) / (site - site // 2)
        if bits > log2(10 * self.limit / 8):
            count = f"about 10^{bits * log10(2):.0f} states"
            raise LimitError(
                f"{self.what} would need {count} between slices of {self.width} cells, as its first"
                f" cells show; the limit is {size_text(self.limit)} (max memory): take a smaller fixed side,"
                " or count single boards"
            )


def strip_within(question: Question, max_memory: int | None, on_progress: OnProgress | None) -> Strip:
    """The repeating machine, or LimitError where its tables outgrow the memory."""
    limit = default_memory() if max_memory is None else max_memory
    held = 0
    first = _FirstSlice(question, limit)

    def watch(site: int, states: int, fresh: int) -> None:
        nonlocal held
        held += fresh
        first.watch(site, states)
        if held > limit:
            raise LimitError(
                f"deriving {question.rule.name} on {question.boards.text!r}: stopped with {states} states at"
                f" one cell and {size_text(held)} of tables; the limit is {size_text(limit)} (max memory)"
            )
        if on_progress is not None:
            on_progress(Progress("finding states", site, 0, states))

    return find_strip(question, watch)


def small_automaton(strip: Strip) -> Automaton | None:
    """The strip written out as one automaton with its like states merged, where that is quick."""
    between = strip.states_in_period
    if between <= _SMALL or (between <= _SPARSE and strip.ways <= _FEW_WAYS):
        return minimised(automaton(strip))
    return None


def by_determinant(machine: Automaton | None, weights: Weights, method: str) -> bool:
    """Whether the characteristic polynomial is taken."""
    most = _DETERMINANT_FROM_AUTO[weights] if ARRAYS else MOST_STATES
    small = machine is not None and machine.states <= most
    return method == "determinant" or (method == "auto" and small)


def always_proved(states: int, weights: Weights) -> bool:
    """Whether the modular way is asked for a proof in any case."""
    return states <= _ALWAYS_PROVED[weights]


def _by_determinant(
    strip: Strip, machine: Automaton | None, weights: Weights
) -> tuple[Polynomial, Polynomial, Evidence]:
    """Numerator and denominator of the repeating part by one determinant, and how they are known."""
    before = strip.states_in_period
    if machine is None:
        raise LimitError(
            f"method 'determinant' takes up to {MOST_STATES} states, and this strip has {before};"
            " use method modular"
        )
    numerator, denominator = determinant_gf(machine, weights.variables)
    details = (("states_before_merging", before), ("states", machine.states))
    return numerator, denominator, Evidence(Status.PROVED, "transfer-matrix", details)


def _by_values(
    strip: Strip,
    machine: Automaton | None,
    question: Question,
    work: Work,
    *,
    certify: bool,
    on_progress: OnProgress | None,
) -> tuple[Polynomial, Polynomial, Evidence]:
    """The same from values modulo primes."""
    from gfkit.transfer.modular.engine import modular_gf

    before, weights = strip.states_in_period, question.weights
    states = before if machine is None else machine.states

    def found_by(wanted: bool) -> ModularGF:
        return modular_gf(
            strip,
            weights,
            certify=wanted,
            question=question,
            work=work,
            on_progress=on_progress,
            small=machine,
        )

    wanted = certify or always_proved(states, weights)
    try:
        found = found_by(wanted)
    except LimitError:
        if certify or not wanted:
            raise
        found = found_by(False)
    figures: Sequence[tuple[str, int]] = [
        ("states_before_merging", before),
        ("states", states),
        ("primes", found.primes_used),
        ("terms_compared", found.terms_used),
    ]
    status = Status.PROVED if found.proved else Status.PROBABLE
    if not found.proved:
        figures = [*figures, ("log2_failure", int(found.failure_log2))]
        if found.proof_seconds:
            figures = [*figures, ("proof_seconds", found.proof_seconds)]
    return found.numerator, found.denominator, Evidence(status, "transfer-matrix", tuple(figures))


def after_beginning(
    first_n: int,
    offset: int,
    initial: Sequence[int | Polynomial],
    numerator: Polynomial,
    denominator: Polynomial,
) -> RationalGF:
    """The whole series: t^offset times the machine's, with the first counts in place of what it says there.

    The machine also speaks of boards that are too small to close up, or too small for it to be theirs.
    """
    names = numerator.variables
    total = numerator * Polynomial.monomial((offset,) + (0,) * len(names[1:]), names)
    early = early_terms(total, denominator, first_n + len(initial))
    terms: dict[tuple[int, ...], int] = {}
    for n, said in enumerate(early):
        wrong = (initial[n - first_n] if n >= first_n else 0) - said
        if isinstance(wrong, Polynomial):
            terms |= {(n, *powers): coefficient for powers, coefficient in wrong.terms}
        elif wrong:
            terms[n, *(0 for _ in names[1:])] = wrong
    total = total + Polynomial.of(names, terms) * denominator
    return RationalGF.reduced(total, denominator, first_n, integral=True)


def _compare(question: Question, found: _Found) -> None:
    """Boards are counted by themselves, in other orders and parts, and must be what the series says.

    All boards from those on that were not counted to begin with, up to the last that is asked for, as long as
    that is cheap for so many states, and the last in any case; where weights are dear, their sum. This asks
    again what the theorem of ``strip`` proves, and looks at the way from the machine to the series.
    """
    rule, family, gf, last = question.rule, question.family, found.series, found.compared
    start = gf.first_n + len(found.initial)
    numbers = gf.at(**dict.fromkeys(gf.variables[1:], 1)) if gf.variables[1:] else gf
    skipped, count_of = start - gf.first_n, last + 1 - gf.first_n
    values = zip(gf.terms(count_of)[skipped:], numbers.terms(count_of)[skipped:], strict=True)
    work, each = 0, found.states * (_SLOWER if rule.liberties else 1)
    for n, (value, number) in enumerate(values, start):
        board = family.at(n)
        work += each * board.size
        dear = work * (board.size + 1) ** len(gf.variables[1:]) > _CHEAP
        if dear and work > _CHEAP and n < last:
            continue
        counted = count(question.on(board).weighted(Weights.NONE if dear else question.weights))
        if (number if dear else value) != (counted.count if dear else _value(counted)):
            raise SelfCheckError(
                f"deriving {rule.name} on {family.text!r}: at n = {n} the series has {number} positions and"
                f" the board {counted.count}; this is a fault in gfkit, please report it"
            )


def _value(counted: Count) -> int | Polynomial:
    return counted.polynomial if counted.polynomial.variables else counted.count
