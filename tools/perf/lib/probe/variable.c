// SPDX-License-Identifier: GPL-2.0
/*
 * From a variable in the source to a FETCH text of the kernel.
 *
 * The kernel follows pointers from a register: OFFSET(OFFSET(%REGISTER)). Debug information can
 * describe more than that (a value in pieces, computed, or optimized away): variable_locate()
 * refuses such variables.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/num.h>
#include <model/cfi_check.h>
#include <probe/debug.h>
#include <probe/debug_state.h>
#include <probe/dies.h>
#include <probe/limits.h>
#include <probe/split.h>
#include <probe/type.h>
#include <probe/words.h>

#ifdef HAVE_DW
#include <dwarf.h>
#include <elf.h>
#include <gelf.h>

#define FETCH_SIZE	256

/*
 * Location of a value. In memory, it is at @base plus @offset or, if @is_static, at the address
 * @offset. Else @base is the value itself.
 */
struct where {
	char base[FETCH_SIZE];
	int64_t offset;
	bool in_memory;
	bool is_static;
};

/* The kernel's names of registers, by their number in debug information. */
static const char *const x86_64_registers[] = {
	"%ax", "%dx", "%cx", "%bx", "%si", "%di", "%bp", "%sp",
	"%r8", "%r9", "%r10", "%r11", "%r12", "%r13", "%r14", "%r15",
};

static const char *const i386_registers[] = {
	"%ax", "%cx", "%dx", "%bx", "%sp", "%bp", "%si", "%di",
};

static bool put_register(const struct perf_probe_debug *debug, unsigned int number, char *name)
{
	switch (debug->machine) {
	case EM_X86_64:
		if (number < PERF_ARRAY_SIZE(x86_64_registers))
			snprintf(name, FETCH_SIZE, "%s", x86_64_registers[number]);
		return number < PERF_ARRAY_SIZE(x86_64_registers);
	case EM_386:
		if (number < PERF_ARRAY_SIZE(i386_registers))
			snprintf(name, FETCH_SIZE, "%s", i386_registers[number]);
		return number < PERF_ARRAY_SIZE(i386_registers);
	case EM_PPC:
	case EM_PPC64:
		if (number == 65)
			snprintf(name, FETCH_SIZE, "%%link");
		else
			snprintf(name, FETCH_SIZE, "%%gpr%u", number);
		return number < 32 || number == 65;
	default:
		return false;
	}
}

/* The base address of offsets in a function's frame (CFA), as a register and an offset. */
static bool canonical_frame(const struct perf_probe_debug *debug, Dwarf_Addr address,
			    struct where *where)
{
	Dwarf_CFI *tables[2] = {
		perf_cfi_is_bounded(dwarf_getelf(debug->dwarf), ".debug_frame") ?
			dwarf_getcfi(debug->dwarf) : NULL,
		perf_cfi_is_bounded(debug->elf, ".eh_frame") ? dwarf_getcfi_elf(debug->elf) : NULL,
	};
	Dwarf_Frame *frame;
	Dwarf_Op *ops;
	size_t count, i;
	bool found = false;

	for (i = 0; i < 2 && !found; i++) {
		if (!tables[i] || dwarf_cfi_addrframe(tables[i], address, &frame))
			continue;
		if (!dwarf_frame_cfa(frame, &ops, &count) && count == 1) {
			if (ops->atom == DW_OP_bregx) {
				found = put_register(debug, (unsigned int)ops->number, where->base);
				where->offset = (int64_t)ops->number2;
			} else if (ops->atom >= DW_OP_breg0 && ops->atom <= DW_OP_breg31) {
				found = put_register(debug, ops->atom - DW_OP_breg0, where->base);
				where->offset = (int64_t)ops->number;
			}
		}
		free(frame);
	}
	/* libdw owns tables[0], the caller of dwarf_getcfi_elf() owns tables[1]. */
	if (tables[1])
		dwarf_cfi_end(tables[1]);
	where->in_memory = true;
	return found;
}

