"""Parameters of the searches of games: sizes of caches, and limits of methods and searches.

No result depends on these numbers. They affect only time, memory, and which boards are rejected as too large.
The comment of a number states its unit and its effect. Beyond a maximum or minimum the search uses another
method or gives up. The docstring of a class names the benchmarks that measure these effects.
"""

from __future__ import annotations

from gfkit.core.algebra import ARRAYS
from gfkit.core.deferred import dataclass


@dataclass(frozen=True, slots=True)
class SearchParameters:
    """Values and winners of boards, and play against the program.

    Measured by benchmarks/peers/cgt.py and outcome_search.py; the bytes per entry by benchmarks/memory.py.
    """

    a_report: int = 256  # components between two reports of progress
    state_bytes: int = 130  # bytes per state in the tables of values; measured, like the next six
    form_bytes: int = 500  # bytes per canonical form
    fact_bytes: int = 110  # bytes per stored sum or comparison of two forms
    made_bytes: int = 350  # bytes per pair of option sets whose canonical form is stored
    entry_bytes: int = 400  # bytes per position whose winner is stored, in the Python search of outcomes
    kept_bytes: int = 300  # bytes per entry of the other tables of outcomes
    whole_bytes: int = 150  # bytes per undivided position under misere play
    positions_a_check: int = 16  # positions between two checks of memory, in the Python search of outcomes
    wholes_a_check: int = 1024  # positions between two checks of memory under misere play
    compiled_memory: int = 32 << 20  # minimum memory limit, in bytes, for the search in C
    valued_moves: int = 10  # maximum moves of a component that is replaced by its value in the Python search
    compiled_valued_moves: int = 12  # maximum moves of such a component in the search in C
    thin_band_bits: int = 18  # maximum bits of a band, as wide as a piece, whose value the search in C stores
    one_sided_states: int = 200_000  # maximum states in the search for the longest play of one player
    stone_cells: int = 56  # maximum cells of a board for the loop in C that places stones
    stone_turns: int = 8  # maximum symmetries of the board that this loop uses
    remembered_groups: int = 1 << 16  # cached sets of stones with their groups or surroundings
    mirrored_moves: int = 4000  # maximum moves of a board on which symmetries are searched for
    mirrored_cells: int = 60  # maximum cells for graphs, whose automorphisms must be enumerated
    mirrored_from: int = 20  # minimum cells for the symmetry strategy before the search of a value
    searched_moves: int = 300  # maximum moves of a position that is searched in a match, for its time limit
    ordered_moves: int = 60  # maximum moves that are sorted, with a symmetry strategy tried after each
    weighing_seconds: float = 0.5  # seconds for the choice of a move by counting moves, if no search decides


@dataclass(frozen=True, slots=True)
class NimberParameters:
    """Limits for nimbers, the periods of nimbers, and misere quotients.

    Measured by benchmarks/outcome_search.py (nimbers of boards); no benchmark covers periods and quotients.
    """

    a_report: int = 256  # positions, or lengths, between two reports of progress
    position_bytes: int = 300  # approximate bytes per cached component; counts against --max-memory
    remembered_parts: int = 1 << 17  # cached canonical forms of components; more need more memory
    paths_at_once: int = 24  # maximum cells of paths of NoGo whose nimbers are computed together
    array_values: int = 256  # minimum number of values added in arrays; the import of numpy takes longer
    depth: int = 24  # maximum columns within which the components of a strip must be connected
    slice_vertices: int = 24  # maximum vertices of a slice of a graph that moves may cut
    ends: int = 24  # maximum shapes of ends on one side of a strip for which a period is proved
    period_steps: int = 40_000_000 if ARRAYS else 4_000_000  # sums for a period beyond the requested values
    near_horizon: int = 250  # heaps computed in the first search for a period
    horizon: int = 2000  # minimum heaps computed in the search for a period
    horizon_of_three: int = 400  # the same minimum if a move may leave three heaps, which takes longer
    long_board: int = 16  # minimum length of a board that is also tried as a member of a family with a period
    genus_positions: int = 400_000  # maximum positions for a genus; larger games are rejected
    quotient_heaps: int = 400  # maximum heap for which a misere quotient and its period are computed
    quotient_order: int = 600  # maximum elements of a misere quotient
    quotient_cases: int = 60_000  # maximum cases in the proof of a misere quotient
    extended_products: int = 6_000_000  # maximum products in the extension of a quotient
    finer_sums: int = 400  # maximum kinds of sums of a refined quotient
    finer_times: int = 5  # maximum refinements of a quotient
    seen_degree: int = 6  # maximum heaps in a sum; the quotient is read off from the winners of such sums
    seen_sums: int = 60_000  # maximum number of these sums; beyond it the degree is not increased
    played_sums: int = 250_000  # maximum sums whose winners are computed by search


SEARCH, NIMBERS = SearchParameters(), NimberParameters()
