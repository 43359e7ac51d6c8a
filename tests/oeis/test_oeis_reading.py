"""Names of entries are parsed as rules and boards; errors name the position of the invalid part.

Counts are listed by a predicate written here, or printed: in the cited entry, or as a determinant of the
graph's matrix. Descriptions of random rules by the grammar are parsed again.
"""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import compress, product
from pathlib import Path

import networkx as nx
import pytest
from choice import drawn, some_and_all
from cli.calling import call, told
from listed import rooted_forests, spanning_trees
from tables import FOLDER, tables

import gfkit
from gfkit import Rule
from gfkit.core.errors import LimitError, RuleError
from gfkit.core.rules.object import Object
from gfkit.core.rules.question import question_of
from gfkit.core.rules.wording import is_same_rule
from gfkit.oeis.reading import (
    UndefinedMeaningError,
    UnreadError,
    meaning,
    number_for_n,
    read_name,
    sentence_of,
)
from gfkit.oeis.reading.grammar import LEXICAL, Blank, Parser, Tree, Word, grammar, name_words, pattern, tight

DATA = tables("oeis_cases")["oeis_reading"]


def counted(found, board: str) -> int:
    return int(gfkit.count(Rule.of(found.rule), board))


def assert_counts(name: str, board: str, listed) -> None:
    """Check that the rule of the name has ``listed[n]`` configurations on the board of each n."""
    (found,) = read_name(name)
    assert {n: counted(found, board.format(n)) for n in listed} == dict(listed), name


# Arrays

NAMES = (FOLDER / "array_names.txt").read_text(encoding="utf-8").splitlines()
"""What stands behind "Number of n X k"."""
SWAPS = dict(
    every="no", equal="unequal", horizontally="vertically", antidiagonally="diagonally", rows="columns",
    nondecreasing="nonincreasing", row="column", one="two", left="right", horizontal="vertical",
    antidiagonal="diagonal", distinct="equal", zero="one", more="less", king="knight", **{"2": "3"},
)  # fmt: skip


@pytest.mark.parametrize("some", some_and_all(NAMES, 1, 4))
def test_a_changed_word_changes_the_rule_or_is_rejected(some):
    for words in some:
        (before,) = read_name(f"Number of n X 3 {words}.")
        split, changed = words.split(), 0
        for at, word in enumerate(split):
            pairs = [pair for pair in SWAPS.items() if word.strip(",") in pair]
            for left, right in pairs:
                other = right if word.strip(",") == left else left
                sentence = " ".join([*split[:at], other, *split[at + 1 :]])
                changed += 1
                try:
                    found = read_name(f"Number of n X 3 {sentence}.")
                except UnreadError:
                    continue
                assert all(one.rule != {**before.rule, "name": one.rule["name"]} for one in found), sentence
            for odd in ("unless", "prime-ish"):
                with pytest.raises(UnreadError):
                    read_name(f"Number of n X 3 {' '.join([*split[:at], odd, *split[at:]])}.")
        assert changed


def test_synonymous_sentences_and_repeated_clauses():
    for board in ("2x3", "3x3"):
        same = DATA["two_sentences_of_one_rule_and_what_is_named_twice"]
        found = [read_name(f"Number of n X 3 0..1 arrays with {words}.")[0] for words in same]
        assert counted(found[0], board) == counted(found[1], board)
    name = "Number of n X 3 0..1 arrays with no element equal to all horizontal and horizontal neighbors."
    with pytest.raises(UnreadError, match="named twice"):
        read_name(name)
    # Tokens of a sentence and of a pattern.
    words = " ".join(token.text for token in name_words("nX3 length-n (n+1)x(2+1) 0..2."))
    assert words == "n x 3 length n ( n + 1 ) x ( 2 + 1 ) 0 .. 2"
    for text in ("a (b", "a] b", "{a b}", "(a]"):
        with pytest.raises(ValueError, match="pattern"):
            pattern(text)


# Graphs


def grid(rows: int, columns: int, steps=((0, 1), (1, 0)), around: bool = False) -> nx.Graph:
    """Return the graph of a board, built cell by cell; optionally cyclic in both directions."""
    graph = nx.Graph()
    graph.add_nodes_from(product(range(rows), range(columns)))
    for (i, j), (down, right) in product(list(graph), steps):
        if around:
            graph.add_edge((i, j), ((i + down) % rows, (j + right) % columns))
        elif (i + down, j + right) in graph:
            graph.add_edge((i, j), (i + down, j + right))
    return graph


