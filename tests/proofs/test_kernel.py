"""Files for Coq state the theorem of a certificate, and its kernel proves it; false statements it refuses.

The truth is the kernel's: what it accepted last is kept, and changes of that make it false.
"""

import os
import re
from pathlib import Path

import pytest

import gfkit
from gfkit.catalog import Selection, load
from gfkit.catalog.kernel import ACCEPTED as LAWS
from gfkit.catalog.kernel import accepted_laws, theorem_digest, kernel_of, laws, laws_of, theorem_of
from gfkit.errors import GfkitError, InputError, MismatchError
from gfkit.proofs import certificate_of
from gfkit.proofs.kernel import coq_file, coq_library, coq_version, evidence, library_key, octal_theorem

ACCEPTED = Path(__file__).parents[1] / "data" / "kernel"
KERNEL = pytest.mark.skipif(
    not os.environ.get("GFKIT_KERNEL") or coq_version() is None,
    reason="make kernel runs it where coqc is installed",
)
THEOREMS = [
    ("domineering", "4xn", "all"),
    ("domineering", "3xn", "right-ends"),
    ("domineering", "nx3", "maximal"),
    ("col", "3xn", "all"),
    ("snort", "nx3", "left-ends"),
    ("domino-tilings", "4xn", "all"),
    ("independent-sets", "4xn", "all"),
    ("independent-sets", "cylinder:3xn", "all"),
    ("colourings:3", "3xn", "all"),
    ("dominating-sets", "3xn", "all"),
    ("edge-covers", "3xn", "all"),
    ("even-subgraphs", "nx2", "all"),
    ("domineering", "2xn", "all", "players"),
    ("independent-sets", "3xn", "all", "pieces"),
    ("independent-sets", "torus:6xn", "all"),
    ("domineering", "torus:nx3", "maximal"),
    ("matchings", "moebius:n", "all"),
    ("matchings", "moebius:n", "all", "pieces"),
]


def exported(game: str, board: str, positions: str = "all", weights: str = "none", **how: object) -> str:
    law = gfkit.derive(game, board, positions=positions, weights=weights, certify=True)
    return coq_file(certificate_of(law), **how)


def accepted(game: str, board: str, positions: str, *weights: str) -> Path:
    return ACCEPTED / (re.sub(r"\W", "_", "_".join([game, board, positions, *weights])) + ".v")


@pytest.mark.parametrize("theorem", THEOREMS, ids=" ".join)
def test_the_file_is_the_one_that_the_kernel_accepted(theorem):
    """make kernel with GFKIT_KERNEL=write keeps what the kernel accepts."""
    text = exported(*theorem)
    if os.environ.get("GFKIT_KERNEL") == "write":
        evidence(text)
        accepted(*theorem).write_text(text, "utf-8")
        (ACCEPTED / "library").write_text(library_key() + "\n", "utf-8")
    assert text == accepted(*theorem).read_text("utf-8")
    assert (ACCEPTED / "library").read_text("utf-8").strip() == library_key() == accepted_laws()["library"]


@KERNEL
@pytest.mark.parametrize("theorem", THEOREMS, ids=" ".join)
def test_the_kernel_accepts_the_theorem(theorem):
    assert evidence(accepted(*theorem).read_text("utf-8")) == f"checked by the kernel of Coq {coq_version()}"


@KERNEL
def test_a_file_that_stands_alone_is_accepted():
    assert evidence(exported("domino-tilings", "2xn", alone=True)).startswith("checked")


@KERNEL
@pytest.mark.parametrize(
    ("theorem", "true", "false"),
    [
        (THEOREMS[0], "P : list Z := [1;", "P : list Z := [2;"),
        (THEOREMS[0], "(tl Q) n).", "(tl Q) (S n))."),
        (THEOREMS[0], "legal Open false 4", "legal Open true 4"),
        (THEOREMS[0], "legal Open false 4", "legal Open false 3"),
        (THEOREMS[0], "legal Open", "legal (Ring [])"),
        (THEOREMS[0], "(0, 0); (0, 1)", "(0, 0); (0, 2)"),
        (THEOREMS[0], "vm_cast_no_check (eq_refl true). Qed", "Admitted"),
        (THEOREMS[1], "stuck : list nat := [1]", "stuck : list nat := [0]"),
        (THEOREMS[3], "; (1, 1)]", "]"),
        (THEOREMS[6], "false 4 2", "false 4 3"),
        (THEOREMS[8], "[0]%nat [(", "[1]%nat [("),
        (THEOREMS[9], "[1; 2; 3; 4]", "[2; 3; 4]"),
        (THEOREMS[12], "weights : list poly := [[[1]]; [[]; [1]]", "weights : list poly := [[[1]]; [[1]]"),
        (THEOREMS[10], "degrees : list nat := [1;", "degrees : list nat := ["),
        (THEOREMS[14], "(Ring [])", "Open"),
        (THEOREMS[14], "(3 <= n)", "(2 <= n)"),
        (THEOREMS[14], "P : list Z := [0; 0; 0;", "P : list Z := [0; 0; 1;"),
        (THEOREMS[15], "stuck : list nat := [0; 1]", "stuck : list nat := [0]"),
        (THEOREMS[16], "(Ring [0; 2; 1]%nat)", "(Ring [])"),  # a prism
        (THEOREMS[16], "(Ring [0; 2; 1]%nat)", "(Ring [1; 2; 0]%nat)"),
        (
            THEOREMS[17],
            "weights : list poly := [[[1]]; [[]; [1]]",
            "weights : list poly := [[[1]]; [[1]; [1]]",
        ),
    ],
)
def test_a_false_statement_is_refused(theorem, true, false):
    text = accepted(*theorem).read_text("utf-8")
    changed = text.replace(true, false, 1)
    assert changed != text
    with pytest.raises(InputError, match="the kernel refuses"):
        evidence(changed)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"positions": "play"}, "positions: play"),
        ({"family": {"word": "repeat(.)", "sizes": [None], "wraps": [False]}}, "no boards of the family"),
        ({"rule": {"kind": "pointers"}}, "no rules of kind 'pointers'"),
        ({"rule": {"kind": "placement", "liberties": True}}, "liberties"),
        ({"rule": {"kind": "edges", "vertex": [1], "linkage": {}, "pins": []}}, "pins"),
        ({"rule": {"kind": "array", "colours": 2, "outside": 1}}, "value outside"),
    ],
)
def test_what_the_library_does_not_reach_is_refused_with_the_reason(change, why):
    family = {"word": "", "sizes": [3, None], "wraps": [False, False]}
    plain = {"game": "g", "first_n": 0, "board": "3xn", "positions": "all", "weights": [], "family": family}
    plain["rule"] = {"kind": "placement", "colours": []}
    with pytest.raises(MismatchError, match=f"no file for Coq: .*{re.escape(why)}"):
        coq_file({**plain, "numerator": [], "denominator": [], **change})


