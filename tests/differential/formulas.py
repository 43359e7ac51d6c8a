"""Random printed statements about counted families, true or false by construction, in every notation.

Nothing here knows gfkit. A family is a sequence in print, as its recurrence and first terms; a statement is
built as data, judged term by term with fractions (its growth with mpmath), and only then written down. So
whether it is true is known before ``gfkit.verify`` sees it.

What a text means where print is loose: first values that a sequence begins with take the place of the
formula; decimals in an equation are exact; in an asymptotic they stand for the numbers that round or are cut
off to them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from random import Random

import mpmath

Poly = dict[tuple[int, int], Fraction]
"""A polynomial in x and y by its exponents; numbers are those with (0, 0) alone."""

POINT = (Fraction(10_007), Fraction(1_000_003))
"""x and y where polynomials with small coefficients are told apart by their values."""
SEEN = 48
"""So many terms decide: far more than the orders of both sides together."""
TRIES = 200


@dataclass(frozen=True)
class Family:
    """A game on boards of size n >= first_n, whose counts obey a(n) = sum back[k-1] a(n-k)."""

    game: str
    boards: str
    first_n: int
    initial: tuple[Poly, ...]
    back: tuple[Poly, ...]
    weights: str = ""

    def terms(self, count: int) -> list[Fraction]:
        """The counts from first_n on, at POINT where they are polynomials."""
        found = [at(value) for value in self.initial]
        while len(found) < count:
            found.append(sum(at(c) * found[-k] for k, c in enumerate(self.back, 1)))
        return found[:count]


def number(value: int | Fraction) -> Poly:
    return {(0, 0): Fraction(value)} if value else {}


def at(poly: Poly) -> Fraction:
    return sum((c * POINT[0] ** i * POINT[1] ** j for (i, j), c in poly.items()), Fraction(0))


def plus(one: Poly, other: Poly, scale: int = 1) -> Poly:
    total = dict(one)
    for key, value in other.items():
        total[key] = total.get(key, Fraction(0)) + scale * value
    return {key: value for key, value in total.items() if value}


def times(one: Poly, other: Poly) -> Poly:
    total: Poly = {}
    for (i, j), a in one.items():
        for (k, m), b in other.items():
            total[i + k, j + m] = total.get((i + k, j + m), Fraction(0)) + a * b
    return {key: value for key, value in total.items() if value}


def product(one: list[Poly], other: list[Poly]) -> list[Poly]:
    """The product of polynomials in t, lowest coefficient first."""
    found: list[Poly] = [{} for _ in range(len(one) + len(other) - 1)]
    for i, a in enumerate(one):
        for k, b in enumerate(other):
            found[i + k] = plus(found[i + k], times(a, b))
    return found


def _plain(game: str, boards: str, first_n: int, initial: list[int], back: list[int]) -> Family:
    return Family(game, boards, first_n, tuple(map(number, initial)), tuple(map(number, back)))


_X: Poly = {(1, 0): Fraction(1)}
_Y: Poly = {(0, 1): Fraction(1)}
_ONE = number(1)

FAMILIES = (
    _plain("domineering", "1xn", 0, [1, 1], [1, 1]),  # A000045: matchings of a path
    _plain("domineering", "2xn", 0, [1, 2, 7], [3, 1, -1]),  # A030186: matchings of the ladder
    _plain("arc-kayles", "path:n", 0, [1, 1], [1, 1]),
    _plain("arc-kayles", "cycle:n", 3, [4, 7], [1, 1]),  # A000032: matchings of a cycle
    _plain("node-kayles", "path:n", 0, [1, 2], [1, 1]),  # independent sets of a path
    _plain("node-kayles", "cycle:n", 3, [4, 7], [1, 1]),
    _plain("o12", "path:n", 0, [1, 2], [2, 1]),  # A000129
    _plain("o12", "cycle:n", 3, [14, 34], [2, 1]),  # A002203
    _plain("col", "path:n", 0, [1, 3], [2, 1]),  # A001333
    _plain("snort", "path:n", 0, [1, 3], [2, 1]),
    _plain("cis", "path:n", 0, [1, 3], [1, 2]),  # A001045
    _plain("cis:3", "path:n", 0, [1, 4], [1, 3]),  # A006130
    _plain("nogo", "path:n", 0, [1, 1, 5], [3, -1, 1]),  # Brown et al., Theorem 3.11
)
"""Sequences in print; tests list their first terms by brute force."""

WEIGHTED = (
    Family("domineering", "1xn", 0, (_ONE, _ONE), (_ONE, _X), "x"),
    Family("node-kayles", "path:n", 0, (_ONE, plus(_ONE, _X)), (_ONE, _X), "x"),
    Family("o12", "path:n", 0, (_ONE, plus(_ONE, _X)), (plus(_ONE, _X), _X), "x"),
    Family("col", "path:n", 0, (_ONE, plus(_ONE, _X, 2)), (plus(_ONE, _X), _X), "x"),
    Family("cis", "path:n", 0, (_ONE, plus(_ONE, _X, 2)), (_ONE, plus({}, _X, 2)), "x"),
    Family("o12", "path:n", 0, (_ONE, plus(_ONE, _X)), (plus(_ONE, _X), _Y), "xy"),
    Family("cis", "path:n", 0, (_ONE, plus(_ONE, plus(_X, _Y))), (_ONE, plus(_X, _Y)), "xy"),
)
"""The same by pieces (x) or by players (x and y)."""


# Statements


@dataclass(frozen=True)
class Recurrence:
    """sum of sides[s] a(n+s) = 0 from a bound on (None: wherever all indices exist), with single terms."""

    family: Family
    sides: dict[int, Poly]
    bound: int | None = None
    given: dict[int, Poly] = field(default_factory=dict)

    def is_true(self) -> bool:
        first, terms = self.family.first_n, self.family.terms(SEEN)
        if any(n >= first and at(value) != terms[n - first] for n, value in self.given.items()):
            return False
        start = first - min(self.sides)
        if self.bound is None:
            start = max(start, _behind(self.given, first, first + 1) - max(self.sides))
        else:
            start = max(start, self.bound)
        ns = range(start, first + SEEN - max(self.sides))
        return all(not sum(at(c) * terms[n + s - first] for s, c in self.sides.items()) for n in ns)


@dataclass(frozen=True)
class Series:
    """above/below, as coefficients of t."""

    family: Family
    above: list[Poly]
    below: list[Poly]

    def is_true(self) -> bool:
        first, terms = self.family.first_n, self.family.terms(SEEN)
        above, below = [at(c) for c in self.above], [at(c) for c in self.below]
        if not below[0]:
            return False
        found: list[Fraction] = []
        for n in range(first + SEEN):
            rest = sum(below[k] * found[n - k] for k in range(1, min(n, len(below) - 1) + 1))
            found.append(((above[n] if n < len(above) else 0) - rest) / below[0])
        return found[first:] == terms


LUCAS = {"F": (1, 1, 0, 1), "L": (1, 1, 2, 1), "Pell": (2, 1, 0, 1), "J": (1, 2, 0, 1)}
"""b(n) = p b(n-1) + q b(n-2), with b(0) and b(1)."""


@dataclass(frozen=True)
class Part:
    """scale * name(n + shift), name^(n + shift) for a number, or n^shift for the name n."""

    scale: Fraction
    name: str
    shift: int

    def value(self, n: int) -> Fraction:
        if self.name == "n":
            return self.scale * n**self.shift
        if self.name not in LUCAS:
            return self.scale * Fraction(self.name) ** (n + self.shift)
        p, q, one, two = map(Fraction, LUCAS[self.name])
        for _ in range(n + self.shift):
            one, two = two, p * two + q * one
        for _ in range(-n - self.shift):
            one, two = (two - p * one) / q, one
        return self.scale * one


@dataclass(frozen=True)
class Closed:
    """a(n) = the sum of the parts, with single terms."""

    family: Family
    parts: tuple[Part, ...]
    bound: int | None = None
    given: dict[int, Poly] = field(default_factory=dict)

    def is_true(self) -> bool:
        first, terms = self.family.first_n, self.family.terms(SEEN)
        if any(n >= first and at(value) != terms[n - first] for n, value in self.given.items()):
            return False
        start = _behind(self.given, first, first) if self.bound is None else max(first, self.bound)
        ns = range(start, first + SEEN)
        return all(sum(part.value(n) for part in self.parts) == terms[n - first] for n in ns)


@dataclass(frozen=True)
class Growth:
    """a(n) ~ constant^(+-1) rate^(n + offset) with their digits; ``is_equal``: with + o(1) for =."""

    family: Family
    constant: str
    rate: str
    offset: int = 0
    is_below: bool = False
    is_equal: bool = False

    def is_true(self) -> bool:
        rate, constant, second = measured(self.family)
        if self.is_equal and second >= 1:
            return False
        true = constant / rate**self.offset
        return fits(self.rate, rate) and fits(self.constant, 1 / true if self.is_below else true)

    def is_near_edge(self) -> bool:
        """Whether a digit more or less decides: such statements are left out."""
        rate, constant, second = measured(self.family)
        true = constant / rate**self.offset
        pairs = ((self.rate, rate), (self.constant, 1 / true if self.is_below else true))
        return (abs(second - 1) < 1e-9 and self.is_equal) or any(_is_near_edge(*pair) for pair in pairs)


Statement = Recurrence | Series | Closed | Growth


def _behind(given: dict[int, Poly], first: int, latest: int) -> int:
    n = min(given, default=first)
    if n > latest:
        return first
    while n in given:
        n += 1
    return max(n, first)


def fits(digits: str, true: mpmath.mpf) -> bool:
    printed, unit = mpmath.mpf(digits), mpmath.mpf(10) ** -len(digits.partition(".")[2])
    return printed - unit / 2 <= true < printed + unit


def _is_near_edge(digits: str, true: mpmath.mpf) -> bool:
    printed, unit = mpmath.mpf(digits), mpmath.mpf(10) ** -len(digits.partition(".")[2])
    return any(abs(edge - true) < unit / 10**6 for edge in (printed - unit / 2, printed + unit))


def measured(family: Family) -> tuple[mpmath.mpf, mpmath.mpf, mpmath.mpf]:
    """lambda and C of a(n) ~ C lambda^n, and the modulus of the next root, from far terms and the roots."""
    return _measured(FAMILIES.index(family))


@cache
def _measured(place: int) -> tuple[mpmath.mpf, mpmath.mpf, mpmath.mpf]:
    family = FAMILIES[place]
    with mpmath.workdps(60):
        row = [1, *(-int(at(c)) for c in family.back)]
        sizes = sorted(
            (abs(root) for root in mpmath.polyroots(row, maxsteps=400, extraprec=400)), reverse=True
        )
        far = 800
        terms = family.terms(far + 1 - family.first_n)
        return sizes[0], mpmath.mpf(int(terms[-1])) / sizes[0] ** far, sizes[1]


# Random statements


def true_statement(rng: Random) -> tuple[str, str, str]:
    """A true statement as printed, the game and the family it is about."""
    family = rng.choice(FAMILIES if rng.random() < 0.75 else WEIGHTED)
    while True:
        made = _true(rng, family)
        if made is not None and _is_decided(made) and made.is_true():
            return printed(rng, made), family.game, family.boards


def false_statement(rng: Random) -> tuple[str, str, str]:
    """A statement that is false, told from a true one by as little as one digit; the game and the family."""
    for _ in range(TRIES):
        family = rng.choice(FAMILIES if rng.random() < 0.75 else WEIGHTED)
        made = _true(rng, family)
        if made is None:
            continue
        changed = _changed(rng, made)
        if changed is not None and _is_decided(changed) and not changed.is_true():
            return printed(rng, changed), family.game, family.boards
    raise AssertionError("no change makes these statements false")


def _is_decided(made: Statement) -> bool:
    return not (isinstance(made, Growth) and made.is_near_edge())


def _true(rng: Random, family: Family) -> Statement | None:
    kinds: list[Callable[[Random, Family], Statement | None]] = [_recurrence, _series]
    if not family.weights:
        kinds += [_closed, _growth]
    return rng.choice(kinds)(rng, family)


def _factor(rng: Random, family: Family) -> list[Poly]:
    """A polynomial in t that starts with 1, to multiply both sides with."""
    extra = [number(rng.randint(-2, 2)) for _ in range(rng.choice([0, 0, 1, 2]))]
    if family.weights and extra and rng.random() < 0.5:
        extra[0] = plus(extra[0], _X)
    return [_ONE, *extra]


def _recurrence(rng: Random, family: Family) -> Recurrence:
    row = product([_ONE, *(plus({}, c, -1) for c in family.back)], _factor(rng, family))
    while not row[-1]:
        row.pop()
    shift = rng.choice([0, 0, 0, 1, 2])
    sides = {shift - k: c for k, c in enumerate(row) if c}
    count = rng.choice([0, 0, len(row) - 1, len(row) - 1, rng.randint(0, 5)])
    start = family.first_n + rng.choice([0, 0, 0, 1])
    given = {start + k: _poly_term(family, start + k) for k in range(count)}
    bound = rng.choice([None, None, family.first_n - min(sides), family.first_n + rng.randint(0, 6)])
    return Recurrence(family, sides, bound, given)


def _poly_term(family: Family, n: int) -> Poly:
    found = list(family.initial)
    while len(found) <= n - family.first_n:
        total: Poly = {}
        for k, c in enumerate(family.back, 1):
            total = plus(total, times(c, found[-k]))
        found.append(total)
    return found[n - family.first_n]


def _series(rng: Random, family: Family) -> Series:
    """Of a family that starts late the recurrence is run back to n = 0, which is convention."""
    below = [_ONE, *(plus({}, c, -1) for c in family.back)]
    size = family.first_n + len(family.initial)
    terms = [_poly_term(family, n) if n >= family.first_n else {} for n in range(size)]
    above: list[Poly] = []
    for n in range(size):
        total: Poly = {}
        for k in range(min(n, len(below) - 1) + 1):
            total = plus(total, times(below[k], terms[n - k]))
        above.append(total)
    while len(above) > 1 and not above[-1]:
        above.pop()
    both = _factor(rng, family)
    scale = number(rng.choice([1, 1, 1, 2, -1, 3]))
    return Series(family, product(product(above, both), [scale]), product(product(below, both), [scale]))


_KNOWN = {
    ("domineering", "1xn"): ("F", 1),
    ("arc-kayles", "path:n"): ("F", 1),
    ("arc-kayles", "cycle:n"): ("L", 0),
    ("node-kayles", "path:n"): ("F", 2),
    ("node-kayles", "cycle:n"): ("L", 0),
    ("o12", "path:n"): ("Pell", 1),
    ("cis", "path:n"): ("J", 2),
}


def _closed(rng: Random, family: Family) -> Closed | None:
    if (family.game, family.boards) not in _KNOWN:
        return None
    name, shift = _KNOWN[family.game, family.boards]
    parts = [Part(Fraction(1), name, shift)]
    for _ in range(rng.randint(0, 3)):  # b(m) = b(m+1)/p - q b(m-1)/p
        part = parts.pop(rng.randrange(len(parts)))
        p, q, *_ = LUCAS[name]
        parts += [
            Part(part.scale / p, name, part.shift + 1),
            Part(-part.scale * Fraction(q, p), name, part.shift - 1),
        ]
    if name == "J" and rng.random() < 0.5:  # J(m) = (2^m - (-1)^m)/3
        parts = [Part(Fraction(1, 3), "2", shift), Part(Fraction(-1, 3), "-1", shift)]
    if rng.random() < 0.2:
        extra = Part(Fraction(rng.randint(1, 4)), rng.choice(["2", "3", "n"]), rng.randint(0, 2))
        parts += [extra, replace(extra, scale=-extra.scale)]
    rng.shuffle(parts)
    start = family.first_n
    given = {start + k: _poly_term(family, start + k) for k in range(rng.choice([0, 0, 1, 2]))}
    if rng.random() < 0.2:
        far = start + rng.randint(3, 9)
        given[far] = _poly_term(family, far)
    return Closed(family, tuple(parts), rng.choice([None, None, start + rng.randint(0, 4)]), given)


def _growth(rng: Random, family: Family) -> Growth:
    rate, constant, _ = measured(family)
    offset, is_below = rng.choice([0, 0, 1, 2, -1]), rng.random() < 0.25
    true = constant / rate**offset
    return Growth(
        family,
        _digits(rng, 1 / true if is_below else true),
        _digits(rng, rate),
        offset,
        is_below,
        rng.random() < 0.3,
    )


def _digits(rng: Random, true: mpmath.mpf) -> str:
    """Rounded or cut off to some digits after the point."""
    size = rng.randint(1, 12)
    scaled = true * mpmath.mpf(10) ** size
    whole = int(mpmath.floor(scaled)) if rng.random() < 0.5 else int(mpmath.nint(scaled))
    return _with_point(whole, size)


def _with_point(whole: int, size: int) -> str:
    text = str(whole).rjust(size + 1, "0")
    return f"{text[:-size]}.{text[-size:]}"


# Changes


def _changed(rng: Random, made: Statement) -> Statement | None:
    """The statement with one number changed; it may still be true."""
    if isinstance(made, Series):
        side = rng.choice(["above", "below"])
        return replace(made, **{side: _nudged_row(rng, getattr(made, side))})
    if isinstance(made, Growth):
        side = rng.choice(["constant", "rate", "offset", "is_equal"])
        if side == "offset":
            return replace(made, offset=made.offset + rng.choice([1, -1]))
        if side == "is_equal":
            return replace(made, is_equal=True)
        text = getattr(made, side)
        size = len(text.partition(".")[2])
        whole = int(text.replace(".", "")) + rng.choice([1, -1, 2, -3, 10, 10**size])
        return replace(made, **{side: _with_point(abs(whole), size)})
    if made.given and rng.random() < 0.4:
        n = rng.choice(sorted(made.given))
        return replace(made, given={**made.given, n: _nudged(rng, made.given[n])})
    if made.bound and rng.random() < 0.1:
        return replace(made, bound=max(0, made.bound - 1))
    if rng.random() < 0.2:
        n = made.family.first_n + rng.randint(0, 9)
        return replace(made, given={**made.given, n: _nudged(rng, _poly_term(made.family, n))})
    if isinstance(made, Recurrence):
        s = rng.choice(sorted(made.sides))
        if rng.random() < 0.3 and len(made.sides) > 2:
            moved = {(k + 1 if k < s else k): c for k, c in made.sides.items()}
            return replace(made, sides=moved)
        nudged = _nudged(rng, made.sides[s])
        return replace(made, sides={**made.sides, s: nudged}) if nudged and s != max(made.sides) else None
    k = rng.randrange(len(made.parts))
    part = made.parts[k]
    other = rng.choice(
        [
            replace(part, shift=part.shift + rng.choice([1, 2])),
            replace(part, scale=part.scale + rng.choice([1, -1])),
        ]
    )
    return replace(made, parts=(*made.parts[:k], other, *made.parts[k + 1 :]))


def _nudged_row(rng: Random, row: list[Poly]) -> list[Poly]:
    k = rng.randrange(len(row))
    return [*row[:k], _nudged(rng, row[k]), *row[k + 1 :]]


def _nudged(rng: Random, poly: Poly) -> Poly:
    keys = [*poly, (0, 0)] if rng.random() < 0.8 else [*poly, (1, 0)] if any(map(any, poly)) else [(0, 0)]
    return plus(poly, {rng.choice(keys): Fraction(rng.choice([1, -1, 2, 5, Fraction(1, 2)]))})


# Notation


def printed(rng: Random, made: Statement) -> str:
    """The statement in one of its spellings, plain or LaTeX."""
    is_latex = rng.random() < 0.4
    if isinstance(made, Series):
        text = _series_text(rng, made, is_latex)
    elif isinstance(made, Growth):
        text = _growth_text(rng, made, is_latex)
    else:
        pieces = (
            _recurrence_text(rng, made, is_latex)
            if isinstance(made, Recurrence)
            else _closed_text(rng, made, is_latex)
        )
        text = _joined(rng, pieces, made.bound, is_latex)
    return f"${text}$" if is_latex and rng.random() < 0.2 else text + rng.choice(["", "", "", "."])


def _joined(rng: Random, pieces: list[str], bound: int | None, is_latex: bool) -> str:
    """The formula and its single terms, in this order or the other, with the range behind the formula."""
    formula, *terms = pieces
    if bound is not None:
        sign = rng.choice([r"\ge", r"\geq"]) if is_latex else ">="
        listed = f"n = {bound}, {bound + 1}, {bound + 2}, ..."
        strict = f"n > {bound - 1}" if bound else f"n {sign} {bound}"
        words = rng.choice([f"n {sign} {bound}", f"n {sign} {bound}", strict, listed])
        opening = rng.choice([" for ", ", ", " for all "] if words != listed else [", ", " for "])
        if is_latex and opening != ", ":
            opening = rf" \text{{{opening.strip()}}} "
        formula += rf" \quad ({words})" if rng.random() < 0.2 and words != listed else opening + words
    rng.shuffle(terms)
    behind = rng.random() < 0.6
    separator = rng.choice([", ", "; ", ",\n" if not is_latex else ", "])
    return separator.join([formula, *terms] if behind else [*terms, formula])


def _recurrence_text(rng: Random, made: Recurrence, is_latex: bool) -> list[str]:
    named = _namer(rng, made.family)
    top = max(made.sides)
    lead = made.sides[top]
    others = {s: plus({}, c, -1) for s, c in made.sides.items() if s != top}
    if lead != _ONE or rng.random() < 0.1:  # all on one side
        both = {top: lead, **{s: c for s, c in made.sides.items() if s != top}}
        formula = f"{_combined(rng, both, named, is_latex)} = 0"
    else:
        formula = f"{named(_index(top))} = {_combined(rng, others, named, is_latex) or '0'}"
    return [formula, *_single(rng, made.given, named, is_latex)]


def _single(rng: Random, given: dict[int, Poly], named: Callable[[str], str], is_latex: bool) -> list[str]:
    attached = not named("0").startswith("P") and rng.random() < 0.3
    letter = named("0")[0]
    return [
        f"{letter}{n} = {poly_text(value, is_latex)}"
        if attached
        else f"{named(str(n))} = {poly_text(value, is_latex)}"
        for n, value in given.items()
    ]


def _namer(rng: Random, family: Family) -> Callable[[str], str]:
    if family.weights:
        arguments = "(x)" if family.weights == "x" else "(x, y)"
        return lambda index: f"P_{{{index}}}{arguments}"
    letter = rng.choice(["a", "a", "s", "c", "u"])
    style = rng.choice(["{0}({1})", "{0}({1})", "{0}_{{{1}}}"])
    return lambda index: style.format(letter, index)


def _index(shift: int) -> str:
    return "n" if not shift else f"n{shift:+d}"


def _combined(rng: Random, row: dict[int, Poly], named: Callable[[str], str], is_latex: bool) -> str:
    """The sum of coefficients times terms, the terms in any order."""
    shifts = [s for s, c in row.items() if c]
    if rng.random() < 0.2:
        rng.shuffle(shifts)
    text = ""
    for s in shifts:
        text += _signed(row[s], named(_index(s)), text, rng, is_latex)
    return text


def _signed(c: Poly, name: str, before: str, rng: Random, is_latex: bool) -> str:
    """One summand with its sign."""
    is_number = set(c) <= {(0, 0)}
    size = next(iter(c.values())) if is_number else Fraction(1)
    sign = "-" if is_number and size < 0 else "+"
    opening = sign if before or sign == "-" else ""
    opening = f" {opening} " if before else opening
    if is_number and abs(size) == 1 and name:
        return opening + name
    body = poly_text(number(abs(size)) if is_number else c, is_latex)
    if is_number and "/" not in body and name and rng.random() < 0.1:
        body += ".0"
    if not is_number or "/" in body:
        body = f"({body})"
    product = r" \cdot " if is_latex else "*"
    between = product if name[:1].isdigit() else rng.choice([product, "", " "])
    return opening + body + (between if name else "") + name


def poly_text(poly: Poly, is_latex: bool = False) -> str:
    """A polynomial in x and y, or a number."""
    text = ""
    for (i, j), c in sorted(poly.items()):
        power = "*".join(f"{letter}^{k}" if k > 1 else letter for letter, k in (("x", i), ("y", j)) if k)
        size = abs(c)
        shown = "" if size == 1 and power else str(size.numerator)
        if size.denominator > 1:
            shown = (
                rf"\frac{{{size.numerator}}}{{{size.denominator}}}"
                if is_latex
                else f"{size.numerator}/{size.denominator}"
            )
        body = shown + ("*" if shown and power else "") + power
        text += (" - " if text else "-") + body if c < 0 else (" + " if text else "") + body
    return text.replace("*", " ") if is_latex else text or "0"


def _series_text(rng: Random, made: Series, is_latex: bool) -> str:
    letter = "t" if made.family.weights else rng.choice(["t", "t", "x", "z"])
    above, below = (_row_text(rng, row, letter, is_latex) for row in (made.above, made.below))
    text = rf"\frac{{{above}}}{{{below}}}" if is_latex else f"({above})/({below})"
    used = {
        letter
        for row in (made.above, made.below)
        for c in row
        for key in c
        for letter, k in zip("xy", key, strict=True)
        if k
    }
    if made.family.weights:
        arguments = "(1, x, x, t)" if made.family.weights == "x" else "(1, x, y, t)"
        is_bare = rng.random() < 0.4 and used == set(made.family.weights)
        return text if is_bare else f"GF{arguments} = {text}"
    name = rng.choice(["", "", f"A({letter}) = ", "GF = ", f"G({letter}) = "])
    return name + text if letter in text else text


def _row_text(rng: Random, row: list[Poly], letter: str, is_latex: bool) -> str:
    text = ""
    for k, c in enumerate(row):
        if c:
            power = (
                "" if not k else letter if k == 1 else f"{letter}^{{{k}}}" if is_latex else f"{letter}^{k}"
            )
            text += _signed(c, power, text, rng, is_latex)
    return text or "0"


def _closed_text(rng: Random, made: Closed, is_latex: bool) -> list[str]:
    named = _namer(rng, made.family)
    text = ""
    for part in made.parts:
        if part.name == "n":
            body = f"n^{part.shift}" if part.shift else ""
        elif part.name in LUCAS:
            body = (
                f"{part.name}_{{{_index(part.shift)}}}" if is_latex else f"{part.name}({_index(part.shift)})"
            )
            body = body.replace("Pell_", r"\text{Pell}_")
        else:
            base = f"({part.name})" if part.name.startswith("-") else part.name
            body = f"{base}^{{{_index(part.shift)}}}" if is_latex else f"{base}^({_index(part.shift)})"
        text += _signed(number(part.scale), body, text, rng, False) if part.scale else ""
    formula = text or "0*n"
    if made.given or rng.random() < 0.7 or not any(part.scale for part in made.parts):
        formula = f"{named('n')} = {formula}"
    return [formula, *_single(rng, made.given, named, is_latex)]


def _growth_text(rng: Random, made: Growth, is_latex: bool) -> str:
    power = f"{made.rate}^{{{_index(made.offset)}}}" if is_latex else f"{made.rate}^({_index(made.offset)})"
    if made.is_below:
        text = rf"\frac{{{power}}}{{{made.constant}}}" if is_latex else f"{power}/{made.constant}"
    else:
        between = r" \cdot " if is_latex else rng.choice(["*", " * "])
        text = between.join(rng.choice([[made.constant, power], [power, made.constant]]))
    name = rng.choice(["a(n)", "c_n", "a_{n}"])
    if made.is_equal:
        return f"{name} = {text} + o(1)"
    sign = rng.choice([r"\sim", r"\simeq", r"\approx"]) if is_latex else rng.choice(["~", "≈", "≃"])
    return f"{name} {sign} {text}"


def statements(seed: int) -> Iterator[tuple[bool, str, str, str]]:
    """True and false statements in turn, each with its game and family, without an end."""
    rng = Random(seed)
    while True:
        yield (True, *true_statement(rng))
        yield (False, *false_statement(rng))