def numbered(graph: nx.Graph) -> tuple[int, list[tuple[int, int]]]:
    """Return the number of vertices of a graph, and its edges with numbered vertices."""
    return len(graph), [*nx.convert_node_labels_to_integers(graph).edges]


def test_rooted_forests_and_polyominoes_are_parsed():
    """Rooted forests are a determinant; polyominoes are listed from sets."""
    forests = {n: rooted_forests(*numbered(grid(3, n))) for n in range(1, 6)}
    assert_counts("Number of rooted spanning forests in P_3 X P_n.", "3x{}", forests)

    def fits(some: set, n: int) -> bool:
        sides = {r for r, _ in some} == {0, 1} and {0, n - 1} <= {c for _, c in some}
        return sides and nx.is_connected(grid(2, n).subgraph(some))

    taken = {n: product((0, 1), repeat=2 * n) for n in range(1, 6)}
    listed = {n: sum(fits({*compress(grid(2, n), some)}, n) for some in taken[n]) for n in taken}
    assert_counts("Number of fixed polyominoes with bounding box 2 X n.", "2x{}", listed)
    with pytest.raises(UnreadError):
        read_name("Number of polyominoes with bounding box 2 X n.")  # free ones, perhaps


def test_named_graphs_have_the_right_spanning_trees():
    """Compare the number of spanning trees with Kirchhoff's determinant."""
    king, knight = [(0, 1), (1, -1), (1, 0), (1, 1)], [(1, -2), (1, 2), (2, -1), (2, 1)]
    for words, rows, columns, graphs in (
        ("3 X n torus grid", "3", "n", {n: grid(3, n, around=True) for n in (3, 4)}),
        ("n X 4 torus grid", "n", "4", {n: grid(4, n, around=True) for n in (3, 5)}),
        ("n X n grid", "n", "n", {n: grid(n, n) for n in (1, 2, 4)}),
        ("n X n king", "n", "n", {n: grid(n, n, king) for n in (1, 2, 4)}),
        ("n X 3 knight", "n", "3", {n: grid(n, 3, knight) for n in (3, 4, 5)}),
    ):
        (reading,) = read_name(f"Number of spanning trees in the {words} graph.")
        word, colon, sizes = reading.family.rpartition(":")
        assert set(sizes.split("x")) == {rows, columns}
        for n, graph in graphs.items():
            board = word + colon + sizes.replace("n", str(n))
            assert counted(reading, board) == spanning_trees(*numbered(graph)), board


def test_graphs_that_do_not_fit_or_have_two_meanings():
    """K_3 is a cycle, read as a cylinder alone; a torus of two columns is not the same for all."""
    assert [one.family for one in read_name("Number of spanning trees in K_3 X P_n.")] == ["cylinder:3xn"]
    with pytest.raises(UnreadError, match="only if a >= 3"):
        read_name("Number of spanning trees in the 2 X n torus grid graph.")
    for graph in ("C_2 X P_n", "P_0 X P_n", "K_3 X C_2"):
        with pytest.raises(UnreadError):
            read_name(f"Number of spanning trees in {graph}.")
    # W_4 by its Hamiltonian cycles: three in the wheel of four vertices, one where K_4 lacks an edge.
    found = read_name("Number of Hamiltonian cycles in W_4 X P_n.")
    assert sorted(counted(one, one.family[:-1] + "1") for one in found) == [1, 3]
    assert "W_4 X P_n" in found[0].lines()[2]


# Sizes, offsets, factors


def test_families_and_shifts():
    for name, family, shift, terms in DATA["in_print"]:
        (found,) = read_name(name)
        assert (found.family, found.shift) == (family, shift)
        derived = gfkit.derive(Rule.of(found.rule), family).terms(len(terms.split()) + shift + 1)
        assert [int(term) for term in derived[shift + 1 :]] == [*map(int, terms.split())], name
    for name, family, step, shift in DATA["families_and_shifts"]:
        (found,) = read_name(name)
        assert (found.family, found.step, found.shift) == (family, step, shift)
    for words, note in DATA["notes"]:
        assert list(read_name(words)[0].notes) == [note] * bool(note)
        assert read_name(words)[0].lines()[2].startswith("# " if note else "name = ")
    (found,) = read_name("Half the number of 2n X 3 0..1 arrays with no adjacent elements equal.")
    assert (found.one_by_one, found.question_on(2).board.text) == (True, "4x3")
    name = "1/4 the number of n X 2 0..3 arrays with no two neighbors of any element equal to each other."
    (found,) = read_name(name)
    assert found.rule["divide"] == 4
    (found,) = read_name("T(n,k)=Number of (n+1)X(k+2) 0..2 arrays with every 2X2 subblock summing to 4.")
    assert (found.family, found.table, found.shifts) == ("", "nxk", (1, 2))


