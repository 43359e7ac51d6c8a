"""Statements in print about well-known sequences, in many spellings: notations, programs and decorations.

The facts are from textbooks and from the cited OEIS entries; ``listing`` counts their initial terms by
enumeration. The truth of a statement is determined by its values, without gfkit.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from random import Random

import mpmath
from known_sequences import linear

from gfkit.claims import verify

from .case import Compared, FaultError
from .spoken import FORMS, FREE, Hand, decorated, filled, program, ranged, with_initial

SEEN = 40
"""So many values decide: more than the orders of both sides together."""


@dataclass(frozen=True)
class Fact:
    """Counts a(n) for n >= first, with their recurrence for n >= first + order, and formulas.

    ``closed`` contains pairs of a formula in Python's notation and the smallest n for which it holds.
    """

    game: str
    boards: str
    first: int
    start: tuple[int, ...]
    back: tuple[int, ...]
    closed: tuple[tuple[str, int], ...] = ()
    names: tuple[str, ...] = ()
    """What the literature calls the counts, as LaTeX, with # for the index."""

    @property
    def rate(self) -> str:
        """Return the limit of a(n+1)/a(n), for recurrences with a named limit."""
        return RATES.get(self.back, "")

    def terms(self, end: int) -> dict[int, int]:
        term = linear([*self.back], [*self.start])
        return {n: term(n - self.first) for n in range(self.first, end)}


RATES = {(1, 1): "phi", (2, 1): "1+sqrt(2)", (4, -1): "2+sqrt(3)", (3, -1): "(3+sqrt(5))/2", (1, 2): "2"}
FACTS = [
    Fact(**{key: tuple(value) if isinstance(value, list) else value for key, value in row.items()})
    for row in FORMS["facts"]
]


# Values


def value(formula: str, n: int, terms: dict[int, int]) -> mpmath.mpf:
    """Return the value of a formula at n, to 100 digits."""
    with mpmath.workdps(100):
        phi, root = (1 + mpmath.sqrt(5)) / 2, mpmath.sqrt(5)
        near = lambda x: mpmath.nint(x) if abs(x - mpmath.nint(x)) < 1e-50 else x  # noqa: E731
        known = {
            "a": lambda k: mpmath.mpf(terms[int(k)]), "sqrt": mpmath.sqrt, "phi": phi, "C": mpmath.binomial,
            "F": lambda k: mpmath.nint((phi**k - (1 - phi) ** k) / root),
            "L": lambda k: mpmath.nint(phi**k + (1 - phi) ** k), "N": mpmath.mpf, "n": mpmath.mpf(n),
            "floor": lambda x: mpmath.floor(near(x)), "ceil": lambda x: mpmath.ceil(near(x)),
            "round": lambda x: mpmath.floor(near(x + mpmath.mpf(1) / 2)),
            "S": lambda low, high, term: sum(term(k) for k in range(int(low), int(high) + 1)),
        }  # fmt: skip
        return mpmath.mpmathify(eval(re.sub(r"\b(\d+)\b", r"N('\1')", formula), known)).real


# Statements


@dataclass(frozen=True)
class Statement:
    """A statement as data: the kind, its formula, the printed start of its range, and its numbers.

    ``numbers`` are coefficients of a recurrence by the shift of the index, of the numerator of a series, or
    terms, or modulus, period and residues. ``given`` are initial values.
    """

    kind: str
    fact: Fact
    formula: str = ""
    start: int | None = None
    given: dict[int, int] = field(default_factory=dict)
    numbers: tuple[int, ...] = ()
    below: tuple[int, ...] = ()

    def is_true(self, fact: Fact, free: range = range(1)) -> bool:
        """Return True if it holds for the counts; an unprinted offset may be shifted by ``free``."""
        terms = fact.terms(SEEN + 10)
        if self.kind == "closed":
            ns = range(max(fact.first, self.start or fact.first), SEEN)
            return all(abs(value(self.formula, n, terms) - terms[n]) < 1e-20 for n in ns)
        if self.kind == "recurrence":
            order = len(self.numbers) - 1
            ns = range(max(fact.first, min(self.start or 0, fact.first)), SEEN - order)
            own = any(all(terms.get(n + k) == term for n, term in self.given.items()) for k in free)
            return own and not any(sum(c * terms[n + k] for k, c in enumerate(self.numbers)) for n in ns)
        if self.kind == "congruence":
            modulus, period, *zero = self.numbers
            assert all(0 <= r < period for r in zero)
            return all((terms[n] % modulus == 0) == (n % period in zero) for n in terms)
        if self.kind == "limit":
            rate = mpmath.mpf(terms[SEEN]) / terms[SEEN - 1]
            return abs(value(self.formula, 0, terms) - rate) < 1e-3
        row = self.numbers if self.kind == "list" else _expanded(self)
        found = dict(enumerate(row, self.start or 0))
        shown = [n for n in found if n >= fact.first + 3] if self.kind == "gf" else [*found]
        return any(all(terms.get(n + k, 0) == found[n] for n in shown) for k in free)


