"""The catalogue: independent methods confirm its claims, and any change of a claim is noticed.

The plain second methods are compared with printed tables; a claim with one changed digit or symbol is wrong
by construction. Common code of two methods is detected by running them. Quotations are compared with the
original documents in the directory GFKIT_SEEDS, which are not part of the project.
"""

from __future__ import annotations

import gc
import os
import re
import sys
import tomllib
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest
from choice import drawn, some_and_all
from cli.calling import call, ran, told
from differential import sanitized
from gfkit.catalog.papers.kinds.tables import (
    GameSearch,
    dominogame_payoffs,
    has_value,
    mex_of_heaps,
    mex_on_board,
    path_count,
)
from refusals import refused
from tables import tables
from trees import codes, loaded

import gfkit
from gfkit import verify
from gfkit.catalog import Selection, check_claim, load, parse_document, read_document, statement_text
from gfkit.catalog.claim import Sentence
from gfkit.catalog.papers import CHECKS, catalog_files
from gfkit.catalog.running import page
from gfkit.core.algebra import Evidence, Status
from gfkit.core.errors import CatalogError

ROOT = Path(__file__).parents[2]
DOCUMENTS = load()
CLAIMS = {claim.id: claim for document in DOCUMENTS for claim in document.claims}
FAST = [claim for claim in CLAIMS.values() if claim.cost == "fast"]
SLOW = [claim for claim in CLAIMS.values() if claim.cost == "slow"]
TABLES = {"oeis", "twins", "mathmagic", "grids", "tori", "roman", "two-domination", "petersen"}
REFUTED = [claim for claim in CLAIMS.values() if claim.status == "refuted"]
DATA = tables("catalogue")

ENTRY, REFUTING = DATA["entry"], DATA["refuting"]
WRONG = ENTRY.replace("1/(1 - 2*t - t^2)", "1/(1 - 2*t + t^2)").replace('status = "proved"\n', REFUTING)


@pytest.mark.parametrize("some", some_and_all(FAST, 4, 60))
def test_claims_are_as_recorded(some):
    found = {claim.id: check_claim(claim).differences for claim in some}
    assert not {name: differences for name, differences in found.items() if differences}


@pytest.mark.slow(30)
def test_slow_claims_are_as_recorded():
    """Check a sample; ``gfkit catalog check`` runs all claims."""
    for claim in drawn("slow claims").sample(SLOW, 2):
        assert check_claim(claim).differences == (), claim.id


def test_claims_are_well_formed():
    assert len(CLAIMS) == sum(len(document.claims) for document in DOCUMENTS), "ids are unique"
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", word) for word in CLAIMS)
    assert all(claim.by in CHECKS and "\n" not in statement_text(claim) for claim in CLAIMS.values())
    assert all(claim.witness and claim.quote and len(set(claim.methods)) >= 2 for claim in REFUTED)
    assert {claim.source.id for claim in CLAIMS.values()} == {*BEGINNINGS, *TABLES}
    assert all(len(normalised(quote)) > 5 for claim in CLAIMS.values() for quote in claim.quote)
    assert "profiles/claims.toml" in ["/".join(path.parts[-2:]) for path in catalog_files()]
    made = page(DOCUMENTS, list(CLAIMS.values()))
    errors = [claim for claim in REFUTED if claim.stance == "stated"]
    assert made.splitlines()[2].startswith(f"**{len(errors)} errors in print: ")
    anchors = re.findall(r'<a id="([^"]+)" href="#([^"]+)"', made)
    assert len({*anchors}) == len(anchors)
    assert {(claim.id, claim.id) for claim in errors} <= {*anchors}
    assert "[A003738](https://oeis.org/A003738)" in made
    copied = re.findall('data-copy="(A[0-9]+): .*Printed: .* Correct: .*"', made)
    assert copied == [claim.place for claim in errors if claim.source.id == "oeis"]
    assert (ROOT / "docs" / "errata.md").read_text(encoding="utf-8") == made, "run gfkit catalog errata"


# One digit changed


NO_RANGE = r"\d(?<!> \d)(?<!>= \d)(?<!> \d\d)(?<!>= \d\d)(?<!o\(\d)"


