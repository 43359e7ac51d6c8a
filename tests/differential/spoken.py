"""The hand of an author: how one statement is printed, in LaTeX, plain text or the language of a program."""

from __future__ import annotations

import ast
from random import Random

Pair = tuple[str, int]
ATOM, POWER, TIMES, SUM = 4, 3, 2, 1
FREE = "a b c u v w g h A T U V".split()
"""Letters that mean nothing in the literature on these counts."""
FUNCTIONS = {
    "latex": {"sqrt": r"\sqrt{{{}}}", "floor": r"\left\lfloor {} \right\rfloor", "ceil": r"\lceil {} \rceil",
              "round": r"\left\lfloor {} + \tfrac12 \right\rfloor", "C": r"\binom{{{}}}{{{}}}",
              "S": r"\sum_{{{3}={0}}}^{{{1}}} {2}", "F": "F_{{{}}}", "L": "L_{{{}}}", "phi": r"\varphi"},
    "plain": {"ceil": "ceiling({})", "C": "binomial({}, {})", "S": "Sum_{{{3}={0}..{1}}} {2}", "F": "F({})",
              "L": "L({})", "phi": "phi"},
    "mathematica": {"sqrt": "Sqrt[{}]", "floor": "Floor[{}]", "ceil": "Ceiling[{}]", "round": "Round[{}]",
                    "C": "Binomial[{}, {}]", "S": "Sum[{2}, {{{3}, {0}, {1}}}]", "F": "Fibonacci[{}]",
                    "L": "LucasL[{}]", "phi": "GoldenRatio"},
    "pari": {"C": "binomial({}, {})", "S": "sum({3}={0}, {1}, {2})", "F": "fibonacci({})", "phi": "((1+sqrt(5))/2)",
             "L": "(fibonacci({0}-1)+fibonacci({0}+1))"},
    "maple": {"C": "binomial({}, {})", "S": "add({2}, {3}={0}..{1})", "F": "combinat[fibonacci]({})",
              "phi": "((1+sqrt(5))/2)", "L": "(combinat[fibonacci]({0}-1)+combinat[fibonacci]({0}+1))"},
    "sage": {"C": "binomial({}, {})", "S": "sum({2} for {3} in range({0}, {1}+1))", "F": "fibonacci({})",
             "phi": "golden_ratio", "L": "lucas_number2({},1,-1)"},
}  # fmt: skip
SEQUENCE = {
    "latex": ("{}_#", "{}_#", "{}(#)", r"\mathbf{{{}}}_#", r"\mathcal{{{}}}_#", r"|\mathcal{{{}}}_#|", "{}_{{#}}",
              r"\#\mathcal{{{}}}_#", r"\operatorname{{{}}}(#)"),
    "plain": ("{}(#)", "{}(#)", "{}_#", "{}[#]"), "mathematica": ("{}[#]",),
}  # fmt: skip


