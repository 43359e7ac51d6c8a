"""Linear recurrences with constant coefficients, as values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gfkit.errors import InputError
from gfkit.sequences.polynomial import Polynomial, whole_text

Term = int | Polynomial


@dataclass(frozen=True)
class Recurrence:
    """The sequence a(n), n >= first_n, with a(n) = c1 a(n-1) + ... + cd a(n-d) for n >= valid_from.

    ``initial`` holds a(first_n), ..., a(valid_from - 1); the recurrence never looks before first_n.
    Coefficients and terms are integers, or polynomials in ``variables``.

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
                kind = f"polynomials in {', '.join(self.variables)}" if self.variables else "integers"
                raise InputError(f"recurrence with {value}: all coefficients and terms must be {kind}")
        start = self.valid_from - self.first_n
        if len(self.initial) != start:
            raise InputError(
                f"initial {len(self.initial)} terms: a sequence from n = {self.first_n} on with a recurrence "
                f"from n = {self.valid_from} on needs {max(0, start)}"
            )
        if start < self.order:
            raise InputError(
                f"valid_from {self.valid_from}: must be {self.first_n + self.order} or more for a recurrence "
                f"of order {self.order} that starts at n = {self.first_n}"
            )

    @property
    def order(self) -> int:
        return len(self.coefficients)

    @property
    def signature(self) -> tuple[Term, ...]:
        """The coefficients of a(n-1), a(n-2), ..., as the OEIS index of linear recurrences lists them."""
        return self.coefficients

    def terms(self, count: int) -> list[Term]:
        """The first terms from ``first_n`` on, one by one: ``count`` times ``order`` products."""
        values = list(self.initial[:count])
        back = [(k, c) for k, c in enumerate(self.coefficients, 1) if c != 0 and c != self._zero]
        while len(values) < count:
            total = self._zero
            for k, c in back:
                total = total + c * values[-k]
            values.append(total)
        return values

    @property
    def _zero(self) -> Term:
        return Polynomial.of(self.variables, {}) if self.variables else 0

    def as_json(self) -> dict[str, object]:
        """The object that the command line prints."""
        listed = [whole_text(c) if isinstance(c, int) else str(c) for c in self.coefficients]
        return {"order": self.order, "coefficients": listed, "valid_from": self.valid_from}

    def __str__(self) -> str:
        return f"a(n) = {self._sum('*', str)} for n >= {self.valid_from}"

    def latex(self) -> str:
        """The recurrence in LaTeX.

        >>> Recurrence((2, -1), 2, (0, 1)).latex()
        'a(n) = 2 a(n-1) - a(n-2) \\\\quad (n \\\\ge 2)'
        """
        return rf"a(n) = {self._sum(' ', Polynomial.latex)} \quad (n \ge {self.valid_from})"

    def _sum(self, times: str, printed: Callable[[Polynomial], str]) -> str:
        parts = []
        for k, coefficient in enumerate(self.coefficients, 1):
            text = printed(coefficient) if isinstance(coefficient, Polynomial) else whole_text(coefficient)
            if text == "0":
                continue
            sign = "- " if text.startswith("-") and " - " not in text and " + " not in text else "+ "
            size = text.removeprefix("-") if sign == "- " else text
            if " + " in size or " - " in size:
                size = f"({size})"
            parts.append(sign + ("" if size == "1" else size + times) + f"a(n-{k})")
        joined = " ".join(parts) or "+ 0"
        return joined[2:] if joined.startswith("+") else "-" + joined[2:]
