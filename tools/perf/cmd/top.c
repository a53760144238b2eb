// SPDX-License-Identifier: GPL-2.0
/*
 * perf top: current samples by function and other keys, updated live.
 *
 * A process records into a pipe (lib/record/live.h). The thread @reader reads the pipe and counts;
 * the main thread prints. Both hold @lock while they access the counts.
 */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <unistd.h>
#include <base/num.h>
#include <base/out.h>
#include <lines/attr_text.h>
#include <lines/symbols_text.h>
#include <record/live.h>
#include <report/count.h>
#include <report/session.h>
#include <sys/cpus.h>
#include <table/top_text.h>
#include <tui/browser.h>

#include "common/print.h"
#include "record/record_options.h"
#include "top/top_details.h"
#include "top/top_options.h"

#define DEFAULT_COLUMNS	80
#define DEFAULT_ROWS	24
#define HEAD_ROWS	5
#define KEEP		7	/* weight of older samples on the next page, in eighths */
/* Rounds per page (config.round_ms): a sample waits until the next two rounds have ended. */
#define ROUNDS		8
#define ROUND_MAX_MS	250

static const char *const usage[] = { "[OPTIONS]", NULL };

/* Totals: top->now up to now, top->before up to the previous page. */
struct counts {
	uint64_t samples;
	uint64_t kernel;
	uint64_t exact;
	uint64_t lost;
};

struct top {
	struct top_options *opts;
	struct perf_live *live;
	struct perf_session session;
	struct perf_report report;
	struct perf_hits hits;
	struct perf_counting counting;
	struct perf_table_options how;
	struct perf_layout layout;
	struct perf_table_widths widths;
	struct top_details details;
	PERF_VEC(struct perf_table) tables;
	PERF_VEC(struct perf_str) titles;
	struct counts now;
	struct counts before;
	uint64_t page_time;
	uint64_t delay_ns;
	int pages;
	struct perf_str where;
	pthread_mutex_t lock;
	pthread_t reader;
	bool reading;
	bool ended;		/* the stream has ended */
	int err;
	struct perf_error error;	/* error of the reader thread */
};

/* ---- counting: the reader's thread ---------------------------------------------------- */

static int count_one(struct top *top, const struct perf_session_sample *sample,
		     struct perf_error *error)
{
	const struct perf_frame *at;
	uint32_t frame;
	size_t i;
	int err;

	err = perf_count_sample(&top->counting, sample, NULL, &frame, error);
	if (err)
		return err;
	at = &top->session.machine->frames.at[frame];
	for (i = 0; i < sample->nr; i++)
		if (perf_hits_add(&top->hits, sample->expanded[i].event->index, at,
				  sample->expanded[i].period))
			return perf_error_memory(error);
	return 0;
}

static int top_count_sample(void *context, const struct perf_session_sample *sample,
			    struct perf_error *error)
{
	bool kernel = sample->sample->cpumode == PERF_RECORD_MISC_KERNEL;
	struct top *top = context;

	top->now.samples++;
	top->now.kernel += kernel;
	top->now.exact += !!(sample->record->header->misc & PERF_RECORD_MISC_EXACT_IP);
	if (kernel ? top->opts->hide_kernel : top->opts->hide_user)
		return 0;
	return count_one(top, sample, error);
}

static int top_see_record(void *context, const struct perf_data_record *record,
			  struct perf_error *error)
{
	return perf_count_record(&((struct top *)context)->counting, record, error);
}

static void *read_stream(void *context)
{
	static const struct perf_session_calls calls = {
		.sample = top_count_sample, .record = top_see_record,
	};
	struct perf_data_record record;
	struct top *top = context;
	int err;

	while ((err = perf_data_next(top->session.data, &record, &top->error)) > 0) {
		pthread_mutex_lock(&top->lock);
		err = perf_session_take(&top->session, &record, &calls, top, &top->error);
		pthread_mutex_unlock(&top->lock);
		if (err)
			break;
	}
	pthread_mutex_lock(&top->lock);
	top->err = err < 0 ? err : 0;
	top->ended = true;
	pthread_mutex_unlock(&top->lock);
	return NULL;
}

