"""gfkit verify: check of a printed formula for a structure on a family, or for terms."""

from __future__ import annotations

import re
from functools import partial
from shlex import quote
from typing import TYPE_CHECKING, Any
from warnings import filterwarnings

import click

import gfkit
from gfkit.cli.files import check_file, named_file, output_option, read_data, refuse_options
from gfkit.cli.long import options
from gfkit.cli.long.options import alternatives, any_of
from gfkit.cli.output import TRUE_LATER, note, present, write_json, write_lines, write_table
from gfkit.core.deferred import dataclass, regex, replace
from gfkit.core.errors import (
    GfkitError,
    InputError,
    LimitError,
    OptionError,
    ReadingNote,
    UndecidedError,
    docs_page,
)
from gfkit.core.files import given_text
from gfkit.core.typing import Positions, SideWord, Weights

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from gfkit.claims import Verdict
    from gfkit.claims.provers.kind import KindWord
    from gfkit.claims.reading.document import Passage
    from gfkit.claims.statement.macros import Macro
    from gfkit.core.algebra.number import Number
    from gfkit.core.boards import Board


@dataclass(frozen=True)
class VerifyOptions:
    """Options of the command as typed."""

    words: tuple[str, ...]
    target: tuple[str, str] | None
    data_file: str | None
    offset: int | None
    positions: Positions
    weights: Weights | None
    variable: str | None
    start_words: str | None
    valid_from: int | None
    read_as: KindWord
    pieces: int | None
    values: str | None
    side: SideWord | None
    sizes: str | None
    only_proved: bool
    as_list: bool
    as_latex: bool
    save_to: str | None
    full: bool
    work: options.LongCall
    as_json: bool

    @property
    def judge(self) -> partial[Verdict]:
        """The function that checks a formula, with the options that qualify it."""
        names = [
            "positions",
            "weights",
            "offset",
            "variable",
            "valid_from",
            "read_as",
            "pieces",
            "values",
            "side",
        ]
        return partial(gfkit.verify, **{name: getattr(self, name) for name in names})


