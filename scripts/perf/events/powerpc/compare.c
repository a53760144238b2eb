// SPDX-License-Identifier: GPL-2.0
/*
 * compare groups MODEL NUMBER [LIST...]: open NUMBER random groups of events in both drivers.
 * compare tables MODEL: compare generic, cache and named events, and requests of branches.
 * compare list MODEL KIND LIST: open as many copies as possible of each event of a list.
 *
 * The output is one difference a line, for report.py:
 *
 *	rows KIND NUMBER
 *	diff KIND DETAIL EVENT...
 *
 * KIND is "accepted" or "refused" by ours but not by the base; "errno"; "way": ours cannot count
 * the events with the base's codes and counters; "code": the base cannot with ours; a register; or
 * the KIND of a list, with DETAIL "accepted", "refused" or "neither". A list has lines "CODE NAME".
 * An event is its code, and after commas "c" with attr.config1, "u", "k" and "h" for the modes
 * it excludes, "s" if it samples, "m" if the code is made up.
 */
#include "host.h"

#include <asm/reg.h>

#include "compare.h"

#define POOL	4096

u64 host_features;
u32 host_pvr;

static unsigned long pool[POOL];
static unsigned int pool_size;

/* splitmix64: the same groups in each run. */
static unsigned long next_random(void)
{
	static unsigned long state = 23;
	unsigned long x = state += 0x9e3779b97f4a7c15;

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
	x = (x ^ x >> 27) * 0x94d049bb133111eb;
	return x ^ x >> 31;
}

static unsigned long random_below(unsigned long limit)
{
	return next_random() % limit;
}

/* Codes of the tables, some of them with another bit or another four bits. */
static unsigned long random_code(void)
{
	unsigned long code = pool[random_below(pool_size)];
	unsigned int shift;

	switch (random_below(8)) {
	case 0:
		return code ^ BIT(random_below(63));
	case 1:
		shift = 4 * random_below(15);
		return (code & ~(0xfUL << shift)) | random_below(16) << shift;
	case 2:
		return code | (pool[random_below(pool_size)] & ~0xfffffUL);
	default:
		return code;
	}
}

static bool in_pool(unsigned long code)
{
	unsigned int i;

	for (i = 0; i < pool_size; i++) {
		if (pool[i] == code)
			return true;
	}
	return false;
}

/* Eighteen bits of it have a meaning, on POWER10 only. */
static unsigned long random_config1(void)
{
	switch (random_below(256)) {
	case 0:
		return random_below(BIT(20));
	case 1 ... 31:
		return host_features & CPU_FTR_ARCH_31 ? random_below(BIT(18)) : 0;
	default:
		return 0;
	}
}

static void random_group(struct group *group)
{
	unsigned int exclude = random_below(4) ? 0 : random_below(8);
	struct one_event *event;

	*group = (struct group){ .number = 1 + random_below(GROUP_EVENTS),
				 .task = random_below(2) };
	/* Most groups are small, or nearly all would be refused. */
	if (random_below(4))
		group->number = 1 + group->number / 2;
	for (event = group->event; event < group->event + group->number; event++) {
		event->type = PERF_TYPE_RAW;
		event->config = random_code();
		event->made = !in_pool(event->config);
		event->config1 = random_config1();
		event->exclude = random_below(16) ? exclude : random_below(8);
		event->samples = !random_below(16);
	}
}

static void print_group(const struct group *group)
{
	const struct one_event *event;

	for (event = group->event; event < group->event + group->number; event++) {
		printf(" %#lx", event->config);
		if (event->config1)
			printf(",c%#lx", event->config1);
		if (event->exclude || event->samples || event->made)
			printf(",%s%s%s%s%s", event->exclude & 1 ? "u" : "",
			       event->exclude & 2 ? "k" : "", event->exclude & 4 ? "h" : "",
			       event->samples ? "s" : "", event->made ? "m" : "");
	}
	printf("%s\n", group->task ? " task" : "");
}

static void difference(const struct group *group, const char *kind, unsigned long detail)
{
	printf("diff %s %#lx", kind, detail);
	print_group(group);
}

