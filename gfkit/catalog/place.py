"""Where the catalogue's files are: beside the checkout's package, or inside of the installed one."""

from __future__ import annotations

from pathlib import Path

from gfkit.errors import CatalogError

_HERE = Path(__file__).parent


def catalog_folder() -> Path:
    """The folder with the catalogue's files."""
    found = [folder for folder in (_HERE / "data", _HERE.parents[1] / "catalog") if folder.is_dir()]
    if not found:
        raise CatalogError(
            "the catalogue is not installed with this copy of gfkit; name a catalogue file, as mine.toml"
        )
    return found[0]


def catalog_files() -> list[Path]:
    """The catalogue's files, by name."""
    return sorted(catalog_folder().glob("*.toml"))
