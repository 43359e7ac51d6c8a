"""Groups of rules with equal numbers, compared with arrays that are listed here; resumed and forged files.

The groups of 2 x 2 windows have a second source: tables of 6 x 12 boards by another program.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from contextlib import closing
from itertools import chain, permutations, product
from warnings import catch_warnings, simplefilter

import pytest
from choice import EVERY, drawn, some_of
from cli.calling import call
from engine.blocks import BINARY, listed, random_rule, table
from engine.distances import GAMES, profile, profiles

import gfkit
from gfkit.core.errors import InputError, OptionError
from gfkit.proofs.identities import steps_hold
from gfkit.questions.twins.blocks import BlockRule, Image, rule_of_code
from gfkit.questions.twins.corners import balancing_relations
from gfkit.questions.twins.graphs import connected_graphs
from gfkit.questions.twins.proofs import link_rules, prove_by_balance, prove_by_polynomials
from gfkit.questions.twins.windows import WindowFamily, board_sizes, count_blocks
from gfkit.runs.store import RunStore

NAMES = ["col", "snort", "kings", "independent-sets", "vertex-covers"]


def words(pairs, most):
    """Return the numbers of 1 x n arrays for n <= most by the allowed pairs of neighbours."""
    found, ways = [], {a: 1 for pair in pairs for a in pair}
    for _ in range(most):
        found.append(sum(ways.values()))
        ways = {b: sum(ways[a] for a in ways if (a, b) in pairs) for b in ways}
    return found


def test_counts_agree_with_listed_arrays():
    random = drawn("numbers of blocks")
    for size in (2, 3):
        rules = [random_rule(random, size) for _ in range(6)]
        sizes = [(m, n) for m, n in board_sizes(size, 12) if m < 4]
        for rule, counts in zip(rules, count_blocks(rules, sizes), strict=True):
            for (m, n), number in zip(sizes, counts, strict=True):
                assert listed(rule, m, n)[-1] == number


WINDOWS = ["windows:2x3", "windows:1x2:3", "windows:1x3", "windows:2x2", "windows:2x2:3"]


@pytest.mark.parametrize("name", some_of(WINDOWS, 2))
def test_rules_of_windows(name):
    """The blocks of a code have the arrays of its windows; listed codes are one for each class."""
    family, random = WindowFamily.read(name), drawn(name)
    k, rows, columns = family.values, family.rows, family.columns
    for code in random.sample(family.codes(20, 3), 4):
        allowed = {window for window, digit in zip(family.windows, code, strict=True) if digit == "1"}
        m, n = (3, 3) if k == 3 else (3, 4)
        places = [
            [(row + i) * n + column + j for i, j in product(range(rows), range(columns))]
            for row, column in product(range(m - rows + 1), range(n - columns + 1))
        ]
        number = sum(
            all(tuple(array[cell] for cell in place) in allowed for place in places)
            for array in product(range(k), repeat=m * n)
        )
        board = m - max(rows, 2) + 2, n - columns + 2
        assert count_blocks([family.rule(code)], [board]) == [(number,)]
        drawings = family.drawn(code)
        if drawings:
            rule = gfkit.Rule.array(colours=k, blocks=drawings)
            assert gfkit.count(rule, f"{m}x{n}") == number


def test_classes_of_words_by_brute_force():
    """All 512 sets of pairs of three values: groups by the numbers of words, which all are proved."""
    found = gfkit.twins("windows:1x2:3")
    assert found.is_proved
    pairs = list(product(range(3), repeat=2))
    classes = {}
    for mask in range(512):
        rule = frozenset(pair for place, pair in enumerate(pairs) if mask >> place & 1)
        moves = product(permutations(range(3)), (1, -1))
        images = [sorted({(s[a], s[b])[::way] for a, b in rule}) for s, way in moves]
        classes[min(map(str, images))] = rule
    assert found.compared == len(classes)
    groups = defaultdict(int)
    for rule in classes.values():
        # rows of both values that no pair contains are words of length 1 only
        groups[3, *(words(rule, 8)[1:] if rule else [0] * 7)] += 1
    assert sorted(len(group.rules) for group in found.groups) == sorted(n for n in groups.values() if n > 1)


def test_proofs_of_equal_counts_are_checked():
    """Rules with equal numbers are joined; each proof is checked by the lemmas of the checker."""
    random, joined = drawn("links"), 0
    for _ in range(12):
        rule = random_rule(random)
        image = rule.image(Image((1, 0), upside_down=random.random() < 0.5))
        other = image.transposed() if random.random() < 0.5 else image
        for link in link_rules([rule, other, rule_of_code("1111111111111110")], transposes=True):
            first, second = ([rule, other, rule_of_code("1111111111111110")][place] for place in link[:2])
            turned = second.transposed() if link.exchanged else second
            assert table(first) == table(turned)
            steps = link.proof.steps
            assert steps_hold(2, first.allowed, second.allowed, steps, link.exchanged)
            assert not steps_hold(2, first.allowed, second.allowed ^ {BINARY[0]}, steps, link.exchanged)
            joined += 1
    assert joined >= 12


GAUGE = "0111110110111110", "1011111001111101"  # equal by a pattern with periods 4 and 4


def test_gauges_and_rows():
    one, other = map(rule_of_code, GAUGE)
    (link,) = link_rules([one, other])
    assert link.proof.evidence.method == "gauge"
    assert table(one, 5) == table(other, 5)
    steps = json.loads(json.dumps(link.proof.steps))
    assert steps_hold(2, one.allowed, other.allowed, steps, False)
    assert not steps_hold(2, one.allowed, other.allowed, steps, True)
    pattern = steps[-1]["pattern"]
    pattern[0][0] ^= 1
    assert not steps_hold(2, one.allowed, other.allowed, steps, False)
    free = BlockRule(2, frozenset((a, b, c, d) for a, b, c, d in BINARY if a <= b and c <= d))
    bound = BlockRule(2, frozenset((a, b, c, d) for a, b, c, d in BINARY if a == b or c != d))
    step = {"lemma": "rows", "allowed": [[*block] for block in sorted(bound.allowed)]}
    assert not steps_hold(2, free.allowed, bound.allowed, [step], False)
    empty = {"allowed": [], "pattern": []}
    for odd in (3, {"lemma": "rows"}, {"lemma": "magic", "allowed": []}, {"lemma": "gauge", **empty}):
        assert not steps_hold(2, one.allowed, other.allowed, [odd], False)


PROOFS = [
    (prove_by_polynomials, "0000010000101111", "1000010000100111"),
    (prove_by_polynomials, "0001010111001101", "1001000111001101"),
    (prove_by_balance, "0000000011111111", "0001011010111100"),
    (prove_by_balance, "0001011010111100", "1000011011010011"),
]


@pytest.mark.parametrize(("prove", "one", "other"), some_of(PROOFS, step=2))
def test_proofs_without_short_recurrences(prove, one, other):
    """Equal numbers of arrays with each last row or column, or 2^(m + n - 1) arrays for both rules."""
    one, other = map(rule_of_code, (one, other))
    assert table(one, 5) == table(other, 5)
    steps = json.loads(json.dumps(prove(one, other).steps))
    assert steps_hold(2, one.allowed, other.allowed, steps, False)
    assert prove(one, rule_of_code(GAUGE[0])) is None
    random = drawn("polynomial entries")
    for block in some_of(random.sample(BINARY, 3), 1):
        changed = BlockRule(2, other.allowed ^ {block})
        assert table(one, 4) != table(changed, 4)
        forged = [steps[0] | {"allowed": [*map(list, changed.allowed)]}]
        assert not steps_hold(2, one.allowed, changed.allowed, forged, False)
        assert prove(one, changed) is None
    wrong = [("turned", [False] * 3), ("turned", [[False] * 3] * 2), ("column", []), ("relations", [])]
    wrong += [("column", steps[0].get("column", [])[::-1]), ("relations", [[[[0] * 8]] * 4] * 2)]
    for key, value in wrong:
        assert not steps_hold(2, one.allowed, other.allowed, [steps[0] | {key: value}], False)
    entry = steps[0]["matrices"][0][0][1][0] if "matrices" in steps[0] else steps[0]["relations"][0][0][0]
    entry[0] += 1
    assert not steps_hold(2, one.allowed, other.allowed, steps, False)


def test_relations_along_the_boundary():
    """Rules with relations have 2^(m + n - 1) arrays; equal numbers on small boards are no proof."""
    random, found = drawn("relations along the boundary"), 0
    rules = [BlockRule(2, frozenset(random.sample(BINARY, 8))) for _ in some_of(range(100), 20)]
    for rule in (*rules, *(rule_of_code(code) for _, *codes in PROOFS[2:] for code in codes)):
        for turned in (rule, rule.image(Image((0, 1), reversed=True))):
            if balancing_relations(turned) is not None:
                found += 1
                assert table(rule)[1:] == [[2 ** (m + n) for n in range(1, 5)] for m in (1, 2, 3)]
    assert found >= 4
    near = rule_of_code("0010111001011001")
    *equal, last = (row[3] for row in table(near))
    assert (equal, last == 2**7) == ([2**4, 2**5, 2**6], False)
    assert prove_by_balance(near, near) is None


def test_named_rules_and_files(tmp_path):
    """Col and Snort agree on bipartite graphs; complements of independent sets are vertex covers."""
    found = gfkit.twins(NAMES)
    assert [[*group.rules] for group in found.groups] == [NAMES[:2], NAMES[3:]]
    assert found.is_proved
    assert gfkit.twins(NAMES[:3], "path:n").groups[0].rules[:2] == ("col", "snort")
    listed_names = tmp_path / "rules.txt"
    listed_names.write_text("# two rules\ncol\nkings  # a comment\n")
    assert gfkit.twins(listed_names, "2xn").groups == ()
    wrong = ("windows:2x2", "path:n", "mxn"), (NAMES, "3x3", "single board"), ("windows:5x5", "windows:2x2")
    for *asked, text in wrong:
        with pytest.raises(OptionError, match=text):
            gfkit.twins(*asked)


@pytest.mark.slow(15)
def test_twins_of_one_rule(monkeypatch):
    """List the games that agree with Col, which is LL:1 RR:1, on small trees."""
    monkeypatch.setattr("gfkit.questions.rule_lists.NAMED", NAMES)
    found = gfkit.twins("col", "trees")
    (group,) = found.groups
    games = {}
    for graph in connected_graphs("trees", 7):
        numbers = profiles(graph)
        for game in GAMES:
            games[game] = (*games.get(game, ()), sum(profile(numbers, game)))
    alike = [game for game in GAMES if games[game] == games[(1,), (), (1,)]]
    assert {*group.rules} >= {"col", "snort", "LL:1 RR:1", "LR:1"}
    assert sum(rule not in NAMES for rule in group.rules) == len(alike)


@pytest.mark.slow(5)
@pytest.mark.parametrize(("forbid", "columns"), [(["11", "1/1"], 2), (["111", "000"], 3)])
def test_twins_of_a_rule_of_windows(forbid, columns, tmp_path, monkeypatch):
    """Hard squares, and rows without three equal values: the codes with equally many, listed here."""
    monkeypatch.setattr("gfkit.questions.rule_lists.NAMED", NAMES)
    file = tmp_path / "own.toml"
    file.write_text(f'name = "Own"\nabout = "Own."\ncells.colours = 2\n[rules]\nforbid = {forbid}\n')
    found = gfkit.twins(file)
    (group,) = found.groups
    assert found.is_proved
    assert f"n >= {columns}" in found.text
    codes = [name for name in group.rules if not name.strip("01")]
    if columns == 2:
        assert [table(rule_of_code(code), 4)[1][1:3] for code in codes] == [[7, 17]]
        assert {str(file), "independent-sets", "vertex-covers"} == {*group.rules} - {*codes}
        return
    numbers = {}
    for code in WindowFamily(1, 3, 2).codes(0, 0):
        own = {w for w, digit in zip(product((1, 0), repeat=3), code, strict=True) if digit == "1"}
        rows = [row for n in range(3, 9) for row in product((0, 1), repeat=n)]
        legal = [len(row) for row in rows if all(row[i : i + 3] in own for i in range(len(row) - 2))]
        numbers.setdefault(tuple(map(legal.count, range(3, 9))), []).append(code)
    assert sorted(codes) == sorted(numbers[6, 10, 16, 26, 42, 68])  # 2 F(n + 1)


def test_rules_that_differ_on_larger_boards_are_not_grouped():
    """Pieces at a distance of k or k + 1 may not coexist: equal counts on small boards, and no proof."""

    def rules(*distances):
        piece = {"pieces": ["X"]}
        for far in distances:
            apart = [{"pieces": [pair], "distances": [far]} for pair in ("LL", "LR", "RR")]
            rule = {"name": f"D{far}", "left": piece, "right": piece, "rules": {"apart": apart}}
            yield gfkit.Rule.of(rule)

    found = gfkit.twins(list(rules(20, 21)))
    assert not found.is_proved
    assert [len(group.open) for group in found.groups] == [1]
    assert gfkit.twins(list(rules(6, 7)), "path:n").groups == ()  # different at n = 7


class _StopError(Exception):
    pass


def test_a_resumed_run_equals_a_whole_one(tmp_path):
    whole = gfkit.twins("windows:1x2:3", save=tmp_path / "whole.sqlite")
    assert whole.is_proved
    for stop_at in some_of(("groups compared", "rules counted"), 1):
        path, seen = tmp_path / f"{stop_at[:3]}.sqlite", []

        def stop(progress, stop_at=stop_at, seen=seen):
            seen.append(progress)
            if progress.stage == stop_at and progress.done:
                raise _StopError

        with pytest.raises(_StopError):
            gfkit.twins("windows:1x2:3", save=path, on_progress=stop)
        assert parts_of(path)
        assert gfkit.twins("windows:1x2:3", save=path) == whole
    assert gfkit.twins("windows:1x2:3", save=tmp_path / "whole.sqlite", check=True) == whole


def parts_of(path) -> list[tuple[str, str, bytes]]:
    """Return the parts of a saved search, with their run."""
    with closing(sqlite3.connect(path)) as file, RunStore(path, (), 1 << 40, pytest.fail) as store:
        return [
            (*names, store.get(*names)) for names in file.execute("SELECT run, part FROM part").fetchall()
        ]


def test_forged_parts_are_rejected(tmp_path):
    """Parts that another program wrote with right checksums."""
    whole = gfkit.twins("windows:1x2:3", save=tmp_path / "twins.sqlite")
    first = whole.groups[0].identities[0].first
    other = min({*WindowFamily(1, 2, 3).codes(0, 0)} - {*whole.groups[0].rules})
    for part, old, new in (
        ("counts 1", b', ["', b', ["1'),
        ("counts 0", b'"9"', b'"10"'),
        ("pairs", f'["{first}", '.encode(), f'["{other}", '.encode()),
        ("pairs", b'"lemma"', b'"other"'),
        ("pairs", b"false]", b"true]"),
        ("pairs", b'"equal"', b'"different"'),
    ):
        path = tmp_path / "forged.sqlite"
        path.unlink(missing_ok=True)
        with RunStore(path, (), 1 << 40, pytest.fail) as forged:
            for run, name, answer in parts_of(tmp_path / "twins.sqlite"):
                forged.put(run, name, answer.replace(old, new) if name.startswith(part) else answer)
        with pytest.raises(InputError, match="--check"), catch_warnings(action="ignore"):
            gfkit.twins("windows:1x2:3", save=path, check=True)


def test_a_corrupted_file_changes_no_result(tmp_path):
    """Change a bit, delete a page, or truncate the file: the result is equal, or the error is one line."""
    path, chance = tmp_path / "twins.sqlite", drawn("damaged twins")
    whole = gfkit.twins("windows:1x2", save=path)
    intact = path.read_bytes()
    written = [place for place, byte in enumerate(intact) if byte]
    faults = [
        intact[:page] + bytes(1 << 14) + intact[page + (1 << 14) :] for page in range(0, len(intact), 1 << 14)
    ]
    faults += [intact[: len(intact) // 2], b"", b"\0" * 4096, b"no database, but a long text\n" * 40]
    for place in (*range(18), 68, *chance.sample(written, 30)[:: 1 if EVERY else 3]):
        changed = bytearray(intact)
        changed[place] ^= 1 << chance.randrange(8)
        faults.append(bytes(changed))
    for content in faults:
        path.write_bytes(content)
        with catch_warnings(record=True) as noted:
            simplefilter("always")
            try:
                found = gfkit.twins("windows:1x2", save=path)
            except InputError as error:
                found = str(error)
        is_other = isinstance(found, str) and "not a file of gfkit twins" in found
        assert found == whole or (is_other and content == path.read_bytes())  # that file is left unchanged
        assert not any("\n" in str(note.message) for note in noted)


def test_files_of_other_searches(tmp_path):
    path = tmp_path / "twins.sqlite"
    for rules in ("windows:1x2:3", "windows:1x2", "windows:1x2:3"):
        assert gfkit.twins(rules, save=path) == gfkit.twins(rules)
    with sqlite3.connect(tmp_path / "earlier") as file:
        file.executescript("CREATE TABLE search (key TEXT); PRAGMA user_version = 1")
    for wrong in ("earlier", "missing/twins.sqlite", "."):
        with pytest.raises(InputError, match="not a file of gfkit twins"):
            gfkit.twins("windows:1x2:3", save=tmp_path / wrong)


def test_the_command(tmp_path):
    page, path = tmp_path / "twins.html", tmp_path / "twins.sqlite"
    asked = ["twins", "windows:1x2:3", "--workers", "1", "--save", str(path)]
    said = call(*asked, "--page", str(page)).out
    assert "28" in said
    assert "(8 groups)" in said
    text = page.read_text()
    assert text.startswith("<!DOCTYPE html>")
    assert "independent rows" in text
    found = json.loads(call(*asked, "--json").out)
    assert found["compared"] == 74
    assert sum(len(group["identities"]) for group in found["groups"]) == 28
    assert set(found["blocks"]) == {name for group in found["groups"] for name in group["rules"]}
    assert "--save" in call("twins", "windows:1x2:3", "--check", code=2).err


@pytest.mark.slow(15)
def test_all_rules_of_binary_2x2_windows():
    """525 coincidences in 201 groups of the 5,056 rules; at most one of them is open."""
    family = WindowFamily(2, 2, 2)
    groups = [family.codes(0, 0)]
    assert len(groups[0]) == 5056
    for cells in (24, 60):
        sizes, codes, parts = board_sizes(2, cells), [*chain(*groups)], defaultdict(list)
        for code, row in zip(codes, count_blocks([*map(family.rule, codes)], sizes), strict=True):
            numbers = dict(zip(sizes, row, strict=True))
            both = [(numbers[m, n], numbers[n, m]) for m, n in sizes if (n, m) in numbers]
            parts[min(zip(*both, strict=True))].append(code)
        groups = [group for group in parts.values() if len(group) > 1]
    assert (len(groups), sum(map(len, groups))) == (201, 726)
    some = some_of(groups, 100)
    links = [link_rules([*map(family.rule, group)], transposes=True) for group in some]
    assert 0 <= sum(map(len, some)) - len(some) - sum(map(len, links)) <= 1


@pytest.mark.slow(40)
def test_all_distance_games():
    """The number of coincidences; ``test_compare_graphs`` finds those of each class without the program."""
    found = gfkit.twins("distance-games", "bipartite")
    assert (found.compared, found.is_proved, sum(found.methods.values())) == (288, True, 24)
