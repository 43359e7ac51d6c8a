"""gfkit guess: from the first terms of a sequence to the simplest law that they obey."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gfkit.cli.known import known_rows, known_sequences
from gfkit.cli.output import shortened, write_aside, write_json, write_labelled, write_lines
from gfkit.cli.progress import ProgressLine
from gfkit.errors import InputError, OptionError

if TYPE_CHECKING:
    from gfkit.guess import Data, Finding, Guess


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("words", metavar="TERMS...", nargs=-1, type=click.UNPROCESSED)
@click.option("--file", "file", metavar="FILE", help="Read the terms from a file; - is standard input.")
@click.option("--offset", metavar="K", type=int, help="The index of the first term; 0 unless a b-file says.")
@click.option("--kinds", metavar="LIST", help="Try only these kinds, separated by commas.")
@click.option(
    "--hold-back",
    default=5,
    metavar="N",
    type=click.IntRange(1, 1_000_000),
    help="Terms to spare that must agree with a law.",
)
@click.option("--limit", metavar="SECONDS", type=click.FloatRange(0), help="Stop searching after that time.")
@click.option(
    "--next", "more", default=3, metavar="N", type=click.IntRange(0, 100_000), help="Further terms to list."
)
@click.option("--full", is_flag=True, help="Print long formulas whole.")
@click.option("--quiet", is_flag=True, help="No progress line.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
@click.pass_context
def guess(
    ctx: click.Context,
    words: tuple[str, ...],
    file: str | None,
    offset: int | None,
    kinds: str | None,
    hold_back: int,
    limit: float | None,
    more: int,
    full: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Guess the law of the sequence that starts with TERMS.

    TERMS are integers or fractions such as -1/2, as words or separated by commas. A file holds the same,
    or lines 'n a(n)' of a b-file, or lines of an OEIS entry.

    Kinds, in the order in which they are tried: polynomial, periodic, quasi-polynomial, c-finite (linear
    recurrence with constant coefficients), hypergeometric, algebraic, d-finite (coefficients that are
    polynomials in n); then the same for differences, quotients, a(n)/n! and both halves of the sequence.
    A guess is no proof: what is said is how many terms agreed beyond those that were needed to find it.

    \b
    Example:
      $ gfkit guess 1 1 2 4 9 21 51 127 323 835 2188 5798 15511
      law         1 - f + t*f + t^2*f^2 = 0 for f = sum a(n) t^n
      ...
    """
    unknown = next((word for word in words if word.startswith("--")), None)
    if unknown is not None:
        raise click.NoSuchOption(unknown, ctx=ctx)
    data = _data(words, file, offset)
    from gfkit.guess import Outcome
    from gfkit.guess import guess as guess_law

    with ProgressLine(quiet=quiet) as progress:
        found = guess_law(data, kinds=kinds, hold_back=hold_back, limit=limit, on_progress=progress)
    if as_json:
        write_json(found.as_json())
    else:
        _write(found, len(data), more, full)
        write_labelled(known_rows(known_sequences(data.terms)))
    if not found.found:
        ctx.exit(3 if found.outcome is Outcome.LIMIT else 1)


def _data(words: tuple[str, ...], file: str | None, offset: int | None) -> Data:
    from gfkit.guess import read_text, read_words

    if words == ("-",) and file is None:
        words, file = (), "-"
    if file is None:
        return read_words(words, offset or 0)
    if words:
        raise OptionError(f"--file {file} and the term {words[0]}: give one or the other")
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text in UTF-8"
        raise InputError(f"--file {file!r} cannot be read: {reason}") from None
    return read_text(text, offset)


def _write(found: Guess, count: int, more: int, full: bool) -> None:
    if not found.found:
        write_lines([found.reason])
    for k, finding in enumerate(found.found):
        if k:
            write_lines([""])
        write_labelled([(label, shortened(text, full)) for label, text in _rows(finding, count, more)])
        checked = dict(finding.evidence.details)["terms_checked"]
        write_aside(f"guessed from {count} terms: {count - checked} fitted it, {checked} more agreed")
        if finding.weak:
            write_aside(
                "poor evidence: few terms agreed beyond those that were fitted; more terms would tell"
            )


def _rows(finding: Finding, count: int, more: int) -> list[tuple[str, str]]:
    from gfkit.sequences.number import number_text

    rows = [("law", finding.text), *([] if finding.transform else _forms(finding))]
    rows.append(("kind", finding.description))
    if more:
        listed = ", ".join(map(number_text, finding.terms(count + more)[count:]))
        rows.append(("next terms", f"from n = {finding.first_n + count}: {listed}"))
    return rows


def _forms(finding: Finding) -> list[tuple[str, str]]:
    """The other ways of writing the law."""
    forms = [
        ("closed form", finding.closed_form),
        ("step", finding.step),
        ("generating function", finding.generating_function),
        ("recurrence", finding.recurrence),
    ]
    return [(label, str(form)) for label, form in forms if form is not None and str(form) not in finding.text]
