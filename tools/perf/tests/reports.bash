# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Read by tests that compare perf report with another perf's, after recordings.bash.

other=${other:?recordings.bash says which}

# no_plt_names: Debian's perf 6.1 names entries of a linkage table by the order of the relocations,
# which linkers sort. plt.sh compares these names with objdump's.
no_plt_names() {
	case $("$other" version) in
	"perf version 6.1."*)	sed 's/[^ ;-]*@plt/@plt/g' ;;
	*)			cat ;;
	esac
}

# with_older FUNCTION ARGUMENTS...: compares with Debian 12's perf. perf 6.12 names functions that
# libc has inlined by libbfd, which chooses another one of several names.
with_older() {
	local other=${OTHER_PERF:-/usr/bin/perf}

	"$@"
}

# plain: removes the tip and blank lines at the end. The other perf sometimes marks the rest of a
# fractal graph as inlined, by mistake.
plain() {
	no_plt_names | sed -e '/^# (\?\(Tip\|Cannot load tips\)/,$d' -e 's/\[\.\.\.\] (inlined)$/[...]/' |
		sed -e '${/^#$/d}' | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}'
}

# untied: sorts lines that follow one another and begin with the same shares, each with the callers
# below it, and removes blank lines. The order of such lines in the other perf depends on the first
# sample, wherever some of them are inlined, are of different threads or have no symbol.
untied() {
	perl -ne '
		sub flush { print sort @lines; @lines = (); }
		if (/^ +((?:\d+\.\d+% *)+)/) {
			flush() if $1 ne $share;
			$share = $1;
			push @lines, $_;
		} elsif (!@lines || /^#/) {
			flush();
			$share = "";
			print;
		} elsif (/\S/) {
			$lines[-1] .= $_;
		}
		END { flush() }'
}

# same_order FILE ARGUMENTS...: both perfs print the same text
same_order() {
	local file=$1

	shift
	"$other" report --stdio -i "$file" "$@" 2>theirs.err | plain >theirs
	"$PERF" report --stdio -i "$file" "$@" >ours.raw || return 1
	plain <ours.raw >ours
	[ -s ours ] || {
		echo "nothing was printed"
		return 1
	}
	diff theirs ours
}

# same FILE ARGUMENTS...: both perfs print the same text, but for the order of lines of equal shares
same() {
	same_order "$@" >differs || {
		[ -s ours ] && diff <(untied <theirs) <(untied <ours)
	}
}

# compared WHAT FILE ARGUMENTS...: a row that compares, if the file could be recorded
compared() {
	local what=$1 file=$2

	shift 2
	[ ! -e "$file" ] || ok "$what" same "$file" "$@"
}

# skip_missing WHAT: skips the rows of files that could not be recorded
skip_missing() {
	local entry

	# shellcheck disable=SC2154 # of recordings.bash
	for entry in "${missing[@]}"; do
		skip "$1 ${entry%%$'\t'*}" "${entry#*$'\t'}"
	done
}

# refused TEXT OPTIONS...: perf report prints nothing of flat.data, but the reason on the standard
# error
refused() {
	local text=$1

	shift
	! "$PERF" report -i flat.data "$@" >ours 2>said || return
	[ ! -s ours ] || return
	grep -qF -- "$text" said
}
