#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The commands of the tutorial do what it says, one after the other.
#
# A command is a line "    $ command", with lines "    > ..." that continue it; the lines
# behind it are what it prints, in that order, perhaps with others in between. Numbers may
# differ, be rounded to thousands, and how many blanks there are. A word of four digits or
# more may be any address, where others are letters.

. "$TESTS/tap.bash"

page=$TESTS/../Documentation/perf-tutorial.rst
commands=() wanted=()

# Each command, and below the same index the lines it has to print
while IFS= read -r line; do
	case $line in
	'    $ '*)	commands+=("${line#'    $ '}") wanted+=("") ;;
	'    >'*)	line=${line#'    >'}
			commands[-1]+=$'\n'${line# } ;;
	'    ...')	;;
	'    '*)	[ ${#commands[@]} = 0 ] || wanted[-1]+=${line#'    '}$'\n' ;;
	esac
done <"$page"

if ! command -v gcc >/dev/null; then
	skip "the tutorial" "no gcc"
	tap_end
fi

# prints FILE: does it have the lines of stdin, in that order?
prints() {
	perl -e '
		open(my $file, "<", shift) or die;
		my @said = <$file>;
		while (my $line = <STDIN>) {
			chomp $line;
			my $pattern = join "", map {
				/^[\da-f]{4,}$/ ? "(?:[0-9a-f]+|[0-9][0-9.,]*[KM]?)" :
				/^\d/ ? "[0-9][0-9.,]*[KM]?" : /^\s/ ? "\\s+" : /^[+-]$/ ? "[+-]" : quotemeta
			} $line =~ /(?<!\S)(?=[a-f]*\d)[\da-f]{4,}(?!\S)|\d[\d.,]*|\s+|[+-](?=\d)|[^\d\s]+?(?=[+-]\d|\d|\s|$)/g;
			$pattern =~ s/^\\s\+/\\s*/;
			shift @said while @said && $said[0] !~ /^$pattern\s*$/;
			if (!@said) { print "never printed: $line\n"; exit 1 }
			shift @said;
		}' "$1"
}

follow() {
	local status

	# As one would who typed it: the tool is "perf", each block sees what came before
	status=0
	PATH=$PWD/bin:$PATH bash -c "$1" >said 2>&1 </dev/null || status=$?
	printf '%s' "$2" | prints said && [ "$status" = 0 ] && return
	echo "ended with $status and printed:"
	head -n 30 said
	return 1
}

mkdir bin
ln -s "$PERF" bin/perf
export PERF_PAGER=cat
for i in "${!commands[@]}"; do
	name=${commands[i]%%$'\n'*}
	# A hash sign would be a directive of TAP
	ok "${name//#/}" follow "${commands[i]}" "${wanted[i]}"
done
ok "it has commands" [ ${#commands[@]} -gt 15 ]
tap_end
