"""Environments that contain only gfkit, some of its extras and their requirements, from this installation."""

import sysconfig
import tomllib
import venv
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def requirements(extra: str) -> list[Requirement]:
    """Return the requirements of an extra, including those of extras that it names."""
    asked = []
    for requirement in map(Requirement, PROJECT["optional-dependencies"][extra]):
        if requirement.name == PROJECT["name"]:
            asked += [each for name in sorted(requirement.extras) for each in requirements(name)]
        else:
            asked.append(requirement)
    return asked


def isolated(folder: Path, *extras: str) -> set[str]:
    """Create an environment; return the names of packages that it lacks because they are not installed."""
    found: dict[str, Distribution] = {}
    absent, done = set(), set()
    wanted = [(Requirement(one), "") for one in PROJECT["dependencies"]]
    wanted += [(one, "") for extra in extras for one in requirements(extra)]
    for one, given in wanted:  # which grows
        if (one.marker and not one.marker.evaluate({"extra": given})) or str(one) in done:
            continue
        done.add(str(one))
        try:
            found[one.name] = distribution(one.name)
        except PackageNotFoundError:
            absent.add(one.name)
            continue
        parts = [Requirement(part) for part in found[one.name].requires or ()]
        wanted += [(part, extra) for extra in ("", *one.extras) for part in parts]
    venv.create(folder)
    place = Path(sysconfig.get_path("purelib", "venv", {"base": str(folder)}))
    for part in found.values():
        for top in {file.parts[0] for file in part.files or ()} - {"..", "__pycache__"}:
            if not (place / top).exists():
                (place / top).symlink_to(str(part.locate_file(top)))
    (place / "gfkit.pth").write_text(f"{ROOT}\n")
    return absent
