#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Options that users of Debian's perf (6.1) know: each of them, of each command that we have too, is
# accepted, or refused with the reason. None is unknown, and none has an argument in one of the
# two only.

. "$TESTS/tap.bash"

other=${OTHER_PERF:-/usr/bin/perf}

# Commands of both. (Debian's archive is a script without options.)
commands() {
	comm -12 <("$other" --help | sed -n 's/^   \([a-z][a-z0-9-]*\) .*/\1/p' | sort) \
		<("$PERF" help --words | tr ' ' '\n' | sort) | grep -vx archive
}

# options_of COMMAND: lines "OPTION KIND": none, needed or optional says of its argument
options_of() {
	"$other" "$1" -h 2>&1 </dev/null | perl -ne '
		next unless /^    (?:-(\S)(?:, )?|    )(?:--([\w-]+))?(\[=| <|(?: |$)\S{0})?/;
		my ($letter, $name, $rest) = ($1, $2, $3 // "");
		next unless defined $letter || defined $name;
		my $kind = $rest eq "[=" ? "optional" : $rest eq " <" ? "needed" : "none";
		print "-$letter $kind\n" if defined $letter;
		print "--$name $kind\n" if defined $name;'
}

# is_known COMMAND OPTION KIND: what is said of it, without doing anything: --help ends the
# reading of options, and @ is none
is_known() {
	local said word=$2

	case $2,$3 in
	--*,needed)	word=$2=1 ;;
	--*)		;;
	*,none)		word=$2@ ;;
	*)		word=${2}1 ;;
	esac
	said=$("$PERF" "$1" "$word" --help 2>&1 </dev/null)
	case $said in
	*"unknown option -@"*|*"not supported"*)
				return 0 ;;
	*"unknown option"*|*"is ambiguous"*|*"takes no argument"*|*"needs an argument"*)
				return 1 ;;
	esac
	# Otherwise the @ was an argument
	[ "$word" != "$2@" ]
}

all_known() {
	local command=$1 option kind

	options_of "$command" >options
	[ -s options ] || { echo "Debian's $command tells no options"; return 1; }
	while read -r option kind; do
		is_known "$command" "$option" "$kind" ||
			echo "$command $option: unknown, or of another form"
	done <options | sort -u >unknown
	cat unknown
	[ ! -s unknown ]
}

if ! command -v "$other" >/dev/null; then
	skip "options of Debian's perf" "no $other"
	tap_end
fi
# Others have more: a list of what is open there is another one.
version=$("$other" --version)
case $version in
*" 6.1."*)	;;
*)		skip "options of Debian's perf" "'$version' is not 6.1, whose options are listed"
		tap_end ;;
esac
commands >both
ok "commands that both have" grep -qx report both
while read -r command; do
	# Without options, or without help
	options_of "$command" >options
	[ ! -s options ] || ok "options of $command" all_known "$command"
done <both
tap_end
