#!/bin/sh
# Write the keys in docs/reference/json.md anew.
set -eu
cd "$(dirname "$0")/.."
make ready
mkdir -p build
sed "/tools\/schemas.sh -->$/q" docs/reference/json.md >build/json.md
.venv/bin/python tools/schema_page.py | sed "s/^#/##/" >>build/json.md
mv build/json.md docs/reference/json.md
