// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes perf_control_read(). The first byte sets the size of the pieces in which the rest comes
 * through the pipe; their size must not change the commands.
 */
#include <sys/control.h>

#include "fuzz.h"

#define ANSWER	5

static uint64_t take_commands(struct perf_control *control, int ack, uint64_t taken)
{
	char answer[2 * ANSWER];
	const char *text;

	while ((text = perf_control_next(control))) {
		fuzz_check(*text || control->cut);
		fuzz_check(strlen(text) < PERF_CONTROL_TEXT);
		taken = taken * 31 + fuzz_sum(text, strlen(text)) + control->cut;
		perf_control_answer(control);
		fuzz_check(!control->unsent);
		fuzz_check(read(ack, answer, sizeof(answer)) == ANSWER &&
			   !memcmp(answer, "ack\n", ANSWER));
	}
	fuzz_check(control->begin <= control->size && control->size <= PERF_CONTROL_TEXT);
	text = perf_control_rest(control, UINT64_MAX);
	if (text)
		fuzz_use(fuzz_sum(text, strlen(text)));
	return taken;
}

/* Return a hash of all commands. */
static uint64_t run_commands(const uint8_t *data, size_t size, size_t piece)
{
	struct perf_control control;
	int commands[2], acks[2];
	struct perf_error error;
	uint64_t taken = 0;
	char text[64];

	if (pipe2(commands, O_CLOEXEC | O_NONBLOCK) || pipe2(acks, O_CLOEXEC | O_NONBLOCK))
		fuzz_give_up("pipe");
	snprintf(text, sizeof(text), "fd:%d,%d", commands[0], acks[1]);
	fuzz_check(!perf_control_open(&control, text, &error));
	for (; size; data += piece, size -= piece) {
		if (piece > size)
			piece = size;
		if (write(commands[1], data, piece) != (ssize_t)piece)
			fuzz_give_up("write");
		/*
		 * perf_control_read() reads at most PERF_CONTROL_TEXT bytes of a piece at a time.
		 */
		do {
			perf_control_read(&control, 1);
			taken = take_commands(&control, acks[0], taken);
		} while (control.size == PERF_CONTROL_TEXT);
	}
	close(commands[1]);
	while (control.fd >= 0)
		perf_control_read(&control, 1);
	taken = take_commands(&control, acks[0], taken);
	fuzz_check(!perf_control_active(&control));
	close(commands[0]);
	close(acks[0]);
	close(acks[1]);
	return taken;
}

/* perf_control_open() must not open paths, which might exist on this machine. */
static void open_text(const uint8_t *data, size_t size)
{
	struct perf_control control;
	struct perf_error error = { 0 };
	char text[256];

	if (size >= sizeof(text))
		return;
	memcpy(text, data, size);
	text[size] = '\0';
	if (strncmp(text, "fifo:", 5) && perf_control_open(&control, text, &error))
		fuzz_check(error.text[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (!size)
		return 0;
	open_text(data + 1, size - 1);
	fuzz_check(run_commands(data + 1, size - 1, data[0] + 1) ==
		   run_commands(data + 1, size - 1, 2 * PERF_CONTROL_TEXT));
	return 0;
}
