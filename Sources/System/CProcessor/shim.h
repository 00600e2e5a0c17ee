#ifndef BRIDGE_PROCESSOR_H
#define BRIDGE_PROCESSOR_H

#if defined(__x86_64__)
#include <cpuid.h>
#endif

/* What CPUID says: the registers eax, ebx, ecx and edx. Returns 1, or 0 where the processor has no such leaf or no CPUID.
   It needs no file of /proc, which services often do not see. */
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

#endif
