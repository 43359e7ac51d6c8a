"""Formulas as one fraction."""

from __future__ import annotations

from gfkit.formula import tree as nodes


def as_fraction(tree: nodes.Node) -> tuple[nodes.Node, nodes.Node]:
    """The products of the factors above and below.

    >>> from gfkit.formula import PLAIN
    >>> half, inverse = nodes.Quotient(nodes.N, nodes.Number(2)), nodes.Quotient(nodes.ONE, nodes.N)
    >>> above, below = as_fraction(nodes.Product((half, nodes.Negative(inverse))))
    >>> PLAIN.write(above), PLAIN.write(below)
    ('n*(-1)', '2*n')
    """
    match tree:
        case nodes.Group(body=body):
            return as_fraction(body)
        case nodes.Negative(body=body):
            above, below = as_fraction(body)
            return nodes.Negative(above), below
        case nodes.Quotient(above=first, below=second):
            (a, b), (c, d) = as_fraction(first), as_fraction(second)
            return nodes.product(a, d), nodes.product(b, c)
        case nodes.Product(factors=factors):
            parts = [as_fraction(factor) for factor in factors]
            return nodes.product(*(a for a, _ in parts)), nodes.product(*(b for _, b in parts))
    return tree, nodes.ONE
