# On a bare machine: make run. Another Python: make run PYTHON=python3.13. Another port: make run PORT=9000.
.DEFAULT_GOAL := help
PYTHON ?= python3
VENV   ?= .venv
PORT   ?=
TESTS  ?=
WORKERS ?= $(shell expr $$(nproc 2>/dev/null || echo 2) \* 2)     # tests wait for browser and database, so two per core
SHARE  := -n $(WORKERS) --dist loadfile --no-loadscope-reorder      # a file shares its fixtures; tests/conftest.py sets the order
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes

unexport PYTHONDONTWRITEBYTECODE     # servers that tests start use compiled files

.PHONY: help run check check-js format test test-all proof figures lock messages clean

help:    ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 18

run: $(VENV)/.installed    ## set up, migrate, serve on SQLite with a game to watch
	$(if $(PORT),CARACOLE_PORT=$(PORT)) $(BIN)/python -m app serve --demo

test: QUICK := -m "not slow and not proof"
test: test-all    ## run the quick tests; some of them: make test TESTS="tests/architecture -k compose"

test-all: $(VENV)/.installed-dev    ## run the slow tests too, as CI does
	@$(BIN)/python -m compileall -q -j 0 app bench     # once, not by each process
	$(BIN)/python -m pytest $(SHARE) $(QUICK) $(TESTS)

proof: $(VENV)/.installed-proof    ## run the long tests, whole games, coverage and a mutation run
	$(BIN)/python -m pytest -m proof
	$(BIN)/python -m app proof
	$(BIN)/python -m pytest $(SHARE) --cov=app --cov-report=term:skip-covered --hypothesis-profile proof --ignore-glob '*/browser/*' --ignore-glob '*/fault/*'
	$(BIN)/python -m bench.mutants --write

figures: $(VENV)/.installed-dev    ## write docs/figures anew (about three hours, on a quiet machine)
	-$(BIN)/python -m app rules --write
	-$(BIN)/python -m pytest $(SHARE) --figures tests
	-$(BIN)/python -m pytest -m 'proof and not browser' --figures proof-tests --ignore tests/fault/test_kills.py --ignore tests/fault/test_restarts.py --ignore tests/fault/test_failover.py
	-$(BIN)/python -m pytest -m 'proof and browser' --figures proof-browser
	-$(BIN)/python -m app proof --write
	-$(BIN)/python -m bench.games.heart_of_africa.battles 300 300 --write
	-$(BIN)/python -m bench.games.heart_of_africa.battles 24 600 --write
	-$(BIN)/python -m bench.games.heart_of_africa.campaign.bots 20 --write
	-$(BIN)/python -m bench.games.heart_of_africa.campaign.pages 25 --write
	-$(BIN)/python -m bench.games.heart_of_africa.campaign.long_campaigns 50 sqlite --write
	-$(BIN)/python -m bench.games.heart_of_africa.campaign.long_campaigns 50 postgres --write
	-$(BIN)/python -m bench.games.heart_of_africa.campaign.corrections 1000 --write
	-$(BIN)/python -m bench.games.contests.pairings 20000 --write
	-$(BIN)/python -m bench.games.contests.corrections 1000 --write
	-$(BIN)/python -m bench.games.contests.budgets 25 sqlite --write
	-$(BIN)/python -m bench.games.contests.club_month 200 sqlite --write
	-$(BIN)/python -m bench.games.contests.club_month 200 postgres --write
	-$(BIN)/python -m bench.kills 500 --write
	-$(BIN)/python -m bench.kills 500 on-postgres --write
	-$(BIN)/python -m bench.kills 50 postgres --write
	-$(BIN)/python -m bench.restarts 20 --write
	-$(BIN)/python -m bench.restarts 20 rolling --write
	-$(BIN)/python -m app bench --write
	-$(BIN)/python -m bench.load --write
	-$(BIN)/python -m bench.load --postgres --workers 2 --write
	-$(BIN)/python -m bench.refusals 20 --write
	-for one in dice_uniformity wal_cuts fsync_trace notice_delay timing_difference revocation crawler_storm backup_restore importer_fuzz soak mutation_sample flaky_runs; do $(BIN)/python -m bench.reliability $$one --write; done

check: $(VENV)/.installed-dev check-js    ## formatter, linter and type checker
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

check-js:    ## lint and type-check the scripts (needs Node 18.18 or newer)
ifneq ($(shell command -v node && command -v npm),)
	@$(MAKE) --no-print-directory node_modules/.installed
	npm run --silent check
else ifeq ($(CI),true)
	$(error The scripts cannot be checked: install Node and npm)
else
	@echo "The scripts are not checked: Node and npm are not installed."
endif

format: $(VENV)/.installed-dev    ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --select I --fix .
	if test -d node_modules; then npm run --silent format; fi

lock: $(VENV)/.installed-dev    ## pin the dependencies; newer releases: make lock UP=--upgrade
	$(LOCK) --output-file requirements.txt
	$(LOCK) --group dev --constraint requirements.txt --output-file requirements-dev.txt
	$(LOCK) --group dev --group proof --constraint requirements-dev.txt --output-file requirements-proof.txt
	$(if $(shell command -v node && command -v npm),npm install --silent --package-lock-only)
LOCK := $(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-annotate --no-strip-extras --custom-compile-command "make lock" $(UP)

messages: $(VENV)/.installed-dev    ## collect the texts to translate
	mkdir -p locale
	$(BIN)/pybabel extract --mapping-file pyproject.toml --project caracole --sort-by-file --no-wrap --add-location file -o locale/extracted.pot .
	sed 's/^"POT-Creation-Date: .*n"/"POT-Creation-Date: 2026-01-01 00:00+0000\\n"/' locale/extracted.pot > locale/caracole.pot     # a date would conflict
	rm locale/extracted.pot
	test -f locale/es/LC_MESSAGES/caracole.po || $(BIN)/pybabel init -D caracole -i locale/caracole.pot -d locale -l es
	$(BIN)/pybabel update -D caracole -i locale/caracole.pot -d locale --no-wrap --no-fuzzy-matching --ignore-pot-creation-date

# The games in var/ are kept.
clean:    ## remove the environment and caches
	rm -rf $(VENV) node_modules .pytest_cache .ruff_cache .mypy_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# pip is installed last, so an interrupted environment is made again.
$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Caracole needs Python 3.11 or newer: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv --clear $(VENV)

$(VENV)/.installed: requirements.txt | $(BIN)/pip
	$(PIP) -r requirements.txt
	@touch $@

$(VENV)/.installed-dev: requirements-dev.txt requirements.txt | $(BIN)/pip
	$(PIP) -r requirements-dev.txt
	@touch $(VENV)/.installed $@

$(VENV)/.installed-proof: requirements-proof.txt requirements-dev.txt requirements.txt | $(BIN)/pip
	$(PIP) -r requirements-proof.txt
	@touch $(VENV)/.installed $(VENV)/.installed-dev $@

node_modules/.installed: package-lock.json .npmrc
	npm ci --silent
	@touch $@
