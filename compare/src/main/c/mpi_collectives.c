/* Rows of collectives: all ranks work; a time is that of one operation at rank 0. Bytes are those of CollectiveRows. */
#include "mpi_rows.h"

#include <stdlib.h>

#define MOST_BYTES (1L << 20)

static double *source, *target;

static void barriers(long times) {
    for (long i = 0; i < times; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

static void broadcast(long times) {
    for (long i = 0; i < times; i++) {
        MPI_Bcast(target, (int)bytes_of_row, MPI_BYTE, (int)(i % ranks), MPI_COMM_WORLD);
    }
}

static void reduce(long times) {
    for (long i = 0; i < times; i++) {
        MPI_Reduce(source, target, (int)(bytes_of_row / 8), MPI_DOUBLE, MPI_SUM, (int)(i % ranks), MPI_COMM_WORLD);
    }
}

static void all_reduce(long times) {
    for (long i = 0; i < times; i++) {
        MPI_Allreduce(source, target, (int)(bytes_of_row / 8), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
}

static void all_gather(long times) {
    int count = (int)bytes_of_row;
    for (long i = 0; i < times; i++) {
        MPI_Allgather(source, count, MPI_BYTE, target, count, MPI_BYTE, MPI_COMM_WORLD);
    }
}

static void exchange(long times) {
    int count = (int)bytes_of_row;
    for (long i = 0; i < times; i++) {
        MPI_Alltoall(source, count, MPI_BYTE, target, count, MPI_BYTE, MPI_COMM_WORLD);
    }
}

/*
 * The numbers of rank r are r + 1 but in the second block, where they are the negative of that; blocks are of 64 KiB.
 */
static void checks(void) {
    long block = (64L << 10) / 8;
    double sum = ranks * (ranks + 1) / 2.0;
    bytes_of_row = block * 8;
    for (long i = 0; i < MOST_BYTES / 8; i++) {
        source[i] = i / block == 1 ? -rank - 1 : rank + 1;
        target[i] = rank + 1;
    }
    broadcast(1);
    expect(target[0] == 1 && target[block - 1] == 1, "a broadcast did not arrive");
    reduce(ranks);
    expect(target[0] == sum && target[block - 1] == sum, "a reduction to one is wrong");
    target[0] = 0;
    all_reduce(1);
    expect(target[0] == sum && target[block - 1] == sum, "a reduction to all is wrong");
    all_gather(1);
    expect(target[0] == 1 && target[2 * block - 1] == 2, "an all-gather is wrong");
    exchange(1);
    expect(target[block] == (rank == 1 ? -2 : 2), "an exchange is wrong");
    expect(target[0] == (rank == 1 ? -1 : 1), "an exchange is wrong");
    for (long i = 0; i < MOST_BYTES / 8; i++) {
        source[i] = target[i] = 1;
    }
}

void collective_rows(void) {
    static const long broadcasts[] = {8, 32L << 10, 256L << 10, MOST_BYTES};
    static const long reductions[] = {8, 512, 32L << 10, 256L << 10, MOST_BYTES};
    static const long to_one[] = {8, 32L << 10, 256L << 10}, blocks[] = {2L << 10, 16L << 10, 64L << 10};
    measure(numbered("barrier"), 0, 1, 1, barriers);
    source = aligned_alloc(4096, ranks * MOST_BYTES);
    target = aligned_alloc(4096, ranks * MOST_BYTES);
    expect(source && target, "there is no memory for collectives");
    if (wants(numbered("coll-bcast")) || wants_some("coll-")) {
        checks();
    }
    measure_sizes(numbered("coll-bcast"), broadcasts, ranks == 2 ? 4 : 1, 1, broadcast);
    measure_sizes(numbered("coll-allreduce"), reductions, ranks == 2 ? 5 : 1, 1, all_reduce);
    if (ranks == 2) {
        measure_sizes("coll-reduce", to_one, 3, 1, reduce);
        measure_sizes("coll-allgather", blocks, 2, 1, all_gather);
        measure_sizes("coll-exchange", blocks, 3, 1, exchange);
    }
    free(source);
    free(target);
}
