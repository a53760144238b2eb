// SPDX-License-Identifier: GPL-2.0
/*
 * perf-fuzz: runs the operations of the perf_events ABI in orders that nobody thinks of.
 *
 * See Documentation/core-api/perf/testing.rst.
 */
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "complain.h"
#include "corpus.h"
#include "cover.h"
#include "execute.h"
#include "faults.h"
#include "generate.h"
#include "minimise.h"
#include "ops.h"

static const char usage[] =
"usage: perf-fuzz run [OPTION]...     run cases, and stop at the first that fails\n"
"       perf-fuzz replay FILE [OPTION]...  run the cases of a file, and print the results\n"
"       perf-fuzz show [OPTION]...    print the cases, and run none\n"
"\n"
"  --seed=N     what the cases depend on (1)\n"
"  --cases=N    how many (1000)\n"
"  --time=N     or for how many seconds\n"
"  --threads=N  how many threads share a case's operations (1)\n"
"  --corpus=FILE  cases to begin with\n"
"  --save=FILE  write those that reached something new, minimised\n"
"  --sweep      repeat each operation while one allocation after the other fails\n"
"  --blind      do not look at which code a case reaches\n"
"  --quiet      do not print each case before it runs\n";

/**
 * struct options - what the command line asks for
 */
static struct {
	uint64_t seed;
	unsigned long cases;
	unsigned long seconds;
	unsigned int threads;
	const char *corpus;
	const char *save;
	bool sweep;
	bool blind;
	bool quiet;
} options = { .seed = 1, .cases = 1000, .threads = 1 };

static const struct option names[] = {
	{ "seed", required_argument, NULL, 's' }, { "cases", required_argument, NULL, 'n' },
	{ "time", required_argument, NULL, 't' }, { "threads", required_argument, NULL, 'p' },
	{ "corpus", required_argument, NULL, 'c' }, { "save", required_argument, NULL, 'o' },
	{ "sweep", no_argument, NULL, 'w' }, { "blind", no_argument, NULL, 'b' },
	{ "quiet", no_argument, NULL, 'q' }, { },
};

static bool read_options(int argc, char **argv)
{
	int option;

	while ((option = getopt_long(argc, argv, "", names, NULL)) >= 0) {
		switch (option) {
		case 's':
			options.seed = strtoull(optarg, NULL, 0);
			break;
		case 'n':
			options.cases = strtoul(optarg, NULL, 0);
			break;
		case 't':
			options.seconds = strtoul(optarg, NULL, 0);
			break;
		case 'p':
			options.threads = strtoul(optarg, NULL, 0);
			break;
		case 'c':
			options.corpus = optarg;
			break;
		case 'o':
			options.save = optarg;
			break;
		case 'w':
			options.sweep = true;
			break;
		case 'b':
			options.blind = true;
			break;
		case 'q':
			options.quiet = true;
			break;
		default:
			return false;
		}
	}
	return options.threads >= 1 && options.threads <= CASE_THREADS;
}

/* A case is a function of the seed, its number, and of what is in the corpus by then */
static void make_case(struct fuzz_case *fuzz, unsigned long number)
{
	struct random random;

	random_seed(&random, options.seed << 32 | number);
	if (!corpus_size() || random_one_in(&random, 3)) {
		case_generate(fuzz, &random, options.threads);
		return;
	}
	*fuzz = *corpus_choose(&random);
	case_mutate(fuzz, corpus_choose(&random), &random, options.threads);
}

/* On its way to the host before the case may end the guest */
static void announce(const struct fuzz_case *fuzz, unsigned long number)
{
	if (options.quiet)
		return;
	printf("@@ case %lu\n", number);
	case_print(fuzz, stdout);
	printf("@@ run\n");
	fflush(stdout);
	tcdrain(STDOUT_FILENO);
}

/* Prints what is wrong with the last case; false if nothing is */
static bool judge(unsigned long number)
{
	const struct outcome *outcome = execute_outcome();
	bool bad = complain_look(stdout);

	if (outcome->wrong) {
		bad = true;
		printf("# open failed with errno %d, which it does not have\n", outcome->wrong);
	}
	if (outcome->kept) {
		bad = true;
		printf("# an event that is not mapped has kept its ring\n");
	}
	if (outcome->hung) {
		bad = true;
		printf("# tasks hang in the kernel\n");
	}
	if (outcome->left) {
		bad = true;
		printf("# %d events are left\n", outcome->left);
	}
	if (bad)
		printf("@@ failed seed %" PRIu64 " case %lu\n", options.seed, number);
	return bad;
}

