"""The hand of an author: how one statement is printed, in LaTeX, plain text or the language of a program."""

from __future__ import annotations

import ast
import re
from random import Random

from tables import tables

Pair = tuple[str, int]
ATOM, POWER, TIMES, SUM = 4, 3, 2, 1
FREE = [*"abcuvwghATUV"]
"""Letters that mean nothing in the literature on these counts."""
FORMS = tables("print")
"""Forms of print by their language: functions, ranges, initial values, programs."""


class Hand:
    """The habits of one author: the system, the letters, products, fractions."""

    def __init__(
        self, rng: Random, names: tuple[str, ...] = (), is_named: bool = False, system: str = ""
    ) -> None:
        self.rng, draw = rng, rng.random()
        programs = ["mathematica", "pari", "maple", "sage"]
        drawn = "latex" if draw < 0.55 else "plain" if draw < 0.82 else rng.choice(programs)
        self.language = system or drawn
        self.is_latex = self.language == "latex"
        self.kind = "latex" if self.is_latex else "plain"
        form = rng.choice(FORMS["sequence"].get(self.language, ["{}(#)"]))
        self.name = form.format(rng.choice(FREE[7:] if "mathcal" in form else FREE)).replace(r"\##", "\\#*")
        is_plain = self.language == "plain"
        fitting = [name for name in names if self.is_latex or (is_plain and not {*"\\_"} & {*name})]
        if fitting and (is_named or rng.random() < 0.4):
            self.name = rng.choice(fitting)
        letters = "nnnnnkmjrN" if self.language in ("latex", "plain") else "n"
        self.letter = rng.choice([c for c in letters if c == "n" or c not in self.name])
        self.other = rng.choice([c for c in "kij" if c != self.letter])
        plain = ["", "*", "*", " * "] if is_plain else ["*"]
        self.times = rng.choice(["", "", r"\cdot ", r"\,"] if self.is_latex else plain)
        fractions = [r"\frac{{{}}}{{{}}}", r"\dfrac{{{}}}{{{}}}", r"{{{} \over {}}}"]
        self.over = rng.choice([*fractions, "/"]) if self.is_latex else "/"
        self.space = rng.choice(["", " ", " "])

    def term(self, index: str) -> str:
        """Return the term with this index, in the notation of the sequence."""
        head, _, tail = self.name.rpartition("#")
        if head.endswith("2") and index != self.letter:  # the size is twice the index
            index = str(2 * int(index)) if index.isdigit() else f"2({index})"
            head = head[:-1]
        elif head.endswith("_") and len(index) > 1:
            index = f"{{{index}}}" if self.is_latex else f"({index})"
        elif head.endswith(r"\times ") and len(index) > 1:
            index = f"({index})"
        return f"{head}{index}{tail}".replace(r"\#*", r"\#")

    def index(self, shift: int) -> str:
        return (
            f"{self.letter}{self.space if self.space and self.rng.random() < 0.3 else ''}{shift:+d}"
            if shift
            else self.letter
        )

    def formula(self, text: str) -> str:
        """Convert a formula in Python's notation to that of the author."""
        return self._say(ast.parse(text, mode="eval").body)[0]

    def _say(self, node: ast.expr) -> Pair:
        if isinstance(node, ast.Constant):
            return str(node.value), ATOM
        if isinstance(node, ast.Name):
            own = {"n": self.letter, "k": self.other}
            return own.get(node.id) or self._function(node.id), ATOM
        if isinstance(node, ast.UnaryOp):
            sign = "-" if isinstance(node.op, ast.USub) else ""
            return f"{sign}{self._within(node.operand, TIMES)}", SUM
        if isinstance(node, ast.Call):
            return self._call(node)
        assert isinstance(node, ast.BinOp)
        return self._binary(node)

    def _function(self, name: str) -> str:
        return FORMS["functions"][self.language].get(name, f"{name}({{}})")

    def _within(self, node: ast.expr, least: int) -> str:
        text, binding = self._say(node)
        pairs = [("(", ")"), ("(", ")"), (r"\left(", r"\right)"), (r"\bigl(", r"\bigr)")]
        left, right = self.rng.choice(pairs) if self.is_latex else pairs[0]
        return text if binding >= least else f"{left}{text}{right}"

    def _call(self, node: ast.Call) -> Pair:
        name = node.func.id  # type: ignore[attr-defined]
        if name == "S":
            low, high, body = (*map(self._say, node.args[:2]), node.args[2].body)  # type: ignore[attr-defined]
            return self._function("S").format(low[0], high[0], self._within(body, TIMES), self.other), TIMES
        parts = [self._say(argument)[0] for argument in node.args]
        if name == "C" and self.is_latex and self.rng.random() < 0.3:
            return "{" + rf"{parts[0]} \choose {parts[1]}" + "}", ATOM
        return self._function(name).format(*parts), ATOM

    def _binary(self, node: ast.BinOp) -> Pair:
        space = self.space
        if isinstance(node.op, (ast.Add, ast.Sub)):
            sign = "+" if isinstance(node.op, ast.Add) else "-"
            return f"{self._say(node.left)[0]}{space}{sign}{space}{self._within(node.right, TIMES)}", SUM
        if isinstance(node.op, ast.Pow):
            base, power = self._within(node.left, ATOM), self._say(node.right)
            braced = f"{{{power[0]}}}" if len(power[0]) > 1 else power[0]
            return f"{base}^{braced if self.is_latex else self._within(node.right, ATOM)}", POWER
        if isinstance(node.op, ast.Div):
            if self.over != "/":
                return self.over.format(self._say(node.left)[0], self._say(node.right)[0]), POWER
            return f"{self._within(node.left, TIMES)}/{self._within(node.right, ATOM)}", TIMES
        left, right = self._within(node.left, TIMES), self._within(node.right, POWER)
        sign = self.times
        is_tight = not sign.strip(r"\,") and (right[0].isdigit() or not left.isdigit())
        if is_tight and (right[0].isdigit() or left[-1].isalnum()):
            sign = r" \cdot " if self.is_latex else "*"
        return f"{left}{sign}{right}", TIMES

    def combination(self, parts: list[tuple[int, str]]) -> str:
        """Return a sum of integer multiples of terms or powers; "" denotes 1."""
        text, between = "", self.space
        for coefficient, what in parts:
            sign = "-" if coefficient < 0 else "+"
            size = abs(coefficient)
            shown = what if what and size == 1 else f"{size}{self.times if what else ''}{what}"
            text += f"{between}{sign}{between}{shown}" if text else ("-" if sign == "-" else "") + shown
        return text or "0"

    def polynomial(self, row: tuple[int, ...], letter: str, is_down: bool) -> str:
        form = "{}^{{{}}}" if self.is_latex and len(row) > 10 else "{}^{}"
        powers = ["", letter, *(form.format(letter, k) for k in range(2, len(row)))]
        parts = [(c, p) for c, p in zip(row, powers, strict=False) if c]
        return self.combination(parts[::-1] if is_down else parts)


