"""Defends the numbers of positions by winner and by nimber, their hypotheses, and their certificates.

The numbers come from play by definition over all positions, written here. Node Kayles on 2 x n has nimbers
n mod 2 and 1, 2, 3, 6, 15, 36, 85, 204, 493 P-positions by a theorem with a proof in four lines.
"""

import copy
import functools
import itertools
import json
import math
import re
from collections import Counter
from fractions import Fraction

import pytest
from choice import some_of, then_slow
from cli.calling import call
from tables import lines

import gfkit
from gfkit.core.errors import InputError
from gfkit.play.count_positions import count_by
from gfkit.play.impartial.nim import nim
from gfkit.play.positions_by_outcome import positions_by
from gfkit.proofs import plain_family
from gfkit.proofs.checker import program, reading

DOMINO, CELL = [(0, 0), (0, 1)], [(0, 0)]
SQUARE, BAR = [(0, 0), (0, 1), (1, 0), (1, 1)], [(0, 0), (1, 0)]
TALL = [(0, 0), (1, 0), (2, 0)]
BENT, TRIPLE = [(0, 0), (1, 0), (0, 1)], [(0, 0), (0, 1), (0, 2)]


def mex(values):
    return next(n for n in range(len(values) + 1) if n not in values)


def by_play(rows, columns, pieces, may_touch=True, ring=False):
    """Count the positions of each Grundy value by the rules; on a cycle, row 0 follows the last row."""
    cells = {(r, c) for r in range(rows) for c in range(columns)}
    turn = rows if ring else 100
    placed = {
        (frozenset(((r + a) % turn, c + b) for a, b in piece), piece)
        for piece in map(tuple, pieces)
        for r, c in cells
    }
    moves = list({move for move, piece in placed if move <= cells and len(move) == len(piece)})

    def near(one, other):
        steps = [(min((a - c) % turn, (c - a) % turn), abs(b - d)) for a, b in one for c, d in other]
        return any(a + b <= (not may_touch) for a, b in steps)

    return played([sum(1 << at for at, other in enumerate(moves) if near(move, other)) for move in moves])


def nimbers_of(clash):
    """Return the Grundy value by the remaining moves; bit j of clash[i] is set if moves i and j conflict."""

    @functools.cache
    def nimber(left):
        return mex({nimber(left & ~gone) for at, gone in enumerate(clash) if left >> at & 1})

    return nimber


def played(clash):
    nimber = nimbers_of(clash)
    counts, waiting = Counter(), [(0, (1 << len(clash)) - 1)]
    while waiting:
        at, left = waiting.pop()
        if at == len(clash):
            counts[nimber(left)] += 1
            continue
        waiting.append((at + 1, left))
        if left >> at & 1:
            waiting.append((at + 1, left & ~clash[at]))
    return counts


def game(pieces, may_touch):
    """Return the rule of a game in which both players place these pieces."""
    drawn = []
    for piece in pieces:
        height, width = (1 + max(side) for side in zip(*piece, strict=True))
        drawn.append("/".join("".join(".X"[(r, c) in piece] for c in range(width)) for r in range(height)))
    rule = {"name": "R", "both": {"pieces": drawn}}
    return gfkit.Rule.of(rule | ({} if may_touch else {"rules": {"forbid_adjacent": ["LL"]}}))


@pytest.mark.parametrize(("rows", "pieces", "may_touch", "last"), some_of([
    (1, [CELL, DOMINO], True, 7), (1, [CELL, DOMINO], False, 8), (2, [BENT], True, 7),
    (1, [DOMINO], True, 10), (1, [CELL], False, 10), (1, [DOMINO, TRIPLE], True, 9),
    (2, [BAR, SQUARE], False, 8),
], 2, 2), ids=str)  # fmt: skip
def test_strips_agree_with_play(rows, pieces, may_touch, last):
    law = positions_by(game(pieces, may_touch), f"{rows}xn", by="nimber")
    counts = [by_play(rows, n, pieces, may_touch) for n in range(last)]
    for nimber in range(len(law.fractions)):
        assert law.with_nimber(nimber).terms(last) == [count[nimber] for count in counts]


