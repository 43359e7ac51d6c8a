"""Names of sequences, with their indices and arguments: a(n-1), c_n, P_{COL, P_{n+1}}(x, y), F(n + 2)."""

from __future__ import annotations

from fractions import Fraction

from gfkit.formula.tree import Letter, Node, Number, Root, Symbol, letters, symbols
from gfkit.verify.formula.grammar import Grammar
from gfkit.verify.formula.token import Kind, Token


class SymbolGrammar(Grammar):
    """The grammar of expressions in which names of sequences occur."""

    _within_subscript = 0

    def atom(self) -> Node:
        if self.next.kind in (Kind.NAME, Kind.TEXT):
            if self.next.text in ("i", "I") and self.ahead(1).text not in ("(", "_"):
                self.take()
                return Root(Number(Fraction(-1)))
            return self._symbol()
        return super().atom()

    def _symbol(self) -> Node:
        name = self.take()
        label = [name.text]
        index: Node | None = self._attached_index(name)
        graph = ""
        while self.took("_"):
            if label == ["o"]:
                raise self.refusal("expected an error term o(1)")
            for words, node, kind in self._subscript():
                if node is not None and index is not None:
                    raise self.refusal(f"expected one index of {name.text}, which has two,")
                index, graph = (index, graph) if node is None else (node, kind)
                if words:
                    label.append(words)
        arguments = self._arguments(index)
        if index is None and arguments:
            places = [k for k, part in enumerate(arguments) if "n" in letters(part)]
            if not places and len(arguments) == 1 and isinstance(arguments[0], Number):
                places = [0] if label[0].islower() or label[0] == "F" else []
            if places:
                index = arguments[places[0]]
                arguments = arguments[: places[0]] + arguments[places[0] + 1 :]
        return Symbol(tuple(label), index, arguments, graph)

    def _attached_index(self, name: Token) -> Node | None:
        """The index of a name such as s0: a small letter with a whole number right behind it."""
        token = self.next
        is_short = len(name.text) == 1 and name.text.islower() and name.kind is Kind.NAME and name.text != "o"
        if self._within_subscript or not is_short or token.kind is not Kind.NUMBER or token.start != name.end:
            return None
        if not token.text.isdigit():
            raise self.refusal(f"expected a whole number as the index of {name.text}")
        self.take()
        return Number(Fraction(token.text))

    def _subscript(self) -> list[tuple[str, Node | None, str]]:
        """The parts of a subscript: words of the name, or an index with the graph whose size it is."""
        if not self.took("{"):
            start = self.position
            node = self.spanned(self._subscript_atom)
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

    def _subscript_atom(self) -> Node:
        if self.next.kind in (Kind.NAME, Kind.TEXT):
            return Symbol((self.take().text,), None)
        return self.atom()

    def _part(self, start: int, node: Node) -> tuple[str, Node | None, str]:
        inner = [symbol for symbol in symbols(node) if symbol.index is not None]
        if inner and isinstance(node, Symbol):
            if node.arguments:
                raise self.refusal("expected no arguments of a name within an index")
            return "", node.index, "_".join(node.label)
        if not symbols(node) and (isinstance(node, Number) or "n" in letters(node)):
            return "", node, ""
        return "".join(token.text for token in self.tokens[start : self.position]), None, ""

    def _arguments(self, index: Node | None) -> tuple[Node, ...]:
        """What stands in brackets after a name; after an index only letters and numbers are arguments."""
        if not self.is_at("(") or self.is_range():
            return ()
        start = self.position
        self.take()
        arguments = [self.expression()]
        while self.took(","):
            arguments.append(self.expression())
        self.expect(")")
        plain = all(isinstance(part, Number) or _is_letter(part) for part in arguments)
        if index is not None and not plain:
            self.position = start
            return ()
        return tuple(arguments)


def _is_letter(node: Node) -> bool:
    return isinstance(node, Letter) and node.name != "n"
