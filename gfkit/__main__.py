"""``python -m gfkit`` is the command ``gfkit``."""

from gfkit.cli.main import run

run()
