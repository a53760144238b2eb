/* SPDX-License-Identifier: GPL-2.0 */
/* A tracepoint with a field of each kind, a record of it, and print formats for it. */
#ifndef PERF_TESTS_FORMATS_MADE_H
#define PERF_TESTS_FORMATS_MADE_H

#include <stdint.h>

/* The format file up to the print format */
static const char made_format[] =
	"name: made\nID: 1\nformat:\n"
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
	"\tfield:u8 byte;\toffset:8;\tsize:1;\tsigned:0;\n"
	"\tfield:s8 tiny;\toffset:9;\tsize:1;\tsigned:1;\n"
	"\tfield:short less;\toffset:10;\tsize:2;\tsigned:1;\n"
	"\tfield:u32 word;\toffset:12;\tsize:4;\tsigned:0;\n"
	"\tfield:int num;\toffset:16;\tsize:4;\tsigned:1;\n"
	"\tfield:u64 big;\toffset:24;\tsize:8;\tsigned:0;\n"
	"\tfield:unsigned long lng;\toffset:32;\tsize:8;\tsigned:0;\n"
	"\tfield:void * ptr;\toffset:40;\tsize:8;\tsigned:0;\n"
	"\tfield:char comm[8];\toffset:48;\tsize:8;\tsigned:0;\n"
	"\tfield:u8 mac[6];\toffset:56;\tsize:6;\tsigned:0;\n"
	"\tfield:u8 ip4[4];\toffset:64;\tsize:4;\tsigned:0;\n"
	"\tfield:u8 ip6[16];\toffset:68;\tsize:16;\tsigned:0;\n"
	"\tfield:u32 list[3];\toffset:84;\tsize:12;\tsigned:0;\n"
	"\tfield:__data_loc char[] name;\toffset:96;\tsize:4;\tsigned:0;\n"
	"\tfield:__rel_loc char[] rel;\toffset:100;\tsize:4;\tsigned:0;\n"
	"\tfield:__data_loc u8[] buf;\toffset:104;\tsize:4;\tsigned:0;\n"
	"\tfield:__data_loc unsigned long[] mask;\toffset:108;\tsize:4;\tsigned:0;\n"
	"\tfield:__data_loc u8[] sock;\toffset:112;\tsize:4;\tsigned:0;\n"
	"\tfield:const char * str;\toffset:120;\tsize:8;\tsigned:0;\n"
	"\tfield:int zero;\toffset:128;\tsize:4;\tsigned:1;\n"
	"\nprint fmt: ";

#define BYTES2(v)	(v) & 255, (v) >> 8
#define LOC(at, n)	BYTES2(at), BYTES2(n)

static const uint8_t made_record[184] = {
	[0] = 1, [4] = 7, [8] = 200, [9] = 0xfe, [10] = 0xfd, 0xff, [12] = 0x78, 0x56, 0x34, 0x92,
	[16] = 0xd6, 0xff, 0xff, 0xff, [24] = 0x15, 0xcd, 0x5b, 7, 1, 0, 0, 0x80,
	[32] = 0x11, 0x22, 0x33, [40] = 0, 0x10, 0, 0x81, 0xff, 0xff, 0xff, 0xff,
	[48] = 'a', 'b', ' ', '%', 's', [56] = 0, 0x1b, 0x21, 0xa, 0xbc, 0xff,
	[64] = 192, 168, 0, 7, [68] = 0x20, 1, 0xd, 0xb8, [82] = 0, 1,
	[84] = 1, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0, 0, 0x80,
	[96] = LOC(136, 6), LOC(40, 4), LOC(148, 4), LOC(152, 16), LOC(168, 16),
	[120] = 0x10, 0x20, [136] = 'h', 'e', 'l', 'l', 'o', 0, [144] = 'r', 'e', 'l', 0,
	[148] = 0xde, 0xad, 0, 0xef, [152] = 0x0d, 0x80, [160] = 1,
	[168] = 2, 0, 0x1f, 0x90, 10, 0, 0, 1,
};

struct made_text {
	const char *print;
	const char *text;
};

