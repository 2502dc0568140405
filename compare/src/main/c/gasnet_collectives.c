/* Rows of collectives: all ranks work; a time is that of one operation at rank 0. Bytes are those of CollectiveRows. */
#include "gasnet_rows.h"

#define MOST_BYTES (1L << 20)

/* For the older collectives: nobody goes on with what others still read or write of his. */
#define SYNC (GASNET_COLL_LOCAL | GASNET_COLL_IN_MYSYNC | GASNET_COLL_OUT_MYSYNC)
#define IN_SEGMENTS (GASNET_COLL_SRC_IN_SEGMENT | GASNET_COLL_DST_IN_SEGMENT)

static double *source, *target;
static int flags;

static void barriers(long times) {
    for (long i = 0; i < times; i++) {
        world_barrier();
    }
}

static void broadcast(long times) {
    for (long i = 0; i < times; i++) {
        gex_Event_Wait(gex_Coll_BroadcastNB(team, (gex_Rank_t)(i % ranks), target, source, bytes_of_row, 0));
    }
}

static void reduce(long times) {
    for (long i = 0; i < times; i++) {
        gex_Event_Wait(gex_Coll_ReduceToOneNB(
            team, (gex_Rank_t)(i % ranks), target, source, GEX_DT_DBL, 8, bytes_of_row / 8, GEX_OP_ADD,
                NULL, NULL, 0));
    }
}

static void all_reduce(long times) {
    for (long i = 0; i < times; i++) {
        gex_Event_Wait(gex_Coll_ReduceToAllNB(team, target, source, GEX_DT_DBL, 8, bytes_of_row / 8, GEX_OP_ADD,
                NULL, NULL, 0));
    }
}

static void all_gather(long times) {
    for (long i = 0; i < times; i++) {
        gasnet_coll_gather_all(GASNET_TEAM_ALL, target, source, bytes_of_row, flags);
    }
}

static void exchange(long times) {
    for (long i = 0; i < times; i++) {
        gasnet_coll_exchange(GASNET_TEAM_ALL, target, source, bytes_of_row, flags);
    }
}

/* Operands in the segments, or in memory of this process alone. */
static void place_operands(char *base, int more_flags) {
    source = (double *)base;
    target = (double *)(base + 2 * MOST_BYTES);
    flags = SYNC | more_flags;
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
        target[i] = 0;
    }
    world_barrier();
    broadcast(1);
    expect(target[0] == 1 && target[block - 1] == 1, "a broadcast did not arrive");
    world_barrier();
    reduce(ranks);
    expect(target[0] == sum && target[block - 1] == sum, "a reduction to one is wrong");
    target[0] = 0;
    world_barrier();
    all_reduce(1);
    expect(target[0] == sum && target[block - 1] == sum, "a reduction to all is wrong");
    if (ranks == 2) {
        all_gather(1);
        expect(target[0] == 1 && target[2 * block - 1] == 2, "an all-gather is wrong");
        exchange(1);
        expect(target[0] == (rank == 1 ? -1 : 1) && target[block] == (rank == 1 ? -2 : 2), "an exchange is wrong");
    }
    for (long i = 0; i < MOST_BYTES / 8; i++) {
        source[i] = target[i] = 1;
    }
    world_barrier();
}

void collective_rows(void) {
    static const long broadcasts[] = {8, 32L << 10, 256L << 10, MOST_BYTES};
    static const long reductions[] = {8, 512, 32L << 10, 256L << 10, MOST_BYTES};
    static const long to_one[] = {8, 32L << 10, 256L << 10}, blocks[] = {2L << 10, 16L << 10, 64L << 10};
    measure(numbered("barrier"), 0, 1, 1, barriers);
    if (!wants_some("coll-")) {
        return;
    }
    place_operands(segments[rank], IN_SEGMENTS);
    checks();
    measure_sizes(numbered("coll-bcast"), broadcasts, ranks == 2 ? 4 : 1, 1, broadcast);
    measure_sizes(numbered("coll-allreduce"), reductions, ranks == 2 ? 5 : 1, 1, all_reduce);
    if (ranks == 2) {
        measure_sizes("coll-reduce", to_one, 3, 1, reduce);
        measure_sizes("coll-allgather-own", blocks, 3, 1, all_gather);
        measure_sizes("coll-exchange-own", blocks, 3, 1, exchange);
        place_operands(local, 0);
        checks();
        measure_sizes("coll-allgather", blocks, 2, 1, all_gather);
        measure_sizes("coll-exchange", blocks, 3, 1, exchange);
    }
}
