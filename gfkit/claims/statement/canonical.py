"""Canonical text of statements: the printer, its inverse, and the normal form of expressions.

A text is a list of parts, divided by semicolons: what a(n) is, definitions, and claims::

    a(n) = count(independent-sets | path:n); for n >= 1: a(n) = F(n + 2)
    a(n) = count(domino-tilings | 2xn); for n >= 0: a(n) = 0 (mod 2) iff n = 2 (mod 3)
    a(n) = count(matchings | path:n); sum over n >= 0 of a(n)*t^n = 1/(1 - t - t^2)
    a(n) = minimum(dominating-sets | path:n); for n >= 1: a(n) = ceiling(n/3)
    a = count(matchings | 2x3); a = 22
    for every integer n: F(2*n) = F(n)*L(n)

Everything is explicit: every product has its sign, and every claim its range. The parser accepts nothing but
such texts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from gfkit.claims.statement.names import NAMED
from gfkit.claims.statement.tree import (
    SIGNS,
    Asymptotic,
    Claim,
    Congruence,
    Expansion,
    ForAll,
    Functional,
    Listed,
    SequenceDefinition,
    Span,
    Statement,
    Worded,
)
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.algebra.number import number_text, read_number
from gfkit.core.deferred import fields, regex, replace
from gfkit.core.errors import InputError, as_typed
from gfkit.core.rules.object import OBJECTS, Object

FUNCTIONS = frozenset(
    {
        "sqrt",
        "floor",
        "ceiling",
        "round",
        "binomial",
        "binomial0",
        "factorial",
        "mod",
        "gamma",
        "rising",
        "abs",
    }
    | {"gcd", "lcm", "min", "max", "exp", "log", "cos", "sin", "tan", "cosh", "sinh", "cases", "valuation"}
    | {
        "chebyshevT",
        "chebyshevU",
        "chebyshevS",
        "is_power",
        "is_kth_power",
        "is_term",
        "digits",
        "matrix",
        "entry",
        "limsup",
    }
)
_PREDICATES = frozenset({"is_power", "is_kth_power", "is_term", "digits", "true"})
CONSTANTS = frozenset({"pi", "infinity", "true"})
_SPELLINGS = {name: next(one for one in NAMED if NAMED[one] == sequence) for name, sequence in NAMED.items()}
_CUT = " without lower powers"
ORDERS = ("O", "o", "Theta", "Omega")


class NotStatedError(InputError):
    """The expression has no normal form."""


# Normal form


def number_node(value: Fraction | int) -> nodes.Number:
    return nodes.Number(Fraction(value))


def negative(body: nodes.Node) -> nodes.Node:
    """Return the negative in normal form: of a number, it is a number."""
    match body:
        case nodes.Number(value=value, digits=""):
            return number_node(-value)
        case nodes.Negative(body=inner):
            return inner
    return nodes.Negative(body)


def folded_quotient(above: nodes.Node, below: nodes.Node) -> nodes.Node:
    """Return the quotient in normal form: of two numbers, it is a number."""
    match above, below:
        case nodes.Number(value=p, digits=""), nodes.Number(value=q, digits="") if q:
            return number_node(Fraction(p) / q)
    return nodes.Quotient(above, below)


def joined(kind: type[nodes.Sum] | type[nodes.Product], parts: Iterator[nodes.Node]) -> nodes.Node:
    """Return a sum or a product in normal form, with nested ones joined, and the numbers of a sum added."""
    name = "terms" if kind is nodes.Sum else "factors"
    listed = tuple(
        one for part in parts for one in (getattr(part, name) if isinstance(part, kind) else (part,))
    )
    numbers = [one for one in listed if isinstance(one, nodes.Number) and not one.digits]
    if kind is nodes.Sum and len(numbers) > 1:
        total, place = number_node(sum(Fraction(one.value) for one in numbers)), listed.index(numbers[0])
        others = [one for one in listed if one not in numbers]
        listed = (*others[:place], *[total] * bool(total.value or not others), *others[place:])
    return kind(listed) if len(listed) > 1 else listed[0]


def call(name: str, *arguments: nodes.Node) -> nodes.FunctionCall:
    return nodes.FunctionCall(name, arguments)


TRUE = call("true")


def normal(node: nodes.Node) -> nodes.Node:
    """Return an expression or condition in normal form, which its canonical text determines.

    Functions are calls, cases are the call "cases" of conditions and values, and brackets are omitted. Raise
    NotStatedError if there is none.
    """
    found = _normal(node)
    return replace(found, start=node.start, end=node.end) if node.end and not found.end else found


def _normal(node: nodes.Node) -> nodes.Node:
    match node:
        case nodes.Number(value=value, digits=digits):
            return nodes.Number(Fraction(value), digits if re.fullmatch(r"\d+\.\d+", digits) else "")
        case nodes.Letter(name=name):
            return nodes.Letter(name)
        case nodes.Group(body=body):
            return normal(body)
        case nodes.Sum(terms=terms):
            return joined(nodes.Sum, map(normal, terms))
        case nodes.Product(factors=factors):
            return joined(nodes.Product, map(normal, factors))
        case nodes.Negative(body=body):
            return negative(normal(body))
        case nodes.Quotient(above=above, below=below):
            return folded_quotient(normal(above), normal(below))
        case nodes.Power(base=base, exponent=exponent):
            return nodes.Power(normal(base), normal(exponent))
        case nodes.BigOperator(body=body, letter=letter, low=low, high=high, is_product=is_product):
            end = None if high is None else normal(high)
            if high is None:  # binomials end an infinite sum
                body = nodes.rebuild(body, _ending)
            return nodes.BigOperator(normal(body), letter, normal(low), end, is_product)
        case nodes.Symbol(label=label, index=index, arguments=arguments) if arguments or index is not None:
            at = None if index is None else normal(index)
            return nodes.Symbol(
                (_SPELLINGS.get(label[0], "_".join(label)),), at, tuple(map(normal, arguments))
            )
        case nodes.Cases(branches=branches):
            pairs = [(_condition(one.condition), normal(one.body)) for one in branches]
            return call("cases", *(part for pair in pairs for part in pair))
        case nodes.Lookup(entries=entries):
            return normal(nodes.by_residue(entries))
        case nodes.Condition():
            return _condition(node)
        case nodes.Equation(left=left, right=right, sign=sign) if sign in SIGNS:
            return nodes.Equation(normal(left), normal(right), sign)
        case Congruence(left=left, right=right, modulus=modulus):
            return Congruence(normal(left), normal(right), normal(modulus))
    return _normal_call(node)


def _ending(part: nodes.Node) -> nodes.Node | None:
    return nodes.FunctionCall("choose", (part.above, part.below)) if isinstance(part, nodes.Choose) else None


def _normal_call(node: nodes.Node) -> nodes.Node:
    """Return the normal form of a function."""
    match node:
        case nodes.FunctionCall(name=name, arguments=arguments) if name in FUNCTIONS | CONSTANTS | {
            "and",
            "or",
        }:
            return call(name, *map(normal, arguments))
        case nodes.FunctionCall(name="choose", arguments=arguments):
            return call("binomial0", *map(normal, arguments))
        case nodes.Root(body=body):
            return call("sqrt", normal(body))
        case nodes.IntegerPart(body=body, how=how):
            return call(str(how), normal(body))
        case nodes.Choose(above=above, below=below):
            return call("binomial", normal(above), normal(below))
        case nodes.Factorial(body=body):
            return call("factorial", normal(body))
        case nodes.Remainder(body=body, modulus=modulus):
            return call("mod", normal(body), number_node(modulus))
        case nodes.Gamma(body=body):
            return call("gamma", normal(body))
        case nodes.RisingFactorial(base=base):
            return call("rising", normal(base), nodes.N)
    raise NotStatedError(f"formula: {node.kind} has no place in a statement")


def _condition(node: nodes.Condition) -> nodes.Node:
    """Return the normal form of a condition on n."""
    if node.least == node.most:
        return nodes.Equation(nodes.N, number_node(node.least), "=")
    if node.most is not None and node.most < node.modulus and not node.least:
        places = [nodes.Equation(nodes.N, number_node(n), "=") for n in node.residues if n <= node.most]
        return call("or", *places) if len(places) > 1 else places[0]
    parts: list[nodes.Node] = []
    if node.modulus > 1:
        listed = [Congruence(nodes.N, number_node(r), number_node(node.modulus)) for r in node.residues]
        parts.append(listed[0] if len(listed) == 1 else call("or", *listed))
    parts += [nodes.Equation(nodes.N, number_node(node.least), ">=")] if node.least else []
    parts += [] if node.most is None else [nodes.Equation(nodes.N, number_node(node.most), "<=")]
    return call("and", *parts) if len(parts) > 1 else parts[0] if parts else TRUE


def normal_part(part: Claim | SequenceDefinition) -> Claim | SequenceDefinition:
    """Return a part of a statement with all of its expressions in normal form."""
    changed = {one.name: getattr(part, one.name) for one in fields(part)}
    for name, value in changed.items():
        if isinstance(value, nodes.Node):
            changed[name] = normal(value)
        elif isinstance(value, Span) and value.where is not None:
            changed[name] = replace(value, where=normal(value.where))
    return replace(part, **changed)


# Printer


def expression_text(node: nodes.Node, level: int = 0) -> str:
    """Return the canonical text of an expression or condition in normal form, in brackets if it binds less
    than ``level``.
    """
    text, own = _text_and_level(node)
    return f"({text})" if own < level else text


def _text_and_level(node: nodes.Node) -> tuple[str, int]:
    """Return a text and how strongly its parts are bound: 1 for a sum, 2 for a sign, 3 for a product, 5 for a
    power, 9 for a single sign.
    """
    match node:
        case nodes.Number(value=value, digits=digits):
            is_sign = bool(digits) or (value >= 0 and value.denominator == 1)
            return digits or number_text(value), 9 if is_sign else 2
        case nodes.Letter(name=name):
            return name, 9
        case nodes.Sum(terms=(first, *others)):
            return expression_text(first, 2) + "".join(map(_signed, others)), 1
        case nodes.Negative(body=body):
            return f"-{expression_text(body, 3)}", 2
        case nodes.Product(factors=factors):
            return "*".join(expression_text(factor, 4) for factor in factors), 3
        case nodes.Quotient(above=above, below=below):
            return f"{expression_text(above, 4)}/{expression_text(below, 4)}", 3
        case nodes.Power(base=base, exponent=exponent):
            return f"{expression_text(base, 6)}^{expression_text(exponent, 6)}", 5
        case nodes.BigOperator(body=body, letter=letter, low=low, high=high, is_product=is_product):
            end = "infinity" if high is None else expression_text(high)
            word = "product" if is_product else "sum"
            return f"{word}({expression_text(body)}, {letter} = {expression_text(low)}..{end})", 9
        case nodes.Symbol(label=(name,), index=index, arguments=arguments):
            more = ", ".join(map(expression_text, arguments))
            place = "" if index is None else expression_text(index)
            return f"{name}({place}{'; ' * bool(place and more)}{more})" if place or more else name, 9
        case nodes.FunctionCall(name="cases", arguments=parts):
            rows = zip(parts[::2], parts[1::2], strict=True)
            listed = "; ".join(f"{_case_text(one)}: {expression_text(body)}" for one, body in rows)
            return f"cases({listed})", 9
        case nodes.FunctionCall(name="mod", arguments=(body, modulus)):
            return f"({expression_text(body)} mod {expression_text(modulus)})", 9
        case nodes.FunctionCall(name="and" | "or" as word, arguments=parts):
            return f"({f' {word} '.join(map(expression_text, parts))})", 9
        case nodes.FunctionCall(name=name, arguments=arguments):
            return f"{name}({', '.join(map(expression_text, arguments))})" if arguments else name, 9
        case nodes.Equation(left=left, right=right, sign=sign):
            return f"{expression_text(left)} {sign} {expression_text(right)}", 0
        case Congruence(left=left, right=right, modulus=modulus):
            return f"{expression_text(left)} = {expression_text(right)} (mod {expression_text(modulus)})", 0
        case nodes.Prose(text=text):
            return text, 0
    raise NotStatedError(f"formula: {node.kind} has no place in a statement")


def _signed(term: nodes.Node) -> str:
    """Return a summand after the first one, with its sign."""
    match term:
        case nodes.Negative(body=body):
            return f" - {expression_text(body, 3)}"
        case nodes.Number(value=value, digits="") if value < 0:
            return f" - {-value}"
    return f" + {expression_text(term, 2)}"


def _case_text(condition: nodes.Node) -> str:
    return "otherwise" if condition == TRUE else expression_text(condition)


def _object_part(one: Object) -> str:
    return f"{'a' if one.is_single else 'a(n)'} = {one.text}"


def range_text(span: Span) -> str:
    """Return the canonical text of a range, such as ``n >= 2 with n = 0 (mod 3)``."""
    where = "" if span.where is None else f" with {expression_text(span.where)}"
    if span.least is None:
        return f"every integer n{where}"
    return (f"n >= {span.least}" if span.most is None else f"{span.least} <= n <= {span.most}") + where


def claim_text(claim: Claim) -> str:
    """Return the canonical text of a claim."""
    match claim:
        case ForAll(condition=condition, range=span, iff=iff):
            start = "" if span is None else f"for {range_text(span)}: "
            end = "" if iff is None else f" iff {expression_text(iff)}"
            return start + expression_text(condition) + end
        case Expansion(coefficient=coefficient, right=right, least=least):
            power = expression_text(claim.power, 6)
            summand = f"{expression_text(coefficient, 4)}*t^{power}{'/n!' * claim.is_exponential}"
            end = _CUT * claim.is_cut
            return f"sum over n >= {least} of {summand} = {expression_text(right)}{end}"
        case Functional(left=left, right=right):
            return f"as power series: {expression_text(left)} = {expression_text(right)}"
        case Listed(first=first, values=values):
            return f"terms from n = {first}: {', '.join(map(number_text, values))}"
        case Asymptotic(kind=kind, left=left, right=right):
            right_text = expression_text(right)
            relation = f"= {kind}({right_text})" if kind in ORDERS else f"{kind} {right_text}"
            return f"as n grows: {expression_text(left)} {relation}"
    return f"in words: {json.dumps(claim.words, ensure_ascii=False)}"


def definition_text(one: SequenceDefinition) -> str:
    if one.object is not None:
        return f"let {one.name}(n) = {one.object.text}"
    rows = [f"{one.name}({n}) = {number_text(value)}" for n, value in one.values]
    if one.formula is not None:
        rows.append(f"{one.name}(n) = {expression_text(one.formula)} for n >= {one.least}")
    return f"let {', '.join(rows)}"


def canonical_text(statement: Statement) -> str:
    """Return the canonical text of a statement."""
    about = [] if statement.object is None else [_object_part(statement.object)]
    return "; ".join(
        [*about, *map(definition_text, statement.definitions), *map(claim_text, statement.claims)]
    )


def merged(texts: Iterable[str | None]) -> str | None:
    """Return the statement that several statements about one object hold, or None if they do not fit."""
    found = [parse_statement(text) for text in dict.fromkeys(texts) if text is not None]
    definitions = dict.fromkeys(part for one in found for part in one.definitions)
    is_one = len({one.object for one in found}) == 1 and len({part.name for part in definitions}) == len(
        definitions
    )
    claims = dict.fromkeys(claim for one in found for claim in one.claims)
    return canonical_text(Statement(found[0].object, tuple(claims), tuple(definitions))) if is_one else None


# Parser

_TOKEN = regex(r"\s*(?:(\d+\.\d+(?!\.)|\d+)|([A-Za-z]\w*)|(\.\.|<=|>=|!=|->|[-+*/^()=<>|~:;,!]))")
_IS_CANONICAL = regex(
    rf"a(?:\(n\))? = (?:{'|'.join(OBJECTS)})\(.*"
    r"|(?:for (?:n >= -?\d|-?\d+ <= n <= |every integer n\b)[^:]*:|let [A-Za-z]\w*\().*",
    re.DOTALL,
)


def parse_statement(text: str) -> Statement:
    """Return the statement with the given canonical text. Raise InputError for any other text.

    >>> found = parse_statement("a(n) = count(cis | path:n); for n >= 1: a(n) = (2^(n + 2) - (-1)^n)/3")
    >>> canonical_text(found)
    'a(n) = count(cis | path:n); for n >= 1: a(n) = (2^(n + 2) - (-1)^n)/3'
    """
    about, definitions, claims = None, list[SequenceDefinition](), list[Claim]()
    for place, part in enumerate(_parts(text)):
        if place == 0 and (match := re.fullmatch(r"a(\(n\))? = (\w+\(.*\))", part)):
            about = replace(Object.read(match[2]), is_single=not match[1])
        elif part.startswith("let "):
            definitions.append(_read_definition(part.removeprefix("let ")))
        else:
            claims.append(_read_claim(part))
    found = Statement(about, tuple(claims), tuple(definitions))
    if not claims:
        raise InputError(f"statement {as_typed(text)}: expected a claim, such as for n >= 1: a(n) = 2^n")
    if len({one.name for one in definitions}) < len(definitions):
        raise InputError(f"statement {as_typed(text)}: a sequence is defined twice")
    if re.sub(r"\s", "", canonical_text(found)) != re.sub(r"\s", "", text):
        raise InputError(f"statement {as_typed(text)}: expected the canonical form {canonical_text(found)}")
    return found


def seems_canonical(text: str) -> bool:
    """Return True if a text begins like a canonical one."""
    return _IS_CANONICAL.fullmatch(text.strip()) is not None


def _parts(text: str) -> Iterator[str]:
    """Yield the parts between the semicolons that are neither in brackets nor in quotation marks."""
    depth, is_quoted, start = 0, False, 0
    for place, sign in enumerate(text):
        is_quoted ^= sign == '"' and text[place - 1] != "\\"
        depth += 0 if is_quoted else (sign == "(") - (sign == ")")
        if sign == ";" and not depth and not is_quoted:
            yield text[start:place].strip()
            start = place + 1
    yield text[start:].strip()


def _read_definition(text: str) -> SequenceDefinition:
    if match := re.fullmatch(r"(\w+)\(n\) = (\w+\(.* \| .*\))", text):
        return SequenceDefinition(match[1], Object.read(match[2]))
    parser = _Parser(text)
    name, values, least = parser.next, list[tuple[int, Fraction]](), 0
    formula: nodes.Node | None = None
    while True:
        place = parser.relation()
        match place:
            case nodes.Equation(
                left=nodes.Symbol(label=(label,), index=nodes.Number(value=n)),
                right=nodes.Number(value=value),
                sign="=",
            ) if label == name and n.denominator == 1 and n not in dict(values):
                values.append((int(n), Fraction(value)))
            case nodes.Equation(left=nodes.Symbol(label=(label,), index=nodes.N), right=right, sign="=") if (
                label == name
            ):
                parser.take("for", "n", ">=")
                formula, least = right, parser.integer()
            case _:
                raise parser.refusal("a value or a formula")
        if not parser.took(","):
            break
    parser.end()
    return SequenceDefinition(name, None, tuple(values), formula, least)


def _read_claim(text: str) -> Claim:
    read: Callable[[str], Claim]
    for start, read in _READERS.items():
        if text.startswith(start):
            return read(text.removeprefix(start))
    return _read_for_all(text)


def _read_words(text: str) -> Worded:
    try:
        return Worded(str(json.loads(text)))
    except json.JSONDecodeError:
        raise InputError(f"statement: {as_typed(text)}: expected words in quotation marks") from None


def _read_series(text: str) -> Expansion:
    match = re.fullmatch(rf"(-?\d+) of (.*?)\*t\^(n|\([^()]*\))(/n!)? = (.*?)({_CUT})?", text)
    if match is None:
        raise InputError(
            f"statement: {as_typed(text)}: expected a sum such as n >= 0 of a(n)*t^n = 1/(1 - t)"
        )
    coefficient, power, right = (read_expression(match[k]) for k in (2, 3, 5))
    return Expansion(coefficient, right, int(match[1]), bool(match[4]), bool(match[6]), power)


def _read_functional(text: str) -> Functional:
    parser = _Parser(text)
    left = parser.sum()
    parser.take("=")
    right = parser.sum()
    parser.end()
    return Functional(left, right)


def _read_list(text: str) -> Listed:
    first, _, values = text.partition(":")
    if not re.fullmatch(r"\s*-?\d+\s*", first):
        raise InputError(f"statement {as_typed(text)}: expected the index of the first term")
    return Listed(int(first), tuple(Fraction(read_number(value)) for value in values.split(",")))


def _read_asymptotic(text: str) -> Asymptotic:
    parser = _Parser(text)
    left, kind = parser.sum(), parser.take()
    if kind == "=" and parser.next in ORDERS:
        kind = parser.take()
    elif kind not in ("~", "->"):
        raise parser.refusal("~, -> or an order such as = O(2^n)")
    right = parser.sum()
    parser.end()
    return Asymptotic(kind, left, right)


def _read_for_all(text: str) -> ForAll:
    parser = _Parser(text)
    span = parser.range() if parser.took("for") else None
    condition = parser.condition()
    iff = parser.condition() if parser.took("iff") else None
    parser.end()
    return ForAll(condition, span, iff)


_READERS: dict[str, Callable[[str], Claim]] = {
    "sum over n >= ": _read_series,
    "as power series: ": _read_functional,
    "terms from n = ": _read_list,
    "as n grows: ": _read_asymptotic,
    "in words: ": _read_words,
}


def read_expression(text: str) -> nodes.Node:
    """Return the expression with the given canonical text."""
    parser = _Parser(text)
    found = parser.sum()
    parser.end()
    return found


class _Parser:
    """Recursive descent over the tokens of one part of a statement."""

    def __init__(self, text: str) -> None:
        self.text, self.place, self.tokens = text, 0, list[str]()
        at, text = 0, text.rstrip()
        while at < len(text):
            match = _TOKEN.match(text, at)
            if match is None:
                raise InputError(f"statement: cannot parse {as_typed(text[at : at + 20])}")
            self.tokens.append(match[match.lastindex or 0])
            at = match.end()

    @property
    def next(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def refusal(self, expected: str) -> InputError:
        return InputError(f"statement {as_typed(self.text)}: expected {expected}, got {as_typed(self.next)}")

    def take(self, *expected: str) -> str:
        """Return the next token, after a check of it and the following ones if any are expected."""
        for token in expected:
            if not self.took(token):
                raise self.refusal(as_typed(token))
        if not expected:
            self.place += 1
        return self.tokens[self.place - 1] if self.place <= len(self.tokens) else ""

    def took(self, token: str) -> bool:
        is_next = self.next == token
        self.place += is_next
        return is_next

    def end(self) -> None:
        if self.next:
            raise self.refusal("the end")

    def integer(self) -> int:
        sign = -1 if self.took("-") else 1
        if not self.next.isdigit():
            raise self.refusal("an integer")
        return sign * int(self.take())

    def range(self) -> Span:
        least: int | None
        least, most = None, None
        if self.took("every"):
            self.take("integer", "n")
        elif self.took("n"):
            self.take(">=")
            least = self.integer()
        else:
            least = self.integer()
            self.take("<=", "n", "<=")
            most = self.integer()
        where = self.condition() if self.took("with") else None
        self.take(":")
        return Span(least, most, where)

    def condition(self) -> nodes.Node:
        """Parse a relation, or several ones in brackets."""
        start = self.place
        try:
            return self.relation()
        except InputError:
            if self.tokens[start : start + 1] != ["("]:
                raise
            self.place = start + 1
        parts, word = [self.condition()], self.next
        if word not in ("and", "or"):
            raise self.refusal("'and' or 'or'")
        while self.took(word):
            parts.append(self.condition())
        self.take(")")
        return call(word, *parts)

    def relation(self) -> nodes.Node:
        left = self.sum()
        if self.next not in SIGNS:
            if isinstance(left, nodes.FunctionCall) and left.name in _PREDICATES:
                return left
            raise self.refusal("a relation")
        sign, right = self.take(), self.sum()
        if sign == "=" and self.tokens[self.place : self.place + 2] == ["(", "mod"]:
            self.take("(", "mod")
            modulus = self.sum()
            self.take(")")
            return Congruence(left, right, modulus)
        return nodes.Equation(left, right, sign)

    def sum(self) -> nodes.Node:
        terms = [negative(self.product()) if self.took("-") else self.product()]
        while self.next in ("+", "-"):
            terms.append(self.product() if self.take() == "+" else negative(self.product()))
        return joined(nodes.Sum, iter(terms))

    def product(self) -> nodes.Node:
        first = self.power()
        if self.took("/"):
            return folded_quotient(first, self.power())
        factors = [first]
        while self.took("*"):
            factors.append(self.power())
        return joined(nodes.Product, iter(factors))

    def power(self) -> nodes.Node:
        base = self.atom()
        return nodes.Power(base, self.atom()) if self.took("^") else base

    def atom(self) -> nodes.Node:
        token = self.take()
        if token[:1].isdigit():
            return nodes.Number(Fraction(token), token) if "." in token else number_node(read_number(token))
        if token == "(":
            found = self.sum()
            if self.took("mod"):
                found = call("mod", found, self.sum())
            self.take(")")
            return found
        if not token[:1].isalpha():
            self.place -= 1
            raise self.refusal("a number, a name or an opening bracket")
        if token in CONSTANTS:
            return call(token)
        if self.tokens[self.place : self.place + 2] == ["(", "mod"] or not self.took("("):
            return nodes.Letter(token)
        return self._after_name(token)

    def _after_name(self, name: str) -> nodes.Node:
        """Parse the arguments of a function, a sequence, a sum or a product."""
        if name in ("sum", "product"):
            body = self.sum()
            self.take(",")
            letter = self.take()
            self.take("=")
            low = self.sum()
            self.take("..")
            high = None if self.took("infinity") else self.sum()
            found: nodes.Node = nodes.BigOperator(body, letter, low, high, name == "product")
        elif name == "cases":
            parts = [*self._case()]
            while self.took(";"):
                parts += self._case()
            found = call(name, *parts)
        elif name in FUNCTIONS:
            found = call(name, *self._list())
        elif name == "A":
            found = nodes.Symbol((name,), None, tuple(self._list()))
        else:
            index = self.sum()
            found = nodes.Symbol((name,), index, tuple(self._list()) if self.took(";") else ())
        self.take(")")
        return found

    def _case(self) -> tuple[nodes.Node, nodes.Node]:
        condition = TRUE if self.took("otherwise") else self.condition()
        self.take(":")
        return condition, self.sum()

    def _list(self) -> list[nodes.Node]:
        found = [self.sum()]
        while self.took(","):
            found.append(self.sum())
        return found
