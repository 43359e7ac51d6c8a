"""Functions, sums and products as papers and systems print them: cos(k*Pi/n), Sum_{k=0..n}, sum(..., k=0..n),
Sum[..., {k, 0, n}], sum(k=0, n, ...), \\prod_{k=1}^{n}, gcd, Mod[n, 2], trace([1,1;1,0]^n), Chebyshev.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from itertools import takewhile

from flint import fmpq_mat

from gfkit.formula import tree as nodes
from gfkit.formula.read.grammar import CLOSING, Meaning, SymbolGrammar
from gfkit.formula.read.lexer import Sort
from gfkit.formula.read.notation import CALLS, CHEBYSHEV, CONSTANTS, NAMED, RANGED
from gfkit.sequences.number import from_flint, to_fmpq

GOLDEN = nodes.Quotient(nodes.Sum((nodes.ONE, nodes.Root(nodes.Number(5)))), nodes.Number(2))
"""phi, the golden ratio."""
_ARGUMENTS = {"gcd": None, "lcm": None, "min": None, "max": None} | dict.fromkeys(CHEBYSHEV.values(), 2)
"""How many arguments a function has; None for any number, 1 where nothing is said."""
_UNREAD_SUM = "expected a sum with its range, as Sum_{k=0..n}, sum(..., k=0..n) or \\sum_{k=0}^n"
_MOST_MATRIX, _MOST_WRITTEN = 12, 4
"""Rows of a matrix, and of one of formulas whose determinant is written out."""

_Span = tuple[str, nodes.Node, nodes.Node | None]
_Rows = list[list[nodes.Node]]


class FunctionGrammar(SymbolGrammar):
    """Expressions with functions; ``definitions`` are names that the text itself explains, ``chebyshev`` the
    letters that are polynomials of Chebyshev in it.
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
        super().__init__(text, meaning, is_own=is_own)
        self.definitions = dict(definitions or {})
        self.chebyshev = chebyshev

    def atom(self) -> nodes.Node:
        token = self.next
        is_word = token.sort in (Sort.NAME, Sort.LETTER, Sort.WORD)
        if is_word and token.text in self.sum_letters:
            self.take()
            return nodes.Letter(token.text)
        if is_word and token.text in self.definitions and self.ahead(1).text not in ("(", "_"):
            self.take()
            meant = self.definitions[token.text]
            return meant if isinstance(meant, nodes.Number) else nodes.Group(meant)
        if token.sort is Sort.WORD and token.text in CALLS.values():
            return self._read_call(CALLS[self.take().text])
        if self.took("begin determinant"):
            return self._determinant_of(self._rows_until("end determinant"))
        if self.is_at("(") and self._is_matrix_behind():
            return self._entry_of_power()
        return super().atom()

    def _power(self) -> nodes.Node:
        """A power; e^x is exp(x)."""
        node = super()._power()
        if isinstance(node, nodes.Power) and node.base == nodes.Symbol(("e",), None):
            return nodes.FunctionCall("exp", (node.exponent,))
        return node

    # Functions

    def _read_function(self, word: str) -> nodes.Node:
        match word:
            case "pi":
                return nodes.FunctionCall("pi")
            case "phi":
                if self.is_at("("):
                    body = self.group()
                    if nodes.letters(body):
                        raise self.refusal("expected the golden ratio phi (Euler's function is not read)")
                    return nodes.Product((GOLDEN, body))
                return nodes.Group(GOLDEN)
            case "infinity":
                raise self.refusal("expected a number (infinity is an end of a sum or a limit)")
            case "sum" | "product":
                return self._read_sum(is_product=word == "product")
            case "gamma":
                return nodes.Gamma(self.group())
            case "quotient":
                above, below = self.several(2)
                return nodes.IntegerPart(nodes.Quotient(above, below), nodes.Rounding.FLOOR)
            case "remainder":
                body, modulus = self.several(2)
                return self.modulo(body, modulus)
            case "trace":
                return self._trace()
            case "det":
                return self._determinant()
            case "hypergeom":
                return self.inside(self._hypergeometric, "expected a bracket with what the function is of")
            case "polchebyshev":
                index, sort, point = self.several(3)
                if sort not in (nodes.Number(Fraction(1)), nodes.Number(Fraction(2))):
                    raise self.refusal("expected 1 or 2 in the middle of polchebyshev(n, 2, x)")
                name = "chebyshevT" if sort == nodes.Number(Fraction(1)) else "chebyshevU"
                return nodes.FunctionCall(name, (index, point))
        return super()._read_function(word)

    def modulo(self, body: nodes.Node, modulus: nodes.Node) -> nodes.Node:
        """The remainder by a number."""
        if not isinstance(modulus, nodes.Number) or not (0 < modulus.value < 10_000):
            raise self.refusal("expected a modulus from 1 to 9999")
        return nodes.Remainder(body, int(modulus.value))

    def _read_call(self, name: str) -> nodes.Node:
        """A function with its arguments; cos^2(x) is cos(x)^2, and log_2(x), log2(x), Maple's log[2](x) and
        Mathematica's Log[2, x] are log(x)/log(2)."""
        power = None
        if name == "log" and (base := self._base_of_logarithm()) is not None:
            (body,) = base[1:] if len(base) == 2 else self.several(1)
            above, below = (nodes.FunctionCall(name, (part,)) for part in (body, base[0]))
            return nodes.Group(nodes.Quotient(above, below))
        if self.is_at("^"):
            self.take()
            power = self.group() if self.is_at("{") else self.with_place(self.atom)
            if not isinstance(power, nodes.Number) or power.value < 1:
                raise self.refusal(f"expected a power of {name} such as {name}^2(x)")
        if self.is_at("frac"):
            arguments: tuple[nodes.Node, ...] = (self.with_place(self.atom),)
        else:
            arguments = self.several(_ARGUMENTS.get(name, 1))
        call = nodes.FunctionCall(name, arguments)
        return call if power is None else nodes.Power(call, power)

    def _base_of_logarithm(self) -> tuple[nodes.Node, ...] | None:
        """The base that is printed, and what the logarithm is of where both stand in one bracket."""
        if self.took("_"):
            return (self.group() if self.is_at("{") else self.with_place(self.atom),)
        if self.next.sort is Sort.NUMBER:
            return (self.with_place(self.atom),)
        behind = [self.ahead(step).text for step in (2, 3)]
        if (
            self.is_at("[")
            and self.ahead(1).sort is Sort.NUMBER
            and (behind[0] == "," or behind == ["]", "("])
        ):
            return self._listed_parts()
        return None

    def _hypergeometric(self) -> nodes.Node:
        """hypergeom([a, b], [c], z), and Hypergeometric2F1[a, b, c, z]."""
        if self.is_at("[", "{"):
            above = self._listed_parts()
            self.expect(",")
            below = self._listed_parts()
            self.expect(",")
        else:
            listed = []
            for _ in range(3):
                listed.append(self.expression())
                self.expect(",")
            above, below = (listed[0], listed[1]), (listed[2],)
        return nodes.FunctionCall(
            "hypergeom", (nodes.Enumeration(above), nodes.Enumeration(below), self.expression())
        )

    def _listed_parts(self) -> tuple[nodes.Node, ...]:
        """``[a, b]`` or ``{a, b}``, perhaps empty."""
        if not self.is_at(*CLOSING):
            raise self.refusal("expected a list in brackets")
        closing = CLOSING[self.take().text]
        parts: list[nodes.Node] = []
        while not self.took(closing):
            parts.append(self.expression())
            if not self.is_at(closing):
                self.expect(",")
        return tuple(parts)

    # Matrices

    def _trace(self) -> nodes.Node:
        """The trace of a power of a matrix, in brackets or not."""
        matrix, power = self.inside(self._matrix_power) if self.is_at("(") else self._matrix_power()
        return nodes.FunctionCall("trace", (matrix, power))

    def _matrix_power(self) -> tuple[nodes.Matrix, nodes.Node]:
        matrix = self._matrix()
        return matrix, self._exponent() if self.took("^") else nodes.ONE

    def _matrix(self) -> nodes.Matrix:
        """``[1,1;1,0]``, ``[[1,1],[1,0]]``, ``{{1,1},{1,0}}``, a pmatrix, or a name that is defined so."""
        token = self.next
        if token.text in self.definitions:
            node = self.definitions[self.take().text]
            if isinstance(node, nodes.Matrix):
                return node
            raise self.refusal(f"expected a matrix, and {token.text} is none,")
        return self.matrix()

    def matrix(self) -> nodes.Matrix:
        """A matrix of numbers as such."""
        rows = self._rows()
        if len(rows) != len(rows[0]):
            raise self.refusal(f"expected a square matrix of at most {_MOST_MATRIX} rows")
        return nodes.Matrix(tuple(entry for row in rows for entry in row), len(rows))

    def _rows(self) -> _Rows:
        """The rows of a matrix in any spelling, all of them equally long."""
        rows: _Rows = [[]]
        if self.took("begin matrix"):
            return self._rows_until("end matrix")
        if self.is_at("[", "{") and self.ahead(1).text in ("[", "{"):
            closing = CLOSING[self.take().text]
            rows = [list(self._listed_parts())]
            while self.took(","):
                rows.append(list(self._listed_parts()))
            self.expect(closing)
        elif self.took("["):
            while not self.took("]"):
                rows[-1].append(self.expression())
                if self.took(";"):
                    rows.append([])
                elif not self.is_at("]"):
                    self.expect(",")
        else:
            raise self.refusal("expected a matrix such as [1,1;1,0] or [[1,1],[1,0]]")
        return self._check_rows(rows)

    def _rows_until(self, end: str) -> _Rows:
        """The rows of LaTeX."""
        rows: _Rows = [[]]
        while not self.took(end):
            rows[-1].append(self.expression())
            if self.took("\n"):
                rows.append([])
            else:
                self.took("&")
        return self._check_rows([row for row in rows if row])

    def _check_rows(self, rows: _Rows) -> _Rows:
        if not rows or len({len(row) for row in rows}) != 1 or len(rows) > _MOST_MATRIX:
            raise self.refusal(f"expected a square matrix of at most {_MOST_MATRIX} rows")
        return rows

    def _determinant(self) -> nodes.Node:
        """``det([a, b; c, d])``, ``Det[{{a, b}, {c, d}}]``, ``\\det\\begin{pmatrix}``."""
        is_within = self.is_at("(") or (self.is_at("[") and self.ahead(1).text in ("{", "("))
        return self._determinant_of(self.inside(self._rows_of) if is_within else self._rows_of())

    def _rows_of(self) -> _Rows:
        if self.next.text not in self.definitions:
            return self._rows()
        matrix = self._matrix()
        return [
            list(matrix.entries[k : k + matrix.width]) for k in range(0, len(matrix.entries), matrix.width)
        ]

    def _determinant_of(self, rows: _Rows) -> nodes.Node:
        """Written out, by cofactors of the first row; of numbers alone it is one number."""
        if len(rows) != len(rows[0]):
            raise self.refusal("expected as many rows as columns in a determinant")
        numbers = [_number(entry) for row in rows for entry in row]
        known = [to_fmpq(number) for number in numbers if number is not None]
        if len(known) == len(numbers):
            return nodes.Number(from_flint(fmpq_mat(len(rows), len(rows), known).det()))
        if len(rows) > _MOST_WRITTEN:
            raise self.refusal(f"expected at most {_MOST_WRITTEN} rows in a determinant of formulas")
        return nodes.Group(_cofactors(rows))

    def _is_matrix_behind(self) -> bool:
        """Whether a matrix with ; between its rows stands in the bracket that comes next."""
        if self.ahead(1).text != "[":
            return False
        inside = takewhile(lambda token: token.text not in ("]", "["), self.tokens[self.position + 2 :])
        return any(token.text == ";" for token in inside)

    def _entry_of_power(self) -> nodes.Node:
        """``([0,1;1,1]^n*[1;2])[1,1]`` and ``([1,1;1,0]^n)[1,2]`` of PARI: an entry, counted from 1 on.

        That of M^n in row i and column j is the trace of M^n E with a 1 in row j and column i of E.
        """
        self.expect("(")
        matrix = self.matrix()
        power = self._exponent() if self.took("^") else nodes.ONE
        column = self._rows() if self.took("*") else None
        self.expect(")")
        if column is not None and (len(column) != matrix.width or len(column[0]) != 1):
            raise self.refusal(f"expected a column of {matrix.width} numbers behind the matrix,")
        self.expect("[")
        row, width = self.modulus(), matrix.width
        other = self.modulus() if self.took(",") else 1
        self.expect("]")
        if row > width or other > (1 if column is not None else width):
            raise self.refusal("expected an entry that the matrix has")
        behind: list[nodes.Node] = [nodes.ONE if k == other - 1 else nodes.ZERO for k in range(width)]
        if column is not None:
            behind = [entry for (entry,) in column]
        entries = (entry if k == row - 1 else nodes.ZERO for entry in behind for k in range(width))
        return nodes.FunctionCall("trace", (matrix, power, nodes.Matrix(tuple(entries), width)))

    # Sums and products

    def _read_sum(self, *, is_product: bool) -> nodes.Node:
        if self.is_at("_"):
            if self._is_over_all():
                return self._over_all(is_product)
            if not self._is_span(1 + (self.ahead(1).text == "{")):
                return self._root_sum()
            return self._over(self._spans_below(), partial(self.with_place, self._summand), is_product)
        if not self.is_at("(", "["):
            raise self.refusal(_UNREAD_SUM)
        if not is_product and self.is_at("(") and self._has_over():
            return self._root_sum()
        if self.is_at("(") and self._is_span(1) and self.ahead(2).text == "=":
            return self._of_pari(is_product)
        return self._with_spans_behind(is_product)

    def _is_over_all(self) -> bool:
        """Whether a letter without a range follows: Sum_k, Sum_{k}, \\sum_k."""
        is_group = self.ahead(1).text == "{"
        letter, behind = self.ahead(1 + is_group), self.ahead(2 + is_group)
        is_letter = len(letter.text) == 1 and letter.text.isalpha() and letter.sort is not Sort.WORD
        return is_letter and (behind.text == "}" if is_group else behind.text not in (*RANGED, "^"))

    def _over_all(self, is_product: bool) -> nodes.Node:
        """The sum over all whole numbers, where a binomial(m, k - c) makes it begin at 0 at the earliest."""
        self.expect("_")
        is_group = self.took("{")
        letter = self._letter()
        if is_group:
            self.expect("}")
        start = self.position
        running = self._over(
            [(letter, nodes.ZERO, None)], partial(self.with_place, self._summand), is_product
        )
        if is_product or not _begins(running.body, letter):
            self.position = start
            raise self.refusal(
                f"expected a range, as in Sum_{{{letter}=0..n}}, or binomial(m, {letter}) in the sum,"
            )
        return running

    def _summand(self) -> nodes.Node:
        if self.took("-"):
            return nodes.Negative(self.with_place(self._product))
        return self.with_place(self._product)

    def _is_span(self, steps: int) -> bool:
        """Whether a letter with = or >=, or a number <= a letter, is this many tokens ahead."""
        first, sign, behind = (self.ahead(steps + k) for k in range(3))
        if first.sort is Sort.NUMBER and sign.text in ("<=", "<"):
            return True
        is_letter = len(first.text) == 1 and first.text.isalpha()
        return is_letter and sign.text in (*RANGED, "|") and behind.sort is not Sort.END

    def _has_over(self) -> bool:
        """Whether ``over`` stands in the brackets that come next: a sum over roots."""
        depth = 0
        for token in self.tokens[self.position :]:
            depth += (token.text in CLOSING) - (token.text in CLOSING.values())
            if token.text == "over" and depth == 1:
                return True
            if depth == 0:
                return False
        return False

    def _over(
        self, spans: list[_Span], read: Callable[[], nodes.Node], is_product: bool
    ) -> nodes.BigOperator:
        """What a function reads where the letters of sums are known, as the body of these sums."""
        before = self.sum_letters
        self.sum_letters = [*before, *(letter for letter, _, _ in spans)]
        body = read()
        self.sum_letters = before
        for letter, low, high in reversed(spans):
            body = nodes.BigOperator(body, letter, low, high, is_product)
        assert isinstance(body, nodes.BigOperator), "there is a span at least"
        return body

    def _spans_below(self) -> list[_Span]:
        """``_{k=0..n}``, ``_{k=0}^{n}``, ``_{k >= 0}``, ``_{0<=k<=n}``, several of them after commas."""
        self.expect("_")
        is_group = self.took("{")
        before, spans = self.sum_letters, []
        while True:
            spans.append(self._span())
            self.sum_letters = [*self.sum_letters, spans[-1][0]]
            if not is_group or not self.took(","):
                break
        self.sum_letters = before
        if is_group:
            self.expect("}")
        if self.took("^"):
            letter, low, high = spans[-1]
            if high is not None or len(spans) > 1:
                raise self.refusal("expected one end of the sum")
            end = (
                self.inside(self._end) if self.is_at("{") else self._end(partial(self.with_place, self.atom))
            )
            spans[-1] = (letter, low, end)
        elif spans[-1][2] is None and not self._is_open:
            raise self.refusal(_UNREAD_SUM)
        return spans

    def _end(self, read: Callable[[], nodes.Node] | None = None) -> nodes.Node | None:
        """The end of a range; None where there is none."""
        return None if self.took("infinity") else (read or self.expression)()

    def _behind_sign(self, step: int) -> nodes.Node:
        """What stands behind <, <=, > or >=, with a number added where it is to be another."""
        is_strict = self.take().text in ("<", ">")
        side = self.expression()
        return nodes.sum_of_terms([side, nodes.Number(step)]) if is_strict else side

    _is_open = False

    def _span(self) -> _Span:
        """One letter with its range; ``_is_open`` says whether it has, as printed, no end."""
        self._is_open = False
        if self.next.sort is Sort.NUMBER and self.ahead(1).text in ("<=", "<"):
            low = self.with_place(self.atom)
            low = nodes.sum_of_terms([low, nodes.ONE]) if self.take().text == "<" else low
            letter = self._letter()
            if not self.is_at("<=", "<"):
                raise self.refusal("expected the end of the range, as in 0<=k<=n,")
            return letter, low, self._behind_sign(-1)
        letter = self._letter()
        if self.is_at(">=", ">"):
            self._is_open = True
            return letter, self._behind_sign(1), None
        if self.is_at("|"):
            raise self.refusal("expected a range such as k=0..n (sums over divisors are not read)")
        self.expect("=")
        low = self.expression()
        if not self.took("..", "..."):
            return letter, low, None
        if self.took("infinity"):
            self._is_open = True
            return letter, low, None
        return letter, low, self.expression()

    def _letter(self) -> str:
        """The letter of a sum: any but those that mean the index or the size already."""
        token = self.take()
        if len(token.text) != 1 or not token.text.isalpha():
            raise self.refusal("expected the letter of a sum, as k in Sum_{k=0..n}", back=1)
        if token.text == "n" or token.text in self.sum_letters:
            raise self.refusal(
                "expected another letter for the sum than n, which is the index (a power series is read as in"
                " \\sum_{n\\ge0} a_n t^n = ...),",
                back=1,
            )
        return token.text

    def _of_pari(self, is_product: bool) -> nodes.Node:
        """``sum(k=0, n, body)``."""
        self.expect("(")
        letter = self._letter()
        self.expect("=")
        low = self.expression()
        if self.took("..", "..."):
            raise self.refusal("expected the body of the sum before its range, as in sum(body, k=0..n),")
        self.expect(",")
        high = self._end()
        self.expect(",")
        running = self._over([(letter, low, high)], self.expression, is_product)
        self.expect(")")
        return running

    def _with_spans_behind(self, is_product: bool) -> nodes.Node:
        """``sum(body, k=0..n)`` and ``Sum[body, {k, 0, n}]``: the ranges are read first, then the body."""
        opening = self.take().text
        closing = CLOSING[opening]
        begin = self.position
        self._pass_over(closing)
        spans: list[_Span] = []
        before = self.sum_letters
        while self.took(","):
            spans.append(self.inside(self._span_in_braces) if self.is_at("{") else self._span())
            self.sum_letters = [*self.sum_letters, spans[-1][0]]
        self.sum_letters = before
        if not spans:
            raise self.refusal(_UNREAD_SUM)
        end = self.position
        self.expect(closing)
        behind = self.position
        self.position = begin
        running = self._over(spans if opening == "[" else spans[::-1], self.expression, is_product)
        if not self.is_at(","):
            raise self.refusal("expected the range of the sum")
        assert self.position < end, "its ranges were read"
        self.position = behind
        return running

    def _span_in_braces(self) -> _Span:
        """``{k, 0, n}`` or ``{k, n}``, which begins with 1."""
        letter = self._letter()
        self.expect(",")
        low = self.expression()
        return (letter, low, self._end()) if self.took(",") else (letter, nodes.ONE, low)

    def _pass_over(self, closing: str) -> None:
        """Moves to the first comma that a range follows."""
        depth = 0
        while self.next.sort is not Sort.END:
            if depth == 0 and self.is_at(closing):
                raise self.refusal(_UNREAD_SUM)
            if depth == 0 and self.is_at(",") and self._is_span_behind():
                return
            depth += (self.next.text in CLOSING) - (self.next.text in CLOSING.values())
            self.take()
        raise self.refusal(_UNREAD_SUM)

    def _is_span_behind(self) -> bool:
        letter = self.ahead(2 if self.ahead(1).text == "{" else 1)
        sign = self.ahead(3 if self.ahead(1).text == "{" else 2)
        is_letter = len(letter.text) == 1 and letter.text.isalpha()
        return is_letter and sign.text == ("," if self.ahead(1).text == "{" else "=")

    # Names that are functions

    def _symbol(self) -> nodes.Node:
        start = self.position
        node = super()._symbol()
        if not isinstance(node, nodes.Symbol) or len(node.label) != 1:
            return node
        name, listed = node.label[0], [*([] if node.index is None else [node.index]), *node.arguments]
        if name in self.chebyshev and len(listed) == 2:
            return nodes.FunctionCall(CHEBYSHEV[name], tuple(listed))
        if name == "C" and len(listed) == 2 and not {"t", "x", "y"} & (_all_letters(listed)):
            self.position, end = start + 1, self.position
            above, below = self.several(2)
            assert self.position == end, "the same was read"
            return nodes.Choose(above, below)
        if name in ("U", "S", "T") and len(listed) == 2 and isinstance(listed[1], nodes.Number):
            raise self.refusal(
                f"expected what {name}(n, x) is: say 'where {name}(n, x) are Chebyshev polynomials', or"
                f" {CHEBYSHEV[name]}(n, x),"
            )
        if name in CONSTANTS and not listed:
            return nodes.Group(FunctionGrammar(CONSTANTS[name], {}).expression())
        is_known = name in NAMED or (name[0] == "A" and name[1:].isdigit())
        if is_known and node.index is None and len(node.arguments) == 1:
            return nodes.Symbol(node.label, node.arguments[0])
        return node


