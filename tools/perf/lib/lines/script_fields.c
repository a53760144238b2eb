// SPDX-License-Identifier: GPL-2.0
/*
 * Fields of perf script: names, defaults, and the sample_type bits that they need.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <base/vec.h>
#include <lines/script_text.h>

#define ANY_TYPE	((1u << PERF_SCRIPT_TYPES) - 1)
#define NOT_TRACE	(ANY_TYPE & ~(1u << PERF_SCRIPT_TRACEPOINT))
#define BASICS		(PERF_SCRIPT_COMM | PERF_SCRIPT_TID | PERF_SCRIPT_CPU | \
			 PERF_SCRIPT_TIME | PERF_SCRIPT_EVENT)
#define PLACE		(PERF_SCRIPT_IP | PERF_SCRIPT_SYM | PERF_SCRIPT_SYMOFF | PERF_SCRIPT_DSO)

/*
 * A field: its name, the bits of attr.sample_type of which an event needs any (0: it needs none),
 * their name for the error message, and the types of events that have the field.
 */
static const struct field {
	const char *name;
	uint32_t bit;
	uint64_t needs;
	const char *attribute;
	uint32_t types;
} fields_known[] = {
	{ "comm",	PERF_SCRIPT_COMM,	PERF_SAMPLE_TID,	"TID",	ANY_TYPE },
	{ "tid",	PERF_SCRIPT_TID,	PERF_SAMPLE_TID,	"TID",	ANY_TYPE },
	{ "pid",	PERF_SCRIPT_PID,	PERF_SAMPLE_TID,	"TID",	ANY_TYPE },
	{ "time",	PERF_SCRIPT_TIME,	PERF_SAMPLE_TIME,	"TIME",	ANY_TYPE },
	{ "cpu",	PERF_SCRIPT_CPU,	PERF_SAMPLE_CPU,	"CPU",	ANY_TYPE },
	{ "event",	PERF_SCRIPT_EVENT,	0,			NULL,	ANY_TYPE },
	{ "trace",	PERF_SCRIPT_TRACE,	PERF_SAMPLE_RAW,	"RAW",
	  1u << PERF_SCRIPT_TRACEPOINT },
	{ "ip",		PERF_SCRIPT_IP,		PERF_SAMPLE_IP,		"IP",	ANY_TYPE },
	{ "sym",	PERF_SCRIPT_SYM,	0,			NULL,	ANY_TYPE },
	{ "dso",	PERF_SCRIPT_DSO,	0,			NULL,	ANY_TYPE },
	{ "addr",	PERF_SCRIPT_ADDR,	PERF_SAMPLE_ADDR,	"ADDR",	ANY_TYPE },
	{ "symoff",	PERF_SCRIPT_SYMOFF,	0,			NULL,	ANY_TYPE },
	{ "period",	PERF_SCRIPT_PERIOD,	0,			NULL,	ANY_TYPE },
	{ "brstack",	PERF_SCRIPT_BRSTACK,	PERF_SAMPLE_BRANCH_STACK, "BRANCH_STACK",
	  ANY_TYPE },
	{ "weight",	PERF_SCRIPT_WEIGHT,	PERF_SAMPLE_WEIGHT | PERF_SAMPLE_WEIGHT_STRUCT,
	  "WEIGHT", ANY_TYPE },
	{ "phys_addr",	PERF_SCRIPT_PHYS_ADDR,	PERF_SAMPLE_PHYS_ADDR,	"PHYS_ADDR", ANY_TYPE },
	{ "data_src",	PERF_SCRIPT_DATA_SRC,	PERF_SAMPLE_DATA_SRC,	"DATA_SRC", ANY_TYPE },
	{ "srcline",	PERF_SCRIPT_SRCLINE,	PERF_SAMPLE_IP,		"IP",	ANY_TYPE },
	{ "iregs",	PERF_SCRIPT_IREGS,	PERF_SAMPLE_REGS_INTR,	"IREGS", ANY_TYPE },
	{ "uregs",	PERF_SCRIPT_UREGS,	PERF_SAMPLE_REGS_USER,	"UREGS", ANY_TYPE },
	{ "data_page_size", PERF_SCRIPT_DATA_PAGE, PERF_SAMPLE_DATA_PAGE_SIZE, "DATA_PAGE_SIZE",
	  ANY_TYPE },
	{ "code_page_size", PERF_SCRIPT_CODE_PAGE, PERF_SAMPLE_CODE_PAGE_SIZE, "CODE_PAGE_SIZE",
	  ANY_TYPE },
	{ "brstacksym",	PERF_SCRIPT_BRSTACKSYM,	PERF_SAMPLE_BRANCH_STACK, "BRANCH_STACK",
	  ANY_TYPE },
	{ "brstackoff",	PERF_SCRIPT_BRSTACKOFF,	PERF_SAMPLE_BRANCH_STACK, "BRANCH_STACK",
	  ANY_TYPE },
	{ "insn",	PERF_SCRIPT_INSN,	0,			NULL,	ANY_TYPE },
	{ "insnlen",	PERF_SCRIPT_INSNLEN,	0,			NULL,	ANY_TYPE },
	{ "ins_lat",	PERF_SCRIPT_INS_LAT,	PERF_SAMPLE_WEIGHT_STRUCT, "WEIGHT_STRUCT",
	  ANY_TYPE },
	{ "retire_lat",	PERF_SCRIPT_RETIRE_LAT,	PERF_SAMPLE_WEIGHT_STRUCT, "WEIGHT_STRUCT",
	  ANY_TYPE },
	{ "transaction", PERF_SCRIPT_TRANSACTION, PERF_SAMPLE_TRANSACTION, "TRANSACTION",
	  ANY_TYPE },
};

