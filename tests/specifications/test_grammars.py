"""Context-free grammars, their ambiguity, and signs that may not be letters. The words of drawn grammars
come from all leftmost derivations, and other numbers from their classes
(Catalan, Motzkin, Fibonacci).
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from gfkit.core.errors import InputError
from gfkit.specifications import law_named
from gfkit.specifications.grammar import ContextFree

LONGEST = 7


def derivations(rules: dict[str, list[str]], start: str) -> Counter[str] | None:
    """Return the number of leftmost derivations of each short word, or None if there are too many."""
    found, waiting, seen = Counter[str](), [start], 0
    while waiting:
        seen += 1
        form = waiting.pop()
        letters = sum(not sign.isupper() for sign in form)
        if seen > 30_000 or len(form) > 4 * LONGEST:
            return None
        if letters > LONGEST:
            continue
        at = next((k for k, sign in enumerate(form) if sign.isupper()), None)
        if at is None:
            found[form] += 1
        else:
            waiting += [form[:at] + body + form[at + 1 :] for body in rules[form[at]]]
    return found


def drawn(random_: random.Random) -> dict[str, list[str]]:
    names = "SAB"[: random_.randint(1, 3)]
    signs = names + random_.choice(["ab", "01", "()", "ab."])
    return {
        name: [
            "".join(random_.choices(signs, k=random_.choice([0, 1, 1, 2, 2, 3])))
            for _ in range(random_.randint(1, 3))
        ]
        for name in names
    }


def written(rules: dict[str, list[str]]) -> str:
    lines = []
    for name, bodies in rules.items():
        words = [" ".join(sign if sign.isupper() else repr(sign) for sign in body) for body in bodies]
        lines.append(f"{name} -> {' | '.join(word or 'eps' for word in words)}")
    return "; ".join(lines)


@pytest.mark.parametrize("seed", range(20))
def test_grammars_count_words_or_are_refused(seed: int) -> None:
    random_, judged, reasons = random.Random(seed), 0, set[str]()
    for _ in range(40):
        rules = drawn(random_)
        known = derivations(rules, "S")
        if known is None or sum(known.values()) > 500:
            continue
        judged += 1
        text = written(rules)
        assert ContextFree.read(text).words(LONGEST) == {*known}, text
        counts = Counter(len(word) for word in known.elements())
        if max(known.values(), default=1) > 1:
            with pytest.raises(InputError):
                law_named(text)
            continue
        try:
            law = law_named(text)
        except InputError as error:  # a symbol that derives itself, or longer words
            reasons.add(str(error).rpartition(": ")[2][:9])
            continue
        assert law.terms(LONGEST + 1) == [counts[n] for n in range(LONGEST + 1)], text
    assert judged


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("S -> 0 S 1 | epsilon", [1, 0, 1, 0, 1]),
        ("S -> 0 | 1 | 0 0 | 1 1", [0, 2, 2, 0, 0]),
        ("W -> 0 W | 1 0 W | epsilon", [1, 1, 2, 3, 5]),
        ("S -> 1 | a S", [1, 1, 1, 1, 1]),
        ("S -> ( S ) | .", [0, 1, 0, 1, 0]),
        ("S -> a S b | eps.", [1, 0, 1, 0, 1]),
        ("S -> a S b | eps  # balanced words", [1, 0, 1, 0, 1]),
        (r"S \to a S b \mid \varepsilon", [1, 0, 1, 0, 1]),
        ("C(x) = 1 + x C^2(x)", [1, 1, 2, 5, 14]),
        (r"M = 1 + zM + z^2\mathcal{M}^{2}(z)", [1, 1, 2, 4, 9]),
        ("T(z) = z + G(z)^2; G(z) = z T^2(z)", [0, 1, 0, 0, 0, 0, 1]),
    ],
)
def test_notation_of_papers(text: str, terms: list[int]) -> None:
    assert law_named(text).terms(len(terms)) == terms


@pytest.mark.parametrize(
    "text",
    ["S -> a S* b", "S -> a S+ b | c", "S -> (ab)* c", "S -> a (S | b) c", "S -> a, S", "S -> a S | ∅",
     "S -> aSb.", "A = 1 + t*A^2(x)", "S -> a | a", "S -> a S | S a | eps"],
)  # fmt: skip
def test_signs_that_may_be_misread_are_refused(text: str) -> None:
    with pytest.raises(InputError):
        law_named(text)


def test_the_size_is_the_argument_t_or_z() -> None:
    for text in ("F(u,z) = 1 + z*F(u,z)^2*u", "F(z,u) = 1 + z*F(z,u)^2*u"):
        assert law_named(text, at="u=1").terms(4) == [1, 1, 2, 5]
