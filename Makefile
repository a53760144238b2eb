# SPDX-License-Identifier: GPL-2.0
#
# Drives everything. Each target is a script in scripts/perf; what a target
# needs (packages, the base tree, a kernel) is made on the way.

VARIANT ?= own
FLAVOUR ?= run
# The kernel of run and shell: with ARCH=um user-mode Linux, which has its tests built in
RUN := $(or $(filter um,$(ARCH)),run)
P := scripts/perf

export BASE BUILD JOBS QEMU DEB_ARCH DEB_CONFIG DEB_REVISION
export CPUS MACHINE SEED THREADS TIME
# The group of packages with the compiler for another processor
DEB_DEPS := $(patsubst ppc64el,powerpc,$(filter-out amd64,$(DEB_ARCH)))

# Each recipe is one sequence of scripts that use both CPUs themselves
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory

help: ## list the targets
	@echo "usage: make TARGET [VARIANT=own|stock] [BASE=<linux 6.12.y tree or tarball>]"
	@echo
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

run: run-kernel ## boot our kernel in QEMU and show perf stat, record and report on it
	@$P/host/vm --variant $(VARIANT) --flavour $(RUN) --append kunit.enable=0 -- "$$(cat $P/guest/demo)"

shell: run-kernel ## boot our kernel in QEMU to an interactive shell
	@$P/host/vm --variant $(VARIANT) --flavour $(RUN) --append kunit.enable=0 --shell

test: test-kernel ## boot the debug kernel, run the tests of each area, count the results
	@$P/host/run-tests $(VARIANT)

test-all: test-kernel ## the same with all machines, programs and scripts
	@$P/host/run-tests --all $(VARIANT)

test-um: deps ## KUnit and the programs on user-mode Linux, a process of this machine
	@$P/host/deps test
	@$P/host/build $(VARIANT) um vmlinux
	@$P/host/run-tests --all --flavour um $(VARIANT)

test-debug: deps ## concurrency on kernels with KCSAN and with PREEMPT_RT
	@$P/host/deps test
	@$P/check/debug

tool: ## build the perf tool, for this machine
	@$P/host/deps tool
	@$(MAKE) -j $(or $(JOBS),$(shell nproc)) -C tools/perf O=$(abspath $(or $(BUILD),build))/perf

tool-static: ## build the perf tool as one file without shared libraries
	@$P/host/deps tool
	@$P/host/guest-tool

deb: deps ## Debian packages of the kernel and the tool: build/deb (DEB_CONFIG=small: fewer modules)
	@$P/host/deps deb
	@$P/host/deps $(DEB_DEPS)
	@$P/host/deb-kernel
	@$P/host/deb-tool

deb-check: deps ## install the packages into a Debian, boot it, use them, remove them
	@$P/host/deps deb
	@$P/check/deb

bench: deps ## instructions and memory per operation on our kernel and on the base's own
	@$P/host/build own run vmlinux
	@$P/host/build stock run vmlinux
	@$P/host/bench

bench-time: deps ## time of switches and forks on our kernel and on the base's own, in turn
	@$P/host/build own run vmlinux
	@$P/host/build stock run vmlinux
	@$P/host/bench --time

bench-stretch: deps ## longest time with interrupts off, on our kernel and on the base's own
	@$P/host/bench --stretch

bench-profile: deps ## functions that rows of bench are spent in: make bench-profile ROWS="open-another ..."
	@$P/host/build own run vmlinux
	@$P/host/bench --profile $(ROWS)

kernel: run-kernel ## build our kernel, without booting it

debug-kernel: deps ## build the kernel of make test, without booting it
	@$P/host/build $(VARIANT) debug vmlinux

obj: deps ## compile single objects: make obj F="kernel/events/attr.o ..."
	@$P/host/build $(VARIANT) $(FLAVOUR) $(F)

tree: deps ## lay our files into the base and configure, without building
	@$P/host/build --config-only $(VARIANT) $(FLAVOUR)

layers: run-kernel ## check that no file uses a higher one (as each build of a kernel does)
	@echo "no file uses a higher one"

check: ## checkpatch, sparse, kernel-doc and shellcheck on our files; lists in documents
	@$P/host/deps check
	@$P/check/style
	@$P/check/docs
	@$P/check/series
	@$P/check/sparse

check-howto: deps ## carry out what the pages of the documentation show
	@$P/host/build own debug vmlinux
	@$P/check/howto

check-events: deps ## compare our drivers' events with published lists, libpfm4, the base's drivers
	@$P/host/deps events
	@$P/check/events

htmldocs: deps ## our pages as HTML, in build/htmldocs; fails if there is a warning
	@$P/host/deps docs
	@$P/check/htmldocs

model: ## search all states of the ring's protocol (spin)
	@$P/host/deps check
	@$P/check/models

mutants: deps ## put faults into the core, one at a time: do the tests notice? (an hour)
	@$P/host/deps test
	@$P/check/mutants $(NAMES)

coverage: deps ## which lines of kernel/events the tests run, on user-mode Linux (gcov)
	@$P/host/deps test
	@$P/check/coverage

series: deps ## write the subsystem as patches over the base, into build/series
	@$P/host/series

series-check: deps ## apply the patches, compare, build and boot after each (hours)
	@$P/host/deps powerpc
	@$P/check/series --build $(NUMBERS)

fuzz: deps ## random operations on user-mode Linux: make fuzz TIME=600 SEED=1 (FLAVOUR=debug-fuzz)
	@$P/host/deps test
	@$(if $(filter command line environment,$(origin FLAVOUR)),FLAVOUR=$(FLAVOUR)) $P/check/fuzz run

callers: deps ## compile all of the base that includes our headers (takes two hours)
	@$P/host/deps powerpc
	@$P/host/deps callers
	@$P/check/callers $(CONFIGURATIONS)

deps: ## install the Debian packages that are missing
	@$P/host/deps

clean: ## remove build/ (the cache, which other clones share, stays)
	rm -rf $(or $(BUILD),build)

distclean: clean ## remove build/ and the cache
	rm -rf $${XDG_CACHE_HOME:-$$HOME/.cache}/linux-perf-events

run-kernel: deps
	@$P/host/build $(VARIANT) $(RUN) vmlinux

test-kernel: deps
	@$P/host/deps test
	@$P/host/build $(VARIANT) debug vmlinux

.PHONY: help run shell test test-all test-um test-debug tool tool-static deb deb-check bench bench-time \
	bench-stretch bench-profile \
	kernel debug-kernel obj tree layers check check-events check-howto htmldocs \
	fuzz model mutants coverage series series-check callers deps clean distclean run-kernel \
	test-kernel
