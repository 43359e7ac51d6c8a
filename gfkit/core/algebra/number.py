"""Numbers: rational terms of sequences, and real numbers in balls with decimal endpoints.

Rational numbers are represented by ``int`` if possible, else by ``Fraction``.
"""

from __future__ import annotations

import operator
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from numbers import Real
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from gfkit.core.deferred import dataclass, regex
from gfkit.core.errors import InputError, LimitError, TermError
from gfkit.core.writable import Face, JsonRecord

if TYPE_CHECKING:
    import mpmath
    from flint import acb, arb, fmpq, fmpz
    from mpmath.ctx_iv import ivmpf

Number = int | Fraction

_SHOWN = 60

_NUMBER = regex(r"([+-]?[0-9]+)(?:/([0-9]+))?")


_GUARD_BITS = 30
"""Number of bits of the endpoints of an interval beyond its digits."""
_MOST_DIGITS = 100_000
_MOST_ZEROS = 5
"""Maximum number of zeros after the decimal point. Smaller numbers are written with an exponent."""
_MOST_LISTED = 100_000_000
"""Maximum number of terms in one list."""


def number(value: Number) -> Number:
    """Return the value as an integer if it is one.

    >>> number(Fraction(6, 3)), number(Fraction(1, 3))
    (2, Fraction(1, 3))
    """
    return int(value) if value.denominator == 1 else value


def from_flint(value: fmpz | fmpq) -> Number:
    """Convert a number of FLINT to an integer, or to a fraction if it is not an integer.

    >>> from flint import fmpq, fmpz
    >>> from_flint(fmpq(6, 4)), from_flint(fmpz(3))
    (Fraction(3, 2), 3)
    """
    return int(value) if value.denominator == 1 else Fraction(int(value.numerator), int(value.denominator))


def to_fmpq(value: Number) -> fmpq:
    """Return the number as a FLINT object."""
    from flint import fmpq

    return fmpq(value.numerator, value.denominator)


_Entry = TypeVar("_Entry")


def trimmed(row: Iterable[_Entry]) -> list[_Entry]:
    """Return a row without trailing zeros.

    >>> trimmed([0, 1, 0, 0])
    [0, 1]
    """
    kept = list(row)
    while kept and not kept[-1]:
        kept.pop()
    return kept


def exact_number(value: object, what: str) -> Number:
    """Convert an integer or fraction of Python, NumPy, SymPy or FLINT. Raise InputError for floating-point
    numbers.

    >>> from flint import fmpq
    >>> exact_number(fmpq(6, 4), "term")
    Fraction(3, 2)
    >>> exact_number(0.5, "term")
    Traceback (most recent call last):
    ...
    gfkit.core.errors.InputError: term 0.5 must be an integer or a fraction; a float is not exact, write ...
    """
    if type(value) is int:
        return value
    above, below = getattr(value, "numerator", None), getattr(value, "denominator", None)
    try:
        if above is None or below is None:
            return operator.index(value)  # type: ignore[arg-type]
        return number(Fraction(operator.index(above), operator.index(below)))
    except TypeError:
        raise _number_error(value, what) from None


def _number_error(value: object, label: str) -> InputError:
    is_float = isinstance(value, Real) or getattr(value, "is_Float", False)
    hint = "; a float is not exact, write Fraction(1, 2)" if is_float else ""
    return InputError(f"{label} {short_repr(value)} must be an integer or a fraction{hint}")


def short_repr(value: object) -> str:
    """Return the representation of a value in an error message: one line, truncated if it is long."""
    return short_text(" ".join(repr(value).split()))


def short_text(text: str) -> str:
    """Return the string, truncated and followed by "..." if it is long.

    >>> short_text("1 + x"), len(short_text(1000 * "x"))
    ('1 + x', 63)
    """
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "..."


def whole_text(value: int) -> str:
    """Return an integer of any size in decimal; Python's own conversion is limited to 4300 digits."""
    if value.bit_length() <= 10_000:
        return str(value)
    from flint import fmpz

    return str(fmpz(value))


def number_text(value: Number) -> str:
    """Return the number in decimal, of any size.

    >>> number_text(Fraction(-3, 4))
    '-3/4'
    """
    above = whole_text(value.numerator)
    return above if value.denominator == 1 else f"{above}/{whole_text(value.denominator)}"