@options.command(
    "verify",
    short_help="Prove or refute a printed formula.",
    context_settings={"ignore_unknown_options": True},
)
@click.argument("words", metavar="FORMULA|FILE", nargs=-1, type=click.UNPROCESSED)
@options.game_on_family(
    "--for", "target", metavar="STRUCTURE FAMILY", help="Structure and boards, such as cis path:n."
)
@click.option("--data", "data_file", metavar="FILE", help="File of terms, or terms: 1,2,5; - is stdin.")
@click.option("--offset", metavar="K", type=int, help="Index n of the first term in FILE or FORMULA.")
@options.positions
@options.weights(
    f"Weights of configurations: {alternatives(Weights)}; default: from the formula.", default=None
)
@options.rare(
    click.option(
        "--variable",
        metavar="LETTER",
        help="Variable for the size: t, x, z or q; default t or the only one.",
    )
)
@options.rare(
    click.option(
        "--start", "start_words", metavar="LIST", help='Initial values of a recurrence, such as "1,3,7".'
    )
)
@click.option(
    "--from",
    "valid_from",
    metavar="N",
    type=int,
    help="The formula is claimed for n >= N, or its terms start there.",
)
@options.rare(
    click.option(
        "--kind",
        "--read-as",
        "read_as",
        default="auto",
        metavar="MEANING",
        shell_complete=any_of(("gf", "recurrence", "closed-form", "growth")),
        help="gf, recurrence, closed-form or growth; default: detected.",
    )
)
@click.option(
    "--pieces", metavar="K", type=click.IntRange(0, 30), help="Formula for exactly K pieces, on nxn or 3xn."
)
@click.option("--values", metavar="RANGE", help="Formula for cell values such as 0..n, on one board.")
@click.option("--minimum", "side", flag_value="minimum", help="The formula states the smallest weights.")
@click.option("--maximum", "side", flag_value="maximum", help="The formula states the largest weights.")
@click.option("--sizes", metavar="A..B", help="On mxn: a table of verdicts for m = A, ..., B.")
@click.option(
    "--proved",
    "only_proved",
    is_flag=True,
    help="Exit code 1 unless the formula is proved as printed.",
)
@click.option("--list", "as_list", is_flag=True, help="List the statements of FILE, unchecked.")
@click.option("--latex", "as_latex", is_flag=True, help="Print the proved statement as a theorem in LaTeX.")
@output_option("--save", "save_to", metavar="FILE", help="Write a certificate of the proved statement.")
@options.full("formulas")
@options.long_options(memory=True)
@options.as_json
@click.pass_context
def verify_verb(ctx: click.Context, /, **typed: Any) -> None:
    """Prove or refute FORMULA, as printed, for STRUCTURE on FAMILY or for terms.

    FORMULA is plain text or LaTeX: a generating function in t (and x, y for the players' pieces), a
    recurrence such as a(n)=4a(n-1)+4a(n-2)-4a(n-3)-a(n-4), a closed form in n, or an asymptotic formula
    such as 2.414^n or (1+sqrt(2))^n + o(1); a statement, such as 'a(n) is even iff n mod 5 = 4',
    '2^floor(n/2) divides a(n)', 'a is increasing from n = 3 on' or 'the polynomials are real-rooted'; or
    terms, such as '3, 7, 17' --offset 1, or the lines of a b-file. FILE contains one formula; - is standard
    input. A statement may define its sequence, without --for: '8 divides a(n) for no n where f = 1 + t*f^2'.

    'gfkit verify paper.tex' checks the theorems and sentences of a paper that name their structure and their
    boards; --for selects one of these. Or put a comment before each formula, '% gfkit: matchings 2xn' in
    LaTeX, or '<!-- gfkit: matchings 2xn -->' in Markdown. Then only these formulas are checked. '% gfkit:
    section matchings 2xn' marks all displayed formulas up to the next section. Instead of a structure, a
    comment may contain 'terms 1,1,2,5,14' or 'where f = 1 + t*f^2'. --list prints the statements.

    For a wrong formula the output contains the smallest n with a wrong value, the correct formula with its
    evidence, and the smallest correction that was found. A printed range, such as 'for n >= 2', is checked at
    every n. On boards that grow in both directions, such as nxn or aztec:n, the terms of a b-file are
    compared with the counts of these boards, and a formula with those of the smallest boards. With
    --pieces K, a formula for K pieces on these boards is proved or refuted.

    The line 'read as' contains the statement that was checked, in a strict language; as FORMULA, without
    --for, it has the same verdict. --latex prints it as a theorem, or as a conjecture if it is only
    consistent. --save writes a certificate of a proved statement, which 'gfkit certify' checks.

    A STRUCTURE such as 'domination number' is an optimal number, of which FORMULA is a formula. --minimum and
    --maximum turn each structure into such a number: 'n' --for independent-sets 2xn --maximum. On mxn,
    --sizes 2..9 checks a formula in m and n for each m.

    Exit code 0: proved or consistent; 1: refuted; 4: true, but not on the whole printed range.

    \b
    Example:
      $ gfkit verify '\\frac{3}{1-t-2t^2}' --for cis path:n
      refuted: at n = 0 the formula gives 3, the correct value is 1
      read as: a(n) = count(cis | path:n); sum over n >= 0 of a(n)*t^n = 3/(1 - t - 2*t^2)
      diagnosis   3 should be 1 + 2*t
      correction  (1 + 2*t)/(1 - t - 2*t^2)
      a(0) computed independently; the correction is proved
    """
    asked = VerifyOptions(**typed)
    named, formula = _split_formula(asked.words, ctx)
    if asked.as_list:
        _list_formulas(formula, asked.as_json)
        return
    marked = [] if asked.sizes else _marked(asked, named, formula)
    if asked.sizes or marked:
        _refuse_beside_several(asked)
    if asked.as_latex and asked.as_json:
        raise OptionError("--latex and --json exclude each other")
    check_file("--save", asked.save_to, ".json")
    if asked.sizes is not None:
        ctx.exit(_verify_widths(asked, formula))
    if marked:
        ctx.exit(_verify_paper((named, formula), marked, asked))
    filterwarnings("ignore", "read as: ", ReadingNote)  # the verdict contains the statement
    verdict = _verdict_on(asked, formula)
    _write_verdict(verdict, asked)
    if asked.only_proved and verdict.is_choice:
        note("--proved accepts only the formula as printed; state the reading in the formula")
    ctx.exit(_exit_code(verdict, asked.only_proved))


