"""Number of positions by outcome and by nimber, on strips that moves cut in two and in rows of heaps.

Misere play. Let M be a finite misere quotient in which x^(k+2) = x^k for large k, and let the element of a
heap be periodic in its size. Let N and H be the kernels of the automaton of rows of heaps with period p
(theorem and proof: ``gfkit.proofs.checker.positions_by_nimber``), with coefficients in the monoid algebra
Q[M] instead of signs. The numbers of rows with a given element are the coefficients of H / ((1 - t^p) - N) in
Q[M][[t]].

Theorem. For an idempotent e of M let G(e) be the maximal subgroup with identity e, and f(e) the product of e
and all 1 - e' for the idempotents e' < e, that is, e e' = e' and e' is not e. For a character psi of G(e) let
eps be f(e) times the sum of psi(g) g over G(e), divided by |G(e)|. Let chi(x) = psi(e x) if e x is in G(e),
and 0 otherwise. Then the elements eps sum to 1, x - chi(x) is nilpotent on eps Q[M] for each x, and with D =
(1 - t^p) - chi(N) and R = N - chi(N) the number of rows with elements in a set has the generating function

    sum over all eps, and over j >= 0, of the coefficients of this set in eps H R^j / D^(j + 1),

where only finitely many j contribute.
Proof. The f(e) are orthogonal idempotents with sum 1 (Moebius inversion over the idempotents), and so are the
sums over the characters of G(e), whose values are 1 and -1. If e x is in G(e), then eps x = chi(x) eps. If
not, a power of e x is an idempotent e' < e, and f(e) e' = 0. QED

If e is the identity of the smallest ideal K, and psi is 1, then eps contributes |K n P| / |K| times all rows,
where P contains the elements of the P-positions. Reference: Benjamin Steinberg, Representation theory of
finite monoids.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from functools import reduce
from math import lcm
from typing import Any

from flint import ctx, fmpz_poly

from gfkit.core.algebra import Evidence, RationalGF, Status
from gfkit.core.algebra.polynomial import sparse
from gfkit.core.boards import Family
from gfkit.core.deferred import dataclass, replace
from gfkit.core.errors import BoardError, LimitError, MismatchError, OptionError, unknown
from gfkit.core.rules import GameLike, Question
from gfkit.core.rules.kinds.placement.rule import PlacementRule, plain_data
from gfkit.core.rules.library import heap_code
from gfkit.core.typing import OnProgress, Positions, Weights, cached_property, stoppable
from gfkit.core.writable import Indexable, TextFace
from gfkit.play.certificate import Proof, heap_label
from gfkit.play.count_positions import BY, check_misere, count_by
from gfkit.play.heap_certificate import has_period, ladder_claim, period_certificate, strip_label
from gfkit.play.impartial.ends import is_strip, ladder_kind
from gfkit.play.impartial.misere import MisereQuotient, misere_quotient
from gfkit.play.impartial.nim import nim
from gfkit.play.impartial.octal import OctalCode, heap_values, names_heaps
from gfkit.play.position import compile_position
from gfkit.proofs import Certification, Label, certification_of
from gfkit.proofs.checker.heaps import PeriodStrip, checked_table, heaps_in_window
from gfkit.proofs.checker.placements import PlayRule
from gfkit.proofs.checker.positions_by_nimber import (
    WINNER_BITS,
    WinnerAutomaton,
    rows_automaton,
    strip_automaton,
)
from gfkit.proofs.checker.reading import Budget, RefusalError

_STEPS = 10**9
_SMALL = 9
"""Cells of boards whose positions are played to explain why the theorem does not apply."""
_BITS = 256
"""Precision of poles in bits. A nimber that occurs only in long segments changes a pole very little."""
_LADDER = (((1, 1), (1, -2, -1)), ((1, -2, -2, -2, 1), (1, -3, 2, -2, 1, 1)))
"""Fractions of Node Kayles on 2 x n: for all positions A, and for 2 P - A with the number P of
P-positions.
"""
_Fraction = tuple[fmpz_poly, fmpz_poly]
_Integers = tuple[tuple[int, ...], tuple[int, ...]]
"""Coefficients of numerator and denominator."""
_Combination = dict[int, Any]
"""Element of the algebra of a monoid: coefficients by monoid element."""
Claim = dict[str, Any]


@stoppable
def positions_by(
    game: GameLike,
    board: Any = None,
    by: str = "outcome",
    *,
    impartial: bool = False,
    misere: bool = False,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> WinnerLaw:
    """Return the number of positions with each outcome, or with each nimber, on the boards of a family.

    The generating functions are rational (theorem and proof:
    ``gfkit.proofs.checker.positions_by_nimber``) under three hypotheses, which the program checks: an
    unambiguous automaton reads the positions, a position is the sum of independent components, and their
    nimbers have proved periods. On cyclic boards, positions are closed paths of the automaton.

    Parameters
    ----------
    game : str, path, Rule or Question
        An impartial placement game, or an octal game such as "octal:0.77".
    board : str or Family
        A family such as "1xn", "path:n" or "cycle:n". For octal games "heaps" counts the rows (compositions)
        of heaps with n tokens, "1xn" the subsets of n tokens in a row, whose runs are the heaps.
    by : str, default "outcome"
        "outcome" or "nimber".
    impartial : bool, default False
        If True, both players may make the moves of either.
    misere : bool, default False
        If True, the last player to move loses. This requires an octal game with a finite misere quotient.

    Raises
    ------
    MismatchError
        A hypothesis of the theorem fails; the message names it.

    Examples
    --------
    >>> law = positions_by("cram", "1xn")
    >>> law.terms(16)
    [1, 1, 1, 2, 2, 4, 5, 9, 13, 22, 34, 54, 89, 136, 223, 347]
    >>> law.order, law.share
    (1156, Fraction(1, 16))
    >>> positions_by("node-kayles", "cycle:n").terms(6)  # from n = 3 on
    [3, 3, 6, 6, 14, 15]
    >>> kayles = positions_by("octal:0.77", "1xn", misere=True)
    >>> kayles.terms(9), kayles.order, kayles.share
    ([0, 1, 2, 3, 5, 9, 16, 30, 61], 1312, Fraction(1, 16))
    """
    if by not in BY:
        raise OptionError(unknown("by", by, BY))
    check_misere(by, misere)
    if isinstance(game, str) and names_heaps(game):
        if board not in (None, "heaps", "1xn"):
            raise BoardError(f"board {board!r}: positions of heap games are counted on heaps or on 1xn")
        if misere:
            return _misere(game, board == "1xn", on_progress)
        claim, automaton = _heaps(game, board)
        name, where = claim["game"], "1xn" if claim["rows"] else "heaps"
    elif misere:
        raise MismatchError(f"game {str(game)!r}: misere play requires a heap game, such as octal:0.77")
    else:
        question = Question.of(game, board)
        if question.positions is not Positions.ALL or question.weights is not Weights.NONE:
            raise OptionError(f"by {by} conflicts with a class of positions and with weights")
        if not isinstance(question.boards, Family):
            raise BoardError(f"board {question.boards.text!r} is a single board; by {by} requires a family")
        name, where = question.game, question.boards.text
        ladder = _ladder_claim(question)
        if by == "outcome" and ladder is not None:
            evidence = Evidence(Status.PROVED, "node-kayles-ladder")
            return WinnerLaw(name, where, by, _LADDER, evidence, ladder)
        claim, automaton = _strip(question, impartial, max_memory, on_progress)
    if automaton.bits > WINNER_BITS:
        raise LimitError(f"{name} on {where}: the nimbers have more than {WINNER_BITS} bits")
    fractions = tuple(_fraction(automaton, character) for character in range(1 << automaton.bits))
    details = (("states", automaton.states), ("characters", len(fractions)))
    evidence = Evidence(Status.PROVED, "characters", details)
    return WinnerLaw(name, where, by, fractions, evidence, claim, first_n=automaton.first_n)


def _strip(
    question: Question, impartial: bool, max_memory: int | None, on_progress: OnProgress | None
) -> tuple[Claim, WinnerAutomaton]:
    """Return the data of a certificate and the automaton of the positions on a family of strips."""
    about, failed = f"{question.game} on {question.family.text}: the theorem does not apply", None
    first = question.family.first_n
    if not question.rule.is_game:
        failed = "the theorem requires a game"
    elif not (impartial or _has_nimbers(question, first)):
        failed = "components have no nimbers, because Left and Right have different moves"
        if (board := _find_unequal(question, first)) is not None:
            failed = (
                f"it requires finitely many values of components, but a position on {board} is won by the"
                " same player whoever begins, so that its multiples have different values"
            )
    elif not is_strip(question.family):
        failed = "the boards are not strips or rings of equal columns"
    if failed is None:
        nimbers = nim(question, to=first, impartial=True, max_memory=max_memory, on_progress=on_progress)
        if nimbers.evidence.method == "search":
            failed = (
                "positions are not sums of independent segments, because moves do not cut the strip in two"
            )
        elif not has_period(nimbers):
            failed = "no period of the nimbers of the segments is proved"
    if failed is not None:
        raise MismatchError(f"{about}: {failed}")
    whole: Claim = period_certificate(question, nimbers, impartial=impartial)
    budget = Budget(_STEPS)
    try:
        table = checked_table(whole, PeriodStrip(whole, budget))
        automaton = strip_automaton(table, whole["start"], whole["period"])
    except RefusalError as refusal:
        raise MismatchError(f"{about}: {refusal.reason}") from None
    kept = {key: entry for key, entry in whole.items() if key not in ("first_n", "values", "law")}
    return kept | {"format": "gfkit-winners", "claim": "positions"}, automaton


def _has_nimbers(question: Question, first: int) -> bool:
    """Return True if both players have the same moves, or moves with the same cells and conflicts."""
    rule = compile_position(question.rule, question.family.at(max(first, 3))).rule
    return PlayRule(json.loads(json.dumps(plain_data(rule)))).has_equal_players


def _find_unequal(question: Question, first: int) -> str | None:
    """Return a small board with positions that one player wins, or None if none is found."""
    boards = [question.family.at(n) for n in range(first, first + 4)]
    for board in boards:
        with suppress(MismatchError):
            if board.size <= _SMALL and {"left", "right"} & count_by(question.rule, board).numbers.keys():
                return board.text
    return None


def _ladder_claim(question: Question) -> Claim | None:
    """Return the data of the certificate of Node Kayles on 2 x n, or None for other games and boards."""
    if not isinstance(question.rule, PlacementRule) or ladder_kind(question.rule, question.family) != 0:
        return None
    return ladder_claim(question, "ladder")


def _misere(game: str, in_row: bool, on_progress: OnProgress | None) -> WinnerLaw:
    """Return the number of P-positions under misere play among the rows of heaps of an octal game."""
    quotient = misere_quotient(game, on_progress=on_progress)
    if quotient.law is None:
        reason = "no finite misere quotient with a proved period was found"
        raise MismatchError(f"{game}, misere play: the theorem does not apply, because {reason}")
    parts, fractions = _misere_fractions(quotient, in_row)
    details = (("elements", quotient.order), ("characters", len(parts)))
    evidence = Evidence(Status.PROVED, "quotient-characters", details)
    where = "1xn" if in_row else "heaps"
    return WinnerLaw(quotient.game, where, "outcome", fractions, evidence, {}, parts=parts)


def _misere_fractions(
    quotient: MisereQuotient, in_row: bool
) -> tuple[tuple[Fraction, ...], tuple[_Integers, ...]]:
    """Return a rational coefficient and a fraction for each character of the misere quotient. The first
    fraction is the generating function of all rows.
    """
    table, law, one = quotient.table, quotient.law, fmpz_poly([1])
    assert law is not None, "the quotient has a proved period"
    cyclic = one - fmpz_poly([0] * law.period + [1])
    elements = [quotient.of(heap) for heap in range(max(law.preperiod, 1) + law.period)]
    steps = _kernel(elements if in_row else elements[1:], 1, law.period)
    ends = _kernel(elements, 0, law.period) if in_row else {0: cyclic}
    (_, group), *characters = _characters(quotient)
    parts = [Fraction(sum(quotient.losing >> x & 1 for x in group), len(group))]
    fractions = [_fraction(rows_automaton([0, 0], 1, in_row), 0)]
    for idempotent, psi in characters:
        e = next(iter(psi))
        image = sum((psi.get(table[e][x], 0) * row for x, row in steps.items()), fmpz_poly([0]))
        rest = steps | {0: steps.get(0, 0) - image}
        power, above, below = _product(table, idempotent, ends), fmpz_poly([0]), one
        while power:
            above *= cyclic - image
            above += sum((row for x, row in power.items() if quotient.losing >> x & 1), fmpz_poly([0]))
            below *= cyclic - image
            power = _product(table, power, rest)
        parts.append(Fraction(1, len(psi)))
        fractions.append(_integers(above, below))
    return tuple(parts), tuple(fractions)


def _kernel(elements: list[int], first: int, period: int) -> _Combination:
    """Return (1 - t^p) times the sum of t^h [element of h] from h = ``first`` on. The last p of the listed
    elements are repeated.
    """
    kernel: _Combination = {}
    for at, x in enumerate(elements):
        again = [*[0] * (period - 1), -1] if at + period < len(elements) else []
        kernel[x] = kernel.get(x, 0) + fmpz_poly([*[0] * (first + at), 1, *again])
    return kernel


def _product(table: tuple[tuple[int, ...], ...], one: _Combination, other: _Combination) -> _Combination:
    """Return the product of two elements of the monoid algebra."""
    product: _Combination = {}
    for x, left in one.items():
        for y, right in other.items():
            product[table[x][y]] = product.get(table[x][y], 0) + left * right
    return {x: value for x, value in product.items() if value != 0}


def _characters(quotient: MisereQuotient) -> list[tuple[_Combination, dict[int, int]]]:
    """Return eps times |G(e)| and psi, a map whose first key is e, for each eps of the theorem. The first psi
    is the trivial character of the smallest ideal.
    """
    table, idempotents = quotient.table, list(range(quotient.order))
    for _ in range(quotient.order.bit_length()):
        idempotents = [table[x][x] for x in idempotents]
    if any(table[table[e][x]][x] != e for x, e in enumerate(idempotents)):
        raise LimitError(f"{quotient.game}: the misere quotient has elements of order greater than 2")
    found = []
    below = {e: [other for other in {*idempotents} - {e} if table[e][other] == other] for e in idempotents}
    for e in sorted(below, key=lambda e: len(below[e])):
        signs = [{e: 1}]
        for g, power in enumerate(idempotents):
            if power == e and table[g][e] == g and g not in signs[0]:
                signs = [psi | {table[x][g]: sign * psi[x] for x in psi} for sign in (1, -1) for psi in signs]
        start = reduce(lambda some, other: _product(table, some, {0: 1, other: -1}), below[e], {e: 1})
        found += [(_product(table, start, psi), psi) for psi in signs]
    return found


def _heaps(game: str, board: object) -> tuple[Claim, WinnerAutomaton]:
    """Return the data of a certificate and the automaton of rows of heaps of an octal game."""
    nimbers = nim(game, to=0)
    law = nimbers.proved_law
    if law is None or law.saltus:
        raise MismatchError(f"{game}: the theorem does not apply, because no period of the nimbers is proved")
    code = OctalCode.read(heap_code(game))
    start, period = max(law.preperiod, 1), law.period
    needed = heaps_in_window(list(code.digits), start, period)
    values, in_row = list(heap_values(code, needed)), board == "1xn"
    claim = {"format": "gfkit-winners", "version": 1, "claim": "rows", "game": nimbers.game}
    claim |= {"digits": list(code.digits), "rows": in_row, "values": values, "start": start, "period": period}
    return claim, rows_automaton(values[: start + period], period, in_row)


def _fraction(automaton: WinnerAutomaton, character: int) -> _Integers:
    """Return numerator and denominator of F_chi, by elimination of the states of I (1 - M)^-1 G.

    On rings the pivots multiply to det(1 - M), and the numerator is found from the first terms.
    """
    one, zero, end = fmpz_poly([1]), fmpz_poly([0]), automaton.states
    cyclic = one - fmpz_poly([0] * automaton.period + [1])
    ways: list[list[_Fraction]] = [[(zero, one)] * (end + 1) for _ in range(end)]
    for after, kernel in enumerate(automaton.kernels(character)):
        for before in range(end):
            lengths = {length: sign for (state, length), sign in kernel.items() if state == before}
            above = fmpz_poly([lengths.get(n, 0) for n in range(max(lengths, default=-1) + 1)])
            ways[before][after] = _reduced(above, cyclic)
    pivots = one, one
    for last in range(end - 1, -1, -1):
        above, below = ways[last][last]
        again, pivots = (below, below - above), _times(pivots, (below - above, below))
        for state in range(last + 1) if last else [0]:
            through = _times(ways[state][last] if last else (one, one), again)
            for after in [*range(last), end] if last else [end]:
                more = _times(through, ways[last][after])
                ways[state][after] = _plus(ways[state][after], more) if last else more
    above, below = ways[0][end]
    if automaton.rings is not None:
        below = pivots[0] * pivots[1] * cyclic
        count = below.degree() + automaton.rings.columns + 1
        terms = fmpz_poly(automaton.series(character, count, Budget(_STEPS)))
        above = (terms * below).truncate(count)
    return _integers(above, below)


def _integers(above: fmpz_poly, below: fmpz_poly) -> _Integers:
    """Return the coefficients of a fraction in lowest terms. The denominator begins with 1."""
    above, below = _reduced(above, below)
    sign = int(below[0])
    return tuple(int(c) * sign for c in above.coeffs()), tuple(int(c) * sign for c in below.coeffs())


def _reduced(above: fmpz_poly, below: fmpz_poly) -> _Fraction:
    common = above.gcd(below)
    return above // common, below // common


def _times(one: _Fraction, other: _Fraction) -> _Fraction:
    return _reduced(one[0] * other[0], one[1] * other[1])


def _plus(one: _Fraction, other: _Fraction) -> _Fraction:
    return _reduced(one[0] * other[1] + other[0] * one[1], one[1] * other[1])


@dataclass(frozen=True)
class WinnerLaw(TextFace, Indexable):
    """Number a(n) of positions with a given nimber, for every n; nimber 0 means that the second player wins.

    >>> law = positions_by("octal:0.77", "1xn", by="nimber")  # sets of standing pins
    >>> law.terms(13), law.with_nimber(1).terms(8)
    ([1, 1, 1, 2, 4, 8, 16, 30, 58, 116, 236, 476, 946], [0, 1, 2, 3, 5, 8, 15, 30])
    """

    game: str
    board: str
    by: str
    fractions: tuple[_Integers, ...]
    """Numerator and denominator of the generating function F_chi of each character chi. The first one counts
    all positions.
    """
    evidence: Evidence
    claim: Claim
    """Data of the certificate: rule, family and nimbers."""
    nimber: int = 0
    first_n: int = 0
    parts: tuple[Fraction, ...] = ()
    """Coefficients of the fractions under misere play; empty under normal play."""

    def with_nimber(self, nimber: int) -> WinnerLaw:
        """Return the formula for another nimber."""
        if not 0 <= nimber < len(self.fractions):
            raise OptionError(f"nimber {nimber}: positions have nimbers from 0 to {len(self.fractions) - 1}")
        return replace(self, nimber=nimber)

    @property
    def laws(self) -> list[WinnerLaw]:
        """Formulas for all nimbers that occur."""
        every = (self.with_nimber(nimber) for nimber in range(len(self.fractions)))
        return [law for law in every if law.rational.order or law.rational.terms(1)[0]]

    @property
    def play(self) -> str:
        """``misere`` if the last player to move loses, otherwise ``normal``."""
        return "misere" if self.parts else "normal"

    @property
    def coefficients(self) -> tuple[Fraction, ...]:
        """Coefficient of each fraction in the generating function."""
        signs = (
            1 - 2 * ((character & self.nimber).bit_count() & 1) for character in range(len(self.fractions))
        )
        return self.parts or tuple(Fraction(sign, len(self.fractions)) for sign in signs)

    @cached_property
    def rational(self) -> RationalGF:
        """Generating function in lowest terms."""
        total: _Fraction = fmpz_poly([0]), fmpz_poly([1])
        scale = lcm(*(c.denominator for c in self.coefficients))
        for c, (above, below) in zip(self.coefficients, self.fractions, strict=True):
            total = _plus(total, (int(c * scale) * fmpz_poly(list(above)), fmpz_poly(list(below))))
        return self._series(total[0], total[1] * scale)

    def _series(self, above: fmpz_poly, below: fmpz_poly) -> RationalGF:
        top, bottom = (sparse([int(c) for c in part.coeffs()]) for part in (above, below))
        return RationalGF.reduced(top, bottom, self.first_n)

    @property
    def all_positions(self) -> RationalGF:
        """Generating function of the number of all positions."""
        above, below = self.fractions[0]
        return self._series(fmpz_poly(list(above)), fmpz_poly(list(below)))

    @property
    def order(self) -> int:
        return self.rational.order

    @property
    def recurrence_text(self) -> str:
        return str(self.rational.recurrence)

    @property
    def text(self) -> str:
        return str(self.rational)

    def terms(self, count: int) -> list[Any]:
        """Return the initial terms."""
        return self.rational.terms(count)

    def __getitem__(self, n: int) -> Any:
        return self.rational.coefficient(n)

    @cached_property
    def share(self) -> Fraction | None:
        """Limit of the share of all positions, with proof, or None if the dominant poles do not determine it.

        If the generating function of all positions has a simple dominant pole, and F_chi has only poles of
        larger modulus, then the contribution of F_chi tends to 0. The roots are certified balls.
        """
        first = self.fractions[0]
        moduli = _moduli_of_poles(first[1])
        radius = min((size for size, _ in moduli), key=lambda size: size.mid(), default=None)
        if radius is None or [times for size, times in moduli if not size > radius] != [1]:
            return None
        equal = Fraction(0)
        for c, fraction in zip(self.coefficients, self.fractions, strict=True):
            if fraction == first:
                equal += c
            elif not all(size > radius for size, _ in _moduli_of_poles(fraction[1])):
                return None
        return equal

    def certificate(self, terms: int = 30) -> Proof:
        """Return the certificate, for ``gfkit.proofs.checker.positions_by_nimber``."""
        if self.parts:
            raise OptionError("numbers of positions under misere play have no certificate")
        fractions = [[list(above), list(below)] for above, below in self.fractions]
        return self.claim | {"nimber": self.nimber, "terms": self.terms(terms), "fractions": fractions}

    def as_json(self, terms: int = 16) -> dict[str, Any]:
        """Return the JSON object that the command line prints."""
        laws = self.laws if self.by == "nimber" else [self]
        return {
            "game": self.game,
            "board": self.board,
            "positions": "all",
            "weights": [],
            "by": self.by,
            "play": self.play,
            "first_n": self.first_n,
            "numbers": [law._numbers(terms) for law in laws],
            **self._numbers(terms),
            "generating_function": self.rational.as_json(),
            "recurrence": self.rational.recurrence.as_json(),
            "growth": None,
            "closed_form": None,
            "all_positions": self.all_positions.as_json(),
            "evidence": self.evidence.as_json(),
        }

    def _numbers(self, terms: int) -> dict[str, Any]:
        """Return the initial terms, the order and the share of one nimber, as JSON data."""
        return {
            "nimber": self.nimber,
            "terms": [str(term) for term in self.terms(terms)],
            "order": self.order,
            "share": None if self.share is None else str(self.share),
        }

    def share_at(self, n: int) -> Fraction:
        """Return the share of all positions of length n."""
        return Fraction(int(self[n]), int(self.all_positions.coefficient(n)))


def _moduli_of_poles(denominator: tuple[int, ...]) -> list[tuple[Any, int]]:
    """Return certified balls around the moduli of the roots, with multiplicities."""
    with ctx.workprec(_BITS):
        roots: Any = fmpz_poly(list(denominator)).complex_roots()
        return [(abs(root), times) for root, times in roots]


def certify_winners(certificate: dict[str, Any], limit: int) -> Certification:
    """Return the verdict of the checker on the number of positions with a given nimber."""

    def label(file: Mapping[str, Any]) -> Label:
        is_heaps = file["claim"] == "rows"
        return heap_label(file["game"], file["digits"]) if is_heaps else strip_label(file)

    return certification_of(certificate, limit, label, "play")
