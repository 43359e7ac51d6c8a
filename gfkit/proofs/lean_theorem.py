"""Lean file with the theorem of a certificate: the recurrence for every n, and the first terms.

The file states the rule as a function of 2 x 2 blocks, in the terms of ``lean/Meaning.lean``. The number of
arrays is the length of a list, so the theorem assumes no automaton and no formula. ``lean/Check.lean`` is the
computation by which Lean's kernel proves it, and ``lean/Proof.lean`` proves that the computation is correct.
"""

from __future__ import annotations

import hashlib
import re
from ast import literal_eval
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import compress, islice, product
from operator import mul
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from gfkit.core.algebra.residue import recurrence as shortest_recurrence
from gfkit.core.deferred import regex
from gfkit.core.errors import InputError
from gfkit.proofs.checker.fractions import FRACTIONS
from gfkit.proofs.lean_rules import no_lean_file, rule_of_blocks

LIBRARY = ("Meaning", "Check", "Proof")
"""Files of the library, each of which uses the earlier ones."""
FRONTS = {False: "Prelude", True: "Ordinary"}
"""File that comes before the library: the second one for a Lean that has its own library Init."""
MEMORY = 1_000_000_000
"""Maximum number of bytes of the numbers that the kernel computes; Lean needs up to 4.5 times as much."""
WORK = 100_000_000
"""Maximum number of additions for the numbers of arrays, about half a minute."""
MULTIPLIER = 40
"""Maximum degree of the polynomial by which a recurrence is multiplied to hold for every first column."""
_PRIME = 2**61 - 1
Block = tuple[int, int, int, int]


class LeanStatement(NamedTuple):
    """Data of a theorem: everything in the file that is not the same in every file."""

    name: str
    rule: str
    symbols: int
    rows: int
    bits: tuple[int, int]
    """Bits of the fields of large numbers, and of the numbers of arrays in them."""
    pairs: list[tuple[int, int]]
    """Coefficients of a(n), a(n+1), ... on the two sides of the recurrence."""
    terms: list[int]
    multiplier: list[tuple[int, int]]
    """Recurrence whose product with ``pairs`` holds for every first column; empty if ``pairs`` does."""


def lean_library(name: str) -> str:
    """Return the text of one file of the library."""
    return (Path(__file__).parent / "lean" / f"{name}.lean").read_text("utf-8")


def library_text() -> str:
    """Return the library in one text."""
    return "".join(map(lean_library, LIBRARY))


# Rules ------------------------------------------------------------------------------------------------------

_WORD = r"(?:and|or|not|iff|pick|Nat\.beq|\.true|\.false|[abcd]|[0-9]+)(?![\w.])"
_RULE = rf"fun [a_] [b_] [c_] [d_] => (?:{_WORD}|[() ])+"
"""Pattern of a rule. Lean rejects the terms with these words that are not functions of a block."""
_OPERATIONS: dict[str, Callable[..., Any]] = {
    "and": lambda a, b: a and b,
    "or": lambda a, b: a or b,
    "not": lambda a: not a,
    "iff": lambda a, b: a == b,
    "pick": lambda a, b, c: b if a else c,
    "Nat.beq": lambda a, b: a == b,
}
"""Functions in which rules are written, with their definitions in ``Meaning.lean``."""


def block_function(text: str) -> Callable[[Block], bool]:
    """Return the Boolean function of a block (a, b, c, d) that a rule defines.

    >>> rule = block_function("fun _ b c d => not (or (Nat.beq b d) (Nat.beq c d))")
    >>> rule((0, 1, 1, 2)), rule((0, 1, 2, 2))
    (True, False)
    """
    listed = re.sub(_WORD, lambda word: f"{word[0]!r},", f"({text.partition(' => ')[2]})")
    (term,) = literal_eval(listed.replace(")", "),"))

    def value(term: Any, names: Mapping[str, Any]) -> Any:
        if isinstance(term, str):
            return names[term] if term in names else int(term)
        word, *given = term
        return _OPERATIONS[word](*(value(part, names) for part in given)) if given else value(word, names)

    constants = {".true": True, ".false": False}
    return lambda block: bool(value(term, {**constants, **dict(zip("abcd", block, strict=True))}))


