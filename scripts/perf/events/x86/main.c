// SPDX-License-Identifier: GPL-2.0
/*
 * The user half of the program that opens events on the x86 drivers: commands, one a line, and
 * the MSRs and CPUID leaves of the processor.
 *
 *	cpuid LEAF SUBLEAF EAX EBX ECX EDX	sets a leaf; the others are 0
 *	msr MSR VALUE				sets an MSR; the others are 0, and hold any value
 *	feature NAME				sets a bit of cpuinfo_x86::x86_capability
 *	thread NUMBER				this CPU is thread 0 or 1 of a core's two
 *	boot VENDOR FAMILY MODEL STEPPING KIND	starts the driver
 *	event TYPE CONFIG CONFIG1 CONFIG2	opens one event
 *	pool TYPE CONFIG CONFIG1 CONFIG2	adds an event to those that groups are made of
 *	groups SEED NUMBER MOST			opens that many groups, of up to MOST events
 *	files FOLDER				prints "NAME TEXT" of each file of the PMU's folder,
 *						and "NAME@threads TEXT" if it has another one
 *						where a core has two threads
 *
 * All numbers are hexadecimal. An answer to event is an errno, or "0 ALLOWED COUNTER SELECT
 * EXTRA TAGS TAGS". The answer to groups is a line for each: "ERRNO FAILED EVENTS", where FAILED
 * is the index of the event that was refused, or "0 EVENT:COUNTER:SELECT:EXTRA ..."; EVENT is its
 * index in the pool.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "program.h"

#define MOST_MSRS	4096
#define MOST_LEAVES	64
#define MOST_POOL	16384

static struct {
	unsigned int		msr;
	unsigned long long	value;
} msrs[MOST_MSRS];
static unsigned int nr_msrs;

static struct {
	unsigned int	leaf;
	unsigned int	subleaf;
	unsigned int	regs[4];
} leaves[MOST_LEAVES];
static unsigned int nr_leaves;

static struct spec pool[MOST_POOL];
static unsigned int nr_pool;

void say(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
}

static void fail(const char *why, const char *what)
{
	say("%s: %s\n", why, what);
	exit(1);
}

void missing(const char *name)
{
	fail("the driver calls a function that the program lacks", name);
}

void *allocate(unsigned long size)
{
	void *memory = calloc(1, size);

	if (!memory)
		fail("no memory", "");
	return memory;
}

unsigned long long read_msr(unsigned int msr)
{
	unsigned int i;

	for (i = 0; i < nr_msrs; i++) {
		if (msrs[i].msr == msr)
			return msrs[i].value;
	}
	return 0;
}

void write_msr(unsigned int msr, unsigned long long value)
{
	unsigned int i;

	for (i = 0; i < nr_msrs && msrs[i].msr != msr; i++)
		;
	if (i == MOST_MSRS)
		fail("too many MSRs", "");
	if (i == nr_msrs)
		nr_msrs++;
	msrs[i].msr = msr;
	msrs[i].value = value;
}

void read_cpuid(unsigned int leaf, unsigned int subleaf, unsigned int *regs)
{
	unsigned int i;

	memset(regs, 0, 4 * sizeof(*regs));
	for (i = 0; i < nr_leaves; i++) {
		if (leaves[i].leaf == leaf && leaves[i].subleaf == subleaf)
			memcpy(regs, leaves[i].regs, sizeof(leaves[i].regs));
	}
}

/*
 * Commands.
 */
static void do_cpuid(const char *line)
{
	unsigned int *regs = leaves[nr_leaves].regs;

	if (nr_leaves == MOST_LEAVES ||
	    sscanf(line, "%x %x %x %x %x %x", &leaves[nr_leaves].leaf, &leaves[nr_leaves].subleaf,
		   &regs[0], &regs[1], &regs[2], &regs[3]) != 6)
		fail("wrong cpuid", line);
	nr_leaves++;
}

static void do_msr(const char *line)
{
	unsigned long long value;
	unsigned int msr;

	if (sscanf(line, "%x %llx", &msr, &value) != 2)
		fail("wrong msr", line);
	write_msr(msr, value);
}

static void do_feature(const char *line)
{
	char name[64];

	if (sscanf(line, "%63s", name) != 1 || set_feature(name))
		fail("no such feature", line);
}

static void do_thread(const char *line)
{
	if (strcmp(line, "0\n") && strcmp(line, "1\n"))
		fail("wrong thread", line);
	set_thread(*line == '1');
}