static const struct {
	const char *name;
	enum perf_script_type type;
} types_known[] = {
	{ "hw",		PERF_SCRIPT_HARDWARE },
	{ "sw",		PERF_SCRIPT_SOFTWARE },
	{ "trace",	PERF_SCRIPT_TRACEPOINT },
	{ "hwcache",	PERF_SCRIPT_HW_CACHE },
	{ "raw",	PERF_SCRIPT_RAW },
	{ "break",	PERF_SCRIPT_BREAKPOINT },
};

/** perf_script_type_of() - the enum perf_script_type of an event */
enum perf_script_type perf_script_type_of(const struct perf_data_event *event)
{
	switch (event->attr.type) {
	case PERF_TYPE_HARDWARE:
		return PERF_SCRIPT_HARDWARE;
	case PERF_TYPE_SOFTWARE:
		return PERF_SCRIPT_SOFTWARE;
	case PERF_TYPE_TRACEPOINT:
		return PERF_SCRIPT_TRACEPOINT;
	case PERF_TYPE_HW_CACHE:
		return PERF_SCRIPT_HW_CACHE;
	case PERF_TYPE_RAW:
		return PERF_SCRIPT_RAW;
	case PERF_TYPE_BREAKPOINT:
		return PERF_SCRIPT_BREAKPOINT;
	default:
		return PERF_SCRIPT_OTHER;
	}
}

/** perf_script_fields_default() - set the default fields */
void perf_script_fields_default(struct perf_script_fields *fields)
{
	unsigned int type;

	memset(fields, 0, sizeof(*fields));
	for (type = 0; type < PERF_SCRIPT_TYPES; type++)
		fields->mask[type] = BASICS | PLACE | PERF_SCRIPT_PERIOD;
	fields->mask[PERF_SCRIPT_TRACEPOINT] = BASICS | PERF_SCRIPT_TRACE;
	fields->mask[PERF_SCRIPT_BREAKPOINT] = BASICS | PLACE;
	fields->mask[PERF_SCRIPT_RAW] |= PERF_SCRIPT_ADDR | PERF_SCRIPT_DATA_SRC |
					 PERF_SCRIPT_WEIGHT | PERF_SCRIPT_INS_LAT |
					 PERF_SCRIPT_RETIRE_LAT | PERF_SCRIPT_PHYS_ADDR |
					 PERF_SCRIPT_DATA_PAGE | PERF_SCRIPT_CODE_PAGE;
}

static const struct field *find_field(const char *name, size_t size)
{
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(fields_known); i++)
		if (strlen(fields_known[i].name) == size &&
		    !memcmp(fields_known[i].name, name, size))
			return &fields_known[i];
	return NULL;
}

static int unknown_field(const char *name, size_t size, struct perf_error *error)
{
	struct perf_str names = { 0 };
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(fields_known); i++) {
		perf_str_add(&names, i ? "," : "");
		perf_str_add(&names, fields_known[i].name);
	}
	perf_error_set(error, EINVAL, "'%.*s' is no field that can be shown", (int)size, name);
	if (size == strlen("disasm") && !memcmp(name, "disasm", size))
		perf_error_hint(error, "insn shows the bytes, 'perf annotate' the "
				       "instructions as text");
	perf_error_hint(error, "Fields: %s", perf_str_text(&names));
	perf_str_free(&names);
	return -EINVAL;
}

