"""The entry: a formula as text, what it is about, and the verdict."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from gfkit.boards import FamilyLike
from gfkit.claims.explicit import ExplicitClaim
from gfkit.claims.formula import sequence
from gfkit.claims.formula.digits import has_decimals
from gfkit.claims.formula.kind import (
    Kind,
    first_value,
    is_identity,
    is_known,
    kind_of,
    name_notes,
    size_letter,
)
from gfkit.claims.formula.sequence import check_roots
from gfkit.claims.formula.space import all_letters
from gfkit.claims.functional import EquationClaim, ExpansionClaim, TermsClaim
from gfkit.claims.growth import GrowthClaim, GrowthKind, is_rate_alone
from gfkit.claims.identity import IdentityClaim
from gfkit.claims.judge import FormulaClaim, Judgement, Verdict, judge
from gfkit.claims.relation import first_values, relation_claim
from gfkit.claims.series import SeriesClaim
from gfkit.claims.stored import quoted_numbers, stored_claims
from gfkit.claims.truth import DataTruth, GameTruth, Truth, Whole
from gfkit.errors import GfkitError, InputError, LimitError, OptionError, as_typed
from gfkit.formula import formula_text
from gfkit.formula import tree as nodes
from gfkit.formula.linear import Name, fixed_index, index_shift, linear, linear_form, name_of
from gfkit.formula.radical import Radical
from gfkit.formula.ratio import Ratio, ratio, ring_of
from gfkit.formula.read.notation import KNOWN_NAMES, SIZE_LETTERS
from gfkit.formula.read.printed import LineKind, PrintedLine, parts_of
from gfkit.formula.read.statement import Chain, Statement, read_statement, without_error_term
from gfkit.games import BUILT_IN, GameLike, Question
from gfkit.guessing import Data, read_b_file
from gfkit.sequences import Polynomial
from gfkit.sequences.number import Number, exact_number, number_text
from gfkit.typing import OnProgress, PositionsWord, Weights, WeightsWord

if TYPE_CHECKING:
    from gfkit.claims.formula.kind import KindWord


def verify(
    formula: object,
    game: GameLike | None = None,
    family: FamilyLike | None = None,
    positions: PositionsWord = "all",
    *,
    weights: WeightsWord | None = None,
    data: Data | Sequence[int | Fraction] | None = None,
    offset: int | None = None,
    variable: str | None = None,
    start: Sequence[int | Fraction | Polynomial] | None = None,
    valid_from: int | None = None,
    kind: KindWord = "auto",
    on_progress: OnProgress | None = None,
) -> Verdict:
    """The verdict on a printed formula, against a game on a family of boards or against terms.

    The formula is a generating function, a recurrence, a closed form in n, or a claim of growth. Against a
    game it comes out proved or refuted, or consistent where no proof is known. Against terms it is consistent
    or refuted.

    Parameters
    ----------
    formula : str or object
        Plain text or LaTeX; a value of gfkit, an object of SymPy, or a numerator and a denominator as a pair.
        Terms are a list of numbers, or the text of a b-file.
    game : str, path, Rule or Question, optional
        What the formula is about, as for ``count``; a question stands for all three words.
    family : str or Family, optional
        A family of boards, or the words for it, as "3xn".
    positions : str or Positions, default "all"
        Which positions are counted: "all", "left-ends", "right-ends", "maximal", "play" or "full".
    weights : str or Weights, optional
        What variables mark; by default what the formula has.
    data : sequence of int or Fraction, optional
        Terms in place of a game.
    offset : int, optional
        The n of the first of them, by default 0; without ``data`` that of the first term in a formula that
        lists terms, by default as for the family.
    variable : str, optional
        The letter that marks the size in a generating function; by default t, or the only letter.
    start : sequence of numbers, optional
        First values of a recurrence.
    valid_from : int, optional
        The n from which on the formula is claimed, or its terms are listed; by default as it says.
    kind : str, default "auto"
        What the formula is: "gf", "recurrence", "closed-form" or "growth"; by default it is found out.
    on_progress : function, optional
        Called with a ``Progress``, which says how far the run is.

    Returns
    -------
    Verdict
        With a refuted formula come the first n at which it differs, the right formula, and the smallest
        repair.

    Raises
    ------
    InputError
        The formula cannot be read.
    OptionError
        There is nothing to compare it with, or a word is unknown.

    Examples
    --------
    >>> verdict = verify(r"\\frac{3}{1-t-2t^2}", game="cis", family="path:n")
    >>> print(verdict)
    refuted: at n = 0 the formula gives 3, the truth is 1
    repair    3 should be 1 + 2*t
    right is  (1 + 2*t)/(1 - t - 2*t^2)
    the difference is proved by single-board-counted (n 0); what is right is proved too
    >>> print(verify("a(n) = a(n-1) + 2a(n-2)", game="cis", family="path:n").sentence)
    proved: it holds for every n >= 2
    """
    if data is not None and game is not None:
        raise OptionError("a game and data are both given; a formula is compared with one of them")
    if data is None and (game is None or (family is None and not isinstance(game, Question))):
        raise OptionError(
            "nothing to compare with; name a game and a family of boards (--for col path:n), or data"
            " (--data FILE)"
        )
    if data is not None:
        truth: Truth = DataTruth(data if isinstance(data, Data) else Data.of(data, offset or 0))
        offset = None
    else:
        question = Question.of(game, family, positions)
        question.family_for("verifying")
        truth = GameTruth(question, on_progress)
    return judge_formula(
        formula,
        truth,
        weights=weights,
        variable=variable,
        start=start,
        valid_from=valid_from,
        kind=kind,
        offset=offset,
    )


def judge_formula(
    formula: object,
    truth: Truth,
    *,
    weights: WeightsWord | None = None,
    variable: str | None = None,
    start: Sequence[int | Fraction | Polynomial] | None = None,
    valid_from: int | None = None,
    kind: KindWord = "auto",
    offset: int | None = None,
) -> Verdict:
    """The verdict on a formula against any truth: the text is read as claims, and each claim is judged."""
    asked = Kind.read(kind)
    if start is not None:
        start = [v if isinstance(v, Polynomial) else exact_number(v, "start") for v in start]
    if variable is not None and variable not in SIZE_LETTERS:
        raise OptionError(f"variable {variable!r}: must be one of {', '.join(SIZE_LETTERS)}")
    marked = None if weights is None else Weights.read(weights)
    options = _Options(marked, variable, start, valid_from, asked, offset)
    terms = _terms_claim(formula, options)
    if terms is not None:
        return _verdict([terms], truth)
    text = formula_text(formula, variable or "t")
    parts = parts_of(text) if isinstance(formula, str) else [PrintedLine(LineKind.FORMULA, text)]
    verdicts = [_judge_line(part, truth, options) for part in parts]
    if len(verdicts) == 1:
        return verdicts[0]
    return replace(_combine(verdicts), formula=text)


_MOST_FIRST = 10**6
"""The largest n of the first of listed terms."""
_MOST_STEP = 12
"""The largest s of a limit of a(n+s)/a(n)."""


@dataclass(frozen=True)
class _Options:
    """The options that were given beside the formula."""

    weights: Weights | None
    variable: str | None
    start: Sequence[Number | Polynomial] | None
    valid_from: int | None
    asked: Kind
    offset: int | None

    def first_of(self, begins: int | None = None) -> int | None:
        """The n of the first of listed terms, of which the list itself may say where it begins."""
        numbers = [n for n in (begins, self.offset, self.valid_from) if n is not None]
        if any(n != numbers[0] for n in numbers):
            raise OptionError(f"offset {numbers[-1]}: the terms begin at n = {numbers[0]}")
        if numbers and not 0 <= numbers[0] <= _MOST_FIRST:
            raise OptionError(f"offset {numbers[0]}: must be a whole number from 0 to {_MOST_FIRST}")
        return numbers[0] if numbers else None


def _terms_claim(formula: object, options: _Options) -> TermsClaim | None:
    """The claim of the terms in a list of Python, or in the lines of a b-file; None where it is neither."""
    listed = read_b_file(formula) if isinstance(formula, str) else None
    begins = None if listed is None else listed.offset
    listed = Data.of(formula) if isinstance(formula, list) else listed
    if listed is None:
        return None
    _refuse_options(options, LineKind.TERMS)
    text = formula if isinstance(formula, str) else ", ".join(map(number_text, listed.terms))
    return TermsClaim(tuple(map(Fraction, listed.terms)), text, options.first_of(begins))


def _judge_line(part: PrintedLine, truth: Truth, options: _Options) -> Verdict:
    """The verdict on one printed line: a formula and the words around it."""
    if part.begins not in (None, truth.first_n):
        raise InputError(
            f"formula: the program lists values from n = {part.begins} on, and the first term is that for n ="
            f" {truth.first_n}; write a(n) = ... with the n that is meant"
        )
    if options.offset is not None and part.kind is not LineKind.TERMS:
        raise OptionError(
            f"offset {options.offset} goes with data or a list of terms, and not with a formula"
        )
    if part.step > 1 and (truth.whole is None or truth.whole[1:] != (part.step, 0)):
        raise InputError(
            f"formula: a sum over a({part.step}n) goes with boards of size {part.step}n, as 3x{part.step}n"
        )
    claims = _special_claims(part, truth, options)
    if claims is None:
        verdict = _judge_plain_formula(part, truth, options)
    else:
        _refuse_options(options, part.kind)
        verdict = _verdict(claims, truth)
    return _with_notes(verdict, *part.notes, *_notes_on_sizes(verdict, part, truth, options))


def _notes_on_sizes(verdict: Verdict, part: PrintedLine, truth: Truth, options: _Options) -> list[str]:
    """A note on a refuted formula that is right with n for the size of the board."""
    if not verdict.is_refuted or truth.whole is None:
        return []
    try:
        if not _judge_line(part, truth.whole.truth, options):
            return []
    except GfkitError:
        return []
    return [f"with n for the size of the board, as in {truth.whole.truth.words[1]}, the formula is right"]


def _verdict(claims: Sequence[FormulaClaim], truth: Truth, aside: Sequence[str] = ()) -> Verdict:
    """The verdict on all claims together. A correction goes beyond the board that refutes, and may be less
    certain; then a note says so."""
    verdict = _combine([judge(claim, truth) for claim in claims])
    is_shown = verdict.correction is not None or verdict.repair is not None
    verdict = replace(verdict, is_correction_proved=verdict.correction is not None and not truth.hedge)
    return _with_notes(
        verdict, *aside, *([truth.hedge] if verdict.is_refuted and is_shown and truth.hedge else [])
    )


def _with_notes(verdict: Verdict, *notes: str) -> Verdict:
    return replace(verdict, notes=(*verdict.notes, *notes))


def _refuse_options(options: _Options, kind: LineKind) -> None:
    if options.start is not None or (options.valid_from is not None and kind is not LineKind.TERMS):
        raise OptionError(
            f"first values and a range go with recurrences and closed forms, not with {kind.value}"
        )
    if options.weights not in (None, Weights.NONE):
        raise OptionError(
            f"weights {options.weights}: here the formula is read as {kind.value}, of numbers alone"
        )


def _special_claims(part: PrintedLine, truth: Truth, options: _Options) -> list[FormulaClaim] | None:
    """The claims of limits, series, equations and lists; None for a formula in n or a quotient."""
    kind = part.kind
    if options.asked not in (Kind.AUTO, Kind.SERIES) and kind is not LineKind.LIMIT:
        return None
    is_open = kind in (LineKind.FORMULA, LineKind.SERIES, LineKind.LIST)
    if kind is LineKind.TERMS:
        return [TermsClaim(tuple(map(Fraction, part.terms)), part.text, options.first_of())]
    if kind is LineKind.LIMIT:
        return _limit_claims(part, truth)
    size = options.variable or part.variable or _series_letter(part.text)
    if is_open and not size:
        return None
    try:
        statement = _statement(part, size or "x", truth)
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
                f"formula: an equation is read of the whole series, not from n = {part.since} on"
            )
        return _equation_claims(part, statement, series_name)
    is_series = any(map(_needs_expansion, sides)) and not any("n" in nodes.letters(side) for side in sides)
    if is_exponential or is_series:
        _check_series_alone(statement)
        return [ExpansionClaim(side, part.text, is_exponential, part.since) for side in sides]
    if kind is LineKind.LIST:
        return [_list_claim(side, part, truth.first_n) for side in sides]
    return None


def _statement(part: PrintedLine, size: str, truth: Truth) -> Statement:
    return read_statement(part.text, size, truth.constants, part.definitions, part.chebyshev)


_SERIES_LETTER = re.compile(r"(?<![A-Za-z\\])[xztq](?![A-Za-z])")


def _series_letter(text: str) -> str:
    """The one letter that can mark the size in a text; nothing where there is none or several."""
    letters = {match[0] for match in _SERIES_LETTER.finditer(text)}
    return letters.pop() if len(letters) == 1 else ""


def _check_series_alone(statement: Statement) -> None:
    """Refuses anything beside a series."""
    if len(statement.chains) > 1 or statement.valid_from is not None or statement.roots:
        raise InputError("formula: a series says all terms at once; leave out ranges and other formulas")
    if set(statement.chains[0].relations) - {"="}:
        raise InputError("formula: a series is equal to another, with =")


def _needs_expansion(side: nodes.Node) -> bool:
    """Whether t is under a root or in a function, so that the side is no quotient of polynomials."""
    return any(
        "t" in nodes.letters(part)
        and (isinstance(part, nodes.Root | nodes.FunctionCall) or _is_fractional_power(part))
        for part in nodes.walk(side)
    )


def _is_fractional_power(part: nodes.Node) -> bool:
    if not isinstance(part, nodes.Power) or nodes.letters(part.exponent):
        return False
    if not isinstance(part.exponent, nodes.Quotient | nodes.Number | nodes.Negative):
        return False
    value = sequence.exact_value(part.exponent, 0).rational
    return value is not None and value.denominator > 1


def _own_series(statement: Statement) -> tuple[str, ...] | None:
    """The name of a series that an equation has on both sides, as A(x) = 1 + x*A(x)^2."""
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
    part: PrintedLine, statement: Statement, series_name: tuple[str, ...] | None
) -> list[FormulaClaim]:
    _check_series_alone(statement)
    chain = statement.chains[0]
    if series_name is None:
        labels = {name.label for side in chain.sides for name in nodes.symbols(side)}
        if len(labels) != 1 or len(chain.sides) < 2:
            raise InputError(
                "formula: an equation for the generating function is one such as A(x) = 1 + x*A(x)^2"
            )
        series_name = labels.pop()
    return [EquationClaim(chain.sides[0], right, part.text, series_name) for right in chain.sides[1:]]


def _beginning_claim(part: PrintedLine, statement: Statement) -> TermsClaim:
    """The claim that a series begins with these terms."""
    _check_series_alone(statement)
    side = statement.chains[0].sides[-1]
    row = ratio(side, ring_of(side)).row("t")
    if row is None:
        raise InputError("formula: the first terms of a series are a sum of powers, as 1 + 2*x + 3*x^2 + ...")
    if part.terms and len(row) > part.terms[0]:
        raise InputError(f"formula: it has terms beyond O({part.variable}^{part.terms[0]})")
    length = part.terms[0] if part.terms else len(row)
    row += [Fraction(0)] * (length - len(row))
    return TermsClaim(tuple(row), part.text, 0)


def _list_claim(side: nodes.Node, part: PrintedLine, first_n: int) -> FormulaClaim:
    """The claim of PARI's Vec: the coefficients from the lowest power on are the terms from the first on."""
    low = ratio(side, ring_of(side)).valuation()
    moved = nodes.Product((side, nodes.Power(nodes.Letter("t"), nodes.Number(Fraction(first_n - low)))))
    return SeriesClaim(side if low == first_n else moved, part.text, Weights.NONE)


