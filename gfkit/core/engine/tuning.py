"""Tuning constants of the engine: the thresholds between methods, and the limits on time and memory.

There is one class for each engine, and each class has one instance: ``COUNT``, ``DERIVE``, and so on. No
result depends on these numbers. They affect only time, memory, and which tasks are rejected as too large.
The comment of a number states its unit and its effect. The docstring of a class names the benchmarks that
measure these effects; if a benchmark set a number, the comment of the number names it.
"""

from __future__ import annotations

from collections.abc import Mapping

from gfkit.core.typing import Weights


class CountTuning:
    """Thresholds for counting a single board, which select the engine of the sweep.

    Measured by benchmarks/peers (tdzdd.py, graphillion.py) and memory.py.
    """

    __slots__ = ()

    few_states: int = 40  # largest number of states that a second sweep recounts
    packed_work: int = 1 << 32  # largest number of bits, by packed_work, that are added in Python integers
    many_transitions: int = 300_000  # minimum number of transitions for extreme terms without the polynomial
    dense_combinations: int = 1 << 12  # minimum number of track combinations for a dense sweep
    many_cells: int = 5000  # largest board, in cells, for the sweep of edge sets without an automaton
    code_bytes: int = 150_000_000  # bytes of an idle process; a lower memory limit keeps all states in memory
    layer_states: int = 300_000  # states above which transition tables without weights cost more than blocks
    block_workers: int = 8  # workers from which on a sweep by blocks is faster than the cached sweep
    block_state_bytes: int = (
        1000  # bytes of a worker per state of a block, of which few belong to a large block
    )
    block_seconds: float = 6e-8  # CPU seconds of a transition of a sweep by blocks, with four primes
    forecast_transitions: int = 1 << 21  # transitions after which a forecast sweeps no larger board
    liberty_state_bytes: int = 900  # bytes per state of groups with liberties, with its table entry
    greedy_cells: int = 600  # largest board, in cells, whose sweep order is chosen greedily
    greedy_starts: int = 6  # start cells tried for a greedy sweep order, of which the best is used
    formula_ratio: int = 8  # long_ratio of a board that is counted modulo an integer


class DeriveTuning:
    """Thresholds for deriving families, which select the method and the boards used for comparison.

    Measured by benchmarks/peers/flint.py, families.py and scaling.py.
    """

    __slots__ = ()

    compared_more: int = 3  # further boards compared after the sizes that a rule can distinguish
    compared_first: int = 3  # initial boards compared with the formula, in addition to the last board
    cheap_boards: int = 1_000_000  # largest product of states and cells of a board that is compared
    liberty_cost: int = 100  # cost of a state with liberties, in integer states; benchmarks/scaling.py
    written_states: int = 1000  # largest number of states between slices to write a strip as one automaton
    sparse_states: int = 8000  # written_states of a strip with at most sparse_ways transitions per slice
    point_ways: int = 2_000_000  # largest number of transitions per slice of a strip with integers as weights
    point_states: int = 1000  # largest number of states of its minimised automaton
    sparse_ways: int = 50_000  # largest number of transitions per slice that counts as few
    determinant_states: Mapping[Weights, int] = {
        Weights.NONE: 140,
        Weights.PIECES: 16,
        Weights.PLAYERS: 8,
    }  # largest number of states for which ``auto`` uses the characteristic polynomial; peers/flint.py
    least_size: int = 1000  # size of a board; if it is still too small for the rule, the family counts 0
    analysed_order: int = 300  # largest order for which printing computes all roots of the denominator
    growth_order: int = 1500  # largest order for which printing computes the dominant root
    most_digits: int = 10**7  # largest number of decimal digits of a count that is a term of a formula


