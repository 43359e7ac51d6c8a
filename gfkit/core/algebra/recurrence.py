"""Linear recurrences with constant coefficients."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, Self

from gfkit.core.algebra.fields import as_text, list_field, names_field, whole_field
from gfkit.core.algebra.number import checked_count, number, read_number
from gfkit.core.algebra.polynomial import Polynomial, Term, term_text
from gfkit.core.deferred import dataclass
from gfkit.core.errors import InputError
from gfkit.core.writable import Face, Writable, formula_reader, formulas


@dataclass(frozen=True, repr=False)
class Recurrence(Face, Writable):
    """Sequence a(n), n >= first_n, with a(n) = c1 a(n-1) + ... + cd a(n-d) for n >= valid_from.

    ``initial`` contains a(first_n), ..., a(valid_from - 1); all indices in the recurrence are at least
    first_n. Coefficients and terms are integers or fractions, or polynomials in ``variables``.

    >>> pell = Recurrence((2, 1), 2, (1, 3))
    >>> print(pell)
    a(n) = 2*a(n-1) + a(n-2) for n >= 2
    >>> pell.terms(6)
    [1, 3, 7, 17, 41, 99]
    """

    coefficients: tuple[Term, ...]
    valid_from: int
    initial: tuple[Term, ...]
    first_n: int = 0
    variables: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for value in (*self.coefficients, *self.initial):
            if (value.variables if isinstance(value, Polynomial) else ()) != self.variables:
                kind = (
                    f"polynomials in {', '.join(self.variables)}"
                    if self.variables
                    else "integers or fractions"
                )
                raise InputError(f"recurrence with {value}: all coefficients and terms must be {kind}")
        start = self.valid_from - self.first_n
        if len(self.initial) != start:
            raise InputError(
                f"initial {len(self.initial)} terms: a sequence for n >= {self.first_n} with a recurrence "
                f"for n >= {self.valid_from} requires {max(0, start)}"
            )
        if start < self.order:
            raise InputError(
                f"valid_from {self.valid_from} must be {self.first_n + self.order} or more for a recurrence "
                f"of order {self.order} that starts at n = {self.first_n}"
            )

    @property
    def order(self) -> int:
        return len(self.coefficients)

    @property
    def signature(self) -> tuple[Term, ...]:
        """Signature: the coefficients of a(n-1), a(n-2), ..., as in the OEIS index of linear recurrences."""
        return self.coefficients

    def terms(self, count: int) -> list[Term]:
        """Return the first ``count`` terms; the cost is ``count`` times ``order`` products."""
        count = checked_count(count)
        values = list(self.initial[:count])
        back: list[tuple[int, Any]] = [
            (k, c) for k, c in enumerate(self.coefficients, 1) if c != 0 and c != self._zero
        ]
        while len(values) < count:
            total: Any = sum((c * values[-k] for k, c in back), self._zero)
            values.append(number(total) if isinstance(total, Fraction) else total)
        return values

    @property
    def _zero(self) -> Term:
        return Polynomial.of(self.variables, {}) if self.variables else 0

    def as_json(self) -> dict[str, object]:
        """Return the JSON object that the command line prints, which includes the initial terms."""
        return {
            "order": self.order,
            "coefficients": [term_text(c) for c in self.coefficients],
            "valid_from": self.valid_from,
            "initial": [term_text(value) for value in self.initial],
            "first_n": self.first_n,
            "variables": list(self.variables),
        }

    @classmethod
    def parse(cls, text: str, initial: Sequence[Term], first_n: int = 0) -> Recurrence:
        """Parse an equation as printed, in plain text or LaTeX, for a sequence with the given initial values.

        >>> print(Recurrence.parse("a(n+1) = 2a(n) + a(n-1)", [1, 3]))
        a(n) = 2*a(n-1) + a(n-2) for n >= 2
        """
        recurrence: Recurrence = formula_reader().read_recurrence(text, initial, first_n)
        return recurrence

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Self:
        """Parse the output of ``as_json``.

        >>> rule = Recurrence((1, Fraction(1, 2)), 2, (1, 3))
        >>> Recurrence.from_json(rule.as_json()) == rule
        True
        """
        names = names_field(data, "variables", [])
        back, early = (
            tuple(
                Polynomial.parse(text, names) if names else read_number(text)
                for text in (as_text(value, name) for value in list_field(data, name))
            )
            for name in ("coefficients", "initial")
        )
        first_n, valid_from = whole_field(data, "first_n", 0), whole_field(data, "valid_from")
        return cls(back, valid_from, early, first_n, names)

    @property
    def equation(self) -> str:
        """Recurrence without its range of n.

        >>> Recurrence((Fraction(1, 2), Fraction(-3, 2)), 2, (1, 1)).equation
        'a(n) = (1/2)*a(n-1) - (3/2)*a(n-2)'
        """
        return formulas().equation(self)


def without_fractions(values: Sequence[Term]) -> tuple[list[int | Polynomial], int]:
    """Return the values multiplied by their least common denominator, and this denominator.

    >>> without_fractions([1, Fraction(1, 2)])
    ([2, 1], 2)
    """
    common = lcm(*(value.denominator for value in values if isinstance(value, Fraction)))
    return [v if isinstance(v, Polynomial) else int(v * common) for v in values], common
