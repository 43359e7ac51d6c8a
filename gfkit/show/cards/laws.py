"""Cards of formulas and sequences: counts, derived and guessed formulas, verdicts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from gfkit.core.algebra import Polynomial
from gfkit.core.algebra.number import Number, decimal_text, whole_text
from gfkit.core.algebra.polynomial import Term, term_text
from gfkit.core.errors import GfkitError, board_name, quantity
from gfkit.core.typing import Positions
from gfkit.show import card as cards

if TYPE_CHECKING:
    from gfkit.atlas import FamilyRelations, Identification
    from gfkit.claims.judge import Verdict
    from gfkit.claims.provers.equilibrium_law import PayoffLaw
    from gfkit.claims.provers.result import FirstDifference
    from gfkit.core.algebra import Count, RationalGF
    from gfkit.core.algebra.diagonals import DigitResidues
    from gfkit.core.algebra.distribution import Density, PieceMoments
    from gfkit.core.algebra.formula.tree import Node
    from gfkit.core.algebra.periods import Residues
    from gfkit.core.algebra.valuations import Valuations
    from gfkit.core.engine import Derived
    from gfkit.core.engine.strip.automaton import Automaton
    from gfkit.guessing import Finding, Guess
    from gfkit.proofs import Certification
    from gfkit.questions import BarMatrix, RectangleLaw, SizeLaw
    from gfkit.questions.compare import RuleComparison
    from gfkit.questions.graph_polynomial import PolynomialOfBoard, PolynomialOfFamily
    from gfkit.questions.optimum import OptimumOfBoard, OptimumOfFamily
    from gfkit.questions.orbit_laws import OrbitsOfFamily
    from gfkit.questions.remembered import StatePicture
    from gfkit.questions.rule_groups import RuleGroups
    from gfkit.show.svg import Drawing
    from gfkit.specifications import ClassNumbers, MarkedLaw, SpecificationLaw
    from gfkit.ways import CompleteLaw, HolonomicLaw

_TERMS = 12
_FIRST_OPTIMA = 20
_FIRST_POLYNOMIALS = 4
"""Number of initial terms listed of a formula for optimal weights and their multiplicities, or for
polynomials.
"""
MOST_OPEN, READABLE = 8, 12
"""Maximum orders for which a closed form is not folded, and for which it is typeset."""
_QUICK = 60
"""Maximum order for which all roots are computed in a few hundredths of a second, and closed forms are
shown.
"""
_MOST_ENTRIES = 400
_MOST_STEPS = 12
"""Maximum number of sizes before the ones that an automaton counts for which it is extended to them."""
_SHOWN, _SIZES, _SAMPLES, _SAMPLE_MEMORY = 4, 5, 5, 16 << 20
"""Smallest size and number of sizes considered for the drawing of a configuration, number of samples, and
memory for them in bytes.
"""


# Values of sequences


def _formula_of_tree(tree: Callable[[], Node | None]) -> cards.Written:
    """Return a formula in LaTeX or MathML, from the tree of the formula."""

    def write(language: str) -> str | None:
        node = tree()
        if node is None:
            return None
        # A terminal never requests these.
        from gfkit.core.algebra.formula import LATEX, MATHML
        from gfkit.core.algebra.formula.write.mathml import math

        return LATEX.write(node) if language == "latex" else math(MATHML.write(node))

    return write


def _formula_of_text(text: str) -> cards.Written:
    """Return the conversion of a formula to latex or mathml, from its string."""

    def tree() -> Node | None:
        from gfkit.claims.statement.parse import printed_tree

        return printed_tree(text)

    return _formula_of_tree(tree)


def value_formula(value: Any, **more: Any) -> cards.ShownFormula:
    """Return the formula of a value of ``sequences``."""
    return cards.ShownFormula(str(value), partial(_in_language, value), **more)


def _in_language(value: Any, language: str) -> str:
    from gfkit.core.algebra.formula import to

    return str(to(value, language))


def _terms(values: Sequence[Term], start: int | None, **more: bool) -> cards.ShownTerms:
    def enumeration() -> Node:
        from gfkit.core.algebra.formula import tree_of
        from gfkit.core.algebra.formula.tree import Enumeration, Number

        return Enumeration(
            tuple(tree_of(value) if isinstance(value, Polynomial) else Number(value) for value in values)
        )

    return cards.ShownTerms([*map(term_text, values)], start, written=_formula_of_tree(enumeration), **more)


def formula_card(value: Any) -> cards.Card:
    """Return the card of a formula."""
    shown = value_formula(value)
    return cards.Card(rows=[cards.Row("", shown)], lead=shown)


def series_card(value: Any) -> cards.Card:
    """Return the card of a formula with the initial terms of its sequence."""
    shown = value_formula(value)
    rows = [cards.Row("", shown), cards.Row("", _terms(value.terms(_TERMS), value.first_n))]
    return cards.Card(rows=rows, pictures=[terms_picture(value)], lead=shown)


def terms_picture(found: Any) -> cards.Picture:
    """Return the graph of the terms, or an empty list if they are polynomials."""

    def draw() -> Drawing | None:
        from gfkit.show.svg.chart import MOST_TERMS, terms_drawing

        terms = found.terms(MOST_TERMS)
        if any(isinstance(term, Polynomial) for term in terms):
            return None
        return terms_drawing(terms, found.first_n)

    return cards.Picture("graph of a(n)", draw)


def polynomial_card(value: Polynomial) -> cards.Card:
    """Return the card of a polynomial."""
    return cards.Card(rows=[cards.Row("", value_formula(value))], lead=value_formula(value))


def density_card(found: Density) -> cards.Card:
    """Return the card of the number of pieces per cell on long boards."""
    mean, variance = found.limit_mean, found.limit_variance
    rows = cards.rows_of(
        ("mean per cell", value_formula(mean) if mean else None),
        ("variance per cell", value_formula(variance) if variance else None),
        ("note", found.note),
    )
    return cards.Card("pieces per cell in the limit", rows)


# Counts and derived formulas


def count_card(found: Count) -> cards.Card:
    """Return the card of a count, with weights of its polynomial."""
    tail = found.modulus_text
    if found.part is not None:
        value = value_formula(found.number) if isinstance(found.number, Polynomial) else None
        value = value or cards.ShownFormula(term_text(found.number), tail=tail)
        return cards.Card(
            _describe_question(found),
            cards.headline_rows(("value", value)),
            found.evidence,
            headline=[value],
            lead=value,
            board=found.board,
        )
    from gfkit.show.phrases import noun_of

    number, noun = _terms([found.count], None, goes_on=False), noun_of(found.game, found.count)
    polynomial = value_formula(found.polynomial) if found.weights else None
    text = whole_text(found.count)
    shown = cards.ShownFormula(text, partial(_in_language, found.polynomial), tail)
    counted = f"{text} {noun}{_up_to(found.up_to)}"
    return cards.Card(
        _describe_question(found),
        cards.headline_rows((noun, number), ("polynomial", polynomial)),
        found.evidence,
        headline=[shown] if polynomial is None else [polynomial, counted],
        lead=polynomial or shown,
        board=found.board,
    )


def optimum_of_board_card(found: OptimumOfBoard) -> cards.Card:
    """Return the card of the minimum and the maximum weight on one board."""

    def extreme_text(extreme: tuple[Number, int] | None) -> str:
        if extreme is None:
            return "none"
        weight, number = extreme
        times = "once" if number == 1 else f"{whole_text(number)} times"
        return f"{decimal_text(weight)}, attained {times}"

    names = [f"{word} cost" if found.has_costs else word for word in ("minimum", "maximum")]
    ends = zip(names, (found.minimum, found.maximum), strict=True)
    rows = cards.rows_of(*((name, extreme_text(extreme)) for name, extreme in ends))
    title, drawn = str(found.question), optimum_picture(found)
    return cards.Card(title, rows, found.evidence, board=found.question.boards.text, pictures=drawn)


def optimum_picture(found: OptimumOfBoard) -> list[cards.Picture]:
    """Return the drawing of the configurations of smallest and of largest weight, if there are any."""
    shown = [one for one in found.witness or () if one is not None]
    if not shown:
        return []
    from gfkit.show.configurations import configurations_picture

    return [configurations_picture(shown, f"optima of {found.question}", ("minimum", "maximum"))]


def optimum_of_family_card(found: OptimumOfFamily) -> cards.Card:
    """Return the card of formulas for the minimum and the maximum, with the number of optima."""
    rows = []
    for word, law in (("minimum", found.minimum), ("maximum", found.maximum)):
        weights, numbers = ([optimum[k] for optimum in law.known[:_FIRST_OPTIMA]] for k in (0, 1))
        rows += cards.rows_of(
            (word, cards.ShownFormula(law.text, law.to)),
            ("", _terms(weights, found.first_n)),
            ("number of minima" if word == "minimum" else "number of maxima", _terms(numbers, found.first_n)),
            (f"g.f. of {word[:-2]}a", None if law.counts is None else value_formula(law.counts)),
        )
    return cards.Card(str(found.question), rows, found.evidence, board=found.question.boards.text)


def comparison_card(found: RuleComparison) -> cards.Card:
    """Return the card of the comparison of two rules."""
    witness = found.witness
    counted = (
        ""
        if witness is None
        else ", ".join(f"{game} {number}" for game, number in zip(found.games, witness.numbers, strict=True))
    )
    again = " (confirmed by enumeration)" if witness is not None and witness.recounted else ""
    rows = cards.rows_of(
        *(("identity" * (not place), lemma) for place, lemma in enumerate(found.lemmas)),
        (f"counts on {witness.board}" if witness else "", counted + again),
        ("relation", found.relation),
    )
    return cards.Card(found.text, rows, found.evidence)


def groups_card(found: RuleGroups) -> cards.Card:
    """Return the card of groups of rules: identities by method, open identities, and the first groups."""
    methods = [f"{number} by {name}" for name, number in found.method_names.items()]
    pairs, evidence = [pair for group in found.groups for pair in group.open], found.evidence
    is_alone = len(methods) == 1 and not pairs
    rows = cards.rows_of(("methods", "" if is_alone else ", ".join(methods)))
    if is_alone:
        evidence = replace(evidence, method=next(iter(found.methods)))
    rows += [
        cards.Row("open" * (not k), f"{pair.first} = {pair.second}: {'; '.join(pair.lemmas)}")
        for k, pair in enumerate(pairs)
    ]
    most = _FIRST_RULES if len(found.groups) > 1 else _FIRST_GROUPS
    for number, group in enumerate(found.groups[:_FIRST_GROUPS], 1):
        shown = ", ".join(group.rules[:most]) + f", ... ({len(group.rules)} rules)" * (
            len(group.rules) > most
        )
        rows.append(cards.Row(f"group {number}", shown))
    more = len(found.groups) - _FIRST_GROUPS
    rows += cards.rows_of(
        ("more", f"{more} groups; --json and --page contain all of them" if more > 0 else ""),
        ("no numbers", ", ".join(name for name, _ in found.skipped)),
    )
    return cards.Card(found.text, rows, evidence)


_FIRST_GROUPS, _FIRST_RULES = 12, 4


def matches_card(found: Identification, limit: int = 10) -> cards.Card:
    """Return the card of the formulas of the atlas that agree with terms."""
    rows = [
        cards.Row(match.law.structure, f"{match.law.board} {match.relation}; {match.law.summary}")
        for match in found.matches[:limit]
    ]
    rows += [cards.Row(name, f"from n = {n}: {about}") for name, n, about in found.classes]
    more = len(found.matches) - limit
    remarks = [
        f"{twin.first} and {twin.second} have equal counts on all"
        f" {'rectangles' if twin.boards == 'mxn' else 'graphs'} (proved)"
        for twin in found.twins
    ]
    rows += cards.rows_of(("more", f"{more} formulas; --limit N lists them" if more > 0 else ""))
    return cards.Card(found.text, rows, remarks=remarks)


def relations_card(found: FamilyRelations) -> cards.Card:
    """Return the card of the first relations between families."""
    rows = [cards.Row("", one.statement) for one in found.relations[:_FIRST_RELATIONS]]
    more = len(found.relations) - _FIRST_RELATIONS
    many = f"{found.undecided} agreements, whose recurrences have too large orders" if found.undecided else ""
    rows += cards.rows_of(
        ("more", f"{more} relations; --json lists all of them" if more > 0 else ""), ("undecided", many)
    )
    return cards.Card(found.text, rows, found.evidence)


_FIRST_RELATIONS = 20


def _kind_of_polynomial(kind: str) -> str:
    return kind.title() if kind in ("tutte", "potts", "ising") else kind


def polynomial_of_board_card(found: PolynomialOfBoard, zeros: Sequence[object] | None = None) -> cards.Card:
    """Return the card of a graph polynomial, with its zeros on request."""
    shown = value_formula(found.value)
    rows = cards.rows_of(("polynomial" if found.polynomial.variables else "value", shown))
    if found.is_percolation:
        threshold = found.threshold_ball(10).value.rstrip("0")
        rows.append(cards.Row("threshold", f"p = {threshold}, where the probability is 1/2"))
    rows += [cards.Row("zeros" * (not k), str(zero)) for k, zero in enumerate(zeros or ())]
    title = f"{_kind_of_polynomial(found.kind)} polynomial of {found.board.text}"
    return cards.Card(title, rows, found.evidence, lead=shown, board=found.board.text)


def polynomial_of_family_card(found: PolynomialOfFamily, zeros: Sequence[object] | None = None) -> cards.Card:
    """Return the card of a generating function of graph polynomials, with its initial terms."""
    assert zeros is None, "families have none to list"
    gf = found.generating_function
    rows = cards.rows_of(
        ("generating function", value_formula(gf)),
        *((f"n = {n}", str(gf.coefficient(n))) for n in range(gf.first_n, gf.first_n + _FIRST_POLYNOMIALS)),
    )
    return cards.Card(
        f"{_kind_of_polynomial(found.kind)} polynomials of {found.family.text}",
        rows,
        found.evidence,
        lead=value_formula(gf),
    )


def derived_card(
    found: Derived,
    terms: int = 10,
    digits: int = 20,
    known_as: str = "",
    *,
    quick: bool = True,
    most: int = _QUICK,
    residues: Residues | DigitResidues | None = None,
    valuations: Valuations | None = None,
    facts: Sequence[tuple[str, str]] = (),
    moments: PieceMoments | None = None,
) -> cards.Card:
    """Return the card of a formula for all n.

    If ``quick``, rows that take long are omitted, and always closed forms of an order above ``most``.
    ``known_as`` names sequences of an index; ``residues``, ``valuations`` and ``moments`` are printed after
    the terms, ``facts`` at the end.
    """
    gf, listed = found.generating_function, _terms(found.terms(terms), found.first_n)
    lead = value_formula(gf)
    rows = [*_rational_rows(gf, lead), cards.Row("terms", listed)]
    rows += _residue_rows(residues, terms)
    for k, line in enumerate(valuations.statements if valuations else ()):
        rows.append(cards.Row("valuations" * (not k), line))
    if moments is not None:
        rows += _moment_rows(moments, terms)
    rows += _analysis(found, digits, READABLE if quick else most, quick)
    machine = "" if found.machine is None else f"automaton of {quantity(found.machine.states, 'state')}"
    return cards.Card(
        _describe_question(found),
        [*rows, *cards.rows_of(*facts, ("OEIS", known_as))],
        found.evidence,
        notes=[found.hypothesis] * bool(found.hypothesis),
        pictures=[cards.Picture(machine, lambda: machine_of_law(found)), terms_picture(found)],
        lead=lead,
        board=found.board,
        example=partial(_example_of_law, found),
    )


def _example_of_law(found: Derived) -> Drawing | None:
    """Draw a random configuration on a small board, or return None if the rule cannot be sampled.

    The configuration is the sample with the longest drawing among a few, so that it is not the empty one.
    """
    from gfkit.core.rules import Question
    from gfkit.questions.sampling import samples
    from gfkit.show.cards.descriptions import sample_drawing

    sizes = range(start := max(found.first_n, _SHOWN), start + _SIZES)
    n = max(sizes, key=lambda n: (found.number(n) > 1, -n))
    try:
        asked = Question.of(found.rule, found.question.family.at(n), found.question.positions)
        drawn = samples(asked, number=_SAMPLES, seed=1, max_memory=_SAMPLE_MEMORY)
    except GfkitError:
        return None
    return max(map(sample_drawing, drawn), key=lambda drawing: len(drawing.body))


def _residue_rows(found: Residues | DigitResidues | None, terms: int) -> list[cards.Row]:
    """Return rows for the preperiod and period modulo m, and for the residues: all of them if these are few,
    or the residues of the listed terms. For automata that read the digits of n, return their rows.
    """
    if found is None:
        return []
    from gfkit.core.algebra.diagonals import DigitResidues

    if isinstance(found, DigitResidues):
        return [row for part in found.as_json()["automata"] for row in _automaton_rows(part)]
    is_whole = 0 < found.preperiod + found.period <= _MOST_ENTRIES
    row = found.values if is_whole else (*found.first(terms), "...")
    residues = cards.ShownFormula(", ".join(map(str, row)), is_typeset=False) if row else None
    return cards.rows_of(
        ("modulus", str(found.modulus)),
        ("preperiod", str(found.preperiod) if found.period else None),
        ("period", f"{found.period} (for n >= {found.first_n + found.preperiod})" if found.period else None),
        ("residues", residues),
    )


def _automaton_rows(part: Mapping[str, Any]) -> list[cards.Row]:
    modulus, occurring = part["modulus"], part["residues"]
    never = [r for r in range(min(modulus, _MOST_ENTRIES)) if r not in occurring]
    states = f"{quantity(part['states'], 'state')}, reads n in base {part['base']}, lowest digit first"
    return cards.rows_of(
        ("modulus", str(modulus)),
        ("automaton", states),
        ("residues", ", ".join(map(str, occurring[:_MOST_ENTRIES]))),
        ("never", ", ".join(map(str, never))),
    )


def moments_card(found: PieceMoments, terms: int = 10) -> cards.Card:
    """Return the card of means, variances and covariances."""
    return cards.Card("numbers of pieces", _moment_rows(found, terms))


def _moment_rows(found: PieceMoments, terms: int) -> list[cards.Row]:
    """Return rows for the terms of each moment, the series of its sums, its asymptotics, and limit laws."""
    rows = []
    for moment in found.moments:
        values = ["-" if value is None else term_text(value) for value in moment.terms(terms)]
        rows += cards.rows_of(
            (moment.name, cards.ShownTerms(values, moment.counts.first_n)),
            (f"g.f. of sum of {moment.summand}", value_formula(moment.sums)),
        )
        if (slope := moment.slope) is not None:
            leading = f"{slope}*n + {moment.constant} + O(q^n), 0 < q < 1"
            leading = leading.replace("+ -", "- ").replace(" + 0 + ", " + ")
            equation = f"root of {slope.equation}" if slope.exact is None and slope.equation else ""
            rows += cards.rows_of(("asymptotics", leading), ("exact slope", equation))
    return [*rows, *(cards.Row(f"limit law of {name}", law) for name, law in found.laws.items())]


def _rational_rows(gf: RationalGF, shown: cards.ShownFormula | None = None) -> list[cards.Row]:
    """Return rows for a generating function, whose formula is ``shown`` if known, and its recurrence."""
    from gfkit.core.algebra.formula import equation

    def written(language: str) -> str:
        return _in_language(gf.recurrence, language)

    recurrence = cards.ShownFormula(equation(gf), written, f" for n >= {gf.valid_from}")
    series = cards.ShownSeries(gf, shown or value_formula(gf))
    return cards.rows_of(("generating function", series), ("recurrence", recurrence))


def _describe_question(found: Count | Derived | CompleteLaw) -> str:
    up_to = _up_to(getattr(found, "up_to", ""))
    part = getattr(found, "part", None)
    ending = "" if part is None else f", {part}"
    return f"{found.game} on {board_name(found.board)}{Positions(found.positions).title_end}{up_to}{ending}"


def _up_to(symmetries: str) -> str:
    return f" up to {symmetries}" if symmetries else ""


def orbits_card(found: OrbitsOfFamily, terms: int = 10, known_as: str = "", **_: Any) -> cards.Card:
    """Return the card of the number of orbits. For cyclic families the formula is a sum over divisors."""
    asked, ring = found.question, found.ring
    if ring is None:
        rows = _rational_rows(found.generating_function)
    else:
        around = [
            (f"g.f. of P_{e}" if len(ring.around) > 1 else "g.f. of P", value_formula(series))
            for e, series in ring.around
        ]
        mirrored = None if ring.mirrored is None else value_formula(ring.mirrored)
        rows = cards.rows_of(("formula", ring.text), *around, ("g.f. of R", mirrored))
    rows.append(cards.Row("terms", _terms(found.terms(terms), found.first_n)))
    if (n := found.square) is not None:
        board = asked.family.at(n).text
        words = f"a({n}) counts up to the symmetries of all these boards, not of the square {board} alone"
        rows.append(cards.Row("square", words))
    rows += cards.rows_of(("OEIS", known_as))
    title = f"{asked}{_up_to(found.up_to.value)}"
    return cards.Card(
        title,
        rows,
        found.evidence,
        lead=None if ring else value_formula(found.generating_function),
        board=asked.boards.text,
    )


def _analysis(found: Derived, digits: int, most: int, quick: bool) -> list[cards.Row]:
    """Return rows for closed form and asymptotics, or for pieces per cell of polynomials."""
    if found.weights:
        sides = (found.generating_function.numerator, found.generating_function.denominator)
        is_idle = not any(side.degree(name) > 0 for side in sides for name in found.weights)
        if quick or found.part is not None or is_idle or found.order > _QUICK or not found.cells_per_n:
            return []
        density = found.density(digits)
        limits = f"mean {density.limit_mean}, variance {density.limit_variance} for large n"
        return [cards.Row("pieces per cell", density.note if density.limit_mean is None else limits)]
    grown = None
    if not quick or found.order <= _QUICK:
        grown = found.growth_unasked(digits)
    elif found.is_analysed:
        from gfkit.core.algebra import growth_at_once

        grown = growth_at_once(found.generating_function, digits)
    if grown is None:
        left_out = f"omitted (order {found.order}), because the roots of the denominator take too long"
        return [cards.Row("growth", left_out)]
    rows = []
    if found.order <= most:
        form = value_formula(
            found.closed_form,
            is_typeset=found.order <= READABLE,
            folded=f"closed form of order {found.order}" * (found.order > MOST_OPEN),
        )
        rows.append(cards.Row("closed form", form))
    elif not quick:
        more = "; --full prints it" if found.is_analysed else ""
        words = f"omitted (order {found.order}){more}"
        rows.append(cards.Row("closed form", words))
    return [*rows, cards.Row("growth", value_formula(grown))]


def machine_of_law(found: Derived, *, has_legend: bool = True) -> Drawing | None:
    """Return a drawing of the automaton of a formula, or None if it was not computed explicitly."""
    machine, start = machine_from_start(found)
    if machine is None:
        return None
    from gfkit.show.svg.machine import machine_drawing, machine_legend

    states = pictures_of_states(found)
    legend = machine_legend(states, start) if has_legend else ()
    return machine_drawing(machine, f"automaton of {found.game} on {found.board}", states, legend)


def machine_from_start(found: Derived) -> tuple[Automaton | None, int]:
    """Return the automaton of a formula, and the n of its walks of length 0: the smallest n if one state e of
    the automaton has e A^steps = u and e A^j v = a(n + j) for all smaller j, else that of the derivation.
    """
    machine, steps = found.machine, found.offset - found.first_n
    if machine is None or found.weights or not 0 < steps <= _MOST_STEPS:
        return machine, found.offset
    from flint import fmpz_mat

    start, matrix, final = machine.matrices(lambda terms: terms.get((0, 0), 0))
    counts = found.terms(steps)
    for state in range(machine.states):
        row, values = fmpz_mat([[int(k == state) for k in range(machine.states)]]), []
        for _ in range(steps):
            values.append(int((row * final)[0, 0]))
            row = row * matrix
        if row == start and values == counts:
            return replace(machine, start={state: {(0, 0): 1}}), found.first_n
    return machine, found.offset


def pictures_of_states(found: Derived) -> Sequence[StatePicture] | None:
    """Return drawings of the states of the automaton, or None if they cannot be drawn."""
    from gfkit.questions.remembered import state_pictures
    from gfkit.show.svg.machine import MOST_STATES

    if found.machine is None or found.machine.states > MOST_STATES:
        return None
    try:
        return state_pictures(found.question, found.machine)
    except GfkitError:
        return None


def complete_card(
    found: CompleteLaw, terms: int = 10, residues: Residues | DigitResidues | None = None, **_: Any
) -> cards.Card:
    """Return the card of an exponential generating function for complete graphs."""
    shown = cards.ShownFormula(found.text, _formula_of_tree(lambda: _exponential(found)))
    rational = "not rational if an exponent contains t^2; use the exponential generating function"
    recurrence = found.recurrence_text
    shape = "p*a(n-1) + q*(n - 1)*a(n-2)"
    rows = cards.rows_of(
        ("exponential generating function", shown),
        ("generating function", rational),
        (
            "recurrence",
            f"none of the form {shape}"
            if recurrence is None
            else cards.ShownFormula(recurrence, _formula_of_text(recurrence)),
        ),
        ("terms", _terms(found.terms(terms), 0)),
    )
    rows += _residue_rows(residues, terms)
    return cards.Card(
        _describe_question(found),
        rows,
        found.evidence,
        lead=shown,
        board=found.board,
        example=partial(_example_of_law, found),
    )


def size_card(found: SizeLaw, terms: int = 10, known_as: str = "", **_: Any) -> cards.Card:
    """Return the card of a formula in the number of values, or in the side of a square."""
    law = found.polynomial
    words = "polynomial" if law.is_polynomial else f"quasi-polynomial, period {law.period}"
    rows = [
        cards.Row(words, value_formula(law)),
        *_rational_rows(found.rational),
        cards.Row("terms", _terms(found.terms(terms), found.first_n)),
        *cards.rows_of(("OEIS", known_as)),
    ]
    title = f"{found.game} on {found.board}, {found.grows}"
    return cards.Card(title, rows, found.evidence, lead=value_formula(law), board=found.board)


def rectangle_card(found: RectangleLaw, **_: Any) -> cards.Card:
    """Return the card of a polynomial in m and n."""
    width = max(len(str(value)) for row in found.table() for value in row)
    table = [
        cards.Row(f"m = {m}", " ".join(f"{value:>{width}}" for value in row))
        for m, row in enumerate(found.table(), found.valid_from)
    ]
    rows = [
        cards.Row("polynomial", value_formula(found.polynomial)),
        cards.Row("range", f"m, n >= {found.valid_from}"),
        *table,
    ]
    return cards.Card(found.title, rows, found.evidence, lead=value_formula(found.polynomial))


def specification_card(
    found: SpecificationLaw, terms: int = 10, digits: int = 10, known_as: str = "", **_: Any
) -> cards.Card:
    """Return the card of a class that is specified by equations."""
    gf, law, text = found.rational, found.algebraic, found.root_form
    root = None if text is None else cards.ShownFormula(text, _formula_of_text(text))
    rows = cards.rows_of(
        ("definition", found.about),
        ("equations" if found.has_equations else "paths", found.text if found.text != found.name else ""),
    )
    if gf is None:
        rows += cards.rows_of(
            (
                "equation",
                cards.ShownFormula(f"{law} for f = sum a(n) t^n", lambda way: _in_language(law, way)),
            ),
            ("generating function", root),
            ("recurrence", value_formula(found.p_recursive)),
        )
    else:
        rows += _rational_rows(gf)
    closed, growth = found.closed_form, found.growth(digits)
    rows += cards.rows_of(
        ("closed form", None if closed is None else value_formula(closed)),
        ("growth", None if growth is None else value_formula(growth)),
        ("terms", _terms(found.terms(terms), found.first_n)),
        ("OEIS", known_as),
    )
    size = f", n = {found.size}" if found.size else ""
    assumed = f"; assumed: {found.hypothesis}" if found.hypothesis else ""
    return cards.Card(
        f"{found.name}{size}",
        rows,
        found.evidence,
        known=f"{found.evidence.summary}{found.uniqueness}{assumed}",
        lead=root or value_formula(found.rational or law),
        board=found.board,
    )


def class_numbers_card(found: ClassNumbers, terms: int = 10, known_as: str = "", **_: Any) -> cards.Card:
    """Return the card of a class with sets or cycles."""
    law = getattr(found, "p_recursive", None)
    equations = getattr(found, "equations", "") if law is None else ""
    rows = cards.rows_of(
        ("equations", found.text if found.text != found.name else ""),
        ("objects", found.kind),
        ("recurrence", None if law is None else value_formula(law)),
        ("exponential series", equations),
        ("terms", _terms(found.terms(terms), found.first_n)),
        ("OEIS", known_as),
    )
    assumed = f"; assumed: {found.hypothesis}" if found.hypothesis else ""
    known, notes = f"{found.evidence.summary}{assumed}", [found.note] * bool(found.note)
    return cards.Card(found.name, rows, found.evidence, known=known, notes=notes, board=found.board)


def marked_card(found: MarkedLaw, terms: int = 10, **_: Any) -> cards.Card:
    """Return the card of a class that is specified by equations with marks."""
    lead = cards.ShownFormula(f"{found} for f = sum a(n) t^n", lambda way: _in_language(found.equation, way))
    rows = cards.rows_of(("equation", lead), ("terms", _terms(found.terms(terms), found.first_n)))
    return cards.Card(found.name, rows, found.evidence, lead=lead, board=found.board)


def counter_card(
    found: HolonomicLaw, terms: int = 10, residues: Residues | DigitResidues | None = None, **_: Any
) -> cards.Card:
    """Return the card of a sum over the whole board: its series and equations."""
    text, quadratic = found.root_form, found.algebraic
    root = None if text is None else cards.ShownFormula(text, _formula_of_text(text))
    rows = cards.rows_of(
        ("generating function", root),
        ("algebraic equation", None if quadratic is None else value_formula(quadratic)),
        ("differential equation", value_formula(found.equation)),
        ("recurrence", value_formula(found.sequence)),
        ("terms", _terms(found.terms(terms), found.first_n)),
    )
    rows += _residue_rows(residues, terms)
    return cards.Card(
        _describe_question(found),
        rows,
        found.evidence,
        lead=root or value_formula(found.equation),
        board=found.board,
        example=partial(_example_of_law, found),
    )


def _exponential(found: CompleteLaw) -> Node:
    from gfkit.claims.statement.values import read_formula

    return read_formula(found.exponential_generating_function, ("t", "x", "y"))


def matrix_card(matrix: BarMatrix) -> cards.Card:
    """Return the card of a transfer matrix."""
    height, width = matrix.shape
    title = f"bar-state matrix, {height} x {width}, {len(matrix.cells)} nonzero entries"
    if height * width > _MOST_ENTRIES:
        return cards.Card(title)
    rows = [
        (name, [value_formula(value) for value in line])
        for name, line in zip(matrix.rows, matrix.to_lists(), strict=True)
    ]
    shown = cards.ShownFormula(str(matrix), lambda _: matrix.latex())
    return cards.Card(title, [cards.Row("", cards.ShownMatrix(matrix.columns, rows))], lead=shown)


# Guessed formulas


def guess_card(
    found: Guess, count: int = 0, more: int = 0, known_as: str = "", counts: str = ""
) -> cards.Card:
    """Return the card of the formulas that fit ``count`` terms, with ``more`` terms, or of the reason why
    none was found. ``known_as`` names sequences of an index, ``counts`` structures with these counts.
    """
    index = cards.rows_of(("OEIS", known_as), ("counts", counts))
    if not found.found:
        why = cards.headline_rows(("outcome", cards.Badge(found.outcome.value, found.reason)))
        return cards.Card(rows=[*why, *index], headline=[found.reason])
    first, *others = (finding_card(law, count, more) for law in found.found)
    first = replace(first, remarks=[*first.remarks, *([found.reason] if found.reason and not more else [])])
    parts = [first, *(replace(law, headline=[""]) for law in others)]
    return cards.Card(headline=[], parts=parts, rows=index, lead=first.lead)


def finding_card(found: Finding, count: int = 0, more: int = 0) -> cards.Card:
    """Return the card of a guessed formula, with equivalent forms, terms and evidence."""
    from gfkit.core.algebra import RationalGF

    is_plain = found.transform is None
    is_rational = isinstance(found.law, RationalGF)
    law = cards.Row(
        found.label,
        cards.ShownFormula(found.text, _formula_of_tree(lambda: _law_tree(found))),
        formal="recurrence" if is_rational else "",
    )
    rows = [law, *(_forms(found) if is_plain else []), cards.Row("kind", found.description)]
    if more:
        terms = found.terms(count + more)[count:]
        rows.append(cards.Row("next terms", _terms(terms, found.first_n + count, goes_on=False)))
    elif not count:
        rows.append(cards.Row("terms", _terms(found.terms(_TERMS), found.first_n)))
    details = dict(found.evidence.details)
    checked = details["terms_checked"]
    known = f"guessed from {count} terms: {count - checked} for the fit, the other {checked} agree"
    few, poor = 3 * checked < count, "the terms do not exclude other formulas"
    poor = "few terms remained for the check" if few else poor
    poor = (
        f"weak evidence: {details['unknowns']} unknowns in {details['equations']} equations, and {poor}; give"
        " more terms"
    )
    return cards.Card(
        rows=rows,
        evidence=found.evidence,
        known=known if count else "",
        remarks=[poor] if found.weak else [],
        pictures=[terms_picture(found)],
        headline=[],
        lead=value_formula(found.law) if is_plain else None,
    )


def _law_tree(found: Finding) -> Node | None:
    """Return the formula as a tree; a rational generating function is a recurrence."""
    if not found.is_typeset:
        return None
    from gfkit.core.algebra import Hypergeometric, QuasiPolynomial, RationalGF
    from gfkit.core.algebra.formula import LATEX, tree_of
    from gfkit.core.algebra.formula.tree import Equation, term

    law = tree_of(found.law.recurrence if isinstance(found.law, RationalGF) else found.law, LATEX)
    is_explicit = isinstance(found.law, Hypergeometric | QuasiPolynomial)
    return Equation(term(0), law) if is_explicit else law


def _forms(found: Finding) -> list[cards.Row]:
    forms = (
        ("closed form", found.closed_form),
        ("step", found.step),
        ("generating function", found.generating_function or found.radical),
        ("recurrence", found.recurrence),
    )
    return [
        cards.Row(label, cards.ShownFormula(form) if isinstance(form, str) else value_formula(form))
        for label, form in forms
        if form is not None and str(form) not in found.text
    ]


# Verdicts and certificates


def verdict_card(found: Verdict) -> cards.Card:
    """Return the card of a verdict: formula, correct value, first difference, correction."""
    differs = found.first_difference
    statement = found.statement or ""
    rows = cards.headline_rows(
        ("verdict", cards.Badge(found.verdict.value, found.reason)),
        ("read as", cards.ShownStatement(statement, is_typeset=False) if statement else None),
        ("formula", _formula_as_text(found.formula)),
        ("derived", _formula_as_text(found.derived)),
        ("first difference", _difference(differs) if differs else None),
    )
    rows += cards.rows_of(
        (
            "diagnosis",
            cards.ShownFormula(found.repair, is_typeset=False)
            if found.repair not in (None, "", found.reason)
            else None,
        ),
        ("correction", _formula_as_text(found.correction)),
        ("reading", cards.ShownFormula(found.reading, is_typeset=False) if found.reading else None),
        *(("note", cards.ShownFormula(note, is_typeset=False)) for note in found.notes),
    )
    proof = str(found.evidence)
    known = f"for n >= {found.holds_from}: {proof}" if found.is_later else ""
    if found.verdict.value == "proved":  # the headline begins with this word
        known = f"method: {proof.removeprefix('proved by ')}"
    if found.is_refuted:
        known = f"difference {proof}"
        if differs is not None and found.evidence.method == "single-board-counted":
            known = f"a({differs.n}) computed independently"
        known += "; the correction is proved" if found.is_correction_proved else ""
    headline = [cards.ShownFormula(found.sentence)]
    headline += [cards.ShownStatement(found.read_as)] if statement else []
    return cards.Card(rows=rows, evidence=found.evidence, known=known, headline=headline)


def _difference(found: FirstDifference) -> str:
    return f"at n = {found.n} the formula gives {found.formula}, the correct value is {found.true}"


def _formula_as_text(text: str | None) -> cards.ShownFormula | None:
    """Return a formula that is known as a string only."""
    return cards.ShownFormula(text, _formula_of_text(text)) if text else None


def certification_card(found: Certification) -> cards.Card:
    """Return the card of a certification."""
    badges = [("certificate", cards.Badge(found.status, found.reason))]
    badges += [("program", cards.Badge("verified", found.verified))] if found.verified else []
    return cards.Card(rows=cards.headline_rows(*badges), headline=found.lines)


def payoff_law_card(law: PayoffLaw) -> cards.Card:
    """Return the card of a payoff formula, by residues."""
    finding = law.finding
    rows = [
        cards.Row(f"n = {n}", cards.ShownFormula(formula, is_typeset=False)) for n, formula in law.residues()
    ]
    series = cards.ShownFormula(str(finding.generating_function), is_typeset=False)
    tie = "for every tie-breaking rule" if law.tie == "all" else f"with tie rule {law.tie}"
    title = f"payoffs of player {law.player}, {tie}"
    return cards.Card(title, [*rows, cards.Row("generating function", series)], finding.evidence)


CARDS: Mapping[str, Callable[..., cards.Card]] = {
    "Polynomial": polynomial_card,
    "RationalPolynomial": formula_card,
    "RationalGF": series_card,
    "Recurrence": series_card,
    "QuasiPolynomial": series_card,
    "PRecursive": series_card,
    "Hypergeometric": series_card,
    "Algebraic": series_card,
    "DifferentialEquation": formula_card,
    "ClosedForm": formula_card,
    "Growth": formula_card,
    "Ball": formula_card,
    "Density": density_card,
    "PieceMoments": moments_card,
    "Evidence": lambda found: cards.Card(evidence=found),
    "Count": count_card,
    "Derived": derived_card,
    "CompleteLaw": complete_card,
    "SizeLaw": size_card,
    "RectangleLaw": rectangle_card,
    "HolonomicLaw": counter_card,
    "SpecificationLaw": specification_card,
    "MarkedLaw": marked_card,
    "ClassNumbers": class_numbers_card,
    "OrbitsOfFamily": orbits_card,
    "RuleComparison": comparison_card,
    "RuleGroups": groups_card,
    "Identification": matches_card,
    "FamilyRelations": relations_card,
    "OptimumOfBoard": optimum_of_board_card,
    "OptimumOfFamily": optimum_of_family_card,
    "PolynomialOfBoard": polynomial_of_board_card,
    "PolynomialOfFamily": polynomial_of_family_card,
    "BarMatrix": matrix_card,
    "Finding": finding_card,
    "Guess": guess_card,
    "Verdict": verdict_card,
    "Certification": certification_card,
    "PayoffLaw": payoff_law_card,
}
