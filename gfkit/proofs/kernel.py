"""Coq file with the theorem of a certificate, which Coq's kernel checks from the definition of the rule.

The file states the rule, the boards and P/Q in the terms of ``coq/Meaning.v``. It lists no states: the
library computes them while the kernel checks the file. A certificate that the library does not cover is
rejected with the reason.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from gfkit.core.deferred import regex
from gfkit.core.errors import InputError, LimitError
from gfkit.proofs.checker.fractions import FRACTIONS
from gfkit.proofs.checker.heaps import heaps_in_window
from gfkit.proofs.statements import TermDefinition, coq_claim, no_coq_file, octal_claim, parse_term
from gfkit.runs.files import cache_directory

MODULES = (
    *("Meaning", "Sweep", "Clauses", "Watches", "Strip", "Arrays", "Lines", "Totals", "Pieces", "Edges"),
    *("Tiles", "Weights", "Connected", "Cells", "Octal", "Claims", "Verified", "Symmetry"),
)
"""Files of the library; each file imports only earlier ones."""
HEAPS = 30_000
"""Maximum number of Grundy values that the kernel checks: about two minutes of coqc if two digits split
heaps.
"""

EDGE_STATES = 400
"""Maximum number of states before one step of a cyclic strip, if edges have conditions on both endpoints.

coqc takes 5 s for 166 states, and from 40 s to more than a minute and several gigabytes of memory for 500
states.
"""


def coq_library() -> dict[str, str]:
    """Return the text of each file of the Coq library, by the name of its module."""
    folder = Path(__file__).parent / "coq"
    return {name: (folder / f"{name}.v").read_text("utf-8") for name in MODULES}


def library_key() -> str:
    """Return the digest of the library."""
    return hashlib.sha256("".join(coq_library().values()).encode()).hexdigest()[:16]


# The file ---------------------------------------------------------------------------------------------------


def _clean_comment(text: object) -> str:
    return re.sub(r"\(\*|\*\)|[^ -~]|\"", " ", str(text))


def _how_to_check(alone: bool) -> str:
    library = ", after gfkit certify --coq-library DIR; compile that"
    return f"To check it: coqc {'' if alone else '-Q DIR Gfkit '}FILE.v{'' if alone else library}"


def coq_file(certificate: dict[str, Any], alone: bool = False) -> str:
    """Return the text of a Coq file with the theorem of a certificate in its last lines.

    With ``alone`` the file contains the library; otherwise it is imported from ``-Q DIR Gfkit``.
    """
    definitions, claim = coq_claim(certificate)
    check_time(certificate, definitions, claim)
    weights, first = certificate["weights"], certificate["first_n"]
    game, board = _clean_comment(certificate["game"]), _clean_comment(certificate["board"])
    chosen = "" if certificate["positions"] == "all" else f" ({certificate['positions']})"
    amount = f"sum of weights in {', '.join(weights)}" if weights else "number"
    remark = f"""(* {game}{chosen} on {board}.
   For every n >= {first} their {amount} is the coefficient of t^n in P/Q.
   Claims.v defines what the theorem states, in the terms of Meaning.v.
   {_how_to_check(alone)} *)
"""
    name = re.sub(r"\W+", "_", f"{certificate['game']} {certificate['board']}").strip("_")
    return remark + _theorem(name if name[:1].isalpha() else f"theorem_{name}", definitions, claim, alone)


def check_time(certificate: dict[str, Any], definitions: Mapping[str, TermDefinition], claim: str) -> None:
    """Raise MismatchError if conditions on edges lead to more states than the library can handle in time."""
    states = max(certificate["sizes"], default=0) if "left_ends" in definitions and "(Ring" in claim else 0
    if states > EDGE_STATES:
        raise no_coq_file(
            f"the conditions on both endpoints of edges of a cyclic strip lead to {states} states, but"
            f" the kernel can check at most {EDGE_STATES} in time"
        )


def _theorem(name: str, definitions: dict[str, TermDefinition], claim: str, alone: bool) -> str:
    """Return the text of a Coq file with one theorem, without the comment at its top."""
    lines = "".join(f"Definition {key} : {type_} := {term}.\n" for key, (type_, term) in definitions.items())
    return f"""{_join_library() if alone else "From Gfkit Require Import Meaning Claims Verified."}
Require Import ZArith NArith List.
Import ListNotations.
Open Scope Z_scope.

