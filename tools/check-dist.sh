#!/bin/sh
# Check the packages in dist, and that they are of the version that is given.
set -eu
cd "$(dirname "$0")/.."
make ready EXTRA=release
PATH="$PWD/.venv/bin:$PWD/.venv/Scripts:$PATH"
python -m twine check --strict dist/*.whl dist/*.tar.gz
check-wheel-contents dist/*.whl
mkdir -p build
python -m readme_renderer README.md --output build/README.html
[ $# -eq 0 ] || ls "dist/gfkit-${1#v}.tar.gz"