static void prepare(void)
{
	words_init();
	if (!complain_init())
		printf("# the messages of the kernel cannot be read\n");
	if (execute_init()) {
		fprintf(stderr, "perf-fuzz: no process\n");
		exit(2);
	}
	if (!faults_prepare())
		printf("# no fault injection in this kernel\n");
	/* The PMUs of tests are there only now */
	words_init();
}

static int finish(unsigned long number, unsigned long opened, unsigned long late, bool bad)
{
	if (!bad && !execute_plain_event_counts()) {
		printf("# a plain event does not count any more\n@@ failed at the end\n");
		bad = true;
	}
	if (!bad && !opened) {
		printf("# no event was opened\n@@ failed at the end\n");
		bad = true;
	}
	if (options.save && corpus_save(options.save))
		printf("# %s cannot be written\n", options.save);
	printf("@@ %lu cases, %u edges, %u in the corpus, %lu events opened, %lu cases late\n",
	       number, cover_edges(), corpus_size(), opened, late);
	return bad;
}

static int run(void)
{
	unsigned long number = 0, opened = 0, late = 0;
	time_t until = time(NULL) + options.seconds;
	struct fuzz_case fuzz;
	bool bad = false;

	prepare();
	if (options.corpus && corpus_load(options.corpus)) {
		fprintf(stderr, "perf-fuzz: cannot read %s\n", options.corpus);
		return 2;
	}
	if (!options.blind && !cover_init())
		printf("# no KCOV in this kernel\n");
	while (!bad && (options.seconds ? time(NULL) < until : number < options.cases)) {
		make_case(&fuzz, number);
		announce(&fuzz, number);
		execute(&fuzz, options.threads, options.sweep);
		opened += execute_outcome()->opened;
		late += execute_outcome()->late;
		bad = judge(number++);
		if (!bad && cover_collect()) {
			if (options.save)
				case_minimise(&fuzz, options.threads);
			corpus_add(&fuzz);
		}
		if (number % 500 == 0)
			printf("@@ at %lu cases, %u edges, %u in the corpus\n", number,
			       cover_edges(), corpus_size());
	}
	return finish(number, opened, late, bad);
}

static void print_results(const struct fuzz_case *fuzz)
{
	const struct outcome *outcome = execute_outcome();
	unsigned int i;

	for (i = 0; i < fuzz->nr; i++) {
		op_print(&fuzz->op[i], stdout);
		if (outcome->result[i] == UNDONE)
			printf("  # undone\n");
		else if (outcome->result[i] < 0)
			printf("  # %s\n", strerror(-outcome->result[i]));
		else
			printf("  # %ld\n", outcome->result[i]);
	}
	putchar('\n');
}

static int replay(const char *path)
{
	FILE *file = fopen(path, "re");
	struct fuzz_case fuzz;
	unsigned int threads, i;
	bool bad = false;
	int nr;

	prepare();
	while (file && !bad && (nr = case_read(&fuzz, file)) > 0) {
		for (i = 0, threads = 1; i < fuzz.nr; i++)
			if (fuzz.op[i].thread >= threads)
				threads = fuzz.op[i].thread + 1;
		fflush(stdout);
		execute(&fuzz, threads, options.sweep);
		print_results(&fuzz);
		bad = judge(0);
	}
	return !file || nr < 0 ? 2 : bad;
}

static int show(void)
{
	struct fuzz_case fuzz;
	unsigned long number;

	words_init();
	for (number = 0; number < options.cases; number++) {
		make_case(&fuzz, number);
		printf("# seed %" PRIu64 " case %lu\n", options.seed, number);
		case_print(&fuzz, stdout);
		putchar('\n');
	}
	return 0;
}

int main(int argc, char **argv)
{
	/* What cases execute */
	if (argc > 1 && !strcmp(argv[1], "exec")) {
		watched++;
		watched_function();
		return 0;
	}
	/* The kernel kills a program whose restartable sequence it has no memory to update */
	if (!getenv("GLIBC_TUNABLES")) {
		setenv("GLIBC_TUNABLES", "glibc.pthread.rseq=0", 1);
		execv("/proc/self/exe", argv);
	}
	if (argc > 1 && read_options(argc - 1, argv + 1)) {
		if (!strcmp(argv[1], "run"))
			return run();
		if (!strcmp(argv[1], "show"))
			return show();
		if (!strcmp(argv[1], "replay") && argc > 2)
			return replay(argv[argc - 1]);
	}
	fputs(usage, stderr);
	return 2;
}
