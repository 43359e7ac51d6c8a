"""Rules as data: the interface of all rule kinds, and classes that several kinds share."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from gfkit.core.boards import Board, Family
from gfkit.core.deferred import fields, is_dataclass, replace
from gfkit.core.errors import GfkitError, MismatchError, RuleError, RuleSpot
from gfkit.core.files import TomlError, read_toml
from gfkit.core.rules.kind import KINDS, from_kind, kind_of_tables
from gfkit.core.rules.table import locate_spot
from gfkit.core.rules.values import DegreeCounts, Exponents, Linkage, Name, Occurrence, Piece
from gfkit.core.typing import Player, Positions
from gfkit.core.writable import TextFace

if TYPE_CHECKING:
    from gfkit.core.boards.symmetry import Turn
    from gfkit.core.rules.factors import Factors
    from gfkit.core.rules.growing import GrowingValues

Tables = Mapping[str, Any] | Sequence[Mapping[str, Any]]
"""One table of a rule file, or several."""
Conditions = tuple[Any, str] | Mapping[str, Any] | Sequence[tuple[Any, str] | Mapping[str, Any]]
"""Conditions: a pair of a shape or place and its condition, a table of a rule file, or a list of such
items.
"""


class GrowingCounter(NamedTuple):
    """Constraint on a sum over all positions of a board, expressed by the weights of a simpler rule."""

    marked: Rule
    """Rule without the sum. The exponent of x is the sum of (summand - ``least``) over all positions."""
    least: int
    totals: tuple[int, ...]


class Avoided(NamedTuple):
    """Violations that a structure of all cells avoids, for the principle of inclusion and exclusion."""

    violations: Rule
    """Rule whose configurations are the sets of violations; x counts them, and y the components, if any."""
    cells: int = 1
    """Number of cells, or blocks, by which a violation reduces the board."""
    paired: bool = False
    """True if the structures are pairings of the cells; False if there are m! structures for m cells or
    blocks.
    """
    per_component: int = 1
    """Number of ways in which a component of violations occurs, which is substituted for y."""
    cycles: Rule | None = None
    """For cyclic orders: rule of the cycles of violations through all cells, which are counted separately."""
    hits: tuple[Exponents | None, ...] = (None,)
    """For each variable that counts violations, the weight of a violation, or None if it is forbidden."""
    in_columns: bool = False
    """True for rows of permutations: the violations are equal entries of a column."""


class Rule(TextFace):
    """Rule that defines structures on boards, such as a placement game, an array, an exact cover or a tile
    set.

    >>> Rule.array(colours=2, forbid=["11", "1/1"]).name
    'array'
    """

    __slots__ = ()

    name: str
    about: str
    kind: str
    is_game: ClassVar[bool] = False
    """True if the rule is a game, so that position classes are defined."""
    board: str = ""
    """Name of the board of size n, such as "nxn", if a number denotes a board of the rule, else ""."""
    kind_phrase: ClassVar[str] = ""
    """Phrase for the rules of this kind, or "" if the name of the kind is sufficient."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.name}>"

    # Properties used by engines; kinds override these defaults.

    @property
    def flat(self) -> bool:
        """True if the rule is defined on any graph."""
        return False

    @property
    def empty(self) -> int:
        """Number of configurations on a board without cells."""
        return 1

    @property
    def is_global(self) -> bool:
        """True if a constraint involves the whole board, so that components cannot be counted separately."""
        return False

    @property
    def piece_sizes(self) -> frozenset[int]:
        """Numbers of cells of the pieces or edges in a configuration; empty if it consists of values."""
        return frozenset()

    @property
    def selected_values(self) -> frozenset[int]:
        """Values of the cells in the set that a configuration denotes; empty if it denotes no set."""
        return frozenset()

    @property
    def has_auxiliary_values(self) -> bool:
        """True if a configuration denotes a set of cells, and several values distinguish its cells."""
        return False

    @property
    def linkages(self) -> tuple[Linkage, ...]:
        """Constraints on the numbers of components and cycles of graphs on the board."""
        return ()

    @property
    def liberties(self) -> bool:
        """True if every group must be adjacent to an empty cell."""
        return False

    @property
    def divide(self) -> int:
        """Integer by which the number of solutions is divided."""
        return 1

    @property
    def least(self) -> tuple[int, int]:
        """Smallest numbers of rows and columns of a board with a configuration."""
        return (0, 0)

    def without_divisor(self) -> Rule:
        """Return the rule without its divisor and without a minimum board size."""
        return self

    @property
    def impartial(self) -> bool:
        """True if the rule is a game in which both players have equal sets of moves."""
        return False

    def check_play(self) -> None:
        """Raise MismatchError if alternating play is not defined, because a piece may belong to either
        player.
        """

    def waits_for_hubs(self, _positions: Positions) -> bool:
        """Return True if the pieces on a hub determine only at the end which player has no legal move."""
        return False

    @property
    def has_image(self) -> bool:
        """True if the rule counts distinct images under a map."""
        return False

    @property
    def degree_counts(self) -> DegreeCounts | None:
        """Rule as edge sets with constraints only on degrees and on one graph, or None."""
        return None

    @property
    def tutte_point(self) -> tuple[int, int] | None:
        """Point at which the Tutte polynomial of each connected simple graph is the count, or None."""
        return None

    @property
    def counter(self) -> GrowingCounter | None:
        """Constraint on a sum over all positions, or None. No finite automaton can store the sum along a
        strip.
        """
        return None

    @property
    def avoided(self) -> Avoided | None:
        """Violations that the structures avoid, or None. Only the total number of such structures can be
        computed.
        """
        return None

    @property
    def law_is_sooner(self) -> bool:
        """True if a board of 1,000 slices is counted faster by the formula of its family than by a
        sweep.
        """
        return False

    # Properties for strips: the range of the rule along them.

    @property
    def extent(self) -> int | None:
        """Largest difference of rows, or of columns, between two cells of one constraint.

        For a place counted from an end, it is the distance from that end. It is None if the kind does not
        define it; then it is measured on two boards (``engine.strip.extent``).
        """
        return None

    @property
    def is_slanted(self) -> bool:
        """True if the rule has constraints on diagonal lines, which cross as many slices as a strip is
        wide.
        """
        return False

    def hub_cap(self, _board: str) -> int:
        """Return the number of neighbours of a hub from which larger numbers are equivalent.

        Raise MismatchError, which names the board, if there is no such number.
        """
        return 0

    # Symmetries

    @property
    def no_orbits(self) -> str:
        """Reason why configurations cannot be counted up to symmetry, as the predicate of a sentence, or
        "".
        """
        if self.liberties:
            return "requires liberties, and symmetries may merge groups"
        if self.divide > 1 or self.least > (0, 0):
            return "divides its counts or excludes small boards"
        return ""

    def names_after(self, _turn: Turn) -> Mapping[Name, Name]:
        """Return the renaming of variables under a rotation or reflection of the board."""
        return {}

    def is_small(self, board: Board) -> bool:
        """Return True if a board has fewer rows or columns than ``least``."""
        if self.least == (0, 0):
            return False
        rows, cols = (1, board.size) if board.grid is None else (board.grid.rows, board.grid.cols)
        return rows < self.least[0] or cols < self.least[1]

    def with_events(self, *events: Occurrence) -> Rule:
        """Return the rule with the given conditions and counted events instead of its own."""
        return replace(self, given=events)  # type: ignore[type-var]

    def with_values(self, values: GrowingValues) -> Rule:
        """Return the rule with values that depend on n. ``at`` returns the rule for one n."""
        raise MismatchError(f"{self.name} cannot have the values {values.text}: only arrays have values")

    def at(self, n: int) -> Rule:
        """Return the rule for one n, if its values depend on n."""
        raise NotImplementedError

    hypothesis: str = ""
    """Hypothesis about the boards of all n on which formulas depend, and which no program can check."""

    grows: GrowingValues | None = None
    size: int = 0
    """Value substituted for n if values depend on n."""

    given: tuple[Occurrence, ...] = ()
    """Conditions on the configurations, and events that are counted; see ``rules.kinds.events``."""

    factors: Factors | None = None
    """Factors denoted by x and y, if the weights in the file have coefficients or other names."""

    def check_unweighed(self) -> None:
        """Raise MismatchError if configurations have weights with coefficients, for callers that ignore
        them.
        """
        if self.factors is not None and self.factors.has_coefficients:
            raise MismatchError(
                f"{self.name} has weights with coefficients, which only count and derive evaluate"
            )

    def check_two_letters(self, what: str) -> None:
        """Raise MismatchError if the weights have more than two factors, for results that support at most
        two.
        """
        if self.factors is not None and len(self.factors.factors) > 2:
            raise MismatchError(
                f"{self.name}: {what} support weights with at most two letters or coefficients, but these"
                f" weights have {', '.join(map(str, self.factors.factors))}; count single boards"
            )

    @property
    def is_bound(self) -> bool:
        """True if constraints are stated at places of one board, by conditions or by labels of the board.

        Theorems about all boards, symmetries, and computations on other boards do not apply to such a rule.
        """
        return bool(self.given)

    @property
    def label_names(self) -> tuple[str, ...]:
        """Labels of a board that the rule reads; the first is that of a file with a single drawing."""
        return ()

    @property
    def kind_of_variables(self) -> str:
        """Kind of the rule that has the variables of this rule."""
        return self.kind

    @property
    def depends_on_double_edges(self) -> bool:
        """True if double edges may change the count, for example because edges are selected."""
        return True

    def asked_on(self, boards: Board | Family, _positions: Positions) -> tuple[Rule, Board | Family]:
        """Return the rule and the boards to which engines reduce a query about this rule."""
        if isinstance(boards, Board) and boards.illegal:
            raise refused_complex(boards)
        return self, boards

    @property
    def maximal(self) -> Rule | None:
        """Rule of the maximal configurations, or None for games and if neighbours do not determine them."""
        return None

    def read_on(self, _boards: Board | Family) -> Rule:
        """Return the rule in its interpretation on the given boards; shapes can have a different meaning on
        graphs.
        """
        return self

    @property
    def twin(self) -> str:
        """Name of the structure on graphs that is equivalent to this structure of shaped pieces, or ""."""
        return ""

    @property
    def pieces_to_lay(self) -> tuple[tuple[Player, Piece], ...]:
        """Distinct drawn pieces, with their owners."""
        return ()

    @property
    def in_space(self) -> bool:
        """True if a piece is drawn in layers, so that boards are boxes."""
        return False

    @staticmethod
    def of(given: str | Mapping[str, Any]) -> Rule:
        """Create a rule from the content of a rule file or from its tables. Errors are the same as for a
        file.

        >>> Rule.of({"name": "Cram", "both": {"pieces": ["XX", "X/X"]}}).kind
        'placement'
        """
        return read_rule_data("rule", given)

    @staticmethod
    def array(
        *,
        colours: int | None = None,
        values: str | Sequence[int] | None = None,
        forbid: str | Sequence[str] = (),
        blocks: str | Sequence[str] = (),
        window: Conditions = (),
        near: Conditions = (),
        pin: Conditions = (),
        count: Tables = (),
        weight: Mapping[int, str] | None = None,
        outside: int | None = None,
        divide: int = 1,
        least: str | None = None,
        name: str = "array",
        about: str = "",
        exactly: Tables = (),
        line: Tables = (),
        connected: Tables = (),
        annihilate: Tables = (),
        count_up_to: str | None = None,
        new_values: str | None = None,
        members: Sequence[int] | None = None,
        image: Mapping[str, Any] | None = None,
    ) -> Rule:
        """Create a local-rule array from the tables of its file, or from pairs of a shape or place and a
        condition.

        A single pattern, pair or table is equivalent to a list of one.

        >>> Rule.array(colours=3, window=[("ab", "a != b")], pin=[("first", "x == 0")]).kind
        'array'
        """
        cells = _given_values(
            colours=colours, values=values, outside=outside, count_up_to=count_up_to, new_values=new_values,
            members=members,
            weight={str(k): v for k, v in weight.items()} if isinstance(weight, Mapping) else weight,
        )  # fmt: skip
        rules: dict[str, Any] = {
            "forbid": _as_list(forbid), "count": _as_list(count), "exactly": _as_list(exactly),
            "line": _as_list(line), "connected": _as_list(connected), "annihilate": _as_list(annihilate),
            "window": _collect_tables("window", window, "shape", "require"),
            "near": _collect_tables("near", near, "neighbours", "require"),
            "pin": _collect_tables("pin", pin, "at", "require"),
        }  # fmt: skip
        if blocks:
            rules["blocks"] = _as_list(blocks)
        return _build_rule(name, about, cells=cells, rules=rules, divide=divide, least=least, image=image)

    @staticmethod
    def cover(
        *pieces: str,
        turned: bool = False,
        mirrored: bool = False,
        weight: Mapping[str, str] | None = None,
        tatami: bool = False,
        fault_free: str | None = None,
        faces: int | Sequence[int] | None = None,
        forgotten: Sequence[str] | None = None,
        name: str = "cover",
        about: str = "",
    ) -> Rule:
        """Create an exact cover by pieces, drawn as in a rule file, and by faces of the board.

        >>> Rule.cover("XX/X.", "X", turned=True, weight={"X": "x"}).kind
        'cover'
        """
        own = {"pieces": list(pieces), "turned": turned, "mirrored": mirrored, "weight": weight or {}}
        more = _given_values(tatami=tatami, fault_free=fault_free, faces=faces, forgotten=forgotten)
        return _build_rule(name, about, cover=own | more)

    @staticmethod
    def pointers(
        *moves: str,
        stay: bool,
        weight: Mapping[str, str] | None = None,
        name: str = "pointers",
        about: str = "",
    ) -> Rule:
        """Create a rule for permutations of the cells by moves, which are drawn as in a rule file.

        >>> Rule.pointers("ooX.o", stay=True).kind
        'pointers'
        """
        return _build_rule(name, about, pointers={"moves": list(moves), "stay": stay, "weight": weight or {}})

    @staticmethod
    def edges(
        cap: int | None = None,
        *,
        modulo: int | None = None,
        vertex: str | None = None,
        taken: str | None = None,
        left: str | None = None,
        pin: Conditions = (),
        components: int | str | Sequence[int] | None = None,
        cycles: int | str | Sequence[int] | None = None,
        joins: Sequence[Any] | None = None,
        apart: Sequence[Any] | None = None,
        each: Mapping[str, Any] | None = None,
        component_weight: str | None = None,
        wraps: str | None = None,
        spanning: bool = False,
        weight: str = "1",
        name: str = "edges",
        about: str = "",
    ) -> Rule:
        """Create a rule for sets of edges, with constraints on degrees, components and cycles as in a rule
        file.

        >>> Rule.edges(1, vertex="d == 1").kind
        'edges'
        >>> Rule.edges(components=1, cycles=0, spanning=True).is_global
        True
        """
        own = _given_values(
            cap=cap, modulo=modulo, vertex=vertex, taken=taken, left=left, components=components,
            cycles=cycles, joins=joins, apart=apart, each=each, component_weight=component_weight,
            wraps=wraps, weight=weight, spanning=spanning, pin=_collect_tables("pin", pin, "at", "vertex"),
        )  # fmt: skip
        return _build_rule(name, about, edges=own)

    @staticmethod
    def orientations(
        *,
        vertex: str | None = None,
        acyclic: bool = False,
        strong: bool = False,
        name: str = "orientations",
        about: str = "",
    ) -> Rule:
        """Create a rule for orientations of the edges, with constraints as in a rule file.

        >>> Rule.orientations(vertex="i == o").kind
        'orientations'
        """
        return _build_rule(
            name, about, orientations=_given_values(vertex=vertex, acyclic=acyclic, strong=strong)
        )


