"""Interpretation of a parsed statement: its letters, chains of equations, single terms, and options."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

from gfkit.claims.provers import sequence
from gfkit.claims.provers.kind import Kind, first_value, is_identity, is_known
from gfkit.claims.provers.sequence import check_roots
from gfkit.claims.provers.space import all_letters
from gfkit.claims.provers.truth import GameTruth, Truth
from gfkit.claims.statement.linear import fixed_index, index_shift, linear_form
from gfkit.claims.statement.names import FUNCTIONS, KNOWN_NAMES, NAMED
from gfkit.claims.statement.parse import LANDAU, Chain, PrintedStatement, read_statement
from gfkit.claims.statement.printed import LineKind, PrintedLine
from gfkit.claims.statement.ratio import ring_of
from gfkit.core.algebra import Polynomial
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.algebra.formula.radical import Radical
from gfkit.core.algebra.number import Number
from gfkit.core.deferred import dataclass, replace
from gfkit.core.errors import InputError, OptionError, UndecidedError, as_typed, unknown
from gfkit.core.hooks import with_answer
from gfkit.core.rules import BUILT_IN
from gfkit.core.typing import Weights

_MOST_FIRST = 10**6
"""Largest index of the first term in a list."""


def statement_in(part: PrintedLine, size: str, truth: Truth) -> PrintedStatement:
    """Parse a printed line in which the variable ``size`` denotes the size of the board."""
    letters = {**truth.constants, **part.letters}
    statement = read_statement(part.text, size, letters, part.definitions, part.chebyshev)
    if part.are_binomials_zero:
        statement = _rebuilt(statement, sequence.without_continuation)
    return _rebuilt(statement, _without_bars) if isinstance(truth, GameTruth) else statement


def _without_bars(part: nodes.Node) -> nodes.Node | None:
    """Return a(n) for |a(n)|, where a(n) is a count, and None for other expressions."""
    match part:
        case nodes.FunctionCall(name="abs", arguments=(nodes.Symbol(index=nodes.Node() as index) as term,)):
            form = linear_form(index)
            is_count = not is_known(term) and form is not None and form["n"] > 0
            return nodes.rebuild(term, _without_bars) if is_count else None
    return None


def with_single_values(statement: PrintedStatement) -> PrintedStatement:
    """Return the statement with equations between terms and numbers split into single terms, such as
    a(0) = a(1) = 1, a(9) = F(11) and a(9) = 89 = 5^2 + 8^2.
    """
    chains: list[Chain] = []
    for chain in statement.chains:
        left = chain.sides[0]
        if isinstance(left, nodes.Symbol) and left.index is not None and set(chain.relations) == {"="}:
            terms = [
                side
                for side in chain.sides
                if isinstance(side, nodes.Symbol)
                and (side.label == left.label or (side.index is not None and not is_known(side)))
            ]
            others = [side for side in chain.sides if side not in terms]
            names = {*nodes.symbols(nodes.Sum(tuple(others)))}
            is_fixed = None not in map(fixed_index, terms) and "n" not in all_letters(
                nodes.Sum(tuple(others))
            )
            if others and is_fixed and all(is_known(name) and not is_known(left) for name in names):
                values = [
                    nodes.Number(sequence.rational(sequence.exact_value(side, 0), "terms are"))
                    if nodes.symbols(side)
                    else side
                    for side in others
                ]
                chains += [Chain(pair, ("=",)) for pair in product(terms, values)]
                continue
            if is_fixed and len(chain.sides) > 2:
                raise InputError(
                    f"formula {as_typed(statement.text)}: a statement about one number, not about every n;"
                    " write the number alone, as in a(25) = 196418"
                )
        chains.append(chain)
    return replace(statement, chains=tuple(chains))


def at_constants(statement: PrintedStatement, truth: Truth) -> PrintedStatement:
    """Return the statement with P(C_n, 3) and P_3(C_n) replaced by P(C_n) if the query is about 3 colours."""
    numbers = [nodes.Number(Fraction(value)) for value in truth.constants.values() if value not in (1, "x")]
    printed = {str(number.value) for number in numbers}

    def change(part: nodes.Node) -> nodes.Node | None:
        if not isinstance(part, nodes.Symbol):
            return None
        words = (word for word in part.label[1:] if word not in printed)
        arguments = tuple(value for value in part.arguments if value not in numbers)
        return replace(part, label=(part.label[0], *words), arguments=arguments)

    return _rebuilt(statement, change) if numbers else statement


def with_unrolled_sums(statement: PrintedStatement) -> PrintedStatement:
    """Return the statement with a(n-1) + a(n-2) for Sum_{k=1..2} a(n-k), and the like."""

    def change(part: nodes.Node) -> nodes.Node | None:
        if not isinstance(part, nodes.BigOperator) or part.is_product or part.high is None:
            return None
        if not nodes.symbols(part.body) or all_letters(nodes.Sum((part.low, part.high))):
            return None
        places = sequence.summation_range(part, sequence.Point({}))
        if len(places) > _MOST_UNROLLED:
            return None
        bodies = (nodes.substitute_n(part.body, nodes.Number(k), part.letter) for k in places)
        unrolled = nodes.Sum((nodes.ZERO, *(nodes.rebuild(body, change) for body in bodies)))
        return None if len(nodes.symbols(unrolled)) > _MOST_TERMS else unrolled

    return _rebuilt(statement, change)


def _rebuilt(
    statement: PrintedStatement, change: Callable[[nodes.Node], nodes.Node | None]
) -> PrintedStatement:
    chains = (
        replace(chain, sides=tuple(nodes.rebuild(side, change) for side in chain.sides))
        for chain in statement.chains
    )
    return replace(statement, chains=tuple(chains))


_MOST_UNROLLED = 32
"""Largest number of summands of a sum that is replaced by its summands."""
_MOST_TERMS = 300
"""Largest number of terms of sequences in these summands."""


def with_definitions(statement: PrintedStatement) -> PrintedStatement:
    """Return the statement with L(n+1) for F(n) if it defines F(n) = L(n+1), with another meaning of a
    well-known name.
    """
    defined, kept = dict[tuple[str, ...], nodes.Node](), list[Chain]()
    for chain in statement.chains:
        match chain.sides:
            case (nodes.Symbol(label=label, index=nodes.N), right) if (
                chain.relations == ("=",)
                and label[0] in NAMED
                and label not in defined
                and nodes.symbols(right)
                and all(is_known(name) and name.label != label for name in nodes.symbols(right))
            ):
                defined[label] = right
            case _:
                kept.append(chain)
    used = {name.label for chain in kept for name in chain.names}
    heads = {chain.left_side.label for chain in kept if isinstance(chain.left_side, nodes.Symbol)}
    if not defined.keys() <= used - heads:
        return statement

    def change(part: nodes.Node) -> nodes.Node | None:
        match part:
            case nodes.Symbol(label=label, index=nodes.Node() as index) if label in defined:
                return nodes.substitute_n(defined[label], nodes.rebuild(index, change))
        return None

    return _rebuilt(replace(statement, chains=tuple(kept)), change) if defined else statement


def with_conventions(statement: PrintedStatement) -> PrintedStatement:
    """Return the statement with F(n+1) for F(n) if it states F(0) = F(1) = 1, as conventions of well-known
    sequences differ. Raise InputError if no convention has the stated values.
    """
    claims = claiming_chains(statement)
    others = [chain for chain in claims if not is_identity(chain)]
    heads = {chain.left_side.label for chain in others if isinstance(chain.left_side, nodes.Symbol)}
    is_formula = bool(heads) or len(others) < len(claims) or not any(chain.relations for chain in claims)
    stated: dict[str, dict[int, nodes.Node]] = {}
    for chain in statement.chains:
        n, left = first_value(chain), chain.sides[0]
        if (
            n is not None
            and isinstance(left, nodes.Symbol)
            and left.label[0] in NAMED
            and left.label not in heads
        ):
            stated.setdefault(left.label[0], {})[n] = chain.sides[1]
    shifts = {name: _convention(name, values) for name, values in stated.items() if claims and is_formula}
    used = {name.label[0] for chain in claims for name in chain.names}
    for name, shift in shifts.items():
        if shift and name not in used:  # the formula spells another name out, as in Fibonacci(n)
            raise UndecidedError(f"values of {name} are stated, but the formula does not contain {name}")

    def change(part: nodes.Node) -> nodes.Node | None:
        shift = (
            shifts.get(part.label[0]) if isinstance(part, nodes.Symbol) and part.index is not None else None
        )
        if not shift or not isinstance(part, nodes.Symbol) or part.index is None:
            return None
        return replace(
            part, index=nodes.Sum((nodes.rebuild(part.index, change), nodes.Number(Fraction(shift))))
        )

    kept = (
        one for one in statement.chains if first_value(one) is None or one.names[0].label[0] not in shifts
    )
    return _rebuilt(replace(statement, chains=tuple(kept)), change) if shifts else statement


_MOST_CONVENTION = 3
"""Largest shift of the index of a well-known sequence by another convention."""


def _convention(name: str, values: dict[int, nodes.Node]) -> int:
    """Return k if the stated values of a sequence are its usual terms with indices greater by k."""
    fitting = []
    for shift in range(-_MOST_CONVENTION, _MOST_CONVENTION + 1):
        usual = {n: nodes.Symbol((name,), nodes.Number(Fraction(n + shift))) for n in values}
        if all(
            sequence.exact_value(usual[n], 0) == sequence.exact_value(side, 0) for n, side in values.items()
        ):
            fitting.append(shift)
    if 0 in fitting or len(fitting) == 1:
        return 0 if 0 in fitting else fitting[0]
    listed = ", ".join(f"{name}({n})" for n in values)
    if fitting:  # F(-1) = F(1) = F(2) = 1
        raise InputError(f"formula: the value of {listed} fits several first indices; state two values")
    raise InputError(f"formula: the stated values of {listed} are not those of {NAMED[name].number}")


def with_letters(statement: PrintedStatement) -> PrintedStatement:
    """Return the statement after treating a letter in an index, such as m in a(n+m), as a variable
    everywhere, and e as exp(1) unless it is the name on a left side.
    """
    letters = {
        inner.label[0]
        for chain in statement.chains
        for name in chain.names
        for part in (name.index, *name.arguments)
        if part is not None
        for inner in nodes.symbols(part)
        if _is_letter(inner)
    }
    heads = (name for chain in statement.chains for side in chain.sides[:-1] for name in nodes.symbols(side))
    if all(name.label != _E.label for name in heads):
        letters |= {"e"}
    chains = tuple(
        replace(chain, sides=tuple(_substitute_letters(side, frozenset(letters)) for side in chain.sides))
        for chain in statement.chains
    )
    return replace(statement, chains=chains)


_E = nodes.Symbol(("e",), None)


def _is_letter(name: nodes.Symbol) -> bool:
    return name.index is None and not name.arguments and name.label in (("m",), ("k",), ("r",), ("j",))


def _substitute_letters(side: nodes.Node, letters: frozenset[str]) -> nodes.Node:
    def change(part: nodes.Node) -> nodes.Node | None:
        if not isinstance(part, nodes.Symbol):
            return None
        if part == _E and "e" in letters:
            return nodes.FunctionCall("exp", (nodes.Number(Fraction(1)),))
        if _is_letter(part) and part.label[0] in letters:
            return nodes.Letter(part.label[0])
        index = part.index
        if index is None and len(part.arguments) == 1 and _is_index(part.arguments[0], letters):
            index = part.arguments[0]
            part = replace(part, arguments=())
        return None if index is None else replace(part, index=nodes.rebuild(index, change))

    return nodes.rebuild(side, change)


def _is_index(part: nodes.Node, letters: frozenset[str]) -> bool:
    return bool(nodes.symbols(part)) and all(
        _is_letter(name) and name.label[0] in letters for name in nodes.symbols(part)
    )


def claiming_chains(statement: PrintedStatement) -> list[Chain]:
    """Return the chains that are not single terms."""
    return [chain for chain in statement.chains if first_value(chain) is None]


def is_unindexed(chain: Chain) -> bool:
    left = chain.sides[0]
    return isinstance(left, nodes.Symbol) and left.index is None


def check_quoted(statement: PrintedStatement) -> None:
    """Raise InputError if the statement uses unknown functions, or sequences whose formula is unknown."""
    names = {name.label[0] for chain in statement.chains for name in chain.names}
    strange = sorted(names.difference(KNOWN_NAMES))
    numbers = [name for name in strange if re.fullmatch(r"A[0-9]{6,7}", name)]
    if numbers:
        raise InputError(
            f"formula: unknown sequence {', '.join(numbers)}; write its formula instead of its A-number, or"
            " check its entry in a file with gfkit oeis confirm FILE --for STRUCTURE FAMILY"
        )
    sides = [side for chain in statement.chains for side in chain.right_sides]
    branches = [part.body for side in sides for part in nodes.walk(side) if isinstance(part, nodes.Branch)]
    for letter in (name for body in branches for name in nodes.symbols(body)):
        if letter.index is None and not letter.arguments:  # its value may be used at no n
            raise InputError(f"formula: unknown name {'_'.join(letter.label)!r} in a case")
    used = [name for side in sides for name in nodes.symbols(side)]
    called = {name.label[0] for name in used if name.index is not None or name.arguments}
    heads = [chain.left_side for chain in statement.chains if chain.left_side is not None]
    called -= {name.label[0] for head in heads for name in nodes.symbols(head)}
    for name in strange:
        if name in called and re.fullmatch("[A-Za-z]{2,}", name) and name.lower() not in BUILT_IN:
            raise InputError(with_answer(f"formula: {unknown('function', name, FUNCTIONS)}", name))


def check_not_alone(statement: PrintedStatement) -> None:
    """Raise InputError for a number alone, which may be a count, an optimal number or a growth constant."""
    for chain in claiming_chains(statement):
        side = chain.sides[0]
        if len(chain.sides) > 1 or nodes.letters(side) or nodes.symbols(side):
            continue
        if any(isinstance(part, nodes.FunctionCall) and part.name in LANDAU for part in nodes.walk(side)):
            continue
        raise InputError(
            f"formula {as_typed(statement.text)}: a number alone states nothing about a family; write"
            " a(n) = ..., or a(n) ~ ... for the growth"
        )


def check_whole(statement: PrintedStatement, kind: Kind) -> None:
    """Raise InputError if the given kind of claim does not use every part of the statement."""
    check_roots(statement)
    claims = claiming_chains(statement)
    if len(claims) > 1 and any(
        len(chain.sides) == 1 and not nodes.letters(chain.sides[0]) and not nodes.symbols(chain.sides[0])
        for chain in claims
    ):
        raise InputError(
            f"formula {as_typed(statement.text)}: a list of numbers is not a formula;"
            " guess fits formulas to them"
        )
    if len(claims) > 1 and statement.valid_from is not None:
        raise InputError("formula: one range is given for several formulas; give a single formula")
    if kind is Kind.GROWTH and (statement.valid_from is not None or len(claims) < len(statement.chains)):
        raise InputError("formula: an asymptotic claim cannot have a range or initial values")
    given: dict[tuple[tuple[str, ...], int], nodes.Node] = {}
    for chain in statement.chains:
        n, left = first_value(chain), chain.sides[0]
        if n is None or not isinstance(left, nodes.Symbol):
            continue
        if chain.sides[1] != given.setdefault((left.label, n), chain.sides[1]):
            raise InputError(f"formula: two values are given for {'_'.join(left.label)}({n})")


def _shift(chain: Chain) -> int:
    """Return s if the left side of a chain is a(n + s), else 0."""
    left = chain.sides[0]
    if len(chain.sides) < 2 or not isinstance(left, nodes.Symbol) or left.index is None:
        return 0
    return index_shift(left, ring_of(left.index)) if "n" in nodes.letters(left.index) else 0


def side_at_n(side: nodes.Node, chain: Chain, kind: Kind) -> nodes.Node:
    """Return the right side with n - s substituted for n, for a chain a(n + s) = side."""
    shift = _shift(chain)
    if not shift or kind is Kind.SERIES:
        return side

    def change(part: nodes.Node) -> nodes.Node | None:
        if not isinstance(part, nodes.Condition):
            return None
        residues = {(residue + shift) % max(part.modulus, 1) for residue in part.residues}
        least, most = part.least and part.least + shift, part.most
        most = None if most is None else most + shift
        return replace(part, residues=tuple(sorted(residues)), least=least, most=most)

    moved = nodes.Sum((nodes.Letter("n"), nodes.Number(Fraction(-shift))))
    return nodes.substitute_n(nodes.rebuild(side, change), moved)


def common_shift(statement: PrintedStatement) -> int:
    """Return s if the left side is a(n + s), or 0 if the statement has no left side."""
    shifts = {_shift(chain) for chain in statement.chains if first_value(chain) is None}
    if len(shifts) > 1:
        raise InputError("formula: the statement contains closed forms for several indices; give one of them")
    return shifts.pop() if shifts else 0


def single_terms(statement: PrintedStatement) -> tuple[tuple[int, Radical], ...]:
    """Return the single terms printed with a closed form."""
    values = [(first_value(chain), chain.sides[-1]) for chain in statement.chains]
    return tuple((n, sequence.exact_value(side, n)) for n, side in values if n is not None)


def weights_in(side: nodes.Node, statement: PrintedStatement) -> Weights:
    """Return the weights of a generating function, determined by the variables on both sides."""
    used = set(nodes.letters(side))
    for chain in statement.chains:
        for symbol in nodes.symbols(chain.sides[0]) if len(chain.sides) > 1 else []:
            used |= {part.name for part in symbol.arguments if isinstance(part, nodes.Letter)}
    return weights_of(used)


def weights_of(used: set[str]) -> Weights:
    return Weights.PLAYERS if "y" in used else Weights.PIECES if "x" in used else Weights.NONE


@dataclass(frozen=True)
class Options:
    """Options of ``verify`` that qualify the formula: range, initial values, offset and weights."""

    weights: Weights | None
    variable: str | None
    start: Sequence[Number | Polynomial] | None
    valid_from: int | None
    asked: Kind
    offset: int | None

    def first_of(self, begins: int | None = None) -> int | None:
        """Return the n of the first listed term, from the options or from the list itself."""
        numbers = [n for n in (begins, self.offset, self.valid_from) if n is not None]
        if any(n != numbers[0] for n in numbers):
            raise OptionError(
                f"offset {numbers[-1]} conflicts with the list, whose terms begin at n = {numbers[0]}"
            )
        if numbers and not 0 <= numbers[0] <= _MOST_FIRST:
            raise OptionError(f"offset {numbers[0]} must be an integer from 0 to {_MOST_FIRST}")
        return numbers[0] if numbers else None

    def refuse_beside(self, kind: LineKind, weights: Weights = Weights.NONE) -> None:
        """Raise OptionError if initial values, a range or weights are given for a line of the given kind.

        ``weights`` are the weights that are admissible.
        """
        if self.start is not None or (self.valid_from is not None and kind is not LineKind.TERMS):
            raise OptionError(
                f"only recurrences and closed forms have initial values and a range, not {kind.value}"
            )
        if self.weights not in (None, weights):
            raise OptionError(
                f"weights {self.weights}: the formula is interpreted as {kind.value}, for which"
                " weights are not supported"
            )
