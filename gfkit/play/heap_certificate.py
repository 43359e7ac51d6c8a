"""Certificates of periods of nimbers on strips that every move cuts in two, for ``checker.heaps``.

A certificate is one JSON object with ``format`` "gfkit-periods", ``version`` 1, ``claim`` "periods", ``game``
and ``family`` (their names), ``rule`` (as in certificates of play), ``impartial`` (true if both players may
make the moves of either) and ``shape`` (``word``, ``sizes``, and ``wraps`` or ``slices`` of the family, null
for n). The claim on the boards consists of ``first_n``, ``values`` for n >= ``first_n``, and ``law``:
``start`` and ``period``. The proof consists of ``pieces``, the pairs of a left and a right end, each a list
of columns from left to right; ``least``, the smallest number of full columns for which the ends of a piece do
not interact; ``table``, the nimbers for 0, 1, 2, ... full columns, for each pair; and the ``start`` and
``period`` of these nimbers.

A certificate of a misere quotient, which ``checker.quotients`` checks from the code of the game, is one JSON
object with ``format`` "gfkit-quotient", ``version`` 1, ``claim`` "misere-quotient", ``game``, ``digits``
(null for Grundy's game), ``table`` (products of elements, 0 being the identity), ``losing`` (elements),
``elements`` (of the heaps, starting with heap 0), ``period`` (``start`` and ``period`` of these, or null).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import dropwhile
from operator import not_
from typing import Any

from gfkit.core.boards import Family
from gfkit.core.boards.board import set_bits
from gfkit.core.errors import GfkitError, LimitError, MismatchError
from gfkit.core.rules import Question
from gfkit.core.rules.kinds.placement.rule import as_placement, placement_of, plain_data, plain_forms
from gfkit.play.certificate import Proof, heap_label
from gfkit.play.impartial import NimValues
from gfkit.play.impartial.misere import MisereQuotient
from gfkit.play.impartial.octal import GRUNDY, OctalCode, proved_window
from gfkit.proofs import Certification, Label, certification_of, named_rule, names_a_file, plain_family
from gfkit.proofs.checker.heaps import PERIOD_PAIRS, PeriodMoves, PeriodPair, PeriodStrip, PeriodTable
from gfkit.proofs.checker.quotients import QUOTIENT_HEAPS
from gfkit.proofs.checker.reading import Budget, RefusalError

_MOST_LEAST, _MOST_COUNT = 256, 20_000
_STEPS = 10**8


def has_period(nimbers: NimValues) -> bool:
    """Return True if the values have a proved period for which ``period_certificate`` has a certificate."""
    return nimbers.evidence.method == "end-types-periodicity"


def period_certificate(question: Question, nimbers: NimValues, *, impartial: bool = False) -> Proof:
    """Return the certificate of the period of a family: pairs of ends, with the nimbers that prove it.

    Ends and nimbers are computed with the functions of the checker.

    >>> from gfkit.play.impartial.nim import nim
    >>> asked = Question.of("node-kayles", "path:n")
    >>> from gfkit.proofs.checker.heaps import check_periods
    >>> check_periods(period_certificate(asked, nim(asked, to=5)), Budget()).statement
    'the nimbers of the game in the file on ... are as listed for n = 0 to 5, and have period 34 ...'
    """
    law, family = nimbers.proved_law, question.boards
    assert has_period(nimbers), "the period is proved by end types"
    assert law is not None, "there is a period"
    assert isinstance(family, Family), "only a family has a period"
    if not question.rule.is_game or any(colour.figures for colour in as_placement(question.rule).colours):
        raise MismatchError(
            f"game {question.game!r}: certificates of periods require a placement game with"
            " explicitly drawn pieces"
        )
    asked: Proof = {
        "format": "gfkit-periods",
        "version": 1,
        "claim": "periods",
        "game": question.game,
        "family": family.text,
        "shape": plain_family(family.text),
        "rule": plain_data(as_placement(question.rule)),
        "impartial": impartial,
    }
    checked = dict(nimbers.evidence.details)["values_checked"]
    strip = PeriodStrip(json.loads(json.dumps(asked)), Budget(10 * _STEPS))
    return {
        **asked,
        "first_n": nimbers.first_n,
        "values": list(nimbers.values),
        "law": {"start": nimbers.preperiod, "period": nimbers.period},
        **_table(_ends(strip, family.text), checked, family.text),
    }


def ladder_claim(question: Question, claim: str) -> Proof:
    """Return the head of a certificate about Node Kayles on 2 x n, for ``checker.positions_by_nimber``."""
    return {
        "format": "gfkit-winners",
        "version": 1,
        "claim": claim,
        "game": question.game,
        "family": question.family.text,
        "shape": plain_family(question.family.text),
        "rule": plain_data(as_placement(question.rule)),
    }


def _ends(strip: PeriodStrip, family: str) -> PeriodTable:
    """Return the table of all pairs of ends, still without nimbers, and the smallest length for which the
    ends do not interact.
    """
    least = 2
    while least <= _MOST_LEAST:
        try:
            moves = PeriodMoves(strip, least)
            return PeriodTable(moves, _pairs(moves))
        except RefusalError as refusal:
            if refusal.code != 1:
                raise LimitError(f"board {family!r}: {refusal.reason}") from None
        least += max(1, least // 4)
    raise LimitError(
        f"board {family!r}: no certificate, since the two ends of a strip interact at every tested"
        f" length up to {_MOST_LEAST} columns"
    )


def _pairs(moves: PeriodMoves) -> list[PeriodPair]:
    """Return the reachable pairs of ends, in ascending order of their number of placements."""
    rings = [(left, right) for (right, _), (left, _), _ in moves.cuts]
    strip = moves.strip
    natural = tuple(dropwhile(not_, strip.straight(strip.reach - 1)[::-1]))
    waiting: list[PeriodPair] = rings if strip.ring else [((), natural)]
    pairs = set(waiting)
    while waiting:
        new = moves.successors(waiting.pop()) - pairs
        pairs |= new
        waiting += new
        if len(pairs) > PERIOD_PAIRS:
            raise RefusalError(3, f"more than {PERIOD_PAIRS} pairs of ends are reachable")
    count = {pair: sum(mask.bit_count() for end in pair for mask in end) for pair in pairs}
    return sorted(pairs, key=lambda pair: (count[pair], pair[0], pair[1][::-1]))


def _table(table: PeriodTable, count: int, family: str) -> Proof:
    """Return the nimbers that prove the period, as JSON data."""
    window = None
    while window is None:
        if count > _MOST_COUNT:
            raise LimitError(
                f"board {family!r}: the proof of the period requires more than {_MOST_COUNT}"
                " nimbers, too many for a certificate"
            )
        try:
            table.fill(count)
        except RefusalError as refusal:
            raise LimitError(f"board {family!r}: {refusal.reason}") from None
        rows = list(table.values.values())
        window = proved_window(rows, table.moves.least, table.longest)
        count += count // 2
    return {
        "least": table.moves.least,
        "pieces": [[list(left), list(right[::-1])] for left, right in table.values],
        "start": window.start,
        "period": window.period,
        "table": [row[: window.needed] for row in rows],
    }


def strip_label(certificate: Mapping[str, Any]) -> Label:
    """Return the label of a file after comparing the names of the game and the family with its rule and
    shape.
    """
    game, family = certificate["game"], certificate["family"]
    named = named_rule(game)
    if names_a_file(family):
        return Label(why_not=f"family: the name is {family}, but the boards in the file differ")
    try:
        shape = plain_family(family)
        plain = [plain_data(placement_of(certificate["rule"]))]
        plain += plain_forms(named)[:1] if named is not None else []
    except GfkitError as error:
        return Label(why_not=f"rule and family: {error}")
    if shape != certificate["shape"]:
        return Label(why_not=f"family: the name is {family}, but the boards in the file differ")
    if named is not None and json.loads(json.dumps(plain[-1])) != certificate["rule"]:
        return Label(why_not=f"game: the name is {game}, but the rule in the file differs from that game")
    if json.loads(json.dumps(plain[0])) != certificate["rule"]:
        return Label(why_not="rule: pieces and pairs are not in the normal form of gfkit")
    return Label(game if named is not None else "", boards=family)


def certify_period(certificate: dict[str, Any], limit: int) -> Certification:
    """Return the checker's verdict on a period of nimbers."""
    return certification_of(certificate, limit, strip_label, "play")