/* ---- pages ---------------------------------------------------------------------------- */

static void top_lock(void *context)
{
	pthread_mutex_lock(&((struct top *)context)->lock);
}

static void top_unlock(void *context)
{
	pthread_mutex_unlock(&((struct top *)context)->lock);
}

/* perf_report_turn() makes the next page from the counts. Returns 1 for the last page. */
static int turn_page(void *context)
{
	struct top *top = context;
	bool last = top->ended;
	size_t i;

	for (i = 0; i < top->report.histograms.count; i++) {
		perf_report_turn(&top->report, i, top->opts->zero ? 0 : KEEP);
		if (perf_report_finish(&top->report, i))
			return -ENOMEM;
	}
	top->now.lost = perf_data_problems(top->session.data)->lost_events;
	top->pages++;
	return last;
}

static void add_where(struct top *top)
{
	const struct perf_record_config *config = &top->opts->config;
	struct perf_str *str = &top->where;
	struct perf_cpus cpus = { 0 };

	if (config->pids)
		perf_str_format(str, "(target_pid: %s)", config->pids);
	else if (config->tids)
		perf_str_format(str, "(target_tid: %s)", config->tids);
	else if (config->user)
		perf_str_format(str, "(uid: %s)", config->user);
	else if (config->cpus)
		perf_str_format(str, "(all, CPU%s: %s)", strpbrk(config->cpus, ",-") ? "s" : "",
				config->cpus);
	else if (!perf_cpus_online(&cpus, NULL))
		perf_str_format(str, "(all, %zu CPU%s)", cpus.count, cpus.count == 1 ? "" : "s");
	perf_cpus_free(&cpus);
}

static void describe_event(struct perf_str *str, const struct perf_data_event *event)
{
	if (event->attr.freq)
		perf_str_format(str, "%lluHz %s", (unsigned long long)event->attr.sample_freq,
				event->name);
	else
		perf_str_format(str, "%llu %s", (unsigned long long)event->attr.sample_period,
				event->name);
}

static void describe_events(struct perf_str *str, const struct perf_table *table)
{
	unsigned int i;

	perf_str_cut(str, 0);
	for (i = 0; i < table->nr; i++) {
		perf_str_add(str, i ? ", " : "");
		describe_event(str, table->members[i]->event);
	}
}

static void add_page(struct top *top, struct perf_str *str, unsigned int columns,
		     unsigned int rows)
{
	uint64_t now = perf_clock_ns(CLOCK_MONOTONIC);
	struct perf_top_state state = {
		.seconds = (double)(now - top->page_time) / PERF_NS_PER_SEC,
		.samples = top->now.samples - top->before.samples,
		.kernel = top->now.kernel - top->before.kernel,
		.exact = top->now.exact - top->before.exact,
		.lost = top->now.lost - top->before.lost, .lost_total = top->now.lost,
		.where = perf_str_text(&top->where), .columns = columns ? columns : DEFAULT_COLUMNS,
	};
	struct perf_str how = { 0 };
	size_t i;

	for (i = 0; i < top->tables.count; i++) {
		describe_events(&how, &top->tables.at[i]);
		state.how = perf_str_text(&how);
		perf_top_head(str, &state);
		if (top->details.symbol)
			top_details_text(&top->details, str, &top->hits,
					 top->tables.at[i].members[0]->event);
		else
			perf_top_lines(str, &top->tables.at[i], rows, columns);
	}
	perf_str_free(&how);
	top->before = top->now;
	top->page_time = now;
}

/* ---- pages of text -------------------------------------------------------------------- */

/* Saved state of the terminal; @changed: stdin is a terminal and has to be restored. */
struct keyboard {
	struct termios saved;
	bool changed;
};

static void take_keyboard(struct keyboard *keyboard)
{
	struct termios wanted;

	keyboard->changed = isatty(STDIN_FILENO) && !tcgetattr(STDIN_FILENO, &keyboard->saved);
	if (!keyboard->changed)
		return;
	wanted = keyboard->saved;
	wanted.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	tcsetattr(STDIN_FILENO, TCSANOW, &wanted);
}

