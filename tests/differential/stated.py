"""Statements with drawn numbers in drawn spellings, and the canonical statements that gfkit judges.

The truth of both is decided term by term, from recurrences of facts in print; the canonical statement is
parsed by gfkit and evaluated here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial, reduce
from math import ceil, comb, floor
from operator import add, mul, sub, truediv
from random import Random
from typing import Any

from mpmath import mp, mpf, nint, sqrt
from tables import tables

import gfkit
from gfkit.claims.statement import tree
from gfkit.claims.statement.canonical import canonical_text, parse_statement
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.errors import GfkitError

from .case import Compared, FaultError
from .printed import FACTS, Fact, Statement, _expanded, value
from .spoken import Hand, ranged
from .statements import SEEN, lucas

FORMS = tables("stated")
OBJECTS = [fact for fact in FACTS if fact.boards != "3x2n"] + [
    Fact(**{key: tuple(part) if isinstance(part, list) else part for key, part in row.items()})
    for row in FORMS["facts"]
]
FAR = 250
_BOARDS = {"path": "path $P_n$", "cycle": "cycle $C_n$", "wheel": "wheel"}


@cache
def terms(game: str, boards: str) -> dict[int, int]:
    return next(f for f in OBJECTS if (f.game, f.boards) == (game, boards)).terms(2 * FAR)


@dataclass(frozen=True)
class Stated:
    """A statement in print, its object, and whether it is true."""

    text: str
    fact: Fact
    is_true: bool
    kind: str

    def __str__(self) -> str:
        return f"{self.is_true}: {self.text} | {self.fact.game} {self.fact.boards}"


def known(fact: Fact) -> dict[str, Any]:
    """Return the functions that a relation uses."""
    a = terms(fact.game, fact.boards)
    return {
        "a": lambda k: a[k], "F": lambda k: lucas("F", k), "L": lambda k: lucas("L", k), "floor": floor,
        "ceil": ceil, "C": comb, "S": lambda low, high, term: sum(map(term, range(low, high + 1))),
    }  # fmt: skip


def draw(rng: Random, form: dict[str, Any], fact: Fact) -> Stated | None:
    """Return a statement of a form about a fact, or None if the form does not fit."""
    numbers = {key: rng.choice(row) for key, row in form.items() if isinstance(row, list) and key != "print"}
    start = fact.first + form.get("late", 0) + rng.randint(0, 3)
    end = start + rng.randint(0, 2) if "ends" in form else FAR - 10
    a, text = terms(fact.game, fact.boards), form["true"]
    hand = Hand(rng, system=rng.choice(["latex", "plain"]))
    if form["kind"] == "inequality" or rng.random() < 0.3:
        hand.letter, hand.name = "n", "a_#" if hand.is_latex else "a(#)"
    if form.get("of", "") not in fact.game or (text == "closed" and not fact.closed):
        return None
    if text == "series":
        return None if fact.first else _series(hand, fact)
    if text == "closed":
        formula, own = rng.choice(fact.closed)
        start, places = max(start, own), [*re.finditer(r"\d+", formula)]
        if places and rng.random() < 0.5:
            at = rng.choice(places)
            formula = formula[: at.start()] + str(int(at[0]) + rng.choice([-1, 1])) + formula[at.end() :]
        text = f"a(n)=={formula}"
    elif text == "back":
        row, start = [c + rng.choice([0, 0, 0, 0, 0, 1, -1]) for c in fact.back], start + len(fact.back)
        text = "a(n)==" + "+".join(f"{c}*a(n-{k})" for k, c in enumerate(row, 1))
    if "at" in numbers:
        numbers["at"] = max(numbers["at"], fact.first)
        numbers["value"] = a[numbers["at"]] + rng.choice([0, 0, 1])
    text = tidy(text.format(**numbers, first=fact.first))
    try:
        if form["true"] == "closed":
            right = text.partition("==")[2]
            is_true = all(abs(value(right, n, a) - a[n]) < 1e-20 for n in range(start, 60))
        else:
            at_n = eval(f"lambda n: {text.replace('/', '*One/')}", known(fact) | {"One": Fraction(1)})
            is_true = all(at_n(n) for n in range(start, end + 1))
    except (ArithmeticError, ValueError):
        return None
    words = _words(hand, form, numbers) if "print" in form else _printed(hand, text, form["kind"], fact)
    if "ends" in form:
        span = f"{start} <= {hand.letter} <= {end}"
        words += rf" \text{{ for }} {span.replace('<=', chr(92) + 'le')}" if hand.is_latex else f" for {span}"
    elif "at" not in numbers:
        words += ranged(hand, start)
    return Stated(words, fact, is_true, form["kind"])


def _words(hand: Hand, form: dict[str, Any], numbers: dict[str, Any]) -> str:
    hand.letter, hand.kind, hand.space = "n", "plain", " "
    text = re.sub("<(.)>", lambda m: str(numbers[m[1]]), hand.rng.choice(form["print"]))
    return text.replace("<parity>", "odd" if numbers.get("r") else "even")


def _series(hand: Hand, fact: Fact) -> Stated:
    """Return a generating function; some of its coefficients may be wrong."""
    change = lambda c: c + hand.rng.choice([0] * 7 + [1, -1])  # noqa: E731
    below, start = (1, *(-change(c) for c in fact.back)), fact.start
    own = (1, *(-c for c in fact.back))
    above = tuple(change(sum(own[j] * start[i - j] for j in range(i + 1))) for i in range(len(start)))
    forms = ["G.f.: (%s)/(%s)", "Sum_{n>=0} a(n)*x^n = (%s)/(%s)"]
    forms = [r"\sum_{n \ge 0} a_n x^n = \frac{%s}{%s}", r"A(x) = \frac{%s}{%s}"] if hand.is_latex else forms
    text = hand.rng.choice(forms) % tuple(hand.polynomial(row, "x", False) for row in (above, below))
    made = Statement("gf", fact, numbers=above, below=below)
    found = _expanded(made)
    return Stated(text, fact, all(found[n] == fact.terms(SEEN)[n] for n in range(len(found))), "series")


def tidy(text: str) -> str:
    """Return a relation without zeros and ones that nobody prints."""
    text = text.replace("+-", "-")
    text = re.sub(r"[+-]0(\*(a\([^()]*\)|\(-1\)\*\*n|n))?(?![\d*])", "", text)
    text = re.sub(r"(?<![\w)*])0\*n\+", "", text)
    return re.sub(r"(?<![\w)*])1\*(?=[aFLn(])", "", text)


def _printed(hand: Hand, text: str, kind: str, fact: Fact) -> str:
    """Return a relation in the notation of an author, a closed form perhaps in a sentence."""
    left, sign, right = re.split("(==|<=|>=|<|>)", text)
    signs = {"==": "=", "<=": r"\le ", ">=": r"\ge "} if hand.is_latex else {"==": "="}
    whole = f"{hand.formula(left)} {signs.get(sign, sign)} {hand.formula(right)}"
    where = _BOARDS.get(fact.boards.partition(":")[0])
    if kind == "closed" and where and hand.is_latex and "number" not in fact.game and hand.rng.random() < 0.3:
        hand.letter, hand.kind = "n", "plain"
        what = re.sub(r"(\w+):3", r"3-\1", fact.game.replace("-", " "))
        return f"The number of {what} of the {where} is ${hand.formula(right)}$"
    return re.sub(r"(?<![a-zA-Z])a\(([^()]*)\)", lambda m: hand.term(m[1]), whole)


def case(rng: Random) -> Stated:
    """Return a random statement; every other one is true."""
    wanted, form = rng.random() < 0.5, rng.choice(FORMS["forms"])
    for _ in range(800):
        made = draw(rng, form, rng.choice(OBJECTS))
        if made is not None and made.is_true == wanted:
            return made
    return case(rng)


def tags(made: Stated) -> list[str]:
    return [f"truth: {made.is_true}", f"form: {made.kind} {made.is_true}"]


def compare(made: Stated) -> Compared:
    """Check the verdict, the canonical statement, its meaning, and its verdict without an object."""
    found = gfkit.verify(made.text, made.fact.game, made.fact.boards)
    word, text = str(found.verdict), str(found.statement)
    if word in (("refuted", "later") if made.is_true else ("proved", "consistent")):
        raise FaultError(f"{made}\n{found}\n{text}", f"{made.is_true} {word}")
    statement = parse_statement(text)
    if canonical_text(statement) != text:
        raise FaultError(f"{made}\n{text}", "round trip")
    try:
        again = str(gfkit.verify(text).verdict)
    except GfkitError as refusal:
        again = str(refusal)
    if again != word:
        raise FaultError(f"{made}\n{word}, but {again}: {text}", "again")
    with mp.workdps(400):
        means = [holds(claim, made.fact) for claim in statement.claims]
    if None not in means and all(means) != made.is_true:
        raise FaultError(f"{made}\n{word}: {text}", f"{made.is_true} means {all(means)}")
    return 1, [
        f"verdict: {made.is_true} {word}",
        f"meaning: {made.kind} {'compared' if None not in means else 'not'}",
    ]


# The meaning of a canonical statement


def holds(claim: tree.Claim, fact: Fact) -> bool | None:
    """Return True if a claim holds at all computed n, None if it is not evaluated here."""
    a = terms(fact.game, fact.boards)
    match claim:
        case tree.Listed(first=first, values=values):
            return all(a.get(n) == v for n, v in enumerate(values, first))
        case tree.Expansion(
            coefficient=nodes.Symbol(label=("a",), index=nodes.Letter(name="n")), right=right
        ):
            found = Ser.of(number(right, Ser((Fraction(0), Fraction(1))), a))
            return all(found[n] == a.get(n, 0) for n in range(max(claim.least, fact.first), SEEN))
        case tree.ForAll(condition=condition, range=tree.Span() as span, iff=iff):
            end = FAR - 10 if span.most is None else span.most
            for n in range(fact.first if span.least is None else span.least, end + 1):
                try:
                    if span.where is not None and not truth(span.where, n, a):
                        continue
                    if truth(condition, n, a) != (iff is None or truth(iff, n, a)):
                        return False
                except (KeyError, ZeroDivisionError):
                    return False
            return True
        case tree.ForAll(condition=condition, range=None, iff=None):
            return truth(condition, 0, a)
    return None


def truth(node: nodes.Node, n: int, a: dict[int, int]) -> bool:
    """Return the truth of a condition at n."""
    match node:
        case nodes.FunctionCall(name="and" | "or" as word, arguments=parts):
            return (all if word == "and" else any)(truth(part, n, a) for part in parts)
        case nodes.FunctionCall(name="true"):
            return True
        case tree.Congruence(left=left, right=right, modulus=modulus):
            return (number(left, n, a) - number(right, n, a)) % number(modulus, n, a) == 0
        case nodes.Equation(left=left, right=right, sign=sign):
            one, other = number(left, n, a), number(right, n, a)
            if sign == "|":
                return other % one == 0 if one else other == 0
            rest = both(sub)(one, other)
            near = abs(rest) <= NEAR * max(1, abs(real(one))) if isinstance(rest, mpf) else not rest
            below = rest < 0 and not near
            return {"=": near, "!=": not near, "<": below, "<=": near or below, ">": not near and not below,
                    ">=": not below}[sign]  # fmt: skip
    raise NotImplementedError(node)


def number(node: nodes.Node, n: Any, a: dict[int, int], **letters: Any) -> Any:
    """Return the value of an expression at n (of t, in a series), exact unless it contains a root."""
    value = partial(number, n=n, a=a, **letters)
    match node:
        case nodes.Number(value=found):
            return Fraction(found)
        case nodes.Letter(name=name):
            return letters[name] if name in letters else {"n": n, "t": n, "phi": (1 + sqrt(mpf(5))) / 2}[name]
        case nodes.Sum(terms=parts):
            return reduce(both(add), map(value, parts))
        case nodes.Product(factors=parts):
            return reduce(both(mul), map(value, parts))
        case nodes.Negative(body=body):
            return -1 * value(body)
        case nodes.Quotient(above=above, below=below):
            return both(truediv)(value(above), value(below))
        case nodes.Power(base=base, exponent=exponent):
            return value(base) ** int(value(exponent))
        case nodes.BigOperator(body=body, letter=letter, low=low, high=high, is_product=False):
            ks = range(int(value(low)), int(value(high)) + 1)
            parts = (number(body, n, a, **{**letters, letter: Fraction(k)}) for k in ks)
            return reduce(both(add), parts, Fraction(0))
        case nodes.Symbol(label=("a",), index=index):
            return Fraction(a[int(value(index))])
        case nodes.Symbol(label=(name,), index=index) if name in ("F", "L"):
            return lucas(name, int(value(index)))
        case nodes.FunctionCall(name=name, arguments=(one,)):
            return FUNCTIONS[name](value(one))
        case nodes.FunctionCall(name="binomial", arguments=(one, other)):
            return Fraction(comb(int(value(one)), max(0, int(value(other))))) * (value(other) >= 0)
        case nodes.FunctionCall(name="mod", arguments=(one, other)):
            return value(one) % value(other)
        case nodes.FunctionCall(name="cases", arguments=parts):
            return next(
                value(body) for case, body in zip(parts[::2], parts[1::2], strict=True) if truth(case, n, a)
            )
    raise NotImplementedError(node)


NEAR = mpf("1e-50")


def real(x: Any) -> Any:
    return mpf(x.numerator) / x.denominator if isinstance(x, Fraction | int) else x


def both(apply: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Return an operation that takes a fraction and a real number too."""
    return lambda x, y: apply(real(x), real(y)) if mpf in (type(x), type(y)) else apply(x, y)


