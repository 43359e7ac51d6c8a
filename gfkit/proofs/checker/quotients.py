"""Check of misere quotients of heap games: outcomes of all sums of heaps if the player of the last move
loses.

The file contains the digits of a code, as in ``heaps``, or null for Grundy's game; a table of products of
elements 0, 1, ..., where 0 is the identity; the set of P-elements, called losing; and the element of each
heap, from 0 on. The checker tests that

- products commute, element 0 is the identity, and (x g) y = x (g y) for the elements g of heaps. All elements
  are products of these; and if g and h satisfy this equation, so does g h, so the product is associative
  (Light's test);
- no two elements are equivalent: for any two there is an r with which one product is losing and the other is
  not;
- heaps without a move have element 0;
- the losing elements are the elements of the sums of heaps that are P-positions, as follows.

Theorem. Suppose that (0) the identity is not losing; (1) for no heap h, option h' of it and element r both h
r and h' r are losing; (2) every sum of heaps with a move, whose element is not losing, has an option whose
element is losing. Then a sum is a P-position if and only if its element is losing. Proof, by induction on the
number of remaining moves. If there is no move, the player to move wins, and the element of the sum is 0,
which is not losing by (0). If the element is losing, no option has a losing element, by (1), and there is an
option, as the element is not 0. If the element is not losing, there is a winning move, by (2).

For (2) let W(X) be the set of r for which the sum X has an option with an element x' such that x' r is
losing. With x and h for the elements of X and of a heap h, W(X + h) is the set of r such that h r is in W(X)
or x r is in W(h). So the checker enumerates the pairs of an element and its W, from single heaps on; for each
pair whose element is not losing, 0 must be in W. As W(X + h) grows with W(X) and W(h), a pair is omitted if
the same element occurs with a smaller W.

By (0) to (2), and as no two elements are equivalent, the table is the misere quotient: two sums have the same
element if and only if no third sum distinguishes their outcomes.

Theorem (Plambeck and Siegel, Misere quotients for impartial games). Let a move remove at most k tokens and
leave at most h heaps, where h >= 2, and let n0 >= 1. Suppose that all of this holds for the heaps smaller
than h (n0 + p) + k, with elements f(n), and that f(n + p) = f(n) for n0 <= n < h n0 + (h - 1) p + k. Then it
holds for all heaps, with f(n + p) = f(n) for n >= n0. Proof. Extend f with period p. For n >= h n0 + (h - 1)
p + k, an option of n + p has a heap of at least n0 + p tokens, and with p tokens fewer in this heap it is an
option of n; an option of n has a heap of at least n0 tokens, and with p tokens more in it it is an option of
n + p. So n + p and n have the same element, and options with the same elements, and add nothing to (1) and
(2).
"""

from __future__ import annotations

from functools import cache, reduce
from operator import or_

from gfkit.proofs.checker.heaps import HEAPS_CLAIM, HEAPS_LAW, heap_moves, heaps_in_window, octal_digits
from gfkit.proofs.checker.reading import (
    Budget,
    RefusalError,
    Verdict,
    claim_in_file,
    must_hold,
    need,
    set_bits,
    whole,
)

QUOTIENT_ORDER, QUOTIENT_HEAPS, QUOTIENT_CASES = 1000, 5000, 10**5
QUOTIENT_SHAPE: dict[str, object] = HEAPS_CLAIM | {"digits": ([int], None), "table": [[int]], "losing": [int]}
QUOTIENT_SHAPE |= {"elements": [int], "period": (HEAPS_LAW, None)}


def check_quotient(certificate: object, budget: Budget) -> Verdict:
    """Check the certificate of the misere quotient of a heap game, for the listed heaps or for all heaps."""
    file = claim_in_file(certificate, QUOTIENT_SHAPE, "gfkit-quotient", "misere-quotient")
    digits, elements, law = octal_digits(file["digits"]), file["elements"], file["period"]
    monoid = QuotientMonoid(file["table"], file["losing"], budget)
    need(1 <= len(elements) <= QUOTIENT_HEAPS, f"elements: expected 1 to {QUOTIENT_HEAPS} heaps")
    for x in elements:
        whole(x, 0, monoid.order - 1)
    monoid.must_be_one(set(elements))
    cases = quotient_cases(monoid, heaps_with_options(monoid, digits, elements), budget)
    claim, rests = (
        f"the quotient of order {monoid.order} determines the outcome of all sums of heaps",
        "the code in the file",
    )
    if law is None:
        some = f"of at most {len(elements) - 1} tokens ({cases} cases checked)"
        return Verdict(f"{claim} {some}", rests, cases)
    start, period = law["start"], law["period"]
    needed, listed = heaps_in_window(digits, start, period, QUOTIENT_HEAPS), len(elements)
    must_hold(
        needed <= listed, f"the theorem requires the elements of {needed} heaps, but there are {listed}"
    )
    repeats = elements[start + period :] == elements[start:-period]
    must_hold(repeats, "the elements of heaps are not periodic in the range required by the theorem")
    claim += f", and the elements of heaps have period {period} for all n >= {start}"
    return Verdict(f"{claim}, by the theorem of Plambeck and Siegel ({cases} cases checked)", rests, cases)


