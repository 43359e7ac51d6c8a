"""Smallest and largest weights of configurations, and the numbers of optimal configurations.

On a single board they are numbers; on a family they are formulas in n.

Let the board of size n have j = n - offset periodic slices (``strip``), and let x_j(s) be the smallest weight
of a path from the initial state to state s after j slices: x_(j+1) = x_j B, a matrix product over the
min-plus semiring. A *part* is a strongly connected component of the transition graph. One part may lead to
another; cyclic families, whose states record the initial segment, have many parts.

Theorem. Suppose that from j to j + p every part P grows by a constant, x_(j+p)(s) = x_j(s) + c(P) for all its
states s. Suppose further that for every step from a part P into another part Q, at each step of the sweep
from j to j + p, either c(P) = c(Q), or c(P) > c(Q) and no path of smallest weight to its target uses it. Then
x_(i+p)(s) = x_i(s) + c(P) for all i >= j. Proof: by induction on steps. A candidate from the same part, or
from a part with the same growth, increases by c in p slices. A candidate from a part with larger growth was
above the minimum and is now further above it. So the smallest weight over all final states is linear on
residue classes as soon as the slowest growing parts are below all others; the n from which this holds is
computed from two linear sequences. (A part without reachable states at j has growth 0 by definition: some
path of smallest weight leads to each of its states, from a part of equal growth.)

A path has smallest weight if and only if each of its steps satisfies x_(j+1)(t) = x_j(s) + w. For large j
these steps repeat with period p, so an automaton with p times as many states counts the paths of smallest
weight, and their numbers have a rational generating function. The largest weights are the smallest weights
after negation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from gfkit.core import native
from gfkit.core.algebra import ARRAYS, Evidence, QuasiPolynomial, RationalGF, Status
from gfkit.core.algebra.number import Number, decimal_text, number, short_text
from gfkit.core.algebra.rational import prepend_initial_counts
from gfkit.core.boards import Board, BoardsLike, Family, PartOfFamily
from gfkit.core.deferred import dataclass, field, replace
from gfkit.core.engine import tuning
from gfkit.core.engine.derive import check_derivable, strip_within
from gfkit.core.engine.strip.aperiodic import strong_components
from gfkit.core.engine.strip.automaton import Automaton, determinant_gf, minimise
from gfkit.core.engine.strip.strip import Slice, Strip
from gfkit.core.engine.sweep.min_plus import (
    MinPlusStep,
    Ways,
    count_minimal,
    entries,
    excess,
    first_ways,
    minimum,
    plus,
    unit_vector,
)
from gfkit.core.engine.task import CountTask, counted_polynomial
from gfkit.core.errors import LimitError, MismatchError, SelfCheckError, note_reading
from gfkit.core.oracle.definitions import checked_powers
from gfkit.core.rules import GameLike, Question
from gfkit.core.rules.kinds import check_weighted
from gfkit.core.rules.library import names_game
from gfkit.core.typing import (
    EventsLike,
    OnProgress,
    PositionsWord,
    Weights,
    check_stop,
    stoppable,
    tell_progress,
)
from gfkit.core.writable import JsonRecord, Language, TextFace
from gfkit.questions.assignments import assignments, optima
from gfkit.questions.costs import Costs
from gfkit.questions.listing import ConfigurationOfBoard

if TYPE_CHECKING:
    from gfkit.core.engine.semirings import Assignment
    from gfkit.questions.quasi_linear import QuasiLinearForm

_Vector = dict[int, int]
"""For each state, the smallest weight of a path to the state."""
_MIN_TERMS = 20
"""Minimum number of initial terms of a formula."""
_Extreme = tuple[int, int] | None
"""Smallest weight and number of optimal paths or configurations, or None if there are none."""


class _FormerNames:
    """Former names of the minimum and the maximum."""

    __slots__ = ()
    smallest = property(attrgetter("minimum"), doc="Former name of ``minimum``.")
    largest = property(attrgetter("maximum"), doc="Former name of ``maximum``.")


@dataclass(frozen=True, slots=True)
class OptimumOfBoard(TextFace, _FormerNames):
    """Smallest and largest weight on one board, with the numbers of optimal configurations; None if there are
    none.
    """

    question: Question
    minimum: tuple[Number, int] | None
    maximum: tuple[Number, int] | None
    evidence: Evidence
    has_costs: bool = False
    """True if the weights are costs of the parts of configurations."""
    witness: tuple[ConfigurationOfBoard | None, ...] | None = None
    """If requested, a configuration of smallest weight and one of largest weight, each None if there are
    none.
    """

    def __repr__(self) -> str:
        least, most = (None if extreme is None else extreme[0] for extreme in (self.minimum, self.maximum))
        return f"<OptimumOfBoard: {self.question}: minimum {least}, maximum {most}; {self.evidence}>"

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that ``gfkit optimum --json`` writes for a board."""

        def extreme_as_json(found: tuple[Number, int] | None) -> dict[str, str] | None:
            return None if found is None else {"weight": decimal_text(found[0]), "count": str(found[1])}

        asked, sides = self.question, ("minimum", "maximum", "smallest", "largest")
        witness = [one and one.as_json() for one in self.witness or ()] * 2
        extremes = [extreme_as_json(self.minimum), extreme_as_json(self.maximum)] * 2
        return {
            "game": asked.game,
            "board": asked.boards.text,
            "positions": asked.positions.value,
            **dict(zip(sides, extremes, strict=True)),
            **({"witness": dict(zip(sides, witness, strict=True))} if witness else {}),
            "evidence": self.evidence.as_json(),
        }


