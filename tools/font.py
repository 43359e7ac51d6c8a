"""Write gfkit/show/fonts/math.woff2, the mathematical font of the pages, anew.

A subset of STIX Two Math, by the STIX Fonts Project Authors, under the SIL Open Font License 1.1, which names
no reserved font name. The font comes from the npm package that is named here; fonttools takes out what
formulas of gfkit do not need, and keeps the tables that fractions, roots and tall brackets are set by.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

PACKAGE = "@fontsource/stix-two-math@5.3.0"
FILE = "package/files/stix-two-math-latin-400-normal.woff2"
LICENSE = "package/LICENSE"
FOLDER = Path(__file__).parent.parent / "gfkit" / "show" / "fonts"
CHARACTERS = [
    *range(0x20, 0x7F),
    *map(ord, "¯·×÷±¬°²³¹ªº½¼¾…–—′″‴†‡•ı"),
    *range(0x391, 0x3AA), *range(0x3B1, 0x3CA), *map(ord, "ϑϕϵϱϖϰ"),
    *range(0x1D434, 0x1D468), 0x210E, *range(0x1D6E2, 0x1D71C),  # italic letters, as browsers set single ones
    *range(0x1D400, 0x1D434), *map(ord, "ℕℤℚℝℂℓℜℑ"),
    *map(ord, "∀∃∂∅∈∉∋∏∑∐−∓∕∖∗∘√∛∜∝∞∠∣∤∥∧∨∩∪∫∼≁≃≅≈≔≕≠≡≢≤≥≪≫≺≻⊂⊃⊆⊇⊕⊗⊙⊤⊥⋀⋁⋂⋃⋅⋆⋮⋯⋰⋱⌈⌉⌊⌋⟨⟩⟦⟧←↑→↓↔↦⇐⇒⇔"),
    0x2061, 0x2062, 0x2063, 0x2064, 0xA0, 0x2009, 0x200A, 0x2002, 0x2003,
]  # fmt: skip


def make() -> None:
    """Fetches the package by npm, and writes the subset and its license."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    with TemporaryDirectory() as folder:
        npm = [shutil.which("npm") or "npm", "pack", "--silent", PACKAGE]
        subprocess.run(npm, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        (packed,) = Path(folder).glob("*.tgz")
        with tarfile.open(packed) as archive:
            content, text = (archive.extractfile(name) for name in (FILE, LICENSE))
            assert content is not None, FILE
            assert text is not None, LICENSE
            font, words = TTFont(io.BytesIO(content.read())), text.read()
    options = Options()
    options.hinting = False
    options.layout_features = ["ssty", "kern", "mark", "mkmk", "dtls", "flac"]
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.flavor = "woff2"
    cutter = Subsetter(options)
    cutter.populate(unicodes=CHARACTERS)
    cutter.subset(font)
    font.flavor = "woff2"
    FOLDER.mkdir(exist_ok=True)
    font.save(FOLDER / "math.woff2")
    (FOLDER / "OFL.txt").write_bytes(words)
    size = (FOLDER / "math.woff2").stat().st_size
    sys.stdout.write(f"{FOLDER / 'math.woff2'}: {len(font.getGlyphOrder())} glyphs, {size / 1000:.0f} kB\n")


if __name__ == "__main__":
    make()
