// SPDX-License-Identifier: GPL-2.0-only
/*
 * The control protocol. The first byte of the input says how large the pieces are in which the
 * rest comes through the pipe; how the bytes are divided changes nothing of what they say.
 */
#include <sys/control.h>

#include "fuzz.h"

static uint64_t take(struct perf_control *control, enum perf_control_command command, int ack)
{
	char answer[8];
	uint64_t taken = 0;

	for (; command != PERF_CONTROL_NONE && command != PERF_CONTROL_END;
	     command = perf_control_next(control)) {
		fuzz_check(command <= PERF_CONTROL_UNKNOWN);
		perf_control_answer(control);
		fuzz_check(read(ack, answer, sizeof(answer)) == 4 && !memcmp(answer, "ack\n", 4));
		taken = taken * 7 + command;
	}
	fuzz_check(control->size <= PERF_CONTROL_TEXT);
	return taken;
}

static void run_commands(const uint8_t *data, size_t size, size_t piece)
{
	int commands[2], acks[2];
	struct perf_control control;
	struct perf_error error;
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
		/* A piece may be larger than the buffer: read until nothing is left. */
		do
			fuzz_use(take(&control, perf_control_read(&control), acks[0]));
		while (control.size == PERF_CONTROL_TEXT);
	}
	close(commands[1]);
	while (control.fd >= 0)
		take(&control, perf_control_read(&control), acks[0]);
	close(commands[0]);
	close(acks[0]);
	close(acks[1]);
}

/* The argument of --control: paths are not opened, for they may be those of this machine. */
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
	run_commands(data + 1, size - 1, data[0] + 1);
	return 0;
}
