"""Statements that terms are powers of integers, or terms of a well-known sequence.

Powers and Fibonacci numbers are listed here by multiplication and addition, sequences by their recurrence.
"""

from __future__ import annotations

import pytest
from choice import drawn, some_of

from gfkit import verify
from gfkit.core.algebra import RationalGF
from gfkit.core.errors import InputError

POWERS = {k: {b**k: b for b in range(-3000, 3001)} for k in (2, 3, 4, 5)}
NAMES = {2: "square", 3: "cube", 4: "4th power", 5: "fifth power"}
STARTS = {"F": (0, 1, 1, 1), "L": (2, 1, 1, 1), "Pell": (0, 1, 2, 1), "J": (0, 1, 1, 2)}


def well_known(name, count):
    a, b, p, q = STARTS[name]
    found = []
    for _ in range(count):
        found.append(a)
        a, b = b, p * b + q * a
    return found


def stated(terms, order):
    """Return a definition of a sequence by its recurrence, from the coefficients and the first terms."""
    right = " + ".join(f"({c})*a(n-{k})" for k, c in enumerate(order, 1))
    return f"a(n) = {right}, " + ", ".join(f"a({n}) = {value}" for n, value in enumerate(terms))


@pytest.mark.parametrize("m", range(2, 9))
def test_a_family_with_square_terms(m):
    """A113249, ..., A113254 in the OEIS: a(2n+1) is a square, for every m; m = 8 is A113254."""
    terms = [-1, 4, -13 + 6 * (m - 1) + 3 * (m - 1) ** 2, (m * m - 8) ** 2]
    definition = stated(terms, [-4, 0, 4 * m * m, m**4])
    found = verify(f"a(2n+1) is a square where {definition}")
    assert (found.verdict, found.evidence.method) == ("proved", "root-by-closure")
    assert verify(found.statement).verdict == "proved"
    even = verify(f"a(2n) is a square where {definition}")
    assert (even.verdict, even.first_difference.n, "a(0) = -1" in even.first_difference.true) == (
        "refuted",
        0,
        True,
    )


def test_a_root_is_named():
    found = verify(f"a(2n+1) is a square where {stated([-1, 4, 176, 3136], [-4, 0, 256, 4096])}")
    root = RationalGF.parse("(2 + 64*t)/(1 + 4*t + 64*t^2)").terms(40)
    terms = [-1, 4, 176, 3136]
    while len(terms) < 80:
        terms.append(-4 * terms[-1] + 256 * terms[-3] + 4096 * terms[-4])
    assert [b * b for b in root] == terms[1::2]
    assert "(2 + 64*t)/(1 + 4*t + 64*t^2)" in found.notes[0]


def power_order(k, p, q):
    """Return the recurrence of b(n)^k if b(n) = p b(n-1) + q b(n-2) (Brother Alfred Brousseau, A sequence of
    power formulas).
    """
    if k == 2:
        return [p * p + q, p * p * q + q * q, -(q**3)]
    first, second = p**3 + 2 * p * q, p**4 * q + 3 * p * p * q * q + 2 * q**3
    return [first, second, -(p**3) * q**3 - 2 * p * q**4, -(q**6)]


@pytest.mark.parametrize("seed", some_of(range(60), 12))
def test_powers_of_drawn_sequences(seed):
    """A power of a drawn sequence is proved to be one, whatever the signs of the root are; another number in
    place of one term is refuted there.
    """
    random = drawn(f"powers {seed}")
    k, p, q = (
        random.choice([2, 2, 3]),
        random.choice([-3, -2, -1, 1, 2, 3]),
        random.choice([-3, -2, -1, 0, 1, 2]),
    )
    roots = [random.choice([-4, -3, -2, 2, 3, 5]) for _ in range(2)]
    while len(roots) < 60:
        roots.append(p * roots[-1] + q * roots[-2])
    listed, order = [b**k for b in roots], power_order(k, p, q)
    assert all(
        listed[n] == sum(c * listed[n - j] for j, c in enumerate(order, 1)) for n in range(len(order), 60)
    )
    found = verify(f"a(n) is a {NAMES[k]} where {stated(listed[: len(order)], order)}")
    assert found.verdict == "proved", (found, p, q, roots[:2])
    place = random.randrange(40)
    changed = [*listed]
    changed[place] += next(c for c in (2, 3, 5) if not is_power(changed[place] + c, k))
    wrong = verify(f"a(n) is a {NAMES[k]}", data=changed)
    assert (wrong.verdict, wrong.first_difference.n) == ("refuted", place)


