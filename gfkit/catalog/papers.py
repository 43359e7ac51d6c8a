"""Where the papers are, beside the checkout's package or inside of the installed one, and their theorems.

A paper is a folder of the catalogue with ``claims.toml`` and, beside it, modules ``check*.py`` with theorems.
They are loaded from there and from nowhere else, as modules below this one: what a claims file says chooses
among the theorems that are there, and no file that a user names is ever run.
"""

from __future__ import annotations

from functools import cache, partial
from importlib import import_module
from pathlib import Path

from gfkit.catalog.boards import COUNT, OUTCOME, VALUE, WINNER
from gfkit.catalog.check import Argument, Arguments, CheckKind, CheckResult, Method, Theorem
from gfkit.catalog.claim import Statement
from gfkit.catalog.formulas import VERIFY
from gfkit.catalog.tables import EQUILIBRIUM, MATRIX, NIM
from gfkit.catalog.terms import IDENTITY, TERMS
from gfkit.errors import CatalogError, unknown

_HERE = Path(__file__).parent
_CHECKOUT = _HERE.parents[1] / "pyproject.toml"
_FOLDERS = [
    folder
    for folder, is_ours in ((_HERE / "data", True), (_CHECKOUT.parent / "catalog", _CHECKOUT.is_file()))
    if is_ours and folder.is_dir()
][:1]
__path__ = [str(folder) for folder in _FOLDERS]  # so that gfkit.catalog.papers.profiles is a paper


def catalog_files() -> list[Path]:
    """The claims of all papers."""
    if not _FOLDERS:
        raise CatalogError(
            "the catalogue is not installed with this copy of gfkit; name a catalogue file, as mine.toml"
        )
    return sorted(_FOLDERS[0].glob("*/claims.toml"))


@cache
def theorems() -> dict[str, Theorem]:
    """The theorems of all papers, by name."""
    by_name: dict[str, Theorem] = {}
    for file in sorted(file for folder in _FOLDERS for file in folder.glob("*/check*.py")):
        module = import_module(f"{__name__}.{file.parent.name}.{file.stem}")
        module_theorems = [value for value in vars(module).values() if isinstance(value, Theorem)]
        by_name |= {theorem.name: theorem for theorem in module_theorems}
    return by_name


def _methods(asked: Arguments) -> dict[str, Method]:
    """The methods of a property, with the arguments in ``with``."""
    known, name = theorems(), asked["name"]
    if name not in known:
        near = [known_name for known_name in known if known_name.split(".")[0] == name.split(".")[0]]
        raise CatalogError(f"check: {unknown('property', name, near or known)}")
    return {word: partial(_call_method, method) for word, method in known[name].methods.items()}


def _call_method(method: Method, statement: Statement, asked: Arguments) -> CheckResult:
    return method(statement, asked.get("with", {}))


def _subject(asked: Arguments) -> str:
    words = ", ".join(f"{key} {value}" for key, value in asked.get("with", {}).items())
    return f"{asked['name']}({words})" if words else str(asked["name"])


PROPERTY = CheckKind(
    arguments=(Argument("name", needed=True), Argument("with", dict)),
    methods={},
    subject=_subject,
    own_methods=_methods,
)
"""by = "property": a theorem of a paper, by its name."""

CHECKS: dict[str, CheckKind] = {
    "verify": VERIFY,
    "terms": TERMS,
    "count": COUNT,
    "value": VALUE,
    "outcome": OUTCOME,
    "winner": WINNER,
    "nim": NIM,
    "equilibrium": EQUILIBRIUM,
    "identity": IDENTITY,
    "matrix": MATRIX,
    "property": PROPERTY,
}
"""The ways of checking, by the word that ``by`` has in a claim's [claim.check]."""
