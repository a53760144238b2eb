/* SPDX-License-Identifier: GPL-2.0-only */
/* Every sample of a recording as text: what perf script and perf sched script share. */
#ifndef PERF_CMD_SCRIPT_SAMPLES_H
#define PERF_CMD_SCRIPT_SAMPLES_H

#include "common/session_options.h"

/**
 * struct script_samples - which text: the options struct of script_samples_options
 * @command: on whose behalf
 * @session: the recording
 * @fields: of -F, in their order
 * @ns: times have nine digits of the second
 * @hide_call_graph: no call stacks
 * @header: what the recording says of itself comes first
 * @show_mmap, @show_task, @show_switch, @show_lost, @show_namespaces, @show_cgroups, @show_bpf,
 *	@show_text_poke: lines for records of these kinds, too
 * @reltime: times since the first sample
 * @deltatime: times since the sample before
 * @show_info: topology and caches are in the header
 * @latency: shorter columns
 * @show_kernel_path, @full_paths: see struct perf_frame_text
 * @show_rounds: lines for ends of rounds, too
 * @per_event: samples of each event go to a file of its own
 * @checks: tell whether samples were in order
 * @ignored, @ignored_number: options that have no effect
 * @stop_at: functions at which stacks end, or NULL
 * @format: "json" or that of a profile; NULL: text
 */
struct script_samples {
	const struct perf_command *command;
	struct perf_session_options session;
	struct perf_texts fields;
	bool ns;
	bool hide_call_graph;
	bool header;
	bool show_mmap;
	bool show_task;
	bool show_switch;
	bool show_lost;
	bool show_namespaces;
	bool show_cgroups;
	bool show_bpf;
	bool show_text_poke;
	bool reltime;
	bool deltatime;
	bool show_info;
	bool latency;
	bool show_kernel_path;
	bool full_paths;
	bool show_rounds;
	bool per_event;
	bool checks;
	bool ignored;
	int ignored_number;
	const char *stop_at;
	const char *format;
};

/* The option table of commands that print samples. */
extern const struct perf_option script_samples_options[];

/**
 * script_samples_run() - print a recording as the words say
 * @opts: the command, and what holds unless the words say something else
 * @settings: what was configured
 * @argc: of @argv
 * @argv: options, behind a word that does not count
 *
 * Return: exit code.
 */
int script_samples_run(struct script_samples *opts, struct perf_settings *settings, int argc,
		       char **argv);

#endif /* PERF_CMD_SCRIPT_SAMPLES_H */