/* The operations of a location at @address: from one entry of a list, or the only one. */
static bool location_at(struct perf_probe_debug *debug, Dwarf_Attribute *attribute,
			Dwarf_Addr address, Dwarf_Op **ops, size_t *count)
{
	Dwarf_Addr base, start, end;
	ptrdiff_t at = 0;

	while (perf_probe_step(debug, 1) &&
	       (at = dwarf_getlocations(attribute, at, &base, &start, &end, ops, count)) > 0)
		if (address >= start && (address < end || end == (Dwarf_Addr)-1))
			return *count;
	return false;
}

static bool frame_base(struct perf_probe_debug *debug, Dwarf_Die *function,
		       Dwarf_Addr address, struct where *where)
{
	Dwarf_Attribute attribute;
	Dwarf_Op *ops;
	size_t count;

	if (!dwarf_attr_integrate(function, DW_AT_frame_base, &attribute) ||
	    !location_at(debug, &attribute, address, &ops, &count) || count != 1)
		return false;
	where->in_memory = true;
	if (ops->atom == DW_OP_call_frame_cfa)
		return canonical_frame(debug, address, where);
	if (ops->atom >= DW_OP_reg0 && ops->atom <= DW_OP_reg31)
		return put_register(debug, ops->atom - DW_OP_reg0, where->base);
	if (ops->atom >= DW_OP_breg0 && ops->atom <= DW_OP_breg31) {
		where->offset = (int64_t)ops->number;
		return put_register(debug, ops->atom - DW_OP_breg0, where->base);
	}
	return false;
}

static bool variable_constant(struct where *where, int64_t value)
{
	snprintf(where->base, sizeof(where->base), "\\%lld", (long long)value);
	where->in_memory = false;
	return true;
}

/* Evaluate one operation, if the kernel can follow it. */
static bool from_operation(struct perf_probe_debug *debug, const Dwarf_Op *op,
			   Dwarf_Die *function, Dwarf_Addr address, struct where *where)
{
	if (op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31)
		return put_register(debug, op->atom - DW_OP_reg0, where->base);
	if (op->atom == DW_OP_regx)
		return put_register(debug, (unsigned int)op->number, where->base);
	where->in_memory = true;
	if (op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31) {
		where->offset = (int64_t)op->number;
		return put_register(debug, op->atom - DW_OP_breg0, where->base);
	}
	switch (op->atom) {
	case DW_OP_bregx:
		where->offset = (int64_t)op->number2;
		return put_register(debug, (unsigned int)op->number, where->base);
	case DW_OP_fbreg:
		if (!function || !frame_base(debug, function, address, where))
			return false;
		where->offset = (int64_t)((uint64_t)where->offset + op->number);
		return true;
	case DW_OP_addr:
		where->is_static = true;
		where->offset = (int64_t)op->number;
		return true;
	default:
		return false;
	}
}

static bool is_constant(const Dwarf_Op *ops, size_t count, int64_t *value)
{
	if (count != 2 || ops[1].atom != DW_OP_stack_value)
		return false;
	if (ops->atom >= DW_OP_lit0 && ops->atom <= DW_OP_lit31) {
		*value = ops->atom - DW_OP_lit0;
		return true;
	}
	*value = (int64_t)ops->number;
	return ops->atom >= DW_OP_const1u && ops->atom <= DW_OP_consts;
}

/* Replace an index into a table of addresses by DW_OP_addr with the address. */
static bool with_address(const struct perf_probe_debug *debug, const Dwarf_Die *variable,
			 Dwarf_Attribute *location, Dwarf_Op *op)
{
	const struct perf_split_tables *tables;
	Dwarf_Attribute indexed;
	uint64_t address;

	if (op->atom != DW_OP_addrx && op->atom != DW_OP_GNU_addr_index)
		return true;
	tables = perf_probe_split_tables(debug, variable);
	if (tables ? !perf_split_address(tables, op->number, &address) :
		     dwarf_getlocation_attr(location, op, &indexed) ||
		     dwarf_formaddr(&indexed, &address))
		return false;
	op->atom = DW_OP_addr;
	op->number = address;
	return true;
}

