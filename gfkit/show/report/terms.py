"""The first terms: as a table, and in one line to be copied."""

from __future__ import annotations

from itertools import pairwise

from gfkit.sequences.number import whole_text
from gfkit.show.report.markup import Section, fold, listing, table, whole
from gfkit.show.report.subject import Subject
from gfkit.show.words import kind_words


def terms_section(subject: Subject) -> Section | None:
    """The table of n, a(n) and its difference from the term before."""
    numbers = subject.numbers
    if not numbers:
        return None
    first = subject.family.first_n
    steps = ["", *(whole(after - before) for before, after in pairwise(numbers))]
    rows = [
        (str(n), whole(value), step)
        for (n, value), step in zip(enumerate(numbers, first), steps, strict=True)
    ]
    head = ("n", "a(n)", "a(n) − a(n−1)")
    said = f"The numbers of {kind_words(subject.rule)}." if subject.weighted else "The first terms."
    plain = ", ".join(map(whole_text, numbers))
    return Section(
        "terms", "Terms", table(head, rows, said) + fold("the terms in one line", listing(plain, "terms"))
    )
