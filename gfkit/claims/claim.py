"""Entry point: return the verdict on a formula, given as a string, about a sequence."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from gfkit.claims.judge import Judgement, Verdict, claimed_statement, judge, judge_directly
from gfkit.claims.provers import sequence
from gfkit.claims.provers.choice import check_numbers, prover_of, reference_of, single_statements
from gfkit.claims.provers.functional import TermsClaim
from gfkit.claims.provers.identity import IdentityClaim
from gfkit.claims.provers.kind import (
    IN_QUESTION,
    Kind,
    KindWord,
    first_value,
    is_known,
    kind_of,
    name_notes,
    size_letter,
)
from gfkit.claims.provers.letters import LetterClaim, PolynomialTruth, polynomial_truth
from gfkit.claims.provers.result import FormulaClaim
from gfkit.claims.provers.truth import NO_SEQUENCE, DataTruth, GameTruth, LawTruth, Truth
from gfkit.claims.reading import chains
from gfkit.claims.reading.lines import (
    claim_of,
    is_about_known,
    known_identities,
    relation_claims,
    sides_of,
    special_claims,
)
from gfkit.claims.reading.objects import (
    ReadObjects,
    boards_in,
    read_graphs,
    read_objects,
    read_optimal_numbers,
)
from gfkit.claims.reading.readings import FormulaReading, Freedom, only_name, readings, with_summed_terms
from gfkit.claims.reading.squares import count_each
from gfkit.claims.reading.subject import FormulaSubject, truth_of
from gfkit.claims.statement import tree
from gfkit.claims.statement.canonical import canonical_text, merged, parse_statement, seems_canonical
from gfkit.claims.statement.linear import linear_form
from gfkit.claims.statement.names import SIZE_LETTERS
from gfkit.claims.statement.parse import RANGE_SIGNS, Chain, PrintedStatement
from gfkit.claims.statement.printed import LineKind, PrintedLine, parts_of
from gfkit.claims.statement.typography import plain_notation
from gfkit.core.algebra import Polynomial
from gfkit.core.algebra.formula import formula_text, tree as nodes
from gfkit.core.algebra.number import Number, exact_number, number_text
from gfkit.core.boards import Board, FamilyLike
from gfkit.core.deferred import regex, replace
from gfkit.core.errors import (
    GfkitError,
    InputError,
    LimitError,
    MismatchError,
    OptionError,
    UndecidedError,
    as_typed,
)
from gfkit.core.rules import BUILT_IN, GameLike
from gfkit.core.rules.library import specification_reader
from gfkit.core.typing import (
    OnProgress,
    PositionsWord,
    SideWord,
    Weights,
    WeightsWord,
    checked_whole,
    stoppable,
)
from gfkit.guessing import Data, read_b_file

if TYPE_CHECKING:
    from gfkit.claims.reading.sentences import SentenceClaim


@stoppable
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
    read_as: KindWord = "auto",
    pieces: int | None = None,
    values: str | None = None,
    side: SideWord | None = None,
    on_progress: OnProgress | None = None,
) -> Verdict:
    """Return the verdict on a printed formula, about a game on a family of boards or about terms.

    The formula is a generating function, a recurrence, a closed form in n, a claim of growth, or a statement
    such as "a(n) is even iff n mod 5 = 4", "a(n) divides a(2n+1)", "a is increasing from n = 3 on" or "the
    polynomials are real-rooted". A formula about a game is proved or refuted, or consistent if no proof is
    known; a formula about terms is consistent or refuted. A statement may define its sequence, as in "a(n) is
    odd iff n = 2^k - 1 where f = 1 + t*f^2"; then no other argument is needed. The same applies to a
    canonical statement, as in ``Verdict.statement``. Without a printed range, a formula is claimed from the
    first board with a cell on, except for a generating function.

    Parameters
    ----------
    formula : str or object
        Text in plain notation or LaTeX; an object of gfkit or SymPy; or a pair of numerator and denominator.
        Terms are a list of numbers, or the content of a b-file.
    game : str, path, Rule or Question, optional
        Structure whose counts the formula claims, as for ``count``. A ``Question`` replaces all three
        arguments.
    family : str or Family, optional
        A family of boards, or its name, such as "3xn". On boards that grow in both directions, such as "nxn",
        listed terms are compared with the counts of these boards, and a formula with the counts of the
        smallest boards.
    positions : str or Positions, default "all"
        Class of positions to count: "all", "left-ends", "right-ends", "maximal", "play" or "full".
    weights : str or Weights, optional
        Weights that variables mark; by default the weights in the formula.
    data : sequence of int or Fraction, optional
        Terms to compare with, instead of a structure.
    offset : int, optional
        Index n of the first of these terms, by default 0. Without ``data``, the index of the first term in a
        formula that lists terms; by default the first n of the family.
    variable : str, optional
        Variable that marks the size in a generating function; by default t, or the only variable.
    start : sequence of numbers, optional
        Initial values of a recurrence.
    valid_from : int, optional
        Smallest n of the claim, or of the listed terms; by default as printed.
    read_as : str, default "auto"
        Meaning of the formula: "gf", "recurrence", "closed-form" or "growth"; detected by default.
    pieces : int, optional
        Exact number of pieces, on boards such as "nxn" or "3xn", as for ``derive_on_squares``.
    values : str, optional
        Values of the cells of a single board, such as "0..n", as for ``derive_in_values``.
    side : str, optional
        "minimum" or "maximum": the formula states the smallest or the largest weight, as for ``optimum``, not
        a count. A name such as "domination number" implies it.
    on_progress : function, optional
        Callback that receives a ``Progress`` object.

    Returns
    -------
    Verdict
        Verdict. For a refuted formula it contains the first n at which the formula differs, the correct
        formula, and the smallest change that makes the printed formula correct.

    Raises
    ------
    InputError
        The formula cannot be parsed.
    OptionError
        There is nothing to compare it with, or an option is unknown.

    Notes
    -----
    Cost: in most cases the cost of ``derive`` for the structure.

    Examples
    --------
    >>> verdict = verify(r"\\frac{3}{1-t-2t^2}", game="cis", family="path:n")
    >>> print(verdict)
    refuted: at n = 0 the formula gives 3, the correct value is 1
    read as: a(n) = count(cis | path:n); sum over n >= 0 of a(n)*t^n = 3/(1 - t - 2*t^2)
    diagnosis   3 should be 1 + 2*t
    correction  (1 + 2*t)/(1 - t - 2*t^2)
    a(0) computed independently; the correction is proved
    >>> print(verify("a(n) = a(n-1) + 2a(n-2)", game="cis", family="path:n").sentence)
    proved: the statement holds for every n >= 3
    """
    defined: tuple[Any, Truth] | None = None
    meaning = ""
    if isinstance(formula, str) and seems_canonical(formula):
        if (game, family, data, side) != (None, None, None, None):
            raise OptionError("a statement states what a(n) is; omit the structure, the boards and the data")
        return replace(_judge_stated(formula, on_progress), is_choice=False)  # it has one meaning
    if data is None and game is None and isinstance(formula, str):
        plain = (weights, offset, variable, start, valid_from, pieces, values) == (None,) * 7
        if plain and (alone := _judge_alone(formula, read_as, on_progress)) is not None:
            return alone
        game, family = (game, family) if family is not None else _named_object(formula)
        if game is None:
            from gfkit.claims.reading.defined import split_definition  # few formulas define a(n) themselves

            defined = split_definition(formula)
    elif isinstance(game, str) and specification_reader(game):
        from gfkit.specifications import meaning_of  # few formulas are about classes

        defined, meaning = (formula, _specified_truth(game, family, positions, side)), meaning_of(game)
        game = None
    subject = FormulaSubject(game, family, positions, pieces, values, side, on_progress)
    subject.check(name for name, given in (("data", data), ("weights", weights)) if given is not None)
    if data is not None and game is not None:
        raise OptionError("both a game and data are given; a formula is compared with only one of them")
    if defined is None and data is None and not subject.has_boards:
        raise OptionError(_NOTHING_GIVEN)
    truth: Truth | None = None
    text = formula
    if defined is not None:
        formula, truth = defined
    elif data is not None:
        truth = DataTruth(data if isinstance(data, Data) else Data.of(data, offset or 0))
        offset = None
    elif (single := subject.single_board()) is not None:
        from gfkit.claims.reading import single_board  # most formulas are about families

        _check_alone(offset, variable, start, valid_from)
        return single_board.judge_on_board(
            str(formula), single_board.BoardSubject(*single, on_progress=on_progress)
        )
    elif subject.polynomial == "matching":
        raise UndecidedError("the matching polynomial of a family has two conventions; write --for matchings")
    elif subject.polynomial is not None and subject.optimum is None:
        formula, size, truth = polynomial_truth(subject.polynomial, str(family), str(formula), on_progress)
        variable, weights = variable or size, Weights.PIECES
    else:
        formula = subject.as_formula(formula)
    lines = printed_lines(formula, variable)
    listed = _listed_range(lines, offset, valid_from)
    truth = truth or subject.truth(listed)
    truth, others = subject.with_words([word for line in lines for word in line.words], truth)
    options = _read_options(weights, variable, start, valid_from, read_as, offset)
    counted = partial(count_each, listed=listed and (listed[0] or 0, listed[1]), on_progress=on_progress)
    verdict = _or_counted(lambda truth: _judge_lines(lines, truth, options, formula, others), truth, counted)
    if isinstance(truth, PolynomialTruth):
        verdict = _with_letter(verdict, "x", truth.letter)
    if meaning:
        verdict = replace(verdict, notes=(*verdict.notes, meaning))
    return verdict if formula is text else replace(verdict, formula=str(text))


def _specified_truth(name: str, family: FamilyLike | None, positions: PositionsWord, side: object) -> Truth:
    """Return the numbers of objects of a class that equations specify."""
    if family not in (None, "n") or positions != "all" or side is not None:
        raise OptionError(f"{name} is a class of objects of size n: --for {as_typed(name)} n")
    from gfkit.claims.reading.defined import defined_sequence

    return defined_sequence(name)


def _named_object(text: str) -> tuple[str | None, str | None]:
    """Return the structure and the family that a sentence names, or None for both."""
    from gfkit.claims.statement.sentence import sentence_parts  # most formulas are no sentences

    parts = sentence_parts(text)
    if parts is None:
        return None, None
    from gfkit.claims.reading.mentions import object_of

    return object_of(parts[1]) or (None, None)


_NOTHING_GIVEN = (
    "no sequence to compare with; give a rule and a family of boards (--for col path:n, or game and"
    " family in Python), or data, or define it in the statement: ... where a(n) = binomial(2n, n)"
)


def _judge_stated(text: str, on_progress: OnProgress | None) -> Verdict:
    """Return the verdict on a statement in its canonical text."""
    statement = parse_statement(text)
    about = statement.object
    if about is not None and about.is_single:
        from gfkit.claims.reading.single_board import judge_stated  # few statements are about one board

        return replace(judge_stated(statement, text, on_progress), formula=text)
    listed = [one for one in statement.claims if isinstance(one, tree.Listed)]
    stated = (listed[0].first, len(listed[0].values)) if listed == list(statement.claims) else None
    truth = NO_SEQUENCE if about is None else truth_of(about, stated, on_progress)
    check_numbers(statement, truth.first_n)

    def judged(truth: Truth) -> Verdict:
        return _combine([_judge_part(one, truth, text) for one in single_statements(statement)])

    counted = partial(count_each, listed=stated, on_progress=on_progress)
    return replace(_or_counted(judged, truth, counted), formula=text)


def _judge_part(statement: tree.Statement, truth: Truth, text: str) -> Verdict:
    """Return the verdict on a statement with one claim. Raise UndecidedError if no prover takes it."""
    main, is_alone = statement.claims[-1], statement.object is None
    if isinstance(main, tree.Worded):
        found = judge_formula(main.words, truth)
        if found.statement != canonical_text(statement):
            raise UndecidedError(f"the words are read as {found.statement}")
        return found
    truth, verdict = reference_of(statement, truth), None
    claim = prover_of(statement, truth, text)
    weights = Weights.read((statement.object and statement.object.weights) or "none")
    if claim is not None and claim.weights is not weights:
        claim = None  # it is about other numbers, such as polynomials in place of their values
    if isinstance(claim, IdentityClaim) and is_alone:
        from gfkit.claims.reading.system import judge_identity  # few statements are about known sequences

        verdict = replace(judge_identity(claim, statement), statement=canonical_text(statement))
    elif claim is not None:
        verdict = judge(claim, truth, statement, repair=not is_alone)
    if verdict is None or verdict.verdict is Judgement.CONSISTENT:
        is_counted = not (is_alone or isinstance(truth, DataTruth))
        verdict = (judge_directly(statement, truth.sequence(weights)) if is_counted else None) or verdict
    if verdict is None:
        raise UndecidedError(f"no prover takes the statement {canonical_text(statement)}")
    return verdict


def _judge_alone(formula: str, read_as: KindWord, on_progress: OnProgress | None) -> Verdict | None:
    """Return the verdict on a statement that names its sequences itself, else None."""
    from gfkit.claims.reading.system import judge_alone  # formulas are rarely about known sequences only

    alone = judge_alone(formula) if Kind.read(read_as) is Kind.AUTO else None
    if alone is not None or "_" not in formula:
        return alone
    from gfkit.claims.reading.families import judge_families  # few statements name several structures

    return judge_families(formula, on_progress)


def _check_alone(*options: object) -> None:
    """Raise OptionError for an option about the index n of a formula if the board is a single one."""
    if options != (None,) * len(options):
        raise OptionError("offset, variable, start and from apply to formulas for a family, not to one board")


def _or_counted(judged: Callable[[Truth], Verdict], truth: Truth, counted: Callable[..., Truth]) -> Verdict:
    """Return the verdict; on complete graphs without a formula, the boards are counted one by one."""
    try:
        return judged(truth)
    except MismatchError:
        if isinstance(truth, GameTruth) and truth.boards.word == "complete":
            boards = counted(truth.question.rule, truth.boards.text, truth.question.positions)
            with suppress(InputError):  # about weights, which counts do not have
                return judged(boards)
        raise


def printed_lines(formula: object, variable: str | None = None) -> list[PrintedLine]:
    """Return the lines of a formula: a list of terms, a statement, or formulas with their context."""
    listed = Data.of(formula) if isinstance(formula, list) else None
    listed = read_b_file(formula) if isinstance(formula, str) else listed
    if listed is not None:
        begins, terms = (listed.offset if isinstance(formula, str) else None), tuple(listed.terms)
        text = str(formula) if isinstance(formula, str) else ", ".join(map(number_text, terms))
        return [PrintedLine(LineKind.TERMS, text, terms=terms, begins=begins)]
    if not isinstance(formula, str):
        return [PrintedLine(LineKind.FORMULA, formula_text(formula, variable or "t"))]
    plain = plain_notation(formula)
    text, is_value = plain.text.rstrip(" ,;"), any(map(_IS_VALUE.search, plain.words))
    if not is_value and _claim_of_sentence(text) is not None:
        return [PrintedLine(LineKind.STATEMENT, text, words=plain.words)]
    return parts_of(formula)


_IS_VALUE = regex(r"\b(?:is|are|equals?):?\s*\Z")
"""Pattern of words after which the value of the numbers is printed, not a statement about them."""


def _listed_range(
    lines: list[PrintedLine], offset: int | None, valid_from: int | None
) -> tuple[int | None, int] | None:
    """Return the first n, if it is stated, and the length of a list of terms, or None for a formula."""
    part = lines[0]
    if len(lines) > 1 or part.kind is not LineKind.TERMS:
        return None
    return _read_options(valid_from=valid_from, offset=offset).first_of(part.begins), len(part.terms)


def _read_options(
    weights: WeightsWord | None = None,
    variable: str | None = None,
    start: Sequence[int | Fraction | Polynomial] | None = None,
    valid_from: int | None = None,
    read_as: KindWord = "auto",
    offset: int | None = None,
) -> chains.Options:
    valid_from = None if valid_from is None else checked_whole("from", valid_from)
    if start is not None:
        if not isinstance(start, Sequence):
            raise OptionError(f"start {start!r} must be a list of numbers")
        start = [v if isinstance(v, Polynomial) else exact_number(v, "start") for v in start]
    if variable is not None and variable not in SIZE_LETTERS:
        raise OptionError(f"variable {variable!r} must be one of {', '.join(SIZE_LETTERS)}")
    marked = None if weights is None else Weights.read(weights)
    return chains.Options(marked, variable, start, valid_from, Kind.read(read_as), offset)


def judge_formula(formula: object, truth: Truth, **options: Any) -> Verdict:
    """Return the verdict on a formula, compared with a reference sequence. The options are those of
    ``verify`` that qualify the formula.
    """
    lines = printed_lines(formula, options.get("variable"))
    subject = FormulaSubject(None, None, "all")
    truth, others = subject.with_words([word for line in lines for word in line.words], truth)
    return _judge_lines(lines, truth, _read_options(**options), formula, others)


def _judge_lines(
    lines: list[PrintedLine], truth: Truth, options: chains.Options, formula: object, others: _Others = ()
) -> Verdict:
    """Return the combined verdict on all lines of a formula; ``others`` are the numbers on other boards that
    the words around it may denote.
    """
    name = only_name(str(formula)) and only_name(" ".join(line.text for line in lines))
    verdicts = [_judge_line(line, truth, options, name, others) for line in lines]
    return verdicts[0] if len(verdicts) == 1 else replace(_combine(verdicts), formula=str(formula))


def _claim_of_sentence(text: str) -> SentenceClaim | None:
    """Return the claim of a sentence, or None for a formula.

    Formulas without words are recognised first, because the import of all claims takes 30 ms.
    """
    if text.count("=") <= 2 and _WITHOUT_WORDS.fullmatch(text):  # three equations may be a system
        return None
    from gfkit.claims.reading.sentences import claim_of_sentence

    return claim_of_sentence(text)


_Others = tuple[tuple[Truth, str], ...]
_LETTER = "[A-Za-uw-z](?![A-Za-z])"  # v may denote a valuation
_WITHOUT_WORDS = regex(
    rf"(?:{_LETTER}|[\d\s()\[\]{{}}_^*/+,.-])++"
    rf"|(?!\s*+-)(?:{_LETTER}|[\d\s)\]}}.]|[(\[{{_^*/+,=](?!\s*+-)"
    r"|-(?!\s*+\d*+[\s\d*/^.]*+(?:[-+(\[{]|[i-nN]|[A-Za-z](?![(\[_{]))))++"
)
"""Pattern of formulas without words and relations, and of equations in which no index decreases in n."""


def _judge_line(
    part: PrintedLine, truth: Truth, options: chains.Options, name: str, others: _Others = ()
) -> Verdict:
    """Return the verdict on one printed line, which contains a formula and its context (name, range,
    initial values), or a statement. ``name`` is the only name in the text, if it is a relation.
    """
    if part.kind is LineKind.STATEMENT:
        return _judge_readings(FormulaReading(part, truth, options, name=name, others=others))
    objects, boards, named = ReadObjects(part.text), list[Board](), part.text
    if isinstance(truth, PolynomialTruth) and truth.question is not None:
        graphs = GameTruth(truth.question)
        in_x = re.sub(rf"(?<![A-Za-z\\]){truth.letter}(?![A-Za-z])", "x", part.text)
        boards, named = boards_in(in_x, graphs, of_polynomial=True)
        objects = objects if boards else read_graphs(part.text, graphs)
    elif isinstance(truth, GameTruth):
        boards, named = boards_in(part.text, truth)
        objects = objects if boards else read_objects(part.text, truth)
    elif isinstance(truth, LawTruth) and truth.optimum is not None:
        objects = read_optimal_numbers(part.text, truth.optimum)
    is_sentence = (
        not (boards or objects.text == part.text or part.definitions)
        and _claim_of_sentence(objects.text) is not None
    )
    read = replace(
        part,
        kind=LineKind.STATEMENT if is_sentence else part.kind,
        text=named if boards else objects.text,
    )
    if isinstance(truth, GameTruth) and not boards:
        read, truth = _within_range(read, truth)
    doubts = (
        *[f"the formula may be about {as_typed(objects.other)}, not about the query"] * bool(objects.other),
        *["mu may denote the matching polynomial, which does not count matchings"]
        * bool(_MATCHING_POLYNOMIAL.search(part.text)),
    )
    printed = FormulaReading(
        read,
        truth,
        options,
        numberings=objects.numberings,
        boards=tuple(boards),
        name=name if objects.text == part.text and not objects.numberings else "",
        doubts=doubts,
        others=others,
    )
    verdict = _judge_readings(printed)
    if boards or verdict.formula == read.text:
        verdict = replace(verdict, formula=part.text)
    return _add_notes(verdict, *objects.notes)


def _in_range(claim: SentenceClaim, truth: Truth) -> Truth:
    """Return the reference for a sentence, which begins at the first board with a cell if no range is
    printed.
    """
    is_open = getattr(claim, "since", 0) is None and not isinstance(getattr(claim, "index", None), int)
    sides = getattr(claim, "sides", ())
    return truth.from_first_cell() if is_open and not _speaks_of(sides, truth.first_n) else truth


def _index_shift(left: nodes.Node) -> int:
    """Return s for a left side a(n + s), else 0."""
    index = left.index if isinstance(left, nodes.Symbol) else None
    form = None if index is None else linear_form(index)
    return int(form[""]) if form and form["n"] == 1 else 0


def _speaks_of(sides: Sequence[nodes.Node], n: int, printed_n: int | None = None) -> bool:
    """Return True if expressions contain the term with the first index n, as a sum over terms may do, or
    treat this n separately, by a case or by 0^0; ``printed_n`` is the value of the letter n for this term.
    """
    if any(sequence.treats_separately(side, n if printed_n is None else printed_n) for side in sides):
        return True
    for part in (part for side in sides for part in nodes.walk(side)):
        match part:
            case nodes.BigOperator(low=nodes.Number(value=low)) if low > n:
                continue
            case nodes.BigOperator(body=body, low=low) if not nodes.letters(low):
                if not all(map(is_known, nodes.symbols(body))):
                    return True
            case nodes.Symbol(index=nodes.Number(value=index)) if index == n and not is_known(part):
                return True
    return False


_MATCHING_POLYNOMIAL = regex(r"(?:\\mu(?![A-Za-z])|μ)\s*+[_(]")
_DOTS = r"(?:\.\.\.?|…|\\[lc]?dots)"
_UP_TO = r"\s*+(<=?|≤|⩽|\\leq?(?:slant)?)\s*+"
_LAST_N = 10_000
_FINITE_RANGE = regex(
    rf"(?<!\s)\s*+(?:[,;(]\s*+)?(?:(?:\bfor\s++(?:all\s++|every\s++)?)?"
    rf"(?<!\d)(?P<low>\d++){_UP_TO}n{_UP_TO}(?P<high>\d++)"
    rf"|\bfor\s++n\s*+=\s*+(?P<listed>\d+(?:\s*+,(?:\s*+and)?\s*+\d+|\s++and\s++\d+)*+)"
    rf"(?:\s*+,?\s*+{_DOTS}\s*+,?\s*+(?P<last>\d+))?)\s*+\)?[\s.]*+\Z"
)
"""Pattern of a finite range at the end of a formula."""


def _within_range(part: PrintedLine, truth: GameTruth) -> tuple[PrintedLine, GameTruth]:
    """Return a closed form or recurrence with a finite range as one for n >= n_0, with the reference sequence
    up to the last term of the range.
    """
    found = _FINITE_RANGE.search(part.text) if RANGE_SIGNS.search(part.text) else None
    if found is None:
        return part, truth
    if found["low"]:
        first, last = int(found["low"]) + (found[2] == "<"), int(found["high"]) - (found[3] == "<")
    else:
        listed = [*map(int, re.findall(r"\d+", found["listed"]))]
        first, last = listed[0], int(found["last"] or listed[-1])
        if listed != [*range(first, first + len(listed))]:
            return part, truth
    ranged = replace(part, text=f"{part.text[: found.start()]} for n >= {first}")
    statement = chains.with_letters(chains.statement_in(ranged, "t", truth))
    heads = {name.label for chain in statement.chains for name in nodes.symbols(chain.left_side or nodes.ONE)}
    names = [
        name for chain in chains.claiming_chains(statement) for name in chain.names if name.label in heads
    ]
    forms = [linear_form(name.index or nodes.ONE) for name in names]
    is_usual = all(form and set(form) <= {"n", ""} and form["n"] == 1 for form in forms)
    if not (is_usual and first <= last <= _LAST_N) or kind_of(statement) not in (
        Kind.CLOSED_FORM,
        Kind.RECURRENCE,
    ):
        return part, truth
    return ranged, replace(truth, end=last + 1 + max((int(form[""]) for form in forms if form), default=0))


def _judge_readings(printed: FormulaReading) -> Verdict:
    """Return the verdict on a line: proved if one reading that the text allows is proved; else consistent,
    or later, if one is; else refuted, with the difference of the printed reading. Raise UndecidedError if an
    allowed reading cannot be judged, or if a reading that contradicts the text is true.
    """
    if printed.options.offset is not None and not printed.is_list:
        raise OptionError(
            f"offset {printed.options.offset}: an offset applies only to data or a list of terms, not to a"
            " formula"
        )
    found: Verdict | None = None
    failed: list[GfkitError] = []
    for freedom in Freedom:
        is_allowed = freedom in (Freedom.SPELLING, Freedom.CHOICE)
        undecided = next((error for error in failed if isinstance(error, LimitError | UndecidedError)), None)
        if not is_allowed and (found is None or not found.is_refuted or undecided is not None):
            break
        for reading in readings(printed, freedom):
            try:
                verdict = _judge_reading(reading)
            except GfkitError as error:
                failed += [error] * is_allowed
                continue
            if freedom is Freedom.HINT and found is not None:
                is_true = verdict.verdict is Judgement.PROVED or (verdict.is_later and verdict.is_lasting)
                since = f", for n >= {verdict.holds_from}" * verdict.is_later
                found = _add_notes(found, *([reading.words + since] * is_true))
                continue
            is_wrong = verdict.is_refuted and verdict.holds_from != reading.truth.first_n + 1
            if freedom is Freedom.CHANGE and not is_wrong:
                raise UndecidedError(f"the formula is false as printed, but it is true if {reading.words}")
            if verdict.verdict is Judgement.PROVED or (verdict and reading.truth.end is not None):
                return verdict
            is_better = found is None or _ORDER.index(verdict.verdict) < _ORDER.index(found.verdict)
            found = (
                verdict if is_better and (freedom is Freedom.SPELLING or not verdict.is_refuted) else found
            )
    if found is None or (found.is_refuted and undecided is not None):
        raise undecided or failed[0]
    return found


_ORDER = ("proved", "consistent", "later", "refuted")
"""Verdicts on the readings of a line; the first one is the verdict on the line."""


def _judge_on_board(reading: FormulaReading) -> Verdict:
    """Return the verdict on a formula about one board, or about its polynomial."""
    from gfkit.claims.reading import single_board  # few formulas are about one board

    truth, options = reading.truth, reading.options
    _check_alone(options.offset, options.variable, options.start, options.valid_from)
    if isinstance(truth, PolynomialTruth):
        return single_board.judge_on_board(
            reading.part.text, single_board.BoardSubject(truth.words[0], reading.boards[0])
        )
    assert isinstance(truth, GameTruth), "boards of a family"
    place = truth.question.rule, reading.boards[0], None, truth.question.positions
    return single_board.judge_on_board(reading.part.text, single_board.BoardSubject(*place))


def _judge_reading(reading: FormulaReading) -> Verdict:
    if reading.words in reading.doubts:
        raise UndecidedError(reading.words)
    if reading.boards:
        return _judge_on_board(reading)
    reading = with_summed_terms(reading)
    part, truth, options = reading.part, reading.truth, reading.options
    sentence = _claim_of_sentence(part.text) if part.kind is LineKind.STATEMENT else None
    claims = special_claims(part, truth, options) if sentence is None else None
    if sentence is not None:
        options.refuse_beside(part.kind, sentence.weights)
        verdict = judge(sentence, _in_range(sentence, truth), repair=False)
        verdict = replace(verdict, is_correction_proved=verdict.correction is not None and not truth.hedge)
    elif claims is None:
        verdict = _judge_plain_formula(part, truth, options)
    else:
        options.refuse_beside(part.kind)
        verdict = _verdict(claims, truth)
    noted = _add_notes(verdict, *part.notes)
    own = [note for note in noted.notes if verdict and note.endswith(IN_QUESTION)]
    notes = tuple(note for note in noted.notes if note not in own)
    words = reading.words or ", ".join(own) or None
    return replace(noted, reading=words, notes=notes, is_choice=reading.freedom is Freedom.CHOICE)


def _verdict(claims: Sequence[FormulaClaim], truth: Truth, aside: Sequence[str] = ()) -> Verdict:
    """Return the combined verdict on all claims of a line.

    The proposed correction may be less certain than the refutation; a note then states this.
    """
    verdict = _combine([_judge_as_stated(claim, truth) for claim in claims])
    is_shown = verdict.correction is not None or verdict.repair is not None
    verdict = replace(verdict, is_correction_proved=verdict.correction is not None and not truth.hedge)
    return _add_notes(
        verdict, *aside, *([truth.hedge] if verdict.is_refuted and is_shown and truth.hedge else [])
    )


def _judge_as_stated(claim: FormulaClaim, truth: Truth) -> Verdict:
    """Return the verdict on the statement that a claim makes, by a prover for its parts if there is one."""
    statement = claimed_statement(claim, truth)
    is_printed, prover = claim.printed_from is not None, None
    in_print = getattr(claim, "shift", 0) or getattr(claim, "early_cases", ())  # n is the printed letter
    if statement.object is not None and not in_print:
        prover = prover_of(statement, truth, claim.text, is_range_printed=is_printed)
    return judge(prover or claim, truth, statement)


def _add_notes(verdict: Verdict, *notes: str) -> Verdict:
    return replace(verdict, notes=(*verdict.notes, *notes))


def _judge_plain_formula(part: PrintedLine, truth: Truth, options: chains.Options) -> Verdict:
    """Return the verdict on a rational generating function, a recurrence, a closed form or a claim about
    growth.
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
    printed = chains.with_unrolled_sums(chains.with_letters(chains.statement_in(part, size, truth)))
    statement = chains.at_constants(
        chains.with_conventions(chains.with_single_values(chains.with_definitions(printed))), truth
    )
    chains.check_quoted(statement)
    is_open = (valid_from, statement.valid_from, start) == (None, None, None)
    kind = kind_of(statement) if asked is Kind.AUTO else asked
    is_open &= not statement.zeros
    if (
        is_open
        and kind is not Kind.SERIES
        and not any(
            _speaks_of(chain.sides, truth.first_n, truth.first_n - _index_shift(chain.sides[0]))
            for chain in statement.chains
        )
    ):
        truth = truth.from_first_cell()
    claim = _letter_claim(statement, truth, valid_from)
    single = [] if claim is not None else _single_terms(statement)
    if claim is not None or single:
        return _verdict([claim] if claim is not None else single, truth)
    ranged = statement if valid_from is None else replace(statement, valid_from=valid_from)
    kind = kind_of(ranged) if asked is Kind.AUTO else asked
    chains.check_whole(statement, kind)
    if kind is Kind.GROWTH and asked is Kind.AUTO:
        chains.check_not_alone(statement)
    aside = (
        *name_notes(statement, kind, *truth.words, frozenset(BUILT_IN)),
        *_outside_notes(statement, truth),
    )
    if valid_from is not None and statement.valid_from not in (None, valid_from):
        raise OptionError(
            f"from {valid_from} conflicts with the range of the formula, n >= {statement.valid_from}"
        )
    bound = statement.valid_from if valid_from is None else valid_from
    if start is not None and kind is not Kind.RECURRENCE:
        raise OptionError(
            f"start {_list_text(start)}: initial values require a recurrence, but the formula is"
            f" parsed as {kind}"
        )
    if valid_from is not None and kind not in (Kind.RECURRENCE, Kind.CLOSED_FORM, Kind.SERIES):
        raise OptionError(f"from {valid_from}: a formula that is read as {kind} has no range")
    if kind is Kind.RECURRENCE:
        first_n = truth.first_n if options.offset is None else options.offset
        claims: list[FormulaClaim] = relation_claims(statement, first_n, marked, bound, start)
        if bound is None and any(claim.printed_from is not None for claim in claims):
            aside += ("as a(n) = 0 for n < 0, the recurrence is claimed from the second term on",)
    else:
        sides = sides_of(statement, kind, options.asked)
        claims = [
            claim_of(*side_and_growth, kind, statement, truth.first_n, marked, bound, part.since)
            for side_and_growth in sides
        ]
    if kind in (Kind.RECURRENCE, Kind.CLOSED_FORM) and is_about_known(statement, part.known):
        claims, aside = known_identities(statement, bound), ()
    verdict = _verdict(claims, truth, aside)
    if (
        verdict.is_refuted
        and kind is Kind.CLOSED_FORM
        and any(map(_has_no_name, chains.claiming_chains(statement)))
    ):
        raise InputError(
            "formula: neither side contains the sequence; for a formula for its terms write a(n) = FORMULA"
        )
    is_kept = size == "t" or kind is not Kind.SERIES or "x" in truth.constants.values()
    if is_kept or (variable is not None and not verdict.is_refuted):
        return verdict
    return _with_letter(verdict, "t", size)


