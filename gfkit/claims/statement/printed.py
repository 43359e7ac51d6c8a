"""Statements in the notation of print, which the reader of formulas parses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gfkit.claims.statement import tree
from gfkit.claims.statement.canonical import TRUE, claim_text, expression_text, joined, negative
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.errors import UndecidedError


def printed_claims(statement: tree.Statement) -> Iterator[tuple[str, int | None]]:
    """Yield texts that make the claims of a statement, each with the index of its first listed term, if any.

    Single terms are printed before the next formula, as its initial values.
    """
    match statement.claims:
        case (
            tree.ForAll(condition=tree.Congruence(left=nodes.Symbol(index=later), modulus=modulus)),
            *others,
        ) if later is not None and others and all(map(is_sum_apart, others)):
            period = _text(later).removeprefix("n + ")
            yield f"the period of a(n) modulo {_text(modulus)} is {period}", None
            return
    values: list[str] = [text for one in statement.definitions for text in _definition(one)]
    for place, claim in enumerate(statement.claims):
        is_value = isinstance(claim, tree.ForAll) and claim.range is None
        if statement.definitions and claim == statement.claims[-1] and len(statement.claims) == 1:
            yield ", ".join(values), None  # the claim is that a is the defined sequence
        elif is_value and place + 1 < len(statement.claims):
            values.append(_claim(claim))
        else:
            yield ", ".join([*values, _claim(claim)]), claim.first if isinstance(claim, tree.Listed) else None
            values = []


def is_sum_apart(claim: tree.Claim) -> bool:
    """Return True for the claim that a sum is not 0, which excludes a smaller period."""
    match claim:
        case tree.ForAll(condition=nodes.Equation(left=nodes.BigOperator(), sign="!=")):
            return True
    return False


def _definition(one: tree.SequenceDefinition) -> Iterator[str]:
    """Yield the equations of a sequence that is defined by values and a formula, with the name a."""
    if one.formula is None:
        raise UndecidedError("a statement about several structures cannot be judged alone")
    yield from (f"a({n}) = {value}" for n, value in one.values)
    formula = nodes.rename(one.formula, one.name, "a")
    yield f"a(n) = {_text(formula)} for n >= {one.least}"


def _claim(claim: tree.Claim) -> str:
    match claim:
        case tree.ForAll(condition=condition, range=span, iff=iff):
            return _condition(condition) + _scope(span, iff)
        case tree.Expansion(coefficient=coefficient, right=right, least=least, is_exponential=is_exponential):
            right_text = _text(right)
            if is_exponential:
                return f"E.g.f.: {right_text}"
            if coefficient == tree.A_OF_N and claim.power == nodes.N and (claim.is_cut or not least):
                return f"G.f.: {right_text}"
            return f"Sum_{{n>={least}}} {_text(coefficient)}*t^({_text(claim.power)}) = {right_text}"
        case tree.Functional(left=left, right=right):
            return f"{_text(left)} = {_text(right)}"
        case tree.Listed(values=values):
            return ", ".join(map(str, values))
        case tree.Asymptotic(kind="->", left=nodes.FunctionCall(name="limsup"), right=right):
            return f"lambda ~ {_text(right)}"
        case tree.Asymptotic(kind=kind, left=nodes.Sum(terms=(left, *others)), right=right) if (
            left == tree.A_OF_N and (kind != "->" or right == nodes.ZERO)
        ):
            error = "o(1)" if kind == "->" else f"{kind}({_text(right)})"
            return f"a(n) = {_text(joined(nodes.Sum, map(negative, others)))} + {error}"
        case tree.Asymptotic(kind="->", left=left, right=right):
            return f"Limit_{{n->oo}} {_text(left)} = {_text(right)}"
        case tree.Asymptotic():
            return claim_text(claim).removeprefix("as n grows: ")
        case tree.Worded(words=words):
            return words


def _scope(span: tree.Span | None, iff: nodes.Node | None) -> str:
    """Return the words for a range of n and conditions on n."""
    if span is None:
        return ""
    words = f" iff {_condition(iff)}" if iff is not None else ""
    if span.where is not None:
        words = f" for {_condition(span.where)}"
    if span.least is None:
        return words
    if span.most is not None:
        return f"{words} for {span.least} <= n <= {span.most}"
    return f"{words}, n >= {span.least}" if words else f" for n >= {span.least}"


def _condition(condition: nodes.Node) -> str:
    """Return a condition in the words of print."""
    match condition:
        case nodes.Equation(left=left, right=right, sign="|"):
            return f"{_text(left)} divides {_text(right)}"
        case nodes.Equation(left=nodes.FunctionCall(name="mod", arguments=(left, m)), right=right, sign="!="):
            others = [str(r) for r in range(int(_text(m))) if str(r) != _text(right)]
            return f"{_text(left)} mod {_text(m)} in {{{', '.join(others)}}}"
        case nodes.Equation(left=left, right=right, sign=sign):
            return f"{_text(left)} {sign} {_text(right)}"
        case tree.Congruence(left=nodes.Letter() as left, right=right, modulus=modulus):
            return f"{_text(left)} mod {_text(modulus)} = {_text(right)}"
        case tree.Congruence(left=left, right=right, modulus=modulus):
            return f"{_text(left)} == {_text(right)} (mod {_text(modulus)})"
        case nodes.FunctionCall(name="or", arguments=parts) if _are_residues(parts):
            first = parts[0]
            assert isinstance(first, tree.Congruence), "tested before"
            listed = ", ".join(_text(one.right) for one in parts if isinstance(one, tree.Congruence))
            return f"{_text(first.left)} mod {_text(first.modulus)} in {{{listed}}}"
        case nodes.FunctionCall(name="or", arguments=parts) if all(map(_is_place, parts)):
            listed = ", ".join(_text(one.right) for one in parts if isinstance(one, nodes.Equation))
            return f"n in {{{listed}}}"
        case nodes.FunctionCall(name="is_power", arguments=(base, number)):
            return f"n = {_text(base)}^k{_shift_text(number)}"
        case nodes.FunctionCall(name="digits", arguments=(base, _, *digits)):
            return f"the base-{_text(base)} digits of n are in {{{', '.join(map(_text, digits))}}}"
        case nodes.FunctionCall(name="or" | "and" as word, arguments=parts):
            return f" {word} ".join(map(_condition, parts))
    return expression_text(condition)


def _are_residues(parts: Sequence[nodes.Node]) -> bool:
    """Return True if all conditions are congruences of one number modulo another one."""
    pairs = {(part.left, part.modulus) if isinstance(part, tree.Congruence) else None for part in parts}
    return len(pairs) == 1 and None not in pairs


def _is_place(condition: nodes.Node) -> bool:
    """Return True if a condition states the value of n."""
    return isinstance(condition, nodes.Equation) and (condition.left, condition.sign) == (nodes.N, "=")


def _shift_text(number: nodes.Node) -> str:
    """Return c with its sign for the expression n - c."""
    match number:
        case nodes.Sum(terms=(nodes.Letter(), nodes.Number(value=value))):
            return f" {'-' if value > 0 else '+'} {abs(value)}"
    return ""


def _text(node: nodes.Node) -> str:
    """Return an expression; cases are written with "if" if they are the whole expression."""
    if isinstance(node, nodes.FunctionCall) and node.name == "cases":
        pairs = zip(node.arguments[::2], node.arguments[1::2], strict=True)
        return "; ".join(f"{_text(body)} {_case(condition)}" for condition, body in pairs)
    return expression_text(nodes.rebuild(node, _as_printed))


def _as_printed(node: nodes.Node) -> nodes.Node | None:
    """Return a node in the words of print: indicators in brackets, matrices, and indices below the name of a
    polynomial. Return None for other nodes.
    """
    match node:
        case nodes.FunctionCall(name="cases", arguments=(condition, *rest)) if rest == _INDICATOR:
            parts: tuple[nodes.Node, ...] = (condition,)
            if isinstance(condition, nodes.FunctionCall) and condition.name == "or":
                parts = condition.arguments
            return nodes.Prose(" + ".join(f"[{_condition(one)}]" for one in parts))
        case nodes.FunctionCall(name="binomial0", arguments=arguments):
            return nodes.FunctionCall("binomial", tuple(nodes.rebuild(one, _as_printed) for one in arguments))
        case nodes.FunctionCall(name="matrix", arguments=(nodes.Number(value=size), *entries)):
            listed, width = [*map(_text, entries)], int(size)
            rows = (", ".join(listed[k : k + width]) for k in range(0, len(listed), width))
            return nodes.Prose(f"[{'; '.join(rows)}]")
        case nodes.FunctionCall(name="entry", arguments=(body, *place)):
            at = ", ".join(map(_text, place))
            return nodes.Prose(f"({_text(body)})[{at}]" if at else f"tr({_text(body)})")
        case nodes.Symbol(label=(name,), index=nodes.Node() as index, arguments=(_, *_) as arguments):
            return nodes.Prose(f"{name}_{{{_text(index)}}}({', '.join(map(_text, arguments))})")
        case nodes.FunctionCall(name="valuation", arguments=(prime, number)):
            return nodes.FunctionCall(f"v_{_text(prime)}", (number,))
    return None


_INDICATOR = [nodes.Number(1), TRUE, nodes.Number(0)]


def _case(condition: nodes.Node) -> str:
    return "otherwise" if condition == TRUE else f"if {_condition(condition)}"