FORMS = grammar().forms
TRIED = [(form.id, entry) for forms in FORMS.values() for form in forms for entry in form.tried]
"""Every clause with what it was tried on: an entry by its number, a sentence for it and its terms in print
from n = 1; or a sentence with its family."""


def forms_of(tree: Tree) -> Iterator[str]:
    yield tree.form.id
    for slot in tree.slots.values():
        for part in slot if isinstance(slot, tuple) else (slot,):
            yield from forms_of(part) if isinstance(part, Tree) else ()


@pytest.mark.parametrize("some", some_and_all(TRIED, 8, 34))
def test_sentences_with_each_clause(some):
    for clause, (*number, words, wanted) in some:
        texts = (words, number_for_n(words, 31), number_for_n(words, 4))
        trees = [tree for text in texts for tree in Parser(grammar(), name_words(text)).whole("name")]
        assert clause in {name for tree in trees for name in forms_of(tree)}, words
        found = read_name(words)[0]
        if not number:
            assert found.family == wanted, words
            continue
        compared = 0
        for n, term in enumerate(wanted.split(", "), 1):
            question = found.question_on(found.step * n + found.shift)
            if question is None or question.board.size == 0 or (compared and int(term) > 10**6):
                continue
            assert found.number_of(question) == int(term), (number, n)
            compared += 1
            if compared == 4:
                break
        assert compared, words


@pytest.mark.filterwarnings("ignore::gfkit.core.errors.ReadingNote")
@pytest.mark.parametrize("some", some_and_all(TRIED, 8, 60))
def test_the_object_of_a_name_typed_again_has_the_printed_terms(some):
    """The text contains the index: a(n) is the count of the typed family at n."""
    for clause, (*number, words, wanted) in some:
        found = read_name(words)[0]
        one = found.as_object()
        if one is None or one.part or found.table or "nxn" in found.family:
            continue
        asked = question_of(Object.read(one.text))
        assert asked.as_object() == one, clause
        terms = [int(term) for term in wanted.split(", ")] if number else []
        for n, term in [*enumerate(terms, 1)][:4]:
            if n >= asked.family.first_n and asked.family.at(n).size and term < 10**6:
                assert gfkit.count(asked.on(asked.family.at(n))) == term, (number, n)


def test_the_objects_of_names():
    for name, statement in DATA["objects"]:
        assert read_name(name)[0].statement == (statement or None), name


# Queries of newcomers

ASKED = tables("newcomers")


@pytest.mark.parametrize("some", some_and_all(ASKED["sentences"] + ASKED["later"], 30, 7))
def test_queries_of_newcomers_are_parsed_with_their_meaning(some):
    """All parses of a sentence yield the known counts; ambiguous sentences are rejected."""
    for words, first, terms, _ in some:
        if words in ASKED["unread"] or not terms:
            with pytest.raises(UnreadError):
                read_name(words)
            continue
        wanted = [*map(int, terms.split(", "))]
        for found in read_name(words):
            sizes = [found.step * n + found.shift for n in range(first, first + len(wanted))]
            assert [found.number_of(found.question_on(size)) for size in sizes] == wanted, (words, found)


def paraphrases(name: str, times: int) -> Iterator[str]:
    """Yield the name with one phrase of the phrasebook replaced by a synonym."""
    texts = [word.text for word in name_words(name)]
    spots = [
        (at, at + len(phrase), other)
        for at, text in enumerate(texts)
        for phrase, others in grammar().synonyms.get(text, ())
        if [part.text for part in phrase] == texts[at : at + len(phrase)]
        for other in others
    ]
    for at, end, other in drawn(name).choices(spots, k=times) if spots else ():
        yield " ".join([*texts[:at], *other, *texts[end:]])


def numbers(words: str) -> list[object]:
    """Return the family and initial terms of the first parse."""
    found = read_name(words)[0]
    questions = (found.question_on(found.step * n + found.shift) for n in range(1, 5))
    return [found.family, *(found.number_of(question) for question in questions if question is not None)]


@pytest.mark.parametrize("some", some_and_all([words for words, *_ in ASKED["sentences"]], 6, 40))
def test_paraphrases_are_parsed_to_the_same_rule(some):
    """At most one paraphrase in six may be rejected because a phrase does not fit."""
    texts = [(words, text) for words in some for text in paraphrases(words, 20)]
    unread = 0
    for words, text in texts:
        with suppress(UnreadError):
            rules = rules_in(words)
            unread += 1
            found = rules_in(text)
            unread -= 1
            assert rules[0] in found or numbers(words) == numbers(text), (words, text)
    assert 6 * unread <= len(texts)


