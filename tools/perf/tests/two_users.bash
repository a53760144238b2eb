# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Read by the tests of what one user can do to another, after tap.bash. The test is root, the
# other user is nobody; an ordinary user has no other one to be.

OTHER_USER=65534

# need_two_users: fails, and says why, where the test cannot be two users
need_two_users() {
	if [ "$(id -u)" != 0 ]; then
		skip "two users" "only root can be two users"
		return 1
	fi
	if ! setpriv --reuid=$OTHER_USER --regid=$OTHER_USER --clear-groups true 2>/dev/null; then
		skip "two users" "setpriv cannot change the user here"
		return 1
	fi
	# The directory of the test is root's alone; the other user gets to what is in it.
	chmod o+x . ..
}

as_other() {
	setpriv --reuid=$OTHER_USER --regid=$OTHER_USER --clear-groups "$@"
}

# give FILE...: to the other user; a link itself, not what it leads to
give() {
	chown -h $OTHER_USER:$OTHER_USER "$@"
}

# What nobody but root may read or change, in a directory of root's: "precious"
make_precious() {
	rm -rf safe && mkdir -m 700 safe && (umask 077 && echo "root's alone" >safe/precious) &&
		touch -d 2001-01-01 safe/precious && precious_from_now
}

# What was put beside it since is as precious.
precious_from_now() {
	precious_was=$(precious_is)
}

# Contents, owner, mode, time; and that there is nothing beside it
precious_is() {
	(cd safe && cat precious && stat -c '%a %u %g %s %y' precious && ls -A)
}

precious_stays() {
	local now

	now=$(precious_is)
	[ "$now" = "$precious_was" ] || { printf 'was %s\nis %s\n' "$precious_was" "$now"; return 1; }
}