def decimal_text(value: Number) -> str:
    """Return a number whose denominator has only the prime factors 2 and 5 as a decimal.

    >>> decimal_text(Fraction(5, 4)), decimal_text(3)
    ('1.25', '3')
    """
    return format(Decimal(value.numerator) / Decimal(value.denominator), "f")


def read_number(text: str) -> Number:
    """Parse the output of ``number_text``.

    >>> read_number("-3/4"), read_number("12")
    (Fraction(-3, 4), 12)
    """
    match = _NUMBER.fullmatch(text.strip()) if isinstance(text, str) else None
    below = _whole(match[2] or "1") if match else 0
    if not match or not below:
        raise InputError(f"number {text!r}: expected an integer or a fraction such as 3/4, as a string")
    return number(Fraction(_whole(match[1].removeprefix("+")), below))


def _whole(digits: str) -> int:
    """Return the integer of a decimal string of any length."""
    if len(digits) <= 600:  # Python may limit its own conversion to 640 digits
        return int(digits)
    from flint import fmpz

    return int(fmpz(digits))


def point_of(variables: Sequence[str], values: Sequence[Any], named: Mapping[str, Any]) -> list[Any]:
    """Return the values of variables, given by position or by name; floats are converted to mpmath.

    >>> point_of(("x", "y"), (1,), {"y": 2})
    [1, 2]
    >>> point_of(("x",), (), {"z": 2})
    Traceback (most recent call last):
    ...
    gfkit.core.errors.InputError: values of x: got z; give one number for each variable
    """
    given = {**dict(zip(variables, values, strict=False)), **named}
    if len(values) + len(named) != len(variables) or given.keys() != {*variables}:
        got = ", ".join([*map(str, values), *named]) or "none"
        wanted = ", ".join(variables) or "no variable"
        raise InputError(f"values of {wanted}: got {got}; give one number for each variable")
    point = [given[name] for name in variables]
    if any(isinstance(value, float | complex) for value in point):
        from mpmath import mpmathify

        return [mpmathify(value) if isinstance(value, float | complex) else value for value in point]
    return point


def residue(value: Number, modulus: int) -> int:
    """Return the number modulo m >= 1; a fraction needs a denominator without a factor in common with m.

    >>> residue(Fraction(1, 2), 7)
    4
    """
    check_modulus(modulus)
    try:
        return value.numerator * pow(value.denominator, -1, modulus) % modulus
    except ValueError:
        raise InputError(
            f"modulus {whole_text(modulus)} must have no factor in common with "
            f"{whole_text(value.denominator)}, the denominator of the term"
        ) from None


def check_modulus(modulus: int) -> None:
    """Raise an error for a modulus below 1."""
    if modulus < 1:
        raise InputError(f"modulus {modulus} must be at least 1")


def checked_count(count: object) -> int:
    """Return a number of terms as an int. Raise InputError if it is not a nonnegative integer."""
    try:
        whole = operator.index(count)  # type: ignore[arg-type]
    except TypeError:
        whole = -1
    if whole < 0:
        raise InputError(f"terms({count!r}): the number of terms must be an integer >= 0")
    if whole > _MOST_LISTED:
        raise LimitError(
            f"terms({whole}): at most {_MOST_LISTED} terms can be listed; [n] returns the term at n"
        )
    return whole


def checked_index(n: object, first_n: int) -> int:
    """Return the index n of a term as an integer that is not below the first one."""
    try:
        whole = operator.index(n)  # type: ignore[arg-type]
    except TypeError:
        raise InputError(f"n {n!r} must be an integer; terms(count) returns the first terms") from None
    if whole < first_n:
        raise TermError(f"n {whole}: the sequence starts at n = {first_n}")
    return whole


def _operand_of(value: Any) -> Any:
    return value._operand if isinstance(value, Arithmetic) else value


Operator = Callable[[Any, object], Any]
"""Type of a method of an operator in a class of ``Arithmetic``."""


def forward_operator(act: Callable[[Any, Any], Any]) -> Operator:
    """Return the operator __op__ of an operation."""
    return lambda value, other: act(value._operand, _operand_of(other))