{lines}Theorem {name} : says ({claim}).
Proof. apply kernel_true. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions {name}.
"""


def _join_library() -> str:
    """Return the library as modules of one file, enclosed by two comments, the first of which contains its
    digest.
    """
    texts, parts = coq_library(), []
    for name in MODULES[: MODULES.index("Verified") + 1]:
        text = re.sub(r"^From Gfkit Require Import (.*)\.$", r"Import \1.", texts[name], flags=re.M)
        text = re.sub(r"^(From Gfkit )?Require .*\n", "", text, flags=re.M)
        parts.append(f"Module {name}.\n{text}End {name}.\n")
    needs = "From Coq Require Import ZArith NArith List Lia Bool PeanoNat PArith FMapPositive FinFun.\n"
    whole = needs + "\n".join(parts)
    head = f"{_LIBRARY}; up to the next such line their SHA-256 is\n   {_digest(whole)} *)\n"
    return head + whole + _LIBRARY_ENDS + "Import Meaning Claims Verified."


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


_LIBRARY = "(* The next lines are the library of gfkit"
_LIBRARY_ENDS = "(* Here the library of gfkit ends. *)\n"
_DEFINED = {
    *("P", "Q", "weights", "weight", "code", "windows", "nears", "pins", "tallies", "readers", "pieces"),
    *("apart", "edges", "degrees", "taken_ends", "left_ends", "tiles", "border"),
}
"""Names that Coq files define. None of them is defined in the library or in Coq."""
_CLAIMS = {"Number", "Weight", "ConnectedNumber", "ConnectedWeight", "Period"}
_DEFINITION = regex(r"^Definition (\w+) : ([\w (*)]+) := ([^.\n]*)\.\n", re.MULTILINE)
_STATED = regex(r"^Theorem (\w+) : says \(([^.\n]*)\)\.\n", re.MULTILINE)


def theorem_in(text: str) -> str:
    """Return the theorem in a Coq file written by gfkit, and the digest of the library in the file.

    Raise InputError if the file contains another library, or anything except definitions and their theorem,
    since that could redefine the terms of the theorem. The definitions and the theorem are parsed, and the
    file must equal the file that gfkit writes for them; comments, strings and terms other than data are
    rejected. Only the kernel determines whether the theorem holds.
    """
    head, _, body = text.partition(" *)\n")
    if not head.startswith("(* ") or re.search(r'\(\*|\*\)|"', head[2:]):
        raise InputError("does not start with the comment of a file written by gfkit")
    whose, alone, start = "the library is imported", body.startswith(_LIBRARY), 0
    if alone:
        inside = body.partition(" *)\n")[2].partition(_LIBRARY_ENDS)[0]
        library, whose = _join_library(), f"the library in the file has the SHA-256 {_digest(inside)}"
        if not body.startswith(library):
            raise InputError(
                f"{whose}, which differs from the library of this gfkit: terms may have another"
                " meaning; save the file again"
            )
        whose, start = f"{whose}, which is the library of this gfkit", len(library)
    stated = _STATED.search(body, start)
    if stated is not None:
        name, claim = stated[1], stated[2]
        defined = _DEFINITION.findall(body, start, stated.start())
        definitions = {key: TermDefinition(*parts) for key, *parts in defined}
        if (
            definitions.keys() <= _DEFINED
            and body == _theorem(name, definitions, claim, alone)
            and (meaning := _meaning(claim, definitions))
        ):
            return f"theorem {name}: {meaning}; {whose}"
    raise InputError(f"{whose}, but the file contains lines that gfkit does not write")


_COUNTED = {
    "ArrayRule": "arrays", "PieceRule": "sets of pieces", "EdgeRule": "sets of edges",
    "DirectedRule": "orientations", "TileRule": "tilings", "EdgesOf": "connected sets of edges",
    "CellsOf": "connected sets of cells",
}  # fmt: skip


def _meaning(claim: str, definitions: dict[str, TermDefinition]) -> str:
    """Return the sentence of a claim made of constructors, numbers, lists and pairs; empty if it is none."""
    try:
        term = parse_term(claim, definitions)
        if isinstance(term, str) or term[0] != "apply" or term[1] not in _CLAIMS:
            return ""
        kind, *parts = term[1:]
        if kind == "Period":
            code, start, period = parts
            digits = f"the code with the digits {', '.join(map(str, code[1:]))}"
            return f"the nim-values of heaps of {digits} have period {period} for all n >= {start}"
        boards, rule = parts[:2]
        counted = _COUNTED[str(rule if isinstance(rule, str) else rule[1])]
    except (ValueError, IndexError, KeyError):
        return ""
    first = boards[-1] if boards[0] == "apply" else 0
    amount = "sum of the weights" if "Weight" in kind else "number"
    return (
        f"for all n >= {first}, the {amount} of the {counted} on boards of n slices that satisfy the rule in"
        " the file is the coefficient of t^n in P/Q"
    )


def octal_theorem(
    game: str, digits: Sequence[int] | None, start: int | None, period: int | None, alone: bool = False
) -> str:
    """Return the text of a Coq file with the theorem that the heaps of a code are periodic from ``start`` on
    (Guy and Smith).

    The file contains the digits of the code and no values: the kernel computes them. Raise MismatchError if
    there is no code or no period, or if the theorem requires more than ``HEAPS`` values.
    """
    if digits is None:
        raise no_coq_file("the game must have an octal code with finitely many digits")
    if start is None or period is None:
        raise no_coq_file("no period is proved for all heaps; compute more values, for example with --to 300")
    needed = heaps_in_window([*digits], start, period)
    if needed > HEAPS:
        raise no_coq_file(
            f"the theorem requires the values of {needed:,} heaps, but the limit for the kernel is {HEAPS:,}"
        )
    remark = f"""(* {_clean_comment(game)}: the nim-values of heaps have period {period} for n >= {start}.
   The first half of the theorem states that heaps of n + {period} and of n have the same nim-value. The
   second half states it in terms of play: if one replaces the other in any sum of heaps, the same player
   wins. Octal.v defines moves, nim-values and lost positions in its first lines.
   {_how_to_check(alone)} *)
