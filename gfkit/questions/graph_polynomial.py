"""Polynomials of graphs by name, for single boards, and for families as rational generating functions.

Each polynomial K of a graph with V vertices, E edges and c components is obtained from the weighted count
S(x, y) of one rule: rational functions X and Y of the variables of K are substituted for x and y, and the
result is multiplied by powers:

    K = a^V b^E g^c S(X, Y),

    Tutte         S = Z, X = y - 1, Y = (x - 1)(y - 1), a = 1/(y - 1), g = 1/(x - 1)
    chromatic     S = Z, X = -1, Y = q              flow       S = Z, X = -q, Y = q, a = 1/q, b = -1
    Ising         S = Z, X = z - 1, Y = 2           matching   S = sum of m_k x^k, X = -1/x^2, a = x
    reliability   S = connected spanning subgraphs by edges, X = p/(1 - p), b = 1 - p
    percolation   S = sets of open sites or bonds with a crossing or with a cycle that wraps around,
                  X = p/(1 - p), a or b = 1 - p

Here Z is the Potts partition function of ``edge_sums`` (x counts edges, y components). In the Ising
polynomial, z counts edges with equal spins.

Families. Let V(n) = w n + v and E(n) = e n + f, and let the boards be connected. Then the generating function
of K is the generating function of S at X, Y, with a^w b^e t substituted for t, times a^v b^f g. This is again
a rational function, reduced to lowest terms by one gcd, and it is proved if the generating function of S is
proved. Boards with other values of V, E or c, such as the empty board, are counted separately and their terms
are replaced. If g is used, the series itself proves that there are no other exceptions: S has a single term
of highest degree in x, the set of all edges. So in the series at x = 1/s, with s^e t substituted for t, the
value at s = 0 is the sum of y^c(n) t^n.

Cost: the cost of ``derive``, and a gcd of polynomials in t and the variables. The Potts model in both
variables takes a few seconds on four rows, and about 30 times as long for each further row. Chromatic
polynomials of grids and cylinders are computed by ``chromatic``, and polynomials of cyclic families with
narrow slices by ``ways.theorems.sectors``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain
from shlex import quote
from typing import TYPE_CHECKING, Any, Literal

from gfkit.core import algebra
from gfkit.core.algebra import Evidence, Polynomial, Status
from gfkit.core.algebra.number import Ball, check_digits, decimal_ball, root_near, short_text
from gfkit.core.algebra.polynomial import dense, from_mpoly, in_t, with_values
from gfkit.core.algebra.weight_part import read_weight_value
from gfkit.core.boards import Board, BoardLike, BoardsLike, Family, as_boards
from gfkit.core.deferred import dataclass, replace
from gfkit.core.engine import tuning
from gfkit.core.engine.count import count
from gfkit.core.errors import InputError, MismatchError, OptionError, SelfCheckError, note_reading, unknown
from gfkit.core.hooks import is_installed
from gfkit.core.rules import Question
from gfkit.core.rules.library import game_name, names_game
from gfkit.core.typing import OnProgress, WeightsWord, stoppable
from gfkit.core.writable import Face, Indexable, Language
from gfkit.questions import edge_sums

if TYPE_CHECKING:
    from flint import acb
    from mpmath import mpc, mpf

    from gfkit.ways.theorems.sectors import CyclicStrip


Ratio = tuple[str, str]
"""Numerator and denominator as strings: polynomials in the variables of K."""
_ONE: Ratio = ("1", "1")


@dataclass(frozen=True, slots=True)
class _Kind:
    """Substitution that maps the counts of a rule to a graph polynomial, as in the table above."""

    rule: str
    variables: tuple[str, ...]
    images: tuple[Ratio, ...]
    of_board: Callable[[Board], Polynomial]
    vertex: Ratio = _ONE
    edge: Ratio = _ONE
    component: Ratio | None = None
    of_counts: Callable[[Board, Polynomial], Polynomial] | None = None
    """Polynomial from the numbers of configurations of each size, if these suffice."""
    is_shifted: bool = False
    """True if the images are monomials in x - 1 and y - 1, those of the Tutte polynomial."""

    @property
    def is_potts(self) -> bool:
        """True if the polynomial is Z at polynomials X and Y, without further factors."""
        return self.rule == "potts" and self.vertex == self.edge == _ONE and self.component is None

    @property
    def weights(self) -> WeightsWord:
        return "players" if len(self.images) == 2 else "pieces"


def matching_polynomial(graph: BoardLike) -> Polynomial:
    """Return the matching polynomial of a graph: the sum of (-1)^k m_k x^(V - 2k) over all k.

    V is the number of vertices, and m_k is the number of matchings with k edges. ``graph`` is a board or its
    name, such as ``path:4`` or ``3x3``. Raise MismatchError for a family, and LimitError if counting would
    need more than the free memory.

    >>> print(matching_polynomial("path:4"))
    1 - 3*x^2 + x^4
    """
    return KINDS["matching"].of_board(_board(graph))


def _matching(board: Board, counts: Polynomial) -> Polynomial:
    """Return the matching polynomial of a graph from its numbers of matchings."""
    terms = {(board.size - 2 * k,): (-1) ** k * number for (k,), number in counts.terms}
    return Polynomial.of(("x",), terms)


def ising_polynomial(graph: BoardLike) -> Polynomial:
    """Return the partition function of the Ising model, in which z counts edges with equal spins.

    ``graph`` is a board or its name, such as ``path:4`` or ``3x3``. Raise BoardError for a family, and
    LimitError if counting would need more than the free memory.

    >>> print(ising_polynomial("cycle:3"))
    6*z + 2*z^3
    """
    return edge_sums.composed(edge_sums.potts_polynomial(graph), ("2", "z - 1"), ("z",))


def _percolating(places: int, counts: Polynomial) -> Polynomial:
    """Return the probability of percolation from the numbers of percolating sets of each size."""
    terms = {(k, places - k): number for (k,), number in counts.terms}
    return edge_sums.composed(Polynomial.of(("p", "q"), terms), ("p", "1 - p"), ("p",))


def _board(graph: BoardLike) -> Board:
    board = as_boards(graph)
    if not isinstance(board, Board):
        raise MismatchError(
            f"board {board.text!r} is a family; use graph_polynomial for its generating function"
        )
    return board


def _counted(
    rule: str, variable: str, image: Ratio, of_counts: Callable[[Board, Polynomial], Polynomial],
    **factor: Any,
) -> _Kind:  # fmt: skip
    """Return the polynomial that follows from the numbers of configurations of a rule of each size."""

    def of_board(board: Board) -> Polynomial:
        return of_counts(board, count(rule, board, weights="pieces").polynomial)

    return _Kind(rule, (variable,), (image,), of_board, of_counts=of_counts, **factor)


GraphPolynomial = Literal[
    "chromatic", "tutte", "potts", "flow", "reliability", "matching", "independence", "ising",
    "site-percolation", "bond-percolation", "site-wrapping", "bond-wrapping",
]  # fmt: skip
PERCOLATION = [f"{part}-{event}" for event in ("percolation", "wrapping") for part in ("site", "bond")]
"""Probabilities of a crossing from the left column to the right column, or of a cycle that wraps around."""
KINDS: dict[str, _Kind] = {
    "chromatic": _Kind("potts", ("q",), (("-1", "1"), ("q", "1")), edge_sums.chromatic_polynomial),
    "tutte": _Kind(
        "potts", ("x", "y"), (("y - 1", "1"), ("x*y - x - y + 1", "1")), edge_sums.tutte_polynomial,
        vertex=("1", "y - 1"), component=("1", "x - 1"), is_shifted=True,
    ),
    "potts": _Kind("potts", ("q", "v"), (("v", "1"), ("q", "1")), edge_sums.potts_polynomial),
    "flow": _Kind(
        "potts", ("q",), (("-q", "1"), ("q", "1")), edge_sums.flow_polynomial, vertex=("1", "q"),
        edge=("-1", "1"),
    ),
    "reliability": _Kind(
        "connected-spanning-subgraphs", ("p",), (("p", "1 - p"),), edge_sums.reliability_polynomial,
        edge=("1 - p", "1"),
    ),
    "matching": _counted("matchings", "x", ("-1", "x^2"), _matching, vertex=("x", "1")),
    "independence": _counted("independent-sets", "x", ("x", "1"), lambda _, counts: counts),
    "ising": _Kind("potts", ("z",), (("z - 1", "1"), ("2", "1")), ising_polynomial),
    **{
        kind: _counted(
            kind, "p", ("p", "1 - p"), lambda board, counts: _percolating(board.size, counts),
            vertex=("1 - p", "1"),
        )
        for kind in PERCOLATION[::2]
    },
    **{
        kind: _counted(
            kind, "p", ("p", "1 - p"), lambda board, counts: _percolating(len(board.edges), counts),
            edge=("1 - p", "1"),
        )
        for kind in PERCOLATION[1::2]
    },
}  # fmt: skip
"""Polynomials of graphs by name."""


@dataclass(frozen=True, slots=True)
class PolynomialOfBoard(Face):
    """Graph polynomial of one graph; a constant is divided by ``denominator``."""

    kind: str
    board: Board
    polynomial: Polynomial
    evidence: Evidence
    denominator: int = 1

    def __str__(self) -> str:
        return str(self.value)

    @property
    def value(self) -> Polynomial | Fraction:
        """The polynomial, or a fraction if fractions replace all variables."""
        plain = self.denominator == 1
        return self.polynomial if plain else Fraction(self.polynomial.total, self.denominator)

    def __repr__(self) -> str:
        text = short_text(str(self))
        return f"<PolynomialOfBoard: {self.kind} of {self.board.text}: {text}; {self.evidence}>"

    @property
    def graph(self) -> Board:
        """Name of the graph of the polynomial."""
        return self.board

    def to(self, language: Language) -> Any:
        """Return the polynomial in another output format."""
        return self.polynomial.to(language)

    def at(self, **values: int | Fraction) -> PolynomialOfBoard:
        """Return the polynomial with integers substituted for some of its variables, or numbers for all.

        >>> print(graph_polynomial("bond-percolation", "3x4").at(p=Fraction(1, 2)))
        1/2
        """
        _check_names(values, self.polynomial.variables)
        if len(values) < len(self.polynomial.variables) or not self.polynomial.variables:
            return replace(self, polynomial=with_values(self.polynomial, _check_integers(values)))
        value = Fraction(self.polynomial(**values))
        constant = Polynomial.constant(value.numerator, ())
        return replace(self, polynomial=constant, denominator=value.denominator)

    @property
    def is_percolation(self) -> bool:
        """True if this is the probability of percolation, which increases from 0 to 1 with p."""
        return self.kind in PERCOLATION and any(any(powers) for powers, _ in self.polynomial.terms)

    def threshold(self, digits: int = 20) -> mpf:
        """Return the p at which a probability that increases from 0 to 1 is 1/2; its digits are proved.

        >>> str(graph_polynomial("site-percolation", "2x2").threshold(10))[:12]
        '0.5411961001'
        """
        return self.threshold_ball(digits).mpf

    def threshold_ball(self, digits: int) -> Ball:
        """Like `threshold`, but without mpmath."""
        if self.kind not in ("reliability", *PERCOLATION) or self.polynomial.variables != ("p",):
            raise InputError(f"the {self.kind} polynomial in {self.polynomial.variables} is no probability")

        def inside(zero: acb) -> Ball | bool | None:
            return zero.imag == 0 and 0 < zero.real < 1 and decimal_ball(zero.real, digits)

        shifted = replace(self, polynomial=self.polynomial * 2 - Polynomial.constant(1, ("p",)))
        found = [one for one in shifted._converted_zeros(digits, inside) if isinstance(one, Ball)]
        if len(found) != 1:
            raise InputError(f"board {self.board.text!r}: the probability does not increase from 0 to 1")
        return found[0]

    def _converted_zeros(self, digits: int, convert: Callable[[acb], Any]) -> list[Any]:
        """Return the converted zeros, computed with so many bits that no conversion returns None."""
        from flint import ctx

        check_digits(digits)
        bits = 64 + 4 * digits
        while True:
            with ctx.workprec(bits):
                zeros = [*map(convert, self.zero_balls())]
            if all(zero is not None for zero in zeros):
                return zeros
            bits *= 2

    def zeros(self, digits: int = 20) -> list[mpf | mpc]:
        """Return the complex zeros as mpmath numbers, repeated by multiplicity; real zeros have type mpf.

        The first ``digits`` digits of the real and of the imaginary part are proved.

        >>> graph_polynomial("chromatic", "path:3").zeros()
        [mpf('0.0'), mpf('1.0'), mpf('1.0')]
        """
        return self._converted_zeros(digits, partial(root_near, digits=digits))

    def zero_balls(self) -> list[acb]:
        """Return the complex zeros as FLINT balls, at FLINT's current precision."""
        if len(self.polynomial.variables) != 1:
            names = ", ".join(self.polynomial.variables) or "none"
            raise InputError(
                f"zeros are computed only for polynomials in one variable, but the {self.kind}"
                f" polynomial has {names}"
            )
        if not self.polynomial.terms:
            raise InputError(
                f"the {self.kind} polynomial of {self.board.text!r} is 0, so every number is a zero"
            )
        from gfkit.core.algebra.series import isolate_roots

        return [zero for zero, number in isolate_roots(dense(self.polynomial)) for _ in range(number)]

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that ``gfkit polynomial --json`` writes for a board."""
        return {
            "kind": self.kind,
            "board": self.board.text,
            "variables": list(self.polynomial.variables),
            "polynomial": str(self),
            **({"threshold": str(self.threshold())} if self.is_percolation else {}),
            "evidence": self.evidence.as_json(),
        }


@dataclass(frozen=True, slots=True)
class PolynomialOfFamily(Face, Indexable):
    """Polynomials of a family of graphs, by their generating function."""

    _instead = "use .generating_function for all n at once, or [n] for the polynomial at n"

    kind: str
    family: Family
    generating_function: algebra.RationalGF
    evidence: Evidence

    def __str__(self) -> str:
        return str(self.generating_function)

    def __repr__(self) -> str:
        text = short_text(str(self))
        return f"<PolynomialOfFamily: {self.kind} of {self.family.text}: {text}; {self.evidence}>"

    @property
    def graph(self) -> Family:
        """Name of the family of graphs."""
        return self.family

    def to(self, language: Language) -> Any:
        """Return the generating function in another output format."""
        return self.generating_function.to(language)

    def at(self, **values: int | Fraction) -> PolynomialOfFamily:
        """Return the generating function with integers substituted for variables, except for t."""
        _check_names(values, self.variables)
        if not values:
            return self
        series, known = self.generating_function.at(**_check_integers(values)), self.evidence
        details = tuple((key, series.order if key == "order" else value) for key, value in known.details)
        return replace(self, generating_function=series, evidence=replace(known, details=details))

    def zeros(self, digits: int = 20) -> list[mpf | mpc]:  # noqa: ARG002
        """Raise MismatchError: zeros are computed only for single boards."""
        return self.zero_balls()

    def zero_balls(self) -> list[acb]:
        """Raise MismatchError: zeros are computed only for single boards."""
        raise InputError(
            f"board {self.family.text!r} is a family, but zeros are computed only for single"
            " boards: replace n by a number"
        )

    def __getitem__(self, n: int) -> Polynomial:
        """Return the polynomial of the board of size n."""
        coefficient = self.generating_function.coefficient(n)
        return (
            coefficient
            if isinstance(coefficient, Polynomial)
            else Polynomial.constant(coefficient, self.variables)
        )

    @property
    def variables(self) -> tuple[str, ...]:
        """Variables of the generating function, without t."""
        return self.generating_function.variables[1:]

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that ``gfkit polynomial --json`` writes for a family."""
        gf = self.generating_function
        return {
            "kind": self.kind,
            "board": self.family.text,
            "variables": list(self.variables),
            "first_n": gf.first_n,
            "generating_function": gf.as_json(),
            "terms": [str(term) for term in gf.terms(3)],
            "evidence": self.evidence.as_json(),
        }


