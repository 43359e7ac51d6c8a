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
DOCS := $(BASE)-docs
RELEASE := $(BASE)-release
PIP := $(BIN)/python -m pip install --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: demo ready test test-slow test-all check coverage differential sanitize kernel lean verified bench bench-gate docs site lab browser catalog atlas checker dist image release lock clean help

help: ## show these lines; tools/README.md lists the scripts of maintainers
	@sed -n 's/^\([a-z-]*\):.* ## \(.*\)/make \1|\2/p' Makefile | awk -F'|' '{ printf "%-18s%s\n", $$1, $$2 }'
	@echo "Another Python: make PYTHON=python3.13 test"

demo: $(BASE) ## set up, then show gfkit at work
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

# Byte code is written in any case, because otherwise each process of a test compiles gfkit again.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n auto --dist worksteal
COLLECT := @echo "Collecting the tests on every processor: about half a minute until the first dot"
EXTRA :=

ready: $(DEV) $(EXTRA:%=$(BASE)-%) ## set up all that tests and checks need; EXTRA=release sets up an extra too

test: $(DEV) ## run the tests that everybody runs: some two minutes
	$(COLLECT)
	$(PYTEST)

test-slow: $(DEV) ## run the other tests, but for browsers: some half an hour on two processors
	$(COLLECT)
	$(PYTEST) -m 'slow and not browser'

test-all: $(DEV) ## run both, with all cases of checks that are repeated: before a release
	$(COLLECT)
	GFKIT_EVERY=1 $(PYTEST) -m 'not browser'

SECONDS := 60
DIFFERENTIAL :=

differential: SECONDS := 3600
differential: $(DEV) ## compare random questions with their definitions for an hour, or for SECONDS=60
	PYTHONPATH=tests:tools $(BIN)/python -m differential --seconds $(SECONDS) $(DIFFERENTIAL)

TESTS :=

coverage: $(DEV) ## measure the lines and branches that the tests reach; TESTS=tests/runs for some
	rm -rf build/coverage
	$(BIN)/python -m coverage run -m pytest -n auto $(TESTS)
	$(BIN)/python -m coverage combine --quiet
	$(BIN)/python -m coverage report --skip-covered

sanitize: $(DEV) ## search the C extension for memory errors for SECONDS=60
	PYTHONPATH=tests:tools $(BIN)/python -m differential.sanitized --seconds $(SECONDS)

check: $(DEV) ## check formatting, lint, types and the layers of the architecture
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m ruff check .
	$(BIN)/python -m mypy
	$(BIN)/python -m mypy --platform win32 --cache-dir .mypy_cache/win32
	$(BIN)/python -m mypy --platform darwin --cache-dir .mypy_cache/darwin
	$(BIN)/lint-imports

catalog: $(BASE) ## derive every published claim in catalog/ again, and compare
	$(RUN) catalog check

WORKERS := 2
ATLAS :=

atlas: $(BASE) ## derive the formulas of the atlas that are missing in build/atlas.sqlite; WORKERS=8
	mkdir -p build
	$(BIN)/python tools/build_atlas.py build/atlas.sqlite --workers $(WORKERS) $(ATLAS)

checker: $(BASE) ## write gfkit_check.py, the checker of certificates in one file
	$(BIN)/python tools/single_file.py gfkit_check.py

kernel: $(DEV) ## let Coq check theorems, and refuse false ones (needs coqc)
	GFKIT_KERNEL=1 $(PYTEST) tests/proofs

lean: $(DEV) $(BASE)-lean ## let Lean check theorems, and reject false ones
	GFKIT_LEAN=1 $(PYTEST) tests/proofs/test_lean.py

verified: ## build the verified checker anew, and compare it with gfkit/proofs/verified.js (needs coq, libzarith-ocaml-dev, js-of-ocaml)
	sh gfkit/proofs/ocaml/build.sh build/verified
	cmp build/verified/js/verified.js gfkit/proofs/verified.js
	cd gfkit/proofs && sha256sum --check verified.sha256

PYODIDE :=

lab: $(DEV) ## build the laboratory, gfkit in a browser (needs Node.js)
	$(BIN)/python tools/build_lab.py $(if $(PYODIDE),--distribution $(PYODIDE))

browser: $(DEV) site ## test laboratory and site in Chromium and Firefox
	$(BIN)/python -m pytest -m browser -s tests/lab/test_lab_browser.py

SPHINX := $(BIN)/python -m sphinx --fail-on-warning --keep-going --builder html
EXAMPLES := @echo "Running the examples of the pages that have changed: minutes at the first time"

docs: $(DOCS) ## run the examples of the documentation, and build it into build/docs
	$(EXAMPLES)
	$(SPHINX) --doctree-dir build/docs-read docs build/docs
	@echo "build/docs/index.html"

site: $(DOCS) lab ## build documentation and laboratory as one folder, build/site
	rm -rf build/site/lab
	$(EXAMPLES)
	$(SPHINX) --define gfkit_laboratory=lab/index.html --doctree-dir build/site-read docs build/site
	cp -r build/lab build/site/lab
	touch build/site/.nojekyll
	@echo "build/site is the whole site: copy it to any web server; to look at it: $(PYTHON) -m http.server --directory build/site"

