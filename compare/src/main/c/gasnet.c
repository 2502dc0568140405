/*
 * The rows of the comparison that GASNet-EX can do: with its smp conduit, where ranks share memory, or with udp, on two
 * hosts.
 *
 * usage: gasnet, with GASNET_PSHM_NODES=N in the environment: so many ranks, forked by the library: 2, or with more the
 * rows with names that end in the number of ranks; with udp gasnet N, and what that conduit needs to start them. And
 * CORES=A,B: the cores for ranks of even and of odd numbers. Prints lines gasnet,row,bytes,median_ns,min_ns,max_ns on
 * rank 0; watch.h says which.
 */
#include "gasnet_rows.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

gex_TM_t team;
gex_EP_t endpoint;
char *segments[RANKS_MAX];
char *local;

void world_barrier(void) { gex_Event_Wait(gex_Coll_BarrierNB(team, 0)); }

static long agree_on(long proposal) {
    long agreed = proposal;
    gex_Event_Wait(gex_Coll_BroadcastNB(team, 0, &agreed, &proposal, sizeof agreed, 0));
    return agreed;
}

static long sum_of_all(long count) {
    int64_t mine = count, sum = 0;
    gex_Event_Wait(gex_Coll_ReduceToOneNB(team, 0, &sum, &mine, GEX_DT_I64, sizeof sum, 1, GEX_OP_ADD, NULL, NULL, 0));
    return sum;
}

void expect(int right, const char *what) {
    if (!right) {
        fprintf(stderr, "gasnet: rank %d: %s\n", rank, what);
        gasnet_exit(1);
    }
}

void must(int status, const char *call) {
    if (status != GASNET_OK) {
        fprintf(stderr, "gasnet: rank %d: %s failed: %s (%s)\n", rank, call, gasnet_ErrorName(status),
                gasnet_ErrorDesc(status));
        gasnet_exit(1);
    }
}

int wants_table(void) { return ranks == 2 && (wants("gups-xor") || wants("gups-xor-rate")); }

/*
 * The process that forks the others is bound to both cores, so that all of them join where they run; then each to its
 * own.
 */
static void bind(int takes_even, int takes_odd) {
    const char *cores = getenv("CORES");
    int even, odd;
    if (!cores || !*cores) {
        return;
    }
    if (sscanf(cores, "%d,%d", &even, &odd) != 2) {
        fprintf(stderr, "gasnet: the variable CORES is '%s', which is not two numbers with a comma between\n", cores);
        exit(2);
    }
    cpu_set_t set;
    CPU_ZERO(&set);
    if (takes_even) {
        CPU_SET(even, &set);
    }
    if (takes_odd) {
        CPU_SET(odd, &set);
    }
    if (sched_setaffinity(0, sizeof set, &set) != 0) {
        perror("gasnet: a rank cannot be bound to the cores of the variable CORES");
        exit(2);
    }
}

/*
 * With more ranks than the cores they are bound to, a rank that waits gives way. GASNet by itself counts all cores of
 * the host.
 */
static void make_room(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && ranks > CPU_COUNT(&set)) {
        gasnet_set_waitmode(GASNET_WAIT_BLOCK);
    }
}

static void attach_segments(void) {
    gex_Segment_t segment;
    long bytes = TABLE + (wants_table() ? TABLE_BYTES : 0);
    must(gex_Segment_Attach(&segment, team, bytes), "gex_Segment_Attach");
    for (int r = 0; r < ranks; r++) {
        void *owners;
        uintptr_t size;
        gex_Event_Wait(gex_EP_QueryBoundSegmentNB(team, r, &owners, NULL, &size, 0));
        expect(owners != NULL && size >= (uintptr_t)bytes, "a segment is smaller than asked for");
        segments[r] = owners;
    }
    memset(segments[rank] + COUNTER, 0, TABLE - COUNTER);
    local = aligned_alloc(4096, DATA_BYTES);
    expect(local != NULL, "there is no memory");
}

static void all_rows(void) {
    if (ranks == 2) {
        transfer_rows();
        shape_rows();
        update_rows();
    }
    message_rows();
    collective_rows();
}

int main(int count, char **arguments) {
    static const watch_t watch = {"gasnet", world_barrier, agree_on, sum_of_all};
    gex_Client_t client;
    setenv("GASNET_QUIET", "1", 0);
    bind(1, 1);
    must(gex_Client_Init(&client, &endpoint, &team, "gasnet", &count, &arguments, 0), "gex_Client_Init");
    rank = (int)gex_TM_QueryRank(team);
    ranks = (int)gex_TM_QuerySize(team);
    watch_begin(&watch);
    expect(ranks > 1 && ranks % 2 == 0 && ranks <= RANKS_MAX, "the number of ranks is not an even one up to 64");
    make_room();
    bind(rank % 2 == 0, rank % 2 == 1);
    if (!wants_nothing()) {
        register_handlers();
        attach_segments();
        world_barrier();
        all_rows();
    }
    world_barrier();
    gasnet_exit(0);
    return 0;
}
