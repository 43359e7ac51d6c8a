"""gfkit nim: Grundy values of impartial games with their period."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

import gfkit
from gfkit.cli.files import check_file, output_option
from gfkit.cli.long import options
from gfkit.cli.output import present, show_when_stopped
from gfkit.core.errors import OptionError

if TYPE_CHECKING:
    from gfkit.play.impartial import NimValues


@options.command("nim", short_help="Grundy values with their period.")
@options.game_on("[FAMILY|BOARD]", "GAME", required=False, heaps=True)
@click.option("--to", default=None, metavar="N", type=click.IntRange(0), help="Last n; default 30.")
@click.option("--impartial", is_flag=True, help="Give both players the moves of either player.")
@click.option("--misere", is_flag=True, help="Misere play: quotient of a heap game, or genus.")
@output_option("--save", "save_to", metavar="FILE", help="Write a certificate for 'gfkit certify'.")
@options.rare(
    output_option("--coq", metavar="FILE.v", help="Write the period of a heap game as a Coq theorem.")
)
@options.long_options(memory=True, partial=True)
@options.as_json
def nim_verb(
    game: str,
    board: str | None,
    to: int | None,
    impartial: bool,
    misere: bool,
    save_to: str | None,
    coq: str | None,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Compute Grundy values of GAME on FAMILY for n up to N, or on one BOARD.

    GAME is an impartial game from 'gfkit games', the path of a rule file with [both], or a heap game,
    which needs no board: octal:0.07, hex:0.8, subtraction:1,3,4, grundy. FAMILY is a board with n in
    it, such as 1xn, 2xn or cycle:n; the board of a heap game is the size of one heap, or the sizes of
    several. Sizes alone, such as 3 5 7, are heaps of Nim.

    The second player wins if and only if the value is 0. A period is proved if the values reach the
    bound of the octal periodicity theorem, or of its analogue for strips; otherwise it is only
    observed.

    With --misere the last player to move loses. The result is then the misere quotient of a heap game,
    a finite monoid that determines the outcome of all sums of heaps, with the proof of a period; for
    one heap or BOARD it is the genus, the misere Grundy values of its sums with heaps *2.

    --save writes a certificate for 'gfkit certify': of the values of boards, of the period of heaps or
    strips, or of a misere quotient. --coq writes the period of a heap game as a theorem for the proof
    assistant Coq; 'gfkit certify --coq-library' writes the library that it needs.

    \b
    Example: covering 1 x n with dominoes.
      $ gfkit nim cram 1xn --to 10
      cram on 1xn
      Grundy values            from n = 0: 0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, ...
      period                   34; exceptions at n = 0, 1, 15, 17, 18, 32, 35, 52
      P-positions              n = 0, 1, 5, 9
      ...
    """
    from gfkit.play.impartial.nim import nim as nim_values

    if coq is not None:
        _require_coq_theorem(game, board, misere)
        check_file("--coq", coq, ".v")
    if misere:
        _print_misere(game, board, to, impartial, save_to, work, as_json)
        return
    check_file("--save", save_to, ".json")
    show = partial(present, as_json=as_json, full=True)
    with show_when_stopped(show):
        table = work.run(nim_values, game, board, to=to, impartial=impartial)
    show(table)
    if save_to is not None:
        _save(table, game, board, impartial, save_to)
    if coq is not None:
        from gfkit.runs.files import write_whole

        write_whole(coq, _write_theorem(table))


def _require_coq_theorem(game: str, board: str | None, misere: bool) -> None:
    """Raise an error if --coq cannot be used, before the work starts."""
    from gfkit.play.impartial.octal import names_heaps

    if not names_heaps(game) or board is not None or misere:
        raise OptionError(
            "--coq requires a heap game in normal play without a board, such as nim octal:0.77 --coq FILE.v"
        )


def _write_theorem(nimbers: NimValues) -> str:
    """Return the theorem for Coq about the period of a heap game."""
    from gfkit.play.impartial.octal import GRUNDY, OctalCode
    from gfkit.proofs.kernel import octal_theorem

    game, law = nimbers.game, nimbers.proved_law
    digits = None if game == GRUNDY else OctalCode.read(game).digits
    start = None if law is None else max(law.preperiod, 1)
    return octal_theorem(game, digits, start, nimbers.period)


def _print_misere(
    game: str,
    board: str | None,
    to: int | None,
    impartial: bool,
    save_to: str | None,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Compute and write the quotient of a heap game, or the genus of one heap or board."""
    if game.lower() == "nim":
        raise OptionError(
            "--misere: write Nim with heaps of at most 3 as subtraction:1,2,3, as in gfkit nim"
            " subtraction:1,2,3 --misere"
        )
    if board is not None and save_to is not None:
        raise OptionError("--save: a genus has no certificate; only a misere quotient has one")
    check_file("--save", save_to, ".json")
    if board is None:
        with work.progress() as progress:
            quotient = gfkit.misere_quotient(game, to=to, on_progress=progress)
        present(quotient, as_json, full=True)
        if save_to is not None:
            from gfkit.play.certificate import save_play
            from gfkit.play.heap_certificate import quotient_certificate

            save_play(quotient_certificate(quotient), save_to)
        return
    if to is not None:
        raise OptionError(f"--to {to}: a genus requires one board, such as 1x7, without --to")
    present(gfkit.genus(game, board, impartial=impartial), as_json, full=True)


def _save(found: NimValues, game: str, board: str | None, impartial: bool, path: str) -> None:
    from gfkit.play.certificate import heap_certificate, nim_certificate, save_play
    from gfkit.play.heap_certificate import has_period, ladder_claim, period_certificate
    from gfkit.play.impartial.nim import LADDER, NIM
    from gfkit.play.impartial.octal import names_heaps

    is_far = found.first_n is None and "periodicity" in found.evidence.method
    if found.heaps or is_far or found.game == NIM:
        raise OptionError(
            "--save: sums of heaps, heaps beyond the proof of a period, and Nim have no certificate"
        )
    if names_heaps(game):
        save_play(heap_certificate(found), path)
        return
    question = gfkit.Question.of(game, board)
    if found.evidence.method == LADDER:
        listed = {"first_n": found.first_n, "values": list(found.values)}
        save_play(ladder_claim(question, "ladder-nimbers") | listed, path)
        return
    saved = period_certificate if has_period(found) else nim_certificate
    save_play(saved(question, found, impartial=impartial), path)