class SweepTuning:
    """Thresholds for automata and for the engines that sweep them.

    Measured by benchmarks/peers (tdzdd.py, golegal.py), arrays.py and memory.py.
    """

    __slots__ = ()

    most_options: int = 1 << 13  # largest number of choices at one cell; complete:14 has 13 edges at a cell
    few_rows: int = 256  # largest number of states advanced individually; the import of numpy takes longer
    few_entries: int = 128  # largest table of a predicate that is compiled without numpy
    many_steps: int = 1000  # transitions of a table above which numpy splits it faster than Python
    most_combinations: int = 1 << 26  # largest number of entries, in track combinations, of a dense array
    most_corners: int = 64  # largest number of track combinations that one step of a dense sweep changes
    sampled_states: int = 4000  # number of states used to estimate the fill ratio of a dense array
    empty_share: int = 6  # largest ratio of track combinations to states for a dense sweep
    word_choices: int = 1 << 16  # largest sum, over all steps of a coding, of values times options
    product_length: int = 400  # largest number of powers of x and 2 times y in products by matrices
    product_states: int = 32  # minimum number of states for products computed by matrices
    limb_block: int = 1 << 15  # words that numpy adds per call, chosen so that copies stay in cache
    row_slack: int = 8  # powers of y reserved beyond the current degree when a row of coefficients grows
    dense_block: int = 1 << 15  # entries processed at a time, so that two blocks fit into the L2 cache
    dense_pause: int = 1 << 24  # entries, over all limbs, between two checks for an interrupt
    dense_threads: int = 1 << 22  # smallest number of track combinations times steps for which threads start
    dense_run: int = 1 << 9  # largest number of track combinations that one run of steps changes
    hashed_few: int = 1 << 8  # minimum number of states for caching; benchmarks/peers/tdzdd.py
    hashed_at_once: tuple[int, ...] = (
        1 << 9,
        1 << 11,
    )  # table sizes, in states, with which one call sweeps many steps; powers of 2
    few_limbs: int = 16  # largest number of limbs of the numbers that one call sweeps over many steps
    few_tracks: tuple[int, ...] = (1 << 9, 1 << 13)  # like hashed_at_once, for automata on tracks
    hashed_period: int = 64  # longest period, in steps, whose transitions are cached
    jump_states: int = 1 << 10  # minimum number of states for which several steps are cached as one
    most_jump: int = 8  # largest number of steps that are cached as one
    jump_gain: float = 1.1  # least ratio of transitions of single steps to transitions of steps at once
    jump_sample: int = 1 << 7  # states whose successors are counted to choose the number of these steps
    walking_bytes: int = 8  # additional bytes per advanced state, for sorting
    stepped_at_once: int = 1 << 19  # states between two checks for Ctrl-C, a tenth of a second
    least_table: int = 1 << 8  # minimum size, in states, of a table of states stored in files
    most_table: int = 1 << 24  # maximum size, in states, of a table of states stored in files
    most_parts: int = 1 << 12  # largest number of parts of a spill file; more parts need less memory each
    epoch_shares: tuple[tuple[int, float], ...] = (
        (2, 0.3),
        (4, 0.4),
        (16, 0.5),
        (1024, 0.6),
    )  # for at most n workers: share of live bits that an epoch leaves unchanged; 1 has most blocks
    small_share: float = 0.6  # the same if memory is short: smaller blocks, and up to twice the time
    block_states: int = (
        1 << 16
    )  # states of a block, about: more blocks need more reads, fewer need more memory
    together: int = (
        1 << 10
    )  # states of a block that are advanced together, so that tables stay in the L2 cache
    pass_primes: int = (
        4  # most primes of a pass; with more primes a pass takes less time for each, and more memory
    )
    many_neighbours: int = 12  # number of neighbours above which values are counted instead of enumerated
    known_automata: int = 5000  # largest number of cached automata; above it the cache is cleared
    most_product_states: int = 1 << 8  # largest number of states of a product of automata
    known_options: int = 1 << 13  # cached options of steps; above it the cache is cleared
    most_labels: int = 200  # largest number of labelled frontier cells; wider boards are rejected
    image_states: int = 20_000  # largest set of states with the same image; above it a board is rejected
    tutte_bytes: int = 1 << 26  # values, and cached transitions, of Tutte polynomials that are stored at once
    tutte_rows: int = 150  # largest determinant that bounds the number of spanning trees


class StripTuning:
    """Limits for strips and for the automata of strips.

    Measured by benchmarks/peers/flint.py and scaling.py.
    """

    __slots__ = ()

    first_slices: int = 12  # length, in slices, of the first board compiled to find the period
    most_slices: int = 800  # length, in slices, of the last board compiled before the search is abandoned
    longest_period: int = 64  # largest period of a strip, in slices, that is searched for
    dense_states: int = 1000  # largest number of states between slices that are minimised as a dense matrix
    compared_boards: int = 64  # boards of a function whose slices are compared, the larger half of them
    measured_slices: int = 24  # the number m of the statement in ``strip.extent``
    shown_lines: int = 8  # largest width of a strip whose states are drawn
    shown_slices: int = 4  # longest initial segment that is drawn for a state
    shown_states: int = 4000  # largest number of states before a step for which initial segments are searched
    shown_fillings: int = 2000  # largest number of fillings of slices for which requirements are found
    shown_literals: int = 40  # largest number of literals for which disjunctions of three are tried


class QuestionTuning:
    """Limits for orbits, extremal weights, random configurations, polynomials of graphs and bar matrices.

    Measured by benchmarks/connection.py (polynomials of graphs).
    """

    __slots__ = ()

    conjugated: int = 400  # largest number of symmetries for which conjugacy classes are computed
    orbit_terms: int = 3  # terms of every series of orbits that are also counted separately, as a check
    orbit_cells: int = 24  # largest board, in cells, whose orbits are also counted separately, as a check
    generic_slices: tuple[int, int] = (9, 10)  # sizes, in slices beyond the smallest, of compared boards
    uniform_slices: int = 120  # largest length searched for a period that is the same for all states
    uniform_steps: int = 2_000_000_000  # largest number of transitions in the search for such a period
    period_slices: int = 2000  # largest length searched for a period of the minimum weights
    period_steps: int = 60_000_000  # largest number of transitions in the search for this period
    longest_period: int = 1000  # largest period of minimum weights, in slices, that is searched for
    optimum_states: int = 6000  # largest number of states of the automaton of minimum weights
    merged_states: int = 200  # largest number of states of the automaton of minimum weights, minimised
    optimum_cells: int = 40  # largest board, in cells, whose optimum is also computed separately, as a check
    most_drawn: int = 10_000  # largest number of configurations drawn in one call
    most_tries: int = 5000  # largest number of positions drawn to obtain one position of alternating play
    even_size: int = 42  # smallest size for which the numbers of vertices and edges grow linearly
    polynomial_terms: int = 3  # polynomials of a family that are compared with the formula, as a check
    polynomial_edges: int = 60  # largest graph, in edges, whose polynomial is compared with the formula
    most_words: int = 4096  # largest number of words that index a bar matrix
    most_entries: int = 1 << 22  # largest number of entries of a bar matrix


COUNT, DERIVE, SWEEP = CountTuning(), DeriveTuning(), SweepTuning()
STRIP, QUESTIONS = StripTuning(), QuestionTuning()
