"""Formulas of dynamic programs, and terms at huge n.

Terms are compared with enumeration, sums over paths, and powers of matrices computed here.
"""

import pickle
from fractions import Fraction
from itertools import pairwise, product

import pytest
from cli.calling import call
from known_sequences import dominoes, fibonacci_mod
from refusals import refused
from show.markup import form

import gfkit
from gfkit.core.algebra import Polynomial
from gfkit.core.errors import BoardError, InputError, LimitError, MismatchError, OptionError

MARKS = X, _, _ = [Polynomial.parse(word) for word in ("x", "y", "1")]
CALLS = iter(range(99))


def attend(state):
    absences, late = state
    yield from [((absences, 0), 1), ((absences, late + 1), int(late < 2)), ((1, 0), int(not absences))]


def test_attendance_records_are_enumerated():
    law = gfkit.from_steps((0, 0), attend, lambda _: True)
    words = [["".join(word) for word in product("PLA", repeat=n)] for n in range(8)]
    assert law.terms(8) == [sum("LLL" not in w and w.count("A") < 2 for w in each) for each in words]
    assert pickle.loads(pickle.dumps(law)) == law
    assert law.hypothesis == law.as_json()["hypothesis"]
    assert law.hypothesis in form(law, "h")


def brick(state, row=0, after=0):
    """Fill one column of 3 rows with dominoes; bits of the state are filled rows."""
    if row == 3:
        yield after, 1
    elif state >> row & 1:
        yield from brick(state, row + 1, after)
    else:
        yield from brick(state, row + 1, after | 1 << row)
        if row < 2 and not state >> row + 1 & 1:
            yield from brick(state, row + 2, after)


def test_a_tiling_by_profiles_has_the_formula_of_the_strip():
    law = gfkit.from_steps(0, brick, lambda state: not state)
    assert law == gfkit.derive("domino-tilings", "3xn")
    assert law[20] == dominoes(3, 20)
    assert gfkit.from_steps(0, brick, lambda _: 0).terms(3) == [0, 0, 0]


STEPS = {0: [(1, Fraction(1, 2)), (2, -3)], 1: [(0, 1), (1, Fraction(2, 3)), (0, 2)], 2: [(0, 5), (2, 0)]}


def paths(start, final, length):
    if not length:
        return sum(weight * final[state] for state, weight in start.items())
    return sum(paths({to: w * v}, final, length - 1) for s, v in start.items() for to, w in STEPS[s])


def test_fractions_and_negative_weights_are_summed_over_paths():
    start, final = {0: Fraction(3, 7), 1: 2}, [1, Fraction(1, 5), -4]
    assert gfkit.from_steps(start, STEPS.get, final.__getitem__).terms(7) == [
        paths(start, final, n) for n in range(7)
    ]


def test_polynomial_weights_mark_letters():
    law = gfkit.from_steps("", lambda s: [(k, MARKS[k]) for k in range(3) if (s, k) != (0, 0)], lambda _: 1)
    words = [word for word in product(range(3), repeat=4) if (0, 0) not in pairwise(word)]
    monomials = [Polynomial.of(("x", "y"), {(word.count(0), word.count(1)): 1}) for word in words]
    assert law[4] == sum(monomials[1:], monomials[0])
    assert law.moments().mean("x")[4] == Fraction(sum(word.count(0) for word in words), len(words))
    with refused(OptionError, "nonnegative"):
        gfkit.from_steps(0, lambda _: [(0, -X)], lambda _: 1).moments()
    for act in (law.density, lambda: gfkit.save_derived(law, "proof.json"), lambda: gfkit.report(law)):
        with refused(MismatchError, "certificates"):
            act()


@pytest.mark.parametrize(("start", "step", "final", "kind", "fact"), [
    ({}, attend, 1, OptionError, "start"), ([0], attend, 1, OptionError, "[0]"),
    (0, lambda n: [(n + 1, 1)], 1, LimitError, "max_states"),
    (0, lambda _: [(0, next(CALLS))], 1, OptionError, "two calls"),
    (0, lambda _: None, 1, OptionError, "None"), (0, lambda _: [0], 1, OptionError, "(state, weight)"),
    (0, lambda _: {0: 1}, 1, OptionError, "pairs"), (0, lambda _: [({}, 1)], 1, OptionError, "hashable"),
    (0, lambda _: [(0, 0.5)], 1, OptionError, "0.5"), (0, lambda _: [(0, 1)], 0.5, OptionError, "0.5"),
    (0, lambda _: [(0, X), (1, Fraction(1, 2))], 1, OptionError, "fractions"),
])  # fmt: skip
def test_invalid_programs_are_rejected(start, step, final, kind, fact):
    with refused(kind, fact):
        gfkit.from_steps(start, step, lambda _: final, max_states=1000)


