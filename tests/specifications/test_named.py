"""The named classes are counted by their equations as by their definitions."""

import pytest
from specifications.enumeration import DEFINITIONS

from gfkit.specifications import classes_counted, is_specification, law_named, named_classes


@pytest.mark.parametrize("name", named_classes())
def test_equations_count_what_the_definition_says(name: str) -> None:
    number, last = DEFINITIONS[name]
    assert law_named(name).terms(last + 1) == [number(n) for n in range(last + 1)]


def test_each_class_has_a_definition_and_an_entry() -> None:
    assert DEFINITIONS.keys() == named_classes().keys()
    assert all(one.about and one.size and one.entry for one in named_classes().values())


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Dyck paths", "dyck-paths"),
        ("number of Dyck paths of semilength n", "dyck-paths"),
        ("the Motzkin path", "motzkin-paths"),
        ("large Schröder paths", "schroeder-paths"),
        ("plane trees with n edges", "plane-trees"),
        ("RNA secondary structures", "rna-structures"),
    ],
)
def test_names_in_words(text: str, name: str) -> None:
    assert law_named(text).name == name


@pytest.mark.parametrize(
    "text",
    ["Dyck paths of length n", "plane trees with n leaves", "domino-tilings", "3xn", "a(n) = a(n-1)",
     "F(n) = 2", "binary words with x=3", "permutations with |p(i)-i| <= 2", "x == 3", ""],
)  # fmt: skip
def test_other_texts_are_no_specifications(text: str) -> None:
    assert not is_specification(text)


def test_terms_of_a_class_are_recognised_from_any_early_n() -> None:
    found = {one.name: n for one, n in classes_counted([1, 2, 5, 14, 42, 132])}
    assert found["dyck-paths"] == 1
    assert found["parallelogram-polyominoes"] == 2
    assert not classes_counted([1, 2, 5, 14, 42, 133])
