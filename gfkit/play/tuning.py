"""Parameters of the searches of games: sizes of caches, and limits of methods and searches.

No answer depends on them, only time, memory, and which boards are refused as too large. The comment of a
number has its unit.
"""

from __future__ import annotations

from dataclasses import dataclass

from gfkit.algebra import ARRAYS


@dataclass(frozen=True, slots=True)
class SearchParameters:
    """Values and winners of boards, and play against the program."""

    a_report: int = 256  # components between two reports of progress
    state_bytes: int = 130  # of a state in the tables of values, measured and rounded up, as the next six
    form_bytes: int = 500  # of a canonical form
    fact_bytes: int = 110  # of a sum or an order of two forms
    made_bytes: int = 350  # of options whose form is known
    entry_bytes: int = 400  # of a position in the transposition table
    kept_bytes: int = 300  # of an entry of the other tables of winners
    whole_bytes: int = 150  # of a whole position under misere play
    most_entries: int = 1 << 22  # positions remembered at once, so that a search is the same on all computers
    positions_a_check: int = 16  # between two looks at memory, in the plain search of winners
    wholes_a_check: int = 1024  # the same under misere play
    compiled_memory: int = 32 << 20  # bytes without which the search in C does not begin
    valued_moves: int = 10  # of a part up to which its value takes its place
    compiled_valued_moves: int = 12  # the same in the search in C
    added_values: int = (
        3  # values that are no sums of numbers, ups and stars, up to which bounds are added up
    )
    added_size: int = 20_000  # subpositions of these, multiplied
    band_moves: int = 14  # of a part of a band up to which its value is found
    thin_band_moves: int = 26  # the same where the band is no broader than a piece
    thin_band_bits: int = 18  # of a band up to which the search in C looks its value up by them
    one_sided_states: int = 200_000  # after which the longest play of one player is not looked for
    stone_cells: int = 56  # of a board up to which the loop in C places stones
    stone_turns: int = 8  # symmetries that it looks at
    remembered_groups: int = 1 << 16  # sets of stones whose groups, or surroundings, are remembered
    mirrored_moves: int = 4000  # of a board beyond which no symmetry is looked for
    mirrored_cells: int = 60  # the same for graphs, whose automorphisms have to be listed
    mirrored_from: int = 20  # cells from which on a value is looked for by symmetry before the search
    searched_moves: int = 300  # beyond which looking at all once takes longer than a player has
    ordered_moves: int = 60  # up to which they are put in order, and strategies looked for after each
    weighing_seconds: float = 0.5  # for choosing a move that nothing is known of


@dataclass(frozen=True, slots=True)
class NimberParameters:
    """Nimbers, their periods, and misere quotients."""

    a_report: int = 256  # positions, or lengths, between two reports of progress
    position_bytes: int = 300  # of a remembered part, about
    remembered_parts: int = 1 << 17  # components whose canonical form is remembered
    paths_at_once: int = 24  # cells up to which paths of NoGo are worked out together
    array_values: int = 24  # added one by one in the time that arrays need to be begun
    depth: int = 24  # columns within which a strip must hang together to count as one
    ends: int = 24  # shapes on one side beyond which there is no end of them
    period_steps: int = (
        40_000_000 if ARRAYS else 4_000_000
    )  # sums of values for a period beyond those asked for
    horizon: int = 2000  # heaps up to which a period is looked for, however few are asked for
    horizon_of_three: int = 400  # the same where a move leaves three heaps
    long_board: int = 16  # cells along it from which on a board is tried as a member of a family
    genus_positions: int = 400_000  # that a genus may rest on
    quotient_heaps: int = 400  # after which no period of a quotient is looked for
    quotient_order: int = 600  # elements beyond which no quotient is looked for
    quotient_cases: int = 60_000  # that the proof of one quotient may go through
    extended_products: int = 6_000_000  # that extending a quotient may take
    finer_sums: int = 400  # kinds of sums of a finer quotient
    finer_times: int = 5  # that a quotient is made finer
    seen_degree: int = 6  # heaps of the sums that a quotient is read off from
    seen_sums: int = 60_000  # of them
    played_sums: int = 250_000  # that are played for that


SEARCH, NIMBERS = SearchParameters(), NimberParameters()
