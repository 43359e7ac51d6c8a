"""Polynomial systems of specified classes, built from their text, and their well-foundedness.

A text consists of equations NAME = CLASS, separated by semicolons; the first name is the target. A class is
an expression of integers, t, names, + - * / ^ and brackets; SEQ(A) denotes 1/(1 - A), and SEQ_{>=k}(A),
SEQ_{<=k}(A), SEQ_{=k}(A), SEQ_{j..k}(A) are sums of powers of A. Two kinds of classes are further unknowns s,
named by their text: SEQ(A), with s = 1 + A*s, and A/B, with s = A + (1 - B)*s. So every class is a
polynomial in t and the unknowns.

Theorem (well-founded systems). Let y = P(t, y) be a system of m polynomials with integer coefficients.
Suppose that the iteration c <- P(0, c) from c = 0 is stationary after m steps, and that J = (dP_i/dy_j)(0, c)
is nilpotent. Then exactly one vector y of power series with y(0) = c solves the system, and its coefficients
are integers.

Proof. Let y be known up to t^(n-1). The coefficients of t^n satisfy y_n = J y_n + (a polynomial in the known
ones), and 1 - J has the inverse 1 + J + ... + J^(m-1). QED

Theorem (one catalytic variable). Let R be a polynomial in t, u, F and D, in which every term with F or D is
divisible by t. Then exactly one F in Q[u][[t]] solves F = R(t, u, F, D), D = (F - F(t, u_0))/(u - u_0),
and F(t, u_0) = F - v D for the solution of the system in which R and its derivatives are taken at
u = u_0 + v,

    v = v R_F + R_D,     F = R,     D = R_u + D R_F.

Proof. R_F and R_D are divisible by t, so v = v R_F + R_D, at F = F(t, u_0 + v) and D = D(t, u_0 + v), has
one solution v in t Q[[t]]. Differentiate F = R by u, use (u - u_0) D_u = F_u - D, and multiply by u - u_0:
((u - u_0)(1 - R_F) - R_D) F_u = (u - u_0) R_u - D R_D. At u = u_0 + v the left side is 0, and R_D = v (1 -
R_F), so v (R_u - D (1 - R_F)) = 0. If v = 0, then R_D = 0 there and D = F_u(t, u_0) = R_u + R_F F_u. By the
definition of D, F(t, u_0) = F - v D. QED
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from gfkit.proofs.checker.reading import Budget, RefusalError, need

Word = tuple[str, ...]
"""Product of unknowns: their sorted names."""
Monomials = dict[tuple[int, Word], int]
"""Polynomial in t and the unknowns: coefficients by the power of t and the product of unknowns."""
MOST_POWER, LONGEST_TEXT, MOST_NUMBER = 64, 20_000, 10**1000
"""Maximum exponent or bound of SEQ, length of a text, and absolute value of numbers at t = 0."""
TEXT_PART = re.compile(r" *(?:([0-9]{1,1000})|([A-Za-z](?:_?[A-Za-z0-9'])*)|(_\{|\.\.|>=|<=|[-+*/^=()}]))")


class ClassSystem(NamedTuple):
    """System of equations by the names of the unknowns. The target is the first unknown."""

    equations: dict[str, Monomials]
    constants: dict[str, int]
    """Values of the unknowns at t = 0."""

    @property
    def target(self) -> str:
        return next(iter(self.equations))


def unknown(name: str) -> Monomials:
    return {(0, (name,)): 1}


def combined(*parts: tuple[int, Monomials]) -> Monomials:
    """Return a linear combination of polynomials."""
    total: Monomials = {}
    for factor, part in parts:
        for monomial, c in part.items():
            total[monomial] = total.get(monomial, 0) + factor * c
    return {monomial: c for monomial, c in total.items() if c}


def times(one: Monomials, other: Monomials, budget: Budget) -> Monomials:
    """Return the product of two polynomials."""
    budget.spend(1 + 2 * len(one) * len(other))
    total: Monomials = {}
    for (a, left), c in one.items():
        for (b, right), d in other.items():
            need(len(left) + len(right) <= 2 * MOST_POWER, "specification: a product has too many factors")
            monomial = (a + b, tuple(sorted(left + right)))
            total[monomial] = total.get(monomial, 0) + c * d
    return {monomial: c for monomial, c in total.items() if c}


def power_of(base: Monomials, exponent: int, budget: Budget) -> Monomials:
    total: Monomials = {(0, ()): 1}
    for _ in range(exponent):
        total = times(total, base, budget)
    return total


class ClassText:
    """Recursive descent over a text; ``made`` contains the equations that were found, by their unknowns."""

    def __init__(self, text: str, letters: Word, budget: Budget) -> None:
        """Parse all equations. ``letters`` are further unknowns, without an equation."""
        need(len(text) <= LONGEST_TEXT, "specification: the text is too long")
        self.made: dict[str, Monomials] = {}
        self._budget = budget
        equations = [part.partition("=") for part in text.split("; ")]
        names = [name.removesuffix(" ") for name, _, _ in equations]
        is_named = [(match := TEXT_PART.fullmatch(name)) and match[2] == name != "t" for name in names]
        need(
            all(is_named) and len({*names}) == len(names), "specification: expected distinct names of classes"
        )
        self._names = {*names, *letters}
        for name, (_, _, right) in zip(names, equations, strict=True):
            self._text, self._at = right, 0
            self.made[name] = {}  # keeps the order of the text: the target comes first
            self.made[name] = self._sum()
            need(not self._text[self._at :], f"specification: an operator is missing in {name}")

    def _next(self) -> re.Match[str] | None:
        return TEXT_PART.match(self._text, self._at)

    def _take(self, *signs: str) -> str:
        """Return the next token if it is one of the signs, or else an empty string."""
        match = self._next()
        if match is None or match[3] not in signs:
            return ""
        self._at = match.end()
        return match[3]

    def _must_take(self, sign: str) -> None:
        need(self._take(sign), f"specification: {sign} is missing")

    def _number(self) -> int:
        match = self._next()
        need(match and match[1], "specification: an integer is missing")
        assert match is not None
        self._at = match.end()
        return int(match[1])

    def _bound(self) -> int:
        number = self._number()
        need(number <= MOST_POWER, f"specification: exponents and bounds are at most {MOST_POWER}")
        return number

    def _sum(self) -> Monomials:
        total: Monomials = {}
        sign = self._take("-") or "+"
        while sign:
            total = combined((1, total), (-1 if sign == "-" else 1, self._product()))
            sign = self._take("+", "-")
        return total

    def _product(self) -> Monomials:
        match = self._next()
        start = self._at if match is None else match.end() - len(match[0].lstrip())
        total = self._power()
        while sign := self._take("*", "/"):
            factor = self._power()
            if sign == "*":
                total = times(total, factor, self._budget)
            elif factor in ({(0, ()): 1}, {(0, ()): -1}):
                total = combined((factor[0, ()], total))
            else:
                rest = combined((1, {(0, ()): 1}), (-1, factor))
                total = self._unknown(self._text[start : self._at], total, rest)
        return total

    def _unknown(self, name: str, start: Monomials, factor: Monomials) -> Monomials:
        """Return the unknown s with s = start + factor*s."""
        if name not in self.made:
            self.made[name] = combined((1, start), (1, times(factor, unknown(name), self._budget)))
        return unknown(name)

    def _power(self) -> Monomials:
        base = self._factor()
        return power_of(base, self._bound(), self._budget) if self._take("^") else base

    def _factor(self) -> Monomials:
        match = self._next()
        need(match, "specification: a class is missing")
        assert match is not None
        if match[1]:
            return combined((self._number(), {(0, ()): 1}))
        name = match[2]
        if name and name in self._names:
            self._at = match.end()
            return unknown(name)
        if name == "SEQ":
            self._at = match.end()
            return self._sequence()
        need(name in (None, "t"), f"specification: {name} is not defined")
        if name:
            self._at = match.end()
            return {(1, ()): 1}
        self._must_take("(")
        total = self._sum()
        self._must_take(")")
        return total

    def _sequence(self) -> Monomials:
        """Parse the bounds and the argument of SEQ."""
        least, most, is_bounded = 0, None, bool(self._take("_{"))
        if is_bounded:
            sign = self._take(">=", "<=", "=")
            bound = self._bound()
            if sign:
                least, most = (0 if sign == "<=" else bound), (None if sign == ">=" else bound)
            else:
                self._must_take("..")
                least, most = bound, self._bound()
            self._must_take("}")
        self._must_take("(")
        start = self._at
        base = self._sum()
        text = self._text[start : self._at]
        self._must_take(")")
        if most is not None:
            return combined(*[(1, power_of(base, k, self._budget)) for k in range(least, most + 1)])
        whole = self._unknown(f"SEQ({text})", {(0, ()): 1}, base)
        return times(power_of(base, least, self._budget), whole, self._budget)


def system_of_text(text: str, budget: Budget) -> ClassSystem:
    """Return the system of a specification."""
    return founded_system(ClassText(text, (), budget).made, budget)


def catalytic_system(text: str, at: int, budget: Budget) -> ClassSystem:
    """Return the system of F(t, ``at``) for an equation F = R(t, u, F, D); see the theorem in the module's
    docstring.
    """
    parsed = ClassText(text, ("u", "D"), budget).made
    (name, right), *others = parsed.items()
    need(not others, "specification: expected one polynomial equation with a catalytic variable")
    need(name not in ("u", "v", "D"), f"specification: {name} is the name of another series")
    is_proper = all(a for a, word in right if name in word or "D" in word)
    need(is_proper, f"specification: a term with {name} or D is not divisible by t")
    need(any("D" in word for _, word in right), "specification: D does not occur")
    own, quotient, moved = map(unknown, (name, "D", "v"))
    place = combined((at, {(0, ()): 1}), (1, moved))

    def at_place(part: Monomials) -> Monomials:
        total: Monomials = {}
        for (a, word), c in part.items():
            shifted: Monomials = {(a, tuple(letter for letter in word if letter != "u")): c}
            power = power_of(place, word.count("u"), budget)
            total = combined((1, total), (1, times(shifted, power, budget)))
        return total

    by_own, by_quotient, by_place = (at_place(slope(right, letter)) for letter in (name, "D", "u"))
    return founded_system(
        {
            f"{name}({at})": combined((1, own), (-1, times(moved, quotient, budget))),
            name: at_place(right),
            "D": combined((1, by_place), (1, times(quotient, by_own, budget))),
            "v": combined((1, times(moved, by_own, budget)), (1, by_quotient)),
        },
        budget,
    )


def slope(part: Monomials, letter: str) -> Monomials:
    """Return the partial derivative with respect to an unknown."""
    found: Monomials = {}
    for (a, word), c in part.items():
        if letter in word:
            k = word.index(letter)
            found[a, word[:k] + word[k + 1 :]] = word.count(letter) * c
    return found


def founded_system(made: Mapping[str, Monomials], budget: Budget) -> ClassSystem:
    """Return the system of the unknowns that the first one needs and that are not 0, after checking the
    hypotheses of the theorem.
    """
    equations = needed_equations(made, budget)
    needed = [*equations]
    at_zero = {name: {(0, word): c for (a, word), c in equations[name].items() if not a} for name in needed}
    constants, last = dict.fromkeys(needed, 0), dict[str, int]()
    for _ in range(len(needed) + 1):
        last = constants
        constants = {name: value_at(at_zero[name], last.__getitem__, budget) for name in needed}
    wrong = [name for name in needed if constants[name] != last[name]]
    need(not wrong, f"specification: the number of objects of size 0 of {wrong[:1]} is not determined")
    rows = {
        name: {
            letter: value_at(slope(part, letter), constants.__getitem__, budget)
            for letter in {letter for _, word in part for letter in word}
        }
        for name, part in at_zero.items()
    }
    need(is_nilpotent(rows, budget), "specification: the derivative at t = 0 is not nilpotent")
    return without_empty_classes(equations, constants, budget)


def needed_equations(made: Mapping[str, Monomials], budget: Budget) -> dict[str, Monomials]:
    """Return the equations of the unknowns that the first one needs."""
    needed = [next(iter(made))]
    for name in needed:  # grows
        budget.spend(1 + len(made[name]))
        needed += sorted({letter for _, word in made[name] for letter in word} - {*needed})
    return {name: made[name] for name in needed}


def without_empty_classes(
    equations: Mapping[str, Monomials], constants: Mapping[str, int], budget: Budget
) -> ClassSystem:
    """Return a well-founded system without the unknowns all of whose terms contain such unknowns: 0 solves
    their equations, so they are 0 by the theorem.
    """
    alive, more = set[str](), {*equations}
    while more:
        budget.spend(len(equations))
        more = {
            name
            for name, part in equations.items()
            if name not in alive and any({*word} <= alive for _, word in part)
        }
        alive |= more
    reduced = {
        name: {(a, word): c for (a, word), c in part.items() if {*word} <= alive}
        for name, part in equations.items()
    }
    kept = needed_equations(reduced, budget)
    return ClassSystem(kept, {name: constants[name] for name in kept})


def value_at(part: Monomials, value: Callable[[str], int], budget: Budget) -> int:
    """Return the value of a polynomial without t for given values of the unknowns."""
    total = 0
    for (_, word), c in part.items():
        budget.spend(1 + len(word))
        for letter in word:
            c *= value(letter)
        total += c
    if abs(total) > MOST_NUMBER:
        raise RefusalError(3, "specification: the numbers at t = 0 are too long")
    return total


def is_nilpotent(rows: dict[str, dict[str, int]], budget: Budget) -> bool:
    """Return True if a power of a matrix, given by its rows, is 0."""
    for _ in range(len(rows).bit_length()):
        after: dict[str, dict[str, int]] = {}
        for name, row in rows.items():
            total = after[name] = {}
            for letter, c in row.items():
                budget.spend(1 + len(rows[letter]))
                for other, d in rows[letter].items():
                    total[other] = total.get(other, 0) + c * d
        rows = {name: {letter: c for letter, c in row.items() if c} for name, row in after.items()}
        if any(abs(c) > MOST_NUMBER for row in rows.values() for c in row.values()):
            raise RefusalError(3, "specification: the numbers at t = 0 are too long")
    return not any(rows.values())
