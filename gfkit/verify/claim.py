"""The entry: a formula as text, what it is about, and the verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from gfkit.errors import InputError, OptionError
from gfkit.formula import formula_text
from gfkit.formula import tree as nodes
from gfkit.formula.linear import Name, index_shift, name_of
from gfkit.formula.radical import Radical
from gfkit.formula.ratio import Ratio, ratio, ring_of
from gfkit.formula.read.notation import SIZE_LETTERS
from gfkit.formula.read.statement import Chain, Statement, read_statement, without_error_term
from gfkit.games import BUILT_IN, Question
from gfkit.guess import Data
from gfkit.sequences import Polynomial
from gfkit.sequences.number import Number, exact_number, number_text
from gfkit.typing import OnProgress, Weights
from gfkit.verify.explicit import ExplicitClaim
from gfkit.verify.formula import sequence
from gfkit.verify.formula.digits import has_decimals
from gfkit.verify.formula.kind import Kind, first_value, kind_of, name_notes, size_letter
from gfkit.verify.formula.sequence import check_roots
from gfkit.verify.growth import Claimed, GrowthClaim, says_rate
from gfkit.verify.judge import FormulaClaim, Judgement, Verdict, judge
from gfkit.verify.relation import first_values, relation_claim
from gfkit.verify.series import SeriesClaim
from gfkit.verify.truth import DataTruth, GameTruth, Truth

if TYPE_CHECKING:
    from gfkit.boards import Family
    from gfkit.games import Rule


def verify(
    formula: object,
    *,
    game: str | Rule | Question | None = None,
    family: str | Family | None = None,
    positions: str = "all",
    weights: str | None = None,
    data: Data | Sequence[int | Fraction] | None = None,
    offset: int = 0,
    variable: str | None = None,
    start: Sequence[int | Fraction | Polynomial] | None = None,
    valid_from: int | None = None,
    kind: str = "auto",
    on_progress: OnProgress | None = None,
) -> Verdict:
    """Judges a printed formula, in plain text or LaTeX, against a game on a family, or against terms.

    Values, objects of SymPy, and quotients of polynomials as a pair are formulas too (``formula_text``).
    ``variable`` marks the size in a generating function; t, or its only letter, unless told.
    It is a generating function, a recurrence (with ``start`` as first values), a closed form in n, or a
    claim of growth. Against a game it comes out proved or refuted (consistent where no proof is known);
    against ``data``, the terms from ``offset`` on, consistent or refuted. A refuted formula comes with
    the first n at which it differs, the right formula, and the smallest repair that was found.

    >>> verdict = verify(r"\\frac{3}{1-t-2t^2}", game="cis", family="path:n")
    >>> print(verdict)
    refuted: at n = 0 the formula gives 3, the truth is 1
    >>> verdict.correction, verdict.repair
    ('(1 + 2*t)/(1 - t - 2*t^2)', '3 should be 1 + 2*t')
    >>> print(verify("a(n) = a(n-1) + 2a(n-2)", game="cis", family="path:n"))
    proved: it holds for every n >= 2
    """
    truth = _truth(game, family, positions, data, offset, on_progress)
    return judge_formula(
        formula, truth, weights=weights, variable=variable, start=start, valid_from=valid_from, kind=kind
    )


def judge_formula(
    formula: object,
    truth: Truth,
    *,
    weights: str | None = None,
    variable: str | None = None,
    start: Sequence[int | Fraction | Polynomial] | None = None,
    valid_from: int | None = None,
    kind: str = "auto",
) -> Verdict:
    """The same against any truth: all that is printed is read as claims, and each of them is judged."""
    asked = Kind.read(kind)
    if start is not None:
        start = [v if isinstance(v, Polynomial) else exact_number(v, "start") for v in start]
    if variable is not None and variable not in SIZE_LETTERS:
        raise OptionError(f"variable {variable!r}: must be one of {', '.join(SIZE_LETTERS)}")
    marked = None if weights is None else Weights.read(weights)
    text, constants = formula_text(formula, variable or "t"), truth.constants
    unmarked = marked in (None, Weights.NONE) and asked in (Kind.AUTO, Kind.SERIES)
    size = variable or (size_letter(text, constants) if unmarked else "t")
    statement = read_statement(text, size, constants)
    found = kind_of(statement) if asked is Kind.AUTO else asked
    _check_whole(statement, found)
    aside = (*name_notes(statement, found, *truth.spoken, frozenset(BUILT_IN)), *_outside(statement, truth))
    if valid_from is not None and statement.valid_from not in (None, valid_from):
        raise OptionError(f"from {valid_from}: the formula itself says n >= {statement.valid_from}")
    bound = statement.valid_from if valid_from is None else valid_from
    if start is not None and found is not Kind.RECURRENCE:
        raise OptionError(
            f"start {_listed(start)}: first values go with a recurrence, and this is read as {found}"
        )
    if valid_from is not None and found not in (Kind.RECURRENCE, Kind.CLOSED_FORM):
        raise OptionError(
            f"from {valid_from}: a range goes with recurrences and closed forms, not with {found}"
        )
    if found is Kind.RECURRENCE:
        claims: list[FormulaClaim] = _relations(statement, truth.first_n, marked, bound, start)
    else:
        sides = _sides(statement, found, asked)
        claims = [_claim(*said, found, statement, truth.first_n, marked, bound) for said in sides]
    verdict = _with_notes(_all([judge(claim, truth) for claim in claims]), truth, aside)
    if size == "t" or found is not Kind.SERIES or (variable is not None and not verdict.is_refuted):
        return verdict
    note = f"t marks the size here, where the formula has {size}"
    return replace(verdict, notes=(*verdict.notes, note))


def _listed(start: Sequence[Number | Polynomial]) -> str:
    return f"[{', '.join(str(v) if isinstance(v, Polynomial) else number_text(v) for v in start)}]"


def _with_notes(verdict: Verdict, truth: Truth, aside: tuple[str, ...]) -> Verdict:
    """With what was set aside; a correction goes beyond the board that refutes, and may be less certain."""
    is_shown = verdict.correction is not None or verdict.repair is not None
    hedge = truth.hedge if verdict.is_refuted and is_shown else ""
    return replace(verdict, notes=(*verdict.notes, *aside, *([hedge] if hedge else [])))


def _outside(statement: Statement, truth: Truth) -> tuple[str, ...]:
    """Single terms where there is nothing to compare them with."""
    places = [n for n in map(first_value, statement.chains) if n is not None]
    listed = [f"n = {n}" for n in places if n < truth.first_n or (truth.end is not None and n >= truth.end)]
    if not listed:
        return ()
    return (
        f"no {truth.unit} belongs to {', '.join(listed)}: what is printed there counts only in the"
        " recurrence",
    )


def _truth(
    game: str | Rule | Question | None,
    family: str | Family | None,
    positions: str,
    data: Data | Sequence[int | Fraction] | None,
    offset: int,
    on_progress: OnProgress | None,
) -> Truth:
    if data is not None and game is not None:
        raise OptionError("a game and data are both given; a formula is compared with one of them")
    if data is None and (game is None or (family is None and not isinstance(game, Question))):
        raise OptionError(
            "nothing to compare with; name a game and a family of boards (--for col path:n), or data"
            " (--data FILE)"
        )
    if data is not None:
        return DataTruth(data if isinstance(data, Data) else Data.of(data, offset))
    question = Question.of(game, family, positions)
    question.family_for("verifying")
    return GameTruth(question, on_progress)


def _sides(statement: Statement, kind: Kind, asked: Kind) -> list[tuple[nodes.Node, Claimed | None]]:
    """The sides that say something, and what they say for large n (None: they say it of every n).

    An equation is one of every n; ``~`` and ``≈`` claim the ratio, ``+ o(1)`` the difference. A number or a
    power that stands alone is a growth constant, and so is what a name without an index is equal to.
    """
    found: list[tuple[nodes.Node, Claimed | None]] = []
    for chain in _claims(statement):
        for side, sign in zip(chain.sides, ("", *chain.relations), strict=True):
            if _is_name(side, chain):
                continue
            if isinstance(side, nodes.Remainder) and sequence.is_constant(side.body) and len(chain.sides) > 1:
                raise InputError("formula: congruences are not judged; a remainder is written (n mod 2)")
            kept, has_error_term = without_error_term(side)
            if has_error_term and sign in ("~", "≈"):
                raise InputError("formula: + o(1) goes with =, as in a(n) = 3*2^n + o(1)")
            kept = _moved(kept, chain, kind)
            is_rate = sequence.is_constant(kept) or has_decimals(kept)
            is_loose = asked is Kind.GROWTH or (is_rate and (not sign or _is_unindexed(chain)))
            claimed = None
            if sign in ("~", "≈"):
                claimed = Claimed.RATIO
            elif has_error_term:
                claimed = Claimed.DIFFERENCE
            elif kind is Kind.GROWTH and is_loose and (sign or len(chain.sides) == 1):
                claimed = Claimed.RATE if says_rate(kept) else Claimed.RATIO
            found.append((kept, claimed))
    if not found:
        raise InputError(
            f"formula {statement.text!r}: only names and single terms are given, and no formula; gfkit count"
            " counts single boards"
        )
    return found


def _claims(statement: Statement) -> list[Chain]:
    """The chains that are not single terms."""
    return [chain for chain in statement.chains if first_value(chain) is None]


def _is_unindexed(chain: Chain) -> bool:
    left = chain.sides[0]
    return isinstance(left, nodes.Symbol) and left.index is None


def _check_whole(statement: Statement, kind: Kind) -> None:
    """Refuses what could only be judged by leaving some of it out."""
    check_roots(statement)
    claims = _claims(statement)
    if len(claims) > 1 and any(
        len(chain.sides) == 1 and not nodes.letters(chain.sides[0]) and not nodes.symbols(chain.sides[0])
        for chain in claims
    ):
        raise InputError(
            f"formula {statement.text!r}: numbers in a list are no formula; gfkit guess fits formulas to them"
        )
    if len(claims) > 1 and statement.valid_from is not None:
        raise InputError("formula: several formulas with a range; it is not clear whose it is, give one")
    if kind is Kind.GROWTH and (statement.valid_from is not None or len(claims) < len(statement.chains)):
        raise InputError("formula: what holds for large n has no range and no single terms beside it")
    given: dict[tuple[tuple[str, ...], int], nodes.Node] = {}
    for chain in statement.chains:
        n, left = first_value(chain), chain.sides[0]
        if n is not None and isinstance(left, nodes.Symbol):
            before = given.setdefault((left.label, n), chain.sides[1])
            if before != chain.sides[1]:
                raise InputError(f"formula: two values are given for {'_'.join(left.label)}({n})")


def _is_name(side: nodes.Node, chain: Chain) -> bool:
    return len(chain.sides) > 1 and side is chain.sides[0] and isinstance(side, nodes.Symbol)


def _shift(chain: Chain) -> int:
    """The s of a chain that starts with the name a(n + s)."""
    left = chain.sides[0]
    if len(chain.sides) < 2 or not isinstance(left, nodes.Symbol) or left.index is None:
        return 0
    return index_shift(left, ring_of(left.index)) if "n" in nodes.letters(left.index) else 0


def _moved(side: nodes.Node, chain: Chain, kind: Kind) -> nodes.Node:
    """The side of a(n + s) = side with n - s for n: what it says of a(n)."""
    shift = _shift(chain)
    if not shift or kind is Kind.SERIES:
        return side
    if any(isinstance(part, nodes.Condition) for part in nodes.walk(side)):
        raise InputError(f"formula: cases are read of a(n), and not of a(n{shift:+d}); write them for a(n)")
    return nodes.put(side, nodes.Sum((nodes.Letter("n"), nodes.Number(Fraction(-shift)))))


def _range_of(statement: Statement, bound: int | None) -> int | None:
    """The first index that is claimed, where n stands in a name a(n + s) on the left."""
    shifts = {_shift(chain) for chain in statement.chains if first_value(chain) is None}
    if shifts <= {0}:
        return bound
    if len(shifts) > 1:
        raise InputError("formula: closed forms of several indices at once are not read; give one")
    shift = shifts.pop()
    return max(0, shift) if bound is None else bound + shift


def _claim(
    side: nodes.Node,
    claimed: Claimed | None,
    kind: Kind,
    statement: Statement,
    first_n: int,
    weights: Weights | None,
    bound: int | None,
) -> FormulaClaim:
    """What one side says."""
    if claimed is not None:
        return GrowthClaim(side, statement.text, claimed)
    given = _given(statement)
    if kind in (Kind.CLOSED_FORM, Kind.GROWTH):
        return ExplicitClaim(side, statement.text, _range_of(statement, bound), given, first_n)
    if statement.valid_from is not None or given:
        raise InputError(
            "formula: a generating function says all terms at once; leave out its range and single values"
        )
    return SeriesClaim(side, statement.text, _inferred(side, statement) if weights is None else weights)


def _given(statement: Statement) -> tuple[tuple[int, Radical], ...]:
    """The single terms that stand beside a closed form."""
    values = [
        (first_value(chain), chain.sides[1]) for chain in statement.chains if first_value(chain) is not None
    ]
    return tuple((n, sequence.exact_value(side, n)) for n, side in values if n is not None)


def _inferred(side: nodes.Node, statement: Statement) -> Weights:
    """The weights that a generating function is in: by its letters, and by those on the left."""
    used = set(nodes.letters(side))
    for chain in statement.chains:
        for symbol in nodes.symbols(chain.sides[0]) if len(chain.sides) > 1 else []:
            used |= {part.name for part in symbol.arguments if isinstance(part, nodes.Letter)}
    return _by_letters(used)


def _by_letters(used: set[str]) -> Weights:
    return Weights.PLAYERS if "y" in used else Weights.PIECES if "x" in used else Weights.NONE


def _all(verdicts: list[Verdict]) -> Verdict:
    """The verdict on several sides: the first refuted one, or else the weakest, with the reasons of all."""
    notes = tuple(dict.fromkeys(note for verdict in verdicts for note in verdict.notes))
    for verdict in verdicts:
        if verdict.is_refuted:
            return replace(verdict, notes=notes)
    weakest = next((one for one in verdicts if one.verdict is Judgement.CONSISTENT), verdicts[0])
    reason = "; ".join(dict.fromkeys(verdict.reason for verdict in verdicts))
    return replace(weakest, reason=reason, notes=notes)


# Recurrences


def _relations(
    statement: Statement,
    first_n: int,
    weights: Weights | None,
    bound: int | None,
    start: Sequence[int | Fraction | Polynomial] | None,
) -> list[FormulaClaim]:
    """The recurrences of a statement, each with all single terms beside them."""
    ring = ring_of(*(side for chain in statement.chains for side in chain.sides))
    relations: list[tuple[nodes.Node, nodes.Node]] = []
    initial: list[tuple[Name, int, Ratio]] = []
    for chain in statement.chains:
        if len(chain.sides) < 2 or set(chain.relations) != {"="}:
            raise InputError("formula: a recurrence is an equation, such as a(n) = 2a(n-1) + a(n-2)")
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
    marked = _by_letters(used) if weights is None else weights
    claims: list[FormulaClaim] = []
    for left, right in relations:
        claim = relation_claim(left, right, ring, statement.text, marked, bound, initial)
        if start is not None:
            given = first_values(start, claim.leading.name, first_n, ring)
            claim = replace(claim, initial=(*claim.initial, *given))
        claims.append(claim)
    return claims
