"""The numbers that tune the engines of transfer: from what size on which way is taken, and what is refused.

One class for each engine, whose value takes no other numbers; engines read ``COUNT``, ``DERIVE`` and the
others here. No answer depends on any of these numbers, only time, memory, and what is refused as too large.
Behind a number stand its unit and, where it was measured, the benchmark that set it.
"""

from __future__ import annotations

from collections.abc import Mapping

from gfkit.typing import Weights


class CountTuning:
    """Counting single boards: which rung sweeps."""

    __slots__ = ()

    few_states: int = 40  # states up to which Python integers sweep; benchmarks/run.py
    dense_combinations: int = 1 << 12  # combinations of tracks from which on dense sweeping may pay
    many_cells: int = 5000  # cells up to which loops in C write the steps of sets of edges
    code_bytes: int = 150_000_000  # of a process before it counts; below it no states go to files
    liberty_state_bytes: int = 900  # of a state of groups with liberties, with its place in tables
    greedy_cells: int = 600  # cells up to which sweep orders are found greedily
    greedy_starts: int = 6  # cells from which such an order may begin
    long_cells: int = 1000  # slices from which on a board is long, and counted by the law of its family
    long_ratio: int = 4  # cells of a slice of a long board, at most
    long_states: int = 400  # states of its machine, at most
    narrow_level: int = 8  # rows of the largest level of a matrix up to which the sweep is sooner done
    polynomial_words: int = 5  # words held for each number of a matrix whose polynomial is found


class DeriveTuning:
    """Deriving families: which way finds the fraction, and what is compared."""

    __slots__ = ()

    compared_complete: int = 4  # cells of complete graphs that are counted by the sweep of boards too
    compared_more: int = 3  # boards compared beyond those that a rule could tell apart
    compared_first: int = 3  # boards that are compared with the law, beside the last one
    cheap_boards: int = 1_000_000  # states times cells up to which boards are compared
    liberty_cost: int = 100  # of a state with liberties, in states that are integers; benchmarks/strips.py
    written_states: int = 1000  # between slices, up to which a strip is written as one automaton
    sparse_states: int = 8000  # the same for a strip with few ways through a slice
    sparse_ways: int = 50_000  # ways through a slice that are few
    determinant_states: Mapping[Weights, int] = {
        Weights.NONE: 140,
        Weights.PIECES: 16,
        Weights.PLAYERS: 8,
    }  # up to which ``auto`` takes the characteristic polynomial; benchmarks/strips.py
    proved_states: Mapping[Weights, int] = {
        Weights.NONE: 600,
        Weights.PIECES: 60,
        Weights.PLAYERS: 40,
    }  # up to which the modular way proves its result unasked; with weights if no relation explains the order
    least_size: int = 1000  # a size that is larger than every least one
    analysed_order: int = 300  # up to which printing works out all roots of the denominator
    growth_order: int = 1500  # up to which it works out the largest root, where it stands out
    letter_states: int = 20_000  # of an automaton that reads letters, before it is merged


class SweepTuning:
    """Machines and the ladder of sweeps over them."""

    __slots__ = ()

    most_options: int = 1 << 13  # combinations of what is chosen at one cell; 13 edges of complete:14
    few_rows: int = 64  # states made of slots up to which they are stepped one by one, without numpy
    many_steps: int = 1000  # transitions from which on arrays split them sooner
    most_combinations: int = 1 << 26  # of tracks that a dense array may have
    most_corners: int = 64  # combinations of the tracks that a site of a dense sweep may touch
    sampled_states: int = 4000  # after which it is judged how full a dense array is
    empty_share: int = 6  # combinations for each state up to which a dense sweep pays
    word_choices: int = 1 << 16  # values times options of all sites that are written out for words
    product_length: int = 400  # powers of x, and twice those of y, up to which products go by matrices
    product_states: int = 32  # from which on they do
    limb_block: int = 1 << 15  # words that numpy adds at once; copies stay in cache
    row_slack: int = 8  # powers of y for which a row of coefficients gets room at a time
    dense_block: int = 1 << 15  # entries worked on at a time: two blocks in the second-level cache
    dense_pause: int = 1 << 24  # entries of all limbs after which an interrupt is looked at
    dense_run: int = 1 << 9  # combinations of the tracks that one run of sites may touch
    hashed_few: int = 1 << 8  # states below which none are kept; benchmarks/connected_boards.py
    hashed_at_once: tuple[int, ...] = (
        1 << 9,
        1 << 11,
    )  # states that one call takes over all sites; powers of 2
    hashed_period: int = 64  # sites of a period of which few states are held
    walking_bytes: int = 8  # for a state that is stepped, to order states by
    stepped_at_once: int = 1 << 19  # states between two looks at Ctrl-C, a tenth of a second
    least_table: int = 1 << 8  # states of a table of states in files, at least
    most_table: int = 1 << 24  # at most
    most_parts: int = 1 << 12  # parts of what is written to a file
    many_neighbours: int = 12  # cells from which on their values are counted, where counts decide
    known_automata: int = 5000  # that are remembered
    most_product_states: int = 1 << 8  # of a product of automata between two variables
    known_options: int = (
        1 << 13
    )  # options of sites that are kept for the next machine; complete:13 has as many
    most_labels: int = 200  # cells remembered with what they hang together with
    image_states: int = 20_000  # states in one set of those that show one image


