// SPDX-License-Identifier: GPL-2.0
/*
 * Works in a function NAME until there is a file FILE: built with other names, it is another
 * program. With MAP it also works in code that it makes, and says so in /tmp/perf-PID.map.
 *
 *	until FILE
 */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define ROUNDS	1000000

__attribute__((noinline)) static void NAME(void)
{
	volatile long count = 0;

	while (count < ROUNDS)
		count++;
}

typedef void function(void);

#ifdef MAP
/* mov $0x0f4240,%ecx; 1: dec %ecx; jnz 1b; ret */
static const unsigned char code[] = {
	0xb9, 0x40, 0x42, 0x0f, 0x00, 0xff, 0xc9, 0x75, 0xfc, 0xc3,
};

static function *make_code(void)
{
	unsigned char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
				   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char path[64];
	FILE *map;

	if (page == MAP_FAILED)
		return NULL;
	memcpy(page, code, sizeof(code));
	snprintf(path, sizeof(path), "/tmp/perf-%d.map", getpid());
	map = fopen(path, "w");
	if (!map)
		return NULL;
	fprintf(map, "%lx %zx made inside\n", (unsigned long)page, sizeof(code));
	fclose(map);
	return (function *)page;
}
#else
static function *make_code(void)
{
	return NAME;
}
#endif

int main(int argc, char **argv)
{
	function *made = make_code();

	if (argc < 2 || !made)
		return 1;
	while (access(argv[1], F_OK)) {
		NAME();
		made();
	}
	return 0;
}
