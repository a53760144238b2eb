// SPDX-License-Identifier: GPL-2.0
/* struct perf_screen: the terminal, by ncurses. */
#include <errno.h>
#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <base/vec.h>
#include <tui/screen.h>

#ifdef HAVE_NCURSES
#define NCURSES_WIDECHAR	1
#include <curses.h>
#include <wchar.h>

#define ESCAPE_DELAY_MS	25
#define COLUMNS_MAX	1024

struct perf_screen {
	SCREEN *terminal;
	FILE *input;
	FILE *output;
	attr_t looks[PERF_LOOKS];
};

/* Attributes of each enum perf_look on a terminal with colours, and on one without. */
static const struct {
	short colour;
	attr_t with;
	attr_t without;
} looks[PERF_LOOKS] = {
	[PERF_LOOK_PLAIN]	= { -1,			A_NORMAL,	A_NORMAL },
	[PERF_LOOK_TITLE]	= { COLOR_CYAN,		A_BOLD,		A_BOLD },
	[PERF_LOOK_HEAD]	= { -1,			A_REVERSE,	A_REVERSE },
	[PERF_LOOK_SELECTED]	= { COLOR_YELLOW,	A_REVERSE,	A_REVERSE },
	[PERF_LOOK_HOT]		= { COLOR_RED,		A_NORMAL,	A_BOLD },
	[PERF_LOOK_WARM]	= { COLOR_GREEN,	A_NORMAL,	A_NORMAL },
	[PERF_LOOK_SOURCE]	= { COLOR_BLUE,		A_BOLD,		A_NORMAL },
	[PERF_LOOK_TARGET]	= { COLOR_MAGENTA,	A_BOLD,		A_UNDERLINE },
};