@pytest.mark.parametrize(("columns", "pieces", "may_touch", "last"), some_of([
    (1, [CELL, BAR], True, 8), (2, [BENT], True, 7), (3, [DOMINO], False, 7), (1, [BAR], True, 11),
    (1, [CELL], False, 11), (1, [CELL, BAR], False, 9), (1, [BAR, TALL], True, 10),
    (2, [BENT, SQUARE], True, 6), (3, [TRIPLE, SQUARE], True, 6),
], 1), ids=str)  # fmt: skip
def test_cyclic_families_agree_with_play(columns, pieces, may_touch, last):
    law = positions_by(game(pieces, may_touch), f"cylinder:nx{columns}", by="nimber")
    counts = [by_play(n, columns, pieces, may_touch, ring=True) for n in range(3, last)]
    assert law.first_n == 3
    for nimber in range(len(law.fractions)):
        assert law.with_nimber(nimber).terms(last - 3) == [count[nimber] for count in counts]
    assert program.check_certificate(json.loads(json.dumps(law.certificate()))).proved


def conflicts(edges, of_edges=False):
    """Return the conflicts of the moves of Node Kayles, or of Arc Kayles, on a graph."""
    near = {v: {v}.union(*(edge for edge in edges if v in edge)) for edge in edges for v in edge}
    moves = [set(edge) for edge in edges] if of_edges else [{v} for v in near]
    lost = moves if of_edges else [near[v] for (v,) in moves]
    return [sum(1 << at for at, move in enumerate(moves) if move & gone) for gone in lost]


def rails(n, *links, ring=False):
    """Return edges from vertices (j, a) to (j + d, b) of n slices."""
    steps = [(j, a, j + far, b) for a, b, far in links for j in range(n)]
    return [((j, a), (k % n, b)) for j, a, k, b in steps if k < n or ring]


COMB, KINGS = ((0, 1, 0), (0, 0, 1)), [(0, 1, 0), *((a, b, 1) for a in (0, 1) for b in (0, 1))]
SUNS = ((0, 1, 0), (0, 0, 1), (1, 0, 1))


@pytest.mark.parametrize(("board", "links", "ring", "last"), some_of([
    ("comb:n", COMB, False, 7),
    ("sunlet:n", COMB, True, 7),
    ("king:2xn", KINGS, False, 6),
    ("triangle-ring:n", SUNS, True, 6),
    ("slices(1;to=0-0-1,0-0-2;ring):n", ((0, 0, 1), (0, 0, 2)), True, 12),
], step=2), ids=str)  # fmt: skip
def test_slices_of_graphs_agree_with_play(board, links, ring, last):
    """Combs and sunlets: a move cuts the spine, and the remaining components are combs."""
    for name, of_edges in (("node-kayles", False), ("arc-kayles", True)):
        try:
            law = positions_by(name, board, by="nimber")
        except InputError:
            assert (name, links) not in [("node-kayles", COMB), ("arc-kayles", COMB), ("node-kayles", KINGS)]
            continue
        first = max(1, law.first_n)
        sizes = range(first, last - 2 * of_edges)
        counts = [played(conflicts(rails(n, *links, ring=ring), of_edges)) for n in sizes]
        for nimber in {nimber for count in counts for nimber in count}:
            terms = law.with_nimber(nimber).terms(last)[first - law.first_n :]
            assert terms[: len(counts)] == [count[nimber] for count in counts]
        assert program.check_certificate(json.loads(json.dumps(law.certificate(8)))).proved


def test_all_positions_agree_with_derive():
    boards = (("cram", "1xn"), ("node-kayles", "path:n"), ("arc-kayles", "path:n"), ("arc-kayles", "cycle:n"))
    for name, board in boards:
        assert positions_by(name, board).all_positions == gfkit.derive(name, board).rational


