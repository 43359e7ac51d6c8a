"""Files for Coq state the theorem of a certificate: the kernel proves it and rejects false statements.

The kernel is the reference; its last accepted files are stored, and changes of them are false.
"""

import json
import os
import re
from base64 import b64encode
from contextlib import suppress
from hashlib import sha256
from itertools import product
from pathlib import Path

import pytest
from choice import drawn, some_and_all, some_of, then_slow
from cli.calling import call
from kernel_page import accepted_page, laws, theorem_digest, theorem_of
from tables import tables

import gfkit
from gfkit.catalog import load
from gfkit.catalog.running import ACCEPTED as PAGE, accepted_laws, kernel_of, kernel_words
from gfkit.core.errors import InputError, LimitError, MismatchError
from gfkit.core.rules.library import NAMED
from gfkit.core.rules.rule import read_rule
from gfkit.lab.tools import Tools
from gfkit.proofs import certificate_of, coq_file_of, statement_for_pages
from gfkit.proofs.kernel import ask_kernel, coq_file, coq_library, coq_version, library_key, octal_theorem

ACCEPTED = Path(__file__).parents[1] / "data" / "kernel"
KERNEL = pytest.mark.skipif(
    not os.environ.get("GFKIT_KERNEL") or coq_version() is None,
    reason="make kernel runs it where coqc is installed",
)
KEPT = tables("kernel/theorems")
THEOREMS = [*map(tuple, KEPT["theorems"])]


def exported(game: str, board: str, positions: str = "all", weights: str = "none", **how: object) -> str:
    rule = read_rule(game, KEPT["rules"][game]) if game in KEPT["rules"] else game
    law = gfkit.derive(rule, board, positions=positions, weights=weights, certify=True)
    return coq_file(certificate_of(law), **how)


def accepted(game: str, board: str, positions: str, *weights: str) -> Path:
    return ACCEPTED / (re.sub(r"\W", "_", "_".join([game, board, positions, *weights])) + ".v")


