"""Conditions on the digits of n: ``n = 2^k - 1``, ``n + 1 is a power of 2``, ``n has no digit 2 in base 3``.

An automaton that reads the digits of n in a prime base p decides such a condition if its base is a power of
p, for digits if the base is p itself.
"""

from __future__ import annotations

from gfkit.core.algebra.diagonals import DigitMachine
from gfkit.core.deferred import dataclass
from gfkit.core.errors import MismatchError


@dataclass(frozen=True)
class PowerCondition:
    """The integers n = base^k + offset with k >= 0."""

    base: int
    offset: int

    def __contains__(self, n: int) -> bool:
        value = n - self.offset
        while value > 1 and value % self.base == 0:
            value //= self.base
        return value == 1

    def machine(self, prime: int) -> DigitMachine:
        """Return the automaton that reads n in base p: it subtracts the offset, and looks for a single 1."""
        exponent = next((k for k in range(1, 64) if prime**k >= self.base), 64)
        if prime**exponent != self.base:
            raise MismatchError(f"{self.base} is not a power of {prime}")

        def step(state: tuple[int, int, int], digit: int) -> tuple[int, int, int]:
            carry, place, ones = state
            carry, digit = divmod(carry + digit, prime)
            if digit:
                ones = 1 if (digit, place, ones) == (1, 0, 0) else 2
            return carry, (place + 1) % exponent, ones

        def accepts(state: tuple[int, int, int]) -> bool:
            while state[0] not in (0, -1):
                state = step(state, 0)
            return state[0] == 0 and state[2] == 1

        return DigitMachine((-self.offset, 0, 0), step, accepts)


@dataclass(frozen=True)
class DigitCondition:
    """The integers n whose digits in a base belong to a set; 0 has no digits."""

    base: int
    digits: frozenset[int]

    def __contains__(self, n: int) -> bool:
        while n and n % self.base in self.digits:
            n //= self.base
        return n == 0

    def machine(self, prime: int) -> DigitMachine:
        """Return the automaton that reads n in base p. Leading digits 0 are not digits of n."""
        if prime != self.base:
            raise MismatchError(f"the base {self.base} is not {prime}")

        def step(state: tuple[bool, bool], digit: int) -> tuple[bool, bool]:
            is_good, zeros = state
            if digit == 0 and 0 not in self.digits:
                return is_good, True
            return is_good and not zeros and digit in self.digits, zeros

        return DigitMachine((True, False), step, lambda state: state[0])