def _all_letters(parts: list[nodes.Node]) -> frozenset[str]:
    return frozenset[str]().union(*map(nodes.letters, parts))


def _number(entry: nodes.Node) -> Fraction | None:
    """The number that an entry is, with its sign."""
    match entry:
        case nodes.Number(value=value):
            return Fraction(value)
        case nodes.Negative(body=body):
            inner = _number(body)
            return None if inner is None else -inner
    return None


def _cofactors(rows: _Rows) -> nodes.Node:
    """The determinant, expanded by its first row."""
    if len(rows) == 1:
        return nodes.Group(rows[0][0])
    terms: list[nodes.Node] = []
    for k, entry in enumerate(rows[0]):
        minor = _cofactors([row[:k] + row[k + 1 :] for row in rows[1:]])
        term = nodes.Product((nodes.Group(entry), nodes.Group(minor)))
        terms.append(nodes.Negative(term) if k % 2 else term)
    return nodes.Sum(tuple(terms))


def _begins(body: nodes.Node, letter: str) -> bool:
    """Whether a factor binomial(m, s k - c) with s > 0 and c >= 0 makes the body 0 where k < 0."""
    match body:
        case nodes.Group(body=inner) | nodes.Negative(body=inner) | nodes.Quotient(above=inner):
            return _begins(inner, letter)
        case nodes.Power(base=base, exponent=nodes.Number(value=value)):
            return value > 0 and _begins(base, letter)
        case nodes.Product(factors=factors):
            return any(_begins(factor, letter) for factor in factors)
        case nodes.Choose(below=below):
            first, *rest = below.terms if isinstance(below, nodes.Sum) else (below,)
            if isinstance(first, nodes.Product) and isinstance(first.factors[0], nodes.Number):
                first = first.factors[1] if first.factors[0].value > 0 and len(first.factors) == 2 else first
            is_less = all(isinstance(part, nodes.Negative) and _number(part) is not None for part in rest)
            return first == nodes.Letter(letter) and is_less
    return False