# Numbers of arrays ------------------------------------------------------------------------------------------


def column_counts(ok: Callable[[Block], bool], k: int, rows: int) -> Iterator[tuple[int, list[int]]]:
    """Yield for n = 0, 1, ... the number of arrays with n columns, and the number of ways to append n columns
    to each of the k^rows columns.

    The position of a column in the list has its symbols as digits in base k, the first row first.
    """
    every = range(k + 1)
    allowed = {block: ok(block) for block in product(every, every, every, every)}

    def append(p: int, left: dict[int, list[int]]) -> list[int]:
        """Return the numbers for the columns below p, given those by the symbol to the left of p."""
        size = max(map(len, left.values()))
        if size == 1:
            return [sum(numbers[0] for u, numbers in left.items() if allowed[p, u, k, k])]
        size, found = size // k, list[int]()
        for x in range(k):
            by_symbol = {}
            for y in range(k):
                parts = [
                    numbers[y * size : y * size + size] for u, numbers in left.items() if allowed[p, u, x, y]
                ]
                by_symbol[y] = [*map(sum, zip(*parts, strict=True))] or [0] * size
            found += append(x, by_symbol)
        return found

    columns = [*product(range(k), repeat=rows)]
    number, counts = (
        int(allowed[k, k, k, k]),
        [
            int(all(allowed[p, k, x, k] for p, x in zip((k, *column), (*column, k), strict=True)))
            for column in columns
        ],
    )
    starts = [
        all(allowed[k, q, k, y] for q, y in zip((k, *column), (*column, k), strict=True))
        for column in columns
    ]
    while True:
        yield number, counts
        number, counts = sum(compress(counts, starts)), append(k, {k: counts})


# The file ---------------------------------------------------------------------------------------------------


def _numbers(terms: list[list[Any]]) -> list[int]:
    """Return the coefficients of a polynomial in t in a certificate."""
    found = [0] * (1 + max((n for n, *_ in terms), default=0))
    for n, _, _, c in terms:
        found[n] += int(c, 16) if isinstance(c, str) else c
    return found


def _signed(coefficients: Iterable[int]) -> list[tuple[int, int]]:
    return [(max(c, 0), max(-c, 0)) for c in coefficients]


def _multiplier(columns: list[list[int]], recurrence: Sequence[int]) -> list[int] | None:
    """Return the coefficients of the shortest monic recurrence that the errors of a recurrence satisfy.

    Each list contains the numbers for one n. Return None if no recurrence with these data is certain.
    """
    order, drawn = len(recurrence), Random(0)
    errors = [
        [sum(map(mul, recurrence, values)) for values in zip(*columns[n : n + order], strict=True)]
        for n in range(len(columns) - order + 1)
    ]
    if not any(map(any, errors)):
        return [1]
    weights = [drawn.randrange(_PRIME) for _ in errors[0]]
    found = shortest_recurrence([sum(map(mul, weights, row)) % _PRIME for row in errors], _PRIME)[::-1]
    lifted = [c if 2 * c < _PRIME else c - _PRIME for c in found]
    holds = all(sum(map(mul, lifted, values)) == 0 for values in zip(*errors[: len(found)], strict=True))
    return lifted if holds and 2 * len(found) <= len(errors) else None


