# SPDX-License-Identifier: GPL-2.0
"""The processors for which the x86 drivers' events are compared.

CPUID leaves 0AH, 1AH and 23H have the values that processors of the model have, as in published
dumps (InstLatx64, cpuid's tests). Leaf 0AH of a hybrid processor has what its kinds of cores have
in common.
"""

INTEL, AMD, CENTAUR, HYGON, ZHAOXIN = 0, 2, 5, 9, 10
BIG, SMALL = 0x40, 0x20

# Leaf 0AH: eax, ebx, ecx, edx
CORE_SOLO = (0x07280201, 0, 0, 0)
CORE2 = (0x07280202, 0, 0, 0x503)
BONNELL = (0x07280203, 0, 0, 0x503)
SILVERMONT = (0x07280203, 0, 0, 0x4503)
NEHALEM = (0x07300403, 0x44, 0, 0x603)
WESTMERE = (0x07300403, 0x4, 0, 0x603)
SANDYBRIDGE = (0x07300403, 0, 0, 0x603)
SANDYBRIDGE_8 = (0x07300803, 0, 0, 0x603)
SKYLAKE = (0x07300404, 0, 0, 0x603)
SKYLAKE_8 = (0x07300804, 0, 0, 0x603)
GOLDMONT = (0x07300404, 0, 0, 0x8603)
TREMONT = (0x07300405, 0, 7, 0x8603)
ICELAKE = (0x08300805, 0, 0xf, 0x8604)
GRACEMONT = (0x07300605, 0, 7, 0x8603)
CRESTMONT = (0x07300805, 0, 7, 0x8603)
LUNARLAKE = (0x0d300806, 0x280, 7, 0x8603)
ZHAOXIN_2 = (0x07300402, 0, 0, 0x603)

# By leaf 0AH: the format of PEBS records, IA32_PERF_CAPABILITIES[11:8]; with bits 14 and 15, which
# are the baseline of extended PEBS and the top-down metrics
PEBS = {
    CORE2: 0, BONNELL: 0, SILVERMONT: 2, NEHALEM: 1, WESTMERE: 1, SANDYBRIDGE: 1,
    SANDYBRIDGE_8: 1, SKYLAKE: 3, SKYLAKE_8: 3, GOLDMONT: 3, TREMONT: 0x44, ICELAKE: 0xc4,
    GRACEMONT: 0x44, CRESTMONT: 0x44, LUNARLAKE: 0x46,
}
METRICS = 0x80


class Processor:
    """A kind of core: @name; @lists, its folder of pmu-events, with the unit of its events."""

    def __init__(self, name, vendor, family, model, leaf=None, lists=None, unit=None, **more):
        self.name, self.vendor, self.family, self.model = name, vendor, family, model
        self.lists, self.unit = lists, unit
        self.kind = more.get("kind", 0)
        # Leaf 23H: masks of general and of fixed counters
        self.masks = more.get("masks")
        self.stepping = more.get("stepping", 3)
        self.pfm = more.get("pfm")
        self.leaf = leaf
        self.pebs = more.get("pebs", PEBS.get(leaf))
        if self.pebs is not None and self.kind == BIG:
            self.pebs |= METRICS
        # Events of a Pentium 4 are registers (p4.py)
        self.is_p4 = vendor == INTEL and family == 15
        self.features = ["apic", "tsc", "mmx"] + more.get("features", "").split()
        # The base has no driver for some
        self.base = more.get("base", True)

    def commands(self, precise=False):
        """The program's commands that make it find the processor, which has PEBS if @precise."""
        commands, capabilities, features = [], 0, list(self.features)
        if precise and self.pebs is not None:
            capabilities = self.pebs << 8
            features += ["pebs", "dtes64", "pdcm"]
        if self.is_p4:
            # IA32_MISC_ENABLE: performance monitoring available
            commands.append("msr 1a0 80")
        if self.leaf:
            commands.append("cpuid 0 0 23 0 0 0")
            commands.append("cpuid a 0 " + " ".join(f"{value:x}" for value in self.leaf))
            features.append("arch_perfmon")
        if self.vendor == INTEL and self.leaf and self.family == 6 and self.leaf[0] & 0xff > 2:
            # Full-width writes
            capabilities |= 0x2000
            features.append("pdcm")
        if capabilities:
            commands.append(f"msr 345 {capabilities:x}")
        if self.kind:
            commands.append(f"cpuid 1a 0 {self.kind << 24 | 1:x} 0 0 0")
            features.append("hybrid")
        if self.masks:
            commands.append("cpuid 23 0 b 0 0 0")
            commands.append(f"cpuid 23 1 {self.masks[0]:x} {self.masks[1]:x} 0 0")
            features.append("arch_perfmon_ext")
        if "perfmon_v2" in features:
            commands.append("cpuid 80000022 0 1 6 0 0")
        commands += [f"feature {name}" for name in features]
        commands.append(f"boot {self.vendor:x} {self.family:x} {self.model:x} "
                        f"{self.stepping:x} {self.kind:x}")
        return commands


