"""What the loops in C take and give. Arrays are those of numpy, or others with the same memory."""

from collections.abc import Callable
from typing import Any

from numpy.typing import NDArray

def step(
    coding: str,
    layout: NDArray[Any],
    code: NDArray[Any],
    site: int,
    states: NDArray[Any],
    new_states: NDArray[Any],
    table: NDArray[Any],
    steps: NDArray[Any],
    order: NDArray[Any],
    told: NDArray[Any],
) -> bool:
    """Takes states over a site: whether there was room for all.

    ``told`` has how many new states and steps there are, then where to go on: see ``Place`` in states.h.
    """

def sweep(
    coding: str,
    layout: NDArray[Any],
    code: NDArray[Any],
    sites: NDArray[Any],
    states: NDArray[Any],
    numbers: NDArray[Any],
    site: int,
    many: int,
    peak: int,
    period: int,
    step_room: int,
    slots: int,
) -> tuple[int, int, int]:
    """Takes few states over sites: the next site, how many states there are, and the most there were."""

def enter(
    states: NDArray[Any], all_states: NDArray[Any], many: int, table: NDArray[Any], places: NDArray[Any]
) -> int:
    """Adds states to ``many`` others where they are not there, with their places: how many there are."""

def fill_table(states: NDArray[Any], many: int, table: NDArray[Any]) -> None:
    """Fills an empty table with the first ``many`` states."""

def add_numbers(steps: NDArray[Any], many: int, numbers: NDArray[Any], sums: NDArray[Any], bits: int) -> int:
    """Adds numbers, in limbs of so many bits, along ``many`` steps to sums: how many of these are not 0."""

def add_shifted(
    begins: NDArray[Any],
    sources: NDArray[Any],
    powers_x: NDArray[Any],
    powers_y: NDArray[Any],
    rows: NDArray[Any],
    starts: NDArray[Any],
    new_rows: NDArray[Any],
    new_starts: NDArray[Any],
) -> None:
    """Makes new rows the sums of rows along transitions sorted by target: see ``Rows`` in rows.h."""

def pass_over(
    begins: NDArray[Any], sources: NDArray[Any], numbers: NDArray[Any], lanes: int, first: int, stop: int
) -> bool:
    """Takes numbers by limbs over sites that make each row the sum of rows; whether a highest limb overflows.

    Blocks, from ``first`` up to ``stop``, have so many numbers of a row.
    """

def relabel(
    labels: NDArray[Any],
    counts: NDArray[Any],
    ended: NDArray[Any],
    joined: NDArray[Any],
    leaving: NDArray[Any],
    own: int,
    member: bool,
    wakes: bool,
    cap: int,
    still: NDArray[Any],
    now: NDArray[Any],
) -> None:
    """Takes rows of labels over a site; ``ended`` gets how many components are complete: see rows.h."""

def write_edges(
    edges: NDArray[Any], order: NDArray[Any], kinds: NDArray[Any], table: NDArray[Any], many_kinds: int
) -> tuple[bytes, bytes, int] | None:
    """The code of the sites of sets of edges, where each begins, and how many tracks: see edges.h.

    None for graphs with loops, double edges, or vertices with too many edges back.
    """

_Field = tuple[NDArray[Any], NDArray[Any], NDArray[Any]]
"""Eight primes, factors, and 1 / p: see ``Field`` in residues.h."""
_Slice = tuple[NDArray[Any], NDArray[Any]]
"""Runs of equal sums (pass, sources, low, high, where in the index), and the index."""

def advance(field: _Field, passes: _Slice, vectors: NDArray[Any], turns: NDArray[Any]) -> None:
    """Takes the vector ``turns[0]`` of three over a slice; the result has that turn afterwards."""

def sweep_residues(
    field: _Field,
    passes: _Slice,
    vectors: NDArray[Any],
    turns: NDArray[Any],
    finals: NDArray[Any] | None,
    probe: NDArray[Any] | None,
    order: NDArray[Any],
    states: int,
    steps: int,
    values: NDArray[Any],
) -> None:
    """Takes a vector over slices, and writes its values: see ``Ends`` in residues.h."""

def add_times(field: _Field, sums: NDArray[Any], rows: NDArray[Any], factor: NDArray[Any]) -> None:
    """Adds rows times a factor, lane by lane, to sums."""

def extend_connection(
    field: _Field,
    terms: NDArray[Any],
    begin: int,
    end: int,
    connection: NDArray[Any],
    rows: NDArray[Any],
    last: NDArray[Any],
    bad: NDArray[Any],
) -> None:
    """Goes on with the shortest recurrences of eight sequences: see ``Connection`` in residues.h."""

def weigh(
    begins: NDArray[Any],
    edges: NDArray[Any],
    weights: NDArray[Any],
    starts: NDArray[Any],
    terms: NDArray[Any],
    prime: int,
    room: NDArray[Any],
) -> None:
    """Writes terms of an automaton with weights (times 2^32) at eight points a block, modulo a prime."""

def multiply(left: NDArray[Any], right: NDArray[Any], product: NDArray[Any], prime: int) -> None:
    """Writes the product of two matrices modulo a prime below 2^30."""

def instructions() -> str:
    """Which instructions the loops on residues are for: plain, avx2 or avx512."""

class Search:
    """Values, nimbers and winners of the states of one game: see native/search.h."""

    def __init__(
        self,
        needs: memoryview,
        takes: memoryview,
        stops: memoryview,
        needing: memoryview,
        owns: memoryview,
        images: memoryview,
        swaps: memoryview,
        shape: memoryview,
        lefts: int,
        drops: bool,
        limit: int,
        on_pause: Callable[[], object],
    ) -> None: ...
    def cut(
        self,
        lines: memoryview,
        sizes: memoryview,
        moved: memoryview,
        mirrors: memoryview,
        bits: int,
        most_moves: int,
    ) -> None:
        """Says how the board is cut into bands, so that winners can be looked for: see claims.h."""

    def value(self, low: int, high: int) -> int:
        """The row of the value of a state."""

    def form(self, row: int) -> int | tuple[tuple[int, ...], tuple[int, ...]]:
        """The rows of Left's and of Right's options; of a number, how many 1 / 2^20 it is."""

    def nimber(self, low: int, high: int) -> int:
        """The nimber of a state."""

    def wins(self, low: int, high: int, right: bool) -> bool:
        """Whether Left, or Right, wins a state when moving first."""

    @property
    def solved(self) -> int:
        """How many different parts there were."""

    @property
    def values(self) -> int:
        """How many canonical forms there are."""

    @property
    def seen(self) -> int:
        """How many positions were searched."""

    @property
    def bytes(self) -> int:
        """Bytes that the tables take."""

def expand_part(key: bytes) -> bytes:
    """The options of a part of a NoGo position, each as its parts: see blocks.h."""

def begin_stones(
    near: NDArray[Any],
    turns: NDArray[Any],
    closes_own: bool,
    closes_other: bool,
    misere: bool,
    most_bytes: int,
) -> object:
    """A search for who wins where stones need liberties, on cells with these neighbours and symmetries."""

def stones_win(
    search: object,
    open_here: int,
    open_there: int,
    marked_here: int,
    marked_there: int,
    on_pause: Callable[[int, int], object],
) -> tuple[bool, int]:
    """Whether the player to move wins, and how many positions were searched so far; see stones.h."""