# Rules are named


def test_an_array_rule_is_named_by_its_sentence():
    (found,) = read_name("Number of (n+1) X 2 0..2 arrays with every 2 X 2 subblock summing to 4.")
    rule = Rule.of(found.rule)
    assert sentence_of(rule, "n", "2") == "n X 2 0..2 arrays with every 2 X 2 subblock summing to 4"
    other = {**found.rule, "name": "0..2 arrays with every 2 X 2 subblock summing to 5"}
    assert sentence_of(Rule.of(other), "n", "2") is None
    for parts in DATA["an_array_rule_is_named_by_its_sentence"]:
        assert sentence_of(Rule.array(colours=2, name="mine", **parts), "n", "3") is None, parts


def lines_that_avoid(chance: random.Random) -> Rule:
    colours = chance.choice((2, 2, 3))
    words = [chance.choices("012"[:colours], k=chance.randint(2, 5)) for _ in range(chance.randint(1, 3))]
    ways = "".join, "/".join, lambda word: "{}./.{}".format(*word), lambda word: ".{}/{}.".format(*word)
    forbid = [chance.choice(ways)(word) for word in words]
    return Rule.array(colours=colours, forbid=forbid, name="mine")


@pytest.mark.parametrize("some", some_and_all(range(40), 2, 5))
def test_names_of_rules_on_lines_are_parsed_to_the_same_rule(some):
    for seed in some:
        rule = lines_that_avoid(random.Random(seed))
        sentence = sentence_of(rule, "n", "3")
        assert sentence is not None, seed
        (found,) = read_name(f"Number of {sentence}.")
        for board in ("1x3", "2x3", "3x3"):
            assert counted(found, board) == gfkit.brute_force(rule, board).count, (seed, sentence)


# The grammar against itself

CLAUSES = {form.id: form for form in FORMS["clause"]}
NEEDS = tables("grammar")
"""What clauses need in front of them: another one, or the sentence that names what they speak of."""


def made_up(kind: str, chance: random.Random, depth: int = 7, form=None) -> tuple[list[str], object]:
    """Return a random phrase of a kind from the grammar, and its expected parse tree."""
    if kind in LEXICAL:
        letters, size = {"digits": ("123", 1), "string": ("01", 3)}.get(kind, ("ab", 4))
        word = "".join(chance.choices(letters, k=size))
        return [word], LEXICAL[kind](word)
    form, slots = form or chance.choice(FORMS[kind]), {}
    said = chance.choice(form.patterns)
    return filled(said, chance, depth - 1, slots), Tree(form, slots, said)


def filled(parts, chance: random.Random, depth: int, slots: dict) -> list[str]:
    """Return the tokens of a pattern with random phrases in its blanks, recorded in ``slots``."""
    words = []
    for part in parts:
        if isinstance(part, Blank):
            size = chance.choice((1, 1, 2, 2, 3)) if part.many and depth > 0 else 1
            things = [made_up(part.kind, chance, depth) for _ in range(size)]
            between = grammar().between.get(part.kind, ((Word("and"),), ()))
            for at, (more, _) in enumerate(things):
                gap = chance.choice(between) if at else ()
                words += ([word.text for word in gap if isinstance(word, Word)] or [","] * bool(at)) + more
            slots[part.name] = tuple(thing for _, thing in things) if part.many else things[0][1]
        elif isinstance(part, Word):
            words.append(part.text)
        else:
            words += filled(chance.choice(part.options), chance, depth, slots)
    return words


def made(kind: str, chance: random.Random, form: object = None) -> tuple[str, Tree]:
    """Return a phrase and its tree; skip hyphens between a number and a letter, such as 2-step."""
    while True:
        words, tree = made_up(kind, chance, form=form)
        if not re.search(r"\d-[a-z]", said := tight(words)):
            return said, tree


def rule_of(tree: Tree) -> dict | None:
    """Return the rule of a parse tree, or None."""
    with suppress(UndefinedMeaningError, RuleError, LimitError):
        rule, _, _ = meaning.interpret(tree)
        Rule.of({"name": "x", **rule})
        return {**rule, "name": ""}
    return None


def rules_in(name: str) -> list[dict]:
    return [{**found.rule, "name": ""} for found in read_name(name)]


