"""Structures of all cells that avoid adjacent cells or moves: their numbers, laws, certificates and files.

The numbers come from listing by itertools, and from classical formulas: of Touchard, of derangements, of
pairings around a table, and the recurrences of permutations without successions.
"""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import replace
from itertools import permutations
from math import comb, factorial, prod

import pytest
from choice import drawn, some_of
from cli.calling import call
from differential.questions import at_size
from refusals import is_accepted

import gfkit
from gfkit.core.boards import parse_one_board
from gfkit.core.errors import LimitError, MismatchError, OptionError, SelfCheckError
from gfkit.core.rules import Rule
from gfkit.proofs.checker.program import check_certificate
from gfkit.proofs.saving import certificate_of
from gfkit.ways.moments import FACTORIALS, transform

NAMES = (
    "derangements", "discordant-permutations", "nonadjacent-sequences", "nonadjacent-pairings",
    "nonadjacent-cycles",
)  # fmt: skip


def moves_rule(moves, stay):
    drawings = {"moves": moves} if moves else {}
    return Rule.of({"name": "p", "avoiding": {"count": "permutations", "stay": stay, **drawings}})


def test_drawn_moves_against_listing():
    """Also moves that leave the board or lead to one cell twice, and around a cylinder."""
    case = drawn("moves")
    for _ in range(40):
        steps = {(case.randint(-1, 1), case.randint(-2, 2)) for _ in range(case.randrange(5))} - {(0, 0)}
        rows = [["o" if (r, c) in steps else "." for c in range(-2, 3)] for r in range(-1, 2)]
        rows[1][2] = "X"
        stay = not steps or case.random() < 0.5
        rule = moves_rule(["/".join(map("".join, rows))] if steps else [], stay)
        board = parse_one_board(case.choice(["1x5", "2x3", "3x2", "cylinder:4x1", "cylinder:3x2"]))
        allowed = [
            {b for b in range(board.size) if (b != a or not stay)}
            - {board.beside(a, *step) for step in steps if board.beside(a, *step) != a}
            for a in range(board.size)
        ]
        number = sum(all(b in allowed[a] for a, b in enumerate(p)) for p in permutations(range(board.size)))
        assert int(gfkit.count(rule, board)) == int(gfkit.brute_force(rule, board)) == number


def test_partial_permutations_against_listing():
    rule = Rule.of({
        "name": "p",
        "pointers": {"moves": ["rook"], "stay": True, "partial": True, "weight": {"rook": "x", "stay": "y"}},
    })  # fmt: skip
    for text in some_of(("1x1", "2x3", "cycle:5", "1x4", "star:4", "torus:3x3"), 3):
        found = gfkit.count(rule, text, weights="players").polynomial
        assert found == gfkit.brute_force(rule, text, weights="players").polynomial
    for family in some_of(("cycle:n", "2xn"), 1):
        law = gfkit.derive(rule, family, weights="players")
        assert law[4] == gfkit.brute_force(rule, at_size(family, 4), weights="players").polynomial
        assert check_certificate(json.loads(json.dumps(certificate_of(law)))).proved


def test_latin_rectangles_against_listing_and_colourings():
    """The colourings of K_3 x K_n with n colours are the Latin rectangles with any first row."""
    for rows in (1, 2, 3):
        law, numbers = gfkit.derive("latin-rectangles", f"{rows}xn"), []
        for n in range(6):
            some, rows_of_n = [(tuple(range(n)),)], [*permutations(range(n))]
            for k in range(1, rows):
                longer = ((*q, p) for q in some for p in rows_of_n)
                some = [q for q in longer if all(len({*c}) > k for c in zip(*q, strict=True))]
            numbers.append(len(some))
        listed = [int(gfkit.brute_force("latin-rectangles", f"{rows}x{n}")) for n in range(6)]
        assert (law.terms(6), listed) == (numbers, numbers)
        assert law[30] == int(gfkit.count("latin-rectangles", f"{rows}x30"))
    for n in range(2, 6):
        whole = int(gfkit.count(f"colourings:{n}", f"K3xK{n}"))
        assert int(gfkit.count("latin-rectangles", f"3x{n}")) * factorial(n) == whole


# Formulas


