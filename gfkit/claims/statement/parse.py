"""Parser of statements: equations and claims about growth, with their range and initial values."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import takewhile
from math import lcm

from gfkit.claims.statement.grammar import Grammar, Meaning
from gfkit.claims.statement.lexer import Sort, Token, in_place, tokens
from gfkit.claims.statement.linear import fraction_factors
from gfkit.claims.statement.names import INDICES, ORDERS
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.deferred import dataclass, regex, replace
from gfkit.core.errors import GfkitError, InputError, LimitError, as_typed

_IN_CONDITIONS = frozenset({"=", "≡", "≠", "even", "odd", "|", ">=", ">", "<=", "<"})
_OTHERWISE = nodes.Condition(0, ())
_LATEST_CASE = 100_000
LANDAU = frozenset({"O", "o", "Theta", "Omega"})
_NEARLY_ONE = nodes.Sum((nodes.ONE, nodes.FunctionCall("o", (nodes.ONE,))))
_EQUALS = frozenset({"=", "≡"})
_AFTER_RESIDUE = frozenset(
    {",", ";", ".", "or", "and", "mod", "pmod", "for", "(", ")", "}", "\n", "end cases"}
)
_SIZE = r"[0-9]+(?:\.[0-9]+)?(?:e[-+]?[0-9]+)?"
_NUMBERED_ROOT = regex(
    rf"(?P<letter>[A-Za-z])(?P<number>[0-9]+)\s*=\s*(?:(?P<real>-?{_SIZE})(?!\s*\*)"
    rf"(?:\s*(?P<sign>[-+])\s*(?P<size>{_SIZE})\s*\*\s*I)?|(?P<alone>-?{_SIZE})\s*\*\s*I)"
    r"(?:\s+and\s+(?P<more>[0-9]+)\s+more)?(?=\s*(?:[,;.]|$))"
)


@dataclass(frozen=True)
class Chain:
    """Chain of sides with relations between them: ``=``, ``~`` (the ratio tends to 1) or ``≈`` (equal
    digits).
    """

    sides: tuple[nodes.Node, ...]
    relations: tuple[str, ...]

    @property
    def left_side(self) -> nodes.Node | None:
        """First side if there are several sides, or None."""
        return self.sides[0] if len(self.sides) > 1 else None

    @property
    def right_sides(self) -> tuple[nodes.Node, ...]:
        """Sides after the first one, or the only side."""
        return self.sides[len(self.sides) > 1 :]

    @property
    def names(self) -> list[nodes.Symbol]:
        """Named sequences in the chain."""
        return [name for side in self.sides for name in nodes.symbols(side)]


@dataclass(frozen=True)
class PrintedRoot:
    """Printed root such as ``r2 = 0.5 + 1.25*I`` after a sum over roots r: its real and imaginary part and
    its string.
    """

    letter: str
    real: str
    imaginary: str
    text: str
    more: int = 0


@dataclass(frozen=True)
class PrintedStatement:
    """Parsed statement: its chains, the smallest n of its range, and the decimals of roots.

    ``zeros`` are the names of sequences for which it states the convention a(n) = 0 for n < 0.
    """

    text: str
    chains: tuple[Chain, ...]
    valid_from: int | None
    roots: tuple[PrintedRoot, ...] = ()
    zeros: frozenset[tuple[str, ...]] = frozenset()


def read_statement(
    text: str,
    variable: str = "t",
    constants: Meaning | None = None,
    definitions: Mapping[str, nodes.Node] | None = None,
    chebyshev: frozenset[str] = frozenset(),
) -> PrintedStatement:
    """Parse a statement.

    ``variable`` marks the size, ``constants`` are letters for numbers or names, ``definitions`` are names
    explained next to the formula, ``chebyshev`` are letters of Chebyshev polynomials.

    >>> statement = read_statement(r"c_n = 3c_{n-1} - 1 \\quad (n \\ge 2)")
    >>> len(statement.chains[0].sides), statement.valid_from
    (2, 2)
    """
    stripped = text.strip()
    if not stripped:
        raise InputError("formula '': the string is empty; expected a formula such as (1 + t)/(1 - 2t - t^2)")
    meaning = _parse_meaning(stripped, variable, constants or {})
    return _Statements(stripped, meaning, definitions=definitions, chebyshev=chebyshev).statement(stripped)


def read_constant(text: str) -> nodes.Node:
    """Parse the definition of a symbol."""
    grammar = _Statements(text, {})
    node = grammar.expression()
    if not grammar.is_done:
        raise grammar.refusal("expected the end of the definition")
    return node


def statement_of(text: str, meaning: Meaning | None = None) -> PrintedStatement:
    """Parse output of gfkit, which may have any length; ``meaning`` defines the letters."""
    chosen = _parse_meaning(text, "t", {}, is_own=True) if meaning is None else meaning
    return _Statements(text, chosen, is_own=True).statement(text)


def _parse_meaning(text: str, variable: str, constants: Meaning, *, is_own: bool = False) -> Meaning:
    """Return what each letter of a formula denotes; the index is n, or m or N if n does not occur."""
    meaning: dict[str, str | int] = {"x": "x", "y": "y", **constants, variable: "t"}
    listed = tokens(text, frozenset({*INDICES, *meaning}), is_own=is_own)
    texts = {token.text for token in listed if token.sort is Sort.LETTER}
    index = next((letter for letter in INDICES if letter in texts and letter not in meaning), "")
    if "n" not in meaning:
        taken = {"y", variable} | {letter for letter, what in meaning.items() if what == "x"}
        meaning[index or _other_index(listed, taken, constants) or "n"] = "n"
    return {letter: what for letter, what in meaning.items() if not _is_sequence(listed, letter, meaning)}


def _other_index(listed: list[Token], taken: set[str], constants: Meaning) -> str:
    """Return the letter of the indices of a formula without n, such as the i of a_i = a_{i-1} + a_{i-2}.

    The letter must also occur outside indices or in a shifted index; a letter that denotes a number must
    be shifted. The result is empty if there is no such letter, or if there are several.
    """
    texts = ["", "", "", *(token.text for token in listed), "", "", ""]
    indices, elsewhere, moved, bound = set(), set(), set(), set(taken)
    for k, letter in enumerate(texts[3:-3], 3):
        if len(letter) > 1 or not letter.isalpha():
            continue
        is_group = texts[k - 1] == "{"
        before, is_moved = texts[k - 1 - is_group], texts[k + 1] in ("+", "-") and texts[k + 2].isdigit()
        is_argument = letter in "ijklprs" and texts[k - 1] == "(" and texts[k - 2].isalpha()
        if before == "_" and texts[k - 2 - is_group] in ("sum", "product"):
            bound.add(letter)
        elif is_argument or (before == "_" and (not is_group or texts[k + 1 + 2 * is_moved] == "}")):
            indices.add(letter)
            moved |= {letter} if is_moved and (is_group or is_argument) else set()
        else:
            elsewhere.add(letter)
    left = (indices & (elsewhere.difference(constants) | moved)) - bound
    return left.pop() if len(left) == 1 else ""


def _is_sequence(listed: list[Token], letter: str, meaning: Meaning) -> bool:
    """Return True if an equation for letter(n) begins here, so that the letter is not a variable."""
    if meaning[letter] == "n":
        return False
    texts = ["", *(token.text for token in listed)]
    return any(
        texts[k] == letter
        and texts[k - 1] in ("", ",", ";", "\n")
        and texts[k + 1 : k + 5 : 2] in (["(", ")"], ["[", "]"])
        and meaning.get(texts[k + 2]) == "n"
        and texts[k + 4 : k + 5] == ["="]
        for k in range(1, len(texts))
    )


_AT_MOST = r"\s*(?:<=?|≤|⩽|\\leq?(?:slant)?)\s*"
RANGE_SIGNS = regex(r"for|[<≤⩽]|\\le")
"""Pattern of signs, one of which occurs in every range of n."""
_FINITE_RANGE = regex(
    rf"(?:\bfor\b|[,(])[\s}}$]*\d+{_AT_MOST}n{_AT_MOST}\d+"
    rf"|\bfor[\s}}$]+(?:all\s+)?(?:\d+{_AT_MOST}n\b|n{_AT_MOST}\d+|n\s+in\b|n\s*=\s*\d+\s*(?:\.\.|,\s*\.\.\.\s*,)\s*\d+)"
)


class _Statements(Grammar):
    _equals = _EQUALS
    """Equality signs of conditions. ≠ is allowed inside [n ≠ 0]."""

    def statement(self, text: str) -> PrintedStatement:
        finite = _FINITE_RANGE.search(text) if RANGE_SIGNS.search(text) else None
        if finite is not None:
            raise InputError(
                f"formula: the range {as_typed(finite[0].strip(' ,('))} is not supported; write only its"
                " smallest n, as in 'for n >= 2'"
            )
        chains: list[Chain] = []
        roots: list[PrintedRoot] = []
        valid_from: int | None = None
        zeros: set[tuple[str, ...]] = set()
        while True:
            self._separators(is_first=not chains and valid_from is None and not zeros)
            if self._is_system():
                self.take()
            if self.is_done:
                break
            place = self.position
            bound, root = self._range(), self._numbered_root()
            if bound is not None:
                if valid_from not in (None, bound):
                    self.position = place
                    raise self.unsupported(
                        f"the range n >= {valid_from} is already given; write only one range"
                    )
                valid_from = bound
            elif root is not None:
                roots.append(root)
            else:
                chain = _without_zeros(printed := self._chain())
                zeros |= {printed.names[0].label} if chain is not printed else set()
                split, since = ([], None) if chain is None else self._split_cases(chain)
                chains += split
                valid_from = since if valid_from is None or (since or 0) > valid_from else valid_from
            is_end = self.is_at(",", ";", ".", "\n", "for", "and", "&", "end cases")
            if not (self.is_done or is_end or self.is_range() or self.is_on_next_line()):
                raise self.refusal("expected the end, or one of + - * / = , ;")
        if not chains:
            raise InputError(f"formula {as_typed(text)}: expected a formula, not only punctuation")
        return PrintedStatement(text, tuple(chains), valid_from, tuple(roots), frozenset(zeros))

    def _skip_tokens(self, *texts: str) -> None:
        """Skip all consecutive tokens with the given texts."""
        while self.took(*texts):
            pass

    def _is_system(self) -> bool:
        """Return True if a brace before several equations is next, not before the cases of one."""
        row = takewhile(lambda token: token.text not in ("&", "\n", ","), self.tokens[self.position + 1 :])
        first = self.ahead(1).sort in (Sort.NAME, Sort.TEXT)
        return self.is_at("begin cases") and first and any(token.text == "=" for token in row)

    def _separators(self, *, is_first: bool) -> None:
        """Skip one separator, or ", and", and alignment marks between two chains."""
        self._skip_tokens("\n", "&", "end cases")
        if self.is_at(".") and self.ahead(1).sort is Sort.NUMBER and self.ahead(1).start == self.next.end:
            raise self.refusal("expected a number with a digit before the decimal point, such as 0.5")
        if not is_first and self.took(",", ";", "."):
            self._skip_tokens("\n", "&", "end cases")
        if self.is_at("and"):
            if self.ahead(1).sort is Sort.END or is_first:
                raise self.refusal("expected a formula before and after 'and'")
            self.take()
            self._skip_tokens("\n", "&")
        is_all = (
            self.is_at("for") and self.ahead(1).text == "all" and self.ahead(3).text not in (">=", ">", "=")
        )
        if is_all and self.meaning.get(self.ahead(2).text) == "n":
            self.position += 3
            self._separators(is_first=False)

    def _numbered_root(self) -> PrintedRoot | None:
        """Parse ``r1 = 2.76``, where r is bound by a sum over roots."""
        match = _NUMBERED_ROOT.match(self.text, self.next.start) if self.next.text in self._bound else None
        if match is None or match["letter"] != self.next.text:
            return None
        while not self.is_done and self.next.start < match.end():
            self.take()
        imaginary = match["alone"] or (match["sign"] or "").strip("+") + (match["size"] or "0")
        return PrintedRoot(
            match["letter"], match["real"] or "0", imaginary, match[0], int(match["more"] or 0)
        )

    def _chain(self) -> Chain:
        sides, relations = [self._side()], []
        while self.is_at("=", "~", "≈"):
            relations.append(self.take().text)
            self._skip_tokens("&")
            sides.append(self._side())
        if not (isinstance(sides[0], nodes.Symbol) and sides[0].label[0] in ORDERS and relations):
            sides = [nodes.rebuild(side, _order) for side in sides]
        return Chain(tuple(sides), tuple(relations))

    def _split_cases(self, chain: Chain) -> tuple[list[Chain], int | None]:
        """Return a(n) = 1 if n = 0; 2a(n-1) otherwise as its initial values and its recurrence, with its
        smallest n. Return any other chain unchanged, without n.
        """
        left, right = chain.sides[0], chain.sides[-1]
        if not (isinstance(left, nodes.Symbol) and left.index == nodes.N and isinstance(right, nodes.Cases)):
            return [chain], None
        label, conditions = left.label, [branch.condition for branch in right.branches]
        recurs = [any(name.label == label for name in nodes.symbols(branch)) for branch in right.branches]
        if recurs == [True] and (conditions[0].modulus, conditions[0].most) == (1, None):
            return [replace(chain, sides=(*chain.sides[:-1], right.branches[0].body))], conditions[0].least
        ends = [-1 if one.modulus != 1 or one.most is None else one.most for one in conditions]
        later = [one for one, is_later in zip(conditions, recurs, strict=True) if is_later]
        if conditions[-1] == _OTHERWISE and len(later) == 1 and later[0].modulus == 1 and not recurs[-1]:
            ends[-1] = later[0].least - 1
        initial = [not recurs[k] and end >= 0 for k, end in enumerate(ends)]
        rest = tuple(branch for branch, is_value in zip(right.branches, initial, strict=True) if not is_value)
        if len(chain.sides) > 2 or not any(recurs) or not any(initial):
            return [chain], None
        values = {
            n: nodes.substitute_n(branch.body, nodes.Number(Fraction(n)))
            for branch, end, is_value in [*zip(right.branches, ends, initial, strict=True)][::-1]
            for n in range(branch.condition.least, end + 1 if is_value else 0)
        }
        since = max(values) + 1
        if len(values) < since - min(values):
            raise self.unsupported("the initial values of a recurrence in cases must be consecutive")
        if len(rest) == 1:
            since = max(since, rest[0].condition.least)
        body = rest[0].body if len(rest) == 1 else replace(right, branches=rest)
        places = ((replace(left, index=nodes.Number(Fraction(n))), values[n]) for n in sorted(values))
        return [*(Chain(sides, ("=",)) for sides in places), Chain((left, body), ("=",))], since

    def _range(self) -> int | None:
        """Parse ``for all n >= 2``, ``(n > 1)``, ``n = 2, 3, ...`` and return the smallest n; return None if
        no range is next.
        """
        start, steps = self.position, int(self.ahead(0).text == "for")
        steps += self.ahead(steps).text == "all"
        bracket = self.ahead(steps).text == "("
        steps += bracket
        letter, sign, number = (self.ahead(steps + k) for k in range(3))
        if (
            self.meaning.get(letter.text) == "n"
            and letter.sort is Sort.LETTER
            and sign.text == "="
            and not bracket
        ):
            self.position += steps + 2
            listed = [self._parse_integer()]
            while listed[-1] == listed[0] + len(listed) - 1 and self.took(","):
                if self.took("..."):
                    return listed[0]
                listed.append(self._parse_integer())
            self.position = start + steps
            raise self.refusal("expected an infinite range, such as n >= 2 or n = 2, 3, ...")
        if not self._is_bound(steps) or number.sort is not Sort.NUMBER:
            return None
        self.position += steps + 1
        bound = self._parse_bound()
        if bracket:
            self.expect(")")
        return bound

    # Cases

    @in_place
    def _side(self) -> nodes.Node:
        body = self._body()
        if not self.is_at("if", "otherwise"):
            return body
        branches = [nodes.Branch(body, self._condition())]
        while self.is_at(";", ","):
            back = self.position
            self.take()
            after = self.position
            if self.is_done or self._range() is not None:
                self.position = back
                break
            self.position = after
            body = self._body()
            if not self.is_at("if", "otherwise"):
                self.position = back
                break
            branches.append(nodes.Branch(body, self._condition()))
        return self._cases_of(branches)

    def _body(self) -> nodes.Node:
        return self.remainder(self.expression())

    @in_place
    def atom(self) -> nodes.Node:
        if self.took("begin cases"):
            return self._table()
        if self.took("if"):
            return self.inside(self._branches) if self.is_at("(", "[") else self._branches()
        if self.is_at("["):
            # A condition is printed in the brackets of [n = 0], [n even] and [3 | n].
            first = takewhile(
                lambda token: token.text not in ("]", ",", "["), self.tokens[self.position + 1 :]
            )
            is_condition = any(token.text in _IN_CONDITIONS for token in first)
            return self._iverson() if is_condition else self._read_case_list()
        return super().atom()

    def _iverson(self) -> nodes.Node:
        """Parse an Iverson bracket, which is 1 if its condition holds and 0 otherwise; ≠ negates it."""
        self.expect("[")
        inside = takewhile(lambda token: token.text != "]", self.tokens[self.position :])
        is_turned = any(token.text == "≠" for token in inside)
        self._equals = frozenset({"≠"} if is_turned else _EQUALS)
        if self.next.sort is Sort.NUMBER and self.ahead(1).text == "|":
            modulus = self.modulus()
            self.take()
            if self.meaning.get(self.take().text) != "n":
                raise self.refusal("expected n, as in [3 | n]", back=1)
            condition = nodes.Condition(modulus, (0,))
        else:
            condition = self._condition()
        self._equals = _EQUALS
        self.expect("]")
        held = [nodes.Number(Fraction(int(value))) for value in (not is_turned, is_turned)]
        return nodes.Cases(tuple(map(nodes.Branch, held, (condition, _OTHERWISE))))

    def _table(self) -> nodes.Node:
        branches = []
        self._brackets += 1
        while not self.took("end cases"):
            body = self._body()
            self._skip_tokens(",", "&")
            branches.append(nodes.Branch(body, self._condition()))
            self._skip_tokens("\n", ",", ";", ".", "&")
        self._brackets -= 1
        return self._cases_of(branches)

    def _cases_of(self, branches: list[nodes.Branch]) -> nodes.Cases:
        """Return the cases, of which at most one must hold for every n; "otherwise" comes last."""
        named = [branch.condition for branch in branches if branch.condition != _OTHERWISE]
        if any(branch.condition == _OTHERWISE for branch in branches[:-1] or branches):
            raise self.refusal("expected the case 'otherwise' last, after another one")
        last = max([0, *(max(condition.least, condition.most or 0) for condition in named)])
        last += lcm(*(max(1, condition.modulus) for condition in named))
        if last > _LATEST_CASE:
            raise LimitError(f"formula: the cases reach n = {last}; at most n = {_LATEST_CASE} is allowed")
        for n in range(last + 1):
            if sum(condition.holds(n) for condition in named) > 1:
                raise self.refusal(f"expected disjoint cases, but two of them contain n = {n},")
        return nodes.Cases(tuple(branches))

    def _read_case_list(self) -> nodes.Node:
        """Parse ``[2, 3, 5][n mod 3]``, which denotes the entry with this index, counted from 0."""
        self.expect("[")
        entries = self.read_list(self.expression, ",")
        width = len(entries)
        while self.took(";"):
            entries += self.read_list(self.expression, ",")
        self.expect("]")
        if len(entries) > width or (width > 1 and self.is_at("*")):
            if len(entries) % width:
                raise self.refusal(f"expected rows of {width} entries in a matrix", back=1)
            return nodes.FunctionCall("matrix", (nodes.Number(width), *entries))
        if len(entries) == 1 and not self.is_at("["):
            return entries[0]
        if not self.took("["):
            raise self.refusal(f"expected [n mod {len(entries)}] after a list of {len(entries)} entries")
        if self.meaning.get(self.take().text) != "n" or not self.took("mod", "pmod"):
            raise self.refusal(f"expected [n mod {len(entries)}]", back=1)
        modulus = self.modulus()
        if modulus != len(entries):
            raise self.refusal(f"expected {modulus} entries for n mod {modulus}, got {len(entries)},")
        self.expect("]")
        return nodes.Cases(
            tuple(nodes.Branch(e, nodes.Condition(modulus, (k,))) for k, e in enumerate(entries))
        )

    def _branches(self) -> nodes.Cases:
        """Parse ``n < 2, 1, a(n-1)`` in brackets, or ``n < 2 then 1 else a(n-1)``, with one or more cases."""
        condition = self._condition(is_single=True)
        if not self.took(",", "then"):
            raise self.refusal("expected the value in this case, as in if(n < 2, 1, a(n-1) + a(n-2))")
        body, rest = self._body(), nodes.Node()
        if self.took("elif") or (self.took(",") and self._find(lambda k: self.tokens[k].text == ",") >= 0):
            rest = self._branches()
        elif self.tokens[self.position - 1].text == "," or self.took("otherwise"):
            rest = self._body()
        else:
            raise self.refusal("expected the value in the other cases")
        if isinstance(rest, nodes.Cases) and (condition.modulus != 1 or condition.most is None):
            raise self.unsupported("further cases require one such as n = 0 or n < 2 before them")
        others = rest.branches if isinstance(rest, nodes.Cases) else (nodes.Branch(rest, _OTHERWISE),)
        return nodes.Cases((*self._cases_of([nodes.Branch(body, condition)]).branches, *others))

    def _condition(self, *, is_single: bool = False) -> nodes.Condition:
        self.took("&")
        self.took("if", "for")
        self.took("&")
        if self.took("otherwise"):
            return _OTHERWISE
        least = 0
        if self.next.sort is Sort.NUMBER and self.ahead(1).text in ("<=", "<"):
            least = self._parse_integer() + (self.take().text == "<")
        if self.meaning.get(self.next.text) != "n":
            raise self.refusal("expected a condition on n, such as n mod 2 = 0 or n even")
        self.take()
        if is_single and self.is_at(","):
            return nodes.Condition(1, (0,), 1)  # in PARI, a number other than 0 is true
        if self.is_at(">=", ">"):
            return nodes.Condition(1, (0,), max(least, self._parse_bound()))
        if self.is_at("<=", "<"):
            return nodes.Condition(1, (0,), least, self._parse_bound())
        modulus = self.modulus() if self.took("mod", "%") else 0
        is_set = self.next.text == "in"
        if not is_set and not self.took(*self._equals) and (modulus or not self.is_at("even", "odd")):
            raise self.refusal("expected a value of n, as in n = 0, or the word even or odd")
        if not modulus and self.is_at("even", "odd"):
            return nodes.Condition(2, (int(self.take().text == "odd"),), least)
        if is_set:
            self.take()
            self.expect("{")
        values = [self._parse_integer()] if is_single and not is_set else self._residues()
        if is_set:
            self.expect("}")
        is_open = not is_set and self.is_at(",") and self.ahead(1).text == "..."
        self.position += 2 * is_open
        if modulus and max(values) >= modulus:
            raise self.refusal(f"expected residues below {modulus}", back=1)
        if not modulus:
            bracket = self.took("(")
            modulus = self.modulus() if self.took("mod", "pmod") else 0
            if bracket and modulus:
                self.expect(")")
            is_interval = values == [*range(values[0], values[-1] + 1)]
            if not modulus and (bracket or (is_open and not is_interval) or min(values) < 0):
                raise self.refusal("expected a modulus after the residues, as in n = 0, 1 (mod 3)")
            if not modulus and (is_set or not is_interval):
                listed = tuple(sorted({*values}))
                return nodes.Condition(listed[-1] + 1, listed, least, listed[-1])
        if modulus:
            return nodes.Condition(modulus, tuple(value % modulus for value in values), least)
        return nodes.Condition(1, (0,), max(least, values[0]), None if is_open else values[-1])

    def _parse_bound(self) -> int:
        """Parse a comparison sign and an integer; return the inclusive bound."""
        sign = self.take().text
        return self._parse_integer() + {">": 1, "<": -1}.get(sign, 0)

    def _residues(self) -> list[int]:
        numbers = [self._parse_integer()]
        while self.is_at(",", "or", "and"):
            start = self.position
            self._skip_tokens(",", "or", "and")
            after = self.ahead(1)
            is_end = after.sort is Sort.END or after.text in _AFTER_RESIDUE
            if (
                self.next.sort is not Sort.NUMBER or not is_end
            ):  # otherwise the number is the body of the next case
                self.position = start
                break
            numbers.append(self._parse_integer())
        return numbers

    def _parse_integer(self) -> int:
        negative = self.took("-")
        token = self.take()
        if token.sort is not Sort.NUMBER or not token.text.isdigit():
            raise self.refusal("expected an integer", back=1)
        return -int(token.value) if negative else int(token.value)


_ZERO_BELOW = nodes.Branch(nodes.Number(Fraction(0)), nodes.Condition(1, (0,), 0, -1))


def _without_zeros(chain: Chain) -> Chain | None:
    """Return the chain without its case 0 if n < 0; None if it has no other case."""
    right, is_of_term = chain.sides[-1], getattr(chain.sides[0], "index", None) == nodes.N
    if not is_of_term or not isinstance(right, nodes.Cases) or _ZERO_BELOW not in right.branches:
        return chain
    rest = tuple(branch for branch in right.branches if branch != _ZERO_BELOW)
    return replace(chain, sides=(*chain.sides[:-1], replace(right, branches=rest))) if rest else None


def _order(part: nodes.Node) -> nodes.Node | None:
    """Return the call of a function for a name with an argument that denotes an order, such as O(2^n)."""
    if not isinstance(part, nodes.Symbol) or len(part.label) > 1 or part.label[0] not in ORDERS:
        return None
    bound = part.arguments if part.index is None else (part.index,)
    is_order = len(bound) == 1 and not {"t", "x", "y"} & nodes.letters(bound[0])
    return nodes.FunctionCall(ORDERS[part.label[0]], bound) if is_order else None


def without_error_term(side: nodes.Node) -> tuple[nodes.Node, nodes.FunctionCall | None]:
    """Return the side without a summand such as o(1) or O(2^n), with this summand if there is one.

    For a product with the factor 1 + o(1), the relation ~ is returned as a call.
    """
    for part in fraction_factors(side)[0]:
        if part == _NEARLY_ONE:
            return nodes.replace_part(side, part, nodes.ONE), nodes.FunctionCall("~")
    terms = side.terms if isinstance(side, nodes.Sum) else (side,)
    errors = [term for term in terms if isinstance(term, nodes.FunctionCall) and term.name in LANDAU]
    if len(errors) != 1:
        return side, None
    kept = tuple(term for term in terms if term is not errors[0]) or (nodes.Number(0),)
    return (kept[0] if len(kept) == 1 else nodes.Sum(kept, start=side.start, end=kept[-1].end)), errors[0]


def printed_tree(text: str) -> nodes.Node | None:
    """Parse a formula printed for human readers. Return None if the string is not a formula.

    >>> from gfkit.core.algebra.formula import LATEX
    >>> LATEX.write(printed_tree("(1 + 2*t)/(1 - t - 2*t^2)"))
    '\\\\frac{1 + 2 t}{1 - t - 2 t^{2}}'
    """
    try:
        statement = read_statement(text, constants={"C": "C", "lambda": "lambda"})
    except GfkitError:
        return None
    parts = []
    for chain in statement.chains:
        whole, *others = chain.sides
        for sign, side in zip(chain.relations, others, strict=True):
            whole = nodes.Equation(whole, side, sign)
        parts.append(whole)
    node = parts[0] if len(parts) == 1 else nodes.Enumeration(tuple(parts), are_statements=True)
    is_prose = any(name.index is None and not name.arguments for name in nodes.symbols(node))
    if statement.roots or is_prose:
        return None
    return node if statement.valid_from is None else nodes.Range(node, statement.valid_from)