"""
    name = re.sub(r"\W+", "_", f"{game} period").strip("_")
    return remark + _theorem(name, *octal_claim([*digits], start, period), alone)


# The kernel -------------------------------------------------------------------------------------------------


def coq_version() -> str | None:
    """Return the version of the ``coqc`` on the path, or None if it is not installed."""
    if shutil.which("coqc") is None:
        return None
    run = subprocess.run(["coqc", "--print-version"], capture_output=True, text=True, check=False)
    return run.stdout.split()[0] if run.returncode == 0 and run.stdout.split() else None


def write_library(folder: Path) -> None:
    """Write the files of the Coq library into a directory."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in coq_library().items():
        (folder / f"{name}.v").write_text(text, "utf-8")


def compiled_library(version: str) -> Path:
    """Return the directory of the compiled library in the user's cache, after compiling it if needed."""
    folder = cache_directory() / f"coq-{version}-{library_key()}"
    missing = [name for name in MODULES if not (folder / f"{name}.vo").exists()]
    if missing:
        write_library(folder)
        for name in missing:
            run = _coqc(folder, folder / f"{name}.v")
            if run.returncode:
                raise InputError(f"coqc: the library does not compile: {run.stderr.strip()[-300:]}")
    return folder


def _coqc(library: Path, file: Path, seconds: float | None = None) -> subprocess.CompletedProcess[str]:
    command = ["coqc", "-q", "-Q", str(library), "Gfkit", str(file)]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=file.parent, timeout=seconds
    )


def ask_kernel(text: str, seconds: float | None = None) -> str:
    """Let the kernel of Coq check a file, and return its verdict in one line.

    The theorem must be ``Closed under the global context``, that is, use no axioms. Raise InputError if the
    kernel rejects the file, and LimitError if coqc does not end within ``seconds``.
    """
    version = coq_version()
    if version is None:
        return "not run: coqc is not installed; install it by 'apt install coq' or 'opam install coq'"
    with TemporaryDirectory() as folder:
        file = Path(folder, "theorem.v")
        file.write_text(text, "utf-8")
        try:
            run = _coqc(compiled_library(version), file, seconds)
        except subprocess.TimeoutExpired:
            raise LimitError(f"coqc did not check the theorem within {seconds:g} s") from None
    if run.returncode or run.stdout.strip() != "Closed under the global context":
        raise InputError(f"coqc: the kernel rejects the theorem: {(run.stderr or run.stdout).strip()[-300:]}")
    return f"checked by the kernel of Coq {version}"


def coq_file_of(certificate: object, alone: bool = False) -> str:
    """Return the Coq file of a certificate that is stored in a file."""
    if not isinstance(certificate, dict):
        certificate = {}
    if certificate.get("claim") == "heaps":
        law = certificate["period"] or {"start": None, "period": None}
        return octal_theorem(certificate["game"], certificate["digits"], law["start"], law["period"], alone)
    if certificate.get("format") != FRACTIONS or certificate["version"] != 6:
        raise no_coq_file(
            "the library supports only generating functions of strips, from certificates of version 6,"
            " and periods of heaps"
        )
    return coq_file(certificate, alone)


def is_library(path: Path) -> bool:
    """Return True if the module with this name belongs to the library."""
    return path.stem in MODULES