def says(clause: str, name: str) -> bool:
    """Return True if the name is parsed and contains the clause."""
    with suppress(UnreadError):
        return clause in read_name(name)[0].clauses
    return False


def in_a_name(clause: Tree) -> Tree:
    """Return a clause in the shortest possible name: n X 3 arrays of three values."""
    words = name_words("Number of n X 3 0..2 arrays with no adjacent elements equal.")
    (name,) = Parser(grammar(), words).whole("name")
    return replace(name, slots={**name.slots, "clauses": (clause,)})


def is_read_back(name: str, times: int) -> bool:
    """Return True if random sentences of a clause are parsed back; True if none has a meaning."""
    if name in NEEDS["led"]:
        return says(name, NEEDS["led"][name])
    chance, tried = drawn(name), 0
    for _ in range(400):
        words, tree = made("clause", chance, CLAUSES[name])
        if before := NEEDS["needing"].get(name):
            tried += times * says(name, f"Number of n X 3 0..2 arrays with {before} {words}.")
        elif rule := rule_of(in_a_name(tree)):
            found = rules_in(f"Number of n X 3 0..2 arrays with {words}.")
            one, *rest = [Rule.of({**each, "name": "R"}) for each in (rule, *found)]
            assert any(is_same_rule(one, other) for other in rest), words
            tried += 1
        if tried >= times:
            return True
    return tried > 0 or any(says(name, entry[-2]) for entry in CLAUSES[name].tried)


@pytest.mark.parametrize("some", some_and_all(list(CLAUSES), 1, 57))
def test_generated_clauses_are_parsed_back(some):
    assert [name for name in some if not is_read_back(name, 2)] == []


@pytest.mark.parametrize("many", [10, pytest.param(100, marks=pytest.mark.slow(2))])
def test_random_sentences_of_the_grammar_are_parsed_to_the_same_rule(many):
    chance, done, refused = drawn("sentences"), 0, 0
    while done < many:
        words, tree = made("name", chance)
        rule = rule_of(tree)
        if rule is None:
            continue
        try:
            found = read_name(words)
            again = rules_in(found[0].sentence)
        except UnreadError:  # numbers as words, combined with fixed phrases
            refused += 1
            assert refused <= 1 + many // 20, words
            continue
        # Where the divided begin is found by counting.
        rules = [{key: part for key, part in one.items() if key != "least"} for one in rules_in(words)]
        assert rule in rules, words
        assert {**found[0].rule, "name": ""} in again, found[0].sentence
        assert Rule.of(meaning.rule_text(found[0].rule)) == Rule.of(found[0].rule), words
        done += 1


def slots(parts):
    for part in parts:
        if isinstance(part, Blank):
            yield part.kind
        for option in getattr(part, "options", ()):
            yield from slots(option)


def test_all_names_in_the_grammar_are_defined():
    known = FORMS.keys() | LEXICAL.keys()
    forms = [form for found in FORMS.values() for form in found]
    assert {kind for form in forms for said in form.patterns for kind in slots(said)} <= known
    assert len({form.id for form in forms}) == len(forms)


def test_the_command(monkeypatch):
    name = "Number of n X 3 0..1 arrays avoiding 0 0 1 horizontally and 0 1 vertically."
    said = call("oeis", "read", name)
    assert (said.code, said.out[:12]) == (0, "# family nx3")
    Path("rule.toml").write_text(said.out, encoding="utf-8")
    (reading,) = read_name(name)
    assert int(gfkit.count("rule.toml", "2x3")) == counted(reading, "2x3")
    said = call("oeis", "read", name.replace("avoiding", "with every element purple to"), code=1)
    assert said.lines[0][said.lines[1].index("^") :].startswith("purple")
    # In json, names from anywhere.
    name = "Number of n X 3 0..1 arrays with antidiagonals unimodal."
    found = told("oeis", "read", name)
    assert (found["read"], found["family"], found["left_over"]) == (True, "nx3", "")
    assert found["statement"] == read_name(name)[0].statement
    assert Rule.of(found["rule"])
    found = told("oeis", "read", "Number of n X 3 0..1 arrays with purple rows", code=1)
    parts = {"left_over": "purple rows", "understood": "Number of n X 3 0..1 arrays with"}
    assert parts.items() <= found.items()
    assert read_name(found["nearest"])
    file = Path("names")
    file.write_text(f"A900001 {name}\n# a remark\n\nA900002 Purple numbers.\n", encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(file.read_bytes())))
    found = told("oeis", "read", "-", code=1)
    assert [one["read"] for one in found["names"]] == [True, False]
    assert told("oeis", "read", "./names", code=1) == found
