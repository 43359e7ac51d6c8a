"""Certificates of misere quotients, which ``checker.quotients`` checks from the code of the game alone.

One JSON object: ``format`` "gfkit-quotient", ``version`` 1, ``claim`` "misere-quotient", ``game``, ``digits``
(null for Grundy's game), ``table`` (products of elements, 0 being the one), ``losing`` (elements),
``elements`` (of the heaps from 0 on), ``period`` (``start`` and ``period`` of these, or null).
"""

from __future__ import annotations

from typing import Any

from gfkit.errors import LimitError
from gfkit.play.certificates.play import Proof, heap_label
from gfkit.play.impartial.misere import MisereQuotient
from gfkit.play.impartial.octal import GRUNDY, OctalCode
from gfkit.play.layout import set_bits
from gfkit.proofs import Certification, certification_of
from gfkit.proofs.checker.quotients import QUOTIENT_HEAPS


def quotient_certificate(quotient: MisereQuotient) -> Proof:
    """The certificate of a misere quotient.

    >>> from gfkit.play.impartial.misere import misere_quotient
    >>> from gfkit.proofs.checker.reading import Budget
    >>> from gfkit.proofs.checker.quotients import check_quotient
    >>> check_quotient(quotient_certificate(misere_quotient("octal:0.75")), Budget()).statement
    "the quotient of order 8 tells who wins all sums of heaps, whose elements repeat from n = 8 on with ..."
    """
    code = None if quotient.game == GRUNDY else OctalCode.read(quotient.game)
    elements, period = list(quotient.element), None
    if code is not None and quotient.law is not None:
        start, step = max(quotient.law.preperiod, 1), quotient.law.period
        period = {"start": start, "period": step}
        needed = code.most_heaps * (start + step) + code.longest
        elements += map(quotient.law.at, range(len(elements), needed))
    if len(elements) > QUOTIENT_HEAPS:
        raise LimitError(f"game {quotient.game!r}: a file would have more than {QUOTIENT_HEAPS} heaps")
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
    """The checker's verdict on a misere quotient."""
    return certification_of(
        certificate, limit, lambda whole: heap_label(whole["game"], whole["digits"]), "play"
    )
