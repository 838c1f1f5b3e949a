# Every task of a developer or of CI; `make` without arguments lists them.
# Needs Python 3.11 or newer and make. The lock files, with hashes, give everything else.

PYTHON ?= python3
PORT   ?= 8000
JOBS   ?= 3
ARGS   ?=
DIST   ?= dist
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# Installs the packages of a lock file and counts them; the last lines of pip explain a failure.
COUNTED = { $(BIN)/python -m pip install --disable-pip-version-check --progress-bar off --require-hashes -r $(1) 2>&1 || \
  echo "pip failed"; } | awk -v all=$$(grep -c == $(1)) -v tty=$$(test -t 1 && echo 1) ' \
  { last[NR % 20] = $$0 } \
  /^Collecting/ { n++; if (tty) printf "\r  %d of %d packages", n, all; else if (n % 10 == 0) printf "  %d of %d packages\n", n, all; fflush() } \
  /^Installing/ { printf "%s  installing %d packages…\n", tty ? "\r" : "", n; fflush() } \
  /^pip failed/ { for (i = NR + 1; i <= NR + 20; i++) if (last[i % 20] != "") print last[i % 20]; bad = 1 } \
  END { exit bad }'
UV_COMPILE := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
  --no-annotate --no-header --no-emit-index-url

# The page as a bundle, where `make tools` has run; elsewhere the server serves its modules.
BUNDLE = rm -rf build/page && $(BIN)/python -m api.pages.web build/page && node openapi/tools/bundle.mjs build/page
BUNDLE_IF_TOOLS = if command -v node && test -d openapi/tools/node_modules/esbuild; then $(BUNDLE); fi >/dev/null

export PORT

.DEFAULT_GOAL := help
.PHONY: help serve test test-newest laws-newest stress-test check format audit bench prove simulate load openapi release fuzz tools bundle lock clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo "  PORT=9000 make serve           use another port (default 8000)"
	@echo "  LUDOTHEQUE_WEBHOOKS_LOOPBACK=1 make serve   allow webhooks to this machine"
	@echo "  make test ARGS='-k timers'     run some of the tests; JOBS=0 uses one process"

serve: announced $(VENV)/.runtime ## Start everything on this machine; Ctrl-C stops it and keeps the tables in ./var
	@$(BUNDLE_IF_TOOLS)
	@LUDOTHEQUE_CORS_ORIGINS="$${LUDOTHEQUE_CORS_ORIGINS-loopback}" LUDOTHEQUE_SANDBOX="$${LUDOTHEQUE_SANDBOX-on}" exec $(BIN)/ludotheque serve $(ARGS)

# The tests start hundreds of processes; compiled modules make each start a third cheaper.
test: export PYTHONDONTWRITEBYTECODE :=
test: export PYTHONPYCACHEPREFIX := $(abspath $(VENV))/pycache
test: $(VENV)/.dev ## Run all tests and print the slowest
	@$(BUNDLE_IF_TOOLS)
	$(BIN)/pytest --durations=20 $(if $(filter-out 0,$(JOBS)),-n $(JOBS) --dist loadfile --no-loadscope-reorder) $(ARGS)

# Installed beside $(PYTHON), which all tests use; pyenv shows its versions only where one was chosen.
NEWEST = $(shell ls /usr/bin/python3.1[2-9] /usr/local/bin/python3.1[2-9] ~/.pyenv/versions/3.*/bin/python3.1[2-9] 2>/dev/null \
  | awk -F/ '{ print $$NF, $$0 }' | sort -V | awk 'END { print $$2 }')

test-newest: ## Run the unit tests and the laws with the newest Python that is installed
	$(if $(NEWEST),$(MAKE) test VENV=$(VENV)/newest PYTHON=$(NEWEST) ARGS='-q tests/unit tests/laws',@echo "no Python newer than 3.11 is installed")

laws-newest: ## Run most laws and compose the OpenAPI document with the newest Python that is installed
	$(if $(NEWEST),$(MAKE) laws VENV=$(VENV)/newest-laws PYTHON=$(NEWEST),@echo "no Python newer than 3.11 is installed: nothing is tested with one")

# Needs of the lock of developers only pytest. Two laws take half of the time of all.
.PHONY: laws
laws: $(VENV)/.runtime
	awk '/^[a-z]/ { keep = /^(pytest|iniconfig)==/ } keep' requirements-dev.lock > $(VENV)/pytest.txt
	$(PIP) --require-hashes -r $(VENV)/pytest.txt
	$(BIN)/pytest -q ludotheque/laws -k 'not (law_07 or law_12)'
	$(BIN)/python -m api.openapi --check