static void give_keyboard_back(const struct keyboard *keyboard)
{
	if (keyboard->changed)
		tcsetattr(STDIN_FILENO, TCSANOW, &keyboard->saved);
}

/* Handles a key. Return: false if show_text() has to end. */
static bool read_key(struct top *top, struct pollfd *input)
{
	char key;

	if (read(input->fd, &key, 1) != 1) {
		input->fd = -1;	/* end of input: no more keys */
		return true;
	}
	switch (key) {
	case 'q':
	case 'Q':
		return false;
	case 'z':
		top->opts->zero = !top->opts->zero;
		break;
	case 'K':
		top->opts->hide_kernel = !top->opts->hide_kernel;
		break;
	case 'U':
		top->opts->hide_user = !top->opts->hide_user;
		break;
	default:
		break;
	}
	return true;
}

static bool has_ended(struct top *top)
{
	bool ended;

	top_lock(top);
	ended = top->ended;
	top_unlock(top);
	return ended;
}

/* Waits until page_time + delay_ns; returns false if show_text() has to end. */
static bool wait_for_page(struct top *top, struct pollfd polls[2])
{
	uint64_t due = top->page_time + top->delay_ns, now;

	/* After has_ended(), the last page is printed at once. */
	while (!has_ended(top)) {
		now = perf_clock_ns(CLOCK_MONOTONIC);
		if (now >= due)
			return true;
		if (poll(polls, 2, top->opts->config.round_ms) <= 0)
			continue;
		if (polls[1].revents)
			return false;
		if (polls[0].revents && !read_key(top, &polls[0]))
			return false;
	}
	return true;
}

static void find_size(unsigned int *columns, unsigned int *rows)
{
	struct winsize size;

	*columns = 0;
	*rows = DEFAULT_ROWS;
	if (isatty(STDOUT_FILENO) && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col) {
		*columns = size.ws_col;
		*rows = size.ws_row;
	}
	*rows = *rows > HEAD_ROWS ? *rows - HEAD_ROWS : 1;
}

static int write_page(struct top *top, struct perf_out *out)
{
	unsigned int columns, rows;
	int ret;

	find_size(&columns, &rows);
	if (top->opts->entries)
		rows = (unsigned int)top->opts->entries;
	if (columns)
		perf_out_control(out, PERF_OUT_CLEAR);
	top_lock(top);
	ret = turn_page(top);
	if (ret >= 0)
		add_page(top, &out->text, columns, rows);
	top_unlock(top);
	return perf_out_flush(out) ? 1 : ret;
}

static int show_text(struct top *top, struct perf_error *error)
{
	struct perf_out out = { .fd = STDOUT_FILENO };
	struct pollfd polls[2] = {
		{ .fd = isatty(STDIN_FILENO) ? STDIN_FILENO : -1, .events = POLLIN },
		{ .fd = -1, .events = POLLIN },
	};
	struct keyboard keyboard;
	sigset_t ending;
	int ret = 0;

	sigemptyset(&ending);
	sigaddset(&ending, SIGINT);
	sigaddset(&ending, SIGTERM);
	polls[1].fd = signalfd(-1, &ending, SFD_CLOEXEC);
	take_keyboard(&keyboard);
	top->page_time = perf_clock_ns(CLOCK_MONOTONIC);
	while (!ret && wait_for_page(top, polls)) {
		ret = write_page(top, &out);
		if (top->opts->pages && top->pages >= top->opts->pages)
			break;
	}
	give_keyboard_back(&keyboard);
	perf_out_end(&out);
	close(polls[1].fd);
	return ret < 0 ? perf_error_memory(error) : 0;
}

/* ---- browsing ------------------------------------------------------------------------- */

static int show_browser(struct top *top, struct perf_error *error)
{
	struct perf_browser browser = {
		.report = &top->report, .tables = top->tables.at, .nr_tables = top->tables.count,
		.hits = &top->hits, .lister = &top->details.lister, .look = &top->details.look,
		.title = perf_str_text(&top->where),
		.refresh_ms = (int)(top->delay_ns / PERF_NS_PER_MS), .refresh = turn_page,
		.lock = top_lock, .unlock = top_unlock, .context = top,
	};
	struct perf_screen *screen;
	int err;

	err = perf_screen_open(&screen, error);
	if (!err)
		err = perf_browser_run(&browser, screen, error);
	perf_screen_close(screen);
	return err;
}

