// SPDX-License-Identifier: GPL-2.0
/* Tests of probe definitions: as users type them, and as the kernel lists them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <probe/define.h>
#include <probe/module.h>

#include "tap.h"

static struct perf_probe_spec spec;
static struct perf_error error;

static int parse(const char *text)
{
	perf_probe_spec_free(&spec);
	return perf_probe_spec_parse(&spec, text, &error);
}

static void places(void)
{
	is_equal(parse("scale"), 0);
	is_text(spec.function, "scale");
	is_true(!spec.source && spec.line == -1 && !spec.offset && !spec.is_return);
	is_equal(parse("scale+0x10"), 0);
	is_equal(spec.offset, 16);
	is_equal(parse("scale%return"), 0);
	is_true(spec.is_return);
	is_equal(parse("scale:7"), 0);
	is_text(spec.function, "scale");
	is_equal(spec.line, 7);
	is_equal(parse("dir/file.c:12"), 0);
	is_true(!spec.function);
	is_text(spec.source, "dir/file.c");
	is_equal(spec.line, 12);
	is_equal(parse("scale@file.c:3"), 0);
	is_text(spec.function, "scale");
	is_text(spec.source, "file.c");
	is_equal(spec.line, 3);
	is_equal(parse("space::scale"), 0);
	is_text(spec.function, "space::scale");
	is_equal(parse("scale.part.0"), 0);
	is_text(spec.function, "scale.part.0");
}

static void names_and_arguments(void)
{
	is_equal(parse("group:event=scale p->x  n=v[2]:s32 %di"), 0);
	is_text(spec.group, "group");
	is_text(spec.event, "event");
	is_equal(spec.arguments.count, 3);
	is_true(!spec.arguments.at[0].name && !spec.arguments.at[0].type);
	is_text(spec.arguments.at[0].what, "p->x");
	is_text(spec.arguments.at[1].name, "n");
	is_text(spec.arguments.at[1].what, "v[2]");
	is_text(spec.arguments.at[1].type, "s32");
	is_text(spec.arguments.at[2].what, "%di");
}

/* %return probes a whole function: no offset, line, address, PLT entry or cold part. */
static void returns(void)
{
	is_equal(parse("scale@dir/file.c%return"), 0);
	is_true(spec.is_return);
	is_text(spec.function, "scale");
	is_text(spec.source, "dir/file.c");
	is_equal(parse("scale+0%return"), 0);
	is_equal(parse("scale+4%return"), -EINVAL);
	has_text(error.text, "no offset");
	is_equal(parse("scale%return+4"), -EINVAL);
	is_equal(parse("scale:3%return"), -EINVAL);
	has_text(error.text, "no line");
	is_equal(parse("scale@file.c:3%return"), -EINVAL);
	is_equal(parse("file.c:3%return"), -EINVAL);
	is_equal(parse("0x1234%return"), -EINVAL);
	has_text(error.text, "an address does not");
	is_equal(parse("puts@plt%return"), -EINVAL);
	is_equal(parse("puts@plt"), -EINVAL);
	is_equal(parse("scale.cold%return"), -EINVAL);
	is_equal(parse("scale.cold.3%return"), -EINVAL);
	is_equal(parse("scale.cold"), 0);
	/* spec.source may have any characters. */
	is_equal(parse("scale@c++/file.c"), 0);
	is_text(spec.source, "c++/file.c");
	is_equal(parse("scale@c++/file.c+8"), 0);
	is_text(spec.source, "c++/file.c");
	is_equal(spec.offset, 8);
	is_equal(parse("scale@100%/file.c"), 0);
	is_text(spec.source, "100%/file.c");
	is_equal(parse("scale@100%/file.c%return"), 0);
	is_text(spec.source, "100%/file.c");
	is_true(spec.is_return);
}

static void nonsense(void)
{
	is_equal(parse(""), -EINVAL);
	is_equal(parse("   "), -EINVAL);
	is_equal(parse("scale%sometimes"), -EINVAL);
	is_equal(parse("scale+zz"), -EINVAL);
	is_equal(parse("scale:"), -EINVAL);
	is_equal(parse(":3"), -EINVAL);
	is_equal(parse("1x=scale"), -EINVAL);
	is_equal(parse("x-y:z=scale"), -EINVAL);
	is_equal(parse("scale 9=x"), -EINVAL);
	is_equal(parse("scale n="), -EINVAL);
	is_equal(parse("scale@"), -EINVAL);
	is_equal(parse("scale:99999999999"), -EINVAL);
	is_equal(parse("scale\np:evil/x"), -EINVAL);
	is_equal(parse("scale n=%di\x1b"), -EINVAL);
	is_equal(parse("a\nb=scale"), -EINVAL);
	is_equal(parse("scale\x7f"), -EINVAL);
	perf_probe_spec_free(&spec);
	memset(&spec, 0, sizeof(spec));
}

static void about(const char *place, const char *arguments, bool is_return, const char *wanted)
{
	const struct perf_probe_event event = {
		.location = place, .arguments = arguments, .is_return = is_return,
	};
	struct perf_str text = { 0 };

	perf_probe_event_about(&text, &event);
	is_text(perf_str_text(&text), wanted);
	perf_str_free(&text);
}

static void probes_of_the_kernel(void)
{
	about("do_exit+0", "", false, "do_exit");
	about("do_exit+12", "code=%di:s64 name=+0(%si):string", false, "do_exit+12 with code name");
	about("my_mod:handle+0", "", true, "handle%return in my_mod");
	about("my_mod:handle+4", "n=%si:s32", false, "handle+4 in my_mod with n");
}

static void names_of_modules(void)
{
	static const char *const names[][2] = {
		{ "/lib/modules/a.b/kernel/snd-hda-intel.ko", "snd_hda_intel" },
		{ "snd-hda-intel.ko.xz", "snd_hda_intel" }, { "ext4", "ext4" },
		{ "./x.ko/nfs", "nfs" },
	};
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(names); i++) {
		char *name = perf_probe_module_name(NULL, names[i][0]);

		is_text(name, names[i][1]);
		free(name);
	}
	is_true(!perf_probe_module_loaded("no_such_module_is_there"));
}

int main(void)
{
	test(places);
	test(names_and_arguments);
	test(returns);
	test(nonsense);
	test(probes_of_the_kernel);
	test(names_of_modules);
	return test_end();
}