def _refuse_beside_several(asked: VerifyOptions) -> None:
    """Raise OptionError for an option that applies to a single formula."""
    for option, is_given in {"--latex": asked.as_latex, "--save": asked.save_to}.items():
        if is_given:
            raise OptionError(f"{option} applies to one formula; omit --sizes and marks in the file")


def _write_verdict(verdict: Verdict, asked: VerifyOptions) -> None:
    """Write a verdict, or the theorem that it contains, and the certificate."""
    if asked.as_latex:
        try:
            write_lines(verdict.theorem.split("\n"))
        except InputError as error:
            note(str(error))
    else:
        present(verdict, asked.as_json, full=asked.full)
    if asked.save_to and verdict.verdict == "proved":
        from gfkit.claims.certificate import save_statement

        save_statement(verdict, asked.save_to)
    elif asked.save_to:
        note(f"no certificate is written to {asked.save_to}, because the statement is not proved")


_OF_TWO = regex(r"^\s*+[A-Za-z]\s*+(?:\(|_\{?+|\[)\s*+(?:m\s*+,\s*+n|n\s*+,\s*+m)\s*+[)\]}]?+\s*+=")
"""Pattern of the left side of a formula in m and n, such as ``T(m, n) =``."""


def _verify_widths(asked: VerifyOptions, formula: str) -> int:
    """Check a formula in m and n on each family of a range of m, write the verdicts, and return the exit code
    of the worst one.
    """
    from gfkit.claims.statement.typography import TEX_BINOMIAL, TEX_BRACES
    from gfkit.cli.sizes import are_widths, present_sizes

    (game, board), sizes = asked.target or ("", ""), str(asked.sizes)
    if not are_widths(board, sizes):
        named = quote(game or "kings")
        raise OptionError(f"--sizes {sizes}: expected a range of m, such as 2..9, with --for {named} mxn")
    codes: list[int] = []
    evidence: dict[str, object] = {}
    plain = re.sub(TEX_BINOMIAL, TEX_BRACES, _OF_TWO.sub("a(n) =", formula, count=1))
    if re.search(r"\bm\s*=", plain):
        raise InputError("formula: m is the width of the boards; use another letter in place of the bound m")
    if not re.search(r"\b[nt]\b|=", plain):
        plain = f"a(n) = {plain}"  # not a growth constant

    def solve(one: Board | str, width: int) -> dict[str, str]:
        own = re.sub("(?<![A-Za-mo-z])m(?![A-Za-mo-z])", f"({width})", plain)
        verdict = _verdict_on(replace(asked, target=(game, str(one))), own)
        codes.append(_exit_code(verdict, asked.only_proved))
        found: dict[str, Any] = verdict.as_json()
        evidence.update(found["evidence"])
        return {"verdict": found["verdict"], "reason": found["reason"]}

    head = {"game": game, "board": board, "formula": formula}
    present_sizes(
        board, sizes, solve, head, shown=["verdict", "reason"], language=None, as_json=asked.as_json,
        evidence=evidence, are_formulas=True,
    )  # fmt: skip
    return max(codes, key=_BADNESS.index)


