# graphmem: `make up` starts everything, `make test` checks everything.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
UV := UV_PYTHON_DOWNLOADS=never UV_LINK_MODE=copy $(BIN)/uv pip install --python $(BIN)/python --compile-bytecode
UV_TORCH := UV_PYTHON_DOWNLOADS=never UV_LINK_MODE=copy $(BIN)/uv pip install --python $(VENV)-torch/bin/python
CASES ?= tests/cases

export GRAPHMEM_HOST GRAPHMEM_PORT GRAPHMEM_DATA_DIR

.PHONY: up train test test-sentence-transformers check fuzz attack chaos quality requirements bench bench-recall bench-report bench-scale wheel lock clean

up: $(VENV)/.run
	@$(BIN)/graphmem up $(ARGS)

# All tests but the attacks, about half of them beside the others; with ARGS, those that are named.
APART := tests/unit tests/local tests/worker/test_faults.py $(wildcard tests/test_*.py)
test: check
ifdef ARGS
	$(BIN)/python -m pytest $(ARGS)
else
	@$(BIN)/python -m pytest $(APART) > $(VENV)/apart.log 2>&1 & apart=$$!; \
	$(BIN)/python -m pytest $(addprefix --ignore=,$(APART) tests/attack); rest=$$?; \
	wait $$apart; apart=$$?; cat $(VENV)/apart.log; test $$rest$$apart = 00
endif

# In an environment of its own: torch brings about 3 GB.
test-sentence-transformers: $(VENV)-torch/.torch
	$(VENV)-torch/bin/python -m pytest tests/extra $(ARGS)

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

# Thousands of requests to every route; MAX_EXAMPLES=500 for a long night.
fuzz: $(VENV)/.dev
	$(BIN)/python -m tests.fuzz

# What somebody who means harm would try: a quarter of an hour, so not among the tests above.
attack: $(VENV)/.dev
	$(BIN)/python -m pytest tests/attack $(ARGS)

# Everything goes wrong under load; SECONDS=600 for longer, SEED=7 for another order.
chaos: $(VENV)/.dev
	$(BIN)/python -m tests.chaos $(if $(SECONDS),--seconds $(SECONDS)) $(if $(SEED),--seed $(SEED))

# Trains a model anew: MODEL=judge; ARGS="--train FILE… --held-out FILE…" for data of your own.
BGE := $(VENV)-torch/bge-small-en-v1.5
train: $(BGE)/model.safetensors
	OMP_WAIT_POLICY=passive $(VENV)-torch/bin/python -m training.$(or $(MODEL),judge) $(ARGS)

$(BGE)/model.safetensors: $(VENV)-torch/.training
	$(VENV)-torch/bin/python -m training.bge $(BGE)

# The models on labelled files that are held out, and all of it on behaviour cases; with DATA=DIR, which has talks/*.jsonl,
# also what is known after weeks of chat.
quality: $(VENV)/.dev
	$(BIN)/python -m benchmarks.held_out --json benchmarks/results/held_out.json
	$(BIN)/python -m benchmarks.quality $(CASES) $(ARGS)
ifdef DATA
	$(BIN)/python -m benchmarks.talks --data $(DATA)
endif

bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks.footprint
	$(BIN)/python -m benchmarks.speed $(ARGS)
	$(BIN)/python -m benchmarks.converse
	$(BIN)/python -m benchmarks.many_people
	$(BIN)/python -m benchmarks.pages
	$(BIN)/python -m benchmarks.picture
	$(BIN)/python -m benchmarks.archive

# Recall by graphmem and its peers in one run; DATA=DIR has the data sets, ARGS="--sample 2" makes it short.
bench-recall: $(VENV)/.dev
	$(BIN)/python -m benchmarks.recall $(addprefix --data ,$(DATA)) $(ARGS)

bench-report: $(VENV)/.dev
	$(BIN)/python -m benchmarks.recall.report

# From a thousand memories to a million; ARGS="--memories 100000" stops earlier.
bench-scale: $(VENV)/.dev
	$(BIN)/python -m benchmarks.scale $(ARGS)

requirements: $(VENV)/.dev
	@$(BIN)/python -m tests.requirements

wheel: $(VENV)/.dev
	$(BIN)/python -m hatchling build -t wheel -d dist

lock:
	cd requirements && ./lock

clean:
	rm -rf $(VENV) $(VENV)-torch dist .mypy_cache .ruff_cache .pytest_cache

$(BIN)/uv: requirements/uv.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "graphmem needs Python 3.11 or newer; say which with make PYTHON=...")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --require-hashes --disable-pip-version-check -r requirements/uv.txt
	@touch $@

$(VENV)/.run: $(BIN)/uv requirements/run.txt pyproject.toml
	$(UV) --require-hashes -r requirements/run.txt -r requirements/build.txt
	$(UV) --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.run requirements/dev.txt
	$(UV) --require-hashes -r requirements/dev.txt
	@touch $@

$(VENV)-torch/.torch: $(BIN)/uv requirements/sentence-transformers.txt pyproject.toml
	test -x $(VENV)-torch/bin/python || $(PYTHON) -m venv $(VENV)-torch
	$(UV_TORCH) --require-hashes -r requirements/sentence-transformers.txt
	$(UV_TORCH) --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)-torch/.training: $(VENV)-torch/.torch requirements/training.txt
	$(UV_TORCH) --require-hashes -r requirements/training.txt
	@touch $@
