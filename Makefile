# Every target works from a bare clone: it builds what it needs first.

PYTHON ?= python3
JOBS ?= 2
ARGS ?=

BIN := .venv/bin
RUN_BIN := .venv-run/bin
CTRL_C = || { status=$$?; test $$status -eq 130 || exit $$status; } # Ctrl-C is an end
PIP_INSTALL := -m pip install -qq --disable-pip-version-check
CODE := $(wildcard src tests benchmarks examples scripts)
SCRIPTS := $(wildcard src/croupier/pages/static/*.js)
TSC := npm exec --yes --package=typescript@5.9.3 -- tsc --noEmit --allowJs --checkJs --strict --target es2022 \
	--module es2022 --moduleResolution bundler --lib es2022,dom,dom.iterable --noUncheckedIndexedAccess \
	--noPropertyAccessFromIndexSignature --noUnusedLocals

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup run play test slow server browser office perft check format docs bench torture lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile

setup: .venv/.stamp ## build .venv with everything needed to run, test and check

run: .venv-run/.stamp ## start a house: croupier serve (make run ARGS="--port 8778 --data house")
	@trap : INT; $(RUN_BIN)/croupier serve $(ARGS) $(CTRL_C)

play: setup ## deal at the terminal: croupier play (make play ARGS="casino-monte --seed 7")
	@trap : INT; $(BIN)/croupier play $(ARGS) $(CTRL_C)

test: setup ## run the tests and the README's examples
	$(BIN)/pytest -n $(JOBS) $(ARGS)
	@echo "Not run here: make slow (counts much), make server (starts servers), make browser (plays in Chromium), make office (opens workbooks in LibreOffice)."

slow: setup ## run the tests that compile and count much
	$(BIN)/pytest -n $(JOBS) -m "slow and not torture" $(ARGS)

server: .venv-server/.stamp ## run the tests that start servers, of ours and of PostgreSQL
	.venv-server/bin/pytest -n $(JOBS) -m "server and not torture" $(ARGS)

browser: .venv-server/.stamp ## run the tests that play in a real browser (Debian's chromium, or CHROMIUM=path)
	.venv-server/bin/pytest -n $(JOBS) -m "browser and not torture" $(ARGS)

office: setup ## run the tests that work workbooks out again in LibreOffice (Debian's libreoffice-calc)
	$(BIN)/pytest -n 0 -m "office and not torture" $(ARGS)

perft: setup ## count again what others have published
	$(BIN)/pytest -n $(JOBS) -v -m "not torture" tests/exact/test_anchors.py tests/exact/test_hand_frequencies.py $(ARGS)

check: setup ## lint, format, types (of scripts too, where npm is), layers, lock and docs
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy $(CODE)
	$(BIN)/lint-imports
	$(BIN)/python scripts/lock.py --check
	$(if $(wildcard scripts/docs.py),$(BIN)/python scripts/docs.py --check)
	@if command -v npm >/dev/null; then $(TSC) $(SCRIPTS); else echo "Not checked: the types of the pages' scripts, because npm is not here." >&2; fi

format: setup ## rewrite the code as the linter and formatter want it
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

docs: setup ## write the generated parts of the docs again
	$(BIN)/python scripts/docs.py

bench: setup .venv-bench/.stamp .venv-server/.stamp ## measure the table, the exact engine, simulation, the store, the house and its pages
	@.venv-bench/bin/python -m benchmarks.run $(ARGS)
	@.venv-bench/bin/python -m benchmarks.exact $(filter --quick,$(ARGS))
	@.venv-bench/bin/python -m benchmarks.cluster $(filter --quick,$(ARGS))
	@.venv-bench/bin/python -m benchmarks.simulate $(filter --quick,$(ARGS))
	@.venv-bench/bin/python -m benchmarks.protect $(filter --quick,$(ARGS))
	@$(BIN)/python -m benchmarks.store $(filter --quick,$(ARGS))
	@$(BIN)/python -m benchmarks.web $(filter --quick,$(ARGS))
	@.venv-server/bin/python -m benchmarks.pages $(filter --quick,$(ARGS))

torture: setup .venv-server/.stamp ## every property test at length, and the tests marked torture
	HYPOTHESIS_PROFILE=torture $(BIN)/pytest -n $(JOBS) -m "(hypothesis or torture) and not server" $(ARGS)
	HYPOTHESIS_PROFILE=torture .venv-server/bin/pytest -n $(JOBS) -m "(hypothesis or torture) and server" $(ARGS)

lock: setup ## pin the dependencies anew (make lock ARGS=--upgrade)
	$(BIN)/python scripts/lock.py $(ARGS)

clean: ## remove all that make made
	rm -rf .venv .venv-bench .venv-run .venv-server .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis build dist
	find src tests benchmarks scripts -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# One recipe for all environments: .venv from requirements/dev.txt, the others from their own.
# Hashes pin what is installed, wheels only so that no build fetches more; Croupier itself is built with the
# locked backend.
.venv/.stamp: requirements/dev.txt
.venv-bench/.stamp: requirements/bench.txt
.venv-run/.stamp: requirements/run.txt
.venv-server/.stamp: requirements/server.txt
.venv/.stamp .venv-bench/.stamp .venv-run/.stamp .venv-server/.stamp: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Croupier needs Python 3.11 or newer, and '$(PYTHON)' is not: try make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 1; }
	@echo "Installing Croupier and what it needs into $(@D); this takes about a minute ..." >&2
	$(PYTHON) -m venv $(@D)
	$(@D)/bin/python $(PIP_INSTALL) --require-hashes --only-binary :all: -r $(filter requirements/%,$^)
	$(@D)/bin/python $(PIP_INSTALL) --no-deps --no-build-isolation -e .
	@touch $@