def _with_letter(verdict: Verdict, old: str, new: str) -> Verdict:
    """Return the verdict with another letter for a variable."""
    texts = {key: getattr(verdict, key) for key in ("reason", "derived", "correction", "repair")}
    rename = partial(re.sub, rf"(?<![\w']){old}(?!\w)", new)
    changed: Any = {key: text and rename(text) for key, text in texts.items()}
    return replace(verdict, **changed, notes=tuple(map(rename, verdict.notes)))


def _letter_claim(statement: PrintedStatement, truth: Truth, valid_from: int | None) -> LetterClaim | None:
    """Return the claim of a closed form in n and the variable of polynomials, or None for other formulas."""
    claimed = chains.claiming_chains(statement)
    sides = [side for chain in claimed for side in chain.right_sides]
    needed = {"x"} if isinstance(truth, PolynomialTruth) and truth.letter != "x" else {"n", "x"}
    if len(sides) != 1 or not needed <= nodes.letters(sides[0]) or nodes.symbols(sides[0]):
        return None
    left = claimed[0].left_side
    named = [] if left is None else nodes.symbols(left)
    if any(not isinstance(part, nodes.Letter) for name in named for part in name.arguments) or (
        left is not None and left not in named and "x" in nodes.letters(left)  # such as P_n(-x), or x*P_n(x)
    ):
        raise InputError("formula: expected a polynomial in its own variable, as in P_n(x) = ...")
    if "t" in nodes.letters(sides[0]) or not (left is None or left in named):
        return None  # a generating function, or an equation for another expression
    side, values = (
        chains.side_at_n(sides[0], claimed[0], Kind.CLOSED_FORM),
        map(first_value, statement.chains),
    )
    given = tuple(
        (n, chain.sides[1]) for n, chain in zip(values, statement.chains, strict=True) if n is not None
    )
    start = statement.valid_from if valid_from is None else valid_from
    start = truth.first_n if start is None else min([start, *(n for n, _ in given)])
    return LetterClaim(side, statement.text, chains.weights_in(side, statement), 0, start, given)


