"""Claims of growth against games: a(n) = A(n) + o(1), a(n) ~ A(n), and digits of the growth constant."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from flint import ctx

from gfkit.errors import InputError, LimitError
from gfkit.sequences import Ball, Evidence, Growth, Status
from gfkit.sequences.ball import enclosed
from gfkit.sequences.polynomial import dense
from gfkit.transfer import Derived
from gfkit.typing import Weights
from gfkit.verify.formula import radical_polynomial as rows
from gfkit.verify.formula import sequence
from gfkit.verify.formula.annihilator import spectrum
from gfkit.verify.formula.radical import Radical, rational_ball
from gfkit.verify.formula.spectrum import Powers, Spectrum
from gfkit.verify.formula.tree import Node, Number, walk
from gfkit.verify.poles import UNIT, grows_slower, poles_within_unit
from gfkit.verify.truth import GameTruth
from gfkit.verify.verdict import Judgement, Verdict

_SAMPLE = 20
_FIRST_BITS = 128
_SHOWN = 12
_MOST_DIGITS = 1000
_OSCILLATES = "formula: the counts oscillate between several dominant roots; no ratio to compare"


class Claimed(Enum):
    """What is said about the difference or the ratio of both sides."""

    DIFFERENCE = "the difference"
    RATIO = "the ratio"
    RATE = "the growth constant"


@dataclass(frozen=True)
class GrowthClaim:
    """A side, and what is claimed of it for large n."""

    side: Node
    text: str
    claimed: Claimed

    @property
    def decimals(self) -> Number | None:
        """The last number that was printed with a decimal point."""
        found = [node for node in walk(self.side) if isinstance(node, Number) and node.digits]
        return found[-1] if found else None

    @property
    def shape(self) -> Spectrum:
        found = spectrum(self.side)
        if found is None or not all(isinstance(powers, Powers) for powers, _ in found.degrees):
            raise InputError("formula: a claim of growth is a sum of constants times powers, as 3*2^n + o(1)")
        return found

    @property
    def base(self) -> Radical | None:
        """lambda where the side is C lambda^n, or just lambda."""
        if sequence.is_constant(self.side):
            return sequence.value(self.side, 0) if self.claimed is Claimed.RATE else Radical.of(1)
        return self.shape.single

    @property
    def constant(self) -> Radical:
        """C where the side is C lambda^n."""
        return sequence.value(self.side, 0)


def against_game(claim: GrowthClaim, truth: GameTruth) -> Verdict:
    """Exact where the side is; digits are compared with certified balls where it has decimals.

    A(n) + o(1) is right when all poles of the generating function minus that of A lie outside of the
    unit circle; A(n) ~ a(n) when the difference grows certainly more slowly than A.
    Reference: Philippe Flajolet and Robert Sedgewick, Analytic Combinatorics, Theorem IV.9.
    """
    law = truth.law(Weights.NONE)
    if not isinstance(law, Derived):
        raise InputError(
            "formula: on complete graphs counts grow faster than any power; no constant to compare"
        )
    if claim.decimals is not None or claim.claimed is Claimed.RATE:
        return _digits(claim, law)
    return _exact(claim, law)


def _verdict(
    claim: GrowthClaim, law: Derived, wrong: str | None, reason: str, repair: str | None, right: str
) -> Verdict:
    known = law.evidence
    proved = known.status is Status.PROVED
    judgement = Judgement.REFUTED if wrong else Judgement.PROVED if proved else Judgement.CONSISTENT
    evidence = Evidence(known.status, "growth-compared", (("order", law.order),))
    return Verdict(
        judgement,
        wrong or reason,
        evidence,
        claim.text,
        derived=right,
        correction=right if wrong else None,
        repair=repair if wrong else None,
        notes=(repair,) if repair and not wrong else (),
    )


# Digits


def _digits(claim: GrowthClaim, law: Derived) -> Verdict:
    found = law.growth(_digits_needed(claim))
    right = str(law.growth(_SHOWN))
    base = claim.base
    if base is None:
        raise InputError("formula: digits are compared of one growth constant, as in 2.414^n")
    rate_wrong = _wrong_rate(_printed(claim, base), base, found)
    factor = _missing_factor(claim, found)
    if rate_wrong:
        extra = f", and {factor}" if factor else ""
        words = f"the growth constant is {_short(found.rate)}{extra}"
        return _verdict(
            claim, law, f"{rate_wrong}, the growth constant is {_short(found.rate)}", "", words, right
        )
    if claim.claimed is not Claimed.RATE and factor:
        return _verdict(claim, law, factor, "", factor, right)
    if claim.claimed is not Claimed.RATE and (found.dominant != 1 or not found.constants):
        raise InputError(_OSCILLATES)
    if (
        claim.claimed is Claimed.DIFFERENCE
        and poles_within_unit(dense(law.generating_function.denominator)) > 1
    ):
        wrong = "the difference does not tend to 0: other poles lie on or within the unit circle"
        return _verdict(claim, law, wrong, "", None, right)
    reason = f"the growth constant is {_short(found.rate)}, as printed"
    return _verdict(claim, law, None, reason, factor if not sequence.is_constant(claim.side) else None, right)


def _digits_needed(claim: GrowthClaim) -> int:
    """Enough digits to tell all that were printed."""
    printed = [len(node.digits) for node in walk(claim.side) if isinstance(node, Number)]
    most = max(printed, default=0)
    if most > _MOST_DIGITS:
        raise LimitError(f"formula: {most} digits of a growth constant are more than {_MOST_DIGITS}")
    return max(30, most + 10)


def _printed(claim: GrowthClaim, base: Radical) -> str:
    """The growth constant as it was printed: with its digits, or exactly."""
    decimals = [
        node.digits
        for node in walk(claim.side)
        if isinstance(node, Number) and node.digits and Radical.of(node.value) == base
    ]
    return decimals[-1] if decimals else ""


def _wrong_rate(digits: str, base: Radical, found: Growth) -> str | None:
    """What is wrong with the printed constant; an exact one must be a root of the minimal polynomial."""
    wrong = _wrong_digits(digits, base, found.rate)
    if digits or wrong:
        return wrong
    if found.minimal_polynomial is None:
        raise LimitError(f"formula: whether the growth constant is exactly {base} cannot be decided")
    least = [Radical.of(int(c)) for c in dense(found.minimal_polynomial).coeffs()]
    return f"{base} is not it" if rows.at(least, base) else None


def _wrong_digits(digits: str, base: Radical, rate: Ball) -> str | None:
    """What is wrong with the printed constant; right digits may be rounded or cut off.

    An exact constant is compared with the ball of 30 digits.
    """
    if not digits:
        with ctx.workprec(_FIRST_BITS * 2):
            size = abs(base.ball())
            low, high = (rational_ball(bound) for bound in (rate.low, rate.high))
            apart = bool(size < low) or bool(size > high)
        return f"{base} is not it" if apart else None
    printed = Fraction(digits)
    unit = Fraction(1, 10 ** len(digits.partition(".")[2]))
    cut = printed <= rate.low and rate.high < printed + unit
    rounded = printed - unit / 2 <= rate.low and rate.high <= printed + unit / 2
    return None if cut or rounded else f"the digits {digits} are wrong"


def _missing_factor(claim: GrowthClaim, found: Growth) -> str | None:
    """What the side lacks beside lambda^n: a constant, or powers of n."""
    constants = found.constants
    if found.power:
        power = "n" if found.power == 1 else f"n^{found.power}"
        return f"a factor {power} is missing"
    if len(constants) != 1:
        return f"a factor that depends on n mod {found.period} is missing" if found.period else None
    true, claimed = constants[0], claim.constant
    if sequence.is_constant(claim.side):
        return None
    digits = [node.digits for node in walk(claim.side) if isinstance(node, Number) and node.digits]
    if any(
        Radical.of(Fraction(text)) == claimed and _wrong_digits(text, claimed, true) is None
        for text in digits
    ):
        return None
    if _wrong_digits("", claimed, true) is None:
        return None
    if claimed == Radical.of(1):
        return f"the constant factor {_short(true)} is missing"
    return f"the constant factor should be {_short(true)}"


def _short(ball: Ball) -> str:
    text = ball.value
    return text if len(text) <= _SHOWN + 2 else text[: _SHOWN + 2] + "..."


# Exact claims


def _exact(claim: GrowthClaim, law: Derived) -> Verdict:
    poles = _difference(claim.side, claim.shape, law, Radical.of(1))
    base, limit = claim.base, 0 if claim.claimed is Claimed.DIFFERENCE else 1
    if _tends(poles, claim, law):
        return _verdict(
            claim, law, None, f"{claim.claimed.value} tends to {limit}", None, str(law.closed_form)
        )
    wrong = f"{claim.claimed.value} does not tend to {limit}; {_sample(claim, law)}"
    true = None if base is None else _true_constant(law, base)
    right = str(law.closed_form)
    if base is None or true is None or not true:
        return _verdict(claim, law, wrong, "", None, str(law.growth(_SHOWN)))
    factor = true / claim.constant
    words = None
    if _tends(_difference(claim.side, claim.shape, law, factor), claim, law):
        with ctx.workprec(_FIRST_BITS):
            ball = enclosed(factor.ball().real, _SHOWN)
        size = "" if ball is None or factor.rational is not None else f" = {_short(ball)}"
        words = f"the constant factor {factor}{size} is missing"
        tail = " + o(1)" if claim.claimed is Claimed.DIFFERENCE else ""
        sign = "=" if tail else "~"
        right = f"a(n) {sign} {_factored(true)}*{_factored(base)}^n{tail}"
    return _verdict(claim, law, wrong, "", words, right)


def _factored(number: Radical) -> str:
    text = str(number)
    return f"({text})" if " " in text or "/" in text or text.startswith("-") else text


def _sample(claim: GrowthClaim, law: Derived) -> str:
    n = max(_SAMPLE, law.first_n)
    with ctx.workprec(_FIRST_BITS):
        ball = enclosed(sequence.value(claim.side, n).ball().real, len(str(law[n])) + 2)
    value = "?" if ball is None else ball.value
    return f"at n = {n} the formula gives {value}, the truth is {law[n]}"


def _series(side: Node, shape: Spectrum) -> tuple[rows.Row, rows.Row]:
    """Numerator and denominator of the series of a closed form, over the numbers with square roots."""
    below = [Radical.of(1)]
    for powers, degree in shape.degrees:
        for _ in range(degree + 1):
            below = rows.multiplied(below, powers.factor())
    length = shape.start + len(below) - 1
    terms = [sequence.value(side, n) for n in range(length)]
    return rows.trimmed(rows.multiplied(terms, below)[:length]), below


def _difference(side: Node, shape: Spectrum, law: Derived, factor: Radical) -> rows.Row:
    """The denominator, in lowest terms, of the counts minus a multiple of the closed form."""
    gf = law.generating_function
    true_above, true_below = (
        [Radical.of(int(c)) for c in dense(part).coeffs()] for part in (gf.numerator, gf.denominator)
    )
    above, below = _series(side, shape)
    above = [-factor * c for c in above]
    top = rows.added(rows.multiplied(true_above, below), rows.multiplied(above, true_below))
    bottom = rows.multiplied(true_below, below)
    return rows.divided(bottom, rows.common(bottom, top))[0] if top else [Radical.of(1)]


def _tends(poles: rows.Row, claim: GrowthClaim, law: Derived) -> bool:
    """Whether the difference, with these poles, tends to 0, or grows more slowly than the counts do."""
    if claim.claimed is Claimed.DIFFERENCE:
        return grows_slower(poles, UNIT, 0)
    found = law.growth(_SHOWN)
    if found.power is None or not found.constants or any(ball.contains(0) for ball in found.constants):
        raise InputError(_OSCILLATES)
    below = [Radical.of(int(c)) for c in dense(law.generating_function.denominator).coeffs()]
    return grows_slower(poles, below, found.power)


def _true_constant(law: Derived, base: Radical) -> Radical | None:
    """C where the counts are C base^n and other powers; None when base is no simple pole."""
    gf = law.generating_function
    above, below = (
        [Radical.of(int(c)) for c in dense(part).coeffs()] for part in (gf.numerator, gf.denominator)
    )
    if not base:
        return None
    quotient, rest = rows.divided(below, [Radical.of(1), -base])
    point = base.inverse
    if rest or not rows.at(quotient, point):
        return None
    return rows.at(above, point) / rows.at(quotient, point)
