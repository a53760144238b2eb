// SPDX-License-Identifier: GPL-2.0
/*
 * Types in debug information. dwarf_peel_type() and dwarf_aggregate_size() of libdw loop for ever
 * on a typedef of itself, so the functions here follow PERF_PROBE_TYPE_CHAIN_MAX types at most.
 */
#include <errno.h>
#include <probe/dies.h>
#include <probe/limits.h>
#include <probe/type.h>

#ifdef HAVE_DW
#include <dwarf.h>

/* The type that DW_AT_type of an entry refers to, with its typedefs and qualifiers. */
static bool type_written(Dwarf_Die *of, Dwarf_Die *type)
{
	Dwarf_Attribute attribute;

	return dwarf_attr_integrate(of, DW_AT_type, &attribute) &&
	       dwarf_formref_die(&attribute, type);
}

static bool is_other_name(int tag)
{
	switch (tag) {
	case DW_TAG_typedef:
	case DW_TAG_const_type:
	case DW_TAG_volatile_type:
	case DW_TAG_restrict_type:
	case DW_TAG_atomic_type:
		return true;
	default:
		return false;
	}
}

/**
 * perf_probe_type_of() - the type of an entry, without typedefs and qualifiers
 * @of: variable, member, pointer or array
 * @type: result; may be @of
 *
 * Return: 0; -ENOENT if there is none; -ELOOP if the typedefs are circular.
 */
int perf_probe_type_of(Dwarf_Die *of, Dwarf_Die *type)
{
	unsigned int steps;

	if (!type_written(of, type))
		return -ENOENT;
	for (steps = 0; is_other_name(dwarf_tag(type)); steps++)
		if (steps == PERF_PROBE_TYPE_CHAIN_MAX)
			return -ELOOP;
		else if (!type_written(type, type))
			return -ENOENT;
	return 0;
}

/**
 * perf_probe_type_is_pointer() - is a type a pointer or a reference?
 * @type: without typedefs and qualifiers
 *
 * Return: true if it is.
 */
bool perf_probe_type_is_pointer(Dwarf_Die *type)
{
	int tag = dwarf_tag(type);

	return tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type ||
	       tag == DW_TAG_rvalue_reference_type;
}

static bool number_of(Dwarf_Die *die, unsigned int name, uint64_t *number)
{
	Dwarf_Attribute attribute;
	Dwarf_Word word;

	if (!dwarf_attr_integrate(die, name, &attribute) || dwarf_formudata(&attribute, &word))
		return false;
	*number = word;
	return true;
}

/* Elements in one dimension: DW_AT_count, or from the upper bound and perhaps the lower one. */
static bool type_dimension(Dwarf_Die *range, uint64_t *count)
{
	uint64_t first = 0;

	if (number_of(range, DW_AT_count, count))
		return true;
	if (!number_of(range, DW_AT_upper_bound, count))
		return false;
	number_of(range, DW_AT_lower_bound, &first);
	*count += 1 - first;
	return true;
}

/* Multiply @size by the number of elements in each dimension of an array. */
static bool type_multiply(struct perf_probe_debug *debug, Dwarf_Die *array, uint64_t *size)
{
	bool any = false;
	Dwarf_Die child;
	uint64_t count;

	if (!perf_probe_die_child(debug, array, &child))
		return false;
	do {
		if (dwarf_tag(&child) != DW_TAG_subrange_type)
			continue;
		if (!type_dimension(&child, &count) || __builtin_mul_overflow(*size, count, size))
			return false;
		any = true;
	} while (perf_probe_die_next(debug, &child));
	return any;
}

/**
 * perf_probe_type_size() - bytes of a type
 * @debug: debug information
 * @type: without typedefs and qualifiers
 * @size: result
 *
 * Return: false if the size is not known.
 */
bool perf_probe_type_size(struct perf_probe_debug *debug, Dwarf_Die *type, uint64_t *size)
{
	uint64_t elements = 1, bytes;
	Dwarf_Die at = *type;
	unsigned int steps;

	for (steps = 0; steps < PERF_PROBE_TYPE_CHAIN_MAX; steps++) {
		int tag = dwarf_tag(&at);

		if (number_of(&at, DW_AT_byte_size, &bytes))
			return !__builtin_mul_overflow(elements, bytes, size);
		if (perf_probe_type_is_pointer(&at))
			return !__builtin_mul_overflow(elements, debug->bits / 8, size);
		if (tag == DW_TAG_array_type && !type_multiply(debug, &at, &elements))
			return false;
		if ((tag != DW_TAG_array_type && tag != DW_TAG_subrange_type &&
		     tag != DW_TAG_enumeration_type) || perf_probe_type_of(&at, &at))
			return false;
	}
	return false;
}

static const char *word_in_front(int tag)
{
	switch (tag) {
	case DW_TAG_structure_type:
		return "struct ";
	case DW_TAG_union_type:
		return "union ";
	case DW_TAG_enumeration_type:
		return "enum ";
	default:
		return "";
	}
}

/**
 * perf_probe_type_put() - append the name of a type with stars and brackets, as in C
 * @text: the name is appended
 * @of: entry that has the type
 */
void perf_probe_type_put(struct perf_str *text, Dwarf_Die *of)
{
	/* Stars and brackets from the outermost on; they follow the name in reverse order. */
	const char *marks[PERF_PROBE_TYPE_CHAIN_MAX];
	unsigned int nr = 0, steps;
	const char *name = "void";
	Dwarf_Die type = *of;

	for (steps = 0; type_written(&type, &type); steps++) {
		int tag = dwarf_tag(&type);

		if (steps == PERF_PROBE_TYPE_CHAIN_MAX) {
			name = "(endless)";
			break;
		}
		if (tag == DW_TAG_pointer_type || tag == DW_TAG_array_type) {
			marks[nr++] = tag == DW_TAG_pointer_type ? "*" : "[]";
			continue;
		}
		if (tag == DW_TAG_const_type || tag == DW_TAG_volatile_type ||
		    tag == DW_TAG_restrict_type)
			continue;
		name = tag == DW_TAG_subroutine_type ? "(function)" : dwarf_diename(&type);
		perf_str_add(text, word_in_front(tag));
		break;
	}
	perf_str_add(text, name ? name : "(unnamed)");
	while (nr)
		perf_str_add(text, marks[--nr]);
}
#endif
