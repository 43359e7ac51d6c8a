"""Formulas of dynamic programs, which are Python functions on states.

Let the states that ``step`` reaches from the start be finitely many, let A be the matrix of the weights from
state to state, u the row of start weights and v the column of final weights. Then

    a(n) = u A^n v   for all n >= 0,   and   sum of a(n) t^n = P / Q   with   Q = det(I - tA).

This is the theorem on strips (``engine.strip.strip``) without its first part: the matrix is given, and no
repetition of slices must be proved. The states are merged and the fraction is computed by the code for strips
(``engine.strip.automaton``). If the weights are fractions, let d be their common denominator: dA is an
integer matrix, and its fraction at t / d is the fraction of A.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from numbers import Rational
from typing import Any, ClassVar, NoReturn, cast

from flint import fmpq_mpoly, fmpq_mpoly_ctx

from gfkit.core.algebra import Evidence, Polynomial, RationalGF, Status
from gfkit.core.algebra.number import to_fmpq
from gfkit.core.algebra.series import Weighted
from gfkit.core.deferred import dataclass
from gfkit.core.engine.derived import Derived, DerivedAlgebra
from gfkit.core.engine.strip.automaton import Automaton, determinant_gf, minimise
from gfkit.core.errors import LimitError, MismatchError, OptionError, SelfCheckError
from gfkit.core.hooks import needed_from_above
from gfkit.core.typing import Positions, Weights, check_stop, stoppable

_RING = fmpq_mpoly_ctx.get(("x", "y"))
_COMPARED = 12
"""Number of terms that are also computed by following all paths."""
_Vector = dict[int, fmpq_mpoly]
"""Weights by state; states of weight 0 are omitted."""


@dataclass(frozen=True)
class DynamicProgram:
    """Dynamic program as the query of a formula. It has a name and weights, but no rule and no boards."""

    game: str
    weights: Weights
    positions: ClassVar[Positions] = Positions.ALL

    @property
    def rule(self) -> NoReturn:
        raise MismatchError(
            f"{self.game}: it has no rule and no boards, which certificates, densities, reports and samples"
            " require"
        )

    boards = family = rule


@dataclass(frozen=True, eq=False, repr=False)
class StepsLaw(Derived):
    """Total weight a(n) of the paths of n steps through the states of a dynamic program."""

    @property
    def hypothesis(self) -> str:
        return (
            "the formula is proved for the automaton that step and final describe; both must depend on the"
            " state alone"
        )

    @property
    def board(self) -> str:
        return "n steps"

    def _numbers_of_pieces(self, words: str) -> RationalGF:
        ends = () if self.machine is None else (self.machine.start, self.machine.final, *self.machine.edges)
        if any(c < 0 for vector in ends for terms in vector.values() for c in terms.values()):
            raise OptionError(f"{words}: a distribution requires weights with nonnegative coefficients")
        return super()._numbers_of_pieces(words)


@stoppable
def from_steps(
    start: object,
    step: Callable[[Any], Iterable[tuple[Hashable, int | Fraction | Polynomial]]],
    final: Callable[[Any], int | Fraction | Polynomial],
    *,
    counter: str | None = None,
    max_states: int = 20_000,
) -> Derived | DerivedAlgebra:
    """Return the generating function of a dynamic program, with proof.

    The term a(n) is the sum over all paths of n steps: the weight of the first state, times the weights of
    the steps, times the final weight of the last state. With a counter, each step also changes a height that
    starts at 0 and has no bound; the generating function is then algebraic.

    Parameters
    ----------
    start : hashable or mapping
        The first state, or a mapping from states to weights.
    step : function
        Function that returns or yields the pairs (next state, weight) for a state. States are hashable.
        Weights are integers, Fractions, or polynomials in x and y with integer coefficients. With a counter
        they are triples (next state, weight, rise) or (next state, weight, rise, length) of integers.
    final : function
        Function that returns the final weight of a state; True and False are 1 and 0.
    counter : {"zero", "any", "free"}, optional
        The height is never negative and 0 at the end; it is never negative; or it is 0 at the end. The term
        a(n) is the sum over all paths of length n; a step has length 1 unless ``step`` returns another.
    max_states : int, default 20,000
        Maximum number of reachable states. At most 400 may remain after equivalent states are merged.

    Returns
    -------
    Derived or SpecificationLaw
        The formula, as ``derive`` returns it. It is proved for every n under its ``hypothesis``: both
        functions depend on the state alone.

    Raises
    ------
    OptionError
        A function returns a value of the wrong form, or different values for equal states.
    InputError
        With a counter, infinitely many paths have the same length.
    LimitError
        More states are reachable than ``max_states``, or too many remain after merging.

    Examples
    --------
    Words of a and b without two consecutive letters b; the state is the last letter.

    >>> def step(last):
    ...     yield "a", 1
    ...     if last == "a":
    ...         yield "b", 1
    >>> law = from_steps("a", step, lambda last: True)
    >>> print(law)
    (1 + t)/(1 - t - t^2)
    >>> law.terms(6), law.modulo(10**18, 1000)
    ([1, 2, 3, 5, 8, 13], 376)

    Well-formed sequences of brackets; the height is the number of open brackets.

    >>> print(from_steps(0, lambda _: [(0, 1, 1), (0, 1, -1)], lambda _: 1, counter="zero"))
    1 - f + t^2*f^2 = 0
    """
    if counter is not None:
        derived: DerivedAlgebra = needed_from_above("counter_law", "a counter")(
            start, step, final, counter, max_states
        )
        return derived
    first = _add_weights(start.items() if isinstance(start, Mapping) else [(start, 1)], "start", max_states)
    if not first:
        raise OptionError("start: it contains no state with a weight other than 0")
    number_of = {state: k for k, state in enumerate(first)}
    states, rows = [*first], []
    for state in states:
        check_stop()
        rows.append(_call(step, final, state, max_states))
        new = [target for target in rows[-1][0] if target not in number_of]
        number_of |= {target: len(states) + k for k, target in enumerate(new)}
        states += new
        if len(states) > max_states:
            raise _too_many(states[-1], max_states)
    for state, row in zip(states, rows, strict=True):
        if _call(step, final, state, max_states) != row:
            raise OptionError(f"step or final: two calls with the state {state!r:.60} had different results")
    vectors = [{number_of[state]: weight for state, weight in row.items()} for row, _ in [(first, 0), *rows]]
    last = {k: end for k, (_, end) in enumerate(rows) if end}
    name = getattr(step, "__name__", "<").partition("<")[0]
    law = _derive(f"dynamic program {name}".strip(), vectors[0], vectors[1:], last)
    _compare(law, vectors[0], vectors[1:], last)
    return law


def _call(
    step: Callable[[Any], Any], final: Callable[[Any], Any], state: Hashable, most: int
) -> tuple[dict[Hashable, fmpq_mpoly], fmpq_mpoly]:
    """Return the weights of the steps from a state by the next state, and the final weight of the state."""
    called, pairs = f"step({state!r:.60})", step(state)
    if not isinstance(pairs, Iterable) or isinstance(pairs, str | Mapping):
        raise OptionError(f"{called} returned {pairs!r:.60}; expected pairs (state, weight)")
    return _add_weights(pairs, called, most), _read_weight(final(state), f"final({state!r:.60})")


def _add_weights(pairs: Iterable[Any], called: str, most: int) -> dict[Hashable, fmpq_mpoly]:
    """Return the sum of the weights of each state; states of weight 0 are omitted."""
    sums: dict[Hashable, fmpq_mpoly] = {}
    for pair in pairs:
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise OptionError(f"{called} yielded {pair!r:.60}; expected a pair (state, weight)")
        state, weight = pair[0], _read_weight(pair[1], called)
        try:
            sums[state] = sums.get(state, 0) + weight
        except TypeError:
            raise OptionError(
                f"{called}: the state {state!r:.60} is not hashable; use a tuple or a frozenset"
            ) from None
        if len(sums) > most:
            raise _too_many(state, most)
    return {state: weight for state, weight in sums.items() if weight}


def _too_many(state: object, most: int) -> LimitError:
    return LimitError(
        f"more than {most} states are reachable, such as {state!r:.60}; if they are finitely many, increase"
        " max_states; otherwise remove from the state what later steps do not need"
    )


def _read_weight(value: object, called: str) -> fmpq_mpoly:
    """Return a weight as a polynomial in x and y with rational coefficients."""
    if isinstance(value, Polynomial) and set(value.variables) <= {"x", "y"}:
        exponents = {"x": (1, 0), "y": (0, 1)}
        return _RING.from_dict(dict(value.in_variables(("x", "y"), exponents).terms))
    if not isinstance(value, Rational):
        raise OptionError(
            f"{called}: the weight {value!r:.60} is not an integer, a Fraction or a polynomial in x and y"
        )
    return _RING.constant(to_fmpq(Fraction(int(value.numerator), int(value.denominator))))


def _derive(name: str, start: _Vector, rows: Sequence[_Vector], final: _Vector) -> StepsLaw:
    """Return the formula of the automaton with these weights."""
    scales = [
        lcm(*(int(c.q) for vector in vectors for weight in vector.values() for c in weight.coeffs()))
        for vectors in ([start], rows, [final])
    ]

    def scaled(vector: _Vector, scale: int) -> Weighted:
        return {
            state: {(int(x), int(y)): int(c * scale) for (x, y), c in weight.to_dict().items()}
            for state, weight in vector.items()
        }

    machine = minimise(
        Automaton(
            scaled(start, scales[0]), tuple(scaled(row, scales[1]) for row in rows), scaled(final, scales[2])
        )
    )
    values = (weight for vector in (start, final, *rows) for weight in vector.values())
    used = {k for weight in values for k, degree in enumerate(weight.degrees()) if degree}
    weights = Weights.PLAYERS if 1 in used else Weights.PIECES if used else Weights.NONE
    if weights.variables and max(scales) > 1:
        raise OptionError(f"{name}: polynomial weights cannot be combined with fractions")
    above, below = determinant_gf(machine, weights.variables)
    size = max(above.degree("t"), below.degree("t"))
    above, below = (
        part.of(part.variables, {key: c * scales[1] ** (size - key[0]) for key, c in part.terms})
        for part in (above, below)
    )
    series = RationalGF.reduced(above, below * (scales[0] * scales[2]))
    details = ("states_before_merging", len(rows)), ("states", machine.states), ("order", series.order)
    return StepsLaw(
        question=cast(Any, DynamicProgram(name, weights)),
        rational=series,
        evidence=Evidence(Status.PROVED, "transfer-matrix", details),
        offset=0,
        initial=(),
        machine=machine if max(scales) == 1 else None,
    )


def _compare(law: Derived, vector: _Vector, rows: Sequence[_Vector], final: _Vector) -> None:
    """Raise SelfCheckError if the initial terms differ from sums over paths."""
    for n, term in enumerate(law.terms(_COMPARED)):
        total = sum((weight * final[k] for k, weight in vector.items() if k in final), _RING.constant(0))
        if _read_weight(term, "a(n)") != total:
            raise SelfCheckError(
                f"{law.game}: a({n}) is {total}, not {term}; please report this bug in gfkit"
            )
        after: _Vector = {}
        for k, weight in vector.items():
            for target, factor in rows[k].items():
                after[target] = after.get(target, 0) + weight * factor
        vector = after
