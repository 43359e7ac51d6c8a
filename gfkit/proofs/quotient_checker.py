"""Checks misere quotients of heap games, from a file; stands alone: plain Python, no gfkit.

    python quotient_checker.py FILE     exit code 0 shown, 1 refuted, 2 bad file, 3 too much work

The file has the digits of a code (taking i of n tokens may leave nothing, 1; one heap, 2; two heaps, 4;
three, 8; null for Grundy's game, in which a heap is split into two unequal ones), a table of products of
elements 0, 1, ..., of which 0 is the one, the elements that are losing, and the element of each heap, from 0
on. Checked is that

- products commute, element 0 is the one, and (x g) y = x (g y) for the elements g of heaps. These have all
  elements as products; and with g and h a product g h is associative in this way too, so all are (Light's
  test);
- no two elements are alike: for any two some r is there with which one product is losing and the other is
  not;
- heaps from which there is no move have element 0;
- the losing elements are those of the sums of these heaps that who is to move loses, as follows.

Theorem. Who makes the last move loses. Suppose that (0) the one is not losing; (1) for no heap h, option h'
of it and element r both h r and h' r are losing; (2) every sum of heaps with a move, whose element is not
losing, has an option whose element is losing. Then who is to move loses a sum just where its element is
losing. Proof by induction on the moves that are left. Without a move who is to move wins, which is (0), as
the element is 0. Where the element is losing no option's is, by (1), and there is an option, as without one
it would be 0. Where it is not losing there is a winning move, by (2).

For (2) let W(X) be the set of r for which a sum X has an option with an element x' such that x' r is losing.
Then W(X + h) is what times h lies in W(X), or times x in W(h). So pairs of an element and its W are gone
through from single heaps on, and for each with an element that is not losing 0 must be in W. As W grows where
W(X) or W(h) does, a pair is left out where the same element is there with a smaller W.

By (0) to (2), and as no two elements are alike, the table is that of the misere quotient: two sums have the
same element just where no third sum tells them apart by who wins.

Theorem (Plambeck and Siegel, Misere quotients for impartial games). Let a move take at most k tokens and
leave at most h heaps, h at least 2. If all of this is so for the heaps below h (n0 + p) + k, with elements
f(n), and f(n + p) = f(n) for n0 <= n < h n0 + (h - 1) p + k, n0 >= 1, then it is so for all heaps, with f(n +
p) = f(n) for n >= n0. Proof: let f go on so. For n >= h n0 + (h - 1) p + k what a move leaves of n + p has a
part of n0 + p tokens or more, and with p fewer it is what one leaves of n; what one leaves of n has a part of
n0 or more, and with p more is left of n + p. So n + p and n have the same element, and options with the same
elements, and nothing in (1) and (2) is new.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

FORMAT, VERSION = "gfkit-quotient", 1
FILE, STEPS = 2**27, 10**8  # bytes; products looked at
ORDER, HEAPS, CASES = 1000, 5000, 10**5
Kind = tuple[int, int]
"""An element, and elements as a mask: those of the options of a heap, or a W."""


SHAPE = {
    "format": str,
    "version": int,
    "claim": str,
    "game": str,
    "digits": ([int], None),
    "table": [[int]],
    "losing": [int],
    "elements": [int],
    "period": ({"start": int, "period": int}, None),
}


class RefusalError(Exception):
    """Why a file does not stand: exit code (1 wrong, 2 no such file, 3 too much work) and reason."""


class Verdict(NamedTuple):
    """Whether all that the file claims is shown, how many cases were gone through, and what they show."""

    proved: bool
    checked: int
    reason: str


class Budget:
    """Work that may still be done."""

    def __init__(self, most: int) -> None:
        self.left = most

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise RefusalError(3, "there is more to check than is looked at")


def check(certificate: Any, most: int = STEPS) -> Verdict:
    """What is shown by a certificate; RefusalError where it does not stand."""
    must_fit(certificate, SHAPE)
    if (certificate["format"], certificate["version"]) != (FORMAT, VERSION):
        raise RefusalError(2, f"only version {VERSION} of the format {FORMAT!r} is read")
    return quotient(certificate, Budget(most))


def whole(value: Any, least: int = 0, most: int | None = None) -> int:
    if type(value) is not int or value < least or (most is not None and value > most):
        to = "on" if most is None else f"to {most}"
        raise RefusalError(2, f"a whole number from {least} {to} was expected, not {ascii(value)[:50]}")
    return value


def must_fit(value: Any, shape: Any, name: str = "") -> None:
    """Refuses a value that does not have its shape, and names its place.

    A shape is a type (int: whole numbers from 0 on); null; an object of named shapes, with these keys and no
    others; a list of one shape for all items, or of one for each; or several shapes in a tuple.
    """
    if isinstance(shape, tuple):
        must_fit(value, min(shape, key=lambda one: strangeness(value, one)), name)
        return
    if strangeness(value, shape) == 2**30:
        words = {
            dict: "an object",
            list: "a list",
            str: "a text",
            bool: "true or false",
            int: "a whole number",
        }
        wanted = words.get(shape if isinstance(shape, type) else type(shape), "null")
        raise RefusalError(2, f"{name or 'the file'}: {wanted} was expected, not {shown(value)}")
    if isinstance(shape, dict):
        for key in [*shape, *value]:
            if key not in value:
                raise RefusalError(2, f"{name or 'the file'}: the key {shown(key)} is missing")
            if key not in shape:
                raise RefusalError(2, f"{name or 'the file'}: the key {shown(key)} means nothing here")
            must_fit(value[key], shape[key], f"{name}.{key}" if name else key)
    elif isinstance(shape, list):
        if len(shape) > 1 and len(shape) != len(value):
            raise RefusalError(2, f"{name}: a list of {len(shape)} was expected, not of {len(value)}")
        if shape == [int] and {*map(type, value)} <= {int} and min(value, default=0) >= 0:
            return
        for at, item in enumerate(value):
            must_fit(item, shape[at % len(shape)], f"{name}[{at}]")


def strangeness(value: Any, shape: Any) -> int:
    """How far a value is from a shape, by its type and, of an object, its keys."""
    kind: Any = shape if isinstance(shape, type) else type(shape)
    if type(value) is not kind or (kind is int and value < 0):
        return 2**30
    return len(value.keys() ^ shape.keys()) if kind is dict else 0


def shown(value: Any) -> str:
    """A value as it may be printed: short, and ASCII."""
    return ascii(value)[:50] if isinstance(value, str | int | float | None) else type(value).__name__


def wrong(reason: str) -> RefusalError:
    return RefusalError(1, reason)


def bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def quotient(certificate: Any, budget: Budget) -> Verdict:
    """The misere quotient of a heap game, of the heaps listed or of all."""
    if certificate["claim"] != "misere-quotient":
        raise RefusalError(2, "claim must be misere-quotient")
    digits = read_digits(certificate["digits"])
    monoid = Monoid(certificate["table"], certificate["losing"], budget)
    listed = certificate["elements"]
    if not 1 <= len(listed) <= HEAPS:
        raise RefusalError(2, f"there are elements of 1 to {HEAPS} heaps")
    elements = [whole(x, 0, monoid.order - 1) for x in listed]
    monoid.must_be_one(set(elements))
    kinds = list(dict.fromkeys(kinds_of(monoid, digits, elements, budget)))
    cases = tells_winners(monoid, kinds, budget)
    order = f"the quotient of order {monoid.order} tells who wins all sums of heaps"
    period = certificate["period"]
    if period is None:
        return Verdict(True, cases, f"{order} of at most {len(elements) - 1} tokens ({cases} cases checked)")
    start, step = whole(period["start"], 1, HEAPS), whole(period["period"], 1, HEAPS)
    if digits is None:
        raise wrong("the theorem speaks of codes with finitely many digits")
    most = 3 if any(digit & 8 for digit in digits) else 2
    needed = most * (start + step) + len(digits) - 1
    if needed > len(elements):
        raise wrong(f"the theorem needs the elements of {needed} heaps, and there are {len(elements)}")
    if elements[start + step :] != elements[start:-step]:
        raise wrong("the elements of heaps do not repeat as far as the theorem asks for")
    said = f"whose elements repeat from n = {start} on with period {step} for all n"
    return Verdict(True, cases, f"{order}, {said}, by Plambeck and Siegel's theorem ({cases} cases checked)")


def read_digits(digits: Any) -> list[int] | None:
    if digits is None:
        return None
    found = [whole(digit, 0, 15) for digit in digits]
    if not found or found[0] & 3:
        raise RefusalError(2, "a code has digits, and the one before the point is 0, 4, 8 or c")
    return found


class Monoid:
    """Elements with their products, and those that are losing."""

    def __init__(self, table: Any, losing: Any, budget: Budget) -> None:
        if not 1 <= len(table) <= ORDER:
            raise RefusalError(2, f"a quotient has 1 to {ORDER} elements")
        self.order, self.budget = len(table), budget
        self.table = [[whole(product, 0, self.order - 1) for product in row] for row in table]
        if any(len(row) != self.order for row in self.table):
            raise RefusalError(2, "a table has all products")
        self.losing = sum(1 << whole(x, 0, self.order - 1) for x in set(losing))
        if len(set(losing)) != len(losing):
            raise RefusalError(2, "an element is there twice")

    def must_be_one(self, generators: set[int]) -> None:
        """That it is a commutative monoid, which the elements of heaps generate, with no two alike."""
        table, everything = self.table, range(self.order)
        if table[0] != list(everything):
            raise wrong("element 0 is not the one")
        if any(table[y][x] != table[x][y] for x in everything for y in range(x)):
            raise wrong("products do not commute")
        made, waiting = {0}, [0]
        while waiting:
            new = {table[waiting[-1]][g] for g in generators} - made
            waiting.pop()
            made |= new
            waiting += new
        if len(made) < self.order:
            raise wrong("an element is not that of a sum of heaps")
        for g in generators:
            self.budget.spend(self.order**2)
            for x in everything:
                if table[table[x][g]] != [table[x][product] for product in table[g]]:
                    raise wrong("products are not associative")
        self.answers = [self.pulled(self.losing, x) for x in everything]
        if len(set(self.answers)) < self.order:
            raise wrong("two elements are alike")

    def pulled(self, mask: int, by: int) -> int:
        """The r for which r times an element lies in a mask."""
        self.budget.spend(self.order)
        return sum(1 << r for r, product in enumerate(self.table[by]) if mask >> product & 1)

    def won(self, options: int) -> int:
        """The r for which an option times r is losing."""
        found = 0
        for x in bits(options):
            found |= self.answers[x]
        return found


def kinds_of(monoid: Monoid, digits: list[int] | None, elements: list[int], budget: Budget) -> Iterator[Kind]:
    """The elements of heaps that have a move, with those of their options."""
    for n, x in enumerate(elements):
        options = 0
        for parts in left_of(digits, n):
            budget.spend(1)
            product = 0
            for part in parts:
                product = monoid.table[product][elements[part]]
            options |= 1 << product
        if options:
            yield x, options
        elif x:
            raise wrong(f"a heap of {n} has no move, and another element than 0")


def left_of(digits: list[int] | None, n: int) -> Iterable[tuple[int, ...]]:
    """What a move may leave of a heap."""
    if digits is None:
        yield from ((a, n - a) for a in range(1, (n + 1) // 2))
    for taken, digit in enumerate(digits or ()):
        left = n - taken
        if digit & 1 and left == 0:
            yield ()
        if digit & 2 and left > 0:
            yield (left,)
        if digit & 4:
            yield from ((a, left - a) for a in range(1, left // 2 + 1))
        if digit & 8:
            for a in range(1, left // 3 + 1):
                yield from ((a, b, left - a - b) for b in range(a, (left - a) // 2 + 1))


def tells_winners(monoid: Monoid, kinds: list[Kind], budget: Budget) -> int:
    """That (0), (1) and (2) hold; how many cases of (2) there are."""
    if monoid.losing & 1:
        raise wrong("who has no move wins, and the one is losing")
    heaps = [(x, monoid.won(options)) for x, options in kinds]
    if any(monoid.answers[x] & won for x, won in heaps):
        raise wrong("a losing sum has an option that is losing too")
    least: list[list[int]] = [[] for _ in range(monoid.order)]

    def is_new(x: int, won: int) -> bool:
        budget.spend(1 + len(least[x]))
        if any(other & ~won == 0 for other in least[x]):
            return False
        least[x] = [*(other for other in least[x] if won & ~other), won]
        return True

    pulls: dict[tuple[int, int], int] = {}

    def pull(mask: int, by: int) -> int:
        found = pulls.get((mask, by))
        if found is None:
            found = pulls[mask, by] = monoid.pulled(mask, by)
        return found

    waiting = [one for one in heaps if is_new(*one)]
    heaps = [one for one in waiting if one[1] in least[one[0]]]
    cases = 0
    while waiting:
        x, won = waiting.pop()
        if won not in least[x]:
            continue
        cases += 1
        if cases > CASES:
            raise RefusalError(3, f"there are more than {CASES} cases")
        if not monoid.losing >> x & 1 and not won & 1:
            raise wrong("a sum that is not losing has no option that is")
        for y, other in heaps:
            new = monoid.table[x][y], pull(won, y) | pull(other, x)
            if is_new(*new):
                waiting.append(new)
    return cases


def load(path: str) -> Any:
    """The JSON in a file."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            raise ValueError("a key is there twice in one object")
        return dict(pairs)

    with open(path, "rb") as file:
        data = file.read(FILE + 1)
    if len(data) > FILE:
        raise ValueError(f"longer than {FILE} bytes")
    return json.loads(data, object_pairs_hook=once)


def main(arguments: list[str]) -> int:
    try:
        if len(arguments) != 1:
            raise RefusalError(2, "expected a FILE")
        code, reason = 0, f"proved: {check(load(arguments[0])).reason}"
    except RefusalError as refusal:
        code = refusal.args[0]
        reason = f"{'refuted' if code == 1 else 'refused'}: {refusal.args[1]}"
    except (OSError, ValueError, RecursionError, MemoryError) as error:
        code, reason = 2, f"refused: {error}"
    (sys.stderr if code > 1 else sys.stdout).write(f"{reason}\n")
    return int(code)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