def _expanded(made: Statement) -> list[int]:
    found: list[int] = []
    for n in range(SEEN):
        back = sum(c * found[n - k] for k, c in enumerate(made.below[1 : n + 1], 1))
        found.append((made.numbers[n] if n < len(made.numbers) else 0) - back)
    return found


def drawn(rng: Random) -> Statement:
    """Return a true statement about one of the facts."""
    fact = rng.choice(FACTS)
    order, terms = len(fact.back), fact.terms(SEEN)
    sort = rng.choice(["recurrence", *["initial", "closed"] * 2, "gf", "list", "limit", "congruence"])
    if sort in ("recurrence", "initial"):
        given = {n: terms[n] for n in range(fact.first, fact.first + order)} if sort == "initial" else {}
        row = (*(-c for c in reversed(fact.back)), 1)
        start = rng.choice([None, fact.first, fact.first, fact.first + (sort == "recurrence")])
        return Statement("recurrence", fact, start=start, given=given, numbers=row)
    if sort == "closed" and fact.closed:
        formula, begin = rng.choice(fact.closed)
        begin = max(begin, fact.first)
        return Statement(sort, fact, formula, begin if begin > fact.first or rng.random() < 0.4 else None)
    if sort == "gf":
        below = (1, *(-c for c in fact.back))
        above = [sum(below[j] * fact.start[i - j] for j in range(i + 1)) for i in range(order)]
        return Statement(sort, fact, numbers=(*[0] * fact.first, *above), below=below)
    if sort == "congruence":
        made = _congruence(rng, fact, terms)
        return drawn(rng) if made is None else made
    if sort == "limit" and fact.rate:
        return Statement(sort, fact, fact.rate)
    begin = fact.first + rng.choice([0, 0, 1, 2])
    row = tuple(terms[n] for n in range(begin, begin + rng.randint(6, 9)))
    return Statement("list", fact, start=begin, numbers=row)


def _congruence(rng: Random, fact: Fact, terms: dict[int, int]) -> Statement | None:
    """Return the period of residues: they are periodic once a state, as long as the order, is repeated."""
    modulus, order = rng.choice([2, 2, 3, 5]), len(fact.back)
    states = [tuple(terms[n + j] % modulus for j in range(order)) for n in range(fact.first, SEEN - order)]
    period = next((k for k in range(2, 9) if states[k] == states[0]), 0)
    zero = {n % period for n in range(fact.first, fact.first + period) if terms[n] % modulus == 0}
    is_proper = 0 < len(zero) < period
    return Statement("congruence", fact, numbers=(modulus, period, *sorted(zero))) if is_proper else None


def changed(rng: Random, made: Statement) -> tuple[Statement, Fact]:
    """Return a false statement: another number, sign or index, or a true one about another object."""
    while True:
        false, fact = made, made.fact
        row, change = [*made.numbers], rng.random()
        if change < 0.1:
            others = [o.names for o in FACTS if o.names and o.boards[:2] != fact.boards[:2]]
            return replace(made, fact=replace(fact, names=rng.choice(others))), fact
        if change < 0.25:
            fact = rng.choice(FACTS)
        elif made.kind in ("closed", "limit"):
            places = [*re.finditer(r"\d+|[+-]", made.formula)]
            if not places or (made.kind == "closed" and rng.random() < 0.3):
                other = re.sub(r"\bn\b", f"(n{rng.choice(['+1', '-1'])})", made.formula)
            else:
                at = rng.choice(places)
                new = {"+": "-", "-": "+"}.get(at[0]) or str(int(at[0]) + rng.choice([-1, 1]))
                other = made.formula[: at.start()] + new + made.formula[at.end() :]
            false = replace(made, formula=other)
        elif made.given and rng.random() < 0.4:
            false = replace(made, given=made.given | {rng.choice([*made.given]): rng.randint(0, 9)})
        else:
            is_residue = made.kind == "congruence"
            at = rng.randrange(2 * is_residue, len(row))
            row[at] = -row[at] if rng.random() < 0.3 else row[at] + rng.choice([-1, 1])
            row[at] = row[at] % row[1] if is_residue else row[at]
            false = replace(made, numbers=tuple(row))
        try:
            if not false.is_true(fact, range(-3, 4)):
                return false, fact
        except (ArithmeticError, ValueError, KeyError):
            continue


# Print