def power_mod(matrix, n, modulus):
    result = [[int(i == j) for j in range(len(matrix))] for i in range(len(matrix))]
    for bit in f"{n:b}":
        for other in (result, matrix) if bit == "1" else (result,):
            columns = [*zip(*other, strict=True)]
            result = [[sum(map(int.__mul__, row, c)) % modulus for c in columns] for row in result]
    return result


@pytest.mark.parametrize("modulus", [1, 2, 12, 10**9 + 7, 10**18 + 9, 10**30])
def test_terms_at_huge_n_agree_with_other_arithmetic(modulus):
    n = 10**18
    for board in ("2x10^18", "10^18x2", (2, n)):
        assert gfkit.count("domino-tilings", board, mod=modulus) == fibonacci_mod(n + 1, modulus)
    # Colourings of a cycle: the trace of a power of the adjacency matrix of a triangle.
    power = power_mod([[0, 1, 1], [1, 0, 1], [1, 1, 0]], n + 1, modulus)
    found = gfkit.count("colourings:3", f"cycle:{n + 1}", mod=modulus)
    assert found == sum(power[i][i] for i in range(3)) % found.as_json()["modulus"]
    (a, b), _ = power_mod([[1, 3], [1, 0]], n, modulus)  # a vertex has weight 3
    assert gfkit.count("independent-sets", f"path:{n}", at="x=3", mod=modulus) == (a + b) % modulus


def test_shorter_boards_have_residues_of_their_counts():
    (a, b, c, d), *_ = power_mod([[1, 5, 1, -1], [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]], 997, 10**30)
    # a(n) = a(n-1) + 5 a(n-2) + a(n-3) - a(n-4), from 1, 1, 5, 11 (in print); and the sweep of the board
    assert gfkit.count("domino-tilings", "4x1000", mod=10**30) == (11 * a + 5 * b + c + d) % 10**30
    assert gfkit.count("domino-tilings", "4x1000", mod=9) == gfkit.count("domino-tilings", "4x1000") % 9
    assert gfkit.count("domineering", "1x1000", "play", mod=12) == (1 + 999) % 12  # at most one piece
    assert int(gfkit.count("cis", "path:10^6")) % 3**9 == power_mod([[1, 2], [1, 0]], 10**6 + 1, 3**9)[0][0]


def test_long_boards_and_rejected_sizes():
    assert gfkit.parse_board("2x10^3") == gfkit.parse_board("2x1000")
    for board, more, kind, fact in (
        ("2x10^18", {}, LimitError, "--mod"), ("2x10^2000", {"mod": 7}, BoardError, "^2000"),
        ("10^6x10^6", {"mod": 7}, LimitError, "cells"), ("2x10^18", {"mod": 0}, InputError, "modulus 0"),
        ("path:10^18", {"mod": 7, "weights": "pieces"}, OptionError, "at"),
        ("path:4", {"mod": 7, "weights": "pieces"}, OptionError, "polynomial"),
        ("path:10^6", {"at": "x=1/7"}, OptionError, "integers"),
        ("path:10^18", {"mod": 7, "at": "x=1/7"}, InputError, "7"),
    ):  # fmt: skip
        with refused(kind, fact):
            gfkit.count("matchings", board, **more)
    for words in (["--up-to", "symmetry"], ["--by", "outcome"], ["--sizes", "1..3"], ["--plays", "all"]):
        call("count", "cram", "2x3", "--mod", "7", *words, code=2)
    done = call("count", "domino-tilings", "2x10^18", "--mod", "10^9+7", code=0)
    assert done.out == f"{fibonacci_mod(10**18 + 1, 10**9 + 7)}\n"
    assert "proved" in done.err
