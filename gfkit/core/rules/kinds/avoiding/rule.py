"""Pairings, sequences, cycles and permutations of the cells without adjacent partners, neighbours or targets.

They are counted by inclusion and exclusion over the *violations*: two adjacent cells that are partners, two
adjacent cells that are consecutive in the sequence or the cycle, or a cell that points at a forbidden cell.

Statement. Let the board have N cells, and let m_k be the number of sets of k violations that occur together
in some structure. Let each of these sets be contained in M(N, k) structures. Then the number of structures
without violations is the sum of (-1)^k m_k M(N, k).

* Pairings: the sets are the matchings of k edges, and M(N, k) is the number of pairings of N - 2k cells,
  which is a moment of the standard normal distribution.
* Sequences: the sets are the sets of k arcs that form disjoint directed paths, and M(N, k) = (N - k)!,
  because the paths and the other cells form N - k blocks. A set of k edges with degrees of at most 2 and
  without cycles has 2^c directions with this property, where c is its number of components.
* Cycles through all N >= 3 cells, without a direction (Hamiltonian cycles of the complement): the sets are
  the same sets of k < N edges, and a set with c components is contained in 2^(c-1) (N - k - 1)! cycles: the
  blocks have (N - k - 1)! cyclic orders, and each of the c paths has two directions; reversal maps no
  directed cycle to itself. The other sets are the Hamiltonian cycles of the board, with k = N, each
  contained in one cycle. For N < 3 there is no cycle.
* Permutations: the sets are the partial permutations by k forbidden moves, and M(N, k) = (N - k)!.

Latin rectangles are sequences of permutations without equal entries in a column. They have a theorem of their
own (``ways.theorems.latin``).

A violation may have a weight w instead of being forbidden, and the structures are weighted by the products of
the weights of their violations. Then -1 is replaced by w - 1 for each violation.

Proof. The principle of inclusion and exclusion; sets of violations that never occur together contribute 0.
QED
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, NoReturn

from gfkit.core.boards import Board
from gfkit.core.deferred import dataclass, field
from gfkit.core.errors import MismatchError
from gfkit.core.hooks import note_missing_ways
from gfkit.core.rules.kinds.pointers.rule import PointerRule, allowed_moves, read_moves, weighted_moves
from gfkit.core.rules.rule import Avoided, Rule
from gfkit.core.rules.table import (
    RuleTable,
    monomial,
    only_table,
    read_weight,
    read_weights,
    weights_sentence,
)
from gfkit.core.rules.values import ROOK, Exponents
from gfkit.core.typing import Positions, add_exponents

if TYPE_CHECKING:
    from gfkit.core.rules.factors import Factors

PAIRINGS, SEQUENCES, CYCLES, PERMUTATIONS, RECTANGLES = STRUCTURES = (
    "pairings",
    "sequences",
    "cycles",
    "permutations",
    "rectangles",
)
_STAY = "stay"


@dataclass(frozen=True, slots=True, repr=False)
class AvoidingRule(Rule):
    """Pairings, sequences, cycles or permutations of the cells that avoid adjacent cells, or the moves of a
    rule.
    """

    name: str
    structures: str
    moves: PointerRule | None = None
    """For permutations: the forbidden or weighted moves, as a rule of partial permutations. One variable
    counts the moves of each weight.
    """
    about: str = ""
    weights: tuple[Exponents | None, ...] = (None,)
    """Weights of violations; None forbids them."""
    factors: Factors | None = field(default=None, kw_only=True)
    board: str = field(default="", compare=False, kw_only=True)
    kind: str = field(default="avoiding", init=False)
    kind_phrase: ClassVar[str] = "a rule about structures that avoid adjacent cells or moves"

    @property
    def flat(self) -> bool:
        """True if the rule is defined on any graph."""
        return self.structures != RECTANGLES and (self.moves is None or self.moves.flat)

    @property
    def is_global(self) -> bool:
        return True

    @property
    def avoided(self) -> Avoided:
        """Sets of violations, and the structures that contain them."""
        if self.moves is not None:
            return Avoided(self.moves, hits=self.weights)
        if self.structures == RECTANGLES:
            return Avoided(self, in_columns=True)
        if self.structures == PAIRINGS:
            matchings = Rule.edges(2, vertex="d <= 1", weight="x", name="matchings")
            return Avoided(matchings, cells=2, paired=True, hits=self.weights)
        paths = Rule.edges(
            3, vertex="d <= 2", cycles=0, weight="x", component_weight="y", name="linear forests"
        )
        if self.structures == SEQUENCES:
            return Avoided(paths, per_component=2, hits=self.weights)
        cycles = Rule.edges(3, vertex="d == 2", components=1, name="Hamiltonian cycles")
        return Avoided(paths, per_component=2, cycles=cycles, hits=self.weights)


def system_of(rule: AvoidingRule, board: Board, _positions: Positions = Positions.ALL) -> NoReturn:
    """Raise MismatchError: the structures have no constraints between neighbouring cells."""
    raise MismatchError(
        f"{rule.name} on {board.text!r}: {rule.structures} of all cells have no local constraints; they are"
        f" only counted, on single boards and on families{note_missing_ways()}"
    )


# Rule files


KEYS = {"": "name about board avoiding", "[avoiding]": "count moves stay weight"}


def read(table: RuleTable, parameter: int | None) -> AvoidingRule:
    """Parse a rule file of structures that avoid adjacent cells or moves."""
    own = only_table(table, parameter, "avoiding")
    structures = own.raw("count")
    if structures not in STRUCTURES:
        raise own.error_for("count", " or ".join(f'"{name}"' for name in STRUCTURES))
    moves, weights = None, tuple[Exponents | None, ...]([None])
    if structures == PERMUTATIONS:
        stays = own.flag(_STAY)
        texts = own.sequence("moves") if "moves" in own else ()
        if not texts and not stays:
            raise own.error(": moves is missing; it must be a list of drawings of forbidden moves", "moves")
        read = read_weights(own, [*texts, *[_STAY] * stays], _read_hit, None)
        weights = tuple(dict.fromkeys(read.values()))
        variables = {hit: add_exponents((*[0] * at, 1)) for at, hit in enumerate(weights)}
        marks = {word: variables[hit] for word, hit in read.items()}
        moves = PointerRule(
            name=table.text("name"), partial=True, stay=marks.get(_STAY), factors=_variables(len(weights)),
            **read_moves(own, texts, marks),
        )  # fmt: skip
    else:
        for key in ("moves", _STAY):
            if key in own:
                raise own.error(f': {key} requires count = "{PERMUTATIONS}"', key)
        if structures == RECTANGLES and "weight" in own:
            raise own.error(": Latin rectangles have no weights", "weight")
        weights = (_read_hit(own.where, own.raw("weight")),)
    return AvoidingRule(
        table.text("name"), structures, moves, table.remark("about"), weights, board=table.board_of_size()
    )


def _variables(number: int) -> Factors | None:
    """Return names of the variables that count moves, if there are more than two."""
    if number <= 2:
        return None
    from gfkit.core.rules.factors import Factors, WeightFactor

    return Factors(tuple(WeightFactor(Fraction(1), ((f"v{at:02}", 1),)) for at in range(number)))


def _read_hit(where: str, text: object) -> Exponents | None:
    """Return the weight of a violation, or None if it is forbidden."""
    return None if text is None else read_weight(where, text)


# Words

TITLE_NOUN = "structures"
RULE_OF = "structures that avoid adjacent cells or moves"


def noun(rule: AvoidingRule) -> str:
    """Return the noun for one structure."""
    return rule.structures.removesuffix("s")


def title_noun(rule: AvoidingRule) -> str:
    """Return the plural noun that names of sequences use."""
    return f"{rule.structures} of the cells"


_SENTENCES = {
    PAIRINGS: "The cells are partitioned into pairs, and no two cells of a pair are adjacent.",
    SEQUENCES: "The sequence contains every cell once, and no two consecutive cells are adjacent.",
    CYCLES: "The cycle contains every cell once, and no two consecutive cells are adjacent.",
    RECTANGLES: "Each row contains 1, ..., n for n columns, no column contains a number twice, and the first"
    " row is 1, ..., n.",
}


def sentences(rule: AvoidingRule) -> list[str]:
    """Return sentences that state the forbidden pairs or moves, and the weights of the others.

    >>> sentences(AvoidingRule("pairings", "pairings"))
    ['The cells are partitioned into pairs, and no two cells of a pair are adjacent.']
    """
    text = _SENTENCES.get(rule.structures, "")
    if rule.moves is not None:
        text = f"The cells are permuted, and no cell is mapped to {allowed_moves(rule.moves)}."
    if rule.weights == (None,):
        return [text]
    forbidden = ", ".join(what for what, hit in _hits(rule) if hit is None)
    asked = f"{text.partition(', and')[0]}{f', without {forbidden}' * bool(forbidden)}."
    return [asked, *weights_sentence((what, hit) for what, hit in _hits(rule) if hit is not None)]


def _hits(rule: AvoidingRule) -> list[tuple[str, Exponents | None]]:
    """Return descriptions of the violations of each weight, with the weight, or None if it is forbidden."""
    if rule.moves is None:
        return [("pairs of adjacent cells", rule.weights[0])]
    return [(what, rule.weights[unit.index(1)]) for what, unit in weighted_moves(rule.moves)]


def data(rule: AvoidingRule) -> dict[str, object]:
    """Return the structures, and the forbidden moves as drawn, for JSON."""
    found: dict[str, object] = {"count": rule.structures}
    if rule.moves is not None:
        found |= {"moves": list(rule.moves.drawings), _STAY: rule.moves.stay is not None}
    weights = {what: monomial(hit) or "1" for what, hit in _hits(rule) if hit is not None}
    return found | ({"hits": weights} if weights else {})


def plain_data(rule: AvoidingRule) -> dict[str, object]:
    """Return the structures, and the forbidden moves as offsets, as JSON data."""
    if rule.moves is None:
        return {"count": rule.structures}
    moves = [[*step] for step, _ in rule.moves.moves]
    if rule.moves.rook is not None:
        moves = [[*step] for step in ROOK]
    return {"count": rule.structures, "moves": moves, _STAY: rule.moves.stay is not None}