/* ---- the command ---------------------------------------------------------------------- */

static void print_warnings(const struct top *top)
{
	const char *line = perf_live_warnings(top->live);
	size_t length;

	for (; *line; line += length + 1) {
		length = strcspn(line, "\n");
		perf_command_warn(&perf_cmd_top, "%.*s", (int)length, line);
		if (!line[length])
			break;
	}
}

/* perf_attr_text() formats the attributes that the events were opened with. */
static void print_opened(const struct top *top)
{
	const struct perf_data_event *const *events;
	struct perf_str str = { 0 };
	size_t nr, i;

	print_warnings(top);
	events = perf_data_events(top->session.data, &nr);
	for (i = 0; i < nr; i++) {
		perf_str_cut(&str, 0);
		perf_attr_text(&str, &events[i]->attr, events[i]->name,
			       perf_data_env(top->session.data), ": ");
		perf_print_error("perf top: %s, opened %zu times: %s\n", events[i]->name,
				 events[i]->nr_ids, perf_str_text(&str));
	}
	perf_str_free(&str);
}

/* Context: after pthread_join() of @top->reader. */
static void dump_symbols(struct top *top)
{
	struct perf_dsos *dsos = &top->session.machine->dsos;
	struct perf_str str = { 0 };
	size_t i;

	for (i = 0; i < dsos->list.count; i++) {
		if (dsos->list.at[i]->state == PERF_DSO_NOT_LOADED)
			continue;
		perf_str_cut(&str, 0);
		perf_symbols_table(&str, dsos, dsos->list.at[i]);
		perf_print_error_lines(perf_str_text(&str));
	}
	perf_str_free(&str);
}

static bool is_dummy(const struct perf_data_event *event)
{
	return event->attr.type == PERF_TYPE_SOFTWARE &&
	       event->attr.config == PERF_COUNT_SW_DUMMY;
}

static int add_table(struct top *top, size_t leader, struct perf_error *error)
{
	struct perf_table *table = perf_vec_push(&top->tables);
	struct perf_str *title = perf_vec_push(&top->titles);

	if (!table || !title)
		return perf_error_memory(error);
	*table = (struct perf_table){ .report = &top->report, .options = &top->how };
	table_choices_members(table, &top->report, leader, true);
	if (table->nr == 1)
		perf_str_add(title, table->members[0]->event->name);
	else
		table_choices_title(title, table);
	table->title = perf_str_text(title);
	return 0;
}

static int top_make_tables(struct top *top, struct perf_error *error)
{
	struct perf_histogram *histogram;
	size_t i;
	int err = 0;

	/* perf_count_events() makes all histograms now: @top->tables points to them. */
	if (perf_count_events(&top->counting))
		return perf_error_memory(error);
	for (i = 0; i < top->report.histograms.count && !err; i++) {
		histogram = &top->report.histograms.at[i];
		histogram->has_stacks = histogram->event->attr.sample_type & PERF_SAMPLE_CALLCHAIN;
		/* is_dummy(): such an event has side-band records, but no samples. */
		if (histogram->event->leader == i && !is_dummy(histogram->event))
			err = add_table(top, i, error);
	}
	return err;
}

/* config.branch_type counts branches unless config.chain records call chains. */
static bool counts_branches(const struct top_options *opts)
{
	return opts->config.branch_type && opts->config.chain == PERF_RECORD_CHAIN_NONE;
}

static int top_prepare(struct top *top, struct perf_error *error)
{
	top->report.machine = top->session.machine;
	top->report.inlines = top->session.lines;
	top->report.functions.machine = top->session.machine;
	top->report.functions.inlines = top->session.inlines;
	top->report.live = true;
	top->counting.session = &top->session;
	top->counting.report = &top->report;
	if (counts_branches(top->opts))
		top->counting.mode = PERF_COUNT_BRANCHES;
	top->counting.stacks = top->opts->config.chain != PERF_RECORD_CHAIN_NONE;
	top->how.filter = &top->session.filter;
	top->details.lister.machine = top->session.machine;
	top->details.lister.inlines = top->session.lines;
	top->details.lister.code = perf_code_create(&top->session.machine->dsos);
	if (!top->details.lister.code)
		return perf_error_memory(error);
	return top_make_tables(top, error);
}