@dataclass(frozen=True, slots=True)
class OptimumLaw:
    """Smallest, or largest, weight for every n, and the number of configurations that attain it."""

    weights: QuasiPolynomial
    counts: RationalGF | None
    """Generating function of the number of optimal configurations, or None if it would need too many
    states.
    """
    known: tuple[tuple[int, int], ...]
    """Initial weights, each with the number of optimal configurations."""

    def chosen(self, family: PartOfFamily, first_n: int) -> OptimumLaw:
        """Return the formula on a subfamily, of which the first known weight is at ``first_n``."""
        weights = family.chosen(self.weights)
        counts = None if self.counts is None else family.chosen(self.counts)
        known = self.known[family.step * weights.first_n + family.shift - first_n :: family.step]
        if counts is not None:
            number = len(self.known)
            known = tuple(
                (int(a), int(b)) for a, b in zip(weights.terms(number), counts.terms(number), strict=True)
            )
        return OptimumLaw(weights, counts, known)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<OptimumLaw: {short_text(self.text)}>"

    @property
    def form(self) -> QuasiLinearForm:
        """Shortest printed form of the weights."""
        from gfkit.questions.quasi_linear import short_form

        return short_form(self.weights)

    @property
    def text(self) -> str:
        """Formula on one line, in the shortest form."""
        return self.form.text

    def to(self, language: Language | str) -> Any:
        """Return the formula of the weights in another format, such as latex, mathml or pari."""
        from gfkit.core.algebra.formula import to

        is_printed = language in ("latex", "mathml")
        return to(self.form.tree(self.weights) if is_printed else self.weights, language)

    def as_json(self) -> dict[str, Any]:
        """Return the formula as a JSON object, with its period, exceptions and initial values."""
        form, law = self.form, self.weights
        counts = None if self.counts is None else self.counts.as_json()
        return {
            "law": form.text,
            "latex": self.to("latex"),
            "period": law.period,
            "valid_from": law.valid_from,
            "exceptions": [{"n": n, "weight": str(law[n])} for n, _ in form.exceptions],
            "weights": [str(weight) for weight, _ in self.known],
            "counts": [str(number) for _, number in self.known],
            "generating_function_of_counts": counts,
        }


@dataclass(frozen=True, slots=True)
class OptimumOfFamily(TextFace, JsonRecord, _FormerNames):
    """Formulas for the smallest and the largest weight on a family. Two objects are equal if their formulas
    are equal.
    """

    question: Question = field(compare=False)
    minimum: OptimumLaw
    maximum: OptimumLaw
    first_n: int
    """Smallest n such that every board of size >= n has a configuration."""
    evidence: Evidence = field(compare=False)
    json_keys = (
        "game=question.game board=question.boards.text positions=question.positions "
        "first_n minimum maximum smallest largest evidence"
    )

    def __repr__(self) -> str:
        laws = f"minimum {short_text(self.minimum.text)}, maximum {short_text(self.maximum.text)}"
        return f"<OptimumOfFamily: {self.question}: {laws}; {self.evidence}>"

    def chosen(self, question: Question, family: PartOfFamily) -> OptimumOfFamily:
        """Return the formulas on a subfamily."""
        sides = [side.chosen(family, self.first_n) for side in (self.minimum, self.maximum)]
        first = max(side.weights.first_n for side in sides)
        return replace(self, question=question, minimum=sides[0], maximum=sides[1], first_n=first)


