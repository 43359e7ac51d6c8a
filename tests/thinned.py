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
    "test_series_counts_the_boards": 16,
    "test_claims_are_as_recorded": 10,
    "test_what_a_clause_was_tried_on": 8,
    "test_what_a_clause_says_is_read_back": 8,
    "test_laws_are_what_listing_gives": 12,
    "test_sets_of_vertices": 4,
    "test_what_a_machine_says_of_its_sites": 4,
    "test_ways_are_positions": 4,
    "test_tracks_of_rules_lie_within_words": 3,
    "test_tracks_are_the_machine": 4,
    "test_machines_made_again_are_alike": 4,
    "test_random_rules": 3,
    "test_things_on_boards": 4,
    "test_things_on_families": 8,
    "test_single_boards_agree_with_listed_orbits": 8,
    "test_laws_agree_with_listed_orbits": 8,
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
    "test_weighted_series_are_those_of_the_automaton": 6,
    "test_complete_graphs_by_the_general_engine": 2,
    "test_full_positions_are_those_of_listing": 2,
    "test_boards_with_holes": 2,
    "test_forecast_and_run": 4,
    "test_payoffs_by_a_third_way": 2,
    "test_sets_of_vertices_where_slices_share_some": 6,
    "test_laws_of_what_hangs_together_are_what_listing_gives": 5,
    "test_left_ends_are_right_ends_turned": 2,
    "test_short_blocks": 4,
    "test_any_value_at_any_key_is_judged": 3,
    "test_hostile_files": 2,
    "test_an_expression_means_what_python_says": 2,
    "test_strips_with_states_of_two_words": 2,
    "test_cells_and_edges_in_the_square": 4,
    "test_wide_strips": 3,
    "test_the_same_question_has_the_same_bytes": 8,
    "test_weights_agree_at_one": 2,
    "test_polyominoes_that_touch_all_sides": 2,
    "test_built_in": 2,
    "test_monominoes": 2,
    "test_tilings_by_squares_are_those_in_print": 2,
    "test_runs_go_on_to_the_same_answer": 2,
    "test_generating_functions": 8,
    "test_nothing_false_is_said": 4,
    "test_small_rectangles": 4,
    "test_pieces_that_reach_far": 2,
    "test_windows_that_reach_far": 2,
    "test_a_fibonacci_machine_named_domineering_on_a_wider_board_is_refuted": 2,
    "test_numbers_in_print": 2,
    "test_a_wrong_result_in_the_store_never_comes_out": 3,
    "test_certificates_are_proved_from_the_rule": 3,
    "test_terms_refute_what_the_game_refutes_and_nothing_else": 2,
    "test_the_checker_reads_conditions_by_itself": 8,
    "test_sums_and_termwise_products": 4,
    "test_operations_on_one": 4,
    "test_random_statements": 6,
    "test_what_is_added_to_a_true_statement_counts": 6,
    "test_cliques": 4,
    "test_typical_certificates_are_proved_from_the_rule": 9,
    "test_families_are_made_of_boards": 6,
    "test_laws_are_what_single_boards_have": 6,
    "test_printed": 3,
    "test_damaged_json_is_refused_in_one_line": 3,
    "test_states_stepped_one_by_one_and_all_at_once": 3,
    "test_products_of_series": 4,
    "test_domination_numbers_of_grids": 4,
    "test_every_name_is_a_rule_with_a_law": 3,
    "test_closed_streams": 3,
    "test_content_of_another_form_is_computed_again": 3,
    "test_orders": 2,
    "test_terms_are_those_of_the_definition": 2,
    "test_random_entries": 2,
    "test_all_images_are_counted_once": 3,
    "test_rules_of_all_kinds_against_lists": 2,
    "test_copies_are_the_value": 4,
    "test_winners_of_families": 3,
    "test_cis_colours_the_pieces_of_node_kayles": 4,
    "test_so_many_ways_into_one_state_that_their_sum_is_longer_than_a_word": 2,
    "test_work_that_grows_is_ended": 2,
    "test_every_notation": 8,
    "test_rings_that_turn_by_parts_of_slices": 2,
    "test_pointing_cells_are_permanents": 4,
    "test_what_is_derived_is_proved": 4,
    "test_random_boards_are_their_definition": 3,
    "test_laws_of_rings_are_what_single_boards_have": 4,
    "test_what_is_counted_up_to_a_number_holds_on_long_boards": 4,
    "test_laws_are_what_is_listed": 2,
    "test_the_law_says_what_each_large_board_says": 3,
    "test_heavy_files": 3,
    "test_the_machine_is_asked_for_by_its_own_name": 3,
    "test_distance_one_is_touching": 2,
    "test_one_wrong_term_is_said_once": 4,
    "test_machine_and_listing_agree_with_brute_force": 3,
    "test_cycles": 3,
    "test_paths": 3,
    "test_only_the_folder_is_served": 2,
    "test_interlacing_undoes_subsequences": 2,
    "test_everywhere": 2,
    "test_no_law": 2,
    "test_non_attacking_pieces_are_those_in_print": 3,
    "test_every_language_says_what_the_tree_says": 3,
    "test_sums_of_few_heaps": 3,
    "test_families_with_their_variables": 3,
    "test_a_run_goes_on_where_it_was_stopped": 2,
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
    "test_a_strict_type_checker_accepts_its_python",
    "test_no_module_needs_itself_by_way_of_others",
    "test_random_codes",
    "test_kill_loses_nothing_that_was_reported",
    "test_one_slow_or_deadly_name_never_stops_the_run",
    "test_the_rule_checker_stands_alone",
    "test_answers_are_the_same_without_numpy",
    "test_the_table_has_its_columns",
    "test_laws_of_rings_are_those_of_single_boards",
    "test_a_batch_that_ends_its_workers",
    "test_clusters_that_lose_somebody",
    "test_words_are_read_at_the_edge_alone",
    "test_most_of_what_is_said_of_games_is_proved",
    "test_kings_have_a_larger_order_with_weights",
}
"""Functions, and single cases, that take longest where others ask the same in less time: they are slow."""
_MANY, _EVERY = 12, 6
"""Of functions that are not named here, with more cases than so many, one in six is quick."""


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