static bool variable_locate(struct perf_probe_debug *debug, Dwarf_Die *variable,
			    Dwarf_Die *function, Dwarf_Addr address, struct where *where)
{
	Dwarf_Attribute attribute;
	Dwarf_Sword value;
	Dwarf_Op *ops, op;
	size_t count;
	int64_t number;

	*where = (struct where){ 0 };
	if (dwarf_attr_integrate(variable, DW_AT_const_value, &attribute) &&
	    !dwarf_formsdata(&attribute, &value))
		return variable_constant(where, value);
	if (!dwarf_attr_integrate(variable, DW_AT_location, &attribute) ||
	    !location_at(debug, &attribute, address, &ops, &count))
		return false;
	if (is_constant(ops, count, &number))
		return variable_constant(where, number);
	if (count != 1)
		return false;
	op = *ops;
	return with_address(debug, variable, &attribute, &op) &&
	       from_operation(debug, &op, function, address, where);
}

/*
 * Static data of a program that can be loaded at any address. For @+OFFSET, the kernel adds OFFSET
 * to the difference between the address of the probe in memory and its file offset: so convert
 * @address with the segment of the probe, even if the data is in another one.
 */
static bool data_offset(const struct perf_probe_debug *debug, uint64_t probe, uint64_t address,
			uint64_t *offset)
{
	GElf_Phdr segment;
	size_t count, i;

	if (elf_getphdrnum(debug->elf, &count))
		return false;
	for (i = 0; i < count; i++) {
		if (!gelf_getphdr(debug->elf, (int)i, &segment) || segment.p_type != PT_LOAD ||
		    probe < segment.p_vaddr || probe - segment.p_vaddr >= segment.p_memsz)
			continue;
		*offset = address - segment.p_vaddr + segment.p_offset;
		return true;
	}
	return false;
}

/* State of following one argument, member by member. */
struct walk {
	struct perf_probe_debug *debug;
	bool in_kernel;
	uint64_t probe;		/* address of the probe */
	struct where where;
	Dwarf_Die type;
	char name[128];		/* name of the last member */
	struct perf_error *error;
};

/* Write the FETCH text of the value. Return: false if there is none, or it is too long. */
static bool fetch_text(const struct walk *walk, char *text)
{
	const struct where *where = &walk->where;
	uint64_t at = (uint64_t)where->offset, from = 0;
	const char *symbol = NULL;
	int length;

	/* The kernel may be relocated: only offsets from its symbols stay valid. */
	if (walk->in_kernel && where->is_static)
		symbol = perf_probe_debug_symbol(walk->debug, at, &from);
	if (!where->in_memory)
		length = snprintf(text, FETCH_SIZE, "%s", where->base);
	else if (!where->is_static)
		length = snprintf(text, FETCH_SIZE, "%+lld(%s)", (long long)where->offset,
				  where->base);
	else if (symbol)
		length = snprintf(text, FETCH_SIZE, "@%s+%llu", symbol, (unsigned long long)from);
	else if (walk->in_kernel)
		length = snprintf(text, FETCH_SIZE, "@%#llx", (unsigned long long)at);
	else if (data_offset(walk->debug, walk->probe, at, &at))
		length = snprintf(text, FETCH_SIZE, "@+%#llx", (unsigned long long)at);
	else
		return false;
	return length < FETCH_SIZE;
}

/* Dereference the current value, a pointer. */
static bool variable_follow(struct walk *walk)
{
	char value[FETCH_SIZE];

	if (!fetch_text(walk, value))
		return false;
	walk->where = (struct where){ .in_memory = true };
	snprintf(walk->where.base, sizeof(walk->where.base), "%s", value);
	return true;
}

/* Set @walk->type to the type of @of, the entry reached last. */
static int take_type(struct walk *walk, Dwarf_Die *of)
{
	int ret = perf_probe_type_of(of, &walk->type);

	if (ret == -ELOOP)
		return perf_error_set(walk->error, ELOOP,
				      "the debug information is damaged: the type of '%s' is made of itself",
				      walk->name);
	return ret;
}