def changed(claim, rng):
    """Return the claim with one digit raised by one; not where a range begins, which may begin later,
    nor in o(1), which is o(2)."""
    rows = {"statement": claim.statement, "correction": claim.correction}
    texts = [(field, place, text) for field, row in rows.items() for place, text in enumerate(row)]
    if claim.witness is not None:
        texts += [("witness", key, getattr(claim.witness, key)) for key in ("claimed", "true")]
    spots = [(*spot, match.start()) for spot in texts for match in re.finditer(NO_RANGE, spot[2])]
    if not spots:
        return None
    field, place, text, at = rng.choice(spots)
    text = f"{text[:at]}{(int(text[at]) + 1) % 10}{text[at + 1 :]}"
    if field == "witness":
        return replace(claim, witness=replace(claim.witness, **{place: text}))
    row = getattr(claim, field)
    return replace(claim, **{field: (*row[:place], text, *row[place + 1 :])})


@pytest.mark.parametrize("many", [3, pytest.param(100, marks=pytest.mark.slow(20))])
def test_a_changed_digit_is_detected(many):
    rng = Random("digits")
    some = [claim for claim in FAST if claim.by not in ("property", "identity")]
    for _ in range(many):
        claim = rng.choice(some)
        slips = sum(map(str.__ne__, claim.statement, claim.correction or ()))
        is_lax = slips > 1 or " but " in claim.statement[0]  # several misprints, or exceptions later
        if (other := changed(claim, rng)) and not is_lax:
            said = (claim.id, other.statement, other.correction, other.witness)
            assert not check_claim(other).agrees, said


# One symbol changed in a true formula

SYMBOLS = {"+": "-", "-": "+", "x": "y", "y": "x", **{str(d): str((d + 1) % 10) for d in range(10)}}


def is_whole_formula(claim):
    """Return True for a generating function, closed form or recurrence that contains the whole claim."""
    text = claim.statement[0]
    return (
        (claim.by, claim.status) == ("verify", "proved")
        and claim.kind != "growth"
        and "game" in claim.arguments
        and not {"start", "every", "plus", "variable"} & claim.arguments.keys()
        and not any(sign in text for sign in ("_{", "o(1)", ","))
    )


def judged(claim, text):
    asked, first = claim.arguments, claim.statement[0]
    return verify(
        text,
        game=asked["game"],
        family=asked["family"],
        positions=asked.get("positions", "all"),
        weights=asked.get("weights") or ("players" if "y" in first else "pieces" if "x" in first else "none"),
        valid_from=asked.get("from"),
    )


@pytest.mark.parametrize("many", [3, pytest.param(60, marks=pytest.mark.slow(12))])
def test_formulas_with_one_wrong_symbol_are_refuted_and_corrected(many):
    """Every change of one symbol is refuted; most corrections restore the original symbol."""
    rng, restored = Random("slips"), 0
    true = [claim for claim in FAST if is_whole_formula(claim)]
    for _ in range(many):
        claim = rng.choice(true)
        text = claim.statement[0]
        at = rng.choice([k for k, letter in enumerate(text) if letter in SYMBOLS])
        found = judged(claim, text[:at] + SYMBOLS[text[at]] + text[at + 1 :])
        assert found.is_refuted, (claim.id, text, at)
        assert found.correction is not None
        repair = found.repair or ""
        if text[at] in "+-":
            restored += "sign" in repair or "exchanged" in repair
        else:
            restored += text[at] in repair.rpartition("should be")[2]
    assert restored > many / 4


# The plain second methods, compared with known values


def test_games_played_out():
    """Domineering: Berlekamp, Conway and Guy, Winning Ways, volume 1, chapter 5."""
    assert GameSearch("domineering", "3x3").outcome() == "first"
    assert GameSearch("domineering", "2x4").outcome() == "right"
    assert has_value("domineering", "2x3", "{2|-1/2}")
    assert has_value("domineering", "2x4", "-_2")
    assert has_value("domineering", "1x4", "-2")
    assert not has_value("domineering", "1x4", "-1")