/* On the right is the text that libtraceevent 1.7.1 printed for made_record. */
static const struct made_text made_texts[] = {
	{ "\"plain\"", "plain" },
	{ "\"%d %u %x %X %o\", REC->num, REC->num, REC->num, REC->word, REC->byte",
	  "-42 4294967254 ffffffd6 92345678 310" },
	{ "\"%d %d %d\", REC->tiny, REC->less, REC->byte", "254 65533 200" },
	{ "\"%hd %hhd %hu %hhu\", REC->less, REC->tiny, REC->num, REC->num", "-3 -2 65494 214" },
	{ "\"%lld %llu %lx %zu %ld\", REC->big, REC->big, REC->lng, REC->lng, REC->lng",
	  "-9223372032436351723 9223372041273199893 332211 3351057 3351057" },
	{ "\"[%5d|%-5d|%05d]\", REC->byte, REC->byte, REC->byte", "[  200|200  |00200]" },
	{ "\"[%8x|%-8x|%08x]\", REC->byte, REC->byte, REC->byte", "[      c8|c8      |000000c8]" },
	{ "\"%#x %#08x %#o %#x\", REC->byte, REC->byte, REC->byte, REC->zero",
	  "0xc8 0x0000c8 0310 0" },
	{ "\"[%.3d|%6.3u|%.5x]\", REC->byte, REC->byte, REC->byte", "[200|   200|000c8]" },
	{ "\"[%s|%10s|%-10s|%.2s]\", REC->comm, REC->comm, REC->comm, REC->comm",
	  "[ab %s|     ab %s|ab %s     |ab]" },
	{ "\"[%s|%8s|%-8s]\", __get_str(name), __get_str(name), __get_str(name)",
	  "[hello|   hello|hello   ]" },
	{ "\"%.3s %.*s\", __get_str(name), REC->list[0], __get_str(name)", "hel h" },
	{ "\"[%*d|%-*d]\", 6, REC->byte, 6, REC->byte", "[   200|200   ]" },
	{ "\"%s\", __get_rel_str(rel)", "rel" },
	{ "\"%s %s\", \"text\", \"two \" \"parts\"", "text two parts" },
	{ "\"100%% of %u%%\", REC->byte", "100% of 200%" },
	{ "\"%p %p\", REC->ptr, REC->zero", "0xffffffff81001000 (nil)" },
	{ "\"%pS %ps %pF %pf\", REC->ptr, REC->ptr, (void *)REC->ptr, REC->lng",
	  "0xffffffff81001000 0xffffffff81001000 0xffffffff81001000 0x332211" },
	{ "\"%pM %pm\", REC->mac, REC->mac", "00:1b:21:0a:bc:ff 001b210abcff" },
	{ "\"%pI4 %pi4\", REC->ip4, REC->ip4", "192.168.0.7 192.168.000.007" },
	{ "\"%pI6 %pi6 %pI6c\", REC->ip6, REC->ip6, REC->ip6",
	  "2001:0db8:0000:0000:0000:0000:0000:0001 20010db8000000000000000000000001 2001:db8::1" },
	{ "\"%pU %pUb\", REC->ip6, REC->ip6",
	  "20010db8-0000-0000-0000-000000000001 20010db8-0000-0000-0000-000000000001" },
	{ "\"%pUl\", REC->ip6", "b80d0120-0000-0000-0000-000000000001" },
	{ "\"%pUB %pUL\", REC->ip6, REC->ip6",
	  "20010DB8-0000-0000-0000-000000000001 B80D0120-0000-0000-0000-000000000001" },
	{ "\"%pISpc\", __get_sockaddr(sock)", "10.0.0.1:8080" },
	{ "\"%s\", "
	  "__print_flags(REC->byte, \"|\", { 8, \"EIGHT\" }, { 64, \"64\" }, { 128, \"HIGH\" })",
	  "EIGHT|64|HIGH" },
	{ "\"%s\", __print_flags(REC->byte, \" \", { 8, \"EIGHT\" }, { 16, \"NO\" })",
	  "EIGHT 0xc0" },
	{ "\"%s\", __print_flags(REC->zero, \"|\", { 0, \"NONE\" }, { 1, \"ONE\" })", "" },
	{ "\"%s\", __print_flags(REC->zero, \"|\", { 1, \"ONE\" })", "" },
	{ "\"%s\", __print_flags(REC->zero, \"|\", { SOME_NAME, \"NAME\" })", "NAME" },
	{ "\"%s\", "
	  "__print_flags(REC->byte, \"\", { 1UL << 3, \"a\" }, { (1 << 6) | (1 << 7), \"b\" })",
	  "ab" },
	{ "\"%s\", __print_symbolic(REC->byte, { 200, \"TWO\" }, { 1, \"ONE\" })", "TWO" },
	{ "\"%s\", __print_symbolic(REC->byte, { 1, \"ONE\" }, { -1, ((void *)0) })", "0xc8" },
	{ "\"%s\", __print_symbolic(REC->zero, { SOME_NAME, \"NAME\" }, { 0, \"ZERO\" })",
	  "ZERO" },
	{ "\"%s\", __print_symbolic(REC->zero, { HI_SOFTIRQ, \"HI\" })", "HI" },
	{ "\"[%10s]\", __print_symbolic(REC->byte, { 200, \"TWO\" })", "[       TWO]" },
	{ "\"[%-10s]\", __print_symbolic(REC->byte, { 200, \"TWO\" })", "[TWO       ]" },
	{ "\"%s\", __print_hex(REC->mac, 6)", "00 1b 21 0a bc ff" },
	{ "\"%s\", __print_hex(__get_dynamic_array(buf), __get_dynamic_array_len(buf))",
	  "de ad 00 ef" },
	{ "\"%s\", __print_hex_str(REC->mac, 4)", "001b210a" },
	{ "\"%s\", __print_array(REC->list, 3, 4)", "1 65535 2147483648" },
	{ "\"%s\", __print_array(__get_dynamic_array(buf), 2, 2)", "44510 61184" },
	{ "\"%s\", __print_array(__get_dynamic_array(buf), 4, 1)", "222 173 0 239" },
	{ "\"%s\", __get_bitmask(mask)", "00000000,00000001,00000000,0000800d" },
	{ "\"%s\", __get_cpumask(mask)", "0,2-3,15,64" },
	{ "\"%d %d\", REC->list[1], REC->mac[5]", "65535 255" },
	{ "\"%x\", ((u8 *)__get_dynamic_array(buf))[3]", "ef" },
	{ "\"%d\", __get_dynamic_array_len(buf)", "4" },
	{ "\"%s\", REC->str", "stored" },
	{ "\"%s\", REC->byte ? \"yes\" : \"no\"", "yes" },
	{ "\"%s\", !REC->byte ? \"yes\" : \"no\"", "no" },
	{ "\"%d\", REC->zero ? 1 : REC->byte ? 2 : 3", "2" },
	{ "\"%d %d\", REC->byte == 200, REC->byte != 200 && REC->zero || 1", "1 1" },
	{ "\"%u\", ((unsigned int)((REC->word) >> 20))", "2339" },
	{ "\"%u\", ((unsigned int)((REC->word) & ((1U << 20) - 1)))", "284280" },
	{ "\"%d\", (REC->byte + 4) * 2 - 8 / 4", "406" },
	{ "\"%d\", REC->byte % 7", "4" },
	{ "\"%x\", ~REC->word", "6dcba987" },
	{ "\"%llu\", (unsigned long long)REC->num", "4294967254" },
	{ "\"%llu\", (u64)(u8)REC->num", "214" },
	{ "\"%lld\", (long long)(int)REC->num", "4294967254" },
	{ "\"%d\", __builtin_expect(REC->byte, 0)", "200" },
	{ "\"tab\\there \\\"quoted\\\" back\\\\slash\\n\"", "tab\there \"quoted\" back\\slash\n" },
	{ "\"%s\", REC->byte & (8 | 64) ? \"set\" : \"not\"", "set" },
};

/*
 * libtraceevent is wrong here: it mistakes one operator for another, prints no value at all, or
 * calculates from right to left. On the right is the result according to C.
 */
static const struct made_text made_better[] = {
	{ "\"%+d % d\", REC->byte, REC->byte", "+200  200" },
	{ "\"%pISpc %pIS %pISc\", REC->sock, REC->sock, REC->sock",
	  "10.0.0.1:8080 10.0.0.1 10.0.0.1" },
	{ "\"%x\", REC->word ^ 0xff", "92345687" },
	{ "\"%d\", REC->byte - 8 + 2", "194" },
	{ "\"[%c]\", REC->zero ? 'a' : 'b'", "[b]" },
	{ "\"%s\", !REC->zero ? \"one\" : REC->byte ? \"two\" : \"three\"", "one" },
};

#endif /* PERF_TESTS_FORMATS_MADE_H */