def _limit_claims(part: PrintedLine, truth: Truth) -> list[FormulaClaim]:
    """The claims of a printed limit, such as that of a(n+1)/a(n)."""
    statement = _statement(part, "t", truth)
    if len(statement.chains) != 1 or set(statement.chains[0].relations) - {"=", "≈", "~"}:
        raise InputError("formula: a limit is read as in Limit_{n->oo} a(n+1)/a(n) = (1+sqrt(5))/2")
    left, *sides = statement.chains[0].sides
    match left:
        case nodes.Power(base=base, exponent=nodes.Quotient(above=nodes.ONE, below=nodes.N)) if _is_term(
            base
        ):
            step = 1  # where one root is the largest, both tend to the same; else nothing is said
        case nodes.Quotient(above=nodes.Symbol(index=index) as above, below=below) if _is_term(
            above
        ) and not nodes.symbols(below):
            shift = 0 if index is None else index_shift(above, ring_of(index))
            moved = nodes.substitute_n(below, nodes.Sum((nodes.N, nodes.Number(Fraction(-shift)))))
            return [_tends(nodes.Product((side, moved)), side, part.text) for side in sides]
        case nodes.Quotient(above=nodes.Symbol() as above, below=nodes.Symbol() as below):
            step = _step_of(above, below)
        case _:
            raise InputError(_NO_LIMIT)
    if step < 0:
        sides = [nodes.Quotient(nodes.ONE, side) for side in sides]
    return [GrowthClaim(side, part.text, GrowthKind.RATE, limit_step=abs(step)) for side in sides]


