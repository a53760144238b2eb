#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# hw_samples.sh: the programs of samples.sh that use hardware counters.

exec "${0%/*}/samples.sh" group rdpmc
