"""gfkit report: a page about a game on a family of boards, or on one board, to be given away."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gfkit.cli.files import check_file, output_option
from gfkit.cli.long import options
from gfkit.cli.output import known_sequences, write_json, write_lines
from gfkit.errors import GfkitError, OptionError
from gfkit.runs.files import write_whole
from gfkit.typing import Positions, Weights

if TYPE_CHECKING:
    from gfkit.algebra import Count
    from gfkit.engine import Derived
    from gfkit.oeis.index import Hit
    from gfkit.rules import Question

_ASKED = 12
"""Terms that the local index of the OEIS is asked for."""


@click.command(short_help="A page about GAME on FAMILY, or on one board.")
@options.game_on("FAMILY")
@options.positions
@options.weights()
@output_option("-o", "--output", metavar="FILE", required=True, help="The page to write, as report.html.")
@click.option("--pdf", is_flag=True, help="Print the page to FILE.pdf too, by a Chromium on the PATH.")
@click.option("--tex", is_flag=True, help="Write FILE.tex too, a document in LaTeX.")
@click.option("--terms", default=20, metavar="N", type=click.IntRange(1, 10_000), help="First terms to list.")
@click.option("--certify", is_flag=True, help="Do whatever a proof needs; small strips are always proved.")
@options.long_options(keeps=True)
@options.as_json
def report(
    game: str,
    board: str,
    positions: Positions,
    weights: Weights,
    output: str,
    pdf: bool,
    tex: bool,
    terms: int,
    certify: bool,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Write a page about GAME on FAMILY, or on a single board.

    One file in HTML that needs nothing else: the rule drawn and told, the first boards with their
    positions, generating function, recurrence and closed form, terms, growth, the machine, the proof with
    its certificate, lines for the OEIS, how to repeat it and how to cite it. FAMILY is as for 'gfkit
    derive'; a board, as for 'gfkit count', gives a page about its count.

    \b
    Example:
      $ gfkit report domineering 3xn -o report.html
      report.html
    """
    from gfkit.rules import Question
    from gfkit.show.report import find_browser, print_page
    from gfkit.show.report import report as report_of

    printed = _page_path(output, pdf, tex).with_suffix(".pdf")
    browser = find_browser() if pdf else ""
    result = _result(Question.of(game, board, positions, weights), certify, work)
    made = report_of(
        result,
        terms=terms,
        entry=_entry(result),
        known_as=tuple(map(_hit_text, _hits(result))),
    )
    made.save(output)
    files = [output]
    if pdf:
        print_page(made.html, printed, browser)
        files.append(str(printed))
    if tex:
        file = Path(output).with_suffix(".tex")
        write_whole(file, made.tex())
        files.append(str(file))
    if as_json:
        write_json({"title": made.title, "files": files, "evidence": result.evidence.as_json()})
    else:
        write_lines(files)


def _page_path(output: str, pdf: bool, tex: bool) -> Path:
    """The file to write, refused before any work where that is bound to fail."""
    path = Path(output)
    check_file("--output", output, ".html", ".htm")
    for ending, is_asked in ((".pdf", pdf), (".tex", tex)):
        if is_asked:
            check_file(f"--{ending[1:]}", str(path.with_suffix(ending)))
    return path


def _result(question: Question, certify: bool, work: options.LongCall) -> Derived | Count:
    """The result that the page is about."""
    from gfkit.engine.count import count
    from gfkit.engine.derive import derive

    limits: dict[str, Any] = {"max_memory": work.max_memory, "store": work.store}
    if certify and not question.is_family:
        text = question.boards.text
        raise OptionError(f"--certify goes with a family, as 3xn; board {text!r} is counted exactly")
    with work.progress() as progress:
        if not question.is_family:
            return count(question, on_progress=progress, **limits)
        return derive(
            question,
            certify=certify,
            on_progress=progress,
            **limits,
        )


def _entry(found: Derived | Count) -> str:
    """The lines of an entry of the OEIS for the numbers; nothing where an entry cannot be made."""
    from gfkit.algebra import Count
    from gfkit.oeis.export import export_family

    if isinstance(found, Count):
        return ""
    try:
        made = export_family(found.question.with_weights(Weights.NONE), derived=found)
    except GfkitError:
        return ""
    return str(made.entry)


def _hits(found: Derived | Count) -> list[Hit]:
    """What a local index knows of the numbers."""
    from gfkit.algebra import Count

    if isinstance(found, Count) or found.weights:
        return []
    return known_sequences(found.terms(_ASKED), found.terms)


def _hit_text(hit: Hit) -> str:
    return f"{hit.number} {hit.name}".rstrip()