def test_known_numbers_of_second_player_wins():
    cram = gfkit.derive("cram", "1xn", by="outcome")
    assert cram.terms(16) == [1, 1, 1, 2, 2, 4, 5, 9, 13, 22, 34, 54, 89, 136, 223, 347]
    assert gfkit.derive("node-kayles", "path:n", by="outcome").terms(15) == cram.terms(16)[1:]
    # Only the trivial character has so small a pole, so Grundy values are equidistributed in the limit.
    # Values of 8 or more occur in long segments only: the share first approaches 1/8.
    assert cram.share == Fraction(1, 16)
    assert 0.125 < cram.share_at(20_000) < 0.126


def test_boards_agree_with_play():
    for rows, columns, pieces, name in ((2, 3, [DOMINO, BAR], "cram"), (3, 3, [CELL], "node-kayles")):
        counts = by_play(rows, columns, pieces, may_touch=name == "cram")
        board = f"{rows}x{columns}"
        assert count_by(name, board, by="nimber").numbers == {str(v): counts[v] for v in sorted(counts)}
        first = sum(counts.values()) - counts[0]
        assert count_by(name, board).numbers == {"first": first, "second": counts[0]}


@pytest.mark.parametrize(("name", "misere"), [("domineering", False), ("domineering", True), ("cram", True)])
def test_outcomes_agree_with_play(name, misere):
    """Sets of dominoes, with the winner by the definition of play."""
    cells = [(r, c) for r in range(3) for c in range(3)]
    dominoes = [frozenset({(r, c), (r + a, c + 1 - a)}) for r, c in cells for a in (0, 1)]
    dominoes = [domino for domino in dominoes if domino <= set(cells)]

    @functools.cache
    def wins(free, upright):
        own = [one for one in dominoes if name == "cram" or (len({c for _, c in one}) == 1) == upright]
        rests = [free - one for one in own if one <= free]
        return (misere and not rests) or any(not wins(rest, not upright) for rest in rests)

    counts = Counter()
    for size in range(5):
        for some in itertools.combinations(dominoes, size):
            if len(frozenset().union(*some)) == 2 * size:
                free = frozenset(cells).difference(*some)
                counts[wins(free, True), wins(free, False)] += 1
    names = {(True, True): "first", (True, False): "left", (False, True): "right", (False, False): "second"}
    found = count_by(name, "3x3", misere=misere).numbers
    assert found == {names[key]: number for key, number in counts.items()}


@pytest.mark.parametrize(("board", "ring"), some_of([("cycle:n", True), ("1xn", False)], 1))
def test_players_with_equal_moves_agree_with_play(board, ring):
    """Cis: each cell in two colours with the same conflicts, so that both players have equal options."""
    law = positions_by("cis", board)
    for n in range(3, 8):
        lost = conflicts(rails(n, (0, 0, 1), ring=ring))
        assert law[n] == played([mask | mask << n for mask in [*lost, *lost]])[0]
    assert program.check_certificate(json.loads(json.dumps(law.certificate()))).proved


def heap_nimbers(count, moves):
    values = []
    for n in range(count):
        values.append(mex({values[a] ^ values[n - k - a] for k in moves for a in range(n - k + 1)}))
    return values


