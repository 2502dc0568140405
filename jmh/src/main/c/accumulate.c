/*
 * The kernel of accumulate, and nothing around it: not atomic. Compiled twice, by the name KERNEL: as a loop over one number a time,
 * and as the compiler makes it for this very processor.
 */
#ifndef KERNEL
#define KERNEL accumulate_scalar
#endif

void KERNEL(double *restrict target, const double *restrict source, long count, double scale) {
    for (long i = 0; i < count; i++) {
        target[i] += scale * source[i];
    }
}
