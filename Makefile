# make reports [PROFILE=demo|smoke|real|paper|poster] [DATA=folder] [EXECUTOR=slurm] [CORES=8] [THREADS=2]
#                                                              run the pipeline, write the pages
# make test                                                    test every notebook
# make extras                                                  add ONNX Runtime and OpenVINO, for lat export, and Ray
# make hard                                                    bad inputs and kills, and what became of them
# make outputs                                                 renew what the chapters show
# make lab                                                     read the workbook in JupyterLab
PROFILE ?= demo
DATA    ?=
EXECUTOR ?=
CORES   ?=
THREADS ?=
SEED    ?= 1
PYTHON  ?= $(firstword $(foreach p,python3.11 python3.12 python3.13 python3,$(shell $(p) -c 'import sys; sys.version_info >= (3,11) and print(sys.executable)' 2>/dev/null)))
VENV    := .venv
BIN     := $(VENV)/bin
STAMP   := $(VENV)/.installed
export PATH := $(CURDIR)/$(BIN):$(PATH)
export PIP_DISABLE_PIP_VERSION_CHECK = 1
export TOKENIZERS_PARALLELISM = false

.PHONY: reports test hard outputs lab bench setup extras readme prepare lock clean help
.DEFAULT_GOAL := help

help: ## say what there is
	@grep -hE '^[a-z]+:.*## ' Makefile | sed -E 's/^([a-z]+):.*## /  make \1\t/'

reports: $(STAMP) ## run the pipeline of PROFILE (default demo) and write its pages
	lat run all --profile $(PROFILE) $(if $(DATA),--data '$(DATA)') $(if $(EXECUTOR),--executor $(EXECUTOR)) \
	  $(if $(CORES),--cores $(CORES)) $(if $(THREADS),--threads $(THREADS))

test: $(STAMP) ## test every notebook
	OMP_NUM_THREADS=1 nbdev_test --n_workers 2 --do_print --timing

hard: $(STAMP) ## give it bad inputs and kill it, and count what becomes of them
	python .ci/hard.py --seed $(SEED) --inputs 1000 --kills 48 --out reports/real/results/hard.json

lab: $(STAMP) ## open the notebooks in JupyterLab
	jupyter lab --notebook-dir nbs

bench: $(STAMP) ## measure the speed bars of PROFILE
	lat bench --profile $(PROFILE)

setup: $(STAMP) ## make .venv from requirements.lock

$(STAMP): requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "No Python 3.11 or newer found: install one, or say make PYTHON=/path/to/python"; exit 1; }
	@test -x $(BIN)/python || { echo "Making $(VENV) with $(PYTHON)"; "$(PYTHON)" -m venv $(VENV); }
	@echo "Installing the packages of requirements.lock (some minutes, once)"
	@$(BIN)/python -m pip install --quiet --progress-bar off -r requirements.lock
	@$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	@touch $@

extras: $(STAMP) ## add the engines that graphs of `lat export` run in, and Ray, to .venv
	@$(BIN)/python -m pip install --quiet --progress-bar off -c requirements.lock -r requirements-extras.lock

prepare: $(STAMP) ## export modules, clean notebooks, rebuild README.md
	nbdev_export
	nbdev_clean
	$(MAKE) --no-print-directory readme

readme: $(STAMP) ## rebuild README.md from nbs/index.ipynb
	python -m lat.pipeline.cli readme

EXTRAS = $(shell sed -n 's/==.*//p' requirements-extras.lock | paste -sd '|')
lock: $(STAMP) ## write requirements.lock, and that of the extras, from what .venv holds
	@$(BIN)/python -m pip freeze --all --exclude-editable | grep -viE '^(lat|pip)(==| @)' \
	  | sed 's/^\(torch==[0-9.]*\)+.*/\1/' > requirements.new
	@{ head -2 requirements.lock; grep -viE '^($(EXTRAS))==' requirements.new; } > requirements.lock.new
	@mv requirements.lock.new requirements.lock
	@if { head -2 requirements-extras.lock; grep -iE '^($(EXTRAS))==' requirements.new; } > requirements.lock.new; \
	  then mv requirements.lock.new requirements-extras.lock; else rm requirements.lock.new; fi
	@rm requirements.new

clean: ## remove the demo's runs and pages (never the real ones)
	rm -rf data/runs/demo data/runs/smoke reports/demo reports/smoke