def _marked(asked: VerifyOptions, named: str, formula: str) -> list[Passage]:
    """Return the marked statements of a paper, or all of them; an empty list for a single formula."""
    from gfkit.claims.reading.document import EXAMPLE, is_whole_paper, marked_formulas
    from gfkit.claims.reading.paper import stated_formulas
    from gfkit.guessing import read_b_file

    marked = marked_formulas(formula) if named else []
    is_paper = named and not marked and is_whole_paper(formula) and read_b_file(formula) is None
    others = {asked.data_file, asked.start_words, asked.valid_from, asked.pieces, asked.values}
    if (marked or is_paper) and ((marked and asked.target) or others != {None}):
        raise OptionError(
            f"{named} is a paper, in which comments such as {EXAMPLE} name structures; omit --for, --data,"
            " --start, --from, --pieces, --values"
        )
    if marked:
        ends = {part.end for part in marked}
        statements = stated_formulas(formula)
        lines = [one.line for one in statements if ends.isdisjoint(range(one.start + 1, one.end + 1))]
        more = f" and {len(lines) - 1} more" if lines[1:] else ""
        if lines:
            note(f"line {lines[0]}: statement without a comment ignored{more}")
    if is_paper:
        marked = stated_formulas(formula, " ".join(asked.target or ()))
        if all(part.skipped for part in marked):
            raise InputError(
                f"{named} contains no statement that names its structure and boards; write a comment before"
                f" a formula, such as {EXAMPLE} or <!-- gfkit: matchings 2xn -->, see"
                f" {docs_page('howto/ci.html')}; --list prints the statements"
            )
    return marked


def _verdict_on(asked: VerifyOptions, formula: str) -> Verdict:
    """Return the verdict on a formula about a family, a board or terms."""
    from gfkit.claims.provers.letters import optimum_side, polynomial_named
    from gfkit.core.rules.library import board_on, specification_reader
    from gfkit.questions.sizes.several import grows_both_ways

    target = asked.target
    if target is not None and specification_reader(target[0]):
        with asked.work.progress() as progress:
            return asked.judge(formula, game=target[0], family=target[1], on_progress=progress)
    is_sized = (asked.pieces, asked.values) != (None, None)
    is_named = target is not None and bool(polynomial_named(target[0]) or optimum_side(target[0], asked.side))
    several = target[1] if target and (is_sized or is_named or grows_both_ways(target[1])) else None
    board = target and board_on(*target, of_name=True)
    question = gfkit.Question.of(target[0], board, asked.positions) if target and several is None else None
    if question is not None and not question.is_family:
        from gfkit.claims.reading import single_board  # most formulas are about families

        _refuse_beside_board(asked)
        with asked.work.progress() as progress:
            place = question.game, question.board, None, question.positions
            return single_board.judge_on_board(formula, single_board.BoardSubject(*place, progress))
    data = None if asked.data_file is None else read_data((), asked.data_file, asked.offset, "--data")
    start = None if asked.start_words is None else _start(asked.start_words)
    game = target[0] if target and several else question
    with asked.work.progress() as progress:
        return asked.judge(formula, game=game, family=several, data=data, start=start, on_progress=progress)


_BESIDE_FAMILIES = {
    "--data": "data_file", "--offset": "offset", "--weights": "weights", "--variable": "variable",
    "--start": "start_words", "--from": "valid_from", "--pieces": "pieces", "--values": "values",
}  # fmt: skip


def _refuse_beside_board(asked: VerifyOptions) -> None:
    """Raise OptionError for an option that has no meaning for the value of one board."""
    given = [option for option, name in _BESIDE_FAMILIES.items() if getattr(asked, name) is not None]
    if given:
        raise OptionError(f"{given[0]} applies to formulas for a family, and this board is a single one")


