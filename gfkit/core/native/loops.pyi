"""Signatures of the C extension. Arrays are numpy arrays, or other buffers with the same layout."""

from collections.abc import Callable
from typing import Any

from numpy.typing import NDArray
from typing_extensions import Buffer

def step(
    coding: str,
    layout: Buffer,
    code: Buffer,
    sites: Buffer,
    states: NDArray[Any],
    span: NDArray[Any],
    most: int,
    new_states: NDArray[Any],
    many: NDArray[Any],
    table: NDArray[Any],
    targets: NDArray[Any],
    skips: NDArray[Any],
    ends: NDArray[Any],
) -> int:
    """Compute the successors of at most ``most`` states; return for how many there was no room.

    All steps of ``sites`` are done at once. ``span`` contains the rows of the first state and of the end;
    its first element is updated, as are the numbers of new states and transitions, ``many`` and ``ends``.
    """

def sweep(
    coding: str,
    layout: Buffer,
    code: Buffer,
    sites: Buffer,
    states: Buffer,
    numbers: Buffer,
    site: int,
    many: int,
    limbs: int,
    peak: int,
    period: int,
    step_room: int,
    slots: int,
) -> tuple[int, int, int, int]:
    """Sweep few states, with numbers of ``limbs`` limbs. Return the next step, the number of states, the
    number of limbs of a number, and the largest number of states.
    """

def advance_block(
    coding: str,
    layout: Buffer,
    code: Buffer,
    sites: Buffer,
    words: int,
    digits: NDArray[Any],
    packets: tuple[bytes, ...],
    primes: NDArray[Any],
    is_bounded: bool,
    before: tuple[NDArray[Any], NDArray[Any], int],
    after: tuple[NDArray[Any], NDArray[Any], int],
    block: int,
    together: int,
) -> tuple[list[bytes], int, int, int, bytes]:
    """Advance a block of packed states over all steps of an epoch: see ``Block`` in epoch.h.

    ``before`` and ``after`` are the bits and the fields that this epoch and the next one leave unchanged,
    and their numbers of parts. Return a packet for each part after the epoch, or the words and the values of
    the states if there are no parts; the numbers of states before and after it, and of transitions; and the
    number of states after each step.
    """

def enter(
    states: NDArray[Any],
    rows: NDArray[Any],
    all_states: NDArray[Any],
    many: NDArray[Any],
    table: NDArray[Any],
    targets: NDArray[Any],
    skips: NDArray[Any],
    ends: NDArray[Any],
) -> None:
    """Add missing states to a table, and transitions to them from ``rows``."""

def fill_table(all_states: NDArray[Any], many: NDArray[Any], table: NDArray[Any]) -> None:
    """Fill an empty hash table with the states."""

def add_numbers(
    targets: NDArray[Any],
    skips: NDArray[Any],
    ends: NDArray[Any],
    numbers: NDArray[Any],
    sums: NDArray[Any],
    bits: int,
) -> int:
    """Add numbers, with limbs of ``bits`` bits, along transitions; return the number of nonzero sums."""

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
    """Set new rows to sums of rows along transitions sorted by target: see ``Rows`` in rows.h."""

def add_least(
    sources: NDArray[Any],
    targets: NDArray[Any],
    weight: int,
    minima: NDArray[Any],
    new_minima: NDArray[Any],
    numbers: NDArray[Any],
    new_numbers: NDArray[Any],
    sizes: NDArray[Any],
    new_sizes: NDArray[Any],
) -> None:
    """Improve minima along pairs of states, and numbers of paths: see ``Pairs`` in rows.h."""

def step_extremes(
    code: NDArray[Any],
    options: int,
    states: NDArray[Any],
    extremes: NDArray[Any],
    new_states: NDArray[Any],
    new_extremes: NDArray[Any],
    table: NDArray[Any],
) -> int:
    """Write the states after a step, and the extremes of the paths to them: see ``Options`` in optima.h.

    Return the number of states, or -1 if there is no room for all, or -2 if the table is too small.
    """

