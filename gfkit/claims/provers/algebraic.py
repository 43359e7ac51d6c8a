"""Proofs about a sequence whose generating function f solves an irreducible equation P(t, f) = 0.

Formulas. Let E be a formula in t with roots: a rational function of t and letters s_i with s_i^k = A_i/B_i,
where A_i and B_i may contain earlier letters. If the numerator of P(t, E) is 0 after these powers are
replaced, P(t, E) = 0 for each choice of the roots. So if E has a power series that begins with the terms that
determine f among the solutions of P, it is f.

Equations. If a polynomial N is a multiple of P, then N(t, f) = 0.
"""

from __future__ import annotations

from contextlib import suppress

from flint import fmpz_mpoly

from gfkit.claims.statement.ratio import Ratio, Ring, ratio
from gfkit.core.algebra import Algebraic
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.errors import GfkitError

_MOST_ROOTS, _MOST_DEGREE = 4, 12
_LETTERS = tuple(f"s{k}" for k in range(_MOST_ROOTS))

_Roots = list[tuple[str, int, nodes.Node]]
"""Letters s with s^k = body, each body in t and earlier letters."""


def is_series_of(side: nodes.Node, law: Algebraic, agreed: int) -> bool:
    """Return True if a formula is proved to be the generating function, of which ``agreed`` terms agree.

    >>> from gfkit.claims.statement.parse import read_statement
    >>> side = read_statement("(1 - sqrt(1 - 4t))/(2t)", "t").chains[0].sides[0]
    >>> is_series_of(side, Algebraic.parse("1 - f + t*f^2", [1]), 5)
    True
    """
    if agreed < len(law.initial):
        return False
    with suppress(GfkitError, ValueError):
        return _solves(side, law)
    return False


def _solves(side: nodes.Node, law: Algebraic) -> bool:
    roots: _Roots = []

    def change(part: nodes.Node) -> nodes.Node | None:
        match part:
            case nodes.Root(body=body) if "t" in nodes.letters(body):
                power, root = 1, 2
            case nodes.Power(base=body, exponent=nodes.Number(value=value)) if value.denominator > 1:
                power, root = value.numerator, value.denominator
            case _:
                return None
        inner = nodes.rebuild(body, change)
        name = _LETTERS[len(roots)]
        roots.append((name, root, inner))
        letter = nodes.Letter(name)
        return letter if power == 1 else nodes.Power(letter, nodes.Number(power))

    tree = nodes.rebuild(side, change)
    if len(roots) > _MOST_ROOTS or max((root for _, root, _ in roots), default=0) > _MOST_DEGREE:
        return False
    ring = Ring(variables=("t", *_LETTERS))
    value, total = ratio(tree, ring), ring.number(0)
    for column in reversed(law.columns):
        total = total * value + ring.quotient({(k, *[0] * _MOST_ROOTS): int(c) for k, c in enumerate(column)})
    rest = total.above
    for name, root, body in reversed(roots):
        rest = _replace_powers(rest, ring, name, root, ratio(body, ring))
    return not rest


def _replace_powers(value: fmpz_mpoly, ring: Ring, name: str, root: int, body: Ratio) -> fmpz_mpoly:
    """Return the polynomial, times a power of the denominator of s^k, with powers of s below k."""
    letter, parts = ring.letter(name).above, Ratio(ring, value, ring.one).coefficients(name)[0]
    most = (len(parts) - 1) // root
    return sum(
        (
            part.above * body.above ** (j // root) * body.below ** (most - j // root) * letter ** (j % root)
            for j, part in enumerate(parts)
        ),
        ring.context.constant(0),
    )


def solves_equation(left: nodes.Node, right: nodes.Node, label: tuple[str, ...], law: Algebraic) -> bool:
    """Return True if the generating function, which has the given name in it, is proved to solve an equation.

    >>> from gfkit.claims.statement.parse import read_statement
    >>> left, right = read_statement("A(t) = 1 + t*A(t)^2", "t").chains[0].sides
    >>> solves_equation(left, right, ("A",), Algebraic.parse("1 - f + t*f^2", [1]))
    True
    """

    def change(part: nodes.Node) -> nodes.Node | None:
        if not isinstance(part, nodes.Symbol) or part.label != label or part.index is not None:
            return None
        return nodes.Letter("f") if part.arguments in ((), (nodes.Letter("t"),)) else None

    ring = Ring(variables=("t", "f"))
    with suppress(GfkitError, ValueError):
        difference = ratio(nodes.rebuild(left, change), ring) - ratio(nodes.rebuild(right, change), ring)
        equation = law.equation.mpoly.project_to_context(ring.context)
        return not divmod(difference.above, equation)[1]
    return False