def test_rows_of_heaps_agree_with_play():
    kayles, words = heap_nimbers(14, (1, 2)), {}
    for n in range(13):
        total = Counter()
        for mask in range(1 << n):
            runs = "".join("01"[mask >> at & 1] for at in range(n)).split("0")
            total[functools.reduce(lambda a, b: a ^ b, (kayles[len(run)] for run in runs))] += 1
        words[n] = total
    law = positions_by("octal:0.77", "1xn", by="nimber")
    for nimber in range(16):
        assert law.with_nimber(nimber).terms(13) == [words[n][nimber] for n in range(13)]

    @functools.cache
    def compositions(n, nimber):
        if n == 0:
            return int(nimber == 0)
        return sum(compositions(n - heap, nimber ^ kayles[heap]) for heap in range(1, n + 1))

    heaps = positions_by("octal:0.77", "heaps", by="nimber")
    assert heaps.with_nimber(3).terms(13) == [compositions(n, 3) for n in range(13)]
    # 0.3: a heap of n has nimber n mod 2, so a row has the nimber n mod 2; the share has no limit
    parity = positions_by("octal:0.3", "heaps")
    assert (parity.terms(7), parity.share) == ([1, 0, 2, 0, 8, 0, 32], None)
    printed = call("derive", "octal:0.3", "heaps", "--by", "outcome", "--format", "pari", code=0).out
    assert printed.strip() == str(parity.rational)


@functools.cache
def wins_misere(digits, heaps):
    options = set()
    for at, heap in enumerate(heaps):
        for rest, digit in zip(range(heap - 1, -1, -1), digits, strict=False):
            left = [()] * (digit & 1 and not rest) + [(rest,)] * (digit & 2 and rest > 0)
            left += [(a, rest - a) for a in range(1, rest)] * (digit >> 2)
            options |= {tuple(sorted(heaps[:at] + heaps[at + 1 :] + more)) for more in left}
    return not options or any(not wins_misere(digits, option) for option in options)


@pytest.mark.parametrize("code", then_slow(["0.33", "0.3", "0.0"], 1.5, "0.77", "0.23", "0.75"))
def test_rows_of_heaps_under_misere_play_agree_with_play(code):
    digits, lost = tuple(map(int, code[2:])), {"heaps": [], "1xn": []}
    for n in range(11):
        gaps = [[-1, *(at for at in range(n) if mask >> at & 1), n] for mask in range(1 << n)]
        rows = [[b - a for a, b in itertools.pairwise(some[:-1])] for some in gaps if some[-2] == n - 1]
        runs = [[b - a - 1 for a, b in itertools.pairwise(some)] for some in gaps]
        for board, listed in (("heaps", rows), ("1xn", runs)):
            wins = [wins_misere(digits, tuple(sorted(filter(None, row)))) for row in listed]
            lost[board].append(wins.count(False))
    for board, numbers in lost.items():
        law, normal = (positions_by(f"octal:{code}", board, misere=misere) for misere in (True, False))
        assert (law.terms(11), law.all_positions) == (numbers, normal.all_positions)
        assert (
            law.share == normal.share or code == "0.0"
        )  # the kernels of the others are those of normal play


def test_node_kayles_on_the_ladder():
    law = positions_by("node-kayles", "2xn")
    assert law.terms(9) == [1, 2, 3, 6, 15, 36, 85, 204, 493]
    assert law.terms(6) == [by_play(2, n, [CELL], may_touch=False)[0] for n in range(6)]
    assert abs(law.share_at(400) ** 2 - Fraction(1, 8)) < 1e-12
    assert positions_by("node-kayles", "ladder:n").rational == law.rational
    nimbers = nim("node-kayles", "nx2")
    assert (nimbers.period, nimbers.is_observed, nimbers[10**9 + 1]) == (2, False, 1)


LADDER = "slices(2;in=0-1;to=0-0-1,1-1-1;{}):n"


