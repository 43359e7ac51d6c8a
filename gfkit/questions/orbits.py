"""Counts up to symmetries of the board, by Burnside's lemma: on single boards, and on families as formulas.

Lemma (Cauchy, Frobenius). Let a finite group act on configurations; the number of its orbits is the mean,
over the group, of the number of configurations that an element fixes. Fixed configurations are counted on
the quotient board (``machine/folding.py``). The group acts if each element preserves the rule, which is
verified (``machine/invariance.py``).

Strips. The symmetries common to all boards of a family are *motions* of the slices: they act equally on every
slice and may reverse the order of the slices. The quotient of the board of size n by a motion that preserves
the order consists of n equal slices. The quotient by a motion that reverses the order has half as many: slice
j is identified with slice n - 1 - j, which changes only the slices near the middle, that is, adds one more
end. So the theorem of ``strip`` holds for quotient boards, with one automaton for all n, or one for even and
one for odd n, and a(n) has a rational generating function.

Cyclic families. Let s be the translation by one slice, and let G be the group of all motions of the
bi-infinite strip that preserve the order of its slices, including motions that translate vertices by
different numbers of slices. The mean of these numbers is the *drift* of a motion; drift is additive, a
multiple of some 1/q, and the group T of motions of drift 0 is finite. Let t be the twist, so that N = s^n / t
is the identity on a cycle of n slices; s and t commute with G. The symmetries of the cycle that preserve the
order are G / <N>, and there are q n |T| = n |W|, W = G / <s>.

Theorem. With b = 2 if others reverse the order, else 1, with U_g the |T| motions of drift g / q and F_n(u)
the number of configurations of the cycle of n slices that u fixes,

    a(n) = 1 / (b n |W|) sum over d | q n of phi(d) sum over u in U_(q n / d) of F_n(u), + R(n) / (4 |W|).

Proof. Let v have drift r / q with 0 <= r < q n, g = gcd(r, q n), d = q n / g. There is z with z r / g = 1
modulo d that is prime to the order of G / <N>. To take z-th powers is a bijection there, under which all v of
drift r / q become all u of drift g / q; u and v generate the same group and have the same fixed
configurations. There are phi(d) numbers r for each g. The term R occurs if b = 2: all n reflections of an odd
cycle by one motion of slices are conjugate under s, and the reflections of an even cycle form two classes.

How P_d(g), the inner sum, depends on d and g. Let g = q k + r with 0 <= r < q, u = s^k v with v of drift r /
q. A configuration is fixed by u and N if and only if it is fixed by u and u^d / N = v^d s^(-d r / q) t. The
latter is an element of T which depends only on v and on d modulo E, where all v^E are powers of s; without a
twist the group that it generates depends only on gcd(d, E), because roots of s may be added to G. So the
winding number d may be replaced by D = d modulo E as long as no constraint overlaps itself, which holds on
cycles of more than 2 R slices, where R is the range of the rule. The quotient of the cycle by u is a strip of
k slices and part of a slice, so P_d(q k + r) has a rational generating function for each r and class of d;
and so has R. A hub, that is, a vertex adjacent to all slices, depends on the winding number. Let h be the
order of the action of all v on the hubs: then the number of neighbours of any kind of a hub is d / h times a
number that depends only on u. If only min(number of neighbours, c) matters, or their number modulo M, then
all d >= c h are equivalent modulo M h; smaller d are treated separately (``rules/threshold.py``). A piece or
placement that covers a hub and another vertex exists only for d <= h, since there would be d / h of them: so
c = 2. Rules with counts on the whole board are rejected. The formula holds for n >= 2 R + 1, and smaller
boards are counted one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import reduce
from itertools import accumulate
from math import gcd, lcm
from operator import add

from gfkit.core.algebra import Count, Evidence, Polynomial, RationalGF, Status
from gfkit.core.algebra.rational import prepend_initial_counts
from gfkit.core.boards import Board, BoardsLike, Family, PartOfFamily
from gfkit.core.boards.family import spots
from gfkit.core.boards.symmetry import Motion, Symmetry, has_more_symmetries, motions, symmetries, symmetry_by
from gfkit.core.deferred import dataclass, replace
from gfkit.core.engine import tuning
from gfkit.core.engine.derive import Derivation, build_small_automaton, check_derivable, strip_within
from gfkit.core.engine.machine.base import Machine
from gfkit.core.engine.machine.order import check_order
from gfkit.core.engine.strip.strip import reach_on
from gfkit.core.engine.task import CountTask
from gfkit.core.errors import LimitError, MismatchError, SelfCheckError
from gfkit.core.rules import GameLike, Question, Rule
from gfkit.core.rules.kinds import system_of
from gfkit.core.rules.kinds.constraints import Cardinality, ConstraintSystem, Relation, SymbolMove
from gfkit.core.rules.threshold import threshold
from gfkit.core.typing import OnProgress, PositionsWord, UpTo, UpToWord, Weights, WeightsWord, stoppable
from gfkit.questions.folding import folded_by
from gfkit.questions.invariance import fitting_names
from gfkit.questions.orbit_laws import OrbitsOfFamily, RingLaw, Rounds, Value, whole_quotient

_LISTED = "; gfkit.brute_force(..., up_to='symmetry') lists small boards"


@stoppable
def orbits(
    game: GameLike,
    board: BoardsLike | None = None,
    positions: PositionsWord = "all",
    weights: WeightsWord = "none",
    *,
    up_to: UpToWord = "symmetry",
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> Count | OrbitsOfFamily:
    """Return the number of configurations up to symmetries of the board, or its formula for a family.

    Parameters
    ----------
    game : str, path, Rule or Question
        A name such as "domineering", the path of a rule file, or a rule. A query replaces all four arguments.
    board : str, Board, Family or graph
        A board or a family, its name, such as "4x3" or "3xn", or a networkx graph.
    positions : str or Positions, default "all"
        Positions to count: "all", "left-ends", "right-ends", "maximal", "play" or "full".
    weights : str or Weights, default "none"
        Weights: "none", "pieces" (x counts pieces), or "players" (x and y count the pieces of each).
    up_to : str or UpTo, default "symmetry"
        Symmetries: "symmetry" (rotations and reflections), "rotations", "rectangle" (symmetries that map
        rows to rows, on squares too) or "automorphisms" (of a single board, all automorphisms of its graph).
    max_memory : int, optional
        Maximum memory, in bytes; three quarters of the free memory by default.
    on_progress : function, optional
        Callback that receives a ``Progress`` object.

    Returns
    -------
    Count or OrbitsOfFamily
        A count for a board, a formula for a family.

    Raises
    ------
    OptionError
        An option has an unknown value.
    MismatchError
        A symmetry does not preserve the rule, or there is no formula for the family.
    LimitError
        More than the allowed memory would be needed.

    Notes
    -----
    Cost: for each symmetry, one count, or one derivation, on the quotient of the board.

    References
    ----------
    Burnside's lemma, and its consequence for cyclic families, are in ``gfkit.questions.orbits``.

    Examples
    --------
    >>> int(orbits("independent-sets", "3x3"))
    20
    >>> print(orbits("independent-sets", "path:n").generating_function)
    (1 + t - 2*t^2 - t^3 - t^4 - t^5)/(1 - t - 2*t^2 + t^3 + t^5 + t^6)
    """
    question = Question.of(game, board, positions, weights)
    wanted = UpTo.read(up_to)
    question.check_symmetric()
    check_orbits(question.rule)
    task = _Task(question, wanted, max_memory, on_progress)
    if isinstance(question.boards, Board):
        return task.of_board(question.boards)
    if isinstance(question.boards, PartOfFamily):
        return _part(orbits(question.on(question.boards.whole), up_to=wanted), question, question.boards)
    return task.of_family(question.family)


def check_orbits(rule: Rule) -> None:
    """Raise MismatchError if the rule cannot be counted up to any symmetry."""
    what, near = rule.no_orbits, ""
    if any(linkage.chooses for linkage in rule.linkages):
        what, near = "chooses a root in each component, which symmetries move", _LISTED
    if what:
        raise MismatchError(f"the rule {rule.name} {what}; it is not counted up to symmetry{near}")


def _part(whole: Count | OrbitsOfFamily, question: Question, family: PartOfFamily) -> OrbitsOfFamily:
    """Return the formula of an arithmetic progression of boards, from the formula of all boards."""
    assert isinstance(whole, OrbitsOfFamily), "the query must be about a family"
    if whole.rational is None:
        raise MismatchError(
            f"board {family.text!r}: formulas up to symmetry are supported for subfamilies only if the whole"
            f" family has a generating function; use {family.whole.text}"
        )
    chosen = family.chosen(whole.rational)
    return replace(whole, question=question, rational=chosen, first_n=chosen.first_n)


@dataclass(frozen=True)
class _Folds:
    """Quotients of the boards of a family, for every k: the board of size n = ``size(k)`` modulo the
    symmetries ``by(board, k)``.
    """

    question: Question
    size: Callable[[int], int]
    by: Callable[[Board, int], list[Symmetry]]
    first: int
    begin: int = 0
    """First swept slice; on a cycle the others follow in cyclic order."""
    skew: int = 0
    share: Callable[[int], int] = lambda _: 1
    """Number of equivalent parts, one of which carries the weights."""

    def _board(self, k: int) -> Board:
        family = self.question.family
        return replace(family.at(self.size(k)), text=family.text)

    def machine(self, k: int) -> tuple[Machine, tuple[int, ...]]:
        """Return the automaton of a quotient board, and the first step of each slice."""
        board = self._board(k)
        by_turn: dict[int, list[int]] = {}
        where = spots(self.question.family, board)
        for cell, (_, turn) in enumerate(where):
            by_turn.setdefault(turn, []).append(cell)
        hubs = by_turn.pop(-1, [])
        turns = sorted(by_turn, key=lambda turn: (turn - self.begin) % len(by_turn))
        sweep = [cell for turn in turns for cell in by_turn[turn]]
        sweep = hubs + sweep
        folding = folded_by(self.question, board, self.by(board, k), sweep, self.share(k), where)
        slices = [[cell for cell in by_turn[turn] if cell in folding.times] for turn in turns]
        slices = [slice_ for slice_ in slices if slice_] or [[]]
        kept = [hub for hub in hubs if hub in folding.times]
        slices[0] = kept + slices[0]
        order = check_order([cell for slice_ in slices for cell in slice_], folding.cells)
        starts = accumulate((len(folding.swept(slice_)) for slice_ in slices), initial=0)
        return folding.machine(order), tuple(starts)

    def fixed_count(self, k: int) -> Value:
        """Return the number of fixed configurations."""
        board = self._board(k)
        polynomial, _ = count_fixed(self.question.on(board), self.by(board, k), parts=self.share(k))
        return _value(polynomial)


def count_fixed(
    question: Question,
    by: Sequence[Symmetry],
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
    *,
    parts: int = 1,
) -> tuple[Polynomial, int]:
    """Return the polynomial of the configurations that symmetries of the board fix, and the number of states.

    They are counted on the quotient board of ``machine/folding.py``, with the weights of one of ``parts``
    parts that are equivalent under the symmetries.
    """
    task, board = CountTask(question, max_memory, on_progress), question.board
    if question.positions.stuck:
        board = replace(board, hubs=0, spots=())  # hubs are swept like other cells
    task.fold(folded_by(question.with_weights(task.inner), board, by, parts=parts))
    return task.polynomial(), task.states


def _value(found: Polynomial) -> Value:
    return found if found.variables else found.total


class _Task:
    """Computation of one count up to symmetry."""

    def __init__(
        self, question: Question, up_to: UpTo, max_memory: int | None, on_progress: OnProgress | None
    ) -> None:
        self.question, self.up_to, self.on_progress = question, up_to, on_progress
        self.max_memory = max_memory
        self.states = 1

    # Single boards

    def of_board(self, board: Board, family: Family | None = None) -> Count:
        """Return the mean number of configurations fixed by a symmetry of the board (or of its family, if
        given).
        """
        group = symmetries(board, self.up_to, family)
        question = self.question.on(board)
        classes = list(_select_class_representatives(group))
        for (
            symmetry,
            _,
        ) in classes:  # if one element of each class preserves the rule, all do: they generate the group
            fitting_names(question.rule, board, symmetry, question.weights)
        fixed = []
        for symmetry, often in classes:
            polynomial, states = count_fixed(question, [symmetry], self.max_memory, self.on_progress)
            self.states = max(self.states, states)
            fixed.append(polynomial * often)
        return Count(
            game=question.game,
            board=board.text,
            positions=question.positions.value,
            weights=question.weights.variables,
            polynomial=whole_quotient(reduce(add, fixed), len(group)),
            evidence=self._evidence(len(group)),
            up_to=self.up_to.value,
        )

    def _evidence(self, group: int, counted: str = "symmetries", **more: int) -> Evidence:
        figures = ((counted, group), ("states", self.states), *more.items())
        return Evidence(Status.PROVED, "burnside", figures)

    # Families

    def of_family(self, family: Family) -> OrbitsOfFamily:
        """Return the formula of a strip or of a cyclic family."""
        group = self.valid_motions(family)
        if family.closes:
            return self._derive_cyclic(family, group)
        fixed = []
        for motion, often in self._select_conjugacy_representatives(family, group):
            step = 2 if motion.backwards else 1
            series = [self._series(self._strip(family, motion, step, rest)) for rest in range(step)]
            fixed.append(_interlace(series) * often)
        whole = reduce(add, fixed) * Fraction(1, len(group))
        law = RationalGF.reduced(whole.numerator, whole.denominator, family.first_n, integral=True)
        evidence = self._evidence(len(group), order=law.order)
        made = OrbitsOfFamily(self.question, self.up_to, law, None, (), family.first_n, evidence)
        self._compare(made, family, family.first_n)
        return made

    def valid_motions(self, family: Family) -> tuple[Motion, ...]:
        """Return the motions of a family, all of which preserve the rule. Raise MismatchError if there is no
        formula.
        """
        group = motions(family, self.up_to)
        check_derivable(self.question)
        if self.up_to is UpTo.SYMMETRY:
            self._check_whole(family)
        rule = self.question.rule
        sample = replace(family.at(family.first_n + tuning.QUESTIONS.generic_slices[0]), text=family.text)
        if not sample.size:
            raise MismatchError(
                f"board {family.text!r} has no cells that a symmetry moves; count without symmetries"
            )
        constraints = system_of(rule, sample, self.question.positions).constraints
        if any(constraint.is_ordered for constraint in constraints):
            raise MismatchError(
                f"board {family.text!r}: the rule {rule.name} has constraints on lines; gfkit has no formula"
                " up to symmetry: count the orbits of single boards, such as"
                f" {family.at(family.first_n + 3).text}"
            )
        every = [symmetry_by(family, sample, motion) for motion in group]
        if family.closes:
            every.append(symmetry_by(family, sample, next(motion for motion in group if motion.still), 1))
        for symmetry in every:
            fitting_names(rule, sample, symmetry, self.question.weights)
        if family.closes:
            self._find_winding_classes(family, [motion for motion in group if not motion.backwards])
        return group

    def _check_whole(self, family: Family) -> None:
        """Raise MismatchError if a graph has more symmetries than those that map slices to slices."""
        if family.slices is None:
            return
        for more in tuning.QUESTIONS.generic_slices:
            board = family.at(family.first_n + more)
            ours = len(symmetries(board, UpTo.SYMMETRY, family))
            if not has_more_symmetries(board, ours):
                return
        raise MismatchError(
            f"board {family.text!r}: only {ours} symmetries act in the same way on every slice, but"
            f" {board.text} has more; count up to {UpTo.RECTANGLE.value!r} for these {ours}, or up to"
            f" {UpTo.AUTOMORPHISMS.value!r} on a single board"
        )

    def _select_conjugacy_representatives(
        self, family: Family, group: Sequence[Motion]
    ) -> Iterator[tuple[Motion, int]]:
        """Yield one motion of each conjugacy class, and the size of the class; conjugates fix equally many
        configurations.
        """
        board = family.at(family.first_n + tuning.QUESTIONS.generic_slices[0])
        by_cells = {symmetry_by(family, board, motion).cells: motion for motion in group}
        for motion, often in _select_class_representatives([Symmetry(cells) for cells in by_cells]):
            yield by_cells[motion.cells], often

    def _strip(self, family: Family, motion: Motion, step: int, rest: int) -> _Folds:
        return _Folds(
            self.question,
            lambda k: step * k + rest,
            lambda board, _: [symmetry_by(family, board, motion)],
            max(0, -((rest - family.first_n) // step)),
        )

    def _series(self, folds: _Folds) -> RationalGF:
        """Return the generating function of the fixed configurations for k >= 0; the coefficient is 0 if
        there is no board.
        """
        question, weights = self.question, self.question.weights
        name = f"{question} up to {self.up_to.value}"
        derivation = Derivation(certify=True, on_progress=self.on_progress)
        strip = strip_within(question, self.max_memory, self.on_progress, folds, name)
        self.states = max(self.states, strip.states)
        counted = range(folds.first, max(folds.first, strip.sure_from))
        none: Value = Polynomial.constant(0, weights.variables) if weights.variables else 0
        initial = [none] * folds.first + [folds.fixed_count(k) for k in counted]
        fraction = derivation.fraction(strip, build_small_automaton(strip), weights)
        if fraction.evidence.status is not Status.PROVED:
            raise LimitError(
                f"deriving {name}: the strip has {strip.states} states, too many for a proof; choose fewer"
                " rows, or count single boards"
            )
        series = prepend_initial_counts(0, strip.offset, initial, fraction[:2])
        start = counted.stop
        for k in range(start, start + tuning.QUESTIONS.orbit_terms):
            if series.coefficient(k) != folds.fixed_count(k):
                raise self._discrepancy_error(folds.size(k))
        return series

    def _discrepancy_error(self, n: int) -> SelfCheckError:
        return SelfCheckError(
            f"{self.question} up to {self.up_to.value}: at n = {n} the formula disagrees with the board; this"
            " is a bug in gfkit, please report it"
        )

    def _compare(self, made: OrbitsOfFamily, family: Family, start: int) -> None:
        """Raise SelfCheckError if the formula differs from small boards, counted with all their
        symmetries.
        """
        for n in range(start, start + 30):
            board = family.at(n)
            if board.size > tuning.QUESTIONS.orbit_cells:
                return
            if _value(self.of_board(board, family).polynomial) != made[n]:
                raise self._discrepancy_error(n)

    # Cyclic families

    def _derive_cyclic(self, family: Family, found: Sequence[Motion]) -> OrbitsOfFamily:
        keeping = [motion for motion in found if not motion.backwards]
        turning = [motion for motion in found if motion.backwards]
        rounds = self._find_winding_classes(family, keeping)
        apart = _compute_size_offset(family)
        start = max(family.first_n - apart, 2 * reach_on(self.question) + 1)
        parts: dict[Hashable, RationalGF] = {}
        around = []
        for label, d in rounds.classes():
            residues = [
                self._interlace_residues(family, rounds, found, d, rest, start, parts)
                for rest in range(rounds.parts)
            ]
            around.append((label, _interlace(residues)))
        mirrored = self._reflection_part(family, turning)
        first = family.first_n
        early = tuple(
            _value(self.of_board(family.at(n), family).polynomial) for n in range(first, start + apart)
        )
        ring = RingLaw(tuple(around), mirrored, len(keeping), start + apart, apart, rounds)
        kind = "rotations" if self.up_to is UpTo.ROTATIONS else "symmetries"
        counted = f"{kind}_for_each_slice" if apart else f"{kind}_by_n"
        evidence = self._evidence(len(found), counted, exponent=rounds.modulus)
        made = OrbitsOfFamily(self.question, self.up_to, None, ring, early, first, evidence)
        self._compare(made, family, start + apart)
        return made

    def _find_winding_classes(self, family: Family, keeping: Sequence[Motion]) -> Rounds:
        """Return the equivalence classes of the winding number."""
        slices = family.slices
        drifts = [motion.drift for motion in keeping]
        parts = lcm(*(drift.denominator for drift in drifts))
        modulus = lcm(*map(_order, keeping))
        twisted = bool(slices and slices.twist)
        hubs = slices.hubs.vertices if slices else 0
        rule, sample = self.question.rule, family.at(family.first_n + tuning.QUESTIONS.generic_slices[0])
        system = system_of(rule, sample, self.question.positions)
        text = ""
        most, counted = 1, 1
        if system.totals:
            text = "has counts on the whole board, which the quotient does not determine"
        elif (
            system.graphs
            or system.arrows
            or any(slot.symbol_move is SymbolMove.TURNED for slot in system.slots)
        ):
            text = "constrains connectivity, the direction of edges, or certain vertices"
        elif hubs and self.question.weights is not Weights.NONE:
            text = "has weights on a vertex adjacent to all slices"
        elif hubs:
            exchanged = lcm(*(_cycles(motion.hubs) for motion in keeping))
            most, counted = _bounds_of_hubs(system, sample)
            if most == 0:
                text = "has an unbounded constraint on a vertex adjacent to all slices"
            most, counted = (many if many == 1 else many * exchanged for many in (most, counted))
        if text:
            raise MismatchError(
                f"board {family.text!r}: the rule {rule.name} {text}; gfkit has no formula for its cyclic"
                f" boards: count the orbits of single boards, such as {family.at(family.first_n + 3).text}"
            )
        is_plain = not twisted and counted == 1 and (most == 1 or modulus == 1)
        return Rounds(parts, lcm(modulus, counted), most, is_plain)

    def _interlace_residues(
        self,
        family: Family,
        rounds: Rounds,
        found: Sequence[Motion],
        d: int,
        rest: int,
        start: int,
        parts: dict[Hashable, RationalGF],
    ) -> RationalGF:
        """Return the series over k of P_d(q k + rest); ``found`` contains all motions."""
        keeping = [motion for motion in found if not motion.backwards]
        q = rounds.parts
        wanted = Fraction(rest, q)
        lifts = [
            (motion, int(wanted - motion.drift))
            for motion in keeping
            if (wanted - motion.drift).denominator == 1
        ]
        variables = ("t", *self.question.weights.variables)
        none = RationalGF.reduced(Polynomial.constant(0, variables), Polynomial.constant(1, variables), 0)
        fixed = []
        if rest * d % q:
            lifts = []
        for motion, by, often in _select_lift_representatives(lifts, found):
            period = rounds.modulus if motion.hubs else _order(motion)
            times = d if d < rounds.most else gcd(d, period) if rounds.is_plain else d % period
            key = motion, by, rest, times, d < rounds.most
            if key not in parts:
                exact = d if d < rounds.most else 0
                parts[key] = self._series(
                    self._build_cyclic_folds(
                        family, motion, (by, rest, q), (times, period, rounds.most, exact), start
                    )
                )
            fixed.append(parts[key] * often)
        return reduce(add, fixed) if fixed else none

    def _build_cyclic_folds(
        self,
        family: Family,
        motion: Motion,
        place: tuple[int, int, int],
        going: tuple[int, int, int, int],
        start: int,
    ) -> _Folds:
        """Return the quotients that consist of k slices and part of a slice on a cycle, continued by
        ``motion``.

        ``place`` contains the additional translation in slices, and the total drift in parts. ``going``
        contains the winding number: its residue, its modulus, its minimum, and its exact value if not 0.
        """
        by, rest, q = place
        times, period, most, exact = going
        apart = _compute_size_offset(family)

        def rounds(k: int) -> int:
            least = max(most, -(-start * q // (q * k + rest)))
            return exact or least + (times - least) % period

        def fold(board: Board, k: int) -> list[Symmetry]:
            return [symmetry_by(family, board, motion, k + by)]

        first = 0 if rest else 1
        if exact:
            first = max(first, -((rest - -(-start * q // exact)) // q))
        skew = max(map(abs, motion.offsets), default=0)
        return _Folds(
            self.question,
            lambda k: (q * k + rest) * rounds(k) // q + apart,
            fold,
            first,
            skew=skew,
            share=rounds,
        )

    def _reflection_part(self, family: Family, turning: Sequence[Motion]) -> RationalGF | None:
        """Return the series of 4 |W| times the mean number of configurations that a reflection fixes, or
        None.
        """
        series = []
        least, apart = family.first_n - _compute_size_offset(family), _compute_size_offset(family)
        for motion in turning:
            skew = max(map(abs, motion.offsets), default=0)
            low, high = min(motion.offsets, default=0), max(motion.offsets, default=0)

            def folds(rest: int, on: int, begin: int, motion: Motion = motion, skew: int = skew) -> _Folds:
                return _Folds(
                    self.question,
                    lambda k: 2 * k + rest + apart,
                    lambda board, _: [symmetry_by(family, board, motion, on)],
                    -((rest - least) // 2),
                    begin=begin,  # slice j is mapped to slice on + offset - j
                    skew=skew,
                )

            def half(rest: int, on: int, low: int = low, high: int = high, skew: int = skew) -> RationalGF:
                """Return the series, swept from the first of the middle slices whose tables are periodic."""
                begins = dict.fromkeys(((on + high) // 2, -(-(on + high) // 2), -(-(on + low) // 2)))
                *some, last = begins if skew else [-(-on // 2)]
                for begin in some:
                    with suppress(LimitError):
                        return self._series(folds(rest, on, begin))
                return self._series(folds(rest, on, last))

            series.append(_interlace([half(0, 0) + half(0, 1), half(1, 0) * 2]))
        return reduce(add, series) if series else None


def _interlace(series: Sequence[RationalGF]) -> RationalGF:
    """Return the series whose coefficients are taken from the given series in turn."""
    first, *others = series
    whole: RationalGF = first.interlaced(*others) if others else first
    return whole


def _compute_size_offset(family: Family) -> int:
    """Return n minus the number of slices."""
    return family.slices.apart if family.slices else 0


def _order(motion: Motion) -> int:
    """Return the smallest power of a motion that is a translation along the strip."""
    power, times = motion, 1
    while not power.moves_slices:
        power, times = power.then(motion), times + 1
    return times


def _cycles(permutation: Sequence[int]) -> int:
    """Return the order of a permutation."""
    number = 1
    for start in range(len(permutation)):
        at, length = permutation[start], 1
        while at != start:
            at, length = permutation[at], length + 1
        number = lcm(number, length)
    return number


def _bounds_of_hubs(system: ConstraintSystem, board: Board) -> tuple[int, int]:
    """Return the cap and the modulus with which a hub counts its neighbours; the cap is 0 if there is none.

    A constraint on a hub reads all slices.
    """
    slots = {slot.key: slot for slot in system.slots}
    slices = {turn for _, turn in board.spots if turn >= 0}
    most, modulus = 1, 1
    for constraint in system.constraints:
        if not slices.issubset(board.spots[cell][1] for key in constraint.keys for cell in slots[key].cells):
            continue
        if isinstance(constraint, Cardinality):
            cap = constraint.numbers.cap
            most, modulus = (
                (most, lcm(modulus, cap)) if constraint.numbers.modulo else (max(most, cap), modulus)
            )
        elif isinstance(constraint, Relation):
            bounds = [
                threshold(predicate, slots[constraint.slots[0]].values) for predicate in constraint.predicates
            ]
            if None in bounds:
                return 0, 1
            most = max(most, *(bound or 1 for bound in bounds))
        else:
            return 0, 1
    return most, modulus


def _select_lift_representatives(
    lifts: Sequence[tuple[Motion, int]], found: Sequence[Motion]
) -> Iterator[tuple[Motion, int, int]]:
    """Yield one motion, with its translation, from each class of motions that fix equal numbers of
    configurations.

    Conjugate motions belong to one class. If the order of slices is reversed, a motion is also equivalent to
    an inverse.
    """
    by_key = {motion.moved_on(by).key: (motion, by) for motion, by in lifts}
    left = dict.fromkeys(by_key)
    while left:
        motion, by = by_key[next(iter(left))]
        start = motion.moved_on(by)
        alike = {start.key}
        for other in found:
            image = (start.inverse() if other.backwards else start).then(other)
            alike.add(other.inverse().then(image).key)
        alike &= left.keys()
        for key in alike:
            del left[key]
        yield motion, by, len(alike)


def _select_class_representatives(group: Sequence[Symmetry]) -> Iterator[tuple[Symmetry, int]]:
    """Yield one symmetry of each class of symmetries that fix equally many configurations, with the size of
    the class.

    Conjugate symmetries belong to one class, and so do symmetries that generate the same group.
    """
    by_cells = {symmetry.cells: symmetry for symmetry in group}
    left = dict.fromkeys(by_cells)
    others = list(by_cells) if len(group) <= tuning.QUESTIONS.conjugated else []
    while left:
        start = next(iter(left))
        alike = {cells for cells in _generators_of(start) if cells in by_cells}
        for cells in list(alike):
            for other in others:
                image = [0] * len(cells)
                for cell, to in enumerate(cells):
                    image[other[cell]] = other[to]
                alike.add(tuple(image))
        alike &= left.keys()
        for cells in alike:
            del left[cells]
        yield by_cells[start], len(alike)


def _generators_of(cells: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the powers of a permutation that generate the cyclic group of the permutation."""
    powers, image = [cells], tuple(cells[to] for to in cells)
    while image != cells:
        powers.append(image)
        image = tuple(cells[to] for to in image)
    return [power for times, power in enumerate(powers, 1) if gcd(times, len(powers)) == 1]
