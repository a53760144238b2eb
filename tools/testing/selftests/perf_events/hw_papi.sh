#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2034,SC2154
#
# hw_papi.sh: PAPI with its libpfm4 as a client of the counters, which it programs with
# codes of its own for the processor it finds.
#
# Usage: hw_papi.sh [test...]; without a name, all of them.

# shellcheck source=tools/testing/selftests/perf_events/client-lib.sh
. "$(dirname "$0")/client-lib.sh"
tools="papi_component_avail papi_command_line"

test_processor() {
	run text papi_component_avail
	has text 'PMUs supported: .*skx'
}

# counted EVENT: what papi_command_line printed for it
counted() {
	sed -n "s/^$1 :[[:space:]]*\([0-9]*\)[[:space:]]*\$/\1/p" text
}

# The emulated processor takes two cycles for each instruction; PAPI reads one counter after
# the other, by RDPMC
test_presets() {
	run text papi_command_line PAPI_TOT_INS PAPI_TOT_CYC PAPI_BR_INS PAPI_BR_CN
	is "events added" "$(lines text '^Successfully added: PAPI_')" == 4
	is "instructions" "$(counted PAPI_TOT_INS)" '>' 1000000
	is "cycles" "$(counted PAPI_TOT_CYC)" '>=' "$(($(counted PAPI_TOT_INS) * 2 - 5000))"
	is "cycles" "$(counted PAPI_TOT_CYC)" '<=' "$(($(counted PAPI_TOT_INS) * 2 + 5000))"
	is "conditional branches" "$(counted PAPI_BR_CN)" '>' 1000000
	is "branches" "$(counted PAPI_BR_INS)" '>=' "$(counted PAPI_BR_CN)"
}

# As libpfm4 names them
test_native() {
	run text papi_command_line skx::INST_RETIRED:ANY_P skx::BR_INST_RETIRED:CONDITIONAL
	is "instructions" "$(counted skx::INST_RETIRED:ANY_P)" '>' 1000000
	is "conditional branches" "$(counted skx::BR_INST_RETIRED:CONDITIONAL)" '>' 1000000
}

all='processor	PAPI knows the processor
presets	its presets count, together
native	so do events by their own names'

run_tests "$@"