_NO_LIMIT = "formula: limits are read of a(n+1)/a(n), a(n)/a(n-1), their inverses, a(n)/r^n and a(n)^(1/n)"


def _is_term(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Symbol) and node.index is not None and "n" in nodes.letters(node.index)


def _tends(side: nodes.Node, limit: nodes.Node, text: str) -> FormulaClaim:
    """a(n)/g(n) tends to c, where c is not 0: a(n) ~ c g(n)."""
    if "n" in all_letters(limit) or not (has_decimals(limit) or sequence.exact_value(limit, 0)):
        raise InputError("formula: a limit of a(n)/r^n is a number, and not 0")
    return GrowthClaim(side, text, GrowthKind.RATIO)


def _step_of(above: nodes.Symbol, below: nodes.Symbol) -> int:
    """s of a(n+s+j)/a(n+j)."""
    if above.label == below.label and above.index is not None and below.index is not None:
        ring = ring_of(above.index, below.index)
        step = index_shift(above, ring) - index_shift(below, ring)
        if 0 < abs(step) <= _MOST_STEP:
            return step
    raise InputError(_NO_LIMIT)


def _judge_plain_formula(
    part: PrintedLine, truth: Truth, options: _Options, *, by_number: bool = False
) -> Verdict:
    """A generating function that is a quotient, a recurrence, a closed form in n, or a claim of growth.

    ``by_number``: indices are numbers of terms, though they look like sizes of boards.
    """
    asked, variable, start, valid_from = options.asked, options.variable, options.start, options.valid_from
    marked, constants = options.weights, truth.constants
    if part.terms and start is None:
        start = part.terms
    if part.kind in (LineKind.SERIES, LineKind.LIST) and asked is Kind.AUTO:
        asked = Kind.SERIES
    text = part.text
    unmarked = marked in (None, Weights.NONE) and asked in (Kind.AUTO, Kind.SERIES)
    size = variable or part.variable or (size_letter(text, constants) if unmarked else "t")
    if variable is None and marked is not Weights.NONE and _is_in_x_and_y(part, truth, asked):
        return _with_other_letters(part, truth, marked)
    statement = _at_constants(_single_values(_with_letters(_statement(part, size, truth))), truth)
    numbers = quoted_numbers(statement)
    if numbers:
        _refuse_options(options, LineKind.FORMULA)
        return _verdict(stored_claims(statement, numbers), truth)
    if not by_number and truth.whole is not None and _names_sizes(statement, truth.whole):
        return _with_sizes(part, truth, truth.whole, options)
    kind = kind_of(statement) if asked is Kind.AUTO else asked
    _check_whole(statement, kind)
    aside = (
        *name_notes(statement, kind, *truth.words, frozenset(BUILT_IN)),
        *_outside_notes(statement, truth),
    )
    if valid_from is not None and statement.valid_from not in (None, valid_from):
        raise OptionError(f"from {valid_from}: the formula itself says n >= {statement.valid_from}")
    bound = statement.valid_from if valid_from is None else valid_from
    if start is not None and kind is not Kind.RECURRENCE:
        raise OptionError(
            f"start {_list_text(start)}: first values go with a recurrence, and this is read as {kind}"
        )
    if valid_from is not None and kind not in (Kind.RECURRENCE, Kind.CLOSED_FORM):
        raise OptionError(
            f"from {valid_from}: a range goes with recurrences and closed forms, not with {kind}"
        )
    if kind is Kind.RECURRENCE:
        claims: list[FormulaClaim] = _relation_claims(statement, truth.first_n, marked, bound, start)
    else:
        sides = _sides(statement, kind, options.asked)
        claims = [
            _claim(*side_and_growth, kind, statement, truth.first_n, marked, bound, part.since)
            for side_and_growth in sides
        ]
    verdict = _verdict(claims, truth, aside)
    is_true_as_printed = not (verdict.is_refuted or verdict.is_later)
    if not is_true_as_printed and (part.known or all(isinstance(claim, IdentityClaim) for claim in claims)):
        known = _of_known_names(statement, bound, truth)
        verdict = verdict if known is None else known
    if verdict.is_refuted and kind is Kind.CLOSED_FORM and any(map(_has_no_name, _claims(statement))):
        raise InputError(
            "formula: both sides are formulas; write a(n) = before them if they are what is asked about"
        )
    if size == "t" or kind is not Kind.SERIES or (variable is not None and not verdict.is_refuted):
        return verdict
    return _with_notes(verdict, f"t marks the size here, where the formula has {size}")


