r"""Statements that terms are powers of integers or terms of a well-known sequence: ``a(2n+1) is a square``,
``a(n) is a Fibonacci number``.

Theorem (powers). Let u be a sequence of integers and b a sequence of rational numbers with b(n)^k = u(n) for
all n. Then every u(n) is the k-th power of an integer. Proof. b(n) is a root of x^k - u(n), hence an integer.
QED

The program guesses b from the k-th roots of the terms, as a C-finite or P-recursive sequence. For even k the
signs of the roots are free. If |b(n)| has no such law, all signs of the first 2d roots are tried: they
determine a recurrence of order d with constant coefficients, which must yield the other roots up to sign. The
identity b^k = u is proved by closure properties. A condition n = r (mod m) and the index of the term select
subsequences of a(n), whose laws follow by closure properties as well.

If a(n) is a term of a sequence F such as the Fibonacci numbers, F(pn + q) = a(n) is guessed and proved in the
same way; gfkit finds p > 0 only.

Reference: Marko Petkovsek, Herbert Wilf and Doron Zeilberger, A = B, on closure properties; the example
A113254 is from the paper on AlphaProof, Olympiad-level formal mathematical reasoning with reinforcement
learning.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import count, islice, product
from typing import Any, ClassVar

from flint import fmpq_mat, fmpz

from gfkit.claims.provers.divisibility import Index
from gfkit.claims.provers.result import Agreement, Difference, FirstDifference
from gfkit.claims.provers.scope import Case, ObservedClaim, Proof, Property, for_all
from gfkit.claims.provers.truth import KnownSequence, Truth, has_term, number_at
from gfkit.claims.statement.canonical import call, number_node
from gfkit.claims.statement.names import NAMED
from gfkit.claims.statement.tree import Claim, SequenceDefinition
from gfkit.core.algebra import PRecursive, RationalGF, Status
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.algebra.number import from_flint, number_text
from gfkit.core.deferred import dataclass, replace
from gfkit.core.typing import check_stop
from gfkit.guessing import Data
from gfkit.guessing.hermite_pade import recurrence_fit
from gfkit.guessing.law import FittedLaw
from gfkit.guessing.rational import rational_fit

_GUESSED_FROM = (40, 160)
"""Numbers of roots from which their law is guessed."""
_SPARE = 8
_MOST_SIGNED, _MOST_ORDER, _MOST_SECTIONS = 5, 3, 64
"""Maximum orders of a C-finite root with free signs and of a P-recursive root, and maximum modulus."""
_SHOWN_DIGITS = 30
_NOUNS = {2: "a square", 3: "a cube"}
_Law = RationalGF | PRecursive


@dataclass(frozen=True, kw_only=True)
class ValueClaim(ObservedClaim):
    """Claim that the term a(i) has a property for every n with a condition."""

    index: Index
    condition: Property
    label: str = "a"
    """Name of the sequence."""
    definitions: tuple[SequenceDefinition, ...] = ()
    """Definition of the sequence, if the statement contains it."""
    method: ClassVar[str] = "root-by-closure"

    @property
    @abstractmethod
    def property_words(self) -> str:
        """The property, such as "a square"."""

    @abstractmethod
    def condition_of(self, term: nodes.Node) -> nodes.Node:
        """Return the condition that a term has the property, as a part of a statement."""

    @abstractmethod
    def fault(self, value: int) -> str | None:
        """Return why an integer does not have the property, or None if it does."""

    @abstractmethod
    def proof_of(self, section: _Law) -> str | None:
        """Return the root or the subsequence that proves the property of all terms of a sequence of integers,
        or None.
        """

    def _places(self, first_n: int) -> Iterator[int]:
        """Yield the n of the statement at which the term exists, in increasing order."""
        return (n for n in count(self._start(first_n)) if n in self.condition)

    def _start(self, first_n: int) -> int:
        return max(self.since or 0, -((self.index.offset - first_n) // self.index.slope))

    def stated(self, known: KnownSequence) -> Sequence[Claim | SequenceDefinition]:
        term = nodes.Symbol((self.label if self.definitions else "a",), self.index.term.index)
        holds = self.condition_of(term)
        return [*self.definitions, for_all(holds, self._start(known.first_n), self.condition)]

    def cases(self, known: KnownSequence) -> Iterator[Case]:
        for n in self._places(known.first_n):
            index = self.index.at(n)
            if not has_term(known, index):
                return
            value = number_at(known, index)
            fault = "not an integer" if value.denominator > 1 else self.fault(value.numerator)
            is_short = len(number_text(value)) <= _SHOWN_DIGITS
            term = f"{self.label}({index})"
            shown = f"{term} = {value}, {fault}" if is_short else f"{term} is {fault}"
            wrong = FirstDifference(n, f"{term} is {self.property_words}", shown)
            yield n, None if fault is None else wrong

    def witness_index(self, n: int) -> int:
        return self.index.at(n)

    def compare(self, truth: Truth) -> Agreement | Difference:
        found = super().compare(truth)
        if isinstance(found, Agreement) and found.evidence.status is Status.PROVED:
            return replace(found, notes=tuple(self._proofs(found.known, found.since) or ()))
        return found

    def prove(self, known: KnownSequence, start: int) -> Proof | None:
        return None if self._proofs(known, start) is None else Proof(self.method, start)

    def _proofs(self, known: KnownSequence, start: int) -> list[str] | None:
        """Return the proofs for the residue classes of n >= ``start``, or None if one is not found."""
        law: _Law | None = known.rational or known.p_recursive
        step, found = self.condition.modulus, list[str]()
        is_integral = known.question is not None or getattr(known, "is_integral", False)
        if isinstance(law, RationalGF):
            is_integral |= law.is_integral
        if law is None or not is_integral or step > _MOST_SECTIONS:
            return None
        places = (n for n in self._places(known.first_n) if n >= start)
        for n in islice(places, len(self.condition.residues)):
            check_stop()
            words = self.proof_of(law.subsequence(self.index.slope * step, self.index.at(n)))
            if words is None:
                return None
            found.append(f"for n = {n}, {n + step}, ...: {words}")
        return found


@dataclass(frozen=True, kw_only=True)
class PowerClaim(ValueClaim):
    """Claim that terms are k-th powers of integers."""

    exponent: int

    @property
    def property_words(self) -> str:
        return _NOUNS.get(self.exponent, f"a power with exponent {self.exponent}")

    def condition_of(self, term: nodes.Node) -> nodes.Node:
        return call("is_kth_power", number_node(self.exponent), term)

    def fault(self, value: int) -> str | None:
        root, k = _root(value, self.exponent), self.exponent
        if root is None:
            return "negative"
        if root**k == value:
            return None
        ends = [root, root + 1] if value > 0 else [root - 1, root]
        shown = " and ".join(f"({end})^{k}" if end < 0 else f"{end}^{k}" for end in ends)
        return f"between {shown}" if len(shown) <= 2 * _SHOWN_DIGITS else "not a power of this kind"

    def proof_of(self, section: _Law) -> str | None:
        root = _guess_root(section, self.exponent)
        if root is None:
            return None
        power: Any = reduce(lambda one, other: one.hadamard(other), [root] * self.exponent)
        is_equal = power.generalise().same_sequence(section.generalise())
        return f"the roots are the terms of {root}" if is_equal else None


@dataclass(frozen=True, kw_only=True)
class MemberClaim(ValueClaim):
    """Claim that terms are terms F(m), m >= 0, of a well-known sequence."""

    name: str
    method: ClassVar[str] = "named-subsequence"

    @property
    def property_words(self) -> str:
        return f"a term of {self.name}"

    def condition_of(self, term: nodes.Node) -> nodes.Node:
        return call("is_term", nodes.Symbol((self.name,), nodes.N), term)

    def fault(self, value: int) -> str | None:
        index = _index_below(self.name, value)
        terms = _law_of(self.name).terms(max(index, 0) + 2)
        if value in terms:
            return None
        ends = " and ".join(f"{self.name}({k}) = {terms[k]}" for k in (index, index + 1) if k >= 0)
        words = "between" if index >= 0 else "below"
        return f"{words} {ends}" if len(ends) <= 2 * _SHOWN_DIGITS else f"no term of {self.name}"

    def proof_of(self, section: _Law) -> str | None:
        terms = section.terms(_GUESSED_FROM[0])
        last, before = (_index_below(self.name, int(value)) for value in (terms[-1], terms[-2]))
        step, law = last - before, _law_of(self.name)
        start = last - step * (len(terms) - 1)
        if step < 1 or start < 0:
            return None
        is_equal = law.subsequence(step, start).generalise().same_sequence(section.generalise())
        return f"the terms are {self.name}({start}), {self.name}({start + step}), ..." if is_equal else None


def _law_of(name: str) -> RationalGF:
    one = NAMED[name]
    return RationalGF.of([one.first, one.second - one.p * one.first], [1, -one.p, -one.q])


def _index_below(name: str, value: int) -> int:
    """Return the largest m with F(m) <= value, or -1 if all terms are larger."""
    size = 8 + value.bit_length() * 2  # the terms grow at least as fast as the Fibonacci numbers
    return max((m for m, term in enumerate(_law_of(name).terms(size)) if term <= value), default=-1)


def _root(value: int, k: int) -> int | None:
    """Return the k-th root, rounded towards 0, or None for even k and a negative number."""
    if value < 0 and k % 2 == 0:
        return None
    root = int(fmpz(abs(value)).root(k))
    return root if value >= 0 else -root


def _guess_root(section: _Law, k: int) -> _Law | None:
    """Return a sequence whose k-th power seems to be the given one, or None.

    >>> squares = RationalGF.parse("(4 + 3328*t + 262144*t^2)/(1 + 48*t - 3072*t^2 - 262144*t^3)")
    >>> print(_guess_root(squares, 2))
    (2 + 64*t)/(1 + 4*t + 64*t^2)
    """
    for size in _GUESSED_FROM:
        roots = [_root(int(value), k) for value in section.terms(size)]
        known = [root for root in roots if root is not None]
        if len(known) < size:
            return None
        fit = rational_fit(Data.of(known), _SPARE)
        if fit is None and k % 2 == 0:
            signed = _signed(known)
            fit = None if signed is None else rational_fit(Data.of(signed), _SPARE)
        for order in range(1, _MOST_ORDER + 1):
            fit = fit or _as_fit(recurrence_fit(Data.of(known), order, _SPARE))
        if fit is not None and isinstance(fit.law, _Law):
            return fit.law
    return None


def _as_fit(found: object) -> FittedLaw | None:
    return found if isinstance(found, FittedLaw) else None


def _signed(roots: Sequence[int]) -> list[int] | None:
    """Return the roots with signs such that they satisfy a recurrence of small order, or None."""
    for order in range(1, _MOST_SIGNED + 1):
        for signs in product((1, -1), repeat=2 * order - 1):
            row = [roots[0], *(sign * root for sign, root in zip(signs, roots[1:], strict=False))]
            table = fmpq_mat(order, order, [row[i + j] for i in range(order) for j in range(order)])
            if not table.det():
                continue
            solved = table.solve(fmpq_mat(order, 1, row[order:]))
            factors = [from_flint(solved[i, 0]) for i in range(order)]
            for root in roots[2 * order :]:
                value = sum(c * b for c, b in zip(factors, row[-order:], strict=True))
                if abs(value) != root:
                    break
                row.append(int(value))
            else:
                return row
    return None