/* Move @walk to a member of @type, which may be in a nested structure without a name. */
static int find_member(struct walk *walk, Dwarf_Die *type, const char *name,
		       unsigned int unnamed, Dwarf_Die *member)
{
	Dwarf_Word offset = 0;
	Dwarf_Attribute attribute;
	Dwarf_Die child, inner;
	const char *found;
	int ret;

	if (unnamed > PERF_PROBE_UNNAMED_MAX)
		walk->debug->endless = true;
	if (walk->debug->endless || !perf_probe_die_child(walk->debug, type, &child))
		return -ENOENT;
	do {
		int64_t before = walk->where.offset;

		if (dwarf_tag(&child) != DW_TAG_member)
			continue;
		found = dwarf_diename(&child);
		offset = 0;
		if (dwarf_attr_integrate(&child, DW_AT_data_member_location, &attribute))
			dwarf_formudata(&attribute, &offset);
		walk->where.offset = (int64_t)((uint64_t)before + offset);
		if (found && !strcmp(found, name)) {
			*member = child;
			return 0;
		}
		ret = found || perf_probe_type_of(&child, &inner) ? -ENOENT :
		      find_member(walk, &inner, name, unnamed + 1, member);
		if (!ret)
			return 0;
		walk->where.offset = before;
	} while (perf_probe_die_next(walk->debug, &child));
	return -ENOENT;
}

static int take_member(struct walk *walk, const char *name, bool arrow)
{
	Dwarf_Die member;
	int ret;

	if (perf_probe_type_is_pointer(&walk->type)) {
		ret = variable_follow(walk) ? take_type(walk, &walk->type) : -ENOENT;
		if (ret == -ENOENT)
			return perf_error_set(walk->error, EINVAL, "'%s' points to nothing known",
					      walk->name);
		if (ret)
			return ret;
	} else if (arrow) {
		return perf_error_set(walk->error, EINVAL,
				      "'%s' is no pointer: use . instead of ->", walk->name);
	}
	if (!walk->where.in_memory)
		return perf_error_set(walk->error, EINVAL,
				      "'%s' is a structure in a register, whose members cannot be fetched",
				      walk->name);
	ret = find_member(walk, &walk->type, name, 0, &member);
	if (!ret)
		ret = take_type(walk, &member);
	if (ret == -ENOENT)
		return perf_error_set(walk->error, ENOENT, "'%s' has no member '%s'", walk->name,
				      name);
	snprintf(walk->name, sizeof(walk->name), "%s", name);
	return ret;
}

static int take_index(struct walk *walk, const char *text)
{
	bool pointer = perf_probe_type_is_pointer(&walk->type);
	uint64_t size;
	int64_t index;
	int ret;

	if (!perf_parse_s64(text, &index))
		return perf_error_set(walk->error, EINVAL, "[%s] is no number", text);
	if (!pointer && dwarf_tag(&walk->type) != DW_TAG_array_type)
		return perf_error_set(walk->error, EINVAL, "'%s' is no array", walk->name);
	ret = pointer && !variable_follow(walk) ? -ENOENT : take_type(walk, &walk->type);
	if (ret == -ELOOP)
		return ret;
	if (ret || !perf_probe_type_size(walk->debug, &walk->type, &size) ||
	    __builtin_mul_overflow(index, (int64_t)size, &index) ||
	    __builtin_add_overflow(walk->where.offset, index, &walk->where.offset))
		return perf_error_set(walk->error, EINVAL,
				      "the size of an element of '%s' is not known", walk->name);
	return 0;
}

/* Follow a sequence of ->member, .member and [index]. */
static int take_rest(struct walk *walk, const char *rest)
{
	char word[128];
	size_t length;
	int ret = 0;
	bool arrow;

	while (*rest && !ret) {
		bool index = *rest == '[';

		arrow = *rest == '-';
		rest += arrow ? 2 : 1;
		length = index ? strcspn(rest, "]") : strcspn(rest, "-.[");
		if (!length || length >= sizeof(word) || (index && rest[length] != ']'))
			return perf_error_set(walk->error, EINVAL, "what is '%s'?", rest);
		memcpy(word, rest, length);
		word[length] = '\0';
		rest += length + index;
		ret = index ? take_index(walk, word) : take_member(walk, word, arrow);
	}
	return ret;
}