class Hand:
    """What one author does always in the same way: the language, the letters, products, fractions."""

    def __init__(self, rng: Random, names: tuple[str, ...] = (), is_named: bool = False) -> None:
        self.rng, draw = rng, rng.random()
        programs = ["mathematica", "pari", "maple", "sage"]
        self.language = "latex" if draw < 0.55 else "plain" if draw < 0.82 else rng.choice(programs)
        self.is_latex = self.language == "latex"
        forms = SEQUENCE.get(self.language, ("{}(#)",))
        form = rng.choice(forms)
        self.name = form.format(rng.choice(FREE[7:] if "mathcal" in form else FREE)).replace(r"\##", "\\#*")
        fitting = [name for name in names if self.is_latex or (_is_plain(name) and self.language == "plain")]
        if fitting and (is_named or rng.random() < 0.4):
            self.name = rng.choice(fitting)
        self.letter = (
            rng.choice([c for c in "nnnnnkmjrN" if c not in self.name])
            if self.language in ("latex", "plain")
            else "n"
        )
        self.other = rng.choice([c for c in "kij" if c != self.letter])
        self.times = rng.choice(["", "", r"\cdot ", r"\,"] if self.is_latex else ["", "*", "*", " * "])
        if self.language not in ("latex", "plain"):
            self.times = "*"
        self.over = (
            rng.choice([r"\frac{{{}}}{{{}}}", r"\dfrac{{{}}}{{{}}}", r"{{{} \over {}}}", "/"])
            if self.is_latex
            else "/"
        )
        self.space = rng.choice(["", " ", " "])

    def term(self, index: str) -> str:
        """The term with this index, as the sequence is called."""
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
        """A formula in Python's notation, in the author's."""
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
        return FUNCTIONS[self.language].get(name, f"{name}({{}})")

    def _within(self, node: ast.expr, least: int) -> str:
        text, binding = self._say(node)
        left, right = rng_pair(self.rng) if self.is_latex else ("(", ")")
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
        """A sum of integer multiples of terms or powers; "" denotes 1."""
        text, between = "", self.space
        for coefficient, what in parts:
            sign = "-" if coefficient < 0 else "+"
            size = abs(coefficient)
            shown = what if what and size == 1 else f"{size}{self.times if what else ''}{what}"
            text += f"{between}{sign}{between}{shown}" if text else ("-" if sign == "-" else "") + shown
        return text or "0"

    def polynomial(self, row: tuple[int, ...], letter: str, is_down: bool) -> str:
        powers = [
            "",
            letter,
            *(
                f"{letter}^{{{k}}}" if self.is_latex and k > 9 else f"{letter}^{k}"
                for k in range(2, len(row))
            ),
        ]
        parts = [(c, p) for c, p in zip(row, powers, strict=False) if c]
        return self.combination(parts[::-1] if is_down else parts)


def rng_pair(rng: Random) -> tuple[str, str]:
    return rng.choice([("(", ")"), ("(", ")"), (r"\left(", r"\right)"), (r"\bigl(", r"\bigr)")])


def _is_plain(name: str) -> bool:
    return "\\" not in name and "_" not in name


def ranged(hand: Hand, start: int) -> str:
    """A range n >= start as it is printed after a formula."""
    n, rng = hand.letter, hand.rng
    if hand.is_latex:
        sign = rng.choice([r"\ge", r"\geq", r"\geqslant"])
        forms = [rf", \quad {n} {sign} {start}", rf"\qquad ({n} {sign} {start})", rf" \text{{ for }} {n} {sign} {start}",
                 rf" \quad \text{{for ${n} {sign} {start}$}}", rf" \mbox{{ for all }} {n} {sign} {start}",
                 rf", \ {n} > {start - 1}", rf" \quad \forall {n} {sign} {start}", rf",\; {n} = {start}, {start + 1}, \ldots",
                 rf" \text{{ whenever }} {n} {sign} {start}"]  # fmt: skip
    else:
        forms = [f" for {n} >= {start}", f", {n} >= {start}", f" ({n} >= {start})", f" for all {n} >= {start}",
                 f" for {n} > {start - 1}", f", {n} = {start}, {start + 1}, {start + 2}, ...", f", {n}>{start - 1}"]  # fmt: skip
    return rng.choice(forms)


def with_initial(hand: Hand, formula: str, given: dict[int, int]) -> str:
    """A formula with its initial values before or after it."""
    rng, term = hand.rng, hand.term
    single = [f"{term(str(n))}{hand.space}={hand.space}{value}" for n, value in given.items()]
    comma = rng.choice([", ", r",\ ", r",\quad "]) if hand.is_latex else rng.choice([", ", "; ", ","])
    listed = comma.join(single)
    spoken = (
        listed
        if len(single) < 2
        else f"{', '.join(single[:-1])}{rng.choice([' and ', ', and '])}{single[-1]}"
    )
    if hand.is_latex:
        spoken = spoken.replace(" and ", r" \text{ and } ")
        words = [r" \text{ with } ", r" \text{ where } ", r" \quad\text{with initial values } "]
        names = ", ".join(term(str(n)) for n in given)
        values = ", ".join(map(str, given.values()))
        ways = [f"{formula}{comma}{listed}", f"{listed}{comma}{formula}", f"{formula}{rng.choice(words)}{spoken}",
                rf"{formula}, \quad ({names}) = ({values})",
                r"\begin{cases} " + r"\\ ".join([*single, formula]) + r"\end{cases}"]  # fmt: skip
        return rng.choice(ways[: 3 if len(single) < 2 else 5])
    words = [" with ", ", with ", " where ", " with initial conditions ", ", starting with "]
    return rng.choice(
        [f"{formula}{comma}{listed}", f"{listed}{comma}{formula}", f"{formula}{rng.choice(words)}{spoken}"]
    )


