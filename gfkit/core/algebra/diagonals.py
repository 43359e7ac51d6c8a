r"""Residues modulo p^e of diagonals of rational functions: automata that read the digits of n in base p.

Let z = (x_1, ..., x_s, u_1, ..., u_r), and let P and Q be Laurent polynomials with integer coefficients in
which no exponent of an x_i is negative. Let q be the constant term of Q, and let every other monomial of Q
contain an x_i. Then 1/Q is a power series in x_1, ..., x_s whose coefficients are Laurent polynomials in the
u_j. Its *diagonal* is the sequence a(n) = coefficient of x_1^n ... x_s^n u_1^0 ... u_r^0 in P/(c Q). With
s = 1 it is a sequence of constant terms, such as the constant term of A^n B for Laurent polynomials A and B
(P = B, Q = 1 - x A); with r = 0 it is the diagonal of a rational function.

Theorem. Let p be a prime that divides neither c nor q, let M = p^(e-1), and normalise P and Q modulo p^e such
that q = c = 1. For a digit d let C_d be the Cartier operator, which maps the monomial x^i u^j to
x^((i-d)/p) u^(j/p) if these exponents are integers, and else to 0. Let S_0 = P Q^(M-1) and
T_d(S) = C_d(S Q^(pM-M)), modulo p^e. Then the set of all polynomials that arise from S_0 by the T_d is
finite, and for n with the digits d_0, ..., d_l, the least significant first, a(n) modulo p^e is the constant
term of T_(d_l) ... T_(d_0) S_0.

Proof. Q(z)^(pM) = Q(z^p)^M modulo p^e, by induction on e. So S/Q^M = S Q^(pM-M)/Q(z^p)^M modulo p^e, and C_d
of it is T_d(S)/Q^M, because C_d(A B(z^p)) = C_d(A) B. If S/Q^M has the diagonal b(n), then T_d(S)/Q^M has the
diagonal b(pn + d). No T_d yields a negative exponent of an x_i, since such an exponent is at least d before
the operator if it is equal to d modulo p. So b(0) is the constant term of S: every monomial of 1/Q^M except 1
contains an x_i. The set is finite because the exponents remain bounded. QED

Theorem (Furstenberg). Let P(t, g) be a polynomial with P(0, 0) = 0, let the integer b = dP/dg (0, 0) be
prime to p, and let g(t) be the power series with P(t, g) = 0 and g(0) = 0. Then g is the diagonal of
y (dP/dg)(xy, y) / (P(xy, y)/y), whose denominator has the constant term b. For a series f whose equation does
not satisfy the hypothesis, ``algebraic_diagonal`` substitutes f = L + p^j t^i g, where L are the initial
terms of f.

References: Eric Rowland and Reem Yassawi, Automatic congruences for diagonals of rational functions, Journal
de théorie des nombres de Bordeaux 27 (2015); Jan Denef and Leonard Lipshitz, Algebraic power series and
diagonals, Journal of Number Theory 26 (1987); Harry Furstenberg, Algebraic functions over finite fields,
Journal of Algebra 7 (1967).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import gcd, prod
from typing import TYPE_CHECKING, Any, NamedTuple

from flint import Ordering, fmpz, fmpz_mpoly, fmpz_mpoly_ctx, nmod_mpoly_ctx

from gfkit.core.algebra.polynomial import Polynomial
from gfkit.core.deferred import dataclass
from gfkit.core.errors import LimitError, MismatchError, SelfCheckError
from gfkit.core.typing import check_stop
from gfkit.core.writable import JsonRecord, formulas

if TYPE_CHECKING:
    from gfkit.core.algebra.algebraic import Algebraic
    from gfkit.core.algebra.rational import RationalGF

Exponents = tuple[int, ...]
Laurent = dict[Exponents, int]
"""Laurent polynomial: the coefficient of each monomial."""

_MOST_STATES = 20_000
_MOST_TERMS = 2_000_000
"""Maximum number of monomials in all products, some microseconds each."""
_MOST_REMOVED = 12
"""Maximum number of initial terms that are removed from an algebraic series."""
_MOST_VALUATION = 3
_RING = fmpz_mpoly_ctx.get(("t", "g"), Ordering.lex)
_RESIDUES: Any = nmod_mpoly_ctx


def prime_power(modulus: int) -> tuple[int, int]:
    """Return p and e with p^e = modulus. Raise MismatchError if there is no such prime."""
    factors = fmpz(modulus).factor()
    if len(factors) != 1:
        raise MismatchError(f"the modulus {modulus} is not a power of a prime")
    return int(factors[0][0]), int(factors[0][1])


@dataclass(frozen=True)
class Diagonal:
    """Sequence a(n) = coefficient of x_1^n ... x_s^n u_1^0 ... u_r^0 in P/(c Q), where s = ``marked``.

    >>> central = Diagonal({(0, 0): 1}, {(0, 0): 1, (1, 1): -1, (1, 0): -2, (1, -1): -1})
    >>> central.automaton(3).terms(8)  # binomial(2n, n) modulo 3
    [1, 2, 0, 2, 1, 0, 0, 0]
    >>> print(central)
    a(n) = [x1^n*u1^0] u1/(u1 - x1 - 2*u1*x1 - u1^2*x1)
    """

    numerator: Laurent
    denominator: Laurent
    marked: int = 1
    scale: int = 1
    """The number c."""

    def __post_init__(self) -> None:
        below = [powers[: self.marked] for powers in self.denominator if any(powers)]
        above = [powers[: self.marked] for powers in self.numerator]
        if not all(map(any, below)) or min((0, *(i for part in below + above for i in part))) < 0:
            raise MismatchError("the denominator is not a number plus monomials with positive powers of x")

    def __str__(self) -> str:
        scaled = {powers: value * self.scale for powers, value in self.denominator.items()}
        low = [
            -min(0, *powers)
            for powers in zip((0,) * len(next(iter(scaled))), *self.numerator, *scaled, strict=True)
        ]
        letters = tuple(
            f"x{i}" if i <= self.marked else f"u{i - self.marked}" for i in range(1, len(low) + 1)
        )
        above, below = (
            Polynomial.of(letters, {_shift(powers, low): value for powers, value in part.items()})
            for part in (self.numerator, scaled)
        )
        term = "*".join(f"{letter}^{'n' if letter[0] == 'x' else 0}" for letter in letters)
        return f"a(n) = [{term}] {formulas().quotient_text(above, below)}"

    def residues(self, modulus: int, first_n: int = 0) -> DigitResidues:
        """Return the automata for the prime powers in m, and the residues that occur for n >= ``first_n``."""
        powers = [int(p) ** int(e) for p, e in fmpz(modulus).factor()]
        return DigitResidues(modulus, first_n, tuple(map(self.automaton, powers)))

    def automaton(self, modulus: int) -> DigitAutomaton:
        """Return the automaton of the residues modulo p^e.

        Raise MismatchError if a hypothesis of the theorem fails, and LimitError if it has too many states.
        """
        prime, _ = prime_power(modulus)
        width = len(next(iter(self.denominator)))
        constant = self.denominator.get((0,) * width, 0)
        if gcd(constant * self.scale, prime) > 1:
            raise MismatchError(f"{prime} divides the constant term of the denominator")
        ring = _RESIDUES.get(tuple(f"z{i}" for i in range(width)), modulus, Ordering.lex)
        units = (pow(constant * self.scale, -1, modulus), pow(constant, -1, modulus))
        lows, parts = list[list[int]](), list[Any]()
        for part, unit in zip((self.numerator, self.denominator), units, strict=True):
            low = [-min((0, *(powers[i] for powers in part))) for i in range(width)]
            moved = {_shift(powers, low): value * unit % modulus for powers, value in part.items()}
            lows.append(low)
            parts.append(ring.from_dict({powers: value for powers, value in moved.items() if value}))
        above, below = parts
        if prod(modulus * int(degree) + 1 for degree in below.degrees()) > _MOST_TERMS:
            raise LimitError(f"the polynomials modulo {modulus} have too many terms")
        before = modulus // prime
        factor = below ** (modulus - before)
        # every state is multiplied by z^shift, so that its exponents are not negative
        shift = [a + before * b for a, b in zip(*lows, strict=True)]
        down = [-s - (modulus - before) * b for s, b in zip(shift, lows[1], strict=True)]
        first = ring.from_dict({tuple(lows[1]): 1}) * above * below ** (before - 1)
        numbers: dict[frozenset[tuple[Exponents, int]], int] = {}
        states, successors, work = list[Laurent](), list[tuple[int, ...]](), 0

        def number_of(state: Laurent) -> int:
            number = numbers.setdefault(frozenset(state.items()), len(states))
            if number == len(states):
                states.append(state)
            return number

        number_of({_shift(powers, [0] * width): int(value) for powers, value in first.to_dict().items()})
        while len(successors) < len(states):
            check_stop()
            product = (ring.from_dict(states[len(successors)]) * factor).to_dict()
            work += len(product)
            if len(states) > _MOST_STATES or work > _MOST_TERMS:
                raise LimitError(f"the automaton modulo {modulus} has too many states, or too large ones")
            images: list[Laurent] = [{} for _ in range(prime)]
            for powers, value in product.items():
                own = _shift(powers, down)
                digit = own[0] % prime
                wanted = (digit,) * self.marked + (0,) * (width - self.marked)
                if all((e - d) % prime == 0 for e, d in zip(own, wanted, strict=True)):
                    image = [(e - d) // prime for e, d in zip(own, wanted, strict=True)]
                    images[digit][_shift(image, shift)] = int(value)
            successors.append(tuple(map(number_of, images)))
        back = [-s for s in shift]
        polynomials = tuple({_shift(powers, back): c for powers, c in state.items()} for state in states)
        outputs = tuple(state.get((0,) * width, 0) for state in polynomials)
        return DigitAutomaton(self, modulus, prime, tuple(successors), outputs, polynomials)


def _shift(powers: Sequence[int], by: Sequence[int]) -> Exponents:
    return tuple(int(e) + s for e, s in zip(powers, by, strict=True))


Table = tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]
"""Transition table and outputs of an automaton that starts in state 0."""


class DigitMachine(NamedTuple):
    """Automaton that reads digits, least significant first, and decides a condition on n."""

    start: Any
    step: Callable[[Any, int], Any]
    accepts: Callable[[Any], bool]
    """Function of the state after all digits; further digits 0 do not change its value."""


_ALWAYS = DigitMachine(None, lambda _state, _digit: None, lambda _state: True)


@dataclass(frozen=True)
class DigitAutomaton:
    """Automaton of the residues a(n) modulo p^e, which reads the digits of n in base p, the least significant
    first.

    ``states`` are the polynomials of the theorem; together with the transitions they are the certificate.
    """

    diagonal: Diagonal
    modulus: int
    prime: int
    successors: tuple[tuple[int, ...], ...]
    outputs: tuple[int, ...]
    states: tuple[Laurent, ...]

    @property
    def size(self) -> int:
        """Minimum number of states of an automaton with the same outputs."""
        return len(self.minimal()[1])

    def minimal(self) -> Table:
        """Return the automaton with the minimum number of states, by Moore's partition refinement."""
        blocks, size = list(self.outputs), 0
        while len(set(blocks)) > size:
            size = len(set(blocks))
            pairs = zip(blocks, self.successors, strict=True)
            rows = [(block, *(blocks[n] for n in row)) for block, row in pairs]
            names = {row: name for name, row in enumerate(dict.fromkeys(rows))}
            blocks = [names[row] for row in rows]
        first = {block: state for state, block in reversed(list(enumerate(blocks)))}
        kept = [first[block] for block in range(size)]
        successors = tuple(tuple(blocks[n] for n in self.successors[state]) for state in kept)
        return successors, tuple(self.outputs[state] for state in kept)

    def residue(self, n: int) -> int:
        """Return a(n) modulo p^e, for n of any size."""
        state = 0
        while n:
            n, digit = divmod(n, self.prime)
            state = self.successors[state][digit]
        return self.outputs[state]

    def terms(self, count: int) -> list[int]:
        """Return the residues of a(0), ..., a(count - 1)."""
        return [self.residue(n) for n in range(count)]

    def first(
        self, is_wanted: Callable[[int, bool], bool], condition: DigitMachine, since: int = 0
    ) -> int | None:
        """Return the smallest n >= ``since`` with ``is_wanted(residue, condition holds)``, or None."""
        successors, outputs = self.minimal()

        def step(state: tuple[int, Any, int, bool], digit: int) -> tuple[int, Any, int, bool]:
            own, other, rest, is_late = state  # is_late: the digits so far are at least those of ``since``
            rest, low = divmod(rest, self.prime)
            return successors[own][digit], condition.step(other, digit), rest, (digit, is_late) >= (low, True)

        def is_found(state: tuple[int, Any, int, bool]) -> bool:
            own, other, rest, is_late = state
            return not rest and is_late and is_wanted(outputs[own], condition.accepts(other))

        return _smallest((0, condition.start, since, True), step, is_found, self.prime)

    def occurring(self, since: int = 0) -> list[int]:
        """Return the residues of a(n) for n >= ``since``."""
        outputs = sorted(set(self.outputs))
        return [r for r in outputs if self.first(lambda a, _, r=r: a == r, _ALWAYS, since) is not None]  # type: ignore[misc]

    def lucas_failure(self) -> int | None:
        """Return the smallest N = pn + d with a(N) != a(n) a(d) modulo p, or None if Lucas' congruence holds.

        The modulus must be prime.
        """
        successors, outputs = self.minimal()

        def step(state: tuple[int, int, int] | None, digit: int) -> tuple[int, int, int]:
            if state is None:
                low = successors[0][digit]
                return low, 0, outputs[low]
            return successors[state[0]][digit], successors[state[1]][digit], state[2]

        def is_wrong(state: tuple[int, int, int] | None) -> bool:
            own, other, factor = state or (0, 0, outputs[0])
            return (outputs[own] - factor * outputs[other]) % self.prime != 0

        return _smallest(None, step, is_wrong, self.prime)

    def as_json(self) -> dict[str, Any]:
        """Return the certificate, which ``check_automaton`` verifies."""

        def listed(part: Laurent) -> list[list[Any]]:
            return [[list(powers), value] for powers, value in sorted(part.items())]

        return {
            "modulus": self.modulus,
            "prime": self.prime,
            "marked": self.diagonal.marked,
            "scale": self.diagonal.scale,
            "numerator": listed(self.diagonal.numerator),
            "denominator": listed(self.diagonal.denominator),
            "states": [listed(state) for state in self.states],
            "successors": [list(row) for row in self.successors],
            "outputs": list(self.outputs),
        }