def _names_sizes(statement: Statement, whole: Whole) -> bool:
    """Whether all indices of the sequence in question are T_{2n}, T_{2n-2}, ..., where n counts every second
    board: the sizes of the boards, it seems."""
    names = [name for chain in statement.chains for name in chain.names if not is_known(name)]
    forms = [None if name.index is None else linear_form(name.index) for name in names]
    varying = [form for form in forms if form is None or set(form) - {""}]
    first = varying[0] if varying else None
    return (
        first is not None
        and first[""] % whole.step == whole.rest
        and all(form and set(form) <= {"", "n"} and form["n"] == whole.step for form in varying)
    )


def _with_sizes(part: PrintedLine, truth: Truth, whole: Whole, options: _Options) -> Verdict:
    """The verdict with the index as the size of the board, or as the number of the term where it holds only
    so."""
    index = f"the index {whole.step}n is read as"
    note = f"{index} the size of the board, which is n in {whole.truth.words[1]}"
    by_size = _with_notes(_judge_plain_formula(part, whole.truth, options), note)
    if by_size:
        return by_size
    try:
        verdict = _judge_plain_formula(part, truth, options, by_number=True)
    except GfkitError:
        return by_size
    note = f"{index} the number of the term; with the size of the board it is {by_size.verdict}"
    return _with_notes(verdict, note) if verdict else by_size


