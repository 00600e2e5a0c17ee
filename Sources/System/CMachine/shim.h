#ifndef BRIDGE_MACHINE_H
#define BRIDGE_MACHINE_H

#include <sys/sysinfo.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

/* What the machine says without a file: of /proc, services often see the processes alone. */

/* The registers eax, ebx, ecx and edx of CPUID. Returns 1, or 0 where the processor has no such leaf or no CPUID. */
static inline int bridge_processor_id(unsigned leaf, unsigned subleaf, unsigned *eax, unsigned *ebx, unsigned *ecx,
                                      unsigned *edx) {
#if defined(__x86_64__)
    return __get_cpuid_count(leaf, subleaf, eax, ebx, ecx, edx);
#else
    (void)leaf, (void)subleaf;
    *eax = *ebx = *ecx = *edx = 0;
    return 0;
#endif
}

/* How long the machine has been up, in seconds; less than 0 where that is not told. */
static inline long bridge_machine_uptime(void) {
    struct sysinfo information;
    return sysinfo(&information) == 0 ? information.uptime : -1;
}

#endif