def _verify_paper(file: tuple[str, str], marked: list[Passage], asked: VerifyOptions) -> int:
    """Check the formulas of a paper, write the verdicts, and return the exit code of the worst one.

    An error ends the check of one formula only. If the work is interrupted, the verdicts until then are
    written.
    """
    from gfkit.claims.statement.macros import macros_of

    macros = macros_of(file[1])
    rows: list[dict[str, Any]] = [
        {"line": part.line, "mark": " ".join(part.words)}
        | ({"skipped": part.skipped} if part.skipped else {"error": "not finished"})
        for part in marked
    ]
    found: list[tuple[dict[str, Any], Verdict]] = []
    errors: list[GfkitError] = []
    try:
        with asked.work.progress() as progress:
            for part, row in zip(marked, rows, strict=True):
                try:
                    if not part.skipped:
                        verdict = _judge_marked(part, macros, partial(asked.judge, on_progress=progress))
                        del row["error"]
                        row.update((key, verdict.as_json()[key]) for key in _KEYS)
                        found.append((row, verdict))
                except GfkitError as error:
                    row["error"] = str(error)
                    errors.append(error)
    finally:
        missing = [row["line"] for row in rows if "error" in row]
        codes = [_exit_code(verdict, asked.only_proved) for _, verdict in found]
        worst = found[codes.index(max(codes, key=_BADNESS.index))][1] if found else None
        if asked.as_json:
            write_json({**({} if missing or worst is None else worst.as_json()), "formulas": rows})
        else:
            write_table(map(_table_row, rows))
        rest = [] if asked.as_json else found
        short, whole = list[Any](), list[Any]()
        for pair in rest:
            (short if pair[1].verdict == "proved" and not asked.full else whole).append(pair)
        read = [f"line {row['line']} read as: {one.statement}" for row, one in short if one.statement]
        write_lines(["", *read] if read else [])
        for row, verdict in whole:
            write_lines(["", f"line {row['line']}: {row['mark']}"])
            present(verdict, asked.as_json, full=asked.full)
    if errors:
        kind = InputError if any(error.exit_code == InputError.exit_code for error in errors) else LimitError
        raise kind(f"{file[0]}: no verdict for line {', '.join(map(str, missing))}")
    return max(codes, key=_BADNESS.index, default=0)


def _table_row(row: dict[str, Any]) -> tuple[str, str, str, str]:
    """Return the line, the object, the verdict and the reason of a formula of a paper."""
    word = "skipped" if "skipped" in row else "unread"
    reason = row.get("reason") or row.get("error") or row["skipped"]
    return f"line {row['line']}", row["mark"], row.get("verdict", word), reason


def _judge_marked(part: Passage, macros: Mapping[str, Macro], judge: partial[Verdict]) -> Verdict:
    """Return the verdict on a formula of a paper about its object: on its whole sentence, or, if this cannot
    be parsed, on the formula without the words around it that do not change its meaning.
    """
    from gfkit.claims.reading.document import readings_of
    from gfkit.claims.statement.macros import expand

    if part.fault:
        raise InputError(part.fault)
    judge_text, check = _about(part, judge)
    failure = InputError(part.text)
    for text, words in readings_of(expand(part.text, macros)):
        try:
            check(words)
            return judge_text(text)
        except InputError as error:
            failure = error
            if isinstance(error, UndecidedError) and not words:
                break  # fewer words would not decide it
    raise failure