/* The kernel's type for printing the value, NULL if there is none. */
static const char *type_text(struct walk *walk, char *text, size_t size)
{
	uint64_t bytes = walk->debug->bits / 8;
	Dwarf_Word encoding = DW_ATE_unsigned;
	Dwarf_Attribute attribute;
	char kind = 'u';

	if (perf_probe_type_is_pointer(&walk->type)) {
		kind = 'x';
	} else if (dwarf_tag(&walk->type) == DW_TAG_base_type ||
		   dwarf_tag(&walk->type) == DW_TAG_enumeration_type) {
		perf_probe_type_size(walk->debug, &walk->type, &bytes);
		if (dwarf_attr_integrate(&walk->type, DW_AT_encoding, &attribute))
			dwarf_formudata(&attribute, &encoding);
		if (encoding == DW_ATE_signed || encoding == DW_ATE_signed_char)
			kind = 's';
		else if (encoding == DW_ATE_float)
			kind = 'x';
	} else {
		return NULL;
	}
	if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8)
		return NULL;
	snprintf(text, size, "%c%u", kind, (unsigned int)bytes * 8);
	return text;
}

static bool is_text_type(const char *type)
{
	return type && (!strcmp(type, "string") || !strcmp(type, "ustring"));
}

/* The given name, or that of the variable, followed by a type given for the whole variable. */
static void put_argument_name(const struct walk *walk, const struct perf_probe_argument *argument,
			      struct perf_str *text)
{
	bool typed = argument->type && !strpbrk(argument->what, "-.[");
	size_t length = typed ? strlen(argument->type) + 1 : 0;

	if (argument->name) {
		perf_str_add(text, argument->name);
		return;
	}
	if (length >= PERF_PROBE_ARGUMENT_NAME_MAX)
		length = 0;
	perf_probe_put_name(text, walk->name, PERF_PROBE_ARGUMENT_NAME_MAX - length);
	if (length) {
		perf_str_char(text, '_');
		perf_probe_put_name(text, argument->type, length - 1);
	}
}

static int put_value(struct walk *walk, const struct perf_probe_argument *argument,
		     struct perf_str *text)
{
	char fetch[FETCH_SIZE], made[16];
	const char *type = argument->type;
	bool pointer = perf_probe_type_is_pointer(&walk->type);

	/* A string is at the address in the pointer, or is the array itself. */
	if (is_text_type(type) && pointer && !variable_follow(walk))
		return perf_error_set(walk->error, EINVAL, "'%s' cannot be followed", walk->name);
	if (!type) {
		type = type_text(walk, made, sizeof(made));
		if (!type) {
			perf_error_set(walk->error, EINVAL, "'%s' is not a number or a pointer",
				       argument->what);
			perf_error_hint(walk->error, "name a member (NAME.MEMBER), an element "
					"(NAME[N]) or, for an array of characters, NAME:string");
			return -EINVAL;
		}
	}
	if (!fetch_text(walk, fetch))
		return perf_error_set(walk->error, EINVAL, "'%s' is too far away to be fetched",
				      argument->what);
	put_argument_name(walk, argument, text);
	perf_str_format(text, "=%s:%s", fetch, type);
	return 0;
}

static Dwarf_Die *function_of(const struct perf_probe_scopes *scopes)
{
	Dwarf_Die *scope;

	perf_vec_each(&scopes->list, scope)
		if (dwarf_tag(scope) == DW_TAG_subprogram)
			return scope;
	return NULL;
}

static bool is_variable(Dwarf_Die *die)
{
	int tag = dwarf_tag(die);

	return tag == DW_TAG_formal_parameter || tag == DW_TAG_variable;
}

