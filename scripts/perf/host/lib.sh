# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034
#
# What the scripts in this directory share: where things are, how messages
# look, how a script ends when it cannot go on.  Sourced, never run.

set -euo pipefail

repo=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
build=${BUILD:-$repo/build}
cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/linux-perf-events
jobs=${JOBS:-$(nproc)}

# say VERB TEXT: one line of progress, on stderr so that stdout stays data
say() {
	printf '  %-8s %s\n' "$1" "$2" >&2
}

# die TEXT: the one line that says why, and a non-zero end
die() {
	printf '%s: error: %s\n' "${0##*/}" "$*" >&2
	exit 1
}

# machine FLAVOUR: what the processor decides, as variables: processor, what leads the
# names of its flavours; arch, the kernel's name for it; bits, of its addresses; cross,
# what leads the names of the compiler's tools; debian, the architecture of packages for
# it, empty for that of this machine, "none" where there are no packages; emulator;
# terminal, the guest's serial lines; messages, the one that the kernel writes to;
# target, options every build passes to make
machine() {
	messages=''
	case $1 in
	powerpc64*)
		processor=powerpc64 bits=64 arch=powerpc cross=powerpc64le-linux-gnu- debian=ppc64el
		emulator=qemu-system-ppc64 terminal=hvc ;;
	powerpc32*)
		processor=powerpc32 bits=32 arch=powerpc cross=powerpc-linux-gnu- debian=none
		emulator=qemu-system-ppc terminal=ttyS ;;
	e500*)
		processor=e500 bits=32 arch=powerpc cross=powerpc-linux-gnu- debian=none
		emulator=qemu-system-ppc terminal=ttyS ;;
	arm64*)
		processor=arm64 bits=64 arch=arm64 cross=aarch64-linux-gnu- debian=arm64
		emulator=qemu-system-aarch64 terminal=ttyS messages=ttyAMA0 ;;
	riscv64*)
		processor=riscv64 bits=64 arch=riscv cross=riscv64-linux-gnu- debian=none
		emulator=qemu-system-riscv64 terminal=ttyS ;;
	x86-32*)
		processor=x86-32 bits=32 arch=i386 cross=i686-linux-gnu- debian=i386
		emulator=qemu-system-x86_64 terminal=ttyS ;;
	um*)	# The kernel is a process of this machine, and its own emulator
		processor='' bits=64 arch=um cross='' debian='' emulator='' terminal=ttyS ;;
	*)	processor='' bits=64 arch=x86_64 cross='' debian=''
		emulator=qemu-system-x86_64 terminal=ttyS ;;
	esac
	: "${messages:=${terminal}0}"
	target=("ARCH=$arch")
	[ -z "$cross" ] || target+=("CROSS_COMPILE=$cross")
}

# need_space DIR MEGABYTES: stop before a long step that cannot end well
need_space() {
	local free_mb

	mkdir -p "$1" || die "cannot create $1"
	free_mb=$(df -Pm "$1" | awk 'NR == 2 { print $4 }')
	[ "$free_mb" -ge "$2" ] ||
		die "disk full: $1 has $free_mb MB free, $2 MB are needed"
}

# need_tool NAME...: every tool must be there
need_tool() {
	local tool

	for tool; do
		command -v "$tool" >/dev/null ||
			die "missing tool: $tool (run scripts/perf/host/deps)"
	done
}

# remove_at_exit DIR: also when a signal ends this shell
remove_at_exit() {
	# shellcheck disable=SC2064 # expand now: the name is final
	trap "rm -rf '$1'" EXIT
	trap 'exit 130' INT TERM HUP
}

# debian_archives deb|deb-src: lines of sources.list for the archives that apt on this machine
# uses, those with packages or those with sources
debian_archives() {
	local keyring=/usr/share/keyrings/debian-archive-keyring.gpg signed=''
	local uri release component

	# shellcheck disable=SC2016 # apt expands these
	local format='$(REPO_URI) $(RELEASE) $(COMPONENT)'

	[ ! -f "$keyring" ] || signed="[signed-by=$keyring] "
	apt-get indextargets --format "$format" "Created-By: Packages" "Origin: Debian" |
		sort -u | while read -r uri release component; do
			echo "$1 $signed$uri $release $component"
		done
}