class StripTuning:
    """Strips and their automata."""

    __slots__ = ()

    first_slices: int = 12  # of the first board that is compiled
    most_slices: int = 800  # of the last
    longest_period: int = 64  # in slices
    dense_states: int = 1000  # between slices up to which they are merged as a matrix
    determinant_states: int = 400  # of an automaton whose characteristic polynomial is found
    determinant_bits: int = 4_000_000  # of a packed coefficient of that
    measured_slices: int = 24  # m of the statement of ``strip.extent``
    shown_lines: int = 8  # lines across a strip up to which states are shown
    shown_slices: int = 4  # slices of a beginning up to which they are
    shown_states: int = 4000  # states before a site up to which beginnings are looked for


class ModularTuning:
    """Fractions from values modulo primes."""

    __slots__ = ()

    first_terms: int = 32  # looked at before any order is believed
    spare_terms: int = 12  # beyond twice the order that must agree before the order is believed
    recurrence_chunk: int = 1 << 22  # multiplications of rows between two looks at Ctrl-C
    sweep_chunk: int = 1 << 23  # additions of rows between two looks at Ctrl-C
    points_chunk: int = 1 << 23  # products between two looks at Ctrl-C
    numpy_points: int = 256  # that numpy works on at once
    points_at_once: int = 2048  # of one batch
    target_cost: float = 1.5  # of a target beside its sources, in sources
    composed_layers: int = 4  # that become one pass, at most
    mirror_slices: int = 6  # from either end in which a mirror is looked for
    growth_slices: int = 30  # after which a bound of the growth is good enough
    quotient_order: int = 5000  # up to which matrices of floating point numbers are made, 800 MB
    quotient_slices: int = 40  # after which classes that still fall apart are given up
    circle_steps: int = 2  # halvings of the interval in which the largest value is looked for
    balance_sweeps: int = 10  # of rows and columns that are made equally long
    price_rounds: int = 8  # in which bounds of powers are improved
    low_batches: int = 8  # whose primes may all be bad; one is with a chance far below 2^-40
    tried_rows: int = 40_000_000  # additions of rows up to which trials take hundredths of a second
    unasked_times: int = 3  # a proof is made unasked that costs so many times what finding did
    unasked_seconds: int = 2  # or that takes no longer than this
    rows_per_second: int = 1_000_000_000  # by loops in C; benchmarks/roofline.py
    plain_rows_per_second: int = 60_000_000  # by numpy
    cube_cost: float = 0.4  # of a bound by determinants, for the cube of the order, in additions of rows
    node_tries: int = 4  # failures in a row that chance does not explain
    cheap_proof_bits: int = 3_000_000_000  # moved by a proof that is given unasked
    most_proof_bits: int = 16_000_000_000  # of the numbers that a proof may hold at once
    cheap_proof_products: int = 400_000_000_000  # of a proof that is given unasked, about a minute
    most_proof_bytes: int = 8_000_000_000  # of residues and coefficients that a proof may hold
    unlucky_primes: int = 20  # after which more terms are taken
    coefficient_bytes: int = 200  # of a coefficient in a table by its powers


class QuestionTuning:
    """Orbits, smallest and largest weights, random configurations, polynomials of graphs, bar matrices."""

    __slots__ = ()

    conjugated: int = 400  # symmetries up to which conjugate ones are found
    orbit_terms: int = 3  # of every series that are counted by themselves
    orbit_cells: int = 24  # of boards whose orbits are counted by themselves
    generic_slices: tuple[int, int] = (9, 10)  # beyond the smallest board, of those that are compared
    period_slices: int = 2000  # after which no period of smallest weights is looked for
    period_steps: int = 60_000_000  # transitions after which none is
    longest_period: int = 1000  # in slices
    optimum_states: int = 6000  # of the automaton of smallest ways
    merged_states: int = 200  # the same after merging
    optimum_cells: int = 40  # of boards that are counted by themselves
    most_drawn: int = 10_000  # configurations drawn at once
    most_tries: int = 5000  # positions drawn for one of alternating play
    first_coupling: int = 64  # steps back at first; an even number, as colours go by turns
    even_size: int = 42  # from which on numbers of vertices and edges grow evenly
    polynomial_terms: int = 3  # polynomials of a family that are compared
    polynomial_edges: int = 60  # of boards that are compared
    chromatic_width: int = 4  # vertices of a slice from which on partitions are faster than the Potts model
    most_words: int = 4096  # of a bar matrix
    most_entries: int = 1 << 22  # of a bar matrix
    most_faces: int = 200_000  # of a complex


COUNT, DERIVE, SWEEP = CountTuning(), DeriveTuning(), SweepTuning()
STRIP, MODULAR, QUESTIONS = StripTuning(), ModularTuning(), QuestionTuning()
