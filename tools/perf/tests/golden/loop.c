// SPDX-License-Identifier: GPL-2.0
/*
 * The program of the golden recordings, without a C library, so that its object is small; the
 * object is kept beside them. It was built by
 *
 *	gcc -O1 -g0 -nostdlib -static -fno-omit-frame-pointer -fno-pie -no-pie \
 *		-fcf-protection=none -Wl,--build-id -Wl,-z,noseparate-code -o loop loop.c
 *
 * and run as /opt/golden/loop under Debian 12's perf (debian_*) and ours (ours_*):
 *
 *	flat		record -e cpu-clock:u -F 1000
 *	frames		the same with -g
 *	compressed	with -z -g, ours with -d
 *	stream		with -g, through a pipe
 *	events		record -e cpu-clock:u,page-faults:u -c 2000000 -d
 *	group		record -e '{cpu-clock:u,task-clock:u}:S' -F 1000
 *	dwarf		record -e cpu-clock:u -F 300 --call-graph dwarf,1024
 *
 * NAME.report and NAME.script are what both perfs print of them; of dwarf, where Debian's
 * does not unwind such an object, what ours does.
 */
static volatile unsigned long sum;

__attribute__((noinline)) static void add(unsigned long times)
{
	while (times--)
		sum += times;
}

__attribute__((noinline)) static void mix(unsigned long times)
{
	while (times--)
		sum ^= sum << 7 ^ times;
	add(200000);
}

void _start(void)
{
	unsigned int i;

	for (i = 0; i < 400; i++) {
		add(100000);
		mix(100000);
	}
	__asm__ volatile("syscall" : : "a"(60), "D"(0));
}
