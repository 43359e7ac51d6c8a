"""Parser of formulas: sums, products by juxtaposition, powers, fractions, functions, sums over ranges, and
symbols of sequences with their indices and arguments, such as a(n-1), c_n, P_{COL, P_{n+1}}(x, y).

Tables define the functions; ``names`` lists their spellings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

from gfkit.claims.statement import names
from gfkit.claims.statement.lexer import CLOSING, DEEPEST, Cursor, Sort, Token, in_place, tokens
from gfkit.claims.statement.linear import linear_form
from gfkit.claims.statement.names import CALLS, CHEBYSHEV, CONSTANTS, NAMED
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.algebra.formula.tree import Rounding
from gfkit.core.errors import LimitError

Meaning = Mapping[str, str | int]
"""Meaning of printed letters: one of the variables t, n, x, y, or a number."""

_Span = tuple[str, nodes.Node, nodes.Node | None]
_Part = tuple[str, nodes.Node | None, str]

_UNKNOWN = nodes.Prose("")
"""Placeholder for the upper limit of a range that is parsed later."""
GOLDEN = nodes.Quotient(nodes.Sum((nodes.ONE, nodes.Root(nodes.Number(5)))), nodes.Number(2))
"""Golden ratio phi."""
_ROUNDED = {"⌊⌋": Rounding.FLOOR, "⌈⌉": Rounding.CEILING, "⌊⌉": Rounding.NEAREST}
_FUNCTIONS: dict[str, tuple[int, Callable[..., nodes.Node]]] = {
    **{how.value: (1, lambda body, how=how: nodes.IntegerPart(body, how)) for how in Rounding},
    "factorial": (1, nodes.Factorial),
    "gamma": (1, nodes.Gamma),
    "binomial": (2, nodes.Choose),
    "quotient": (2, lambda *parts: nodes.IntegerPart(nodes.Quotient(*parts), Rounding.FLOOR)),
}
"""Arity of each function of the grammar, and the constructor of its node."""
_ARGUMENTS = {"gcd": None, "lcm": None, "min": None, "max": None} | dict.fromkeys(CHEBYSHEV.values(), 2)
"""Arity of the other functions (1 by default), or None for any number of arguments."""
_STARTING = frozenset(
    {"(", "[", "{", "⌊", "⌈", "begin cases", "sqrt", "frac", "sum", "product", "pi", "phi", "infinity"}
    | {"remainder", "unread", "trace"} | _FUNCTIONS.keys() | set(CALLS.values())
)  # fmt: skip
"""Tokens that can begin a factor."""
_UNREAD_SUM = "expected the range of a sum or product, as in Sum_{k=0..n}, sum(..., k=0..n) or \\sum_{k=0}^n"
_OVER_ROOTS = "expected a polynomial equation for the summation variable, such as r^3 - r - 1 = 0"


class Grammar(Cursor):
    """Parser of one formula. ``definitions`` are symbols that the string defines; ``chebyshev`` are letters
    of Chebyshev polynomials.
    """

    def __init__(
        self,
        text: str,
        meaning: Meaning,
        *,
        is_own: bool = False,
        definitions: Mapping[str, nodes.Node] | None = None,
        chebyshev: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(text, tokens(text, frozenset(meaning), is_own=is_own))
        self.meaning: dict[str, str | int] = dict(meaning)
        self.definitions: dict[str, nodes.Node] = dict(definitions or {})
        self.chebyshev = chebyshev
        self.sum_letters: list[str] = []
        """Bound variables of the sums and products around the current position."""
        self._within_subscript = 0
        self._is_within_bars = False
        self._bound: set[str] = set()
        places = zip(self.tokens, self.tokens[1:], self.tokens[2:], strict=False)
        self._functions = {a.text for a, b, c in places if b.text == "(" and self.meaning.get(c.text) == "n"}
        """Names that occur as in M(n), so that M(0) is a term."""

    # Expressions

    @in_place
    def expression(self) -> nodes.Node:
        """Parse a sum."""
        terms = [self._term(is_start=True)]
        while self.is_at("+", "-"):
            terms.append(self._term())
        return nodes.Sum(tuple(terms)) if len(terms) > 1 else terms[0]

    @in_place
    def _term(self, *, is_start: bool = False) -> nodes.Node:
        """Parse a signed product. In PARI and Python -n % 3 is (-n) % 3, but a - n % 3 is a - (n % 3)."""
        while self.took("+"):
            is_start = True
        if not self.took("-"):
            return self.product()
        if is_start and not self.is_at("+", "-"):
            return self._factors(is_negative=True)
        return nodes.Negative(self._term(is_start=True))

    @in_place
    def product(self) -> nodes.Node:
        return self._factors()

    def _factors(self, *, is_negative: bool = False) -> nodes.Node:
        start, divisions, factors = self.next.start, 0, [self.factor()]
        while True:
            if self.took("*"):
                factors.append(self.factor())
            elif self._starts_factor() and not self.is_on_next_line():
                is_product = isinstance(factors[-1], nodes.Quotient | nodes.Root) or self.ahead(1).text == "^"
                if self.tokens[self.position - 1].sort is self.next.sort is Sort.NUMBER and not is_product:
                    raise self.refusal("expected an operator such as + or *")
                factors.append(self.factor())
            else:
                whole = factors[0] if len(factors) == 1 else nodes.Product(tuple(factors))
                whole = self._at(start, whole)
                if self.took("/"):
                    divisions += 1
                    if divisions > DEEPEST:
                        raise LimitError(f"formula: more than {DEEPEST} divisions in a row")
                    factors = [nodes.Quotient(whole, self.factor())]
                    continue
                whole, is_negative = nodes.Negative(whole) if is_negative else whole, False
                if self.took("%"):
                    factors = [nodes.Remainder(whole, self.modulus())]
                elif self.took("div"):
                    factors = [nodes.IntegerPart(nodes.Quotient(whole, self.factor()), Rounding.FLOOR)]
                else:
                    return whole

    def _starts_factor(self) -> bool:
        token = self.next
        if token.sort in (Sort.NUMBER, Sort.LETTER, Sort.NAME, Sort.TEXT):
            return True
        if token.text == "|":
            return not self._is_within_bars and self.ahead(1).sort in (Sort.NAME, Sort.TEXT)
        return token.text in _STARTING and not self.is_range()

    def is_on_next_line(self) -> bool:
        """Return True if a line break outside all brackets precedes the next token. It ends a product."""
        before = self.tokens[self.position - 1].end if self.position else 0
        return not self._brackets and "\n" in self.text[before : self.next.start]

    def is_range(self) -> bool:
        """Return True if a bracket such as (n >= 2) is next."""
        return self.is_at("(") and self._is_bound(1)

    def _is_bound(self, steps: int) -> bool:
        letter, sign = self.ahead(steps), self.ahead(steps + 1)
        return self.meaning.get(letter.text) == "n" and sign.text in (">=", ">") and sign.sort is Sort.SIGN

    @in_place
    def factor(self) -> nodes.Node:
        """Parse a power; e^x is exp(x)."""
        if self.took("-"):
            return nodes.Negative(self.factor())
        base = self._postfix()
        if not self.took("^"):
            return base
        exponent = self.group() if self.is_at("{") else self.factor()
        is_exp = base == nodes.Symbol(("e",), None)
        return nodes.FunctionCall("exp", (exponent,)) if is_exp else nodes.Power(base, exponent)

    @in_place
    def _postfix(self) -> nodes.Node:
        node = self.atom()
        if self.is_at("[", "_") and nodes.has_matrix(node):
            self.took("_")
            bracket = self.took("[", "{")
            row, column = self.modulus(), self.took(",") * self.modulus()
            self.position += bracket
            node = nodes.FunctionCall("entry", (node, nodes.Number(row), nodes.Number(column)))
        if not self.took("!"):
            return node
        if self.is_at("!"):
            raise self.unsupported(
                "double factorials are not supported; write (n!)! for a repeated factorial",
                self.position - 1,
            )
        return nodes.Factorial(node)

    @in_place
    def atom(self) -> nodes.Node:
        """Parse a number, a variable, a symbol, a function call, or an expression in brackets."""
        token = self.next
        if token.sort in (Sort.NAME, Sort.LETTER, Sort.WORD):
            if token.text in self.sum_letters:
                return nodes.Letter(self.take().text)
            if token.text in self.definitions and self.ahead(1).text not in ("(", "_"):
                meant = self.definitions[self.take().text]
                return meant if isinstance(meant, nodes.Number) else nodes.Group(meant)
        match token.sort:
            case Sort.NUMBER:
                self.take()
                if "." in token.text and self.is_at("...") and self.next.start == token.end:
                    self.take()  # skip digits after "..."
                return nodes.Number(token.value, token.text if "." in token.text else "")
            case Sort.LETTER:
                meaning = self.meaning[self.take().text]
                return nodes.Letter(meaning) if isinstance(meaning, str) else nodes.Number(Fraction(meaning))
            case Sort.NAME | Sort.TEXT if token.text in ("i", "I") and self.ahead(1).text not in ("(", "_"):
                self.take()
                return nodes.Root(nodes.Number(Fraction(-1)))
            case Sort.NAME | Sort.TEXT:
                return self._function_or_symbol()
            case Sort.WORD if token.text in _STARTING:
                return self._read_function(self.take().text)
        if token.text == "|" and not self._is_within_bars:
            return self._absolute_value()
        if self.is_at("⌊", "⌈"):
            self.take()
            self._brackets += 1
            body, closing = self.expression(), self.take().text
            self._brackets -= 1
            if token.text + closing not in _ROUNDED:
                raise self.refusal("expected the closing bracket of a floor or ceiling", back=1)
            return nodes.IntegerPart(body, _ROUNDED[token.text + closing])
        if self.is_at(*CLOSING):
            return self.group()
        raise self.refusal("expected a number, a variable or a bracket")

    def group(self) -> nodes.Node:
        """Parse an expression in brackets; ``a \\choose b`` and ``a mod b`` only occur there."""
        return self.inside(self._choice)

    def _choice(self) -> nodes.Node:
        node = self.expression()
        return self.remainder(nodes.Choose(node, self.expression()) if self.took("choose") else node)

    def several(self, count: int | None) -> list[nodes.Node]:
        """Parse ``count`` arguments in brackets, or any number of arguments."""

        def arguments() -> list[nodes.Node]:
            parts = self.read_list(self._choice, ",")
            if count is not None and len(parts) != count:
                raise self.refusal(f"expected {count} argument{'s' if count > 1 else ''}")
            return parts

        return self.inside(arguments)

    def remainder(self, node: nodes.Node) -> nodes.Node:
        """Return the node, reduced modulo an integer if ``mod`` follows."""
        return nodes.Remainder(node, self.modulus()) if self.took("mod") else node

    def modulus(self) -> int:
        """Parse a positive integer, possibly in brackets."""
        if self.is_at("(", "{"):
            return self.inside(self.modulus)
        token = self.take()
        if token.sort is not Sort.NUMBER or not token.text.isdigit() or not 0 < token.value < 10_000:
            raise self.refusal("expected a modulus from 1 to 9999", back=1)
        return int(token.value)

    # Functions

    def _argument(self) -> nodes.Node:
        """Parse the argument of a LaTeX command: a group, or one digit or letter."""
        if self.is_at("{", "("):
            return self.group()
        token = self.next
        if token.sort is Sort.NUMBER and len(token.text) > 1:
            if "." in token.text:
                raise self.refusal("expected braces around the argument of a command")
            middle = token.start + 1
            self.tokens[self.position : self.position + 1] = [
                Token(Sort.NUMBER, token.text[0], token.start, middle),
                Token(Sort.NUMBER, token.text[1:], middle, token.end),
            ]
        return self.atom()

    def _read_function(self, word: str) -> nodes.Node:
        match word:
            case "frac":
                return nodes.Quotient(self._argument(), self._argument())
            case "binomial" if self.is_at("{"):
                return nodes.Choose(self.group(), self.group())
            case "sqrt":
                return self._root()
            case "pi":
                return nodes.FunctionCall("pi")
            case "phi":
                start = self.position - 1
                body = self.group() if self.is_at("(") else None
                if body is not None and nodes.letters(body):
                    raise self.unsupported(
                        "Euler's totient function is not supported; phi denotes the golden ratio", start
                    )
                return nodes.Group(GOLDEN) if body is None else nodes.Product((GOLDEN, body))
            case "infinity":
                raise self.unsupported(
                    "infinity is allowed only as a limit of a sum or product, or as an index; write a number",
                    self.position - 1,
                )
            case "unread":
                raise self.unsupported(
                    "determinants, hypergeometric functions and polchebyshev are not supported in this form;"
                    " write a sum, a recurrence or a generating function",
                    self.position - 1,
                )
            case "trace":
                node = nodes.FunctionCall("entry", (self.group(),))
                if not nodes.has_matrix(node.arguments[0]):
                    raise self.refusal("expected a matrix, as in tr([1,1; 1,0]^n),", back=1)
                return node
            case "sum" | "product":
                return self._read_sum(is_product=word == "product")
            case "remainder":
                body, by = self.several(2)
                if not isinstance(by, nodes.Number) or not 0 < by.value < 10_000 or by.value % 1:
                    raise self.refusal("expected a modulus from 1 to 9999")
                return nodes.Remainder(body, int(by.value))
        if word in _FUNCTIONS:
            count, make = _FUNCTIONS[word]
            return make(*self.several(count))
        if word == "log" and (self._is_base() or self.took("_")):
            base = self.group() if self.is_at("{", "[") else self.atom()
            logarithms = [nodes.FunctionCall("log", (part,)) for part in (*self._operands(1), base)]
            return nodes.Group(nodes.Quotient(*logarithms))
        # cos^2(x) is cos(x)^2.
        power = (self.group() if self.is_at("{") else self.atom()) if self.took("^") else None
        if power is not None and (not isinstance(power, nodes.Number) or power.value < 1):
            raise self.refusal(f"expected a positive exponent, such as {word}^2(x)")
        arguments = [self.atom()] if self.is_at("frac") else self._operands(_ARGUMENTS.get(word, 1))
        call = nodes.FunctionCall(word, tuple(arguments))
        return call if power is None else nodes.Power(call, power)

    def _operands(self, count: int | None) -> list[nodes.Node]:
        """Parse the arguments of a function; a single factor requires no brackets, as in log a(n)."""
        if count != 1 or self.is_at(*CLOSING) or not self._starts_factor():
            return self.several(count)
        operand = self.factor()
        if self._starts_factor():
            raise self.refusal("expected brackets around the argument of a function")
        return [operand]

    def _is_base(self) -> bool:
        """Return True if the base of a logarithm is next, as in log2(x), log[2](x)."""
        behind = [self.ahead(1).sort, self.ahead(2).text, self.ahead(3).text]
        is_joined = self.next.sort is Sort.NUMBER and self.ahead(1).text in CLOSING
        return is_joined or (self.is_at("[") and behind == [Sort.NUMBER, "]", "("])

    def _root(self) -> nodes.Node:
        if self.is_at("["):  # Sqrt[5] of Mathematica
            if self.text[self.tokens[self.position - 1].start] != "S":
                raise self.unsupported(
                    "only square roots are written with sqrt; write other roots as x^(1/k)",
                    self.position - 1,
                )
            return nodes.Root(self.group())
        # \sqrt 2 and sqrt2, where 12 is twelve
        return nodes.Root(self.atom() if self.next.sort is Sort.NUMBER else self._argument())

    # Sums and products

    def _read_sum(self, *, is_product: bool) -> nodes.Node:
        """Parse ``Sum_{k=0..n} body``, ``\\sum_{k=0}^n body``, ``sum(k=0, n, body)``, ``sum(body, k=0..n)``,
        ``Sum[body, {k, 0, n}]``, and sums over the roots of a polynomial.
        """
        before = [*self.sum_letters]
        if not self.is_at("_", "(", "["):
            raise self.refusal(_UNREAD_SUM)
        opening = self.take().text
        if opening == "_":
            is_group = self.took("{")
            if not self._is_span():
                return self._root_sum(is_group)
            spans = self._spans_below(is_group)
            start = self.next.start
            body = self._at(start, nodes.Negative(self.product())) if self.took("-") else self.product()
        elif opening == "(" and not is_product and self._find(lambda k: self.tokens[k].text == "over") >= 0:
            return self._root_sum_in_brackets()
        elif opening == "(" and self._is_span() and self.ahead(1).text == "=":
            spans = [self._span(", ")]
            body = self.expression()
            self.expect(")")
        else:
            begin = self.position
            self.position = comma = self._find(self._is_span_behind)
            if comma < 0:
                self.position = begin
                raise self.refusal(_UNREAD_SUM)
            spans = []
            while self.took(","):
                in_maxima = self.ahead(1).text == ","  # sum(body, k, 0, n)
                read = self._span_in_braces if in_maxima else self._span
                spans.append(self.inside(self._span_in_braces) if self.is_at("{") else read())
            self.expect(CLOSING[opening])
            end, self.position = self.position, begin
            body = self.expression()
            if self.position != comma:
                raise self.refusal("expected the comma before the range of the sum")
            self.position = end
            spans = spans if opening == "[" else spans[::-1]
        self.sum_letters = before
        for letter, low, high in reversed(spans):
            body = nodes.BigOperator(body, letter, low, high, is_product)
        return body

    def _is_span(self) -> bool:
        """Return True if a letter with = or >=, or a number <= a letter, is next."""
        first, sign, behind = (self.ahead(k) for k in range(3))
        if first.sort is Sort.NUMBER and sign.text in ("<=", "<"):
            return True
        is_letter = len(first.text) == 1 and first.text.isalpha()
        return is_letter and sign.text in ("=", ">=", ">", "..", ",", "|") and behind.sort is not Sort.END

    def _is_span_behind(self, comma: int) -> bool:
        """Return True if a comma and ``k=`` or ``{k,`` start at the given index."""
        texts = [token.text for token in self.tokens[comma : comma + 4]]
        is_braced = texts[1:2] == ["{"]
        letter, sign = (*texts[1 + is_braced :], "", "")[:2]
        is_sign = sign == "," or (sign == "=" and not is_braced)
        return texts[0] == "," and len(letter) == 1 and letter.isalpha() and is_sign

    def _spans_below(self, is_group: bool) -> list[_Span]:
        """Parse ``_{k=0..n}``, ``_{k=0}^{n}``, ``_{k >= 0}``, ``_{0<=k<=n}``, or several with commas."""
        spans = [self._span("^")]
        while is_group and self.took(","):
            spans.append(self._span())
        if is_group:
            self.expect("}")
        letter, low, high = spans[0]
        if high is _UNKNOWN:
            if len(spans) > 1 or not self.took("^"):
                raise self.refusal(_UNREAD_SUM)
            spans = [(letter, low, self.inside(self._end) if self.is_at("{") else self._end(self.atom))]
        return spans

    def _end(self, read: Callable[[], nodes.Node] | None = None) -> nodes.Node | None:
        """Parse the upper limit of a range; return None if it is infinity."""
        return None if self.took("infinity") else (read or self.expression)()

    def _behind_sign(self, step: int) -> nodes.Node:
        """Parse the bound after <, <=, > or >=. ``step`` converts a strict bound to an inclusive one."""
        is_strict = self.take().text in ("<", ">")
        side = self.expression()
        return nodes.sum_of_terms([side, nodes.Number(step)]) if is_strict else side

    def _span(self, behind: str = "") -> _Span:
        """Parse a letter with its range. The upper limit may follow later, after the token ``behind``, such
        as ^ (then it is still unknown) or between commas.
        """
        low, high = self.atom() if self.next.sort is Sort.NUMBER else None, None
        if low is not None:
            low = nodes.sum_of_terms([low, nodes.ONE]) if self.take().text == "<" else low
        letter = self._letter()
        if low is not None:
            if not self.is_at("<=", "<"):
                raise self.refusal("expected the upper bound of the range, as in 0<=k<=n")
            high = self._behind_sign(-1)
        elif self.is_at(">=", ">"):
            low = self._behind_sign(1)
        elif self.is_at("|"):
            raise self.unsupported("sums over divisors are not supported; write a range, such as k=0..n")
        else:
            self.expect("=")
            low = self.expression()
            is_dotted = self.took("..", "...")
            if behind == ", ":
                if is_dotted:
                    raise self.unsupported(
                        "the summand must precede the range; write sum(summand, k=0..n)", self.position - 1
                    )
                self.expect(",")
                high = self._end()
                self.expect(",")
            elif is_dotted:
                high = self._end()
            elif not behind:
                raise self.refusal(_UNREAD_SUM)
            else:
                high = _UNKNOWN
        self.sum_letters.append(letter)
        return letter, low, high

    def _span_in_braces(self) -> _Span:
        """Parse ``{k, 0, n}`` or ``{k, n}``, which begins with 1; without braces ``k, 0, n``."""
        is_braced = self.tokens[self.position - 1].text == "{"
        letter = self._letter()
        self.expect(",")
        low = self.expression()
        is_short = is_braced and not self.is_at(",")
        if not is_short:
            self.expect(",")
        span = (letter, nodes.ONE, low) if is_short else (letter, low, self._end())
        self.sum_letters.append(letter)
        return span

    def _letter(self) -> str:
        """Parse the bound variable of a sum, which is any letter except the index."""
        token = self.take()
        if len(token.text) != 1 or not token.text.isalpha():
            raise self.refusal("expected the summation variable, such as k in Sum_{k=0..n}", back=1)
        if token.text == "n" or token.text in self.sum_letters:
            taken = "the index of the sequence" if token.text == "n" else "already a summation variable"
            raise self.unsupported(
                f"{token.text} is {taken}; use another summation variable, such as k, or write a power series"
                " as \\sum_{n\\ge0} a_n t^n = ...",
                self.position - 1,
            )
        return token.text

    def _root_sum(self, is_group: bool) -> nodes.Node:
        """Parse ``\\sum_{polynomial = 0} body``."""
        if not is_group or self._find(lambda k: self.tokens[k].text == "=") < 0:
            raise self.refusal(_UNREAD_SUM)
        letter, polynomial = self._bind(), self.expression()
        self._equals_zero("}")
        return nodes.RootSum(self.product(), letter, polynomial)

    def _root_sum_in_brackets(self) -> nodes.Node:
        """Parse ``sum(body over polynomial = 0)``."""
        letter, body = self._bind(), self.expression()
        self.expect("over")
        polynomial = self.expression()
        self._equals_zero(")")
        return nodes.RootSum(body, letter, polynomial)

    def _equals_zero(self, closing: str) -> None:
        self.expect("=")
        if self.take().text != "0":
            raise self.refusal(_OVER_ROOTS, back=1)
        self.expect(closing)

    def _bind(self) -> str:
        """Convert the first unknown letter to a bound variable and return it. An earlier sum may have bound
        it.
        """
        following = self.tokens[self.position :]
        names = (t.text for t in following if t.sort in (Sort.NAME, Sort.TEXT) or t.text in self._bound)
        name = next(names, None)
        if name is None:
            raise self.refusal(_OVER_ROOTS)
        self.meaning[name] = name
        self._bound.add(name)
        self.tokens[self.position :] = [
            replace(t, sort=Sort.LETTER) if t.sort is Sort.NAME and t.text == name else t for t in following
        ]
        return name

    # Names

    def _absolute_value(self) -> nodes.Node:
        """Parse an expression between bars: |I_n| is the size of the n-th set, |F(-n)| an absolute value."""
        self.take()
        self._is_within_bars = True
        body = self.expression()
        self._is_within_bars = False
        self.expect("|")
        return body if _is_set(body) else nodes.FunctionCall("abs", (body,))

    def _function_or_symbol(self) -> nodes.Node:
        """Parse a symbol, or a function whose name is a letter."""
        start = self.position
        node = self._symbol()
        name, listed = node.label[0], [*([] if node.index is None else [node.index]), *node.arguments]
        if len(node.label) != 1:
            return node
        if name in self.chebyshev and len(listed) == 2:
            return nodes.FunctionCall(CHEBYSHEV[name], tuple(listed))
        if name == "C" and len(listed) == 2 and not any({"t", "x", "y"} & nodes.letters(p) for p in listed):
            self.position = start + 1
            return nodes.Choose(*self.several(2))
        if name in CHEBYSHEV and len(listed) == 2 and isinstance(listed[1], nodes.Number):
            raise self.unsupported(
                f"{name}(n, x) is not defined; write {CHEBYSHEV[name]}(n, x), or add"
                f" 'where {name}(n, x) are Chebyshev polynomials'",
                start,
            )
        if name in CONSTANTS and not listed:
            return nodes.Group(Grammar(CONSTANTS[name], {}).expression())
        is_known = name in NAMED or (name[0] == "A" and name[1:].isdigit())
        if is_known and node.index is None and len(listed) == 1:
            return nodes.Symbol(node.label, listed[0])
        return node

    def _symbol(self) -> nodes.Symbol:
        name = self.take()
        label, graph, index = [name.text], "", self._attached_index(name)
        label[0] += self._primes(is_before=True)
        while True:
            texts = [self.ahead(k).text for k in range(6)]
            if [*texts[:3], *texts[4:]] == ["^", "{", "(", ")", "}"] and self.ahead(3).sort is Sort.NUMBER:
                label.append(
                    f"({texts[3]})"
                )  # a superscript in parentheses, as in a_n^{(2)}, is part of the name
                self.position += 6
                continue
            if not self.took("_"):
                break
            if label == ["o"]:
                raise self.unsupported("the only error term may be o(1); write o(1)", self.position - 2)
            for words, node, kind in self._subscript():
                if node is not None and index is not None:
                    raise self.refusal(f"{name.text} has two indices; expected one, as in {name.text}_n")
                if node is not None:
                    is_term = label[0] in NAMED and kind in NAMED  # F_{L_n}
                    index, graph = (nodes.Symbol((kind,), node), "") if is_term else (node, kind)
                if words:
                    label.append(words)
        label[0] += "" if index is None else self._primes()
        begin, arguments = self.position, self._arguments(index)
        first = arguments[0] if arguments else None
        if index is None and isinstance(first, nodes.Symbol) and first.index is not None:
            is_term = label[0] in {"a", *NAMED} and first.label[0] in NAMED
            is_graph = first.graph or self.tokens[begin + 2].text == "_"
            if is_graph and not first.arguments and not is_term:
                # A number of graphs: i(P_n) is the sequence i(P) at n; F(L_n) and a(F_n) are terms at terms.
                of_graph = "_".join(first.label)
                whole = (f"{label[0]}({of_graph})", *label[1:])
                return nodes.Symbol(whole, first.index, tuple(arguments[1:]), first.graph or of_graph)
        if index is None and arguments:
            varying = {"n", *self.sum_letters}
            places = [k for k, part in enumerate(arguments) if varying & nodes.letters(part)]
            if not places and len(arguments) == 1 and isinstance(_integer(arguments[0]), nodes.Number):
                places = [0] if label[0].islower() or label[0] in {"F", *self._functions} else []
            if places:
                index = _integer(arguments[places[0]])
                before, arguments = arguments[: places[0]], arguments[places[0] + 1 :]
                fixed = [part for part in before if isinstance(part, nodes.Number) and part != nodes.ONE]
                if len(fixed) == len(before) and label[0] not in {
                    "C",
                    *self.chebyshev,
                }:  # A(2, n) is a sequence
                    label += [str(part.value) for part in fixed]
                else:
                    arguments = before + arguments
        return nodes.Symbol(tuple(label), index, tuple(arguments), graph)

    def _primes(self, *, is_before: bool = False) -> str:
        """Return the primes after a name: before an index they belong to it, else they may be derivatives."""
        count = 0
        while self.ahead(count).text == "'":
            count += 1
        if is_before and self.ahead(count).text != "_":
            return ""
        self.position += count
        return "'" * count

    def _attached_index(self, name: Token) -> nodes.Node | None:
        """Parse the index of a symbol such as s0: a lower-case letter and an adjacent integer."""
        token = self.next
        is_short = len(name.text) == 1 and name.text.islower() and name.sort is Sort.NAME and name.text != "o"
        if self._within_subscript or not is_short or token.sort is not Sort.NUMBER or token.start != name.end:
            return None
        if not token.text.isdigit():
            raise self.refusal(f"expected an integer as the index of {name.text}")
        return nodes.Number(self.take().value)

    def _subscript(self) -> list[_Part]:
        """Parse a subscript: parts of the label, or an index with the graph whose size it is.

        Numbers next to the index belong to the label: A_{2,n} is a sequence in n.
        """
        parts: list[_Part] = []
        if self.took("{"):
            self._within_subscript += 1
            while not parts or self.took(","):
                parts.append(self._part(self._sizes))
            self.expect("}")
            self._within_subscript -= 1
        else:
            parts.append(self._part(self._subscript_atom))
        places = [k for k, (_, node, _) in enumerate(parts) if node is not None]
        numbers = [k for k in places if isinstance(parts[k][1], nodes.Number)]
        for k in numbers if len(numbers) < len(places) else numbers[:-1]:
            node = parts[k][1]
            assert isinstance(node, nodes.Number), "it is one of the numbers"
            parts[k] = f"{'n,' if k > places[0] else ''}{node.value}", None, ""
        return parts

    @in_place
    def _sizes(self) -> nodes.Node:
        """Parse an expression, or the sizes of a board, such as 2 \\times (n-1) and P_2 \\square P_n.

        Sizes are a symbol whose graph is 2xn and whose index is the size that varies.
        """
        sides: list[nodes.Node] = []
        while (end := self._find(lambda k: self._is_cross(k) or self.tokens[k].text == ",")) >= 0:
            if not self._is_cross(end):
                break
            self.tokens[end] = replace(self.tokens[end], text="×")
            sides.append(self.expression())
            self.expect("×")
        sides.append(self.expression())
        if len(sides) == 1:
            return sides[0]
        words, sizes = zip(*map(self._size_of, sides), strict=True)
        varying = {size for word, size in zip(words, sizes, strict=True) if word[-1] == "n"}
        if len(varying) != 1:
            raise self.unsupported("one size of a board must contain n, as in 3 x n, or all in the same form")
        return nodes.Symbol(("x".join(words),), varying.pop(), (), "x".join(words))

    def _size_of(self, side: nodes.Node) -> tuple[str, nodes.Node]:
        """Return the name of a size or of a factor, such as 2 and C_n, and the size; paths have no letter."""
        name = side if isinstance(side, nodes.Symbol) else None
        size = side if name is None or name.index is None else name.index
        varies = bool({"n", *self.sum_letters} & nodes.letters(size))
        if varies and nodes.symbols(size):
            raise self.unsupported("the size that varies must be an expression in n")
        word = "n" if varies else "".join(self.text[size.start : size.end].split())
        letter = "" if name is None or name.index is None else "_".join(name.label)
        return word if letter in ("", "P") else f"{letter}_{word}", size

    def _is_cross(self, k: int) -> bool:
        """Return True if a token such as \\times is between sizes of a board or factors of a graph."""
        token = self.tokens[k]
        return token.text == "*" and self.text[token.start : token.end] in names.CROSSES

    @in_place
    def _subscript_atom(self) -> nodes.Node:
        if self.next.sort in (Sort.NAME, Sort.TEXT) and self.next.text not in self.sum_letters:
            return nodes.Symbol((self.take().text,), None)
        return self.atom()

    def _part(self, read: Callable[[], nodes.Node]) -> _Part:
        start, node = self.position, _integer(read())
        names = nodes.symbols(node)
        if isinstance(node, nodes.Symbol) and any(symbol.index is not None for symbol in names):
            if node.arguments:
                raise self.refusal("expected an index without arguments")
            return "", node.index, "_".join(node.label)
        varies = {"n", *self.sum_letters} & nodes.letters(node)
        if not names and (isinstance(node, nodes.Number) or varies):
            return "", node, ""
        return "".join(token.text for token in self.tokens[start : self.position]), None, ""

    def _arguments(self, index: nodes.Node | None) -> list[nodes.Node]:
        """Parse the arguments after a name; if the name has an index, only letters and numbers are
        accepted.
        """
        is_square = self.is_at("[") and self.next.start == self.tokens[self.position - 1].end
        if not (self.is_at("(") or is_square) or self.is_range():
            return []
        start, arguments = self.position, self.inside(lambda: self.read_list(self._sizes, ",", ";"))
        is_plain = all(
            isinstance(part, nodes.Number) or (isinstance(part, nodes.Letter) and part.name != "n")
            for part in arguments
        )
        if index is not None and not is_plain:
            self.position = start
            return []
        return arguments


def _is_set(node: nodes.Node) -> bool:
    """Return True for a name such as I_n or \\mathcal{I}(P_n) that may denote a set: it begins with a capital
    letter or a command, does not denote a well-known sequence, and its index does not decrease.
    """
    if not isinstance(node, nodes.Symbol) or node.index is None or node.label[0] in names.KNOWN_NAMES:
        return False
    form = linear_form(node.index)
    if form is None or node.label[0][0].islower():
        return False
    return min([value for letter, value in form.items() if letter] or [form[""]]) >= 0


def _integer(node: nodes.Node) -> nodes.Node:
    """Return an integer such as -1 or 10^6 as a number, and any other node unchanged."""
    match node:
        case nodes.Negative(body=nodes.Number(value=value)):
            return nodes.Number(-value, start=node.start, end=node.end)
        case nodes.Power(base=nodes.Number(value=base), exponent=nodes.Number(value=exponent)) if (
            exponent in range(100)
        ):
            return nodes.Number(base ** int(exponent), start=node.start, end=node.end)
    return node
