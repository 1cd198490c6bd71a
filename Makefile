# Everything a newcomer runs. A target installs what it needs into .venv first; a second run finds it there.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input -q
INSTALL := $(PIP) install --require-hashes --only-binary=:all:
# What twosource demo and serve are given, as in: make demo ARGS=--once
ARGS ?=
# What pytest is given, as in: make pytest ARGS="tests/unit -k figures"
COVERAGE := --cov --cov-report= --cov-config=pyproject.toml
test: export COVERAGE_FILE := .venv/.coverage
BENCH := check

# Settings of the machine that would change what is locked are left out.
LOCK := $(BIN)/uv pip compile --no-config --quiet --universal --python-version 3.11 \
	--fork-strategy fewest --generate-hashes --custom-compile-command "make lock"

.PHONY: help demo serve test lint format pytest bench docs screenshot lock licences clean programs

help: ## Say what can be run
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/make \1\t\2/' | expand -t 18

demo: .venv/.runtime ## Show the whole way of a draft on an empty database (ARGS=--once: end after printing)
	@$(BIN)/twosource demo $(ARGS)

serve: .venv/.runtime ## Run the service
	@exec $(BIN)/twosource serve $(ARGS)

test: programs lint ## Lint, run every test, hold the coverage bar
	@$(BIN)/python -m pytest --numprocesses=auto --dist=loadfile $(COVERAGE)
	$(BIN)/python tests/meta/branch_coverage.py

programs:
	@.ci/debian-packages chromium=chromium chromedriver=chromium-driver curl=curl initdb=postgresql

lint: .venv/.dev ## Ruff, mypy and the import contracts
	@$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/python -m mypy
	$(BIN)/lint-imports

format: .venv/.dev ## Put the code in its one form
	@$(BIN)/ruff check --fix
	$(BIN)/ruff format

pytest: .venv/.dev ## Run the tests alone (ARGS: which)
	@$(BIN)/python -m pytest $(ARGS)

bench: .venv/.dev ## Measure (BENCH=check, read_packs or fact_base; ARGS=--help: what can be chosen)
	@$(BIN)/python tests/bench/$(BENCH).py $(ARGS)

docs: .venv/.dev ## Write the rules' pages, tables and examples anew
	@$(BIN)/python tests/rules/pages.py
	$(BIN)/python tests/meta/rules_table.py --write
	$(BIN)/python tests/unit/facts/sourcing_page.py
	$(BIN)/python tests/unit/lint/page.py

screenshot: programs .venv/.dev ## Take the README's picture anew
	@$(BIN)/python tests/browser/screenshot.py

lock: .venv/.dev ## Bring the hashed requirements up to date (ARGS=--upgrade: with the newest releases)
	@$(LOCK) $(ARGS) pyproject.toml -o requirements.txt
	$(LOCK) $(ARGS) --group dev pyproject.toml -c requirements.txt -o requirements-dev.txt
	$(LOCK) --group build -c requirements-dev.txt -o requirements-build.txt
	make --no-print-directory licences

licences: .venv/.dev ## Write the table of what is installed beside us
	@$(BIN)/python tests/meta/third_party.py --write

clean: ## Take away what was installed and built
	@rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis

# Each stamp is written last, so that what broke off half-way is done again.
.venv/.python:
	@.ci/virtual-environment .venv
	touch $@

.venv/.runtime: .venv/.python requirements.txt requirements-build.txt pyproject.toml
	@echo "installing the locked packages into .venv ..."
	$(INSTALL) -r requirements.txt -r requirements-build.txt
	$(PIP) install --no-build-isolation --no-deps --no-index --editable .
	touch $@

.venv/.dev: .venv/.runtime requirements-dev.txt
	@echo "installing the locked development packages into .venv ..."
	$(INSTALL) -r requirements-dev.txt
	touch $@