def _check_integers(values: Mapping[str, int | Fraction]) -> dict[str, int]:
    for name, value in values.items():
        if not isinstance(value, int):
            raise OptionError(
                f"at {name} = {value}: a fraction requires numbers for all variables, and a single board"
            )
    return {name: int(value) for name, value in values.items()}


def _check_names(values: Mapping[str, int | Fraction], names: Sequence[str]) -> None:
    for name in values:
        if name not in names:
            raise InputError(
                f"variable {name!r} does not occur; the variables of the polynomial are"
                f" {', '.join(names) or 'none'}"
            )


_AROUND = r"^the |[ _-]polynomials?$"
"""Pattern of the words around the kind of a polynomial."""


def is_kind(name: str) -> bool:
    """Return True if a name denotes a polynomial of graphs.

    >>> is_kind("Tutte polynomial"), is_kind("Tutte polynomial of K4")
    (True, False)
    """
    return _plain_name(name) in KINDS


def graph_polynomial_named(text: str) -> str:
    """Return the arguments of ``gfkit polynomial`` for a phrase that names a polynomial of graphs, or "".

    >>> graph_polynomial_named("the Tutte polynomial of K4"), graph_polynomial_named("chromatic polynomial")
    ('tutte K4', 'chromatic BOARD')
    """
    kind, _, graph = text.partition(" of ")
    return f"{_plain_name(kind)} {quote(graph) if graph else 'BOARD'}" if is_kind(kind) else ""