def _of_known_names(statement: Statement, bound: int | None, truth: Truth) -> Verdict | None:
    """The verdict on F(2n+1) = F(n)^2 + F(n+1)^2 as one of the Fibonacci numbers, where it is proved so."""
    chains = _claims(statement)
    if not {name.label for chain in chains for name in chain.names} <= {(name,) for name in KNOWN_NAMES}:
        return None
    claims = [
        IdentityClaim(chain.sides[0], right, statement.text, (), bound)
        for chain in chains
        for right in chain.sides[1:]
    ]
    verdict = _combine([judge(claim, truth) for claim in claims])
    return verdict if verdict.verdict is Judgement.PROVED else None


def _has_no_name(chain: Chain) -> bool:
    """Whether two formulas are equal and nothing says that they are the sequence in question."""
    return (
        chain.left_side is not None
        and not isinstance(chain.left_side, nodes.Symbol)
        and "=" in chain.relations
    )


def _single_values(statement: Statement) -> Statement:
    """a(0) = a(1) = 1 as two values."""
    chains: list[Chain] = []
    for chain in statement.chains:
        *names, value = chain.sides
        fixed = [
            isinstance(name, nodes.Symbol) and name.index is not None and fixed_index(name) is not None
            for name in names
        ]
        if len(names) > 1 and all(fixed) and not nodes.symbols(value) and set(chain.relations) == {"="}:
            chains += [Chain((name, value), ("=",)) for name in names]
        else:
            chains.append(chain)
    return replace(statement, chains=tuple(chains))