def text(rng: Random, made: Statement, is_named: bool) -> tuple[str, dict[str, int], str, str]:
    """Return a printed statement, its options, and the notation."""
    hand = Hand(rng, made.fact.names, is_named)
    words, options = {"recurrence": _recurrence, "closed": _closed, "gf": _series, "list": _list,
                      "limit": _limit, "congruence": _congruent}[made.kind](hand, made)  # fmt: skip
    return words, options, f"{made.kind} {hand.language}", hand.name


def _recurrence(hand: Hand, made: Statement) -> tuple[str, dict[str, int]]:
    rng, row = hand.rng, made.numbers
    order, first = len(row) - 1, made.fact.first
    if made.given and row[-1] == 1 and made.start in (None, first) and rng.random() < 0.25:
        return program(
            hand, [-c for c in row[-2::-1]], [made.given[n] for n in sorted(made.given)], first
        ), {}
    shift = rng.choice([-order, -order, -order, 0, 1 - order])
    parts = [(c, hand.term(hand.index(k + shift))) for k, c in enumerate(row) if c]
    lead, rest = parts[-1], [(-c, what) for c, what in parts[-2::-1]]
    if rng.random() < 0.3:
        rng.shuffle(rest)
    equals = rng.choice(["=", "=", "=", r"\coloneqq", r"\stackrel{(1)}{=}"]) if hand.is_latex else "="
    equals = {"mathematica": "=="}.get(hand.language, equals)
    if lead[0] != 1 or rng.random() < 0.12:
        formula = f"{hand.combination([lead, *((-c, what) for c, what in rest)])} {equals} 0"
    else:
        cut = rng.randrange(len(rest)) if len(rest) > 1 and rng.random() < 0.15 else 0
        left, right = [lead, *((-c, what) for c, what in rest[:cut])], rest[cut:]
        formula = f"{hand.combination(left)} {equals} {hand.combination(right)}"
    if made.start is not None:
        formula += ranged(hand, made.start - shift)
    return decorated(hand, with_initial(hand, formula, made.given) if made.given else formula), {}


def _closed(hand: Hand, made: Statement) -> tuple[str, dict[str, int]]:
    formula = hand.formula(made.formula)
    if made.start is not None or hand.letter != "n" or made.formula == "n" or hand.rng.random() < 0.7:
        formula = f"{hand.term(hand.letter)} {'==' if hand.language == 'mathematica' else '='} {formula}"
    return decorated(hand, formula + (ranged(hand, made.start) if made.start is not None else "")), {}


def _series(hand: Hand, made: Statement) -> tuple[str, dict[str, int]]:
    rng, first, is_down = hand.rng, made.fact.first, hand.rng.random() < 0.2
    x = rng.choice("xxtzq")
    above, below = (hand.polynomial(row, x, is_down) for row in (made.numbers, made.below))
    if hand.language in FORMS["series"]:
        return filled(rng.choice(FORMS["series"][hand.language]), series=f"({above})/({below})", x=x), {}
    if not hand.is_latex:
        left = rng.choice(["", "G.f.: ", f"G.f.: A({x}) = ", f"Sum_{{n>={first}}} a(n)*{x}^n = "])
        return decorated(hand, f"{left}({above})/({below})"), {}
    total = rf"\sum_{{n \ge {first}}} a_n {x}^n"
    right = rng.choice(
        [rf"\frac{{{above}}}{{{below}}}", rf"{{{above} \over {below}}}", f"({above})({below})^{{-1}}"]
    )
    left = rng.choice(["", f"M({x}) = ", f"{total} = ", f"M({x}) = {total} = ", f"G({x}) := "])
    return decorated(hand, rng.choice([left + right] * 9 + [f"({below})M({x}) = {above}"])), {}


def _list(hand: Hand, made: Statement) -> tuple[str, dict[str, int]]:
    rng, start, row = hand.rng, made.start or 0, made.numbers
    if not hand.is_latex:
        has_offset = start > made.fact.first + 1 or rng.random() < 0.7
        comma, end = rng.choice([(", ", ""), (", ", ", ..."), (",", "."), (" ", "")])
        return comma.join(map(str, row)) + end, {"offset": start} if has_offset else {}
    a, n, ns = rng.choice(FREE), hand.letter, range(start, start + len(row))
    values, cells = ", ".join(map(str, row)), " & ".join(map(str, row))
    forms = [rf"({a}_{n})_{{{n}\ge {start}}} = {values}, \dots", "$" + "$, $".join(map(str, row)) + "$",
             rf"\{{{a}_{n}\}}_{{{n}\ge {start}}} = \{{{values}, \ldots\}}",
             ", ".join(f"{a}_{{{k}}} = {term}" for k, term in zip(ns, row, strict=True)),
             rf"{a}_{start}, {a}_{start + 1}, {a}_{start + 2}, \ldots = {values}, \ldots",
             rf"\begin{{array}}{{c|{'c' * len(row)}}} {n} & {' & '.join(map(str, ns))} \\ \hline "
             rf"{a}_{n} & {cells} \end{{array}}"]  # fmt: skip
    text = rng.choice(forms)
    return text, {"offset": start} if text[0] == "$" and start > made.fact.first + 1 else {}