def intel(name, model, leaf, lists=None, **more):
    """A processor of family 6."""
    return Processor(name, INTEL, 6, model, leaf, lists, **more)


PROCESSORS = (
    intel("core", 0x0e, CORE_SOLO),
    intel("core2", 0x17, CORE2, pfm="core"),
    intel("bonnell", 0x1c, BONNELL, "bonnell", pfm="atom"),
    intel("nehalemep", 0x1a, NEHALEM, "nehalemep", pfm="nhm"),
    intel("nehalemex", 0x2e, NEHALEM, "nehalemex", pfm="nhm_ex"),
    intel("westmereep-dp", 0x2c, WESTMERE, "westmereep-dp", pfm="wsm_dp"),
    intel("westmereep-sp", 0x25, WESTMERE, "westmereep-sp", pfm="wsm"),
    intel("westmereex", 0x2f, WESTMERE, "westmereex"),
    intel("sandybridge", 0x2a, SANDYBRIDGE, "sandybridge", pfm="snb"),
    intel("sandybridge-8", 0x2a, SANDYBRIDGE_8),
    intel("jaketown", 0x2d, SANDYBRIDGE, "jaketown", pfm="snb_ep"),
    intel("ivybridge", 0x3a, SANDYBRIDGE, "ivybridge", pfm="ivb"),
    intel("ivybridge-8", 0x3a, SANDYBRIDGE_8),
    intel("ivytown", 0x3e, SANDYBRIDGE, "ivytown", pfm="ivb_ep"),
    intel("haswell", 0x3c, SANDYBRIDGE, "haswell", features="rtm", pfm="hsw", pebs=2),
    intel("haswell-8", 0x3c, SANDYBRIDGE_8, features="rtm", pebs=2),
    intel("haswellx", 0x3f, SANDYBRIDGE, "haswellx", features="rtm", pfm="hsw_ep", pebs=2),
    intel("broadwell", 0x3d, SANDYBRIDGE, "broadwell", features="rtm", pfm="bdw", pebs=2),
    intel("broadwellde", 0x56, SANDYBRIDGE, "broadwellde", features="rtm", pebs=2),
    intel("broadwellx", 0x4f, SANDYBRIDGE, "broadwellx", features="rtm", pfm="bdw_ep", pebs=2),
    intel("skylake", 0x5e, SKYLAKE, "skylake", features="rtm", pfm="skl"),
    intel("skylake-8", 0x5e, SKYLAKE_8),
    intel("skylakex", 0x55, SKYLAKE, "skylakex", features="rtm", pfm="skx"),
    intel("cascadelakex", 0x55, SKYLAKE, "cascadelakex", stepping=7, pfm="clx"),
    intel("icelake", 0x7e, ICELAKE, "icelake", pfm="icl"),
    intel("icelakex", 0x6a, ICELAKE, "icelakex", features="rtm", pfm="icx"),
    intel("tigerlake", 0x8c, ICELAKE, "tigerlake"),
    intel("rocketlake", 0xa7, ICELAKE, "rocketlake"),
    intel("sapphirerapids", 0x8f, ICELAKE, "sapphirerapids", features="rtm", pfm="spr"),
    intel("emeraldrapids", 0xcf, ICELAKE, "emeraldrapids", features="rtm"),
    intel("graniterapids", 0xad, ICELAKE, "graniterapids", features="rtm"),
    intel("alderlake-core", 0x97, GRACEMONT, "alderlake", unit="cpu_core", kind=BIG),
    intel("alderlake-alone", 0x97, ICELAKE),
    intel("meteorlake-core", 0xaa, CRESTMONT, "meteorlake", unit="cpu_core", kind=BIG,
          masks=(0xff, 0xf)),
    intel("lunarlake-core", 0xbd, LUNARLAKE, "lunarlake", unit="cpu_core", kind=BIG,
          masks=(0x3ff, 0xf)),
    intel("arrowlake-core", 0xc6, LUNARLAKE, kind=BIG, masks=(0x3ff, 0xf)),
    intel("silvermont", 0x37, SILVERMONT, "silvermont", pfm="slm"),
    intel("knightslanding", 0x57, BONNELL, "knightslanding", pfm="knl", pebs=2),
    intel("goldmont", 0x5c, GOLDMONT, "goldmont", pfm="glm"),
    intel("goldmontplus", 0x7a, GOLDMONT, "goldmontplus"),
    intel("elkhartlake", 0x96, TREMONT, "elkhartlake", pfm="tmt"),
    intel("snowridgex", 0x86, TREMONT, "snowridgex"),
    intel("alderlaken", 0xbe, GRACEMONT, "alderlaken"),
    intel("sierraforest", 0xaf, CRESTMONT, "sierraforest"),
    intel("grandridge", 0xb6, CRESTMONT, "grandridge"),
    intel("alderlake-atom", 0x97, GRACEMONT, "alderlake", unit="cpu_atom", kind=SMALL),
    intel("meteorlake-atom", 0xaa, CRESTMONT, "meteorlake", unit="cpu_atom", kind=SMALL,
          masks=(0xff, 7)),
    intel("lunarlake-atom", 0xbd, LUNARLAKE, "lunarlake", unit="cpu_atom", kind=SMALL,
          masks=(0xff, 0x77)),
    intel("arrowlake-atom", 0xc6, LUNARLAKE, kind=SMALL, masks=(0xff, 0x77)),
    Processor("p6", INTEL, 6, 0x08),
    Processor("netburst", INTEL, 15, 0x02, pfm="netburst"),
    Processor("netburst-prescott", INTEL, 15, 0x04, pfm="netburst_p"),
    Processor("knightscorner", INTEL, 11, 0x01, pfm="knc"),
    Processor("k7", AMD, 0x06, 0x02, pfm="amd64_k7"),
    Processor("k8", AMD, 0x0f, 0x41, pfm="amd64_k8_revf"),
    Processor("family10h", AMD, 0x10, 0x02, pfm="amd64_fam10h_barcelona"),
    Processor("family11h", AMD, 0x11, 0x03, pfm="amd64_fam11h_turion"),
    Processor("family12h", AMD, 0x12, 0x01, pfm="amd64_fam12h_llano"),
    Processor("family14h", AMD, 0x14, 0x01, pfm="amd64_fam14h_bobcat"),
    Processor("family15h", AMD, 0x15, 0x02, features="perfctr_core", pfm="amd64_fam15h_interlagos"),
    Processor("family16h", AMD, 0x16, 0x00, features="perfctr_core", pfm="amd64_fam16h"),
    Processor("amdzen1", AMD, 0x17, 0x01, None, "amdzen1", features="zen zen1 perfctr_core",
              pfm="amd64_fam17h_zen1"),
    Processor("amdzen2", AMD, 0x17, 0x31, None, "amdzen2", features="zen zen2 perfctr_core",
              pfm="amd64_fam17h_zen2"),
    Processor("amdzen3", AMD, 0x19, 0x01, None, "amdzen3", features="zen zen3 perfctr_core",
              pfm="amd64_fam19h_zen3"),
    Processor("amdzen4", AMD, 0x19, 0x11, None, "amdzen4", features="zen zen4 perfctr_core perfmon_v2",
              pfm="amd64_fam19h_zen4"),
    Processor("amdzen5", AMD, 0x1a, 0x02, None, "amdzen5", features="zen zen5 perfctr_core perfmon_v2"),
    Processor("hygon", HYGON, 0x18, 0x00, features="zen perfctr_core"),
    Processor("zxc", CENTAUR, 6, 0x19, ZHAOXIN_2),
    Processor("zxd", ZHAOXIN, 7, 0x1b, ZHAOXIN_2),
    Processor("zxe", ZHAOXIN, 7, 0x3b, ZHAOXIN_2),
)
