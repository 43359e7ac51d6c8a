"""From an algebraic equation to a linear differential equation."""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpz_poly

from gfkit.exact.dependency import first_relation
from gfkit.sequences.algebraic.branch import slope
from gfkit.sequences.holonomic.conversion import equation_of
from gfkit.sequences.holonomic.differential_equation import DifferentialEquation
from gfkit.sequences.holonomic.system import ONE, ZERO, Seen, common_system, equation_seen


def differential_equation(equation: Sequence[fmpz_poly]) -> DifferentialEquation:
    """The linear differential equation of least order of every f with P(t, f) = 0, P irreducible.

    f' = -(dP/dt)/(dP/df) is a combination of 1, f, ..., f^(d-1) over the rational functions, and so are
    all derivatives: the first linear dependence among 1, f, f', ... is it. Its order is below d. Cost:
    eliminations of d by d matrices of polynomials.

    >>> print(differential_equation([fmpz_poly([1]), fmpz_poly([-1]), fmpz_poly([0, 1])]))
    (t - 4*t^2)*f'(t) + (1 - 2*t)*f(t) = 1

    Reference: Louis Comtet, Calcul pratique des coefficients de Taylor d'une fonction algébrique.
    """
    degree = len(equation) - 1
    if degree == 1:
        return DifferentialEquation.made([equation[1]], -equation[0])
    derived = _derivative(equation)
    powers = [Seen([ZERO] * degree, ONE)]
    for k in range(1, degree):
        powers.append(Seen([k * part for part in derived.parts], derived.below))
        derived = _times_f(derived, equation)
    unit = [ONE, *[ZERO] * (degree - 1)]
    first = Seen([ZERO, ONE, *[ZERO] * (degree - 2)], ONE)
    return equation_of(equation_seen(common_system(powers), first, unit), True)


def _derivative(equation: Sequence[fmpz_poly]) -> Seen:
    """f' in the basis 1, f, ..., f^(d-1)."""
    degree = len(equation) - 1
    moved = [part.derivative() for part in equation]
    # l f^d = -(the rest of P) takes the top part of dP/dt away.
    lead, top = equation[-1], moved[-1]
    rest = Seen([a * lead - b * top for a, b in zip(moved[:-1], equation[:-1], strict=True)], lead)
    multiples = [Seen(slope(equation), ONE)]
    for _ in range(degree - 1):
        multiples.append(_times_f(multiples[-1], equation))
    relation = first_relation((one.parts for one in [*multiples, rest]), degree)
    scaled = [c * one.below for c, one in zip(relation, [*multiples, rest], strict=True)]
    return Seen(scaled[:-1], scaled[-1]).reduced()


def _times_f(one: Seen, equation: Sequence[fmpz_poly]) -> Seen:
    *low, top = one.parts
    lead = equation[-1]
    parts = [a * lead - top * c for a, c in zip([ZERO, *low], equation[:-1], strict=True)]
    return Seen(parts, one.below * lead).reduced()