def _at_constants(statement: Statement, truth: Truth) -> Statement:
    """P(C_n, 3) as P(C_n), where 3 colours are asked about."""
    numbers = [nodes.Number(Fraction(value)) for value in truth.constants.values() if value != 1]

    def change(part: nodes.Node) -> nodes.Node | None:
        if not isinstance(part, nodes.Symbol) or part.index is None:
            return None
        return replace(part, arguments=tuple(value for value in part.arguments if value not in numbers))

    if not numbers:
        return statement
    chains = (
        replace(chain, sides=tuple(nodes.rebuild(side, change) for side in chain.sides))
        for chain in statement.chains
    )
    return replace(statement, chains=tuple(chains))


def _with_letters(statement: Statement) -> Statement:
    """The statement with letters beside n, as m in a(n+m), read as letters everywhere."""
    letters = {
        inner.label[0]
        for chain in statement.chains
        for name in chain.names
        for part in (name.index, *name.arguments)
        if part is not None
        for inner in nodes.symbols(part)
        if _is_letter(inner)
    }
    if not letters:
        return statement
    chains = tuple(
        replace(chain, sides=tuple(_put_letters(side, frozenset(letters)) for side in chain.sides))
        for chain in statement.chains
    )
    return replace(statement, chains=chains)


def _is_letter(name: nodes.Symbol) -> bool:
    return name.index is None and not name.arguments and name.label in (("m",), ("k",), ("r",), ("j",))


def _put_letters(side: nodes.Node, letters: frozenset[str]) -> nodes.Node:
    def change(part: nodes.Node) -> nodes.Node | None:
        if not isinstance(part, nodes.Symbol):
            return None
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


# A fraction in x and y, where x marks the size


def _is_in_x_and_y(part: PrintedLine, truth: Truth, asked: Kind) -> bool:
    """Whether it is a quotient in x and y, without any t: then one of these must mark the size."""
    if asked not in (Kind.AUTO, Kind.SERIES) or part.definitions:
        return False
    try:
        statement = _statement(part, "t", truth)
    except (InputError, LimitError):
        return False
    used = frozenset[str]().union(
        *(nodes.letters(side) for chain in statement.chains for side in chain.right_sides)
    )
    named = {symbol.arguments for chain in statement.chains for symbol in nodes.symbols(chain.sides[0])}
    has_t = any("t" in nodes.letters(argument) for arguments in named for argument in arguments)
    return used == {"x", "y"} and not has_t and kind_of(statement) is Kind.SERIES


