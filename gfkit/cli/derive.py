"""gfkit derive: from a rule and a family of boards to its generating function, with proof."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

import gfkit
from gfkit.cli.files import check_file, output_option
from gfkit.cli.long import options
from gfkit.cli.long.options import any_of
from gfkit.cli.output import (
    Brief,
    known_as,
    known_json,
    known_sequences,
    note,
    note_idle,
    note_weights,
    noting_size,
    present,
)
from gfkit.core.deferred import dataclass
from gfkit.core.errors import InputError, LimitError, OptionError
from gfkit.core.memory import default_memory, size_text
from gfkit.core.typing import EventsLike, Positions, UpTo, Weights

if TYPE_CHECKING:
    from gfkit.core.algebra.weight_part import WeightPart
    from gfkit.core.engine import Derived

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


@dataclass(frozen=True)
class DeriveOptions:
    """Options of the command as typed."""

    game: str
    board: str
    positions: Positions
    given: EventsLike | None
    weights: Weights
    at: str | None
    coefficient: str | None
    up_to: UpTo | None
    plays: str | None
    terms: int | None
    method: Any
    modulus: int | None
    prime: int | None
    moments: bool
    values: str | None
    pieces: int | None
    sizes: str | None
    by: str | None
    impartial: bool
    misere: bool
    avoiding: tuple[str, ...]
    certify: bool
    save_to: str | None
    full: bool
    language: str | None
    work: options.LongCall
    as_json: bool

    @property
    def all_terms(self) -> bool:
        """True if the terms were asked for, so that none of them are omitted."""
        return self.terms is not None or _last_n() is not None

    def terms_from(self, first_n: int, usual: int = _TERMS) -> int:
        """Return the number of terms to print: --terms, or up to the last n of --to."""
        return _terms_to(first_n, usual if self.terms is None else self.terms)

    def present(self, found: Any, **detail: Any) -> None:
        """Write a result in the requested form."""
        present(found, self.as_json, language=self.language, full=self.full, **detail)

    def save(self, law: Any, **more: Any) -> None:
        """Write a certificate. This is done after the result is printed, so that an unwritable file does not
        lose the result.
        """
        if self.save_to is not None:
            from gfkit.proofs import save_derived

            save_derived(law, self.save_to, **more)


@options.command("derive", short_help="Generating function of a structure on a family.")
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
@options.rare(
    click.option(
        "--valuation",
        "prime",
        metavar="P",
        type=options.ValueRange(2),
        help="Also the exponent of the prime P in a(n).",
    )
)
@click.option("--moments", is_flag=True, help="Also moments of the numbers of pieces.")
@click.option("--values", metavar="RANGE", help="Cell values, such as 0..n or -n..n, on one board.")
@click.option(
    "--pieces", metavar="K", type=click.IntRange(0, 30), help="Exactly K pieces, on nxn, 3xn or mxn."
)
@options.rare(click.option("--sizes", metavar="A..B", help="On mxn: orders for m = A, ..., B."))
@click.option("--by", metavar="outcome|nimber", help="Count by outcome or nimber (impartial games).")
@options.rare(
    click.option("--impartial", is_flag=True, help="With --by: give both players the moves of either player.")
)
@options.rare(
    click.option("--misere", is_flag=True, help="With --by outcome, on heaps: the last player loses.")
)
@options.rare(
    click.option(
        "--avoiding",
        metavar="STEPS",
        multiple=True,
        help="On dyck-paths and others: paths without these consecutive steps, such as UDU.",
    )
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
@options.long_options(memory=True, workers=True, cluster=True, stores=True)
@options.as_json
def derive_verb(**typed: Any) -> None:
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
    asked = DeriveOptions(**typed)
    _check_options(asked)
    if options.specifies_class(asked.game):
        _derive_specification(asked)
    elif asked.avoiding:
        raise OptionError(f"--avoiding {asked.avoiding[0]} is for paths such as dyck-paths")
    elif asked.by is not None:
        _derive_by(asked, asked.by)
    elif asked.sizes is not None:
        _derive_widths(asked, asked.sizes)
    elif asked.values is not None or asked.pieces is not None:
        _derive_sizes(asked)
    elif asked.plays is not None:
        _derive_plays(asked)
    elif asked.up_to is not None:
        _derive_orbits(asked, asked.up_to)
    else:
        _derive_family(asked)


def _check_options(asked: DeriveOptions) -> None:
    """Raise OptionError if options contradict each other."""
    check_file("--save", asked.save_to, ".json", ".v", ".lean")
    is_substituted = (asked.at, asked.coefficient) != (None, None)
    if asked.save_to is not None and is_substituted and not options.specifies_class(asked.game):
        raise OptionError(
            "--save: a certificate contains the formula with variables; omit --at and --coefficient"
        )
    if (asked.impartial or asked.misere) and asked.by is None:
        raise OptionError(f"{'--impartial' if asked.impartial else '--misere'} requires --by")
    chosen = {
        "--values": asked.values, "--pieces": asked.pieces, "--sizes": asked.sizes, "--by": asked.by,
        "--plays": asked.plays,
    }  # fmt: skip
    leading = next((option for option, value in chosen.items() if value is not None), None)
    others = {
        "--positions": asked.sizes is None and asked.positions is not Positions.ALL,
        "--given": asked.given,
        "--weights": asked.weights is not Weights.NONE,
        "--at": asked.at,
        "--coefficient": asked.coefficient,
        "--method": asked.method != "auto",
        "--up-to": asked.up_to,
        "--certify": asked.certify,
        "--save": asked.plays and asked.save_to,
    }
    for option, value in {**chosen, **others}.items():
        if leading is not None and value not in (None, False) and option != leading:
            raise OptionError(f"{option} cannot be combined with {leading}")
    counts_others = leading is not None or (asked.up_to, asked.language, asked.coefficient) != (None,) * 3
    for option, is_given in (
        ("--mod", asked.modulus is not None),
        ("--valuation", asked.prime is not None),
        ("--moments", asked.moments),
    ):
        if is_given and (counts_others or (asked.moments and asked.at is not None)):
            raise OptionError(
                f"{option} cannot be combined with options that count other objects, or with --format"
            )


def _derive_by(asked: DeriveOptions, word: str) -> None:
    """Derive and write the numbers of positions by outcome or nimber."""
    from gfkit.play.positions_by_outcome import positions_by

    options_of_play = {"impartial": asked.impartial, "misere": asked.misere}
    law = asked.work.run(positions_by, asked.game, asked.board, word, **options_of_play)
    proof = None if asked.save_to is None else law.certificate()
    terms = asked.terms_from(law.first_n, _BY_TERMS)
    asked.present(law if asked.language is None else law.rational, json=(terms,), terms=terms)
    if proof is not None and asked.save_to is not None:
        from gfkit.play.certificate import save_play

        save_play(proof, asked.save_to)


def _derive_widths(asked: DeriveOptions, sizes: str) -> None:
    """Write the orders of the recurrences for several widths, next to the numbers of columns."""
    from gfkit.cli.sizes import are_widths, present_sizes

    if not are_widths(asked.board, sizes):
        raise OptionError(f"--sizes {sizes}: expected a range of m, such as 2..9, on a board such as mxn")
    evidence: dict[str, object] = {}

    def solve(one: Any, _size: int) -> dict[str, str]:
        question = gfkit.Question.of(asked.game, one, asked.positions)
        law = asked.work.run(gfkit.derive, question)
        evidence.update(law.evidence.as_json())
        columns, order = ["", ""], law.rational.order if law.rational else ""
        with suppress(InputError):  # no board for n = 1, or no symmetries
            column = asked.game, question.family.at(1), asked.positions
            columns[:] = str(gfkit.count(*column)), str(gfkit.orbits(*column))
        return {"order": str(order), "columns": columns[0], "up to symmetry": columns[1]}

    head = {"game": asked.game, "board": asked.board}
    present_sizes(
        asked.board, sizes, solve, head, shown=["order", "columns", "up to symmetry"],
        language=asked.language, as_json=asked.as_json, evidence=evidence, are_formulas=True,
    )  # fmt: skip


def _derive_sizes(asked: DeriveOptions) -> None:
    """Derive and write the formula in the number of values, or in the side of a square, for fixed pieces."""
    rectangles, law = None, None
    with asked.work.progress() as progress:
        if asked.values is not None:
            law = gfkit.derive_in_values(asked.game, asked.board, asked.values, on_progress=progress)
        elif asked.pieces is not None and "m" in asked.board.split(":")[-1]:
            rectangles = gfkit.derive_on_rectangles(
                asked.game, asked.board, asked.pieces, on_progress=progress
            )
        elif asked.pieces is not None:
            law = gfkit.derive_on_squares(asked.game, asked.board, asked.pieces, on_progress=progress)
    if law is None:
        asked.present(rectangles)
    else:
        terms = asked.terms_from(law.first_n)
        hits = known_sequences(law.terms(_ASKED), law.terms) if asked.language is None else []
        detail: dict[str, Any] = {"terms": terms, "known_as": known_as(hits), "beside": known_json(hits)}
        asked.present(law, json=(terms,), brief=Brief(law.rational.order, asked.all_terms), **detail)
    asked.save(law or rectangles)


def _derive_plays(asked: DeriveOptions) -> None:
    """Derive and write the number of plays."""
    question = gfkit.Question.of(asked.game, asked.board)
    law: Any = asked.work.run(gfkit.plays, question.on(question.family), of=asked.plays)
    terms = asked.terms_from(law.first_n)
    asked.present(law, json=(terms,), brief=Brief(None, asked.all_terms), terms=terms)


def _query(asked: DeriveOptions) -> tuple[gfkit.Question, WeightPart | None]:
    """Return the query, with a substitution for its weights or one of their coefficients."""
    moments = asked.moments and asked.weights is Weights.NONE
    weights = Weights.PLAYERS if moments else asked.weights
    question = gfkit.Question.of(
        asked.game, asked.board, asked.positions, weights, weighed=True, given=asked.given
    )
    return question.with_part(asked.at, asked.coefficient)


def _derive_orbits(asked: DeriveOptions, up_to: UpTo) -> None:
    """Derive and write the number of orbits."""
    question, part = _query(asked)
    if asked.given is not None:
        raise OptionError("--given cannot be combined with --up-to")
    if part is not None:
        raise OptionError("--at and --coefficient cannot be combined with --up-to")
    if asked.save_to is not None:
        raise OptionError(f"--save: {up_to.certificate_refusal}; omit --save or --up-to")
    if asked.method != "auto":
        raise OptionError(
            f"--up-to {up_to.value} cannot be combined with --method: each summand of Burnside's lemma uses"
            " its own method"
        )
    question.family  # noqa: B018  - refuses a single board
    law = asked.work.run(gfkit.orbits, question, up_to=up_to)
    assert isinstance(law, gfkit.OrbitsOfFamily), "a family has a generating function"
    terms = asked.terms_from(law.first_n)
    if terms > _FEW_TERMS:
        raise OptionError(f"--terms {terms}: the maximum with --up-to is {_FEW_TERMS}")
    if asked.language is not None:
        law.generating_function  # noqa: B018  - refuses rings
    is_searched = not (asked.as_json or asked.language is not None or law.question.weights.variables)
    known = known_as(known_sequences(law.terms(_ASKED), law.terms)) if is_searched else ""
    brief = Brief(None if law.ring else law.generating_function.order, asked.all_terms)
    asked.present(law, json=(terms,), brief=brief, terms=terms, known_as=known)


def _derive_specification(asked: DeriveOptions) -> None:
    """Derive and write the generating function of a class that is specified by equations."""
    refused = {
        "--positions": asked.positions is not Positions.ALL,
        "--given": asked.given,
        "--weights": asked.weights is not Weights.NONE,
        "--coefficient": asked.coefficient,
        "--up-to": asked.up_to,
        "--plays": asked.plays,
        "--method": asked.method != "auto",
        "--valuation": asked.prime,
        "--moments": asked.moments,
        "--values": asked.values,
        "--pieces": asked.pieces,
        "--sizes": asked.sizes,
        "--by": asked.by,
        "--mod": asked.modulus,
    }
    for option, value in refused.items():
        if value not in (None, False):
            raise OptionError(f"{option} does not apply to a class that is specified by equations")
    if asked.avoiding:
        from gfkit.specifications import law_avoiding

        if asked.at is not None:
            raise OptionError("--at cannot be combined with --avoiding")
        with asked.work.progress() as progress:
            law: Any = law_avoiding(asked.game, asked.avoiding, on_progress=progress)
    else:
        law = asked.work.run(gfkit.derive, asked.game, asked.board, at=asked.at)
    terms = asked.terms_from(law.first_n)
    if asked.save_to is not None and not hasattr(law, "certificate"):
        kind = "marks (give numbers, as in --at x=2)" if law.weights else "sets or cycles"
        raise OptionError(f"--save: a class with {kind} has no certificate")
    if law.weights:
        asked.present(law, json=(terms,), brief=Brief(None, asked.all_terms), terms=terms)
        return
    hits = known_sequences(law.terms(_ASKED), law.terms) if asked.language is None else []
    detail: dict[str, Any] = {"terms": terms, "known_as": known_as(hits), "beside": known_json(hits)}
    brief = Brief(getattr(law, "order", None), asked.all_terms)
    if hasattr(law, "growth"):
        detail["digits"] = _DIGITS if asked.full else _BRIEF_DIGITS
    asked.present(law, json=(terms,), brief=brief, **detail)
    asked.save(law)


def _derive_family(asked: DeriveOptions) -> None:
    """Derive and write the generating function."""
    from gfkit.core.rules.kinds import check_weighted

    question, part = _query(asked)
    if asked.save_to is not None:
        from gfkit.proofs import check_savable

        check_savable(question)
    if part is not None and part.powers:
        check_weighted(question.game, question.rule, question.boards, question.positions)
    with asked.work.executor() as executor, asked.work.progress() as progress:
        law = gfkit.derive(
            question,
            at=None if part is None or part.powers or not part.is_integral else asked.at,
            method=asked.method,
            certify=asked.certify,
            executor=executor,
            store=asked.work.store,
            max_memory=asked.work.max_memory,
            on_progress=noting_size(progress, "finding states", _MANY_STATES, "states at one cell"),
        )
    if part is not None and law.part is None:
        counted = law.ordinary(str(part))
        note_weights(law.weights, [counted.numerator, counted.denominator])
        law = law.with_part(part)
    terms = asked.terms_from(law.first_n)
    digits = _DIGITS if asked.full else _BRIEF_DIGITS
    more = {
        "residues": None if asked.modulus is None else _residues_of(law, asked.modulus),
        "valuations": None if asked.prime is None else law.valuations(asked.prime),
        "moments": law.moments(_DIGITS if asked.as_json else digits) if asked.moments else None,
    }
    if law.rational is None:
        residues = more["residues"]
        beside = residues.as_json() if residues else {}
        brief = Brief(None, asked.all_terms)
        asked.present(law, json=(terms,), beside=beside, brief=brief, terms=terms, residues=residues)
    else:
        _check_terms(law, terms, asked.work.max_memory)
        asked.present(law, json=(terms,), **_details(asked, law, terms, more), digits=digits, **more)
        note_idle(law.question)
        note_weights(law.weights, [law.rational.numerator, law.rational.denominator], part is not None)
    asked.save(law, valuations=more["valuations"])


def _details(asked: DeriveOptions, law: Derived, terms: int, more: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of the card and of the JSON object of a rational generating function."""
    residues, powers, means = more["residues"], more["valuations"], more["moments"]
    facts = law.facts() if asked.full else []
    is_searched = asked.language is None and not law.weights
    hits = known_sequences(law.terms(_ASKED), law.terms) if is_searched else []
    return {
        "terms": terms,
        "quick": False,
        "known_as": known_as(hits),
        "most": _MOST_ORDER if not asked.full else law.order if law.is_analysed else 0,
        "facts": facts,
        "beside": {
            **known_json(hits),
            **(residues.as_json() if residues else {}),
            **({"valuations": powers.as_json()} if powers else {}),
            **(means.as_json(terms) if means else {}),
        },
        "brief": Brief(law.order, asked.all_terms, **({"rows": _MOST_ROWS} if means or powers else {})),
    }


def _residues_of(law: Any, modulus: int) -> Any:
    """Return the residues of the counts, without their period if it cannot be computed."""
    from gfkit.core.algebra.periods import Residues

    try:
        return law.residues(modulus)
    except LimitError as error:
        note(f"period not computed: {error}")
        return Residues(modulus, law.first_n, 0, 0, law.series_modulo(modulus))


def _last_n() -> int | None:
    last: int | None = click.get_current_context().meta.get(options.LAST_N)
    return last


def _terms_to(first_n: int, terms: int) -> int:
    """Return the number of terms up to the last n of --to, or the given number if --to is not used."""
    last = _last_n()
    if last is not None and last < first_n:
        raise OptionError(f"--to {last}: the last n must be at least the first n, which is {first_n}")
    return terms if last is None else last - first_n + 1


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