@pytest.mark.parametrize(
    "theorems", some_and_all(THEOREMS, len(THEOREMS) // (1 if os.environ.get("GFKIT_KERNEL") else 12), 4)
)
def test_the_file_is_the_one_that_the_kernel_accepted(theorems):
    """Compare with the stored files; ``make kernel`` with GFKIT_KERNEL=write stores the accepted ones."""
    for theorem in theorems:
        text = exported(*theorem)
        if os.environ.get("GFKIT_KERNEL") == "write":
            ask_kernel(text)
            accepted(*theorem).write_text(text, "utf-8")
            (ACCEPTED / "library").write_text(library_key() + "\n", "utf-8")
        assert text == accepted(*theorem).read_text("utf-8")
    assert (ACCEPTED / "library").read_text("utf-8").strip() == library_key() == accepted_laws()["library"]


@KERNEL
@pytest.mark.parametrize("theorems", [THEOREMS[k::4] for k in range(4)], ids=range(4))
def test_the_kernel_accepts_the_theorems(theorems):
    for theorem in theorems:
        said = ask_kernel(accepted(*theorem).read_text("utf-8"))
        assert said == f"checked by the kernel of Coq {coq_version()}", theorem


@KERNEL
@pytest.mark.parametrize("theorem", ["proved_true", "kernel_true", "told_by_cells"])
def test_the_theorems_of_the_library_rest_on_no_axioms(theorem):
    """proved_true is about any search for the states, kernel_true about the library's own one."""
    text = f"From Gfkit Require Import Pieces Verified.\nPrint Assumptions {theorem}.\n"
    assert ask_kernel(text).startswith("checked")


@KERNEL
def test_a_file_that_stands_alone_is_accepted():
    assert ask_kernel(exported("domino-tilings", "2xn", alone=True)).startswith("checked")


@KERNEL
@pytest.mark.parametrize("part", range(4))
def test_false_statements_are_rejected(part):
    for file, changes in [*tables("kernel/false").items()][part::4]:
        text = (ACCEPTED / f"{file}.v").read_text("utf-8")
        for true, false in changes:
            changed = text.replace(true, false, 1)
            assert changed != text
            with pytest.raises(InputError, match="the kernel rejects"):
                ask_kernel(changed)


ANCHORED = """From Gfkit Require Import Meaning Claims Verified.
Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Definition pieces : list piece := [{1}].
Definition P : list Z := {3}.
Definition Q : list Z := {4}.
Theorem anchors : says (Number (Boards {0} {2}) (PieceRule pieces [] All) P Q).
Proof. apply kernel_true. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions anchors.
"""


@pytest.mark.skipif(coq_version() is None, reason="coqc is not installed: 'apt install coq'")
@pytest.mark.slow(10)
def test_sets_of_cells_are_counted_and_not_anchors():
    for *statement, is_true in KEPT["anchored"]:
        text = ANCHORED.format(*statement)
        if is_true:
            assert ask_kernel(text).startswith("checked"), statement
            continue
        with pytest.raises(InputError, match="the kernel rejects"):
            ask_kernel(text)


FAMILIES = ("nx2", "3xn", "cylinder:nx3", "cylinder:3xn", "torus:3xn", "path:n", "cycle:n", "moebius:n")
PLAYED = ("cis", "col", "cram", "domineering", "i-tromping", "l-tromping", "snort")
OFFERED = [(name.replace(":k", ":3"), family, "all") for name, family in product(NAMED, FAMILIES)]
OFFERED += product(PLAYED, FAMILIES, ("maximal", "left-ends"))
SOME = drawn("theorems that are offered").sample(OFFERED, 32)


@pytest.mark.skipif(coq_version() is None, reason="coqc is not installed: 'apt install coq'")
@pytest.mark.parametrize("cases", then_slow([], 60, *[SOME[k::2] for k in range(2)]), ids=range(2))
def test_the_kernel_accepts_a_sample_of_offered_files(cases, tmp_path):
    check_offered(cases, tmp_path)


@KERNEL
def test_the_kernel_accepts_all_offered_files(tmp_path):
    check_offered(OFFERED, tmp_path)


def check_offered(cases: list[tuple[str, str, str]], folder: Path) -> None:
    """Check that the kernel accepts each offered file.

    Skip queries without a result in ten seconds, without a file, or whose file needs more than a minute in
    coqc (and some gigabytes, for example minimal edge covers of torus:3xn).
    """
    saved, accepted = folder / "law.json", 0
    for game, family, positions in cases:
        words = (
            "derive",
            game,
            family,
            "--positions",
            positions,
            "--save",
            saved,
            "--force",
            "--no-store",
            "--max-seconds",
            10,
        )
        if call(*words).code:
            continue
        try:
            text = coq_file_of(json.loads(saved.read_text("utf-8")))
        except MismatchError:
            continue
        with suppress(LimitError):
            assert ask_kernel(text, 60).startswith("checked"), (game, family, positions)
            accepted += 1
    assert accepted > len(cases) / 10


def test_theorems_outside_the_library_are_rejected_with_the_reason():
    family = {"word": "", "sizes": [3, None], "wraps": [False, False]}
    plain = {"game": "g", "first_n": 0, "board": "3xn", "positions": "all", "weights": [], "family": family}
    plain["rule"] = {"kind": "placement", "colours": []}
    for change, why in KEPT["unreached"]:
        with pytest.raises(MismatchError, match=f"no Coq file can be written: .*{re.escape(why)}"):
            coq_file({**plain, "numerator": [], "denominator": [], **json.loads(change)})


@pytest.mark.slow(1.5)
def test_a_theorem_that_takes_coqc_more_than_a_minute_is_not_offered(tmp_path):
    """Of these two files, coqc proved the first in 11 s and was stopped at the second after 60 s."""
    for family, code in (("cylinder:nx2", 0), ("cylinder:nx3", 2)):
        found = call(
            "derive", "edge-dominating-sets", family, "--save", tmp_path / "a.v", "--force", code=code
        )
    assert re.search(r"no Coq file can be written: .* 556 states", found.err)
    assert found.err.rstrip().count("gfkit: ") == 1
    for query in (("edge-dominating-sets", "cylinder:nx3"), ("derangements", "brick-wall:2xn")):
        assert statement_for_pages(certificate_of(gfkit.derive(*query, certify=True))) is None


@KERNEL
def test_the_kernel_knows_which_heaps_repeat():
    for digits, start, period, is_true in KEPT["heaps"]:
        text = octal_theorem("octal", digits, start, period)
        if is_true:
            assert ask_kernel(text) == f"checked by the kernel of Coq {coq_version()}"
            continue
        with pytest.raises(InputError, match="the kernel rejects"):
            ask_kernel(text)


def test_a_file_for_coq_has_the_library_and_the_lines_of_gfkit(tmp_path):
    """Two extra lines can change the meaning of a theorem, so the file is rejected."""
    file, alone = tmp_path / "a.v", exported("domino-tilings", "2xn", alone=True)
    library = re.search(r"SHA-256 is\n   ([0-9a-f]{64}) ", alone)[1]
    inside = re.search(r"[0-9a-f]{64} \*\)\n(.*)\(\* Here the library", alone, re.DOTALL)[1]
    assert sha256(inside.encode()).hexdigest() == library
    file.write_text(alone)
    found = call("certify", file, code=3).out
    assert found.startswith("consistent: ")
    assert library in found
    stated = ("for all n >= 0, the number of ", " sets of pieces ", f"gfkit certify {file} --kernel")
    assert all(word in found for word in stated)
    assert "says (" not in found
    slipped = "Definition counts (p : nat -> nat -> Prop) (z : Z) : Prop := True.\n"
    places = ["Module Cells.", "Definition ways", "Open Scope Z_scope.\n\n", "Definition P ", "Theorem "]
    for before in [*places, "Proof."]:
        if before in alone:
            at = alone.rindex(before)
            file.write_text(alone[:at] + slipped + alone[at:])
            assert call("certify", file, code=2).err.count("\n") == 1
    for text in (
        alone.replace("vm_cast_no_check (eq_refl true)", "admit"),
        alone[alone.index("Module") :],
        "",
        alone + slipped,
    ):
        file.write_text(text)
        call("certify", file, code=2)
    for theorem in THEOREMS:
        call("certify", accepted(*theorem), code=3)


LIBRARY = re.compile(r"(?<=SHA-256 is\n   )[0-9a-f]{64}( \*\)\n)(.*)(?=\(\* Here the library)", re.S)
MEANINGS = tables("kernel/changes")["library"]


@pytest.mark.parametrize("change", MEANINGS)
def test_a_library_with_another_meaning_is_rejected(change, tmp_path):
    """The digest in the file is that of the changed library, as in a file of another version."""
    file, alone = tmp_path / "a.v", exported("domino-tilings", "2xn", alone=True)
    changed = alone.replace(*MEANINGS[change], 1)
    assert changed != alone
    inside = LIBRARY.search(changed)[2]
    digest = sha256(inside.encode()).hexdigest()
    file.write_text(LIBRARY.sub(lambda found: f"{digest}{found[1]}{found[2]}", changed))
    found = call("certify", file, code=2)
    assert found.out == ""
    assert re.fullmatch(rf"gfkit: .*{digest}, which differs from the library of this gfkit.*\n", found.err)


TRUE = re.compile(r"(Theorem (\w+) : (says .*))\.\n")


def hidden(text: str) -> str:
    """Return a file in which the theorem that a reader sees is in a comment, and a weaker one is proved."""
    (_, name, true) = TRUE.search(text).groups()
    text = text.replace(name, "border")  # a name that definitions may have
    false = true.replace("(Boards Open false 4 0)", "(Boards Open false 5 0)")
    return TRUE.sub(f"Definition border : ({true} (*.\nTheorem border : {false[:-1]} *)).\n", text)


FORGED = tables("kernel/changes")["files"]


@pytest.mark.parametrize("how", FORGED)
def test_a_file_with_another_meaning_is_rejected(how, tmp_path):
    file, text = tmp_path / "a.v", accepted("domino-tilings", "4xn", "all").read_text("utf-8")
    changed = text.replace(*FORGED[how], 1)
    assert changed != text
    file.write_text(changed)
    found = call("certify", file, code=2)
    assert (found.out, found.err.count("\n")) == ("", 1)


@pytest.mark.skipif(coq_version() is None, reason="coqc is not installed: 'apt install coq'")
@pytest.mark.slow(20)
def test_a_theorem_in_a_comment_is_rejected(tmp_path):
    """The kernel accepts the file, in which it proves another theorem than the one that a reader sees."""
    file, text = tmp_path / "a.v", hidden(accepted("domino-tilings", "4xn", "all").read_text("utf-8"))
    file.write_text(text)
    assert ask_kernel(text).startswith("checked")
    call("certify", file, "--kernel", code=2)


def test_heaps_without_a_theorem_are_rejected():
    unproved = {"octal code": (None, 1, 1), "no period is proved": ([0, 7], None, None)}
    for why, law in (unproved | {"65,740 heaps": ([0, 6, 4], 32427, 442)}).items():
        with pytest.raises(MismatchError, match=why):
            octal_theorem("octal", *law)


def test_the_page_shows_the_definitions_and_a_theorem_whole():
    page = (Path(__file__).parents[2] / "docs" / "algorithms" / "kernel.md").read_text("utf-8")
    assert coq_library()["Meaning"] in page
    assert coq_library()["Claims"] in page
    assert accepted(*THEOREMS[0]).read_text("utf-8") in page
    assert f" {len(LAWS)} formulas are checked" in page


LAWS = accepted_laws()["laws"]


@pytest.mark.parametrize("wide", [False, pytest.param(True, marks=pytest.mark.slow(20))])
def test_formulas_of_the_catalogue_agree_with_the_accepted_page(wide):
    for law in laws() if wide else some_of([*laws()], step=2):
        if str(law) in LAWS and any(width in law.family for width in "56") is wide:
            assert theorem_digest(theorem_of(law)) == LAWS[str(law)], law


@KERNEL
def test_the_kernel_accepts_the_formulas_of_the_catalogue():
    page = accepted_page()
    if os.environ["GFKIT_KERNEL"] == "write":
        PAGE.write_text(page, "utf-8")
    assert PAGE.read_text("utf-8") == page


def test_the_catalogue_marks_claims_checked_by_the_kernel():
    """Nogo (it has liberties), wide strips and single boards are not marked."""
    claims = {claim.id: claim for document in load() for claim in document.claims}
    unseen = ["profiles-t1-nogo", "domineering-t2-m8", "domineering-t1-n3"]
    seen = ["profiles-t1-cis", "domineering-t2-m4", "profiles-th43-col"]
    assert [bool(kernel_of(claims[name])) for name in unseen + seen] == [False] * 3 + [True] * 3
    assert "col on path:n, pieces and of o12 on path:n, pieces is" in kernel_words(claims[seen[2]])


def test_a_file_to_download_needs_no_other(tmp_path):
    saved, text = tmp_path / "col.v", accepted(*THEOREMS[3]).read_text("utf-8")
    gfkit.save_derived(gfkit.derive("col", "3xn"), saved)
    page = gfkit.report(gfkit.derive("col", "3xn")).html
    served = Tools(tmp_path).run("theorem", {"game": "col", "family": "3xn"})["files"]["theorem.v"]
    assert saved.read_text("utf-8") == served == exported("col", "3xn", alone=True)
    assert b64encode(text.encode()).decode() in page
