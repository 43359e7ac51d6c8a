"""Laws by theorems: of complete graphs, and of sums over the whole board, as of two words equally often.

The numbers are those of listing, of laws by hand, of words by the numbers of their letters, and entries.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from math import comb
from random import Random

import pytest
import sympy
from choice import some_of
from differential.questions import at_size
from tables import tables

import gfkit
from gfkit import brute_force
from gfkit.core.errors import MismatchError, SelfCheckError
from gfkit.core.rules import Rule
from gfkit.core.rules.kinds.array.rule import ArrayRule, NeighbourCount
from gfkit.proofs.checker.program import check_certificate
from gfkit.proofs.saving import counter_certificate
from gfkit.ways.theorems.counters import HolonomicLaw

DATA = tables("transfer_cases")["transfer_complete"]


def test_printed_formulas_of_complete_graphs() -> None:
    """Compare the coefficients of the exponential generating function, and its recurrence."""
    games = some_of(("col", "arc-kayles", "nogo", "snort", "cis:2"), 3)
    for game, positions in product(games, ("all", "maximal", "left-ends")):
        law = gfkit.derive(game, "complete:n", positions)
        told, series = law.as_json(), law.to("sympy")
        counts = [gfkit.count(game, f"complete:{n}" if n else "#", positions).count for n in range(8)]
        assert [series.diff("t", n).subs("t", 0) for n in range(8)] == counts, (game, positions)
        if rule := told["recurrence"]:
            factors = [sympy.sympify(factor) for factor in rule["coefficients"]]
            for n in range(rule["valid_from"], 8):
                terms = enumerate(factors, 1)
                assert counts[n] == sum(factor.subs("n", n) * counts[n - k] for k, factor in terms), game
            assert (rule["order"], rule["valid_from"]) == (len(factors), len(factors))


def test_rules_outside_the_theorem_on_complete_graphs():
    for more in DATA["what_the_automaton_of_complete_graphs_does_not_read_is_refused"]:
        rule = gfkit.Rule.array(colours=2, **more)
        with pytest.raises(MismatchError, match="board by board"):
            gfkit.derive(rule, "complete:n")
        counts = [gfkit.count(rule, f"complete:{n}").count for n in range(1, 5)]
        assert counts == [brute_force(rule, f"complete:{n}").count for n in range(1, 5)], more


def test_predicates_on_complete_graphs():
    """Against listing; and against words by the numbers of their letters, all of them up to 13 cells."""
    for says in DATA["predicates_on_complete_graphs"]:
        rule = gfkit.Rule.array(colours=3, near=[("rook", says)])
        law = gfkit.derive(rule, "complete:n")
        assert law.evidence.status.value == "proved"
        assert law.terms(6) == [1] + [brute_force(rule, f"complete:{n}").count for n in range(1, 6)], says
    rule = gfkit.Rule.array(colours=2, near=[("rook", "count(y == x for y in near) <= 12")])
    true = [sum(comb(n, k) for k in range(n + 1) if max(k, n - k) <= 13) for n in range(28)]
    assert gfkit.derive(rule, "complete:n").terms(28) == true


# Laws by hand.


def count_of(cell: int, of: list[int], allowed: list[int]) -> NeighbourCount:
    return NeighbourCount(cell, (), frozenset(of), frozenset(allowed))


LAWS: list[tuple[str, int, list[NeighbourCount], Callable[[int], int]]] = [
    ("every array", 3, [], lambda n: 3**n),
    ("independent sets", 2, [count_of(1, [1], [0])], lambda n: n + 1),
    ("dominating sets up to 12 cells", 2, [count_of(0, [1], list(range(1, 20)))], lambda n: 2**n - (n > 0)),
    ("3-colourings", 3, [count_of(c, [c], [0]) for c in range(3)], lambda n: [1, 3, 6, 6, 0][min(n, 4)]),
    ("matched pairs", 2, [count_of(1, [1], [1])], lambda n: 1 + comb(n, 2)),
    ("total domination by one", 2, [count_of(c, [1], [1]) for c in range(2)], lambda n: int(n in (0, 2))),
    ("none of the one where the other is", 2, [count_of(0, [1], [0])], lambda n: 2 if n else 1),
]


def test_arrays_on_complete_graphs() -> None:
    """Compare with formulas by hand, for all n >= 0."""
    for name, colours, counts, law in LAWS:
        rule = ArrayRule(name, colours, ((0, 0),) * colours, counts=tuple(counts))
        found = gfkit.derive(rule, "complete:n")
        assert found.evidence.status.value == "proved"
        assert found.terms(13) == [law(n) for n in range(13)], name


def test_too_many_states_are_rejected() -> None:
    counts = tuple(count_of(c, [c], [900]) for c in range(3))
    with pytest.raises(gfkit.GfkitError, match="'complete:n'"):
        gfkit.derive(ArrayRule("many", 3, ((0, 0),) * 3, counts=counts), "complete:n")


# Sums over the whole board


ENTRIES = {
    ("binary", "00", "01"): "1 2 2 3 6 9 15 30 54 97 189 360 675 1304 2522 4835 9358 18193 35269 68568",
    ("binary", "0000", "0110"): "1 2 4 8 14 25 44 81 147 271 494 914 1686 3144 5853 10982 20614 38943",
    ("ternary", "00", "12"): "1 3 7 16 38 95 248 668 1838 5131 14470 41112 117475 337203 971515",
}
"""A163493, A164151 and A211278."""


def occurs(word: str) -> str:
    return (
        "("
        + " and ".join(f"{letter} == {digit}" for letter, digit in zip("abcdef", word, strict=False))
        + ")"
    )


def summed(terms: str, shape: str = "a", numbers: Sequence[int] = (0,), **cells: object) -> Rule:
    return Rule.array(exactly=[{"shapes": [shape], "sum": terms, "number": list(numbers)}], **cells)


def compared(one: str, other: str, colours: int, numbers: Sequence[int] = (0,)) -> Rule:
    return summed(f"{occurs(one)} - {occurs(other)}", "abcdef"[: len(one)], numbers, colours=colours)


def listed(one: str, other: str, colours: int, numbers: Sequence[int], n: int) -> int:
    """Count words in which one subword occurs more often than another one by a given number."""
    words = map("".join, product("012"[:colours], repeat=n))
    size = len(one)
    more = (sum((w[i : i + size] == one) - (w[i : i + size] == other) for i in range(n)) for w in words)
    return sum(number in numbers for number in more)


def test_words_with_as_many_of_one_word_as_of_another():
    rng = Random(7)
    for colours, size, numbers in some_of([(2, 4, (0,)), *product((3, 2), (2, 1, 3), ((1, 3), (0,)))], 4):
        one, other = rng.sample(list(map("".join, product("012"[:colours], repeat=size))), 2)
        rule, most = compared(one, other, colours, numbers), 11 if colours == 2 else 7
        true = [listed(one, other, colours, numbers, n) for n in range(most)]
        assert [int(gfkit.count(rule, f"1x{n}")) for n in range(1, most)] == true[1:], (one, other)
        law = gfkit.derive(rule, "1xn")
        assert law.evidence.status.value == "proved"
        assert law.terms(most) == true, (one, other, numbers)
        far = [int(gfkit.count(rule, f"1x{n}")) for n in (17, 30)]
        assert [law[17], law[30]] == far, (one, other, numbers)
        assert check_certificate(json.loads(json.dumps(counter_certificate(law)))).proved


def test_entries_in_print():
    for key in ENTRIES:
        alphabet, one, other = key
        terms = list(map(int, ENTRIES[key].split()))
        law = gfkit.derive(compared(one, other, {"binary": 2, "ternary": 3}[alphabet]), "1xn")
        assert isinstance(law, HolonomicLaw)
        assert law.terms(len(terms)) == terms
        assert law.algebraic is not None
        assert law.algebraic.terms(len(terms)) == terms


def test_central_coefficients():
    """[x^0](x^-k + ... + x^k)^n, for k = 1 the central trinomial coefficients; and central binomials."""
    binomials = gfkit.derive(compared("0", "1", 2), "1xn")
    assert str(binomials) == "1/sqrt(1 - 4*t^2)"
    assert binomials.terms(40) == [0 if n % 2 else comb(n, n // 2) for n in range(40)]
    assert binomials[100_000] % 10**9 == comb(100_000, 50_000) % 10**9 == binomials.modulo(100_000, 10**9)
    for k, order in some_of(((1, 1), (2, 2), (3, 3)), 2):
        law = gfkit.derive(summed("a", values=f"-{k}..{k}"), "1xn")
        power, true = [1], []
        for n in range(40):
            true.append(power[k * n])
            power = [sum(power[max(i - 2 * k, 0) : i + 1]) for i in range(len(power) + 2 * k)]
        assert isinstance(law, HolonomicLaw)
        assert (law.terms(40), law.equation.order) == (true, order)


def test_sums_on_strips_divided_and_with_other_conditions():
    """Use cells outside the board, minimum sizes, and sums that are always 0 (a rational formula)."""
    more = "(sum(all) == 1) - (sum(all) == 3)"
    rules = {
        "2xn": summed("(a == b) - (a == c)", "ab/c.", colours=2),
        "nx2": replace(summed(more, "ab/cd", colours=2, divide=2), least=(2, 2)),
        "1xn": summed("a - 1", colours=3, window=[("ab", "a != b")]),
        "3xn": summed("a - b", "ab", colours=2, outside=0),
        "nx1": Rule.array(
            colours=2, outside=1, exactly=[{"shapes": ["ab", "a/b"], "sum": "a - 2 * b + 1", "number": [0]}]
        ),
    }
    rules["cylinder:nx2"] = rules["2xn"]
    for family, rule in rules.items():
        law = gfkit.derive(rule, family)
        for n in range(max(1, law.first_n), 5):
            assert law[n] == int(gfkit.brute_force(rule, at_size(family, n))), (family, n)
    assert gfkit.derive(rules["3xn"], "3xn").rational == gfkit.RationalGF.parse("1/(1 - 8*t)")


def test_certificates_are_identities():
    law = gfkit.derive(compared("00", "11", 2), "1xn")
    assert isinstance(law, HolonomicLaw)
    proof = law.telescoped
    proof.right()
    first, *rest = proof.coefficients
    above, below = proof.certificate
    for wrong in (
        replace(proof, coefficients=(first + 1, *rest)),
        replace(proof, certificate=(above * 2, below)),
        replace(proof, logarithms=proof.logarithms[1:]),
        replace(proof, function=(above, below)),
    ):
        with pytest.raises(SelfCheckError, match="does not prove"):
            wrong.right()
    one = gfkit.Polynomial.constant(1, ("t", "u"))
    pole = gfkit.Polynomial.parse("1 - u - t", ("t", "u"))
    with pytest.raises(SelfCheckError, match="is not a power of u at t = 0"):
        replace(
            proof,
            function=(-one, pole),
            coefficients=(one,),
            logarithms=((pole, one),),
            certificate=(one, one),
        ).right()


def test_rules_outside_the_theorems_are_rejected():
    rule = compared("00", "11", 2)
    two = Rule.array(
        values="-1..1", exactly=[{"shapes": ["a"], "sum": text, "number": [0]} for text in ("a", "a * a - 1")]
    )
    for asked, words in (
        ((rule, "1xn", "all", "pieces"), "weights in addition to the sum"),
        ((two, "1xn"), "several sums"),
    ):
        with pytest.raises(MismatchError, match=words):
            gfkit.derive(*asked)
    with pytest.raises(MismatchError, match="no finite automaton"):
        gfkit.optimum(rule, "1xn")
    with pytest.raises(MismatchError, match="not known to be rational"):
        gfkit.derive(rule, "1xn").generating_function  # noqa: B018
