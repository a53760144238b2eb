// SPDX-License-Identifier: GPL-2.0
/* Makes code at run time, and says so in /tmp/perf-PID.map. x86-64 only. */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* mov $count,%ecx; 1: dec %ecx; jnz 1b; ret */
static const unsigned char code[] = {
	0xb9, 0x40, 0x42, 0x0f, 0x00, 0xff, 0xc9, 0x75, 0xfc, 0xc3,
};

int main(void)
{
	char path[64];
	unsigned char *page;
	FILE *map;

	page = mmap(NULL, 8192, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS,
		    -1, 0);
	if (page == MAP_FAILED)
		return 1;
	memcpy(page + 64, code, sizeof(code));
	memcpy(page + 4096, code, sizeof(code));
	snprintf(path, sizeof(path), "/tmp/perf-%d.map", getpid());
	map = fopen(path, "w");
	if (!map)
		return 1;
	fprintf(map, "%lx %zx second function\n", (unsigned long)page + 4096, sizeof(code));
	fprintf(map, "%lx %zx first\n", (unsigned long)page + 64, sizeof(code));
	fclose(map);
	printf("%s\n", path);
	for (int i = 0; i < 40; i++) {
		((void (*)(void))(page + 64))();
		((void (*)(void))(page + 4096))();
	}
	return 0;
}