def _about(
    part: Passage, judge: partial[Verdict]
) -> tuple[Callable[[str], Verdict], Callable[[Sequence[str]], None]]:
    """Return the function that checks a text about the object of a formula, and the check of other words."""
    from gfkit.claims.provers.truth import GameTruth
    from gfkit.claims.reading import single_board
    from gfkit.claims.reading.document import EXAMPLE
    from gfkit.claims.reading.subject import FormulaSubject
    from gfkit.core.boards import Family, as_boards
    from gfkit.guessing import read_words
    from gfkit.questions.sizes.several import grows_both_ways

    kind, *words = part.words
    subject = FormulaSubject(None, None, Positions.ALL)
    if kind == "where":
        return (lambda text: judge(f"{text} where {' '.join(words)}")), subject.check_words
    if kind == "terms":
        terms, _, first = " ".join(words).partition(" from ")
        index = re.sub(r"n\s?=\s?", "", first or "0")
        if not index.isdecimal():
            raise InputError(f"cannot parse {' '.join(words)!r}: expected terms, as in 1,1,2,5,14 from n = 0")
        return partial(judge, data=read_words([terms], int(index))), subject.check_words
    asked = judge.keywords
    has_class = len(words) > 1 and words[-1] in tuple(Positions)
    positions = Positions.read(words.pop()) if has_class else asked["positions"]
    try:
        game, board = options.game_and_board(kind, *words)
    except (click.UsageError, ValueError):
        raise InputError(
            f"cannot parse {' '.join(part.words)!r}: expected a structure and a family, such as {EXAMPLE}"
        ) from None
    if not grows_both_ways(board) and not isinstance(as_boards(board), Family):
        about = single_board.BoardSubject(game, board, None, positions, asked["on_progress"])
        return partial(single_board.judge_on_board, about=about), subject.check_words
    judge = partial(judge, game=game, family=board, positions=positions)
    subject = FormulaSubject(game, board, positions)
    if grows_both_ways(board) or subject.optimum or subject.polynomial:
        return judge, subject.check_words
    truth = GameTruth(gfkit.Question.of(game, as_boards(board), positions))
    return judge, partial(subject.check_words, truth=truth)


def _list_formulas(text: str, as_json: bool) -> None:
    """Write the statements of a paper, with the structures and families that they seem to concern."""
    from gfkit.claims.reading.document import statement_line
    from gfkit.claims.reading.paper import stated_formulas

    rows = [(one.line, one.label, one.seems, statement_line(one.text)) for one in stated_formulas(text)]
    if as_json:
        keys = ("line", "label", "seems", "formula")
        write_json({"formulas": [dict(zip(keys, row, strict=True)) for row in rows]})
    elif rows:
        write_table(
            (f"line {line}", f"seems {seems}" if seems else "", f"{label}: {text}" if label else text)
            for line, label, seems, text in rows
        )
    else:
        note("no statement")


_KEYS = ("verdict", "reason", "statement", "formula", "correction", "repair")
"""Keys of the verdict on a formula of a paper in JSON."""
_BADNESS = (0, TRUE_LATER, 1)
"""Exit codes of verdicts, from best to worst."""


def _exit_code(verdict: Verdict, only_proved: bool) -> int:
    if verdict.is_later:
        return TRUE_LATER
    return int(verdict.is_refuted or (only_proved and (verdict.verdict != "proved" or verdict.is_choice)))


def _split_formula(words: tuple[str, ...], ctx: click.Context) -> tuple[str, str]:
    """Return the file of the formula, if any, and the formula, which may start with a minus sign."""
    refuse_options(words, ctx)
    if len(words) > 1:
        raise OptionError(f"expected one formula, got {len(words)} words; put the formula in quotes")
    named = named_file(words)
    if named is not None:
        text = given_text(*named)
        if not text.strip():
            raise InputError(f"{named[0]} {named[1]!r} is empty; expected a formula")
        if re.match(r"%[A-Z] A[0-9]", text):
            way = f"gfkit oeis confirm {named[1]} --for STRUCTURE FAMILY"
            raise InputError(f"{named[0]} {named[1]!r} is an entry of the OEIS; write {way}")
        return " ".join((named[0], repr(named[1]))), text
    if not words:
        raise OptionError("missing argument FORMULA; see gfkit verify --help")
    return "", words[0]


def _start(words: str) -> tuple[Number, ...]:
    from gfkit.guessing import read_words

    return read_words([words]).terms