def _given_values(**values: Any) -> dict[str, Any]:
    """Return the keyword arguments that are not None."""
    return {key: value for key, value in values.items() if value is not None}


def _as_list(items: object) -> Any:
    """Return a list of items; a single string or table becomes a list of one. The parser validates the
    rest.
    """
    if isinstance(items, str | Mapping):
        return [items]
    return list(items) if isinstance(items, Iterable) else items


def _collect_tables(key: str, items: Conditions, place: str, asked: str) -> list[Any]:
    """Return the tables of conditions; a pair consists of a place and its condition."""
    is_pair = isinstance(items, tuple) and len(items) == 2 and isinstance(items[1], str)
    tables: list[Any] = []
    for item in [items] if is_pair or not isinstance(items, Iterable) else _as_list(items):
        if not isinstance(item, Mapping):
            if not isinstance(item, tuple | list) or len(item) != 2:
                raise RuleError(f"rule {key}: expected pairs ({place}, {asked}) or tables, got {item!r}")
            item = {place: item[0], asked: item[1]}
        tables.append(item)
    return tables


def _build_rule(name: str, about: str, **tables: Any) -> Rule:
    return Rule.of(_given_values(name=name, about=about or None, **tables))


def unnamed_letters(rule: Rule) -> MismatchError:
    """Return the error for weights with more than two letters whose names are not known."""
    return MismatchError(
        f"{rule.name}: weights with more than two letters require their names; write them in a rule file, or"
        " as in Rule.cover('X', 'XX', weight={'X': 'a*b', 'XX': 'c'})"
    )


