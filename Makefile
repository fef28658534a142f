# make site    build site/ with its PDFs and say which file to open
# make test    run the tests; some of them: make test TESTS="tests/test_output.py -k killed"
# make check   look for mistakes: ruff, mypy; Biome and TypeScript for stylesheets and scripts
# make format  lay out Python, stylesheets and scripts as make check wants them
# make bench   measure beside other programs, for the page "How fast" of the guide; quickly: make bench SIZES=100
#              some of it: make bench ONLY=paper,again
# make clean   remove what was built and installed here
# make pins    renew requirements*.txt from pyproject.toml (needs uv)

ifndef PYTHON
PYTHON := $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
endif
ifeq ($(PYTHON),)
$(error sheetgen needs Python 3.11 or newer, and none was found. Install one, or name it: make PYTHON=/path/to/python3)
endif

LOCK = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header pyproject.toml

.PHONY: site test check format bench clean pins

site:
	@$(PYTHON) .ci/make.py site

test:
	@$(PYTHON) .ci/make.py test $(TESTS)

check:
	@$(PYTHON) .ci/make.py check

format:
	@$(PYTHON) .ci/make.py format

bench:
	@$(PYTHON) .ci/make.py bench $(if $(SIZES),--sizes "$(SIZES)") $(if $(ONLY),--only "$(ONLY)")

clean:
	@$(PYTHON) .ci/make.py clean

pins:
	$(LOCK) --group install --output-file requirements.txt
	$(LOCK) --group test --constraint requirements.txt --output-file requirements-test.txt