def test_plain_counts_agree_with_printed_numbers():
    """Dawson's Kayles and Kayles: Guy and Smith, The G-values of various games. Paths: A001333 (shifted by
    one), A000129, A001045 and A102620, as in the document. Dominogames by hand."""
    assert mex_of_heaps("octal:0.07", 15) == [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0]
    assert mex_of_heaps("octal:0.77", 12) == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    assert [mex_on_board("cram", f"1x{n}") for n in range(1, 8)] == [0, 1, 1, 2, 0, 3, 1]
    assert [path_count("col", n) for n in range(7)] == [1, 3, 7, 17, 41, 99, 239]
    assert [path_count("o12", n) for n in range(7)] == [1, 2, 5, 12, 29, 70, 169]
    assert [path_count("cis", n) for n in range(6)] == [1, 3, 5, 11, 21, 43]
    assert [path_count("nogo", n) for n in range(1, 9)] == [1, 5, 15, 41, 113, 313, 867, 2401]
    assert [path_count("snort", n) for n in range(7)] == [1, 3, 7, 17, 41, 99, 239]
    # One column: only vertical dominoes; the players take rows 1 + 2 and 3 + 4. One row: a horizontal domino.
    assert dominogame_payoffs(1, 4) == ((3, 7),)
    assert dominogame_payoffs(2, 1) == ((2, 0),)


# Files


def test_a_document_of_the_user(tmp_path):
    mine = tmp_path / "mypaper.toml"
    for text, code in ((ENTRY, 0), (WRONG, 0), (ENTRY.replace("2*t", "3*t"), 1)):
        mine.write_text(text, encoding="utf-8")
        said = call("catalog", "check", mine, code=code)
    (line,) = [line for line in said.lines if line.startswith("mine-1 ")]
    assert all(part in line for part in ("refuted", "proved", "path:1", "3", "2")), line
    found = told("catalog", "check", mine, code=1)
    assert (found["differ"], found["claims"][0]["agrees"]) == (["mine-1"], False)
    # A rule in the same directory.
    (tmp_path / "dominoes.toml").write_text('name = "D"\n[both]\npieces = ["XX"]\n', encoding="utf-8")
    text = ENTRY.replace('"o12"', '"dominoes.toml"').replace('"path:n"', '"1xn"')
    (tmp_path / "mine.toml").write_text(text.replace("1/(1 - 2*t - t^2)", "F(n+1)"), encoding="utf-8")
    document = read_document(tmp_path / "mine.toml")
    assert check_claim(document.claims[0]).agrees


def test_invalid_entries_of_a_document_are_rejected():
    for old, new, *facts in DATA["bad"]:
        with refused(CatalogError, *facts, about=new):
            parse_document(ENTRY.replace(old, new, 1), "mine.toml")
    # An unknown key is rejected.
    with pytest.raises(CatalogError, match=r"'profiles-t9-\*'.*profiles-"):
        Selection(ids=("profiles-t9-*",)).of(DOCUMENTS)
    with pytest.raises(CatalogError, match="'chess'"):
        Selection(topics=("chess",)).of(DOCUMENTS)
    with pytest.raises(CatalogError, match="'chess'"):
        Selection(topics=("chess",)).of([parse_document(ENTRY, "mine.toml")])


# The command


def test_list_and_show():
    claims = told("catalog", "list", "--status", "refuted", "profiles-*")["claims"]
    assert {"id", "source", "kind", "status", "statement"} <= claims[0].keys()
    assert {claim["status"] for claim in claims} == {"refuted"}
    assert "profiles-t1-nogo" in {claim["id"] for claim in claims}
    # Show.
    said = call("catalog", "show", "profiles-t1-cis", code=0)
    assert "correction  cis on path:n: (1 + 2*t)/(1 - t - 2*t^2)" in said.out
    assert "witness     path:0: claimed 3, true is 1" in said.out
    assert call("catalog", "show").code == 2