/* The variable @name in one scope: its definition rather than a declaration. */
static bool variable_in(struct perf_probe_debug *debug, Dwarf_Die *scope, const char *name,
			Dwarf_Die *variable)
{
	bool found = false;
	const char *its;
	Dwarf_Die child;

	if (!perf_probe_die_child(debug, scope, &child))
		return false;
	do {
		its = is_variable(&child) ? dwarf_diename(&child) : NULL;
		if (!its || strcmp(its, name))
			continue;
		if (!found || !dwarf_hasattr(&child, DW_AT_declaration))
			*variable = child;
		found = true;
		if (!dwarf_hasattr(&child, DW_AT_declaration))
			return true;
	} while (perf_probe_die_next(debug, &child));
	return found;
}

static bool find_variable(struct perf_probe_debug *debug, const struct perf_probe_scopes *scopes,
			  const char *name, Dwarf_Die *variable)
{
	Dwarf_Die *scope;

	perf_vec_each(&scopes->list, scope)
		if (variable_in(debug, scope, name, variable))
			return true;
	return false;
}

static int start_walk(struct walk *walk, const struct perf_probe_location *location,
		      const char *name)
{
	const struct perf_probe_scopes *scopes;
	Dwarf_Die variable;
	int ret;

	scopes = perf_probe_scopes_find(walk->debug, location->address);
	if (!find_variable(walk->debug, scopes, name, &variable)) {
		perf_error_set(walk->error, ENOENT, "there is no variable '%s' here", name);
		perf_error_hint(walk->error, "-V PROBE shows those that there are");
		return -ENOENT;
	}
	ret = take_type(walk, &variable);
	if (ret && ret != -ENOENT)
		return ret;
	if (!ret && variable_locate(walk->debug, &variable, function_of(scopes), location->address,
				    &walk->where))
		return 0;
	perf_error_set(walk->error, ENOENT, "'%s' is not anywhere that can be fetched here", name);
	perf_error_hint(walk->error, "the compiler has optimized it away, or keeps it in "
			"pieces: try another line of the function");
	return -ENOENT;
}

/**
 * perf_probe_debug_argument() - how the kernel fetches a variable
 * @debug: debug information
 * @location: location of the probe
 * @argument: variable with members; its type, if given
 * @in_kernel: static data are at memory addresses, else at file offsets
 * @text: NAME=FETCH:TYPE is appended
 * @error: filled on failure
 *
 * Return: 0, -ENOENT if there is no such variable there, -EINVAL, -ENOMEM; -ELOOP if the debug
 * information is damaged; -ENOTSUP without libdw.
 */
int perf_probe_debug_argument(struct perf_probe_debug *debug,
			      const struct perf_probe_location *location,
			      const struct perf_probe_argument *argument, bool in_kernel,
			      struct perf_str *text, struct perf_error *error)
{
	struct walk walk = {
		.debug = debug, .in_kernel = in_kernel, .probe = location->address, .error = error,
	};
	size_t length = strcspn(argument->what, "-.[");
	int ret;

	if (length >= sizeof(walk.name))
		return perf_error_set(error, EINVAL, "'%s' is too long", argument->what);
	memcpy(walk.name, argument->what, length);
	perf_probe_steps_begin(debug);
	ret = start_walk(&walk, location, walk.name);
	if (!ret)
		ret = take_rest(&walk, argument->what + length);
	if (!ret)
		ret = put_value(&walk, argument, text);
	return perf_probe_steps_end(debug, ret, error);
}

/* A location that is not a list is valid in the whole function. */
static void put_ranges(struct perf_probe_debug *debug, struct perf_str *text,
		       Dwarf_Die *variable, Dwarf_Die *function, uint64_t entry)
{
	Dwarf_Addr base, start, end;
	Dwarf_Attribute attribute;
	ptrdiff_t at = 0;
	Dwarf_Op *ops;
	size_t count;

	if (!dwarf_attr_integrate(variable, DW_AT_location, &attribute))
		return;
	while (perf_probe_step(debug, PERF_PROBE_VISIT) &&
	       (at = dwarf_getlocations(&attribute, at, &base, &start, &end, &ops, &count)) > 0) {
		if (!start && end == (Dwarf_Addr)-1 &&
		    (!function || dwarf_lowpc(function, &start) || dwarf_highpc(function, &end)))
			return;
		perf_str_format(text, "%s%lld-%lld", text->length ? "," : "",
				(long long)(start - entry), (long long)(end - entry));
	}
}