@stoppable
def optimum(
    game: GameLike,
    board: BoardsLike | None = None,
    positions: PositionsWord = "all",
    *,
    given: EventsLike | None = None,
    witness: bool = False,
    costs: Mapping[str, object] | None = None,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> OptimumOfBoard | OptimumOfFamily:
    """Return the smallest and the largest weight of the configurations, and the numbers of optimal
    configurations.

    The weight is the number of pieces, of vertices in the set, or of edges.

    Parameters
    ----------
    game : str, path, Rule or Question
        A name such as "domineering", the path of a rule file, or a rule. A query replaces all three
        arguments.
    board : str, Board, Family or graph
        A board or a family, its name, such as "4x3" or "3xn", or a networkx graph.
    positions : str or Positions, default "all"
        Positions to consider: "all", "left-ends", "right-ends", "maximal", "play" or "full".
    given : str or tuple of str, optional
        Events that occur in all considered configurations, such as "cell 1,1 is 1".
    witness : bool, default False
        If True, the result for a board has a configuration of smallest and one of largest weight. They are
        checked by the definition of the rule.
    costs : mapping, optional
        Costs of edges, vertices or pieces on a board, which replace their weights, such as {"1-2": "2.5"}:
        integers or decimals for cells joined by hyphens; "*" stands for all parts that are not named.
    max_memory : int, optional
        Maximum memory, in bytes; three quarters of the free memory by default.
    on_progress : function, optional
        Callback that receives a ``Progress`` object.

    Returns
    -------
    OptimumOfBoard or OptimumOfFamily
        For a family a formula for every n, linear on residue classes of n.

    Raises
    ------
    MismatchError
        There is no formula for the rule or the family.
    LimitError
        No period is found, or more than the allowed memory would be needed.

    References
    ----------
    The theorem, with its proof, is in ``gfkit.questions.optimum``.

    Examples
    --------
    >>> optimum("independent-sets", "3x3").maximum
    (5, 1)
    >>> optimum("dominating-sets", "path:n").minimum.text
    'ceil(n/3)'
    >>> optimum("spanning-trees", "cycle:3", costs={"1-2": 1, "2-3": "0.5", "1-3": 4}).minimum
    (Fraction(3, 2), 1)
    """
    if isinstance(game, str):
        game, board, _ = name_optimum(game, board)
    question = Question.of(game, board, positions, "pieces", given=given)
    if isinstance(question.boards, Board) and costs is not None:
        task = CountTask(question.with_weights(Weights.PIECES), max_memory, on_progress)
        return _optimise_costs(task, costs, is_shown=witness)
    check_weighted(question.game, question.rule, question.boards, question.positions)
    if isinstance(question.boards, Board):
        extremes, evidence = _of_board(question, max_memory, on_progress)
        found = OptimumOfBoard(question, *extremes, evidence)
        if not witness:
            return found
        task = CountTask(question.with_weights(Weights.PIECES), max_memory, on_progress)
        return replace(found, witness=_find_witnesses(task, extremes))
    if witness or costs is not None:
        raise MismatchError(
            f"board {question.boards.text!r} is a family; witnesses and costs require one board, such as 3x4"
        )
    check_derivable(question)
    family = question.family
    if isinstance(family, PartOfFamily):
        whole = optimum(question.on(family.whole), max_memory=max_memory, on_progress=on_progress)
        assert isinstance(whole, OptimumOfFamily), "the query must be about a family"
        return whole.chosen(question, family)
    if family.word == "complete" or family.at(max(1, family.first_n)).size == 0:
        raise MismatchError(
            f"board {family.text!r}: smallest and largest weights are supported only for strips; compute"
            " single boards"
        )
    rule = question.rule
    if rule.divide > 1 or rule.least > (0, 0):
        raise MismatchError(
            f"the rule {rule.name} uses the key divide or least; weights are not defined for such"
            " rules, so remove these keys"
        )
    strip = strip_within(question, max_memory, on_progress)
    early = [_of_board(question.on(family.at(n)))[0] for n in range(family.first_n, strip.sure_from)]
    laws, details = [], {"states": strip.states}
    first = family.first_n
    for sign, word in ((1, "minimum"), (-1, "maximum")):
        side = _Extremes(question, strip, sign, on_progress)
        known = [board_[sign < 0] for board_ in early]
        first, law = _derive_formula(question, side, known, word)
        details |= {f"period_of_{word}": law.weights.period}
        laws.append(law)
    _compare(question, first, laws)
    evidence = Evidence(Status.PROVED, "min-plus-period", tuple(details.items()))
    return OptimumOfFamily(question, laws[0], laws[1], first, evidence)


def name_optimum(game: str, board: Any) -> tuple[str, Any, str]:
    """Parse a name such as "domination number": return its structure, its board, and "minimum" or "maximum".

    Other names are returned unchanged, with an empty string for the extreme.

    >>> import warnings
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore")
    ...     name_optimum("domination number", "3x3"), name_optimum("kings' independence number", "3x3")
    (('dominating-sets', '3x3', 'minimum'), ('independent-sets', 'king:3x3', 'maximum'))
    """
    if names_game(game) or "/" in game:
        return game, board, ""
    from gfkit.core.boards.spelling import optimum_named, plain_text

    found = optimum_named(game)
    if found is None or not names_game(found.name):
        return game, board, ""
    on = board
    if found.piece:
        if not isinstance(board, str) or not (
            sizes := re.search(r"(?<![\dmn])[\dmn]++x[\dmn]+$", plain_text(board))
        ):
            raise MismatchError(f"game {game!r}: write a board of squares, such as 6x6")
        on = f"{found.piece}:{sizes[0]}"
    whose = f" of the {found.piece} graph {on}" if found.piece else ""
    note_reading(f"{game!r} read as the {found.side} of {found.name}{whose}")
    return found.name, on, found.side


def _optimise_costs(task: CountTask, given: Mapping[str, object], *, is_shown: bool) -> OptimumOfBoard:
    """Return the smallest and the largest cost, each with a configuration if it is requested."""
    costs = Costs(task, given)
    ends = optima(task, costs.of)
    smallest, largest = (end and (number(Fraction(end[0], costs.unit)), end[1]) for end in ends)
    found = OptimumOfBoard(task.question, smallest, largest, task.evidence, has_costs=True)
    shown = [end and _checked(task, end[2], end[0], costs) for end in ends]
    return replace(found, witness=tuple(shown)) if is_shown else found


def _find_witnesses(task: CountTask, extremes: Sequence[_Extreme]) -> tuple[ConfigurationOfBoard | None, ...]:
    """Return configurations of the given smallest and largest weight."""
    if task.alternates:  # the numbers of pieces of both players are constrained
        laid = [None if end is None else next(assignments(task, end[0])) for end in extremes]
    else:
        laid = [end and end[2] for end in optima(task)]
    pairs = zip(laid, extremes, strict=True)
    return tuple(None if one is None or end is None else _checked(task, one, end[0]) for one, end in pairs)


def _checked(
    task: CountTask, laid: Assignment, weight: int, costs: Costs | None = None
) -> ConfigurationOfBoard:
    """Return a configuration. Raise SelfCheckError if the definition of the rule rejects it, or if its weight
    or cost differs.
    """
    if task.rule.has_image:
        raise MismatchError(f"{task.rule.name} counts images of configurations, and draws none of them")
    powers = checked_powers(task.rule, task.board, task.positions, laid)
    shown = ConfigurationOfBoard.of(task.question, laid)
    actual = sum(powers) if costs is None else costs.total(shown.configuration)
    if actual != weight:
        raise SelfCheckError(
            f"{task.question}: an optimal configuration has the weight {actual}, not {weight}; this is a bug"
            " in gfkit, please report it"
        )
    return shown


def _of_board(
    question: Question, max_memory: int | None = None, on_progress: OnProgress | None = None
) -> tuple[tuple[_Extreme, _Extreme], Evidence]:
    """Return the lowest and the highest exponent of the counting polynomial of a board, with their
    coefficients.
    """
    task = CountTask(replace(question, weights=Weights.PIECES), max_memory, on_progress)
    task.purpose = "polynomial" if task.alternates else "extremes"
    if ARRAYS and not task.alternates and native.is_built():
        from gfkit.questions.extremes import extreme_sweep

        task.extreme_sweep = extreme_sweep
    polynomial, evidence = counted_polynomial(task)
    evidence = task.replaced or Evidence(evidence.status, evidence.method)
    terms = {powers[0]: number for powers, number in polynomial.terms}
    if not terms:
        return (None, None), evidence
    low, high = min(terms), max(terms)
    return ((low, terms[low]), (high, terms[high])), evidence


class _Extremes:
    """Vectors of smallest weights along a strip, for each strongly connected component."""

    def __init__(self, question: Question, strip: Strip, sign: int, on_progress: OnProgress | None) -> None:
        self.strip, self.sign, self.on_progress = strip, sign, on_progress
        self.what = f"{question.rule.name} on {question.boards.text!r}"
        self._known: dict[tuple[int, bool], MinPlusStep] = {}
        self.body = [self._steps(slice_) for slice_ in strip.body]
        self._head = [step for slice_ in strip.head for step in self._steps(slice_)]
        self._is_exact = False
        self.ends = [self._advance_backwards(phase) for phase in range(strip.period)]
        """For each phase, the smallest weights of the continuations of the states, and the numbers of
        continuations that attain them.
        """
        self.vectors = [self._begin()[0]]
        self._counted: tuple[int, Ways] | None = None
        """The largest j for which paths were counted, and their numbers."""
        self.part: list[list[list[int]]] | None = None
        """Number of the component of each state, by phase, step and state; None while all states together
        are one component.
        """
        self.begin, self.period, self.growth = self._find_uniform_period() or self._find_period()
        """Smallest j, the period in slices, and the growth of each component."""

    def _steps(self, slice_: Slice, *, backwards: bool = False) -> list[MinPlusStep]:
        """Return the steps of a slice. Equal layers have one step."""
        for layer in slice_:
            if (id(layer), backwards) not in self._known:
                self._known[id(layer), backwards] = MinPlusStep(layer, self.sign, backwards=backwards)
        return [self._known[id(layer), backwards] for layer in slice_[:: -1 if backwards else 1]]

    def _begin(self) -> tuple[Any, Ways]:
        """Return the smallest weights before the first periodic slice, and the numbers of paths."""
        return _advance(self._head, unit_vector(1, [0]), first_ways(1, [0], exact=self._is_exact))

    def _advance_backwards(self, phase: int) -> tuple[Any, Ways]:
        slices, final = self.strip.tails[phase], self.strip.finals[phase]
        size = slices[-1][-1].after if slices else self.strip.body[phase][0].before
        steps = [step for slice_ in reversed(slices) for step in self._steps(slice_, backwards=True)]
        return _advance(steps, unit_vector(size, final), first_ways(size, final, exact=self._is_exact))

    def values(self, j: int) -> dict[int, int]:
        """Return, for each component, the smallest weight of a path that ends after j slices."""
        phase = j % self.strip.period
        total = plus(self.vectors[j], self.ends[phase][0])
        if self.part is None:
            least = minimum(total)
            return {} if least is None else {0: least}
        pairs = [(weight, self.part[phase][0][state]) for state, weight in entries(total).items()]
        return {part: weight for weight, part in sorted(pairs, reverse=True)}

    def extreme(self, j: int) -> _Extreme:
        """Return the smallest weight of a path that ends after j slices, and the number of these paths."""
        ends = self.ends[j % self.strip.period]
        least = minimum(plus(self.vectors[j], ends[0]))
        if least is None:
            return None
        number = count_minimal(self.vectors[j], ends[0], self.ways(j), ends[1])
        if number is None:
            self.make_exact()
            return self.extreme(j)
        return least, number

    def make_exact(self) -> None:
        """Count paths with integers of any size from now on."""
        self._is_exact, self._counted = True, None
        self.ends = [self._advance_backwards(phase) for phase in range(self.strip.period)]

    def until(self, j: int) -> None:
        """Compute the vectors up to j."""
        while len(self.vectors) <= j:
            check_stop()
            last = len(self.vectors) - 1
            self.vectors.append(_advance(self.body[last % self.strip.period], self.vectors[-1])[0])

    def ways(self, j: int) -> Ways:
        """Return the number of paths of smallest weight to each state after j slices."""
        if self._counted is None or self._counted[0] > j:
            self._counted = 0, self._begin()[1]
        last, ways = self._counted
        while last < j:
            check_stop()
            ways = _advance(self.body[last % self.strip.period], self.vectors[last], ways)[1]
            last += 1
        self._counted = last, ways
        return ways

    def layers(self, j: int) -> list[_Vector]:
        """Return the finite entries of the vector before every step of slice j, and after the last step."""
        steps = self.body[j % self.strip.period]
        vectors = accumulate(steps, lambda vector, step: step.advance(vector)[0], initial=self.vectors[j])
        return [*map(entries, vectors)]

    def component(self, phase: int, state: int) -> int:
        """Return the component of a state before a slice."""
        return 0 if self.part is None else self.part[phase][0][state]

    def _find_uniform_period(self) -> tuple[int, int, dict[int, int]] | None:
        """Compute vectors until one equals an earlier one up to a constant, which is then so forever."""
        seen: dict[object, tuple[int, int]] = {}
        phases, each = self.strip.period, sum(step.size for steps in self.body for step in steps)
        for j in range(
            min(tuning.QUESTIONS.uniform_slices, tuning.QUESTIONS.uniform_steps // max(each, 1)) + 1
        ):
            self.until(j)
            least = minimum(self.vectors[j])
            if least is None:
                return j, phases, {}
            form = excess(self.vectors[j], least)
            begin, before = seen.setdefault((j % phases, hash(form)), (j, least))
            if begin < j and form == excess(self.vectors[begin], before):
                return begin, j - begin, {0: least - before}
            tell_progress(self.on_progress, "searching for a period", j, 0, len(self.vectors[-1]))
        return None

    def _find_period(self) -> tuple[int, int, dict[int, int]]:
        """Compute vectors of extreme weights until every component is periodic, which the theorem proves."""
        self.part = _parts(self.body)
        seen: dict[object, int] = {}
        each = sum(step.size for steps in self.body for step in steps) // self.strip.period
        j, next_try = 0, 0
        while j <= tuning.QUESTIONS.period_slices and j * each <= tuning.QUESTIONS.period_steps:
            self.until(j)
            keys = self._compute_excess_keys(j)
            gone = [j - seen[key] for key in keys if key in seen]
            period = lcm(self.strip.period, *gone)
            if len(gone) == len(keys) and j >= next_try and period <= tuning.QUESTIONS.longest_period:
                self.until(j + period)
                growth = self._growth(j, period)
                if growth is not None:
                    return j, period, growth
                next_try = j + 1 + j // 8
            seen |= dict.fromkeys(keys, j)
            tell_progress(self.on_progress, "searching for a period", j, 0, len(self.vectors[-1]))
            j += 1
        word = "smallest" if self.sign > 0 else "largest"
        raise LimitError(
            f"the {word} weight of {self.what}: no period was found within {j} slices; compute single boards"
        )

    def _compute_excess_keys(self, j: int) -> list[object]:
        """Return, for each component after j slices, the states of the component and their excess over the
        minimum.
        """
        phase = j % self.strip.period
        by_part: dict[int, list[tuple[int, int]]] = {}
        for state, weight in entries(self.vectors[j]).items():
            by_part.setdefault(self.component(phase, state), []).append((state, weight))
        keys: list[object] = []
        for part, pairs in by_part.items():
            least = min(weight for _, weight in pairs)
            keys.append((phase, part, frozenset((state, weight - least) for state, weight in pairs)))
        return keys

    def _growth(self, j: int, period: int) -> dict[int, int] | None:
        """Return the growth of the weights in each component over one period, or None if the hypothesis of
        the theorem fails.
        """
        growth: dict[int, int] = {}
        phases = self.strip.period
        self.until(j + period + phases)
        exact = [self.layers(j + k) for k in range(period + phases)]
        assert self.part is not None, "components are known"
        for k in range(phases):  # every step of one period, and the same step one period later
            for at, part in enumerate(self.part[(j + k) % phases]):
                vector, later = exact[k][at], exact[k + period][at]
                if vector.keys() != later.keys():
                    return None
                for state, weight in vector.items():
                    more = later[state] - weight
                    if growth.setdefault(part[state], more) != more:
                        return None
        return growth if self._is_undisturbed(j, exact[:period], growth) else None

    def _is_undisturbed(self, j: int, windows: Sequence[Sequence[_Vector]], growth: dict[int, int]) -> bool:
        """Return True if no step of smallest weight enters a component from a component with larger
        growth.
        """
        phases = self.strip.period
        assert self.part is not None, "components are known"
        for k, exact in enumerate(windows):
            phase, last = (j + k) % phases, len(exact) - 2
            for at, step in enumerate(self.body[phase]):
                here = self.part[phase][at]
                there = self.part[(phase + 1) % phases][0] if at == last else self.part[phase][at + 1]
                for state, weight in exact[at].items():
                    for target, more in step.rows[state]:
                        ahead = growth.get(here[state], 0) - growth.get(there[target], 0)
                        if ahead < 0 or (ahead and weight + more <= exact[at + 1][target]):
                            return False
        return True


def _parts(body: Sequence[Sequence[MinPlusStep]]) -> list[list[list[int]]]:
    """Return the strongly connected component of each state, by phase and step (Tarjan's algorithm)."""
    base: dict[tuple[int, int], int] = {}
    total = 0
    for phase, steps in enumerate(body):
        for at, step in enumerate(steps):
            base[phase, at] = total
            total += step.before
    targets: list[list[int]] = []
    for phase, steps in enumerate(body):
        for at, step in enumerate(steps):
            after = base[(phase, at + 1) if at + 1 < len(steps) else ((phase + 1) % len(body), 0)]
            targets += [sorted({after + target for target, _ in row}) for row in step.rows]
    part = strong_components(targets)
    return [
        [part[base[phase, at] : base[phase, at] + step.before] for at, step in enumerate(steps)]
        for phase, steps in enumerate(body)
    ]


def _advance(steps: Sequence[MinPlusStep], vector: Any, ways: Ways = ()) -> tuple[Any, Ways]:
    """Return the smallest weights after some steps, and the numbers of paths that attain them."""
    for step in steps:
        vector, ways = step.advance(vector, ways)
    return vector, ways


def _derive_formula(
    question: Question, extremes: _Extremes, early: Sequence[_Extreme], word: str
) -> tuple[int, OptimumLaw]:
    """Return the smallest n of the formula, and the formula. Boards of smaller size are counted
    separately.
    """
    family, strip, sign, period = question.family, extremes.strip, extremes.sign, extremes.period
    base = max(family.first_n, strip.sure_from) - strip.offset
    begin = max(extremes.begin, base)
    extremes.until(begin + period)
    best = _find_minimal_components(extremes, begin, period)
    if best is None:
        exists = {j + strip.offset: bool(extremes.values(j)) for j in range(base, begin + period)}
        exists |= {n: end is not None for n, end in enumerate(early, family.first_n)}
        raise MismatchError(
            f"no formula for the {word} weight of {extremes.what}: {_existence(exists, period)} (proved);"
            " compute single boards instead of the family"
        )
    start, chosen = best
    if start > tuning.QUESTIONS.period_slices:
        raise LimitError(
            f"no formula for the {word} weight of {extremes.what}: it would be valid only after {start:,}"
            " slices; compute single boards instead of the family"
        )
    stop = max(start + 2 * period, base + _MIN_TERMS)
    extremes.until(stop)
    values = [extremes.extreme(j) for j in range(base, stop)]
    known = [*early, *((None if value is None else (sign * value[0], value[1])) for value in values)]
    first = family.first_n + max((k + 1 for k, extreme in enumerate(known) if extreme is None), default=0)
    there = [extreme for extreme in known[first - family.first_n :] if extreme is not None]
    weights = QuasiPolynomial.interpolate(
        [weight for weight, _ in there], first, strip.offset + start, period, 1
    )
    counts = _counts(extremes, [ways for _, ways in there], first, start, period, chosen)
    return first, OptimumLaw(weights, counts, tuple(there))


def _existence(there: Mapping[int, bool], period: int) -> str:
    """Return the n for which there are configurations, given all n before the end of the first period.

    >>> _existence({0: True} | {n: n % 4 == 1 for n in range(1, 13)}, 8)
    'configurations exist for n mod 4 = 1 and for n = 0, and for no other n'
    """
    stop = max(there) + 1
    step = next(p for p in range(1, period + 1) if period % p == 0 and all(
        there[n] == there[n - p] for n in range(stop - period + p, stop)
    ))  # fmt: skip
    steady = {n % step: there[n] for n in range(stop - step, stop)}
    since = next((n + 1 for n in sorted(there)[::-1] if steady[n % step] and not there[n]), min(there))
    residues = sorted(residue for residue, exists in steady.items() if exists)
    listed = (
        f"in {{{', '.join(map(str, residues))}}}" if residues[1:] else f"= {residues[0]}" if residues else ""
    )
    parts = [f"n mod {step} {listed}" + f", n >= {since}," * (since > min(there))] * bool(residues)
    odd = [n for n, exists in sorted(there.items()) if exists and not (steady[n % step] and n >= since)]
    parts += [f"n = {', '.join(map(str, odd))}"] * bool(odd)
    return (
        f"configurations exist for {' and for '.join(parts)}, and for no other n"
        if parts
        else "no configurations exist"
    )


def _find_minimal_components(
    found: _Extremes, begin: int, period: int
) -> tuple[int, list[frozenset[int]]] | None:
    """Return, for each residue, the minimal components, and the j from which they are minimal; or None."""
    growth = found.growth
    rounds, chosen = 0, []
    for j in range(begin, begin + period):
        values = found.values(j)
        if not values:
            return None
        slowest = min(growth.get(part, 0) for part in values)
        low = min(value for part, value in values.items() if growth.get(part, 0) == slowest)
        chosen.append(frozenset(p for p, v in values.items() if growth.get(p, 0) == slowest and v == low))
        for part, value in values.items():
            ahead = growth.get(part, 0) - slowest
            if ahead and value <= low:
                rounds = max(rounds, (low - value) // ahead + 1)
    return begin + rounds * period, chosen


def _counts(
    found: _Extremes,
    early: Sequence[int],
    first: int,
    start: int,
    period: int,
    chosen: Sequence[frozenset[int]],
) -> RationalGF | None:
    """Return the generating function of the number of optimal configurations, or None if it is too large."""
    phases = found.strip.period
    slopes = {found.growth.get(part, 0) for part in frozenset().union(*chosen)}
    if found.part is None and period * len(found.vectors[start]) > tuning.QUESTIONS.optimum_states:
        return None
    layers = [
        [
            s
            for s in entries(found.vectors[start + q])
            if found.growth.get(found.component((start + q) % phases, s), 0) in slopes
        ]
        for q in range(period)
    ]
    if sum(map(len, layers)) > tuning.QUESTIONS.optimum_states:
        return None
    found.make_exact()
    number = {(q, s): k for k, (q, s) in enumerate((q, s) for q, layer in enumerate(layers) for s in layer)}
    edges = []
    for q, layer in enumerate(layers):
        steps, exact = found.body[(start + q) % phases], found.layers(start + q)
        for s in layer:
            reached = _find_minimal_successors(s, steps, exact)
            row = {((q + 1) % period, t): ways for t, ways in reached.items()}
            edges.append({number[at]: {(0, 0): ways} for at, ways in row.items() if at in number})
    final = {}
    for q, layer in enumerate(layers):
        phase, least = (start + q) % phases, min(found.values(start + q).values(), default=None)
        total, ways = plus(found.vectors[start + q], found.ends[phase][0]), found.ends[phase][1][0]
        for s in layer:
            if found.component(phase, s) in chosen[q] and total[s] == least:
                final[number[q, s]] = {(0, 0): int(ways[s])}
    begun = {number[0, s]: {(0, 0): int(found.ways(start)[0][s])} for s in layers[0]}
    machine = minimise(Automaton(begun, tuple(edges), final))
    if machine.states > tuning.QUESTIONS.merged_states:
        return None
    begin = found.strip.offset + start
    return prepend_initial_counts(first, begin, early[: begin - first], determinant_gf(machine, ()))


def _find_minimal_successors(
    state: int, steps: Sequence[MinPlusStep], exact: Sequence[_Vector]
) -> dict[int, int]:
    """Return the states reached from a state by paths of smallest weight through a slice, with the numbers of
    paths.
    """
    reached = {state: 1}
    for step, before, after in zip(steps, exact, exact[1:], strict=False):
        more: dict[int, int] = {}
        for s, ways in reached.items():
            for target, weight in step.rows[s]:
                if before[s] + weight == after[target]:
                    more[target] = more.get(target, 0) + ways
        reached = more
    return reached


def _compare(question: Question, first: int, laws: Sequence[OptimumLaw]) -> None:
    """Raise SelfCheckError if separately counted small boards disagree with the formulas."""
    for n in _iterate_small_sizes(question.family, first):
        for law, counted in zip(laws, _of_board(question.on(question.family.at(n)))[0], strict=True):
            number = None if law.counts is None else law.counts[n]
            if counted is None or counted[0] != law.weights[n] or number not in (None, counted[1]):
                raise SelfCheckError(
                    f"{question}: at n = {n} the formula gives the optimum {law.weights[n]} with multiplicity"
                    f" {number}, but the direct computation gives (optimum, multiplicity) = {counted};"
                    " this is a bug in gfkit, please report it"
                )


def _iterate_small_sizes(family: Family, first: int) -> Iterator[int]:
    """Yield the sizes of a few boards with few cells."""
    for n in range(max(first, family.first_n + 1), first + 30, 3):
        if family.at(n).size > tuning.QUESTIONS.optimum_cells:
            return
        yield n