def filled(form: str, **values: object) -> str:
    """Return a form with <name> replaced by the value of this name."""
    return re.sub("<([a-z]+)>", lambda found: str(values[found[1]]), form)


def ranged(hand: Hand, start: int) -> str:
    """Return a range n >= start as printed after a formula."""
    form = hand.rng.choice(FORMS["ranges"][hand.kind])
    sign = hand.rng.choice([r"\ge", r"\geq", r"\geqslant"])
    return filled(form, n=hand.letter, sign=sign, s=start, p=start - 1, q=start + 1)


def with_initial(hand: Hand, formula: str, given: dict[int, int]) -> str:
    """Return a formula with its initial values before or after it."""
    rng = hand.rng
    single = [f"{hand.term(str(n))}{hand.space}={hand.space}{value}" for n, value in given.items()]
    comma = rng.choice([", ", r",\ ", r",\quad "] if hand.is_latex else [", ", "; ", ","])
    last = r" \text{ and } " if hand.is_latex else rng.choice([" and ", ", and "])
    spoken = last.join([", ".join(single[:-1])] * (len(single) > 1) + single[-1:])
    ways = FORMS["with"][hand.kind][: 7 if len(single) > 1 else 5]
    return filled(
        rng.choice(ways), formula=formula, comma=comma, listed=comma.join(single), spoken=spoken,
        names=", ".join(hand.term(str(n)) for n in given), values=", ".join(map(str, given.values())),
        rows=r"\\ ".join(single),
    )  # fmt: skip


def decorated(hand: Hand, text: str) -> str:
    """Return a formula with its context on the page."""
    rng = hand.rng
    text += rng.choice(FORMS["tails"].get(hand.language, ["", ";"]))
    if not hand.is_latex:
        return rng.choice(["", "Recurrence: "]) * (hand.language == "plain" and "a(n-" in text) + text
    if not re.search("cases|stackrel", text) and text.count("=") == 1 and rng.random() < 0.15:
        return r"\begin{align*} " + text.replace("=", "&=") + r" \end{align*}"
    ways = [*["<text>"] * 3, "$<text>$", r"\[ <text> \]", "$$ <text> $$", r"\boxed{<text>}"]
    return filled(rng.choice([*ways, r"\begin{equation} <text> \end{equation}"]), text=text)


def program(hand: Hand, back: list[int], start: list[int], first: int) -> str:
    """Return a recurrence with initial values as a program, or the list of its terms."""
    hand.times, order = "*", len(back)

    def tail(form: str) -> str:
        return hand.combination([(c, form.format(k)) for k, c in enumerate(back, 1) if c])

    single = [f"a[{first + k}] = {term}" for k, term in enumerate(start)]
    values = {
        "row": ", ".join(map(str, back)), "begin": ", ".join(map(str, start)), "order": order, "first": first,
        "last": first + 30, "from": first + order, "single": "; ".join(single),
        "equal": ", ".join(single).replace("=", "=="), "at": {0: "n+1", 1: "n"}.get(first, f"n-{first - 1}"),
        "tail": tail("a(n-{})"), "brackets": tail("a[n-{}]"), "self": tail("Self(n-{})"),
    }  # fmt: skip
    return filled(hand.rng.choice(FORMS["programs"][hand.language]), **values)
