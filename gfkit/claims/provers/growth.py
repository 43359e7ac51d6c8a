"""Claims about growth: a(n) = A(n) + o(1), a(n) ~ A(n), and decimal digits of the growth constant."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction

from flint import acb, acb_poly, arb, ctx

from gfkit.claims.provers import sequence
from gfkit.claims.provers.enclosure import DECIMALS_NOTE, PowerTerm, has_decimals, has_digits, power_term
from gfkit.claims.provers.expansion import closed_rows, law_rows
from gfkit.claims.provers.forbidden import SAMPLED, extrapolated_ratio, is_exponential, poisson_mean
from gfkit.claims.provers.result import Agreement, Difference, Stated
from gfkit.claims.provers.truth import Form, KnownSequence, Truth, terms_evidence
from gfkit.claims.statement.canonical import call, normal
from gfkit.claims.statement.tree import A_OF_N, Asymptotic, Claim, SequenceDefinition
from gfkit.core.algebra import Ball, Evidence, Growth, RationalGF
from gfkit.core.algebra.closed_form import closed_form
from gfkit.core.algebra.formula import PLAIN, radical as rows, tree as nodes
from gfkit.core.algebra.formula.radical import Radical
from gfkit.core.algebra.growth import growth
from gfkit.core.algebra.number import decimal_ball, exact, to_fmpq
from gfkit.core.algebra.polynomial import dense
from gfkit.core.deferred import dataclass, replace
from gfkit.core.errors import InputError, LimitError, OptionError, UndecidedError
from gfkit.core.typing import Weights, cached_property

_SAMPLE_N = 20
_FIRST_BITS, _MOST_BITS = 128, 4096
_SHOWN_DIGITS = 12
_EXACT_DIGITS = 30
"""Number of digits to which an exact constant is compared if the formula also contains a decimal."""
_MOST_DIGITS = 1000
_MOST_OFFSET = 10_000
_OSCILLATES = "formula: the generating function has several dominant poles, so a(n)/A(n) has no limit"
_UNREAD = (
    "formula: decimals are supported only in a constant times one power, as in 0.85*2.414^n or 0.35*n*2.414^n"
)

_ONE_MINUS_T = [Radical.of(1), Radical.of(-1)]
"""Polynomial 1 - t, whose zero is the pole of the generating function of a constant sequence."""


class GrowthKind(Enum):
    """Kind of growth claim: about a(n) - A(n), a(n)/A(n), a(n)/(c A(n)) for some constant c, the growth
    constant alone, or an order O(b).
    """

    DIFFERENCE = "the difference"
    RATIO = "the ratio"
    MULTIPLE = "the ratio up to a constant"
    RATE = "the growth constant"
    ORDER = "the order"


@dataclass(frozen=True)
class GrowthClaim(Stated):
    """Claim for n tending to infinity; a claim about the growth constant alone has the side lambda or
    lambda^n.
    """

    side: nodes.Node
    text: str
    claimed: GrowthKind
    order: nodes.FunctionCall | None = None
    """Order of a(n) - A(n): a call of O, o, Theta or Omega."""
    limit_step: int = 0
    """Shift s if the growth constant is printed as the limit of a(n+s)/a(n), else 0."""
    limit_root: int = 0
    """Factor k if the limit of a(n)^(1/(kn)) is printed, else 0; the side is exp(c) for a logarithm c."""
    form = Form.GROWTH
    printed_from = None

    def stated(self, known: KnownSequence) -> Sequence[Claim | SequenceDefinition]:  # noqa: ARG002
        left: nodes.Node = A_OF_N
        if self.claimed not in (GrowthKind.RATIO, GrowthKind.MULTIPLE) and self.side != nodes.Number(0):
            left = nodes.Sum((A_OF_N, nodes.Negative(self.side)))
        if self.order is not None:
            return [Asymptotic(self.order.name, left, self.order.arguments[0])]
        if self.claimed is GrowthKind.RATE:
            return [self._stated_rate()]
        if self.claimed is GrowthKind.MULTIPLE:
            power = nodes.Power(self.side, nodes.N) if sequence.is_constant(self.side) else self.side
            return [Asymptotic("~", left, nodes.Product((nodes.Letter("c"), power)))]
        is_ratio = self.claimed is GrowthKind.RATIO
        return [Asymptotic("~", left, self.side) if is_ratio else Asymptotic("->", left, nodes.Number(0))]

    def _stated_rate(self) -> Asymptotic:
        """Return the claim about the growth constant, which is the upper limit of a(n)^(1/n)."""
        if self.limit_step and not self.limit_root:
            later = nodes.Symbol(("a",), nodes.Sum((nodes.N, nodes.Number(self.limit_step))))
            return Asymptotic("->", nodes.Quotient(later, A_OF_N), self.side)
        below = nodes.Product((nodes.Number(self.limit_root), nodes.N)) if self.limit_root > 1 else nodes.N
        root = nodes.Power(A_OF_N, nodes.Quotient(nodes.Number(1), below))
        rate = self.side
        match normal(rate):
            case nodes.Power(base=base, exponent=nodes.Letter("n")):
                rate = base
            case nodes.Node() if not sequence.is_constant(rate):
                rate = nodes.substitute_n(rate, nodes.Number(1))
        return Asymptotic("->", root if self.limit_root else call("limsup", root), rate)

    @cached_property
    def series(self) -> tuple[rows.Row, rows.Row]:
        """Numerator and denominator of the generating function of the side."""
        found = closed_rows(self.side)
        if found is None:
            raise InputError(
                "formula: a claim about growth must be a sum of constants times powers, such as 3*2^n + o(1)"
            )
        return found

    @property
    def base(self) -> Radical | None:
        """Base lambda if the side is C lambda^n, else None."""
        above, below = self.series
        is_power = len(above) == 1 and len(below) <= 2
        return (-below[1] if len(below) == 2 else None) if is_power else None

    @property
    def constant(self) -> Radical:
        """Constant C of a side C lambda^n."""
        return sequence.exact_value(self.side, 0)

    def compare(self, truth: Truth) -> Agreement | Difference:
        """Compare exactly if the side is exact; otherwise compare its decimals with certified balls.

        The claim a(n) = A(n) + o(1) is correct if all poles of the generating function of a(n) - A(n) are
        outside the unit circle; a(n) ~ A(n) is correct if the difference grows more slowly than A. If A(n) =
        K n^k b^n contains decimals and the claim uses ~, the true C and lambda are used instead, and each
        decimal must equal the true number, rounded or truncated at its last digit; K and n^k are part of the
        claim. With o(1) the decimals are treated as exact, since rounding them changes A(n) by more than
        o(1).

        Reference: Philippe Flajolet and Robert Sedgewick, Analytic Combinatorics, Theorem IV.9.
        """
        known = truth.sequence(Weights.NONE)
        if known.end is not None:
            raise OptionError(
                "finitely many terms cannot decide a claim about growth; name a game and a family of boards,"
                " or use gfkit constant for bounds for the growth constant of the plane"
            )
        if known.rational is None and self.claimed is GrowthKind.RATIO:
            return _compare_ratio(self, known)
        if known.rational is None:
            raise InputError(
                "formula: a claim about growth requires a rational generating function; verify a"
                " recurrence or"
                " initial terms instead"
            )
        if self.order is not None:
            return _compare_order(self, self.order, known, known.rational)
        if self.claimed in (GrowthKind.RATE, GrowthKind.MULTIPLE):
            return _compare_rate(self, known, known.rational)
        if has_decimals(self.side) and self.claimed is GrowthKind.RATIO:
            return _compare_digits(self, known, known.rational)
        result = _compare_exactly(self, known, known.rational)
        if has_decimals(self.side) and isinstance(result, Difference):
            return replace(result, notes=(DECIMALS_NOTE,))
        return result


def is_rate_alone(side: nodes.Node) -> bool:
    """Return True if a side is only lambda or lambda^n, without a factor.

    >>> from gfkit.claims.statement.parse import read_statement
    >>> [is_rate_alone(read_statement(text).chains[0].sides[0]) for text in ("2.41", "2.41^n", "7*2.41^n")]
    [True, True, False]
    """
    if sequence.is_constant(side):
        return True
    parts = power_term(side)
    unit = Radical.of(1)
    return (
        parts is not None
        and (parts.exact, parts.decimal) == (unit, "")
        and not (parts.degree or parts.offset)
    )


def _agreement(known: KnownSequence, reason: str, right: str, factor: str | None = None) -> Agreement:
    return Agreement(known, reason, _evidence(known), known.first_n, right, (factor,) if factor else ())


def _disagreement(known: KnownSequence, wrong: str, right: str, repair: str | None = None) -> Difference:
    values = (wrong.partition(",")[0], right)
    return Difference(
        known, wrong, right=right, evidence=_evidence(known), repair=lambda: repair, values=values
    )


def _evidence(known: KnownSequence) -> Evidence:
    details = () if known.rational is None else (("order", known.rational.order),)
    return Evidence(known.evidence.status, "growth-compared", details)


# Claims with decimals


def _compare_rate(claim: GrowthClaim, known: KnownSequence, law: RationalGF) -> Agreement | Difference:
    """Compare the growth constant alone, and add a note on factors of its powers, which are not claimed."""
    constants = growth(law, _digits_needed(claim))
    if claim.limit_step and (constants.dominant != 1 or constants.power is None):
        raise InputError(_OSCILLATES)
    if claim.limit_step > 1:  # a(sn) has the s-th powers of all roots, of which the same one is dominant
        law = law.subsequence(claim.limit_step)
        constants = growth(law, _digits_needed(claim))
    right = str(growth(law, _SHOWN_DIGITS))
    digits, base = _printed_rate(claim.side)
    is_log = isinstance(claim.side, nodes.FunctionCall) and claim.side.name == "exp"
    if (is_log or claim.limit_root) and any(one.contains(0) for one in constants.constants):
        raise UndecidedError("a(n) is 0 or small for infinitely many n, so there is no limit")
    wrong = _wrong_rate(digits, base, constants, claim.limit_root or 1, is_log=is_log)
    rate_text = f"the growth constant is {_short_text(constants.rate, digits if wrong else '')}"
    if is_log or claim.limit_root > 1:
        with ctx.workprec(_bits(digits)):
            root = _arb_ball(constants.rate).root(claim.limit_root or 1)
            rate_text = f"the limit is {_ball_text(root.log() if is_log else root)}"
    factor = _other_factor(constants)
    is_plain = constants.dominant == len(constants.constants) == 1 and constants.power == 0
    if claim.claimed is GrowthKind.MULTIPLE and not (wrong or is_plain):
        if constants.power is None:
            raise UndecidedError(_OSCILLATES)
        wrong = "a(n) is not asymptotic to a constant times one power"
    if wrong:
        correction = (
            f"{rate_text}, and a(n) ~ {_growth_text(constants)}"
            if len(constants.constants) == 1
            else rate_text
        )
        return _disagreement(known, f"{wrong}, {rate_text}", right, correction)
    reason = (
        f"{rate_text}, which agrees with the printed digits {digits}"
        if digits
        else f"the growth constant is exactly {base}"
    )
    if str(base) == _short_text(constants.rate) and not digits:
        reason = rate_text
    return _agreement(known, reason, right, None if sequence.is_constant(claim.side) else factor)


def _printed_rate(side: nodes.Node) -> tuple[str, Radical]:
    """Return the growth constant as printed, by its digits for a decimal number, and its value."""
    if isinstance(side, nodes.FunctionCall) and side.name == "exp":
        side = side.arguments[0]
    if isinstance(side, nodes.Number):
        return side.digits, Radical.of(side.value)
    if not has_decimals(side):
        parts = None if sequence.is_constant(side) else power_term(side)
        return "", sequence.exact_value(side, 0) if parts is None else parts.base**parts.slope
    parts = power_term(side)
    if parts is None or sequence.is_constant(side) or parts.slope != 1:
        raise InputError("formula: expected a single growth constant, such as 2.414 or 2.414^n")
    return parts.base_digits, parts.base


def _other_factor(constants: Growth) -> str | None:
    """Return a note on the factor of lambda^n that is not claimed, or None if that factor is 1."""
    if constants.dominant != 1 or len(constants.constants) != 1:
        return "the factor that depends on n is not part of the claim"
    power = (
        ""
        if not constants.power
        else " and the factor n"
        if constants.power == 1
        else f" and n^{constants.power}"
    )
    if constants.constants[0].contains(1) and not power:
        return None
    return f"the constant factor {_short_text(constants.constants[0])}{power} is not part of the claim"


def _compare_digits(claim: GrowthClaim, known: KnownSequence, law: RationalGF) -> Agreement | Difference:
    parts = power_term(claim.side)
    if parts is None or abs(parts.offset) > _MOST_OFFSET:
        raise InputError(_UNREAD)
    constants = growth(law, _digits_needed(claim))
    right = str(growth(law, _SHOWN_DIGITS))
    if constants.dominant != 1 or len(constants.constants) != 1 or constants.power is None:
        raise InputError(_OSCILLATES)
    is_flat = parts.base == Radical.of(1) and not parts.base_digits
    if is_flat and not constants.rate.contains(1):
        raise InputError(
            "formula: a(n) does not converge to a constant; to state only the growth constant, give the"
            " number without a sequence, for example 2.414"
        )
    wrong_rate = _wrong_rate(parts.base_digits, parts.base, constants, parts.slope)
    if wrong_rate:
        rate_text = f"the growth constant is {_short_text(constants.rate, parts.base_digits)}"
        is_pure = is_rate_alone(claim.side) and not (constants.power or constants.constants[0].contains(1))
        missing = f"the constant factor {_short_text(constants.constants[0])} is missing"
        more = missing if is_pure else f"a(n) ~ {_growth_text(constants)}"
        return _disagreement(known, f"{wrong_rate}, {rate_text}", right, f"{rate_text}, and {more}")
    wrong = _wrong_power(parts, constants) or _wrong_constant(parts, constants)
    if wrong:
        return _disagreement(known, wrong, right, wrong)
    reason = f"a(n) ~ {_growth_text(constants)}, which agrees with all printed digits"
    return _agreement(known, reason, right)


def _growth_text(constants: Growth) -> str:
    """Return the string C n^k lambda^n, with decimals."""
    known: dict[int | Fraction, str] = {0: "", 1: "n"}
    power = known.get(constants.power or 0, f"n^{constants.power}")
    constant = _short_text(constants.constants[0]) if len(constants.constants) == 1 else ""
    rate = _short_text(constants.rate)
    return "*".join(filter(None, (constant, power, "" if rate == "1" and constant + power else f"{rate}^n")))


def _digits_needed(claim: GrowthClaim) -> int:
    """Return the number of digits required to compare all printed decimals."""
    printed = [len(node.digits) for node in nodes.walk(claim.side) if isinstance(node, nodes.Number)]
    most = max(printed, default=0)
    if most > _MOST_DIGITS:
        raise LimitError(f"formula: {most} digits of a growth constant exceed the limit {_MOST_DIGITS}")
    return max(_EXACT_DIGITS, most) + 10


def _wrong_rate(
    digits: str, base: Radical, constants: Growth, slope: int, *, is_log: bool = False
) -> str | None:
    """Return a description of the error in a printed base b, or None if b^slope is the growth constant.

    The digits of a decimal b must agree with the slope-th root of the growth constant, or with the logarithm
    of this root; for an exact b, b^slope must be a root of the constant's minimal polynomial.
    """
    with ctx.workprec(_bits(digits)):
        true = _arb_ball(constants.rate)
        if slope > 1:
            true = true.root(slope)
        true = true.log() if is_log else true
        if digits:
            return None if has_digits(digits, *_bounds(true)) else f"the digits {digits} are wrong"
        is_apart = not base.ball().overlaps(true)
    if is_apart:
        return f"{base} is wrong" if slope == 1 else f"{base}^{slope} is wrong"
    if constants.minimal_polynomial is None or is_log:
        raise LimitError(f"formula: cannot decide whether the growth constant is exactly {base}")
    least = [Radical.of(int(c)) for c in dense(constants.minimal_polynomial).coeffs()]
    return f"{base} is wrong" if rows.at(least, base**slope) else None


def _wrong_power(parts: PowerTerm, constants: Growth) -> str | None:
    if parts.degree == constants.power:
        return None
    true, printed = (
        "no factor n" if not k else "a factor n" if k == 1 else f"a factor n^{k}"
        for k in (constants.power or 0, parts.degree)
    )
    return f"the asymptotics have {true}, but the formula has {printed}"


def _wrong_constant(parts: PowerTerm, constants: Growth) -> str | None:
    """Return a description of the error in the constant K, or None if K is correct.

    If K contains a decimal, the claim is solved for it; otherwise K is compared to ``_EXACT_DIGITS`` digits.
    """
    with ctx.workprec(_bits(parts.decimal) + 8 * abs(parts.offset).bit_length()):
        base = _arb_ball(constants.rate)
        if parts.base_digits == "":
            base = (parts.base**parts.slope).ball().real
        true = _arb_ball(constants.constants[0])
        if parts.offset:
            true = true / (base.root(parts.slope) if parts.slope > 1 else base) ** parts.offset
        if any(d < 0 for d, _ in parts.exact.parts) or not parts.exact:
            return f"the constant factor should be {_ball_text(true)}"
        solved = true / parts.exact.ball().real
        if not parts.decimal:
            near = arb(10) ** -_EXACT_DIGITS
            if bool(abs(solved - 1) < near):
                return None
            if parts.exact == Radical.of(1) and not parts.offset:
                return f"the constant factor {_short_text(constants.constants[0])} is missing"
            return f"the constant factor should be {_ball_text(true)}"
        if parts.sign < 0:
            solved = 1 / solved
        if has_digits(parts.decimal, *_bounds(solved)):
            return None
        return f"the constant factor should be {_ball_text(true)}: the digits {parts.decimal} are wrong"


def _bits(digits: str) -> int:
    return 4 * (_EXACT_DIGITS + len(digits)) + 2 * _FIRST_BITS


def _arb_ball(ball: Ball) -> arb:
    """Return a ball of FLINT that contains a decimal ball."""
    return arb(to_fmpq(ball.low)).union(arb(to_fmpq(ball.high)))


def _bounds(number: arb) -> tuple[Fraction, Fraction]:
    """Return rational lower and upper bounds."""
    middle, radius = exact(number.mid()), exact(number.rad())
    return middle - radius, middle + radius


def _ball_text(number: arb) -> str:
    ball = decimal_ball(number, _SHOWN_DIGITS)
    return "another constant" if ball is None else _short_text(ball)


def _short_text(ball: Ball, printed: str = "") -> str:
    """Return the leading digits, at least as many as were printed."""
    text, shown = ball.value, max(_SHOWN_DIGITS + 2, len(printed))
    return text if len(text) <= shown else text[:shown] + "..."


# Exact claims


def _compare_exactly(claim: GrowthClaim, known: KnownSequence, law: RationalGF) -> Agreement | Difference:
    poles = _difference(claim.series, law, Radical.of(1))
    base, limit = claim.base, 0 if claim.claimed is GrowthKind.DIFFERENCE else 1
    if _tends_to_limit(poles, claim, law):
        return _agreement(known, f"{claim.claimed.value} tends to {limit}", str(closed_form(law)))
    wrong = f"{claim.claimed.value} does not tend to {limit}; {_sample(claim, law)}"
    true = None if base is None else rows.constant_at(*law_rows(law), base)
    right = str(closed_form(law))
    if base is None or true is None or not true:
        return _disagreement(known, wrong, str(growth(law, _SHOWN_DIGITS)), _digits_repair(claim, known, law))
    factor = true / claim.constant
    words = None
    if _tends_to_limit(_difference(claim.series, law, factor), claim, law):
        with ctx.workprec(_FIRST_BITS):
            ball = decimal_ball(factor.ball().real, _SHOWN_DIGITS)
        size = "" if ball is None or factor.rational is not None else f" = {_short_text(ball)}"
        words = f"the constant factor {factor}{size} is missing"
        tail = " + o(1)" if claim.claimed is GrowthKind.DIFFERENCE else ""
        sign = "=" if tail else "~"
        right = f"a(n) {sign} {_factor_text(true)}*{_factor_text(base)}^n{tail}"
    return _disagreement(known, wrong, right, words)


def _compare_ratio(claim: GrowthClaim, known: KnownSequence) -> Agreement | Difference:
    """Compare a(n) ~ A(n) without a rational generating function, by the theorem of ``provers.forbidden`` or
    else numerically.
    """
    mean = poisson_mean(known)
    holds = None if mean is None else is_exponential(claim.side, mean)
    right = f"a(n) ~ exp(-{mean})*n!"
    if holds is None:
        last = extrapolated_ratio(claim.side, known)
        reason = (
            f"the ratio {last.str(8, radius=False)} at n = {SAMPLED[-1]} is as for the limit 1; not proved"
        )
        return Agreement(known, reason, terms_evidence(len(SAMPLED)), known.first_n)
    if holds:
        return _agreement(known, f"a(n)/n! tends to exp(-{mean})", right)
    return _disagreement(known, f"the constant factor is wrong, a(n)/n! tends to exp(-{mean})", right, right)


def _compare_order(
    claim: GrowthClaim, order: nodes.FunctionCall, known: KnownSequence, law: RationalGF
) -> Agreement | Difference:
    """Compare the order of a(n) - A(n) with that of a bound b(n), separately in the residue classes of n in
    which a(n) has different asymptotics.

    Raise UndecidedError if b(n) has a decimal base and the order is true only for another number with its
    digits.
    """
    (bound,), constants, name = order.arguments, growth(law, _digits_needed(claim)), order.name
    right, period = str(growth(law, _SHOWN_DIGITS)), constants.period or 1
    moved = [
        nodes.Sum((nodes.Product((nodes.Number(period), nodes.N)), nodes.Number(i))) for i in range(period)
    ]
    holds = all(
        _has_order(
            name, nodes.substitute_n(claim.side, n), nodes.substitute_n(bound, n), law.subsequence(period, i)
        )
        for i, n in enumerate(moved)
    )
    is_lower, is_whole = name in ("Omega", "Theta"), claim.side == nodes.Number(0)
    parts, power = power_term(bound), constants.power
    is_zero = len(constants.constants) < period or any(ball.contains(0) for ball in constants.constants)
    if is_lower and (is_zero or (holds and not (is_whole and constants.period and power is not None))):
        raise InputError(_OSCILLATES)
    if not holds and is_whole and parts is not None and parts.base_digits and power is not None:
        excess = parts.degree - power
        is_close = {"O": excess >= 0, "o": excess > 0, "Omega": excess <= 0, "Theta": not excess}[name]
        if is_close and not _wrong_rate(parts.base_digits, parts.base, constants, parts.slope):
            raise UndecidedError(
                f"the order is false for exactly {parts.base_digits}, but true for a number with these digits"
            )
    if holds:
        return _agreement(known, f"the order follows from a(n) ~ {_growth_text(constants)}", right)
    return _disagreement(
        known, f"the order {PLAIN.write(order)} is wrong, a(n) ~ {_growth_text(constants)}", right
    )


def _has_order(name: str, side: nodes.Node, bound: nodes.Node, law: RationalGF) -> bool:
    """Return True if d(n) = a(n) - A(n) has the order of a bound b(n).

    If b has a single dominant pole, of multiplicity m, then d is O(b) if no pole of d is nearer to 0, or as
    near with a multiplicity above m; it is o(b) if equally near poles have multiplicities below m. For
    Omega(b) and Theta(b) the sequence d must not oscillate, as for a single dominant pole.
    """
    series = closed_rows(bound)
    if series is None or len(series[1]) < 2:
        raise InputError("formula: an order must be that of n^k times a power, such as O(n*2^n)")
    repeated = _by_multiplicity(series[1])
    power = sum(not _has_larger_modulus(part, series[1], strict=True) for part in repeated)
    printed = closed_rows(side)
    if printed is None:
        raise InputError("formula: its main term must be a sum of constants times powers")
    poles = _difference(printed, law, Radical.of(1))
    if name != "Omega" and not _grows_slower(poles, series[1], power):
        return False
    return name == "O" or _grows_slower(poles, series[1], power - 1) == (name == "o")


def _digits_repair(claim: GrowthClaim, known: KnownSequence, law: RationalGF) -> str | None:
    """Return the correction of the decimals in a constant times a power, or None for a formula of another
    form.
    """
    parts = power_term(claim.side)
    if parts is None or not (parts.base_digits or parts.decimal):
        return None
    try:
        found = _compare_digits(claim, known, law)
    except (InputError, LimitError):
        return None
    return found.repair() if isinstance(found, Difference) and found.repair is not None else None


def _factor_text(number: Radical) -> str:
    text = str(number)
    return f"({text})" if " " in text or "/" in text or text.startswith("-") else text


def _sample(claim: GrowthClaim, law: RationalGF) -> str:
    n = max(_SAMPLE_N, law.first_n)
    with ctx.workprec(_FIRST_BITS):
        ball = decimal_ball(sequence.exact_value(claim.side, n).ball().real, len(str(law[n])) + 2)
    value = "?" if ball is None else ball.value
    return f"at n = {n} the formula gives {value}, the correct value is {law[n]}"


def _difference(series: tuple[rows.Row, rows.Row], law: RationalGF, factor: Radical) -> rows.Row:
    """Return the denominator in lowest terms of the generating function of a(n) - factor * A(n)."""
    (true_above, true_below), (above, below) = law_rows(law), series
    above = [-factor * c for c in above]
    top = rows.rows_sum(rows.rows_product(true_above, below), rows.rows_product(above, true_below))
    return rows.lowest_rows(top, rows.rows_product(true_below, below))[1]


def _tends_to_limit(poles: rows.Row, claim: GrowthClaim, law: RationalGF) -> bool:
    """Return True if the claimed limit follows from the poles of the difference's generating function.

    The difference must tend to 0 for a claim on the difference, and grow more slowly than the counts for a
    claim on the ratio.
    """
    if claim.claimed is GrowthKind.DIFFERENCE:
        return _grows_slower(poles, _ONE_MINUS_T, 0)
    constants = growth(law, _SHOWN_DIGITS)
    if (
        constants.power is None
        or not constants.constants
        or any(ball.contains(0) for ball in constants.constants)
    ):
        raise InputError(_OSCILLATES)
    return _grows_slower(poles, law_rows(law)[1], constants.power)


# Comparison of exponential growth by exact comparison of the poles of rational functions


def _grows_slower(poles: rows.Row, than: rows.Row, power: int | Fraction) -> bool:
    """Return True if a sequence with the given poles grows more slowly than one with the dominant poles
    ``than``.

    Every pole must be farther from 0 than the nearest root of ``than``, or equally far with multiplicity at
    most ``power``: the sequence is then o(n^power r^-n), where r is that distance.
    """
    parts = enumerate(_by_multiplicity(poles))
    return all(_has_larger_modulus(part, than, strict=k >= power) for k, part in parts)


def _by_multiplicity(row: rows.Row) -> list[rows.Row]:
    """Return square-free polynomials whose roots are the roots of multiplicity >= 1, >= 2, ..."""
    parts = []
    while len(row) > 1:
        double = rows.common(row, rows.derivative(row))
        parts.append(rows.rows_divmod(row, double)[0])
        row = double
    return parts


def _has_larger_modulus(part: rows.Row, target: rows.Row, *, strict: bool) -> bool:
    """Return True if every root of ``part`` has larger modulus than the smallest root of ``target``.

    Equal modulus suffices unless ``strict``. Moduli that agree to many digits are treated as equal only if
    the two polynomials have common roots there, or if ``target`` has a single root 1/b and the circle of this
    radius contains roots of ``part``: with a root s of modulus 1/b, a real polynomial has the root 1/(b^2 s).

    The roots of 1 - 2t + c t^2 with c > 1 have modulus 1/sqrt(c):

    >>> numbers = [(1, -2, Fraction(2)), (1, -2, 2 + Fraction(1, 10**9))]
    >>> parts = [[*map(Radical.of, row)] for row in numbers]
    >>> target = [Radical.of(1), -Radical.root(Fraction(2))]
    >>> [_has_larger_modulus(part, target, strict=strict) for part in parts for strict in (False, True)]
    [True, False, False, False]
    """
    shared = rows.common(part, target)
    square_free = rows.rows_divmod(target, rows.common(target, rows.derivative(target)))[0]
    mirrored: rows.Row = []
    if len(square_free) == 2 and all(d > 0 for c in (*part, *square_free) for d, _ in c.parts):
        square = (square_free[1] / square_free[0]) ** 2
        mirrored = rows.common(part, [c * square**k for k, c in enumerate(reversed(part))])
    bits = _FIRST_BITS
    while bits <= _MOST_BITS:
        with ctx.workprec(bits):
            decided = _compare_distances(part, square_free, shared, mirrored, strict)
        if decided is not None:
            return decided
        bits *= 2
    raise LimitError("formula: cannot decide whether the poles are as far from 0 as the claim requires")


def _compare_distances(
    part: rows.Row, target: rows.Row, shared: rows.Row, mirrored: rows.Row, strict: bool
) -> bool | None:
    """Return the result of the comparison at the current precision, or None if the precision is too low.

    The roots of ``mirrored`` are those roots s of ``part`` for which the mirror image of s in the circle
    through the only root of ``target`` is a root, too.
    """
    try:
        here, there = _compute_root_moduli(part), _compute_root_moduli(target)
        both = _compute_root_moduli(shared) if len(shared) > 1 else []
        paired = _compute_roots(mirrored) if len(mirrored) > 1 else []
    except ValueError:  # the roots are not yet isolated at this precision
        return None
    nearest = min(there, key=lambda size: float(size.mid()))
    if any(bool(size < nearest) for size in here):
        return False
    close = sum(size.overlaps(nearest) for size in here)
    if not close:
        return True
    # a root that is the only one near its mirror image is equal to it, so it is on the circle
    images = ((root, nearest**2 / root.conjugate()) for root in paired if abs(root).overlaps(nearest))
    on_circle = sum([s is root for s in paired if s.overlaps(image)] == [True] for root, image in images)
    if on_circle and (strict or on_circle == close):
        return not strict
    common = sum(size.overlaps(nearest) for size in both)
    if not strict:
        return True if common == close else None
    alone = sum(size.overlaps(nearest) for size in there) == 1
    return False if alone and common else None


def _compute_root_moduli(row: rows.Row) -> list[arb]:
    return [abs(root) for root in _compute_roots(row)]


def _compute_roots(row: rows.Row) -> list[acb]:
    roots: list[acb] = acb_poly([c.ball() for c in row]).roots(tol=arb(2) ** (-ctx.prec // 2))
    return roots