def pass_over(
    begins: NDArray[Any], sources: NDArray[Any], numbers: NDArray[Any], lanes: int, first: int, stop: int
) -> bool:
    """Apply steps that replace each row by a sum of rows; return True if a highest limb overflows.

    Blocks, from ``first`` up to ``stop``, contain ``lanes`` numbers of each row.
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
    """Apply a step to rows of labels; ``ended`` receives the numbers of complete components: see rows.h."""

def write_edges(
    edges: Buffer, order: Buffer, kinds: Buffer, table: Buffer, many_kinds: int
) -> tuple[bytes, bytes, int] | None:
    """Return the program for sets of edges, the positions of its steps, and the number of tracks.

    Return None for graphs with loops, double edges, or vertices with too many earlier neighbours.
    """

_Field = tuple[NDArray[Any], NDArray[Any], NDArray[Any]]
"""Eight primes, factors, and 1 / p: see ``Field`` in residues.h."""
_Slice = tuple[NDArray[Any], NDArray[Any]]
"""Runs of equally long sums (pass, sources, low, high, position in the index), and the index."""

def advance(field: _Field, passes: _Slice, vectors: NDArray[Any], turns: NDArray[Any]) -> None:
    """Advance the vector ``turns[0]`` by one slice; afterwards ``turns[0]`` is the result."""

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
    """Advance a vector by several slices, and write its products: see ``Ends`` in residues.h."""

def add_times(field: _Field, sums: NDArray[Any], rows: NDArray[Any], factor: NDArray[Any]) -> None:
    """Add rows times a factor, lane by lane, to sums."""

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
    """Extend the shortest recurrences of eight sequences by more terms: see ``Connection`` in residues.h."""

def weigh(
    begins: NDArray[Any],
    edges: NDArray[Any],
    weights: NDArray[Any],
    starts: NDArray[Any],
    terms: NDArray[Any],
    prime: int,
    room: NDArray[Any],
) -> None:
    """Compute terms of an automaton with weights (times 2^32) at eight points per block, modulo a prime."""

def multiply(left: NDArray[Any], right: NDArray[Any], product: NDArray[Any], prime: int) -> None:
    """Compute the product of two matrices modulo a prime below 2^30."""

def step_partitions(
    targets: NDArray[Any],
    factors: NDArray[Any],
    begins: NDArray[Any],
    sources: NDArray[Any],
    rows: NDArray[Any],
    starts: NDArray[Any],
    climbs: NDArray[Any],
    constants: NDArray[Any],
    prime: int,
) -> None:
    """Apply the transitions of an edge to polynomials in place: see ``EdgeStep`` in residues.h."""

def instructions() -> str:
    """Return the instruction set of the functions for residues: plain, avx2 or avx512."""

class Search:
    """Values, nimbers and outcomes of the states of one game: see native/search.h."""

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
        """Define how the board is cut into bands, which outcome searches need: see claims.h."""

    def value(self, low: int, high: int) -> int:
        """Return the row of the value of a state."""

    def form(self, row: int) -> int | tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the rows of Left's and of Right's options, or a number in units of 1 / 2^20."""

    def nimber(self, low: int, high: int) -> int:
        """Return the nimber of a state."""

    def wins(self, low: int, high: int, right: bool) -> bool:
        """Return True if Left, or Right, wins a state when moving first."""

    @property
    def solved(self) -> int:
        """Number of distinct parts so far."""

    @property
    def values(self) -> int:
        """Number of canonical forms so far."""

    @property
    def seen(self) -> int:
        """Number of searched positions."""

    @property
    def bytes(self) -> int:
        """Memory of the tables in bytes."""

def expand_part(key: bytes) -> bytes:
    """Return the options of a part of a NoGo position, each as a list of parts: see blocks.h."""

def begin_stones(
    near: NDArray[Any],
    turns: NDArray[Any],
    closes_own: bool,
    closes_other: bool,
    misere: bool,
    most_bytes: int,
) -> object:
    """Create an outcome search for stones with liberties, on cells with these neighbours and symmetries."""

def stones_win(
    search: object,
    open_here: int,
    open_there: int,
    marked_here: int,
    marked_there: int,
    on_pause: Callable[[int, int], object],
) -> tuple[bool, int]:
    """Return True if the player to move wins, and the number of searched positions; see stones.h."""