/** perf_screen_possible() - are stdin and stdout a terminal, in a build with ncurses? */
bool perf_screen_possible(void)
{
	return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

/* https://no-color.org: NO_COLOR set to any text but the empty one. */
static bool wants_colours(void)
{
	const char *refused = getenv("NO_COLOR");

	return !refused || !*refused;
}

static void prepare_looks(struct perf_screen *screen)
{
	bool colours = wants_colours() && has_colors() && start_color() == OK;
	int look;

	if (colours)
		use_default_colors();
	for (look = 0; look < PERF_LOOKS; look++) {
		screen->looks[look] = colours ? looks[look].with : looks[look].without;
		if (!colours || looks[look].colour < 0)
			continue;
		init_pair((short)(look + 1), looks[look].colour, -1);
		screen->looks[look] |= (attr_t)COLOR_PAIR(look + 1);
	}
}

static void free_screen(struct perf_screen *screen)
{
	if (screen->terminal)
		delscreen(screen->terminal);
	if (screen->input)
		fclose(screen->input);
	if (screen->output)
		fclose(screen->output);
	free(screen);
}

/**
 * perf_screen_open() - initialise the terminal for drawing and keys
 * @screen: result; perf_screen_close() restores the terminal
 * @error: filled on failure
 *
 * Return: 0; -EOPNOTSUPP in a build without ncurses; -ENOTTY if there is no terminal, or
 * ncurses does not support its type; -ENOMEM.
 */
int perf_screen_open(struct perf_screen **screen, struct perf_error *error)
{
	struct perf_screen *made;

	*screen = NULL;
	if (!perf_screen_possible())
		return perf_error_set(error, ENOTTY, "input and output are no terminal");
	made = calloc(1, sizeof(*made));
	if (!made)
		return perf_error_memory(error);
	setlocale(LC_ALL, "");
	made->input = fdopen(dup(STDIN_FILENO), "r");
	made->output = fdopen(dup(STDOUT_FILENO), "w");
	if (made->input && made->output)
		made->terminal = newterm(NULL, made->output, made->input);
	if (!made->terminal) {
		const char *name = getenv("TERM");

		free_screen(made);
		perf_error_set(error, ENOTTY, "nothing is known of terminals of the type '%s'",
			       name ? name : "");
		perf_error_hint(error, "--stdio writes text; 'TERM=vt100 perf ...' may do");
		return -ENOTTY;
	}
	set_term(made->terminal);
	raw();
	noecho();
	nonl();
	keypad(stdscr, TRUE);
	set_escdelay(ESCAPE_DELAY_MS);
	curs_set(0);
	prepare_looks(made);
	*screen = made;
	return 0;
}

/** perf_screen_close() - restore the terminal; @screen may be NULL */
void perf_screen_close(struct perf_screen *screen)
{
	if (!screen)
		return;
	endwin();
	free_screen(screen);
}

/** perf_screen_rows(), perf_screen_columns() - size of the terminal; either may be 1 */
int perf_screen_rows(const struct perf_screen *screen)
{
	(void)screen;
	return getmaxy(stdscr);
}

int perf_screen_columns(const struct perf_screen *screen)
{
	(void)screen;
	return getmaxx(stdscr);
}

/** perf_screen_clear() - clear the screen before drawing */
void perf_screen_clear(struct perf_screen *screen)
{
	(void)screen;
	erase();
}

/* Is @c a line separator, or does it change the direction of the text behind it? */
static bool changes_line(wchar_t c)
{
	return (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

/* Convert the characters that fit into @columns; an unprintable one becomes '?', a tab ' '. */
static size_t screen_widen(const char *text, int columns, wchar_t *wide, int *used)
{
	mbstate_t state = { 0 };
	size_t left = strlen(text), count = 0, size;
	int width;
	wchar_t c;

	*used = 0;
	while (left && count < COLUMNS_MAX) {
		size = mbrtowc(&c, text, left, &state);
		if (size == (size_t)-1 || size == (size_t)-2 || !size) {
			memset(&state, 0, sizeof(state));
			size = 1;
			c = L'?';
		}
		if (c == L'\t')
			c = L' ';
		width = wcwidth(c);
		if (width < 0 || changes_line(c)) {
			c = L'?';
			width = 1;
		}
		if (*used + width > columns)
			break;
		wide[count++] = c;
		*used += width;
		text += size;
		left -= size;
	}
	return count;
}

/**
 * perf_screen_put() - draw a line, or the end of a line
 * @screen: screen
 * @row, @column: position of @text; outside of the screen nothing is drawn
 * @text: in the encoding of the locale; cut off at the end of the row
 * @look: look of @text
 * @fill: extend @look to the end of the row
 */
void perf_screen_put(struct perf_screen *screen, int row, int column, const char *text,
		     enum perf_look look, bool fill)
{
	int columns = getmaxx(stdscr) - column, used;
	wchar_t wide[COLUMNS_MAX];
	size_t count;

	if (row < 0 || column < 0 || row >= getmaxy(stdscr) || columns <= 0)
		return;
	if (columns > COLUMNS_MAX)
		columns = COLUMNS_MAX;
	count = screen_widen(text, columns, wide, &used);
	attrset(screen->looks[look]);
	mvaddnwstr(row, column, wide, (int)count);
	for (; fill && used < columns; used++)
		mvaddch(row, column + used, ' ');
	attrset(A_NORMAL);
}

/** perf_screen_show() - update the terminal after drawing */
void perf_screen_show(struct perf_screen *screen)
{
	(void)screen;
	refresh();
}

static int screen_translate(int key)
{
	static const struct {
		int theirs;
		int ours;
	} keys[] = {
		{ KEY_UP, PERF_KEY_UP }, { KEY_DOWN, PERF_KEY_DOWN },
		{ KEY_LEFT, PERF_KEY_LEFT }, { KEY_RIGHT, PERF_KEY_RIGHT },
		{ KEY_PPAGE, PERF_KEY_PAGE_UP }, { KEY_NPAGE, PERF_KEY_PAGE_DOWN },
		{ KEY_HOME, PERF_KEY_HOME }, { KEY_END, PERF_KEY_END },
		{ KEY_BTAB, PERF_KEY_BACKTAB }, { KEY_BACKSPACE, PERF_KEY_BACKSPACE },
		{ 127, PERF_KEY_BACKSPACE }, { 8, PERF_KEY_BACKSPACE },
		{ KEY_ENTER, PERF_KEY_ENTER }, { '\n', PERF_KEY_ENTER },
		{ KEY_RESIZE, PERF_KEY_RESIZE },
	};
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(keys); i++)
		if (keys[i].theirs == key)
			return keys[i].ours;
	return key < 0x100 ? key : PERF_KEY_RESIZE;
}

/**
 * perf_screen_key() - wait for a key
 * @screen: screen
 * @timeout_ms: milliseconds; -1: no limit
 *
 * Return: a character or enum perf_key; PERF_KEY_NONE also after a signal.
 */
int perf_screen_key(struct perf_screen *screen, int timeout_ms)
{
	struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };
	int key, ready;

	(void)screen;
	timeout(0);
	/* ncurses may have keys that it has read ahead: poll() would not report them. */
	key = getch();
	if (key != ERR)
		return screen_translate(key);
	ready = poll(&input, 1, timeout_ms);
	/* Timeout or a signal: after SIGWINCH getch() returns KEY_RESIZE. */
	if (ready <= 0) {
		key = getch();
		return key == ERR ? PERF_KEY_NONE : screen_translate(key);
	}
	key = getch();
	if (key != ERR)
		return screen_translate(key);
	return input.revents & (POLLHUP | POLLERR | POLLNVAL) || poll(&input, 1, 0) > 0 ?
	       PERF_KEY_GONE : PERF_KEY_NONE;
}

/**
 * perf_screen_wait() - wait for a key or a descriptor
 * @screen: screen
 * @fd: descriptor
 * @timeout_ms: milliseconds; -1: no limit
 *
 * Return: true if @fd can be read, or is at its end; false on a key, a signal (the size may
 * have changed) or timeout.
 */
bool perf_screen_wait(struct perf_screen *screen, int fd, int timeout_ms)
{
	struct pollfd polls[] = {
		{ .fd = STDIN_FILENO, .events = POLLIN }, { .fd = fd, .events = POLLIN },
	};

	(void)screen;
	return poll(polls, PERF_ARRAY_SIZE(polls), timeout_ms) > 0 && polls[1].revents;
}

#else /* !HAVE_NCURSES */

bool perf_screen_possible(void)
{
	return false;
}

int perf_screen_open(struct perf_screen **screen, struct perf_error *error)
{
	*screen = NULL;
	perf_error_set(error, EOPNOTSUPP, "this perf was built without ncurses");
	perf_error_hint(error, "--stdio writes text");
	return -EOPNOTSUPP;
}

void perf_screen_close(struct perf_screen *screen)
{
	(void)screen;
}

int perf_screen_rows(const struct perf_screen *screen)
{
	(void)screen;
	return 1;
}

int perf_screen_columns(const struct perf_screen *screen)
{
	(void)screen;
	return 1;
}

void perf_screen_clear(struct perf_screen *screen)
{
	(void)screen;
}

void perf_screen_put(struct perf_screen *screen, int row, int column, const char *text,
		     enum perf_look look, bool fill)
{
	(void)screen;
	(void)row;
	(void)column;
	(void)text;
	(void)look;
	(void)fill;
}

void perf_screen_show(struct perf_screen *screen)
{
	(void)screen;
}

int perf_screen_key(struct perf_screen *screen, int timeout_ms)
{
	(void)screen;
	(void)timeout_ms;
	return PERF_KEY_GONE;
}

bool perf_screen_wait(struct perf_screen *screen, int fd, int timeout_ms)
{
	(void)screen;
	(void)fd;
	(void)timeout_ms;
	return true;
}

#endif