def lean_statement(certificate: dict[str, Any]) -> tuple[LeanStatement, str]:
    """Return the data of the theorem of a certificate, and a remark on its symbols.

    Raise MismatchError if the library does not cover the rule, or if the check would need too much memory.
    """
    if certificate.get("format") != FRACTIONS or certificate.get("version") != 6:
        raise no_lean_file("the library supports only generating functions of strips")
    rule, first = rule_of_blocks(certificate), certificate["first_n"]
    above, below = _numbers(certificate["numerator"]), _numbers(certificate["denominator"])
    order, recurrence = len(below) - 1, below[::-1]
    start = max(len(above) - order, first, 0)
    cells = rule.rows * (rule.symbols**3 + rule.symbols) * rule.symbols**rule.rows  # of one column
    if (start + order + 2) * cells > WORK:
        raise no_lean_file(f"{rule.symbols}^{rule.rows} columns are too many for the check")
    found = column_counts(block_function(rule.text), rule.symbols, rule.rows)
    sequence = [*islice(found, start + order + 2)]
    numbers = [0 if n < first else number for n, (number, _) in enumerate(sequence)]
    products = [sum(map(mul, below, numbers[n::-1])) for n in range(len(numbers))]
    if products != [*above, *[0] * len(products)][: len(products)]:
        raise no_lean_file("the symbols of the rule do not correspond to its arrays")
    factor = _multiplier([counts for _, counts in sequence[start : start + order + 1]], recurrence)
    if factor != [1]:
        sequence += islice(found, min(2 * MULTIPLIER + 2, WORK // cells))
        factor = _multiplier([counts for _, counts in sequence[start:]], recurrence)
    if factor is None:
        raise no_lean_file("the recurrence does not hold for every first column")
    pairs = [(0, 0)] * start + _signed(recurrence)
    multiplier = _signed(factor) if len(factor) > 1 else []
    length = len(pairs) + len(factor) - 1
    bound = max(max(counts, default=0) for _, counts in sequence[: length + 1]).bit_length() or 1
    most = sum(map(sum, pairs)) * sum(map(sum, multiplier or [(1, 0)]))
    bits = ((2**bound - 1) * max(rule.symbols**rule.rows, most) + 1).bit_length()
    if length * cells * bits // 8 > MEMORY:
        raise no_lean_file("the check would need more than 4 GB of memory")
    name = re.sub(r"\W+", "_", f"{certificate['game']} {certificate['board']}").strip("_")
    name = name if name[:1].isalpha() else f"theorem_{name}"
    terms = [number for number, _ in sequence[:length]]
    data = LeanStatement(name, rule.text, rule.symbols, rule.rows, (bits, bound), pairs, terms, multiplier)
    return data, rule.remark


def _cells(items: Sequence[object]) -> str:
    return "".join(f"(.cons {item} " for item in items) + ".nil" + ")" * len(items)


def _side(coefficients: Sequence[int]) -> str:
    """Return one side of the recurrence, as the function ``plain`` of the library computes it."""
    text = ""
    for i, c in reversed([*enumerate(coefficients)]):
        value = "a n" if i == 0 else f"a (Nat.add n {i})"
        term = value if c == 1 else f"Nat.mul {c} ({value})"
        text = text if c == 0 else f"Nat.add ({term}) ({text})" if text else term
    return text or "0"


def _remark(text: object) -> str:
    return re.sub(r"-/|/-|[^ -~]", " ", str(text))


_OPTIONS = "".join(
    f"set_option {name}\n"
    for name in ("maxRecDepth 1000000", "maxHeartbeats 0", "exponentiation.threshold 1000000000")
)


def lean_theorem_text(statement: LeanStatement) -> str:
    """Return the definitions and theorems of a file, without the comment at its top and the library."""
    name, rule, k, rows, (bits, bound), pairs, terms, multiplier = statement
    data = f"rule {k} {rows} {bits} {bound}"
    sides = [_side([pair[side] for pair in pairs]) for side in (0, 1)]
    factor, checked, whole = "", "pairs", f"in_plain_terms {data} pairs terms checked n"
    if multiplier:
        first, second, *rest = (f"⟨{p}, {q}⟩" for p, q in multiplier)
        factor = f"""def multiplier : List (Prod Nat Nat) := {_pairs(multiplier)}
theorem beginning : Eq (and (monic multiplier) (begins pairs multiplier terms)) .true := Eq.refl _
"""
        checked = "(times multiplier pairs)"
        whole = (
            f"divided_in_plain_terms {data} {first} {second} {_cells(rest)} pairs terms checked beginning n"
        )
    return f"""noncomputable section
namespace Gfkit.{name}
{_OPTIONS}/-- the blocks of two rows and two columns that are allowed -/
def rule : Rule := {rule}
/-- the number of arrays with {rows} rows and n columns in which the rule allows every block -/
def a (n : Nat) : Nat := count rule {k} {rows} n
def pairs : List (Prod Nat Nat) := {_pairs(pairs)}
def terms : List Nat := {_cells(terms)}
{factor}theorem checked : Eq (check {data} {checked} terms) .true := Eq.refl _
/-- the recurrence for every n -/
theorem for_every_n (n : Nat) : Eq ({sides[0]})
    ({sides[1]}) :=
  {whole}
/-- the first {len(terms)} terms -/
theorem first_terms : Eq (fill {len(terms)} a) terms := initial {data} {checked} terms checked
{_closed_form(pairs, terms)}end Gfkit.{name}
end
"""


def _closed_form(pairs: Sequence[tuple[int, int]], terms: Sequence[int]) -> str:
    """Return the theorem that the terms are Fibonacci numbers F(c), F(c+1), ...; empty if they are not."""
    index = _FIBONACCI.find(f",{terms[0]},{terms[1]}," if pairs == [(0, 1), (0, 1), (1, 0)] else " ")
    if index < 0:
        return ""
    c, (x, y, *rest) = _FIBONACCI[:index].count(","), terms
    return f"""/-- the terms as Fibonacci numbers -/
theorem closed_form (n : Nat) : Eq (a n) (F (Nat.add {c} n)) :=
  (fibonacci a {c} {x} {y} {_cells(rest)} for_every_n first_terms rfl rfl n).left
"""


_FIBONACCI = ",0,1,1,2,3,5,8,13,21,34,55,89,144,233,377,610,987,"


def _pairs(pairs: Iterable[tuple[int, int]]) -> str:
    return _cells([f"⟨{p}, {q}⟩" for p, q in pairs])


def lean_file(certificate: object, alone: bool = False) -> str:
    """Return the text of a Lean file with the theorem of a certificate.

    With ``alone`` the file contains the library; otherwise it is imported as ``Gfkit``. Raise MismatchError
    if the library does not cover the certificate.
    """
    statement, remark = lean_statement(certificate if isinstance(certificate, dict) else {})
    assert isinstance(certificate, dict), "it was read"
    about = _remark(f"{certificate['game']} on {certificate['board']}. {remark}")
    return f"/- {about}\n   {_HOW} -/\n{_join(alone)}{lean_theorem_text(statement)}"


_HOW = "To check it: gfkit certify FILE.lean --kernel"
_IMPORT = "import Gfkit\n"


def _join(alone: bool) -> str:
    return library_text() + "/- Here the library of gfkit ends. -/\n" if alone else _IMPORT


_STATED = regex(
    r"noncomputable section\nnamespace Gfkit\.(\w+)\n(?:set_option .*\n)+/--.*\n"
    rf"def rule : Rule := ({_RULE})\n/--.*\n"
    r"def a \(n : Nat\) : Nat := count rule (\d+) (\d+) n\ndef pairs .* := (.*)\ndef terms .* := (.*)\n"
    r"(?:def multiplier .* := (.*)\ntheorem beginning .*\n)?"
    r"theorem checked : Eq \(check rule \d+ \d+ (\d+) (\d+) "
)


def lean_statement_in(text: str) -> tuple[LeanStatement, str]:
    """Return the data of the theorem in a file, and the origin of its library.

    Raise InputError if the file is not the one that gfkit writes for these data, or contains another library.
    """
    head, _, body = text.partition(" -/\n")
    if not head.startswith("/- ") or "-/" in head or "/-" in head[2:]:
        raise InputError("does not start with the comment of a file written by gfkit")
    alone = not body.startswith(_IMPORT)
    library = _join(alone)
    if not body.startswith(library):
        raise InputError(
            "the library in the file differs from the library of this gfkit; save the file again"
        )
    stated = _STATED.match(body, len(library))
    if stated is not None:
        name, rule, k, rows, pairs, terms, factor, bits, bound = stated.groups()
        both, multiplier = (
            [(int(p), int(q)) for p, q in re.findall(r"⟨(\d+), (\d+)⟩", part or "")]
            for part in (pairs, factor)
        )
        listed, sizes = [int(term) for term in re.findall(r"\d+", terms)], (int(bits), int(bound))
        statement = LeanStatement(name, rule, int(k), int(rows), sizes, both, listed, multiplier)
        if body == library + lean_theorem_text(statement):
            origin = "the library is imported"
            if alone:
                digest = hashlib.sha256(library_text().encode()).hexdigest()
                origin = f"the library in the file is the library of this gfkit, SHA-256 {digest}"
            return statement, origin
    raise InputError("the file contains lines that gfkit does not write")