def refused_complex(board: Board) -> MismatchError:
    """Return the error for a board given by a complex, if the rule is not the game of this complex."""
    return MismatchError(
        f"board {board.text!r} is given by a complex, which defines the positions of a whole game; use the"
        " game node-kayles"
    )


_STOPPED = r"\(at line (\d+), column (\d+)\)"


def read_rule(source: str, content: str, parameter: int | None = None, name: str = "") -> Rule:
    """Parse the content of a rule file; ``source`` names the file in error messages.

    ``parameter`` is the number after the colon in names such as ``cis:3``. ``name`` is the name of a rule
    whose content specifies none, by default that of the file.
    """
    try:
        data = read_toml(content)
    except TomlError as error:
        refusal = RuleError(f"rule file {source!r} {error}")
        raise (refusal.at(_error_spot(str(error), content)) if "(at " in str(error) else refusal) from None
    stem = os.path.splitext(os.path.basename(source))[0].strip() or "unnamed"
    try:
        return _rule_of(
            f"rule file {source!r}", data, parameter, name or (stem if stem.isprintable() else "unnamed")
        )
    except RuleError as error:
        if error.spot is not None:
            error.spot = locate_spot(error.spot, content)
        raise


def _error_spot(message: str, content: str) -> RuleSpot:
    """Return the line and column of a TOML error, which Python's parser reports only in its message."""
    at = re.search(_STOPPED, message)
    lines = content.split("\n")
    return RuleSpot(line=int(at[1]) if at else len(lines), column=int(at[2]) if at else len(lines[-1]) + 1)


