"""PARI (C): formulas for terms. It gets the order and the degree as input, whereas gfkit finds them."""

from .race import Peer, Python, Task
from .terms import APERY, FRANEL, NOTHING, TREES, Sequence, c_finite

SETUP = """
from cypari import pari
pari.allocatemem(2 * 10**9, silent=True)
pari("v = {terms}; r = {order}; d = {degree}; n = #v")
"""
NEXT = "pari('Vec(f + O(t^(n + 3)))[n + 1..n + 3]')"
# The kernel of the ansatz c_0(n) a(n+r) + ... + c_r(n) a(n) = 0, then the recurrence forwards.
KERNEL = (
    "f = matker(matrix(n - r, (r + 1) * (d + 1), i, j,"
    " i^((j - 1) % (d + 1)) * v[i + r - (j - 1) \\ (d + 1)])); if(#f != 1, error(#f))"
)
FORWARD = (
    "c = ((k, i) -> sum(j = 0, d, f[k * (d + 1) + j + 1, 1] * i^j)); w = v;"
    " for(i = n - r + 1, n - r + 3, w = concat(w, -sum(k = 1, r, c(k, i) * w[i + r - k]) / c(0, i)));"
    " w[n + 1..n + 3]"
)
# Newton's method continues the series from the known terms.
ALGEBRAIC = "f = seralgdep(Ser(v, t), d, r); if(!f, error(f))"
SERIES = (
    "g = Ser(v, t, n + 3); for(i = 1, 2, g = g - subst(f, x, g) / subst(deriv(f, x), x, g));"
    " Vec(g)[n + 1..n + 3]"
)
NONE = (
    "f = bestapprPade(Ser(v, t)); f = poldegree(numerator(f)) + poldegree(denominator(f)) + 6 <= n;"
    " for(k = 2, 4, if(!f, f = seralgdep(Ser(v, t), k, (n - 5) \\ (k + 1) - 1)));"
    " for(k = 1, 3, if(!f, f = serdiffdep(Ser(v, t), k, (n - 5 - k) \\ (k + 2) - 1)))"
)
WAYS = {
    "c-finite": ("f = bestapprPade(Ser(v, t))", NEXT),
    "d-finite": (KERNEL, f"pari({FORWARD!r})"),
    "algebraic": (ALGEBRAIC, f"pari({SERIES!r})"),
    "none": (NONE, "'found' if pari('f != 0') else 'none'"),
}


def guessing_task(sequence: Sequence) -> Task:
    work, answer = WAYS[sequence.kind]
    setup = SETUP.format(terms=sequence.terms, order=sequence.order, degree=sequence.degree)
    return Task(f"guess: {sequence.name}", Python(setup, f"pari({work!r})", answer), sequence.gfkit())


PEER = Peer(
    "PARI",
    tuple(map(guessing_task, (c_finite(50, 120), c_finite(200, 420), APERY, FRANEL, TREES, NOTHING))),
    packages=("cypari",),
)