static void do_boot(const char *line)
{
	struct processor processor = { 0 };
	unsigned int regs[4];
	int err;

	if (sscanf(line, "%x %x %x %x %x", &processor.vendor, &processor.family, &processor.model,
		   &processor.stepping, &processor.kind) != 5)
		fail("wrong boot", line);
	read_cpuid(0, 0, regs);
	processor.leaves = regs[0];
	err = boot(&processor);
	printf("%d\n", err);
	if (err)
		exit(0);
}

static struct spec parse_spec(const char *line)
{
	struct spec spec;

	if (sscanf(line, "%x %llx %llx %llx", &spec.type, &spec.config, &spec.config1,
		   &spec.config2) != 4)
		fail("wrong event", line);
	return spec;
}

static void do_event(const char *line)
{
	struct spec spec = parse_spec(line);
	struct answer answer = { 0 };
	unsigned int failed;
	int err = count(&spec, 1, &answer, &failed);

	if (err)
		printf("%d\n", err);
	else
		printf("0 %llx %x %llx %llx %llx %llx\n", answer.allowed, answer.counter,
		       answer.select, answer.extra, answer.tags[0], answer.tags[1]);
}

static void do_pool(const char *line)
{
	if (nr_pool == MOST_POOL)
		fail("too many events", line);
	pool[nr_pool++] = parse_spec(line);
}

/* Marsaglia's xorshift */
static unsigned int random_below(unsigned long long *state, unsigned int limit)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return (*state >> 16) % limit;
}

static void one_group(unsigned long long *state, unsigned int most)
{
	unsigned int number = 2 + random_below(state, most - 1), i, failed;
	struct answer answers[MOST_EVENTS] = { 0 };
	struct spec specs[MOST_EVENTS];
	unsigned int picked[MOST_EVENTS];
	int err;

	for (i = 0; i < number; i++) {
		picked[i] = random_below(state, nr_pool);
		specs[i] = pool[picked[i]];
	}
	err = count(specs, number, answers, &failed);
	if (err)
		printf("%d %u", err, failed);
	else
		printf("0");
	for (i = 0; i < number; i++) {
		if (err)
			printf(" %x", picked[i]);
		else
			printf(" %x:%x:%llx:%llx", picked[i], answers[i].counter,
			       answers[i].select, answers[i].extra);
	}
	putchar('\n');
}

static void do_groups(const char *line)
{
	unsigned long long state;
	unsigned int number, most;

	if (sscanf(line, "%llx %x %x", &state, &number, &most) != 3 || !nr_pool || !state ||
	    most < 2 || most > MOST_EVENTS)
		fail("wrong groups", line);
	while (number--)
		one_group(&state, most);
}

int print_text(char *page, unsigned long size, const char *format, va_list arguments)
{
	return vsnprintf(page, size, format, arguments);
}

void print_file(const char *name, const char *what, const char *text)
{
	printf("%s%s %.*s\n", name, what, (int)strcspn(text, "\n"), text);
}

static void do_files(const char *line)
{
	char folder[32];

	if (sscanf(line, "%31s", folder) != 1)
		fail("wrong files", line);
	print_files(folder);
}

static const struct {
	const char	*name;
	void		(*run)(const char *line);
} commands[] = {
	{ "cpuid", do_cpuid },
	{ "msr", do_msr },
	{ "feature", do_feature },
	{ "thread", do_thread },
	{ "boot", do_boot },
	{ "event", do_event },
	{ "pool", do_pool },
	{ "groups", do_groups },
	{ "files", do_files },
	{ NULL, NULL },
};

static void run_command(const char *line)
{
	unsigned int i;

	for (i = 0; commands[i].name; i++) {
		size_t length = strlen(commands[i].name);

		if (!strncmp(line, commands[i].name, length) && line[length] == ' ') {
			commands[i].run(line + length + 1);
			return;
		}
	}
	fail("no such command", line);
}

/* A driver's WARN() is this instruction, of two bytes; the kernel continues behind it. */
static void skip_warning(int signal, siginfo_t *info, void *context)
{
	(void)signal;
	(void)info;
	((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP] += 2;
}

int main(void)
{
	struct sigaction action = { .sa_sigaction = skip_warning, .sa_flags = SA_SIGINFO };
	char line[256];

	sigaction(SIGILL, &action, NULL);
	while (fgets(line, sizeof(line), stdin))
		run_command(line);
	return 0;
}
