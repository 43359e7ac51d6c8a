"""Proved bounds of the growth constant of a rule per cell of the plane, and an estimate without proof."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, Literal, get_args

from gfkit.constants.enclosure import (
    BOUNDS,
    Bound,
    ExactValue,
    GrowthOfStrip,
    OneMore,
    WeightedMeans,
    bound_text,
    exact_constant,
    grounds_of,
    growth_of,
    interval,
    lattice_family,
    logarithm,
    ratio_bound,
    root_of,
    weaker_question,
)
from gfkit.constants.stones import LEAST_TOLERANCE, ONE, Stones, Surroundings
from gfkit.core.algebra import Evidence, Status
from gfkit.core.algebra.number import Number, interval_between
from gfkit.core.deferred import dataclass, field, replace
from gfkit.core.engine.derive import check_derivable
from gfkit.core.engine.strip.strip import Strip, find_strip
from gfkit.core.errors import Interrupted, LimitError, MismatchError, OptionError, SelfCheckError
from gfkit.core.rules import GameLike, Question
from gfkit.core.rules.kinds.theorems import Grounds
from gfkit.core.rules.library import sentence_read
from gfkit.core.typing import (
    OnProgress,
    PositionsWord,
    Weights,
    checked_seconds,
    checked_whole,
    stoppable,
    tell_progress,
)
from gfkit.core.writable import TextFace

if TYPE_CHECKING:
    import mpmath
    from mpmath.ctx_iv import ivmpf

    from gfkit.core.algebra.weight_part import AtLike

SECONDS, SECONDS_IF_EXACT = 20.0, 2.0
"""Default CPU times for strips, in seconds: in general, and if an exact value is known (then strips are only
a check).
"""
_SHOWN_PLACES = 12
Lattice = Literal["square", "triangular", "honeycomb"]
_METHODS = {
    "symmetric": "symmetric transfer matrices", "stones": "bounds for one additional cell",
    "joining": "joining strips", "cutting": "cutting into strips", "none": "nonnegativity of the counts",
}  # fmt: skip


_NOTHING = Bound(Fraction(0), "nonnegativity of the counts", "none", (), 1)
"""Trivial bound, used if no theorem yields a bound."""


@dataclass(frozen=True)
class PlaneConstant(TextFace):
    """Growth constant K of a rule per cell of the plane, with proved bounds lower <= K <= upper and an
    estimate.

    >>> from gfkit.constants.plane import constant
    >>> found = constant("independent-sets", width=8)
    >>> found.lower.value < 1.503048082475 < found.upper.value, found.evidence.status.value
    (True, 'proved')
    """

    game: str
    positions: str
    weight: Fraction
    lower: Bound
    upper: Bound | None
    estimate: float
    reason: str
    grounds: Grounds = field(repr=False)
    strips: tuple[GrowthOfStrip, ...] = field(repr=False)
    weaker: Grounds | None = field(default=None, repr=False)
    """Theorems of the rule with fewer constraints whose upper bound is used."""
    one_more: OneMore | None = field(default=None, repr=False)
    """Bounds of the factor of one additional cell, for rules with stones."""
    means: WeightedMeans | None = None
    exact: ExactValue | None = None
    in_bits: bool = False
    """True if the capacity is printed."""
    lattice: Lattice = "square"

    @property
    def evidence(self) -> Evidence:
        """Evidence of the bounds; the estimate is not proved."""
        if self.exact is not None and not self.strips:
            return Evidence(Status.PROVED, self.exact.theorem)
        both = [self.lower.theorem, *([] if self.upper is None else [self.upper.theorem])]
        split = (word.rpartition("part, ") for word in dict.fromkeys(both))
        methods = (_METHODS.get(word, word) + " of a weaker rule" * bool(part) for _, part, word in split)
        method = " and ".join(methods)
        widest = max((growth.states for growth in self.strips), default=0)
        return Evidence(Status.PROVED, method, (("strips", len(self.strips)), ("states", widest)))

    def __repr__(self) -> str:
        low = bound_text(self.lower.value, up=False, places=_SHOWN_PLACES)
        high = "" if self.upper is None else bound_text(self.upper.value, up=True, places=_SHOWN_PLACES)
        bounds = f"{low} to {high}" if high else f"at least {low}"
        weight = "" if self.weight == 1 else f", weight {self.weight}"
        return f"<PlaneConstant: {self.game}, {self.positions}{weight}: {bounds}; {self.evidence}>"

    @property
    def digits(self) -> str:
        """Decimals common to both bounds, truncated; "" if there are none."""
        if self.upper is None:
            return ""
        low, high = bound_text(self.lower.value, up=False), bound_text(self.upper.value, up=False)
        shared = takewhile(lambda signs: signs[0] == signs[1], zip(low, high, strict=False))
        text = "".join(sign for sign, _ in shared).rstrip(".")
        return text if any(sign in "123456789" for sign in text) else ""

    @property
    def proved_digits(self) -> int:
        """Number of decimals after the point that are common to both bounds."""
        return len(self.digits.partition(".")[2])

    @property
    def estimate_digits(self) -> str:
        """Proved decimals, or further decimals if the lower and upper bound round to one number; "" if no
        decimal is known.
        """
        ends = () if self.upper is None else (self.lower.value, self.upper.value)
        places = (k for k in range(_SHOWN_PLACES, 0, -1) if len({round(end, k) for end in ends}) == 1)
        return max(self.digits, next((f"{self.estimate:.{k}f}" for k in places), ""), key=len)

    @property
    def mpf(self) -> mpmath.mpf:
        """Estimate as an mpmath number. Unlike ``interval`` it is not proved."""
        from mpmath import mpf

        return mpf(self.estimate)

    @property
    def interval(self) -> ivmpf:
        """Interval of ``mpmath.iv`` between the proved bounds. It is unbounded if only one bound is
        proved.
        """
        return interval_between(self.lower.value, None if self.upper is None else self.upper.value)

    @property
    def free_energy(self) -> tuple[Fraction, Fraction] | None:
        """Bounds of log K, or None unless both bounds of K exist and are positive."""
        if self.upper is None or not self.lower.value:
            return None
        return logarithm(self.lower.value)[0], logarithm(self.upper.value)[1]

    @property
    def capacity(self) -> tuple[Fraction, Fraction] | None:
        """Bounds of the logarithm of K to base 2, in bits per cell, or None if they are not known.

        >>> low, high = constant("eight-vertex").capacity
        >>> low <= 1 <= high, float(high - low) < 1e-20
        (True, True)
        """
        if self.free_energy is None:
            return None
        low, high = ([end / log for log in logarithm(Fraction(2))] for end in self.free_energy)
        return min(low), max(high)

    def as_json(self) -> dict[str, object]:
        """Return the JSON object that the command line prints."""
        means, exact = self.means, self.exact
        return {
            "game": self.game,
            "positions": self.positions,
            "weight": str(self.weight),
            "lattice": self.lattice,
            "lower": self.lower.as_json(up=False),
            "upper": None if self.upper is None else self.upper.as_json(up=True),
            "digits": self.digits,
            "proved_digits": self.proved_digits,
            "free_energy": None if self.free_energy is None else interval(self.free_energy),
            "capacity": None if self.capacity is None else interval(self.capacity),
            "density": None if means is None else interval(means.density),
            "entropy": None if means is None else interval(means.entropy),
            "exact": None
            if exact is None
            else {
                "formula": exact.formula,
                "theorem": exact.theorem,
                "value": bound_text(exact.low, up=False),
            },
            "estimate": {"value": self.estimate_digits, "reason": self.reason},
            "hypotheses": list(self.grounds.why),
            "strips": [
                {
                    "family": strip.family,
                    "states": strip.states,
                    "slices": strip.period,
                    "low": bound_text(strip.low, up=False),
                    "high": bound_text(strip.high, up=True),
                }
                for strip in self.strips
            ],
            "evidence": self.evidence.as_json(),
        }


@stoppable
def constant(
    game: GameLike,
    *,
    positions: PositionsWord = "all",
    weight: Fraction | int = 1,
    at: AtLike | None = None,
    width: int | None = None,
    seconds: float | None = None,
    means: bool = False,
    lattice: Lattice = "square",
    on_progress: OnProgress | None = None,
) -> PlaneConstant:
    """Return proved bounds of limsup Z(r, c)^(1/rc), the growth constant of a rule per cell of the plane.

    Z(r, c) is the count on r rows and c columns. The bounds are derived from the growth of strips and
    cylinders of increasing width. For stones that need a liberty they are computed by ``constants.stones``.

    Parameters
    ----------
    game : str, path, Rule or Question
        A name such as "domineering", the path of a rule file, or a rule. A query replaces both arguments.
    positions : str or Positions, default "all"
        Positions to count: "all", "left-ends", "right-ends", "maximal", "play" or "full".
    weight : Fraction or int, default 1
        Weight of every piece.
    at : str or mapping, optional
        Like ``weight``, in the notation of ``count``: "x=2" or {"x": 2}.
    width : int, in rows, optional
        Maximum width of a strip; by default the time limits it. For stones the tolerance is 4^-width.
    seconds : float, optional
        CPU time for adding strips: by default 20, or 2 as a check if the exact value is known.
    means : bool, default False
        If True, the density of pieces and the entropy are bounded too. log K is convex in the logarithm of
        the weight, so slopes of chords bound its derivative.
    lattice : str, default "square"
        "triangular" or "honeycomb" for a rule that constrains only adjacent cells.
    on_progress : function, optional
        Callback that receives a ``Progress`` object.

    Returns
    -------
    PlaneConstant
        Both bounds, and an estimate.

    Raises
    ------
    MismatchError
        No theorem applies to the rule.
    LimitError
        The time did not suffice for a narrow strip.
    Interrupted
        The run was interrupted; the error contains the bounds proved so far.

    Notes
    -----
    Cost: for each strip, about a hundred slices in floating point and one in integers. The number of states
    grows exponentially with the width.

    References
    ----------
    Calkin and Wilf, The number of independent sets in a grid graph.

    The theorems, with their hypotheses, are in ``constants.enclosure``.

    Examples
    --------
    >>> constant("domino-tilings", width=8).lower.value < Fraction(133851515, 10**8)
    True
    """
    weight = Fraction(_weight_of(weight, at))
    question = _question(game, positions, weight)
    if lattice not in get_args(Lattice):
        raise OptionError(f"unknown lattice {lattice!r}; choose from {', '.join(get_args(Lattice))}")
    if seconds is None:
        is_known = exact_constant(question, weight, lattice) is not None and not means
        seconds = SECONDS_IF_EXACT if is_known else SECONDS
    seconds = checked_seconds("seconds", seconds)
    least = 1 if lattice == "square" else 3
    if width is not None and not least <= checked_whole("width", width) <= BOUNDS.widest:
        raise OptionError(f"width {width} is out of range: it must be from {least} to {BOUNDS.widest} rows")
    if means:
        question = question.with_weights(Weights.PIECES)
    task = _Task(question, weight, width, seconds / (4 if means else 1), on_progress)
    task.lattice, task.compiled = lattice, {} if means else None
    task.tolerance = None if width is None else 4.0 ** -min(width, BOUNDS.stone_rows)
    try:
        result = task.solve()
    except MismatchError:
        if task.exact is None or means:
            raise
        result = _by_theorem(question, task.exact)
    if means:
        try:
            result = replace(result, means=_means(result, task))
        except KeyboardInterrupt:
            raise Interrupted(result) from None
    return result


def _weight_of(weight: object, at: AtLike | None) -> Number:
    """Return the weight of every piece, given as a number or as the value of x."""
    from gfkit.core.algebra.weight_part import WeightPart, read_weight_value

    if at is None:
        return read_weight_value("weight", weight)
    values = dict(WeightPart.read(at).values)
    if weight != 1:
        raise OptionError("'at' and 'weight' both set the weight of every piece; give only one of them")
    if list(values) != ["x"]:
        raise OptionError("at: a plane constant has a single weight x, the weight of every piece")
    return values["x"]


def _by_theorem(question: Question, exact: ExactValue) -> PlaneConstant:
    """Return a constant with a known exact value, whose bounds are computed without strips."""
    return PlaneConstant(
        question.game,
        question.positions.value,
        Fraction(1),
        Bound(exact.low, exact.theorem, "exact", (), 1),
        Bound(exact.high, exact.theorem, "exact", (), 1),
        estimate=float(exact.low),
        reason=exact.theorem,
        grounds=Grounds(None, None, None, ()),
        strips=(),
        exact=exact,
    )


def _question(game: GameLike, positions: PositionsWord, weight: Fraction) -> Question:
    if (sentence := sentence_read(game)) and sentence.boards:
        raise MismatchError(
            f"game {game!r} is about {sentence.boards}, not about the plane; gfkit derive prints the growth"
            " on a family"
        )
    asked = game if isinstance(game, Question) else Question.of(game, "3xn", positions)
    return asked.with_weights(Weights.NONE if weight == 1 else Weights.PIECES)


@dataclass(slots=True)
class _Task:
    """Computation of one constant: its strips, and the bounds for one additional cell."""

    question: Question
    weight: Fraction
    width: int | None
    seconds: float
    tell: OnProgress | None
    strips: dict[int, GrowthOfStrip] = field(default_factory=dict)
    cylinders: dict[int, GrowthOfStrip] = field(default_factory=dict)
    compiled: dict[str, Strip] | None = None
    """Strips by family, cached for several weights; None if they are not cached."""
    tolerance: float | None = None
    """Tolerance for stones, or None for the smallest that the time allows."""
    one_more: OneMore | None = None
    lattice: Lattice = "square"

    @property
    def grounds(self) -> Grounds:
        return grounds_of(self.question, self.weight, self.lattice)

    @property
    def exact(self) -> ExactValue | None:
        return exact_constant(self.question, self.weight, self.lattice)

    def solve(self) -> PlaneConstant:
        """Return the best bounds from all strips that the time allows."""
        above: PlaneConstant | None = None
        try:
            self._take_strips_and_stones()
            above = self._weaker_constant()
        except KeyboardInterrupt as stop:
            if not self.strips:
                raise
            above = stop.found if isinstance(stop, Interrupted) else above
            raise Interrupted(self._result(above)) from None
        return self._result(above)

    def _take_strips_and_stones(self) -> None:
        weaker, breathe = self.grounds.weaker, self.grounds.breathe
        check_derivable(self.question)
        begun = time.process_time()
        end = math.inf
        if self.width is None:
            share = BOUNDS.strips_share if breathe is not None else 0.5 if weaker is not None else 1.0
            end = begun + self.seconds * share
        self._take_strips(end)
        if breathe is not None:
            self._take_stones(Stones(breathe, self.weight), begun + self.seconds)

    def _weaker_constant(self) -> PlaneConstant | None:
        """Return the constant of a rule with fewer constraints, whose upper bound holds too, or None."""
        weaker = weaker_question(self.question, self.grounds)
        if weaker is None:
            return None
        asked = _question(weaker, "all", self.weight)
        return _Task(asked, self.weight, self.width, self.seconds / 2, self.tell).solve()

    def _take_stones(self, stones: Stones, end: float) -> None:
        """Compute bounds for one additional cell, with the given tolerance or the smallest one that the time
        allows.
        """
        if self.tolerance is not None:
            self._take_one_more(stones, self.tolerance)
            return
        tolerance, begun = BOUNDS.first_tolerance, time.process_time()
        while tolerance >= LEAST_TOLERANCE:
            self._take_one_more(stones, tolerance)
            begun, spent = time.process_time(), time.process_time() - begun
            left = max(end - begun, 0.0)
            finer = (left / max(spent, BOUNDS.short_seconds)) ** (1 / BOUNDS.finer_cost)
            if finer < BOUNDS.width_growth:
                break
            tolerance /= min(finer, BOUNDS.finer_by)

    def _take_one_more(self, stones: Stones, tolerance: float) -> None:
        tell_progress(self.tell, "neighbourhoods", 0, 0, 0)
        surroundings = Surroundings(stones, tolerance)
        low, high = surroundings.factor()
        self.one_more = OneMore(Fraction(low, ONE), Fraction(high, ONE), surroundings.made, tolerance)

    def _take_strips(self, end: float) -> None:
        kinds = ["strip", "cylinder"] if self.grounds.symmetric is not None else ["strip"]
        is_square = self.lattice == "square"
        rows, spent = {"strip": 1 if is_square else 3, "cylinder": 4}, {"strip": [0.0], "cylinder": [0.0]}
        while kinds:
            kind = min(kinds, key=rows.__getitem__)
            begun = time.process_time()
            grows = max(BOUNDS.width_growth, spent[kind][-1] / max(spent[kind][-2:][0], BOUNDS.short_seconds))
            fits = begun + grows * spent[kind][-1] < end
            if (
                rows[kind] > (self.width or BOUNDS.widest)
                or not fits
                or not self._take(kind, rows[kind], end)
            ):
                kinds.remove(kind)
                continue
            spent[kind].append(time.process_time() - begun)
            rows[kind] += 1 if kind == "strip" and is_square else 2

    def _take(self, kind: str, rows: int, end: float) -> bool:
        """Enclose the growth constant of one strip or cylinder. Return False if it is too large or takes too
        long.
        """
        family = lattice_family(self.lattice, rows, is_cyclic=kind == "cylinder")
        text = family.text
        tell_progress(self.tell, "strips", rows, 0, 0)

        def watch(_site: int, states: int, _fresh: int) -> None:
            if states > BOUNDS.strip_states or time.process_time() > end:
                raise LimitError(f"{text}: {states} states are too many")

        kept = {} if self.compiled is None else self.compiled
        try:
            strip = kept.get(text) or find_strip(self.question.on(family), watch)
            kept[text] = strip
            growth = growth_of(strip, self.weight, lambda: time.process_time() > end)
        except LimitError:
            return False
        named = replace(growth, rule=f"{self.question.game}, {self.question.positions.value}")
        if self.lattice == "honeycomb":
            named = replace(named, period=2 * growth.period)  # a slice is two columns
        (self.cylinders if kind == "cylinder" else self.strips)[rows] = named
        return True

    # Bounds

    def _result(self, above: PlaneConstant | None) -> PlaneConstant:
        if not self.strips:
            raise LimitError(
                f"{self.question.game}: the time limit was reached before the strip of one row was computed"
            )
        lower = max(self._lower(), key=lambda bound: bound.value, default=_NOTHING)
        upper = min(self._upper(), key=lambda bound: bound.value, default=None)
        strips = (*self.strips.values(), *self.cylinders.values())
        if above is not None and above.upper is not None:
            weaker = above.upper
            if upper is None or weaker.value < upper.value:
                source = f"{weaker.source} of {above.game}"
                upper = replace(weaker, theorem=f"part, {weaker.theorem}", source=source)
            strips = (*strips, *(growth for growth in above.strips if growth.name in upper.uses))
        if upper is not None and lower.value > upper.value:
            raise SelfCheckError(
                f"the bounds of {self.question.game} contradict each other; this is a bug in gfkit, please"
                " report it"
            )
        exact = self.exact
        if exact and not (upper and lower.value <= exact.high and exact.low <= upper.value):
            raise SelfCheckError(
                f"{self.question.game}: {exact.formula} is outside the bounds; this is a bug in gfkit"
            )
        estimate, reason = self._estimate(lower, upper)
        return PlaneConstant(
            game=self.question.game,
            positions=self.question.positions.value,
            weight=self.weight,
            lower=lower,
            upper=upper,
            estimate=estimate,
            reason=reason,
            grounds=self.grounds,
            strips=strips,
            weaker=None if above is None else above.grounds,
            one_more=self.one_more,
            exact=exact,
            lattice=self.lattice,
        )

    def _lower(self) -> Iterator[Bound]:
        s, h = self.grounds.symmetric, self.grounds.joined
        if self.one_more is not None:
            yield Bound(self.one_more.low, self.one_more.source, "stones", (), 1)
        for rows, growth in self.strips.items():
            uses = (growth.name,)
            if h is not None and rows > h:
                value = root_of(growth.low, growth.period * (rows + h), up=False)
                yield Bound(value, f"L_{rows}^(1/{rows + h})", "joining", uses, rows + h)
            if s == 0:
                value = root_of(growth.low, growth.period * rows, up=False)
                yield Bound(value, f"L_{rows}^(1/{rows})", "symmetric", uses, rows)
            for narrow, narrower in self.strips.items() if s is not None else ():
                p = rows - narrow
                if s is not None and p > 0 and (narrow - s) % 2 == 0 and narrower.high:
                    value, source = ratio_bound(growth, narrower, p), f"(L_{rows}/L_{narrow})^(1/{p})"
                    yield Bound(value, source, "symmetric", (*uses, narrower.name), p)

    def _upper(self) -> Iterator[Bound]:
        cut = self.grounds.cut
        if self.one_more is not None:
            yield Bound(self.one_more.high, self.one_more.source, "stones", (), 1)
        if cut is not None:
            for rows, growth in self.strips.items():
                value = root_of(growth.high * cut**growth.period, growth.period * rows, up=True)
                grown = f"L_{rows}" if cut == 1 else f"({cut} L_{rows})"
                yield Bound(value, f"{grown}^(1/{rows})", "cutting", (growth.name,), rows, cut)
        for rows, growth in self.cylinders.items():
            value = root_of(growth.high, growth.period * rows, up=True)
            yield Bound(value, f"R_{rows}^(1/{rows})", "symmetric", (growth.name,), rows)

    def _estimate(self, lower: Bound, upper: Bound | None) -> tuple[float, str]:
        rows = sorted(self.strips)
        grown = {k: float(growth.high) ** (1 / growth.period) for k, growth in self.strips.items()}
        ratios = [(grown[b] / grown[a]) ** (1 / (b - a)) for a, b in pairwise(rows) if grown[a]]
        if len(ratios) < 2:
            return float(lower.value), "the lower bound, because fewer than three strips were computed"
        best, before = ratios[-1], ratios[-2]
        apart = f"differs by {abs(best - before):.0e}" if best != before else "is equal"
        reason = f"ratio of the growth of {rows[-1]} and {rows[-2]} rows; the previous ratio {apart}"
        if upper is not None and not lower.value <= Fraction(best) <= upper.value:
            reason = (
                "midpoint of the bounds (the ratio of the growth constants of the two widest strips is"
                " not between the bounds)"
            )
            return float((lower.value + upper.value) / 2), reason
        return best, reason


def _means(result: PlaneConstant, task: _Task) -> WeightedMeans | None:
    """Return density and entropy from the constants at two nearby weights, on strips of equal widths.

    F = log K is convex in log z: on every board it is the logarithm of a sum of powers of z, and the limit
    superior of convex functions is convex. So for every q > 1 the density is between (F(z) - F(z / q)) / log
    q and (F(z q) - F(z)) / log q, and the entropy is F - density log z.
    """
    if result.upper is None or result.free_energy is None:
        return None
    gap = float((result.upper.value - result.lower.value) / result.lower.value)
    factor = 1 + Fraction(1, max(4, min(10**6, round(1 / math.sqrt(gap + 1e-13)))))

    def at(weight: Fraction) -> tuple[Fraction, Fraction]:
        asked = replace(task, weight=weight, width=max(task.strips), strips={}, cylinders={})
        if task.one_more is not None:
            asked = replace(asked, one_more=None, tolerance=task.one_more.tolerance)
        energy = asked.solve().free_energy
        assert energy is not None, "both bounds exist at all three weights"
        return energy

    low, high = result.free_energy
    below, above = at(result.weight / factor), at(result.weight * factor)
    step, place = logarithm(factor), logarithm(result.weight)
    density = max((low - below[1]) / step[1], Fraction(0)), (above[1] - low) / step[0]
    parts = [share * log for share in density for log in place]
    return WeightedMeans(density, (low - max(parts), high - min(parts)))
