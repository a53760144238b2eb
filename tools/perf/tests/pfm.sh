#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Names of processors' events, from libpfm. LIBPFM_FORCE_PMU makes libpfm encode for another
# processor: this machine cannot count the events, but perf can list and open them.

. "$TESTS/tap.bash"

if ! "$PERF" version --build-options | grep -q 'libpfm4: \[ on'; then
	skip "events of processors" "built without libpfm"
	tap_end
fi
export LIBPFM_FORCE_PMU=skl
if ! "$PERF" list -a --raw-dump pfm | grep -q INST_RETIRED; then
	skip "events of processors" "libpfm here does not know those of x86"
	tap_end
fi

# lists PATTERN ARGUMENTS...: on a line of the list
lists() {
	local pattern=$1

	shift
	"$PERF" list "$@" >listed
	grep -qE -- "$pattern" listed || {
		cat listed
		return 1
	}
}

# The code is the manual's: event D1H, unit mask 08H
described() {
	lists '^  MEM_LOAD_RETIRED:L1_MISS +\[Processor event\]' -a pfm "$1"
	lists '^       .* missed the L1|^       .*L1 cache miss' -a pfm "$1"
}
encoded() {
	lists '^       skl: type 4, config 0x8d1$' -a -v mem_load_retired.l1_miss
	[ "$(grep -c '^       skl: ' listed)" = 1 ]
}
ok "an event and what it counts" described MEM_LOAD_RETIRED:L1_MISS
ok "in the vendor's spelling" described mem_load_retired.l1_miss
ok "by a pattern" described 'mem_load*.l1_m*'
ok "what the kernel is asked for" encoded
# lacks PATTERN ARGUMENTS...: on no line of the list, which has lines
lacks() {
	local pattern=$1

	shift
	"$PERF" list "$@" >listed
	not grep -E -- "$pattern" listed
	[ "$(wc -l <listed)" -gt 20 ]
}
ok "only those of this processor" lacks '^  RETIRED_INSTRUCTIONS|PERF_COUNT' -a pfm
ok "no others where others are asked for" lacks MEM_LOAD -a sw
ok "long descriptions in several lines" lacks '^ {7}.{94}' -a pfm
words() {
	"$PERF" list -a --raw-dump | tr ' ' '\n' >listed
	grep -qx INST_RETIRED:ANY_P listed
	grep -qx inst_retired.any_p listed
}
ok "both spellings for completion" words
as_json() {
	"$PERF" list -a -j pfm >listed && python3 - <<-'END'
		import json
		events = {event["EventName"]: event for event in json.load(open("listed"))}
		near = events["BR_INST_RETIRED:NEAR_CALL"]
		assert near["EventAlias"] == "br_inst_retired.near_call", near
		assert near["Encoding"] == "skl: type 4, config 0x2c4", near
	END
}
if command -v python3 >/dev/null; then
	ok "as JSON" as_json
else
	skip "as JSON" "no python3"
fi

# The count has the name that was typed, and may be "not supported" here.
named() {
	local name=$1 option

	shift
	for option; do
		"$PERF" stat -x\; "$option" "$name" true 2>said
		cut -d\; -f3 said | grep -qxF "$name" ||
			{ echo "$option $name"; cat said; return 1; }
	done
}
ok "stat" named inst_retired.any_p -e --pfm-events
ok "stat, modifiers" named inst_retired.any_p:u -e --pfm-events
ok "stat, libpfm's spelling" named skl::INST_RETIRED:ANY_P:c=1 -e --pfm-events
group() {
	"$PERF" stat -x\; --pfm-events '{INST_RETIRED:ANY_P,UNHALTED_CORE_CYCLES:u}' true 2>said || return
	cut -d\; -f3 said | diff - <(printf '%s\n' INST_RETIRED:ANY_P UNHALTED_CORE_CYCLES:u)
}
ok "stat, a group" group
ok "record" perf_says 129 "there is no event 'inst_retird.any_p'" \
	record -o x.data --pfm-events inst_retird.any_p true
ok "top" perf_says 129 "there is no event 'inst_retird.any_p'" top --pfm-events inst_retird.any_p
ok "suggestion" perf_says 1 "did you mean 'inst_retired.any_p'" stat -e inst_retird.any_p true
ok "unit masks" perf_says 129 "its unit masks: .*ANY_P" stat -e inst_retired.some true
ok "another processor's" perf_says 1 "of other processors, such as" stat -e RETIRED_UOPS true

# It knows the kernel's events, too: with another name it would be no event of a program here.
recorded() {
	unset LIBPFM_FORCE_PMU
	"$PERF" record -q --pfm-events perf::PERF_COUNT_SW_CPU_CLOCK:period=200000 -o clock.data \
		"$PERF" list >/dev/null 2>said || {
		cat said
		return 1
	}
	"$PERF" evlist -v -i clock.data >said
	cat said
	grep -q '^perf::PERF_COUNT_SW_CPU_CLOCK.* type: 1 .*sample_freq }: 200000, ' said
}
ok "a period in libpfm's spelling" recorded

# loads ARGUMENTS...: is the library loaded?
loads() {
	LD_DEBUG=files "$PERF" "$@" 2>&1 | grep -q 'file=libpfm'
}
leaves() {
	not loads "$@"
}
if loads stat -e inst_retired.any_p true; then
	ok "not loaded for nothing" leaves stat true
	ok "not loaded for names that are known" leaves stat -e cycles,faults,r1c0:u true
	ok "not loaded for lists of others" leaves list sw
else
	skip "not loaded for nothing" "this perf has libpfm in itself"
fi

# A library that cannot be loaded is missed only where it is asked for
without_library() {
	local object

	mkdir -p broken
	for object in $(ldconfig -p | sed -n 's/^[[:blank:]]*\(libpfm\.so\.[0-9]*\) .*/\1/p'); do
		: >"broken/$object"
	done
	export LD_LIBRARY_PATH=$PWD/broken
	perf_says 129 'cannot load what knows the events of processors: .*libpfm' \
		record -o x.data --pfm-events INST_RETIRED:ANY_P true
	perf_says 1 'cannot load what knows' stat -e inst_retired.any_p true
	perf_says 1 'cannot load what knows' stat -e INST_RETIRED:ANY_P true
	perf_says 1 'cannot load what knows' list pfm
	perf_says 1 "did you mean 'cycles'" stat -e cylces true
	not grep 'cannot load' err
	"$PERF" list | grep page-faults
}
if loads list pfm; then
	ok "a libpfm that cannot be loaded" without_library
else
	skip "a libpfm that cannot be loaded" "this perf has it in itself"
fi
tap_end
