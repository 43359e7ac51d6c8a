"""Certificates of misere quotients: what they say of random games, and every hypothesis of the theorem.

The truth is misere play of small sums of heaps; the order of a quotient is that which Plambeck
and Siegel print.
"""

from __future__ import annotations

import pytest
from certified import falsehood_of_quotient, saved_quotient
from hypothesis import given, settings
from hypothesis import strategies as st
from played import TABLES

from gfkit.verify import quotient_checker
from gfkit.verify.quotient_checker import RefusalError


@given(st.lists(st.integers(0, 15), min_size=1, max_size=3), st.sampled_from([0, 4, 8]))
@settings(max_examples=20)
def test_random_games(digits, first):
    name = f"hex:{first:x}." + "".join(f"{digit:x}" for digit in digits)
    certificate = saved_quotient(name, 5)  # to 6 some take minutes
    assert quotient_checker.check(certificate).proved
    assert falsehood_of_quotient(certificate) is None


def test_each_hypothesis_is_asked_for():
    head = {"format": "gfkit-quotient", "version": 1, "claim": "misere-quotient", "game": "mine"}
    for digits, table, losing, elements, why in TABLES["quotients_that_are_none"]:
        told = {"digits": digits, "table": table, "losing": losing, "elements": elements, "period": None}
        with pytest.raises(RefusalError, match=why):
            quotient_checker.check({**head, **told})


def test_heaps_that_are_not_a_code():
    """Nim with heaps *1 and *2 has a misere quotient of order 6; Grundy's game has no digits to repeat."""
    certificate = saved_quotient("octal:0.33", 2)
    assert len(certificate["table"]) == 6
    assert quotient_checker.check(certificate).proved
    with pytest.raises(RefusalError, match="finitely many digits"):
        quotient_checker.check({**saved_quotient("grundy", 12), "period": {"start": 1, "period": 1}})
