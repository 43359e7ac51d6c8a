#!/bin/sh
# Test the board with answers in JupyterLab and marimo (needs Chromium and Node.js).
set -eu
cd "$(dirname "$0")/.."
make ready lab EXTRA=notebook
.venv/bin/python -m pytest -m browser -s tests/lab/test_notebooks.py
