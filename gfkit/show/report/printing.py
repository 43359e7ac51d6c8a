"""A page on paper: a Chromium on this machine prints it, with a profile of its own and no network."""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from gfkit.errors import InputError, LimitError

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_SECONDS = 180
_OPTIONS = (
    "--headless",
    "--disable-gpu",
    "--no-first-run",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--no-pdf-header-footer",
)


def find_browser() -> str:
    """The path of a browser that can print; an error that says what was looked for where there is none."""
    for name in BROWSERS:
        found = shutil.which(name)
        if found is not None:
            return found
    raise InputError(f"a PDF needs a browser to print it, and the PATH has none of {', '.join(BROWSERS)}")


def print_page(html: str, target: str | Path, browser: str) -> None:
    """Prints a page to a PDF; the file is there whole or not at all."""
    goal = Path(target)
    draft = goal.with_name(f"{goal.name}.{os.getpid()}.part")
    try:
        with TemporaryDirectory(prefix="gfkit-report-", ignore_cleanup_errors=True) as room:
            page, paper = Path(room, "report.html"), Path(room, "report.pdf")
            page.write_text(html, encoding="utf-8")
            _run(browser, page, paper, Path(room, "profile"))
            shutil.copyfile(paper, draft)
        draft.replace(goal)
    except OSError as error:
        raise InputError(f"file {str(target)!r} cannot be written: {error.strerror or error}") from None
    finally:
        with suppress(OSError):
            draft.unlink()


def _run(browser: str, page: Path, paper: Path, profile: Path) -> None:
    sandbox = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    words = [
        browser,
        *_OPTIONS,
        *sandbox,
        f"--user-data-dir={profile}",
        f"--print-to-pdf={paper}",
        page.as_uri(),
    ]
    try:
        done = subprocess.run(words, capture_output=True, timeout=_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise LimitError(f"browser {browser!r} did not print the page within {_SECONDS} s") from None
    if done.returncode or not paper.is_file():
        said = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        why = f": {said[0]}" if said else ""
        raise LimitError(f"browser {browser!r} did not print the page (exit code {done.returncode}){why}")
