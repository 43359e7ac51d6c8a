"""Statements in print about well-known sequences, in many spellings: notations, programs and decorations.

The facts are from textbooks and from the OEIS entries named beside them; ``listing`` counts their first
terms by enumeration. Whether a drawn statement is true is decided on its values, without gfkit.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from random import Random

import mpmath
from known_sequences import linear

from gfkit.claims import verify

from .case import Compared, FaultError
from .spoken import FREE, SERIES, Hand, decorated, program, ranged, with_initial

SEEN = 40
"""So many values decide: more than the orders of both sides together."""
_HALF = "((1+sqrt({d}))**({e})-(1-sqrt({d}))**({e}))/(2**({e})*sqrt({d}))"
_BINET = _HALF.format(d=5, e="{}")


@dataclass(frozen=True)
class Fact:
    """Counts a(n) for n >= first, with their recurrence from n = first + order on, and formulas of them.

    ``closed`` are pairs of a formula in Python's notation and the n from which on it is true.
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
        """The limit of a(n+1)/a(n), for the recurrences whose limit is named."""
        return RATES.get(self.back, "")

    def terms(self, end: int) -> dict[int, int]:
        term = linear([*self.back], [*self.start])
        return {n: term(n - self.first) for n in range(self.first, end)}


def _lucas(shift: str) -> tuple[tuple[str, int], ...]:
    return ((f"F({shift})", 0), (_BINET.format(*[shift] * 3), 0))


_GRAPHS = {"path:n": "P_#", "cycle:n": "C_#", "2xn": r"P_2 \square P_#"}
_SIZED = ("{}_{{2,#}}", r"{}_{{2\times #}}", "{}(2,#)", r"{}(2\times #)", "{}_#^{{(2)}}")


def _named(letters: str, graph: str) -> tuple[str, ...]:
    sized = tuple(form.format(letters.split()[0]) for form in _SIZED) if graph == "2xn" else ()
    return sized + tuple(f"{letter}({_GRAPHS[graph]})" for letter in letters.split())


