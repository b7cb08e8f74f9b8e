# Every target installs what it needs. `make help` lists the targets.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2
# Where it is set, every process compiles all modules again.
unexport PYTHONDONTWRITEBYTECODE
READY := $(VENV)/.ready

.PHONY: help demo test test-all record record-all lint lint-python lint-rtl results report pages lock clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

demo: $(READY) ## verify, place and route a small design; compare a paper's table and claims with it
	$(BIN)/silicrypt results --check --only 'sha1-u1-pre core on ecp5-85k'
	$(BIN)/silicrypt reproduce sha512-2005 --stored

test: $(READY) lint-python ## a representative part of all tests
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m "not full"

test-all: $(READY) lint-python ## every test: every configuration with the full suite
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal --again

record: $(READY) ## run the recorded tests whose inputs have changed, and record those that pass
	$(BIN)/python -m pytest --record -m "not full"

record-all: $(READY) ## the same with every test: another session goes on where this one ended
	$(BIN)/python -m pytest --record

lint: $(READY) ## ruff, mypy, the import rules, and both RTL front ends on every configuration
	@$(MAKE) --no-print-directory -j2 lint-python lint-rtl

lint-python: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

lint-rtl: $(READY)
	$(BIN)/silicrypt lint

results: $(READY) ## measure the results that results/ lacks (many of them: hours on 2 processors)
	$(BIN)/silicrypt results --jobs $(JOBS)

report: $(READY) ## write report.html
	$(BIN)/silicrypt report -o report.html

pages: $(READY) ## write the tables of ports, the diagrams and the waveforms on the pages
	$(BIN)/python docs/tools/port_tables.py
	$(BIN)/python docs/tools/block_diagrams.py
	$(BIN)/python docs/tools/waveforms.py
	$(BIN)/python docs/tools/architecture.py

lock: ## resolve the dependencies again and write requirements.lock (needs uv)
	uv pip compile pyproject.toml --group dev --universal --python-version 3.11 \
	  --generate-hashes --quiet -o requirements.lock

clean: ## remove the environment; the cache is $$SILICRYPT_CACHE or ~/.cache/silicrypt
	rm -rf $(VENV)

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "silicrypt needs Python 3.11 or later; set PYTHON=/path/to/it"; exit 1; }
	@command -v g++ >/dev/null || { echo "silicrypt needs a C++ compiler: apt-get install g++"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --no-compile \
	  --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@
