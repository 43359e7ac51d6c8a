"""Whole statements: equations and claims of growth, with their range and first values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from gfkit.errors import InputError
from gfkit.verify.formula.grammar import Meaning
from gfkit.verify.formula.symbol import SymbolGrammar
from gfkit.verify.formula.token import Kind, tokens
from gfkit.verify.formula.tree import Branch, Cases, Condition, Node, Number, Sum

_RELATIONS = ("=", "~", "≈")
_INDICES = ("n", "m", "N")
_AFTER_RESIDUE = frozenset({",", ";", ".", "or", "and", "mod", "for", "(", ")", "\n", "end cases"})
_NUMBERED_ROOTS = re.compile(r"[;,]\s*[rsuvw][0-9]+_?\s*=\s*[^;,]*")


@dataclass(frozen=True)
class Chain:
    """Sides with relations between them: ``=``, ``~`` (ratio tends to 1) or ``≈`` (digits)."""

    sides: tuple[Node, ...]
    relations: tuple[str, ...]


@dataclass(frozen=True)
class Statement:
    """What was printed: chains, and the first n for which it is said to hold."""

    text: str
    chains: tuple[Chain, ...]
    valid_from: int | None


def read_statement(text: str, variable: str = "t", constants: Mapping[str, int] | None = None) -> Statement:
    """Reads a statement; ``variable`` marks the size, ``constants`` are letters that stand for numbers.

    >>> statement = read_statement(r"c_n = 3c_{n-1} - 1 \\quad (n \\ge 2)")
    >>> len(statement.chains[0].sides), statement.valid_from
    (2, 2)
    """
    stripped = text.strip()
    if not stripped:
        raise InputError("formula '': nothing was given; expected a formula such as (1 + t)/(1 - 2t - t^2)")
    shortened = _NUMBERED_ROOTS.sub("", stripped)
    return _Statements(shortened, _meaning(shortened, variable, constants or {})).statement(shortened)


def _meaning(text: str, variable: str, constants: Mapping[str, int]) -> Meaning:
    """What the letters stand for; the index is n, or else m or N where these occur."""
    meaning: dict[str, str | int] = {"x": "x", "y": "y", **constants, variable: "t"}
    found = {
        token.text for token in tokens(text, frozenset({*_INDICES, *meaning})) if token.kind is Kind.LETTER
    }
    index = next((letter for letter in _INDICES if letter in found and letter not in meaning), "n")
    return meaning if "n" in meaning else {**meaning, index: "n"}


class _Statements(SymbolGrammar):
    def statement(self, text: str) -> Statement:
        chains: list[Chain] = []
        valid_from: int | None = None
        while True:
            while self.took(",", ";", ".", "\n", "and", "&"):
                pass
            if self.next.kind is Kind.END:
                break
            bound = self._range()
            if bound is not None:
                valid_from = bound
                continue
            chains.append(self._chain())
            if not self._is_end_of_chain():
                raise self.refusal("expected the end, or one of + - * / = , ;")
        if not chains:
            raise InputError(f"formula {text!r}: there is nothing but punctuation")
        return Statement(text, tuple(chains), valid_from)

    def _is_end_of_chain(self) -> bool:
        return (
            self.next.kind is Kind.END
            or self.is_at(",", ";", ".", "\n", "for", "and", "&")
            or self.is_range()
        )

    def _chain(self) -> Chain:
        sides, relations = [self._side()], []
        while self.is_at(*_RELATIONS):
            relations.append(self.take().text)
            while self.took("&"):
                pass
            sides.append(self._side())
        return Chain(tuple(sides), tuple(relations))

    def _range(self) -> int | None:
        """The bound of ``for all n >= 2``, ``(n > 1)`` and the like, when one comes next."""
        steps = 0
        if self.ahead(steps).text == "for":
            steps += 1
        if self.ahead(steps).text == "all":
            steps += 1
        bracket = self.ahead(steps).text == "("
        steps += bracket
        if not self._is_bound(steps) or self.ahead(steps + 2).kind is not Kind.NUMBER:
            return None
        strict = self.ahead(steps + 1).text == ">"
        self.position += steps + 2
        bound = self._whole() + strict
        if bracket:
            self.expect(")")
        return bound

    # Cases

    def _side(self) -> Node:
        return self.spanned(self._cases)

    def _cases(self) -> Node:
        body = self.remainder(self.expression())
        if not self.is_at("if", "otherwise"):
            return body
        branches = [Branch(body, self._condition())]
        while self.is_at(";", ","):
            back = self.position
            self.take()
            if self.next.kind is Kind.END or self._range_follows():
                self.position = back
                break
            body = self.remainder(self.expression())
            if not self.is_at("if", "otherwise"):
                self.position = back
                break
            branches.append(Branch(body, self._condition()))
        return Cases(tuple(branches))

    def _range_follows(self) -> bool:
        back = self.position
        found = self._range() is not None
        self.position = back
        return found

    def atom(self) -> Node:
        if self.took("begin cases"):
            return self._table()
        if self.is_at("["):
            return self._listed()
        return super().atom()

    def _table(self) -> Node:
        branches = []
        while not self.took("end cases"):
            body = self.remainder(self.expression())
            while self.took(",", "&"):
                pass
            branches.append(Branch(body, self._condition()))
            while self.took("\n", ",", ";", ".", "&"):
                pass
        return Cases(tuple(branches))

    def _listed(self) -> Node:
        """``[2, 3, 5][n mod 3]``: the entry with this number, from 0 on."""
        self.expect("[")
        entries = [self.expression()]
        while self.took(","):
            entries.append(self.expression())
        self.expect("]")
        if len(entries) == 1 and not self.is_at("["):
            return entries[0]
        self.expect("[")
        if self.meaning.get(self.take().text) != "n" or not self.took("mod"):
            self.position -= 1
            raise self.refusal(f"expected [n mod {len(entries)}]")
        modulus = self.modulus()
        if modulus != len(entries):
            raise self.refusal(f"expected a list of {modulus} entries and got {len(entries)}")
        self.expect("]")
        return Cases(tuple(Branch(e, Condition(modulus, (k,))) for k, e in enumerate(entries)))

    def _condition(self) -> Condition:
        while self.took("if", "for", "&"):
            pass
        if self.took("otherwise"):
            return Condition(0, ())
        if self.next.kind is Kind.NUMBER and self.ahead(1).text in ("<=", "<"):
            least = self._whole() + (self.take().text == "<")
            return self._bounded(least)
        if self.meaning.get(self.next.text) != "n":
            raise self.refusal("expected a condition on n, such as n mod 2 = 0 or n even")
        return self._bounded(0)

    def _bounded(self, least: int) -> Condition:
        self.take()
        if self.is_at(">=", ">"):
            return Condition(0, (), self._after_sign(1))
        if self.is_at("<=", "<"):
            return Condition(0, (), least, self._after_sign(-1))
        if self.took("mod"):
            modulus = self.modulus()
            self.expect("=")
            return Condition(modulus, self._residues(modulus), least)
        self.took("=")
        if self.is_at("even", "odd"):
            return Condition(2, (int(self.take().text == "odd"),), least)
        values = self._residues(0)
        closing = self.took("(")
        if self.took("mod"):
            modulus = self.modulus()
            if closing:
                self.expect(")")
            return Condition(modulus, tuple(value % modulus for value in values), least)
        if len(values) != 1:
            raise self.refusal("expected a modulus for these residues")
        return Condition(0, (), values[0], values[0])

    def _after_sign(self, strict: int) -> int:
        sign = self.take().text
        return self._whole() + (strict if sign in (">", "<") else 0)

    def _residues(self, modulus: int) -> tuple[int, ...]:
        found = [self._whole()]
        while self.is_at(",", "or", "and") and self._is_residue():
            while self.took(",", "or", "and"):
                pass
            found.append(self._whole())
        return tuple(value % modulus if modulus else value for value in found)

    def _is_residue(self) -> bool:
        """Whether a number follows that is not the body of another case."""
        steps = 1
        while self.ahead(steps).text in ("or", "and", ","):
            steps += 1
        after = self.ahead(steps + 1)
        ends = after.kind is Kind.END or after.text in _AFTER_RESIDUE
        return self.ahead(steps).kind is Kind.NUMBER and ends

    def _whole(self) -> int:
        negative = self.took("-")
        token = self.take()
        if token.kind is not Kind.NUMBER or not token.text.isdigit():
            self.position -= 1
            raise self.refusal("expected a whole number")
        return -int(token.text) if negative else int(token.text)


def without_error_term(side: Node) -> tuple[Node, bool]:
    """The side without a summand o(1), and whether there was one."""
    from gfkit.verify.formula.tree import Symbol

    if not isinstance(side, Sum):
        return side, False
    kept = tuple(
        term
        for term in side.terms
        if not (isinstance(term, Symbol) and term.label == ("o",) and term.index == Number(1))  # type: ignore[arg-type]
    )
    if len(kept) == len(side.terms):
        return side, False
    return (kept[0] if len(kept) == 1 else Sum(kept, start=side.start, end=kept[-1].end)), True