/* State of perf_probe_debug_variables(). */
struct collection {
	struct perf_probe_debug *debug;
	const struct perf_probe_location *location;
	unsigned int which;
	int (*each)(void *context, const struct perf_probe_variable *variable);
	void *context;
	struct perf_str type;
	struct perf_str ranges;
};

static int each_in_scope(struct collection *collection, Dwarf_Die *scope, Dwarf_Die *function)
{
	bool is_extern = dwarf_tag(scope) == DW_TAG_compile_unit;
	struct perf_probe_variable variable;
	struct where where;
	Dwarf_Die child;
	int ret = 0;

	if (!perf_probe_die_child(collection->debug, scope, &child))
		return 0;
	do {
		int tag = dwarf_tag(&child);

		if (tag != DW_TAG_formal_parameter &&
		    (collection->which & PERF_PROBE_PARAMETERS || tag != DW_TAG_variable))
			continue;
		if (!dwarf_diename(&child) ||
		    !variable_locate(collection->debug, &child, function,
				     collection->location->address, &where))
			continue;
		perf_str_cut(&collection->type, 0);
		perf_probe_type_put(&collection->type, &child);
		perf_str_cut(&collection->ranges, 0);
		if (!is_extern)
			put_ranges(collection->debug, &collection->ranges, &child, function,
				   collection->location->entry);
		variable = (struct perf_probe_variable){
			.name = dwarf_diename(&child), .type = perf_str_text(&collection->type),
			.is_extern = is_extern, .ranges = perf_str_text(&collection->ranges),
		};
		ret = collection->each(collection->context, &variable);
	} while (!ret && perf_probe_die_next(collection->debug, &child));
	return ret;
}

/**
 * perf_probe_debug_variables() - the variables that can be fetched at a location
 * @debug: debug information
 * @location: location of the probe
 * @which: PERF_PROBE_PARAMETERS, PERF_PROBE_EXTERNS; 0: all of the function
 * @each: called for each
 * @context: for @each
 * @error: filled if the debug information is damaged
 *
 * Return: 0, or what @each returned if it is not 0; -ELOOP if the debug information is damaged.
 */
int perf_probe_debug_variables(struct perf_probe_debug *debug,
			       const struct perf_probe_location *location, unsigned int which,
			       int (*each)(void *context,
					   const struct perf_probe_variable *variable),
			       void *context, struct perf_error *error)
{
	struct collection collection = {
		.debug = debug, .location = location, .which = which, .each = each,
		.context = context,
	};
	const struct perf_probe_scopes *scopes;
	Dwarf_Die *scope;
	int ret = 0;

	perf_probe_steps_begin(debug);
	scopes = perf_probe_scopes_find(debug, location->address);
	/* From the innermost block to the function; the last scope, the unit, has file data. */
	perf_vec_each(&scopes->list, scope) {
		if (dwarf_tag(scope) == DW_TAG_compile_unit && !(which & PERF_PROBE_EXTERNS))
			break;
		ret = each_in_scope(&collection, scope, function_of(scopes));
		if (ret)
			break;
	}
	perf_str_free(&collection.type);
	perf_str_free(&collection.ranges);
	return perf_probe_steps_end(debug, ret, error);
}

#else /* !HAVE_DW */

int perf_probe_debug_argument(struct perf_probe_debug *debug,
			      const struct perf_probe_location *location,
			      const struct perf_probe_argument *argument, bool in_kernel,
			      struct perf_str *text, struct perf_error *error)
{
	(void)debug;
	(void)location;
	(void)argument;
	(void)in_kernel;
	(void)text;
	return perf_error_set(error, ENOTSUP, "this perf was built without libdw");
}

int perf_probe_debug_variables(struct perf_probe_debug *debug,
			       const struct perf_probe_location *location, unsigned int which,
			       int (*each)(void *context,
					   const struct perf_probe_variable *variable),
			       void *context, struct perf_error *error)
{
	(void)debug;
	(void)location;
	(void)which;
	(void)each;
	(void)context;
	(void)error;
	return 0;
}

#endif
