#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The fuzz targets (fuzz/NAME.c), two at a time. Each is run over its kept inputs, by a program
# without libFuzzer too, and then for as many inputs as fuzz/runs says, from a fixed seed: a run
# is the same run every time.
#
#	FUZZ_SECONDS	instead for so long, from any seed
#	FUZZ_TARGETS	these targets only
#	FUZZ_OUT	where the programs with libFuzzer are built
#	FUZZ_CC		their compiler
#	FUZZ_KEEP	directory for all that is found: NAME/ for inputs that reach new code,
#			NAME.crash/ for those that fail; without it these are printed

. "$TESTS/tap.bash"

built=${FUZZ_OUT:-$OUT-fuzz}/tests/fuzz
replays=$OUT/tests/fuzz
# Many small files are written: where memory holds them that takes no time.
work=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d)
trap 'rm -rf "$work"' EXIT
# libFuzzer tries values that programs have compared, addresses too: these must be the same
# each time
fixed=()
if setarch -R true 2>/dev/null; then
	fixed=(setarch -R)
else
	echo "# Addresses cannot be fixed here: inputs may be others the next time"
fi
export ASAN_OPTIONS=detect_stack_use_after_return=0:allocator_may_return_null=1
export UBSAN_OPTIONS=print_stacktrace=1

# row_of TARGET: prints the number of inputs and their largest size, from fuzz/runs
row_of() {
	awk -v name="$1" '/^#/ { next } $1 == name || $1 == "*" { print $2, $3; exit }' "$TESTS/fuzz/runs"
}

# Honest recordings: those that are made, and some of them in the other byte order, of 32 bits,
# of a newer kernel and compressed in the newer way
make_recordings() {
	local change from

	"$replays/make/recordings" "$1"
	# The converter begins with little-endian ones
	perl -e 'exit(unpack("S", "\1\0") != 1)' || return 0
	while read -r change from; do
		[ -e "$1/$from" ] || continue
		"$TESTS/remake.pl" "$change" <"$1/$from" >"$1/$change"
	done <<-END
		swap simple
		swap32 simple
		attr=160 simple
		packed2 packed
	END
}

# The directories a target begins with
seeds_of() {
	[ -d "$TESTS/fuzz/corpus/$1" ] && echo "$TESTS/fuzz/corpus/$1"
	case $1 in
	data|directory|report|rewrite)	echo "$work/recordings" ;;
	esac
}

# The kept inputs, in a program of the compiler and the options that perf was built with
replay() {
	local directories seeds

	mapfile -t directories < <(seeds_of "$1")
	mapfile -t seeds < <(find "${directories[@]}" -type f | sort)
	mkdir -p "$work/$1.replay"
	cd "$work/$1.replay" || return
	timeout 300 "$replays/$1" "${seeds[@]}" >said 2>&1 && return
	echo "$1: exit code $?"
	tail -n 30 said
	return 1
}

# An input that fails, so that whoever reads the log of another machine has it
print_crashes() {
	local file

	for file in "$1"/*; do
		[ -e "$file" ] || continue
		echo "$(basename "$file"), in base64, gzip:"
		gzip -9c "$file" | base64 -w 0 | head -c 20000
		echo
	done
}

# fuzz NAME: what libFuzzer does; its last lines are left in $work/NAME.said
fuzz() {
	local name=$1 runs largest found crashes limit seeds

	read -r runs largest < <(row_of "$name")
	found=${FUZZ_KEEP:-$work/kept}/$name
	crashes=${FUZZ_KEEP:-$work/kept}/$name.crash
	limit=(-seed=1 "-runs=$runs")
	[ -z "${FUZZ_SECONDS:-}" ] || limit=("-max_total_time=$FUZZ_SECONDS")
	mapfile -t seeds < <(seeds_of "$name")
	mkdir -p "$found" "$crashes" "$work/$name" || return
	cd "$work/$name" || return
	"${fixed[@]}" "$built/$name" "${limit[@]}" "-max_len=$largest" -timeout=10 -rss_limit_mb=2048 \
		-print_final_stats=1 "-artifact_prefix=$crashes/" "$found" "${seeds[@]}" \
		>"$work/$name.log" 2>&1 </dev/null
	echo $? >"$work/$name.status"
	print_crashes "$crashes" >"$work/$name.crashes"
}

# Did the run of a target end as it should?
ran() {
	local end

	end=$(grep -a '^#[0-9]*.DONE' "$work/$1.log" | tail -n 1) && echo "# $1: $end" >&3
	[ "$(cat "$work/$1.status")" = 0 ] && [ -n "$end" ] && return
	grep -av '^#[0-9]\|^INFO\|NEW_FUNC\|# Uses:' "$work/$1.log" | head -n 60
	cat "$work/$1.crashes"
	return 1
}

exec 3>&1
mkdir "$work/recordings"
ok "recordings to begin with" make_recordings "$work/recordings"
targets=()
for source in "$TESTS"/fuzz/*.c; do
	name=$(basename "$source" .c)
	[[ " ${FUZZ_TARGETS:-$name} " != *" $name "* ]] || targets+=("$name")
done
for name in "${targets[@]}"; do
	ok "$name: kept inputs" replay "$name"
done
if ! why=$("$TESTS/fuzz/can-fuzz" "${FUZZ_CC:-clang}" 2>&1); then
	for name in "${targets[@]}"; do
		skip "$name: fuzzing" "no clang with libFuzzer: $(tail -n 1 <<<"$why")"
	done
	tap_end
fi
for name in "${targets[@]}"; do
	while [ "$(jobs -rp | wc -l)" -ge 2 ]; do
		wait -n
	done
	fuzz "$name" &
done
wait
for name in "${targets[@]}"; do
	ok "$name: fuzzing" ran "$name"
done
tap_end