@pytest.mark.parametrize(
    ("ends", "law", "saltus"),
    [
        ("first=1//0-0/", "n + 1", 1),
        ("last=1//0-1/", "n + 1", 1),
        ("first=1//0-0/;last=1//0-0/", "1", 0),
        ("first=1//0-0/;last=1//0-1/", "0", 0),
    ],
)
def test_node_kayles_on_the_ladder_without_corners(ends, law, saltus, tmp_path):
    """The nimbers on 2 x n without one corner are n; without two of one row 1, of opposite rows 0."""
    nimbers = nim("node-kayles", LADDER.format(ends), to=9)
    assert (nimbers.is_observed, nimbers.saltus, nimbers[10**6]) == (False, saltus, eval(law, {"n": 10**6}))
    at_ends = {(name, int(row)) for name, row in re.findall(r"(first|last)=1//0-(.)", ends)}
    for n in (1, 2, 3):
        cells = {(row, column) for row in (0, 1) for column in range(n)}
        cells |= {(row, -1 if name == "first" else n) for name, row in at_ends}
        edges = [pair for pair in itertools.combinations(sorted(cells), 2) if math.dist(*pair) == 1]
        assert nimbers[n] == nimbers_of(conflicts(edges))((1 << len(cells)) - 1)
    path = tmp_path / "c.json"
    call("nim", "node-kayles", LADDER.format(ends), "--save", path, code=0)
    file = json.loads(path.read_text())
    assert f"{law} for all n" in program.check_certificate(file).statement
    for forged in ({"first_n": 2}, {"values": [5]}, {"shape": plain_family("3xn")}, {"claim": "ladder"}):
        with pytest.raises(reading.RefusalError):
            program.check_certificate(file | forged)


@pytest.mark.parametrize(
    ("name", "board", "reason"),
    [
        ("node-kayles", "wheel:n", "equal columns"),
        ("node-kayles", LADDER.format("first=1//0-0/"), "equal columns"),
        ("cram", "2xn", "sums of independent segments"),
        ("domineering", "2xn", "finitely many values of components, but a position on 2x1"),
        ("nogo", "1xn", "Left and Right have different moves"),
        ("cram", "cylinder:nx2", "sums of independent segments"),
        ("col", "cycle:n", "finitely many values"),
        ("cram", "4x4", "single board"),
        ("octal:0.6", "heaps", "no period"),
    ],
)
def test_errors_name_the_hypothesis(name, board, reason):
    with pytest.raises(InputError, match=reason):
        positions_by(name, board)
    with pytest.raises(InputError, match="positions"):
        gfkit.derive("cram", "1xn", positions="maximal", by="outcome")


@functools.cache
def certificates():
    asked = (("cram", "1xn"), ("octal:0.77", "1xn"), ("octal:0.77", "heaps"), ("node-kayles", "2xn"))
    asked += (("node-kayles", "cycle:n"),)
    return [json.loads(json.dumps(positions_by(*one).certificate())) for one in asked]


@pytest.mark.parametrize("at", range(5))
def test_certificates_are_proved(at):
    assert program.check_certificate(certificates()[at]).proved


def changed(at, *path):
    """Return a certificate with one number increased by 1, or with a new value at a path."""
    *path, new = path
    file = part = copy.deepcopy(certificates()[at])
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = part[path[-1]] + 1 if new is None else new
    return file


FORGED = [
    *((at, "terms", 7, None) for at in range(5)),
    *((at, "fractions", 1, 0, 3, None) for at in range(5)),
    *((at, "fractions", 1, 1, 2, None) for at in range(5)),
    *((at, "fractions", [[[1], [1]]]) for at in range(5)),
    *((at, "nimber", nimber) for at in range(5) for nimber in (1, 16)),
    *(tuple(json.loads(line)) for line in lines("forged_positions")),
]


@pytest.mark.parametrize("forged", some_of(FORGED, step=2), ids=str)
def test_forged_outcome_certificates_are_rejected(forged):
    with pytest.raises(reading.RefusalError):
        program.check_certificate(changed(*forged))


def test_statements_name_the_game_and_mention_terms_only_if_there_are_any():
    for file in some_of(certificates(), step=2):
        said = [
            program.check_certificate({**file, "terms": terms}).statement for terms in (file["terms"], [])
        ]
        assert ["listed" in one for one in said] == [True, False]
        assert all("the game in the file" in one or "Node Kayles on 2 x n" in one for one in said)