@pytest.mark.slow(6)
def test_an_installed_package_contains_the_papers(tmp_path):
    """Install the package with setup.py and run it from another directory, without the checkout."""
    pytest.importorskip("setuptools", "77", reason="needs setuptools 77, which builds the package")
    sanitized.copy(tmp_path / "from")
    build = [sys.executable, "setup.py", "-q", "build_py", "--build-lib", str(tmp_path / "to")]
    ran(build, code=0, folder=tmp_path / "from")
    tmp_path = tmp_path / "to"
    for file in (ROOT / "gfkit").rglob("*"):  # the copy lacks only the C sources and their builds
        if file.is_file() and "__pycache__" not in file.parts and file.suffix not in (".c", ".h", ".so"):
            assert (tmp_path / file.relative_to(ROOT)).is_file(), file
    run = [sys.executable, "-m", "gfkit.cli.main", "catalog", "check", "domino-covering-examples*"]
    assert "1 claim checked, all agree with the catalogue" in ran(run, code=0, folder=tmp_path).out
    assert not list(tmp_path.rglob("test_*.py"))


def test_the_example_in_the_documentation_runs():
    """docs/catalogue.md shows how a paper is added."""
    text = (ROOT / "docs" / "catalogue.md").read_text(encoding="utf-8")
    names: dict[str, object] = {}
    exec(re.search(r"```python\n(.*?)```", text, re.DOTALL)[1], names)
    claim = re.search(r"```toml\n(statement = .*?)```", text, re.DOTALL)[1]
    shown = tomllib.loads(claim.replace("[claim.", "["))
    assert shown["check"]["name"] == names["growth"].name
    for word in shown["methods"]:
        method = names["growth"].methods[word]
        assert method((shown["statement"],), shown["check"]["with"]).status == "consistent"
        found = method((shown["statement"].replace("3^m", "1^m"),), shown["check"]["with"])
        assert (found.status, found.witness.at) == ("refuted", "1x2")
        with pytest.raises(CatalogError, match="must have the form 'P"):
            method(("P(m, n) = 3",), shown["check"]["with"])


def test_sentences_are_parsed_by_their_pattern():
    sentence = Sentence("c({row:ints}) {at:sign} {n:int} for {game:word}, {rest}")
    said = sentence.parse("c(1, 2) <= -3 for node-kayles, all G")
    assert said == {"row": (1, 2), "at": "<=", "n": -3, "game": "node-kayles", "rest": "all G"}
    for wrong in tables("wholes")["wrong_statements"]:
        assert sentence.match(wrong) is None
    assert Sentence("{n:int} of {{a}}").parse("3 of {a}") == {"n": 3}
    one = Sentence("P({game:word})")
    assert one.values_of(("P(col)",), {"game": "col"}) == {"game": "col"}
    with pytest.raises(CatalogError, match="conflicts with the argument game = 'snort'"):
        one.values_of(("P(col)",), {"game": "snort"})


def test_checks_never_run_code_from_the_directory_of_a_user_file(tmp_path):
    (tmp_path / "check.py").write_text("raise SystemExit('it was run')", encoding="utf-8")
    text = ENTRY.replace('by = "verify", game = "o12", family = "path:n"', 'by = "property", name = "{}"')
    for name in ("mine.anything", "check.anything", "..check", "os.system", str(tmp_path / "check.py")):
        (tmp_path / "claims.toml").write_text(text.replace("{}", name), encoding="utf-8")
        with pytest.raises(CatalogError, match=r"unknown property '.*'; "):
            read_document(tmp_path / "claims.toml")


def test_a_changed_claim_is_found():
    claim = CLAIMS["profiles-t1-cis"]
    found = check_claim(replace(claim, correction=("(1 + 3*t)/(1 - t - 2*t^2)",)))
    assert found.differences[0].startswith("derive finds the correction refuted, path:1: ")
    assert not check_claim(replace(claim, correction=claim.statement)).agrees
    assert not check_claim(replace(claim, printed=r"\frac{3}{1-t-3t^2}")).agrees
    assert not check_claim(replace(claim, repair="3 should be 2")).agrees
    # A second method must not refute a proved claim.
    claim = CLAIMS["profiles-t1-o12"]
    assert check_claim(replace(claim, methods=("derive", "brute-force"))).agrees
    wrong = replace(claim, statement=("1/(1 - 2*t - 2*t^2)",), methods=("brute-force", "derive"))
    assert [text.split()[0] for text in check_claim(wrong).differences] == ["brute-force", "derive"]
    # An error in one check is reported, not raised.
    claim = CLAIMS["profiles-th39-symmetric"]
    found = check_claim(replace(claim, arguments={**claim.arguments, "with": {}}))
    assert not found.agrees
    assert "KeyError" in found.differences[0]


