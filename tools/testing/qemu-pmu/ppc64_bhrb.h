/* SPDX-License-Identifier: GPL-2.0 */
/* Part of ppc64.c: the branch history rolling buffer */

#define MMCRA		786
#define IFM(n)		((n) << 30)
#define BHRBRD		0x2000000000ul

#define ENTRIES		32
#define TARGET		2	/* flag of an entry */

/*
 * bhrb_run(): sets MMCR0, runs branches of all forms, of which the last but one
 * and one before it are not taken, and freezes.  The branches and their targets
 * are labels.
 */
void bhrb_run(u64 mmcr0);
extern char b_b[], b_bl[], b_blr[], b_beq[], b_bctr[], b_bctrl[], b_back[], b_beqlr[];
extern char t_bl[], t_bctr[], t_far[], t_back[];

asm("	.globl bhrb_run, b_b, b_bl, b_blr, b_beq, b_bctr, b_bctrl, b_back, b_beqlr\n"
"	.globl t_bl, t_bctr, t_far, t_back\n"
"bhrb_run:\n"
"	mflr 0\n"
"	crset 2\n"
"	lis 5, t_bctr@h\n"
"	ori 5, 5, t_bctr@l\n"
"	lis 6, t_far@h\n"
"	ori 6, 6, t_far@l\n"
"	mtspr 795, 3\n"
"b_b:	b b_bl\n"
"	nop\n"
"b_bl:	bl b_blr\n"
"t_bl:	mtctr 5\n"
"b_beq:	beq b_bctr\n"
"	nop\n"
"b_bctr: bctr\n"
"	nop\n"
"t_bctr: mtctr 6\n"
"	bne t_bl\n"
"b_bctrl: bctrl\n"
"t_back: li 4, 1\n"
"	mtctr 4\n"
"	bdnz t_back\n"
"	lis 4, 0x8000\n"
"	clrldi 4, 4, 32\n"
"	mtspr 795, 4\n"
"	mtlr 0\n"
"	blr\n"
"	.balign 8\n"
"b_blr:	blr\n"
"t_far:	nop\n"
"b_beqlr: beqlr\n"
);

#define FORM_I		0
#define FORM_XL		1
#define LINKS		2
#define CONDITION	4

/* The branches that bhrb_run() takes, and what is known of each */
static const struct {
	char *from, *to;	/* to: of XL form only */
	u64 kind;
} taken[] = {
	{ b_b, 0, FORM_I },
	{ b_bl, 0, FORM_I | LINKS },
	{ b_blr, t_bl, FORM_XL },
	{ b_beq, 0, CONDITION },
	{ b_bctr, t_bctr, FORM_XL },
	{ b_bctrl, t_far, FORM_XL | LINKS },
	{ b_beqlr, t_back, FORM_XL | CONDITION },
};

#define TAKEN_BRANCHES	((int)(sizeof(taken) / sizeof(*taken)))

#define READ(n) ({							\
	u64 value_;							\
	asm volatile("mfbhrbe %0, %1" : "=r"(value_) : "n"(n));		\
	value_;								\
})
#define READ_4(n)	READ(n), READ((n) + 1), READ((n) + 2), READ((n) + 3)

/* Entry N; there is none of the number ENTRIES */
static u64 entry(int n)
{
	u64 all[] = {
		READ_4(0), READ_4(4), READ_4(8), READ_4(12), READ_4(16), READ_4(20), READ_4(24),
		READ_4(28), READ(ENTRIES),
	};

	return all[n];
}

static void clear(void)
{
	asm volatile("clrbhrb" ::: "memory");
}

static u64 entries(void)
{
	int n = 0;

	while (n <= ENTRIES && entry(n))
		n++;
	return n;
}

static u64 flagged(char *from, char *address, u64 flag)
{
	return (u64)address | flag | !((u64)from & 7);
}

/* The buffer holds the branches that have a bit of KINDS, or all, and nothing else */
static void expect_branches(const char *what, u64 kinds)
{
	int n = 0;

	for (int i = TAKEN_BRANCHES - 1; i >= 0; i--) {
		if (kinds && !(taken[i].kind & kinds))
			continue;
		if (taken[i].to)
			expect(what, entry(n++), flagged(taken[i].from, taken[i].to, TARGET));
		expect(what, entry(n++), flagged(taken[i].from, taken[i].from, 0));
	}
	expect(what, entry(n), 0);
}

static void run_branches(u64 mmcr0, u64 mmcra)
{
	clear();
	mtspr(MMCRA, mmcra);
	bhrb_run(mmcr0);
}

/* A loop of 40 rounds, whose branch is taken 39 times */
static u64 fill(void)
{
	u64 loop;

	asm volatile("lis %0, 1f@h\n\t"
		     "ori %0, %0, 1f@l\n\t"
		     "li 9, 40\n\t"
		     "mtctr 9\n\t"
		     "mtspr 795, %1\n"
		     "1:	nop\n\t"
		     "bdnz 1b\n\t"
		     "mtspr 795, %2"
		     : "=&r"(loop) : "r"(PMAE), "r"(FC) : "ctr", "r9", "memory");
	return loop + 4;
}

static void check_branches(void)
{
	u64 loop, version;

	mtspr(MMCR0, FC);
	mtspr(MMCR2, 0);
	run_branches(PMAE, 0);
	expect_branches("taken branches, newest first", 0);
	expect("reading takes nothing away", entry(0), flagged(b_beqlr, t_back, TARGET));
	run_branches(PMAE, IFM(1ul));
	expect_branches("IFM 1: those that link", LINKS);
	run_branches(PMAE, IFM(2ul));
	expect_branches("IFM 2: those of XL form", FORM_XL);
	run_branches(PMAE, IFM(3ul));
	expect_branches("IFM 3: conditional ones", CONDITION);
	clear();
	expect("clrbhrb clears", entry(0), 0);
	expect("all of it", entries(), 0);
	run_branches(0, 0);
	expect("nothing without PMAE", entries(), 0);
	run_branches(PMAE | FC, 0);
	expect("nothing with FC", entries(), 0);
	run_branches(PMAE | FCS, 0);
	expect_branches("FCS has no effect", 0);

	asm("mfpvr %0" : "=r"(version));
	run_branches(PMAE, BHRBRD);
	if (version >> 16 == 0x80)
		expect("nothing with BHRBRD", entries(), 0);
	else
		expect_branches("BHRBRD is of ISA 3.1", 0);

	mtspr(MMCRA, 0);
	clear();
	loop = fill();
	for (int n = 0; n < ENTRIES; n++)
		expect("the last 32 of many", entry(n), flagged((char *)loop, (char *)loop, 0));
	expect("there is no entry 32", entry(ENTRIES), 0);
	expect("nor 1023", READ(1023), 0);

	for (u64 n = 1; n <= 6; n++) {
		clear();
		loop = alert_after(n, PMAE | PMCJCE | FCECE);
		expect("an alert stops it", entries(), n / 2);
		clear();
		alert_after(n, PMAE | PMCJCE);
		expect("without FCECE too", entries(), n / 2);
	}
	mtspr(MMCR0, FC);
	clear();
}
