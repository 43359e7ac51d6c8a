"""Proofs by order bounds: bounds against shortest recurrences, true statements, and their false neighbours.

The shortest recurrence of computed values is found by the algorithm of Berlekamp and Massey, modulo a prime
modulo which 2, 3 and 5 are squares. A false statement may never be proved.
"""

from fractions import Fraction
from math import inf, lcm

import pytest
from choice import drawn
from flint import fmpz
from known_sequences import recurrent
from tables import lines

from gfkit.claims.definition.outcomes import world_of
from gfkit.claims.provers.orders.bound import linear_law
from gfkit.claims.provers.orders.expressions import Bounds
from gfkit.claims.provers.orders.proof import prove
from gfkit.claims.statement.canonical import parse_statement, read_expression
from gfkit.core.algebra import RationalGF, Recurrence
from gfkit.core.errors import GfkitError, NoValueError

PRIME = next(
    p
    for p in range(2**61 - 1, 0, -4)
    if fmpz(p).is_prime() and all(pow(d, p // 2, p) == 1 for d in (2, 3, 5))
)
DEFINED = "let c(0) = 2, c(1) = -1, c(2) = 3, c(n) = 2*c(n - 2) - c(n - 1)/2 + 2^n for n >= 3; "


def residue(value):
    """Return a number modulo the prime, with square roots modulo the prime."""
    if hasattr(value, "parts"):
        return sum(residue(c) * pow(d, (PRIME + 1) // 4, PRIME) for d, c in value.parts) % PRIME
    value = Fraction(value)
    return value.numerator * pow(value.denominator, -1, PRIME) % PRIME


def shortest(row):
    """Return the order of the shortest recurrence that all of the numbers satisfy (Massey)."""
    now, before, size, gap, last = [1], [1], 0, 1, 1
    for n in range(len(row)):
        wrong = sum(c * row[n - i] for i, c in enumerate(now)) % PRIME
        longer, factor = [*now, *[0] * (len(before) + gap - len(now))], wrong * pow(last, -1, PRIME)
        for i, c in enumerate(before):
            longer[i + gap] = (longer[i + gap] - factor * c) % PRIME
        if wrong and 2 * size <= n:
            now, before, size, gap, last = longer, now, n + 1 - size, 1, wrong
        else:
            now, gap = longer if wrong else now, gap + 1
    return size


class Sequence:
    """Linear recurrence with initial terms, which begins at ``first`` or later."""

    def __init__(self, first, early, start, factors):
        self.first, self.early, self.factors, size = first, early, factors, len(early) + len(start)
        self.law = RationalGF.from_recurrence(Recurrence(factors, first + size, (*early, *start), first))
        self.terms = [*early, *recurrent(start, *factors, count=800)]

    def __call__(self, n):
        if not self.first <= n < self.first + 800:
            raise NoValueError(f"formula: a({n}) is not computed")
        return self.terms[n - self.first]

    def proof(self, text):
        """Return the proof of a claim about the sequence, by its canonical text."""
        found = parse_statement(text)
        return prove(found.claims[0], {"a": linear_law(self.law, True)}, self.world(found), found.definitions)

    def world(self, found):
        return world_of(found.definitions, {"a": self})


def sequence(random, first=0):
    factors = tuple(random.choice([-2, -1, 1, 1, 2, 3]) for _ in range(random.randint(1, 3)))
    early, start = (
        [random.randint(-4, 9) for _ in range(k)] for k in (random.choice([0, 0, 1, 4]), len(factors))
    )
    return Sequence(first, early, start, factors)


def expression(random, size=3, letter="n"):
    """Return the canonical text of a drawn expression in one letter."""

    def part(least=0, one=letter):
        return expression(random, random.randint(least, size - 1), one)

    k, small, c = random.randint(1, 3), random.randint(0, 6), random.choice("235")
    line = random.choice(
        [letter, f"({k}*{letter} + {small})", f"({letter} + {small})", f"floor({letter}/{c})"]
    )
    early = random.choice([line, f"({letter} - {small})", f"({small} - {letter})"])
    top = random.choice(
        [letter, f"({letter} - {small})", f"({k}*{letter} - {small})", f"floor({letter}/{c})"]
    )
    if size < 1:
        leaves = [line, f"{small}", f"(1/{c})", f"{c}^{line}", f"(-1)^{line}", f"0^{line}", f"F({early})"]
        return random.choice([*leaves, f"a({line})", f"a({line})", f"Pell({early})", f"{c}^({letter}/2)"])
    body, other = part(), part()
    condition = f"{letter} = {small} (mod {c})", f"{letter} < {small}", f"{part()} = 0 (mod {c})"
    several = (
        f"({body} + {other})",
        f"({body} - {other})",
        f"({body}*{other})",
        f"({body}/{c})",
        f"({body})^{k}",
    )
    return random.choice((
        *several, *several, f"({body}/({small + 1}*{c}^{line}))", f"(-1)^({body})", f"floor({body}/{c})",
        f"round({body}/{c})", f"(({body}) mod {c})", f"gcd({body}, {c}*{k})", f"binomial({body}, {k})",
        f"cases({random.choice(condition)}: {body}; otherwise: {other})", f"chebyshevT({early}, {k}/2)",
        f"sum({part(0, 'k')}, k = {small}..{top})", f"(a({line})*F({early}))", f"c({line})", f"0^({top})",
    ))  # fmt: skip


@pytest.mark.parametrize("count", [400, pytest.param(6000, marks=pytest.mark.slow(30))])
def test_bounds_are_at_least_the_orders_of_shortest_recurrences(count):
    random, checked, tight = drawn(f"order bounds {count}"), 0, 0
    definitions = parse_statement(f"{DEFINED}for n >= 0: c(n) = 1").definitions
    for _ in range(count):
        a, text = sequence(random, random.choice([0, 1, 3])), expression(random)
        world = world_of(definitions, {"a": a})
        bounds = Bounds(world, {"a": linear_law(a.law, True)}, {"c": definitions[0]})
        try:
            bound = bounds.bound(node := read_expression(text))
            start, size = -25 if bound.since == -inf else int(bound.since), bound.order
            row = [world.value(node, {"n": n}) for n in range(start, start + size * (size < 50))]
            row += [world.value(node, {"n": start + k}) for k in range(len(row), 2 * size + 14) if row]
        except (GfkitError, ArithmeticError):
            continue
        checked, order = checked + 1, shortest([residue(value) for value in row])
        tight += order == bound.order
        assert order <= bound.order, (text, bound, a.law)
        if bound.is_integral and not any(hasattr(value, "parts") for value in row):
            scale = lcm(*(Fraction(value).denominator for value in row[:size]))
            assert all((value * scale) % 1 == 0 for value in row), (text, bound, a.law)
    assert min(checked / 2, tight) > count / 5


LUCAS = Sequence(3, [], [4, 7], (1, 1))


def statements(kind):
    return [line.removeprefix(f"{kind} ") for line in lines("order_bounds") if line.startswith(kind)]


@pytest.mark.parametrize("kind", ["true", "open", "false"])
def test_known_statements(kind):
    proved = [text for text in statements(kind) if LUCAS.proof(text) is not None]
    assert proved == (statements(kind) if kind == "true" else [])


def test_laws_that_are_not_proved_or_have_weights_are_not_used():
    claim, weighted = (
        parse_statement("for n >= 3: a(n) = L(n)").claims[0],
        RationalGF.parse("1/(1 - t - x*t^2)"),
    )
    for law, is_proved in ((LUCAS.law, False), (weighted, True)):
        assert prove(claim, {"a": linear_law(law, is_proved)}, world_of((), {"a": LUCAS})) is None


MORE = [pytest.param(seed, marks=pytest.mark.slow(1)) for seed in range(8, 60)]


@pytest.mark.parametrize("seed", [*range(8), *MORE])
def test_statements_that_fail_late_are_not_proved(seed):
    random = drawn(f"late {seed}")
    a, modulus, place = sequence(random), random.choice([2, 3, 4, 5, 6, 7, 9]), random.randint(40, 59)
    size, since = len(a.factors), len(a.early)
    terms = " + ".join(f"{c}*a(n + {size - k})" for k, c in enumerate(a.factors, 1)).replace("+ -", "- ")
    true = f"for n >= {since}: a(n + {size}) = {terms}"
    late = [text.format(place, random.randint(28, 36), 61) for text in statements("late")]
    falses = [f"{true} + {text}{end}" for text in late for end in ("", " (mod 31)")]
    assert a.proof(true) is not None
    assert [text for text in falses if a.proof(text)] == []

    residues = [term % modulus for term in a.terms[since:]]
    windows = [tuple(residues[k : k + size]) for k in range(700)]
    start = next(k for k in range(700) if windows[k] in windows[k + 1 :])
    classes = range(since + start, since + windows.index(windows[start], start + 1))
    zeros = {n for n in classes if not residues[n - since]}
    for chosen in (zeros, zeros ^ {random.choice(classes)}):
        listed = " or ".join([*(f"n = {n} (mod {len(classes)})" for n in chosen), "n < 0", "n < 0"])
        claim = f"for n >= {since + start}: a(n) = 0 (mod {modulus}) iff ({listed})"
        assert (a.proof(claim) is not None) == (chosen == zeros), claim
