# The verbs of the project. `make` lists them; each is a thin cover over a preset of
# CMakePresets.json.

JOBS ?= $(shell nproc)
PREFIX ?= /usr/local
# Options of the dev build for `make test`, as -DAPO_DEBUG_INFO=OFF: none.
DEV_OPTIONS ?=
# Tests left out of `make test`, by name: none.
TEST_SKIP ?=
# The tests for the sanitizers, and the time for each fuzz target.
ASAN_LABELS ?= ^(unit|rules|perft|golden|corpus|store|http)$$
# Or the tests by name, as "unit.fen rules.*".
ASAN_TESTS ?=
TSAN_LABELS ?= ^(unit|http)$$
FUZZ_SECONDS ?= 60
# The tests whose coverage counts. Those that count instructions under valgrind are not about lines.
COVERAGE_LABELS ?= ^(unit|rules|store|golden|http|corpus)$$
COVERAGE_SKIP ?= ^golden[.]instructions$$
# Where the table goes: elsewhere for a part, as with COVERAGE_LABELS='unit|rules'.
COVERAGE_PAGE ?= docs/coverage.md
# A sanitizer's report fails the test that caused it.
export ASAN_OPTIONS ?= detect_leaks=1:strict_string_checks=1:detect_stack_use_after_return=1
export UBSAN_OPTIONS ?= print_stacktrace=1

# State files for resuming long matches, one per program.
MATCHES = build/matches/$$(sha256sum build/apothecary | cut -c 1-12)

# Tests that look at everything, or take ten seconds and more: not for `make quick`.
QUICK_SKIP = lint.archives lint.calls lint.headers lint.format lint.python lint.python_format \
	lint.eslint unit.mates unit.train

# Two thirds of the tests' time is waiting: for servers, clocks, browsers.
TESTS_AT_ONCE = $(shell expr $(JOBS) \* 3)
CTEST = ctest --output-on-failure --no-tests=error -j $(TESTS_AT_ONCE) \
	--resource-spec-file ../tests/browsers.json

space := $() $()

.DEFAULT_GOAL := help
.PHONY: help install-deps build test check lint format asan tsan fuzz bench bench-perft \
	bench-load bench-correspondence wasm reference install clean run bench-speed \
	bench-strength bench-clocks bench-threads

help: ## list the verbs
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/\1\t\2/p' Makefile | \
		awk -F '\t' '{ printf "make %-13s %s\n", $$1, $$2 }'

install-deps: ## install the packages that building and testing need (root or sudo)
	@scripts/install-deps

build: ## build the release: build/apothecary and the library
	@scripts/build-web || [ $$? -eq 77 ]
	@cmake --preset release >/dev/null
	@cmake --build --preset release -j $(JOBS)

.PHONY: dist
dist: ## packages, engines for other machines and a source archive, in dist/
	@scripts/install-deps dist
	@scripts/dist

run: ## install what is missing, build, and start a game (GAME=modern chooses one)
	@scripts/play $(GAME)

test: ## install what is missing, build with assertions and run all tests
	@scripts/install-deps test
	@scripts/build-web || [ $$? -eq 77 ]
	@cmake --preset dev $(DEV_OPTIONS) >/dev/null
	@cmake --build --preset dev -j $(JOBS)
	@cd build-dev && $(CTEST) $(if $(TEST_SKIP),-E '^($(subst $(space),|,$(TEST_SKIP)))$$')

.PHONY: quick one again coverage npm python
quick: ## rules, unit tests, and checks of what changed: under two minutes from a built tree
	@scripts/install-deps test
	@cmake --preset dev >/dev/null
	@tools/run-format --check --changed
	@tools/run-black --check --changed || [ $$? -eq 77 ]
	@tools/run-flake8 --changed || [ $$? -eq 77 ]
	@tools/run-eslint --changed || [ $$? -eq 77 ]
	@tools/run_tidy.py build-dev $(JOBS) --changed
	@tools/run_tests.py --jobs $(JOBS) --label '^(rules|unit|lint)$$' --but $(QUICK_SKIP)

# Without a development build: one of its own that is not optimised, which is there in seconds.
ONE = $(if $(wildcard build-dev/CMakeCache.txt),dev,one)

one: ## build what one test needs and run it: TEST=rules.joker, or TEST='rules.*'
	@cmake --preset $(ONE) >/dev/null 2>&1 || \
		{ scripts/install-deps test && cmake --preset $(ONE) >/dev/null; }
	@tools/run_tests.py --build build-$(ONE) --jobs $(JOBS) \
		'$(or $(TEST),$(error say which: make one TEST=rules.joker))'

# By name: ctest's --rerun-failed goes by numbers, which are others where tests were left out.
again: ## run the tests again that failed, one at a time: BUILD=build-asan for the sanitizers'
	@cd $(or $(BUILD),build-dev) && failed=$$(sed 's/^[0-9]*://' \
		Testing/Temporary/LastTestsFailed.log | paste -sd '|') && \
		ctest --output-on-failure --no-tests=error -R "^($$failed)\$$"

