"""Rules by their allowed blocks, compared with arrays that are listed from the blocks alone.

The lists are written here, and count arrays by the definition of a rule of blocks.
"""

from __future__ import annotations

from itertools import product

import pytest
from choice import drawn, some_of, then_slow

import gfkit
from gfkit import count
from gfkit.core.errors import MismatchError
from gfkit.core.oracle import brute_force
from gfkit.core.rules import Rule
from gfkit.core.rules.rule import read_rule
from gfkit.proofs import certify_file, save_derived

SHAPES = then_slow([(2, 2, 3), (2, 3, 2), (2, 1, 3), (3, 2, 2)], 1.5, (2, 3, 3))


@pytest.mark.parametrize(("values", "rows", "columns"), SHAPES)
def test_allowed_blocks(values, rows, columns, tmp_path):
    """Every window of an array is a block of the list."""
    random = drawn(f"blocks {values} {rows} {columns}")
    whole = list(product(map(str, range(values)), repeat=rows * columns))
    m, n = (3, 4) if values == 2 else (3, 3)
    for share in some_of((0.3, 0.95, 0.6), 2):
        allowed = {block for block in whole if random.random() < share} or {whole[0]}
        cut = [["".join(block[i * columns :][:columns]) for i in range(rows)] for block in sorted(allowed)]
        rule = Rule.array(colours=values, blocks=["/".join(lines) for lines in cut])
        places = [
            [(row + i) * n + column + j for i, j in product(range(rows), range(columns))]
            for row, column in product(range(m - rows + 1), range(n - columns + 1))
        ]
        number = sum(
            all(tuple(array[cell] for cell in place) in allowed for place in places)
            for array in product(map(str, range(values)), repeat=m * n)
        )
        assert count(rule, f"{m}x{n}") == brute_force(rule, f"{m}x{n}") == number
    if values == 2:
        save_derived(gfkit.derive(rule, f"{rows}xn"), tmp_path / "law.json")
        assert certify_file(tmp_path / "law.json").proved


def test_blocks_with_letters_and_any_value():
    """Six 2 x 2 blocks have equal rows or equal columns; in a row of blocks 0? only the last cell is free."""
    text = 'name = "G"\n[cells]\ncolours = 2\n[rules]\nblocks = {}\n'
    rule = read_rule("r.toml", text.format('["aa/aa", "ab/ab", "aa/bb"]'))
    assert count(rule, "2x2") == 6
    assert count(read_rule("r.toml", text.format('["0?"]')), "1x5") == 2
    with pytest.raises(MismatchError, match="lists its allowed blocks"):
        gfkit.derive_in_values(rule, "2x2", "0..n")
