"""From tokens to trees: sums, products by juxtaposition, powers, fractions, roots, binomials, and names of
sequences with their indices and arguments: a(n-1), c_n, P_{COL, P_{n+1}}(x, y), F(n + 2).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TypeVar

from gfkit.errors import InputError, LimitError, as_typed
from gfkit.formula import tree as nodes
from gfkit.formula.read.lexer import Sort, Token, tokens
from gfkit.formula.read.notation import CALLS, CHEBYSHEV, NAMED

Meaning = Mapping[str, str | int]
"""What printed letters stand for: one of the variables t, n, x, y, or a number."""

Read = TypeVar("Read")

_DEEPEST = 150
"""Parts within parts; a pair of brackets makes six."""
CLOSING = {"(": ")", "[": "]", "{": "}"}
"""The brackets."""
_STARTING = frozenset({"(", "[", "{", "⌊", "⌈", "begin cases", "begin determinant"})
_WORDS = """
sqrt floor ceiling round binomial factorial frac sum product pi phi infinity gamma quotient remainder trace
hypergeom polchebyshev det
"""
_STARTING_WORDS = frozenset({*_WORDS.split(), *CALLS.values()})
_WAYS = {
    ("⌊", "⌋"): nodes.Rounding.FLOOR,
    ("⌈", "⌉"): nodes.Rounding.CEILING,
    ("⌊", "⌉"): nodes.Rounding.NEAREST,
}


_OF_SUMS = re.compile(
    r"[_{(,]\s*+(?:\{\s*+)?(?P<letter>[A-Za-z])\s*+(?:=|>|\u2265|\\ge|,\s*+[0-9])"
    r"|[0-9]\s*+<=?\s*+(?P<between>[A-Za-z])\s*+<"
)


def letters_of_sums(text: str) -> frozenset[str]:
    """The letters that a range speaks of: rows of them and of variables are products.

    >>> sorted(letters_of_sums("Sum_{k=0..n} Sum[j, {j, 0, n}]"))
    ['j', 'k']
    """
    letters = (match["letter"] or match["between"] for match in _OF_SUMS.finditer(text))
    return frozenset(letters)


class Grammar:
    """A reader of one formula; names of sequences and cases are read by the classes built on it."""

    def __init__(self, text: str, meaning: Meaning, *, is_own: bool = False) -> None:
        self.text = text
        self.meaning = dict(meaning)
        self.tokens = tokens(text, frozenset(meaning), letters_of_sums(text), is_own=is_own)
        self.sum_letters: list[str] = []
        """The letters of the sums and products that are being read."""
        self.position = 0
        self._depth = 0
        self._brackets = 0
        self._bound: set[str] = set()

    # Moving through the tokens

    @property
    def next(self) -> Token:
        return self.tokens[self.position]

    def ahead(self, steps: int) -> Token:
        return self.tokens[min(self.position + steps, len(self.tokens) - 1)]

    def take(self) -> Token:
        token = self.next
        if token.sort is not Sort.END:
            self.position += 1
        return token

    def is_at(self, *texts: str) -> bool:
        """Whether the next token is one of these signs or words."""
        return self.next.sort in (Sort.SIGN, Sort.WORD) and self.next.text in texts

    def took(self, *texts: str) -> bool:
        if self.is_at(*texts):
            self.take()
            return True
        return False

    def expect(self, text: str) -> None:
        if not self.took(text):
            raise self.refusal(f"expected {text!r}")

    def refusal(self, wanted: str, back: int = 0) -> InputError:
        """The error that shows what was read and where reading stopped, or ``back`` tokens before."""
        self.position -= back
        read, rest = self.text[: self.next.start].strip(), self.text[self.next.start :].strip()
        before = f"read {as_typed(_short(read, end=True))}, then " if read else ""
        return InputError(f"formula: {before}{wanted} at {as_typed(_short(rest)) if rest else 'the end'}")

    def with_place(self, read: Callable[[], nodes.Node]) -> nodes.Node:
        """The node that a function reads, with its place in the text."""
        start = self.next.start
        self._depth += 1
        if self._depth > _DEEPEST:
            raise LimitError(
                f"formula: nested too deeply at {as_typed(_short(self.text[start:]))}; at most"
                f" {_DEEPEST} parts lie within each other, a pair of brackets being six"
            )
        node = read()
        self._depth -= 1
        end = self.tokens[self.position - 1].end
        return node if node.end == end and node.start == start else replace(node, start=start, end=end)

    # Expressions

    def expression(self) -> nodes.Node:
        """A sum."""
        return self.with_place(self._sum)

    def _sum(self) -> nodes.Node:
        terms = [self.with_place(partial(self._read_signed, is_start=True))]
        while self.is_at("+", "-"):
            terms.append(self.with_place(self._read_signed))
        return nodes.Sum(tuple(terms)) if len(terms) > 1 else terms[0]

    def _read_signed(self, *, is_start: bool = False) -> nodes.Node:
        """A product with its signs. In PARI and Python -n % 3 is (-n) % 3, and a - n % 3 is a - (n % 3)."""
        while self.took("+"):
            is_start = True
        if not self.took("-"):
            return self.with_place(self._product)
        if is_start and not self.is_at("+", "-"):
            return self._product(is_negative=True)
        return nodes.Negative(self.with_place(partial(self._read_signed, is_start=True)))

    def _product(self, *, is_negative: bool = False) -> nodes.Node:
        start, divisions = self.next.start, 0
        factors = [self.factor()]
        while True:
            if self.took("*"):
                factors.append(self.factor())
            elif self.took("/"):
                divisions += 1
                if divisions > _DEEPEST:
                    raise LimitError(f"formula: more than {_DEEPEST} divisions in a row")
                above = factors[0] if len(factors) == 1 else nodes.Product(tuple(factors))
                above = replace(above, start=start, end=self.tokens[self.position - 2].end)
                factors = [nodes.Quotient(above, self.factor())]
            elif self.is_at("%", "div"):
                above = factors[0] if len(factors) == 1 else nodes.Product(tuple(factors))
                above, is_negative = nodes.Negative(above) if is_negative else above, False
                if self.take().text == "%":
                    factors = [nodes.Remainder(above, self.modulus())]
                else:
                    factors = [nodes.IntegerPart(nodes.Quotient(above, self.factor()), nodes.Rounding.FLOOR)]
            elif self._starts_factor() and not self.is_on_next_line():
                self._refuse_two_numbers(factors[-1])
                factors.append(self.factor())
            else:
                break
        node = factors[0] if len(factors) == 1 else nodes.Product(tuple(factors))
        end = self.tokens[self.position - 1].end
        return nodes.Negative(replace(node, start=start, end=end)) if is_negative else node

    def _starts_factor(self) -> bool:
        token = self.next
        if token.text == "|" and self.ahead(1).sort in (Sort.NAME, Sort.TEXT):
            return True
        if token.sort in (Sort.NUMBER, Sort.LETTER, Sort.NAME, Sort.TEXT):
            return True
        if token.sort is Sort.WORD:
            return token.text in _STARTING_WORDS
        return token.sort is Sort.SIGN and token.text in _STARTING and not self.is_range()

    def is_on_next_line(self) -> bool:
        """Whether a line ends before the next token, outside of all brackets: no product goes on there."""
        before = self.tokens[self.position - 1].end if self.position else 0
        return not self._brackets and "\n" in self.text[before : self.next.start]

    def _refuse_two_numbers(self, before: nodes.Node) -> None:
        """``2 5`` may be a product, or two numbers of a list; 2 5^n and \\frac12 5 are products."""
        last = self.tokens[self.position - 1].sort
        is_product = isinstance(before, nodes.Quotient | nodes.Root) or self.ahead(1).text == "^"
        if last is self.next.sort is Sort.NUMBER and not is_product:
            raise self.refusal("expected a sign between two numbers")

    def is_range(self) -> bool:
        """Whether a bracket such as (n >= 2) comes next."""
        return self.is_at("(") and self._is_bound(1)

    def _is_bound(self, steps: int) -> bool:
        letter, sign = self.ahead(steps), self.ahead(steps + 1)
        return self.meaning.get(letter.text) == "n" and sign.text in (">=", ">") and sign.sort is Sort.SIGN

    def factor(self) -> nodes.Node:
        return self.with_place(self._power)

    def _power(self) -> nodes.Node:
        if self.took("-"):
            return nodes.Negative(self.factor())
        base = self.with_place(self._postfix)
        if not self.took("^"):
            return base
        return nodes.Power(base, self._exponent())

    def _exponent(self) -> nodes.Node:
        return self.group() if self.is_at("{") else self.factor()

    def _postfix(self) -> nodes.Node:
        node = self.with_place(self.atom)
        if self.took("!"):
            if self.is_at("!"):
                raise self.refusal("expected no second factorial without brackets, as in (n!)!,")
            node = nodes.Factorial(node)
        return node

    def atom(self) -> nodes.Node:
        """A number, a variable, or something in brackets of any kind."""
        token = self.next
        if token.sort is Sort.NUMBER:
            self.take()
            if "." in token.text and self.is_at("...") and self.next.start == token.end:
                self.take()  # digits that are cut off there
            return nodes.Number(token.value, token.text if "." in token.text else "")
        if token.sort is Sort.LETTER:
            self.take()
            meaning = self.meaning[token.text]
            return nodes.Letter(meaning) if isinstance(meaning, str) else nodes.Number(Fraction(meaning))
        if token.sort is Sort.WORD and token.text in _STARTING_WORDS:
            return self._read_function(self.take().text)
        if self.is_at("⌊", "⌈"):
            return self._floor_or_ceiling()
        if self.is_at("(", "{", "["):
            return self.group()
        raise self.refusal("expected a number, a variable or a bracket")

    def inside(self, read: Callable[[], Read], wanted: str = "expected a bracket") -> Read:
        """What a function reads between brackets of any kind."""
        opening = self.take().text
        if opening not in CLOSING:
            raise self.refusal(wanted, back=1)
        self._brackets += 1
        content = read()
        self.expect(CLOSING[opening])
        self._brackets -= 1
        return content

    def group(self) -> nodes.Node:
        """Something in brackets; ``a \\choose b`` and ``a mod b`` only occur there."""
        return self.inside(self._read_group)

    def _read_group(self) -> nodes.Node:
        node = self.expression()
        if self.took("choose"):
            node = nodes.Choose(node, self.expression())
        return self.remainder(node)

    def read_list(self, *separators: str) -> list[nodes.Node]:
        """Expressions with commas between them, or other signs."""
        parts = [self.expression()]
        while self.took(*(separators or ",")):
            parts.append(self.expression())
        return parts

    def several(self, count: int | None) -> tuple[nodes.Node, ...]:
        """Arguments in brackets: this many, or any number of them."""

        def arguments() -> tuple[nodes.Node, ...]:
            parts = self.read_list()
            if count is not None and len(parts) != count:
                raise self.refusal(f"expected {count} arguments")
            return tuple(parts)

        return self.inside(arguments, "expected a bracket with what the function is of")

    def remainder(self, node: nodes.Node) -> nodes.Node:
        """The node, modulo a number when ``mod`` follows."""
        if not self.is_at("mod"):
            return node
        self.take()
        return nodes.Remainder(node, self.modulus())

    def modulus(self) -> int:
        """A positive integer, perhaps in brackets."""
        if self.is_at("(", "{"):
            return self.inside(self.modulus)
        token = self.take()
        if token.sort is not Sort.NUMBER or not token.text.isdigit() or not 0 < token.value < 10_000:
            raise self.refusal("expected a modulus from 1 to 9999", back=1)
        return int(token.value)

    def _argument(self) -> nodes.Node:
        """What a LaTeX command is applied to: a group, or one digit or letter."""
        if self.is_at("{", "("):
            return self.group()
        token = self.next
        if token.sort is Sort.NUMBER and len(token.text) > 1:
            if "." in token.text:
                raise self.refusal("expected braces around what a command is applied to")
            middle = token.start + 1
            first = Token(Sort.NUMBER, token.text[0], token.start, middle)
            rest = Token(Sort.NUMBER, token.text[1:], middle, token.end)
            self.tokens[self.position : self.position + 1] = [first, rest]
        return self.with_place(self.atom)

    def _read_function(self, word: str) -> nodes.Node:
        match word:
            case "frac":
                return nodes.Quotient(self._argument(), self._argument())
            case "binomial":
                return self._binomial()
            case "sum":
                return self._root_sum()
            case "sqrt":
                return self._root()
            case "factorial":
                return nodes.Factorial(self.group())
        return nodes.IntegerPart(self.group(), nodes.Rounding(word))

    def _root(self) -> nodes.Node:
        if self.is_at("[") and self.text[self.tokens[self.position - 1].start] != "S":
            raise self.refusal("expected a square root (others are not read)")
        if self.is_at("["):  # Sqrt[5] of Mathematica
            return nodes.Root(self.group())
        if self.next.sort is Sort.NUMBER:  # \sqrt 2 and sqrt2, where 12 is twelve
            return nodes.Root(self.with_place(self.atom))
        return nodes.Root(self._argument())

    def _binomial(self) -> nodes.Node:
        if self.is_at("{"):
            return nodes.Choose(self.group(), self.group())
        above, below = self.several(2)
        return nodes.Choose(above, below)

    def _floor_or_ceiling(self) -> nodes.Node:
        opening = self.take().text
        self._brackets += 1
        body = self.expression()
        self._brackets -= 1
        closing = self.take().text
        if (opening, closing) not in _WAYS:
            raise self.refusal("expected the end of a floor or ceiling", back=1)
        return nodes.IntegerPart(body, _WAYS[opening, closing])

    def _root_sum(self) -> nodes.Node:
        """``sum(body over polynomial = 0)``, or in LaTeX ``\\sum_{polynomial = 0} body``."""
        if self.took("_"):
            self.expect("{")
            letter = self._bind()
            polynomial = self.expression()
            self._equals_zero("}")
            return nodes.RootSum(self.with_place(self._product), letter, polynomial)
        self.expect("(")
        letter = self._bind()
        body = self.expression()
        self.expect("over")
        polynomial = self.expression()
        self._equals_zero(")")
        return nodes.RootSum(body, letter, polynomial)

    def _equals_zero(self, closing: str) -> None:
        self.expect("=")
        if self.take().text != "0":
            raise self.refusal("expected a sum over the roots of a polynomial, as r^3 - r - 1 = 0", back=1)
        self.expect(closing)

    def _bind(self) -> str:
        """Makes the first unknown letter a variable, and returns it; it may be that of an earlier sum."""
        following = self.tokens[self.position :]
        names = (t for t in following if t.sort in (Sort.NAME, Sort.TEXT) or t.text in self._bound)
        name = next(names, None)
        if name is None:
            raise self.refusal("expected a sum over the roots of a polynomial, as r^3 - r - 1 = 0")
        self.meaning[name.text] = name.text
        self._bound.add(name.text)
        for k in range(self.position, len(self.tokens)):
            token = self.tokens[k]
            if token.sort is Sort.NAME and token.text == name.text:
                self.tokens[k] = replace(token, sort=Sort.LETTER)
        return name.text


def _short(text: str, *, end: bool = False) -> str:
    if len(text) <= 24:
        return text
    return "..." + text[-21:] if end else text[:21] + "..."


class SymbolGrammar(Grammar):
    """The grammar of expressions in which names of sequences occur."""

    _within_subscript = 0

    def atom(self) -> nodes.Node:
        if self.next.sort in (Sort.NAME, Sort.TEXT):
            if self.next.text in ("i", "I") and self.ahead(1).text not in ("(", "_"):
                self.take()
                return nodes.Root(nodes.Number(Fraction(-1)))
            return self._symbol()
        if self.is_at("|") and self.ahead(1).sort in (Sort.NAME, Sort.TEXT):
            return self._size()
        return super().atom()

    def _size(self) -> nodes.Node:
        """``|I_n|``: how many there are in the n-th of these sets."""
        self.take()
        node = self._symbol()
        if not isinstance(node, nodes.Symbol) or node.index is None:
            raise self.refusal("expected a set with an index between the bars, as |I_n|,")
        self.expect("|")
        return node

    def _symbol(self) -> nodes.Node:
        name = self.take()
        label = [name.text]
        index: nodes.Node | None = self._attached_index(name)
        graph = ""
        label[0] += self._primes(is_before=True)
        while self._is_marked_above(label) or self.took("_"):
            if self.tokens[self.position - 1].text != "_":
                continue
            if label == ["o"]:
                raise self.refusal("expected an error term o(1)")
            for words, node, kind in _with_one_index(self._subscript()):
                if node is not None and index is not None:
                    raise self.refusal(f"expected one index of {name.text}, which has two,")
                if node is not None:
                    is_term = label[0] in NAMED and kind in NAMED  # F_{L_n}
                    index, graph = (nodes.Symbol((kind,), node), "") if is_term else (node, kind)
                if words:
                    label.append(words)
        label[0] += "" if index is None else self._primes()
        begin, arguments = self.position, self._arguments(index)
        if index is None and self._is_of_graph(label[0], begin, arguments):
            return _functional(label, arguments)
        if index is None and arguments:
            varying = {"n", *self.sum_letters}
            places = [k for k, part in enumerate(arguments) if varying & nodes.letters(part)]
            if not places and len(arguments) == 1 and isinstance(arguments[0], nodes.Number):
                places = [0] if label[0].islower() or label[0] == "F" else []
            if places:
                index = arguments[places[0]]
                before, arguments = arguments[: places[0]], arguments[places[0] + 1 :]
                is_fixed = [isinstance(part, nodes.Number) and part != nodes.ONE for part in before]
                if all(is_fixed) and label[0] not in {"C", *CHEBYSHEV}:  # A(2, n) is a sequence
                    label += [str(part.value) for part in before if isinstance(part, nodes.Number)]
                else:
                    arguments = before + arguments
        return nodes.Symbol(tuple(label), index, arguments, graph)

    def _primes(self, *, is_before: bool = False) -> str:
        """The primes behind a name: before an index they are a part of it, elsewhere perhaps a derivative."""
        count = 0
        while self.ahead(count).text == "'":
            count += 1
        if is_before and self.ahead(count).text != "_":
            return ""
        self.position += count
        return "'" * count

    def _is_marked_above(self, label: list[str]) -> bool:
        """Whether a number in brackets above the name comes next, as in a_n^{(2)}; it is taken as a word."""
        texts = [self.ahead(k).text for k in range(6)]
        if [*texts[:3], *texts[4:]] != ["^", "{", "(", ")", "}"] or self.ahead(3).sort is not Sort.NUMBER:
            return False
        label.append(f"({texts[3]})")
        self.position += 6
        return True

    def _is_of_graph(self, name: str, begin: int, arguments: tuple[nodes.Node, ...]) -> bool:
        """Whether a name is that of a number of graphs: i(P_n) is a sequence; F(L_n) and a(F_n) are terms at
        an index that is a term."""
        first = arguments[0] if arguments else None
        if not isinstance(first, nodes.Symbol) or first.index is None or first.arguments:
            return False
        return self.tokens[begin + 2].text == "_" and not (name in {"a", *NAMED} and first.label[0] in NAMED)

    def _attached_index(self, name: Token) -> nodes.Node | None:
        """The index of a name such as s0: a small letter with a whole number right behind it."""
        token = self.next
        is_short = len(name.text) == 1 and name.text.islower() and name.sort is Sort.NAME and name.text != "o"
        if self._within_subscript or not is_short or token.sort is not Sort.NUMBER or token.start != name.end:
            return None
        if not token.text.isdigit():
            raise self.refusal(f"expected a whole number as the index of {name.text}")
        self.take()
        return nodes.Number(token.value)

    def _subscript(self) -> list[tuple[str, nodes.Node | None, str]]:
        """The parts of a subscript: words of the name, or an index with the graph whose size it is."""
        if not self.took("{"):
            start = self.position
            node = self.with_place(self._subscript_atom)
            return [self._part(start, node)]
        parts = []
        self._within_subscript += 1
        while True:
            start = self.position
            node = self.expression()
            parts.append(self._part(start, node))
            if not self.took(","):
                self.expect("}")
                self._within_subscript -= 1
                return parts

    def _subscript_atom(self) -> nodes.Node:
        if self.next.sort in (Sort.NAME, Sort.TEXT) and self.next.text not in self.sum_letters:
            return nodes.Symbol((self.take().text,), None)
        return self.atom()

    def _part(self, start: int, node: nodes.Node) -> tuple[str, nodes.Node | None, str]:
        inner = [symbol for symbol in nodes.symbols(node) if symbol.index is not None]
        if inner and isinstance(node, nodes.Symbol):
            if node.arguments:
                raise self.refusal("expected no arguments of a name within an index")
            return "", node.index, "_".join(node.label)
        varies = {"n", *self.sum_letters} & nodes.letters(node)
        if not nodes.symbols(node) and (isinstance(node, nodes.Number) or varies):
            return "", node, ""
        return "".join(token.text for token in self.tokens[start : self.position]), None, ""

    def _arguments(self, index: nodes.Node | None) -> tuple[nodes.Node, ...]:
        """What stands in brackets after a name; after an index only letters and numbers are arguments."""
        is_square = self.is_at("[") and self.next.start == self.tokens[self.position - 1].end
        if not (self.is_at("(") or is_square) or self.is_range():
            return ()
        start, arguments = self.position, self.inside(lambda: self.read_list(",", ";"))
        plain = all(isinstance(part, nodes.Number) or _is_letter(part) for part in arguments)
        if index is not None and not plain:
            self.position = start
            return ()
        return tuple(arguments)


_SubscriptPart = tuple[str, nodes.Node | None, str]


def _with_one_index(parts: list[_SubscriptPart]) -> list[_SubscriptPart]:
    """The parts of a subscript with numbers beside the index as words: A_{2,n} is a sequence as n grows."""
    places = [k for k, (_, node, _) in enumerate(parts) if node is not None]
    numbers = [k for k in places if isinstance(parts[k][1], nodes.Number)]
    fixed = numbers if len(numbers) < len(places) else numbers[:-1]

    def word(k: int) -> str:
        node = parts[k][1]
        return f"{'n,' if k > min(places) else ''}{node.value}" if isinstance(node, nodes.Number) else ""

    return [(word(k), None, "") if k in fixed else part for k, part in enumerate(parts)]


def _functional(label: list[str], arguments: tuple[nodes.Node, ...]) -> nodes.Symbol:
    """i(P_n) as the sequence i(P) at n."""
    first, *others = arguments
    assert isinstance(first, nodes.Symbol), "asked before"
    graph = "_".join(first.label)
    return nodes.Symbol(
        (f"{label[0]}({graph})", *label[1:]), first.index, tuple(others), first.graph or graph
    )


def _is_letter(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Letter) and node.name != "n"
