"""Tuning constants of the ways without a sweep, in the form of ``gfkit.core.engine.tuning``."""

from __future__ import annotations

from collections.abc import Mapping

from gfkit.core.typing import Weights


class TheoremTuning:
    """Thresholds between the sweep and theorems, and limits of the theorems."""

    __slots__ = ()

    long_cells: int = 1000  # minimum length, in slices, to count a board by the formula of its family
    long_ratio: int = 4  # largest number of cells per slice of a long board
    long_states: int = 400  # largest number of states of the transfer matrix of a long board
    narrow_level: int = 8  # largest matrix level, in rows, for which the sweep is faster
    polynomial_words: int = (
        5  # memory estimate, in machine words, of a matrix entry if a polynomial is computed
    )
    compared_complete: int = 4  # largest complete graph, in cells, whose count is compared with a sweep
    letter_states: int = 20_000  # largest number of states of an automaton on words before minimisation
    most_shuffled: int = 1000  # largest order of an Aztec diamond that is shuffled, with about 1 GB of odds
    odds_bits: int = 53  # bits of the odds of domino shuffling; with fewer bits, more draws are rejected
    kept_odds: int = 1 << 25  # cube of the largest order for which the odds of all smaller orders are cached
    most_faces: int = 200_000  # largest number of faces of a complex
    cyclic_width: tuple[int, int, int] = (
        5,
        5,
        3,
    )  # largest slice of a cyclic strip that is derived by sectors, in vertices, by number of variables


class DecompositionTuning:
    """Thresholds for tree decompositions and branching, which replace the sweep of a graph with many states.

    Measured on random graphs of 40 to 200 vertices.
    """

    __slots__ = ()

    first_states: int = 1 << 13  # number of states of a sweep at which another method is planned first
    first_states_of_slices: int = 1 << 18  # the same for a board of slices, whose order is usually good
    order_time: float = 5e4  # duration of the search for an order per variable or constraint, in nanoseconds
    extremes_ratio: int = 8  # the same for extreme weights, as a factor; their sweep is fast
    states_ratio: int = 4  # growth of the number of states after which it is planned again
    time_ratio: int = 8  # largest estimated duration of another method, in durations of the sweep so far
    state_time: float = 200.0  # duration of a step of the sweep per state, in nanoseconds
    entry_time: float = 5.0  # duration of one entry of a table modulo 2^64, in nanoseconds
    prime_ratio: float = 6.0  # duration of all passes modulo primes for a further word, in passes modulo 2^64
    integer_ratio: float = 15.0  # duration of an entry that is a Python integer, in words modulo 2^64
    traced_time: float = 60.0  # duration of a product for both extremes, in nanoseconds; a sixth for draws
    traced_bytes: int = 16  # memory of a weight and a number in a table, in bytes
    object_bytes: int = 72  # memory of a short Python integer in a table, in bytes
    most_entries: int = 1 << 20  # largest table, in entries, chosen so that tables stay in cache
    least_entries: int = 1 << 14  # smallest limit of a table, in entries, with which tables are planned
    orders: int = 6  # elimination orders that are compared
    leaf_time: float = 5e6  # duration of planning an elimination, in nanoseconds
    conditioning_gain: float = 30.0  # largest factor by which conditioning is expected to reduce the cost
    rescue_ratio: int = 64  # the same if the sweep needs too much memory
    few_branches: int = 200  # branches tried before a sweep, per square of the average degree
    few_bytes: int = 1 << 26  # largest memory of these branches, in bytes
    branched_vertices: range = range(24, 301)  # sizes of graphs that are counted by branching before a sweep


class ModularTuning:
    """Thresholds for fractions computed from values modulo primes.

    Measured by benchmarks/scaling.py and roofline.py.
    """

    __slots__ = ()

    first_terms: int = 32  # terms computed before an order of the recurrence is accepted
    spare_terms: int = 12  # terms beyond twice the order that must agree before the order is accepted
    recurrence_chunk: int = 1 << 22  # multiplications of rows between two checks for Ctrl-C
    sweep_chunk: int = 1 << 23  # additions of rows between two checks for Ctrl-C
    points_chunk: int = 1 << 23  # products between two checks for Ctrl-C
    numpy_points: int = 256  # points that numpy processes at once
    points_at_once: int = 2048  # number of points in one batch
    target_cost: float = 1.5  # cost of a target in sources; decides which tables are composed
    composed_layers: int = 4  # largest number of transition tables composed into one pass
    mirror_slices: int = 6  # slices at either end in which a mirror symmetry is searched for
    growth_slices: int = 30  # power iterations that bound the growth rate; more give a sharper bound
    quotient_slices: int = 40  # number of slices after which the refinement of classes is abandoned
    circle_place: float = 1 / 8  # most maxima are between this point and its negative
    circle_steps: int = 2  # halvings of the interval that contains the maximum; more give a sharper bound
    whole_order: int = 1100  # largest order for which a matrix and its square are stored, 50 MB
    circle_block: int = 128  # columns of a matrix at once in Cholesky's method; a multiple of eight
    balance_sweeps: int = 10  # iterations that balance the norms of rows and columns of a matrix
    price_rounds: int = 8  # rounds in which the bounds of powers are improved; more give a sharper bound
    low_batches: int = 8  # batches of bad primes tolerated; even one has probability far below 2^-40
    tried_rows: int = 40_000_000  # additions of rows for which trials take at most hundredths of a second
    unasked_times: int = 3  # largest ratio of the costs of proving and finding, for a default proof
    unasked_seconds: int = 2  # largest estimated duration, in seconds, of a default proof
    rows_per_second: int = 1_000_000_000  # additions of rows per second in C; benchmarks/roofline.py
    plain_rows_per_second: int = 60_000_000  # additions of rows per second by numpy
    cube_cost: float = 0.1  # cost of a determinant bound per cube of the order, in additions of rows
    node_tries: int = 4  # consecutive failures at random nodes after which they are not attributed to chance
    cheap_proof_bits: int = 3_000_000_000  # largest amount of data, in bits, that a default proof moves
    most_proof_bits: int = 16_000_000_000  # largest size, in bits, of the numbers that a proof stores
    cheap_proof_products: int = 400_000_000_000  # largest number of products in a default proof: a minute
    most_proof_bytes: int = 8_000_000_000  # largest memory, in bytes, of residues and coefficients of a proof
    unlucky_primes: int = 20  # number of bad primes after which more terms are computed
    coefficient_bytes: int = 200  # memory, in bytes, of one coefficient in a table indexed by its powers
    proved_states: Mapping[Weights, int] = {
        Weights.NONE: 600,
        Weights.PIECES: 60,
        Weights.PLAYERS: 40,
    }  # largest number of states for which the modular method proves its result by default


THEOREMS, DECOMPOSITION, MODULAR = TheoremTuning(), DecompositionTuning(), ModularTuning()
