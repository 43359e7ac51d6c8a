"""The claims of a statement: generating functions, closed forms, growth, recurrences, identities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from gfkit.claims.explicit import ExplicitClaim
from gfkit.claims.formula import sequence
from gfkit.claims.formula.digits import has_decimals
from gfkit.claims.formula.kind import Kind, first_value, is_identity
from gfkit.claims.formula.space import all_letters
from gfkit.claims.growth import GrowthClaim, GrowthKind, is_rate_alone
from gfkit.claims.identity import IdentityClaim
from gfkit.claims.judge import FormulaClaim
from gfkit.claims.relation import first_values, relation_claim
from gfkit.claims.series import SeriesClaim
from gfkit.claims.statement import (
    claiming_chains,
    common_shift,
    is_unindexed,
    side_at_n,
    single_terms,
    weights_in,
    weights_of,
)
from gfkit.errors import InputError, LimitError, OptionError, as_typed
from gfkit.formula import tree as nodes
from gfkit.formula.linear import Name, linear, name_of
from gfkit.formula.ratio import Ratio, ratio, ring_of
from gfkit.formula.read.notation import KNOWN_NAMES
from gfkit.formula.read.statement import Chain, Statement, without_error_term
from gfkit.sequences import Polynomial
from gfkit.typing import Weights


def sides_of(statement: Statement, kind: Kind, asked: Kind) -> list[tuple[nodes.Node, GrowthKind | None]]:
    """The sides that claim something, each with its kind of growth claim; None where it speaks of every n.

    An equation speaks of every n; ``~`` and ``≈`` claim the ratio, ``+ o(1)`` the difference. A number or a
    power alone is a growth constant, and so is the side that a name without an index is equal to.
    """
    sides: list[tuple[nodes.Node, GrowthKind | None]] = []
    for chain in claiming_chains(statement):
        for side, sign in zip(chain.sides, ("", *chain.relations), strict=True):
            if side is chain.left_side and isinstance(side, nodes.Symbol):
                continue
            if isinstance(side, nodes.Remainder) and sequence.is_constant(side.body) and len(chain.sides) > 1:
                raise InputError("formula: congruences are not judged; a remainder is written (n mod 2)")
            kept, has_error_term = without_error_term(side)
            is_asymptotic = sign in ("~", "≈")
            if has_error_term and is_asymptotic:
                raise InputError("formula: + o(1) goes with =, as in a(n) = 3*2^n + o(1)")
            free = _without_free_factor(kept) if is_asymptotic else kept
            if free is not kept:
                if not is_rate_alone(free):
                    raise InputError(
                        "formula: beside a constant without a value stands one power, as in c*2.41^n"
                    )
                sides.append((free, GrowthKind.RATE))
                continue
            kept = side_at_n(kept, chain, kind)
            is_rate = sequence.is_constant(kept) or has_decimals(kept)
            is_loose = asked is Kind.GROWTH or (is_rate and (not sign or is_unindexed(chain)))
            claimed = None
            if is_asymptotic:
                is_named = is_unindexed(chain) and sequence.is_constant(kept)  # lambda ≈ 2.41
                claimed = GrowthKind.RATE if is_named else GrowthKind.RATIO
            elif has_error_term:
                claimed = GrowthKind.DIFFERENCE
            elif kind is Kind.GROWTH and is_loose and (sign or len(chain.sides) == 1):
                claimed = GrowthKind.RATE if is_rate_alone(kept) else GrowthKind.RATIO
            sides.append((kept, claimed))
    if not sides:
        raise InputError(
            f"formula {as_typed(statement.text)}: only names and single terms are given, and no formula;"
            " gfkit count counts single boards"
        )
    return sides


def _without_free_factor(side: nodes.Node) -> nodes.Node:
    """The side without a factor c that nothing is said of; the same side where there is none, or no other."""
    factors = side.factors if isinstance(side, nodes.Product) else ()
    kept = [part for part in factors if not _is_free(part)]
    return nodes.product(*kept) if kept and len(kept) < len(factors) else side


def _is_free(part: nodes.Node) -> bool:
    """Whether it is a bare letter for a constant."""
    return isinstance(part, nodes.Symbol) and part in [nodes.Symbol((letter,), None) for letter in "cCK"]


def claim_of(
    side: nodes.Node,
    claimed: GrowthKind | None,
    kind: Kind,
    statement: Statement,
    first_n: int,
    weights: Weights | None,
    bound: int | None,
    series_from: int,
) -> FormulaClaim:
    """The claim that one side makes."""
    if claimed is not None:
        return GrowthClaim(side, statement.text, claimed)
    given = single_terms(statement)
    if kind in (Kind.CLOSED_FORM, Kind.GROWTH):
        shift = common_shift(statement)
        since = bound + shift if bound is not None else max(0, shift) if shift else None
        return ExplicitClaim(side, statement.text, since, given, first_n, shift, bound)
    if statement.valid_from is not None or given:
        raise InputError(
            "formula: a generating function says all terms at once; leave out its range and single values"
        )
    marked = weights_in(side, statement) if weights is None else weights
    return SeriesClaim(side, statement.text, marked, series_from)


def _is_linear(chain: Chain) -> bool:
    """Whether a chain is linear in terms a(n+s), with quotients of polynomials for factors, and closed
    forms beside."""
    if is_identity(chain):
        return False
    if len({name.label for name in chain.names}) > 1 and not _names_games(chain):
        return False
    try:
        ring = ring_of(*chain.sides)
    except InputError:
        return True
    for side in chain.sides:
        try:
            form = linear(side, ring)
        except InputError:
            return _names_games(chain) or any(name.arguments for name in nodes.symbols(side))
        except LimitError:
            return True
        if any(
            isinstance(part, nodes.BigOperator | nodes.FunctionCall)
            for rest in form.rest
            for part in nodes.walk(rest)
        ):
            return False
    return True


def _names_games(chain: Chain) -> bool:
    """Whether names are those of games, or of what depends on x and y."""
    return any(
        len(name.label) > 1
        or name.graph
        or any({"x", "y"} & nodes.letters(argument) for argument in name.arguments)
        for name in chain.names
    )


def _check_equation(chain: Chain, what: str, example: str) -> None:
    """Refuses what is no equation."""
    if len(chain.sides) < 2 or set(chain.relations) != {"="}:
        raise InputError(f"formula: {what} is an equation, such as {example}")


def _identity_claims(
    statement: Statement,
    first_n: int,
    weights: Weights | None,
    bound: int | None,
    start: Sequence[int | Fraction | Polynomial] | None,
) -> list[FormulaClaim]:
    """Identities that are no linear recurrence, each with the single terms beside it."""
    if weights not in (None, Weights.NONE):
        raise OptionError(f"weights {weights}: identities that are not linear are read of numbers alone")
    given = [(n, sequence.rational(value, "first values are")) for n, value in single_terms(statement)]
    given += [
        (first_n + k, Fraction(value))
        for k, value in enumerate(start or ())
        if not isinstance(value, Polynomial)
    ]
    claims: list[FormulaClaim] = []
    for chain in claiming_chains(statement):
        _check_equation(chain, "an identity", "a(n)^2 - a(n-1)*a(n+1) = (-1)^n")
        names = chain.names
        if not names:
            raise InputError("formula: an identity speaks of a sequence, as a(n)^2 - a(n-1)*a(n+1) = (-1)^n")
        labels = {name.label for name in names if name.label[0] not in KNOWN_NAMES} or {names[0].label}
        labels = {()} if is_identity(chain) else labels
        if len(labels) > 1 or any(name.arguments for name in names):
            listed = ", ".join(sorted("_".join(label) for label in {name.label for name in names}))
            raise InputError(
                f"formula: {listed} are different sequences, and what stands for which is not known"
            )
        label = labels.pop()
        inside = all_letters(nodes.Sum(chain.sides)) & {"t", "x", "y"}
        if inside:
            raise InputError(f"formula: the letter {min(inside)!r} has no meaning in an identity")
        claims += [
            IdentityClaim(chain.sides[0], right, statement.text, label, bound, tuple(given))
            for right in chain.sides[1:]
        ]
    return claims


def relation_claims(
    statement: Statement,
    first_n: int,
    weights: Weights | None,
    bound: int | None,
    start: Sequence[int | Fraction | Polynomial] | None,
) -> list[FormulaClaim]:
    """The recurrences of a statement, each with all single terms beside them."""
    if not all(map(_is_linear, claiming_chains(statement))):
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
        raise InputError("formula: there are first values and no recurrence")
    used = {name for left, right in relations for name in nodes.letters(left) | nodes.letters(right)}
    if "t" in used:
        raise InputError(
            "formula: t marks the size in generating functions; it has no meaning in a recurrence"
        )
    marked = weights_of(used) if weights is None else weights
    claims: list[FormulaClaim] = []
    for left, right in relations:
        claim = relation_claim(left, right, ring, statement.text, marked, bound, initial, bound)
        if start is not None:
            given = first_values(start, claim.leading_term.name, first_n, ring)
            claim = replace(claim, initial=(*claim.initial, *given))
        claims.append(claim)
    return claims
