"""Check of the algebraic equation, and of all coefficients, of the generating function of a specified class.

The file is one JSON object; ``format`` is "gfkit-specification", ``version`` 1. ``name`` is a name for
readers. ``specification`` is a text as in ``classes``, and ``origin`` is empty, or {"kind": "catalytic",
"at": u_0} if the text is an equation with one catalytic variable; or ``origin`` defines paths, as in
``paths``, and the text is not checked. ``law`` is L, ``equation`` M,
``denominator`` Q: lists of [j, k, c] for c t^j f^k. ``start`` contains the coefficients of g_0. ``unknowns``
and ``numerators`` contain the N_i by the names of all unknowns that the target needs and that are not 0.
``coefficients`` are the c_j below, and ``right`` b, lists of the coefficients of 1, t, t^2, ...; both are
empty if the file has no differential equation. ``terms`` are the initial coefficients of y_1.

The system is not in the file: it is built from the text, and its hypotheses are checked.

Theorem (equation). Let y be the solution of a well-founded system y = P(t, y) with y(0) = c. Let M, Q, N_1,
..., N_m be in Z[t, f] and let g_0 be a polynomial of degree < n with

(i) v = val M_f(t, g_0) < n and val M(t, g_0) >= n + v;
(ii) h = val Q(t, g_0) < n, and N_i(t, g_0) = c_i Q(t, g_0) up to t^h, for all i;
(iii) l(t)^e Q^E (N_i/Q - P_i(t, N/Q)) is a multiple of M for all i, where l is the leading coefficient of M
in f;
(iv) l(t)^e Q^E L(t, N_1/Q) is a multiple of M.

Then L(t, y_1) = 0.

Proof. By (i) and Hensel's lemma exactly one power series g = g_0 + O(t^n) solves M(t, g) = 0. By (ii) Q(t, g)
has valuation h, so z_i = N_i(t, g)/Q(t, g) is a power series with z_i(0) = c_i. Put f = g in (iii): z solves
the system. By the theorem on well-founded systems z = y. Put f = g in (iv). QED

Theorem (all coefficients). Let f = y_1, let d and e be the degrees of L in f and t, and w = val L_f(t, f).
Let c_0, ..., c_r and b have degrees at most s in t, and let q = max(2r - 1, 0), B = (q d + 1) e + d (q e + s)
and N > B + r. Let F be a polynomial of degree < N that agrees with f up to t^w, with c_0 F + c_1 F' + ... +
c_r F^(r) = b + O(t^(N-r)) and L(t, F) = O(t^(N+w)). Then c_0 f + c_1 f' + ... + c_r f^(r) = b.

Proof. As w < N, some root of L agrees with F up to t^(N-1), by Hensel's lemma. It is f, because two roots
that agree up to t^w are equal. So h = c_0 f + ... + c_r f^(r) - b has valuation at least N - r > B. By
L_f f' = -L_t and induction, L_f^(2k-1) f^(k) is a polynomial in t and f of degrees at most (2k-1) e and
(2k-1) d. So L_f^q h = H(t, f) with a polynomial H of degrees at most q e + s and q d + 1. Let A be the
irreducible factor of L with A(t, f) = 0. If A does not divide H, their resultant in f is not 0, it is a
combination of A and H, and its degree is at most B; but its valuation exceeds B. So A divides H, and h = 0,
because L_f(t, f) is not 0. QED

F is computed from the terms in the file by the recurrence of the coefficients, which determines all of them.
An identity modulo M is checked by a pseudo-division at t = 2^K: the same division with absolute values bounds
the coefficients of the remainder by 2^(K-1), and a polynomial with such coefficients that is 0 at 2^K is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt, perm

from gfkit.proofs.checker.classes import (
    ClassSystem,
    Monomials,
    catalytic_system,
    combined,
    founded_system,
    system_of_text,
    unknown,
)
from gfkit.proofs.checker.core import Sum
from gfkit.proofs.checker.counters import (
    ROW,
    TERMS,
    Poly,
    applied,
    one_solution,
    partial_derivative,
    polynomial_in_t_u,
    read_row,
    read_rows,
)
from gfkit.proofs.checker.paths import path_words, system_of_paths
from gfkit.proofs.checker.reading import (
    INTS,
    Budget,
    Fields,
    RefusalError,
    Verdict,
    file_of_format,
    must_fit,
    must_hold,
    need,
    quantity,
)
from gfkit.proofs.checker.sizes import added, multiply

SPECIFICATIONS = "gfkit-specification"
CATALYTIC_SHAPE = {"kind": {"catalytic"}, "at": INTS}
SPECIFICATION_SHAPE: dict[str, object] = {
    "format": {SPECIFICATIONS}, "version": int, "name": str, "specification": str, "origin": dict,
    "unknowns": [str], "law": TERMS, "equation": TERMS, "start": ROW, "denominator": TERMS,
    "numerators": [TERMS], "coefficients": [ROW], "right": ROW, "terms": ROW,
}  # fmt: skip
MOST_LENGTH, MOST_SIZE = 10_000, 10**7
"""Maximum number of coefficients of a series, and of bits of a polynomial at t = 2^K."""


def check_specification(certificate: object, budget: Budget) -> Verdict:
    """Check the certificate of the generating function of a specified class."""
    saved = file_of_format(certificate, SPECIFICATION_SHAPE, SPECIFICATIONS)
    text, origin = saved["specification"], saved["origin"]
    if origin.get("kind") in ("paths", "counter"):
        target, made = system_of_paths(origin, budget)
        system = founded_system({target: made[target], **made}, budget)
        text, meaning = path_words(origin), f"{target}(0) = {system.constants[target]}"
    elif origin:
        at = must_fit(origin, CATALYTIC_SHAPE, "origin")["at"]
        system, name = catalytic_system(text, at, budget), text.partition(" ")[0]
        meaning = f"D = ({name} - {system.target})/(u - {at})"
    else:
        system = system_of_text(text, budget)
        meaning = f"{system.target}(0) = {system.constants[system.target]}"
    law = polynomial_in_t_u(saved["law"], "law")
    need(any(k for _, k in law), "law: expected a polynomial that contains f")
    compare_equation_of_target(saved, system, law, budget)
    compare_terms(saved, system, law, budget)
    listed = f"; its coefficients begin {', '.join(map(str, saved['terms'][:10]))}"
    listed += ", and the differential equation in the file determines the others" * bool(
        saved["coefficients"]
    )
    return Verdict(
        f"the generating function {system.target} of {text}, with {meaning}, solves"
        f" {law_text(law, system.target)}{listed}",
        "the specification in the file, and, if it counts objects, that each is built in one way;"
        f" {quantity(len(system.equations), 'unknown')}, with a polynomial identity for each",
        len(saved["terms"]),
    )


def law_text(law: Sum, name: str) -> str:
    """Return the equation of a series as text, or a name for it if it is long.

    >>> law_text({(0, 0): 1, (0, 1): -1, (1, 2): 1}, "f")
    '1 - f + t*f^2 = 0'
    """
    if len(law) > 40 or max(map(abs, law.values())) > 10**40:
        return "the law in the file"
    text = ""
    for (j, k), c in sorted(law.items(), key=lambda item: item[0][::-1]):
        factors = [letter if e == 1 else f"{letter}^{e}" for letter, e in (("t", j), (name, k)) if e]
        shown = "*".join([str(abs(c))] * (abs(c) != 1 or not factors) + factors)
        text += (" - " if c < 0 else " + ") + shown
    return text.removeprefix(" + ").replace(" - ", "-", text.startswith(" - ")) + " = 0"


# The equation -----------------------------------------------------------------------------------------------


def compare_equation_of_target(saved: Fields, system: ClassSystem, law: Sum, budget: Budget) -> None:
    """Check the hypotheses of the theorem on the equation of the target."""
    modulus, below = (polynomial_in_t_u(saved[key], key) for key in ("equation", "denominator"))
    names = saved["unknowns"]
    need(
        sorted(names) == sorted(system.equations) and len(names) == len(saved["numerators"]),
        f"unknowns, numerators: expected {', '.join(system.equations)}, with a polynomial for each",
    )
    parts = zip(names, saved["numerators"], strict=True)
    above = {name: polynomial_in_t_u(part, "numerators") for name, part in parts}
    start = read_row(saved["start"], "start")
    n = len(start)
    v = valuation(substituted(partial_derivative(modulus, 1), start, n, budget))
    is_root = v < n and not any(substituted(modulus, start, n + v, budget))
    need(is_root, "start: the coefficients do not determine one root of the equation")
    h = valuation(substituted(below, start, n, budget))
    need(h < n, "denominator: it vanishes at the root of the equation")
    bottom = substituted(below, start, h + 1, budget)
    for name, constant in system.constants.items():
        is_constant = substituted(above[name], start, h + 1, budget) == [constant * c for c in bottom]
        need(is_constant, f"numerators: the constant term of {name} is not {constant}")
    for name, part in system.equations.items():
        difference = combined((1, unknown(name)), (-1, part))
        need(
            not difference or is_multiple(difference, above, below, modulus, budget),
            f"numerators: they do not solve the equation of {name}",
        )
    terms = {(j, (system.target,) * k): c for (j, k), c in law.items()}
    need(is_multiple(terms, above, below, modulus, budget), f"law: it is not proved for {system.target}")


def is_multiple(terms: Monomials, above: dict[str, Sum], below: Sum, modulus: Sum, budget: Budget) -> bool:
    """Return True if a polynomial at y_i = ``above``/``below``, times powers of ``below`` and of the leading
    coefficient of ``modulus``, is a multiple of ``modulus``.
    """

    def remainder(size: int | None) -> list[int]:
        parts = {name: columns(part, size) for name, part in above.items()}
        return pseudo_remainder(terms, parts, columns(below, size), columns(modulus, size), size, budget)

    size = max([0, *remainder(None)]).bit_length() + 1
    powers = [
        *below,
        *modulus,
        *(power for part in above.values() for power in part),
        *((j, 0) for j, _ in terms),
    ]
    high, wide = (max(power[at] for power in powers) for at in (0, 1))
    if size * (1 + high) * (1 + wide) > MOST_SIZE:
        raise RefusalError(3, "the polynomials have too many terms")
    return not any(remainder(size))


def columns(part: Sum, size: int | None) -> list[int]:
    """Return the coefficients of 1, f, f^2, ... at t = 2^size, or, without a size, the sums of the absolute
    values of their coefficients.
    """
    values = [0] * (1 + max((k for _, k in part), default=0))
    for (j, k), c in part.items():
        values[k] += abs(c) if size is None else c << j * size
    return values


def pseudo_remainder(
    terms: Monomials,
    parts: dict[str, list[int]],
    below: list[int],
    modulus: list[int],
    size: int | None,
    budget: Budget,
) -> list[int]:
    """Return the pseudo-remainder modulo ``modulus`` of ``below``^E times the polynomial at y_i =
    ``parts[i]``/``below``, where E is its degree. Without a size, minus signs are replaced by plus signs.
    """
    known: dict[tuple[str, ...], list[int]] = {(): [1]}

    def value(word: tuple[str, ...]) -> list[int]:
        if word not in known:
            known[word] = packed_product(value(word[:-1]), parts[word[-1]], budget)
        return known[word]

    total = [0]
    for degree in range(max(len(word) for _, word in terms) + 1):  # Horner's scheme in ``below``
        total = packed_product(total, below, budget)
        for (a, word), c in terms.items():
            if len(word) == degree:
                factor = abs(c) if size is None else c << a * size
                part = packed_product(value(word), [factor], budget)
                total += [0] * (len(part) - len(total))
                for k, number in enumerate(part):
                    total[k] += number
    sign = 1 if size is None else -1
    while len(total) >= len(modulus):
        top = total.pop()
        total = packed_product(total, [modulus[-1]], budget)
        for k, number in enumerate(packed_product(modulus[:-1], [sign * top], budget)):
            total[len(total) - len(modulus) + 1 + k] += number
    return total


def packed_product(one: list[int], other: list[int], budget: Budget) -> list[int]:
    """Return the product of two polynomials whose coefficients may be long."""
    low, high = sorted(max(map(abs, part), default=0).bit_length() // 1000 for part in (one, other))
    budget.spend((1 + len(one) * len(other)) * (1 + high * (1 + isqrt(low))))
    return multiply(one, other)


# Series -----------------------------------------------------------------------------------------------------


def valuation(series: Sequence[int]) -> int:
    """Return the position of the first nonzero coefficient, or the number of coefficients."""
    return next((k for k, c in enumerate(series) if c), len(series))


def truncated_product(one: Sequence[int], other: Sequence[int], length: int, budget: Budget) -> Poly:
    """Return the first coefficients of a product."""
    low, high = sorted(max(map(abs, part), default=0).bit_length() // 1000 for part in (one, other))
    budget.spend((1 + min(len(one), length) * min(len(other), length) // 4) * (1 + high * (1 + isqrt(low))))
    total = [0] * length
    for j, c in enumerate(one[:length]):
        if c:
            for k, number in enumerate(other[: length - j], j):
                total[k] += c * number
    return total


def substituted(part: Sum, series: Sequence[int], length: int, budget: Budget) -> Poly:
    """Return the first coefficients of a polynomial in t and f at a polynomial f in t."""
    if length > MOST_LENGTH:
        raise RefusalError(3, "too many coefficients of series are needed")
    total = [0] * length
    for power in reversed(range(1 + max((k for _, k in part), default=0))):
        total = truncated_product(series, total, length, budget)
        for (j, k), c in part.items():
            if k == power and j < length:
                total[j] += c
    return total


def initial_terms(system: ClassSystem, count: int, budget: Budget) -> Poly:
    """Return the first coefficients of the target, by iteration of the system."""
    series = {name: [constant] for name, constant in system.constants.items()}
    for size in range(2, count + 1):
        last: dict[str, Poly] = {}
        series = {name: [*row, 0] for name, row in series.items()}
        while series != last:
            last, series = series, {}
            for name, terms in system.equations.items():
                total = [0] * size
                for (a, word), c in terms.items():
                    part = [*[0] * a, c, *[0] * size][:size]
                    for letter in word:
                        part = truncated_product(last[letter], part, size, budget)
                    total = added(total, part)
                series[name] = total
    return series[system.target]


def compare_terms(saved: Fields, system: ClassSystem, law: Sum, budget: Budget) -> None:
    """Check the terms, and the hypotheses of the theorem on all coefficients if the file has a differential
    equation.
    """
    terms, rows, right = read_row(saved["terms"], "terms"), saved["coefficients"], saved["right"]
    if rows:
        w = valuation(substituted(partial_derivative(law, 1), terms, len(terms), budget))
        need(w < len(terms), "terms: too few terms, or a multiple root of the law")
    else:
        w = len(terms) - 1
        need(terms and not right, "terms, right: expected terms, and no right side without coefficients")
    for n, number in enumerate(initial_terms(system, w + 1, budget)):
        must_hold(number == terms[n], f"terms: the coefficient of t^{n} is {number}, not {terms[n]}")
    if not rows:
        return
    need(any(map(any, read_rows(rows, "coefficients"))), "coefficients: expected a differential equation")
    one_solution(rows, len(terms))
    length = max(terms_that_suffice(law, rows, right), len(terms))
    whole = continued(terms, rows, right, length, budget)
    must_hold(not any(substituted(law, whole, length + w, budget)), "terms: they do not solve the law")
    total = applied(rows, whole)
    differs = any(
        (total[m] if m < len(total) else 0) != (right[m] if m < len(right) else 0)
        for m in range(length + 1 - len(rows))
    )
    must_hold(not differs, "coefficients: the differential equation has another solution")


def terms_that_suffice(law: Sum, rows: Sequence[Poly], right: Poly) -> int:
    """Return the number N of the theorem on all coefficients."""
    d, e = (max(powers[at] for powers in law) for at in (1, 0))
    r, s = len(rows) - 1, max(map(len, [*rows, right]))
    q = max(2 * r - 1, 0)
    return (q * d + 1) * e + d * (q * e + s) + r + 1


def continued(terms: Poly, rows: Sequence[Poly], right: Poly, length: int, budget: Budget) -> Poly:
    """Return the first coefficients of the solution of a differential equation that starts with the terms."""
    if length > MOST_LENGTH:
        raise RefusalError(3, "too many coefficients of series are needed")
    entries = [(j - k, j, c) for j, row in enumerate(rows) for k, c in enumerate(row) if c]
    far, found = max(shift for shift, _, _ in entries), [*terms]
    for n in range(len(terms), length):
        budget.spend((1 + len(entries)) * (1 + abs(found[-1]).bit_length() // 1000))
        m, lead = n - far, 0
        rest = right[m] if m < len(right) else 0
        for shift, j, c in entries:
            if shift == far:
                lead += c * perm(n, j)
            elif m + shift >= 0:
                rest -= c * perm(m + shift, j) * found[m + shift]
        must_hold(rest % lead == 0, f"coefficients: the coefficient of t^{n} is no integer")
        found.append(rest // lead)
    return found