def is_power(value, k):
    """Return True if a number is the k-th power of an integer, by Newton's method."""
    if value < 0:
        return k == 3 and is_power(-value, k)
    root = 1 << (value.bit_length() // k + 1)
    while root**k > value:
        root = ((k - 1) * root + value // root ** (k - 1)) // k
    return root**k == value


@pytest.mark.parametrize("k", NAMES)
def test_which_numbers_are_powers(k):
    for value in range(-260, 261):
        found = verify(f"a(n) is a {NAMES[k]}", data=[value])
        assert (found.verdict == "consistent") == (value in POWERS[k]), value
        assert verify(found.statement).verdict == found.verdict


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("F", "a Fibonacci number"),
        ("L", "a Lucas number"),
        ("Pell", "a term of Pell"),
        ("J", "a Jacobsthal number"),
    ],
)
def test_which_numbers_are_terms(name, words):
    terms = {*well_known(name, 30)}
    for value in range(-3, 150):
        found = verify(f"a(n) is {words}", data=[value])
        assert (found.verdict == "consistent") == (value in terms), value
    listed = ", ".join(f"a({n}) = {value}" for n, value in enumerate(well_known(name, 12)[1::3][:2]))
    p, q = STARTS[name][2:]
    trace, norm = p * (p * p + 3 * q), q**3  # of the third power of the matrix [[p, q], [1, 0]]
    found = verify(f"a(n) is {words} where a(n) = {trace}*a(n-1) + {norm}*a(n-2), {listed}")
    assert (found.verdict, found.evidence.method) == ("proved", "named-subsequence"), found


PROVED = [
    "a(n) is a square where a(n) = binomial(2n,n)^2",
    "a(n) is a cube for every n where a(n) = (-8)^n",
    "a(n) is a square for n even where a(n) = 2^n",
    "a(3n) is a perfect cube for n >= 2 where a(n) = 2^n",
    "a(n) is a fifth power where a(n) = (2*n - 7)^5",
    "a(n) is a square for n >= 1 where a(n) = F(2n-1)*F(2n+1) - 1",
    "a(n) is a Fibonacci number where a(n) = Sum_{k=0..n} binomial(n-k,k)",
    "a(n) is a square where a(n) = Sum_{k=0..n} binomial(n,k)^2*binomial(3*n-k,2*n)",
]  # fmt: skip
FALSE = [
    ("a(n) is a square where a(n) = n^2 + n*(n-1)*(n-2)", 3),
    ("a(n) is a square where a(n) = 4^n - 8*binomial(n,3)", 3),
    ("a(n) is a Fibonacci number where a(n) = n + 1", 3),
    ("a(n) is a cube where a(n) = -4^n", 1),
]  # fmt: skip


@pytest.mark.parametrize("text", PROVED)
def test_proofs(text):
    found = verify(text)
    assert found.verdict == "proved", found
    assert verify(found.statement).verdict == "proved"


@pytest.mark.parametrize(("text", "n"), FALSE)
def test_refutations(text, n):
    found = verify(text)
    assert (found.verdict, found.first_difference.n) == ("refuted", n), found


@pytest.mark.parametrize(
    "text",
    [
        "a(n) is not a square where a(n) = 2^n", "a(n) is a square for no n where a(n) = 2^n",
        "a(n) is a square iff n is even where a(n) = 2^n", "a(n) is a 1st power where a(n) = 2^n",
        "a(n) is a 99th power where a(n) = 2^n", "a(n) is a term of Q where a(n) = 2^n",
        "b(n) = 2*b(n-1) + b(n-2), b(0) = 1, b(1) = 1; c(n) is a square",
    ],
)  # fmt: skip
def test_other_statements_are_rejected(text):
    with pytest.raises(InputError):
        verify(text)


def test_fractions_are_no_powers_of_integers():
    found = verify("a(n) is a square where a(n) = Sum_{k=1..n} 1/k")
    assert (found.verdict, found.first_difference.n) == ("refuted", 2)