dist: $(RELEASE) lab ## build the packages of a release in dist, and try them
	rm -rf dist
	$(BIN)/python -m build --no-isolation --outdir dist .
	GFKIT_PURE=1 $(BIN)/python -m build --no-isolation --wheel --outdir dist .
	$(BIN)/python tools/pack_lab.py build/lab-wheel
	$(BIN)/python -m build --no-isolation --wheel --outdir dist build/lab-wheel
	tools/check-dist.sh
	@for python in python3.11 python3.12 python3.13 python3.14; do \
	  if ! $$python -c '' >/dev/null 2>&1; then echo "$$python is missing here: THE PACKAGES WERE NOT TRIED IN IT" >&2; continue; fi; \
	  for package in dist/gfkit-*.whl dist/gfkit-*.tar.gz; do \
	    rm -rf build/empty && $$python -m venv build/empty && \
	    build/empty/bin/python -m pip install --quiet --disable-pip-version-check $$package dist/gfkit_lab-*.whl && \
	    (cd build/empty && bin/gfkit derive domineering nx3 --positions right-ends && bin/gfkit doctor && \
	      bin/python -c "from gfkit.core.native import is_built; assert is_built() != '$$package'.endswith('none-any.whl')" && \
	      bin/python -c "from gfkit.lab.server import built_folder; assert (built_folder() / 'index.html').is_file()") || exit 1; \
	    echo "$$python: $$package is installed into an empty environment, and does its work"; \
	  done; \
	done
	rm -rf build/empty
	$(BIN)/python tools/single_file.py dist/gfkit_check.py
	$(BIN)/python tools/man.py build/gfkit.1
	$(BIN)/python tools/derived.py --archive dist/gfkit-*.tar.gz

ENGINE := $(shell command -v docker || command -v podman)

image: ## build the container image gfkit, and try it (needs docker or podman)
	$(ENGINE) build --tag gfkit .
	$(ENGINE) run --rm gfkit sh -c 'gfkit doctor && gfkit derive domino-tilings 4xn --save proof.json && \
	  gfkit derive domino-tilings 4xn --save proof.v && \
	  gfkit certify proof.json --verified && coqc proof.v && ls examples/*.ipynb'

VERSION :=
DRY :=

release: ## write changelog, version, commit and tag of VERSION=1.2.3; DRY=1 only shows them
	@$(PYTHON) tools/release.py '$(VERSION)' $(if $(DRY),--dry-run)

bench: $(BASE) ## compare with peers, then run the other benchmarks
	$(BIN)/python -m benchmarks.peers --install
	$(BIN)/python benchmarks/arrays.py
	$(BIN)/python benchmarks/covers.py
	$(BIN)/python benchmarks/families.py
	$(BIN)/python benchmarks/outcome_search.py
	$(BIN)/python benchmarks/roofline.py
	$(BIN)/python benchmarks/first_use.py
	$(BIN)/python benchmarks/oeis_index.py

bench-gate: $(BASE) ## find what got slower than in the last release
	$(BIN)/python benchmarks/gate.py

clean: ## remove .venv and everything that was built
	rm -rf $(VENV) dist build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache .grimp_cache
	find gfkit tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

# The installed gfkit satisfies the name in INSTALL_EXTRA, so that its C extension is compiled only once.
ifeq ($(LOCKED),)
INSTALL = $(PIP) -e .
INSTALL_EXTRA = $(PIP) 'gfkit[$*]'
else
HASHED = $(PIP) --require-hashes --only-binary :all:  # a source package would fetch what builds it
INSTALL = $(HASHED) -r .ci/lock/dev.txt && $(PIP) --no-deps --no-build-isolation -e .
INSTALL_EXTRA = $(HASHED) -r .ci/lock/$*.txt
endif

$(BASE): pyproject.toml setup.py $(wildcard gfkit/core/native/*.[ch]) $(if $(LOCKED),.ci/lock/dev.txt)
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || \
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "gfkit needs Python 3.11 or newer, and '$(PYTHON)' is not: name another, as in make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; \
	  exit 1; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || { echo "Creating $(VENV) with $(PYTHON)" && $(PYTHON) -m venv --clear $(VENV); }
	@echo "Installing gfkit and the packages that it needs into $(VENV), and compiling its C extension: about a minute"
	$(INSTALL)
	@touch $@

$(BASE)-%: $(BASE) $(if $(LOCKED),.ci/lock/%.txt)
	@echo "Installing the packages of the extra $*"
	$(INSTALL_EXTRA)
	@touch $@

lock: $(RELEASE) ## write .ci/lock anew: the newest versions with their hashes
	@mkdir -p .ci/lock
	for extra in dev docs font lean release; do \
	  [ $$extra = dev ] || others='--constraint .ci/lock/dev.txt'; \
	  $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade --no-annotate \
	    --custom-compile-command 'make lock' --extra $$extra $$others --output-file .ci/lock/$$extra.txt pyproject.toml || exit 1; \
	done