def _single_terms(statement: PrintedStatement) -> list[FormulaClaim]:
    """Return the claims of a list a(1) = 1, a(2) = 2, ... of terms, or an empty list for other statements."""
    places = [first_value(chain) for chain in statement.chains]
    labels = {name.label for chain in statement.chains for name in chain.names}
    if None in places or len(labels) > 1 or statement.valid_from is not None:
        return []
    rows: list[tuple[int, list[Fraction]]] = []
    for n, chain in zip(places, statement.chains, strict=True):
        value = sequence.rational(sequence.exact_value(chain.sides[1], 0), "terms must be")
        if n is not None and rows and n == rows[-1][0] + len(rows[-1][1]):
            rows[-1][1].append(value)
        elif n is not None:
            rows.append((n, [value]))
    return [TermsClaim(tuple(row), statement.text, n) for n, row in rows]


def _has_no_name(chain: Chain) -> bool:
    """Return True if a chain equates two formulas, neither of which is the name of the sequence."""
    return (
        chain.left_side is not None
        and not isinstance(chain.left_side, nodes.Symbol)
        and "=" in chain.relations
    )


def _list_text(start: Sequence[Number | Polynomial]) -> str:
    return f"[{', '.join(str(v) if isinstance(v, Polynomial) else number_text(v) for v in start)}]"


