"""gfkit derive: from a rule and a family of boards to its generating function, with proof."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from gfkit.cli.files import check_file, output_option
from gfkit.cli.long import options
from gfkit.cli.long.options import any_of
from gfkit.cli.output import (
    Brief,
    known_as,
    known_json,
    known_sequences,
    note_idle,
    note_weights,
    noting_size,
    present,
)
from gfkit.errors import LimitError, OptionError
from gfkit.runs.memory import default_memory, size_text
from gfkit.typing import EventsLike, Positions, UpTo, Weights

if TYPE_CHECKING:
    from gfkit.engine import Derived
    from gfkit.questions import SizeLaw
    from gfkit.rules import Question

_TERMS, _BY_TERMS, _DIGITS, _BRIEF_DIGITS = 10, 16, 30, 10
"""Number of listed terms, without and with --by, and digits of the growth constant in full and in brief
output.
"""
_MOST_ORDER = 8
"""Maximum order for which the closed form is printed in brief output."""
_MOST_ROWS = 40
"""Maximum number of rows of brief output with moments."""
_ASKED = 12
"""Number of terms used in a search of the local OEIS index."""
_MANY_STATES = 100_000
"""Number of states above which a note warns that the derivation takes hours."""
_FEW_TERMS = 1000
"""Number of terms that are printed regardless of their length."""


@click.command(short_help="Generating function of a structure on a family.")
@options.game_on("FAMILY")
@options.positions
@options.rare(options.given)
@options.weights()
@options.weight_part
@options.up_to
@options.plays_option
@click.option(
    "--terms",
    metavar="N",
    type=click.IntRange(0, 100_000),
    help="Initial terms; default at most 10.",
)
@options.rare(
    click.option(
        "--method",
        default="auto",
        metavar="METHOD",
        shell_complete=any_of(("auto", "determinant", "modular", "reference")),
        help="auto, determinant, modular or reference.",
    )
)
@click.option(
    "--mod",
    "modulus",
    metavar="M",
    type=options.ValueRange(1),
    help="Also print the residues modulo M.",
)
@click.option("--moments", is_flag=True, help="Also moments of the numbers of pieces.")
@click.option("--values", metavar="RANGE", help="Cell values, such as 0..n or -n..n, on one board.")
@click.option(
    "--pieces", metavar="K", type=click.IntRange(0, 30), help="Exactly K pieces, on nxn, 3xn or mxn."
)
@click.option("--by", metavar="WORD", help="Count by outcome or nimber (impartial games).")
@options.rare(
    click.option("--impartial", is_flag=True, help="With --by: give both players the moves of either player.")
)
@options.rare(
    click.option("--misere", is_flag=True, help="With --by outcome, on heaps: the last player loses.")
)
@click.option("--certify", is_flag=True, help="Prove the result on wide strips too.")
@output_option(
    "--save",
    "save_to",
    metavar="FILE",
    help="Write a certificate, or a Coq theorem to FILE.v.",
)
@click.option("--full", is_flag=True, help="Print everything; 30 digits of the growth constant.")
@options.language
@options.long_options(memory=True, workers=True, cluster=True, keeps=True)
@options.as_json
def derive(
    game: str,
    board: str,
    positions: Positions,
    given: EventsLike | None,
    weights: Weights,
    at: str | None,
    coefficient: str | None,
    up_to: UpTo | None,
    plays: str | None,
    terms: int | None,
    method: str,
    modulus: int | None,
    moments: bool,
    values: str | None,
    pieces: int | None,
    by: str | None,
    impartial: bool,
    misere: bool,
    certify: bool,
    save_to: str | None,
    full: bool,
    language: str | None,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Derive the generating function of STRUCTURE on FAMILY, a board with n in it.

    STRUCTURE is a name from 'gfkit games' or a rule file. FAMILY is 3xn, path:n, cycle:n, cylinder:4xn,
    torus:4xn, complete:n, 'repeat(.#./...):n', slices:FILE, or a box 2x2xn. With --values 0..n the board is
    fixed, with --pieces 6 the squares grow; the result is then a (quasi-)polynomial. --by outcome counts the
    positions that the second player wins.

    \b
    Example: the positions of Domineering on n x 2 in which Right has no move.
      $ gfkit derive domineering nx2 --positions right-ends --terms 6
      domineering on nx2, right-ends
      ...
      recurrence   a(n) = 2*a(n-1) + 2*a(n-2) - a(n-3) for n >= 3
      terms        from n = 0: 1, 1, 4, 9, 25, 64
      ...
    """
    check_file("--save", save_to, ".json", ".v")
    whole_terms, terms = terms is not None, _TERMS if terms is None else terms
    asked: dict[str, Any] = {"method": method, "certify": certify}
    if save_to is not None and (at, coefficient) != (None, None):
        raise OptionError(
            "--save: a certificate contains the formula with variables; omit --at and --coefficient"
        )
    chosen = {"--values": values, "--pieces": pieces, "--by": by, "--plays": plays}
    leading = next((option for option, value in chosen.items() if value is not None), None)
    if (impartial or misere) and by is None:
        raise OptionError(f"{'--impartial' if impartial else '--misere'} requires --by")
    if leading is not None:
        others = {
            "--positions": positions is not Positions.ALL,
            "--given": given,
            "--weights": weights is not Weights.NONE,
            "--at": at,
            "--coefficient": coefficient,
            "--method": method != "auto",
            "--up-to": up_to,
            "--certify": certify,
            "--save": plays and save_to,
        }
        for option, value in {**chosen, **others}.items():
            if value not in (None, False) and option != leading:
                raise OptionError(f"{option} cannot be combined with {leading}")
    if by is not None:
        from gfkit.play.winners import positions_by

        winners = work.run(positions_by, game, board, by, impartial=impartial, misere=misere)
        proof = None if save_to is None else winners.certificate()
        terms = terms if whole_terms else _BY_TERMS
        terms = _terms_to(winners.first_n, terms)
        found = winners if language is None else winners.rational
        present(found, as_json, language=language, full=full, json=(terms,), terms=terms)
        if proof is not None and save_to is not None:
            from gfkit.play.certificate import save_play

            save_play(proof, save_to)
        return
    others_given = (values, pieces, up_to, plays, by, language, coefficient) != (None,) * 7
    for option, is_given in (("--mod", modulus is not None), ("--moments", moments)):
        if is_given and (others_given or (moments and at is not None)):
            raise OptionError(
                f"{option} cannot be combined with options that count other objects, or with --format"
            )
    if moments and weights is Weights.NONE:
        weights = Weights.PLAYERS
    if values is not None or pieces is not None:
        from gfkit.questions import derive_in_values, derive_on_rectangles, derive_on_squares

        with work.progress() as progress:
            if values is not None:
                size_law = derive_in_values(game, board, values, on_progress=progress)
            else:
                assert pieces is not None, "one of --values and --pieces is given"
                if "m" in board.split(":")[-1]:
                    rectangles = derive_on_rectangles(game, board, pieces, on_progress=progress)
                    present(rectangles, as_json, language=language, full=full)
                    _save(rectangles, save_to)
                    return
                size_law = derive_on_squares(game, board, pieces, on_progress=progress)
        terms = _terms_to(size_law.first_n, terms)
        _show_law_in_size(size_law, (terms, full, language, as_json), whole_terms)
        _save(size_law, save_to)
        return
    if plays is not None:
        from gfkit.questions.plays import plays as derive_plays
        from gfkit.rules import Question

        question = Question.of(game, board)
        law: Derived = work.run(derive_plays, question.on(question.family), of=plays)  # type: ignore[assignment]
        terms = _terms_to(law.first_n, terms)
        brief = Brief(None, whole_terms or _last_n() is not None)
        present(law, as_json, language=language, full=full, json=(terms,), brief=brief, terms=terms)
        return
    from gfkit.rules import Question

    asked_for = Question.of(game, board, positions, weights, weighed=True, given=given)
    question, part = asked_for.with_part(at, coefficient)
    if up_to is not None:
        if given is not None:
            raise OptionError("--given cannot be combined with --up-to")
        if part is not None:
            raise OptionError("--at and --coefficient cannot be combined with --up-to")
        if save_to is not None:
            raise OptionError(f"--save: {up_to.certificate_refusal}; omit --save or --up-to")
        if method != "auto":
            raise OptionError(
                f"--up-to {up_to.value} cannot be combined with --method: each summand of"
                " Burnside's lemma uses its own method"
            )
        _derive_orbits(question, up_to, work, (terms, full, language, as_json), whole_terms)
        return
    from gfkit.engine.derive import derive as derive_family
    from gfkit.rules.kinds import check_weighted

    if save_to is not None:
        from gfkit.proofs import check_savable

        check_savable(question)
    if part is not None and part.powers:
        check_weighted(question.game, question.rule, question.boards, question.positions)

    with work.executor() as executor, work.progress() as progress:
        law = derive_family(
            question,
            executor=executor,
            store=work.store,
            max_memory=work.max_memory,
            on_progress=noting_size(progress, "finding states", _MANY_STATES, "states at one cell"),
            **asked,
        )
    if part is not None:
        counted = law.ordinary(str(part))
        note_weights(law.weights, [counted.numerator, counted.denominator])
        law = law.with_part(part)
    terms, whole_terms = _terms_to(law.first_n, terms), whole_terms or _last_n() is not None
    residues = None if modulus is None else law.residues(modulus)
    digits = _DIGITS if full else _BRIEF_DIGITS
    means = law.moments(_DIGITS if as_json else digits) if moments else None
    if law.rational is None:
        present(
            law,
            as_json,
            language=language,
            full=full,
            json=(terms,),
            beside=residues.as_json() if residues else {},
            brief=Brief(None, whole_terms),
            terms=terms,
            residues=residues,
        )
        _save(law, save_to)
        return
    _check_terms(law, terms, work.max_memory)
    asks = language is None and not law.weights
    hits = known_sequences(law.terms(_ASKED), law.terms) if asks else []
    detail: dict[str, Any] = {
        "terms": terms,
        "digits": digits,
        "quick": False,
        "known_as": known_as(hits),
        "most": _MOST_ORDER if not full else law.order if law.is_analysed else 0,
        "beside": {
            **known_json(hits),
            **(residues.as_json() if residues else {}),
            **(means.as_json(terms) if means else {}),
        },
        "brief": Brief(law.order, whole_terms, **({"rows": _MOST_ROWS} if means else {})),
        "residues": residues,
        "moments": means,
    }
    present(law, as_json, language=language, full=full, json=(terms,), **detail)
    note_idle(law.question)
    note_weights(law.weights, [law.rational.numerator, law.rational.denominator])
    _save(law, save_to)


