"""Linear forms in the values of cells and n, whose comparisons are enumerated instead of evaluated.

A predicate is evaluated on these forms as if they were integers, once for each combination of results of its
comparisons. So the checker knows all comparisons and all residues on which the predicate can depend.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import gcd, lcm
from typing import cast

from gfkit.proofs.checker.planes import Ends
from gfkit.proofs.checker.predicates import Value
from gfkit.proofs.checker.reading import Budget, RefusalError

Coefficients = tuple[int, ...]
"""Coefficients of the values of cells, followed by the coefficient of n."""
Compared = tuple[Coefficients, int, bool]
"""Comparison: a form is at most a number or, if the flag is True, equals it."""
MOST_RESIDUES = 1000


class ComparisonResults:
    """Enumeration of all combinations of results of comparisons, with one run for each combination."""

    def __init__(self, budget: Budget, ends: Ends) -> None:
        self.budget, self.ends = budget, ends
        self.compared: set[Compared] = set()
        self.modulus = 1
        self._ahead: tuple[int, ...] = ()
        self._given: list[tuple[int, int]] = []
        self._known: dict[object, int] = {}

    def runs(self, test: Callable[[], object]) -> Iterator[tuple[bool, set[Compared]]]:
        """Yield the result of a test in each run, with the equations that hold in this run."""
        todo: list[tuple[int, ...]] = [()]
        while todo:
            self._ahead, self._given, self._known = todo.pop(), [], {}
            holds = bool(test())
            yield (
                holds,
                {key for key in self.compared.intersection(self._known) if key[2] and self._known[key]},
            )
            self.budget.spend(100 + 10 * len(self._given))
            answers = tuple(answer for answer, _ in self._given)
            for k in range(len(self._ahead), len(answers)):
                todo += [(*answers[:k], other) for other in range(1, self._given[k][1])]

    def choose(self, key: object, options: int) -> int:
        """Return the result of a comparison in the current run."""
        if key not in self._known:
            k = len(self._given)
            answer = self._ahead[k] if k < len(self._ahead) else 0
            self._given.append((answer, options))
            self._known[key] = answer
        return self._known[key]

    def compare(self, form: Sequence[int], equal: bool) -> bool:
        """Return True if a form, with its constant, is at most 0, or, with ``equal``, is 0."""
        *terms, constant = form
        divisor = gcd(*terms)
        if not divisor or (equal and constant % divisor):
            return not divisor and (constant == 0 if equal else constant <= 0)
        bound = -constant // divisor
        turned = next(a for a in terms if a) < 0
        reduced = tuple([a // (-divisor if turned else divisor) for a in terms])
        if turned:
            bound = -bound if equal else -bound - 1
        key = reduced, bound, equal
        self.compared.add(key)
        return bool(self.choose(key, 2)) != (turned and not equal)


class Form:
    """Linear form in values and n with a constant, or a polynomial that is not linear.

    ``factors`` are the factors of a product of linear forms; they are empty for other polynomials.
    """

    def __init__(
        self, answers: ComparisonResults, terms: tuple[int, ...] | None, factors: Sequence[Form] = ()
    ) -> None:
        self._answers, self.terms, self.factors = answers, terms, factors

    def _combine(self, other: object, times: int) -> Value:
        if self.terms is None or (isinstance(other, Form) and other.terms is None):
            return cast(Value, self if type(other) is int and not other else Form(self._answers, None))
        own = self.terms
        theirs = other.terms if isinstance(other, Form) else (*[0] * (len(own) - 1), int(cast(int, other)))
        assert theirs is not None, "other polynomials were handled before"
        return self._made([a + times * b for a, b in zip(own, theirs, strict=True)])

    def _made(self, terms: Sequence[int]) -> Value:
        return cast(Value, Form(self._answers, tuple(terms))) if any(terms[:-1]) else terms[-1]

    def __add__(self, other: object) -> Value:
        return self._combine(other, 1)

    __radd__ = __add__

    def __sub__(self, other: object) -> Value:
        return self._combine(other, -1)

    def __mul__(self, other: object) -> Value:
        if not isinstance(other, Form) and (other == 0 or self.terms is not None):
            return self._made([int(cast(int, other)) * a for a in self.terms or (0,)])
        parts = [
            each.factors if each.terms is None else [each] for each in (self, other) if isinstance(each, Form)
        ]
        if not all(parts):
            return cast(Value, Form(self._answers, None))
        factors = [factor for part in parts for factor in part]
        if not isinstance(other, Form):
            factors[0] = cast(Form, factors[0] * other)
        return cast(Value, Form(self._answers, None, factors))

    __rmul__ = __mul__

    def __neg__(self) -> Value:
        return self * -1

    def __pos__(self) -> Form:
        return self

    def __rsub__(self, other: object) -> Value:
        return -self + other  # type: ignore[operator]

    def __pow__(self, power: int) -> Value:
        return 1 if not power else cast(Value, self if power == 1 else Form(self._answers, None))

    def __mod__(self, modulus: object) -> Value:
        if isinstance(modulus, Form):
            return self._remainder(modulus)
        if type(modulus) is not int or modulus <= 0:
            raise RefusalError(3, "a residue requires a number as modulus")
        if self.terms is not None and not any(a % modulus for a in self.terms[:-1]):
            return self.terms[-1] % modulus
        self._answers.modulus = lcm(self._answers.modulus, modulus)
        if self._answers.modulus > MOST_RESIDUES:
            raise RefusalError(3, f"there are more than {MOST_RESIDUES} residues")
        return self._answers.choose((self.terms or object(), modulus), modulus)

    def _remainder(self, modulus: Form) -> Value:
        """Return the remainder of a form modulo p n + q with p, q > 0; only few quotients occur for n >=
        0.
        """
        (a, b), (c, e) = self._answers.ends
        form, divisor = self.terms, modulus.terms
        if form is None or divisor is None or any(divisor[:-2]) or min(divisor) < 0 or not all(divisor[-2:]):
            raise RefusalError(3, "a residue requires a modulus that is positive for all n")
        p, q = divisor[-2:]
        *cells, of_n, constant = form
        lows = [sum(k * (low if k > 0 else high) for k in cells) for low, high in ((a, c), (b, e))]
        highs = [sum(k * (high if k > 0 else low) for k in cells) for low, high in ((a, c), (b, e))]
        first = min((lows[0] + of_n) // p, (lows[1] + constant) // q)
        last = max(-(-(highs[0] + of_n) // p) - 1, (highs[1] + constant) // q)
        if last - first > MOST_RESIDUES:
            raise RefusalError(3, f"a quotient has more than {MOST_RESIDUES} values")
        while first < last and not self < modulus * (first + 1):
            first += 1
        return self - modulus * first

    def __floordiv__(self, other: object) -> Value:
        raise RefusalError(3, "no theorem covers quotients of values")

    __rfloordiv__ = __rmod__ = __floordiv__

    def _compare(self, left: object, right: object, shift: int, equal: bool = False) -> bool:
        """Return True if left - right + shift is at most 0, or, with ``equal``, is 0."""
        form = left - right  # type: ignore[operator]
        if isinstance(form, Form) and form.terms is None:
            sign = form._sign()
            return bool(sign == 0 if equal else sign + shift <= 0)
        form = form + shift
        if not isinstance(form, Form):
            return bool(form == 0 if equal else form <= 0)
        assert form.terms is not None, "other operands were handled before"
        return self._answers.compare(form.terms, equal)

    def _sign(self) -> int:
        """Return the sign of a product of forms: 1, 0 or -1."""
        if not self.factors:
            raise RefusalError(3, "products of values are compared, for which no theorem yields a formula")
        sign = 1
        for factor in self.factors:
            if factor == 0:
                return 0
            sign = -sign if factor < 0 else sign
        return sign

    def __lt__(self, other: object) -> bool:
        return self._compare(self, other, 1)

    def __le__(self, other: object) -> bool:
        return self._compare(self, other, 0)

    def __gt__(self, other: object) -> bool:
        return self._compare(other, self, 1)

    def __ge__(self, other: object) -> bool:
        return self._compare(other, self, 0)

    def __eq__(self, other: object) -> bool:
        return self._compare(self, other, 0, equal=True)

    def __bool__(self) -> bool:
        return self != 0

    def __abs__(self) -> Value:
        return -self if self < 0 else cast(Value, self)

    __hash__: None = None  # type: ignore[assignment]  # a set would distinguish a form from a number without a recorded comparison
