"""Values read back from how they are printed, in plain text or LaTeX."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from gfkit.errors import InputError
from gfkit.formula.tree import Node, letters
from gfkit.sequences import Polynomial, RationalGF, Recurrence
from gfkit.sequences.holonomic import PRecursive
from gfkit.sequences.number import Number
from gfkit.verify.formula import sequence
from gfkit.verify.formula.annihilator import spectrum
from gfkit.verify.formula.kind import first_value
from gfkit.verify.formula.linear import linear
from gfkit.verify.formula.ratio import Ratio, ratio, ring_of
from gfkit.verify.formula.root_sum import check_roots
from gfkit.verify.formula.statement import Chain, Statement, read_statement


def read_generating_function(text: str, first_n: int = 0) -> RationalGF:
    """The rational generating function that a formula is.

    >>> print(read_generating_function(r"\\frac{(1+xt)(1+yt)}{1-t-xyt^2}"))
    (1 + x*t + y*t + x*y*t^2)/(1 - t - x*y*t^2)
    """
    statement = read_statement(text)
    side = _only(statement, text).sides[-1]
    if statement.valid_from is not None:
        raise InputError(f"formula {text!r}: a generating function has no range")
    used = letters(side)
    names = ("t", "x", "y")[: 3 if "y" in used else 2 if "x" in used else 1]
    found = ratio(side, ring_of(side)).polynomials(names)
    if found is None:
        raise InputError(f"formula {text!r}: it is no quotient of polynomials in {', '.join(names)}")
    return RationalGF.reduced(*found, first_n)


def read_closed_form(text: str, first_n: int = 0) -> RationalGF:
    """The generating function of a closed form in n, with the single terms printed beside it.

    Its denominator is the product of 1 - r t over the roots of its recurrence, its numerator follows from
    the first terms. Fails where no recurrence with constant coefficients is known.

    >>> print(read_closed_form("n 2^n"))
    2*t/(1 - 4*t + 4*t^2)
    """
    statement = read_statement(text)
    side = _only(statement, text).sides[-1]
    given = _given(statement)
    shape = spectrum(side)
    if shape is None:
        raise InputError(f"formula {text!r}: no recurrence with constant coefficients is known for it")
    below = shape.denominator()
    pure = max(shape.start, first_n, statement.valid_from or 0, *(n + 1 for n in given), 0)
    count = pure + len(below) - 1
    terms = [
        Fraction(0)
        if n < first_n
        else given[n]
        if n in given
        else _rational(sequence.value(side, n).rational)
        for n in range(count)
    ]
    above = [sum(below[k] * terms[n - k] for k in range(min(n, len(below) - 1) + 1)) for n in range(count)]
    common = lcm(*(c.denominator for c in (*above, *below)))
    return RationalGF.of([int(c * common) for c in above], [int(c * common) for c in below], first_n)


def _only(statement: Statement, text: str) -> Chain:
    """The one chain that is no single term, of which only the last side is read."""
    chains = [chain for chain in statement.chains if first_value(chain) is None]
    if len(chains) != 1 or set(chains[0].relations) - {"="} or len(chains[0].sides) > 2:
        raise InputError(f"formula {text!r}: one formula is read here, and one equation at most")
    check_roots(statement)
    return chains[0]


def _given(statement: Statement) -> dict[int, Fraction]:
    pairs = [(first_value(chain), chain) for chain in statement.chains]
    return {n: _rational(sequence.value(chain.sides[1], n).rational) for n, chain in pairs if n is not None}


def _rational(value: Fraction | None) -> Fraction:
    if value is None:
        raise InputError("formula: its terms are irrational")
    return value


def read_recurrence(text: str, initial: Sequence[int | Polynomial], first_n: int = 0) -> Recurrence:
    """The recurrence a(n) = c1 a(n-1) + ..., with first values.

    >>> print(read_recurrence(r"a_{n+1} = 2a_n + a_{n-1}", [1, 3]))
    a(n) = 2*a(n-1) + a(n-2) for n >= 2
    """
    found, left, right = _coefficients(text)
    lead = found.pop(0)
    used = letters(left) | letters(right)
    names = ("x", "y")[: 2 if "y" in used else 1 if "x" in used else 0]
    if initial and isinstance(initial[0], Polynomial):
        names = initial[0].variables
    back: dict[int, int | Polynomial] = {}
    for k, coefficient in found.items():
        value = (-(coefficient / lead)).polynomials(names)
        if value is None or value[1] != Polynomial.constant(1, names):
            raise InputError(
                f"formula {text!r}: its coefficients must be integers, or polynomials in x and y"
            )
        back[k] = value[0] if names else value[0].total
    zero: int | Polynomial = Polynomial.of(names, {}) if names else 0
    row = tuple(back.get(k, zero) for k in range(1, max(back) + 1))
    return Recurrence(row, first_n + len(initial), tuple(initial), first_n, names)


def read_p_recursive(text: str, initial: Sequence[Number], first_n: int = 0) -> PRecursive:
    """The recurrence with polynomials in n for coefficients, with first values.

    >>> print(read_p_recursive("(n+1)a(n) = (4n-2)a(n-1)", [1]).equation)
    (n + 1)*a(n) = (4*n - 2)*a(n-1)
    """
    found, *_ = _coefficients(text)
    rows = [found[k].row("n") if k in found else [Fraction(0)] for k in range(max(found) + 1)]
    kept = [row for row in rows if row is not None]
    if len(kept) < len(rows):
        raise InputError(f"formula {text!r}: its coefficients must be polynomials in n")
    return PRecursive.of(kept, initial, first_n, read_statement(text).valid_from)


def _coefficients(text: str) -> tuple[dict[int, Ratio], Node, Node]:
    """The coefficients of a(n-k) by k, all on one side, with n the largest index; and both sides."""
    chain = _only(read_statement(text), text)
    if chain.relations != ("=",):
        raise InputError(f"formula {text!r}: a recurrence is one equation, such as a(n) = 2a(n-1) + a(n-2)")
    left, right = chain.sides
    ring = ring_of(left, right)
    defect = linear(left, ring).minus(linear(right, ring)).joined
    top = max(term.shift for term in defect.terms)
    moved = ring.letter("n") - ring.number(top)
    return {top - term.shift: term.coefficient.put(n=moved) for term in defect.terms}, left, right
