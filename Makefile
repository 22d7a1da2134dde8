# On a bare machine: make run. Another Python: make run PYTHON=python3.13. Another port: make run PORT=9000.
PYTHON ?= python3
VENV   ?= .venv
PORT   ?=
TESTS  ?=
WORKERS ?= $(shell expr $$(nproc 2>/dev/null || echo 2) \* 2)     # a browser or a database keeps one waiting: twice as many as there are cores
SHARE  := -n $(WORKERS) --dist loadfile --no-loadscope-reorder      # a file shares what is dear; tests/conftest.py says what begins first
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes

unexport PYTHONDONTWRITEBYTECODE     # else every server that a test starts reads the whole house anew

.PHONY: run test proof figures lint lock messages clean

run: $(VENV)/.installed
	$(if $(PORT),CARACOLE_PORT=$(PORT)) $(BIN)/python -m app serve --demo

test: $(VENV)/.installed-dev        # make test TESTS="tests/architecture -k compose"
	$(BIN)/python -m pytest $(SHARE) $(TESTS)

proof: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -m proof
	$(BIN)/python -m app proof

figures: $(VENV)/.installed-dev     # what the page /proof shows, written down anew, what is missed too; on a quiet machine
	-$(BIN)/python -m app rules --write
	-$(BIN)/python -m pytest $(SHARE) --figures tests
	-$(BIN)/python -m pytest -m proof --figures proof-tests --ignore tests/browser --ignore tests/fault/test_kills.py --ignore tests/fault/test_restarts.py
	-$(BIN)/python -m pytest -m proof --figures proof-browser tests/browser
	-$(BIN)/python -m app proof --write
	-$(BIN)/python -m bench.battles 300 300 --write
	-$(BIN)/python -m bench.battles 24 600 --write
	-$(BIN)/python -m bench.kills 500 --write
	-$(BIN)/python -m bench.kills 500 on-postgres --write
	-$(BIN)/python -m bench.kills 50 postgres --write
	-$(BIN)/python -m bench.restarts 20 --write
	-$(BIN)/python -m bench.restarts 20 rolling --write
	-$(BIN)/python -m app bench --write
	-$(BIN)/python -m bench.load --write
	-$(BIN)/python -m bench.load --postgres --workers 2 --write
	-$(BIN)/python -m bench.refusals 20 --write

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .

lock: $(VENV)/.installed-dev        # make lock UP=--upgrade takes newer releases
	$(LOCK) --output-file requirements.txt
	$(LOCK) --group dev --constraint requirements.txt --output-file requirements-dev.txt
LOCK := $(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-annotate --custom-compile-command "make lock" $(UP)

messages: $(VENV)/.installed-dev
	mkdir -p locale
	$(BIN)/pybabel extract --mapping-file pyproject.toml --project caracole --sort-by-file --no-wrap -o locale/caracole.pot .
	test -f locale/es/LC_MESSAGES/caracole.po || $(BIN)/pybabel init -D caracole -i locale/caracole.pot -d locale -l es
	$(BIN)/pybabel update -D caracole -i locale/caracole.pot -d locale --no-wrap --no-fuzzy-matching

# The games in var/ are not swept away.
clean:
	rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# pip is the last thing a new environment gets: one that broke half-way is made again.
$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Caracole needs Python 3.11 or newer: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv --clear $(VENV)

$(VENV)/.installed: requirements.txt | $(BIN)/pip
	$(PIP) -r requirements.txt
	@touch $@

$(VENV)/.installed-dev: requirements-dev.txt requirements.txt | $(BIN)/pip
	$(PIP) -r requirements-dev.txt
	@touch $(VENV)/.installed $@
