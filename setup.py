"""What pyproject.toml cannot say: the loops in C, papers and pages in the package, links of the description.

Where no compiler is, or it fails, the package is installed without the loops: numpy does their work.
GFKIT_PURE=1 builds without them, for the wheel that runs everywhere; GFKIT_SANITIZE=1 with what finds
wrong access to memory and undefined behaviour. GFKIT_PAGES=0 builds without the
pages that gfkit help prints, for the laboratory.
"""

import gzip
import json
import os
import re
import runpy
import shutil
import tomllib
import warnings
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

OLDEST = "0x030B0000"
"""The oldest Python that the built module runs in; newer ones run it too."""


class WithPapersAndPages(build_py):
    """Copies catalog/, without tests and data of pages, and docs/ as one file into the package."""

    def run(self):
        super().run()
        if not self.editable_mode:
            skipped = shutil.ignore_patterns("__pycache__", "test_*.py", "conftest.py", "*.jsonl")
            place = Path(self.build_lib) / "gfkit" / "catalog" / "data"
            shutil.copytree("catalog", place, ignore=skipped, dirs_exist_ok=True)
            packed = Path(self.build_lib) / "gfkit" / "help" / "pages.json.gz"
            packed.unlink(missing_ok=True)  # of an earlier build
            if os.environ.get("GFKIT_PAGES") != "0":
                kinds = runpy.run_path("gfkit/core/hooks.py")["KINDS"]
                pages = runpy.run_path("docs/_ext/gfkit_docs/packed.py")["packed"](Path("docs"), kinds)
                packed.write_bytes(gzip.compress(json.dumps(pages, ensure_ascii=False).encode(), mtime=0))


class ByCompiler(build_ext):
    """Gives each compiler the words that it knows."""

    def build_extensions(self):
        if self.compiler.compiler_type == "msvc":
            words, linked = ["/O2", "/std:c11"], []
        else:
            words, linked = ["-std=gnu11", "-O3", "-g0", "-Wall", "-Wextra"], []
            if os.environ.get("GFKIT_SANITIZE") == "1":
                words += ["-O1", "-g", "-fno-omit-frame-pointer", "-fsanitize=address,undefined"]
                linked = ["-fsanitize=address,undefined"]
        for extension in self.extensions:
            extension.extra_compile_args, extension.extra_link_args = words, linked
        super().build_extensions()


class ForAllPythons(bdist_wheel):
    """One wheel for all Pythons from the oldest on; without the loops, for all systems."""

    def finalize_options(self):
        if self.distribution.ext_modules:
            self.py_limited_api = "cp311"
        super().finalize_options()


def description(address):
    """The README for a package index, with its links made absolute by the address of the source."""
    text = Path("README.md").read_text(encoding="utf-8")
    if "example.org" in address:
        warnings.warn("no address in [project.urls]: the description keeps relative links", stacklevel=1)
        return text
    return re.sub(r"\]\((?![a-z]+:|#)", f"]({address.rstrip('/')}/", text)


FOLDER = Path("gfkit/core/native")
LOOPS = Extension(
    "gfkit.core.native.loops",
    sources=sorted(path.as_posix() for path in FOLDER.glob("*.c")),
    depends=sorted(path.as_posix() for path in FOLDER.glob("*.h")),
    define_macros=[("Py_LIMITED_API", OLDEST)],
    py_limited_api=True,
    optional=os.environ.get("GFKIT_NATIVE") != "1",
)

PROJECT = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
setup(
    long_description=description(PROJECT["urls"]["Source"]),
    long_description_content_type="text/markdown",
    ext_modules=[] if os.environ.get("GFKIT_PURE") == "1" else [LOOPS],
    cmdclass={"build_py": WithPapersAndPages, "build_ext": ByCompiler, "bdist_wheel": ForAllPythons},
)