# Each loop ends after two hours of processor time, whatever becomes of make.
stress-test: $(VENV)/.dev ## Run all tests twice beside a load that takes every core
	@trap 'kill $$load' EXIT; trap 'exit 1' INT TERM; \
	for core in $$(seq $$(getconf _NPROCESSORS_ONLN)); do \
	  sh -c 'ulimit -t 7200; while :; do :; done' & load="$$load $$!"; \
	done; \
	for run in 1 2; do $(MAKE) test || failed="$$failed $$run"; done; \
	if test -n "$$failed"; then echo "stress-test: FAILED in run$$failed"; exit 1; fi; \
	echo "stress-test: both runs passed"

check: $(VENV)/.dev ## Check formatting, lint, types, architecture, the committed OpenAPI document and the budget
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m api.openapi --check
	$(BIN)/python -m tests.budget

format: $(VENV)/.dev ## Format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

audit: $(VENV)/.dev ## Compare the locked dependencies with known advisories (needs PyPI and npm; ADVISORIES=DIR: a clone of pypa/advisory-database instead)
ifdef ADVISORIES
	$(BIN)/python -m tests.advisories $(ADVISORIES)
else
	$(PIP) pip-audit
	$(BIN)/pip-audit --require-hashes --disable-pip -r requirements.lock -r requirements-dev.lock
	cd openapi/tools && npm audit --package-lock-only
endif

bench: $(VENV)/.dev ## Measure the hot paths
	$(BIN)/python -m tests.bench $(ARGS)

prove: $(VENV)/.dev ## Run every long proof in full (ARGS='--only NAME --count 20'); the tests run a sample
	$(if $(ARGS),,$(BIN)/pytest -m long)
	$(BIN)/python -m tests.prove $(ARGS)

simulate: $(VENV)/.dev ## Search for faults on virtual time (ARGS='--seed 7 --minutes 5'); a seed repeats a run
	$(BIN)/python -m tests.simulation $(ARGS)

load: $(VENV)/.runtime ## Run a load test and report (ARGS='--rate 5 --html load.html', or --help)
	@$(BIN)/ludotheque load $(ARGS)

openapi: $(VENV)/.dev ## Record the examples, and rewrite openapi/openapi.json and docs/settings.md
	$(BIN)/python -m openapi.record
	$(BIN)/python -m api.openapi
	$(BIN)/python -m application.setting_docs

# Both build tools leave out times, so equal sources give equal hashes.
release: $(VENV)/.dev bundle ## Build wheel, sdist and the clients for pip and npm into dist, with their hashes (needs Node.js 20)
	rm -rf $(DIST)
	$(BIN)/python -m hatchling build -t wheel -t sdist -d $(DIST)
	$(BIN)/python -m openapi.generate wheel --out $(DIST)
	$(BIN)/python -m openapi.generate tarball --out $(DIST)
	cd $(DIST) && sha256sum * > SHA256SUMS && cat SHA256SUMS

fuzz: $(VENV)/.dev ## Fuzz the server with schemathesis for ten minutes (ARGS='--seconds 60')
	$(BIN)/python -m openapi.fuzz $(ARGS)

tools: openapi/tools/node_modules/.package-lock.json ## Install linters and compilers from npm (needs Node.js 20); without them their tests are skipped

openapi/tools/node_modules/.package-lock.json: openapi/tools/package-lock.json
	cd openapi/tools && npm ci --silent --no-audit --no-fund --ignore-scripts

bundle: tools ## Bundle the page for browsers, for a wheel or a server (needs Node.js 20); without it the modules are served
	$(BUNDLE)

lock: $(VENV)/.venv ## Rewrite the lock files from pyproject.toml (needs a package index)
	$(PIP) uv
	printf 'hatchling>=1.27\neditables>=0.5\n' > $(VENV)/build.in
	$(BIN)/$(UV_COMPILE) --extra store pyproject.toml $(VENV)/build.in -o requirements.lock
	$(BIN)/$(UV_COMPILE) --extra dev pyproject.toml $(VENV)/build.in -o requirements-dev.lock

clean: ## Remove build results and caches; keep the tables in ./var
	rm -rf $(VENV) build dist api/pages/bundle *.egg-info .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: announced
announced:
	@test -e $(VENV)/.runtime || echo "Setting up, about a minute…"

$(VENV)/.venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.runtime: requirements.lock pyproject.toml | $(VENV)/.venv
	@$(call COUNTED,requirements.lock)
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: requirements-dev.lock pyproject.toml | $(VENV)/.venv
	$(PIP) --require-hashes -r requirements-dev.lock
	$(PIP) --no-deps --no-build-isolation -e .
	@touch $@ $(VENV)/.runtime