def _limit(hand: Hand, made: Statement) -> tuple[str, dict[str, int]]:
    rng = hand.rng
    n, one, two = hand.letter, hand.term(hand.index(0)), hand.term(hand.index(1))
    exact = hand.formula(made.formula)
    exactly = value(made.formula, 0, {})
    number, rounded = mpmath.nstr(exactly, 12)[:8], mpmath.nstr(exactly, 8)
    if hand.is_latex:
        end = rng.choice([f"= {exact}", f"= {exact}", rf"\approx {rounded}", rf"= {number}\ldots"])
        ratio = rng.choice([rf"\frac{{{two}}}{{{one}}}", f"{two}/{one}"])
        power = rf"{one}^{{1/{n}}}" if "^" not in one and "_" not in one else rf"({one})^{{1/{n}}}"
        return decorated(hand, rf"\lim_{{{n} \to \infty}} {rng.choice([ratio, ratio, power])} {end}"), {}
    ratio = f"{two}/{one}"
    own = {"mathematica": f"Limit[{ratio}, {n} -> Infinity] == {exact}",
           "maple": f"limit({ratio}, {n}=infinity) = {exact}"}.get(hand.language)  # fmt: skip
    return own or rng.choice([f"Limit_{{{n}->oo}} {ratio} = {exact}", f"{ratio} -> {exact}"]), {}


def _congruent(hand: Hand, made: Statement) -> tuple[str, dict[str, int]]:
    rng, n, (modulus, period, *zero) = hand.rng, hand.letter, made.numbers
    term, several = hand.term(n), ", ".join(map(str, zero))
    residues = f"{n} = {several} (mod {period})" if len(zero) == 1 else f"{n} mod {period} in {{{several}}}"
    if hand.is_latex:
        residues = rf"{n} \equiv {several} \pmod{{{period}}}"
        iff = rng.choice([r" \iff ", r" \text{ if and only if } ", r" \Longleftrightarrow "])
        heads = [rf"{term} \equiv 0 \pmod{{{modulus}}}", rf"{modulus} \mid {term}"]
        heads += [rf"{term} \text{{ is even}}"] * (modulus == 2)
        return decorated(hand, rng.choice(heads) + iff + residues), {}
    heads = [f"{modulus} divides {term}", f"{term} is divisible by {modulus}", f"{term} == 0 (mod {modulus})"]
    head = rng.choice(heads + [f"{term} is even"] * (modulus == 2))
    return f"{head} {rng.choice(['iff', 'if and only if', 'iff'])} {residues}", {}


# Verdicts


@dataclass(frozen=True)
class Printed:
    """A string, its query, its truth T, F or A (about another object), and its notation."""

    text: str
    game: str
    boards: str
    truth: str
    spelling: str
    options: dict[str, int]
    has_range: bool

    def __str__(self) -> str:
        more = "".join(f" --{name} {number}" for name, number in self.options.items())
        return f"{self.truth} {self.text} | {self.game} {self.boards}{more}"


def case(rng: Random) -> Printed:
    """Return a random statement in a random notation; every other one is false or about another object."""
    made = drawn(rng)
    if rng.random() < 0.5:
        said, fact, truth = made, made.fact, "T"
    else:
        said, fact = changed(rng, made)
        truth = "A" if said.fact.names != made.fact.names else "F"
    words, options, spelling, name = text(rng, said, truth == "A")
    if truth == "A" and not (name in said.fact.names and name.partition("#")[0] in words):
        return case(rng)
    return Printed(words, fact.game, fact.boards, truth, spelling, options, said.start is not None)


def tags(made: Printed) -> list[str]:
    return [f"truth: {made.truth}", f"spelling: {made.spelling}"]


def compare(made: Printed) -> Compared:
    """Check that no true statement is refuted, and no false or unrelated statement proved."""
    found = verify(made.text, game=made.game, family=made.boards, **made.options).verdict
    has_wrong_range = made.truth == "T" and made.has_range and found == "later"
    if (
        has_wrong_range
        or found in {"T": ("refuted",), "F": ("proved",), "A": ("proved", "refuted")}[made.truth]
    ):
        raise FaultError(str(made), f"{made.truth} {made.spelling} {found}")
    return 1, [f"verdict: {made.truth} {found}"]