def whole(down: Callable[[Any], Any]) -> Callable[[Any], Fraction]:
    """Return a rounding that is correct next to integers, too."""
    return lambda x: Fraction(int(nint(real(x)) if abs(real(x) - nint(real(x))) < NEAR else down(real(x))))


FUNCTIONS = {
    "sqrt": lambda x: sqrt(real(x)), "floor": whole(mp.floor), "ceiling": whole(mp.ceil),
    "round": whole(lambda x: mp.floor(x + mpf(1) / 2)), "abs": abs,
}  # fmt: skip


class Ser(tuple):
    """Power series, as its first coefficients."""

    @staticmethod
    def of(x: Any) -> Ser:
        return Ser(
            (*x, *[Fraction(0)] * SEEN)[:SEEN] if isinstance(x, tuple) else (x, *[Fraction(0)] * (SEEN - 1))
        )

    def __add__(self, other: Any) -> Ser:
        return Ser(map(add, Ser.of(self), Ser.of(other)))

    def __mul__(self, other: Any) -> Ser:
        one, two = Ser.of(self), Ser.of(other)
        return Ser(sum(one[i] * two[n - i] for i in range(n + 1)) for n in range(SEEN))

    __radd__, __rmul__ = __add__, __mul__

    def __truediv__(self, other: Any) -> Ser:
        one, two, found = Ser.of(self), Ser.of(other), list[Fraction]()
        for n in range(SEEN):
            found.append((one[n] - sum(two[k] * found[n - k] for k in range(1, n + 1))) / two[0])
        return Ser(found)

    def __rtruediv__(self, other: Any) -> Ser:
        return Ser.of(other) / self

    def __pow__(self, power: int) -> Ser:
        one = reduce(mul, [self] * abs(power), Ser.of(Fraction(1)))
        return one if power >= 0 else Ser.of(Fraction(1)) / one