@dataclass(frozen=True)
class DigitResidues(JsonRecord):
    """Residues of a sequence modulo m, by an automaton for each prime power in m."""

    modulus: int
    first_n: int
    automata: tuple[DigitAutomaton, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "modulus": self.modulus,
            "automata": [
                {
                    "modulus": each.modulus,
                    "base": each.prime,
                    "states": each.size,
                    "residues": each.occurring(self.first_n),
                }
                for each in self.automata
            ],
        }


def _smallest(
    start: Any, step: Callable[[Any, int], Any], is_found: Callable[[Any], bool], prime: int
) -> int | None:
    """Return the smallest n whose digits, least significant first, lead to a state with a property.

    The property must not change with further digits 0.
    """
    layers, seen = [{start}], {start}
    while not (goal := {state for state in layers[-1] if is_found(state)}):
        check_stop()
        later = {step(state, digit) for state in layers[-1] for digit in range(prime)}
        if later <= seen:
            return None
        layers.append(later)
        seen |= later
        if len(seen) * prime > _MOST_TERMS:
            raise LimitError("the product of the automata has too many states")
    number = 0
    for layer in reversed(layers[:-1]):
        digit = min(d for d in range(prime) if any(step(state, d) in goal for state in layer))
        goal = {state for state in layer if step(state, digit) in goal}
        number = prime * number + digit
    return number


