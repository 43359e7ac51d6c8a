r"""Specifications as text: equations between classes, in the notation of Flajolet and Sedgewick, in plain
text or LaTeX.

    f = 1 + t*f + t^2*f^2                       a polynomial equation
    S = Z + SEQ_{>=2}(S)                        sequences of at least two objects
    \mathcal{T} = \mathcal{Z} \times \mathrm{SEQ}(\mathcal{T})
    A = t*(1 + x*B + B^2); B = t*(1 + A)        a system, with a mark x

+ is the disjoint union and * the product. The letter of the size is t, z or Z, or the argument of the left
side, as in C(x) = 1 + x*C(x)^2. 1 and E denote the class with one object of size 0. The first equation
defines the counted class. A context-free grammar is read as equations, with t for each letter:

    S -> a S b S | epsilon                      S = t*S*t*S + 1

Reference: Philippe Flajolet and Robert Sedgewick, Analytic Combinatorics, chapter I.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from itertools import pairwise

from gfkit.core.algebra.number import short_repr
from gfkit.core.deferred import dataclass, field, replace
from gfkit.core.errors import InputError

BUILT_ONCE = "each object is built in one way"
"""Hypothesis of counting the objects of a class by its equations."""
MARKS = ("x", "y", "u", "v", "q")
"""Letters that may mark parts of objects."""
_SIZES = ("t", "z", "Z")
_UNITS = ("E", "Epsilon")
_MOST_POWER, _LONGEST = 64, 20_000


class ClassKind(StrEnum):
    """Constructions that build objects from several objects of a class."""

    SEQ = "SEQ"
    SET = "SET"
    CYC = "CYC"
    MSET = "MSET"
    PSET = "PSET"


_CONSTRUCTIONS = {
    "seq": ClassKind.SEQ, "sequence": ClassKind.SEQ, "set": ClassKind.SET, "cyc": ClassKind.CYC,
    "cycle": ClassKind.CYC, "mset": ClassKind.MSET, "multiset": ClassKind.MSET, "pset": ClassKind.PSET,
    "powerset": ClassKind.PSET,
}  # fmt: skip
_OPERATIONS = {"union": "+", "sum": "+", "prod": "*", "product": "*"}


@dataclass(frozen=True)
class ClassUnits:
    """That many objects of size 0."""

    value: int


@dataclass(frozen=True)
class Atom:
    """The object of size 1."""


@dataclass(frozen=True)
class Mark:
    """An object of size 0 that a letter marks."""

    letter: str


@dataclass(frozen=True)
class Named:
    """A class that an equation defines."""

    name: str


@dataclass(frozen=True)
class ClassUnion:
    """Disjoint union; a part with a minus sign is subtracted."""

    parts: tuple[tuple[int, Class], ...]


@dataclass(frozen=True)
class ClassProduct:
    """Pairs, triples, ... of objects."""

    parts: tuple[Class, ...]


@dataclass(frozen=True)
class ClassPower:
    """Lists of a fixed number of objects."""

    base: Class
    exponent: int


@dataclass(frozen=True)
class ClassQuotient:
    """Solution s of s * below = above."""

    above: Class
    below: Class


@dataclass(frozen=True)
class Construction:
    """Sequences, sets or cycles of ``least`` to ``most`` objects; ``most`` is None without a bound."""

    kind: ClassKind
    base: Class
    least: int = 0
    most: int | None = None


Class = (
    ClassUnits | Atom | Mark | Named | ClassUnion | ClassProduct | ClassPower | ClassQuotient | Construction
)


def class_parts(tree: Class) -> Iterator[Class]:
    """Yield a class and all parts of its definition."""
    yield tree
    match tree:
        case ClassUnion(parts):
            inner: Sequence[Class] = [part for _, part in parts]
        case ClassProduct(parts):
            inner = parts
        case ClassPower(base) | Construction(_, base):
            inner = [base]
        case ClassQuotient(above, below):
            inner = [above, below]
        case _:
            inner = []
    for part in inner:
        yield from class_parts(part)


@dataclass(frozen=True)
class Specification:
    """Equations NAME = class; the first name is the counted class."""

    equations: tuple[tuple[str, Class], ...]
    size: str
    """Letter of the size as typed."""
    marks: tuple[str, ...] = ()
    letters: tuple[str, ...] = ()
    """Names of further series, without an equation."""
    grammar: ContextFree | None = field(default=None, compare=False)
    """The context-free grammar whose derivations the equations count, if there is one."""

    @property
    def target(self) -> str:
        return self.equations[0][0]

    @property
    def constructions(self) -> set[ClassKind]:
        """Kinds of constructions that occur."""
        return {
            part.kind
            for _, tree in self.equations
            for part in class_parts(tree)
            if isinstance(part, Construction)
        }

    def __str__(self) -> str:
        return "; ".join(f"{name} = {text_of(tree)}" for name, tree in self.equations)


def text_of(tree: Class, outer: int = 0) -> str:
    """Return the canonical text of a class, with the size t; ``outer`` is the strength of the operation
    around it.

    >>> text_of(read_specification("S = Z + Seq(S, card >= 2)").equations[0][1])
    't + SEQ_{>=2}(S)'
    """
    match tree:
        case ClassUnits(value):
            return str(value)
        case Atom():
            return "t"
        case Mark(letter):
            return letter
        case Named(name):
            return name
        case ClassUnion(parts):
            texts = [(" - " if sign < 0 else " + ") + text_of(part, 1) for sign, part in parts]
            text, strength = "".join(texts).removeprefix(" + "), 0
            text = "-" + text[3:] if text.startswith(" - ") else text
        case ClassProduct(parts):
            texts = [
                text_of(part, 2 if k and isinstance(part, ClassQuotient) else 1)
                for k, part in enumerate(parts)
            ]
            text, strength = "*".join(texts), 1
        case ClassPower(base, exponent):
            text, strength = f"{text_of(base, 2)}^{exponent}", 1
        case ClassQuotient(above, below):
            text, strength = f"{text_of(above, 1)}/{text_of(below, 2)}", 1
        case Construction(kind, base, least, most):
            return f"{kind}{_bounds_text(least, most)}({text_of(base)})"
    return f"({text})" if outer > strength or (outer == 2 and strength == 1) else text


def _bounds_text(least: int, most: int | None) -> str:
    if most is None:
        return f"_{{>={least}}}" if least else ""
    if least == most:
        return f"_{{={least}}}"
    return f"_{{{least}..{most}}}" if least else f"_{{<={most}}}"


# Reading

_LATEX = [
    (r"\\\\", ";"),
    (r"\\begin\{[a-z]+\*?\}|\\end\{[a-z]+\*?\}|\\left|\\right|\\[,;:! ]|\\q?quad\b|[$&~]|\\big+[lr]?\b", " "),
    (r"\\(?:math(?:cal|rm|it|bf|sf)|text(?:sc|rm)?|operatorname|rm|sc|cal)\s*\*?\s*\{(\w+)\}", r" \1 "),
    (r"\\(?:mathcal|mathrm|mathsf|rm|sc|cal)\s+(\w)", r" \1 "),
    (r"\\(?:cdot|times|star|ast)(?![A-Za-z])|[·×⋅⋆]", "*"),
    (r"\\(?:cup|uplus|sqcup)(?![A-Za-z])|[∪⊎⊔]", "+"),
    (r"\\(?:geq?|geqslant)(?![A-Za-z])|≥|=>", ">="),
    (r"\\(?:leq?|leqslant)(?![A-Za-z])|≤|=<", "<="),
    (r"\\(?:var)?epsilon(?![A-Za-z])|[εϵ]", " E "),
    (r"[−–]", "-"),
    (r"\*\*", "^"),
    (r":=|:-|≅|≃|\\c?ong(?![A-Za-z])|\\simeq(?![A-Za-z])", "="),
]  # fmt: skip
_TOKEN = re.compile(
    r"\s*(?:(\d+)|([A-Za-z]+'*(?:_\d+|_\{\w+\}|\d+)?'*)|(\\d?frac\b)|(\.\.|>=|<=|[-+*/^=_(){}\[\],<>]))"
)


_ARROW = re.compile(r"->|::=|→|\\(?:to|rightarrow)(?![A-Za-z])")


_EMPTY = ("epsilon", "eps", "lambda", "ε", "λ", "ϵ", "")
_SYMBOL = re.compile(r"'([^']*)'|\"([^\"]*)\"|<(\w+)>|(\w)|(\S)")
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
_REPEATED = re.compile(r"[\w)>][*?]|[\w)>]\+(?!\S)")
_GRAMMAR_LATEX = [
    (r"\\\\", ";"),
    (r"\\(?:var)?epsilon(?![A-Za-z])", " epsilon "),
    (r"\\lambda(?![A-Za-z])", " lambda "),
    (r"\\(?:mid|vert)(?![A-Za-z])", "|"),
    (r"\\(?:[,;:! ]|q?quad(?![A-Za-z]))|[$&]", " "),
]


@dataclass(frozen=True)
class ContextFree:
    """Context-free grammar: the alternatives of each nonterminal, the first of which is the start symbol.

    An alternative consists of symbols: nonterminals, and letters in quotation marks.
    """

    rules: dict[str, list[list[str]]]

    @property
    def equations(self) -> str:
        """Equations of its derivations, with t for each letter.

        >>> ContextFree.read("S -> a S b S | epsilon").equations
        'S = t*S*t*S + 1'
        """
        bodies = {
            name: " + ".join(
                "*".join(symbol if symbol in self.rules else "t" for symbol in word) or "1" for word in words
            )
            for name, words in self.rules.items()
        }
        return "; ".join(f"{name} = {body}" for name, body in bodies.items())

    def words(self, longest: int) -> set[str]:
        """Return the words of the language with at most that many letters.

        >>> sorted(ContextFree.read("S -> a S b | epsilon").words(4))
        ['', 'aabb', 'ab']
        """
        known: dict[str, set[str]] = {name: set() for name in self.rules}
        while True:
            made = {}
            for name, bodies in self.rules.items():
                made[name] = set[str]()
                for body in bodies:
                    words = {""}
                    for symbol in body:
                        after = known.get(symbol, {symbol[1:-1]})
                        words = {one + two for one in words for two in after if len(one + two) <= longest}
                    made[name] |= words
            if made == known:
                return known[next(iter(known))]
            known = made

    @classmethod
    def read(cls, text: str) -> ContextFree:
        """Return the grammar that a text contains. Raise InputError for signs that may not be letters."""
        for pattern, plain in _GRAMMAR_LATEX:
            text = re.sub(pattern, plain, text)
        alternatives: dict[str, list[str]] = {}
        for line in re.split(r"[;\n]", _without_final_dot(text)):
            parts = _ARROW.split(line)
            if line.strip():
                if len(parts) != 2 or not re.fullmatch(r"\s*(?:<\w+>|[A-Za-z]\w*)\s*", parts[0]):
                    raise InputError(f"the rule {line.strip()!r} must have the form S -> ... | ...")
                _check_letters(parts[1])
                alternatives.setdefault(parts[0].strip(" <>"), []).extend(parts[1].split("|"))
        if "t" in alternatives:
            raise InputError("t is the size; give the class t another name")
        bodies = [body for found in alternatives.values() for body in found]
        digits = {letter for body in bodies for letter in body if letter.isdigit()}
        inside = any("1" in body and body.strip() != "1" for body in bodies)
        empty = (*_EMPTY, *["1"][: digits <= {"1"} and not inside])
        return cls(
            {name: [_word(body, alternatives, empty) for body in own] for name, own in alternatives.items()}
        )


def _without_final_dot(text: str) -> str:
    """Return a grammar without the period of its sentence. Raise InputError if it may be a letter."""
    text = text.strip()
    before = text.removesuffix(".")
    if before == text or not before or before[-1] in " \t\n|":
        return text
    if before.split()[-1].lower() in _EMPTY:
        return before
    raise InputError("is the final '.' a letter? Put a space before it, or omit it")


def _check_letters(body: str) -> None:
    """Raise InputError if a right side has signs of the extended notation."""
    bare = _QUOTED.sub("_", body)
    if match := _REPEATED.search(bare):
        raise InputError(
            f"{match[0]!r}: repetition is written as another rule; quote the sign if it is a letter"
        )
    if match := re.search(r"[,∅\\]", bare):
        raise InputError(f"{match[0]!r} is not understood; quote it if it is a letter")
    for one, other in ("()", "[]", "{}"):
        counts = [part.count(one) - part.count(other) for part in bare.split("|")]
        if any(counts) and not sum(counts):
            raise InputError(f"{one} {other} enclose a sign |: write another rule, or quote the brackets")


def _word(body: str, rules: Collection[str], empty: Sequence[str]) -> list[str]:
    """Return the symbols of an alternative; letters are in quotation marks."""
    if body.strip().lower() in empty:
        return []
    symbols = list[str]()
    for piece in body.split():
        if piece in rules or piece.lower() in _EMPTY:
            symbols += [piece] if piece in rules else []
            continue
        for match in _SYMBOL.finditer(piece):
            quoted = match[1] if match[1] is not None else match[2]
            name = match[3] or match[4] or ""
            letters = quoted if quoted is not None else match[0]
            if match[3] and name not in rules:
                raise InputError(f"<{name}> is not defined: write a rule <{name}> -> ...")
            if name.isupper() and name not in rules:
                raise InputError(
                    f"{name} is not defined: write a rule {name} -> ..., or quote a letter: '{name}'"
                )
            symbols += [name] if name in rules else [f"'{letter}'" for letter in letters]
    return symbols


def read_specification(text: str, letters: Sequence[str] = ()) -> Specification:
    r"""Return the specification that a text contains; equations end at a semicolon, a comma or a line end.
    ``letters`` are names of further series, without an equation.

    Raise InputError, naming the part that is not understood.

    >>> print(read_specification(r"\mathcal{T} = \mathcal{Z} \times \mathrm{SEQ}(\mathcal{T})"))
    T = t*SEQ(T)
    >>> read_specification("A(x) = 1 + x A(x)^2 + x*y*A(x)").marks
    ('y',)
    """
    if len(text) > _LONGEST:
        raise InputError(f"specification of {len(text):,} characters: the maximum is {_LONGEST:,}")
    clean = "\n".join(line.split("#")[0] for line in text.split("\n"))
    with _annotated_errors(text):
        grammar = ContextFree.read(clean) if _ARROW.search(clean) else None
        if grammar is not None:
            clean = grammar.equations
        for pattern, plain in _LATEX:
            clean = re.sub(pattern, plain, clean)
        listed = [_sides(part) for part in _split(clean)]
        if not listed:
            raise InputError("expected equations such as f = 1 + t*f + t^2*f^2")
        return replace(_assemble(listed, letters), grammar=grammar)


@contextmanager
def _annotated_errors(text: str) -> Iterator[None]:
    """Context manager that names the text in error messages."""
    try:
        yield
    except InputError as error:
        raise InputError(f"specification {short_repr(text)}: {error}") from None


_BEGINS = re.compile(r"\s*[A-Za-z][\w']*(?:_\{\w+\})?\s*(?:\([\w, ]*\)\s*)?=")
"""Beginning of a line with a new equation; other lines continue the one before."""


def _split(text: str) -> list[str]:
    """Return the equations of a text; commas in brackets do not separate equations.

    >>> _split("A = Union(t, B); B = t, C = 1")
    ['A = Union(t, B)', ' B = t', ' C = 1']
    """
    lines = text.split("\n")
    text = "".join((";" if _BEGINS.match(line) else " ") + line for line in lines)
    found, depth, start = [], 0, 0
    for k, sign in enumerate(text):
        depth += (sign in "([{") - (sign in ")]}")
        if sign in ",;" and depth == 0:
            found.append(text[start:k])
            start = k + 1
    return [part for part in [*found, text[start:]] if part.strip(" .\t")]


def _sides(equation: str) -> tuple[str, list[str], list[str]]:
    """Return the name that an equation defines, the letters of its arguments, and the tokens of the right
    side.
    """
    tokens = _tokens(equation.rstrip(" .\n\t"))
    depth, at = 0, None
    for k, token in enumerate(tokens):
        depth += (token in "([{") - (token in ")]}")
        if token == "=" and depth == 0:
            if at is not None:
                raise InputError("an equation has one sign =; separate equations by ;")
            at = k
    if at is None:
        raise InputError(f"{equation.strip()!r} is no equation")
    left, right = tokens[:at], tokens[at + 1 :]
    if not left or not left[0][0].isalpha():
        raise InputError(f"the left side {' '.join(left) or 'is missing'!r} must be the name of a class")
    arguments = [token for token in left[1:] if token not in ("(", ")", ",")]
    if left[1:] and (
        left[1] != "(" or left[-1] != ")" or not all(len(a) == 1 and a.isalpha() for a in arguments)
    ):
        raise InputError(
            f"the left side {' '.join(left)!r} must be the name of a class, as in f = ... or F(t) = ..."
        )
    if not right:
        raise InputError(f"the definition of {left[0]} is missing")
    return left[0], arguments, right


def _tokens(text: str) -> list[str]:
    found, at = list[str](), 0
    while at < len(text) and text[at:].strip():
        match = _TOKEN.match(text, at)
        if match is None:
            raise InputError(f"{text[at:].strip()[:12]!r} is not understood")
        found.append(re.sub(r"[{}]", "", match[0].strip()) if match[2] else match[0].strip().lstrip("\\"))
        at = match.end()
    return found


def _assemble(listed: Sequence[tuple[str, list[str], list[str]]], letters: Sequence[str]) -> Specification:
    names = [*(name for name, _, _ in listed), *letters]
    twice = next((a for a, b in pairwise(sorted(names)) if a == b), None)
    if twice is not None:
        raise InputError(f"{twice} is defined twice")
    arguments = list(dict.fromkeys(letter for _, given, _ in listed for letter in given))
    if letters and arguments == ["u"]:
        arguments = []  # F(u) of an equation with a catalytic variable
    used = {token for _, _, right in listed for token in right if token[0].isalpha()}
    known = {*names, *_SIZES, *MARKS, *_UNITS, *arguments}
    glued = {token for token in used if token not in names and all(letter in known for letter in token)}
    loose = {letter for token in glued for letter in token}
    size = (
        [letter for letter in _SIZES if letter in arguments]
        or arguments[:1]
        or [letter for letter in _SIZES if letter in loose and letter not in names]
    )
    if not size:
        size = sorted(letter for letter in loose if letter in MARKS and letter not in names)
        if len(size) > 1:
            raise InputError(f"which of {', '.join(size)} is the size? Write it as t")
    if len(size) > 1:
        raise InputError(f"both {' and '.join(size)} denote the size; use one of them")
    letter = (size or ["t"])[0]
    if letter in names:
        raise InputError(f"{letter} is both the size and the name of a class")
    if letter != "t" and "t" in (*names, *arguments):
        raise InputError(
            f"the size is {letter}, and t is another letter; rename it, because t denotes the size"
        )
    marks = [mark for mark in (*arguments, *MARKS) if mark not in (letter, *names)]
    equations = tuple((name, _Reader(right, names, letter, marks).read()) for name, _, right in listed)
    occurring = {part.letter for _, tree in equations for part in class_parts(tree) if isinstance(part, Mark)}
    kept = tuple(mark for mark in dict.fromkeys(marks) if mark in occurring)
    return Specification(equations, letter, kept, tuple(letters))


def _is_function(token: str) -> bool:
    return token.partition("_")[0].rstrip("0123456789").lower() in {
        *_CONSTRUCTIONS,
        *_OPERATIONS,
        "epsilon",
        "atom",
    }


class _Reader:
    """Recursive descent over the tokens of a right side."""

    def __init__(self, tokens: list[str], names: Sequence[str], size: str, marks: Sequence[str]) -> None:
        self._tokens, self._at = tokens, 0
        self._names, self._size, self._marks = names, size, marks

    def read(self) -> Class:
        found = self._sum()
        if self._next:
            raise InputError(f"{self._next!r} is not understood after {text_of(found)}")
        return found

    @property
    def _next(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self, *expected: str) -> str:
        token = self._next
        if expected and token not in expected:
            raise InputError(f"expected {expected[0]!r} {f'before {token!r}' if token else 'at the end'}")
        self._at += 1
        return token

    def _sum(self) -> Class:
        parts = []
        sign = -1 if self._next == "-" and self._take() else 1
        parts.append((sign, self._product()))
        while self._next in ("+", "-") and self._next:
            parts.append((-1 if self._take() == "-" else 1, self._product()))
        return parts[0][1] if parts == [(1, parts[0][1])] else ClassUnion(tuple(parts))

    def _product(self) -> Class:
        parts: list[Class] = [self._power()]
        while token := self._next:
            if token == "/":
                self._take()
                above = parts[0] if len(parts) == 1 else ClassProduct(tuple(parts))
                parts = [ClassQuotient(above, self._power())]
            elif token == "*" or token[0].isalnum() or token in ("(", "{", "frac", "dfrac"):
                self._at += token == "*"
                parts.append(self._power())
            else:
                break
        return parts[0] if len(parts) == 1 else ClassProduct(tuple(parts))

    def _power(self) -> Class:
        return self._raised(self._factor())

    def _raised(self, base: Class) -> Class:
        """Return the base to the power that follows, if there is one."""
        if self._next != "^":
            return base
        self._take()
        is_bracketed = self._next in ("{", "(") and bool(self._take())
        exponent = self._number()
        if is_bracketed:
            self._take("}", ")")
        self._skip_arguments_after_power(base, exponent)
        return _power_of(base, exponent)

    def _number(self) -> int:
        token = self._take()
        if not token.isdecimal():
            raise InputError(f"expected a number, got {token or 'the end'!r}")
        if len(token) > 1000:
            raise InputError(f"the number {short_repr(token)} is too long")
        return int(token)

    def _factor(self) -> Class:
        token = self._take()
        if token.isdecimal():
            return ClassUnits(int(token))
        if token in ("(", "{", "["):
            inner = self._sum()
            self._take({"(": ")", "{": "}", "[": "]"}[token])
            return inner
        if token in ("frac", "dfrac"):
            above, below = self._factor(), self._factor()
            return ClassQuotient(above, below)
        if not token or not token[0].isalpha():
            raise InputError(
                f"a class is missing before {token!r}" if token else "a class is missing at the end"
            )
        return self._named(token)

    def _named(self, token: str) -> Class:
        if token not in self._names and _is_function(token):
            return self._function(token)
        letters = [token] if token in self._names or len(token) == 1 else self._glued(token)
        found: list[Class] = [self._letter(name) for name in letters]
        if isinstance(found[-1], Named) and self._next == "(":
            self._skip_arguments(letters[-1])
        if len(found) > 1:
            found[-1] = self._raised(found[-1])  # the exponent belongs to the last letter
        return found[0] if len(found) == 1 else ClassProduct(tuple(found))

    def _glued(self, token: str) -> list[str]:
        """Return the one-letter names that a word such as tf consists of."""
        known = {*self._names, *self._marks, self._size}
        if all(letter in known for letter in token):
            return list(token)
        raise InputError(self._unknown(token))

    def _unknown(self, token: str) -> str:
        return (
            f"{token} is not defined: write an equation {token} = ..."
            f" (the size is {self._size}, marks are {', '.join(MARKS)})"
        )

    def _letter(self, name: str) -> Class:
        if name in self._names:
            return Named(name)
        if name == self._size:
            return Atom()
        if name in self._marks:
            return Mark(name)
        if name in _UNITS:
            return ClassUnits(1)
        raise InputError(self._unknown(name))

    def _skip_arguments_after_power(self, base: Class, exponent: int) -> None:
        """Skip the arguments of F^2(t), which is F(t)^2. Raise InputError for F^2(x) with a mark x."""
        if not isinstance(base, Named) or self._next != "(":
            return
        inner = self._tokens[self._at + 1 :]
        given = inner[: inner.index(")")] if ")" in inner else inner
        if not all(token == "," or token in (self._size, *self._marks) for token in given):
            return
        if self._size not in given:
            one, other = (
                f"{base.name}({''.join(given)})^{exponent}",
                f"{base.name}^{exponent}*{''.join(given)}",
            )
            raise InputError(f"write {one} or {other}")
        self._skip_arguments(base.name)

    def _skip_arguments(self, name: str) -> None:
        """Skip the arguments of F(t) or F(t, x), which must be those letters."""
        start = self._at
        self._take("(")
        given = []
        while self._next not in (")", ""):
            given.append(self._take())
        self._take(")")
        wanted = {self._size, *self._marks}
        if any(token not in wanted for token in given[::2]) or any(token != "," for token in given[1::2]):
            inner = " ".join(self._tokens[start : self._at])
            raise InputError(f"{name}{inner} is no class: a product is written {name}*{inner}")

    def _function(self, token: str) -> Class:
        name, _, card = token.partition("_")
        if not card and name[-1].isdecimal():
            name, card = name.rstrip("0123456789"), name[len(name.rstrip("0123456789")) :]
        word = name.lower()
        if card and not card.isdecimal():
            raise InputError(f"{token}: the bounds of a construction are written >=2, <=3, =2 or 2..5")
        if word in ("epsilon", "atom"):
            return ClassUnits(1) if word == "epsilon" else Atom()
        least, most = (int(card), int(card)) if card.isdecimal() else (0, None)
        if self._next == "_":
            self._take()
            least, most = self._bounds()
        self._take("(", "{")
        parts, bounds = [self._sum()], None
        while self._next == ",":
            self._take()
            if self._next.lower() == "card":
                self._take()
                bounds = self._bounds()
            else:
                parts.append(self._sum())
        self._take(")", "}")
        if word in _OPERATIONS:
            return (
                ClassUnion(tuple((1, part) for part in parts))
                if _OPERATIONS[word] == "+"
                else ClassProduct(tuple(parts))
            )
        if len(parts) > 1:
            raise InputError(f"{name} has one class, and {len(parts)} are given")
        least, most = bounds or (least, most)
        kind = _CONSTRUCTIONS[word]
        if kind in (ClassKind.CYC,) and most != 0:
            least = max(least, 1)
        return Construction(kind, parts[0], least, most)

    def _bounds(self) -> tuple[int, int | None]:
        """Return the bounds of >=k, <=k, =k, k, >k, <k, a..b, in braces or not."""
        is_braced = self._next == "{" and bool(self._take())
        sign = self._take() if self._next in (">=", "<=", "=", ">", "<") else "="
        first = self._number()
        if sign == "=" and self._next == "..":
            self._take()
            found: tuple[int, int | None] = (first, self._number())
        else:
            found = {
                ">=": (first, None), ">": (first + 1, None), "<=": (0, first), "<": (0, first - 1),
                "=": (first, first),
            }[sign]  # fmt: skip
        if is_braced:
            self._take("}")
        least, most = found
        if most is not None and most < least:
            raise InputError("the bounds of a construction contain no number")
        if max(least, most or 0) > _MOST_POWER:
            raise InputError(f"bounds of constructions are at most {_MOST_POWER}")
        return found


def _power_of(base: Class, exponent: int) -> Class:
    if exponent > _MOST_POWER:
        raise InputError(f"the exponent {exponent} is too large: the maximum is {_MOST_POWER}")
    return ClassPower(base, exponent)