def touchard(n):
    return sum((-1) ** k * 2 * n * comb(2 * n - k, k) * factorial(n - k) // (2 * n - k) for k in range(n + 1))


def straight_menage(n):
    return sum((-1) ** k * comb(2 * n - k, k) * factorial(n - k) for k in range(n + 1))


def around_a_table(n):
    """Count pairings of 2n people around a table without neighbours, by inclusion-exclusion."""
    odd = [prod(range(1, 2 * m, 2)) for m in range(n + 1)]
    return sum((-1) ** k * 2 * n * comb(2 * n - k, k) * odd[n - k] // (2 * n - k) for k in range(n + 1))


def polygons(n):
    """Return cycles through all points of a circle without neighbours, by inclusion and exclusion: k of the n
    neighbouring pairs form c paths in n/(n-k) binomial(n-k, c) binomial(k-1, c-1) ways.
    """
    total = factorial(n - 1)
    for k in range(1, n):
        paths = sum(2**c * n * comb(n - k, c) * comb(k - 1, c - 1) for c in range(1, k + 1))
        total += (-1) ** k * paths * factorial(n - k - 1) // (n - k)
    return total // 2 + (-1) ** n


def test_results_agree_with_classical_formulas():
    assert gfkit.derive("nonadjacent-cycles", "cycle:n").terms(40) == [polygons(n) for n in range(3, 43)]
    law = gfkit.derive("menage-permutations", "cylinder:nx1")
    assert law.terms(60) == [touchard(n) for n in range(3, 63)]
    law = gfkit.derive("menage-permutations", "nx1")
    assert law.terms(30)[1:] == [straight_menage(n) for n in range(1, 30)]
    law = gfkit.derive("derangements", "1xn")
    numbers = [1]
    for n in range(1, 40):
        numbers.append(n * numbers[-1] + (-1) ** n)
    assert law.terms(40) == numbers
    assert law[2000] % 10**9 == gfkit.derive("derangements", "nx1").modulo(2000, 10**9)
    law = gfkit.derive("nonadjacent-pairings", "cycle:2n")
    assert law.terms(30) == [around_a_table(n) for n in range(2, 32)]
    law = gfkit.derive("nonadjacent-sequences", "path:n")
    a = law.terms(40)
    assert all(
        a[n] == (n + 1) * a[n - 1] - (n - 2) * a[n - 2] - (n - 5) * a[n - 3] + (n - 3) * a[n - 4]
        for n in range(4, 40)
    )


def test_known_initial_terms():
    """Terms as printed, of two strips; forty entries are in ``data/families_in_print.toml``."""
    printed = {
        ("nonadjacent-pairings", "3x2n"): "1 2 1829 6228153 57842567226",
        ("nonadjacent-pairings", "4xn"): "1 1 21 1829 353064 113819277",
    }
    for (name, family), terms in some_of([*printed.items()], 1):
        wanted = [*map(int, terms.split())]
        law = gfkit.derive(name, family)
        assert (law.terms(len(wanted)), law.evidence.status.value) == (wanted, "proved")


def test_formulas_agree_with_single_boards():
    """Use cyclic families, ends, hubs, odd numbers of cells, and formulas that are rational functions."""
    families = {
        "nonadjacent-pairings": ("path:n", "3xn", "prism:n", "king:3xn", "complete:n"),
        "nonadjacent-sequences": ("2xn", "cycle:n", "wheel:n", "comb:n", "triangular:2xn"),
        "discordant-permutations": ("2xn", "prism:n", "moebius:2xn"),
        "nonadjacent-cycles": ("2xn", "path:n", "prism:n", "wheel:n", "star:n"),
    }
    for name, some in families.items():
        for family in some_of(some, 1):
            if family == "complete:n":
                with pytest.raises(MismatchError, match="slices"):
                    gfkit.derive(name, family)
                continue
            law = gfkit.derive(name, family)
            for n in range(law.first_n, law.first_n + some_of([6, 9], 1)[-1]):
                assert law[n] == int(gfkit.count(name, at_size(family, n))), (name, family, n)


def test_certificates_are_proved_from_the_rule(tmp_path):
    for case, family in some_of(
        [*zip(NAMES, ("1xn", "cycle:n", "2xn", "3xn", "cycle:n"), strict=True)], step=2
    ):
        file = tmp_path / f"{case}.json"
        call("derive", case, family, "--save", file)
        assert "proved" in call("certify", file).out
    named = json.loads(file.read_text()) | {"game": "kings"}
    file.write_text(json.dumps(named))
    call("certify", file, code=2)


def test_forged_certificates_are_rejected():
    """Each certificate states a false formula, or proves a true one by a wrong identity."""
    pairs = json.loads(json.dumps(certificate_of(gfkit.derive("nonadjacent-pairings", "2xn"))))
    maps = json.loads(json.dumps(certificate_of(gfkit.derive("discordant-permutations", "cycle:n"))))
    orders = json.loads(json.dumps(certificate_of(gfkit.derive("nonadjacent-sequences", "1xn"))))
    cycles = json.loads(json.dumps(certificate_of(gfkit.derive("nonadjacent-cycles", "cycle:n"))))
    short = json.loads(json.dumps(certificate_of(gfkit.derive("nonadjacent-cycles", "1xn"))))
    assert is_accepted(pairs)
    assert is_accepted(cycles)
    assert is_accepted(short)
    assert is_accepted(maps)
    assert is_accepted(orders)

    def forge(file, *path, value):
        changed = deepcopy(file)
        *inner, last = path
        at = changed
        for key in inner:
            at = at[key]
        at[last] = value(at[last]) if callable(value) else value
        return changed

    bad = [
        forge(pairs, "rule", "count", value="sequences"),
        forge(orders, "rule", "count", value="pairings"),
        forge(orders, "rule", "count", value="cycles"),
        forge(cycles, "rule", "count", value="sequences"),
        forge(cycles, "cycles", value=short["cycles"]),
        forge(cycles, "cycles", 0, 0, 3, value=2),
        forge(cycles, "cycles", value=None),
        forge(short, "terms", 2, value=1),
        forge(orders, "cycles", value=short["cycles"]),
        forge(maps, "rule", "stay", value=False),
        forge(maps, "rule", "moves", value=[[0, 1], [0, -1]]),
        forge(maps, "rule", "moves", value=[]),
        forge(pairs, "family", value=orders["family"]) | {"board": "1xn"},
        forge(pairs, "weights", value=["x"]),
        forge(maps, "first_n", value=0),
        forge(pairs, "function", 1, value=[0]),
        forge(pairs, "function", 2, value=lambda r: [[t, u + 1, c] for t, u, c in r]),
        forge(pairs, "function", 3, value=[[0, 1, 1]]),
        forge(pairs, "function", 3, value=[]),
        forge(pairs, "derivatives", value=[]),
        forge(pairs, "start", 2, value=[0]),
        forge(orders, "coefficients", value=[[0], [0]]) | {"right": []},
        forge(orders, "coefficients", value=[[0]]) | {"right": [0]},
        forge(orders, "coefficients", value=lambda rows: [*rows, [1]]),
        forge(pairs, "terms", 4, value=22),
        forge(maps, "numerator", 0, 3, value=2),
        forge(maps, "denominator", -1, 3, value=lambda c: c + 1),
    ]
    for file in (pairs, maps, orders, cycles):
        bad += [
            forge(file, "right", value=lambda row: [1, *row]),
            forge(file, "coefficients", 0, 0, value=lambda c: c + 1),
            forge(file, "function", 0, 0, 2, value=lambda c: c + 1),
            forge(file, "start", 0, -1, value=lambda row: [*row, 1]),
            forge(file, "start", 1, value=lambda tail: [*tail, [9, 9, 1]]),
            forge(file, "derivatives", 0, 1, value=lambda tail: [*tail, [9, 9, 1]]),
            forge(file, "derivatives", 0, 0, 0, value=lambda row: [*row, 1]),
            forge(file, "derivatives", 0, 2, value=lambda row: [0, *row]),
        ]
    assert [k for k, changed in enumerate(bad) if is_accepted(changed)] == []


def test_wrong_identities_are_detected():
    law = gfkit.derive("derangements", "1xn")
    proof = law.moment_proof
    top, bottom = proof.function
    assert transform((top, bottom), FACTORIALS).equation == proof.equation
    for wrong in (
        replace(proof, right=proof.right + 1),
        replace(proof, start=replace(proof.start, tail=proof.start.tail + 1)),
        replace(proof, coefficients=(proof.coefficients[0] + 1, *proof.coefficients[1:])),
    ):
        with pytest.raises(SelfCheckError, match="transformed series"):
            wrong.check()


# Refusals


def test_unsupported_queries_are_rejected():
    for ask in (
        lambda: gfkit.count("derangements", "1x4", weights="pieces"),
        lambda: gfkit.derive("derangements", "1xn", weights="pieces"),
        lambda: gfkit.optimum("derangements", "1x4"),
        lambda: gfkit.sample("nonadjacent-pairings", "2x4"),
        lambda: gfkit.orbits("nonadjacent-sequences", "2x3"),
        lambda: gfkit.constant("derangements"),
        lambda: certificate_of(gfkit.derive("latin-rectangles", "3xn")),
    ):
        with pytest.raises(MismatchError):
            ask()
    with pytest.raises(OptionError, match="no weights"):
        gfkit.count("derangements", "1x4", at="x=2")
    with pytest.raises(LimitError, match="degree"):
        gfkit.derive("nonadjacent-pairings", "5xn")


# Printed recurrences


MENAGE, DERANGEMENTS = "menage-permutations cylinder:nx1", "derangements 1xn"
LUCAS = "(n-2)*a(n) = n*(n-2)*a(n-1) + n*a(n-2)"
LATE = "a(n) = n*a(n-1) + (-1)^n + binomial(n, 60)"  # false at n = 60


@pytest.mark.parametrize(
    ("recurrence", "name", "word"),
    [
        pytest.param(f"{LUCAS} + 4*(-1)^(n+1)", MENAGE, "proved", marks=pytest.mark.slow(2)),
        (f"{LUCAS} + 4*(-1)^n", MENAGE, "refuted"),
        ("a(n) = n*a(n-1) + (-1)^n", DERANGEMENTS, "proved"),
        pytest.param(LATE, DERANGEMENTS, "consistent", marks=pytest.mark.slow(2)),
        ("a(n) = (n-1)*(a(n-1) + a(n-2))", DERANGEMENTS, "proved"),
        ("a(n+1) = (n+1)*a(n) - (-1)^n", DERANGEMENTS, "proved"),
        ("a(n) = n*a(n-1) + n^2 - n", DERANGEMENTS, "refuted"),
        ("a(n) = (2*n - 1)*a(n-1) + a(n-2)", "nonadjacent-pairings path:2n", "proved"),
    ],
)
def test_printed_recurrences(recurrence, name, word):
    """Check Lucas' menage formula, derangements, and linear chord diagrams without short chords."""
    said = call("verify", recurrence, "--for", *name.split(), code=word == "refuted").out
    assert said.startswith(word)