_I, _M, _T = r"i \sigma", "m Z", r"\tau"
_LUCAS = (
    ("L(n)", 1),
    ("((1+sqrt(5))/2)**n+((1-sqrt(5))/2)**n", 0),
    ("round(phi**n)", 2),
    ("F(n-1)+F(n+1)", 1),
)
RATES = {
    (1, 1): "phi",
    (2, 1): "1+sqrt(2)",
    (4, -1): "2+sqrt(3)",
    (3, -1): "(3+sqrt(5))/2",
    (1, 2): "2",
    (7,): "7",
}
FACTS = (
    Fact("independent-sets", "path:n", 0, (1, 2), (1, 1), (  # A000045
        *_lucas("n+2"), ("round(phi**(n+2)/sqrt(5))", 0), ("S(0,floor((n+1)/2),lambda k:C(n+1-k,k))", 0),
        ("F(n)+F(n+1)", 0)), _named(_I, "path:n")),
    Fact("independent-sets", "cycle:n", 3, (4, 7), (1, 1), _LUCAS, _named(_I, "cycle:n")),  # A000032
    Fact("independent-sets", "2xn", 0, (1, 3), (2, 1), (  # A001333
        ("((1+sqrt(2))**(n+1)+(1-sqrt(2))**(n+1))/2", 0), ("floor((1+sqrt(2))**(n+1)/2+1/2)", 0),
        ("S(0,floor((n+1)/2),lambda k:C(n+1,2*k)*2**k)", 0)), _named(_I, "2xn")),
    Fact("matchings", "path:n", 0, (1, 1), (1, 1), (
        *_lucas("n+1"), ("S(0,floor(n/2),lambda k:C(n-k,k))", 0)), _named(_M, "path:n")),
    Fact("matchings", "cycle:n", 3, (4, 7), (1, 1), _LUCAS, _named(_M, "cycle:n")),
    Fact("matchings", "2xn", 0, (1, 2, 7), (3, 1, -1), (), _named(_M, "2xn")),  # A030186
    Fact("domino-tilings", "2xn", 0, (1, 1), (1, 1), (
        *_lucas("n+1"), ("S(0,floor(n/2),lambda k:C(n-k,k))", 0)), _named("t T", "2xn")[:5]),
    Fact("domino-tilings", "3x2n", 0, (1, 3), (4, -1), (  # A001835
        ("((3+sqrt(3))*(2+sqrt(3))**n+(3-sqrt(3))*(2-sqrt(3))**n)/6", 0),
        ("floor((3+sqrt(3))*(2+sqrt(3))**n/6)+1", 1), ("ceil((3+sqrt(3))*(2+sqrt(3))**n/6)", 0)),
        (r"t_{3\times 2#}", r"t_{3,2#}", r"T(3,2#)")),
    Fact("domino-tilings", "3xn", 0, (1, 0, 3, 0), (0, 4, 0, -1), (
        ("(1+(-1)**n)/2*((3+sqrt(3))*(2+sqrt(3))**(n/2)+(3-sqrt(3))*(2-sqrt(3))**(n/2))/6", 0),),
        (r"t_{3\times #}", "t_{3,#}", "T(3,#)")),
    Fact("domino-tilings", "4xn", 0, (1, 1, 5, 11), (1, 5, 1, -1), (),  # A005178
        (r"t_{4\times #}", "t_{4,#}", "T(4,#)")),
    Fact("spanning-trees", "2xn", 1, (1, 4), (4, -1), (  # A001353
        ("((2+sqrt(3))**n-(2-sqrt(3))**n)/(2*sqrt(3))", 0), ("round((2+sqrt(3))**n/(2*sqrt(3)))", 1),
        ("S(0,n-1,lambda k:C(n+k,2*k+1)*2**k)", 0)), _named(_T, "2xn")),
    Fact("spanning-trees", "cycle:n", 3, (3, 4), (2, -1), (("n", 0),), _named(_T, "cycle:n")),
    Fact("spanning-trees", "fan:n", 1, (1, 3), (3, -1), (("F(2*n)", 1), (_BINET.format(*["2*n"] * 3), 1)), ()),
    Fact("colourings:3", "path:n", 1, (3,), (2,), (("3*2**(n-1)", 1),), ("P(P_#,3)",)),
    Fact("colourings:3", "cycle:n", 3, (6, 18), (1, 2), (("2**n+2*(-1)**n", 0),), ("P(C_#,3)",)),
    Fact("colourings:3", "2xn", 1, (6,), (3,), (("2*3**n", 1),), (r"P(P_2\square P_#,3)",)),
    Fact("kings", "2xn", 0, (1, 3), (1, 2), (  # A001045
        ("(2**(n+2)-(-1)**n)/3", 0), ("round(2**(n+2)/3)", 0), ("S(0,floor((n+1)/2),lambda k:C(n+1-k,k)*2**k)", 0)),
        _named("k K", "2xn")[:5]),
    Fact("dominating-sets", "path:n", 1, (1, 3, 5), (1, 1, 1), (), (r"d(P_#)",)),  # A000213
    Fact("maximal-independent-sets", "path:n", 1, (1, 2, 2), (0, 1, 1), (), (r"i_{\max}(P_#)",)),  # A000931
    Fact("acyclic-orientations", "2xn", 1, (2,), (7,), (("2*7**(n-1)", 1),), ()),
    Fact("hamiltonian-cycles", "4xn", 1, (0, 1, 2, 6), (2, 2, -2, 1), (), ("h_{4,#}", "H(4,#)")),  # A006864
)  # fmt: skip
"""Andrews and Eriksson; Prodinger and Tichy 1982; Graham, Knuth and Patashnik; Bogdanowicz 2008; the OEIS."""


# Values