def _with_other_letters(part: PrintedLine, truth: Truth, marked: Weights | None) -> Verdict:
    """The verdict with x for the size and y for the pieces, or with the two exchanged."""
    first: Verdict | None = None
    for size, piece in (("x", "y"), ("y", "x")):
        if part.variable not in ("", size):
            continue
        statement = read_statement(part.text, size, {**truth.constants, piece: "x"})
        _check_whole(statement, Kind.SERIES)
        sides = _sides(statement, Kind.SERIES, Kind.SERIES)
        weights = Weights.PIECES if marked is None else marked
        claims = [SeriesClaim(side, part.text, weights, part.since) for side, _ in sides]
        note = f"t marks the size and x the pieces here, where the formula has {size} and {piece}"
        verdict = _with_notes(_verdict(claims, truth), note)
        if not verdict.is_refuted:
            return verdict
        first = first or verdict
    assert first is not None, "there is a way"
    return first


def _list_text(start: Sequence[Number | Polynomial]) -> str:
    return f"[{', '.join(str(v) if isinstance(v, Polynomial) else number_text(v) for v in start)}]"


def _outside_notes(statement: Statement, truth: Truth) -> tuple[str, ...]:
    """A note on single terms at indices that the truth does not have."""
    places = [n for n in map(first_value, statement.chains) if n is not None]
    listed = [f"n = {n}" for n in places if n < truth.first_n or (truth.end is not None and n >= truth.end)]
    if not listed:
        return ()
    return (
        f"no {truth.unit} belongs to {', '.join(listed)}: what is printed there counts only in the"
        " recurrence",
    )


def _sides(statement: Statement, kind: Kind, asked: Kind) -> list[tuple[nodes.Node, GrowthKind | None]]:
    """The sides that claim something, each with its kind of growth claim; None where it speaks of every n.

    An equation speaks of every n; ``~`` and ``≈`` claim the ratio, ``+ o(1)`` the difference. A number or a
    power alone is a growth constant, and so is the side that a name without an index is equal to.
    """
    sides: list[tuple[nodes.Node, GrowthKind | None]] = []
    for chain in _claims(statement):
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
            kept = _side_at_n(kept, chain, kind)
            is_rate = sequence.is_constant(kept) or has_decimals(kept)
            is_loose = asked is Kind.GROWTH or (is_rate and (not sign or _is_unindexed(chain)))
            claimed = None
            if is_asymptotic:
                is_named = _is_unindexed(chain) and sequence.is_constant(kept)  # lambda ≈ 2.41
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


def _claims(statement: Statement) -> list[Chain]:
    """The chains that are not single terms."""
    return [chain for chain in statement.chains if first_value(chain) is None]


def _is_unindexed(chain: Chain) -> bool:
    left = chain.sides[0]
    return isinstance(left, nodes.Symbol) and left.index is None


def _check_whole(statement: Statement, kind: Kind) -> None:
    """Refuses a statement that could be judged only in part."""
    check_roots(statement)
    claims = _claims(statement)
    if len(claims) > 1 and any(
        len(chain.sides) == 1 and not nodes.letters(chain.sides[0]) and not nodes.symbols(chain.sides[0])
        for chain in claims
    ):
        raise InputError(
            f"formula {as_typed(statement.text)}: numbers in a list are no formula;"
            " gfkit guess fits formulas to them"
        )
    if len(claims) > 1 and statement.valid_from is not None:
        raise InputError("formula: several formulas with a range; it is not clear whose it is, give one")
    if kind is Kind.GROWTH and (statement.valid_from is not None or len(claims) < len(statement.chains)):
        raise InputError("formula: what holds for large n has no range and no single terms beside it")
    given: dict[tuple[tuple[str, ...], int], nodes.Node] = {}
    for chain in statement.chains:
        n, left = first_value(chain), chain.sides[0]
        if n is None or not isinstance(left, nodes.Symbol):
            continue
        if chain.sides[1] != given.setdefault((left.label, n), chain.sides[1]):
            raise InputError(f"formula: two values are given for {'_'.join(left.label)}({n})")


def _shift(chain: Chain) -> int:
    """The s of a chain that starts with the name a(n + s)."""
    left = chain.sides[0]
    if len(chain.sides) < 2 or not isinstance(left, nodes.Symbol) or left.index is None:
        return 0
    return index_shift(left, ring_of(left.index)) if "n" in nodes.letters(left.index) else 0