coverage: ## count which lines of src/ the tests reach; prints and updates docs/coverage.md
	@scripts/install-deps coverage
	@scripts/build-web || [ $$? -eq 77 ]
	@cmake --preset coverage >/dev/null
	@cmake --build --preset coverage -j $(JOBS)
	@find build-coverage -name '*.gcda' -delete
	@(cd build-coverage && $(CTEST) -L '$(COVERAGE_LABELS)' -E '$(COVERAGE_SKIP)') || \
		$(MAKE) --no-print-directory again BUILD=build-coverage
	@tools/coverage.py build-coverage $(COVERAGE_PAGE)

check: lint ## all checks of the sources: lint, layers, archives, headers, format, index, scripts
	@cd build-dev && $(CTEST) -L '^lint$$'

lint: ## clang-tidy over the files of src/ that changed
	@cmake --preset dev >/dev/null
	@cmake --build --preset dev -j $(JOBS)
	@tools/run_tidy.py build-dev $(JOBS)

format: ## format C, Python and JavaScript in place, and update docs/rules-index.md
	@tools/run-format
	@tools/run-black || [ $$? -eq 77 ]
	@tools/run-eslint --fix || [ $$? -eq 77 ]
	@tools/rules_index.py

asan: ## run tests under the address and undefined-behaviour sanitizers
	@cmake --preset asan >/dev/null
	@tools/run_tests.py --build build-asan --jobs $(JOBS) --at-once $(TESTS_AT_ONCE) \
		$(if $(ASAN_TESTS),$(patsubst %,'%',$(ASAN_TESTS)),--label '$(ASAN_LABELS)')

tsan: ## run tests under the thread sanitizer
	@scripts/build-web || [ $$? -eq 77 ]
	@cmake --preset tsan >/dev/null
	@cmake --build --preset tsan -j $(JOBS)
	@cd build-tsan && $(CTEST) -L '$(TSAN_LABELS)'

fuzz: ## look for inputs that break a law: FUZZ_SECONDS=60 for each, LAW=fen for one only
	@cmake --preset fuzz >/dev/null
	@cmake --build --preset fuzz -j $(JOBS)
	@tools/run-fuzzers build-fuzz $(FUZZ_SECONDS) $(LAW)

bench: build ## measure counting, searching and listing moves in turn with other programs
	@scripts/install-deps bench
	@bench/perft.py build
	@bench/speed.py build
	@$(MAKE) --no-print-directory bench-moves

.PHONY: bench-moves
bench-moves: build npm python ## list moves in turn with ffish and python-chess
	@rm -rf build-python
	@python3 -m zipfile -e dist/apothecary-*-abi3-*.whl build-python
	@PYTHONPATH=build-python bench/legal_moves.py || [ $$? -eq 77 ]

bench-perft: build ## count moves in turn with fairy-stockfish and stockfish; prints ratios
	@scripts/install-deps bench
	@bench/perft.py build

bench-speed: build ## nodes a second of the search, in turn with fairy-stockfish
	@scripts/install-deps bench
	@bench/speed.py build

bench-strength: build ## play Fairy-Stockfish at three games: GAMES=200 MOVETIME=0.2 CONCURRENCY=1
	@scripts/install-deps bench
	@bench/strength.py build --games $(or $(GAMES),200) --movetime $(or $(MOVETIME),0.2) \
		--concurrency $(or $(CONCURRENCY),1) --state $(MATCHES)

bench-clocks: build ## look whether time is ever lost, 1+0.05 and 40/10: GAMES=100 of each game
	@bench/clocks.py build --games $(or $(GAMES),100) --state $(MATCHES)

bench-threads: build ## two threads against one, on two free cores: GAMES=100 MOVETIME=0.1
	@bench/threads.py build --games $(or $(GAMES),100) --movetime $(or $(MOVETIME),0.1) \
		--state $(MATCHES)

bench-load: build ## play 300 moves a second on a server of its own, with 2000 watchers
	@bench/load.py build

bench-correspondence: build ## a day of 10,000 slow games in three minutes, with kills
	@bench/correspondence.py build --kill

wasm: ## build build-wasm/apothecary.wasm
	@scripts/build-wasm

npm: ## build the npm package: dist/apothecary-VERSION.tgz
	@scripts/build-npm

python: ## build the Python package: dist/apothecary-VERSION-*.whl and the source archive
	@bindings/python/backend.py dist

reference: ## write the library's reference to build/reference (needs doxygen)
	@mkdir -p build/reference
	@doxygen docs/Doxyfile
	@echo build/reference/index.html

install: build ## install command, library, headers and definition files under PREFIX
	@cmake --install build --prefix $(PREFIX)

clean: ## remove everything that was built
	@rm -rf build build-dev build-one build-clang build-asan build-fuzz build-tsan build-coverage \
		build-art build-web build-web-packed build-wasm build-wasm-rules build-wasm-threads \
		build-npm build-python build-deb build-engine build-engine-arm64 build-engine-windows dist