def test_a_winner_is_proved_for_all_n_that_are_claimed():
    law = CHECKS["winner"].methods["law"]
    for game, family, to, text, place in DATA["winners"]:
        asked = {"game": game, "family": family, "to": to}
        found = law((text,), asked)
        assert (found.status, found.witness.at) == ("refuted", place)
        right = text.replace(">= 0", ">= 1").replace(", 50", "").replace(" but 1000", "")
        assert law((right,), asked).status == "proved"


def test_the_status_of_a_formula_with_given_terms(monkeypatch):
    derive, bare = CHECKS["verify"].methods["derive"], "a(n) = 2*a(n-1) + a(n-2)"
    asked = {"formula": "(1+t)/(1-2*t-t^2)", "start": ["1", "3"]}
    for more, standing in (("", "proved"), (", a(0) = 7", "refuted"), (", a(2) = 8", "refuted")):
        assert derive((bare + more,), asked).status == standing
    # Terms of a probable series are not proved.
    terms = CHECKS["terms"].methods["derive"]
    probable, derive = Evidence(Status.PROBABLE, "transfer-matrix"), gfkit.derive
    asked = {"game": "node-kayles", "family": "path:n"}
    assert terms(("1", "2", "3", "5"), asked).status == "proved"
    monkeypatch.setattr("gfkit.core.engine.derive.derive", lambda *a: replace(derive(*a), evidence=probable))
    assert terms(("1", "2", "3", "5"), asked).status == "consistent"


# Common code of the methods of a claim: parsing, exact arithmetic, the query

ROOMS = {
    "boards",
    "rules",
    "algebra",
    "typing",
    "files",
    "memory",
    "errors",
    "writable",
    "deferred",
    "__init__",
    "runs",
    "hooks",
}
"""Reading files, rules and boards; polynomials, exact arithmetic, how they are written; handing out work;
names and regular expressions that are loaded when they are used."""
READERS = "verify", "mathmagic.blocking", "domination.number"
ROOMS_OF_CHECKS = {"value": {"play"}} | {word: {"claims"} for word in READERS}
"""A printed formula is read, expanded and judged by gfkit.verify, wherever its terms come from; a value that
is claimed is read, and its options are found, by gfkit.play, whatever the board is worth."""
ROOTS = {Path(gfkit.__file__).parent: (), catalog_files()[0].parents[1]: ("catalog", "papers")}
"""Where functions lie that are looked at, and what their modules are called there."""
CACHE = type(lru_cache(len))


def kind(claim) -> tuple[str, tuple[str, ...]]:
    """Claims of one kind are checked by the same code."""
    return claim.arguments["name"] if claim.by == "property" else claim.by, claim.methods


def firsts(claims) -> list:
    """Return one claim of each kind."""
    return list({kind(claim): claim for claim in reversed(claims)}.values())


QUICK = firsts([claim for claim in FAST if claim in REFUTED])
OTHERS = firsts([claim for claim in FAST if claim not in REFUTED and len(claim.methods) > 1])


@pytest.fixture(scope="module")
def caches() -> list:
    """Return the caches of all modules, which are loaded first so that imports are not recorded."""
    assert len(list(loaded("cli", "lab", "show"))) > 200
    return [one for one in gc.get_objects() if isinstance(one, CACHE)]


def called(method: Callable[[], object], caches: list) -> set[tuple[str, str]]:
    """Return the module and the outermost name of every function of gfkit that runs."""
    for cache in caches:
        cache.cache_clear()
    found = set()
    for code in codes(method):
        path = Path(code.co_filename)
        root = next((root for root in ROOTS if path.is_relative_to(root)), None)
        if root is not None:
            module = ".".join([*ROOTS[root], *path.relative_to(root).with_suffix("").parts])
            module = module.removeprefix("core.")
            found.add((module, code.co_qualname.split(".")[0]))
    return found