/* Both count the group: the same registers for the same codes and counters? */
static void compare_images(const struct group *group, const struct image *own,
			   const struct image *base)
{
	static const char *const names[] = {
#ifdef CONFIG_FSL_EMB_PERF_EVENT
		"pmlca", "pmlca", "pmlca", "pmlca", "pmlca", "pmlca", "pmlca", "pmlca",
		"pmlcb", "pmlcb", "pmlcb", "pmlcb", "pmlcb", "pmlcb", "pmlcb", "pmlcb",
#else
		"mmcr0", "mmcr1", "mmcr2", "mmcr3", "mmcra",
#endif
	};
	struct group codes = *group;
	struct image image;
	unsigned int i;

	if (!own_image(group, base, &image)) {
		difference(group, "way", image.event < group->number ? base->code[image.event] : 0);
	} else {
		for (i = 0; i < ARRAY_SIZE(names); i++) {
			if (image.mmcr[i] != base->mmcr[i])
				difference(group, names[i], image.mmcr[i] ^ base->mmcr[i]);
		}
	}
	for (i = 0; i < group->number; i++)
		codes.event[i].config = own->code[i];
	base_group(&codes, &image);
	if (image.err)
		difference(group, "code", own->code[image.event]);
}

static void compare_group(const struct group *group)
{
	struct image own, base;

	own_group(group, &own);
	base_group(group, &base);
	if (!own.err && !base.err)
		compare_images(group, &own, &base);
	else if (own.err && base.err && own.err != base.err && own.event == base.event)
		difference(group, "errno", -own.err << 8 | -base.err);
	else if (!own.err)
		difference(group, "accepted", base.event);
	else if (!base.err)
		difference(group, "refused", own.event);
}

static void compare_groups(unsigned long number)
{
	struct group group;
	unsigned long i;

	for (i = 0; i < number; i++) {
		random_group(&group);
		compare_group(&group);
	}
	printf("rows groups %lu\n", number);
}

static void print_typed(const struct image *image, char end)
{
	if (image->err)
		printf("%d%c", image->err, end);
	else
		printf("%#lx%c", image->code[0], end);
}

/*
 * One event each: what the drivers make of PERF_TYPE_HARDWARE and PERF_TYPE_HW_CACHE. DETAIL is our
 * code or errno, a slash, and the base's.
 */
static void compare_typed(unsigned int type, unsigned long config)
{
	struct group group = { 1, false, { { type, config } } };
	struct image own, base;

	own_group(&group, &own);
	base_group(&group, &base);
	if (own.err == base.err && own.code[0] == base.code[0])
		return;
	printf("diff %s ", type == PERF_TYPE_HARDWARE ? "generic" : "cache");
	print_typed(&own, '/');
	print_typed(&base, ' ');
	printf("%#lx\n", config);
}

static bool find_named(unsigned long (*named)(unsigned int, const char **), const char *name,
		       unsigned long *code)
{
	const char *other;
	unsigned int i;

	for (i = 0; *code = named(i, &other), other; i++) {
		if (!strcmp(name, other))
			return true;
	}
	return false;
}

/* Names that one driver has: "accepted" by ours only, "refused" by ours only. */
static void compare_names(void)
{
	unsigned long code, other;
	unsigned int i, rows;
	const char *name;

	for (i = 0; code = own_named(i, &name), name; i++) {
		if (!find_named(base_named, name, &other))
			printf("diff name accepted %s\n", name);
		else if (code != other)
			printf("diff name %#lx %s\n", code, name);
	}
	rows = i;
	for (i = 0; base_named(i, &name), name; i++) {
		if (!find_named(own_named, name, &code)) {
			printf("diff name refused %s\n", name);
			rows++;
		}
	}
	printf("rows names %u\n", rows);
}

static bool find_format(const char *(*format)(unsigned int), const char *text)
{
	const char *other;
	unsigned int i;

	for (i = 0; other = format(i), other; i++) {
		if (!strcmp(text, other))
			return true;
	}
	return false;
}

/* Formats that one driver has, as "NAME=TEXT". */
static void compare_formats(void)
{
	const char *text;
	unsigned int i, rows;

	for (i = 0; text = own_format(i), text; i++) {
		if (!find_format(base_format, text))
			printf("diff format accepted %s\n", text);
	}
	rows = i;
	for (i = 0; text = base_format(i), text; i++) {
		if (!find_format(own_format, text)) {
			printf("diff format refused %s\n", text);
			rows++;
		}
	}
	printf("rows formats %u\n", rows);
}

