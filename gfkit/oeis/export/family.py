"""Entries for the counts of a family, from its generating function, and for given terms, from a guessed
formula.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flint import fmpz_poly

from gfkit.claims.claim import verify
from gfkit.claims.provers.truth import GameTruth
from gfkit.claims.statement.values import read_equation, read_quotient
from gfkit.core.algebra import Polynomial, PRecursive, RationalGF, Recurrence
from gfkit.core.algebra.formula import algebraic_text, expanded_series_text, recurrence_text, series_text
from gfkit.core.boards import Board, parse_one_board
from gfkit.core.boards.board import FIRST_WRAP
from gfkit.core.boards.family import Shape, shape_named, sized_text
from gfkit.core.boards.grammar import sized_word
from gfkit.core.engine import Derived
from gfkit.core.engine.count import count
from gfkit.core.errors import InputError, MismatchError, OptionError, SelfCheckError
from gfkit.core.rules import Question, Rule, as_rule
from gfkit.core.rules.library import name_on
from gfkit.core.typing import OnProgress, Positions, Weights, stoppable
from gfkit.guessing import Data, Finding, guess
from gfkit.oeis.export.draft import (
    LONGEST_LINE,
    MENAGE,
    Draft,
    Export,
    Heading,
    KnownSeries,
    board_definition,
    comma_list,
    counted_positions,
    family_sizes,
    family_word,
    fitted_reason,
    rule_definition,
    series_from,
    signature,
    terms_before,
)
from gfkit.oeis.export.program import add_program, check_formula, programs, recursive_programs
from gfkit.oeis.export.table import add_neighbours, array_export, example_lines, triangle_export
from gfkit.oeis.lint.rules import Evaluation, Outcome, signature_link
from gfkit.questions import SizeLaw
from gfkit.specifications import SpecificationLaw

_SPARE = 12


def proved_lines(heading: Heading, law: KnownSeries, terms: int) -> tuple[str, ...]:
    """Return additions to an entry of which only the terms are known: links and proved formulas.

    Each formula is evaluated and compared with the terms before it is exported.
    """
    draft = Draft(heading, "", list(law.series.terms(terms)), law.series.first_n)
    add_linear(draft, law, with_programs=False)
    entry = draft.finish().entry
    links = [f"%H {heading.number} {line}" for line in entry.links]
    return (*links, *(f"%F {heading.number} {line} - {heading.author}" for line in entry.formulas))


def add_linear(draft: Draft, law: KnownSeries, *, with_programs: bool = True) -> None:
    """Add the recurrence and the generating function, hedged if necessary, and links and programs if they are
    proved.
    """
    series = law.series
    recurrence = f"{law.hedge}{recurrence_text(series.recurrence)}."
    quotient = f"{law.series_head}{series_text(series)}."
    if max(len(recurrence), len(quotient)) > LONGEST_LINE:
        _add_attached(draft, law, recurrence)
        return
    terms = list(series.terms(series.recurrence.valid_from - series.first_n + series.order + _SPARE))
    lines = [recurrence, quotient]
    draft.checks += [check_formula(line, terms, series.first_n) for line in lines]
    draft.formulas += [*lines, law.reason]
    if not law.is_proved:
        return
    if series.order:
        draft.links.append(signature_link(signature(series)))
    if not with_programs:
        return
    for program in programs(series, draft.heading.number, min(len(draft.terms), 40)):
        add_program(draft, program, terms)


def _add_attached(draft: Draft, law: KnownSeries, recurrence: str) -> None:
    """Write formulas that are too long for a line into a linked a-file. The generating function is
    expanded.
    """
    series = law.series
    quotient = expanded_series_text(series)
    draft.checks += [
        _read_recurrence(recurrence_text(series.recurrence), series),
        _read_quotient(quotient, series),
    ]
    draft.attachment = f"{recurrence}\n\n{law.series_head}{quotient}.\n\n{law.reason}\n"
    draft.links.append(draft.heading.file_link("a", f"Recurrence of order {series.order}"))
    draft.formulas += [
        f"{law.hedge}{'r' if law.hedge else 'R'}ecurrence of order {series.order} (see link above).",
        law.reason,
    ]
    draft.left_out.append(
        f"programs and signature, because the recurrence of order {series.order} is too long"
    )


def _read_recurrence(text: str, series: RationalGF) -> Evaluation:
    """Parse the exported recurrence again, and compare it with the terms."""
    count = series.recurrence.valid_from - series.first_n
    terms = series.terms(count + _SPARE)
    if Recurrence.parse(text, terms[:count], series.first_n).terms(len(terms)) != terms:
        raise SelfCheckError("export: the recurrence contradicts the terms; this is a bug in gfkit")
    return Evaluation(None, f"recurrence of order {series.order}", Outcome.AGREES, f"{_SPARE} terms agree")


def _read_quotient(text: str, series: RationalGF) -> Evaluation:
    if RationalGF.reduced(*read_quotient(text, ("t",), "x"), series.first_n) != series:
        raise SelfCheckError("export: the g.f. changes when it is written and parsed; this is a bug in gfkit")
    return Evaluation(None, "g.f. of the a-file", Outcome.AGREES, "the same quotient")


# Bare terms


def export_data(data: Data, *, heading: Heading | None = None) -> Export:
    """Return an entry for the terms, with a guessed recurrence as a conjecture, and without signature and
    programs.

    >>> found = export_data(Data.of([1, 3, 7, 17, 41, 99, 239, 577, 1393, 3363, 8119, 19601]))
    >>> found.entry.formulas[0]
    'Empirical: a(n) = 2*a(n-1) + a(n-2) for n > 1.'
    >>> found.entry.programs, found.entry.links
    ((), ())
    """
    heading = heading or Heading()
    if data.denominator != 1:
        raise InputError("terms: fractions are not allowed in an entry")
    draft = Draft(heading, "Terms given in a file; a name is needed.", list(data.whole), data.offset)
    verdict = guess(data)
    for finding in verdict.found[:1]:
        add_finding(draft, finding, data)
    if not verdict.found:
        draft.left_out.append(f"formulas: {verdict.reason}")
    return draft.finish()


def add_finding(draft: Draft, finding: Finding, data: Data) -> None:
    """Add the formulas of a guess as conjectures, after parsing each line again and comparing it with the
    terms.
    """
    if list(finding.terms(len(data))) != list(data.terms):
        raise SelfCheckError(
            "export: a guess contradicts its terms; this is a bug in gfkit, please report it"
        )
    series = finding.rational
    if series is not None and series.is_integral:
        add_linear(draft, KnownSeries(series, finding.evidence))
        if finding.text != finding.recurrence_text:  # a formula in n is more informative
            _add_line(draft, finding, data, 0)
        return
    _add_line(draft, finding, data, len(draft.formulas))
    if draft.formulas:
        draft.formulas.append(fitted_reason(finding.evidence))


def _add_line(draft: Draft, finding: Finding, data: Data, place: int) -> None:
    line = _words(finding)
    if line in draft.formulas:
        return
    if len(line) > LONGEST_LINE:
        draft.left_out.append("the formula, which is too long for a line")
        return
    draft.formulas.insert(place, line)
    draft.checks.append(_check_line(line, finding, data))


def _words(finding: Finding) -> str:
    hedge = "Conjecture" if finding.weak else "Empirical"
    if finding.algebraic is not None:
        return f"{hedge}: g.f. A(x) satisfies {algebraic_text(finding.algebraic)}."
    return f"{hedge}: {finding.text}."


def _check_line(line: str, finding: Finding, data: Data) -> Evaluation:
    """Parse and evaluate an exported formula. For a transformed sequence, only the transformation is
    inverted.
    """
    detail = f"{len(data)} terms agree"
    if finding.algebraic is not None:
        printed = algebraic_text(finding.algebraic)
        is_wrong = printed not in line or _remainder(read_equation(printed, ("t", "f"), "x", "A"), data)
        if is_wrong:
            raise SelfCheckError(f"export: {line!r} does not hold; this is a bug in gfkit, please report it")
    else:
        for text in finding.equations:
            verdict = verify(text, data=data)
            if verdict.is_refuted:
                raise SelfCheckError(
                    f"export: {line!r}: {verdict.reason}; this is a bug in gfkit, please report it"
                )
            detail = verdict.reason
    return Evaluation(None, line, Outcome.AGREES, detail, hedged=True)


def _remainder(equation: Polynomial, data: Data) -> bool:
    """Return True if the equation has a nonzero coefficient when the series of the terms is substituted for
    f.
    """
    if data.offset:
        return False
    series, size, total = fmpz_poly(list(data.whole)), len(data), fmpz_poly([])
    for (t, f), c in equation.terms:
        total += c * series.pow_trunc(f, size).left_shift(t)
    return bool(total.truncate(size))


# Families


TERMS = 1001
_SQUARES = 8
_COUNTED = 20
ARRAY = "mxn"


@stoppable
def export_family(
    game: str | Rule | Question,
    family: str | None = None,
    positions: str = "all",
    weights: str = "none",
    *,
    heading: Heading | None = None,
    terms: int | None = None,
    offset: int | None = None,
    shift: int = 0,
    index: str | None = None,
    derived: Derived | None = None,
    on_progress: OnProgress | None = None,
) -> Export:
    """Return the entry, b-file and programs for a structure on a family of boards.

    In addition to derived families, ``nxn`` selects square boards (as do ``torus:nxn``, ``king:nxn`` and
    similar names), and ``mxn`` an array by antidiagonals; both are counted board by board. With weights
    "pieces" the row polynomials of a family form a triangle. ``offset`` is the first n, and ``terms`` the
    number of terms in the b-file. With a ``shift``, as printed by ``oeis read``, a(n) is the count on the
    board of size n + shift, for n >= 1. A family that is already ``derived`` is not derived again. A
    ``Question`` replaces the first arguments.

    >>> found = export_family("domineering", "nx2", "right-ends", terms=30)
    >>> found.plain[:20], found.entry.formulas[0]
    ('1, 1, 4, 9, 25, 64, ', 'a(n) = 2*a(n-1) + 2*a(n-2) - a(n-3) for n > 2.')
    """
    heading = heading or Heading()
    if terms is not None and terms < 4:
        raise OptionError(f"terms {terms}: an entry requires at least 4")
    if derived is not None and derived.part is not None:
        raise OptionError(
            f"the entry for {derived.part} would require a name other than the name of the structure"
        )
    square = _square_shape(family)
    if family == ARRAY or square is not None:
        rule = as_rule(name_on(family, game) if isinstance(game, str) else game)
        asked, marked = Positions.read(positions), Weights.read(weights)
        rule.check_unweighed()
        _check_offset(offset, family == ARRAY or marked is not Weights.NONE)
        if marked is not Weights.NONE:
            raise OptionError(f"weights {marked.value!r} require a family of strips, not {family!r}")
        if square is None:
            return array_export(rule, asked, heading, terms, index)
        draft = _squares(rule, asked, heading, square, _SQUARES if terms is None else terms, offset)
        add_neighbours(draft, rule, asked, None, index)
        return draft.finish()
    if shift and isinstance(family, str):
        word, colon, sizes = family.rpartition(":")
        moved = [f"({size}{shift:+d})" if "n" in size else size for size in sizes.split("x")]
        family, offset = f"{word}{colon}{'x'.join(moved)}", 1 if offset is None else offset
    question = Question.of(game, family, positions, weights)
    _check_offset(offset, question.weights is not Weights.NONE)
    if not question.is_family:
        raise MismatchError(
            f"board {question.boards.text!r} is a single board, but an entry requires a family,"
            " such as 3xn, nxn for"
            " squares, or mxn for an array"
        )
    if question.weights is not Weights.NONE:
        return triangle_export(GameTruth(question, on_progress), heading, terms)
    law = derived or _derive(question, on_progress)
    draft = _strip(question, heading, terms, offset, law)
    add_neighbours(draft, question.rule, question.positions, question.family, index)
    return draft.finish()


def export_sizes(
    law: SizeLaw, *, heading: Heading | None = None, terms: int | None = None, offset: int | None = None
) -> Export:
    """Return the entry of the counts on one board with a growing number of values, or of k pieces on growing
    squares.

    >>> from gfkit.questions.sizes.squares import derive_on_squares
    >>> export_sizes(derive_on_squares("kings", "nxn", 3), terms=30).entry.name
    'Number of ways to place 3 nonattacking kings on the n X n grid.'
    """
    rule, place = law.rule, sized_word(law.board) or ("", (law.board,))
    what, many = counted_positions(rule, Positions.ALL, *place), f"place {law.pieces} "
    placed = what.replace("place ", many, 1) if law.pieces else ""
    name = placed if many in placed else what if "0..n " in what else f"{what}, with {law.grows}"
    known = KnownSeries(series_from(law.rational, _choose_first_index(law.first_n, offset)), law.evidence)
    values, first = list(known.series.terms(TERMS if terms is None else terms)), known.series.first_n
    about = [*_describe_rule(rule, Positions.ALL), *board_definition(*place)]
    if law.pieces is None and "2 colours" in name:  # the rule has a parameter, the number of colours
        name, *about = (text.replace("2 colours", "n colours") for text in (what, *about))
    draft = Draft(heading or Heading(), f"Number of {name}.", values, first, ["easy"], comments=about)
    draft.formulas.append(f"a(n) = {law}.")
    add_linear(draft, known)
    return draft.finish()


def _check_offset(offset: int | None, is_table: bool) -> None:
    if offset is not None and is_table:
        raise OptionError(f"offset {offset}: a table starts with its first row; omit the offset")


def _strip(
    question: Question, heading: Heading, terms: int | None, offset: int | None, law: Derived | None
) -> Draft:
    rule, boards, positions = question.rule, question.family, question.positions
    first = _choose_first_index(boards.first_n, offset)
    place = family_word(boards), family_sizes(boards)
    what = counted_positions(rule, positions, *place)
    name = f"{'Menage numbers: n' if what == MENAGE else 'N'}umber of {what}."
    about = [*_describe_rule(rule, positions), *board_definition(*place)]
    sequence = None if law is None else law.p_recursive
    series = (
        [law.to("oeis")]
        if law is not None and law.exponential is not None and not law.weights and first == boards.first_n
        else []
    )
    if law is not None and sequence is not None:
        sequence = sequence.starting_at(first)
        values = [int(term) for term in sequence.terms(TERMS if terms is None else terms)]
        draft = Draft(heading, name, values, first, ["easy"], comments=about)
        _add_recursive(draft, sequence, law.evidence.method_name, series)
        _add_example(draft, question, boards.at)
        return draft
    if law is None or law.plain is None:
        size = _COUNTED if terms is None else terms
        values = [int(count(question.on(boards.at(n))).count) for n in range(first, first + size)]
        draft = Draft(heading, name, values, first, comments=about, formulas=series)
        _add_example(draft, question, boards.at)
        return draft
    known = KnownSeries(series_from(law.plain, first), law.evidence)
    values = list(known.series.terms(TERMS if terms is None else terms))
    draft = Draft(heading, name, values, first, ["easy"] if known.is_proved else [], comments=about)
    add_linear(draft, known)
    is_ring = first == boards.first_n == FIRST_WRAP
    before = terms_before(known.series, first) if known.is_proved and is_ring else []
    if before and all(term.denominator == 1 for term in before):
        gives = comma_list(list(map(int, before)))
        draft.comments.append(f"The recurrence, extended backwards, gives {gives} for n = 0..{first - 1}.")
    _add_example(draft, question, boards.at)
    return draft


def _add_recursive(draft: Draft, sequence: PRecursive, method: str, series: Sequence[str] = ()) -> None:
    """Add the recurrence of a P-recursive sequence, lines about its series, and programs."""
    line = f"{sequence.to('oeis')}."
    if len(line) > LONGEST_LINE:
        draft.left_out.append(f"the recurrence of order {sequence.order}, which is too long for a line")
    else:
        shown = [int(term) for term in sequence.terms(_SPARE + len(line))]
        draft.checks.append(check_formula(line, shown, sequence.first_n))
        draft.formulas += [line, *series, f"The recurrence is proved by {method}."]
    for program in recursive_programs(sequence, min(len(draft.terms), 40)):
        add_program(draft, program, draft.terms)


def export_class(
    law: SpecificationLaw,
    *,
    heading: Heading | None = None,
    terms: int | None = None,
    offset: int | None = None,
) -> Export:
    """Return the entry of the numbers of objects of a class that equations specify.

    >>> from gfkit.specifications import law_named
    >>> print(*export_class(law_named("motzkin-paths")).entry.formulas[1:3], sep="\\n")
    G.f. A(x) satisfies 0 = 1 - A(x) + x*A(x) + x^2*A(x)^2.
    The recurrence is proved by elimination in the equations.
    """
    first = _choose_first_index(law.first_n, offset)
    count = TERMS if terms is None else terms
    heading = heading or Heading()
    unit = f"with n {law.size}" if law.size.endswith("s") else f"of {law.size} n"
    series = f"Expansion of the g.f. {law.system.names[0]}, where {law.text}."
    name = f"Number of {law.title} {unit}." if law.size else series
    about = [f"Here the {law.title} are {law.about}."] if law.about else []
    about += [f"Specification: {law.text}."] * bool(law.size)
    if law.rational is not None:
        known = KnownSeries(series_from(law.rational, first), law.evidence)
        draft = Draft(
            heading or Heading(), name, list(known.series.terms(count)), first, ["easy"], comments=about
        )
        add_linear(draft, known)
        return draft.finish()
    sequence = law.p_recursive.starting_at(first)
    values = [int(term) for term in sequence.terms(count)]
    draft = Draft(heading, name, values, first, ["easy"], comments=about)
    equation = f"{law.algebraic.to('oeis')}." if first == law.first_n else ""
    _add_recursive(draft, sequence, law.evidence.method_name, [equation] * bool(equation))
    if law.closed_form is not None:
        draft.formulas.append(f"a(n) = {law.closed_form}.")
    return draft.finish()


def _add_example(draft: Draft, question: Question, board: Callable[[int], Board]) -> None:
    """Add the configurations on a small board as an example."""

    def words(single: Question) -> str:
        word, sizes = sized_word(single.board.text) or ("", ())
        return counted_positions(single.rule, single.positions, word, sizes)

    draft.examples += example_lines(lambda n: question.on(board(n)), words, draft.terms, draft.first_n)


def _derive(question: Question, on_progress: OnProgress | None) -> Derived | None:
    """Return the formula of a family, or None for positions of alternating play."""
    rule = question.rule
    if question.positions is Positions.PLAY and rule.is_game and not rule.impartial:
        return None
    return GameTruth(question, on_progress).law(Weights.NONE)


def _square_shape(family: str | None) -> Shape | None:
    """Return the shape of boards whose two sides are equal and grow, or None for any other family.

    >>> [shape and shape.word for shape in map(_square_shape, ("nxn", "king:nxn", "3xn"))]
    ['', 'king', None]
    """
    word, sizes = (sized_word(family) if isinstance(family, str) else None) or ("", ())
    return shape_named(word) if sizes == ("n", "n") else None


def _squares(
    rule: Rule, positions: Positions, heading: Heading, shape: Shape, terms: int, offset: int | None
) -> Draft:
    least = FIRST_WRAP if any(shape.wraps) else 0
    first = _choose_first_index(least, max(1, least) if offset is None else offset)
    place = shape.word, ("n", "n")
    name = f"Number of {counted_positions(rule, positions, *place)}."
    about = [*_describe_rule(rule, positions), *board_definition(*place)]
    boards = {n: sized_text(shape, (n, n)) for n in range(first, first + terms)}
    values = [int(count(rule, board, positions).count) for board in boards.values()]
    draft = Draft(heading, name, values, first, comments=about)
    single = Question.of(rule, boards[first], positions.value)
    _add_example(draft, single, lambda n: parse_one_board(boards[n]))
    return draft


def _choose_first_index(least: int, offset: int | None) -> int:
    if offset is not None and offset < least:
        raise OptionError(f"offset {offset}: the boards start at n = {least}")
    return least if offset is None else offset


_ANY = "A position is any legal set of pieces, with any number of pieces of each player."


def _describe_rule(rule: Rule, positions: Positions) -> list[str]:
    """Return a description of the rule: the lines of its file, or else its pieces and the adjacencies that it
    forbids.
    """
    any_number = [_ANY] if rule.is_game and not rule.impartial and positions is not Positions.PLAY else []
    return rule_definition(rule) + any_number