class QuotientMonoid:
    """Commutative monoid: elements with their products, and the subset of losing elements."""

    def __init__(self, table: list[list[int]], losing: list[int], budget: Budget) -> None:
        need(1 <= len(table) <= QUOTIENT_ORDER, f"a quotient must have 1 to {QUOTIENT_ORDER} elements")
        self.order, self.budget = len(table), budget
        self.table: list[list[int]] = [
            [whole(product, 0, self.order - 1) for product in row] for row in table
        ]
        need({*map(len, table)} == {self.order}, "the table must be square")
        self.losing: int = sum(1 << whole(x, 0, self.order - 1) for x in set(losing))
        need(len(set(losing)) == len(losing), "an element is repeated")
        self.answers: list[int] = []
        """For each element, the r with which its product is losing."""

    def must_be_one(self, generators: set[int]) -> None:
        """Raise RefusalError unless the table is a commutative monoid with the given generators."""
        table, everything = self.table, range(self.order)
        must_hold(table[0] == list(everything), "element 0 is not the identity")
        commutes = all(table[y][x] == table[x][y] for x in everything for y in range(x))
        must_hold(commutes, "the product is not commutative")
        made, waiting = {0}, [0]
        while waiting:
            row = table[waiting.pop()]
            new = {row[g] for g in generators} - made
            made |= new
            waiting += new
        must_hold(len(made) == self.order, "an element is not the class of a sum of heaps")
        for g in generators:
            self.budget.spend(self.order**2)
            is_alike = all(table[row[g]] == [row[product] for product in table[g]] for row in table)
            must_hold(is_alike, "the product is not associative")
        self.answers = [self.preimage(self.losing, x) for x in everything]
        must_hold(len(set(self.answers)) == self.order, "two elements are indistinguishable")

    def preimage(self, mask: int, by: int) -> int:
        """Return the set of elements r, as a mask, whose product with an element is in a mask."""
        self.budget.spend(self.order)
        return sum(1 << r for r, product in enumerate(self.table[by]) if mask >> product & 1)


def heaps_with_options(
    monoid: QuotientMonoid, digits: list[int] | None, elements: list[int]
) -> list[tuple[int, int]]:
    """Return the element of each heap that has a move, with the elements of its options as a mask."""
    listed: dict[tuple[int, int], None] = {}
    for n, x in enumerate(elements):
        options = 0
        for heaps in heap_moves(digits, n, monoid.budget):
            for parts in zip(*heaps, strict=True):
                product = 0
                for part in parts:
                    product = monoid.table[product][elements[part]]
                options |= 1 << product
        must_hold(options or not x, f"the element of a heap of {n}, which has no move, must be 0")
        if options:
            listed[x, options] = None
    return list(listed)


def quotient_cases(monoid: QuotientMonoid, listed: list[tuple[int, int]], budget: Budget) -> int:
    """Check (0), (1) and all cases of (2), and return the number of cases."""
    must_hold(not monoid.losing & 1, "losing must not contain 0, because a player without a legal move wins")
    heaps = [(x, reduce(or_, map(monoid.answers.__getitem__, set_bits(options)))) for x, options in listed]
    is_lost = not any(monoid.answers[x] & won for x, won in heaps)
    must_hold(is_lost, "a losing sum has a losing option")
    least: list[list[int]] = [[] for _ in range(monoid.order)]

    def is_new(x: int, won: int) -> bool:
        budget.spend(1 + len(least[x]))
        if any(not other & ~won for other in least[x]):
            return False
        least[x] = [*(other for other in least[x] if won & ~other), won]
        return True

    preimage = cache(monoid.preimage)
    waiting = [heap for heap in heaps if is_new(*heap)]
    heaps = [(x, won) for x, won in waiting if won in least[x]]
    cases = 0
    while waiting:
        x, won = waiting.pop()
        if won in least[x]:
            cases += 1
            if cases > QUOTIENT_CASES:
                raise RefusalError(3, f"there are more than {QUOTIENT_CASES} cases")
            is_won = monoid.losing >> x & 1 or won & 1
            must_hold(is_won, "a sum that is not losing has no losing option")
            sums = ((monoid.table[x][y], preimage(won, y) | preimage(other, x)) for y, other in heaps)
            waiting += [item for item in sums if is_new(*item)]
    return cases