static bool top_wants_browser(const struct top_options *opts)
{
	const char *terminal = getenv("TERM");

	if (opts->stdio || opts->tui)
		return opts->tui;
	if (opts->pages || opts->entries || opts->table.hierarchy || opts->details)
		return false;
	return terminal && strcmp(terminal, "dumb") && perf_screen_possible();
}

static void block_signals(void)
{
	sigset_t ending;

	sigemptyset(&ending);
	sigaddset(&ending, SIGINT);
	sigaddset(&ending, SIGTERM);
	pthread_sigmask(SIG_BLOCK, &ending, NULL);
}

/* If events cannot be opened, the stream is empty: perf_live_error() returns the reason. */
static int open_stream(struct top *top, struct perf_error *error)
{
	struct perf_session_options *options = &top->opts->session;
	struct perf_error why;
	int err;

	options->live = true;
	err = perf_session_open_fd(&top->session, perf_live_fd(top->live), "the recording",
				   options, error);
	if (err) {
		perf_live_stop(top->live);
		if (perf_live_error(top->live, &why))
			*error = why;
	}
	return err;
}

static int top_watch(struct top *top, struct perf_error *error)
{
	struct record_events *events = &top->opts->events;
	bool browser = top_wants_browser(top->opts);
	int err;

	if (!browser)
		block_signals();
	/* The recording process inherits the priority. */
	err = record_options_realtime(top->opts->realtime, error);
	if (!err)
		err = perf_live_start(&top->opts->config, &events->list, events->filters,
				      events->nr_filters, &top->live, error);
	if (!err)
		err = open_stream(top, error);
	/* All events of this stream are known after perf_session_open_fd(). */
	if (!err)
		err = perf_switch_check(&top->opts->session.events, top->session.data, error);
	if (!err)
		err = top_prepare(top, error);
	if (err)
		return err;
	if (top->opts->verbose)
		print_opened(top);
	add_where(top);
	err = pthread_create(&top->reader, NULL, read_stream, top);
	if (err)
		return perf_error_set(error, err, "cannot start a thread: %s", strerror(err));
	top->reading = true;
	err = browser ? show_browser(top, error) : show_text(top, error);
	perf_live_stop(top->live);
	pthread_join(top->reader, NULL);
	if (top->opts->dump_symbols)
		dump_symbols(top);
	if (!err && top->err) {
		*error = top->error;
		err = top->err;
	}
	return err ? err : perf_live_error(top->live, error);
}

static int check_stacks(struct top *top, struct perf_error *error)
{
	const char *ignored = top->opts->table.ignored;

	if (!ignored && !perf_sort_has(&top->report.sort, PERF_SORT_PARENT))
		return 0;
	if (top->opts->config.chain != PERF_RECORD_CHAIN_NONE)
		return ignored ? perf_parents_compile(&top->report.ignored, ignored, error) : 0;
	perf_error_set(error, EINVAL, "%s: samples have no call stacks",
		       ignored ? "--ignore-callees" : "-s parent");
	perf_error_hint(error, "-g lets them have some");
	return -EINVAL;
}

