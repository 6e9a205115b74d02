# The one entry to everything. `make help` lists the targets.
# Needs Rust (with rustfmt and clippy), Python 3.10 or newer, and make; all Python packages go into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Those that are tested beside the one in constraints.txt: the lowest that will do, and the one that RLlib pins.
GYMNASIUMS := 1.1.0 1.2.2
TOOLS := gymnasium hypothesis matplotlib maturin mypy numpy pettingzoo pytest rich ruff
PY := $(BIN)/python
# The user's own settings must not decide what is tested.
export PYTHONNOUSERSITE := 1
unexport PYTHONPATH PYTHONHOME CONDA_PREFIX
export VIRTUAL_ENV := $(CURDIR)/$(VENV)

SOURCES := Cargo.toml Cargo.lock pyproject.toml README.md $(shell find src python -type f -not -name '*.so' -not -path '*/__pycache__/*')

.DEFAULT_GOAL := help
.PHONY: help demo test test-rust test-python test-gymnasium test-trainers lint fmt bench bench-peers bench-trainers plot results-bots train test-train soak wheel docs clean

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

demo: $(VENV)/built ## Build, install into .venv, play the demo and count ticks a second
	$(PY) -m tickgrid demo
	$(PY) examples/ticks_per_second.py

test: lint test-rust test-python ## Check and test everything (all that CI does)

test-rust: $(VENV)/tools ## Run the Rust tests; no Python is compiled
	cargo test --locked

test-python: $(VENV)/built ## Run the Python tests
	$(PY) -m pytest

test-gymnasium: $(VENV)/built $(GYMNASIUMS:%=.venv-gymnasium-%/tools) ## Test environments with old and new Gymnasium
	for python in $(GYMNASIUMS:%=.venv-gymnasium-%/bin/python) $(PY); do \
		$$python -c 'import gymnasium; print("gymnasium", gymnasium.__version__)' && \
		PYTHONPATH=$(CURDIR)/python $$python -m pytest tests/python/envs || exit 1; \
	done

test-trainers: $(VENV)/built .venv-trainers/tools ## Test what trainers need, and run their examples (6 GB of packages)
	PYTHONPATH=$(CURDIR)/python .venv-trainers/bin/python -m pytest tests/trainers

lint: $(VENV)/built ## Check formats, lints, types, and that stubs and code agree
	cargo fmt --check
	cargo clippy --locked --all-targets -- -D warnings
	cargo clippy --locked --all-targets --features python -- -D warnings
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy python examples tests/python tests/train tests/trainers benches
	$(BIN)/stubtest tickgrid._core --mypy-config-file pyproject.toml

fmt: $(VENV)/tools ## Format all code
	cargo fmt
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/built ## Measure, and print ratios; takes a few minutes
	cargo bench --locked
	$(PY) benches/ticks.py
	$(PY) benches/environments.py
	$(PY) benches/snakes_and_ladders.py
	$(PY) benches/play_tictactoe.py
	$(PY) benches/count_paths.py
	cargo test --locked --release --test memory -- --nocapture

bench-peers: $(VENV)/built .venv-peers/tools ## Measure beside other Snakes; needs Python 3.11 (1.5 GB of packages)
	PYTHONPATH=$(CURDIR)/python .venv-peers/bin/python benches/peers.py

bench-trainers: $(VENV)/built .venv-trainers/tools ## Measure the adapter for Stable-Baselines3 (6 GB of packages)
	PYTHONPATH=$(CURDIR)/python .venv-trainers/bin/python benches/adapters.py

plot: $(VENV)/built ## Draw docs/paths.svg anew; matplotlib goes into a venv of its own
	test -d .venv-plot || $(PYTHON) -m venv .venv-plot
	.venv-plot/bin/python -m pip install --quiet --disable-pip-version-check matplotlib
	PYTHONPATH=python .venv-plot/bin/python tools/plot_paths.py docs/paths.svg

results-bots: $(VENV)/built ## Play the bots, and write docs/results/bots.md anew; takes a few minutes
	$(PY) tools/results_bots.py docs/results/bots.md

train: $(VENV)/built .venv-train/tools ## Teach three networks to fill 6x6 boards, and measure them (6 GB of packages)
	for seed in 1 2 3; do PYTHONPATH=python .venv-train/bin/python examples/ppo.py --seed $$seed $(TRAIN) || exit; done
	PYTHONPATH=python .venv-train/bin/python examples/ppo.py --evaluate runs/*.pt

test-train: $(VENV)/built .venv-train/tools ## Test the learner (6 GB of packages)
	PYTHONPATH=python:examples .venv-train/bin/python -m pytest tests/train

soak: $(VENV)/built ## One game, eight threads, a minute
	$(PY) tests/python/snake/soak.py --seconds 60

wheel: $(VENV)/tools ## Build dist/*.whl and try it on every supported Python there is
	rm -rf dist
	$(PY) -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .
	sh tests/wheel.sh dist/*.whl

docs: $(VENV)/tools ## Build the Rust reference into target/doc
	RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps

clean: ## Remove everything that was built, .venv too
	cargo clean
	rm -rf $(VENV) .venv-* dist python/tickgrid/*.so .pytest_cache .mypy_cache .ruff_cache .hypothesis

# A venv with the pinned tools.
$(VENV)/tools: constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10) and "tickgrid needs Python 3.10 or newer: make PYTHON=...")'
	rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check --constraint constraints.txt $(TOOLS)
	touch $@

# The package, built and installed in place.
$(VENV)/built: $(VENV)/tools $(SOURCES)
	$(BIN)/maturin develop --release --locked --quiet
	touch $@

# Venvs apart, for packages that are large or old.
APART = rm -rf $(@D) && $(PYTHON) -m venv $(@D) && $(@D)/bin/python -m pip install --quiet --disable-pip-version-check

.venv-gymnasium-%/tools: constraints.txt
	$(APART) gymnasium==$* $(shell grep -E '^(hypothesis|numpy|pytest)==' $<)
	touch $@

# EnvPool has Snake only in versions that need Python 3.11.
.venv-peers/tools: constraints-peers.txt
	$(APART) --constraint $< envpool jumanji
	touch $@

.venv-trainers/tools: constraints-trainers.txt
	$(APART) --constraint $< pytest 'ray[rllib]' sb3-contrib stable-baselines3 torchrl
	touch $@

.venv-train/tools: constraints-train.txt
	$(APART) --constraint $< gymnasium matplotlib numpy pytest rich torch
	touch $@