@KERNEL
@pytest.mark.parametrize(
    ("digits", "start", "period", "is_true"),
    [
        ([0, 7, 7], 71, 12, True),  # Kayles and Dawson's Kayles: Guy and Smith, 1956
        ([0, 0, 7], 53, 34, True),
        ([0, 7, 7], 70, 12, False),
        ([0, 7, 7], 71, 11, False),
        ([0, 0, 7], 52, 34, False),
        ([0, 7, 6], 71, 12, False),
        ([1, 7, 7], 71, 12, False),
    ],
)
def test_the_kernel_knows_which_heaps_repeat(digits, start, period, is_true):
    text = octal_theorem("octal", digits, start, period)
    if is_true:
        assert evidence(text) == f"checked by the kernel of Coq {coq_version()}"
        return
    with pytest.raises(InputError, match="the kernel refuses"):
        evidence(text)


@pytest.mark.parametrize(
    ("law", "why"),
    [
        ((None, 1, 1), "no code"),
        (([0, 7], None, None), "no period is proved"),
        (([0, 6, 4], 32427, 442), "65740 heaps"),
    ],
)
def test_heaps_without_a_theorem_are_refused(law, why):
    with pytest.raises(MismatchError, match=why):
        octal_theorem("octal", *law)


def test_the_page_shows_the_definitions_and_a_theorem_whole():
    page = (Path(__file__).parents[2] / "docs" / "algorithms" / "kernel.md").read_text("utf-8")
    assert coq_library()["Meaning"] in page
    assert accepted(*THEOREMS[0]).read_text("utf-8") in page


# The catalogue

WIDE = ("7", "8")
"""Widths of strips of which coqc needs more than a minute, so that it is not asked."""
OF_CATALOGUE = [
    pytest.param(law, id=str(law), marks=[pytest.mark.slow(2)] * any(width in law.family for width in "56"))
    for law in laws()
    if str(law) in accepted_laws()["laws"]
]


@pytest.mark.parametrize("law", OF_CATALOGUE)
def test_a_law_of_the_catalogue_is_the_one_that_the_kernel_accepted(law):
    assert theorem_digest(theorem_of(law)) == accepted_laws()["laws"][str(law)]


@KERNEL
def test_the_kernel_accepts_the_laws_of_the_catalogue():
    """The file of digests: with GFKIT_KERNEL=write it is written anew."""
    digests = {}
    for law in laws():
        try:
            text = "" if law.family.strip("nx") in WIDE else theorem_of(law)
        except GfkitError:  # the library does not reach
            continue
        if text and evidence(text):
            digests[str(law)] = theorem_digest(text)
    lines = [f'"{law}" = "{mark}"' for law, mark in digests.items()]
    page = f"""# Laws behind the catalogue that the kernel of Coq accepted, by GFKIT_KERNEL=write make kernel.
coq = "{coq_version()}"
library = "{library_key()}"

[laws]  # digests of their files
""" + "".join(f"{line}\n" for line in lines)
    if os.environ["GFKIT_KERNEL"] == "write":
        LAWS.write_text(page, "utf-8")
    assert LAWS.read_text("utf-8") == page


@pytest.mark.parametrize(
    ("claim", "seen"),
    [
        ("profiles-t1-cis", True),
        ("domineering-t2-m4", True),
        ("profiles-t1-nogo", False),  # liberties
        ("domineering-t2-m8", False),  # too wide
        ("domineering-t1-n3", False),  # of one board
    ],
)
def test_the_catalogue_says_what_the_kernel_has_seen(claim, seen):
    (published,) = Selection(ids=(claim,)).of(load())
    assert bool(kernel_of(published)) is seen


def test_a_claim_of_two_profiles_needs_both_laws():
    (claim,) = Selection(ids=("profiles-th43-col",)).of(load())
    assert [*map(str, laws_of(claim))] == ["col on path:n, pieces", "o12 on path:n, pieces"]
