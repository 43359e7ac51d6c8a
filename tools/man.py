"""Write the manual page gfkit.1 from the help texts of the commands: python tools/man.py FILE."""

import sys
from pathlib import Path

from gfkit.core.version import __version__

sys.path.insert(0, str(Path(__file__).parents[1] / "docs" / "_ext"))


def escaped(text: str) -> str:
    """Return a string without control characters of roff.

    >>> escaped(".a - b")
    '\\\\&.a \\\\- b'
    """
    lines = text.replace("\\", "\\e").replace("-", "\\-").splitlines()
    return "\n".join(f"\\&{line}" if line[:1] in (".", "'") else line for line in lines)


def manual_page() -> str:
    """Return the manual page, with a section for each command."""
    from gfkit_docs.helps import helps

    about = "count configurations on grids, strips and graphs, and prove formulas"
    parts = [f'.TH GFKIT 1 "" "gfkit {__version__}"', ".SH NAME", f"gfkit \\- {about}"]
    for words, text in helps():
        parts += [f'.SH "{words.upper()}"', ".nf", escaped(text), ".fi"]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(manual_page(), encoding="utf-8")
