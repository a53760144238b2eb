// SPDX-License-Identifier: GPL-2.0
/* The processors that both drivers know. */
#include "host.h"

#include <asm/reg.h>

#include "compare.h"

#ifdef CONFIG_PPC64
#define ISA207	CPU_FTR_ARCH_207S
#define ISA300	(ISA207 | CPU_FTR_ARCH_300)
#define ISA31	(ISA300 | CPU_FTR_ARCH_31)

/* Configuration and minor revision of a processor; POWER9 has a bit for one of its chips. */
#define DD(_major, _minor)	((_major) << 8 | (_minor))
#define POWER9_CUMULUS	0x2000

const struct processor processors[] = {
	{ "970",	PVR_970 << 16, 0, init_ppc970_pmu },
	{ "970MP",	PVR_970MP << 16, 0, init_ppc970_pmu },
	{ "POWER5",	PVR_POWER5 << 16, 0, init_power5_pmu },
	{ "POWER5+",	PVR_POWER5p << 16, 0, init_power5p_pmu },
	{ "POWER6",	PVR_POWER6 << 16, 0, init_power6_pmu },
	{ "POWER7",	PVR_POWER7 << 16, 0, init_power7_pmu },
	{ "POWER8",	PVR_POWER8 << 16, ISA207, init_power8_pmu },
	{ "POWER9",	PVR_POWER9 << 16 | POWER9_CUMULUS | DD(2, 2), ISA300, init_power9_pmu },
	{ "POWER9-DD2.1", PVR_POWER9 << 16 | DD(2, 1), ISA300, init_power9_pmu },
	{ "POWER9-DD2.2", PVR_POWER9 << 16 | DD(2, 2), ISA300, init_power9_pmu },
	{ "POWER10",	PVR_POWER10 << 16 | DD(2, 0), ISA31, init_power10_pmu },
	{ "ISAv3",	0x00990000, ISA300, init_generic_compat_pmu },
	{ }
};
#elif defined(CONFIG_FSL_EMB_PERF_EVENT)
const struct processor processors[] = {
	{ "e500v1",	PVR_VER_E500V1 << 16, 0, base_init_e500_pmu },
	{ "e500v2",	PVR_VER_E500V2 << 16, 0, base_init_e500_pmu },
	{ "e500mc",	PVR_VER_E500MC << 16, 0, base_init_e500_pmu },
	{ "e6500",	PVR_VER_E6500 << 16, 0, base_init_e6500_pmu },
	{ }
};
#else
const struct processor processors[] = {
	{ "7450",	PVR_VER_7450 << 16, 0, base_init_mpc7450_pmu },
	{ "7455",	PVR_VER_7455 << 16, 0, base_init_mpc7450_pmu },
	{ }
};
#endif
