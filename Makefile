# The workflow, written down. `make demo` and `make test` need Python 3.11 or newer, git and make.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed
WORKERS ?= 2

.PHONY: setup demo test lint bench fuzz lock clean

setup: $(STAMP)

$(STAMP): requirements.lock pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	test -x $(BIN)/uv || $(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip install --quiet -r requirements.lock
	$(BIN)/uv pip install --quiet --no-deps --no-build-isolation -e .
	touch $(STAMP)

demo: setup
	$(BIN)/quietedit demo

test: setup
	$(BIN)/python -m pytest -n $(WORKERS)

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: setup
	$(BIN)/python benchmarks/ingest.py
	$(BIN)/python benchmarks/diff.py

fuzz: setup
	QUIETEDIT_FUZZ_SECONDS=600 $(BIN)/python -m pytest -m fuzz -n $(WORKERS)

lock: setup
	$(BIN)/uv pip compile --universal --no-header --no-annotate --quiet --extra dev \
	    --python-version 3.11 pyproject.toml -o requirements.lock

clean:
	rm -rf .venv .quietedit
