/*
 * Rows of the ARMCI dialect with an ARMCI library in C: those of ArmciRows, measured alike, with 2 processes.
 *
 * usage: armci [name]. Prints lines name,row,bytes,median_ns,min_ns,max_ns on process 0; the name is armci.
 */
#include <armci.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "watch.h"

#define PEER 1
#define WORD (32L << 20)
#define MEMORY_BYTES (WORD + 4096)
#define ROWS 256
#define ROW_BYTES 1024
#define LEADING 2048
#define AT_ONCE 64

static char *origin, *target;
static void **memory;

/* ---- rows ---- */

/* operations: how many one time of the body is */
static void measure_call(const char *operation, long bytes, int operations, int everybody, body_t body) {
    char row[64];
    snprintf(row, sizeof row, "dialects-armci-%s", operation);
    measure(row, bytes, operations, everybody, body);
}

static void world_barrier(void) { MPI_Barrier(MPI_COMM_WORLD); }

static long agree_on(long proposal) {
    MPI_Bcast(&proposal, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    return proposal;
}

static long sum_of_all(long count) {
    long sum = 0;
    MPI_Reduce(&count, &sum, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    return sum;
}

static void must(int status, const char *call) {
    if (status) {
        fprintf(stderr, "%s failed: %d\n", call, status);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

/* ---- contiguous transfers ---- */

static void put(long times) {
    for (long i = 0; i < times; i++) {
        ARMCI_Put(origin, target, (int)bytes_of_row, PEER);
        ARMCI_Fence(PEER);
    }
}

static void get(long times) {
    for (long i = 0; i < times; i++) {
        ARMCI_Get(target, origin, (int)bytes_of_row, PEER);
    }
}

static void nb_put(long times) {
    armci_hdl_t handles[AT_ONCE];
    for (long i = 0; i < times; i++) {
        for (int k = 0; k < AT_ONCE; k++) {
            ARMCI_INIT_HANDLE(&handles[k]);
            ARMCI_NbPut(origin + 8 * k, target + 8 * k, 8, PEER, &handles[k]);
        }
        for (int k = 0; k < AT_ONCE; k++) {
            ARMCI_Wait(&handles[k]);
        }
        ARMCI_Fence(PEER);
    }
}

/* ---- words, mutexes, barriers ---- */

static void rmw(long times) {
    long before;
    for (long i = 0; i < times; i++) {
        ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, &before, target + WORD, 1, PEER);
    }
}

static void lock(long times) {
    for (long i = 0; i < times; i++) {
        ARMCI_Lock(0, PEER);
        ARMCI_Unlock(0, PEER);
    }
}

static void barrier(long times) {
    for (long i = 0; i < times; i++) {
        ARMCI_Barrier();
    }
}

/* ---- sections of matrices ---- */

static int count[] = {ROW_BYTES, ROWS}, stride[] = {LEADING};

static void put_strided(long times) {
    for (long i = 0; i < times; i++) {
        ARMCI_PutS(origin, stride, target, stride, count, 1, PEER);
        ARMCI_Fence(PEER);
    }
}

static void get_strided(long times) {
    for (long i = 0; i < times; i++) {
        ARMCI_GetS(target, stride, origin, stride, count, 1, PEER);
    }
}

static void acc_strided(long times) {
    double scale = 1;
    for (long i = 0; i < times; i++) {
        ARMCI_AccS(ARMCI_ACC_DBL, &scale, origin, stride, target, stride, count, 1, PEER);
        ARMCI_Fence(PEER);
    }
}

/* Some libraries do nothing where they should: what was put, counted and accumulated is there. */
static void check(void) {
    if (rank == 0) {
        bytes_of_row = ROW_BYTES;
        memset(origin, 1, ROW_BYTES);
        put(1);
        memset(origin, 0, ROW_BYTES);
        get(1);
        must(origin[0] != 1 || origin[ROW_BYTES - 1] != 1, "ARMCI_Put or ARMCI_Get, which moved nothing,");
        for (int i = 0; i < ROWS * LEADING / 8; i++) {
            ((double *)origin)[i] = 1;
        }
        put_strided(1);
        acc_strided(1);
        memset(origin, 0, ROWS * LEADING);
        get_strided(1);
        must(((double *)origin)[(ROWS - 1) * LEADING / 8] != 2, "ARMCI_AccS, which added nothing,");
        long before, after;
        ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, &before, target + WORD, 1, PEER);
        ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, &after, target + WORD, 1, PEER);
        must(after != before + 1, "ARMCI_Rmw, which added nothing,");
    }
    world_barrier();
}

static void rows(void) {
    static const long put_bytes[] = {4L << 10, 64L << 10, 1L << 20, 16L << 20};
    check();
    measure_call("put8", 8, 1, 0, put);
    measure_call("get8", 8, 1, 0, get);
    measure_call("rmw", 8, 1, 0, rmw);
    measure_call("lock", 0, 1, 0, lock);
    measure_call("puts", ROWS * ROW_BYTES, 1, 0, put_strided);
    measure_call("gets", ROWS * ROW_BYTES, 1, 0, get_strided);
    memset(origin, 0, ROWS * LEADING);
    put_strided(1);
    measure_call("accs", ROWS * ROW_BYTES, 1, 0, acc_strided);
    measure_call("nbput64", 8, AT_ONCE, 0, nb_put);
    measure_call("barrier", 0, 1, 1, barrier);
    for (int i = 0; i < 4; i++) {
        measure_call("put", put_bytes[i], 1, 0, put);
    }
}

int main(int argc, char **argv) {
    static watch_t watch = {"armci", world_barrier, agree_on, sum_of_all};
    MPI_Init(&argc, &argv);
    must(ARMCI_Init(), "ARMCI_Init");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (ranks != 2) {
        fprintf(stderr, "armci: 2 processes are needed\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    if (argc > 1) {
        watch.library = argv[1];
    }
    watch_begin(&watch);
    memory = malloc(ranks * sizeof *memory);
    must(ARMCI_Malloc(memory, MEMORY_BYTES), "ARMCI_Malloc");
    target = memory[PEER];
    origin = ARMCI_Malloc_local(MEMORY_BYTES);
    if (!origin) {
        must(1, "ARMCI_Malloc_local");
    }
    memset(origin, 0, MEMORY_BYTES);
    ARMCI_Put(origin, memory[rank], MEMORY_BYTES, rank);
    must(ARMCI_Create_mutexes(1), "ARMCI_Create_mutexes");
    ARMCI_Barrier();
    rows();
    ARMCI_Barrier();
    ARMCI_Destroy_mutexes();
    ARMCI_Free_local(origin);
    ARMCI_Free(memory[rank]);
    free(memory);
    ARMCI_Finalize();
    MPI_Finalize();
    return 0;
}