def _last_n() -> int | None:
    last: int | None = click.get_current_context().meta.get(options.LAST_N)
    return last


def _terms_to(first_n: int, terms: int) -> int:
    """Return the number of terms up to the last n of --to, or the given number if --to is not used."""
    last = _last_n()
    if last is not None and last < first_n:
        raise OptionError(f"--to {last}: the last n must be at least the first n, which is {first_n}")
    return terms if last is None else last - first_n + 1


def _save(law: Any, save_to: str | None) -> None:
    """Write a certificate. This is done after the result is printed, so that an unwritable file does not lose
    the result.
    """
    if save_to is not None:
        from gfkit.proofs import save_derived

        save_derived(law, save_to)


def _show_law_in_size(law: SizeLaw, shown: tuple[int, bool, str | None, bool], whole_terms: bool) -> None:
    """Write a formula in the number of values, or in the side of a square."""
    terms, full, language, as_json = shown
    hits = known_sequences(law.terms(_ASKED), law.terms) if language is None else []
    detail: dict[str, Any] = {"terms": terms, "known_as": known_as(hits)}
    brief = Brief(law.rational.order, whole_terms)
    present(
        law,
        as_json,
        language=language,
        full=full,
        json=(terms,),
        beside=known_json(hits),
        brief=brief,
        **detail,
    )