def _side_at_n(side: nodes.Node, chain: Chain, kind: Kind) -> nodes.Node:
    """The side of a(n + s) = side, with n - s put for n."""
    shift = _shift(chain)
    if not shift or kind is Kind.SERIES:
        return side
    if any(isinstance(part, nodes.Condition) for part in nodes.walk(side)):
        raise InputError(f"formula: cases are read of a(n), and not of a(n{shift:+d}); write them for a(n)")
    return nodes.substitute_n(side, nodes.Sum((nodes.Letter("n"), nodes.Number(Fraction(-shift)))))


def _common_shift(statement: Statement) -> int:
    """The s of the name a(n + s) on the left; 0 where there is none."""
    shifts = {_shift(chain) for chain in statement.chains if first_value(chain) is None}
    if len(shifts) > 1:
        raise InputError("formula: closed forms of several indices at once are not read; give one")
    return shifts.pop() if shifts else 0


def _claim(
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
    given = _single_terms(statement)
    if kind in (Kind.CLOSED_FORM, Kind.GROWTH):
        shift = _common_shift(statement)
        since = bound + shift if bound is not None else max(0, shift) if shift else None
        return ExplicitClaim(side, statement.text, since, given, first_n, shift, bound)
    if statement.valid_from is not None or given:
        raise InputError(
            "formula: a generating function says all terms at once; leave out its range and single values"
        )
    marked = _weights_in(side, statement) if weights is None else weights
    return SeriesClaim(side, statement.text, marked, series_from)


def _single_terms(statement: Statement) -> tuple[tuple[int, Radical], ...]:
    """The single terms printed beside a closed form."""
    values = [(first_value(chain), chain.sides[-1]) for chain in statement.chains]
    return tuple((n, sequence.exact_value(side, n)) for n, side in values if n is not None)


def _weights_in(side: nodes.Node, statement: Statement) -> Weights:
    """The weights of a generating function, by its letters and those on the left."""
    used = set(nodes.letters(side))
    for chain in statement.chains:
        for symbol in nodes.symbols(chain.sides[0]) if len(chain.sides) > 1 else []:
            used |= {part.name for part in symbol.arguments if isinstance(part, nodes.Letter)}
    return _by_letters(used)


def _by_letters(used: set[str]) -> Weights:
    return Weights.PLAYERS if "y" in used else Weights.PIECES if "x" in used else Weights.NONE


def _combine(verdicts: list[Verdict]) -> Verdict:
    """The verdict on several sides: the first refuted one, or else the weakest, with the reasons of all.

    What is proved from a later n on is refuted at an earlier one: beside sides of which nothing is proved
    that is all that can be said.
    """
    notes = tuple(dict.fromkeys(note for verdict in verdicts for note in verdict.notes))
    for verdict in verdicts:
        if verdict.is_refuted:
            return replace(verdict, notes=notes)
    weakest = next((verdict for verdict in verdicts if verdict.verdict is Judgement.CONSISTENT), verdicts[0])
    later = [verdict for verdict in verdicts if verdict.is_later]
    if later and weakest.verdict is Judgement.CONSISTENT:
        return replace(later[0].as_refuted, notes=notes)
    if later:
        weakest = max(later, key=lambda verdict: verdict.holds_from or 0)
    reason = "; ".join(dict.fromkeys(verdict.reason for verdict in later or verdicts))
    return replace(weakest, reason=reason, notes=notes)


# Identities


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
    given = [(n, sequence.rational(value, "first values are")) for n, value in _single_terms(statement)]
    given += [
        (first_n + k, Fraction(value))
        for k, value in enumerate(start or ())
        if not isinstance(value, Polynomial)
    ]
    claims: list[FormulaClaim] = []
    for chain in _claims(statement):
        if len(chain.sides) < 2 or set(chain.relations) != {"="}:
            raise InputError("formula: an identity is an equation, such as a(n)^2 - a(n-1)*a(n+1) = (-1)^n")
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


# Recurrences


def _relation_claims(
    statement: Statement,
    first_n: int,
    weights: Weights | None,
    bound: int | None,
    start: Sequence[int | Fraction | Polynomial] | None,
) -> list[FormulaClaim]:
    """The recurrences of a statement, each with all single terms beside them."""
    if not all(map(_is_linear, _claims(statement))):
        return _identity_claims(statement, first_n, weights, bound, start)
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
        claim = relation_claim(left, right, ring, statement.text, marked, bound, initial, bound)
        if start is not None:
            given = first_values(start, claim.leading_term.name, first_n, ring)
            claim = replace(claim, initial=(*claim.initial, *given))
        claims.append(claim)
    return claims
