"""Certificates of derived families; ``gfkit.proofs.checker.fractions`` defines the file format."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from flint import fmpz_mpoly, fmpz_poly

from gfkit.core.algebra import Polynomial, RationalGF
from gfkit.core.algebra.closure import VectorForm, common_system
from gfkit.core.engine import Derived
from gfkit.core.engine.derive import derive
from gfkit.core.errors import LimitError, MismatchError
from gfkit.core.rules import Question
from gfkit.core.rules.kind import KINDS
from gfkit.core.rules.library import rule_file_text
from gfkit.proofs.checker.boards import system_of
from gfkit.proofs.checker.core import END, FAR, Clause, Debt, Machine, Site, System, length
from gfkit.proofs.checker.counters import COUNTERS
from gfkit.proofs.checker.families import read_family
from gfkit.proofs.checker.fold import check_symmetry, fold_moves, read_fold
from gfkit.proofs.checker.fractions import FRACTIONS, build_system, state_data, states_data
from gfkit.proofs.checker.kinds import CountQuery
from gfkit.proofs.checker.moments import AVOIDING
from gfkit.proofs.checker.optima import OPTIMA, MinimumSweep
from gfkit.proofs.checker.reading import Budget, RefusalError, UndecidedError
from gfkit.proofs.checker.sizes import SIZES
from gfkit.proofs.checker.twins import TWINS
from gfkit.proofs.checker.valuations import VALUATIONS
from gfkit.proofs.kernel import coq_file
from gfkit.proofs.lean_rules import no_lean_file
from gfkit.proofs.lean_theorem import lean_file
from gfkit.proofs.plain import plain_board, plain_family, plain_growing, plain_rule, written_rule
from gfkit.proofs.statements import no_coq_file
from gfkit.questions.compare import RuleComparison
from gfkit.questions.sizes.law import SizeLaw
from gfkit.questions.sizes.rectangles import RectangleLaw
from gfkit.runs.files import write_whole
from gfkit.ways.moments import Reduced, join_rows, rows_in_u
from gfkit.ways.theorems.avoiding import counts_of_avoiding
from gfkit.ways.theorems.counters import summed_counts

if TYPE_CHECKING:
    from gfkit.core.algebra.valuations import Valuations
    from gfkit.questions.optimum import OptimumLaw, OptimumOfFamily

VERSION = 6
UNFOLDED = 300_000
"""Number of steps up to which the states of a certificate are not reduced by symmetry."""
WRITTEN = 20_000_000
"""Maximum number of steps for which the states are stored. Beyond it the checker recomputes them."""
MOST_SYMMETRIES = 120
SEARCHED = 300_000
"""Maximum number of images of constraints that the search for symmetries examines."""
_OPTIMA = "optima on families"
_MOST_SLICES = 400
"""Maximum number of slices in which a period of optima is searched for."""
_LONG = 10**4000
"""Smallest number that is written in hexadecimal, since Python limits the length of decimal numbers."""


class Certified(Protocol):
    """Result that makes its own certificate, such as the equation of a specified class."""

    def certificate(self) -> dict[str, object]:
        """Return the certificate as plain data."""


def certificate_of(
    derived: Derived | SizeLaw | RectangleLaw | RuleComparison | Certified,
) -> dict[str, object]:
    """Return the certificate of a derived family: the query, the fraction, the system and its states.

    For a rule that divides its counts, the certificate contains the counts before division. Raise
    MismatchError if the checker does not support the rule.

    >>> import gfkit
    >>> from gfkit.proofs.checker.program import check_certificate
    >>> certificate = certificate_of(gfkit.derive("col", "path:n"))
    >>> check_certificate(certificate).rests_on
    'the rule and the boards in the file; 3 states, 2 slices swept'
    """
    if isinstance(derived, RuleComparison):
        return comparison_certificate(derived)
    if isinstance(derived, SizeLaw | RectangleLaw):
        return size_certificate(derived)
    if not hasattr(derived, "counted_rule"):
        own: dict[str, object] = derived.certificate()
        return own
    derived = cast("Derived", derived)
    if derived.part is not None:
        raise MismatchError(
            f"{derived.part}: a certificate contains the formula with variables; save it without at and"
            " coefficient"
        )
    system = _checked_system(derived.question)
    if derived.question.rule.counter is not None:
        return counter_certificate(derived)
    if derived.question.rule.avoided is not None:
        return avoiding_certificate(derived)
    fraction = derived.undivided or derived.generating_function
    assert system is not None, "other rules have no system"
    plain = written_rule(derived.counted_rule, derived.question.boards)
    fold, machine = _build_certificate_automaton(system)
    debts, states = states_data(machine) if machine else ([], [])
    return {
        **_head_of_family(FRACTIONS, VERSION, derived, plain, fraction),
        "system": system.data(),
        "fold": fold,
        "sizes": [len(layer) for layer in states],
        "debts": debts,
        "states": states,
    }


def _build_certificate_automaton(system: System) -> tuple[list[list[int]], Machine | None]:
    """Return the automaton of a system, reduced by symmetry if it is large, or None if it has too many states
    to store.
    """
    fold: list[list[int]] = []
    for steps in (UNFOLDED, WRITTEN, WRITTEN):
        try:
            return fold, Machine(system, Budget(steps), (), read_fold(fold, system, Budget(steps)))
        except RefusalError as refusal:
            if steps == WRITTEN and refusal.code == 3:
                break
            fold = find_folds(system) if steps == UNFOLDED else []
    return fold, None


def find_folds(system: System) -> list[list[int]]:
    """Yield permutations, except the identity, under which the checker may identify states of a system.

    A backtracking search chooses an image for one variable after another, up to a work limit. On a cycle,
    variables of the tail that occur together in the head must have images with the same property.
    """
    start, width, tail = length(system.head), length(system.slice), length(system.tail)
    p = [*range(width + tail)]
    try:
        check_symmetry(p, system, Budget(WRITTEN))
    except RefusalError:
        return []

    def number(place: int, of_tail: bool) -> int:
        if place > FAR:
            return place - END + len(p)
        return width + place - start if of_tail else (place - start) % width

    slots = [slot for site in (*system.slice, *system.tail) for slot in site.slots]
    ring: set[Debt] = {
        Clause(tuple((place, 1) for place in far))
        for debt in _debts_of(system.head)
        if (far := [place for place in debt.slots if place > FAR])
    }
    in_slice, in_tail = fold_moves(p, system)
    kept = [
        (debt, move, laid, {number(place, move is in_tail) for place in debt.slots})
        for move, laid in (
            (in_slice, _debts_of(system.slice)),
            (in_tail, _debts_of(system.tail)),
            (in_tail, ring),
        )
        for debt in laid
    ]
    looks = [(slots[r], Counter((type(debt), len(on)) for debt, _, _, on in kept if r in on)) for r in p]
    order: list[int] = []
    for r in p:  # the variables of a constraint are close to each other
        ahead = [r]
        for item in ahead:
            if item not in order:
                order.append(item)
                ahead += sorted(set[int]().union(*(on for *_, on in kept if item in on)))
    order.sort(key=width.__le__)
    due = [[item for item in kept if max(map(order.index, item[3])) == k] for k in range(len(p))]
    named = [place - start for debt in _debts_of(system.slice) for place in debt.slots if place < FAR]
    budget, symmetries = Budget(SEARCHED), list[list[int]]()

    def extend(k: int) -> Iterator[list[int]]:
        if k == len(p):
            yield [*p]
            return
        r = order[k]
        images = {*range(width)} if r < width else {*range(width, width + tail)}
        if width <= r <= max(named, default=0):  # as in a slice
            images &= {r - r % width + p[r % width]}
        for image in sorted(images.difference(p[item] for item in order[:k])):
            budget.spend(1 + len(due[k]))
            p[r] = image
            if looks[image] == looks[r] and all(debt.shift(move) in laid for debt, move, laid, _ in due[k]):
                yield from islice(extend(k + 1), 1 if k + 1 == width else None)

    with suppress(RefusalError):
        for image in islice(extend(0), MOST_SYMMETRIES):
            with suppress(RefusalError):
                check_symmetry(image, system, Budget(WRITTEN))
                symmetries.append(image)
    return [image for image in symmetries if image != sorted(image)]


def _debts_of(sites: Sequence[Site]) -> set[Debt]:
    return {debt for site in sites for debts in site.laid for debt in debts}


def _system(question: Question) -> System:
    """Return the system that the checker builds for a rule, or the system of the rule's constraints if it
    builds none. Raise MismatchError if the checker does not support the rule or the boards.
    """
    from gfkit.proofs.translation import translate

    if any(linkage.wraps for linkage in question.rule.linkages):
        raise MismatchError(
            "no certificate can be made: the checker does not support cycles that wrap around"
        )
    plain = _json(written_rule(question.rule.without_divisor(), question.boards))
    asked = CountQuery(question.positions.value, len(question.weights.variables))
    try:
        boards = read_family(_json(plain_family(question.boards.text, question.family.first_n)))
        if plain["kind"] in KINDS:
            with suppress(UndecidedError):
                return build_system(plain, asked, boards)
        return system_of(boards, *translate(question))
    except RefusalError as refusal:
        where = f"{question.game} on {question.boards.text}"
        raise MismatchError(f"no certificate can be made for {where}: {refusal.reason}") from None


def certificate_text(certificate: Mapping[str, object]) -> str:
    """Return the text of a certificate file, with one line for each key and for the states of each step."""

    def compact_json(value: object) -> str:
        return json.dumps(value, separators=(",", ":"))

    lines = [f'"{key}": {compact_json(value)}' for key, value in certificate.items() if key != "states"]
    layers = certificate.get("states")
    if isinstance(layers, list):
        lines.append('"states": [\n' + ",\n".join(map(compact_json, layers)) + "\n]")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def size_certificate(law: SizeLaw | RectangleLaw) -> dict[str, object]:
    """Return the certificate of a formula in the number of values or in the side of a square, or in m and n.

    >>> import gfkit
    >>> from gfkit.proofs.checker.program import check_certificate
    >>> certificate = size_certificate(gfkit.derive_in_values("colourings", "2x2", "n"))
    >>> check_certificate(certificate).rests_on
    'the rule in the file; theorem on order, 5 counts'
    """
    rule = law.rule
    if rule.without_divisor() != rule:
        raise MismatchError(
            "no certificate can be made for counts that are divided by a constant or set to 0 on small boards"
        )
    head = {"format": SIZES, "version": 1, "game": law.game, "text": rule_file_text(law.game) or ""}
    if isinstance(law, RectangleLaw):
        return {
            **head,
            "rule": plain_rule(rule),
            "board": law.board,
            "pieces": law.pieces,
            "valid_from": law.valid_from,
            "terms": [[*powers, value] for powers, value in law.polynomial.numerator.terms],
            "denominator": law.polynomial.denominator,
        }
    above, below = (
        [polynomial.coefficient(k) for k in range(polynomial.degree() + 1)]
        for polynomial in (law.rational.numerator, law.rational.denominator)
    )
    tail = {"first_n": law.first_n, "numerator": above, "denominator": below}
    if law.pieces is not None:
        return {**head, "rule": plain_rule(rule), "board": law.board, "pieces": law.pieces, **tail}
    assert rule.grows is not None, "the formula is in the number of values"
    ends = [[*rule.grows.low], [*rule.grows.high]]
    board = {"name": law.board, **plain_board(law.board)}
    return {**head, "rule": plain_growing(rule), "board": board, "values": ends, **tail}


def comparison_certificate(found: RuleComparison) -> dict[str, object]:
    """Return the certificate of equal counts of two rules on rectangles or graphs.

    >>> import gfkit
    >>> from gfkit.proofs.checker.program import check_certificate
    >>> check_certificate(comparison_certificate(gfkit.compare("col", "snort"))).rests_on
    'the rules in the file; symmetry, machines'
    """
    if found.rules is None or len(found.weights) > 1:
        raise MismatchError(
            "no certificate can be made for this comparison; a certificate requires a proof on mxn, for"
            " windows of 2 x 2 cells or binary ones of 2 x 3, or on a class of graphs, for games of single"
            " cells"
        )
    return {
        "format": TWINS,
        "version": 1,
        "on": found.on,
        "weights": [*found.weights],
        "games": [*found.games],
        "texts": [rule_file_text(game) or "" for game in found.games],
        "rules": [plain_rule(rule) for rule in found.rules],
        "steps": [dict(step) for step in found.steps],
        "window": [*found.window],
    }


def _head_of_family(
    form: str, version: int, law: Derived, rule: dict[str, object], fraction: RationalGF
) -> dict[str, object]:
    """Return the entries with which all certificates of formulas for a family begin."""
    return {
        "format": form,
        "version": version,
        "game": law.game,
        "board": law.board,
        "positions": law.positions,
        "weights": list(law.weights),
        "first_n": law.first_n,
        "text": rule_file_text(law.game) or "",
        "rule": rule,
        "family": plain_family(law.board, law.first_n),
        "numerator": _terms(fraction.numerator),
        "denominator": _terms(fraction.denominator),
    }


def avoiding_certificate(law: Derived) -> dict[str, object]:
    """Return the certificate of a formula for structures without violations.

    >>> import gfkit
    >>> avoiding_certificate(gfkit.derive("derangements", "1xn"))["coefficients"]
    [[-1, 0, 1], [0, 0, 1, 1]]
    """
    found, cycles, proof, terms = counts_of_avoiding(law.question, derive)
    equation = proof.equation
    below = common_system([VectorForm(part.parts, part.below) for part in proof.derivatives]).below

    def in_u(polynomial: fmpz_mpoly) -> list[list[int]]:
        return [[int(t), int(u), int(value)] for (t, u), value in polynomial.terms()]

    def in_t(polynomial: fmpz_poly) -> list[int]:
        return [int(value) for value in polynomial.coeffs()]

    def written(part: Reduced, scale: fmpz_poly) -> list[object]:
        return [
            [in_t(scale * entry) for entry in part.parts],
            in_u(join_rows([scale]) * part.tail),
            in_t(scale * part.below),
        ]

    fractions = [each.generating_function for each in cycles]
    own = [[_terms(each.numerator), _terms(each.denominator)] for each in fractions]
    return {
        **_head_of_family(AVOIDING, 1, law, plain_rule(law.question.rule), found.generating_function),
        **({"cycles": own[0]} if own else {}),
        "function": [
            in_u(proof.function[0]),
            in_t(rows_in_u(proof.outer, 1)[0]),
            in_u(proof.radical),
            in_u(proof.inner),
        ],
        "start": written(proof.start, fmpz_poly([1])),
        "derivatives": [written(part, below // part.below) for part in proof.derivatives],
        "coefficients": [[*row] for row in equation.coefficients],
        "right": [*equation.right],
        "terms": [int(value) for value in equation.solved_by(terms, law.first_n).initial],
    }


def counter_certificate(law: Derived) -> dict[str, object]:
    """Return the certificate of a formula for a sum over the whole board.

    >>> import gfkit
    >>> rule = gfkit.Rule.array(values="-1..1", exactly=[{"shapes": ["a"], "sum": "a", "number": [0]}])
    >>> counter_certificate(gfkit.derive(rule, "1xn"))["equation"]
    [[-1, -3], [1, -2, -3]]
    """
    question = replace(law.question, rule=law.question.rule.without_divisor())
    (counts, proof, equation) = summed_counts(question, derive)
    along, other = proof.bottom

    def in_t(polynomial: Polynomial) -> list[int]:
        row = {t: value for (t, _), value in polynomial.terms}
        return [row.get(k, 0) for k in range(1 + max(row, default=-1))]

    def in_u(polynomial: Polynomial) -> list[list[int]]:
        return [[*powers, value] for powers, value in polynomial.terms]

    return {
        **_head_of_family(COUNTERS, 1, law, plain_rule(question.rule), counts.marked.generating_function),
        "least": counts.counter.least,
        "coefficients": [in_t(c) for c in proof.coefficients],
        "logarithms": [[in_u(q), in_t(e)] for q, e in proof.logarithms],
        "certificate": [in_u(proof.certificate[0]), in_t(along), in_u(other)],
        "equation": [[*row] for row in equation.coefficients],
        "right": [*equation.right],
        "terms": [int(value) for value in equation.solved_by(counts.terms, law.first_n).initial],
    }


def optimum_certificate(found: OptimumOfFamily) -> dict[str, object]:
    """Return the certificate of the smallest and the largest weight on a family.

    >>> import gfkit
    >>> from gfkit.proofs.checker.program import check_certificate
    >>> check_certificate(optimum_certificate(gfkit.optimum("dominating-sets", "2xn"))).checked
    12
    """
    question = found.question
    system = _checked_system(question)
    plain = written_rule(question.rule, question.boards)
    if system is None or plain["kind"] not in KINDS or question.rule.is_bound:
        raise MismatchError(f"no certificate can be made for the optima of {question}")
    budget = Budget(WRITTEN)
    try:
        machine = Machine(system, budget)
        sides = [
            _optimum_side(side, MinimumSweep(machine, sign, budget), name)
            for side, sign, name in ((found.minimum, 1, "smallest"), (found.maximum, -1, "largest"))
        ]
    except RefusalError as refusal:
        raise LimitError(
            f"no certificate can be made for the optima of {question}: {refusal.reason}"
        ) from None
    return {
        "format": OPTIMA,
        "version": 1,
        "game": question.game,
        "board": question.boards.text,
        "positions": question.positions.value,
        "weights": ["x"],
        "first_n": question.family.first_n,
        "text": rule_file_text(question.game) or "",
        "rule": _json(plain),
        "family": _json(plain_family(question.boards.text, question.family.first_n)),
        "sides": sides,
    }


def _optimum_side(side: OptimumLaw, sweep: MinimumSweep, name: str) -> dict[str, object]:
    """Return the statement about the smallest or the largest weights, with its evidence."""
    law, states, numbers = side.weights, [*sweep.machine.states[0]], dict[str, int]()
    begin, period = _find_repetition(sweep, law.period)
    vector = [[state_data(states[state], numbers), weight] for state, weight in sweep.slice(begin)[0].items()]
    places = range(law.valid_from, law.valid_from + law.period)
    return {
        "side": name,
        "first": law.first_n,
        "initial": [*map(int, law.exceptions)],
        "values": [int(law[n]) for n in places],
        "growth": [int(law[n + law.period] - law[n]) for n in places],
        "begin": begin,
        "period": period,
        "debts": [json.loads(text) for text in numbers],
        "vector": vector,
    }


def _find_repetition(sweep: MinimumSweep, period: int) -> tuple[int, int]:
    """Return a slice and a period that satisfy the hypotheses of the checker's theorem."""
    seen: dict[frozenset[tuple[int, int]], int] = {}
    for j in range(_MOST_SLICES):
        vector = sweep.slice(j)[0]
        least = min(vector.values(), default=0)
        begin = seen.setdefault(frozenset((state, weight - least) for state, weight in vector.items()), j)
        if begin < j:
            return begin, j - begin
        for more in range(1, 1 + (j - 1) // period if j & (j - 1) == 0 else 1):
            with suppress(RefusalError):
                sweep.growths(j, more * period)
                return j, more * period
    raise RefusalError(3, f"no period within {_MOST_SLICES} slices")


def valuation_certificate(derived: Derived, found: Valuations) -> dict[str, object]:
    """Return the certificate of the p-adic valuations of the counts on a family.

    >>> import gfkit
    >>> from gfkit.proofs.checker.program import check_certificate
    >>> law = gfkit.derive("domino-tilings", "2xn")
    >>> check_certificate(valuation_certificate(law, law.valuations(2))).proved
    True
    """
    certificate = certificate_of(derived)
    if certificate["format"] != FRACTIONS or derived.undivided is not None:
        raise MismatchError(f"{derived.game}: certificates of valuations need the fraction of the counts")
    cases = [
        case._asdict()
        | {"constant": None if case.constant == inf else int(case.constant), "residues": [*case.residues]}
        for case in found.cases
    ]
    evidence = {
        "prime": found.prime,
        "period": found.period,
        "valid_from": max(found.valid_from, found.first_n),
    }
    return certificate | {"format": VALUATIONS, "version": 1, **evidence, "cases": cases}


def check_savable(question: Question) -> None:
    """Raise MismatchError if no formula for the rule on the boards has a certificate."""
    _checked_system(question)


def _checked_system(question: Question) -> System | None:
    """Return the system of a certificate, or None for rules whose certificates have none. Raise MismatchError
    if there is no certificate.
    """
    rule, boards = question.rule, question.boards
    has_system = not (rule.avoided or rule.counter)
    missing = {
        "Latin rectangles": rule.avoided is not None and rule.avoided.in_columns,
        "three-dimensional pieces": has_system and boards.in_space and not rule.flat,
        "complete graphs": boards.text.startswith("complete:"),
    }
    if any(missing.values()):
        (first, *_) = (name for name, is_missing in missing.items() if is_missing)
        where = f"{question.game} on {boards.text}"
        raise MismatchError(f"no certificate can be made for {where}: {first} are not supported")
    return _system(question) if has_system else None


def save_derived(
    derived: Derived | SizeLaw | RectangleLaw | RuleComparison | OptimumOfFamily | Certified,
    path: str | Path,
    valuations: Valuations | None = None,
) -> None:
    """Write the certificate of a derived formula to a file. If the file name ends in ``.v`` or ``.lean``,
    write its theorem for Coq or Lean.

    Parameters
    ----------
    derived : Derived, SizeLaw, RectangleLaw, RuleComparison, OptimumOfFamily or SpecificationLaw
        The derived formula, the comparison of two rules, the optima on a family, or the equation of a
        specified class.
    path : str or Path
        The file, which is written atomically.
    valuations : Valuations, optional
        Valuations of the derived formula, which the certificate then proves too.

    Returns
    -------
    None
        ``certify_file`` checks the file.

    Raises
    ------
    MismatchError
        The formula has no certificate, or no theorem for Coq or Lean, or the argument is not a derived
        formula.
    InputError
        The file cannot be written.

    Examples
    --------
    >>> import gfkit
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     save_derived(gfkit.derive("cis", "path:n"), f"{folder}/proof.json")
    ...     gfkit.certify_file(f"{folder}/proof.json").status
    'proved'
    """
    ending = Path(path).suffix.lower()
    is_theorem = ending in (".v", ".lean")
    if isinstance(derived, RuleComparison):
        missing = "comparisons of rules"
    elif hasattr(derived, "minimum") and hasattr(derived, "first_n"):
        missing = _OPTIMA
    elif isinstance(derived, SizeLaw | RectangleLaw):
        missing = "formulas in other sizes than a length"
    elif hasattr(derived, "certificate"):
        missing = "equations of specified classes"
    elif hasattr(derived, "counted_rule"):
        missing = "sums over the whole board" if derived.question.rule.counter is not None else ""
        missing = missing or "valuations" * (valuations is not None)
    else:
        raise MismatchError(
            f"{derived!r:.80} is not a derived formula; save the result of gfkit.derive(game, family)"
        )
    if is_theorem and missing:
        refuse = no_coq_file if ending == ".v" else no_lean_file
        raise refuse(f"the library does not cover {missing}")
    certificate = (
        optimum_certificate(cast("OptimumOfFamily", derived))
        if missing == _OPTIMA
        else valuation_certificate(cast("Derived", derived), valuations)
        if valuations is not None
        else certificate_of(cast("Derived | Certified", derived))
    )
    writers = {".v": coq_file, ".lean": lean_file}
    text = writers[ending](certificate, alone=True) if is_theorem else certificate_text(certificate)
    write_whole(path, text)


def _json(value: object) -> dict[str, object]:
    """Return the JSON text of a value, as stored in the file."""
    plain: dict[str, object] = json.loads(json.dumps(value))
    return plain


def _terms(polynomial: Polynomial) -> list[list[int | str]]:
    """Return the terms of a polynomial in t and weights as [n, i, j, c].

    >>> _terms(Polynomial.parse("3 - 2*t^3*x", ("t", "x")))
    [[0, 0, 0, 3], [3, 1, 0, -2]]
    """
    names = polynomial.variables
    terms = {}
    for powers, value in polynomial.terms:
        by_name = dict(zip(names, powers, strict=True))
        terms[tuple(by_name.get(name, 0) for name in ("t", "x", "y"))] = number_json(value)
    return [[*powers, value] for powers, value in sorted(terms.items())]


def number_json(value: int) -> int | str:
    """Return an integer as JSON data: in hexadecimal if it is long."""
    return value if abs(value) < _LONG else hex(value)
