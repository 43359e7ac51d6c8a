"""From a rule and a family of boards to a rational generating function, with proof."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor

from gfkit.batch import Store, Work, identity
from gfkit.boards import Family
from gfkit.errors import LimitError, OptionError, SelfCheckError
from gfkit.games import ArrayRule, PlacementRule, Rule, as_rule
from gfkit.memory import check_memory
from gfkit.sequences import Evidence, Polynomial, RationalGF, Status
from gfkit.sequences.rational import expansion
from gfkit.transfer.complete_array import complete_automaton
from gfkit.transfer.complete_law import CompleteLaw, complete_law
from gfkit.transfer.count import count
from gfkit.transfer.derived import Derived
from gfkit.transfer.family import (
    always_proved,
    by_determinant,
    check_derivable,
    one_family,
    small_automaton,
    strip_within,
)
from gfkit.transfer.machine.machine import Terms
from gfkit.transfer.modular.engine import ModularGF, modular_gf
from gfkit.transfer.strip.automaton import MOST_STATES, Automaton, determinant_gf
from gfkit.transfer.strip.strip import Strip, StripQuestion, reach
from gfkit.typing import OnProgress, Positions, Weights

METHODS = ("auto", "determinant", "modular")
_COMPARED = 4
"""Complete graphs of up to so many cells are counted by the sweep of boards too, whatever it costs."""

_UNASKED = 3
"""Boards that are compared beyond those that a rule could tell apart."""
_CHEAP = 1_000_000
"""States times cells up to which boards are compared."""
_SLOWER = 100
"""By so much the states of rules with liberties, which are no numbers, take longer."""


def derive(
    game: str | Rule,
    board: str | Family,
    positions: str = "all",
    weights: str = "none",
    *,
    method: str = "auto",
    certify: bool = False,
    max_memory: int | None = None,
    executor: Executor | None = None,
    store: Store | None = None,
    on_progress: OnProgress | None = None,
) -> Derived | CompleteLaw:
    """The generating function sum of a(n) t^n of a game on a family of boards.

    Method: the strip's machine repeats from slice to slice from some board on (the theorem of
    ``transfer.strip.strip``); its generating function is the sum of the counts on the boards before that and
    t^offset start (I - tA)^-1 final. ``determinant`` computes that by
    one characteristic polynomial, exactly; ``modular`` finds it from values modulo many primes, and
    proves it by comparing enough values, or by primes enough for all that the coefficients can be: always
    for small strips, for wide ones when ``certify`` is set.
    With an ``executor`` wide strips are done by its workers, eight primes at a time; what they find is kept
    in a ``store``, so that a run which was stopped goes on. The result is the same without them.
    On complete graphs arrays have a rational series like others; a placement game is given by its
    exponential generating function, as its series need not be rational. Fails with LimitError where the
    machine outgrows the memory.

    >>> d = derive("domineering", "nx2", positions="right-ends")  # squared Fibonacci numbers
    >>> print(d.recurrence)
    a(n) = 2*a(n-1) + 2*a(n-2) - a(n-3) for n >= 3
    >>> d.evidence.status.value
    'proved'
    """
    rule = as_rule(game)
    family = one_family(board)
    asked, marked = Positions.read(positions), Weights.read(weights)
    if method not in METHODS:
        raise OptionError(f"method {method!r} is unknown; known are {', '.join(METHODS)}")
    check_memory(max_memory)
    check_derivable(rule, family, asked)
    if family.word == "complete" and isinstance(rule, PlacementRule):
        name = game if isinstance(game, str) else rule.name
        return complete_law(name, rule, asked.value, asked.stuck, marked)
    if isinstance(rule, ArrayRule) and family.word == "complete":
        return _arrays_on_complete(game if isinstance(game, str) else rule.name, rule, family, marked)
    if family.at(max(1, family.first_n)).size == 0:
        return _empty_boards(game if isinstance(game, str) else rule.name, family, asked, marked)
    strip = strip_within(rule, family, asked, marked, max_memory, on_progress)
    machine = small_automaton(strip)
    variables = marked.variables
    start = max(family.first_n, strip.sure_from)
    initial = tuple(
        _plain(count(rule, family.at(n), positions, weights).polynomial) for n in range(family.first_n, start)
    )
    question = StripQuestion(rule, family, asked.stuck, marked)
    if by_determinant(machine, marked, method):
        numerator, denominator, evidence = _by_determinant(strip, machine, variables)
    else:
        run = "" if store is None else identity("derive", question)
        with Work(run, executor, store) as work:
            numerator, denominator, evidence = _by_values(
                strip, machine, question, work, certify=certify, on_progress=on_progress
            )
    gf = _with_beginning(family.first_n, strip.offset, initial, numerator, denominator)
    _compare(question, gf, asked, start, start + 2 * reach(rule) + _UNASKED, strip.states)
    return Derived(
        game=game if isinstance(game, str) else rule.name,
        board=family.text,
        positions=asked.value,
        weights=variables,
        generating_function=gf,
        evidence=Evidence(evidence.status, evidence.method, (*evidence.details, ("order", gf.order))),
        offset=start,
        initial=initial,
        machine=None if machine is None else machine.later(start - strip.offset),
        rule=rule,
    )


def _empty_boards(game: str, family: Family, positions: Positions, weights: Weights) -> Derived:
    """A family without cells: every board has the empty position and no other."""
    names = ("t", *weights.variables)
    one = Polynomial.constant(1, names)
    step = Polynomial.monomial((1,) + (0,) * len(weights.variables), names)
    gf = RationalGF.reduced(step**family.first_n, one - step, family.first_n, integral=True)
    unit: Terms = {(0, 0): 1}
    return Derived(
        game=game,
        board=family.text,
        positions=positions.value,
        weights=weights.variables,
        generating_function=gf,
        evidence=Evidence(Status.PROVED, "transfer-matrix", (("states", 1), ("order", 1))),
        offset=family.first_n,
        initial=(),
        machine=Automaton({0: unit}, ({0: unit},), {0: unit}),
    )


def _arrays_on_complete(game: str, rule: ArrayRule, family: Family, weights: Weights) -> Derived:
    """Arrays on complete graphs, by the automaton that reads the colours of the cells one after another."""
    machine, variables = complete_automaton(rule, weights), weights.variables
    numerator, denominator = determinant_gf(machine, variables)
    gf = RationalGF.reduced(numerator, denominator, family.first_n, integral=True)
    question = StripQuestion(rule, family, frozenset(), weights)
    _compare(question, gf, Positions.ALL, family.first_n, _COMPARED, machine.states)
    return Derived(
        game=game,
        board=family.text,
        positions="all",
        weights=variables,
        generating_function=gf,
        evidence=Evidence(
            Status.PROVED, "transfer-matrix", (("states", machine.states), ("order", gf.order))
        ),
        offset=family.first_n,
        initial=(),
        machine=machine,
        rule=rule,
    )


def _compare(
    question: StripQuestion, gf: RationalGF, positions: Positions, start: int, last: int, states: int
) -> None:
    """Boards are counted by themselves, in other orders and parts, and must be what the series says.

    All boards from those on that were not counted to begin with, up to n = ``last``, as long as that is cheap
    for so many states, and ``last`` in any case; where weights are dear, their sum. This asks again what the
    theorem of ``strip`` proves, and looks at the way from the machine to the series.
    """
    rule, family = question.rule, question.family
    numbers = gf.at(**dict.fromkeys(gf.variables[1:], 1)) if gf.variables[1:] else gf
    skipped, count_of = start - gf.first_n, last + 1 - gf.first_n
    values = zip(gf.terms(count_of)[skipped:], numbers.terms(count_of)[skipped:], strict=True)
    work, each = 0, states * (_SLOWER if isinstance(rule, PlacementRule) and rule.liberties else 1)
    for n, (found, number) in enumerate(values, start):
        board = family.at(n)
        work += each * board.size
        dear = work * (board.size + 1) ** len(gf.variables[1:]) > _CHEAP
        if dear and work > _CHEAP and n < last:
            continue
        counted = count(rule, board, positions.value, "none" if dear else question.weights.value)
        if (number if dear else found) != (counted.count if dear else _plain(counted.polynomial)):
            raise SelfCheckError(
                f"deriving {rule.name} on {family.text!r}: at n = {n} the series has {number} positions and"
                f" the board {counted.count}; this is a fault in gfkit, please report it"
            )


def _by_determinant(
    strip: Strip, machine: Automaton | None, variables: tuple[str, ...]
) -> tuple[Polynomial, Polynomial, Evidence]:
    """Numerator and denominator of the repeating part by one determinant, and how they are known."""
    before = strip.states_in_period
    if machine is None:
        raise LimitError(
            f"method 'determinant' takes up to {MOST_STATES} states, and this strip has {before};"
            " use method modular"
        )
    numerator, denominator = determinant_gf(machine, variables)
    details = (("states_before_merging", before), ("states", machine.states))
    return numerator, denominator, Evidence(Status.PROVED, "transfer-matrix", details)


def _by_values(
    strip: Strip,
    machine: Automaton | None,
    question: StripQuestion,
    work: Work,
    *,
    certify: bool,
    on_progress: OnProgress | None,
) -> tuple[Polynomial, Polynomial, Evidence]:
    """The same from values modulo primes."""
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
    return found.numerator, found.denominator, Evidence(status, "transfer-matrix", tuple(figures))


def _with_beginning(
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
    early = expansion(total, denominator, first_n + len(initial))
    terms: dict[tuple[int, ...], int] = {}
    for n, said in enumerate(early):
        wrong = (initial[n - first_n] if n >= first_n else 0) - said
        if isinstance(wrong, Polynomial):
            terms |= {(n, *powers): coefficient for powers, coefficient in wrong.terms}
        elif wrong:
            terms[n, *(0 for _ in names[1:])] = wrong
    total = total + Polynomial.of(names, terms) * denominator
    return RationalGF.reduced(total, denominator, first_n, integral=True)


def _plain(polynomial: Polynomial) -> int | Polynomial:
    return polynomial if polynomial.variables else polynomial.total
