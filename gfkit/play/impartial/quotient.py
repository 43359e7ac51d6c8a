"""Misere quotients of heap games: finite monoids that give the outcomes of sums, built heap by heap."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations_with_replacement
from math import comb
from operator import or_

from gfkit.core.boards.board import set_bits
from gfkit.core.deferred import dataclass, field
from gfkit.core.errors import LimitError
from gfkit.play.layout import mask_of
from gfkit.play.tuning import NIMBERS

Word = tuple[int, ...]
"""Heaps of a sum, in ascending order."""


class NoQuotient(Exception):  # noqa: N818 - no error: the caller stops at the heaps before
    """Raised if no quotient is found for the heaps including the next one."""


@dataclass
class Monoid:
    """Finite commutative monoid with its subset of losing elements as a mask; element 0 is the identity."""

    table: list[list[int]]
    losing: int
    answers: list[int] = field(init=False)
    """Mask, for each element e, of the elements r such that e r is losing."""
    _preimages: dict[tuple[int, int], int] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.answers = [self.preimage(self.losing, e) for e in range(len(self.table))]

    def __len__(self) -> int:
        return len(self.table)

    def preimage(self, mask: int, by: int) -> int:
        """Return the mask of the elements r such that r times the element lies in the mask."""
        key = mask, by
        if key not in self._preimages:
            self._preimages[key] = sum(1 << r for r, e in enumerate(self.table[by]) if mask >> e & 1)
        return self._preimages[key]

    def times(self, mask: int, by: int) -> int:
        """Return the mask of the products of the elements of a mask with an element."""
        return mask_of(map(self.table[by].__getitem__, set_bits(mask)))

    def won(self, options: int) -> int:
        """Return the mask of the elements r such that at least one option times r is losing."""
        return reduce(or_, map(self.answers.__getitem__, set_bits(options)), 0)


Kind = tuple[int, int]
"""Kind of a heap: its element, and the mask of the elements of its options."""


def determines_winners(monoid: Monoid, kinds: Iterable[Kind]) -> bool:
    """Return True if the losing elements are the P-positions among all sums of heaps of the given kinds,
    under misere play.

    Theorem. Let each heap h have an element, and let the element of a sum be the product. Suppose that (0)
    the identity is not losing; (1) for no heap h, option h' of h and r both h r and h' r are losing; (2)
    every nonempty sum of heaps whose element is not losing has an option whose element is losing. Then the
    player to move loses a sum if and only if its element is losing. Proof by induction on the moves. The
    player to move in the empty sum wins, by (0). If the element is losing, no option has a losing element, by
    (1). So the opponent wins every option; and there is an option, as every heap has one. If the element is
    not losing, there is a winning move by (2).

    For (2), a sum X is represented by its element x and the set W(X) of all r such that x' r is losing for
    some option X' of X. W(X + h) consists of the r such that h r is in W(X) or x r is in W(h). So these pairs
    are enumerated, starting with single heaps; a pair whose W contains the W of an earlier pair with the same
    element is skipped. Heaps without options are omitted, as they do not change a sum. Cost: number of pairs
    times kinds of heaps. Raise LimitError if there are too many pairs.
    """
    if monoid.losing & 1:
        return False
    starts = [(x, monoid.won(options)) for x, options in dict.fromkeys(kinds)]
    if any(monoid.answers[x] & won for x, won in starts):
        return False
    least: list[list[int]] = [[] for _ in range(len(monoid))]

    def is_new(x: int, won: int) -> bool:
        if any(heap_won & ~won == 0 for heap_won in least[x]):
            return False
        least[x] = [heap_won for heap_won in least[x] if won & ~heap_won]
        least[x].append(won)
        return True

    waiting = [case for case in starts if is_new(*case)]
    heaps = [case for case in waiting if case[1] in least[case[0]]]
    cases = 0
    while waiting:
        x, won = waiting.pop()
        if won not in least[x]:
            continue
        cases += 1
        if cases > NIMBERS.quotient_cases:
            raise LimitError(
                f"a quotient of order {len(monoid)} requires more cases than the limit of the proof"
            )
        if not monoid.losing >> x & 1 and not won & 1:
            return False
        for y, heap_won in heaps:
            product, both = monoid.table[x][y], monoid.preimage(won, y) | monoid.preimage(heap_won, x)
            if is_new(product, both):
                waiting.append((product, both))
    return True


def extend(monoid: Monoid, heaps: dict[Kind, int], options: int) -> tuple[Monoid, list[int], int]:
    """Return the quotient extended by one kind of heap: its monoid, the images of the elements, and the new
    element.

    Let h be the new heap. The winner of X + k h is computed for one smallest sum X of each element; all
    options of X are smaller. X + k h is a P-position if and only if no option of X or of h leads to a
    P-position. So the losing part F_k for k copies follows from F_(k - 1), and the F_k repeat. Pairs of an
    element and k are then merged if no product distinguishes them. This assumes that sums that are equal in
    the old quotient remain equal, which may be wrong, so ``determines_winners`` must check the result.
    """
    order, options_of = _least_sums(monoid, heaps)
    losing = [monoid.losing]
    while True:
        before, here = losing[-1], 0
        for q in order:
            lost = not any(here >> e & 1 for e in set_bits(options_of[q]))
            if lost and not any(before >> monoid.table[q][e] & 1 for e in set_bits(options)):
                here |= 1 << q
        if here in losing:
            index = losing.index(here)
            break
        losing.append(here)
        if len(losing) * len(monoid) ** 2 * len(losing) > NIMBERS.extended_products:
            raise LimitError("a quotient grows beyond the limit of the search")
    copies, period = len(losing), len(losing) - index

    def least_count(k: int) -> int:
        return k if k < copies else index + (k - index) % period

    pulls = [[monoid.preimage(part, q) for q in range(len(monoid))] for part in losing]
    number: dict[tuple[int, ...], int] = {}
    standing: list[tuple[int, int]] = []
    kind: dict[tuple[int, int], int] = {}
    for k in range(copies):
        for q in range(len(monoid)):
            seen = tuple(pulls[least_count(k + j)][q] for j in range(copies))
            if seen not in number:
                number[seen] = len(standing)
                standing.append((q, k))
            kind[q, k] = number[seen]
    if len(standing) > NIMBERS.quotient_order:
        raise LimitError(f"the quotient has more than {NIMBERS.quotient_order} elements")
    table = [
        [kind[monoid.table[q][factor], least_count(k + more)] for factor, more in standing]
        for q, k in standing
    ]
    part = sum(1 << e for e, (q, k) in enumerate(standing) if losing[k] >> q & 1)
    return Monoid(table, part), [kind[q, 0] for q in range(len(monoid))], kind[0, least_count(1)]


def _least_sums(monoid: Monoid, heaps: dict[Kind, int]) -> tuple[list[int], list[int]]:
    """Return the elements in the order of their smallest sums, and the masks of the options of these sums.

    A heap of size n has cost n^2, so all options of a sum precede it.
    """
    cost = [0, *[-1] * (len(monoid) - 1)]
    options_of = [0] * len(monoid)
    waiting: list[tuple[int, int, int]] = [(0, 0, 0)]
    order: list[int] = []
    done = set()
    while waiting:
        here, x, options = heapq.heappop(waiting)
        if x in done:
            continue
        done.add(x)
        order.append(x)
        options_of[x] = options
        for (y, more), size in heaps.items():
            product, then = monoid.table[x][y], here + size * size
            if product not in done and (cost[product] < 0 or then < cost[product]):
                cost[product] = then
                both = monoid.times(options, y) | monoid.times(more, x)
                heapq.heappush(waiting, (then, product, both))
    assert len(order) == len(monoid), "every element is the class of a sum"
    return order, options_of


def finer(base: Monoid, image: list[int], above: Monoid, heaps: Iterable[Kind]) -> tuple[Monoid, list[Kind]]:
    """Return a finer monoid: its elements are pairs of a base element and a set W in a monoid above the base.

    ``image`` maps the base to the monoid above. A heap has an element in the base, and its options have
    elements in the monoid above.
    """
    pairs: list[Kind] = [(0, 0)]
    number = {(0, 0): 0}

    def product(pair: Kind, factor: Kind) -> Kind:
        (x, won), (y, also) = pair, factor
        return base.table[x][y], above.preimage(won, image[y]) | above.preimage(also, image[x])

    starts = dict.fromkeys((x, above.won(options)) for x, options in heaps)
    for pair in pairs:
        for factor in starts:
            new = product(pair, factor)
            if new not in number:
                number[new] = len(pairs)
                pairs.append(new)
                if len(pairs) > NIMBERS.finer_sums:
                    raise LimitError("a quotient has more kinds of sums than the limit of the search")
    table = [[number[product(pair, factor)] for factor in pairs] for pair in pairs]
    losing = sum(1 << e for e, (x, _) in enumerate(pairs) if base.losing >> x & 1)
    return Monoid(table, losing), pairs


class QuotientSearch:
    """Search for the quotients of the heaps up to n, for n = 1, 2, ...."""

    def __init__(self, options: Callable[[int], list[Word]]) -> None:
        self._options = options
        self.monoid: Monoid = Monoid([[0]], 0)
        self.element: list[int] = [0]
        """Pretending function: the element of each heap, starting with heap 0."""
        self.kinds: dict[Kind, int] = {}
        """Smallest heap of each kind. Heaps without options are omitted."""
        self._known: dict[Word, bool] = {}

    def grow(self) -> None:
        """Add one heap. If NoQuotient or LimitError is raised, the quotient is unchanged."""
        n = len(self.element)
        options = self._option_mask(self.monoid, self.element, n)
        known = next((x for x, kind_options in self.kinds if kind_options == options), None)
        if not options or known is not None:
            self.element.append(known or 0)
            return
        if len(self.monoid) == 1:
            self._accept_if_reduced(Monoid([[0, 1], [1, 0]], 2), [0] * n + [1])
            return
        try:
            if self._accept_extension(n):
                return
        except LimitError:
            pass  # sums of few heaps may still give one
        self._take_from_play(n)

    def _accept_extension(self, n: int) -> bool:
        """Try extensions of the quotient, with increasing refinement. Return True if one is proved."""
        base, element = self.monoid, self.element
        for time in range(NIMBERS.finer_times):
            then, image, new = extend(base, self._kinds(base, element), self._option_mask(base, element, n))
            images = [image[x] for x in element]
            if self._accept_if_reduced(then, [*images, new]):
                return True
            if time % 2 == 0:
                base, image, element = then, list(range(len(then))), images
            heaps = [(x, self._option_mask(then, images, m)) for m, x in enumerate(element)]
            base, pairs = finer(base, image, then, (heap for heap in heaps if heap[1]))
            number = {pair: e for e, pair in enumerate(pairs)}
            element = [number[x, then.won(options)] if options else 0 for x, options in heaps]
        return False

    def _take_from_play(self, n: int) -> None:
        """Try quotients computed from the outcomes of all sums of few heaps. Raise NoQuotient if none is
        valid.
        """
        heaps = sorted({*self.kinds.values(), n})
        for degree in range(2, NIMBERS.seen_degree + 1):
            if comb(len(heaps) + 2 * degree, 2 * degree) > NIMBERS.seen_sums:
                break
            quotient = self._quotient_of_sums(heaps, degree)
            if quotient is None:
                continue
            monoid, images = quotient
            named = dict(zip(heaps, images, strict=True))
            element = [self._element_of(m, named) for m in range(n + 1)]
            if self._accept_if_reduced(monoid, element):
                return
        raise NoQuotient

    def _element_of(self, m: int, named: dict[int, int]) -> int:
        """Return the element of a heap, equal to the element of the smallest heap of its kind."""
        if m in named:
            return named[m]
        options = self._option_mask(self.monoid, self.element, m)
        return named[self.kinds[self.element[m], options]] if options else 0

    def _quotient_of_sums(self, heaps: list[int], degree: int) -> tuple[Monoid, list[int]] | None:
        """Return the monoid of sums modulo indistinguishability by ``degree`` heaps, and the images; None
        if it is not closed.
        """
        words = [word for size in range(degree + 1) for word in combinations_with_replacement(heaps, size)]
        number: dict[int, int] = {}
        class_of: dict[Word, int] = {}
        standing: list[Word] = []
        for word in words:
            lost = (self._is_p_position(tuple(sorted(word + addend))) for addend in words)
            seen = mask_of(index for index, is_lost in enumerate(lost) if is_lost)
            if seen not in number:
                number[seen] = len(standing)
                standing.append(word)
            class_of[word] = number[seen]
        if any(len(word) == degree for word in standing):
            return None
        steps = {
            (e, heap): class_of[tuple(sorted((*word, heap)))]
            for e, word in enumerate(standing)
            for heap in heaps
        }
        elements = range(len(standing))
        table = [[reduce(lambda x, heap: steps[x, heap], word, e) for word in standing] for e in elements]
        losing = mask_of(e for e in elements if self._is_p_position(standing[e]))
        return Monoid(table, losing), [steps[0, heap] for heap in heaps]

    def _is_p_position(self, word: Word) -> bool:
        """Return True if the player to move loses a sum of heaps, by exhaustive search."""
        known = self._known.get(word)
        if known is None:
            known = bool(word) and not any(map(self._is_p_position, sums_after_moves(word, self._options)))
            if len(self._known) > NIMBERS.played_sums:
                raise LimitError("a quotient requires more sums of heaps than the limit of the search")
            self._known[word] = known
        return known

    def _accept_if_reduced(self, monoid: Monoid, element: list[int]) -> bool:
        """Adopt a quotient with one more heap if it is reduced and proved. Return True if it was adopted."""
        kinds = self._kinds(monoid, element)
        if len(set(monoid.answers)) < len(monoid) or not determines_winners(monoid, kinds):
            return False
        self.monoid, self.element, self.kinds = monoid, element, kinds
        return True

    def _kinds(self, monoid: Monoid, element: list[int]) -> dict[Kind, int]:
        kinds: dict[Kind, int] = {}
        for n, x in enumerate(element):
            options = self._option_mask(monoid, element, n)
            if options:
                kinds.setdefault((x, options), n)
        return kinds

    def _option_mask(self, monoid: Monoid, element: list[int], n: int) -> int:
        """Return the mask of the elements of the options of a heap."""
        mask, table = 0, monoid.table
        for parts in self._options(n):
            product = 0
            for part in parts:
                product = table[product][element[part]]
            mask |= 1 << product
        return mask


def sums_after_moves(word: Word, options: Callable[[int], Sequence[Word]]) -> Iterator[Word]:
    """Yield the sums after one move, without components that have no options."""
    for at, part in enumerate(word):
        if not at or word[at - 1] != part:
            for option in options(part):
                live = (piece for piece in option if options(piece))
                yield tuple(sorted((*word[:at], *live, *word[at + 1 :])))
