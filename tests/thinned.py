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
    "test_series_counts_the_boards": 8,
    "test_claims_are_as_recorded": 5,
    "test_what_a_clause_was_tried_on": 4,
    "test_what_a_clause_says_is_read_back": 8,
    "test_laws_are_what_listing_gives": 6,
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
    "test_rules_of_all_kinds_on_families": 7,
    "test_rules_of_all_kinds": 2,
    "test_certificates_list_arrays": 6,
    "test_certificates_list_sets_of_edges": 3,
    "test_certificates_list_what_hangs_together": 3,
    "test_kill_loses_nothing_that_was_reported": 5,
    "test_huge_formulas_meet_a_limit": 8,
    "test_shapes": 3,
    "test_shapes_in_random_order": 10,
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
    "test_laws_of_what_hangs_together_are_what_listing_gives": 5,
    "test_left_ends_are_right_ends_turned": 2,
    "test_short_blocks": 3,
    "test_any_value_at_any_key_is_judged": 3,
    "test_hostile_files": 2,
    "test_an_expression_means_what_python_says": 2,
    "test_strips_with_states_of_two_words": 2,
    "test_cells_and_edges_in_the_square": 4,
    "test_wide_strips": 3,
    "test_the_same_question_has_the_same_bytes": 4,
    "test_weights_agree_at_one": 2,
    "test_polyominoes_that_touch_all_sides": 2,
    "test_built_in": 2,
    "test_monominoes": 2,
    "test_tilings_by_squares_are_those_in_print": 2,
    "test_runs_go_on_to_the_same_answer": 2,
    "test_generating_functions": 4,
    "test_nothing_false_is_said": 2,
    "test_small_rectangles": 2,
    "test_pieces_that_reach_far": 2,
    "test_windows_that_reach_far": 2,
    "test_a_fibonacci_machine_named_domineering_on_a_wider_board_is_refuted": 2,
    "test_numbers_in_print": 2,
    "test_a_wrong_result_in_the_store_never_comes_out": 3,
    "test_certificates_are_proved_from_the_rule": 3,
    "test_terms_refute_what_the_game_refutes_and_nothing_else": 2,
    "test_the_checker_reads_conditions_by_itself": 4,
    "test_sums_and_termwise_products": 2,
    "test_operations_on_one": 2,
    "test_random_statements": 3,
    "test_what_is_added_to_a_true_statement_counts": 3,
    "test_cliques": 2,
    "test_typical_certificates_are_proved_from_the_rule": 3,
    "test_families_are_made_of_boards": 3,
    "test_laws_are_what_single_boards_have": 3,
    "test_printed": 3,
}
"""Functions with very many cases: one in so many of each is quick. ``make slow`` runs the others."""
LONG = {
    "test_huge_formulas_meet_a_limit[formula10]",
    "test_printed[A358933]",
    "test_strips_with_states_of_two_words[modular]",
    "test_certificates_list_arrays[simply]",
    "test_tilings_by_squares_are_those_in_print[A359020]",
    "test_cells_and_edges_in_the_square[three owners-cylinder:3x3]",
    "test_shapes[gaps-cylinder:3x3]",
    "test_little_of_the_code_is_imports",
    "test_workers_find_the_same",
    "test_motions_that_generate_the_same_do_not_count_alike_around",
    "test_a_wide_family_of_few_states_is_not_refused",
    "test_any_executor_will_do",
    "test_machines_of_random_rules",
    "test_a_scheduler_that_dies_in_the_middle",
    "test_workers_that_all_die_in_the_middle",
    "test_rows_are_read_back_as_they_were",
    "test_mirrored_openings_pay_the_same",
    "test_values_count_something",
}
"""Functions, and single cases, that take longest where others ask the same in less time: they are slow."""
_MANY, _EVERY = 12, 4
"""Of functions that are not named here, with more cases than so many, one in four is quick."""


def thin(items: list[pytest.Item]) -> None:
    """Marks as slow the cases of functions with many that are not among the quick ones."""
    found: dict[str, list[pytest.Item]] = {}
    for item in items:
        if isinstance(item, pytest.Function) and LONG & {item.originalname, item.name}:
            item.add_marker(pytest.mark.slow)
        if isinstance(item, pytest.Function) and "[" in item.nodeid:
            found.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for name, cases in sorted(found.items()):
        cases.sort(key=lambda item: item.nodeid)
        many = MANY.get(name.rpartition("::")[2], _EVERY if len(cases) > _MANY else 1)
        quick = set(Random(name).sample(range(len(cases)), -(-len(cases) // many)))
        for number, item in enumerate(cases):
            if number not in quick:
                item.add_marker(pytest.mark.slow)
