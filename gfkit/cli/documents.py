"""gfkit draw and report: figures and pages in files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import gfkit
from gfkit.cli.files import check_file, check_picture_file, output_option
from gfkit.cli.long import options
from gfkit.cli.output import known_sequences, write_json, write_lines
from gfkit.core.errors import GfkitError, OptionError
from gfkit.core.typing import Positions, Weights
from gfkit.runs.files import write_whole
from gfkit.show.drawings import DRAWINGS, DRAWN_AS

if TYPE_CHECKING:
    from gfkit.core.algebra import Count
    from gfkit.core.engine import Derived
    from gfkit.core.rules import Question
    from gfkit.oeis.index import Hit

_MEMORY = 2 << 30
"""Memory limit in bytes without --max-memory: documents are wanted at once, and made beside other work."""


@options.command("draw", short_help="Drawings of boards, rules and configurations.")
@options.game_on("[BOARD|FAMILY]", "THING", required=False, kinds=DRAWN_AS)
@output_option(
    "-o",
    "--output",
    metavar="FILE",
    required=True,
    help="File with extension .svg, .png, .pdf, .tex or .tikz.",
)
@click.option(
    "--as",
    "kind",
    metavar="KIND",
    shell_complete=options.any_of(DRAWINGS),
    help=f"Kind of drawing: {options.alternatives(DRAWINGS)}.",
)
@click.option("--all", "kind", flag_value="list", help="Draw all configurations, same as --as list.")
@click.option("--optimal", "kind", flag_value="optimum", help="Draw optimal ones, same as --as optimum.")
@click.option(
    "--limit", default=20, metavar="N", type=click.IntRange(1, 1000), help="With --all; default 20."
)
@options.positions
@click.option("--seed", type=click.IntRange(0), metavar="S", help="Seed; default: a new one.")
@options.long_options(memory=True, seconds=False, usual_memory=_MEMORY)
@options.as_json
def draw_verb(
    game: str,
    board: str | None,
    output: str,
    kind: str | None,
    positions: Positions,
    seed: int | None,
    limit: int,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Draw THING into a file: SVG, PNG, PDF, or TikZ for LaTeX, according to the file extension.

    THING alone is a board, a family or a structure, whose rule is drawn. With a BOARD the drawing shows
    a random configuration (the seed is printed), all configurations (--all), one of minimum and one of
    maximum weight (--optimal), or a thermograph or tree of options; with a FAMILY the
    transfer matrix, the roots of the denominator, the terms or their ratios. PDF needs
    matplotlib, and PNG needs matplotlib or resvg-py. KIND may also precede THING: board hex:4x6.

    \b
    Example:
      $ gfkit draw domineering 6x6 --seed 3 -o position.svg
      position.svg
      domineering on 6x6: random configuration, seed 3
      $ gfkit draw domineering 3xn --as roots -o roots.pdf
      roots.pdf
      ...
    """
    from gfkit.show.picture import draw as drawing_of

    check_picture_file("--output", output)
    drawing = work.run(drawing_of, game, board, kind, positions=positions.value, seed=seed, limit=limit)
    drawing.save(output)
    if as_json:
        write_json(
            {
                "title": drawing.title,
                "file": output,
                "width": drawing.width,
                "height": drawing.height,
                "vertices": list(drawing.vertices) or None,
            }
        )
    else:
        write_lines([output, drawing.title])


_ASKED = 12
"""Number of terms used in a search of the local OEIS index."""


@options.command("report", short_help="Page about a structure on a family or board.")
@options.game_on("FAMILY")
@options.positions
@options.weights()
@output_option("-o", "--output", metavar="FILE", required=True, help="Page to write, such as report.html.")
@click.option("--pdf", is_flag=True, help="Also print the page to FILE.pdf with Chromium.")
@click.option("--tex", is_flag=True, help="Also write a LaTeX document FILE.tex.")
@click.option(
    "--terms",
    default=20,
    metavar="N",
    type=click.IntRange(1, 10_000),
    help="Number of initial terms; default 20.",
)
@click.option("--certify", is_flag=True, help="Prove the result on wide strips too.")
@options.long_options(memory=True, stores=True, usual_memory=_MEMORY)
@options.as_json
def report_verb(
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
    """Write a page about STRUCTURE on FAMILY, or on a single board.

    The page is one self-contained HTML file: the rule with a drawing, the configurations of small
    boards, generating function, recurrence and closed form, terms, asymptotics, the transfer matrix,
    the proof with its certificate, a draft entry for the OEIS, commands that repeat the computation,
    and a citation. FAMILY is as for 'gfkit derive'; a board as for 'gfkit count' gives a page about its
    count.

    \b
    Example:
      $ gfkit report domineering 3xn -o report.html
      report.html
    """
    from gfkit.show.report import find_browser, print_page, report as report_of

    printed = _page_path(output, pdf, tex).with_suffix(".pdf")
    browser = find_browser() if pdf else ""
    if options.specifies_class(game):
        if tex:
            raise OptionError("--tex: reports on classes that equations specify are pages in HTML")
        _report_class(game, board, output, printed if pdf else None, terms, work, as_json)
        return
    result = _compute_result(gfkit.Question.of(game, board, positions, weights), certify, work)
    made = report_of(
        result,
        terms=terms,
        entry=_build_entry(result),
        known_as=tuple([f"{hit.number} {hit.name}".rstrip() for hit in _search_index(result)]),
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


def _report_class(
    game: str,
    board: str,
    output: str,
    printed: Path | None,
    terms: int,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Write a page about a class that equations specify."""
    from gfkit.show.report import class_report, find_browser, print_page

    law: Any = work.run(gfkit.derive, game, board)
    if law.weights:
        raise OptionError(f"{game}: a report needs numbers; give them for the marks in the equations")
    made = class_report(law, terms=terms)
    made.save(output)
    if printed is not None:
        print_page(made.html, printed, find_browser())
    files = [output, *([] if printed is None else [str(printed)])]
    if as_json:
        write_json({"title": made.title, "files": files, "evidence": law.evidence.as_json()})
    else:
        write_lines(files)


def _page_path(output: str, pdf: bool, tex: bool) -> Path:
    """Return the path of the page. Raise an error if it cannot be written."""
    path = Path(output)
    check_file("--output", output, ".html", ".htm")
    for ending, is_asked in ((".pdf", pdf), (".tex", tex)):
        if is_asked:
            check_file(f"--{ending[1:]}", str(path.with_suffix(ending)))
    return path


def _compute_result(question: Question, certify: bool, work: options.LongCall) -> Derived | Count:
    limits: dict[str, Any] = {"max_memory": work.max_memory, "store": work.store}
    if certify and not question.is_family:
        text = question.boards.text
        raise OptionError(f"--certify requires a family, such as 3xn; the count on board {text!r} is exact")
    with work.progress() as progress:
        if not question.is_family:
            return gfkit.count(question, on_progress=progress, **limits)
        return gfkit.derive(
            question,
            certify=certify,
            on_progress=progress,
            **limits,
        )


def _build_entry(found: Derived | gfkit.Count) -> str:
    """Return the OEIS entry for the counts, or "" if there is none."""
    from gfkit.oeis.export import export_family

    if isinstance(found, gfkit.Count):
        return ""
    try:
        made = export_family(found.question.with_weights(Weights.NONE), derived=found)
    except GfkitError:
        return ""
    return str(made.entry)


def _search_index(found: Derived | gfkit.Count) -> list[Hit]:
    """Search the counts in the local index of the OEIS."""
    if isinstance(found, gfkit.Count) or found.weights:
        return []
    return known_sequences(found.terms(_ASKED), found.terms)