def shared(claim, caches: list) -> dict[str, list[str]]:
    """Return, for each pair of methods, the functions that both call and must not share.

    The guard of verify counts small boards by brute force, which can stop a verdict but not make one.
    """
    methods = CHECKS[claim.by].methods_for(claim.arguments)
    with patch("gfkit.claims.guard._BOARDS", -1):
        runs = {
            name: called(lambda name=name: methods[name](claim.statement, claim.arguments), caches)
            for name in dict.fromkeys(claim.methods)
        }
    return {
        f"{one} and {other}": sorted(
            f"{module}: {name}"
            for module, name in runs[one] & runs[other]
            if not allowed(claim, module, name)
        )
        for one, other in combinations(runs, 2)
    }


def allowed(claim, module: str, name: str) -> bool:
    room, _, rest = module.partition(".")
    if room == "catalog" and claim.status == "refuted":
        return name in DATA["questions"].get(rest, "").split()  # functions that both methods may call
    if module.startswith("rules.kinds."):
        return rest.endswith((".rule", ".file"))  # plain data, and how it is read
    own = ROOMS_OF_CHECKS.get(kind(claim)[0], set())
    return (
        module.startswith("claims.statement.")
        or room in {"catalog"} | ROOMS | own
        or module == "guessing.data"
    )


@pytest.mark.parametrize("some", some_and_all(QUICK, 1, 6))
def test_refuted_claims_have_two_independent_methods(some, caches):
    for claim in some:
        assert [] in (pairs := shared(claim, caches)).values(), (claim.id, pairs)


KNOWN = {
    "profile_graphs.dependent": ["oracle"],  # which single pieces fit together is looked up in one way
    "twins.exactly": [
        "questions",
        "rules",
    ],  # graphs with few vertices, and their moves, are listed in one way
    "twins.equal": ["questions", "rules"],
}
"""Kinds of claims, none of them refuted, whose methods share a room that is no reading room."""


@pytest.mark.slow(5)
def test_methods_of_claims_share_only_the_listed_engines(caches):
    for claim in drawn("other methods").sample(OTHERS, 10):
        pairs = shared(claim, caches)
        rooms = {text.split(".")[0] for text in min(pairs.values(), key=len)}
        assert rooms <= {*KNOWN.get(kind(claim)[0], [])}, (claim.id, pairs)


def test_shared_functions_of_two_methods_are_detected(caches):
    """Two methods are not independent if one calls the other."""
    claim = CLAIMS["profiles-t1-cis"]
    methods = CHECKS["verify"].methods_for(claim.arguments)
    runs = [called(lambda: methods["derive"](claim.statement, claim.arguments), caches) for _ in range(2)]
    assert any(not allowed(claim, *one) for one in runs[0] & runs[1])


# Quotations

FOLDER = Path(os.environ.get("GFKIT_SEEDS") or ROOT / ".." / "shared" / "seeds")
SOURCES = ("domineering", "profiles", "tromping", "dominogames", "domino-covering")
BEGINNINGS = {source: f"00{number}_" for number, source in enumerate(SOURCES)}


def normalised(text: str) -> str:
    return " ".join(text.split())


def text_of(source: str) -> str | None:
    found = sorted(FOLDER.glob(f"{BEGINNINGS[source]}*.txt"))
    return normalised(found[0].read_text(encoding="utf-8")) if found else None


def lost(source: str, text: str) -> dict[str, list[str]]:
    """Return the quotations that are not in the text, by claim."""
    claims = [claim for claim in CLAIMS.values() if claim.source.id == source]
    missing = {claim.id: [q for q in claim.quote if normalised(q) not in text] for claim in claims}
    return {word: quotes for word, quotes in missing.items() if quotes}


def test_quotations_are_printed():
    texts = {source: text_of(source) for source in BEGINNINGS}
    assert not any(lost(source, text) for source, text in texts.items() if text)
    if text := texts["profiles"]:  # a changed text is noticed
        changed = text.replace("A(B(C_k)) = S_k", "A(B(C_k)) = C_k")
        assert lost("profiles", changed) == {"profiles-l41-back-forth": ["$A(B(C_k)) = S_k$"]}
    if missing := [f"{BEGINNINGS[source]}*.txt" for source, text in texts.items() if not text]:
        pytest.skip(f"QUOTATIONS NOT COMPARED: no {missing} in {FOLDER}; GFKIT_SEEDS may name it")