def value(formula: str, n: int, terms: dict[int, int]) -> mpmath.mpf:
    """The value of a formula at n, to 100 digits."""
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
        return mpmath.mpmathify(eval(re.sub(r"\b(\d+)\b", r"N('\1')", formula), known)).real  # noqa: S307


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
        """Whether it is true of the counts, with the offset moved by one of ``free`` where none is printed."""
        terms = fact.terms(SEEN + 10)
        if self.kind == "closed":
            ns = range(max(fact.first, self.start or fact.first), SEEN)
            return all(abs(value(self.formula, n, terms) - terms[n]) < 1e-20 for n in ns)
        if self.kind == "recurrence":
            order = len(self.numbers) - 1
            ns = range(max(fact.first, min(self.start or 0, fact.first)), SEEN - order)
            own = all(terms.get(n) == term for n, term in self.given.items())
            return own and not any(sum(c * terms[n + k] for k, c in enumerate(self.numbers)) for n in ns)
        if self.kind == "congruence":
            modulus, period, *zero = self.numbers
            assert all(0 <= r < period for r in zero)
            return all((terms[n] % modulus == 0) == (n % period in zero) for n in terms)
        if self.kind == "limit":
            rate = mpmath.mpf(terms[SEEN]) / terms[SEEN - 1]
            return abs(value(self.formula, 0, terms) - rate) < 1e-3
        found = (
            {self.start + k: term for k, term in enumerate(self.numbers)}
            if self.kind == "list"
            else _expanded(self)
        )
        shown = [n for n in found if n >= fact.first + 3] if self.kind == "gf" else [*found]
        return any(all(terms.get(n + k, 0) == found[n] for n in shown) for k in free)


def _expanded(made: Statement) -> dict[int, int]:
    found: list[int] = []
    for n in range(SEEN):
        back = sum(c * found[n - k] for k, c in enumerate(made.below[1 : n + 1], 1))
        found.append((made.numbers[n] if n < len(made.numbers) else 0) - back)
    return dict(enumerate(found))


def drawn(rng: Random) -> Statement:
    """A true statement about one of the facts."""
    fact = rng.choice(FACTS)
    order, terms = len(fact.back), fact.terms(SEEN)
    sort = rng.choice(
        ["recurrence", "initial", "initial", "closed", "closed", "gf", "list", "limit", "congruence"]
    )
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
    """Residues are periodic from the first n on if a state, as many residues as the order, returns."""
    modulus, order = rng.choice([2, 2, 3, 5]), len(fact.back)
    states = [tuple(terms[n + j] % modulus for j in range(order)) for n in range(fact.first, SEEN - order)]
    period = next((k for k in range(2, 9) if states[k] == states[0]), 0)
    zero = (
        {n % period for n in range(fact.first, fact.first + period) if terms[n] % modulus == 0}
        if period
        else ()
    )
    is_proper = 0 < len(zero) < period
    return Statement("congruence", fact, numbers=(modulus, period, *sorted(zero))) if is_proper else None


def changed(rng: Random, made: Statement) -> tuple[Statement, Fact]:
    """A false statement: another number, sign or index, or the true one about another object."""
    while True:
        false, fact = made, made.fact
        row, change = [*made.numbers], rng.random()
        if change < 0.1:
            return replace(made, fact=replace(fact, names=rng.choice(_others(fact)).names)), fact
        if change < 0.25:
            fact = rng.choice(FACTS)
        elif made.kind in ("closed", "limit"):
            places = [m for m in re.finditer(r"\d+|[+-]", made.formula)]
            if made.kind == "closed" and rng.random() < 0.3 or not places:
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


def _others(fact: Fact) -> list[Fact]:
    """Facts whose names in the literature contain other boards than those of this one, or another graph."""
    return [other for other in FACTS if other.names and other.boards != fact.boards]


# Print


def text(rng: Random, made: Statement, is_named: bool) -> tuple[str, dict[str, int], str, str]:
    """A statement as printed, the options that belong to it, and the spelling."""
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
    rng, first = hand.rng, made.fact.first
    x = rng.choice("xxtzq")
    is_down = rng.random() < 0.2
    above, below = (hand.polynomial(row, x, is_down) for row in (made.numbers, made.below))
    if hand.is_latex:
        form = rng.choice([r"\frac{A}{B}", r"\dfrac{A}{B}", r"{A \over B}", "(A)(B)^{-1}", "(A)/(B)"])
        left = rng.choice(
            ["", "M(x) =", r"\sum_{n \ge S} a_n x^n =", r"M(x) = \sum_{n=S}^{\infty} a_n x^n =", r"G(x) :="]
        )
        if rng.random() < 0.1:
            form, left = "(B)M(x) = A", ""
    else:
        form = "(A)/(B)"
        left = {
            "plain": rng.choice(["", "G.f.: ", "G.f.: A(x) =", "A(x) =", f"Sum_{{n>=S}} a(n)*x^n ="])
        }.get(hand.language, "")
    left = (
        left.replace("=S", f"={first}")
        .replace("ge S", f"ge {first}")
        .replace("x", x)
        .replace(r"\infty", r"\infty")
    )
    formula = re.sub("[AB](?![a-z(])", lambda m: above if m[0] == "A" else below, form).replace(
        "(x)", f"({x})"
    )
    if hand.language in SERIES:
        return rng.choice(SERIES[hand.language]).format(formula, x=x), {}
    return decorated(hand, f"{left} {formula.replace('M(', 'M(')}".strip()).replace("M(x)", f"M({x})"), {}