/* Checks and sets the output options that do not depend on the recorded events. */
static int check_shown(struct top *top, struct perf_error *error)
{
	const struct top_options *opts = top->opts;
	bool stacks = opts->config.chain != PERF_RECORD_CHAIN_NONE;
	bool branches = counts_branches(opts);
	struct perf_layout_wanted wanted = {
		.usual = branches ? PERF_BRANCH_SORT : "dso,symbol",
	};
	int err;

	if (opts->hide_kernel && opts->hide_user)
		return perf_error_set(error, EINVAL, "-K and -U leave nothing");
	/* Lines of table.hierarchy add up, so each sample must be in one line only. */
	top->report.children = stacks && !opts->no_children && !opts->table.hierarchy;
	top->report.callers = stacks;
	top->report.callees_down = stacks && !opts->no_children;
	wanted.children = top->report.children;
	top->how.percent_limit = 0.01;
	top->how.least_samples = opts->count_filter;
	top->how.graph = (struct perf_graph_options){
		.style = stacks ? PERF_GRAPH_TREE : PERF_GRAPH_NONE, .min_percent = 0.5,
		.callees_down = top->report.callees_down,
	};
	top->details.symbol = opts->details;
	err = annotate_choices_apply(&opts->annotate, &top->details.look,
				     &top->details.lister.intel, error);
	if (!err && opts->details && opts->tui)
		err = perf_error_set(error, EINVAL, "--sym-annotate is text: --tui has key a");
	if (!err)
		err = table_choices_check(&opts->table, opts->tui, error);
	if (!err)
		err = table_choices_apply(&opts->table, &top->how, &top->widths, error);
	if (!err)
		err = table_choices_layout(&opts->table, wanted, &top->layout, &top->how,
					   &top->report, error);
	if (!err)
		err = table_choices_branches(&top->report, branches, error);
	if (!err)
		err = check_stacks(top, error);
	if (!err && (opts->details || top_wants_browser(opts)))
		err = perf_objdump_start(opts->annotate.objdump, &top->details.lister.objdump,
					 error);
	return err;
}

static int top_check(struct top *top, struct perf_error *error)
{
	struct perf_record_config *config = &top->opts->config;

	top->delay_ns = 2 * PERF_NS_PER_SEC;
	if (top->opts->delay) {
		double seconds;

		if (!perf_parse_double(top->opts->delay, &seconds) || seconds < 0.05 ||
		    seconds > 86400)
			return perf_error_set(error, EINVAL,
					      "-d is a time in seconds, at least 0.05, not '%s'",
					      top->opts->delay);
		top->delay_ns = (uint64_t)(seconds * PERF_NS_PER_SEC);
	}
	config->round_ms = (unsigned int)(top->delay_ns / PERF_NS_PER_MS / ROUNDS);
	if (config->round_ms > ROUND_MAX_MS)
		config->round_ms = ROUND_MAX_MS;
	if (config->all_cpus && (config->pids || config->tids || config->user))
		return perf_error_set(error, EINVAL, "-a is everything: -p, -t and -u limit it");
	if (!config->pids && !config->tids && !config->user && !config->cpus)
		config->all_cpus = true;
	config->bpf = !top->opts->no_bpf;
	config->max_stack = (uint32_t)top->opts->max_stack;
	return check_shown(top, error);
}

static int top_run(struct perf_settings *settings, int argc, char **argv)
{
	struct top_options opts = {
		.settings = settings,
		.config = {
			.control_fd = -1, .ack_fd = -1, .drain_threads = 1, .no_buildid = true,
			.cmdline = (const char *const *)argv, .cmdline_nr = argc,
			.version = "6.12.0",
		},
	};
	struct top top = { .opts = &opts, .lock = PTHREAD_MUTEX_INITIALIZER };
	struct perf_error error;
	struct perf_str *title;
	int status;

	if (!perf_command_parse(&perf_cmd_top, settings, &opts, &argc, &argv, &status)) {
		if (top_check(&top, &error))
			status = perf_command_misused(&perf_cmd_top, &error);
		else if (top_watch(&top, &error))
			status = perf_command_fail(&perf_cmd_top, &error);
		else
			status = PERF_EXIT_OK;
	}
	perf_live_free(top.live);
	perf_report_free(&top.report);
	perf_hits_free(&top.hits);
	perf_vec_each(&top.titles, title)
		perf_str_free(title);
	perf_vec_free(&top.titles);
	perf_vec_free(&top.tables);
	perf_str_free(&top.where);
	top_details_free(&top.details);
	perf_session_close(&top.session);
	record_events_free(&opts.events);
	perf_options_free(top_options, &opts);
	return status;
}

const struct perf_command perf_cmd_top = {
	.name = "top",
	.summary = "Show where events happen right now",
	.usage = usage,
	.no_words = "-p PIDS and -t TIDS name processes and threads",
	.options = top_options,
	.run = top_run,
};
