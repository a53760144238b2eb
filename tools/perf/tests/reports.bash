# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Read by tests that compare perf report with another perf's, after recordings.bash.

other=${other:?recordings.bash says which}

# Debian's perf 6.1 takes entries of a linkage table for those of the relocations in their order,
# which linkers sort: plt.sh holds the names to objdump's.
no_plt_names() {
	case $("$other" version) in
	"perf version 6.1."*)	sed 's/[^ ;-]*@plt/@plt/g' ;;
	*)			cat ;;
	esac
}

# with_older FUNCTION ARGUMENTS...: compared with Debian 12's perf. That of Linux 6.12 has names of
# functions that libc has inlined out of libbfd, which takes another one of several names.
with_older() {
	local other=${OTHER_PERF:-/usr/bin/perf}

	"$@"
}

# Without the tip, and without blank lines at the end. Perf sometimes calls the rest of a
# fractal graph inlined, by mistake.
plain() {
	no_plt_names | sed -e '/^# (\?\(Tip\|Cannot load tips\)/,$d' -e 's/\[\.\.\.\] (inlined)$/[...]/' | sed -e '${/^#$/d}' | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}'
}

# Lines that follow one another and begin with the same shares, each with the callers below
# it, in the order of their text, and no blank lines. Perf's order of such lines depends on
# which sample came first wherever some of them are inlined, are of different threads or
# have no symbol.
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

# same_order FILE ARGUMENTS...: the same text
same_order() {
	local file=$1

	shift
	"$other" report --stdio -i "$file" "$@" 2>theirs.err | plain >theirs
	"$PERF" report --stdio -i "$file" "$@" >ours.raw || return 1
	plain <ours.raw >ours
	[ -s ours ] || { echo "nothing was printed"; return 1; }
	diff theirs ours
}

# same FILE ARGUMENTS...: the same, but for the order of lines of equal shares
same() {
	same_order "$@" >differs || { [ -s ours ] && diff <(untied <theirs) <(untied <ours); }
}

# compared WHAT FILE ARGUMENTS...: the same, if the file could be recorded
compared() {
	local what=$1 file=$2

	shift 2
	[ ! -e "$file" ] || ok "$what" same "$file" "$@"
}

# skip_missing WHAT: what could not be recorded cannot be compared
skip_missing() {
	local entry

	# shellcheck disable=SC2154 # of recordings.bash
	for entry in "${missing[@]}"; do
		skip "$1 ${entry%%$'\t'*}" "${entry#*$'\t'}"
	done
}

# refused TEXT OPTIONS...: of flat.data nothing is shown, and why is said
refused() {
	local text=$1

	shift
	! "$PERF" report -i flat.data "$@" >ours 2>said && [ ! -s ours ] && grep -qF -- "$text" said
}