def _list(hand: Hand, made: Statement) -> tuple[str, dict[str, int]]:
    rng, start, row = hand.rng, made.start or 0, made.numbers
    comma = rng.choice([", ", ", ", ",", " "])
    if not hand.is_latex:
        end = rng.choice(["", "", ", ...", "."]) if comma != " " else ""
        return comma.join(map(str, row)) + end, {
            "offset": start
        } if start > made.fact.first + 1 or rng.random() < 0.7 else {}
    a, n = rng.choice(FREE), hand.letter
    values = ", ".join(map(str, row))
    forms = [rf"({a}_{n})_{{{n}\ge {start}}} = {values}, \dots", rf"\{{{a}_{n}\}}_{{{n}\ge {start}}} = \{{{values}, \ldots\}}",
             "$" + "$, $".join(map(str, row)) + "$",
             ", ".join(f"{a}_{{{start + k}}} = {term}" for k, term in enumerate(row)),
             rf"{a}_{start}, {a}_{start + 1}, {a}_{start + 2}, \ldots = {values}, \ldots",
             rf"\begin{{array}}{{c|{'c' * len(row)}}} {n} & {' & '.join(str(start + k) for k in range(len(row)))} \\ \hline "
             rf"{a}_{n} & {' & '.join(map(str, row))} \end{{array}}"]  # fmt: skip
    return rng.choice(forms), {}


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
    forms = [
        f"Limit_{{{n}->oo}} {two}/{one} = {exact}",
        f"{two}/{one} -> {exact}",
        f"lim {two}/{one} = {exact}",
    ]
    forms += {"mathematica": [f"Limit[{two}/{one}, {n} -> Infinity] == {exact}"],
              "maple": [f"limit({two}/{one}, {n}=infinity) = {exact}"]}.get(hand.language, [])  # fmt: skip
    return rng.choice(forms), {}


def _congruent(hand: Hand, made: Statement) -> tuple[str, dict[str, int]]:
    rng, n, (modulus, period, *zero) = hand.rng, hand.letter, made.numbers
    term, several = hand.term(n), ", ".join(map(str, zero))
    residues = f"{n} = {several} (mod {period})" if len(zero) == 1 else f"{n} mod {period} in {{{several}}}"
    if hand.is_latex:
        residues = rf"{n} \equiv {several} \pmod{{{period}}}"
        iff = rng.choice([r" \iff ", r" \text{ if and only if } ", r" \Longleftrightarrow "])
        heads = [rf"{term} \equiv 0 \pmod{{{modulus}}}", rf"{modulus} \mid {term}"]
        return decorated(
            hand, rng.choice(heads + [rf"{term} \text{{ is even}}"] * (modulus == 2)) + iff + residues
        ), {}
    heads = [f"{modulus} divides {term}", f"{term} is divisible by {modulus}", f"{term} == 0 (mod {modulus})"]
    head = rng.choice(heads + [f"{term} is even"] * (modulus == 2))
    return f"{head} {rng.choice(['iff', 'if and only if', 'iff'])} {residues}", {}


# Judged


@dataclass(frozen=True)
class Printed:
    """A text, what is asked of it, whether it is T, F or A (about another object), and how it is spelt."""

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
    """A drawn statement in a drawn spelling; every other one is false or about another object."""
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
    """The verdict on it: nothing true is refuted, nothing false is proved, and neither about another object."""
    found = verify(made.text, game=made.game, family=made.boards, **made.options).verdict
    wrong = {
        "T": ("refuted", "later" if made.has_range else ""),
        "F": ("proved",),
        "A": ("proved", "refuted"),
    }
    if found in wrong[made.truth]:
        raise FaultError(str(made), f"{made.truth} {made.spelling} {found}")
    return 1, [f"verdict: {made.truth} {found}"]