def read_rule_data(where: str, given: str | Mapping[str, Any]) -> Rule:
    """Parse a rule given in Python as the content of a rule file or as its tables."""
    if isinstance(given, str):
        return read_rule(where, given, name="unnamed")
    if not isinstance(given, Mapping):
        raise RuleError(f"{where}: expected the content of a rule file or its tables, got {given!r}")
    return _rule_of(where, given, None, "unnamed")


def _rule_of(where: str, data: Mapping[str, Any], parameter: int | None, name: str) -> Rule:
    """Return the rule defined by the tables of a file; ``name`` is its name if the file contains none."""
    if "labels" in data:
        labelled: Rule = from_kind("labelled", "file", "read")(
            where, data, lambda plain: _plain_rule_of(where, plain, parameter, name)
        )
        return labelled
    rule = _plain_rule_of(where, data, parameter, name)
    if at := re.search(r"'(label [a-z_]+( ?= ?[A-Za-z0-9]+)?)'", repr(data)):
        raise RuleError(f"{where}: the place {at[1]!r} needs the key labels with the name of the label")
    return rule


def _plain_rule_of(where: str, data: Mapping[str, Any], parameter: int | None, name: str) -> Rule:
    kind, table, factors = kind_of_tables(where, data, parameter, name)
    try:
        rule = from_kind(kind, "file", "read")(table, parameter)
        assert isinstance(rule, Rule), "the parser of a kind must return a rule"
    except Exception as error:
        if isinstance(error, GfkitError) or kind in KINDS:
            raise
        what = " ".join(f"{type(error).__name__}: {error}".split())
        raise RuleError(f"{where}: the plug-in {kind!r} failed with {what}") from error
    if factors is None:
        return rule
    if not is_dataclass(rule) or "factors" not in {field.name for field in fields(rule)}:
        raise RuleError(f"{where}: weights of this kind of rule are products of powers of x and y")
    return replace(rule, factors=factors)
