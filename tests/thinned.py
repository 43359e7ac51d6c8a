"""Many cases of which only some are quick tests, chosen by a fixed shuffle; the others are slow."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from random import Random
from typing import Any

import pytest


def thinned(ones: Iterable[str], others: Iterable[str], every: int = 3) -> list[Any]:
    """All pairs; one in ``every`` runs with the quick tests."""
    pairs = list(product(ones, others))
    quick = set(Random(len(pairs)).sample(pairs, len(pairs) // every))
    return [pytest.param(*pair, marks=[] if pair in quick else [pytest.mark.slow]) for pair in pairs]


MANY = {
    "test_series_counts_the_boards": 5,
    "test_claims_are_as_recorded": 4,
    "test_what_a_clause_was_tried_on": 4,
    "test_what_a_clause_says_is_read_back": 4,
    "test_laws_are_what_listing_gives": 4,
    "test_sets_of_vertices": 4,
    "test_what_a_machine_says_of_its_sites": 4,
    "test_ways_are_positions": 4,
    "test_tracks_of_rules_lie_within_words": 3,
    "test_tracks_are_the_machine": 4,
    "test_machines_made_again_are_alike": 4,
    "test_random_rules": 3,
    "test_things_on_boards": 4,
    "test_things_on_families": 4,
    "test_single_boards_agree_with_listed_orbits": 4,
    "test_laws_agree_with_listed_orbits": 3,
    "test_boards_in_the_middle_of_a_game": 3,
    "test_random_graphs": 3,
    "test_positions_are_independent_sets": 2,
    "test_what_is_derived_is_listed": 4,
    "test_rules_of_all_kinds_on_families": 5,
    "test_rules_of_all_kinds": 2,
    "test_certificates_list_arrays": 3,
    "test_certificates_list_sets_of_edges": 3,
    "test_certificates_list_what_hangs_together": 3,
    "test_kill_loses_nothing_that_was_reported": 3,
    "test_huge_formulas_meet_a_limit": 4,
    "test_shapes": 3,
    "test_shapes_in_random_order": 5,
    "test_cells_and_edges": 3,
    "test_kernel": 2,
    "test_series_with_weights_against_the_oracle": 2,
    "test_weighted_series_are_those_of_the_automaton": 3,
    "test_complete_graphs_by_the_general_engine": 2,
    "test_full_positions_are_those_of_listing": 2,
    "test_boards_with_holes": 2,
    "test_forecast_and_run": 4,
    "test_payoffs_by_a_third_way": 2,
    "test_sets_of_vertices_where_slices_share_some": 6,
    "test_laws_of_what_hangs_together_are_what_listing_gives": 3,
    "test_left_ends_are_right_ends_turned": 2,
    "test_short_blocks": 2,
    "test_any_value_at_any_key_is_judged": 3,
    "test_hostile_files": 2,
    "test_an_expression_means_what_python_says": 2,
    "test_strips_with_states_of_two_words": 2,
    "test_cells_and_edges_in_the_square": 2,
    "test_wide_strips": 2,
    "test_the_same_question_has_the_same_bytes": 3,
    "test_weights_agree_at_one": 2,
    "test_polyominoes_that_touch_all_sides": 2,
    "test_built_in": 2,
    "test_monominoes": 2,
    "test_tilings_by_squares_are_those_in_print": 2,
}
"""Functions with very many cases: one in so many of each is quick. ``make slow`` runs the others."""
_MANY, _EVERY = 16, 3
"""Of functions that are not named here, with more cases than so many, one in three is quick."""


def thin(items: list[pytest.Item]) -> None:
    """Marks as slow the cases of functions with many that are not among the quick ones."""
    found: dict[str, list[pytest.Item]] = {}
    for item in items:
        if isinstance(item, pytest.Function) and "[" in item.nodeid:
            found.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for name, cases in sorted(found.items()):
        cases.sort(key=lambda item: item.nodeid)
        many = MANY.get(name.rpartition("::")[2], _EVERY if len(cases) > _MANY else 1)
        quick = set(Random(name).sample(range(len(cases)), -(-len(cases) // many)))
        for number, item in enumerate(cases):
            if number not in quick:
                item.add_marker(pytest.mark.slow)
