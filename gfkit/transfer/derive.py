"""From a rule and a family of boards to a rational generating function, with proof."""

from __future__ import annotations

from collections.abc import Sequence

from gfkit.boards import Board, Family, parse_board
from gfkit.errors import BoardError, LimitError, MismatchError, OptionError, SelfCheckError
from gfkit.games import PlacementRule, Rule, as_rule
from gfkit.memory import check_memory, default_memory, size_text
from gfkit.sequences import Evidence, Polynomial, RationalGF, Status
from gfkit.transfer.complete_law import CompleteLaw, complete_law
from gfkit.transfer.count import check_only_counted, count
from gfkit.transfer.derived import Derived
from gfkit.transfer.modular.engine import modular_gf
from gfkit.transfer.strip.automaton import Automaton, automaton, minimised
from gfkit.transfer.strip.determinant import MOST_STATES, determinant_gf
from gfkit.transfer.strip.strip import Strip, find_strip, reach
from gfkit.transfer.sweep.plain import Terms
from gfkit.typing import OnProgress, Positions, Progress, Weights

METHODS = ("auto", "determinant", "modular")
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
    game: str | Rule,
    board: str | Family,
    positions: str = "all",
    weights: str = "none",
    *,
    method: str = "auto",
    certify: bool = False,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> Derived | CompleteLaw:
    """The generating function sum of a(n) t^n of a game on a family of boards.

    Method: the strip's machine repeats from slice to slice; its generating function is the sum of the
    counts on the first few boards and t^offset start (I - tA)^-1 final. ``determinant`` computes that by
    one characteristic polynomial, exactly; ``modular`` finds it from values modulo many primes, and
    proves it by comparing enough values, or by primes enough for all that the coefficients can be: always
    for small strips, for wide ones when ``certify`` is set.
    Complete graphs have no rational series; a placement game on them is given by its exponential
    generating function. Fails with LimitError where the machine outgrows the memory.

    >>> d = derive("domineering", "nx2", positions="right-ends")  # squared Fibonacci numbers
    >>> print(d.recurrence)
    a(n) = 2*a(n-1) + 2*a(n-2) - a(n-3) for n >= 3
    >>> d.evidence.status.value
    'proved'
    """
    rule = as_rule(game)
    family = _one_family(board)
    asked, marked = Positions.read(positions), Weights.read(weights)
    if method not in METHODS:
        raise OptionError(f"method {method!r} is unknown; known are {', '.join(METHODS)}")
    check_memory(max_memory)
    _check(rule, family, asked)
    if family.word == "complete" and isinstance(rule, PlacementRule):
        name = game if isinstance(game, str) else rule.name
        return complete_law(name, rule, asked.value, asked.stuck, marked)
    if family.at(max(1, family.first_n)).size == 0:
        return _empty_boards(game if isinstance(game, str) else rule.name, family, asked, marked)
    strip = _strip(rule, family, asked, marked, max_memory, on_progress)
    machine = None
    between = strip.states_in_period
    if between <= _SMALL or (between <= _SPARSE and strip.ways <= _FEW_WAYS):
        machine = minimised(automaton(strip))
    variables = marked.variables
    initial = tuple(
        _plain(count(rule, family.at(n), positions, weights).polynomial)
        for n in range(family.first_n, max(family.first_n, strip.offset))
    )
    numerator, denominator, evidence = _fraction(strip, machine, marked, method, certify, on_progress)
    gf = _with_beginning(family.first_n, strip.offset, initial, numerator, denominator, variables)
    _compare(rule, family, positions, gf, 2 * strip.offset + 2 * reach(rule) + 5)
    return Derived(
        game=game if isinstance(game, str) else rule.name,
        board=family.text,
        positions=asked.value,
        weights=variables,
        generating_function=gf,
        evidence=Evidence(evidence.status, evidence.method, (*evidence.details, ("order", gf.order))),
        offset=strip.offset,
        initial=initial,
        machine=machine,
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


def _compare(rule: Rule, family: Family, positions: str, gf: RationalGF, n: int) -> None:
    """A board well beyond those that the machine was read off is counted by itself, by another sweep."""
    found = gf.at(**dict.fromkeys(gf.variables[1:], 1))[n]
    counted = count(rule, family.at(n), positions).count
    if found != counted:
        raise SelfCheckError(
            f"deriving {rule.name} on {family.text!r}: at n = {n} the series has {found} and the board"
            f" {counted} positions; this is a fault in gfkit, please report it"
        )


def _one_family(board: str | Family) -> Family:
    family = parse_board(board) if isinstance(board, str) else board
    if not isinstance(family, Family | Board):
        raise BoardError(f"board {board!r} is neither a text such as '3xn' nor a family")
    if isinstance(family, Board):
        raise MismatchError(
            f"board {family.text!r} is a single board; deriving needs a family, with n in it, as 3xn"
        )
    return family


def _check(rule: Rule, family: Family, positions: Positions) -> None:
    if not isinstance(rule, PlacementRule):
        check_only_counted(rule, family.at(max(family.first_n, 1)), positions)
    elif positions is Positions.PLAY and not rule.impartial:
        raise MismatchError(
            "positions 'play' compare the players' numbers of pieces, which no finite machine keeps along a"
            " strip, and their generating function is not rational; count play positions board by board"
        )


def _strip(
    rule: Rule,
    family: Family,
    positions: Positions,
    weights: Weights,
    max_memory: int | None,
    on_progress: OnProgress | None,
) -> Strip:
    limit = default_memory() if max_memory is None else max_memory
    held = 0

    def watch(site: int, states: int, fresh: int) -> None:
        nonlocal held
        held += fresh
        if held > limit:
            raise LimitError(
                f"deriving {rule.name} on {family.text!r}: stopped with {states} states at one cell and"
                f" {size_text(held)} of tables; the limit is {size_text(limit)} (max memory)"
            )
        if on_progress is not None:
            on_progress(Progress("finding states", site, 0, states))

    return find_strip(rule, family, positions.stuck, weights, watch)


def _fraction(
    strip: Strip,
    machine: Automaton | None,
    weights: Weights,
    method: str,
    certify: bool,
    on_progress: OnProgress | None,
) -> tuple[Polynomial, Polynomial, Evidence]:
    """Numerator and denominator of the repeating part, and how they are known."""
    before = strip.states_in_period
    small = machine is not None and machine.states <= _DETERMINANT_FROM_AUTO[weights]
    if method == "determinant" or (method == "auto" and small):
        if machine is None:
            raise LimitError(
                f"method 'determinant' takes up to {MOST_STATES} states, and this strip has {before};"
                " use method modular"
            )
        numerator, denominator = determinant_gf(machine, weights.variables)
        details = (("states_before_merging", before), ("states", machine.states))
        return numerator, denominator, Evidence(Status.PROVED, "transfer-matrix", details)
    states = before if machine is None else machine.states
    wanted = certify or states <= _ALWAYS_PROVED[weights]
    try:
        found = modular_gf(strip, weights, certify=wanted, on_progress=on_progress, small=machine)
    except LimitError:
        if certify or not wanted:
            raise
        found = modular_gf(strip, weights, certify=False, on_progress=on_progress, small=machine)
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
    variables: tuple[str, ...],
) -> RationalGF:
    """The whole series: the first counts, then t^offset times the fraction of the rest."""
    names = ("t", *variables)
    terms: dict[tuple[int, ...], int] = {}
    for n, value in enumerate(initial, first_n):
        if isinstance(value, int):
            terms[(n,)] = value
        else:
            terms |= {(n, *powers): coefficient for powers, coefficient in value.terms}
    shift = Polynomial.monomial((offset,) + (0,) * len(variables), names)
    total = Polynomial.of(names, terms) * denominator + shift * numerator
    if offset < first_n:  # the machine also speaks of boards that are too small to close up
        total, denominator = _without(total, denominator, first_n, names)
    return RationalGF.reduced(total, denominator, first_n, integral=True)


