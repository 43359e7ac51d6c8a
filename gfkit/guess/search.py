"""The search for laws: kind after kind, simplest first, then the same after simple transformations."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from math import isqrt

from gfkit.batch import UNLIKE, Work
from gfkit.guess.data import Data
from gfkit.guess.fit import Broken, Fit
from gfkit.guess.holonomic import recurrence_fit
from gfkit.guess.kind import Kind
from gfkit.guess.rational import polynomial_fit, quasi_polynomial, rational_fit
from gfkit.guess.shape import Shape
from gfkit.sequences.holonomic import PRecursive
from gfkit.sequences.quasi_polynomial import QuasiPolynomial
from gfkit.typing import OnProgress, Progress

MOST_SEARCHED = 1200
"""Terms with which polynomial coefficients are searched for; the others are only compared."""
MOST_COLUMNS = 24
MOST_DEGREE = 8

RATIONAL = frozenset({Kind.POLYNOMIAL, Kind.PERIODIC, Kind.QUASI_POLYNOMIAL, Kind.C_FINITE})


class OutOfTimeError(Exception):
    """The limit that was asked for has passed."""


@dataclass
class Search:
    """What is looked for, with how many terms to spare, and until when."""

    kinds: frozenset[Kind]
    spare: int
    deadline: float | None = None
    on_progress: OnProgress | None = None
    executor: Executor | None = None
    broken: Broken | None = None

    def laws(self, data: Data) -> Iterator[tuple[Kind, Fit]]:
        """The simplest law of the terms, and others that say something more.

        A rational generating function ends the search; an order-1 recurrence is followed by an algebraic
        equation, an algebraic equation by the recurrence.
        """
        self.broken = None
        found = self._rational(data)
        if found is not None:
            yield found
            return
        if not any(data.terms):
            return
        shorter = data.start(MOST_SEARCHED)
        ratio = self._ratio(data, shorter)
        if ratio is not None:
            yield ratio
        equation = self._algebraic(data, shorter) if self.broken is None else None
        if equation is not None:
            yield Kind.ALGEBRAIC, equation
        if ratio is None and Kind.D_FINITE in self.kinds and self.broken is None:
            fit = self._recurrence(data, shorter)
            if fit is not None:
                yield Kind.D_FINITE, fit

    def _rational(self, data: Data) -> tuple[Kind, Fit] | None:
        if not self.kinds & RATIONAL:
            return None
        self._step("rational generating functions", 0, 1)
        fit = rational_fit(data, self.spare)
        shape = None if fit is None else quasi_polynomial(data, fit.law)
        if Kind.POLYNOMIAL in self.kinds and (fit is None or (shape is not None and shape.is_polynomial)):
            fit = polynomial_fit(data, self.spare) or fit  # it has half as many unknowns
        if fit is None:
            return None
        shape = shape or quasi_polynomial(data, fit.law)
        kind = next((kind for kind in Kind if kind in self.kinds and _is(kind, shape)), None)
        if kind is None:
            return None
        return kind, fit if kind is Kind.C_FINITE or shape is None else fit.with_law(shape)

    def _ratio(self, data: Data, shorter: Data) -> tuple[Kind, Fit] | None:
        if not self.kinds & {Kind.HYPERGEOMETRIC, Kind.D_FINITE}:
            return None
        self._step("recurrences of order 1", 0, 1)
        fit = self._tried(data, recurrence_fit(shorter, 1, self.spare))
        if fit is None:
            return None
        closed = fit.law.hypergeometric() if isinstance(fit.law, PRecursive) else None
        if closed is not None and Kind.HYPERGEOMETRIC in self.kinds:
            return Kind.HYPERGEOMETRIC, fit.with_law(closed)
        return (Kind.D_FINITE, fit) if Kind.D_FINITE in self.kinds else None

    def _algebraic(self, data: Data, shorter: Data) -> Fit | None:
        top = self.algebraic_degree(len(shorter)) if Kind.ALGEBRAIC in self.kinds else 1
        shapes = [Shape("algebraic degree", degree, shorter, self.spare) for degree in range(2, top + 1)]
        return self._first("algebraic equations", data, shapes)

    def _recurrence(self, data: Data, shorter: Data) -> Fit | None:
        top = self.order(len(shorter))
        shapes = [
            Shape(kind, size, shorter, self.spare)
            for kind in ("order", "degree")
            for size in range(1, top + 1)
        ]
        return self._first("recurrences with polynomial coefficients", data, shapes)

    def _first(self, stage: str, data: Data, shapes: Sequence[Shape]) -> Fit | None:
        """The first shape that a law has; none where a law is broken by few terms."""

        def steps() -> Iterator[Shape]:
            for done, shape in enumerate(shapes):
                self._step(stage, done, len(shapes))
                yield shape

        with (
            Work(executor=self.executor, care=UNLIKE) as work,
            closing(work.in_order(steps(), Shape.perform)) as fits,
        ):
            for found in fits:
                fit = self._tried(data, found)
                if fit is not None or self.broken is not None:
                    return fit
        return None

    def _tried(self, data: Data, found: Fit | Broken | None) -> Fit | None:
        """The fit when the terms that were not searched agree too."""
        if isinstance(found, Broken):
            self.broken = found
            return None
        if found is None or len(data) == found.terms:
            return found
        return found.with_more(len(data)) if tuple(found.law.terms(len(data))) == data.terms else None

    def order(self, count: int) -> int:
        """The number of orders, and of degrees, up to which recurrences are searched."""
        return min(isqrt(count), MOST_COLUMNS, max(0, (count - self.spare - 3) // 3))

    def algebraic_degree(self, count: int) -> int:
        """The degree up to which algebraic equations are searched, as long as (degree + 1) * 2 fits."""
        return min(MOST_DEGREE, (count - self.spare + 1) // 2 - 1)

    def _step(self, stage: str, done: int, total: int) -> None:
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise OutOfTimeError
        if self.on_progress is not None:
            self.on_progress(Progress(stage, done, total, 0))


def _is(kind: Kind, shape: QuasiPolynomial | None) -> bool:
    """Whether a sequence with a rational generating function is of this kind."""
    if kind is Kind.C_FINITE:
        return True
    if shape is None or kind not in RATIONAL:
        return False
    if kind is Kind.POLYNOMIAL:
        return shape.is_polynomial
    return shape.is_periodic if kind is Kind.PERIODIC else True
