"""Directories of the papers, in the checkout or in the installed package, and the checks in them.

A paper is a directory of the catalogue with ``claims.toml`` and modules ``check*.py`` that define theorems.
The directory ``kinds`` contains the checks that claims of every paper can select. The modules are loaded only
from these directories, as submodules of this module: a claims file selects among these checks and theorems,
and a file named by a user is never executed.
"""

from __future__ import annotations

from functools import cache, partial
from importlib import import_module
from pathlib import Path

from gfkit.catalog.claim import Argument, Arguments, CheckKind, CheckResult, Method, Statement, Theorem
from gfkit.core.errors import CatalogError, unknown

_HERE = Path(__file__).parent
_CHECKOUT = _HERE.parents[1]
_FOLDER = _HERE / "data"
if not _FOLDER.is_dir() and (_CHECKOUT / "pyproject.toml").is_file():
    _FOLDER = _CHECKOUT / "catalog"
if not _FOLDER.is_dir():
    raise CatalogError("the catalogue is not installed with this copy of gfkit")
__path__ = [str(_FOLDER)]  # gfkit.catalog.papers.profiles is the subpackage of a paper


def catalog_files() -> list[Path]:
    """Return the claims files of all papers."""
    return sorted(_FOLDER.glob("*/claims.toml"))


@cache
def theorems() -> dict[str, Theorem]:
    """Return the theorems of all papers, by name."""
    by_name: dict[str, Theorem] = {}
    for file in sorted(_FOLDER.glob("*/check*.py")):
        module = import_module(f"{__name__}.{file.parent.name}.{file.stem}")
        module_theorems = [value for value in vars(module).values() if isinstance(value, Theorem)]
        by_name |= {theorem.name: theorem for theorem in module_theorems}
    return by_name


def _methods(asked: Arguments) -> dict[str, Method]:
    """Return the methods of a property, bound to the arguments in ``with``."""
    known, name = theorems(), asked["name"]
    if name not in known:
        near = [known_name for known_name in known if known_name.split(".")[0] == name.split(".")[0]]
        raise CatalogError(f"check: {unknown('property', name, near or known)}")
    return {word: partial(_call_method, method) for word, method in known[name].methods.items()}


def _call_method(method: Method, statement: Statement, asked: Arguments) -> CheckResult:
    return method(statement, asked.get("with", {}))


def _subject(asked: Arguments) -> str:
    words = ", ".join(f"{key} {value}" for key, value in asked.get("with", {}).items() if key != "drawing")
    return f"{asked['name']}({words})" if words else str(asked["name"])


PROPERTY = CheckKind(
    arguments=(Argument("name", needed=True), Argument("with", dict)),
    methods={},
    subject=_subject,
    own_methods=_methods,
)
"""Kind of check by = "property": a theorem of a paper, selected by its name."""

CHECKS: dict[str, CheckKind] = {
    **import_module(f"{__name__}.kinds").CHECKS,
    "property": PROPERTY,
}
"""Kinds of checks, by the value of ``by`` in [claim.check]."""