def _without(
    numerator: Polynomial, denominator: Polynomial, end: int, names: tuple[str, ...]
) -> tuple[Polynomial, Polynomial]:
    """The fraction minus its terms below t^end."""
    early = RationalGF.reduced(numerator, denominator, 0).terms(end)
    terms: dict[tuple[int, ...], int] = {}
    for n, value in enumerate(early):
        if isinstance(value, int):
            terms[(n,)] = value
        else:
            terms |= {(n, *powers): coefficient for powers, coefficient in value.terms}
    return numerator - Polynomial.of(names, terms) * denominator, denominator


def _plain(polynomial: Polynomial) -> int | Polynomial:
    return polynomial if polynomial.variables else polynomial.total


def foresee(
    game: str | Rule,
    board: str | Family,
    positions: str = "all",
    weights: str = "none",
    *,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> dict[str, int | str]:
    """How large the machine of a family is, without deriving anything from it."""
    rule = as_rule(game)
    family = _one_family(board)
    asked, marked = Positions.read(positions), Weights.read(weights)
    _check(rule, family, asked)
    strip = _strip(rule, family, asked, marked, max_memory, on_progress)
    layers = [layer for slice_ in strip.body for layer in slice_]
    return {
        "states_between_slices": strip.states,
        "most_states": max(layer.after for layer in layers),
        "period": strip.period,
        "transitions_per_period": sum(len(s.source) for layer in layers for s in layer.strands),
        "table_bytes": sum(layer.bytes for layer in layers),
        "order_at_most": strip.states_in_period,
    }
