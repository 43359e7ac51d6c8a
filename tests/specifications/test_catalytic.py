"""Equations with one catalytic variable: against direct expansion, and against structures counted by their
definition.

A rooted map is a pair of permutations of its darts: a rotation around the vertices and an involution that
exchanges the two darts of each edge. It is planar by Euler's formula.
"""

import json
import random
from itertools import permutations
from math import factorial

import pytest
from slow_series import is_true, terms_of
from specifications.maps import (
    bridgeless,
    cubic_maps,
    everything,
    is_bipartite,
    rooted_maps,
    stack_sorted,
    tamari_intervals,
)

from gfkit.core.errors import InputError
from gfkit.proofs.checker.program import check_certificate
from gfkit.specifications.catalytic import law_of_catalytic, system_of_catalytic


def expanded(text, at, length):
    series = system_of_catalytic(text, at)[0].expand(length)[0]
    return [int(series[k]) for k in range(length)]


def test_drawn_equations_agree_with_direct_expansion():
    rng, proved, empty, cancelled = random.Random(3), 0, 0, 0
    for trial in range(100):
        at = rng.choice([0, 1, 1, 2, -1])
        terms = [f"u^{rng.randint(0, 2)}"] * rng.randint(0, 1)
        for _ in range(rng.randint(1, 3)):
            c, a, b = rng.choice(["", "", "2*", "-"]), rng.randint(1, 2), rng.randint(0, 2)
            terms.append(f"{c}t^{a}*u^{b}*F^{rng.randint(0, 2)}*D^{rng.randint(0, 1)}")
        terms.append(f"t*u^{rng.randint(0, 1)}*F^{rng.randint(0, 1)}*D")
        text = "F = " + " + ".join(terms).replace("+ -", "- ")
        if "u^1" not in text and "u^2" not in text:
            text += " + t*u"
        try:
            found = expanded(text, at, 7)
        except InputError:  # the terms with D cancel
            cancelled += 1
            continue
        assert found == terms_of(text, 7, at), (text, at)
        empty += not any(found)
        if trial < 50 and text.count("^2") < 3:
            law = law_of_catalytic(text, at)
            if law.algebraic.degree > 5:  # the check takes a minute
                continue
            certificate = json.loads(json.dumps(law.certificate()))
            assert check_certificate(certificate).proved
            assert is_true(certificate, 7)
            proved += 1
    assert cancelled < 5
    assert proved > 15
    assert empty > 0


@pytest.mark.parametrize(
    ("text", "at", "reason"),
    [
        ("F = 1 + u*F + t*D", 1, "divisible by t"),
        ("F = 1 + u*D + t*F", 1, "divisible by t"),
        ("F = 1 + t*u*F^2", 1, "does not occur"),
        ("F = 1 + t*u*D - t*D*u", 1, "does not occur"),
        ("F = 1 + t*x*u*D", 1, "x, u"),
        ("F = 1 + t*x*D", 1, "not x"),
        ("F = 1 + t*D", 1, "none"),
        ("F = 1 + t*u*D/(1 - t)", 1, "polynomial"),
        ("F = 1 + t*u*D*SEQ(F*t)", 1, "polynomial"),
        ("F = 1 + t*u*G*D; G = t", 1, "one equation"),
        ("F = 1 + t*u*D*G", 1, "G"),
        ("D = 1 + t*u*D", 1, "D"),
        ("v = 1 + t*u*D", 1, "v"),
        ("F = 1 + t*(F - F(1))/(u - 1)", 1, "F"),
        ("F = 1 + t*u*D", True, "integer"),
        ("F = 1 + t*u*D", 0.5, "integer"),
        ("F = 1 + SET(t*u*D)", 1, "SET"),
    ],
)
def test_where_the_theorem_does_not_apply_the_equation_is_rejected(text, at, reason):
    with pytest.raises(InputError, match=reason):
        law_of_catalytic(text, at)


@pytest.mark.parametrize("text", ["F(t, u) = u + t*u*F(t, u)*D", "F(u) = u + t u F D", "F = u*(1 + t*F*D)"])
def test_spellings(text):
    assert expanded(text, 1, 6) == [1, 1, 3, 13, 68, 399]


def test_rooted_maps_by_definition():
    """William Tutte, A census of planar maps; Timothy Walsh and Alfred Lehman, Counting rooted maps by
    genus.
    """
    planar_maps = expanded("F = 1 + t*(u^2*F^2 + u*(F + D))", 1, 7)
    assert planar_maps == [1, 2, 9, 54, 378, 2916, 24057]
    assert [rooted_maps(n, everything) for n in (1, 2, 3)] == planar_maps[1:4]
    bipartite = expanded("F = 1 + t*(u*F^2 + u*D)", 1, 7)
    assert bipartite == [1, 1, 3, 12, 56, 288, 1584]
    assert [rooted_maps(n, is_bipartite) for n in (1, 2, 3)] == bipartite[1:4]
    loopless = expanded("F = u + t*u*F*D", 1, 7)
    assert loopless == [1, 1, 3, 13, 68, 399, 2530]
    assert [rooted_maps(n, bridgeless) for n in (1, 2, 3)] == loopless[1:4]


def test_cubic_maps_by_definition():
    """Noam Zeilberger, A theory of linear typings as flows on 3-valent graphs: terms with n applications and
    n + 1 abstractions are cubic maps with 2n vertices.
    """
    cubic, without_bridges = (
        expanded("F = u + t*F^2 + t*D", 0, 12),
        expanded("F = u + t*u^2*D^2 + t*D", 0, 12),
    )
    assert cubic[1::2] == [1, 4, 32, 336, 4096, 54912]
    assert without_bridges[1::2] == [1, 1, 4, 24, 176, 1456]
    assert not any(cubic[::2] + without_bridges[::2])
    assert [cubic_maps(n, everything) for n in (1, 2)] == [4, 32]
    assert [cubic_maps(n, bridgeless) for n in (1, 2)] == [1, 4]


def test_intervals_of_the_tamari_lattice_by_definition():
    """F. Chapoton, Sur le nombre d'intervalles dans les treillis de Tamari."""
    assert [*map(tamari_intervals, range(6))] == [1, *expanded("F = u + t*u*F*D", 1, 6)[1:]]


def test_permutations_that_two_stacks_sort_by_definition():
    """Doron Zeilberger, A proof of Julian West's conjecture that the number of two-stack-sortable
    permutations of length n is 2(3n)!/((n + 1)!(2n + 1)!).
    """
    law = law_of_catalytic("F = 1 + t*u*F + t*u*(1 - t*u)*D*(F + D)", 1)
    counts = [
        sum(stack_sorted(stack_sorted([*row])) == sorted(row) for row in permutations(range(n)))
        for n in range(8)
    ]
    assert law.terms(8) == counts
    formula = [2 * factorial(3 * n) // (factorial(n + 1) * factorial(2 * n + 1)) for n in range(1, 30)]
    assert law.terms(30)[1:] == formula
