"""Compare gfkit with its peers, alternately in one run, and print a table in Markdown.

The figures are CPU seconds of processes with their children, medians of the rounds, and the median of the
ratios of the pairs, peer to gfkit: above 1, gfkit is faster. The first three columns measure whole processes.
The last three measure the work alone, after the imports, in gfkit also after a smaller task. The answers are
compared; the exit code is 1 if one differs, or if a program fails. Peers that are not installed are listed
and marked in their rows.

    python -m benchmarks.peers [--install] [--only TEXT ...] [--rounds 5] [--limit 60] [--json FILE]

``--install`` first sets up build/peers, a virtual environment with the peers of package registries.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import pkgutil
import shutil
import subprocess
import sys
import venv
from datetime import UTC, datetime

from benchmarks import peers
from benchmarks.machine import machine, version
from benchmarks.peers.race import ENVIRONMENT, PATH, Peer, compare

VERSIONS = """
import json, sys
from importlib.metadata import distributions
print(json.dumps({d.name.lower(): d.version for d in distributions()}))
"""
HEAD = ("task", "peer", "its CPU s", "gfkit", "ratio", "alone", "gfkit", "ratio")


def find_peers() -> list[Peer]:
    """Return the peers of all files in this directory."""
    names = [module.name for module in pkgutil.iter_modules(peers.__path__)]
    modules = [importlib.import_module(f"benchmarks.peers.{name}") for name in names if name != "__main__"]
    return [module.PEER for module in modules if hasattr(module, "PEER")]


def install(found: list[Peer]) -> None:
    """Set up the environment of the peers. ``main`` reports the peers that cannot be installed."""
    if not (ENVIRONMENT / "bin" / "python").exists():
        venv.create(ENVIRONMENT, with_pip=True)
    for peer in found:
        if peer.packages:
            pip = [str(ENVIRONMENT / "bin" / "python"), "-m", "pip", "install", "-q", *peer.packages]
            subprocess.run(pip, check=False)
        if peer.build is not None:
            peer.build()


def installed_versions() -> dict[str, str]:
    """Return the versions of the packages in the environment of the peers."""
    python = ENVIRONMENT / "bin" / "python"
    if not python.exists():
        return {}
    return dict(json.loads(subprocess.check_output([python, "-c", VERSIONS], text=True)))


def _plain(requirement: str) -> str:
    return requirement.partition(">")[0].lower()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--install", action="store_true", help="set up build/peers first; uses the network")
    parser.add_argument("--only", nargs="*", default=[""], help="rows with one of these in peer or task")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--limit", type=int, default=60, help="CPU seconds of a process")
    parser.add_argument("--json", metavar="FILE", help="write the rows too")
    given = parser.parse_args()
    found = find_peers()
    if given.install:
        install(found)
    packages = installed_versions()
    python = str(ENVIRONMENT / "bin" / "python")
    interpreters = dict[str, str | None]()
    for peer in found:
        has_program = not peer.program or shutil.which(peer.program, path=PATH) is not None
        has_packages = all(_plain(name) in packages for name in peer.packages)
        interpreters[peer.name] = (
            None if not (has_program and has_packages) else python if peer.packages else sys.executable
        )
        if interpreters[peer.name] is None:
            hint = (
                "--install"
                if peer.packages or peer.build
                else f"put {peer.program} into PATH or build/peers/bin"
            )
            print(f"*** {peer.name} IS NOT INSTALLED ({peer.source}): {hint} ***", file=sys.stderr)
    print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}")
    rows = []
    for peer in found:
        for task in peer.tasks:
            if any(text.lower() in f"{peer.name} {task.name}".lower() for text in given.only):
                cells = compare(task, interpreters[peer.name], given.rounds, given.limit)
                rows.append([task.name, peer.name, *cells])
                print(f"| {' | '.join(rows[-1])} |", flush=True)
    used = machine()
    versions = {peer.name: packages.get(_plain(peer.packages[0])) for peer in found if peer.packages}
    facts = {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{used['processor']}, {used['cores']} cores, load {os.getloadavg()[1]:.1f}",
        "rounds": given.rounds,
        "versions": {"gfkit": version("gfkit")} | {name: v for name, v in versions.items() if v},
    }
    print("\n" + ", ".join(f"{key} {value}" for key, value in facts.items() if key != "versions"))
    print(", ".join(f"{name} {number}" for name, number in facts["versions"].items()))
    if given.json:
        with open(given.json, "w", encoding="utf-8") as file:
            json.dump(facts | {"rows": rows}, file, indent=1)
    bad = [row for row in rows if any(cell.startswith(("WRONG", "FAILED")) for cell in row)]
    for row in bad:
        print(f"*** {' | '.join(row)} ***", file=sys.stderr)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