/* All requests of branches in user mode: "accepted" or "refused" by ours only, or the errno. */
static void compare_branches(void)
{
	const unsigned long step = PERF_SAMPLE_BRANCH_ANY;
	struct group group = { 1, false, { { PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES } } };
	struct image own, base;
	unsigned long type;

	for (type = step; type < PERF_SAMPLE_BRANCH_MAX; type += step) {
		group.event[0].branches = PERF_SAMPLE_BRANCH_USER | type;
		own_group(&group, &own);
		base_group(&group, &base);
		if (own.err != base.err)
			printf("diff branches %s %#lx\n",
			       !own.err ? "accepted" : !base.err ? "refused" : "errno", type);
	}
	printf("rows branches %lu\n", type / step - 1);
}

static void compare_tables(void)
{
	unsigned int cache, op, result, i;

	for (i = 0; i <= PERF_COUNT_HW_MAX; i++)
		compare_typed(PERF_TYPE_HARDWARE, i);
	for (cache = 0; cache <= PERF_COUNT_HW_CACHE_MAX; cache++) {
		for (op = 0; op <= PERF_COUNT_HW_CACHE_OP_MAX; op++) {
			for (result = 0; result <= PERF_COUNT_HW_CACHE_RESULT_MAX; result++)
				compare_typed(PERF_TYPE_HW_CACHE,
					      cache | op << 8 | result << 16);
		}
	}
	printf("rows tables %u\n", i + cache * op * result);
	compare_branches();
	compare_names();
	compare_formats();
}

/* Copies of one event, as many as both count: the drivers agree on its counters. */
static void compare_copies(const char *kind, unsigned long code, const char *name)
{
	struct group group = { };
	struct image own, base;
	unsigned int number;

	for (number = 1; number <= GROUP_EVENTS; number++) {
		group.number = number;
		group.event[number - 1] = (struct one_event){ PERF_TYPE_RAW, code };
		own_group(&group, &own);
		base_group(&group, &base);
		if (own.err || base.err)
			break;
		compare_images(&group, &own, &base);
	}
	if (!own.err != !base.err)
		printf("diff %s %s %#lx\n", kind, own.err ? "refused" : "accepted", code);
	else if (number == 1)
		printf("diff %s neither %#lx\n", kind, code);
}

/* Lines "CODE NAME" from a list. */
static void compare_list(const char *kind, FILE *file)
{
	unsigned long code, rows;
	char name[256];

	for (rows = 0; fscanf(file, "%lx %255s", &code, name) == 2; rows++)
		compare_copies(kind, code, name);
	printf("rows %s %lu\n", kind, rows);
}

static FILE *open_list(const char *path)
{
	FILE *file = fopen(path, "r");

	if (!file) {
		perror(path);
		exit(1);
	}
	return file;
}

static void read_pool(FILE *file)
{
	unsigned long code;

	while (pool_size < POOL && fscanf(file, "%lx %*s", &code) == 1)
		pool[pool_size++] = code;
	fclose(file);
}

static const struct processor *find_processor(const char *name)
{
	const struct processor *processor;

	for (processor = processors; processor->name; processor++) {
		if (!strcmp(processor->name, name))
			return processor;
	}
	return NULL;
}

int main(int argc, char **argv)
{
	const struct processor *processor;
	int i;

	if (argc == 2 && !strcmp(argv[1], "models")) {
		for (processor = processors; processor->name; processor++)
			puts(processor->name);
		return 0;
	}
	processor = argc >= 3 ? find_processor(argv[2]) : NULL;
	if (!processor || !own_begin(processor) || !base_begin(processor)) {
		fprintf(stderr, "usage: compare groups|tables|list MODEL ...\n");
		return 2;
	}
	if (!strcmp(argv[1], "tables")) {
		compare_tables();
	} else if (!strcmp(argv[1], "list") && argc == 5) {
		compare_list(argv[3], open_list(argv[4]));
	} else if (!strcmp(argv[1], "groups") && argc >= 4) {
		pool_size = base_pool(pool, POOL);
		for (i = 4; i < argc; i++)
			read_pool(open_list(argv[i]));
		compare_groups(strtoul(argv[3], NULL, 0));
	}
	return 0;
}