def _plain_name(kind: Any) -> Any:
    """Return the name of a polynomial in the spelling of the list, or another object unchanged.

    >>> _plain_name("Bond percolation polynomial"), _plain_name("jones")
    ('bond-percolation', 'jones')
    """
    plain = re.sub(_AROUND, "", str(kind).strip().lower()).replace(" ", "-")
    return plain if plain in KINDS else kind


def _kind(kind: str) -> _Kind:
    if not isinstance(kind, str) or kind not in KINDS:
        kind = re.sub(_AROUND, "", str(kind))
        named = next((name for end in ("", " sets", " polynomial") if names_game(name := f"{kind}{end}")), "")
        if named:
            raise OptionError(
                f"{kind} polynomial: write gfkit count {game_name(named)} BOARD --weights pieces; the"
                " coefficient of x^k counts the configurations of size k"
            )
        raise OptionError(
            f"{unknown('polynomial', str(kind), KINDS)}; the polynomial of any structure by"
            " size is printed by count, such as gfkit count dominating-sets BOARD --weights pieces"
        )
    return KINDS[kind]


@stoppable
def graph_polynomial(
    kind: GraphPolynomial,
    graph: BoardsLike,
    *,
    at: Mapping[str, int | Fraction] | None = None,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> PolynomialOfBoard | PolynomialOfFamily:
    """Return a polynomial of a graph by its name, or the generating function for a family of graphs.

    Parameters
    ----------
    kind : str
        "chromatic", "tutte", "potts", "flow", "reliability", "matching", "independence", "ising",
        or one of ``PERCOLATION``, such as "site-percolation" or "bond-wrapping".
    graph : str, Board, Family or graph
        A board or a family, its name, such as "4x3" or "3xn", or a networkx graph.
    at : mapping, optional
        Integers that replace variables, or on a board numbers for all variables. A chromatic, flow or Tutte
        polynomial of a graph at integers for all variables is evaluated by one sweep, which is faster than
        the polynomial.
    max_memory : int, optional
        Maximum memory, in bytes; three quarters of the free memory by default.
    on_progress : function, optional
        Callback that receives a ``Progress`` object while a family is derived.

    Returns
    -------
    PolynomialOfBoard or PolynomialOfFamily
        The polynomial, or the generating function of the polynomials of a family.

    Raises
    ------
    OptionError
        The kind is unknown.
    MismatchError
        There is no formula for the family.
    LimitError
        More than the allowed memory would be needed.

    Notes
    -----
    Cost: for a graph, one sweep; for a family, ``derive`` with weights and a gcd of polynomials. The Potts
    model in both variables takes about 30 times as long for each further row.

    References
    ----------
    Fortuin and Kasteleyn, On the random-cluster model; how each polynomial follows from a count is in
    ``gfkit.questions.graph_polynomial``.

    Examples
    --------
    >>> print(graph_polynomial("chromatic", "cycle:n").generating_function.at(q=3))
    (6*t^3 + 12*t^4)/(1 - t - 2*t^2)
    >>> print(graph_polynomial("tutte", "ladder:n")[2])
    x + y + x^2 + x^3
    """
    kind = _plain_name(kind)
    asked, boards = _kind(kind), as_boards(graph)
    if at:
        at = {name: read_weight_value(f"at {name}", value) for name, value in at.items()}
        if kind in ("reliability", *PERCOLATION) and not 0 <= at.get("p", 0) <= 1:
            note_reading(f"p = {at['p']} is not a probability; the value is that of the polynomial")
        value = edge_sums.evaluate_by_sweep(kind, boards, at) if isinstance(boards, Board) else None
        if value is None:
            return graph_polynomial(kind, boards, max_memory=max_memory, on_progress=on_progress).at(**at)
        assert isinstance(boards, Board), "only boards have values"
        constant = Polynomial.constant(value, ())
        return PolynomialOfBoard(kind, boards, constant, Evidence(Status.PROVED, "transfer-matrix"))
    if isinstance(boards, Board):
        if asked.of_counts is not None:
            counted = count(
                asked.rule, boards, weights="pieces", max_memory=max_memory, on_progress=on_progress
            )
            found = asked.of_counts(boards, counted.polynomial)
            return PolynomialOfBoard(kind, boards, found, Evidence(Status.PROVED, counted.evidence.method))
        proved = Evidence(Status.PROVED, "transfer-matrix")
        return PolynomialOfBoard(kind, boards, asked.of_board(boards), proved)
    from gfkit.core.engine.derive import derive
    from gfkit.questions.chromatic import ProductStrip

    strip = (
        ProductStrip.of(boards) if kind == "chromatic" and algebra.ARRAYS and is_installed("ways") else None
    )
    cyclic = _find_cyclic_strip(asked, boards)
    swept = strip.generating_function() if strip else None
    if cyclic:
        v, q = (Polynomial.parse(above, asked.variables) for above, _ in asked.images)
        swept = cyclic.series(q, v, boards.first_n)
    if swept is not None:
        series, states = swept
        evidence = Evidence(Status.PROVED, "transfer-matrix", (("states", states), ("order", series.order)))
    else:
        question = Question.of(asked.rule, boards, weights=asked.weights)
        law = derive(question, max_memory=max_memory, on_progress=on_progress)
        series, evidence = _substitute_images(asked, law.generating_function, boards), law.evidence
    of_board = asked.of_board if strip is None else edge_sums.counted_chromatic_polynomial
    for n in range(series.first_n, series.first_n + tuning.QUESTIONS.polynomial_terms):
        term, board = series.coefficient(n), boards.at(n)
        if len(board.edges) <= tuning.QUESTIONS.polynomial_edges and term != of_board(board):
            raise SelfCheckError(
                f"{kind} polynomials of {boards.text!r}: at n = {n} the series differs from the board; this"
                " is a bug in gfkit, please report it"
            )
    return PolynomialOfFamily(kind, boards, series, evidence)


def _find_cyclic_strip(kind: _Kind, family: Family) -> CyclicStrip | None:
    """Return the strip of a cyclic family with narrow slices, or None for other families and polynomials."""
    if not kind.is_potts or not is_installed("ways"):
        return None
    from gfkit.ways.theorems.sectors import CyclicStrip
    from gfkit.ways.tuning import THEOREMS

    strip = CyclicStrip.of(family)
    return strip if strip and strip.width <= THEOREMS.cyclic_width[len(kind.variables)] else None


def _substitute_images(kind: _Kind, gf: algebra.RationalGF, family: Family) -> algebra.RationalGF:
    """Return the series of S at X, Y and a^w b^e t, times the constant factor, with exceptional terms
    replaced.
    """
    last = tuning.QUESTIONS.even_size
    sizes = {n: family.at(n) for n in range(gf.first_n, last + 1)}
    shapes = {n: (board.size, len(board.edges)) for n, board in sizes.items()}
    (far, edges), (before, fewer) = shapes[last], shapes[last - 1]
    w, e = far - before, edges - fewer
    v, f = far - w * last, edges - e * last
    even = {n for n, shape in shapes.items() if shape == (w * n + v, e * n + f)}
    if not even >= set(range(last // 2, last + 1)):
        raise MismatchError(f"board {family.text!r}: the numbers of vertices and edges are not linear in n")
    odd = set(shapes) - even
    rest = _drop_sizes(gf, odd)
    if kind.component is not None:
        connected = _connected_sizes(kind, rest, e, f)
        odd |= {n for n in shapes if connected.coefficient(n) != 1}
        if any(n > last // 2 for n in odd) or not _is_one_from(connected, last // 2):
            raise MismatchError(
                f"board {family.text!r}: formulas of this polynomial are supported only for connected boards"
            )
    names = ("t", *kind.variables)
    rest = _drop_sizes(rest, odd)
    if kind.is_shifted:  # the map of Laurent monomials keeps lowest terms, and the terms are polynomials
        parts = (
            {(k, q - top, p + q - w * k - v * top): number for (k, p, q), number in part.terms}
            for part, top in ((rest.numerator, 1), (rest.denominator, 0))
        )
        above, below = (edge_sums.shifted(Polynomial.of(names, part), -1) for part in parts)
        return _add_early_terms(algebra.RationalGF(above, below, gf.first_n), kind, odd, sizes)
    a, b = kind.vertex, kind.edge
    factor = [(kind.component or _ONE, 1), (a, v), (b, f)]
    above, below = _substitute(rest, kind, names, [(a, w), (b, e)])
    top, bottom = _product(factor, names)
    series = algebra.RationalGF.reduced(above * top, below * bottom, gf.first_n)
    return _add_early_terms(series, kind, odd, sizes)


def _add_early_terms(
    series: algebra.RationalGF, kind: _Kind, odd: set[int], sizes: Mapping[int, Board]
) -> algebra.RationalGF:
    """Return the series with the polynomials of exceptional boards as further terms."""
    early = [kind.of_board(sizes[n]) if n in odd else 0 for n in range(max(odd, default=-1) + 1)]
    top = series.numerator + series.denominator * in_t(early, ("t", *kind.variables))
    return algebra.RationalGF(top, series.denominator, series.first_n)


def _drop_sizes(gf: algebra.RationalGF, sizes: set[int]) -> algebra.RationalGF:
    """Return the series without the terms at the given n."""
    kept = [gf.coefficient(n) if n in sizes else 0 for n in range(max(sizes, default=-1) + 1)]
    if not any(kept):
        return gf
    left = gf.numerator - gf.denominator * in_t(kept, gf.variables)
    return algebra.RationalGF(left, gf.denominator, gf.first_n)


def _product(ratios: Iterable[tuple[Ratio, int]], names: tuple[str, ...]) -> tuple[Polynomial, Polynomial]:
    """Return the numerator and denominator of a product of powers of ratios, without reducing the
    fraction.
    """
    above = below = Polynomial.constant(1, names)
    for ratio, power in ratios:
        top, bottom = (Polynomial.parse(text, names) for text in (ratio if power > 0 else ratio[::-1]))
        above, below = above * top ** abs(power), below * bottom ** abs(power)
    return above, below


def _substitute(
    gf: algebra.RationalGF, kind: _Kind, names: tuple[str, ...], growth: list[tuple[Ratio, int]]
) -> tuple[Polynomial, Polynomial]:
    """Return numerator and denominator after substitution, both multiplied by powers of the denominators."""
    images = [_product([(("t", "1"), 1), *growth], names)]
    images += [_product([(image, 1)], names) for image in kind.images]
    most = [
        max(powers[k] for part in (gf.numerator, gf.denominator) for powers, _ in part.terms)
        for k in range(len(images))
    ]
    values = [part.mpoly for image in images for part in image]
    letters = tuple(f"{part}{k}" for k in range(len(images)) for part in ("top", "bottom"))

    def image_of(part: Polynomial) -> Polynomial:
        """Return the image of a numerator or denominator, homogenised in the numerators and denominators of
        the images.
        """
        terms = {
            tuple(chain.from_iterable((p, d - p) for p, d in zip(powers, most, strict=True))): number
            for powers, number in part.terms
        }
        return from_mpoly(Polynomial.of(letters, terms).mpoly.compose(*values), names)

    return image_of(gf.numerator), image_of(gf.denominator)


def _connected_sizes(kind: _Kind, gf: algebra.RationalGF, e: int, f: int) -> algebra.RationalGF:
    """Return the sum of t^n over all n whose board is connected, using the term of the set of all edges.

    With t s^e for t and 1/s for x, these terms have order -f in s.
    If components are counted, this term is y^c; after dividing by y, connected boards have y^0.
    """
    names: tuple[str, ...] = ("t", "y")[: len(kind.images)]
    parts: list[Polynomial] = []
    least: list[int] = []
    for part in (gf.numerator, gf.denominator):
        orders = [e * powers[0] - powers[1] for powers, _ in part.terms]
        least.append(min(orders, default=1))
        terms = zip(part.terms, orders, strict=True)
        first = {(p[0], *p[2:]): number for (p, number), order in terms if order == least[-1]}
        parts.append(Polynomial.of(names, first))
    if least[0] + f != least[1]:
        return algebra.RationalGF(Polynomial.of(("t",), {}), Polynomial.constant(1, ("t",)), gf.first_n)
    if len(names) == 1:
        return algebra.RationalGF.reduced(parts[0], parts[1], gf.first_n)
    y = Polynomial.parse("y", names)
    return algebra.RationalGF.reduced(parts[0], parts[1] * y, gf.first_n).at(y=0)


def _is_one_from(gf: algebra.RationalGF, n: int) -> bool:
    """Return True if all terms of a series with index >= n are 1."""
    early = _drop_sizes(gf, set(range(gf.first_n, n)))
    return str(early.denominator) == "1 - t" and str(early.numerator) == f"t^{n}"
