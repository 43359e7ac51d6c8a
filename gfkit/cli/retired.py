"""Retired words of the command line, each with its replacement."""

from __future__ import annotations

_ALWAYS_WHOLE = ("optimum", "constant", "outcomes", "nim", "equilibrium")
_INDEXED = ("index build", "index info", "search", "read", "export", "settle")
_WITHOUT_MEMORY = (
    *("catalog check", "certify", "draw", "game", "guess", "optimum", "polynomial", "report", "sample"),
    *("oeis confirm", "oeis export", "oeis index build"),
)
_WITHOUT_SECONDS = ("draw", "game", "oeis export", "oeis index build", "sample")
_FOLDED = ("game", "oeis import", "oeis confirm")
_EQUILIBRIUM = {"raised": "1", "piece": "'monomino'", "players": "3", "opening": "'v1,h1'"}
RETIRED = {
    "--dry-run": "--max-seconds TIME or --max-memory SIZE, which stop the work itself; its progress is shown",
    "--cluster-timeout": "--max-seconds TIME; a running cluster keeps the time limits of Dask",
    "--log": "GFKIT_LOG=FILE before the command, or in the environment",
    "--quiet": "GFKIT_QUIET=1 before the command, or in the environment",
    "--resume": "the same command without it, which uses what is stored; or gfkit runs resume ID",
    "--digits": "--json for 30 digits; in Python growth(digits)",
    "--hold-back": "hold_back= in Python: gfkit.guess(terms, hold_back=N)",
    "value --limit": "the command without it: values of up to a million characters are printed",
    "game --limit": "the command without it: values of up to a million characters are printed",
    "catalog check --cluster": "--workers N",
    "report --cluster": "gfkit derive with --cluster, then the same report, which uses what is stored",
    "report --workers": "gfkit derive with --workers, then the same report, which uses what is stored",
    "oeis settle --cluster": "--workers N",
    "value --picture": "gfkit draw GAME BOARD --as thermograph -o FILE",
    "value --plot": "gfkit draw GAME BOARD --as thermograph -o FILE",
    "sample --picture": "gfkit draw GAME BOARD --seed S -o FILE",
    "games --picture": "gfkit draw GAME -o FILE",
    "guess --limit": "--max-seconds TIME",
    "outcomes --seconds": "--max-seconds TIME",
    "equilibrium --svg": "--picture FILE",
    "lab --site": "GFKIT_SITE=ADDRESS before the command, or in the environment",
    "verify --formula-file": "gfkit verify FILE, with a slash or an ending in its name",
    "oeis search --file": "gfkit oeis search FILE, with a slash or an ending in its name",
    "oeis read --file": "gfkit oeis read FILE, with a slash or an ending in its name",
    "oeis search --as-given": "the command without it: what was typed comes first in its list",
    "oeis search --bits": "--limit N, which lists the hits with most evidence",
    "oeis export --array": "the family mxn",
    "oeis export --name": "your own line %N into entry.txt",
    "oeis export --table": "a line %Y into entry.txt",
    "oeis export --cf": "a line %Y into entry.txt",
    "catalog check --verbose": "--json, which has every claim and its methods",
    **{f"oeis {verb} --index": "GFKIT_OEIS_INDEX=FILE before the command" for verb in _INDEXED},
    **{f"{verb} --full": "the command without it: it prints everything" for verb in _ALWAYS_WHOLE},
    **{f"{verb} --max-memory": "GFKIT_MAX_MEMORY=SIZE before the command" for verb in _WITHOUT_MEMORY},
    **{f"{verb} --max-seconds": "GFKIT_MAX_SECONDS=TIME before the command" for verb in _WITHOUT_SECONDS},
    **{f"{verb} --full": "| cat at the end: only a terminal folds" for verb in _FOLDED},
    "oeis settle --full": "--csv FILE, which has all rows",
    **{
        f"oeis {verb} --author": "GFKIT_AUTHOR='_Name_, Jan 31 2026' before the command"
        for verb in ("export", "confirm", "settle")
    },
    "oeis confirm --terms": "gfkit oeis export with --terms N for a longer b-file",
    "oeis export --up-to": "gfkit derive --up-to; its terms in a file go to oeis export --data FILE",
    "report --up-to": "gfkit derive --up-to, with --json for all of its parts",
    **{
        f"equilibrium --{name}": f"in Python gfkit.equilibrium('2x3', {name}={example})"
        for name, example in _EQUILIBRIUM.items()
    },
    "constant --weight": "in Python gfkit.constant(rule, weight=2)",
    "constant --density": "in Python gfkit.constant(rule, means=True)",
    "polynomial --n": "in Python gfkit.show.svg.family_zeros_drawing(law, n, title)",
    "draw --theme": "in Python gfkit.draw(...).svg(theme)",
    "games --positions": "gfkit games GAME --constraints, which has all positions",
    "catalog errata --output": "> FILE at the end",
    "catalog errata -o": "> FILE at the end",
    "catalog check --times": "time gfkit catalog check ID",
    **{f"catalog {verb} --cost": "--json, and select by the key cost" for verb in ("list", "check")},
    **{
        f"catalog {verb} --{name}": "IDs with * for any characters, or --json and select by its keys"
        for verb in ("list", "check")
        for name in ("source", "topic", "kind")
    },
    "catalog check --status": "IDs with * for any characters, as gfkit catalog list --status prints them",
    **{
        f"catalog {verb} --{name}": "IDs, as gfkit catalog list prints them, with * for any characters"
        for verb in ("show", "errata")
        for name in ("source", "topic", "kind", "status", "cost")
    },
    "complex": "gfkit count GAME BOARD --weights players, which counts positions by pieces",
    "score": "gfkit outcomes GAME BOARD for the winner; points are not counted",
    "play": "gfkit lab, whose page plays every placement game against you",
    "schema": "gfkit COMMAND --json-schema",
    "completion": 'eval "$(_GFKIT_COMPLETE=bash_source gfkit)" in ~/.bashrc, or zsh_source in ~/.zshrc',
}
"""Options and verbs that were retired, and what to write instead; each has a row on the page Upgrading.

A verb of a group, or an option of one command, has the words of its command before it: ``oeis index``.
"""


def retired(command_path: str, word: str) -> str:
    """Return the error for a retired word after the words of a command, or "" if it was never one."""
    words = " ".join([*command_path.split()[1:], word])
    instead = RETIRED.get(words) or (RETIRED.get(word) if word.startswith("-") else None)
    what = "option" if word.startswith("-") else "command"
    return f"{what} {word!r} was retired; write {instead}" if instead else ""