def decorated(hand: Hand, text: str) -> str:
    """What surrounds a formula on the page."""
    rng = hand.rng
    if not hand.is_latex:
        heads = ["", "", "", "Recurrence: "] if hand.language == "plain" and "a(n-" in text else [""]
        tails = (
            ["", "", "", ".", ";", ". - _N. J. A. Sloane_, May 04 2004"]
            if hand.language == "plain"
            else ["", ";"]
        )
        return rng.choice(heads) + text + rng.choice(tails)
    text += rng.choice(
        [
            "",
            "",
            "",
            ".",
            ",",
            r"\,.",
            r" \tag{3.1}",
            r" \label{eq:main}",
            r" \qed",
            r" \cite{KP12}",
            r"~\cite[Thm.~2]{St}",
        ]
    )
    ways = [
        "{}",
        "{}",
        "{}",
        "${}$",
        r"\[ {} \]",
        "$$ {} $$",
        r"\boxed{{{}}}",
        r"\begin{{equation}} {} \end{{equation}}",
    ]
    way = rng.choice(ways)
    if "\\begin{cases}" not in text and text.count("=") == 1 and rng.random() < 0.15:
        return r"\begin{align*} " + text.replace("=", "&=") + r" \end{align*}"
    return way.format(text)


SERIES = {
    "mathematica": ["CoefficientList[Series[{}, {{{x}, 0, 30}}], {x}]"],
    "pari": ["Vec({} + O({x}^30))", "my({x}='{x}+O('{x}^30)); Vec({})"],
    "maple": ["series({}, {x}, 30)", "seq(coeff(series({}, {x}, n+1), {x}, n), n = 0..30);"],
    "sage": ["({}).series({x}, 30)"],
}
"""A generating function in a program."""


def program(hand: Hand, back: list[int], start: list[int], first: int) -> str:
    """A recurrence with initial values as a program, or the list of its terms."""
    rng, order = hand.rng, len(back)
    row, begin = ", ".join(map(str, back)), ", ".join(map(str, start))

    def tail(form: str) -> str:
        return hand.combination([(c, form.format(k)) for k, c in enumerate(back, 1) if c])

    hand.times, at = "*", f"n+1-{first}" if first else "n+1"
    at = "n" if first == 1 else at
    single = [f"a[{first + k}] = {term}" for k, term in enumerate(start)]
    forms = {
        "mathematica": [f"LinearRecurrence[{{{row}}}, {{{begin}}}, 30]",
                        f"{'; '.join(single)}; a[n_] := a[n] = {tail('a[n-{}]')}",
                        f"RecurrenceTable[{{a[n] == {tail('a[n-{}]')}, {', '.join(single).replace('=', '==')}}}, a, {{n, {first}, {first + 30}}}]"],
        "pari": [f"a(n) = if(n<{first + order}, [{begin}][{at}], {tail('a(n-{})')})"],
        "maple": [f"a:= proc(n) option remember; if n<{first + order} then [{begin}][{at}] else {tail('a(n-{})')} fi end:"],
        "sage": [f"a = lambda n: [{begin}][n-{first}] if n < {first + order} else {tail('a(n-{})')}"],
        "plain": [f"[n le {order} select [{begin}][n] else {tail('Self(n-{})')}: n in [1..30]]"],
        "latex": [f"LinearRecurrence[{{{row}}}, {{{begin}}}, 40]"],
    }  # fmt: skip
    return rng.choice(forms[hand.language])