def quotient_certificate(quotient: MisereQuotient) -> Proof:
    """Return the certificate of a misere quotient.

    >>> from gfkit.play.impartial.misere import misere_quotient
    >>> from gfkit.proofs.checker.reading import Budget
    >>> from gfkit.proofs.checker.quotients import check_quotient
    >>> check_quotient(quotient_certificate(misere_quotient("octal:0.75")), Budget()).statement
    'the quotient of order 8 determines the outcome of all sums of heaps, and the elements of ...'
    """
    code = None if quotient.game == GRUNDY else OctalCode.read(quotient.game)
    elements, period = list(quotient.element), None
    if code is not None and quotient.law is not None:
        start, step = max(quotient.law.preperiod, 1), quotient.law.period
        period = {"start": start, "period": step}
        needed = code.most_heaps * (start + step) + code.longest
        elements += map(quotient.law.at, range(len(elements), needed))
    if len(elements) > QUOTIENT_HEAPS:
        raise LimitError(
            f"game {quotient.game!r}: a certificate would require more than {QUOTIENT_HEAPS} heaps"
        )
    return {
        "format": "gfkit-quotient",
        "version": 1,
        "claim": "misere-quotient",
        "game": quotient.game,
        "digits": None if code is None else list(code.digits),
        "table": [list(row) for row in quotient.table],
        "losing": set_bits(quotient.losing),
        "elements": elements,
        "period": period,
    }


def certify_quotient(certificate: dict[str, Any], limit: int) -> Certification:
    """Return the checker's verdict on a misere quotient."""
    return certification_of(
        certificate, limit, lambda whole: heap_label(whole["game"], whole["digits"]), "play"
    )
