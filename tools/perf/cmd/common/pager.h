/* SPDX-License-Identifier: GPL-2.0 */
/* Paging long output on a terminal. */
#ifndef PERF_CMD_PAGER_H
#define PERF_CMD_PAGER_H

#include <stdbool.h>

#include "common/command.h"
#include "common/global_options.h"
#include "common/settings.h"

void perf_pager_choose(const struct global_options *opts, const struct perf_settings *settings,
		       const struct perf_command *command);
bool perf_pager_begin(void);
bool perf_pager_shows_messages(void);

#endif /* PERF_CMD_PAGER_H */
