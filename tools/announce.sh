#!/bin/sh
# Publish the release of a tag such as v1.2.3 on the hosting service, with its notes, the checker and the recipes of packages.
set -eu
cd "$(dirname "$0")/.."
mkdir -p build
python3 tools/release.py "$1" --notes >build/notes.md
python3 tools/derived.py --archive "dist/gfkit-${1#v}.tar.gz"
tar -czf build/packaging.tar.gz -C build packaging
gh release create "$1" --verify-tag --title "gfkit $1" --notes-file build/notes.md build/gfkit_check.py build/packaging.tar.gz
