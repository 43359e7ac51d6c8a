"""Claims contained in a printed line: generating functions, closed forms, growth, recurrences, identities,
lists, limits, series and equations.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from gfkit.claims.provers import sequence
from gfkit.claims.provers.enclosure import enclosure, has_decimals
from gfkit.claims.provers.explicit import ExplicitClaim
from gfkit.claims.provers.functional import EquationClaim, ExpansionClaim, TermsClaim, needs_expansion
from gfkit.claims.provers.growth import GrowthClaim, GrowthKind, is_rate_alone
from gfkit.claims.provers.identity import IdentityClaim
from gfkit.claims.provers.kind import Kind, first_value, is_identity
from gfkit.claims.provers.relation import first_values, is_linear, relation_claim
from gfkit.claims.provers.result import FormulaClaim
from gfkit.claims.provers.series import SeriesClaim
from gfkit.claims.provers.space import all_letters
from gfkit.claims.provers.truth import Truth
from gfkit.claims.reading import chains
from gfkit.claims.statement.linear import Name, fraction_factors, index_shift, integer_form, name_of
from gfkit.claims.statement.names import KNOWN_NAMES
from gfkit.claims.statement.parse import Chain, PrintedStatement, without_error_term
from gfkit.claims.statement.printed import LineKind, PrintedLine
from gfkit.claims.statement.ratio import Ratio, ratio, ring_of
from gfkit.core.algebra import Polynomial
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.deferred import regex, replace
from gfkit.core.errors import InputError, OptionError, UndecidedError, as_typed
from gfkit.core.typing import Weights

_MOST_STEP = 12
"""Maximum s in a limit of a(n+s)/a(n)."""


def sides_of(
    statement: PrintedStatement, kind: Kind, asked: Kind
) -> list[tuple[nodes.Node, GrowthKind | nodes.FunctionCall | None]]:
    """Return the sides that are claims, each with its kind of growth claim or its error term, or None for a
    claim for every n.

    An equation is a statement for every n; ``~`` and ``≈`` claim the ratio, ``+ o(1)`` the difference. A
    number or a power alone is a growth constant, and so is a side equal to a name without an index.
    """
    sides: list[tuple[nodes.Node, GrowthKind | nodes.FunctionCall | None]] = []
    for chain in chains.claiming_chains(statement):
        if _is_logarithm(chain.sides[0]):
            sides += map(_of_logarithm, chain.right_sides, chain.relations)
            continue
        for side, sign in zip(chain.sides, ("", *chain.relations), strict=True):
            if side is chain.left_side and isinstance(side, nodes.Symbol):
                continue
            if isinstance(side, nodes.Remainder) and sequence.is_constant(side.body) and len(chain.sides) > 1:
                raise InputError("formula: congruences are not supported; write a remainder as (n mod 2)")
            kept, error = without_error_term(side)
            is_asymptotic = sign in ("~", "≈") or (error is not None and error.name == "~")
            if error is not None and sign in ("~", "≈"):
                raise InputError("formula: + o(1) requires =, as in a(n) = 3*2^n + o(1)")
            free = _without_free_factor(kept) if is_asymptotic else kept
            if free is not kept:
                if not is_rate_alone(free):
                    raise InputError(
                        "formula: a constant without a value must be followed by one power, as in c*2.41^n"
                    )
                sides.append((free, GrowthKind.MULTIPLE))
                continue
            kept = chains.side_at_n(kept, chain, kind)
            is_rate = sequence.is_constant(kept) or has_decimals(kept)
            is_loose = asked is Kind.GROWTH or (is_rate and (not sign or chains.is_unindexed(chain)))
            claimed: GrowthKind | nodes.FunctionCall | None = None
            if is_asymptotic:
                is_named = chains.is_unindexed(chain) and sequence.is_constant(kept)  # lambda ≈ 2.41
                claimed = GrowthKind.RATE if is_named else GrowthKind.RATIO
            elif error is not None and error.name == "o" and error.arguments == (nodes.ONE,):
                claimed = GrowthKind.DIFFERENCE
            elif error is not None:
                claimed = replace(error, arguments=(chains.side_at_n(error.arguments[0], chain, kind),))
            elif kind is Kind.GROWTH and is_loose and (sign or len(chain.sides) == 1):
                claimed = GrowthKind.RATE if is_rate_alone(kept) else GrowthKind.RATIO
            sides.append((kept, claimed))
    if not sides:
        raise InputError(
            f"formula {as_typed(statement.text)}: only names and initial values, but no formula;"
            " count counts single boards"
        )
    return sides


def _is_logarithm(side: nodes.Node) -> bool:
    """Return True if a side is log a(n)."""
    return isinstance(side, nodes.FunctionCall) and side.name == "log" and _is_term(side.arguments[0])


def _of_logarithm(side: nodes.Node, sign: str) -> tuple[nodes.Node, GrowthKind | nodes.FunctionCall]:
    """Return the claim about a(n) that follows from log a(n) ~ c n or log a(n) = c n + O(1)."""
    kept, error = without_error_term(side)
    above, below = fraction_factors(kept)
    rest = [part for part in above if part != nodes.N]
    if len(rest) != len(above) - 1 or any("n" in all_letters(part) for part in (*rest, *below)):
        raise InputError("formula: the logarithm of a(n) must be n times a constant, as in n*log(phi)")
    factor = nodes.product(*rest)
    rate = _exponential(nodes.Quotient(factor, nodes.product(*below)) if below else factor)
    is_bounded = error is not None and (error.name, error.arguments) == ("O", (nodes.ONE,))
    if is_bounded:
        return nodes.Number(0), nodes.FunctionCall("Theta", (nodes.Power(rate, nodes.N),))
    is_small = error is not None and (error.name == "~" or (error.name, error.arguments) == ("o", (nodes.N,)))
    if not is_small and (sign == "=" or error is not None or rate == nodes.ONE):
        raise InputError("formula: the error of a logarithm must be O(1) or o(n)")
    return rate, GrowthKind.RATE


def _exponential(side: nodes.Node) -> nodes.Node:
    """Return exp(side), which is c for the side log(c)."""
    if isinstance(side, nodes.FunctionCall) and side.name == "log":
        return side.arguments[0]
    return nodes.FunctionCall("exp", (side,))


def _without_free_factor(side: nodes.Node) -> nodes.Node:
    """Return a side of a growth statement without its unspecified constant factors c, C or K.

    A side without such a factor, or without any other factor, is returned unchanged.
    """
    factors = side.factors if isinstance(side, nodes.Product) else ()
    kept = [part for part in factors if not _is_free(part)]
    return nodes.product(*kept) if kept and len(kept) < len(factors) else side


def _is_free(part: nodes.Node) -> bool:
    """Return True if the expression is a single letter for an unspecified constant."""
    return isinstance(part, nodes.Symbol) and part in [nodes.Symbol((letter,), None) for letter in "cCK"]


def claim_of(
    side: nodes.Node,
    claimed: GrowthKind | nodes.FunctionCall | None,
    kind: Kind,
    statement: PrintedStatement,
    first_n: int,
    weights: Weights | None,
    bound: int | None,
    series_from: int,
) -> FormulaClaim:
    """Return the claim about one side of a chain."""
    if isinstance(claimed, nodes.FunctionCall):
        return GrowthClaim(side, statement.text, GrowthKind.ORDER, claimed)
    if claimed is not None:
        return GrowthClaim(side, statement.text, claimed)
    given = chains.single_terms(statement)
    if kind in (Kind.CLOSED_FORM, Kind.GROWTH):
        shift = chains.common_shift(statement)
        since = bound + shift if bound is not None else max(0, shift) if shift else None
        return ExplicitClaim(side, statement.text, since, given, first_n, shift, bound)
    if statement.valid_from is not None or given:
        raise InputError(
            "formula: a generating function determines all terms; omit its range and single values"
        )
    marked = chains.weights_in(side, statement) if weights is None else weights
    return SeriesClaim(side, statement.text, marked, series_from, bound or 0)


def _check_equation(chain: Chain, what: str, example: str) -> None:
    """Raise InputError if the chain is not an equation."""
    if len(chain.sides) < 2 or set(chain.relations) != {"="}:
        raise InputError(f"formula: {what} must be an equation, such as {example}")


def _identity_claims(
    statement: PrintedStatement,
    first_n: int,
    weights: Weights | None,
    bound: int | None,
    start: Sequence[int | Fraction | Polynomial] | None,
) -> list[FormulaClaim]:
    """Return the claims of nonlinear identities, each with the single terms printed with it."""
    if weights not in (None, Weights.NONE):
        raise OptionError(f"weights {weights}: weights are not supported in nonlinear identities")
    given = [
        (n, sequence.rational(value, "initial values must be")) for n, value in chains.single_terms(statement)
    ]
    given += [
        (first_n + k, Fraction(value))
        for k, value in enumerate(start or ())
        if not isinstance(value, Polynomial)
    ]
    claims: list[FormulaClaim] = []
    for chain in chains.claiming_chains(statement):
        _check_equation(chain, "an identity", "a(n)^2 - a(n-1)*a(n+1) = (-1)^n")
        names = chain.names
        if not names:
            raise InputError(
                "formula: an identity must contain terms of a sequence, as in a(n)^2 - a(n-1)*a(n+1) = (-1)^n"
            )
        labels = {name.label for name in names if name.label[0] not in KNOWN_NAMES} or {names[0].label}
        labels = {()} if is_identity(chain) else labels
        if len(labels) > 1 or any(name.arguments for name in names):
            listed = " and ".join(sorted("_".join(label) for label in {name.label for name in names}))
            raise InputError(f"formula: {listed} are different sequences; use one name, such as a")
        label = labels.pop()
        if given and not label:
            raise UndecidedError("initial values of a sequence are given that the identity does not contain")
        inside = all_letters(nodes.Sum(chain.sides)) & {"t", "x", "y"}
        if inside:
            raise InputError(f"formula: unknown letter {min(inside)!r} in an identity")
        claims += [
            IdentityClaim(
                chain.sides[0], right, statement.text, label, bound, tuple(given), bool(statement.zeros)
            )
            for right in chain.sides[1:]
        ]
    return claims


def is_about_known(statement: PrintedStatement, declared: Collection[str]) -> bool:
    """Return True if a statement contains only well-known sequences, and the first name in each of its
    equations is declared as one.
    """
    return all(name.label[0] in KNOWN_NAMES for chain in statement.chains for name in chain.names) and all(
        chain.names and {*chain.relations} == {"="} and chain.names[0].label[0] in declared
        for chain in chains.claiming_chains(statement)
    )


def known_identities(statement: PrintedStatement, bound: int | None) -> list[FormulaClaim]:
    """Return the claims of identities of well-known sequences, such as F(2n+1) = F(n)^2 + F(n+1)^2 with F for
    the Fibonacci numbers.
    """
    return [
        IdentityClaim(chain.sides[0], right, statement.text, (), bound if first_value(chain) is None else 0)
        for chain in statement.chains
        for right in chain.sides[1:]
    ]


def relation_claims(
    statement: PrintedStatement,
    first_n: int,
    weights: Weights | None,
    bound: int | None,
    start: Sequence[int | Fraction | Polynomial] | None,
) -> list[FormulaClaim]:
    """Return the claims of recurrences in a statement, each with all single terms of the statement."""
    others = statement.zeros - {name.label for chain in statement.chains for name in chain.names}
    if others:
        other = "_".join(min(others))
        raise InputError(
            f"formula: {other}(n) = 0 for n < 0 is given, but the formula has no other {other}(n)"
        )
    if not all(map(is_linear, chains.claiming_chains(statement))):
        return _identity_claims(statement, first_n, weights, bound, start)
    ring = ring_of(*(side for chain in statement.chains for side in chain.sides))
    relations: list[tuple[nodes.Node, nodes.Node]] = []
    initial: list[tuple[Name, int, Ratio]] = []
    for chain in statement.chains:
        _check_equation(chain, "a recurrence", "a(n) = 2a(n-1) + a(n-2)")
        n, left = first_value(chain), chain.sides[0]
        if n is not None and isinstance(left, nodes.Symbol):
            initial.append((name_of(left), n, ratio(chain.sides[1], ring)))
        else:
            relations += [(chain.sides[0], right) for right in chain.sides[1:]]
    if not relations:
        raise InputError("formula: initial values are given without a recurrence")
    used = {name for left, right in relations for name in nodes.letters(left) | nodes.letters(right)}
    if "t" in used:
        raise InputError(
            "formula: the variable t marks the size in generating functions; it is not allowed in a"
            " recurrence"
        )
    marked = chains.weights_of(used) if weights is None else weights
    claims: list[FormulaClaim] = []
    for left, right in relations:
        claim = relation_claim(left, right, ring, statement.text, marked, bound, initial, bound)
        if start is not None:
            given = first_values(start, claim.leading_term.name, first_n, ring)
            claim = replace(claim, initial=(*claim.initial, *given))
        if statement.zeros and first_n <= 0:
            top = first_n - claim.leading_term.shift
            is_whole = any(sequence.treats_separately(side, top) for side in (left, right))
            since = max(claim.behind_given(first_n), top + (not is_whole))
            claim = replace(claim, is_zero_below=True, printed_from=since if bound is None else bound)
        claims.append(claim)
    return claims


def special_claims(part: PrintedLine, truth: Truth, options: chains.Options) -> list[FormulaClaim] | None:
    """Return the claims made by limits, series, equations and lists, or None for a closed form or a
    quotient.
    """
    kind = part.kind
    if options.asked not in (Kind.AUTO, Kind.SERIES) and kind is not LineKind.LIMIT:
        return None
    is_open = kind in (LineKind.FORMULA, LineKind.SERIES, LineKind.LIST)
    if kind is LineKind.TERMS:
        return [TermsClaim(tuple(map(Fraction, part.terms)), part.text, options.first_of(part.begins))]
    if kind is LineKind.LIMIT:
        return _limit_claims(part, truth)
    size = options.variable or part.variable or _series_letter(part.text)
    if is_open and not size:
        return None
    try:
        statement = chains.statement_in(part, size or "x", truth)
    except InputError:
        if is_open:
            return None
        raise
    if kind is LineKind.BEGINNING:
        return [_beginning_claim(part, statement)]
    sides = [side for chain in statement.chains for side in chain.right_sides]
    series_name = _own_series(statement)
    is_exponential = kind is LineKind.EXPONENTIAL
    if kind is LineKind.EQUATION or (series_name is not None and not is_exponential):
        if part.since > truth.first_n:
            raise InputError(
                f"formula: an equation must contain the whole series, not a sum over n >= {part.since}"
            )
        return _equation_claims(part, statement, series_name)
    is_series = any(map(needs_expansion, sides)) and not any("n" in nodes.letters(side) for side in sides)
    if is_exponential or is_series:
        _check_series_alone(statement)
        return [ExpansionClaim(side, part.text, is_exponential, part.since) for side in sides]
    if kind is LineKind.LIST:
        return [_list_claim(side, part, truth.first_n, options.offset) for side in sides]
    return None


_SERIES_LETTER = regex(r"(?<![A-Za-z\\])[xztq](?![A-Za-z])")


def _series_letter(text: str) -> str:
    """Return the only possible size variable of a formula, or "" if there is none or more than one."""
    letters = {match[0] for match in _SERIES_LETTER.finditer(text)}
    return letters.pop() if len(letters) == 1 else ""


def _check_series_alone(statement: PrintedStatement) -> None:
    """Raise InputError if a statement contains anything besides one series."""
    if len(statement.chains) > 1 or statement.valid_from is not None or statement.roots:
        raise InputError("formula: a series determines all terms; omit ranges and further formulas")
    if set(statement.chains[0].relations) - {"="}:
        raise InputError("formula: two series must be joined by =")


def _own_series(statement: PrintedStatement) -> tuple[str, ...] | None:
    """Return the name of a series that occurs on both sides of an equation, as in A(x) = 1 + x*A(x)^2."""
    for chain in statement.chains:
        names = [
            {name.label for name in nodes.symbols(side) if name.index is None and _is_of_size(name)}
            for side in chain.sides
        ]
        if len(names) > 1 and names[0] and any(names[0] & others for others in names[1:]):
            return next(iter(names[0]))
    return None


def _is_of_size(name: nodes.Symbol) -> bool:
    return name.arguments == () or (len(name.arguments) == 1 and nodes.letters(name.arguments[0]) == {"t"})


def _equation_claims(
    part: PrintedLine, statement: PrintedStatement, series_name: tuple[str, ...] | None
) -> list[FormulaClaim]:
    _check_series_alone(statement)
    chain = statement.chains[0]
    if series_name is None:
        labels = {name.label for side in chain.sides for name in nodes.symbols(side)}
        if len(labels) != 1 or len(chain.sides) < 2:
            raise InputError(
                "formula: a functional equation must have the form A(x) = ..., such as A(x) = 1 + x*A(x)^2"
            )
        series_name = labels.pop()
    return [EquationClaim(chain.sides[0], right, part.text, series_name) for right in chain.sides[1:]]


def _beginning_claim(part: PrintedLine, statement: PrintedStatement) -> TermsClaim:
    """Return the claim about the initial terms of a series printed as 1 + 2*x + ...."""
    _check_series_alone(statement)
    side = statement.chains[0].sides[-1]
    row = ratio(side, ring_of(side)).row("t")
    if row is None:
        raise InputError(
            "formula: initial terms of a series must be a sum of powers, such as 1 + 2*x + 3*x^2 + ..."
        )
    if part.terms and len(row) > part.terms[0]:
        raise InputError(f"formula: it has terms beyond O({part.variable}^{part.terms[0]})")
    length = int(part.terms[0]) if part.terms else len(row)
    row += [Fraction(0)] * (length - len(row))
    return TermsClaim(tuple(row), part.text, 0)


def _list_claim(side: nodes.Node, part: PrintedLine, first_n: int, offset: int | None) -> FormulaClaim:
    """Return the claim of a program that lists coefficients: those of Vec start with the lowest power, and
    ``part.begins`` is the first power of other programs. By default the index of a term is then its power.
    """
    if part.begins is None:
        value = ratio(side, ring_of(side))
        power = 0 if value.is_zero else value.valuation()
        first = first_n if offset is None else offset
    else:
        power, first = part.begins, part.begins if offset is None else offset
    moved = nodes.Product((side, nodes.Power(nodes.Letter("t"), nodes.Number(Fraction(first - power)))))
    return SeriesClaim(side if first == power else moved, part.text, Weights.NONE, claimed_from=max(first, 0))


def _limit_claims(part: PrintedLine, truth: Truth) -> list[FormulaClaim]:
    """Return the claims of a printed limit, such as the limit of a(n+1)/a(n)."""
    statement = chains.with_letters(chains.statement_in(part, "t", truth))
    if len(statement.chains) != 1 or set(statement.chains[0].relations) - {"=", "≈", "~"}:
        raise InputError("formula: a limit must have the form Limit_{n->oo} a(n+1)/a(n) = (1+sqrt(5))/2")
    left, *sides = statement.chains[0].sides
    left = nodes.quotient(*(nodes.product(*factors) for factors in fraction_factors(left)))
    step, root = 1, 0
    match left:
        case nodes.Power(base=base, exponent=nodes.Quotient(above=nodes.ONE, below=below)) if (
            _is_term(base) and (form := integer_form(below)) is not None and form[0] > form[1] == 0
        ):
            root = form[0]  # if one root is dominant, the root of a(n) has the limit of a(n+1)/a(n)
        case nodes.Quotient(above=above, below=below) if (
            _is_logarithm(above) and (form := integer_form(below)) is not None and form[0] > form[1] == 0
        ):
            sides, root = list(map(_exponential, sides)), form[0]
        case nodes.Quotient(above=nodes.Symbol(index=index) as above, below=below) if _is_term(
            above
        ) and not nodes.symbols(below):
            shift = 0 if index is None else index_shift(above, ring_of(index))
            earlier = nodes.Sum((nodes.N, nodes.Number(Fraction(-shift))))
            moved = nodes.substitute_n(below, earlier) if shift else below
            return [_build_limit_claim(nodes.Product((side, moved)), side, part.text) for side in sides]
        case nodes.Quotient(above=nodes.Symbol() as above, below=nodes.Symbol() as below):
            step = _find_index_step(above, below)
        case _:
            raise InputError(_NO_LIMIT)
    if step < 0:
        sides = [nodes.Quotient(nodes.ONE, side) for side in sides]
    return [GrowthClaim(side, part.text, GrowthKind.RATE, None, abs(step), root) for side in sides]


_NO_LIMIT = (
    "formula: limits are supported for a(n+1)/a(n), a(n)/a(n-1), their inverses, a(n)/r^n, a(n)^(1/(k*n)) and"
    " log(a(n))/(k*n); gfkit constant computes bounds for the plane"
)


def _is_term(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Symbol) and node.index is not None and "n" in nodes.letters(node.index)


def _build_limit_claim(side: nodes.Node, limit: nodes.Node, text: str) -> FormulaClaim:
    """Return the claim a(n) ~ c g(n), which is equivalent to lim a(n)/g(n) = c for c != 0."""
    if "n" in all_letters(limit) or enclosure(limit, 0).contains(0):
        raise InputError("formula: the limit of a(n)/r^n must be a number other than 0")
    return GrowthClaim(side, text, GrowthKind.RATIO)


def _find_index_step(above: nodes.Symbol, below: nodes.Symbol) -> int:
    """Return the shift s of the quotient a(n+s+j)/a(n+j). Raise InputError if it does not have this form."""
    if above.label == below.label and above.index is not None and below.index is not None:
        ring = ring_of(above.index, below.index)
        step = index_shift(above, ring) - index_shift(below, ring)
        if 0 < abs(step) <= _MOST_STEP:
            return step
    raise InputError(_NO_LIMIT)
