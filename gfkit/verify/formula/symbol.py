"""Names of sequences, with their indices and arguments: a(n-1), c_n, P_{COL, P_{n+1}}(x, y), F(n + 2)."""

from __future__ import annotations

from fractions import Fraction

from gfkit.verify.formula.grammar import Grammar
from gfkit.verify.formula.token import Kind
from gfkit.verify.formula.tree import Letter, Node, Number, Root, Symbol, letters, symbols


class SymbolGrammar(Grammar):
    """The grammar of expressions in which names of sequences occur."""

    def atom(self) -> Node:
        if self.next.kind in (Kind.NAME, Kind.TEXT):
            if self.next.text in ("i", "I") and self.ahead(1).text not in ("(", "_"):
                self.take()
                return Root(Number(Fraction(-1)))
            return self._symbol()
        return super().atom()

    def _symbol(self) -> Node:
        label = [self.take().text]
        index: Node | None = None
        while self.took("_"):
            for words, node in self._subscript():
                if index is None and node is not None:
                    index = node
                elif words:
                    label.append(words)
        arguments = self._arguments(index)
        if index is None and arguments:
            places = [k for k, part in enumerate(arguments) if "n" in letters(part)]
            if not places and len(arguments) == 1 and isinstance(arguments[0], Number):
                places = [0] if label[0].islower() or label[0] == "F" else []
            if places:
                index = arguments[places[0]]
                arguments = arguments[: places[0]] + arguments[places[0] + 1 :]
        return Symbol(tuple(label), index, arguments)

    def _subscript(self) -> list[tuple[str, Node | None]]:
        """The parts of a subscript: words of the name, or an index."""
        if not self.took("{"):
            start = self.position
            node = self.spanned(self._subscript_atom)
            return [self._part(start, node)]
        parts = []
        while True:
            start = self.position
            node = self.expression()
            parts.append(self._part(start, node))
            if not self.took(","):
                self.expect("}")
                return parts

    def _subscript_atom(self) -> Node:
        if self.next.kind in (Kind.NAME, Kind.TEXT):
            return Symbol((self.take().text,), None)
        return self.atom()

    def _part(self, start: int, node: Node) -> tuple[str, Node | None]:
        inner = [symbol for symbol in symbols(node) if symbol.index is not None]
        if inner and isinstance(node, Symbol):
            return "", node.index
        if not symbols(node) and (isinstance(node, Number) or "n" in letters(node)):
            return "", node
        return "".join(token.text for token in self.tokens[start : self.position]), None

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
