# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Read by tests that drive a program on a terminal, through tmux, as a user would.

export LC_ALL=C.UTF-8

# terminal WORD...: a tmux command for the server of the last start(). The number of the server is
# in a file, as each row runs in a shell of its own.
terminal() {
	[ ! -e server ] || tmux -L "perf-$$-$(cat server)" -f /dev/null "$@"
}

# start COLUMNS ROWS COMMAND: runs COMMAND in a terminal, and writes its exit code to "status"
start() {
	local columns=$1 rows=$2

	shift 2
	rm -f status
	terminal kill-server 2>/dev/null
	# Each start() uses another server: the one before may still be ending.
	echo $(($(cat server 2>/dev/null) + 1)) >server.new
	mv server.new server
	terminal new-session -d -x "$columns" -y "$rows" \
		"cd '$PWD'; $* 2>said; echo \$? >status; sleep 1000"
}

shown() {
	terminal capture-pane -p
}

# sees PATTERN...: all patterns are on the screen within 30 seconds
sees() {
	local pattern try missing

	for ((try = 0; try < 300; try++)); do
		missing=
		shown >screen
		for pattern; do
			grep -Eq -- "$pattern" screen || missing=$pattern
		done
		[ -n "$missing" ] || return 0
		[ -s screen ] || break
		sleep 0.1
	done
	echo "no '$missing' on the screen:"
	cat screen
	return 1
}

keys() {
	terminal send-keys "$@"
}

# press KEY PATTERN...: all patterns are on the screen after the key
press() {
	keys "$1"
	shift
	sees "$@"
}

# ends [KEY]: the command ends with 0 after the key
ends() {
	local try

	keys "${1:-q}"
	for ((try = 0; try < 300; try++)); do
		[ ! -s status ] || break
		sleep 0.1
	done
	[ "$(cat status)" = 0 ] || {
		cat said status
		return 1
	}
}

# is_gone TEXT: within 10 seconds no process has TEXT in its command line
is_gone() {
	local try

	for ((try = 0; try < 100; try++)); do
		pgrep -f -- "$1" >/dev/null || return 0
		sleep 0.1
	done
	echo "still there:"
	pgrep -af -- "$1"
	return 1
}