/* Set @types to the type that @text begins with, as in "sw:ip", else to all. Return: the rest. */
static const char *parse_type(const char *text, uint32_t *types, struct perf_error *error)
{
	const char *colon = strchr(text, ':');
	size_t i;

	*types = ANY_TYPE;
	if (!colon)
		return text;
	for (i = 0; i < PERF_ARRAY_SIZE(types_known); i++) {
		if (strlen(types_known[i].name) != (size_t)(colon - text) ||
		    memcmp(types_known[i].name, text, colon - text))
			continue;
		*types = 1u << types_known[i].type;
		return colon + 1;
	}
	perf_error_set(error, EINVAL, "'%.*s' is no type of event", (int)(colon - text), text);
	perf_error_hint(error, "Types: hw, sw, trace, hwcache, raw, break");
	return NULL;
}

static void fields_change(struct perf_script_fields *fields, uint32_t types,
			  const struct field *field, bool add)
{
	unsigned int type;

	for (type = 0; type < PERF_SCRIPT_TYPES; type++) {
		if (!(types & field->types & 1u << type))
			continue;
		if (add) {
			fields->mask[type] |= field->bit;
			fields->asked[type] |= field->bit;
		} else {
			fields->mask[type] &= ~field->bit;
			fields->asked[type] &= ~field->bit;
		}
	}
}

static void fields_clear(struct perf_script_fields *fields, unsigned int type)
{
	fields->mask[type] = 0;
	fields->asked[type] = 0;
}

/**
 * perf_script_fields_parse() - parse the argument of -F
 * @fields: initial fields; result
 * @text: "comm,ip,sym", "+field", "-field", "sw:field,field"
 * @error: text, with the valid names
 *
 * Return: 0 or -EINVAL.
 */
int perf_script_fields_parse(struct perf_script_fields *fields, const char *text,
			     struct perf_error *error)
{
	const struct field *field;
	unsigned int type;
	uint32_t types;
	size_t size;
	char sign;

	text = parse_type(text, &types, error);
	if (!text)
		return -EINVAL;
	if (*text != '+' && *text != '-')
		for (type = 0; type < PERF_SCRIPT_TYPES; type++)
			if (types & 1u << type)
				fields_clear(fields, type);
	while (*text) {
		sign = *text == '+' || *text == '-' ? *text++ : '+';
		size = strcspn(text, ",");
		field = find_field(text, size);
		if (!field)
			return unknown_field(text, size, error);
		fields_change(fields, types, field, sign == '+');
		text += size;
		text += *text == ',';
	}
	return 0;
}

/** perf_script_fields_any() - test whether a field in @mask is selected for any type of event */
bool perf_script_fields_any(const struct perf_script_fields *fields, uint32_t mask)
{
	unsigned int type;

	for (type = 0; type < PERF_SCRIPT_TYPES; type++)
		if (fields->mask[type] & mask)
			return true;
	return false;
}

/**
 * perf_script_fields_stacks() - select the address for tracepoints if an event has call stacks
 * @fields: result; unchanged if the user named fields of tracepoints
 * @events, @nr: events of the recording
 */
void perf_script_fields_stacks(struct perf_script_fields *fields,
			       const struct perf_data_event *const *events, size_t nr)
{
	size_t i;

	if (fields->asked[PERF_SCRIPT_TRACEPOINT])
		return;
	for (i = 0; i < nr; i++)
		if (events[i]->attr.sample_type & PERF_SAMPLE_CALLCHAIN)
			fields->mask[PERF_SCRIPT_TRACEPOINT] |= PLACE;
}

/**
 * perf_script_fields_check() - test whether the samples of an event have the fields
 * @fields: fields, of which @asked is tested
 * @event: event
 * @error: text
 *
 * Return: 0, or -EINVAL if attr.sample_type lacks the bit of a field in @asked.
 */
int perf_script_fields_check(const struct perf_script_fields *fields,
			     const struct perf_data_event *event, struct perf_error *error)
{
	enum perf_script_type type = perf_script_type_of(event);
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(fields_known); i++) {
		const struct field *field = &fields_known[i];

		if (!(fields->asked[type] & field->bit) || !field->needs ||
		    event->attr.sample_type & field->needs)
			continue;
		/* Programs that run perf script search its output for this sentence. */
		return perf_error_set(error, EINVAL,
				      "Samples for '%s' event do not have %s attribute set. Cannot print '%s' field.",
				      event->name, field->attribute, field->name);
	}
	return 0;
}
