"""Formulas as one fraction."""

from __future__ import annotations

from fractions import Fraction

from gfkit.algebra.formula import tree as nodes

_Factors = tuple[nodes.Node, ...]


def fraction_factors(tree: nodes.Node) -> tuple[_Factors, _Factors]:
    """The factors above and below; a minus sign is the factor -1 above.

    >>> from gfkit.algebra.formula import PLAIN
    >>> half, inverse = nodes.Quotient(nodes.N, nodes.Number(2)), nodes.Quotient(nodes.ONE, nodes.N)
    >>> above, below = fraction_factors(nodes.Product((half, nodes.Negative(inverse))))
    >>> [PLAIN.write(part) for part in above], [PLAIN.write(part) for part in below]
    (['n', '-1', '1'], ['2', 'n'])
    """
    match tree:
        case nodes.Group(body=body):
            return fraction_factors(body)
        case nodes.Negative(body=body):
            above, below = fraction_factors(body)
            return (nodes.Number(Fraction(-1)), *above), below
        case nodes.Quotient(above=first, below=second):
            (a, b), (c, d) = fraction_factors(first), fraction_factors(second)
            return (*a, *d), (*b, *c)
        case nodes.Product(factors=factors):
            parts = [fraction_factors(factor) for factor in factors]
            return tuple(f for a, _ in parts for f in a), tuple(f for _, b in parts for f in b)
    return (tree,), ()


def as_fraction(tree: nodes.Node) -> tuple[nodes.Node, nodes.Node]:
    """The products of the factors above and below."""
    above, below = fraction_factors(tree)
    return nodes.product(*above), nodes.product(*below)
