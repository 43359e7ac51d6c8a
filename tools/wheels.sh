#!/bin/sh
# Build wheels with the C extension for this system into dist (Linux: needs docker).
set -eu
cd "$(dirname "$0")/.."
make ready EXTRA=release
PATH="$PWD/.venv/bin:$PWD/.venv/Scripts:$PATH"
python -m cibuildwheel --output-dir dist
