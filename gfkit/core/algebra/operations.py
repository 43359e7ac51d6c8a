"""Operations on sequences of every kind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from typing import Any, ClassVar, Self, overload

from gfkit.core.algebra.number import Number, number
from gfkit.core.errors import InputError
from gfkit.core.writable import Face, Indexable, Plottable, Writable


class Operations(Face, Writable, Indexable, Plottable, ABC):
    """Base class with termwise and series operations. Operands of two kinds are converted to the more general
    kind.

    A kind implements ``_plus``, ``_scaled_by``, ``_hadamard``, ``_cauchy``, ``_interlace`` for operands
    of the same kind, the operations with one operand, and the conversion ``generalise``; ``rank``
    orders the kinds by generality. All results are exact.
    """

    rank: ClassVar[int]
    first_n: int

    @abstractmethod
    def generalise(self) -> Operations:
        """Return the sequence as a value of the next more general kind."""

    @abstractmethod
    def terms(self, count: int) -> list[Any]:
        """Return the first ``count`` terms."""

    @abstractmethod
    def coefficient(self, n: int) -> Any:
        """Return the term a(n)."""

    @abstractmethod
    def partial_sums(self) -> Operations:
        """Return the sequence of the partial sums a(first_n) + ... + a(n)."""

    @abstractmethod
    def shifted(self, by: int) -> Operations:
        """Return the sequence n -> a(n + by) for n >= max(first_n - by, 0)."""

    @abstractmethod
    def subsequence(self, step: int, offset: int = 0) -> Operations:
        """Return the sequence n -> a(step * n + offset), from the smallest n >= 0 for which it is defined."""

    @abstractmethod
    def _plus(self, other: Self) -> Operations:
        """Return the termwise sum with a sequence of the same kind."""

    @abstractmethod
    def _scaled_by(self, factor: Number) -> Self:
        """Return the multiple by a number."""

    @abstractmethod
    def _hadamard(self, other: Self) -> Operations:
        """Return the termwise product with a sequence of the same kind."""

    @abstractmethod
    def _cauchy(self, other: Self) -> Operations:
        """Return the product of the series."""

    @abstractmethod
    def _interlace(self, others: tuple[Self, ...]) -> Operations:
        """Return the interleaved terms of all sequences."""

    @overload
    def __getitem__(self, n: int) -> Any: ...
    @overload
    def __getitem__(self, n: slice) -> list[Any]: ...
    def __getitem__(self, n: int | slice) -> Any:
        """Return the term at n, or the list of terms of a bounded slice such as f[3:9]."""
        if not isinstance(n, slice):
            return self.coefficient(n)
        places, first = n, self.first_n
        start = first if places.start is None else places.start
        step = 1 if places.step is None else places.step
        whole = all(isinstance(k, int) and not isinstance(k, bool) for k in (start, places.stop, step))
        if not whole or start < first or step < 1:
            raise InputError(
                f"slice [{_bound_text(places.start)}:{_bound_text(places.stop)}]: expected integers >="
                f" {first}, with an end, as in f[{first}:{first + 5}]"
            )
        return self.terms(max(0, places.stop - first))[start - first :: step]

    def __neg__(self) -> Self:
        return self._scaled_by(-1)

    def __add__(self, other: Operations) -> Any:
        """Return the termwise sum; its first index is the larger of the two first indices."""
        if not isinstance(other, Operations):
            return NotImplemented
        left, right = common_kind(self, other)
        return left._plus(right)

    def __sub__(self, other: Operations) -> Any:
        return self + (-other) if isinstance(other, Operations) else NotImplemented

    def __mul__(self, factor: Number) -> Self:
        """Return the multiple by an integer or a fraction."""
        if isinstance(factor, Operations):
            raise InputError(
                "product of two sequences is ambiguous: write f.hadamard(g) for a(n) b(n), or"
                " f.cauchy(g) for the "
                "product of the series"
            )
        return NotImplemented if not isinstance(factor, int | Fraction) else self._scaled_by(number(factor))

    __rmul__ = __mul__

    def hadamard(self, other: Operations) -> Any:
        """Return the termwise product a(n) b(n); its first index is the larger of the two first indices."""
        left, right = common_kind(self, other)
        return left._hadamard(right)

    def cauchy(self, other: Operations) -> Any:
        """Return the product of the series: the sum of a(k) b(n - k); its first index is the sum of both."""
        left, right = common_kind(self, other)
        return left._cauchy(right)

    def differences(self) -> Any:
        """Return the sequence a(n + 1) - a(n) for n >= first_n."""
        return self.shifted(1) - self

    def interlaced(self, *others: Operations) -> Any:
        """Return the sequence b(k m + i) = i-th sequence at k, of m sequences that all start at n = 0."""
        first, *rest = common_kind(self, *others)
        for sequence in (first, *rest):
            if sequence.first_n:
                raise InputError(f"first_n {sequence.first_n}: sequences to interlace must start at n = 0")
        return first._interlace(tuple(rest))


def _bound_text(bound: object) -> str:
    return "" if bound is None else str(bound)


def common_kind(*sequences: Operations) -> list[Any]:
    """Return the sequences converted to the least general kind that includes all of them."""
    for sequence in sequences:
        if not isinstance(sequence, Operations):
            raise InputError(f"sequence {sequence!r}: expected a sequence, such as a generating function")
    listed = list(sequences)
    while len({type(sequence) for sequence in listed}) > 1:
        least = min(sequence.rank for sequence in listed)
        listed = [sequence.generalise() if sequence.rank == least else sequence for sequence in listed]
    return listed


def check_subsequence(step: int, offset: int) -> None:
    """Raise an error if n -> step * n + offset is not increasing or starts below 0."""
    if step < 1 or offset < 0:
        raise InputError(f"subsequence {step}n + {offset}: the step must be >= 1 and the offset >= 0")