def reflected_operator(act: Callable[[Any, Any], Any]) -> Operator:
    """Return the operator __rop__ of an operation."""
    return lambda value, other: act(_operand_of(other), value._operand)


class Arithmetic:
    """Base class of values that behave like a number or a polynomial in sums, products and comparisons."""

    __slots__ = ()

    @property
    @abstractmethod
    def _operand(self) -> Any:
        """Return the number or polynomial that the value represents."""

    __add__: ClassVar[Operator] = forward_operator(operator.add)
    __radd__: ClassVar[Operator] = reflected_operator(operator.add)
    __sub__: ClassVar[Operator] = forward_operator(operator.sub)
    __rsub__: ClassVar[Operator] = reflected_operator(operator.sub)
    __mul__: ClassVar[Operator] = forward_operator(operator.mul)
    __rmul__: ClassVar[Operator] = reflected_operator(operator.mul)
    __truediv__: ClassVar[Operator] = forward_operator(operator.truediv)
    __rtruediv__: ClassVar[Operator] = reflected_operator(operator.truediv)
    __pow__: ClassVar[Operator] = forward_operator(operator.pow)
    __rpow__: ClassVar[Operator] = reflected_operator(operator.pow)
    __lt__: ClassVar[Operator] = forward_operator(operator.lt)
    __gt__: ClassVar[Operator] = reflected_operator(operator.lt)
    __le__: ClassVar[Operator] = forward_operator(operator.le)
    __ge__: ClassVar[Operator] = reflected_operator(operator.le)

    def __neg__(self) -> Any:
        return -self._operand


class Inexact(Arithmetic):
    """Base class of real numbers known to some digits; in arithmetic they are converted to mpmath's ``mpf``.

    >>> root = Ball("1.41421356237309504880", "1e-20")
    >>> root - root == 0, root < root, root <= root
    (True, False, True)
    """

    __slots__ = ()

    @property
    @abstractmethod
    def mpf(self) -> mpmath.mpf:
        """Midpoint of the ball as an mpmath number, with all digits of the midpoint."""

    @property
    def _operand(self) -> mpmath.mpf:
        return self.mpf

    def __abs__(self) -> mpmath.mpf:
        return abs(self.mpf)

    def __float__(self) -> float:
        return float(self.mpf)


@dataclass(frozen=True)
class Ball(Inexact, Face, JsonRecord):
    """Real number that differs from ``value`` by at most ``radius``. It is exact if the radius is 0.

    >>> root = Ball("1.41421356237309504880", "1e-20")
    >>> print(root)
    1.41421356237309504880 +/- 1e-20
    >>> root.low ** 2 < 2 < root.high ** 2
    True

    ``mpf`` and ``interval`` convert the number for mpmath, whose functions also accept the ball itself.

    >>> from mpmath import mp, mpf
    >>> with mp.workdps(20):
    ...     print(root.mpf, root**2, mpf(root) / 2, 2 in root.interval**2)
    1.4142135623730950488 2.0 0.7071067811865475244 True
    """

    value: str
    radius: str

    @property
    def low(self) -> Fraction:
        return _fraction(self.value) - Fraction(self.radius)

    @property
    def high(self) -> Fraction:
        return _fraction(self.value) + Fraction(self.radius)

    @property
    def mpf(self) -> mpmath.mpf:
        """Midpoint as an mpmath number, with all its digits."""
        return self._mpmath_(_GUARD_BITS + 4 * len(self.value), "n")

    @property
    def interval(self) -> ivmpf:
        """Interval of ``mpmath.iv`` that contains the number."""
        return interval_between(self.low, self.high, _GUARD_BITS + 4 * len(self.value))

    def contains(self, number: Fraction | int) -> bool:
        return self.low <= number <= self.high

    def __str__(self) -> str:
        return self.value if self.radius == "0" else f"{self.value} +/- {self.radius}"

    def _mpmath_(self, precision: int, rounding: str) -> Any:
        """Return the midpoint for mpmath, to its working precision."""
        from mpmath import libmp, make_mpf

        return make_mpf(libmp.from_str(self.value, precision, rounding))

    @property
    def _mpi_(self) -> tuple[Any, Any]:
        """Return the endpoints of the ball, for intervals of mpmath."""
        ends: tuple[Any, Any] = self.interval._mpi_
        return ends


