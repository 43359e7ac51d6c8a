"""FLINT (C): characteristic polynomials of transfer matrices, and the determinant of spanning trees."""

from .race import Peer, Python, Task, counting_program

# State of a matching: the cells whose domino extends beyond the last column, up to reflection. An entry of
# the quotient matrix is the number of transitions from a state of one orbit to all states of another.
SLICES = """
from flint import fmpz_mat, fmpz_poly
m = {width}
def fillings(free):
    total, run = 1, 0
    for bit in range(m + 1):
        if bit < m and free >> bit & 1:
            run += 1
        else:
            a, b = 1, 1
            for _ in range(run - 1):
                a, b = b, a + b
            total, run = total * (b if run else 1), 0
    return total
"""
LAW = """
size = 1 << m
turned = [int(format(s, f"0{m}b")[::-1], 2) for s in range(size)]
orbits = sorted({min(s, turned[s]) for s in range(size)})
ways = [fillings(s) for s in range(size)]
image = lambda s, t: ways[size - 1 & ~s & ~t] if not s & t else 0
rows = [[image(s, t) + (image(s, turned[t]) if t != turned[t] else 0) for t in orbits] for s in orbits]
matrix = fmpz_mat(rows)
below = fmpz_poly(list(reversed(matrix.charpoly().coeffs())))
column, terms = fmpz_mat([[1] if s == 0 else [0] for s in orbits]), []
for _ in range(len(orbits) + 1):
    terms.append(column[0, 0])
    column = matrix * column
above = fmpz_poly([int(c) for c in (fmpz_poly(terms) * below).coeffs()[: len(orbits) + 1]])
common = above.gcd(below)
above, below = above / common, below / common
sign = int(below[0])
"""
OURS = "found = gfkit.derive('matchings', '{}xn', method='{}')\ngf = found.generating_function"
DETERMINANT = """
n = {side}
rows = [[0] * n * n for _ in range(n * n)]
for a in range(n * n):
    for b in [a + 1] * (a % n < n - 1) + [a + n] * (a < n * n - n):
        rows[a][a], rows[b][b] = rows[a][a] + 1, rows[b][b] + 1
        rows[a][b] = rows[b][a] = -1
found = fmpz_mat([row[1:] for row in rows[1:]]).det()
"""


def law(width: int, method: str = "auto") -> Task:
    """Generating functions, compared by their order and by numerator and denominator at t = 2."""
    ours = Python(
        "import gfkit",
        OURS.format(width, method),
        "found.order, gf.numerator(2), gf.denominator(2)",
        OURS.format(width - 1, method),
    )
    setup = SLICES.replace("{width}", str(width))
    theirs = Python(setup, LAW, "below.degree(), int(above(2)) * sign, int(below(2)) * sign")
    words = "" if method == "auto" else f", gfkit by {method}"
    return Task(f"generating function, matchings {width}xn{words}", theirs, ours)


def trees(side: int) -> Task:
    theirs = Python("from flint import fmpz_mat", DETERMINANT.format(side=side), "found")
    return Task(f"spanning trees {side}x{side}", theirs, counting_program("spanning-trees", side))


PEER = Peer(
    "FLINT",
    (law(7, "determinant"), *map(law, (7, 8, 9, 10)), trees(10), trees(30)),
    packages=("python-flint",),
)
