/*
 * The kernels of accumulate, and nothing around them: not atomic. Compiled twice, by the names KERNEL and ROWS: as a
 * loop over one number a time, and as the compiler makes it for this very processor.
 */
#ifndef KERNEL
#define KERNEL accumulate_scalar
#define ROWS accumulate_rows_scalar
#endif

void KERNEL(double *restrict target, const double *restrict source, long count, double scale) {
    for (long i = 0; i < count; i++) {
        target[i] += scale * source[i];
    }
}

/* So many rows of count numbers; the rows begin a pitch apart on both sides. */
void ROWS(double *restrict target, const double *restrict source, long rows, long count, long pitch, double scale) {
    for (long r = 0; r < rows; r++) {
        for (long i = 0; i < count; i++) {
            target[r * pitch + i] += scale * source[r * pitch + i];
        }
    }
}