def _outside_notes(statement: PrintedStatement, truth: Truth) -> tuple[str, ...]:
    """Return the notes on printed terms whose index is outside the reference sequence."""
    places = [n for n in map(first_value, statement.chains) if n is not None]
    listed = [f"n = {n}" for n in places if n < truth.first_n or (truth.end is not None and n >= truth.end)]
    note = f"there is no {truth.unit} for {', '.join(listed)}: the value printed there is used only in the"
    return (f"{note} recurrence",) * bool(listed)


def _combine(verdicts: list[Verdict]) -> Verdict:
    """Return the verdict on several sides: the first refuted one, or else the weakest.

    The reasons of all sides are joined. If a side holds only for n >= n_0, the verdict is "later", even if
    another side is only consistent; the evidence is then that of the weakest side.
    """
    notes = tuple(dict.fromkeys(note for verdict in verdicts for note in verdict.notes))
    statement = merged(verdict.statement for verdict in verdicts)
    chosen = "; ".join(dict.fromkeys(verdict.reading for verdict in verdicts if verdict.reading)) or None
    is_choice = any(verdict.is_choice for verdict in verdicts)
    for verdict in verdicts:
        if verdict.is_refuted:
            return replace(verdict, notes=notes, statement=statement)
    weakest = next((verdict for verdict in verdicts if verdict.verdict is Judgement.CONSISTENT), verdicts[0])
    later = [verdict for verdict in verdicts if verdict.is_later]
    listed = [verdict for verdict in verdicts if verdict in (*later, weakest)] if later else verdicts
    if later:
        latest = max(later, key=lambda verdict: verdict.holds_from or 0)
        is_open = weakest.verdict is Judgement.CONSISTENT
        weakest = replace(latest, evidence=weakest.evidence, is_lasting=False) if is_open else latest
    elif weakest.verdict is Judgement.PROVED:
        starts = (verdict.holds_from for verdict in verdicts if verdict.holds_from is not None)
        weakest = replace(weakest, holds_from=max(starts, default=None))
    reason = "; ".join(dict.fromkeys(verdict.reason for verdict in listed))
    return replace(
        weakest, reason=reason, notes=notes, statement=statement, reading=chosen, is_choice=is_choice
    )
