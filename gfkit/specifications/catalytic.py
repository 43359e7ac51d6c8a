"""Equations with one catalytic variable, of order one (Tutte): F(t, u) = R(t, u, F, D), where D is the
divided difference (F(t, u) - F(t, u_0))/(u - u_0).

    F = 1 + t*(u^2*F^2 + u*(F + D))        rooted planar maps by edges, at u_0 = 1

Theorem. Let R be a polynomial in which every term with F or D is divisible by t. Then exactly one F in
Q[u][[t]] solves the equation, and F(t, u_0) = F - v D for the solution of the well-founded polynomial system
in which R and its derivatives are taken at u = u_0 + v,

    v = v R_F + R_D,     F = R,     D = R_u + D R_F.

Proof. The coefficient of t^n in R depends only on the coefficients of F and D up to t^(n-1), so F exists and
is unique. R_F and R_D are divisible by t, so v = v R_F + R_D, at F = F(t, u_0 + v) and D = D(t, u_0 + v),
has one solution v in t Q[[t]]. Differentiate F = R by u, use (u - u_0) D_u = F_u - D, and multiply by u -
u_0:

    ((u - u_0)(1 - R_F) - R_D) F_u = (u - u_0) R_u - D R_D.

At u = u_0 + v the left side is 0, and R_D = v (1 - R_F), so v (R_u - D (1 - R_F)) = 0. If v = 0, then R_D = 0
there, and D = F_u(t, u_0) = R_u + R_F F_u. In both cases D = R_u + D R_F. At t = 0 the three right sides are
0, R(0, u_0 + v) and R_u(0, u_0 + v), so the system is well founded. F(t, u_0) = F - v D is the definition of
D. QED

References: Mireille Bousquet-Melou and Arnaud Jehanne, Polynomial equations with one catalytic variable,
algebraic series and map enumeration; Enrica Duchi and Gilles Schaeffer, From order one catalytic
decompositions to context-free specifications, bijectively.
"""

from __future__ import annotations

from flint import fmpz_mpoly, fmpz_mpoly_ctx

from gfkit.core.algebra.number import short_repr
from gfkit.core.errors import InputError
from gfkit.core.typing import OnProgress
from gfkit.specifications.grammar import read_specification
from gfkit.specifications.law import SpecificationLaw, law_of_system
from gfkit.specifications.system import PolynomialSystem, Term, equations_of

_QUOTIENT, _VARIABLE = "D", "u"


def law_of_catalytic(text: str, at: int, on_progress: OnProgress | None = None) -> SpecificationLaw:
    """Return the law of F(t, ``at``) for an equation F = R(t, u, F, D) in the notation of ``grammar``.

    Raise InputError if the hypotheses of the theorem do not hold.

    >>> law = law_of_catalytic("F = 1 + t*(u^2*F^2 + u*(F + D))", 1)
    >>> law.terms(6), str(law.closed_form)
    ([1, 2, 9, 54, 378, 2916], '2*binomial(2*n, n)*3^n/((n + 1)*(n + 2))')
    """
    system, canonical = system_of_catalytic(text, at)
    origin = {"kind": "catalytic", "at": at}
    return law_of_system(system, system.names[0], canonical, origin=origin, on_progress=on_progress)


def system_of_catalytic(text: str, at: int) -> tuple[PolynomialSystem, str]:
    """Return the system of the theorem, with F(t, ``at``) as the first unknown, and the canonical text.

    >>> system, text = system_of_catalytic("F(t, u) = u + t*u*F*D", 1)
    >>> system.names, text
    (('F(1)', 'F', 'D', 'v'), 'F = u + t*u*F*D')
    """
    if type(at) is not int:
        raise InputError(f"the value of {_VARIABLE} must be an integer, not {short_repr(at)}")
    specification = read_specification(text, [_QUOTIENT])
    name, shown = specification.target, f"equation {short_repr(text)}"
    equations = equations_of(specification)
    if name in (_QUOTIENT, _VARIABLE, "v"):
        raise InputError(f"{shown}: {name} denotes another series; rename the unknown, for example F")
    if len(equations) > 1:
        raise InputError(f"{shown}: expected one equation, polynomial in {name} and {_QUOTIENT}")
    if specification.marks != (_VARIABLE,):
        given = ", ".join(specification.marks) or "none"
        raise InputError(f"{shown}: expected one catalytic variable {_VARIABLE}, not {given}")
    (terms,) = equations.values()
    if not any(e[1] for *_, e in terms):
        raise InputError(
            f"{shown}: {_QUOTIENT} = ({name} - {name}({at}))/({_VARIABLE} - {at}) does not occur"
        )
    if any(a == 0 and any(e) for _, a, _, e in terms):
        raise InputError(f"{shown}: each term with {name} or {_QUOTIENT} must be divisible by t")
    names = (f"{name}({at})", name, _QUOTIENT, "v")
    is_nonnegative = at >= 0 and all(c > 0 for c, *_ in terms)
    return PolynomialSystem.of(names, (), _equations(terms, at), is_nonnegative), str(specification)


def _equations(right: list[Term], at: int) -> list[list[Term]]:
    """Return the equations of F(t, u_0), F, D and v for the terms of R."""
    given = fmpz_mpoly_ctx.get(("t", "u", "F", "D"))
    whole = given.from_dict({(a, *b, *e): c for c, a, b, e in right})
    context = fmpz_mpoly_ctx.get(("t", "f", "F", "D", "v"))
    t, _, own, quotient, v = context.gens()

    def moved(part: fmpz_mpoly) -> fmpz_mpoly:
        return part.compose(t, v + at, own, quotient, ctx=context)

    by_own, by_quotient, by_u = (moved(whole.derivative(k)) for k in (2, 3, 1))
    sides = [own - v * quotient, moved(whole), by_u + quotient * by_own, v * by_own + by_quotient]
    return [
        [(int(c), int(a), (), tuple(map(int, e))) for (a, *e), c in side.to_dict().items()] for side in sides
    ]
