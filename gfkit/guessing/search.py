"""Search for formulas: all kinds, simplest first, then again after simple transformations."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from math import isqrt
from typing import TYPE_CHECKING, NamedTuple

from gfkit.core.algebra import Algebraic, Evidence, Hypergeometric, PRecursive, QuasiPolynomial, Status
from gfkit.core.algebra.number import number_text
from gfkit.core.deferred import dataclass, field, replace
from gfkit.core.errors import GfkitError, Interrupted, OptionError
from gfkit.core.typing import OnProgress, Progress, checked_whole, stoppable
from gfkit.guessing.data import Data, Transform, bits_of
from gfkit.guessing.finding import Finding, Guess, SearchOutcome, Tried
from gfkit.guessing.hermite_pade import algebraic_fit, low_degree_fit, recurrence_fit
from gfkit.guessing.law import (
    HOLD_BACK,
    FittedLaw,
    LawKind,
    LawWord,
    WrongTerm,
    continues_in_integers,
    form_of,
    holds_up,
)
from gfkit.guessing.monomials import D_ALGEBRAIC, NONLINEAR, Q_HOLONOMIC, table_law
from gfkit.guessing.rational import (
    interlaced_fit,
    late_fit,
    near_miss,
    polynomial_fit,
    quasi_polynomial,
    rational_fit,
    wrong_terms,
)
from gfkit.guessing.regular import BASES, regular_law
from gfkit.runs.batch import Work

if TYPE_CHECKING:
    from concurrent.futures import Executor


_MOST_TRANSFORMED = 400
"""Maximum number of terms for which transformations are tried."""
_LEAST_UNKNOWNS = 5
"""Number of unknowns of the smallest algebraic equation. With more terms every kind of formula is tried."""
_MOST_SEARCHED = 1200
"""Maximum number of terms in the search for polynomial coefficients; further terms are only compared."""
_MOST_COLUMNS = 24
_BITS_OF_A_CHANGE = 8
"""Information of one change in a constant run, in bits: its position and its size."""
_TERMS_OF_A_CHANGE = 4
"""Maximum number of terms for each nonzero difference in the bounds on orders and degrees."""
_MOST_DEGREE = 8
_RATIONAL = frozenset({LawKind.POLYNOMIAL, LawKind.PERIODIC, LawKind.QUASI_POLYNOMIAL, LawKind.C_FINITE})
_TABLES = {
    LawKind.NONLINEAR: NONLINEAR,
    LawKind.Q_HOLONOMIC: Q_HOLONOMIC,
    LawKind.D_ALGEBRAIC: D_ALGEBRAIC,
}
_LINEAR = frozenset(LawKind) - _TABLES.keys()
_KINDS_OF_PRODUCTS = frozenset({*_RATIONAL, LawKind.REGULAR})
_SPARE_OF_TABLES = 2
"""Additional spare equations required of relations between products, as there are many tables."""
_DIFFERENTIAL = frozenset({LawKind.D_ALGEBRAIC})


class _Step(NamedTuple):
    """Step of the search: a sequence, possibly transformed, and kinds of formulas."""

    of: Transform | None
    kinds: frozenset[LawKind]


_STEPS = (
    _Step(None, _LINEAR),
    _Step(Transform.DIFFERENCES, _LINEAR),
    _Step(Transform.RATIOS, _LINEAR),
    _Step(Transform.FACTORIALS, _LINEAR),
    _Step(Transform.EULER, _KINDS_OF_PRODUCTS),
    _Step(Transform.BISECTION, _LINEAR),
    _Step(None, frozenset(_TABLES)),
    _Step(Transform.FACTORIALS, _DIFFERENTIAL),
)
"""Steps of the search in order: common and cheap formulas first."""
_KINDS_OF_FEW_TERMS = frozenset({*_RATIONAL, LawKind.HYPERGEOMETRIC})
_FEWEST_TERMS, _LEAST_SPARE, _CONFIRMING_TERMS = 5, 2, 3
"""Minimum terms and spare terms for a weak formula, and number of further terms that would confirm it."""
_MOST_WEAK_TERMS, _MOST_WEAK_UNKNOWNS = 16, 8
"""Maximum terms and unknowns of a weak formula with fewer spare terms than usual: with more terms, formulas
of this size have enough spare terms.
"""
_SURPRISING = 4
"""Number of bits by which the spare terms must be longer than such a formula. With this condition one of
7,000 random sequences of 8 to 12 terms satisfies a false formula, without it one of 130.
"""
_SIMPLER_TRANSFORMS = (Transform.EULER, Transform.BISECTION, None)
"""Transformations that are tried in addition to a weak formula, because a product or an interlacing may be
simpler.
"""
_LONG_ORDER, _TERMS_AHEAD = 10, 40
"""Minimum order of a recurrence for which transformations are tried too, and number of predicted terms that
are compared.
"""
_Fitting = FittedLaw | WrongTerm | None
"""Formula, a single wrong term, or None."""
_FITS: dict[str, Callable[[Data, int, int], _Fitting]] = {
    "algebraic degree": algebraic_fit,
    "order": lambda data, order, spare: recurrence_fit(data, order + 1, spare),
    "degree": low_degree_fit,
}


@stoppable
def guess(
    terms: Data | Iterable[object] | str,
    offset: int = 0,
    ansatz: Sequence[LawWord] | str | None = None,
    hold_back: int = HOLD_BACK,
    *,
    limit: float | None = None,
    executor: Executor | None = None,
    on_progress: OnProgress | None = None,
) -> Guess:
    """Return the simplest formula that explains the terms a(offset), a(offset + 1), ..., with its evidence.

    The search covers polynomials, periodic sequences, quasi-polynomials, linear recurrences with constant
    coefficients, hypergeometric terms, algebraic equations, recurrences with polynomial coefficients, and
    k-regular sequences. If none fits, it continues with differences, quotients, a(n)/n!, products and
    bisections. Then follow relations between products (Somos sequences, q-holonomic recurrences, algebraic
    differential equations), and linear recurrences after a long irregular start. A formula must be shorter
    than the terms.

    Parameters
    ----------
    terms : sequence of int or Fraction, or str
        The terms, all of which are assumed to be correct; as a string, with commas or spaces between them.
    offset : int, default 0
        Index of the first term.
    ansatz : str or sequence of str, optional
        Restrict the search to these classes, on the untransformed terms: "polynomial", "periodic",
        "quasi-polynomial", "c-finite", "hypergeometric", "algebraic", "d-finite", "regular", "nonlinear",
        "q-holonomic", "d-algebraic" (the exponential series is tried too).
    hold_back : int, default 5
        Number of terms, beyond those that determine a formula, that must agree with it. For five to 16 terms,
        two such terms suffice; the formula is then weak, and ``reason`` lists the terms that would confirm
        it.
    limit : float, in seconds, optional
        Time limit of the search.
    executor : Executor, optional
        Executor that tries several shapes in parallel; the result is the same.
    on_progress : function, optional
        Callback that receives a ``Progress`` object.

    Returns
    -------
    Guess
        The formulas, simplest first, or the reason why none was found.

    Raises
    ------
    OptionError
        A kind is unknown, or ``hold_back`` is below 1.
    InputError
        A term is not an exact number.

    Notes
    -----
    Cost: the square of the number of terms for linear recurrences. Other kinds solve systems of linear
    equations modulo primes, for many shapes of the formula.

    References
    ----------
    Massey, Shift-register synthesis and BCH decoding; Kauers and Koutschan, Guessing with little data.

    Examples
    --------
    >>> found = guess([1, 1, 2, 3, 5, 8, 13, 21, 34, 55]).found[0]
    >>> found.equation, found.terms(12)[-1], str(found.evidence)
    ('a(n) = a(n-1) + a(n-2)', 144, 'guessed by Berlekamp-Massey modulo primes (4 terms fitted, ...)')
    >>> guess("1, 1, 2, 5, 14, 42, 132, 429, 1430, 4862")[0].text
    'a(n) = binomial(2*n, n)/(n + 1)'
    >>> guess([1, 2, 4, 8, 16, 31]).reason
    'too few terms: 6 given, at least 10 are needed to try every kind of formula'
    """
    data = terms if isinstance(terms, Data) else Data.of(terms, offset)
    hold_back = checked_whole("hold_back", hold_back, 1)
    if isinstance(limit, bool) or not isinstance(limit, int | float | None) or (limit or 0) < 0:
        raise OptionError(f"limit {limit!r} must be a number of seconds")
    deadline = None if limit is None else time.monotonic() + limit
    search = _LawSearch(LawKind.read(ansatz), hold_back, deadline, on_progress, executor)
    findings: list[Finding] = []
    transforming = ansatz is None and len(data) <= _MOST_TRANSFORMED
    first = search.for_step(*_STEPS[0])
    try:
        findings += [_finding_of(data, kind, fit) for kind, fit in first.laws(data)]
        first.finish()
        search.broken = first.broken
        if search.broken is None:
            findings = _prefer_simpler(data, search, findings, transforming)
        if all(finding.weak for finding in findings) and ansatz is None and search.broken is None:
            findings = _prefer_late_recurrence(data, search, findings)
    except _OutOfTimeError:
        if not findings:
            return Guess(
                (),
                SearchOutcome.LIMIT,
                f"stopped at the limit of {limit} seconds with nothing found",
                tuple(search.tried),
            )
    except KeyboardInterrupt:
        stopped = Guess(
            tuple(findings), SearchOutcome.LIMIT, "stopped with nothing found", tuple(search.tried)
        )
        raise Interrupted(stopped) from None
    if findings:
        return Guess(tuple(findings), SearchOutcome.FOUND, "", tuple(search.tried))
    if ansatz is None and search.broken is None:
        search.broken = _wrong_term(data, search)
    poor = _guess_from_few(data, search.kinds) if hold_back == HOLD_BACK and search.broken is None else None
    result = poor or _report_no_formula(data, search, transforming)
    before = "" if poor or search.broken else _law_before_last(data, search)
    return replace(result, reason=before + result.reason, tried=tuple(search.tried))


def _prefer_late_recurrence(data: Data, search: _LawSearch, findings: list[Finding]) -> list[Finding]:
    """Return the findings, or a linear recurrence that only the later terms satisfy."""
    narrowed = search.for_step(None, _RATIONAL, "the later terms")
    narrowed.begin("recurrences of the later terms", 0, 1)
    fit = search.accept(data, late_fit(data, search.spare))
    narrowed.finish()
    if fit is None or (findings and fit.is_weak):
        return findings
    return [_finding_of(data, *law) for law in _convert_to_kind(data, fit, search.kinds)]


def _prefer_simpler(
    data: Data, search: _LawSearch, findings: list[Finding], transforming: bool
) -> list[Finding]:
    """Return the findings, preceded by a regular or transformed formula if the findings are weak or missing.

    A rational generating function with many coefficients may agree with the initial terms of an infinite
    product over, for example, powers of 4. If both formulas are found and predict different terms, the longer
    one is weak; a regular formula that is more than half as long as a weak one is weak too. A formula with
    the same predictions is only added if it has fewer unknowns.
    """
    if findings and all(finding.weak for finding in findings):
        fit = search.regular(data)
        regular = None if fit is None or fit.is_weak else _finding_of(data, LawKind.REGULAR, fit)
        if regular is not None and not _extend_equally(regular, findings[0], len(data)):
            as_long = 2 * _unknowns(regular) > _unknowns(findings[0])
            return [replace(regular, weak=as_long), *findings]
    is_long = bool(findings) and findings[0].rational is not None and (findings[0].order or 0) >= _LONG_ORDER
    if not (is_long or all(finding.weak for finding in findings)):
        return findings
    steps = [
        step
        for step in _STEPS[1:]
        if (transforming or step.of is None or step.kinds == _DIFFERENTIAL)
        and (not findings or step.of in _SIMPLER_TRANSFORMS)
    ]
    simpler = _law_of_steps(data, search, steps)
    if not findings or not simpler or simpler[0].weak:
        return findings or simpler
    is_same = _extend_equally(simpler[0], findings[0], len(data))
    is_shorter = simpler[0].transform is not None and _unknowns(simpler[0]) < _unknowns(findings[0])
    if all(finding.weak for finding in findings):
        return findings if is_same and not is_shorter else [*simpler, *findings]
    if simpler[0].kind is not LawKind.REGULAR or is_same:
        return findings
    return [*simpler, *(replace(finding, weak=True) for finding in findings)]


def _extend_equally(first: Finding, second: Finding, count: int) -> bool:
    """Return True if two formulas for the given number of terms agree on the following terms."""
    ahead = count + _TERMS_AHEAD
    try:
        return first.terms(ahead) == second.terms(ahead)
    except GfkitError:
        return False


def _unknowns(finding: Finding) -> int:
    """Return the number of unknowns of a formula; for a bisection, the sum over both halves."""
    count = int(dict(finding.evidence.details)["unknowns"])
    return count if finding.odd is None else count + _unknowns(finding.odd)


def _wrong_term(data: Data, search: _LawSearch) -> WrongTerm | None:
    """Return the only wrong term of a short list if its correction leads to a formula that is not weak, or
    None.
    """
    for broken in wrong_terms(data, search.spare):
        law = next(_LawSearch(search.kinds, search.spare).laws(data.with_term(broken.n, broken.right)), None)
        if law is not None and not law[1].is_weak:
            return broken
    return None


def _law_before_last(data: Data, search: _LawSearch) -> str:
    """Return the message for terms that satisfy a formula except for the last one, or ""."""
    shorter = data.first_terms(len(data) - 1)
    law = next(_LawSearch(_KINDS_OF_FEW_TERMS & search.kinds, search.spare).laws(shorter), None)
    if law is None or law[1].is_weak:
        return ""
    n, right = data.offset + len(shorter), law[1].law.terms(len(data))[-1]
    place = f"a({n}) = {_shorten_number(number_text(right))}, not {_shorten_number(number_text(data[n]))}"
    return f"without the last term, {form_of(law[1].law).text} fits and yields {place}; with the last term: "


def _guess_from_few(data: Data, kinds: frozenset[LawKind]) -> Guess | None:
    """Return a weak formula with fewer spare terms than usual, with the terms that would confirm it."""
    if not _FEWEST_TERMS <= len(data) <= _MOST_WEAK_TERMS:
        return None
    for spare in range(HOLD_BACK - 1, _LEAST_SPARE - 1, -1):
        laws = _LawSearch(_LINEAR - {LawKind.REGULAR} & kinds, spare).laws(data)
        law = next((law for law in laws if _is_plausible(data, *law)), None)
        if law is not None:
            finding = replace(_finding_of(data, *law), weak=True)
            ahead = finding.terms(len(data) + _CONFIRMING_TERMS)[len(data) :]
            listed = ", ".join(_shorten_number(number_text(term)) for term in ahead)
            return Guess((finding,), SearchOutcome.FOUND, f"the formula predicts the next terms {listed}")
    return None


def _is_plausible(data: Data, kind: LawKind, fit: FittedLaw) -> bool:
    """Return True if a formula with few spare terms is shorter than these terms, or if it is of a simple kind
    and there are fewer than ten terms.
    """
    if kind in _KINDS_OF_FEW_TERMS and len(data) < HOLD_BACK + _LEAST_UNKNOWNS:
        return True
    surprise = data.information_of_last(fit.spare)
    return fit.unknowns <= _MOST_WEAK_UNKNOWNS and surprise >= fit.law_bits + _SURPRISING


def _finding_of(data: Data, kind: LawKind, fit: FittedLaw, source: Data | None = None) -> Finding:
    """Return the finding for a fit; ``source`` contains the untransformed terms."""
    if source is not None:
        fit = replace(fit, bits=source.bits[0], surprise=source.surprise_of_last(fit.spare))
    details = (
        ("terms_fitted", fit.terms - fit.spare),
        ("terms_checked", fit.spare),
        ("equations", fit.equations),
        ("unknowns", fit.unknowns),
    )
    evidence = Evidence(Status.GUESSED, fit.method, details)
    start = form_of(fit.law).valid_from
    return Finding(kind, fit.law, evidence, fit.is_weak, start, data.offset, data.terms[0])


def _law_of_steps(data: Data, search: _LawSearch, steps: Sequence[_Step]) -> list[Finding]:
    """Return the formula found by the first successful step, preferably one that is not weak.

    A bisection requires a formula for both halves.
    """
    weak: list[Finding] = []
    for step in steps:
        narrowed = search.for_step(*step)
        if not narrowed.kinds:
            continue
        parts = []
        for image in (data,) if step.of is None else step.of.apply(data):
            law = next(narrowed.laws(image), None)
            if law is None:
                break
            parts.append(_finding_of(image, *law, data if step.of else None))
        else:
            if parts:
                finding = parts[0] if step.of is None else _combine_parts(data, step.of, parts)
                if not finding.weak:
                    return [finding]
                if not step.kinds <= _TABLES.keys() and continues_in_integers(data, finding.terms):
                    weak = weak or [finding]
        narrowed.finish()
    return weak


def _combine_parts(data: Data, transform: Transform, parts: list[Finding]) -> Finding:
    return replace(
        parts[0],
        first_n=data.offset,
        start=data.terms[0],
        transform=transform,
        odd=parts[1] if len(parts) > 1 else None,
        weak=any(part.weak for part in parts),
    )


def _report_no_formula(data: Data, search: _LawSearch, transformed: bool) -> Guess:
    """Return the result if no formula was found, with the reason: a wrong term, too few terms, or no formula
    within the bounds.
    """
    count, spare, broken = len(data), search.spare, search.broken
    if broken is not None:
        return Guess((), SearchOutcome.BROKEN, _describe_broken_term(data, broken, search))
    if count < spare + _LEAST_UNKNOWNS:
        need = spare + _LEAST_UNKNOWNS
        text = f"too few terms: {count} given, at least {need} are needed to try every kind of formula"
        return Guess((), SearchOutcome.TOO_FEW, text)
    need_more = near_miss(data, spare) if search.kinds & _RATIONAL else None
    if need_more is not None:
        text = (
            f"too few terms: {count} given, {need_more} needed to test a linear recurrence of order "
            f"{(need_more - spare) // 2} that fits but leaves fewer than {spare} terms as a check"
        )
        return Guess((), SearchOutcome.TOO_FEW, text)
    more = (
        "; also searched: the differences, the quotients a(n+1)/a(n), a(n)/n!, the inverse Euler transform,"
        " the bisections, the terms without the first few, and nonlinear recurrences"
        if transformed
        else ""
    )
    text = f"no formula found; searched: {_bounds(data, search)}{more}"
    return Guess((), SearchOutcome.NOTHING, text)


def _describe_broken_term(data: Data, broken: WrongTerm, search: _LawSearch) -> str:
    """Return a description of the wrong term and of the formula."""
    have, want = (_shorten_number(number_text(value)) for value in (data[broken.n], broken.right))
    law = next(_LawSearch(search.kinds, search.spare).laws(data.with_term(broken.n, broken.right)), None)
    text = f"the term a({broken.n}) = {have} does not fit: if a({broken.n}) were {want}, "
    return text + (f"the formula would be {form_of(law[1].law).text}" if law else "there would be a formula")


def _bounds(data: Data, search: _LawSearch) -> str:
    """Return a description of the formulas that were tried on the given terms."""
    kinds, spare, count, shorter = search.kinds, search.spare, len(data), data.first_terms(_MOST_SEARCHED)
    used = len(shorter)
    texts = []
    if kinds & _RATIONAL:
        most = (count - spare) // 2
        more = f"order {most + 1} needs {2 * most + 2 + spare} terms"
        texts.append(f"rational generating functions (order <= {most}; {more})")
    if kinds & {LawKind.HYPERGEOMETRIC, LawKind.D_FINITE}:
        top = search.order(shorter) + 1 if LawKind.D_FINITE in kinds else 1
        texts.append(
            f"recurrences with polynomial coefficients (order and degree <= {top}, at most {used - spare}"
            " unknowns)"
        )
    if LawKind.ALGEBRAIC in kinds:
        texts.append(f"algebraic equations (degree <= {search.algebraic_degree(used)})")
    return f"{'; '.join(texts)} ({count} terms, {spare} held back)"


def _shorten_number(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:20]}...{text[-10:]} ({len(text)} digits)"


class _OutOfTimeError(Exception):
    """Raised if the time limit is exceeded."""


@dataclass
class _LawSearch:
    """State of a search: the kinds, the number of spare terms, and the deadline."""

    kinds: frozenset[LawKind]
    spare: int
    deadline: float | None = None
    on_progress: OnProgress | None = None
    executor: Executor | None = None
    broken: WrongTerm | None = None
    tried: list[Tried] = field(default_factory=list)

    def for_step(
        self, of: Transform | None, kinds: frozenset[LawKind], terms: str = "the terms"
    ) -> _LawSearch:
        """Return the search restricted to some kinds, with a shared list of the steps tried."""
        narrowed = replace(self, kinds=self.kinds & kinds)
        if narrowed.kinds:
            listed = tuple(kind.value for kind in LawKind if kind in narrowed.kinds)
            self.tried.append(Tried(terms if of is None else of.value, listed, False))
        return narrowed

    def finish(self) -> None:
        """Mark the last step as completed."""
        if self.tried:
            self.tried[-1] = self.tried[-1]._replace(is_complete=True)

    def laws(self, data: Data) -> Iterator[tuple[LawKind, FittedLaw]]:
        """Yield the simplest formula for the terms, and further formulas that add information.

        A rational generating function ends the search. A recurrence of order 1 is followed by an algebraic
        equation, and an algebraic equation by its recurrence.
        """
        self.broken = None
        rational = self._rational(data)
        if rational is not None:
            yield rational
            return
        if not any(data.terms):
            return
        shorter = data.first_terms(_MOST_SEARCHED)
        ratio = self._ratio(data, shorter)
        if ratio is not None:
            yield ratio
        equation = self._algebraic(data, shorter) if self.broken is None else None
        if equation is not None:
            yield LawKind.ALGEBRAIC, equation
        if ratio is None and LawKind.D_FINITE in self.kinds and self.broken is None:
            fit = self._recurrence(data, shorter)
            if fit is not None:
                yield LawKind.D_FINITE, fit
                return
        if ratio is None and equation is None and self.broken is None:
            fit = self.regular(data) if LawKind.REGULAR in self.kinds else None
            last = (LawKind.REGULAR, fit) if fit else self._nonlinear(data)
            if last is not None:
                yield last

    def _rational(self, data: Data) -> tuple[LawKind, FittedLaw] | None:
        if not self.kinds & _RATIONAL:
            return None
        self.begin("rational generating functions", 0, 1)
        fit = rational_fit(data, self.spare)
        shape = None if fit is None else quasi_polynomial(data, form_of(fit.law).rational)
        if LawKind.POLYNOMIAL in self.kinds and (fit is None or (shape is not None and shape.is_polynomial)):
            fit = polynomial_fit(data, self.spare) or fit  # it has half as many unknowns
        if (fit is None or fit.is_weak) and self.kinds & {LawKind.PERIODIC, LawKind.QUASI_POLYNOMIAL}:
            fit = interlaced_fit(data, self.spare) or fit
        fit = self.accept(data, fit)
        return None if fit is None else next(_convert_to_kind(data, fit, self.kinds, shape), None)

    def _ratio(self, data: Data, shorter: Data) -> tuple[LawKind, FittedLaw] | None:
        if not self.kinds & {LawKind.HYPERGEOMETRIC, LawKind.D_FINITE}:
            return None
        self.begin("recurrences of order 1", 0, 1)
        fit = self.accept(data, recurrence_fit(shorter, 1, self.spare))
        if fit is None:
            return None
        assert isinstance(fit.law, PRecursive), "a recurrence"
        closed = fit.law.hypergeometric()
        if closed is not None and LawKind.HYPERGEOMETRIC in self.kinds:
            return LawKind.HYPERGEOMETRIC, replace(fit, law=closed)
        return (LawKind.D_FINITE, fit) if LawKind.D_FINITE in self.kinds else None

    def _algebraic(self, data: Data, shorter: Data) -> FittedLaw | None:
        top = self.algebraic_degree(len(shorter)) if LawKind.ALGEBRAIC in self.kinds else 1
        shapes = [_Attempt("algebraic degree", degree, shorter, self.spare) for degree in range(2, top + 1)]
        return self._find_first_fit("algebraic equations", data, shapes)

    def _recurrence(self, data: Data, shorter: Data) -> FittedLaw | None:
        top = self.order(shorter)
        shapes = [
            _Attempt(kind, size, shorter, self.spare)
            for kind in ("order", "degree")
            for size in range(1, top + 1)
        ]
        return self._find_first_fit("recurrences with polynomial coefficients", data, shapes)

    def _nonlinear(self, data: Data) -> tuple[LawKind, FittedLaw] | None:
        """Return the first relation between products of terms, or of derivatives of the series, or None."""
        for kind, tables in _TABLES.items():
            for table in tables if kind in self.kinds else []:
                result = table_law(data, table, self.spare + _SPARE_OF_TABLES)
                if result is None:
                    continue
                law, unknowns, equations, bits = result
                if holds_up(data, bits, law.valid_from):
                    fit = FittedLaw.of(
                        data,
                        law,
                        "elimination in monomials",
                        unknowns=unknowns,
                        equations=equations,
                        law_bits=bits,
                        explained_from=law.valid_from,
                    )
                    if not fit.is_weak and (kept := self.accept(data, fit)) is not None:
                        return kind, kept
        return None

    def regular(self, data: Data) -> FittedLaw | None:
        """Return the k-regular formula with the smallest base, or None."""
        if data.denominator != 1 or len(data) > _MOST_SEARCHED:
            return None
        for base in BASES:
            result = regular_law(data.terms, data.offset, base, self.spare)
            if result is not None:
                law, unknowns, equations = result
                bits = sum(bits_of(c) for reduction in law.reductions for _, c in reduction.coefficients)
                if holds_up(data, bits, law.valid_from):
                    fit = FittedLaw.of(
                        data,
                        law,
                        "kernels of parts",
                        unknowns=unknowns,
                        equations=equations,
                        law_bits=bits,
                        explained_from=law.valid_from,
                    )
                    if (kept := self.accept(data, fit)) is not None:
                        return kept
        return None

    def _find_first_fit(self, stage: str, data: Data, shapes: Sequence[_Attempt]) -> FittedLaw | None:
        """Return the first fit among several shapes, or None; a single wrong term is recorded."""

        def steps() -> Iterator[_Attempt]:
            for done, shape in enumerate(shapes):
                self.begin(stage, done, len(shapes))
                yield shape

        with (
            Work(executor=self.executor) as work,
            closing(work.in_order(steps(), _Attempt.perform)) as fits,
        ):
            for fit_or_wrong in fits:
                fit = self.accept(data, fit_or_wrong)
                if fit is not None or self.broken is not None:
                    return fit
        return None

    def accept(self, data: Data, fit: FittedLaw | WrongTerm | None) -> FittedLaw | None:
        """Return the fit if it also agrees with the terms that were not used in the search.

        A weak formula must be checked by terms that are not constant, and its next terms must be integers if
        all terms are.
        """
        if isinstance(fit, WrongTerm):
            self.broken = fit
            return None
        if fit is not None and len(data) > fit.terms:
            fit = fit.with_more(len(data)) if tuple(fit.law.terms(len(data))) == data.terms else None
        if fit is None or (fit.is_weak and _is_unchecked(data, fit)):
            return None
        if continues_in_integers(data, fit.law.terms):
            return fit
        return None if fit.is_weak else replace(fit, breaks_off=True)

    def order(self, data: Data) -> int:
        """Return the maximum order, which is also the maximum degree, of the recurrences that are tried.

        Long constant runs contain too little information to determine large recurrences.
        """
        count = len(data)
        most = isqrt(min(count, _TERMS_OF_A_CHANGE * data.changes))
        return min(most, _MOST_COLUMNS, max(0, (count - self.spare - 3) // 3))

    def algebraic_degree(self, count: int) -> int:
        """Return the maximum degree of the algebraic equations searched, which have at least (degree + 1) *
        2 unknowns.
        """
        return min(_MOST_DEGREE, (count - self.spare + 1) // 2 - 1)

    def begin(self, stage: str, done: int, total: int) -> None:
        """Report the start of a step. Raise an error if the time limit has passed."""
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise _OutOfTimeError
        if self.on_progress is not None:
            self.on_progress(Progress(stage, done, total, 0))


def _is_unchecked(data: Data, fit: FittedLaw) -> bool:
    """Return True for an equation with few changes in the terms, if the terms that were not needed for the
    fit contain at most one of them.
    """
    is_equation = isinstance(fit.law, Algebraic | PRecursive | Hypergeometric)
    return is_equation and fit.surprise < _BITS_OF_A_CHANGE and 2 * data.changes < len(data)


def _convert_to_kind(
    data: Data, fit: FittedLaw, kinds: frozenset[LawKind], shape: QuasiPolynomial | None = None
) -> Iterator[tuple[LawKind, FittedLaw]]:
    """Yield a rational formula as a value of the simplest requested kind to which it belongs, if any."""
    shape = shape or quasi_polynomial(data, form_of(fit.law).rational)
    kind = next((kind for kind in LawKind if kind in kinds and _is_of(kind, shape)), None)
    if kind is not None:
        yield kind, fit if kind is LawKind.C_FINITE or shape is None else replace(fit, law=shape)


def _is_of(kind: LawKind, shape: QuasiPolynomial | None) -> bool:
    """Return True if a sequence with a rational generating function is of the given kind."""
    if kind is LawKind.C_FINITE:
        return True
    if shape is None or kind not in _RATIONAL:
        return False
    if kind is LawKind.POLYNOMIAL:
        return shape.is_polynomial
    return shape.is_periodic if kind is LawKind.PERIODIC else True


@dataclass(frozen=True, slots=True)
class _Attempt:
    """Set of formulas of one kind and size, with the terms on which they are tested."""

    kind: str
    """Kind of the formulas: algebraic degree, or order or degree of a recurrence with polynomial
    coefficients.
    """
    size: int
    data: Data
    spare: int

    @property
    def part(self) -> str:
        return f"{self.kind} {self.size}"

    def perform(self) -> _Fitting:
        return _FITS[self.kind](self.data, self.size, self.spare)

    def fault(self, answer: object) -> str | None:
        return (
            None
            if answer is None or isinstance(answer, FittedLaw | WrongTerm)
            else "neither a formula nor none"
        )