def interval_between(low: Fraction, high: Fraction | None, precision: int = 120) -> ivmpf:
    """Return the interval of ``mpmath.iv`` between two numbers, rounded outwards; if ``high`` is None it
    has no upper end.

    ``precision`` is in bits.

    >>> from mpmath import iv
    >>> third = interval_between(Fraction(1, 3), Fraction(1, 3))
    >>> iv.mpf(1) / 3 in third or third in iv.mpf(1) / 3, third.delta < 1e-35
    (True, True)
    """
    from mpmath import iv
    from mpmath.libmp import finf, from_rational

    above = finf if high is None else from_rational(high.numerator, high.denominator, precision, "c")
    return iv.make_mpf((from_rational(low.numerator, low.denominator, precision, "f"), above))


def check_digits(digits: int) -> None:
    """Raise an error if a number of digits is not positive, or if computing it would take more than a few
    seconds.
    """
    if digits < 1:
        raise InputError(f"digits {digits} must be at least 1")
    if digits > _MOST_DIGITS:
        raise LimitError(f"digits {digits}: at most {_MOST_DIGITS} can be computed")


def decimal_ball(number: arb, digits: int, *, near_zero: bool = False) -> Ball | None:
    """Return a decimal ball that contains a FLINT ball, or None if the latter is too wide for the given
    number of digits.

    The radius of FLINT's ball and the error of rounding to decimal are together at most one unit of the last
    digit, where ``digits`` digits follow the leading one.

    >>> from flint import arb, ctx
    >>> with ctx.workprec(100):
    ...     print(decimal_ball(arb(2).sqrt(), 20))
    1.41421356237309504880 +/- 1e-20

    If ``near_zero``, a ball that contains 0 and is small enough becomes 0 with radius 10^-digits.
    """
    if not number.is_finite():
        return None
    middle, radius = exact(number.mid()), exact(number.rad())
    if radius == 0 and middle.denominator == 1:
        return Ball(whole_text(middle.numerator), "0")
    if abs(middle) <= radius:
        tiny = near_zero and abs(middle) + radius <= Fraction(10) ** -digits
        return Ball("0", f"1e-{digits}") if tiny else None
    places = digits - _exponent(middle)
    unit = Fraction(10) ** -places
    whole = round(middle / unit)
    if abs(middle - whole * unit) + radius > unit:
        return None
    return Ball(_decimal(whole, places), f"1e{-places}")


def root_near(number: acb, digits: int) -> mpmath.mpf | mpmath.mpc | None:
    """Return the mpmath number with this number of digits for each part, or None if the ball is too wide for
    these.

    >>> from flint import acb
    >>> root_near(acb(2), 10), root_near(acb(0, 2), 10)
    (mpf('2.0'), mpc(real='0.0', imag='2.0'))
    """
    from mpmath import make_mpc

    real, imaginary = (decimal_ball(part, digits, near_zero=True) for part in (number.real, number.imag))
    if real is None or imaginary is None:
        return None
    return real.mpf if number.imag == 0 else make_mpc((real.mpf._mpf_, imaginary.mpf._mpf_))


def exact(number: arb) -> Fraction:
    """Return the value of a ball of radius zero."""
    mantissa, exponent = (int(part) for part in number.man_exp())
    return Fraction(mantissa) * Fraction(2) ** exponent


def _exponent(number: Fraction) -> int:
    context = Context(prec=30)
    quotient = context.divide(Decimal(abs(number.numerator)), Decimal(number.denominator))
    return quotient.adjusted()


def _fraction(text: str) -> Fraction:
    digits, _, power = text.partition("e")
    before, _, after = digits.partition(".")
    scale: Fraction = Fraction(10) ** (int(power or 0) - len(after))
    return _whole(before + after) * scale


def _decimal(whole: int, places: int) -> str:
    if places <= 0:
        return whole_text(whole * 10**-places)
    sign, digits = "-" if whole < 0 else "", whole_text(abs(whole))
    if places - len(digits) > _MOST_ZEROS:
        return f"{sign}{digits[0]}.{digits[1:]}e{len(digits) - 1 - places}"
    digits = digits.rjust(places + 1, "0")
    return f"{sign}{digits[:-places]}.{digits[-places:]}"