def check_automaton(certificate: Mapping[str, Any]) -> None:
    """Verify a certificate with the operations of the theorem. Raise SelfCheckError if it is wrong.

    Products are computed monomial by monomial, without the code that constructs automata.
    """
    prime, modulus, marked = (certificate[key] for key in ("prime", "modulus", "marked"))
    before = modulus // prime
    width = len(certificate["denominator"][0][0])
    origin = (0,) * width

    def read(rows: Sequence[Any], unit: int = 1) -> Laurent:
        return {tuple(powers): value * unit % modulus for powers, value in rows if value * unit % modulus}

    def product(one: Laurent, two: Laurent) -> Laurent:
        total: Laurent = {}
        for first, a in one.items():
            for second, b in two.items():
                powers = _shift(first, second)
                total[powers] = (total.get(powers, 0) + a * b) % modulus
        return {powers: value for powers, value in total.items() if value}

    def to_power(part: Laurent, exponent: int) -> Laurent:
        total: Laurent = {origin: 1}
        for _ in range(exponent):
            total = product(total, part)
        return total

    def cartier(part: Laurent, digit: int) -> Laurent:
        low = [-digit] * marked + [0] * (width - marked)
        pairs = [(_shift(powers, low), value) for powers, value in part.items()]
        return {tuple(e // prime for e in own): v for own, v in pairs if all(e % prime == 0 for e in own)}

    constant = {tuple(powers): value for powers, value in certificate["denominator"]}[origin]
    below = read(certificate["denominator"], pow(constant, -1, modulus))
    above = read(certificate["numerator"], pow(constant * certificate["scale"], -1, modulus))
    states = [read(rows) for rows in certificate["states"]]
    rows, outputs = certificate["successors"], certificate["outputs"]
    is_proved = (
        prime_power(modulus)[0] == prime
        and all(e >= 0 for powers in (*below, *above) for e in powers[:marked])
        and all(any(powers[:marked]) for powers in below if powers != origin)
        and len(states) == len(rows) == len(outputs)
        and states[0] == product(above, to_power(below, before - 1))
    )
    factor = to_power(below, modulus - before)
    for state, row, output in zip(states, rows, outputs, strict=False):
        image = product(state, factor)
        is_proved = is_proved and len(row) == prime and state.get(origin, 0) == output
        is_proved = is_proved and all(cartier(image, digit) == states[n] for digit, n in enumerate(row))
    if not is_proved:
        raise SelfCheckError("the automaton does not belong to the rational function")


def rational_diagonal(series: RationalGF) -> Diagonal:
    """Return the terms of a rational function of t, which must be integers, as its diagonal."""
    if not series.is_integral:
        raise MismatchError("the terms are not integers")
    above, below = ({n: int(c) for n, c in part.terms} for part in (series.numerator, series.denominator))
    return Diagonal(above, below)


def algebraic_diagonal(series: Algebraic, modulus: int) -> Diagonal:
    """Return an algebraic series as a diagonal, by Furstenberg's theorem, for residues modulo p^e.

    The substitution f = L + p^j t^i g is tried for small i and j. Raise MismatchError if its hypothesis fails
    for all of them.

    >>> from gfkit.core.algebra import Algebraic
    >>> catalan = Algebraic.parse("f = 1 + t*f^2", [1])
    >>> [n for n, odd in enumerate(algebraic_diagonal(catalan, 2).automaton(2).terms(40)) if odd]
    [0, 1, 3, 7, 15, 31]
    """
    prime, _ = prime_power(modulus)
    t, g = _RING.gens()
    for valuation, removed in ((j, i) for j in range(_MOST_VALUATION + 1) for i in range(1, _MOST_REMOVED)):
        known = series.terms(max(0, removed - series.first_n))
        if any(value != int(value) for value in known):
            break
        initial = [0] * series.first_n + list(map(int, known))
        inner, total = _in_t(initial) + prime**valuation * t ** (removed - 1) * g, _RING.constant(0)
        for column in reversed(series.columns):
            total = total * inner + _in_t(list(map(int, column.coeffs())))
        content, low = gcd(*map(int, total.coeffs())), min(int(i) for (i, _), _ in total.terms())
        terms = {(int(i) - low, int(j)): int(value) // content for (i, j), value in total.terms()}
        if (0, 0) in terms or terms.get((0, 1), 0) % prime == 0:
            continue
        below: Laurent = {(i, i + j - 1): value for (i, j), value in terms.items()}
        above: Laurent = {}
        for (i, j), value in terms.items():
            place = (i + removed - 1, i + j + removed - 1)
            above[place] = above.get(place, 0) + prime**valuation * j * value
        for n, value in enumerate(initial):
            for (i, j), own in below.items():
                above[i + n, j + n] = above.get((i + n, j + n), 0) + value * own
        return Diagonal(above, below, 2)
    raise MismatchError(f"{prime} divides the derivative of the algebraic equation by f at the origin")


def _in_t(coefficients: Sequence[int]) -> fmpz_mpoly:
    return _RING.from_dict({(n, 0): value for n, value in enumerate(coefficients) if value})
