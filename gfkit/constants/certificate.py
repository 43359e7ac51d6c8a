"""Certificates of bounds for growth constants, which ``checker.constants`` verifies in integer arithmetic.

A certificate is a JSON object. ``format`` is "gfkit-constant", ``version`` is 1. ``game``, ``positions`` and
``weight`` name the query. ``hypotheses`` is a list of strings; their parameters are ``symmetric`` (s),
``joined`` (h) and ``cut`` (f), or null if a theorem does not apply; ``weaker`` contains the same parameters
for a rule with fewer constraints whose upper bound is used, or null. ``lower`` and ``upper`` contain
``value`` as "numerator/denominator", ``theorem``, ``root``, ``factor``, and ``uses``, the names of the strips
used. ``strips`` lists these strips: ``name``, ``rows``, ``around`` (true if the rows are cyclic), ``slices``
(of a period), ``scale``, ``low``, ``high``; ``steps``, one for each step of a period, [states before, states
after, [[factor, [sources], [targets]], ...]]; ``vector``, x; ``lower``, the states where x' equals x;
``begins``, the start states of boards, ``ends``, the states of the sum of all w_j. ``stones`` is null or, for
rules in which single stones need liberties, contains ``breathe`` (for each colour, true if its groups need a
liberty), ``weight`` (of a stone) and ``tolerance``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from gfkit.constants.enclosure import Bound, GrowthOfStrip, grounds_of, weaker_question
from gfkit.constants.plane import PlaneConstant
from gfkit.core.deferred import regex
from gfkit.core.errors import GfkitError, LimitError, quantity
from gfkit.core.rules import Question
from gfkit.core.rules.kinds.theorems import BONDS, CELLS, EDGES, Grounds
from gfkit.proofs import Certification, Label, certification_of, named_rule
from gfkit.proofs.checker.constants import CONSTANT_FORMAT, CONSTANT_VERSION, ratio_of
from gfkit.runs.files import write_whole

_MOST_WAYS = 4_000_000
"""Maximum total number of transitions of all strips in a file."""


def constant_certificate(constant: PlaneConstant) -> dict[str, object]:
    """Return the certificate as JSON data. Raise LimitError if the strips used by the bounds are too wide."""
    if constant.lattice != "square":
        raise LimitError(f"no certificate: the {constant.lattice} lattice is not supported in files")
    if not constant.strips:
        raise LimitError(
            f"no certificate: the value of {constant.game} is proved by a theorem, without strips that could"
            " be saved"
        )
    used = {name for bound in (constant.lower, constant.upper) if bound for name in bound.uses}
    strips = [growth for growth in constant.strips if growth.name in used]
    ways = sum(
        len(source) for growth in strips for step in growth.witness.steps for source, _, _ in step.ways
    )
    if ways > _MOST_WAYS:
        raise LimitError(
            f"no certificate: the strips of these bounds have {ways:,} transitions, but a file may contain"
            f" at most {_MOST_WAYS:,}; use a smaller width"
        )
    return {
        "format": CONSTANT_FORMAT,
        "version": CONSTANT_VERSION,
        "game": constant.game,
        "positions": constant.positions,
        "weight": _ratio(constant.weight),
        "hypotheses": list(constant.grounds.why),
        **_numbers(constant.grounds),
        "weaker": None if constant.weaker is None else _numbers(constant.weaker),
        "lower": _bound(constant.lower),
        "upper": None if constant.upper is None else _bound(constant.upper),
        "stones": _stones(constant),
        "strips": [_strip(growth) for growth in strips],
    }


def _numbers(grounds: Grounds) -> dict[str, object]:
    cut = None if grounds.cut is None else _ratio(grounds.cut)
    return {"symmetric": grounds.symmetric, "joined": grounds.joined, "cut": cut}


def _stones(constant: PlaneConstant) -> dict[str, object] | None:
    breathe, more = constant.grounds.breathe, constant.one_more
    used = any(bound and bound.theorem == "stones" for bound in (constant.lower, constant.upper))
    if not used or breathe is None or more is None:
        return None
    tolerance = _ratio(Fraction(more.tolerance))
    return {"breathe": list(breathe), "weight": _ratio(constant.weight), "tolerance": tolerance}


def _ratio(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def _bound(bound: Bound) -> dict[str, object]:
    return {
        "value": _ratio(bound.value),
        "theorem": bound.theorem,
        "root": bound.root,
        "factor": _ratio(bound.factor),
        "uses": list(bound.uses),
    }


def _strip(growth: GrowthOfStrip) -> dict[str, object]:
    words, witness = growth.family.removeprefix("cylinder:"), growth.witness
    return {
        "name": growth.name,
        "rows": int(words.partition("x")[0]),
        "around": words != growth.family,
        "slices": growth.period,
        "scale": witness.scale,
        "low": _ratio(growth.low),
        "high": _ratio(growth.high),
        "steps": [
            [step.before, step.after, [[factor, a.tolist(), b.tolist()] for a, b, factor in step.ways]]
            for step in witness.steps
        ],
        "vector": list(witness.vector),
        "lower": list(witness.lower),
        "begins": list(witness.begins),
        "ends": list(witness.ends),
    }


def constant_label(certificate: Mapping[str, Any]) -> Label:
    """Return the label of a file after comparing its theorems with those of the built-in rule that it names.

    For other rules, the name is only a label.
    """
    game, weight = certificate["game"], ratio_of(certificate["weight"])
    named = named_rule(game)
    if named is None:
        return Label()
    try:
        question = Question.of(named, "3xn", certificate["positions"])
        grounds = grounds_of(question, weight)
        below = weaker_question(question, grounds)
        weaker = below and _numbers(grounds_of(below, weight))
    except GfkitError as error:
        return Label(why_not=f"game: {error}")
    numbers = {key: certificate[key] for key in ("symmetric", "joined", "cut")}
    stones = certificate["stones"]
    if (numbers, list(map(_current, certificate["hypotheses"]))) != (_numbers(grounds), list(grounds.why)):
        return Label(why_not=f"hypotheses: do not match {game}")
    if certificate["weaker"] not in (None, weaker):
        return Label(why_not=f"weaker: the numbers do not match the weaker rule for {game}")
    if stones is not None and (grounds.breathe is None or stones["breathe"] != list(grounds.breathe)):
        return Label(why_not=f"stones: do not match {game}")
    return Label(game)


_EARLIER = {
    "every piece lies in one row, or in two and is its own reflection; nothing else is asked": BONDS,
    "edges lie in one row or between two, and vertices ask only how many are taken": EDGES,
    "all conditions lie in one row or two neighbouring ones, and reflection keeps the rule": CELLS,
    "what is asked of a window, or of two cells, is asked where it fits":
        "a constraint on a window or on two cells applies only if all its cells are on the board",
    "pieces on two boards are pieces on both": "positions on two boards are a position on both",
    "pieces that cross a line are taken away": "pieces that cross the cut are removed",
    "where a stone is taken away, what is left is allowed": "a position remains legal if a stone is removed",
    "groups that grow together keep their free cells": "groups that merge keep their liberties",
    "the stuck player's pieces are added as long as they fit":
        "pieces of the player without a legal move are added as long as possible",
    "stuck positions are positions": "positions without a legal move are positions",
}  # fmt: skip
"""Wording of hypotheses in files of earlier versions, and the current wording."""
_JOINED = regex(
    r"joining: (\d+) rows? of the value (-?\d+) (?:fit beside everything|may be next to any rows)"
)


def _current(hypothesis: str) -> str:
    """Return a hypothesis in the current wording.

    >>> _current("cutting: pieces that cross a line are taken away (f = 2)")
    'cutting: pieces that cross the cut are removed (f = 2)'
    """
    for earlier, current in _EARLIER.items():
        hypothesis = hypothesis.replace(earlier, current.removeprefix("symmetric: "))
    rows = _JOINED.fullmatch(hypothesis)
    if rows is not None:
        return (
            "joining: any two configurations can be joined by inserting"
            f" {quantity(int(rows[1]), 'row')} of the value {rows[2]}"
        )
    return hypothesis


def save_constant(constant: PlaneConstant, path: str | Path) -> None:
    """Write the certificate to a file atomically."""
    write_whole(path, json.dumps(constant_certificate(constant), separators=(",", ":")) + "\n")


def certify_constant(certificate: dict[str, Any], limit: int) -> Certification:
    """Return the checker's verdict on the bounds of a plane constant."""
    return certification_of(certificate, limit, constant_label, "constant")