def _derive_orbits(
    question: Question,
    up_to: UpTo,
    work: options.LongCall,
    shown: tuple[int, bool, str | None, bool],
    whole_terms: bool,
) -> None:
    """Derive and write the number of orbits."""
    from gfkit.questions.orbit_laws import OrbitsOfFamily
    from gfkit.questions.orbits import orbits

    question.family  # noqa: B018  - refuses a single board
    law = work.run(orbits, question, up_to=up_to)
    assert isinstance(law, OrbitsOfFamily), "a family has a generating function"
    terms, full, language, as_json = shown
    terms = _terms_to(law.first_n, terms)
    if terms > _FEW_TERMS:
        raise OptionError(f"--terms {terms}: the maximum with --up-to is {_FEW_TERMS}")
    if language is not None:
        law.generating_function  # noqa: B018  - refuses rings
    known = (
        ""
        if as_json or language is not None or law.question.weights.variables
        else known_as(known_sequences(law.terms(_ASKED), law.terms))
    )
    brief = Brief(None if law.ring else law.generating_function.order, whole_terms)
    present(
        law, as_json, language=language, full=full, json=(terms,), brief=brief, terms=terms, known_as=known
    )


def _check_terms(found: Derived, terms: int, max_memory: int | None) -> None:
    """Raise LimitError if the terms would not fit into memory, estimated from the last term."""
    if terms <= _FEW_TERMS or found.weights:
        return
    last = found[found.first_n + terms - 1]
    bits = last.numerator.bit_length() + last.denominator.bit_length()
    needed, limit = (
        terms * bits // 2,
        max_memory or default_memory(),
    )  # one byte is reserved for each bit
    if needed > limit:
        raise LimitError(
            f"--terms {terms}: the last term has {bits:,} bits, and all terms together would take"
            f" {size_text(needed)} of memory; the limit is {size_text(limit)} (raise it with --max-memory)"
        )
